//! A game that was opened: from the catalogue or from the text of a file, with its parameters.

use std::sync::Arc;

use games::catalog::{self, Entry, GAMES, Native, Parameter, Rules, Standing};
use games::evidence::Evidence;
use games::position::Position;
use games::ruleset::{Kind, Ruleset};
use games::spec::Spec;
use games::strategy::{Strategy, StrategyError};
use lang::ast::{self, ExprKind, ItemKind};
use logic::watch::Watch;

use crate::error::Error;
use crate::kept::Kept;
use crate::position_text::parse_piles;
use crate::reference::{GameSource, Place, split_at_commas};
use crate::source::Found;
use crate::trust::Verdicts;

/// A game that is ready to be asked.
///
/// It is cheap to share between threads, and keeps what was found out about it.
pub struct Game {
    rules: Loaded,
    /// Its place in the catalogue, if it is listed there.
    entry: Option<&'static Entry>,
    strategies: Kept<Vec<Arc<dyn Strategy>>>,
    /// What became of its claims.
    pub(crate) verdicts: Verdicts,
    /// What brute force has found.
    pub(crate) found: Found,
}

enum Loaded {
    Text(Box<lang::Opened>),
    Native(&'static Native, Vec<&'static str>, Box<dyn Ruleset>),
}

/// Rules as they are written.
pub enum Written<'a> {
    /// In the language of `.game` files.
    Text(&'a ast::Game),
    /// In Rust.
    Native(&'static Native),
}

impl Loaded {
    fn native(native: &'static Native, given: &[(String, String)]) -> Result<Self, Error> {
        let values = values(native, given)?;
        let rules = (native.build)(&values);
        Ok(Self::Native(native, values, rules))
    }
}

impl Game {
    /// The game with the parameters that were given.
    ///
    /// # Errors
    /// If there is no such game, or its text or its parameters have faults.
    pub fn open(source: &GameSource) -> Result<Self, Error> {
        Self::open_with(source, None)
    }

    /// The same for a position with so many piles: a parameter that is the number of piles and was not given is
    /// taken from it, so that `nim 1,2,3,4` needs no `m=4`.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_for(source: &GameSource, piles: usize) -> Result<Self, Error> {
        Self::open_with(source, Some(piles))
    }

    /// A game and a position of it, as typed; the piles say how many there are where the game leaves that open.
    ///
    /// # Errors
    /// As for [`open`](Self::open), and if it is no position of the game.
    pub fn open_at(source: &GameSource, position: &str) -> Result<(Self, Position), Error> {
        let piles = parse_piles(position)?;
        let game = Self::open_for(source, piles.len())?;
        let position = game.rules().position(piles)?;
        Ok((game, position))
    }

    fn open_with(source: &GameSource, piles: Option<usize>) -> Result<Self, Error> {
        let given = &source.reference.arguments;
        let read = |text: &str| {
            let arguments = |tree: &ast::Game| with_number_of_piles(tree, given, piles);
            lang::open(text, &file_name(source), arguments).map(Box::new)
        };
        let (rules, entry) = match (&source.reference.place, &source.text) {
            (Place::Catalogue(name), _) => {
                let entry = catalog::find(name).ok_or_else(|| unknown(name))?;
                let rules = match entry.rules {
                    Rules::Text(text) => Loaded::Text(read(text)?),
                    Rules::Native(native) => Loaded::native(native, given)?,
                };
                (rules, Some(entry))
            }
            (Place::File(_), Some(text)) => {
                let opened = read(text)?;
                let entry = listed(&opened);
                (Loaded::Text(opened), entry)
            }
            (Place::File(path), None) => {
                return Err(Error::input(format!("the file `{path}` was not read")));
            }
        };
        Ok(Self {
            rules,
            entry,
            strategies: Kept::default(),
            verdicts: Verdicts::default(),
            found: Found::default(),
        })
    }

    /// Its rules.
    pub fn rules(&self) -> &dyn Ruleset {
        match &self.rules {
            Loaded::Text(opened) => &opened.spec,
            Loaded::Native(_, _, rules) => rules.as_ref(),
        }
    }

    /// Its rules as they are written.
    pub fn written(&self) -> Written<'_> {
        match &self.rules {
            Loaded::Text(opened) => Written::Text(&opened.tree),
            Loaded::Native(native, ..) => Written::Native(native),
        }
    }

    /// Its name with its parameters.
    pub fn name(&self) -> &str {
        self.rules().name()
    }

    /// Its formulas, if it is written as formulas.
    pub fn spec(&self) -> Option<&Spec> {
        match &self.rules {
            Loaded::Text(opened) => Some(&opened.spec),
            Loaded::Native(..) => None,
        }
    }

    /// Its kinds of move, with what they say in words.
    pub fn kinds(&self) -> Vec<(Kind, Option<String>)> {
        match &self.rules {
            Loaded::Text(opened) => opened
                .spec
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

    /// The position that was typed.
    ///
    /// # Errors
    /// If it is no position of this game.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        Ok(self.rules().position(parse_piles(text)?)?)
    }

    /// Its strategies, from the slowest to the fastest; none for a game that is not of the catalogue.
    ///
    /// # Errors
    /// If its theorems do not cover these parameters, or the watch stops the work.
    pub fn strategies(&self, watch: &dyn Watch) -> Result<Vec<Arc<dyn Strategy>>, StrategyError> {
        let Some(entry) = self.entry else {
            return Ok(Vec::new());
        };
        self.strategies.get(|| {
            let made = entry.strategies(&|name| self.parameter(name), watch)?;
            Ok(made.into_iter().map(Arc::from).collect())
        })
    }

    /// The value of a parameter.
    fn parameter(&self, name: &str) -> Option<Parameter> {
        match &self.rules {
            Loaded::Text(opened) => {
                let mut parameters = opened.spec.parameters.iter();
                let (_, value) = parameters.find(|(parameter, _)| parameter == name)?;
                Some(read_parameter(value))
            }
            Loaded::Native(native, values, _) => {
                let mut parameters = native.parameters.iter();
                let place = parameters.position(|parameter| parameter.name == name)?;
                Some(Parameter::Word((*values.get(place)?).to_owned()))
            }
        }
    }

    /// What the catalogue says of the P-positions that the rules claim.
    pub(crate) fn standing_of_p_positions(&self) -> Standing {
        self.entry
            .map_or(Standing::Unclaimed, |entry| entry.p_positions)
    }

    /// What the catalogue says of the nim-values that the rules claim.
    pub(crate) fn standing_of_nim_values(&self) -> Standing {
        self.entry
            .map_or(Standing::Unclaimed, |entry| entry.nim_values)
    }

    /// How well the P-positions that the rules claim are known, without any work.
    pub fn p_evidence(&self) -> Evidence {
        evidence(self.standing_of_p_positions(), "P-positions")
    }

    /// How well the nim-values that the rules claim are known, without any work.
    pub fn nim_value_evidence(&self) -> Evidence {
        evidence(self.standing_of_nim_values(), "nim-values")
    }
}

