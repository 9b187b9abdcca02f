//! An interesting position to start from: won by the next player, and if possible not by a move that ends the game.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;

use super::{Advisor, PlayError};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// How many positions are looked at.
const TRIES: u64 = 120;
/// The largest pile that is dealt where a theorem tells who wins.
const LARGEST: u64 = 40;
/// The largest pile that is dealt where a search must tell, by the number of piles.
const LARGEST_SEARCHED: [u64; 7] = [40, 40, 20, 9, 5, 4, 3];
/// With more piles than this, none are doubled: the last would be huge.
const MOST_DOUBLED: usize = 6;
/// With a number of piles that varies, how many are dealt.
const PILES: usize = 4;

/// An N-position of moderate size near a P-position, the same for the same seed.
///
/// Of the positions tried, it is the one from which the winning move takes the smallest part of what is there, so
/// that taking everything is the answer only where nothing better was met.
pub fn deal(
    rules: &dyn Ruleset,
    advisor: &mut Advisor<'_>,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Position, PlayError> {
    let mut random = seed;
    let mut best: Option<(u64, Position)> = None;
    let count = rules.pile_names().map_or(PILES, <[_]>::len);
    let largest = if advisor.knows_a_theorem() {
        LARGEST
    } else {
        LARGEST_SEARCHED[count.min(LARGEST_SEARCHED.len() - 1)]
    };
    for attempt in 0..TRIES {
        watch.check()?;
        let piles = if attempt % 2 == 0 || largest < LARGEST || count > MOST_DOUBLED {
            scattered(count, largest, &mut random)
        } else {
            doubling(count, largest, &mut random)
        };
        let Ok(position) = rules.position(piles) else {
            continue;
        };
        let advice = advisor.advise(&position, watch)?;
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
    best.map(|(_, position)| position)
        .ok_or(PlayError::NothingToDeal)
}

/// Piles of any size, in order: where piles have their places, those of P-positions grow from place to place.
fn scattered(count: usize, largest: u64, random: &mut u64) -> Vec<Natural> {
    let mut piles: Vec<Natural> = (0..count)
        .map(|_| Natural::from(2 + next(random) % (largest - 1)))
        .collect();
    piles.sort();
    piles
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
