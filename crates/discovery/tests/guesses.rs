//! What is guessed of games whose claims were taken away.

use discovery::{BareRules, GuessTopic, Guesses, guess};
use logic::Unwatched;
use logic::watch::Limited;
use proof::{Claim, ClaimOutcome, compare};
use rules::outcome::Play;

const WYTHOFF: &str = include_str!("../../../rules/wythoff.game");
const RAT: &str = include_str!("../../../rules/rat.game");
const MOUSE: &str = include_str!("../../../rules/mouse.game");
const RALEIGH: &str = include_str!("../../../rules/raleigh.game");
const MARK: &str = include_str!("../../../rules/mark.game");
const BETA_WYNIM: &str = include_str!("../../../rules/beta-wynim.game");
const SKIP: &str = include_str!("../../../docs/tutorial.in/skip.game");
const SUBTRACTION: &str = include_str!("../../../rules/subtraction.game");

fn guesses(text: &str, given: &[(&str, &str)], max: u32, play: Play) -> (BareRules, Guesses) {
    let given = given
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let opened = lang::open(text, "test.game", |_| given.collect()).expect("a correct file");
    let rules = BareRules::of(&opened).expect("rules stay rules");
    let found = guess(&rules, Some(max), play, &Unwatched).expect("a small board");
    (rules, found)
}

