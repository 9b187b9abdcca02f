//! A game for a front end that shows a board: its piles and its kinds of move, one by one.

use knowledge::{Game, WrittenRules};
use logic::watch::Watch;
use rules::spec::{PileOrder, Spec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;

/// What does a board of this game look like?
#[derive(Clone)]
pub struct DescribeRequest<'a> {
    /// The game.
    pub game: &'a Game,
}

/// The answer to a [`DescribeRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DescribeAnswer {
    /// The game with its parameters.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Where it comes from.
    pub source: Option<String>,
    /// The names of the piles; none where a position is a set of coins on a strip, or heaps that split, in any number.
    pub piles: Option<Vec<String>>,
    /// May a heap be replaced by several? A position is a list of heaps then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub splits: bool,
    /// Are the piles shown from the smallest to the largest, whichever was which?
    pub sorted: bool,
    /// So many of the last piles have a place of their own, although others are sorted.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub placed: usize,
    /// So many options may be forbidden before each move; a blocking game has no nim-values.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub blocking: usize,
    /// The kinds of move.
    pub kinds: Vec<DescribedKind>,
    /// The parameters with their values.
    pub parameters: Vec<DescribedParameter>,
    /// The claims that the rules make.
    pub claims: Vec<String>,
}

/// A kind of move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DescribedKind {
    /// Its name.
    pub name: String,
    /// What it says in words.
    pub caption: Option<String>,
}

/// A parameter and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DescribedParameter {
    /// Its name.
    pub name: String,
    /// Its value, as it is written.
    pub value: String,
}

impl Request for DescribeRequest<'_> {
    type Answer = DescribeAnswer;

    fn answer(&self, _watch: &dyn Watch) -> Result<DescribeAnswer, LabError> {
        Ok(describe(self.game))
    }
}

/// The game, described.
pub(crate) fn describe(game: &Game) -> DescribeAnswer {
    let spec = game.heading();
    let (title, source) = match (game.written(), spec) {
        (WrittenRules::Native(native), _) => {
            (native.title.to_owned(), Some(native.source.to_owned()))
        }
        (WrittenRules::Text(_), Some(spec)) => (spec.title.clone(), spec.source.clone()),
        (WrittenRules::Text(_), None) => (String::new(), None),
    };
    let names = game.rules().pile_names();
    let parameters = spec.map_or_else(Vec::new, |spec| {
        let settings = spec.parameters.iter();
        let described = settings.map(|setting| DescribedParameter {
            name: setting.name.clone(),
            value: setting.written.clone(),
        });
        described.collect()
    });
    let kinds = game.kinds().into_iter();
    DescribeAnswer {
        game: game.name().to_owned(),
        title,
        source,
        piles: names.map(|names| names.iter().map(ToString::to_string).collect()),
        splits: game.splitting().is_some(),
        sorted: game
            .spec()
            .is_none_or(|spec| spec.piles.order != PileOrder::Ordered),
        placed: spec.map_or(0, placed),
        blocking: spec.map_or(0, |spec| spec.blocking as usize),
        kinds: kinds
            .map(|(kind, caption)| DescribedKind {
                name: kind.to_string(),
                caption,
            })
            .collect(),
        parameters,
        claims: claims(game),
    }
}

/// How many piles have a place of their own although others are sorted.
fn placed(spec: &Spec) -> usize {
    match spec.piles.order {
        PileOrder::Mixed(sorted) => spec.dimension() - sorted,
        PileOrder::Sorted | PileOrder::Ordered => 0,
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)]
pub(crate) fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn claims(game: &Game) -> Vec<String> {
    let Some(spec) = game.heading() else {
        return Vec::new();
    };
    let p_positions = spec.p_positions.as_ref().map(|_| "P-positions".to_owned());
    let misere = spec.misere_p_positions.as_ref();
    let misere = misere.map(|_| "misere P-positions".to_owned());
    let nim_values = (!spec.nim_values.is_empty()).then(|| "nim-values".to_owned());
    let theorems = spec.theorems.iter().map(|theorem| theorem.name.clone());
    p_positions
        .into_iter()
        .chain(misere)
        .chain(nim_values)
        .chain(theorems)
        .collect()
}
