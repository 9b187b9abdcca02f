//! `takeaway invariance GAME --max N`: into how many classes the positions of a board must be divided.

use clap::Args;
use lab::{Growth, InvarianceAnswer, InvarianceRequest, Position, VariantMove, WhyNotFewer};

use super::tell_stop;
use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;

/// The k-invariance number of a game on a board, with a partition that shows it
///
/// A vector of tokens is a variant move within a set of positions if it may be taken from one of them and not from
/// another, although both are large enough. k is the smallest number of sets into which the positions can be divided without
/// variant moves: 1 for an invariant game. The answer comes with the sets and with the reason why fewer do not suffice.
/// What a board needs, every larger board needs too.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway invariance mouse --max 20
  takeaway invariance wythoff --max 30
  takeaway invariance mark --max 40 --growth")]
pub(crate) struct Invariance {
    /// The game
    game: String,
    /// The largest pile
    #[arg(long, value_name = "N")]
    max: String,
    /// Show the number for every smaller board too
    #[arg(long)]
    growth: bool,
}

impl Invariance {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&InvarianceRequest {
            game: &files::open(&self.game)?,
            max: self.max.clone(),
            growth: self.growth,
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write_text(desk, &answer)?;
        }
        Ok(match &answer.stopped {
            Some(stopped) => tell_stop(&format!(
                "{stopped}; {} classes suffice and at least {} are needed",
                answer.number, answer.at_least
            )),
            None => Exit::Yes,
        })
    }
}

fn write_text(desk: &mut Desk<'_>, answer: &InvarianceAnswer) -> Result<(), Failure> {
    let InvarianceAnswer {
        game, max, number, ..
    } = answer;
    if answer.growth.len() > 1 {
        writeln!(desk.out(), "piles up to  classes")?;
        for board in &answer.growth {
            let Growth {
                max,
                number,
                at_least,
            } = board;
            let known = if number == at_least { "" } else { " at most" };
            writeln!(desk.out(), "{max:11}  {number:7}{known}")?;
        }
    }
    let found = match (answer.stopped.is_some(), number) {
        (true, _) => format!("{} to {number} classes", answer.at_least),
        (false, 1) => "1 class: it is invariant there".to_owned(),
        (false, number) => format!("{number} classes"),
    };
    writeln!(
        desk.out(),
        "{game}, piles up to {max} ({} positions): {found}",
        answer.positions
    )?;
    for (index, class) in answer.classes.iter().enumerate() {
        let count = class.len();
        let noun = if count == 1 { "position" } else { "positions" };
        let list = list(desk, class);
        writeln!(desk.out(), "  class {}, {count} {noun}: {list}", index + 1)?;
    }
    if *number > 1 {
        write_why(desk, &answer.why)?;
    }
    writeln!(desk.out(), "evidence: {}", answer.evidence)?;
    Ok(())
}

fn write_why(desk: &mut Desk<'_>, why: &WhyNotFewer) -> Result<(), Failure> {
    match why {
        WhyNotFewer::Clique {
            positions,
            examples,
        } => {
            let list = list(desk, positions);
            writeln!(
                desk.out(),
                "fewer do not suffice: any two of {list} need different classes"
            )?;
            for example in examples {
                let VariantMove {
                    taken,
                    from,
                    not_from,
                } = example;
                let [taken, from, not_from] =
                    [taken, from, not_from].map(|position| desk.position(position));
                writeln!(
                    desk.out(),
                    "  {taken} may be taken from {from} and not from {not_from}"
                )?;
            }
        }
        WhyNotFewer::Exhausted { positions, steps } => {
            let list = list(desk, positions);
            writeln!(
                desk.out(),
                "fewer do not suffice: every way to divide {list} into fewer classes was tried, in {steps} steps"
            )?;
        }
    }
    Ok(())
}

/// Positions for a reader: the first ones, unless all are wanted.
fn list(desk: &Desk<'_>, positions: &[Position]) -> String {
    const SHOWN: usize = 12;
    let shown = if desk.detail() == lab::Detail::Full {
        positions.len()
    } else {
        SHOWN
    };
    let mut texts: Vec<String> = positions
        .iter()
        .take(shown)
        .map(|position| desk.position(position))
        .collect();
    if positions.len() > shown {
        texts.push("…".to_owned());
    }
    texts.join(" ")
}
