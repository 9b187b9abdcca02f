//! Sums of games: several positions side by side, a move is a move in one of them.
//!
//! The nim-value of a sum is the nim-sum of the components', and a move wins if it makes that 0: in a component of value g,
//! a move to value g + s, where s is the value of the sum ([`NIM_VALUES`](rules::citation::NIM_VALUES)). The components may be
//! positions of different games.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::watch::Watch;
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::position::Position;
use rules::ruleset::Move;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Error;
use crate::game::Game;
use crate::source::Extent;
use crate::trust::Refuted;

/// A position of a game that is part of a sum.
pub type Component = (Arc<Game>, Position);

/// What a sum is worth.
#[derive(Clone, Debug)]
pub struct SumValue {
    /// The nim-value of the sum.
    pub value: NimValue,
    /// The components with their values.
    pub components: Vec<ComponentValue>,
}

impl SumValue {
    /// How well the value is known: as well as that of the component that is known least.
    pub fn evidence(&self) -> Option<&Evidence> {
        let weakness = |evidence: &&Evidence| match evidence {
            Evidence::Conjecture(_) => 3,
            Evidence::Exhaustive(_) => 2,
            Evidence::Theorem(_) => 1,
            Evidence::Proved(_) => 0,
        };
        let all = self.components.iter().map(|component| &component.evidence);
        all.max_by_key(weakness)
    }
}

/// A component of a sum with its nim-value.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ComponentValue {
    /// The game with its parameters.
    pub game: String,
    /// The position.
    pub position: Position,
    /// Its nim-value.
    pub value: NimValue,
    /// How we know.
    pub evidence: Evidence,
    /// Claims of the game that were not used, because they are false.
    #[serde(skip)]
    pub refuted: Vec<Refuted>,
}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SumMove {
    /// In which component, counted from 0.
    pub component: usize,
    /// The move in it.
    #[serde(flatten)]
    pub option: Move,
}

/// The nim-value of a sum.
///
/// # Errors
/// If the value of a component is not known, or the watch stops the work.
pub fn value(components: &[Component], watch: &dyn Watch) -> Result<SumValue, Error> {
    let mut values = Vec::with_capacity(components.len());
    for (game, position) in components {
        let valued = game.value(position, watch)?;
        values.push(ComponentValue {
            game: game.name().to_owned(),
            position: position.clone(),
            value: valued.value,
            evidence: valued.evidence,
            refuted: valued.refuted,
        });
    }
    Ok(SumValue {
        value: values.iter().map(|component| component.value.clone()).sum(),
        components: values,
    })
}

/// Visits the moves that make the value of a sum 0, component by component.
///
/// # Errors
/// If they are not known, or the watch stops the work.
pub fn for_each_winning_move(
    components: &[Component],
    value: &SumValue,
    watch: &dyn Watch,
    visit: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
) -> Result<Extent, Error> {
    if value.value == NimValue::ZERO {
        return Ok(Extent::All);
    }
    let mut extent = Extent::All;
    for (component, ((game, position), known)) in
        components.iter().zip(&value.components).enumerate()
    {
        let target = known.value.clone() + value.value.clone();
        let mut flow = ControlFlow::Continue(());
        let answer = game.for_each_move_to(&target, position, watch, &mut |option| {
            flow = visit(SumMove { component, option });
            flow
        })?;
        if answer.extent == Extent::Some {
            extent = Extent::Some;
        }
        if flow.is_break() {
            break;
        }
    }
    Ok(extent)
}
