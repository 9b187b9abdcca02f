//! Numbers cross the border as bytes, in time linear in their digits.

use lab::{LabError, Natural};
use numeration::natural::{from_bytes, parse_natural, to_bytes};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};

use crate::error::input_error;
use crate::position::or_raise;

/// A natural from whatever is an integer: an `int`, or what has `__index__`, as the integers of numpy and Sage have.
pub(crate) fn natural(given: &Bound<'_, PyAny>) -> PyResult<Natural> {
    if let Ok(word) = given.extract::<u64>() {
        return Ok(Natural::from(word));
    }
    let py = given.py();
    let number = match given.cast::<PyInt>() {
        Ok(number) => number.clone().into_any(),
        Err(_) => index(given)?,
    };
    if number.lt(0)? {
        return Err(input_error(
            py,
            "a number is negative; only 0, 1, 2, … are allowed",
        ));
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let bytes = number.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
    Ok(from_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// A natural from an integer, or from a text as on the command line.
pub(crate) fn number(given: &Bound<'_, PyAny>) -> PyResult<Natural> {
    match given.cast::<PyString>() {
        Ok(text) => or_raise(
            given.py(),
            lab::number(text.to_str()?).map_err(LabError::from),
        ),
        Err(_) => natural(given),
    }
}

/// The largest pile of a board.
pub(crate) fn largest_pile(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    or_raise(given.py(), lab::largest_pile(&typed(given)?))
}

/// A number as it is typed on the command line: text as it is, and integers in decimal.
pub(crate) fn typed(given: &Bound<'_, PyAny>) -> PyResult<String> {
    match given.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        Err(_) => Ok(natural(given)?.to_string()),
    }
}

/// The `int` that an object stands for.
fn index<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !given.hasattr("__index__")? {
        return Err(PyTypeError::new_err(format!(
            "{} is no integer",
            given.get_type().name()?
        )));
    }
    given.call_method0("__index__")
}

/// A natural as an `int`.
pub(crate) fn int<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    match u64::try_from(number) {
        Ok(word) => Ok(word.into_pyobject(py)?.into_any()),
        Err(_) => int_of_bytes(py, &to_bytes(number)),
    }
}

/// The `int` with these bytes, the lowest first.
pub(crate) fn int_of_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, bytes);
    py.get_type::<PyInt>()
        .call_method1("from_bytes", (bytes, "little"))
}

/// The integer that is written in decimal, of any length, which `int` refuses.
#[pyfunction]
pub(crate) fn integer<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let number = parse_natural(digits).map_err(|why| input_error(py, &why.to_string()))?;
    let number = int(py, &number)?;
    if negative { number.neg() } else { Ok(number) }
}

/// A long number for a reader: its first and last digits, and how many there are.
#[pyfunction]
pub(crate) fn shown(number: &Bound<'_, PyAny>) -> PyResult<String> {
    let negative = number.lt(0)?;
    let shown = lab::abbreviated(&natural(&number.call_method0("__abs__")?)?);
    Ok(if negative { format!("-{shown}") } else { shown })
}

/// The same integers, after they have crossed the border and come back: what that costs.
#[pyfunction]
pub(crate) fn crossed<'py>(
    py: Python<'py>,
    numbers: Vec<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let back = numbers.iter().map(|number| int(py, &natural(number)?));
    back.collect()
}
