//! `takeaway batch GAME COMMAND`: many questions about one game that is opened once.

use clap::{Args, ValueEnum};
use lab::{ErrorReport, Session, SessionQuestion, Stopped};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{PATIENCE, ending, tell_stop};
use crate::blocks::{Blocks, InputLine};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::position_json::positions;
use crate::render;

/// Many questions about one game: a position a line on standard input, an answer a line on standard output
///
/// The game is opened once. A line is a position, 1,2,3 or {"position":"1,2,3"}; for `legal` it is two of them with a
/// blank between, or {"from":"1,2,3","to":"1,2,2"}. In JSON a position may be a list of its piles, as answers have it:
/// ["1","2","3"] or [1,2,3], which may also be a line by itself. The answers are JSON lines in the order of the
/// questions, each the same as that of the command with --json, but for the reason of an outcome, which is told in one line.
/// A line without an answer gets {"line":17,"error":{…}}, and the rest goes on; the exit code is 2 then. The time limit is for
/// each line.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  printf '1,2,3\\n3,6,10\\n' | takeaway batch raleigh outcome
  takeaway batch nim value < positions.txt
  takeaway batch wythoff moves --winning --limit 1 < positions.txt
  echo '3,6,10 1,6,8' | takeaway batch raleigh legal")]
pub(crate) struct BatchArgs {
    /// The game
    game: String,
    /// The question
    #[arg(value_enum)]
    command: BatchQuestion,
    /// Only the moves into P (for moves)
    #[arg(long)]
    winning: bool,
    /// List at most this many moves of a position (for moves)
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Whoever cannot move wins (for outcome, and for moves with --winning)
    #[arg(long)]
    misere: bool,
    /// Only say who wins: no winning move is looked for (for outcome)
    #[arg(long)]
    no_move: bool,
}

/// What is asked about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum BatchQuestion {
    /// Who wins, a winning move, and the reason
    Outcome,
    /// The nim-value and the winning moves
    Value,
    /// The moves
    Moves,
    /// Is a move legal?
    Legal,
}

/// A question in JSON.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum BatchInput {
    Position { position: Value },
    Move { from: Value, to: Value },
}

/// What a line without an answer gets.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BadLine {
    /// The number of the line, from 1.
    line: u64,
    error: ErrorReport,
}

impl BatchArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let session = files::session(&self.game)?;
        // Its faults are told before any line.
        desk.work(|_| session.game())?;
        let question = self.question()?;
        let mut clock = desk.watch().by_parts(desk.time_limit().unwrap_or(PATIENCE));
        let (mut lines, mut number, mut all) = (Blocks::of_stdin(), 0_u64, true);
        let mut text = Vec::new();
        loop {
            let line = match lines.next(desk) {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(BatchEnd::Stopped(stopped)) => return Ok(tell_stop(&stopped.to_string())),
                Err(BatchEnd::Failed(failure)) => return Err(failure),
            };
            number += 1;
            let answer = clock.part(|| ask(&session, question, line, desk.watch()));
            let written = match &answer {
                Ok(answer) => render::json_line(&mut text, answer),
                Err(Failure::Limit(_)) if desk.watch().is_cancelled() => {
                    return Ok(tell_stop(&Stopped::Cancelled.to_string()));
                }
                Err(failure) => {
                    all = false;
                    let error = failure.report();
                    let line = number;
                    render::json_line(&mut text, &BadLine { line, error })
                }
            };
            written?;
            desk.out().write_all(&text)?;
        }
        Ok(if all { Exit::Yes } else { Exit::Misread })
    }

    fn question(&self) -> Result<SessionQuestion, Failure> {
        let play = ending(self.misere);
        let about_moves = self.winning || self.limit.is_some();
        match self.command {
            BatchQuestion::Outcome if !about_moves && self.no_move => {
                Ok(SessionQuestion::OutcomeAlone(play))
            }
            BatchQuestion::Outcome if !about_moves => Ok(SessionQuestion::Outcome(play)),
            _ if self.no_move => Err(Failure::input("--no-move is for outcome")),
            BatchQuestion::Value if !about_moves && !self.misere => Ok(SessionQuestion::Value),
            BatchQuestion::Legal if !about_moves && !self.misere => Ok(SessionQuestion::Legal),
            BatchQuestion::Moves => Ok(SessionQuestion::Moves {
                winning: self.winning,
                limit: self.limit,
                play,
            }),
            _ => Err(Failure::input(
                "--winning and --limit are for moves, --misere is for outcome and moves",
            )),
        }
    }
}

