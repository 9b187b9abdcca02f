//! Pictures as plain data: what is to be drawn, in exact numbers. How it looks is a matter of the front end.

mod heaps;
mod positions;
mod strip;
mod values;
mod vectors;

use std::sync::Arc;

use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;
use rules::evidence::Evidence;
use rules::json::{Complete, Text, TextRows, Texts};
use rules::position::Position;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use solver::periodicity::Period;

use crate::LabError;
use crate::Request;
use crate::describe::describe;
use knowledge::{Game, WrittenRules};

/// What is to be drawn?
#[derive(Clone)]
pub struct PlotRequest {
    /// The subject of the picture.
    pub subject: Subject,
}

/// The subject of a picture.
#[derive(Clone)]
pub enum Subject {
    /// The P-positions of a game: of two piles, projected to the first pile and each other, or a slice.
    Positions {
        /// The game.
        game: Arc<Game>,
        /// The largest pile.
        max: Natural,
        /// Which positions.
        slice: Option<Slice>,
    },
    /// The nim-values of a game with one pile against the heap, of one with two piles, or of a slice.
    Values {
        /// The game.
        game: Arc<Game>,
        /// The largest pile.
        max: Natural,
        /// Which positions.
        slice: Option<Slice>,
    },
    /// The vectors that can be added to a game as moves: of two piles, or of three with a slice.
    Vectors {
        /// The game.
        game: Arc<Game>,
        /// The largest entry.
        max: Natural,
        /// What is taken from one of three piles.
        slice: Option<Slice>,
    },
    /// A position of Frankenstein, in either reading, on its strip: Figure 1.1 of the paper.
    Strip {
        /// The game.
        game: Arc<Game>,
        /// The squares with coins.
        coins: Position,
    },
}

/// The positions of a game with three piles in which one pile has a fixed size; for several sizes, several slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The name of the pile.
    pub pile: String,
    /// Its sizes.
    pub sizes: Vec<Natural>,
}

/// The answer to a [`PlotRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlotAnswer {
    /// What the picture shows.
    pub title: String,
    /// What a reader should know of it.
    pub note: String,
    /// How we know.
    pub evidence: Evidence,
    /// What is drawn.
    #[serde(flatten)]
    pub picture: Picture,
    /// Why it is less than was asked for.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Picture {
    /// Points, and lines through the origin.
    Scatter(Scatter),
    /// A square of values.
    HeatMap(HeatMap),
    /// Values of heaps.
    Heaps(Heaps),
    /// An array of numbers.
    Array(NumberArray),
    /// Curves on logarithmic axes.
    Curves(Curves),
    /// A strip of squares.
    Strip(Strip),
}

/// Points in several colours, and lines through the origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Scatter {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The points.
    pub series: Vec<Series>,
    /// The lines.
    pub rays: Vec<Ray>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The least number on it.
    #[serde(skip)]
    pub least: i64,
    /// The greatest number on it.
    #[serde(skip)]
    pub greatest: i64,
}

/// Points of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// The points.
    pub points: Vec<Point>,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Across.
    pub x: i64,
    /// Up.
    pub y: i64,
}

/// A line from the origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ray {
    /// What it is.
    pub name: String,
    /// A point that it goes through.
    pub through: Point,
}

/// Values of all points of a rectangle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeatMap {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What the values are.
    pub name: String,
    /// The values, row by row from below; none where there is no position.
    #[serde(rename = "rows", with = "OptionalValues")]
    pub values: Vec<Vec<Option<u64>>>,
}

/// The values of the heaps 0, 1, 2, … of a game with one pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Heaps {
    /// The horizontal axis: the heap.
    pub x: Axis,
    /// The vertical axis: its value.
    pub y: Axis,
    /// The values, from heap 0 on.
    #[serde(with = "Texts")]
    pub values: Vec<u64>,
    /// Their period, if one is seen.
    pub period: Option<Period>,
}

/// An array of numbers in which every positive integer has one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NumberArray {
    /// The number of its first row.
    #[serde(skip)]
    pub first: usize,
    /// The rows.
    #[serde(with = "TextRows")]
    pub rows: Vec<Vec<Natural>>,
    /// The columns in which 1, 2, 3, … stand.
    #[serde(skip)]
    pub columns_of: Vec<usize>,
}

