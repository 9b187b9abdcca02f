//! The Frankenstein game from its rules alone: a table of the P-positions, square by square.
//!
//! The printed rules do not say that the coins of a type II move keep their order. [Read literally](Reading::Literal), coins may pass
//! each other, Theorem 3 of [`FRANKENSTEIN`](rules::citation::FRANKENSTEIN) fails from (4, 11, 29) on, and no theorem is
//! known. The P-positions are no beginnings of the rows of another array either: (7, 19, 52, 147) and (56, 147) are both among
//! them, so that 147 would stand in two rows. They are found here without looking at every position.
//!
//! Let X be a P-position with the largest coin t, and Q the other coins, so that X = Q ∪ {t}.
//!
//! 1. The move to the empty strip is not legal: t > 2 max Q + (the sum of the others), that is t > max Q + ΣQ.
//! 2. If Q has two coins or more, no type I move leads from Q to a P-position Y. Otherwise t can leave as well: into the hole if
//!    a coin was shifted, and if a coin was only split, t is shifted to one of the squares and the coin is split into the rest. The
//!    same holds for Q without its largest coin, and so on.
//! 3. If a type I move leads from Q ∪ {s} to a P-position without a coin on s, the same move leads there from Q ∪ {t} for
//!    every t > s; and if Q ∪ {s} is a P-position, t can be shifted to s.
//!
//! So sets Q are built coin by coin, those with a type I move to a P-position are left out by 2, each gets a larger and larger
//! last coin from 1 on, until 3 ends that. A position tried so is a P-position unless a move leads from it to one of those found: no
//! move raises the largest coin, and every move lowers the sum, so that they are found in the order of their largest
//! coins and then of their sums. The same table, in the strict reading, is tested against Theorem 3.

use std::sync::{Arc, Mutex};

use logic::watch::locked;
use logic::{Progress, Watch};
use numeration::natural::Natural;

use super::frankenstein::coins;
use crate::rulesets::frankenstein::{FrankensteinRules, Reading};
use crate::strategy::{Decision, PositionList, Strategy, StrategyError, StrategyName};
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::position::Position;
use rules::ruleset::RulesError;

/// The Frankenstein game by a table.
#[derive(Debug)]
pub struct FrankensteinTable {
    rules: FrankensteinRules,
    kept: Mutex<Arc<StripPositions>>,
}

/// No table goes beyond this square: the sets that are to be tried grow fourfold with every 30 squares.
const MOST: usize = 200;
/// A table is built for a multiple of so many squares.
const STEP: usize = 32;

impl FrankensteinTable {
    /// For one of the readings of the rules.
    pub fn new(reading: Reading) -> Self {
        Self {
            rules: FrankensteinRules::new(reading),
            kept: Mutex::default(),
        }
    }

    /// The P-positions on the squares up to this one at least.
    fn up_to(
        &self,
        square: usize,
        watch: &dyn Watch,
    ) -> Result<Arc<StripPositions>, StrategyError> {
        let mut kept = locked(&self.kept);
        if kept.squares < square {
            let squares = square.next_multiple_of(STEP).min(MOST);
            *kept = Arc::new(Builder::new(&self.rules, squares).build(watch)?);
        }
        Ok(Arc::clone(&kept))
    }

    /// The table that covers these coins.
    fn covering(
        &self,
        coins: &[Natural],
        watch: &dyn Watch,
    ) -> Result<Arc<StripPositions>, StrategyError> {
        let largest = coins.last().map_or(Ok(0), usize::try_from);
        match largest.ok().filter(|largest| *largest <= MOST) {
            Some(largest) => self.up_to(largest, watch),
            None => Err(StrategyError::NotApplicable(format!(
                "the P-positions of this reading are found square by square, and not beyond square {MOST}"
            ))),
        }
    }
}

impl Strategy for FrankensteinTable {
    fn name(&self) -> StrategyName {
        StrategyName::Recursive
    }

    fn evidence(&self) -> Evidence {
        Evidence::Exhaustive(
            "all P-positions on the squares up to the last coin, found from the rules".to_owned(),
        )
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let coins = coins(position)?;
        let mut why = Explanation::default();
        if coins.is_empty() {
            why.say("the strip is empty", []);
            return Ok(Decision::p(why));
        }
        let table = self.covering(coins, watch)?;
        why.say(
            "{} P-positions have all their coins on the squares up to {}",
            [
                SentenceValue::number(table.count_up_to(coins)),
                coins.last().cloned().unwrap_or_default().into(),
            ],
        );
        if table.found.iter().any(|found| found == coins) {
            why.say("this is one of them", []);
            return Ok(Decision::p(why));
        }
        for to in &table.found {
            if self.rules.moves_all(coins, to, watch)? || self.rules.moves_some(coins, to, watch)? {
                why.say("a move leads to one of them", []);
                return Ok(Decision::n(Position::unchecked(to.clone()), "table", why));
            }
        }
        Err(StrategyError::NoWinningMove(position.clone()))
    }

    fn list(&self) -> Option<&dyn PositionList> {
        Some(self)
    }
}

impl PositionList for FrankensteinTable {
    fn order(&self) -> &'static str {
        "in the order of their largest coins"
    }

    fn at(&self, number: &Natural, watch: &dyn Watch) -> Result<Position, StrategyError> {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        for squares in (STEP..MOST).step_by(STEP).chain([MOST]) {
            if let Some(coins) = self.up_to(squares, watch)?.found.get(number) {
                return Ok(Position::unchecked(coins.clone()));
            }
        }
        Err(StrategyError::NotApplicable(format!(
            "on the squares up to {MOST} there are fewer than {number} P-positions"
        )))
    }
}

