//! Tracks and the digits that they may hold.

use std::sync::Arc;

/// The name of a track: one of the digit strings that an automaton reads side by side.
///
/// An automaton reads the tracks of a letter in increasing order of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Track(pub u32);

/// How many digits each place of a letter has.
///
/// A letter is one place of every track, or several places where a numeration system repeats only after
/// several places: then a word has a multiple of that many digits in every track.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alphabet {
    radices: Arc<[u8]>,
    widest: usize,
    /// The radix, if all places have the same: asked for at every step of an automaton.
    even: Option<usize>,
}

impl Alphabet {
    /// One letter is as many places as there are radices; the digits of a place are `0..radix`.
    ///
    /// # Panics
    /// If there is no place, or a place without digits.
    pub fn new(radices: &[u8]) -> Self {
        assert!(
            !radices.is_empty() && radices.iter().all(|&radix| radix > 0),
            "a place needs digits"
        );
        Self {
            radices: radices.into(),
            widest: radices.iter().copied().max().map_or(0, usize::from),
            even: (radices.iter().all(|&radix| radix == radices[0]))
                .then_some(usize::from(radices[0])),
        }
    }

    /// Digits 0 and 1, one place a letter.
    pub fn binary() -> Self {
        Self::new(&[2])
    }

    /// How many places a letter has.
    pub fn places(&self) -> usize {
        self.radices.len()
    }

    /// How many digits a place of a letter has; place 0 is the most significant.
    #[inline]
    pub fn radix(&self, place: usize) -> u8 {
        self.radices[place]
    }

    /// How many digits every place has, if all have equally many.
    #[inline]
    pub(crate) fn even(&self) -> Option<usize> {
        self.even
    }

    /// The largest number of digits of any place.
    pub fn widest(&self) -> usize {
        self.widest
    }
}
