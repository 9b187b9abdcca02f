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
    let report = examine("made-up", &paper.claims[0], &findings, &Unwatched);
    let report = report.expect("it can be checked");
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

/// Each part of an example may be wrong.
#[test]
fn examples_are_tried() {
    for (example, verdict) in [
        ("from = [1, 2], to = [0, 2]", PaperVerdict::Proved),
        ("from = [1, 2], to = [0, 0]", PaperVerdict::Refuted),
        (
            "from = [1, 2], to = [0, 0], legal = false",
            PaperVerdict::Proved,
        ),
        (
            "from = [1, 2], to = [0, 2], kind = \"no kind\"",
            PaperVerdict::Refuted,
        ),
        ("from = [0, 1], options = [[0, 0]]", PaperVerdict::Proved),
        ("from = [0, 1], options = []", PaperVerdict::Refuted),
        ("from = [1, 1], answers = [[0, 0]]", PaperVerdict::Proved),
        ("from = [1, 2], answers = [[0, 0]]", PaperVerdict::Refuted),
        ("position = [1, 2], outcome = \"N\"", PaperVerdict::Proved),
        ("position = [1, 2], outcome = \"P\"", PaperVerdict::Refuted),
        ("position = [1, 2], nim_value = \"3\"", PaperVerdict::Proved),
        (
            "position = [1, 2], nim_value = \"0\"",
            PaperVerdict::Refuted,
        ),
    ] {
        let examples =
            format!("{{ game = \"nim:m=2\", how = \"tried\", examples = [{{ {example} }}] }}");
        let claim = format!("verdict = \"proved\"\ncheck = {examples}");
        check(&claim, verdict, verdict == PaperVerdict::Proved);
    }
}

const WORD: &str = "change = { from = \"this\", to = \"that\" }";
const SIGN: &str = "change = { from = \"> 1\", to = \"≥ 1\" }";

