//! What players read when a move is refused.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use logic::watch::Unwatched;
use numeration::natural::{Natural, Pow};
use rules::ruleset::Ruleset;

fn check(ruleset: &dyn Ruleset, from: &[i64], to: &[i64], expected: &[&str]) {
    let (from, to) = (position(ruleset, from), position(ruleset, to));
    let illegal = ruleset.legal(&from, &to, &Unwatched).unwrap().unwrap_err();
    let reasons: Vec<String> = illegal.reasons.iter().map(ToString::to_string).collect();
    assert_eq!(reasons, expected, "{from} -> {to}");
}

#[test]
fn rat_reasons() {
    let at_most_two = "\"I\": 3 piles change (x, y, z), at most 2 may";
    let expected = [
        at_most_two,
        "\"II\": |k - l| = 1, must be below a = 1, since (y - x) mod 7 = 4, not 0",
        "\"III\": |k - l| = 5, must be below b = 5, since w = 11, not u = 3, and (w - u) mod 7 = 1, not 4",
    ];
    check(&rat(), &[5, 9, 18], &[3, 6, 11], &expected);
    let expected = [
        at_most_two,
        "\"II\": |k - l| = 1, must be below a = 1, since (y - x) mod 7 = 3, not 0",
        "\"II\": with x -> 2, y -> 5, z -> 4: no alternative holds: \
         (1) y' = 5, must be at most z' = 4; (2) z' = 4, must be at most x' = 2",
        "\"III\": |k - l| = 7, must be below b = 5, since w = 5, not u = 2, and (w - u) mod 7 = 3, not 4",
    ];
    check(&rat(), &[3, 6, 13], &[2, 4, 5], &expected);
}

#[test]
fn raleigh_reasons() {
    let at_most_two = "\"I\": 3 piles change (a, b, c), at most 2 may";
    let not_equal =
        "\"II\": no alternative holds: (1) a = 4, must be b = 6; (2) b = 6, must be c = 10";
    let expected = [
        at_most_two,
        not_equal,
        "\"III\": no t works: b' = b - t needs t = 6, but then c' = 0, must be c - t = 4",
    ];
    check(&raleigh(), &[4, 6, 10], &[0, 0, 0], &expected);
    let expected = [
        at_most_two,
        "\"II\": no alternative holds: (1) a = 5, must be b = 6; (2) b = 6, must be c = 10",
        "\"II\": a' = 3, b' = 4, c' = 7, each must be 0",
        "\"III\": with a -> 4, b -> 3, c -> 7: no t works: b' = b - t needs t = 3, \
         but then it must not be that b' = 3 < a' = 4 and t = 3",
        "\"III\": no t works: b' = b - t needs t = 2, but then c' = 7, must be c - t = 8",
    ];
    check(&raleigh(), &[5, 6, 10], &[4, 3, 7], &expected);
    let expected = [
        at_most_two,
        "\"II\": b' = 1, c' = 3, each must be 0",
        "\"II\": with a -> 1, b -> 0, c -> 3: a' = 1, c' = 3, each must be 0",
        "\"III\": with a -> 1, b -> 0, c -> 3: a = 2, must be below b = 2",
    ];
    check(&raleigh(), &[2, 2, 5], &[0, 1, 3], &expected);
}

#[test]
fn wynim_reasons() {
    let both = "\"nim\": 2 piles change (x, y), exactly 1 must";
    check(
        &wynim(),
        &[3, 5],
        &[1, 1],
        &[both, "\"diagonal\": x = 3 is in B (n = 1), must not be"],
    );
    let far = "\"diagonal\": |s - t| = 4, must be below 3";
    check(&wynim(), &[4, 8], &[1, 1], &[both, far]);
}

#[test]
fn succinct_rat_reasons() {
    let shortcut = "\"subtraction\": b must not hold, but it does: s(3) mod 7 = 0 \
        and s(2) - 1 = 2 <= 2*s(1) = 2 and 2*s(1) = 2 <= s(2) + 1 = 4 \
        and s(3) - 1 = 6 <= 2*s(2) = 6 and 2*s(2) = 6 <= s(3) + 1 = 8";
    check(&succinct_rat(), &[1, 3, 7], &[0, 0, 0], &[shortcut]);
}

#[test]
fn moves_of_no_kind() {
    check(&rat(), &[5, 9, 18], &[5, 9, 18], &["nothing is taken"]);
    check(
        &rat(),
        &[5, 9, 18],
        &[5, 10, 17],
        &["pile y would grow from 9 to 10"],
    );
    let all = "pile x would grow from 5 to 6, pile y from 9 to 10, pile z from 18 to 19";
    check(&rat(), &[5, 9, 18], &[6, 10, 19], &[all]);
    let huge = Natural::from(10u32).pow(100);
    let spec = rat();
    let from = spec.position(vec![huge.clone(); 3]).unwrap();
    let to = spec
        .position(vec![
            huge.clone(),
            huge.clone(),
            &huge + Natural::from(1u32),
        ])
        .unwrap();
    let illegal = spec.legal(&from, &to, &Unwatched).unwrap().unwrap_err();
    let text = "pile z would grow from 100000…000000 (101 digits) to 100000…000001 (101 digits)";
    assert_eq!(illegal.reasons[0].to_string(), text);
    check(
        &ending(),
        &[0, 4],
        &[0, 3],
        &["the game ends where x = 0, so there is no move from here"],
    );
}
