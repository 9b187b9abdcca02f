//! Sets of positions as the language writes them: single positions, and rows with a number n.

use std::collections::BTreeSet;

use rules::outcome::Play;

use crate::board::Board;
use crate::column::FloorColumn;
use crate::rules::BareRules;

/// `{ (c_1, …, c_d) | n >= first }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPiece {
    /// The piles.
    pub columns: Vec<FloorColumn>,
    /// The first n.
    pub first: i64,
}

/// A union of single positions and pieces; of all their arrangements, if it is symmetric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Single positions.
    pub exceptions: Vec<Vec<i64>>,
    /// Rows.
    pub pieces: Vec<RowPiece>,
    /// Does it hold every arrangement of each?
    pub symmetric: bool,
}

/// More rows than any board has.
const MOST_ROWS: i64 = 1 << 22;

impl Pieces {
    /// Does it agree with brute force?
    pub fn fits(&self, board: &Board) -> bool {
        let rows = self.rows(i64::from(board.max));
        rows.is_some_and(|rows| board.has_rows(&rows))
    }

    /// The rows with no pile above `max`; columns that do not grow end the work, and it is nothing.
    fn rows(&self, max: i64) -> Option<BTreeSet<Vec<i64>>> {
        let single = self.exceptions.iter().cloned();
        let mut rows: BTreeSet<Vec<i64>> = single.filter(|row| within(row, max)).collect();
        for piece in &self.pieces {
            for n in piece.first.. {
                let row = piece.at(n)?;
                if !within(&row, max) {
                    break;
                }
                if n - piece.first > MOST_ROWS || row.iter().any(|pile| *pile < 0) {
                    return None;
                }
                rows.insert(row);
            }
        }
        Some(rows)
    }

    /// The claim of the language: `P = …`.
    pub fn claim(&self, rules: &BareRules, play: Play) -> String {
        let n = rules.fresh(&["n", "k", "m", "i", "j"]);
        let single = |row: &Vec<i64>| row.iter().map(ToString::to_string).collect();
        let singles: Vec<Vec<String>> = self.exceptions.iter().map(single).collect();
        let piece = |piece: &RowPiece| {
            let texts = piece.columns.iter().map(|column| column.text(&n));
            (texts.collect(), format!("{n} >= {}", piece.first))
        };
        let pieces: Vec<(Vec<String>, String)> = self.pieces.iter().map(piece).collect();
        let set = set_of(&singles, &pieces, self.symmetric);
        format!("{} = {set}", claimed(play))
    }
}

/// A union of single tuples, and of tuples with a condition; of all their arrangements, if it is symmetric.
pub(crate) fn set_of(
    singles: &[Vec<String>],
    pieces: &[(Vec<String>, String)],
    symmetric: bool,
) -> String {
    let singles = singles.iter().flat_map(|row| arranged(row, symmetric));
    let singles: Vec<String> = singles.map(|row| tuple(row.into_iter())).collect();
    let mut sets = Vec::new();
    if !singles.is_empty() {
        sets.push(format!("{{ {} }}", singles.join(", ")));
    }
    for (texts, condition) in pieces {
        for texts in arranged(texts, symmetric) {
            sets.push(format!("{{ {} | {condition} }}", tuple(texts.into_iter())));
        }
    }
    match sets.is_empty() {
        true => "{}".to_owned(),
        false => sets.join(" or "),
    }
}

/// The arrangements of some entries, each once; only as they are, if it is not symmetric.
fn arranged(entries: &[String], symmetric: bool) -> Vec<Vec<String>> {
    if !symmetric {
        return vec![entries.to_vec()];
    }
    let mut all = Vec::new();
    arrange(&mut entries.to_vec(), 0, &mut all);
    let mut seen = BTreeSet::new();
    all.retain(|one| seen.insert(one.clone()));
    all
}

impl RowPiece {
    /// Its row with this number.
    pub fn at(&self, n: i64) -> Option<Vec<i64>> {
        self.columns.iter().map(|column| column.at(n)).collect()
    }
}

/// What is claimed: the P-positions of normal or of misère play.
pub(crate) fn claimed(play: Play) -> &'static str {
    match play {
        Play::Normal => "P",
        Play::Misere => "misere P",
    }
}

/// `(a, b)`; a single entry stands for itself.
pub(crate) fn tuple(entries: impl Iterator<Item = String>) -> String {
    let entries: Vec<String> = entries.collect();
    match entries.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}

pub(crate) fn within(row: &[i64], max: i64) -> bool {
    row.iter().all(|pile| *pile <= max)
}

/// All orders of the entries from a place on.
fn arrange<T: Clone>(entries: &mut Vec<T>, place: usize, all: &mut Vec<Vec<T>>) {
    if place + 1 >= entries.len() {
        all.push(entries.clone());
        return;
    }
    for other in place..entries.len() {
        entries.swap(place, other);
        arrange(entries, place + 1, all);
        entries.swap(place, other);
    }
}
