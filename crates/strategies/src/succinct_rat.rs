//! The succinct and the grandiose rat game, for any number d of piles.
//!
//! [`LARGE_RATS`], Theorem 7 and Corollary 8: the P-positions are the rat vectors and 0.
//! The two games are the same; the first states its rules by halving, the second by differences of P-positions
//! (*shortcuts*).
//!
//! The winning moves need no search. The rat vectors are the vectors with `s_d ≡ 2^(d−1)` modulo `2^d − 1` and
//! `s_(i−1) = ⌈s_i/2⌉`: rule a, with the printed a(ii) corrected to `s_i ≤ 2s_(i−1) ≤ s_i + 1`. From another vector x the move
//! to 0 is allowed unless x satisfies rule b. Then `x_d ≥ 2^d − 1`, so that `x ≥ r(1) = (1, 2, 4, …, 2^(d−1))`, and
//! `x − r(1)` has a last entry ≡ `2^(d−1) − 1`, which is neither 0 nor `2^(d−1)`: the move to r(1) is allowed. Each
//! test halves once for each pile: linear in d.
//!
//! ```
//! use strategies::succinct_rat::RatGame;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = RatGame::succinct(3)?.decide(&[1, 3, 7].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [1, 2, 4].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use crate::rat_vectors::vectors::RatVectors;
use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::{CheckedSub, ModPowerOf2, PowerOf2};
use numeration::natural::num::basic::traits::{One, Zero};

use super::nothing;
use crate::strategy::{Decision, Strategy, StrategyError, StrategyName, Targets};
use rules::citation::{LARGE_RATS, RAT_GAMES};
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;

/// The rat game on d ordered piles.
#[derive(Clone, Debug)]
pub struct RatGame {
    d: usize,
    vectors: RatVectors,
    wording: Wording,
}

/// How the rules are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wording {
    Succinct,
    Grandiose,
}

/// The most piles that are played with here.
const MOST_PILES: usize = 1 << 16;

impl RatGame {
    /// The succinct rat game.
    pub fn succinct(d: usize) -> Result<Self, StrategyError> {
        Self::new(d, Wording::Succinct)
    }

    /// The grandiose rat game.
    pub fn grandiose(d: usize) -> Result<Self, StrategyError> {
        Self::new(d, Wording::Grandiose)
    }

    fn new(d: usize, wording: Wording) -> Result<Self, StrategyError> {
        if !(2..=MOST_PILES).contains(&d) {
            let reason = format!("the rat games are played on 2 to {MOST_PILES} piles, not on {d}");
            return Err(StrategyError::NotApplicable(reason));
        }
        Ok(Self {
            d,
            vectors: RatVectors::new(d),
            wording,
        })
    }

    fn piles<'a>(&self, position: &'a Position) -> Result<&'a [Natural], StrategyError> {
        let given = position.piles().len();
        if given != self.d {
            return Err(StrategyError::WrongNumberOfPiles {
                expected: self.d,
                given,
            });
        }
        Ok(position.piles())
    }

    /// The index of a rat vector; 0 for the vector of zeros.
    fn index(&self, piles: &[Natural]) -> Option<Natural> {
        let last = &piles[self.d - 1];
        if piles.iter().all(|pile| *pile == Natural::ZERO) {
            return Some(Natural::ZERO);
        }
        let halves = piles
            .windows(2)
            .all(|pair| pair[0] == (&pair[1] + Natural::ONE) >> 1);
        let above = last + self.vectors.offset(self.d as u64);
        (halves && *last != Natural::ZERO && &above % self.vectors.modulus() == Natural::ZERO)
            .then(|| above / self.vectors.modulus())
    }

    /// Does the vector satisfy rule b: is it a difference of two rat vectors other than 0?
    fn is_shortcut(&self, piles: &[Natural]) -> bool {
        let halves = piles.windows(2).all(|pair| {
            let half: Natural = &pair[1] >> 1;
            pair[0] == half || pair[0] == half + (&pair[1]).mod_power_of_2(1)
        });
        halves && &piles[self.d - 1] % self.vectors.modulus() == Natural::ZERO
    }
}

impl Strategy for RatGame {
    fn name(&self) -> StrategyName {
        StrategyName::Algebraic
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(RAT_GAMES)
    }

