//! Why a formula is false on given numbers, in the words of the formula.
//!
//! Each failed part of a conjunction gives one reason: the term as written, its value, and what it must be;
//! for a right-hand side that depends on a condition also what decided it.
//!
//! ```
//! use logic::evaluate::{Assignment, Evaluator};
//! use logic::explain::explain;
//! use logic::{Term, Variable};
//! use numeration::natural::Integer;
//!
//! let [x, k] = [Variable::new(0, "x"), Variable::new(1, "k")];
//! let is_four = Term::from(&x).modulo(7u32).equals(4);
//! let near = Term::from(&k).less(Term::choice(is_four, 6, 5).named("b"));
//! let known: Assignment = [(x, Integer::from(10)), (k, Integer::from(7))].into_iter().collect();
//! let reasons = explain(&Evaluator::default(), &[near], &known)?;
//! assert_eq!(reasons, ["k = 7, must be below b = 5, since x mod 7 = 3, not 4"]);
//! # Ok::<(), logic::evaluate::EvaluationError>(())
//! ```

use std::cmp::Ordering;
use std::ops::ControlFlow;

use numeration::abbreviated::abbreviated_integer;
use numeration::natural::Integer;
use numeration::natural::num::arithmetic::traits::UnsignedAbs;

use crate::bounds::VariableBounds;
use crate::display::{Displayed, NumberStyle};
use crate::evaluate::{Assignment, EvaluationError, Evaluator};
use crate::formula::{Comparison, Formula, HowMany, Piece, Set};
use crate::interval::{Interval, IntervalUnion};
use crate::term::{Term, Variable};
use crate::visit::{FormulaPart, Visitor};

/// Every reason why some of the clauses are false on these numbers; none if all are true.
pub fn explain(
    evaluator: &Evaluator<'_>,
    clauses: &[Formula],
    known: &Assignment,
) -> Result<Vec<String>, EvaluationError> {
    let mut failed = Vec::new();
    for clause in clauses {
        if !evaluator.holds(clause, known)? {
            failed.push(clause);
        }
    }
    Explainer { evaluator }.all(failed.into_iter(), known)
}

/// How much is missing of a formula that is false: less is nearer to being true.
#[derive(Clone, Debug, Default)]
pub struct Miss<'f> {
    /// By how much its comparisons fail, together. What must not hold, and does, counts nothing.
    pub gap: Integer,
    /// Its smallest parts that fail.
    pub failed: Vec<&'f Formula>,
}

impl<'f> Miss<'f> {
    fn new(gap: impl Into<Integer>, failed: &'f Formula) -> Self {
        Self {
            gap: gap.into(),
            failed: vec![failed],
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.gap += other.gap;
        self.failed.extend(other.failed);
        self
    }

    /// Which one is nearer?
    pub fn by_nearness(&self, other: &Self) -> Ordering {
        (&self.gap, self.failed.len()).cmp(&(&other.gap, other.failed.len()))
    }

    /// Does all that fails here fail in the other, too?
    pub fn is_within(&self, other: &Self) -> bool {
        let fails_there =
            |part: &&Formula| other.failed.iter().any(|one| std::ptr::eq(*one, *part));
        self.failed.iter().all(fails_there)
    }
}

/// How much is missing of all clauses together on these numbers.
pub fn miss<'f>(
    evaluator: &Evaluator<'_>,
    clauses: &'f [Formula],
    known: &Assignment,
) -> Result<Miss<'f>, EvaluationError> {
    Explainer { evaluator }.miss_of_all(clauses, known)
}

pub(crate) struct Explainer<'e> {
    pub(crate) evaluator: &'e Evaluator<'e>,
}

/// The conditions on the way to the value of a term.
struct Decisions<'e> {
    explainer: &'e Explainer<'e>,
    known: &'e Assignment,
    reasons: Vec<String>,
}

impl Decisions<'_> {
    fn decide(&mut self, condition: &Formula) -> Result<bool, EvaluationError> {
        let truth = self.explainer.evaluator.holds(condition, self.known)?;
        let reason = self.explainer.decision(condition, truth, self.known)?;
        self.reasons.push(reason);
        Ok(truth)
    }
}

