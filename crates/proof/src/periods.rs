//! Periods: how far apart numbers must be for a term to change by the same amount again and again.
//!
//! If `n = p·q + r` with the period `p` of a term in `n`, then for each `r` the remainders, rounded quotients and rational
//! floors in it are linear in `q`. A certificate tells the checker such `p`. With any others it would come to the same end, but later:
//! nothing is believed of them.

use checker::statement::{Formula, Proposition, Real, Term, Variable};

/// The checker tells apart the cases of so many remainders without being told.
const MOST_REMAINDERS: i64 = 16;
/// It looks at so many remainders of the variables of a sentence, or of a piece of a set, together.
const MOST_INSTANCES: i64 = 64;
/// Periods of nim-values that are large, but not too large.
const LARGE: std::ops::Range<i64> = 64..1 << 20;

/// The periods that a certificate of a claim tells.
pub fn of_claim(says: &Proposition) -> Vec<i64> {
    let periods = match says {
        Proposition::Theorem(sentence) => of_sentence(sentence),
        Proposition::PPositions(_) | Proposition::MiserePPositions(_) => Vec::new(),
        Proposition::NimValues(values) => {
            let periods = values.iter().map(|value| in_term(&value.0, &|_| true));
            let period = periods.map(|period| period.unwrap_or(1)).max();
            period
                .filter(|period| LARGE.contains(period))
                .into_iter()
                .collect()
        }
    };
    match periods.iter().any(|period| *period > 1) {
        true => periods,
        false => Vec::new(),
    }
}

/// The periods of the variables of a sentence, in the order in which they are bound, if there are not too many remainders together.
fn of_sentence(sentence: &Formula) -> Vec<i64> {
    let mut periods = Vec::new();
    collect(sentence, &mut periods);
    let together = periods.iter().copied().fold(1, i64::saturating_mul);
    if together > MOST_INSTANCES {
        periods.clear();
    }
    periods
}

/// The period of each quantified variable. Variables that stand for digits have numbers, too.
fn collect(formula: &Formula, periods: &mut Vec<i64>) {
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
            let period = in_formula(inner, &|other| other == variable);
            // Between two of them others may be bound, of which nothing is told.
            periods.resize(variable.number.max(periods.len()), 1);
            periods.push(period.unwrap_or(1));
            collect(inner, periods);
        }
    }
}

/// Does a variable count?
type Counts<'a> = &'a dyn Fn(&Variable) -> bool;

/// The period of a formula in the variables that count; nothing, where none does.
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

/// The least common multiple of two positive numbers.
fn lcm(a: i64, b: i64) -> i64 {
    let (mut common, mut rest) = (a, b);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    (a / common).saturating_mul(b)
}
