//! Exact reals: printing, simplification, irrationality, signs and floors against independent oracles.
#![allow(clippy::unwrap_used)]

use std::cmp::Ordering;

use numeration::natural::{Integer, Mod, Pow, parse_natural};
use numeration::real::{Irrationality, Real, RealError, RealKind, ceil_of, floor_of};
use proptest::prelude::*;

fn int(n: i64) -> Real {
    Real::from(n)
}

fn ratio(n: i64, d: i64) -> Real {
    Real::ratio(n, d).unwrap()
}

fn surd(a: i64, b: i64, d: u64, c: i64) -> Real {
    Real::quadratic(a, b, d, c).unwrap()
}

fn ten_to(k: u64) -> Integer {
    Integer::from(10).pow(k)
}

/// The number prints as `text`, and the irrationality is as given.
fn check(x: Result<Real, RealError>, text: &str, irrationality: Irrationality) {
    let x = x.unwrap();
    assert_eq!(x.to_string(), text);
    assert_eq!(x.irrationality(), irrationality, "{text}");
}

/// `floor(10^places · x)` is the number with these digits.
fn check_digits(x: &Real, digits: &str) {
    let (whole, fraction) = digits.split_once('.').unwrap();
    let places = u64::try_from(fraction.len()).unwrap();
    let expected = Integer::from(parse_natural(&format!("{whole}{fraction}")).unwrap());
    assert_eq!(x.floor_multiple(&ten_to(places)).unwrap(), expected, "{x}");
}

#[test]
fn printing_and_simplification() {
    use Irrationality::{Irrational, Rational, Unknown};
    let (pi, e, phi) = (Real::pi(), Real::e(), Real::phi());
    let cbrt20 = int(20).cbrt().unwrap();
    let root = |n: i64| int(n).sqrt().unwrap();
    check(Real::ratio(7, 4), "7/4", Rational);
    check(Real::ratio(14, -8), "-7/4", Rational);
    check(Ok(phi.clone()), "(1+sqrt(5))/2", Irrational);
    check(int(8).sqrt(), "2*sqrt(2)", Irrational);
    check(int(4).sqrt(), "2", Rational);
    check(ratio(4, 9).sqrt(), "2/3", Rational);
    check(ratio(1, 2).sqrt(), "sqrt(2)/2", Irrational);
    check(int(27).cbrt(), "3", Rational);
    check(int(-27).cbrt(), "-3", Rational);
    check(int(-20).cbrt(), "-cbrt(20)", Irrational);
    check(int(64).root(6), "2", Rational);
    check(int(4).root(4), "sqrt(2)", Irrational);
    check(int(4).cbrt().unwrap().sqrt(), "cbrt(2)", Irrational);
    check(int(2).root(5), "root(5, 2)", Irrational);
    check(surd(6, 2, 5, 1).sqrt(), "1+sqrt(5)", Irrational);
    check(surd(3, -2, 2, 1).sqrt(), "-1+sqrt(2)", Irrational);
    check(surd(5, 2, 6, 1).sqrt(), "sqrt(3)+sqrt(2)", Irrational);
    check(surd(1, 1, 2, 1).sqrt(), "sqrt(1+sqrt(2))", Irrational);
    check(root(2).mul(&root(3)), "sqrt(6)", Irrational);
    check(
        root(2)
            .add(&root(3))
            .unwrap()
            .mul(&root(2).sub(&root(3)).unwrap()),
        "-1",
        Rational,
    );
    check(phi.mul(&phi).unwrap().sub(&phi), "1", Rational);
    check(pi.sub(&pi), "0", Rational);
    check(pi.mul(&pi).unwrap().div(&pi), "pi", Irrational);
    check(pi.div(&pi.sub(&int(1)).unwrap()), "pi/(pi-1)", Irrational);
    check(
        int(1).add(&int(1).div(&pi.sub(&int(1)).unwrap()).unwrap()),
        "1/(pi-1)+1",
        Irrational,
    );
    check(
        int(2).mul(&pi).unwrap().div(&int(-3)),
        "-2*pi/3",
        Irrational,
    );
    check(pi.add(&e), "pi+e", Unknown);
    check(pi.mul(&e), "pi*e", Unknown);
    check(pi.mul(&root(2)), "pi*sqrt(2)", Irrational);
    check(pi.add(&root(2)), "pi+sqrt(2)", Irrational);
    check(pi.mul(&phi), "pi*((1+sqrt(5))/2)", Irrational);
    check(cbrt20.pow(&Integer::from(3)), "20", Rational);
    check(cbrt20.pow(&Integer::from(2)), "cbrt(20)^2", Irrational);
    check(
        cbrt20.div(&cbrt20.sub(&int(1)).unwrap()),
        "cbrt(20)/(cbrt(20)-1)",
        Irrational,
    );
    let product = surd(1, 1, 2, 1).mul(&cbrt20).unwrap();
    check(
        product.mul(&ratio(-7, 4)),
        "-(1+sqrt(2))*cbrt(20)*7/4",
        Unknown,
    );
    check(product.mul(&root(3)), "cbrt(20)*(sqrt(3)+sqrt(6))", Unknown);
    check(int(2).exp(), "e^2", Irrational);
    check(ratio(1, 2).exp(), "exp(1/2)", Irrational);
    check(int(0).exp(), "1", Rational);
    check(int(2).ln(), "ln(2)", Irrational);
    check(int(2).ln().unwrap().exp(), "2", Rational);
    check(int(3).exp().unwrap().ln(), "3", Rational);
    check(int(1).ln(), "0", Rational);
    check(
        int(3).ln().unwrap().div(&int(2).ln().unwrap()),
        "ln(3)/ln(2)",
        Unknown,
    );
    check(int(2).power(&ratio(1, 2)), "sqrt(2)", Irrational);
    check(int(2).power(&root(2)), "exp(sqrt(2)*ln(2))", Unknown);
    check(int(7).div(&pi.mul(&pi).unwrap()), "7/pi^2", Irrational);
    check(ratio(7, 2).div(&pi.mul(&e).unwrap()), "7/pi/e/2", Unknown);
}

