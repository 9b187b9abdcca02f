//! Many questions about one game, which is opened once.

use std::sync::{Arc, Mutex};

use knowledge::{Game, GameSource, Method, Recall, parse_piles};
use logic::watch::{Watch, locked};
use numeration::natural::Natural;
use rules::explanation::Detail;
use rules::outcome::Play;
use rules::position::Position;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    LabError, LegalAnswer, LegalRequest, MovesAnswer, MovesRequest, OutcomeAnswer, OutcomeRequest,
    ReasonDetail, Request, ValueAnswer, ValueRequest,
};

/// A game that is opened once for each number of piles that is asked about: `nim` is played on any number of them.
///
/// ```
/// use lab::{NimValue, Request, Session, Unwatched, ValueRequest};
///
/// let nim = "nim".parse::<lab::GameReference>()?;
/// let nim = Session::new(nim.source(|_| Err(lab::LabError::input("no files here")))?);
/// let (components, limit) = (vec![nim.at("1,4,5")?], None);
/// assert_eq!(ValueRequest { components, limit }.answer(&Unwatched)?.value, NimValue::ZERO);
/// let (components, limit) = (vec![nim.at("6,3")?], None);
/// assert_eq!(ValueRequest { components, limit }.answer(&Unwatched)?.value.to_string(), "5");
/// # Ok::<(), lab::LabError>(())
/// ```
pub struct Session {
    source: GameSource,
    recall: Option<Recall>,
    /// With their numbers of piles, the one that was asked about last at the end.
    games: Mutex<Vec<(usize, Arc<Game>)>>,
}

/// A question that is asked about many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionQuestion {
    /// Who wins, and by which move?
    Outcome(Play),
    /// Who wins? No move is looked for.
    OutcomeAlone(Play),
    /// What is the position worth?
    Value,
    /// What are the moves?
    Moves {
        /// Only those into P?
        winning: bool,
        /// How many are wanted at most.
        limit: Option<usize>,
        /// Who wins at the end.
        play: Play,
    },
    /// Is a move legal?
    Legal,
}

/// The answer to one of many questions: the same as that of the command of its name, with the reason of an outcome in short.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum SessionAnswer {
    /// Who wins.
    Outcome(OutcomeAnswer),
    /// The nim-value.
    Value(ValueAnswer),
    /// The moves.
    Moves(MovesAnswer),
    /// Whether a move is legal.
    Legal(LegalAnswer),
}

/// So many numbers of piles are kept open: those that were asked about last.
const KEPT: usize = 16;

/// Under this number the game is kept with the piles that it has by itself: no position has so many.
const ITS_OWN: usize = usize::MAX;

impl Session {
    /// A session about a game, which is opened when it is first asked about.
    pub fn new(source: GameSource) -> Self {
        Self {
            source,
            recall: None,
            games: Mutex::default(),
        }
    }

    /// Looks up claims that were proved before, where a proof is wanted on the way to an answer and
    /// costs too much.
    #[must_use]
    pub fn recalling(self, recall: Recall) -> Self {
        Self {
            recall: Some(recall),
            ..self
        }
    }

    /// The game with the piles that it has by itself. A question opens it again for its number of piles, which is part of
    /// the game's name where the game leaves it open.
    ///
    /// # Errors
    /// If there is no such game, or its text or its parameters have faults.
    pub fn game(&self) -> Result<Arc<Game>, LabError> {
        self.opened(ITS_OWN, || Game::open(&self.source))
    }

    /// The game, opened for as many piles as a position has, and the position, as typed.
    ///
    /// # Errors
    /// As for [`game`](Self::game), and if it is no position of the game.
    pub fn at(&self, position: &str) -> Result<(Arc<Game>, Position), LabError> {
        self.at_piles(parse_piles(position)?)
    }

    /// The same for a position with these piles.
    ///
    /// # Errors
    /// As for [`at`](Self::at).
    pub fn at_piles(&self, piles: Vec<Natural>) -> Result<(Arc<Game>, Position), LabError> {
        let game = self.opened(piles.len(), || Game::open_for(&self.source, piles.len()))?;
        let position = game.rules().position(piles)?;
        Ok((game, position))
    }

    /// Answers a question about a position, as typed; for [`SessionQuestion::Legal`], about the move to another.
    ///
    /// # Errors
    /// If these are no positions of the game, nobody knows, or the watch stops the work.
    pub fn ask(
        &self,
        question: SessionQuestion,
        position: &str,
        to: &str,
        watch: &dyn Watch,
    ) -> Result<SessionAnswer, LabError> {
        let (game, position) = self.at(position)?;
        let outcome = |play, telling| OutcomeRequest {
            game: &game,
            position: position.clone(),
            method: Method::Best,
            play,
            detail: Detail::Brief,
            telling,
        };
        Ok(match question {
            SessionQuestion::Outcome(play) => {
                SessionAnswer::Outcome(outcome(play, ReasonDetail::InShort).answer(watch)?)
            }
            SessionQuestion::OutcomeAlone(play) => {
                SessionAnswer::Outcome(outcome(play, ReasonDetail::WithoutMove).answer(watch)?)
            }
            SessionQuestion::Value => {
                let (components, limit) = (vec![(game, position)], None);
                SessionAnswer::Value(ValueRequest { components, limit }.answer(watch)?)
            }
            SessionQuestion::Moves {
                winning,
                limit,
                play,
            } => {
                let request = MovesRequest {
                    game: &game,
                    position,
                    winning,
                    limit,
                    play,
                };
                SessionAnswer::Moves(request.answer(watch)?)
            }
            SessionQuestion::Legal => {
                let request = LegalRequest {
                    to: game.position(to)?,
                    game: &game,
                    from: position,
                };
                SessionAnswer::Legal(request.answer(watch)?)
            }
        })
    }

    /// The game for a number of piles, opened once.
    fn opened(
        &self,
        piles: usize,
        open: impl FnOnce() -> Result<Game, LabError>,
    ) -> Result<Arc<Game>, LabError> {
        let game = match self.kept(piles) {
            Some(game) => game,
            None => Arc::new(open()?.recalling(self.recall)),
        };
        let mut games = locked(&self.games);
        // Another thread may have opened it meanwhile.
        games.retain(|(other, _)| *other != piles);
        games.push((piles, game.clone()));
        let old = games.len().saturating_sub(KEPT);
        games.drain(..old);
        Ok(game)
    }

    fn kept(&self, piles: usize) -> Option<Arc<Game>> {
        let games = locked(&self.games);
        let found = games.iter().find(|(other, _)| *other == piles);
        found.map(|(_, game)| game.clone())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use knowledge::GameReference;

    #[test]
    fn the_games_that_were_asked_about_last_are_kept() {
        let nim: GameReference = "nim".parse().unwrap();
        let nim = Session::new(nim.source(|_| Err(LabError::input("no files"))).unwrap());
        let opens = |piles: usize| {
            let mut opened = false;
            let open = || {
                opened = true;
                Game::open_for(&nim.source, piles)
            };
            nim.opened(piles, open).unwrap();
            opened
        };
        assert!((1..=KEPT).all(opens));
        assert!(!opens(1), "it is kept");
        assert!(opens(KEPT + 1));
        assert!(!opens(1), "it was asked about after the others");
        assert!(opens(2), "it was not asked about for the longest time");
        assert!(!opens(KEPT + 1));
    }
}
