//! Arrays of machine integers as they lie in memory: of any size and sign, in either order of bytes, with any strides.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};

use crate::error::input_error;

/// The numbers of an array, one row after the other.
pub(crate) struct BufferNumbers {
    pub(crate) words: Vec<u64>,
    pub(crate) shape: Vec<usize>,
}

/// Reads a buffer by its format; nothing if it holds no integers.
pub(crate) fn numbers(view: &Bound<'_, PyMemoryView>) -> PyResult<Option<BufferNumbers>> {
    let format: String = view.getattr("format")?.extract()?;
    let size: usize = view.getattr("itemsize")?.extract()?;
    let Some(cell) = IntegerFormat::of(&format).filter(|_| (1..=8).contains(&size)) else {
        return Ok(None);
    };
    let bytes = view.call_method0("tobytes")?;
    let cells = bytes.cast::<PyBytes>()?.as_bytes().chunks_exact(size);
    let words: Option<Vec<u64>> = cells.map(|bytes| cell.read(bytes)).collect();
    let words = words.ok_or_else(|| {
        let why = "a number is negative; only 0, 1, 2, … are allowed";
        input_error(view.py(), why)
    })?;
    let shape = view.getattr("shape")?.extract()?;
    Ok(Some(BufferNumbers { words, shape }))
}

/// How an integer is written.
#[derive(Clone, Copy)]
struct IntegerFormat {
    /// The highest byte first?
    big_endian: bool,
    signed: bool,
}

impl IntegerFormat {
    /// What a format of the module `struct` says of a single integer.
    fn of(format: &str) -> Option<Self> {
        let (big_endian, kind) = match format.as_bytes() {
            [b'>' | b'!', kind] => (true, kind),
            [b'<', kind] => (false, kind),
            [b'@' | b'=', kind] | [kind] => (cfg!(target_endian = "big"), kind),
            _ => return None,
        };
        let signed = match kind {
            b'b' | b'h' | b'i' | b'l' | b'q' | b'n' => true,
            b'B' | b'H' | b'I' | b'L' | b'Q' | b'N' | b'?' => false,
            _ => return None,
        };
        Some(Self { big_endian, signed })
    }

    /// The number in these bytes; nothing if it is negative.
    fn read(self, bytes: &[u8]) -> Option<u64> {
        let join = |word, byte: &u8| word << 8 | u64::from(*byte);
        let word = match self.big_endian {
            true => bytes.iter().fold(0, join),
            false => bytes.iter().rev().fold(0, join),
        };
        let negative = self.signed && word >> (8 * bytes.len() - 1) == 1;
        (!negative).then_some(word)
    }
}