/// Curves on logarithmic axes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Curves {
    /// The name of the horizontal axis.
    pub x: String,
    /// The name of the vertical axis.
    pub y: String,
    /// The curves, with positive coordinates.
    pub series: Vec<Series>,
}

/// A strip of squares from 0 on, long stretches without coins left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Strip {
    /// What is seen of it, from the left.
    pub cells: Vec<Cell>,
}

/// A part of a strip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cell {
    /// The number of the square; of the first one for squares that are left out.
    #[serde(with = "Text")]
    pub square: Natural,
    /// What is there.
    pub holds: Holds,
}

/// What a square of a strip holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// The hole, through which coins leave.
    Hole,
    /// A coin.
    Coin,
    /// Nothing.
    Nothing,
    /// Here squares without coins are left out.
    LeftOut,
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y]
            .map(|number| number.to_string())
            .serialize(serializer)
    }
}

/// Values, none where there is no position.
struct OptionalValues;

impl OptionalValues {
    fn serialize<S: Serializer>(
        rows: &[Vec<Option<u64>>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = |value: &Option<u64>| value.map(|value| value.to_string());
        serializer.collect_seq(
            rows.iter()
                .map(|row| row.iter().map(text).collect::<Vec<_>>()),
        )
    }
}

rules::described_as! {
    Point => [String; 2],
    OptionalValues => Vec<Vec<Option<String>>>,
}

impl Request for PlotRequest {
    type Answer = PlotAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<PlotAnswer, LabError> {
        match &self.subject {
            Subject::Positions { game, max, slice } => {
                positions::draw(game, max, slice.as_ref(), watch)
            }
            Subject::Values { game, max, slice } => values::draw(game, max, slice.as_ref(), watch),
            Subject::Vectors { game, max, slice } => {
                vectors::draw(game, max, slice.as_ref(), watch)
            }
            Subject::Strip { game, coins } => strip::draw(game, coins, watch),
        }
    }
}

/// A game as it is called within a title, with its parameters: `the Rat game`, `2-Wythoff`,
/// `beta-nim, beta = pi`. A word that nobody chose, such as
/// that for the usual reading of a rule, is left out.
fn titled(game: &Game) -> String {
    let described = describe(game);
    let title = match described.title.strip_prefix("The ") {
        _ if described.title.trim().is_empty() => return game.name().to_owned(),
        Some(rest) => format!("the {rest}"),
        None => described.title,
    };
    let (_, chosen) = game.name().split_once(':').unwrap_or_default();
    if described.parameters.is_empty() && !chosen.is_empty() {
        return format!("{title}, {}", chosen.replace('=', " = "));
    }
    let written = match game.written() {
        WrittenRules::Text(tree) => tree.title.as_ref(),
        WrittenRules::Native(_) => None,
    };
    let parameters = described.parameters.into_iter().filter(|setting| {
        let named = format!("{{{}}}", setting.name);
        if written.is_some_and(|title| title.value.contains(&named)) {
            return false;
        }
        let is_word = setting
            .value
            .starts_with(|first: char| first.is_alphabetic());
        !is_word || chosen.contains(&format!("{}=", setting.name))
    });
    let settings = parameters.map(|setting| format!(", {} = {}", setting.name, setting.value));
    std::iter::once(title).chain(settings).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(name: &str, expected: &str) {
        let reference: knowledge::GameReference = name.parse().unwrap();
        let no_file = |_: &str| Err(LabError::input("a game of the catalogue"));
        let game = Game::open(&reference.source(no_file).unwrap()).unwrap();
        assert_eq!(titled(&game), expected);
    }

    #[test]
    fn titles_are_those_of_the_games() {
        check("rat", "the Rat game");
        check("wythoff", "1-Wythoff");
        check("wythoff:d=2", "2-Wythoff");
        check("succinct-rat:d=2", "the succinct rat game, d = 2");
        check(
            "succinct-rat:d=2,rule=printed",
            "the succinct rat game, d = 2, rule = printed",
        );
        check("beta-nim:beta=pi", "beta-nim, beta = pi");
        check("frankenstein", "the Frankenstein game");
        check(
            "frankenstein:reading=literal",
            "the Frankenstein game, reading = literal",
        );
    }
}
