//! An interesting position to start from: won by the next player, by few moves, and not by one that ends the game.

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;

use super::{Advisor, PlayError};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// How many positions are looked at.
const TRIES: u64 = 120;
/// The largest pile that is dealt.
const LARGEST: u64 = 40;
/// With a number of piles that varies, how many are dealt.
const PILES: usize = 4;

/// An N-position of moderate size near a P-position, the same for the same seed.
///
/// Of the positions tried, it is the one from which the winning move takes the smallest part of what is there, so
/// that neither everything nor a single pile is the obvious answer.
pub fn deal(
    rules: &dyn Ruleset,
    advisor: &mut Advisor<'_>,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Position, PlayError> {
    let mut random = seed;
    let mut best: Option<(u64, Position)> = None;
    for _ in 0..TRIES {
        watch.check()?;
        let count = rules.pile_names().map_or(PILES, <[_]>::len);
        let piles = (0..count)
            .map(|_| Natural::from(2 + next(&mut random) % (LARGEST - 1)))
            .collect();
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
        if after == Natural::ZERO {
            continue;
        }
        let percent = (&before - &after) * Natural::from(100u8) / before;
        let taken = u64::try_from(&percent).unwrap_or(u64::MAX);
        if best.as_ref().is_none_or(|(least, _)| taken < *least) {
            best = Some((taken, position));
        }
    }
    best.map(|(_, position)| position)
        .ok_or(PlayError::NothingToDeal)
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
