//! All positions of a board, solved from the rules alone: a fraction of a second for millions of positions.

use std::sync::Arc;

use games::evidence::Evidence;
use games::explanation::{Explanation, Value};
use games::nim_value::NimValue;
use games::outcome::{Outcome, Play};
use games::position::Position;
use games::ruleset::{Move, Ruleset};
use games::solver::{self, NimValues, PPositions, Region, SolveError};
use games::spec::Spec;
use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;

use super::{Extent, Known, Source, Target, Visit, among_all_moves, first};
use crate::answer::{Method, Verdict};
use crate::error::Error;
use crate::kept::Kept;
use crate::wording::brief;

/// Of more P-positions than this it is better to look at the moves.
const FEW: usize = 20_000;
/// A board is kept if it is not larger than this, in P-positions or in values.
const KEPT: usize = 1 << 25;

/// The boards that were solved last.
#[derive(Default)]
pub(crate) struct Boards {
    normal: Kept<Arc<PPositions>>,
    misere: Kept<Arc<PPositions>>,
    values: Kept<Arc<NimValues>>,
}

/// More sorted piles than this can be arranged in so many ways that a search is better than a board: preparing the
/// rules of Welter's game on eight coins for the solver takes longer than searching its small positions.
const MOST_SORTED_PILES: usize = 6;

/// How many positions a board has that holds a position; none if there is no sensible board.
pub(crate) fn positions_below(spec: &Spec, position: &Position) -> Option<u64> {
    if spec.piles.order.sorted(spec.dimension()) > MOST_SORTED_PILES {
        return None;
    }
    region(spec, position)?.positions()
}

/// All positions with no pile above the largest one, solved for what `S` tells of them.
pub(crate) struct Board<'g, S> {
    rules: &'g dyn Ruleset,
    solved: Arc<S>,
}

/// What the solver tells of a board.
pub(crate) trait Solved {
    /// Where the positions lie.
    fn region(&self) -> &Region;

    /// Why not all of them were looked at.
    fn stopped(&self) -> Option<&Stopped>;

    /// How many numbers it holds.
    fn size(&self) -> usize;
}

impl Solved for PPositions {
    fn region(&self) -> &Region {
        &self.region
    }

    fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    fn size(&self) -> usize {
        self.len()
    }
}

impl Solved for NimValues {
    fn region(&self) -> &Region {
        &self.region
    }

    fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    fn size(&self) -> usize {
        let positions = self.region.positions();
        let positions = positions.and_then(|positions| usize::try_from(positions).ok());
        positions.unwrap_or(usize::MAX)
    }
}

impl<'g> Board<'g, PPositions> {
    /// The outcomes of a board that holds a position; nothing if the solver cannot compile the rules.
    pub(crate) fn of_outcomes(
        spec: &'g Spec,
        position: &Position,
        play: Play,
        boards: &Boards,
        watch: &dyn Watch,
    ) -> Known<Self> {
        let kept = match play {
            Play::Normal => &boards.normal,
            Play::Misere => &boards.misere,
        };
        Self::around(spec, position, kept, |max| {
            solver::outcomes(spec, max, play, watch)
        })
    }
}

impl<'g> Board<'g, NimValues> {
    /// The nim-values of a board that holds a position; nothing if the solver cannot compile the rules.
    pub(crate) fn of_values(
        spec: &'g Spec,
        position: &Position,
        boards: &Boards,
        watch: &dyn Watch,
    ) -> Known<Self> {
        Self::around(spec, position, &boards.values, |max| {
            solver::nim_values(spec, max, watch)
        })
    }
}

impl<'g, S: Solved> Board<'g, S> {
    /// The kept board if it holds the position, otherwise the smallest one that does, by `solve`.
    fn around(
        rules: &'g Spec,
        position: &Position,
        kept: &Kept<Arc<S>>,
        solve: impl FnOnce(u32) -> Result<S, SolveError>,
    ) -> Known<Self> {
        let holds =
            |solved: &S| words(position).is_some_and(|piles| solved.region().contains(&piles));
        if let Some(solved) = kept.peek().filter(|solved| holds(solved)) {
            return Ok(Some(Self { rules, solved }));
        }
        let Some(Ok(solved)) = region(rules, position).map(|region| solve(region.max)) else {
            return Ok(None);
        };
        if let Some(stopped) = solved.stopped() {
            return Err(too_large(position, *stopped));
        }
        let solved = Arc::new(solved);
        if solved.size() <= KEPT {
            kept.put(Arc::clone(&solved));
        }
        Ok(Some(Self { rules, solved }))
    }
}

