//! The conditions on one pile, given the earlier ones: bounds, filters and bands.

use std::sync::Arc;

use logic::core::{Atom, Slot, Test, UnarySet, ValueError, add, times};
use rules::narrow;

/// No bound computed inside the loops may leave this range.
pub(super) const LARGEST: i64 = 1 << 61;

/// The conditions on one pile, given the earlier ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopLevel {
    pub(super) bounds: Vec<Bound>,
    pub(super) filters: Vec<Filter>,
    pub(super) band: Option<Band>,
}

/// Filters on a form that bounds hold between constants: `(y - x) mod 7 = 0` where `|y - x - 5| < 2`.
///
/// Which values of the form pass is known as soon as the constants are, whatever the earlier piles are.
#[derive(Clone, Debug)]
pub(super) struct Band {
    /// The constants of the bounds on the form, with their kinds.
    pub(super) ends: Vec<(BoundKind, usize)>,
    /// The filters, with the sign of the form in them.
    pub(super) filters: Vec<(Filter, i64)>,
}

/// How a constant `c` bounds a form `f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundKind {
    /// `f + c <= 0`
    Upper,
    /// `c - f <= 0`
    Lower,
    /// `f + c = 0`
    Fixed,
    /// `c - f = 0`
    FixedNegative,
}

/// A band wider than this is filtered value by value in the loops. A resolved band costs an instance for each run of
/// values that pass, and saves a filter in the innermost loop.
pub(super) const WIDEST_BAND: i64 = 64;

/// `own*x + Σ c·earlier + Σ c·term + constant` is at most zero, or zero.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(super) own: i64,
    pub(super) earlier: Vec<(Slot, i64)>,
    pub(super) terms: Vec<(i64, Atom)>,
    pub(super) constant: usize,
    pub(super) equal: bool,
}

/// A condition that is asked value by value.
#[derive(Clone, Debug)]
pub(crate) enum Filter {
    Residue {
        form: Vec<(Slot, i64)>,
        constant: usize,
        residues: Arc<[bool]>,
    },
    Member {
        form: Vec<(Slot, i64)>,
        constant: usize,
        set: Arc<UnarySet>,
        member: bool,
    },
    Other(Test),
}

impl Band {
    /// The least and the greatest value of the form, if both ends are given.
    pub(super) fn width(&self, constants: &[i64]) -> Option<(i64, i64)> {
        let (mut low, mut high) = (None, None);
        for (end, constant) in &self.ends {
            let value = constants[*constant];
            let (least, greatest) = match end {
                BoundKind::Upper => (None, Some(-value)),
                BoundKind::Lower => (Some(value), None),
                BoundKind::Fixed => (Some(-value), Some(-value)),
                BoundKind::FixedNegative => (Some(value), Some(value)),
            };
            low = low.max(least);
            high = match (high, greatest) {
                (Some(a), Some(b)) => Some(std::cmp::min::<i64>(a, b)),
                (a, b) => a.or(b),
            };
        }
        Some((low?, high?))
    }

