#![allow(clippy::unwrap_used)]

use logic::watch::{Limited, Unwatched};

use knowledge::{Game, GameSource};
use rules::outcome::Outcome;

use super::*;

fn source(game: &str) -> GameSource {
    let reference: crate::GameReference = game.parse().unwrap();
    let source = reference.source(|_| Err(LabError::input("no files")));
    source.unwrap()
}

fn open(game: &str) -> Game {
    Game::open(&source(game)).unwrap()
}

fn request<'g>(
    game: &'g Game,
    position: Option<&str>,
    first: Player,
    seed: u64,
) -> PlayRequest<'g> {
    PlayRequest {
        partner: Partner::new(game, Play::Normal),
        start: position.map(|text| game.position(text).unwrap()),
        first,
        level: Level::Perfect,
        seed,
    }
}

/// What is said after all these lines.
fn check(game: &str, position: &str, lines: &[&str], expected: &[&str]) {
    let (game, _) = Game::open_at(&source(game), position).unwrap();
    let request = request(&game, Some(position), Player::Human, 0);
    let (mut game, mut said) = request.begin(&Unwatched).unwrap();
    for line in lines {
        said = game.line(line, &Unwatched).unwrap();
    }
    let unsaid = |saying: &&Saying| !matches!(saying, Saying::Rules(_) | Saying::Comment(_));
    let said: Vec<String> = said.iter().filter(unsaid).map(brief).collect();
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

/// Games of every kind of the catalogue.
const GAMES: [&str; 25] = [
    "nim",
    "nim:m=4",
    "rat",
    "mouse",
    "raleigh",
    "frankenstein",
    "fat-rat",
    "succinct-rat",
    "grandiose-rat",
    "wythoff",
    "wythoff:d=2",
    "beta-nim",
    "beta-wynim",
    "beta-t-wynim",
    "mark",
    "moore",
    "subtraction",
    "cyclic-nimhoff",
    "tribonacci",
    "all-but",
    "octal",
    "kayles",
    "grundy",
    "heap",
    "nim-pass",
];

/// The human follows the hints in a dealt match; the moves of the human, and the largest number on the table at the start.
fn by_hints(game: &Game, first: Player, level: Level, seed: u64) -> (usize, Natural) {
    let request = PlayRequest {
        level,
        ..request(game, None, first, seed)
    };
    let name = game.name();
    let (mut play, mut said) = request
        .begin(&Unwatched)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let largest = play.first_position().piles().iter().max().cloned();
    let mut moves = 0;
    while !play.is_over() {
        let hint = play.line("hint", &Unwatched).unwrap();
        let [
            Saying::Hint(Knowledge {
                winning_move: Some(winning),
                ..
            }),
        ] = hint.as_slice()
        else {
            panic!("{name}: {hint:?} after {said:?}");
        };
        said = play.line(&winning.to.to_string(), &Unwatched).unwrap();
        moves += 1;
        assert!(moves < 100, "{name}: {:?}", play.plies());
    }
    let winner = Player::Human;
    assert_eq!(said.last(), Some(&Saying::Won { winner }), "{name}");
    (moves, largest.unwrap_or_default())
}

/// The human follows the hints and wins from every dealt position, in a dozen moves at most unless heaps split.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn who_follows_the_hints_wins_soon() {
    for name in GAMES {
        let game = open(name);
        let (mut longest, mut largest) = (0, Natural::default());
        for seed in 0..6 {
            for first in [Player::Human, Player::Computer] {
                let (moves, most) = by_hints(&game, first, Level::Perfect, seed);
                longest = longest.max(moves);
                largest = largest.max(most);
            }
        }
        println!("{name}: at most {longest} moves, piles up to {largest}");
        // Where heaps split, few tokens go in each move.
        let most = if game.splitting().is_some() { 30 } else { 12 };
        assert!(longest <= most, "{name}: {longest}");
        assert!(largest <= 60_u32, "{name}: {largest}");
    }
}

#[test]
fn a_dealt_game_of_nim_takes_a_dozen_moves_at_most() {
    for name in ["nim", "nim:m=4", "nim:m=5"] {
        let game = open(name);
        for seed in 0..150 {
            let first = [Player::Human, Player::Computer][usize::from(seed % 2 == 1)];
            let (moves, _) = by_hints(&game, first, Level::Perfect, seed);
            assert!(moves <= 12, "{name}, seed {seed}: {moves}");
        }
    }
}

