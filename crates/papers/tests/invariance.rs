//! The k-invariance numbers of the games of the papers on boards, and the ⋆-operator.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use logic::Unwatched;
use papers::conflicts::{Conflicts, Invariance, Refutation, VectorReading};
use papers::star_operator::star;
use rules::arrangement::rearrange;
use rules::outcome::Play;
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::{PileOrder, Spec};
use strategies::catalog::{self, RulesSource};

fn game(name: &str, parameters: &[(&str, &str)]) -> Spec {
    let RulesSource::Text(text) = catalog::find(name).unwrap().rules else {
        panic!("{name} is written in Rust")
    };
    let arguments: Vec<(String, String)> = parameters
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    lang::load(text, name, &arguments).unwrap()
}

/// The numbers of classes for the boards up to each pile.
fn growth(spec: &Spec, max: u32) -> Vec<usize> {
    growth_read(spec, max, VectorReading::Taken)
}

fn growth_read(spec: &Spec, max: u32, reading: VectorReading) -> Vec<usize> {
    let conflicts = Conflicts::of(spec, max, reading, &Unwatched)
        .unwrap()
        .unwrap();
    let numbers = (0..=max).map(|max| {
        let count = conflicts.up_to(max);
        let found = Invariance::of(&conflicts, count, &Unwatched);
        for one in 0..count {
            for other in 0..one {
                let same = found.classes[one] == found.classes[other];
                assert!(!same || conflicts.variant(one, other).is_none());
            }
        }
        let Refutation::Clique(clique) = &found.refutation else {
            panic!("a clique is enough for {}", spec.name)
        };
        assert_eq!(clique.len(), found.number);
        for (index, &one) in clique.iter().enumerate() {
            for &other in &clique[..index] {
                assert!(conflicts.variant(one, other).is_some());
            }
        }
        found.number
    });
    numbers.collect()
}

fn check(name: &str, parameters: &[(&str, &str)], expected: &[usize]) {
    let found = growth(&game(name, parameters), expected.len() as u32 - 1);
    assert_eq!(found, expected, "{name} {parameters:?}");
}

#[test]
fn invariant_games() {
    check("nim", &[("m", "2")], &[1; 13]);
    check("wythoff", &[], &[1; 13]);
    check("wythoff", &[("d", "3")], &[1; 13]);
    check("succinct-rat", &[("d", "3")], &[1; 6]);
    check("succinct-rat", &[("d", "2")], &[1; 11]);
    check("grandiose-rat", &[("d", "2")], &[1; 11]);
}

#[test]
fn the_games_of_the_paper_are_2_invariant() {
    let expected: Vec<usize> = (0..16).map(|max| if max < 2 { 1 } else { 2 }).collect();
    check("mouse", &[], &expected);
    for beta in ["2+sqrt(2)", "phi^2", "pi", "e", "sqrt(5)", "2*sqrt(3)"] {
        for name in ["beta-nim", "beta-wynim", "beta-t-wynim"] {
            let numbers = growth(&game(name, &[("beta", beta)]), 14);
            assert_eq!(numbers.last(), Some(&2), "{name} with {beta}");
            assert!(numbers.is_sorted());
        }
    }
}

#[test]
fn mark_needs_more_and_more_classes() {
    // From n one may take 1 and the larger half of n: for n >= 7 only 2k - 1 and 2k agree.
    let numbers = growth(&game("mark", &[]), 40);
    for (max, &number) in numbers.iter().enumerate().skip(7) {
        assert_eq!(number, (max - 1) / 2, "{max}");
    }
}

#[test]
fn three_piles_need_more_and_more_classes() {
    check("rat", &[], &[1, 1, 2, 4, 7, 13, 19, 25, 33, 41, 51]);
    check("raleigh", &[], &[1, 1, 4, 7, 11, 14, 17, 20, 23, 26, 29]);
    check("fat-rat", &[], &[1, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55]);
    check("fat-rat", &[("m", "2")], &[1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3]);
}

