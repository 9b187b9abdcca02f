//! The nim-values of all heaps, once their period is proved.

use logic::watch::{Unwatched, Watch};
use numeration::natural::{DivMod, Integer, Natural, to_natural};

use super::{Period, PeriodicityError, is_provable, of_heaps};
use crate::nim_values;
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::spec::Spec;

/// Up to which heaps a period is looked for, again and again.
const LOOKED_AT: [u32; 4] = [1 << 8, 1 << 11, 1 << 14, 1 << 17];

/// The nim-values of all heaps of a one-pile game.
#[derive(Clone, Debug)]
pub struct PeriodicHeaps {
    /// Those of the preperiod and the first period.
    values: Vec<Natural>,
    period: Period,
}

impl PeriodicHeaps {
    /// The heaps of a game whose period the rules prove; none if it is not that kind of game, or its period is too long.
    pub fn find(spec: &Spec, watch: &dyn Watch) -> Result<Option<Self>, PeriodicityError> {
        if !is_provable(spec) {
            return Ok(None);
        }
        for max in LOOKED_AT {
            let seen = of_heaps(spec, max, watch)?;
            if let Some(stopped) = seen.stopped {
                return Err(stopped.into());
            }
            let proved = |period: &Period| matches!(period.evidence, Evidence::Proved(_));
            if let Some(period) = seen.period.filter(proved) {
                return Self::new(spec, period);
            }
        }
        Ok(None)
    }

    fn new(spec: &Spec, period: Period) -> Result<Option<Self>, PeriodicityError> {
        let Some(last) = (period.preperiod + period.period).checked_sub(1) else {
            return Ok(None);
        };
        let table = nim_values(spec, last, &Unwatched)?;
        let heap = |pile: u32| table.heap(&[pile]).map(Natural::from);
        let values: Option<Vec<Natural>> = (0..=last).map(heap).collect();
        Ok(values.map(|values| Self { values, period }))
    }

    /// Their period, with its proof.
    pub fn period(&self) -> &Period {
        &self.period
    }

    /// The nim-value of a heap.
    pub fn value(&self, heap: &Natural) -> NimValue {
        let (times, place) = self.period.place(heap);
        let raised =
            Integer::from(&self.values[place]) + Integer::from(times) * &self.period.saltus;
        NimValue::of_heap(to_natural(&raised).expect("nim-values are not negative"))
    }

    /// The heaps of a nim-value, in order; none if the values do not grow, since these may be infinitely many.
    pub fn with_value(&self, value: &NimValue) -> Option<Vec<Natural>> {
        if self.period.saltus == 0 {
            return None;
        }
        let value = Integer::from(value.heap());
        let mut heaps: Vec<Natural> = Vec::new();
        for (heap, first) in self.values.iter().enumerate() {
            let (times, rest) = (&value - Integer::from(first)).div_mod(&self.period.saltus);
            // Heaps before the period stand alone.
            let alone = heap < self.period.preperiod as usize;
            if rest == 0 && (times == 0 || times > 0 && !alone) {
                let later =
                    to_natural(&times).unwrap_or_default() * Natural::from(self.period.period);
                heaps.push(Natural::from(heap) + later);
            }
        }
        heaps.sort();
        Some(heaps)
    }
}

impl Period {
    /// How many whole periods before a heap its value was first seen, and at which heap.
    pub fn place(&self, heap: &Natural) -> (Natural, usize) {
        place(self.preperiod as usize, self.period as usize, heap)
    }
}

/// How many whole periods a number is beyond the preperiod and the first period, and the number there that it is like.
pub fn place(preperiod: usize, period: usize, n: &Natural) -> (Natural, usize) {
    let early = usize::try_from(n).ok().filter(|n| *n < preperiod + period);
    if let Some(early) = early {
        return (Natural::default(), early);
    }
    let (times, rest) = (n - Natural::from(preperiod)).div_mod(Natural::from(period));
    let rest = usize::try_from(&rest).expect("a rest is below the period");
    (times, preperiod + rest)
}
