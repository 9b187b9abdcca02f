//! Long work that can be watched and stopped.
//!
//! Below the binary there are no clocks and no terminals. Whoever starts long work hands in a [`Watch`]:
//! the work asks it often whether to go on, and tells it how far it has got. This is the one protocol from the lowest crate
//! up: whoever is stopped returns [`Stopped`] with the reason, and whoever wants a limit of their own on the way puts a watch around
//! the watch, such as a [`Cap`].

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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
    /// An automaton would need more nodes than allowed, however much memory there is.
    Size {
        /// How many nodes it may have.
        allowed: usize,
    },
    /// Somebody asked for it.
    Cancelled,
}

impl Stopped {
    /// Was this piece of work too large? Another one may still be possible, which it is not when the time is over or somebody
    /// has asked for the end.
    pub fn is_too_large(self) -> bool {
        match self {
            Self::Memory { .. } | Self::Size { .. } => true,
            Self::Time | Self::Cancelled => false,
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => f.write_str("the time limit was reached"),
            Self::Memory { needed, allowed } => {
                let (needed, allowed) = (Bytes(*needed), Bytes(*allowed));
                write!(
                    f,
                    "it would need {needed} of memory, and {allowed} are allowed"
                )
            }
            Self::Size { allowed } => {
                write!(f, "it would need an automaton of more than {allowed} nodes")
            }
            Self::Cancelled => f.write_str("it was interrupted"),
        }
    }
}

impl std::error::Error for Stopped {}

/// A number of bytes in the largest unit of which there are at least ten, rounded up.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let (mut amount, mut unit) = (self.0, 0);
        while amount >= 10 << 10 {
            amount = amount.div_ceil(1 << 10);
            unit += 1;
        }
        // Two GiB are better said than 2048 MiB.
        while amount >= 1 << 10 && amount.is_multiple_of(1 << 10) {
            amount >>= 10;
            unit += 1;
        }
        write!(f, "{amount} {}", UNITS[unit])
    }
}

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

/// How far work with automata has got: no total is known beforehand, but size and memory are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Construction {
    /// What is being done, in a few words.
    pub step: &'static str,
    /// How many nodes the automaton under construction has by now.
    pub states: u64,
    /// About how many bytes it takes, together with the automata that are kept.
    pub memory: u64,
    /// Which case of the step is looked at, where it falls into cases.
    pub case: Option<CaseProgress>,
}

/// One of the cases of a step. How long each takes is not known, and a dear one may fall into further cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseProgress {
    /// Its number, from 1.
    pub number: u64,
    /// How many there are, as far as known.
    pub of: u64,
    /// Will all of them be looked at one by one, and no others?
    pub counted: bool,
}

impl CaseProgress {
    /// How long this case and those after it take if they take as long as those before, where that can be told: there is a count,
    /// and some cases are done, a tenth of all at least.
    ///
    /// ```
    /// use std::time::Duration;
    /// use watch::CaseProgress;
    /// let case = CaseProgress { number: 6, of: 20, counted: true };
    /// assert_eq!(case.left(Duration::from_secs(10)), Some(Duration::from_secs(30)));
    /// assert_eq!(CaseProgress { counted: false, ..case }.left(Duration::from_secs(10)), None);
    /// ```
    pub fn left(&self, elapsed: Duration) -> Option<Duration> {
        let done = self.number.saturating_sub(1);
        if !self.counted || done < FEWEST_DONE || done.saturating_mul(10) < self.of {
            return None;
        }
        let rest = u128::from(self.of.saturating_sub(done));
        let left = elapsed.as_millis().saturating_mul(rest) / u128::from(done);
        u64::try_from(left).ok().map(Duration::from_millis)
    }
}

/// From fewer cases that are done nothing is told of the others.
const FEWEST_DONE: u64 = 3;

impl fmt::Display for CaseProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "case {} of {}", self.number, self.of)
    }
}

/// The one who watches long work.
///
/// A watch around another names it in [`inner`](Self::inner) and says only what it answers differently: everything else is
/// asked of, and told to, the inner one. A watch around nothing says at least [`check`](Self::check).
pub trait Watch: Sync {
    /// The watch that this one is put around.
    fn inner(&self) -> Option<&dyn Watch> {
        None
    }

    /// May the work go on? Called often; must be cheap.
    fn check(&self) -> Result<(), Stopped> {
        self.inner().map_or(Ok(()), Watch::check)
    }

    /// The most bytes the work may use.
    fn memory_limit(&self) -> Option<u64> {
        self.inner()?.memory_limit()
    }

    /// A construction holds about this many nodes of an automaton, and takes so many bytes. May it go on?
    ///
    /// # Errors
    /// If it is to stop.
    fn grow(&self, nodes: usize, bytes: usize) -> Result<(), Stopped> {
        self.check()?;
        self.inner()
            .map_or(Ok(()), |inner| inner.grow(nodes, bytes))
    }

