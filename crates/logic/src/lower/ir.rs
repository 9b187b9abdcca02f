//! The formulas that are compiled to automata.

use std::sync::Arc;

use automata::Track;

use super::expression::{Expression, FloorDivision};
use crate::arithmetic::{Coefficient, DigitWords, LinearRelation};
use crate::decide::DecideError;

/// A formula over tracks. Make it with the functions below, which keep it simple.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ir {
    /// True or false.
    Constant(bool),
    /// An expression is zero, or not negative.
    Compare(Expression, LinearRelation),
    /// An expression leaves this remainder, or does not: modulus, remainder, whether it does.
    Congruent(Expression, i64, i64, bool),
    /// The floor of α times the number is one less than its shift, or not.
    RoundedDown(Track, bool),
    /// The digits of the numbers satisfy a condition, or do not.
    Digits(Vec<Track>, Arc<DigitWords>, bool),
    /// The binary numbers have the nim-sum zero.
    NimSumZero(Vec<Track>),
    /// The negation of an `exists`.
    Not(Box<Ir>),
    /// All of them.
    And(Vec<Ir>),
    /// One of them.
    Or(Vec<Ir>),
    /// Some numbers on these tracks make it true.
    Exists(Vec<Track>, Box<Ir>),
}

impl Ir {
    /// `expression >= 0`.
    pub fn not_negative(expression: Expression) -> Self {
        match expression {
            e if e.is_never_negative() => Self::Constant(true),
            e if e.is_always_negative() => Self::Constant(false),
            e => {
                let content = e.content().max(1);
                let constant = e.linear.constant.div_euclid(content);
                Self::Compare(e.divided(content, constant), LinearRelation::NotNegative)
            }
        }
    }

