//! Claims about the single heaps of a game in which heaps split, decided by the period of their nim-values.
//!
//! Where the period is proved, the nim-values of all heaps are a formula: those of the preperiod one by one, the others by their
//! remainders. What is claimed is compared with that formula by automata, as any sentence is, for all heaps. Without
//! a proved period nothing is decided, and the answer says so.

use std::sync::Arc;

use heaps::heaps::SplitHeaps;
use logic::evaluate::{Assignment, Evaluator};
use logic::watch::Watch;
use logic::{Formula, Term, Variable};
use numeration::natural::{Integer, Natural, to_natural};
use proof::{Claim, ClaimOutcome, Counterexample, Prover, Report};
use rules::nim_value::NimValue;
use rules::position::Position;
use rules::spec::{NimValueClaim, Spec, Theorem};
use rules::splitting::SplittingSpec;

/// A longer preperiod and period are not written as a formula.
const LONGEST: u32 = 4000;

/// The heaps of a game whose period is proved, with the game.
pub(crate) struct ProvedHeaps<'g> {
    pub(crate) spec: &'g SplittingSpec,
    pub(crate) heaps: Arc<SplitHeaps>,
}

/// Why a claim about heaps is not decided, for want of a period, which was looked for up to some heap if that has a sense.
pub(crate) fn no_period(spec: &SplittingSpec, looked_at: Option<u32>) -> String {
    let why = match looked_at {
        Some(most) => format!("none is proved by those of the heaps up to {most}"),
        None => "no theorem proves one for rules that say more than how many are taken and how many parts are left".to_owned(),
    };
    format!(
        "claims about the heaps of {} are decided by the period of their nim-values, and {why}; \
         `takeaway prove --max N` compares them with brute force",
        spec.heap.name
    )
}

impl ProvedHeaps<'_> {
    /// What becomes of a claim about single heaps.
    pub(crate) fn decide(&self, claim: Claim, prover: &Prover, watch: &dyn Watch) -> Report {
        let spec = &self.spec.heap;
        let period = self.heaps.period();
        let name = claim.name(spec).to_owned();
        if period.preperiod.saturating_add(period.period) > LONGEST {
            let why = format!(
                "the nim-values have period {} from {} on, which is too long to be compared with a claim for all heaps; \
                 `takeaway prove --max N` compares them with brute force",
                period.period, period.preperiod
            );
            return undecided(claim, name, why);
        }
        let heap = self.spec.heap_variable();
        let sentence = match claim {
            Claim::NimValues => self.values_are(&spec.nim_values),
            _ => self.p_positions_are(spec),
        };
        let sentence = Formula::forall(&heap, sentence);
        let lone = Spec {
            theorems: vec![Theorem {
                name: name.clone(),
                sentence,
            }],
            ..spec.clone()
        };
        let report = prover.prove_claim(&lone, Claim::Theorem(0), watch);
        let outcome = match report.outcome {
            ClaimOutcome::Refuted(Counterexample::Values(values)) => {
                ClaimOutcome::Refuted(self.counterexample(claim, values))
            }
            other => other,
        };
        Report {
            claim,
            name,
            outcome,
            proof: None,
            ..report
        }
    }

    /// "The claimed P-positions are the heaps of nim-value 0."
    fn p_positions_are(&self, spec: &Spec) -> Formula {
        let heap = self.spec.heap_variable();
        let claimed = match &spec.p_positions {
            Some(set) => Formula::member([&heap], set),
            None => Formula::Constant(false),
        };
        claimed.iff(self.value_is(&Term::integer(0)))
    }

    /// "Where a claim speaks of the heap, its nim-value is the claimed one."
    fn values_are(&self, claims: &[NimValueClaim]) -> Formula {
        // The pile after a move is no variable of a game in which heaps split.
        let value = Variable::new(1, "value");
        let one = |claim: &NimValueClaim| {
            let equal = Term::from(&value).equals(claim.value.clone());
            let holds = equal.and(self.value_is(&Term::from(&value)));
            let there = Formula::exists(&value, holds);
            claim.condition.clone().implies(there)
        };
        Formula::all(claims.iter().map(one))
    }

    /// "This is the nim-value of the heap."
    fn value_is(&self, value: &Term) -> Formula {
        let period = self.heaps.period();
        let heap = Term::from(self.spec.heap_variable());
        let (first, length) = (period.preperiod, period.period);
        let known = |heap: u32| {
            let value = self.heaps.value(&Natural::from(heap));
            Integer::from(value.heap())
        };
        let number = |number: u32| Term::Constant(Integer::from(number));
        let alone = (0..first).map(|one| {
            let there = heap.clone().equals(number(one));
            there.and(value.clone().equals(Term::Constant(known(one))))
        });
        let again = (first..first.saturating_add(length)).map(|one| {
            let rest = number(one % length);
            let there = heap.clone().modulo(length).equals(rest);
            // As many periods above the first as there are multiples of the saltus.
            let more = value.clone() - Term::Constant(known(one));
            let periods = (heap.clone() - number(one)).times(period.saltus.clone());
            let equal = more.times(length).equals(periods);
            Formula::And(vec![heap.clone().at_least(number(first)), there, equal])
        });
        Formula::Or(alone.chain(again).collect())
    }

    /// What is wrong with the claim about a heap.
    fn counterexample(&self, claim: Claim, values: Vec<(String, Natural)>) -> Counterexample {
        let [(_, heap)] = values.as_slice() else {
            return Counterexample::Values(values);
        };
        let value = self.heaps.value(heap);
        let position = Position::unchecked(vec![heap.clone()]);
        match claim {
            Claim::NimValues => {
                let claimed = self.claimed(heap);
                let natural = claimed.as_slice().first().and_then(to_natural);
                match (claimed.as_slice(), natural) {
                    ([_], Some(claimed)) => differs(position, claimed, &value),
                    _ => Counterexample::Unclear { position, claimed },
                }
            }
            _ if value != NimValue::ZERO => differs(position, Natural::default(), &value),
            _ => Counterexample::Values(values),
        }
    }

    /// The values that are claimed for a heap.
    fn claimed(&self, heap: &Natural) -> Vec<Integer> {
        let known = [(self.spec.heap_variable(), Integer::from(heap))];
        let known: Assignment = known.into_iter().collect();
        let evaluator = Evaluator::default();
        let claims = self.spec.heap.nim_values.iter();
        let there = claims.filter(|claim| evaluator.holds(&claim.condition, &known) == Ok(true));
        let values = there.filter_map(|claim| evaluator.value(&claim.value, &known).ok());
        let mut values: Vec<Integer> = values.collect();
        values.dedup();
        values
    }
}

