//! `takeaway outcome … --strategy all`: what every method says, and how long it takes.

use std::time::Duration;

use lab::{Method, Outcome, OutcomeAnswer};
use serde::Serialize;

use super::tell_stop;
use crate::desk::{Desk, digits};
use crate::failure::{Exit, Failure};

/// What one method said.
pub(crate) struct Trial {
    pub(crate) method: Method,
    pub(crate) answer: Result<OutcomeAnswer, Failure>,
    pub(crate) time: Duration,
}

#[derive(Serialize)]
struct ComparisonJson {
    agree: bool,
    strategies: Vec<TrialJson>,
}

#[derive(Serialize)]
struct TrialJson {
    strategy: &'static str,
    outcome: Option<String>,
    #[serde(rename = "move")]
    winning_move: Option<Vec<String>>,
    evidence: Option<String>,
    failure: Option<String>,
    microseconds: String,
}

/// Writes what the methods said. Exit code 1 if they disagree, which none of them should, and 3 if none answered.
pub(crate) fn write(desk: &mut Desk<'_>, trials: &[Trial]) -> Result<Exit, Failure> {
    let mut outcomes = trials
        .iter()
        .filter_map(|trial| trial.answer.as_ref().ok())
        .map(|answer| answer.outcome);
    let first = outcomes.next();
    let others: Vec<Outcome> = outcomes.collect();
    let agree = others.iter().all(|outcome| Some(*outcome) == first);
    if desk.json() {
        desk.write_json(&ComparisonJson {
            agree,
            strategies: trials.iter().map(TrialJson::from).collect(),
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

fn write_text(desk: &mut Desk<'_>, trials: &[Trial]) -> Result<(), Failure> {
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

impl From<&Trial> for TrialJson {
    fn from(trial: &Trial) -> Self {
        let answer = trial.answer.as_ref().ok();
        Self {
            strategy: trial.method.name(),
            outcome: answer.map(|answer| answer.outcome.to_string()),
            winning_move: answer.and_then(|answer| Some(digits(&answer.winning_move.as_ref()?.to))),
            evidence: answer.map(|answer| answer.evidence.to_string()),
            failure: trial.answer.as_ref().err().map(Failure::message),
            microseconds: trial.time.as_micros().to_string(),
        }
    }
}
