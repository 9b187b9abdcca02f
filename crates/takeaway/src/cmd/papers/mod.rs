//! `takeaway papers [NAME [CLAIM]]`: every printed table, claim and question of the papers, with its verdict.

mod document;
mod errata;
mod json;
#[cfg(test)]
mod tests;
mod text;

pub use json::{PapersJson, of as papers_json};

use clap::{Args, ValueEnum};
use papers::{PaperListRequest, PaperReport, PaperVerdict, PapersRequest};

use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// Every printed table entry, claim and question of the papers against the engines
///
/// Each claim is proved for all numbers, holds up to a stated bound, is a misprint (with what must stand there instead), or
/// is refuted by the smallest counterexample. What cannot be checked, such as history or a definition, is
/// listed with the reason, and so is the sign that the extraction of the text may have changed. A question of the paper is settled
/// with a proof, attacked up to a bound, or out of reach. Tables are compared entry by
/// entry. The claims are data, in the files of papers/, each with the verdict on record.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Papers: rat, raleigh, frankenstein, large-rats, beta

Examples:
  takeaway papers --list
  takeaway papers raleigh
  takeaway papers rat \"Theorem 2\"
  takeaway papers rat \"Section 6, Table 3\" --json
  takeaway papers --format markdown > docs/papers.md
  takeaway papers --format errata > docs/errata.md

A claim is named by its place, or by a part of it that only one claim has.

Exit codes: 0 if every verdict is the one on record, 1 if one is not, 2 for an unknown paper or claim, 3 stopped at a limit.")]
pub(crate) struct PapersArgs {
    /// The paper, in small or capital letters; all of them unless one is named
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// One claim, by its place: all that is said of it
    #[arg(value_name = "CLAIM")]
    claim: Option<String>,
    /// Only list the papers
    #[arg(long, conflicts_with_all = ["name", "format"])]
    list: bool,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t = PapersFormat::Text)]
    format: PapersFormat,
}

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum PapersFormat {
    /// A line for each claim, more where something is wrong
    Text,
    /// A document with everything
    Markdown,
    /// A document with what is wrong
    Errata,
    /// One JSON object
    Json,
}

impl PapersArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        if self.list {
            return list(desk);
        }
        let answer = desk.ask(&PapersRequest {
            name: self.name.clone(),
            claim: self.claim.clone(),
        })?;
        match self.format {
            PapersFormat::Json => desk.write_json(&json::of(&answer))?,
            _ if desk.json() => desk.write_json(&json::of(&answer))?,
            PapersFormat::Markdown => document::write(desk.out(), &answer)?,
            PapersFormat::Errata => errata::write(desk.out(), &answer)?,
            PapersFormat::Text if self.claim.is_some() => text::write_whole(desk.out(), &answer)?,
            PapersFormat::Text => text::write(desk.out(), &answer)?,
        }
        if let Some(stopped) = answer.stopped {
            let reached = lab::counted(answer.claims().count(), "claim was", "claims were");
            return Ok(tell_stop(&format!("{stopped}; {reached} checked")));
        }
        let as_recorded = answer.claims().all(|(_, claim)| claim.is_as_recorded());
        Ok(if as_recorded { Exit::Yes } else { Exit::No })
    }
}

fn list(desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
    let answer = desk.ask(&PaperListRequest)?;
    if desk.json() {
        desk.write_json(&answer)?;
        return Ok(Exit::Yes);
    }
    for paper in &answer.papers {
        let (name, authors, title) = (&paper.name, &paper.authors, &paper.title);
        writeln!(desk.out(), "{name:<12}  {authors}, {title}")?;
        let (claims, published) = (claims(paper.claims), &paper.published);
        writeln!(desk.out(), "{:<12}  {claims}; {published}", "")?;
    }
    Ok(Exit::Yes)
}

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
    format!("{}: {}", self::claims(claims().count()), counts.join(", "))
}

fn claims(number: usize) -> String {
    lab::counted(number, "claim", "claims")
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
        (PaperVerdict::Settled, 1) => "question settled",
        (PaperVerdict::Settled, _) => "questions settled",
        (PaperVerdict::Attacked, 1) => "question attacked",
        (PaperVerdict::Attacked, _) => "questions attacked",
        (PaperVerdict::OutOfReach, 1) => "question out of reach",
        (PaperVerdict::OutOfReach, _) => "questions out of reach",
    }
}
