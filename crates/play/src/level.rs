//! How well the computer plays.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How well the computer plays. Below [`Perfect`](Self::Perfect) it overlooks winning moves as people do: the more often,
/// the harder they are to see. It never makes an illegal move.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Wins wherever it knows how.
    #[default]
    Perfect,
    /// Overlooks what is well hidden.
    Strong,
    /// Overlooks a good deal, and does not always resist well.
    Casual,
    /// Sees little more than a move that ends the game.
    Beginner,
}

/// How well the computer plays, and what its mistakes depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// How well.
    pub level: Level,
    /// The same for the same number, position by position.
    pub seed: u64,
}

impl Level {
    /// Every level, from the best to the weakest.
    pub const ALL: [Self; 4] = [Self::Perfect, Self::Strong, Self::Casual, Self::Beginner];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Strong => "strong",
            Self::Casual => "casual",
            Self::Beginner => "beginner",
        }
    }

    /// What to expect, as a sentence without its subject.
    pub fn manner(self) -> &'static str {
        match self {
            Self::Perfect => "wins wherever it knows how",
            Self::Strong => "overlooks winning moves that are well hidden",
            Self::Casual => "overlooks winning moves that are not easy to see",
            Self::Beginner => "overlooks most winning moves, but not the last one",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let mut all = Self::ALL.into_iter();
        all.find(|level| level.as_str().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownLevel(text.trim().chars().take(40).collect()))
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level `{0}`; there are perfect, strong, casual and beginner")]
pub struct UnknownLevel(pub String);
