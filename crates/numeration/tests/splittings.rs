//! Splittings of the positive integers: theorems, faults by brute force, and the search.
#![allow(clippy::unwrap_used)]

use numeration::beatty::{Beatty, BeattyError};
use numeration::natural::{Integer, Natural, Pow};
use numeration::real::Real;
use numeration::splitting::{
    SplittingFailure, SplittingFault, SplittingVerdict, Structure, decide, first_fault,
};
use proptest::prelude::*;

fn int(n: i64) -> Real {
    Real::from(n)
}

fn ratio(n: i64, d: i64) -> Real {
    Real::ratio(n, d).unwrap()
}

fn beatty(alpha: &Real, gamma: &Real) -> Beatty {
    Beatty::new(alpha.clone(), gamma.clone()).unwrap()
}

fn root(n: i64) -> Real {
    int(n).sqrt().unwrap()
}

fn complement(alpha: &Real) -> Real {
    alpha.div(&alpha.sub(&int(1)).unwrap()).unwrap()
}

/// The reason of a verdict, in words.
fn why(sequences: &[Beatty], limit: u64) -> String {
    match decide(sequences, limit).unwrap() {
        SplittingVerdict::Splits(structure) => structure.to_string(),
        SplittingVerdict::Fails(fault) => fault.to_string(),
        SplittingVerdict::FailsLater(reason) => reason.to_string(),
        SplittingVerdict::NoFaultUpTo(bound) => bound.to_string(),
    }
}

/// The verdict, whether few or many integers are tried one by one first.
fn check(sequences: &[Beatty], expected: &SplittingVerdict) {
    for limit in [1, 100, 3000] {
        assert_eq!(
            decide(sequences, limit).unwrap(),
            *expected,
            "limit {limit}"
        );
    }
}

/// Fraenkel 1973: floor((2^m-1)n/2^(m-k)) - 2^(k-1) + 1, k = 1, …, m.
#[test]
fn the_family() {
    for m in 2..=9u32 {
        let member = |k: u32| {
            let alpha = ratio((1 << m) - 1, 1 << (m - k));
            beatty(&alpha, &int(1 - (1 << (k - 1))))
        };
        let sequences: Vec<Beatty> = (1..=m).map(member).collect();
        let expected = SplittingVerdict::Splits(Structure::Fraenkel {
            sequences: sequences.len(),
        });
        check(&sequences, &expected);
        let text = why(&sequences, 10);
        assert!(text.starts_with("the moduli (2^"), "{text}");
    }
}

#[test]
fn pairs_and_compositions() {
    let phi = Real::phi();
    let square = complement(&phi);
    let zero = int(0);
    check(
        &[beatty(&phi, &zero), beatty(&square, &zero)],
        &SplittingVerdict::Splits(Structure::Pair),
    );
    check(
        &[beatty(&int(1), &zero)],
        &SplittingVerdict::Splits(Structure::Everything),
    );
    let progressions = [
        beatty(&int(2), &zero),
        beatty(&int(4), &int(-1)),
        beatty(&int(4), &int(-3)),
    ];
    check(
        &progressions,
        &SplittingVerdict::Splits(Structure::Progressions),
    );
    // floor(2nα), floor((2n-1)α), floor(nβ), as the Rat-game paper says.
    for alpha in [
        phi,
        root(2),
        root(3).add(&int(1)).unwrap(),
        Real::quadratic(5, 3, 7u32, 11).unwrap(),
        Real::quadratic(63, 4, 5u32, 36).unwrap(),
        Real::quadratic(100_003, 1_001, 2u32, 99_991).unwrap(),
    ] {
        check(
            &[beatty(&alpha, &zero), beatty(&complement(&alpha), &zero)],
            &SplittingVerdict::Splits(Structure::Pair),
        );
        let (beta, double) = (complement(&alpha), alpha.mul(&int(2)).unwrap());
        let sequences = [
            beatty(&double, &zero),
            beatty(&double, &alpha.neg()),
            beatty(&beta, &zero),
        ];
        let verdict = decide(&sequences, 5).unwrap();
        let SplittingVerdict::Splits(Structure::Composition(found)) = &verdict else {
            panic!("{verdict:?}");
        };
        let swapped = found.alpha != alpha;
        let (of_alpha, of_beta) = if swapped {
            (&found.second, &found.first)
        } else {
            (&found.first, &found.second)
        };
        let (a, b) = if swapped {
            (&found.beta, &found.alpha)
        } else {
            (&found.alpha, &found.beta)
        };
        assert_eq!((a, b), (&alpha, &beta));
        let pairs: Vec<String> = of_alpha.iter().map(ToString::to_string).collect();
        assert_eq!(pairs, ["2n", "2n-1"]);
        assert_eq!(of_beta[0].to_string(), "1n");
        check(&sequences, &verdict);
    }
}

