//! What a human can type at the board.

use std::fmt::Write;
use std::str::FromStr;
use std::sync::LazyLock;

use numeration::natural::Natural;
use play::Level;

use super::words::{self, Lowering, Taking};
use crate::LabError;

/// One line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    /// A move to the position with these piles.
    Move(Vec<Natural>),
    /// A move that takes so many from these piles: `3 from c`.
    Take(Vec<Taking>),
    /// A move that leaves so many, moves coins or splits a heap: `c to 5`, `9 to 3`, `7 -> 3,2`.
    Lower(Vec<Lowering>),
    /// In a blocking game, forbid these options before the computer moves.
    Forbid(Vec<String>),
    /// Which move wins?
    Hint,
    /// Who wins from here, and why?
    Why,
    /// What are the moves?
    Moves,
    /// Take back the last move and its answer.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// What are the rules?
    Rules,
    /// Which moves were good?
    Review,
    /// How well does the computer play? Or: play at this level from now on.
    Level(Option<Level>),
    /// Another match, from this position or from one that is dealt.
    New(Option<String>),
    /// What can be typed?
    Help,
    /// Leave.
    Quit,
    /// An empty line.
    Nothing,
}

/// Something that can be typed, for help and for completion.
#[derive(Clone, Copy, Debug)]
pub struct CommandWord {
    /// What is typed: a word, or an example of a move.
    pub typed: &'static str,
    /// What it does.
    pub does: &'static str,
    /// Other words for the same.
    aliases: &'static [&'static str],
    /// What it means with what stands behind it; none for an example of a move.
    meaning: Option<Meaning>,
}

/// What a word means, given what stands behind it.
type Meaning = fn(&str) -> Result<PlayCommand, LabError>;

impl CommandWord {
    const fn example(typed: &'static str, does: &'static str) -> Self {
        Self {
            typed,
            does,
            aliases: &[],
            meaning: None,
        }
    }

    const fn meaning(typed: &'static str, does: &'static str, meaning: Meaning) -> Self {
        Self {
            typed,
            does,
            aliases: &[],
            meaning: Some(meaning),
        }
    }

    const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Is it a word, and not an example of a move?
    pub fn is_word(&self) -> bool {
        self.meaning.is_some()
    }

    fn is_typed(&self, word: &str) -> bool {
        self.is_word() && (self.typed == word || self.aliases.contains(&word))
    }
}

/// All that can be typed: help, suggestions and the reading of a line follow from it.
static WORDS: [CommandWord; 15] = [
    CommandWord::example("3,5,8", "move to this position"),
    CommandWord::example("3 from c", "take so many; `2 from a and all from b` too"),
    CommandWord::example("c to 5", "leave so many; on a strip, `9 to 3` moves a coin"),
    CommandWord::example("7 -> 3,2", "where heaps split, replace one by others"),
    CommandWord::meaning("hint", "show a winning move", |rest| {
        alone(rest, PlayCommand::Hint)
    }),
    CommandWord::meaning("why", "say who wins from here, and why", |rest| {
        alone(rest, PlayCommand::Why)
    }),
    CommandWord::meaning("moves", "list the moves", |rest| {
        alone(rest, PlayCommand::Moves)
    }),
    CommandWord::meaning("undo", "take back your last move and the answer", |rest| {
        alone(rest, PlayCommand::Undo)
    }),
    CommandWord::meaning("redo", "play again what was taken back", |rest| {
        alone(rest, PlayCommand::Redo)
    }),
    CommandWord::meaning("rules", "show the rules", |rest| {
        alone(rest, PlayCommand::Rules)
    }),
    CommandWord::meaning("review", "go through the match, move by move", |rest| {
        alone(rest, PlayCommand::Review)
    }),
    CommandWord::meaning(
        "level",
        "how well the computer plays; `level casual` changes it",
        level,
    ),
    CommandWord::meaning(
        "new",
        "play another match; `new 3,5,8` begins from that position",
        |rest| {
            Ok(PlayCommand::New(
                (!rest.is_empty()).then(|| rest.to_owned()),
            ))
        },
    ),
    CommandWord::meaning("help", "show this", |rest| alone(rest, PlayCommand::Help)).or(&["?"]),
    CommandWord::meaning("quit", "leave", |rest| alone(rest, PlayCommand::Quit)).or(&["exit", "q"]),
];

/// What can be typed, a line each.
static HELP: LazyLock<String> = LazyLock::new(|| {
    let width = WORDS.iter().map(|word| word.typed.len()).max().unwrap_or(0);
    let mut text = String::new();
    for word in &WORDS {
        let _ = writeln!(text, "{:width$}  {}", word.typed, word.does);
    }
    text.truncate(text.trim_end().len());
    text
});

impl PlayCommand {
    /// All that can be typed, in the order of the help.
    pub fn words() -> &'static [CommandWord] {
        &WORDS
    }

    /// What can be typed, a line each.
    pub fn help() -> &'static str {
        &HELP
    }
}

