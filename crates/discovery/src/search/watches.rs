//! The watch over one member: it hears when the search is to end and when its own time is up, and it has a memory of its own.

use std::sync::atomic::{AtomicBool, Ordering};

use logic::watch::{Construction, Progress, Stopped, Watch};

/// The most memory that a proof of one member may take, by the sizes of its automata. It is the same everywhere, so that what is found does not depend on the machine.
pub(super) const MEMORY: u64 = 256 << 20;

/// A watch over one member.
pub(super) struct MemberWatch<'w> {
    search: &'w dyn Watch,
    own: &'w dyn Watch,
    stopped: AtomicBool,
}

impl<'w> MemberWatch<'w> {
    pub(super) fn new(search: &'w dyn Watch, own: &'w dyn Watch) -> Self {
        Self {
            search,
            own,
            stopped: AtomicBool::new(false),
        }
    }

    /// Did one of the watches say no? What was found until then depends on when.
    pub(super) fn said_no(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Watch for MemberWatch<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.search)
    }

    fn check(&self) -> Result<(), Stopped> {
        let allowed = self.search.check().and_then(|()| self.own.check());
        if allowed.is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        allowed
    }

    fn memory_limit(&self) -> Option<u64> {
        Some(MEMORY)
    }

    /// One thing after the other: what a proof takes at a time is the same everywhere, and members are enough for all processors.
    fn side_by_side(&self) -> bool {
        false
    }

    /// The search counts members, and tells nothing of the work on each.
    fn progress(&self, _: Progress) {}

    fn construction(&self, _: Construction) {}
}
