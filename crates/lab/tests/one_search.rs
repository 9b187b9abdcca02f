//! What one command line asks is searched for once: verdict, certificate and winning moves come from one proof.
#![allow(clippy::unwrap_used)]

use std::sync::Mutex;

use lab::{
    CertifyRequest, CheckAnswer, CheckRequest, ClaimOutcome, ClaimsRequest, Construction, Game,
    GameReference, Method, Play, ProveRequest, Request, Stopped, StrategyName, Watch,
};
use logic::watch::Limited;

/// The step of a proof of P-positions that comes once in a search.
const SEARCH: &str = "a move from every other position to a claimed one";
/// That of a proof of a sentence.
const SENTENCE: &str = "deciding a sentence";

/// A watch that counts how often each step is begun.
#[derive(Default)]
struct Tally(Mutex<Vec<&'static str>>);

impl Tally {
    fn count(&self, step: &str) -> usize {
        let begun = self.0.lock().unwrap();
        begun.iter().filter(|other| **other == step).count()
    }
}

impl Watch for Tally {
    fn check(&self) -> Result<(), Stopped> {
        Ok(())
    }

    fn construction(&self, construction: Construction) {
        let mut begun = self.0.lock().unwrap();
        if begun.last() != Some(&construction.step) {
            begun.push(construction.step);
        }
    }
}

/// A game of a file that nobody vouches for. The file can be read once.
fn open(text: &str) -> Game {
    let reference: GameReference = "own.game".parse().unwrap();
    let mut file = Some(text.to_owned());
    let read = |_: &str| file.take().ok_or(lab::LabError::input("read twice"));
    Game::open(&reference.source(read).unwrap()).unwrap()
}

const OWN: &str = "game own
piles x <= y
move one: exactly 1 of x, y changes
move both: exists t > 0: x' = x - t and y' = y - t
P = { (floor(n*phi), floor(n*phi^2)) | n >= 0 }
theorem \"golden\": forall n: floor(n*phi^2) = floor(n*phi) + n
theorem \"some\": exists n: floor(n*phi) > 3";

#[test]
fn a_proof_is_searched_for_once() {
    let (game, tally) = (open(OWN), Tally::default());
    let claims = ClaimsRequest {
        game: &game,
        only: None,
    };
    let claims = claims.answer(&tally).unwrap().claims;
    let claims: Vec<_> = claims.into_iter().map(|one| one.claim).collect();
    for &claim in &claims {
        let report = ProveRequest { game: &game, claim }.answer(&tally).unwrap();
        assert_eq!(report.outcome, ClaimOutcome::Proved, "{}", report.name);
    }
    let certify = CertifyRequest {
        game: &game,
        claims: claims.clone(),
    };
    let certified = certify.answer(&tally).unwrap();
    assert_eq!((certified.certified.len(), certified.refused.len()), (3, 0));
    let position = game.position("10^30,10^30+7").unwrap();
    let automaton = Method::Strategy(StrategyName::Automaton);
    for method in [Method::Best, automaton, Method::Claim] {
        game.outcome_by(method, &position, Play::Normal, &tally)
            .unwrap();
    }
    assert_eq!((tally.count(SEARCH), tally.count(SENTENCE)), (1, 2));
}

#[test]
fn a_refuted_claim_is_searched_for_once() {
    let (game, tally) = (
        open(&OWN.replace("floor(n*phi^2)) |", "floor(n*phi^2) + 1) |")),
        Tally::default(),
    );
    let position = game.position("10,17").unwrap();
    for _ in 0..3 {
        let answer = game.outcome(&position, Play::Normal, &tally).unwrap();
        assert_eq!(answer.refuted.len(), 1);
    }
    assert_eq!(tally.count(SEARCH), 1);
}

/// Twice as many claims are twice the work: each is checked, and read again, by itself.
#[test]
fn claims_are_certified_one_by_one() {
    let asked = |count: u32| {
        let theorem = |k| format!("\ntheorem \"t{k}\": forall n: n + {k} >= n");
        let theorems: String = (0..count).map(theorem).collect();
        let game = open(&format!("game own\npiles x\nmove one: x' < x{theorems}"));
        let claims = ClaimsRequest {
            game: &game,
            only: None,
        };
        let claims = claims.answer(&lab::Unwatched).unwrap().claims;
        let claims: Vec<_> = claims.into_iter().map(|one| one.claim).collect();
        for &claim in &claims {
            ProveRequest { game: &game, claim }
                .answer(&lab::Unwatched)
                .unwrap();
        }
        let questions = Limited::new(&lab::Unwatched).questions(u64::MAX);
        let certify = CertifyRequest {
            game: &game,
            claims,
        };
        let certified = certify.answer(&questions).unwrap();
        assert_eq!(certified.certified.len(), count as usize);
        let text = certified.certificate.unwrap();
        let check = CheckRequest {
            certificate: text,
            against: None,
            statement: false,
        };
        let CheckAnswer::Accepted { claims, .. } = check.answer(&lab::Unwatched).unwrap() else {
            panic!("the whole is refused");
        };
        assert_eq!(claims.len(), count as usize);
        u64::MAX - questions.questions_left().unwrap()
    };
    let (few, many) = (asked(20), asked(40));
    assert!(many <= 2 * few + few / 10, "{few}, then {many}");
}
