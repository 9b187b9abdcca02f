//! docs/theorems.md is what `takeaway prove` says: same games, same claims, same verdicts. Games whose proofs took longer than a
//! second when the table was made are left to the benches of the prover.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

const TABLE: &str = include_str!("../../../docs/theorems.md");

/// The cells of the rows of a Markdown table.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| line.starts_with("| `"));
    let cells = |line: &str| {
        let inner = line.trim().trim_matches('|');
        inner
            .split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    lines.map(cells).collect()
}

/// A time as Rust prints it.
fn time(cell: &str) -> Duration {
    let digits = cell.trim_end_matches(|c: char| c.is_alphabetic());
    let number: f64 = digits.parse().unwrap();
    match &cell[digits.len()..] {
        "s" => Duration::from_secs_f64(number),
        "ms" => Duration::from_secs_f64(number).checked_div(1_000).unwrap(),
        "µs" => Duration::from_secs_f64(number)
            .checked_div(1_000_000)
            .unwrap(),
        other => panic!("{other} is no unit of time here"),
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn the_table_is_what_the_prover_says() {
    let mut games: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for row in rows(TABLE) {
        assert_eq!(row.len(), 5, "{row:?}");
        games
            .entry(row[0].trim_matches('`').to_owned())
            .or_default()
            .push(row);
    }
    assert!(games.len() > 20, "the table has few games: {}", games.len());
    for (game, expected) in games {
        let taken: Duration = expected.iter().map(|row| time(&row[3])).sum();
        if taken > Duration::from_secs(1) {
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
            .args(["prove", &game, "--format", "markdown", "--no-cache"])
            .output()
            .unwrap();
        let found = rows(&String::from_utf8(output.stdout).unwrap());
        let verdicts = |rows: &[Vec<String>]| -> Vec<Vec<String>> {
            rows.iter().map(|row| row[..3].to_vec()).collect()
        };
        assert_eq!(verdicts(&found), verdicts(&expected), "{game}");
    }
}
