//! Examples of positions and moves, as the files of `papers/` state them.

use lab::LabError;
use logic::watch::Watch;
use serde::Deserialize;

use super::checks::{PaperGame, shown};
use super::finding::Finding;

/// Examples that must all be right.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Examples {
    examples: Vec<Example>,
    /// The game, with its parameters, of the examples that name none.
    #[serde(default)]
    game: String,
    /// What is done, as a clause.
    how: String,
    /// What is wrong if an example fails, if not the example.
    otherwise: Option<String>,
}

/// One example.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    game: Option<String>,
    #[serde(rename = "from", alias = "position")]
    position: Vec<u32>,
    /// There is a legal move from the position to this one.
    to: Option<Vec<u32>>,
    /// The move has this kind.
    kind: Option<String>,
    /// The move is legal, or not.
    legal: Option<bool>,
    /// All options of the position.
    options: Option<Vec<Vec<u32>>>,
    /// Every option of the position has a move to one of these.
    answers: Option<Vec<Vec<u32>>>,
    /// The outcome class, found by search.
    outcome: Option<String>,
    /// The nim-value, found by search.
    nim_value: Option<String>,
}

impl Examples {
    /// Tries all examples against the rules.
    pub(crate) fn check(&self, watch: &dyn Watch) -> Result<Finding, LabError> {
        let mut failing = None;
        for example in &self.examples {
            let game = PaperGame::of(example.game.as_ref().unwrap_or(&self.game))?;
            if failing.is_none() {
                failing = example.fault(&game, watch)?;
            }
        }
        let failing = failing.map(|fault| self.otherwise.clone().unwrap_or(fault));
        Ok(Finding::proved(self.how.as_str()).unless(failing))
    }
}

impl Example {
    /// What is wrong with it.
    fn fault(&self, game: &PaperGame, watch: &dyn Watch) -> Result<Option<String>, LabError> {
        let from = shown(&self.position);
        if let Some(to) = &self.to {
            let legal = match &self.kind {
                Some(kind) => game.allows(kind, &self.position, to, watch)?,
                None => game.is_legal(&self.position, to, watch)?,
            };
            if legal != self.legal.unwrap_or(true) {
                let word = if legal { "legal" } else { "not legal" };
                return Ok(Some(format!("{from} → {} is {word}", shown(to))));
            }
        }
        if let Some(options) = &self.options
            && game.options(&self.position, watch)? != *options
        {
            return Ok(Some(format!("the options of {from}")));
        }
        if let Some(answers) = &self.answers {
            for option in game.options(&self.position, watch)? {
                let found = game.options(&option, watch)?;
                if !answers.iter().any(|answer| found.contains(answer)) {
                    return Ok(Some(format!("{from} → {}", shown(&option))));
                }
            }
        }
        if let Some(outcome) = &self.outcome {
            let found = game.outcome(&self.position, watch)?.to_string();
            if found != *outcome {
                return Ok(Some(format!("{from} is of class {found}")));
            }
        }
        if let Some(value) = &self.nim_value {
            let found = game.nim_value(&self.position, watch)?.to_string();
            if found != *value {
                return Ok(Some(format!("{from} has nim-value {found}")));
            }
        }
        Ok(None)
    }
}
