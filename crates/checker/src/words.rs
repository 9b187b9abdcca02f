//! The words of a line: names, numbers, relations and single signs.

use super::Refusal;

/// What is left of a line.
pub(super) struct LineWords<'a> {
    pub(super) rest: &'a str,
}

impl<'a> LineWords<'a> {
    /// The next word: a name or a number, a relation, or one sign.
    pub(super) fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start_matches(' ');
        let signed = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let named = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let length = match signed.find(|c: char| !named(c)).unwrap_or(signed.len()) {
            0 if self.rest.starts_with(['<', '>', '!', '=']) => self
                .rest
                .find(|c: char| !"<>!=".contains(c))
                .unwrap_or(self.rest.len()),
            0 => self.rest.chars().next().map_or(0, char::len_utf8),
            length => length + self.rest.len() - signed.len(),
        };
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }

    /// Reads a word if it comes next.
    pub(super) fn has(&mut self, word: &str) -> bool {
        let before = self.rest;
        let found = self.word() == word;
        if !found {
            self.rest = before;
        }
        found
    }

    pub(super) fn expect(&mut self, word: &str) -> Result<(), Refusal> {
        match self.has(word) {
            true => Ok(()),
            false => Err(missing(word)),
        }
    }

    /// A text in quotation marks.
    pub(super) fn quoted(&mut self) -> Result<&'a str, Refusal> {
        self.expect("\"")?;
        let (text, rest) = self.rest.split_once('"').ok_or_else(|| missing("\""))?;
        self.rest = rest;
        Ok(text)
    }

    pub(super) fn number(&mut self) -> Result<i64, Refusal> {
        self.word().parse().map_err(|_| missing("a number"))
    }

    pub(super) fn positive(&mut self) -> Result<i64, Refusal> {
        Some(self.number()?)
            .filter(|number| *number > 0)
            .ok_or_else(|| missing("a positive number"))
    }
}

pub(super) fn missing(what: &str) -> Refusal {
    damaged(&format!("“{what}” is missing"))
}

pub(super) fn damaged(how: &str) -> Refusal {
    Refusal::Damaged(how.to_owned())
}
