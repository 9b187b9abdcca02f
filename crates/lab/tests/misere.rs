//! In misère play no theorem and no claim of normal play speaks: every catalogue game, against trying every move.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::ops::ControlFlow;

use lab::{
    Detail, Evidence, GameReference, LabError, Method, Natural, Outcome, OutcomeAnswer,
    OutcomeRequest, Play, Position, ReasonDetail, Request, Session, Unwatched,
};
use rules::ruleset::Ruleset;
use strategies::catalog::GAMES;

/// Who wins if whoever cannot move wins: by every move.
fn plain(
    rules: &dyn Ruleset,
    position: &Position,
    known: &mut HashMap<Position, Outcome>,
) -> Outcome {
    if let Some(outcome) = known.get(position) {
        return *outcome;
    }
    let mut options = Vec::new();
    let _ = rules
        .for_each_move(position, &Unwatched, &mut |option| {
            options.push(option.to);
            ControlFlow::Continue(())
        })
        .unwrap();
    let mut lost = options.iter().map(|option| plain(rules, option, known));
    let wins = options.is_empty() || lost.any(|outcome| outcome == Outcome::P);
    let outcome = if wins { Outcome::N } else { Outcome::P };
    known.insert(position.clone(), outcome);
    outcome
}

/// All vectors of so many numbers up to a bound.
fn vectors(length: usize, max: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![Vec::new()], |shorter, _| {
        let longer = |vector: Vec<u64>| (0..=max).map(move |last| [&vector[..], &[last]].concat());
        shorter.into_iter().flat_map(longer).collect()
    })
}

fn misere(session: &Session, position: &str, method: Method) -> Result<OutcomeAnswer, LabError> {
    let (game, position) = session.at(position)?;
    OutcomeRequest {
        game: &game,
        position,
        method,
        play: Play::Misere,
        detail: Detail::Brief,
        telling: ReasonDetail::InParts,
    }
    .answer(&Unwatched)
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn misere_outcomes_are_those_of_brute_force() {
    for entry in GAMES {
        let reference: GameReference = entry.name.parse().unwrap();
        let source = reference.source(|_| Err(())).unwrap();
        let game = knowledge::Game::open(&source).unwrap();
        if game.blocking() > 0 {
            continue;
        }
        let rules = game.rules();
        let length = rules.pile_names().map_or(3, <[_]>::len);
        let max = if length > 3 { 2 } else { 5 };
        let session = Session::new(source);
        let mut known = HashMap::new();
        for vector in vectors(length, max) {
            let piles: Vec<Natural> = vector.iter().map(|pile| Natural::from(*pile)).collect();
            let Ok(position) = rules.position(piles) else {
                continue;
            };
            let expected = plain(rules, &position, &mut known);
            let text: Vec<String> = vector.iter().map(u64::to_string).collect();
            let answer = misere(&session, &text.join(","), Method::Best).unwrap();
            assert_eq!(answer.outcome, expected, "{} {position}", entry.name);
            assert!(
                matches!(answer.evidence, Evidence::Exhaustive(_)),
                "{} {position}: {}",
                entry.name,
                answer.evidence
            );
            if let Some(winning) = answer.winning_move {
                let after = plain(rules, &winning.to, &mut known);
                assert_eq!(after, Outcome::P, "{} {position}", entry.name);
            }
        }
    }
}

#[test]
fn theorems_and_claims_refuse_to_speak_of_misere_play() {
    let reference: GameReference = "wythoff".parse().unwrap();
    let session = Session::new(reference.source(|_| Err(())).unwrap());
    let (wythoff, _) = session.at("3,5").unwrap();
    for method in wythoff
        .methods(Play::Normal, &Unwatched)
        .into_iter()
        .filter(|method| *method != Method::Search)
    {
        let answer = misere(&session, "3,5", method);
        assert!(matches!(answer, Err(LabError::Input(_))), "{method}");
    }
    let methods = wythoff.methods(Play::Misere, &Unwatched);
    assert_eq!(methods, [Method::Search]);
}

/// A claim about misère play has its own rows, and takes part where every way to know is compared.
#[test]
fn claims_about_misere_play_are_explained_by_their_own_rows() {
    let text =
        "game g\npiles x\nmove I: x - x' in {1, 2}\nP when x mod 3 = 0\nmisere P when x mod 3 = 1";
    let reference: GameReference = "g.game".parse().unwrap();
    let source = reference.source(|_| Ok::<_, ()>(text.to_owned())).unwrap();
    let session = Session::new(source);
    let position = "8000000000000000001";
    let answer = misere(&session, position, Method::Claim).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    let winning = answer.winning_move.unwrap().to;
    let table = answer.reasons.unwrap().table.unwrap();
    let named: Vec<_> = table.rows.iter().filter(|row| row.named).collect();
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].cells[1..], *winning.piles());
    let (game, _) = session.at("5").unwrap();
    let methods = game.methods(Play::Misere, &Unwatched);
    assert_eq!(methods, [Method::Claim, Method::Search]);
}
