//! The proof of Theorem 3, part by part: every position belongs to one of its cases, and the move of the case is tried.

use lab::LabError;
use logic::watch::Watch;
use solver::plain;

use super::game::{beginnings, is_row, rows};
use crate::claims::checks::Told;
use crate::claims::checks::board::{PaperGame, piles, shown};
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Told)] = &[
    ("frankenstein_a_type_i", a_type_i),
    ("frankenstein_b_not_first", |bound, watch| {
        moves_into_rows(bound, watch, CaseKind::NotFirst)
    }),
    ("frankenstein_b_larger", |bound, watch| {
        moves_into_rows(bound, watch, CaseKind::Larger)
    }),
    ("frankenstein_case_a", |bound, watch| {
        moves_into_rows(bound, watch, CaseKind::A)
    }),
    ("frankenstein_case_c", |bound, watch| {
        moves_into_rows(bound, watch, CaseKind::C)
    }),
    ("frankenstein_case_d_printed", |bound, watch| {
        case_d(bound, watch, CaseD::Printed)
    }),
    ("frankenstein_case_d_legal", |bound, watch| {
        case_d(bound, watch, CaseD::MoveToTheEnd)
    }),
    ("frankenstein_cases_are_all", cases_are_all),
];

/// The case of part (B) to which a position belongs.
struct PositionCase {
    part: CaseKind,
    /// What the paper moves to, where that is not Φ; in (ii)d the beginning of the row to
    /// A_{j+s+1}^n.
    target: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq)]
enum CaseKind {
    /// A beginning of a row.
    Row,
    /// x_0 = A_{j−1}^n with j > 1: to (A_0^n, …, A_{j−1}^n).
    NotFirst,
    /// x_{j−1} > A_{j−1}^n: to (A_0^n, …, A_{j−1}^n).
    Larger,
    /// (i): the last coin alone is too low.
    LastOnly,
    /// (ii)a.
    A,
    /// (ii)b: to Φ.
    B,
    /// (ii)c.
    C,
    /// (ii)d: to Φ.
    D,
}

impl PositionCase {
    /// In the order of the paper: a later case excludes the earlier ones.
    fn of(x: &[u32], array: &[Vec<u32>]) -> Option<Self> {
        let (row, column) = array.iter().skip(1).find_map(|row| {
            let column = row.iter().position(|entry| *entry == x[0])?;
            Some((row, column))
        })?;
        let case = |part, last: usize| {
            let target = row[..=last].to_vec();
            Some(Self { part, target })
        };
        if column > 0 {
            return case(CaseKind::NotFirst, column);
        }
        let Some(place) = x.iter().zip(row).position(|(coin, entry)| coin != entry) else {
            return case(CaseKind::Row, 0);
        };
        let (entry, above) = (row[place], &x[place + 1..]);
        if x[place] > entry {
            return case(CaseKind::Larger, place);
        }
        if above.is_empty() {
            return case(CaseKind::LastOnly, place);
        }
        if !x.contains(&entry) && above.iter().any(|coin| *coin > entry) {
            return case(CaseKind::A, place);
        }
        if above.iter().all(|coin| *coin <= entry) {
            return case(CaseKind::B, place);
        }
        let next = (place..row.len()).find(|column| !x.contains(&row[*column]))?;
        let part = if *x.last()? > row[next] {
            CaseKind::C
        } else {
            CaseKind::D
        };
        case(part, next)
    }
}

/// Told each position and its case.
type Visit<'v> = &'v mut dyn FnMut(&[u32], PositionCase) -> Result<(), LabError>;

