//! The papers reproduced: every printed table and claim, with the verdict of the engines beside it.
//!
//! The files of `papers/` say what is printed and how it is checked; here it is checked. A claim is *proved* if the prover
//! decides it for all numbers or if it is finite and was computed completely; it *holds up to* a bound if it was tried so
//! far; it is a *misprint* if what is printed fails and what must stand there instead holds; it is *refuted* if
//! what is printed fails and is more than a slip of the pen. A *scanning accident* fails too, but one sign mends it, so that
//! the extraction of the text may have made it ([`slip`] has the rule). A question of the paper is *settled* by a proof, *attacked*
//! up to a bound, or *out of reach*. What cannot be checked is listed with the reason.

mod checks;
mod data;
mod examples;
mod finding;
mod select;
mod sentence;
mod slip;
mod table;
#[cfg(test)]
mod tests;
mod tried;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use lab::{LabError, Request};
use logic::watch::{Progress, Stopped, Watch};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use data::{ClaimCheck, Paper, PrintedClaim};
use finding::{Finding, Scope};
pub use slip::RULE as SLIP_RULE;

/// Which claims of the papers hold?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PapersRequest {
    /// The paper, in any case; all of them if there is none.
    pub name: Option<String>,
    /// The claim: its place, or a part of it that names one claim only; all of them if there is none.
    pub claim: Option<String>,
}

/// The answer to a [`PapersRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PapersAnswer {
    /// The papers.
    pub papers: Vec<PaperReport>,
    /// Why claims are missing.
    pub stopped: Option<Stopped>,
}

/// Which papers are there?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaperListRequest;

/// The answer to a [`PaperListRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PaperListAnswer {
    /// The papers, in the order of the documentation.
    pub papers: Vec<PaperSummary>,
}

/// A paper before anything was computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PaperSummary {
    /// Its name here.
    pub name: String,
    /// Its authors.
    pub authors: String,
    /// Its title.
    pub title: String,
    /// Where it appeared.
    pub published: String,
    /// How many claims of it are listed.
    pub claims: usize,
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
    /// Which text of it was read.
    pub text: String,
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
    /// What is known of a question.
    pub answer: Option<String>,
    /// Where that is proved for all numbers, if not by the checks.
    pub proof: Option<String>,
    /// The smallest counterexample.
    pub counterexample: Option<String>,
    /// How we know, a clause each; or why it cannot be checked.
    pub how: Vec<String>,
    /// What a reader should know besides.
    pub note: Option<String>,
    /// The entries of a table that differ.
    pub entries: Vec<WrongEntry>,
    /// The commands that show it, with what stands in their output; the first one makes its checks again.
    pub commands: Vec<ClaimCommand>,
}

/// A command that shows a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimCommand {
    /// As it is typed.
    pub command: String,
    /// What stands in its output.
    pub shows: String,
}

/// An entry of a printed table that differs from what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongEntry {
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
    /// One sign of the text that was read, which the extraction may have changed.
    ScanningAccident,
    /// History, definitions, complexity.
    NotCheckable,
    /// A question that is answered here, with a proof.
    Settled,
    /// A question that is answered up to a bound.
    Attacked,
    /// A question that is not answered here; the reason is given.
    OutOfReach,
}

impl PaperVerdict {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Proved,
        Self::HoldsUpTo,
        Self::Misprint,
        Self::Refuted,
        Self::ScanningAccident,
        Self::NotCheckable,
        Self::Settled,
        Self::Attacked,
        Self::OutOfReach,
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
            Self::Settled => "settled",
            Self::Attacked => "attacked",
            Self::OutOfReach => "out-of-reach",
        }
    }

    /// Is it the status of a question, not a verdict on a claim?
    pub fn is_of_question(self) -> bool {
        matches!(self, Self::Settled | Self::Attacked | Self::OutOfReach)
    }

    /// Does it say that something in the paper is wrong?
    pub fn is_error(self) -> bool {
        matches!(self, Self::Misprint | Self::Refuted)
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
        let papers = self.selected()?;
        let total = papers
            .iter()
            .map(|(_, paper)| paper.claims.len() as u64)
            .sum();
        let done = AtomicU64::new(0);
        let mut answer = PapersAnswer {
            papers: Vec::new(),
            stopped: None,
        };
        for (data::PaperFile { name, work, .. }, paper) in papers {
            let findings = Findings::of(&paper, watch, &|| {
                watch.progress(Progress {
                    step: "claims",
                    done: done.fetch_add(1, Ordering::Relaxed) + 1,
                    total: Some(total),
                });
            });
            let (mut claims, mut faults) = (Vec::new(), Vec::new());
            for claim in &paper.claims {
                match examine(name, claim, &findings, watch) {
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
                text: paper.text,
                about: paper.about,
                definitions: paper.definitions,
                claims,
            });
        }
        Ok(answer)
    }
}

/// What every check of a paper found; a check that several claims need is made once.
struct Findings {
    found: HashMap<ClaimCheck, Result<Finding, LabError>>,
}

impl Findings {
    fn of(paper: &Paper, watch: &dyn Watch, tell: &(dyn Fn() + Sync)) -> Self {
        let run = |check: &ClaimCheck| {
            let finding = run(paper, check, watch);
            tell();
            (check.clone(), finding)
        };
        Self {
            found: distinct(paper).into_par_iter().map(run).collect(),
        }
    }

    fn get(&self, checks: &[ClaimCheck]) -> Result<Vec<Finding>, LabError> {
        checks
            .iter()
            .map(|check| self.found[check].clone())
            .collect()
    }
}

