//! The papers reproduced: every printed table and claim, with the verdict of the engines beside it.
//!
//! The files of `papers/` say what is printed and how it is checked; here it is checked. A claim is *proved* if the prover
//! decides it for all numbers or if it is finite and was computed completely; it *holds up to* a bound if it was tried so
//! far; it is a *misprint* if what is printed fails and what must stand there instead holds; it is *refuted* if
//! what is printed fails and is more than a slip of the pen. A *scanning accident* is a fault of the text that was read here, not
//! of the paper. What cannot be checked is listed with the reason.

mod checks;
mod data;
mod finding;
mod sentence;
mod table;
#[cfg(test)]
mod tests;

use logic::watch::{Progress, Stopped, Watch};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::LabError;
use crate::Request;
use data::{Check, Paper, PrintedClaim};
use finding::{Finding, Scope};

/// Which claims of the papers hold?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PapersRequest {
    /// The paper; all of them if there is none.
    pub name: Option<String>,
}

/// The answer to a [`PapersRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PapersAnswer {
    /// The papers.
    pub papers: Vec<PaperReport>,
    /// Why claims are missing.
    pub stopped: Option<Stopped>,
}

/// What was found out about a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperReport {
    /// Its name here.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its authors.
    pub authors: String,
    /// Where it appeared.
    pub published: String,
    /// What a reader of the verdicts should know first.
    pub about: String,
    /// What the names in the sentences that were decided mean, in the rules language.
    pub definitions: String,
    /// Its claims in their order.
    pub claims: Vec<ClaimReport>,
}

/// What was found out about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimReport {
    /// Where it stands.
    pub place: String,
    /// What is printed there.
    pub printed: String,
    /// The verdict.
    pub verdict: PaperVerdict,
    /// The verdict on record.
    pub recorded: PaperVerdict,
    /// How far it was tried, if not for all numbers.
    pub bound: Option<String>,
    /// What must stand there instead.
    pub correct: Option<String>,
    /// The smallest counterexample.
    pub counterexample: Option<String>,
    /// How we know, a clause each; or why it cannot be checked.
    pub how: Vec<String>,
    /// What a reader should know besides.
    pub note: Option<String>,
    /// The entries of a table that differ.
    pub entries: Vec<Entry>,
}

/// An entry of a printed table that differs from what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands: `row 9, column A_6`.
    pub place: String,
    /// What is printed.
    pub printed: String,
    /// What was computed.
    pub correct: String,
}

/// What becomes of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaperVerdict {
    /// True for all numbers.
    Proved,
    /// True as far as it was tried.
    HoldsUpTo,
    /// A slip of the pen.
    Misprint,
    /// False.
    Refuted,
    /// A fault of the text that was read, not of the paper.
    ScanningAccident,
    /// History, definitions, complexity, open questions.
    NotCheckable,
}

impl PaperVerdict {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Proved,
        Self::HoldsUpTo,
        Self::Misprint,
        Self::Refuted,
        Self::ScanningAccident,
        Self::NotCheckable,
    ];

    /// Its name in JSON and in the files of `papers/`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::HoldsUpTo => "holds-up-to",
            Self::Misprint => "misprint",
            Self::Refuted => "refuted",
            Self::ScanningAccident => "scanning-accident",
            Self::NotCheckable => "not-checkable",
        }
    }
}

impl fmt::Display for PaperVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().replace('-', " "))
    }
}

impl ClaimReport {
    /// Is the verdict the one on record?
    pub fn is_as_recorded(&self) -> bool {
        self.verdict == self.recorded
    }
}

impl PapersAnswer {
    /// All claims, with their papers.
    pub fn claims(&self) -> impl Iterator<Item = (&PaperReport, &ClaimReport)> {
        self.papers
            .iter()
            .flat_map(|paper| paper.claims.iter().map(move |claim| (paper, claim)))
    }
}

impl Request for PapersRequest {
    type Answer = PapersAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<PapersAnswer, LabError> {
        let papers = self.papers()?;
        let total = papers
            .iter()
            .map(|(_, paper)| paper.claims.len() as u64)
            .sum();
        let done = AtomicU64::new(0);
        let mut answer = PapersAnswer {
            papers: Vec::new(),
            stopped: None,
        };
        for (data::File { name, work, .. }, paper) in papers {
            let findings = Findings::of(&paper, watch, &|| {
                watch.progress(Progress {
                    step: "claims",
                    done: done.fetch_add(1, Ordering::Relaxed) + 1,
                    total: Some(total),
                });
            });
            let (mut claims, mut faults) = (Vec::new(), Vec::new());
            for claim in &paper.claims {
                match examine(claim, &findings, watch) {
                    Ok(report) => claims.push(report),
                    Err(LabError::Stopped(stopped)) => answer.stopped = Some(stopped),
                    Err(other) => faults.push(format!("{}: {other}", claim.place)),
                }
            }
            if !faults.is_empty() {
                return Err(LabError::Beyond(faults.join("\n")));
            }
            answer.papers.push(PaperReport {
                name: name.to_string(),
                title: work.title.to_owned(),
                authors: work.authors.to_owned(),
                published: work.published.to_owned(),
                about: paper.about,
                definitions: paper.definitions,
                claims,
            });
        }
        Ok(answer)
    }
}

