//! The numeration systems in which automata read numbers.
//!
//! Where all constants are rational, numbers are written in base 2. Where the constants lie in a field
//! ℚ(√D), they are written in the Ostrowski system of one generator α of that field whose continued
//! fraction `[a₀; a₁, a₂, …]` is purely periodic. Which one is chosen for the claim, by its constants and by measuring
//! ([`System::for_formulas`]); the golden section, `1 + √2`, `(3 + √13)/2` have period one. The weights are the denominators `q₀ = 1, q₁ = a₁,
//! q_k = a_k q_{k−1} + q_{k−2}`; the digit of `q_k` is at most `a_{k+1}` (that of `q₀` less), and if it is
//! equal, the digit below is 0. If `a₁ = 1`, the digit of `q₀` would always be 0 and is not written: for the
//! golden section these are the Zeckendorf representations.
//!
//! The digits of other systems are read too, in which the period begins one place later, as in `[1; 3, 2, 2, …]`, whose q-system is the
//! p-system of √2. The weights then still follow one rule at all places of a letter if `w_{−1}`, the weight below the last one, is
//! chosen so that `w₁ = a·w₀ + w_{−1}`, where `a` belongs to the period: it may be negative. Only the greatest last digit is another.
//!
//! With the numerators `p_k` as weights the same digits have the value `S(n)`, and for `n ≥ 1`
//! `⌊nα⌋ = S(n − 1) + a₀` ([`THREE_FRONTS`](numeration::literature::THREE_FRONTS)). In the ternary system U the shift tells floors
//! too: `⌊nφ²⌋ = S(n) − 1` for `n ≥ 1`. It is proved anew for each system by [`verify`](super::verify).

use std::ops::{Add, Mul};
use std::sync::{Arc, OnceLock};

use automata::Alphabet;
use numeration::named::SystemForm;
use numeration::natural::{Integer, Natural, gcd};
use numeration::surd::SmallSurd;

use super::periods::{best_period, is_small};
use super::recurrent::Recurrent;
use super::writer::DigitWriter;
use crate::decide::DecideError;

/// One place of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LetterPlace {
    /// The weights satisfy `w_{k+1} = a·w_k + b·w_{k−1}` where this place has weight `w_k`.
    pub(crate) a: i64,
    pub(crate) b: i64,
    /// The weight of this place in a shift is `(A·w_k + B·w_{k−1}) / scale`.
    pub(crate) shift: (i64, i64),
}

/// A numeration system: how numbers are written for automata.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    pub(crate) alphabet: Alphabet,
    /// The places of a letter, the most significant first.
    pub(crate) places: Vec<LetterPlace>,
    /// The weight `w_{−1}` below the last one: that with which the rule of the period gives the second weight.
    pub(crate) below: i64,
    pub(crate) scale: i64,
    generator: Option<Generator>,
    /// The weights of a recurrence of another kind, in place of those of the places.
    pub(super) recurrent: Option<Arc<(SystemForm, Recurrent)>>,
    /// Are its digits spoken of, so that what is said of them has to be proved too?
    pub(super) digits: bool,
    /// The weight of each place and its weight in a shift, the least significant first; as many as machine
    /// integers hold.
    ladder: Vec<(i64, i64)>,
    /// What writes and reads digits, once it was needed.
    pub(super) writer: SharedWriter,
}

/// A writer that is made when it is first needed, and then shared. It follows from the rest, so that it makes no difference.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedWriter(pub(super) Arc<OnceLock<DigitWriter>>);

impl PartialEq for SharedWriter {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Generator {
    alpha: SmallSurd,
    /// The quotients before the first period, none or two, and one period.
    before: Vec<i64>,
    period: Vec<i64>,
}

impl System {
    /// Base 2.
    pub fn binary() -> Self {
        Self::base(2)
    }

    /// Base k, for a small k.
    pub(super) fn base(k: i64) -> Self {
        let place = LetterPlace {
            a: k,
            b: 0,
            shift: (0, 0),
        };
        Self {
            alphabet: if k == 2 {
                Alphabet::binary()
            } else {
                Alphabet::new(&[u8::try_from(k).unwrap_or(u8::MAX)])
            },
            places: vec![place],
            below: 0,
            scale: 1,
            generator: None,
            recurrent: None,
            digits: false,
            ladder: Vec::new(),
            writer: SharedWriter::default(),
        }
    }