    /// `expression = 0`.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn zero(expression: Expression) -> Result<Self, DecideError> {
        if expression.as_constant() == Some(0) {
            return Ok(Self::Constant(true));
        }
        let one_sign = |e: &Expression| e.is_never_negative() && e.linear.constant > 0;
        if one_sign(&expression)
            || expression.is_always_negative()
            || one_sign(&expression.times(-1)?)
        {
            return Ok(Self::Constant(false));
        }
        let (content, constant) = (expression.content().max(1), expression.linear.constant);
        if constant % content != 0 {
            return Ok(Self::Constant(false));
        }
        let divided = expression.divided(content, constant / content);
        let first = divided.linear.parts.values().next().copied();
        let sign = if first.unwrap_or_default() < Coefficient::default() {
            -1
        } else {
            1
        };
        Ok(Self::Compare(divided.times(sign)?, LinearRelation::Zero))
    }

    /// `expression ≡ remainder (mod modulus)`, or not.
    pub(crate) fn congruent(
        expression: &Expression,
        modulus: i64,
        remainder: i64,
        yes: bool,
    ) -> Self {
        let mut linear = expression.linear.clone();
        let difference = i128::from(remainder) - i128::from(linear.constant);
        let remainder = i64::try_from(difference.rem_euclid(i128::from(modulus)))
            .expect("a remainder is below its modulus");
        linear.constant = 0;
        for c in linear.parts.values_mut() {
            *c = c.map(|factor| factor.rem_euclid(modulus));
        }
        linear.parts.retain(|_, c| *c != Coefficient::default());
        let quotients: Vec<_> = expression
            .quotients
            .iter()
            .map(|(times, division)| (times.rem_euclid(modulus), division.clone()))
            .filter(|(times, _)| *times != 0)
            .collect();
        if quotients.is_empty() && linear.is_constant() {
            return Self::Constant((remainder == 0) == yes);
        }
        Self::Congruent(Expression { linear, quotients }, modulus, remainder, yes)
    }

    /// All of them, flat, without repetitions.
    pub fn and(parts: Vec<Self>) -> Self {
        match gather(parts, false) {
            None => Self::Constant(false),
            Some(mut parts) if parts.len() == 1 => parts.remove(0),
            Some(parts) if parts.is_empty() => Self::Constant(true),
            Some(parts) => Self::And(parts),
        }
    }

    /// One of them, flat, without repetitions.
    pub fn or(parts: Vec<Self>) -> Self {
        match gather(parts, true) {
            None => Self::Constant(true),
            Some(mut parts) if parts.len() == 1 => parts.remove(0),
            Some(parts) if parts.is_empty() => Self::Constant(false),
            Some(parts) => Self::Or(parts),
        }
    }

    /// The negation, pushed inward as far as an `exists`.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn negated(self) -> Result<Self, DecideError> {
        Ok(match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Compare(e, LinearRelation::NotNegative) => {
                Self::not_negative(e.times(-1)?.offset(-1)?)
            }
            Self::Compare(e, LinearRelation::Zero) => {
                let above = Self::not_negative(e.offset(-1)?);
                Self::or(vec![above, Self::not_negative(e.times(-1)?.offset(-1)?)])
            }
            Self::Congruent(e, modulus, remainder, yes) => {
                Self::Congruent(e, modulus, remainder, !yes)
            }
            Self::RoundedDown(track, yes) => Self::RoundedDown(track, !yes),
            Self::Digits(tracks, words, yes) => Self::Digits(tracks, words, !yes),
            Self::Not(inner) => *inner,
            Self::And(parts) => Self::or(
                parts
                    .into_iter()
                    .map(Self::negated)
                    .collect::<Result<_, _>>()?,
            ),
            Self::Or(parts) => Self::and(
                parts
                    .into_iter()
                    .map(Self::negated)
                    .collect::<Result<_, _>>()?,
            ),
            other @ (Self::Exists(..) | Self::NimSumZero(_)) => Self::Not(Box::new(other)),
        })
    }

    /// Some numbers on these tracks make it true: pushed through `or`, past what does not mention them, and
    /// eliminated where an equation gives the number.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn exists(tracks: Vec<Track>, body: Self) -> Result<Self, DecideError> {
        match body {
            Self::Or(parts) => {
                let parts = parts
                    .into_iter()
                    .map(|part| Self::exists(tracks.clone(), part));
                Ok(Self::or(parts.collect::<Result<_, _>>()?))
            }
            Self::Exists(more, body) => Self::exists([tracks, more].concat(), *body),
            body => Self::exists_all(tracks, body.conjuncts()),
        }
    }

    /// The parts of a conjunction, or the formula itself.
    pub fn conjuncts(self) -> Vec<Self> {
        match self {
            Self::And(parts) => parts,
            Self::Constant(true) => Vec::new(),
            other => vec![other],
        }
    }

    /// Does the track occur?
    pub fn mentions(&self, track: Track) -> bool {
        match self {
            Self::Constant(_) => false,
            Self::Compare(e, _) | Self::Congruent(e, ..) => e.mentions(track),
            Self::RoundedDown(other, _) => *other == track,
            Self::NimSumZero(tracks) | Self::Digits(tracks, ..) => tracks.contains(&track),
            Self::Not(inner) => inner.mentions(track),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(|part| part.mentions(track)),
            Self::Exists(tracks, body) => !tracks.contains(&track) && body.mentions(track),
        }
    }

    /// The tracks that occur and are not quantified.
    pub fn free_tracks(&self) -> Vec<Track> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect(&self, found: &mut Vec<Track>) {
        match self {
            Self::Constant(_) => {}
            Self::Compare(e, _) | Self::Congruent(e, ..) => e.tracks(found),
            Self::RoundedDown(track, _) => found.push(*track),
            Self::NimSumZero(tracks) | Self::Digits(tracks, ..) => found.extend(tracks),
            Self::Not(inner) => inner.collect(found),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.collect(found)),
            Self::Exists(tracks, body) => {
                let free = body.free_tracks();
                found.extend(free.into_iter().filter(|track| !tracks.contains(track)));
            }
        }
    }

    fn exists_all(mut tracks: Vec<Track>, mut parts: Vec<Self>) -> Result<Self, DecideError> {
        loop {
            tracks.retain(|&track| parts.iter().any(|part| part.mentions(track)));
            let Some((track, solved)) = solve(&tracks, &parts)? else {
                match counted(&tracks, &parts)? {
                    Some(other) => parts = Self::and(other).conjuncts(),
                    None => break,
                }
                continue;
            };
            tracks.retain(|&other| other != track);
            match Self::or(solved.into_iter().map(Self::and).collect()) {
                Self::Or(alternatives) => return Self::exists(tracks, Self::Or(alternatives)),
                other => parts = other.conjuncts(),
            }
        }
        if tracks.is_empty() {
            return Ok(Self::and(parts));
        }
        let (inside, mut outside): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .partition(|part| tracks.iter().any(|&track| part.mentions(track)));
        if inside.len() == 1 && matches!(inside[0], Self::Or(_)) {
            outside.push(Self::exists(tracks, Self::and(inside))?);
        } else {
            outside.push(Self::Exists(tracks, Box::new(Self::and(inside))));
        }
        Ok(Self::and(outside))
    }

    /// If this says nothing but that one of these numbers lies in a class of a large modulus: that number, and the
    /// members of the class, counted by a number on the same track.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn large_class(
        &self,
        tracks: &[Track],
    ) -> Result<Option<(Track, Expression)>, DecideError> {
        let Self::Congruent(expression, modulus, remainder, true) = self else {
            return Ok(None);
        };
        let same = |track: &&Track| *expression == Expression::track(**track);
        match tracks.iter().find(same) {
            Some(&track) if *modulus >= LARGE_MODULUS => {
                let members = Expression::track(track).times(*modulus)?;
                Ok(Some((track, members.offset(*remainder)?)))
            }
            _ => Ok(None),
        }
    }

    /// The formula after `track := value/divisor`, or nothing if the track cannot be replaced everywhere.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn substitute(
        &self,
        track: Track,
        value: &Expression,
        divisor: i64,
    ) -> Result<Option<Self>, DecideError> {
        if !self.mentions(track) {
            return Ok(Some(self.clone()));
        }
        let each = |parts: &[Self]| {
            let parts: Option<Vec<Self>> = parts
                .iter()
                .map(|part| part.substitute(track, value, divisor))
                .collect::<Result<_, _>>()?;
            Ok::<_, DecideError>(parts)
        };
        Ok(match self {
            Self::Compare(e, relation) => match (e.substitute(track, value, divisor)?, relation) {
                (None, _) => None,
                (Some(e), LinearRelation::NotNegative) => Some(Self::not_negative(e)),
                (Some(e), LinearRelation::Zero) => Some(Self::zero(e)?),
            },
            Self::Congruent(e, modulus, remainder, yes) => {
                let modulus = modulus.checked_mul(divisor).ok_or(DecideError::TooLarge)?;
                let remainder = remainder
                    .checked_mul(divisor)
                    .ok_or(DecideError::TooLarge)?;
                e.substitute(track, value, divisor)?
                    .map(|e| Self::congruent(&e, modulus, remainder, *yes))
            }
            Self::Not(inner) => match inner.substitute(track, value, divisor)? {
                Some(inner) => Some(inner.negated()?),
                None => None,
            },
            Self::And(parts) => each(parts)?.map(Self::and),
            Self::Or(parts) => each(parts)?.map(Self::or),
            Self::Exists(tracks, body) => match body.substitute(track, value, divisor)? {
                Some(body) => Some(Self::exists(tracks.clone(), body)?),
                None => None,
            },
            Self::Digits(tracks, words, yes) => match value.as_track() {
                Some(other) if divisor == 1 && !tracks.contains(&other) => {
                    let renamed = |known: &Track| if *known == track { other } else { *known };
                    let tracks = tracks.iter().map(renamed).collect();
                    Some(Self::Digits(tracks, Arc::clone(words), *yes))
                }
                _ => None,
            },
            Self::Constant(_) | Self::RoundedDown(..) | Self::NimSumZero(_) => None,
        })
    }
}

