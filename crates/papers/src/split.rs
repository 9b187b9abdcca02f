//! Do sequences ⌊nα+γ⌋ split the positive integers? And which rational ones do?

use lab::{LabError, Request, beatty_formula, beatty_sequences};
use logic::watch::{Progress, Stopped, Watch};
use numeration::beatty::Beatty;
use numeration::natural::{Integer, Natural};
use numeration::splitting::{self, SplittingError, SplittingFault, SplittingVerdict};
use rules::json::{Complete, MaybeText, Text};
use schemars::JsonSchema;
use serde::Serialize;

use crate::splittings;

/// Do these sequences split the positive integers?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitRequest {
    /// The sequences floor(n*A+G), each as `A,G` or `A` alone.
    pub sequences: Vec<String>,
}

/// The answer to a [`SplitRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SplitAnswer {
    /// Do they split? Nothing if that could not be decided.
    pub splits: Option<bool>,
    /// The sequences.
    pub sequences: Vec<SequenceStart>,
    /// The reason.
    pub why: String,
    /// The first number that is missed, if that is the fault.
    #[serde(with = "MaybeText", skip_serializing_if = "Option::is_none")]
    pub missed: Option<Natural>,
    /// The first number that is hit twice, if that is the fault.
    #[serde(with = "MaybeText", skip_serializing_if = "Option::is_none")]
    pub hit_twice: Option<Natural>,
    /// All of this.
    #[serde(skip)]
    pub verdict: SplittingVerdict,
}

impl SplitAnswer {
    fn new(sequences: Vec<SequenceStart>, verdict: SplittingVerdict) -> Self {
        let (splits, why) = match &verdict {
            SplittingVerdict::Splits(structure) => (Some(true), structure.to_string()),
            SplittingVerdict::Fails(fault) => (Some(false), fault.to_string()),
            SplittingVerdict::FailsLater(reason) => (
                Some(false),
                format!("{reason}; the first fault is too far away to be found here"),
            ),
            SplittingVerdict::NoFaultUpTo(bound) => (
                None,
                format!("no fault up to {bound}; beyond, nothing is decided"),
            ),
        };
        let (missed, hit_twice) = match &verdict {
            SplittingVerdict::Fails(SplittingFault::Missed { value }) => {
                (Some(value.clone()), None)
            }
            SplittingVerdict::Fails(SplittingFault::HitTwice { value, .. }) => {
                (None, Some(value.clone()))
            }
            _ => (None, None),
        };
        Self {
            splits,
            sequences,
            why,
            missed,
            hit_twice,
            verdict,
        }
    }
}

/// A sequence floor(n*A+G) with its first terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct SequenceStart {
    /// Its formula.
    pub formula: String,
    /// Its terms for n = 1, 2, ….
    #[serde(skip)]
    pub terms: Vec<Integer>,
}

/// Which rational splittings into so many sequences with different moduli are there?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplittingsRequest {
    /// How many sequences.
    pub sequences: usize,
    /// The largest common numerator.
    pub max_numerator: u64,
}

/// The answer to a [`SplittingsRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SplittingsAnswer {
    /// One splitting for each list of moduli that has one.
    #[serde(rename = "splittings")]
    pub found: Vec<FoundSplitting>,
    /// In how many ways sequences were placed, one after the other, until they split or could not.
    #[serde(with = "Text")]
    pub examined: u64,
    /// All common numerators up to this one were searched.
    #[serde(with = "Text")]
    pub complete_up_to: u64,
    /// What stopped the search.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
    /// Does it speak against Fraenkel's conjecture, which is about three sequences or more?
    pub refutes_conjecture: bool,
}

/// A splitting that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundSplitting {
    /// The common numerator of the moduli.
    #[serde(with = "Text")]
    pub numerator: u64,
    /// The formulas of the sequences.
    pub sequences: Vec<String>,
    /// Is it the one of Fraenkel's conjecture?
    pub fraenkel: bool,
}

/// So many terms of each sequence are shown.
const SHOWN: u64 = 8;
/// The integers up to this one are tried before the theory is asked.
const FIRST_LIMIT: u64 = 10_000;

impl Request for SplitRequest {
    type Answer = SplitAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<SplitAnswer, LabError> {
        let sequences = beatty_sequences(&self.sequences)?;
        watch.check()?;
        let verdict = match splitting::decide(&sequences, FIRST_LIMIT).map_err(refused)? {
            SplittingVerdict::FailsLater(reason) => match locate(&sequences, watch)? {
                Some(fault) => SplittingVerdict::Fails(fault),
                None => SplittingVerdict::FailsLater(reason),
            },
            verdict => verdict,
        };
        let sequences = sequences.iter().map(start).collect::<Result<_, _>>()?;
        Ok(SplitAnswer::new(sequences, verdict))
    }
}

