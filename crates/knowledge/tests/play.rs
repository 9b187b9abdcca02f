//! A game against the computer, without a screen.

#![allow(clippy::unwrap_used)]

use knowledge::{Game, GameReference, Outcome, Partner, Play, Position, Unwatched};
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::Pow;
use play::{MoveRefusal, OngoingGame, PlayError, Player, Strength};

fn open(text: &str) -> Game {
    let reference: GameReference = text.parse().unwrap();
    Game::open(&reference.source(|_| Err(())).unwrap()).unwrap()
}

fn begin<'g>(partner: &'g Partner<'g>, start: &[u64]) -> OngoingGame<'g> {
    OngoingGame::new(partner.game().rules(), partner, position(start))
}

fn normal(game: &Game) -> Partner<'_> {
    Partner::new(game, Play::Normal)
}

fn position(piles: &[u64]) -> Position {
    piles.iter().copied().collect()
}

fn piles(piles: &[u64]) -> Vec<Natural> {
    piles.iter().copied().map(Natural::from).collect()
}

/// Both sides follow the hints from a position; whoever starts in an N-position wins.
fn check_played_to_the_end(table: &mut OngoingGame<'_>, expected: Player) {
    loop {
        if let Some(winner) = table.ended_by(&Unwatched).unwrap() {
            assert_eq!(winner, expected, "{:?}", table.plies());
            return;
        }
        let advice = table.hint(&Unwatched).unwrap();
        let to = match advice.winning_move {
            Some(winning) => winning.to,
            None => table.moves(1, &Unwatched).unwrap().moves[0].to.clone(),
        };
        table.play(to.piles().to_vec(), &Unwatched).unwrap();
        if table.ended_by(&Unwatched).unwrap().is_none() {
            table.reply(Strength::default(), &Unwatched).unwrap();
        }
    }
}

#[test]
fn who_starts_well_wins() {
    let raleigh = open("raleigh");
    let partner = normal(&raleigh);
    let mut table = begin(&partner, &[14, 17, 20]);
    check_played_to_the_end(&mut table, Player::Human);
    table.restart(position(&[14, 15, 24]));
    check_played_to_the_end(&mut table, Player::Computer);
    let rat = open("rat");
    for seed in 0..5 {
        let partner = normal(&rat);
        let mut table = begin(&partner, &[0, 0, 0]);
        table.deal(seed, &Unwatched).unwrap();
        check_played_to_the_end(&mut table, Player::Human);
    }
}

#[test]
fn a_game_without_strategies_is_searched() {
    let game = open("tribonacci");
    let partner = normal(&game);
    let mut table = begin(&partner, &[3, 5, 6]);
    let advice = table.hint(&Unwatched).unwrap();
    let expected = if advice.outcome == Some(Outcome::N) {
        Player::Human
    } else {
        Player::Computer
    };
    check_played_to_the_end(&mut table, expected);
}

#[test]
fn an_illegal_try_changes_nothing_and_gives_reasons() {
    let game = open("nim");
    let partner = normal(&game);
    let mut table = begin(&partner, &[1, 4, 5]);
    let Err(MoveRefusal::Illegal(illegal)) = table.play(piles(&[0, 3, 5]), &Unwatched) else {
        panic!()
    };
    assert!(!illegal.reasons.is_empty());
    assert!(matches!(
        table.play(piles(&[1, 4]), &Unwatched),
        Err(MoveRefusal::NotAPosition(_))
    ));
    assert_eq!(table.position(), &position(&[1, 4, 5]));
    assert!(!table.undo());
}

#[test]
fn undo_takes_back_the_try_and_its_reply() {
    let game = open("wythoff");
    let partner = normal(&game);
    let mut table = begin(&partner, &[8, 11]);
    table.play(piles(&[8, 10]), &Unwatched).unwrap();
    let reply = table.reply(Strength::default(), &Unwatched).unwrap();
    assert!(!reply.resists && !reply.why.sentences().is_empty());
    assert!(table.undo());
    assert_eq!(table.position(), &position(&[8, 11]));
    // A try without a reply is taken back alone.
    table.play(piles(&[7, 11]), &Unwatched).unwrap();
    assert!(table.undo());
    assert!(table.plies().is_empty());
}

