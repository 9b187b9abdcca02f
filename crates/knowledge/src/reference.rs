//! A game as a user names it: `rat`, `succinct-rat:d=4`, `my-games/new.game:k=2`.
//!
//! ```
//! use knowledge::{GameReference, RulesLocation};
//!
//! let game: GameReference = "subtraction:set={1,3,4}".parse()?;
//! assert_eq!(game.place, RulesLocation::Catalogue("subtraction".into()));
//! assert_eq!(game.arguments, [("set".into(), "{1,3,4}".into())]);
//! # Ok::<(), knowledge::Error>(())
//! ```

use std::fmt;
use std::str::FromStr;

pub use lang::split_at_commas;
use lang::{CompanionFiles, spelled_out};
use strategies::catalog;

use crate::error::Error;

/// The ending of the name of a file with rules.
const EXTENSION: &str = ".game";

/// Where to find a game, and the values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameReference {
    /// Where its rules are.
    pub place: RulesLocation,
    /// The parameters that are given, with their values as text.
    pub arguments: Vec<(String, String)>,
}

/// Where rules are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesLocation {
    /// In the catalogue, under this name.
    Catalogue(String),
    /// In the file of this path, to be read by the front end.
    File(String),
}

/// A game that can be loaded: its rules are in the catalogue or at hand as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSource {
    /// How it was named.
    pub reference: GameReference,
    /// The text of its file, if it is not of the catalogue.
    pub text: Option<String>,
    /// The automata beside the file.
    pub beside: CompanionFiles,
}

impl GameReference {
    /// The game with its text, which `read` gets from the file. What it names beside itself is not read.
    pub fn source<E>(self, read: impl FnOnce(&str) -> Result<String, E>) -> Result<GameSource, E> {
        let text = match &self.place {
            RulesLocation::Catalogue(_) => None,
            RulesLocation::File(path) => Some(read(path)?),
        };
        Ok(GameSource {
            reference: self,
            text,
            beside: CompanionFiles::default(),
        })
    }
}

