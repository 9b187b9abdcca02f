//! Where a quantified number has to be looked for.
//!
//! Rules say `exists n: x' = floor(7/4*n)` without a bound on `n`. Over an interval of one number
//! in focus, every term lies between two lines (`floor(7/4*n)` between `7/4*n - 1` and `7/4*n`), so
//! that differences of floors that grow at different rates are seen to leave every bounded set. An
//! interval on which the lines contradict the condition is excluded; doubling finds the last one
//! that is not, halving the rest.

use watch::{Unwatched, Watch};

use super::{Atom, Coefficient, Floor, LinearForm, Slot, Test, ValueError};
use crate::digits::Direction;

/// The values that a slot may have: from `low` on, up to `high` if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The least value.
    pub low: i64,
    /// The greatest value, if there is one.
    pub high: Option<i64>,
}

impl Domain {
    /// All naturals.
    pub const NATURALS: Self = Self { low: 0, high: None };

    /// One value.
    pub fn point(value: i64) -> Self {
        Self {
            low: value,
            high: Some(value),
        }
    }
}

/// The largest number that a search for a quantified number considers.
const FARTHEST: i64 = 1 << 45;
/// How many values of one number are tried at most.
const MOST_VISITED: u64 = 1 << 22;
/// How far witnesses are tried where no bound is known.
const TRIED: i64 = 1 << 12;

/// Is there a natural number for the slot that makes the body true?
pub fn exists(slot: Slot, body: &Test, slots: &mut [i64]) -> Result<bool, ValueError> {
    let mut domains: Vec<Domain> = slots.iter().map(|value| Domain::point(*value)).collect();
    let mut found = false;
    let mut visit = |slots: &mut [i64]| {
        found = body.holds(slots)?;
        Ok(found)
    };
    match visit_values(slot, body, &mut domains, slots, &Unwatched, &mut visit) {
        Ok(_) => Ok(found),
        Err(ValueError::Unbounded) => {
            for value in 0..TRIED {
                slots[slot] = value;
                if body.holds(slots)? {
                    return Ok(true);
                }
            }
            Err(ValueError::Unbounded)
        }
        Err(error) => Err(error),
    }
}

/// Can all these slots be searched, given the domains of the others?
pub fn bounded(parameters: &[Slot], test: &Test, domains: &mut [Domain]) -> bool {
    let mut left = parameters.to_vec();
    while !left.is_empty() {
        let Some((index, bound)) = pick(&left, test, domains) else {
            return false;
        };
        let slot = left.swap_remove(index);
        domains[slot] = Domain {
            low: 0,
            high: Some((bound - 1).max(0)),
        };
    }
    true
}

/// Visits all values of the slots, except some with which the test is false; the visitor may stop
/// with `true`. `domains` has what is known of all slots; the visited ones must be the naturals
/// there.
pub fn enumerate(
    parameters: &[Slot],
    test: &Test,
    domains: &mut [Domain],
    slots: &mut [i64],
    watch: &dyn Watch,
    visit: &mut dyn FnMut(&mut [i64]) -> Result<bool, ValueError>,
) -> Result<bool, ValueError> {
    if parameters.is_empty() {
        return visit(slots);
    }
    let (index, _) = pick(parameters, test, domains).ok_or(ValueError::Unbounded)?;
    let slot = parameters[index];
    let rest: Vec<Slot> = parameters
        .iter()
        .copied()
        .filter(|other| *other != slot)
        .collect();
    let mut outer = domains.to_vec();
    let stop = visit_values(slot, test, domains, slots, watch, &mut |slots| {
        outer[slot] = Domain::point(slots[slot]);
        enumerate(&rest, test, &mut outer, slots, watch, visit)
    });
    domains[slot] = Domain::NATURALS;
    stop
}

