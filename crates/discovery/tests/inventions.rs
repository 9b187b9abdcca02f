//! Rules for given P-positions: whatever is called proved agrees with brute force, and no game is found where there is none.
#![allow(clippy::unwrap_used)]

use discovery::invent::{
    DerivedRuleset, InventMethod, Invention, RulesetEvidence, Target, TargetError, invent,
};
use lang::CompanionFiles;
use logic::watch::Unwatched;
use proptest::prelude::*;
use rules::outcome::Play;

fn columns(texts: &[&str]) -> Target {
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    Target::of_columns(&texts).unwrap_or_else(|error| panic!("{error}"))
}

fn file(text: &str) -> Result<Target, TargetError> {
    Target::of_tree(&lang::parse(text)?, &CompanionFiles::default())
}

fn invented(target: &Target, methods: &[InventMethod]) -> Invention {
    invent(target, methods, &Unwatched).unwrap_or_else(|faults| panic!("{faults}"))
}

fn is_proved(ruleset: &DerivedRuleset) -> bool {
    matches!(ruleset.standing, RulesetEvidence::Proved(_))
}

/// The P-positions of rules by brute force, from their text alone.
fn solved(ruleset: &DerivedRuleset, max: u32) -> Vec<Vec<u32>> {
    let read = lang::open_beside(&ruleset.text, "read", &ruleset.beside, |_| Vec::new());
    let spec = read.unwrap_or_else(|faults| panic!("{faults}")).spec;
    let solved = solver::outcomes(&spec, max, Play::Normal, &Unwatched).unwrap();
    assert_eq!(solved.stopped, None);
    solved.iter().map(<[u32]>::to_vec).collect()
}

/// Every method of these finds rules that are proved and have these rows, which are computed here.
fn check(texts: &[&str], methods: &[InventMethod], max: u32, row: impl Fn(u32) -> Vec<u32>) {
    let rows = (0..).map(row);
    let rows: Vec<Vec<u32>> = rows
        .take_while(|row| row.iter().all(|pile| *pile <= max))
        .collect();
    let found = invented(&columns(texts), methods);
    assert_eq!(found.without, [], "{texts:?}");
    let made: Vec<InventMethod> = found.rulesets.iter().map(|made| made.method).collect();
    assert_eq!(made, methods, "{texts:?}");
    for ruleset in &found.rulesets {
        assert!(is_proved(ruleset), "{}", ruleset.text);
        assert_eq!(solved(ruleset, max), rows, "{}", ruleset.text);
    }
}

const THREE: [InventMethod; 3] = [
    InventMethod::Differences,
    InventMethod::Short,
    InventMethod::Invariant,
];

#[test]
fn rules_for_columns() {
    let mouse = |n: u32| vec![3 * n / 2, (3 * n).saturating_sub(1)];
    check(&["floor(3*n/2)", "3*n - 1"], &THREE, 24, mouse);
    // ⌊nφ⌋ = ⌊(n + √(5n²))/2⌋.
    let golden = |n: u32| (n + (5 * n * n).isqrt()) / 2;
    let wythoff = |n: u32| vec![golden(n), golden(n) + n];
    check(&["floor(n*phi)", "floor(n*phi^2)"], &THREE, 24, wythoff);
    let rat = |n: u32| match n {
        0 => vec![0; 3],
        n => vec![7 * n / 4, 7 * n / 2 - 1, 7 * n - 3],
    };
    let texts = ["floor(7*n/4)", "floor(7*n/2) - 1", "7*n - 3"];
    check(&texts, &[InventMethod::Differences], 14, rat);
    // No other short rule of the grammar has these.
    let far = |n: u32| vec![10 * n / 9, (10 * n).saturating_sub(1)];
    check(
        &["floor(10*n/9)", "10*n - 1"],
        &[InventMethod::Short],
        40,
        far,
    );
    check(
        &["3*n"],
        &[InventMethod::Short, InventMethod::Invariant],
        60,
        |n| vec![3 * n],
    );
}

#[test]
fn the_rules_for_columns_that_do_not_qualify_are_refused() {
    let root = ["floor(n*sqrt(7)/(sqrt(7) - 1))", "floor(n*sqrt(7))"];
    let found = invented(&columns(&root), &[InventMethod::Differences]);
    assert_eq!(
        found.without,
        [(
            InventMethod::Differences,
            "it is false that the differences of column 2 and column 1 increase: it is false for n = 8".to_owned()
        )]
    );
    let missing = ["2*n", "4*n + 1"];
    let found = invented(&columns(&missing), &[InventMethod::Differences]);
    assert_eq!(found.rulesets.len(), 0);
    let (_, why) = &found.without[0];
    assert!(
        why.contains("every positive number is in a column"),
        "{why}"
    );
}

