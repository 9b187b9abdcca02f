//! Nothing that a file, a name or an argument holds speaks to the terminal, in any command and any format.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Colours, the bell, a cursor that goes back, C1 controls, letters that turn the line round, and such as show nothing.
const HOSTILE: &[&str] = &[
    "\u{1b}[31mred\u{1b}[0m",
    "\u{1b}]0;title\u{7}",
    "over\rwritten",
    "back\u{8}\u{8}\u{8}",
    "\u{7f}",
    "clear\u{85}\u{9b}2J",
    "\u{202e}desrever\u{202c}",
    "\u{2066}isolated\u{2069}",
    "left\u{200e}right\u{200f}arabic\u{61c}",
    "line\u{2028}paragraph\u{2029}",
    "nothing\u{200b}\u{feff}\u{ad}\u{2060}",
    "tag\u{e0041}, private\u{e000}, none\u{fffe}\u{fff9}",
];

/// Commands that read a game, in the place of `{}`.
const COMMANDS: &[&str] = &[
    "rules {}",
    "rules {} --format latex",
    "rules {} --format html",
    "rules {} --format game",
    "rules {} --json",
    "legal {} 3 1",
    "legal {} 3 3",
    "moves {} 3",
    "moves {} 3 --json",
    "outcome {} 3",
    "outcome {} 3 --strategy all",
    "value {} 3",
    "play {} 3",
    "table {} --rows 3",
    "table {} --rows 3 --format csv",
    "table {} --rows 3 --format latex",
    "table {} --rows 3 --format markdown",
    "table {} --rows 3 --json",
    "solve {} --max 3",
    "solve {} --max 3 --nim-values --json",
    "prove {}",
    "prove {} --json",
    "prove {} --format markdown",
    "check {}",
    "check {} --json",
    "invariance {} --max 3",
    "star {} --max 3",
    "plot positions {} --max 3",
    "games {}",
];

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("controls");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(words: &[String]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(words)
        .current_dir(folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    // The program may have ended before it reads anything.
    let _ = typed.write_all(HOSTILE.join("\n").as_bytes());
    drop(typed);
    child.wait_with_output().unwrap()
}

/// What is shown; it has been looked through.
fn shown(words: &[String]) -> String {
    let output = run(words);
    assert!(matches!(output.status.code(), Some(0..=3)), "{words:?}");
    let mut all = String::from_utf8(output.stdout).unwrap();
    all.push_str(&String::from_utf8(output.stderr).unwrap());
    let hidden = |c: char| {
        let unseen = HOSTILE.iter().any(|text| text.contains(c)) && !c.is_ascii();
        unseen || c.is_control() && c != '\n' && c != '\t'
    };
    assert!(!all.contains(hidden), "{words:?}: {all:?}");
    assert!(!all.is_empty(), "{words:?}");
    all
}

fn words(line: &str, place: &str) -> Vec<String> {
    line.split(' ')
        .map(|word| word.replace("{}", place))
        .collect()
}

/// A game that names `text` wherever a file may hold words.
fn game(text: &str) -> String {
    format!(
        "# {text}\ngame g \"{text}\"\nsource \"{text}\"\npiles n\nrequire 1 = 1 \"{text}\"\n\
         move I \"{text}\": n' < n\nP when n = 0\nnim-value = n\ntheorem \"{text}\": forall k: k >= 0\n\
         columns n \"{text}\" = n\n"
    )
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn no_file_speaks_to_the_terminal() {
    for (number, text) in HOSTILE.iter().enumerate() {
        let name = format!("text-{number}.game");
        fs::write(folder().join(&name), game(text)).unwrap();
        for command in COMMANDS {
            let all = shown(&words(command, &name));
            let refused = ["rules", "solve", "prove", "outcome", "table"];
            if refused.iter().any(|name| command.starts_with(name)) {
                assert!(
                    all.contains("is a character that cannot be seen"),
                    "{command}: {all}"
                );
            }
        }
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn no_name_of_a_file_speaks_to_the_terminal() {
    for text in HOSTILE {
        let (good, bad) = (format!("{text} good.game"), format!("{text} bad.game"));
        let rules = "game g\npiles n\nmove I: n' < n\nP when n = 0\n";
        fs::write(folder().join(&good), rules).unwrap();
        fs::write(folder().join(&bad), "game g\npiles n\nmove I: q' < n\n").unwrap();
        for command in COMMANDS.iter().filter(|line| !line.ends_with("json")) {
            for name in [&good, &bad, &format!("{text} missing.game")] {
                shown(&words(command, name));
            }
        }
        let proof = format!("{text}.proof");
        let made = ["prove", &good, "--certificate", &proof].map(str::to_owned);
        let made = shown(&made);
        assert!(made.contains("a certificate of 1 claim"), "{made}");
        let accepted = shown(&words("check {}", &proof));
        assert!(accepted.contains("accepted"), "{accepted}");
        shown(&words("plot array --output nowhere/{}.svg", text));
        shown(&words("plot array --output {}.txt", text));
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn no_argument_speaks_to_the_terminal() {
    for text in HOSTILE {
        for line in [
            "{}",
            "--{}",
            "rules --{}",
            "rules nim:{}=3",
            "rules nim:m={}",
            "rules nim --format {}",
            "outcome nim {}",
            "outcome nim @{}",
            "legal nim 1,2 {}",
            "value {}",
            "table nim --column {} --format bfile",
            "solve nim --max {}",
            "prove nim --theorem {}",
            "sequence {}",
            "sequence n*{}",
            "represent {} --system zeckendorf",
            "represent 5 --system {}",
            "represent 5 --system base:{}",
            "represent --digits {} --system base:2",
            "split {},{}",
            "array --recurrence {}",
            "matrix rat --d {}",
            "plot values raleigh --max 3 --slice {}=3",
            "papers {}",
            "moves nim 3 --time-limit {}",
            "moves nim 3 --limit {}",
        ] {
            shown(&words(line, text));
        }
    }
}

/// A certificate is a text of somebody else's too.
#[test]
fn no_certificate_speaks_to_the_terminal() {
    let proof = folder().join("mouse.proof");
    let name = proof.to_str().unwrap().to_owned();
    shown(&words("prove mouse --certificate {}", &name));
    let text = fs::read_to_string(&proof).unwrap();
    for hostile in HOSTILE {
        for (place, line) in text.lines().enumerate().take(60).step_by(3) {
            let changed = text.replacen(line, &format!("{line} {hostile}"), 1);
            fs::write(&proof, changed).unwrap();
            let all = shown(&words("check {} --rules", &name));
            assert!(!all.contains("panicked"), "line {place}: {all}");
        }
        fs::write(&proof, hostile).unwrap();
        shown(&words("check {} --json", &name));
    }
}