impl PapersRequest {
    fn papers(&self) -> Result<Vec<(&'static data::File, Paper)>, LabError> {
        let wanted = |name: &str| self.name.as_deref().is_none_or(|wanted| wanted == name);
        let files: Vec<_> = data::FILES
            .iter()
            .filter(|file| wanted(file.name))
            .collect();
        if let (Some(name), true) = (&self.name, files.is_empty()) {
            let known: Vec<&str> = data::FILES.iter().map(|file| file.name).collect();
            return Err(LabError::input(format!(
                "there is no paper `{name}`; the papers are {}",
                known.join(", ")
            )));
        }
        let read = |file: &'static data::File| {
            let paper = data::read(file.text)
                .map_err(|fault| LabError::input(format!("papers/{}.toml: {fault}", file.name)))?;
            Ok((file, paper))
        };
        files.into_iter().map(read).collect()
    }
}

/// What every check of a paper found; a check that several claims need is made once.
struct Findings {
    found: HashMap<Check, Result<Finding, LabError>>,
}

impl Findings {
    fn of(paper: &Paper, watch: &dyn Watch, tell: &(dyn Fn() + Sync)) -> Self {
        let run = |check: &Check| {
            let finding = run(paper, check, watch);
            tell();
            (check.clone(), finding)
        };
        Self {
            found: distinct(paper).into_par_iter().map(run).collect(),
        }
    }

    fn get(&self, checks: &[Check]) -> Result<Vec<Finding>, LabError> {
        checks
            .iter()
            .map(|check| self.found[check].clone())
            .collect()
    }
}

/// The checks of a paper, each once.
fn distinct(paper: &Paper) -> Vec<&Check> {
    let mut seen = HashSet::new();
    paper
        .claims
        .iter()
        .flat_map(PrintedClaim::checks)
        .filter(|check| seen.insert(*check))
        .collect()
}

/// Makes one check.
fn run(paper: &Paper, check: &Check, watch: &dyn Watch) -> Result<Finding, LabError> {
    match check {
        Check::Sentence(text) => sentence::sentence(&paper.definitions, text, watch),
        Check::Game { prove } => sentence::game(prove, watch),
        Check::Rules { rules } => sentence::rules(rules, watch),
        Check::Matrix { matrix, d } => checks::matrix(matrix, *d, watch),
        Check::Invariance {
            invariance,
            classes,
            bound,
        } => checks::invariance_number(invariance, *classes, *bound, watch),
        Check::Function { function, bound } => checks::run(function, *bound, watch),
    }
}

/// The verdict on one claim.
fn examine(
    claim: &PrintedClaim,
    findings: &Findings,
    watch: &dyn Watch,
) -> Result<ClaimReport, LabError> {
    let mut report = ClaimReport {
        place: claim.place.clone(),
        printed: claim.printed.trim().to_owned(),
        verdict: PaperVerdict::NotCheckable,
        recorded: claim.verdict,
        bound: None,
        correct: None,
        counterexample: None,
        how: claim.cannot.iter().cloned().collect(),
        note: claim.note.clone(),
        entries: Vec::new(),
    };
    if claim.cannot.is_some() {
        return Ok(report);
    }
    if let (Some(correct), true) = (&claim.correct, claim.is_only_scanned()) {
        report.verdict = PaperVerdict::ScanningAccident;
        report.correct = Some(correct.statement.clone());
        return Ok(report);
    }
    let mut found = findings.get(&claim.check)?;
    if let Some(table) = &claim.table {
        let (finding, entries) = table::compare(table, watch)?;
        found.push(finding);
        report.entries = entries;
    }
    report.counterexample = counterexample(&found);
    let covered = claim.only.iter().map(|part| Scope::UpTo(part.clone()));
    report.bound = bound(covered.chain(found.iter().map(|finding| finding.scope.clone())));
    report.how = found.iter().map(|finding| finding.how.clone()).collect();
    report.verdict = match (&report.counterexample, &report.bound) {
        (None, None) if found.is_empty() => PaperVerdict::NotCheckable,
        (None, None) => PaperVerdict::Proved,
        (None, Some(_)) => PaperVerdict::HoldsUpTo,
        (Some(_), _) => failing(claim, &mut report, findings)?,
    };
    Ok(report)
}

/// The verdict on a claim that fails: a slip if it is called one and what must stand instead holds.
fn failing(
    claim: &PrintedClaim,
    report: &mut ClaimReport,
    findings: &Findings,
) -> Result<PaperVerdict, LabError> {
    if let Some(correct) = &claim.correct {
        let found = findings.get(&correct.check)?;
        if counterexample(&found).is_some() {
            return Ok(PaperVerdict::Refuted);
        }
        report.correct = Some(correct.statement.clone());
        report.bound = bound(found.iter().map(|finding| finding.scope.clone()));
        let how = |finding: Finding| format!("the correct statement: {}", finding.how);
        report.how.extend(found.into_iter().map(how));
    }
    let slip = matches!(
        claim.verdict,
        PaperVerdict::Misprint | PaperVerdict::ScanningAccident
    );
    let corrected = report.correct.is_some() || !report.entries.is_empty();
    Ok(if slip && corrected {
        claim.verdict
    } else {
        PaperVerdict::Refuted
    })
}

fn counterexample(findings: &[Finding]) -> Option<String> {
    let found: Vec<&str> = findings
        .iter()
        .filter_map(|finding| finding.counterexample.as_deref())
        .collect();
    (!found.is_empty()).then(|| found.join("; "))
}

fn bound(scopes: impl Iterator<Item = Scope>) -> Option<String> {
    let mut bounds: Vec<String> = Vec::new();
    for scope in scopes {
        match scope {
            Scope::UpTo(bound) if !bounds.contains(&bound) => bounds.push(bound),
            _ => {}
        }
    }
    (!bounds.is_empty()).then(|| bounds.join("; "))
}