#[test]
fn a_misprint_needs_a_correction_that_holds() {
    let correct = |check: &str| {
        format!(
            "verdict = \"misprint\"\n{FALSE}\n[claim.correct]\nstatement = \"that\"\n{WORD}\n{check}"
        )
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
fn one_sign_is_not_held_against_the_author() {
    for (verdict, as_recorded) in [("misprint", false), ("scanning-accident", true)] {
        let text = format!(
            "verdict = \"{verdict}\"\n{FALSE}\n[claim.correct]\nstatement = \"that\"\n{SIGN}\n{TRUE}"
        );
        check(&text, PaperVerdict::ScanningAccident, as_recorded);
    }
}

const BOUNDED: &str = "{ computed = \"fibonacci_unique\", bound = 50, up_to = \"N ≤ 50\", \
                       how = \"counted\" }";

#[test]
fn a_question_is_settled_by_a_proof() {
    let bounded = format!("check = {BOUNDED}");
    let proof = "proof = \"docs\"";
    let question = |verdict: &str, rest: &str| format!("verdict = \"{verdict}\"\n{rest}");
    check(&question("settled", TRUE), PaperVerdict::Settled, true);
    check(
        &question("settled", &bounded),
        PaperVerdict::Attacked,
        false,
    );
    check(
        &question("attacked", &bounded),
        PaperVerdict::Attacked,
        true,
    );
    check(
        &question("settled", &format!("{bounded}\n{proof}")),
        PaperVerdict::Settled,
        true,
    );
    check(&question("settled", FALSE), PaperVerdict::Refuted, false);
    check(
        &question("out-of-reach", "cannot = \"too hard\""),
        PaperVerdict::OutOfReach,
        true,
    );
}

#[test]
fn bounded_checks_hold_up_to_their_bound() {
    let claim = format!("check = [\"A(1) = 1\", {BOUNDED}]");
    check(
        &format!("verdict = \"holds-up-to\"\n{claim}"),
        PaperVerdict::HoldsUpTo,
        true,
    );
}

#[test]
fn what_is_computed_beside_a_proof_bounds_nothing_and_must_hold() {
    let claim = |check: &str, beside: &str| {
        format!(
            "verdict = \"proved\"\n{check}\nbeside = {{ computed = \"{beside}\", bound = 12, how = \"tried\" }}"
        )
    };
    let (holds, fails) = ("fibonacci_unique", "frankenstein_literal");
    check(&claim(TRUE, holds), PaperVerdict::Proved, true);
    check(&claim(FALSE, holds), PaperVerdict::Refuted, false);
    check(&claim(TRUE, fails), PaperVerdict::Refuted, false);
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
    let scanned = |check: &str| {
        format!(
            "verdict = \"scanning-accident\"\n[claim.correct]\nstatement = \"that\"\n{SIGN}\n{check}"
        )
    };
    check(&scanned(TRUE), PaperVerdict::ScanningAccident, true);
    check(&scanned(FALSE), PaperVerdict::Refuted, false);
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
        let report = examine("rat", &paper.claims[0], &findings, &Unwatched).expect("a verdict");
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

/// Every claim has a name of its own, says which section it stands in, and is either checked or says why it cannot be; what is
/// corrected says what must stand there, checks it, and says what is changed; a question says what is known of it. And every
/// computation that is written is asked for.
#[test]
fn the_files_are_complete() {
    let mut asked = BTreeSet::new();
    for data::PaperFile { name, text, .. } in data::FILES {
        let paper = data::read(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(!paper.text.is_empty(), "{name}: which text was read?");
        let mut places = BTreeSet::new();
        for claim in &paper.claims {
            let place = &claim.place;
            assert!(places.insert(place.clone()), "{name}: {place} stands twice");
            complete(claim).unwrap_or_else(|fault| panic!("{name}: {place}: {fault}"));
            asked.extend(claim.table.iter().map(|table| table.source.clone()));
            asked.extend(claim.checks().filter_map(|check| match check {
                ClaimCheck::Function { function, .. }
                | ClaimCheck::Computed {
                    computed: function, ..
                } => Some(function.clone()),
                _ => None,
            }));
        }
    }
    let known: BTreeSet<String> = checks::names().map(str::to_owned).collect();
    assert_eq!(asked, known);
}

/// What is missing in a claim.
fn complete(claim: &PrintedClaim) -> Result<(), String> {
    let demand = |is_so: bool, fault: &str| is_so.then_some(()).ok_or(fault.to_owned());
    let starts = ["Abstract", "Section", "Appendix"];
    let in_section = starts.iter().any(|start| claim.place.starts_with(start));
    demand(in_section, "the place does not begin with the section")?;
    let checked = !claim.check.is_empty() || claim.table.is_some();
    let ways = [checked, claim.cannot.is_some(), claim.is_only_scanned()];
    let ways = ways.into_iter().filter(|way| *way).count();
    demand(ways == 1, "it is not checked in one way")?;
    let unchecked = [PaperVerdict::NotCheckable, PaperVerdict::OutOfReach];
    let says_why = claim.cannot.is_some() == unchecked.contains(&claim.verdict);
    demand(says_why, "a reason belongs to what is not checked")?;
    if let Some(correct) = &claim.correct {
        demand(!correct.check.is_empty(), "the correction has no check")?;
    }
    let is_slip = [PaperVerdict::Misprint, PaperVerdict::ScanningAccident];
    if is_slip.contains(&claim.verdict) && claim.table.is_none() {
        let correct = claim.correct.as_ref().ok_or("it has no correction")?;
        demand(correct.change.is_some(), "what is changed is not said")?;
    }
    let answered = [PaperVerdict::Settled, PaperVerdict::Attacked];
    let is_answered = claim.answer.is_some() == answered.contains(&claim.verdict);
    demand(is_answered, "an answer belongs to what is answered")
}

/// A claim that would be let through without its part.
#[test]
fn an_incomplete_claim_is_noticed() {
    let fault = |claim: &str| {
        let text = format!("[[claim]]\nprinted = \"this\"\n{claim}");
        complete(&data::read(&text).expect("well formed").claims[0]).err()
    };
    let check = |claim: &str, expected: &str| assert_eq!(fault(claim).as_deref(), Some(expected));
    check(
        &format!("place = \"here\"\nverdict = \"proved\"\n{TRUE}"),
        "the place does not begin with the section",
    );
    let place = "place = \"Section 1\"";
    check(
        &format!("{place}\nverdict = \"misprint\"\n{FALSE}\ncorrect = {{ statement = \"that\" }}"),
        "the correction has no check",
    );
    check(
        &format!("{place}\nverdict = \"misprint\"\n{FALSE}"),
        "it has no correction",
    );
    let unsaid = format!("[claim.correct]\nstatement = \"that\"\n{TRUE}");
    check(
        &format!("{place}\nverdict = \"scanning-accident\"\n{unsaid}"),
        "what is changed is not said",
    );
    check(
        &format!("{place}\nverdict = \"settled\"\n{TRUE}"),
        "an answer belongs to what is answered",
    );
    check(
        &format!("{place}\nverdict = \"proved\""),
        "it is not checked in one way",
    );
}
