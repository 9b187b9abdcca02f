//! A match between a human and the computer, line by line and without a screen.
//!
//! A [`PlayRequest`] begins a [`Match`], which takes what the human types and answers with [`Saying`]s: plain data that every
//! front end words as it likes. A line is a move, as a position or in words, or another [`PlayCommand`]. A front end that draws
//! asks the match for its position, its piles and what may be taken. A match can be written down ([`MatchRecord`]) and
//! go on another day.
//!
//! ```
//! use lab::{Game, GameReference, Level, Partner, Play, PlayRequest, Player, Saying, Unwatched};
//!
//! let nim: GameReference = "nim".parse()?;
//! let (nim, start) = Game::open_at(&nim.source(|_| Err(lab::LabError::input("no files here")))?, "1,2,4")?;
//! let request = PlayRequest {
//!     partner: Partner::new(&nim, Play::Normal),
//!     start: Some(start),
//!     first: Player::Human,
//!     level: Level::Perfect,
//!     seed: 0,
//! };
//! let (mut game, _) = request.begin(&Unwatched)?;
//! let answer = game.line("1 from x[3]", &Unwatched)?;
//! assert!(matches!(answer[0], Saying::Comment(_)));
//! assert!(matches!(answer[1], Saying::Moved { by: Player::Computer, resists: true, .. }));
//!
//! let record = game.record();
//! let request = record.request(&nim)?;
//! let (game, _) = request.resume(&record, &Unwatched)?;
//! assert_eq!(game.plies().len(), 2);
//! # Ok::<(), lab::LabError>(())
//! ```

pub(crate) mod blocked;
mod command;
mod look;
mod record;
mod review;
mod saying;
mod words;

use knowledge::Partner;
use logic::watch::Watch;
use numeration::natural::Natural;
use play::{ComputerReply, Level, MoveRefusal, OngoingGame, PlayError, Player, Strength};
use rules::outcome::Play;
use rules::position::Position;

pub use command::{CommandWord, PlayCommand};
pub use look::{BoardView, Takes};
pub use record::MatchRecord;
pub use review::{Comment, Judgement, ReviewedMove};
pub use saying::{Knowledge, Saying, ToldRules};
pub use words::{Lowering, TakenAmount, Taking};

use crate::LabError;

/// A match that is wanted.
#[derive(Clone)]
pub struct PlayRequest<'g> {
    /// Who plays for the computer: it knows the game, and who wins at its end.
    pub partner: Partner<'g>,
    /// The first position; one is dealt if none is given.
    pub start: Option<Position>,
    /// Who moves first.
    pub first: Player,
    /// How well the computer plays.
    pub level: Level,
    /// What a dealt position and the computer's choices depend on.
    pub seed: u64,
}

/// A match in progress. After every answer the human is to move, or in a blocking game to forbid options, or the match is over.
pub struct Match<'r> {
    request: &'r PlayRequest<'r>,
    table: OngoingGame<'r>,
    level: Level,
    seed: u64,
    winner: Option<Player>,
    left: bool,
    /// In a blocking game: the options that are forbidden to the player who is to move.
    forbidden: Vec<Position>,
    /// Is the human to forbid options before the computer moves?
    asked_to_forbid: bool,
}

/// So many moves are listed.
const LISTED: usize = 40;

impl PlayRequest<'_> {
    /// Begins a match.
    ///
    /// # Errors
    /// If no position can be dealt, or the watch stops the work.
    pub fn begin(&self, watch: &dyn Watch) -> Result<(Match<'_>, Vec<Saying>), LabError> {
        let mut game = self.set_up();
        let mut said = vec![game.rules()];
        said.extend(game.start(self.start.clone(), watch)?);
        Ok((game, said))
    }

    /// Goes on with a match that was written down; [`MatchRecord::request`] makes the request.
    ///
    /// # Errors
    /// If a move of the record is not legal, or the watch stops the work.
    pub fn resume(
        &self,
        record: &MatchRecord,
        watch: &dyn Watch,
    ) -> Result<(Match<'_>, Vec<Saying>), LabError> {
        let mut game = self.set_up();
        game.table.restart(match &self.start {
            Some(start) => start.clone(),
            None => self.partner.game().position(&record.start_text())?,
        });
        let mut by = self.first;
        for (place, piles) in record.targets().enumerate() {
            let played = game.table.play_for(by, piles?, watch);
            played.map_err(|refusal| refused(refusal, place + 1))?;
            by = by.other();
        }
        let mut said = vec![game.rules()];
        said.extend(match by {
            Player::Human => game.hand_over(Vec::new(), watch)?,
            Player::Computer if game.is_stuck(watch)? => game.end(Vec::new(), Player::Human),
            Player::Computer if game.blocking() > 0 => game.ask_to_forbid(Vec::new()),
            Player::Computer => game.reply(watch)?,
        });
        Ok((game, said))
    }

    fn set_up(&self) -> Match<'_> {
        let nowhere = Position::unchecked(Vec::new());
        Match {
            request: self,
            table: OngoingGame::new(self.partner.game().rules(), &self.partner, nowhere),
            level: self.level,
            seed: self.seed,
            winner: None,
            left: false,
            forbidden: Vec::new(),
            asked_to_forbid: false,
        }
    }
}