#[test]
fn computable_moduli() {
    let (pi, zero) = (Real::pi(), int(0));
    let pair = [beatty(&pi, &zero), beatty(&complement(&pi), &zero)];
    assert_eq!(
        decide(&pair, 50),
        Ok(SplittingVerdict::Splits(Structure::Pair))
    );
    let wrong = [beatty(&pi, &zero), beatty(&int(2), &zero)];
    assert!(matches!(decide(&wrong, 50), Ok(SplittingVerdict::Fails(_))));
    let open = [
        beatty(&pi.add(&Real::e()).unwrap(), &zero),
        beatty(&complement(&pi.add(&Real::e()).unwrap()), &zero),
    ];
    assert_eq!(
        decide(&open, 50),
        Ok(SplittingVerdict::NoFaultUpTo(Natural::from(50u32)))
    );
}

#[test]
fn faults() {
    let zero = int(0);
    let twice = [beatty(&int(2), &zero), beatty(&int(3), &int(-1))];
    assert_eq!(why(&twice, 100), "1 is in no sequence");
    let twice = [
        beatty(&int(2), &int(-1)),
        beatty(&int(2), &zero),
        beatty(&int(5), &zero),
    ];
    assert_eq!(
        why(&twice, 100),
        "5 is hit twice: term 3 of sequence 1 and term 1 of sequence 3"
    );
    let below = [beatty(&int(2), &int(-2)), beatty(&int(2), &int(-1))];
    assert_eq!(
        why(&below, 100),
        "term 1 of sequence 1 is 0, which is not positive"
    );
    // A density that is off by very little, and a balance that is.
    let off = [
        beatty(&Real::phi(), &zero),
        beatty(
            &Real::phi()
                .add(&int(1))
                .unwrap()
                .add(&ratio(1, 1_000_000_000))
                .unwrap(),
            &zero,
        ),
    ];
    assert!(matches!(
        decide(&off, 1000).unwrap(),
        SplittingVerdict::FailsLater(SplittingFailure::Density(_))
    ));
    let off = [
        beatty(&Real::phi(), &zero),
        beatty(&complement(&Real::phi()), &ratio(1, 1_000_000_000)),
    ];
    assert_eq!(
        decide(&off, 1000),
        Ok(SplittingVerdict::FailsLater(SplittingFailure::Unbalanced))
    );
    assert!(decide(&[], 10).is_err());
    assert_eq!(
        Beatty::homogeneous(int(0)).unwrap_err().to_string(),
        "the modulus 0 is not positive"
    );
}

/// Balanced, but one multiple of the modulus is an integer exactly: nφ + γ = 10 at n = 5.
#[test]
fn an_exact_meeting_is_a_fault() {
    let phi = Real::phi();
    let square = complement(&phi);
    for n in [5i64, 40, 500] {
        let value = phi.mul(&int(n)).unwrap().floor().unwrap();
        let gamma = Real::from(value.clone())
            .sub(&phi.mul(&int(n)).unwrap())
            .unwrap();
        let delta = gamma.mul(&square).unwrap().div(&phi).unwrap().neg();
        let sequences = [beatty(&phi, &gamma), beatty(&square, &delta)];
        let by_hand = first_fault(&sequences, 5000).unwrap();
        match decide(&sequences, 3).unwrap() {
            SplittingVerdict::Fails(fault) => assert_eq!(Some(fault), by_hand, "{n}"),
            SplittingVerdict::Splits(_) => assert_eq!(by_hand, None, "{n}"),
            other => panic!("{other:?}"),
        }
        assert!(by_hand.is_some());
    }
}

