//! docs/atlas.md, where it speaks of a few members of each family: they are proved again, with the claims that stand there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use discovery::search::{FamilySearch, FamilySource, MemberVerdict, Task, TaskKind};
use logic::Unwatched;
use proof::{Claim, ClaimOutcome, compare, prove_claim};
use rules::outcome::Play;

/// A line of the atlas.
struct Row {
    family: String,
    arguments: Vec<(String, String)>,
    misere: bool,
    max: Option<u32>,
    /// The set, as the first line of its number tells it.
    told: String,
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(docs().join("atlas.md")).expect("the atlas");
    let mut told = BTreeMap::new();
    let mut rows = Vec::new();
    for line in page.lines() {
        let line = line.replace("\\|", "¦");
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", number, set, command, ""] = cells.as_slice() else {
            continue;
        };
        let plain = |cell: &str| cell.trim_matches('`').replace('¦', "|");
        let command = plain(command);
        let Some(command) = command.strip_prefix("takeaway discover ") else {
            continue;
        };
        if *set != "the same" {
            told.insert((*number).to_owned(), plain(set));
        }
        rows.push(row(command, &told[*number]));
    }
    rows
}

fn row(command: &str, told: &str) -> Row {
    let (command, misere) = match command.strip_suffix(" --misere") {
        Some(command) => (command, true),
        None => (command, false),
    };
    let (game, max) = match command.split_once(" --max ") {
        Some((game, max)) => (game, Some(max.parse().expect("a number"))),
        None => (command, None),
    };
    let (family, arguments) = game.trim_matches('\'').split_once(':').expect("parameters");
    let arguments = lang::split_at_commas(arguments)
        .into_iter()
        .map(|argument| {
            let (name, value) = argument.split_once('=').expect("a value");
            (name.to_owned(), value.to_owned())
        });
    Row {
        family: family.to_owned(),
        arguments: arguments.collect(),
        misere,
        max,
        told: told.to_owned(),
    }
}

impl Row {
    fn source(&self) -> FamilySource {
        let path = match self.family.strip_suffix(".game") {
            Some(_) => docs().join("atlas").join(&self.family),
            None => docs()
                .join("../rules")
                .join(format!("{}.game", self.family)),
        };
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}", path.display()));
        FamilySource::new(&self.family, &text)
    }

    /// The claim of the line is proved of its game; an automaton is found again, with the same states and system.
    fn check(&self) {
        let mut source = self.source();
        let play = if self.misere {
            Play::Misere
        } else {
            Play::Normal
        };
        let about = match play {
            Play::Normal => Claim::PPositions,
            Play::Misere => Claim::MiserePPositions,
        };
        let values: Vec<String> = { self.arguments.iter() }
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let values = values.join(",");
        if !self.told.starts_with("an automaton") {
            source.arguments = self.arguments.clone();
            let rules = source.rules().expect("rules");
            let game = rules.claiming(&self.told.replace("; P when", "\nP when"));
            let game = game.expect("a claim");
            let report = prove_claim(&game, about, &Unwatched);
            assert_eq!(
                report.outcome,
                ClaimOutcome::Proved,
                "{values}: {}",
                self.told
            );
            let side = if game.dimension() < 3 { 40 } else { 14 };
            let compared = compare(&game, about, side, &Unwatched).expect("a small board");
            assert_eq!(compared.outcome, ClaimOutcome::HoldsUpTo(side), "{values}");
            return;
        }
        let what = TaskKind::Discover {
            max: self.max,
            systems: Vec::new(),
        };
        let misere = self.misere;
        let family = source.over(&values).expect("a family");
        let search = FamilySearch::new(family, Task { what, misere });
        let member = search.family().member(0).expect("one member");
        let record = search.record(&member, &Unwatched, &Unwatched);
        let record = record.expect("no target");
        assert_eq!(record.verdict, MemberVerdict::Proved, "{values}");
        let told = format!(
            "an automaton with {} states in {}",
            record.states.expect("states"),
            record.system.expect("a system")
        );
        assert_eq!(told, self.told, "{values}");
    }
}

#[test]
fn a_thousand_rulesets_are_listed_once() {
    let rows = rows();
    assert!(rows.len() >= 1_000, "{}", rows.len());
    let mut games: Vec<String> = { rows.iter() }
        .map(|row| format!("{} {:?} {}", row.family, row.arguments, row.misere))
        .collect();
    games.sort();
    games.dedup();
    assert_eq!(games.len(), rows.len());
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn some_members_of_each_family_are_proved_again() {
    let rows = rows();
    let mut families: BTreeMap<(String, bool), Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        let family = (row.family.clone(), row.misere);
        families.entry(family).or_default().push(row);
    }
    assert!(families.len() >= 10);
    for rows in families.values() {
        // The last are the plainest, and those in the middle are of every kind.
        for place in [rows.len() / 2, rows.len() * 4 / 5, rows.len() - 1] {
            rows[place].check();
        }
    }
}
