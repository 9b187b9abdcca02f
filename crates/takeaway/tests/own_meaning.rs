//! What the binary prints, and its exit codes, against games with a meaning of their own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::unreachable,
    clippy::panic
)]

use crate::meaning;

use std::path::{Path, PathBuf};
use std::process::Command;

use meaning::source::Source;
use meaning::table::Table;
use meaning::tree::Game;
use meaning::{About, generate, print};

/// A file that is gone when it is no longer needed.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("{name}-{}.game", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn ask(game: &Game, path: &Path, command: &str, rest: &[&str]) -> (i32, String) {
    let given: Vec<String> = game
        .arguments
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let mut named = path.to_str().unwrap().to_owned();
    if !given.is_empty() {
        named.push_str(&format!(":{}", given.join(",")));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args([command, &named])
        .args(rest)
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), format!("{shown}{error}"))
}

fn typed(piles: &[i128]) -> String {
    let piles: Vec<String> = piles.iter().map(ToString::to_string).collect();
    piles.join(",")
}

/// A position as it is shown.
fn shown(piles: &[i128]) -> String {
    let piles: Vec<String> = piles.iter().map(ToString::to_string).collect();
    format!("({})", piles.join(", "))
}

#[test]
fn printed_answers_and_exit_codes_agree() {
    for seed in 0..30 {
        let game = generate::game(&mut Source::seeded(seed), About::Rules);
        let text = print::game(&game);
        let file = File::new(&format!("own-meaning-{seed}"), &text);
        let table = Table::new(&game, 2);
        let last = table.positions.last().unwrap();
        let (code, answer) = ask(&game, &file.0, "value", &[&typed(last)]);
        if game.blocking > 0 {
            assert_eq!(code, 2, "{text}\n{answer}");
            assert!(answer.contains("has no nim-values"), "{text}\n{answer}");
        } else {
            assert_eq!(code, 0, "{text}\n{answer}");
            let value = table.value(last);
            assert!(
                answer.contains(&format!("{}: nim-value {value} ", shown(last))),
                "{value}\n{text}\n{answer}"
            );
        }
        let first = &table.positions[0];
        let legal = table.options(last).iter().any(|(to, _)| to == first);
        let (code, answer) = ask(&game, &file.0, "legal", &[&typed(last), &typed(first)]);
        assert_eq!(code, i32::from(!legal), "{text}\n{answer}");
        assert_eq!(answer.starts_with("not legal"), !legal, "{text}\n{answer}");
        for misere in [false, true] {
            let position = typed(last);
            let options: &[&str] = if misere {
                &[&position, "--misere"]
            } else {
                &[&position]
            };
            let (code, answer) = ask(&game, &file.0, "outcome", options);
            if misere && game.blocking > 0 {
                assert_eq!(code, 2, "{text}\n{answer}");
                continue;
            }
            assert_eq!(code, 0, "{text}\n{answer}");
            let outcome = if table.is_p(last, misere) { "P" } else { "N" };
            assert!(
                answer.starts_with(&format!("{}: {outcome}", shown(last))),
                "{outcome}\n{text}\n{answer}"
            );
        }
    }
}

/// One theorem a file: exit code 0 if it is proved, 1 if it is refuted.
#[test]
fn exit_codes_of_proofs_agree() {
    for seed in 0..30 {
        let mut game = generate::game(&mut Source::seeded(seed), About::Theorems);
        game.theorems.truncate(1);
        let text = print::game(&game);
        let file = File::new(&format!("own-theorem-{seed}"), &text);
        let (code, answer) = ask(&game, &file.0, "prove", &[]);
        let meaning::tree::Formula::All {
            exists,
            names,
            body,
        } = &game.theorems[0]
        else {
            unreachable!("a theorem begins with a quantifier");
        };
        let found = search(&game, names, body, *exists);
        match code {
            0 => assert!(*exists || found.is_none(), "{found:?}\n{text}\n{answer}"),
            1 => assert!(!exists || found.is_none(), "{found:?}\n{text}\n{answer}"),
            _ => panic!("{code}\n{text}\n{answer}"),
        }
        let word = if code == 0 { "proved" } else { "refuted" };
        assert!(answer.starts_with(word), "{text}\n{answer}");
    }
}

/// The first small values for which a formula is true, or is false.
fn search(
    game: &Game,
    names: &[String],
    body: &meaning::tree::Formula,
    truth: bool,
) -> Option<Vec<i128>> {
    let all = meaning::evaluate::below(&vec![8; names.len()]);
    all.into_iter().find(|tuple| {
        let mut place = meaning::evaluate::Place::default();
        for (name, value) in names.iter().zip(tuple) {
            place = place.with(name, *value);
        }
        game.holds(body, &place) == truth
    })
}
