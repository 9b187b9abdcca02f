//! The rat-matrix and the shortcut matrix of the arbitrarily large rat games, and what is drawn from them.

mod lines;
mod place;
mod rows;

use knowledge::{MemoryBudget, size_of_integers};
use lab::{LabError, Request};
use logic::watch::{Progress, Stopped, Watch};
use numeration::natural::{Integer, Natural, Zero};
use rules::citation::LARGE_RATS;
use rules::evidence::{Evidence, Reference};
use rules::json::{Complete, FoundOr, Text, TextRows, Texts};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::array::Property;
use crate::rat_matrix::{Dimension, DimensionError, RowOrder, ShortcutMatrix, TreeNode};

/// A question about the matrices for `d` piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixRequest {
    /// Which matrix.
    pub matrix: Matrix,
    /// The number of piles.
    pub d: Dimension,
    /// What of it.
    pub view: MatrixView,
}

/// The two matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// The rat vectors: the P-positions other than 0.
    Rat,
    /// The proper shortcuts: what may not be subtracted.
    Shortcut,
}

/// What can be asked of a matrix. All but rows and places are for the shortcut matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatrixView {
    /// Its rows.
    Rows {
        /// The number of the first row.
        from: Natural,
        /// How many rows; all of them if not given.
        rows: Option<usize>,
        /// The number of the copy of the matrix: 0 for the matrix itself.
        copy: Natural,
        /// With their binary or ternary codes?
        codes: bool,
    },
    /// Where a vector stands.
    Locate(Vec<Natural>),
    /// The differences of consecutive codes and how often each occurs.
    Differences(RowOrder),
    /// The rows at which the base line of the picture has a point.
    Baseline,
    /// How often each number stands in the last column: the vector `σ^d`.
    Sigma,
    /// The tree `T^d` with this number.
    Tree(Natural),
}

/// The answer to a [`MatrixRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MatrixAnswer {
    /// What is shown.
    #[serde(rename = "matrix")]
    pub title: String,
    /// The number of piles.
    #[serde(with = "PileCount")]
    pub d: Dimension,
    /// The heads of the columns; the first is the number of the row.
    pub heads: Vec<String>,
    /// The rows.
    #[serde(with = "TextRows")]
    pub rows: Vec<Vec<MatrixCell>>,
    /// What is known, with its evidence.
    pub properties: Vec<Property>,
    /// Where the vector stands that was looked for, or why it does not.
    #[serde(
        with = "FoundOr::<MatrixPlace>",
        skip_serializing_if = "Option::is_none"
    )]
    pub place: Option<Result<MatrixPlace, String>>,
    /// The root of the tree that was asked for.
    #[serde(with = "TreeJson", skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeNode>,
    /// Why there are fewer rows than wanted.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// A number, or digits of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatrixCell {
    /// An exact number.
    Number(Integer),
    /// Digits or a formula.
    Text(String),
}

/// Where a vector stands in a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MatrixPlace {
    /// The vector.
    #[serde(with = "Texts")]
    pub vector: Vec<Natural>,
    /// The number of its row.
    #[serde(with = "Text")]
    pub row: Natural,
    /// The number of the copy of the matrix.
    #[serde(with = "Text")]
    pub copy: Natural,
    /// The code of its row: binary or ternary digits.
    pub code: String,
}

/// The number of piles.
struct PileCount;

rules::described_as!(PileCount => String);

impl PileCount {
    fn serialize<S: Serializer>(d: &Dimension, serializer: S) -> Result<S::Ok, S::Error> {
        Text::serialize(&d.get(), serializer)
    }
}

/// A tree. The nodes come root first, each before its children: a deep tree would not fit the stack of a reader.
struct TreeJson;

rules::described_as!(TreeJson => Vec<ToldNode>);

#[derive(Serialize, JsonSchema)]
struct ToldNode {
    #[serde(with = "Text")]
    column: u32,
    #[serde(with = "Text")]
    number: Natural,
}

impl TreeJson {
    fn serialize<S: Serializer>(root: &Option<TreeNode>, serializer: S) -> Result<S::Ok, S::Error> {
        let mut open: Vec<TreeNode> = root.iter().cloned().collect();
        serializer.collect_seq(std::iter::from_fn(|| {
            let TreeNode { column, number } = open.pop()?;
            open.extend(
                TreeNode {
                    column,
                    number: number.clone(),
                }
                .children()
                .into_iter()
                .rev(),
            );
            Some(ToldNode { column, number })
        }))
    }
}

/// So many codes are gone through between two looks at the clock.
const BREATH: usize = 1 << 14;

impl Request for MatrixRequest {
    type Answer = MatrixAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<MatrixAnswer, LabError> {
        let d = self.d;
        let mut answer = MatrixAnswer {
            title: String::new(),
            d,
            heads: Vec::new(),
            rows: Vec::new(),
            properties: Vec::new(),
            place: None,
            tree: None,
            stopped: None,
        };
        let mut worker = MatrixAnswerBuilder {
            d,
            watch,
            storage: MemoryBudget::new(watch),
            answer: &mut answer,
        };
        match worker.work(self) {
            Err(LabError::Stopped(stopped)) => answer.stopped = Some(stopped),
            other => other?,
        }
        Ok(answer)
    }
}