impl Request for SplittingsRequest {
    type Answer = SplittingsAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<SplittingsAnswer, LabError> {
        if self.sequences < 2 {
            return Err(LabError::input(
                "a search needs at least 2 sequences, such as --search 3",
            ));
        }
        let outcome = splittings::search(self.sequences, self.max_numerator, watch);
        let found = outcome.found.iter().map(|splitting| {
            let sequences = splitting
                .sequences()
                .map_err(|error| LabError::Beyond(error.to_string()))?;
            Ok(FoundSplitting {
                numerator: splitting.numerator,
                sequences: sequences.iter().map(beatty_formula).collect(),
                fraenkel: splitting.is_fraenkel(),
            })
        });
        let found = found.collect::<Result<Vec<FoundSplitting>, LabError>>()?;
        let refutes =
            |splitting: &FoundSplitting| splitting.sequences.len() >= 3 && !splitting.fraenkel;
        Ok(SplittingsAnswer {
            refutes_conjecture: found.iter().any(refutes),
            found,
            examined: outcome.examined,
            complete_up_to: outcome.complete_up_to,
            stopped: outcome.stopped,
        })
    }
}

/// The first fault of sequences that are known to have one: ever longer stretches are looked at. None if the watch
/// ends that.
fn locate(sequences: &[Beatty], watch: &dyn Watch) -> Result<Option<SplittingFault>, LabError> {
    let mut limit = FIRST_LIMIT;
    while watch.check().is_ok() {
        limit = limit.saturating_mul(4);
        watch.progress(Progress {
            step: "looking for the first fault",
            done: limit,
            total: None,
        });
        if let Some(fault) = splitting::first_fault(sequences, limit).map_err(refused)? {
            return Ok(Some(fault));
        }
    }
    Ok(None)
}

fn refused(error: SplittingError) -> LabError {
    match error {
        SplittingError::Real(_) => LabError::Beyond(error.to_string()),
        _ => LabError::input(error.to_string()),
    }
}

fn start(sequence: &Beatty) -> Result<SequenceStart, LabError> {
    let terms = (1..=SHOWN).map(|n| sequence.term(&Integer::from(n)));
    Ok(SequenceStart {
        formula: beatty_formula(sequence),
        terms: terms
            .collect::<Result<_, _>>()
            .map_err(|error| LabError::Beyond(error.to_string()))?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeMap;

    use logic::watch::Unwatched;
    use proptest::prelude::*;

    use super::*;

    fn ask(sequences: &[&str]) -> SplitAnswer {
        let sequences = sequences.iter().map(|&text| text.to_owned()).collect();
        SplitRequest { sequences }.answer(&Unwatched).unwrap()
    }

    fn check(sequences: &[&str], expected: &str) {
        assert_eq!(ask(sequences).why, expected);
    }

    #[test]
    fn yes_and_why_or_no_and_where() {
        check(
            &["7/4", "7/2,-1", "7,-3"],
            "the moduli (2^3-1)/2^(3-k), k = 1, …, 3, of Fraenkel's \
             conjecture",
        );
        check(
            &["phi", "phi^2"],
            "two irrational moduli with 1/alpha + 1/beta = 1",
        );
        check(&["7/4", "7/2", "7,-3"], "2 is in no sequence");
        check(&["2", "2"], "1 is in no sequence");
    }

    /// The densities add up to a little less than 1: the fault is far away, and is found.
    #[test]
    fn a_far_fault_is_located() {
        check(&["2", "2+1/50000,-1"], "99999 is in no sequence");
    }

    #[test]
    fn only_the_splitting_of_the_conjecture_is_found() {
        for (sequences, bound, numerator) in [(3, 25, 7), (4, 25, 15)] {
            let answer = SplittingsRequest {
                sequences,
                max_numerator: bound,
            }
            .answer(&Unwatched)
            .unwrap();
            assert!(!answer.refutes_conjecture);
            assert_eq!(answer.complete_up_to, bound);
            assert_eq!(
                answer
                    .found
                    .iter()
                    .map(|one| one.numerator)
                    .collect::<Vec<_>>(),
                [numerator]
            );
        }
    }

    proptest! {
        /// A fault is where counting says, and where there is none nothing is counted wrong.
        #[test]
        fn faults_agree_with_counting(moduli in prop::collection::vec((1_u64..12, 1_u64..5, -4_i64..4), 1..4)) {
            let texts: Vec<String> = moduli.iter().map(|(p, q, g)| format!("{p}/{q},{g}")).collect();
            let answer = SplitRequest { sequences: texts }.answer(&Unwatched).unwrap();
            let mut hits: BTreeMap<i64, u32> = BTreeMap::new();
            for &(p, q, g) in &moduli {
                for n in 1..2000_i64 {
                    *hits.entry((n * p as i64).div_euclid(q as i64) + g).or_default() += 1;
                }
            }
            let first = (1..100).find(|k| hits.get(k) != Some(&1));
            let below = hits.keys().next().is_some_and(|least| *least < 1);
            match &answer.verdict {
                SplittingVerdict::Splits(_) => prop_assert!(first.is_none() && !below),
                SplittingVerdict::Fails(SplittingFault::Missed { value } | SplittingFault::HitTwice { value, .. }) => {
                    prop_assert_eq!(value.to_string(), first.unwrap_or(0).to_string());
                }
                SplittingVerdict::Fails(SplittingFault::NotPositive { .. }) => prop_assert!(below),
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }
}
