//! Numeration systems: the printed tables, exhaustive small ranges, huge round trips.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use numeration::continued_fraction::ContinuedFraction;
use numeration::natural::{Integer, Natural, Pow, parse_natural};
use numeration::real::Real;
use numeration::recurrence::{Recurrence, RecurrenceError};
use numeration::registry::SystemName;
use numeration::system::{NumerationSystem, Representation, SystemError};
use proptest::prelude::*;
use watch::{Limited, Stopped, Unwatched};

fn constant(text: &str) -> Result<Real, String> {
    let root = |n: i64| Real::from(n).sqrt().unwrap();
    Ok(match text {
        "phi" => Real::phi(),
        "phi^2" => Real::phi().pow(&Integer::from(2)).unwrap(),
        "pi" => Real::pi(),
        "e" => Real::e(),
        "sqrt(2)" => root(2),
        "sqrt(14)" => root(14),
        "2+sqrt(2)" => root(2).add(&Real::from(2)).unwrap(),
        "sqrt(9949)" => root(9949),
        _ => {
            let (n, d) = text.split_once('/').unwrap_or((text, "1"));
            Real::ratio(
                n.parse::<i64>().map_err(|e| e.to_string())?,
                d.parse::<i64>().unwrap(),
            )
            .unwrap()
        }
    })
}

fn system(name: &str) -> Box<dyn NumerationSystem> {
    name.parse::<SystemName>().unwrap().build(constant).unwrap()
}

fn natural(n: u64) -> Natural {
    Natural::from(n)
}

/// The number has these digits, the digits are admissible, and they stand for the number.
fn check(system: &dyn NumerationSystem, n: u64, digits: &str) {
    let printed: Representation = digits.parse().unwrap();
    assert_eq!(
        system.represent(&natural(n)).unwrap(),
        printed,
        "{} of {n}",
        system.name()
    );
    assert_eq!(
        system.evaluate(&printed).unwrap(),
        natural(n),
        "{} of {digits}",
        system.name()
    );
    assert_eq!(
        system.admissible(&printed),
        Ok(()),
        "{} of {digits}",
        system.name()
    );
}

const SYSTEMS: &[&str] = &[
    "base:2",
    "base:10",
    "base:1000",
    "zeckendorf",
    "ternary-u",
    "p:7/4",
    "q:7/4",
    "p:3/2",
    "p:15/8",
    "q:15/8",
    "p:22/7",
    "q:22/7",
    "p:2",
    "q:5",
    "p:1",
    "q:4/7",
    "p:355/113",
    "p:phi",
    "q:phi",
    "p:phi^2",
    "p:sqrt(2)",
    "q:sqrt(2)",
    "p:sqrt(14)",
    "q:sqrt(14)",
    "p:2+sqrt(2)",
    "p:sqrt(9949)",
    "q:sqrt(9949)",
    "p:pi",
    "q:pi",
    "p:e",
    "q:e",
    "recurrence:1,1",
    "recurrence:1,1,1",
    "recurrence:2,1",
    "recurrence:3,2",
    "recurrence:3,2,2,1",
    "recurrence:5",
    "recurrence:1,1;0",
    "recurrence:1,1;5",
    "recurrence:2,2;3",
    "recurrence:1,1,1;0,0",
    "recurrence:1,1,1;0,5",
    "recurrence:4,3,1;2,7",
    "recurrence:1,1,1,1,1;1,1,1,1",
];

/// Table 2 of the Raleigh-game paper, entry by entry.
#[test]
fn zeckendorf_table() {
    let table = "1 10 100 101 1000 1001 1010 10000 10001 10010 10100 10101 100000 100001 100010 \
                 100100 100101 101000 101001 101010 1000000 1000001 1000010 1000100 1000101 1001000 \
                 1001001 1001010 1010000 1010001";
    let system = system("zeckendorf");
    table
        .split_whitespace()
        .zip(1..)
        .for_each(|(digits, n)| check(&*system, n, digits));
    assert_eq!(
        system.basis(7).unwrap(),
        [1u64, 2, 3, 5, 8, 13, 21].map(natural)
    );
}

