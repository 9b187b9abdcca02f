//! How fast the cases of a step go by, and how long the others take if they go by as fast.

use std::sync::Mutex;
use std::time::Instant;

use indicatif::HumanDuration;
use lab::{CaseProgress, locked};

/// Since when the cases of a step have been looked at.
#[derive(Default)]
pub(crate) struct Pace {
    since: Mutex<Option<StepStart>>,
}

/// The step, the case that was told last, and when the first case was told, if it was.
struct StepStart {
    step: &'static str,
    number: u64,
    at: Option<Instant>,
}

impl Pace {
    /// A case of a step in words, with what is left where that can be told.
    pub(crate) fn words(&self, step: &'static str, case: CaseProgress, now: Instant) -> String {
        let start = self.see(step, case, now);
        let left = start.and_then(|start| case.left(now.saturating_duration_since(start)));
        match left.map(HumanDuration) {
            Some(left) => format!(", {case}, about {left} left if the others take as long"),
            None => format!(", {case}"),
        }
    }

    /// When the first case of this step was told, if it was; a smaller number begins the step again.
    pub(crate) fn see(
        &self,
        step: &'static str,
        case: CaseProgress,
        now: Instant,
    ) -> Option<Instant> {
        let mut since = locked(&self.since);
        let known = since.take();
        let known = known.filter(|start| start.step == step && start.number <= case.number);
        let at = known.map_or((case.number == 1).then_some(now), |start| start.at);
        *since = Some(StepStart {
            step,
            number: case.number,
            at,
        });
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_step_that_begins_again_is_told_anew() {
        let (pace, zero) = (Pace::default(), Instant::now());
        let told = |step, number, seconds| {
            let case = CaseProgress {
                number,
                of: 10,
                counted: true,
            };
            pace.words(step, case, zero + Duration::from_secs(seconds))
        };
        assert_eq!(told("a", 1, 0), ", case 1 of 10");
        assert_eq!(told("a", 2, 9), ", case 2 of 10");
        assert_eq!(
            told("a", 5, 20),
            ", case 5 of 10, about 30 seconds left if the others take as long"
        );
        // Another step, and the same one again.
        assert_eq!(told("b", 5, 21), ", case 5 of 10");
        assert_eq!(told("b", 1, 30), ", case 1 of 10");
        assert_eq!(
            told("b", 6, 35),
            ", case 6 of 10, about 5 seconds left if the others take as long"
        );
    }
}
