//! Small positions, by the rules as they are: the quick way to a counterexample where automata are dear.
//!
//! On smaller positions the claim is right, or a smaller counterexample would have been found; so a position refutes it
//! if it is claimed and has a move to a claimed one, or is not claimed and has none.

use games::position::Position;
use games::ruleset::{Kind, RulesError, Ruleset};
use games::spec::Spec;
use logic::evaluate::{Assignment, Evaluator};
use logic::watch::{Stopped, Watch};
use logic::{Formula, Set, Term};
use numeration::natural::Integer;
use std::sync::Arc;

use crate::claim::Counterexample;

/// How many pairs of positions are looked at.
const PAIRS: usize = 12_000;

/// The smallest counterexample, if it is small; the set consists of positions.
///
/// # Errors
/// If the watch stops the work.
pub(crate) fn counterexample(
    spec: &Spec,
    set: &Arc<Set>,
    watch: &dyn Watch,
) -> Result<Option<Counterexample>, Stopped> {
    let mut claimed: Vec<Position> = Vec::new();
    let mut pairs = 0;
    for sum in 0.. {
        for position in of_sum(spec, sum) {
            if !spec.has(&position) {
                pairs += 1;
                if pairs > PAIRS {
                    return Ok(None);
                }
                continue;
            }
            let Some(member) = is_member(&position, set, watch)? else {
                return Ok(None);
            };
            let mut found = None;
            for target in &claimed {
                pairs += 1;
                match kind(spec, &position, target, watch)? {
                    Some(Some(kind)) => found = Some((target.clone(), kind)),
                    Some(None) => continue,
                    None => return Ok(None),
                }
                break;
            }
            pairs += 1;
            match (member, found) {
                (true, Some((to, kind))) => {
                    return Ok(Some(Counterexample::MoveInside {
                        from: position,
                        to,
                        kind,
                    }));
                }
                (false, None) => return Ok(Some(Counterexample::NoMoveInto { position })),
                (true, None) => claimed.push(position),
                (false, Some(_)) => {}
            }
            if pairs > PAIRS {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// Does the set contain the position? Nothing if that cannot be evaluated.
fn is_member(
    position: &Position,
    set: &Arc<Set>,
    watch: &dyn Watch,
) -> Result<Option<bool>, Stopped> {
    let piles = position.piles().iter();
    let tuple = piles.map(|pile| Term::Constant(Integer::from(pile.clone())));
    let member = Formula::Member(tuple.collect(), set.clone());
    watch.check()?;
    Ok(Evaluator::new(watch)
        .holds(&member, &Assignment::new())
        .ok())
}

/// The kind of the move, if there is one; nothing if that cannot be evaluated.
#[allow(clippy::option_option)]
fn kind(
    spec: &Spec,
    from: &Position,
    to: &Position,
    watch: &dyn Watch,
) -> Result<Option<Option<Kind>>, Stopped> {
    match spec.legal(from, to, watch) {
        Ok(Ok(kinds)) => Ok(Some(kinds.into_iter().next())),
        Ok(Err(_)) => Ok(Some(None)),
        Err(RulesError::Stopped(reason)) => Err(reason),
        Err(RulesError::Evaluation(_)) => Ok(None),
    }
}

/// The vectors with so many tokens whose sorted piles are in order, in lexicographic order: the positions, and perhaps others.
pub(crate) fn of_sum(spec: &Spec, sum: u64) -> Vec<Position> {
    let sorted = spec.piles.order.sorted(spec.dimension());
    let mut begun: Vec<(Vec<u64>, u64)> = vec![(Vec::new(), sum)];
    for _ in 1..spec.dimension() {
        let extend = |(piles, rest): &(Vec<u64>, u64)| {
            let least = piles.last().copied();
            let least = least.filter(|_| piles.len() < sorted).unwrap_or(0);
            // The sorted piles that follow are no smaller.
            let as_large = sorted.saturating_sub(piles.len()).max(1) as u64;
            let most = rest / as_large;
            let (piles, rest) = (piles.clone(), *rest);
            (least..=most).map(move |pile| ([piles.as_slice(), &[pile]].concat(), rest - pile))
        };
        begun = begun.iter().flat_map(extend).collect();
    }
    let last = |(piles, rest): (Vec<u64>, u64)| {
        (sorted < spec.dimension() || piles.last().is_none_or(|&pile| pile <= rest))
            .then(|| piles.into_iter().chain([rest]).collect())
    };
    begun.into_iter().filter_map(last).collect()
}
