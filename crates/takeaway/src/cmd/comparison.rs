//! `takeaway outcome … --strategy all`: what every method says, and how long it takes.

use std::time::Duration;

use lab::{Evidence, Method, Move, Outcome, OutcomeAnswer, ShownMove};
use schemars::JsonSchema;
use serde::Serialize;

use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};

/// What one method said.
pub(crate) struct MethodTrial {
    pub(crate) method: Method,
    pub(crate) answer: Result<OutcomeAnswer, Failure>,
    pub(crate) time: Duration,
}

/// The answer as a program reads it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Comparison<'a> {
    agree: bool,
    strategies: Vec<ToldTrial<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ToldTrial<'a> {
    strategy: Method,
    outcome: Option<Outcome>,
    #[serde(rename = "move", with = "ShownMove")]
    winning_move: Option<Move>,
    evidence: Option<&'a Evidence>,
    failure: Option<String>,
    microseconds: String,
}

/// Writes what the methods said. Exit code 1 if they disagree, which none of them should, and 3 if none answered.
pub(crate) fn write(
    desk: &mut CommandContext<'_>,
    trials: &[MethodTrial],
) -> Result<Exit, Failure> {
    let mut outcomes = trials
        .iter()
        .filter_map(|trial| trial.answer.as_ref().ok())
        .map(|answer| answer.outcome);
    let first = outcomes.next();
    let others: Vec<Outcome> = outcomes.collect();
    let agree = others.iter().all(|outcome| Some(*outcome) == first);
    if desk.json() {
        desk.write_json(&Comparison {
            agree,
            strategies: trials.iter().map(ToldTrial::from).collect(),
        })?;
    } else {
        write_text(desk, trials)?;
        writeln!(
            desk.out(),
            "{}",
            match (first, others.len()) {
                (None, _) => "none answered",
                (Some(_), 0) => "only one answered",
                (Some(_), _) if agree => "all that answered agree",
                _ => "THEY DISAGREE",
            }
        )?;
    }
    Ok(match (first, agree) {
        (None, _) => tell_stop("no method answered"),
        (Some(_), true) => Exit::Yes,
        (Some(_), false) => Exit::No,
    })
}

fn write_text(desk: &mut CommandContext<'_>, trials: &[MethodTrial]) -> Result<(), Failure> {
    writeln!(desk.out(), "strategy    outcome  time        winning move")?;
    for trial in trials {
        let (outcome, winning_move) = match &trial.answer {
            Ok(answer) => {
                let to = answer
                    .winning_move
                    .as_ref()
                    .map(|winning| desk.position(&winning.to));
                (
                    answer.outcome.to_string(),
                    to.unwrap_or_else(|| "none".to_owned()),
                )
            }
            Err(failure) => ("?".to_owned(), failure.message()),
        };
        let (name, time) = (trial.method.name(), format!("{:.1?}", trial.time));
        writeln!(
            desk.out(),
            "{name:10}  {outcome:7}  {time:10}  {winning_move}"
        )?;
    }
    Ok(())
}

impl<'a> From<&'a MethodTrial> for ToldTrial<'a> {
    fn from(trial: &'a MethodTrial) -> Self {
        let answer = trial.answer.as_ref().ok();
        Self {
            strategy: trial.method,
            outcome: answer.map(|answer| answer.outcome),
            winning_move: answer.and_then(|answer| answer.winning_move.clone()),
            evidence: answer.map(|answer| &answer.evidence),
            failure: trial.answer.as_ref().err().map(Failure::message),
            microseconds: trial.time.as_micros().to_string(),
        }
    }
}
