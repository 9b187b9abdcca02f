//! Sums of games by nim-value, against trying every move.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::Arc;

use knowledge::sum::{Component, SumMove, for_each_winning_move, value};
use knowledge::{Extent, Game, GameReference, NimValue, Play, Position, Unwatched};
use solver::search::PositionSearch;

fn component(game: &str, position: &str) -> Component {
    let reference: GameReference = game.parse().unwrap();
    let source = reference.source(|_| Err(())).unwrap();
    let (game, position) = Game::open_at(&source, position).unwrap();
    (Arc::new(game), position)
}

/// The value and the winning moves of a sum are those that trying every move finds.
fn check_sum(components: &[Component]) -> NimValue {
    let answer = value(components, &Unwatched).unwrap();
    let of = |game: &Game, position: &Position| {
        PositionSearch::new(game.rules(), Play::Normal)
            .nim_value(position, &Unwatched)
            .unwrap()
    };
    let values: Vec<NimValue> = components.iter().map(|(game, at)| of(game, at)).collect();
    let found: Vec<NimValue> = answer
        .components
        .iter()
        .map(|it| it.value.clone())
        .collect();
    assert_eq!(found, values);
    assert_eq!(answer.value, values.iter().cloned().sum());
    let mut expected = Vec::new();
    for (component, (game, position)) in components.iter().enumerate() {
        let rest: NimValue = answer.value.clone() + values[component].clone();
        let _ = game
            .rules()
            .for_each_move(position, &Unwatched, &mut |option| {
                if answer.value != NimValue::ZERO && of(game, &option.to) == rest {
                    expected.push(SumMove { component, option });
                }
                ControlFlow::Continue(())
            });
    }
    let mut winning = Vec::new();
    let extent = for_each_winning_move(components, &answer, &Unwatched, &mut |found| {
        winning.push(found);
        ControlFlow::Continue(())
    });
    assert_eq!(extent.unwrap(), Extent::All);
    let order =
        |a: &SumMove, b: &SumMove| (a.component, &a.option.to).cmp(&(b.component, &b.option.to));
    winning.sort_by(order);
    expected.sort_by(order);
    assert_eq!(winning, expected);
    answer.value
}

#[test]
fn sums_of_different_games() {
    let nim_and_rat = [
        component("nim", "1,4,5"),
        component("succinct-rat:d=3", "1,4,5"),
    ];
    assert_ne!(check_sum(&nim_and_rat), NimValue::ZERO);
    check_sum(&[component("nim", "2,3,6"), component("wythoff", "5,7")]);
    check_sum(&[component("frankenstein", "2,5,7"), component("mark", "9")]);
    check_sum(&[component("wythoff", "3,4"), component("wythoff", "3,4")]);
    assert_eq!(check_sum(&[]), NimValue::ZERO);
}

#[test]
fn a_game_with_its_copy_is_lost_for_the_next_player() {
    let twice = [component("rat", "3,5,6"), component("rat", "3,5,6")];
    assert_eq!(check_sum(&twice), NimValue::ZERO);
}

#[test]
fn sums_at_any_size() {
    let huge = [
        component("nim", "10^30,7"),
        component("succinct-rat:d=4", "10^30,1,5,9"),
    ];
    let answer = value(&huge, &Unwatched).unwrap();
    let mut winning = Vec::new();
    for_each_winning_move(&huge, &answer, &Unwatched, &mut |found| {
        winning.push(found);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(!winning.is_empty());
    for SumMove { component, option } in winning {
        let mut after = answer.value.clone() + answer.components[component].value.clone();
        after = after
            + huge[component]
                .0
                .value(&option.to, &Unwatched)
                .unwrap()
                .value;
        assert_eq!(after, NimValue::ZERO, "{}", option.to);
    }
}
