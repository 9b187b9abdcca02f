//! Moves of type I: some coins leave, at least one stays.
//!
//! Which coins leave and which squares are new is seen from the two positions. The new squares must be filled by
//! coins from higher squares, each filling one, and by one split coin, which fills any of them whose sum is below its square.
//! For a given split coin the squares left to it should have the least sum: those that the others can fill
//! form a transversal matroid, so going down from the highest new square, and giving to each the
//! highest coin not yet used if that is higher, fills a set of greatest sum. One pass for each possible split coin.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use logic::watch::Watch;
use numeration::natural::{Natural, One, Zero};

use super::{Square, Visit, list};
use rules::ruleset::RulesError;

/// Is there such a move?
pub(super) fn allows(
    from: &[Natural],
    to: &[Natural],
    watch: &dyn Watch,
) -> Result<bool, RulesError> {
    let change = CoinChange::between(from, to);
    Ok(change.leaving.len() < from.len() && !change.new.is_empty() && change.can_fill(watch)?)
}

/// Why there is none.
pub(super) fn reasons(
    from: &[Natural],
    to: &[Natural],
    watch: &dyn Watch,
) -> Result<Vec<String>, RulesError> {
    let change = CoinChange::between(from, to);
    let mut reasons = Vec::new();
    if change.leaving.len() == from.len() {
        let most = from.len() - 1;
        reasons.push(format!(
            "all {} coins would leave their squares, at most {most} may",
            from.len()
        ));
    }
    if change.new.is_empty() {
        reasons.push(
            "no coin reaches a new square, at least one must be put on a positive square"
                .to_owned(),
        );
    } else if !change.can_fill(watch)? {
        reasons.push(change.why_not(watch)?);
    }
    Ok(reasons)
}

