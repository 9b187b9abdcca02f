//! The numeration system for a claim.
//!
//! A field ℚ(√D) has many Ostrowski systems, one for each rotation of each period of a continued fraction in it, and the same proof
//! takes from half a second to more than a minute among them. What decides is how the constants of the claim lie in
//! ℤ + ℤα: a floor of a multiple of `(u + vα)/w` is followed by numbers of the size of `w`. So the system is chosen for the claim: the
//! floors of multiples of each of its constants are built in every [candidate](crate::arithmetic::periods), within a
//! small budget, and the one in which they are smallest together is taken. The choice depends on the set of constants
//! alone, so that it is the same wherever it is made.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use automata::Track;
use numeration::natural::{Natural, gcd};
use numeration::real::{Real, RealKind};
use numeration::surd::SmallSurd;
use watch::Unwatched;

use crate::arithmetic::System;
use crate::arithmetic::digits::{common, systems};
use crate::arithmetic::periods::candidates;
use crate::compile::Compiler;
use crate::decide::{DecideError, Gauge};
use crate::formula::{Formula, Set};
use crate::lower::{Expression, Ir, LoweringContext, TrackLowering};
use crate::term::{RealForm, Term, Variable};
use crate::visit::{FormulaPart, Visitor};

impl System {
    /// The system in which all constants of some formulas are treated: that of the digits they speak of, if they do.
    ///
    /// # Errors
    /// If a constant is neither rational nor quadratic, or two belong to different fields, or to another than the digits.
    pub fn for_formulas<'f>(
        formulas: impl IntoIterator<Item = &'f Formula>,
    ) -> Result<Self, DecideError> {
        let formulas: Vec<&Formula> = formulas.into_iter().collect();
        let spoken_of = common(&systems(formulas.iter().copied()))?;
        let mut field = Field::default();
        let mut look = |real: &Real| field.add(real);
        let mut constants = ConstantVisitor(&mut look);
        for formula in formulas {
            let ControlFlow::Continue(()) = constants.formula(formula);
        }
        match (field.error, field.d, spoken_of) {
            (Some(error), ..) => Err(error),
            (None, None, Some((system, _))) => Ok(system),
            (None, Some(d), Some((system, name))) => match system.alpha() {
                Some(alpha) if d == alpha.d.unsigned_abs() => Ok(system),
                _ => Err(DecideError::DigitsAndFloors(name, d.to_string())),
            },
            (None, None, None) => Ok(Self::binary()),
            (None, Some(d), None) => {
                let d = i64::try_from(&d).map_err(|_| DecideError::TooLarge)?;
                Self::for_constants(d, &field.constants)
            }
        }
    }

    /// The system of the field of √d in which the floors of multiples of some constants are smallest.
    fn for_constants(d: i64, constants: &[Real]) -> Result<Self, DecideError> {
        let surds: Vec<SmallSurd> = constants.iter().filter_map(surd).collect();
        let systems = candidates(d, &surds).into_iter();
        let mut systems: Vec<Self> = systems.filter_map(|q| Self::ostrowski(&q, d)).collect();
        systems.sort_by_cached_key(|system| {
            let quotients = system.quotients().to_vec();
            (outlook(system, &surds), quotients)
        });
        // Whatever a further hidden number costs, it is more than any of the others.
        let fewest = systems.first().map(|system| outlook(system, &surds).0);
        systems.retain(|system| Some(outlook(system, &surds).0) == fewest);
        if systems.len() > 1
            && let Some(index) = best(&systems, constants)
        {
            systems.swap(0, index);
        }
        systems.into_iter().next().ok_or(DecideError::TooLarge)
    }
}

/// How promising a system looks: for how many constants a multiple of a number has to be named, their denominators, then the digits
/// of a letter.
fn outlook(system: &System, constants: &[SmallSurd]) -> (usize, i128, usize) {
    let places: Vec<Option<(i128, i128)>> = constants.iter().map(|c| place(system, c)).collect();
    let named = places
        .iter()
        .filter(|place| place.is_none_or(|(v, _)| v != 1));
    let sizes = places
        .iter()
        .map(|place| place.map_or(i128::MAX, |(v, w)| v.saturating_mul(w)));
    let alphabet = system.alphabet();
    let digits = (0..alphabet.places()).map(|place| usize::from(alphabet.radix(place)));
    (
        named.count(),
        sizes.fold(1, i128::saturating_mul),
        digits.sum(),
    )
}

