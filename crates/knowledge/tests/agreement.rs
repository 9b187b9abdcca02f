//! Nobody contradicts anybody: outcome, winning moves, nim-value and hint of games that users might write, with claims that
//! are true, false or beyond any proof, against a recursion over the moves of the rules and against solved boards.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use games::play::Adviser;
use games::solver;
use knowledge::{
    Error, Evidence, Game, GameReference, Method, NimValue, Outcome, Play, Position, Unwatched,
};

/// Moves of games with one pile.
const HEAP_MOVES: &[&str] = &[
    "n - n' in {1, 2}",
    "1 <= n - n' <= 3",
    "n - n' in {1, 3, 4}",
    "n' >= n div 2",
    "n' = n - 1 or n' = n div 2",
    "n - n' in {2, 5}",
    "n - n' not in {1, 2}",
    "n - n' = 1 or n' = 0",
    "n - n' in {1, 6}",
];

/// Claims about them: of each game some are true.
const HEAP_CLAIMS: &[&str] = &[
    "",
    "P = { 3*k | k >= 0 }",
    "P = { 4*k | k >= 0 }",
    "P when n mod 7 in {0, 2}",
    "P = { (0) }",
    "P = { floor(k*pi) | k >= 0 }",
    "nim-value = n mod 3",
    "nim-value = n mod 4",
    "nim-value if (n < 2) = n",
    "nim-value = 5",
    "P = { 3*k | k >= 0 }\nnim-value = n mod 3",
];

/// Moves of games with two piles.
const PAIR_MOVES: &[&str] = &[
    "exactly 1 of x, y changes",
    "exactly 1 of x, y changes\nmove both: x' < x and x - x' = y - y'",
    "exactly 1 of x, y changes\nmove knight: (x - x' = 1 and y - y' = 2) or (x - x' = 2 and y - y' = 1)",
    "at most 2 of x, y change",
    "(x - x') + (y - y') <= 2",
    "exactly 1 of x, y changes and (x - x') + (y - y') <= 3",
];

/// Claims about them.
const PAIR_CLAIMS: &[&str] = &[
    "",
    "P when x = y",
    "P when x = 0 and y = 0",
    "P when (x + y) mod 3 = 0",
    "P = { (floor(k*phi), floor(k*phi^2)) | k >= 0 } or { (floor(k*phi^2), floor(k*phi)) | k >= 0 }",
    "P = { (floor(k*pi), floor(k*e)) | k >= 0 }",
    "nim-value = (x + y) mod 3",
    "nim-value if (x = y) = 0",
];

/// How the piles are declared, and whether a game ends early.
const PAIRS: &[&str] = &[
    "piles x, y",
    "piles x <= y",
    "piles x, y\nends when x + y <= 1",
];

fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for rule in HEAP_MOVES {
        for claim in HEAP_CLAIMS {
            texts.push(format!(
                "game heap \"A heap\"\npiles n\nmove take: {rule}\n{claim}"
            ));
        }
    }
    for piles in PAIRS {
        for rule in PAIR_MOVES {
            for claim in PAIR_CLAIMS {
                texts.push(format!(
                    "game pair \"Two piles\"\n{piles}\nmove take: {rule}\n{claim}"
                ));
            }
        }
    }
    texts
}

fn open(text: &str) -> Game {
    let reference: GameReference = "own.game".parse().unwrap();
    Game::open(&reference.source(|_| Ok::<_, ()>(text.to_owned())).unwrap()).unwrap()
}

/// The moves, straight from the rules.
fn options(game: &Game, position: &Position) -> Vec<Position> {
    let mut options = Vec::new();
    let _ = game
        .rules()
        .for_each_move(position, &Unwatched, &mut |option| {
            options.push(option.to);
            ControlFlow::Continue(())
        })
        .unwrap();
    options
}

/// Outcome and nim-value straight from their definitions.
#[derive(Default)]
struct Plain {
    values: HashMap<Position, u64>,
    misere: HashMap<Position, Outcome>,
}

