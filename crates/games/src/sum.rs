//! Sums of games: several positions side by side, a move is a move in one of them.
//!
//! The nim-value of a sum is the nim-sum of the nim-values (R. P. Sprague 1935, P. M. Grundy 1939). A move
//! wins if it makes that nim-sum 0, so a component of nim-value `g` in a sum of nim-value `s` has to go to
//! an option of nim-value `g + s`. The components may be positions of different games.
//!
//! The nim-values are found by search from the rules alone, and every winning move is checked by its ruleset.
//!
//! ```
//! use games::nim_value::NimValue;
//! use games::position::Position;
//! use games::sum::{Component, value};
//! use logic::Unwatched;
//!
//! let wythoff = "game wythoff \"Wythoff's game\"
//! piles x, y
//! move I: exactly 1 of x, y changes
//! move II: x' < x and x - x' = y - y'";
//! let wythoff = lang::load(wythoff, "wythoff.game", &[]).expect("a correct file");
//! let heap = "game heap \"A heap\"\npiles n\nmove take: true";
//! let heap = lang::load(heap, "heap.game", &[]).expect("a correct file");
//! let sum = [
//!     Component::of_spec(&wythoff, Position::from_iter([1, 1]), &Unwatched).expect("small"),
//!     Component::of_spec(&heap, Position::from_iter([5]), &Unwatched).expect("small"),
//! ];
//! let answer = value(&sum, &Unwatched).expect("small");
//! assert_eq!(answer.value, NimValue::from(2 ^ 5));
//! let to: Vec<String> = answer.winning_moves.iter().map(|m| m.option.to.to_string()).collect();
//! assert_eq!(to, ["(2)"]);
//! ```

use std::ops::ControlFlow;

use logic::watch::Watch;

use crate::nim_value::NimValue;
use crate::outcome::{Outcome, Play};
use crate::position::Position;
use crate::ruleset::{Move, RulesError, Ruleset};
use crate::search::Search;
use crate::solver::{self, NimValues, SolveError};
use crate::spec::Spec;

/// One of the positions of a sum.
pub struct Component<'r> {
    ruleset: &'r dyn Ruleset,
    position: Position,
    table: Option<NimValues>,
}

/// The value of a sum and how to win it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumValue {
    /// The nim-value of the sum.
    pub value: NimValue,
    /// The nim-values of the components.
    pub components: Vec<NimValue>,
    /// All winning moves, component by component.
    pub winning_moves: Vec<SumMove>,
}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The index of the component.
    pub component: usize,
    /// The move in it.
    pub option: Move,
}

/// Positions in more than this many others are searched for one by one.
const LARGEST_TABLE: u64 = 1 << 24;

impl<'r> Component<'r> {
    /// A position of any game; its nim-value will be searched for position by position.
    pub fn new(ruleset: &'r dyn Ruleset, position: Position) -> Self {
        Self {
            ruleset,
            position,
            table: None,
        }
    }

    /// A position of a game written as formulas; the nim-values of all positions up to it are found at once, unless there
    /// are too many.
    pub fn of_spec(
        spec: &'r Spec,
        position: Position,
        watch: &dyn Watch,
    ) -> Result<Self, SolveError> {
        let mut component = Self::new(spec, position);
        if let Some(max) =
            machine_piles(&component.position).and_then(|piles| piles.into_iter().max())
            && solver::Region::new(spec, max)
                .positions()
                .is_some_and(|count| count <= LARGEST_TABLE)
        {
            component.table = Some(solver::nim_values(spec, max, watch)?);
        }
        Ok(component)
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn value(
        &self,
        position: &Position,
        search: &mut Search<'_>,
        watch: &dyn Watch,
    ) -> Result<NimValue, RulesError> {
        let tabulated = self
            .table
            .as_ref()
            .and_then(|table| table.value(&machine_piles(position)?));
        match tabulated {
            Some(value) => Ok(value),
            None => search.nim_value(position, watch),
        }
    }
}

/// The nim-value of a sum, with all its winning moves.
pub fn value(components: &[Component<'_>], watch: &dyn Watch) -> Result<SumValue, RulesError> {
    let mut searches: Vec<Search<'_>> = components
        .iter()
        .map(|component| Search::new(component.ruleset, Play::Normal))
        .collect();
    let mut values = Vec::with_capacity(components.len());
    for (component, search) in components.iter().zip(&mut searches) {
        values.push(component.value(&component.position, search, watch)?);
    }
    let value: NimValue = values.iter().cloned().sum();
    let mut winning_moves = Vec::new();
    if value.outcome() == Outcome::N {
        for (index, (component, search)) in components.iter().zip(&mut searches).enumerate() {
            let wanted = values[index].clone() + value.clone();
            for option in moves_to(component, &wanted, search, watch)? {
                winning_moves.push(SumMove {
                    component: index,
                    option,
                });
            }
        }
    }
    Ok(SumValue {
        value,
        components: values,
        winning_moves,
    })
}

/// All moves of a component to positions of a nim-value, as its ruleset accepts them.
fn moves_to(
    component: &Component<'_>,
    wanted: &NimValue,
    search: &mut Search<'_>,
    watch: &dyn Watch,
) -> Result<Vec<Move>, RulesError> {
    let mut found = Vec::new();
    let mut trouble = None;
    let _broken = component
        .ruleset
        .for_each_move(&component.position, watch, &mut |option| {
            match component.value(&option.to, search, watch) {
                Ok(value) if value == *wanted => found.push(option.to),
                Ok(_) => {}
                Err(error) => {
                    trouble = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
    if let Some(error) = trouble {
        return Err(error);
    }
    let mut accepted = Vec::with_capacity(found.len());
    for to in found {
        if let Ok(kinds) = component.ruleset.legal(&component.position, &to, watch)? {
            accepted.push(Move { to, kinds });
        }
    }
    Ok(accepted)
}

fn machine_piles(position: &Position) -> Option<Vec<u32>> {
    position
        .piles()
        .iter()
        .map(|pile| u32::try_from(pile).ok())
        .collect()
}