#[test]
fn what_is_left_must_be_sorted() {
    let check = |name: &str, parameters: &[(&str, &str)], expected: &[usize]| {
        let spec = game(name, parameters);
        let found = growth_read(&spec, expected.len() as u32 - 1, VectorReading::Sorted);
        assert_eq!(found, expected, "{name} {parameters:?}");
    };
    check("mouse", &[], &[1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    check(
        "rat",
        &[],
        &[1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 4, 4, 6, 6, 6, 8, 8],
    );
    check("raleigh", &[], &[1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    check(
        "fat-rat",
        &[],
        &[1, 1, 1, 3, 5, 8, 9, 15, 19, 21, 22, 23, 23],
    );
    check("fat-rat", &[("m", "2")], &[1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3]);
}

/// Two positions of one class conflict.
fn conflict_in_a_class(
    conflicts: &Conflicts,
    class: impl Fn(&[u64]) -> [u64; 2],
) -> Option<[Vec<u64>; 2]> {
    let vectors: Vec<Vec<u64>> = conflicts.positions.iter().map(piles).collect();
    (0..vectors.len()).find_map(|one| {
        let other = (0..one).find(|&other| {
            class(&vectors[one]) == class(&vectors[other])
                && conflicts.variant(one, other).is_some()
        })?;
        Some([vectors[one].clone(), vectors[other].clone()])
    })
}

/// docs/invariance.md: if what is left must be sorted, eight classes suffice for the Rat game.
#[test]
fn eight_classes_of_the_rat_game() {
    let conflicts = Conflicts::of(&game("rat", &[]), 20, VectorReading::Sorted, &Unwatched);
    let conflicts = conflicts.unwrap().unwrap();
    let class = |piles: &[u64]| {
        let (middle, outer) = (piles[1] - piles[0], piles[2] - piles[0]);
        let aligned = u64::from(middle % 7 == 0);
        match outer {
            3 | 4 if aligned == 0 => [aligned, outer],
            _ if outer % 7 == 2 || outer % 7 == 6 => [aligned, outer % 7],
            _ => [aligned, 0],
        }
    };
    assert_eq!(conflict_in_a_class(&conflicts, class), None);
    let coarser = |piles: &[u64]| [0, class(piles)[1]];
    assert!(conflict_in_a_class(&conflicts, coarser).is_some());
}

/// The positions of docs/invariance.md any two of which conflict: no finite number of classes suffices.
#[test]
fn endless_cliques() {
    let check = |name: &str, reading: VectorReading, max: u32, position: fn(u64) -> Vec<u64>| {
        let conflicts = Conflicts::of(&game(name, &[]), max, reading, &Unwatched);
        let conflicts = conflicts.unwrap().unwrap();
        let family: Vec<Vec<u64>> = (1..=u64::from(max)).map(position).collect();
        let places: Vec<usize> = (0..conflicts.positions.len())
            .filter(|&place| family.contains(&piles(&conflicts.positions[place])))
            .collect();
        assert!(places.len() > 4, "{name}");
        for &one in &places {
            for &other in places.iter().filter(|&&other| other < one) {
                assert!(conflicts.variant(one, other).is_some(), "{name}");
            }
        }
    };
    check("mark", VectorReading::Taken, 40, |n| vec![2 * n + 1]);
    check("raleigh", VectorReading::Taken, 12, |n| vec![n, n, n]);
    check("raleigh", VectorReading::Sorted, 12, |n| vec![n, n, n]);
    check("rat", VectorReading::Taken, 14, |n| vec![1, 8, n.max(8)]);
    check("fat-rat", VectorReading::Taken, 12, |n| {
        vec![1, 2, n.max(2)]
    });
}

/// In rule III of Raleigh, `b' < a'` says that the second pile becomes the smallest; with a tie it may be read as `b' <= a'`.
#[test]
fn ties_in_raleigh() {
    let RulesSource::Text(text) = catalog::find("raleigh").unwrap().rules else {
        panic!("Raleigh is written as formulas")
    };
    let tie = text.replacen("b' < a' and t = 3", "b' <= a' and t = 3", 1);
    assert_ne!(tie, text);
    let spec = lang::load(&tie, "raleigh", &[]).unwrap();
    assert_eq!(growth(&spec, 5), [1, 1, 4, 7, 10, 15]);
}

/// The conflicts of a game whose piles have their places, straight from the definition.
#[test]
fn conflicts_by_definition() {
    for (name, parameters, max) in [
        ("beta-wynim", vec![("beta", "phi^2")], 6),
        ("beta-nim", vec![("beta", "pi")], 6),
        ("succinct-rat", vec![("d", "2")], 6),
        ("mark", vec![], 20),
    ] {
        let spec = game(name, &parameters);
        assert_eq!(spec.piles.order, PileOrder::Ordered);
        let conflicts = Conflicts::of(&spec, max, VectorReading::default(), &Unwatched)
            .unwrap()
            .unwrap();
        let vectors: Vec<Vec<u64>> = conflicts.positions.iter().map(piles).collect();
        let minus = |x: &[u64], m: &[u64]| -> Option<Vec<u64>> {
            x.iter().zip(m).map(|(x, m)| x.checked_sub(*m)).collect()
        };
        let legal = |x: &[u64], to: &[u64]| {
            let [from, to] = [x, to].map(|piles| piles.iter().copied().collect::<Position>());
            spec.legal(&from, &to, &Unwatched).unwrap().is_ok()
        };
        for (one, x) in vectors.iter().enumerate() {
            for (other, y) in vectors[..one].iter().enumerate() {
                let variant = vectors.iter().any(|m| match (minus(x, m), minus(y, m)) {
                    (Some(a), Some(b)) => m.iter().any(|&t| t > 0) && legal(x, &a) != legal(y, &b),
                    _ => false,
                });
                assert_eq!(
                    conflicts.variant(one, other).is_some(),
                    variant,
                    "{x:?} {y:?}"
                );
            }
        }
    }
}

fn piles(position: &Position) -> Vec<u64> {
    let small = |pile| u64::try_from(pile).unwrap();
    position.piles().iter().map(small).collect()
}

#[test]
fn the_mouse_trap_has_the_p_positions_of_the_mouse_game() {
    const MAX: u32 = 120;
    let solved = solver::outcomes(&game("mouse", &[]), MAX, Play::Normal, &Unwatched).unwrap();
    let mut lost = Vec::new();
    for sorted in solved.iter() {
        let mut piles = sorted.to_vec();
        loop {
            lost.push(piles.clone());
            if !rearrange(&mut piles) {
                break;
            }
        }
    }
    lost.sort_unstable();
    let once = star(2, MAX, &lost, &Unwatched).unwrap();
    let twice = star(2, MAX, &once, &Unwatched).unwrap();
    assert_eq!(twice, lost);
    assert_ne!(once, lost);
    assert_eq!(plain_star(MAX, &lost), once);
}

/// G⋆ for two piles, position by position.
fn plain_star(max: u32, moves: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut lost: HashSet<(u32, u32)> = HashSet::new();
    for x in 0..=max {
        for y in 0..=max {
            let wins = moves.iter().any(|m| {
                (m[0], m[1]) != (0, 0)
                    && m[0] <= x
                    && m[1] <= y
                    && lost.contains(&(x - m[0], y - m[1]))
            });
            if !wins {
                lost.insert((x, y));
            }
        }
    }
    let mut list: Vec<Vec<u32>> = lost.into_iter().map(|(x, y)| vec![x, y]).collect();
    list.sort_unstable();
    list
}
