//! Numeration systems and constraint automata against direct computation.
#![allow(clippy::unwrap_used)]

use automata::{Automaton, Track};
use logic::Unwatched;
use logic::arithmetic::constraint::{
    admissible, compare, congruent, lexicographic, nim_sum_zero, rounded_down,
};
use logic::arithmetic::verify::{Foundations, KnownSystems, floors, sums};
use logic::arithmetic::{Coefficient, Linear, LinearRelation, System};
use numeration::natural::Natural;
use numeration::real::Real;
use proptest::prelude::*;

fn systems() -> Vec<System> {
    let fields = [5, 2, 13, 3, 17, 7, 29, 6, 21, 19];
    std::iter::once(System::binary())
        .chain(fields.map(|d| System::quadratic(d).unwrap()))
        .collect()
}

fn alpha(system: &System) -> Option<Real> {
    system
        .alpha()
        .map(|a| Real::quadratic(a.rational, a.root, Natural::from(a.d as u64), a.divisor).unwrap())
}

fn floor(alpha: &Real, n: i64) -> i64 {
    i64::try_from(&alpha.floor_multiple(&n.into()).unwrap()).unwrap()
}

/// Does the automaton accept these numbers?
fn accepts(system: &System, automaton: &Automaton, numbers: &[u64]) -> bool {
    let writer = system.writer();
    let digits: Vec<Vec<u8>> = numbers
        .iter()
        .map(|&n| writer.digits(&Natural::from(n)))
        .collect();
    let length = digits.iter().map(Vec::len).max().unwrap_or(0);
    let padded: Vec<Vec<u8>> = digits
        .into_iter()
        .map(|d| [vec![0; length - d.len()], d].concat())
        .collect();
    automaton.accepts(&padded)
}

fn shift(system: &System, n: u64) -> i64 {
    alpha(system).map_or(0, |alpha| floor(&alpha, n as i64 + 1) - system.whole())
}

fn value(system: &System, form: &Linear, numbers: &[u64]) -> i64 {
    let part = |(c, &n): (&Coefficient, &u64)| {
        c.plain * n as i64
            + if c.shifted == 0 {
                0
            } else {
                c.shifted * shift(system, n)
            }
    };
    form.constant + form.parts.values().zip(numbers).map(part).sum::<i64>()
}

#[test]
fn generators_are_as_short_as_expected() {
    let quotients = |d| System::quadratic(d).unwrap().quotients().to_vec();
    assert_eq!(quotients(5), [1]);
    assert_eq!(quotients(2), [2]);
    assert_eq!(quotients(13), [3]);
    assert_eq!(quotients(29), [5]);
    assert_eq!(quotients(3).len(), 2);
    for system in systems() {
        if let (Some(real), Some(&first)) = (alpha(&system), system.quotients().first()) {
            assert_eq!(floor(&real, 1), first);
        }
    }
}

#[test]
fn representations_are_the_admissible_words() {
    for system in systems() {
        let strings = admissible(&system, Track(0), &Unwatched).unwrap();
        let writer = system.writer();
        let mut last: Vec<u8> = Vec::new();
        for n in 0..400u64 {
            let digits = writer.digits(&Natural::from(n));
            assert!(
                strings.accepts(std::slice::from_ref(&digits)),
                "{n} is {digits:?} in {:?}",
                system.quotients()
            );
            assert_eq!(writer.number(&digits), n);
            let weights = system.weights::<u64>(digits.len());
            let by_weights = digits.iter().rev().zip(weights);
            assert_eq!(by_weights.map(|(&d, w)| u64::from(d) * w).sum::<u64>(), n);
            // The order of the words is the order of the numbers, without a gap.
            let padded = [
                vec![0; digits.len() - last.len().min(digits.len())],
                last.clone(),
            ]
            .concat();
            assert!(n == 0 || padded < digits);
            last = digits;
        }
        let places = system.alphabet().places();
        let length = if places == 1 { 3 } else { places };
        let count = words(&system, length)
            .iter()
            .filter(|word| strings.accepts(&[(*word).clone()]))
            .count();
        let weight = system.weights::<Natural>(length + 1)[length].clone();
        assert_eq!(
            Natural::from(count as u64),
            weight,
            "{:?}",
            system.quotients()
        );
    }
}

