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
pub(crate) struct OutcomeJson {
    verdict: VerdictJson,
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
enum VerdictJson {
    Proved,
    Refuted,
    HoldsUpTo,
    Stopped,
}

impl From<ClaimOutcome> for OutcomeJson {
    fn from(outcome: ClaimOutcome) -> Self {
        let why = outcome.undecided();
        let bound = match outcome {
            ClaimOutcome::HoldsUpTo(max) => Some(max),
            _ => None,
        };
        let (verdict, counterexample) = match outcome {
            ClaimOutcome::Proved => (VerdictJson::Proved, None),
            ClaimOutcome::Refuted(counterexample) => (VerdictJson::Refuted, Some(counterexample)),
            ClaimOutcome::HoldsUpTo(_) => (VerdictJson::HoldsUpTo, None),
            ClaimOutcome::Stopped(_)
            | ClaimOutcome::Undecided(_)
            | ClaimOutcome::NoPeriod(_)
            | ClaimOutcome::Open { .. } => (VerdictJson::Stopped, None),
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
pub(crate) struct CounterexampleJson {
    fault: CounterexampleKind,
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
enum CounterexampleKind {
    MoveInside,
    NoMoveInto,
    EndInside,
    NotAPosition,
    SameValue,
    MissingValue,
    Unclear,
    False,
}

impl From<Counterexample> for CounterexampleJson {
    fn from(counterexample: Counterexample) -> Self {
        let mut told = Self {
            fault: CounterexampleKind::False,
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
                told.fault = CounterexampleKind::NotAPosition;
                told.values = named(values);
            }
            Counterexample::MoveInside { from, to, kind } => {
                told.fault = CounterexampleKind::MoveInside;
                told.position = Some(from);
                told.to = Some(to);
                told.kind = Some(kind.to_string());
            }
            Counterexample::NoMoveInto { position } => {
                told.fault = CounterexampleKind::NoMoveInto;
                told.position = Some(position);
            }
            Counterexample::EndInside { position } => {
                told.fault = CounterexampleKind::EndInside;
                told.position = Some(position);
            }
            Counterexample::TooManyInside { from, options, .. } => {
                told.fault = CounterexampleKind::MoveInside;
                told.position = Some(from);
                told.to = options.into_iter().next();
            }
            Counterexample::TooFewInto {
                position, options, ..
            } => {
                told.fault = CounterexampleKind::NoMoveInto;
                told.position = Some(position);
                told.to = options.into_iter().next();
            }
            Counterexample::SameValue {
                from,
                to,
                claimed,
                value,
            } => {
                told.fault = CounterexampleKind::SameValue;
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
                told.fault = CounterexampleKind::MissingValue;
                told.position = Some(position);
                told.claimed = vec![claimed.into()];
                told.value = Some(value);
            }
            Counterexample::Unclear { position, claimed } => {
                told.fault = CounterexampleKind::Unclear;
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
