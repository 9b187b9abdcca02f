//! What a game speaks of as an automaton: its P-positions, its winning moves, or a set of its rules.

use std::sync::Arc;

use logic::decide::DecideError;
use logic::digits::{AutomatonError, AutomatonSet};
use logic::watch::{Cap, Watch};
use proof::{Claim, ClaimOutcome, Language, Proof, ProvedStrategy};
use rules::evidence::Evidence;
use rules::json::{Text, Texts};
use rules::spec::Spec;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use crate::piles::piles_of;
use knowledge::Game;

/// Which automaton does a game have?
#[derive(Clone)]
pub struct AutomatonRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// Of what.
    pub of: AutomatonOf,
    /// With one place a letter, if that can be; otherwise with as many as the system repeats after.
    pub single_places: bool,
}

/// What an automaton accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AutomatonOf {
    /// The P-positions that the rules claim.
    PPositions,
    /// All winning moves, where the P-positions are proved.
    WinningMoves,
    /// One winning move from every N-position: those that the proof of the P-positions finds.
    Strategy,
    /// The set of this name.
    Set(String),
}

/// The answer to an [`AutomatonRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AutomatonAnswer {
    /// The game with its parameters.
    pub game: String,
    /// What is accepted: `P-positions`, `winning moves`, `one winning move for each N-position`, `set W`.
    pub of: String,
    /// How the numbers are written.
    pub system: String,
    /// What the numbers of a tuple are.
    pub numbers: Vec<String>,
    /// How many places of each number a letter has.
    #[serde(with = "Text")]
    pub places: usize,
    /// The states; reading begins in the first one, at the most significant digits.
    pub states: Vec<AutomatonState>,
    /// The same in the text format of Walnut's automata.
    pub walnut: String,
    /// How we know.
    pub evidence: Evidence,
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AutomatonState {
    /// Its number, from 0.
    #[serde(with = "Text")]
    pub number: usize,
    /// May a word end here?
    pub accepting: bool,
    /// Where letters lead; those that are not here lead nowhere.
    pub edges: Vec<AutomatonEdge>,
}

/// Where a letter leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AutomatonEdge {
    /// The digits: one of each number, place by place.
    #[serde(with = "Texts")]
    pub letter: Vec<u8>,
    /// The number of the state.
    #[serde(with = "Text")]
    pub to: usize,
}

/// No more edges are spelled out.
pub(crate) const MOST_EDGES: usize = 100_000;

/// No larger automaton is made to have one place a letter.
const MOST_NODES: usize = 200_000;

impl Request for AutomatonRequest<'_> {
    type Answer = AutomatonAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<AutomatonAnswer, LabError> {
        let name = self.game.name();
        let spec = piles_of(self.game, "automata are made of games whose piles stay")?;
        let spec = spec.ok_or_else(|| {
            let message = "are written in Rust and not as formulas, so that no automaton can be made from them";
            LabError::input(format!("the rules of {name} {message}"))
        })?;
        let (of, language, evidence) = match &self.of {
            AutomatonOf::PPositions => (
                "P-positions".to_owned(),
                self.p_positions(spec, watch)?,
                self.game.evidence_of(Claim::PPositions, watch)?,
            ),
            AutomatonOf::WinningMoves => (
                "winning moves".to_owned(),
                self.winning_moves(spec, watch)?,
                self.game.evidence_of(Claim::PPositions, watch)?,
            ),
            AutomatonOf::Strategy => (
                "one winning move for each N-position".to_owned(),
                self.strategy(spec, watch)?,
                self.game.evidence_of(Claim::PPositions, watch)?,
            ),
            AutomatonOf::Set(set) => (format!("set {set}"), self.set(set, watch)?, as_defined()),
        };
        spelled(name, &of, language, self.single_places, evidence, watch)
    }
}

