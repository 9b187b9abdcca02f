//! What is discovered from rules alone: found, proved, and right where brute force goes.

use discovery::systems::CandidateSystem;
use discovery::{AttemptVerdict, BareRules, Candidate, Discovery, DiscoveryOptions, discover};
use logic::Unwatched;
use logic::watch::{Limited, Stopped};
use numeration::named::SystemForm;
use proof::{Claim, ClaimOutcome, compare, prove_claim};
use proptest::prelude::*;
use rules::outcome::Play;

const WYTHOFF: &str = include_str!("../../../rules/wythoff.game");
const MOUSE: &str = include_str!("../../../rules/mouse.game");
const RAT: &str = include_str!("../../../rules/rat.game");
const RALEIGH: &str = include_str!("../../../rules/raleigh.game");
const FAT_RAT: &str = include_str!("../../../rules/fat-rat.game");
const SUCCINCT_RAT: &str = include_str!("../../../rules/succinct-rat.game");
const MARK: &str = include_str!("../../../rules/mark.game");
const BETA_WYNIM: &str = include_str!("../../../rules/beta-wynim.game");
const BLOCKING: &str = include_str!("../../../rules/blocking-wythoff.game");
const SKIP: &str = include_str!("../../../docs/tutorial.in/skip.game");

fn rules(text: &str, given: &[(&str, &str)]) -> BareRules {
    let given = given
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let opened = lang::open(text, "test.game", |_| given.collect()).expect("a correct file");
    BareRules::of(&opened).expect("rules stay rules")
}

fn options(play: Play) -> DiscoveryOptions {
    DiscoveryOptions {
        max: None,
        systems: None,
        play,
    }
}

fn discovered(text: &str, given: &[(&str, &str)], play: Play) -> Discovery {
    discover(&rules(text, given), &options(play), &Unwatched).expect("a game that can be solved")
}

/// What is found is this, is proved again, and agrees with brute force position by position.
fn check(text: &str, given: &[(&str, &str)], play: Play, expected: &str) {
    let answer = discovered(text, given, play);
    let found = answer
        .found
        .unwrap_or_else(|| panic!("{:#?}", answer.tried));
    assert_eq!(found.claim, expected);
    assert!(found.compared > found.bound);
    let claim = match play {
        Play::Normal => Claim::PPositions,
        Play::Misere => Claim::MiserePPositions,
    };
    let again = prove_claim(&found.game, claim, &Unwatched);
    assert_eq!(again.outcome, ClaimOutcome::Proved);
    let side = if found.game.dimension() < 3 { 30 } else { 12 };
    let compared = compare(&found.game, claim, side, &Unwatched).expect("a small board");
    assert_eq!(compared.outcome, ClaimOutcome::HoldsUpTo(side));
}

#[test]
fn rows_with_floors_are_discovered() {
    check(
        WYTHOFF,
        &[],
        Play::Normal,
        "P = { (floor(n*phi), floor(n*phi^2)) | n >= 0 } or { (floor(n*phi^2), floor(n*phi)) | n >= 0 }",
    );
    check(
        RALEIGH,
        &[],
        Play::Normal,
        "P = { (0, 0, 0) } or { (floor(n*phi^2) - 1, floor(n*phi^2), 2*floor(n*phi^2) - n) | n >= 1 }",
    );
    check(
        BETA_WYNIM,
        &[("beta", "3+sqrt(3)")],
        Play::Normal,
        "P = { (floor(k*(3 - sqrt(3))), floor(k*(3 + sqrt(3)))) | k >= 0 } \
         or { (floor(k*(3 + sqrt(3))), floor(k*(3 - sqrt(3)))) | k >= 0 }",
    );
}

#[test]
fn rational_rows_are_discovered() {
    let mouse = "P = { (0, 0) } or { (floor(3*n/2), 3*n - 1) | n >= 1 }";
    check(MOUSE, &[], Play::Normal, mouse);
    check(SUCCINCT_RAT, &[("d", "2")], Play::Normal, mouse);
    let rat = "P = { (0, 0, 0) } or { (floor(7*n/4), floor(7*n/2) - 1, 7*n - 3) | n >= 1 }";
    check(RAT, &[], Play::Normal, rat);
    check(SUCCINCT_RAT, &[("d", "3")], Play::Normal, rat);
    check(
        FAT_RAT,
        &[("m", "3")],
        Play::Normal,
        &rat.replace('n', "j").replace("fjoor", "floor"),
    );
    check(
        SKIP,
        &[],
        Play::Normal,
        "P = { (floor(3*n/2), floor((3*n + 1)/2)) | n >= 0 }",
    );
}

