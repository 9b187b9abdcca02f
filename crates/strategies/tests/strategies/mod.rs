//! Every strategy against the others, against brute force, and against the tables of the papers.

#![allow(clippy::unwrap_used)]

mod answers;
mod frankenstein;
mod legality;
mod others;
mod raleigh;
mod rats;
mod suite;
mod text_rules;
mod two_piles;
