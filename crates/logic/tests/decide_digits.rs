//! Formulas about digits as automata, against plain evaluation; and the arithmetic of the systems of the digits.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use automata::{Alphabet, Automaton, Successor, Track};
use logic::arithmetic::System;
use logic::arithmetic::verify::{Foundations, KnownSystems};
use logic::compile::Compiler;
use logic::decide::{DecideError, Gauge, Truth, decide};
use logic::digits::{
    AutomatonError, AutomatonSet, ConditionKind, DigitCondition, Direction, Pattern, PlaceCondition,
};
use logic::evaluate::{Assignment, holds};
use logic::lower::{Expression, LoweringContext, TrackLowering};
use logic::watch::Limited;
use logic::{Comparison, Formula, Term, Unwatched, Variable};
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::{Integer, Natural};
use numeration::ostrowski::Side;
use numeration::real::Real;
use proptest::prelude::*;

fn named(form: SystemForm) -> Arc<NamedSystem> {
    Arc::new(NamedSystem::new(form).unwrap())
}

fn recurrence(coefficients: &[u32]) -> Arc<NamedSystem> {
    let coefficients = coefficients.iter().map(|c| Natural::from(*c)).collect();
    named(SystemForm::Recurrence(coefficients, Vec::new()))
}

fn ostrowski(alpha: &Real, side: Side) -> Arc<NamedSystem> {
    named(SystemForm::Ostrowski(alpha.clone(), side))
}

fn root(n: u32) -> Real {
    Real::from(i64::from(n)).sqrt().unwrap()
}

/// Systems whose digits are read, shifted ones too.
fn uniform() -> Vec<Arc<NamedSystem>> {
    vec![
        named(SystemForm::binary()),
        named(SystemForm::Base(Natural::from(3u32))),
        named(SystemForm::Base(Natural::from(10u32))),
        named(SystemForm::Zeckendorf),
        named(SystemForm::TernaryU),
        recurrence(&[1, 1, 1]),
        recurrence(&[2, 2]),
        recurrence(&[3, 1]),
        recurrence(&[2, 2, 1]),
        recurrence(&[1, 1, 1, 1]),
        recurrence(&[5]),
    ]
}

/// Ostrowski systems whose places are all alike, so that digits are shifted.
fn alike() -> Vec<Arc<NamedSystem>> {
    let silver = root(2).add(&Real::from(1)).unwrap();
    let bronze = Real::quadratic(3, 1, Natural::from(13u32), 2).unwrap();
    let mut systems = vec![ostrowski(&root(2), Side::Q)];
    for alpha in [Real::phi(), silver, bronze] {
        systems.extend([Side::P, Side::Q].map(|side| ostrowski(&alpha, side)));
    }
    systems
}

/// Ostrowski systems whose places differ, so that shifted digits may be no number's.
fn mixed() -> Vec<Arc<NamedSystem>> {
    vec![
        ostrowski(&root(6), Side::Q),
        ostrowski(&root(7), Side::Q),
        ostrowski(&root(3).add(&Real::from(1)).unwrap(), Side::P),
        ostrowski(&root(3).add(&Real::from(1)).unwrap(), Side::Q),
        ostrowski(&root(7).add(&Real::from(2)).unwrap(), Side::P),
    ]
}

/// Ostrowski systems in which the period begins one place later, each with another that has the same digits, if one is known, and
/// whether numbers are read without their last digit.
fn later() -> Vec<(Arc<NamedSystem>, Option<Arc<NamedSystem>>, bool)> {
    let plus = |alpha: Real, whole: i64| alpha.add(&Real::from(whole)).unwrap();
    let over = |alpha: Real| Real::from(1).div(&alpha).unwrap();
    let p = |alpha: Real| ostrowski(&alpha, Side::P);
    let square = Real::phi().pow(&Integer::from(2)).unwrap();
    let half = plus(root(3), 1).div(&Real::from(2)).unwrap();
    let five = p(plus(root(2), 4));
    vec![
        (p(root(2)), Some(recurrence(&[2, 1])), true),
        (p(square), Some(named(SystemForm::Zeckendorf)), true),
        // [1; 1, 2, 2, …], [1; 4, 2, 2, …] and [3; 1, 2, 1, 2, …].
        (
            p(plus(over(root(2)), 1)),
            Some(ostrowski(&root(2), Side::Q)),
            true,
        ),
        (p(plus(over(plus(root(2), 3)), 1)), Some(five), true),
        (p(plus(root(3), 2)), Some(p(half)), false),
        (p(root(3)), None, false),
        (p(root(5)), None, false),
        (p(root(7)), None, false),
        (p(root(13)), None, false),
        (ostrowski(&over(plus(root(3), 4)), Side::Q), None, false),
    ]
}

