//! Arrays, numeration systems and Frankenstein games.

use super::{pairs, shown};

type Loop = (&'static str, fn() -> String);

pub(crate) const LOOPS: &[Loop] = &[
    ("Section 1, Table 1", || {
        let (row, column, printed) = (9, 6, 4225);
        format!(
            "row {row}, column A_{column}: {} not {printed}",
            array(10)[row][column]
        )
    }),
    ("Section 1, Example (iii), the answers", || {
        let from = [1, 3, 8];
        let mut targets: Vec<Vec<i64>> = (0..256)
            .map(|set| {
                (1..=8)
                    .filter(|square| set >> (square - 1) & 1 == 1)
                    .collect()
            })
            .collect();
        targets.sort_unstable();
        let answered = |option: &[i64]| is_legal(option, &[]) || is_legal(option, &[1, 3]);
        let option = targets
            .into_iter()
            .find(|option| is_legal(&from, option) && !answered(option))
            .unwrap();
        format!("{} → {}", shown(&from), shown(&option))
    }),
    ("Section 1, Example (vi), how", || {
        let mut coins = vec![55, 8, 1, 3];
        coins.sort_unstable();
        assert_ne!(coins, [1, 3, 8, 21, 55]);
        format!("the coins are {}", shown(&coins))
    }),
    ("Section 2, proof of Theorem 2(iii), the case j = 1", || {
        let rows = array(40);
        let step = |m: usize, j: usize| rows[m + 1][j] - rows[m][j];
        let m = (0..38)
            .find(|m| {
                (step(*m, 1) == 3) != (2 * step(*m, 0) == 1)
                    || (step(*m, 1) == 5) != (2 * step(*m, 0) == 2)
            })
            .unwrap();
        format!("m = {m}")
    }),
    (
        "Section 3, Theorem 3, with rule II as it is printed",
        passing,
    ),
    ("Section 3, proof of Theorem 3, after equation (9)", || {
        let rows = array(40);
        let grown = |n: i64, m: i64, j: usize| rows[n as usize][j] - rows[m as usize][j];
        let (n, m) = pairs()
            .find(|&(n, m)| n > m && m > 0 && grown(n, m, 1) != grown(n, m, 0))
            .unwrap();
        format!("n = {n}, m = {m}")
    }),
    ("Section 3, proof of Theorem 3, (B)(ii)b", || {
        let rows = array(60);
        let head = |n: i64| rows[n as usize][0];
        let (n, x) = pairs()
            .find(|&(n, x)| n >= 1 && x > head(n) && 2 * head(n) + n >= 2 * x)
            .unwrap();
        format!("n = {n}, x = {x}")
    }),
    (
        "Section 3, proof of Theorem 3, (B)(ii)d, the term n",
        || {
            let rows = array(10);
            let n = (0..10)
                .find(|n| rows[*n][2] != 2 * rows[*n][1] + rows[*n][0])
                .unwrap();
            format!("n = {n}")
        },
    ),
    (
        "Section 3, proof of Theorem 3, (B)(ii)d, the inequality",
        || {
            // By tokens, then by squares: the row of x_0, x_(j-1) below its entry, that entry occupied, a coin beyond it, and no
            // coin beyond the next entry that is free.
            let rows = array(14);
            let mut all: Vec<Vec<i64>> = (0..1 << 14)
                .map(|set| {
                    (1..=14)
                        .filter(|square| set >> (square - 1) & 1 == 1)
                        .collect()
                })
                .filter(|x: &Vec<i64>| x.len() >= 2)
                .collect();
            all.sort_by_key(|x| (x.iter().sum::<i64>(), x.clone()));
            let uncovered = |x: &&Vec<i64>| {
                let Some(row) = rows.iter().find(|row| row[0] == x[0]) else {
                    return false;
                };
                let Some(place) = (0..x.len()).find(|place| x[*place] != row[*place]) else {
                    return false;
                };
                let (last, before) = (x[x.len() - 1], x[x.len() - 2]);
                let next = row[place..]
                    .iter()
                    .find(|entry| !x.contains(entry))
                    .unwrap();
                let in_case = x[place] < row[place]
                    && x.contains(&row[place])
                    && last > row[place]
                    && last < *next;
                in_case && *next > 2 * before + x[..x.len() - 2].iter().sum::<i64>()
            };
            shown(all.iter().find(uncovered).unwrap())
        },
    ),
    ("Section 4, how many rows", || {
        // n <= x_0(φ − 1) means n + x_0 <= x_0 φ, that is (2n + x_0)² <= 5x_0².
        let rows = array(10);
        let n = (1..10usize)
            .find(|n| (2 * *n as i64 + rows[*n][0]).pow(2) > 5 * rows[*n][0].pow(2))
            .unwrap();
        format!("n = {n}")
    }),
    ("Section 5, equation (10)", || {
        let u = [1, 2, 3, 5];
        format!(
            "b = (1, 1): u_3 = u_2 + u_2 = {}, but u_3 = u_2 + u_1 = {}",
            u[2] + u[2],
            u[2] + u[1]
        )
    }),
];

/// The array by equations (1) and (2), with 7 columns.
fn array(rows: usize) -> Vec<Vec<i64>> {
    let mut array: Vec<Vec<i64>> = Vec::new();
    for n in 0..rows {
        let head = (0..).find(|head| !array.iter().flatten().any(|entry| entry == head));
        let head: i64 = if n == 0 { 0 } else { head.unwrap() };
        let mut row = vec![head, 2 * head + n as i64];
        while row.len() < 7 {
            row.push(3 * row[row.len() - 1] - row[row.len() - 2]);
        }
        array.push(row);
    }
    array
}

/// The first type II move between rows if coins may pass each other.
fn passing() -> String {
    let rows = array(9);
    for n in 1..9 {
        for coins in 2..=4 {
            for m in 1..n {
                let (from, to) = (&rows[n][..coins], &rows[m][..coins]);
                if permutations(to).iter().any(|to| is_of_type_two(from, to)) {
                    return format!("{} → {}", shown(from), shown(to));
                }
            }
        }
    }
    unreachable!("there is such a move")
}

fn is_of_type_two(from: &[i64], to: &[i64]) -> bool {
    let mut shifts: Vec<i64> = from.iter().zip(to).map(|(x, y)| x - y).collect();
    shifts.sort_unstable();
    let [rest @ .., before, last] = shifts.as_slice() else {
        return false;
    };
    shifts[0] > 0 && *last <= 2 * before + rest.iter().sum::<i64>()
}

/// Is the move legal, with coins that keep their order in type II?
fn is_legal(from: &[i64], to: &[i64]) -> bool {
    let leaving: Vec<i64> = from
        .iter()
        .copied()
        .filter(|coin| !to.contains(coin))
        .collect();
    let arriving: Vec<i64> = to
        .iter()
        .copied()
        .filter(|coin| !from.contains(coin))
        .collect();
    let some_stay = !leaving.is_empty() && leaving.len() < from.len() && !arriving.is_empty();
    let type_one = some_stay && to.len() >= 2 && can_arrive(&leaving, &arriving, &mut Vec::new());
    let end = vec![0; from.len()];
    let type_two = to.len() == from.len() && is_of_type_two(from, to)
        || to.is_empty() && is_of_type_two(from, &end);
    type_one || type_two
}

/// Can the coins that leave fill the new squares: one square each, below the coin, and one coin may be split into several whose
/// numbers add up to less?
fn can_arrive(leaving: &[i64], arriving: &[i64], chosen: &mut Vec<usize>) -> bool {
    if chosen.len() < arriving.len() {
        return (0..leaving.len()).any(|coin| {
            chosen.push(coin);
            let found = can_arrive(leaving, arriving, chosen);
            chosen.pop();
            found
        });
    }
    let parts = |coin: usize| -> Vec<i64> {
        let squares = arriving
            .iter()
            .zip(chosen.iter())
            .filter(|(_, by)| **by == coin);
        squares.map(|(square, _)| *square).collect()
    };
    let sums = (0..leaving.len()).all(|coin| parts(coin).iter().sum::<i64>() < leaving[coin]);
    let splits = (0..leaving.len())
        .filter(|coin| parts(*coin).len() > 1)
        .count();
    sums && splits <= 1
}

fn permutations(items: &[i64]) -> Vec<Vec<i64>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in items.iter().enumerate() {
        let rest = [&items[..index], &items[index + 1..]].concat();
        all.extend(
            permutations(&rest)
                .into_iter()
                .map(|tail| [&[*first][..], &tail].concat()),
        );
    }
    all
}
