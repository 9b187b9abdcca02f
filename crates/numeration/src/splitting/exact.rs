//! The exact criterion for rational and quadratic moduli whose densities add up to 1.
//!
//! Write `θᵢ = 1/αᵢ` and `δᵢ = (γᵢ - 1)/αᵢ`. For `k` beyond the first terms, the number of terms of sequence `i` up
//! to `k` is `ceil((k + 1 - γᵢ)·θᵢ) - 1`, so `C(k) - k = Σ {δᵢ - kθᵢ} + constant`. For each root `√D` let `θ` be the first
//! of the `θᵢ` in its field, write all of them as `θᵢ = aᵢ + bᵢθ` with rational `aᵢ, bᵢ`, and let `Q` be a common denominator of
//! these: it is 1 for a pair `1/α + 1/β = 1`, and small for what is composed of such a pair. On the residue class
//! `k = ρ + Qκ` put `τ = (κ + ρ/Q)·θ` for each `D`: then `δᵢ - kθᵢ ≡ δᵢ - ρaᵢ - nᵢτ (mod 1)` with the integer `nᵢ = Q·bᵢ`. As `κ` runs,
//! the numbers `τ mod 1` of all `D` together are dense in a torus (Kronecker, since 1 and the `θ` are linearly independent). The sum
//! is therefore constant off its discontinuities exactly if, for each `D` and each `ρ`, the jumps cancel: those
//! of `{c - nτ}` are `+1` at `τ = (c + j)/n` for `n > 0` and `-1` for `n < 0`. What remains to be checked is one `k`
//! in each residue class, and the few `k` that meet a discontinuity: those with `k + 1 = nαᵢ + γᵢ` exactly.

use std::collections::{BTreeMap, BTreeSet};

use super::surplus;
use crate::beatty::Beatty;
use crate::natural::{DivMod, Integer, Lcm, Natural, One, Zero};
use crate::real::{Quadratic, Real, RealError};

/// What the criterion says.
pub(super) enum Balance {
    /// `C(k) = k` for all `k`.
    Balanced,
    /// `C(k) ≠ k` at or next to this integer.
    FaultAt(Integer),
    /// `C(k) ≠ k` for infinitely many `k`.
    Unbalanced,
    /// The numbers involved are too large for the check.
    TooLarge,
}

/// Most jumps and residue classes that are compared.
const MAX_WORK: u64 = 1 << 20;

/// Applies the criterion; integers up to `checked` are known to be hit once.
pub(super) fn balance(sequences: &[Beatty], checked: u64) -> Result<Balance, RealError> {
    let bases: Vec<Quadratic> = bases(sequences);
    let parts: Vec<LinearDensity> = sequences
        .iter()
        .map(|sequence| LinearDensity::new(sequence, &bases))
        .collect::<Result<_, _>>()?;
    let denominator = parts
        .iter()
        .fold(Natural::ONE, |q, part| q.lcm(&part.denominator()));
    let start = Integer::from(checked).max(last_start(sequences)?);
    let jumps = parts
        .iter()
        .fold(Natural::ONE, |sum, part| sum + part.jumps(&denominator));
    let work = u64::try_from(&(&denominator * jumps))
        .ok()
        .filter(|work| *work <= MAX_WORK);
    let (Some(_), Ok(classes)) = (work, u64::try_from(&denominator)) else {
        return Ok(Balance::TooLarge);
    };
    if start > checked {
        // Terms that start late: the integers before them are checked one by one.
        return check_range(sequences, checked, &start);
    }
    if !jumps_cancel(&parts, &denominator, classes)? {
        return Ok(Balance::Unbalanced);
    }
    let meeting = meeting_points(sequences)?;
    for class in 0..classes {
        let mut k = &start + Integer::from(class);
        while meeting.contains(&k) {
            k += Integer::from(classes);
        }
        if surplus(sequences, &k)? != 0 {
            return Ok(Balance::FaultAt(k));
        }
    }
    for k in meeting {
        if k > start && surplus(sequences, &k)? != 0 {
            return Ok(Balance::FaultAt(k));
        }
    }
    Ok(Balance::Balanced)
}

/// The first density in each field.
fn bases(sequences: &[Beatty]) -> Vec<Quadratic> {
    let mut bases: Vec<Quadratic> = Vec::new();
    for density in sequences.iter().filter_map(|s| s.density().as_quadratic()) {
        if bases.iter().all(|base| base.d != density.d) {
            bases.push(density);
        }
    }
    bases
}

/// A sequence as the criterion sees it: `θᵢ = a + bθ` and `δ`.
struct LinearDensity {
    a: Ratio,
    b: Ratio,
    radicand: Option<Natural>,
    delta: Real,
}

/// A rational `n/d`.
#[derive(Clone)]
struct Ratio {
    n: Integer,
    d: Natural,
}

impl LinearDensity {
    fn new(sequence: &Beatty, bases: &[Quadratic]) -> Result<Self, RealError> {
        let theta = sequence.density();
        let delta = sequence.gamma().sub(&Real::from(1))?.mul(theta)?;
        let based = |own: &Quadratic| bases.iter().find(|base| base.d == own.d);
        let (a, b, radicand) = match theta.as_quadratic() {
            Some(own) => {
                let base = based(&own).unwrap_or(&own);
                let [a, b, a0, b0] = [
                    (&own.a, &own.c),
                    (&own.b, &own.c),
                    (&base.a, &base.c),
                    (&base.b, &base.c),
                ]
                .map(|(n, d)| Real::ratio(n.clone(), Integer::from(d)));
                let b = b?.div(&b0?)?;
                let a = a?.sub(&b.mul(&a0?)?)?;
                (rational(&a), rational(&b), Some(own.d))
            }
            None => (rational(theta), rational(&Real::from(0)), None),
        };
        Ok(Self {
            a,
            b,
            radicand,
            delta,
        })
    }

