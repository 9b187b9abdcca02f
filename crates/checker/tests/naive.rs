//! What a statement means, by counting: small numbers are tried one after the other. It shares nothing with the tables.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use checker::Certificate;
use checker::statement::{Formula, Proposition, Real, Relation, Rules, System, Term};

/// Numbers that quantified variables and the variables of a set try.
const TRIED: i128 = 48;
/// Piles up to this.
const MOST: i128 = 12;

type Values = BTreeMap<usize, i128>;

/// Whatever the certificate claims is true on a small board.
pub(super) fn check_true(certificate: &Certificate, text: &str) {
    for certified in &certificate.claims {
        match &certified.says {
            Proposition::Theorem(sentence) => {
                assert!(
                    holds(sentence, &Values::new()),
                    "{}: {text}",
                    certified.name
                );
            }
            Proposition::PPositions(pieces) | Proposition::MiserePPositions(pieces) => {
                let mut members = Vec::new();
                for piece in pieces {
                    let mut all = vec![Values::new()];
                    for variable in &piece.variables {
                        let with = |values: &Values, value| {
                            let mut values = values.clone();
                            values.insert(variable.number, value);
                            values
                        };
                        all = all
                            .iter()
                            .flat_map(|values| (0..TRIED).map(move |value| with(values, value)))
                            .collect();
                    }
                    all.retain(|values| holds(&piece.condition, values));
                    let tuple = |values: &Values| {
                        piece
                            .tuple
                            .iter()
                            .map(|term| value(term, values))
                            .collect::<Vec<_>>()
                    };
                    members.extend(all.iter().map(tuple));
                }
                let misere = matches!(certified.says, Proposition::MiserePPositions(_));
                for (position, lost) in board(&certificate.rules, misere) {
                    assert_eq!(members.contains(&position), lost, "{position:?}: {text}");
                }
            }
            Proposition::NimValues(_) => panic!("not tried"),
        }
    }
}

/// Every small position, and whether it is lost: with so many lost options as may be forbidden, or fewer, and in misère play not
/// without any option.
fn board(rules: &Rules, misere: bool) -> BTreeMap<Vec<i128>, bool> {
    let mut all = vec![Vec::new()];
    for _ in &rules.piles {
        all = all
            .iter()
            .flat_map(|piles: &Vec<i128>| {
                (0..=MOST).map(|pile| [piles.as_slice(), &[pile]].concat())
            })
            .collect();
    }
    all.retain(|piles| {
        let values: Values = piles.iter().copied().enumerate().collect();
        let domain = rules.domain.as_ref();
        piles[..rules.sorted].is_sorted() && domain.is_none_or(|domain| holds(domain, &values))
    });
    all.sort_by_key(|piles| piles.iter().sum::<i128>());
    let mut lost: BTreeMap<Vec<i128>, bool> = BTreeMap::new();
    for from in all {
        let can_be_reached = |to: &&Vec<i128>| {
            let orders = orders(to, rules.sorted);
            orders.iter().any(|to| legal(rules, &from, to))
        };
        let lost_options = lost.iter().filter(|(_, lost)| **lost);
        let lost_options = lost_options.map(|(to, _)| to).filter(can_be_reached);
        let wins = lost_options.count() > rules.blocking as usize
            || misere && !lost.keys().any(|to| can_be_reached(&to));
        lost.insert(from, !wins);
    }
    lost
}

