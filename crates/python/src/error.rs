//! Errors as exceptions. Their classes are written in Python (`takeaway._errors`), so that they can be pickled.

use lab::{ErrorKind, ErrorReport, LabError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An error of the library as an exception: `InputError` with the place of the first fault, or `LimitError`.
pub(crate) fn raised(py: Python<'_>, error: &LabError) -> PyErr {
    raised_report(py, &ErrorReport::from(error))
}

/// The same from a report.
pub(crate) fn raised_report(py: Python<'_>, report: &ErrorReport) -> PyErr {
    let place = report.at.map(|place| (place.line, place.column));
    let (line, column) = place.unzip();
    match report.kind {
        ErrorKind::Input => exception(py, "InputError", (&report.message, line, column)),
        ErrorKind::Limit => limit_error(py, &report.message),
        ErrorKind::Internal => exception(py, "InternalError", (&report.message,)),
    }
}

/// What was asked is at fault.
pub(crate) fn input_error(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "InputError", (message, None::<usize>, None::<usize>))
}

/// A limit was reached.
pub(crate) fn limit_error(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "LimitError", (message,))
}

/// The program itself is at fault.
pub(crate) fn internal_error(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "InternalError", (message,))
}

fn exception<'py, A>(py: Python<'py>, name: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let made = (|| {
        let class = py.import("takeaway._errors")?.getattr(name)?;
        class.cast::<PyType>()?.call1(arguments)
    })();
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}
