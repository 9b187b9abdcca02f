//! Conditions on digits: patterns against a plain matcher, large numbers, machine words, and what is said of them.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use logic::digits::{ConditionKind, DigitCondition, Direction, Pattern, PlaceCondition};
use logic::evaluate::{Assignment, Evaluator, holds, value};
use logic::explain::explain;
use logic::words::{Prepared, WordValues};
use logic::{Formula, Term, Variable};
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::{Integer, Natural, Pow};
use numeration::ostrowski::Side;
use numeration::real::Real;
use proptest::prelude::*;

fn system(form: SystemForm) -> Arc<NamedSystem> {
    Arc::new(NamedSystem::new(form).unwrap())
}

fn systems() -> Vec<Arc<NamedSystem>> {
    let recurrence = |numbers: &[u32]| {
        SystemForm::Recurrence(
            numbers.iter().map(|n| Natural::from(*n)).collect(),
            Vec::new(),
        )
    };
    let root = Real::from(7).sqrt().unwrap();
    vec![
        system(SystemForm::binary()),
        system(SystemForm::Base(Natural::from(12u32))),
        system(SystemForm::Zeckendorf),
        system(SystemForm::TernaryU),
        system(recurrence(&[1, 1, 1])),
        system(recurrence(&[3, 2])),
        system(SystemForm::Ostrowski(root.clone(), Side::Q)),
        system(SystemForm::Ostrowski(root, Side::P)),
        system(SystemForm::Ostrowski(Real::phi(), Side::Q)),
        system(SystemForm::Ostrowski(Real::ratio(7, 4).unwrap(), Side::P)),
        system(SystemForm::Ostrowski(Real::ratio(9, 4).unwrap(), Side::Q)),
        system(SystemForm::Ostrowski(Real::pi(), Side::Q)),
    ]
}

fn matches(system: &Arc<NamedSystem>, pattern: &str) -> Arc<DigitCondition> {
    Arc::new(DigitCondition {
        system: Arc::clone(system),
        kind: ConditionKind::Matches(Pattern::new(pattern, None).unwrap()),
    })
}

/// A pattern as a tree of its own, with the plainest matcher: which ends can a match from here have?
#[derive(Clone, Debug)]
enum Tree {
    Any,
    Digit(u8),
    List(Vec<u8>),
    Except(Vec<u8>),
    Sequence(Vec<Tree>),
    Either(Vec<Tree>),
    Times(Box<Tree>, usize, Option<usize>),
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Self::Any => ".".to_owned(),
            Self::Digit(digit) if *digit > 9 => format!("<{digit}>"),
            Self::Digit(digit) => digit.to_string(),
            Self::List(digits) => format!("[{}]", Self::named(digits)),
            Self::Except(digits) => format!("[^{}]", Self::named(digits)),
            Self::Sequence(parts) => parts.iter().map(Self::text).collect(),
            Self::Either(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::text).collect();
                format!("({})", parts.join("|"))
            }
            Self::Times(inner, least, most) => {
                let sign = match (least, most) {
                    (0, None) => "*".to_owned(),
                    (1, None) => "+".to_owned(),
                    (0, Some(1)) => "?".to_owned(),
                    (m, None) => format!("{{{m},}}"),
                    (m, Some(n)) if m == n => format!("{{{m}}}"),
                    (m, Some(n)) => format!("{{{m},{n}}}"),
                };
                format!("({}){sign}", inner.text())
            }
        }
    }

    fn named(digits: &[u8]) -> String {
        digits.iter().map(|d| Self::Digit(*d).text()).collect()
    }

    fn ends(&self, word: &[u8], from: usize) -> Vec<usize> {
        let one = |fits: bool| if fits { vec![from + 1] } else { Vec::new() };
        let mut ends = match self {
            Self::Any => one(from < word.len()),
            Self::Digit(digit) => one(word.get(from) == Some(digit)),
            Self::List(digits) => one(word.get(from).is_some_and(|digit| digits.contains(digit))),
            Self::Except(digits) => {
                one(word.get(from).is_some_and(|digit| !digits.contains(digit)))
            }
            Self::Sequence(parts) => parts.iter().fold(vec![from], |ends, part| {
                ends.into_iter()
                    .flat_map(|end| part.ends(word, end))
                    .collect()
            }),
            Self::Either(parts) => parts
                .iter()
                .flat_map(|part| part.ends(word, from))
                .collect(),
            Self::Times(inner, least, most) => {
                let (mut ends, mut found) = (vec![from], Vec::new());
                for times in 0..=most.unwrap_or(word.len() + least + 1) {
                    if times >= *least {
                        found.extend(&ends);
                    }
                    ends = ends
                        .into_iter()
                        .flat_map(|end| inner.ends(word, end))
                        .collect();
                    ends.sort_unstable();
                    ends.dedup();
                }
                found
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let digit = prop_oneof![0u8..3, Just(10u8)];
    let leaf = prop_oneof![
        Just(Tree::Any),
        digit.clone().prop_map(Tree::Digit),
        prop::collection::vec(digit.clone(), 1..3).prop_map(Tree::List),
        prop::collection::vec(digit, 1..3).prop_map(Tree::Except),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let counts = prop_oneof![
            Just((0, None)),
            Just((1, None)),
            Just((0, Some(1))),
            (0usize..3, 1usize..3).prop_map(|(m, n)| (m, Some(m + n))),
            (1usize..3).prop_map(|m| (m, Some(m))),
            (1usize..3).prop_map(|m| (m, None)),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Tree::Sequence),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Tree::Either),
            (inner, counts).prop_map(|(inner, (m, n))| Tree::Times(Box::new(inner), m, n)),
        ]
    })
}

