//! An interesting position to start from: won by the next player, and if possible not by a move that ends the game.

use std::ops::ControlFlow;

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;

use super::PlayError;
use super::adviser::{Adviser, Patient, advise_within};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// How many positions are looked at.
const TRIES: u64 = 120;
/// How often the searches for one shape of position may ask whether to go on.
const PATIENCE: u64 = 50_000;
/// The largest pile that is dealt where a theorem tells who wins.
const LARGEST: u64 = 40;
/// The largest pile that is dealt where a search must tell, by the number of piles.
const LARGEST_SEARCHED: [u64; 7] = [40, 40, 20, 9, 5, 4, 3];
/// With more piles than this, none are doubled: the last would be huge.
const MOST_DOUBLED: usize = 6;
/// With a number of piles that varies, how many are dealt.
const PILES: usize = 4;
/// Where many piles are too many to search, so many of them are left.
const FEW: usize = 4;

/// An N-position of moderate size near a P-position, the same for the same seed.
///
/// Of the positions tried, it is the one from which the winning move takes the smallest part of what is there, so
/// that taking everything is the answer only where nothing better was met. Piles differ from each other as
/// long as the outcome of such a position can be found out soon; otherwise most of many piles are empty, and if
/// nothing can be found out there either, anybody may win.
pub fn deal(
    rules: &dyn Ruleset,
    adviser: &dyn Adviser,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Position, PlayError> {
    let mut random = seed;
    let count = rules.pile_names().map_or(PILES, <[_]>::len);
    let largest = if adviser.knows_any_size(watch) {
        LARGEST
    } else {
        LARGEST_SEARCHED[count.min(LARGEST_SEARCHED.len() - 1)]
    };
    let doubles = largest == LARGEST && count <= MOST_DOUBLED;
    let dealer = Dealer {
        rules,
        adviser,
        watch,
    };
    let many = dealer.best_of(|attempt| {
        if attempt % 2 == 1 && doubles {
            doubling(count, largest, &mut random)
        } else {
            scattered(count, largest, &mut random)
        }
    })?;
    if let Some(position) = many {
        return Ok(position);
    }
    let few = dealer.best_of(|_| {
        let mut piles = vec![Natural::ZERO; count.saturating_sub(FEW)];
        piles.extend(scattered(count.min(FEW), largest, &mut random));
        piles
    })?;
    match few {
        Some(position) => Ok(position),
        None => dealer.any_of(|| scattered(count, largest, &mut random)),
    }
}

/// Looks for the best of some positions.
struct Dealer<'d> {
    rules: &'d dyn Ruleset,
    adviser: &'d dyn Adviser,
    watch: &'d dyn Watch,
}

impl Dealer<'_> {
    fn best_of(
        &self,
        mut piles: impl FnMut(u64) -> Vec<Natural>,
    ) -> Result<Option<Position>, PlayError> {
        let patient = Patient::new(self.watch, PATIENCE);
        let mut best: Option<(u64, Position)> = None;
        for attempt in 0..TRIES {
            self.watch.check()?;
            let Ok(position) = self.rules.position(piles(attempt)) else {
                continue;
            };
            let advice = advise_within(self.adviser, &position, &patient)?;
            if patient.is_exhausted() {
                break;
            }
            let Some(winning) = advice
                .winning_move
                .filter(|_| advice.outcome == Some(Outcome::N))
            else {
                continue;
            };
            let (before, after) = (sum(&position), sum(&winning.to));
            let percent = (&before - &after) * Natural::from(100u8) / before;
            let taken = u64::try_from(&percent).unwrap_or(u64::MAX);
            if best.as_ref().is_none_or(|(least, _)| taken < *least) {
                best = Some((taken, position));
            }
        }
        Ok(best.map(|(_, position)| position))
    }

    /// A position with a move, whoever wins.
    fn any_of(&self, mut piles: impl FnMut() -> Vec<Natural>) -> Result<Position, PlayError> {
        for _ in 0..TRIES {
            let Ok(position) = self.rules.position(piles()) else {
                continue;
            };
            let mut first = |_| ControlFlow::Break(());
            let moves = self
                .rules
                .for_each_move(&position, self.watch, &mut first)?;
            if moves.is_break() {
                return Ok(position);
            }
        }
        Err(PlayError::NothingToDeal)
    }
}

/// Different piles of any size, in order: where piles have their places, those of P-positions grow from place to place.
fn scattered(count: usize, largest: u64, random: &mut u64) -> Vec<Natural> {
    let mut piles: Vec<u64> = (0..count).map(|_| 1 + next(random) % largest).collect();
    piles.sort_unstable();
    let apart = |(index, pile)| Natural::from(index as u64 + pile);
    piles.into_iter().enumerate().map(apart).collect()
}

/// Each pile about twice the one before, as in the P-positions of the rat games.
fn doubling(count: usize, largest: u64, random: &mut u64) -> Vec<Natural> {
    let first = (largest >> count.min(63)).max(1);
    let mut pile = 2 + next(random) % (2 * first);
    let mut piles = Vec::with_capacity(count);
    for _ in 0..count {
        piles.push(Natural::from(pile));
        pile = pile.saturating_mul(2).saturating_sub(next(random) % 2);
    }
    piles
}

fn sum(position: &Position) -> Natural {
    position
        .piles()
        .iter()
        .fold(Natural::ZERO, |sum, pile| sum + pile)
}

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
