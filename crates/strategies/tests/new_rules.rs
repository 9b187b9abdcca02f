//! Games of the catalogue with forbidden options, other ends and a pass, against plain loops that share nothing with the
//! solver, and against the printed formulas.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use crate::support::game;
use logic::Unwatched;
use numeration::natural::Natural;
use rules::outcome::Play;
use rules::ruleset::Ruleset;

type Pair = (u32, u32);

fn solved(name: &str, parameters: &[(&str, &str)], max: u32) -> Vec<Vec<u32>> {
    let spec = game(name, parameters);
    let found = solver::outcomes(&spec, max, Play::Normal, &Unwatched).unwrap();
    found.iter().map(<[u32]>::to_vec).collect()
}

/// The options of Wythoff's game on piles with places.
fn options(x: u32, y: u32) -> Vec<Pair> {
    let rows = (0..x).map(|u| (u, y)).chain((0..y).map(|v| (x, v)));
    let diagonal = (1..=x.min(y)).map(|t| (x - t, y - t));
    rows.chain(diagonal).collect()
}

/// The P-positions where `blocking` options may be forbidden, by looking at all options of all positions.
fn blocked(blocking: usize, max: u32) -> HashSet<Pair> {
    let mut lost = HashSet::new();
    for sum in 0..=2 * max {
        for x in sum.saturating_sub(max)..=sum.min(max) {
            let inside = options(x, sum - x);
            let inside = inside.iter().filter(|option| lost.contains(*option));
            if inside.count() <= blocking {
                lost.insert((x, sum - x));
            }
        }
    }
    lost
}

/// Larsson's k is one more than the number of options that may be forbidden.
#[test]
fn blocking_wythoff_for_any_number() {
    for blocking in 0..=20 {
        let max = if blocking < 4 { 90 } else { 60 };
        let number = blocking.to_string();
        let found = solved("any-blocking-wythoff", &[("K", &number)], max);
        let found: HashSet<Pair> = found.iter().map(|piles| (piles[0], piles[1])).collect();
        assert_eq!(found, blocked(blocking, max), "K = {blocking}");
    }
}

/// Some vectors may be taken from three piles, each any number of times: their marks cross, stay and slide on every board.
fn blocked_takings(
    takings: &[[u32; 3]],
    sorted: bool,
    blocking: usize,
    max: u32,
) -> HashSet<[u32; 3]> {
    let side = max as usize + 1;
    let place = |piles: [u32; 3]| {
        piles
            .iter()
            .fold(0, |all, pile| all * side + *pile as usize)
    };
    let mut lost = vec![false; side.pow(3)];
    let mut found = HashSet::new();
    for x in 0..=max {
        for y in if sorted { x } else { 0 }..=max {
            for z in if sorted { y } else { 0 }..=max {
                let mut inside = Vec::new();
                for [a, b, c] in takings {
                    for t in 1.. {
                        let left = |pile: u32, taken: u32| pile.checked_sub(t * taken);
                        let (Some(x), Some(y), Some(z)) = (left(x, *a), left(y, *b), left(z, *c))
                        else {
                            break;
                        };
                        let mut option = [x, y, z];
                        if sorted {
                            option.sort_unstable();
                        }
                        if lost[place(option)] && !inside.contains(&option) {
                            inside.push(option);
                        }
                    }
                }
                if inside.len() <= blocking {
                    lost[place([x, y, z])] = true;
                    found.insert([x, y, z]);
                }
            }
        }
    }
    found
}

