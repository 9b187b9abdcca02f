//! Both obligations at once, in two threads, where the first one has turned out to be dear.
//!
//! "No move from `S` to `S`" gets machinery of its own in a second thread; nothing is shared but the limits. What is found does not depend
//! on which of the two ends first: a member with a move inside stops the other obligation, which is then looked at among the smaller
//! positions alone, as it is without threads.

use std::panic::resume_unwind;

use automata::{Automaton, Track};
use logic::arithmetic::System;
use logic::beside::ParallelWatch;
use logic::compile::Compiler;
use logic::decide::{DecideError, Gauge, least};
use logic::lower::LoweringContext;
use logic::watch::Watch;
use numeration::natural::Natural;
use rules::outcome::Play;
use rules::spec::Spec;

use super::{ClaimedSet, MovePattern};
use crate::family::TupleFamily;
use crate::frame::Frame;
use crate::symmetry::Symmetry;

/// What is left to look at: the smallest member with a move inside, and the positions without a move into the set, with the ways that
/// were used for the others.
pub(super) struct OpenObligations {
    pub(super) from: Option<Vec<Natural>>,
    pub(super) outside: Automaton,
    pub(super) ways: Vec<MovePattern>,
}

impl ClaimedSet<'_> {
    /// One obligation after the other.
    pub(super) fn in_turn(
        &self,
        from: Option<Vec<Natural>>,
    ) -> Result<OpenObligations, DecideError> {
        let (outside, ways) = match &from {
            Some(from) => (self.without_move_below(from)?, Vec::new()),
            None => self.without_move()?,
        };
        Ok(OpenObligations {
            from,
            outside,
            ways,
        })
    }

    /// Both obligations in two threads.
    pub(super) fn at_once(&self) -> Result<OpenObligations, DecideError> {
        let gauge = self.frame.gauge;
        let (beside, copy) = (ParallelWatch::new(gauge), self.copied());
        let (inside, into) = std::thread::scope(|scope| {
            let inside = scope.spawn(|| {
                let found = beside.work(|gauge| copy.smallest_inside(gauge));
                // A member with a move inside makes the rest of the other obligation idle, and so does an error.
                gauge.interrupt(!matches!(found, Ok(None)));
                found
            });
            let into = self.without_move();
            if into.is_err() && !gauge.is_interrupted() {
                beside.end();
            }
            let inside = inside.join();
            (inside.unwrap_or_else(|panic| resume_unwind(panic)), into)
        });
        gauge.interrupt(false);
        gauge.check()?;
        match (inside, into) {
            (Ok(from @ Some(_)), Err(_)) => self.in_turn(from),
            (Err(DecideError::Stopped(_)), Err(error)) if beside.is_ended() => Err(error),
            (Err(error), _) | (Ok(_), Err(error)) => Err(error),
            (Ok(from), Ok((outside, ways))) => Ok(OpenObligations {
                from,
                outside,
                ways,
            }),
        }
    }

    fn copied(&self) -> ClaimedSetCopy<'_> {
        let frame = self.frame;
        ClaimedSetCopy {
            spec: frame.spec,
            play: frame.play,
            system: frame.compiler.system(),
            first_unused: frame.shared.first_unused(),
            families: self.families.clone(),
            parts: self.parts.clone(),
            members: self.members.clone(),
            ends: self.ends.clone(),
            symmetry: self.symmetry.clone(),
        }
    }
}

/// The claimed set without the machinery that belongs to one thread.
struct ClaimedSetCopy<'a> {
    spec: &'a Spec,
    play: Play,
    system: &'a System,
    first_unused: Track,
    families: Vec<TupleFamily>,
    parts: Vec<Automaton>,
    members: Automaton,
    ends: Option<Automaton>,
    symmetry: Symmetry,
}

