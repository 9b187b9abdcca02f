//! Arithmetic periods proved: `g(n + p) = g(n) + s` with a saltus `s` that is a power of two.
//!
//! Let `g(n + p) = g(n) + s` hold for all heaps `n >= e >= 1` for which both values are known. Write `g(n) = s q(n) + r(n)` with `r(n) < s`. Since `s` is a
//! power of two, nim-sums are taken in `q` and in `r` apart; and from `e` on a period more adds 1 to `q` and leaves `r` as it is. By `t` we mean
//! the number of digits: a digit says what may be left when fewer than `t` are taken, and if `t` or more are taken, at most one
//! part is left. Two parts are not asked to differ.
//!
//! A number is *carried* by a heap `n` if it is the value of an option of `n` of one of these kinds:
//!
//! - *Rising*: there is a part `b >= e`, and the nim-sum of the values of the other parts is below `s`. If `b` grows by `p`, it is an option of `n + p`, of the same kind, and its value has grown by `s`: the `q` of
//!   the others cancel out, so that `q` of the option is `q(b)`.
//! - *Lasting*: there are two parts `b, c >= e` with `q(b) = q(c)`. If both grow by `p`, it is an option of `n + 2p`, of the same kind and value: `q(b) + 1` and `q(c) + 1` cancel out as `q(b)` and `q(c)` did. Likewise a single
//!   heap that is left when `t` or more are taken (of `n + 2p` take `2p` more), and 0 where any heap may be taken whole.
//! - *Both*: there are two parts `b, c >= e` with `q(b) = q(c)` and a third part `a >= e`, or it is a single heap `a >= e` that is left when `t` or more are taken. Such an option is
//!   lasting; and it rises if `a` grows. After either it is of this kind again.
//!
//! **Criterion.** Let `m > 3e + t`, so that every option of a heap from `m` on that leaves two or three parts has a part `>= e`, and let the heaps below `m + 2p` be known. If for all `n` with `m <= n < m + 2p`
//!
//! 1. the numbers below `g(n)` are, from above: rising ones or both; then `2s` in a row that are both; then, to 0, lasting ones or both;
//! 2. `g(n)` is larger than the values of all heaps below `e + p`;
//! 3. for each digit that allows two or three parts and each choice of all parts but one, each below `e + p`, let the last part be what remains, which is
//!    `first + k p` with `e <= first < e + p`: then the nim-sum of the `r` of the parts is not `r(n)`, or `q` of the chosen parts, `q(first)` and `k`, added up, less `q(n)`, is negative or odd;
//!
//! then `g(n + p) = g(n) + s` for all `n >= e`.
//!
//! **Proof.** By induction on `N >= m + 2p`, with `n = N - 2p`: let the period hold for all heaps below `N`, and let 1 hold for the heap `n`. It is to be shown that `g(N) = g(N - p) + s`, which is `g(n) + 2s`,
//! and that 1 holds for `N`. (That 1 holds for the `2p` heaps from `m` on begins the induction.) All parts of options of `n` are below `n`, so that they may grow by `2p` within what is known.
//!
//! *Every number `v` below `g(n) + 2s` is the value of an option of `N`.* Let the row of 1 be the numbers from `u` to `u + 2s - 1`. If `v < u + 2s`, it is carried by a lasting option of `n`, and lasts. If `u + 2s <= v < u + 4s`, then
//! `v - 2s` is in the row, and rises twice. If `v >= u + 4s`, then `v - 2s` is above the row and below `g(n)`, and rises twice. So 1 holds for `N` with the row from `u + 2s` on: its numbers have risen by options that
//! are both, those above it by options that are rising, and those below it have lasted.
//!
//! *No option of `N` has the value `g(n) + 2s`.* To leave nothing has the value 0. A single heap `x` of this value is not below `e + p`, by 2, since by the period `g(n)` and all the more `g(n) + 2s` is larger than the values of these heaps (2 is
//! for `2p` heaps in a row, and values rise with the period). But then `x - p >= e` is an option of `N - p`, as many being taken, of the value `g(n) + s = g(N - p)`, which no option of `N - p` has. So let there be two or three parts.
//! One of them is at least `e`: call it the last. Take as many periods from each other part that is at least `e` as leave it in the first period, and give them to the last. That changes no `r`, nor the sum of the `q`, nor the sum of the parts. So the parts are as in 3, for the residue
//! of `n` among the heaps from `m` to `m + p - 1`, but for a number `j` of periods in the last part and in the heap. Both the sum of the `q` and `q` of the heap have grown by `j` since, so that their difference is that of 3. But a nim-sum is the sum less an
//! even number, so that for an option of the value in question the difference is even and not negative, and the nim-sum of the `r` is `r(n)`; which 3 excludes. ∎
//!
//! The criterion is sufficient. Where it fails, nothing is said.

