//! What an author may not mean is said, and nothing is said of the catalogue.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicU64, Ordering};

use logic::watch::{Construction, Stopped, Unwatched, Watch};
use strategies::catalog::{GAMES, RulesSource};

fn warnings(text: &str) -> String {
    let opened = lang::open_game(text, "g.game", &lang::CompanionFiles::default(), |_| {
        Vec::new()
    });
    match opened.unwrap_or_else(|faults| panic!("{faults}")) {
        lang::OpenedGame::Piles(opened) => opened.warnings(&Unwatched).to_string(),
        lang::OpenedGame::Splitting(opened) => opened.warnings().to_string(),
    }
}

fn check(items: &str, expected: &[&str]) {
    let text = format!("game g\npiles x, y\n{items}\n");
    let opened =
        lang::open(&text, "g.game", |_| Vec::new()).unwrap_or_else(|faults| panic!("{faults}"));
    let warnings = opened.warnings(&Unwatched);
    assert_eq!(warnings.messages().collect::<Vec<_>>(), expected, "{text}");
    assert_eq!(warnings.is_empty(), expected.is_empty());
}

#[test]
fn no_game_of_the_catalogue_warns() {
    for entry in GAMES {
        if let RulesSource::Text(text) = entry.rules {
            assert_eq!(warnings(text), "", "{}", entry.name);
        }
    }
}

#[test]
fn a_pile_that_a_move_does_not_mention_is_free() {
    let said = "the move `left` does not mention `y'`: any number may be taken there";
    check("move left: x' < x", &[said]);
    check("move left: x' < x and y > 3", &[said]);
    check("let less = x' < x\nmove left: less", &[said]);
    check("move left: x' < x and y' = y", &[]);
    check("move left: x' < x and y' <= y", &[]);
    check("move any: true", &[]);
    check("move all: to (0, 0)", &[]);
    check("move nim: exactly 1 of x, y changes", &[]);
    check(
        "move guarded: if x > 2",
        &["the move `guarded` does not mention `x'` and `y'`: any number may be taken there"],
    );
    assert_eq!(
        warnings("game g\npiles x, y\nmove left: x' < x"),
        "\
warning: the move `left` does not mention `y'`: any number may be taken there
 --> g.game:3:6
  |
3 | move left: x' < x
  |      ^^^^ `y` is free
  |
  = help: write `y' = y` to hold it still, or `y' <= y` if any number is meant"
    );
}

#[test]
fn a_move_that_can_never_happen() {
    let said = "the move `up` can never happen";
    check("move up: x' = x + 1 and y' = y", &[said]);
    check("move up: x' = x and y' = y", &[said]);
    check("move up: x' < y' and y' < x' and x' < x", &[said]);
    check("move up: false", &[said]);
    check("move rare: if x > 10^30 and y = x\n    to (x - 1, y)", &[]);
    check(
        "move odd: 2*x' + 1 = 2*y' and y' < y",
        &["the move `odd` can never happen"],
    );
}

