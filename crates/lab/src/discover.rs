//! The P-positions of a game, found and proved from its rules alone.

use discovery::heap::{HeapError, HeapSum};
use discovery::{
    Attempt, AttemptVerdict, BareRules, Candidate, Discovery, DiscoveryOptions, ProvedCandidate,
};
use logic::watch::{Stopped, Watch};
use numeration::registry::SystemName;
use proof::Certifier;
use rules::json::Text;
use rules::outcome::Play;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use crate::guess::{bare_rules, unsolved};
use crate::prove::certified;
use knowledge::Game;

/// What are the P-positions of a game, with a proof?
#[derive(Clone)]
pub struct DiscoverRequest<'a> {
    /// The game. Its claims are not looked at.
    pub game: &'a Game,
    /// The largest pile of a board.
    pub max: Option<u32>,
    /// The systems in which automata are looked for, as typed; if there are none, those that the board suggests.
    pub systems: Vec<String>,
    /// Who wins at the end.
    pub play: Play,
    /// Look for the positions of each nim-value up to this one instead of the P-positions alone.
    pub nim_value: Option<u32>,
    /// Are files wanted? Without them, a claim that needs the file of an automaton is not told.
    pub files: bool,
}

/// The answer to a [`DiscoverRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DiscoverAnswer {
    /// The game with its parameters.
    pub game: String,
    /// What came of it.
    pub verdict: DiscoverVerdict,
    /// The claim, as text behind the rules; none if nothing is proved, or if it needs a file that was not asked for.
    pub claim: Option<String>,
    /// The numeration system of the automaton.
    pub system: Option<String>,
    /// The automaton, if the claim is one.
    pub automaton: Option<DiscoveredAutomaton>,
    /// Which game the claim is about, if nim-values are looked for.
    pub values: Option<BesideAHeap>,
    /// What was tried, in this order.
    pub tried: Vec<Tried>,
    /// Why the work was stopped.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
    /// What can be written down.
    #[serde(skip)]
    pub written: Option<DiscoveredFiles>,
    /// It was found on a board with this largest pile, and agrees with brute force up to the other.
    #[serde(skip)]
    pub bounds: Option<(u32, u32)>,
}

/// The game beside a Nim heap: its P-positions are the positions beside a heap of their nim-value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BesideAHeap {
    /// The pile that is the heap.
    pub heap: String,
    /// It has at most so many tokens.
    #[serde(with = "Text")]
    pub most: u32,
    /// The rules of the game beside the heap; the claim is about them.
    pub rules: String,
}

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum DiscoverVerdict {
    /// The P-positions are found and proved.
    Proved,
    /// Everything was tried.
    NothingFound,
    /// A limit was reached first.
    Stopped,
}

/// An automaton that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DiscoveredAutomaton {
    /// How many states it has.
    #[serde(with = "Text")]
    pub states: usize,
}

/// Something that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tried {
    /// The numeration system of an automaton, or `formula`.
    pub system: String,
    /// `proved`, `refuted`, `undecided`, or `grows`: there was no automaton to be proved.
    pub verdict: TriedVerdict,
    /// How many states the automaton has, or residuals there are.
    pub states: Option<String>,
    /// The largest pile of the board.
    #[serde(with = "Text")]
    pub bound: u32,
    /// The claim that was put to the prover.
    pub claim: Option<String>,
    /// Why it is refuted or undecided.
    pub why: Option<String>,
}

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum TriedVerdict {
    /// It is proved.
    Proved,
    /// It is false.
    Refuted,
    /// The prover could not say.
    Undecided,
    /// The number of residuals grows with the board.
    Grows,
}

/// What can be written down of a discovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveredFiles {
    /// The name of the game, without parameters.
    pub name: String,
    /// The rules with the claim.
    pub game: String,
    /// The certificate, or why there is none.
    pub certificate: Result<String, String>,
    /// The automata that the rules and the claim name: their files, and what these hold.
    pub automata: Vec<(String, String)>,
}

impl Request for DiscoverRequest<'_> {
    type Answer = DiscoverAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<DiscoverAnswer, LabError> {
        let (rules, values) = self.rules()?;
        let usual = values.as_ref().map(|_| usual_beside_heap(&rules));
        let options = DiscoveryOptions {
            max: self.max.or(usual),
            systems: systems(&self.systems)?,
            play: self.play,
        };
        let found = discovery::discover(&rules, &options, watch).map_err(unsolved)?;
        let Discovery {
            found,
            stopped,
            tried,
        } = found;
        let automatic = found.as_ref().and_then(|found| match &found.candidate {
            Candidate::Automaton(automatic) => Some(automatic),
            Candidate::Formula(_) => None,
        });
        let tellable = automatic.is_none() || self.files;
        Ok(DiscoverAnswer {
            game: self.game.name().to_owned(),
            verdict: match (&found, &stopped) {
                (Some(_), _) => DiscoverVerdict::Proved,
                (None, Some(_)) => DiscoverVerdict::Stopped,
                (None, None) => DiscoverVerdict::NothingFound,
            },
            claim: found
                .as_ref()
                .filter(|_| tellable)
                .map(|found| found.claim.clone()),
            system: automatic.map(|automatic| automatic.named().to_string()),
            automaton: automatic.map(|automatic| DiscoveredAutomaton {
                states: automatic.states(),
            }),
            values,
            tried: tried.into_iter().map(Tried::from).collect(),
            stopped,
            bounds: found.as_ref().map(|found| (found.bound, found.compared)),
            written: match found {
                Some(found) if self.files => Some(files(&rules, &found, watch)),
                _ => None,
            },
        })
    }
}