    fn outcome(&self, position: &Position, _: &dyn Watch) -> Result<Outcome, StrategyError> {
        let piles = self.piles(position)?;
        Ok(if self.index(piles).is_some() {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn decide(&self, position: &Position, _: &dyn Watch) -> Result<Decision, StrategyError> {
        let piles = self.piles(position)?;
        let mut why = Explanation::default();
        if let Some(n) = self.index(piles) {
            why.say(
                "each pile is half the next, rounded up, and the position is the rat vector r({})",
                [n.into()],
            );
            return Ok(Decision::p(why));
        }
        if !self.is_shortcut(piles) {
            why.say(
                match self.wording {
                    Wording::Succinct => {
                        "all of {} may be taken: it satisfies neither rule a nor rule b"
                    }
                    Wording::Grandiose => {
                        "all of {} may be taken: it is not the difference of two P-positions"
                    }
                },
                [position.into()],
            );
            return Ok(Decision::n(nothing(self.d), "to 0", why));
        }
        let first = Position::unchecked((0..self.d as u64).map(Natural::power_of_2).collect());
        let last = SentenceValue::from(&piles[self.d - 1]);
        let modulus = SentenceValue::Number(self.vectors.modulus().clone());
        why.say(
            match self.wording {
                Wording::Succinct => {
                    "{} may not be taken at once, by rule b, since {} is a multiple of {}; what is taken to reach r(1) = {} satisfies neither rule"
                }
                Wording::Grandiose => {
                    "{} is the difference of two P-positions, since {} is a multiple of {} and the piles halve; what is taken to reach r(1) = {} is not"
                }
            },
            [position.into(), last, modulus, (&first).into()],
        );
        Ok(Decision::n(first, "to r(1)", why))
    }

    fn nim_value_evidence(&self) -> Evidence {
        Evidence::theorem(
            LARGE_RATS.at(
                "Theorem 16, proved for d > 2 and corrected for d = 2 in docs/rat-game-values.md",
            ),
        )
    }

    fn nim_value(&self, position: &Position) -> Result<Option<NimValue>, StrategyError> {
        let piles = self.piles(position)?;
        if self.index(piles).is_some() {
            return Ok(Some(NimValue::ZERO));
        }
        let value = match piles {
            [x, y] if *x == 1u32 && *y >= 5u32 && y % Natural::from(3u8) == 2u32 => {
                y - Natural::from(2u8)
            }
            _ => total(piles),
        };
        Ok(Some(NimValue::of_heap(value)))
    }

    /// The positions that the proof of the theorem names.
    fn targets(
        &self,
        position: &Position,
        value: &NimValue,
    ) -> Result<Option<Targets>, StrategyError> {
        let piles = self.piles(position)?;
        let Some(taken) = (&total(piles)).checked_sub(value.heap()) else {
            return Ok(Some(Targets::All(Vec::new())));
        };
        let mut found = self.lowered(piles, &taken);
        for pile in [0, self.d - 1] {
            let mut alone = vec![Natural::ZERO; self.d];
            alone[pile] = value.heap().clone();
            found.push(alone);
        }
        if self.d == 2 {
            // Perhaps an exception, of value less than its number of tokens.
            found.push(vec![Natural::ONE, value.heap() + Natural::from(2u8)]);
        }
        if *value == NimValue::ZERO {
            found.push((0..self.d as u64).map(Natural::power_of_2).collect());
        }
        let positions = found.into_iter().map(Position::unchecked);
        Ok(Some(Targets::Some(positions.collect())))
    }
}

impl RatGame {
    /// So much taken from one pile; the same with one token of it from a neighbour; pile after pile emptied, the largest
    /// first, until it is enough.
    fn lowered(&self, piles: &[Natural], taken: &Natural) -> Vec<Vec<Natural>> {
        let mut found = Vec::new();
        for (place, pile) in piles.iter().enumerate() {
            let neighbour = (place + 1) % self.d;
            for shared in [Natural::ZERO, Natural::ONE] {
                let mut lowered = piles.to_vec();
                let from_here = taken.checked_sub(&shared);
                let here = from_here.and_then(|taken| pile.checked_sub(&taken));
                let there = (&piles[neighbour]).checked_sub(&shared);
                if let (Some(here), Some(there)) = (here, there) {
                    (lowered[place], lowered[neighbour]) = (here, there);
                    found.push(lowered);
                }
            }
        }
        let (mut emptied, mut still) = (piles.to_vec(), taken.clone());
        let mut largest_first: Vec<usize> = (0..self.d).collect();
        largest_first.sort_by(|&one, &other| piles[other].cmp(&piles[one]));
        for place in largest_first {
            let part = still.clone().min(piles[place].clone());
            emptied[place] -= &part;
            still -= part;
        }
        found.push(emptied);
        found
    }
}

fn total(piles: &[Natural]) -> Natural {
    piles.iter().fold(Natural::ZERO, |sum, pile| sum + pile)
}
