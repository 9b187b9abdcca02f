//! Moves of type II: all coins are shifted, by `n₀ ≤ … ≤ n_{k−1}`.
//!
//! In the strict reading the coins keep their order, so the shifts are known from the two positions. In
//! the literal reading they may pass each other, and the test looks for an order of the target's squares:
//! from the last coin down, each shift at most the one before it.

use std::ops::ControlFlow;

use logic::evaluate::EvaluationError;
use logic::watch::Watch;
use numeration::natural::{Natural, One, Zero};

use super::{Reading, Square, Visit};
use rules::ruleset::RulesError;

/// The most steps spent on looking for an order in the literal reading.
const MOST_STEPS: u64 = 2_000_000;

/// Is there such a move?
pub(super) fn allows(
    from: &[Natural],
    to: &[Natural],
    reading: Reading,
    watch: &dyn Watch,
) -> Result<bool, RulesError> {
    if from.is_empty() || (to.len() != from.len() && !to.is_empty()) {
        return Ok(false);
    }
    if keeps_order(from, to) {
        return Ok(true);
    }
    if to.is_empty() || reading == Reading::Strict {
        return Ok(false);
    }
    Ok(Crossing::new(from, to, watch).first_shifts()?.is_some())
}

/// Why there is none.
pub(super) fn reasons(from: &[Natural], to: &[Natural], reading: Reading) -> Vec<String> {
    if to.len() != from.len() && !to.is_empty() {
        let (old, new) = (from.len(), to.len());
        return vec![format!(
            "{old} coins would become {new}, but all of them stay on the strip or none"
        )];
    }
    let preface = if reading == Reading::Literal && !to.is_empty() {
        "even if coins pass each other; in order: "
    } else {
        ""
    };
    let target = |index: usize| to.get(index).cloned().unwrap_or(Natural::ZERO);
    let mut reasons = Vec::new();
    let mut shifts: Vec<Natural> = Vec::new();
    let mut not_left = Vec::new();
    for (index, coin) in from.iter().enumerate() {
        let square = target(index);
        if square >= *coin {
            let (coin, square) = (Square(coin), Square(&square));
            not_left.push(format!("the coin on {coin} would go to {square}"));
            continue;
        }
        let shift = coin - square;
        if let Some(before) = shifts.last().filter(|before| **before > shift) {
            let (now, before) = (Square(&shift), Square(before));
            reasons.push(format!(
                "{preface}n_{index} = {now}, must be at least the shift before it, {before}"
            ));
        }
        shifts.push(shift);
    }
    if !not_left.is_empty() {
        let coins = not_left.join(", ");
        reasons.insert(
            0,
            format!("{preface}{coins}, every coin must move to the left"),
        );
    }
    if shifts.len() == from.len() {
        let (last, most) = last_and_most(&shifts);
        if *last > most {
            let (top, last, most) = (from.len() - 1, Square(last), Square(&most));
            reasons.push(format!(
                "{preface}n_{top} = {last}, must be at most {} = {most}",
                bound_in_words(from.len())
            ));
        }
    }
    reasons
}

