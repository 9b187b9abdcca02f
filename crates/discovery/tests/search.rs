//! Searches over families: what is found is what brute force shows, however the work was cut into pieces.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

use discovery::BareRules;
use discovery::board::Board;
use discovery::search::{
    FamilySearch, FamilySource, MemberVerdict, Origin, PSet, Results, RuleFamily, SearchReport,
    Task, TaskKind,
};
use logic::Unwatched;
use logic::watch::{Limited, Stopped, Watch};
use proof::{Claim, ClaimOutcome, compare};
use proptest::prelude::*;
use rules::outcome::Play;

/// Numbers, sets and words, and parameters that the rules refuse.
const FAMILY: &str = "game mixed (k = 1, S = {1}, way = both)
require k <= 3 \"k is at most 3\"
piles x <= y
move one: exactly 1 of x, y changes
move two:
    x - x' = y - y'
    if way = both
    x - x' in S or x - x' > 20*k";

fn family(text: &str, over: &str) -> RuleFamily {
    FamilySource::new("test.game", text)
        .over(over)
        .expect("a family")
}

fn mixed() -> FamilySearch {
    let family = family(FAMILY, "k=3..4, S={1},{2},{1,3}, way=both,none");
    let what = TaskKind::Discover {
        max: Some(120),
        systems: Vec::new(),
    };
    FamilySearch::new(
        family,
        Task {
            what,
            misere: false,
        },
    )
    .by(5)
}

fn all(search: &FamilySearch) -> Vec<Results> {
    let units = (0..search.units()).filter_map(|number| search.unit(number));
    units
        .map(|unit| unit.run(search, None, &Unwatched).expect("no target"))
        .collect()
}

fn report(results: &[Results]) -> SearchReport {
    SearchReport::of(results, Origin::Run, &Unwatched).expect("no damage")
}

#[test]
fn units_cover_every_member_once() {
    let search = mixed();
    let (units, plan) = (search.units(), search.plan());
    assert_eq!((search.family().count(), units), (12, 3));
    let ranges: Vec<(u64, u64)> = (0..units)
        .filter_map(|number| search.unit(number))
        .map(|unit| (unit.first, unit.last))
        .collect();
    assert_eq!(ranges, [(0, 4), (5, 9), (10, 11)]);
    assert_eq!(search.unit(units), None);
    let name = |search: &FamilySearch| search.unit(0).map(|unit| unit.name(&search.plan()));
    assert_eq!(name(&search), name(&mixed()));
    assert_ne!(name(&search), name(&mixed().by(6)));
    let other = FamilySearch::new(
        family(
            &FAMILY.replace("20*k", "21*k"),
            "k=3..4, S={1},{2},{1,3}, way=both,none",
        ),
        search.task().clone(),
    );
    assert_ne!(name(&search), name(&other.by(5)));
    assert_eq!(plan.members, 12);
}

#[test]
fn results_are_read_as_they_are_written() {
    let search = mixed();
    for results in all(&search) {
        let text = results.text();
        assert_eq!(Results::read(&text).as_ref(), Ok(&results));
        let lines = text.lines().count();
        let cut: String = { text.lines().take(lines - 1) }
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(
            Results::read(&cut),
            Err("it does not hold a line for each member of its unit".to_owned())
        );
        assert!(Results::read(&text.replace("\"member\":\"", "\"member\":\"x")).is_err());
    }
    assert_eq!(Results::read(""), Err("it is empty".to_owned()));
    let fault = Results::read("{}").expect_err("no heading");
    assert!(
        fault.starts_with("line 1, column 2: missing field"),
        "{fault}"
    );
}

#[test]
fn what_the_rules_refuse_is_told() {
    let results = all(&mixed());
    let refused = results
        .iter()
        .flat_map(|results| &results.records)
        .filter(|record| record.verdict == MemberVerdict::Refused);
    let refused: Vec<_> = refused.collect();
    assert_eq!(refused.len(), 6);
    assert!(refused.iter().all(
        |record| record.game.contains("k=4") && record.why.as_deref() == Some("k is at most 3")
    ));
}