impl<'t> Visitor<'t> for Decisions<'_> {
    type Break = EvaluationError;

    fn term(&mut self, term: &'t Term) -> ControlFlow<EvaluationError> {
        let Term::Choice(condition, yes, no) = term else {
            return FormulaPart::Term(term).visit_parts(self);
        };
        match self.decide(condition) {
            Ok(truth) => self.term(if truth { yes } else { no }),
            Err(error) => ControlFlow::Break(error),
        }
    }
}

/// Values of the variables of `exists …` that fail, and by how much.
struct NearMiss<'f> {
    /// With these values.
    known: Assignment,
    /// Which part needs which value.
    needs: Vec<(&'f Formula, Variable, Integer)>,
    miss: Miss<'f>,
}

/// A part of a conjunction that failed.
enum Failed {
    /// Terms with their values, and what each of them must be.
    Compared(Vec<String>, String),
    Other(String),
}

impl Failed {
    fn into_text(self) -> String {
        match self {
            Self::Compared(seen, must) if seen.len() > 1 => {
                format!("{}, each {must}", seen.join(", "))
            }
            Self::Compared(seen, must) => format!("{}, {must}", seen.concat()),
            Self::Other(text) => text,
        }
    }
}

pub(crate) type Reasons = Result<Vec<String>, EvaluationError>;
pub(crate) type Text = Result<String, EvaluationError>;

