//! A text of the rules language for an editor: what its words are, what is wrong with it, and the game that it is.

use knowledge::{Game, GameReference, GameSource, RulesLocation};
use lang::CompanionFiles;
use lang::Diagnostics;
use lang::diagnostic::ShownFault;
use lang::span::Span;
use lang::words::{WordKind, words};
use logic::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

use crate::describe::{DescribeAnswer, describe};
use crate::{LabError, Request};

/// What does this text say?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectRequest {
    /// The text.
    pub text: String,
    /// The automata that came with it.
    pub beside: CompanionFiles,
    /// The values of its parameters that are given.
    pub arguments: Vec<(String, String)>,
}

/// The answer to an [`InspectRequest`]. Places are counted as editors count them: in units of UTF-16, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InspectAnswer {
    /// The words, signs and comments, in order.
    pub words: Vec<InspectedWord>,
    /// What is wrong.
    pub faults: Vec<InspectedFault>,
    /// What its author may not mean.
    pub warnings: Vec<InspectedFault>,
    /// The game, if nothing is wrong.
    pub game: Option<DescribeAnswer>,
}

/// A word, sign or comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InspectedWord {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What it is.
    pub kind: &'static str,
}

/// A fault or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InspectedFault {
    /// What is wrong.
    pub message: String,
    /// Where; the first place is the one that is meant.
    pub places: Vec<InspectedPlace>,
    /// Facts that help to understand it.
    pub notes: Vec<String>,
    /// What to write instead.
    pub helps: Vec<String>,
}

/// A place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InspectedPlace {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// A few words to stand there.
    pub label: String,
}

impl Request for InspectRequest {
    type Answer = InspectAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<InspectAnswer, LabError> {
        let text = &self.text;
        let units = Utf16Index::new(text);
        let words = words(text).into_iter().map(|word| InspectedWord {
            start: units.at(word.span.start),
            end: units.at(word.span.end),
            kind: name(word.kind),
        });
        let mut answer = InspectAnswer {
            words: words.collect(),
            faults: Vec::new(),
            warnings: Vec::new(),
            game: None,
        };
        match Game::open(&self.source()) {
            Ok(game) => {
                let warnings = game.warnings(watch);
                answer.warnings = warnings.map_or_else(Vec::new, |all| units.faults(&all));
                answer.game = Some(describe(&game));
            }
            Err(LabError::Faults(faults)) => {
                answer.faults = faults.iter().flat_map(|all| units.faults(all)).collect();
            }
            Err(stopped @ LabError::Stopped(_)) => return Err(stopped),
            Err(other) => answer.faults.push(InspectedFault {
                message: other.to_string(),
                places: Vec::new(),
                notes: Vec::new(),
                helps: Vec::new(),
            }),
        }
        Ok(answer)
    }
}

impl InspectRequest {
    fn source(&self) -> GameSource {
        GameSource {
            reference: GameReference {
                place: RulesLocation::File("text.game".to_owned()),
                arguments: self.arguments.clone(),
            },
            text: Some(self.text.clone()),
            beside: self.beside.clone(),
        }
    }
}

fn name(kind: WordKind) -> &'static str {
    match kind {
        WordKind::Keyword => "keyword",
        WordKind::Name => "name",
        WordKind::Number => "number",
        WordKind::String => "string",
        WordKind::Comment => "comment",
        WordKind::Sign => "sign",
        WordKind::Strange => "strange",
    }
}

/// Bytes to units of UTF-16, in the time of one look.
struct Utf16Index<'a> {
    text: &'a str,
    /// For each byte, the units before it.
    before: Vec<usize>,
}

impl<'a> Utf16Index<'a> {
    fn new(text: &'a str) -> Self {
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for character in text.chars() {
            before.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += character.len_utf16();
        }
        before.push(units);
        Self { text, before }
    }

    fn at(&self, byte: usize) -> usize {
        let last = self.before.last().copied().unwrap_or(0);
        self.before.get(byte).copied().unwrap_or(last)
    }

    fn faults(&self, all: &Diagnostics) -> Vec<InspectedFault> {
        all.faults().map(|fault| self.fault(fault)).collect()
    }

    fn fault(&self, fault: ShownFault<'_>) -> InspectedFault {
        let places = fault.places.iter();
        InspectedFault {
            message: fault.message.to_owned(),
            places: places
                .map(|(span, label)| self.place(*span, label))
                .collect(),
            notes: fault.notes.to_vec(),
            helps: fault.helps.to_vec(),
        }
    }

    fn place(&self, span: Span, label: &str) -> InspectedPlace {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        InspectedPlace {
            start: self.at(span.start),
            end: self.at(span.end),
            line: before.matches('\n').count() + 1,
            column: before
                .rsplit('\n')
                .next()
                .map_or(0, |line| line.chars().count())
                + 1,
            label: label.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use logic::watch::Unwatched;

    use super::*;

    fn inspect(text: &str) -> InspectAnswer {
        let request = InspectRequest {
            text: text.to_owned(),
            beside: CompanionFiles::default(),
            arguments: Vec::new(),
        };
        request.answer(&Unwatched).unwrap()
    }

    #[test]
    fn places_are_counted_as_editors_count() {
        let answer = inspect("# 𝛼\ngame g \"G\"\npiles x\nmove I: x' < alpha");
        assert_eq!((answer.words[0].start, answer.words[0].end), (0, 4));
        let fault = &answer.faults[0];
        let place = &fault.places[0];
        assert_eq!((place.line, place.column), (4, 14));
        assert_eq!((place.start, place.end), (5 + 11 + 8 + 13, 5 + 11 + 8 + 18));
        assert!(!fault.helps.is_empty(), "{fault:?}");
        assert_eq!(answer.game, None);
    }

    #[test]
    fn a_text_without_faults_is_described() {
        let answer = inspect(
            "game two \"Two\" (k = 2)\npiles x, y\nmove I \"one\": exactly 1 of x, y changes\nP when x = y",
        );
        assert_eq!(answer.faults, []);
        let game = answer.game.unwrap();
        assert_eq!(game.piles.unwrap(), ["x", "y"]);
        assert!(!game.sorted);
        assert_eq!(game.kinds[0].caption.as_deref(), Some("one"));
        assert_eq!(game.parameters[0].value, "2");
        assert_eq!(game.claims, ["P-positions"]);
    }
}