#[test]
fn errors_are_sentences() {
    let message = |x: Result<Real, RealError>| x.unwrap_err().to_string();
    assert_eq!(
        message(Real::ratio(1, 0)),
        "division by zero: the divisor is equal to 0"
    );
    assert_eq!(
        message(int(1).div(&int(0))),
        "division by zero: the divisor is equal to 0"
    );
    assert_eq!(
        message(int(-2).sqrt()),
        "the number -2 is negative and has no real root of even order"
    );
    assert_eq!(
        message(int(0).ln()),
        "the number 0 is not positive and has no real logarithm"
    );
    assert!(message(int(5).root(0)).contains("order 0"));
    assert_eq!(int(10).pow(&ten_to(10)), Err(RealError::TooLarge));
    assert_eq!(int(10).pow(&ten_to(1000)), Err(RealError::TooLarge));
    assert_eq!(int(1).pow(&ten_to(1000)), Ok(int(1)));
    assert_eq!(int(-1).pow(&(ten_to(1000) + Integer::from(1))), Ok(int(-1)));
    assert_eq!(Real::phi().pow(&ten_to(12)), Err(RealError::TooLarge));
    assert_eq!(Real::from(ten_to(12)).exp(), Err(RealError::TooLarge));
    assert_eq!(Real::pi().pow(&ten_to(12)), Err(RealError::TooLarge));
    assert_eq!(int(2).root(1 << 40), Err(RealError::TooLarge));
}

