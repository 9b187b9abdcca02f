//! What can be dropped from the rules of the papers' games, and added to them: docs/redundant.md, written from the answers.
//!
//! `WRITE_REDUNDANT=1 cargo test -p takeaway-lab --test all redundant` writes it again.

use std::fmt::Write;
use std::path::Path;

use lab::{
    ClaimOutcome, DroppedPart, Game, GameReference, RedundantAnswer, RedundantRequest, Request,
    Unwatched,
};

/// The games, and what a reader calls them.
const GAMES: [(&str, &str); 20] = [
    ("rat", "The Rat game"),
    ("mouse", "The Mouse game"),
    ("fat-rat:m=2", "Fat Rat, two piles"),
    ("fat-rat:m=3", "Fat Rat, three piles"),
    ("raleigh", "The Raleigh game"),
    ("succinct-rat:d=2", "Succinct rat, two piles"),
    ("succinct-rat:d=3", "Succinct rat, three piles"),
    ("grandiose-rat:d=2", "Grandiose rat, two piles"),
    ("grandiose-rat:d=3", "Grandiose rat, three piles"),
    ("beta-nim:beta=(3+sqrt(5))/2", "β-nim, β = (3 + √5)/2"),
    ("beta-nim:beta=2+sqrt(2)", "β-nim, β = 2 + √2"),
    ("beta-wynim:beta=(3+sqrt(5))/2", "β-Wynim, β = (3 + √5)/2"),
    ("beta-wynim:beta=2+sqrt(2)", "β-Wynim, β = 2 + √2"),
    ("beta-wynim:beta=(5+sqrt(13))/2", "β-Wynim, β = (5 + √13)/2"),
    (
        "beta-t-wynim:beta=(3+sqrt(5))/2",
        "β^T-Wynim, β = (3 + √5)/2",
    ),
    ("beta-t-wynim:beta=2+sqrt(2)", "β^T-Wynim, β = 2 + √2"),
    ("wythoff", "Wythoff's game"),
    ("wythoff:d=2", "2-Wythoff"),
    ("wythoff:d=3", "3-Wythoff"),
    ("nim:m=2", "Nim, two piles"),
];

const HEAD: &str = "\
# What the rules can do without, and what could be added

For each game, every kind of move, alternative, case and condition was taken from the rules, one at a time, and the prover decided
whether the P-positions stay the same: proved for all positions, or refuted with the smallest position at which they do not. Then as much as
possible was taken at once. A move can be added if and only if it does not lead from a P-position to a P-position; a vector, taken from
every position where that is possible, if and only if no P-position minus the vector is a P-position (sorted piles are sorted again; the
first entry is taken from the smallest pile). *New* is a vector that the rules do not have, or not from every position.

`takeaway redundant GAME` says the same of any game, and writes the automata; `takeaway plot vectors GAME` draws the vectors. The rules of
Frankenstein are no formulas, and nothing is said of them. This page is written by
`WRITE_REDUNDANT=1 cargo test -p takeaway-lab --test all redundant`, and the same test keeps it true.
";

fn answer(name: &str) -> RedundantAnswer {
    let reference: GameReference = name.parse().expect("a name");
    let source = reference.source(|_| Err(lab::LabError::input("no files here")));
    let game = Game::open(&source.expect("a catalogued game")).expect("a catalogued game");
    let request = RedundantRequest { game: &game };
    request.answer(&Unwatched).expect("proved P-positions")
}

fn document() -> String {
    let answers: Vec<(&str, &str, RedundantAnswer)> = { GAMES.iter() }
        .map(|(name, title)| (*name, *title, answer(name)))
        .collect();
    let mut text = HEAD.to_owned();
    table(&mut text, &answers);
    for (name, title, answer) in &answers {
        section(&mut text, name, title, answer);
    }
    text
}

/// One line a game.
fn table(text: &mut String, answers: &[(&str, &str, RedundantAnswer)]) {
    text.push_str("\n| game | parts | can go | at once | states of the vectors | smallest vectors that cannot be added | new ones |\n");
    text.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    for (_, title, answer) in answers {
        let free = free(answer).count();
        let at_once = answer.shorter.as_ref().map_or(0, |s| s.without.len());
        let parts = answer.dropped.len();
        let (states, others, new) = match &answer.vectors {
            None => ("–".to_owned(), String::new(), String::new()),
            Some(vectors) => {
                let new = match vectors.nothing_new {
                    true => "none".to_owned(),
                    false => listed(&vectors.new, 4),
                };
                (vectors.states.to_string(), listed(&vectors.others, 4), new)
            }
        };
        let _ = writeln!(
            text,
            "| {title} | {parts} | {free} | {at_once} | {states} | {others} | {new} |"
        );
    }
}

