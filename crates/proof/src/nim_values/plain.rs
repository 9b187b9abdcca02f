//! Nim-values by the rules as they are: small positions first, and the true value of a counterexample.

use std::collections::HashMap;
use std::ops::ControlFlow;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::watch::{Stopped, Watch};
use numeration::natural::{Integer, Natural};
use rules::position::Position;
use rules::ruleset::{RulesError, Ruleset};
use rules::spec::{NimValueClaim, Spec};

use crate::claim::Counterexample;
use crate::small::of_sum;

/// How many options are looked at.
const OPTIONS: usize = 12_000;

/// The rules and the claims, for single positions.
pub(crate) struct BruteForceValues<'a> {
    spec: &'a Spec,
    claims: &'a [NimValueClaim],
    watch: &'a dyn Watch,
}

/// What a look at small positions shows.
pub(super) struct SmallValuesReport {
    /// The claims are right for all positions with at most so many tokens.
    pub(super) tokens: Option<i64>,
    /// The smallest position for which they are wrong.
    pub(super) wrong: Option<Counterexample>,
    /// The positions without a claim, with their nim-values.
    pub(super) left_out: Vec<(Position, u64)>,
}

impl<'a> BruteForceValues<'a> {
    pub(crate) fn new(spec: &'a Spec, claims: &'a [NimValueClaim], watch: &'a dyn Watch) -> Self {
        Self {
            spec,
            claims,
            watch,
        }
    }

    /// Compares the claims with brute force, position by position, as far as that is cheap.
    pub(super) fn look(&self) -> Result<SmallValuesReport, Stopped> {
        let mut known: HashMap<Position, u64> = HashMap::new();
        let mut looked = SmallValuesReport {
            tokens: None,
            wrong: None,
            left_out: Vec::new(),
        };
        let mut left = OPTIONS;
        for sum in 0.. {
            for position in of_sum(self.spec, sum) {
                if !self.spec.has(&position) {
                    left = left.saturating_sub(1);
                    if left == 0 {
                        return Ok(looked);
                    }
                    continue;
                }
                let (Some(options), Some(claimed)) =
                    (self.options(&position, left)?, self.claimed(&position)?)
                else {
                    return Ok(looked);
                };
                left = left.saturating_sub(options.len() + 1);
                let values: Option<Vec<u64>> =
                    options.iter().map(|to| known.get(to).copied()).collect();
                let Some(values) = values else {
                    return Ok(looked);
                };
                let value = mex(&values);
                looked.wrong = wrong(&position, &claimed, value, || {
                    let all = options.iter().zip(&values);
                    let same = all.filter(|(_, value)| claimed.iter().any(|c| c == *value));
                    same.map(|(to, _)| to.clone()).min_by_key(super::size)
                });
                if looked.wrong.is_some() || left == 0 {
                    return Ok(looked);
                }
                if claimed.is_empty() {
                    looked.left_out.push((position.clone(), value));
                }
                known.insert(position, value);
            }
            looked.tokens = i64::try_from(sum).ok();
        }
        Ok(looked)
    }

    /// Why what is claimed of a position is wrong, if it is, given the nim-values of all positions.
    pub(crate) fn refuted_by(
        &self,
        position: &Position,
        value_of: impl Fn(&Position) -> Option<u64>,
    ) -> Result<Option<Counterexample>, EvaluationError> {
        let claimed = self.values(position)?;
        let Some(value) = value_of(position) else {
            return Ok(None);
        };
        let is_claimed = |option: &Position| {
            let value = value_of(option);
            value.is_some_and(|value| claimed.iter().any(|claimed| *claimed == value))
        };
        let mut stopped = None;
        let found = wrong(position, &claimed, value, || {
            let options = self.options(position, usize::MAX);
            let options = options.unwrap_or_else(|reason| {
                stopped = Some(reason);
                None
            });
            options.into_iter().flatten().find(is_claimed)
        });
        match stopped {
            Some(reason) => Err(reason.into()),
            None => Ok(found),
        }
    }