/// Visits the target of every such move once.
///
/// For a fixed set of leaving coins, any smaller or lower choice of new squares can be filled if a choice can.
/// So the choices of each size are gone through in lexicographic order without a failure, as long as the lowest completion
/// of what is chosen can be filled.
pub(super) fn for_each(
    from: &[Natural],
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<ControlFlow<()>, RulesError> {
    for size in 1..from.len() {
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            let leaving: Vec<&Natural> = chosen.iter().rev().map(|index| &from[*index]).collect();
            let staying = from
                .iter()
                .enumerate()
                .filter(|(index, _)| chosen.binary_search(index).is_err());
            let staying: Vec<&Natural> = staying.map(|(_, square)| square).collect();
            if for_each_filling(from, &leaving, &staying, watch, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !next_choice(&mut chosen, from.len()) {
                break;
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// What a move changes; both lists from the highest square down.
struct CoinChange<'a> {
    leaving: Vec<&'a Natural>,
    new: Vec<&'a Natural>,
}

/// What is left to a split coin if the others fill what they can.
struct SplitCoinRest<'a> {
    split: &'a Natural,
    squares: Vec<&'a Natural>,
    sum: Natural,
    /// Does another coin reach a positive square, unless no other coin leaves?
    shifted: bool,
}

impl SplitCoinRest<'_> {
    fn is_small_enough(&self) -> bool {
        self.shifted && self.sum < *self.split
    }
}

impl<'a> CoinChange<'a> {
    fn between(from: &'a [Natural], to: &'a [Natural]) -> Self {
        let (mut leaving, mut new) = (Vec::new(), Vec::new());
        let (mut old, mut after) = (from.iter().rev().peekable(), to.iter().rev().peekable());
        loop {
            let order = match (old.peek(), after.peek()) {
                (Some(old), Some(after)) => old.cmp(after),
                (Some(_), None) => Ordering::Greater,
                (None, Some(_)) => Ordering::Less,
                (None, None) => return Self { leaving, new },
            };
            if order != Ordering::Less {
                leaving.extend(old.next().filter(|_| order == Ordering::Greater));
            }
            if order != Ordering::Greater {
                new.extend(after.next().filter(|_| order == Ordering::Less));
            }
        }
    }

    /// Can the leaving coins fill the new squares?
    fn can_fill(&self, watch: &dyn Watch) -> Result<bool, RulesError> {
        if self.unfilled(None).is_empty() {
            return Ok(true);
        }
        for split in 0..self.leaving.len() {
            watch.check()?;
            if self.rest(split).is_small_enough() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The new squares of least sum that are left over when each leaving coin but one fills a lower square.
    fn unfilled(&self, left_out: Option<usize>) -> Vec<&'a Natural> {
        let coins = self
            .leaving
            .iter()
            .enumerate()
            .filter(|(index, _)| Some(*index) != left_out);
        let mut coins = coins.map(|(_, coin)| *coin).peekable();
        let mut unfilled = Vec::new();
        for square in &self.new {
            match coins.peek() {
                Some(coin) if *coin > *square => drop(coins.next()),
                _ => unfilled.push(*square),
            }
        }
        unfilled
    }

    fn rest(&self, split: usize) -> SplitCoinRest<'a> {
        let squares = self.unfilled(Some(split));
        let sum = squares
            .iter()
            .fold(Natural::ZERO, |sum, square| sum + *square);
        let shifted = self.leaving.len() == 1 || squares.len() < self.new.len();
        SplitCoinRest {
            split: self.leaving[split],
            squares,
            sum,
            shifted,
        }
    }

    fn why_not(&self, watch: &dyn Watch) -> Result<String, RulesError> {
        let Some(highest_coin) = self.leaving.first() else {
            return Ok("no coin leaves its square".to_owned());
        };
        if self.new[0] > *highest_coin {
            let (square, coin) = (Square(self.new[0]), Square(highest_coin));
            return Ok(format!(
                "square {square} can be reached from higher squares only, but the highest coin that leaves is on {coin}"
            ));
        }
        let mut best: Option<SplitCoinRest<'_>> = None;
        for split in 0..self.leaving.len() {
            watch.check()?;
            let rest = self.rest(split);
            let nearer = |best: &SplitCoinRest<'_>| {
                (rest.shifted, rest.split + &best.sum) > (best.shifted, best.split + &rest.sum)
            };
            if best.as_ref().is_none_or(nearer) {
                best = Some(rest);
            }
        }
        let best = best.expect("some coin leaves");
        let coins = format!(
            "the coins that leave ({})",
            list(self.leaving.iter().rev().copied())
        );
        let squares = format!("the new squares ({})", list(self.new.iter().rev().copied()));
        let split = Square(best.split);
        if !best.shifted {
            return Ok(format!(
                "{coins} cannot fill {squares}: besides the coin that is split, one must be shifted to a positive square"
            ));
        }
        let (left, sum) = (list(best.squares.iter().rev().copied()), Square(&best.sum));
        Ok(format!(
            "{coins} cannot fill {squares}: if the coin on {split} is split, {left} is left to it, and the sum {sum} must be below {split}"
        ))
    }
}

/// The next set of indices of the same size in lexicographic order.
fn next_choice(chosen: &mut [usize], count: usize) -> bool {
    let size = chosen.len();
    let Some(place) = (0..size)
        .rev()
        .find(|place| chosen[*place] < count - size + place)
    else {
        return false;
    };
    chosen[place] += 1;
    for next in place + 1..size {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}

/// Visits every target in which exactly these coins leave.
fn for_each_filling(
    from: &[Natural],
    leaving: &[&Natural],
    staying: &[&Natural],
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<ControlFlow<()>, RulesError> {
    let fillable = |squares: &[Natural]| {
        let change = CoinChange {
            leaving: leaving.to_vec(),
            new: squares.iter().rev().collect(),
        };
        change.can_fill(watch)
    };
    for size in 1.. {
        let mut squares = Vec::new();
        complete(&mut squares, size, from);
        if !fillable(&squares)? {
            break;
        }
        loop {
            watch.check()?;
            let mut target: Vec<Natural> = staying.iter().map(|square| (*square).clone()).collect();
            target.extend(squares.iter().cloned());
            target.sort();
            if visit(target)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !advance(&mut squares, from, &fillable)? {
                break;
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The next choice of squares of the same size that can be filled.
fn advance(
    squares: &mut Vec<Natural>,
    from: &[Natural],
    fillable: &dyn Fn(&[Natural]) -> Result<bool, RulesError>,
) -> Result<bool, RulesError> {
    let size = squares.len();
    while let Some(last) = squares.pop() {
        let mut next = squares.clone();
        next.push(free_after(last, from));
        complete(&mut next, size, from);
        if fillable(&next)? {
            *squares = next;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the lowest free squares above the last one.
fn complete(squares: &mut Vec<Natural>, size: usize, from: &[Natural]) {
    while squares.len() < size {
        let last = squares.last().cloned().unwrap_or(Natural::ZERO);
        squares.push(free_after(last, from));
    }
}

fn free_after(square: Natural, from: &[Natural]) -> Natural {
    let mut next = square + Natural::ONE;
    while from.binary_search(&next).is_ok() {
        next += Natural::ONE;
    }
    next
}
