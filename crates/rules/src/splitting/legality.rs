//! Is a move of a [`SplittingSpec`] legal, and if not, why not?
//!
//! Two positions tell which heap was replaced: the parts are smaller than it, so that it is the one heap that is there before
//! and missing after, and the parts are all that is new. For a move that is not legal each kind says which of its clauses
//! fail, for the arrangement of the parts with the fewest failures.

use logic::Formula;
use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::explain::explain;
use logic::watch::Watch;
use numeration::abbreviated::abbreviated;
use numeration::natural::{Integer, Natural};

use super::spec::{SplitRule, SplittingSpec};
use super::splits::{allowed, filled};
use crate::arrangement::arrangements;
use crate::legality::conjuncts;
use crate::position::Position;
use crate::ruleset::{IllegalMove, Kind, Legality, Reason, RulesError};
use crate::spec::PileOrder;

/// So many heaps are named in a reason.
const MOST_NAMED: usize = 6;

/// See [`Ruleset::legal`](crate::ruleset::Ruleset::legal).
pub(super) fn legal(
    spec: &SplittingSpec,
    from: &Position,
    to: &Position,
    watch: &dyn Watch,
) -> Result<Legality, RulesError> {
    let refused = |reasons| IllegalMove {
        from: from.clone(),
        to: to.clone(),
        reasons,
    };
    let replaced = match ReplacedHeap::between(from.piles(), to.piles()) {
        Ok(replaced) => replaced,
        Err(text) => return Ok(Err(refused(vec![Reason { kind: None, text }]))),
    };
    let question = SplitLegalityCheck {
        spec,
        evaluator: Evaluator::new(watch),
        replaced,
    };
    let kinds = question.kinds()?;
    if !kinds.is_empty() {
        return Ok(Ok(kinds));
    }
    Ok(Err(refused(question.failures()?)))
}

/// A heap and what came in its place.
struct ReplacedHeap {
    heap: Natural,
    /// From the smallest to the largest, none empty.
    parts: Vec<Natural>,
}

impl ReplacedHeap {
    /// The heap that was replaced, of two positions; or why no move leads from one to the other, whatever the rules say.
    fn between(from: &[Natural], to: &[Natural]) -> Result<Self, String> {
        let (gone, parts) = differences(from, to);
        let heap = match gone.as_slice() {
            [heap] => (*heap).clone(),
            [] if parts.is_empty() => return Err("no heap changes".to_owned()),
            [] => {
                return Err(format!(
                    "every heap is still there, and {} would come in addition",
                    listed(&parts)
                ));
            }
            several => {
                return Err(format!(
                    "a move replaces one heap, and {} would be gone",
                    listed(several)
                ));
            }
        };
        let large: Vec<&Natural> = parts.iter().copied().filter(|part| **part > heap).collect();
        if !large.is_empty() {
            return Err(format!(
                "every part is smaller than the heap it came from, and {} would come from {}",
                listed(&large),
                abbreviated(&heap)
            ));
        }
        let parts = parts.into_iter().cloned().collect();
        Ok(Self { heap, parts })
    }
}

/// What is in the first list only, and what is in the second only; both are sorted.
fn differences<'a>(from: &'a [Natural], to: &'a [Natural]) -> (Vec<&'a Natural>, Vec<&'a Natural>) {
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    let (mut old, mut later) = (from.iter().peekable(), to.iter().peekable());
    loop {
        match (old.peek(), later.peek()) {
            (Some(before), Some(after)) if before == after => {
                old.next();
                later.next();
            }
            (Some(before), Some(after)) if before < after => gone.extend(old.next()),
            (_, Some(_)) => new.extend(later.next()),
            (Some(_), None) => gone.extend(old.next()),
            (None, None) => return (gone, new),
        }
    }
}