    /// The counterexample with what can be said about it cheaply.
    pub(super) fn explain(&self, found: Counterexample) -> Result<Counterexample, Stopped> {
        Ok(match found {
            Counterexample::Unclear { position, .. } => {
                let claimed = self.claimed(&position)?.unwrap_or_default();
                match claimed.as_slice() {
                    // The other value is that of a proved P-position.
                    [one] if *one > 0 => Counterexample::MissingValue {
                        claimed: Natural::try_from(one.clone()).unwrap_or_default(),
                        value: Natural::default(),
                        position,
                    },
                    _ => Counterexample::Unclear { position, claimed },
                }
            }
            Counterexample::SameValue {
                from, to, claimed, ..
            } => {
                let value = self.value_from_claims(&from)?;
                // With options that have no claim, only brute force tells the value.
                let looked = match value {
                    None => self.look()?.wrong,
                    Some(_) => None,
                };
                looked.unwrap_or(Counterexample::SameValue {
                    from,
                    to,
                    claimed,
                    value,
                })
            }
            other => other,
        })
    }

    /// The nim-value of a position whose options all have the claimed values.
    fn value_from_claims(&self, position: &Position) -> Result<Option<Natural>, Stopped> {
        let Some(options) = self.options(position, OPTIONS)? else {
            return Ok(None);
        };
        let mut values = Vec::new();
        for option in options {
            match self.claimed(&option)?.as_deref() {
                Some([one]) => values.extend(u64::try_from(one).ok()),
                _ => return Ok(None),
            }
        }
        Ok(Some(Natural::from(mex(&values))))
    }

    /// The options, each once; nothing if they are too many or cannot be found.
    fn options(&self, position: &Position, most: usize) -> Result<Option<Vec<Position>>, Stopped> {
        self.watch.check()?;
        let mut options = Vec::new();
        let all = self.spec.for_each_move(position, self.watch, &mut |found| {
            options.push(found.to);
            if options.len() > most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match all {
            Ok(ControlFlow::Continue(())) => {
                options.sort_by_cached_key(super::size);
                options.dedup();
                Ok(Some(options))
            }
            Ok(ControlFlow::Break(())) | Err(RulesError::Evaluation(_)) => Ok(None),
            Err(RulesError::Stopped(reason)) => Err(reason),
        }
    }

    /// The different values that are claimed for a position; nothing if they cannot be evaluated.
    fn claimed(&self, position: &Position) -> Result<Option<Vec<Integer>>, Stopped> {
        self.watch.check()?;
        Ok(self.values(position).ok())
    }

    /// The same, or why they cannot be evaluated.
    fn values(&self, position: &Position) -> Result<Vec<Integer>, EvaluationError> {
        let mut known = Assignment::new();
        for (index, pile) in position.piles().iter().enumerate() {
            known.set(&self.spec.before(index), Integer::from(pile.clone()));
        }
        let evaluator = Evaluator::new(self.watch);
        let mut values = Vec::new();
        for claim in self.claims {
            if !evaluator.holds(&claim.condition, &known)? {
                continue;
            }
            let value = evaluator.value(&claim.value, &known)?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Ok(values)
    }
}

/// Why the claimed values are not this one, if they are not.
fn wrong(
    position: &Position,
    claimed: &[Integer],
    value: u64,
    same: impl FnOnce() -> Option<Position>,
) -> Option<Counterexample> {
    let position = position.clone();
    match claimed {
        [] => None,
        [one] if *one < 0 => Some(Counterexample::Unclear {
            position,
            claimed: claimed.to_vec(),
        }),
        [one] => {
            let claimed = Natural::try_from(one.clone()).unwrap_or_default();
            let value = Natural::from(value);
            match value.cmp(&claimed) {
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(Counterexample::MissingValue {
                    position,
                    claimed,
                    value,
                }),
                std::cmp::Ordering::Greater => Some(Counterexample::SameValue {
                    from: position,
                    to: same(),
                    claimed,
                    value: Some(value),
                }),
            }
        }
        several => Some(Counterexample::Unclear {
            position,
            claimed: several.to_vec(),
        }),
    }
}

/// The least number that is not among these.
fn mex(values: &[u64]) -> u64 {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    let gap = values
        .iter()
        .enumerate()
        .find(|(index, value)| *index as u64 != **value);
    gap.map_or(values.len(), |(index, _)| index) as u64
}
