//! The keys of the screen, as data: what a key does and what the help says of it are one entry.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyAction {
    /// Says a word to the computer, as if it had been typed.
    Say(&'static str),
    /// The next pile, or the next coin of a strip.
    Next,
    /// The one before.
    Previous,
    /// One more token goes; on a strip, a square to the left.
    Left,
    /// One token stays after all; on a strip, a square to the right.
    Right,
    /// Ten at once.
    FarLeft,
    /// Ten at once.
    FarRight,
    /// The whole pile goes; on a strip, the first square.
    LeftEnd,
    /// Nothing of the pile goes; on a strip, the square behind the last coin.
    RightEnd,
    /// Picks up a coin, or puts one down.
    Toggle,
    /// Makes the move that is chosen, or says what is typed.
    Commit,
    /// Completes the word that is typed.
    Complete,
    /// Recalls what was typed before.
    Earlier,
    /// And after.
    Later,
    /// Shows more of what was said.
    ScrollUp,
    /// And less.
    ScrollDown,
    /// Shows the help.
    Help,
    /// Stops the computer, closes what is open, or takes the choice back.
    Escape,
    /// Stops the computer, or leaves.
    Interrupt,
    /// Leaves if nothing is typed.
    EndOfInput,
    /// Lets the shell go on for a while.
    Pause,
    /// Draws everything anew.
    Redraw,
}

/// A key, and what it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyBinding {
    /// As the help names it.
    pub(crate) name: &'static str,
    /// What the help says; keys with the same words share a line.
    pub(crate) does: &'static str,
    code: KeyCode,
    modifiers: KeyModifiers,
    /// What it does.
    pub(crate) deed: KeyAction,
    /// Does it edit the line instead while something is typed?
    yields: bool,
}

const PLAIN: KeyModifiers = KeyModifiers::NONE;
const CONTROL: KeyModifiers = KeyModifiers::CONTROL;

const fn key(name: &'static str, does: &'static str, code: KeyCode, deed: KeyAction) -> KeyBinding {
    KeyBinding {
        name,
        does,
        code,
        modifiers: PLAIN,
        deed,
        yields: false,
    }
}

const fn control(
    name: &'static str,
    does: &'static str,
    letter: char,
    deed: KeyAction,
) -> KeyBinding {
    KeyBinding {
        name,
        does,
        code: KeyCode::Char(letter),
        modifiers: CONTROL,
        deed,
        yields: false,
    }
}

/// It edits the line while something is typed.
const fn yielding(key: KeyBinding) -> KeyBinding {
    KeyBinding {
        yields: true,
        ..key
    }
}

const PILE: &str = "choose a pile; on a strip, go to a coin";
const TAKE: &str = "take one more from it, or one less; on a strip, go along it";
const TEN: &str = "the same by ten";
const ENDS: &str = "take all of it, or nothing; on a strip, its ends";
const SCROLL: &str = "read what was said before";
const RECALL: &str = "recall what was typed; Up and Down too while something is typed";

