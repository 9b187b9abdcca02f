//! What columns have to do with each other: do they split the positive integers, and is each row made from those before?

use std::collections::BTreeSet;

/// Do the columns hold every positive integer once?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splitting {
    /// They do, up to this number.
    UpTo(i64),
    /// The first number that none of them holds.
    Missed(i64),
    /// The first number that is there twice.
    Twice(i64),
}

impl Splitting {
    /// Looks at rows whose columns grow; nothing if some column does not, or if there are no rows.
    pub fn of(rows: &[Vec<i64>]) -> Option<Self> {
        let rows: Vec<&Vec<i64>> = rows
            .iter()
            .filter(|row| row.iter().any(|p| *p > 0))
            .collect();
        let grows = rows
            .windows(2)
            .all(|pair| pair[0].iter().zip(pair[1]).all(|(one, next)| one <= next));
        // Rows still to come hold nothing smaller than the first pile of the last one.
        let bound = *rows.last()?.first()?;
        if !grows || rows.len() < 8 || bound < 2 {
            return None;
        }
        let mut numbers: Vec<i64> = rows.iter().flat_map(|row| row.iter().copied()).collect();
        numbers.retain(|number| (1..=bound).contains(number));
        numbers.sort_unstable();
        let twice = numbers.windows(2).find(|pair| pair[0] == pair[1]);
        let twice = twice.map(|pair| pair[0]);
        let missed = (1..=bound).find(|n| numbers.binary_search(n).is_err());
        Some(match (missed, twice) {
            (None, None) => Self::UpTo(bound),
            (Some(missed), None) => Self::Missed(missed),
            (None, Some(twice)) => Self::Twice(twice),
            (Some(missed), Some(twice)) if missed < twice => Self::Missed(missed),
            (_, Some(twice)) => Self::Twice(twice),
        })
    }
}

/// `c_n = times*a_n + slope*n + constant`, where a is the first column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstColumnFormula {
    /// How often the entry of the first column.
    pub times: i64,
    /// How often the number of the row.
    pub slope: i64,
    /// What is added.
    pub constant: i64,
}

/// Is the first column the mex of the rows before, and every other column linear in it and in n? Rows are counted from that of
/// zeros, which must be the first.
pub fn mex_recursion(rows: &[Vec<i64>]) -> Option<Vec<FirstColumnFormula>> {
    let zeros = rows.first()?.iter().all(|pile| *pile == 0);
    if !zeros || rows.len() < 8 {
        return None;
    }
    let mut used: BTreeSet<i64> = BTreeSet::from([0]);
    let mut mex = 1;
    for row in &rows[1..] {
        while used.contains(&mex) {
            mex += 1;
        }
        if *row.first()? != mex {
            return None;
        }
        used.extend(row);
    }
    let dimension = rows[0].len();
    (1..dimension)
        .map(|column| from_first(rows, column))
        .collect()
}

/// How a column follows from the first one and the number of the row.
fn from_first(rows: &[Vec<i64>], column: usize) -> Option<FirstColumnFormula> {
    (0..=4).find_map(|times| {
        let rest = |n: usize| rows[n][column] - times * rows[n][0];
        let slope = rest(2) - rest(1);
        let constant = rest(1) - slope;
        let fits = (1i64..)
            .zip(1..rows.len())
            .all(|(n, row)| rest(row) == slope * n + constant);
        fits.then_some(FirstColumnFormula {
            times,
            slope,
            constant,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wythoff(rows: i64) -> Vec<Vec<i64>> {
        let phi = numeration::surd::SmallSurd::new(1, 1, 2, 5);
        let floor = |n| {
            phi.floor_at(n, &numeration::surd::SmallSurd::from(0))
                .expect("small")
        };
        (0..rows).map(|n| vec![floor(n), floor(n) + n]).collect()
    }

    #[test]
    fn wythoff_splits_and_has_a_mex_recursion() {
        let mut rows = wythoff(30);
        assert_eq!(Splitting::of(&rows), Some(Splitting::UpTo(46)));
        let from = FirstColumnFormula {
            times: 1,
            slope: 1,
            constant: 0,
        };
        assert_eq!(mex_recursion(&rows), Some(vec![from]));
        rows[20][1] += 1;
        assert_eq!(mex_recursion(&rows), None);
        rows = wythoff(30);
        rows[5] = vec![8, 12];
        assert_eq!(Splitting::of(&rows), Some(Splitting::Twice(12)));
        rows.remove(5);
        assert_eq!(Splitting::of(&rows), Some(Splitting::Missed(8)));
    }
}