/// Visits all values of one slot except some with which the test is false.
fn visit_values(
    slot: Slot,
    test: &Test,
    domains: &mut [Domain],
    slots: &mut [i64],
    watch: &dyn Watch,
    visit: &mut dyn FnMut(&mut [i64]) -> Result<bool, ValueError>,
) -> Result<bool, ValueError> {
    let bound = upper_bound(slot, test, domains).ok_or(ValueError::Unbounded)?;
    let mut intervals = vec![(0, bound - 1)];
    let mut visited = 0;
    while let Some((low, high)) = intervals.pop() {
        watch.check().map_err(ValueError::Stopped)?;
        visited += 1;
        if visited > MOST_VISITED {
            return Err(ValueError::TooLong);
        }
        if low > high {
            continue;
        }
        domains[slot] = Domain {
            low,
            high: Some(high),
        };
        if verdict(test, slot, domains) == Some(false) {
            continue;
        }
        if low == high {
            slots[slot] = low;
            if visit(slots)? {
                return Ok(true);
            }
            continue;
        }
        let middle = low + (high - low) / 2;
        intervals.push((middle + 1, high));
        intervals.push((low, middle));
    }
    Ok(false)
}

fn pick(parameters: &[Slot], test: &Test, domains: &mut [Domain]) -> Option<(usize, i64)> {
    let bounds = parameters.iter().enumerate();
    bounds
        .filter_map(|(index, slot)| Some((index, upper_bound(*slot, test, domains)?)))
        .min_by_key(|(_, bound)| *bound)
}

/// The least number found such that the test is false with it and with all larger ones.
fn upper_bound(slot: Slot, test: &Test, domains: &mut [Domain]) -> Option<i64> {
    let kept = domains[slot];
    let mut refuted = |low| {
        domains[slot] = Domain { low, high: None };
        verdict(test, slot, domains) == Some(false)
    };
    let mut bound = None;
    let mut below = 0;
    if refuted(0) {
        bound = Some(0);
    } else {
        let mut high = 1;
        while high <= FARTHEST {
            if refuted(high) {
                while below + 1 < high {
                    let middle = below + (high - below) / 2;
                    if refuted(middle) {
                        high = middle;
                    } else {
                        below = middle;
                    }
                }
                bound = Some(high);
                break;
            }
            below = high;
            high *= 2;
        }
    }
    domains[slot] = kept;
    bound
}

/// What is certain about a test while the slots range over their domains.
pub fn verdict(test: &Test, focus: Slot, domains: &[Domain]) -> Option<bool> {
    match test {
        Test::Constant(value) => Some(*value),
        Test::AtMostZero(node) => span(node, focus, domains).at_most_zero(domains[focus]),
        Test::Zero(node) => span(node, focus, domains).zero(domains[focus]),
        Test::Related(..) | Test::Unsaid(_) => None,
        Test::Not(inner) => verdict(inner, focus, domains).map(|value| !value),
        Test::And(parts) => combined(parts, focus, domains, false),
        Test::Or(parts) => combined(parts, focus, domains, true),
        Test::Same(pair) => {
            let [left, right] = pair.each_ref().map(|part| verdict(part, focus, domains));
            Some(left? == right?)
        }
        Test::Exists(slot, body) => {
            let mut inner = domains.to_vec();
            inner[*slot] = Domain::NATURALS;
            verdict(body, focus, &inner)
        }
    }
}

fn combined(parts: &[Test], focus: Slot, domains: &[Domain], decisive: bool) -> Option<bool> {
    let mut all_known = true;
    for part in parts {
        match verdict(part, focus, domains) {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(!decisive)
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };

    fn whole(value: i64) -> Self {
        Self {
            numerator: i128::from(value),
            denominator: 1,
        }
    }

    fn new(numerator: i128, denominator: i128) -> Self {
        let mut a = numerator.unsigned_abs();
        let mut b = denominator.unsigned_abs();
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = i128::try_from(a.max(1)).unwrap_or(1);
        Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    fn plus(self, other: Self) -> Option<Self> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Some(Self::new(
            left.checked_add(right)?,
            self.denominator.checked_mul(other.denominator)?,
        ))
    }

    fn times(self, other: Self) -> Option<Self> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Some(Self::new(
            numerator,
            self.denominator.checked_mul(other.denominator)?,
        ))
    }

    /// Above (1), at (0) or below (-1) zero.
    fn sign(self) -> i128 {
        self.numerator.signum()
    }

    fn minimum(self, other: Self) -> Option<Self> {
        Some(if self.plus(other.times(Self::whole(-1))?)?.sign() <= 0 {
            self
        } else {
            other
        })
    }

    fn maximum(self, other: Self) -> Option<Self> {
        Some(if self.minimum(other)? == self {
            other
        } else {
            self
        })
    }
}