/// Every key.
pub(crate) static KEYS: [KeyBinding; 33] = [
    yielding(key("Up", PILE, KeyCode::Up, KeyAction::Previous)),
    yielding(key("Down", PILE, KeyCode::Down, KeyAction::Next)),
    yielding(key("Left", TAKE, KeyCode::Left, KeyAction::Left)),
    yielding(key("Right", TAKE, KeyCode::Right, KeyAction::Right)),
    KeyBinding {
        modifiers: CONTROL,
        ..key("Ctrl-Left", TEN, KeyCode::Left, KeyAction::FarLeft)
    },
    KeyBinding {
        modifiers: CONTROL,
        ..key("Ctrl-Right", TEN, KeyCode::Right, KeyAction::FarRight)
    },
    yielding(key("Home", ENDS, KeyCode::Home, KeyAction::LeftEnd)),
    yielding(key("End", ENDS, KeyCode::End, KeyAction::RightEnd)),
    yielding(key(
        "Space",
        "on a strip, pick up a coin or put one down",
        KeyCode::Char(' '),
        KeyAction::Toggle,
    )),
    key(
        "Enter",
        "make the move that is chosen or typed",
        KeyCode::Enter,
        KeyAction::Commit,
    ),
    key(
        "Esc",
        "stop the computer's thinking; take back what is chosen or typed",
        KeyCode::Esc,
        KeyAction::Escape,
    ),
    yielding(key("?", "this help", KeyCode::Char('?'), KeyAction::Help)),
    key("F1", "this help", KeyCode::F(1), KeyAction::Help),
    key("F2", "hint", KeyCode::F(2), KeyAction::Say("hint")),
    key("F3", "why", KeyCode::F(3), KeyAction::Say("why")),
    key("F4", "moves", KeyCode::F(4), KeyAction::Say("moves")),
    key("F5", "rules", KeyCode::F(5), KeyAction::Say("rules")),
    key("F6", "review", KeyCode::F(6), KeyAction::Say("review")),
    key("F7", "undo", KeyCode::F(7), KeyAction::Say("undo")),
    key("F8", "redo", KeyCode::F(8), KeyAction::Say("redo")),
    key("F9", "new", KeyCode::F(9), KeyAction::Say("new")),
    key(
        "Tab",
        "complete the word that is typed",
        KeyCode::Tab,
        KeyAction::Complete,
    ),
    key("PageUp", SCROLL, KeyCode::PageUp, KeyAction::ScrollUp),
    key("PageDown", SCROLL, KeyCode::PageDown, KeyAction::ScrollDown),
    control("Ctrl-P", RECALL, 'p', KeyAction::Earlier),
    control("Ctrl-N", RECALL, 'n', KeyAction::Later),
    control("Ctrl-L", "draw the screen anew", 'l', KeyAction::Redraw),
    control(
        "Ctrl-C",
        "stop the computer's thinking, or leave; the match can be resumed",
        'c',
        KeyAction::Interrupt,
    ),
    control("Ctrl-D", "leave", 'd', KeyAction::EndOfInput),
    control(
        "Ctrl-Z",
        "back to the shell; `fg` returns",
        'z',
        KeyAction::Pause,
    ),
    key("F10", "leave", KeyCode::F(10), KeyAction::Say("quit")),
    // What some terminals send for the same.
    key("", "", KeyCode::Char('\n'), KeyAction::Commit),
    control("", "", 'm', KeyAction::Commit),
];

/// What a key does; none if it is typed into the line. `typing` is whether something is typed already.
pub(crate) fn deed(event: &KeyEvent, typing: bool) -> Option<KeyAction> {
    let modifiers = event.modifiers & (CONTROL | KeyModifiers::ALT);
    let code = match event.code {
        KeyCode::Char(letter) if modifiers == CONTROL => KeyCode::Char(letter.to_ascii_lowercase()),
        code => code,
    };
    let mut keys = KEYS.iter();
    keys.find(|key| key.code == code && key.modifiers == modifiers)
        .filter(|key| !(typing && key.yields))
        .map(|key| key.deed)
}

/// What the help says of keys: their names and what they do.
pub(crate) fn help() -> Vec<(String, &'static str)> {
    let mut lines: Vec<(String, &'static str)> = Vec::new();
    for key in KEYS.iter().filter(|key| !key.name.is_empty()) {
        match lines.iter_mut().find(|(_, does)| *does == key.does) {
            Some((names, _)) => {
                names.push_str(", ");
                names.push_str(key.name);
            }
            None => lines.push((key.name.to_owned(), key.does)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_one_thing_each() {
        for (place, key) in KEYS.iter().enumerate() {
            let same =
                |other: &KeyBinding| other.code == key.code && other.modifiers == key.modifiers;
            assert!(!KEYS[..place].iter().any(same), "{}", key.name);
        }
    }

    #[test]
    fn arrows_edit_what_is_typed() {
        let up = KeyEvent::new(KeyCode::Up, PLAIN);
        assert_eq!(deed(&up, false), Some(KeyAction::Previous));
        assert_eq!(deed(&up, true), None);
        let question = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::SHIFT);
        assert_eq!(deed(&question, false), Some(KeyAction::Help));
        assert_eq!(deed(&question, true), None);
        let letter = KeyEvent::new(KeyCode::Char('h'), PLAIN);
        assert_eq!(deed(&letter, false), None);
    }

    #[test]
    fn words_said_by_keys_are_understood() {
        for key in &KEYS {
            if let KeyAction::Say(word) = key.deed {
                assert!(word.parse::<lab::PlayCommand>().is_ok(), "{word}");
            }
        }
    }

    #[test]
    fn the_help_names_every_key() {
        let help = help();
        assert_eq!(help[0], ("Up, Down".to_owned(), PILE));
        let names: Vec<&str> = help
            .iter()
            .flat_map(|(names, _)| names.split(", "))
            .collect();
        let named = KEYS.iter().filter(|key| !key.name.is_empty());
        assert!(named.clone().all(|key| names.contains(&key.name)));
        assert_eq!(names.len(), named.count());
    }
}