#[test]
fn membership_by_enumeration() {
    let cases = [
        (Real::phi(), int(0)),
        (ratio(7, 4), int(0)),
        (ratio(7, 2), int(-1)),
        (ratio(5, 3), ratio(-2, 7)),
        (Real::pi(), Real::e()),
        (root(7), root(3).neg()),
    ];
    for (alpha, gamma) in cases {
        let sequence = beatty(&alpha, &gamma);
        let terms: Vec<Integer> = (1..200)
            .map(|n| sequence.term(&Integer::from(n)).unwrap())
            .collect();
        for value in -3i64..200 {
            let value = Integer::from(value);
            let index = terms
                .iter()
                .position(|t| *t == value)
                .map(|i| Integer::from(i + 1));
            assert_eq!(
                sequence.index_of(&value).unwrap(),
                index,
                "{value} in {sequence}"
            );
            let count = terms.iter().filter(|t| **t <= value).count();
            assert_eq!(
                sequence.count_up_to(&value).unwrap(),
                Integer::from(count),
                "{value} in {sequence}"
            );
        }
    }
}

#[test]
fn complements_and_refusals() {
    let huge = Integer::from(10).pow(300);
    let sequence = Beatty::homogeneous(Real::pi()).unwrap();
    let other = sequence.complement().unwrap();
    for k in 0..50 {
        let k = &huge + Integer::from(k);
        assert_ne!(
            sequence.index_of(&k).unwrap().is_some(),
            other.index_of(&k).unwrap().is_some()
        );
    }
    let message = |x: Real| {
        Beatty::homogeneous(x)
            .unwrap()
            .complement()
            .unwrap_err()
            .to_string()
    };
    let rational = "is rational, but an irrational one is needed here, such as 2+sqrt(2) or phi";
    assert_eq!(message(ratio(22, 7)), format!("the number 22/7 {rational}"));
    assert_eq!(message(root(4)), format!("the number 2 {rational}"));
    assert_eq!(
        message(ratio(1, 2).sqrt().unwrap()),
        "the number sqrt(2)/2 is not above 1, which is needed here"
    );
    assert!(matches!(
        beatty(&Real::phi(), &int(1)).complement(),
        Err(BeattyError::Inhomogeneous(_))
    ));
}

fn small_sequence() -> impl Strategy<Value = Beatty> {
    let rational = (1i64..9, 1i64..5, -6i64..6, 1i64..4)
        .prop_map(|(p, q, r, s)| beatty(&ratio(p, q), &ratio(r, s)));
    let quadratic = (
        0i64..4,
        1i64..3,
        prop::sample::select(vec![2u64, 3, 5]),
        1i64..3,
        -4i64..4,
    )
        .prop_map(|(a, b, d, c, g)| beatty(&Real::quadratic(a, b, d, c).unwrap(), &int(g)));
    prop_oneof![rational, quadratic]
}

/// Sequences that split or nearly do: a pair or a family with disturbed addends.
fn nearly_splitting() -> impl Strategy<Value = Vec<Beatty>> {
    let pair = (
        1i64..4,
        prop::sample::select(vec![2u64, 3, 5, 7]),
        -3i64..3,
        1i64..4,
        -2i64..3,
    )
        .prop_map(|(a, d, r, s, t)| {
            let alpha = Real::quadratic(a, 1, d, 2).unwrap();
            let beta = complement(&alpha);
            let gamma = ratio(r, s);
            let delta = gamma
                .mul(&beta)
                .unwrap()
                .div(&alpha)
                .unwrap()
                .neg()
                .add(&int(t))
                .unwrap();
            vec![beatty(&alpha, &gamma), beatty(&beta, &delta)]
        });
    let family = prop::collection::vec(-1i64..2, 3).prop_map(|shifts| {
        let moduli = [ratio(7, 4), ratio(7, 2), int(7)];
        let addends = [0i64, -1, -3];
        (0..3)
            .map(|i| beatty(&moduli[i], &ratio(4 * addends[i] + shifts[i], 4)))
            .collect()
    });
    prop_oneof![pair, family, prop::collection::vec(small_sequence(), 1..4)]
}

proptest! {
    #[test]
    fn verdicts_agree_with_brute_force(sequences in nearly_splitting()) {
        prop_assume!(sequences.iter().all(|s| s.alpha().sign() == Ok(std::cmp::Ordering::Greater)));
        let by_hand: Option<SplittingFault> = first_fault(&sequences, 4000).unwrap();
        match decide(&sequences, 2).unwrap() {
            SplittingVerdict::Splits(_) => prop_assert_eq!(by_hand, None),
            SplittingVerdict::Fails(fault) => prop_assert_eq!(Some(fault), by_hand),
            SplittingVerdict::FailsLater(_) => prop_assert!(by_hand.is_some()),
            SplittingVerdict::NoFaultUpTo(_) => prop_assert!(false, "small moduli are decided"),
        }
    }
}
