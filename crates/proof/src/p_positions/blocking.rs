//! The claim `P = S` of a blocking game, in which the opponent may forbid up to K options before each move.
//!
//! A position is P if and only if at most K of its options are. So `S` is the set of P-positions if and only if it consists of
//! positions, every member has at most K options in `S`, and every other position at least K + 1. Options are counted as positions:
//! with an order of the targets, "at least k + 1" is "an option in `S` with at least k before it", so that two targets are
//! enough at a time, however large K is.

use automata::product::{conjunction, disjunction};
use automata::{Automaton, Track};
use logic::decide::{DecideError, least};
use logic::evaluate::{Assignment, Evaluator};
use logic::watch::Watch;
use logic::{Formula, Set, Term};
use numeration::natural::{Integer, Natural};
use rules::position::Position;
use rules::ruleset::Ruleset;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{ClaimedSet, PPositionFinding, sum};
use crate::claim::Counterexample;
use crate::family::TupleFamily;
use crate::frame::{Frame, TO_OTHER_PILES};
use crate::strategy::{earlier, with_rivals};

/// Proves that a set is the set of P-positions of a blocking game, or finds the smallest counterexample. The set consists of positions.
pub(super) fn prove(
    frame: &Frame<'_>,
    set: &Arc<Set>,
    families: Vec<TupleFamily>,
    watch: &dyn Watch,
) -> Result<PPositionFinding, DecideError> {
    let claimed = ClaimedSet::new(frame, families)?;
    frame.gauge.begin("options in the claimed set");
    let many = claimed.with_more_options_inside(frame.spec.blocking)?;
    let smallest = |found: &Automaton| {
        let system = frame.compiler.system();
        least(system, found, &frame.befores(), frame.gauge)
    };
    frame.gauge.begin("members with too many of them");
    let inside = frame.minimal(&conjunction(&[&claimed.members, &many], frame.gauge)?)?;
    frame.gauge.begin("other positions with too few of them");
    let few = conjunction(&[&claimed.outside()?, &many.complement()], frame.gauge)?;
    let outside = frame.minimal(&few)?;
    let size = |piles: &Vec<Natural>| (sum(piles), piles.clone());
    let (from, stuck) = (smallest(&inside)?, smallest(&outside)?);
    let found = match (from, stuck) {
        (None, None) => return Ok(PPositionFinding::Proved(Vec::new())),
        (Some(from), Some(stuck)) if size(&stuck) < size(&from) => (stuck, false),
        (Some(from), _) => (from, true),
        (None, Some(stuck)) => (stuck, false),
    };
    let position = Position::unchecked(found.0);
    let options = options_inside(frame, set, &position, watch)?;
    Ok(PPositionFinding::Refuted(match found.1 {
        true => Counterexample::TooManyInside {
            from: position,
            options,
            blocking: frame.spec.blocking,
        },
        false => Counterexample::TooFewInto {
            position,
            options,
            blocking: frame.spec.blocking,
        },
    }))
}

impl ClaimedSet<'_> {
    /// The positions with more than so many options in the set.
    fn with_more_options_inside(&self, blocking: u32) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let options = self.options_inside()?;
        let afters = frame.afters();
        let others: Vec<Track> = afters
            .iter()
            .map(|track| Track(track.0 + TO_OTHER_PILES))
            .collect();
        let before = earlier(frame, &others, &afters)?;
        // Options with at least so many others before them.
        let mut later = options.clone();
        for _ in 0..blocking {
            let rivals = with_rivals(&later, &afters, TO_OTHER_PILES, frame)?;
            let mut parts = vec![&options, &rivals, &before];
            let admissible = others
                .iter()
                .map(|&track| frame.compiler.admissible(track))
                .collect::<Result<Vec<_>, _>>()?;
            parts.extend(&admissible);
            let preceded = frame.compiler.hide(&parts, &others)?;
            later = frame.minimal(&conjunction(&[&options, &preceded], frame.gauge)?)?;
            frame.gauge.note(&later);
        }
        frame.on_all_piles(&frame.compiler.hide(&[&later], &afters)?)
    }

    /// The pairs of a position and an option of it in the set.
    fn options_inside(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let before = Frame::on_tracks(&frame.befores());
        let members = self.members.renamed(|track| Track(track.0 + 1));
        let positions = frame.positions()?;
        let mut tracks: Vec<Track> = [frame.befores(), frame.afters()].concat();
        tracks.sort_unstable();
        let none = Automaton::constant(frame.compiler.system().alphabet(), &tracks, false);
        let mut found = vec![none];
        for rule in &frame.spec.moves {
            for order in frame.arrangements() {
                let after = frame.after_in(&order);
                let mut parts = vec![positions.clone(), members.clone()];
                for part in frame.rule(rule, &before, &after)?.conjuncts() {
                    parts.push(frame.compiler.compile(&part)?);
                }
                parts.push(frame.compiler.compile(&frame.shrinks(&before, &after)?)?);
                let parts: Vec<&Automaton> = parts.iter().collect();
                let moves = frame.minimal(&conjunction(&parts, frame.gauge)?)?;
                frame.gauge.note(&moves);
                found.push(moves);
            }
        }
        let found: Vec<&Automaton> = found.iter().collect();
        let options = frame.minimal(&disjunction(&found, frame.gauge)?)?;
        frame.gauge.note(&options);
        Ok(options)
    }
}

/// More options of a counterexample are not looked at.
const MOST_LOOKED_AT: usize = 20_000;

/// The options of a position in the set, as far as they are soon found.
fn options_inside(
    frame: &Frame<'_>,
    set: &Arc<Set>,
    position: &Position,
    watch: &dyn Watch,
) -> Result<Vec<Position>, DecideError> {
    let is_member = |to: &Position| {
        let piles = to.piles().iter();
        let tuple = piles.map(|pile| Term::Constant(Integer::from(pile.clone())));
        let member = Formula::Member(tuple.collect(), set.clone());
        Evaluator::new(watch).holds(&member, &Assignment::new()) == Ok(true)
    };
    let (mut options, mut looked_at) = (Vec::new(), 0);
    let visited = frame.spec.for_each_move(position, watch, &mut |option| {
        looked_at += 1;
        if is_member(&option.to) {
            options.push(option.to);
        }
        if looked_at < MOST_LOOKED_AT {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    watch.check().map_err(DecideError::Stopped)?;
    options.sort_by_cached_key(|option| (sum(option.piles()), option.clone()));
    Ok(visited.map_or(Vec::new(), |_| options))
}