/// Every position on the squares up to the bound with its case; the empty strip is left out.
fn for_each_case(
    game: &PaperGame,
    bound: u32,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<(), LabError> {
    let array = rows(bound, 8);
    for position in plain::board(game.rules(), bound) {
        watch.check()?;
        let x = piles(&position);
        if x.is_empty() {
            continue;
        }
        let case = PositionCase::of(&x, &array).ok_or_else(|| {
            LabError::input(format!("{} belongs to no case of the proof", shown(&x)))
        })?;
        visit(&x, case)?;
    }
    Ok(())
}

/// The least of the positions that were told, by tokens and then by squares, and how many there were.
#[derive(Default)]
struct LeastFailure {
    least: Option<Vec<u32>>,
    count: u32,
}

impl LeastFailure {
    fn tell(&mut self, x: &[u32]) {
        let key = |x: &[u32]| (x.iter().sum::<u32>(), x.to_vec());
        self.count += 1;
        if self.least.as_ref().is_none_or(|least| key(x) < key(least)) {
            self.least = Some(x.to_vec());
        }
    }

    fn shown(&self) -> Option<String> {
        self.least.as_deref().map(shown)
    }
}

/// No type I move leads from a beginning of a row to one.
fn a_type_i(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let game = PaperGame::of("frankenstein")?;
    let mut failing = None;
    let mut moves = 0_u64;
    for from in beginnings(bound) {
        for to in game.options_of_kind(Some("I"), &from, watch)? {
            moves += 1;
            if is_row(&to) {
                failing = failing.or(Some(format!("{} → {}", shown(&from), shown(&to))));
            }
        }
    }
    let how = format!("all {moves} type I moves from beginnings of rows listed");
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing))
}

/// In one case the paper's move is a legal type I move to a beginning of a row.
fn moves_into_rows(bound: u32, watch: &dyn Watch, part: CaseKind) -> Result<Finding, LabError> {
    let game = PaperGame::of("frankenstein")?;
    let mut failing = LeastFailure::default();
    let mut tried = 0;
    for_each_case(&game, bound, watch, &mut |x, case| {
        if case.part != part {
            return Ok(());
        }
        let to = case.target;
        tried += 1;
        let legal = game.allows("I", x, &to, watch)?;
        if !legal || !is_row(&to) {
            failing.tell(x);
        }
        Ok(())
    })?;
    let how = format!("the move of the case tried for all {tried} positions that belong to it");
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing.shown()))
}

#[derive(Clone, Copy)]
enum CaseD {
    /// The chain of inequalities as printed, with the term + n that it lacks.
    Printed,
    /// What it is to show.
    MoveToTheEnd,
}

/// Case (d): all positions on the squares up to the bound that belong to it, and to no case before it.
fn case_d(bound: u32, watch: &dyn Watch, what: CaseD) -> Result<Finding, LabError> {
    let game = PaperGame::of("frankenstein")?;
    let mut failing = LeastFailure::default();
    let mut tried = 0;
    for_each_case(&game, bound, watch, &mut |x, case| {
        let (CaseKind::D, Some(bounding)) = (case.part, case.target.last()) else {
            return Ok(());
        };
        let [rest @ .., before, last] = x else {
            return Ok(());
        };
        tried += 1;
        let right = 2 * before + rest.iter().sum::<u32>();
        let holds = match what {
            CaseD::Printed => last < bounding && *bounding <= right,
            CaseD::MoveToTheEnd => game.is_legal(x, &[], watch)?,
        };
        if !holds {
            failing.tell(x);
        }
        Ok(())
    })?;
    let how = match failing.count {
        0 => format!("all {tried} positions of the case tried"),
        count => format!("all {tried} positions of the case tried, and {count} are not covered"),
    };
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing.shown()))
}

/// Every position that is no beginning of a row belongs to a case, and the move to Φ is legal in (i) with t ≥ n, (ii)b and (ii)d.
fn cases_are_all(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let game = PaperGame::of("frankenstein")?;
    let mut failing = LeastFailure::default();
    let mut counts = [0_u32; 8];
    for_each_case(&game, bound, watch, &mut |x, case| {
        let place = case.part as usize;
        let fine = match case.part {
            CaseKind::Row => is_row(x),
            CaseKind::B | CaseKind::D => game.is_legal(x, &[], watch)?,
            _ => true,
        };
        counts[place] += 1;
        if !fine || (place > 0) == is_row(x) {
            failing.tell(x);
        }
        Ok(())
    })?;
    let [rows, not_first, larger, last, a, b, c, d] = counts;
    let how = format!(
        "all positions sorted: {rows} beginnings of rows, {not_first} with x_0 in a later column, {larger} with x_(j−1) too large, \
         {last} of (i), {a}, {b}, {c} and {d} of (ii)a to d"
    );
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing.shown()))
}
