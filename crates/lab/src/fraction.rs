//! The continued fraction of a constant, simple or quasi-regular, with its convergents.
//!
//! Quasi-regular ones have minus signs, and are those of the recurrences with a negative coefficient: `3 - 1/(3 - 1/(3 - …))` belongs
//! to `u_n = 3u_(n-1) - u_(n-2)`, the recurrence of the array of the Frankenstein paper (its section 5, comment I).

use std::ops::ControlFlow;

use logic::watch::{Stopped, Watch};
use numeration::continued_fraction::ContinuedFraction;
use numeration::natural::{Integer, One, Zero};
use numeration::real::{Real, RealError};
use numeration::semiregular::{Quotients, Semiregular};
use rules::json::{Complete, TextRows, Texts};
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use knowledge::{MemoryBudget, size_of_integers};

/// What is the continued fraction of a constant?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FractionRequest {
    /// The constant, as typed, such as `2+sqrt(2)`.
    pub constant: String,
    /// Which kind of fraction.
    pub kind: FractionKind,
    /// How many quotients are wanted.
    pub rows: usize,
}

/// A kind of continued fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FractionKind {
    /// `b_0 + 1/(b_1 + 1/(b_2 + …))`.
    Simple,
    /// `b_0 - 1/(b_1 - 1/(b_2 - …))`.
    QuasiRegular,
}

/// The answer to a [`FractionRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FractionAnswer {
    /// The constant, as typed.
    pub constant: String,
    /// The kind of fraction.
    pub kind: FractionKind,
    /// Its beginning, as it is written down.
    pub fraction: String,
    /// The quotients `b_0, b_1, …`.
    #[serde(with = "Texts")]
    pub quotients: Vec<Integer>,
    /// Numerator and denominator of each convergent.
    #[serde(with = "TextRows")]
    pub convergents: Vec<Vec<Integer>>,
    /// Is the last quotient the last one of the number, which is rational then?
    pub ends: bool,
    /// Why there are fewer than wanted.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// So many quotients are written down.
const WRITTEN: usize = 4;

/// A constant that was read, whose quotients are handed over as they are found: there may be more
/// than memory holds.
#[derive(Clone, Debug)]
pub struct FractionStream {
    request: FractionRequest,
    number: Real,
}

/// A quotient, with the numerator and the denominator of its convergent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FractionRow {
    /// The quotient.
    pub quotient: Integer,
    /// Numerator and denominator.
    pub convergent: Vec<Integer>,
}

impl FractionRequest {
    /// Reads the constant.
    ///
    /// # Errors
    /// If it has faults.
    pub fn open(&self) -> Result<FractionStream, LabError> {
        Ok(FractionStream {
            request: self.clone(),
            number: lang::constant(&self.constant)?,
        })
    }
}

impl FractionStream {
    /// Hands over the rows that are wanted, until they are all or the visitor breaks. Are there more?
    ///
    /// # Errors
    /// If a quotient is not known, or the watch stops the work.
    pub fn visit(
        &self,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(FractionRow) -> ControlFlow<()>,
    ) -> Result<bool, LabError> {
        let mut quotients = self.request.kind.quotients(&self.number)?;
        let mut pair = ConvergentPair::new(self.request.kind);
        for _ in 0..self.request.rows {
            watch.check()?;
            let Some(quotient) = quotients.next() else {
                return Ok(false);
            };
            let quotient = quotient.map_err(unknown)?;
            let convergent = pair.follow(&quotient);
            if visit(FractionRow {
                quotient,
                convergent,
            })
            .is_break()
            {
                return Ok(true);
            }
        }
        Ok(quotients.next().is_some())
    }

    /// The answer that is handed over row by row, as far as a few rows tell.
    ///
    /// # Errors
    /// If a quotient is not known, or the watch stops the work.
    pub fn beginning(&self, watch: &dyn Watch) -> Result<FractionAnswer, LabError> {
        let rows = self.request.rows.min(WRITTEN);
        let request = self.request.clone();
        FractionRequest { rows, ..request }.answer(watch)
    }
}