/// The value `start + slope*(v - low)` for the number `v` in focus, whose domain begins at `low`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    start: Fraction,
    slope: Fraction,
}

impl Line {
    fn constant(value: i64) -> Self {
        Self {
            start: Fraction::whole(value),
            slope: Fraction::ZERO,
        }
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            start: self.start.plus(other.start)?,
            slope: self.slope.plus(other.slope)?,
        })
    }

    fn times(self, factor: Fraction) -> Option<Self> {
        Some(Self {
            start: self.start.times(factor)?,
            slope: self.slope.times(factor)?,
        })
    }

    /// A line that is nowhere above the two.
    fn below_both(self, other: Self) -> Option<Self> {
        Some(Self {
            start: self.start.minimum(other.start)?,
            slope: self.slope.minimum(other.slope)?,
        })
    }

    /// A line that is nowhere below the two.
    fn above_both(self, other: Self) -> Option<Self> {
        Some(Self {
            start: self.start.maximum(other.start)?,
            slope: self.slope.maximum(other.slope)?,
        })
    }

    fn at_end(self, domain: Domain) -> Option<Fraction> {
        let length = Fraction::whole(domain.high?.checked_sub(domain.low)?);
        self.start.plus(self.slope.times(length)?)
    }

    /// The least value, if there is one.
    fn least(self, domain: Domain) -> Option<Fraction> {
        if self.slope.sign() >= 0 {
            Some(self.start)
        } else {
            self.at_end(domain)
        }
    }
}

/// Two lines between which the values of a term lie; a missing one is infinitely far away.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: Option<Line>,
    high: Option<Line>,
}

impl Span {
    const ALL: Self = Self {
        low: None,
        high: None,
    };

    fn between(low: Option<Line>, high: Option<Line>) -> Self {
        Self { low, high }
    }

    fn plus(self, other: Self) -> Self {
        let add = |a: Option<Line>, b: Option<Line>| a?.plus(b?);
        Self::between(add(self.low, other.low), add(self.high, other.high))
    }

    fn times(self, factor: Fraction) -> Self {
        let low = self.low.and_then(|line| line.times(factor));
        let high = self.high.and_then(|line| line.times(factor));
        if factor.sign() >= 0 {
            Self::between(low, high)
        } else {
            Self::between(high, low)
        }
    }

    fn negated(self) -> Self {
        self.times(Fraction::whole(-1))
    }

    fn hull(self, other: Self) -> Self {
        Self::between(
            both(self.low, other.low, Line::below_both),
            both(self.high, other.high, Line::above_both),
        )
    }

    fn positive(self, domain: Domain) -> bool {
        self.low
            .and_then(|line| line.least(domain))
            .is_some_and(|least| least.sign() > 0)
    }

    fn not_negative(self, domain: Domain) -> bool {
        self.low
            .and_then(|line| line.least(domain))
            .is_some_and(|least| least.sign() >= 0)
    }

    fn at_most_zero(self, domain: Domain) -> Option<bool> {
        if self.positive(domain) {
            Some(false)
        } else if self.negated().not_negative(domain) {
            Some(true)
        } else {
            None
        }
    }

    fn zero(self, domain: Domain) -> Option<bool> {
        if self.positive(domain) || self.negated().positive(domain) {
            Some(false)
        } else if self.not_negative(domain) && self.negated().not_negative(domain) {
            Some(true)
        } else {
            None
        }
    }
}

fn both(a: Option<Line>, b: Option<Line>, join: fn(Line, Line) -> Option<Line>) -> Option<Line> {
    join(a?, b?)
}

fn span(form: &LinearForm, focus: Slot, domains: &[Domain]) -> Span {
    let constant = Some(Line::constant(form.constant));
    let mut sum = Span::between(constant, constant);
    for (slot, factor) in &form.slots {
        sum = sum.plus(slot_span(*slot, focus, domains).times(Fraction::whole(*factor)));
    }
    for (factor, atom) in &form.terms {
        sum = sum.plus(atom_span(atom, focus, domains).times(Fraction::whole(*factor)));
    }
    sum
}