/// How often the computer gives a win away in matches against itself, at each level.
#[test]
fn weaker_levels_err_more_often() {
    let slips = |name: &str, level: Level| {
        let game = open(name);
        let (mut slips, mut chances) = (0, 0);
        for seed in 0..25 {
            let start = format!("{},{},{}", 3 + seed % 5, 7 + seed % 4, 11 + seed % 7);
            let request = PlayRequest {
                level,
                ..request(&game, Some(&start), Player::Computer, seed)
            };
            let (play, _) = request.begin(&Unwatched).unwrap();
            let [Saying::Review { moves, .. }] = [play.review(&Unwatched).unwrap()] else {
                panic!()
            };
            let judgement = moves[0].comment.judgement;
            slips += usize::from(judgement == Judgement::GaveAway);
            chances += usize::from(matches!(judgement, Judgement::GaveAway | Judgement::Kept));
        }
        assert!(chances > 10, "{name}");
        100 * slips / chances
    };
    for name in ["nim", "raleigh"] {
        let rates = Level::ALL.map(|level| slips(name, level));
        println!("{name}: {rates:?} of 100 wins are given away");
        let [perfect, strong, casual, beginner] = rates;
        assert_eq!(perfect, 0, "{name}");
        assert!(
            strong <= 30 && casual >= 20 && beginner >= 50,
            "{name}: {rates:?}"
        );
        assert!(strong < casual && casual < beginner, "{name}: {rates:?}");
    }
}

/// At every level the match goes on by legal moves, comes to its end, and is the same for the same seed.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn every_level_plays_every_game() {
    for name in GAMES {
        let game = open(name);
        for level in Level::ALL {
            let plies = |seed: u64| {
                let request = PlayRequest {
                    level,
                    ..request(&game, None, Player::Computer, seed)
                };
                let (mut play, _) = request.begin(&Unwatched).unwrap();
                while !play.is_over() {
                    let (moves, _) = play.moves(1, &Unwatched).unwrap();
                    let said = play.line(&moves[0].to.to_string(), &Unwatched).unwrap();
                    assert!(!matches!(said[0], Saying::Misunderstood { .. }), "{said:?}");
                }
                play.record()
            };
            let record = plies(5);
            assert_eq!(record, plies(5), "{name} at level {level}");
            let request = record.request(&game).unwrap();
            let (again, _) = request.resume(&record, &Unwatched).unwrap();
            assert_eq!(again.record(), record, "{name}");
            assert!(again.is_over());
        }
    }
}

/// The work for a reply is bounded, whether the computer can win or not.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn a_reply_is_soon_found() {
    for name in GAMES {
        let game = open(name);
        let (mut slowest, mut most) = (std::time::Duration::ZERO, 0);
        for (seed, level) in [(1, Level::Perfect), (2, Level::Strong)] {
            let request = PlayRequest {
                level,
                ..request(&game, None, Player::Human, seed)
            };
            let (mut play, _) = request.begin(&Unwatched).unwrap();
            let mut turn = 0;
            while !play.is_over() {
                turn += 1;
                let (moves, _) = play.moves(5, &Unwatched).unwrap();
                let mut to = moves.last().unwrap().to.clone();
                if let [Saying::Hint(known)] = &play.line("hint", &Unwatched).unwrap()[..]
                    && let Some(winning) = known.winning_move.as_ref().filter(|_| turn % 3 > 0)
                {
                    to = winning.to.clone();
                }
                let watch = Limited::new(&Unwatched).questions(u64::MAX);
                let start = std::time::Instant::now();
                play.line(&to.to_string(), &watch).unwrap();
                slowest = slowest.max(start.elapsed());
                most = most.max(u64::MAX - watch.questions_left().unwrap());
            }
        }
        println!("{name}: {slowest:.0?} and {most} questions for a reply");
        assert!(most < 500_000, "{name}: {most}");
    }
}

#[test]
fn the_last_move_is_made_at_once() {
    // Two winning moves: to (1, 2, 3) by the theorem, and to the end.
    check("raleigh", "2,2,9", &["hint"], &["hint (0, 0, 0)"]);
    for level in Level::ALL {
        let raleigh = open("raleigh");
        let request = PlayRequest {
            level,
            ..request(&raleigh, Some("3,3,9"), Player::Computer, 3)
        };
        let (play, _) = request.begin(&Unwatched).unwrap();
        assert_eq!(play.winner(), Some(Player::Computer), "{level}");
    }
}