fn free(answer: &RedundantAnswer) -> impl Iterator<Item = (usize, &DroppedPart)> {
    let parts = answer.dropped.iter().enumerate();
    parts.filter(|(_, part)| part.outcome == ClaimOutcome::Proved)
}

fn section(text: &mut String, name: &str, title: &str, answer: &RedundantAnswer) {
    let _ = writeln!(text, "\n## {title}\n\n`takeaway redundant \"{name}\"`\n");
    let at_once = answer
        .shorter
        .iter()
        .flat_map(|s| s.without.iter().copied());
    let at_once: Vec<usize> = at_once.collect();
    if at_once.is_empty() {
        text.push_str("Nothing can go.\n\n");
    } else {
        text.push_str("Can go, all at once:\n\n");
    }
    for place in &at_once {
        let _ = writeln!(text, "- `{}`", answer.dropped[*place].placed());
    }
    if let Some(shorter) = &answer.shorter {
        text.push_str("\nWhat is left:\n\n");
        for line in moves(&shorter.text) {
            let _ = writeln!(text, "    {line}");
        }
        text.push('\n');
    }
    let alone: Vec<&DroppedPart> = free(answer)
        .filter(|(place, _)| !at_once.contains(place))
        .map(|(_, part)| part)
        .collect();
    if !alone.is_empty() {
        text.push_str("Can go alone; it is gone with those, or needed without them:\n\n");
        for part in alone {
            let _ = writeln!(text, "- `{}`", part.placed());
        }
        text.push('\n');
    }
    text.push_str("Needed:\n\n");
    for part in { answer.dropped.iter() }.filter(|part| part.outcome != ClaimOutcome::Proved) {
        let why = part.why().unwrap_or_default();
        let _ = writeln!(text, "- `{}`: {why}", part.placed());
    }
    added(text, answer);
}

fn added(text: &mut String, answer: &RedundantAnswer) {
    let Some(vectors) = &answer.vectors else {
        let why = answer.why.as_deref().unwrap_or_default();
        let _ = writeln!(text, "\nWhat can be added is not known: {why}.");
        return;
    };
    let system = &vectors.system;
    let states = match vectors.states {
        1 => "one state".to_owned(),
        several => format!("{several} states"),
    };
    let _ = writeln!(
        text,
        "\nVectors that can be added: an automaton with {states} in {system}."
    );
    if let Some(formula) = &vectors.formula {
        let _ = writeln!(text, "They are those `{formula}`, but 0.");
    }
    let _ = writeln!(text, "The smallest: {}.", listed(&vectors.smallest, 12));
    let _ = writeln!(
        text,
        "The smallest others: {}.",
        listed(&vectors.others, 12)
    );
    match (vectors.new.as_slice(), vectors.new_complete) {
        _ if vectors.nothing_new => text.push_str("The rules have every one of them.\n"),
        ([], _) => {}
        (new, true) => {
            let _ = writeln!(text, "The smallest new ones: {}.", listed(new, 12));
        }
        (new, false) => {
            let _ = writeln!(text, "New ones, for example: {}.", listed(new, 12));
        }
    }
}

/// The kinds of move of a file.
fn moves(text: &str) -> Vec<&str> {
    let mut inside = false;
    let lines = text.lines().filter(|line| {
        inside = line.starts_with("move ") || inside && line.starts_with(' ');
        inside
    });
    lines.collect()
}

fn listed(vectors: &[Vec<u32>], most: usize) -> String {
    let one = |vector: &Vec<u32>| {
        let entries: Vec<String> = vector.iter().map(u32::to_string).collect();
        format!("({})", entries.join(", "))
    };
    let all: Vec<String> = vectors.iter().take(most).map(one).collect();
    all.join(", ")
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn the_page_is_what_the_prover_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/redundant.md");
    let text = document();
    if std::env::var_os("WRITE_REDUNDANT").is_some() {
        std::fs::write(&path, &text).expect("docs can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "docs/redundant.md is out of date: WRITE_REDUNDANT=1 cargo test -p takeaway-lab --test all redundant"
    );
}
