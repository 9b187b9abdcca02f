//! The statement of a certificate: what the checker's own reader takes and what it refuses, and what it costs.
#![allow(clippy::unwrap_used)]

use checker::{MoveTable, Refusal, Table, TableNode, checksum};
use logic::Unwatched;
use logic::watch::{Limited, Stopped};
use proof::{Certificate, CheckReport, Claim, check, prove_claim};

const RULES: &str = "game take\npiles n\nmove take\n  ((n + (-1 * n')) <= 2)\n";

/// A theorem with what shows it.
fn theorem(sentence: &str, shown: &str) -> Result<CheckReport, Refusal> {
    checked(&format!(
        "{RULES}claim theorem t\n  {sentence}\nsystem base 2\n{shown}\n"
    ))
}

fn checked(statement: &str) -> Result<CheckReport, Refusal> {
    let body = format!("takeaway certificate 6\n{statement}");
    let text = format!("{body}checksum {:016x}\n", checksum(&body));
    check(&Certificate::from_text(&text, &Unwatched)?, &Unwatched)
}

fn check_refused(answer: &Result<CheckReport, Refusal>, said: &str) {
    let refusal = answer.as_ref().unwrap_err().to_string();
    assert!(refusal.contains(said), "{refusal}");
}

#[test]
fn every_construct_is_read() {
    for sentence in [
        "true",
        "(not false)",
        "(forall a: (a >= 0))",
        "(exists a: ((a mod 3) = 2))",
        "(forall a: (((a div 2) + (a div 2) + (a mod 2)) = a))",
        "(forall a: (forall b: (max(a, b, 0) = (if (a < b) then b else a))))",
        "(forall a: (forall b: ((a xor b xor b) = a)))",
        "(forall a: (abs((-1 * a)) = min(a, (2 * a))))",
        "(forall a: ((floor(1/2 * a + -7/2) < 0) iff (a < 7)))",
        "((1 != 2) implies (0 = 0))",
        "(forall a: ((a > 3) or (a <= 3)))",
        "((5000 mod 10000) = 5000)",
        "((-5000 mod 9000) = 4000)",
        "((-7 div 2) = -4)",
        "(forall a: ((a mod 1000) <= 999))",
        "(forall a: ((((a mod 100) mod 10) + (-1 * (a mod 10))) = 0))",
        "(forall a: (((3 + (-1 * a)) mod 20) = ((3 + (19 * a)) mod 20)))",
    ] {
        assert!(theorem(sentence, "computed").is_ok(), "{sentence}");
        assert!(theorem(&format!("(not {sentence})"), "computed").is_err());
    }
}

#[test]
fn a_variable_is_bound_at_one_place_with_a_name_of_its_own() {
    for (sentence, said) in [
        (
            "((exists a: (a = 1)) and (exists a: (a = 2)))",
            "`a` is bound twice",
        ),
        ("(exists a: (exists a: (a = 1)))", "`a` is bound twice"),
        ("(exists n: (n = 1))", "`n` is bound twice"),
        ("(exists floor: true)", "is no name"),
        ("((exists a: (a = 1)) and (a = 1))", "`a` is not bound"),
        ("(n >= 0)", "`n` is not bound"),
        ("(n' >= 0)", "`n'` is not bound"),
        ("(exists a: a)", "a formula"),
        ("(exists a: (true + a))", "an operator"),
        ("(exists a: ((a mod 0) = 0))", "a positive number"),
        ("(exists  a: true)", "not written as certificates are"),
        ("true true", "goes on after its end"),
        ("(0 = 99999999999999999999)", "is not bound"),
    ] {
        check_refused(&theorem(sentence, "computed"), said);
    }
}

#[test]
fn a_witness_must_be_one() {
    let exists = "(exists a: (exists b: (((3 * a) + (5 * b)) = 7)))";
    check_refused(&theorem(exists, "computed"), "the theorem is false");
    let exists = exists.replace("= 7", "= 14");
    assert!(theorem(&exists, "witness 3 1").is_ok());
    assert!(theorem(&exists, "witness 3").is_ok());
    check_refused(&theorem(&exists, "witness 1 3"), "the theorem is false");
    check_refused(&theorem(&exists, "witness -2 4"), "no such witness");
    check_refused(&theorem(&exists, "witness 3 1 0"), "no such witness");
    assert!(theorem("(not (forall a: (a < 9)))", "witness 9").is_ok());
    check_refused(
        &theorem("(forall a: (a < 9))", "witness 8"),
        "no such witness",
    );
    check_refused(
        &theorem("(not (exists a: (a < 9)))", "witness 9"),
        "no such witness",
    );
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let nested = |depth: usize| format!("{}true{}", "(not ".repeat(depth), ")".repeat(depth));
    assert!(theorem(&nested(700), "computed").is_ok());
    assert_eq!(theorem(&nested(900), "computed"), Err(Refusal::TooLarge));
    assert_eq!(
        theorem(&nested(1_000_000), "computed"),
        Err(Refusal::TooLarge)
    );
    let nested = |depth: usize| {
        let (open, close) = ("abs(".repeat(depth), ")".repeat(depth));
        format!("(forall a: ({open}(a + -3){close} >= 0))")
    };
    assert!(theorem(&nested(700), "computed").is_ok());
    // Both sides of an equivalence are needed twice.
    let open = "(".repeat(60);
    let truth = format!("(exists a: {open}(a = 0){})", " iff (a < 5))".repeat(60));
    assert!(theorem(&truth, "computed").is_ok());
    assert_eq!(
        theorem(&nested(100_000), "computed"),
        Err(Refusal::TooLarge)
    );
}

/// A strategy whose table is one long chain of nodes costs about as much as it is long.
#[test]
fn a_long_table_is_checked_at_once() {
    let text = "game take\npiles n\nmove take: n - n' <= 2\nP = { (3*k) | k >= 0 }\n";
    let spec = lang::load(text, "take", &[]).unwrap();
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    let proof = prove_claim(&spec, Claim::PPositions, &Unwatched).proof;
    proof::certify(&mut certificate, &spec, &proof.unwrap(), &Unwatched).unwrap();
    let row = |level, next: [u32; 2]| TableNode {
        level,
        accepts: false,
        next: next.to_vec(),
    };
    let count = 100_000;
    let mut rows = vec![row(0, [3, 4]), row(1, [2, 0]), row(1, [5, 0])];
    while rows.len() < count {
        let next = rows.len() as u32 + 3;
        rows.push(row((rows.len() + 1) % 2, [0, next]));
    }
    rows[count - 1].next[1] = 1;
    let table = Table {
        tracks: 2,
        start: 2,
        rows,
    };
    certificate.claims[0].evidence = checker::ClaimEvidence::Strategies(vec![vec![MoveTable {
        rule: 0,
        piece: 0,
        order: vec![0],
        table,
    }]]);
    let read = Certificate::from_text(&certificate.to_text(), &Unwatched).unwrap();
    check_refused(
        &check(&read, &Unwatched),
        "from a position that needs no move",
    );
}

#[test]
fn reading_asks_the_watch() {
    let body = format!("takeaway certificate 6\n{RULES}");
    let text = format!("{body}checksum {:016x}\n", checksum(&body));
    let answer = Certificate::from_text(&text, &Limited::new(&Unwatched).questions(0));
    assert_eq!(answer, Err(Refusal::Stopped(Stopped::Time)));
}
