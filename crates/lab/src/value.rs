//! Nim-values of positions and of sums.
//!
//! In a sum of games a player moves in one of them. The nim-value of the sum is the nim-sum of the components', and a
//! move wins if it makes that 0: in a component of value g, a move to value g + s, where s is the value of the sum
//! (R. P. Sprague 1935, P. M. Grundy 1939).

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::nim_value::NimValue;
use games::position::Position;
use games::ruleset::Move;
use logic::watch::{Stopped, Watch};

use crate::Request;
use crate::error::LabError;
use crate::game::Game;
use crate::limits::{Storage, size_of_naturals};
use crate::position_text;
use crate::reference::GameSource;
use crate::valuer::Valuer;

/// What is the nim-value of a sum of positions?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRequest {
    /// The components; one of them is a sum too.
    pub components: Vec<Component>,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The game.
    pub game: GameSource,
    /// The position, as typed.
    pub position: String,
}

/// The answer to a [`ValueRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueAnswer {
    /// The nim-value of the sum.
    pub value: NimValue,
    /// The components with their values.
    pub components: Vec<ComponentValue>,
    /// The winning moves.
    pub moves: Vec<SumMove>,
    /// Why there may be more of them.
    pub stopped: Option<Stopped>,
}

/// A component of a sum with its nim-value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentValue {
    /// The game with its parameters.
    pub game: String,
    /// The position.
    pub position: Position,
    /// Its nim-value.
    pub value: NimValue,
    /// How we know.
    pub evidence: Evidence,
}

/// A winning move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// In which component, counted from 0.
    pub component: usize,
    /// The move in it.
    pub option: Move,
}

impl Request for ValueRequest {
    type Answer = ValueAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<ValueAnswer, LabError> {
        let loaded: Vec<(Game, Position)> = self
            .components
            .iter()
            .map(|component| position_text::load(&component.game, &component.position))
            .collect::<Result<_, _>>()?;
        let mut valuers: Vec<Valuer<'_>> = loaded
            .iter()
            .map(|(game, position)| Valuer::choose(game, position, watch))
            .collect::<Result<_, _>>()?;
        let mut components = Vec::with_capacity(loaded.len());
        for ((game, position), valuer) in loaded.iter().zip(&mut valuers) {
            let value = valuer.value(position, watch)?;
            let (game, position) = (game.name().to_owned(), position.clone());
            components.push(ComponentValue {
                evidence: valuer.evidence(&position),
                game,
                position,
                value,
            });
        }
        let value: NimValue = components
            .iter()
            .map(|component| component.value.clone())
            .sum();
        let mut moves = Vec::new();
        let found = winning_moves(&components, &value, &mut valuers, watch, &mut moves);
        let stopped = match found {
            Err(LabError::Stopped(stopped)) => Some(stopped),
            other => other.map(|()| None)?,
        };
        Ok(ValueAnswer {
            value,
            components,
            moves,
            stopped,
        })
    }
}

/// The moves that make the sum 0, component by component.
fn winning_moves(
    components: &[ComponentValue],
    sum: &NimValue,
    valuers: &mut [Valuer<'_>],
    watch: &dyn Watch,
    moves: &mut Vec<SumMove>,
) -> Result<(), LabError> {
    if *sum == NimValue::ZERO {
        return Ok(());
    }
    let mut storage = Storage::new(watch);
    for (index, (component, valuer)) in components.iter().zip(valuers).enumerate() {
        let target = component.value.clone() + sum.clone();
        let mut full = None;
        valuer.for_each_move_to(&target, &component.position, watch, &mut |option| {
            if let Err(stopped) = storage.keep(size_of_naturals(option.to.piles())) {
                full = Some(stopped);
                return ControlFlow::Break(());
            }
            moves.push(SumMove {
                component: index,
                option,
            });
            ControlFlow::Continue(())
        })?;
        if let Some(stopped) = full {
            return Err(stopped.into());
        }
    }
    Ok(())
}