/// On these boards slabs are prepared several at a time, and rows have more than one word.
#[test]
fn options_are_forbidden_on_three_piles() {
    let lines = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let diagonals = [[1, 1, 0], [0, 1, 1], [1, 0, 1]];
    let steep = [[1, 2, 0], [0, 1, 1], [1, 1, 1]];
    for (more, sorted, blocking) in [
        (diagonals, false, 1),
        (diagonals, true, 2),
        (steep, false, 3),
        (steep, true, 1),
    ] {
        let max = if sorted { 90 } else { 66 };
        let takings = [lines, more].concat();
        let piles = if sorted { "x <= y <= z" } else { "x, y, z" };
        let moves: String = takings
            .iter()
            .map(|[a, b, c]| {
                format!(
                    "move v{a}{b}{c}: exists t > 0: x' = x - {a}*t and y' = y - {b}*t and z' = z - {c}*t\n"
                )
            })
            .collect();
        let text = format!("game takings\npiles {piles}\nblocking {blocking}\n{moves}");
        let spec = lang::load(&text, "takings", &[]).unwrap();
        let found = solver::outcomes(&spec, max, Play::Normal, &Unwatched).unwrap();
        let found: HashSet<[u32; 3]> = found
            .iter()
            .map(|piles| piles.try_into().unwrap())
            .collect();
        let expected = blocked_takings(&takings, sorted, blocking, max);
        assert_eq!(found, expected, "{text}");
    }
}

/// Wythoff's pairs, row by row.
fn wythoff(count: usize) -> Vec<Pair> {
    let mut used = HashSet::new();
    let mut rows = Vec::new();
    for difference in 0.. {
        let least = (0..).find(|number| !used.contains(number)).unwrap();
        rows.push((least, least + difference));
        used.extend([least, least + difference]);
        if rows.len() == count {
            return rows;
        }
    }
    rows
}

/// Theorems of Larsson's paper for k = 2 and k = 3: K = 1 and K = 2 here.
#[test]
fn blocking_wythoff_by_its_formulas() {
    let both = |rows: Vec<Pair>| -> HashSet<Pair> {
        let turned = rows.iter().map(|&(x, y)| (y, x));
        turned.chain(rows.iter().copied()).collect()
    };
    let doubled = wythoff(60).into_iter().map(|(x, y)| (2 * x + 2, 2 * y + 2));
    let steep = |above: u32| (0..60).map(move |n| (n, 2 * n + above));
    let printed = [
        both(
            [(0, 0)]
                .into_iter()
                .chain(steep(1))
                .chain(doubled)
                .collect(),
        ),
        both(
            [(0, 0)]
                .into_iter()
                .chain(steep(1))
                .chain(steep(2))
                .collect(),
        ),
    ];
    for (printed, blocking) in printed.iter().zip(["1", "2"]) {
        let found = solved("blocking-wythoff", &[("K", blocking)], 59);
        let found: HashSet<Pair> = found.iter().map(|piles| (piles[0], piles[1])).collect();
        let inside = printed.iter().filter(|(x, y)| *x < 60 && *y < 60);
        assert_eq!(found, inside.copied().collect(), "K = {blocking}");
    }
}

/// Wythoff's game that ends where `x + y <= k`, for k up to 12: beyond the end, the rows are built as Wythoff's are, from k + 1 on
/// and with differences from k + 1 on. For k = 1 the catalogue has the formula.
#[test]
fn wythoff_with_other_ends() {
    let text = |k: u32| {
        format!(
            "game g\npiles x <= y\nmove I: exactly 1 of x, y changes\n\
             move II: x' < x and x - x' = y - y'\nends when x + y <= {k}\n"
        )
    };
    let max = 150;
    for k in 1..=12 {
        let spec = lang::load(&text(k), "g.game", &[]).unwrap();
        let found = solver::outcomes(&spec, max, Play::Normal, &Unwatched).unwrap();
        let found: HashSet<Pair> = found.iter().map(|piles| (piles[0], piles[1])).collect();
        let mut used = HashSet::new();
        let mut rows: HashSet<Pair> = HashSet::new();
        for x in 0..=k {
            rows.extend((x..=k).filter(|y| x + y <= k).map(|y| (x, y)));
        }
        for n in 0..=max {
            let least = (k + 1..).find(|number| !used.contains(number)).unwrap();
            used.extend([least, least + n + k + 1]);
            rows.insert((least, least + n + k + 1));
        }
        rows.retain(|(_, y)| *y <= max);
        assert_eq!(found, rows, "k = {k}");
        if k == 1 {
            let catalogued = solved("ended-wythoff", &[], max);
            let catalogued: HashSet<Pair> = catalogued
                .iter()
                .map(|piles| (piles[0], piles[1]))
                .collect();
            assert_eq!(catalogued, rows);
        }
    }
}

