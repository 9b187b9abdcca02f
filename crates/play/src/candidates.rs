//! Moves worth a thought: all of them where they are few, a sample of every shape where they are many.

use std::ops::ControlFlow;

use logic::Watch;
use logic::watch::Limited;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use numeration::natural::num::basic::traits::Zero;
use numeration::natural::num::logic::traits::SignificantBits;

use super::PlayError;
use super::random::Random;
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};

/// So many moves of the rules are listed.
const LISTED: usize = 120;
/// So many moves are thought about, by the binary digits of the longest pile.
const THOUGHT: [(u64, usize); 4] = [(64, 60), (1 << 10, 24), (1 << 14, 8), (u64::MAX, 4)];
/// So many piles are sampled.
const PILES: usize = 6;

/// What lies on the table.
pub(super) fn total(position: &Position) -> Natural {
    let piles = position.piles().iter();
    piles.fold(Natural::ZERO, |sum, pile| sum + pile)
}

/// The binary digits of the longest pile.
pub(super) fn longest(position: &Position) -> u64 {
    let piles = position.piles().iter();
    piles.map(|pile| pile.significant_bits()).max().unwrap_or(0)
}

/// Some moves from a position, in no particular order; none only if there is none.
pub(super) fn candidates(
    rules: &dyn Ruleset,
    position: &Position,
    random: &mut Random,
    patient: &Limited<'_>,
) -> Result<Vec<Move>, PlayError> {
    let bits = longest(position);
    let thought = THOUGHT.iter().find(|(most, _)| bits <= *most);
    let thought = thought.map_or(1, |(_, count)| *count);
    let mut found: Vec<Move> = Vec::new();
    let watch = &patient.unhurried();
    let flow = rules.for_each_move(position, watch, &mut |option| {
        found.push(option);
        if found.len() < LISTED.min(2 * thought) && patient.check().is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    if flow.is_continue() || patient.is_exhausted() {
        random.pick(&mut found, thought);
        return Ok(found);
    }
    // The first moves of the rules are all alike: a few of them will do.
    random.pick(&mut found, thought.div_ceil(4));
    let mut shapes = shapes(position.piles(), random);
    let tries = shapes.len();
    random.pick(&mut shapes, tries);
    for piles in shapes {
        if found.len() >= thought || patient.check().is_err() {
            watch.check()?;
            break;
        }
        if let Ok(to) = rules.position(piles)
            && !found.iter().any(|option| option.to == to)
            && let Ok(kinds) = rules.legal(position, &to, watch)?
        {
            found.push(Move { to, kinds });
        }
    }
    Ok(found)
}

/// One pile made equal to another, halved, cut short or lowered a little; or the same taken from two.
fn shapes(piles: &[Natural], random: &mut Random) -> Vec<Vec<Natural>> {
    let mut shapes = Vec::new();
    let mut places: Vec<usize> = (0..piles.len()).collect();
    random.pick(&mut places, PILES);
    for &place in &places {
        let targets = targets(piles, place, random);
        shapes.extend(targets.into_iter().map(|target| {
            let mut shape = piles.to_vec();
            shape[place] = target;
            shape
        }));
        for &other in places.iter().filter(|other| **other > place) {
            let least = (&piles[place]).min(&piles[other]);
            for taken in [Natural::from(1_u8), least >> 1, least.clone()] {
                let mut shape = piles.to_vec();
                if let (Some(one), Some(two)) = (
                    (&piles[place]).checked_sub(&taken),
                    (&piles[other]).checked_sub(&taken),
                ) {
                    (shape[place], shape[other]) = (one, two);
                    shapes.push(shape);
                }
            }
        }
    }
    shapes
}

/// What a pile may be lowered to.
fn targets(piles: &[Natural], place: usize, random: &mut Random) -> Vec<Natural> {
    let pile = &piles[place];
    let bits = pile.significant_bits();
    let cut = [1, 2, 3, bits / 4, bits / 2, 3 * (bits / 4)];
    let mut targets = vec![Natural::ZERO];
    targets.extend(cut.into_iter().map(|cut| pile >> cut));
    targets.extend(piles.iter().take(PILES).cloned());
    let little = (1..=3_u8).filter_map(|taken| pile.checked_sub(Natural::from(taken)));
    targets.extend(little);
    // Somewhere between: a part out of 64.
    let part = Natural::from(random.next() % 64);
    targets.push((pile * part) >> 6);
    targets.retain(|target| target < pile);
    targets
}
