//! The tests of this crate in one program: it is linked once, and its tests run side by side.
#![allow(missing_docs, clippy::pedantic, clippy::restriction)]

mod batch;
mod browser;
mod certificates;
mod checkpoints;
mod cmd;
mod control_characters;
mod frozen;
mod hostile;
mod json_errors;
mod kept_proofs;
mod limits;
#[path = "../../lab/tests/own_meaning/meaning/mod.rs"]
#[allow(dead_code, reason = "the tests of `lab` use more of it")]
mod meaning;
mod own_meaning;
mod papers;
mod process;
mod schemas;
mod search;
mod serve;
mod serve_hostile;
mod support;
mod terminal;
mod theorems;
mod written_files;