/// Fibonacci Nim with a second pile for what may be taken.
#[test]
fn a_pile_that_would_grow() {
    let take = "move take: x' < x and x - x' <= y and y' = 2*(x - x')";
    let said = "the move `take` is left out where `y` would grow: (1, 1) to (0, 2)";
    check(take, &[said]);
    check(&format!("{take} and y' <= y"), &[]);
    check(
        "move take: exists k >= 1: x' = x - k and y' = y + k",
        &["the move `take` can never happen"],
    );
    check(
        "move turn: x' = y and y' < y",
        &["the move `turn` is left out where `x` would grow: (0, 1) to (1, 0)"],
    );
    check(
        "move take: x' < x and (y' = 2*(x - x') or y' = 0)",
        &["the move `take` is left out where `y` would grow: (1, 0) to (0, 2)"],
    );
    check(
        "move leap: x' < x and y' = 300 + x",
        &["the move `leap` is left out where `y` would grow: (1, 0) to (0, 301)"],
    );
    check("move one: x' + y' = x + y - 1", &[]);
    check("move both: x' < x and y' = y - (x - x')", &[]);
    check("move half: x' = x div 2 and y' = y div 2", &[]);
    check("move lesser: x' = min(x, y) and y' <= y", &[]);
    assert_eq!(
        warnings("game g\npiles n, limit\nmove take: n' < n and limit' = 2*(n - n')"),
        "\
warning: the move `take` is left out where `limit` would grow: (1, 0) to (0, 2)
 --> g.game:3:6
  |
3 | move take: n' < n and limit' = 2*(n - n')
  |      ^^^^ `limit` may grow here
  |
  = help: no pile grows in a move; write `limit' <= limit` if that is what you mean"
    );
}

/// A clause that asks for a larger pile beside a smaller one, or in other words than `x' = …`.
#[test]
fn a_pile_that_would_grow_in_other_words() {
    let grows = |rule: &str, pile: &str, from_to: &str| {
        let said = format!("the move `m` is left out where `{pile}` would grow: {from_to}");
        check(rule, &[&said]);
    };
    for rule in [
        "move m: y' = y and (x' = x + 1 or x' = x - 1)",
        "move m: y' = y and (x' = x - 1 or x + 1 = x')",
        "move m: y' = y and |x - x'| = 1",
    ] {
        grows(rule, "x", "(0, 0) to (1, 0)");
    }
    grows(
        "move m: y' = y and x' in { x - 1, x + 2 }",
        "x",
        "(0, 0) to (2, 0)",
    );
    grows(
        "move m: (x' = x - 1 and y' = y) or (x' = x and y' = y + 1)",
        "y",
        "(0, 0) to (0, 1)",
    );
    for rule in [
        "move m: x' < x and y' - 2*(x - x') = 0",
        "move m: x' < x and y' div 2 = x - x'",
    ] {
        grows(rule, "y", "(1, 0) to (0, 2)");
    }
    grows("move m: x' < x and |y - y'| = 1", "y", "(1, 0) to (0, 1)");
    for rule in [
        "move m: x' < x and y' <= y + 2",
        "move m: y' + x' = x + y - 1",
        "move m: x - x' = y - y' + 2",
        "move m: |(x - x') - (y - y')| = 1",
        "move m: x' < x and y' mod 3 = 1",
    ] {
        check(rule, &[]);
    }
    let one_pile = |rule: &str| warnings(&format!("game g\npiles n\nmove m: {rule}"));
    for rule in ["n' = n + 1 or n' = n - 1", "n' in { n - 1, n + 2 }"] {
        assert!(one_pile(rule).contains("`n` may grow here"), "{rule}");
    }
}

#[test]
fn the_only_pile_that_can_shrink_may_be_free() {
    check("move x: y' = y", &[]);
    let said = "the move `x` does not mention `x'`: any number may be taken there";
    check("move x: y' = y or y' = 0", &[said]);
}

#[test]
fn a_claim_that_speaks_of_no_position() {
    let game = |claim: &str| format!("move nim: exactly 1 of x, y changes\n{claim}");
    let p = "this claim about the P-positions speaks of no position";
    check(&game("P = {}"), &[p]);
    check(&game("P when x < y and y < x"), &[p]);
    check(&game("P = { (n, n) | n >= 0 }"), &[]);
    check(&game("nim-value = x xor y"), &[]);
    check(
        &game("nim-value if (x + 1 = 0) = 3"),
        &["this claim about nim-values speaks of no position"],
    );
}

#[test]
fn a_letter_of_a_quantifier_in_a_set() {
    let game =
        |theorem: &str| format!("move nim: exactly 1 of x, y changes\ntheorem \"t\": {theorem}");
    let said = "`n` is the `n` of `forall n`, not a variable of this set";
    check(
        &game("forall n: 5 in { 2*n + k | n >= 0, k >= 0 }"),
        &[said],
    );
    check(&game("forall n: 5 in { 2*n + k | n >= 0 and k >= 0 }"), &[]);
    check(&game("forall n: 5 in { n - k | k <= n }"), &[]);
    check(
        &game("5 in { n | n >= 0, 3 in { n + k | n >= 1, k >= 1 } }"),
        &["`n` is the `n` of the set around it, not a variable of this set"],
    );
    check(
        "move take: x - x' in { x - t | t <= x, x >= 0 } and y' = y",
        &[],
    );
}

/// The most nodes of an automaton that the watch was told of.
#[derive(Default)]
struct Largest(AtomicU64);

impl Watch for Largest {
    fn check(&self) -> Result<(), Stopped> {
        Ok(())
    }

    fn construction(&self, construction: Construction) {
        self.0.fetch_max(construction.states, Ordering::Relaxed);
    }
}

#[test]
fn no_warning_is_worth_a_long_proof() {
    // No small position shows the move, since nothing bounds a and b.
    let text = "game g\npiles x <= y\n\
        let A(n) = floor(n*sqrt(6)/(sqrt(6) - 1))\n\
        let B(n) = floor(n*sqrt(6))\n\
        set S = { (A(n), B(n)) | n >= 0 } or { (B(n), A(n)) | n >= 0 }\n\
        move any: not (exists a, b: (a, b) in S and (a + x - x', b + y - y') in S)";
    let opened = lang::open(text, "g.game", |_| Vec::new()).unwrap();
    let largest = Largest::default();
    assert!(opened.warnings(&largest).is_empty());
    let nodes = largest.0.into_inner();
    assert!((1_000..100_000).contains(&nodes), "{nodes}");
}

#[test]
fn a_part_that_a_move_does_not_mention_is_free() {
    let game = |rule: &str| format!("game g \"G\"\npiles n\nmove split: {rule}\n");
    let said = warnings(&game("n becomes (a, b) and a = n - 1"));
    assert!(
        said.contains("the move `split` does not say what `b` may be: any number below n"),
        "{said}"
    );
    assert_eq!(warnings(&game("n becomes (a, b) and a + b = n - 1")), "");
    assert_eq!(warnings(&game("n becomes (a)")), "");
}
