//! Periods of the nim-values of heaps that split, proved where a theorem allows it.
//!
//! **Theorem** (R. K. Guy and C. A. B. Smith, [`G_VALUES`]; A. N. Siegel, [`COMBINATORIAL_GAME_THEORY`](rules::citation::COMBINATORIAL_GAME_THEORY), section IV.2). Let no
//! more than `t` be taken and at most two parts be left. If `g(n + p) = g(n)` for all `n` with `e <= n < 2e + p + t`, then for all `n >= e`.
//!
//! So the values of all heaps below `2e + 2p + t` are asked for. The proof, for at most `r` parts: let `n >= re + (r - 1)p + t`, and let the
//! claim hold below `n`. An option of the heap `n + p` has a largest part `b >= (n + p - t) / r >= e + p`, and `g(b - p) = g(b)`, so that
//! the heap `n` has an option of the same value; and an option of `n` has a part `b >= e`, which may grow by `p`. So the heaps below
//! `re + rp + t` are asked for. The part `b - p` must not be empty: it is not if `e > 0`, and for `e = 0` one heap more is asked for. If two
//! parts must differ, `(a, a + p)` has no counterpart `(a, a)`, but `(a - p, a + p)`, if `a - p >= e`: then the heaps below
//! `2e + 3p + t` are asked for. A heap that may be taken whole whatever its size adds the option 0 to all heaps above `t`.
//!
//! Finite octal games are never arithmetically periodic with a saltus above 0 (R. B. Austin, [`AUSTIN`](rules::citation::AUSTIN)); where three parts or any
//! number taken allow it, there is a criterion of our own (docs/solver.md).
//!
//! A period that was seen in fewer heaps than the theorem asks for is a conjecture, and its evidence says what is asked for.
//!
//! ```
//! use heaps::{code::Code, period::of_values, values::TakeAndBreakValues};
//!
//! let kayles = Code::octal("0.77").expect("a code");
//! let mut values = TakeAndBreakValues::new((&kayles).into());
//! values.extend(200, &logic::Unwatched).expect("nobody stops it");
//! let period = of_values(&values).expect("it is periodic");
//! assert_eq!((period.preperiod, period.period), (71, 12));
//! assert!(period.evidence.to_string().starts_with("proved: "));
//! ```

use numeration::natural::Integer;

use super::arithmetic;
use super::cells::{PackedValues, ValueCell};
use super::take_and_break::TakeAndBreak;
use super::values::TakeAndBreakValues;
use rules::citation::G_VALUES;
use rules::evidence::Evidence;
use rules::narrow;
use solver::periodicity::{Period, Recurrences};

/// The period of values, if one is seen: proved if they are as many as the theorem asks for.
pub fn of_values(values: &TakeAndBreakValues) -> Option<Period> {
    let seen = match values.cells() {
        PackedValues::One(cells) => search(values, cells),
        PackedValues::Two(cells) => search(values, cells),
        PackedValues::Four(cells) => search(values, cells),
    }?;
    let evidence = seen.evidence(values);
    Some(Period {
        preperiod: narrow::count(seen.preperiod),
        period: narrow::count(seen.period),
        saltus: Integer::from(seen.saltus),
        evidence,
    })
}

/// The heaps below this number must be known to prove a period without saltus; none if the theorem does not speak of such rules.
pub fn asked_for(rules: &TakeAndBreak, preperiod: u64, period: u64) -> Option<u64> {
    let (taken, parts) = rules.reach()?;
    let (preperiods, periods) = match parts {
        0 => (0, 1),
        2 if rules.asks_for_difference() => (2, 3),
        3 if rules.asks_for_difference() => return None,
        parts => (u64::from(parts), u64::from(parts)),
    };
    let heaps = preperiod
        .checked_mul(preperiods)?
        .checked_add(period.checked_mul(periods)?)?
        .checked_add(u64::try_from(taken).ok()?)?;
    heaps.checked_add(u64::from(preperiod == 0 || parts == 0))
}

/// A period that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ObservedPeriod {
    pub(super) preperiod: usize,
    pub(super) period: usize,
    pub(super) saltus: i64,
    /// How many heaps were compared with those a period before them.
    compared: usize,
}

