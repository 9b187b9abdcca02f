//! The values of a term in n.

use std::ops::ControlFlow;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::watch::{Progress, Stopped, Watch};
use logic::{Term, Variable};
use numeration::natural::{Integer, Natural};
use rules::json::{Complete, Text, Texts};
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::{MemoryBudget, size_of_integers};

/// What are the values of a term for so many n?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceRequest {
    /// The term in `n`, as in a `.game` file.
    pub term: String,
    /// Names of constants in it, each with its value: `r = sqrt(2)`.
    pub definitions: Vec<String>,
    /// The first n.
    pub from: Natural,
    /// How many values are wanted.
    pub rows: usize,
}

/// The answer to a [`SequenceRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SequenceAnswer {
    /// The term, as typed.
    #[serde(rename = "sequence")]
    pub term: String,
    /// The first n.
    #[serde(with = "Text")]
    pub from: Integer,
    /// The values for it and those that follow.
    #[serde(with = "Texts")]
    pub values: Vec<Integer>,
    /// Why there are fewer than wanted.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// A sequence that was read, whose values are handed over as they are found: there may be more than memory holds.
#[derive(Clone, Debug)]
pub struct SequenceStream {
    request: SequenceRequest,
    term: Term,
    from: Integer,
}

impl SequenceRequest {
    /// Reads the term.
    ///
    /// # Errors
    /// If it has faults.
    pub fn open(&self) -> Result<SequenceStream, LabError> {
        Ok(SequenceStream {
            request: self.clone(),
            term: lang::term_where(&self.term, &self.definitions)?,
            from: Integer::from(&self.from),
        })
    }
}

impl SequenceStream {
    /// The answer with these values.
    pub fn answer(&self, values: Vec<Integer>, stopped: Option<Stopped>) -> SequenceAnswer {
        SequenceAnswer {
            term: self.request.term.clone(),
            from: self.from.clone(),
            values,
            stopped,
        }
    }

    /// The last value that is wanted, if it is found at once.
    pub fn last(&self, watch: &dyn Watch) -> Option<(Integer, Integer)> {
        let last = self.request.rows.checked_sub(1)?;
        let index = &self.from + Integer::from(last);
        let value = self.value(&index, watch).ok()?;
        Some((index, value))
    }

    fn value(&self, index: &Integer, watch: &dyn Watch) -> Result<Integer, EvaluationError> {
        let known: Assignment = [(Variable::new(0, "n"), index.clone())]
            .into_iter()
            .collect();
        Evaluator::new(watch).value(&self.term, &known)
    }

    /// Hands over each n with its value until these are all, or the visitor breaks; why it was stopped before.
    ///
    /// # Errors
    /// If there is no value.
    pub fn visit(
        &self,
        watch: &dyn Watch,
        visit: &mut dyn FnMut((Integer, Integer)) -> ControlFlow<()>,
    ) -> Result<Option<Stopped>, LabError> {
        for row in 0..self.request.rows {
            let index = &self.from + Integer::from(row);
            let value = match self.value(&index, watch) {
                Err(EvaluationError::Stopped(stopped)) => return Ok(Some(stopped)),
                value => value?,
            };
            if let Err(stopped) = watch.check() {
                return Ok(Some(stopped));
            }
            if visit((index, value)).is_break() {
                break;
            }
            watch.progress(Progress {
                step: "evaluating",
                done: row as u64,
                total: Some(self.request.rows as u64),
            });
        }
        Ok(None)
    }
}

impl Request for SequenceRequest {
    type Answer = SequenceAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<SequenceAnswer, LabError> {
        let sequence = self.open()?;
        let mut values = Vec::new();
        let (mut storage, mut full) = (MemoryBudget::new(watch), None);
        let stopped = sequence.visit(watch, &mut |(_, value)| match storage
            .keep(size_of_integers([&value]))
        {
            Ok(()) => {
                values.push(value);
                ControlFlow::Continue(())
            }
            Err(stopped) => {
                full = Some(stopped);
                ControlFlow::Break(())
            }
        })?;
        Ok(sequence.answer(values, stopped.or(full)))
    }
}
