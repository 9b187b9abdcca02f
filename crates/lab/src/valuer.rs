//! Nim-values, from whatever knows: a search, or the nim-values that the rules claim.

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::nim_value::NimValue;
use games::outcome::Play;
use games::position::Position;
use games::ruleset::{Move, RulesError, Ruleset};
use games::search::Search;
use games::solver::{self, NimValues};
use games::spec::Spec;
use logic::evaluate::{Assignment, Evaluator};
use logic::watch::Watch;
use logic::{Comparison, Formula, Term};
use numeration::natural::{Integer, to_natural};

use crate::brute_force::{filtered_moves, region, too_large, words};
use crate::error::LabError;
use crate::game::Game;
use crate::heaps::Heaps;
use crate::substitute::{Substitution, arrangements};
use crate::wording::brief;

/// Sorted piles can be arranged in too many ways beyond this number.
const MOST_SORTED_PILES: usize = 5;

/// A whole region is solved up to this many positions.
const MOST: u64 = 1_000_000_000;

/// Brute force is quick where there are no more positions than this.
const QUICK: u64 = 100_000;

/// Someone who knows the nim-values of a position and of all that can be reached from it.
pub(crate) struct Valuer<'g> {
    game: &'g Game,
    source: Source<'g>,
}

enum Source<'g> {
    /// All positions with no pile above the largest one.
    Solved(NimValues),
    Search(Search<'g>),
    Claim(&'g Spec),
    /// One pile, and values that come back.
    Heaps(Heaps),
}

impl<'g> Valuer<'g> {
    /// The one to ask about a position: brute force where that is quick or nothing is claimed.
    pub(crate) fn choose(
        game: &'g Game,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Self, LabError> {
        let region = game
            .spec()
            .and_then(|spec| Some((spec, region(spec, position)?.positions()?)));
        if let Some(spec) = game.spec().filter(|spec| spec.nim_values.is_empty())
            && let Some(heaps) = Heaps::behind(spec, position, watch)?
        {
            let source = Source::Heaps(heaps);
            return Ok(Self { game, source });
        }
        let source = match (
            game.spec().filter(|spec| !spec.nim_values.is_empty()),
            region,
        ) {
            (Some(spec), None) => Source::Claim(spec),
            (Some(spec), Some((_, count))) if count > QUICK => Source::Claim(spec),
            (_, Some((spec, count))) if count <= MOST => solved(game, spec, position, watch)?,
            _ => Source::Search(Search::new(game.rules(), Play::Normal)),
        };
        Ok(Self { game, source })
    }

    /// How we know.
    pub(crate) fn evidence(&self, position: &Position) -> Evidence {
        match &self.source {
            Source::Solved(solved) => Evidence::Exhaustive(solved.region.to_string()),
            Source::Search(_) => Evidence::Exhaustive(format!(
                "every position that can be reached from {}",
                brief(position)
            )),
            Source::Claim(_) => self.game.nim_value_evidence(),
            Source::Heaps(heaps) => heaps.evidence(),
        }
    }

    /// The nim-value of a position.
    pub(crate) fn value(
        &mut self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<NimValue, LabError> {
        match &mut self.source {
            Source::Solved(solved) => {
                let value = words(position).and_then(|piles| solved.value(&piles));
                value.ok_or_else(|| {
                    LabError::Beyond(format!(
                        "{} is outside the region that was solved",
                        brief(position)
                    ))
                })
            }
            Source::Heaps(heaps) => heaps
                .value(position)
                .ok_or_else(|| LabError::Beyond(format!("{} is not one pile", brief(position)))),
            Source::Search(search) => {
                search
                    .nim_value(position, watch)
                    .map_err(|error| match error {
                        RulesError::Stopped(stopped) => too_large(position, stopped),
                        other => other.into(),
                    })
            }
            Source::Claim(spec) => claimed(spec, position, watch)?.ok_or_else(|| {
                LabError::Beyond(format!(
                    "the rules claim no nim-value of {}, and it is too large for brute force",
                    brief(position)
                ))
            }),
        }
    }

    /// Visits the moves to positions of this nim-value until the visitor breaks.
    pub(crate) fn for_each_move_to(
        &mut self,
        value: &NimValue,
        position: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<(), LabError> {
        let narrowed = match &self.source {
            Source::Claim(spec) => moves_to(spec, value),
            Source::Heaps(heaps) => {
                return heaps.for_each_move_to(value, self.game.rules(), position, watch, visit);
            }
            Source::Solved(_) | Source::Search(_) => None,
        };
        let rules = narrowed
            .as_ref()
            .map_or(self.game.rules(), |spec| spec as &dyn Ruleset);
        let mut has_value = |to: &Position| Ok(self.value(to, watch)? == *value);
        filtered_moves(rules, position, watch, &mut has_value, visit)
    }
}

/// The whole region below a position, or a search where the solver cannot compile the rules.
fn solved<'g>(
    game: &'g Game,
    spec: &Spec,
    position: &Position,
    watch: &dyn Watch,
) -> Result<Source<'g>, LabError> {
    let search = || Source::Search(Search::new(game.rules(), Play::Normal));
    let Some(region) = region(spec, position) else {
        return Ok(search());
    };
    match solver::nim_values(spec, region.max, watch) {
        Ok(NimValues {
            stopped: Some(stopped),
            ..
        }) => Err(too_large(position, stopped)),
        Ok(solved) => Ok(Source::Solved(solved)),
        Err(_) => Ok(search()),
    }
}

/// The nim-value that the rules claim of a position.
fn claimed(
    spec: &Spec,
    position: &Position,
    watch: &dyn Watch,
) -> Result<Option<NimValue>, LabError> {
    let piles = position.piles().iter().enumerate();
    let known: Assignment = piles
        .map(|(index, pile)| (spec.before(index), Integer::from(pile.clone())))
        .collect();
    for claim in &spec.nim_values {
        if Evaluator::new(watch).holds(&claim.condition, &known)? {
            let value = Evaluator::new(watch).value(&claim.value, &known)?;
            return Ok(to_natural(&value).map(NimValue::of_heap));
        }
    }
    Ok(None)
}

/// The rules with only the moves to positions of this claimed value, if the piles are few enough to say that.
fn moves_to(spec: &Spec, value: &NimValue) -> Option<Spec> {
    let after: Vec<Term> = (0..spec.dimension())
        .map(|index| Term::from(spec.after(index)))
        .collect();
    let arrangements = arrangements(spec.piles.order, &after, MOST_SORTED_PILES)?;
    let target = Term::Constant(Integer::from(value.heap().clone()));
    let has_value = |piles: Vec<Term>| {
        let before = (0..spec.dimension()).map(|index| spec.before(index));
        let in_order = piles.windows(2).map(|pair| {
            Formula::Compare(pair[0].clone(), Comparison::LessOrEqual, pair[1].clone())
        });
        let in_order: Vec<Formula> = if arrangements.len() > 1 {
            in_order.collect()
        } else {
            Vec::new()
        };
        let substitution = Substitution::new(before.zip(piles));
        let claims = spec.nim_values.iter().map(|claim| {
            let equal = Formula::Compare(
                substitution.term(&claim.value),
                Comparison::Equal,
                target.clone(),
            );
            substitution.formula(&claim.condition).and(equal)
        });
        Formula::And(
            in_order
                .into_iter()
                .chain([Formula::Or(claims.collect())])
                .collect(),
        )
    };
    let clause = Formula::Or(arrangements.iter().cloned().map(has_value).collect());
    let mut narrowed = spec.clone();
    for rule in &mut narrowed.moves {
        rule.clauses.push(clause.clone());
    }
    Some(narrowed)
}
