//! Random small games with random claims: every verdict and every counterexample against a plain loop.
//!
//! The loop has its own syntax trees and its own meaning of them; it shares nothing with the reader, the solver and the
//! prover but the text. A counterexample must be real, of the kind that is reported, and the smallest one.
#![allow(clippy::unwrap_used)]

#[path = "counterexamples/claims.rs"]
mod claims;
#[path = "counterexamples/plain.rs"]
mod plain;
#[path = "counterexamples/tree.rs"]
mod tree;

use claims::{Checked, Verdicts, check_nim_values, check_p_positions, check_theorem};
use plain::Game;
use tree::{Condition, Dice, Term};

fn text(game: &Game, claim: &str) -> String {
    format!("{}\n{claim}\n", game.text())
}

/// Many games, with the claims that `claim` makes up.
fn run(seed: u64, games: usize, mut claim: impl FnMut(&mut Dice, &Game) -> Checked) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let mut dice = Dice(seed);
    for _ in 0..games {
        let game = Game::random(&mut dice);
        verdicts.count(&claim(&mut dice, &game));
    }
    println!("{verdicts:?}");
    verdicts
}

#[test]
fn claimed_nim_values() {
    let verdicts = run(1, 400, |dice, game| {
        let value = Term::random(dice, game.piles(), 3);
        let clauses = vec![(Condition::Always, value)];
        check_nim_values(game, &clauses)
    });
    assert!(verdicts.refuted > 300, "{verdicts:?}");
}

/// Claims that are right on most small positions: the faults lie apart, and of several kinds.
#[test]
fn nearly_right_nim_values() {
    let verdicts = run(2, 300, |dice, game| {
        let clauses = game.nearly_right_values(dice);
        check_nim_values(game, &clauses)
    });
    assert!(verdicts.refuted > 150, "{verdicts:?}");
}

#[test]
fn nim_values_of_some_positions() {
    let verdicts = run(3, 300, |dice, game| {
        let mut clauses = Vec::new();
        for _ in 0..1 + dice.below(2) {
            let condition = Condition::random(dice, game.piles(), 2);
            clauses.push((condition, Term::random(dice, game.piles(), 2)));
        }
        check_nim_values(game, &clauses)
    });
    assert!(verdicts.refuted > 150, "{verdicts:?}");
    assert!(verdicts.proved > 10, "{verdicts:?}");
}

/// `nim-value if (C) = 0` is true for every part of the P-positions.
#[test]
fn nim_value_zero_of_some_positions() {
    let verdicts = run(4, 250, |dice, game| {
        let condition = Condition::random(dice, game.piles(), 2);
        check_nim_values(game, &[(condition, Term::Number(0))])
    });
    assert!(verdicts.refuted > 100, "{verdicts:?}");
    assert!(verdicts.proved > 10, "{verdicts:?}");
}

#[test]
fn claimed_p_positions() {
    let verdicts = run(5, 300, |dice, game| {
        let condition = Condition::random(dice, game.piles(), 3);
        let claim = format!("P when {}", condition.text(&game.names()));
        check_p_positions(game, &claim, &|_, position| {
            condition.holds(&position.to_vec())
        })
    });
    assert!(verdicts.refuted > 200, "{verdicts:?}");
}

/// Sets with a parameter, whose members need not be positions.
#[test]
fn claimed_rows() {
    let verdicts = run(6, 300, |dice, game| {
        let rows: Vec<Term> = (0..game.piles()).map(|_| Term::row(dice)).collect();
        claims::check_rows(game, &rows)
    });
    assert!(verdicts.refuted > 200, "{verdicts:?}");
    assert!(verdicts.not_positions > 50, "{verdicts:?}");
}

#[test]
fn claimed_theorems() {
    let mut verdicts = Verdicts::default();
    let mut dice = Dice(7);
    for _ in 0..400 {
        let variables = 1 + dice.below(3) as usize;
        let body = Condition::random(&mut dice, variables, 3);
        verdicts.count(&check_theorem(variables, &body));
    }
    println!("{verdicts:?}");
    assert!(verdicts.refuted > 200, "{verdicts:?}");
    assert!(verdicts.proved > 10, "{verdicts:?}");
}

