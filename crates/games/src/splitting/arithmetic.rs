//! Arithmetic periods proved: `g(n + p) = g(n) + s` with a saltus `s` that is a power of two.
//!
//! Let `g(n + p) = g(n) + s` hold for all heaps from `e` on that are known. Write `g(n) = s q(n) + r(n)` with `r(n) < s`. From `e` on,
//! a period more leaves `r` as it is and adds 1 to `q`. Nim-sums are taken in `q` and in `r` apart, since `s` is a power of two. A number is *carried* if it is the
//! value of an option of one of these kinds:
//!
//! - *Rising*: a part `b >= e`, and the nim-sum of the values of the others is below `s`. If `b` grows by `p`, the heap grows by `p` and the value by `s`.
//! - *Lasting*: two parts `b, c >= e` with `q(b) = q(c)`. If both grow by `p`, the heap grows by `2p`, and the value stays. Likewise a heap that is left when
//!   any number may be taken, and 0 where any heap may be taken whole.
//! - *Both*: lasting, with one more part `a >= e`, or a heap `a >= e` that is left when any number may be taken. If `a` grows by `p`, it rises.
//!
//! **Criterion.** Let `n` run through `2p` successive known heaps from `m` on, with `m` larger than any heap can be whose parts are all below `e`. If
//!
//! 1. the numbers below `g(n)` are, from above, rising ones or both, then `2s` in a row that are both, then lasting ones or both;
//! 2. `g(n)` is larger than the values of all heaps below `e + p`;
//! 3. no two or three parts can have the value `g(n + jp)`, for any `j`: `q` of a nim-sum is the sum of the `q` of the parts, less an even number. So it is
//!    enough that for each choice of parts, each below `e` or a residue, either the nim-sum of the `r` is not `r(n)`, or the sum of the
//!    `q` less `q(n)`, which is the same for all `j`, is negative or odd;
//!
//! then `g(n + p) = g(n) + s` for all `n >= e`. For let it hold below `n + 2p`, where `n >= m`. Let the row of `2s` begin at `u`. A number below `g(n) + 2s` is below `u + 2s`, and lasts; or
//! in the next `2s`, and has risen from the row; or above, and has risen from above the row. So 1 holds for `n + 2p`, too. And `g(n) + 2s` is the value of no option: of no split by 3,
//! and of no single heap, since it would be below `e + p`, which 2 excludes, or an option a period before had had the value of that heap.
//!
//! The criterion is sufficient. Where it fails, nothing is said.

use super::period::Seen;
use super::take_and_break::{Leaving, TakeAndBreak};
use super::values::Values;

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
pub(super) fn proves(values: &Values, seen: &Seen) -> bool {
    let Some(check) = Check::new(values, seen) else {
        return false;
    };
    let first = 3 * (check.e + check.p) + check.digits() + 1;
    let starts = std::iter::successors(Some(first), |start| start.checked_mul(2));
    let last = values.len().checked_sub(2 * check.p);
    let mut starts = starts.take_while(|start| last.is_some_and(|last| *start <= last));
    starts.any(|start| check.holds_from(start))
}

struct Check<'a> {
    values: &'a Values,
    e: usize,
    p: usize,
    s: usize,
    /// The largest value of the heaps below `e + p`.
    largest: usize,
}

impl<'a> Check<'a> {
    fn new(values: &'a Values, seen: &Seen) -> Option<Self> {
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
        let splits = self.rules().digits().iter();
        let triples = splits
            .filter(|leaving| leaving.allows(Leaving::THREE))
            .count();
        let parts = self.e + self.p;
        let classes = self.p.saturating_mul(parts).saturating_mul(parts);
        let options = (2 * self.p)
            .saturating_mul(start)
            .saturating_mul(start + 2 * self.p);
        let work = classes.saturating_add(options / 6).saturating_mul(triples);
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
