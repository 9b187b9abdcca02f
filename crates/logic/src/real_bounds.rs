//! Bounds through floors of real-linear forms.
//!
//! `floor(c*t)` lies in `(c*t - 1, c*t]`. So a bound on the floor is a bound on `t`, found exactly by one
//! division and one floor: `x = floor(n*beta)` leaves at most one or two values of `n`. Where a
//! variable occurs several times, as in `floor(floor(n*phi)*phi) - floor(n*phi) = t`, the whole term is
//! enclosed between two real-linear forms first, which adds up what the occurrences do.
//!
//! A real that cannot be decided narrows nothing.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use numeration::natural::{Integer, One, Zero};
use numeration::real::{Real, RealError, ceil_of, floor_of};

use crate::bounds::VariableBounds;
use crate::interval::Interval;
use crate::term::{RealForm, Term};
use crate::visit::{FormulaPart, Visitor};

/// An interval around the floor of a form.
pub(crate) fn floor_hull(bounds: &VariableBounds<'_>, form: &RealForm) -> Interval {
    let parts: Vec<(&Real, Interval)> = form
        .parts
        .iter()
        .map(|(factor, term)| (factor, bounds.hull(term)))
        .collect();
    let constant = RealCombination::constant(form.constant.clone());
    let end = |upper| {
        let form = extreme(&parts, None, upper).ok()??.plus(&constant).ok()?;
        form.floor().ok()
    };
    Interval {
        low: end(false),
        high: end(true),
    }
}

/// What is left if the floor of a form lies in an interval.
pub(crate) fn narrow_floor(
    bounds: &mut VariableBounds<'_>,
    form: &RealForm,
    target: &Interval,
) -> bool {
    for (index, (factor, term)) in form.parts.iter().enumerate() {
        let parts: Vec<(&Real, Interval)> = form
            .parts
            .iter()
            .map(|(factor, term)| (factor, bounds.hull(term)))
            .collect();
        if parts[index].1.single().is_some() {
            continue;
        }
        let constant = RealCombination::constant(form.constant.clone());
        let low = target.low.clone().map(RealCombination::integer);
        let high = target
            .high
            .as_ref()
            .map(|high| RealCombination::integer(high + Integer::ONE));
        let others = Others {
            parts: &parts,
            index,
            low: &constant,
            high: &constant,
        };
        let narrowed = others.solve(factor, low, high, Strictness::Below);
        if let Ok(narrowed) = narrowed
            && !bounds.narrow(term, &narrowed)
        {
            return false;
        }
    }
    true
}

/// What is left if the value of a term in which an unknown occurs repeatedly lies in an interval.
pub(crate) fn relax(bounds: &mut VariableBounds<'_>, term: &Term, target: &Interval) -> bool {
    let mut count = Occurrences {
        bounds,
        seen: Vec::new(),
        repeated: false,
        visited: 0,
    };
    let _enough = count.term(term);
    if !count.repeated {
        return true;
    }
    let Ok(enclosure) = enclose(bounds, term) else {
        return true;
    };
    for (index, (atom, slope)) in enclosure.slopes.iter().enumerate() {
        let parts: Vec<(&Real, Interval)> = enclosure
            .slopes
            .iter()
            .map(|(atom, slope)| (slope, bounds.hull(atom)))
            .collect();
        let low = target.low.clone().map(RealCombination::integer);
        let high = target.high.clone().map(RealCombination::integer);
        let others = Others {
            parts: &parts,
            index,
            low: &enclosure.low,
            high: &enclosure.high,
        };
        if let Ok(narrowed) = others.solve(slope, low, high, Strictness::Including)
            && !bounds.narrow(atom, &narrowed)
        {
            return false;
        }
    }
    true
}

/// `c₁·n₁ + … + c₀` with integers: a real number, kept in parts so that huge integers stay integers.
#[derive(Clone)]
struct RealCombination {
    parts: Vec<(Real, Integer)>,
    constant: Real,
}

impl RealCombination {
    fn constant(constant: Real) -> Self {
        Self {
            parts: Vec::new(),
            constant,
        }
    }

    fn integer(value: Integer) -> Self {
        Self {
            parts: vec![(Real::from(1), value)],
            constant: Real::from(0),
        }
    }

    fn plus(mut self, other: &Self) -> Result<Self, RealError> {
        self.constant = self.constant.add(&other.constant)?;
        self.parts.extend(other.parts.iter().cloned());
        Ok(self)
    }

