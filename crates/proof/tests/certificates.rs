//! Certificates: accepted for the game they were made for, refused for any other and when damaged.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use logic::Unwatched;
use proof::spell::Speller;
use proof::{
    Certificate, Claim, ClaimOutcome, Refusal, check, has_rules_of, is_about, prove_claim,
};
use rules::spec::Spec;

/// What is written is what is read.
fn check_text(certificate: &Certificate) {
    let read = Certificate::from_text(&certificate.to_text(), &Unwatched);
    assert_eq!(read.as_ref(), Ok(certificate));
}

/// The statement of one certificate with what shows another.
fn about(spec: &Spec, shown: &Certificate) -> Certificate {
    let mut made = proof::begin_certificate(spec).unwrap();
    let claims = shown.claims.clone();
    made.claims = claims;
    for certified in &mut made.claims {
        certified.says = Speller::new(spec).proposition(Claim::PPositions).unwrap();
    }
    made
}

fn certified(spec: &Spec) -> Certificate {
    let mut certificate = proof::begin_certificate(spec).unwrap();
    let proof = prove_claim(spec, Claim::PPositions, &Unwatched).proof;
    proof::certify(&mut certificate, spec, &proof.unwrap(), &Unwatched).unwrap();
    check_text(&certificate);
    assert!(is_about(&certificate, spec));
    let checked = check(&certificate, &Unwatched).unwrap();
    let names: Vec<&str> = checked
        .claims
        .iter()
        .map(|shown| shown.name.as_str())
        .collect();
    assert_eq!(names, ["P-positions"]);
    certificate
}

#[test]
fn every_kind_of_game() {
    certified(&mouse());
    certified(&succinct(2));
    certified(&succinct(3));
    certified(&wythoff(1));
    certified(&wythoff(2));
    certified(&load("beta-wynim", "beta=2+sqrt(2)"));
    // Piles of both orders, and vectors that are no positions.
    certified(&load("nim-pass", ""));
    // A numeration system with two places to a letter.
    certified(&load("beta-nim", "beta=2+sqrt(3)"));
}

/// The certificate of a true game, handed in for a false one that looks like it.
#[test]
fn broken_games_are_refused_with_the_certificate_of_the_true_one() {
    let check_refused = |game: &Spec, broken: &[Spec]| {
        let certificate = certified(game);
        for broken in broken {
            let outcome = prove_claim(broken, Claim::PPositions, &Unwatched).outcome;
            assert!(matches!(outcome, ClaimOutcome::Refuted(_)));
            let forged = about(broken, &certificate);
            assert!(is_about(&forged, broken) && !is_about(&certificate, broken));
            let answer = check(&forged, &Unwatched);
            assert!(matches!(answer, Err(Refusal::Wrong(_))), "{answer:?}");
        }
    };
    check_refused(&rat(), &[rat_with_a_one(), rat_without_permutation()]);
    check_refused(&raleigh(), &[raleigh_without_proviso()]);
    check_refused(&succinct(2), &[succinct_as_printed(2)]);
    let broken = [
        ("positions when p <= 1", "positions when p <= 2"),
        ("positions when p <= 1\n", ""),
        ("x <= y; p", "x, y, p"),
    ];
    let broken = broken.map(|change| load_with("nim-pass", "", change));
    check_refused(&load("nim-pass", ""), &broken);
    check_refused(&succinct(3), &[succinct_as_printed(3)]);
}