/// Visits the target of every such move once.
pub(super) fn for_each(
    from: &[Natural],
    reading: Reading,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<ControlFlow<()>, RulesError> {
    if from.is_empty() {
        return Ok(ControlFlow::Continue(()));
    }
    if keeps_order(from, &[]) && visit(Vec::new())?.is_break() {
        return Ok(ControlFlow::Break(()));
    }
    let mut shifts = vec![Natural::ONE];
    while let Some((index, shift)) = shifts.len().checked_sub(1).zip(shifts.last().cloned()) {
        watch.check()?;
        if shift > highest_shift(from, &shifts[..index], reading) {
            shifts.pop();
            if let Some(last) = shifts.last_mut() {
                *last += Natural::ONE;
            }
            continue;
        }
        let square = &from[index] - &shift;
        let taken = |other: usize| &from[other] - &shifts[other] == square;
        if reading == Reading::Literal && (0..index).any(taken) {
            shifts[index] += Natural::ONE;
        } else if index + 1 < from.len() {
            shifts.push(shift);
        } else {
            if visit_shifts(from, &shifts, reading, watch, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            shifts[index] += Natural::ONE;
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn visit_shifts(
    from: &[Natural],
    shifts: &[Natural],
    reading: Reading,
    watch: &dyn Watch,
    visit: Visit<'_>,
) -> Result<ControlFlow<()>, RulesError> {
    let mut target: Vec<Natural> = from
        .iter()
        .zip(shifts)
        .map(|(coin, shift)| coin - shift)
        .collect();
    target.sort();
    let first = match reading {
        Reading::Strict => None,
        Reading::Literal => Crossing::new(from, &target, watch).first_shifts()?,
    };
    if first.is_some_and(|first| first != shifts) {
        return Ok(ControlFlow::Continue(()));
    }
    visit(target)
}

/// The largest shift that the next coin may make after those of the coins below it.
fn highest_shift(from: &[Natural], below: &[Natural], reading: Reading) -> Natural {
    let index = below.len();
    let floor = match below.last() {
        Some(shift) if reading == Reading::Strict => &from[index - 1] - shift,
        _ => Natural::ZERO,
    };
    let within_strip = &from[index] - floor - Natural::ONE;
    if index + 1 == from.len() {
        within_strip.min(most_allowed(below))
    } else {
        within_strip
    }
}

/// `2n_{k−2} + n_{k−3} + … + n₀`
fn most_allowed(below: &[Natural]) -> Natural {
    let last = below.last().cloned().unwrap_or(Natural::ZERO);
    below.iter().fold(last, |sum, shift| sum + shift)
}

fn last_and_most(shifts: &[Natural]) -> (&Natural, Natural) {
    let (last, below) = shifts.split_last().expect("there are at least two coins");
    (last, most_allowed(below))
}

/// Are the shifts that keep the order allowed? For the empty strip they are the squares themselves.
fn keeps_order(from: &[Natural], to: &[Natural]) -> bool {
    if to.is_empty() {
        let (last, most) = last_and_most(from);
        return *last <= most;
    }
    if from.iter().zip(to).any(|(coin, square)| square >= coin) {
        return false;
    }
    let shifts: Vec<Natural> = from
        .iter()
        .zip(to)
        .map(|(coin, square)| coin - square)
        .collect();
    let (last, most) = last_and_most(&shifts);
    shifts.is_sorted() && *last <= most
}

fn bound_in_words(coins: usize) -> String {
    let name = |index: usize| format!("n_{index}");
    match coins {
        2 => "2*n_0".to_owned(),
        3 => "2*n_1 + n_0".to_owned(),
        coins => format!("2*{} + {} + ... + n_0", name(coins - 2), name(coins - 3)),
    }
}

/// The search for shifts onto given squares in any order.
struct Crossing<'a> {
    from: &'a [Natural],
    to: &'a [Natural],
    watch: &'a dyn Watch,
    steps: u64,
}

impl<'a> Crossing<'a> {
    fn new(from: &'a [Natural], to: &'a [Natural], watch: &'a dyn Watch) -> Self {
        Self {
            from,
            to,
            watch,
            steps: 0,
        }
    }

    /// The first allowed shifts in lexicographic order: the lowest coins make the smallest shifts they can.
    fn first_shifts(&mut self) -> Result<Option<Vec<Natural>>, RulesError> {
        let count = self.from.len();
        // For each coin the place in `to` of its square; squares are tried downwards, so shifts grow.
        let mut places: Vec<usize> = Vec::new();
        let mut used = vec![false; count];
        let mut next = count;
        loop {
            self.step()?;
            let coin = places.len();
            match (0..next)
                .rev()
                .find(|place| !used[*place] && self.fits(&places, coin, *place))
            {
                Some(place) => {
                    places.push(place);
                    used[place] = true;
                    if places.len() == count {
                        let shift = |(coin, place): (&Natural, &usize)| coin - &self.to[*place];
                        return Ok(Some(self.from.iter().zip(&places).map(shift).collect()));
                    }
                    next = count;
                }
                None => match places.pop() {
                    Some(place) => {
                        used[place] = false;
                        next = place;
                    }
                    None => return Ok(None),
                },
            }
        }
    }

    /// May this coin go to that square after the coins below it went to theirs?
    fn fits(&self, places: &[usize], coin: usize, place: usize) -> bool {
        let (square, from) = (&self.to[place], &self.from[coin]);
        if square >= from {
            return false;
        }
        let shift = from - square;
        let below = |index: usize| &self.from[index] - &self.to[places[index]];
        if coin > 0 && below(coin - 1) > shift {
            return false;
        }
        if coin + 1 < self.from.len() {
            return true;
        }
        let below: Vec<Natural> = (0..coin).map(below).collect();
        shift <= most_allowed(&below)
    }

    fn step(&mut self) -> Result<(), RulesError> {
        self.steps += 1;
        if self.steps.is_multiple_of(64) {
            self.watch.check()?;
        }
        if self.steps > MOST_STEPS {
            return Err(EvaluationError::TooManySteps { limit: MOST_STEPS }.into());
        }
        Ok(())
    }
}