    /// An automaton of so many bytes was made and is kept from now on.
    fn keep(&self, bytes: usize) {
        if let Some(inner) = self.inner() {
            inner.keep(bytes);
        }
    }

    /// May parts of the work go on side by side, in threads of their own? When two of them reach a limit of memory together depends on how fast each is.
    fn side_by_side(&self) -> bool {
        self.inner().is_none_or(Watch::side_by_side)
    }

    /// Told now and then how far the work has got.
    fn progress(&self, progress: Progress) {
        if let Some(inner) = self.inner() {
            inner.progress(progress);
        }
    }

    /// Told now and then how far work with automata has got; by default, as any other progress.
    fn construction(&self, construction: Construction) {
        match self.inner() {
            Some(inner) => inner.construction(construction),
            None => self.progress(Progress {
                step: construction.step,
                done: construction.states,
                total: None,
            }),
        }
    }
}

/// Nobody watches: never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// A watch that lets no automaton grow beyond a limit of its own.
pub struct Cap<'w> {
    watch: &'w dyn Watch,
    most: usize,
    reached: AtomicBool,
}

impl<'w> Cap<'w> {
    /// At most so many nodes.
    pub fn new(watch: &'w dyn Watch, most: usize) -> Self {
        Self {
            watch,
            most,
            reached: AtomicBool::new(false),
        }
    }

    /// What came of the work; nothing if this limit stopped it.
    ///
    /// # Errors
    /// As the work, unless this limit stopped it.
    pub fn unless_reached<T, E>(&self, result: Result<T, E>) -> Result<Option<T>, E> {
        match result {
            Err(_) if self.reached.load(Ordering::Relaxed) => Ok(None),
            other => other.map(Some),
        }
    }
}

impl Watch for Cap<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn grow(&self, nodes: usize, bytes: usize) -> Result<(), Stopped> {
        if nodes > self.most {
            self.reached.store(true, Ordering::Relaxed);
            return Err(Stopped::Size { allowed: self.most });
        }
        self.watch.grow(nodes, bytes)
    }
}

/// A watch with limits of its own: how often the work may ask whether to go on, and how many bytes
/// it may use.
///
/// Unlike a limit of time, a number of questions is the same on every machine.
///
/// ```
/// use watch::{Limited, Stopped, Unwatched, Watch};
/// let watch = Limited::new(&Unwatched).questions(1).memory(1 << 20);
/// assert_eq!(watch.check(), Ok(()));
/// assert_eq!(watch.check(), Err(Stopped::Time));
/// assert_eq!(watch.memory_limit(), Some(1 << 20));
/// ```
pub struct Limited<'w> {
    watch: &'w dyn Watch,
    left: Option<AtomicU64>,
    reason: Stopped,
    memory: Option<u64>,
}

impl<'w> Limited<'w> {
    /// No limits besides those of the watch that this one is put around.
    pub fn new(watch: &'w dyn Watch) -> Self {
        Self {
            watch,
            left: None,
            reason: Stopped::Time,
            memory: None,
        }
    }

    /// Stops the work when it asks once more than this whether to go on.
    pub fn questions(self, most: u64) -> Self {
        Self {
            left: Some(AtomicU64::new(most)),
            ..self
        }
    }

    /// The reason given when there are no questions left, instead of [`Stopped::Time`].
    pub fn stopping(self, reason: Stopped) -> Self {
        Self { reason, ..self }
    }

    /// At most this many bytes.
    pub fn memory(self, most: u64) -> Self {
        Self {
            memory: Some(most),
            ..self
        }
    }

    /// The watch that this one is put around.
    pub fn outer(&self) -> &'w dyn Watch {
        self.watch
    }

    /// How many questions are left, if they are limited.
    pub fn questions_left(&self) -> Option<u64> {
        self.left.as_ref().map(|left| left.load(Ordering::Relaxed))
    }

    /// Are there no questions left?
    pub fn is_exhausted(&self) -> bool {
        self.questions_left() == Some(0)
    }

    /// The same limit of memory, with any number of questions.
    pub fn unhurried(&self) -> Self {
        Self {
            memory: self.memory,
            ..Self::new(self.watch)
        }
    }
}

impl Watch for Limited<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn check(&self) -> Result<(), Stopped> {
        self.watch.check()?;
        let Some(left) = &self.left else {
            return Ok(());
        };
        let spend = |left: u64| left.checked_sub(1);
        let spent = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend);
        spent.map(drop).map_err(|_| self.reason)
    }

    fn memory_limit(&self) -> Option<u64> {
        let limits = [self.watch.memory_limit(), self.memory];
        limits.into_iter().flatten().min()
    }
}