/// Systems whose digits are read, but not shifted.
fn others() -> Vec<Arc<NamedSystem>> {
    vec![
        ostrowski(&Real::ratio(7, 4).unwrap(), Side::P),
        ostrowski(&Real::ratio(9, 4).unwrap(), Side::Q),
    ]
}

fn variable(index: u32) -> Variable {
    Variable::new(index, ["x", "y", "z"][index as usize])
}

const PATTERNS: [&str; 8] = [
    ".*1(00)*0|0",
    "1.*",
    ".*0",
    "(..)*",
    "1?0*1?",
    ".*[01].",
    "(10*)*",
    ".{2,3}",
];

/// Numbers whose floors are told by the digits of a system.
fn factors(system: &NamedSystem) -> Vec<Real> {
    let power = |n: i64| Real::phi().pow(&Integer::from(n)).unwrap();
    match system.form() {
        SystemForm::Zeckendorf | SystemForm::TernaryU => {
            vec![power(1), power(2), power(-1), root(5)]
        }
        SystemForm::Ostrowski(alpha, _) if alpha.as_rational().is_none() => vec![alpha.clone()],
        _ => vec![Real::ratio(3, 2).unwrap()],
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Shifts {
    Allowed,
    /// Those to the left of remainders by 2: there are few places.
    Few,
    /// Those to the left.
    Left,
}

fn term(system: Arc<NamedSystem>, shifts: Shifts) -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (-3i64..6).prop_map(Term::integer),
        (0u32..3).prop_map(|index| Term::from(variable(index))),
        (0u32..3).prop_map(|index| Term::from(variable(index))),
    ];
    leaf.prop_recursive(2, 6, 2, move |inner| {
        let (left, right) = (Arc::clone(&system), Arc::clone(&system));
        let factor = prop::sample::select(factors(&system));
        let shift = move |direction, term: Term, system: &Arc<NamedSystem>| {
            let number = term.absolute();
            match shifts {
                Shifts::Allowed => Term::Shift(direction, Box::new(number), Arc::clone(system)),
                Shifts::Left => Term::Shift(Direction::Left, Box::new(number), Arc::clone(system)),
                Shifts::Few if direction == Direction::Right => {
                    Term::Shift(direction, Box::new(number), Arc::clone(system))
                }
                Shifts::Few => {
                    Term::Shift(direction, Box::new(number.modulo(2u32)), Arc::clone(system))
                }
            }
        };
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a + b),
            (-2i64..3, inner.clone()).prop_map(|(factor, term)| term.times(factor)),
            (inner.clone(), 2u32..4).prop_map(|(term, m)| term.modulo(m)),
            (inner.clone(), factor).prop_map(|(term, factor)| term.floor_times(factor)),
            inner
                .clone()
                .prop_map(move |term| shift(Direction::Left, term, &left)),
            inner.prop_map(move |term| shift(Direction::Right, term, &right)),
        ]
    })
}

fn comparison() -> impl Strategy<Value = Comparison> {
    prop_oneof![
        Just(Comparison::Equal),
        Just(Comparison::NotEqual),
        Just(Comparison::Less),
        Just(Comparison::GreaterOrEqual),
    ]
}

fn every_place(system: &Arc<NamedSystem>, numbers: Vec<Term>, modulus: u32, rest: i64) -> Formula {
    let digits: Vec<Variable> = (0..numbers.len() as u32)
        .map(|id| Variable::new(id, "d"))
        .collect();
    let sum = digits
        .iter()
        .fold(Term::integer(0), |sum, digit| sum + digit);
    let body = sum.modulo(modulus).at_most(rest);
    let kind = ConditionKind::EveryPlace(PlaceCondition::new(digits, body));
    let system = Arc::clone(system);
    Formula::Digits(numbers, Arc::new(DigitCondition { system, kind }))
}

