//! What is found out once and kept.

use std::sync::Mutex;

use logic::watch::locked;
/// Something that is found out when it is first asked for. A failure is not kept: whoever asks next tries again.
#[derive(Debug)]
pub(crate) struct Cached<T>(Mutex<Option<T>>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T: Clone> Cached<T> {
    /// What is kept, or what `find` finds.
    ///
    /// Two that ask at the same time may both look: nobody waits for the work of somebody with another limit.
    pub(crate) fn get<E>(&self, find: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some(kept) = self.peek() {
            return Ok(kept);
        }
        let found = find()?;
        self.put(found.clone());
        Ok(found)
    }

    /// What is kept.
    pub(crate) fn peek(&self) -> Option<T> {
        locked(&self.0).clone()
    }

    /// Keeps this instead of what was kept.
    pub(crate) fn put(&self, found: T) {
        *locked(&self.0) = Some(found);
    }
}
