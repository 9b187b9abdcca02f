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
use self::table::{Answer, Ask, Attention};
use super::saved::Keeper;
use super::taken::{self, Taken};
use super::words::Voice;
use crate::failure::Failure;
use crate::watch::Overseer;

/// How often answers and signals are looked for while no key is pressed.
const BLINK: Duration = Duration::from_millis(50);

/// The stack of the thread that plays: as large as that of the first thread.
const STACK: usize = 8 << 20;

/// What is played.
pub(crate) struct Sitting<'a> {
    /// The match that is wanted.
    pub(crate) request: &'a PlayRequest<'a>,
    /// The match that goes on.
    pub(crate) resumed: Option<&'a MatchRecord>,
    /// Who keeps it.
    pub(crate) keeper: Keeper,
    /// The rules in full.
    pub(crate) rules: String,
    /// How things are said.
    pub(crate) voice: Voice,
    /// May colours be used?
    pub(crate) colours: bool,
    /// What is said first.
    pub(crate) greeting: Option<String>,
}

/// Plays until somebody leaves; true if the match can be resumed.
pub(crate) fn play(sitting: Sitting<'_>, watch: &Overseer) -> Result<bool, Failure> {
    let attention = Attention::new(watch);
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
        let mut front = Front {
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
struct Front<'a> {
    screen: Screen,
    attention: &'a Attention<'a>,
    ask: Sender<(u64, Ask)>,
    answers: Receiver<(u64, Answer)>,
    /// The number of the last question.
    last: u64,
}

/// Why the screen is left.
enum Leaving {
    /// Somebody wants to.
    Goodbye,
    /// Something went wrong.
    Failure(Failure),
}

impl Front<'_> {
    fn run(&mut self, watch: &Overseer) -> Result<bool, Failure> {
        let mut taken = Some(Taken::screen()?);
        let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        loop {
            match self.step(&mut terminal, watch) {
                Ok(Action::Pause) => {
                    drop(taken.take());
                    taken::pause();
                    taken = Some(Taken::screen()?);
                    terminal.clear()?;
                }
                Ok(Action::Redraw) => terminal.clear()?,
                Ok(_) => {}
                Err(Leaving::Goodbye) => return Ok(self.screen.is_kept()),
                Err(Leaving::Failure(failure)) => return Err(failure),
            }
        }
    }

    /// Draws, waits a moment for a key, and does what it asks for.
    fn step(
        &mut self,
        terminal: &mut Terminal<CrosstermBackend<Stdout>>,
        watch: &Overseer,
    ) -> Result<Action, Leaving> {
        terminal.draw(|frame| self.screen.draw(frame))?;
        let mut action = Action::Nothing;
        while action == Action::Nothing && !self.wait(watch, &mut action)? {}
        match action.clone() {
            Action::Ask(ask) => self.ask(ask),
            Action::GiveUp => self.attention.give_up(self.last),
            Action::Leave => return Err(Leaving::Goodbye),
            _ => {}
        }
        Ok(action)
    }

    /// Waits a moment; true if there is something new to draw.
    fn wait(&mut self, watch: &Overseer, action: &mut Action) -> Result<bool, Leaving> {
        if event::poll(BLINK)? {
            *action = self.screen.handle(&event::read()?);
            return Ok(true);
        }
        if watch.is_cancelled() {
            return Err(Leaving::Goodbye);
        }
        if let Err(stopped) = watch.check() {
            return Err(Leaving::Failure(LabError::Stopped(stopped).into()));
        }
        let mut news = false;
        while let Ok((number, answer)) = self.answers.try_recv() {
            match answer {
                Answer::Failed(LabError::Stopped(Stopped::Cancelled)) => {
                    return Err(Leaving::Goodbye);
                }
                Answer::Failed(error) => return Err(Leaving::Failure(error.into())),
                _ => {}
            }
            // What was asked before the last line is of no interest any more.
            let stale =
                number < self.last && matches!(answer, Answer::Looked(_) | Answer::Meant(..));
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
    fn ask(&mut self, ask: Ask) {
        self.attention.give_up(self.last);
        self.last += 1;
        let _ = self.ask.send((self.last, ask));
    }
}

impl From<io::Error> for Leaving {
    fn from(error: io::Error) -> Self {
        Self::Failure(error.into())
    }
}
