//! Long work that can be watched and stopped.
//!
//! Below the binary there are no clocks and no terminals. Whoever starts long work hands in a [`Watch`]:
//! the work asks it often whether to go on, and tells it how far it has got.

use std::fmt;

/// Why long work stopped before its end. A limit is an answer, not a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time allowed was used up.
    Time,
    /// The work would need more bytes than allowed.
    Memory {
        /// What it would need, as far as known.
        needed: u64,
        /// What it may use.
        allowed: u64,
    },
    /// Somebody asked for it.
    Cancelled,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => f.write_str("the time limit was reached"),
            Self::Memory { needed, allowed } => {
                write!(
                    f,
                    "it would need {needed} bytes of memory, and {allowed} are allowed"
                )
            }
            Self::Cancelled => f.write_str("it was interrupted"),
        }
    }
}

impl std::error::Error for Stopped {}

/// How far long work has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done, in a few words.
    pub step: &'static str,
    /// How much of it is done.
    pub done: u64,
    /// How much there is, where that is known.
    pub total: Option<u64>,
}

/// The one who watches long work.
pub trait Watch: Sync {
    /// May the work go on? Called often; must be cheap.
    fn check(&self) -> Result<(), Stopped>;

    /// The most bytes the work may use.
    fn memory_limit(&self) -> Option<u64> {
        None
    }

    /// Told now and then how far the work has got.
    fn progress(&self, _progress: Progress) {}
}

/// Nobody watches: never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn check(&self) -> Result<(), Stopped> {
        Ok(())
    }
}
