//! Single heaps of a game in which heaps split, up to a bound: their nim-values, and those that are P-positions.

use knowledge::{Game, HeapList};
use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;
use rules::evidence::Evidence;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::RulesError;
use rules::splitting::SplittingSpec;
use solver::checkpoint::Checkpoint;
use solver::search::PositionSearch;

use crate::LabError;
use crate::solve::{SolveAnswer, SolveGoal, SolveResult};

/// What brute force finds of all heaps up to `max`.
pub(crate) fn solve(
    game: &Game,
    spec: &SplittingSpec,
    wanted: SolveGoal,
    max: u32,
    checkpoint: Option<&dyn Checkpoint>,
    watch: &dyn Watch,
) -> Result<SolveAnswer, LabError> {
    let by_values = |zeros: bool| by_values(game, max, zeros, checkpoint, watch);
    let solved = match wanted {
        SolveGoal::NimValues => by_values(false)?,
        SolveGoal::PPositions(Play::Normal) => by_values(true)?,
        SolveGoal::PPositions(Play::Misere) => by_search(spec, max, watch)?,
    };
    let names = spec.heap.piles.names.iter();
    Ok(SolveAnswer {
        game: game.name().to_owned(),
        piles: Some(names.map(ToString::to_string).collect()),
        columns: None,
        max: Natural::from(max),
        found: solved.found,
        period: solved.period,
        stopped: solved.stopped,
        evidence: Evidence::Exhaustive(solved.region),
    })
}

struct SolvedHeaps {
    found: SolveResult,
    period: Option<solver::periodicity::Period>,
    stopped: Option<Stopped>,
    region: String,
}

fn heap(heap: usize) -> Position {
    Position::unchecked(vec![Natural::from(heap)])
}

/// By the nim-values of heaps: all of them, or the heaps of value 0.
fn by_values(
    game: &Game,
    max: u32,
    zeros: bool,
    checkpoint: Option<&dyn Checkpoint>,
    watch: &dyn Watch,
) -> Result<SolvedHeaps, LabError> {
    let mut list: HeapList = game.heap_values_kept(max, checkpoint, watch)?;
    // What comes back are the values, all of which have to be looked at.
    let period = list.period.take().filter(|_| !zeros);
    let (region, stopped) = (list.region(), list.stopped);
    let found = if zeros {
        let zeros = list.iter().enumerate().filter(|(_, value)| *value == 0);
        SolveResult::Positions(zeros.map(|(size, _)| heap(size)).collect())
    } else {
        SolveResult::Heaps(list)
    };
    Ok(SolvedHeaps {
        found,
        period,
        stopped,
        region,
    })
}

/// By search alone, in misère play: nothing follows from the nim-values of heaps there.
fn by_search(spec: &SplittingSpec, max: u32, watch: &dyn Watch) -> Result<SolvedHeaps, LabError> {
    let mut search = PositionSearch::new(spec, Play::Misere);
    let (mut lost, mut stopped, mut reached) = (Vec::new(), None, None);
    for size in 0..=max as usize {
        let tokens = Natural::from(size);
        let heaps = Some(tokens).filter(|tokens| *tokens != 0u32);
        let position = Position::unchecked(heaps.into_iter().collect());
        match search.outcome(&position, watch) {
            Ok(Outcome::P) => lost.push(heap(size)),
            Ok(Outcome::N) => {}
            Err(RulesError::Stopped(reason)) => {
                stopped = Some(reason);
                break;
            }
            Err(other) => return Err(other.into()),
        }
        reached = Some(size);
    }
    let region = match reached {
        Some(last) => format!("misère play of single heaps up to {last}, by search"),
        None => "no heap".to_owned(),
    };
    Ok(SolvedHeaps {
        found: SolveResult::Positions(lost),
        period: None,
        stopped,
        region,
    })
}