/// The guess of a kind that comes first, and that every line can be pasted and is not refuted by the board.
fn check(text: &str, given: &[(&str, &str)], max: u32, kind: GuessTopic, line: &str) {
    let (rules, found) = guesses(text, given, max, Play::Normal);
    let first = found.guesses.iter().find(|guess| guess.kind == kind);
    let first = first.and_then(|guess| guess.line.as_deref());
    assert_eq!(first, Some(line), "{}", rules.spec().name);
    for guess in &found.guesses {
        let Some(line) = &guess.line else { continue };
        let spec = rules.claiming(line);
        let spec = spec.unwrap_or_else(|faults| panic!("{line}: {faults}"));
        if spec.p_positions.is_some() {
            let report = compare(&spec, Claim::PPositions, max.min(40), &Unwatched);
            let outcome = report.expect("a small board").outcome;
            assert_eq!(outcome, ClaimOutcome::HoldsUpTo(max.min(40)), "{line}");
        }
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn formulas_are_guessed() {
    check(
        WYTHOFF,
        &[],
        300,
        GuessTopic::Formula,
        "P = { (floor(n*phi), floor(n*phi^2)) | n >= 0 } or { (floor(n*phi^2), floor(n*phi)) | n >= 0 }",
    );
    check(
        RAT,
        &[],
        100,
        GuessTopic::Formula,
        "P = { (0, 0, 0) } or { (floor(7*n/4), floor(7*n/2) - 1, 7*n - 3) | n >= 1 }",
    );
    check(
        RALEIGH,
        &[],
        100,
        GuessTopic::Formula,
        "P = { (0, 0, 0) } or { (floor(n*phi^2) - 1, floor(n*phi^2), 2*floor(n*phi^2) - n) | n >= 1 }",
    );
    // `n` is a name of the rules.
    check(
        BETA_WYNIM,
        &[("beta", "(5+sqrt(13))/2")],
        300,
        GuessTopic::Formula,
        "P = { (floor(k*(-1 + sqrt(13))/2), floor(k*(5 + sqrt(13))/2)) | k >= 0 } \
         or { (floor(k*(5 + sqrt(13))/2), floor(k*(-1 + sqrt(13))/2)) | k >= 0 }",
    );
    check(
        SKIP,
        &[],
        300,
        GuessTopic::Formula,
        "P = { (floor(3*n/2), floor((3*n + 1)/2)) | n >= 0 }",
    );
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn slopes_periods_and_systems_are_guessed() {
    check(
        WYTHOFF,
        &[("d", "2")],
        300,
        GuessTopic::Slope,
        "const alpha = sqrt(2)",
    );
    check(MOUSE, &[], 300, GuessTopic::Slope, "const alpha = 3/2");
    check(MARK, &[], 1000, GuessTopic::System, "system S = binary");
    check(
        RALEIGH,
        &[],
        150,
        GuessTopic::System,
        "system S = zeckendorf",
    );
    check(
        SUBTRACTION,
        &[("set", "{1,3,4}")],
        300,
        GuessTopic::Period,
        "P when n mod 7 in { 0, 2 }",
    );
}

/// A column whose steps come back has a rational slope, though it is no floor of a line.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn rational_slopes_come_first() {
    for (set, slope) in [("{2,3}", "5/2"), ("{1,4}", "5/2"), ("{1,3,4}", "7/2")] {
        for max in [60, 10_000] {
            let line = format!("const alpha = {slope}");
            let given = [("set", set)];
            let (_, found) = guesses(SUBTRACTION, &given, max, Play::Normal);
            let slope = found
                .guesses
                .iter()
                .find(|guess| guess.kind == GuessTopic::Slope);
            let slope = slope.and_then(|guess| guess.line.as_ref());
            assert_eq!(slope, Some(&line), "{set} to {max}");
        }
    }
}

#[test]
fn irrational_numbers_need_more_rows() {
    let text = "game a\npiles a\nmove m: a - a' in {1, 3, 5}\npositions when a mod 3 != 1";
    let (_, found) = guesses(text, &[], 60, Play::Normal);
    let lines = found
        .guesses
        .iter()
        .filter_map(|guess| guess.line.as_deref());
    let lines: Vec<&str> = lines.collect();
    assert_eq!(
        lines,
        [
            "P when a mod 6 in { 0, 2 }",
            "P = { 6*n | n >= 0 } or { 6*n + 2 | n >= 0 }",
            "const alpha = 3",
        ]
    );
    // With few rows the golden section is one of many.
    let slope = |max: u32| {
        let (_, found) = guesses(WYTHOFF, &[], max, Play::Normal);
        let mut slopes = found
            .guesses
            .into_iter()
            .filter(|guess| guess.kind == GuessTopic::Slope);
        slopes.next().and_then(|guess| guess.line)
    };
    assert_ne!(slope(30).as_deref(), Some("const alpha = phi"));
    assert_eq!(slope(300).as_deref(), Some("const alpha = phi"));
}

#[test]
fn rows_splittings_and_recursions_are_told() {
    let (_, found) = guesses(WYTHOFF, &[("d", "3")], 100, Play::Normal);
    let text = |kind: GuessTopic| {
        let guess = found.guesses.iter().find(|guess| guess.kind == kind);
        guess.map(|guess| guess.text.as_str()).unwrap_or_default()
    };
    assert_eq!(
        text(GuessTopic::Splitting),
        "the columns split the positive integers, up to 29"
    );
    assert_eq!(
        text(GuessTopic::Recursion),
        "x_n is the least number that is in no row before, y_n = x_n + 3*n"
    );
    let difference = &found.sequences[2];
    assert_eq!(difference.name, "y - x");
    assert_eq!(difference.terms[..5], [0, 3, 6, 9, 12]);
    let (_, found) = guesses(SKIP, &[], 100, Play::Normal);
    let difference = &found.sequences[2];
    assert_eq!(difference.values, Some(vec![0, 1]));
}

#[test]
fn misere_play_has_its_own_guesses() {
    let (_, found) = guesses(WYTHOFF, &[], 300, Play::Misere);
    let line = found.guesses[0].line.as_deref();
    assert_eq!(
        line,
        Some(
            "misere P = { (0, 1), (1, 0), (2, 2) } or { (floor(n*phi), floor(n*phi^2)) | n >= 2 } \
             or { (floor(n*phi^2), floor(n*phi)) | n >= 2 }"
        )
    );
}

#[test]
fn the_claims_and_the_name_of_a_file_are_not_looked_at() {
    let (rules, found) = guesses(WYTHOFF, &[], 200, Play::Normal);
    assert!(!rules.text().contains("sqrt"), "{}", rules.text());
    assert!(rules.spec().p_positions.is_none() && rules.spec().theorems.is_empty());
    let renamed = "game unheard-of
piles p, q
move take: exactly 1 of p, q changes
move both: p' < p and q' < q and |(p - p') - (q - q')| < 1
P = { (n, n) | n >= 0 }
theorem \"nonsense\": forall n: n = 0";
    let (_, other) = guesses(renamed, &[], 200, Play::Normal);
    assert_eq!(found.guesses[0].line, other.guesses[0].line);
}

/// Vectors that may be taken: of these positions a third is P.
const VECTORS: &str = "game vec
piles x, y
move v: (x - x', y - y') in {(1,2), (2,1), (3,0), (0,3), (1,1)}";

#[test]
fn what_was_seen_before_a_stop_is_told() {
    for text in [VECTORS, WYTHOFF] {
        let opened = lang::open(text, "test.game", |_| Vec::new()).expect("a correct file");
        let rules = BareRules::of(&opened).expect("rules stay rules");
        let ask = |patience: u64| {
            let watch = Limited::new(&Unwatched).questions(patience);
            guess(&rules, Some(240), Play::Normal, &watch)
        };
        let whole = ask(u64::MAX).expect("nobody stops it");
        assert_eq!((whole.max, whole.stopped), (240, None));
        let (mut partial, mut of_small_board) = (0, 0);
        for patience in (0..24).map(|power| 1 << power) {
            let Ok(found) = ask(patience) else { continue };
            if found.stopped.is_none() {
                assert_eq!(found, whole);
                break;
            }
            partial += 1;
            // All that is told was seen on the smaller board.
            assert_eq!(found.max, 60);
            assert!(!found.sequences.is_empty());
            of_small_board = of_small_board.max(found.guesses.len());
        }
        assert!(partial > 1, "{partial}");
        let small = guess(&rules, Some(60), Play::Normal, &Unwatched).expect("a small board");
        assert_eq!(of_small_board, small.guesses.len());
    }
}
