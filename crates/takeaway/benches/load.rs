//! Many players at once: real games over HTTP, each player on a connection of its own, with a moment of thought between moves.
//!
//! `cargo bench -p takeaway --bench load -- PLAYERS SECONDS THOUGHT_IN_MILLISECONDS`; 500 players, 30 seconds and 3000 ms unless told otherwise. What is
//! measured is the time of every answer. It asserts that no request is dropped or refused, that every game that is played by hints is
//! won, and that the 99th percentile stays below 250 ms; it shows the memory before and after. With `proof` or `map` as the first word it
//! shows what one proof or one map costs.

#![allow(clippy::pedantic, clippy::restriction)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const ALLOWED: Duration = Duration::from_millis(250);

/// Games that people begin with, and where.
const GAMES: [(&str, &str); 6] = [
    ("nim", "3,5,7"),
    ("raleigh", "6,11,16"),
    ("wythoff", "9,12"),
    ("rat", "5,9,16"),
    ("mouse", "7,12"),
    ("mark", "23"),
];

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let number = |place: usize, standard: u64| {
        let given = words.get(place).and_then(|word| word.parse().ok());
        given.unwrap_or(standard)
    };
    let server = Server::start();
    match words.first().map(String::as_str) {
        Some("proof") => cost(&server, "prove", &json!({"game": "raleigh"})),
        Some("map") => cost(
            &server,
            "plot",
            &json!({"kind": "values", "game": "wythoff", "max": 200}),
        ),
        _ => play(&server, number(0, 500), number(1, 30), number(2, 3000)),
    }
}

/// What one question costs in processor time, the best of several.
fn cost(server: &Server, command: &str, body: &Value) {
    let mut connection = Connection::open(&server.address);
    for _ in 0..5 {
        let before = server.processor_time();
        let start = Instant::now();
        let answer = connection.ask(command, body);
        let spent = server.processor_time().saturating_sub(before);
        println!(
            "{command} {body}: {:.1?}, {spent:.0?} of processor time, {} bytes",
            start.elapsed(),
            answer.to_string().len()
        );
    }
}

fn play(server: &Server, players: u64, seconds: u64, thought: u64) {
    let until = Instant::now() + Duration::from_secs(seconds);
    let won = Arc::new(AtomicUsize::new(0));
    let before = (server.memory(), server.processor_time());
    let threads: Vec<_> = (0..players)
        .map(|player| {
            let (address, won) = (server.address.clone(), won.clone());
            let builder = thread::Builder::new().stack_size(256 << 10);
            builder
                .spawn(move || Player::new(player, &address, thought, won).play(until))
                .unwrap()
        })
        .collect();
    let mut times: Vec<Duration> = threads
        .into_iter()
        .flat_map(|thread| thread.join().unwrap())
        .collect();
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000];
    let spent = server.processor_time().saturating_sub(before.1);
    println!(
        "{players} players, {seconds} s, {thought} ms of thought: {} answers, {} games won",
        times.len(),
        won.load(Ordering::Relaxed)
    );
    println!(
        "half within {:.1?}, 99 % within {:.1?}, the slowest {:.1?}",
        at(500),
        at(990),
        at(1000)
    );
    println!(
        "processor time of the server and its workers: {spent:.1?}, {:.2?} an answer",
        spent / u32::try_from(times.len()).unwrap()
    );
    println!(
        "memory before {} MiB, after {} MiB",
        before.0 >> 20,
        server.memory() >> 20
    );
    assert!(at(990) < ALLOWED, "the 99th percentile is {:?}", at(990));
    assert!(
        won.load(Ordering::Relaxed) > 0,
        "no game was played to its end"
    );
}

/// Somebody who plays one game after the other by hints.
struct Player {
    connection: Connection,
    seed: u64,
    thought: u64,
    won: Arc<AtomicUsize>,
    times: Vec<Duration>,
}

impl Player {
    fn new(number: u64, address: &str, thought: u64, won: Arc<AtomicUsize>) -> Self {
        let mut player = Self {
            connection: Connection::open(address),
            seed: number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            thought,
            won,
            times: Vec::new(),
        };
        // Nobody comes at the same moment.
        player.think();
        player
    }

    fn random(&mut self, below: u64) -> u64 {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % below.max(1)
    }

    fn think(&mut self) {
        let time = self.random(2 * self.thought + 1);
        thread::sleep(Duration::from_millis(time));
    }

