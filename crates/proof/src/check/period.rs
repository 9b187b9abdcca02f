//! Periods: how far apart numbers must be for a term to change by the same amount again and again.
//!
//! If `n = p·q + r` with the period `p` of a term in `n`, then for each `r` the remainders, rounded quotients and rational
//! floors in it are linear in `q`.

use rustc_hash::FxHashMap;

use super::digits::gcd;
use super::statement::{Formula, Real, Term, Variable};

/// Remainders of which the checker tells the cases apart.
pub(super) const MOST_REMAINDERS: i64 = 16;

/// The periods of the variables of a sentence, by their numbers, if there are at most so many remainders together.
pub(super) fn of_sentence(sentence: &Formula, most: i64) -> FxHashMap<usize, i64> {
    let mut periods = FxHashMap::default();
    collect(sentence, &mut periods);
    let together = periods.values().copied().fold(1, i64::saturating_mul);
    if together > most {
        periods.clear();
    }
    periods
}

/// Does the formula quantify?
pub(super) fn has_quantifier(formula: &Formula) -> bool {
    let mut periods = FxHashMap::default();
    collect(formula, &mut periods);
    !periods.is_empty()
}

fn collect(formula: &Formula, periods: &mut FxHashMap<usize, i64>) {
    match formula {
        Formula::Constant(_)
        | Formula::Compare(..)
        | Formula::Matches(..)
        | Formula::EveryPlace(..)
        | Formula::Automaton(..) => {}
        Formula::Not(inner) => collect(inner, periods),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| collect(part, periods));
        }
        Formula::Implies(parts) | Formula::Iff(parts) => {
            collect(&parts.0, periods);
            collect(&parts.1, periods);
        }
        Formula::Exists(variable, inner) | Formula::Forall(variable, inner) => {
            periods.insert(
                variable.number,
                of_formula(inner, &|other| other == variable),
            );
            collect(inner, periods);
        }
    }
}

/// Does a variable count?
type Counts<'a> = &'a dyn Fn(&Variable) -> bool;

/// The period of a formula in the variables that count.
pub(super) fn of_formula(formula: &Formula, counts: Counts<'_>) -> i64 {
    in_formula(formula, counts).unwrap_or(1)
}

/// The period of a term in the variables that count.
pub(super) fn of_term(term: &Term, counts: Counts<'_>) -> i64 {
    in_term(term, counts).unwrap_or(1)
}

/// Nothing, where no variable counts.
fn in_formula(formula: &Formula, counts: Counts<'_>) -> Option<i64> {
    match formula {
        Formula::Constant(_) => None,
        Formula::Compare(left, _, right) => both(in_term(left, counts), in_term(right, counts)),
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::Forall(_, inner) => {
            in_formula(inner, counts)
        }
        Formula::Matches(term, ..) => in_term(term, counts),
        Formula::EveryPlace(terms, ..) | Formula::Automaton(terms, ..) => {
            let terms = terms.iter().map(|term| in_term(term, counts));
            terms.fold(None, both)
        }
        Formula::And(parts) | Formula::Or(parts) => {
            let parts = parts.iter().map(|part| in_formula(part, counts));
            parts.fold(None, both)
        }
        Formula::Implies(parts) | Formula::Iff(parts) => {
            both(in_formula(&parts.0, counts), in_formula(&parts.1, counts))
        }
    }
}

fn in_term(term: &Term, counts: Counts<'_>) -> Option<i64> {
    let all = |parts: &mut dyn Iterator<Item = &Term>| {
        parts.map(|part| in_term(part, counts)).fold(None, both)
    };
    match term {
        Term::Constant(_) => None,
        Term::Variable(variable) => counts(variable).then_some(1),
        Term::Sum(parts) | Term::NimSum(parts) | Term::Minimum(parts) | Term::Maximum(parts) => {
            all(&mut parts.iter())
        }
        Term::Scaled(_, inner)
        | Term::Absolute(inner)
        | Term::Shift(inner, _)
        | Term::Unshift(inner, _) => in_term(inner, counts),
        Term::Modulo(inner, by) if *by <= MOST_REMAINDERS => in_term(inner, counts),
        Term::Modulo(inner, by) | Term::Quotient(inner, by) => {
            in_term(inner, counts).map(|period| period.saturating_mul(*by))
        }
        Term::Choice(parts) => both(
            in_formula(&parts.0, counts),
            all(&mut [&parts.1, &parts.2].into_iter()),
        ),
        Term::Floor(parts, constant) => {
            let factors = parts.iter().map(|part| &part.0).chain([constant]);
            let divisor = factors.fold(1, |common, factor| lcm(common, divisor(factor)));
            let inner = all(&mut parts.iter().map(|part| &part.1));
            inner.map(|period| period.saturating_mul(divisor))
        }
    }
}

/// Irrational numbers have no period.
fn divisor(real: &Real) -> i64 {
    if real.b == 0 { real.c.max(1) } else { 1 }
}

fn both(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    one.zip(other)
        .map(|(one, other)| lcm(one, other))
        .or(one)
        .or(other)
}

/// The least common multiple.
pub(super) fn lcm(a: i64, b: i64) -> i64 {
    (a / gcd(a, b)).saturating_mul(b)
}