impl ClaimedSetCopy<'_> {
    /// The smallest member with a move inside.
    fn smallest_inside(&self, gauge: &Gauge<'_>) -> Result<Option<Vec<Natural>>, DecideError> {
        let shared = LoweringContext::new(self.system, self.first_unused, gauge);
        let compiler = Compiler::new(&shared, gauge);
        let frame = Frame {
            spec: self.spec,
            play: self.play,
            shared: &shared,
            compiler: &compiler,
            gauge,
        };
        let claimed = ClaimedSet {
            frame: &frame,
            families: self.families.clone(),
            parts: self.parts.clone(),
            members: self.members.clone(),
            ends: self.ends.clone(),
            symmetry: self.symmetry.clone(),
        };
        let faults = claimed.faults_inside()?;
        Ok(least(self.system, &faults, &frame.befores(), gauge)?)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use logic::watch::Limited;
    use logic::{Stopped, Unwatched};

    use super::*;
    use crate::prove::with_frame;

    const RIGHT: &str = "P = { (floor(n*phi), floor(n*phi) + n) | n >= 0 } or \
                         { (floor(n*phi) + n, floor(n*phi)) | n >= 0 }";
    const TOO_MUCH: &str = "P = { (floor(n*phi), floor(n*phi) + n) | n >= 0 } or \
                            { (floor(n*phi) + n, floor(n*phi)) | n >= 0 } or { (7, 9) }";
    const TOO_LITTLE: &str = "P = { (floor(n*phi), floor(n*phi) + n) | n >= 0, n != 5 } or \
                              { (floor(n*phi) + n, floor(n*phi)) | n >= 0, n != 5 }";
    const TOO_LATE: &str = "P = { (floor(n*phi), floor(n*phi) + n) | n >= 3 }";

    fn wythoff(claim: &str) -> Spec {
        let text = format!(
            "game g\npiles x, y\nmove a: exactly 1 of x, y changes\nmove b: x - x' = y - y'\n{claim}\n"
        );
        lang::load(&text, "g.game", &[]).unwrap()
    }

    fn on<T>(
        spec: &Spec,
        watch: &dyn Watch,
        work: impl Fn(&ClaimedSet<'_>) -> Result<T, DecideError>,
    ) -> Result<T, DecideError> {
        with_frame(spec, &Gauge::new(watch), |frame| {
            work(&ClaimedSet::of(frame)?)
        })
    }

    /// The two counterexamples, or which ways were used.
    fn shown(claimed: &ClaimedSet<'_>, found: OpenObligations) -> Result<String, DecideError> {
        let frame = claimed.frame;
        let piles = frame.befores();
        let stuck = least(frame.compiler.system(), &found.outside, &piles, frame.gauge)?;
        let smaller = claimed.smaller(found.from, stuck)?;
        Ok(smaller.map_or_else(
            || format!("{:?}", found.ways),
            |counterexample| format!("{counterexample:?}"),
        ))
    }

    #[test]
    fn nothing_else_is_found_than_in_turn() {
        for claim in [RIGHT, TOO_MUCH, TOO_LITTLE, TOO_LATE] {
            let spec = wythoff(claim);
            let in_turn = on(&spec, &Unwatched, |claimed| {
                let from = claimed.copied().smallest_inside(claimed.frame.gauge)?;
                shown(claimed, claimed.in_turn(from)?)
            });
            for _ in 0..5 {
                let at_once = on(&spec, &Unwatched, |claimed| {
                    shown(claimed, claimed.at_once()?)
                });
                assert_eq!(at_once, in_turn, "{claim}");
            }
        }
    }

    /// Whichever of the two asks last, the limits hold for both.
    #[test]
    fn both_stop_at_the_limits() {
        let spec = wythoff(RIGHT);
        let mut stopped = 0;
        for questions in 0.. {
            let limits = Limited::new(&Unwatched).questions(questions * 20);
            match on(&spec, &limits, |claimed| claimed.at_once().map(drop)) {
                Err(DecideError::Stopped(Stopped::Time)) => stopped += 1,
                other => {
                    assert_eq!(other, Ok(()));
                    break;
                }
            }
        }
        assert!(stopped > 3);
    }

    #[test]
    fn a_limit_of_memory_is_told_as_it_was_given() {
        let spec = wythoff(RIGHT);
        let mut stopped = 0;
        for memory in (10..24).map(|bits| 1 << bits) {
            let limits = Limited::new(&Unwatched).memory(memory);
            match on(&spec, &limits, |claimed| claimed.at_once().map(drop)) {
                Err(DecideError::Stopped(Stopped::Memory { needed, allowed })) => {
                    assert!(needed > allowed && allowed == memory);
                    stopped += 1;
                }
                other => assert_eq!(other, Ok(())),
            }
        }
        assert!(0 < stopped && stopped < 14);
    }
}
