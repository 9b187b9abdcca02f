//! Positions: vectors of naturals.

use std::fmt;

use numeration::natural::Natural;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::Numbers;

/// A position of a game: the sizes of its piles, in the order in which the game shows them.
///
/// A ruleset makes positions ([`Ruleset::position`](crate::ruleset::Ruleset::position)): it sorts what is
/// sorted and refuses what is not a position of the game, so that a position needs no further checking.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Position(#[serde(with = "Numbers")] Vec<Natural>);

impl Position {
    /// The position with these piles, taken as they are: for rulesets, and where it is known that they would change nothing.
    pub fn unchecked(piles: Vec<Natural>) -> Self {
        Self(piles)
    }

    /// The piles.
    pub fn piles(&self) -> &[Natural] {
        &self.0
    }
}

impl FromIterator<u64> for Position {
    fn from_iter<T: IntoIterator<Item = u64>>(piles: T) -> Self {
        Self(piles.into_iter().map(Natural::from).collect())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (index, pile) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{pile}")?;
        }
        f.write_str(")")
    }
}
