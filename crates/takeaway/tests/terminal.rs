//! `takeaway play` in a real terminal: whole matches, every way to leave one, and what is left behind.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::support::pty;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pty::Pty;
use rustix::process::Signal;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const CONTROL_C: &str = "\x03";
const CONTROL_D: &str = "\x04";

/// Ordinary sizes of terminals.
const SIZES: [(u16, u16); 3] = [(30, 40), (24, 80), (50, 200)];

/// A directory for the state of one test.
fn state(name: &str) -> PathBuf {
    let state = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
    let _ = fs::remove_dir_all(&state);
    fs::create_dir_all(&state).unwrap();
    state
}

/// The matches that are kept there.
fn kept(state: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(state.join("takeaway/matches")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    // A lock lies beside each match that is being played.
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "match"))
        .collect()
}

/// Plays in a terminal of this size.
fn play(arguments: &str, state: &Path, environment: &[(&str, &str)], size: (u16, u16)) -> Pty {
    let mut words = vec![env!("CARGO_BIN_EXE_takeaway"), "play"];
    words.extend(arguments.split(' '));
    if !arguments.contains("--resume") {
        words.extend(["--seed", "1"]);
    }
    let mut all = vec![("XDG_STATE_HOME", state.to_str().unwrap())];
    all.extend(environment);
    Pty::start(&words, &all, size)
}

#[test]
fn a_whole_match_on_the_screen_of_any_width() {
    for size in SIZES {
        let state = state(&format!("whole-{}", size.1));
        let mut shown = play("nim 1,2", &state, &[], size);
        shown.wait_for("your move");
        shown.send("1 from x[2]\r");
        shown.wait_for("keeps the win");
        shown.wait_until("the answer", |seen| seen.matches("your move").count() == 2);
        assert_eq!(kept(&state).len(), 1);
        shown.send("hint\r");
        shown.wait_for("move to (0, 0)");
        shown.send("0,0\r");
        shown.wait_for("you win!");
        assert!(kept(&state).is_empty(), "a match that is over is forgotten");
        shown.send("review\r");
        shown.wait_for("1. you:");
        shown.send("\x1b");
        shown.wait_until("the review to close", |seen| !seen.contains("1. you:"));
        shown.send("quit\r");
        shown.ends_well(0);
        assert!(
            !shown.screen().contains("you win!"),
            "the screen is as it was"
        );
    }
}

/// The nim-values of the rows of Kayles that have at most seven pins, from the literature.
const KAYLES: [u32; 8] = [0, 1, 2, 3, 1, 4, 3, 2];

/// A winning move in Kayles, as it is typed: what becomes of a row.
fn winning_split(rows: &[usize]) -> String {
    let total = rows.iter().fold(0, |sum, row| sum ^ KAYLES[*row]);
    for row in rows {
        for left in row.saturating_sub(2)..*row {
            for first in 0..=left / 2 {
                let parts = [first, left - first];
                let value = total ^ KAYLES[*row] ^ KAYLES[parts[0]] ^ KAYLES[parts[1]];
                if value == 0 {
                    let parts = parts.map(|part| part.to_string());
                    return format!("{row} -> {}", parts.join(","));
                }
            }
        }
    }
    panic!("no move wins from {rows:?}")
}

/// The rows of the position in which a person is to move.
fn rows_to_move(screen: &str) -> Vec<usize> {
    let line = screen.lines().rfind(|line| line.contains("your move"));
    let (_, position) = line.unwrap().split_once('(').unwrap();
    let (position, _) = position.split_once(')').unwrap();
    let rows = position.split(", ").map(|row| row.parse().unwrap());
    rows.collect()
}

#[test]
fn rows_of_pins_are_split_to_the_last_one() {
    for (number, position) in ["7", "3,5,7"].into_iter().enumerate() {
        let state = state(&format!("splitting-{number}"));
        let mut shown = play(&format!("kayles {position}"), &state, &[], (50, 200));
        shown.wait_for("your move");
        shown.wait_for("● ● ● ● ● ● ●");
        shown.send("7 -> 3,3,1\r");
        shown.wait_for("7 becomes 2 heaps at most, and here 3");
        shown.send("9 -> 1\r");
        shown.wait_for("there is no heap of 9");
        let mut turns = 1;
        while !shown.screen().contains("you win!") {
            let typed = winning_split(&rows_to_move(&shown.screen()));
            shown.send(&format!("{typed}\r"));
            turns += 1;
            shown.wait_until("the answer", |seen| {
                seen.contains("you win!") || seen.matches("your move").count() == turns
            });
        }
        assert!(turns > 2, "a whole match");
        assert!(!shown.screen().contains("gave the win away"));
        shown.send("quit\r");
        shown.ends_well(0);
    }
}

