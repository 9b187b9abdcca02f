//! The answer in a terminal: a line for each claim, or all that is said of one.

use std::io::{self, Write};

use papers::{ClaimReport, PaperReport, PaperVerdict, PapersAnswer};

use super::tally;

/// A line for each claim, more where something is wrong.
pub(super) fn write(out: &mut dyn Write, answer: &PapersAnswer) -> io::Result<()> {
    for paper in &answer.papers {
        let (name, authors, title) = (&paper.name, &paper.authors, &paper.title);
        writeln!(out, "{name}: {authors}, {title}")?;
        for claim in &paper.claims {
            write_claim(out, claim)?;
        }
        writeln!(out, "{}", tally(&[paper]))?;
        writeln!(out, "`takeaway papers {name} CLAIM` shows one of them\n")?;
    }
    if let [_, _, ..] = answer.papers.as_slice() {
        let papers: Vec<&PaperReport> = answer.papers.iter().collect();
        writeln!(out, "in all: {}", tally(&papers))?;
    }
    Ok(())
}

fn write_claim(out: &mut dyn Write, claim: &ClaimReport) -> io::Result<()> {
    let bound = match (&claim.bound, claim.verdict) {
        (Some(bound), PaperVerdict::HoldsUpTo | PaperVerdict::Attacked) => format!(" [{bound}]"),
        _ => String::new(),
    };
    let verdict = claim.verdict.to_string();
    writeln!(out, "  {verdict:<17}  {}{bound}", claim.place)?;
    if !claim.is_as_recorded() {
        writeln!(out, "{INDENT}ON RECORD: {}", claim.recorded)?;
    }
    let is_wrong = claim.verdict.is_error() || claim.verdict == PaperVerdict::ScanningAccident;
    if is_wrong && claim.entries.is_empty() {
        writeln!(out, "{INDENT}printed: {}", claim.printed)?;
    }
    if let Some(correct) = &claim.correct {
        writeln!(out, "{INDENT}correct: {correct}")?;
    }
    for entry in &claim.entries {
        let (place, printed, correct) = (&entry.place, &entry.printed, &entry.correct);
        writeln!(out, "{INDENT}{place}: printed {printed}, correct {correct}")?;
    }
    if let (Some(counterexample), true) = (&claim.counterexample, claim.entries.is_empty()) {
        writeln!(out, "{INDENT}counterexample: {counterexample}")?;
    }
    if let Some(answer) = &claim.answer {
        writeln!(out, "{INDENT}answer: {answer}")?;
    }
    let has_no_check = matches!(
        claim.verdict,
        PaperVerdict::NotCheckable | PaperVerdict::OutOfReach
    );
    if let (true, Some(reason)) = (has_no_check, claim.how.first()) {
        writeln!(out, "{INDENT}{reason}")?;
    }
    Ok(())
}

/// Under the name of a claim.
const INDENT: &str = "                     ";

/// All that is said of the claims.
pub(super) fn write_whole(out: &mut dyn Write, answer: &PapersAnswer) -> io::Result<()> {
    for (paper, claim) in answer.claims() {
        writeln!(out, "{}: {}", paper.name, claim.place)?;
        for (head, text) in lines(paper, claim) {
            writeln!(out, "{head:<16}{text}")?;
        }
    }
    Ok(())
}

/// What is said, with its heads.
fn lines(paper: &PaperReport, claim: &ClaimReport) -> Vec<(&'static str, String)> {
    let mut lines = vec![("statement", claim.printed.clone())];
    lines.push(("verdict", claim.verdict.to_string()));
    if !claim.is_as_recorded() {
        lines.push(("ON RECORD", claim.recorded.to_string()));
    }
    let mut say = |head, text: &Option<String>| {
        lines.extend(text.iter().map(|text| (head, text.clone())));
    };
    let (holds, corrected) = match claim.verdict.is_error() {
        true => (&None, &claim.bound),
        false => (&claim.bound, &None),
    };
    say("up to", holds);
    say("counterexample", &claim.counterexample);
    say("correct", &claim.correct);
    say("that up to", corrected);
    say("answer", &claim.answer);
    say("proof", &claim.proof);
    for entry in &claim.entries {
        let (place, printed, correct) = (&entry.place, &entry.printed, &entry.correct);
        let text = format!("{place}: printed {printed}, correct {correct}");
        lines.push(("entry", text));
    }
    lines.extend(claim.how.iter().map(|how| ("how", how.clone())));
    lines.extend(claim.note.iter().map(|note| ("note", note.clone())));
    if claim.how.iter().any(|how| how.contains('`')) {
        let definitions = paper.definitions.trim().lines();
        lines.extend(definitions.map(|line| ("where", line.to_owned())));
    }
    let commands = claim.commands.iter();
    lines.extend(commands.map(|shown| ("command", shown.command.clone())));
    lines
}
