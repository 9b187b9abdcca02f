//! What can be claimed about a game, and what becomes of a claim.

use std::fmt;

use games::position::Position;
use games::ruleset::Kind;
use games::spec::Spec;
use logic::arithmetic::verify::Foundations;
use logic::decide::DecideError;
use logic::watch::Stopped;
use numeration::natural::Natural;

/// A claim of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// `P = …`
    PPositions,
    /// `nim-value = …`
    NimValues,
    /// The theorem with this place in the list of theorems.
    Theorem(usize),
}

impl Claim {
    /// Its name: `P-positions`, `nim-values`, or the theorem's own.
    pub fn name(self, spec: &Spec) -> &str {
        match self {
            Self::PPositions => "P-positions",
            Self::NimValues => "nim-values",
            Self::Theorem(index) => spec
                .theorems
                .get(index)
                .map_or("", |theorem| theorem.name.as_str()),
        }
    }
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Which claim.
    pub claim: Claim,
    /// Its name: `P-positions`, `nim-values`, or the theorem's own.
    pub name: String,
    /// What was found out.
    pub outcome: Outcome,
    /// The size of the largest automaton on the way, in nodes.
    pub largest_automaton: usize,
    /// What the arithmetic of the numeration system rests on; nothing if the claim was not decided.
    pub foundations: Option<Foundations>,
}

/// What was found out about a claim.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// True for all positions, of any size.
    Proved,
    /// False, with the smallest counterexample.
    Refuted(Counterexample),
    /// Not decided, because a limit was reached.
    Stopped(Stopped),
    /// Not decided, because it lies outside what can be decided here; the reason is a sentence.
    Undecided(DecideError),
}

/// Why a claim is false. Positions are the smallest ones: of least sum, the lexicographically first among those.
#[derive(Clone, Debug, PartialEq)]
pub enum Counterexample {
    /// A member of the claimed set is not a position: piles out of order, or a negative number.
    NotAPosition {
        /// The values of the set's variables, in their order.
        values: Vec<(String, Natural)>,
    },
    /// A move leads from a claimed P-position to a claimed P-position.
    MoveInside {
        /// The claimed P-position.
        from: Position,
        /// The one that can be reached.
        to: Option<Position>,
        /// The kind of move.
        kind: Kind,
    },
    /// A position outside the claimed set has no move into it.
    NoMoveInto {
        /// The position.
        position: Position,
    },
    /// Two positions joined by a move are claimed to have the same nim-value.
    SameValue {
        /// The position moved from.
        from: Position,
    },
    /// No option has this nim-value, although it is smaller than the claimed one.
    MissingValue {
        /// The position.
        position: Position,
        /// The value that no option has.
        value: Natural,
    },
    /// A position has no claimed nim-value, or two, or a negative one, although others are claimed to depend on it.
    Unclear {
        /// The position.
        position: Position,
    },
    /// Values of the variables of a sentence that make it false; none where it is not of the form `forall …`.
    Values(Vec<(String, Natural)>),
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |values: &[(String, Natural)]| {
            values
                .iter()
                .map(|(name, value)| format!("{name} = {value}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match self {
            Self::NotAPosition { values } => {
                write!(f, "the member with {} is not a position", list(values))
            }
            Self::MoveInside {
                from,
                to: Some(to),
                kind,
            } => {
                write!(
                    f,
                    "{from} and {to} are both claimed to be P-positions, and {kind} leads from one to the other"
                )
            }
            Self::MoveInside {
                from,
                to: None,
                kind,
            } => {
                write!(
                    f,
                    "{from} is claimed to be a P-position, and {kind} leads from it to another one"
                )
            }
            Self::NoMoveInto { position } => {
                write!(
                    f,
                    "{position} is not claimed to be a P-position, and no move leads from it to one that is"
                )
            }
            Self::SameValue { from } => write!(
                f,
                "{from} has an option with the nim-value claimed for itself"
            ),
            Self::MissingValue { position, value } => {
                write!(
                    f,
                    "{position} has no option with the nim-value {value}, which is less than the claimed one"
                )
            }
            Self::Unclear { position } => {
                write!(f, "{position} needs exactly one claimed nim-value")
            }
            Self::Values(values) if values.is_empty() => f.write_str("the sentence is false"),
            Self::Values(values) => write!(f, "it is false for {}", list(values)),
        }
    }
}