/// Table 2 of the Frankenstein paper, entry by entry.
#[test]
fn ternary_table() {
    let table = "1 2 10 11 12 20 21 100 101 102 110 111 112 120 121 200 201 202 210 211 1000 1001 1002 1010 \
                 1011 1012 1020 1021 1100 1101 1102 1110 1111 1112 1120 1121 1200 1201 1202 1210 1211 \
                 2000 2001 2002 2010 2011 2012 2020 2021 2100 2101 2102 2110 2111 10000 10001 10002 10010 \
                 10011 10012";
    let system = system("ternary-u");
    table
        .split_whitespace()
        .zip(1..)
        .for_each(|(digits, n)| check(&*system, n, digits));
    assert_eq!(system.basis(5).unwrap(), [1u64, 3, 8, 21, 55].map(natural));
}

/// Table 3 of the Rat-game paper, entry by entry.
#[test]
fn rat_table() {
    let p = "1 10 11 20 21 30 100 101 110 111 120 121 130 200 201 210";
    let q = "10 20 30 100 110 120 130 200 210 220 230 300 310 320 330 400";
    for (name, table, basis) in [("p:7/4", p, [1u64, 2, 7]), ("q:7/4", q, [1, 1, 4])] {
        let system = system(name);
        table
            .split_whitespace()
            .zip(1..)
            .for_each(|(digits, n)| check(&*system, n, digits));
        assert_eq!(system.basis(9).unwrap(), basis.map(natural));
    }
}

/// Theorem 5 of the Rat-game paper: the q-digits of `n` read in the p-system give `Aₙ` or `Aₙ + 1`.
#[test]
fn rat_theorem_5() {
    let (p, q) = (system("p:7/4"), system("q:7/4"));
    for n in 1..2000u64 {
        let digits = q.represent(&natural(n)).unwrap();
        let middle = digits.digit(1);
        let expected = 7 * n / 4 + u64::from(middle > 0);
        assert_eq!(p.evaluate(&digits).unwrap(), natural(expected), "{n}");
    }
}

#[test]
fn reasons() {
    for (name, digits, reason) in [
        (
            "ternary-u",
            "212",
            "the digits 2 at places 2 and 0 need a 0 between them",
        ),
        (
            "ternary-u",
            "2112",
            "the digits 2 at places 3 and 0 need a 0 between them",
        ),
        (
            "ternary-u",
            "13",
            "the digit 3 at place 0 is too large: it can be at most 2",
        ),
        (
            "zeckendorf",
            "2",
            "the digit 2 at place 0 is too large: it can be at most 1",
        ),
        (
            "zeckendorf",
            "110",
            "the digit 1 at place 1 is too large: below 1 it can be at most 0",
        ),
        (
            "base:2",
            "102",
            "the digit 2 at place 0 is too large: it can be at most 1",
        ),
        (
            "p:7/4",
            "131",
            "the digit 1 at place 0 is too large: below 3 it can be at most 0",
        ),
        (
            "p:7/4",
            "40",
            "the digit 4 at place 1 is too large: it can be at most 3",
        ),
        (
            "q:7/4",
            "1",
            "the digit 1 at place 0 is too large: it can be at most 0",
        ),
        (
            "p:7/4",
            "1000",
            "the digits do not fit: this system has only 3 places",
        ),
        (
            "recurrence:1,1,1",
            "1110",
            "the digit 1 at place 1 is too large: below 1 1 it can be at most 0",
        ),
    ] {
        let error = system(name)
            .admissible(&digits.parse().unwrap())
            .unwrap_err();
        assert_eq!(error.to_string(), reason, "{name} {digits}");
    }
    for (name, reason) in [
        (
            "base:1",
            "base 1 writes no numbers; type a base that is at least 2",
        ),
        (
            "p:1/2",
            "the p-system needs a number that is at least 1, but 1/2 is smaller",
        ),
        (
            "recurrence:1,2",
            "the coefficient 2 at place 2 is not between 1 and the one before it",
        ),
        (
            "recurrence:2,0",
            "the coefficient 0 at place 2 is not between 1 and the one before it",
        ),
        (
            "recurrence:1",
            "the recurrence with the single coefficient 1 does not grow; type a base of at least 2",
        ),
        (
            "recurrence:2,1;1,1",
            "a recurrence of 2 terms needs 1 initial value, but 2 are given",
        ),
    ] {
        let error = name
            .parse::<SystemName>()
            .unwrap()
            .build(constant)
            .unwrap_err();
        assert_eq!(error.to_string(), reason, "{name}");
    }
    for name in ["", "zeck", "p:", "base:x", "recurrence:1,,1"] {
        assert!(
            name.parse::<SystemName>()
                .unwrap_err()
                .to_string()
                .contains("names no numeration system")
        );
    }
}

