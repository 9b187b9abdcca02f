//! Outcomes from the rules alone.
//!
//! A game written as formulas is solved for the whole region below a position, which takes a fraction of a second for
//! millions of positions. Where the region is too large, or the game is not written as formulas, positions are searched
//! one by one as they are met.

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::nim_value::NimValue;
use games::outcome::{Outcome, Play};
use games::position::Position;
use games::ruleset::{Move, RulesError, Ruleset};
use games::search::Search;
use games::solver::{self, PPositions, Region};
use games::spec::Spec;
use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;

use crate::error::LabError;
use crate::game::Game;
use crate::heaps::Heaps;
use crate::wording::brief;

/// A whole region is solved up to this many positions.
const MOST: u64 = 100_000_000_000;

/// Of more P-positions than this it is better to look at the moves.
const FEW: usize = 20_000;

/// What knows the outcomes of a position and of all that can be reached from it.
pub(crate) struct BruteForce<'g> {
    game: &'g Game,
    known: Known<'g>,
}

enum Known<'g> {
    /// All positions with no pile above the largest one.
    Solved(PPositions),
    /// The positions met so far.
    Search(Search<'g>),
    /// One pile, and nim-values that come back.
    Heaps(Heaps),
}

impl<'g> BruteForce<'g> {
    /// Solves what can be solved at once.
    pub(crate) fn new(
        game: &'g Game,
        position: &Position,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Self, LabError> {
        if play == Play::Normal
            && let Some(spec) = game.spec()
            && let Some(heaps) = Heaps::behind(spec, position, watch)?
        {
            let known = Known::Heaps(heaps);
            return Ok(Self { game, known });
        }
        let region = game
            .spec()
            .and_then(|spec| Some((spec, region(spec, position)?)));
        if let Some((spec, region)) = region
            && region.positions().is_some_and(|count| count <= MOST)
            && let Ok(solved) = solver::outcomes(spec, region.max, play, watch)
        {
            return match solved.stopped {
                Some(stopped) => Err(too_large(position, stopped)),
                None => Ok(Self {
                    game,
                    known: Known::Solved(solved),
                }),
            };
        }
        // What the solver cannot compile, the search can still evaluate.
        Ok(Self {
            game,
            known: Known::Search(Search::new(game.rules(), play)),
        })
    }

    /// How we know.
    pub(crate) fn evidence(&self, position: &Position) -> Evidence {
        Evidence::Exhaustive(match &self.known {
            Known::Heaps(heaps) => return heaps.evidence(),
            Known::Solved(solved) => solved.region.to_string(),
            Known::Search(_) => format!(
                "every position that can be reached from {}",
                brief(position)
            ),
        })
    }

    /// Who wins.
    pub(crate) fn outcome(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Outcome, LabError> {
        match &mut self.known {
            Known::Solved(solved) => {
                let outcome = words(position).and_then(|piles| solved.outcome(&piles));
                outcome.ok_or_else(|| {
                    LabError::Beyond(format!(
                        "{} is outside the region that was solved",
                        brief(position)
                    ))
                })
            }
            Known::Heaps(heaps) => {
                let outcome = heaps.value(position).map(|value| value.outcome());
                outcome
                    .ok_or_else(|| LabError::Beyond(format!("{} is not one pile", brief(position))))
            }
            Known::Search(search) => search
                .outcome(position, watch)
                .map_err(|error| match error {
                    RulesError::Stopped(stopped) => too_large(position, stopped),
                    other => other.into(),
                }),
        }
    }

    /// Visits the moves to P-positions until the visitor breaks.
    pub(crate) fn for_each_winning_move(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), LabError> {
        let rules = self.game.rules();
        if let Known::Solved(solved) = &self.known
            && solved.len() <= FEW
        {
            return among_p_positions(rules, solved, position, watch, visit);
        }
        if let Known::Heaps(heaps) = &self.known {
            return heaps.for_each_move_to(&NimValue::ZERO, rules, position, watch, visit);
        }
        let mut is_p = |option: &Position| Ok(self.outcome(option, watch)? == Outcome::P);
        filtered_moves(rules, position, watch, &mut is_p, visit)
    }
}

/// Visits the moves to positions that pass a test, until the visitor breaks.
pub(crate) fn filtered_moves(
    rules: &dyn Ruleset,
    position: &Position,
    watch: &dyn Watch,
    test: &mut dyn FnMut(&Position) -> Result<bool, LabError>,
    visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let mut trouble = None;
    let _flow = rules.for_each_move(position, watch, &mut |option| match test(&option.to) {
        Ok(true) => visit(option),
        Ok(false) => ControlFlow::Continue(()),
        Err(error) => {
            trouble = Some(error);
            ControlFlow::Break(())
        }
    })?;
    trouble.map_or(Ok(()), Err)
}

/// The region of all positions with no pile above the largest one, if its piles fit a machine word.
pub(crate) fn region(spec: &Spec, position: &Position) -> Option<Region> {
    let largest = position.piles().iter().max()?;
    Some(Region::new(spec, u32::try_from(largest).ok()?))
}

/// The piles in machine words.
pub(crate) fn words(position: &Position) -> Option<Vec<u32>> {
    position
        .piles()
        .iter()
        .map(|pile| u32::try_from(pile).ok())
        .collect()
}

/// A search that was stopped, with what to think of it.
pub(crate) fn too_large(position: &Position, stopped: Stopped) -> LabError {
    match stopped {
        Stopped::Cancelled => stopped.into(),
        _ => LabError::Beyond(format!(
            "{stopped}: too many positions can be reached from {} to look at all of them",
            brief(position)
        )),
    }
}

/// The moves to some P-positions: those that the rules accept.
fn among_p_positions(
    rules: &dyn Ruleset,
    solved: &PPositions,
    position: &Position,
    watch: &dyn Watch,
    visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let Some(piles) = words(position) else {
        return Ok(());
    };
    let below = solved
        .iter()
        .filter(|to| to.iter().zip(&piles).all(|(to, from)| to <= from));
    for to in below {
        watch.check()?;
        let to = Position::new(to.iter().map(|pile| Natural::from(*pile)).collect());
        if let Ok(kinds) = rules.legal(position, &to, watch)?
            && visit(Move { to, kinds }).is_break()
        {
            break;
        }
    }
    Ok(())
}