#[test]
fn hostile_expressions_end_soon() {
    // Squaring again and again: refused by length, not attempted.
    let mut x = int(3);
    let refused = loop {
        match x.mul(&x) {
            Ok(square) => x = square,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, RealError::TooLarge);
    // Nesting without end.
    let mut x = Real::pi();
    let refused = loop {
        match x.add(&int(3)).and_then(|y| y.ln()) {
            Ok(y) => x = y,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, RealError::TooComplex);
    assert_eq!(x.neg().neg(), x);
    // Doubling without end.
    let mut x = Real::pi();
    let refused = loop {
        let y = x.exp().and_then(|y| y.add(&x)).and_then(|y| y.ln());
        match y {
            Ok(y) => x = y,
            Err(error) => break error,
        }
    };
    assert!(
        matches!(refused, RealError::TooComplex | RealError::TooLarge),
        "{refused}"
    );
}

/// Questions that walk an expression visit each part once, however often it is shared.
#[test]
fn shared_parts_are_visited_once() {
    let mut x = Real::pi().add(&Real::e()).unwrap();
    while let Ok(next) = x
        .ln()
        .and_then(|y| y.add(&Real::pi()))
        .and_then(|y| y.ln())
        .and_then(|y| y.add(&Real::e()))
    {
        x = next;
    }
    assert_eq!(x.irrationality(), Irrationality::Unknown);
    assert!(x.floor().unwrap() > 0);
}

#[test]
fn equal_numbers_in_disguise_are_undecided_not_guessed() {
    // cbrt(2 + sqrt 5) is phi, which no rule here sees.
    let disguise = surd(2, 1, 5, 1).cbrt().unwrap().sub(&Real::phi()).unwrap();
    assert!(matches!(disguise.floor(), Err(RealError::Undecided { .. })));
    assert!(matches!(disguise.sign(), Err(RealError::Undecided { .. })));
    assert!(matches!(
        int(1).div(&disguise),
        Err(RealError::Undecided { .. })
    ));
    // Cancellation that is seen.
    let n = ten_to(30);
    let parts = [(Real::pi(), n.clone()), (Real::pi(), -n)];
    assert_eq!(floor_of(&parts, &int(7)), Ok(Integer::from(7)));
}

#[test]
fn known_digits() {
    let pi = "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679";
    let e = "2.7182818284590452353602874713526624977572470936999595749669676277240766303535475945713821785251664274";
    let ln2 = "0.6931471805599453094172321214581765680755001343602552541206800094933936219696947156058633269964186875";
    let ln10 = "2.3025850929940456840179914546843642076011014886287729760333279009675726096773524802359972050895982983";
    let sqrt2 = "1.4142135623730950488016887242096980785696718753769480731766797379907324784621070388503875343276415727";
    let phi = "1.6180339887498948482045868343656381177203091798057628621354486227052604628189024497072072041893911374";
    check_digits(&Real::pi(), pi);
    check_digits(&Real::e(), e);
    check_digits(&int(2).ln().unwrap(), ln2);
    check_digits(&int(10).ln().unwrap(), ln10);
    check_digits(&int(2).sqrt().unwrap(), sqrt2);
    check_digits(&Real::phi(), phi);
    check_digits(
        &Real::pi().exp().unwrap(),
        "23.14069263277926900572908636794854738026610624260021",
    );
    check_digits(
        &Real::pi().ln().unwrap(),
        "1.14472988584940017414342735135305871164729481291531",
    );
    check_digits(
        &ratio(1, 2).exp().unwrap(),
        "1.64872127070012814684865078781416357165377610071014",
    );
    check_digits(
        &int(-1).exp().unwrap(),
        "0.36787944117144232159552377016146086744581113103176",
    );
    check_digits(
        &int(2).cbrt().unwrap(),
        "1.25992104989487316476721060727822835057025146470150",
    );
}

/// The last 20 of `places` decimals, rounded down, from an independent program (mpmath 1.3).
fn check_tail(x: Result<Real, RealError>, places: u64, digits: &str) {
    let x = x.unwrap();
    let tail = x
        .floor_multiple(&ten_to(places))
        .unwrap()
        .mod_op(ten_to(20));
    assert_eq!(
        format!("{:0>20}", tail.to_string()),
        digits,
        "{x} to {places} places"
    );
}

#[test]
fn deep_digits() {
    let pi = Real::pi();
    for (x, thousand, ten_thousand) in [
        (
            Ok(Real::pi()),
            "66111959092164201989",
            "05600101655256375678",
        ),
        (
            Ok(Real::e()),
            "12671546889570350354",
            "87042300179465536788",
        ),
        (int(2).ln(), "56872747782344535347", "13401856601359655560"),
        (pi.ln(), "58009861799938264629", "42906775605516226143"),
        (
            ratio(3, 7).exp(),
            "49694390581639331380",
            "10582839223825977914",
        ),
        (
            int(20).cbrt(),
            "44424368960732987910",
            "98028234205486797700",
        ),
        (
            pi.div(&pi.sub(&int(1)).unwrap()),
            "32804352415242473391",
            "99478040796642176018",
        ),
        (
            int(2).power(&int(3).sqrt().unwrap()),
            "51796138511733531498",
            "11100803672743227222",
        ),
        (
            int(3).root(77),
            "09079990037188825951",
            "08836848100520839176",
        ),
        (
            int(-1000).exp(),
            "53707531903008307478",
            "67240271673175903547",
        ),
        (
            Real::from(ten_to(40) + Integer::from(1)).ln(),
            "02645442341237958127",
            "75333228745959015289",
        ),
        (
            ratio(1, 1000).ln(),
            "67412285523403450063",
            "28765828088455534982",
        ),
    ] {
        check_tail(x.clone(), 10_000, ten_thousand);
        check_tail(x, 1000, thousand);
    }
}

/// `floor((a + b√d)/c)` by trying integers from below: `m ≤ x` is decided by squaring alone.
fn slow_floor(a: i128, b: i128, d: i128, c: i128) -> i128 {
    let at_most = |m: i128| {
        let gap = m * c - a; // m ≤ x iff gap ≤ b√d
        match (gap > 0, b > 0) {
            (true, true) => gap * gap <= b * b * d,
            (true, false) => false,
            (false, true) => true,
            (false, false) => gap * gap >= b * b * d,
        }
    };
    let mut m = (a - b.abs() * d) / c - 2;
    while at_most(m + 1) {
        m += 1;
    }
    m
}

#[test]
fn quadratic_floors_by_trying_integers() {
    for d in [2, 3, 5, 8, 12, 17] {
        for (a, b, c) in [
            (1, 1, 2),
            (0, 1, 1),
            (-7, 3, 5),
            (4, -1, 3),
            (-2, -5, 7),
            (9, 2, 1),
        ] {
            let x = surd(a, b, d.try_into().unwrap(), c);
            for n in -40i128..40 {
                let (a, b, c) = (i128::from(a), i128::from(b), i128::from(c));
                let expected = if n == 0 {
                    0
                } else {
                    slow_floor(n * a, n * b, d, c)
                };
                assert_eq!(
                    x.floor_multiple(&Integer::from(n)),
                    Ok(Integer::from(expected)),
                    "{n}*{x}"
                );
            }
        }
    }
}

/// Rayleigh 1894, Beatty 1926: the floors of nβ and of nβ/(β-1) split the positive integers.
#[test]
fn beatty_complements() {
    let (pi, e) = (Real::pi(), Real::e());
    for beta in [
        Real::phi(),
        int(2).sqrt().unwrap(),
        surd(2, 1, 2, 1),
        surd(3, 1, 17, 2),
        surd(100, 1, 3, 7),
        pi.clone(),
        e.clone(),
        int(20).cbrt().unwrap(),
        pi.add(&e).unwrap(),
        int(3).ln().unwrap(),
        int(2).sqrt().unwrap().add(&int(3).sqrt().unwrap()).unwrap(),
        pi.ln().unwrap(),
    ] {
        let complement = beta.div(&beta.sub(&int(1)).unwrap()).unwrap();
        let mut seen = vec![0u8; 10_001];
        for x in [&beta, &complement] {
            for n in 1.. {
                let place = x.floor_multiple(&Integer::from(n)).unwrap();
                match seen.get_mut(usize::try_from(&place).unwrap()) {
                    Some(count) => *count += 1,
                    None => break,
                }
            }
        }
        assert!(seen[1..].iter().all(|count| *count == 1), "{beta}");
    }
}

#[test]
fn logarithms_of_products() {
    let ln = |n: i64| int(n).ln().unwrap().floor_multiple(&ten_to(300)).unwrap();
    for (x, y) in [(2, 3), (7, 11), (5, 5), (1, 9), (1000, 3)] {
        let gap = ln(x * y) - ln(x) - ln(y);
        assert!(gap == 0 || gap == 1, "{x}·{y}");
    }
}

#[test]
fn big_and_small_floors_agree() {
    // The same number through machine words, one square root, and enclosures.
    let phi = Real::phi();
    let zero_by_enclosure = Real::pi()
        .mul(&int(3))
        .unwrap()
        .sub(&Real::pi().mul(&int(3)).unwrap())
        .unwrap();
    assert_eq!(zero_by_enclosure.kind(), RealKind::Rational);
    for n in [1i64, 12, 999_999, 1 << 40, i64::MAX] {
        let direct = phi.floor_multiple(&Integer::from(n)).unwrap();
        let huge = ten_to(900) * Integer::from(4);
        let parts = [(phi.clone(), Integer::from(n)), (int(1), huge.clone())];
        assert_eq!(floor_of(&parts, &int(0)).unwrap() - huge, direct);
        let parts = [
            (phi.clone(), Integer::from(n)),
            (Real::pi(), Integer::from(1)),
        ];
        let with_pi = floor_of(&parts, &Real::pi().neg());
        assert_eq!(with_pi, Ok(direct));
    }
}

/// Equal to about 40 decimals.
fn nearly_equal(x: &Real, y: &Real) -> bool {
    let gap = x.sub(y).unwrap().mul(&Real::from(ten_to(40))).unwrap();
    gap.add(&ratio(1, 2)).unwrap().floor().unwrap() == 0
}

fn real() -> impl Strategy<Value = Real> {
    let small = -30i64..30;
    prop_oneof![
        (small.clone(), 1i64..30).prop_map(|(n, d)| ratio(n, d)),
        (small.clone(), small, 2u64..40, 1i64..20).prop_map(|(a, b, d, c)| surd(a, b, d, c)),
        (1i64..40, 2u64..7).prop_map(|(n, k)| int(n).root(k).unwrap()),
        (1i64..40).prop_map(|n| ratio(n, 7).ln().unwrap()),
        (-20i64..20).prop_map(|n| ratio(n, 3).exp().unwrap()),
        Just(Real::pi()),
    ]
}

proptest! {
    #[test]
    fn floor_is_below_and_next_above(x in real(), y in real(), n in any::<i64>()) {
        let sum = x.mul(&Real::from(n)).unwrap().add(&y).unwrap();
        let floor = sum.floor().unwrap();
        let next = &floor + Integer::from(1);
        prop_assert_ne!(Real::from(floor.clone()).compare(&sum).unwrap(), Ordering::Greater);
        prop_assert_eq!(sum.compare(&Real::from(next)).unwrap(), Ordering::Less);
        let parts = [(x, Integer::from(n))];
        prop_assert_eq!(floor_of(&parts, &y).unwrap(), floor.clone());
        let ceil = ceil_of(&parts, &y).unwrap();
        let whole = sum.as_integer().is_some();
        prop_assert_eq!(ceil, if whole { floor } else { floor + Integer::from(1) });
    }

    #[test]
    fn field_laws(x in real(), y in real(), z in real()) {
        prop_assert_eq!(x.add(&y).unwrap(), y.add(&x).unwrap());
        prop_assert_eq!(x.add(&y).unwrap().sub(&y).unwrap(), x.clone());
        prop_assert_eq!(x.mul(&y).unwrap(), y.mul(&x).unwrap());
        if y.sign() != Ok(Ordering::Equal) && z.sign() != Ok(Ordering::Equal) {
            prop_assert_eq!(x.div(&y).unwrap().mul(&y).unwrap(), x.clone());
        }
        // By value, where the expressions may differ: the difference is 0 or too small to see.
        let left = x.mul(&y.add(&z).unwrap()).unwrap();
        let right = x.mul(&y).unwrap().add(&x.mul(&z).unwrap()).unwrap();
        prop_assert!(nearly_equal(&left, &right));
    }

    #[test]
    fn roots_are_roots(x in real(), k in 2u64..6) {
        prop_assume!(x.sign() == Ok(Ordering::Greater));
        let back = x.root(k).unwrap().pow(&Integer::from(k)).unwrap();
        prop_assert!(nearly_equal(&back, &x));
    }

    #[test]
    fn exact_signs_agree_with_floors(a in -1000i64..1000, b in -1000i64..1000, d in 2u64..100) {
        let x = surd(a, b, d, 1);
        let sign = x.sign().unwrap();
        let expected = if x.floor().unwrap() < 0 { Ordering::Less } else { Ordering::Greater };
        let zero = x == int(0);
        prop_assert_eq!(sign, if zero { Ordering::Equal } else { expected });
    }

    #[test]
    fn huge_multiples_by_squaring(digits in "[1-9][0-9]{500,900}", a in -9i64..9, b in 1i64..9, d in 2u64..30) {
        let n = Integer::from(parse_natural(&digits).unwrap());
        let x = surd(a, b, d, 3);
        let m = x.floor_multiple(&n).unwrap();
        // 3m - an ≤ bn√d < 3m + 3 - an, by squares; the left side is positive for these sizes.
        let low = Integer::from(3) * &m - Integer::from(a) * &n;
        let high = &low + Integer::from(3);
        let square = Integer::from(b * b) * Integer::from(d) * &n * &n;
        prop_assert!(&low * &low <= square && square < &high * &high);
        // The mirror image of an irrational rounds the other way.
        if x.kind() == RealKind::Quadratic {
            prop_assert_eq!(x.floor_multiple(&-&n).unwrap(), -&m - Integer::from(1));
            prop_assert_eq!(x.neg().floor_multiple(&n).unwrap(), -m - Integer::from(1));
        }
    }
}
