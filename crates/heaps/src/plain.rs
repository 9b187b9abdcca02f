//! Nim-values heap by heap and option by option: the yardstick of the other methods, and nothing else.
//!
//! Two parts cost as many steps as the heap is large, three the square of it.

use super::take_and_break::{Leaving, PairRule, TakeAndBreak};

/// The nim-values of the heaps 0, 1, 2, …, `max`.
pub fn nim_values(rules: &TakeAndBreak, max: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=max {
        let mut seen = Vec::new();
        for taken in 0..=heap {
            options(rules.leaving(taken), heap - taken, &values, |value| {
                seen.push(value)
            });
        }
        seen.sort_unstable();
        let least = seen
            .iter()
            .fold(0, |least, value| least + u32::from(*value == least));
        values.push(least);
    }
    values
}

/// Visits the nim-values of what may be left when `total` remain.
fn options(leaving: Leaving, total: usize, values: &[u32], mut visit: impl FnMut(u32)) {
    if leaving.allows(Leaving::NONE) && total == 0 {
        visit(0);
    }
    if leaving.allows(Leaving::ONE) && total > 0 {
        visit(values[total]);
    }
    if let Some(pairs) = leaving.pairs() {
        for first in 1..=total / 2 {
            let second = total - first;
            if pairs == PairRule::Any || first != second {
                visit(values[first] ^ values[second]);
            }
        }
    }
    if leaving.allows(Leaving::THREE) {
        for first in 1..=total / 3 {
            for second in first..=(total - first) / 2 {
                visit(values[first] ^ values[second] ^ values[total - first - second]);
            }
        }
    }
}
