//! What a statement means, by counting: small numbers are tried one after the other. It shares nothing with the tables.

use std::collections::BTreeMap;

use super::Certificate;
use super::statement::{Formula, Proposition, Real, Relation, Rules, Term};

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
    let tried = |variable: &super::statement::Variable, body: &Formula, wanted: bool| {
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
    }
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
