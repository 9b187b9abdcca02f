//! What the screen shows and how it answers keys: a machine without a terminal, so that tests can play on it.

use lab::{BoardView, Knowledge, Natural, Saying};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::choice::MoveChoice;
use super::entry::InputField;
use super::keys::{self, KeyAction};
use super::table::{ChosenMove, MatchView, MovePreview, ScreenAnswer, ScreenRequest};
use crate::terminal::sheet::{Signs, TextRole};
use crate::terminal::words::{MessageStyle, Paragraph, have_captions};

/// So many paragraphs of what was said are remembered.
const REMEMBERED: usize = 500;

/// What the terminal has to do after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Nothing more.
    Nothing,
    /// Ask the table.
    Ask(ScreenRequest),
    /// Give up what is being worked out.
    GiveUp,
    /// Leave.
    Leave,
    /// Let the shell go on for a while.
    Pause,
    /// Draw everything anew.
    Redraw,
}

/// What a finger on the screen means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// So much stays of a pile.
    Leave(usize, Natural),
    /// A pile is chosen.
    Pile(usize),
    /// A coin is picked up or put down.
    Square(Natural),
    /// A word is said.
    Word(&'static str),
}

/// A page over the board, to be read and closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) title: &'static str,
    pub(super) paragraphs: Vec<Paragraph>,
    /// How many lines are above the window.
    pub(super) above: usize,
}

/// The screen of a match.
pub(crate) struct Screen {
    pub(super) voice: MessageStyle,
    pub(super) colours: bool,
    pub(super) view: Option<MatchView>,
    pub(super) choice: MoveChoice,
    pub(super) look: Option<MovePreview>,
    pub(super) entry: InputField,
    /// What was said.
    pub(super) log: Vec<Paragraph>,
    /// How many lines of it are below the window.
    pub(super) below: usize,
    /// The rules in short.
    pub(super) rules: Vec<Paragraph>,
    /// The rules in full.
    pub(super) all_rules: Vec<Paragraph>,
    pub(super) title: String,
    pub(super) page: Option<Page>,
    /// Is the computer at work on a line?
    pub(super) busy: bool,
    /// Is what is typed to be said as soon as the computer is ready?
    hurried: bool,
    /// What it is doing.
    pub(super) step: Option<String>,
    /// Does the board show what may be left of a pile?
    pub(super) marked: bool,
    /// What lies where, as it was drawn last.
    pub(super) touches: Vec<(Rect, Touch)>,
    /// Has the human left?
    left: bool,
}

impl Screen {
    /// A screen on which the first answer is awaited.
    pub(crate) fn new(
        voice: MessageStyle,
        colours: bool,
        rules: String,
        greeting: Option<String>,
    ) -> Self {
        let greeting = greeting.map(|text| Paragraph::new(TextRole::Faint, text));
        Self {
            voice,
            colours,
            view: None,
            choice: MoveChoice::new(BoardView::Strip, Vec::new()),
            look: None,
            entry: InputField::default(),
            log: greeting.into_iter().collect(),
            below: 0,
            rules: Vec::new(),
            all_rules: vec![Paragraph::new(TextRole::Plain, rules)],
            title: String::new(),
            page: None,
            busy: true,
            hurried: false,
            step: None,
            marked: false,
            touches: Vec::new(),
            left: false,
        }
    }

