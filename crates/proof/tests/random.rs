//! Random rule files with random claims: prover and brute force agree on verdict and smallest counterexample.
#![allow(clippy::unwrap_used)]

use crate::support::*;
use proptest::prelude::*;

/// A clause about two piles.
fn clause() -> impl Strategy<Value = String> {
    let numbers = (1u32..4, 0u32..4, 2u32..5);
    (0usize..12, numbers).prop_map(|(which, (a, b, m))| match which {
        0 => "exactly 1 of x, y changes".to_owned(),
        1 => "at most 1 of x, y change".to_owned(),
        2 => format!("|(x - x') - (y - y')| < {a}"),
        3 => format!("x - x' <= {a}*(y - y') + {b}"),
        4 => format!("(x - x') mod {m} = {}", b % m),
        5 => "y' < y".to_owned(),
        6 => "x' <= y'".to_owned(),
        7 => format!("x mod {m} != {} or y' = {b}", b % m),
        8 => format!("exists t >= 1: x - x' = {a}*t and y - y' <= t"),
        9 => format!("x + y' >= {b}"),
        10 => format!("y - y' < (if (y - x) mod {m} = 0 then {a} else {})", a + b),
        _ => format!("floor((x - x')*3/2) <= y - y' + {b}"),
    })
}

/// A claim about two piles, the first of which is never the larger one.
fn claim() -> impl Strategy<Value = String> {
    (0usize..6, 1u32..4, 2u32..5).prop_map(|(which, a, m)| match which {
        0 => format!("P = {{ ({a}*n, {a}*n) | n >= 0 }}"),
        1 => format!("P = {{ (floor({m}*n/2), floor({m}*n/2) + {a}*n) | n >= 0 }}"),
        2 => format!(
            "P = {{ (0, 0) }} or {{ ({a}*n, {}*n - 1) | n >= 1 }}",
            a + m
        ),
        3 => format!("P when (x + y) mod {m} = 0"),
        4 => "P = { (floor(n*phi), floor(n*phi^2)) | n >= 0 }".to_owned(),
        _ => format!("P when x mod {m} = 0 and y mod {m} = 0"),
    })
}

/// The text of a game.
fn game() -> impl Strategy<Value = String> {
    let moves = prop::collection::vec(prop::collection::vec(clause(), 1..3), 1..3);
    (any::<bool>(), moves, claim()).prop_map(|(sorted, moves, claim)| {
        let piles = if sorted { "x <= y" } else { "x, y" };
        let mut text = format!("game random \"Random\"\npiles {piles}\n");
        for (index, clauses) in moves.iter().enumerate() {
            text += &format!(
                "\nmove m{index} \"a move\":\n    {}\n",
                clauses.join("\n    ")
            );
        }
        format!("{text}\n{claim}\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn random_games(text in game()) {
        let spec = lang::load(&text, "random.game", &[]).unwrap();
        check_against_brute_force(&spec, &text, 11);
    }
}