/// Takes a lock, also after a panic of another thread that held it.
///
/// Poisoning is harmless here: what this project guards by a lock is a cache, a table or a message
/// that is put in place at once, after it was worked out. Wherever a thread panics, a whole value
/// is left behind.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down what it is asked and told, and answers by what no default says.
    #[derive(Default)]
    struct RecordingWatch(std::sync::Mutex<Vec<&'static str>>);

    impl RecordingWatch {
        fn hear(&self, what: &'static str) {
            self.0
                .lock()
                .map(|mut heard| heard.push(what))
                .unwrap_or_default();
        }
    }

    impl Watch for RecordingWatch {
        fn check(&self) -> Result<(), Stopped> {
            self.hear("check");
            Ok(())
        }

        fn memory_limit(&self) -> Option<u64> {
            Some(7)
        }

        fn grow(&self, _: usize, _: usize) -> Result<(), Stopped> {
            self.hear("grow");
            Err(Stopped::Time)
        }

        fn keep(&self, _: usize) {
            self.hear("keep");
        }

        fn side_by_side(&self) -> bool {
            false
        }

        fn progress(&self, _: Progress) {
            self.hear("progress");
        }

        fn construction(&self, _: Construction) {
            self.hear("construction");
        }
    }

    /// Puts a watch around another, and shows it.
    type Wrap = fn(&dyn Watch, &dyn Fn(&dyn Watch));

    #[test]
    fn a_watch_around_another_forwards_what_it_does_not_answer() {
        let wraps: [Wrap; 2] = [
            |heard, asks| asks(&Cap::new(heard, 10)),
            |heard, asks| asks(&Limited::new(heard).memory(10)),
        ];
        for wrap in wraps {
            let heard = RecordingWatch::default();
            wrap(&heard, &|watch| {
                let (step, case) = ("step", None);
                assert_eq!(watch.check(), Ok(()));
                assert_eq!(watch.memory_limit(), Some(7));
                assert_eq!(watch.grow(1, 1), Err(Stopped::Time));
                watch.keep(1);
                assert!(!watch.side_by_side());
                let (done, total) = (1, None);
                watch.progress(Progress { step, done, total });
                let (states, memory) = (1, 1);
                watch.construction(Construction {
                    step,
                    states,
                    memory,
                    case,
                });
            });
            let told = heard.0.into_inner().unwrap_or_default();
            let once: Vec<&str> = told.into_iter().filter(|what| *what != "check").collect();
            assert_eq!(once, ["grow", "keep", "progress", "construction"]);
        }
    }

    #[test]
    fn a_limit_of_ones_own_is_no_cancellation() {
        let cap = Cap::new(&Unwatched, 10);
        assert_eq!(cap.grow(10, 0), Ok(()));
        let stopped = cap.grow(11, 0);
        assert_eq!(stopped, Err(Stopped::Size { allowed: 10 }));
        let said = "it would need an automaton of more than 10 nodes";
        assert_eq!(stopped.map_err(|why| why.to_string()), Err(said.to_owned()));
        assert_eq!(cap.unless_reached(stopped), Ok(None));
    }

    #[test]
    fn a_limit_of_memory_is_the_smaller_of_two() {
        assert_eq!(Limited::new(&Unwatched).memory(10).memory_limit(), Some(10));
        let ten = Limited::new(&Unwatched).memory(10);
        assert_eq!(Limited::new(&ten).memory(20).memory_limit(), Some(10));
        assert_eq!(Limited::new(&ten).memory(5).memory_limit(), Some(5));
    }

    fn check(needed: u64, shown: &str) {
        let stopped = Stopped::Memory {
            needed,
            allowed: 2 << 30,
        };
        assert_eq!(
            stopped.to_string(),
            format!("it would need {shown} of memory, and 2 GiB are allowed")
        );
    }

    #[test]
    fn what_is_left_is_told_only_where_it_can_be() {
        let left = |number, of, counted, seconds| {
            let case = CaseProgress {
                number,
                of,
                counted,
            };
            case.left(Duration::from_secs(seconds))
                .map(|left| left.as_secs())
        };
        assert_eq!(left(4, 4, true, 6), Some(2));
        assert_eq!(left(4, 30, true, 6), Some(54));
        assert_eq!(left(4, 31, true, 6), None, "too few are done");
        assert_eq!(left(3, 4, true, 6), None, "too few are done");
        assert_eq!(left(4, 4, false, 6), None, "there may be more");
        assert_eq!(left(0, 0, true, 6), None);
        assert_eq!(left(9, 4, true, 6), Some(0));
        assert_eq!(left(4, u64::MAX, true, u64::MAX), None);
        assert_eq!(left(u64::MAX, u64::MAX, true, u64::MAX), Some(1));
    }

    #[test]
    fn memory_is_shown_in_fitting_units() {
        check(0, "0 bytes");
        check(10_000, "10000 bytes");
        check(10_241, "11 KiB");
        check(1 << 20, "1 MiB");
        check((2 << 30) + 1, "2049 MiB");
        check(u64::MAX, "16 EiB");
    }
}
