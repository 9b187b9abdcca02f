//! Results of files that were damaged, changed by hand, or written by another build: nothing that a
//! fresh run would not find is called proved.

use std::collections::BTreeSet;

use discovery::search::{
    FamilySearch, FamilySource, MemberRecord, MemberVerdict, Origin, Results, SearchReport, Task,
    TaskKind,
};
use logic::Unwatched;
use logic::watch::{Limited, Stopped};
use proptest::prelude::*;

/// Formulas, an automaton, parameters that the rules refuse, and a member of which nothing is found.
const FAMILY: &str = "game mixed (v = 1)
require v >= 1 \"v is at least 1\"
piles x <= y
move one: exactly 1 of x, y changes and (v != 4 or (x - x') + (y - y') in {1, 4, 9, 16, 25, 36})
move two: x' < x and y' < y and |(x - x') - (y - y')| < v and v != 3 and v != 4
move three: x' < x and y' < y and x - x' = 1 and y - y' = 2 and v = 3";

fn search() -> FamilySearch {
    let family = FamilySource::new("test.game", FAMILY).over("v=0..4");
    let what = TaskKind::Discover {
        max: Some(60),
        systems: Vec::new(),
    };
    let task = Task {
        what,
        misere: false,
    };
    FamilySearch::new(family.expect("a family"), task)
}

fn found() -> Results {
    let search = search();
    let unit = search.unit(0).expect("the only unit");
    unit.run(&search, None, &Unwatched).expect("no target")
}

/// The report of somebody who reads these results, under a seal that fits.
fn read(results: &Results) -> Result<SearchReport, String> {
    let results = Results::read(&results.text())?;
    SearchReport::of(&[results], Origin::Files, &Unwatched).map_err(|fault| fault.to_string())
}

/// What a report calls proved: games with their claims.
fn proved(report: &SearchReport) -> BTreeSet<(String, String)> {
    let claims = report.proved_classes().flat_map(|class| {
        let claim = class.claim.clone().unwrap_or_default();
        let members = class.members.iter();
        members.map(move |member| (member.game.clone(), claim.clone()))
    });
    claims.collect()
}

#[test]
fn what_is_sound_is_proved_again() {
    let results = found();
    let fresh = SearchReport::of(std::slice::from_ref(&results), Origin::Run, &Unwatched)
        .expect("nothing is read");
    let again = read(&results).expect("nothing is damaged");
    assert_eq!(proved(&again), proved(&fresh));
    assert!(fresh.proved() >= 3, "{fresh:?}");
    assert_eq!(again.classes, fresh.classes);
    assert_eq!(again.alike, fresh.alike);
    for (one, other) in again.unknown.iter().zip(&fresh.unknown) {
        assert_eq!(
            one.why,
            format!("as found by the run that wrote it: {}", other.why)
        );
    }
}

#[test]
fn an_edited_claim_is_refuted_although_the_seal_fits() {
    let mut results = found();
    let claim = results.records[1].claim.as_mut().expect("Wythoff's rows");
    *claim = claim.replacen("phi^2", "phi^3", 1);
    let name = results.name();
    assert_eq!(
        read(&results),
        Err(format!(
            "the results of the unit `{name}` are damaged: member 1, test.game:v=1: its claim is refuted: (1, 2) is not \
             claimed to be a P-position, and no move leads from it to one that is; without its file, they are worked out again"
        ))
    );
}

/// What somebody who wants to have a false claim proved writes behind it.
const ADDED: [&str; 7] = [
    "\nmove z: x' = 0 and y' = 0 and y > 155",
    "\nends when y > 155",
    "\npositions when y < 155",
    "\nrequire v >= 2 \"v is at least 2\"",
    "\nP = { (n, n) | n >= 0 }",
    "\ntheorem \"t\": forall n: n >= 0",
    "\n# = automaton \"",
];

#[test]
fn a_claim_that_says_more_is_refused() {
    let sound = found();
    for added in ADDED {
        let mut results = sound.clone();
        let claim = results.records[1].claim.as_mut().expect("Wythoff's rows");
        claim.push_str(added);
        let fault = read(&results).expect_err(added);
        assert!(
            fault.contains("what it claims is not one set of P-positions"),
            "{fault}"
        );
    }
    // The first line may go on where the rules end.
    let mut results = sound.clone();
    let claim = results.records[1].claim.as_mut().expect("Wythoff's rows");
    claim.insert_str(0, "    and y < 155\n");
    assert!(read(&results).is_err());
}

#[test]
fn what_the_search_cannot_find_is_refused() {
    let sound = found();
    for verdict in [
        MemberVerdict::Same,
        MemberVerdict::Agrees,
        MemberVerdict::Different,
        MemberVerdict::Solved,
    ] {
        let mut results = sound.clone();
        results.records[0].verdict = verdict;
        let fault = read(&results).expect_err("this is a discovery");
        assert!(fault.contains("the search never ends in"), "{fault}");
    }
    let mut results = sound.clone();
    results.records[1].verdict = MemberVerdict::NothingFound;
    let fault = read(&results).expect_err("there is a claim");
    assert!(
        fault.contains("verdict and its claim do not agree"),
        "{fault}"
    );
}

