//! Subtraction games: take a number of a given finite set.
//!
//! The outcomes of a finite subtraction game are periodic from some point on
//! ([`TAKE_AWAY`]), since each depends on the last m ones, where m is the largest number
//! of the set. The first repetition of m outcomes in a row proves the period. For `{1, …, k}` the period is k + 1: the
//! P-positions are its multiples.
//!
//! ```
//! use strategies::subtraction::Subtraction;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let game = Subtraction::new([1, 2, 3], &Unwatched)?;
//! let decision = game.decide(&[1_000_003].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [1_000_000].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::Watch;
use numeration::natural::Natural;
use rustc_hash::FxHashMap;

use super::exactly;
use crate::strategy::{Decision, Strategy, StrategyError, StrategyName};
use rules::citation::TAKE_AWAY;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::position::Position;
use solver::periodicity::place;

/// A finite subtraction game, with its period.
#[derive(Clone, Debug)]
pub struct Subtraction {
    set: Vec<u64>,
    /// Is it a P-position? For the preperiod and one period.
    p_positions: Vec<bool>,
    preperiod: usize,
}

/// The largest number a set may have here: outcomes are remembered that far back in one machine word.
const LARGEST: u64 = 128;
/// The longest preperiod and period together.
const LONGEST: usize = 1 << 22;

impl Subtraction {
    /// The game in which the numbers of the set may be taken. Finds the period.
    pub fn new(
        set: impl IntoIterator<Item = u64>,
        watch: &dyn Watch,
    ) -> Result<Self, StrategyError> {
        let mut set: Vec<u64> = set.into_iter().filter(|number| *number > 0).collect();
        set.sort_unstable();
        set.dedup();
        let refuse = |reason: String| Err(StrategyError::NotApplicable(reason));
        let largest = set.last().copied().unwrap_or(1);
        if is_interval(&set) {
            let p_positions = (0..=largest.min(LONGEST as u64)).map(|n| n == 0).collect();
            return match largest < LONGEST as u64 {
                true => Ok(Self {
                    set,
                    p_positions,
                    preperiod: 0,
                }),
                false => refuse(format!(
                    "a set with numbers up to {largest} is too large for this strategy"
                )),
            };
        }
        if largest > LARGEST {
            return refuse(format!(
                "this strategy looks for the period only if no number of the set exceeds {LARGEST}"
            ));
        }
        let mask = if largest == LARGEST {
            u128::MAX
        } else {
            (1 << largest) - 1
        };
        let moves = set
            .iter()
            .fold(0u128, |bits, number| bits | 1 << (number - 1));
        // Bit i of `recent` says whether the position i + 1 below the next one is a P-position.
        let (mut recent, mut p_positions) = (0u128, Vec::new());
        let mut seen: FxHashMap<u128, usize> = FxHashMap::default();
        while p_positions.len() < LONGEST {
            if p_positions.len() as u64 >= largest
                && let Some(preperiod) = seen.insert(recent, p_positions.len())
            {
                return Ok(Self {
                    set,
                    p_positions,
                    preperiod,
                });
            }
            if p_positions.len().is_multiple_of(4096) {
                watch.check()?;
            }
            let is_p = recent & moves == 0;
            p_positions.push(is_p);
            recent = (recent << 1 | u128::from(is_p)) & mask;
        }
        refuse(format!(
            "the outcomes have not become periodic up to {LONGEST}"
        ))
    }

    /// The length of the period.
    pub fn period(&self) -> usize {
        self.p_positions.len() - self.preperiod
    }

    /// Where in the preperiod or period a number is.
    fn place(&self, n: &Natural) -> usize {
        place(self.preperiod, self.period(), n).1
    }
}

fn is_interval(set: &[u64]) -> bool {
    !set.is_empty() && set.iter().zip(1..).all(|(number, place)| *number == place)
}

impl Strategy for Subtraction {
    fn name(&self) -> StrategyName {
        StrategyName::Arithmetic
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(TAKE_AWAY.whole())
    }

    fn decide(&self, position: &Position, _: &dyn Watch) -> Result<Decision, StrategyError> {
        let [n] = exactly::<1>(position)?;
        let mut why = Explanation::default();
        let place = self.place(n);
        let parts = vec![
            SentenceValue::number(self.period()),
            SentenceValue::number(self.preperiod),
            n.into(),
            SentenceValue::number(place),
        ];
        why.say(
            "the outcomes have period {} from {} on, so that {} is like {}",
            parts,
        );
        if self.p_positions[place] {
            return Ok(Decision::p(why));
        }
        for number in &self.set {
            let taken = Natural::from(*number);
            if taken <= *n && self.p_positions[self.place(&(n - &taken))] {
                why.say(
                    "taking {} leaves a P-position",
                    [SentenceValue::Number(taken.clone())],
                );
                return Ok(Decision::n(
                    Position::unchecked(vec![n - taken]),
                    "period",
                    why,
                ));
            }
        }
        Err(StrategyError::NoWinningMove(position.clone()))
    }
}
