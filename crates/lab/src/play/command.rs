//! What a human can type at the board.

use std::str::FromStr;

use numeration::natural::Natural;

use crate::LabError;

/// One line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A move to the position with these piles.
    Move(Vec<Natural>),
    /// Which move wins?
    Hint,
    /// Who wins from here, and why?
    Why,
    /// What are the moves?
    Moves,
    /// Take back the last move and its answer.
    Undo,
    /// Another match, from this position or from one that is dealt.
    New(Option<String>),
    /// What can be typed?
    Help,
    /// Leave.
    Quit,
    /// An empty line.
    Nothing,
}

/// The words that can be typed.
const WORDS: [&str; 7] = ["hint", "why", "moves", "undo", "new", "help", "quit"];

impl Command {
    /// What can be typed, a line each.
    pub const HELP: &'static str = "3,5,8  move to this position
hint   show a winning move
why    say who wins from here, and why
moves  list the moves
undo   take back your last move and the answer
new    play another match; `new 3,5,8` begins from that position
quit   leave";
}

impl FromStr for Command {
    type Err = LabError;

    fn from_str(line: &str) -> Result<Self, LabError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Ok(Self::Nothing),
            ("hint", "") => Ok(Self::Hint),
            ("why" | "why?", "") => Ok(Self::Why),
            ("moves", "") => Ok(Self::Moves),
            ("undo", "") => Ok(Self::Undo),
            ("new", "") => Ok(Self::New(None)),
            ("new", position) => Ok(Self::New(Some(position.to_owned()))),
            ("help" | "?", "") => Ok(Self::Help),
            ("quit" | "exit" | "q", "") => Ok(Self::Quit),
            (other, _) if other.starts_with(|first: char| first.is_alphabetic()) => {
                Err(unknown(other))
            }
            _ => Ok(Self::Move(knowledge::parse_piles(line)?)),
        }
    }
}

fn unknown(word: &str) -> LabError {
    let advice = match lang::suggest::nearest(word, WORDS) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "type the position you move to, such as 3,5,8, or `help`".to_owned(),
    };
    let word: String = word.chars().take(40).collect();
    LabError::input(format!("`{word}` is not understood; {advice}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(line: &str, expected: &Command) {
        assert_eq!(line.parse::<Command>().unwrap(), *expected, "{line}");
    }

    fn check_fault(line: &str, expected: &str) {
        assert_eq!(
            line.parse::<Command>().unwrap_err().to_string(),
            expected,
            "{line}"
        );
    }

    #[test]
    fn words_and_positions() {
        check("  HINT ", &Command::Hint);
        check("why?", &Command::Why);
        check("q", &Command::Quit);
        check("", &Command::Nothing);
        check("new", &Command::New(None));
        check("new 3, 5", &Command::New(Some("3, 5".to_owned())));
        let piles = [3_u32, 5].map(Natural::from).to_vec();
        check("(3, 1+4)", &Command::Move(piles));
    }

    #[test]
    fn faults_say_what_to_type() {
        check_fault("hnit", "`hnit` is not understood; did you mean `hint`?");
        check_fault(
            "castle",
            "`castle` is not understood; type the position you move to, such as 3,5,8, or `help`",
        );
        check_fault("3 5", "piles are separated by commas: `3,5`");
    }
}