/// What a run that was stopped has left is taken over as it is, if it is sound.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn a_run_goes_on_from_what_is_sound() {
    let search = search();
    let unit = search.unit(0).expect("the only unit");
    let sound = found();
    let mut stopped = sound.clone();
    stopped.records[2] = MemberRecord::new(2, &sound.records[2].game, MemberVerdict::Stopped);
    let again = unit.run(&search, Some(&stopped), &Unwatched);
    assert_eq!(again.expect("nothing is damaged"), sound);
    let claim = stopped.records[1].claim.as_mut().expect("Wythoff's rows");
    *claim = claim.replacen("phi^2", "phi^3", 1);
    let fault = unit.run(&search, Some(&stopped), &Unwatched);
    let fault = fault.expect_err("it is damaged").to_string();
    assert!(fault.contains("its claim is refuted"), "{fault}");
}

#[test]
fn results_of_another_build_are_left_out() {
    let mut results = found();
    let own = results.plan.version.clone();
    for version in ["0.1.0", "0.1.0 0123456789abcdef0123456789abcdef", ""] {
        results.plan.version = version.to_owned();
        let report = read(&results).expect("nothing is looked at");
        assert_eq!((report.other_versions, report.searches.len()), (1, 0));
    }
    // Without a seal only another build has written them.
    results.plan.version = own;
    let text = results.text();
    let (start, rest) = text.split_once(",\"seal\":\"").expect("a seal");
    let (_, rest) = rest.split_once('"').expect("its end");
    assert_eq!(
        Results::read(&format!("{start}{rest}")),
        Err("it is damaged: its seal does not fit".to_owned())
    );
}

#[test]
fn what_there_is_no_time_for_is_as_found() {
    let results = Results::read(&found().text()).expect("results");
    let report = SearchReport::of(
        &[results],
        Origin::Files,
        &Limited::new(&Unwatched).questions(0),
    )
    .expect("nothing is damaged");
    assert_eq!((report.stopped, report.proved()), (Some(Stopped::Time), 0));
    assert!(!report.classes.is_empty());
    for class in &report.classes {
        let start = "as found by the run that wrote it: ";
        assert!(class.evidence.starts_with(start), "{}", class.evidence);
    }
    let verdicts = &report.searches[0].verdicts;
    assert!(
        verdicts.contains_key("proved by the run that wrote it"),
        "{verdicts:?}"
    );
}

/// One field of a record takes the value that it has in another one, or a value of its own.
fn change(record: &mut MemberRecord, other: &MemberRecord, field: usize, number: usize) {
    match field % 14 {
        0 => record.claim.clone_from(&other.claim),
        1 => record.automaton.clone_from(&other.automaton),
        2 => record.verdict = MemberVerdict::ALL[number % MemberVerdict::ALL.len()],
        3 => record.verdict = other.verdict,
        4 => record.p_set.clone_from(&other.p_set),
        5 => record.system.clone_from(&other.system),
        6 => record.states = Some(number),
        7 => record.shape.clone_from(&other.shape),
        8 => record.game.clone_from(&other.game),
        9 => record.piles = Some("x, y".to_owned()),
        10 => record.why.clone_from(&other.why),
        11 => record.evidence.clone_from(&other.evidence),
        12 => {
            if let Some(claim) = &mut record.claim {
                claim.push_str(ADDED[number % ADDED.len()]);
            }
        }
        _ => {
            if let Some(found) = &mut record.p_set {
                found.count = number;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whoever changes fields sets the seal right: still nothing else is called proved, and what is
    /// told of the automata of proved members is what a fresh run tells.
    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn changed_fields_prove_nothing(
        changes in proptest::collection::vec((0usize..5, 0usize..5, 0usize..14, 0usize..9), 1..4),
    ) {
        thread_local!(static FOUND: Results = found());
        let results = FOUND.with(Clone::clone);
        let fresh = SearchReport::of(std::slice::from_ref(&results), Origin::Run, &Unwatched).expect("nothing is read");
        let truth = proved(&fresh);
        let mut changed = results.clone();
        for (record, other, field, number) in changes {
            change(&mut changed.records[record], &results.records[other], field, number);
        }
        if let Ok(report) = read(&changed) {
            prop_assert!(proved(&report).is_subset(&truth), "{:?}", proved(&report));
            for class in report.proved_classes() {
                let known = fresh.classes.iter().find(|known| known.claim == class.claim);
                prop_assert_eq!(known.map(|known| (known.states, &known.system)), Some((class.states, &class.system)));
            }
        }
    }

    /// An accident changes a byte, or cuts the rest away: the seal finds it.
    #[test]
    fn accidents_are_found(place in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        thread_local!(static TEXT: String = found().text());
        let text = TEXT.with(Clone::clone);
        let mut bytes = text.clone().into_bytes();
        let place = place.index(bytes.len());
        match cut {
            true => bytes.truncate(place),
            false => bytes[place] = byte,
        }
        let changed = String::from_utf8_lossy(&bytes);
        match Results::read(&changed) {
            Err(_) => {}
            // Some bytes of the heading name the build: then it is another one.
            Ok(read) => prop_assert!(changed == text || !read.are_of_this_build()),
        }
    }
}
