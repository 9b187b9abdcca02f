//! Hostile command lines: every option of every command with numbers, files and texts that nobody should type.
//!
//! Whatever is typed, the program answers with one of its exit codes, says why if it has no answer, ends soon after its
//! time limit, and never panics. The tests run unoptimised code, in which an overflow is a panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What is put in the place of `{}`.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "64",
    "-1",
    "10000",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "10^100",
    "1/2",
    "-9223372036854775808",
    "2^63-1",
    "00000000000000000000000000000000000001",
    "٣",
    "",
    "∞\u{1b}[31m",
];

/// Command lines with places for numbers, each for every option that takes one.
const COMMANDS: &[&str] = &[
    "table nim --rows {}",
    "table rat --rows {} --format bfile",
    "table beta-nim:beta={}",
    "sequence n^n --rows {}",
    "sequence floor(n*phi) --from {}",
    "sequence {}",
    "sequence floor(n*{})",
    "solve wythoff --max {}",
    "solve mark --max {} --nim-values",
    "solve nim:m={} --max 3",
    "solve subtraction:set={{}} --max 20",
    "outcome moore:k={} 1,2,3",
    "star wythoff --max {}",
    "star wythoff --max 4 --times {}",
    "invariance wythoff --max {}",
    "invariance mark --max {} --growth",
    "matrix rat --d {}",
    "matrix shortcut --d {} --codes",
    "matrix shortcut --d {} --differences",
    "matrix shortcut --d {} --sigma",
    "matrix shortcut --d {} --baseline",
    "matrix rat --d 3 --rows {}",
    "matrix rat --d 3 --from {}",
    "matrix rat --d 3 --copy {} --symbolic",
    "matrix shortcut --d 4 --tree {}",
    "matrix rat --d 3 --locate {},2,4",
    "array --rows {}",
    "array --columns {}",
    "array --from {} --rows 2",
    "array --recurrence {}",
    "array --recurrence {},1",
    "array --locate {}",
    "moves nim 3,4,5 --limit {}",
    "moves wythoff 3,{}",
    "moves frankenstein {}",
    "outcome wythoff 3,{}",
    "outcome wythoff:d={} 3,5",
    "outcome rat 3,5,{} --strategy all",
    "outcome fat-rat:m={} 3,5,7",
    "outcome succinct-rat:d={} 3,5,7",
    "outcome beta-wynim:beta={} 3,5",
    "outcome frankenstein 2,{}",
    "outcome nim {},{} --misere",
    "legal raleigh 5,9,{} 3,{},7",
    "value nim {},5",
    "value mark {}",
    "play wythoff --seed {}",
    "play wythoff {},{}",
    "represent {} --system zeckendorf",
    "represent {} --system ternary-u --shift left",
    "represent 5 --system base:{}",
    "represent 5 --system p:{}",
    "represent 5 --system q:{}",
    "represent --digits {} --system p:7/4",
    "represent --digits ({},1) --system ternary-u",
    "split {}",
    "split {},{} 2,1",
    "split --search {}",
    "split --search 2 --max-numerator {}",
    "plot positions wythoff --max {}",
    "plot values wythoff --max {}",
    "plot values raleigh --max 5 --slice c={}",
    "plot shortcuts --d {}",
    "plot array --rows {}",
    "plot array --columns {}",
    "plot array --output {}",
    "plot values mark --max {} --format tikz",
    "sequence {} --fraction quasi-regular --rows 3",
    "sequence phi --fraction simple --rows {} --time-limit 1s",
    "table wythoff --nim-values --rows {} --time-limit 1s",
    "table wythoff --nim-values --rows 3 --columns {} --time-limit 1s",
    "plot positions mark --max {} --force --output hostile.png",
    "plot positions raleigh --max {} --force --output hostile.png",
    "plot values wythoff --max {} --force --output hostile.png",
    "plot shortcuts --d {} --force --output hostile.png",
    "plot array --rows {} --columns {} --force --output hostile.png",
    "prove wythoff:d={} --theorem P-positions",
    "prove nim --theorem {}",
    "prove nim --certificate {}/{}",
    "rules {}",
    "rules nim:{}={}",
    "games {}",
    "papers {}",
    "check {}",
    "legal nim @{} 1",
    "table nim --column {} --format bfile",
    "check half.game --against {}",
    "check {} --statement",
    "games {} --json",
    "rules succinct-rat:d={} --format latex",
    "rules {} --format html",
    "moves mark {} --winning --limit {}",
    "outcome subtraction:set={{},1} 9",
    "outcome kayles {}",
    "outcome wythoff {},{} --strategy {}",
    "outcome grandiose-rat:d={} 3,5,7",
    "value kayles {} mark 3",
    "solve kayles --max {} --nim-values",
    "solve raleigh --max {} --misere",
    "solve fat-rat:m={} --max 2",
    "sequence floor((n+{})/{}) --rows 3",
    "sequence n^{} --rows 3",
    "sequence root({},n) --rows 3",
    "sequence digit({},n,zeckendorf) --rows 3",
    "represent {} --system p:{}",
    "represent {} --system q:1+sqrt({})",
    "represent {} --system recurrence:{},1",
    "represent 5 --system {}",
    "split {},1/2 2/{} --json",
    "array --columns 3 --rows 2 --from {} --recurrence 1,{}",
    "matrix rat --d 3 --from {} --copy {}",
    "matrix shortcut --d {} --rows {}",
    "plot values mark --max {}",
    "plot values wythoff --max 5 --slice c={}",
    "plot positions raleigh --max 5 --slice {}={}",
    "plot positions raleigh --max 5 --slice c={},1,{}",
    "prove succinct-rat:d={} --time-limit 100ms",
    "moves nim 2,3 --time-limit {}s",
    "moves nim 2,3 --memory-limit {}KiB",
    "solve frankenstein --max 65 --memory-limit {}B --time-limit 100ms",
    "invariance n-wythoff --max 1000000000 --memory-limit {}B --time-limit 100ms",
    "outcome frankenstein 9223372036854775807,9223372036854775808 --strategy array --memory-limit {}B --time-limit 100ms",
    "outcome frankenstein 4000000000000000000,10^31 --strategy array --memory-limit {}B --time-limit 100ms",
];