#[test]
fn offsets_may_be_irrational() {
    // Fraenkel's theorem on misère play: floor(n*alpha + 1/alpha).
    check(
        WYTHOFF,
        &[("d", "2")],
        Play::Misere,
        "misere P = { (floor(n*sqrt(2) + sqrt(2)/2), floor(n*(2 + sqrt(2)) + (2 + sqrt(2))/2)) | n >= 0 } \
         or { (floor(n*(2 + sqrt(2)) + (2 + sqrt(2))/2), floor(n*sqrt(2) + sqrt(2)/2)) | n >= 0 }",
    );
}

#[test]
fn a_wrong_guess_is_refuted_and_learned_from() {
    let answer = discovered(WYTHOFF, &[("d", "6")], Play::Normal);
    assert!(
        matches!(answer.tried[0].verdict, AttemptVerdict::Refuted(_)),
        "{:?}",
        answer.tried[0]
    );
    let found = answer.found.expect("a formula");
    assert!(
        found.claim.contains("floor(n*(-2 + sqrt(10)))"),
        "{}",
        found.claim
    );
    assert!(found.bound > answer.tried[0].bound);
}

#[test]
fn misere_play_and_forbidden_options_are_discovered() {
    check(
        WYTHOFF,
        &[],
        Play::Misere,
        "misere P = { (0, 1), (1, 0), (2, 2) } or { (floor(n*phi), floor(n*phi^2)) | n >= 2 } \
         or { (floor(n*phi^2), floor(n*phi)) | n >= 2 }",
    );
    check(
        BLOCKING,
        &[("K", "2")],
        Play::Normal,
        "P = { (0, 0) } or { (floor((n - 1)/2), n) | n >= 1 } or { (n, floor((n - 1)/2)) | n >= 1 }",
    );
}

#[test]
fn heaps_with_periods_are_discovered() {
    let subtraction = include_str!("../../../rules/subtraction.game");
    let set = [("set", "{2,5,7}")];
    let found = "P when n mod 22 in { 0, 1, 4, 10, 13, 14 }";
    check(subtraction, &set, Play::Normal, found);
    let few = "game few\npiles n\nmove take: n - n' >= 4";
    check(few, &[], Play::Normal, "P when n in { 0, 1, 2, 3 }");
    let octal = "game octal\npiles n\nmove one: n = 1 and n' = 0\nmove two: n' = n - 2 and n' > 0\nmove three: n' = n - 3";
    let found = "P when n in { 0 } or n >= 2 and n mod 5 in { 1, 2 }";
    check(octal, &[], Play::Normal, found);
}

#[test]
fn piles_of_both_orders_are_discovered() {
    check(
        include_str!("../../../rules/nim-pass.game"),
        &[],
        Play::Normal,
        "P = { (0, 0, 1) } or { (n, n, 0) | n >= 0 } or { (2*n + 1, 2*n + 2, 1) | n >= 0 }",
    );
}

#[test]
fn four_piles_are_discovered() {
    let nim = include_str!("../../../rules/nim.game");
    let found = discovered(nim, &[("m", "4")], Play::Normal).found;
    let found = found.expect("an automaton");
    let Candidate::Automaton(automatic) = &found.candidate else {
        panic!("{}", found.claim);
    };
    assert_eq!(automatic.named().to_string(), "binary");
    let compared = compare(&found.game, Claim::PPositions, 9, &Unwatched).expect("small");
    assert_eq!(compared.outcome, ClaimOutcome::HoldsUpTo(9));
}

fn ended(tokens: u32) -> String {
    format!(
        "game ended\npiles x <= y\nmove I: exactly 1 of x, y changes\n\
         move II: x' < x and x - x' = y - y'\nends when x + y <= {tokens}"
    )
}

#[test]
fn automata_are_discovered() {
    let automaton = |name: &str, piles: &str, system: &str| {
        format!("set W = automaton \"{name}.aut\" in {system}\nP when {piles} in W")
    };
    check(MARK, &[], Play::Normal, &automaton("mark", "n", "binary"));
    check(
        &ended(2),
        &[],
        Play::Normal,
        &automaton("ended", "(x, y)", "zeckendorf"),
    );
    check(
        &ended(5),
        &[],
        Play::Normal,
        &automaton("ended", "(x, y)", "zeckendorf"),
    );
}

