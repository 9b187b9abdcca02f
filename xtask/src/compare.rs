//! Two programs `takeaway` are asked the same questions: do they say the same?
//!
//! The questions are those of every session in `crates/takeaway/tests/cmd`, the same few about each game of the catalogue, the
//! rules of every `.game` file, and wrong command lines of every command. What is compared is the exit code and all that is
//! written, but for the times that work took.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use serde_json::Value;

/// Positions that fit some games and are errors for others.
const POSITIONS: [&str; 9] = [
    "3",
    "4,7",
    "2,3,5",
    "3,4,6,9",
    "0,0",
    "10^30,10^30+7,10^31",
    "10^40,10^41",
    "-1,2",
    "x,2,3",
];

/// What is asked about each game and each of the positions.
const ABOUT_POSITIONS: [&str; 3] = ["outcome --json", "moves", "value --json"];

/// A list of moves from these would go on until a limit ends it.
const LARGE: char = '^';

/// What is asked about each game.
const ABOUT_GAMES: [&str; 9] = [
    "rules",
    "rules --json",
    "rules --format game",
    "rules --format latex",
    "table --rows 12",
    "table --rows 12 --json",
    "solve --max 9 --json",
    "solve --max 6 --nim-values",
    "invariance --max 4 --json",
];

/// Commands that wait for somebody, or write what depends on the machine.
const NOT_ASKED: [&str; 4] = ["serve", "play", "completions", "help"];

/// Questions that share a folder and are asked in order, each a line for the shell.
struct Session {
    name: String,
    /// The files that stand in the folder at first.
    files: Option<PathBuf>,
    lines: Vec<String>,
}

/// Asks both programs everything, and fails with the first questions to which the answers differ.
pub(crate) fn compare(old: &str, new: &str) -> Result<(), String> {
    let said = |why: io::Error| why.to_string();
    let scratch = std::env::temp_dir().join(format!("takeaway-compare-{}", std::process::id()));
    // Before anything is run: a program that is still being written cannot be started.
    let folder_with = |program: &str, side: &str| {
        let folder = scratch.join(side);
        fs::create_dir_all(&folder).map_err(said)?;
        fs::copy(program, folder.join("takeaway")).map_err(said)?;
        Ok::<_, String>(folder)
    };
    let (old, new) = (folder_with(old, "old")?, folder_with(new, "new")?);
    let sessions = sessions(&old.join("takeaway"))?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut differences = Vec::new();
        while let Some(session) = sessions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let place = scratch.join(session.name.replace(['/', ' '], "-"));
            let start = Instant::now();
            let answers = [(&old, "old"), (&new, "new")]
                .map(|(bin, side)| answers(bin, session, &place.join(side)));
            let (asked, took) = (session.lines.len(), start.elapsed().as_secs());
            eprintln!("{}: {asked} questions, {took} s", session.name);
            match answers {
                [Ok(old), Ok(new)] => differences.extend(differing(session, &old, &new)),
                [Err(why), _] | [_, Err(why)] => {
                    differences.push(format!("{}: {why}", session.name));
                }
            }
        }
        differences
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let differences = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let found = workers.into_iter().map(thread::ScopedJoinHandle::join);
        found.collect::<Result<Vec<_>, _>>()
    });
    let differences = match differences {
        Ok(differences) => differences.concat(),
        Err(panic) => std::panic::resume_unwind(panic),
    };
    fs::remove_dir_all(&scratch).map_err(said)?;
    let asked: usize = sessions.iter().map(|session| session.lines.len()).sum();
    println!(
        "{asked} questions, {} with different answers",
        differences.len()
    );
    if differences.is_empty() {
        return Ok(());
    }
    Err(differences.join("\n"))
}

/// Everything that is asked.
fn sessions(program: &Path) -> Result<Vec<Session>, String> {
    let mut sessions =
        snapshots(Path::new("crates/takeaway/tests/cmd")).map_err(|why| why.to_string())?;
    let games = json(program, &["games", "--json"])?;
    let games: Vec<&str> = games["games"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|game| game["name"].as_str())
        .collect();
    for game in &games {
        let about_positions = ABOUT_POSITIONS.iter().flat_map(|command| {
            POSITIONS
                .iter()
                .filter(|position| *command != "moves" || !position.contains(LARGE))
                .map(move |position| format!("takeaway {command} {game} -- {position}"))
        });
        let about_games = ABOUT_GAMES.map(|command| format!("takeaway {command} {game}"));
        sessions.push(Session {
            name: format!("game {game}"),
            files: None,
            lines: about_positions.chain(about_games).collect(),
        });
    }
    for folder in ["rules", "crates/lang/tests"] {
        let mut files = Vec::new();
        rule_files(Path::new(folder), &mut files).map_err(|why| why.to_string())?;
        let lines = files.iter().flat_map(|file| {
            let file = file.display();
            [
                format!("takeaway rules --json '{file}'"),
                format!("takeaway outcome --json '{file}' -- 4,7"),
            ]
        });
        sessions.push(Session {
            name: format!("files of {folder}"),
            lines: lines.collect(),
            files: None,
        });
    }
    sessions.push(Session {
        name: "wrong command lines".to_owned(),
        files: None,
        lines: wrong(program)?,
    });
    Ok(sessions)
}

