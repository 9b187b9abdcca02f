//! Claims that sequences split the positive integers.

use lab::LabError;
use logic::watch::Watch;
use numeration::beatty::Beatty;
use numeration::continued_fraction::ContinuedFraction;
use numeration::natural::{Integer, One, Pow, Two};
use numeration::real::Real;
use numeration::splitting::{SplittingVerdict, decide};

use super::rat::beyond;
use super::{Case, Check};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("fraenkel_sequences_split", fraenkel_sequences_split),
    ("beatty_pairs_split", beatty_pairs_split),
    ("composed_pairs_split", composed_pairs_split),
    ("fat_rat_quotients", fat_rat_quotients),
];

/// The sequences with the moduli (2^m - 1)/2^(m-k), for 2 <= m <= bound.
fn fraenkel_sequences_split(bound: u32, watch: &dyn Watch) -> Case {
    for m in 2..=bound {
        watch.check()?;
        let sequences: Result<Vec<Beatty>, LabError> = (1..=m)
            .map(|k| {
                let modulus = real(Real::ratio(power(m) - Integer::ONE, power(m - k)))?;
                sequence(modulus, Integer::ONE - power(k - 1))
            })
            .collect();
        if !splits(&sequences?)? {
            return Ok(Some(format!("m = {m}")));
        }
    }
    Ok(None)
}

/// Some irrational numbers for which general statements are tried.
pub(super) const SAMPLE: [&str; 6] = [
    "phi",
    "sqrt(2)",
    "sqrt(3)",
    "(1+sqrt(13))/2",
    "(7+sqrt(17))/6",
    "sqrt(7)-1",
];

/// floor(n*alpha) and floor(n*beta), 1/alpha + 1/beta = 1.
fn beatty_pairs_split(_: u32, watch: &dyn Watch) -> Case {
    over_sample(watch, |alpha, beta| {
        Ok(vec![
            sequence(alpha, Integer::from(0))?,
            sequence(beta, Integer::from(0))?,
        ])
    })
}

/// floor(2n*alpha), floor((2n-1)*alpha), floor(n*beta).
fn composed_pairs_split(_: u32, watch: &dyn Watch) -> Case {
    over_sample(watch, |alpha, beta| {
        let double = real(alpha.add(&alpha))?;
        Ok(vec![
            sequence(double.clone(), Integer::from(0))?,
            Beatty::new(double, alpha.neg()).map_err(beyond)?,
            sequence(beta, Integer::from(0))?,
        ])
    })
}

fn over_sample(
    watch: &dyn Watch,
    sequences: impl Fn(Real, Real) -> Result<Vec<Beatty>, LabError>,
) -> Case {
    for text in SAMPLE {
        watch.check()?;
        let (alpha, beta) = pair_of(text)?;
        if !splits(&sequences(alpha, beta)?)? {
            return Ok(Some(format!("alpha = {text}")));
        }
    }
    Ok(None)
}

/// The number with beta, 1/alpha + 1/beta = 1.
pub(super) fn pair_of(text: &str) -> Result<(Real, Real), LabError> {
    let alpha = lang::constant(text)?;
    let beta = real(alpha.sub(&Real::from(1)).and_then(|less| alpha.div(&less)))?;
    Ok((alpha, beta))
}

/// (2^m - 1)/2^(m-1) = [1, 1, 2^(m-1) - 1], for 2 <= m <= bound.
fn fat_rat_quotients(bound: u32, watch: &dyn Watch) -> Case {
    for m in 2..=bound {
        watch.check()?;
        let modulus = real(Real::ratio(power(m) - Integer::ONE, power(m - 1)))?;
        let fraction = real(ContinuedFraction::of(&modulus))?;
        let expected = vec![Integer::ONE, Integer::ONE, power(m - 1) - Integer::ONE];
        if fraction.finite_odd() != Some(expected.clone())
            && fraction.finite_even() != Some(expected)
        {
            return Ok(Some(format!("m = {m}")));
        }
    }
    Ok(None)
}

pub(super) fn splits(sequences: &[Beatty]) -> Result<bool, LabError> {
    Ok(matches!(
        decide(sequences, 10_000).map_err(beyond)?,
        SplittingVerdict::Splits(_)
    ))
}

fn power(exponent: u32) -> Integer {
    Integer::TWO.pow(u64::from(exponent))
}

fn sequence(alpha: Real, gamma: Integer) -> Result<Beatty, LabError> {
    Beatty::new(alpha, Real::from(gamma)).map_err(beyond)
}

fn real<T>(result: Result<T, numeration::real::RealError>) -> Result<T, LabError> {
    result.map_err(beyond)
}