/// An automaton with its letters spelled out.
pub(crate) fn spelled(
    game: &str,
    of: &str,
    language: Language,
    single_places: bool,
    evidence: Evidence,
    watch: &dyn Watch,
) -> Result<AutomatonAnswer, LabError> {
    let set = match single_places {
        true => single(&language.set, watch)?,
        false => language.set,
    };
    let too_many = || {
        let nodes = set.automaton().size();
        let message = format!(
            "the automaton has {nodes} nodes, and more than {MOST_EDGES} letters if they are spelled out"
        );
        LabError::Beyond(message)
    };
    let letters = set.automaton().letters(MOST_EDGES).ok_or_else(too_many)?;
    let walnut = set
        .written(&language.system, MOST_EDGES)
        .ok_or_else(too_many)?;
    let edge = |(letter, to)| AutomatonEdge { letter, to };
    let states = letters.states.into_iter().enumerate();
    let states = states.map(|(number, state)| AutomatonState {
        number,
        accepting: state.accepting,
        edges: state.edges.into_iter().map(edge).collect(),
    });
    Ok(AutomatonAnswer {
        game: game.to_owned(),
        of: of.to_owned(),
        system: language.system.to_string(),
        numbers: language.numbers,
        places: set.places(),
        states: states.collect(),
        walnut,
        evidence,
    })
}

impl AutomatonRequest<'_> {
    fn p_positions(&self, spec: &Spec, watch: &dyn Watch) -> Result<Language, LabError> {
        Language::p_positions(spec, watch).map_err(beyond)?.ok_or_else(|| {
            let name = self.game.name();
            LabError::input(format!("the rules of {name} claim no P-positions; write `P = {{ … }}` or `P when …` into a .game file"))
        })
    }

    fn winning_moves(&self, spec: &Spec, watch: &dyn Watch) -> Result<Language, LabError> {
        self.proof(spec, watch)?;
        Language::winning_moves(spec, watch).map_err(beyond)
    }

    fn strategy(&self, spec: &Spec, watch: &dyn Watch) -> Result<Language, LabError> {
        let proof = self.proof(spec, watch)?;
        let strategy = ProvedStrategy::from_proof(spec, &proof, watch).map_err(beyond)?;
        let strategy = strategy
            .ok_or_else(|| LabError::Beyond("the proof leaves no winning moves".to_owned()))?;
        Language::strategy(spec, &strategy, watch).map_err(beyond)
    }

    /// The proof of the P-positions.
    fn proof(&self, spec: &Spec, watch: &dyn Watch) -> Result<Proof, LabError> {
        let name = self.game.name();
        if spec.blocking > 0 {
            let message =
                "is a blocking game: a proof of its P-positions leaves no single move that wins";
            return Err(LabError::Beyond(format!("{name} {message}")));
        }
        let report = self.game.prove(Claim::PPositions, watch);
        if let Some(ClaimOutcome::Stopped(stopped)) = report.as_ref().map(|report| &report.outcome)
        {
            return Err((*stopped).into());
        }
        report.and_then(|report| report.proof.clone()).ok_or_else(|| {
            let message = "claim no P-positions that are proved, and only a proof leaves winning moves: see `takeaway prove`";
            LabError::Beyond(format!("the rules of {name} {message}"))
        })
    }

    fn set(&self, name: &str, watch: &dyn Watch) -> Result<Language, LabError> {
        let sets = self.game.sets();
        let set = sets.iter().find(|set| *set.name == *name).ok_or_else(|| {
            let names: Vec<&str> = sets.iter().map(|set| &*set.name).collect();
            let advice = match names.as_slice() {
                [] => "they define none".to_owned(),
                some => format!("there are {}", some.join(", ")),
            };
            LabError::input(format!(
                "the rules of {} define no set `{name}`: {advice}",
                self.game.name()
            ))
        })?;
        Language::of_set(&Arc::clone(set), watch).map_err(beyond)
    }
}

/// The set with one place a letter, unless that is far larger.
fn single(set: &AutomatonSet, watch: &dyn Watch) -> Result<AutomatonSet, LabError> {
    let cap = Cap::new(watch, MOST_NODES);
    match cap.unless_reached(set.single_places(&cap)) {
        Ok(single) => Ok(single.unwrap_or_else(|| set.clone())),
        Err(AutomatonError::Stopped(stopped)) => Err(stopped.into()),
        Err(other) => Err(LabError::Beyond(other.to_string())),
    }
}

/// A set is what its definition says.
fn as_defined() -> Evidence {
    Evidence::Proved("the automaton is made from the definition of the set".to_owned())
}

pub(crate) fn beyond(error: DecideError) -> LabError {
    match error {
        DecideError::Stopped(stopped) => stopped.into(),
        other => LabError::Beyond(other.to_string()),
    }
}
