//! Rows by shifted digits: every column is `u*n + v*shift(n, S) + w*shift(shift(n, S), S) + c` in a system of a recurrence.
//!
//! What floors of multiples are to the quadratic irrationals, shifts are to the roots of longer recurrences.

use std::collections::BTreeSet;
use std::sync::Arc;

use numeration::named::NamedSystem;
use rules::outcome::Play;

use crate::board::{Board, transposed};
use crate::pieces::{claimed, set_of, tuple, within};
use crate::rules::BareRules;

/// Rows by shifted digits, after a few single positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Shifts {
    system: Arc<NamedSystem>,
    exceptions: Vec<Vec<i64>>,
    columns: Vec<Column>,
    symmetric: bool,
}

/// How often n, its shift and the shift of that, and what is added.
type Column = [i64; 4];

/// Fewer rows than this show nothing.
const LEAST_ROWS: usize = 12;
/// At most so many rows at the beginning are single positions.
const MOST_EXCEPTIONS: usize = 2;
/// Shifts are taken at most so often.
const MOST_TIMES: i64 = 3;

impl Shifts {
    /// Rows of a board by the shifts of a system, with the fewest exceptions.
    pub fn of(board: &Board, system: &Arc<NamedSystem>) -> Option<Self> {
        (0..=MOST_EXCEPTIONS).find_map(|exceptions| {
            let rows = board.rows.get(exceptions..)?;
            if rows.len() < LEAST_ROWS {
                return None;
            }
            let shifted = shifted(system, rows.len())?;
            let columns = transposed(rows, board.dimension());
            let columns = columns.iter().map(|column| fit(column, &shifted));
            Some(Self {
                system: Arc::clone(system),
                exceptions: board.rows[..exceptions].to_vec(),
                columns: columns.collect::<Option<_>>()?,
                symmetric: board.symmetric,
            })
        })
    }

    /// Does it agree with brute force?
    pub fn fits(&self, board: &Board) -> bool {
        let Some(shifted) = shifted(&self.system, board.rows.len()) else {
            return false;
        };
        let max = i64::from(board.max);
        let rows = shifted
            .iter()
            .map(|n| self.columns.iter().map(|c| value(c, n)).collect());
        let rows = self.exceptions.iter().cloned().chain(rows);
        let rows: BTreeSet<Vec<i64>> = rows.filter(|row| within(row, max)).collect();
        board.has_rows(&rows)
    }

    /// The claim of the language: `P = …`.
    pub fn claim(&self, rules: &BareRules, play: Play) -> String {
        let n = rules.fresh(&["n", "k", "m", "i", "j"]);
        let once = format!("shift({n}, {})", self.system);
        let twice = format!("shift({once}, {})", self.system);
        let names = [n.as_str(), once.as_str(), twice.as_str(), ""];
        let texts: Vec<String> = self.columns.iter().map(|c| text(c, &names)).collect();
        let rows = vec![(texts, format!("{n} >= 0"))];
        let single = |row: &Vec<i64>| row.iter().map(ToString::to_string).collect();
        let singles: Vec<Vec<String>> = self.exceptions.iter().map(single).collect();
        format!(
            "{} = {}",
            claimed(play),
            set_of(&singles, &rows, self.symmetric)
        )
    }
}

/// `n`, its shift, the shift of that, and 1, for n = 0, 1, ….
fn shifted(system: &NamedSystem, count: usize) -> Option<Vec<[i64; 4]>> {
    let row = |n: u64| {
        let once = system.shift_word(n)?;
        let twice = system.shift_word(once)?;
        let small = |number: u64| i64::try_from(number).ok();
        Some([small(n)?, small(once)?, small(twice)?, 1])
    };
    (0..).take(count).map(row).collect()
}

fn value(column: &Column, shifted: &[i64; 4]) -> i64 {
    column
        .iter()
        .zip(shifted)
        .map(|(times, number)| times * number)
        .sum()
}

/// How a column is made from the shifts.
fn fit(terms: &[i64], shifted: &[[i64; 4]]) -> Option<Column> {
    let factors =
        (0..=MOST_TIMES).flat_map(|twice| (0..=MOST_TIMES).map(move |once| (once, twice)));
    factors.into_iter().find_map(|(once, twice)| {
        let rest = |row: usize| terms[row] - once * shifted[row][1] - twice * shifted[row][2];
        let column = [rest(1) - rest(0), once, twice, rest(0)];
        let fits = |(term, row): (&i64, &[i64; 4])| value(&column, row) == *term;
        terms.iter().zip(shifted).all(fits).then_some(column)
    })
}

/// A sum of multiples of names; the last one has none.
fn text(column: &Column, names: &[&str; 4]) -> String {
    let mut text = String::new();
    for (times, name) in column.iter().zip(names) {
        let sign = match (*times < 0, text.is_empty()) {
            _ if *times == 0 => continue,
            (false, true) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (true, false) => " - ",
        };
        let part = match (times.unsigned_abs(), name.is_empty()) {
            (times, true) => times.to_string(),
            (1, false) => (*name).to_owned(),
            (times, false) => format!("{times}*{name}"),
        };
        text.push_str(sign);
        text.push_str(&part);
    }
    if text.is_empty() {
        tuple(std::iter::once("0".to_owned()))
    } else {
        text
    }
}