impl Source for Board<'_, PPositions> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, _: &Position) -> Evidence {
        Evidence::Exhaustive(self.solved.region.to_string())
    }

    fn outcome(&self, position: &Position, _: &dyn Watch) -> Known<Outcome> {
        Ok(words(position).and_then(|piles| self.solved.outcome(&piles)))
    }

    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        by_brute_force(self, position, watch)
    }

    fn moves_to(
        &self,
        target: Target<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        match target {
            Target::P if self.solved.len() <= FEW => self.among_p_positions(position, watch, visit),
            _ => among_all_moves(self, self.rules, target, position, watch, visit),
        }
    }
}

impl Board<'_, PPositions> {
    /// The moves to P-positions of the board: those that the rules accept.
    fn among_p_positions(
        &self,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        let Some(piles) = words(position) else {
            return Ok(None);
        };
        let below = |to: &&[u32]| to.iter().zip(&piles).all(|(to, from)| to <= from);
        for to in self.solved.iter().filter(below) {
            watch.check()?;
            let to = Position::unchecked(to.iter().map(|pile| Natural::from(*pile)).collect());
            if let Ok(kinds) = self.rules.legal(position, &to, watch)?
                && visit(Move { to, kinds }).is_break()
            {
                break;
            }
        }
        Ok(Some(Extent::All))
    }
}

impl Source for Board<'_, NimValues> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, _: &Position) -> Evidence {
        Evidence::Exhaustive(self.solved.region.to_string())
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Known<Outcome> {
        Ok(self.value(position, watch)?.map(|value| value.outcome()))
    }

    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        by_brute_force(self, position, watch)
    }

    fn value(&self, position: &Position, _: &dyn Watch) -> Known<NimValue> {
        Ok(words(position).and_then(|piles| self.solved.value(&piles)))
    }

    fn moves_to(
        &self,
        target: Target<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        among_all_moves(self, self.rules, target, position, watch, visit)
    }
}

/// The region of all positions with no pile above the largest one, if its piles fit a machine word.
fn region(spec: &Spec, position: &Position) -> Option<Region> {
    let largest = position.piles().iter().max()?;
    Some(Region::new(spec, u32::try_from(largest).ok()?))
}

/// The piles in machine words.
fn words(position: &Position) -> Option<Vec<u32>> {
    position
        .piles()
        .iter()
        .map(|pile| u32::try_from(pile).ok())
        .collect()
}

/// A search that was stopped, with what to think of it.
pub(super) fn too_large(position: &Position, stopped: Stopped) -> Error {
    match stopped {
        Stopped::Cancelled => stopped.into(),
        _ => Error::Beyond(format!(
            "{stopped}: too many positions can be reached from {} to look at all of them",
            brief(position)
        )),
    }
}

/// Who wins by what a source of brute force knows, with the first winning move that it finds.
pub(super) fn by_brute_force(
    source: &impl Source,
    position: &Position,
    watch: &dyn Watch,
) -> Known<Verdict> {
    let Some(outcome) = source.outcome(position, watch)? else {
        return Ok(None);
    };
    let winning_move = match outcome {
        Outcome::P => None,
        Outcome::N => first(|visit| source.moves_to(Target::P, position, watch, visit))?,
    };
    Ok(Some(explained(source, position, outcome, winning_move)))
}

/// What brute force has found, in words.
fn explained(
    source: &impl Source,
    position: &Position,
    outcome: Outcome,
    winning_move: Option<Move>,
) -> Verdict {
    let mut why = Explanation::default();
    match (outcome, &winning_move) {
        (Outcome::P, _) => why.say("no move leads to a P-position", []),
        (Outcome::N, Some(winning)) => why.say(
            "no move from {} leads to a P-position",
            [Value::from(&winning.to)],
        ),
        (Outcome::N, None) => why.say("no move is left, and in misère play that wins", []),
    }
    Verdict {
        outcome,
        winning_move,
        why,
        evidence: source.evidence(position),
        method: source.method(),
    }
}