/// Commands that read a file, in the place of `{}`.
const READERS: &[&str] = &[
    "rules {}",
    "rules {} --format latex",
    "legal {} 1 0",
    "moves {} 1",
    "outcome {} 1",
    "value {} 1",
    "play {}",
    "table {}",
    "solve {} --max 3",
    "prove {}",
    "check {}",
    "check {} --json",
    "invariance {} --max 3",
    "star {} --max 3",
    "plot positions {} --max 3",
    "games {}",
    "legal nim @{} 0",
    "represent @{} --system zeckendorf",
];

/// An empty folder with files that nobody should write.
fn hostile_files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("directory.game")).unwrap();
    let all: Vec<u8> = (0..=255).collect();
    let deep = format!("game g\npiles x\nmove I: {}x' < x", "(".repeat(20_000));
    let files: &[(&str, &[u8])] = &[
        ("empty.game", b""),
        ("nul.game", &[0; 1000]),
        ("bytes.game", &all),
        ("latin.game", b"game g \"\xe9t\xe9\"\npiles x\nmove I: x' < x"),
        ("blank.game", b" \n\t\r\n\xef\xbb\xbf"),
        ("deep.game", deep.as_bytes()),
        ("half.game", b"takeaway certificate 1\nrules\n"),
        (
            "huge.game",
            b"game g\npiles x[1..10^30]\nmove I: x[10^20]' < 2^(2^(2^80))\nP when x mod 0 = 1 div 0",
        ),
        ("no piles.game", b"game g\nmove I: x' < x"),
        (
            "words.game",
            b"game g\npiles x, y\nmove I: x' <= x and y' <= y and 9223372036854775807*(x - x') >= 9223372036854775808*(y' - y)\nP when -9223372036854775808*x = 4611686018427387904*y\nnim-value = (x*9223372036854775807 + y) mod 18446744073709551616",
        ),
        (
            "rays.game",
            b"game g\npiles x, y, z\nmove I: x - x' = 1000000*(y - y') and y - y' = 1000000*(z - z') and 1152921504606846976*(x - x') >= z - z'",
        ),
        ("places.game", b"game g\npiles x\nmove I: x' < x and digit(18446744073709551615, x, zeckendorf) = 0"),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let mut paths: Vec<PathBuf> = files.iter().map(|file| folder.join(file.0)).collect();
    paths.extend(["directory.game", "missing.game"].map(|name| folder.join(name)));
    paths
}

