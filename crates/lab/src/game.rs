//! Loading a game: from the catalogue or from the text of a file, with its parameters.

use std::sync::Arc;

use games::catalog::{self, Entry, GAMES, Rules, Standing};
use games::evidence::Evidence;
use games::ruleset::{Kind, Ruleset};
use games::spec::Spec;
use lang::ast::{ExprKind, ItemKind};
use logic::Set;

use crate::error::LabError;
use crate::reference::{GameSource, Place};

/// A game that is ready to be asked.
pub(crate) struct Game {
    rules: Loaded,
    /// Its place in the catalogue, if it is listed there.
    entry: Option<&'static Entry>,
}

enum Loaded {
    Spec(Box<Spec>),
}

/// The text of a game, before its parameters have values.
pub(crate) struct GameText<'a> {
    /// The text of its file.
    pub(crate) text: &'a str,
    /// The name of the file.
    pub(crate) file_name: String,
    /// Its place in the catalogue, if it is listed there.
    pub(crate) entry: Option<&'static Entry>,
}

impl Game {
    /// The game with the parameters that were given.
    pub(crate) fn load(source: &GameSource) -> Result<Self, LabError> {
        Self::load_with(source, None)
    }

    /// The same for a position with so many piles: a parameter that is the number of piles and was not given is
    /// taken from it, so that `nim 1,2,3,4` needs no `m=4`.
    pub(crate) fn load_for(source: &GameSource, piles: usize) -> Result<Self, LabError> {
        Self::load_with(source, Some(piles))
    }

    fn load_with(source: &GameSource, piles: Option<usize>) -> Result<Self, LabError> {
        let found = find(source)?;
        let mut arguments = source.reference.arguments.clone();
        if let Some(piles) = piles.filter(|&piles| piles > 0)
            && let Some(parameter) = number_of_piles(found.text)
            && !arguments.iter().any(|(name, _)| *name == parameter)
        {
            arguments.push((parameter, piles.to_string()));
        }
        let spec = lang::load(found.text, &found.file_name, &arguments)?;
        Ok(Self {
            rules: Loaded::Spec(Box::new(spec)),
            entry: found.entry,
        })
    }

    /// Its rules.
    pub(crate) fn rules(&self) -> &dyn Ruleset {
        match &self.rules {
            Loaded::Spec(spec) => spec.as_ref(),
        }
    }

    /// Its name with its parameters.
    pub(crate) fn name(&self) -> &str {
        self.rules().name()
    }

    /// Its formulas, if it is written as formulas.
    pub(crate) fn spec(&self) -> Result<&Spec, LabError> {
        match &self.rules {
            Loaded::Spec(spec) => Ok(spec),
        }
    }

    /// Its kinds of move, with what they say in words.
    pub(crate) fn kinds(&self) -> Vec<(Kind, Option<String>)> {
        match &self.rules {
            Loaded::Spec(spec) => spec
                .moves
                .iter()
                .map(|rule| (rule.kind.clone(), rule.caption.clone()))
                .collect(),
        }
    }

    /// The P-positions it claims.
    pub(crate) fn p_claim(&self) -> Option<(&Spec, &Arc<Set>)> {
        let spec = self.spec().ok()?;
        spec.p_positions.as_ref().map(|claim| (spec, claim))
    }

    /// How well its P-positions are known.
    pub(crate) fn p_evidence(&self) -> Evidence {
        self.evidence(|entry| entry.p_positions, "P-positions")
    }

    /// How well its nim-values are known.
    pub(crate) fn nim_value_evidence(&self) -> Evidence {
        self.evidence(|entry| entry.nim_values, "nim-values")
    }

    fn evidence(&self, standing: impl Fn(&Entry) -> Standing, what: &str) -> Evidence {
        let known = self.entry.and_then(|entry| standing(entry).evidence());
        known.unwrap_or_else(|| {
            Evidence::Conjecture(format!(
                "the rules claim these {what}, and nobody proved it here"
            ))
        })
    }
}

/// The text of the game that is meant.
pub(crate) fn find(source: &GameSource) -> Result<GameText<'_>, LabError> {
    match (&source.reference.place, &source.text) {
        (Place::Catalogue(name), _) => {
            let entry = catalog::find(name).ok_or_else(|| unknown(name))?;
            match entry.rules {
                Rules::Text(text) => Ok(GameText {
                    text,
                    file_name: format!("{name}.game"),
                    entry: Some(entry),
                }),
                Rules::Native(_) => Err(LabError::input("not here yet")),
            }
        }
        (Place::File(path), Some(text)) => {
            let entry = GAMES
                .iter()
                .find(|entry| matches!(entry.rules, Rules::Text(known) if known == text));
            Ok(GameText {
                text,
                file_name: path.clone(),
                entry,
            })
        }
        (Place::File(path), None) => {
            Err(LabError::input(format!("the file `{path}` was not read")))
        }
    }
}

/// There is no game of this name in the catalogue.
pub(crate) fn unknown(name: &str) -> LabError {
    let advice = match lang::suggest::nearest(name, GAMES.iter().map(|entry| entry.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`takeaway games` lists them all, and a file of your own ends in .game".to_owned(),
    };
    LabError::input(format!("there is no game `{name}`; {advice}"))
}

/// The parameter that is the number of piles, if the piles are one family `x[1..m]`.
fn number_of_piles(text: &str) -> Option<String> {
    let game = lang::parse(text).ok()?;
    let piles = game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Piles(piles) => Some(piles),
        _ => None,
    })?;
    let [group] = piles.groups.as_slice() else {
        return None;
    };
    let range = group.range.as_ref()?;
    match (&range.from.kind, &range.to.kind) {
        (ExprKind::Number(first), ExprKind::Name(last)) if *first == 1_u32 => game
            .parameters
            .iter()
            .any(|parameter| parameter.name.value == *last)
            .then(|| last.clone()),
        _ => None,
    }
}
