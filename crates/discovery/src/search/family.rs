//! A family: one text with parameters, and a game for each combination of their values.

use std::collections::{BTreeMap, BTreeSet};

use lang::ast::ItemKind;
use lang::{CompanionFiles, Diagnostics};
use logic::watch::Stopped;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::over::ParameterGrid;
use crate::board::BoardError;
use crate::rules::BareRules;

/// A game as text, with all that its meaning depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilySource {
    /// The name of its file without a path, or its name in the catalogue.
    pub name: String,
    /// The text.
    pub text: String,
    /// The automata that it names: their files, and what these hold.
    pub files: BTreeMap<String, String>,
    /// The parameters that have one value.
    pub arguments: Vec<(String, String)>,
}

/// A source with the parameters that a search goes over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFamily {
    source: FamilySource,
    over: ParameterGrid,
    beside: CompanionFiles,
    /// What is said if the parameters do not satisfy the rules.
    required: BTreeSet<String>,
}

/// One game of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its number, from 0.
    pub number: u64,
    /// It as a user types it: `wythoff.game:d=3`.
    pub game: String,
    arguments: Vec<(String, String)>,
}

/// Why there is no search.
#[derive(Debug, Error)]
pub enum SearchError {
    /// What was typed is at fault.
    #[error("{0}")]
    Input(String),
    /// The text of a game has faults.
    #[error("{0}")]
    Faults(Diagnostics),
    /// The target cannot be solved by brute force.
    #[error("{0}")]
    Board(BoardError),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl FamilySource {
    /// A game without further files, and with all its parameters open.
    pub fn new(name: &str, text: &str) -> Self {
        Self {
            name: name.to_owned(),
            text: text.to_owned(),
            files: BTreeMap::new(),
            arguments: Vec::new(),
        }
    }

    /// The family of these values, as typed: `a=1..3, r=0..6`.
    ///
    /// # Errors
    /// If the values cannot be read, the text has no such parameters, or the first member has faults.
    pub fn over(self, values: &str) -> Result<RuleFamily, SearchError> {
        RuleFamily::new(self, values.parse().map_err(SearchError::Input)?)
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// If the text has faults.
    pub fn rules(&self) -> Result<BareRules, Diagnostics> {
        self.rules_with(&self.beside(), Vec::new())
    }

    fn rules_with(
        &self,
        beside: &CompanionFiles,
        more: Vec<(String, String)>,
    ) -> Result<BareRules, Diagnostics> {
        let given = [self.arguments.clone(), more].concat();
        let opened = lang::open_beside(&self.text, &self.name, beside, |_| given)?;
        BareRules::of(&opened)
    }

    /// The game as a user types it, with more parameters behind its own.
    pub fn typed(&self, more: &[(String, String)]) -> String {
        let given = self.arguments.iter().chain(more);
        let given: Vec<String> = given
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        match given.as_slice() {
            [] => self.name.clone(),
            given => format!("{}:{}", self.name, given.join(",")),
        }
    }

    fn beside(&self) -> CompanionFiles {
        let files = self.files.iter();
        files.fold(CompanionFiles::default(), |beside, (name, text)| {
            beside.with(name, text)
        })
    }
}

impl RuleFamily {
    /// The family of these values.
    ///
    /// # Errors
    /// If the text has faults or no such parameters, or the first member has faults that are no [refusal](Self::rules).
    pub fn new(source: FamilySource, over: ParameterGrid) -> Result<Self, SearchError> {
        let tree = lang::parse(&source.text).map_err(SearchError::Faults)?;
        let known = |name: &str| tree.parameters.iter().any(|one| one.name.value == name);
        for name in over.names() {
            if source.arguments.iter().any(|(given, _)| given == name) {
                return Err(SearchError::Input(format!(
                    "`{}` has a value for {name} already: leave it to the search",
                    source.typed(&[])
                )));
            }
            if !known(name) {
                return Err(SearchError::Input(format!(
                    "{} has no parameter `{name}`",
                    source.name
                )));
            }
        }
        let required = tree.items.into_iter().filter_map(|item| match item.kind {
            ItemKind::Require { message, .. } => Some(message),
            _ => None,
        });
        let family = Self {
            beside: source.beside(),
            required: required.collect(),
            source,
            over,
        };
        match family.member(0).map(|first| family.rules(&first)) {
            Some(Err(faults)) if family.refusal(&faults).is_none() => {
                Err(SearchError::Faults(faults))
            }
            _ => Ok(family),
        }
    }

    /// The text and what belongs to it.
    pub fn source(&self) -> &FamilySource {
        &self.source
    }

    /// The values of the parameters.
    pub fn over(&self) -> &ParameterGrid {
        &self.over
    }

    /// How many members there are.
    pub fn count(&self) -> u64 {
        self.over.count()
    }

    /// A member by its number.
    pub fn member(&self, number: u64) -> Option<Member> {
        let arguments = self.over.arguments(number)?;
        Some(Member {
            number,
            game: self.source.typed(&arguments),
            arguments,
        })
    }

    /// The rules of a member.
    ///
    /// # Errors
    /// If it has faults: most often, its parameters do not satisfy what the rules require.
    pub fn rules(&self, member: &Member) -> Result<BareRules, Diagnostics> {
        self.source
            .rules_with(&self.beside, member.arguments.clone())
    }

    /// What the rules say of parameters that they refuse, if that is all there is to say.
    pub fn refusal(&self, faults: &Diagnostics) -> Option<String> {
        let messages: Vec<&str> = faults.messages().collect();
        let refused = messages
            .iter()
            .all(|message| self.required.contains(*message));
        refused.then(|| messages.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "game take (k = 1, way = few)\nrequire k >= 1 \"k must be at least 1\"\npiles n\n\
        move m: n - n' <= (if way = few then k else k + 1)";

    fn family(values: &str) -> Result<RuleFamily, SearchError> {
        FamilySource::new("take.game", TEXT).over(values)
    }

    #[test]
    fn members_are_games_with_arguments() {
        let family = family("k=1..2, way=few,many").expect("a family");
        assert_eq!(family.count(), 4);
        let last = family.member(3).expect("the last");
        assert_eq!(last.game, "take.game:k=2,way=many");
        assert_eq!(family.rules(&last).expect("rules").spec().dimension(), 1);
        assert_eq!(family.member(4), None);
    }

    #[test]
    fn what_the_rules_require_is_told() {
        let family = family("k=0..1").expect("a family, although its first member is refused");
        let faults = family.rules(&family.member(0).expect("the first"));
        let faults = faults.expect_err("k = 0 is refused");
        assert_eq!(
            family.refusal(&faults).as_deref(),
            Some("k must be at least 1")
        );
    }

    #[test]
    fn faults_are_no_refusals() {
        let fault = |values: &str| family(values).expect_err(values).to_string();
        assert_eq!(fault("j=1..2"), "take.game has no parameter `j`");
        assert!(fault("k={1,2}").contains("error"), "{}", fault("k={1,2}"));
        let given = FamilySource {
            arguments: vec![("k".to_owned(), "3".to_owned())],
            ..FamilySource::new("take.game", TEXT)
        };
        let fault = given.over("k=1..2").expect_err("two values for k");
        assert_eq!(
            fault.to_string(),
            "`take.game:k=3` has a value for k already: leave it to the search"
        );
    }
}
