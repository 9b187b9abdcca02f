//! From `i64`, in which formulas add and multiply, to the narrower words of a board.
//!
//! What is not a place of the board ends the program: it must not become another place.

/// A pile of the board.
#[inline]
pub fn pile(value: i64) -> u32 {
    u32::try_from(value).expect("a pile of the board is a natural number below 2^32")
}

/// An index into what is kept for the board.
#[inline]
pub fn index(value: i64) -> usize {
    usize::try_from(value).expect("a place of the board is a natural number")
}

/// The number of one among things that were kept in 32 bits because fewer than 2^32 of them fit.
#[inline]
pub fn count(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 of them fit on a board")
}

/// A number of cells that was compared with the memory there is.
#[inline]
pub fn cells(number: u64) -> usize {
    usize::try_from(number).expect("what fits in memory can be indexed")
}
