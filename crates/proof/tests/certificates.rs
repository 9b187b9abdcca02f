//! Certificates: accepted for the game they were made for, refused for any other and when damaged.
#![allow(clippy::unwrap_used)]

mod support;

use games::spec::Spec;
use logic::Unwatched;
use numeration::real::Real;
use proof::check::Table;
use proof::{Certificate, Claim, Outcome, check, prove_claim};
use support::*;

fn certified(spec: &Spec) -> Certificate {
    let start = std::time::Instant::now();
    let certificate = Certificate::of(spec, &Unwatched).unwrap().unwrap();
    let text = certificate.to_text();
    let made = start.elapsed();
    assert_eq!(Certificate::from_text(&text).unwrap(), certificate);
    let start = std::time::Instant::now();
    let answer = check(spec, &certificate);
    println!(
        "{}: {} bytes, made in {made:?}, checked in {:?}",
        spec.name,
        text.len(),
        start.elapsed()
    );
    assert_eq!(answer, Ok(()), "{}", spec.name);
    certificate
}

#[test]
fn rational_games() {
    certified(&mouse());
    certified(&succinct(2, false));
    certified(&succinct(3, false));
}

#[test]
fn quadratic_games() {
    certified(&wythoff(1));
    certified(&wythoff(2));
    certified(&raleigh(true));
    let beta = Real::quadratic(2, 1, 2u32, 1).unwrap();
    certified(&beta_game(Beta::Wynim, beta));
}

/// A certificate proves nothing about a game with other rules, unless the claim is true of that game too.
fn check_refused_for_mutants(spec: &Spec) {
    let certificate = certified(spec);
    for (what, mutant) in mutants(spec) {
        let proved = prove_claim(&mutant, Claim::PPositions, &Unwatched).outcome == Outcome::Proved;
        let accepted = check(&mutant, &certificate).is_ok();
        assert!(
            proved || !accepted,
            "{} {what}: accepted, but false",
            spec.name
        );
    }
}

#[test]
fn certificates_are_refused_for_other_rules() {
    check_refused_for_mutants(&mouse());
    check_refused_for_mutants(&wythoff(1));
    check_refused_for_mutants(&wythoff(2));
    let certificate = certified(&succinct(2, false));
    assert!(check(&succinct(2, true), &certificate).is_err());
    assert!(check(&mouse(), &certificate).is_err());
}

#[test]
fn a_damaged_byte_is_found() {
    let text = certified(&wythoff(1)).to_text();
    for place in (0..text.len())
        .step_by(7)
        .chain(text.len() - 20..text.len())
    {
        let mut bytes = text.clone().into_bytes();
        bytes[place] = if bytes[place] == b'1' { b'0' } else { b'1' };
        let damaged = String::from_utf8(bytes).unwrap();
        assert!(Certificate::from_text(&damaged).is_err(), "byte {place}");
    }
    assert!(Certificate::from_text("").is_err());
    assert!(Certificate::from_text(&text[..text.len() - 1]).is_err());
    assert!(Certificate::from_text(&format!("{text}\n")).is_err());
}

/// Changes one entry of a table in every possible place. A table of a formula is then wrong as soon as it says
/// something else about a number; a strategy is wrong as soon as it has no move somewhere, or an illegal one.
#[test]
fn a_changed_table_is_refused() {
    let spec = wythoff(1);
    let certificate = certified(&spec);
    let (mut changed, mut refused) = (0, 0);
    let mut try_one = |mutant: Certificate| {
        changed += 1;
        refused += usize::from(check(&spec, &mutant).is_err());
    };
    let tables = certificate.tables.len();
    for index in 0..tables + certificate.parts.len() {
        let table = |certificate: &mut Certificate, change: &dyn Fn(&mut Table)| {
            change(if index < tables {
                &mut certificate.tables[index]
            } else {
                &mut certificate.parts[index - tables].table
            });
        };
        let size = if index < tables {
            certificate.tables[index].nodes.len()
        } else {
            certificate.parts[index - tables].table.nodes.len()
        };
        for node in (0..size).step_by(3) {
            for change in 0..3 {
                let mut mutant = certificate.clone();
                table(&mut mutant, &|table| {
                    let (track, accepting, next) = &mut table.nodes[node];
                    match change {
                        0 if *track == 0 => *accepting = !*accepting,
                        0 => next[0] = 1,
                        1 => next[0] = if next[0] == 0 { 1 } else { 0 },
                        _ => next[1] = if next[1] == 0 { 1 } else { 0 },
                    }
                });
                try_one(mutant);
            }
        }
        let mut mutant = certificate.clone();
        table(&mut mutant, &|table| table.start = 0);
        try_one(mutant);
    }
    println!("{refused} of {changed} refused");
    // What is accepted is still a proof: digits that no number has, or a second move where one is enough.
    assert!(refused * 10 >= changed * 6, "{refused} of {changed}");
    let mut mutant = certificate;
    mutant.parts.pop();
    assert!(check(&spec, &mutant).is_err());
    mutant.parts.clear();
    assert!(check(&spec, &mutant).is_err());
}
