//! The strategies, one theorem a file, and [`catalog`], the one list of the games that come with the project.
//!
//! [`rulesets`] has the games whose rules no formula can say.
//!
//! Each game has a struct with one constructor for each of its strategies (`Raleigh::algebraic()`), and
//! `all()`, which lists them from the slowest to the fastest. The proof of a game, which says how to win,
//! is written once, over [`rows`]: how the row of a number is found is what distinguishes the strategies.

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod beatty;
pub mod beta;
pub mod beta_triangles;
pub mod catalog;
pub mod fat_rat;
pub mod frankenstein;
pub mod frankenstein_digits;
pub mod frankenstein_floors;
pub mod frankenstein_table;
pub mod heap;
pub mod mark;
pub mod mex_table;
pub mod mouse;
pub mod nim;
pub mod nimhoff;
mod pair;
pub mod raleigh;
pub mod raleigh_digits;
pub mod rat;
pub mod rat_vectors;
pub mod rows;
pub mod rulesets;
pub mod strategy;
pub mod subtraction;
pub mod succinct_rat;
pub mod welter;
pub mod wythoff;
pub mod wythoff_digits;

use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;

use crate::strategy::StrategyError;
use rules::position::Position;

/// The piles of a position of `D` piles, which must be sorted.
fn sorted<const D: usize>(position: &Position) -> Result<&[Natural; D], StrategyError> {
    let piles = exactly::<D>(position)?;
    require_sorted(position)?;
    Ok(piles)
}

/// The piles of a position of `D` piles.
fn exactly<const D: usize>(position: &Position) -> Result<&[Natural; D], StrategyError> {
    let piles = position.piles();
    piles
        .try_into()
        .map_err(|_| StrategyError::WrongNumberOfPiles {
            expected: D,
            given: piles.len(),
        })
}

fn require_sorted(position: &Position) -> Result<(), StrategyError> {
    if position.piles().is_sorted() {
        Ok(())
    } else {
        Err(StrategyError::NotAPosition {
            position: position.clone(),
            reason: "its piles are shown from the smallest to the largest",
        })
    }
}

/// The piles in machine words, if they are all below 2^62.
fn words<const D: usize>(piles: &[Natural; D]) -> Option<[u64; D]> {
    let mut words = [0; D];
    for (word, pile) in words.iter_mut().zip(piles) {
        *word = u64::try_from(pile).ok().filter(|word| word >> 62 == 0)?;
    }
    Some(words)
}

/// The position without tokens.
fn nothing(piles: usize) -> Position {
    Position::unchecked(vec![Natural::ZERO; piles])
}