/// An automaton over some tracks to which leading zeros do not matter, from a table of random numbers.
fn random_set(system: &NamedSystem, arity: usize, table: &[u8]) -> AutomatonSet {
    let largest = system
        .largest_digit()
        .map_or(3, |digit| u8::try_from(digit).unwrap());
    let tracks: Vec<Track> = (0..arity as u32).map(Track).collect();
    let cell = |index: usize| table[index % table.len()];
    let automaton = Automaton::explore(
        &Alphabet::new(&[largest + 1]),
        &tracks,
        Successor::To((0u8, 0usize)),
        |&(state, letter), level, digit| {
            let letter = letter * (usize::from(largest) + 1) + usize::from(digit);
            if level.track + 1 < arity {
                return Successor::To((state, letter));
            }
            match (state, letter, cell(letter * 5 + usize::from(state)) % 6) {
                (0, 0, _) => Successor::To((0, 0)),
                (_, _, 4) => Successor::Dead,
                (_, _, 5) => Successor::True,
                (_, _, next) => Successor::To((next, 0)),
            }
        },
        |&(state, _)| cell(usize::from(state) + 11).is_multiple_of(2),
        &Unwatched,
    );
    AutomatonSet::new(&automaton.unwrap(), &Unwatched).unwrap()
}

/// Some terms belong to the set of a random automaton.
fn in_automaton(system: &Arc<NamedSystem>, terms: Vec<Term>, table: &[u8]) -> Formula {
    let set = random_set(system, terms.len(), table);
    if table[0].is_multiple_of(2) {
        let set = set.named("W", "w.aut", system, 50);
        return Formula::Member(terms, Arc::new(set));
    }
    let kind = ConditionKind::Automaton("w.aut".into(), set);
    let terms = terms.into_iter().map(Term::absolute).collect();
    let system = Arc::clone(system);
    Formula::Digits(terms, Arc::new(DigitCondition { system, kind }))
}

fn formula(system: Arc<NamedSystem>, shifts: Shifts) -> impl Strategy<Value = Formula> {
    let term = || term(Arc::clone(&system), shifts);
    let [one, several, sets] = [(); 3].map(|()| Arc::clone(&system));
    let finite =
        matches!(system.form(), SystemForm::Ostrowski(alpha, _) if alpha.as_rational().is_some());
    let leaf = prop_oneof![
        (term(), comparison(), term()).prop_map(|(a, c, b)| Formula::Compare(a, c, b)),
        (term(), prop::sample::select(&PATTERNS[..])).prop_map(move |(term, pattern)| {
            let kind = ConditionKind::Matches(Pattern::new(pattern, None).unwrap());
            let system = Arc::clone(&one);
            Formula::Digits(
                vec![term.absolute()],
                Arc::new(DigitCondition { system, kind }),
            )
        }),
        (term(), term(), 2u32..4, 0i64..2).prop_map(move |(a, b, modulus, rest)| {
            every_place(&several, vec![a.absolute(), b.absolute()], modulus, rest)
        }),
        (
            prop::collection::vec(term(), 1..4),
            prop::collection::vec(any::<u8>(), 20..60)
        )
            .prop_map(move |(terms, table)| match finite {
                true => terms[0].clone().at_least(1),
                false => in_automaton(&sets, terms, &table),
            }),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| !a),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Formula::And(vec![a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Formula::Or(vec![a, b])),
            (inner.clone(), inner).prop_map(|(a, b)| a.iff(b)),
        ]
    })
}

fn accepts(system: &System, automaton: &Automaton, numbers: &[u64]) -> bool {
    let tracks = automaton
        .tracks()
        .iter()
        .map(|track| numbers[track.0 as usize]);
    let digits: Vec<Vec<u8>> = tracks
        .map(|n| system.writer().digits(&Natural::from(n)))
        .collect();
    let length = digits.iter().map(Vec::len).max().unwrap_or(0);
    let word: Vec<Vec<u8>> = digits
        .into_iter()
        .map(|d| [vec![0; length - d.len()], d].concat())
        .collect();
    automaton.accepts(&word)
}

