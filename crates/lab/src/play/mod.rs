//! A match between a human and the computer, line by line and without a screen.
//!
//! A [`PlayRequest`] is set up as a [`Board`]; a [`Match`] on it takes what the human types and answers with
//! [`Saying`]s: plain data that every front end words as it likes. A line is a position to move to, or a [`Command`].
//!
//! ```
//! use lab::{GameReference, PlayRequest, Player, Saying, Unwatched};
//!
//! let game: GameReference = "nim".parse()?;
//! let game = game.source(|_| Err(lab::LabError::input("no files here")))?;
//! let board = PlayRequest { game, position: Some("1,2,4".into()), first: Player::Human, seed: 0 }.set_up()?;
//! let (mut game, _) = board.start(&Unwatched)?;
//! let answer = game.line("1,2,3", &Unwatched)?;
//! assert!(matches!(answer[0], Saying::Moved { by: Player::Computer, resists: true, .. }));
//! # Ok::<(), lab::LabError>(())
//! ```

mod command;

use games::explanation::Detail;
use games::json::Texts;
use games::outcome::Outcome;
use games::play::{PlayError, Player, Refusal, Table};
use games::position::Position;
use games::ruleset::{IllegalMove, Kind, Move};
use knowledge::{Game, GameSource};
use logic::watch::Watch;
use numeration::natural::Natural;
use schemars::JsonSchema;
use serde::Serialize;

pub use command::Command;

use crate::LabError;

/// A match that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRequest {
    /// The game.
    pub game: GameSource,
    /// The first position, as typed; one is dealt if none is given.
    pub position: Option<String>,
    /// Who moves first.
    pub first: Player,
    /// What a dealt position depends on.
    pub seed: u64,
}

/// A game that is ready to be played.
pub struct Board {
    game: Game,
    start: Option<Position>,
    request: PlayRequest,
}

/// A match in progress. After every answer the human is to move, or the match is over.
pub struct Match<'b> {
    board: &'b Board,
    table: Table<'b>,
    seed: u64,
    over: bool,
}

/// One thing that the computer has to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Saying {
    /// The human is to move.
    YourTurn {
        /// From here.
        position: Position,
    },
    /// Somebody moved; only the computer's moves are told.
    Moved {
        /// Who.
        by: Player,
        /// From which position.
        from: Position,
        /// To which position.
        to: Position,
        /// By which kinds of move.
        #[serde(with = "Texts")]
        kinds: Vec<Kind>,
        /// Does the mover know no winning move?
        resists: bool,
    },
    /// The rules do not allow that.
    Illegal(IllegalMove),
    /// That was not understood.
    Misunderstood {
        /// What was wrong with it.
        fault: String,
    },
    /// A move that wins, if there is one and it is known.
    Hint(Knowledge),
    /// Who wins from here and why.
    Why {
        /// Who wins, as far as it is known.
        outcome: Option<Outcome>,
        /// The reason in words.
        why: String,
        /// How that is known.
        evidence: Option<String>,
    },
    /// The moves from here.
    Moves {
        /// Some of them, in the order of the rules.
        moves: Vec<Move>,
        /// Are these all?
        complete: bool,
    },
    /// The last moves were taken back.
    TakenBack,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// What can be typed.
    Help {
        /// A line for each command.
        text: &'static str,
    },
    /// The match is over.
    Won {
        /// Who made the last move.
        winner: Player,
    },
    /// The match is over, and only some commands make sense.
    AlreadyOver,
    /// The human leaves.
    Goodbye,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Knowledge {
    /// Who wins; nothing if neither a theorem nor a short search can tell.
    pub outcome: Option<Outcome>,
    /// The move by which whoever moves wins.
    #[serde(rename = "move")]
    pub winning_move: Option<Move>,
}

/// So many moves are listed.
const LISTED: usize = 40;

impl PlayRequest {
    /// Loads the game and reads the position.
    pub fn set_up(&self) -> Result<Board, LabError> {
        let (game, start) = match &self.position {
            None => (Game::open(&self.game)?, None),
            Some(text) => {
                let piles = knowledge::parse_piles(text)?;
                let game = Game::open_for(&self.game, piles.len())?;
                let start = game.rules().position(piles)?;
                (game, Some(start))
            }
        };
        Ok(Board {
            game,
            start,
            request: self.clone(),
        })
    }
}

impl Board {
    /// The game with its parameters.
    pub fn name(&self) -> &str {
        self.game.name()
    }

    /// The kinds of move with what they say in words.
    pub fn kinds(&self) -> Vec<(Kind, Option<String>)> {
        self.game.kinds()
    }

    /// Begins a match.
    pub fn start(&self, watch: &dyn Watch) -> Result<(Match<'_>, Vec<Saying>), LabError> {
        let nowhere = Position::new(Vec::new());
        let mut game = Match {
            board: self,
            table: Table::new(self.game.rules(), &self.game, nowhere),
            seed: self.request.seed,
            over: false,
        };
        let sayings = game.begin(self.start.clone(), watch)?;
        Ok((game, sayings))
    }
}