proptest! {
    #[test]
    fn patterns_mean_what_they_say(tree in tree(), words in prop::collection::vec(prop::collection::vec(prop_oneof![0u8..4, Just(10u8)], 0..7), 1..20)) {
        let text = tree.text();
        let pattern = Pattern::new(&text, None).unwrap();
        for word in words {
            let expected = tree.ends(&word, 0).contains(&word.len());
            let digits = word.iter().map(|digit| u64::from(*digit));
            prop_assert_eq!(pattern.matches_words(digits), expected, "{} on {:?}", text, word);
        }
    }

    #[test]
    fn any_text_is_a_pattern_or_has_a_place_for_its_fault(text in "[0-9<>.\\[\\]|()*+?{},a ^-]{0,14}") {
        if let Err(fault) = Pattern::new(&text, Some(&Natural::from(1u32))) {
            prop_assert!(fault.start + fault.length <= text.chars().count().max(1));
        }
    }
}

#[test]
fn limits_are_answers() {
    assert!(Pattern::new(".{0,299}", None).is_ok());
    assert!(Pattern::new(".{0,301}", None).is_err());
    assert!(Pattern::new(&"(".repeat(60), None).is_err());
    assert!(Pattern::new("(.*1.{11})", None).is_err(), "4096 states");
    assert!(Pattern::new("(.*1.{9})", None).is_ok());
}

/// Machine words, any size and the system itself agree on every number, in every system.
#[test]
fn words_and_long_numbers_agree() {
    let n = Variable::new(0, "n");
    for system in systems() {
        let formulas = ["1(0|1)*", ".*0", "(..)*", ".*1.", "0|2.*"]
            .map(|pattern| Formula::Digits(vec![Term::from(&n)], matches(&system, pattern)));
        for number in (0..200).chain([1 << 40, (1 << 40) + 12_345]) {
            let known: Assignment = [(n.clone(), Integer::from(number))].into_iter().collect();
            let written = system.system().represent(&Natural::from(number)).unwrap();
            let digits: Vec<u64> = if written.is_empty() {
                vec![0]
            } else {
                written.words().unwrap().iter().rev().copied().collect()
            };
            if let Some(seen) = system.digits_of_word(number) {
                assert_eq!(seen, digits, "{number} in {system}");
            }
            for formula in &formulas {
                let truth = holds(formula, &known).unwrap();
                let Formula::Digits(_, condition) = formula else {
                    panic!()
                };
                let ConditionKind::Matches(pattern) = &condition.kind else {
                    panic!()
                };
                assert_eq!(
                    truth,
                    pattern.matches_words(digits.clone()),
                    "{number}: {formula}"
                );
                let mut words = WordValues::new();
                words.set(&n, number);
                let seen = words.holds(&Prepared::new(formula));
                assert!(seen.is_none_or(|seen| seen == truth), "{number}: {formula}");
            }
        }
    }
}