/// `(|v|, w)` for a constant `(u + vα)/w` in lowest terms.
fn place(system: &System, constant: &SmallSurd) -> Option<(i128, i128)> {
    let alpha = system.alpha()?;
    let [a, b, c] = [constant.rational, constant.root, constant.divisor].map(i128::from);
    let [a1, b1, c1] = [alpha.rational, alpha.root, alpha.divisor].map(i128::from);
    // √d = (c₁α − a₁)/b₁.
    let u = a.checked_mul(b1)?.checked_sub(b.checked_mul(a1)?)?;
    let (v, w) = (b.checked_mul(c1)?, c.checked_mul(b1)?);
    let common = gcd(gcd(u, v), w);
    Some(((v / common).checked_abs()?, (w / common).checked_abs()?))
}

/// The place of the system in which the floors of multiples of some constants are smallest together. One in which they would grow
/// larger on the way than in the best one before it is not looked at further.
fn best(systems: &[System], constants: &[Real]) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    let mut most = MOST;
    for (index, system) in systems.iter().enumerate() {
        let gauge = Gauge::new(&Unwatched);
        let found = gauge.attempt(most, || size(system, constants, &gauge));
        let Ok(Some(size)) = found else {
            continue;
        };
        if best.is_none_or(|(known, _)| size < known) {
            best = Some((size, index));
            most = gauge.largest();
        }
    }
    best.map(|(_, index)| index)
}

/// The floor of a multiple may have so many nodes; a larger one is not built.
const MOST: usize = 100_000;

/// The sizes of the floors `m = ⌊nγ⌋` together, with whatever further numbers they need.
fn size(system: &System, constants: &[Real], gauge: &Gauge<'_>) -> Result<usize, DecideError> {
    let shared = LoweringContext::new(system, Track(2), gauge);
    let compiler = Compiler::new(&shared, gauge);
    let (n, m) = (Variable::new(0, "n"), Expression::track(Track(1)));
    let lowering = TrackLowering::new(&shared).with(&n, Expression::track(Track(0)).offset(1)?);
    let mut sum = 0;
    for constant in constants {
        let floor = Term::Floor(Box::new(RealForm {
            parts: vec![(constant.clone(), Term::from(&n))],
            constant: Real::from(0),
        }));
        for (guards, _, value) in lowering.cases(&floor)? {
            let equal = Ir::zero(value.plus(-1, &m)?)?;
            sum += compiler
                .compile(&Ir::and([guards, vec![equal]].concat()))?
                .size();
        }
    }
    Ok(sum)
}

/// The constants of some formulas, as far as they were looked at.
#[derive(Default)]
struct Field {
    d: Option<Natural>,
    /// The irrational ones, each once.
    constants: Vec<Real>,
    error: Option<DecideError>,
}

impl Field {
    fn add(&mut self, real: &Real) {
        match (real.kind(), real.as_quadratic()) {
            (RealKind::Rational, _) => {}
            (_, Some(quadratic)) => match &self.d {
                Some(known) if *known != quadratic.d => {
                    let (one, other) = (known.to_string(), quadratic.d.to_string());
                    self.error = Some(DecideError::TwoFields(one, other));
                }
                _ => {
                    self.d = Some(quadratic.d);
                    if !self.constants.contains(real) {
                        self.constants.push(real.clone());
                    }
                }
            },
            (_, None) => self.error = Some(DecideError::Constant(real.to_string())),
        }
    }
}

/// A quadratic number, if its parts are small.
pub(crate) fn surd(real: &Real) -> Option<SmallSurd> {
    let quadratic = real.as_quadratic()?;
    Some(SmallSurd::new(
        i64::try_from(&quadratic.a).ok()?,
        i64::try_from(&quadratic.b).ok()?,
        i64::try_from(&quadratic.c).ok()?,
        i64::try_from(&quadratic.d).ok()?,
    ))
}

/// Looks at every real constant, also those of sets.
struct ConstantVisitor<'l>(&'l mut dyn FnMut(&Real));

impl<'f> Visitor<'f> for ConstantVisitor<'_> {
    type Break = Infallible;

    fn term(&mut self, term: &'f Term) -> ControlFlow<Infallible> {
        if let Term::Floor(form) = term {
            let factors = form.parts.iter().map(|(factor, _)| factor);
            [&form.constant]
                .into_iter()
                .chain(factors)
                .for_each(&mut *self.0);
        }
        FormulaPart::Term(term).visit_parts(self)
    }

    fn set(&mut self, set: &'f Arc<Set>) -> ControlFlow<Infallible> {
        set.visit_parts(self)
    }
}