impl GameReference {
    /// Gives a parameter its value; its name may be a Greek letter.
    ///
    /// # Errors
    /// If the parameter has a value already.
    pub fn give(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let name = spelled_out(name);
        if self.arguments.iter().any(|(other, _)| other == name) {
            return Err(Error::input(format!(
                "the parameter `{name}` is given twice"
            )));
        }
        self.arguments.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// `d=4, beta=2+sqrt(2)`: names with values, after those that the name of the game gives.
    fn parse_arguments(&mut self, list: &str) -> Result<(), Error> {
        for item in split_at_commas(list) {
            let (name, value) = match item.split_once('=') {
                Some((name, value)) => (name.trim(), value.trim()),
                None => (item.trim(), ""),
            };
            if name.is_empty() || value.is_empty() {
                return Err(Error::input(advice(item.trim(), &self.arguments)));
            }
            self.give(name, value)?;
        }
        Ok(())
    }
}

impl GameSource {
    /// The same with the automata that the rules name, which `read` gets from the files beside this path.
    #[must_use]
    pub fn with_files(
        mut self,
        mut read: impl FnMut(&str, &str) -> Result<String, String>,
    ) -> Self {
        if let (RulesLocation::File(path), Some(text)) = (&self.reference.place, &self.text) {
            self.beside = CompanionFiles::of(text, |name| read(path, name));
        }
        self
    }
}

/// As it is typed on a command line.
impl fmt::Display for GameReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (RulesLocation::Catalogue(name) | RulesLocation::File(name)) = &self.place;
        f.write_str(name)?;
        for (index, (name, value)) in self.arguments.iter().enumerate() {
            let before = if index == 0 { ':' } else { ',' };
            write!(f, "{before}{name}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for GameReference {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let (name, arguments) = split_place(text);
        if name.is_empty() {
            return Err(Error::input(
                "no game is named: `takeaway games` lists them",
            ));
        }
        let is_file = name.ends_with(EXTENSION) || name.contains(['/', '\\']);
        let (place, given) = match catalog::named(name) {
            _ if is_file => (RulesLocation::File(name.to_owned()), Vec::new()),
            Some((entry, given)) => (RulesLocation::Catalogue(entry.name.to_owned()), given),
            None => (RulesLocation::Catalogue(name.to_owned()), Vec::new()),
        };
        let given = given.into_iter();
        let given = given.map(|(name, value)| (name.to_owned(), value));
        let mut reference = Self {
            place,
            arguments: given.collect(),
        };
        if let Some(list) = arguments {
            reference.parse_arguments(list)?;
        }
        Ok(reference)
    }
}

/// The name or path, and what stands after the colon. A path may contain colons before `.game`.
fn split_place(text: &str) -> (&str, Option<&str>) {
    if text.ends_with(EXTENSION) {
        return (text, None);
    }
    let colon = match text.find(".game:") {
        Some(start) => Some(start + EXTENSION.len()),
        None => text.find(':'),
    };
    match colon.and_then(|colon| text.split_at_checked(colon)) {
        Some((place, arguments)) => (place.trim(), arguments.strip_prefix(':')),
        None => split_title(text).unwrap_or((text, None)),
    }
}

/// `beta-nim, beta = pi`: what a title says of parameters stands after a comma.
fn split_title(text: &str) -> Option<(&str, Option<&str>)> {
    let (before, _) = text.split_once(" = ")?;
    let (place, arguments) = text.split_at_checked(before.rfind(", ")?)?;
    Some((place, arguments.strip_prefix(", ")))
}

/// What to type instead of something that is not `name=value`.
fn advice(item: &str, before: &[(String, String)]) -> String {
    match before.last() {
        Some((name, value)) if item.starts_with(|c: char| c.is_ascii_digit()) => {
            format!(
                "`{item}` names no parameter; a set is written in braces, such as {name}={{{value},{item}}}"
            )
        }
        _ if item.is_empty() => {
            "after the colon a parameter is given its value, such as d=4".to_owned()
        }
        _ => format!("`{item}` gives no parameter its value; write it as name=value, such as d=4"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(text: &str, place: RulesLocation, arguments: &[(&str, &str)]) {
        let arguments = arguments
            .iter()
            .map(|&(name, value)| (name.into(), value.into()))
            .collect();
        let expected = GameReference { place, arguments };
        let read: GameReference = text.parse().unwrap();
        assert_eq!(read, expected, "{text}");
        assert_eq!(read.to_string().parse::<GameReference>().unwrap(), expected);
    }

    fn check_fault(text: &str, expected: &str) {
        assert_eq!(
            text.parse::<GameReference>().unwrap_err().to_string(),
            expected
        );
    }

    fn catalogue(name: &str) -> RulesLocation {
        RulesLocation::Catalogue(name.to_owned())
    }

    fn file(path: &str) -> RulesLocation {
        RulesLocation::File(path.to_owned())
    }

    #[test]
    fn names_and_paths() {
        check("rat", catalogue("rat"), &[]);
        check(
            " succinct-rat:d=4 ",
            catalogue("succinct-rat"),
            &[("d", "4")],
        );
        check("W(2)", catalogue("wythoff"), &[("d", "2")]);
        check("π-Wynim", catalogue("beta-wynim"), &[("beta", "pi")]);
        check("β-nim:β=pi", catalogue("beta-nim"), &[("beta", "pi")]);
        check(
            "the succinct rat game, d = 4, rule = printed",
            catalogue("succinct-rat"),
            &[("d", "4"), ("rule", "printed")],
        );
        check("new.game", file("new.game"), &[]);
        check(
            "a:b/new.game:k=2, d = 3",
            file("a:b/new.game"),
            &[("k", "2"), ("d", "3")],
        );
        check("/dev/stdin", file("/dev/stdin"), &[]);
    }

    #[test]
    fn titles_are_names() {
        for entry in catalog::GAMES {
            let title = match entry.rules {
                catalog::RulesSource::Text(text) => lang::header(text).unwrap().title,
                catalog::RulesSource::Native(native) => native.title.to_owned(),
            };
            let read: GameReference = title.parse().unwrap();
            assert_eq!(read.place, catalogue(entry.name), "{title}");
        }
    }

    #[test]
    fn brackets_keep_their_commas() {
        check(
            "s:set={1,3,4},k=max(1,2)",
            catalogue("s"),
            &[("set", "{1,3,4}"), ("k", "max(1,2)")],
        );
        check(
            "beta-nim:beta=22/7",
            catalogue("beta-nim"),
            &[("beta", "22/7")],
        );
    }

    #[test]
    fn faults_say_what_to_type() {
        check_fault("", "no game is named: `takeaway games` lists them");
        check_fault(
            "nim:",
            "after the colon a parameter is given its value, such as d=4",
        );
        check_fault(
            "nim:4",
            "`4` gives no parameter its value; write it as name=value, such as d=4",
        );
        check_fault(
            "nim:m=",
            "`m=` gives no parameter its value; write it as name=value, such as d=4",
        );
        check_fault("nim:m=3,m=4", "the parameter `m` is given twice");
        check_fault("2-Wythoff:d=3", "the parameter `d` is given twice");
        check_fault("π-Wynim:β=e", "the parameter `beta` is given twice");
        check_fault(
            "s:set=1,3",
            "`3` names no parameter; a set is written in braces, such as set={1,3}",
        );
    }
}