    /// The signs that it is drawn with.
    pub(super) fn signs(&self) -> &'static Signs {
        self.voice.signs
    }

    /// Can the match be resumed?
    pub(crate) fn is_kept(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.kept)
    }

    /// What the computer is doing; true if that is news.
    pub(crate) fn note(&mut self, step: Option<String>) -> bool {
        let news = self.busy && self.step != step;
        if news {
            self.step = step;
        }
        news
    }

    /// Takes an answer.
    pub(crate) fn hear(&mut self, answer: ScreenAnswer) -> Action {
        match answer {
            ScreenAnswer::Said(said, view) => {
                self.busy = false;
                self.step = None;
                self.choice
                    .start_from(view.board.clone(), view.piles.clone());
                self.look = None;
                self.view = Some(view);
                for saying in &said {
                    self.say(saying, said.len() > 1);
                }
                if self.left {
                    return Action::Leave;
                }
                self.go_on()
            }
            ScreenAnswer::Looked(look) => {
                if look.wish == self.wish() {
                    self.look = Some(look);
                }
                Action::Nothing
            }
            ScreenAnswer::Meant(line, meant) => {
                if line != self.entry.text() {
                    return Action::Nothing;
                }
                match meant {
                    Some(then) => self.choice.show(then),
                    None => self.choice.take_back(),
                }
                self.look_closer()
            }
            ScreenAnswer::Stopped(stopped) => {
                self.busy = false;
                self.step = None;
                let text = format!("{stopped}; the position is unchanged");
                self.push(Paragraph::new(TextRole::Bad, text));
                self.hurried = false;
                Action::Nothing
            }
            ScreenAnswer::Failed(_) => Action::Leave,
        }
    }

    /// The computer is ready: what was typed in the meantime is said, or the board is looked at.
    fn go_on(&mut self) -> Action {
        if std::mem::take(&mut self.hurried) {
            return self.commit();
        }
        self.look_closer()
    }

    /// Takes a key, the mouse, or another size of the terminal.
    pub(crate) fn handle(&mut self, event: &Event) -> Action {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) if self.page.is_none() => {
                self.entry.paste(text);
                self.typed()
            }
            _ => Action::Nothing,
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Action {
        let deed = keys::deed(key, !self.entry.is_empty());
        if deed == Some(KeyAction::Redraw) {
            return Action::Redraw;
        }
        if deed == Some(KeyAction::Pause) {
            return Action::Pause;
        }
        if deed == Some(KeyAction::Interrupt) {
            return if self.busy && self.view.is_some() {
                Action::GiveUp
            } else {
                Action::Leave
            };
        }
        if self.page.is_some() {
            return self.turn(key, deed);
        }
        match deed {
            Some(deed) => self.obey(deed),
            None => self.edit(key),
        }
    }

    /// Reads on in a page, or closes it.
    fn turn(&mut self, key: &KeyEvent, deed: Option<KeyAction>) -> Action {
        let Some(page) = &mut self.page else {
            return Action::Nothing;
        };
        // The drawing keeps the window within the page.
        page.above = match key.code {
            KeyCode::Up => page.above.saturating_sub(1),
            KeyCode::Down => page.above + 1,
            KeyCode::PageUp => page.above.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.above + 10,
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX / 2,
            _ => {
                self.page = None;
                return if deed == Some(KeyAction::EndOfInput) {
                    Action::Leave
                } else {
                    Action::Nothing
                };
            }
        };
        Action::Nothing
    }

    fn obey(&mut self, deed: KeyAction) -> Action {
        match deed {
            KeyAction::Say(word) => self.tell(word.to_owned()),
            KeyAction::Commit => self.commit(),
            KeyAction::Complete => {
                if let Some(word) = self.completion() {
                    self.entry.put(word);
                }
                self.typed()
            }
            KeyAction::Earlier => self.recall(InputField::recall_earlier),
            KeyAction::Later => self.recall(InputField::recall_later),
            KeyAction::ScrollUp => {
                self.below += 5;
                Action::Nothing
            }
            KeyAction::ScrollDown => {
                self.below = self.below.saturating_sub(5);
                Action::Nothing
            }
            KeyAction::Help => {
                self.open("Help", help());
                Action::Nothing
            }
            KeyAction::Escape => self.escape(),
            KeyAction::EndOfInput if self.entry.is_empty() => Action::Leave,
            KeyAction::EndOfInput => {
                self.entry.delete();
                self.typed()
            }
            KeyAction::Interrupt => Action::Leave,
            KeyAction::Pause => Action::Pause,
            KeyAction::Redraw => Action::Redraw,
            _ if self.busy || self.is_over() => Action::Nothing,
            deed => {
                if self.choice.obey(deed) {
                    return self.look_closer();
                }
                Action::Nothing
            }
        }
    }

    fn escape(&mut self) -> Action {
        self.hurried = false;
        if self.busy {
            return Action::GiveUp;
        }
        self.entry.clear();
        self.choice.take_back();
        self.below = 0;
        self.look_closer()
    }

    /// Edits the line.
    fn edit(&mut self, key: &KeyEvent) -> Action {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, control) {
            (KeyCode::Char('a'), true) | (KeyCode::Home, _) => self.entry.go_to_start(),
            (KeyCode::Char('e'), true) | (KeyCode::End, _) => self.entry.go_to_end(),
            (KeyCode::Char('b'), true) => self.entry.go(-1),
            (KeyCode::Char('f'), true) => self.entry.go(1),
            (KeyCode::Char('u'), true) => self.entry.rub_out_all(),
            (KeyCode::Char('k'), true) => self.entry.cut_off(),
            (KeyCode::Char('w'), true) => self.entry.rub_out_word(),
            (KeyCode::Char('h'), true) | (KeyCode::Backspace, _) => self.entry.rub_out(),
            (KeyCode::Delete, _) => self.entry.delete(),
            (KeyCode::Left, _) => self.entry.go(-1),
            (KeyCode::Right, _) if self.entry.is_at_end() => return self.obey(KeyAction::Complete),
            (KeyCode::Right, _) => self.entry.go(1),
            (KeyCode::Up, _) => return self.recall(InputField::recall_earlier),
            (KeyCode::Down, _) => return self.recall(InputField::recall_later),
            (KeyCode::Char(letter), false) => self.entry.insert(letter),
            _ => return Action::Nothing,
        }
        self.typed()
    }

    fn recall(&mut self, recall: impl FnOnce(&mut InputField)) -> Action {
        recall(&mut self.entry);
        self.typed()
    }

    /// What is typed has changed: the move that is meant is shown on the board.
    fn typed(&mut self) -> Action {
        if self.busy || self.is_over() {
            return Action::Nothing;
        }
        let line = self.entry.text();
        if line.starts_with(char::is_alphabetic) && !line.contains(char::is_numeric) {
            return Action::Nothing;
        }
        if line.is_empty() {
            self.choice.take_back();
            return self.look_closer();
        }
        Action::Ask(ScreenRequest::Mean(line))
    }

    /// The word that is being typed, if it can be told: the first that begins so.
    pub(super) fn completion(&self) -> Option<&'static str> {
        let typed = self.entry.text().to_lowercase();
        let words = lab::PlayCommand::words()
            .iter()
            .filter(|word| word.is_word());
        let mut words = words.map(|word| word.typed);
        words.find(|word| !typed.is_empty() && word.starts_with(&typed) && *word != typed)
    }

    /// Says what is typed, or makes the move that is chosen.
    fn commit(&mut self) -> Action {
        if self.busy {
            self.hurried = !self.entry.is_empty();
            return Action::Nothing;
        }
        if !self.entry.is_empty() {
            let line = self.entry.finish();
            return self.tell(whole_word(&line));
        }
        if self.choice.is_made() && !self.is_over() {
            let line = self.choice.line();
            return self.tell(line);
        }
        Action::Nothing
    }

    /// Says a line to the computer.
    fn tell(&mut self, line: String) -> Action {
        if self.busy || line.trim().is_empty() {
            return Action::Nothing;
        }
        if matches!(line.parse(), Ok(lab::PlayCommand::Help)) {
            self.open("Help", help());
            return Action::Nothing;
        }
        self.entry.clear();
        self.below = 0;
        self.push(Paragraph::new(
            TextRole::Faint,
            format!("> {}", shortened(&line)),
        ));
        self.busy = true;
        Action::Ask(ScreenRequest::Line(line))
    }

    fn is_over(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.over)
    }

    /// The move that is chosen.
    fn wish(&self) -> ChosenMove {
        let piles = self.choice.board().rows().is_some();
        ChosenMove {
            then: self.choice.then().to_vec(),
            pile: piles.then(|| self.choice.pile()),
        }
    }

    /// Asks what the rules say of what is chosen.
    fn look_closer(&mut self) -> Action {
        if self.busy || self.is_over() {
            return Action::Nothing;
        }
        let wish = self.wish();
        if self.look.as_ref().is_some_and(|look| look.wish == wish) {
            return Action::Nothing;
        }
        self.look = None;
        Action::Ask(ScreenRequest::Look(wish))
    }

    /// Shows what was said; `among` others, a review is a summary.
    fn say(&mut self, saying: &Saying, among: bool) {
        let paragraph = self.voice.say(saying);
        match saying {
            Saying::Rules(rules) => {
                let first = self.rules.is_empty();
                self.title.clone_from(&rules.title);
                self.rules = if have_captions(rules) {
                    vec![paragraph]
                } else {
                    self.all_rules.clone()
                };
                if !first {
                    self.open("Rules", self.all_rules.clone());
                }
            }
            Saying::Review { moves, .. } if among => self.push(self.voice.summary(moves)),
            Saying::Review { .. } => self.open("Review", vec![paragraph]),
            Saying::Hint(Knowledge {
                winning_move: Some(winning),
                ..
            }) => {
                self.choice.show(winning.to.piles().to_vec());
                self.push(paragraph);
            }
            Saying::Goodbye => self.left = true,
            _ => self.push(paragraph),
        }
    }

    fn open(&mut self, title: &'static str, paragraphs: Vec<Paragraph>) {
        self.page = Some(Page {
            title,
            paragraphs,
            above: 0,
        });
    }

    fn push(&mut self, paragraph: Paragraph) {
        if self.log.len() == REMEMBERED {
            self.log.remove(0);
        }
        self.log.push(paragraph);
    }

    fn mouse(&mut self, mouse: &MouseEvent) -> Action {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll(true),
            MouseEventKind::ScrollDown => self.scroll(false),
            MouseEventKind::Down(MouseButton::Left) => {
                if self.page.take().is_some() {
                    return Action::Nothing;
                }
                return self.touch(mouse.column, mouse.row);
            }
            _ => {}
        }
        Action::Nothing
    }

    fn scroll(&mut self, up: bool) {
        match (&mut self.page, up) {
            (Some(page), true) => page.above = page.above.saturating_sub(3),
            (Some(page), false) => page.above += 3,
            (None, true) => self.below += 3,
            (None, false) => self.below = self.below.saturating_sub(3),
        }
    }

    fn touch(&mut self, column: u16, row: u16) -> Action {
        let at = ratatui::layout::Position::new(column, row);
        let found = self.touches.iter().find(|(area, _)| area.contains(at));
        let Some((_, touch)) = found.cloned() else {
            return Action::Nothing;
        };
        if let Touch::Word(word) = touch {
            return self.tell(word.to_owned());
        }
        if self.busy || self.is_over() {
            return Action::Nothing;
        }
        self.entry.clear();
        match touch {
            Touch::Leave(pile, left) => self.choice.leave(pile, left),
            Touch::Pile(pile) => self.choice.choose(pile),
            Touch::Square(square) => self.choice.toggle(square),
            Touch::Word(_) => {}
        }
        self.look_closer()
    }
}

