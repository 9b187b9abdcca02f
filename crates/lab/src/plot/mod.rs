//! Pictures as plain data: what is to be drawn, in exact numbers. How it looks is a matter of the front end.

mod array;
mod cost;
mod positions;
mod shortcuts;
mod values;

use games::evidence::Evidence;
use games::json::{Complete, Rows};
use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;
use numeration::rat_matrix::Order;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::LabError;
use crate::Request;
use knowledge::GameSource;

/// What is to be drawn?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotRequest {
    /// The subject of the picture.
    pub subject: Subject,
}

/// The subject of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The differences of consecutive ternary codes of the shortcut matrix: Figures 1–3 of the paper.
    Shortcuts {
        /// The number of piles, as typed.
        d: String,
        /// How the rows are ordered.
        order: Order,
        /// Leave out the negative differences, as Figures 2 and 3 do?
        non_negative: bool,
    },
    /// The P-positions of a game: of two piles, projected to the first pile and each other, or a slice.
    Positions {
        /// The game.
        game: GameSource,
        /// The largest pile, as typed.
        max: String,
        /// Which positions.
        slice: Option<Slice>,
    },
    /// The nim-values of a game with two piles, or of a slice.
    Values {
        /// The game.
        game: GameSource,
        /// The largest pile, as typed.
        max: String,
        /// Which positions.
        slice: Option<Slice>,
    },
    /// The array of the Frankenstein paper, and where the first numbers stand in it.
    Array {
        /// How many rows, without row 0.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
    /// The cost of the strategies against the number of digits.
    Cost,
}

/// The positions of a game with three piles in which one pile has a fixed size; for several sizes, several slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The name of the pile.
    pub pile: String,
    /// Its sizes, as typed.
    pub sizes: Vec<String>,
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
    /// An array of numbers.
    Array(NumberArray),
    /// Curves on logarithmic axes.
    Curves(Curves),
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
    #[serde(rename = "rows", with = "Values")]
    pub values: Vec<Vec<Option<u64>>>,
}

/// An array of numbers in which every positive integer has one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NumberArray {
    /// The number of its first row.
    #[serde(skip)]
    pub first: usize,
    /// The rows.
    #[serde(with = "Rows")]
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

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y]
            .map(|number| number.to_string())
            .serialize(serializer)
    }
}

/// Values, none where there is no position.
struct Values;

impl Values {
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

games::described_as! {
    Point => [String; 2],
    Values => Vec<Vec<Option<String>>>,
}

impl Request for PlotRequest {
    type Answer = PlotAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<PlotAnswer, LabError> {
        match &self.subject {
            Subject::Shortcuts {
                d,
                order,
                non_negative,
            } => shortcuts::draw(d, *order, *non_negative, watch),
            Subject::Positions { game, max, slice } => {
                positions::draw(game, max, slice.as_ref(), watch)
            }
            Subject::Values { game, max, slice } => values::draw(game, max, slice.as_ref(), watch),
            Subject::Array { rows, columns } => array::draw(*rows, *columns, watch),
            Subject::Cost => cost::draw(),
        }
    }
}
