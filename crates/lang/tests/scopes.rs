//! Who binds which name: sets inside sets, sets inside quantifiers, `let`s inside moves.
#![allow(clippy::unwrap_used)]

use logic::evaluate::{Assignment, holds};
use logic::watch::Unwatched;
use logic::{Formula, Variable};
use numeration::natural::{Integer, Natural};
use rules::ruleset::Ruleset;
use rules::spec::Spec;

fn load(text: &str) -> Spec {
    let spec = lang::load(text, "test.game", &[]).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(spec.check_binding(), Ok(()), "{text}");
    let printed = lang::print(&lang::parse(text).unwrap());
    assert_eq!(lang::load(&printed, "test.game", &[]).unwrap(), spec);
    spec
}

fn refused(text: &str) -> String {
    lang::load(text, "test.game", &[]).unwrap_err().to_string()
}

/// Does a formula about the piles `x` and `y` say what a closure says?
fn check(items: &str, formula: &str, expected: impl Fn(i64, i64) -> bool) {
    let header = "game g (d = 3, reading = strict)\npiles x, y\nmove I: x' < x\n";
    let ends = load(&format!("{header}{items}\nends when {formula}"))
        .ends
        .unwrap();
    for x in 0..12 {
        for y in 0..12 {
            let mut known = Assignment::new();
            known.set(&Variable::new(0, "x"), Integer::from(x));
            known.set(&Variable::new(1, "y"), Integer::from(y));
            let found = holds(&ends, &known);
            assert_eq!(found, Ok(expected(x, y)), "{formula} at ({x}, {y})");
        }
    }
}

fn legal(text: &str, from: &[u32], to: &[u32]) -> bool {
    let spec = load(text);
    let position = |piles: &[u32]| {
        let piles = piles.iter().map(|pile| Natural::from(*pile)).collect();
        spec.position(piles).unwrap()
    };
    let legality = spec.legal(&position(from), &position(to), &Unwatched);
    legality.unwrap().is_ok()
}

#[test]
fn a_set_inside_a_set_has_its_own_variables() {
    let odd = |n: i64| n % 2 == 1;
    check(
        "",
        "x in { n | n >= 0, n not in { 2*m | m >= 0 } }",
        |x, _| odd(x),
    );
    check(
        "",
        "x in { n | n >= 0, n not in { 2*m + 1 | m >= 0 } }",
        |x, _| !odd(x),
    );
    check(
        "",
        "x in { 3*n | n not in { 2*m | m >= 0 }, n >= 0 }",
        |x, _| x % 6 == 3,
    );
    check(
        "",
        "x in { n | n >= 0, n not in { m + k | m >= 2, k not in { 3*j | j >= 0 } } }",
        |x, _| x < 3,
    );
}

#[test]
fn sets_side_by_side_do_not_share_variables() {
    check(
        "",
        "x in { n | n >= 0, n not in { 2*m | m >= 0 }, n not in { 3*m | m >= 0 } }",
        |x, _| x % 2 != 0 && x % 3 != 0,
    );
    check(
        "",
        "x in { 2*n | n >= 0 } and y in { 3*n | n >= 0 }",
        |x, y| x % 2 == 0 && y % 3 == 0,
    );
}

#[test]
fn variables_of_a_set_hold_in_the_sets_inside() {
    check(
        "",
        "x in { n | n >= 2, 2 not in { n - k | k >= 1 } }",
        |x, _| x == 2,
    );
    check(
        "",
        "x in { n + m | n in { 2*m + k | k >= 0 }, m = 1, n >= 0 }",
        |x, _| x >= 3,
    );
    check(
        "",
        "x in { n | n >= 0, y in { n + m | m >= 1, m < n } }",
        |x, y| x < y && y < 2 * x,
    );
}

#[test]
fn quantifiers_and_sets() {
    check(
        "",
        "exists n: n + n = x and n in { 2*m | m >= 0 }",
        |x, _| x % 4 == 0,
    );
    check(
        "",
        "forall m < x: exists n <= x: n not in { m + k | k >= 1 }",
        |_, _| true,
    );
    check(
        "",
        "x in { n | n >= 0, exists m: n = 2*m and m in { 2*k | k >= 0 } }",
        |x, _| x % 4 == 0,
    );
}

#[test]
fn definitions_are_read_where_they_stand() {
    let items = "let E(a) = a in { 2*n | n >= 0 }\nset T = { n | n >= 0, E(n) }";
    check(
        items,
        "x in T and E(x) and x in { n | n >= 0, n not in T } or y in T",
        |_, y| y % 2 == 0,
    );
    let items = "let f(a) = if exists n: a = 3*n then a + 1 else a\nlet twice(a) = a + a";
    let plain = |a: i64| if a % 3 == 0 { a + 1 } else { a };
    check(items, "twice(f(f(x))) < y", |x, y| 2 * plain(plain(x)) < y);
    check(items, "x < f(y) < f(f(x)) + 3", |x, y| {
        x < plain(y) && plain(y) < plain(plain(x)) + 3
    });
    check(items, "exists s, t < f(x): s + t = y", |x, y| {
        y <= 2 * (plain(x) - 1)
    });
}

#[test]
fn words_are_no_variables() {
    check("", "x in { n | reading = strict, n >= 2 }", |x, _| x >= 2);
    let spec = load(
        "game g (reading = strict)\npiles x\nmove I: x' < x\nP = { n | n >= 0, reading = strict }",
    );
    assert_eq!(spec.p_positions.unwrap().pieces[0].variables.len(), 1);
}

#[test]
fn a_later_let_of_a_move_changes_nothing_before_it() {
    let game = |later: &str| {
        format!(
            "game g\npiles x\nmove a:\n    let even = x in {{ 2*q | q >= 0 }}\n    let {later} = 3\n    even and x - x' = {later}"
        )
    };
    assert!(legal(&game("q"), &[8], &[5]));
    assert!(!legal(&game("q"), &[7], &[4]));
    let game = "game g\npiles x\nmove a:\n    let far = x > floor(2*e)\n    let e = 1\n    far and x - x' = e";
    assert!(legal(game, &[6], &[5]));
    assert!(!legal(game, &[5], &[4]));
}

#[test]
fn legality_of_a_set_inside_a_set() {
    let game = "game g\npiles x\nset Odd = { n | n not in { 2*m | m >= 0 }, n >= 0 }\nmove a: x - x' in Odd";
    assert!(!legal(game, &[6], &[4]));
    assert!(legal(game, &[6], &[3]));
}

#[test]
fn nothing_is_bound_twice() {
    let text = "game g\npiles x\nset A = { 2*n | n >= 0 }\nset B = A or { 3*n | n >= 1 } or A\n\
        move a: x' in B or x' in { x - k | k in A, k >= 1 }\n\
        ends when (if x in A then 1 else 2) in A\nP = B";
    let spec = load(text);
    assert!(matches!(spec.ends, Some(Formula::Member(..))));
}

#[test]
fn what_could_be_meant_otherwise_is_refused() {
    let game =
        |sentence: &str| format!("game g\npiles x\nmove I: x' < x\ntheorem \"t\": {sentence}");
    let known = "this set has no variable of its own: `n` is known here";
    assert!(refused(&game("forall n: n in { 2*n | n >= 0 }")).contains(known));
    let inside = "`m` stands behind the `|` only inside another set";
    assert!(refused(&game("3 in { m | 5 in { m + k | m >= 1, k >= 1 } }")).contains(inside));
}