/// A word that is typed in part, if only one begins so.
fn whole_word(line: &str) -> String {
    let typed = line.trim().to_lowercase();
    let words = lab::PlayCommand::words()
        .iter()
        .filter(|word| word.is_word());
    let mut words = words.filter(|word| word.typed.starts_with(&typed));
    match (words.next(), words.next()) {
        (Some(word), None) if !typed.is_empty() => word.typed.to_owned(),
        _ => line.to_owned(),
    }
}

/// A line as it is shown again.
fn shortened(line: &str) -> String {
    const SHOWN: usize = 200;
    let mut letters = line.chars();
    let shown: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_none() {
        shown
    } else {
        format!("{shown}…")
    }
}

/// What can be done, by keys and by words.
fn help() -> Vec<Paragraph> {
    let keys = keys::help();
    let width = keys.iter().map(|(names, _)| names.len()).max().unwrap_or(0);
    let keys = keys
        .iter()
        .map(|(names, does)| format!("{names:width$}  {does}"));
    let mouse = "The mouse works too: a finger on a token takes it and those behind it, one on a square picks up a coin or puts one down, one on a word below says it.";
    vec![
        Paragraph::new(TextRole::Strong, "What can be typed"),
        Paragraph::new(TextRole::Plain, lab::PlayCommand::help()),
        Paragraph::new(TextRole::Strong, "\nKeys"),
        Paragraph::new(TextRole::Plain, keys.collect::<Vec<_>>().join("\n")),
        Paragraph::new(TextRole::Plain, format!("\n{mouse}")),
    ]
}
