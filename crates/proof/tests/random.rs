//! Random rule files with random claims: prover and brute force agree on verdict and smallest counterexample.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use logic::decide::DecideError;
use logic::watch::{Limited, Unwatched, Watch};
use proof::{Certificate, CertifyError, Claim, Refusal, check, is_about, prove_claim};
use proptest::prelude::*;
use rules::spec::Spec;

/// A clause about two piles.
fn clause() -> impl Strategy<Value = String> {
    let numbers = (1u32..4, 0u32..4, 2u32..5);
    (0usize..12, numbers).prop_map(|(which, (a, b, m))| match which {
        0 => "exactly 1 of x, y changes".to_owned(),
        1 => "at most 1 of x, y change".to_owned(),
        2 => format!("|(x - x') - (y - y')| < {a}"),
        3 => format!("x - x' <= {a}*(y - y') + {b}"),
        4 => format!("(x - x') mod {m} = {}", b % m),
        5 => "y' < y".to_owned(),
        6 => "x' <= y'".to_owned(),
        7 => format!("x mod {m} != {} or y' = {b}", b % m),
        8 => format!("exists t >= 1: x - x' = {a}*t and y - y' <= t"),
        9 => format!("x + y' >= {b}"),
        10 => format!("y - y' < (if (y - x) mod {m} = 0 then {a} else {})", a + b),
        _ => format!("floor((x - x')*3/2) <= y - y' + {b}"),
    })
}

/// A claim about two piles, the first of which is never the larger one.
fn claim() -> impl Strategy<Value = String> {
    (0usize..6, 1u32..4, 2u32..5).prop_map(|(which, a, m)| match which {
        0 => format!("P = {{ ({a}*n, {a}*n) | n >= 0 }}"),
        1 => format!("P = {{ (floor({m}*n/2), floor({m}*n/2) + {a}*n) | n >= 0 }}"),
        2 => format!(
            "P = {{ (0, 0) }} or {{ ({a}*n, {}*n - 1) | n >= 1 }}",
            a + m
        ),
        3 => format!("P when (x + y) mod {m} = 0"),
        4 => "P = { (floor(n*phi), floor(n*phi^2)) | n >= 0 }".to_owned(),
        _ => format!("P when x mod {m} = 0 and y mod {m} = 0"),
    })
}

/// Which vectors are positions: mostly all.
fn positions() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => (1u32..4, 2u32..5).prop_map(|(a, m)| format!("positions when x mod {m} != 1 or y >= {a}*x\n")),
        1 => (1u32..6).prop_map(|a| format!("positions when |x - y| <= {a}\n")),
        1 => (2u32..5).prop_map(|m| format!("positions when (x + y) mod {m} = 0\n")),
        1 => Just("positions when x <= 1\n".to_owned()),
    ]
}

/// The text of a game; claims are `P when …` where not every vector is a position.
fn game() -> impl Strategy<Value = String> {
    let moves = prop::collection::vec(prop::collection::vec(clause(), 1..3), 1..3);
    let when = (1u32..4, 2u32..5).prop_map(|(a, m)| match a {
        1 => format!("P when (x + y) mod {m} = 0"),
        2 => format!("P when x mod {m} = 0 and y mod {m} = 0"),
        _ => format!("P when x + y < {m}"),
    });
    let blocking = prop_oneof![2 => Just(0u32), 1 => 1u32..3];
    let conditions = (positions(), blocking);
    (any::<bool>(), moves, claim(), when, conditions).prop_map(
        |(sorted, moves, claim, when, (positions, blocking))| {
            let piles = if sorted { "x <= y" } else { "x, y" };
            let claim = if positions.is_empty() { claim } else { when };
            let mut text =
                format!("game random \"Random\"\npiles {piles}\n{positions}blocking {blocking}\n");
            for (index, clauses) in moves.iter().enumerate() {
                text += &format!(
                    "\nmove m{index} \"a move\":\n    {}\n",
                    clauses.join("\n    ")
                );
            }
            format!("{text}\n{claim}\n")
        },
    )
}

/// Two sorted piles and one with its place, which is often a token.
fn mixed() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("p' = p"),
        Just("p' <= p"),
        Just("p' < p"),
        Just("p' = p or x' = y'")
    ];
    let moves = prop::collection::vec((clause(), token), 1..3);
    let positions = prop_oneof![
        Just(""),
        Just("positions when p <= 1\n"),
        Just("positions when p <= x\n")
    ];
    let claim = (0usize..4, 2u32..4).prop_map(|(which, m)| match which {
        0 => format!("P when (x + y + p) mod {m} = 0"),
        1 => format!("P when x = y and p mod {m} = 0"),
        2 => "P when x + y = p".to_owned(),
        _ => format!("P when x + p < {m} and y mod {m} = p"),
    });
    (moves, positions, claim).prop_map(|(moves, positions, claim)| {
        let moves = moves.iter().enumerate();
        let moves: String = moves
            .map(|(index, (clause, token))| format!("move m{index}:\n    {clause}\n    {token}\n"))
            .collect();
        format!("game random\npiles x <= y; p\n{positions}{moves}{claim}\n")
    })
}

/// What is proved is certified and accepted, unless that is too large.
fn check_certificate(spec: &Spec) {
    let certified = certificate_within(spec, &Limited::new(&Unwatched).questions(CERTIFICATE));
    let stopped = matches!(
        certified,
        Err(CertifyError::Undecided(DecideError::Stopped(_))
            | CertifyError::Refused(Refusal::Stopped(_) | Refusal::TooLarge))
    );
    assert!(stopped || certified.is_ok(), "{certified:?}");
}