#[test]
fn no_invariant_game_has_the_p_positions_of_mark() {
    let mark = "game mark\npiles x\nP when digits(x, binary) matches \".*1(00)*0|0\"\n";
    let found = invented(&file(mark).unwrap(), &[InventMethod::Invariant]);
    let (method, why) = &found.without[0];
    assert_eq!(*method, InventMethod::Invariant);
    let told = "no invariant game has these P-positions: from 4 the same vector leads to 0 as from 6 to 2, to 2 as from 2 to 0";
    assert_eq!(why, told);
}

#[test]
fn the_claim_of_a_file_is_taken_without_its_moves() {
    let wythoff = "game w\npiles x, y\nmove a: exactly 1 of x, y changes\n\
        let A(n) = floor(n*phi)\nlet B(n) = floor(n*phi^2)\n\
        P = { (B(n), A(n)) | n >= 0 } or { (A(n), B(n)) | n >= 0 }\n\
        theorem \"t\": forall n: A(n) <= B(n)\n";
    let target = file(wythoff).unwrap();
    assert_eq!(target.claim(), "P = { (A(n), B(n)) | n >= 0 }");
    let found = invented(&target, &[InventMethod::Short]);
    assert!(found.rulesets[0].text.contains("piles x <= y"));
    assert!(!found.rulesets[0].text.contains("theorem"));
    // Piles with places whose P-positions are not symmetric keep them.
    let lame = "game l\npiles x, y\nP = { (n, 2*n) | n >= 0 }\n";
    assert_eq!(file(lame).unwrap().piles(), ["x", "y"]);
    assert_eq!(
        file(lame).unwrap().spec().piles.order,
        rules::spec::PileOrder::Ordered
    );
}

#[test]
fn what_no_game_can_have_is_refused() {
    let refused = |text: &str| file(text).unwrap_err().to_string();
    let begin = "game g\npiles x, y\n";
    assert!(refused(&format!("{begin}move a: x' < x\n")).starts_with("the file claims no"));
    assert!(
        refused(&format!("{begin}positions when x <= y\nP = {{ (0, 0) }}\n"))
            .contains("positions when")
    );
    assert_eq!(
        refused(&format!("{begin}P = {{ (n, n) | n >= 1 }}\n")),
        "(0, 0) is a P-position of every game, since no move leads from it, and it is not among these"
    );
    let columns = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        Target::of_columns(&texts).unwrap_err().to_string()
    };
    assert!(columns(&["2*n", "n"]).starts_with("row 1 is (2, 1)"));
    assert!(columns(&["n - 5", "n"]).starts_with("row 1 is (-4, 1)"));
    assert!(columns(&["n*k"]).contains("not known"));
    assert!(columns(&[]).contains("from 1 to 6 columns"));
    assert!(columns(&["n"; 7]).contains("from 1 to 6 columns"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Heaps that are lost by remainders: whatever is proved has exactly these P-positions.
    #[test]
    fn remainders(modulus in 2_u32..9, bits in 0_u32..256) {
        let lost: Vec<u32> = (0..modulus).filter(|rest| *rest == 0 || bits >> rest & 1 == 1).collect();
        let listed: Vec<String> = lost.iter().map(|rest| format!("x mod {modulus} = {rest}")).collect();
        let target = file(&format!("game g\npiles x\nP when {}\n", listed.join(" or "))).unwrap();
        let found = invented(&target, &InventMethod::ALL);
        let wanted: Vec<Vec<u32>> = (0..=90)
            .filter(|heap| lost.contains(&(heap % modulus)))
            .map(|heap| vec![heap])
            .collect();
        prop_assert_eq!(found.rulesets.len() + found.without.len(), InventMethod::ALL.len());
        for ruleset in &found.rulesets {
            prop_assert_eq!(solved(ruleset, 90), wanted.clone(), "{}", &ruleset.text);
        }
        // An invariant game exists unless some heap can be left only by differences of two members.
        let difference = |taken: u32| lost.iter().any(|rest| lost.contains(&((rest + taken) % modulus)));
        let exists = (0..modulus).filter(|rest| !lost.contains(rest)).all(|rest| {
            let below = (0..=rest + modulus).filter(|heap| lost.contains(&(heap % modulus)));
            below.into_iter().any(|heap| rest + modulus > heap && !difference(rest + modulus - heap))
        });
        let made = found.rulesets.iter().any(|made| made.method == InventMethod::Invariant);
        prop_assert!(exists || !made);
    }
}
