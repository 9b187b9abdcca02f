//! Outcomes: who wins.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// Who wins when both play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(inline)]
pub enum Outcome {
    /// The previous player: whoever has just moved here.
    P,
    /// The next player: whoever moves now.
    N,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P => "P",
            Self::N => "N",
        })
    }
}

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Play {
    /// The player who cannot move loses.
    #[default]
    Normal,
    /// The player who cannot move wins.
    Misere,
}
