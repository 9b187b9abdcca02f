//! Checks that are computations: one small function for each claim, and one for each printed table.
//!
//! A check looks at its statement up to a bound, or at all of a finite one, and returns what it found with the smallest
//! counterexample. It uses the engines (rules, solver, numeration systems, exact reals), never the claim itself.

mod beta;
mod board;
mod coverings;
mod frankenstein;
mod growth;
mod large_rats;
mod matrices;
mod permutations;
mod raleigh;
mod rat;
mod splittings;
mod strings;

pub(crate) use beta::invariance_number;
pub(crate) use board::{PaperGame, shown};
pub(crate) use matrices::statement as matrix;

use lab::LabError;
use logic::watch::Watch;

use super::finding::Finding;

/// A check with its bound.
type Check = fn(u32, &dyn Watch) -> Case;
/// The smallest counterexample, if there is one.
type Case = Result<Option<String>, LabError>;
/// A check that says what it did.
type Told = fn(u32, &dyn Watch) -> Result<Finding, LabError>;
/// The correct entries of a table.
type Table = fn(&dyn Watch) -> Result<Rows, LabError>;
/// The rows of a table.
pub(crate) type Rows = Vec<Vec<String>>;

/// Runs the check of this name.
pub(crate) fn counterexample(name: &str, bound: u32, watch: &dyn Watch) -> Case {
    watch.check()?;
    let check = of_name(CHECKS, name)?;
    check(bound, watch)
}

/// Runs the check of this name that says what it did.
pub(crate) fn told(name: &str, bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    watch.check()?;
    let check = of_name(TOLD, name)?;
    check(bound, watch)
}

/// Computes the table of this name.
pub(crate) fn table(name: &str, watch: &dyn Watch) -> Result<Rows, LabError> {
    watch.check()?;
    let table = of_name(TABLES, name)?;
    table(watch)
}

/// The names of all checks and tables.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let checks = CHECKS.iter().copied().flatten().map(|(name, _)| *name);
    let told = TOLD.iter().copied().flatten().map(|(name, _)| *name);
    let tables = TABLES.iter().copied().flatten().map(|(name, _)| *name);
    checks.chain(told).chain(tables)
}

fn of_name<T: Copy>(list: &[&[(&str, T)]], name: &str) -> Result<T, LabError> {
    let found = list
        .iter()
        .copied()
        .flatten()
        .find(|(known, _)| *known == name);
    let (_, item) = found.ok_or_else(|| LabError::input(format!("there is no check `{name}`")))?;
    Ok(*item)
}

const CHECKS: &[&[(&str, Check)]] = &[
    rat::CHECKS,
    coverings::CHECKS,
    raleigh::CHECKS,
    frankenstein::CHECKS,
    frankenstein::UNBOUNDED_CHECKS,
    frankenstein::GAME_CHECKS,
    frankenstein::KIN_CHECKS,
    frankenstein::ROW_CHECKS,
    large_rats::CHECKS,
    large_rats::EXAMPLES,
    matrices::CHECKS,
    beta::CHECKS,
    beta::INVARIANCE_CHECKS,
    beta::DENSITY_CHECKS,
    splittings::CHECKS,
];
const TOLD: &[&[(&str, Told)]] = &[
    permutations::CHECKS,
    growth::CHECKS,
    frankenstein::PROOF_CHECKS,
    frankenstein::READING_CHECKS,
    &[
        ("integer_covers", coverings::integer_covers),
        ("frankenstein_theorem_3", frankenstein::theorem_3),
        (
            "array_of_increasing_coefficient",
            frankenstein::increasing_coefficient,
        ),
        ("array_of_1_3", frankenstein::coefficients_1_3),
        ("lemma_2_cases", frankenstein::lemma_2_cases),
        ("beatty_other_densities", beta::other_densities),
        ("rats_rule_printed", large_rats::rule_printed),
        ("rats_witness", large_rats::witness),
        ("rat_no_move_of_type_three", rat::no_move_of_type_three),
    ],
];
const TABLES: &[&[(&str, Table)]] = &[
    rat::TABLES,
    raleigh::TABLES,
    frankenstein::TABLES,
    large_rats::TABLES,
    matrices::TABLES,
    beta::TABLES,
];

/// The entries of a row as text.
fn row<T: ToString>(entries: impl IntoIterator<Item = T>) -> Vec<String> {
    entries.into_iter().map(|entry| entry.to_string()).collect()
}