/// All P-positions on some squares.
#[derive(Debug, Default)]
struct StripPositions {
    squares: usize,
    /// By their largest coins, then by their sums.
    found: Vec<Vec<Natural>>,
}

impl StripPositions {
    /// How many have no coin beyond the last of these.
    fn count_up_to(&self, coins: &[Natural]) -> u64 {
        self.found
            .iter()
            .take_while(|found| found.last() <= coins.last())
            .count() as u64
    }
}

/// Some coins of a position, without its largest.
struct LowerCoins {
    coins: Vec<Natural>,
    sum: usize,
    largest: usize,
}

impl LowerCoins {
    fn single(square: usize) -> Self {
        Self {
            coins: vec![Natural::from(square)],
            sum: square,
            largest: square,
        }
    }

    fn with(&self, square: usize) -> Self {
        let mut coins = self.coins.clone();
        coins.push(Natural::from(square));
        Self {
            coins,
            sum: self.sum + square,
            largest: square,
        }
    }

    /// The least square on which a last coin forbids the move to the empty strip.
    fn least_last(&self) -> usize {
        self.sum + self.largest + 1
    }
}

/// A table under construction.
struct Builder<'r> {
    rules: &'r FrankensteinRules,
    table: StripPositions,
    /// For each square, the numbers of the P-positions with a coin there: a type I move leaves a coin where it is.
    on: Vec<Vec<usize>>,
    /// The numbers of the P-positions with so many coins: a type II move keeps that number.
    with: Vec<Vec<usize>>,
    /// For each square, the sets that can have it as their last coin, and no lower one.
    waiting: Vec<Vec<LowerCoins>>,
    /// The sets whose last coin is raised.
    open: Vec<LowerCoins>,
}

impl<'r> Builder<'r> {
    fn new(rules: &'r FrankensteinRules, squares: usize) -> Self {
        let mut builder = Self {
            rules,
            table: StripPositions {
                squares,
                found: vec![Vec::new()],
            },
            on: vec![Vec::new(); squares + 1],
            with: Vec::new(),
            waiting: Vec::new(),
            open: Vec::new(),
        };
        builder.waiting.resize_with(squares + 1, Vec::new);
        for square in 1..=squares {
            builder.wait(LowerCoins::single(square));
        }
        builder
    }

    fn build(mut self, watch: &dyn Watch) -> Result<StripPositions, StrategyError> {
        for last in 1..=self.table.squares {
            watch.progress(Progress {
                step: "squares",
                done: last as u64,
                total: Some(self.table.squares as u64),
            });
            for lower in std::mem::take(&mut self.waiting[last]) {
                watch.check()?;
                if lower.coins.len() < 2 || self.some_lead_to(&lower.coins, watch)?.is_none() {
                    self.grow(&lower);
                    self.open.push(lower);
                }
            }
            self.try_last(last, watch)?;
        }
        Ok(self.table)
    }

    /// Keeps a set until its last coin can be tried; nothing if that is beyond the squares.
    fn wait(&mut self, lower: LowerCoins) {
        if let Some(waiting) = self.waiting.get_mut(lower.least_last()) {
            waiting.push(lower);
        }
    }

    /// All sets with one coin more that can still be followed by a last one.
    fn grow(&mut self, lower: &LowerCoins) {
        for square in lower.largest + 1.. {
            let more = lower.with(square);
            if more.least_last() > self.table.squares {
                break;
            }
            self.wait(more);
        }
    }

    /// Adds this coin to every open set, the smallest sum first.
    fn try_last(&mut self, last: usize, watch: &dyn Watch) -> Result<(), StrategyError> {
        self.open.sort_by_key(|lower| lower.sum);
        let mut open = Vec::new();
        for lower in std::mem::take(&mut self.open) {
            watch.check()?;
            let coins = lower.with(last).coins;
            let led = self.some_lead_to(&coins, watch)?;
            let ends = match led {
                // A move that keeps the last coin says nothing of larger ones.
                Some(to) => self.table.found[to].last() != coins.last(),
                None if self.all_lead_to(&coins, watch)? => false,
                None => {
                    self.keep(coins);
                    true
                }
            };
            if !ends {
                open.push(lower);
            }
        }
        self.open = open;
        Ok(())
    }

    fn keep(&mut self, coins: Vec<Natural>) {
        let number = self.table.found.len();
        for coin in &coins {
            if let Some(on) = usize::try_from(coin)
                .ok()
                .and_then(|square| self.on.get_mut(square))
            {
                on.push(number);
            }
        }
        if self.with.len() <= coins.len() {
            self.with.resize(coins.len() + 1, Vec::new());
        }
        self.with[coins.len()].push(number);
        self.table.found.push(coins);
    }

    /// A P-position that a type I move leads to, the lowest coins that it keeps first.
    fn some_lead_to(
        &self,
        coins: &[Natural],
        watch: &dyn Watch,
    ) -> Result<Option<usize>, RulesError> {
        let squares = coins.iter().filter_map(|coin| usize::try_from(coin).ok());
        for number in squares.flat_map(|square| &self.on[square]) {
            let to = &self.table.found[*number];
            if self.rules.moves_some(coins, to, watch)? {
                return Ok(Some(*number));
            }
        }
        Ok(None)
    }

    /// Does a type II move lead to a P-position? The empty strip is out of reach.
    fn all_lead_to(&self, coins: &[Natural], watch: &dyn Watch) -> Result<bool, RulesError> {
        for number in self.with.get(coins.len()).into_iter().flatten() {
            if self
                .rules
                .moves_all(coins, &self.table.found[*number], watch)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