    pub(super) fn accepts(&self, value: i64, constants: &[i64]) -> Result<bool, ValueError> {
        for (filter, sign) in &self.filters {
            if !filter.accepts_value(sign * value, constants)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl LoopLevel {
    pub(super) fn is_empty(&self) -> bool {
        self.bounds.is_empty() && self.filters.is_empty() && self.band.is_none()
    }

    /// Are there conditions that are asked value by value?
    #[inline]
    pub(crate) fn has_filters(&self, resolved: bool) -> bool {
        !self.filters.is_empty() || (!resolved && self.band.is_some())
    }

    /// Moves the filters on a form that is held between two ends into a band.
    pub(super) fn find_band(&mut self, slot: Slot) {
        let of_filter = |filter: &Filter| match filter {
            Filter::Residue { form, .. } | Filter::Member { form, .. } => normal(form, slot),
            Filter::Other(_) => None,
        };
        for candidate in self.filters.iter().filter_map(of_filter) {
            let mut ends = Vec::new();
            for bound in self.bounds.iter().filter(|bound| bound.terms.is_empty()) {
                let whole: Vec<(Slot, i64)> = bound
                    .earlier
                    .iter()
                    .copied()
                    .chain([(slot, bound.own)])
                    .collect();
                match normal(&whole, slot) {
                    Some((form, sign)) if form == candidate.0 => {
                        ends.push((BoundKind::new(bound.equal, sign), bound.constant))
                    }
                    _ => {}
                }
            }
            let has = |kinds: [BoundKind; 3]| ends.iter().any(|(end, _)| kinds.contains(end));
            if !has([BoundKind::Upper, BoundKind::Fixed, BoundKind::FixedNegative])
                || !has([BoundKind::Lower, BoundKind::Fixed, BoundKind::FixedNegative])
            {
                continue;
            }
            let mut band = Band {
                ends,
                filters: Vec::new(),
            };
            for filter in std::mem::take(&mut self.filters) {
                match of_filter(&filter) {
                    Some((form, sign)) if form == candidate.0 => band.filters.push((filter, sign)),
                    _ => self.filters.push(filter),
                }
            }
            self.band = Some(band);
            return;
        }
    }

    /// Does the pile of this level depend on another one through their difference alone?
    pub(super) fn slides_with(&self, other: Slot) -> bool {
        self.bounds.iter().all(|bound| {
            let coefficient = bound
                .earlier
                .iter()
                .find(|(slot, _)| *slot == other)
                .map(|(_, coefficient)| *coefficient);
            let still = !bound
                .terms
                .iter()
                .any(|(_, term)| term.mentions(&|slot| slot == other));
            still
                && coefficient
                    .is_none_or(|coefficient| bound.own.abs() == 1 && coefficient == -bound.own)
        })
    }

    /// The values between `low` and `high` that the bounds allow; empty if the first exceeds the second.
    #[inline]
    pub(crate) fn range(
        &self,
        constants: &[i64],
        slots: &mut [i64],
        low: i64,
        high: i64,
    ) -> Result<(i64, i64), ValueError> {
        let mut range = (low, high);
        for bound in &self.bounds {
            bound.narrow(constants, slots, &mut range)?;
        }
        Ok(range)
    }

    /// The values that the bounds without earlier piles allow.
    pub(crate) fn own_range(
        &self,
        constants: &[i64],
        low: i64,
        high: i64,
    ) -> Result<(i64, i64), ValueError> {
        let mut range = (low, high);
        for bound in self
            .bounds
            .iter()
            .filter(|bound| bound.earlier.is_empty() && bound.terms.is_empty())
        {
            bound.narrow(constants, &mut [], &mut range)?;
        }
        Ok(range)
    }

    /// The range that the bounds without another pile allow, and that of those with it.
    pub(crate) fn split_range(
        &self,
        constants: &[i64],
        slots: &mut [i64],
        other: Slot,
        limits: (i64, i64),
    ) -> Result<[(i64, i64); 2], ValueError> {
        let mut ranges = [limits, (i64::MIN, i64::MAX)];
        for bound in &self.bounds {
            let moving = bound.earlier.iter().any(|(slot, _)| *slot == other);
            bound.narrow(constants, slots, &mut ranges[usize::from(moving)])?;
        }
        Ok(ranges)
    }

    /// Do the filters accept the value that stands in the slots?
    #[inline]
    pub(crate) fn accepts(
        &self,
        constants: &[i64],
        slots: &mut [i64],
        resolved: bool,
    ) -> Result<bool, ValueError> {
        for filter in &self.filters {
            if !filter.accepts(constants, slots)? {
                return Ok(false);
            }
        }
        if let (false, Some(band)) = (resolved, &self.band) {
            for (filter, _) in &band.filters {
                if !filter.accepts(constants, slots)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl BoundKind {
    fn new(equal: bool, sign: i64) -> Self {
        match (equal, sign > 0) {
            (false, true) => Self::Upper,
            (false, false) => Self::Lower,
            (true, true) => Self::Fixed,
            (true, false) => Self::FixedNegative,
        }
    }
}

impl Bound {
    #[inline]
    fn narrow(
        &self,
        constants: &[i64],
        slots: &mut [i64],
        range: &mut (i64, i64),
    ) -> Result<(), ValueError> {
        let mut rest = constants[self.constant];
        for (slot, coefficient) in &self.earlier {
            rest += coefficient * slots[*slot];
        }
        for (coefficient, term) in &self.terms {
            rest = add(rest, times(*coefficient, term.value(slots)?)?)?;
            if rest.unsigned_abs() >= 2 * LARGEST.unsigned_abs() {
                return Err(ValueError::TooLarge);
            }
        }
        let (own, rest) = if self.own > 0 {
            (self.own, -rest)
        } else {
            (-self.own, rest)
        };
        let (floor, ceiling) = if own == 1 {
            (rest, rest)
        } else {
            (rest.div_euclid(own), -(-rest).div_euclid(own))
        };
        if self.equal || self.own > 0 {
            range.1 = range.1.min(floor);
        }
        if self.equal || self.own < 0 {
            range.0 = range.0.max(ceiling);
        }
        Ok(())
    }
}

impl Filter {
    #[inline]
    fn accepts(&self, constants: &[i64], slots: &mut [i64]) -> Result<bool, ValueError> {
        match self {
            Self::Residue { form, .. } | Self::Member { form, .. } => {
                let value = form.iter().fold(0, |sum, (slot, coefficient)| {
                    sum + coefficient * slots[*slot]
                });
                self.accepts_value(value, constants)
            }
            Self::Other(test) => test.holds(slots),
        }
    }

    /// Does it accept this value of its form?
    fn accepts_value(&self, value: i64, constants: &[i64]) -> Result<bool, ValueError> {
        match self {
            Self::Residue {
                constant, residues, ..
            } => {
                let modulus = i64::try_from(residues.len()).expect("residues fit in memory");
                let residue = (value + constants[*constant]).rem_euclid(modulus);
                Ok(residues[narrow::index(residue)])
            }
            Self::Member {
                constant,
                set,
                member,
                ..
            } => Ok(set.contains(value + constants[*constant])? == *member),
            Self::Other(_) => Ok(true),
        }
    }
}

/// The form with the coefficient 1 at the slot, and the sign that it had there; none for other coefficients.
fn normal(form: &[(Slot, i64)], slot: Slot) -> Option<(Vec<(Slot, i64)>, i64)> {
    let sign = form
        .iter()
        .find(|(other, _)| *other == slot)
        .map(|(_, coefficient)| *coefficient)
        .filter(|sign| sign.abs() == 1)?;
    let mut normal: Vec<(Slot, i64)> = form
        .iter()
        .map(|(other, coefficient)| (*other, sign * coefficient))
        .collect();
    normal.sort_unstable();
    Some((normal, sign))
}