fn certificate_within(spec: &Spec, watch: &dyn Watch) -> Result<(), CertifyError> {
    let report = prove_claim(spec, Claim::PPositions, watch);
    let Some(proof) = report.proof else {
        return Ok(());
    };
    let mut certificate = proof::begin_certificate(spec)?;
    proof::certify(&mut certificate, spec, &proof, watch)?;
    let read = Certificate::from_text(&certificate.to_text(), watch)?;
    assert!(is_about(&read, spec));
    check(&read, watch)?;
    Ok(())
}

/// So often may a proof ask, which finds small counterexamples first, and so often a certificate.
const PROOF: u64 = 4_000_000;
const CERTIFICATE: u64 = 300_000;

/// A system, and patterns that its words may match.
fn system() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "binary",
        "base(3)",
        "zeckendorf",
        "ternary_u",
        "recurrence(1, 1, 1)",
        "recurrence(2, 2)",
        "ostrowski(sqrt(7))",
        "p(7/4)",
    ])
}

const PATTERNS: [&str; 6] = [".*1(00)*0|0", "1.*", ".*0", "(..)*", "1?0*1?", ".{2,3}"];

/// Which shifts of digits are spoken of in a system.
#[derive(Clone, Copy, PartialEq)]
enum Shifts {
    Both,
    /// There are finitely many places.
    Right,
    None,
}

/// A clause about the digits of two piles in the system S; without shifts where S has none.
fn digit_clause(shifts: Shifts) -> impl Strategy<Value = String> {
    let pattern = prop::sample::select(&PATTERNS[..]);
    (0usize..8, pattern, 0u32..4).prop_map(move |(which, pattern, b)| match which {
        0 => "exactly 1 of x, y changes".to_owned(),
        1 => format!("digits(x - x' + y - y', S) matches \"{pattern}\""),
        2 => format!("digits(x', S) matches \"{pattern}\" or y' = {b}"),
        3 => format!("not digits(y, S) matches \"{pattern}\""),
        4 if shifts == Shifts::Both => format!("shift(x', S) <= y + {b}"),
        5 if shifts != Shifts::None => format!("y' = unshift(y, S) or x - x' = {b}"),
        6 if shifts != Shifts::None => "in every place of (x, y') in S: x + y' <= 1".to_owned(),
        _ => format!("x - x' <= y - y' + {b}"),
    })
}

/// A claim about the digits of two piles, the first of which is never the larger one.
fn digit_claim(shifts: Shifts) -> impl Strategy<Value = String> {
    let pattern = prop::sample::select(&PATTERNS[..]);
    (0usize..6, pattern, 2u32..4).prop_map(move |(which, pattern, m)| match which {
        0 => format!("P when digits(x + y, S) matches \"{pattern}\""),
        1 => format!("P when digits(x, S) matches \"{pattern}\" and y = x"),
        2 if shifts != Shifts::None => {
            format!("P when in every place of (x, y) in S: (x + y) mod {m} = 0")
        }
        3 if shifts == Shifts::Both => "P = { (n, shift(n, S)) | n >= 0 }".to_owned(),
        4 if shifts != Shifts::None => "P = { (unshift(n, S), n) | n >= 0 }".to_owned(),
        _ => format!("P = {{ (n, {m}*n) | n >= 0, digits(n, S) matches \"{pattern}\" }}"),
    })
}

/// The text of a game in the digits of one system.
fn digit_game() -> impl Strategy<Value = String> {
    system().prop_flat_map(|system| {
        let shifts = match system {
            finite if finite.starts_with('p') => Shifts::Right,
            long if long.starts_with("ostrowski") => Shifts::None,
            _ => Shifts::Both,
        };
        let moves = prop::collection::vec(prop::collection::vec(digit_clause(shifts), 1..3), 1..3);
        (moves, digit_claim(shifts)).prop_map(move |(moves, claim)| {
            let mut text = format!("game random \"Random\"\npiles x <= y\nsystem S = {system}\n");
            for (index, clauses) in moves.iter().enumerate() {
                text += &format!("\nmove m{index}:\n    {}\n", clauses.join("\n    "));
            }
            format!("{text}\n{claim}\n")
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn mixed_games(text in mixed()) {
        let spec = lang::load(&text, "random.game", &[]).unwrap();
        check_against_brute_force(&spec, &text, 7);
        check_certificate(&spec);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn random_games_in_digits(text in digit_game()) {
        let spec = lang::load(&text, "random.game", &[]).unwrap();
        check_within(&spec, &text, 11, &Limited::new(&Unwatched).questions(PROOF));
        if proof::can_be_certified(&spec, Claim::PPositions) {
            check_certificate(&spec);
        }
    }

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn random_games(text in game()) {
        let spec = lang::load(&text, "random.game", &[]).unwrap();
        check_within(&spec, &text, 11, &Limited::new(&Unwatched).questions(PROOF));
        check_certificate(&spec);
    }
}

/// Where options may be forbidden, too, small positions refute a claim whose automata are dear.
#[test]
fn small_positions_refute_a_dear_claim_of_a_blocking_game() {
    let text = "game g\npiles x <= y\npositions when x mod 3 != 1 or y >= 3*x\nblocking 2\n\
        move a: floor((x - x')*3/2) <= y - y' + 3\nP when x mod 3 = 0 and y mod 3 = 0\n";
    let spec = lang::load(text, "g.game", &[]).unwrap();
    check_against_brute_force(&spec, "blocking", 11);
}
