//! Positions as they are given: a sequence of integers, or text as on the command line.

use lab::{LabError, Natural, Position, Session, parse_piles};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyIterator, PyMemoryView, PySequence, PyString};
use std::sync::Arc;

use crate::array::Array;
use crate::buffer::{BufferNumbers, numbers};
use crate::error::raised;
use crate::number::{int, natural};

/// A position before a game has seen it.
#[derive(Clone)]
pub(crate) enum GivenPosition {
    /// As on the command line.
    Text(String),
    /// The piles.
    Piles(Vec<Natural>),
}

/// What lies in an array or in a sequence.
pub(crate) enum GivenEntries<'py> {
    /// The numbers of an array of machine integers.
    Numbers(BufferNumbers),
    /// One object after the other.
    Objects(Vec<Bound<'py, PyAny>>),
}

impl<'py> GivenEntries<'py> {
    /// Reads what has a buffer or `__array__`, and sequences; nothing if it is none of these, or a single number.
    ///
    /// Other things that can be iterated over are not read: a data frame yields its columns or their names, a set has no
    /// order, and a dict yields its keys.
    pub(crate) fn of(given: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        if given.is_instance_of::<PyString>() {
            return Ok(None);
        }
        refuse_masked(given)?;
        if let Ok(array) = given.cast::<Array>() {
            return Self::listed(array.call_method0("tolist")?).map(Some);
        }
        if let Ok(view) = PyMemoryView::from(given) {
            return Self::of_array(given, &view);
        }
        if given.hasattr("__array__")? {
            let array = given.call_method0("__array__")?;
            refuse_masked(&array)?;
            let view = PyMemoryView::from(&array).map_err(|_| not_of_integers(given, ""))?;
            return Self::of_array(&array, &view);
        }
        match given.cast::<PySequence>() {
            Ok(_) => Self::listed(given.clone()).map(Some),
            Err(_) => Ok(None),
        }
    }

    fn of_array(
        array: &Bound<'py, PyAny>,
        view: &Bound<'py, PyMemoryView>,
    ) -> PyResult<Option<Self>> {
        if view.getattr("ndim")?.extract::<usize>()? == 0 {
            return Ok(None);
        }
        if let Some(numbers) = numbers(view)? {
            return Ok(Some(Self::Numbers(numbers)));
        }
        let format: String = view.getattr("format")?.extract()?;
        // Arrays of Python's own objects and of texts.
        match format.ends_with(['O', 'w']) {
            true => Self::listed(array.clone()).map(Some),
            false => Err(not_of_integers(array, &format!(" of `{format}`"))),
        }
    }

    fn listed(given: Bound<'py, PyAny>) -> PyResult<Self> {
        Ok(Self::Objects(given.try_iter()?.collect::<PyResult<_>>()?))
    }
}

/// Refuses an array that hides some of its numbers.
fn refuse_masked(given: &Bound<'_, PyAny>) -> PyResult<()> {
    for class in given.get_type().mro() {
        if class.getattr("__name__")?.eq("MaskedArray")?
            && given.getattr("mask")?.call_method0("any")?.is_truthy()?
        {
            return Err(PyTypeError::new_err(
                "a masked array hides some of its numbers: ask about the rows that it shows, such as \
                 numpy.ma.compress_rows(array)",
            ));
        }
    }
    Ok(())
}

fn not_of_integers(given: &Bound<'_, PyAny>, what: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "{}{what} is no array of integers: convert it, such as array.astype(int)",
        name_of(given)
    ))
}

/// The name of the type of what was given.
fn name_of(given: &Bound<'_, PyAny>) -> String {
    let name = given.get_type().name();
    name.map_or_else(|_| "this".to_owned(), |name| name.to_string())
}

/// What to write instead of something that is no array and no sequence.
pub(crate) fn refused(given: &Bound<'_, PyAny>, what: &str, example: &str) -> PyErr {
    let instead = match given.hasattr("to_numpy") {
        Ok(true) => ".to_numpy() of it",
        _ => example,
    };
    let name = name_of(given);
    PyTypeError::new_err(format!("{name} is no {what}: write {instead}"))
}

impl GivenPosition {
    /// A text, a sequence of integers, or one integer for a game with one pile.
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?.to_owned()));
        }
        if given.is_instance_of::<PyInt>() {
            return Ok(Self::Piles(vec![natural(given)?]));
        }
        let entries = match GivenEntries::of(given)? {
            // What is iterated over once has an order of its own.
            None if given.is_instance_of::<PyIterator>() => {
                Some(GivenEntries::listed(given.clone())?)
            }
            entries => entries,
        };
        let piles = match entries {
            Some(GivenEntries::Numbers(numbers)) if numbers.shape.len() == 1 => {
                numbers.words.into_iter().map(Natural::from).collect()
            }
            Some(GivenEntries::Numbers(_)) => {
                let why = "a position is one row of numbers: ask `outcomes` about many positions";
                return Err(PyTypeError::new_err(why));
            }
            Some(GivenEntries::Objects(piles)) => {
                piles.iter().map(natural).collect::<PyResult<_>>()?
            }
            None if given.hasattr("__index__")? => vec![natural(given)?],
            None => {
                let example = "its piles in order as a list, such as [3, 6, 10]";
                return Err(refused(given, "position", example));
            }
        };
        Ok(Self::Piles(piles))
    }

    /// Its piles, read as every question reads it.
    pub(crate) fn piles(self) -> Result<Vec<Natural>, LabError> {
        match self {
            Self::Text(text) => parse_piles(&text),
            Self::Piles(piles) => Ok(piles),
        }
    }

    /// The position, and the game with as many piles.
    pub(crate) fn of(self, session: &Session) -> Result<(Arc<lab::Game>, Position), LabError> {
        session.at_piles(self.piles()?)
    }

    /// The position of a game that was opened.
    pub(crate) fn in_game(self, game: &lab::Game) -> Result<Position, LabError> {
        match self {
            Self::Text(text) => game.position(&text),
            Self::Piles(piles) => Ok(game.rules().position(piles)?),
        }
    }
}

/// The piles of a position, read as every question reads it.
#[pyfunction]
pub(crate) fn piles<'py>(position: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = position.py();
    let piles = or_raise(py, GivenPosition::new(position)?.piles())?;
    piles.iter().map(|pile| int(py, pile)).collect()
}

/// Says what is wrong with a question.
pub(crate) fn or_raise<T>(py: Python<'_>, result: Result<T, LabError>) -> PyResult<T> {
    result.map_err(|error| raised(py, &error))
}
