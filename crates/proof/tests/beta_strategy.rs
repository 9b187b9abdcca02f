//! The strategy automata of the β-games, for many β: outcome and move against a plain loop over the rules.
//!
//! The loop knows the games from the paper and shares nothing with the library: ⌊nβ⌋ comes from an integer square
//! root, moves from the definition. Numeration systems whose period is longer than one are where the order of
//! digit strings and the order of numbers differ most.
#![allow(clippy::unwrap_used)]

use crate::support::load;
use logic::Unwatched;
use proof::{Claim, ProvedStrategy, WinningAdvice, prove_claim};
use rules::position::Position;

/// β = (a + √d)/c.
#[derive(Clone, Copy)]
struct Beta(u64, u64, u64);

impl Beta {
    /// ⌊nβ⌋: nβ = (na + √(n²d))/c, and rounding the root first changes nothing.
    fn floor(self, n: u64) -> u64 {
        let Self(a, d, c) = self;
        (n * a + (n * n * d).isqrt()) / c
    }
}

/// The P-positions with piles up to `most`, and which moves are legal, from the rules of the paper.
struct Plain {
    d: u64,
    b: Vec<bool>,
    game: &'static str,
}

impl Plain {
    fn new(game: &'static str, beta: Beta, most: u64) -> Self {
        let mut b = vec![false; most as usize + 1];
        for n in 1..=most {
            if let Some(slot) = b.get_mut(beta.floor(n) as usize) {
                *slot = true;
            }
        }
        Self {
            d: beta.floor(1),
            b,
            game,
        }
    }

    fn legal(&self, (x, y): (u64, u64), (s, t): (u64, u64)) -> bool {
        if s > x || t > y || (s, t) == (0, 0) {
            return false;
        }
        if s == 0 || t == 0 {
            return true;
        }
        let (low, high, d) = (s.min(t), s.max(t), self.d);
        let in_b = self.b[x as usize] || self.b[y as usize];
        match self.game {
            "beta-nim" => !in_b && low <= d,
            "beta-wynim" => !in_b && high - low < d,
            _ => {
                let triangle = [(1, d), (2, d), (2, d + 1)];
                let triangle = triangle.contains(&(s, t)) || triangle.contains(&(t, s));
                high - low < d && !(in_b && triangle)
            }
        }
    }

    fn losing(&self, most: u64) -> Vec<Vec<bool>> {
        let mut losing = vec![vec![false; most as usize + 1]; most as usize + 1];
        for (x, y) in (0..=most).flat_map(|x| (0..=most).map(move |y| (x, y))) {
            let steps = (0..=x).flat_map(|s| (0..=y).map(move |t| (s, t)));
            let wins = steps
                .filter(|&step| self.legal((x, y), step))
                .any(|(s, t)| losing[(x - s) as usize][(y - t) as usize]);
            losing[x as usize][y as usize] = !wins;
        }
        losing
    }
}

/// The pairs (⌊nα⌋, ⌊nβ⌋) with 1/α + 1/β = 1, in both orders: ⌊nα⌋ is the least number that is not yet in a pair.
fn claimed(beta: Beta, most: u64) -> Vec<Vec<bool>> {
    let mut claimed = vec![vec![false; most as usize + 1]; most as usize + 1];
    let is_b = |a: u64| (1..=a).any(|n| beta.floor(n) == a);
    let smaller = std::iter::once(0).chain((1..=most).filter(|&a| !is_b(a)));
    for (n, a) in (0..).zip(smaller) {
        let (a, b) = (a as usize, beta.floor(n) as usize);
        if b <= most as usize {
            claimed[a][b] = true;
            claimed[b][a] = true;
        }
    }
    claimed
}

fn check(game: &'static str, beta: Beta, text: &str, most: u64) {
    let spec = load(game, &format!("beta={text}"));
    let plain = Plain::new(game, beta, most);
    let losing = plain.losing(most);
    let Some(proof) = prove_claim(&spec, Claim::PPositions, &Unwatched).proof else {
        assert!(losing != claimed(beta, most), "{game}:beta={text} is true");
        return;
    };
    let strategy = ProvedStrategy::from_proof(&spec, &proof, &Unwatched);
    let strategy = strategy.unwrap().unwrap();
    for (x, y) in (0..=most).flat_map(|x| (0..=most).map(move |y| (x, y))) {
        let position: Position = [x, y].into_iter().collect();
        let what = format!("{game}:beta={text} {position}");
        match strategy.advise(&position, &Unwatched).unwrap().unwrap() {
            WinningAdvice::Lost => assert!(losing[x as usize][y as usize], "{what}"),
            WinningAdvice::Move { to, .. } => {
                let pile = |index: usize| u64::try_from(&to.piles()[index]).unwrap();
                let (u, v) = (pile(0), pile(1));
                assert!(u <= x && v <= y, "{what} -> {to}");
                assert!(plain.legal((x, y), (x - u, y - v)), "{what} -> {to}");
                assert!(losing[u as usize][v as usize], "{what} -> {to}");
            }
        }
    }
    // A position that is not one of this game has no answer, and no panic.
    let three: Position = [1, 2, 3].into_iter().collect();
    assert_eq!(strategy.advise(&three, &Unwatched).unwrap(), None);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn beta_nim() {
    for (beta, text) in [
        (Beta(1, 3, 1), "1+sqrt(3)"),
        (Beta(0, 6, 1), "sqrt(6)"),
        (Beta(0, 7, 1), "sqrt(7)"),
        (Beta(1, 13, 2), "(1+sqrt(13))/2"),
        (Beta(2, 2, 1), "2+sqrt(2)"),
        (Beta(1, 2, 1), "1+sqrt(2)"),
        (Beta(0, 5, 1), "sqrt(5)"),
        (Beta(1, 21, 2), "(1+sqrt(21))/2"),
    ] {
        check("beta-nim", beta, text, 45);
    }
}

#[test]
fn beta_wynim() {
    for (beta, text) in [
        (Beta(1, 3, 1), "1+sqrt(3)"),
        (Beta(2, 2, 1), "2+sqrt(2)"),
        (Beta(1, 13, 2), "(1+sqrt(13))/2"),
        (Beta(2, 3, 1), "2+sqrt(3)"),
    ] {
        check("beta-wynim", beta, text, 40);
    }
}

#[test]
fn beta_t_wynim() {
    for (beta, text) in [
        (Beta(1, 3, 1), "1+sqrt(3)"),
        (Beta(2, 2, 1), "2+sqrt(2)"),
        (Beta(1, 13, 2), "(1+sqrt(13))/2"),
        (Beta(2, 3, 1), "2+sqrt(3)"),
    ] {
        check("beta-t-wynim", beta, text, 40);
    }
}
