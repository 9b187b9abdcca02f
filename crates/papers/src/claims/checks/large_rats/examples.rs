//! The reasons that the paper gives in its worked examples, and the moves that the proof of
//! Theorem 16 names.

use lab::LabError;
use logic::watch::Watch;

use super::{rats, vectors};
use crate::claims::checks::board::shown;
use crate::claims::checks::{Case, Check};
use crate::claims::finding::{Finding, Scope};
use crate::claims::sentence;

pub(in crate::claims::checks) const CHECKS: &[(&str, Check)] = &[("rats_outside_r", outside_r)];

/// For d = 3, every vector outside R may be taken.
fn outside_r(bound: u32, watch: &dyn Watch) -> Case {
    let game = rats(3)?;
    let row = |n: u32| {
        [
            7 * n / 4,
            (7 * n / 2).wrapping_sub(1),
            (7 * n).wrapping_sub(3),
        ]
    };
    let in_r = |vector: &[u32]| vector == [0; 3] || (1..=bound).any(|n| vector == row(n));
    for vector in vectors(3, bound) {
        watch.check()?;
        let is_case = !in_r(&vector);
        if is_case && !game.is_legal(&vector, &[0, 0, 0], watch)? {
            return Ok(Some(format!("{} must not be taken", shown(&vector))));
        }
    }
    Ok(None)
}

/// With rule a(ii) as printed the P-positions are halves rounded down instead of up.
pub(in crate::claims::checks) fn rule_printed(
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let mut how = Vec::new();
    for d in 2..=bound {
        let lower = (2..=d).rev().map(|i| {
            (i..=d).fold(String::from("last(n)"), |inner, _| {
                format!("floor(({inner})/2)")
            })
        });
        let entries: Vec<String> = lower.rev().collect();
        let tuple = [entries, vec!["last(n)".to_owned()]].concat().join(", ");
        let (modulus, half) = ((1 << d) - 1, 1 << (d - 1));
        let text = format!(
            "game printed \"Rule a(ii) as printed\"
piles x[1..{d}]
let last(n) = if n = 0 then 0 else {modulus}*n - {half} + 1
move subtraction:
    let s(i) = x[i] - x[i]'
    let a = (s({d}) - {half}) mod {modulus} = 0 and forall i in 2..{d}: s(i) - 1 <= 2*s(i-1) <= s(i)
    let b = s({d}) mod {modulus} = 0 and forall i in 2..{d}: s(i) - 1 <= 2*s(i-1) <= s(i) + 1
    not a
    not b
P = {{ ({tuple}) | n >= 0 }}"
        );
        let finding = sentence::rules(&text, watch)?;
        if finding.counterexample.is_some() {
            return Ok(finding);
        }
        how.push(format!("d = {d}: {}", finding.how));
    }
    Ok(Finding {
        scope: Scope::UpTo(format!("d ≤ {bound}")),
        ..Finding::proved(how.join("; "))
    })
}

/// From every position outside R and for every number v of tokens from 1 on, one of the moves that the proof of Theorem 16 names
/// leaves v tokens outside R. Decided by automata for all positions, for d = 3 up to a bound.
pub(in crate::claims::checks) fn witness(
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let mut how = Vec::new();
    for d in 3..=bound {
        let finding = sentence::rules(&witness_text(d), watch)?;
        if finding.counterexample.is_some() {
            return Ok(finding);
        }
        how.push(format!("d = {d}: {}", finding.how));
    }
    Ok(Finding {
        scope: Scope::UpTo(format!("3 ≤ d ≤ {bound}, all positions")),
        ..Finding::proved(how.join("; "))
    })
}

/// The sentence, with the position x1, x2, … and k = x1 + x2 + … − v.
fn witness_text(d: u32) -> String {
    let (modulus, half) = ((1 << d) - 1, 1 << (d - 1));
    let piles: Vec<String> = (1..=d).map(|i| format!("x{i}")).collect();
    let total = piles.join(" + ");
    let k = format!("({total} - v)");
    let arguments = |letter: char| {
        let names: Vec<String> = (1..=d).map(|i| format!("{letter}{i}")).collect();
        names.join(", ")
    };
    let each =
        |clause: &dyn Fn(u32) -> String| (2..=d).map(clause).collect::<Vec<_>>().join(" and ");
    let a = each(&|i| format!("s{i} <= 2*s{} <= s{i} + 1", i - 1));
    let b = each(&|i| format!("s{i} - 1 <= 2*s{} <= s{i} + 1", i - 1));
    let zero = (1..=d)
        .map(|i| format!("s{i} = 0"))
        .collect::<Vec<_>>()
        .join(" and ");
    let cases: Vec<String> = named_moves(&piles, &k)
        .into_iter()
        .map(|(condition, left)| {
            let taken: Vec<String> = piles
                .iter()
                .zip(&left)
                .map(|(pile, left)| format!("{pile} - ({left})"))
                .collect();
            let (left, taken) = (left.join(", "), taken.join(", "));
            format!("{condition} and not rat({left}) and not a({taken}) and not b({taken})")
        })
        .collect();
    format!(
        "game witness \"The moves of the proof of Theorem 16\"
piles p
move take: p' < p
let a({s}) = (s{d} - {half}) mod {modulus} = 0 and {a}
let b({s}) = s{d} mod {modulus} = 0 and {b}
let rat({s}) = a({s}) or {zero}
theorem \"Theorem 16\": forall {x}: forall v >= 1: v < {total} and not rat({x}) implies ({})",
        cases.join("\n    or "),
        s = arguments('s'),
        x = arguments('x'),
    )
}

/// The moves of the proof: under which condition, and what is left.
fn named_moves(piles: &[String], k: &str) -> Vec<(String, Vec<String>)> {
    let d = piles.len();
    let mut moves = Vec::new();
    let with = |changes: &[(usize, String)]| {
        let mut left = piles.to_vec();
        for (place, value) in changes {
            left[*place] = value.clone();
        }
        left
    };
    for (i, pile) in piles.iter().enumerate() {
        let next = (i + 1) % d;
        moves.push((
            format!("{pile} >= {k}"),
            with(&[(i, format!("{pile} - {k}"))]),
        ));
        moves.push((
            format!("{pile} + 1 >= {k} and {} >= 1", piles[next]),
            with(&[
                (i, format!("{pile} - {k} + 1")),
                (next, format!("{} - 1", piles[next])),
            ]),
        ));
    }
    // Some piles are emptied, not all but one, and a last one is lowered.
    for emptied in 1..1u32 << d {
        let is_emptied = |place: usize| emptied >> place & 1 == 1;
        let count = emptied.count_ones() as usize;
        for j in (0..d).filter(|&j| !is_emptied(j) && count + 1 < d) {
            let names: Vec<&str> = (0..d)
                .filter(|&place| is_emptied(place))
                .map(|place| piles[place].as_str())
                .collect();
            let sum = names.join(" + ");
            let mut changes: Vec<(usize, String)> = (0..d)
                .filter(|&place| is_emptied(place))
                .map(|place| (place, "0".to_owned()))
                .collect();
            changes.push((j, format!("{} - ({k} - ({sum}))", piles[j])));
            moves.push((
                format!("{k} >= {sum} and {k} <= {sum} + {}", piles[j]),
                with(&changes),
            ));
        }
    }
    for place in [0, d - 1] {
        let mut left = vec!["0".to_owned(); d];
        left[place] = "v".to_owned();
        moves.push((format!("v <= {}", piles[place]), left));
    }
    moves
}