/// The checks of a paper, each once.
fn distinct(paper: &Paper) -> Vec<&ClaimCheck> {
    let mut seen = HashSet::new();
    paper
        .claims
        .iter()
        .flat_map(PrintedClaim::checks)
        .filter(|check| seen.insert(*check))
        .collect()
}

/// Makes one check.
fn run(paper: &Paper, check: &ClaimCheck, watch: &dyn Watch) -> Result<Finding, LabError> {
    match check {
        ClaimCheck::Sentence(text) => sentence::sentence(&paper.definitions, text, watch),
        ClaimCheck::Game { prove } => sentence::game(prove, watch),
        ClaimCheck::Rules { rules } => sentence::rules(rules, watch),
        ClaimCheck::Matrix { matrix, d } => checks::matrix(matrix, *d, watch),
        ClaimCheck::Invariance {
            invariance,
            classes,
            bound,
        } => checks::invariance_number(invariance, *classes, *bound, watch),
        ClaimCheck::Examples(examples) => examples.check(watch),
        ClaimCheck::Tried(tried) => tried.check(&paper.trials, watch),
        ClaimCheck::Computed {
            computed,
            bound,
            up_to,
            how,
        } => {
            let finding = Finding::of(up_to.as_deref(), how);
            Ok(finding.unless(checks::counterexample(computed, *bound, watch)?))
        }
        ClaimCheck::Function { function, bound } => checks::told(function, *bound, watch),
    }
}

/// The verdict on one claim.
fn examine(
    paper: &str,
    claim: &PrintedClaim,
    findings: &Findings,
    watch: &dyn Watch,
) -> Result<ClaimReport, LabError> {
    let mut report = blank(paper, claim);
    if claim.cannot.is_some() {
        return Ok(report);
    }
    let mut found = findings.get(&claim.check)?;
    if let Some(table) = &claim.table {
        let (finding, entries) = table::compare(table, watch)?;
        found.push(finding);
        report.entries = entries;
    }
    let beside = findings.get(&claim.beside)?;
    report.counterexample = counterexample(found.iter().chain(&beside));
    let covered = claim.only.iter().map(|part| Scope::UpTo(part.clone()));
    report.bound = bound(covered.chain(found.iter().map(|finding| finding.scope.clone())));
    report.how = found.iter().map(|finding| finding.how.clone()).collect();
    report.how.extend(beside.iter().map(Finding::beside));
    report.verdict = match (&report.counterexample, &report.bound) {
        _ if claim.is_only_scanned() => failing(claim, &mut report, findings)?,
        (None, None) if found.is_empty() => PaperVerdict::NotCheckable,
        (None, _) if claim.verdict.is_of_question() => status(claim, report.bound.as_deref()),
        (None, None) => PaperVerdict::Proved,
        (None, Some(_)) => PaperVerdict::HoldsUpTo,
        (Some(_), _) => failing(claim, &mut report, findings)?,
    };
    Ok(report)
}

/// The report before anything was computed.
fn blank(paper: &str, claim: &PrintedClaim) -> ClaimReport {
    let verdict = match claim.verdict.is_of_question() {
        true => PaperVerdict::OutOfReach,
        false => PaperVerdict::NotCheckable,
    };
    let itself = ClaimCommand {
        command: format!("takeaway papers {paper} {}", quoted(&claim.place)),
        shows: claim.verdict.to_string(),
    };
    let others = claim.run.iter().map(|run| ClaimCommand {
        command: format!("takeaway {}", run.command),
        shows: run.shows.clone(),
    });
    ClaimReport {
        place: claim.place.clone(),
        printed: claim.printed.trim().to_owned(),
        verdict,
        recorded: claim.verdict,
        bound: None,
        correct: None,
        answer: claim.answer.clone(),
        proof: claim.proof.clone(),
        counterexample: None,
        how: claim.cannot.iter().cloned().collect(),
        note: claim.note.clone(),
        entries: Vec::new(),
        commands: [itself].into_iter().chain(others).collect(),
    }
}

/// A word of a command line.
fn quoted(word: &str) -> String {
    if word.contains(['"', '$', '`', '\\']) {
        format!("'{word}'")
    } else {
        format!("\"{word}\"")
    }
}

/// What became of a question whose answer has no counterexample.
fn status(claim: &PrintedClaim, bound: Option<&str>) -> PaperVerdict {
    if bound.is_none() || claim.proof.is_some() {
        PaperVerdict::Settled
    } else {
        PaperVerdict::Attacked
    }
}

/// The verdict on a claim that fails: a slip if it is called one and what must stand instead holds.
fn failing(
    claim: &PrintedClaim,
    report: &mut ClaimReport,
    findings: &Findings,
) -> Result<PaperVerdict, LabError> {
    if let Some(correct) = &claim.correct {
        let found = findings.get(&correct.check)?;
        if counterexample(found.iter()).is_some() {
            return Ok(PaperVerdict::Refuted);
        }
        report.correct = Some(correct.statement.clone());
        report.bound = bound(found.iter().map(|finding| finding.scope.clone()));
        let how = |finding: Finding| format!("the correct statement: {}", finding.how);
        report.how.extend(found.into_iter().map(how));
    }
    let is_slip = matches!(
        claim.verdict,
        PaperVerdict::Misprint | PaperVerdict::ScanningAccident
    );
    let corrected = report.correct.is_some() || !report.entries.is_empty();
    let change = claim
        .correct
        .as_ref()
        .and_then(|correct| correct.change.as_ref());
    Ok(match change {
        _ if !is_slip || !corrected => PaperVerdict::Refuted,
        Some(change) => slip::verdict(change),
        None => slip::verdict_on_table(&report.entries),
    })
}

fn counterexample<'f>(findings: impl Iterator<Item = &'f Finding>) -> Option<String> {
    let found: Vec<&str> = findings
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