impl Plain {
    fn value(&mut self, game: &Game, position: &Position) -> u64 {
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        let options = options(game, position);
        let values: Vec<u64> = options.iter().map(|to| self.value(game, to)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.values.insert(position.clone(), value);
        value
    }

    fn misere(&mut self, game: &Game, position: &Position) -> Outcome {
        if let Some(outcome) = self.misere.get(position) {
            return *outcome;
        }
        let options = options(game, position);
        let loses = |outcome: &Outcome| *outcome == Outcome::P;
        let outcomes: Vec<Outcome> = options.iter().map(|to| self.misere(game, to)).collect();
        let wins = options.is_empty() || outcomes.iter().any(loses);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        self.misere.insert(position.clone(), outcome);
        outcome
    }
}

fn small_positions(game: &Game) -> BTreeSet<Position> {
    let count = game.rules().pile_names().unwrap().len();
    let texts: Vec<String> = match count {
        1 => (0..=20).map(|n: u32| n.to_string()).collect(),
        _ => (0..=6)
            .flat_map(|x| (0..=6).map(move |y| format!("{x},{y}")))
            .collect(),
    };
    texts
        .iter()
        .map(|text| game.position(text).unwrap())
        .collect()
}

/// The winning moves that are listed.
fn winning_moves(game: &Game, position: &Position, play: Play) -> BTreeSet<Position> {
    let mut found = BTreeSet::new();
    game.for_each_winning_move(position, play, &Unwatched, &mut |option| {
        assert!(found.insert(option.to), "each move once");
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

fn check_small(text: &str, game: &Game) {
    let mut plain = Plain::default();
    for position in small_positions(game) {
        let value = plain.value(game, &position);
        let expected = if value == 0 { Outcome::P } else { Outcome::N };
        let answer = game
            .outcome(&position, Play::Normal, &Unwatched)
            .unwrap()
            .verdict;
        assert_eq!(answer.outcome, expected, "{text}\n{position}");
        if let Some(winning) = &answer.winning_move {
            assert_eq!(plain.value(game, &winning.to), 0, "{text}\n{position}");
        }
        let valued = game.value(&position, &Unwatched).unwrap();
        assert_eq!(valued.value, NimValue::from(value), "{text}\n{position}");
        let advice = game.advise(&position, &Unwatched).unwrap();
        assert_eq!(advice.outcome, Some(expected), "{text}\n{position}");
        let wins: BTreeSet<Position> = options(game, &position)
            .into_iter()
            .filter(|to| plain.value(game, to) == 0)
            .collect();
        assert_eq!(
            winning_moves(game, &position, Play::Normal),
            wins,
            "{text}\n{position}"
        );
        check_by_claim(text, game, &position, expected);
        let misere = game
            .outcome(&position, Play::Misere, &Unwatched)
            .unwrap()
            .verdict;
        assert_eq!(
            misere.outcome,
            plain.misere(game, &position),
            "{text}\n{position}"
        );
        assert!(matches!(misere.evidence, Evidence::Exhaustive(_)));
    }
}

/// A claim that is used although it is false must call itself a conjecture.
fn check_by_claim(text: &str, game: &Game, position: &Position, expected: Outcome) {
    match game.outcome_by(Method::Claim, position, Play::Normal, &Unwatched) {
        Ok(answer) => match answer.verdict.evidence {
            Evidence::Conjecture(_) => {}
            _ => assert_eq!(answer.verdict.outcome, expected, "{text}\n{position}"),
        },
        Err(Error::Input(_) | Error::Beyond(_)) => {}
        Err(other) => panic!("{other}"),
    }
}

/// Positions beyond what is quick, where claims come in, against a solved board.
fn check_large(text: &str, game: &Game) {
    let spec = game.spec().unwrap();
    let (max, positions): (u32, &[&str]) = match spec.dimension() {
        1 => (1_000_100, &["1000100", "1000001", "1000002"]),
        _ => (
            1_010,
            &["1010,1010", "700,1009", "624,1010", "1010,0", "1,1010"],
        ),
    };
    let Ok(board) = solver::outcomes(spec, max, Play::Normal, &Unwatched) else {
        return;
    };
    for typed in positions {
        let position = game.position(typed).unwrap();
        let piles = position
            .piles()
            .iter()
            .map(|pile| u32::try_from(pile).unwrap());
        let expected = board.outcome(&piles.collect::<Vec<_>>()).unwrap();
        let answer = game.outcome(&position, Play::Normal, &Unwatched).unwrap();
        let conjecture = matches!(answer.verdict.evidence, Evidence::Conjecture(_));
        assert!(
            conjecture || answer.verdict.outcome == expected,
            "{text}\n{position}"
        );
        let advice = game.advise(&position, &Unwatched).unwrap();
        assert_eq!(
            advice.outcome,
            Some(answer.verdict.outcome),
            "{text}\n{position}"
        );
        if let Some(winning) = answer.verdict.winning_move.filter(|_| !conjecture) {
            let piles = winning
                .to
                .piles()
                .iter()
                .map(|pile| u32::try_from(pile).unwrap());
            let after = board.outcome(&piles.collect::<Vec<_>>());
            assert_eq!(
                after,
                Some(Outcome::P),
                "{text}\n{position} -> {}",
                winning.to
            );
        }
        let mut kept = None;
        game.for_each_winning_move(&position, Play::Normal, &Unwatched, &mut |option| {
            kept = Some(option.to);
            ControlFlow::Break(())
        })
        .unwrap();
        assert_eq!(
            kept.is_some(),
            answer.verdict.outcome == Outcome::N,
            "{text}\n{position}"
        );
    }
}

#[test]
fn nobody_contradicts_anybody() {
    let texts = texts();
    assert!(texts.len() >= 200);
    for text in &texts {
        let game = open(text);
        check_small(text, &game);
        check_large(text, &game);
    }
}
