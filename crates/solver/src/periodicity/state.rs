//! The states that decide the next nim-values, where all but finitely many numbers may be taken.

use rules::narrow;

/// The state before a heap, told by two numbers that change in a few steps from heap to heap.
///
/// They are equal where the states are, and seldom elsewhere: sums modulo 2^64 in which each recent
/// heap, and each value of an older one, counts a power of one odd number.
pub(super) struct PeriodState<'a> {
    values: &'a [u32],
    recent: usize,
    next: usize,
    mex: u32,
    /// Which values the older heaps have.
    is_older: Vec<bool>,
    /// The weights of the older values from the mex on.
    older: u64,
    /// The weights of the recent heaps, times their values relative to the mex.
    relative: u64,
    /// The weights of the recent heaps whose values are not below the mex.
    not_below: u64,
    /// The weights of the recent heaps of each value.
    of_value: Vec<u64>,
}

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a heap or a value counts: raised by one place it is divided by the base.
fn weight(place: usize) -> u64 {
    BASE.wrapping_pow(u32::MAX - narrow::count(place))
}

impl<'a> PeriodState<'a> {
    /// The state before the first heap that has as many heaps before it as are recent.
    pub(super) fn first(values: &'a [u32], recent: usize) -> Option<Self> {
        let first = values.get(..recent)?;
        let largest = values.iter().max().map_or(0, |value| *value as usize);
        let mut state = Self {
            values,
            recent,
            next: recent,
            mex: 0,
            is_older: vec![false; largest + 2],
            older: 0,
            relative: 0,
            not_below: 0,
            of_value: vec![0; largest + 2],
        };
        for (heap, value) in first.iter().enumerate() {
            state.count(*value, weight(heap));
        }
        Some(state)
    }

    /// The next heap, and the least number that is the value of no older one.
    pub(super) fn place(&self) -> (usize, u32) {
        (self.next, self.mex)
    }

    /// Two numbers that are equal for equal states.
    pub(super) fn fingerprint(&self) -> (u64, u64) {
        let raised = |sum: u64, by: usize| sum.wrapping_mul(BASE.wrapping_pow(narrow::count(by)));
        (
            raised(self.older, self.mex as usize),
            raised(self.relative, self.next),
        )
    }

    /// Goes on to the next heap, if its value is known.
    pub(super) fn advance(&mut self) -> Option<()> {
        let value = *self.values.get(self.next)?;
        self.count(value, weight(self.next));
        let oldest = self.next - self.recent;
        let older = self.values[oldest];
        self.count(older, weight(oldest).wrapping_neg());
        self.next += 1;
        if !std::mem::replace(&mut self.is_older[older as usize], true) {
            self.older = self.older.wrapping_add(weight(older as usize));
        }
        while self.is_older[self.mex as usize] {
            let mex = self.mex as usize;
            self.older = self.older.wrapping_sub(weight(mex));
            self.relative = self.relative.wrapping_sub(self.not_below);
            self.not_below = self.not_below.wrapping_sub(self.of_value[mex]);
            self.mex += 1;
        }
        Some(())
    }

    /// Counts a recent heap, or no longer, if the weight is negative.
    fn count(&mut self, value: u32, weight: u64) {
        let relative = match value.checked_sub(self.mex) {
            Some(above) => {
                self.not_below = self.not_below.wrapping_add(weight);
                u64::from(above)
            }
            None => u64::MAX,
        };
        self.relative = self.relative.wrapping_add(weight.wrapping_mul(relative));
        let of_value = &mut self.of_value[value as usize];
        *of_value = of_value.wrapping_add(weight);
    }

    /// Is it the state of an earlier place?
    pub(super) fn is_that_of(&self, place: (usize, u32)) -> bool {
        self.written(place) == self.written(self.place())
    }

    /// The values of the older heaps above their mex, and those of the recent ones, relative to it.
    /// What is below it counts as one: older heaps have it anyway.
    fn written(&self, (next, mex): (usize, u32)) -> (Vec<u32>, Vec<Option<u32>>) {
        let (older, recent) = self.values[..next].split_at(next - self.recent);
        let mut above: Vec<u32> = older.iter().filter_map(|v| v.checked_sub(mex)).collect();
        above.sort_unstable();
        above.dedup();
        let recent = recent.iter().map(|value| value.checked_sub(mex));
        (above, recent.collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{all_but, finite};
    use super::PeriodState;

    /// The first two places with the same state, by comparing all with all.
    fn plain(values: &[u32], recent: usize) -> Option<(usize, usize)> {
        let mut state = PeriodState::first(values, recent)?;
        let mut places = Vec::new();
        loop {
            if let Some(place) = places.iter().find(|place| state.is_that_of(**place)) {
                return Some((place.0, state.place().0));
            }
            places.push(state.place());
            state.advance()?;
        }
    }

    proptest! {
        #[test]
        fn a_state_is_found_again_at_once(
            head in prop::collection::vec(0u32..4, 0..8),
            steps in prop::collection::vec(0u32..3, 1..5),
            saltus in 0u32..3,
            recent in 0usize..6,
        ) {
            let count = 60;
            let mut values = head;
            values.extend((0..count).map(|n| {
                let (times, place) = (n / steps.len(), n % steps.len());
                steps[place] + saltus * u32::try_from(times).unwrap_or(0)
            }));
            let period = all_but(&values, &[u32::try_from(recent).unwrap_or(0)]);
            let found = period.as_ref().map(|period| (period.period, period.evidence.to_string()));
            let expected = plain(&values, recent).map(|(before, next)| {
                let at = format!("the state before heap {next} is that before heap {before}, raised by ");
                (u32::try_from(next - before).unwrap_or(0), at)
            });
            prop_assert_eq!(found.is_some(), expected.is_some());
            if let (Some((found, evidence)), Some((period, at))) = (found, expected) {
                prop_assert_eq!(found, period);
                prop_assert!(evidence.contains(&at), "{} {}", evidence, at);
            }
        }

        #[test]
        fn the_last_values_are_found_again(
            values in prop::collection::vec(0u32..2, 1..24),
            length in 1usize..6,
        ) {
            let window = |start: usize| values.get(start..start + length);
            let starts = 1..(values.len() + 1).saturating_sub(length);
            let plain = starts.clone().rev().find_map(|start| {
                let last = (values.len() - length, window(values.len() - length));
                (start < last.0 && window(start) == last.1).then(|| last.0 - start)
            });
            let found = finite(&values, u32::try_from(length).unwrap_or(0));
            let found = found.map(|period| period.period as usize);
            prop_assert_eq!(found, plain);
        }
    }
}
