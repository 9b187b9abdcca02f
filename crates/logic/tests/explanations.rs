//! What is said when a formula is false, and how terms and formulas are written.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use logic::evaluate::{Assignment, Evaluator};
use logic::explain::explain;
use logic::{Comparison, Formula, HowMany, Piece, Set, Term, Variable};
use numeration::natural::{Integer, Pow};
use numeration::real::Real;

use Comparison::{Equal, Greater, Less, LessOrEqual, NotEqual};

const NAMES: [&str; 7] = ["x", "y", "z", "x'", "y'", "z'", "n"];

fn variable(name: &str) -> Variable {
    let id = NAMES.iter().position(|other| *other == name).unwrap();
    Variable::new(id as u32, name)
}

fn v(name: &str) -> Term {
    Term::from(variable(name))
}

fn k(value: i64) -> Term {
    Term::integer(value)
}

fn is(left: Term, comparison: Comparison, right: Term) -> Formula {
    Formula::Compare(left, comparison, right)
}

/// `B = { floor(n*(2 + sqrt(2))) | n >= 1 }`
fn beatty() -> Arc<Set> {
    let beta = Real::from(2).sqrt().unwrap().add(&Real::from(2)).unwrap();
    let multiple = v("n").floor_times(beta);
    Set::new(
        "B",
        1,
        [Piece::new([multiple], [variable("n")], v("n").at_least(1))],
    )
}

fn literal(numbers: &[i64]) -> Arc<Set> {
    let pieces = numbers.iter().map(|&number| Piece::single([k(number)]));
    Set::new(format!("{numbers:?}"), 1, pieces.collect::<Vec<_>>())
}

fn changes(how_many: HowMany) -> Formula {
    let pairs = [("x", "x'"), ("y", "y'"), ("z", "z'")];
    Formula::changes(how_many, pairs.map(|(a, b)| (v(a), v(b))))
}

/// x = 3, y = 7, z = 12 before and x' = 2, y' = 7, z' = 5 after the move.
fn check(formula: &Formula, expected: &[&str]) {
    let values = [3, 7, 12, 2, 7, 5];
    let known: Assignment = NAMES
        .iter()
        .zip(values)
        .map(|(name, value)| (variable(name), Integer::from(value)))
        .collect();
    assert_eq!(
        explain(&Evaluator::default(), std::slice::from_ref(formula), &known).unwrap(),
        expected,
        "{formula}"
    );
}

#[test]
fn comparisons() {
    check(&is(v("x"), Less, v("y")), &[]);
    check(&is(v("x"), Equal, v("y")), &["x = 3, must be y = 7"]);
    check(
        &is(v("y"), NotEqual, v("y'")),
        &["y = 7, must not be y' = 7"],
    );
    check(
        &is(v("y"), Less, v("x") + k(2)),
        &["y = 7, must be below x + 2 = 5"],
    );
    check(
        &is(k(5), LessOrEqual, v("x")),
        &["x = 3, must be at least 5"],
    );
    check(&is(k(3), Less, v("x")), &["x = 3, must be above 3"]);
    check(
        &!is(v("x"), Less, v("y")),
        &["x = 3, must be at least y = 7"],
    );
    check(
        &is((v("z") - v("x")).modulo(7u32), Equal, k(4)),
        &["(z - x) mod 7 = 2, must be 4"],
    );
}

#[test]
fn conditions_that_decided() {
    let four = is(v("z").modulo(7u32), Equal, k(4));
    let b = Term::Named(
        "b".into(),
        Arc::new(Term::choice(
            is(v("x"), Equal, v("y")),
            k(3),
            Term::choice(four, k(6), k(5)),
        )),
    );
    check(
        &is(v("y"), Less, b.clone()),
        &["y = 7, must be below b = 5, since x = 3, not y = 7, and z mod 7 = 5, not 4"],
    );
    let a = Term::Named(
        "a".into(),
        Arc::new(Term::choice(is(v("x"), Less, v("y")), k(1), k(9))),
    );
    check(
        &is(v("y"), Less, a),
        &["y = 7, must be below a = 1, since x = 3 < y = 7"],
    );
    let doubled = b.times(2);
    check(
        &is(v("z"), Less, doubled),
        &["z = 12, must be below 2*b = 10, since x = 3, not y = 7, and z mod 7 = 5, not 4"],
    );
}

