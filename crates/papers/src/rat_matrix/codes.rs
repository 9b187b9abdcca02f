//! All ternary codes of a shortcut matrix, in the order of its rows, one after the other.
//!
//! The code of a row is its ternary digits read as one number, the first column's digit first; see
//! [`super::ShortcutMatrix::row_of_code`]. Only a path in a tree is held at a time, so that `d = 18` with its 129 million
//! rows takes no memory.

use super::{Dimension, DimensionError};

/// How the rows are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowOrder {
    /// By the last column, then the one before it, and so on: the shortcut matrix (Definition 3).
    #[default]
    FromLast,
    /// By the first column, then the second, and so on (Remark 1).
    FromFirst,
}

/// The codes in order.
#[derive(Clone, Debug)]
pub struct Codes {
    digits: u32,
    order: RowOrder,
    /// The number of the next tree.
    tree: u64,
    /// The parts still to be visited, the next one last.
    open: Vec<CodePrefix>,
}

/// A part of a tree: some digits are known.
#[derive(Clone, Copy, Debug)]
struct CodePrefix {
    /// How many digits are unknown.
    unknown: u32,
    /// What is left to write with them.
    rest: i64,
    /// The known digits as a ternary number, at their places.
    code: u64,
}

impl Codes {
    /// All codes for `d ≤` [`Dimension::LARGEST_LISTED`].
    pub fn new(d: Dimension, order: RowOrder) -> Result<Self, DimensionError> {
        if d.get() > Dimension::LARGEST_LISTED {
            return Err(DimensionError {
                given: format!("{}, of which all rows are wanted", d.get()),
            });
        }
        Ok(Self {
            digits: d.digits(),
            order,
            tree: 0,
            open: Vec::new(),
        })
    }

    /// Puts the next tree on the table, unless there is none.
    fn plant(&mut self) -> Option<()> {
        let trees = match self.order {
            RowOrder::FromLast => 1u64 << self.digits,
            RowOrder::FromFirst => (2u64 << self.digits) - 1,
        };
        if self.tree == trees {
            return None;
        }
        let tree = i64::try_from(self.tree).expect("there are fewer than 2^41 trees");
        let rest = match self.order {
            // x_d = k(2^d − 1) ≡ −k modulo 2^(d−1), and only its last d − 1 binary digits matter.
            RowOrder::FromLast => -tree,
            // x_1 is known; e_2 … e_d write 2^(d−1)x_1 − x_d, with the one x_d near enough.
            RowOrder::FromFirst => self.signed_rest(tree),
        };
        self.tree += 1;
        self.open.push(CodePrefix {
            unknown: self.digits,
            rest,
            code: 0,
        });
        Some(())
    }

    /// `2^(d−1)x_1 − k(2^d − 1)` for the one `k` with which it is at most `2^(d−1) − 1` in size: with `M = 2^d − 1`,
    /// the remainder of `2^(d−1)x_1` modulo `M` nearest to 0. Since `2^(d−1) = (M + 1)/2`, it is `x_1/2` for an even
    /// `x_1`, and `(x_1 − M)/2` for an odd one.
    fn signed_rest(&self, first: i64) -> i64 {
        let modulus = (2i64 << self.digits) - 1;
        if first % 2 == 0 {
            first / 2
        } else {
            (first - modulus) / 2
        }
    }

    /// Opens the parts of a part, the next one last.
    fn open(&mut self, part: CodePrefix) {
        match self.order {
            RowOrder::FromLast => self.halve(part),
            RowOrder::FromFirst => self.write(part),
        }
    }

    /// Halves `x`; the digit is that of the column just reached, and the last column's digit is the lowest.
    fn halve(&mut self, part: CodePrefix) {
        let place = 3u64.pow(self.digits - part.unknown);
        let unknown = part.unknown - 1;
        let half = part.rest >> 1;
        let mut add = |rest, digit: u64| {
            self.open.push(CodePrefix {
                unknown,
                rest,
                code: part.code + digit * place,
            });
        };
        if part.rest & 1 == 1 {
            add(half + 1, 0);
            add(half, 2);
        } else {
            add(half, 1);
        }
    }

    /// Writes the next signed digit `e` of the rest, from the highest place on: the digit of the code is `1 − e`.
    fn write(&mut self, part: CodePrefix) {
        let unknown = part.unknown - 1;
        let place = 1i64 << unknown;
        for (e, digit) in [(-1, 2), (0, 1), (1, 0)] {
            let rest = part.rest - e * place;
            if rest.abs() < place {
                self.open.push(CodePrefix {
                    unknown,
                    rest,
                    code: 3 * part.code + digit,
                });
            }
        }
    }
}

impl Iterator for Codes {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.open.is_empty() {
            self.plant()?;
        }
        while let Some(part) = self.open.pop() {
            if part.unknown == 0 {
                return Some(part.code);
            }
            self.open(part);
        }
        None
    }
}