    /// The system of a recurrence.
    pub(super) fn recurrent(form: &SystemForm, recurrent: Recurrent) -> Self {
        let radix = recurrent.radix();
        Self {
            alphabet: Alphabet::new(&[radix]),
            ladder: basis_ladder(form),
            recurrent: Some(Arc::new((form.clone(), recurrent))),
            ..Self::base(2)
        }
    }

    /// The same, where digits are spoken of.
    pub(super) fn reading_digits(self) -> Self {
        Self {
            digits: true,
            ..self
        }
    }

    /// Is it base 2?
    pub fn is_binary(&self) -> bool {
        self.as_base() == Some(2)
    }

    /// The base, if it is a base.
    pub fn as_base(&self) -> Option<i64> {
        match (&self.generator, &self.recurrent, self.places.as_slice()) {
            (None, None, [place]) => Some(place.a),
            _ => None,
        }
    }

    /// `S` taken so often, as a sum of the number, its shift and the shift of that; nothing if these do not give it.
    pub(crate) fn shifts(&self, times: u32) -> Option<[i64; 3]> {
        let coefficients = match (self.as_recurrent(), self.quotients()) {
            (Some(recurrent), _) => recurrent.coefficients(),
            (None, [a]) => vec![*a, 1],
            _ => return None,
        };
        let order = coefficients.len().min(3);
        let mut sum: [i64; 3] = [1, 0, 0];
        for _ in 0..times {
            let top = sum[order - 1];
            if top != 0 && coefficients.len() > order {
                return None;
            }
            sum.copy_within(0..order - 1, 1);
            sum[0] = 0;
            for (entry, coefficient) in sum.iter_mut().zip(coefficients.iter().rev()) {
                *entry = top.checked_mul(*coefficient)?.checked_add(*entry)?;
            }
        }
        Some(sum)
    }

    /// The system of a recurrence by its name, if it is one.
    pub fn recurrence(&self) -> Option<&SystemForm> {
        self.recurrent.as_deref().map(|(form, _)| form)
    }

    /// The weights of a recurrence, if they are not those of the places.
    pub(super) fn as_recurrent(&self) -> Option<&Recurrent> {
        self.recurrent.as_deref().map(|(_, recurrent)| recurrent)
    }

    /// The Ostrowski system of a generator of the field of √d, for a squarefree `d ≥ 2`.
    ///
    /// # Errors
    /// If the numbers of the continued fraction are too large for an automaton.
    pub fn quadratic(d: i64) -> Result<Self, DecideError> {
        let quotients = best_period(d).filter(|quotients| is_small(quotients));
        let quotients = quotients.ok_or(DecideError::TooLarge)?;
        Self::ostrowski(&quotients, d).ok_or(DecideError::TooLarge)
    }

    /// The digits of each place of a letter.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The number α whose floors are shifts, or nothing where there is none.
    pub fn alpha(&self) -> Option<SmallSurd> {
        match (&self.generator, self.as_recurrent()) {
            (Some(generator), _) => Some(generator.alpha),
            (None, Some(recurrent)) => recurrent.alpha(),
            (None, None) => None,
        }
    }

    /// The continued fraction of α: the quotients before the first period, and one period.
    pub(super) fn expansion(&self) -> Option<(&[i64], &[i64])> {
        match (&self.generator, self.as_recurrent()) {
            (Some(generator), _) => Some((&generator.before, &generator.period)),
            (None, Some(recurrent)) => recurrent.expansion(),
            (None, None) => None,
        }
    }

    /// `(k, c)` with `⌊(n + k)α⌋ = S(n) + c` wherever `n + k ≥ 1`. It is proved by [`floors`](super::verify::floors).
    pub(crate) fn floor_by_shift(&self) -> (i64, i64) {
        match self.recurrent {
            None => (1, self.whole()),
            Some(_) => (0, -1),
        }
    }

    /// The partial quotients of α, one period, where that is periodic from its first place on; otherwise none.
    pub fn quotients(&self) -> &[i64] {
        match &self.generator {
            Some(generator) if generator.before.is_empty() => &generator.period,
            _ => &[],
        }
    }

    /// Has each place a rule of its own, so that shifted digits may be no number's?
    pub(crate) fn has_unequal_places(&self) -> bool {
        let generator = self.generator.as_ref();
        generator.is_some_and(|g| g.before.len() + g.period.len() > 1)
    }

