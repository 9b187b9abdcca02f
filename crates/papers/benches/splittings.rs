//! Speed of the search for rational splittings: `cargo bench -p takeaway-papers`.
#![allow(clippy::pedantic, clippy::restriction)]

use std::time::Instant;

use logic::Unwatched;
use papers::splittings::search;

fn main() {
    let start = Instant::now();
    let outcome = search(7, 127, &Unwatched);
    let nanoseconds = start.elapsed().as_nanos().max(1);
    assert_eq!(outcome.found.len(), 1);
    println!(
        "placements of 7 rational sequences: {} a second",
        u128::from(outcome.examined) * 1_000_000_000 / nanoseconds
    );
}
