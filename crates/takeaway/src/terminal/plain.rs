//! A match in lines: typed at a terminal, or through a pipe.
//!
//! At a terminal lines are folded between words at its width. Through a pipe nothing is folded, so that what is said stands in
//! one line for whoever looks for it; boards are drawn as if the page were [`PAGE`] columns wide.

use std::io::ErrorKind;

use lab::{
    BoardView as Table, LabError, Match, MatchRecord, PlayCommand, PlayRequest, Saying, Stopped,
    ToldRules,
};

use super::board::PileBoard;
#[cfg(feature = "screen")]
use super::editor::Editor;
use super::face::DisplayMode;
use super::saved::MatchStore;
use super::strip::Coins;
use super::words::{MessageStyle, have_captions};
use super::{folded, width};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::lines::InputLines;

/// Through a pipe boards are drawn in so many columns.
const PAGE: usize = 80;

/// More piles than this are not drawn in lines.
const MOST_PILES: usize = 12;

/// What is said when a match is left that is not over.
pub(crate) const RESUME: &str = "`takeaway play --resume` goes on with this match.";

/// Before what is typed.
const PROMPT: &str = "> ";

/// A match in lines.
pub(crate) struct PlainMatch<'a> {
    /// The match that is wanted.
    pub(crate) request: &'a PlayRequest<'a>,
    /// The match that goes on.
    pub(crate) resumed: Option<&'a MatchRecord>,
    /// Who keeps it.
    pub(crate) keeper: MatchStore,
    /// How things are said.
    pub(crate) voice: MessageStyle,
    /// How it is shown.
    pub(crate) face: DisplayMode,
    /// The rules in full.
    pub(crate) rules: String,
    /// What is said first.
    pub(crate) greeting: Option<String>,
}

/// Where lines come from.
enum LineSource {
    #[cfg(feature = "screen")]
    Typed(Editor),
    Read(InputLines),
}

impl PlainMatch<'_> {
    /// Plays until somebody leaves.
    pub(crate) fn play(mut self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let watch = desk.watch();
        let begun = match self.resumed {
            None => self.request.begin(watch),
            Some(record) => self.request.resume(record, watch),
        };
        let (mut game, said) = match begun {
            Err(LabError::Stopped(stopped)) => return self.leave(desk, stopped),
            other => other?,
        };
        watch.clear();
        self.keeper.follow(&game);
        if let Some(greeting) = self.greeting.take() {
            self.write(desk, &greeting)?;
        }
        self.say_all(desk, &game, &said)?;
        let source = self.source()?;
        loop {
            let line = match self.next(desk, &source)? {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.goodbye(desk)?;
                    return Ok(Exit::Yes);
                }
                Err(stopped) => return self.leave(desk, stopped),
            };
            let said = match self.keeper.answer(&mut game, &line, watch) {
                Err(LabError::Stopped(stopped)) => return self.leave(desk, stopped),
                other => other?,
            };
            watch.clear();
            self.say_all(desk, &game, &said)?;
            if said
                .iter()
                .any(|saying| matches!(saying, Saying::Won { .. }))
            {
                self.sum_up(desk, &mut game)?;
            }
            if said.contains(&Saying::Goodbye) {
                return Ok(Exit::Yes);
            }
        }
    }
}

/// Listening.
impl PlainMatch<'_> {
    fn source(&self) -> Result<LineSource, Failure> {
        Ok(match self.face {
            #[cfg(feature = "screen")]
            DisplayMode::EditedLines => LineSource::Typed(Editor::new()?),
            _ => LineSource::Read(InputLines::of_stdin()),
        })
    }

    /// The next line; none at the end, or if nobody listens any more.
    fn next(
        &self,
        desk: &mut CommandContext<'_>,
        source: &LineSource,
    ) -> Result<Result<Option<String>, Stopped>, Failure> {
        let watch = desk.watch();
        let asks = matches!(source, LineSource::Read(lines) if lines.are_typed());
        if asks && !desk.json() {
            write!(desk.out(), "{PROMPT}")?;
        }
        match desk.out().flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(Ok(None)),
            written => written?,
        }
        let lines = match source {
            #[cfg(feature = "screen")]
            LineSource::Typed(editor) => return Ok(editor.next(PROMPT, watch)),
            LineSource::Read(lines) => lines,
        };
        let line = match lines.next(watch) {
            Ok(Some(line)) => line,
            other => return Ok(other),
        };
        // Through a pipe each line is shown once it has come.
        if !desk.json() && !lines.are_typed() {
            writeln!(desk.out(), "{PROMPT}{line}")?;
        }
        Ok(Ok(Some(line)))
    }

    /// Ctrl-C is a way to say goodbye; a limit is an answer of its own.
    fn leave(&self, desk: &mut CommandContext<'_>, stopped: Stopped) -> Result<Exit, Failure> {
        match stopped {
            Stopped::Cancelled => {
                writeln!(desk.out())?;
                self.goodbye(desk)?;
                Ok(Exit::Yes)
            }
            limit => Err(LabError::Stopped(limit).into()),
        }
    }
}