    /// `⌊α⌋`, or 0 where there is no α.
    pub fn whole(&self) -> i64 {
        let quotients = self.expansion().map(|(before, period)| [before, period]);
        let mut quotients = quotients.into_iter().flatten().flatten();
        quotients.next().copied().unwrap_or(0)
    }

    /// Is the weight of the last place `q₁` rather than `q₀`?
    pub fn drops_last(&self) -> bool {
        self.quotients().get(1 % self.quotients().len().max(1)) == Some(&1)
    }

    /// Are the digits of a number without the last one always those of a number, and those of all places the same?
    pub(crate) fn reads_without_last(&self) -> bool {
        self.places.len() == 1 && self.below > 0
    }

    /// The last digit is smaller than this: the second weight.
    pub(crate) fn end(&self) -> i64 {
        self.places.last().map_or(0, |place| place.a) + self.below
    }

    /// The sign of `plain + shifted·α`.
    pub(crate) fn sign(&self, plain: i64, shifted: i64) -> i32 {
        match self.alpha() {
            None => plain.signum() as i32,
            Some(alpha) => {
                let (plain, shifted) = (i128::from(plain), i128::from(shifted));
                let rational =
                    plain * i128::from(alpha.divisor) + shifted * i128::from(alpha.rational);
                sign_of_surd(
                    rational,
                    shifted * i128::from(alpha.root),
                    i128::from(alpha.d),
                )
            }
        }
    }

    /// What one more zero letter makes of `(p, q)`.
    pub(crate) fn letter(&self, pair: (i128, i128)) -> Option<(i128, i128)> {
        zeros(&self.places, pair)
    }

    /// What zeros in the places of a letter after this one make of `(p, q)`.
    pub(crate) fn rest_of_letter(&self, place: usize, pair: (i128, i128)) -> Option<(i128, i128)> {
        zeros(&self.places[place + 1..], pair)
    }

    /// The weights of the last `count` places, the least significant first.
    pub fn weights<N>(&self, count: usize) -> Vec<N>
    where
        N: Clone + From<u64> + std::ops::Add<Output = N> + std::ops::Mul<Output = N>,
    {
        if let Some(recurrent) = &self.recurrent {
            return numbers(&recurrent.0, count);
        }
        let second = N::from(self.end().unsigned_abs());
        let places = self.places.iter().rev().cycle().skip(1);
        let later = places.scan((N::from(1), second), |(lower, weight), place| {
            let next = weight.clone() * N::from(place.a.unsigned_abs())
                + lower.clone() * N::from(place.b.unsigned_abs());
            *lower = std::mem::replace(weight, next);
            Some(lower.clone())
        });
        std::iter::once(N::from(1))
            .chain(later)
            .take(count)
            .collect()
    }

    /// `S(n)`: the digits of a natural number read with the numerators of the convergents as weights; 0 in base 2.
    ///
    /// ```
    /// use logic::arithmetic::System;
    /// // The Fibonacci representation of 4 is 101; a place further it stands for 7.
    /// assert_eq!(System::quadratic(5).unwrap().shift(4), 7);
    /// ```
    pub fn shift(&self, number: i64) -> i64 {
        let (mut rest, mut sum) = (number, 0i64);
        for &(weight, shifted) in self.reached(number).iter().rev() {
            if rest >= weight {
                sum = sum.saturating_add((rest / weight).saturating_mul(shifted));
                rest %= weight;
            }
        }
        sum
    }

    /// The places whose weights a number reaches: weights grow.
    fn reached(&self, number: i64) -> &[(i64, i64)] {
        let count = self.ladder.partition_point(|(weight, _)| *weight <= number);
        &self.ladder[..count]
    }

    /// `L(n)`: a natural number with its digits one place higher.
    pub fn left(&self, number: i64) -> i64 {
        self.moved(number, |place| self.ladder.get(place + 1).map(|(w, _)| *w))
    }

    /// `R(n)`: a natural number with its digits one place lower.
    pub fn right(&self, number: i64) -> i64 {
        self.moved(number, |place| match place.checked_sub(1) {
            Some(lower) => self.ladder.get(lower).map(|(w, _)| *w),
            None => Some(self.below),
        })
    }

