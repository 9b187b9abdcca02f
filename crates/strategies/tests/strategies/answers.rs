//! What the strategies say: reasons in words, evidence, and refusals.

use logic::{Stopped, Unwatched};
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::Pow;
use numeration::real::Real;
use rules::evidence::Evidence;
use rules::explanation::Detail;
use rules::position::Position;
use strategies::beta::Beta;
use strategies::fat_rat::FatRat;
use strategies::frankenstein::Frankenstein;
use strategies::mark::Mark;
use strategies::mouse::Mouse;
use strategies::nim::Nim;
use strategies::raleigh::Raleigh;
use strategies::rat::Rat;
use strategies::strategy::{Strategy, StrategyError, StrategyName};
use strategies::succinct_rat::RatGame;
use strategies::wythoff::Wythoff;
use strategies::{frankenstein, mouse, raleigh, rat, wythoff};

use super::suite::{Random, position};

fn check(strategy: &dyn Strategy, piles: &[u64], case: &str, why: &str) {
    let decision = strategy.decide(&position(piles), &Unwatched).unwrap();
    assert_eq!(decision.why.render(Detail::Brief), why, "{piles:?}");
    assert_eq!(
        decision.winning_move.map_or("", |winning| winning.case),
        case,
        "{piles:?}"
    );
}

#[test]
fn reasons_of_the_raleigh_strategies() {
    check(
        &Raleigh::arithmetic(),
        &[14, 17, 20],
        "a = A_n, (i)",
        "a = 14 is the 6th A-number; c is less than C_6 = 24; c - b = 3 = C_2 - B_2, so move to (4, 5, 8); \
         the Zeckendorf digits of 14, 100001, end in 1: it is an A-number",
    );
    check(
        &Raleigh::algebraic(),
        &[13, 17, 19],
        "a = B_n, (ii)",
        "a = 13 = ⌊5φ²⌋ is the 5th B-number; c is less than C_5 = 21; \
         c - b = 2 = C_1 - A_1, so move to (1, 2, 3): b becomes the smallest pile",
    );
    check(
        &Raleigh::recursive(),
        &[4, 5, 8],
        "",
        "4 is the 2nd A-number: row 2 of the table built by the mex rule is (4, 5, 8); \
         b = B_2 and c = C_2: the position is a row of the table",
    );
}

#[test]
fn reasons_of_the_rat_strategies() {
    check(
        &Rat::arithmetic(),
        &[17, 28, 66],
        "(iii)(γ11)",
        "17 is the 10th A-number; y - x = 11 = B_7 - A_7, so a move of type II leads to (12, 23, 46); \
         17 = 2·7 + 1·2 + 1 has the p-digits 2 1 1, which end in no 0, an even number of them: it is in A",
    );
    check(
        &Rat::algebraic(),
        &[3, 6, 10],
        "(iii)(α)",
        "3 = ⌊7·2/4⌋ is the 2nd A-number; \
         z - x = 7 is at least C_1 - A_1 = 3, but too small for the next row, so a move of type III leads to (1, 2, 4)",
    );
    check(
        &Mouse::window(),
        &[8, 20],
        "(i)",
        "8 is the 3rd B-number: the mex rule in windows around 3·n/2 gives row 3 as (4, 8); y can be lowered to A_3 = 4",
    );
    check(
        &FatRat::algebraic(4).unwrap(),
        &[5, 10, 19, 37],
        "II",
        "5 = ⌊15·3/8⌋ is the 3rd A^1-number; x_4 - x_1 = 32 is at least that of row 2, 20, but too small for the next row; \
         so a move of type II_4 leads to (3, 6, 12, 23)",
    );
    check(
        &RatGame::succinct(3).unwrap(),
        &[1, 3, 7],
        "to r(1)",
        "(1, 3, 7) may not be taken at once, by rule b, since 7 is a multiple of 7; \
         what is taken to reach r(1) = (1, 2, 4) satisfies neither rule",
    );
}

