//! Many questions about one game: the answers are those of the commands, in order, and bad lines are answered too.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};

use serde_json::{Value, json};

fn takeaway(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
    command.args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

fn start(arguments: &[&str]) -> (Child, ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.take().unwrap();
    (child, input)
}

/// The answers to lines, and the exit code.
fn batch(arguments: &[&str], lines: &str) -> (Vec<Value>, i32) {
    let (child, mut input) = start(&[&["batch"], arguments].concat());
    let lines = lines.to_owned();
    // A program that cannot open its game ends without reading: then the pipe may break, and the exit code tells.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    match writer.join().unwrap() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("{error}"),
        Ok(()) | Err(_) => (),
    }
    let text = String::from_utf8(output.stdout).unwrap();
    let answers = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (answers.collect(), output.status.code().unwrap())
}

/// What the command says about one line: its answer, or its error with the number of the line.
fn alone(game: &str, command: &str, line: &str, number: usize) -> Value {
    let positions: Vec<&str> = match command {
        "legal" => line.split(' ').collect(),
        _ => vec![line],
    };
    let output = takeaway(&[&[command, game], positions.as_slice(), &["--json"]].concat());
    if !output.stdout.is_empty() {
        return serde_json::from_slice(&output.stdout).unwrap();
    }
    let told: Value = serde_json::from_slice(&output.stderr).unwrap();
    json!({"line": number, "error": told["error"]})
}

/// Many answers do without the parts of the reason: one line says the case and the digits.
fn tell_in_short(answer: &mut Value, why: &str) {
    let reasons = answer.as_object_mut().unwrap().remove("reasons").unwrap();
    for part in ["case", "digits"] {
        let sentences = reasons[part].as_str().unwrap_or_default().split("; ");
        for sentence in sentences {
            assert!(why.contains(sentence), "{sentence} is not said in: {why}");
        }
    }
    answer["why"] = json!(why);
}

fn check(game: &str, command: &str, lines: &[&str]) {
    let (answers, code) = batch(&[game, command], &format!("{}\n", lines.join("\n")));
    assert_eq!(answers.len(), lines.len());
    for (place, (answer, line)) in answers.iter().zip(lines).enumerate() {
        let mut expected = alone(game, command, line, place + 1);
        if expected["reasons"].is_object() {
            tell_in_short(&mut expected, answer["why"].as_str().unwrap());
        }
        assert_eq!(*answer, expected, "{game} {command} {line}");
    }
    let all = answers.iter().all(|answer| answer.get("error").is_none());
    assert_eq!(code, if all { 0 } else { 2 }, "{game} {command}");
}

const LINES: &[&str] = &["4", "3,5", "(2, 3, 7)", "1,2,4,8", "1,x"];