    fn moved(&self, number: i64, weight: impl Fn(usize) -> Option<i64>) -> i64 {
        let (mut rest, mut sum) = (number, 0i64);
        for (place, &(own, _)) in self.reached(number).iter().enumerate().rev() {
            let weight = weight(place).unwrap_or(i64::MAX);
            sum = sum.saturating_add((rest / own).saturating_mul(weight));
            rest %= own;
        }
        sum
    }

    /// The Ostrowski system of a purely periodic continued fraction in the field of √d; nothing if a number is too large.
    pub(crate) fn ostrowski(quotients: &[i64], d: i64) -> Option<Self> {
        let drops = quotients[1 % quotients.len()] == 1;
        let generator = Generator {
            alpha: periodic_value(quotients, d)?,
            before: Vec::new(),
            period: quotients.to_vec(),
        };
        Self::of_generator(generator, drops.into(), drops.into())
    }

    /// The Ostrowski system of `α = [1; first, …]`, with this period from there on.
    pub(super) fn after_one(first: i64, period: &[i64], alpha: SmallSurd) -> Option<Self> {
        let generator = Generator {
            alpha,
            before: vec![1, first],
            period: period.to_vec(),
        };
        Self::of_generator(generator, 0, first - period.last()?)
    }

    /// Without some of the last places, and with this weight below the others.
    fn of_generator(generator: Generator, drop: usize, below: i64) -> Option<Self> {
        let Generator { before, period, .. } = &generator;
        let count = period.len();
        // The quotient of a place as the period has it, also at the last places.
        let quotient = |k: usize| period[(k + before.len() * (count - 1)) % count];
        let shifts: Vec<Fractions> = (0..count)
            .map(|k| shift_weight(before, period, k))
            .collect::<Option<_>>()?;
        let scale = shifts.iter().try_fold(1i64, |scale, shift| {
            (scale / gcd(scale, shift.2)).checked_mul(shift.2)
        })?;
        let small = |number: &i64| number.unsigned_abs() <= LARGEST_WEIGHT;
        let scale = Some(scale).filter(small)?;
        let place = |index: usize| {
            let (upper, lower, divisor) = shifts[(index + drop) % count];
            let part = scale / divisor;
            Some(LetterPlace {
                a: quotient(index + drop + 1),
                b: 1,
                shift: (
                    upper.checked_mul(part).filter(small)?,
                    lower.checked_mul(part).filter(small)?,
                ),
            })
        };
        let places: Vec<LetterPlace> = (0..count).rev().map(place).collect::<Option<_>>()?;
        let mut digits: Vec<i64> = places.iter().map(|place| place.a + 1).collect();
        if let Some(last) = digits.last_mut() {
            *last = (*last).max(*last - 1 + below);
        }
        let radices = digits.into_iter().map(u8::try_from);
        let radices: Vec<u8> = radices.collect::<Result<_, _>>().ok()?;
        Some(Self {
            ladder: ladder(&places, below, scale),
            writer: SharedWriter::default(),
            alphabet: Alphabet::new(&radices),
            places,
            below,
            scale,
            generator: Some(generator),
            recurrent: None,
            digits: false,
        })
    }
}

fn zeros(places: &[LetterPlace], (mut p, mut q): (i128, i128)) -> Option<(i128, i128)> {
    for place in places {
        let next = p.checked_mul(i128::from(place.a))?.checked_add(q)?;
        (p, q) = (next, p.checked_mul(i128::from(place.b))?);
    }
    Some((p, q))
}

/// The weights of a system by its name, and in a shift, as far as machine integers hold them.
fn basis_ladder(form: &SystemForm) -> Vec<(i64, i64)> {
    let weights = numbers::<Natural>(form, 93);
    let small = weights
        .iter()
        .map_while(|weight| i64::try_from(weight).ok());
    let small: Vec<i64> = small.collect();
    small.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The first weights of a system by its name.
fn numbers<N: From<u64> + Add<Output = N> + Mul<Output = N>>(
    form: &SystemForm,
    count: usize,
) -> Vec<N> {
    let basis = form
        .build()
        .ok()
        .and_then(|system| system.basis(count).ok());
    let number = |weight: &Natural| {
        let limbs = weight.to_limbs_asc();
        let base = || N::from(1 << 32) * N::from(1 << 32);
        limbs
            .into_iter()
            .rev()
            .fold(N::from(0), |sum, limb| sum * base() + N::from(limb))
    };
    basis.unwrap_or_default().iter().map(number).collect()
}

fn ladder(places: &[LetterPlace], below: i64, scale: i64) -> Vec<(i64, i64)> {
    let (mut lower, mut weight) = (below, 1i64);
    let mut ladder = Vec::new();
    for place in places.iter().rev().cycle() {
        let product = |(a, b): (i64, i64)| {
            let (upper, lower) = (a.checked_mul(weight)?, b.checked_mul(lower)?);
            upper.checked_add(lower)
        };
        let (Some(shift), Some(next)) = (product(place.shift), product((place.a, place.b))) else {
            break;
        };
        ladder.push((weight, shift / scale));
        lower = std::mem::replace(&mut weight, next);
    }
    ladder
}

/// The weights of a place and their scale are no larger: times a coefficient below 2^63, a digit and a number of tracks they
/// stay far below 2^127, in which constraints are added up.
const LARGEST_WEIGHT: u64 = 1 << 40;

/// Two fractions with one divisor.
type Fractions = (i64, i64, i64);

/// The sign of `rational + root·√d`.
pub(crate) fn sign_of_surd(rational: i128, root: i128, d: i128) -> i32 {
    if root == 0 || rational.signum() * root.signum() > 0 {
        return (if root == 0 { rational } else { root }).signum() as i32;
    }
    let (rational_part, root_part, d) = (
        Integer::from(rational),
        Integer::from(root),
        Integer::from(d),
    );
    let (left, right) = (&rational_part * &rational_part, &root_part * &root_part * d);
    (if left > right { rational } else { root }).signum() as i32
}

/// The numerator `p_k` as `(A·q_k + B·q_{k−1})/C`, the same for all `k` that leave the same remainder.
fn shift_weight(before: &[i64], period: &[i64], k: usize) -> Option<Fractions> {
    // After the first period, where all quotients are those of the period.
    let k = if before.is_empty() {
        k
    } else {
        k + period.len()
    };
    let k2 = k + period.len();
    let quotients = before.iter().chain(period.iter().cycle());
    let convergents = convergents(quotients, k2 + 1)?;
    let at = |index: usize| convergents[index + 1];
    let before = |index: usize| convergents[index].1;
    let (p, q) = at(k);
    let (p2, q2) = at(k2);
    let determinant = q
        .checked_mul(before(k2))?
        .checked_sub(before(k).checked_mul(q2)?)?;
    let upper = p
        .checked_mul(before(k2))?
        .checked_sub(before(k).checked_mul(p2)?)?;
    let lower = q.checked_mul(p2)?.checked_sub(p.checked_mul(q2)?)?;
    let divisor = gcd(gcd(upper, lower), determinant) * determinant.signum();
    Some((upper / divisor, lower / divisor, determinant / divisor))
}

/// `(p_k, q_k)` for `k = −1, 0, 1, …` of a continued fraction.
fn convergents<'q>(
    quotients: impl Iterator<Item = &'q i64>,
    count: usize,
) -> Option<Vec<(i64, i64)>> {
    let mut list = vec![(1, 0)];
    let mut before = (0, 1);
    for a in quotients.take(count) {
        let last = list[list.len() - 1];
        let next = |last: i64, before: i64| a.checked_mul(last)?.checked_add(before);
        list.push((next(last.0, before.0)?, next(last.1, before.1)?));
        before = last;
    }
    Some(list)
}

/// The value of a purely periodic continued fraction in the field of √d.
fn periodic_value(quotients: &[i64], d: i64) -> Option<SmallSurd> {
    let list = convergents(quotients.iter(), quotients.len())?;
    // α = (pα + p')/(qα + q'), so that qα² + (q' − p)α − p' = 0.
    let ((p, q), (p1, q1)) = (list[quotients.len()], list[quotients.len() - 1]);
    let discriminant = (i128::from(q1) - i128::from(p)).pow(2) + 4 * i128::from(q) * i128::from(p1);
    let root = i64::try_from((discriminant / i128::from(d)).isqrt()).ok()?;
    (i128::from(root).pow(2) * i128::from(d) == discriminant).then_some(())?;
    let (rational, divisor) = (p - q1, 2 * q);
    Some(SmallSurd::new(rational, root, divisor, d))
}
