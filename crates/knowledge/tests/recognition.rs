//! A game of the catalogue is known by its rules: under another name, with other names of piles, variables and kinds, in
//! another order, without claims. A game with other rules is not taken for it, whatever it is called.
#![allow(clippy::unwrap_used)]

use knowledge::{Evidence, Game, GameReference, Play, Unwatched};

/// The Mouse game, told by somebody who does not know that it has a name.
const MOUSE: &str = "game cheese
piles small <= large

move both:
    let a = if (large - small) mod 3 = 0 then 2 else 1
    small' < small and large' < large
    |(large - large') - (small - small')| < a

move one: exactly 1 of small, large changes
";

fn open(text: &str) -> Game {
    let reference: GameReference = "own.game".parse().unwrap();
    Game::open(&reference.source(|_| Ok::<_, ()>(text.to_owned())).unwrap()).unwrap()
}

/// Does a theorem about the catalogue's game answer for the game of the file?
fn is_recognised(text: &str) -> bool {
    let game = open(text);
    let position = game.position("1000,2000").unwrap();
    let answer = game.outcome(&position, Play::Normal, &Unwatched);
    matches!(answer.unwrap().verdict.evidence, Evidence::Theorem(_))
}

#[test]
fn the_rules_are_known_under_other_names() {
    assert!(is_recognised(MOUSE));
    assert!(is_recognised(&MOUSE.replace("cheese", "mouse")));
    assert!(is_recognised(&MOUSE.replace("large", "y")));
}

/// The moves alone do not make a game.
#[test]
fn other_positions_and_forbidden_options_make_another_game() {
    for more in [
        "positions when small != 1",
        "blocking 1",
        "ends when large <= 2",
    ] {
        let text = format!("{MOUSE}{more}\n");
        let game = open(&text);
        let position = game.position("5,8").unwrap();
        let answer = game.outcome(&position, Play::Normal, &Unwatched).unwrap();
        let evidence = answer.verdict.evidence;
        assert!(matches!(evidence, Evidence::Exhaustive(_)), "{text}");
        assert!(game.methods(Play::Normal, &Unwatched).len() == 1, "{text}");
    }
}

#[test]
fn other_rules_are_not_taken_for_them() {
    for (part, other) in [
        ("mod 3", "mod 4"),
        ("then 2", "then 3"),
        ("exactly 1", "at most 2"),
        ("\nmove one: exactly 1 of small, large changes\n", ""),
    ] {
        let text = MOUSE.replace(part, other).replace("cheese", "mouse");
        assert_ne!(text, MOUSE);
        assert!(!is_recognised(&text), "{text}");
    }
}