    fn ask(&mut self, command: &str, body: &Value) -> Value {
        let start = Instant::now();
        let answer = self.connection.ask(command, body);
        self.times.push(start.elapsed());
        answer
    }

    fn play(mut self, until: Instant) -> Vec<Duration> {
        while Instant::now() < until {
            let choice = usize::try_from(self.random(GAMES.len() as u64)).unwrap();
            let (game, mut position) = (GAMES[choice].0, GAMES[choice].1.to_owned());
            while Instant::now() < until {
                self.think();
                let known = self.ask("outcome", &json!({"game": game, "position": position}));
                assert_eq!(
                    known["outcome"], "N",
                    "{game} {position}: whoever plays by hints keeps the win"
                );
                let to = text(&known["move"]["to"]);
                assert_eq!(
                    self.ask("legal", &json!({"game": game, "from": position, "to": to}))["legal"],
                    true
                );
                let said = self.ask(
                    "play",
                    &json!({"game": game, "position": position, "lines": [to]}),
                );
                let turn = said
                    .as_array()
                    .unwrap()
                    .iter()
                    .rev()
                    .find(|one| one["say"] == "your-turn" || one["say"] == "won")
                    .unwrap();
                if turn["say"] == "won" {
                    assert_eq!(turn["winner"], "human", "{game}");
                    self.won.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                position = text(&turn["position"]);
            }
        }
        self.times
    }
}

fn text(position: &Value) -> String {
    let piles: Vec<&str> = position
        .as_array()
        .unwrap()
        .iter()
        .map(|pile| pile.as_str().unwrap())
        .collect();
    piles.join(",")
}

/// A connection that is kept as a browser keeps it, and opened again when the server has closed it in silence.
struct Connection {
    address: String,
    stream: Option<BufReader<TcpStream>>,
}

impl Connection {
    fn open(address: &str) -> Self {
        Self {
            address: address.to_owned(),
            stream: None,
        }
    }

    fn ask(&mut self, command: &str, body: &Value) -> Value {
        for _ in 0..2 {
            if let Some(answer) = self.attempt(command, &body.to_string()) {
                return answer;
            }
            self.stream = None;
        }
        panic!("a request was dropped");
    }

    fn attempt(&mut self, command: &str, body: &str) -> Option<Value> {
        let host = self
            .address
            .strip_prefix("http://")?
            .trim_end_matches('/')
            .to_owned();
        if self.stream.is_none() {
            self.stream = Some(BufReader::new(TcpStream::connect(&host).ok()?));
        }
        let stream = self.stream.as_mut()?;
        let request = format!(
            "POST /api/{command} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.get_mut().write_all(request.as_bytes()).ok()?;
        let (mut line, mut length, mut status) = (String::new(), 0, None);
        while stream.read_line(&mut line).ok()? > 2 {
            status = status.or_else(|| line.split(' ').nth(1).map(str::to_owned));
            if let Some(given) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = given.trim().parse().ok()?;
            }
            line.clear();
        }
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes).ok()?;
        assert_eq!(
            status.as_deref(),
            Some("200"),
            "{command} {body}: {}",
            String::from_utf8_lossy(&bytes)
        );
        serde_json::from_slice(&bytes).ok()
    }
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_takeaway"))
            .args(["serve", "--no-open", "--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        let address = address.trim_end().to_owned();
        Self { child, address }
    }

    /// The process and its workers, as Linux lists them.
    fn processes(&self) -> Vec<u32> {
        let own = self.child.id();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let belongs = |process: &u32| {
            *process == own || fields(*process).is_some_and(|fields| fields[1] == own.to_string())
        };
        numbers.filter(belongs).collect()
    }

    /// The bytes that they hold together.
    fn memory(&self) -> u64 {
        let held = |process: u32| {
            let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
            let line = status
                .lines()
                .find_map(|line| line.strip_prefix("VmRSS:"))?
                .trim()
                .to_owned();
            line.strip_suffix(" kB")?.trim().parse::<u64>().ok()
        };
        self.processes().into_iter().filter_map(held).sum::<u64>() << 10
    }

    /// The time that processors have spent on them, in hundredths of a second.
    fn processor_time(&self) -> Duration {
        let ticks = |process: u32| {
            let fields = fields(process)?;
            Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
        };
        Duration::from_millis(10 * self.processes().into_iter().filter_map(ticks).sum::<u64>())
    }
}

/// The fields of a process behind its name: its state, its parent, …
fn fields(process: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let rest = stat.rsplit(')').next()?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