#[test]
fn moves_are_chosen_with_arrows_and_with_the_mouse() {
    let state = state("arrows");
    let mut shown = play("nim 3,5 --ascii", &state, &[], (24, 80));
    shown.wait_for("> x[2] o o o o o");
    shown.wait_for("^ ^ ^ ^ ^");
    shown.send(LEFT);
    shown.wait_for("> x[2] o o o o x");
    shown.wait_for("legal, \"nim\"");
    shown.send(UP);
    shown.wait_for("> x[1] o o o");
    shown.send(HOME);
    shown.wait_for("to (0, 4): not legal");
    shown.send("\x1b");
    shown.wait_for("  x[2] o o o o o");
    shown.send(DOWN);
    shown.wait_for("> x[2] o o o o o");
    // A finger on the fourth token of the second pile.
    let screen = shown.screen();
    let mut lines = screen.lines().enumerate();
    let (line, text) = lines.find(|(_, text)| text.contains("> x[2]")).unwrap();
    let column = text.find("o o o").unwrap() + 6;
    shown.send(&format!("\x1b[<0;{};{}M", column + 1, line + 1));
    shown.wait_for("> x[2] o o o x x");
    shown.wait_for("to (3, 3): legal");
    shown.send("\r");
    shown.wait_for("keeps the win");
    shown.send(CONTROL_C);
    shown.ends_well(0);
    shown.wait_for("takeaway play --resume");
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let state = state("resize");
    let mut shown = play("raleigh 3,6,10", &state, &[], (24, 80));
    shown.wait_for("your move");
    for (lines, columns) in [(30, 40), (50, 200), (8, 20), (2, 2), (24, 80)] {
        shown.resize(lines, columns);
        if columns >= 40 {
            shown.wait_for("The Raleigh game");
            shown.wait_for("quit");
            let wide = |line: &str| line.chars().count() <= usize::from(columns);
            assert!(shown.screen().lines().all(wide));
        }
        // The rules stand beside the board where there is room.
        if columns == 200 {
            shown.wait_for("Rules");
        }
    }
    shown.send("quit\r");
    shown.ends_well(0);
}

#[test]
fn every_way_to_leave_gives_the_terminal_back() {
    let state = state("leave");
    for how in ["quit\r", CONTROL_C, CONTROL_D, "INT", "TERM", "HUP"] {
        for arguments in ["wythoff 3,6", "wythoff 3,6 --plain"] {
            let mut shown = play(arguments, &state, &[], (24, 80));
            shown.wait_for("your move");
            shown.send("7");
            shown.wait_for("> 7");
            shown.send("\x7f");
            shown.wait_until("nothing typed", |seen| !seen.contains("> 7"));
            assert!(!shown.is_as_it_was(), "{how} {arguments}");
            match how {
                "INT" => shown.signal(Signal::INT),
                "TERM" => shown.signal(Signal::TERM),
                "HUP" => shown.signal(Signal::HUP),
                typed => shown.send(typed),
            }
            shown.ends_well(0);
            if arguments.contains("plain") {
                shown.wait_for("goodbye");
            }
        }
    }
}

#[test]
fn a_limit_gives_the_terminal_back() {
    let state = state("limit");
    for plain in ["", " --plain"] {
        let arguments = format!("wythoff 3,6 --time-limit 3s{plain}");
        let mut shown = play(&arguments, &state, &[], (24, 80));
        shown.ends_well(3);
        shown.wait_for("stopped: the time limit was reached");
    }
}

#[test]
fn without_colours_there_are_none() {
    let state = state("colours");
    let look = |environment: &[(&str, &str)]| {
        let mut shown = play("raleigh 3,6,10", &state, environment, (24, 80));
        shown.wait_for("your move");
        shown.send("3,6,11\r");
        shown.wait_for("not legal");
        shown.send("quit\r");
        shown.ends_well(0);
        colours(&shown.bytes())
    };
    assert_eq!(look(&[("NO_COLOR", "1")]), Vec::<String>::new());
    assert!(!look(&[]).is_empty());
    assert!(!look(&[("NO_COLOR", "")]).is_empty(), "empty is not set");
}