use super::period::ObservedPeriod;
use super::take_and_break::{Leaving, TakeAndBreak};
use super::values::TakeAndBreakValues;

/// The words of the evidence.
pub(super) const REASON: &str =
    "the options of two periods of heaps carry it on (docs/solver.md, arithmetic periods)";

/// The most steps that a check may take.
const MOST_STEPS: usize = 1 << 28;

const RISING: u8 = 1;
const LASTING: u8 = 2;
/// Rising by one option and lasting by another is not both.
const BY_ONE: u8 = 4;
const BOTH: u8 = RISING | LASTING | BY_ONE;

/// Does the criterion prove the period?
pub(super) fn proves(values: &TakeAndBreakValues, seen: &ObservedPeriod) -> bool {
    let Some(check) = SaltusCheck::new(values, seen) else {
        return false;
    };
    let first = 3 * (check.e + check.p) + check.digits() + 1;
    let starts = std::iter::successors(Some(first), |start| start.checked_mul(2));
    let last = values.len().checked_sub(2 * check.p);
    let mut starts = starts.take_while(|start| last.is_some_and(|last| *start <= last));
    starts.any(|start| check.holds_from(start))
}

struct SaltusCheck<'a> {
    values: &'a TakeAndBreakValues,
    e: usize,
    p: usize,
    s: usize,
    /// The largest value of the heaps below `e + p`.
    largest: usize,
}

impl<'a> SaltusCheck<'a> {
    fn new(values: &'a TakeAndBreakValues, seen: &ObservedPeriod) -> Option<Self> {
        let s = usize::try_from(seen.saltus).ok()?;
        let rules = values.rules();
        if !s.is_power_of_two() || rules.then().most_parts() > 1 || rules.asks_for_difference() {
            return None;
        }
        let (e, p) = (seen.preperiod.max(1), seen.period);
        let mut check = Self {
            values,
            e,
            p,
            s,
            largest: 0,
        };
        check.largest = (0..e + p).map(|heap| check.value(heap)).max()?;
        Some(check)
    }

    fn rules(&self) -> &TakeAndBreak {
        self.values.rules()
    }

    fn digits(&self) -> usize {
        self.rules().digits().len()
    }

    fn value(&self, heap: usize) -> usize {
        self.values.get(heap).unwrap_or(0) as usize
    }

    fn q(&self, heap: usize) -> usize {
        self.value(heap) / self.s
    }

    fn holds_from(&self, start: usize) -> bool {
        let digits = self.rules().digits().iter();
        let allowing = |kind| {
            digits
                .clone()
                .filter(|leaving| leaving.allows(kind))
                .count()
        };
        let (pairs, triples) = (allowing(Leaving::TWO), allowing(Leaving::THREE));
        let parts = self.e + self.p;
        let (two_periods, end) = (2 * self.p, start + 2 * self.p);
        let classes = self.p.saturating_mul(parts).saturating_mul(parts);
        let chosen = two_periods.saturating_mul(start).saturating_mul(end) / 6;
        let of_triples = classes.saturating_add(chosen).saturating_mul(triples);
        let of_pairs = two_periods.saturating_mul(end).saturating_mul(pairs + 1);
        let work = of_triples.saturating_add(of_pairs);
        work <= MOST_STEPS
            && (start..start + 2 * self.p)
                .all(|heap| self.value(heap) > self.largest && self.is_carried(heap))
            && (start..start + self.p).all(|heap| self.is_never_reached(heap))
    }