impl Request for FractionRequest {
    type Answer = FractionAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<FractionAnswer, LabError> {
        let fraction = self.open()?;
        let (mut quotients, mut convergents) = (Vec::new(), Vec::new());
        let (mut storage, mut full) = (MemoryBudget::new(watch), None);
        let more = fraction.visit(watch, &mut |row| {
            if let Err(stopped) = storage.keep(size_of_integers(&row.convergent)) {
                full = Some(stopped);
                return ControlFlow::Break(());
            }
            quotients.push(row.quotient);
            convergents.push(row.convergent);
            ControlFlow::Continue(())
        });
        let (more, stopped) = match more {
            Err(LabError::Stopped(stopped)) => (true, Some(stopped)),
            more => (more?, full),
        };
        Ok(FractionAnswer {
            constant: self.constant.trim().to_owned(),
            kind: self.kind,
            fraction: self.kind.written(&quotients, !more),
            quotients,
            convergents,
            ends: !more,
            stopped,
        })
    }
}

impl FractionKind {
    /// The first quotients as a fraction. Are these all that the number has?
    fn written(self, quotients: &[Integer], all: bool) -> String {
        let shown = &quotients[..quotients.len().min(WRITTEN)];
        let ends = all && shown.len() == quotients.len();
        match self {
            Self::QuasiRegular => Semiregular::with_quotients(shown.to_vec(), ends).to_string(),
            Self::Simple => {
                let mut texts: Vec<String> = shown.iter().map(ToString::to_string).collect();
                if !ends {
                    texts.push("…".to_owned());
                }
                format!("[{}]", texts.join(", ").replacen(", ", "; ", 1))
            }
        }
    }

    fn quotients(
        self,
        number: &Real,
    ) -> Result<Box<dyn Iterator<Item = Result<Integer, RealError>>>, LabError> {
        Ok(match self {
            Self::QuasiRegular => Box::new(Quotients::of(number).map_err(unknown)?),
            Self::Simple => {
                let fraction = ContinuedFraction::of(number).map_err(unknown)?;
                let quotients = (0..).map_while(move |k| fraction.quotient(k).transpose());
                Box::new(quotients)
            }
        })
    }
}

/// The last two convergents.
struct ConvergentPair {
    kind: FractionKind,
    last: [Integer; 2],
    before: [Integer; 2],
}

impl ConvergentPair {
    fn new(kind: FractionKind) -> Self {
        Self {
            kind,
            last: [Integer::ONE, Integer::ZERO],
            before: match kind {
                FractionKind::Simple => [Integer::ZERO, Integer::ONE],
                FractionKind::QuasiRegular => [Integer::ZERO, -Integer::ONE],
            },
        }
    }

    /// The convergent after one more quotient.
    fn follow(&mut self, quotient: &Integer) -> Vec<Integer> {
        let place = |place: usize| {
            let (last, before) = (&self.last[place], &self.before[place]);
            match self.kind {
                FractionKind::Simple => quotient * last + before,
                FractionKind::QuasiRegular => quotient * last - before,
            }
        };
        let next = [place(0), place(1)];
        self.before = std::mem::replace(&mut self.last, next);
        self.last.to_vec()
    }
}

fn unknown(error: RealError) -> LabError {
    LabError::Beyond(error.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use logic::watch::Unwatched;

    use super::*;

    fn ask(constant: &str, kind: FractionKind, rows: usize) -> FractionAnswer {
        let constant = constant.to_owned();
        let request = FractionRequest {
            constant,
            kind,
            rows,
        };
        request.answer(&Unwatched).unwrap()
    }

    fn check(constant: &str, kind: FractionKind, fraction: &str, last: [i64; 2], ends: bool) {
        let answer = ask(constant, kind, 6);
        assert_eq!(answer.fraction, fraction);
        let last = last.map(Integer::from).to_vec();
        assert_eq!(answer.convergents.last(), Some(&last), "{constant}");
        assert_eq!(answer.ends, ends);
        assert_eq!(answer.quotients.len(), answer.convergents.len());
    }

    #[test]
    fn both_kinds() {
        use FractionKind::{QuasiRegular, Simple};
        check(
            "phi^2",
            QuasiRegular,
            "3 - 1/(3 - 1/(3 - 1/(3 - …)))",
            [377, 144],
            false,
        );
        check("phi^2", Simple, "[2; 1, 1, 1, …]", [21, 8], false);
        check("7/5", QuasiRegular, "2 - 1/(2 - 1/3)", [7, 5], true);
        check("7/5", Simple, "[1; 2, 2]", [7, 5], true);
        check("5", QuasiRegular, "5", [5, 1], true);
        check("pi", Simple, "[3; 7, 15, 1, …]", [104_348, 33_215], false);
        assert_eq!(ask("pi", QuasiRegular, 0).fraction, "");
    }
}
