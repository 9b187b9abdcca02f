//! Section 5: other arrays, other numeration systems, and a game for each of the recurrences b, −1.

use lab::LabError;
use logic::watch::Watch;
use numeration::natural::{Integer, Natural};
use numeration::real::Real;
use numeration::recurrence::Recurrence;
use numeration::semiregular::Semiregular;
use numeration::system::NumerationSystem;

use crate::arrays::floor::FloorArray;
use crate::arrays::mex::{LinearRule, MexArray, RowError, RowRule, Stolarsky};
use crate::claims::checks::board::shown;
use crate::claims::checks::rat::beyond;
use crate::claims::checks::{Case, Check, strings};
use crate::claims::finding::Finding;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[
    ("stolarsky_array", stolarsky_array),
    ("difference_arrays", difference_arrays),
    ("difference_systems", difference_systems),
    ("recurrence_systems", recurrence_systems),
    ("array_of_1_2", |bound, watch| {
        equation_10(bound, watch, &|_| vec![1, 2], &[1])
    }),
    ("frankenstein_family", family),
    ("quasi_regular_fractions", quasi_regular_fractions),
];

/// Looks at all numbers up to a bound; the least that stands twice.
fn twice<R: RowRule>(rule: R, bound: u32, watch: &dyn Watch) -> Result<Option<String>, LabError> {
    let mut array = MexArray::new(rule);
    for _ in 0..bound {
        watch.check()?;
        array.look().map_err(beyond)?;
    }
    Ok(array.twice().map(|twice| {
        let [one, other] = twice
            .places
            .map(|(row, column)| format!("A_{column}^{row}"));
        format!("{} = {one} = {other}", twice.number)
    }))
}

fn stolarsky_array(bound: u32, watch: &dyn Watch) -> Case {
    let failing = twice(Stolarsky::default(), bound, watch)?;
    Ok(failing)
}

/// The least number that stands twice in the array of equation (10) with these coefficients, which may depend on the column.
fn equation_10(
    bound: u32,
    watch: &dyn Watch,
    coefficients: &dyn Fn(usize) -> Vec<usize>,
    initial: &[i32],
) -> Result<Option<String>, LabError> {
    let at = |j: usize| -> Result<Vec<Integer>, RowError> {
        Ok(coefficients(j).into_iter().map(Integer::from).collect())
    };
    let initial: Vec<Integer> = initial.iter().map(|value| Integer::from(*value)).collect();
    let order = coefficients(1).len();
    let rule = LinearRule::new(at, order, &initial, &Natural::from(bound)).map_err(beyond)?;
    twice(rule, bound, watch)
}

pub(in crate::claims::checks) fn increasing_coefficient(
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let found = equation_10(bound, watch, &|j| vec![j + 1], &[])?;
    Ok(is_no_splitting(found, "b_1(n) = n + 1"))
}

pub(in crate::claims::checks) fn coefficients_1_3(
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let found = equation_10(bound, watch, &|_| vec![1, 3], &[1])?;
    Ok(is_no_splitting(found, "b = (1, 3)"))
}

/// What is to be shown is that a number stands twice.
fn is_no_splitting(found: Option<String>, name: &str) -> Finding {
    match found {
        Some(place) => Finding::proved(format!("in the array with {name}, {place}")),
        None => Finding::proved(name).unless(Some("no number stands twice as far as was looked")),
    }
}

/// For b = 3, …, 9: the array by its definition, A_0^n the mex, A_1^n = (b − 1)A_0^n + n, A_j = b A_{j−1} − A_{j−2}, against the floors.
fn difference_arrays(bound: u32, watch: &dyn Watch) -> Case {
    for b in 3..=9_u32 {
        let floors = FloorArray::of_difference(&Natural::from(b)).map_err(beyond)?;
        let mut used = std::collections::BTreeSet::new();
        let mut head = 0_u64;
        for n in 1..=u64::from(bound) {
            watch.check()?;
            head += 1;
            while used.remove(&head) {
                head += 1;
            }
            let mut row = vec![head, u64::from(b - 1) * head + n];
            // All entries that a later head could meet: heads are below 2n.
            while row.len() < 6 || row[row.len() - 1] <= 2 * u64::from(bound) {
                row.push(u64::from(b) * row[row.len() - 1] - row[row.len() - 2]);
            }
            let by_floors = floors.row(&Natural::from(n), 6).map_err(beyond)?;
            let repeats = row.iter().skip(1).any(|entry| !used.insert(*entry));
            let first = row[..6].iter().map(|entry| Natural::from(*entry));
            if repeats || !first.eq(by_floors) {
                return Ok(Some(format!("b = {b}, row {n}")));
            }
        }
    }
    Ok(None)
}

