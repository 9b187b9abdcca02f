//! `moves` lists exactly what `legal` accepts, and both are what the rules say in plain Rust.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use crate::common::*;
use logic::watch::Unwatched;
use numeration::natural::{Natural, Pow};
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;

type Allows = fn(&[i64], &[i64]) -> Vec<&'static str>;

/// The targets with their kinds, from the predicate: all arrangements, none growing, some shrinking.
fn expected(spec: &Spec, allows: Allows, from: &[i64]) -> BTreeMap<Vec<i64>, Vec<&'static str>> {
    let max = from.iter().copied().max().unwrap();
    let mut targets: BTreeMap<Vec<i64>, Vec<&'static str>> = BTreeMap::new();
    for after in vectors(from.len(), max, false) {
        if after.iter().zip(from).any(|(after, before)| after > before) || after == from {
            continue;
        }
        let kinds = allows(from, &after);
        if kinds.is_empty() {
            continue;
        }
        let mut target = after;
        spec.piles.order.sort(&mut target);
        targets.entry(target).or_default().extend(kinds);
    }
    for kinds in targets.values_mut() {
        kinds.sort_unstable();
        kinds.dedup();
    }
    targets
}

fn check(spec: &Spec, allows: Allows, max: i64) {
    let positions = |max| {
        let mut all = vectors(spec.dimension(), max, false);
        all.retain(|piles| spec.piles.order.is_kept_by(piles));
        all
    };
    let names = |kinds: &[rules::ruleset::Kind]| {
        let mut names: Vec<String> = kinds.iter().map(|kind| kind.to_string()).collect();
        names.sort();
        names
    };
    for from in positions(max) {
        let expected = expected(spec, allows, &from);
        let start = position(spec, &from);
        let mut listed = BTreeMap::new();
        for option in moves(spec, &start, usize::MAX) {
            let repeated = listed.insert(option.to.clone(), names(&option.kinds));
            assert_eq!(repeated, None, "{start} -> {} is listed twice", option.to);
        }
        let wanted: BTreeMap<Position, Vec<String>> = expected
            .iter()
            .map(|(to, kinds)| {
                (
                    position(spec, to),
                    kinds.iter().map(|kind| (*kind).to_owned()).collect(),
                )
            })
            .collect();
        assert_eq!(listed, wanted, "moves from {start}");
        for to in positions(max) {
            let to = position(spec, &to);
            match spec.legal(&start, &to, &Unwatched).unwrap() {
                Ok(kinds) => assert_eq!(Some(&names(&kinds)), wanted.get(&to), "{start} -> {to}"),
                Err(illegal) => {
                    assert_eq!(None, wanted.get(&to), "{start} -> {to}");
                    assert!(
                        !illegal.reasons.is_empty(),
                        "{start} -> {to} is refused without a reason"
                    );
                }
            }
        }
    }
}

#[test]
fn rat_moves() {
    check(&rat(), rat_allows, 8);
}

#[test]
fn mouse_moves() {
    check(&mouse(), mouse_allows, 14);
}

#[test]
fn raleigh_moves() {
    check(&raleigh(), raleigh_allows, 7);
}

#[test]
fn wynim_moves() {
    check(&wynim(), wynim_allows, 10);
}

/// Two sorted piles, and one with a place of its own that is spent in steps of 2.
#[test]
fn moves_of_mixed_piles() {
    let text = "game g\npiles x <= y; p\nmove nim: p' = p and exactly 1 of x, y changes\n\
        move swap: if x' > y'\n    p' < p and x' + y' = x + y - 1 and y' <= 2\nmove token: x' = x and y' = y and p' = p - 2";
    let allows: Allows = |from, to| {
        let (x, y, p) = (from[0], from[1], from[2]);
        let (u, v, q) = (to[0], to[1], to[2]);
        let mut kinds = Vec::new();
        if q == p && (u == x) != (v == y) {
            kinds.push("nim");
        }
        if u > v && q < p && u + v == x + y - 1 && v <= 2 {
            kinds.push("swap");
        }
        if u == x && v == y && q == p - 2 {
            kinds.push("token");
        }
        kinds
    };
    check(&lang::load(text, "g", &[]).unwrap(), allows, 6);
}

#[test]
fn succinct_rat_moves() {
    check(&succinct_rat(), succinct_rat_allows, 4);
}

#[test]
fn moore_moves() {
    let allows: Allows = |x, u| {
        if x.iter().zip(u).filter(|(x, u)| x != u).count() <= 2 {
            vec!["take"]
        } else {
            vec![]
        }
    };
    check(&moore(2, &["w", "x", "y", "z"]), allows, 3);
}

#[test]
fn no_move_leaves_an_ended_game() {
    let allows: Allows = |x, _| if x[0] == 0 { vec![] } else { vec!["any"] };
    check(&ending(), allows, 4);
}

#[test]
fn the_first_moves_from_huge_piles_come_at_once() {
    let huge = Natural::from(10u32).pow(100);
    for spec in [rat(), raleigh(), succinct_rat()] {
        let from = spec
            .position(vec![
                huge.clone(),
                huge.clone() + Natural::from(5u32),
                huge.clone(),
            ])
            .unwrap();
        let options = moves(&spec, &from, 20);
        assert_eq!(options.len(), 20);
        for option in options {
            assert_eq!(
                spec.legal(&from, &option.to, &Unwatched).unwrap(),
                Ok(option.kinds)
            );
        }
    }
}

#[test]
fn a_gap_of_googol_size_between_moves_is_jumped_over() {
    // From (h, h + 1, h + 2) the moves with x' = y' = 0 have z' < 7, of type III, or z' = z, of type I.
    let huge = Natural::from(10u32).pow(100);
    let spec = rat();
    let piles: Vec<Natural> = (0u32..3).map(|more| &huge + Natural::from(more)).collect();
    let from = spec.position(piles.clone()).unwrap();
    let zero = Natural::from(0u32);
    let eighth = &moves(&spec, &from, 8)[7].to;
    assert_eq!(eighth.piles(), [zero.clone(), zero, piles[2].clone()]);
}

#[test]
fn many_sorted_piles_do_not_explode() {
    let names: Vec<String> = (1..=12).map(|i| format!("x{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let spec = moore(1, &names);
    let from = position(&spec, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let legal = position(&spec, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert!(spec.legal(&from, &legal, &Unwatched).unwrap().is_ok());
    let illegal = position(&spec, &[0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert!(spec.legal(&from, &illegal, &Unwatched).unwrap().is_err());
    // Every pile but one stays: 1 + 2 + … + 12 moves, of which those to equal sorted positions are one.
    let options = moves(&spec, &from, usize::MAX);
    let mut targets: Vec<Vec<i64>> = Vec::new();
    for (index, new) in (0..12).flat_map(|index| (0..=index).map(move |new| (index, new))) {
        let mut target: Vec<i64> = (1..=12).collect();
        target[index as usize] = new;
        target.sort_unstable();
        targets.push(target);
    }
    targets.sort();
    targets.dedup();
    assert_eq!(options.len(), targets.len());
}
