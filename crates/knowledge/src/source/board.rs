//! All positions of a board, solved from the rules alone: a fraction of a second for millions of positions.

use std::sync::{Arc, OnceLock};

use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{Kind, Move, Ruleset};
use rules::spec::Spec;
use solver::{MovesIntoP, NimValues, PPositions, Region, SolveError, ValueError};

use super::{Extent, KnowledgeSource, Known, MoveTarget, Visit, among_all_moves};
use crate::answer::Method;
use crate::error::Error;
use crate::kept::Cached;

/// To ask the rules about one move takes as long as to look at so many rows of options.
const ROWS_A_LOOK: usize = 50;
/// A board is kept if it is not larger than this, in P-positions or in values.
const KEPT: usize = 1 << 25;

/// A board of no more positions than this is solved in a moment.
const QUICK: u64 = 1 << 24;

/// The boards that were solved last.
#[derive(Default)]
pub(crate) struct BoardCache {
    normal: Cached<Arc<BoardOutcomes>>,
    misere: Cached<Arc<BoardOutcomes>>,
    values: Cached<Arc<NimValues>>,
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
pub(crate) struct SolvedBoard<'g, S> {
    rules: &'g Spec,
    solved: Arc<S>,
}

/// What the solver tells of a board.
pub(crate) trait BoardSolution {
    /// Where the positions lie.
    fn region(&self) -> &Region;

    /// Why not all of them were looked at.
    fn stopped(&self) -> Option<&Stopped>;

    /// How many numbers it holds.
    fn size(&self) -> usize;
}

/// The P-positions of a board, and the moves into them once somebody has asked for one.
pub(crate) struct BoardOutcomes {
    p_positions: PPositions,
    moves: OnceLock<Option<MovesIntoP>>,
}

impl BoardSolution for BoardOutcomes {
    fn region(&self) -> &Region {
        &self.p_positions.region
    }

    fn stopped(&self) -> Option<&Stopped> {
        self.p_positions.stopped.as_ref()
    }

    fn size(&self) -> usize {
        self.p_positions.len()
    }
}

impl BoardSolution for NimValues {
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

impl<'g> SolvedBoard<'g, BoardOutcomes> {
    /// The outcomes of a board that holds a position; nothing if the solver cannot compile the rules.
    pub(crate) fn of_outcomes(
        spec: &'g Spec,
        position: &Position,
        play: Play,
        boards: &BoardCache,
        watch: &dyn Watch,
    ) -> Known<Self> {
        let kept = match play {
            Play::Normal => &boards.normal,
            Play::Misere => &boards.misere,
        };
        Self::around(spec, position, kept, |max| {
            Ok(BoardOutcomes {
                p_positions: solver::outcomes(spec, max, play, watch)?,
                moves: OnceLock::new(),
            })
        })
    }
}

impl<'g> SolvedBoard<'g, NimValues> {
    /// The nim-values of a board that holds a position; nothing if the solver cannot compile the rules.
    pub(crate) fn of_values(
        spec: &'g Spec,
        position: &Position,
        boards: &BoardCache,
        watch: &dyn Watch,
    ) -> Known<Self> {
        Self::around(spec, position, &boards.values, |max| {
            solver::nim_values(spec, max, watch)
        })
    }
}

impl<'g, S: BoardSolution> SolvedBoard<'g, S> {
    /// The kept board if it holds the position, otherwise one that does, by `solve`: the smallest, or one
    /// twice as large as that which was kept, so that growing positions do not solve a board each.
    fn around(
        rules: &'g Spec,
        position: &Position,
        kept: &Cached<Arc<S>>,
        solve: impl FnOnce(u32) -> Result<S, SolveError>,
    ) -> Known<Self> {
        let holds =
            |solved: &S| words(position).is_some_and(|piles| solved.region().contains(&piles));
        if let Some(solved) = kept.peek().filter(|solved| holds(solved)) {
            return Ok(Some(Self { rules, solved }));
        }
        let Some(wanted) = region(rules, position) else {
            return Ok(None);
        };
        let doubled = kept.peek().map(|kept| kept.region().max.saturating_mul(2));
        let larger = doubled.map(|max| Region::new(rules, max.max(wanted.max)));
        let small = |region: &Region| region.positions().is_some_and(|all| all <= QUICK);
        let max = larger.filter(small).map_or(wanted.max, |larger| larger.max);
        let Ok(solved) = solve(max) else {
            return Ok(None);
        };
        if let Some(stopped) = solved.stopped() {
            return Err((*stopped).into());
        }
        let solved = Arc::new(solved);
        if solved.size() <= KEPT {
            kept.put(Arc::clone(&solved));
        }
        Ok(Some(Self { rules, solved }))
    }
}

impl KnowledgeSource for SolvedBoard<'_, BoardOutcomes> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, _: &Position) -> Evidence {
        Evidence::Exhaustive(self.solved.region().to_string())
    }

    fn outcome(&self, position: &Position, _: &dyn Watch) -> Known<Outcome> {
        Ok(words(position).and_then(|piles| self.solved.p_positions.outcome(&piles)))
    }

    fn moves_to(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        match target {
            MoveTarget::P => match self.p_options(position, watch, visit)? {
                Some(extent) => Ok(Some(extent)),
                None => among_all_moves(self, self.rules, target, position, watch, visit),
            },
            MoveTarget::Value(_) => {
                among_all_moves(self, self.rules, target, position, watch, visit)
            }
        }
    }
}

