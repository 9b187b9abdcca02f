//! Rules for given P-positions: the inverse of [`discover`](mod@crate::discover).
//!
//! Of the games with these P-positions some are short and some are invariant, and each way of looking has its own module:
//!
//! - [`differences`]: rows whose columns split the positive integers, with differences that increase, have the rules of docs/fat-rat.md;
//! - [`grammar`]: short rules, one after the other, the shortest first;
//! - [`invariant`]: a game in which every vector may be taken everywhere or nowhere has these P-positions if and only if the one with all vectors that are
//!   no difference of two of them has, and that is decided; its dual by the ⋆-operator has fewer moves.
//!
//! Whatever is found is text that can be read back, compared with brute force and put to the prover: what is written is what is proved.

pub mod differences;
pub mod grammar;
pub mod invariant;
pub mod target;

use std::fmt;
use std::str::FromStr;

use lang::{CompanionFiles, Diagnostics};
use logic::watch::{Limited, Stopped, Watch};
use proof::bounded::compare;
use proof::{Claim, ClaimOutcome, Prover, Report};
use rules::spec::Spec;

use crate::discover::MOST_MEMORY;
pub use target::{Target, TargetError};

/// A way to look for rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InventMethod {
    /// The construction for differences that increase.
    Differences,
    /// A search through short rules.
    Short,
    /// All vectors that are no difference of two P-positions.
    Invariant,
    /// The P-positions of the game whose moves are the wanted P-positions.
    Star,
}

impl InventMethod {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Differences, Self::Short, Self::Invariant, Self::Star];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Differences => "differences",
            Self::Short => "short",
            Self::Invariant => "invariant",
            Self::Star => "star",
        }
    }
}

impl fmt::Display for InventMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for InventMethod {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|method| method.word() == word);
        found.ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join(", ");
            format!("there is no way `{word}` to look for rules; there are {words}")
        })
    }
}

/// What came of looking for rules.
#[derive(Clone, Debug)]
pub struct Invention {
    /// The rules that were found.
    pub rulesets: Vec<DerivedRuleset>,
    /// The ways that led to none, and why.
    pub without: Vec<(InventMethod, String)>,
    /// What ended the work before every way was tried.
    pub stopped: Option<Stopped>,
}

/// Rules, and how we know that they have the wanted P-positions.
#[derive(Clone, Debug)]
pub struct DerivedRuleset {
    /// How they were found.
    pub method: InventMethod,
    /// The whole file, with the P-positions as its claim.
    pub text: String,
    /// The automata that it names.
    pub beside: CompanionFiles,
    /// The game.
    pub game: Spec,
    /// How we know.
    pub standing: RulesetEvidence,
}

/// How we know that rules have the wanted P-positions.
#[derive(Clone, Debug)]
pub enum RulesetEvidence {
    /// By a proof for all positions.
    Proved(Box<Report>),
    /// By a theorem whose conditions are proved.
    Theorem(&'static str),
    /// Brute force shows the same P-positions with piles up to this; why it is not proved.
    UpTo(u32, String),
}

/// Looks for rules, by each of these methods.
///
/// # Errors
/// If rules that were made here cannot be read; no P-positions are known with which that happens. A limit is part of the answer.
pub fn invent(
    target: &Target,
    methods: &[InventMethod],
    watch: &dyn Watch,
) -> Result<Invention, Diagnostics> {
    let mut invention = Invention {
        rulesets: Vec::new(),
        without: Vec::new(),
        stopped: None,
    };
    let workshop = InventionContext {
        target,
        watch,
        prover: Prover::default(),
    };
    for method in InventMethod::ALL
        .into_iter()
        .filter(|m| methods.contains(m))
    {
        match workshop.made(method) {
            Ok(ruleset) => invention.rulesets.push(ruleset),
            Err(InventionFailure::Without(why)) => invention.without.push((method, why)),
            Err(InventionFailure::Unreadable(faults)) => return Err(faults),
            Err(InventionFailure::Stopped(stopped)) => {
                invention.stopped = Some(stopped);
                break;
            }
        }
    }
    Ok(invention)
}

/// Why a way led to no rules.
#[derive(Debug)]
pub(crate) enum InventionFailure {
    /// There are none, or none was found.
    Without(String),
    /// The work was stopped.
    Stopped(Stopped),
    /// Rules that were made cannot be read.
    Unreadable(Diagnostics),
}

impl From<Stopped> for InventionFailure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<Diagnostics> for InventionFailure {
    fn from(faults: Diagnostics) -> Self {
        Self::Unreadable(faults)
    }
}

/// What every way of looking needs.
pub(crate) struct InventionContext<'a> {
    pub(crate) target: &'a Target,
    pub(crate) watch: &'a dyn Watch,
    pub(crate) prover: Prover,
}

impl InventionContext<'_> {
    fn made(&self, method: InventMethod) -> Result<DerivedRuleset, InventionFailure> {
        match method {
            InventMethod::Differences => differences::made(self),
            InventMethod::Short => grammar::made(self),
            InventMethod::Invariant => invariant::made(self),
            InventMethod::Star => invariant::star(self),
        }
    }

    /// The wanted P-positions with these moves, as a game.
    pub(crate) fn game(
        &self,
        moves: &str,
        beside: &CompanionFiles,
    ) -> Result<(String, Spec), InventionFailure> {
        let text = self.target.with_moves(moves);
        let opened = lang::open_beside(&text, "invented", beside, |_| Vec::new())?;
        Ok((text, opened.spec))
    }

    /// What the prover says of its claim; a limit of memory is that of one proof.
    pub(crate) fn prove(&self, game: &Spec) -> Result<Report, Stopped> {
        self.watch.check()?;
        let budget = Limited::new(self.watch).memory(MOST_MEMORY);
        let report = self.prover.prove_claim(game, Claim::PPositions, &budget);
        match report.outcome {
            ClaimOutcome::Stopped(stopped) if !stopped.is_too_large() => Err(stopped),
            _ => Ok(report),
        }
    }

    /// Does brute force show the claimed P-positions, with piles up to this? Nothing if it cannot be compared.
    pub(crate) fn agrees(&self, game: &Spec, max: u32) -> Result<Option<bool>, Stopped> {
        match compare(game, Claim::PPositions, max, self.watch) {
            Ok(report) => match report.outcome {
                ClaimOutcome::HoldsUpTo(_) => Ok(Some(true)),
                ClaimOutcome::Refuted(_) => Ok(Some(false)),
                ClaimOutcome::Stopped(stopped) => Err(stopped),
                _ => Ok(None),
            },
            Err(proof::bounded::CompareError::Stopped(stopped)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }
}

/// Boards on which rules are compared with the wanted P-positions: a small one, and one that most wrong rules do not pass.
pub(crate) fn boards(piles: usize) -> [u32; 2] {
    match piles {
        1 => [40, 400],
        2 => [12, 60],
        3 => [7, 18],
        4 => [4, 9],
        _ => [3, 5],
    }
}