#[test]
fn a_lost_computer_leaves_few_winning_answers() {
    let nim = open("nim");
    let (game, start) = (&nim, "9,12,5");
    let request = request(game, Some(start), Player::Computer, 2);
    let (play, said) = request.begin(&Unwatched).unwrap();
    assert!(matches!(said[1], Saying::Moved { resists: true, .. }));
    let mut answers = 0;
    let partner = Partner::new(game, Play::Normal);
    play::Adviser::for_each_winning_move(&partner, play.position(), &Unwatched, &mut |_| {
        answers += 1;
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(answers, 1, "{}", play.position());
}

#[test]
fn each_move_gets_a_word() {
    let word = |game: &str, position: &str, line: &str| {
        let (game, _) = Game::open_at(&source(game), position).unwrap();
        let request = request(&game, Some(position), Player::Human, 0);
        let (mut play, _) = request.begin(&Unwatched).unwrap();
        let said = play.line(line, &Unwatched).unwrap();
        let Some(Saying::Comment(comment)) = said.first().cloned() else {
            panic!("{said:?}")
        };
        comment
    };
    assert_eq!(word("nim", "1,2,4", "1 from x3").judgement, Judgement::Kept);
    let slip = word("nim", "1,2,4", "2 from x3");
    assert_eq!(slip.judgement, Judgement::GaveAway);
    assert_eq!(slip.better.unwrap().to.to_string(), "(1, 2, 3)");
    assert_eq!(
        slip.why.unwrap(),
        "move to (1, 2, 3): from there every move can be answered by a move back into such a position, until none is \
         left to answer"
    );
    assert_eq!(word("nim", "1,2,3", "1,2,2").judgement, Judgement::NoWin);
}

#[test]
fn moves_in_words() {
    check(
        "raleigh",
        "3,6,10",
        &["2 from a and 4 from b", "undo"],
        &["TakenBack", "turn (3, 6, 10)"],
    );
    check("nim", "0,0,4", &["all from x[3]"], &["won by Human"]);
    check("nim", "0,0,4", &["x3 to 0"], &["won by Human"]);
    check(
        "frankenstein",
        "1,3,9",
        &["9 to 8", "undo"],
        &["TakenBack", "turn (1, 3, 9)"],
    );
    check(
        "frankenstein",
        "1,3,9",
        &["9 to hole", "3 from 2"],
        &[
            "misunderstood: on a strip, say which coin moves where, such as 9 to 3, or type the squares after your move",
        ],
    );
    check(
        "nim",
        "1,2,4",
        &["9 from x1"],
        &["misunderstood: there are only 1 in x[1]"],
    );
}

#[test]
fn what_was_taken_back_is_played_again() {
    check("nim", "1,2,4", &["redo"], &["NothingToPlayAgain"]);
    check(
        "nim",
        "0,0,4",
        &["0,0,0", "undo", "redo"],
        &["PlayedAgain", "won by Human"],
    );
    let nim = open("nim");
    let request = request(&nim, Some("1,2,4"), Player::Human, 0);
    let (mut play, _) = request.begin(&Unwatched).unwrap();
    play.line("1,2,3", &Unwatched).unwrap();
    let after = play.position().clone();
    play.line("undo", &Unwatched).unwrap();
    play.line("redo", &Unwatched).unwrap();
    assert_eq!(*play.position(), after);
    // Another move makes it impossible.
    play.line("undo", &Unwatched).unwrap();
    play.line("0,2,4", &Unwatched).unwrap();
    assert_eq!(
        play.line("redo", &Unwatched).unwrap(),
        [Saying::NothingToPlayAgain]
    );
}

#[test]
fn what_may_be_taken() {
    let takes = |game: &str, position: &str, pile: usize, limit: u64| {
        let (game, _) = Game::open_at(&source(game), position).unwrap();
        let request = request(&game, Some(position), Player::Human, 0);
        let (play, _) = request.begin(&Unwatched).unwrap();
        let takes = play.takes(pile, limit, &Unwatched).unwrap();
        (format!("{:?}", takes.amounts), takes.complete)
    };
    assert_eq!(takes("nim", "1,2,4", 2, 100), ("[1, 2, 3, 4]".into(), true));
    assert_eq!(takes("nim", "1,2,4", 2, 3), ("[1, 2, 3]".into(), false));
    assert_eq!(takes("mark", "7", 0, 100), ("[1, 4]".into(), true));
    assert_eq!(takes("nim", "1,2,4", 9, 100), ("[]".into(), true));
    assert_eq!(takes("nim", "1,2,10^30", 2, 2), ("[1, 2]".into(), false));
}

#[test]
fn the_review_names_the_better_move() {
    let nim = open("nim");
    let request = request(&nim, Some("1,2,4"), Player::Human, 0);
    let (mut play, _) = request.begin(&Unwatched).unwrap();
    play.line("1,2,2", &Unwatched).unwrap();
    let [
        Saying::Review {
            moves,
            level: Level::Perfect,
        },
    ] = &play.line("review", &Unwatched).unwrap()[..]
    else {
        panic!()
    };
    assert_eq!(moves.len(), 2);
    assert_eq!(
        (moves[0].by, moves[1].by),
        (Player::Human, Player::Computer)
    );
    assert_eq!(moves[0].comment.judgement, Judgement::GaveAway);
    assert_eq!(
        (moves[0].before, moves[0].after),
        (Some(Outcome::N), Some(Outcome::N))
    );
    assert_eq!(
        moves[0].comment.better.as_ref().unwrap().to.to_string(),
        "(1, 2, 3)"
    );
    assert_eq!(moves[1].comment.judgement, Judgement::Kept);
    assert!(moves[0].evidence.as_ref().unwrap().contains("Bouton"));
}

#[test]
fn a_record_goes_on_where_it_was_left() {
    let raleigh = open("raleigh");
    let request = PlayRequest {
        level: Level::Casual,
        ..request(&raleigh, Some("14,17,20"), Player::Human, 8)
    };
    let (mut play, _) = request.begin(&Unwatched).unwrap();
    play.line("4,5,8", &Unwatched).unwrap();
    let record = play.record();
    let again = record.request(&raleigh).unwrap();
    let (resumed, said) = again.resume(&record, &Unwatched).unwrap();
    assert_eq!(resumed.position(), play.position());
    assert_eq!(resumed.level(), Level::Casual);
    assert!(matches!(said.last(), Some(Saying::YourTurn { .. })));
    // Interrupted before the answer: it is the same answer.
    let mut cut = record.clone();
    cut.moves.pop();
    let (resumed, said) = again.resume(&cut, &Unwatched).unwrap();
    assert_eq!(resumed.record(), record);
    assert!(
        said.iter()
            .any(|saying| matches!(saying, Saying::Moved { .. }))
    );
}

/// Nothing in a record is believed.
#[test]
fn a_hostile_record_is_an_error() {
    let nim = open("nim");
    let good = MatchRecord {
        game: "nim".to_owned(),
        start: ["1", "2", "4"].map(str::to_owned).to_vec(),
        first: Player::Human,
        misere: false,
        level: Level::Perfect,
        seed: 0,
        moves: vec![["1", "2", "3"].map(str::to_owned).to_vec()],
    };
    let fault = |record: &MatchRecord| {
        let resumed = record.request(&nim).and_then(|request| {
            let resumed = request.resume(record, &Unwatched);
            resumed.map(|_| ())
        });
        resumed.map_or_else(|error| error.to_string(), |()| "none".to_owned())
    };
    assert_eq!(fault(&good), "none");
    let with = |moves: &[&[&str]]| MatchRecord {
        moves: moves
            .iter()
            .map(|piles| piles.iter().map(|pile| (*pile).to_owned()).collect())
            .collect(),
        ..good.clone()
    };
    assert_eq!(
        fault(&with(&[&["1", "1", "1"]])),
        "move 1 of the match that was written down is not legal: (1, 2, 4) -> (1, 1, 1)"
    );
    assert!(fault(&with(&[&["1", "2", "3"], &["1", "2"]])).starts_with("move 2"));
    assert!(fault(&with(&[&["1", "2", "x"]])).contains("not a number"));
    assert!(fault(&with(&[&["9^9^9^9"]])) != "none");
    assert!(fault(&with(&[&[]])) != "none");
    let nowhere = MatchRecord {
        start: vec!["-1".to_owned()],
        ..good.clone()
    };
    assert!(fault(&nowhere) != "none");
}

#[test]
fn a_dealt_position_depends_on_the_seed_alone() {
    let dealt = |seed| {
        let raleigh = open("raleigh");
        let request = request(&raleigh, None, Player::Human, seed);
        let (_, said) = request.begin(&Unwatched).unwrap();
        said
    };
    assert_eq!(dealt(7), dealt(7));
    assert!((0..5).any(|seed| dealt(seed) != dealt(7)));
}

#[test]
fn positions_of_any_size() {
    let huge = "10^60,2*10^60,3*10^60";
    let raleigh = open("raleigh");
    let request = request(&raleigh, Some(huge), Player::Computer, 0);
    let (mut play, said) = request.begin(&Unwatched).unwrap();
    assert!(matches!(said[1], Saying::Moved { resists: false, .. }));
    assert!(matches!(
        play.line("why", &Unwatched).unwrap().as_slice(),
        [Saying::Why {
            outcome: Some(Outcome::P),
            evidence: Some(_),
            ..
        }]
    ));
}

/// The computer resists in huge games too, at every level, and they come to an end.
#[test]
fn a_huge_lost_game_ends() {
    for (game, start) in [
        ("nim", "10^40,10^40+1,1"),
        ("wythoff", "10^40,10^40+5"),
        ("raleigh", "10^40,10^40+7,2*10^40"),
        ("mark", "10^20"),
    ] {
        let (game, start) = Game::open_at(&source(game), start).unwrap();
        for level in Level::ALL {
            let request = PlayRequest {
                level,
                start: Some(start.clone()),
                ..request(&game, None, Player::Computer, 4)
            };
            let (mut play, _) = request.begin(&Unwatched).unwrap();
            for _ in 0..400 {
                if play.is_over() {
                    break;
                }
                let [Saying::Hint(known)] = &play.line("hint", &Unwatched).unwrap()[..] else {
                    panic!()
                };
                let to = match &known.winning_move {
                    Some(winning) => winning.to.clone(),
                    None => play.moves(1, &Unwatched).unwrap().0[0].to.clone(),
                };
                play.line(&to.to_string(), &Unwatched).unwrap();
            }
            println!(
                "{} at level {level}: {} moves",
                game.name(),
                play.plies().len()
            );
            assert!(play.is_over(), "{} at level {level}", game.name());
        }
    }
}

/// What was said, without the rules.
fn told(said: &[Saying]) -> Vec<String> {
    let position = |position: &Position| position.to_string();
    said.iter()
        .filter_map(|saying| match saying {
            Saying::Forbidden { options, .. } => {
                let options: Vec<String> = options.iter().map(position).collect();
                Some(format!("forbidden: {}", options.join(" ")))
            }
            Saying::YourTurnToForbid { position, most } => {
                Some(format!("forbid {most} at {position}"))
            }
            Saying::YourTurn { position } => Some(format!("move from {position}")),
            Saying::Moved { to, resists, .. } => Some(format!("moved to {to}, {resists}")),
            Saying::Illegal(illegal) => Some(illegal.reasons[0].to_string()),
            Saying::Misunderstood { fault } => Some(fault.clone()),
            Saying::Won { winner } => Some(format!("{winner:?} wins")),
            Saying::Hint(known) => Some(format!(
                "hint {}",
                known
                    .winning_move
                    .as_ref()
                    .map_or("none".to_owned(), |to| to.to.to_string())
            )),
            _ => None,
        })
        .collect()
}

/// A match of a blocking game: the computer forbids what would win, and asks for what is forbidden to it.
#[test]
fn options_are_forbidden_before_each_move() {
    let game = open("blocking-wythoff");
    let request = request(&game, Some("4,6"), Player::Human, 0);
    let (mut play, said) = request.begin(&Unwatched).unwrap();
    assert_eq!(told(&said), ["forbidden: (1, 3)", "move from (4, 6)"]);
    let mut line = |text: &str| told(&play.line(text, &Unwatched).unwrap());
    assert_eq!(line("1,3"), ["the computer has forbidden it"]);
    assert_eq!(line("hint"), ["hint none"]);
    assert_eq!(line("2,6"), ["forbid 1 at (2, 6)"]);
    let first = "first forbid up to 1 of the options that the computer has, such as `forbid 1,2`, or `forbid nothing`";
    assert_eq!(line("2,2"), [first]);
    assert_eq!(
        line("forbid 2,2 2,5"),
        ["at most 1 may be forbidden, and 2 were named"]
    );
    // Of the two P-positions that can be reached, one is left.
    assert_eq!(
        line("forbid 2,2"),
        [
            "moved to (2, 5), false",
            "forbidden: (2, 2)",
            "move from (2, 5)"
        ]
    );
    assert_eq!(line("undo"), ["forbidden: (1, 3)", "move from (4, 6)"]);
    assert_eq!(line("forbid nothing").len(), 1);
}

/// Whoever finds every option forbidden has lost.
#[test]
fn nothing_is_left_where_everything_is_forbidden() {
    let game = open("blocking-wythoff");
    let request = request(&game, Some("0,1"), Player::Human, 0);
    let (_, said) = request.begin(&Unwatched).unwrap();
    assert_eq!(told(&said), ["forbidden: (0, 0)", "Computer wins"]);
    let request = PlayRequest {
        first: Player::Computer,
        ..request.clone()
    };
    let (mut play, said) = request.begin(&Unwatched).unwrap();
    assert_eq!(told(&said), ["forbid 1 at (0, 1)"]);
    assert_eq!(
        told(&play.line("forbid 0,0", &Unwatched).unwrap()),
        ["Human wins"]
    );
}
