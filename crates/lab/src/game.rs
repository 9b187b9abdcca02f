//! Loading a game: from the catalogue or from the text of a file, with its parameters.

use games::catalog::{self, Entry, GAMES, Native, Parameter, Rules, Standing};
use games::evidence::Evidence;
use games::ruleset::{Kind, Ruleset};
use games::spec::Spec;
use games::strategy::{Strategy, StrategyError};
use lang::ast::{ExprKind, ItemKind};
use logic::watch::Watch;

use crate::claim::Claim;
use crate::error::LabError;
use crate::reference::{GameSource, Place, split_at_commas};

/// A game that is ready to be asked.
pub(crate) struct Game {
    rules: Loaded,
    /// Its place in the catalogue, if it is listed there.
    entry: Option<&'static Entry>,
}

enum Loaded {
    Spec(Box<Spec>),
    Native(&'static Native, Vec<&'static str>, Box<dyn Ruleset>),
}

/// A game before its parameters have values.
pub(crate) struct Found<'a> {
    /// Its rules as they are written.
    pub(crate) rules: Written<'a>,
    /// Its place in the catalogue, if it is listed there.
    pub(crate) entry: Option<&'static Entry>,
}

/// Rules as they are written.
pub(crate) enum Written<'a> {
    /// In a `.game` file.
    Text {
        /// The text.
        text: &'a str,
        /// The name of the file, for faults.
        file_name: String,
    },
    /// In Rust.
    Native(&'static Native),
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
        let arguments = &source.reference.arguments;
        let found = find(source)?;
        let rules = match found.rules {
            Written::Text { text, file_name } => {
                let arguments = with_number_of_piles(text, arguments, piles);
                Loaded::Spec(Box::new(lang::load(text, &file_name, &arguments)?))
            }
            Written::Native(native) => {
                let values = values(native, arguments)?;
                let rules = (native.build)(&values);
                Loaded::Native(native, values, rules)
            }
        };
        Ok(Self {
            rules,
            entry: found.entry,
        })
    }

    /// Its rules.
    pub(crate) fn rules(&self) -> &dyn Ruleset {
        match &self.rules {
            Loaded::Spec(spec) => spec.as_ref(),
            Loaded::Native(_, _, rules) => rules.as_ref(),
        }
    }

    /// Its name with its parameters.
    pub(crate) fn name(&self) -> &str {
        self.rules().name()
    }

    /// Its formulas, if it is written as formulas.
    pub(crate) fn spec(&self) -> Option<&Spec> {
        match &self.rules {
            Loaded::Spec(spec) => Some(spec),
            Loaded::Native(..) => None,
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
            Loaded::Native(native, ..) => native
                .moves
                .iter()
                .map(|rule| (Kind::from(rule.kind), Some(rule.caption.to_owned())))
                .collect(),
        }
    }

    /// The P-positions it claims.
    pub(crate) fn p_claim(&self) -> Option<Claim<'_>> {
        self.spec().and_then(Claim::of)
    }

    /// Its strategies, from the slowest to the fastest; none for a game that is not of the catalogue.
    pub(crate) fn strategies(
        &self,
        watch: &dyn Watch,
    ) -> Result<Vec<Box<dyn Strategy>>, StrategyError> {
        match self.entry {
            Some(entry) => entry.strategies(&|name| self.parameter(name), watch),
            None => Ok(Vec::new()),
        }
    }

    /// The value of a parameter.
    fn parameter(&self, name: &str) -> Option<Parameter> {
        match &self.rules {
            Loaded::Spec(spec) => {
                let (_, value) = spec
                    .parameters
                    .iter()
                    .find(|(parameter, _)| parameter == name)?;
                Some(read_parameter(value))
            }
            Loaded::Native(native, values, _) => {
                let place = native
                    .parameters
                    .iter()
                    .position(|parameter| parameter.name == name)?;
                Some(Parameter::Word((*values.get(place)?).to_owned()))
            }
        }
    }

    /// Are the P-positions it claims proved for all parameters? None if nobody tried.
    pub(crate) fn p_positions_are_proved(&self) -> Option<bool> {
        match self.entry?.p_positions {
            Standing::Theorem(_) => Some(true),
            Standing::Conjecture(_) => Some(false),
            Standing::Unclaimed => None,
        }
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

/// The value of a parameter from its text: a set, a number, or else a word.
fn read_parameter(text: &str) -> Parameter {
    let elements = text
        .trim()
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    let set = elements.and_then(|elements| {
        let numbers = split_at_commas(elements).into_iter();
        numbers
            .map(|number| u64::try_from(&lang::number(number).ok()?).ok())
            .collect::<Option<Vec<u64>>>()
    });
    let number = || lang::constant(text).ok().map(Parameter::Number);
    set.map(Parameter::Set)
        .or_else(number)
        .unwrap_or_else(|| Parameter::Word(text.to_owned()))
}

/// The rules of the game that is meant.
pub(crate) fn find(source: &GameSource) -> Result<Found<'_>, LabError> {
    match (&source.reference.place, &source.text) {
        (Place::Catalogue(name), _) => {
            let entry = catalog::find(name).ok_or_else(|| unknown(name))?;
            let rules = match entry.rules {
                Rules::Text(text) => Written::Text {
                    text,
                    file_name: format!("{name}.game"),
                },
                Rules::Native(native) => Written::Native(native),
            };
            Ok(Found {
                rules,
                entry: Some(entry),
            })
        }
        (Place::File(path), Some(text)) => {
            let entry = GAMES
                .iter()
                .find(|entry| matches!(entry.rules, Rules::Text(known) if known == text));
            Ok(Found {
                rules: Written::Text {
                    text,
                    file_name: path.clone(),
                },
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

/// The values of the parameters of a ruleset that is written in Rust.
fn values(
    native: &'static Native,
    arguments: &[(String, String)],
) -> Result<Vec<&'static str>, LabError> {
    for (name, _) in arguments {
        if !native
            .parameters
            .iter()
            .any(|parameter| parameter.name == name)
        {
            let known: Vec<&str> = native
                .parameters
                .iter()
                .map(|parameter| parameter.name)
                .collect();
            return Err(LabError::input(format!(
                "there is no parameter `{name}`; its parameters: {}",
                known.join(", ")
            )));
        }
    }
    let mut values = Vec::with_capacity(native.parameters.len());
    for parameter in native.parameters {
        let given = arguments.iter().find(|(name, _)| name == parameter.name);
        let value = match given {
            None => parameter.values.first(),
            Some((_, given)) => parameter.values.iter().find(|value| **value == given),
        };
        values.push(*value.ok_or_else(|| {
            LabError::input(format!(
                "`{}` is one of {}",
                parameter.name,
                parameter.values.join(", ")
            ))
        })?);
    }
    Ok(values)
}

/// The parameters that were given, and the number of piles if that is one that was not.
fn with_number_of_piles(
    text: &str,
    given: &[(String, String)],
    piles: Option<usize>,
) -> Vec<(String, String)> {
    let mut arguments = given.to_vec();
    if let Some(piles) = piles.filter(|&piles| piles > 0)
        && let Some(parameter) = number_of_piles(text)
        && !arguments.iter().any(|(name, _)| *name == parameter)
    {
        arguments.push((parameter, piles.to_string()));
    }
    arguments
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
