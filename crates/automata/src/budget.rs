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

/// Asks a budget now and then, in a loop whose rounds are short.
pub(crate) struct Asker<'a> {
    budget: &'a dyn Budget,
    rounds: u32,
}

impl<'a> Asker<'a> {
    pub(crate) fn new(budget: &'a dyn Budget) -> Self {
        Self { budget, rounds: 0 }
    }

    /// One round more.
    pub(crate) fn round(
        &mut self,
        size: impl FnOnce() -> (usize, usize),
    ) -> Result<(), OutOfBudget> {
        self.rounds = self.rounds.wrapping_add(1);
        if self.rounds.is_multiple_of(1 << 14) {
            let (nodes, words) = size();
            self.budget.spend(nodes, words)?;
        }
        Ok(())
    }
}

/// Never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn spend(&self, _nodes: usize, _words: usize) -> Result<(), OutOfBudget> {
        Ok(())
    }
}