#[test]
fn digit_strings() {
    for (text, printed) in [
        ("1211", "1211"),
        ("0012", "12"),
        ("(1,12,0)", "(1,12,0)"),
        ("(12)", "(12)"),
        ("1,2", "12"),
        ("0", "0"),
    ] {
        assert_eq!(text.parse::<Representation>().unwrap().to_string(), printed);
    }
    for text in ["", "12a", "(1,2", "1,,2", "-1", "()"] {
        assert!(text.parse::<Representation>().is_err(), "{text}");
    }
}

/// Digits by brute force: the largest basis element that fits, again and again.
fn greedy(basis: &[Natural], n: u64) -> Representation {
    let mut rest = natural(n);
    let mut digits = vec![natural(0); basis.len()];
    for (digit, element) in digits.iter_mut().zip(basis).rev() {
        while rest >= *element {
            rest -= element;
            *digit += natural(1);
        }
    }
    Representation::from_lowest_first(digits)
}

/// On a small range: greedy digits, round trip, admissible, and no other admissible string of that value.
#[test]
fn small_numbers_and_admissible_strings_correspond() {
    for name in SYSTEMS {
        let system = system(name);
        let basis = system.basis(60).unwrap();
        for n in 0..500 {
            let digits = system.represent(&natural(n)).unwrap();
            assert_eq!(digits, greedy(&basis, n), "{name} of {n}");
            assert_eq!(
                system.evaluate(&digits).unwrap(),
                natural(n),
                "{name} of {n}"
            );
            assert_eq!(
                system.admissible(&digits),
                Ok(()),
                "{name}: {digits} of {n}"
            );
        }
        // All digit strings over the first places whose values are small, admissible or not.
        let places = basis.iter().take_while(|u| **u <= 60).count();
        let mut count = BTreeMap::<Natural, usize>::new();
        let mut strings = vec![Vec::<Natural>::new()];
        for place in (0..places).rev() {
            let mut longer = Vec::new();
            for string in &strings {
                for digit in 0..=60u64 {
                    let mut digits = vec![natural(digit)];
                    digits.extend(string.iter().cloned());
                    let padded: Vec<Natural> = std::iter::repeat_n(natural(0), place)
                        .chain(digits.iter().cloned())
                        .collect();
                    let value = system
                        .evaluate(&Representation::from_lowest_first(padded.clone()))
                        .unwrap();
                    if value > natural(60) {
                        break;
                    }
                    // A prefix that is inadmissible with zeros after it is so with anything after it.
                    if system
                        .admissible(&Representation::from_lowest_first(padded))
                        .is_ok()
                    {
                        longer.push(digits);
                    }
                }
            }
            strings = longer;
        }
        for digits in strings {
            let value = system
                .evaluate(&Representation::from_lowest_first(digits))
                .unwrap();
            *count.entry(value).or_default() += 1;
        }
        let expected: BTreeMap<Natural, usize> = (0..=60).map(|n| (natural(n), 1)).collect();
        assert_eq!(count, expected, "{name}");
    }
}

/// Consecutive numbers across the boundaries where the splitting of the basis could go wrong.
#[test]
fn neighbours_of_basis_elements() {
    for name in SYSTEMS {
        let system = system(name);
        let basis = system.basis(300).unwrap();
        for element in basis.iter().step_by(7).chain(basis.last()) {
            for shift in 0..3u64 {
                for n in [
                    element + natural(shift),
                    element * natural(2) + natural(shift),
                    element - natural(1),
                ] {
                    let digits = system.represent(&n).unwrap();
                    assert_eq!(system.admissible(&digits), Ok(()), "{name} of {n}");
                    assert_eq!(system.evaluate(&digits).unwrap(), n, "{name}");
                }
            }
        }
    }
}

#[test]
fn shifts() {
    let u = system("ternary-u");
    // Lemma 3 of the Frankenstein paper: L(m) = floor(m·phi²) + 1.
    let square = Real::phi().pow(&Integer::from(2)).unwrap();
    for m in 1..3000u64 {
        let expected = square.floor_multiple(&Integer::from(m)).unwrap() + Integer::from(1);
        let left = u.left_shift(&natural(m)).unwrap();
        assert_eq!(Integer::from(left.clone()), expected);
        assert_eq!(u.right_shift(&left).unwrap(), natural(m));
    }
    let error = u.right_shift(&natural(41)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the digits 1211 have no right shift: the last one is not 0"
    );
    assert!(system("p:7/4").left_shift(&natural(7)).is_err());
}