impl ObservedPeriod {
    fn asked_for(&self, rules: &TakeAndBreak) -> Option<u64> {
        if self.saltus != 0 {
            return None;
        }
        asked_for(rules, self.preperiod as u64, self.period as u64)
    }

    fn is_proved(&self, values: &TakeAndBreakValues) -> bool {
        let known = values.len() as u64;
        self.asked_for(values.rules())
            .is_some_and(|asked| known >= asked)
            || self.saltus > 0 && arithmetic::proves(values, self)
    }

    fn evidence(&self, values: &TakeAndBreakValues) -> Evidence {
        let (last, p, e) = (values.len().saturating_sub(1), self.period, self.preperiod);
        let asked = self.asked_for(values.rules());
        let equal = format!("g(n + {p}) = g(n) from {e} on");
        match asked {
            Some(asked) if self.is_proved(values) => Evidence::Proved(format!(
                "{equal} holds for all heaps below {asked}, which is as many as the theorem of {G_VALUES} asks for"
            )),
            Some(asked) => Evidence::Conjecture(format!(
                "seen and not proved: {equal} holds for all heaps at most {last}, and the theorem of {G_VALUES} asks for the heaps below {asked}"
            )),
            None if self.is_proved(values) => Evidence::Proved(format!(
                "g(n + {p}) = g(n) + {} holds from {e} on for all heaps at most {last}, and {}",
                self.saltus,
                arithmetic::REASON
            )),
            None => Evidence::Conjecture(format!(
                "seen and not proved: g(n + {p}) = g(n) + {} from {e} on holds for all heaps at most {last}, and no theorem that applies is known here",
                self.saltus
            )),
        }
    }
}

/// A period is looked for by the last values, one of so many.
const PART: usize = 64;
/// At least so many.
const FEWEST: usize = 8;
/// A period that was not seen three times counts as seen only if at least so many heaps agree.
const MANY: usize = 256;
/// So many values are compared for each value that is known; then no period is seen.
const EFFORT: usize = 64;

fn search<T: ValueCell>(values: &TakeAndBreakValues, cells: &[T]) -> Option<ObservedPeriod> {
    if values.rules().grows() {
        let value = |heap: usize| number(cells[heap]);
        // Where the values grow, the steps between them come back.
        let step = |heap: usize| value(heap + 1) - value(heap);
        let count = cells.len().checked_sub(1)?;
        longest(values, count, step, value)
    } else {
        let value = |heap: usize| number(cells[heap]);
        longest(values, cells.len(), |heap| cells[heap].index(), value)
    }
}

fn number<T: ValueCell>(cell: T) -> i64 {
    i64::from(narrow::count(cell.index()))
}

/// The smallest period that is proved; if there is none, that in which most heaps agree.
fn longest<S: Eq>(
    values: &TakeAndBreakValues,
    count: usize,
    term: impl Fn(usize) -> S,
    value: impl Fn(usize) -> i64,
) -> Option<ObservedPeriod> {
    let heaps = values.len();
    let pattern = (count / PART).max(FEWEST).min(count);
    let from_end = |place: usize| term(count - 1 - place);
    let mut best: Option<ObservedPeriod> = None;
    let mut effort = heaps.saturating_mul(EFFORT);
    for period in Recurrences::new(&from_end, pattern, count) {
        let implied = |seen: &ObservedPeriod| {
            period % seen.period == 0 && period <= seen.compared + seen.period
        };
        if best.as_ref().is_some_and(implied) {
            continue;
        }
        let seen = compare(heaps, period, &value);
        if seen.is_proved(values) {
            return Some(seen);
        }
        if best.is_none_or(|best| best.compared < seen.compared) {
            best = Some(seen);
        }
        effort = effort.checked_sub(seen.compared)?;
    }
    best.filter(|seen| {
        let many = MANY.max(heaps / PART);
        seen.compared >= 2 * seen.period || seen.compared >= many
    })
}

/// From where on the values agree with those a period later.
fn compare(heaps: usize, period: usize, value: &impl Fn(usize) -> i64) -> ObservedPeriod {
    let saltus = value(heaps - 1) - value(heaps - 1 - period);
    let agrees = |heap: &usize| value(heap + period) == value(*heap) + saltus;
    let compared = (0..heaps - period).rev().take_while(agrees).count();
    ObservedPeriod {
        preperiod: heaps - period - compared,
        period,
        saltus,
        compared,
    }
}
