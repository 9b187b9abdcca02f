//! Digits in `p(r)` and `q(r)` for a rational `r`: finitely many places, and a highest digit without a bound.
//!
//! Let `r = [a₀; a₁, …, a_{2n}]`, with the last quotient split into itself less 1 and 1 if there are not as many. The weights are
//! `w₀ = 1` and `w_{i+1} = b·w_i + w_{i−1}`, where `b` runs through the quotients: over the denominators, and over the numerators if `a₀ = 1`,
//! through those after `a₀`, with `w₋₁ = 0` and `w₋₁ = 1`; over the numerators of other `r` through all of them, with
//! `w₋₁ = 0`. The digits of a number are its quotients by the weights, each of what the ones before it left.
//!
//! So the digits depend on the remainder of a number by the highest weight, and on the quotient, which is the highest digit. All digits
//! that a pattern does not name are alike to it. What is said of every place, and shifts, are said of the digits as terms; a digit in the highest place has
//! none to the left of it, so that a number that might have one there is not shifted to the left.

use super::Refusal;
use super::cases::Cases;
use super::form::TrackSum;
use super::formula::Formulas;
use super::pattern::PatternAutomaton;
use super::statement::{Formula, Real, Relation, System, Term, Variable};
use super::tree::TableFormula;

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
    ) -> Result<TableFormula, Refusal> {
        let (other, pattern) = PatternAutomaton::with_others(pattern)?;
        let highest = weights[weights.len() - 1];
        few_words(highest.saturating_mul(i64::from(other) + 1))?;
        let number = &number(0);
        let mut cases = Vec::new();
        for first in 0..=other {
            let matching = (0..highest).filter(|&rest| {
                let word = word(first, rest, weights);
                pattern.ends(word.iter().fold(0, |state, digit| {
                    let digit = u8::try_from(*digit).unwrap_or(other).min(other);
                    pattern.after(state, digit)
                }))
            });
            let remainder = Term::Modulo(Box::new(number.clone()), highest);
            let rest = |rest| compare(remainder.clone(), Relation::Equal, rest);
            let relation = match first == other {
                true => Relation::GreaterOrEqual,
                false => Relation::Equal,
            };
            let quotient = Term::Quotient(Box::new(number.clone()), highest);
            let here = compare(quotient, relation, i64::from(first));
            let rest = Formula::Or(matching.map(rest).collect());
            cases.push(Formula::And(vec![here, rest]));
        }
        self.says(std::slice::from_ref(term), &Formula::Or(cases))
    }

    /// `(in every place of (t, …) in S with a, …: F)` in a system with these weights: some numbers are the digits of a place, and
    /// `F` holds of them. The places beyond the highest count, too: there all digits are 0.
    pub(super) fn every_place_in_finite(
        &self,
        terms: &[Term],
        weights: &[i64],
        digits: &[Variable],
        body: &Formula,
    ) -> Result<TableFormula, Refusal> {
        few_words(weights[weights.len() - 1])?;
        let holds = |values: Vec<Term>| {
            let is = |(digit, value): (&Variable, Term)| {
                Formula::Compare(Term::Variable(digit.clone()), Relation::Equal, value)
            };
            let is = digits.iter().zip(values).map(is);
            let all = Formula::And(is.chain([body.clone()]).collect());
            let exists = |all, digit: &Variable| Formula::Exists(digit.clone(), Box::new(all));
            digits.iter().rev().fold(all, exists)
        };
        let mut all = vec![holds(vec![Term::Constant(0); terms.len()])];
        for place in 0..weights.len() {
            let values = (0..terms.len()).map(|index| digit(index, place, weights));
            all.push(holds(values.collect()));
        }
        self.says(terms, &Formula::And(all))
    }

    /// `shift(t, S)` or `unshift(t, S)` in a system with these weights: for each remainder by the highest weight, what its digits are worth, beside the
    /// same multiple of the quotient.
    pub(super) fn shift_in_finite(&self, left: bool, term: &Term, weights: &[i64]) -> Cases {
        let (highest, places) = (weights[weights.len() - 1], weights.len());
        few_words(highest)?;
        let moved = |place: usize| match left {
            true => weights.get(place + 1).copied().unwrap_or(0),
            false => place.checked_sub(1).map_or(0, |below| weights[below]),
        };
        let [n, m, quotient] = [self.hide(), self.hide(), self.hide()];
        let mut alternatives = Vec::new();
        for rest in 0..highest {
            let (mut worth, mut left_over) = (0, rest);
            for place in (0..places - 1).rev() {
                worth += left_over / weights[place] * moved(place);
                left_over %= weights[place];
            }
            let is = |track, times, rest| {
                let value = TrackSum::constant(rest).plus(times, &TrackSum::track(quotient))?;
                self.zero(&TrackSum::track(track).plus(-1, &value)?)
            };
            let both = vec![is(n, highest, rest)?, is(m, moved(places - 1), worth)?];
            alternatives.push(self.hiding(&TableFormula::and(both), &[quotient])?);
        }
        let given = self.some(&TableFormula::or(alternatives), &[n, m])?;
        let mut cases = Vec::new();
        for (mut case, tracks) in self.on_tracks(std::slice::from_ref(term), Some("a shift"))? {
            let far = TrackSum::track(tracks[0]).plus(1, &TrackSum::constant(-highest))?;
            let far = [case.conditions.as_slice(), &[self.not_negative(&far)?]].concat();
            if left && !self.is_impossible(&TableFormula::and(far))? {
                let what = "a shift of something that might have a digit in the highest place";
                return Err(Refusal::not_understood(what));
            }
            let value = self.hide();
            case.hidden.push(value);
            let given = given.renamed(&|track| if track == n { tracks[0] } else { value });
            cases.push(case.with(given, TrackSum::track(value)));
        }
        self.limited(cases)
    }

    /// A formula about [numbers](number) holds of the values of some terms, none of which is negative.
    fn says(&self, terms: &[Term], formula: &Formula) -> Result<TableFormula, Refusal> {
        self.of_numbers(terms, |tracks| {
            self.of_tracks(&tracks, || self.formula(formula))
        })
    }

    /// Translates where the numbers on these tracks are the [numbers](number) spoken of.
    fn of_tracks<T>(&self, tracks: &[usize], translate: impl FnOnce() -> T) -> T {
        let numbers = (0..tracks.len()).map(variable);
        let forms: Vec<TrackSum> = tracks.iter().copied().map(TrackSum::track).collect();
        self.with_values(&Vec::from_iter(numbers), &forms, translate)
    }
}

/// The value of one of the terms that a condition is about, which no variable of a statement is.
fn variable(index: usize) -> Variable {
    Variable {
        number: usize::MAX - index,
        name: "".into(),
    }
}

fn number(index: usize) -> Term {
    Term::Variable(variable(index))
}

fn compare(term: Term, relation: Relation, number: i64) -> Formula {
    Formula::Compare(term, relation, Term::Constant(number))
}

fn few_words(count: i64) -> Result<(), Refusal> {
    match count > MOST_WORDS {
        true => Err(Refusal::TooLarge),
        false => Ok(()),
    }
}

/// A digit of one of the [numbers](number).
fn digit(index: usize, place: usize, weights: &[i64]) -> Term {
    let above = weights[place + 1..].iter().rev();
    let rest = above.fold(number(index), |rest, weight| {
        Term::Modulo(Box::new(rest), *weight)
    });
    Term::Quotient(Box::new(rest), weights[place])
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