/// Speaking.
impl PlainMatch<'_> {
    fn say_all(
        &self,
        desk: &mut CommandContext<'_>,
        game: &Match<'_>,
        said: &[Saying],
    ) -> Result<(), Failure> {
        for saying in said {
            if desk.json() {
                desk.write_json(saying)?;
                continue;
            }
            match saying {
                Saying::Goodbye => self.goodbye(desk)?,
                // Whoever asks for the rules wants to know them exactly.
                Saying::Rules(_) if said.len() == 1 => self.write(desk, &self.rules)?,
                Saying::Rules(rules) => {
                    let short = self.voice.say(saying).text;
                    let text = if have_captions(rules) {
                        &short
                    } else {
                        &self.rules
                    };
                    self.write(desk, text)?;
                    self.write(desk, &advice(rules))?;
                }
                Saying::YourTurn { .. } => {
                    self.draw(desk, game)?;
                    self.write(desk, &self.voice.say(saying).text)?;
                }
                _ => self.write(desk, &self.voice.say(saying).text)?,
            }
        }
        Ok(())
    }

    /// By which moves the win changed hands, once the match is over.
    fn sum_up(&self, desk: &mut CommandContext<'_>, game: &mut Match<'_>) -> Result<(), Failure> {
        if desk.json() {
            return Ok(());
        }
        // Whoever stopped this is told with the next line.
        let review = game
            .obey(PlayCommand::Review, desk.watch())
            .unwrap_or_default();
        desk.watch().clear();
        if let Some(Saying::Review { moves, .. }) = review.first() {
            self.write(desk, &self.voice.summary(moves).text)?;
        }
        Ok(())
    }

    fn goodbye(&self, desk: &mut CommandContext<'_>) -> Result<(), Failure> {
        if desk.json() {
            return desk.write_json(&Saying::Goodbye);
        }
        self.write(desk, &self.voice.say(&Saying::Goodbye).text)?;
        if self.keeper.keeps() {
            self.write(desk, RESUME)?;
        }
        Ok(())
    }

    fn write(&self, desk: &mut CommandContext<'_>, text: &str) -> Result<(), Failure> {
        for line in folded(text) {
            writeln!(desk.out(), "{line}")?;
        }
        Ok(())
    }

    /// The piles, or the strip.
    fn draw(&self, desk: &mut CommandContext<'_>, game: &Match<'_>) -> Result<(), Failure> {
        let piles = game.position().piles();
        let width = width().unwrap_or(PAGE);
        let rows: Vec<String> = match game.board() {
            Table::Piles { names, .. } | Table::Heaps { names } if names.len() <= MOST_PILES => {
                let board = PileBoard {
                    names: &names,
                    piles,
                    left: piles,
                    chosen: None,
                    may_leave: &[],
                };
                let rows = board.draw(width, self.voice.signs).into_iter();
                rows.map(|drawn| drawn.row.text()).collect()
            }
            Table::Piles { .. } | Table::Heaps { .. } => Vec::new(),
            Table::Strip => {
                let coins = Coins {
                    now: piles,
                    then: piles,
                    at: None,
                    may_hold: &[],
                };
                let rows = coins.draw(width, self.voice.signs).into_iter();
                rows.map(|drawn| drawn.row.text()).collect()
            }
        };
        for row in rows {
            writeln!(desk.out(), "{row}")?;
        }
        Ok(())
    }
}

/// What can be done, behind the rules.
fn advice(rules: &ToldRules) -> String {
    let piles = rules.piles.as_deref();
    let example = match piles.and_then(<[String]>::last) {
        Some(name) => format!("what you take, such as 3 from {name}"),
        None if rules.splits => "what becomes of a heap, such as 7 -> 3,2".to_owned(),
        None => "which coin goes where, such as 9 to 3".to_owned(),
    };
    format!("Type the position you move to, or {example}, or `help`.")
}
