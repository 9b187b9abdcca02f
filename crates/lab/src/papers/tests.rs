//! The machinery of the verdicts, on small papers made up for the purpose, and the form of the real ones.

use std::collections::BTreeSet;

use logic::watch::Unwatched;

use super::*;

/// The verdict on one claim, written as in the files of `papers/`.
fn verdict(claim: &str) -> (PaperVerdict, bool) {
    let text = format!(
        "definitions = \"let A(n) = floor(7*n/4)\"\n\
         [[claim]]\nplace = \"here\"\nprinted = \"this\"\n{claim}"
    );
    let paper = data::read(&text).expect("the claim is well formed");
    let findings = Findings::of(&paper, &Unwatched, &|| {});
    let report = examine(&paper.claims[0], &findings, &Unwatched).expect("it can be checked");
    (report.verdict, report.is_as_recorded())
}

fn check(claim: &str, expected: PaperVerdict, as_recorded: bool) {
    assert_eq!(verdict(claim), (expected, as_recorded), "{claim}");
}

const TRUE: &str = "check = \"forall n: A(n) <= 2*n\"";
const FALSE: &str = "check = \"forall n: A(n) < 2*n\"";

#[test]
fn sentences_decide() {
    check(
        &format!("verdict = \"proved\"\n{TRUE}"),
        PaperVerdict::Proved,
        true,
    );
    check(
        &format!("verdict = \"proved\"\n{FALSE}"),
        PaperVerdict::Refuted,
        false,
    );
    check(
        &format!("verdict = \"refuted\"\n{FALSE}"),
        PaperVerdict::Refuted,
        true,
    );
    check(
        &format!("verdict = \"refuted\"\n{TRUE}"),
        PaperVerdict::Proved,
        false,
    );
    check(
        &format!("verdict = \"proved\"\nonly = \"n < 9\"\n{TRUE}"),
        PaperVerdict::HoldsUpTo,
        false,
    );
}

#[test]
fn a_misprint_needs_a_correction_that_holds() {
    let correct = |check: &str| {
        format!("verdict = \"misprint\"\n{FALSE}\n[claim.correct]\nstatement = \"that\"\n{check}")
    };
    check(&correct(TRUE), PaperVerdict::Misprint, true);
    check(&correct(FALSE), PaperVerdict::Refuted, false);
    check(
        &format!("verdict = \"misprint\"\n{FALSE}"),
        PaperVerdict::Refuted,
        false,
    );
    check(
        &format!("verdict = \"misprint\"\n{TRUE}"),
        PaperVerdict::Proved,
        false,
    );
}

#[test]
fn bounded_checks_hold_up_to_their_bound() {
    let claim = "check = [\"A(1) = 1\", { function = \"fibonacci_unique\", bound = 50 }]";
    check(
        &format!("verdict = \"holds-up-to\"\n{claim}"),
        PaperVerdict::HoldsUpTo,
        true,
    );
}

#[test]
fn games_and_rules_are_proved_or_refuted() {
    check(
        "verdict = \"proved\"\ncheck = { prove = \"mouse\" }",
        PaperVerdict::Proved,
        true,
    );
    let rules = "verdict = \"refuted\"\n[[claim.check]]\nrules = '''\ngame g \"g\"\npiles n\nmove take: n' = n - 1\nP = { (n) | n >= 0 }\n'''";
    check(rules, PaperVerdict::Refuted, true);
}

#[test]
fn what_is_not_checked_is_not_called_true() {
    check("verdict = \"proved\"", PaperVerdict::NotCheckable, false);
    check(
        "verdict = \"not-checkable\"\ncannot = \"history\"",
        PaperVerdict::NotCheckable,
        true,
    );
    check(
        "verdict = \"proved\"\ncannot = \"history\"",
        PaperVerdict::NotCheckable,
        false,
    );
    let scanned = "verdict = \"scanning-accident\"\ncorrect = { statement = \"that\" }";
    check(scanned, PaperVerdict::ScanningAccident, true);
}

#[test]
fn one_wrong_entry_changes_the_verdict_on_a_table() {
    let text = data::FILES[0].text;
    let wrong = text.replacen("15 26 51 102\n", "15 26 51 103\n", 1);
    for (text, expected) in [
        (text, PaperVerdict::Proved),
        (&wrong, PaperVerdict::Refuted),
    ] {
        let mut paper = data::read(text).expect("a paper");
        paper
            .claims
            .retain(|claim| claim.place == "Section 2, Table 1");
        let findings = Findings::of(&paper, &Unwatched, &|| {});
        let report = examine(&paper.claims[0], &findings, &Unwatched).expect("a verdict");
        assert_eq!(report.verdict, expected);
        let wrong: Vec<&str> = report
            .entries
            .iter()
            .map(|entry| entry.place.as_str())
            .collect();
        let is_wrong = expected == PaperVerdict::Refuted;
        assert_eq!(
            wrong,
            if is_wrong {
                vec!["row 15, column c_n"]
            } else {
                vec![]
            }
        );
    }
}

/// Every claim has a name of its own and is either checked, or a scanning accident, or says why it cannot be checked; and every
/// computation that is written is asked for.
#[test]
fn the_files_are_complete() {
    let mut asked = BTreeSet::new();
    for data::File { name, text, .. } in data::FILES {
        let paper = data::read(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let mut places = BTreeSet::new();
        for claim in &paper.claims {
            let place = &claim.place;
            assert!(places.insert(place.clone()), "{name}: {place} stands twice");
            let checked = !claim.check.is_empty() || claim.table.is_some();
            let ways = [checked, claim.cannot.is_some(), claim.is_only_scanned()];
            assert_eq!(
                ways.iter().filter(|way| **way).count(),
                1,
                "{name}: {place}"
            );
            assert_eq!(
                claim.cannot.is_some(),
                claim.verdict == PaperVerdict::NotCheckable,
                "{name}: {place}"
            );
            asked.extend(claim.table.iter().map(|table| table.source.clone()));
            asked.extend(claim.checks().filter_map(|check| match check {
                Check::Function { function, .. } => Some(function.clone()),
                _ => None,
            }));
        }
    }
    let known: BTreeSet<String> = checks::names().map(str::to_owned).collect();
    assert_eq!(asked, known);
}