    /// Condition 1.
    fn is_carried(&self, heap: usize) -> bool {
        let kinds = self.kinds(heap);
        let mut from_above = kinds.iter().rev();
        let mut row = 0;
        while row < 2 * self.s {
            match from_above.next() {
                Some(kind) if kind & BY_ONE != 0 => row += 1,
                Some(kind) if kind & RISING != 0 => row = 0,
                _ => return false,
            }
        }
        from_above.all(|kind| kind & LASTING != 0)
    }

    /// How each number below the value of a heap is carried.
    fn kinds(&self, heap: usize) -> Vec<u8> {
        let mut kinds = vec![0; self.value(heap)];
        let mut add = |value: usize, kind: u8| {
            if let Some(known) = kinds.get_mut(value) {
                *known |= kind;
            }
        };
        let rules = self.rules();
        for (taken, leaving) in rules.digits().iter().enumerate() {
            let total = heap - taken;
            if leaving.allows(Leaving::ONE) {
                add(self.value(total), RISING);
            }
            if leaving.allows(Leaving::TWO) {
                self.add_pairs(total, &mut add);
            }
            if leaving.allows(Leaving::THREE) {
                self.add_triples(total, &mut add);
            }
        }
        if rules.then().allows(Leaving::NONE) {
            add(0, LASTING);
        }
        if rules.then().allows(Leaving::ONE) {
            for left in 1..=heap - rules.digits().len() {
                add(self.value(left), if left < self.e { LASTING } else { BOTH });
            }
        }
        kinds
    }

    fn add_pairs(&self, total: usize, add: &mut impl FnMut(usize, u8)) {
        for a in 1..=total / 2 {
            let b = total - a;
            let value = self.value(a) ^ self.value(b);
            let rising = [(a, b), (b, a)];
            if rising
                .iter()
                .any(|(fixed, b)| *b >= self.e && self.value(*fixed) < self.s)
            {
                add(value, RISING);
            }
            if a >= self.e && self.q(a) == self.q(b) {
                add(value, LASTING);
            }
        }
    }

    fn add_triples(&self, total: usize, add: &mut impl FnMut(usize, u8)) {
        for a in 1..=total / 3 {
            for b in a..=(total - a) / 2 {
                let c = total - a - b;
                let value = self.value(a) ^ self.value(b) ^ self.value(c);
                for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
                    if z >= self.e && self.value(x) ^ self.value(y) < self.s {
                        add(value, RISING);
                    }
                    if x.min(y) >= self.e && self.q(x) == self.q(y) {
                        add(value, if z < self.e { LASTING } else { BOTH });
                    }
                }
            }
        }
    }

    /// Condition 3.
    fn is_never_reached(&self, heap: usize) -> bool {
        let digits = self.rules().digits().iter().enumerate();
        let mut digits = digits.map(|(taken, leaving)| (heap - taken, leaving));
        digits.all(|(total, leaving)| {
            let parts = 1..self.e + self.p;
            let two = !leaving.allows(Leaving::TWO)
                || parts.clone().all(|a| self.differs(heap, total, &[a]));
            let three = !leaving.allows(Leaving::THREE)
                || parts
                    .clone()
                    .all(|a| parts.clone().all(|b| self.differs(heap, total, &[a, b])));
            two && three
        })
    }

    /// Do these parts and the last one, each or a number of periods later, never have the value of the heap?
    fn differs(&self, heap: usize, total: usize, parts: &[usize]) -> bool {
        // The heap is large enough for the last part to be in the first period or later.
        let last = total - parts.iter().sum::<usize>();
        let first = self.e + (last - self.e) % self.p;
        let periods = (last - first) / self.p;
        let all = || parts.iter().copied().chain([first]);
        let low = all().fold(0, |low, part| low ^ (self.value(part) % self.s));
        let high = periods + all().map(|part| self.q(part)).sum::<usize>();
        let q = self.q(heap);
        low != self.value(heap) % self.s || high < q || (high - q) % 2 == 1
    }
}