#[test]
fn connectives() {
    let (small, large) = (is(v("x"), Greater, k(5)), is(v("z"), Less, k(9)));
    let true_one = is(v("x"), Equal, k(3));
    check(
        &Formula::And(vec![small.clone(), true_one.clone(), large.clone()]),
        &["x = 3, must be above 5", "z = 12, must be below 9"],
    );
    check(
        &Formula::Or(vec![
            small.clone(),
            Formula::And(vec![large.clone(), small.clone()]),
        ]),
        &[
            "no alternative holds: (1) x = 3, must be above 5; (2) z = 12, must be below 9 and x = 3, must be above 5",
        ],
    );
    check(
        &true_one.clone().implies(large.clone()),
        &["z = 12, must be below 9, required when x = 3"],
    );
    check(
        &large.iff(true_one.clone()),
        &["x = 3, so it must also be that z < 9, but z = 12, must be below 9"],
    );
    check(
        &!Formula::And(vec![true_one.clone(), is(v("y"), Equal, v("y'"))]),
        &["it must not be that x = 3 and y' = y = 7"],
    );
    check(
        &!Formula::Or(vec![small, true_one.clone()]),
        &["x = 3, must not be 3"],
    );
    let named = Formula::Named("balanced".into(), Arc::new(is(v("x"), Equal, v("y"))));
    check(&named, &["balanced does not hold: x = 3, must be y = 7"]);
    check(
        &!Formula::Named("three".into(), Arc::new(true_one)),
        &["three must not hold, but it does: x = 3"],
    );
}

#[test]
fn quantifiers() {
    // y' = y - n and z' = z - n
    let same = |after: &str, before: &str| is(v(after), Equal, v(before) - v("n"));
    let both = Formula::And(vec![same("x'", "x"), same("z'", "z")]);
    check(
        &Formula::exists(&variable("n"), both),
        &["no n works: x' = x - n needs n = 1, but then z' = 5, must be z - n = 11"],
    );
    let grows = Formula::exists(&variable("n"), is(v("x") + v("n"), Less, v("x'")));
    check(&grows, &["no n works: x + n < x' (x = 3, x' = 2)"]);
    let squares = Formula::forall(&variable("n"), is(v("n"), NotEqual, v("y")));
    check(&squares, &["it fails for n = 7: n = 7, must not be y = 7"]);
    let found = !Formula::exists(&variable("n"), same("x'", "x"));
    check(&found, &["it must not be that with n = 1: x - n = x' = 2"]);
}

#[test]
fn membership() {
    check(
        &Formula::Member(vec![v("y")], beatty()),
        &["y = 7 is not in B, which has 6 (n = 2) and 10 (n = 3)"],
    );
    check(
        &Formula::Member(vec![v("x'")], beatty()),
        &["x' = 2 is not in B, which has 3 (n = 1)"],
    );
    check(
        &!Formula::Member(vec![v("x")], beatty()),
        &["x = 3 is in B (n = 1), must not be"],
    );
    check(
        &Formula::Member(vec![v("x")], literal(&[1, 4])),
        &["x = 3 is not in [1, 4]"],
    );
    check(
        &!Formula::Member(vec![v("x")], literal(&[1, 3])),
        &["x = 3 is in [1, 3], must not be"],
    );
}

#[test]
fn changed_piles() {
    check(
        &changes(HowMany::AtMost(1)),
        &["2 piles change (x, z), at most 1 may"],
    );
    check(
        &changes(HowMany::AtLeast(3)),
        &["2 piles change (x, z), at least 3 must"],
    );
    check(
        &changes(HowMany::Exactly(0)),
        &["2 piles change (x, z), exactly 0 must"],
    );
    check(
        &!changes(HowMany::AtMost(2)),
        &["2 piles change (x, z), at least 3 must"],
    );
    check(
        &!changes(HowMany::AtLeast(1)),
        &["2 piles change (x, z), at most 0 may"],
    );
}

