//! `takeaway matrix rat|shortcut --d D`: the matrices of the arbitrarily large rat games.

use clap::{Args, ValueEnum};
use papers::{
    Dimension, MatrixAnswer, MatrixCell, MatrixPlace, MatrixRequest, MatrixView, RowOrder, TreeNode,
};

use super::{array, tell_stop};
use crate::args::TableLayout;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::render::{self, Format, Grid};

/// The rat-matrix and the shortcut matrix of the rat games with d piles
///
/// The rat-matrix holds the P-positions other than 0: 2^(d-1) rows that repeat with a growing multiple of 2^d - 1. The
/// shortcut matrix holds their differences, which nobody may subtract: 3^(d-1) rows, one for each ternary code. Any row
/// is found without those before it, for any d.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway matrix rat --d 4
  takeaway matrix shortcut --d 3 --codes
  takeaway matrix shortcut --d 3 --symbolic --format latex
  takeaway matrix shortcut --d 100 --from 10^40 --rows 3 --codes
  takeaway matrix rat --d 4 --locate 11,21,42,83
  takeaway matrix shortcut --d 12 --differences
  takeaway matrix shortcut --d 5 --sigma
  takeaway matrix shortcut --d 4 --tree 1")]
pub(crate) struct MatrixArgs {
    /// Which matrix
    #[arg(value_enum)]
    matrix: MatrixArg,
    /// The number of piles
    #[arg(long, value_name = "D")]
    d: String,
    /// How many rows [default: all]
    #[arg(long, value_name = "R", conflicts_with = "MatrixViewArgs")]
    rows: Option<usize>,
    /// The number of the first row
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        conflicts_with = "MatrixViewArgs"
    )]
    from: String,
    /// Show the N-th copy of the matrix, its entries grown by N times their saltus
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        conflicts_with = "MatrixViewArgs"
    )]
    copy: String,
    /// Write entries as in the paper: 7n+1
    #[arg(long, conflicts_with_all = ["copy", "MatrixViewArgs"])]
    symbolic: bool,
    /// Add the binary or ternary codes of the rows, for the shortcut matrix with their differences
    #[arg(long, conflicts_with = "MatrixViewArgs")]
    codes: bool,
    #[command(flatten)]
    other: MatrixViewArgs,
    #[command(flatten)]
    layout: TableLayout,
}