impl Match<'_> {
    /// Answers a line that the human typed.
    ///
    /// # Errors
    /// If the watch stops the work; whatever else is wrong is said.
    pub fn line(&mut self, line: &str, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        let said = match line.parse() {
            Ok(command) => self.obey(command, watch),
            Err(fault) => Err(fault),
        };
        match said {
            Err(stopped @ (LabError::Stopped(_) | LabError::StoppedAfter { .. })) => Err(stopped),
            Err(error) => Ok(vec![Saying::Misunderstood {
                fault: error.render(false),
            }]),
            said => said,
        }
    }

    /// Does what a human wants.
    ///
    /// # Errors
    /// What is wrong with it, or if the watch stops the work. The position is then unchanged.
    pub fn obey(
        &mut self,
        command: PlayCommand,
        watch: &dyn Watch,
    ) -> Result<Vec<Saying>, LabError> {
        match command {
            PlayCommand::Nothing => Ok(Vec::new()),
            PlayCommand::Help => Ok(vec![Saying::Help {
                text: PlayCommand::help(),
            }]),
            PlayCommand::Quit => {
                self.left = true;
                Ok(vec![Saying::Goodbye])
            }
            PlayCommand::New(None) => {
                self.seed = self.seed.wrapping_add(1);
                self.start(None, watch)
            }
            PlayCommand::New(Some(text)) => {
                let start = self.request.partner.game().position(&text)?;
                self.start(Some(start), watch)
            }
            PlayCommand::Undo => self.undo(watch),
            PlayCommand::Redo => self.redo(watch),
            PlayCommand::Rules => Ok(vec![self.rules()]),
            PlayCommand::Review => Ok(vec![self.review(watch)?]),
            PlayCommand::Level(level) => Ok(vec![self.set_level(level)]),
            _ if self.is_over() => Ok(vec![Saying::AlreadyOver]),
            PlayCommand::Forbid(options) => self.forbid(&options, watch),
            PlayCommand::Move(_)
            | PlayCommand::Take(_)
            | PlayCommand::Lower(_)
            | PlayCommand::Hint
                if self.asked_to_forbid =>
            {
                Err(self.forbid_first())
            }
            PlayCommand::Move(piles) => self.play(piles, watch),
            PlayCommand::Take(takings) => self.play(self.taken(&takings)?, watch),
            PlayCommand::Lower(lowerings) => self.play(self.lowered(&lowerings)?, watch),
            PlayCommand::Hint => Ok(vec![self.hint(watch)?]),
            PlayCommand::Why => Ok(vec![self.why(watch)?]),
            PlayCommand::Moves => {
                let (moves, complete) = self.moves(LISTED, watch)?;
                Ok(vec![Saying::Moves { moves, complete }])
            }
        }
    }

    fn taken(&self, takings: &[Taking]) -> Result<Vec<Natural>, LabError> {
        match self.board() {
            BoardView::Piles { names, .. } | BoardView::Heaps { names } => {
                words::take(&names, self.position().piles(), takings)
            }
            BoardView::Strip => Err(LabError::input(
                "on a strip, say which coin moves where, such as 9 to 3, or type the squares after your move",
            )),
        }
    }

    fn lowered(&self, lowerings: &[Lowering]) -> Result<Vec<Natural>, LabError> {
        let piles = self.position().piles();
        match self.board() {
            BoardView::Piles { names, .. } => words::lower(&names, piles, lowerings),
            BoardView::Strip => words::shift("coin on", piles, lowerings),
            BoardView::Heaps { .. } => words::shift("heap of", piles, lowerings),
        }
    }

    fn set_level(&mut self, level: Option<Level>) -> Saying {
        self.level = level.unwrap_or(self.level);
        Saying::Level {
            level: self.level,
            manner: self.level.manner(),
        }
    }

    /// Starts from a position, or from one that is dealt.
    fn start(
        &mut self,
        start: Option<Position>,
        watch: &dyn Watch,
    ) -> Result<Vec<Saying>, LabError> {
        let first = self.request.first;
        match start {
            Some(start) => self.table.restart(start),
            None => {
                self.table.deal(self.seed, watch).map_err(trouble)?;
                if first == Player::Computer {
                    self.give_a_chance(watch)?;
                }
            }
        }
        self.winner = None;
        self.left = false;
        match first {
            Player::Human => self.hand_over(Vec::new(), watch),
            Player::Computer if self.is_stuck(watch)? => Ok(self.end(Vec::new(), Player::Human)),
            Player::Computer if self.blocking() > 0 => Ok(self.ask_to_forbid(Vec::new())),
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
        let before = self.plies().len();
        if let Some(refused) = self.refused_as_forbidden(&piles) {
            return Ok(vec![refused]);
        }
        match self.table.play(piles, watch) {
            Ok(_) => {}
            Err(MoveRefusal::Illegal(illegal)) => return Ok(vec![Saying::Illegal(*illegal)]),
            Err(MoveRefusal::NotAPosition(error)) => return Err(error.into()),
            Err(MoveRefusal::Undecided(error)) => return Err(error.into()),
        }
        let said = self.answered(watch);
        if said.is_err() {
            self.table.keep(before);
        }
        said
    }

    /// The computer's answer to the human's move, with a word about that move.
    fn answered(&mut self, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        let comment = self.comment(watch)?;
        if self.is_stuck(watch)? {
            return Ok(self.end(comment.into_iter().collect(), Player::Human));
        }
        let mut said: Vec<Saying> = comment.into_iter().collect();
        if self.blocking() > 0 {
            return Ok(self.ask_to_forbid(said));
        }
        said.extend(self.reply(watch)?);
        Ok(said)
    }

    fn reply(&mut self, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        let reply = self.table.reply(self.strength(), watch);
        self.hand_over(vec![moved(reply.map_err(trouble)?)], watch)
    }

    fn strength(&self) -> Strength {
        Strength {
            level: self.level,
            seed: self.seed,
        }
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
        if self.blocking() > 0 && !self.forbid_for_human(&mut said, watch)? {
            return Ok(self.end(said, Player::Computer));
        }
        let position = self.table.position().clone();
        said.push(Saying::YourTurn { position });
        Ok(said)
    }

    /// The match is over after the last move of this player.
    fn end(&mut self, mut said: Vec<Saying>, last: Player) -> Vec<Saying> {
        let winner = match self.request.partner.play() {
            Play::Normal => last,
            Play::Misere => last.other(),
        };
        self.winner = Some(winner);
        said.push(Saying::Won { winner });
        said
    }

    fn is_stuck(&self, watch: &dyn Watch) -> Result<bool, LabError> {
        Ok(self.table.moves(0, watch)?.complete)
    }

    fn undo(&mut self, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        if !self.table.undo() {
            return Ok(vec![Saying::NothingToTakeBack]);
        }
        self.winner = None;
        self.left = false;
        self.hand_over(vec![Saying::TakenBack], watch)
    }

    fn redo(&mut self, watch: &dyn Watch) -> Result<Vec<Saying>, LabError> {
        if !self.table.redo() {
            return Ok(vec![Saying::NothingToPlayAgain]);
        }
        let said = vec![Saying::PlayedAgain];
        match self.plies().last().map(|ply| ply.by) {
            Some(Player::Human) if self.blocking() > 0 && !self.is_stuck(watch)? => {
                Ok(self.ask_to_forbid(said))
            }
            Some(Player::Human) => Ok(self.end(said, Player::Human)),
            _ => self.hand_over(said, watch),
        }
    }
}

/// What the computer played, as it is said.
fn moved(reply: ComputerReply) -> Saying {
    Saying::Moved {
        by: Player::Computer,
        from: reply.ply.from,
        to: reply.ply.to,
        kinds: reply.ply.kinds,
        resists: reply.resists,
    }
}

/// A move of a record that was not accepted.
fn refused(refusal: MoveRefusal, number: usize) -> LabError {
    match refusal {
        MoveRefusal::Undecided(error) => error.into(),
        MoveRefusal::Illegal(illegal) => LabError::input(format!(
            "move {number} of the match that was written down is not legal: {} -> {}",
            knowledge::brief(&illegal.from),
            knowledge::brief(&illegal.to)
        )),
        MoveRefusal::NotAPosition(error) => LabError::input(format!(
            "move {number} of the match that was written down leads to no position of the game: {error}"
        )),
    }
}

pub(crate) fn trouble(error: PlayError) -> LabError {
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