#[test]
fn outcomes_are_those_of_the_command_for_every_game() {
    let games: Value = serde_json::from_slice(&takeaway(&["games", "--json"]).stdout).unwrap();
    for game in games["games"].as_array().unwrap() {
        check(game["name"].as_str().unwrap(), "outcome", LINES);
    }
    check("raleigh", "outcome", &["10^30,2*10^30,3*10^30"]);
    check(
        "wythoff:d=2",
        "outcome",
        &["10^30,2*10^30", "@no-such-file"],
    );
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn every_command_answers_as_alone() {
    for game in [
        "nim",
        "raleigh",
        "wythoff",
        "kayles",
        "hexadecimal:code=0.8F",
    ] {
        check(game, "value", LINES);
        check(game, "moves", &["3,5", "1,2,3", "0,0,0", "x"]);
        check(
            game,
            "legal",
            &["3,5 3,4", "1,2,3 1,2,2", "1,2 2,1", "1,y 1,0"],
        );
    }
    // Heaps that split, in any number.
    check("kayles", "legal", &["7 3,3", "7 3,3,1", "3,5 3,5,1", "2 0"]);
    check("kayles", "value", &["3,10^50", "0", "-1"]);
    check("grundy", "value", &["7,20", "100001"]);
}

#[test]
fn lines_may_be_json() {
    let (answers, code) = batch(
        &["nim", "value"],
        "{\"position\":\"1,4,5\"}\n{\"position\":[\"6\",\"3\"]}\n",
    );
    assert_eq!(answers[0]["value"], "0");
    assert_eq!(answers[1]["value"], "5");
    assert_eq!(code, 0);
    for (from, to) in [
        (json!("1,4"), json!("1,2")),
        (json!(["1", "4"]), json!([1, 2])),
    ] {
        let line = json!({"from": from, "to": to}).to_string();
        let (answers, code) = batch(&["nim", "legal"], &line);
        assert_eq!((&answers[0]["legal"], code), (&json!(true), 0), "{line}");
    }
}

/// What `--json` prints is accepted.
#[test]
fn positions_go_round() {
    let position = json!(["1", "2", "3"]);
    let lines = [
        r#"{"position":["1","2","3"]}"#,
        r#"{"position":[1,2,3]}"#,
        r#"["1","2","3"]"#,
        "[1,2,3]",
        r#"{"position":[["1","2","3"]]}"#,
    ];
    let (answers, code) = batch(&["raleigh", "outcome"], &lines.join("\n"));
    for (line, answer) in lines.iter().zip(&answers) {
        assert_eq!(answer["position"], position, "{line}");
    }
    assert_eq!((answers.len(), code), (lines.len(), 0));
    let lines = [
        r#"{"position":["1,2,3","4,5,8"]}"#,
        r#"{"position":[[1,2,3],[4,5,8]]}"#,
        "[1.5]",
        "[",
    ];
    let (answers, code) = batch(&["raleigh", "outcome"], &lines.join("\n"));
    let says = |place: usize, part: &str| {
        let message = answers[place]["error"]["message"].to_string();
        assert!(message.contains(part), "{message}");
    };
    says(0, "a line asks about one position");
    says(1, "a line asks about one position");
    says(2, "a list of its piles");
    says(3, "type a position as");
    assert_eq!((answers.len(), code), (lines.len(), 2));
}

#[test]
fn bad_lines_are_answered_and_the_rest_goes_on() {
    let lines = "1,2,3\n\n{\"position\":7}\n{\nrubbish\n1,2\n1,2,4";
    let (answers, code) = batch(&["raleigh", "outcome"], lines);
    assert_eq!(code, 2);
    let kinds: Vec<Option<&str>> = answers
        .iter()
        .map(|answer| answer["error"]["kind"].as_str())
        .collect();
    let bad = Some("input");
    assert_eq!(kinds, [None, bad, bad, bad, bad, bad, None]);
    assert_eq!(answers[1]["line"], 2);
    assert_eq!(answers[5]["line"], 6);
    assert_eq!(answers[6]["position"], json!(["1", "2", "4"]));
}

#[test]
fn a_time_limit_is_for_each_line() {
    let slow = "moves"; // Too many to be listed in time.
    let lines = "1,1,1\n10^30,10^30,10^30\n2,0,0\n";
    // With one limit for all lines the last one would have no time left, however long that is.
    let (answers, code) = (0..11)
        .map(|power| format!("{}s", 1 << power))
        .map(|limit| batch(&["nim:m=3", slow, "--time-limit", &limit], lines))
        .find(|(answers, _)| answers[0]["complete"] == true && answers[2]["complete"] == true)
        .unwrap();
    assert_eq!(answers.len(), 3);
    let stopped = &answers[1];
    assert!(stopped["complete"] == false || stopped["error"]["kind"] == "limit");
    assert!(code == 0 || code == 2);
}

#[test]
fn answers_come_when_the_input_pauses() {
    let (mut child, mut input) = start(&["batch", "raleigh", "outcome"]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for line in ["1,2,3", "3,6,10"] {
        writeln!(input, "{line}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.starts_with("{\"game\":\"raleigh\""), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_game_that_cannot_be_opened_is_told_at_once() {
    let (answers, code) = batch(&["no-such-game", "outcome"], "1,2\n");
    assert_eq!((answers.len(), code), (0, 2));
}
