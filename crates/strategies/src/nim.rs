//! Nim and Moore's Nim: from at most k piles, any numbers.
//!
//! [`NIM`]; [`MOORE`]. The P-positions are those in which, for every
//! binary place, the number of piles with a 1 there is a multiple of k + 1 (k = 1: Nim).
//!
//! To win, go through the places from the highest. Piles already chosen may have any digit from here on; keep
//! those with a 1 and those with a 0 among them apart. If the 1s of the other piles leave the remainder r, and the chosen
//! piles cannot make up for it, choose r more piles that have a 1 and change it to a 0. Never more than k are chosen.
//!
//! ```
//! use strategies::nim::Nim;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Nim::new().decide(&[3, 5, 7].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [2, 5, 7].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;
use numeration::natural::num::logic::traits::{BitAccess, SignificantBits};

use crate::strategy::{Decision, Strategy, StrategyError, StrategyName, Targets};
use rules::citation::{MOORE, NIM, NIM_SUM};
use rules::evidence::Evidence;
use rules::explanation::{Explanation, Sentence, SentenceValue};
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::position::Position;

/// Moore's Nim; with k = 1, Nim. For any number of piles, in any order.
#[derive(Clone, Debug)]
pub struct Nim {
    k: usize,
    sorted: bool,
}

impl Nim {
    /// Nim on sorted piles.
    pub fn new() -> Self {
        Self { k: 1, sorted: true }
    }

    /// Moore's Nim on sorted piles: from at most `k ≥ 1` of them.
    pub fn moore(k: usize) -> Result<Self, StrategyError> {
        if k == 0 {
            return Err(StrategyError::NotApplicable(
                "at least one pile may be changed: k must be at least 1".to_owned(),
            ));
        }
        Ok(Self { k, sorted: true })
    }

    /// k + 1, or the largest number there is: there are fewer piles than either.
    fn modulus(&self) -> usize {
        self.k.saturating_add(1)
    }

    /// The highest binary place at which the number of 1s is not a multiple of k + 1, and the remainder.
    fn highest_uneven(
        &self,
        piles: &[Natural],
        watch: &dyn Watch,
    ) -> Result<Option<(u64, usize)>, StrategyError> {
        for place in places(piles) {
            check_now_and_then(place, watch)?;
            let ones = piles.iter().filter(|pile| pile.get_bit(place)).count();
            if ones % self.modulus() != 0 {
                return Ok(Some((place, ones % self.modulus())));
            }
        }
        Ok(None)
    }

    /// The piles after a winning move, and which were changed.
    fn win(
        &self,
        piles: &[Natural],
        from: u64,
        watch: &dyn Watch,
    ) -> Result<(Vec<Natural>, Vec<usize>), StrategyError> {
        let mut target = piles.to_vec();
        let mut chosen: Vec<usize> = Vec::new();
        for place in (0..=from).rev() {
            check_now_and_then(place, watch)?;
            let with_one: Vec<usize> = (0..piles.len())
                .filter(|pile| !chosen.contains(pile) && piles[*pile].get_bit(place))
                .collect();
            let excess = with_one.len() % self.modulus();
            let missing = (self.modulus() - excess) % self.modulus();
            // Give 1s to as many chosen piles as are missing, or choose the piles whose 1s are too many.
            let given = if missing <= chosen.len() { missing } else { 0 };
            for (rank, pile) in chosen.iter().enumerate() {
                target[*pile].assign_bit(place, rank < given);
            }
            if missing > chosen.len() {
                for pile in with_one.into_iter().take(excess) {
                    target[pile].clear_bit(place);
                    chosen.push(pile);
                }
            }
        }
        Ok((target, chosen))
    }
}

impl Default for Nim {
    fn default() -> Self {
        Self::new()
    }
}