#[test]
fn the_computer_resists_at_any_size() {
    let game = open("raleigh");
    let n = Natural::from(10u8).pow(50u64);
    let row = strategies::rows::Rows::row(
        &strategies::raleigh::RaleighFloors::default(),
        &n,
        &Unwatched,
    );
    let row = row.unwrap().position();
    let partner = normal(&game);
    let mut table = OngoingGame::new(game.rules(), &partner, row.clone());
    let reply = table.reply(Strength::default(), &Unwatched).unwrap();
    assert!(reply.resists);
    // Not token by token: after the answer, much less is left.
    let answer = table.hint(&Unwatched).unwrap().winning_move.unwrap().to;
    let left = |position: &Position| {
        let piles = position.piles().iter();
        piles.fold(Natural::from(0u8), |sum, pile| sum + pile)
    };
    assert!(
        left(&answer) * Natural::from(3u8) <= left(&row) * Natural::from(2u8),
        "{answer}"
    );
}

#[test]
fn nobody_moves_after_the_end() {
    let game = open("mouse");
    let partner = normal(&game);
    let mut table = begin(&partner, &[0, 0]);
    assert!(matches!(
        table.reply(Strength::default(), &Unwatched),
        Err(PlayError::Over(_))
    ));
    assert_eq!(table.ended_by(&Unwatched).unwrap(), None);
    assert!(table.moves(10, &Unwatched).unwrap().complete);
}

#[test]
fn deals_differ_and_are_won_by_the_next_player() {
    let game = open("raleigh");
    let partner = normal(&game);
    let mut table = begin(&partner, &[0, 0, 0]);
    let mut dealt = std::collections::HashSet::new();
    for seed in 0..10 {
        let start = table.deal(seed, &Unwatched).unwrap().clone();
        assert_eq!(
            table.hint(&Unwatched).unwrap().outcome,
            Some(Outcome::N),
            "{start}"
        );
        dealt.insert(start);
    }
    assert!(dealt.len() > 5, "{dealt:?}");
}

#[test]
fn every_game_deals_soon() {
    for (name, m) in [("n-wythoff", 12), ("welter", 8), ("welter", 20)] {
        let game = open(&format!("{name}:m={m}"));
        let partner = normal(&game);
        let mut table = begin(&partner, &[0]);
        let dealt = table.deal(3, &Unwatched).unwrap().clone();
        assert!(!table.moves(0, &Unwatched).unwrap().complete, "{dealt}");
        let coins: std::collections::HashSet<_> = dealt.piles().iter().collect();
        assert!(
            name != "welter" || coins.len() == dealt.piles().len(),
            "two coins on one square: {dealt}"
        );
    }
}

#[test]
fn what_is_proved_is_played() {
    let text = "game skip \"Skip\"
piles n
move take: n - n' in {1, 2}
P = { 3*m | m >= 0 }";
    let reference: GameReference = "skip.game".parse().unwrap();
    let source = reference.source(|_| Ok::<_, ()>(text.to_owned())).unwrap();
    let game = Game::open(&source).unwrap();
    let start = game.position("10^40+1").unwrap();
    let partner = normal(&game);
    let table = OngoingGame::new(game.rules(), &partner, start);
    let advice = table.hint(&Unwatched).unwrap();
    assert_eq!(advice.outcome, Some(Outcome::N));
    assert!(advice.winning_move.is_some());
}

#[test]
fn in_misere_play_the_last_move_loses() {
    let game = open("nim");
    let partner = Partner::new(&game, Play::Misere);
    let mut table = begin(&partner, &[1, 1, 4]);
    let advice = table.hint(&Unwatched).unwrap();
    assert_eq!(advice.winning_move.unwrap().to, position(&[1, 1, 1]));
    table.play(piles(&[1, 1, 1]), &Unwatched).unwrap();
    table.reply(Strength::default(), &Unwatched).unwrap();
    let to = table.hint(&Unwatched).unwrap().winning_move.unwrap().to;
    table.play(to.piles().to_vec(), &Unwatched).unwrap();
    table.reply(Strength::default(), &Unwatched).unwrap();
    assert_eq!(table.ended_by(&Unwatched).unwrap(), Some(Player::Computer));
}
