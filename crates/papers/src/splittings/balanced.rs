//! Balanced sets of residues: what a sequence with a rational modulus takes of every period.
//!
//! Over the numerator `p`, the sequence `floor(n·p/q + γ)` takes a rotation of `B(q) = {floor(jp/q) : 0 ≤ j < q}` modulo `p`.
//! Now `x = floor(jp/q)` means `0 ≤ jp - xq < q`, so `B(q)` consists of the `x` with `-xq mod p < q`. Let `g` be the common
//! divisor of `p` and `q`, and `w` the inverse of `q/g` modulo `p/g`: then `-x ≡ tw (mod p/g)` with `0 ≤ t < q/g`. A
//! balanced set is an arithmetic progression modulo `p/g`, repeated `g` times.
//!
//! Two rotations `B(q)`, `B(r) + s` meet exactly if `s` is a difference of a member of `B(q)` and one of `B(r)`. So all
//! rotations that keep them apart are found together, and fast, since adding a progression is doubling.

use super::residues::{ResidueSet, product};
use numeration::natural::Gcd;

/// The set `B(q)` modulo `p`, for `1 ≤ q ≤ p`.
pub(super) fn balanced(p: usize, q: usize) -> ResidueSet {
    let mut members = Vec::with_capacity(q);
    // floor(jp/q), with the remainder carried along.
    let (mut member, mut remainder) = (0, 0);
    for _ in 0..q {
        members.push(member);
        member += p / q;
        remainder += p % q;
        if remainder >= q {
            member += 1;
            remainder -= q;
        }
    }
    ResidueSet::new(p, members)
}

/// How many rotations of `B(q)` there are.
pub(super) fn rotations(p: usize, q: usize) -> usize {
    p / p.gcd(q)
}

/// The rotations `s` for which `set` and `B(q) + s` have no member in common, modulo `p`.
pub(super) fn apart(p: usize, set: ResidueSet, q: usize) -> ResidueSet {
    let g = p.gcd(q);
    let (period, length) = (p / g, q / g);
    set.spread(inverse(length, period), length)
        .spread(period, g)
        .complement()
}

/// The inverse of a number that is prime to the modulus.
fn inverse(number: usize, modulus: usize) -> usize {
    // The invariant: r ≡ s·number for both pairs; -s is kept as modulus - s.
    let (mut r, mut s) = (modulus, 0);
    let (mut next_r, mut next_s) = (number % modulus, 1 % modulus);
    while next_r > 0 {
        let quotient = r / next_r;
        let taken = product(quotient, next_s, modulus);
        (r, next_r) = (next_r, r % next_r);
        (s, next_s) = (next_s, (s + modulus - taken) % modulus);
    }
    s
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn inverses() {
        for modulus in 1..60 {
            for number in (1..60).filter(|n| modulus.gcd(*n) == 1) {
                assert_eq!(inverse(number, modulus) * number % modulus, 1 % modulus);
            }
        }
    }

    /// Every rotation of every pair, compared member by member.
    #[test]
    fn rotations_that_keep_two_sets_apart() {
        for p in 2..=36usize {
            for (q, r) in (1..p).flat_map(|q| (1..=p - q).map(move |r| (q, r))) {
                let found = apart(p, balanced(p, q), r);
                for s in 0..p {
                    let meets = (0..q).any(|i| (0..r).any(|j| i * p / q == (j * p / r + s) % p));
                    assert_eq!(
                        found.contains(s),
                        !meets,
                        "p = {p}, q = {q}, r = {r}, s = {s}"
                    );
                    assert_eq!(found.contains(s), found.contains(s + rotations(p, r)));
                }
            }
        }
    }

    /// The criterion of R. Morikawa (Bull. Fac. Liberal Arts Nagasaki Univ. 26 (1985); a short proof is in R. J. Simpson, Disjoint
    /// Beatty sequences, Integers 4 (2004), A12): with moduli `p₁/q₁`, `p₂/q₂` in lowest terms, `p = (p₁, p₂)`, `q = (q₁, q₂)`
    /// and `uᵢ = qᵢ/q`, rotations that keep them apart exist exactly if `xu₁ + yu₂ = p - 2u₁u₂(q - 1)` for positive `x`, `y`.
    #[test]
    fn some_rotation_keeps_them_apart_as_morikawa_says() {
        for p in 2..=70usize {
            for (first, second) in (1..p).flat_map(|q| (1..=p - q).map(move |r| (q, r))) {
                let exists = !apart(p, balanced(p, first), second).is_empty();
                let lowest = |q: usize| (p / p.gcd(q), q / p.gcd(q));
                let ((p1, q1), (p2, q2)) = (lowest(first), lowest(second));
                let (common, q) = (p1.gcd(p2), q1.gcd(q2));
                let (u1, u2) = (q1 / q, q2 / q);
                let expected = common
                    .checked_sub(2 * u1 * u2 * (q - 1))
                    .is_some_and(|sum| (1..=sum).any(|x| sum > x * u1 && (sum - x * u1) % u2 == 0));
                assert_eq!(exists, expected, "p = {p}, {first} and {second}");
            }
        }
    }
}
