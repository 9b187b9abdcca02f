//! The values of a term in n.

use games::json::{Complete, Text, Texts};
use logic::Variable;
use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::watch::{Progress, Stopped, Watch};
use numeration::natural::Integer;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::{Storage, size_of_integers};

/// What are the values of a term for so many n?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceRequest {
    /// The term in `n`, as in a `.game` file.
    pub term: String,
    /// Names of constants in it, each with its value: `r = sqrt(2)`.
    pub definitions: Vec<String>,
    /// The first n, as typed.
    pub from: String,
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

impl SequenceAnswer {
    /// The n of the value in this place.
    pub fn index(&self, place: usize) -> Integer {
        &self.from + Integer::from(place)
    }
}

impl Request for SequenceRequest {
    type Answer = SequenceAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<SequenceAnswer, LabError> {
        let term = lang::term_where(&self.term, &self.definitions)?;
        let n = Variable::new(0, "n");
        let from = Integer::from(lang::number(&self.from)?);
        let mut answer = SequenceAnswer {
            term: self.term.clone(),
            from,
            values: Vec::new(),
            stopped: None,
        };
        let mut storage = Storage::new(watch);
        for row in 0..self.rows {
            let known: Assignment = [(n.clone(), answer.index(row))].into_iter().collect();
            let value = match Evaluator::new(watch).value(&term, &known) {
                Err(EvaluationError::Stopped(stopped)) => Err(stopped),
                value => Ok(value?),
            };
            let kept =
                value.and_then(|value| storage.keep(size_of_integers([&value])).map(|()| value));
            match kept {
                Ok(value) => answer.values.push(value),
                Err(stopped) => {
                    answer.stopped = Some(stopped);
                    break;
                }
            }
            watch.progress(Progress {
                step: "evaluating",
                done: row as u64,
                total: Some(self.rows as u64),
            });
        }
        Ok(answer)
    }
}
