#![allow(clippy::unwrap_used)]

use logic::watch::Unwatched;

use super::*;

fn board(game: &str, position: Option<&str>, first: Player, seed: u64) -> Board {
    let reference: crate::GameReference = game.parse().unwrap();
    let game = reference
        .source(|_| Err(LabError::input("no files")))
        .unwrap();
    PlayRequest {
        game,
        position: position.map(str::to_owned),
        first,
        seed,
    }
    .set_up()
    .unwrap()
}

/// What is said after all these lines.
fn check(game: &str, position: &str, lines: &[&str], expected: &[&str]) {
    let board = board(game, Some(position), Player::Human, 0);
    let (mut game, mut said) = board.start(&Unwatched).unwrap();
    for line in lines {
        said = game.line(line, &Unwatched).unwrap();
    }
    let said: Vec<String> = said.iter().map(brief).collect();
    assert_eq!(said, expected, "{lines:?}");
}

fn brief(saying: &Saying) -> String {
    match saying {
        Saying::YourTurn { position } => format!("turn {position}"),
        Saying::Moved { to, resists, .. } => {
            format!("{} {to}", if *resists { "resists" } else { "wins" })
        }
        Saying::Hint(Knowledge {
            winning_move: Some(winning),
            ..
        }) => format!("hint {}", winning.to),
        Saying::Illegal(illegal) => format!("illegal {}", illegal.to),
        Saying::Moves { moves, complete } => format!("{} moves, all: {complete}", moves.len()),
        Saying::Won { winner } => format!("won by {winner:?}"),
        Saying::Misunderstood { fault } => format!("misunderstood: {fault}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_whole_match() {
    check("nim", "1,2,4", &[], &["turn (1, 2, 4)"]);
    check("nim", "1,2,4", &["hint"], &["hint (1, 2, 3)"]);
    check("nim", "1,2,4", &["moves"], &["7 moves, all: true"]);
    check(
        "nim",
        "1,2,4",
        &["1,2,3", "undo"],
        &["TakenBack", "turn (1, 2, 4)"],
    );
    check("nim", "1,2,4", &["undo"], &["NothingToTakeBack"]);
    check("nim", "1,2,4", &["1,1,1"], &["illegal (1, 1, 1)"]);
    check("nim", "1,2,4", &["1,2,4"], &["illegal (1, 2, 4)"]);
    check("nim", "1,1,1", &["0,1,1", "0,0,0"], &["won by Human"]);
    check("nim", "0,0,4", &["0,0,0"], &["won by Human"]);
    check(
        "nim",
        "0,0,4",
        &["0,0,2"],
        &["wins (0, 0, 0)", "won by Computer"],
    );
    check("nim", "0,0,4", &["0,0,0", "hint"], &["AlreadyOver"]);
    check(
        "nim",
        "0,0,4",
        &["0,0,0", "undo"],
        &["TakenBack", "turn (0, 0, 4)"],
    );
    check("nim", "0,0,0", &[], &["won by Computer"]);
    check("nim", "0,0,4", &["quit"], &["Goodbye"]);
    check("nim", "0,0,4", &["new 0,3,5"], &["turn (0, 3, 5)"]);
    check("nim", "0,0,4", &[""], &[]);
}

#[test]
fn a_fault_changes_nothing() {
    check(
        "nim",
        "1,2,4",
        &["1,2"],
        &[
            "misunderstood: nim:m=3 is played on 3 piles, and 2 were given: type 3 numbers separated by commas",
        ],
    );
    check(
        "nim",
        "1,2,4",
        &["1,2", "x", "1,,2", "hint"],
        &["hint (1, 2, 3)"],
    );
}

/// The human follows the hints and wins from every dealt position; the computer is never helpless before the end.
#[test]
fn who_follows_the_hints_wins() {
    for game in [
        "nim",
        "rat",
        "mouse",
        "raleigh",
        "fat-rat",
        "succinct-rat",
        "grandiose-rat",
        "wythoff:d=2",
        "beta-nim",
        "beta-wynim",
        "mark",
        "moore",
        "subtraction",
        "cyclic-nimhoff",
        "tribonacci",
        "all-but",
        "octal",
        "heap",
    ] {
        for (seed, first) in [(1, Player::Human), (2, Player::Computer)] {
            let board = board(game, None, first, seed);
            let (mut play, mut said) = board
                .start(&Unwatched)
                .unwrap_or_else(|error| panic!("{game}: {error}"));
            for _ in 0..500 {
                if play.is_over() {
                    break;
                }
                let hint = play.line("hint", &Unwatched).unwrap();
                let [
                    Saying::Hint(Knowledge {
                        winning_move: Some(winning),
                        ..
                    }),
                ] = hint.as_slice()
                else {
                    panic!("{game}: {hint:?} after {said:?}");
                };
                said = play.line(&winning.to.to_string(), &Unwatched).unwrap();
            }
            let winner = Player::Human;
            assert_eq!(said.last(), Some(&Saying::Won { winner }), "{game}");
        }
    }
}

#[test]
fn a_dealt_position_depends_on_the_seed_alone() {
    let dealt = |seed| {
        let board = board("raleigh", None, Player::Human, seed);
        let (_, said) = board.start(&Unwatched).unwrap();
        said
    };
    assert_eq!(dealt(7), dealt(7));
    assert!((0..5).any(|seed| dealt(seed) != dealt(7)));
}

#[test]
fn positions_of_any_size() {
    let huge = "10^60,2*10^60,3*10^60";
    let board = board("raleigh", Some(huge), Player::Computer, 0);
    let (mut play, said) = board.start(&Unwatched).unwrap();
    assert!(matches!(said[0], Saying::Moved { resists: false, .. }));
    assert!(matches!(
        play.line("why", &Unwatched).unwrap().as_slice(),
        [Saying::Why {
            outcome: Some(Outcome::P),
            evidence: Some(_),
            ..
        }]
    ));
}