/// The compiled automaton says the same as evaluation, for small x, y, z and for some larger ones.
fn check(formula: &Formula) -> Result<(), TestCaseError> {
    let system = System::for_formulas([formula]).unwrap();
    // A few random formulas have thousands of cases, each of them small.
    let brief = Limited::new(&Unwatched).questions(1_000_000);
    let gauge = Gauge::new(&brief);
    let shared = LoweringContext::new(&system, Track(100), &gauge);
    let compiler = Compiler::new(&shared, &gauge);
    let mut lowering = TrackLowering::new(&shared);
    for index in 0..3 {
        lowering = lowering.with(&variable(index), Expression::track(Track(index)));
    }
    let ir = match lowering.formula(formula, true) {
        Err(DecideError::TooLarge | DecideError::Stopped(_)) => return Ok(()),
        ir => ir.unwrap(),
    };
    let automaton = match gauge.attempt(20_000, || compiler.compile(&ir)) {
        Ok(Some(automaton)) => automaton,
        Ok(None) | Err(DecideError::Stopped(_)) => return Ok(()),
        Err(error) => panic!("{formula}: {error}"),
    };
    let small = (0..5u64).flat_map(|x| (0..5).flat_map(move |y| (0..5).map(move |z| [x, y, z])));
    let larger = (0..60u64).map(|n| [n * 37 % 101, n * 11 % 64, n]);
    for numbers in small.chain(larger) {
        let values = (0..3).map(variable).zip(numbers.map(Integer::from));
        let known: Assignment = values.collect();
        let expected = holds(formula, &known).unwrap();
        prop_assert_eq!(
            accepts(&system, &automaton, &numbers),
            expected,
            "{} at {:?}",
            formula,
            numbers
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn formulas_about_digits(formula in prop::sample::select(uniform()).prop_flat_map(|system| formula(system, Shifts::Allowed))) {
        check(&formula)?;
    }

    #[test]
    fn formulas_about_digits_of_ostrowski(formula in prop::sample::select(alike()).prop_flat_map(|system| formula(system, Shifts::Allowed))) {
        check(&formula)?;
    }

    #[test]
    fn formulas_about_digits_of_longer_periods(formula in prop::sample::select(mixed()).prop_flat_map(|system| formula(system, Shifts::Allowed))) {
        check(&formula)?;
    }

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn formulas_about_digits_of_few_places(formula in prop::sample::select(others()).prop_flat_map(|system| formula(system, Shifts::Few))) {
        check(&formula)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn formulas_about_digits_of_later_periods(formula in prop::sample::select(later()).prop_flat_map(|(system, _, all)| {
        formula(system, if all { Shifts::Allowed } else { Shifts::Left })
    })) {
        check(&formula)?;
    }
}

/// The digits that automata read are those of the system, and two names of one system are known to be that.
#[test]
fn the_digits_of_later_periods() {
    for (system, other, _) in later() {
        let read = System::of_digits(&system).unwrap();
        for number in 0..2000u32 {
            let digits = read.writer().digits(&Natural::from(number));
            let digits: Vec<u64> = digits.into_iter().map(u64::from).collect();
            let digits = digits.iter().skip_while(|digit| **digit == 0);
            let own = system.digits_of_word(u64::from(number)).unwrap();
            assert!(
                digits.eq(own.iter().skip_while(|digit| **digit == 0)),
                "{system} at {number}"
            );
            let same = other
                .as_ref()
                .map(|other| other.digits_of_word(u64::from(number)));
            assert!(
                same.is_none_or(|same| same == Some(own)),
                "{system} at {number}"
            );
        }
        let weights: Vec<u64> = read.weights(20);
        assert!(weights.iter().eq(&system_weights(&system, 20)), "{system}");
    }
}

fn system_weights(system: &NamedSystem, count: usize) -> Vec<u64> {
    let basis = system.form().build().unwrap().basis(count).unwrap();
    basis
        .iter()
        .map(|weight| u64::try_from(weight).unwrap())
        .collect()
}

/// Addition in every system is proved, and the shift where there is one.
#[test]
fn the_arithmetic_is_proved() {
    let n = variable(0);
    for system in uniform()
        .into_iter()
        .chain(alike())
        .chain(mixed())
        .chain(others())
        .chain(later().into_iter().map(|(system, ..)| system))
    {
        let kind = ConditionKind::Matches(Pattern::new(".*", None).unwrap());
        let condition = Arc::new(DigitCondition {
            system: Arc::clone(&system),
            kind,
        });
        let sentence = Formula::forall(&n, Formula::Digits(vec![Term::from(&n)], condition));
        let decision = decide(&sentence, &KnownSystems::default(), &Unwatched).unwrap();
        assert_eq!(decision.verdict, Truth::True, "{system}");
        assert_eq!(decision.foundations, Foundations::Proved, "{system}");
    }
}

/// `shift(x + y)` is not `shift(x) + shift(y)`, and `unshift(shift(x)) = x`.
#[test]
fn sentences() {
    let [x, y] = [0, 1].map(variable);
    for system in uniform().into_iter().chain(alike()) {
        let shift =
            |direction, term: Term| Term::Shift(direction, Box::new(term), Arc::clone(&system));
        let left = |term: Term| shift(Direction::Left, term);
        let known = KnownSystems::default();
        let verdict = |sentence: &Formula| decide(sentence, &known, &Unwatched).unwrap().verdict;
        let back = shift(Direction::Right, left(Term::from(&x))).equals(&x);
        assert_eq!(verdict(&Formula::forall(&x, back)), Truth::True, "{system}");
        let last = left(shift(Direction::Right, Term::from(&x))).equals(&x);
        let Truth::False(values) = verdict(&Formula::forall(&x, last)) else {
            panic!("{system}")
        };
        assert_eq!(values[0].1, 1u32, "{system}");
        let sum = left(Term::from(&x) + &y).equals(left(Term::from(&x)) + left(Term::from(&y)));
        let additive = Formula::forall(&x, Formula::forall(&y, sum));
        let is_base =
            matches!(system.form(), SystemForm::Base(_)) || system.to_string() == "recurrence(5)";
        assert_eq!(verdict(&additive) == Truth::True, is_base, "{system}");
    }
}

/// Where the places differ, a larger number may have a smaller shift: the first one that has is found. Only digits that are dropped
/// into a place of weight 1 are not read.
#[test]
fn shifts_in_systems_with_longer_periods() {
    let x = variable(0);
    let small = Real::quadratic(1, 1, Natural::from(3u32), 2).unwrap();
    let mixed = mixed().into_iter().map(|system| (system, true));
    let last = [(ostrowski(&small, Side::P), false)];
    let later = later().into_iter().map(|(system, _, read)| (system, read));
    for (system, without_last) in mixed.chain(last).chain(later) {
        for direction in [Direction::Left, Direction::Right] {
            let shift = |term: Term| Term::Shift(direction, Box::new(term), Arc::clone(&system));
            let grows = shift(Term::from(&x) + Term::integer(1)).at_least(shift(Term::from(&x)));
            let known = KnownSystems::default();
            let found = decide(&Formula::forall(&x, grows.clone()), &known, &Unwatched);
            if direction == Direction::Right && !without_last {
                assert!(matches!(found, Err(DecideError::System(..))));
                continue;
            }
            let at = |n: u32| [(x.clone(), Integer::from(n))].into_iter().collect();
            let first = (0..3000).find(|n| !holds(&grows, &at(*n)).unwrap());
            match (found.unwrap().verdict, first) {
                (Truth::False(values), Some(first)) => assert_eq!(values[0].1, first, "{system}"),
                (verdict, first) => assert_eq!((verdict, first), (Truth::True, None), "{system}"),
            }
        }
    }
}

/// What is said of digits and of shifts is decided as brute force finds it, down to the first
/// number of which it is false.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn sentences_in_systems_with_longer_periods() {
    let x = variable(0);
    let half = Real::quadratic(1, 1, Natural::from(3u32), 2).unwrap();
    for alpha in [root(2), root(7), half, root(13)] {
        let system = ostrowski(&alpha, Side::P);
        let shift = |term: Term| Term::Shift(Direction::Left, Box::new(term), Arc::clone(&system));
        let matches = |term: Term, pattern: &str| {
            let kind = ConditionKind::Matches(Pattern::new(pattern, None).unwrap());
            let system = Arc::clone(&system);
            Formula::Digits(vec![term], Arc::new(DigitCondition { system, kind }))
        };
        let n = || Term::from(&x);
        let twice = |term: Term| term.clone() + term;
        let mut sentences = vec![
            shift(n()).at_least(n()),
            shift(n()).at_least(twice(n())),
            twice(n()).at_least(shift(n())),
            shift(shift(n())).at_least(twice(shift(n()))),
            shift(n() + Term::integer(2)).at_least(shift(n()) + Term::integer(1)),
            shift(n()).modulo(3u32).at_most(1),
            !matches(n(), ".*1").and(matches(n() + Term::integer(1), ".*1")),
        ];
        for pattern in PATTERNS {
            sentences.push(matches(n(), pattern).iff(matches(shift(n()), pattern)));
            sentences.push(matches(shift(n()), pattern));
        }
        for sentence in sentences {
            let at = |n: u32| [(x.clone(), Integer::from(n))].into_iter().collect();
            let first = (0..2000).find(|n| !holds(&sentence, &at(*n)).unwrap());
            let known = KnownSystems::default();
            let found = decide(&Formula::forall(&x, sentence.clone()), &known, &Unwatched);
            let found = match found.unwrap().verdict {
                Truth::True => None,
                Truth::False(values) => Some(u32::try_from(&values[0].1).unwrap()),
            };
            assert_eq!(found, first, "{sentence}");
        }
    }
}

/// In the ternary system U a shift is a floor, whose arithmetic is proved; wrong floors have counterexamples.
#[test]
fn the_shift_in_the_ternary_system_is_a_floor() {
    let x = variable(0);
    let system = named(SystemForm::TernaryU);
    let shift = Term::Shift(Direction::Left, Box::new(Term::from(&x)), system);
    let decided = |factor: &Real, least: i64, offset: i64| {
        let floor = Term::from(&x).floor_times(factor.clone()) + Term::integer(offset);
        let says = shift.clone().equals(floor);
        let below = Term::from(&x).less(least);
        let sentence = Formula::forall(&x, Formula::any([below, says]));
        decide(&sentence, &KnownSystems::default(), &Unwatched).unwrap()
    };
    let square = Real::phi().pow(&Integer::from(2)).unwrap();
    let right = decided(&square, 1, 1);
    assert_eq!(right.verdict, Truth::True);
    assert_eq!(right.foundations, Foundations::Proved);
    let least = |factor: &Real, least, offset| match decided(factor, least, offset).verdict {
        Truth::True => panic!("it is false"),
        Truth::False(values) => u64::try_from(&values[0].1).unwrap(),
    };
    assert_eq!(least(&square, 0, 1), 0);
    assert_eq!(least(&square, 1, 0), 1);
    // ⌊13·2.6⌋ = 33 and ⌊13φ²⌋ = 34.
    assert_eq!(least(&Real::ratio(13, 5).unwrap(), 1, 1), 13);
}

#[test]
fn systems_that_do_not_fit_are_named() {
    let x = variable(0);
    let ends = |system: &Arc<NamedSystem>| {
        let kind = ConditionKind::Matches(Pattern::new(".*0", None).unwrap());
        Formula::Digits(
            vec![Term::from(&x)],
            Arc::new(DigitCondition {
                system: Arc::clone(system),
                kind,
            }),
        )
    };
    let says = |formula: Formula| {
        let sentence = Formula::forall(&x, formula);
        decide(&sentence, &KnownSystems::default(), &Unwatched).map(|decision| decision.verdict)
    };
    let [binary, three, _, zeckendorf, ..] = &uniform()[..] else {
        panic!()
    };
    let error = says(ends(binary).and(ends(three))).unwrap_err();
    assert_eq!(
        error,
        DecideError::TwoSystems("binary".into(), "base(3)".into())
    );
    assert!(
        error
            .to_string()
            .contains("say it in binary alone or in base(3) alone")
    );
    let floor = |real: Real| Term::from(&x).floor_times(real).at_least(0);
    let error = says(ends(zeckendorf).and(floor(root(2)))).unwrap_err();
    assert_eq!(
        error,
        DecideError::DigitsAndFloors("zeckendorf".into(), "2".into())
    );
    assert!(says(ends(zeckendorf).and(floor(Real::phi()))).is_ok());
    assert!(says(ends(zeckendorf).and(ends(&ostrowski(&Real::phi(), Side::Q)))).is_ok());
    assert!(says(ends(binary).and(ends(&ostrowski(&Real::ratio(7, 4).unwrap(), Side::P)))).is_ok());
    assert!(matches!(
        says(ends(&ostrowski(&Real::pi(), Side::Q))),
        Err(DecideError::System(..))
    ));
}

/// What the automata of a system read, as a set under the name of the system: the same numbers.
#[test]
fn letters_of_several_places_become_single_ones() {
    let [x, y] = [0, 1].map(variable);
    for d in [5, 2, 3, 7, 13] {
        let system = System::quadratic(d).unwrap();
        let beta = root(u32::try_from(d).unwrap());
        let floor = Term::from(&x)
            .floor_times(beta)
            .modulo(3u32)
            .equals(Term::from(&y).modulo(3u32));
        let gauge = Gauge::new(&Unwatched);
        let shared = LoweringContext::new(&system, Track(100), &gauge);
        let compiler = Compiler::new(&shared, &gauge);
        let lowering = TrackLowering::new(&shared)
            .with(&x, Expression::track(Track(0)))
            .with(&y, Expression::track(Track(1)));
        let automaton = compiler
            .compile(&lowering.formula(&floor, true).unwrap())
            .unwrap();
        let automaton = compiler.within_admissible(&automaton).unwrap();
        let named = Arc::new(system.named().unwrap());
        let set = AutomatonSet::new(&automaton, &Unwatched).unwrap();
        let again = set.written(&named, 1_000_000).unwrap();
        let again = AutomatonSet::read(&again, &named, &Unwatched);
        assert_eq!(again.as_ref(), Ok(&set), "{named}");
        let is_same = |set: &AutomatonSet| says_the_same(set, &named, &floor);
        is_same(&set);
        if set.places() <= 2 {
            is_same(&set.single_places(&Unwatched).unwrap());
        }
    }
}

/// The members of a set of pairs are those of which a formula is true: by evaluation and by proof.
fn says_the_same(set: &AutomatonSet, named: &Arc<NamedSystem>, formula: &Formula) {
    let [x, y] = [0, 1].map(variable);
    let pair = vec![Term::from(&x), Term::from(&y)];
    let member = Formula::Member(pair, Arc::new(set.named("W", "w", named, 9)));
    for (a, b) in (0..40u32).flat_map(|a| (0..6).map(move |b| (a, b))) {
        let known = [(x.clone(), Integer::from(a)), (y.clone(), Integer::from(b))];
        let known: Assignment = known.into_iter().collect();
        let truths = [&member, formula].map(|formula| holds(formula, &known).unwrap());
        assert_eq!(truths[0], truths[1], "{named} at {a}, {b}");
    }
    let same = member.iff(formula.clone());
    let same = Formula::forall(&x, Formula::forall(&y, same));
    let decision = decide(&same, &KnownSystems::default(), &Unwatched);
    assert_eq!(decision.map(|d| d.verdict), Ok(Truth::True), "{named}");
}

#[test]
fn automata_for_other_systems_and_with_leading_zeros_are_refused() {
    let read = |text: &str, system: &NamedSystem| AutomatonSet::read(text, system, &Unwatched);
    let [binary, three, _, zeckendorf, ..] = &uniform()[..] else {
        panic!()
    };
    let pell = "msd_pell\n0 1\n0 -> 0";
    assert!(read(pell, &ostrowski(&root(2), Side::Q)).is_ok());
    assert!(read("msd_trib\n0 1\n0 -> 0", &recurrence(&[1, 1, 1])).is_ok());
    assert!(read("msd_fib\n0 1\n0 -> 0", zeckendorf).is_ok());
    assert!(read("msd_of_my_own\n0 1\n0 -> 0", zeckendorf).is_ok());
    assert_eq!(
        read("msd_2 msd_fib\n0 1\n0 0 -> 0", zeckendorf)
            .unwrap_err()
            .to_string(),
        "it is written for `msd_2`, which is not zeckendorf"
    );
    assert_eq!(
        read(pell, binary).unwrap_err().to_string(),
        "it is written for `msd_pell`, which is not binary"
    );
    assert!(matches!(
        read("msd_2\n0 1\n2 -> 0", binary),
        Err(AutomatonError::Text(_))
    ));
    assert_eq!(
        read("msd_3\n0 0\n* -> 1\n1 1\n0 -> 0\n1 -> 0\n2 -> 0", three)
            .unwrap_err()
            .to_string(),
        "it must not matter how many zeros the digits begin with, but the empty word is not accepted and 0 is accepted"
    );
    assert_eq!(
        read("msd_2 msd_2\n0 0\n0 0 -> 1\n1 0 -> 2\n1 0\n2 1", binary)
            .unwrap_err()
            .to_string(),
        "it must not matter how many zeros the digits begin with, but (1, 0) is accepted and (01, 00) is not"
    );
}