/// Over u_n = b u_{n−1} − u_{n−2}, every number has one string of digits 0, …, b − 1 in which a digit below b − 2 stands between any two
/// digits b − 1.
fn difference_systems(bound: u32, watch: &dyn Watch) -> Case {
    for b in 3..=7 {
        if let Some(n) = written_otherwise(b, bound, watch)? {
            return Ok(Some(format!("b = {b}, n = {n}")));
        }
    }
    Ok(None)
}

/// The first number that has not exactly one such string for this b.
pub(super) fn written_otherwise(
    b: u64,
    bound: u32,
    watch: &dyn Watch,
) -> Result<Option<usize>, LabError> {
    let basis = strings::basis([1, b], bound, |before, last| b * last - before);
    // A digit b − 1 is open if no digit below b − 2 has come since.
    let odd = strings::not_unique(&basis, bound, watch, |open, _, digit| {
        let full = digit == b - 1;
        (digit < b && !(full && open)).then_some(full || open && digit == b - 2)
    })?;
    Ok(odd.map(|(n, _)| n))
}

/// For coefficients with (11), the digits of every number are admissible and lead back to it, and different numbers have different ones.
fn recurrence_systems(bound: u32, watch: &dyn Watch) -> Case {
    for b in [
        &[1_u32, 1][..],
        &[2, 1],
        &[2, 2],
        &[1, 1, 1],
        &[3, 2, 2],
        &[5, 1, 1, 1],
    ] {
        let coefficients: Vec<Natural> = b.iter().map(|b| Natural::from(*b)).collect();
        let system = Recurrence::new(&coefficients).map_err(beyond)?;
        let mut before = None;
        for n in 0..=bound {
            watch.check()?;
            let digits = system.represent(&Natural::from(n)).map_err(beyond)?;
            let lead_back = system.evaluate(&digits).map_err(beyond)? == n;
            if !lead_back || system.admissible(&digits).is_err() || before.as_ref() == Some(&digits)
            {
                return Ok(Some(format!("b = {b:?}, n = {n}")));
            }
            before = Some(digits);
        }
    }
    Ok(None)
}

/// The game with n_{k−1} <= (b − 1)n_{k−2} + (b − 2)(n_{k−3} + … + n_0) in place of (4), for b = 3, …, 6: its P-positions are the beginnings of
/// the rows of the array of b, −1. A P-position has no move to Φ, so that only such positions are tried.
fn family(bound: u32, watch: &dyn Watch) -> Case {
    for b in 3..=6_u32 {
        let mut all = Vec::new();
        without_move_to_the_end(&[], b, bound, &mut all);
        all.sort_by_key(|x| (x.iter().sum::<u32>(), x.clone()));
        let mut found: Vec<Vec<u32>> = vec![Vec::new()];
        for x in all {
            watch.check()?;
            if !found
                .iter()
                .any(|y| some_leave(&x, y) || all_leave(&x, y, b))
            {
                found.push(x);
            }
        }
        let expected = beginnings(b, bound)?;
        let odd = expected
            .iter()
            .chain(&found)
            .find(|x| expected.contains(x) != found.contains(x));
        if let Some(x) = odd {
            return Ok(Some(format!("b = {b}: {}", shown(x))));
        }
    }
    Ok(None)
}

/// Every set of coins with x_{k−1} > (b − 1)x_{k−2} + (b − 2)(x_{k−3} + … + x_0).
fn without_move_to_the_end(coins: &[u32], b: u32, bound: u32, all: &mut Vec<Vec<u32>>) {
    let largest = coins.last().copied().unwrap_or(0);
    let most = (b - 2) * coins.iter().sum::<u32>() + largest;
    if !coins.is_empty() {
        all.extend((most + 1..=bound).map(|last| [coins, &[last]].concat()));
    }
    for more in (largest + 1..)
        .take_while(|more| (b - 2) * coins.iter().sum::<u32>() + (b - 1) * more < bound)
    {
        without_move_to_the_end(&[coins, &[more]].concat(), b, bound, all);
    }
}

