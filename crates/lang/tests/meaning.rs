//! What a text means: every construct against a plain Rust closure.
#![allow(clippy::unwrap_used)]

use logic::evaluate::{Assignment, holds, value};
use logic::{Formula, HowMany, Term, Variable};
use numeration::natural::Integer;
use numeration::real::Real;
use rules::spec::{PileOrder, Spec};
use strategies::catalog::Parameter;

fn load(text: &str, arguments: &[(&str, &str)]) -> Spec {
    let arguments: Vec<(String, String)> = arguments
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    lang::load(text, "test.game", &arguments).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

fn game(items: &str) -> Spec {
    load(
        &format!(
            "game g \"G\" (d = 3, s = {{1, 3, 4}}, code = 0.37, reading = strict)\npiles x, y\nmove I: x' < x\n{items}"
        ),
        &[],
    )
}

fn known(numbers: &[i64]) -> Assignment {
    let mut known = Assignment::new();
    for (id, number) in numbers.iter().enumerate() {
        known.set(&Variable::new(id as u32, "v"), Integer::from(*number));
    }
    known
}

/// A formula in the piles `x` and `y` against a closure.
fn check(formula: &str, expected: impl Fn(i64, i64) -> bool) {
    check_with("", formula, expected);
}

fn check_with(items: &str, formula: &str, expected: impl Fn(i64, i64) -> bool) {
    let spec = game(&format!("{items}\nends when {formula}"));
    let ends = spec.ends.unwrap();
    for x in 0..12 {
        for y in 0..12 {
            assert_eq!(
                holds(&ends, &known(&[x, y])),
                Ok(expected(x, y)),
                "{formula} at ({x}, {y})"
            );
        }
    }
}

/// A term in `n` against a closure.
fn check_term(term: &str, expected: impl Fn(i64) -> i64) {
    let lowered = lang::term(term).unwrap_or_else(|faults| panic!("{faults}"));
    for n in 0..60 {
        assert_eq!(
            value(&lowered, &known(&[n])),
            Ok(Integer::from(expected(n))),
            "{term} at {n}"
        );
    }
}

/// floor(n·phi) from the definition of phi: the largest k with k² - kn - n² <= 0.
fn times_phi(n: i64) -> i64 {
    (0..)
        .take_while(|k| k * k - k * n - n * n <= 0)
        .last()
        .unwrap()
}

#[test]
fn terms() {
    check_term("n", |n| n);
    check_term("2*n - 3*(n - 4)", |n| 2 * n - 3 * (n - 4));
    check_term("-n*2 + 10^3 - 2^(1 + 2)", |n| -n * 2 + 1000 - 8);
    check_term("4*n/2", |n| 2 * n);
    check_term("|n - 7| + |3 - 10|", |n| (n - 7).abs() + 7);
    check_term("min(n, 5, 20 - n) + max(n, 3)", |n| {
        n.min(5).min(20 - n) + n.max(3)
    });
    check_term("(n - 9) mod 7 + (n - 9) div 7", |n| {
        (n - 9).rem_euclid(7) + (n - 9).div_euclid(7)
    });
    check_term("n xor 5 xor 2 + 1", |n| n ^ 5 ^ 3);
    check_term(
        "if n mod 2 = 0 then n div 2 else if n > 9 then 3*n + 1 else 0",
        |n| {
            if n % 2 == 0 {
                n / 2
            } else if n > 9 {
                3 * n + 1
            } else {
                0
            }
        },
    );
    check_term("sum i in 1..4: i*n + i", |n| 10 * n + 10);
    check_term("(sum i in 3..2: i*n) + (xor i in 1..3: n + i)", |n| {
        (n + 1) ^ (n + 2) ^ (n + 3)
    });
    check_term("floor(7/4*n)", |n| 7 * n / 4);
    check_term("floor(n*3.5) + ceil(n/3)", |n| 7 * n / 2 + (n + 2) / 3);
    check_term("floor(n*phi)", times_phi);
    check_term("floor(n*phi^2)", |n| times_phi(n) + n);
    check_term("floor(floor(n*phi)*phi + n/2 + n/2)", |n| {
        times_phi(times_phi(n)) + n
    });
    check_term("floor(n*(2 + sqrt(2)))", |n| {
        2 * n + (0..).take_while(|k| k * k <= 2 * n * n).last().unwrap()
    });
    check_term(
        "floor(sqrt(50)) + floor(cbrt(28)) + floor(root(4, 80)) + floor(pi) + floor(e) + floor(exp(1)) + floor(ln(8))",
        |_| 7 + 3 + 2 + 3 + 2 + 2 + 2,
    );
}

#[test]
fn formulas() {
    check("x < y <= 7 != x", |x, y| x < y && y <= 7 && 7 != x);
    check("x = 1 or y = 2 and x >= 3", |x, y| {
        x == 1 || y == 2 && x >= 3
    });
    check("not x = y and not (x > 3 or y > 3)", |x, y| {
        x != y && x <= 3 && y <= 3
    });
    check("x > 3 implies y > 3 implies x = y", |x, y| {
        x <= 3 || y <= 3 || x == y
    });
    check("x > y iff x mod 2 = 0", |x, y| (x > y) == (x % 2 == 0));
    check("exists n >= 2: x = 3*n", |x, _| x >= 6 && x % 3 == 0);
    check("exists k, t > 0: x = 2*k + 3*t", |x, _| {
        (1..x).any(|s| (1..x).any(|t| x == 2 * s + 3 * t))
    });
    check("forall n <= x: n <= y", |x, y| x <= y);
    check("forall i in 2..d: x != i and y != i", |x, y| {
        ![2, 3].contains(&x) && ![2, 3].contains(&y)
    });
    check("exists i in 1..d: x = 2*i", |x, _| [2, 4, 6].contains(&x));
    check("forall i in 2..1: false", |_, _| true);
    check("x in s", |x, _| [1, 3, 4].contains(&x));
    check("x not in s and y in {2, x + 1}", |x, y| {
        ![1, 3, 4].contains(&x) && (y == 2 || y == x + 1)
    });
    check("y in { x + 2*n | n >= 1 }", |x, y| {
        y > x && (y - x) % 2 == 0
    });
    check("(x, y) in { (n, 2*n) | n >= 1, n < 4 }", |x, y| {
        (1..4).contains(&x) && y == 2 * x
    });
    check(
        "{ } = { } or x = 1"
            .replace("{ } = { }", "x in {}")
            .as_str(),
        |x, _| x == 1,
    );
    check(
        "reading = strict and x = 1 or reading != strict and x = 2",
        |x, _| x == 1,
    );
    check(
        "irrational(phi) and not irrational(sqrt(4)) and integer(d) and not integer(d/2)",
        |_, _| true,
    );
    check(
        "x = length(code) or x = digit(code, 2) or x = 10 + digit(code, 5)",
        |x, _| [2, 7, 10].contains(&x),
    );
    check("phi < 2 and pi^2 > 9.86 and x = 0", |x, _| x == 0);
}

#[test]
fn definitions() {
    check_with(
        "let A(n) = 2*n\nlet twice = A(x) + A(A(1))",
        "y = twice",
        |x, y| y == 2 * x + 4,
    );
    check_with(
        "let even(n) = exists k: n = 2*k",
        "even(x) and not even(y)",
        |x, y| x % 2 == 0 && y % 2 == 1,
    );
    check_with(
        "const c = floor(phi*d)\nlet k = c + 1",
        "x = k*2 - 2^(k - 4)",
        |x, _| x == 8,
    );
    check_with(
        "set B = { floor(n*phi) | n >= 1 }\nset C = B or {2}",
        "x in C",
        |x, _| x == 2 || (1..20).any(|n| times_phi(n) == x),
    );
    check_with(
        "let r(i, n) = 2^i*n + i",
        "forall i in 1..2: r(i, x) <= r(3 - i, y)",
        |x, y| 2 * x < 4 * y + 2 && 4 * x + 2 <= 2 * y + 1,
    );
    check_with("P = { (n, 2*n) | n >= 0 }", "(x, y) in P", |x, y| {
        y == 2 * x
    });
    check_with("P when x + y = 5", "(y, x) in P and x < 3", |x, y| {
        x + y == 5 && x < 3
    });
}

#[test]
fn names_are_kept_for_explanations() {
    let spec = game(
        "let A(n) = 2*n\nlet a = x - y\nlet even(n) = exists k: n = 2*k\nends when A(x + 1) + a = A(d) and even(y)",
    );
    let shown = format!("{:?}", spec.ends.unwrap());
    for name in ["\"A(x + 1)\"", "\"a\"", "\"A(3)\"", "\"even(y)\""] {
        assert!(shown.contains(name), "{name} in {shown}");
    }
    let rat = load(
        "game g (d = 2)\npiles x[1..d]\nlet s(i) = x[i] - x[i]'\nmove I: forall i in 2..d: s(i) <= 2*s(i-1)",
        &[],
    );
    let shown = format!("{:?}", rat.moves[0].clauses);
    assert!(
        shown.contains("\"s(2)\"") && shown.contains("\"s(1)\""),
        "{shown}"
    );
}

/// Sorted piles come first, and are those before the `;` however many a family has.
#[test]
fn piles_of_both_orders() {
    let order = |piles: &str| {
        let text = format!("game g (m = 2)\npiles {piles}\nmove I: true\nP when x[1] = 0");
        load(&text, &[]).piles.order
    };
    assert_eq!(order("x[1..m] sorted; p"), PileOrder::Mixed(2));
    assert_eq!(order("x[1..m + 1] sorted; p, q[1..2]"), PileOrder::Mixed(3));
    assert_eq!(order("x[1..m] sorted; p[1..m - 2]"), PileOrder::Sorted);
    assert_eq!(order("x[1..1] sorted; p"), PileOrder::Ordered);
    assert_eq!(order("x[1..m]"), PileOrder::Ordered);
    let spec = load(
        "game g\npiles x <= y; p\nmove I: true\nP when x + y = p",
        &[],
    );
    assert_eq!(spec.piles.order, PileOrder::Mixed(2));
    let claimed = spec.p_positions.unwrap();
    assert!(
        claimed.pieces[0]
            .condition
            .to_string()
            .starts_with("x <= y and")
    );
    let mut piles = vec![5, 2, 1];
    spec.piles.order.sort(&mut piles);
    assert_eq!(piles, [2, 5, 1]);
}

/// The parameters as a command line gives them.
fn written(spec: &Spec) -> Vec<String> {
    let settings = spec.parameters.iter();
    settings
        .map(|setting| format!("{}={}", setting.name, setting.written))
        .collect()
}

#[test]
fn moves_and_piles() {
    let spec = load(
        "game g (m = 3)\npiles x[1..m] sorted\n\
         move I \"some\": at most m - 1 of x change\n\
         move II for t in 2..m:\n    if x[1] = x[t]\n    let u = x[t]'\n    u = 0\n    to (0 for i in 1..m)\n\
         P when (xor i in 1..m: x[i]) = 0\nnim-value if (x[1] = 0) = x[2] xor x[3]\ncolumns first = x[1], \"the rest\" = x[2] + x[3]",
        &[("m", "3")],
    );
    assert_eq!(spec.name, "g:m=3");
    assert_eq!(written(&spec), ["m=3"]);
    assert_eq!(spec.piles.order, PileOrder::Sorted);
    assert_eq!(
        spec.piles
            .names
            .iter()
            .map(|name| &**name)
            .collect::<Vec<_>>(),
        ["x[1]", "x[2]", "x[3]"]
    );
    let kinds: Vec<&str> = spec.moves.iter().map(|rule| &*rule.kind).collect();
    assert_eq!(kinds, ["I", "II_2", "II_3"]);
    assert_eq!(spec.moves[0].caption.as_deref(), Some("some"));
    let pairs = (0..3).map(|place| (spec.before(place), spec.after(place)));
    assert_eq!(
        spec.moves[0].clauses[..],
        [Formula::changes(HowMany::AtMost(2), pairs)]
    );
    assert_eq!(spec.moves[2].clauses.len(), 2 + 3);
    // (5, 3, 5) with pile 3 like pile 1, everything gone.
    for clause in &spec.moves[2].clauses {
        assert_eq!(holds(clause, &known(&[5, 3, 5, 0, 0, 0])), Ok(true));
    }
    assert!(
        spec.moves[1]
            .clauses
            .iter()
            .any(|clause| holds(clause, &known(&[5, 3, 5, 0, 0, 0])) == Ok(false))
    );
    let positions = spec.p_positions.unwrap();
    assert_eq!((positions.arity, positions.pieces.len()), (3, 1));
    let piece = &positions.pieces[0];
    for (numbers, expected) in [
        ([1, 2, 3], true),
        ([2, 1, 3], false),
        ([0, 4, 4], true),
        ([1, 2, 4], false),
    ] {
        let mut known = Assignment::new();
        for (variable, number) in piece.variables.iter().zip(numbers) {
            known.set(variable, Integer::from(number));
        }
        assert_eq!(holds(&piece.condition, &known), Ok(expected), "{numbers:?}");
    }
    assert_eq!(spec.nim_values.len(), 1);
    assert_eq!(
        value(&spec.nim_values[0].value, &known(&[0, 5, 6])),
        Ok(Integer::from(3))
    );
    assert_eq!(
        spec.columns
            .iter()
            .map(|column| column.head.as_str())
            .collect::<Vec<_>>(),
        ["first", "the rest"]
    );
}

#[test]
fn parameters_as_text() {
    let text = "game g \"G\" (beta = 2 + sqrt(2), d = floor(beta), s = {1, 2}, reading = strict, code = 0.3)\n\
                piles n\nmove I: n - n' in s and reading = loose\nends when n = d";
    let spec = load(
        text,
        &[
            ("reading", "loose"),
            ("beta", " (7 + sqrt( 5 ))/2 "),
            ("s", "{ 2,5 }"),
        ],
    );
    assert_eq!(spec.name, "g:beta=(7+sqrt(5))/2,s={2,5},reading=loose");
    assert_eq!(
        written(&spec),
        [
            "beta=(7+sqrt(5))/2",
            "d=4",
            "s={2,5}",
            "reading=loose",
            "code=0.3"
        ]
    );
    assert_eq!(spec.parameters[1].value, Parameter::Number(Real::from(4)));
    assert_eq!(spec.parameters[2].value, Parameter::Set(vec![2, 5]));
    assert_eq!(
        spec.parameters[3].value,
        Parameter::Word("loose".to_owned())
    );
    assert_eq!(holds(spec.ends.as_ref().unwrap(), &known(&[4])), Ok(true));
    assert_eq!(holds(&spec.moves[0].clauses[0], &known(&[9, 4])), Ok(true));
    assert_eq!(holds(&spec.moves[0].clauses[0], &known(&[9, 8])), Ok(false));
    let again = load(
        text,
        &[
            ("beta", "(7+sqrt(5))/2"),
            ("s", "{2,5}"),
            ("reading", "loose"),
        ],
    );
    assert_eq!(again, spec);
}

#[test]
fn constants_and_numbers() {
    for (text, expected) in [
        ("2+sqrt(2)", "2+sqrt(2)"),
        ("3.5", "7/2"),
        ("(1+sqrt(5))/2 - phi", "0"),
        ("-2^2", "-4"),
        ("max(1, pi, 2)", "pi"),
    ] {
        assert_eq!(
            lang::constant(text).unwrap().to_string(),
            expected,
            "{text}"
        );
    }
    for (text, expected) in [
        ("10^3+7", 1007_u32),
        ("2^3^2", 512),
        ("(1+2)*3-4", 5),
        ("5-10+7", 2),
        ("1_000", 1000),
        ("0^0", 1),
    ] {
        assert_eq!(lang::number(text).unwrap(), expected, "{text}");
    }
    assert_eq!(
        lang::number("10^100+7").unwrap().to_string(),
        format!("1{}7", "0".repeat(99))
    );
}

#[test]
fn the_variable_of_a_term_has_the_number_0() {
    assert_eq!(lang::term("n").unwrap(), Term::from(Variable::new(0, "n")));
}

/// The digits of a number over weights that grow, the highest first.
fn greedy(mut n: i64, next: impl Fn(&[i64]) -> i64) -> String {
    let mut weights = vec![1];
    while *weights.last().unwrap() <= n {
        weights.push(next(&weights));
    }
    let mut word = String::new();
    for weight in weights.iter().rev() {
        word.push_str(&(n / weight).to_string());
        n %= weight;
    }
    let word = word.trim_start_matches('0');
    if word.is_empty() { "0" } else { word }.to_owned()
}

fn fibonacci(n: i64) -> String {
    greedy(n, |w| {
        if w.len() == 1 {
            2
        } else {
            w[w.len() - 1] + w[w.len() - 2]
        }
    })
}

fn tribonacci(n: i64) -> String {
    greedy(n, |w| match w.len() {
        1 => 2,
        2 => 4,
        k => w[k - 1] + w[k - 2] + w[k - 3],
    })
}

fn odd_zeros(word: &str) -> bool {
    (word.len() - word.trim_end_matches('0').len()) % 2 == 1
}

#[test]
fn words_of_digits() {
    check("digits(x + y, binary) matches \".*1(00)*0|0\"", |x, y| {
        x + y == 0 || odd_zeros(&format!("{:b}", x + y))
    });
    check("digits(7*x + y, base:2) matches \"1[01]{2,3}\"", |x, y| {
        (4..16).contains(&(7 * x + y))
    });
    check("digits(x + 10*y, base(12)) matches \".?<11>\"", |x, y| {
        (x + 10 * y) % 12 == 11
    });
    check(
        "not digits(x + y, zeckendorf) matches \".*(1|10)\"",
        |x, y| {
            let word = fibonacci(x + y);
            !(word.ends_with('1') || word.ends_with("10"))
        },
    );
    check(
        "digits(x + y, recurrence(1, 1, 1)) matches \"(1?0|110)*1?1?\"",
        |x, y| {
            let word = tribonacci(x + y);
            !word.contains("111") && !word.starts_with("0110")
        },
    );
    check_with(
        "system S = recurrence(d - 2, d - 2)",
        "digits(x + 2*y, S) matches \"10*\"",
        |x, y| [1, 2, 3, 5, 8, 13, 21, 34].contains(&(x + 2 * y)),
    );
    check(
        "x + y in { n | digits(n, binary) matches \"1*\" }",
        |x, y| (x + y + 1) & (x + y) == 0 && x + y > 0,
    );
    // The words of the language are no variables of a set.
    check("x + y in { n | n >= 0, shift(n, binary) <= 9 }", |x, y| {
        x + y <= 4
    });
    check(
        "x + y in { n | m >= 0, n = m + unshift(m, binary) }",
        |x, y| (0..=x + y).any(|m| m + m / 2 == x + y),
    );
}

#[test]
fn shifted_numbers() {
    check_term("shift(n, binary)", |n| 2 * n);
    check_term("unshift(n, base(3))", |n| n / 3);
    check_term(
        "shift(n, ternary-u) - unshift(shift(n, ternary_u), ternary_u)",
        |n| {
            let word = greedy(n, |w| {
                if w.len() == 1 {
                    3
                } else {
                    3 * w[w.len() - 1] - w[w.len() - 2]
                }
            });
            let weights = [1, 3, 8, 21, 55, 144, 377];
            let shifted = word.bytes().rev().enumerate();
            shifted
                .map(|(place, digit)| i64::from(digit - b'0') * weights[place + 1])
                .sum::<i64>()
                - n
        },
    );
    check_term("shift(n, zeckendorf)", |n| {
        let weights = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
        let word = fibonacci(n);
        let shifted = word.bytes().rev().enumerate();
        shifted
            .map(|(place, digit)| i64::from(digit - b'0') * weights[place + 1])
            .sum()
    });
    check_term("unshift(n, p(7/4))", |n| {
        // Weights 1, 2, 7; the highest digit has no bound.
        let (high, rest) = (n / 7, n % 7);
        2 * high + rest / 2
    });
}

#[test]
fn every_place() {
    check("in every place of (x, y) in binary: x + y <= 1", |x, y| {
        x & y == 0
    });
    check(
        "in every place of (x, y) in binary: x = 0 or y = 1",
        |x, y| x & !y == 0,
    );
    check("in every place of (x, y) in base:3: x <= y", |x, y| {
        (0..4).all(|place| x / 3i64.pow(place) % 3 <= y / 3i64.pow(place) % 3)
    });
    check("in every place of x in binary: x > 0", |_, _| false);
    check_with(
        "let nowhere(u, t) = in every place of (u, t) in binary: not (u = 1 and t = 1)",
        "nowhere(x + 1, 2*y)",
        |x, y| (x + 1) & (2 * y) == 0,
    );
    let moore = load(
        "game g (m = 4, k = 2)\npiles x[1..m]\nmove I: at most k of x change\n\
         ends when in every place of x in binary: (sum i in 1..m: x[i]) mod (k + 1) = 0",
        &[],
    );
    let ends = moore.ends.unwrap();
    for position in (0..4i64.pow(4)).map(|n| [n % 4, n / 4 % 4, n / 16 % 4, n / 64]) {
        let even = |place: i64| position.iter().map(|x| x >> place & 1).sum::<i64>() % 3 == 0;
        assert_eq!(
            holds(&ends, &known(&position)),
            Ok(even(0) && even(1)),
            "{position:?}"
        );
    }
}

/// A set given by an automaton: read, evaluated, explained and printed.
#[test]
fn sets_given_by_automata() {
    let text = "game g \"G\"\npiles x, y\nmove a: x' < x and (x - x', y - y') in W\n\
                set W = automaton \"w.aut\" in binary\nP when (x, y) in W";
    // The second number has a 1 wherever the first has one.
    let automaton = "msd_2 msd_2\n\n0 1\n0 * -> 0\n1 1 -> 0\n";
    let beside = lang::CompanionFiles::of(text, |name| {
        assert_eq!(name, "w.aut");
        Ok(automaton.to_owned())
    });
    let opened = lang::open_beside(text, "g.game", &beside, |_| Vec::new()).unwrap();
    let printed = lang::print(&opened.tree);
    assert!(
        printed.contains("set W = automaton \"w.aut\" in binary\n"),
        "{printed}"
    );
    assert_eq!(lang::parse(&printed).unwrap(), opened.tree);
    let set = opened.spec.p_positions.as_ref().unwrap();
    for (x, y) in (0..20u64).flat_map(|x| (0..20).map(move |y| (x, y))) {
        let pair = [x, y].map(|n| logic::Term::from(&numeration::natural::Natural::from(n)));
        let member = logic::Formula::Member(pair.to_vec(), set.clone());
        let truth = logic::evaluate::holds(&member, &logic::evaluate::Assignment::new());
        assert_eq!(truth, Ok(x & y == x), "{x}, {y}");
    }
    let huge = "10^40".parse::<String>().unwrap();
    let huge = lang::number(&huge).unwrap();
    let pair = vec![logic::Term::from(&huge), logic::Term::from(&huge)];
    let member = logic::Formula::Member(pair, set.clone());
    assert_eq!(
        logic::evaluate::holds(&member, &logic::evaluate::Assignment::new()),
        Ok(true)
    );
}