    fn denominator(&self) -> Natural {
        (&self.a.d).lcm(&self.b.d)
    }

    /// `Q·b`.
    fn speed(&self, q: &Natural) -> Integer {
        &self.b.n * Integer::from(q / &self.b.d)
    }

    fn jumps(&self, q: &Natural) -> Natural {
        self.speed(q).unsigned_abs_ref().clone()
    }
}

fn rational(real: &Real) -> Ratio {
    let (n, d) = real.as_rational().unwrap_or_default();
    Ratio { n, d }
}

/// The largest first term: from there on no count is cut off at 0.
fn last_start(sequences: &[Beatty]) -> Result<Integer, RealError> {
    sequences.iter().try_fold(Integer::ONE, |start, s| {
        Ok(start.max(s.term(&Integer::ONE)?))
    })
}

/// Looks at the integers from `checked` to `start` one by one: somewhere there a first term is late.
fn check_range(sequences: &[Beatty], checked: u64, start: &Integer) -> Result<Balance, RealError> {
    let Some(end) = u64::try_from(start)
        .ok()
        .filter(|end| end - checked <= MAX_WORK)
    else {
        return Ok(Balance::TooLarge);
    };
    for k in checked + 1..=end {
        let k = Integer::from(k);
        if surplus(sequences, &k)? != 0 {
            return Ok(Balance::FaultAt(k));
        }
    }
    balance(sequences, end)
}

/// Do the jumps cancel, for each root and each residue class?
fn jumps_cancel(parts: &[LinearDensity], q: &Natural, classes: u64) -> Result<bool, RealError> {
    let mut groups: Vec<Vec<MovingSequence>> = Vec::new();
    for part in parts.iter().filter(|part| part.radicand.is_some()) {
        let moving = MovingSequence::new(part, q)?;
        match groups.iter_mut().find(|group| group[0].meets(&moving)) {
            Some(group) => {
                let offset = moving.place.sub(&group[0].place)?;
                let (n, d) = offset.as_rational().unwrap_or_default();
                group.push(MovingSequence {
                    offset: Ratio { n, d },
                    ..moving
                });
            }
            None => groups.push(vec![moving]),
        }
    }
    Ok(groups
        .iter()
        .all(|group| (0..classes).all(|class| cancels(group, class))))
}

/// A sequence whose fractional part moves with `τ`: jumps at `place + offset' + (j - ρa)/n`.
struct MovingSequence {
    radicand: Natural,
    speed: Integer,
    a: Ratio,
    /// `δ/n`.
    place: Real,
    /// Rational distance of `place` from that of the first of its group.
    offset: Ratio,
}

impl MovingSequence {
    fn new(part: &LinearDensity, q: &Natural) -> Result<Self, RealError> {
        let speed = part.speed(q);
        let place = part.delta.div(&Real::from(speed.clone()))?;
        let offset = Ratio {
            n: Integer::ZERO,
            d: Natural::ONE,
        };
        let radicand = part.radicand.clone().unwrap_or_default();
        Ok(Self {
            radicand,
            speed,
            a: part.a.clone(),
            place,
            offset,
        })
    }

    /// Can jumps of both fall together? Only at a rational distance, and for the same root.
    fn meets(&self, other: &Self) -> bool {
        let distance = self.place.sub(&other.place);
        self.radicand == other.radicand && distance.is_ok_and(|x| x.as_rational().is_some())
    }
}

/// Do the jumps of a group cancel in the residue class `ρ`?
fn cancels(group: &[MovingSequence], class: u64) -> bool {
    let unit = group.iter().fold(Natural::ONE, |unit, m| {
        unit.lcm(&m.offset.d)
            .lcm(m.speed.unsigned_abs_ref() * &m.a.d)
    });
    let unit = Integer::from(unit);
    let mut heights: BTreeMap<Integer, i64> = BTreeMap::new();
    for m in group {
        let sign = if m.speed > 0 { 1 } else { -1 };
        let offset = &m.offset.n * (&unit / Integer::from(&m.offset.d));
        let drift = &m.a.n * Integer::from(class) * (&unit / (Integer::from(&m.a.d) * &m.speed));
        let step = &unit / Integer::from(m.speed.unsigned_abs_ref());
        let mut place = offset - drift;
        let mut jumps = Integer::ZERO;
        while jumps < *m.speed.unsigned_abs_ref() {
            *heights.entry((&place).div_mod(&unit).1).or_default() += sign;
            place += &step;
            jumps += Integer::ONE;
        }
    }
    heights.values().all(|height| *height == 0)
}

/// The integers `k` with `k + 1 = nα + γ` for some integer `n` and an irrational `α`.
fn meeting_points(sequences: &[Beatty]) -> Result<BTreeSet<Integer>, RealError> {
    let mut points = BTreeSet::new();
    for sequence in sequences {
        let Some(alpha) = sequence.alpha().as_quadratic() else {
            continue;
        };
        // The root must vanish from nα + γ.
        let n = match sequence.gamma().as_quadratic() {
            None => Real::from(0),
            Some(gamma) => {
                let coefficient = Real::ratio(alpha.b, Integer::from(alpha.c))?;
                let other = Real::ratio(gamma.b, Integer::from(gamma.c))?;
                other.neg().div(&coefficient)?
            }
        };
        let Some(n) = n.as_integer() else { continue };
        let value = sequence
            .alpha()
            .mul(&Real::from(n))?
            .add(sequence.gamma())?;
        if let Some(value) = value.as_integer() {
            points.insert(value - Integer::ONE);
        }
    }
    Ok(points)
}
