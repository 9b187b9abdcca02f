//! Matches on a screen without a terminal.
#![allow(clippy::unwrap_used)]

use lab::{
    Game, GameReference, LabError, Level, Match, Partner, Play, PlayRequest, Player, Unwatched,
};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::state::{Action, Screen};
use super::table::{self, ScreenAnswer, ScreenRequest};
use crate::terminal::saved::MatchStore;
use crate::terminal::sheet::{ASCII, Signs, UNICODE};
use crate::terminal::words::MessageStyle;

/// Somebody who plays on a screen.
struct TestPlayer<'r> {
    screen: Screen,
    game: Match<'r>,
    terminal: Terminal<TestBackend>,
    left: bool,
}

impl TestPlayer<'_> {
    /// Presses a key.
    fn key(&mut self, code: KeyCode) -> &mut Self {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    /// Types a line; a line break is the Enter key.
    fn typed(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.key(match letter {
                '\n' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            });
        }
        self
    }

    fn event(&mut self, event: &Event) -> &mut Self {
        let action = self.screen.handle(event);
        self.act(action);
        self.draw();
        self
    }

    fn act(&mut self, mut action: Action) {
        loop {
            action = match action {
                Action::Ask(ask) => self.ask(ask),
                Action::Leave => {
                    self.left = true;
                    return;
                }
                _ => return,
            };
        }
    }

    fn ask(&mut self, ask: ScreenRequest) -> Action {
        let answer = table::answer(&mut self.game, ask, &mut MatchStore::idle(), &Unwatched);
        self.screen.hear(answer)
    }

    fn draw(&mut self) {
        self.terminal.draw(|frame| self.screen.draw(frame)).unwrap();
    }

    fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.terminal.backend_mut().resize(width, height);
        self.draw();
        self
    }

    /// What is seen, without blanks at the ends.
    fn seen(&self) -> String {
        let screen = self.terminal.backend().to_string();
        let lines = screen.lines().map(|line| {
            let line = line.trim_matches('"');
            line.trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }

    fn sees(&self, text: &str) -> bool {
        self.seen().contains(text)
    }

    fn check(&mut self, text: &str) -> &mut Self {
        assert!(self.sees(text), "no {text:?} in\n{}", self.seen());
        self
    }

    fn check_not(&mut self, text: &str) -> &mut Self {
        assert!(!self.sees(text), "{text:?} in\n{}", self.seen());
        self
    }

    /// A finger on the first place where this is seen, some columns further on.
    fn touch(&mut self, text: &str, further: usize) -> &mut Self {
        let seen = self.seen();
        let found = seen.lines().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((row, line[..at].chars().count() + further))
        });
        let (row, column) = found.unwrap_or_else(|| panic!("no {text:?} in\n{seen}"));
        self.event(&Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: column.try_into().unwrap(),
            row: row.try_into().unwrap(),
            modifiers: KeyModifiers::NONE,
        }))
    }
}

