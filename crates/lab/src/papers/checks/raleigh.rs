//! The Raleigh game.

use games::outcome::Outcome;
use logic::watch::Watch;
use numeration::natural::{Integer, Natural};
use numeration::real::Real;
use numeration::system::{NumerationSystem, Representation};
use numeration::zeckendorf::Zeckendorf;

use super::board::{Board, shown};
use super::rat::{beyond, places};
use super::{Check, Rows, Table, row};
use crate::LabError;
use crate::papers::finding::Finding;

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("fibonacci_unique", fibonacci_unique),
    ("raleigh_ends_of_a", |bound, watch| {
        by_digits(bound, watch, 0, |zeros, _| zeros == 0)
    }),
    ("raleigh_ends_of_b", |bound, watch| {
        by_digits(bound, watch, 1, |zeros, _| zeros % 2 == 1)
    }),
    ("raleigh_ends_of_c", |bound, watch| {
        by_digits(bound, watch, 2, |zeros, _| zeros % 2 == 0 && zeros > 0)
    }),
    ("raleigh_even_ones", |bound, watch| {
        among_rows(bound, watch, &[0, 2], |_, ones| ones % 2 == 0)
    }),
    ("raleigh_odd_ones", |bound, watch| {
        among_rows(bound, watch, &[1], |_, ones| ones % 2 == 1)
    }),
    ("raleigh_even_zeros", |bound, watch| {
        among_rows(bound, watch, &[0, 2], |zeros, _| zeros % 2 == 0)
    }),
    ("raleigh_odd_zeros", |bound, watch| {
        among_rows(bound, watch, &[1], |zeros, _| zeros % 2 == 1)
    }),
    ("raleigh_left_shift", left_shift),
    ("raleigh_letters", letters),
    ("raleigh_first_row", first_row),
    ("raleigh_equal_piles", equal_piles),
    ("raleigh_not_wythoff", not_wythoff),
];

pub(super) const TABLES: &[(&str, Table)] = &[
    ("raleigh_1", |watch| p_rows(0, watch)),
    ("raleigh_2_positions", |watch| p_rows(1, watch)),
    ("raleigh_2_digits", |_| digits_table()),
];

/// The P-positions from the rules alone, from this one on.
fn p_rows(from: usize, watch: &dyn Watch) -> Result<Rows, LabError> {
    let positions = Board::of("raleigh")?.p_positions(63, watch)?;
    let rows = (0..).zip(&positions).skip(from);
    let entries = |(n, p): (u32, &Vec<u32>)| row([n, p[0], p[1], p[2]]);
    Ok(rows.map(entries).collect())
}

/// There is no move from S_1 to S_0.
fn first_row(_: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let kinds = Board::of("raleigh")?.kinds(&[1, 2, 3], &[0, 0, 0], watch)?;
    let failing = (!kinds.is_empty()).then(|| format!("it is of type {}", kinds.join(", ")));
    Ok(Finding::proved("the move tried against the rules").unless(failing))
}

/// With an empty pile (1, 2) is won in Raleigh, and it is lost in Wythoff's game.
fn not_wythoff(_: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let raleigh = Board::of("raleigh")?.outcome(&[0, 1, 2], watch)?;
    let wythoff = Board::of("wythoff")?.outcome(&[1, 2], watch)?;
    let failing = (raleigh != Outcome::N || wythoff != Outcome::P)
        .then(|| format!("{raleigh} and {wythoff}"));
    Ok(Finding::proved("both positions searched").unless(failing))
}

/// From a position with an empty pile or two equal ones a move of type I or II leads to the end.
fn equal_piles(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let game = Board::of("raleigh")?;
    let mut failing = None;
    for z in 1..=bound {
        for (x, y) in (0..=z).flat_map(|y| (0..=y).map(move |x| (x, y))) {
            if x == 0 || x == y || y == z {
                let kinds = game.kinds(&[x, y, z], &[0, 0, 0], watch)?;
                let legal = kinds.iter().any(|kind| kind == "I" || kind == "II");
                failing = failing.or((!legal).then(|| shown(&[x, y, z])));
            }
        }
    }
    let how = "the moves tried against the rules";
    Ok(Finding::up_to(format!("every pile at most {bound}"), how).unless(failing))
}

fn digits_table() -> Result<Rows, LabError> {
    let system = Zeckendorf::new();
    (1..=30u32)
        .map(|n| {
            let mut entries = row([n]);
            entries.extend(places(&system, n, 7)?);
            Ok(entries)
        })
        .collect()
}