/// Heaps in a sentence.
fn listed(heaps: &[&Natural]) -> String {
    let named: Vec<String> = heaps
        .iter()
        .take(MOST_NAMED)
        .map(|heap| abbreviated(heap))
        .collect();
    let more = heaps.len() - named.len();
    match (named.as_slice(), more) {
        (named, 1..) => format!("{} and {more} more", named.join(", ")),
        ([rest @ .., last], 0) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (named, 0) => named.concat(),
    }
}

struct SplitLegalityCheck<'a> {
    spec: &'a SplittingSpec,
    evaluator: Evaluator<'a>,
    replaced: ReplacedHeap,
}

impl SplitLegalityCheck<'_> {
    fn known(&self) -> Assignment {
        let heap = Integer::from(&self.replaced.heap);
        [(self.spec.heap_variable(), heap)].into_iter().collect()
    }

    /// The kinds that allow the move in some arrangement of the parts.
    fn kinds(&self) -> Result<Vec<Kind>, RulesError> {
        let known = self.known();
        let mut kinds = Vec::new();
        for rule in &self.spec.moves {
            let wanted = Formula::And(rule.clauses.to_vec());
            let wanted = self.evaluator.simplify(&wanted, &known)?;
            let parts = &self.replaced.parts;
            if allowed(&self.evaluator, rule, &wanted, parts, &known)?.is_some() {
                kinds.push(rule.kind.clone());
            }
        }
        Ok(kinds)
    }

    /// For every kind, why it does not allow the move.
    fn failures(&self) -> Result<Vec<Reason>, RulesError> {
        let mut reasons = Vec::new();
        for rule in &self.spec.moves {
            let reason = |text| Reason {
                kind: Some(rule.kind.clone()),
                text,
            };
            let (heap, parts) = (abbreviated(&self.replaced.heap), &self.replaced.parts);
            let Some(filled) = filled(rule, parts) else {
                reasons.push(reason(match rule.parts.len() {
                    1 => format!("{heap} becomes one heap at most, and here {}", parts.len()),
                    most => format!(
                        "{heap} becomes {most} heaps at most, and here {}",
                        parts.len()
                    ),
                }));
                continue;
            };
            let arrangement = self.nearest_arrangement(rule, &filled)?;
            let preface = preface(rule, &arrangement);
            let known = self.with_parts(rule, &arrangement);
            for text in explain(&self.evaluator, &rule.clauses, &known)? {
                reasons.push(reason(format!("{preface}{text}")));
            }
        }
        Ok(reasons)
    }

    /// The arrangement in which the fewest clauses of the rule fail; the first of them.
    fn nearest_arrangement(
        &self,
        rule: &SplitRule,
        filled: &[Natural],
    ) -> Result<Vec<Natural>, RulesError> {
        let clauses = conjuncts(&rule.clauses);
        let mut best: Option<(usize, Vec<Natural>)> = None;
        for arrangement in arrangements(filled, PileOrder::Sorted) {
            let known = self.with_parts(rule, &arrangement);
            let failures = self.count_failures(&clauses, &known)?;
            if best.as_ref().is_none_or(|(fewest, _)| failures < *fewest) {
                best = Some((failures, arrangement));
            }
        }
        Ok(best.map_or_else(|| filled.to_vec(), |(_, arrangement)| arrangement))
    }

    fn count_failures(
        &self,
        clauses: &[&Formula],
        known: &Assignment,
    ) -> Result<usize, EvaluationError> {
        clauses.iter().try_fold(0, |failures, clause| {
            Ok(failures + usize::from(!self.evaluator.holds(clause, known)?))
        })
    }

    fn with_parts(&self, rule: &SplitRule, parts: &[Natural]) -> Assignment {
        let mut known = self.known();
        for (variable, part) in rule.parts.iter().zip(parts) {
            known.set(variable, Integer::from(part));
        }
        known
    }
}

/// Says which part is which.
fn preface(rule: &SplitRule, arrangement: &[Natural]) -> String {
    let parts = rule.parts.iter().zip(arrangement);
    let parts: Vec<String> = parts
        .map(|(variable, part)| format!("{variable} = {}", abbreviated(part)))
        .collect();
    format!("with {}: ", parts.join(", "))
}