/// Every claim of a rule file, certified, written, read and checked.
fn check_file(game: &str, arguments: &[(&str, &str)]) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.join(format!("../../rules/{game}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let arguments: Vec<(String, String)> = arguments.iter().map(own).collect();
    let spec = lang::load(&text, game, &arguments).unwrap();
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    for claim in proof::prove::claims(&spec) {
        let proof = prove_claim(&spec, claim, &Unwatched).proof.unwrap();
        proof::certify(&mut certificate, &spec, &proof, &Unwatched).unwrap();
    }
    check_text(&certificate);
    assert!(is_about(&certificate, &spec) && has_rules_of(&certificate, &spec));
    let checked = check(&certificate, &Unwatched).unwrap();
    assert_eq!(checked.claims.len(), certificate.claims.len());
}

#[test]
fn rule_files_with_all_their_claims() {
    check_file("mouse", &[]);
    check_file("rat", &[]);
    check_file("raleigh", &[]);
    check_file("succinct-rat", &[("d", "3")]);
    check_file("fat-rat", &[("m", "2")]);
    check_file("grandiose-rat", &[("d", "2")]);
    check_file("wythoff", &[("d", "3")]);
    check_file("beta-nim", &[("beta", "2+sqrt(2)")]);
    check_file("beta-t-wynim", &[("beta", "phi^2")]);
    check_file("nim", &[("m", "3")]);
    check_file("cyclic-nimhoff", &[("h", "3"), ("m", "2")]);
}

#[test]
fn false_claims_leave_no_proof_to_certify() {
    let report = prove_claim(&raleigh_without_proviso(), Claim::PPositions, &Unwatched);
    assert_eq!(report.proof, None);
}

/// A certificate proves nothing about a game with other rules, unless the claim is true of that game too.
fn check_refused_for_mutants(spec: &Spec) {
    let certificate = certified(spec);
    for (what, mutant) in mutants(spec) {
        let proved =
            prove_claim(&mutant, Claim::PPositions, &Unwatched).outcome == ClaimOutcome::Proved;
        let forged = about(&mutant, &certificate);
        let accepted = check(&forged, &Unwatched).is_ok();
        assert!(accepted || !is_about(&certificate, &mutant), "{what}");
        assert!(
            proved || !accepted,
            "{} {what}: accepted, but false",
            spec.name
        );
    }
}

#[test]
fn certificates_are_refused_for_other_rules() {
    check_refused_for_mutants(&mouse());
    check_refused_for_mutants(&wythoff(1));
    check_refused_for_mutants(&wythoff(2));
}

/// A claim of a game with what shows the same claim of another one, which is true.
fn forged(text: &str, claim: Claim, shown: &Certificate) -> Certificate {
    let spec = lang::load(text, "forged.game", &[]).unwrap();
    assert_eq!(prove_claim(&spec, claim, &Unwatched).proof, None, "{text}");
    let mut forged = proof::begin_certificate(&spec).unwrap();
    forged.claims.clone_from(&shown.claims);
    forged.claims[0].says = Speller::new(&spec).proposition(claim).unwrap();
    forged
}

/// A true claim is accepted; each change of a word that makes it false is refused.
fn check_changes(text: &str, claim: Claim, changes: &[(&str, &str)]) {
    let spec = lang::load(text, "true.game", &[]).unwrap();
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    let proof = prove_claim(&spec, claim, &Unwatched).proof.unwrap();
    proof::certify(&mut certificate, &spec, &proof, &Unwatched).unwrap();
    check_text(&certificate);
    assert!(is_about(&certificate, &spec));
    check(&certificate, &Unwatched).unwrap();
    for &(said, instead) in changes {
        assert!(text.contains(said), "{said}");
        let forged = forged(&text.replacen(said, instead, 1), claim, &certificate);
        let answer = check(&forged, &Unwatched);
        // Digits of another system are not those in which numbers are written here.
        let refused = matches!(answer, Err(Refusal::Wrong(_) | Refusal::NotUnderstood(_)));
        assert!(refused, "{said} -> {instead}: {answer:?}");
    }
}

#[test]
fn misere_play() {
    check_file("nim-pass", &[]);
    let text = "game nim\npiles x <= y\nmove nim: exactly 1 of x, y changes\n\
                misere P = { (0, 1) } or { (n, n) | n >= 2 }";
    let changes = [
        ("n >= 2", "n >= 1"),
        ("n >= 2", "n >= 3"),
        ("n >= 2", "n >= 0"),
        ("{ (0, 1) } or ", ""),
        ("(0, 1)", "(0, 0)"),
        ("x <= y", "x, y"),
        ("exactly 1", "at least 1"),
        ("\nmisere", "\nends when y = 1\nmisere"),
    ];
    check_changes(text, Claim::MiserePPositions, &changes);
}

/// A claim about normal play is no claim about misère play, and the other way round.
#[test]
fn the_two_kinds_of_play_are_not_mixed_up() {
    let text = "game nim\npiles x <= y\nmove nim: exactly 1 of x, y changes\n\
                P = { (n, n) | n >= 0 }\nmisere P = { (0, 1) } or { (n, n) | n >= 2 }";
    let spec = lang::load(text, "nim.game", &[]).unwrap();
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    for claim in proof::claims(&spec) {
        let proof = prove_claim(&spec, claim, &Unwatched).proof.unwrap();
        proof::certify(&mut certificate, &spec, &proof, &Unwatched).unwrap();
    }
    assert_eq!(check(&certificate, &Unwatched).unwrap().claims.len(), 2);
    let text = certificate.to_text();
    for (said, instead) in [
        ("claim P-positions", "claim other P-positions"),
        ("claim misere P-positions", "claim P-positions"),
        ("claim P-positions", "claim misere P-positions"),
    ] {
        let body = text.replace(said, instead);
        let end = body.trim_end().rfind('\n').unwrap() + 1;
        let sum = checker::checksum(&body[..end]);
        let forged = format!("{}checksum {sum:016x}\n", &body[..end]);
        let answer = Certificate::from_text(&forged, &Unwatched);
        let answer = answer.and_then(|forged| check(&forged, &Unwatched));
        assert!(
            matches!(answer, Err(Refusal::Wrong(_) | Refusal::Damaged(_))),
            "{answer:?}"
        );
    }
}

#[test]
fn blocking_games() {
    check_file("blocking-wythoff", &[("K", "1")]);
    check_file("blocking-wythoff", &[("K", "2")]);
    let text = "game blocked\npiles n\nblocking 1\nmove take: n - n' <= 3\n\
                P = { (4*k) | k >= 0 } or { (4*k + 1) | k >= 0 }";
    let changes = [
        ("blocking 1", "blocking 2"),
        ("blocking 1", "blocking 0"),
        ("<= 3", "<= 4"),
        ("<= 3", "<= 2"),
        ("4*k + 1", "4*k + 2"),
        (" or { (4*k + 1) | k >= 0 }", ""),
        ("(4*k) | k >= 0", "(4*k) | k >= 1"),
    ];
    check_changes(text, Claim::PPositions, &changes);
}

/// Take one, or leave half: the P-positions in binary digits.
#[test]
fn games_in_binary_digits() {
    check_file("mark", &[]);
    let text = "game mark\npiles n\nmove subtract: n' = n - 1\nmove halve: n' = n div 2\n\
                P when digits(n, binary) matches \".*1(00)*0|0\"";
    let changes = [
        ("(00)*0|0", "(00)*|0"),
        ("|0", ""),
        ("(00)*0", "(00)+0"),
        ("(00)*0", "0(00){0,3}"),
        (".*1", "1+"),
        ("binary", "base(4)"),
        ("binary", "zeckendorf"),
        ("digits(n,", "digits(n + 2,"),
        ("n - 1", "n - 2"),
        ("n div 2", "n div 3"),
    ];
    check_changes(text, Claim::PPositions, &changes);
}

#[test]
fn what_holds_in_every_place() {
    let text = "game moore\npiles x <= y <= z\nmove take: at most 2 of x, y, z change\n\
                P when in every place of (x, y, z) in binary: (x + y + z) mod 3 = 0";
    let changes = [
        ("mod 3", "mod 2"),
        ("= 0", "= 1"),
        ("mod 3 = 0", "mod 3 = 0 or x + y + z = 2"),
        ("in binary", "in base(3)"),
        ("at most 2", "at most 1"),
    ];
    check_changes(text, Claim::PPositions, &changes);
}

#[test]
fn games_in_fibonacci_digits() {
    let text = "game wythoff\npiles x <= y\nmove I: exactly 1 of x, y changes\n\
                move II: x' < x and y' < y and x - x' = y - y'\n\
                P when x = 0 and y = 0 or digits(x, zeckendorf) matches \".*1(00)*\" and y = shift(x, zeckendorf)";
    let changes = [
        ("(00)*", "(00)*0"),
        ("(00)*", "(00)+"),
        ("= shift", "= 1 + shift"),
        ("y = shift(x", "x = unshift(y"),
        ("x = 0 and y = 0 or ", ""),
        ("x - x' = y - y'", "x - x' <= y - y'"),
    ];
    check_changes(text, Claim::PPositions, &changes);
}

/// Shifts where every place has its own bound on digits, so that shifted digits may be no number's.
#[test]
fn games_with_shifts_in_systems_of_long_periods() {
    let text = "game above\npiles x, y\npositions when y >= shift(x, q(sqrt(3)))\n\
                move lower: x' = x and y' < y\nP when y = shift(x, q(sqrt(3)))";
    let changes = [
        ("y >= shift", "y + 1 >= shift"),
        ("y >= shift", "y >= unshift"),
        ("P when y = shift", "P when y = 1 + shift"),
        ("P when y = shift", "P when y = unshift"),
        ("q(sqrt(3))", "q((1 + sqrt(3))/2)"),
        ("x' = x and", "x' <= x and"),
    ];
    check_changes(text, Claim::PPositions, &changes);
}

/// Each is true, and false with the change.
const THEOREMS: [(&str, &str, &str); 35] = [
    (
        "forall x >= 1: digits(x, zeckendorf) matches \".*1(00)*\" iff exists n >= 1: x = floor(n*phi)",
        "(00)*",
        "(000)*",
    ),
    (
        "forall n: floor(n*phi^2) = shift(floor(n*phi), zeckendorf)",
        "phi^2",
        "phi",
    ),
    (
        "forall n: unshift(shift(n, recurrence(1, 1, 1)), recurrence(1, 1, 1)) = n",
        "= n",
        "= n + 1",
    ),
    (
        "forall n: not digits(n, recurrence(1, 1, 1)) matches \".*111.*\"",
        "111",
        "11",
    ),
    (
        "forall n: digits(n, ternary_u) matches \"([01]|2(1*0)?)*\" or n = n",
        "or n = n",
        "and n < 20",
    ),
    (
        "forall n: not digits(n, ternary_u) matches \".*21*2.*\"",
        "21*2",
        "20*2",
    ),
    ("forall n: shift(n, ternary_u) >= 2*n", ">= 2*n", ">= 3*n"),
    (
        "forall m >= 1: shift(m, ternary_u) = floor(m*phi^2) + 1",
        "+ 1",
        "+ 2",
    ),
    (
        "forall t >= 1: digits(t, ternary_u) matches \".*[12]\" iff exists n: t = floor(n*phi) + 1",
        "[12]",
        "[1]",
    ),
    (
        "forall n: shift(n, q(sqrt(2))) = 2*n + unshift(n, q(sqrt(2)))",
        "2*n",
        "3*n",
    ),
    (
        "forall t >= 1: digits(t, p(7/4)) matches \".*[^0](00)*\" iff exists n >= 1: t = floor(7*n/4)",
        "(00)*",
        "(000)*",
    ),
    (
        "forall n: digits(n, p(7/4)) matches \"(.?[0123])?[01]\"",
        "0123",
        "012",
    ),
    (
        "forall n: not digits(n, q(9/4)) matches \".*1[12]\"",
        "[12]",
        "[01]",
    ),
    (
        "forall n: unshift(n, p(7/4)) = 2*(n div 7) + (n mod 7) div 2",
        "2*(n div 7)",
        "3*(n div 7)",
    ),
    (
        "forall n: unshift(n, p(11/4)) = 3*(n div 11) + 2*((n mod 11) div 3) + ((n mod 11) mod 3) div 2",
        "unshift",
        "n mod 2 + unshift",
    ),
    (
        "forall n: shift(n mod 7, p(7/4)) = 7*((n mod 7) div 2) + 2*((n mod 7) mod 2)",
        "shift(n mod 7,",
        "shift(n mod 6,",
    ),
    (
        "forall n: shift(n mod 7, p(7/4)) = 7*((n mod 7) div 2) + 2*((n mod 7) mod 2)",
        "shift(n mod 7,",
        "shift(n mod 8,",
    ),
    (
        "forall n: unshift(shift(n mod 7, p(7/4)), p(7/4)) = n mod 7",
        "shift(n mod 7, p(7/4))",
        "shift(n mod 7, p(11/4))",
    ),
    (
        "forall n, m: (in every place of (n, m) in p(7/4): n <= m) implies n <= m",
        "n <= m)",
        "n != m or n = 0)",
    ),
    (
        "forall n, m: (in every place of (n, m) in q(9/4): n + m <= 1) implies n + m <= 8",
        "n + m <= 8",
        "n + m <= 7",
    ),
    (
        "forall n, m: (in every place of (n, m) in p(7/4): n + m = 3 or n + m = 0) implies (n + m) mod 3 = 0",
        "n + m = 3 or",
        "n + m = 2 or",
    ),
    (
        "forall n: n + unshift(n, q(sqrt(3))) <= shift(n, q(sqrt(3))) and shift(n, q(sqrt(3))) <= 2*n + unshift(n, q(sqrt(3)))",
        "2*n",
        "1*n",
    ),
    (
        "forall n: n + unshift(n, q(sqrt(7))) <= shift(n, q(sqrt(7))) and shift(n, q(sqrt(7))) <= 4*n + unshift(n, q(sqrt(7)))",
        "4*n",
        "3*n",
    ),
    (
        "forall n: unshift(n, p(1 + sqrt(3))) <= n and shift(n, p(1 + sqrt(3))) <= 3*n",
        "3*n",
        "2*n",
    ),
    (
        "forall n: shift(n, p((1 + sqrt(3))/2)) >= n",
        ">= n",
        ">= 2*n",
    ),
    (
        "forall n: unshift(shift(n, p(phi)), p(phi)) = n",
        "unshift(shift(n, p(phi)), p(phi))",
        "shift(unshift(n, p(phi)), p(phi))",
    ),
    (
        "forall n: unshift(shift(n, p(1 + sqrt(2))), p(1 + sqrt(2))) = n",
        "= n",
        "= n + 1",
    ),
    (
        "forall n, m: (in every place of (n, m) in p(1 + sqrt(3)): n <= m) implies n <= m",
        "n <= m)",
        "n != m or n = 0)",
    ),
    ("forall n: shift(n, base(3)) = 3*n", "base(3)", "base(4)"),
    (
        "forall n: unshift(n, base(10)) = n div 10",
        "n div 10",
        "n div 11",
    ),
    (
        "forall n: digits(n, base(10)) matches \".*[05]\" iff n mod 5 = 0",
        "[05]",
        "[0]",
    ),
    (
        "forall n: digits(n, q(sqrt(2))) matches \".*2\" implies digits(n, q(sqrt(2))) matches \".*0.*|2\" or n < 3",
        "implies",
        "iff",
    ),
    (
        "forall n: not digits(n, ostrowski(sqrt(7))) matches \".*41.*\"",
        "41",
        "40",
    ),
    (
        "forall n: shift(n, recurrence(2, 2)) >= 2*n and shift(n, recurrence(2, 2)) <= 3*n",
        "3*n",
        "2*n",
    ),
    (
        "forall n: forall m: (in every place of (n, m) in binary: n + m <= 1) implies (n xor m) = n + m",
        "<= 1",
        "<= 2",
    ),
];

#[test]
fn theorems_about_digits() {
    for (sentence, said, instead) in THEOREMS {
        let text = format!("game t\npiles x\nmove take: x' < x\ntheorem \"t\": {sentence}");
        check_changes(&text, Claim::Theorem(0), &[(said, instead)]);
    }
}

#[test]
fn the_tribonacci_game() {
    let spec = load("tribonacci", "");
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    for claim in proof::claims(&spec).into_iter().skip(1) {
        let proof = prove_claim(&spec, claim, &Unwatched).proof.unwrap();
        proof::certify(&mut certificate, &spec, &proof, &Unwatched).unwrap();
    }
    check_text(&certificate);
    assert!(is_about(&certificate, &spec));
    check(&certificate, &Unwatched).unwrap();
}
