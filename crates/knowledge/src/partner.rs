//! What the computer knows when it plays: whatever the game can answer, and nothing else.

use games::explanation::Explanation;
use games::outcome::Play;
use games::play::{Advice, Adviser, PlayError};
use games::position::Position;
use logic::watch::Watch;

use crate::error::Error;
use crate::game::Game;

impl Adviser for Game {
    fn advise(&self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError> {
        match self.outcome(position, Play::Normal, watch) {
            Ok(answer) => Ok(Advice {
                outcome: Some(answer.verdict.outcome),
                winning_move: answer.verdict.winning_move,
                why: answer.verdict.why,
                evidence: Some(answer.verdict.evidence),
            }),
            Err(Error::Stopped(stopped)) => Err(stopped.into()),
            Err(_) => {
                watch.check()?;
                let mut why = Explanation::default();
                why.say("nobody here knows who wins from this position", []);
                Ok(Advice {
                    why,
                    ..Advice::default()
                })
            }
        }
    }

    fn knows_any_size(&self, watch: &dyn Watch) -> bool {
        self.strategies(watch)
            .is_ok_and(|strategies| !strategies.is_empty())
    }
}
