//! What the computer knows when it plays: whatever the game can answer, and nothing else.

use logic::watch::Watch;
use play::{Advice, Adviser, PlayError};
use rules::outcome::Play;
use rules::position::Position;

use crate::game::Game;
use crate::source::Visit;

/// Somebody to play a game with, in normal or in misère play.
#[derive(Clone, Copy)]
pub struct Partner<'g> {
    game: &'g Game,
    play: Play,
}

impl<'g> Partner<'g> {
    /// Plays this game, and wins at its end as is said here.
    pub fn new(game: &'g Game, play: Play) -> Self {
        Self { game, play }
    }

    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// Who wins at the end.
    pub fn play(&self) -> Play {
        self.play
    }
}

impl Adviser for Partner<'_> {
    fn advise(&self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError> {
        match self.game.outcome(position, self.play, watch) {
            Ok(answer) => Ok(Advice {
                outcome: Some(answer.verdict.outcome),
                winning_move: answer.verdict.winning_move,
                why: answer.verdict.why,
                evidence: Some(answer.verdict.evidence),
            }),
            Err(_) => {
                watch.check()?;
                Ok(Advice::unknown(
                    "nobody here knows who wins from this position",
                ))
            }
        }
    }

    fn for_each_winning_move(
        &self,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Result<(), PlayError> {
        let visited = self
            .game
            .for_each_winning_move(position, self.play, watch, visit);
        // Whoever knows no more lists no more.
        let _known = visited;
        Ok(watch.check()?)
    }

    fn play(&self) -> Play {
        self.play
    }

    fn knows_any_size(&self, watch: &dyn Watch) -> bool {
        let theorems = || self.game.strategies(watch);
        self.play == Play::Normal && theorems().is_ok_and(|theorems| !theorems.is_empty())
    }
}
