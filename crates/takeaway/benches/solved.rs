//! Positions that no theorem knows: winning moves found on a solved board, and outcomes by a proved claim of one's own.
//!
//! Speeds are ratios within one run: an N-position of a solved board is compared with an outcome alone, and a Wythoff written by a
//! user with the catalogue's. Every move is one that the rules allow into a position that the board calls P.

#![allow(clippy::pedantic, clippy::restriction)]

use std::time::{Duration, Instant};

use takeaway::{Game, Outcome, Position};

/// A game of one's own, without a claim.
const ODD: &str = "game odd \"Odd or equal\"
piles x, y
move one: exactly 1 of x, y changes
move both: x' < x and (x - x') + 2 = 2*(y - y')";

/// Wythoff's game as somebody would write it.
const OWN: &str = "game w2 \"Wythoff once more\"
piles x, y
move one: exactly 1 of x, y changes
move both: x' < x and x - x' = y - y'
P = { (floor(n*phi), floor(n*phi^2)) | n >= 0 } or { (floor(n*phi^2), floor(n*phi)) | n >= 0 }";

const LARGEST: u64 = 2000;
const QUESTIONS: usize = 20_000;

fn main() {
    on_a_solved_board();
    by_a_proved_claim();
}

/// Random numbers below a bound.
fn numbers(below: u64) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    })
}

fn positions(game: &Game, below: u64) -> Vec<Position> {
    let mut numbers = numbers(below);
    let mut next = || numbers.next().unwrap();
    let piles = std::iter::repeat_with(|| [next(), next()]);
    piles
        .map(|piles| game.position_of(piles).unwrap())
        .take(QUESTIONS)
        .collect()
}

/// Asks each question, and returns how long that took with the answers.
fn timed<T>(positions: &[Position], ask: impl Fn(&Position) -> T) -> (Duration, Vec<T>) {
    let start = Instant::now();
    let answers = positions.iter().map(ask).collect();
    (start.elapsed(), answers)
}

fn on_a_solved_board() {
    let odd = Game::from_text(ODD).unwrap();
    let corner = odd.position_of([LARGEST, LARGEST]).unwrap();
    odd.outcome(&corner).unwrap();
    let positions: Vec<Position> = positions(&odd, LARGEST);
    let (alone, outcomes) = timed(&positions, |position| {
        odd.outcome_alone(position).unwrap().verdict.outcome
    });
    let (full, verdicts) = timed(&positions, |position| {
        odd.outcome(position).unwrap().verdict
    });
    let mut won = 0;
    for ((position, outcome), verdict) in positions.iter().zip(outcomes).zip(&verdicts) {
        assert_eq!(verdict.outcome, outcome, "{position}");
        if let Some(winning) = &verdict.winning_move {
            won += 1;
            assert!(odd.legal(position, &winning.to).unwrap().is_ok());
            let there = odd.outcome_alone(&winning.to).unwrap().verdict.outcome;
            assert_eq!(there, Outcome::P, "{position} to {}", winning.to);
        } else {
            assert_eq!(outcome, Outcome::P, "{position}");
        }
    }
    assert!(won > QUESTIONS / 2);
    report("N-positions of a solved board", won, full);
    report("their outcomes alone", QUESTIONS, alone);
    // To look for the move afresh took ten thousand times as long as the outcome.
    assert!(full < alone * 100, "{full:?}, {alone:?} alone");
}

fn by_a_proved_claim() {
    let (own, listed) = (
        Game::from_text(OWN).unwrap(),
        Game::open("wythoff").unwrap(),
    );
    let positions = positions(&own, 1 << 40);
    // The claim is proved once.
    own.outcome(&positions[0]).unwrap();
    let ask = |game: &Game| {
        timed(&positions, |position| {
            game.outcome(position).unwrap().verdict
        })
    };
    let ((theirs, expected), (ours, found)) = (ask(&listed), ask(&own));
    for ((position, ours), theirs) in positions.iter().zip(&found).zip(&expected) {
        assert_eq!(ours.outcome, theirs.outcome, "{position}");
    }
    report("Wythoff of the catalogue", QUESTIONS, theirs);
    report("Wythoff written by a user", QUESTIONS, ours);
    assert!(ours < theirs * 5, "{ours:?}, {theirs:?} in the catalogue");
}

fn report(what: &str, questions: usize, elapsed: Duration) {
    let rate = questions as u128 * 1_000_000_000 / elapsed.as_nanos().max(1);
    println!("{what}: {questions} questions in {elapsed:.2?}, {rate} a second");
}
