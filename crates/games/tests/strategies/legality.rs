//! The rules of the games, written a second time straight from the papers, for sorted or ordered vectors.

use numeration::natural::Integer;
use numeration::natural::num::arithmetic::traits::Abs;
use numeration::real::Real;

fn int(value: i64) -> Integer {
    Integer::from(value)
}

/// Every way to hand the piles of `to` to the piles of `from` without enlarging one.
fn assignments(from: &[Integer], to: &[Integer]) -> Vec<Vec<Integer>> {
    let mut out = Vec::new();
    permute(to.to_vec(), 0, &mut |order| {
        if from != order
            && from
                .iter()
                .zip(order)
                .all(|(before, after)| after <= before && *after >= 0)
        {
            out.push(order.to_vec());
        }
    });
    out
}

fn permute(mut items: Vec<Integer>, start: usize, visit: &mut impl FnMut(&[Integer])) {
    if start == items.len() {
        return visit(&items);
    }
    for index in start..items.len() {
        items.swap(start, index);
        permute(items.clone(), start + 1, visit);
        items.swap(start, index);
    }
}

fn changed(from: &[Integer], to: &[Integer]) -> usize {
    from.iter()
        .zip(to)
        .filter(|(before, after)| before != after)
        .count()
}

fn all_lower(from: &[Integer], to: &[Integer]) -> bool {
    from.iter().zip(to).all(|(before, after)| after < before)
}

fn residue(value: &Integer, modulus: i64) -> Integer {
    let rest = value % int(modulus);
    if rest < 0 { rest + int(modulus) } else { rest }
}

fn rise(piles: &[Integer]) -> bool {
    piles.is_sorted()
}

pub(crate) fn rat(from: &[Integer], to: &[Integer]) -> bool {
    let difference =
        |u: &[Integer], p: usize, q: usize| ((&from[q] - &u[q]) - (&from[p] - &u[p])).abs();
    assignments(from, to).iter().any(|u| {
        if changed(from, u) <= 2 {
            return true;
        }
        let a = if residue(&(&from[1] - &from[0]), 7) == 0 {
            2
        } else {
            1
        };
        let permuted = u[2] <= u[0] && u[0] <= u[1];
        let second = (rise(u) || permuted) && difference(u, 0, 1) < int(a);
        let b = match &u[2] - &u[0] {
            zero if zero == 0 => 3,
            other if residue(&other, 7) == 4 => 6,
            _ => 5,
        };
        let third = rise(u) && difference(u, 0, 2) < int(b);
        all_lower(from, u) && (second || third)
    })
}

pub(crate) fn mouse(from: &[Integer], to: &[Integer]) -> bool {
    assignments(from, to).iter().any(|u| {
        let a = if residue(&(&from[1] - &from[0]), 3) == 0 {
            2
        } else {
            1
        };
        let apart = ((&from[1] - &u[1]) - (&from[0] - &u[0])).abs();
        changed(from, u) == 1 || all_lower(from, u) && apart < int(a)
    })
}

/// `r_k(n)`, from its definition.
pub(crate) fn rat_vector(m: u32, n: &Integer) -> Vec<Integer> {
    if *n == 0 {
        return vec![int(0); m as usize];
    }
    let entry = |k: u32| {
        (((n << u64::from(m)) - n) >> u64::from(m - k)) - (int(1) << u64::from(k - 1)) + int(1)
    };
    (1..=m).map(entry).collect()
}

pub(crate) fn fat_rat(from: &[Integer], to: &[Integer]) -> bool {
    let m = from.len() as u32;
    if assignments(from, to)
        .iter()
        .any(|u| changed(from, u) < from.len())
    {
        return true;
    }
    rise(to)
        && all_lower(from, to)
        && (1..from.len()).any(|t| {
            let wanted = &to[t] - &to[0];
            let delta = |n: &Integer| {
                let row = rat_vector(m, n);
                &row[t] - &row[0]
            };
            // The difference grows by at least 1 a row, so that n is at most the difference.
            let (mut low, mut high) = (int(0), &wanted + int(1));
            while low < high {
                let middle = (&low + &high + int(1)) >> 1u64;
                if delta(&middle) <= wanted {
                    low = middle
                } else {
                    high = middle - int(1)
                }
            }
            let apart = ((&from[t] - &to[t]) - (&from[0] - &to[0])).abs();
            delta(&low) == wanted && apart < delta(&(&low + int(1))) - wanted
        })
}

pub(crate) fn raleigh(from: &[Integer], to: &[Integer]) -> bool {
    let zero = to.iter().all(|pile| *pile == 0);
    let equal = from[0] == from[1] || from[1] == from[2];
    if equal && zero && from[2] > 0 {
        return true;
    }
    assignments(from, to).iter().any(|u| {
        let t = &from[1] - &u[1];
        let apart = from[0] > 0 && from[0] < from[1] && from[1] < from[2];
        let third =
            apart && all_lower(from, u) && t == &from[2] - &u[2] && !(t == 3 && u[1] < u[0]);
        changed(from, u) <= 2 || third
    })
}

fn takes_diagonally(from: &[Integer], to: &[Integer], d: &Integer) -> bool {
    let (s, t) = (&from[0] - &to[0], &from[1] - &to[1]);
    s > 0 && t > 0 && (s - t).abs() < *d
}

fn is_nim_move(from: &[Integer], to: &[Integer]) -> bool {
    from.iter()
        .zip(to)
        .all(|(before, after)| after <= before && *after >= 0)
        && changed(from, to) == 1
}

pub(crate) fn wythoff(d: i64, from: &[Integer], to: &[Integer]) -> bool {
    is_nim_move(from, to) || takes_diagonally(from, to, &int(d))
}

/// The rules of the β-games, for which it must be known which numbers are some `⌊nβ⌋`.
pub(crate) struct BetaRules {
    pub(crate) beta: Real,
}

impl BetaRules {
    fn d(&self) -> Integer {
        self.beta.floor().unwrap()
    }

    /// Is it some `⌊nβ⌋` with n ≥ 1?
    fn in_b(&self, x: &Integer) -> bool {
        let n = Real::from(x + int(1))
            .div(&self.beta)
            .unwrap()
            .floor()
            .unwrap();
        n >= 1 && self.beta.floor_multiple(&n).unwrap() == *x
    }

    fn no_b(&self, from: &[Integer]) -> bool {
        !from.iter().any(|pile| self.in_b(pile))
    }

    pub(crate) fn nim(&self, from: &[Integer], to: &[Integer]) -> bool {
        let (s, t) = (&from[0] - &to[0], &from[1] - &to[1]);
        let lower = s >= 0 && t >= 0 && (s > 0 || t > 0);
        is_nim_move(from, to)
            || lower && (s > 0 && t <= self.d() || t > 0 && s <= self.d()) && self.no_b(from)
    }

    pub(crate) fn wynim(&self, from: &[Integer], to: &[Integer]) -> bool {
        is_nim_move(from, to) || takes_diagonally(from, to, &self.d()) && self.no_b(from)
    }

    pub(crate) fn triangle_wynim(&self, from: &[Integer], to: &[Integer]) -> bool {
        let d = self.d();
        let (s, t) = (&from[0] - &to[0], &from[1] - &to[1]);
        let (low, high) = if s < t { (s, t) } else { (t, s) };
        let triangle = low == 1 && high == d || low == 2 && (high == d || high == &d + int(1));
        is_nim_move(from, to) || takes_diagonally(from, to, &d) && (!triangle || self.no_b(from))
    }
}
