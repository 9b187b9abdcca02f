//! Numbers in one piece of memory, which numpy reads without a copy.
//!
//! An [`Array`] never changes and is shown read-only, by numpy's protocol `__array_interface__`: whoever reads it keeps it alive.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyTuple};

/// The numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArrayData {
    /// True and false.
    Truths(Vec<u8>),
    /// Letters, by their numbers.
    Letters(Vec<u32>),
    /// Numbers of 32 bits.
    Short(Vec<u32>),
    /// Numbers of 64 bits.
    Long(Vec<u64>),
}

/// So many rows are shown of an array.
const SHOWN: usize = 8;

/// Numbers in rows of one length, or in one row.
#[pyclass(frozen, eq, module = "takeaway._core")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Array {
    cells: ArrayData,
    /// How many rows there are, and how long they are; a list has no length of rows.
    rows: usize,
    columns: Option<usize>,
}

impl Array {
    /// One row.
    pub(crate) fn list(cells: ArrayData) -> Self {
        let rows = cells.len();
        let columns = None;
        Self {
            cells,
            rows,
            columns,
        }
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// So many rows of this length.
    pub(crate) fn table(cells: ArrayData, rows: usize, columns: usize) -> Self {
        let columns = Some(columns);
        Self {
            cells,
            rows,
            columns,
        }
    }
}

impl ArrayData {
    fn len(&self) -> usize {
        match self {
            Self::Truths(cells) => cells.len(),
            Self::Letters(cells) | Self::Short(cells) => cells.len(),
            Self::Long(cells) => cells.len(),
        }
    }

    /// What numpy calls the type of a cell, on a machine of this kind.
    fn name(&self) -> &'static str {
        match (self, cfg!(target_endian = "little")) {
            (Self::Truths(_), _) => "|b1",
            (Self::Letters(_), true) => "<U1",
            (Self::Letters(_), false) => ">U1",
            (Self::Short(_), true) => "<u4",
            (Self::Short(_), false) => ">u4",
            (Self::Long(_), true) => "<u8",
            (Self::Long(_), false) => ">u8",
        }
    }

    /// Where they begin.
    fn address(&self) -> usize {
        match self {
            Self::Truths(cells) => cells.as_ptr().addr(),
            Self::Letters(cells) | Self::Short(cells) => cells.as_ptr().addr(),
            Self::Long(cells) => cells.as_ptr().addr(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Truths(cells) => cells.clone(),
            Self::Letters(cells) | Self::Short(cells) => {
                cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
            }
            Self::Long(cells) => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        }
    }

    fn read(kind: char, bytes: &[u8]) -> Option<Self> {
        let short = |bytes: &[u8]| {
            bytes
                .as_chunks()
                .0
                .iter()
                .map(|cell| u32::from_le_bytes(*cell))
                .collect()
        };
        Some(match kind {
            'b' => Self::Truths(bytes.to_vec()),
            'U' => Self::Letters(short(bytes)),
            'u' => Self::Short(short(bytes)),
            'L' => Self::Long(
                bytes
                    .as_chunks()
                    .0
                    .iter()
                    .map(|cell| u64::from_le_bytes(*cell))
                    .collect(),
            ),
            _ => return None,
        })
    }

    fn kind(&self) -> char {
        match self {
            Self::Truths(_) => 'b',
            Self::Letters(_) => 'U',
            Self::Short(_) => 'u',
            Self::Long(_) => 'L',
        }
    }

    fn get<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let missing = || PyIndexError::new_err("there is no such row");
        Ok(match self {
            Self::Truths(cells) => {
                let truth = *cells.get(place).ok_or_else(missing)? != 0;
                truth.into_pyobject(py)?.to_owned().into_any()
            }
            Self::Letters(cells) => {
                let letter = char::from_u32(*cells.get(place).ok_or_else(missing)?);
                // As in numpy, nothing is written as zeros.
                let text: String = letter
                    .filter(|letter| *letter != '\0')
                    .into_iter()
                    .collect();
                text.into_pyobject(py)?.into_any()
            }
            Self::Short(cells) => cells
                .get(place)
                .ok_or_else(missing)?
                .into_pyobject(py)?
                .into_any(),
            Self::Long(cells) => cells
                .get(place)
                .ok_or_else(missing)?
                .into_pyobject(py)?
                .into_any(),
        })
    }
}

#[pymethods]
impl Array {
    /// The array that was pickled.
    #[staticmethod]
    fn reopen(kind: char, rows: usize, columns: Option<usize>, bytes: &[u8]) -> PyResult<Self> {
        let cells = ArrayData::read(kind, bytes)
            .ok_or_else(|| PyValueError::new_err("no array of ours"))?;
        Ok(match columns {
            Some(columns) => Self::table(cells, rows, columns),
            None => Self::list(cells),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let reopen = py.get_type::<Self>().getattr("reopen")?;
        let bytes = PyBytes::new(py, &self.cells.bytes());
        let state = (self.cells.kind(), self.rows, self.columns, bytes);
        Ok((reopen, state.into_pyobject(py)?.into_any()))
    }

    /// What numpy reads.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", self.cells.name())?;
        interface.set_item("shape", self.shape(py)?)?;
        interface.set_item("data", (self.cells.address(), true))?;
        Ok(interface)
    }

    /// The number of rows, and how long they are.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.columns {
            Some(columns) => (self.rows, columns).into_pyobject(py),
            None => (self.rows,).into_pyobject(py),
        }
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// The first rows, and how many there are.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut shown = Vec::new();
        for place in 0..self.rows.min(SHOWN) {
            let row = self.__getitem__(py, place.try_into()?)?;
            shown.push(row.repr()?.extract::<String>()?);
        }
        if self.rows > SHOWN {
            shown.push("…".to_owned());
        }
        let shape = self.shape(py)?.repr()?;
        Ok(format!("Array([{}], shape={shape})", shown.join(", ")))
    }

    /// A row as a tuple, or a number.
    fn __getitem__<'py>(&self, py: Python<'py>, place: isize) -> PyResult<Bound<'py, PyAny>> {
        let place = match usize::try_from(place) {
            Ok(place) => place,
            Err(_) => self
                .rows
                .checked_sub(place.unsigned_abs())
                .unwrap_or(self.rows),
        };
        if place >= self.rows {
            return Err(PyIndexError::new_err("there is no such row"));
        }
        let Some(columns) = self.columns else {
            return self.cells.get(py, place);
        };
        let row = (place * columns..(place + 1) * columns).map(|cell| self.cells.get(py, cell));
        Ok(PyTuple::new(py, row.collect::<PyResult<Vec<_>>>()?)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tolist(py)?.try_iter()
    }

    /// All rows.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for place in 0..self.rows {
            list.append(self.__getitem__(py, place.try_into()?)?)?;
        }
        Ok(list)
    }
}
