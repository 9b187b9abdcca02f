//! How much an answer may hold.

use logic::watch::{Stopped, Watch};
use numeration::natural::num::logic::traits::SignificantBits;
use numeration::natural::{Integer, Natural};

/// What a list costs for each of its entries, besides the digits: a vector and its numbers' heads.
const ENTRY: u64 = 64;

/// Counts the bytes that an answer keeps, and stops before they are too many.
pub struct MemoryBudget<'w> {
    watch: &'w dyn Watch,
    used: u64,
}

impl<'w> MemoryBudget<'w> {
    /// Nothing is kept yet.
    pub fn new(watch: &'w dyn Watch) -> Self {
        Self { watch, used: 0 }
    }

    /// May one more entry of so many bytes be kept?
    pub fn keep(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.watch.check()?;
        self.hold(bytes)
    }

    /// May one more entry of so many bytes be held, although the time may be up: it is what was reached?
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.used = self.used.saturating_add(bytes).saturating_add(ENTRY);
        match self.watch.memory_limit() {
            Some(allowed) if self.used > allowed => Err(Stopped::Memory {
                needed: self.used,
                allowed,
            }),
            _ => Ok(()),
        }
    }
}

/// The bytes that some integers take.
pub fn size_of_integers<'a>(numbers: impl IntoIterator<Item = &'a Integer>) -> u64 {
    numbers
        .into_iter()
        .map(|number| 24 + number.significant_bits() / 8)
        .sum()
}

/// The bytes that some naturals take.
pub fn size_of_naturals<'a>(numbers: impl IntoIterator<Item = &'a Natural>) -> u64 {
    numbers
        .into_iter()
        .map(|number| 24 + number.significant_bits() / 8)
        .sum()
}
