//! Languages of digit tuples: automata that read many digit strings side by side.
//!
//! An [`Automaton`] reads words whose letters hold one digit for each of its [tracks](Track), the most
//! significant place first. Letters are never spelled out: the automaton is *digit-serial*. It reads one
//! digit of one track a step, its nodes are levelled by the digit that they read next, and only the
//! nodes at level 0, between two letters, can accept. Twelve binary tracks cost what the language needs,
//! not 2^12 successors a state.
//!
//! Two nodes have no level: [`Node::DEAD`] accepts nothing and [`Node::TRUE`] accepts whatever follows.
//! Each is one absorbing node, so that a question that is decided early stays decided.
//!
//! Every language here is meant to be closed under leading zero letters: a word and the same word with
//! zeros in front are both in it or both not. [`mod@project`] restores that property where it could be lost.
//!
//! ```
//! use automata::{Alphabet, Automaton, Successor, Track};
//! use watch::Unwatched;
//! // Two binary strings that are equal.
//! let equal = Automaton::explore(
//!     &Alphabet::binary(), &[Track(0), Track(1)], Successor::To(None),
//!     |seen: &Option<u8>, _, digit| match seen {
//!         None => Successor::To(Some(digit)),
//!         Some(first) if *first == digit => Successor::To(None),
//!         Some(_) => Successor::Dead,
//!     },
//!     |_| true, &Unwatched,
//! ).unwrap();
//! assert!(equal.accepts(&[vec![1, 0, 1], vec![1, 0, 1]]));
//! assert!(!equal.accepts(&[vec![1, 0, 1], vec![0, 0, 1]]));
//! ```

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod alphabet;
mod asker;
pub mod automaton;
pub mod dot;
pub mod equivalence;
mod intern;
pub mod learn;
pub mod letters;
pub mod minimize;
mod predecessors;
pub mod product;
pub mod project;
mod simplify;
pub mod walnut;
pub mod witness;

pub use alphabet::{Alphabet, Track};
pub use automaton::{Automaton, DigitLevel, Node, Successor, Word};
