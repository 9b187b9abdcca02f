//! How far a game is from being invariant: its k-invariance number on a board.
//!
//! A. S. Fraenkel and U. Larsson, *Take-away games on Beatty's theorem and the notion of k-invariance*, section 4. A vector
//! `m` is a *variant move* in a set `X` of positions if there are `x, y` in `X` such that `x - m` and `y - m` are both
//! positions, and `x - m` is an option and `y - m` is not. A game is k-invariant if its positions can be
//! partitioned into `k` sets without variant moves, and not into fewer.
//!
//! So two positions *conflict* if some vector is taken from one and not from the other although it could be taken from
//! both, and `k` is the chromatic number of the graph of conflicts. On a board, where every pile is at most some number,
//! the graph is finite. A partition of all positions is one of the board too: what a board needs, the game needs.
//!
//! Where the piles of a game have no places, what `x - m` is depends on a [`VectorReading`]. And a *set* of positions has a number of
//! its own, the least one of all games that have it for their P-positions: [`solver::invariance::maximal`] decides it.

mod board;
mod clique;
mod colouring;
mod graph;

pub use board::{Conflicts, Variant};

use logic::watch::{Stopped, Watch};

/// What it means to take a vector `m` from sorted piles. In both readings `m` says how much each pile loses, and the rules must
/// allow to take these very amounts. For piles with places the readings are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VectorReading {
    /// What is left is sorted afterwards, so that `m` can be taken wherever all piles are large enough.
    #[default]
    Taken,
    /// What is left must be sorted, as positions are: Definition 9 to the letter.
    Sorted,
}

/// The number of classes that a board needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariance {
    /// For each position of the board the number of its class, from 0.
    pub classes: Vec<usize>,
    /// How many classes there are.
    pub number: usize,
    /// Why fewer do not suffice, or how many are known to be needed.
    pub refutation: Refutation,
}

/// Why fewer classes do not suffice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// As many positions as there are classes, any two of which conflict.
    Clique(Vec<usize>),
    /// Positions among which every partition into fewer classes was tried, in so many steps.
    Exhausted {
        /// The positions.
        positions: Vec<usize>,
        /// How many steps the search took.
        steps: u64,
    },
    /// The search was stopped: at least as many classes as this clique has positions are needed.
    Unknown {
        /// Positions any two of which conflict.
        clique: Vec<usize>,
        /// Why it was stopped.
        stopped: Stopped,
    },
}

impl Invariance {
    /// The number of classes of the first `count` positions of a board.
    pub fn of(conflicts: &Conflicts, count: usize, watch: &dyn Watch) -> Self {
        colouring::colour(&conflicts.graph, count, watch)
    }
}