#[test]
fn interrupted_and_continued_is_the_same_as_at_once() {
    let search = mixed();
    let unit = search.unit(0).expect("the first unit");
    let whole = unit.run(&search, None, &Unwatched).expect("no target");
    let mut interrupted = 0;
    for patience in [0, 1, 40, 300, 2_000] {
        let watch = Limited::new(&Unwatched)
            .questions(patience)
            .stopping(Stopped::Cancelled);
        let part = unit.run(&search, None, &watch).expect("no target");
        interrupted += usize::from(!part.are_complete());
        // What was found before the end stands, and goes through a file.
        let part = Results::read(&part.text()).expect("results");
        for (one, other) in part.records.iter().zip(&whole.records) {
            assert!(
                one.verdict == MemberVerdict::Stopped || one == other,
                "{one:?}"
            );
        }
        let again = unit
            .run(&search, Some(&part), &Unwatched)
            .expect("no target");
        assert_eq!(again.text(), whole.text());
        assert_eq!(again.name(), whole.name());
    }
    assert!(interrupted > 1);
}

#[test]
fn a_member_has_its_own_clock() {
    let search = mixed();
    let unit = search.unit(0).expect("the first unit");
    let clock = || -> Box<dyn Watch> {
        Box::new(
            Limited::new(&Unwatched)
                .questions(0)
                .stopping(Stopped::Cancelled),
        )
    };
    let results = unit
        .run_with(&search, None, &Unwatched, &clock)
        .expect("no target");
    assert!(
        results
            .records
            .iter()
            .all(|record| record.verdict == MemberVerdict::Stopped)
    );
    assert!(report(&[results]).is_incomplete());
}

#[test]
fn threads_do_not_change_a_byte() {
    let search = mixed();
    let text = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let results = pool.expect("a pool").install(|| all(&search));
        results.iter().map(Results::text).collect::<String>()
    };
    assert_eq!(text(1), text(4));
}

/// Remembers who has asked.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<HashSet<ThreadId>>>);

impl Watch for Asked {
    fn check(&self) -> Result<(), Stopped> {
        let mut asked = self.0.lock().expect("nobody panics");
        asked.insert(std::thread::current().id());
        Ok(())
    }
}

/// Two threads would reach the limit of memory together, or not, depending on how fast each is.
#[test]
fn a_member_is_worked_on_in_one_thread() {
    let text = "game dear (d = 9)\npiles x <= y\nmove one: exactly 1 of x, y changes\n\
        move two: x' < x and y' < y and |(x - x') - (y - y')| < d";
    let search = FamilySearch::new(family(text, "d=9"), Task::default());
    let asked = Asked::default();
    let clock = || -> Box<dyn Watch> { Box::new(asked.clone()) };
    let unit = search.unit(0).expect("the first unit");
    let results = unit.run_with(&search, None, &Unwatched, &clock);
    let results = results.expect("no target");
    assert_eq!(results.records[0].verdict, MemberVerdict::Proved);
    assert_eq!(asked.0.lock().expect("nobody panics").len(), 1);
}

#[test]
fn the_same_sets_are_one_class() {
    // Three ways to say Wythoff's game, one of Nim, and one with remainders.
    let text = "game same (v = 0)\npiles x <= y\nmove one: exactly 1 of x, y changes\n\
        move two:\n    x' < x and y' < y\n    |(x - x') - (y - y')| < (if v = 3 then 0 else 1) or v = 1 and x - x' = 2 and y - y' = 4 or v = 2 and 3*(x - x') = 3*(y - y')";
    let search = FamilySearch::new(family(text, "v=0..3"), Task::default());
    let report = report(&all(&search));
    let games: Vec<Vec<&str>> = { report.classes.iter() }
        .map(|class| {
            class
                .members
                .iter()
                .map(|member| member.game.as_str())
                .collect()
        })
        .collect();
    assert_eq!(
        games,
        [
            vec!["test.game:v=0", "test.game:v=1", "test.game:v=2"],
            vec!["test.game:v=3"]
        ]
    );
    assert_eq!(
        report.classes[0].claim.as_deref(),
        Some("P = { (floor(n*phi), floor(n*phi^2)) | n >= 0 }")
    );
    assert_eq!(
        report.classes[0].members[1].command,
        "takeaway discover test.game:v=1"
    );
    assert_eq!(
        (
            report.proved(),
            report.unknown.len(),
            report.is_incomplete()
        ),
        (4, 0, false)
    );
}

