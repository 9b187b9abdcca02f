//! `takeaway redundant GAME`: what the rules can do without, and what could be added, with the same P-positions.

use clap::Args;
use lab::{
    AddableMoves, AddableRequest, AddableVectors, AutomatonAnswer, ClaimOutcome, DroppedPart,
    RedundantAnswer, RedundantRequest, ShorterRules,
};

use super::automaton::{AutomatonFormat, write};
use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// What the rules can do without, and which moves can be added, with the P-positions staying the same
///
/// Each kind of move, alternative, case and condition is taken from the rules, and the prover decides whether the P-positions stay: proved
/// for all positions, or refuted with the smallest position at which they do not. Then as much as possible is taken at once. Moves can be
/// added if they do not lead from a P-position to a P-position; a vector, if no P-position minus it is one. The P-positions are
/// those that the rules claim, if that is proved; otherwise they are discovered.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway redundant raleigh
  takeaway redundant new.game --json
  takeaway redundant wythoff --format svg > vectors.svg
  takeaway redundant mouse --moves --format walnut > moves.aut
  takeaway plot vectors wythoff --max 60 --output board.svg")]
pub(crate) struct RedundantArgs {
    /// The game
    game: String,
    /// Write the automaton of the single moves that can be added, instead of that of the vectors
    #[arg(long, requires = "format")]
    moves: bool,
    /// Write the automaton of what can be added, and nothing else
    #[arg(long, value_enum)]
    format: Option<AutomatonFormat>,
}

impl RedundantArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let game = files::open(&self.game)?;
        let Some(format) = self.format else {
            let answer = desk.ask(&RedundantRequest { game: &game })?;
            match desk.json() {
                true => desk.write_json(&answer)?,
                false => write_text(desk, &answer)?,
            }
            return Ok(match &answer.stopped {
                Some(stopped) => tell_stop(&stopped.to_string()),
                None => Exit::Yes,
            });
        };
        let answer: AutomatonAnswer = desk.ask(&AddableRequest {
            game: &game,
            moves: self.moves,
            single_places: format == AutomatonFormat::Walnut,
        })?;
        write(desk, &answer, format)?;
        Ok(Exit::Yes)
    }
}

fn write_text(desk: &mut CommandContext<'_>, answer: &RedundantAnswer) -> Result<(), Failure> {
    writeln!(desk.out(), "{}", answer.claim)?;
    let (free, rest): (Vec<&DroppedPart>, Vec<&DroppedPart>) =
        { answer.dropped.iter() }.partition(|part| part.outcome == ClaimOutcome::Proved);
    let (needed, open): (Vec<&DroppedPart>, Vec<&DroppedPart>) =
        { rest.into_iter() }.partition(|part| matches!(part.outcome, ClaimOutcome::Refuted(_)));
    write_parts(desk, "can go, one at a time", &free)?;
    write_parts(desk, "needed", &needed)?;
    write_parts(desk, "not decided", &open)?;
    if let Some(shorter) = &answer.shorter {
        write_shorter(desk, shorter)?;
    }
    if let Some(vectors) = &answer.vectors {
        write_vectors(desk, vectors)?;
    }
    if let Some(AddableMoves { system, states }) = &answer.moves {
        writeln!(
            desk.out(),
            "\nmoves that can be added: all that do not lead from a P-position to a P-position, an automaton with {} in {system}",
            counted(*states)
        )?;
    }
    if let Some(why) = &answer.why {
        writeln!(desk.out(), "\nwhat can be added is not known: {why}")?;
    }
    writeln!(desk.out(), "\nevidence: {}", answer.evidence)?;
    Ok(())
}

fn write_parts(
    desk: &mut CommandContext<'_>,
    head: &str,
    parts: &[&DroppedPart],
) -> Result<(), Failure> {
    if parts.is_empty() {
        return Ok(());
    }
    writeln!(desk.out(), "\n{head}:")?;
    for part in parts {
        writeln!(desk.out(), "  {}", part.placed())?;
        if let Some(why) = part.why() {
            writeln!(desk.out(), "      {why}")?;
        }
    }
    Ok(())
}

fn write_shorter(desk: &mut CommandContext<'_>, shorter: &ShorterRules) -> Result<(), Failure> {
    let gone = match shorter.without.len() {
        1 => "one of them".to_owned(),
        several => format!("{several} of them"),
    };
    writeln!(desk.out(), "\nwithout {gone}, all at once:")?;
    for line in shorter.text.lines() {
        writeln!(desk.out(), "{}", format!("    {line}").trim_end())?;
    }
    Ok(())
}

fn write_vectors(desk: &mut CommandContext<'_>, vectors: &AddableVectors) -> Result<(), Failure> {
    let AddableVectors { system, states, .. } = vectors;
    writeln!(
        desk.out(),
        "\nvectors that can be added: an automaton with {} in {system}",
        counted(*states)
    )?;
    if let Some(formula) = &vectors.formula {
        writeln!(desk.out(), "  those {formula}, but 0")?;
    }
    writeln!(desk.out(), "  the smallest: {}", listed(&vectors.smallest))?;
    let tokens = vectors.tokens;
    match vectors.others.as_slice() {
        [] => writeln!(desk.out(), "  all vectors with up to {tokens} tokens")?,
        others => writeln!(desk.out(), "  the smallest others: {}", listed(others))?,
    }
    match (vectors.new.as_slice(), vectors.new_complete) {
        _ if vectors.nothing_new => writeln!(desk.out(), "  the rules have every one of them")?,
        ([], _) => {}
        (new, true) => writeln!(desk.out(), "  the smallest new ones: {}", listed(new))?,
        (new, false) => writeln!(desk.out(), "  new ones, for example: {}", listed(new))?,
    }
    Ok(())
}

fn counted(states: usize) -> String {
    lab::counted(states, "state", "states")
}

/// `(0, 1), (1, 0)`
fn listed(vectors: &[Vec<u32>]) -> String {
    let one = |vector: &Vec<u32>| {
        let entries: Vec<String> = vector.iter().map(u32::to_string).collect();
        match entries.as_slice() {
            [only] => only.clone(),
            several => format!("({})", several.join(", ")),
        }
    };
    let all: Vec<String> = vectors.iter().map(one).collect();
    all.join(", ")
}
