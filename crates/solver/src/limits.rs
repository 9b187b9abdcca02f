//! Time, memory and cancellation for a solver.

use logic::watch::{Stopped, Watch};

/// Asks the watch now and then, not at every step.
pub(crate) struct Ticker<'a> {
    watch: &'a dyn Watch,
    ticks: u32,
}

impl<'a> Ticker<'a> {
    /// How many steps are made between two questions.
    const STEPS: u32 = 1 << 12;

    pub(crate) fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, ticks: 0 }
    }

    /// A step of work that costs about as much as `weight` simple ones.
    pub(crate) fn step(&mut self, weight: u32) -> Result<(), Stopped> {
        self.ticks = self.ticks.saturating_add(weight);
        if self.ticks < Self::STEPS {
            return Ok(());
        }
        self.ticks = 0;
        self.watch.check()
    }
}

/// May this many bytes be used?
pub(crate) fn fits(watch: &dyn Watch, needed: u64) -> Result<(), Stopped> {
    match watch.memory_limit() {
        Some(allowed) if needed > allowed => Err(Stopped::Memory { needed, allowed }),
        _ => Ok(()),
    }
}