    fn times(&self, factor: &Real) -> Result<Self, RealError> {
        let parts = self
            .parts
            .iter()
            .map(|(real, value)| Ok((real.mul(factor)?, value.clone())));
        Ok(Self {
            parts: parts.collect::<Result<_, RealError>>()?,
            constant: self.constant.mul(factor)?,
        })
    }

    fn minus(self, other: &Self) -> Result<Self, RealError> {
        self.plus(&other.times(&Real::from(-1))?)
    }

    fn divided(&self, divisor: &Real) -> Result<Self, RealError> {
        self.times(&Real::from(1).div(divisor)?)
    }

    fn floor(&self) -> Result<Integer, RealError> {
        floor_of(&self.present(), &self.constant)
    }

    fn ceil(&self) -> Result<Integer, RealError> {
        ceil_of(&self.present(), &self.constant)
    }

    /// The parts that matter.
    fn present(&self) -> Vec<(Real, Integer)> {
        self.parts
            .iter()
            .filter(|(_, value)| *value != Integer::ZERO)
            .cloned()
            .collect()
    }
}

/// Does the upper end belong to what is allowed?
#[derive(Clone, Copy, PartialEq)]
enum Strictness {
    Below,
    Including,
}

/// A sum of multiples of integers that lie in intervals, plus something between `low` and `high`.
struct Others<'a> {
    parts: &'a [(&'a Real, Interval)],
    index: usize,
    low: &'a RealCombination,
    high: &'a RealCombination,
}

impl Others<'_> {
    /// Where the integer of the part `index` lies if the whole sum lies between two ends.
    fn solve(
        &self,
        slope: &Real,
        low: Option<RealCombination>,
        high: Option<RealCombination>,
        strictness: Strictness,
    ) -> Result<Interval, RealError> {
        let least = match (low, extreme(self.parts, Some(self.index), true)?) {
            (Some(low), Some(rest)) => Some(low.minus(&rest)?.minus(self.high)?.divided(slope)?),
            _ => None,
        };
        let most = match (high, extreme(self.parts, Some(self.index), false)?) {
            (Some(high), Some(rest)) => Some(high.minus(&rest)?.minus(self.low)?.divided(slope)?),
            _ => None,
        };
        let below = strictness == Strictness::Below;
        let interval = match slope.sign()? {
            Ordering::Equal => Interval::all(),
            Ordering::Greater => Interval {
                low: least.map(|form| form.ceil()).transpose()?,
                high: most
                    .map(|form| {
                        if below {
                            Ok(form.ceil()? - Integer::ONE)
                        } else {
                            form.floor()
                        }
                    })
                    .transpose()?,
            },
            Ordering::Less => Interval {
                low: most
                    .map(|form| {
                        if below {
                            Ok(form.floor()? + Integer::ONE)
                        } else {
                            form.ceil()
                        }
                    })
                    .transpose()?,
                high: least.map(|form| form.floor()).transpose()?,
            },
        };
        Ok(interval)
    }
}

/// The least or the greatest value of a sum of multiples, one of them left out; none if it is infinite.
fn extreme(
    parts: &[(&Real, Interval)],
    left_out: Option<usize>,
    upper: bool,
) -> Result<Option<RealCombination>, RealError> {
    let mut sum = RealCombination::constant(Real::from(0));
    for (index, (factor, interval)) in parts.iter().enumerate() {
        if Some(index) == left_out {
            continue;
        }
        let end = match interval.single() {
            Some(value) => Some(value),
            None => match factor.sign()? {
                Ordering::Equal => continue,
                Ordering::Greater if upper => interval.high.as_ref(),
                Ordering::Less if !upper => interval.high.as_ref(),
                _ => interval.low.as_ref(),
            },
        };
        let Some(end) = end else { return Ok(None) };
        sum.parts.push(((*factor).clone(), end.clone()));
    }
    Ok(Some(sum))
}

/// A term lies between `Σ slope·atom + low` and `Σ slope·atom + high`. Atoms are variables and terms that are
/// not linear.
struct LinearEnclosure<'t> {
    slopes: Vec<(&'t Term, Real)>,
    low: RealCombination,
    high: RealCombination,
}

impl<'t> LinearEnclosure<'t> {
    fn between(low: RealCombination, high: RealCombination) -> Self {
        Self {
            slopes: Vec::new(),
            low,
            high,
        }
    }