/// A type I move: going down from the highest new square, each takes the highest coin that is left if that is higher; what is left over goes to
/// a coin that is split.
fn some_leave(x: &[u32], y: &[u32]) -> bool {
    let leaving: Vec<u32> = x
        .iter()
        .rev()
        .copied()
        .filter(|coin| !y.contains(coin))
        .collect();
    let new: Vec<u32> = y
        .iter()
        .rev()
        .copied()
        .filter(|coin| !x.contains(coin))
        .collect();
    if leaving.is_empty() || leaving.len() == x.len() || new.is_empty() {
        return false;
    }
    let unfilled = |split: Option<usize>| -> Vec<u32> {
        let mut coins = (0..leaving.len())
            .filter(|index| Some(*index) != split)
            .peekable();
        let mut unfilled = Vec::new();
        for square in &new {
            match coins.peek() {
                Some(index) if leaving[*index] > *square => drop(coins.next()),
                _ => unfilled.push(*square),
            }
        }
        unfilled
    };
    unfilled(None).is_empty()
        || (0..leaving.len()).any(|split| {
            let rest = unfilled(Some(split));
            let shifted = leaving.len() == 1 || rest.len() < new.len();
            shifted && rest.iter().sum::<u32>() < leaving[split]
        })
}

/// A type II move that keeps the order, with the bound of b.
fn all_leave(x: &[u32], y: &[u32], b: u32) -> bool {
    if y.len() != x.len() || x.iter().zip(y).any(|(coin, square)| coin <= square) {
        return false;
    }
    let shifts: Vec<u32> = x
        .iter()
        .zip(y)
        .map(|(coin, square)| coin - square)
        .collect();
    let [rest @ .., before, last] = shifts.as_slice() else {
        return false;
    };
    shifts.is_sorted() && *last <= (b - 1) * before + (b - 2) * rest.iter().sum::<u32>()
}

/// Φ and the beginnings of the rows, of two coins or more.
fn beginnings(b: u32, bound: u32) -> Result<Vec<Vec<u32>>, LabError> {
    let floors = FloorArray::of_difference(&Natural::from(b)).map_err(beyond)?;
    let mut all = vec![Vec::new()];
    for n in 1..=bound {
        let row = floors.row(&Natural::from(n), 8).map_err(beyond)?;
        let row: Vec<u32> = row
            .iter()
            .filter_map(|entry| u32::try_from(entry).ok())
            .take_while(|entry| *entry <= bound)
            .collect();
        all.extend((2..=row.len()).map(|coins| row[..coins].to_vec()));
    }
    Ok(all)
}

/// The convergents of the quasi-regular fraction of (b + √(b² − 4))/2, found by rounding up, are the quotients of 1, b, b² − 1, ….
fn quasi_regular_fractions(bound: u32, _: &dyn Watch) -> Case {
    for b in 3..=9_u32 {
        let natural = Natural::from(b);
        let floors = FloorArray::of_difference(&natural).map_err(beyond)?;
        let by_rounding = Semiregular::of(floors.alpha(), bound as usize).map_err(beyond)?;
        let constant = Semiregular::constant(&natural);
        let first = floors
            .row(&Natural::from(1_u32), bound as usize + 1)
            .map_err(beyond)?;
        let quotients = first
            .windows(2)
            .map(|pair| (Integer::from(&pair[1]), Integer::from(&pair[0])));
        let same = by_rounding
            .convergents()
            .eq(constant.convergents().take(bound as usize));
        let tail = Real::from(1).div(floors.alpha()).map_err(beyond)?;
        let value = Real::from(i64::from(b)).sub(&tail).map_err(beyond)?;
        if !same || !quotients.eq(by_rounding.convergents()) || value != *floors.alpha() {
            return Ok(Some(format!("b = {b}")));
        }
    }
    Ok(None)
}