/// Larger nim-values are not looked for.
const LARGEST_VALUE: u32 = 20;

/// The board beside a heap: one of its piles has a few sizes only.
fn usual_beside_heap(rules: &BareRules) -> u32 {
    match rules.spec().dimension() {
        ..=2 => 1000,
        3 => 150,
        _ => 40,
    }
}

impl DiscoverRequest<'_> {
    /// The rules; those beside a heap if nim-values are looked for.
    fn rules(&self) -> Result<(BareRules, Option<BesideAHeap>), LabError> {
        let rules = bare_rules(self.game)?;
        let Some(most) = self.nim_value else {
            return Ok((rules, None));
        };
        if most > LARGEST_VALUE {
            let message = format!("nim-values up to {LARGEST_VALUE} are looked for");
            return Err(LabError::input(message));
        }
        if self.play == Play::Misere {
            return Err(LabError::input("nim-values are of normal play"));
        }
        let beside = HeapSum::of(&rules, most).map_err(|error| match error {
            HeapError::Blocking => LabError::input(error.to_string()),
            HeapError::Read(faults) => faults.into(),
        })?;
        let values = BesideAHeap {
            heap: beside.heap,
            most,
            rules: beside.rules.text().to_owned(),
        };
        Ok((beside.rules, Some(values)))
    }
}

/// The systems that were asked for, by their names; none if there are none.
pub(crate) fn systems(
    names: &[String],
) -> Result<Option<Vec<discovery::systems::CandidateSystem>>, LabError> {
    if names.is_empty() {
        return Ok(None);
    }
    let systems = names.iter().map(|name| system(name));
    systems.collect::<Result<_, _>>().map(Some)
}

fn system(name: &str) -> Result<discovery::systems::CandidateSystem, LabError> {
    let known: SystemName = name
        .trim()
        .parse()
        .map_err(|error: numeration::registry::UnknownSystem| LabError::input(error.to_string()))?;
    let form = known.form(lang::constant)?;
    discovery::systems::CandidateSystem::new(form).ok_or_else(|| {
        LabError::input(format!(
            "automata cannot read numbers in `{}`; type binary, base:3, zeckendorf or recurrence:1,1,1",
            name.trim()
        ))
    })
}

/// What can be written down.
fn files(rules: &BareRules, found: &ProvedCandidate, watch: &dyn Watch) -> DiscoveredFiles {
    let own = match &found.candidate {
        Candidate::Automaton(automatic) => Some((rules.fresh_file(), automatic.text.clone())),
        Candidate::Formula(_) => None,
    };
    let named = rules.beside().files();
    let named = named.filter(|(file, _)| rules.text().contains(&format!("\"{file}\"")));
    let named = named.map(|(file, text)| (file.to_owned(), text.to_owned()));
    DiscoveredFiles {
        name: rules.name().to_owned(),
        game: rules.with(&found.claim),
        certificate: certificate(found, watch),
        automata: named.chain(own).collect(),
    }
}

/// The certificate, which the checker has accepted.
fn certificate(found: &ProvedCandidate, watch: &dyn Watch) -> Result<String, String> {
    let mut certifier = Certifier::new(&found.game).map_err(|refusal| refusal.to_string())?;
    let proof = found.report.proof.as_ref();
    let proof = proof.ok_or_else(|| "it is not proved".to_owned())?;
    Ok(certified(&mut certifier, proof, watch)?.to_text())
}

impl From<Attempt> for Tried {
    fn from(attempt: Attempt) -> Self {
        let states = attempt.states;
        let (verdict, states, why) = match attempt.verdict {
            AttemptVerdict::Proved => (TriedVerdict::Proved, states, None),
            AttemptVerdict::Refuted(why) => (TriedVerdict::Refuted, states, Some(why)),
            AttemptVerdict::Undecided(why) => (TriedVerdict::Undecided, states, Some(why)),
            AttemptVerdict::Grows(residuals) => (TriedVerdict::Grows, Some(residuals), None),
        };
        Self {
            system: attempt.system.unwrap_or_else(|| "formula".to_owned()),
            verdict,
            states: states.map(|states| states.to_string()),
            bound: attempt.bound,
            claim: attempt.claim,
            why,
        }
    }
}
