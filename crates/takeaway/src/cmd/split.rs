//! `takeaway split A1,G1 A2,G2 …`: do sequences split the positive integers?

use std::time::Duration;

use clap::Args;
use lab::Stopped;
use papers::{SplitRequest, SplittingsAnswer, SplittingsRequest};

use super::{PATIENCE, tell_stop};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// Do the sequences floor(n*A+G), n = 1, 2, …, split the positive integers?
///
/// Decided exactly for rational and quadratic A and G: yes with the reason, or no with the first number missed or hit
/// twice, and exit code 1. With --search all rational splittings into M sequences with different moduli and a
/// common numerator up to a bound are listed. Fraenkel's conjecture says that for three sequences or more there is
/// only one, with the moduli (2^M-1)/2^(M-k); it is proved for M up to 7. A search is complete, and takes seconds for M = 8 and a
/// numerator up to 255 (docs/fraenkels-conjecture.md).
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway split 7/4,0 7/2,-1 7,-3
  takeaway split phi phi^2
  takeaway split \"2+sqrt(2)\" \"sqrt(2)\" --json
  takeaway split --search 8 --max-numerator 255")]
pub(crate) struct SplitArgs {
    /// The sequences, each as A,G for floor(n*A+G), or A alone for floor(n*A)
    #[arg(value_name = "A,G", required_unless_present = "search")]
    sequences: Vec<String>,
    /// Search all rational splittings into M sequences with different moduli
    #[arg(long, value_name = "M", conflicts_with = "sequences")]
    search: Option<usize>,
    /// The largest common numerator of the moduli in a search
    #[arg(long, value_name = "Q", default_value_t = 31, requires = "search")]
    max_numerator: u64,
}

impl SplitArgs {
    /// The time limit when none is given: the first fault may be far away, and a search is meant to be long.
    pub(crate) fn default_time(&self) -> Option<Duration> {
        self.search.is_none().then_some(PATIENCE)
    }

    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        match self.search {
            Some(sequences) => self.search(desk, sequences),
            None => self.decide(desk),
        }
    }

    fn decide(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&SplitRequest {
            sequences: self.sequences.clone(),
        })?;
        let exit = match answer.splits {
            Some(true) => Exit::Yes,
            Some(false) => Exit::No,
            None => Exit::Limit,
        };
        if desk.json() {
            desk.write_json(&answer)?;
            return Ok(exit);
        }
        let word = match answer.splits {
            Some(true) => "yes",
            Some(false) => "no",
            None => "unknown",
        };
        writeln!(desk.out(), "{word}: {}", answer.why)?;
        for (index, sequence) in answer.sequences.iter().enumerate() {
            let terms: Vec<String> = sequence.terms.iter().map(ToString::to_string).collect();
            writeln!(
                desk.out(),
                "  {}. {}: {}, …",
                index + 1,
                sequence.formula,
                terms.join(", ")
            )?;
        }
        Ok(exit)
    }

    fn search(&self, desk: &mut CommandContext<'_>, sequences: usize) -> Result<Exit, Failure> {
        let answer = desk.ask(&SplittingsRequest {
            sequences,
            max_numerator: self.max_numerator,
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write_found(desk, sequences, &answer)?;
        }
        Ok(match answer.stopped {
            Some(stopped) => stop(stopped, &answer),
            None if answer.refutes_conjecture => Exit::No,
            None => Exit::Yes,
        })
    }
}

fn write_found(
    desk: &mut CommandContext<'_>,
    sequences: usize,
    answer: &SplittingsAnswer,
) -> Result<(), Failure> {
    writeln!(
        desk.out(),
        "{sequences} sequences, common numerator up to {}: {} found, {} placements tried",
        answer.complete_up_to,
        answer.found.len(),
        answer.examined
    )?;
    for splitting in &answer.found {
        let note = if splitting.fraenkel {
            "  (Fraenkel's)"
        } else {
            ""
        };
        writeln!(desk.out(), "  {}{note}", splitting.sequences.join(", "))?;
    }
    if answer.refutes_conjecture {
        writeln!(desk.out(), "this refutes Fraenkel's conjecture")?;
    } else if sequences >= 3 && answer.stopped.is_none() {
        writeln!(desk.out(), "no other: as Fraenkel's conjecture says")?;
    }
    Ok(())
}

fn stop(stopped: Stopped, answer: &SplittingsAnswer) -> Exit {
    tell_stop(&format!(
        "{stopped}; all common numerators up to {} were searched",
        answer.complete_up_to
    ))
}
