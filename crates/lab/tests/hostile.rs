//! Whatever is typed, there is an answer or a message; never a panic, and never more work than the watch allows.

use lab::{
    Detail, Game, GameReference, Limited, Method, OutcomeRequest, Play, ReasonDetail, Request,
    SequenceRequest, Session, SessionQuestion, TableRequest, Unwatched,
};
use proptest::prelude::*;

/// Lets work ask so many times whether it may go on, and use little memory.
fn patience() -> Limited<'static> {
    Limited::new(&Unwatched).questions(4_000).memory(16 << 20)
}

/// Asks everything of a game and a position; only that it comes back matters.
fn ask(game: &str, position: &str) {
    let Ok(reference) = game.parse::<GameReference>() else {
        return;
    };
    let Ok(source) = reference.source(|_| Err(())) else {
        return;
    };
    let watch = patience;
    let session = Session::new(source.clone());
    let _ = session.ask(SessionQuestion::Legal, position, position, &watch());
    for winning in [false, true] {
        let question = SessionQuestion::Moves {
            winning,
            limit: Some(5),
            play: Play::Normal,
        };
        let _ = session.ask(question, position, "", &watch());
    }
    for (method, play) in [
        (Method::Best, Play::Normal),
        (Method::Claim, Play::Normal),
        (Method::Search, Play::Misere),
    ] {
        if let Ok((game, position)) = session.at(position) {
            let request = OutcomeRequest {
                game: &game,
                position,
                method,
                play,
                detail: Detail::Brief,
                telling: ReasonDetail::InParts,
            };
            let _ = request.answer(&watch());
        }
    }
    if let Ok(game) = Game::open(&source) {
        let _ = TableRequest {
            game: &game,
            rows: 5,
            columns: &[],
        }
        .answer(&watch());
    }
    let _ = session.ask(SessionQuestion::Value, position, "", &watch());
}

#[test]
fn a_coin_far_above_the_others() {
    for position in ["2,898337675051584788790839", "10^300-1,4", "5,7,10^300-1,4"] {
        ask("frankenstein", position);
        ask("frankenstein:reading=literal", position);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_answered(game in "[a-z]{0,8}(:[a-z=0-9,{}()+/]{0,12})?", position in "[-0-9+*(), a@]{0,24}") {
        ask(&game, &position);
    }

    #[test]
    fn any_unicode_is_answered(game in ".{0,20}", position in ".{0,20}") {
        ask(&game, &position);
        ask("rat", &position);
    }

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn any_position_of_a_game_is_answered(
        name in prop::sample::select(vec![
            "rat", "mouse", "fat-rat", "fat-rat:m=4", "raleigh", "frankenstein", "frankenstein:reading=literal", "succinct-rat", "grandiose-rat", "beta-nim:beta=pi",
            "beta-wynim", "beta-t-wynim:beta=e", "wythoff:d=2", "nim", "mark", "moore", "n-wythoff", "heap", "tribonacci",
            "cyclic-nimhoff", "subtraction:set={2,5}", "all-but", "octal:code=0.07", "octal:code=4.007", "hexadecimal", "kayles", "dawson-chess", "grundy", "lasker", "welter",
        ]),
        piles in prop::collection::vec(prop_oneof!["[0-9]{1,2}", "[0-9]{1,40}", Just("10^300-1".to_owned())], 0..5),
    ) {
        ask(name, &piles.join(","));
    }

    #[test]
    fn any_term_is_answered(term in "[-n0-9+*/() ]{0,20}|floor\\(n\\*[a-z0-9/+()]{1,10}\\)") {
        let _ = SequenceRequest { term, definitions: Vec::new(), from: 0u32.into(), rows: 3 }.answer(&patience());
    }
}