#[test]
fn reasons_of_the_others() {
    check(
        &Wythoff::arithmetic(1).unwrap(),
        &[8, 11],
        "both piles",
        "8 is the 5th A-number; the other pile is less than B_5 = 13; \
         the difference 3 is B_3 - A_3, so taking the same from both leads to (4, 7); \
         the p-digits of 8, 10000, end in four 0s, an even number: it is in A",
    );
    check(
        &Frankenstein::arithmetic(),
        &[8, 19],
        "x_0 = A_j^n with j > 0",
        "8 is A_2^1; the other coins fill the beginning of row 1 below it; \
         the ternary digits of 8, 100, end in two 0s: it is in column 2",
    );
    check(
        &Nim::new(),
        &[3, 5, 7],
        "the highest uneven place",
        "the nim-sum of the piles is 1, not 0; 3 becomes 2, which makes it 0; \
         3 is 11 in binary; 5 is 101 in binary; 7 is 111 in binary",
    );
    check(
        &Mark,
        &[12],
        "halve",
        "12 is vile: in binary it ends in two 0s, an even number; half of it, 6, is dopey",
    );
}

#[test]
fn reasons_with_huge_numbers_are_short_unless_asked() {
    let n = Random::new().digits(300);
    let piles = vec![n.clone(), &n + Natural::from(5u8), &n * Natural::from(2u8)];
    for strategy in [raleigh::all(), rat::all()].into_iter().flatten() {
        if matches!(
            strategy.name(),
            StrategyName::Recursive | StrategyName::Window
        ) {
            continue;
        }
        let why = strategy
            .decide(&Position::unchecked(piles.clone()), &Unwatched)
            .unwrap()
            .why;
        let (brief, full) = (why.render(Detail::Brief), why.render(Detail::Full));
        assert!(brief.len() < 1000 && brief.contains("digits)"), "{brief}");
        assert!(full.contains(&n.to_string()), "{full}");
    }
}

#[test]
fn tables_stop_at_their_limit() {
    let huge = Natural::from(10u8).pow(50u64);
    let pair = Position::unchecked(vec![huge.clone(), &huge + Natural::from(3u8)]);
    let triple = Position::unchecked([0u8, 3, 9].map(|more| &huge + Natural::from(more)).to_vec());
    let strategies = [mouse::all(), wythoff::all(2).unwrap()]
        .into_iter()
        .flatten()
        .map(|strategy| (strategy, &pair));
    let more = [rat::all(), raleigh::all(), frankenstein::all()];
    for (strategy, position) in strategies.chain(
        more.into_iter()
            .flatten()
            .map(|strategy| (strategy, &triple)),
    ) {
        let answer = strategy.decide(position, &Unwatched);
        match strategy.name() {
            StrategyName::Recursive | StrategyName::Array => {
                assert!(
                    matches!(answer, Err(StrategyError::Stopped(Stopped::Memory { .. }))),
                    "{answer:?}"
                );
            }
            _ => assert!(answer.is_ok(), "{answer:?}"),
        }
    }
}

#[test]
fn wrong_positions_are_refused() {
    for strategy in rat::all().into_iter().chain(raleigh::all()) {
        for wrong in [vec![], vec![1, 2], vec![1, 2, 3, 4]] {
            let answer = strategy.outcome(&position(&wrong), &Unwatched);
            assert!(
                matches!(
                    answer,
                    Err(StrategyError::WrongNumberOfPiles { expected: 3, .. })
                ),
                "{answer:?}"
            );
        }
        let answer = strategy.decide(&position(&[3, 2, 1]), &Unwatched);
        assert!(
            matches!(answer, Err(StrategyError::NotAPosition { .. })),
            "{answer:?}"
        );
    }
    for m in [0, 1] {
        assert!(matches!(
            FatRat::algebraic(m),
            Err(StrategyError::NotApplicable(_))
        ));
        assert!(matches!(
            RatGame::succinct(m),
            Err(StrategyError::NotApplicable(_))
        ));
    }
    assert!(matches!(
        Wythoff::algebraic(0),
        Err(StrategyError::NotApplicable(_))
    ));
    assert!(matches!(
        Nim::moore(0),
        Err(StrategyError::NotApplicable(_))
    ));
}

#[test]
fn evidence_names_the_theorem() {
    let evidence = |strategy: &dyn Strategy| strategy.evidence().to_string();
    assert!(
        evidence(&Raleigh::arithmetic()).starts_with("theorem: A. S. Fraenkel, The Raleigh game")
    );
    let false_for_e = Beta::triangle_wynim(Real::e()).unwrap();
    assert_eq!(
        evidence(&false_for_e).split_once("Theorem 1, ").unwrap().1,
        "for positions that do not reach (30, 51); it is false there, since the rules allow the move to (26, 46) (docs/beta-triangles.md)"
    );
    // e·π is not known to be irrational.
    let unknown = Real::e().mul(&Real::pi()).unwrap();
    assert!(matches!(
        Beta::nim(unknown).unwrap().evidence(),
        Evidence::Conjecture(_)
    ));
}