/// Why there is no further line.
pub(crate) enum BatchEnd {
    /// Somebody asked for an end.
    Stopped(Stopped),
    /// The answers could not be written.
    Failed(Failure),
}

/// The answer to one line.
fn ask(
    session: &Session,
    question: SessionQuestion,
    line: InputLine<'_>,
    watch: &dyn lab::Watch,
) -> Result<lab::SessionAnswer, Failure> {
    let line = match line {
        InputLine::Text(line) => line.trim(),
        InputLine::NotText => return Err(Failure::input("the line is not text in UTF-8")),
        InputLine::TooLong => return Err(Failure::input("the line is too long")),
    };
    let (position, to) = if line.starts_with(['{', '[']) {
        from_json(line, question)?
    } else if question == SessionQuestion::Legal {
        let (from, to) = two_positions(line)?;
        (files::position(from)?, files::position(to)?)
    } else if line.contains('@') {
        (files::position(line)?, String::new())
    } else {
        return Ok(session.ask(question, line, "", watch)?);
    };
    Ok(session.ask(question, &position, &to, watch)?)
}

fn from_json(line: &str, question: SessionQuestion) -> Result<(String, String), Failure> {
    let legal = question == SessionQuestion::Legal;
    let asked = match line.starts_with('[') {
        true => serde_json::from_str(line).map(|position| BatchInput::Position { position }),
        false => serde_json::from_str(line),
    };
    match asked {
        Ok(BatchInput::Position { position }) if !legal => Ok((one(&position)?, String::new())),
        Ok(BatchInput::Move { from, to }) if legal => Ok((one(&from)?, one(&to)?)),
        _ if legal => Err(Failure::input(
            "type a move as {\"from\":\"3,6,10\",\"to\":\"1,6,8\"}",
        )),
        _ => Err(Failure::input(
            "type a position as {\"position\":\"3,6,10\"}",
        )),
    }
}

/// The one position that a value means.
fn one(value: &Value) -> Result<String, Failure> {
    match positions(value).as_deref() {
        Some([position]) => files::position(position),
        Some(_) => Err(Failure::input(
            "a line asks about one position: put each on a line of its own",
        )),
        None => Err(Failure::input(
            "a position is a text such as \"3,6,10\", or a list of its piles such as [3,6,10]; numbers that need more than \
             64 bits are texts",
        )),
    }
}

/// Two positions with a blank between that stands in no bracket and next to no comma.
fn two_positions(line: &str) -> Result<(&str, &str), Failure> {
    let mut depth = 0_usize;
    let mut places = line.char_indices().filter_map(|(place, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let (before, after) = line.split_at_checked(place)?;
        let (before, after) = (before.trim_end(), after.trim_start());
        let between = character.is_whitespace() && depth == 0;
        let apart = !before.ends_with([',', '+', '-', '*', '^'])
            && !after.starts_with([',', '+', '-', '*', '^']);
        (between && apart).then_some((before, after))
    });
    let first = places.next();
    match (first, places.find(|other| Some(*other) != first)) {
        (Some(positions), None) => Ok(positions),
        _ => Err(Failure::input(
            "type two positions with a blank between, such as 3,6,10 1,6,8",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::two_positions;

    fn check(line: &str, expected: Option<(&str, &str)>) {
        assert_eq!(two_positions(line).ok(), expected, "{line}");
    }

    #[test]
    fn a_move_is_two_positions() {
        check("3,6,10 1,6,8", Some(("3,6,10", "1,6,8")));
        check("(3, 6, 10)   (1, 6, 8)", Some(("(3, 6, 10)", "(1, 6, 8)")));
        check("3, 6, 10 1, 6, 8", Some(("3, 6, 10", "1, 6, 8")));
        check("10^5 + 1 7", Some(("10^5 + 1", "7")));
        check("3,6,10", None);
        check("1 2 3", None);
        check("", None);
    }
}