fn evidence(standing: Standing, what: &str) -> Evidence {
    standing.evidence().unwrap_or_else(|| {
        Evidence::Conjecture(format!(
            "the rules claim these {what}, and nobody proved it here"
        ))
    })
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

/// The place in the catalogue of a file that says the same as the catalogue's: the same piles, rules and claims
/// with the same parameters, whatever it says in remarks and captions.
fn listed(opened: &lang::Opened) -> Option<&'static Entry> {
    let spec = &opened.spec;
    let entry = catalog::find(&opened.tree.name.value)?;
    let Rules::Text(text) = entry.rules else {
        return None;
    };
    let known = lang::load(text, entry.name, &spec.parameters).ok()?;
    let clauses = |spec: &Spec| -> Vec<Vec<logic::Formula>> {
        spec.moves.iter().map(|rule| rule.clauses.clone()).collect()
    };
    let same = known.parameters == spec.parameters
        && known.piles == spec.piles
        && known.ends == spec.ends
        && clauses(&known) == clauses(spec)
        && known.p_positions == spec.p_positions
        && known.nim_values == spec.nim_values;
    same.then_some(entry)
}

/// The name of the file, for faults.
fn file_name(source: &GameSource) -> String {
    match &source.reference.place {
        Place::Catalogue(name) => format!("{name}.game"),
        Place::File(path) => path.clone(),
    }
}

/// There is no game of this name in the catalogue.
pub fn unknown(name: &str) -> Error {
    let advice = match lang::suggest::nearest(name, GAMES.iter().map(|entry| entry.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`takeaway games` lists them all, and a file of your own ends in .game".to_owned(),
    };
    Error::input(format!("there is no game `{name}`; {advice}"))
}

/// The values of the parameters of a ruleset that is written in Rust.
fn values(
    native: &'static Native,
    arguments: &[(String, String)],
) -> Result<Vec<&'static str>, Error> {
    let known: Vec<&str> = native
        .parameters
        .iter()
        .map(|parameter| parameter.name)
        .collect();
    for (name, _) in arguments {
        if !known.contains(&name.as_str()) {
            return Err(Error::input(format!(
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
            Error::input(format!(
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
    tree: &ast::Game,
    given: &[(String, String)],
    piles: Option<usize>,
) -> Vec<(String, String)> {
    let mut arguments = given.to_vec();
    if let Some(piles) = piles.filter(|&piles| piles > 0)
        && let Some(parameter) = number_of_piles(tree)
        && !arguments.iter().any(|(name, _)| name == parameter)
    {
        arguments.push((parameter.to_owned(), piles.to_string()));
    }
    arguments
}

/// The parameter that is the number of piles, if the piles are one family `x[1..m]`.
fn number_of_piles(tree: &ast::Game) -> Option<&str> {
    let piles = tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Piles(piles) => Some(piles),
        _ => None,
    })?;
    let [group] = piles.groups.as_slice() else {
        return None;
    };
    let range = group.range.as_ref()?;
    match (&range.from.kind, &range.to.kind) {
        (ExprKind::Number(first), ExprKind::Name(last)) if *first == 1_u32 => tree
            .parameters
            .iter()
            .any(|parameter| parameter.name.value == *last)
            .then_some(last),
        _ => None,
    }
}
