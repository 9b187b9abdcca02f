//! The same formula on other tracks.
//!
//! Formulas are told apart by how they are written. Two that differ in the tracks of their hidden numbers only, or in the order of their
//! parts, come out the same here; two that mean the same for a deeper reason need not.

use automata::Track;

use super::expression::{Expression, FloorDivision};
use super::ir::Ir;
use crate::arithmetic::{Linear, LinearRelation};
use crate::decide::DecideError;

impl Ir {
    /// The formula with every free number on the track that `to` says, different ones for different tracks, and the hidden ones on the
    /// last tracks there are.
    ///
    /// # Errors
    /// If a number grows too large.
    pub fn renamed(&self, to: &dyn Fn(Track) -> Track) -> Result<Self, DecideError> {
        self.renamed_below(u32::MAX, to)
    }

    /// The same, with hidden numbers on tracks below this one.
    fn renamed_below(&self, last: u32, to: &dyn Fn(Track) -> Track) -> Result<Self, DecideError> {
        let each = |parts: &[Self]| -> Result<Vec<Self>, DecideError> {
            let parts = parts.iter().map(|part| part.renamed_below(last, to));
            parts.collect()
        };
        Ok(match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::Compare(e, LinearRelation::NotNegative) => Self::not_negative(e.renamed(to)),
            Self::Compare(e, LinearRelation::Zero) => Self::zero(e.renamed(to))?,
            Self::Congruent(e, modulus, remainder, yes) => {
                Self::Congruent(e.renamed(to), *modulus, *remainder, *yes)
            }
            Self::RoundedDown(track, yes) => Self::RoundedDown(to(*track), *yes),
            Self::Digits(tracks, words, yes) => {
                let tracks = tracks.iter().map(|&track| to(track)).collect();
                Self::Digits(tracks, words.clone(), *yes)
            }
            Self::NimSumZero(tracks) => {
                let mut tracks: Vec<Track> = tracks.iter().map(|&track| to(track)).collect();
                tracks.sort_unstable();
                Self::NimSumZero(tracks)
            }
            Self::Not(inner) => Self::Not(Box::new(inner.renamed_below(last, to)?)),
            Self::And(parts) => Self::and(each(parts)?),
            Self::Or(parts) => Self::or(each(parts)?),
            Self::Exists(tracks, body) => {
                let hidden: Vec<Track> = (0..last).rev().take(tracks.len()).map(Track).collect();
                let inside = |track: Track| {
                    let place = tracks.iter().position(|other| *other == track);
                    place.map_or_else(|| to(track), |place| hidden[place])
                };
                let lower = hidden.last().map_or(last, |track| track.0);
                let body = body.renamed_below(lower, &inside)?;
                Self::Exists(hidden, Box::new(body))
            }
        })
    }
}

impl Expression {
    /// The expression with every number on the track that `to` says, different ones for different tracks.
    #[must_use]
    pub fn renamed(&self, to: &dyn Fn(Track) -> Track) -> Self {
        let quotients = self.quotients.iter().map(|(times, division)| {
            let form = renamed(&division.form, to);
            let divisor = division.divisor;
            (*times, FloorDivision { form, divisor })
        });
        let mut quotients: Vec<(i64, FloorDivision)> = quotients.collect();
        quotients.sort_by(|a, b| a.1.cmp(&b.1));
        Self {
            linear: renamed(&self.linear, to),
            quotients,
        }
    }
}

fn renamed(form: &Linear, to: &dyn Fn(Track) -> Track) -> Linear {
    let parts = form.parts.iter().map(|(&track, &c)| (to(track), c));
    Linear {
        parts: parts.collect(),
        constant: form.constant,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at_least(x: u32, y: u32) -> Ir {
        let (x, y) = (Expression::track(Track(x)), Expression::track(Track(y)));
        Ir::not_negative(x.plus(-1, &y).unwrap())
    }

    fn swapped(track: Track) -> Track {
        match track {
            Track(0) => Track(1),
            Track(1) => Track(0),
            other => other,
        }
    }

    #[test]
    fn an_order_is_turned_around() {
        assert_eq!(at_least(0, 1).renamed(&swapped).unwrap(), at_least(1, 0));
        assert_ne!(at_least(0, 1).renamed(&swapped).unwrap(), at_least(0, 1));
        let equal = Expression::track(Track(0)).plus(-2, &Expression::track(Track(1)));
        let doubled = Ir::zero(equal.unwrap()).unwrap();
        assert_ne!(doubled.renamed(&swapped).unwrap(), doubled);
    }

    /// Hidden numbers that stand on other tracks make no difference, and neither does the order of the parts.
    #[test]
    fn hidden_numbers_have_no_names() {
        let some = |visible: u32, hidden: u32| {
            let both = vec![at_least(visible, hidden), at_least(hidden, visible)];
            Ir::Not(Box::new(Ir::Exists(
                vec![Track(hidden)],
                Box::new(Ir::and(both)),
            )))
        };
        let one = Ir::and(vec![some(0, 7), some(1, 8)]);
        let other = Ir::and(vec![some(0, 9), some(1, 3)]);
        let same = |track: Track| track;
        assert_ne!(one, other);
        assert_eq!(one.renamed(&same), other.renamed(&same));
        assert_eq!(one.renamed(&swapped), other.renamed(&same));
        assert_ne!(some(0, 7).renamed(&swapped), some(0, 7).renamed(&same));
    }
}
