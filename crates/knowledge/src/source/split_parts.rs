//! What a heap of a take-and-break game can become if its parts are to have a nim-value together.
//!
//! For heaps whose values are all known every choice of parts is looked at. For a heap beyond that, where the values are periodic,
//! all parts but the largest are taken from the preperiod and the first period: if the values do not grow, any parts can be
//! replaced by such ones of the same values, by moving whole periods to the largest part.

use std::ops::ControlFlow;

use heaps::{Leaving, TakeAndBreak};
use logic::watch::{Stopped, Watch};
use numeration::natural::{DivMod, Integer, Natural, to_natural};
use rules::nim_value::NimValue;
use solver::periodicity::Period;

use super::Extent;

/// Who knows the values of heaps.
pub(super) trait HeapValues {
    /// The nim-value of a heap, if it is known.
    fn value(&self, heap: &Natural) -> Option<NimValue>;

    /// The period of the values, where it is what they are known by.
    fn period(&self) -> Option<&Period>;
}

/// Is offered the parts that are not empty.
pub(super) type Offer<'o> = &'o mut dyn FnMut(&[Natural]) -> ControlFlow<()>;

/// So many are taken at most by the digits of a rule, one after the other.
const MOST_TAKEN: u32 = 1 << 17;
/// So many second parts of three are looked at in all.
const MOST_SECOND: u64 = 3_000;
/// Of heaps that are known by their period only some ways are named anyway; so many are enough.
const MOST_OFFERED: u32 = 100;
/// The watch is asked after so many choices.
const OFTEN: u32 = 1 << 12;

/// Offers what a heap can become so that its parts have a nim-value together. Tells whether that is all.
pub(super) fn with_value(
    rules: &TakeAndBreak,
    values: &dyn HeapValues,
    heap: &Natural,
    wanted: &NimValue,
    watch: &dyn Watch,
    offer: Offer<'_>,
) -> Result<Extent, Stopped> {
    let mut looking = PartSearch {
        values,
        wanted,
        watch,
        offer,
        // All parts but the largest are at most as large.
        smaller: values
            .period()
            .map(|period| u64::from(period.preperiod) + u64::from(period.period)),
        extent: Extent::All,
        steps: 0,
        offered: 0,
    };
    let _flow = looking.totals(rules, heap)?;
    Ok(looking.extent)
}

struct PartSearch<'a, 'o> {
    values: &'a dyn HeapValues,
    wanted: &'a NimValue,
    watch: &'a dyn Watch,
    offer: Offer<'o>,
    smaller: Option<u64>,
    extent: Extent,
    steps: u32,
    offered: u32,
}

type Flow = Result<ControlFlow<()>, Stopped>;

impl PartSearch<'_, '_> {
    /// Goes through what may be left in all: what is a few less than the heap, and what has few tokens or the value that is wanted.
    fn totals(&mut self, rules: &TakeAndBreak, heap: &Natural) -> Flow {
        let last = u32::try_from(heap).unwrap_or(u32::MAX);
        let near = last.min(MOST_TAKEN);
        for taken in 0..=near {
            let leaving = rules.leaving(taken as usize);
            if leaving.is_empty() {
                continue;
            }
            let total = heap - Natural::from(taken);
            if self.left(leaving, &total)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if near == last {
            return Ok(ControlFlow::Continue(()));
        }
        self.far(rules, heap, &Natural::from(near))
    }

    /// What may be left if more than so many are taken.
    fn far(&mut self, rules: &TakeAndBreak, heap: &Natural, near: &Natural) -> Flow {
        let leaving = rules.leaving(usize::MAX);
        if leaving.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        self.extent = Extent::Some;
        for total in self.totals_of_value() {
            if total > *heap || heap - &total <= *near {
                continue;
            }
            if self.left(leaving, &total)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The heap 0, and heaps of the value that is wanted: all of them if the values grow, else those of the preperiod and the first period.
    fn totals_of_value(&self) -> Vec<Natural> {
        let mut totals = vec![Natural::default()];
        let Some(period) = self.values.period() else {
            return totals;
        };
        let wanted = Integer::from(self.wanted.heap());
        let (first, length) = (u64::from(period.preperiod), u64::from(period.period));
        for heap in 1..first + length {
            let heap = Natural::from(heap);
            let Some(value) = self.values.value(&heap) else {
                continue;
            };
            let more = &wanted - Integer::from(value.heap());
            if more == 0 {
                totals.push(heap);
            } else if heap >= first && period.saltus > 0 && more > 0 {
                let (times, rest) = more.div_mod(&period.saltus);
                let times = to_natural(&times).filter(|_| rest == 0);
                totals.extend(times.map(|times| heap + times * Natural::from(length)));
            }
        }
        totals
    }

    /// Offers the parts that may be left of so many tokens.
    fn left(&mut self, leaving: Leaving, total: &Natural) -> Flow {
        if *total == 0u32 {
            if leaving.allows(Leaving::NONE) {
                return self.try_parts(&[]);
            }
            return Ok(ControlFlow::Continue(()));
        }
        if leaving.allows(Leaving::ONE) && self.try_parts(&[total])?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let any = leaving.allows(Leaving::TWO);
        if (any || leaving.allows(Leaving::UNEQUAL)) && self.pairs(total, any)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if leaving.allows(Leaving::THREE) {
            return self.triples(total);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The largest of the smaller parts that is looked at, if it may be as large as this.
    fn up_to(&mut self, most: &Natural) -> u64 {
        let all = u64::try_from(most).unwrap_or(u64::MAX);
        match self.smaller {
            Some(smaller) if smaller < all => {
                self.extent = Extent::Some;
                smaller
            }
            _ => all,
        }
    }

    fn pairs(&mut self, total: &Natural, equal: bool) -> Flow {
        let last = self.up_to(&(total >> 1u64));
        for first in 1..=last {
            let first = Natural::from(first);
            let second = total - &first;
            if (equal || first != second) && self.try_parts(&[&first, &second])?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn triples(&mut self, total: &Natural) -> Flow {
        let last = self.up_to(&(total / Natural::from(3u32)));
        let mut left = MOST_SECOND * MOST_SECOND;
        for first in 1..=last {
            let first = Natural::from(first);
            let rest = total - &first;
            let begin = u64::try_from(&first).unwrap_or(u64::MAX);
            let end = self.up_to(&(&rest >> 1u64));
            for second in begin..=end {
                let Some(fewer) = left.checked_sub(1) else {
                    self.extent = Extent::Some;
                    return Ok(ControlFlow::Continue(()));
                };
                left = fewer;
                let second = Natural::from(second);
                let third = &rest - &second;
                if self.try_parts(&[&first, &second, &third])?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Offers parts if they have the value that is wanted.
    fn try_parts(&mut self, parts: &[&Natural]) -> Flow {
        self.steps += 1;
        if self.steps >= OFTEN {
            self.steps = 0;
            self.watch.check()?;
        }
        let values = parts.iter().map(|part| self.values.value(part));
        let Some(value) = values.sum::<Option<NimValue>>() else {
            return Ok(ControlFlow::Continue(()));
        };
        if value != *self.wanted {
            return Ok(ControlFlow::Continue(()));
        }
        if self.smaller.is_some() && self.offered == MOST_OFFERED {
            self.extent = Extent::Some;
            return Ok(ControlFlow::Break(()));
        }
        self.offered += 1;
        let parts: Vec<Natural> = parts.iter().map(|part| (*part).clone()).collect();
        Ok((self.offer)(&parts))
    }
}