#[test]
fn claims_that_differ_may_be_about_one_set() {
    // One is found as rows, the other, in one system alone, as an automaton.
    let text = "game nim (v = 0)\npiles x <= y\nmove one: exactly 1 of x, y changes\nmove two: x' < x and x - x' = y - y' and v = 9";
    let rows = FamilySearch::new(family(text, "v=0..1"), Task::default());
    let mut results = all(&rows);
    let mut doubled = results.clone();
    for results in &mut doubled {
        results.plan.over = "v=0..2".to_owned();
        for record in &mut results.records {
            record.claim = Some("P = { (m, m) | m >= 0 }".to_owned());
        }
    }
    results.extend(doubled);
    let told = report(&results);
    assert_eq!((told.classes.len(), told.proved()), (1, 4));
    assert!(
        told.classes[0]
            .evidence
            .contains("of 2 claims, the prover says"),
        "{}",
        told.classes[0].evidence
    );
    // What agrees on a small board only is not taken for the same.
    for record in &mut results[1].records {
        record.claim = Some("P = { (m, m) | m >= 0, m != 1000 }".to_owned());
    }
    let told = report(&results);
    assert_eq!((told.classes.len(), told.kin.len()), (2, 1));
    assert!(told.kin[0].differ, "{:?}", told.kin[0]);
}

#[test]
fn the_same_automaton_in_two_systems_is_told() {
    let text = "game last (b = 2)\npiles n\nmove take: n - n' < b";
    let mut results = all(&FamilySearch::new(family(text, "b=2..4"), Task::default()));
    let told = report(&results);
    assert_eq!((told.proved(), told.alike.len()), (3, 0));
    assert!({ results[0].records.iter() }.all(|record| record.shape.is_some()));
    // Were two of them read in other systems by the same automaton, that would be told.
    let shape = results[0].records[0].shape.clone();
    results[0].records[2].shape = shape;
    results[0].records[2].system = Some("zeckendorf".to_owned());
    let told = report(&results);
    let [alike] = told.alike.as_slice() else {
        panic!("{:?}", told.alike);
    };
    assert_eq!((alike.classes.len(), alike.systems.len()), (2, 2));
}

#[test]
fn members_are_compared_with_a_target() {
    let text = "game wide (d = 1, K = 0)\npiles x, y\nblocking K\nmove one: exactly 1 of x, y changes\n\
        move two: x' < x and y' < y and |(x - x') - (y - y')| < d";
    let target = FamilySource::new("wythoff", include_str!("../../../rules/wythoff.game"));
    let what = TaskKind::Compare { max: 60, target };
    let search = FamilySearch::new(
        family(text, "d=1..2, K=0..1"),
        Task {
            what,
            misere: false,
        },
    );
    let results = all(&search);
    let verdicts: Vec<MemberVerdict> = results[0]
        .records
        .iter()
        .map(|record| record.verdict)
        .collect();
    use MemberVerdict::{Different, Same};
    assert_eq!(verdicts, [Same, Different, Different, Different]);
    assert_eq!(
        results[0].records[2].difference,
        Some(vec!["1".to_owned(), "2".to_owned()])
    );
    let told = report(&results);
    assert_eq!(told.compared.len(), 4);
    assert_eq!(
        told.compared[0].evidence,
        "proved for all positions: it is the claim that is proved of the target"
    );
}

