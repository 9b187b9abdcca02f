//! Digits in `p(r)` and `q(r)` for a rational `r`: finitely many places, and a highest digit without a bound.
//!
//! Let `r = [a₀; a₁, …, a_{2n}]`, with the last quotient split into itself less 1 and 1 if there are not as many. The weights are
//! `w₀ = 1` and `w_{i+1} = b·w_i + w_{i−1}`, where `b` runs through the quotients: over the denominators, and over the numerators if `a₀ = 1`,
//! through those after `a₀`, with `w₋₁ = 0` and `w₋₁ = 1`; over the numerators of other `r` through all of them, with
//! `w₋₁ = 0`. The digits of a number are its quotients by the weights, each of what the ones before it left.
//!
//! So the digits depend on the remainder of a number by the highest weight, and on the quotient, which is the highest digit. All digits
//! that a pattern does not name are alike to it.

use super::Refusal;
use super::formula::Formulas;
use super::pattern::Pattern;
use super::statement::{Formula, Real, Relation, System, Term};
use super::tree::Tree;

/// No more words are looked at.
const MOST_WORDS: i64 = 1 << 10;

impl System {
    /// The weights of a system of finitely many places, the smallest first.
    pub(super) fn finite_weights(&self) -> Option<Vec<i64>> {
        let (quotients, over_numerators) = match self {
            Self::P(real) => (quotients(real)?, true),
            Self::Q(real) => (quotients(real)?, false),
            _ => return None,
        };
        let (used, mut before) = match (over_numerators, quotients[0]) {
            (true, 0) => return None,
            (true, 1) => (&quotients[1..], 1),
            (true, _) => (&quotients[..], 0),
            (false, _) => (&quotients[1..], 0),
        };
        let mut weights = vec![1i64];
        for quotient in used {
            let last = weights[weights.len() - 1];
            weights.push(quotient.checked_mul(last)?.checked_add(before)?);
            before = last;
        }
        Some(weights)
    }
}

/// The continued fraction of a rational number that is not negative, with an odd number of quotients.
fn quotients(real: &Real) -> Option<Vec<i64>> {
    let (mut a, mut c) = (real.a, real.c);
    if real.b != 0 || a < 0 || c <= 0 {
        return None;
    }
    let mut quotients = Vec::new();
    while c != 0 {
        quotients.push(a / c);
        (a, c) = (c, a % c);
    }
    if quotients.len().is_multiple_of(2) {
        let last = quotients.pop()?;
        quotients.extend([last - 1, 1]);
    }
    Some(quotients)
}

impl Formulas<'_> {
    /// `(digits(t, S) matches "…")` in a system with these weights.
    pub(super) fn matches_in_finite(
        &self,
        term: &Term,
        weights: &[i64],
        pattern: &str,
    ) -> Result<Tree, Refusal> {
        let (other, pattern) = Pattern::with_others(pattern)?;
        let highest = weights[weights.len() - 1];
        if highest.saturating_mul(i64::from(other) + 1) > MOST_WORDS {
            return Err(Refusal::TooLarge);
        }
        let compare =
            |term: Term, relation, number| Formula::Compare(term, relation, Term::Constant(number));
        let mut cases = Vec::new();
        for first in 0..=other {
            let matching = (0..highest).filter(|&rest| {
                let word = word(first, rest, weights);
                pattern.ends(word.iter().fold(0, |state, digit| {
                    let digit = u8::try_from(*digit).unwrap_or(other).min(other);
                    pattern.after(state, digit)
                }))
            });
            let rest = |rest| {
                let remainder = Term::Modulo(Box::new(term.clone()), highest);
                compare(remainder, Relation::Equal, rest)
            };
            let relation = match first == other {
                true => Relation::GreaterOrEqual,
                false => Relation::Equal,
            };
            let quotient = Term::Quotient(Box::new(term.clone()), highest);
            let here = compare(quotient, relation, i64::from(first));
            cases.push(Formula::And(vec![
                here,
                Formula::Or(matching.map(rest).collect()),
            ]));
        }
        let natural = compare(term.clone(), Relation::GreaterOrEqual, 0);
        let tree = self.formula(&Formula::And(vec![natural, Formula::Or(cases)]))?;
        self.one_table(tree)
    }
}

/// The digits of a number from its quotient and its remainder by the highest weight, without leading zeros; those of 0 are `0`.
fn word(first: u8, mut rest: i64, weights: &[i64]) -> Vec<i64> {
    let mut word = vec![i64::from(first)];
    for weight in weights[..weights.len() - 1].iter().rev() {
        word.push(rest / weight);
        rest %= weight;
    }
    let zeros = word.iter().take_while(|digit| **digit == 0).count();
    word.split_off(zeros.min(word.len() - 1))
}
