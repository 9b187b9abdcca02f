//! Nim-values of positions and sums, against brute force over the sum itself.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::Arc;

use lab::{
    Game, GameReference, GameSource, MovesRequest, NimValue, Play, Request, Unwatched, ValueAnswer,
    ValueRequest,
};

fn game(text: &str) -> GameSource {
    let reference: GameReference = text.parse().unwrap();
    reference.source(|_| Err(())).unwrap()
}

fn value(components: &[(&str, &str)]) -> ValueAnswer {
    let component = |&(name, position): &(&str, &str)| {
        let (game, position) = Game::open_at(&game(name), position).unwrap();
        (Arc::new(game), position)
    };
    ValueRequest {
        components: components.iter().map(component).collect(),
        limit: None,
    }
    .answer(&Unwatched)
    .unwrap()
}

fn options(name: &str, position: &str) -> Vec<String> {
    let (game, position) = Game::open_at(&game(name), position).unwrap();
    let request = MovesRequest {
        game: &game,
        position,
        winning: false,
        limit: None,
        play: Play::Normal,
    };
    request
        .answer(&Unwatched)
        .unwrap()
        .moves
        .iter()
        .map(|option| option.to.to_string())
        .collect()
}

/// Is the sum of two games a P-position? Straight from the definition.
fn sum_is_p(
    games: [&str; 2],
    positions: [String; 2],
    known: &mut HashMap<[String; 2], bool>,
) -> bool {
    if let Some(is_p) = known.get(&positions) {
        return *is_p;
    }
    let mut is_p = true;
    for place in 0..2 {
        for option in options(games[place], &positions[place]) {
            let mut after = positions.clone();
            after[place] = option;
            is_p &= !sum_is_p(games, after, known);
        }
    }
    known.insert(positions, is_p);
    is_p
}

fn check_sum(games: [&str; 2], positions: [&str; 2]) {
    let mut known = HashMap::new();
    let answer = value(&[(games[0], positions[0]), (games[1], positions[1])]);
    let positions = positions.map(|position| format!("({position})"));
    assert_eq!(
        answer.value == NimValue::ZERO,
        sum_is_p(games, positions.clone(), &mut known)
    );
    let mut winning = Vec::new();
    for place in 0..2 {
        for option in options(games[place], &positions[place]) {
            let mut after = positions.clone();
            after[place] = option.clone();
            if sum_is_p(games, after, &mut known) {
                winning.push((place, option));
            }
        }
    }
    let mut found: Vec<(usize, String)> = answer
        .moves
        .iter()
        .map(|winning| (winning.component, winning.option.to.to_string()))
        .collect();
    found.sort();
    winning.sort();
    assert_eq!(found, winning, "{games:?} {positions:?}");
}

#[test]
fn sums_are_won_as_their_definition_says() {
    check_sum(["nim", "wythoff"], ["1,2,3", "2, 3"]);
    check_sum(["mark", "subtraction:set={1,3,4}"], ["9", "7"]);
    check_sum(["mouse", "mark"], ["2, 4", "6"]);
    check_sum(
        ["succinct-rat:d=2", "cyclic-nimhoff:h=2,m=2"],
        ["2, 3", "3, 3"],
    );
    check_sum(["frankenstein", "nim"], ["1, 2, 4", "1, 2"]);
}

/// Claimed values at any size against the values of the same game from another source.
#[test]
fn claimed_values_at_any_size() {
    let heaps = value(&[("nim", "10^20,3*10^20+5,7")]);
    let sum = value(&[("nim", "10^20"), ("nim", "3*10^20+5"), ("nim", "7")]);
    assert_eq!(heaps.value, sum.value);
    assert_eq!(heaps.moves.len(), 1);
    assert_eq!(sum.moves.len(), 1);
    assert_eq!(sum.moves[0].component, 1);
    // The move in the sum of one-pile games is the move in the game with three piles.
    let lowered = &sum.moves[0].option.to.piles()[0];
    assert!(heaps.moves[0].option.to.piles().contains(lowered));
    // Cyclic Nimhoff with h = 1 is Nim.
    let nimhoff = value(&[("cyclic-nimhoff:h=1", "10^20,3*10^20+5,7")]);
    assert_eq!(nimhoff.value, heaps.value);
    assert_eq!(nimhoff.moves[0].option.to, heaps.moves[0].option.to);
}