fn slot_span(slot: Slot, focus: Slot, domains: &[Domain]) -> Span {
    let Domain { low, high } = domains[slot];
    if slot == focus {
        let line = Line {
            start: Fraction::whole(low),
            slope: Fraction::whole(1),
        };
        return Span::between(Some(line), Some(line));
    }
    Span::between(Some(Line::constant(low)), high.map(Line::constant))
}

fn atom_span(atom: &Atom, focus: Slot, domains: &[Domain]) -> Span {
    let domain = domains[focus];
    let of = |inner: &LinearForm| span(inner, focus, domains);
    match atom {
        Atom::Quotient(inner, divisor) => {
            let rounding =
                Span::between(Some(Line::constant(1 - *divisor)), Some(Line::constant(0)));
            of(inner)
                .plus(rounding)
                .times(Fraction::new(1, i128::from(*divisor)))
        }
        Atom::Modulo(_, divisor) => {
            Span::between(Some(Line::constant(0)), Some(Line::constant(*divisor - 1)))
        }
        Atom::Floor(floor) => floor_span(floor, focus, domains),
        Atom::Maximum(parts) => {
            if let [one, other] = parts.as_slice()
                && one.scaled(-1).as_ref() == Ok(other)
            {
                return absolute_span(of(one), domain);
            }
            least_of(parts.iter().map(|part| of(part).negated())).negated()
        }
        Atom::NimSum(parts) => {
            let sums = parts.iter().map(of).reduce(Span::plus);
            Span::between(Some(Line::constant(0)), sums.and_then(|sum| sum.high))
        }
        // No number is above its shift to the left, and none below its shift to the right.
        Atom::Shift(Direction::Left, inner, _) => Span::between(of(inner).low, None),
        Atom::Shift(Direction::Right, inner, _) => {
            Span::between(Some(Line::constant(0)), of(inner).high)
        }
        Atom::Choice(parts) => {
            let (test, yes, no) = parts.as_ref();
            match verdict(test, focus, domains) {
                Some(true) => of(yes),
                Some(false) => of(no),
                None => of(yes).hull(of(no)),
            }
        }
    }
}

fn absolute_span(inner: Span, domain: Domain) -> Span {
    if inner.not_negative(domain) {
        inner
    } else if inner.negated().not_negative(domain) {
        inner.negated()
    } else {
        let high = both(inner.high, inner.negated().high, Line::above_both);
        Span::between(Some(Line::constant(0)), high)
    }
}

/// The least of some terms: above all lower lines, and below the upper line that grows least.
fn least_of(parts: impl Iterator<Item = Span>) -> Span {
    parts
        .reduce(|a, b| {
            let high = match (a.high, b.high) {
                (Some(x), Some(y)) if x.slope.minimum(y.slope) == Some(x.slope) => Some(x),
                (Some(_), Some(y)) => Some(y),
                (x, y) => x.or(y),
            };
            Span::between(both(a.low, b.low, Line::below_both), high)
        })
        .unwrap_or(Span::ALL)
}

fn floor_span(floor: &Floor, focus: Slot, domains: &[Domain]) -> Span {
    let Some((low, high)) = bracket(&floor.constant) else {
        return Span::ALL;
    };
    let flat = |start| {
        Some(Line {
            start,
            slope: Fraction::ZERO,
        })
    };
    let mut sum = Span::between(flat(low), flat(high)).plus(Span::between(
        Some(Line::constant(-1)),
        Some(Line::constant(0)),
    ));
    for (coefficient, part) in &floor.parts {
        let Some((low, high)) = bracket(coefficient) else {
            return Span::ALL;
        };
        let part = span(part, focus, domains);
        let at = |end: Fraction| part.times(end);
        sum = match (low.sign() >= 0, high.sign() <= 0) {
            (true, _) | (_, true) => sum.plus(at(low).hull(at(high))),
            _ => Span::ALL,
        };
    }
    sum
}

/// Fractions below and above a real, close to it.
fn bracket(coefficient: &Coefficient) -> Option<(Fraction, Fraction)> {
    let floor = i128::from(coefficient.scaled?);
    let scale = i128::from(Coefficient::SCALE);
    Some((Fraction::new(floor, scale), Fraction::new(floor + 1, scale)))
}