#[test]
fn what_agrees_up_to_the_bound_is_not_called_the_same() {
    // The difference lies beyond the board on which they are compared.
    let text = "game late (h = 100)\npiles x, y\nmove one: exactly 1 of x, y changes\n\
        move two: x' < x and x - x' = y - y' and not (x = h)";
    let target = FamilySource::new("wythoff", include_str!("../../../rules/wythoff.game"));
    let what = TaskKind::Compare { max: 60, target };
    let search = FamilySearch::new(
        family(text, "h=4,100"),
        Task {
            what,
            misere: false,
        },
    );
    let results = all(&search);
    let [near, far] = results[0].records.as_slice() else {
        panic!("two members");
    };
    assert_eq!(
        (near.verdict, near.difference.is_some()),
        (MemberVerdict::Different, true)
    );
    assert_eq!(
        (far.verdict, far.difference.is_some()),
        (MemberVerdict::Different, false)
    );
    assert!(far.why.is_some());
}

fn rules(search: &FamilySearch, member: u64) -> BareRules {
    let family = search.family();
    family
        .rules(&family.member(member).expect("a member"))
        .expect("rules")
}

fn p_set(rules: &BareRules, max: u32, play: Play) -> PSet {
    let board = Board::solve(rules.spec(), max, play, &Unwatched).expect("a small board");
    PSet::of(rules.spec(), &board)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// A random family of sixteen members: claims hold beyond the boards that they were learned from, and members are in one class exactly if their P-positions are the same.
    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn classes_are_what_brute_force_shows(
        set in proptest::collection::btree_set(1u32..5, 1..3),
        (a, b) in (1u32..4, 1u32..4),
        ends in 0u32..3,
        misere in any::<bool>(),
    ) {
        let set = format!("{set:?}");
        let text = format!(
            "game random (u = 0, v = 0)\npiles x <= y\n\
             move one: exactly 1 of x, y changes and ((x - x') + (y - y') in {set} or u mod 2 = 0)\n\
             move two: x - x' = {a} and y - y' = {b} and u >= 2\n\
             move three: x' < x and |(x - x') - (y - y')| < v and y' < y\nends when x + y <= {ends} and v = 2"
        );
        let play = if misere { Play::Misere } else { Play::Normal };
        let what = TaskKind::Discover { max: Some(90), systems: Vec::new() };
        let search = FamilySearch::new(family(&text, "u=0..3, v=0..3"), Task { what, misere });
        let results = all(&search);
        for record in results.iter().flat_map(|results| &results.records) {
            let Some(claim) = &record.claim else { continue };
            let rules = rules(&search, record.member);
            let game = match &record.automaton {
                Some(file) => rules.claiming_beside(claim, "random.aut", file),
                None => rules.claiming(claim),
            };
            let about = if misere { Claim::MiserePPositions } else { Claim::PPositions };
            let compared = compare(&game.expect("a claim"), about, 40, &Unwatched).expect("small");
            prop_assert_eq!(compared.outcome, ClaimOutcome::HoldsUpTo(40), "{}\n{}", record.game, claim);
        }
        let told = report(&results);
        let sets: Vec<Vec<PSet>> = { told.classes.iter() }
            .map(|class| {
                let numbers = class.members.iter().map(|member| {
                    let all = results.iter().flat_map(|results| &results.records);
                    let found = all.clone().find(|record| record.game == member.game);
                    found.expect("a record").member
                });
                numbers.map(|number| p_set(&rules(&search, number), 200, play)).collect()
            })
            .collect();
        for (place, class) in sets.iter().enumerate() {
            prop_assert!(class.iter().all(|one| *one == class[0]));
            for other in sets.iter().skip(place + 1) {
                let apart = told.kin.iter().any(|kin| !kin.differ);
                prop_assert!(apart || class[0] != other[0], "{}", text);
            }
        }
    }
}
