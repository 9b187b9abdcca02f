//! Asking a watch from inside a loop.

use watch::{Stopped, Watch};

/// Asks a watch now and then, in a loop whose rounds are short.
pub(crate) struct WatchPoller<'a> {
    watch: &'a dyn Watch,
    rounds: u32,
}

impl<'a> WatchPoller<'a> {
    pub(crate) fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, rounds: 0 }
    }

    /// One round more.
    pub(crate) fn round(&mut self, size: impl FnOnce() -> (usize, usize)) -> Result<(), Stopped> {
        self.rounds = self.rounds.wrapping_add(1);
        if self.rounds.is_multiple_of(1 << 14) {
            let (nodes, bytes) = size();
            self.watch.grow(nodes, bytes)?;
        }
        Ok(())
    }
}
