//! Which strategies a game of the catalogue has.

use logic::Watch;
use numeration::natural::Natural;
use numeration::real::Real;

use super::{ClaimStatus, Entry, KnownClaim, Parameter};
use crate::beta::{self, Beta};
use crate::frankenstein_table::FrankensteinTable;
use crate::mark::Mark;
use crate::nim::Nim;
use crate::nimhoff::CyclicNimhoff;
use crate::rulesets::frankenstein::Reading;
use crate::strategy::{Strategy, StrategyError};
use crate::subtraction::Subtraction;
use crate::succinct_rat::RatGame;
use crate::welter::Welter;
use crate::{fat_rat, frankenstein, heap, mouse, raleigh, rat, wythoff};

impl Entry {
    /// What is known of the P-positions that its rules claim with these values of its parameters.
    pub fn known_p_positions(
        &self,
        parameter: &dyn Fn(&str) -> Option<Parameter>,
    ) -> Option<KnownClaim> {
        let values = ParameterLookup { parameter };
        if let Some(game) = beta::BetaGame::named(self.name) {
            return values.real("beta").ok().map(|beta| game.known(&beta));
        }
        match self.name {
            "succinct-rat" if values.is_word("rule", "printed") => ClaimStatus::Conjecture(
                "Theorem 7 is about the corrected rule a(ii); with the printed one it is false",
            ),
            _ => self.p_positions,
        }
        .known()
    }

    /// The strategies for this game with these values of its parameters, from the slowest to the fastest; none if
    /// no theorem is known here.
    pub fn strategies(
        &self,
        parameter: &dyn Fn(&str) -> Option<Parameter>,
        watch: &dyn Watch,
    ) -> Result<Vec<Box<dyn Strategy>>, StrategyError> {
        let values = ParameterLookup { parameter };
        if let Some(game) = beta::BetaGame::named(self.name) {
            return one(Beta::new(game, values.real("beta")?)?);
        }
        match self.name {
            "rat" => Ok(rat::all()),
            "mouse" => Ok(mouse::all()),
            "fat-rat" => fat_rat::all(values.size("m")?),
            "raleigh" => Ok(raleigh::all()),
            "frankenstein" if values.is_word("reading", "literal") => {
                one(FrankensteinTable::new(Reading::Literal))
            }
            "frankenstein" => Ok(frankenstein::all()),
            "succinct-rat" if values.is_word("rule", "printed") => Ok(Vec::new()),
            "succinct-rat" => one(RatGame::succinct(values.size("d")?)?),
            "grandiose-rat" => one(RatGame::grandiose(values.size("d")?)?),
            "wythoff" => wythoff::all(values.size("d")? as u64),
            "nim" => one(Nim::new()),
            "moore" => one(Nim::moore(values.size("k")?)?),
            "heap" => heap::all(values.size("s")? as u64, values.size("t")? as u64),
            "welter" => one(Welter),
            "mark" => one(Mark),
            "subtraction" => one(Subtraction::new(values.set("set")?, watch)?),
            "cyclic-nimhoff" => one(CyclicNimhoff::new(values.natural("h")?)?),
            _ => Ok(Vec::new()),
        }
    }
}

fn one(strategy: impl Strategy + 'static) -> Result<Vec<Box<dyn Strategy>>, StrategyError> {
    Ok(vec![Box::new(strategy)])
}

/// The parameters, by kind.
struct ParameterLookup<'a> {
    parameter: &'a dyn Fn(&str) -> Option<Parameter>,
}

impl ParameterLookup<'_> {
    fn real(&self, name: &str) -> Result<Real, StrategyError> {
        match (self.parameter)(name) {
            Some(Parameter::Number(value)) => Ok(value),
            _ => Err(missing(name, "number")),
        }
    }

    fn natural(&self, name: &str) -> Result<Natural, StrategyError> {
        let whole = self
            .real(name)?
            .as_integer()
            .and_then(|value| Natural::try_from(value).ok());
        whole.ok_or_else(|| missing(name, "natural number"))
    }

    fn size(&self, name: &str) -> Result<usize, StrategyError> {
        usize::try_from(&self.natural(name)?)
            .map_err(|_| missing(name, "natural number of moderate size"))
    }

    fn set(&self, name: &str) -> Result<Vec<u64>, StrategyError> {
        match (self.parameter)(name) {
            Some(Parameter::Set(set)) => Ok(set),
            _ => Err(missing(name, "set of numbers")),
        }
    }

    fn is_word(&self, name: &str, word: &str) -> bool {
        (self.parameter)(name) == Some(Parameter::Word(word.to_owned()))
    }
}

fn missing(name: &str, kind: &str) -> StrategyError {
    StrategyError::NotApplicable(format!("the parameter {name} must be a {kind}"))
}