/// Lemma 2 style: the p-system of phi is Zeckendorf's, and of a quadratic it is a recurrence with `b₁(n)`.
#[test]
fn the_same_system_by_two_names() {
    let pairs = [
        ("p:phi", "zeckendorf"),
        ("recurrence:1,1", "zeckendorf"),
        ("recurrence:7", "base:7"),
        ("recurrence:2,1;1", "p:sqrt(2)"),
    ];
    for (left, right) in pairs {
        let (x, y) = (system(left), system(right));
        for exponent in [1u64, 20, 300] {
            let n = Natural::from(7u32).pow(exponent);
            assert_eq!(
                x.represent(&n).unwrap(),
                y.represent(&n).unwrap(),
                "{left} {right}"
            );
        }
    }
}

#[test]
fn continued_fractions() {
    let text = |x: &Real| ContinuedFraction::of(x).unwrap().to_string();
    let root = |n: i64| Real::from(n).sqrt().unwrap();
    assert_eq!(text(&Real::ratio(7, 4).unwrap()), "[1; 1, 3]");
    assert_eq!(text(&Real::ratio(-7, 4).unwrap()), "[-2; 4]");
    assert_eq!(text(&Real::from(5)), "[5]");
    assert_eq!(text(&root(2)), "[1; (2)]");
    assert_eq!(text(&Real::phi()), "[(1)]");
    assert_eq!(text(&root(61)), "[7; (1, 4, 3, 1, 2, 2, 1, 3, 4, 1, 14)]");
    assert_eq!(text(&root(2).neg()), "[-2; 1, 1, (2)]");
    let first = |x: &Real, n: usize| -> Vec<String> {
        ContinuedFraction::of(x)
            .unwrap()
            .quotients()
            .take(n)
            .map(|a| a.unwrap().to_string())
            .collect()
    };
    assert_eq!(
        first(&Real::pi(), 14),
        [
            "3", "7", "15", "1", "292", "1", "1", "1", "2", "1", "3", "1", "14", "2"
        ]
    );
    assert_eq!(
        first(&Real::e(), 11),
        ["2", "1", "2", "1", "1", "4", "1", "1", "6", "1", "1"]
    );
    let e: Vec<String> = (0..1000)
        .map(|k| {
            if k == 0 {
                "2".to_owned()
            } else if k % 3 == 2 {
                (2 * (k / 3 + 1)).to_string()
            } else {
                "1".to_owned()
            }
        })
        .collect();
    assert_eq!(first(&Real::e(), 1000), e);
}

/// The value of `[a₀; a₁, …]`.
fn value(quotients: &[Integer]) -> Real {
    let (last, before) = quotients.split_last().unwrap();
    let one = Real::from(1);
    before
        .iter()
        .rev()
        .fold(Real::from(last.clone()), |below, quotient| {
            let inverse = one.div(&below).unwrap();
            Real::from(quotient.clone()).add(&inverse).unwrap()
        })
}

#[test]
fn finite_expansions_of_both_lengths() {
    for (n, d) in [
        (7i64, 4i64),
        (3, 2),
        (5, 1),
        (1, 1),
        (-7, 3),
        (22, 7),
        (0, 1),
    ] {
        let x = Real::ratio(n, d).unwrap();
        let fraction = ContinuedFraction::of(&x).unwrap();
        let (even, odd) = (
            fraction.finite_even().unwrap(),
            fraction.finite_odd().unwrap(),
        );
        assert_eq!((even.len() % 2, odd.len() % 2), (1, 0));
        for quotients in [even, odd] {
            assert_eq!(value(&quotients), x);
        }
    }
}

