//! What can be claimed about a game, and what becomes of a claim.

use std::fmt;

use logic::arithmetic::verify::Foundations;
use logic::decide::DecideError;
use logic::watch::Stopped;
use numeration::natural::{Integer, Natural};
use rules::json::Text;
use rules::position::Position;
use rules::ruleset::Kind;
use rules::spec::Spec;
use schemars::JsonSchema;
use serde::Serialize;

use crate::told::{Arithmetic, CounterexampleJson, OutcomeJson};

rules::described_as! {
    ClaimOutcome => OutcomeJson,
    Counterexample => CounterexampleJson,
}

use crate::p_positions::MovePattern;

/// A claim of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// `P = …`
    PPositions,
    /// `misere P = …`
    MiserePPositions,
    /// `nim-value = …`
    NimValues,
    /// The theorem with this place in the list of theorems.
    Theorem(usize),
}

impl Claim {
    /// Its name: `P-positions`, `misere P-positions`, `nim-values`, or the theorem's own.
    pub fn name(self, spec: &Spec) -> &str {
        match self {
            Self::PPositions => "P-positions",
            Self::MiserePPositions => "misere P-positions",
            Self::NimValues => "nim-values",
            Self::Theorem(index) => spec
                .theorems
                .get(index)
                .map_or("", |theorem| theorem.name.as_str()),
        }
    }
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// Which claim.
    #[serde(skip)]
    pub claim: Claim,
    /// Its name: `P-positions`, `nim-values`, or the theorem's own.
    pub name: String,
    /// What was found out.
    #[serde(flatten)]
    pub outcome: ClaimOutcome,
    /// The size of the largest automaton on the way, in nodes.
    #[serde(with = "Text")]
    pub largest_automaton: usize,
    /// What the arithmetic of the numeration system rests on; nothing if the claim was not decided.
    #[serde(
        rename = "arithmetic",
        with = "Arithmetic",
        skip_serializing_if = "Option::is_none"
    )]
    pub foundations: Option<Foundations>,
    /// Is it true because it speaks of no position?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub empty: bool,
    /// What the search leaves, if the claim is proved.
    #[serde(skip)]
    pub proof: Option<Proof>,
}

/// What a search leaves of a claim that it proved: enough to write a certificate, and to play, without another search.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    pub(crate) claim: Claim,
    pub(crate) trail: ProofTrace,
}

/// How a search got to its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ProofTrace {
    /// These ways together lead from every position outside the claimed P-positions to one of them.
    Ways(Vec<MovePattern>),
    /// These values of its leading variables make a sentence `exists …` true.
    Witness(Vec<Natural>),
    /// It leaves nothing that would help.
    Nothing,
}

/// What was found out about a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "OutcomeJson")]
pub enum ClaimOutcome {
    /// True for all positions, of any size.
    Proved,
    /// False, with the smallest counterexample.
    Refuted(Counterexample),
    /// Compared with brute force and not refuted: true for piles, and for the numbers of a sentence together, up to this. No
    /// more is known.
    HoldsUpTo(u32),
    /// Not decided, because a limit was reached.
    Stopped(Stopped),
    /// Not decided, because it lies outside what can be decided here; the reason is a sentence.
    Undecided(DecideError),
    /// Not decided, because it is about heaps that split, and their nim-values have no proved period by which it could be;
    /// the reason is a sentence.
    NoPeriod(String),
    /// Not decided, because the nim-value of a position may depend on positions for which none is claimed.
    Open {
        /// The smallest such position.
        position: Position,
        /// An option of it without a claimed nim-value.
        option: Option<Position>,
    },
}

impl ClaimOutcome {
    /// Why a claim was not decided; nothing if it was.
    pub fn undecided(&self) -> Option<String> {
        match self {
            Self::Proved | Self::Refuted(_) | Self::HoldsUpTo(_) => None,
            Self::Stopped(reason) => Some(reason.to_string()),
            Self::Undecided(reason) => Some(reason.to_string()),
            Self::NoPeriod(reason) => Some(reason.clone()),
            Self::Open {
                position,
                option: Some(option),
            } => Some(format!(
                "the nim-value of {position} may depend on its option {option}, for which none is claimed"
            )),
            Self::Open { position, .. } => Some(format!(
                "the nim-value of {position} may depend on options for which none is claimed"
            )),
        }
    }
}

