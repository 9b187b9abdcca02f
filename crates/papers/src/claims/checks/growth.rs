//! What strategies cost: piles of so many digits are decided, which a table of all rows before could not do, and the steps of the mex rule
//! in windows are counted.
//!
//! No clock is read, so that the verdict is the same on every machine. A strategy whose work grows with the piles, and not with their
//! digits, would never come to the end of these positions. The windows are measured: they may hold so many numbers for each digit, and
//! no more.

use lab::LabError;
use logic::watch::Watch;
use numeration::golden::Golden;
use numeration::natural::{Natural, One, Pow};
use rules::outcome::Outcome;
use rules::position::Position;
use strategies::rat_vectors::mex_window::MexWindow;
use strategies::rat_vectors::vectors::RatVectors;
use strategies::strategy::StrategyName;

use super::Told;
use crate::claims::finding::Finding;
use crate::claims::sentence;

pub(super) const CHECKS: &[(&str, Told)] = &[
    ("rat_large_piles", |bound, watch| {
        large_piles(&[("rat", 3)], bound, watch)
    }),
    ("mouse_and_fat_rat_large_piles", |bound, watch| {
        let games = [
            ("mouse", 2),
            ("fat-rat:m=4", 4),
            ("fat-rat:m=5", 5),
            ("fat-rat:m=8", 8),
        ];
        large_piles(&games, bound, watch)
    }),
    ("raleigh_large_algebraic", |bound, watch| {
        raleigh(&[StrategyName::Algebraic], bound, watch)
    }),
    ("raleigh_large_arithmetic", |bound, watch| {
        raleigh(&[StrategyName::Arithmetic], bound, watch)
    }),
];

/// The window, the algebraic and the arithmetic strategy of games whose P-positions are the rat vectors.
fn large_piles(
    games: &[(&str, usize)],
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let names = [
        StrategyName::Window,
        StrategyName::Algebraic,
        StrategyName::Arithmetic,
    ];
    let mut failing = None;
    let mut most = 0;
    for (game, m) in games {
        let vectors = RatVectors::new(*m);
        failing = failing.or(decided(game, &names, bound, watch, &|n| vectors.vector(n))?);
        let counted = windows(*m, bound, watch)?;
        most = counted
            .last()
            .map_or(most, |(_, numbers)| most.max(*numbers));
        failing = failing.or(too_fast(&counted).map(|digits| format!("{game}, {digits} digits")));
    }
    let how = format!(
        "{DECIDED}; the mex rule in windows works out at most {most} numbers for a row, and never more than {PER_DIGIT} for each digit of its number"
    );
    Ok(Finding::up_to(format!("piles of {bound} digits"), how).unless(failing))
}

/// How many numbers the windows hold for rows of 1, 2, 4, … digits.
fn windows(m: usize, bound: u32, watch: &dyn Watch) -> Result<Vec<(u32, usize)>, LabError> {
    let mex = MexWindow::new(m);
    let counted = sizes(bound).map(|digits| {
        let n = row_number(digits);
        Ok((digits, mex.around(&n, &n, watch)?.numbers()))
    });
    counted.collect()
}

/// The first size for which there are more than [`PER_DIGIT`] for each digit.
fn too_fast(counted: &[(u32, usize)]) -> Option<u32> {
    let mut counted = counted.iter();
    let found = counted.find(|(digits, numbers)| *numbers > PER_DIGIT * *digits as usize);
    found.map(|(digits, _)| *digits)
}

/// 1, 2, 4, … digits.
fn sizes(bound: u32) -> impl Iterator<Item = u32> {
    let sizes = std::iter::successors(Some(1), |digits| Some(digits * 2));
    sizes.take_while(move |digits| *digits <= bound)
}

/// The number of a row with about so many digits.
fn row_number(digits: u32) -> Natural {
    Natural::from(10u32).pow(u64::from(digits)) / Natural::from(7u32) + Natural::ONE
}

fn raleigh(names: &[StrategyName], bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let golden = Golden::new();
    let times_phi = |n: &Natural| golden.floors(n).first;
    let row = |n: &Natural| {
        let b = times_phi(n) + n;
        vec![&b - Natural::ONE, b.clone(), times_phi(&b)]
    };
    Ok(finding(bound).unless(decided("raleigh", names, bound, watch, &row)?))
}

/// So many numbers the windows may hold for each digit of the number of a row.
const PER_DIGIT: usize = 50;

const DECIDED: &str =
    "rows of 1, 2, 4, … digits and positions beside them decided by each strategy";

fn finding(bound: u32) -> Finding {
    Finding::up_to(format!("piles of {bound} digits"), DECIDED)
}

/// Each strategy says of rows with 1, 2, 4, … digits that they are P-positions, and of what is beside them that it is none.
fn decided(
    game: &str,
    names: &[StrategyName],
    bound: u32,
    watch: &dyn Watch,
    row: &dyn Fn(&Natural) -> Vec<Natural>,
) -> Result<Option<String>, LabError> {
    let strategies = sentence::load(game)?.strategies(watch)?;
    for name in names {
        let Some(strategy) = strategies.iter().find(|known| known.name() == *name) else {
            return Ok(Some(format!("{game} has no {name} strategy")));
        };
        for digits in sizes(bound) {
            watch.check()?;
            let mut piles = row(&row_number(digits));
            let inside = strategy.outcome(&Position::unchecked(piles.clone()), watch)?;
            if let Some(last) = piles.last_mut() {
                *last += Natural::ONE;
            }
            let beside = strategy.outcome(&Position::unchecked(piles), watch)?;
            if (inside, beside) != (Outcome::P, Outcome::N) {
                return Ok(Some(format!("{game}, {name}, {digits} digits")));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work that grows with the piles, or with the square of their digits, is noticed.
    #[test]
    fn growth_is_noticed() {
        let counted = |count: &dyn Fn(u32) -> usize| -> Vec<(u32, usize)> {
            sizes(64).map(|digits| (digits, count(digits))).collect()
        };
        assert_eq!(too_fast(&counted(&|digits| 45 * digits as usize)), None);
        assert_eq!(
            too_fast(&counted(&|digits| (9 * digits * digits) as usize)),
            Some(8)
        );
        let piles = |digits: u32| 10_usize.saturating_pow(digits);
        assert_eq!(too_fast(&counted(&piles)), Some(4));
    }
}