impl Match<'_> {
    /// Answers a line that the human typed.
    pub fn line(&mut self, line: &str, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        let said = match line.parse() {
            Ok(command) => self.obey(command, watch),
            Err(fault) => Err(fault),
        };
        match said {
            Err(stopped @ LabError::Stopped(_)) => Err(stopped),
            Err(error) => Ok(vec![Saying::Misunderstood {
                fault: error.render(false),
            }]),
            said => said,
        }
    }

    /// Is the match over?
    pub fn is_over(&self) -> bool {
        self.over
    }

    fn obey(&mut self, command: Command, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        match command {
            Command::Nothing => Ok(Vec::new()),
            Command::Help => Ok(vec![Saying::Help {
                text: Command::HELP,
            }]),
            Command::Quit => {
                self.over = true;
                Ok(vec![Saying::Goodbye])
            }
            Command::New(None) => {
                self.seed = self.seed.wrapping_add(1);
                self.begin(None, watch)
            }
            Command::New(Some(text)) => {
                let start = self.board.game.position(&text)?;
                self.begin(Some(start), watch)
            }
            Command::Undo => Ok(self.undo()),
            _ if self.over => Ok(vec![Saying::AlreadyOver]),
            Command::Move(piles) => self.play(piles, watch),
            Command::Hint => Ok(vec![self.hint(watch)?]),
            Command::Why => Ok(vec![self.why(watch)?]),
            Command::Moves => {
                let options = self.table.moves(LISTED, watch)?;
                Ok(vec![Saying::Moves {
                    moves: options.moves,
                    complete: options.complete,
                }])
            }
        }
    }

    /// Starts from a position, or from one that is dealt.
    fn begin(
        &mut self,
        start: Option<Position>,
        watch: &dyn Watch,
    ) -> Result<Vec<Saying>, LabError> {
        let first = self.board.request.first;
        match start {
            Some(start) => self.table.restart(start),
            None => {
                self.table.deal(self.seed, watch).map_err(trouble)?;
                if first == Player::Computer {
                    self.give_a_chance(watch)?;
                }
            }
        }
        self.over = false;
        match first {
            Player::Human => self.hand_over(Vec::new(), watch),
            Player::Computer if self.is_stuck(watch)? => Ok(self.end(Vec::new(), Player::Human)),
            Player::Computer => self.reply(watch),
        }
    }

    /// A dealt position can be won by whoever moves first. If that is the computer, the position after its winning
    /// move is the fair one to begin with.
    fn give_a_chance(&mut self, watch: &dyn Watch) -> Result<(), LabError> {
        if let Some(winning) = self.table.hint(watch).map_err(trouble)?.winning_move {
            self.table.restart(winning.to);
        }
        Ok(())
    }

    fn play(&mut self, piles: Vec<Natural>, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        match self.table.play(piles, watch) {
            Ok(_) => {}
            Err(Refusal::Illegal(illegal)) => return Ok(vec![Saying::Illegal(*illegal)]),
            Err(Refusal::NotAPosition(error)) => return Err(error.into()),
            Err(Refusal::Undecided(error)) => return Err(error.into()),
        }
        if self.is_stuck(watch)? {
            return Ok(self.end(Vec::new(), Player::Human));
        }
        let replied = self.reply(watch);
        if replied.is_err() {
            self.table.undo();
        }
        replied
    }

    fn reply(&mut self, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        let reply = self.table.reply(watch).map_err(trouble)?;
        let said = vec![Saying::Moved {
            by: Player::Computer,
            from: reply.ply.from,
            to: reply.ply.to,
            kinds: reply.ply.kinds,
            resists: reply.resists,
        }];
        self.hand_over(said, watch)
    }

    /// The human is to move, unless there is no move.
    fn hand_over(
        &mut self,
        mut said: Vec<Saying>,
        watch: &dyn Watch,
    ) -> Result<Vec<Saying>, LabError> {
        if self.is_stuck(watch)? {
            return Ok(self.end(said, Player::Computer));
        }
        let position = self.table.position().clone();
        said.push(Saying::YourTurn { position });
        Ok(said)
    }

    fn end(&mut self, mut said: Vec<Saying>, winner: Player) -> Vec<Saying> {
        self.over = true;
        said.push(Saying::Won { winner });
        said
    }

    fn is_stuck(&self, watch: &dyn Watch) -> Result<bool, LabError> {
        Ok(self.table.moves(0, watch)?.complete)
    }

    fn undo(&mut self) -> Vec<Saying> {
        if !self.table.undo() {
            return vec![Saying::NothingToTakeBack];
        }
        self.over = false;
        let position = self.table.position().clone();
        vec![Saying::TakenBack, Saying::YourTurn { position }]
    }

    fn hint(&mut self, watch: &dyn Watch) -> Result<Saying, LabError> {
        let advice = self.table.hint(watch).map_err(trouble)?;
        Ok(Saying::Hint(knowledge(advice.outcome, advice.winning_move)))
    }

    fn why(&mut self, watch: &dyn Watch) -> Result<Saying, LabError> {
        let advice = self.table.hint(watch).map_err(trouble)?;
        Ok(Saying::Why {
            why: advice.why.render(Detail::Brief),
            evidence: advice.evidence.map(|evidence| evidence.to_string()),
            outcome: knowledge(advice.outcome, advice.winning_move).outcome,
        })
    }
}

/// A win is known only by a move.
fn knowledge(outcome: Option<Outcome>, winning_move: Option<Move>) -> Knowledge {
    let outcome = match winning_move {
        Some(_) => Some(Outcome::N),
        None => outcome.filter(|outcome| *outcome == Outcome::P),
    };
    Knowledge {
        outcome,
        winning_move,
    }
}

fn trouble(error: PlayError) -> LabError {
    match error {
        PlayError::Stopped(stopped) => stopped.into(),
        PlayError::Rules(error) => error.into(),
        PlayError::NothingToDeal => {
            LabError::input("no interesting position was found; name one, such as 3,5,8")
        }
        other => LabError::Beyond(other.to_string()),
    }
}

#[cfg(test)]
mod tests;
