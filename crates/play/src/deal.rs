//! An interesting position to start from: won by the next player, and if possible not by a move that ends the game.

use std::ops::ControlFlow;

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use numeration::natural::num::basic::traits::Zero;

use super::PlayError;
use super::adviser::{Adviser, advise_within, patient};
use super::candidates::total;
use super::random::Random;
use rules::outcome::Outcome;
use rules::position::Position;
use rules::ruleset::Ruleset;

/// How many positions are looked at.
const TRIES: u64 = 120;
/// How often the searches for one shape of position may ask whether to go on.
const PATIENCE: u64 = 50_000;
/// The largest pile that is dealt, by the number of piles: what lies on the table can be seen at a glance.
const LARGEST: [u64; 7] = [30, 30, 20, 14, 10, 8, 6];
/// The same where a search must tell who wins.
const LARGEST_SEARCHED: [u64; 7] = [30, 30, 20, 9, 5, 4, 3];
/// The last square on which a coin is dealt.
const LARGEST_SQUARE: u64 = 18;
/// With more piles than this, none are doubled: the last would be huge.
const MOST_DOUBLED: usize = 6;
/// With a number of piles that varies, how many are dealt.
const PILES: usize = 3;
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
    let mut random = Random::new(seed);
    let count = rules.pile_names().map_or(PILES, <[_]>::len);
    let known = adviser.knows_any_size(watch);
    let largest = match (rules.pile_names(), known) {
        (None, _) => LARGEST_SQUARE,
        (Some(_), true) => LARGEST[count.min(LARGEST.len() - 1)],
        (Some(_), false) => LARGEST_SEARCHED[count.min(LARGEST_SEARCHED.len() - 1)],
    };
    let doubles = known && (2..=MOST_DOUBLED).contains(&count);
    let dealer = StartFinder {
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
struct StartFinder<'d> {
    rules: &'d dyn Ruleset,
    adviser: &'d dyn Adviser,
    watch: &'d dyn Watch,
}

impl StartFinder<'_> {
    fn best_of(
        &self,
        mut piles: impl FnMut(u64) -> Vec<Natural>,
    ) -> Result<Option<Position>, PlayError> {
        let patient = patient(self.watch, PATIENCE);
        let mut best: Option<(u64, Position)> = None;
        for attempt in 0..TRIES {
            self.watch.check()?;
            let Some(position) = self.placed(piles(attempt), attempt) else {
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
            let taken = percent_taken(&position, &winning.to);
            let least = best.as_ref().map_or(u64::MAX, |(least, _)| *least);
            if taken < least {
                let taken = if self.is_over_at_once(&position)? {
                    EVERYTHING
                } else {
                    taken
                };
                if taken < least {
                    best = Some((taken, position));
                }
            }
        }
        Ok(best.map(|(_, position)| position))
    }

    /// The position with these piles. Where not every vector is one, a pile with a place of its own may be no more than a
    /// token: as few of the last piles as will do are 0 or 1.
    fn placed(&self, mut piles: Vec<Natural>, attempt: u64) -> Option<Position> {
        for (last, token) in (0..piles.len()).rev().zip([1, 2, 4].into_iter().cycle()) {
            if let Ok(position) = self.rules.position(piles.clone()) {
                return Some(position);
            }
            piles[last] = Natural::from(attempt / token % 2);
        }
        self.rules.position(piles).ok()
    }

    /// May everything be taken?
    fn is_over_at_once(&self, position: &Position) -> Result<bool, PlayError> {
        let nothing = position.piles().iter().map(|_| Natural::ZERO);
        match self.rules.position(nothing.collect()) {
            Ok(nothing) => Ok(self.rules.legal(position, &nothing, self.watch)?.is_ok()),
            Err(_) => Ok(false),
        }
    }

    /// A position with a move, whoever wins.
    fn any_of(&self, mut piles: impl FnMut() -> Vec<Natural>) -> Result<Position, PlayError> {
        for attempt in 0..TRIES {
            let Some(position) = self.placed(piles(), attempt) else {
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

/// In percent.
const EVERYTHING: u64 = 100;

/// How much of what is there a move takes.
fn percent_taken(position: &Position, to: &Position) -> u64 {
    let (before, after) = (total(position), total(to));
    // Where heaps split, there may be more tokens after a move than before.
    let Some(taken) = (&before).checked_sub(&after).filter(|_| before > 0) else {
        return 0;
    };
    let percent = taken * Natural::from(EVERYTHING) / before;
    u64::try_from(&percent).unwrap_or(EVERYTHING)
}

/// Different piles of any size, in order: where piles have their places, those of P-positions grow from place to place.
fn scattered(count: usize, largest: u64, random: &mut Random) -> Vec<Natural> {
    let mut piles: Vec<u64> = (0..count).map(|_| 1 + random.next() % largest).collect();
    piles.sort_unstable();
    let apart = |(index, pile)| Natural::from(index as u64 + pile);
    piles.into_iter().enumerate().map(apart).collect()
}

/// Each pile about twice the one before, as in the P-positions of the rat games.
fn doubling(count: usize, largest: u64, random: &mut Random) -> Vec<Natural> {
    let most = (3 * largest / 2) >> count.saturating_sub(1).min(63);
    let mut pile = 2 + random.next() % most.max(2);
    let mut piles = Vec::with_capacity(count);
    for _ in 0..count {
        piles.push(Natural::from(pile));
        pile = pile.saturating_mul(2).saturating_sub(random.next() % 2);
    }
    piles
}