/// The position after a move, in every order in which the sorted piles may have stood.
fn orders(piles: &[i128], sorted: usize) -> Vec<Vec<i128>> {
    if sorted < 2 {
        return vec![piles.to_vec()];
    }
    let first = |index: usize| {
        let mut rest = piles.to_vec();
        let first = rest.remove(index);
        orders(&rest, sorted - 1)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    (0..sorted).flat_map(first).collect()
}

fn legal(rules: &Rules, from: &[i128], to: &[i128]) -> bool {
    let values: Values = from.iter().chain(to).copied().enumerate().collect();
    let shrinks = from != to && from.iter().zip(to).all(|(from, to)| to <= from);
    let ended = rules.ends.as_ref().is_some_and(|ends| holds(ends, &values));
    let allowed =
        |(_, clauses): &(String, Vec<Formula>)| clauses.iter().all(|clause| holds(clause, &values));
    shrinks && !ended && rules.moves.iter().any(allowed)
}

pub(super) fn holds(formula: &Formula, values: &Values) -> bool {
    let tried = |variable: &checker::statement::Variable, body: &Formula, wanted: bool| {
        (0..TRIED).any(|number| {
            let mut values = values.clone();
            values.insert(variable.number, number);
            holds(body, &values) == wanted
        })
    };
    match formula {
        Formula::Constant(truth) => *truth,
        Formula::Compare(left, relation, right) => {
            let (left, right) = (value(left, values), value(right, values));
            match relation {
                Relation::Equal => left == right,
                Relation::NotEqual => left != right,
                Relation::Less => left < right,
                Relation::LessOrEqual => left <= right,
                Relation::Greater => left > right,
                Relation::GreaterOrEqual => left >= right,
            }
        }
        Formula::Not(inner) => !holds(inner, values),
        Formula::And(parts) => parts.iter().all(|part| holds(part, values)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, values)),
        Formula::Implies(parts) => !holds(&parts.0, values) || holds(&parts.1, values),
        Formula::Iff(parts) => holds(&parts.0, values) == holds(&parts.1, values),
        Formula::Matches(term, system, pattern) => {
            let number = value(term, values);
            number >= 0 && matching(pattern, &digits(number, system))
        }
        Formula::EveryPlace(terms, system, variables, body) => {
            let numbers: Vec<i128> = terms.iter().map(|term| value(term, values)).collect();
            if numbers.iter().any(|number| *number < 0) {
                return false;
            }
            let words = numbers.iter().map(|number| digits(*number, system));
            let words: Vec<Vec<i128>> = words.collect();
            let places = 1 + words.iter().map(Vec::len).max().unwrap_or(0);
            (0..places).all(|place| {
                let mut values = Values::new();
                for (variable, word) in variables.iter().zip(&words) {
                    let digit = word.iter().rev().nth(place).copied();
                    values.insert(variable.number, digit.unwrap_or(0));
                }
                holds(body, &values)
            })
        }
        Formula::Automaton(terms, system, table) => {
            let numbers: Vec<i128> = terms.iter().map(|term| value(term, values)).collect();
            let words = numbers.iter().map(|number| digits(*number, system));
            let words: Vec<Vec<i128>> = words.collect();
            let length = words.iter().map(Vec::len).max().unwrap_or(0);
            let mut node = table.start;
            for place in (0..length).rev() {
                for word in &words {
                    let digit = word.iter().rev().nth(place).copied().unwrap_or(0);
                    node = table.next(node, u8::try_from(digit).unwrap());
                }
            }
            numbers.iter().all(|number| *number >= 0) && table.accepts(node)
        }
        Formula::Exists(variable, body) => tried(variable, body, true),
        Formula::Forall(variable, body) => !tried(variable, body, false),
    }
}

fn value(term: &Term, values: &Values) -> i128 {
    let each = |terms: &[Term]| {
        terms
            .iter()
            .map(|term| value(term, values))
            .collect::<Vec<_>>()
    };
    match term {
        Term::Constant(number) => i128::from(*number),
        Term::Variable(variable) => values[&variable.number],
        Term::Sum(parts) => each(parts).iter().sum(),
        Term::Scaled(factor, term) => i128::from(*factor) * value(term, values),
        Term::Modulo(term, modulus) => value(term, values).rem_euclid(i128::from(*modulus)),
        Term::Quotient(term, divisor) => value(term, values).div_euclid(i128::from(*divisor)),
        Term::NimSum(parts) => each(parts).iter().fold(0, |sum, part| sum ^ part),
        Term::Absolute(term) => value(term, values).abs(),
        Term::Minimum(terms) => each(terms).into_iter().min().unwrap_or(0),
        Term::Maximum(terms) => each(terms).into_iter().max().unwrap_or(0),
        Term::Choice(parts) => value(
            if holds(&parts.0, values) {
                &parts.1
            } else {
                &parts.2
            },
            values,
        ),
        Term::Floor(parts, constant) => floor(parts, constant, values),
        Term::Shift(term, system) => {
            let mut digits = digits(value(term, values), system);
            digits.push(0);
            worth(&digits, system)
        }
        Term::Unshift(term, system) => {
            let mut digits = digits(value(term, values), system);
            digits.pop();
            worth(&digits, system)
        }
    }
}

/// The weights of a system, from its definition.
fn basis(system: &System) -> Vec<i128> {
    let mut weights: Vec<i128> = vec![1];
    while weights.len() < 40 {
        let k = weights.len();
        let sum = |coefficients: &[i64], missing: i128| {
            let terms = coefficients.iter().zip(weights.iter().rev());
            let sum: i128 = terms.map(|(c, weight)| i128::from(*c) * weight).sum();
            sum + if k < coefficients.len() { missing } else { 0 }
        };
        let next = match system {
            System::Base(base) => sum(&[*base], 1),
            System::Zeckendorf => sum(&[1, 1], 1),
            System::TernaryU => sum(&[3, -1], 0),
            System::Recurrence(coefficients) => sum(coefficients, 1),
            System::P(_) | System::Q(_) => panic!("not tried"),
        };
        weights.push(next);
    }
    weights
}

