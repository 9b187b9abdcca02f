//! `takeaway papers [NAME]`: every printed table and claim of the papers, with its verdict.

mod document;

use clap::{Args, ValueEnum};
use lab::{ClaimReport, PaperReport, PaperVerdict, PapersAnswer, PapersRequest};
use schemars::JsonSchema;
use serde::Serialize;

use super::tell_stop;
use crate::desk::Desk;
use crate::failure::{Exit, Failure};

/// Every printed table entry and claim of the papers against the engines
///
/// Each claim is proved for all numbers, holds up to a stated bound, is a misprint (with what must stand there instead), or
/// is refuted by the smallest counterexample. What cannot be checked, such as history, complexity or an open conjecture, is
/// listed with the reason, and so is what only the extraction of the text can have damaged. Tables are compared entry by
/// entry. The claims are data, in the files of papers/, each with the verdict on record.
#[derive(Debug, Args)]
#[command(after_help = "\
Papers: rat, raleigh, frankenstein, large-rats, beta

Examples:
  takeaway papers raleigh
  takeaway papers --format markdown > docs/papers.md
  takeaway papers --json

Exit codes: 0 if every verdict is the one on record, 1 if one is not, 2 for an unknown paper, 3 stopped at a limit.")]
pub(crate) struct Papers {
    /// The paper; all of them unless one is named
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
}

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A line for each claim, more where something is wrong
    Text,
    /// A document with everything
    Markdown,
    /// One JSON object
    Json,
}

/// The answer as a program reads it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PapersJson<'a> {
    claims: Vec<ClaimJson<'a>>,
    complete: bool,
}

#[derive(Serialize, JsonSchema)]
struct ClaimJson<'a> {
    paper: &'a str,
    claim: String,
    verdict: &'static str,
    bound: Option<&'a str>,
    printed: &'a str,
    correct: Option<&'a str>,
    counterexample: Option<&'a str>,
    how: Vec<&'a str>,
    note: Option<&'a str>,
    as_recorded: bool,
}

impl Papers {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&PapersRequest {
            name: self.name.clone(),
        })?;
        match self.format {
            Form::Json => desk.write_json(&json(&answer))?,
            _ if desk.json() => desk.write_json(&json(&answer))?,
            Form::Markdown => document::write(desk.out(), &answer)?,
            Form::Text => write_text(desk, &answer)?,
        }
        if let Some(stopped) = answer.stopped {
            let reached = answer.claims().count();
            return Ok(tell_stop(&format!(
                "{stopped}; {reached} claims were checked"
            )));
        }
        let as_recorded = answer.claims().all(|(_, claim)| claim.is_as_recorded());
        Ok(if as_recorded { Exit::Yes } else { Exit::No })
    }
}

fn write_text(desk: &mut Desk<'_>, answer: &PapersAnswer) -> Result<(), Failure> {
    for paper in &answer.papers {
        writeln!(
            desk.out(),
            "{}: {}, {}",
            paper.name,
            paper.authors,
            paper.title
        )?;
        for claim in &paper.claims {
            write_claim(desk, claim)?;
        }
        writeln!(desk.out(), "{}\n", tally(&[paper]))?;
    }
    if let [_, _, ..] = answer.papers.as_slice() {
        let papers: Vec<&PaperReport> = answer.papers.iter().collect();
        writeln!(desk.out(), "in all: {}", tally(&papers))?;
    }
    Ok(())
}

fn write_claim(desk: &mut Desk<'_>, claim: &ClaimReport) -> Result<(), Failure> {
    let bound = match (&claim.bound, claim.verdict) {
        (Some(bound), PaperVerdict::HoldsUpTo) => format!(" [{bound}]"),
        _ => String::new(),
    };
    let verdict = claim.verdict.to_string();
    writeln!(desk.out(), "  {verdict:<17}  {}{bound}", claim.place)?;
    if !claim.is_as_recorded() {
        writeln!(desk.out(), "{INDENT}ON RECORD: {}", claim.recorded)?;
    }
    let is_wrong = matches!(
        claim.verdict,
        PaperVerdict::Misprint | PaperVerdict::Refuted | PaperVerdict::ScanningAccident
    );
    if is_wrong && claim.entries.is_empty() {
        writeln!(desk.out(), "{INDENT}printed: {}", claim.printed)?;
    }
    if let Some(correct) = &claim.correct {
        writeln!(desk.out(), "{INDENT}correct: {correct}")?;
    }
    for entry in &claim.entries {
        let (place, printed, correct) = (&entry.place, &entry.printed, &entry.correct);
        writeln!(
            desk.out(),
            "{INDENT}{place}: printed {printed}, correct {correct}"
        )?;
    }
    if let (Some(counterexample), true) = (&claim.counterexample, claim.entries.is_empty()) {
        writeln!(desk.out(), "{INDENT}counterexample: {counterexample}")?;
    }
    if let (PaperVerdict::NotCheckable, Some(reason)) = (claim.verdict, claim.how.first()) {
        writeln!(desk.out(), "{INDENT}{reason}")?;
    }
    Ok(())
}

/// Under the name of a claim.
const INDENT: &str = "                     ";

/// `61 claims: 40 proved, 10 holds up to, …`
fn tally(papers: &[&PaperReport]) -> String {
    let claims = || papers.iter().flat_map(|paper| &paper.claims);
    let counts: Vec<String> = PaperVerdict::ALL
        .into_iter()
        .filter_map(|verdict| {
            let count = claims().filter(|claim| claim.verdict == verdict).count();
            (count > 0).then(|| format!("{count} {}", counted(verdict, count)))
        })
        .collect();
    format!("{} claims: {}", claims().count(), counts.join(", "))
}

/// What so many claims are.
fn counted(verdict: PaperVerdict, count: usize) -> &'static str {
    match (verdict, count) {
        (PaperVerdict::Proved, _) => "proved",
        (PaperVerdict::HoldsUpTo, 1) => "holds up to a bound",
        (PaperVerdict::HoldsUpTo, _) => "hold up to a bound",
        (PaperVerdict::Misprint, 1) => "misprint",
        (PaperVerdict::Misprint, _) => "misprints",
        (PaperVerdict::Refuted, _) => "refuted",
        (PaperVerdict::ScanningAccident, 1) => "scanning accident",
        (PaperVerdict::ScanningAccident, _) => "scanning accidents",
        (PaperVerdict::NotCheckable, _) => "not checkable",
    }
}

/// Every claim, and after a table each of its entries that differs.
fn json(answer: &PapersAnswer) -> PapersJson<'_> {
    let claims = answer.claims().flat_map(|(paper, claim)| {
        let whole = claim_json(paper, claim);
        let entries = claim.entries.iter().map(move |entry| ClaimJson {
            claim: format!("{}, {}", claim.place, entry.place),
            printed: &entry.printed,
            correct: Some(&entry.correct),
            counterexample: None,
            ..claim_json(paper, claim)
        });
        [whole].into_iter().chain(entries)
    });
    PapersJson {
        claims: claims.collect(),
        complete: answer.stopped.is_none(),
    }
}

fn claim_json<'a>(paper: &'a PaperReport, claim: &'a ClaimReport) -> ClaimJson<'a> {
    ClaimJson {
        paper: &paper.name,
        claim: claim.place.clone(),
        verdict: claim.verdict.name(),
        bound: claim.bound.as_deref(),
        printed: &claim.printed,
        correct: claim.correct.as_deref(),
        counterexample: claim.counterexample.as_deref(),
        how: claim.how.iter().map(String::as_str).collect(),
        note: claim.note.as_deref(),
        as_recorded: claim.is_as_recorded(),
    }
}