/// The faults that were seen: each has the smallest counterexample of another kind than one that was found first.
mod seen {
    use proof::{Claim, ClaimOutcome, prove_claim};

    fn outcome(text: &str, claim: Claim) -> (ClaimOutcome, bool) {
        let spec = lang::load(text, "seen.game", &[]).unwrap();
        let report = prove_claim(&spec, claim, &logic::Unwatched);
        (report.outcome, report.empty)
    }

    fn shown(text: &str, claim: Claim) -> String {
        match outcome(text, claim).0 {
            ClaimOutcome::Refuted(counterexample) => counterexample.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn kinds_of_faults_are_compared() {
        let text = "game g\npiles n\nmove a: n - n' in {1, 2}\n\
                    nim-value = if n = 1 then 2 else (if n >= 100 then 5 else n mod 3)\n";
        assert_eq!(
            shown(text, Claim::NimValues),
            "(1) is claimed to have the nim-value 2, and has 1: no option has that value"
        );
    }

    /// The value that is missing does not count: (3) lacks a large one, (4) a small one.
    #[test]
    fn positions_are_compared_without_the_missing_value() {
        let text = "game g\npiles n\nmove a: n' < n\n\
                    nim-value = if n = 9 then 12 else (if n = 10 then 11 else n)\n";
        assert_eq!(
            shown(text, Claim::NimValues),
            "(9) is claimed to have the nim-value 12, and has 9: no option has that value"
        );
    }

    /// What remains is certain for the smallest position only: at (0, 2) and (0, 3) these claims are right.
    #[test]
    fn what_is_not_looked_at_refutes_nothing() {
        let text = "game g\npiles x, y\nmove a: x - x' <= 1\n\
                    nim-value = |min(3, x) - (y mod 5)| mod 5\n";
        assert_eq!(
            shown(text, Claim::NimValues),
            "(1, 1) and its option (0, 0) are both claimed to have the nim-value 0; that of (1, 1) is 2"
        );
        let text = "game g\npiles x <= y\nmove a: y - y' <= 3\nmove b: (3*y') div 2 = 1\n\
                    nim-value = if x = 1 and y <= 2 then y + 1 else \
                    (if x = 0 and y <= 3 then y else |(y mod 3) - 3*x|)\n";
        assert_eq!(
            shown(text, Claim::NimValues),
            "(0, 4) is claimed to have the nim-value 1, and has 0: no option has that value"
        );
    }

    #[test]
    fn cases_of_a_set_are_compared() {
        let text = "game g\npiles x, y\nmove a: x' < x and y' = y\n\
                    P = { (|n+n|, min(1,3) - (if n in {4} then 4 else n)) | n >= 0 }\n";
        assert_eq!(
            shown(text, Claim::PPositions),
            "the member with n = 2 is not a position"
        );
        let sorted = text.replace("x, y", "x <= y");
        assert_eq!(
            shown(&sorted, Claim::PPositions),
            "the member with n = 1 is not a position"
        );
        // Pieces of a set are compared too, and a piece without variables comes first.
        let pieces = text.replace(
            "P = {",
            "P = { (3 - n, 0) | n >= 0 } or { (2 - n, 3*k) | n >= 0, k >= 0 } or {",
        );
        assert_eq!(
            shown(&pieces, Claim::PPositions),
            "the member with n = 2 is not a position"
        );
        let constant = text
            .replace("x, y", "x <= y")
            .replace("P = {", "P = { (2, 1) } or {");
        assert_eq!(
            shown(&constant, Claim::PPositions),
            "a member of the claimed set is not a position"
        );
    }

    #[test]
    fn sentences_keep_their_variables() {
        let text = "game g\npiles x\nmove a: x' < x\ntheorem \"t\": forall n, m: forall k: 2 < 1\n";
        assert_eq!(
            shown(text, Claim::Theorem(0)),
            "it is false for n = 0, m = 0, k = 0"
        );
    }

    const NIM: &str = "game g\npiles x, y\nmove a: exactly 1 of x, y changes\n";

    #[test]
    fn what_is_not_claimed_refutes_nothing() {
        let proved = |claims: &str| {
            let text = format!("{NIM}{claims}\n");
            assert_eq!(
                outcome(&text, Claim::NimValues),
                (ClaimOutcome::Proved, false),
                "{claims}"
            );
        };
        proved("nim-value if (x = y) = 0");
        proved("P when x = y\nnim-value if (x = y) = 0");
        proved("P when x = y\nnim-value if (x = y and x mod 3 = 1) = 0");
        proved("nim-value if (x = 0) = y");
        proved("nim-value if (x <= 1 and y = 4) = 4 + x");
        // (1, 2) has the unclaimed options (0, 2) and (1, 0), and is small.
        proved("nim-value if (x = 1 and y = 2) = 3");
        proved("nim-value if (x = 0) = y\nnim-value if (x >= 1 and y = 0) = x");
    }

    /// Claims from some position on, as for a sequence with a preperiod.
    #[test]
    fn few_positions_without_a_claim() {
        let text = "game g\npiles n\nmove a: n - n' in {1, 3, 4}\n\
                    nim-value if (n >= 5) = if n mod 7 in {0, 2} then 0 else \
                    (if n mod 7 in {1, 3} then 1 else (if n mod 7 = 5 then 3 else 2))\n";
        assert_eq!(
            outcome(text, Claim::NimValues),
            (ClaimOutcome::Proved, false)
        );
    }

    #[test]
    fn an_open_induction_names_its_position() {
        let text = format!("{NIM}nim-value if (x = 1 and y mod 2 = 0) = y + 1\n");
        let (found, _) = outcome(&text, Claim::NimValues);
        let ClaimOutcome::Open { position, option } = &found else {
            panic!("{found:?}");
        };
        assert_eq!(position.piles()[0], 1u32);
        assert_eq!(option.as_ref().unwrap().to_string(), "(1, 1)");
    }

    #[test]
    fn clauses_that_disagree() {
        let text = format!("{NIM}nim-value if (x = y) = 0\nnim-value if (x >= 2) = 7\n");
        // (2, 0) has the nim-value 2.
        assert_eq!(
            shown(&text, Claim::NimValues),
            "(2, 0) is claimed to have the nim-value 7, and has 2: no option has that value"
        );
        let text = format!("{NIM}nim-value if (x = y) = 0\nnim-value if (x = 2 and y = 2) = 7\n");
        assert_eq!(
            shown(&text, Claim::NimValues),
            "(2, 2) is claimed to have the nim-values 0 and 7"
        );
        let text = format!("{NIM}nim-value if (x = y) = 0 - x\n");
        assert_eq!(
            shown(&text, Claim::NimValues),
            "(1, 1) is claimed to have the nim-value -1"
        );
    }

    #[test]
    fn a_claim_about_nothing_is_empty() {
        let text = format!("{NIM}nim-value if (false) = 77\n");
        assert_eq!(
            outcome(&text, Claim::NimValues),
            (ClaimOutcome::Proved, true)
        );
        let text = format!("{NIM}nim-value if (x < y and y < x) = 77\n");
        assert_eq!(
            outcome(&text, Claim::NimValues),
            (ClaimOutcome::Proved, true)
        );
    }

    /// The proved P-positions decide what the claimed values alone do not.
    #[test]
    fn p_positions_are_used() {
        let text = format!("{NIM}P when x = y\nnim-value if (x = y and x >= 50) = 1\n");
        assert_eq!(
            shown(&text, Claim::NimValues),
            "(50, 50) is claimed to have the nim-value 1, and has 0: no option has that value"
        );
    }
}
