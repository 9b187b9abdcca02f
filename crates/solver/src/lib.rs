//! Outcomes and nim-values by brute force, from the rules alone: no theorem is used.
//!
//! - [`outcomes()`]: all P-positions of a region. The moves into each P-position that is found are marked, a
//!   whole range of sources at a time.
//! - [`nim_values()`]: the nim-value of every position of a region.
//! - [`plain`]: the same position by position and option by option: the yardstick, and the only way for games
//!   that formulas cannot say.
//!
//! - [`search`]: outcome, winning move and nim-value of one position by search.
//! - [`periodicity`]: periods of nim-values of heaps and rows, proved where a criterion allows it.
//! - [`invariance`]: the largest invariant game with given P-positions.
//!
//! Each answer says which [`Region`] it covers, also when a limit stopped it early.
//!
//! `docs/solver.md` follows one rule of the Rat game through the five forms that it takes here, with a picture of slabs and
//! strips, and says where the speed comes from:
//!
//! | form | where |
//! | --- | --- |
//! | the text of the rule, then its formula | `lang`, [`Spec`] |
//! | a condition over slots, cut into branches of literals | [`logic::core`], `compile::{tree, branch}` |
//! | a plan: bounds and filters, pile by pile; an instance, once the target is given | `compile::{plan, level}` |
//! | rows and strips of rows | `compile::walk` |
//! | words of 64 marks | `slab`, `rows`, `scan` |

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

mod blocking;
pub mod checkpoint;
mod compile;
mod families;
pub mod invariance;
mod limits;
pub mod nim_values;
pub mod options;
pub mod outcomes;
pub mod periodicity;
pub mod plain;
mod plane;
mod region;
mod rows;
mod scan;
pub mod search;
mod slab;
mod sums;
mod sweep;
mod takings;
mod value_table;

use logic::watch::Stopped;
use thiserror::Error;

pub use compile::ValueError;
pub use nim_values::{NimValues, first_nim_values, nim_values, nim_values_kept};
pub use options::{MovesIntoP, for_each_options};
pub use outcomes::{LoggedPositions, PPositions, outcomes, outcomes_kept};
pub use region::{Reached, Region, advance};

use rules::spec::Spec;

/// Why a game could not be solved at all. A limit is not among the reasons: it is part of an answer.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SolveError {
    /// A formula of the rules has no value that the solver can use.
    #[error("{game}: {error}")]
    Value {
        /// The game.
        game: String,
        /// What is wrong.
        error: ValueError,
    },
    /// The game has no piles, or more than the solver can handle.
    #[error("{game} has {piles} piles; the solver takes 1 to {most}")]
    Piles {
        /// The game.
        game: String,
        /// How many piles it has.
        piles: usize,
        /// The most that the solver takes.
        most: usize,
    },
    /// What an earlier run has kept cannot be continued.
    #[error("the checkpoint cannot be continued: {0}")]
    Checkpoint(String),
    /// A blocking game has no nim-values, and no misère play.
    #[error("{}", no_such(game, what))]
    Blocking {
        /// The game.
        game: String,
        /// What it does not have.
        what: &'static str,
    },
    /// The piles may be larger than the solver can handle.
    #[error("piles up to {max} are too large for a search; the largest is {most}")]
    Max {
        /// What was asked for.
        max: u32,
        /// The most that the solver takes.
        most: u32,
    },
}

/// What a blocking game does not have.
pub const NO_NIM_VALUES: &str = "nim-values: which options are open depends on the opponent";
/// What is not defined for a blocking game.
pub const NO_MISERE: &str = "misère play: whoever finds every option forbidden loses";

/// Says what a blocking game does not have.
pub fn no_such(game: &str, what: &str) -> String {
    format!("{game} is a blocking game and has no {what}")
}

/// The largest piles a region may have.
const LARGEST_PILE: u32 = 1 << 30;
/// The most piles; sorted piles can be arranged in too many ways beyond fewer.
const MOST_PILES: usize = 16;
const MOST_SORTED_PILES: usize = 10;

/// Refuses what no search can handle.
fn admitted(spec: &Spec, max: u32) -> Result<Region, SolveError> {
    let sorted = spec.piles.order.sorted(spec.dimension());
    let most = if sorted > 0 {
        MOST_PILES.min(MOST_SORTED_PILES + spec.dimension() - sorted)
    } else {
        MOST_PILES
    };
    if !(1..=most).contains(&spec.dimension()) {
        return Err(SolveError::Piles {
            game: spec.name.clone(),
            piles: spec.dimension(),
            most,
        });
    }
    if max > LARGEST_PILE {
        return Err(SolveError::Max {
            max,
            most: LARGEST_PILE,
        });
    }
    Ok(Region::new(spec, max))
}

/// What ends a search early.
#[derive(Clone, Debug, PartialEq)]
enum Halt {
    Stopped(Stopped),
    Value(ValueError),
    Checkpoint(String),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<ValueError> for Halt {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::Stopped(stopped) => Self::Stopped(stopped),
            error => Self::Value(error),
        }
    }
}

/// A limit is part of the answer; anything else is an error.
fn settled(spec: &Spec, result: Result<(), Halt>) -> Result<Option<Stopped>, SolveError> {
    match result {
        Ok(()) => Ok(None),
        Err(Halt::Stopped(stopped)) => Ok(Some(stopped)),
        Err(Halt::Value(error)) => Err(SolveError::Value {
            game: spec.name.clone(),
            error,
        }),
        Err(Halt::Checkpoint(why)) => Err(SolveError::Checkpoint(why)),
    }
}
