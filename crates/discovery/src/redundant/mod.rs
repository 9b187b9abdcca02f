//! What a game can do without, and what could be added to it: rules with the same P-positions.
//!
//! With the P-positions known and proved, each question about other rules is one for the prover: is this set also that of the
//! P-positions of the changed game? If not, the smallest counterexample is the smallest position at which the two games differ,
//! since below it they agree. [`mod@parts`] says what can be taken from the rules, [`added`] what can be added to them, [`shape`] how that can be said.

pub mod added;
pub mod parts;
pub mod shape;

use lang::ast::{GameFile, Item, ItemKind};
use lang::{CompanionFiles, Diagnostics, Opened};
use logic::decide::DecideError;
use logic::watch::{Limited, Stopped, Watch};
use proof::{Claim, ClaimOutcome, Prover};
use rules::spec::Spec;

use crate::discover::MOST_MEMORY;
use crate::rules::{BareRules, unused};
use added::AddableReport;
use parts::{PartKind, RemovablePart, parts};

/// What was found out about the rules of a game.
#[derive(Clone, Debug)]
pub struct Redundancy {
    /// Everything that could be dropped, and whether it can.
    pub dropped: Vec<Dropped>,
    /// The rules without as much as can be dropped at once; nothing if all is needed.
    pub shorter: Option<Shorter>,
    /// What can be added, or why that is not known; nothing if the work was stopped before.
    pub added: Option<Result<AddableReport, AddableError>>,
    /// What ended the work before everything was decided.
    pub stopped: Option<Stopped>,
}

/// A part of the rules, and whether the P-positions stay the same without it.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// What kind of part.
    pub kind: PartKind,
    /// The kind of move that it belongs to.
    pub rule: Option<String>,
    /// The part as it is written.
    pub text: String,
    /// Are the P-positions the same without it?
    pub outcome: ClaimOutcome,
}

/// Rules without some of their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shorter {
    /// The parts that are gone, by their places in the list of all.
    pub without: Vec<usize>,
    /// The rules that stay, with the claim, as a file.
    pub text: String,
}

/// Why it is not known what can be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddableError {
    /// A P-position of a blocking game may have moves into P.
    #[error(
        "in a blocking game, some moves from P-positions to P-positions can be added: it depends on how many there are already"
    )]
    Blocking,
    /// It cannot be decided, or takes too much.
    #[error("{0}")]
    Decide(#[from] DecideError),
}

/// Looks at the rules of a game that claims its P-positions, and is right: that was proved before.
///
/// # Errors
/// If the rules cannot be read without the other claims; no file is known with which that happens. A limit is part of the answer.
pub fn redundant(opened: &Opened, watch: &dyn Watch) -> Result<Redundancy, Diagnostics> {
    let game = with_p_alone(&opened.tree);
    let spec = read(&game, &opened.beside)?;
    let mut found = Redundancy {
        dropped: Vec::new(),
        shorter: None,
        added: None,
        stopped: None,
    };
    let rules = BareRules::of(opened)?;
    let mut search = RedundancySearch {
        rules: &rules,
        beside: &opened.beside,
        prover: Prover::default(),
        watch,
        found: &mut found,
    };
    if let Err(stopped) = search.run(&game, &spec) {
        found.stopped = Some(stopped);
    }
    Ok(found)
}

struct RedundancySearch<'a> {
    rules: &'a BareRules,
    beside: &'a CompanionFiles,
    prover: Prover,
    watch: &'a dyn Watch,
    found: &'a mut Redundancy,
}