/// The command lines of the snapshots, with the files that they need.
fn snapshots(folder: &Path) -> io::Result<Vec<Session>> {
    let mut sessions = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|ending| ending != "trycmd") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("$ "))
            .filter(|line| !NOT_ASKED.iter().any(|command| line.contains(command)));
        let files = path.with_extension("in");
        sessions.push(Session {
            name: path.display().to_string(),
            lines: lines.map(str::to_owned).collect(),
            files: files.is_dir().then_some(files),
        });
    }
    sessions.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(sessions)
}

/// Every rule file below a folder.
fn rule_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rule_files(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "game") {
            found.push(fs::canonicalize(path)?);
        }
    }
    Ok(())
}

/// Command lines that are wrong in the same ways for every command.
fn wrong(program: &Path) -> Result<Vec<String>, String> {
    let help = Command::new(program).arg("--help").output();
    let help = help.map_err(|why| why.to_string())?.stdout;
    let help = String::from_utf8_lossy(&help).into_owned();
    let commands = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| !NOT_ASKED.contains(command) && *command != "batch");
    let ways = [
        "",
        "--json",
        "no-such-game 1,2",
        "wythoff --no-such-option",
        "wythoff 1,2,3,4,5 6 7 8",
        "--help",
    ];
    Ok(commands
        .flat_map(|command| ways.map(|way| format!("takeaway {command} {way}")))
        .collect())
}

/// What a program says, as JSON.
fn json(program: &Path, arguments: &[&str]) -> Result<Value, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|why| why.to_string())?;
    serde_json::from_slice(&output.stdout).map_err(|why| why.to_string())
}

/// All that the program in a folder says to the lines of a session: the exit codes, and what it writes.
fn answers(bin: &Path, session: &Session, place: &Path) -> io::Result<Vec<String>> {
    let (home, here) = (place.join("home"), place.join("here"));
    for folder in [&home, &here] {
        fs::create_dir_all(folder)?;
    }
    if let Some(files) = &session.files {
        copy(files, &here)?;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(bin.to_owned()).chain(std::env::split_paths(&path)))
            .map_err(io::Error::other)?;
    session
        .lines
        .iter()
        .map(|line| {
            let output = Command::new("sh")
                .args(["-c", line])
                .current_dir(&here)
                .env("PATH", &path)
                .env("HOME", &home)
                .env_remove("XDG_STATE_HOME")
                .env_remove("XDG_CACHE_HOME")
                .stdin(Stdio::null())
                .output()?;
            let [stdout, stderr] =
                [&output.stdout, &output.stderr].map(|said| String::from_utf8_lossy(said));
            Ok(without_times(&format!(
                "exit {:?}\n{stdout}\n{stderr}",
                output.status.code()
            )))
        })
        .collect()
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A text in which no time is told: `0.31 s`, `12ms`, `"seconds":"0.3"`. Columns beside a time are as wide as it.
fn without_times(text: &str) -> String {
    text.lines()
        .map(|line| match without_times_in_line(line) {
            changed if changed == line => changed,
            changed => changed.split_whitespace().collect::<Vec<_>>().join(" "),
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn without_times_in_line(line: &str) -> String {
    let mut left = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, after) = number.split_at(end.unwrap_or(number.len()));
        let keys = ["seconds\":\"", "seconds\": \""];
        let named = keys.iter().any(|key| before.ends_with(key));
        let unit = ["s", "ms", "µs", "ns", "min"].iter().any(|unit| {
            let behind = after.strip_prefix(' ').unwrap_or(after);
            let behind = behind.strip_prefix(unit);
            behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_alphanumeric()))
        });
        left.push_str(before);
        left.push_str(if named || unit { "TIME" } else { number });
        rest = after;
    }
    left + rest
}

/// The questions to which the answers differ, with the first line in which they do.
fn differing(session: &Session, old: &[String], new: &[String]) -> Vec<String> {
    let answers = session.lines.iter().zip(old.iter().zip(new));
    let different = answers.filter(|(_, (old, new))| old != new);
    different
        .map(|(line, (old, new))| {
            let mut report = format!("{}: {line}", session.name);
            let lines = old.lines().zip(new.lines()).find(|(old, new)| old != new);
            let (old, new) = lines.unwrap_or((old, new));
            let _ = write!(report, "\n  old: {old}\n  new: {new}");
            report
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::without_times;

    #[test]
    fn times_are_left_out_and_nothing_else() {
        let text = r#"{"seconds":"0.31","max":"12"} 4 sets   in 0.2 s, 12ms. 5 seconds"#;
        let without = r#"{"seconds":"TIME","max":"12"} 4 sets in TIME s, TIMEms. 5 seconds"#;
        assert_eq!(without_times(text), without);
    }
}
