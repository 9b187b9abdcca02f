//! The proof of Theorem 3, part by part: every position belongs to one of its cases, and the move of the case is tried.

use lab::LabError;
use logic::watch::Watch;
use rules::ruleset::Ruleset;
use solver::plain;
use strategies::rulesets::frankenstein::{Frankenstein, Reading};

use super::game::{at, is_row, kinds, options_of, squares};
use crate::arrays::shift::frankenstein_by_mex;
use crate::claims::checks::Check;
use crate::claims::checks::board::shown;
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("frankenstein_a_type_i", a_type_i),
    ("frankenstein_b_not_first", |bound, watch| {
        moves_into_rows(bound, watch, |case| match case {
            Case::NotFirst(target) => Some(target),
            _ => None,
        })
    }),
    ("frankenstein_b_larger", |bound, watch| {
        moves_into_rows(bound, watch, |case| match case {
            Case::Larger(target) => Some(target),
            _ => None,
        })
    }),
    ("frankenstein_case_a", |bound, watch| {
        moves_into_rows(bound, watch, |case| match case {
            Case::A(target) => Some(target),
            _ => None,
        })
    }),
    ("frankenstein_case_c", |bound, watch| {
        moves_into_rows(bound, watch, |case| match case {
            Case::C(target) => Some(target),
            _ => None,
        })
    }),
    ("frankenstein_case_d_printed", |bound, watch| {
        case_d(bound, watch, CaseD::Printed)
    }),
    ("frankenstein_case_d_legal", |bound, watch| {
        case_d(bound, watch, CaseD::MoveToTheEnd)
    }),
    ("frankenstein_cases_are_all", cases_are_all),
];

/// The case of part (B) to which a position belongs, with what the paper moves to.
enum Case {
    /// A beginning of a row.
    Row,
    /// x_0 = A_{j−1}^n with j > 1: to (A_0^n, …, A_{j−1}^n).
    NotFirst(Vec<u32>),
    /// x_{j−1} > A_{j−1}^n: to (A_0^n, …, A_{j−1}^n).
    Larger(Vec<u32>),
    /// (i): the last coin alone is too low.
    LastOnly,
    /// (ii)a, with its target.
    A(Vec<u32>),
    /// (ii)b: to Φ.
    B,
    /// (ii)c, with its target.
    C(Vec<u32>),
    /// (ii)d: to Φ. With A_{j+s+1}^n.
    D(u32),
}

impl Case {
    /// In the order of the paper: a later case excludes the earlier ones.
    fn of(x: &[u32], array: &[Vec<u32>]) -> Option<Self> {
        let (row, column) = array.iter().skip(1).find_map(|row| {
            let column = row.iter().position(|entry| *entry == x[0])?;
            Some((row, column))
        })?;
        if column > 0 {
            return Some(Self::NotFirst(row[..=column].to_vec()));
        }
        let Some(place) = x.iter().zip(row).position(|(coin, entry)| coin != entry) else {
            return Some(Self::Row);
        };
        let (entry, above) = (row[place], &x[place + 1..]);
        let target = row[..=place].to_vec();
        if x[place] > entry {
            return Some(Self::Larger(target));
        }
        if above.is_empty() {
            return Some(Self::LastOnly);
        }
        if !x.contains(&entry) && above.iter().any(|coin| *coin > entry) {
            return Some(Self::A(target));
        }
        if above.iter().all(|coin| *coin <= entry) {
            return Some(Self::B);
        }
        let next = (place..row.len()).find(|column| !x.contains(&row[*column]))?;
        Some(if *x.last()? > row[next] {
            Self::C(row[..=next].to_vec())
        } else {
            Self::D(row[next])
        })
    }
}

/// Told each position and its case.
type Visit<'v> = &'v mut dyn FnMut(&[u32], Case) -> Result<(), LabError>;

/// Every position on the squares up to the bound with its case; the empty strip is left out.
fn for_each_case(bound: u32, watch: &dyn Watch, visit: Visit<'_>) -> Result<(), LabError> {
    let entry = |entry| u32::try_from(entry).unwrap_or(u32::MAX);
    let array: Vec<Vec<u32>> = frankenstein_by_mex(bound as usize + 1, 8)
        .iter()
        .map(|row| row.iter().map(entry).collect())
        .collect();
    for position in plain::board(&rules(), bound) {
        watch.check()?;
        let x = squares(&position);
        if x.is_empty() {
            continue;
        }
        let case = Case::of(&x, &array).ok_or_else(|| {
            LabError::input(format!("{} belongs to no case of the proof", shown(&x)))
        })?;
        visit(&x, case)?;
    }
    Ok(())
}

fn rules() -> Frankenstein {
    Frankenstein::new(Reading::Strict)
}

/// The least of the positions that were told, by tokens and then by squares, and how many there were.
#[derive(Default)]
struct Failing {
    least: Option<Vec<u32>>,
    count: u32,
}

impl Failing {
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
    let rules = rules();
    let mut failing = None;
    let mut moves = 0_u64;
    for row in frankenstein_by_mex(bound as usize + 1, 8).iter().skip(1) {
        let row: Vec<u32> = row
            .iter()
            .map(|entry| u32::try_from(entry).unwrap_or(u32::MAX))
            .take_while(|entry| *entry <= bound)
            .collect();
        for coins in 2..=row.len() {
            let from = &row[..coins];
            for to in options_of(&rules, from, "I", watch)? {
                moves += 1;
                if is_row(&to) {
                    failing = failing.or(Some(format!("{} → {}", shown(from), shown(&to))));
                }
            }
        }
    }
    let how = format!("all {moves} type I moves from beginnings of rows listed");
    Ok(Finding::up_to(format!("squares <= {bound}"), how).unless(failing))
}

/// In one case the paper's move is a legal type I move to a beginning of a row.
fn moves_into_rows(
    bound: u32,
    watch: &dyn Watch,
    target: fn(Case) -> Option<Vec<u32>>,
) -> Result<Finding, LabError> {
    let rules = rules();
    let mut failing = Failing::default();
    let mut tried = 0;
    for_each_case(bound, watch, &mut |x, case| {
        let Some(to) = target(case) else {
            return Ok(());
        };
        tried += 1;
        let legal = kinds(&rules, x, &to, watch)?.iter().any(|kind| kind == "I");
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
    let rules = rules();
    let mut failing = Failing::default();
    let mut tried = 0;
    for_each_case(bound, watch, &mut |x, case| {
        let (Case::D(bounding), [rest @ .., before, last]) = (case, x) else {
            return Ok(());
        };
        tried += 1;
        let right = 2 * before + rest.iter().sum::<u32>();
        let holds = match what {
            CaseD::Printed => *last < bounding && bounding <= right,
            CaseD::MoveToTheEnd => rules.legal(&at(x), &at(&[]), watch)?.is_ok(),
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
    let rules = rules();
    let mut failing = Failing::default();
    let mut counts = [0_u32; 8];
    for_each_case(bound, watch, &mut |x, case| {
        let (place, fine) = match case {
            Case::Row => (0, is_row(x)),
            Case::NotFirst(_) => (1, true),
            Case::Larger(_) => (2, true),
            Case::LastOnly => (3, true),
            Case::A(_) => (4, true),
            Case::B => (5, rules.legal(&at(x), &at(&[]), watch)?.is_ok()),
            Case::C(_) => (6, true),
            Case::D(_) => (7, rules.legal(&at(x), &at(&[]), watch)?.is_ok()),
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
