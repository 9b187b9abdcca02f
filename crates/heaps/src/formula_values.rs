//! The nim-values of heaps from the formulas of the rules, heap by heap: for rules that are no take-and-break rules.
//!
//! The nim-value of a heap is the mex of its options' values, and that of an option the nim-sum of its parts' values.

use std::collections::HashSet;
use std::ops::ControlFlow;

use logic::watch::{Progress, Watch};
use numeration::natural::Natural;

use rules::ruleset::RulesError;
use rules::splitting::SplittingSpec;

/// The nim-values of the heaps 0, 1, 2, … as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormulaValues {
    values: Vec<u64>,
}

impl FormulaValues {
    /// How many heaps are known, from 0 on.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Is no heap known?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The nim-value of a heap, if it is known.
    pub fn get(&self, heap: usize) -> Option<u64> {
        self.values.get(heap).copied()
    }

    /// Finds the values of all heaps up to `max` of a game, always the same one.
    ///
    /// # Errors
    /// If a formula cannot be evaluated, or the watch stops the work; what was found by then stays.
    pub fn extend(
        &mut self,
        spec: &SplittingSpec,
        max: u32,
        watch: &dyn Watch,
    ) -> Result<(), RulesError> {
        while self.values.len() <= max as usize {
            watch.check()?;
            watch.progress(Progress {
                step: "nim-values of heaps",
                done: self.values.len() as u64,
                total: Some(u64::from(max) + 1),
            });
            let mut options = HashSet::new();
            let heap = Natural::from(self.values.len());
            let _all = spec.for_each_split(&heap, watch, &mut |split| {
                // A part is smaller than its heap, so that its value is known.
                let value =
                    |part: &Natural| usize::try_from(part).ok().and_then(|part| self.get(part));
                let values = split.parts.iter().map(|part| value(part).unwrap_or(0));
                options.insert(values.fold(0, |sum, value| sum ^ value));
                ControlFlow::Continue(())
            })?;
            let least = (0..).find(|value| !options.contains(value));
            self.values.push(least.unwrap_or(u64::MAX));
        }
        Ok(())
    }
}