/// Plays a game on a screen of this size.
fn on(
    game: &str,
    position: &str,
    (width, height): (u16, u16),
    signs: &'static Signs,
    play: impl FnOnce(&mut TestPlayer<'_>),
) {
    let reference: GameReference = game.parse().unwrap();
    let source = reference
        .source(|_| Err(LabError::input("no files here")))
        .unwrap();
    let (game, start) = Game::open_at(&source, position).unwrap();
    let request = PlayRequest {
        partner: Partner::new(&game, Play::Normal),
        start: Some(start),
        first: Player::Human,
        level: Level::Perfect,
        seed: 1,
    };
    let voice = MessageStyle { full: false, signs };
    let (game, said) = request.begin(&Unwatched).unwrap();
    let mut seat = TestPlayer {
        screen: Screen::new(voice, true, "All rules".to_owned(), None),
        terminal: Terminal::new(TestBackend::new(width, height)).unwrap(),
        game,
        left: false,
    };
    let view = table::view(&seat.game, &MatchStore::idle());
    let action = seat.screen.hear(ScreenAnswer::Said(said, view));
    seat.act(action);
    seat.draw();
    play(&mut seat);
}

const SIZES: [(u16, u16); 3] = [(40, 30), (80, 24), (200, 50)];

#[test]
fn how_it_looks() {
    for size in SIZES {
        on("raleigh", "3,6,10", size, &UNICODE, |seat| {
            seat.typed("1,2,7\n").key(KeyCode::Left);
            insta::assert_snapshot!(format!("raleigh-{}", size.0), seat.seen());
        });
        on("frankenstein", "2,7,20", size, &ASCII, |seat| {
            seat.typed(" ").key(KeyCode::Left);
            insta::assert_snapshot!(format!("frankenstein-{}", size.0), seat.seen());
        });
        on("rat", "10^100,2*10^100,4*10^100", size, &UNICODE, |seat| {
            seat.typed("hint\n");
            insta::assert_snapshot!(format!("large-{}", size.0), seat.seen());
        });
        on("wythoff", "3,6", size, &UNICODE, |seat| {
            seat.typed("?");
            insta::assert_snapshot!(format!("help-{}", size.0), seat.seen());
        });
    }
}

#[test]
fn a_whole_match() {
    for size in SIZES {
        on("nim", "1,2", size, &UNICODE, |seat| {
            seat.check("your move").typed("1 from x[2]\n");
            seat.check("that keeps the win")
                .check("the computer moves to");
            seat.typed("0,0\n").check("you win!");
            seat.typed("3,3\n").check("the match is over.");
            seat.typed("review\n")
                .check("Review")
                .check("1. you: (1, 2)");
            seat.key(KeyCode::Esc).check_not("Review");
            seat.typed("rules\n").check("All rules").key(KeyCode::Esc);
            seat.typed("undo\n").check("taken back").check("your move");
            seat.typed("redo\n").check("played again");
            seat.typed("new 2,2\n").check("(2, 2)  your move");
            seat.typed("quit\n");
            assert!(seat.left);
        });
    }
}

#[test]
fn an_illegal_try_says_why() {
    for size in SIZES {
        on("raleigh", "3,6,10", size, &UNICODE, |seat| {
            seat.typed("1,2,7\n").check("not legal: (3, 6, 10)");
            seat.check("\"I\": 3 piles change (a, b, c)");
            // Chosen on the board, it is told before it is played.
            seat.typed("new 3,6,10\n");
            seat.key(KeyCode::Down).key(KeyCode::Down);
            for _ in 0..2 {
                seat.key(KeyCode::Left).key(KeyCode::Up);
            }
            seat.key(KeyCode::Left)
                .check("to (2, 5, 9): legal, \"III\"");
            seat.key(KeyCode::Left)
                .check("to (1, 5, 9): legal, \"III\"");
            seat.key(KeyCode::Down).key(KeyCode::Left);
            seat.check("to (1, 4, 9): not legal")
                .check("\"I\": 3 piles change");
            seat.key(KeyCode::Esc).check_not("not legal\n");
        });
    }
}

#[test]
fn what_is_typed_is_shown_on_the_board() {
    on("raleigh", "3,6,10", (80, 24), &ASCII, |seat| {
        seat.typed("4 from c")
            .check("c o o o o o o x x x x")
            .check("10 - 4 = 6");
        seat.check("to (3, 6, 6): legal, \"I\"");
        seat.key(KeyCode::Backspace)
            .check("> 4 from")
            .check("c o o o o o o o o o o");
        seat.key(KeyCode::Esc).check_not("> 4");
        seat.typed("hi")
            .check("> hint")
            .key(KeyCode::Tab)
            .key(KeyCode::Enter);
        // A hint is shown on the board: Enter plays it.
        seat.check("move to (1, 2, 3)").check("to (1, 2, 3): legal");
        seat.key(KeyCode::Char('x'))
            .key(KeyCode::Up)
            .check("> hint");
    });
}

#[test]
fn what_is_typed_while_the_computer_thinks_is_said_then() {
    on("nim", "1,2", (80, 24), &UNICODE, |seat| {
        let voice = MessageStyle {
            full: false,
            signs: &UNICODE,
        };
        let mut screen = Screen::new(voice, true, String::new(), None);
        let press = |code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        for letter in "hint".chars() {
            screen.handle(&press(KeyCode::Char(letter)));
        }
        assert_eq!(screen.handle(&press(KeyCode::Enter)), Action::Nothing);
        let view = table::view(&seat.game, &MatchStore::idle());
        let action = screen.hear(ScreenAnswer::Said(Vec::new(), view));
        assert_eq!(action, Action::Ask(ScreenRequest::Line("hint".to_owned())));
        // Now it is thinking again: Esc asks for an end of that.
        assert_eq!(screen.handle(&press(KeyCode::Esc)), Action::GiveUp);
        screen.hear(ScreenAnswer::Stopped(lab::Stopped::Cancelled));
        assert_eq!(screen.handle(&press(KeyCode::Enter)), Action::Nothing);
    });
}

#[test]
fn help_names_every_key_and_word() {
    on("nim", "1,2", (80, 80), &UNICODE, |seat| {
        seat.typed("?").check("Help");
        for word in lab::PlayCommand::words() {
            seat.check(word.typed);
        }
        seat.check("Ctrl-Z")
            .check("Up, Down")
            .key(KeyCode::Esc)
            .check("your move");
        seat.resize(40, 12).key(KeyCode::F(1)).check("1-9 of");
        seat.key(KeyCode::End)
            .check_not("1-9 of")
            .key(KeyCode::Home)
            .check("1-9 of");
        seat.key(KeyCode::Esc).check("your move");
    });
}

#[test]
fn fingers_take_tokens_coins_and_words() {
    on("nim", "3,5", (80, 24), &ASCII, |seat| {
        seat.touch("o o o o o", 4)
            .check("o o x x x")
            .check("5 - 3 = 2");
        seat.touch("o o x x x", 4).check("o o o o o");
        seat.touch("x[1]", 0).check("> x[1]");
        seat.touch("hint", 0).check("move to (3, 3)");
        seat.touch("help", 0).check("What can be typed");
        seat.touch("Help", 0).check_not("What can be typed");
    });
    on("frankenstein", "2,7", (80, 24), &ASCII, |seat| {
        seat.touch("[o]", 1)
            .check("[x]")
            .touch("[^]", 1)
            .check("<o>");
        seat.key(KeyCode::Enter).check("> (1,7)");
    });
}

#[test]
fn the_screen_may_have_any_size() {
    for (game, position) in [
        ("raleigh", "3,6,10"),
        ("frankenstein", "2,7,20"),
        ("nim", "10^100,3,70"),
        ("mark", "0"),
        ("nim:m=40", &vec!["7"; 40].join(",")),
    ] {
        on(game, position, (80, 24), &UNICODE, |seat| {
            seat.typed("why\n").key(KeyCode::Left);
            for width in [1, 2, 5, 10, 29, 30, 31, 99, 100, 300] {
                for height in [1, 2, 3, 5, 8, 15, 16, 100] {
                    seat.resize(width, height);
                    seat.typed("?").key(KeyCode::PageDown).key(KeyCode::Esc);
                }
            }
            seat.resize(80, 24).check("hint");
        });
    }
}

#[test]
fn many_piles_scroll_with_the_pointer() {
    let position = (1..=40)
        .map(|pile: u32| pile.to_string())
        .collect::<Vec<_>>();
    on("nim:m=40", &position.join(","), (80, 24), &ASCII, |seat| {
        seat.check("> x[40]").check_not("x[1] ");
        for _ in 0..40 {
            seat.key(KeyCode::Up);
        }
        seat.check("> x[1] ").check_not("x[40]");
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// No keys lead astray.
    #[test]
    fn any_keys_may_be_pressed(
        keys in proptest::collection::vec(0_usize..18, 0..60),
        width in 1_u16..120,
        height in 1_u16..40,
    ) {
        let codes = [
            KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right, KeyCode::Home, KeyCode::End,
            KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::Backspace, KeyCode::Delete,
            KeyCode::PageUp, KeyCode::Char(' '), KeyCode::Char('3'), KeyCode::Char('u'),
            KeyCode::Char(','), KeyCode::Char('?'), KeyCode::F(7),
        ];
        for game in ["wythoff", "frankenstein"] {
            on(game, "3,6", (width, height), &UNICODE, |seat| {
                for key in &keys {
                    seat.key(codes[*key]);
                }
            });
        }
    }
}
