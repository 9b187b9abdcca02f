//! The trees `T^d` (Definition 4): from a multiple of `2^d − 1` down by halves, rounded both ways.
//!
//! Each path from the root to a leaf is a row of the shortcut matrix (Theorem 15), read from the last column to the first;
//! read from left to right and tree by tree, the paths come in the order of the matrix. Definition 4 has the trees
//! `i = 1, …, 2^(d−1)`; the last one is the tree of row 0 in the next copy of the matrix, so that here
//! `i = 0, …, 2^(d−1) − 1`.

use numeration::natural::{Natural, One, Parity};

use super::{Dimension, paths};

/// The tree with the root `(d, i(2^d − 1))`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    root: TreeNode,
}

/// A node: a column and a number that can stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The column `j`, from `d` at the root to 1 at the leaves.
    pub column: u32,
    /// The number.
    pub number: Natural,
}

impl Tree {
    /// The tree number `i` of `T^d`.
    pub fn new(d: Dimension, i: &Natural) -> Self {
        Self {
            root: TreeNode {
                column: d.get(),
                number: i * d.modulus(),
            },
        }
    }

    /// The root.
    pub fn root(&self) -> &TreeNode {
        &self.root
    }

    /// The number of its leaves: entry `i` of the vector `σ^d` (section 7.1).
    pub fn leaves(&self) -> Natural {
        paths(self.root.column - 1, &self.root.number)
    }
}

impl TreeNode {
    /// Half of the number if it is even, both roundings of the half if it is odd; a leaf has no children.
    pub fn children(&self) -> Vec<Self> {
        if self.column == 1 {
            return Vec::new();
        }
        let child = |number| Self {
            column: self.column - 1,
            number,
        };
        let half = &self.number >> 1u64;
        if self.number.odd() {
            vec![child(half.clone()), child(half + Natural::ONE)]
        } else {
            vec![child(half)]
        }
    }
}
