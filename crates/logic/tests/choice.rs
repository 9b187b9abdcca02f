//! The numeration system is chosen for the constants of a claim.
#![allow(clippy::unwrap_used)]

use logic::arithmetic::System;
use logic::arithmetic::verify::{floors, sums};
use logic::{Formula, RealForm, Term, Unwatched, Variable};
use numeration::natural::Natural;
use numeration::real::Real;

/// (a + b√d)/c.
fn real((a, b, d, c): (i64, i64, u32, i64)) -> Real {
    Real::quadratic(a, b, Natural::from(d), c).unwrap()
}

/// `floor(n*γ) = 0` for each of some constants γ.
fn formulas(constants: &[(i64, i64, u32, i64)]) -> Vec<Formula> {
    let n = Variable::new(0, "n");
    let floor = |constant| {
        Term::Floor(Box::new(RealForm {
            parts: vec![(real(constant), Term::from(&n))],
            constant: Real::from(0),
        }))
    };
    constants.iter().map(|&c| floor(c).equals(0)).collect()
}

fn quotients(constants: &[(i64, i64, u32, i64)]) -> Vec<i64> {
    let system = System::for_formulas(&formulas(constants)).unwrap();
    system.quotients().to_vec()
}

/// The constants of the β-games: β = √N and β/(β − 1) = (N + √N)/(N − 1).
fn root(n: u32) -> [(i64, i64, u32, i64); 2] {
    let (mut square, mut d) = (1, n);
    for factor in 2..=n.isqrt() {
        while d % (factor * factor) == 0 {
            (square, d) = (square * factor, d / (factor * factor));
        }
    }
    let (square, n) = (i64::from(square), i64::from(n));
    [(0, square, d, 1), (n, square, d, n - 1)]
}

#[test]
fn the_period_begins_where_the_constants_are_in_the_module() {
    assert_eq!(quotients(&root(7)), [4, 1, 1, 1]);
    assert_eq!(quotients(&root(14)), [6, 1, 2, 1]);
    assert_eq!(quotients(&root(11)), [6, 3]);
    assert_eq!(quotients(&root(19)), [8, 2, 1, 3, 1, 2]);
    // One generator of the field is shorter, and needs a further number for each floor of a multiple of √13.
    assert_eq!(quotients(&root(13)), [6, 1, 1, 1, 1]);
    assert_eq!(quotients(&[(1, 1, 13, 2)]), [3]);
    assert_eq!(quotients(&[(1, 1, 5, 2), (3, 1, 5, 2)]), [1]);
    // With √11 alone, a multiple of each number would have a name for the second constant: (3 + √11)/3 and (11 + 3√11)/11.
    assert_eq!(quotients(&[(3, 1, 11, 3), (11, 3, 11, 11)]), [18, 1]);
    // The constants of d-Wythoff for d = 4, of the same field.
    assert_eq!(quotients(&[(-1, 1, 5, 1), (3, 1, 5, 1)]), [4]);
}

#[test]
fn the_order_of_the_constants_does_not_matter() {
    for n in [6, 7, 8, 10, 11, 12, 13, 15] {
        let [one, other] = root(n);
        assert_eq!(quotients(&[one, other]), quotients(&[other, one]), "√{n}");
    }
}

/// Negative constants, and constants whose numbers are large, have a system too.
#[test]
fn every_constant_has_a_system() {
    for constant in [(0, -1, 7, 1), (5, -2, 7, 3), (-3, 1, 2, 5), (1, 1, 3, 1000)] {
        assert!(!quotients(&[constant]).is_empty(), "{constant:?}");
    }
}

#[test]
fn the_arithmetic_of_the_chosen_systems_is_proved() {
    for n in [6, 7, 11, 14, 15] {
        let system = System::for_formulas(&formulas(&root(n))).unwrap();
        assert_eq!(sums(&system, &Unwatched), Ok(true), "√{n}");
        assert_eq!(floors(&system, &Unwatched), Ok(true), "√{n}");
    }
}