impl FromStr for PlayCommand {
    type Err = LabError;

    fn from_str(line: &str) -> Result<Self, LabError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let lower = word.to_ascii_lowercase();
        let asked = lower.strip_suffix('?').filter(|word| !word.is_empty());
        let known = WORDS
            .iter()
            .find(|known| known.is_typed(asked.unwrap_or(&lower)));
        if let Some(meaning) = known.and_then(|known| known.meaning) {
            return meaning(rest.trim());
        }
        if lower == "forbid" {
            return forbid(rest);
        }
        if let Some(replaced) = words::replaced(line) {
            return replaced;
        }
        match line {
            "" => Ok(Self::Nothing),
            line if words::are_spoken(line) => words::read(line),
            line if line.starts_with(char::is_alphabetic) => Err(unknown(&lower)),
            line => Ok(Self::Move(knowledge::parse_piles(line)?)),
        }
    }
}

/// The options of `forbid 3,5 2,2`, or none of `forbid nothing`.
fn forbid(rest: &str) -> Result<PlayCommand, LabError> {
    let rest = rest.replace(", ", ",");
    let options: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    match options.as_slice() {
        [] => Err(LabError::input(
            "say what is forbidden, such as `forbid 3,5 2,2`, or `forbid nothing`",
        )),
        [nothing] if nothing.eq_ignore_ascii_case("nothing") => Ok(PlayCommand::Forbid(Vec::new())),
        _ => Ok(PlayCommand::Forbid(options)),
    }
}

/// A word behind which nothing stands.
fn alone(rest: &str, command: PlayCommand) -> Result<PlayCommand, LabError> {
    if rest.is_empty() {
        return Ok(command);
    }
    let rest: String = rest.chars().take(SHOWN).collect();
    Err(LabError::input(format!(
        "`{rest}` is not understood there: the word is typed alone"
    )))
}

fn level(rest: &str) -> Result<PlayCommand, LabError> {
    if rest.is_empty() {
        return Ok(PlayCommand::Level(None));
    }
    let level = rest.parse::<Level>();
    let level = level.map_err(|unknown| LabError::input(unknown.to_string()))?;
    Ok(PlayCommand::Level(Some(level)))
}

/// So much of a word that is not understood is shown.
const SHOWN: usize = 40;

fn unknown(word: &str) -> LabError {
    let known = WORDS.iter().filter(|known| known.is_word());
    let advice = match lang::suggest::nearest(word, known.map(|known| known.typed)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "type the position you move to, such as 3,5,8, what you take, such as 3 from c, or `help`"
                .to_owned()
        }
    };
    let word: String = word.chars().take(SHOWN).collect();
    LabError::input(format!("`{word}` is not understood; {advice}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(line: &str, expected: &PlayCommand) {
        assert_eq!(line.parse::<PlayCommand>().unwrap(), *expected, "{line}");
    }

    fn check_fault(line: &str, expected: &str) {
        assert_eq!(
            line.parse::<PlayCommand>().unwrap_err().to_string(),
            expected,
            "{line}"
        );
    }

    #[test]
    fn words_and_positions() {
        check("  HINT ", &PlayCommand::Hint);
        check("why?", &PlayCommand::Why);
        check("?", &PlayCommand::Help);
        check("q", &PlayCommand::Quit);
        check("", &PlayCommand::Nothing);
        check("new", &PlayCommand::New(None));
        check("new 3, 5", &PlayCommand::New(Some("3, 5".to_owned())));
        check("level", &PlayCommand::Level(None));
        check("forbid nothing", &PlayCommand::Forbid(Vec::new()));
        let options = ["3,5", "(2,2)"].map(str::to_owned).to_vec();
        check("forbid 3, 5 (2, 2)", &PlayCommand::Forbid(options));
        check("level Casual", &PlayCommand::Level(Some(Level::Casual)));
        let piles = [3_u32, 5].map(Natural::from).to_vec();
        check("(3, 1+4)", &PlayCommand::Move(piles));
    }

    #[test]
    fn every_word_is_understood_and_helped_with() {
        for word in PlayCommand::words().iter().filter(|word| word.is_word()) {
            assert!(word.typed.parse::<PlayCommand>().is_ok(), "{}", word.typed);
            assert!(PlayCommand::help().contains(word.does));
        }
    }

    #[test]
    fn faults_say_what_to_type() {
        check_fault("hnit", "`hnit` is not understood; did you mean `hint`?");
        check_fault("reviw", "`reviw` is not understood; did you mean `review`?");
        check_fault(
            "castle",
            "`castle` is not understood; type the position you move to, such as 3,5,8, what you take, such as \
             3 from c, or `help`",
        );
        check_fault("3 5", "piles are separated by commas: `3,5`");
        check_fault(
            "hint please",
            "`please` is not understood there: the word is typed alone",
        );
        check_fault(
            "level god",
            "there is no level `god`; there are perfect, strong, casual and beginner",
        );
    }
}
