//! Welter's game: one coin to a free square with a lower number.
//!
//! [`ON_NUMBERS_AND_GAMES`], chapter 13: the nim-value of coins on the squares `a, b, …` is
//! Welter's function `[a|b|…] = a ⊕ b ⊕ … ⊕ (a|b) ⊕ …`, with a *mate* `(a|b) = 2^(k+1) − 1` for
//! each two coins, where 2^k is the highest power of 2 that divides `a − b`.
//!
//! All moves to a value are found bit by bit: bit i of the function is bit i of the coin that
//! moves, changed once for each other coin whose square agrees with the new one in all lower bits.
//! So each coin has one square for each value.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::{One, Zero};
use numeration::natural::num::logic::traits::{BitAccess, SignificantBits};

use super::require_sorted;
use crate::strategy::{Decision, Strategy, StrategyError, StrategyName, Targets};
use rules::citation::ON_NUMBERS_AND_GAMES;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::nim_value::NimValue;
use rules::position::Position;

/// Welter's game, by Welter's function.
#[derive(Clone, Copy, Debug)]
pub struct Welter;

/// Welter's function of distinct squares.
fn function(squares: &[Natural]) -> Natural {
    let mut value = Natural::ZERO;
    for (place, square) in squares.iter().enumerate() {
        value ^= square;
        for other in &squares[..place] {
            let difference = square ^ other;
            let mate = &difference ^ (&difference - Natural::ONE);
            value ^= mate;
        }
    }
    value
}

/// The square below `limit` that makes the function of the others and it this value.
fn square_of(value: &Natural, others: &[Natural], limit: &Natural) -> Option<Natural> {
    let wanted = value ^ function(others);
    let mut square = Natural::ZERO;
    let mut alike: Vec<&Natural> = others.iter().collect();
    for place in 0..limit.significant_bits() {
        let bit = wanted.get_bit(place) != (alike.len() % 2 == 1);
        square.assign_bit(place, bit);
        alike.retain(|other| other.get_bit(place) == bit);
    }
    if square >= *limit || others.contains(&square) {
        return None;
    }
    let mut squares = others.to_vec();
    squares.push(square.clone());
    (function(&squares) == *value).then_some(square)
}

/// The squares of the coins, no two on one: from other positions Welter's function tells nothing.
fn squares(position: &Position) -> Result<&[Natural], StrategyError> {
    require_sorted(position)?;
    let squares = position.piles();
    match squares.windows(2).any(|pair| pair[0] == pair[1]) {
        true => Err(StrategyError::NotApplicable(
            "Welter's function does not apply to two coins on one square".to_owned(),
        )),
        false => Ok(squares),
    }
}

impl Strategy for Welter {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(ON_NUMBERS_AND_GAMES.at("chapter 13"))
    }

    fn decide(&self, position: &Position, _: &dyn Watch) -> Result<Decision, StrategyError> {
        let value = function(squares(position)?);
        let mut why = Explanation::default();
        why.say("Welter's function is {}", [(&value).into()]);
        if value == Natural::ZERO {
            return Ok(Decision::p(why));
        }
        let Some(Targets::All(targets)) = self.targets(position, &NimValue::ZERO)? else {
            return Err(StrategyError::NoWinningMove(position.clone()));
        };
        let to = targets.into_iter().next();
        let to = to.ok_or_else(|| StrategyError::NoWinningMove(position.clone()))?;
        why.say("it is 0 after the move to {}", [SentenceValue::from(&to)]);
        Ok(Decision::n(to, "a square that makes it 0", why))
    }

    fn nim_value(&self, position: &Position) -> Result<Option<NimValue>, StrategyError> {
        Ok(Some(NimValue::of_heap(function(squares(position)?))))
    }

    fn targets(
        &self,
        position: &Position,
        value: &NimValue,
    ) -> Result<Option<Targets>, StrategyError> {
        let squares = squares(position)?;
        let mut targets = Vec::new();
        for (place, square) in squares.iter().enumerate() {
            let mut others = squares.to_vec();
            others.remove(place);
            if let Some(lowered) = square_of(value.heap(), &others, square) {
                others.push(lowered);
                others.sort();
                targets.push(Position::unchecked(others));
            }
        }
        Ok(Some(Targets::All(targets)))
    }
}
