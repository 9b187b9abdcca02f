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

/// Can sorted piles become these with one of them kept, however they are rearranged?
fn keeps_a_pile(from: &[Integer], to: &[Integer]) -> bool {
    let without = |piles: &[Integer], kept: &Integer| {
        let mut rest = piles.to_vec();
        rest.remove(piles.iter().position(|pile| pile == kept).unwrap());
        rest
    };
    let kept: Vec<&Integer> = from.iter().filter(|pile| to.contains(pile)).collect();
    kept.into_iter()
        .any(|kept| exactly_lower(&without(from, kept), &without(to, kept)))
}

pub(crate) fn fat_rat(from: &[Integer], to: &[Integer]) -> bool {
    let m = from.len() as u32;
    if keeps_a_pile(from, to) {
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
            // Over 2^(m−1) rows the difference grows by (2^m − 1)(2^t − 1), evenly up to one or two.
            let per_period = ((int(1) << u64::from(m)) - int(1)) * ((int(1) << t as u64) - int(1));
            let about = (&wanted << u64::from(m - 1)) / per_period;
            let near = (-3..=3).map(|step| &about + int(step)).filter(|n| *n >= 0);
            let Some(low) = near.into_iter().find(|n| delta(n) == wanted) else {
                return false;
            };
            let apart = ((&from[t] - &to[t]) - (&from[0] - &to[0])).abs();
            apart < delta(&(&low + int(1))) - wanted
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

fn exactly_lower(from: &[Integer], to: &[Integer]) -> bool {
    from.len() == to.len()
        && from != to
        && from
            .iter()
            .zip(to)
            .all(|(before, after)| after <= before && *after >= 0)
}

/// The succinct rat game, with rule a(ii) corrected.
pub(crate) fn succinct_rat(from: &[Integer], to: &[Integer]) -> bool {
    if !exactly_lower(from, to) {
        return false;
    }
    let d = from.len();
    let modulus = (int(1) << d as u64) - int(1);
    let s: Vec<Integer> = from
        .iter()
        .zip(to)
        .map(|(before, after)| before - after)
        .collect();
    let between = |least: i64, most: i64| {
        (1..d).all(|i| {
            let double = &s[i - 1] * int(2);
            double >= &s[i] + int(least) && double <= &s[i] + int(most)
        })
    };
    let a = (&s[d - 1] - (int(1) << (d - 1) as u64)) % &modulus == 0 && between(0, 1);
    let b = &s[d - 1] % &modulus == 0 && between(-1, 1);
    !a && !b
}

/// The grandiose rat game: anything but the difference of two rat vectors. For small vectors only.
pub(crate) fn grandiose_rat(from: &[Integer], to: &[Integer]) -> bool {
    let s: Vec<Integer> = from
        .iter()
        .zip(to)
        .map(|(before, after)| before - after)
        .collect();
    let m = from.len() as u32;
    let last = |n: i64| rat_vector(m, &int(n));
    let shortcut = (0..40).any(|n| {
        (n + 1..60).any(|k| {
            last(k)
                .iter()
                .zip(last(n))
                .map(|(high, low)| high - low)
                .eq(s.iter().cloned())
        })
    });
    exactly_lower(from, to) && !shortcut
}

pub(crate) fn moore(k: usize, from: &[Integer], to: &[Integer]) -> bool {
    assignments(from, to).iter().any(|u| changed(from, u) <= k)
}

pub(crate) fn cyclic_nimhoff(h: i64, from: &[Integer], to: &[Integer]) -> bool {
    assignments(from, to).iter().any(|u| {
        let taken = from
            .iter()
            .zip(u)
            .fold(int(0), |sum, (before, after)| sum + before - after);
        changed(from, u) == 1 || taken < int(h)
    })
}

pub(crate) fn mark(from: &[Integer], to: &[Integer]) -> bool {
    from[0] > 0 && (to[0] == &from[0] - int(1) || to[0] == &from[0] >> 1u64)
}

pub(crate) fn subtraction(set: &[i64], from: &[Integer], to: &[Integer]) -> bool {
    to[0] >= 0 && set.iter().any(|number| &from[0] - &to[0] == *number)
}

/// Frankenstein in its strictest reading: coins and new coins land on squares that were free before the move, and a move
/// of all coins keeps their order.
pub(crate) fn frankenstein(from: &[Integer], to: &[Integer]) -> bool {
    to.len() != 1 && (frankenstein_all(from, to) || frankenstein_some(from, to))
}

fn frankenstein_all(from: &[Integer], to: &[Integer]) -> bool {
    let k = from.len();
    let target = if to.is_empty() {
        vec![int(0); k]
    } else {
        to.to_vec()
    };
    if target.len() != k || k < 2 || to.iter().any(|square| from.contains(square)) {
        return false;
    }
    let n: Vec<Integer> = from
        .iter()
        .zip(&target)
        .map(|(before, after)| before - after)
        .collect();
    let rest = n[..k - 2].iter().fold(int(0), |sum, shift| sum + shift);
    n[0] > 0 && n.is_sorted() && n[k - 1] <= &n[k - 2] * int(2) + rest
}

fn frankenstein_some(from: &[Integer], to: &[Integer]) -> bool {
    let moved: Vec<&Integer> = from.iter().filter(|coin| !to.contains(coin)).collect();
    let filled: Vec<&Integer> = to.iter().filter(|square| !from.contains(square)).collect();
    if moved.is_empty() || filled.is_empty() || moved.len() == from.len() {
        return false;
    }
    matches(&moved, &filled)
        || (0..moved.len()).any(|split| {
            let mut others = moved.clone();
            let coin = others.remove(split);
            (1..1u64 << filled.len().min(20)).any(|subset| {
                let (new, rest): (Vec<_>, Vec<_>) = filled
                    .iter()
                    .enumerate()
                    .partition(|(place, _)| subset >> place & 1 == 1);
                let sum = new.iter().fold(int(0), |sum, (_, square)| sum + **square);
                let rest: Vec<&Integer> = rest.into_iter().map(|(_, square)| *square).collect();
                sum < *coin && matches(&others, &rest)
            })
        })
}

/// Can each square be reached by its own coin from above?
fn matches(coins: &[&Integer], squares: &[&Integer]) -> bool {
    let spare = coins.len().checked_sub(squares.len());
    spare.is_some_and(|spare| {
        coins[spare..]
            .iter()
            .zip(squares)
            .all(|(coin, square)| coin > square)
    })
}
