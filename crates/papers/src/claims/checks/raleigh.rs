//! The Raleigh game.

use lab::LabError;
use logic::watch::Watch;
use numeration::zeckendorf::Zeckendorf;

use super::board::{PaperGame, shown};
use super::rat::places;
use super::{Case, Check, Rows, Table, row, strings};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("fibonacci_unique", fibonacci_unique),
    ("raleigh_letters", letters),
    ("raleigh_equal_piles", equal_piles),
];

pub(super) const TABLES: &[(&str, Table)] = &[
    ("raleigh_1", |watch| p_rows(0, watch)),
    ("raleigh_2_positions", |watch| p_rows(1, watch)),
    ("raleigh_2_digits", |_| digits_table()),
];

/// The P-positions from the rules alone, from this one on.
fn p_rows(from: usize, watch: &dyn Watch) -> Result<Rows, LabError> {
    let positions = PaperGame::of("raleigh")?.p_positions(63, watch)?;
    let rows = (0..).zip(&positions).skip(from);
    let entries = |(n, p): (u32, &Vec<u32>)| row([n, p[0], p[1], p[2]]);
    Ok(rows.map(entries).collect())
}

/// From a position with an empty pile or two equal ones a move of type I or II leads to the end.
fn equal_piles(bound: u32, watch: &dyn Watch) -> Case {
    let game = PaperGame::of("raleigh")?;
    for z in 1..=bound {
        for (x, y) in (0..=z).flat_map(|y| (0..=y).map(move |x| (x, y))) {
            if x == 0 || x == y || y == z {
                let by = |kind| game.allows(kind, &[x, y, z], &[0, 0, 0], watch);
                let legal = by("I")? || by("II")?;
                if !legal {
                    return Ok(Some(shown(&[x, y, z])));
                }
            }
        }
    }
    Ok(None)
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

/// Every positive integer has exactly one representation without adjacent 1s.
fn fibonacci_unique(bound: u32, watch: &dyn Watch) -> Case {
    let basis = strings::basis([1, 2], bound, |before, last| before + last);
    let odd = strings::not_unique(&basis, bound, watch, |after_one, _, digit| match digit {
        0 => Some(false),
        1 if !after_one => Some(true),
        _ => None,
    })?;
    Ok(odd.map(|(n, _)| n.to_string()))
}

/// The capital letters of the printed name.
fn letters(_: u32, _: &dyn Watch) -> Case {
    let capitals: String = "RonAld LEwIs GraHam"
        .chars()
        .filter(char::is_ascii_uppercase)
        .collect();
    let failing = (capitals != "RALEIGH").then_some(capitals);
    Ok(failing)
}