impl RedundancySearch<'_> {
    fn run(&mut self, game: &GameFile, spec: &Spec) -> Result<(), Stopped> {
        for part in parts(game) {
            let outcome = self.outcome(&part.rest)?;
            let RemovablePart {
                kind, rule, text, ..
            } = part;
            self.found.dropped.push(Dropped {
                kind,
                rule,
                text,
                outcome,
            });
        }
        self.found.shorter = self.shorter(game)?;
        self.found.added = Some(self.added(spec)?);
        Ok(())
    }

    fn added(&self, spec: &Spec) -> Result<Result<AddableReport, AddableError>, Stopped> {
        if spec.blocking > 0 {
            return Ok(Err(AddableError::Blocking));
        }
        match AddableReport::to(
            self.rules,
            spec,
            &Limited::new(self.watch).memory(MOST_MEMORY),
        ) {
            Err(DecideError::Stopped(stopped)) if !stopped.is_too_large() => Err(stopped),
            added => Ok(added.map_err(AddableError::from)),
        }
    }

    /// Are the claimed P-positions those of a changed game?
    fn outcome(&self, game: &GameFile) -> Result<ClaimOutcome, Stopped> {
        self.watch.check()?;
        let Ok(spec) = read(game, self.beside) else {
            return Ok(ClaimOutcome::Undecided(DecideError::TooLarge));
        };
        let budget = Limited::new(self.watch).memory(MOST_MEMORY);
        let report = self.prover.prove_claim(&spec, Claim::PPositions, &budget);
        match report.outcome {
            ClaimOutcome::Stopped(stopped) if !stopped.is_too_large() => Err(stopped),
            decided => Ok(decided),
        }
    }

    /// One part after the other goes, as long as the P-positions stay: what is needed by none may be needed by one of two.
    fn shorter(&self, game: &GameFile) -> Result<Option<Shorter>, Stopped> {
        let parts_of_game = parts(game);
        let dropped = self.found.dropped.iter().enumerate();
        let mut free: Vec<usize> = dropped
            .filter(|(_, dropped)| dropped.outcome == ClaimOutcome::Proved)
            .map(|(place, _)| place)
            .collect();
        free.sort_by_key(|place| (self.found.dropped[*place].kind, *place));
        let (mut left, mut without) = (game.clone(), Vec::new());
        for place in free {
            let wanted = &parts_of_game[place];
            let Some(part) = parts(&left).into_iter().find(|part| part.is_like(wanted)) else {
                continue;
            };
            if self.outcome(&part.rest)? == ClaimOutcome::Proved {
                left = part.rest;
                without.push(place);
            }
        }
        without.sort_unstable();
        Ok((!without.is_empty()).then(|| Shorter {
            without,
            text: lang::print(&tidy(left)),
        }))
    }
}

fn read(game: &GameFile, beside: &CompanionFiles) -> Result<Spec, Diagnostics> {
    let opened = lang::open_beside(&lang::print(game), "rules", beside, |_| Vec::new())?;
    Ok(opened.spec)
}

/// The rules with the claim of their P-positions and no other.
fn with_p_alone(game: &GameFile) -> GameFile {
    let others = |kind: &ItemKind| {
        matches!(
            kind,
            ItemKind::MisereP(_)
                | ItemKind::MiserePWhen(_)
                | ItemKind::NimValue { .. }
                | ItemKind::Theorem { .. }
                | ItemKind::Columns(_)
        )
    };
    let items = game.items.iter().filter(|item| !others(&item.kind));
    tidy(GameFile {
        items: items.cloned().collect(),
        ..game.clone()
    })
}

/// The claim of the P-positions of a file, as text.
pub fn claim_of(game: &GameFile) -> String {
    let is_claim = |item: &&Item| matches!(item.kind, ItemKind::PPositions(_) | ItemKind::PWhen(_));
    let alone = GameFile {
        title: None,
        parameters: Vec::new(),
        items: game.items.iter().filter(is_claim).cloned().collect(),
        ..game.clone()
    };
    let printed = lang::print(&alone);
    // The first line names the game.
    let lines: Vec<&str> = printed.lines().skip(1).map(str::trim).collect();
    lines.join(" ").trim().to_owned()
}

/// The file without the definitions that nothing uses.
fn tidy(mut game: GameFile) -> GameFile {
    while let Some(place) = unused(&game) {
        game.items.remove(place);
    }
    game
}
