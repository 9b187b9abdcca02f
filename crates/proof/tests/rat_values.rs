//! The nim-values of the rat games, proved from the rules: docs/rat-game-values.md.
#![allow(clippy::unwrap_used)]

use logic::Unwatched;
use proof::{Claim, ClaimOutcome, prove_claim};

/// The succinct rat game on d piles, with a claim of its nim-values.
fn proved(d: u32, value: &str) -> bool {
    let text = format!(
        "game rat-values \"Nim-values of the succinct rat game\"
piles x[1..{d}]
let r(i, n) = if n = 0 then 0 else floor((2^{d} - 1)*n/2^({d} - i)) - 2^(i - 1) + 1
set R = {{ (r(i, n) for i in 1..{d}) | n >= 0 }}
move subtraction:
    let s(i) = x[i] - x[i]'
    let a = (s({d}) - 2^({d}-1)) mod (2^{d} - 1) = 0 and forall i in 2..{d}: s(i) <= 2*s(i-1) <= s(i) + 1
    let b = s({d}) mod (2^{d} - 1) = 0 and forall i in 2..{d}: s(i) - 1 <= 2*s(i-1) <= s(i) + 1
    not a
    not b
nim-value = if (x[i] for i in 1..{d}) in R then 0 else {value}"
    );
    let spec = lang::load(&text, "values.game", &[]).unwrap();
    let report = prove_claim(&spec, Claim::NimValues, &Unwatched);
    match report.outcome {
        ClaimOutcome::Proved => true,
        ClaimOutcome::Refuted(_) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn for_two_piles_with_exceptions() {
    assert!(proved(
        2,
        "if x[1] = 1 and x[2] mod 3 = 2 and x[2] >= 5 then x[2] - 2 else x[1] + x[2]"
    ));
    assert!(!proved(2, "x[1] + x[2]"));
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn for_three_piles_as_printed() {
    assert!(proved(3, "x[1] + x[2] + x[3]"));
}