/// The most values that an equation with a floor may give for a number.
const MOST_VALUES: i64 = 16;

/// The largest factor by which an elimination may multiply a constraint.
const LARGEST_FACTOR: i64 = 1 << 12;

/// A number that an equation gives, and everything else without it, in alternatives.
type Solved = (Track, Vec<Vec<Ir>>);

/// Finds an equation that gives one of the numbers, with as few alternatives as can be, and puts it into
/// everything else.
fn solve(tracks: &[Track], parts: &[Ir]) -> Result<Option<Solved>, DecideError> {
    let mut solutions = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Ir::Compare(equation, LinearRelation::Zero) = part else {
            continue;
        };
        for &track in tracks {
            solutions.extend(solution(equation, track)?.map(|solution| (solution, track, index)));
        }
    }
    solutions.sort_by_key(|(solution, ..)| solution.values.len());
    for (EquationSolution { values, divisor }, track, index) in solutions {
        let put_in = |value: &Expression| -> Result<Option<Vec<Ir>>, DecideError> {
            let others = parts.iter().enumerate();
            let replaced: Option<Vec<Ir>> = others
                .filter(|(other, _)| *other != index)
                .map(|(_, part)| part.substitute(track, value, divisor))
                .collect::<Result<_, _>>()?;
            Ok(replaced.map(|mut replaced| {
                replaced.push(Ir::not_negative(value.clone()));
                replaced.push(Ir::congruent(value, divisor, 0, true));
                replaced
            }))
        };
        let alternatives: Option<Vec<_>> = values.iter().map(put_in).collect::<Result<_, _>>()?;
        if let Some(alternatives) = alternatives {
            return Ok(Some((track, alternatives)));
        }
    }
    Ok(None)
}

