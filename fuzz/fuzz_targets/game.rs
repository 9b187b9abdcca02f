//! Any text through the rules language: nothing panics, and what can be read can be printed and read again.
//!
//! `fuzz/run` builds and runs it on a stable compiler. The test `mutations` of the crate `lang` runs the same check
//! on damaged rules in every build.
#![no_main]

#[path = "../../crates/lang/tests/common/mod.rs"]
mod common;

libfuzzer_sys::fuzz_target!(|text: &str| common::exercise(text));
