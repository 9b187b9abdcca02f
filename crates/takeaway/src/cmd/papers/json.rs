//! The answer as a program reads it.

use papers::{ClaimReport, PaperReport, PapersAnswer};
use schemars::JsonSchema;
use serde::Serialize;

/// The claims, each once.
#[derive(Serialize, JsonSchema)]
pub struct PapersJson<'a> {
    claims: Vec<ClaimJson<'a>>,
    complete: bool,
}

#[derive(Serialize, JsonSchema)]
struct ClaimJson<'a> {
    paper: &'a str,
    /// Its place in the paper, the section first.
    claim: &'a str,
    kind: &'static str,
    verdict: &'static str,
    bound: Option<&'a str>,
    printed: &'a str,
    correct: Option<&'a str>,
    /// What is known of a question.
    answer: Option<&'a str>,
    /// Where that is proved for all numbers, if not by the checks.
    proof: Option<&'a str>,
    counterexample: Option<&'a str>,
    how: Vec<&'a str>,
    note: Option<&'a str>,
    /// The entries of a table that differ.
    entries: Vec<EntryJson<'a>>,
    /// Commands that show it; the first one makes its checks again.
    commands: Vec<CommandJson<'a>>,
    as_recorded: bool,
}

#[derive(Serialize, JsonSchema)]
struct EntryJson<'a> {
    place: &'a str,
    printed: &'a str,
    correct: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct CommandJson<'a> {
    command: &'a str,
    /// What stands in its output.
    shows: &'a str,
}

/// The answer as a program reads it.
/// The answer as a program reads it.
pub fn of(answer: &PapersAnswer) -> PapersJson<'_> {
    let claims = answer.claims().map(|(paper, claim)| one(paper, claim));
    PapersJson {
        claims: claims.collect(),
        complete: answer.stopped.is_none(),
    }
}

fn one<'a>(paper: &'a PaperReport, claim: &'a ClaimReport) -> ClaimJson<'a> {
    let entries = claim.entries.iter().map(|entry| EntryJson {
        place: &entry.place,
        printed: &entry.printed,
        correct: &entry.correct,
    });
    let commands = claim.commands.iter().map(|shown| CommandJson {
        command: &shown.command,
        shows: &shown.shows,
    });
    ClaimJson {
        paper: &paper.name,
        claim: &claim.place,
        kind: if claim.recorded.is_of_question() {
            "question"
        } else {
            "claim"
        },
        verdict: claim.verdict.name(),
        bound: claim.bound.as_deref(),
        printed: &claim.printed,
        correct: claim.correct.as_deref(),
        answer: claim.answer.as_deref(),
        proof: claim.proof.as_deref(),
        counterexample: claim.counterexample.as_deref(),
        how: claim.how.iter().map(String::as_str).collect(),
        note: claim.note.as_deref(),
        entries: entries.collect(),
        commands: commands.collect(),
        as_recorded: claim.is_as_recorded(),
    }
}