fn run(arguments: &[String], limit: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .args(["--time-limit", limit, "--memory-limit", "50MiB"])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What is wrong with an answer.
fn fault(output: &Output) -> Option<String> {
    let error = String::from_utf8_lossy(&output.stderr);
    let hidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !matches!(output.status.code(), Some(0..=3)) {
        return Some(format!("it ended with {}: {error}", output.status));
    }
    if error.contains("internal error") || error.contains("overflow") {
        return Some(error.into_owned());
    }
    if matches!(output.status.code(), Some(2 | 3)) && error.trim().is_empty() {
        return Some("it failed in silence".to_owned());
    }
    if error.contains(hidden) || String::from_utf8_lossy(&output.stdout).contains(hidden) {
        return Some(format!("control characters got through: {error:?}"));
    }
    None
}

/// Runs all of them, a few at a time, and reports every fault.
fn check_all(lines: &[Vec<String>]) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let limited = line.iter().any(|word| word.ends_with("-limit"));
            let output = if limited {
                run_as_it_is(line)
            } else {
                run(line, "100ms")
            };
            if let Some(fault) = fault(&output) {
                faults.push(format!("{line:?}: {fault}"));
            }
        }
        faults
    };
    let faults: Vec<String> = thread::scope(|scope| {
        let workers = [(); 3].map(|()| scope.spawn(work));
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn run_as_it_is(arguments: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The words of a command line, with something in the place of `{}`.
fn words(line: &str, place: &str) -> Vec<String> {
    line.split(' ')
        .map(|word| word.replace("{}", place))
        .collect()
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn no_number_breaks_an_option() {
    let lines = COMMANDS
        .iter()
        .flat_map(|line| NUMBERS.iter().map(|number| words(line, number)));
    check_all(&lines.collect::<Vec<_>>());
}

#[test]
fn no_file_breaks_a_command() {
    let files = hostile_files();
    let lines = READERS.iter().flat_map(|line| {
        let files = files.iter().map(|file| file.to_str().unwrap());
        files.map(|file| words(line, file))
    });
    check_all(&lines.collect::<Vec<_>>());
}

/// Rules in numbers at the end of a machine word mean what they say: a file, a question, and the exit code.
#[test]
fn numbers_at_the_end_of_a_machine_word_are_numbers() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("words");
    fs::create_dir_all(&folder).unwrap();
    let rules = |condition: &str| {
        format!("game g\npiles x, y\nmove I: x' <= x and y' <= y and {condition}")
    };
    let sentence = |claim: &str| format!("{}\ntheorem \"t\": {claim}", rules("x' + y' < x + y"));
    let (all, none) = ("of x, y change", "not (at most");
    let cases = [
        (
            rules(&format!("at most 18446744073709551615 {all}")),
            "legal {} 2,2 1,1",
            &[0][..],
        ),
        (
            rules(&format!("{none} 18446744073709551615 {all})")),
            "legal {} 2,2 1,1",
            &[1],
        ),
        (
            rules(&format!("{none} 18446744073709551616 {all})")),
            "solve {} --max 2",
            &[0],
        ),
        (
            rules(&format!("at least 18446744073709551615 {all}")),
            "legal {} 2,2 1,1",
            &[1],
        ),
        (
            rules(&format!("exactly 18446744073709551616 {all}")),
            "legal {} 2,2 1,1",
            &[1],
        ),
        (
            rules("(4294967296*x - 4294967296*x') mod 7 = 1 and y' = y"),
            "outcome {} 3,0",
            &[0],
        ),
        (
            rules(
                "4398046511104*x' = 4398046511104*x and 8796093022208*y = 8796093022208*y' and x' + y' < x + y",
            ),
            "solve {} --max 3 --nim-values",
            &[0],
        ),
        (
            "game g\npiles a, b, c, d\nmove I:\n    4398046511104*a' = 4398046511104*a\n    4398046511104*b = 4398046511104*b'\n    \
             8796093022208*c = 8796093022208*c'\n    d' < d\n"
                .to_owned(),
            "solve {} --max 3 --nim-values",
            &[0],
        ),
        (
            "game g\npiles x\nmove a: x' < x and 2305843009213693951*floor((2305843009213693951*x + x')/2) >= x\nP = { (0) }\n"
                .to_owned(),
            "prove {}",
            &[0, 1, 3],
        ),
        (
            sentence("forall n: -9223372036854775808*n <= 0"),
            "prove {} --theorem t",
            &[0, 3],
        ),
        (
            sentence("forall n: -9223372036854775808*n = n"),
            "prove {} --theorem t",
            &[1, 3],
        ),
        (
            sentence("exists n: 9223372036854775808*n = 1"),
            "prove {} --theorem t",
            &[1, 3],
        ),
        (
            sentence("forall n: floor(4611686018427387904*n*phi) >= n"),
            "prove {} --theorem t",
            &[0, 3],
        ),
    ];
    for (number, (text, line, expected)) in cases.iter().enumerate() {
        let file = folder.join(format!("{number}.game"));
        fs::write(&file, text).unwrap();
        let words = words(line, file.to_str().unwrap());
        // What must be answered has no limit; what may be too large has one.
        let output = match expected.contains(&3) {
            true => run(&words, "20s"),
            false => run_as_it_is(&words),
        };
        assert_eq!(fault(&output), None, "{text}");
        let code = output.status.code().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(expected.contains(&code), "{text}\n{code}: {error}");
    }
}

/// What a terminal or a shell says about itself may be nonsense.
#[test]
fn no_environment_breaks_the_help() {
    for (name, value) in [
        ("COLUMNS", "0"),
        ("COLUMNS", "18446744073709551616"),
        ("LINES", "-1"),
        ("TERM", "\u{1b}"),
        ("RAYON_NUM_THREADS", "1000000"),
        ("RAYON_NUM_THREADS", "18446744073709551616"),
        ("RAYON_NUM_THREADS", "0"),
        ("RAYON_NUM_THREADS", "-1"),
        ("RAYON_NUM_THREADS", "abc"),
        ("RAYON_NUM_THREADS", ""),
        ("RAYON_RS_NUM_CPUS", "1000000"),
        ("RUST_BACKTRACE", "1"),
    ] {
        for line in ["--help", "prove --help", "solve nim --max 9", "nonsense"] {
            let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
                .args(line.split(' '))
                .env(name, value)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            assert_eq!(fault(&output), None, "{name}={value} {line}");
        }
    }
}

/// A match reads whatever comes.
#[test]
fn no_line_breaks_a_match() {
    use std::io::Write;
    let lines: &[&[u8]] = &[
        b"\0\n\x1b[2J\n\xff\xfe\n",
        b"new 0\nnew 18446744073709551616,1\nnew ()\nundo\nundo\nnew\n",
        b"3,5\n10^10^10,1\n1/0,2\n-1,-1\n,,,\n(\nmoves\nwhy\nhint\n",
        b"@/dev/null,3\nquit",
    ];
    for typed in lines {
        for options in ["", " --json", " --second"] {
            let line = format!("play wythoff 5,9{options}");
            let mut child = Command::new(env!("CARGO_BIN_EXE_takeaway"))
                .args(line.split(' '))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // A match that ended early has read less: what it printed is judged.
            let _ = child.stdin.take().unwrap().write_all(typed);
            let output = child.wait_with_output().unwrap();
            assert_eq!(fault(&output), None, "{line} {typed:?}");
        }
    }
}
