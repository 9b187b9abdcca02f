//! A match on the whole screen.
//!
//! [`state`] is what is shown and how keys change it, [`draw`] how it looks, [`table`] the thread that holds the match. Here they
//! meet the terminal.

mod choice;
mod draw;
mod entry;
mod keys;
mod state;
mod table;
#[cfg(test)]
mod tests;

use std::io::{self, Stdout};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use lab::{LabError, MatchRecord, PlayRequest, Stopped, Watch};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;

use self::state::{Action, Screen};
use self::table::{CancellableWatch, ScreenAnswer, ScreenRequest};
use super::saved::MatchStore;
use super::taken::{self, TerminalGuard};
use super::words::MessageStyle;
use crate::failure::Failure;
use crate::watch::CommandWatch;

/// How often answers and signals are looked for while no key is pressed.
const BLINK: Duration = Duration::from_millis(50);

/// The stack of the thread that plays: as large as that of the first thread.
const STACK: usize = 8 << 20;

/// What is played.
pub(crate) struct ScreenMatch<'a> {
    /// The match that is wanted.
    pub(crate) request: &'a PlayRequest<'a>,
    /// The match that goes on.
    pub(crate) resumed: Option<&'a MatchRecord>,
    /// Who keeps it.
    pub(crate) keeper: MatchStore,
    /// The rules in full.
    pub(crate) rules: String,
    /// How things are said.
    pub(crate) voice: MessageStyle,
    /// May colours be used?
    pub(crate) colours: bool,
    /// What is said first.
    pub(crate) greeting: Option<String>,
}

/// Plays until somebody leaves; true if the match can be resumed.
pub(crate) fn play(sitting: ScreenMatch<'_>, watch: &CommandWatch) -> Result<bool, Failure> {
    let attention = CancellableWatch::new(watch);
    let (ask, asked) = mpsc::channel();
    let (answer, answers) = mpsc::channel();
    let screen = Screen::new(
        sitting.voice,
        sitting.colours,
        sitting.rules,
        sitting.greeting,
    );
    thread::scope(|scope| {
        let table = thread::Builder::new().stack_size(STACK);
        let (request, resumed, keeper) = (sitting.request, sitting.resumed, sitting.keeper);
        let attention = &attention;
        table.spawn_scoped(scope, move || {
            table::serve(request, resumed, keeper, attention, &asked, &answer);
        })?;
        let mut front = ScreenClient {
            screen,
            attention,
            ask,
            answers,
            last: 1,
        };
        let played = front.run(watch);
        // Whatever is being worked out is of no use any more.
        attention.give_up(u64::MAX);
        played
    })
}

/// The screen with the way to its table.
struct ScreenClient<'a> {
    screen: Screen,
    attention: &'a CancellableWatch<'a>,
    ask: Sender<(u64, ScreenRequest)>,
    answers: Receiver<(u64, ScreenAnswer)>,
    /// The number of the last question.
    last: u64,
}

/// Why the screen is left.
enum ScreenExit {
    /// Somebody wants to.
    Goodbye,
    /// Something went wrong.
    Failure(Failure),
}

impl ScreenClient<'_> {
    fn run(&mut self, watch: &CommandWatch) -> Result<bool, Failure> {
        let mut taken = Some(TerminalGuard::screen()?);
        let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        loop {
            match self.step(&mut terminal, watch) {
                Ok(Action::Pause) => {
                    drop(taken.take());
                    taken::pause();
                    taken = Some(TerminalGuard::screen()?);
                    terminal.clear()?;
                }
                Ok(Action::Redraw) => terminal.clear()?,
                Ok(_) => {}
                Err(ScreenExit::Goodbye) => return Ok(self.screen.is_kept()),
                Err(ScreenExit::Failure(failure)) => return Err(failure),
            }
        }
    }

    /// Draws, waits a moment for a key, and does what it asks for.
    fn step(
        &mut self,
        terminal: &mut Terminal<CrosstermBackend<Stdout>>,
        watch: &CommandWatch,
    ) -> Result<Action, ScreenExit> {
        terminal.draw(|frame| self.screen.draw(frame))?;
        let mut action = Action::Nothing;
        while action == Action::Nothing && !self.wait(watch, &mut action)? {}
        match action.clone() {
            Action::Ask(ask) => self.ask(ask),
            Action::GiveUp => self.attention.give_up(self.last),
            Action::Leave => return Err(ScreenExit::Goodbye),
            _ => {}
        }
        Ok(action)
    }

    /// Waits a moment; true if there is something new to draw.
    fn wait(&mut self, watch: &CommandWatch, action: &mut Action) -> Result<bool, ScreenExit> {
        if event::poll(BLINK)? {
            *action = self.screen.handle(&event::read()?);
            return Ok(true);
        }
        if watch.is_cancelled() {
            return Err(ScreenExit::Goodbye);
        }
        if let Err(stopped) = watch.check() {
            return Err(ScreenExit::Failure(LabError::Stopped(stopped).into()));
        }
        let mut news = false;
        while let Ok((number, answer)) = self.answers.try_recv() {
            match answer {
                ScreenAnswer::Failed(LabError::Stopped(Stopped::Cancelled)) => {
                    return Err(ScreenExit::Goodbye);
                }
                ScreenAnswer::Failed(error) => return Err(ScreenExit::Failure(error.into())),
                _ => {}
            }
            // What was asked before the last line is of no interest any more.
            let stale = number < self.last
                && matches!(answer, ScreenAnswer::Looked(_) | ScreenAnswer::Meant(..));
            if !stale {
                *action = self.screen.hear(answer);
                news = true;
            }
            if *action != Action::Nothing {
                break;
            }
        }
        Ok(self.screen.note(self.attention.step()) || news)
    }

    /// Asks the table. A look at the board that is not finished is given up.
    fn ask(&mut self, ask: ScreenRequest) {
        self.attention.give_up(self.last);
        self.last += 1;
        let _ = self.ask.send((self.last, ask));
    }
}

impl From<io::Error> for ScreenExit {
    fn from(error: io::Error) -> Self {
        Self::Failure(error.into())
    }
}