#[test]
fn shifts_agree_at_every_size() {
    let n = Variable::new(0, "n");
    for system in systems() {
        for direction in [Direction::Left, Direction::Right] {
            let term = Term::Shift(direction, Box::new(Term::from(&n)), Arc::clone(&system));
            let tenth = term.clone().equals(Term::integer(10));
            for number in 0..150u64 {
                let known: Assignment = [(n.clone(), Integer::from(number))].into_iter().collect();
                let long = value(&term, &known);
                let digits = system.system().represent(&Natural::from(number)).unwrap();
                let digits = match direction {
                    Direction::Left => digits.shifted_left(),
                    Direction::Right => digits.without_lowest(1),
                };
                let expected = system.system().evaluate(&digits);
                match (&long, expected) {
                    (Ok(long), Ok(expected)) => assert_eq!(*long, Integer::from(expected)),
                    (Err(_), Err(_)) => continue,
                    (long, expected) => panic!("{long:?} {expected:?}"),
                }
                let mut words = WordValues::new();
                words.set(&n, number);
                let seen = words.holds(&Prepared::new(&tenth));
                let truth = long.unwrap() == 10;
                assert!(seen.is_none_or(|seen| seen == truth), "{term} at {number}");
            }
            // A quantifier finds the same numbers.
            for target in 0..40 {
                let exists = Formula::exists(
                    &n,
                    term.clone()
                        .equals(Term::integer(target))
                        .and(Term::from(&n).at_most(99)),
                );
                let plain = (0..100u64).any(|number| {
                    let known: Assignment =
                        [(n.clone(), Integer::from(number))].into_iter().collect();
                    value(&term, &known) == Ok(Integer::from(target))
                });
                if let Ok(found) = holds(&exists, &Assignment::new()) {
                    assert_eq!(found, plain, "{exists}");
                }
            }
        }
    }
}

#[test]
fn a_million_digits_are_read() {
    let x = Variable::new(0, "x");
    let ends = Formula::Digits(vec![Term::from(&x)], matches(&systems()[0], "1.*1(00)*"));
    let number = (Integer::from(1) << 3_000_000u32) + (Integer::from(1) << 4u32);
    let known: Assignment = [(x.clone(), number.clone())].into_iter().collect();
    assert_eq!(holds(&ends, &known), Ok(true));
    let known: Assignment = [(x, number * Integer::from(2))].into_iter().collect();
    assert_eq!(holds(&ends, &known), Ok(false));
}

#[test]
fn reasons() {
    let [x, y] = [Variable::new(0, "x"), Variable::new(1, "y")];
    let binary = &systems()[0];
    let known: Assignment = [
        (x.clone(), Integer::from(12)),
        (y.clone(), Integer::from(5)),
    ]
    .into_iter()
    .collect();
    let say = |formula: Formula| {
        explain(&Evaluator::default(), &[formula], &known)
            .unwrap()
            .join("; ")
    };
    let even = |term: Term| Formula::Digits(vec![term], matches(binary, ".*1(00)*0"));
    assert_eq!(
        say(even(Term::from(&x))),
        "the binary digits of x = 12 are 1100, which do not end in an odd number of zeros"
    );
    assert_eq!(
        say(!Formula::Digits(
            vec![Term::from(&x) + 3],
            matches(&systems()[2], "1.*")
        )),
        "the digits of x + 3 = 15 in zeckendorf are 100010, which match \"1.*\", and must not"
    );
    let digits = [Variable::new(0, "x"), Variable::new(1, "y")];
    let body = (Term::from(&digits[0]) + &digits[1]).modulo(2u32).equals(0);
    let places = PlaceCondition::new(digits.to_vec(), body);
    let condition = DigitCondition {
        system: Arc::clone(binary),
        kind: ConditionKind::EveryPlace(places),
    };
    let formula = Formula::Digits(vec![Term::from(&x), Term::from(&y)], Arc::new(condition));
    assert_eq!(
        formula.to_string(),
        "in every place of (x, y) in binary: (x + y) mod 2 = 0"
    );
    assert_eq!(
        say(formula),
        "in place 3 (x, y) = (12, 5) has the binary digits (1, 0): (x + y) mod 2 = 1, must be 0"
    );
    let negative = even(Term::from(&y) - &x);
    let error = holds(&negative, &known).unwrap_err().to_string();
    assert_eq!(
        error,
        "the digits of -7 are not defined: y - x must not be negative"
    );
    let huge = Integer::from(10).pow(50);
    let known: Assignment = [(x.clone(), huge)].into_iter().collect();
    let said = explain(&Evaluator::default(), &[even(Term::from(&x) + 1)], &known).unwrap();
    assert!(said[0].len() < 200, "{said:?}");
}
