//! How many kinds of positions a game distinguishes, on a board.

use knowledge::Game;
use lab::piles_of;
use lab::{LabError, Request};
use logic::watch::{Stopped, Watch};
use rules::evidence::Evidence;
use rules::json::{Complete, Text};
use rules::position::Position;
use rules::spec::{PileOrder, Spec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::conflicts::{Conflicts, Invariance, Refutation, Variant, VectorReading};

/// Into how many classes must the positions of a board be divided, so that no move is variant within a class?
#[derive(Clone)]
pub struct InvarianceRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The largest pile.
    pub max: u32,
    /// Whether the smaller boards are wanted too.
    pub growth: bool,
    /// What it means to take a vector from sorted piles.
    pub reading: VectorReading,
}

/// The answer to an [`InvarianceRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InvarianceAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The largest pile.
    #[serde(with = "Text")]
    pub max: u32,
    /// What it means to take a vector, if the piles have no places.
    pub reading: Option<String>,
    /// How many positions the board has.
    #[serde(with = "Text")]
    pub positions: usize,
    /// The number of classes.
    #[serde(with = "Text")]
    pub number: usize,
    /// The number of classes that are known to be needed: the same, unless the search was stopped.
    #[serde(with = "Text")]
    pub at_least: usize,
    /// The classes.
    pub classes: Vec<Vec<Position>>,
    /// Why fewer do not suffice.
    #[serde(flatten)]
    pub why: WhyNotFewer,
    /// For the boards up to each pile from 0 on, the number of classes and how many are known to be needed.
    pub growth: Vec<Growth>,
    /// How we know.
    pub evidence: Evidence,
    /// Why the number may be smaller.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// The number of classes of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Growth {
    /// The largest pile.
    #[serde(with = "Text")]
    pub max: u32,
    /// The number of classes.
    #[serde(with = "Text")]
    pub number: usize,
    /// The number of classes that are known to be needed.
    #[serde(with = "Text")]
    pub at_least: usize,
}

/// A vector that may be taken from one position and not from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VariantMove {
    /// The vector.
    pub taken: Position,
    /// Where it may be taken.
    pub from: Position,
    /// Where it may not.
    pub not_from: Position,
}

/// Why fewer classes do not suffice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum WhyNotFewer {
    /// Any two of these positions conflict.
    Clique {
        /// The positions.
        #[serde(rename = "clique")]
        positions: Vec<Position>,
        /// For some pairs of them a vector that is taken from one and not from the other.
        #[serde(rename = "variant_moves")]
        examples: Vec<VariantMove>,
    },
    /// Every way to divide these positions into fewer classes was tried.
    Exhausted {
        /// The positions.
        #[serde(rename = "exhausted")]
        positions: Vec<Position>,
        /// How many steps that took.
        #[serde(with = "Text")]
        steps: u64,
    },
}

/// So many pairs of conflicting positions are shown.
const EXAMPLES: usize = 6;

impl Request for InvarianceRequest<'_> {
    type Answer = InvarianceAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<InvarianceAnswer, LabError> {
        let game = self.game;
        let max = self.max;
        let spec = vectors_of(game)?;
        let conflicts = Conflicts::of(spec, max, self.reading, watch)??;
        let boards = if self.growth { 0..max } else { 0..0 };
        let mut growth = Vec::new();
        for smaller in boards {
            let found = Invariance::of(&conflicts, conflicts.up_to(smaller), watch);
            growth.push(classes_needed(smaller, &found));
        }
        let count = conflicts.positions.len();
        let found = Invariance::of(&conflicts, count, watch);
        growth.push(classes_needed(max, &found));
        let mut classes = vec![Vec::new(); found.number];
        for (position, &class) in conflicts.positions.iter().zip(&found.classes) {
            classes[class].push(position.clone());
        }
        Ok(InvarianceAnswer {
            game: game.name().to_owned(),
            max,
            reading: (spec.piles.order != PileOrder::Ordered)
                .then(|| wording(self.reading).to_owned()),
            positions: count,
            number: found.number,
            at_least: at_least(&found),
            classes,
            growth,
            evidence: Evidence::Exhaustive(format!(
                "every pile at most {max}; larger boards need at least as many classes"
            )),
            stopped: match found.refutation {
                Refutation::Unknown { stopped, .. } => Some(stopped),
                _ => None,
            },
            why: why(&conflicts, &found.refutation),
        })
    }
}

/// The rules of a game in which every vector is a position.
pub(crate) fn vectors_of(game: &Game) -> Result<&Spec, LabError> {
    let spec = piles_of(
        game,
        "k-invariance is about vectors that are taken from piles that stay",
    )?;
    let spec = spec.ok_or_else(|| {
        LabError::input(format!(
            "k-invariance is about vectors that are taken from piles, and in {} coins can be split",
            game.name()
        ))
    })?;
    if spec.domain.is_some() {
        return Err(LabError::input(format!(
            "in {} not every vector is a position, and k-invariance is about games in which every vector is one",
            game.name()
        )));
    }
    Ok(spec)
}

/// A reading in words.
fn wording(reading: VectorReading) -> &'static str {
    match reading {
        VectorReading::Taken => "what is left is sorted afterwards",
        VectorReading::Sorted => "what is left must be sorted",
    }
}

fn classes_needed(max: u32, found: &Invariance) -> Growth {
    Growth {
        max,
        number: found.number,
        at_least: at_least(found),
    }
}

fn at_least(found: &Invariance) -> usize {
    match &found.refutation {
        Refutation::Unknown { clique, .. } => clique.len(),
        _ => found.number,
    }
}

fn why(conflicts: &Conflicts, refutation: &Refutation) -> WhyNotFewer {
    let named = |places: &[usize]| -> Vec<Position> {
        let positions = places.iter();
        positions
            .map(|&place| conflicts.positions[place].clone())
            .collect()
    };
    match refutation {
        Refutation::Clique(clique) | Refutation::Unknown { clique, .. } => {
            let pairs = clique
                .iter()
                .enumerate()
                .flat_map(|(index, &one)| clique[..index].iter().map(move |&other| (other, one)));
            let examples = pairs.filter_map(|(one, other)| conflicts.variant(one, other));
            let shown = |variant: Variant| VariantMove {
                taken: variant.taken,
                from: conflicts.positions[variant.from].clone(),
                not_from: conflicts.positions[variant.not_from].clone(),
            };
            WhyNotFewer::Clique {
                positions: named(clique),
                examples: examples.take(EXAMPLES).map(shown).collect(),
            }
        }
        Refutation::Exhausted { positions, steps } => WhyNotFewer::Exhausted {
            positions: named(positions),
            steps: *steps,
        },
    }
}