impl Strategy for Nim {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn evidence(&self) -> Evidence {
        let work = if self.k == 1 { &NIM } else { &MOORE };
        Evidence::theorem(work.whole())
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Result<Outcome, StrategyError> {
        let piles = position.piles();
        let is_p = if self.k == 1 {
            piles.iter().fold(Natural::ZERO, |sum, pile| sum ^ pile) == Natural::ZERO
        } else {
            self.highest_uneven(piles, watch)?.is_none()
        };
        Ok(if is_p { Outcome::P } else { Outcome::N })
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let piles = position.piles();
        let mut why = Explanation::default();
        let modulus = SentenceValue::number(Natural::from(self.k) + Natural::from(1u32));
        let nim_sum = || piles.iter().fold(Natural::ZERO, |sum, pile| sum ^ pile);
        let Some((place, excess)) = self.highest_uneven(piles, watch)? else {
            if self.k == 1 {
                why.say("the nim-sum of the piles is 0", []);
                spell_binary(piles, &mut why);
            } else {
                why.say(
                    "in every binary place the number of piles with a 1 is a multiple of {}",
                    [modulus],
                );
            }
            return Ok(Decision::p(why));
        };
        let (mut target, changed) = self.win(piles, place, watch)?;
        if self.k == 1 {
            why.say("the nim-sum of the piles is {}, not 0", [nim_sum().into()]);
            spell_binary(piles, &mut why);
        } else {
            let ones = piles.iter().filter(|pile| pile.get_bit(place)).count();
            let parts = vec![
                SentenceValue::number(place),
                SentenceValue::Count(ones as u64, "pile"),
                SentenceValue::number(excess as u64),
                modulus,
            ];
            why.say(
                "in binary place {} a 1 stands in {}, {} more than a multiple of {}",
                parts,
            );
        }
        for pile in changed {
            why.say(
                match self.k {
                    1 => "{} becomes {}, which makes it 0",
                    _ => "{} becomes {}",
                },
                [(&piles[pile]).into(), (&target[pile]).into()],
            );
        }
        if self.sorted {
            target.sort();
        }
        Ok(Decision::n(
            Position::unchecked(target),
            "the highest uneven place",
            why,
        ))
    }

    fn nim_value_evidence(&self) -> Evidence {
        Evidence::theorem(NIM_SUM)
    }

    /// The nim-sum of the piles, for Nim itself.
    fn nim_value(&self, position: &Position) -> Result<Option<NimValue>, StrategyError> {
        let heaps = position.piles().iter().cloned().map(NimValue::of_heap);
        Ok((self.k == 1).then(|| heaps.sum()))
    }

    /// A pile changes by as much as the nim-sum must change; it may only become smaller.
    fn targets(
        &self,
        position: &Position,
        value: &NimValue,
    ) -> Result<Option<Targets>, StrategyError> {
        let Some(now) = self.nim_value(position)? else {
            return Ok(None);
        };
        let change = now + value.clone();
        let mut targets: Vec<Position> = Vec::new();
        for (place, pile) in position.piles().iter().enumerate() {
            let lowered = pile ^ change.heap();
            if lowered < *pile {
                let mut piles = position.piles().to_vec();
                piles[place] = lowered;
                if self.sorted {
                    piles.sort();
                }
                let to = Position::unchecked(piles);
                if !targets.contains(&to) {
                    targets.push(to);
                }
            }
        }
        Ok(Some(Targets::All(targets)))
    }
}

/// The binary places of the piles, from the highest.
fn places(piles: &[Natural]) -> impl Iterator<Item = u64> {
    let bits = piles
        .iter()
        .map(|pile| pile.significant_bits())
        .max()
        .unwrap_or(0);
    (0..bits).rev()
}

fn check_now_and_then(place: u64, watch: &dyn Watch) -> Result<(), StrategyError> {
    if place.is_multiple_of(4096) {
        watch.check()?;
    }
    Ok(())
}

/// Few short piles are spelled in binary: the nim-sum is seen there.
fn spell_binary(piles: &[Natural], why: &mut Explanation) {
    const MOST: usize = 6;
    let short = |pile: &Natural| pile.significant_bits() <= u64::from(u64::BITS);
    if piles.len() > MOST || !piles.iter().all(short) {
        return;
    }
    for (place, pile) in piles.iter().enumerate() {
        if *pile <= 1_u32 || piles[..place].contains(pile) {
            continue;
        }
        let parts = [pile.into(), SentenceValue::Binary(pile.clone())];
        why.spell(Sentence::new("{} is {} in binary", parts));
    }
}