impl Explainer<'_> {
    /// Why a formula that is false is false.
    pub(crate) fn failures(&self, formula: &Formula, known: &Assignment) -> Reasons {
        let _level = self.evaluator.deeper()?;
        match formula {
            Formula::Constant(_) => Ok(vec!["it is never allowed".to_owned()]),
            Formula::Compare(left, comparison, right) => {
                Ok(vec![self.comparison(left, *comparison, right, known)?])
            }
            Formula::Changes(how_many, pairs) => Ok(vec![self.changes(*how_many, pairs, known)?]),
            Formula::Not(inner) => self.objections(inner, known),
            Formula::And(parts) => self.all(
                parts.iter().filter(|part| self.is(part, known, false)),
                known,
            ),
            Formula::Or(parts) => self.no_alternative(parts, known),
            Formula::Implies(premise, conclusion) => {
                let because = self.facts(premise, known)?;
                let conclusions = self.failures(conclusion, known)?;
                Ok(conclusions
                    .into_iter()
                    .map(|reason| format!("{reason}, required when {because}"))
                    .collect())
            }
            Formula::Iff(left, right) => Ok(vec![self.differing(left, right, known)?]),
            Formula::Exists(..) => Ok(vec![self.no_witness(formula, known)?]),
            Formula::Forall(variable, body) => {
                Ok(vec![self.counterexample(variable, body, known)?])
            }
            Formula::Member(terms, set) => Ok(vec![self.not_a_member(terms, set, known)?]),
            Formula::Digits(terms, condition) => {
                Ok(vec![self.digits_fail(terms, condition, known)?])
            }
            Formula::Named(name, inner) => {
                let reasons = self.failures(inner, known)?;
                Ok(vec![format!(
                    "{name} does not hold: {}",
                    reasons.join("; ")
                )])
            }
        }
    }

    /// How much is missing of a conjunction. Parts without a value count nothing if another part
    /// fails: `x >= 0` guards the digits of `x`.
    fn miss_of_all<'f>(
        &self,
        parts: impl IntoIterator<Item = &'f Formula>,
        known: &Assignment,
    ) -> Result<Miss<'f>, EvaluationError> {
        let (mut missed, mut without_value) = (Miss::default(), None);
        for part in parts {
            match self.miss(part, known) {
                Ok(miss) => missed = missed.and(miss),
                Err(error) => without_value = Some(error),
            }
        }
        match without_value {
            Some(error) if missed.failed.is_empty() => Err(error),
            _ => Ok(missed),
        }
    }

    /// How much is missing of a formula.
    fn miss<'f>(
        &self,
        formula: &'f Formula,
        known: &Assignment,
    ) -> Result<Miss<'f>, EvaluationError> {
        let _level = self.evaluator.deeper()?;
        if self.evaluator.holds(formula, known)? {
            return Ok(Miss::default());
        }
        match formula {
            Formula::And(parts) => self.miss_of_all(parts, known),
            Formula::Or(parts) => {
                let ways: Result<Vec<Miss<'f>>, _> =
                    parts.iter().map(|part| self.miss(part, known)).collect();
                let least = ways?.into_iter().min_by(Miss::by_nearness);
                Ok(least.unwrap_or_else(|| Miss::new(1, formula)))
            }
            Formula::Implies(_, conclusion) => self.miss(conclusion, known),
            Formula::Named(_, inner) => self.miss(inner, known),
            Formula::Compare(left, comparison, right) => {
                let [left, right] = [left, right].map(|side| self.evaluator.value(side, known));
                let distance = Integer::from((left? - right?).unsigned_abs());
                Ok(match comparison {
                    Comparison::NotEqual => Miss::new(0, formula),
                    Comparison::Less | Comparison::Greater => {
                        Miss::new(distance + Integer::from(1), formula)
                    }
                    _ => Miss::new(distance, formula),
                })
            }
            Formula::Not(_) => Ok(Miss::new(0, formula)),
            Formula::Exists(..) => {
                let witness = self.nearest_witness(formula, known)?;
                Ok(witness.map_or_else(|| Miss::new(1, formula), |witness| witness.miss))
            }
            _ => Ok(Miss::new(1, formula)),
        }
    }

    /// The values of the variables of `exists …` that one of its equations each forces upon them
    /// and that miss least.
    fn nearest_witness<'f>(
        &self,
        formula: &'f Formula,
        known: &Assignment,
    ) -> Result<Option<NearMiss<'f>>, EvaluationError> {
        let (variables, body) = block(formula);
        let mut conjuncts = Vec::new();
        flatten(body, &mut conjuncts);
        let mut start = known.clone();
        for variable in &variables {
            start.unset(variable);
        }
        let mut nearest: Option<NearMiss<'f>> = None;
        // Each conjunct may be the one that forces a value first.
        for first in 0..conjuncts.len() {
            let (mut known, mut needs) = (start.clone(), Vec::new());
            for variable in &variables {
                let asked = &conjuncts[if needs.is_empty() { first } else { 0 }..];
                if let Some((conjunct, value)) = self.forced(variable, asked, &known)? {
                    needs.push((conjunct, variable.clone(), value.clone()));
                    known.set(variable, value);
                }
            }
            if needs.len() < variables.len() {
                break;
            }
            let Ok(miss) = self.miss_of_all(conjuncts.iter().copied(), &known) else {
                continue;
            };
            if nearest
                .as_ref()
                .is_none_or(|nearest| miss.by_nearness(&nearest.miss).is_lt())
            {
                nearest = Some(NearMiss { known, needs, miss });
            }
        }
        Ok(nearest)
    }

    /// Why a formula that is true must not be.
    fn objections(&self, formula: &Formula, known: &Assignment) -> Reasons {
        let _level = self.evaluator.deeper()?;
        match formula {
            Formula::Compare(left, comparison, right) => Ok(vec![self.comparison(
                left,
                comparison.negated(),
                right,
                known,
            )?]),
            Formula::Changes(HowMany::AtMost(k), pairs) => {
                Ok(vec![self.changes(HowMany::AtLeast(k + 1), pairs, known)?])
            }
            Formula::Changes(HowMany::AtLeast(k), pairs) if *k > 0 => {
                Ok(vec![self.changes(HowMany::AtMost(k - 1), pairs, known)?])
            }
            Formula::Not(inner) => self.failures(inner, known),
            Formula::Or(parts) => {
                let mut reasons = Vec::new();
                for part in parts.iter().filter(|part| self.is(part, known, true)) {
                    reasons.extend(self.objections(part, known)?);
                }
                Ok(reasons)
            }
            Formula::And(parts) if parts.len() == 1 => self.objections(&parts[0], known),
            Formula::Digits(terms, condition) => self.digits_must_not(terms, condition, known),
            Formula::Member(..) => Ok(vec![format!(
                "{}, must not be",
                self.facts(formula, known)?
            )]),
            Formula::Named(name, inner) => {
                let values = self.facts(inner, known)?;
                Ok(vec![format!("{name} must not hold, but it does: {values}")])
            }
            other => Ok(vec![format!(
                "it must not be that {}",
                self.facts(other, known)?
            )]),
        }
    }

    /// Every reason once: what several terms in a row must be is said after the last of them.
    fn all<'f>(&self, parts: impl Iterator<Item = &'f Formula>, known: &Assignment) -> Reasons {
        let mut reasons: Vec<Failed> = Vec::new();
        for part in parts {
            let Formula::Compare(left, comparison, right) = part else {
                reasons.extend(self.failures(part, known)?.into_iter().map(Failed::Other));
                continue;
            };
            let (seen, must) = self.compared(left, *comparison, right, known)?;
            match reasons.last_mut() {
                Some(Failed::Compared(others, same)) if *same == must => others.push(seen),
                _ => reasons.push(Failed::Compared(vec![seen], must)),
            }
        }
        Ok(reasons.into_iter().map(Failed::into_text).collect())
    }

    pub(crate) fn is(&self, formula: &Formula, known: &Assignment, truth: bool) -> bool {
        self.evaluator.holds(formula, known) == Ok(truth)
    }

    /// `|k - l| = 7, must be below b = 5, since …`
    fn comparison(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
        known: &Assignment,
    ) -> Text {
        let (seen, must) = self.compared(left, comparison, right, known)?;
        Ok(Failed::Compared(vec![seen], must).into_text())
    }

    /// `|k - l| = 7` and `must be below b = 5, since …`
    fn compared(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
        known: &Assignment,
    ) -> Result<(String, String), EvaluationError> {
        if matches!(left, Term::Constant(_)) && !matches!(right, Term::Constant(_)) {
            return self.compared(right, comparison.flipped(), left, known);
        }
        let must = match comparison {
            Comparison::Equal => "must be",
            Comparison::NotEqual => "must not be",
            Comparison::Less => "must be below",
            Comparison::LessOrEqual => "must be at most",
            Comparison::Greater => "must be above",
            Comparison::GreaterOrEqual => "must be at least",
        };
        let (seen, bound) = (
            self.term_and_value(left, known)?,
            self.term_and_value(right, known)?,
        );
        let decisions: Vec<String> =
            [self.decisions(left, known)?, self.decisions(right, known)?].concat();
        let since = if decisions.is_empty() {
            String::new()
        } else {
            format!(", since {}", decisions.join(", and "))
        };
        Ok((seen, format!("{must} {bound}{since}")))
    }

    /// `x + 1 = 7`; a constant alone.
    pub(crate) fn term_and_value(&self, term: &Term, known: &Assignment) -> Text {
        let value = abbreviated_integer(&self.evaluator.value(term, known)?);
        Ok(match term {
            Term::Constant(_) => value,
            term => format!("{} = {value}", shown(term)),
        })
    }

    /// What decided the value of a term whose parts depend on conditions.
    fn decisions(&self, term: &Term, known: &Assignment) -> Reasons {
        let mut decisions = Decisions {
            explainer: self,
            known,
            reasons: Vec::new(),
        };
        match decisions.term(term) {
            ControlFlow::Continue(()) => Ok(decisions.reasons),
            ControlFlow::Break(error) => Err(error),
        }
    }

    /// `(w - u) mod 7 = 3, not 4`
    fn decision(&self, condition: &Formula, truth: bool, known: &Assignment) -> Text {
        match condition {
            Formula::Compare(left, Comparison::Equal, right) if !truth => Ok(format!(
                "{}, not {}",
                self.term_and_value(left, known)?,
                self.term_and_value(right, known)?
            )),
            Formula::Compare(left, comparison, right) => {
                let comparison = if truth {
                    *comparison
                } else {
                    comparison.negated()
                };
                self.comparison_with_values(left, comparison, right, known)
            }
            other if truth => self.facts(other, known),
            other => Ok(format!("not ({})", self.with_values(other, known)?)),
        }
    }

    /// `3 piles change (x, y, z), at most 2 may`
    fn changes(&self, how_many: HowMany, pairs: &[(Term, Term)], known: &Assignment) -> Text {
        let changed = self.evaluator.changed(pairs, known)?.into_iter();
        let names: Vec<String> = changed.map(|index| shown(&pairs[index].0)).collect();
        let count = match names.as_slice() {
            [] => "no pile changes".to_owned(),
            [name] => format!("1 pile changes ({name})"),
            names => format!("{} piles change ({})", names.len(), names.join(", ")),
        };
        let verb = if matches!(how_many, HowMany::AtMost(_)) {
            "may"
        } else {
            "must"
        };
        Ok(format!("{count}, {how_many} {verb}"))
    }

    fn no_alternative(&self, parts: &[Formula], known: &Assignment) -> Reasons {
        match parts {
            [] => Ok(vec!["it is never allowed".to_owned()]),
            [only] => self.failures(only, known),
            parts => {
                let mut alternatives = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    let reasons = self.failures(part, known)?;
                    alternatives.push(format!("({}) {}", index + 1, reasons.join(" and ")));
                }
                Ok(vec![format!(
                    "no alternative holds: {}",
                    alternatives.join("; ")
                )])
            }
        }
    }

    fn differing(&self, left: &Formula, right: &Formula, known: &Assignment) -> Text {
        let left_holds = self.evaluator.holds(left, known)?;
        let (holding, failing) = if left_holds {
            (left, right)
        } else {
            (right, left)
        };
        let reasons = self.failures(failing, known)?.join(" and ");
        Ok(format!(
            "{}, so it must also be that {}, but {reasons}",
            self.facts(holding, known)?,
            formula_text(failing)
        ))
    }

    fn counterexample(&self, variable: &Variable, body: &Formula, known: &Assignment) -> Text {
        let mut reasons: Reasons = Ok(Vec::new());
        let mut value = None;
        let unknown = [(variable.clone(), Interval::naturals())];
        let _stopped = self.evaluator.solutions(
            &body.clone().negated(),
            &unknown,
            known,
            &mut |solution| {
                reasons = self.failures(body, solution);
                value = solution.get(variable).map(abbreviated_integer);
                ControlFlow::Break(())
            },
        )?;
        Ok(format!(
            "it fails for {variable} = {}: {}",
            value.unwrap_or_default(),
            reasons?.join(" and ")
        ))
    }

    /// `no t works: b' = b - t needs t = 3, but then …`
    fn no_witness(&self, formula: &Formula, known: &Assignment) -> Text {
        let (variables, body) = block(formula);
        let names: Vec<&str> = variables.iter().map(|variable| variable.name()).collect();
        let names = names.join(", ");
        let Some(witness) = self.nearest_witness(formula, known)? else {
            let mut known = known.clone();
            for variable in &variables {
                known.unset(variable);
            }
            return Ok(format!(
                "no {names} works: {}",
                self.with_values(body, &known)?
            ));
        };
        let needs = witness.needs.iter().map(|(conjunct, variable, value)| {
            let value = abbreviated_integer(value);
            format!("{} needs {variable} = {value}", formula_text(conjunct))
        });
        let needs: Vec<String> = needs.collect();
        let mut conjuncts = Vec::new();
        flatten(body, &mut conjuncts);
        let failed = conjuncts.into_iter();
        let reasons = self.all(
            failed.filter(|part| self.is(part, &witness.known, false)),
            &witness.known,
        )?;
        Ok(format!(
            "no {names} works: {}, but then {}",
            needs.join(", "),
            reasons.join(" and ")
        ))
    }

    /// The value that one of the conjuncts forces upon a variable.
    fn forced<'f>(
        &self,
        variable: &Variable,
        conjuncts: &[&'f Formula],
        known: &Assignment,
    ) -> Result<Option<(&'f Formula, Integer)>, EvaluationError> {
        for conjunct in conjuncts {
            if !matches!(
                conjunct.unnamed(),
                Formula::Compare(_, Comparison::Equal, _)
            ) {
                continue;
            }
            let simple = self.evaluator.simplify(conjunct, known)?;
            let mut bounds = VariableBounds::new(
                known,
                [(variable.id(), IntervalUnion::from(Interval::all()))],
            );
            if bounds.propagate(&simple)
                && let Some(value) = bounds.into_domains()[&variable.id()].single()
            {
                return Ok(Some((conjunct, value.clone())));
            }
        }
        Ok(None)
    }

    /// `x = 5 is not in B, which has 3 (n = 1) and 6 (n = 2)`
    fn not_a_member(&self, terms: &[Term], set: &Set, known: &Assignment) -> Text {
        let tuple = self.tuple(terms, known)?;
        if let Some(condition) = set.as_automaton() {
            let why = self.automaton_says(terms, condition, known, false)?;
            return Ok(format!("{tuple} is not in {set}: {why}"));
        }
        let mut neighbours = Vec::new();
        if let [term] = terms {
            let value = self.evaluator.value(term, known)?;
            for piece in &set.pieces {
                neighbours.extend(self.neighbour(piece, &value, Comparison::Less)?);
                neighbours.extend(self.neighbour(piece, &value, Comparison::Greater)?);
            }
        }
        Ok(match neighbours.as_slice() {
            [] => format!("{tuple} is not in {set}"),
            neighbours => format!(
                "{tuple} is not in {set}, which has {}",
                neighbours.join(" and ")
            ),
        })
    }

    /// The element of a piece next below or above a number, where its variable shows it.
    fn neighbour(
        &self,
        piece: &Piece,
        value: &Integer,
        side: Comparison,
    ) -> Result<Option<String>, EvaluationError> {
        let ([variable], [entry]) = (piece.variables.as_slice(), piece.tuple.as_slice()) else {
            return Ok(None);
        };
        let nothing = Assignment::new();
        let beside = Formula::Compare(entry.clone(), side, Term::Constant(value.clone()));
        let simple = self
            .evaluator
            .simplify(&beside.and(piece.condition.clone()), &nothing)?;
        let mut bounds = VariableBounds::new(
            &nothing,
            [(variable.id(), IntervalUnion::from(Interval::naturals()))],
        );
        if !bounds.propagate(&simple) {
            return Ok(None);
        }
        let hull = bounds.into_domains()[&variable.id()].hull();
        let Some(index) = (if side == Comparison::Less {
            hull.high
        } else {
            hull.low
        }) else {
            return Ok(None);
        };
        let at: Assignment = [(variable.clone(), index.clone())].into_iter().collect();
        if self.evaluator.holds(&simple, &at) != Ok(true) {
            return Ok(None);
        }
        let element = self.evaluator.value(entry, &at)?;
        Ok(Some(format!(
            "{} ({variable} = {})",
            abbreviated_integer(&element),
            abbreviated_integer(&index)
        )))
    }

    pub(crate) fn tuple(&self, terms: &[Term], known: &Assignment) -> Text {
        if let [term] = terms {
            return self.term_and_value(term, known);
        }
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for term in terms {
            names.push(shown(term));
            values.push(abbreviated_integer(&self.evaluator.value(term, known)?));
        }
        let (names, values) = (names.join(", "), values.join(", "));
        Ok(if names == values {
            format!("({names})")
        } else {
            format!("({names}) = ({values})")
        })
    }
}

pub(crate) fn shown(term: &Term) -> String {
    Displayed(term, NumberStyle::Abbreviated).to_string()
}

pub(crate) fn formula_text(formula: &Formula) -> String {
    Displayed(formula, NumberStyle::Abbreviated).to_string()
}

/// The variables of leading existential quantifiers and the body.
pub(crate) fn block(mut formula: &Formula) -> (Vec<Variable>, &Formula) {
    let mut variables = Vec::new();
    while let Formula::Exists(variable, body) = formula {
        variables.push(variable.clone());
        formula = body;
    }
    (variables, formula)
}

fn flatten<'f>(formula: &'f Formula, conjuncts: &mut Vec<&'f Formula>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| flatten(part, conjuncts)),
        other => conjuncts.push(other),
    }
}