fn words(system: &System, length: usize) -> Vec<Vec<u8>> {
    (0..length).fold(vec![Vec::new()], |words, place| {
        let radix = system.alphabet().radix(place % system.alphabet().places());
        words
            .iter()
            .flat_map(|word| (0..radix).map(move |digit| [word.as_slice(), &[digit]].concat()))
            .collect()
    })
}

#[test]
fn sums_and_floors_are_proved_from_their_definitions() {
    for system in systems() {
        assert!(
            sums(&system, &Unwatched).unwrap(),
            "{:?}",
            system.quotients()
        );
        assert!(
            floors(&system, &Unwatched).unwrap(),
            "{:?}",
            system.quotients()
        );
        let known = KnownSystems::default();
        for _ in 0..2 {
            let found = known.foundations(&system, &Unwatched);
            assert_eq!(found, Ok(Foundations::Proved));
        }
    }
}

#[test]
fn floors_differ_from_shifts_where_the_last_digit_says_so() {
    for system in systems() {
        let Some(real) = alpha(&system) else { continue };
        let down = rounded_down(&system, Track(0), &Unwatched).unwrap();
        for n in 0..300u64 {
            let expected = floor(&real, n as i64) != shift(&system, n);
            assert_eq!(
                accepts(&system, &down, &[n]),
                expected,
                "{n} in {:?}",
                system.quotients()
            );
        }
    }
}

#[test]
fn order_and_nim_sums() {
    for system in systems() {
        let less = lexicographic(&system, Track(0), Track(1), &Unwatched).unwrap();
        for (x, y) in (0..40u64).flat_map(|x| (0..40).map(move |y| (x, y))) {
            assert_eq!(accepts(&system, &less, &[x, y]), x < y);
        }
    }
    let zero = nim_sum_zero(
        &System::binary(),
        &[Track(0), Track(1), Track(2)],
        &Unwatched,
    )
    .unwrap();
    for (x, y, z) in
        (0..16u64).flat_map(|x| (0..16).flat_map(move |y| (0..16).map(move |z| (x, y, z))))
    {
        assert_eq!(accepts(&System::binary(), &zero, &[x, y, z]), x ^ y == z);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn constraints(which in 0usize..11, c in prop::collection::vec((-4i64..5, -2i64..3), 1..3), constant in -9i64..10, equal: bool) {
        let system = &systems()[which];
        prop_assume!(system.alphabet().places() <= 2);
        let parts = c.iter().enumerate().map(|(index, &(plain, shifted))| {
            let shifted = if system.alpha().is_some() { shifted } else { 0 };
            (Track(index as u32), Coefficient { plain, shifted, ..Coefficient::default() })
        });
        let form = Linear { parts: parts.filter(|(_, c)| *c != Coefficient::default()).collect(), constant };
        prop_assume!(!form.is_constant());
        let relation = if equal { LinearRelation::Zero } else { LinearRelation::NotNegative };
        let automaton = compare(system, &form, relation, &Unwatched).unwrap();
        let modular = congruent(system, &form, 3, 1, &Unwatched).unwrap();
        let numbers: Vec<u64> = (0..30).chain([97, 150, 233]).collect();
        for &x in &numbers {
            for &y in if form.parts.len() == 1 { &numbers[..1] } else { &numbers } {
                let given = &[x, y][..form.parts.len()];
                let value = value(system, &form, given);
                let expected = if equal { value == 0 } else { value >= 0 };
                prop_assert_eq!(accepts(system, &automaton, given), expected, "{:?} at {:?}", form, given);
                prop_assert_eq!(accepts(system, &modular, given), value.rem_euclid(3) == 1);
            }
        }
    }
}