proptest! {
    #[test]
    fn quadratics_are_the_values_of_their_expansions(a in -50i64..50, b in -9i64..9, d in 2u64..200, c in 1i64..30) {
        let x = Real::quadratic(a, b, d, c).unwrap();
        let fraction = ContinuedFraction::of(&x).unwrap();
        prop_assert_eq!(fraction.value().unwrap(), x.clone());
        // The period repeats what enclosures certify: the cube root of the cube is not simplified.
        let disguised = x.pow(&Integer::from(3)).unwrap().cbrt().unwrap();
        let certified = ContinuedFraction::of(&disguised).unwrap();
        let first = |x: &ContinuedFraction| x.quotients().take(25).collect::<Result<Vec<Integer>, _>>().unwrap();
        prop_assert_eq!(first(&fraction), first(&certified));
        // Convergents are alternately below and above.
        for (k, convergent) in fraction.convergents().take(12).enumerate() {
            let convergent = convergent.unwrap();
            let value = Real::ratio(convergent.p, Integer::from(convergent.q)).unwrap();
            let order = value.compare(&x).unwrap();
            let expected = if k % 2 == 0 { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater };
            prop_assert!(order == expected || value == x, "convergent {} of {}", k, x);
        }
    }

    #[test]
    fn huge_round_trips(digits in "[1-9][0-9]{30,600}", which in 0..SYSTEMS.len()) {
        let system = system(SYSTEMS[which]);
        let n = parse_natural(&digits).unwrap();
        let digits = system.represent(&n).unwrap();
        prop_assert_eq!(system.admissible(&digits), Ok(()));
        prop_assert_eq!(system.evaluate(&digits).unwrap(), n.clone());
        // The successor differs and is admissible too: nothing near a boundary is skipped.
        let next = system.represent(&(n.clone() + natural(1))).unwrap();
        prop_assert_eq!(system.admissible(&next), Ok(()));
        prop_assert_eq!(system.evaluate(&next).unwrap(), n + natural(1));
    }

    #[test]
    fn random_recurrences(
        mut coefficients in prop::collection::vec(1u64..5, 1..5),
        initial in prop::collection::vec(0u64..6, 4),
        canonical in any::<bool>(),
        n in "[1-9][0-9]{0,250}",
    ) {
        coefficients.sort_unstable_by(|a, b| b.cmp(a));
        let coefficients: Vec<Natural> = coefficients.into_iter().map(natural).collect();
        let initial: Vec<Natural> = initial[..coefficients.len() - 1].iter().copied().map(natural).collect();
        let built = if canonical { Recurrence::new(&coefficients) } else { Recurrence::with_initial(&coefficients, &initial) };
        // Refused only if it does not grow.
        let system = match built {
            Ok(system) => system,
            Err(RecurrenceError::Constant | RecurrenceError::NotGrowing { .. }) => return Ok(()),
            Err(other) => panic!("{other}"),
        };
        let basis = system.basis(40).unwrap();
        let mut last = None;
        for k in 0..150 {
            let digits = system.represent(&natural(k)).unwrap();
            prop_assert_eq!(&digits, &greedy(&basis, k));
            prop_assert_eq!(system.admissible(&digits), Ok(()), "{} of {}", digits, k);
            prop_assert_ne!(Some(&digits), last.as_ref());
            last = Some(digits);
        }
        let n = parse_natural(&n).unwrap();
        let digits = system.represent(&n).unwrap();
        prop_assert_eq!(system.admissible(&digits), Ok(()), "{} of {}", digits, n);
        prop_assert_eq!(system.evaluate(&digits).unwrap(), n);
    }

    #[test]
    fn random_admissible_strings_come_back(choices in prop::collection::vec(any::<u8>(), 1..300), which in 0..SYSTEMS.len()) {
        let system = system(SYSTEMS[which]);
        let places = system.basis(choices.len()).unwrap().len();
        let mut digits = vec![natural(0); places];
        for place in (0..places).rev() {
            digits[place] = natural(u64::from(choices[place] % 4));
            while system.admissible(&Representation::from_lowest_first(digits.clone())).is_err() {
                digits[place] -= natural(1);
            }
        }
        let digits = Representation::from_lowest_first(digits);
        let n = system.evaluate(&digits).unwrap();
        prop_assert_eq!(system.represent(&n).unwrap(), digits);
    }
}

/// Work that is stopped after any number of questions says so, and otherwise the questions change nothing.
#[test]
fn a_conversion_can_be_stopped() {
    let n = Natural::from(7u32).pow(30_000);
    for name in [
        "base:3",
        "zeckendorf",
        "ternary-u",
        "q:sqrt(2)",
        "recurrence:3,2,1",
        "p:pi",
    ] {
        let system = system(name);
        let expected = system.represent(&n);
        let patient = |most: u64| {
            let watch = Limited::new(&Unwatched).questions(most);
            watch.stopping(Stopped::Cancelled)
        };
        let watch = patient(u64::MAX);
        let digits = system.represent_watched(&n, &watch);
        let questions = u64::MAX - watch.questions_left().unwrap();
        assert!(questions > 3, "{name} asks {questions} times");
        for most in [0, 1, questions / 2, questions - 1] {
            assert_eq!(
                system.represent_watched(&n, &patient(most)),
                Err(SystemError::Stopped(Stopped::Cancelled)),
                "{name}"
            );
        }
        assert_eq!(digits, expected, "{name}");
    }
}
