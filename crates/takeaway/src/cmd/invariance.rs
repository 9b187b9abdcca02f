//! `takeaway invariance GAME --max N`: into how many classes the positions of a board must be divided; `--prove`: how many classes
//! a game with the same P-positions needs at least.

use clap::Args;
use lab::{Position, counted};
use papers::{
    GameInvarianceAnswer, GameInvarianceRequest, Growth, InvarianceAnswer, InvarianceRequest,
    VariantMove, VectorReading, WhyNotFewer,
};

use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// The k-invariance number of a game on a board, with a partition that shows it
///
/// A vector of tokens is a variant move within a set of positions if it may be taken from one of them and not from
/// another, although both are large enough. k is the smallest number of sets into which the positions can be divided without
/// variant moves: 1 for an invariant game. The answer comes with the sets and with the reason why fewer do not suffice.
/// What a board needs, every larger board needs too.
///
/// With --prove the question is about the set of P-positions: its game-invariance number is the least number of classes of a game that
/// has these P-positions. It is 1 or 2. A position on a board may show that it is 2; otherwise automata decide it from the
/// P-positions that the rules claim.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway invariance mouse --max 20
  takeaway invariance wythoff --max 30
  takeaway invariance rat --max 12 --sorted
  takeaway invariance mark --max 40 --growth
  takeaway invariance mark --prove
  takeaway invariance beta-nim:beta=1+sqrt(2) --prove
  takeaway invariance trivial:beta=2+sqrt(2),zeta=3/4 --prove")]
pub(crate) struct InvarianceArgs {
    /// The game
    game: String,
    /// The largest pile
    #[arg(long, value_name = "N", required_unless_present = "prove")]
    max: Option<String>,
    /// Show the number for every smaller board too
    #[arg(long, conflicts_with = "prove")]
    growth: bool,
    /// Sorted piles: count only vectors that leave sorted piles; otherwise what is left is sorted afterwards
    #[arg(long, conflicts_with = "prove")]
    sorted: bool,
    /// The game-invariance number of the set of P-positions, decided for all positions
    #[arg(long)]
    prove: bool,
}

impl InvarianceArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let game = files::open(&self.game)?;
        let max = self.max.as_deref().map(lab::largest_pile).transpose()?;
        let Some(max) = max.filter(|_| !self.prove) else {
            let game = &game;
            let answer = desk.ask(&GameInvarianceRequest { game, max })?;
            return tell_number(desk, &answer);
        };
        let answer = desk.ask(&InvarianceRequest {
            game: &game,
            max,
            growth: self.growth,
            reading: match self.sorted {
                true => VectorReading::Sorted,
                false => VectorReading::Taken,
            },
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            write_text(desk, &answer)?;
        }
        Ok(match &answer.stopped {
            Some(stopped) => tell_stop(&format!(
                "{stopped}; {} and at least {} needed",
                counted(answer.number, "class suffices", "classes suffice"),
                counted(answer.at_least, "is", "are")
            )),
            None => Exit::Yes,
        })
    }
}

/// The game-invariance number of the P-positions.
fn tell_number(
    desk: &mut CommandContext<'_>,
    answer: &GameInvarianceAnswer,
) -> Result<Exit, Failure> {
    if desk.json() {
        desk.write_json(answer)?;
    } else {
        let number = match answer.number {
            Some(number) => number.to_string(),
            None => "1 or 2".to_owned(),
        };
        let game = &answer.game;
        writeln!(
            desk.out(),
            "the P-positions of {game}: game-invariance number {number}"
        )?;
        if let Some(position) = &answer.position {
            let position = desk.position(position);
            writeln!(
                desk.out(),
                "from {position} all vectors to P-positions are differences of two P-positions:"
            )?;
        }
        for blocked in &answer.blocked {
            let [to, upper, lower] =
                [&blocked.to, &blocked.upper, &blocked.lower].map(|p| desk.position(p));
            writeln!(desk.out(), "  to {to}: as from {upper} to {lower}")?;
        }
        writeln!(desk.out(), "P-positions: {}", answer.p_positions)?;
        writeln!(desk.out(), "evidence: {}", answer.evidence)?;
    }
    Ok(match (&answer.stopped, answer.number) {
        (Some(stopped), _) => tell_stop(&format!("{stopped}; the number is 1 or 2")),
        (None, None) => Exit::Limit,
        (None, Some(_)) => Exit::Yes,
    })
}

fn write_text(desk: &mut CommandContext<'_>, answer: &InvarianceAnswer) -> Result<(), Failure> {
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
        (true, _) => format!(
            "{} to {}",
            answer.at_least,
            counted(number, "class", "classes")
        ),
        (false, 1) => "1 class: it is invariant there".to_owned(),
        (false, number) => format!("{number} classes"),
    };
    let reading = answer.reading.iter();
    let reading: String = reading.map(|reading| format!(", {reading}")).collect();
    writeln!(
        desk.out(),
        "{game}, piles up to {max} ({}){reading}: {found}",
        counted(answer.positions, "position", "positions")
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

fn write_why(desk: &mut CommandContext<'_>, why: &WhyNotFewer) -> Result<(), Failure> {
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
fn list(desk: &CommandContext<'_>, positions: &[Position]) -> String {
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
