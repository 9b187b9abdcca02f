//! Work on automata beside other work, in a thread of its own: the limits count both.
//!
//! One of the two tells what is done; the other is seen by the sizes of its automata alone. Either can make the other stop.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::decide::{DecideError, Gauge};
use crate::watch::{Construction, Progress, Stopped, Watch};

/// The watch of the work beside that of a gauge.
pub struct ParallelWatch<'g> {
    gauge: &'g Gauge<'g>,
    over: AtomicBool,
}

impl<'g> ParallelWatch<'g> {
    /// Beside the work of this gauge.
    pub fn new(gauge: &'g Gauge<'g>) -> Self {
        Self {
            gauge,
            over: AtomicBool::new(false),
        }
    }

    /// Ends the work beside.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Was it ended?
    pub fn is_ended(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Does the work, which is told its own gauge. A limit on memory that it reaches is that of both.
    ///
    /// # Errors
    /// As the work.
    pub fn work<T>(
        &self,
        work: impl FnOnce(&Gauge<'_>) -> Result<T, DecideError>,
    ) -> Result<T, DecideError> {
        let own = Gauge::new(self);
        let found = work(&own);
        self.gauge.note_size(own.largest());
        self.gauge.hold_beside(0);
        match (found, self.gauge.memory_limit()) {
            (Err(DecideError::Stopped(Stopped::Memory { needed, allowed })), Some(limit)) => {
                let needed = needed.saturating_add(limit.saturating_sub(allowed));
                let allowed = limit;
                Err(Stopped::Memory { needed, allowed }.into())
            }
            (found, _) => found,
        }
    }
}

impl Watch for ParallelWatch<'_> {
    /// Whoever watches both.
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.gauge.outside())
    }

    fn check(&self) -> Result<(), Stopped> {
        if self.is_ended() {
            return Err(Stopped::Cancelled);
        }
        self.gauge.outside().check()
    }

    /// What the other work leaves of the limit.
    fn memory_limit(&self) -> Option<u64> {
        let allowed = self.gauge.memory_limit()?;
        Some(allowed.saturating_sub(self.gauge.held()))
    }

    fn grow(&self, nodes: usize, bytes: usize) -> Result<(), Stopped> {
        self.check()?;
        let held = usize::try_from(self.gauge.held()).unwrap_or(usize::MAX);
        let both = bytes.saturating_add(held);
        self.gauge.outside().grow(nodes, both)
    }

    fn progress(&self, _: Progress) {}

    fn construction(&self, construction: Construction) {
        self.gauge.hold_beside(construction.memory);
        self.gauge.tell_beside(construction.states);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::watch::{Limited, Unwatched};

    /// Each could do its work alone; together they cannot.
    #[test]
    fn the_limits_count_both() {
        let megabyte = Limited::new(&Unwatched).memory(1_000_000);
        let gauge = Gauge::new(&megabyte);
        let beside = ParallelWatch::new(&gauge);
        let work = |own: &Gauge<'_>| Ok(own.grow(9000, 576_000)?);
        assert_eq!(beside.work(work), Ok(()));
        gauge.grow(9000, 576_000).unwrap();
        let Err(DecideError::Stopped(Stopped::Memory { needed, allowed })) = beside.work(work)
        else {
            panic!("too much memory was allowed");
        };
        assert!(needed > allowed && allowed == 1_000_000);
        let both = beside.work(|own| {
            own.grow(2250, 144_000)?;
            Ok(gauge.grow(14_600, 934_400)?)
        });
        assert!(matches!(
            both,
            Err(DecideError::Stopped(Stopped::Memory { .. }))
        ));
        gauge.grow(14_600, 934_400).unwrap();
        assert_eq!(gauge.largest(), 14_600);
    }

    /// Writes down the sizes that it is told.
    #[derive(Default)]
    struct SizeRecorder(std::sync::Mutex<Vec<(u64, u64)>>);

    impl Watch for SizeRecorder {
        fn check(&self) -> Result<(), Stopped> {
            Ok(())
        }

        fn construction(&self, told: Construction) {
            self.0.lock().unwrap().push((told.states, told.memory));
        }
    }

    /// Whoever watches for dear work sees it wherever it is done.
    #[test]
    fn automata_beside_are_told() {
        let told = SizeRecorder::default();
        let gauge = Gauge::new(&told);
        gauge.grow(100, 6_400).unwrap();
        let found = ParallelWatch::new(&gauge).work(|own| Ok(own.grow(300_000, 19_200_000)?));
        assert_eq!(found, Ok(()));
        let told = told.0.into_inner().unwrap();
        let (one, both) = (told[0], told[told.len() - 1]);
        assert_eq!((one.0, both.0), (100, 300_000));
        assert_eq!(both.1, 3001 * one.1);
    }

    /// Allows automata of 100 nodes and one thread, and writes down what it is asked.
    #[derive(Default)]
    struct Small(std::sync::Mutex<Vec<(usize, usize)>>);

    impl Watch for Small {
        fn grow(&self, nodes: usize, bytes: usize) -> Result<(), Stopped> {
            self.0.lock().unwrap().push((nodes, bytes));
            match nodes {
                ..=100 => Ok(()),
                _ => Err(Stopped::Size { allowed: 100 }),
            }
        }

        fn side_by_side(&self) -> bool {
            false
        }
    }

    /// The limits of whoever watches hold beside as well, and what both hold and keep is counted
    /// once.
    #[test]
    fn work_beside_is_asked_for_as_any_other() {
        let small = Small::default();
        let gauge = Gauge::new(&small);
        gauge.keep(1);
        gauge.grow(10, 20).unwrap();
        let beside = ParallelWatch::new(&gauge);
        let found = beside.work(|own| {
            assert!(!own.side_by_side());
            own.keep(300);
            own.grow(100, 4_000)?;
            Ok(own.grow(101, 4_000)?)
        });
        let stopped = Stopped::Size { allowed: 100 };
        assert_eq!(found, Err(DecideError::Stopped(stopped)));
        let asked = small.0.into_inner().unwrap();
        assert_eq!(asked, [(10, 21), (100, 4_321), (101, 4_321)]);
    }

    #[test]
    fn either_makes_the_other_stop() {
        let megabyte = Limited::new(&Unwatched).memory(1_000_000);
        let gauge = Gauge::new(&megabyte);
        let beside = ParallelWatch::new(&gauge);
        gauge.interrupt(true);
        assert_eq!(gauge.grow(1, 0), Err(Stopped::Cancelled));
        assert_eq!(beside.check(), Ok(()));
        gauge.interrupt(false);
        assert_eq!(gauge.grow(1, 0), Ok(()));
        beside.end();
        assert_eq!(beside.check(), Err(Stopped::Cancelled));
        assert_eq!(gauge.check(), Ok(()));
    }
}