/// Nim on sorted piles with a pass that is used at most once and not at the end.
fn with_a_pass(piles: usize, max: u32) -> HashSet<Vec<u32>> {
    let mut lost: HashSet<Vec<u32>> = HashSet::new();
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..piles {
        all = all
            .iter()
            .flat_map(|front| (0..=max).map(|last| [front.as_slice(), &[last]].concat()))
            .collect();
    }
    all.retain(|piles| piles.is_sorted());
    all.sort_by_key(|piles| piles.iter().sum::<u32>());
    for pass in 0..=1 {
        for position in &all {
            let place = |piles: &[u32], pass: u32| [piles, &[pass]].concat();
            let mut wins = pass == 1
                && position.iter().any(|pile| *pile > 0)
                && lost.contains(&place(position, 0));
            for (index, pile) in position.iter().enumerate() {
                wins |= (0..*pile).any(|left| {
                    let mut option = position.clone();
                    option[index] = left;
                    option.sort_unstable();
                    lost.contains(&place(&option, pass))
                });
            }
            if !wins {
                lost.insert(place(position, pass));
            }
        }
    }
    lost
}

#[test]
fn nim_with_a_pass() {
    for (name, piles, max) in [("nim-pass", 2, 24), ("nim-pass-3", 3, 12)] {
        let found: HashSet<Vec<u32>> = solved(name, &[], max).into_iter().collect();
        assert_eq!(found, with_a_pass(piles, max), "{name}");
    }
}

/// What is no position is refused with the reason.
#[test]
fn a_second_pass_is_no_position() {
    let spec = game("nim-pass", &[]);
    let piles = |piles: [u32; 3]| piles.map(Natural::from).to_vec();
    let sorted = spec.position(piles([5, 2, 1])).unwrap();
    assert_eq!(sorted.to_string(), "(2, 5, 1)");
    let refused = spec.position(piles([5, 2, 2])).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "(2, 5, 2) is not a position of nim-pass: p = 2, must be at most 1"
    );
}

/// The table of docs/blocking-wythoff.md: every P-position of the upper half of the board lies in one of the intervals of its
/// row, and each holds as many as it says.
#[test]
fn where_the_p_positions_of_blocking_wythoff_lie() {
    const TABLE: &str = include_str!("../../../docs/blocking-wythoff.md");
    const MAX: u32 = 3000;
    let rows = TABLE
        .lines()
        .filter(|line| line.contains(" to ") && line.ends_with(") |"));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let found = solved("any-blocking-wythoff", &[("K", cells[0])], MAX);
        let upper = found.iter().map(|piles| (piles[0], piles[1]));
        let upper: Vec<Pair> = upper.filter(|(x, y)| x <= y && *y > MAX / 2).collect();
        let mut listed = 0;
        for interval in cells[2].split(", ") {
            let numbers = interval.trim_end_matches(')').replace([' ', '('], "_");
            let (least, rest) = numbers.split_once("_to_").unwrap();
            let (most, count) = rest.split_once("__").unwrap();
            let thousandths = |text: &str| text.replace('.', "").parse::<u32>().unwrap();
            let (least, most) = (thousandths(least), thousandths(most));
            let inside = upper.iter();
            let inside = inside.filter(|(x, y)| x * least <= 1000 * y && 1000 * y <= x * most);
            assert_eq!(inside.count(), count.parse::<usize>().unwrap(), "{row}");
            listed += count.parse::<usize>().unwrap();
        }
        assert_eq!(listed, upper.len(), "{row}");
        seen += 1;
    }
    assert_eq!(seen, 19);
}
