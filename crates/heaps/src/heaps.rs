//! The nim-values of all heaps of a take-and-break game, once their period is proved.
//!
//! The period is looked for again and again while the heaps become more, since nobody knows beforehand how many are needed: 4 from
//! heap 2,268,248 on is the period of 0.376, and of many short codes none was ever seen.
//!
//! ```
//! use heaps::{code::Code, heaps::SplitHeaps};
//! use numeration::natural::Natural;
//!
//! let kayles = Code::octal("0.77").expect("a code");
//! let heaps = SplitHeaps::find(&(&kayles).into(), 1000, &logic::Unwatched).expect("nobody stops it");
//! let heaps = heaps.expect("its period is proved by fewer heaps");
//! assert_eq!(heaps.value(&Natural::from(1u32 << 31)), heaps.value(&Natural::from((1u32 << 31) + 12)));
//! ```

use logic::watch::{Stopped, Watch};
use numeration::natural::{Integer, Natural, to_natural};

use super::period::{asked_for, of_values};
use super::take_and_break::TakeAndBreak;
use super::values::TakeAndBreakValues;
use rules::evidence::Evidence;
use rules::narrow;
use rules::nim_value::NimValue;
use solver::periodicity::{Period, place};

/// The nim-values of all heaps of a take-and-break game whose period is proved.
#[derive(Clone, Debug)]
pub struct SplitHeaps {
    /// Those of the preperiod and of the first period.
    values: TakeAndBreakValues,
    period: Period,
}

impl SplitHeaps {
    /// The heaps of a game whose period is proved by its heaps up to `most`; none if there is no such period.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn find(
        rules: &TakeAndBreak,
        most: u32,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, Stopped> {
        PeriodSearch::new(TakeAndBreakValues::new(rules.clone())).run(most, watch)
    }

    /// All heaps from those that are known, if their period is proved.
    pub fn of_values(values: &TakeAndBreakValues) -> Option<Self> {
        let period = of_values(values)?;
        is_proved(&period).then(|| Self::new(values, period))
    }

    fn new(values: &TakeAndBreakValues, period: Period) -> Self {
        let values = values.first(period.preperiod as usize + period.period as usize);
        Self { values, period }
    }

    /// Their period, with its proof.
    pub fn period(&self) -> &Period {
        &self.period
    }

    /// The nim-value of a heap.
    pub fn value(&self, heap: &Natural) -> NimValue {
        let (times, place) = place(
            self.period.preperiod as usize,
            self.period.period as usize,
            heap,
        );
        let first = self
            .values
            .get(place)
            .expect("the preperiod and the period are known");
        let raised = Integer::from(first) + Integer::from(times) * &self.period.saltus;
        NimValue::of_heap(to_natural(&raised).expect("nim-values are not negative"))
    }
}

fn is_proved(period: &Period) -> bool {
    matches!(period.evidence, Evidence::Proved(_))
}

/// A search for a period, which can be stopped and taken up again.
#[derive(Clone, Debug)]
pub struct PeriodSearch {
    values: TakeAndBreakValues,
    /// The period that was seen last, and is not proved.
    seen: Option<Period>,
}

/// A period is looked for when so many heaps are known, and then again and again.
const FIRST_LOOK: u32 = 1 << 8;
/// So many times as many heaps are asked for while that takes moments, and then twice as many.
const QUICKLY: u32 = 8;
const MANY: u32 = 1 << 17;
/// Three parts cost the square of the heaps, and so do values that grow. The criterion for these costs much more than a look.
const SLOWLY: u32 = 4;

impl PeriodSearch {
    /// Goes on from the values that are known.
    pub fn new(values: TakeAndBreakValues) -> Self {
        Self { values, seen: None }
    }

    /// The values that are known by now.
    pub fn values(&self) -> &TakeAndBreakValues {
        &self.values
    }

    /// The same, when the search is over.
    pub fn into_values(self) -> TakeAndBreakValues {
        self.values
    }

    /// The period that is seen in them and not proved, if it was looked for.
    pub fn seen(&self) -> Option<&Period> {
        self.seen.as_ref()
    }

    /// Goes on until a period is proved; none if that needs larger heaps than `most`. Then all heaps up to that one are known.
    ///
    /// # Errors
    /// If the work was stopped; what was found by then stays.
    pub fn run(&mut self, most: u32, watch: &dyn Watch) -> Result<Option<SplitHeaps>, Stopped> {
        let mut next = FIRST_LOOK.max(narrow::count(self.values.len().saturating_sub(1)));
        loop {
            let max = next.min(most);
            self.values.extend(max, watch)?;
            watch.check()?;
            self.seen = of_values(&self.values);
            if let Some(period) = self.seen.take_if(|period| is_proved(period)) {
                return Ok(Some(SplitHeaps::new(&self.values, period)));
            }
            if max == most {
                return Ok(None);
            }
            next = self.next_look(max);
        }
    }

    /// The largest heap that is to be known when the period is looked for next.
    fn next_look(&self, max: u32) -> u32 {
        let rules = self.values.rules();
        let times = match rules.grows() {
            true => SLOWLY,
            false if max < MANY => QUICKLY,
            false => 2,
        };
        let later = max.saturating_mul(times);
        // What the theorem asks for to prove the period that is seen.
        let asked = self.seen.as_ref().filter(|seen| seen.saltus == 0);
        let asked = asked.and_then(|seen| {
            let asked = asked_for(rules, seen.preperiod.into(), seen.period.into())?;
            u32::try_from(asked).ok()?.checked_sub(1)
        });
        asked
            .filter(|asked| *asked > max)
            .map_or(later, |asked| later.min(asked))
    }
}
