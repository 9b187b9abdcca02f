//! The files that lie beside a rule file: the automata that it names.

use std::collections::BTreeMap;

use logos::Logos;

use crate::span::Span;
use crate::token::{Token, unquote};
use crate::visible::{hidden_in, is_hidden, spelled};

/// The text of each file that a rule text names, or why it cannot be had. Who reads rules from elsewhere than a file has none.
///
/// ```
/// let text = "game g\npiles x\nmove a: x' < x\nset W = automaton \"w.aut\" in binary\nP when x in W";
/// let beside = lang::CompanionFiles::of(text, |name| {
///     assert_eq!(name, "w.aut");
///     Ok("msd_2\n0 1\n0 -> 0".to_owned())
/// });
/// assert!(lang::open_beside(text, "g.game", &beside, |_| Vec::new()).is_ok());
/// assert!(lang::load(text, "g.game", &[]).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompanionFiles(BTreeMap<String, Result<String, String>>);

impl CompanionFiles {
    /// What `read` says of each file that the rules name by a plain name.
    pub fn of(text: &str, mut read: impl FnMut(&str) -> Result<String, String>) -> Self {
        let mut files = BTreeMap::new();
        for name in named(text) {
            if is_plain(&name) && !files.contains_key(&name) {
                let text = read(&name);
                files.insert(name, text);
            }
        }
        Self(files)
    }

    /// The same with one more file.
    #[must_use]
    pub fn with(&self, name: &str, text: &str) -> Self {
        let mut files = self.0.clone();
        files.insert(name.to_owned(), Ok(text.to_owned()));
        Self(files)
    }

    /// The files that were read: their names and texts.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.0.iter();
        files.filter_map(|(name, text)| Some((name.as_str(), text.as_deref().ok()?)))
    }

    /// Is a file of this name among them?
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The text of a file, or why it cannot be had.
    pub(crate) fn text(&self, name: &str) -> Result<&str, String> {
        let text = match self.0.get(name) {
            Some(read) => read.as_ref().map_err(String::clone)?,
            None => return Err("these rules came without files".to_owned()),
        };
        match hidden_in(text).next() {
            None => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Some((at, character)) => {
                let line = text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
                let shown = spelled(character);
                Err(format!(
                    "line {line}: `{shown}` is a character that cannot be seen"
                ))
            }
        }
    }
}

/// Is it the name of a file, and no path to another place?
pub(crate) fn is_plain(name: &str) -> bool {
    let strange = |sign: char| matches!(sign, '/' | '\\' | ':') || is_hidden(sign);
    !name.is_empty() && !name.starts_with('.') && !name.contains(strange)
}

/// What stands in quotes behind the word `automaton`.
fn named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut after_word = false;
    for (token, range) in Token::lexer(text).spanned() {
        let word = Span::new(range.start, range.end).of(text);
        if after_word && token == Ok(Token::String) {
            names.push(unquote(word));
        }
        after_word = token == Ok(Token::Word) && word == "automaton";
    }
    names
}