impl SolvedBoard<'_, BoardOutcomes> {
    /// The moves to P-positions of the board: those that the rules accept. Nothing if the solver cannot prepare the rules.
    fn p_options(&self, position: &Position, watch: &dyn Watch, visit: Visit<'_>) -> Known<Extent> {
        let Some(piles) = words(position) else {
            return Ok(None);
        };
        let found = &self.solved.p_positions;
        let mut trouble = Ok(Some(Extent::All));
        let mut look = |to: &[u32]| {
            let to = Position::unchecked(to.iter().map(|pile| Natural::from(*pile)).collect());
            match self.kinds(position, &to, watch) {
                Ok(Some(kinds)) => visit(Move { to, kinds }).is_break(),
                Ok(None) => false,
                Err(error) => {
                    trouble = Err(error);
                    true
                }
            }
        };
        if self.has_few() {
            let mut below = found
                .iter()
                .filter(|to| to.iter().zip(&piles).all(|(to, from)| to <= from));
            let _stopped = below.any(look);
            return trouble;
        }
        let prepared = || MovesIntoP::new(self.rules, found).ok().flatten();
        let Some(moves) = self.solved.moves.get_or_init(prepared) else {
            return Ok(None);
        };
        match moves.for_each(&piles, watch, &mut look) {
            Ok(_) => trouble,
            Err(ValueError::Stopped(stopped)) => Err(stopped.into()),
            Err(_) => Ok(None),
        }
    }

    /// Are there so few P-positions that it is better to look at each than at the rows of options?
    fn has_few(&self) -> bool {
        let region = self.solved.region();
        let rows = region.positions().unwrap_or(u64::MAX) / (u64::from(region.max) + 1);
        let looked_at = self.solved.p_positions.len().saturating_mul(ROWS_A_LOOK);
        u64::try_from(looked_at).is_ok_and(|looked_at| looked_at < rows)
    }

    /// The kinds that allow a move, if any does.
    fn kinds(
        &self,
        position: &Position,
        to: &Position,
        watch: &dyn Watch,
    ) -> Result<Option<Vec<Kind>>, Error> {
        watch.check()?;
        Ok(match self.rules.kinds_on_words(position, to) {
            Some(kinds) => (!kinds.is_empty()).then_some(kinds),
            None => self.rules.legal(position, to, watch)?.ok(),
        })
    }
}

impl KnowledgeSource for SolvedBoard<'_, NimValues> {
    fn method(&self) -> Method {
        Method::Search
    }

    fn evidence(&self, _: &Position) -> Evidence {
        Evidence::Exhaustive(self.solved.region().to_string())
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Known<Outcome> {
        Ok(self.value(position, watch)?.map(|value| value.outcome()))
    }

    fn value(&self, position: &Position, _: &dyn Watch) -> Known<NimValue> {
        Ok(words(position).and_then(|piles| self.solved.value(&piles)))
    }

    fn moves_to(
        &self,
        target: MoveTarget<'_>,
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
