//! Nim-values that theorems tell, and the moves that they name, against brute force on boards.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use knowledge::{Game, GameReference, NimValue, Position, Unwatched};
use numeration::natural::Natural;
use strategies::strategy::{Strategy, Targets};

fn open(text: &str) -> Game {
    let reference: GameReference = text.parse().unwrap();
    Game::open(&reference.source(|_| Err(())).unwrap()).unwrap()
}

/// Every value of a board is the strategy's; the moves that it names are legal and lead to the value, and where it says
/// that these are all, they are. Returns how many positions have a strategy's value.
fn check(name: &str, max: u32) -> usize {
    let game = open(name);
    let table = solver::nim_values(game.spec().unwrap(), max, &Unwatched).unwrap();
    let strategies = game.strategies(&Unwatched).unwrap();
    let mut valued = 0;
    table.for_each(|piles, expected| {
        let position = Position::unchecked(piles.iter().map(|pile| Natural::from(*pile)).collect());
        for strategy in strategies.iter() {
            if let Some(value) = strategy.nim_value(&position).unwrap() {
                assert_eq!(value, expected, "{name} {position}");
                valued += 1;
                check_targets(&game, strategy.as_ref(), &position, &expected, &table);
            }
        }
    });
    valued
}

fn check_targets(
    game: &Game,
    strategy: &dyn Strategy,
    position: &Position,
    value: &NimValue,
    table: &solver::NimValues,
) {
    let of = |to: &Position| {
        let piles: Vec<u32> = to
            .piles()
            .iter()
            .map(|pile| u32::try_from(pile).unwrap())
            .collect();
        table.value(&piles).unwrap()
    };
    let mut options: Vec<(Position, NimValue)> = Vec::new();
    let _ = game
        .rules()
        .for_each_move(position, &Unwatched, &mut |option| {
            options.push((option.to.clone(), of(&option.to)));
            ControlFlow::Continue(())
        })
        .unwrap();
    let heap = u64::try_from(value.heap()).unwrap();
    for wanted in (0..=heap + 1).map(NimValue::from) {
        let reached: BTreeSet<&Position> = options
            .iter()
            .filter(|(_, value)| *value == wanted)
            .map(|(to, _)| to)
            .collect();
        let legal = |named: &[Position]| -> usize {
            named.iter().filter(|to| reached.contains(to)).count()
        };
        match strategy.targets(position, &wanted).unwrap() {
            Some(Targets::All(named)) => assert_eq!(
                named.iter().collect::<BTreeSet<_>>(),
                reached,
                "{} {position} to {wanted}",
                game.name()
            ),
            // From a position of a larger value the proof promises a move to every smaller one.
            Some(Targets::Some(named)) if wanted < *value => {
                assert!(legal(&named) > 0, "{} {position} to {wanted}", game.name());
            }
            _ => {}
        }
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn theorems_tell_nim_values() {
    assert!(check("nim:m=3", 7) > 0);
    assert!(check("nim:m=2", 12) > 0);
    assert!(check("cyclic-nimhoff:h=3,m=2", 14) > 0);
    assert!(check("cyclic-nimhoff:h=2,m=3", 6) > 0);
    assert!(check("succinct-rat:d=2", 24) > 0);
    assert!(check("succinct-rat:d=3", 9) > 0);
    assert!(check("succinct-rat:d=4", 4) > 0);
    assert!(check("grandiose-rat:d=2", 16) > 0);
    assert!(check("grandiose-rat:d=3", 6) > 0);
}