    fn atom(term: &'t Term) -> Self {
        let zero = RealCombination::constant(Real::from(0));
        Self {
            slopes: vec![(term, Real::from(1))],
            ..Self::between(zero.clone(), zero)
        }
    }

    fn plus(mut self, other: Self) -> Result<Self, RealError> {
        for (atom, slope) in other.slopes {
            let same =
                |mine: &&mut (&Term, Real)| matches!(atom, Term::Variable(_)) && mine.0 == atom;
            match self.slopes.iter_mut().find(same) {
                Some((_, mine)) => *mine = mine.add(&slope)?,
                None => self.slopes.push((atom, slope)),
            }
        }
        Ok(Self {
            slopes: self.slopes,
            low: self.low.plus(&other.low)?,
            high: self.high.plus(&other.high)?,
        })
    }

    fn times(self, factor: &Real) -> Result<Self, RealError> {
        let (low, high) = (self.low.times(factor)?, self.high.times(factor)?);
        let (low, high) = if factor.sign()? == Ordering::Less {
            (high, low)
        } else {
            (low, high)
        };
        let scaled = |(atom, slope): (&'t Term, Real)| Ok((atom, slope.mul(factor)?));
        let slopes = self.slopes.into_iter().map(scaled);
        Ok(Self {
            slopes: slopes.collect::<Result<_, RealError>>()?,
            low,
            high,
        })
    }

    /// Less a fraction: between `t - 1` and `t`.
    fn floored(self) -> Result<Self, RealError> {
        Ok(Self {
            low: self.low.plus(&RealCombination::constant(Real::from(-1)))?,
            ..self
        })
    }
}

fn enclose<'t>(
    bounds: &VariableBounds<'_>,
    term: &'t Term,
) -> Result<LinearEnclosure<'t>, RealError> {
    if let Some(value) = bounds.hull(term).single() {
        let value = RealCombination::integer(value.clone());
        return Ok(LinearEnclosure::between(value.clone(), value));
    }
    let zero = Real::from(0);
    match term {
        Term::Sum(terms) => {
            let one = Real::from(1);
            enclose_sum(bounds, terms.iter().map(|term| (one.clone(), term)), &zero)
        }
        Term::Scaled(factor, inner) => {
            let part = (Real::from(factor.clone()), inner.as_ref());
            enclose_sum(bounds, [part].into_iter(), &zero)
        }
        Term::Floor(form) => {
            let parts = form
                .parts
                .iter()
                .map(|(factor, term)| (factor.clone(), term));
            enclose_sum(bounds, parts, &form.constant)?.floored()
        }
        Term::Quotient(inner, divisor) => {
            let part = (Real::ratio(1, Integer::from(divisor))?, inner.as_ref());
            enclose_sum(bounds, [part].into_iter(), &zero)?.floored()
        }
        Term::Named(_, inner) => enclose(bounds, inner),
        atom => Ok(LinearEnclosure::atom(atom)),
    }
}

fn enclose_sum<'t>(
    bounds: &VariableBounds<'_>,
    parts: impl Iterator<Item = (Real, &'t Term)>,
    constant: &Real,
) -> Result<LinearEnclosure<'t>, RealError> {
    let constant = RealCombination::constant(constant.clone());
    let mut sum = LinearEnclosure::between(constant.clone(), constant);
    for (factor, term) in parts {
        sum = sum.plus(enclose(bounds, term)?.times(&factor)?)?;
    }
    Ok(sum)
}

/// Looks for an unknown that occurs twice in a term; breaks where it has one, or has seen enough.
struct Occurrences<'b> {
    bounds: &'b VariableBounds<'b>,
    seen: Vec<u32>,
    repeated: bool,
    visited: u32,
}

/// Larger terms are not searched for repetitions.
const MOST_VISITED: u32 = 500;

impl<'t> Visitor<'t> for Occurrences<'_> {
    type Break = ();

    fn term(&mut self, term: &'t Term) -> ControlFlow<()> {
        self.visited += 1;
        if self.repeated || self.visited > MOST_VISITED {
            return ControlFlow::Break(());
        }
        match term {
            Term::Choice(..) | Term::Modulo(..) => {}
            Term::Variable(variable) => {
                if self.bounds.variable_hull(variable).single().is_none() {
                    self.repeated |= self.seen.contains(&variable.id());
                    self.seen.push(variable.id());
                }
            }
            other => return FormulaPart::Term(other).visit_parts(self),
        }
        ControlFlow::Continue(())
    }
}
