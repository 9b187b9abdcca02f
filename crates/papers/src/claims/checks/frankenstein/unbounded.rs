//! Statements for all numbers that are no sentences of the rules language: words as numbers, powers, and a quadratic form.

use lab::LabError;
use logic::arithmetic::System;
use logic::arithmetic::verify::sums;
use logic::decide::DecideError;
use logic::watch::Watch;
use numeration::continued_fraction::ContinuedFraction;
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::Integer;
use numeration::real::{Real, RealError};

use super::exact;
use crate::claims::checks::rat::beyond;
use crate::claims::checks::{Case, Check};

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("ternary_words", |_, watch| {
        words_are_numbers(SystemForm::TernaryU, watch)
    }),
    ("fibonacci_words", |_, watch| {
        words_are_numbers(SystemForm::Zeckendorf, watch)
    }),
    ("powers_obey_the_recurrence", |_, _| {
        powers_obey_the_recurrence()
    }),
    ("square_root_of_two_is_periodic", |_, _| {
        square_root_of_two_is_periodic()
    }),
];

/// The words of a system in their order are worth 0, 1, 2, …: with the value of a word `x` added to that of `y`, the empty
/// word adds nothing to any word but itself, and the next word adds 1 more.
fn words_are_numbers(form: SystemForm, watch: &dyn Watch) -> Case {
    let named = NamedSystem::new(form).map_err(beyond)?;
    let system = System::of_digits(&named).map_err(beyond)?;
    let proved = sums(&system, watch).map_err(|error| match error {
        DecideError::Stopped(stopped) => LabError::Stopped(stopped),
        other => beyond(other),
    })?;
    Ok((!proved).then(|| "a sum is not what it should be".to_owned()))
}

/// Equation (5): φ² and φ^(−2) are roots of x² = 3x − 1, and the formula is right for n = 0 and n = 1. Then so is the
/// difference, which is right where the formula is.
fn powers_obey_the_recurrence() -> Case {
    let power = |exponent: i64| Real::phi().pow(&Integer::from(exponent));
    let is_root = |x: &Real| -> Result<bool, RealError> {
        let three = Real::from(3).mul(x)?.sub(&Real::from(1))?;
        Ok(x.mul(x)? == three)
    };
    let closed = |n: i64| -> Result<Real, RealError> {
        let difference = power(2 * n + 2)?.sub(&power(-2 * n - 2)?)?;
        difference.div(&Real::from(5).sqrt()?)
    };
    let roots = exact(is_root(&exact(power(2))?))? && exact(is_root(&exact(power(-2))?))?;
    let first = exact(closed(0))? == Real::from(1) && exact(closed(1))? == Real::from(3);
    let failing = (!roots || !first).then(|| "the roots, or u_0 and u_1".to_owned());
    Ok(failing)
}

/// √2 = [1, 2, 2, …], and its convergents begin with 1/1, 3/2, 7/5, 17/12, 41/29.
fn square_root_of_two_is_periodic() -> Case {
    let fraction = ContinuedFraction::of(&exact(Real::from(2).sqrt())?).map_err(beyond)?;
    let expansion = fraction.periodic().map(|(start, period)| {
        let one = [Integer::from(1)];
        *start == one && *period == [Integer::from(2)]
    });
    let numerators = fraction.convergents().step_by(2).take(4);
    let numerators = exact(numerators.map(|found| found.map(|found| found.p)).collect())?;
    let numerators: Vec<Integer> = numerators;
    let right = expansion == Some(true) && numerators == [1, 7, 41, 239].map(Integer::from);
    Ok((!right).then(|| "it".to_owned()))
}