/// What is wrong with a file, and what it may not mean, is shown in colours only where they are wanted and can be shown.
#[test]
fn diagnostics_have_colours_where_they_may() {
    let state = state("diagnostics");
    let file = |name: &str, text: &str| {
        let file = state.join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let faulty = file("broken.game", "game g\npiles x\nmove I: x' < y\n");
    let doubtful = file("doubtful.game", "game g\npiles x, y\nmove left: x' < x\n");
    for (file, position, said, code) in [
        (faulty, "3", "move I: x' < y", 2),
        (doubtful, "3,0", "move left: x' < x", 0),
    ] {
        let look = |environment: &[(&str, &str)]| {
            let words = [env!("CARGO_BIN_EXE_takeaway"), "outcome", &file, position];
            let mut shown = Pty::start(&words, environment, (24, 200));
            shown.wait_for(said);
            shown.ends_well(code);
            shown.bytes().contains(&b'\x1b')
        };
        assert!(look(&[]) && look(&[("NO_COLOR", "")]), "{file}");
        assert!(!look(&[("NO_COLOR", "1")]), "{file}");
        assert!(!look(&[("TERM", "dumb")]), "{file}");
    }
}

/// The codes that set a colour.
fn colours(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let codes = text.split("\x1b[").skip(1).filter_map(|code| {
        let end = code.find(|letter: char| letter.is_ascii_alphabetic())?;
        code[end..].starts_with('m').then(|| code[..end].to_owned())
    });
    let sets = |code: &String| {
        let mut numbers = code
            .split(';')
            .filter_map(|number| number.parse::<u8>().ok());
        numbers.any(|number| matches!(number, 30..=38 | 40..=48 | 90..=107))
    };
    codes.filter(sets).collect()
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let state = state("dumb");
    let mut shown = play("wythoff 3,6", &state, &[("TERM", "dumb")], (24, 80));
    shown.wait_for("your move");
    shown.wait_for("> ");
    shown.send("3 from y\n");
    shown.wait_for("that gave the win away");
    shown.send(CONTROL_C);
    shown.wait_for("goodbye");
    shown.ends_well(0);
    let bytes = shown.bytes();
    assert!(
        !bytes.contains(&0x1b),
        "{}",
        String::from_utf8_lossy(&bytes)
    );
}

#[test]
fn arrow_keys_work_in_lines() {
    for environment in [&[("ACCESSIBLE", "1")][..], &[]] {
        let state = state("lines");
        let plain = if environment.is_empty() {
            " --plain"
        } else {
            ""
        };
        let mut shown = play(
            &format!("wythoff 3,6{plain}"),
            &state,
            environment,
            (24, 80),
        );
        shown.wait_for("your move");
        shown.press("hint\r");
        shown.wait_for("move to (3, 5)");
        shown.press(UP);
        shown.wait_until("the line again", |seen| seen.matches("> hint").count() == 2);
        shown.press("\r");
        shown.wait_until("a second hint", |seen| {
            seen.matches("move to (3, 5)").count() == 2
        });
        // The cursor goes back and a letter comes between: 3,6 becomes 3,5.
        shown.press(&format!("3,56{LEFT}\x1b[C\x7f\r"));
        shown.wait_for("that keeps the win");
        shown.press(CONTROL_D);
        shown.wait_for("goodbye");
        shown.wait_for("takeaway play --resume");
        shown.ends_well(0);
    }
}

#[test]
fn lines_are_folded_between_words() {
    let state = state("folded");
    let mut shown = play("raleigh 3,6,10 --plain", &state, &[], (50, 40));
    shown.wait_for("your move");
    shown.send("1,2,7\r");
    shown.wait_for("not legal");
    shown.wait_until("the prompt", |seen| seen.trim_end().ends_with('>'));
    let screen = shown.screen();
    assert!(
        screen.contains("  \"I\": 3 piles change (a, b, c), at most\n  2 may\n"),
        "{screen}"
    );
    shown.send("quit\r");
    shown.ends_well(0);
}

#[test]
fn a_killed_match_goes_on_where_it_was() {
    for plain in ["", " --plain"] {
        let state = state(&format!("killed{}", plain.len()));
        let mut shown = play(&format!("raleigh 3,6,10{plain}"), &state, &[], (24, 80));
        shown.wait_for("your move");
        shown.send("3,5,8\r");
        shown.wait_until("the answer", |seen| seen.matches("your move").count() == 2);
        let position = |shown: &Pty| {
            let screen = shown.screen();
            let line = screen
                .lines()
                .rfind(|line| line.contains("your move"))
                .unwrap();
            line.trim().to_owned()
        };
        let before = position(&shown);
        shown.signal(Signal::KILL);
        shown.end();
        assert_eq!(kept(&state).len(), 1);
        let mut told = play(&format!("nim 1,2{plain}"), &state, &[], (24, 80));
        told.wait_for("A match of raleigh was interrupted");
        told.send("quit\r");
        told.ends_well(0);
        let mut resumed = play(&format!("--resume{plain}"), &state, &[], (24, 80));
        resumed.wait_for(&before);
        resumed.send("undo\r");
        resumed.wait_for("(3, 6, 10)  your move");
        resumed.send("quit\r");
        resumed.ends_well(0);
        assert!(kept(&state).is_empty(), "nothing is played any more");
    }
}

#[test]
fn a_match_that_is_played_elsewhere_is_told() {
    let state = state("elsewhere");
    let mut shown = play("raleigh 3,6,10", &state, &[], (24, 80));
    shown.wait_for("your move");
    shown.send("3,5,8\r");
    shown.wait_until("the answer", |seen| seen.matches("your move").count() == 2);
    let said =
        "error: the match of raleigh is being played in another terminal: leave it there first\n";
    for game in [&[][..], &["raleigh"]] {
        assert_eq!(resume(&state, game), (Some(2), said.to_owned()));
    }
    let none = "error: no match of nim was interrupted; `takeaway play GAME` begins one\n";
    assert_eq!(resume(&state, &["nim"]), (Some(2), none.to_owned()));
    shown.send("quit\r");
    shown.ends_well(0);
    assert_eq!(resume(&state, &[]).0, Some(0));
}

/// A game without a theorem, on a board that takes long to search.
fn slow_game(state: &Path) -> String {
    let file = state.join("slow.game");
    let rule = "x' <= x and y' <= y and z' <= z and (x + y + z - x' - y' - z') mod 3 != 1";
    fs::write(&file, format!("game slow\npiles x, y, z\nmove a: {rule}\n")).unwrap();
    format!("{} 900,901,902", file.display())
}

#[test]
fn thinking_can_be_stopped() {
    let state = state("thinking");
    let mut shown = play(&slow_game(&state), &state, &[], (24, 80));
    shown.wait_for("your move");
    for (count, stop) in [(1, "\x1b"), (2, CONTROL_C)] {
        shown.send("hint\r");
        shown.wait_for("is thinking: ");
        shown.send(stop);
        shown.wait_until("the stop", |seen| {
            seen.matches("it was interrupted").count() == count
        });
    }
    // What is typed meanwhile stays.
    shown.send("hint\r");
    shown.wait_for("is thinking: ");
    shown.send("quit\x1b");
    shown.wait_until("the third stop", |seen| !seen.contains("is thinking"));
    shown.send("\r");
    shown.ends_well(0);
}

#[test]
fn a_match_is_kept_before_the_computer_thinks() {
    let state = state("before");
    let mut shown = play(&slow_game(&state), &state, &[], (24, 80));
    shown.wait_for("your move");
    shown.send("2 from x\r");
    shown.wait_for("is thinking: ");
    shown.signal(Signal::KILL);
    shown.end();
    let kept = kept(&state);
    let record = fs::read_to_string(&kept[0]).unwrap();
    assert!(
        record.contains(r#""moves":[["898","901","902"]]"#),
        "{record}"
    );
    let mut resumed = play("--resume", &state, &[], (24, 80));
    resumed.wait_for("is thinking: ");
    resumed.signal(Signal::TERM);
    resumed.ends_well(0);
}

/// What `--resume` says and its exit code, with nothing to read.
fn resume(state: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(["play", "--resume"])
        .args(arguments)
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said)
}

#[test]
fn what_cannot_be_resumed_is_told() {
    let state = state("hostile");
    let (code, said) = resume(&state, &[]);
    assert_eq!(code, Some(2));
    assert_eq!(
        said,
        "error: no match was interrupted; `takeaway play GAME` begins one\n"
    );
    let matches = state.join("takeaway/matches");
    fs::create_dir_all(&matches).unwrap();
    let file = matches.join("1.match");
    let hostile = [
        "",
        "not json",
        "{}",
        r#"{"game":"nim","start":["3","5"],"first":"human","moves":[["9","9"]]}"#,
        r#"{"game":"nim","start":["3","5"],"first":"human","moves":[["3"]]}"#,
        r#"{"game":"nim","start":["-1"],"first":"human","moves":[]}"#,
        r#"{"game":"nim","start":["9^9^9^9","1"],"first":"human","moves":[]}"#,
        r#"{"game":"nowhere.game","start":["1"],"first":"human","moves":[]}"#,
        r#"{"game":"no\u001b[31mgame","start":["1"],"first":"human","moves":[]}"#,
        r#"{"game":"nim:m=99999999999","start":["1"],"first":"human","moves":[]}"#,
    ];
    for text in hostile {
        fs::write(&file, text).unwrap();
        let (code, said) = resume(&state, &[]);
        assert!(matches!(code, Some(2 | 3)), "{text}: {code:?} {said}");
        assert!(
            said.starts_with("error: ") || said.starts_with("stopped: "),
            "{said}"
        );
        assert!(!said.contains('\u{1b}'), "{said}");
        assert!(file.exists(), "nothing is taken away");
    }
    fs::write(
        &file,
        r#"{"game":"nim:m=2","start":["3","5"],"first":"human","moves":[["3","4"],["3","3"]]}"#,
    )
    .unwrap();
    assert_eq!(resume(&state, &["wythoff"]).0, Some(2));
    assert_eq!(resume(&state, &["nim"]).0, Some(0));
    assert!(file.exists());
}
