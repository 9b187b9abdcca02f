//! A watch with a clock.

use std::time::{Duration, Instant};

use lab::{Stopped, Watch};

/// Lets work go on for some time.
///
/// ```
/// use std::time::Duration;
/// use takeaway::{Stopped, TimeLimit, Watch};
///
/// assert_eq!(TimeLimit::new(Duration::from_secs(60)).check(), Ok(()));
/// assert_eq!(TimeLimit::new(Duration::ZERO).check(), Err(Stopped::Time));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    /// When the time is up; never, if that is beyond what a clock can tell.
    end: Option<Instant>,
}

impl TimeLimit {
    /// The clock starts now.
    pub fn new(time: Duration) -> Self {
        Self {
            end: Instant::now().checked_add(time),
        }
    }
}

impl Watch for TimeLimit {
    fn check(&self) -> Result<(), Stopped> {
        match self.end {
            Some(end) if Instant::now() >= end => Err(Stopped::Time),
            _ => Ok(()),
        }
    }
}
