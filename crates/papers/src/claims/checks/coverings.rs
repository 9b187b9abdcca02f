//! Coverings of the integers: what section 10 of the Rat paper says of splittings, integral, composed, infinite and rational.

use lab::{LabError, Request};
use logic::watch::Watch;
use numeration::beatty::Beatty;
use numeration::natural::Integer;
use numeration::real::Real;

use super::rat::beyond;
use super::splittings::{SAMPLE, pair_of, splits};
use super::{Case, Check};
use crate::SplittingsRequest;
use crate::claims::finding::Finding;

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("compositions_split", compositions_split),
    ("japanese_remainders", japanese_remainders),
    ("fraenkel_search", fraenkel_search),
];

/// Splittings of the positive integers by residue classes: `modulus·n − less`.
const INTEGRAL: [&[(i64, i64)]; 4] = [
    &[(1, 0)],
    &[(2, 0), (2, 1)],
    &[(3, 0), (3, 1), (3, 2)],
    &[(2, 0), (4, 1), (4, 3)],
];

/// Each pair of integral splittings composed with the two sequences of a Beatty pair.
fn compositions_split(_: u32, watch: &dyn Watch) -> Case {
    for text in SAMPLE {
        let (alpha, beta) = pair_of(text)?;
        for first in INTEGRAL {
            for second in INTEGRAL {
                watch.check()?;
                let mut sequences = composed(&alpha, first)?;
                sequences.extend(composed(&beta, second)?);
                if !splits(&sequences)? {
                    let case = format!("alpha = {text}, {first:?} and {second:?}");
                    return Ok(Some(case));
                }
            }
        }
    }
    Ok(None)
}

/// `floor((modulus·n − less)·alpha)`.
fn composed(alpha: &Real, classes: &[(i64, i64)]) -> Result<Vec<Beatty>, LabError> {
    let times = |factor: i64| {
        alpha
            .mul(&Real::from(Integer::from(factor)))
            .map_err(beyond)
    };
    let sequence =
        |(modulus, less): &(i64, i64)| Beatty::new(times(*modulus)?, times(-less)?).map_err(beyond);
    classes.iter().map(sequence).collect()
}

/// In every splitting of the integers into residue classes whose moduli divide L ≤ bound, the largest modulus stands twice.
pub(super) fn integer_covers(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let (mut failing, mut count) = (None, 0u64);
    for period in 2..=bound {
        watch.check()?;
        each_cover(period, 0, &mut Vec::new(), &mut |moduli| {
            let mut sorted = moduli.to_vec();
            sorted.sort_unstable();
            let twice = sorted.iter().rev().nth(1) == sorted.last();
            if sorted.len() >= 2 && !twice && failing.is_none() {
                failing = Some(format!("the moduli {sorted:?}"));
            }
            count += 1;
        });
    }
    let how = format!("all {count} splittings into residue classes listed");
    Ok(Finding::up_to(format!("moduli that divide a number <= {bound}"), how).unless(failing))
}

/// Every way to fill the residues modulo `period` with disjoint classes; the first free residue belongs to some class.
fn each_cover(period: u32, filled: u64, moduli: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    let Some(first) = (0..period).find(|residue| filled >> residue & 1 == 0) else {
        visit(moduli);
        return;
    };
    for modulus in (1..=period).filter(|modulus| period.is_multiple_of(*modulus)) {
        let class = (0..period)
            .filter(|residue| residue % modulus == first % modulus)
            .fold(0u64, |class, residue| class | 1 << residue);
        if class & filled == 0 {
            moduli.push(modulus);
            each_cover(period, filled | class, moduli, visit);
            moduli.pop();
        }
    }
}

/// Two sequences with the moduli p1/q1, p2/q2 can be disjoint if and only if x·u1 + y·u2 = p − 2u1u2(q − 1) has positive
/// solutions, where p = gcd(p1, p2), q = gcd(q1, q2), u_i = q_i/q.
fn japanese_remainders(bound: u32, watch: &dyn Watch) -> Case {
    let bound = i64::from(bound);
    let moduli: Vec<(i64, i64)> = (1..=bound)
        .flat_map(|p| (1..=p).map(move |q| (p, q)))
        .filter(|(p, q)| gcd(*p, *q) == 1)
        .collect();
    for first in &moduli {
        watch.check()?;
        for second in moduli.iter().filter(|second| first <= second) {
            if can_be_disjoint(*first, *second) != has_solution(*first, *second) {
                let [(p1, q1), (p2, q2)] = [first, second];
                return Ok(Some(format!("the moduli {p1}/{q1} and {p2}/{q2}")));
            }
        }
    }
    Ok(None)
}

fn has_solution((p1, q1): (i64, i64), (p2, q2): (i64, i64)) -> bool {
    let q = gcd(q1, q2);
    let (u1, u2) = (q1 / q, q2 / q);
    let sum = gcd(p1, p2) - 2 * u1 * u2 * (q - 1);
    (1..=sum).any(|x| sum - x * u1 > 0 && (sum - x * u1) % u2 == 0)
}

/// Some shift makes them disjoint; it is enough to shift one of them.
fn can_be_disjoint((p1, q1): (i64, i64), (p2, q2): (i64, i64)) -> bool {
    let period = p1 / gcd(p1, p2) * p2;
    let terms = |p: i64, q: i64, shift: i64| {
        (0..q * (period / p)).map(move |n| (p * n + shift).div_euclid(q).rem_euclid(period))
    };
    let mut first = vec![false; usize::try_from(period).unwrap_or(0)];
    let at = |term: i64| usize::try_from(term).unwrap_or(0);
    terms(p1, q1, 0).for_each(|term| first[at(term)] = true);
    (0..q2 * period).any(|shift| terms(p2, q2, shift).all(|term| !first[at(term)]))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// No splitting into 3 to 8 sequences with distinct moduli but Fraenkel's, all common numerators up to the bound.
fn fraenkel_search(bound: u32, watch: &dyn Watch) -> Case {
    for sequences in 3..=8 {
        let answer = SplittingsRequest {
            sequences,
            max_numerator: bound.into(),
        }
        .answer(watch)?;
        if let Some(stopped) = answer.stopped {
            return Err(stopped.into());
        }
        let wrong = answer.refutes_conjecture || answer.found.is_empty();
        if wrong {
            return Ok(Some(format!("{sequences} sequences")));
        }
    }
    Ok(None)
}
