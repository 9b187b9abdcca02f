//! `takeaway guess GAME --max N`: what brute force shows, without a proof.

use clap::Args;
use lab::{GuessAnswer, GuessKind, GuessRequest, GuessedSequence, PlotRequest, Subject};

use super::plot::PictureFile;
use super::{ending, tell_stop};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// What brute force shows of a game: formulas, slopes, splittings, systems, periods
///
/// Only the rules are looked at: what the file claims is taken away first. Each guess holds up to the largest pile, and nothing is
/// proved: put its line into the file and ask `takeaway prove`, or let `takeaway discover` do both.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway guess wythoff
  takeaway guess new.game --max 500
  takeaway guess raleigh --json
  takeaway guess new.game --plot new.svg
  takeaway guess wythoff --misere")]
pub(crate) struct GuessArgs {
    /// The game
    game: String,
    /// The largest pile [default: as far as a few seconds allow]
    #[arg(long, value_name = "N")]
    max: Option<String>,
    /// Draw the P-positions up to that pile, 1000 at most, into this file, ending in .svg, .png, .tikz or .tex
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    plot: Option<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
}

/// Larger piles are not drawn: their points would lie on top of each other.
const LARGEST_DRAWN: u32 = 1000;

/// So many terms of a sequence are shown.
const SHOWN: usize = 16;

impl GuessArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let game = files::open(&self.game)?;
        let picture = self.plot.as_deref().map(PictureFile::at).transpose()?;
        let answer = desk.ask(&GuessRequest {
            game: &game,
            max: self.max.as_deref().map(lab::largest_pile).transpose()?,
            play: ending(self.misere),
        })?;
        if let Some(file) = picture {
            let max = answer.max.min(LARGEST_DRAWN).into();
            let subject = Subject::Positions {
                game,
                max,
                slice: None,
            };
            file.write(&desk.ask(&PlotRequest { subject })?)?;
        }
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write_text(desk, &answer)?;
        }
        Ok(match answer.stopped {
            Some(stopped) => tell_stop(&format!("{stopped}; reached: {}", answer.evidence)),
            None => Exit::Yes,
        })
    }
}

fn write_text(desk: &mut CommandContext<'_>, answer: &GuessAnswer) -> Result<(), Failure> {
    for sequence in &answer.sequences {
        write_sequence(desk, sequence)?;
    }
    for guess in &answer.guesses {
        writeln!(desk.out(), "{}: {}", word(guess.kind), guess.text)?;
        if let Some(line) = &guess.line {
            writeln!(desk.out(), "    {line}")?;
        }
    }
    if answer.guesses.is_empty() {
        writeln!(desk.out(), "nothing is seen")?;
    }
    writeln!(desk.out(), "evidence: {}", answer.evidence)?;
    Ok(())
}

/// A sequence in a line: its first terms, unless all are wanted.
fn write_sequence(
    desk: &mut CommandContext<'_>,
    sequence: &GuessedSequence,
) -> Result<(), Failure> {
    let shown = if desk.is_full() { usize::MAX } else { SHOWN };
    let mut terms = sequence.terms.split(", ");
    let first: Vec<&str> = terms.by_ref().take(shown).collect();
    let more = if terms.next().is_some() { ", …" } else { "" };
    let values = match &sequence.values {
        Some(values) => format!("; values {values}"),
        None => String::new(),
    };
    let name = &sequence.name;
    writeln!(desk.out(), "{name}: {}{more}{values}", first.join(", "))?;
    Ok(())
}

fn word(kind: GuessKind) -> &'static str {
    match kind {
        GuessKind::Slope => "slope",
        GuessKind::Formula => "formula",
        GuessKind::System => "system",
        GuessKind::Splitting => "splitting",
        GuessKind::Recursion => "recursion",
        GuessKind::Period => "period",
    }
}
