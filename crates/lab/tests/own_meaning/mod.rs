//! The reader of rules against a meaning that it does not share.
//!
//! Prover, solver and checker all work on what the reader made of a text: that they agree says nothing about the reader.
//! Here random games are made as trees of their own ([`meaning::tree`]), which say of every variable who binds it; a plain
//! evaluator ([`meaning::evaluate`], [`meaning::table`]) says what they mean; they are printed ([`meaning::print`]) and read by the program, whose
//! answers must agree ([`compare`], [`verdicts`]). The fuzz target `own_meaning` runs the same on choices of its own.
#![allow(clippy::expect_used, clippy::unreachable, clippy::panic)]

mod compare;
mod meaning;
mod verdicts;

use std::panic::{AssertUnwindSafe, catch_unwind};

use compare::Case;
use meaning::source::{Source, shrink};
use meaning::tree::Game;
use meaning::{About, generate, print};

/// What differs in a game, if something does. A panic differs too.
fn difference(game: &Game, about: About) -> Option<String> {
    let check = || Case::new(game).and_then(|case| case.check(about));
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(checked) => checked.err(),
        Err(_) => Some("it panics".to_owned()),
    }
}

/// The game of some choices.
fn replay(choices: &[u32], about: About) -> Game {
    generate::game(&mut Source::replay(choices.to_vec()), about)
}

/// Compares the games of some seeds; shows the smallest that can be found where they differ.
fn compare_seeds(about: About, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut source = Source::seeded(seed);
        let game = generate::game(&mut source, about);
        if difference(&game, about).is_none() {
            continue;
        }
        let fails = |choices: &[u32]| difference(&replay(choices, about), about).is_some();
        let game = replay(&shrink(source.made(), fails), about);
        let reason = difference(&game, about).expect("a difference");
        let text = print::game(&game);
        panic!("seed {seed} about {about:?}\n{text}\n{reason}");
    }
}

/// No number is odd, said with a set inside a set: false, and the smallest odd number shows it.
#[test]
fn a_set_inside_a_set_takes_no_variables_from_it() {
    let text = "game cap\npiles x\nmove a: x' < x and x mod 2 = 1 and x' = x - 1\n\
        theorem \"wrong\": forall t: t in { n | n >= 0, n not in { 2*m + 1 | m >= 0 } }\n\
        theorem \"right\": forall t: t in { n | n >= 0, n not in { 2*m + 1 | m >= 0 } } iff t mod 2 = 0\n";
    let spec = lang::load(text, "cap.game", &[]).expect("a game");
    let reports = proof::prove(&spec, &lab::Unwatched);
    let values = vec![("t".to_owned(), lab::Natural::from(1u32))];
    let counterexample = proof::Counterexample::Values(values);
    assert_eq!(
        reports[0].outcome,
        proof::ClaimOutcome::Refuted(counterexample)
    );
    assert_eq!(reports[1].outcome, proof::ClaimOutcome::Proved);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn rules_mean_what_they_say() {
    compare_seeds(About::Rules, 0..700);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn claims_are_judged_as_they_deserve() {
    compare_seeds(About::Claims, 0..300);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn theorems_are_judged_as_they_deserve() {
    compare_seeds(About::Theorems, 0..2000);
}
