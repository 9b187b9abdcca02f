//! Reports and counterexamples as a program reads them: every key is there, whatever the claim.

use std::collections::BTreeMap;

use logic::arithmetic::verify::Foundations;
use numeration::natural::{Integer, Natural};
use rules::json::{MaybeText, Text, Texts};
use rules::position::Position;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::claim::{ClaimOutcome, Counterexample};

/// What became of a claim.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ToldOutcome {
    verdict: ToldVerdict,
    counterexample: Option<Counterexample>,
    /// Up to where the claim was compared with brute force.
    #[serde(with = "MaybeText", skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    /// Why the claim was not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum ToldVerdict {
    Proved,
    Refuted,
    HoldsUpTo,
    Stopped,
}

impl From<ClaimOutcome> for ToldOutcome {
    fn from(outcome: ClaimOutcome) -> Self {
        let why = outcome.undecided();
        let bound = match outcome {
            ClaimOutcome::HoldsUpTo(max) => Some(max),
            _ => None,
        };
        let (verdict, counterexample) = match outcome {
            ClaimOutcome::Proved => (ToldVerdict::Proved, None),
            ClaimOutcome::Refuted(counterexample) => (ToldVerdict::Refuted, Some(counterexample)),
            ClaimOutcome::HoldsUpTo(_) => (ToldVerdict::HoldsUpTo, None),
            ClaimOutcome::Stopped(_)
            | ClaimOutcome::Undecided(_)
            | ClaimOutcome::NoPeriod(_)
            | ClaimOutcome::Open { .. } => (ToldVerdict::Stopped, None),
        };
        Self {
            verdict,
            counterexample,
            bound,
            why,
        }
    }
}

/// Where a claim fails, and how.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ToldCounterexample {
    fault: Fault,
    /// The position at fault; of an offending move, the one where it begins.
    position: Option<Position>,
    /// Where an offending move leads.
    to: Option<Position>,
    /// The values of variables, by their names.
    values: BTreeMap<String, String>,
    /// The kind of an offending move.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The nim-values that are claimed.
    #[serde(with = "Texts", skip_serializing_if = "Vec::is_empty")]
    claimed: Vec<Integer>,
    /// The nim-value that is true.
    #[serde(with = "MaybeText", skip_serializing_if = "Option::is_none")]
    value: Option<Natural>,
    /// The same in words.
    text: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Fault {
    MoveInside,
    NoMoveInto,
    EndInside,
    NotAPosition,
    SameValue,
    MissingValue,
    Unclear,
    False,
}

impl From<Counterexample> for ToldCounterexample {
    fn from(counterexample: Counterexample) -> Self {
        let mut told = Self {
            fault: Fault::False,
            position: None,
            to: None,
            values: BTreeMap::new(),
            kind: None,
            claimed: Vec::new(),
            value: None,
            text: counterexample.to_string(),
        };
        match counterexample {
            Counterexample::NotAPosition { values } => {
                told.fault = Fault::NotAPosition;
                told.values = named(values);
            }
            Counterexample::MoveInside { from, to, kind } => {
                told.fault = Fault::MoveInside;
                told.position = Some(from);
                told.to = Some(to);
                told.kind = Some(kind.to_string());
            }
            Counterexample::NoMoveInto { position } => {
                told.fault = Fault::NoMoveInto;
                told.position = Some(position);
            }
            Counterexample::EndInside { position } => {
                told.fault = Fault::EndInside;
                told.position = Some(position);
            }
            Counterexample::TooManyInside { from, options, .. } => {
                told.fault = Fault::MoveInside;
                told.position = Some(from);
                told.to = options.into_iter().next();
            }
            Counterexample::TooFewInto {
                position, options, ..
            } => {
                told.fault = Fault::NoMoveInto;
                told.position = Some(position);
                told.to = options.into_iter().next();
            }
            Counterexample::SameValue {
                from,
                to,
                claimed,
                value,
            } => {
                told.fault = Fault::SameValue;
                told.position = Some(from);
                told.to = to;
                told.claimed = vec![claimed.into()];
                told.value = value;
            }
            Counterexample::MissingValue {
                position,
                claimed,
                value,
            } => {
                told.fault = Fault::MissingValue;
                told.position = Some(position);
                told.claimed = vec![claimed.into()];
                told.value = Some(value);
            }
            Counterexample::Unclear { position, claimed } => {
                told.fault = Fault::Unclear;
                told.position = Some(position);
                told.claimed = claimed;
            }
            Counterexample::Values(values) => told.values = named(values),
        }
        told
    }
}

fn named(values: Vec<(String, Natural)>) -> BTreeMap<String, String> {
    let values = values.into_iter();
    values
        .map(|(name, value)| (name, value.to_string()))
        .collect()
}

/// What the arithmetic rests on, in one word.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline)]
pub(crate) enum Arithmetic {
    #[expect(dead_code, reason = "named in the schema")]
    Proved,
    #[expect(dead_code, reason = "named in the schema")]
    Trusted,
}

impl Arithmetic {
    pub(crate) fn serialize<S: Serializer>(
        foundations: &Option<Foundations>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Text::serialize(
            &match foundations {
                Some(Foundations::Proved) => "proved",
                Some(Foundations::Trusted) | None => "trusted",
            },
            serializer,
        )
    }
}
