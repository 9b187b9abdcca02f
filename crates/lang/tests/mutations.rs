//! Random bytes, random words of the language and damaged rules: nothing panics, and what can be read can be
//! printed and read again.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use crate::common::exercise;
use proptest::prelude::*;
use proptest::sample::select;

const WORDS: &[&str] = &[
    "game",
    "g",
    "\"G\"",
    "(d = 2)",
    "piles",
    "x",
    "y",
    "n",
    "x'",
    "x[1..d]",
    "sorted",
    "move",
    "I",
    ":",
    "\n",
    "\n    ",
    "if",
    "then",
    "else",
    "to",
    "let",
    "A",
    "(",
    ")",
    "A(n)",
    "=",
    "<=",
    "<",
    ",",
    "and",
    "or",
    "not",
    "in",
    "{",
    "}",
    "|",
    "exists",
    "forall",
    "for",
    "i",
    "1..d",
    "at most",
    "exactly",
    "1",
    "2",
    "of",
    "change",
    "P",
    "when",
    "theorem",
    "\"t\"",
    "nim-value",
    "set",
    "B",
    "const",
    "c",
    "phi",
    "floor(",
    "+",
    "-",
    "*",
    "/",
    "^",
    "mod",
    "div",
    "xor",
    "sum",
    "ends",
    "columns",
    "require",
    "source",
    "0.37",
    "10",
    "≤",
    "#",
    "\"",
    "[",
    "]",
    "'",
    "implies",
    "iff",
    "true",
];

fn rules() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "game"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// Something done to a text at two places, both in thousandths of its length.
#[derive(Clone, Debug)]
enum Damage {
    Delete(usize, usize),
    Copy(usize, usize),
    Insert(usize, &'static str),
    Swap(usize, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = || 0..1000_usize;
    prop_oneof![
        (place(), 1..12_usize).prop_map(|(at, length)| Damage::Delete(at, length)),
        (place(), place()).prop_map(|(from, to)| Damage::Copy(from, to)),
        (place(), select(WORDS)).prop_map(|(at, word)| Damage::Insert(at, word)),
        (place(), place()).prop_map(|(left, right)| Damage::Swap(left, right)),
    ]
}

fn damaged(text: &str, damage: &Damage) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = |thousandths: usize, letters: &[char]| thousandths * letters.len() / 1000;
    match damage {
        Damage::Delete(at, length) => {
            let at = place(*at, &letters);
            letters.drain(at..(at + length).min(letters.len()));
        }
        Damage::Copy(from, to) => {
            let (from, to) = (place(*from, &letters), place(*to, &letters));
            let copied = letters[from..(from + 40).min(letters.len())].to_vec();
            letters.splice(to..to, copied);
        }
        Damage::Insert(at, word) => {
            let at = place(*at, &letters);
            letters.splice(at..at, format!(" {word} ").chars());
        }
        Damage::Swap(left, right) if !letters.is_empty() => {
            let (left, right) = (place(*left, &letters), place(*right, &letters));
            letters.swap(left, right);
        }
        Damage::Swap(..) => {}
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn damaged_rules_never_crash(
        text in select(rules()),
        damages in proptest::collection::vec(damage(), 1..4),
    ) {
        exercise(&damages.iter().fold(text, |text, damage| damaged(&text, damage)));
    }

    #[test]
    fn random_bytes_never_crash(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        exercise(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_words_never_crash(words in proptest::collection::vec(select(WORDS), 0..60)) {
        exercise(&words.join(" "));
        exercise(&format!("game g\npiles x, y\nmove I: x' < x\nends when {}", words.join(" ")));
    }
}
