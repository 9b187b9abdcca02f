//! Games with a meaning of their own: whatever is asked, the program agrees with the plain evaluator of the tests.
//!
//! The bytes are the choices of the generator that the test `own_meaning` of the crate `lab` uses.
#![no_main]
#![allow(dead_code, reason = "the tests use more of what is shared")]

#[path = "../../crates/lab/tests/own_meaning/compare.rs"]
mod compare;
#[path = "../../crates/lab/tests/own_meaning/meaning/mod.rs"]
mod meaning;
#[path = "../../crates/lab/tests/own_meaning/verdicts.rs"]
mod verdicts;

use meaning::source::Source;
use meaning::{About, generate, print};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, choices)) = bytes.split_first() else {
        return;
    };
    let about = [About::Rules, About::Claims, About::Theorems][usize::from(first % 3)];
    let choices = choices.iter().map(|byte| u32::from(*byte)).collect();
    let game = generate::game(&mut Source::replay(choices), about);
    let checked = compare::Case::new(&game).and_then(|case| case.check(about));
    if let Err(reason) = checked {
        panic!("{}\n{reason}", print::game(&game));
    }
});
