//! Positions as they are given: a sequence of integers, or text as on the command line.

use lab::{LabError, Natural, Position, Session};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PySet, PyString};
use std::sync::Arc;

use crate::error::raised;
use crate::number::natural;

/// A position before a game has seen it.
#[derive(Clone)]
pub(crate) enum Given {
    /// As on the command line.
    Text(String),
    /// The piles.
    Piles(Vec<Natural>),
}

impl Given {
    /// A text, a sequence of integers, or one integer for a game with one pile.
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?.to_owned()));
        }
        if given.is_instance_of::<PySet>() || given.is_instance_of::<PyFrozenSet>() {
            let why = "a set has no order: write a position as a list or a tuple";
            return Err(PyTypeError::new_err(why));
        }
        let Ok(piles) = given.try_iter() else {
            return Ok(Self::Piles(vec![natural(given)?]));
        };
        let piles = piles.map(|pile| natural(&pile?));
        Ok(Self::Piles(piles.collect::<PyResult<_>>()?))
    }

    /// The same as text, for questions that take it so.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Piles(piles) => {
                let piles: Vec<String> = piles.iter().map(Natural::to_string).collect();
                piles.join(",")
            }
        }
    }

    /// The position, and the game with as many piles.
    pub(crate) fn of(self, session: &Session) -> Result<(Arc<lab::Game>, Position), LabError> {
        match self {
            Self::Text(text) => session.at(&text),
            Self::Piles(piles) => session.at_piles(piles),
        }
    }

    /// The position of a game that was opened.
    pub(crate) fn in_game(self, game: &lab::Game) -> Result<Position, LabError> {
        match self {
            Self::Text(text) => game.position(&text),
            Self::Piles(piles) => Ok(game.rules().position(piles)?),
        }
    }
}

/// Says what is wrong with a question.
pub(crate) fn or_raise<T>(py: Python<'_>, result: Result<T, LabError>) -> PyResult<T> {
    result.map_err(|error| raised(py, &error))
}
