//! Cyclic Nimhoff: Nim moves, and fewer than h tokens in all from any piles.
//!
//! [`NIMHOFF`]: the nim-value is `h·(⊕ ⌊x_i/h⌋) + (Σ x_i mod h)`, so that the P-positions
//! are those with nim-sum 0 of the quotients and a sum of the piles that h divides.
//!
//! If the nim-sum is not 0, a pile that shares its highest 1 is lowered to the quotient that cancels it, with the remainder
//! that makes the sum divisible. Otherwise s, the remainder of the sum, is taken from the remainders of the piles,
//! which add up to at least s.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::DivMod;
use numeration::natural::num::basic::traits::Zero;
use numeration::natural::num::logic::traits::{BitAccess, SignificantBits};

use crate::strategy::{Decision, Strategy, StrategyError, StrategyName, Targets};
use rules::citation::NIMHOFF;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::nim_value::NimValue;
use rules::position::Position;

/// Cyclic Nimhoff on sorted piles.
#[derive(Clone, Debug)]
pub struct CyclicNimhoff {
    h: Natural,
}

impl CyclicNimhoff {
    /// With `h ≥ 1`.
    pub fn new(h: Natural) -> Result<Self, StrategyError> {
        if h == Natural::ZERO {
            return Err(StrategyError::NotApplicable(
                "h must be at least 1".to_owned(),
            ));
        }
        Ok(Self { h })
    }
}

impl Strategy for CyclicNimhoff {
    fn name(&self) -> StrategyName {
        StrategyName::Algebraic
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(NIMHOFF.at("cyclic Nimhoff"))
    }

    fn decide(&self, position: &Position, _: &dyn Watch) -> Result<Decision, StrategyError> {
        let mut piles = position.piles().to_vec();
        let mut why = Explanation::default();
        let (quotients, remainders): (Vec<Natural>, Vec<Natural>) =
            piles.iter().map(|pile| pile.div_mod(&self.h)).unzip();
        let nim_sum = quotients
            .iter()
            .fold(Natural::ZERO, |sum, quotient| sum ^ quotient);
        let rest = piles.iter().fold(Natural::ZERO, |sum, pile| sum + pile) % &self.h;
        let h = || SentenceValue::Number(self.h.clone());
        if nim_sum == Natural::ZERO {
            if rest == Natural::ZERO {
                let parts = vec![h(), h()];
                why.say(
                    "the piles divided by {} have nim-sum 0, and {} divides the sum of the piles",
                    parts,
                );
                return Ok(Decision::p(why));
            }
            let parts = vec![h(), h(), (&rest).into(), (&rest).into()];
            why.say("the piles divided by {} have nim-sum 0; the sum of the piles is {}·… + {}, so take {} from the remainders", parts);
            let piles = self.without(&piles, rest);
            return Ok(Decision::n(Position::unchecked(piles), "nim-sum 0", why));
        }
        let place = nim_sum.significant_bits() - 1;
        let chosen = quotients
            .iter()
            .position(|quotient| quotient.get_bit(place))
            .ok_or_else(|| StrategyError::NoWinningMove(position.clone()))?;
        let others = (&rest + &self.h - &remainders[chosen]) % &self.h;
        let lowered = (&quotients[chosen] ^ &nim_sum) * &self.h + (&self.h - others) % &self.h;
        let parts = vec![
            h(),
            (&nim_sum).into(),
            (&piles[chosen]).into(),
            (&lowered).into(),
        ];
        why.say(
            "the piles divided by {} have nim-sum {}: {} becomes {}",
            parts,
        );
        piles[chosen] = lowered;
        piles.sort();
        Ok(Decision::n(
            Position::unchecked(piles),
            "nim-sum not 0",
            why,
        ))
    }

    fn nim_value(&self, position: &Position) -> Result<Option<NimValue>, StrategyError> {
        let (quotients, rest) = self.parts(position.piles());
        Ok(Some(NimValue::of_heap(quotients * &self.h + rest)))
    }

    /// The moves in one pile, whose quotient and remainder are given by those of the others; and, where the quotients may
    /// stay as they are, fewer than h tokens from the remainders. Other moves of few tokens may do it too.
    fn targets(
        &self,
        position: &Position,
        value: &NimValue,
    ) -> Result<Option<Targets>, StrategyError> {
        let (quotient, remainder) = value.heap().div_mod(&self.h);
        let mut targets = Vec::new();
        for (place, pile) in position.piles().iter().enumerate() {
            let mut piles = position.piles().to_vec();
            let _ = piles.swap_remove(place);
            let (others, rest) = self.parts(&piles);
            let lowered = (&quotient ^ others) * &self.h + (&remainder + &self.h - rest) % &self.h;
            if lowered < *pile {
                piles.push(lowered);
                piles.sort();
                targets.push(Position::unchecked(piles));
            }
        }
        let (quotients, rest) = self.parts(position.piles());
        if quotients == quotient && remainder < rest {
            targets.push(Position::unchecked(
                self.without(position.piles(), rest - remainder),
            ));
        }
        Ok(Some(Targets::Some(targets)))
    }
}

impl CyclicNimhoff {
    /// The piles, sorted, with so much taken from their remainders, which add up to as much.
    fn without(&self, piles: &[Natural], mut taken: Natural) -> Vec<Natural> {
        let mut piles = piles.to_vec();
        for pile in &mut piles {
            let part = taken.clone().min(&*pile % &self.h);
            *pile -= &part;
            taken -= part;
        }
        piles.sort();
        piles
    }

    /// The nim-sum of the quotients, and the remainder of the sum.
    fn parts(&self, piles: &[Natural]) -> (Natural, Natural) {
        let quotients = piles
            .iter()
            .fold(Natural::ZERO, |sum, pile| sum ^ (pile / &self.h));
        let rest = piles.iter().fold(Natural::ZERO, |sum, pile| sum + pile) % &self.h;
        (quotients, rest)
    }
}
