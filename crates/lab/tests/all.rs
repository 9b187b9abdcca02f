//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod agreement;
mod hostile;
mod misere;
mod one_answer;
mod one_evidence;
mod one_search;
mod own_meaning;
mod redundant;
mod sums;