/// (A_n, B_n, C_n) by the golden section.
fn triple(n: u32) -> Result<[Integer; 3], LabError> {
    let phi = Real::phi();
    let times_phi = |n: &Integer| phi.floor_multiple(n).map_err(beyond);
    let n = Integer::from(n);
    let below = times_phi(&n)?;
    let b = &below + &n;
    Ok([times_phi(&below)?, b.clone(), times_phi(&b)?])
}

fn representation(n: &Integer) -> Result<Representation, LabError> {
    let n = Natural::try_from(n).map_err(|_| LabError::Beyond(format!("{n} is negative")))?;
    Zeckendorf::new().represent(&n).map_err(beyond)
}

/// The numbers of 0s and of 1s that digits end in.
fn ends(digits: &Representation) -> (usize, usize) {
    let ones = (0..digits.len())
        .take_while(|place| digits.digit(*place) == 1)
        .count();
    (digits.trailing_zeros(), ones)
}

/// Every positive integer has exactly one representation without adjacent 1s.
fn fibonacci_unique(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let mut basis = vec![1usize, 2];
    while basis[basis.len() - 1] <= bound as usize {
        basis.push(basis[basis.len() - 1] + basis[basis.len() - 2]);
    }
    let mut counts = vec![0u32; bound as usize + 1];
    let mut strings = vec![(basis.len(), 0usize)];
    while let Some((place, value)) = strings.pop() {
        watch.check()?;
        counts[value] += 1;
        let free = place.saturating_sub(usize::from(place < basis.len()));
        for (lower, weight) in basis[..free].iter().enumerate() {
            if value + weight <= bound as usize {
                strings.push((lower, value + weight));
            }
        }
    }
    let failing = counts
        .iter()
        .position(|count| *count != 1)
        .map(|n| n.to_string());
    let how = "all digit strings without adjacent 1s counted";
    Ok(Finding::up_to(format!("N <= {bound}"), how).unless(failing))
}

/// The numbers up to the bound whose digits end so are those of one of the three sequences.
fn by_digits(
    bound: u32,
    watch: &dyn Watch,
    column: usize,
    is_so: impl Fn(usize, usize) -> bool,
) -> Result<Finding, LabError> {
    let mut members = vec![false; bound as usize + 1];
    for n in 1..=bound {
        watch.check()?;
        if let Ok(value) = usize::try_from(&triple(n)?[column])
            && value <= bound as usize
        {
            members[value] = true;
        }
    }
    let mut failing = None;
    for t in 1..=bound {
        let (zeros, ones) = ends(&representation(&Integer::from(t))?);
        if is_so(zeros, ones) != members[t as usize] {
            failing = failing.or(Some(t.to_string()));
        }
    }
    let how = "the digits of every number compared with the sequences";
    Ok(Finding::up_to(format!("numbers <= {bound}"), how).unless(failing))
}

/// The digits of these members of the triples end so.
fn among_rows(
    bound: u32,
    watch: &dyn Watch,
    columns: &[usize],
    is_so: impl Fn(usize, usize) -> bool,
) -> Result<Finding, LabError> {
    let mut failing = None;
    for n in 1..=bound {
        watch.check()?;
        let triple = triple(n)?;
        for column in columns {
            let digits = representation(&triple[*column])?;
            let (zeros, ones) = ends(&digits);
            if !is_so(zeros, ones) && failing.is_none() {
                let name = ["A", "B", "C"][*column];
                failing = Some(format!("{name}_{n} = {} = {digits}", triple[*column]));
            }
        }
    }
    let how = "the digits of the triples computed";
    Ok(Finding::up_to(format!("n <= {bound}"), how).unless(failing))
}

/// The digits of C_n are those of B_n with a 0 appended.
fn left_shift(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let mut failing = None;
    for n in 1..=bound {
        watch.check()?;
        let [_, b, c] = triple(n)?;
        if representation(&b)?.shifted_left() != representation(&c)? {
            failing = failing.or(Some(format!("n = {n}")));
        }
    }
    let how = "the digits of B_n and C_n compared";
    Ok(Finding::up_to(format!("n <= {bound}"), how).unless(failing))
}

/// The capital letters of the printed name.
fn letters(_: u32, _: &dyn Watch) -> Result<Finding, LabError> {
    let capitals: String = "RonAld LEwIs GraHam"
        .chars()
        .filter(char::is_ascii_uppercase)
        .collect();
    let failing = (capitals != "RALEIGH").then_some(capitals);
    Ok(Finding::proved("the capital letters read one after the other").unless(failing))
}