/// From this modulus on, the numbers of a class are counted instead of told apart from the others.
const LARGE_MODULUS: i64 = 32;

/// Everything with the multiples of a large modulus in place of a number whose remainder is given.
fn counted(tracks: &[Track], parts: &[Ir]) -> Result<Option<Vec<Ir>>, DecideError> {
    for (index, part) in parts.iter().enumerate() {
        let Some((track, value)) = part.large_class(tracks)? else {
            continue;
        };
        let others = parts
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let counted: Option<Vec<Ir>> = others
            .map(|(_, part)| part.substitute(track, &value, 1))
            .collect::<Result<_, _>>()?;
        if counted.is_some() {
            return Ok(counted);
        }
    }
    Ok(None)
}

/// What an equation makes of a number: one of some values, divided.
struct EquationSolution {
    values: Vec<Expression>,
    divisor: i64,
}

fn solution(equation: &Expression, track: Track) -> Result<Option<EquationSolution>, DecideError> {
    let mut rest = equation.clone();
    let c = rest.linear.parts.remove(&track).unwrap_or_default();
    if !c.is_plain() || c.plain.abs() > LARGEST_FACTOR {
        return Ok(None);
    }
    if !equation.divides(track) {
        let value = rest.times(-c.plain.signum())?;
        return Ok((c.plain != 0).then_some(EquationSolution {
            values: vec![value],
            divisor: c.plain.abs(),
        }));
    }
    if c.plain != 0 {
        return Ok(None);
    }
    let inside = |(_, division): &(i64, FloorDivision)| division.form.parts.contains_key(&track);
    let Some(index) = rest.quotients.iter().position(inside) else {
        return Ok(None);
    };
    let (times, FloorDivision { mut form, divisor }) = rest.quotients.remove(index);
    let c = form.parts.remove(&track).unwrap_or_default();
    let steep = c.is_plain() && c.plain >= divisor && c.plain <= LARGEST_FACTOR;
    if rest.divides(track) || times.abs() != 1 || !steep || divisor > MOST_VALUES {
        return Ok(None);
    }
    // ⌊(c·x + G)/r⌋ = V where c·x = r·V − G + i with 0 <= i < r.
    let least = rest.times(-times)?.times(divisor)?.plus(-1, &form.into())?;
    let values = (0..divisor).map(|i| least.offset(i));
    Ok(Some(EquationSolution {
        values: values.collect::<Result<_, _>>()?,
        divisor: c.plain,
    }))
}

/// The parts of a conjunction or disjunction, or nothing if one of them decides it.
fn gather(parts: Vec<Ir>, deciding: bool) -> Option<Vec<Ir>> {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Ir::Constant(value) if value == deciding => return None,
            Ir::Constant(_) => {}
            Ir::And(inner) if !deciding => flat.extend(inner),
            Ir::Or(inner) if deciding => flat.extend(inner),
            other => flat.push(other),
        }
    }
    flat.sort();
    flat.dedup();
    let idle: Vec<bool> = (0..flat.len())
        .map(|index| {
            let others = flat.iter().enumerate().filter(|(other, _)| *other != index);
            let mut others = others.map(|(_, other)| other);
            others.any(|other| is_idle(&flat[index], other, deciding))
        })
        .collect();
    let mut idle = idle.into_iter();
    flat.retain(|_| idle.next() == Some(false));
    Some(flat)
}

/// Does the constraint add nothing to another one, in a conjunction or a disjunction? The two are different.
fn is_idle(part: &Ir, other: &Ir, disjunction: bool) -> bool {
    let (Ir::Compare(a, LinearRelation::NotNegative), Ir::Compare(b, relation)) = (part, other)
    else {
        return false;
    };
    let same = a.quotients == b.quotients && a.linear.parts == b.linear.parts;
    match relation {
        _ if !same => false,
        LinearRelation::NotNegative => (a.linear.constant > b.linear.constant) != disjunction,
        LinearRelation::Zero => !disjunction && a.linear.constant >= b.linear.constant,
    }
}