/// A heap with another nim-value than the claimed one.
fn differs(position: Position, claimed: Natural, value: &NimValue) -> Counterexample {
    let value = value.heap().clone();
    match value < claimed {
        true => Counterexample::MissingValue {
            position,
            claimed,
            value,
        },
        false => Counterexample::SameValue {
            from: position,
            to: None,
            claimed,
            value: Some(value),
        },
    }
}

/// A claim that was not decided, with the reason.
pub(crate) fn undecided(claim: Claim, name: String, why: String) -> Report {
    Report {
        claim,
        name,
        outcome: ClaimOutcome::NoPeriod(why),
        largest_automaton: 0,
        foundations: None,
        empty: false,
        proof: None,
    }
}

/// A claim about heaps up to a bound, compared with their nim-values.
pub(crate) fn compare(
    spec: &SplittingSpec,
    claim: Claim,
    values: &[NimValue],
    watch: &dyn Watch,
) -> Result<Option<Counterexample>, crate::Error> {
    let evaluator = Evaluator::new(watch);
    for (heap, value) in values.iter().enumerate() {
        let heap = Natural::from(heap);
        let known: Assignment = [(spec.heap_variable(), Integer::from(&heap))]
            .into_iter()
            .collect();
        let position = Position::unchecked(vec![heap.clone()]);
        match (claim, &spec.heap.p_positions) {
            (Claim::PPositions, Some(set)) => {
                let member = Formula::member([&spec.heap_variable()], set);
                match (evaluator.holds(&member, &known)?, *value == NimValue::ZERO) {
                    (true, false) => {
                        return Ok(Some(differs(position, Natural::default(), value)));
                    }
                    (false, true) => {
                        let name = spec.heap.piles.names.first();
                        let name = name.map_or_else(String::new, ToString::to_string);
                        return Ok(Some(Counterexample::Values(vec![(name, heap)])));
                    }
                    _ => {}
                }
            }
            _ => {
                for one in &spec.heap.nim_values {
                    if !evaluator.holds(&one.condition, &known)? {
                        continue;
                    }
                    let claimed = evaluator.value(&one.value, &known)?;
                    match to_natural(&claimed) {
                        Some(claimed) if claimed == *value.heap() => {}
                        Some(claimed) => return Ok(Some(differs(position, claimed, value))),
                        None => {
                            let claimed = vec![claimed];
                            return Ok(Some(Counterexample::Unclear { position, claimed }));
                        }
                    }
                }
            }
        }
        watch.check()?;
    }
    Ok(None)
}
