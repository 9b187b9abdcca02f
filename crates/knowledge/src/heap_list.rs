//! The nim-values of the single heaps of a game in which heaps split, up to a bound, with their period.

use heaps::formula_values::FormulaValues;
use heaps::kept::{CheckpointError, CheckpointedValues};
use heaps::period::of_values;
use heaps::take_and_break::TakeAndBreak;
use heaps::values::TakeAndBreakValues;
use logic::watch::{Stopped, Watch};
use rules::nim_value::NimValue;
use rules::ruleset::RulesError;
use solver::SolveError;
use solver::checkpoint::Checkpoint;
use solver::periodicity::Period;

use crate::error::Error;
use crate::game::Game;

/// The nim-values of the heaps 0, 1, 2, ….
#[derive(Clone, Debug)]
pub struct HeapList {
    values: ListedValues,
    /// The period that is seen, if all heaps were reached, with what is known of it.
    pub period: Option<Period>,
    /// Why there are fewer heaps than wanted.
    pub stopped: Option<Stopped>,
}

#[derive(Clone, Debug)]
enum ListedValues {
    Fast(TakeAndBreakValues),
    Plain(FormulaValues),
}

impl HeapList {
    /// How many heaps are known, from 0 on.
    pub fn len(&self) -> usize {
        match &self.values {
            ListedValues::Fast(values) => values.len(),
            ListedValues::Plain(values) => values.len(),
        }
    }

    /// Is none known?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known.
    pub fn get(&self, heap: usize) -> Option<u64> {
        match &self.values {
            ListedValues::Fast(values) => values.get(heap).map(u64::from),
            ListedValues::Plain(values) => values.get(heap),
        }
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).map_while(|heap| self.get(heap))
    }

    /// The values in order, as nim-values.
    pub fn nim_values(&self) -> Vec<NimValue> {
        self.iter().map(NimValue::from).collect()
    }

    /// What was looked at, in words.
    pub fn region(&self) -> String {
        match self.len().checked_sub(1) {
            Some(last) => format!("single heaps up to {last}"),
            None => "no heap".to_owned(),
        }
    }
}

impl Game {
    /// The nim-values of its single heaps up to a bound, from the rules alone, where heaps split.
    ///
    /// # Errors
    /// If heaps do not split in it, or a formula of its rules cannot be evaluated. A limit is part of the answer.
    pub fn heap_values(&self, max: u32, watch: &dyn Watch) -> Result<HeapList, Error> {
        self.heap_values_kept(max, None, watch)
    }

    /// The same with a checkpoint, if there is one: what an earlier run has kept there is continued, and what is found is kept.
    ///
    /// # Errors
    /// Also if what is kept there cannot be continued, or if values by formulas are to be kept.
    pub fn heap_values_kept(
        &self,
        max: u32,
        checkpoint: Option<&dyn Checkpoint>,
        watch: &dyn Watch,
    ) -> Result<HeapList, Error> {
        let Some(spec) = self.splitting() else {
            return Err(Error::input(format!(
                "heaps do not split in {}",
                self.name()
            )));
        };
        if let Some(rules) = TakeAndBreak::of(spec) {
            let (values, stopped) = fast(&rules, max, checkpoint, watch)?;
            let period = stopped.is_none().then(|| of_values(&values)).flatten();
            let values = ListedValues::Fast(values);
            return Ok(HeapList {
                values,
                period,
                stopped,
            });
        }
        if checkpoint.is_some() {
            return Err(Error::input(format!(
                "{} is no take-and-break game; it is solved heap by heap, and keeps no checkpoint",
                self.name()
            )));
        }
        let mut values = FormulaValues::default();
        let stopped = match values.extend(spec, max, watch) {
            Ok(()) => None,
            Err(RulesError::Stopped(stopped)) => Some(stopped),
            Err(other) => return Err(other.into()),
        };
        Ok(HeapList {
            values: ListedValues::Plain(values),
            period: None,
            stopped,
        })
    }
}

/// The values as far as they were found, and why not all were.
fn fast(
    rules: &TakeAndBreak,
    max: u32,
    checkpoint: Option<&dyn Checkpoint>,
    watch: &dyn Watch,
) -> Result<(TakeAndBreakValues, Option<Stopped>), Error> {
    let Some(checkpoint) = checkpoint else {
        let mut values = TakeAndBreakValues::new(rules.clone());
        let stopped = values.extend(max, watch).err();
        return Ok((values, stopped));
    };
    match CheckpointedValues::resume(rules, checkpoint, watch) {
        Ok(mut kept) => {
            let stopped = kept.extend(max, watch).err();
            Ok((kept.into_values(), stopped))
        }
        Err(CheckpointError::Stopped(stopped)) => {
            Ok((TakeAndBreakValues::new(rules.clone()), Some(stopped)))
        }
        Err(CheckpointError::Checkpoint(why)) => Err(SolveError::Checkpoint(why).into()),
    }
}