/// Why a claim is false: the smallest counterexample.
///
/// Positions are compared by their number of tokens, then pile by pile; the values of variables by their sum, then
/// one by one in the order in which they are written. A claimed set with members that are not positions is refuted by the
/// smallest values that give such a member, whatever else is wrong with it. Of faults at one position, `Unclear` comes
/// before `MissingValue` and that before `SameValue`; a move begins at the position that counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "CounterexampleJson")]
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
        /// The smallest one that can be reached.
        to: Position,
        /// The kind of move.
        kind: Kind,
    },
    /// A position outside the claimed set has no move into it.
    NoMoveInto {
        /// The position.
        position: Position,
    },
    /// No move is left at a claimed P-position of misère play: whoever cannot move wins.
    EndInside {
        /// The position.
        position: Position,
    },
    /// More options of a claimed P-position are claimed to be P-positions than the opponent may forbid.
    TooManyInside {
        /// The claimed P-position.
        from: Position,
        /// Those options, the smallest first, as far as they were soon found.
        options: Vec<Position>,
        /// So many may be forbidden.
        blocking: u32,
    },
    /// Of a position outside the claimed set, no more options are in it than the opponent may forbid.
    TooFewInto {
        /// The position.
        position: Position,
        /// Those options, the smallest first, as far as they were soon found.
        options: Vec<Position>,
        /// So many may be forbidden.
        blocking: u32,
    },
    /// Two positions joined by a move are claimed to have the same nim-value.
    SameValue {
        /// The position moved from.
        from: Position,
        /// The smallest option with that value.
        to: Option<Position>,
        /// The value claimed for both.
        claimed: Natural,
        /// The nim-value of the position, where it is known.
        value: Option<Natural>,
    },
    /// A nim-value smaller than the claimed one is not that of any option, so that it is the position's own.
    MissingValue {
        /// The position.
        position: Position,
        /// The value claimed for it.
        claimed: Natural,
        /// Its nim-value.
        value: Natural,
    },
    /// Two different nim-values are claimed for a position, or a negative one.
    Unclear {
        /// The position.
        position: Position,
        /// The values claimed for it, as far as they are known.
        claimed: Vec<Integer>,
    },
    /// Values of the variables of a sentence that make it false; none where it is not of the form `forall …`.
    Values(Vec<(String, Natural)>),
}

impl Counterexample {
    /// The position that it is about, if it is one.
    pub fn position(&self) -> Option<&Position> {
        match self {
            Self::MoveInside { from: position, .. }
            | Self::NoMoveInto { position }
            | Self::EndInside { position }
            | Self::TooManyInside { from: position, .. }
            | Self::TooFewInto { position, .. }
            | Self::SameValue { from: position, .. }
            | Self::MissingValue { position, .. }
            | Self::Unclear { position, .. } => Some(position),
            Self::NotAPosition { .. } | Self::Values(_) => None,
        }
    }
}

/// Positions behind a colon; nothing if there are none.
fn listed(positions: &[Position]) -> String {
    let positions: Vec<String> = positions.iter().map(Position::to_string).collect();
    match positions.is_empty() {
        true => String::new(),
        false => format!(": {}", positions.join(", ")),
    }
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
            Self::NotAPosition { values } if values.is_empty() => {
                f.write_str("a member of the claimed set is not a position")
            }
            Self::NotAPosition { values } => {
                write!(f, "the member with {} is not a position", list(values))
            }
            Self::MoveInside { from, to, kind } => {
                write!(
                    f,
                    "{from} and {to} are both claimed to be P-positions, and \"{kind}\" leads from one to the other"
                )
            }
            Self::NoMoveInto { position } => {
                write!(
                    f,
                    "{position} is not claimed to be a P-position, and no move leads from it to one that is"
                )
            }
            Self::EndInside { position } => write!(
                f,
                "{position} is claimed to be a P-position of misère play, and no move is left there, which wins"
            ),
            Self::TooManyInside {
                from,
                options,
                blocking,
            } => write!(
                f,
                "{from} is claimed to be a P-position, and more than {blocking} of its options are too{}",
                listed(options)
            ),
            Self::TooFewInto {
                position,
                options,
                blocking,
            } => write!(
                f,
                "{position} is not claimed to be a P-position, and at most {blocking} of its options are{}",
                listed(options)
            ),
            Self::SameValue {
                from,
                to,
                claimed,
                value,
            } => {
                match to {
                    Some(to) => write!(
                        f,
                        "{from} and its option {to} are both claimed to have the nim-value {claimed}"
                    )?,
                    None => write!(
                        f,
                        "{from} is claimed to have the nim-value {claimed}, which one of its options has"
                    )?,
                }
                match value {
                    Some(value) => write!(f, "; that of {from} is {value}"),
                    None => Ok(()),
                }
            }
            Self::MissingValue {
                position,
                claimed,
                value,
            } => {
                write!(
                    f,
                    "{position} is claimed to have the nim-value {claimed}, and has {value}: no option has that value"
                )
            }
            Self::Unclear { position, claimed } => match claimed.as_slice() {
                [negative] => {
                    write!(f, "{position} is claimed to have the nim-value {negative}")
                }
                [one, other, ..] => write!(
                    f,
                    "{position} is claimed to have the nim-values {one} and {other}"
                ),
                [] => write!(f, "{position} needs exactly one claimed nim-value"),
            },
            Self::Values(values) if values.is_empty() => f.write_str("the sentence is false"),
            Self::Values(values) => write!(f, "it is false for {}", list(values)),
        }
    }
}