#[test]
fn an_automaton_is_what_its_file_says() {
    let answer = discovered(&ended(3), &[], Play::Normal);
    let found = answer.found.expect("an automaton");
    let Candidate::Automaton(automatic) = &found.candidate else {
        panic!("no formula is known");
    };
    let read = logic::digits::AutomatonSet::read(&automatic.text, automatic.named(), &Unwatched);
    assert_eq!(read.as_ref(), Ok(&automatic.set));
}

#[test]
fn names_and_claims_are_not_looked_at() {
    let text = "game zzz \"Unheard of\"
piles p <= q
move one: exactly 1 of p, q changes
move two: p' < p and q' < q and |(p - p') - (q - q')| < (if (q - p) mod 3 = 0 then 2 else 1)
P = { (n, n) | n >= 0 }
nim-value = p
theorem \"nonsense\": forall n: n = 0";
    let found = discovered(text, &[], Play::Normal)
        .found
        .expect("the Mouse game");
    let mouse = discovered(MOUSE, &[], Play::Normal)
        .found
        .expect("the Mouse game");
    assert_eq!(found.claim, mouse.claim);
}

#[test]
fn what_is_not_found_is_told_with_figures() {
    let options = DiscoveryOptions {
        max: Some(300),
        systems: Some(
            CandidateSystem::new(SystemForm::binary())
                .into_iter()
                .collect(),
        ),
        ..options(Play::Normal)
    };
    let rules = rules(&ended(2), &[]);
    let answer = discover(&rules, &options, &Unwatched).expect("a game that can be solved");
    assert!(answer.found.is_none() && answer.stopped.is_none());
    let last = answer.tried.last().expect("something was tried");
    assert_eq!(last.system.as_deref(), Some("binary"));
    assert!(
        matches!(last.verdict, AttemptVerdict::Grows(residuals) if residuals > 20),
        "{last:?}"
    );
    assert_eq!(last.bound, 300);
    let again = discover(&rules, &options, &Unwatched).expect("a game that can be solved");
    assert_eq!(answer.tried, again.tried);
}

#[test]
fn a_limit_keeps_what_was_tried() {
    let rules = rules(WYTHOFF, &[("d", "6")]);
    let whole = discovered(WYTHOFF, &[("d", "6")], Play::Normal);
    let mut kept = 0;
    for patience in [0, 10, 100, 1_000, 10_000] {
        let watch = Limited::new(&Unwatched).questions(patience);
        let answer =
            discover(&rules, &options(Play::Normal), &watch).expect("a limit is an answer");
        assert!(answer.found.is_some() || answer.stopped == Some(Stopped::Time));
        let tried = answer.tried.len();
        assert_eq!(
            answer.tried[..],
            whole.tried[..tried],
            "what was tried is the same"
        );
        kept = kept.max(tried);
    }
    assert!(kept > 0);
}

/// A random kind of move of two piles.
fn kind() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("exactly 1 of x, y changes".to_owned()),
        (1u32..4, 1u32..4).prop_map(|(a, b)| format!("x' = x - {a} and y' = y - {b}")),
        (1u32..4).prop_map(|d| format!("x' < x and y' < y and |(x - x') - (y - y')| < {d}")),
        (1u32..5, 1u32..5).prop_map(|(a, b)| format!("x - x' in {{{a}, {b}}} and y' = y")),
        (1u32..5).prop_map(|a| format!("y - y' <= {a} and x' = x")),
        (2u32..4).prop_map(|m| format!("x' = x and (y - y') mod {m} = 1")),
    ]
}

fn game() -> impl Strategy<Value = String> {
    let sorted = prop_oneof![Just("x <= y"), Just("x, y")];
    let ends = prop_oneof![
        Just(String::new()),
        (1u32..4).prop_map(|k| format!("\nends when x + y <= {k}"))
    ];
    (sorted, proptest::collection::vec(kind(), 1..4), ends).prop_map(|(piles, kinds, ends)| {
        let kinds = kinds
            .iter()
            .enumerate()
            .map(|(i, k)| format!("\nmove m{i}: {k}"));
        format!(
            "game random\npiles {piles}{}{ends}",
            kinds.collect::<String>()
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn what_is_proved_is_what_brute_force_shows(text in game()) {
        let options = DiscoveryOptions { max: Some(100), ..options(Play::Normal) };
        let answer = discover(&rules(&text, &[]), &options, &Unwatched).expect("solvable");
        if let Some(found) = answer.found {
            let compared = compare(&found.game, Claim::PPositions, 24, &Unwatched).expect("small");
            prop_assert_eq!(compared.outcome, ClaimOutcome::HoldsUpTo(24), "{}\n{}", text, found.claim);
        }
    }
}
