//! Every strategy under the eyes of the rules as they are written in the catalogue's files.

use std::path::PathBuf;

use logic::Unwatched;
use numeration::natural::Natural;
use numeration::real::Real;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;
use strategies::beta::Beta;
use strategies::catalog::{self, Parameter, RulesSource};
use strategies::mark::Mark;
use strategies::nim::Nim;
use strategies::nimhoff::CyclicNimhoff;
use strategies::rulesets::frankenstein::{FrankensteinRules, Reading};
use strategies::strategy::{CheckedStrategy, Strategy, StrategyError, StrategyName};
use strategies::subtraction::Subtraction;
use strategies::succinct_rat::RatGame;
use strategies::{fat_rat, frankenstein, mouse, raleigh, rat, wythoff};

use super::legality::rat_vector;
use super::suite::{Random, board, position};

fn rules(name: &str, arguments: &[(&str, &str)]) -> Spec {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../rules")
        .join(format!("{name}.game"));
    let text = std::fs::read_to_string(&path).unwrap();
    let arguments: Vec<(String, String)> = arguments
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    lang::load(&text, name, &arguments).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Every N-position of the board gets a move that the rules accept, and the strategies agree.
fn check(rules: &dyn Ruleset, strategies: &[Box<dyn Strategy>], positions: &[Position]) {
    for position in positions {
        let outcomes: Vec<Outcome> = strategies
            .iter()
            .filter(|strategy| is_fast(strategy.as_ref(), position))
            .map(|strategy| {
                let checked =
                    CheckedStrategy::new(strategy.as_ref(), rules).decide(position, &Unwatched);
                let checked =
                    checked.unwrap_or_else(|error| panic!("{} {position}: {error}", rules.name()));
                assert_eq!(
                    checked.kinds.is_empty(),
                    checked.decision.winning_move.is_none()
                );
                checked.decision.outcome()
            })
            .collect();
        assert!(
            outcomes.windows(2).all(|pair| pair[0] == pair[1]),
            "{} {position}: {outcomes:?}",
            rules.name()
        );
    }
}

fn is_fast(strategy: &dyn Strategy, position: &Position) -> bool {
    let small = position.piles().iter().all(|pile| *pile < 1000u32);
    small
        || !matches!(
            strategy.name(),
            StrategyName::Recursive | StrategyName::Array | StrategyName::Window
        )
}

fn on_board(rules: &Spec, strategies: Vec<Box<dyn Strategy>>, max: u64, sorted: bool) {
    let piles = rules.dimension();
    check(rules, &strategies, &board(piles, max, sorted));
}

#[test]
fn the_rat_family() {
    on_board(&rules("mouse", &[]), mouse::all(), 30, true);
    on_board(&rules("rat", &[]), rat::all(), 12, true);
    on_board(
        &rules("fat-rat", &[("m", "3")]),
        fat_rat::all(3).unwrap(),
        9,
        true,
    );
    on_board(
        &rules("fat-rat", &[("m", "4")]),
        fat_rat::all(4).unwrap(),
        5,
        true,
    );
    on_board(
        &rules("succinct-rat", &[]),
        vec![Box::new(RatGame::succinct(3).unwrap())],
        9,
        false,
    );
    on_board(
        &rules("grandiose-rat", &[]),
        vec![Box::new(RatGame::grandiose(3).unwrap())],
        6,
        false,
    );
}

#[test]
fn raleigh_and_frankenstein() {
    on_board(&rules("raleigh", &[]), raleigh::all(), 15, true);
    let game = FrankensteinRules::new(Reading::Strict);
    let coins = (0..1u64 << 10)
        .map(|set| {
            (1..=10)
                .filter(|square| set >> (square - 1) & 1 == 1)
                .collect::<Vec<u64>>()
        })
        .filter(|coins| coins.len() != 1);
    let positions: Vec<Position> = coins.map(|coins| position(&coins)).collect();
    check(&game, &frankenstein::all(), &positions);
}

#[test]
fn two_pile_games() {
    for d in ["1", "2", "3"] {
        on_board(
            &rules("wythoff", &[("d", d)]),
            wythoff::all(d.parse().unwrap()).unwrap(),
            14,
            false,
        );
    }
    for (text, beta) in [
        ("pi", Real::pi()),
        ("phi^2", Real::phi().add(&Real::from(1)).unwrap()),
    ] {
        let beta_rules = |name| rules(name, &[("beta", text)]);
        on_board(
            &beta_rules("beta-nim"),
            vec![Box::new(Beta::nim(beta.clone()).unwrap())],
            16,
            false,
        );
        on_board(
            &beta_rules("beta-wynim"),
            vec![Box::new(Beta::wynim(beta.clone()).unwrap())],
            16,
            false,
        );
        on_board(
            &beta_rules("beta-t-wynim"),
            vec![Box::new(Beta::triangle_wynim(beta).unwrap())],
            16,
            false,
        );
    }
}

#[test]
fn nim_and_one_pile_games() {
    on_board(&rules("nim", &[]), vec![Box::new(Nim::new())], 7, true);
    on_board(
        &rules("moore", &[("k", "2"), ("m", "4")]),
        vec![Box::new(Nim::moore(2).unwrap())],
        4,
        true,
    );
    let nimhoff = CyclicNimhoff::new(Natural::from(3u8)).unwrap();
    on_board(
        &rules("cyclic-nimhoff", &[]),
        vec![Box::new(nimhoff)],
        12,
        true,
    );
    on_board(&rules("mark", &[]), vec![Box::new(Mark)], 200, false);
    let subtraction = Subtraction::new([1, 2, 3], &Unwatched).unwrap();
    on_board(
        &rules("subtraction", &[]),
        vec![Box::new(subtraction)],
        100,
        false,
    );
}

#[test]
fn near_rows_of_twenty_and_two_hundred_digits() {
    let mut random = Random::new();
    let (rat_rules, mouse_rules, raleigh_rules) = (
        rules("rat", &[]),
        rules("mouse", &[]),
        rules("raleigh", &[]),
    );
    let (rats, mice, raleighs) = (rat::all(), mouse::all(), raleigh::all());
    for digits in [20, 200] {
        for _ in 0..10 {
            let n = random.digits(digits).into();
            let mut near = |row: Vec<numeration::natural::Integer>| -> Position {
                let mut piles: Vec<Natural> = row
                    .iter()
                    .map(|entry| Natural::try_from(entry).unwrap() + Natural::from(random.below(4)))
                    .collect();
                piles.sort();
                Position::unchecked(piles)
            };
            check(&rat_rules, &rats, &[near(rat_vector(3, &n))]);
            check(&mouse_rules, &mice, &[near(rat_vector(2, &n))]);
            check(&raleigh_rules, &raleighs, &[near(rat_vector(3, &n))]);
        }
    }
}

#[test]
fn a_move_that_the_rules_refuse_is_not_shown() {
    // Moore's Nim may change two piles, Nim only one.
    let (nim, moore) = (rules("nim", &[]), Nim::moore(2).unwrap());
    let answer = CheckedStrategy::new(&moore, &nim).decide(&position(&[1, 2, 3]), &Unwatched);
    assert!(
        matches!(answer, Err(StrategyError::IllegalMove(_))),
        "{answer:?}"
    );
}

/// The value of a parameter as the catalogue's file gives it.
fn parameter(spec: &Spec, name: &str) -> Option<Parameter> {
    let mut settings = spec.parameters.iter();
    let setting = settings.find(|setting| setting.name == name)?;
    Some(setting.value.clone())
}

#[test]
fn the_strategies_of_the_catalogue_win_by_the_rules_of_the_catalogue() {
    let mut with_strategies = 0;
    for entry in catalog::GAMES {
        let RulesSource::Text(text) = entry.rules else {
            continue;
        };
        // No strategy speaks of heaps that split.
        if lang::parse(text).unwrap().splits() {
            continue;
        }
        let spec = lang::load(text, entry.name, &[]).unwrap();
        let strategies = entry
            .strategies(&|name| parameter(&spec, name), &Unwatched)
            .unwrap();
        with_strategies += usize::from(!strategies.is_empty());
        let sorted = spec.piles.order == rules::spec::PileOrder::Sorted;
        let max = [0, 60, 12, 5][spec.dimension().min(3)];
        let mut positions = board(spec.dimension(), max, sorted);
        // Welter's function is about coins on different squares.
        let differ =
            |position: &Position| position.piles().windows(2).all(|pair| pair[0] < pair[1]);
        positions.retain(|position| entry.name != "welter" || differ(position));
        check(&spec, &strategies, &positions);
    }
    assert_eq!(with_strategies, 17);
    let frankenstein = catalog::find("frankenstein").unwrap();
    let reading = |word: &str| {
        let word = word.to_owned();
        let count =
            frankenstein.strategies(&move |_| Some(Parameter::Word(word.clone())), &Unwatched);
        count.unwrap().len()
    };
    assert_eq!((reading("strict"), reading("literal")), (3, 1));
}

#[test]
fn a_bad_parameter_is_refused() {
    let bad = |game: &str, value: Real| {
        let entry = catalog::find(game).unwrap();
        let answer = entry.strategies(&|_| Some(Parameter::Number(value.clone())), &Unwatched);
        assert!(
            matches!(answer, Err(StrategyError::NotApplicable(_))),
            "{game}"
        );
    };
    bad("fat-rat", Real::pi());
    bad("fat-rat", Real::from(1));
    bad("wythoff", Real::from(0));
    bad("beta-nim", Real::ratio(22, 7).unwrap());
    bad("beta-wynim", Real::from(2));
    bad("beta-t-wynim", Real::from(4).sqrt().unwrap());
    bad("subtraction", Real::from(3));
}

#[test]
fn huge_moves_are_checked_by_the_text_as_well() {
    let mut random = Random::new();
    for entry in catalog::GAMES {
        let RulesSource::Text(text) = entry.rules else {
            continue;
        };
        // No strategy speaks of heaps that split.
        if lang::parse(text).unwrap().splits() {
            continue;
        }
        let spec = lang::load(text, entry.name, &[]).unwrap();
        let strategies = entry
            .strategies(&|name| parameter(&spec, name), &Unwatched)
            .unwrap();
        let sorted = spec.piles.order == rules::spec::PileOrder::Sorted;
        for digits in [20, 200] {
            for _ in 0..4 {
                let mut piles: Vec<Natural> = (0..spec.dimension())
                    .map(|_| random.digits(digits))
                    .collect();
                if sorted {
                    piles.sort();
                }
                check(&spec, &strategies, &[Position::unchecked(piles)]);
            }
        }
    }
}