/// The digits of a number, the highest first, found greedily; those of 0 are `0`.
fn digits(number: i128, system: &System) -> Vec<i128> {
    let basis = basis(system);
    let weights = basis
        .iter()
        .rev()
        .skip_while(|weight| **weight > number.max(1));
    let mut rest = number;
    let digit = |weight: &i128| {
        let digit = rest / weight;
        rest %= weight;
        digit
    };
    weights.map(digit).collect()
}

fn worth(digits: &[i128], system: &System) -> i128 {
    let basis = basis(system);
    let parts = digits.iter().rev().zip(&basis);
    parts.map(|(digit, weight)| digit * weight).sum()
}

/// Does a word match an expression as a whole?
fn matching(pattern: &str, digits: &[i128]) -> bool {
    let letters: String = digits.iter().map(|digit| digit.to_string()).collect();
    assert!(digits.iter().all(|digit| *digit < 10), "not tried");
    ends(pattern, &letters).contains(&letters.len())
}

/// The places of a word at which a match of an expression from its beginning can end, by the definition of each sign.
fn ends(pattern: &str, word: &str) -> Vec<usize> {
    let mut depth = 0;
    let bars = pattern.char_indices().filter(|(_, sign)| {
        depth += i32::from(*sign == '(') - i32::from(*sign == ')');
        *sign == '|' && depth == 0
    });
    if let Some((bar, _)) = bars.last() {
        let mut found = ends(&pattern[..bar], word);
        found.extend(ends(&pattern[bar + 1..], word));
        return found;
    }
    let Some(first) = pattern.chars().next() else {
        return vec![0];
    };
    let mut depth = 0;
    let close = match first {
        '(' => pattern.find(|sign| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            depth == 0
        }),
        '[' => pattern.find(']'),
        _ => Some(0),
    };
    let (atom, rest) = pattern.split_at(close.unwrap() + 1);
    let once = |word: &str| -> Vec<usize> {
        match (first, word.chars().next()) {
            ('(', _) => ends(&atom[1..atom.len() - 1], word),
            (_, None) => Vec::new(),
            ('.', Some(_)) => vec![1],
            ('[', Some(digit)) if atom.contains(digit) != atom.starts_with("[^") => vec![1],
            (first, Some(digit)) if first == digit => vec![1],
            _ => Vec::new(),
        }
    };
    let counts = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let (least, most, rest) = match (rest.chars().next(), counts) {
        (Some('*'), _) => (0, usize::MAX, &rest[1..]),
        (Some('+'), _) => (1, usize::MAX, &rest[1..]),
        (Some('?'), _) => (0, 1, &rest[1..]),
        (_, Some((counts, rest))) => {
            let (least, most) = counts.split_once(',').unwrap_or((counts, counts));
            (
                least.parse().unwrap(),
                most.parse().unwrap_or(usize::MAX),
                rest,
            )
        }
        _ => (1, 1, rest),
    };
    let (mut reached, mut found) = (vec![0], Vec::new());
    for count in 0..=word.len().max(least) + 1 {
        if count >= least && count <= most {
            let further = reached.iter().flat_map(|&at| {
                let ends = ends(rest, &word[at..]);
                ends.into_iter().map(move |end| at + end)
            });
            found.extend(further);
        }
        let mut next: Vec<usize> = reached
            .iter()
            .flat_map(|&at| once(&word[at..]).into_iter().map(move |end| at + end))
            .collect();
        next.sort_unstable();
        next.dedup();
        reached = next;
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// `⌊(p + Σ qᵢ√d)/c⌋`: the largest number whose multiple by `c` is not above; all roots are of one number.
fn floor(parts: &[(Real, Term)], constant: &Real, values: &Values) -> i128 {
    let reals = parts
        .iter()
        .map(|(real, term)| (real, value(term, values)))
        .chain([(constant, 1)]);
    let reals: Vec<_> = reals.collect();
    let common: i128 = reals.iter().map(|(real, _)| i128::from(real.c)).product();
    let root = reals
        .iter()
        .map(|(real, _)| i128::from(real.d))
        .max()
        .unwrap_or(1);
    let (mut p, mut q) = (0, 0);
    for (real, factor) in reals {
        let scale = factor * common / i128::from(real.c);
        p += i128::from(real.a) * scale;
        q += i128::from(real.b) * scale;
    }
    let bound = p.abs() + q.abs() * root + common;
    let is_below = |n: &i128| {
        // n·c − p ≤ q√d
        let left = n * common - p;
        match (left <= 0, q >= 0) {
            (true, true) => true,
            (false, false) => false,
            (false, true) => left * left <= q * q * root,
            (true, false) => left * left >= q * q * root,
        }
    };
    (-bound..=bound).rev().find(is_below).unwrap_or(0)
}
