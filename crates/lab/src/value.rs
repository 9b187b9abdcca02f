//! Nim-values of positions and of sums.

use std::ops::ControlFlow;

use knowledge::sum::{self, Component, ComponentValue, SumMove};
use knowledge::{Extent, MemoryBudget, Refuted, size_of_naturals};
use logic::watch::Watch;
use rules::evidence::Evidence;
use rules::json::Complete;
use rules::nim_value::NimValue;
use schemars::JsonSchema;
use serde::Serialize;

use crate::moves::Incomplete;
use crate::{LabError, Request};

/// What is the nim-value of a sum of positions?
#[derive(Clone)]
pub struct ValueRequest {
    /// The components, each a game and a position of it; one of them is a sum too.
    pub components: Vec<Component>,
    /// How many winning moves are wanted at most.
    pub limit: Option<usize>,
}

/// The answer to a [`ValueRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ValueAnswer {
    /// The nim-value of the sum.
    pub value: NimValue,
    /// The components with their values.
    pub components: Vec<ComponentValue>,
    /// The winning moves.
    pub moves: Vec<SumMove>,
    /// Why there may be more of them.
    #[serde(rename = "complete", with = "Complete")]
    pub incomplete: Option<Incomplete>,
    /// How well the value is known: as well as that of the component that is known least.
    pub evidence: Option<Evidence>,
    /// Claims of the games that were not used, because they are false.
    #[serde(rename = "refuted_claims")]
    pub refuted: Vec<Refuted>,
}

impl Request for ValueRequest {
    type Answer = ValueAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<ValueAnswer, LabError> {
        let components = &self.components;
        let known = sum::value(components, watch)?;
        let mut storage = MemoryBudget::new(watch);
        let (mut moves, mut incomplete) = (Vec::new(), None);
        let visited = sum::for_each_winning_move(components, &known, watch, &mut |found| {
            if self.limit.is_some_and(|limit| moves.len() >= limit) {
                incomplete = Some(Incomplete::Enough);
                return ControlFlow::Break(());
            }
            if let Err(stopped) = storage.keep(size_of_naturals(found.option.to.piles())) {
                incomplete = Some(Incomplete::Stopped(stopped));
                return ControlFlow::Break(());
            }
            moves.push(found);
            ControlFlow::Continue(())
        });
        // The value is known, whatever becomes of the moves.
        let incomplete = match (visited, incomplete) {
            (Err(LabError::Stopped(stopped) | LabError::StoppedAfter { stopped, .. }), _) => {
                Some(Incomplete::Stopped(stopped))
            }
            (Err(error), None) if error.is_beyond() => Some(Incomplete::Enough),
            (Ok(Extent::Some), None) => Some(Incomplete::Enough),
            (Err(error), _) => return Err(error),
            (Ok(_), incomplete) => incomplete,
        };
        let refuted = known
            .components
            .iter()
            .flat_map(|component| &component.refuted);
        Ok(ValueAnswer {
            refuted: refuted.cloned().collect(),
            evidence: known.evidence().cloned(),
            value: known.value,
            components: known.components,
            moves,
            incomplete,
        })
    }
}