/// The number of piles of a matrix, from its text.
///
/// # Errors
/// If it is no number, too small, or too large.
pub fn dimension(text: &str) -> Result<Dimension, LabError> {
    let number = lang::number(text)?;
    let given = || DimensionError {
        given: text.trim().to_owned(),
    };
    let small = u32::try_from(&number).map_err(|_| given());
    let dimension = small.and_then(Dimension::new);
    dimension.map_err(|error| LabError::input(error.to_string()))
}

/// Fills an answer.
struct MatrixAnswerBuilder<'a> {
    d: Dimension,
    watch: &'a dyn Watch,
    storage: MemoryBudget<'a>,
    answer: &'a mut MatrixAnswer,
}

impl MatrixAnswerBuilder<'_> {
    fn work(&mut self, request: &MatrixRequest) -> Result<(), LabError> {
        match (&request.view, request.matrix) {
            (
                MatrixView::Rows {
                    from,
                    rows,
                    copy,
                    codes,
                },
                matrix,
            ) => self.rows(matrix, from, *rows, copy, *codes),
            (MatrixView::Locate(vector), matrix) => self.locate(matrix, vector.clone()),
            (_, Matrix::Rat) => Err(LabError::input(
                "this can be asked of the shortcut matrix only: type `matrix shortcut`",
            )),
            (MatrixView::Differences(order), _) => self.differences(*order),
            (MatrixView::Baseline, _) => self.baseline(),
            (MatrixView::Sigma, _) => self.sigma(),
            (MatrixView::Tree(number), _) => self.tree(number),
        }
    }

    /// Keeps a row of the answer.
    fn keep(&mut self, row: Vec<MatrixCell>) -> Result<(), LabError> {
        let numbers = row.iter().filter_map(|cell| match cell {
            MatrixCell::Number(number) => Some(number),
            MatrixCell::Text(_) => None,
        });
        let digits: usize = row.iter().map(MatrixCell::length).sum();
        self.storage
            .keep(size_of_integers(numbers) + digits as u64)?;
        self.answer.rows.push(row);
        Ok(())
    }

    fn state(&mut self, statement: String, evidence: Evidence, holds_here: Option<bool>) {
        self.answer.properties.push(Property {
            statement,
            evidence,
            holds_here,
        });
    }

    /// `3^(d−1)`, if it can be counted to.
    fn all_rows(&self) -> Option<u64> {
        u64::try_from(&self.d.shortcut_rows()).ok()
    }

    fn breathe(&self, place: usize, total: Option<u64>) -> Result<(), LabError> {
        if place.is_multiple_of(BREATH) {
            self.watch.check()?;
            self.watch.progress(Progress {
                step: "rows",
                done: place as u64,
                total,
            });
        }
        Ok(())
    }
}

const PROOFS: &str = "docs/shortcut-matrices.md";
fn theorem(place: &'static str) -> Evidence {
    Evidence::theorem(LARGE_RATS.at(place))
}

/// A theorem of this project.
fn proved_here(page: &str) -> Evidence {
    Evidence::Theorem(Reference::Told(format!("proved in {page}")))
}

fn numbered(number: &Natural, row: &[Natural]) -> Vec<MatrixCell> {
    std::iter::once(number)
        .chain(row)
        .map(|entry| MatrixCell::Number(Integer::from(entry)))
        .collect()
}

fn binary(code: &[bool]) -> String {
    code.iter()
        .map(|&bit| if bit { '1' } else { '0' })
        .collect()
}

fn code(matrix: &ShortcutMatrix, row: &[Natural]) -> Vec<u8> {
    matrix.code_of(row).unwrap_or_default()
}

fn ternary(code: &[u8]) -> String {
    code.iter().map(ToString::to_string).collect()
}

fn ternary_value(code: &[u8]) -> Integer {
    code.iter().fold(Integer::ZERO, |value, &digit| {
        value * Integer::from(3) + Integer::from(digit)
    })
}

impl Matrix {
    fn title(self, d: Dimension) -> String {
        match self {
            Self::Rat => format!("the rat-matrix for d = {}", d.get()),
            Self::Shortcut => format!("the shortcut matrix for d = {}", d.get()),
        }
    }

    fn code_heads(self) -> Vec<String> {
        let heads: &[&str] = match self {
            Self::Rat => &["code"],
            Self::Shortcut => &["code", "value", "difference"],
        };
        heads.iter().map(ToString::to_string).collect()
    }
}

impl MatrixCell {
    /// The number, if it is one and not negative.
    fn natural(&self) -> Option<Natural> {
        match self {
            Self::Number(number) => Natural::try_from(number).ok(),
            Self::Text(_) => None,
        }
    }

    fn length(&self) -> usize {
        match self {
            Self::Number(_) => 0,
            Self::Text(text) => text.len(),
        }
    }
}

impl std::fmt::Display for MatrixCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}