#[test]
fn huge_numbers_are_abbreviated() {
    let huge = Integer::from(10).pow(60) + Integer::from(5);
    let known: Assignment = [(variable("x"), huge.clone())].into_iter().collect();
    let formula = is(v("x"), Less, Term::Constant(huge));
    let reasons = explain(&Evaluator::default(), &[formula], &known).unwrap();
    let short = "100000…000005 (61 digits)";
    assert_eq!(reasons, [format!("x = {short}, must be below {short}")]);
}

fn written(formula: &Formula, expected: &str) {
    assert_eq!(formula.to_string(), expected);
}

#[test]
fn formulas_as_written() {
    let (a, b, c) = (
        is(v("x"), Less, k(1)),
        is(v("y"), Equal, k(2)),
        is(v("z"), Greater, k(-3)),
    );
    written(
        &Formula::And(vec![a.clone(), Formula::Or(vec![b.clone(), c.clone()])]),
        "x < 1 and (y = 2 or z > -3)",
    );
    written(
        &Formula::Or(vec![Formula::And(vec![a.clone(), b.clone()]), c.clone()]),
        "x < 1 and y = 2 or z > -3",
    );
    let implies = |a: &Formula, b: &Formula| a.clone().implies(b.clone());
    written(
        &implies(&a, &implies(&b, &c)),
        "x < 1 implies y = 2 implies z > -3",
    );
    written(
        &implies(&implies(&a, &b), &c),
        "(x < 1 implies y = 2) implies z > -3",
    );
    let iff = a.clone().iff(implies(&b, &c));
    written(&iff, "x < 1 iff y = 2 implies z > -3");
    written(
        &!Formula::And(vec![a.clone(), iff]),
        "not (x < 1 and (x < 1 iff y = 2 implies z > -3))",
    );
    let exists = Formula::exists(&variable("n"), Formula::Or(vec![a.clone(), b]));
    written(
        &Formula::And(vec![exists, c]),
        "(exists n: x < 1 or y = 2) and z > -3",
    );
    written(
        &!Formula::Member(vec![v("x"), v("y")], beatty()),
        "(x, y) not in B",
    );
    written(&changes(HowMany::AtMost(2)), "at most 2 of x, y, z change");
    written(&Formula::And(vec![]), "true");
    written(&Formula::Or(vec![a]), "x < 1");
}

#[test]
fn terms_as_written() {
    let check = |term: Term, expected: &str| assert_eq!(term.to_string(), expected);
    check(v("x") - (v("y") - v("z")), "x - (y - z)");
    check(v("x") - k(-3), "x - (-3)");
    check(v("x") + k(-3), "x - 3");
    check((v("x") + v("y")).times(-2), "-2*(x + y)");
    check(k(1) + v("x").times(-2), "1 - 2*x");
    check((v("x") - v("y")).modulo(7u32) + k(1), "((x - y) mod 7) + 1");
    check(Term::NimSum(vec![v("x"), v("y") + k(1)]), "x xor (y + 1)");
    check((v("x") - v("y")).absolute(), "|x - y|");
    check(Term::Maximum(vec![v("x"), k(2)]), "max(x, 2)");
    check(
        Term::choice(
            is(v("x"), Equal, k(0)),
            k(1),
            Term::choice(is(v("y"), Equal, k(0)), k(2), k(3)),
        ),
        "if x = 0 then 1 else if y = 0 then 2 else 3",
    );
    check(
        Term::choice(is(v("x"), Equal, k(0)), k(1), k(2)) + k(1),
        "(if x = 0 then 1 else 2) + 1",
    );
    let floor = |parts: Vec<(Real, Term)>, constant: Real| Term::floor(parts, constant);
    check(
        floor(vec![(Real::phi(), v("n"))], Real::from(0)),
        "floor(n*phi)",
    );
    check(
        floor(
            vec![(Real::ratio(7, 4).unwrap(), v("n") + k(1))],
            Real::from(0),
        ),
        "floor((n + 1)*7/4)",
    );
    let beta = Real::from(2).sqrt().unwrap().add(&Real::from(2)).unwrap();
    check(
        floor(vec![(beta, v("n"))], Real::ratio(1, 2).unwrap()),
        "floor(n*(2+sqrt(2)) + 1/2)",
    );
}