/// What can be shown instead of rows.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[group(multiple = false)]
struct MatrixViewArgs {
    /// Show the place of this vector instead, or why it has none
    #[arg(long, value_name = "X1,…,XD", allow_hyphen_values = true)]
    locate: Option<String>,
    /// Show the differences of consecutive ternary codes and how often each occurs
    #[arg(long)]
    differences: bool,
    /// The same with the rows ordered from the first column on (Remark 1 of the paper)
    #[arg(long)]
    differences_from_first: bool,
    /// Show the rows at which the lowest difference occurs, and the gaps between them
    #[arg(long)]
    baseline: bool,
    /// Show how often k(2^d - 1) stands in the last column, k = 1, …, 2^(d-2)
    #[arg(long)]
    sigma: bool,
    /// Show the tree with the root K(2^d - 1), whose paths are rows
    #[arg(long, value_name = "K")]
    tree: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum MatrixArg {
    /// The P-positions other than 0
    Rat,
    /// Their differences, which may not be subtracted
    Shortcut,
}

impl MatrixArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&MatrixRequest {
            matrix: match self.matrix {
                MatrixArg::Rat => papers::Matrix::Rat,
                MatrixArg::Shortcut => papers::Matrix::Shortcut,
            },
            d: papers::dimension(&files::pile(self.d.trim())?)?,
            view: self.view()?,
        })?;
        let json = desk.json() || self.layout.format == Format::Json;
        match &answer.place {
            _ if json => desk.write_json(&answer)?,
            Some(place) => write_place(desk, &answer, place)?,
            None => self.write(desk, &answer)?,
        }
        if let Some(Err(_)) = answer.place {
            return Ok(Exit::No);
        }
        Ok(match &answer.stopped {
            Some(stopped) => {
                let rows = lab::counted(answer.rows.len(), "row was", "rows were");
                tell_stop(&format!("{stopped}; {rows} reached"))
            }
            None => Exit::Yes,
        })
    }

    fn view(&self) -> Result<MatrixView, Failure> {
        let other = &self.other;
        Ok(if let Some(vector) = &other.locate {
            MatrixView::Locate(lab::parse_piles(&files::position(vector)?)?)
        } else if other.differences {
            MatrixView::Differences(RowOrder::FromLast)
        } else if other.differences_from_first {
            MatrixView::Differences(RowOrder::FromFirst)
        } else if other.baseline {
            MatrixView::Baseline
        } else if other.sigma {
            MatrixView::Sigma
        } else if let Some(number) = &other.tree {
            MatrixView::Tree(files::number(number)?)
        } else {
            MatrixView::Rows {
                from: files::number(&self.from)?,
                rows: self.rows,
                copy: files::number(&self.copy)?,
                codes: self.codes,
            }
        })
    }

    fn write(&self, desk: &mut CommandContext<'_>, answer: &MatrixAnswer) -> Result<(), Failure> {
        let text = self.layout.format == Format::Text;
        if text {
            writeln!(desk.out(), "{}", answer.title)?;
        }
        match &answer.tree {
            Some(root) if text => write_tree(desk, root)?,
            _ => {
                let grid = Grid::numbered(answer.heads.clone(), answer.rows.len(), |index| {
                    self.cells(answer, index)
                });
                let column = self.layout.column.as_deref();
                self.must_be_numbers(answer, column)?;
                render::grid(desk.out(), &grid, self.layout.format, column)?;
            }
        }
        if text {
            for property in &answer.properties {
                array::write_property(desk, property)?;
            }
        }
        Ok(())
    }

    /// A b-file lists numbers, not digits or formulas.
    fn must_be_numbers(&self, answer: &MatrixAnswer, column: Option<&str>) -> Result<(), Failure> {
        let place = answer
            .heads
            .iter()
            .position(|head| Some(head.as_str()) == column);
        let cell = answer.rows.first().and_then(|row| row.get(place?));
        match cell {
            Some(MatrixCell::Text(_)) if self.layout.format == Format::Bfile => {
                Err(Failure::input(format!(
                    "the column `{}` holds no numbers, and a b-file lists numbers",
                    column.unwrap_or_default()
                )))
            }
            _ => Ok(()),
        }
    }

    /// A row as it is written; its entries as in the paper if that is wanted.
    fn cells(&self, answer: &MatrixAnswer, index: usize) -> Vec<String> {
        let cells = answer.rows[index].iter().map(ToString::to_string);
        let heads = answer.heads.iter();
        cells
            .zip(heads)
            .map(|(cell, head)| match head.strip_prefix("x_") {
                Some(column) if self.symbolic => symbolic(answer.d, column, &cell),
                _ => cell,
            })
            .collect()
    }
}

/// `7n+1`, or `7n` for 0.
fn symbolic(d: Dimension, column: &str, entry: &str) -> String {
    let saltus = d.saltus(column.parse().unwrap_or(1));
    match entry {
        "0" => format!("{saltus}n"),
        entry => format!("{saltus}n+{entry}"),
    }
}

/// The tree, its root first, its leaves farthest to the right.
fn write_tree(desk: &mut CommandContext<'_>, root: &TreeNode) -> Result<(), Failure> {
    let mut open = vec![(root.clone(), String::new(), String::new())];
    while let Some((node, first, rest)) = open.pop() {
        writeln!(desk.out(), "{first}{}", node.number)?;
        let children = node.children();
        let last = children.len().saturating_sub(1);
        for (place, child) in children.into_iter().enumerate().rev() {
            let (branch, stem) = if place == last {
                ("└─ ", "   ")
            } else {
                ("├─ ", "│  ")
            };
            open.push((child, format!("{rest}{branch}"), format!("{rest}{stem}")));
        }
    }
    Ok(())
}

fn write_place(
    desk: &mut CommandContext<'_>,
    answer: &MatrixAnswer,
    place: &Result<MatrixPlace, String>,
) -> Result<(), Failure> {
    match place {
        Ok(found) => {
            let (row, copy) = (desk.number(&found.row), desk.number(&found.copy));
            writeln!(
                desk.out(),
                "row {row} of {}, code {}, in copy {copy}",
                answer.title,
                found.code
            )?;
        }
        Err(reason) => writeln!(desk.out(), "not in {}: {reason}", answer.title)?,
    }
    Ok(())
}
