//! The game whose moves are the P-positions of another, again and again.

use knowledge::Game;
use lab::piles_of;
use lab::{LabError, Request};
use logic::watch::{Stopped, Watch};
use rules::evidence::Evidence;
use rules::json::{Text, TextRows};
use rules::outcome::Play;
use rules::spec::PileOrder;
use schemars::JsonSchema;
use serde::Serialize;

use crate::star_operator::star;

/// What are the P-positions of G⋆, the game whose moves are the non-zero P-positions of G?
#[derive(Clone)]
pub struct StarRequest<'a> {
    /// The game G.
    pub game: &'a Game,
    /// The largest pile.
    pub max: u32,
    /// How often the operator is applied.
    pub times: usize,
}

/// The answer to a [`StarRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StarAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The names of the piles.
    #[serde(skip)]
    pub piles: Vec<String>,
    /// The largest pile.
    #[serde(with = "Text")]
    pub max: u32,
    /// G, G⋆, G⋆⋆ and so on.
    pub games: Vec<Stage>,
    /// The first two of these games that have the same P-positions on the board.
    pub repeats: Option<(usize, usize)>,
    /// How we know.
    pub evidence: Evidence,
    /// Why there are fewer games, or smaller piles, than were asked for.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// One of the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stage {
    /// `G`, `G⋆`, `G⋆⋆`.
    pub name: String,
    /// Its P-positions, in lexicographic order.
    #[serde(with = "TextRows")]
    pub p_positions: Vec<Vec<u32>>,
}

impl Request for StarRequest<'_> {
    type Answer = StarAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<StarAnswer, LabError> {
        let game = self.game;
        let max = self.max;
        let spec = piles_of(game, "the dual game takes vectors from piles that stay")?;
        let spec = spec.ok_or_else(|| {
            LabError::input(format!(
                "the number of piles of {} varies: its P-positions are no vectors that could be taken",
                game.name()
            ))
        })?;
        let first = solver::outcomes(spec, max, Play::Normal, watch)?;
        let mut stopped = first.stopped;
        let mut lost: Vec<Vec<u32>> = first.iter().map(<[u32]>::to_vec).collect();
        if spec.piles.order != PileOrder::Ordered {
            lost = arrangements(&lost, spec.piles.order);
        }
        let mut p_positions = vec![lost];
        // The dual game needs the P-positions of a whole board.
        while p_positions.len() <= self.times && stopped.is_none() {
            let moves = &p_positions[p_positions.len() - 1];
            match star(spec.dimension(), max, moves, watch) {
                Ok(next) => p_positions.push(next),
                Err(why) => stopped = Some(why),
            }
        }
        let pairs =
            (0..p_positions.len()).flat_map(|later| (0..later).map(move |first| (first, later)));
        let mut equal = pairs.filter(|&(first, later)| p_positions[first] == p_positions[later]);
        let repeats = equal.next();
        let games = p_positions.into_iter().enumerate();
        let games = games.map(|(times, p_positions)| Stage {
            name: format!("{}{}", game.name(), "⋆".repeat(times)),
            p_positions,
        });
        Ok(StarAnswer {
            games: games.collect(),
            game: game.name().to_owned(),
            piles: spec.piles.names.iter().map(ToString::to_string).collect(),
            max,
            repeats,
            evidence: Evidence::Exhaustive(first.region.to_string()),
            stopped,
        })
    }
}

/// Every order of the piles of sorted positions: vectors are taken from piles that have their places.
fn arrangements(sorted: &[Vec<u32>], order: PileOrder) -> Vec<Vec<u32>> {
    let arranged = sorted
        .iter()
        .map(|piles| rules::arrangement::arrangements(piles, order));
    let mut all: Vec<Vec<u32>> = arranged.flatten().collect();
    all.sort_unstable();
    all
}
