//! How large a construction may grow.

use std::fmt;

/// A construction was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl fmt::Display for OutOfBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the construction was told to stop")
    }
}

impl std::error::Error for OutOfBudget {}

/// Asked now and then whether a construction may go on.
pub trait Budget {
    /// The construction holds about this many nodes and words of memory beside them.
    ///
    /// # Errors
    /// If it is to stop.
    fn spend(&self, nodes: usize, words: usize) -> Result<(), OutOfBudget>;

    /// An automaton of so many nodes was made and is kept from now on.
    fn keep(&self, _nodes: usize) {}
}

/// Never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn spend(&self, _nodes: usize, _words: usize) -> Result<(), OutOfBudget> {
        Ok(())
    }
}
