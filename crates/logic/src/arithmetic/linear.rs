//! Linear forms over tracks: what a constraint automaton adds up while it reads.

use std::collections::BTreeMap;

use automata::Track;
use numeration::natural::gcd;

use crate::decide::DecideError;

/// The coefficients of one number `x`: `plain·x + shifted·S(x) + twice·S(S(x)) + left·L(x) + right·R(x)`.
///
/// `S(x)` reads the digits of `x` with the numerators of the convergents as weights in place of the
/// denominators: for the golden section, the digits of `x` shifted by one place. `S(S(x))` is needed only where the weights follow a
/// recurrence of three terms or more; otherwise the first two give it. `L(x)` and `R(x)` read the digits with the weights of the next
/// higher and the next lower places; they are needed only where the weights follow no recurrence with the same factors in
/// every place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coefficient {
    /// The factor of the number.
    pub plain: i64,
    /// The factor of the number's shift.
    pub shifted: i64,
    /// The factor of the shift of its shift.
    pub twice: i64,
    /// The factor of the number with its digits one place higher.
    pub left: i64,
    /// The factor of the number with its digits one place lower.
    pub right: i64,
}

impl Coefficient {
    /// The same with each factor changed.
    #[must_use]
    pub fn map(self, change: impl Fn(i64) -> i64) -> Self {
        Self {
            plain: change(self.plain),
            shifted: change(self.shifted),
            twice: change(self.twice),
            left: change(self.left),
            right: change(self.right),
        }
    }

    /// Is the number itself all that counts?
    pub fn is_plain(self) -> bool {
        self.shifted == 0 && self.twice == 0 && !self.is_moved()
    }

    /// Do its digits count one place higher or lower, which may make less of a larger number?
    pub fn is_moved(self) -> bool {
        self.left != 0 || self.right != 0
    }

    /// The factors.
    pub fn factors(self) -> [i64; 5] {
        [self.plain, self.shifted, self.twice, self.left, self.right]
    }
}

/// A sum of numbers with their [coefficients](Coefficient), each written on a track, and of a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    /// The numbers with their coefficients, none of which is zero.
    pub parts: BTreeMap<Track, Coefficient>,
    /// The constant.
    pub constant: i64,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i64) -> Self {
        Self {
            parts: BTreeMap::new(),
            constant,
        }
    }

    /// The number on a track.
    pub fn track(track: Track) -> Self {
        Self::single(
            track,
            Coefficient {
                plain: 1,
                ..Coefficient::default()
            },
        )
    }

    /// The shift of the number on a track.
    pub fn shift(track: Track) -> Self {
        Self::single(
            track,
            Coefficient {
                shifted: 1,
                ..Coefficient::default()
            },
        )
    }

    /// The shift of the shift of the number on a track.
    pub fn twice_shifted(track: Track) -> Self {
        Self::single(
            track,
            Coefficient {
                twice: 1,
                ..Coefficient::default()
            },
        )
    }

    /// The number on a track with its digits one place higher, in the system itself.
    pub fn left(track: Track) -> Self {
        Self::single(
            track,
            Coefficient {
                left: 1,
                ..Coefficient::default()
            },
        )
    }

    /// The number on a track with its digits one place lower.
    pub fn right(track: Track) -> Self {
        Self::single(
            track,
            Coefficient {
                right: 1,
                ..Coefficient::default()
            },
        )
    }

    /// `self + factor·other`.
    ///
    /// # Errors
    /// If a coefficient leaves the range of machine integers.
    pub fn plus(&self, factor: i64, other: &Self) -> Result<Self, DecideError> {
        let add = |a: i64, b: i64| in_range(factor.checked_mul(b).and_then(|b| a.checked_add(b)));
        let mut result = self.clone();
        result.constant = add(result.constant, other.constant)?;
        for (&track, &coefficient) in &other.parts {
            let entry = result.parts.entry(track).or_default();
            entry.plain = add(entry.plain, coefficient.plain)?;
            entry.shifted = add(entry.shifted, coefficient.shifted)?;
            entry.twice = add(entry.twice, coefficient.twice)?;
            entry.left = add(entry.left, coefficient.left)?;
            entry.right = add(entry.right, coefficient.right)?;
        }
        result
            .parts
            .retain(|_, coefficient| *coefficient != Coefficient::default());
        Ok(result)
    }

    /// `factor·self`.
    ///
    /// # Errors
    /// If a coefficient leaves the range of machine integers.
    pub fn times(&self, factor: i64) -> Result<Self, DecideError> {
        Self::constant(0).plus(factor, self)
    }

    /// `self + number`.
    ///
    /// # Errors
    /// If the constant leaves the range of machine integers.
    pub fn offset(&self, number: i64) -> Result<Self, DecideError> {
        self.plus(1, &Self::constant(number))
    }

    /// Does it depend on no track?
    pub fn is_constant(&self) -> bool {
        self.parts.is_empty()
    }

    /// The coefficient of a track.
    pub fn coefficient(&self, track: Track) -> Coefficient {
        self.parts.get(&track).copied().unwrap_or_default()
    }

    /// Is it never negative, as far as the signs of the coefficients tell?
    pub fn is_never_negative(&self) -> bool {
        let positive = |c: &Coefficient| c.factors().iter().all(|factor| *factor >= 0);
        self.constant >= 0 && self.parts.values().all(positive)
    }

    /// Is it always negative, as far as the signs of the coefficients tell?
    pub fn is_always_negative(&self) -> bool {
        let negative = |c: &Coefficient| c.factors().iter().all(|factor| *factor <= 0);
        self.constant < 0 && self.parts.values().all(negative)
    }

    /// The greatest common divisor of the coefficients, without the constant; 0 for a constant form.
    pub fn content(&self) -> i64 {
        self.parts.values().flat_map(|c| c.factors()).fold(0, gcd)
    }

    fn single(track: Track, coefficient: Coefficient) -> Self {
        Self {
            parts: BTreeMap::from([(track, coefficient)]),
            constant: 0,
        }
    }
}

/// A number that can be negated: the range of all coefficients and constants.
///
/// # Errors
/// If it is none.
pub(crate) fn in_range(number: Option<i64>) -> Result<i64, DecideError> {
    number
        .filter(|number| *number != i64::MIN)
        .ok_or(DecideError::TooLarge)
}
