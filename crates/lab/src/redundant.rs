//! What the rules of a game can do without, and what could be added to them, with the P-positions staying the same.
//!
//! The P-positions have to be known for all positions: those that the game claims, once they are proved; otherwise those that can be
//! discovered. [`RedundantRequest`] asks for everything, [`AddableRequest`] for an automaton of what can be added.

use discovery::redundant::added::{self, AddableReport, SHOWN};
use discovery::redundant::parts::PartKind;
use discovery::redundant::{Redundancy, shape};
use discovery::{BareRules, Candidate, DiscoveryOptions};
use lang::Opened;
use logic::watch::{Stopped, Watch};
use proof::{Claim, ClaimOutcome, Counterexample, Language};
use rules::evidence::Evidence;
use rules::json::{Text, TextRows, Texts};
use rules::outcome::Play;
use schemars::JsonSchema;
use serde::Serialize;

use crate::LabError;
use crate::Request;
use crate::automaton::{AutomatonAnswer, MOST_EDGES, beyond, spelled};
use crate::guess::{bare_rules, unsolved};
use knowledge::Game;

/// What can a game do without, and what could be added to it?
#[derive(Clone)]
pub struct RedundantRequest<'a> {
    /// The game.
    pub game: &'a Game,
}

/// The answer to a [`RedundantRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RedundantAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The P-positions as they are claimed, or as they were discovered.
    pub claim: String,
    /// Everything that could be dropped, one thing at a time, in the order of the file.
    pub dropped: Vec<DroppedPart>,
    /// The rules without as much as can be dropped at once.
    pub shorter: Option<ShorterRules>,
    /// The vectors that can be taken from all positions.
    pub vectors: Option<AddableVectors>,
    /// The single moves that can be added: those that do not lead from a P-position to a P-position.
    pub moves: Option<AddableMoves>,
    /// Why nothing is said of what can be added.
    pub why: Option<String>,
    /// How the P-positions are known.
    pub evidence: Evidence,
    /// What ended the work before everything was decided.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// A part of the rules, and whether the P-positions stay the same without it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DroppedPart {
    /// What it is.
    pub part: PartKind,
    /// The kind of move that it belongs to.
    pub rule: Option<String>,
    /// The part, as it is written.
    pub text: String,
    /// `proved` if the P-positions stay the same; `refuted` with the smallest position at which they do not.
    #[serde(flatten)]
    pub outcome: ClaimOutcome,
}

impl DroppedPart {
    /// Why it cannot go, or why that is not known; nothing if it can.
    pub fn why(&self) -> Option<String> {
        Some(match &self.outcome {
            ClaimOutcome::Proved => return None,
            ClaimOutcome::Refuted(Counterexample::MoveInside { from, to, kind }) => {
                format!("{from} would be an N-position: {kind} would lead to {to}")
            }
            ClaimOutcome::Refuted(Counterexample::NoMoveInto { position }) => {
                format!("{position} would be a P-position: no move would lead to one")
            }
            ClaimOutcome::Refuted(other) => other.to_string(),
            open => open.undecided()?,
        })
    }

    /// The part with the kind of move that it belongs to.
    pub fn placed(&self) -> String {
        match (&self.rule, self.part) {
            (Some(rule), part) if part != PartKind::Move => format!("{rule}: {}", self.text),
            _ => self.text.clone(),
        }
    }
}

/// Rules without some of their parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShorterRules {
    /// The parts that are gone, by their places in the list of all.
    #[serde(with = "Texts")]
    pub without: Vec<usize>,
    /// The rules that stay, with the claim, as a file.
    pub text: String,
}

/// Vectors that can be taken from all positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AddableVectors {
    /// How the automaton writes their entries.
    pub system: String,
    /// How many states the automaton has.
    #[serde(with = "Text")]
    pub states: usize,
    /// The smallest ones.
    #[serde(with = "TextRows")]
    pub smallest: Vec<Vec<u32>>,
    /// The smallest vectors that cannot be added.
    #[serde(with = "TextRows")]
    pub others: Vec<Vec<u32>>,
    /// The smallest ones that the rules do not have, or not from every position.
    #[serde(with = "TextRows")]
    pub new: Vec<Vec<u32>>,
    /// Does the list of new ones begin with all small ones? Otherwise each of them is new, but some may be left out.
    pub new_complete: bool,
    /// Is it proved that the rules have every one of them, from every position?
    pub nothing_new: bool,
    /// Lists have at most 12 vectors, each with at most so many tokens together.
    #[serde(with = "Text")]
    pub tokens: u32,
    /// What the vectors are, if that can be said: `not in { … }`, `in { … }`. It is proved.
    pub formula: Option<String>,
}

/// Single moves that can be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AddableMoves {
    /// How the automaton writes the piles before and after a move.
    pub system: String,
    /// How many states it has.
    #[serde(with = "Text")]
    pub states: usize,
}

impl Request for RedundantRequest<'_> {
    type Answer = RedundantAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<RedundantAnswer, LabError> {
        let known = known(self.game, watch)?;
        let found = discovery::redundant::redundant(&known.opened, watch)?;
        let Redundancy {
            dropped,
            shorter,
            added,
            stopped,
        } = found;
        let (added, why) = match added {
            Some(Ok(added)) => (Some(added), None),
            Some(Err(why)) => (None, Some(why.to_string())),
            None => (None, None),
        };
        let part = |part: discovery::redundant::Dropped| DroppedPart {
            part: part.kind,
            rule: part.rule,
            text: part.text,
            outcome: part.outcome,
        };
        Ok(RedundantAnswer {
            game: self.game.name().to_owned(),
            claim: known.claim,
            dropped: dropped.into_iter().map(part).collect(),
            shorter: shorter.map(|shorter| ShorterRules {
                without: shorter.without,
                text: shorter.text,
            }),
            vectors: added.as_ref().map(AddableVectors::from),
            moves: added.as_ref().map(|added| AddableMoves {
                system: added.moves.system.to_string(),
                states: states(&added.moves),
            }),
            why,
            evidence: known.evidence,
            stopped,
        })
    }
}

impl From<&AddableReport> for AddableVectors {
    fn from(added: &AddableReport) -> Self {
        let vectors = &added.vectors;
        let dimension = vectors.numbers.len();
        let holds = |tuple: &[u32]| added::holds(vectors, tuple);
        let formula = added.formula.as_ref().map(|formula| {
            let word = if formula.complement { "not in" } else { "in" };
            format!("{word} {}", formula.set)
        });
        Self {
            system: vectors.system.to_string(),
            states: states(vectors),
            smallest: shape::smallest(dimension, SHOWN, holds),
            others: shape::smallest(dimension, SHOWN, |tuple| !holds(tuple)),
            new: added.smallest_fresh.clone(),
            new_complete: added.fresh.is_some(),
            nothing_new: { added.fresh.iter() }.any(|fresh| fresh.set.automaton().is_empty()),
            tokens: shape::most_tokens(dimension),
            formula,
        }
    }
}

/// How many states an automaton has when its letters are spelled out; as it is kept, if there are too many letters.
fn states(language: &Language) -> usize {
    let automaton = language.set.automaton();
    let spelled = automaton.letters(MOST_EDGES);
    spelled.map_or(automaton.states(), |letters| letters.states.len())
}

/// Which automaton accepts what can be added?
#[derive(Clone)]
pub struct AddableRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// Of single moves, rather than of vectors?
    pub moves: bool,
    /// With one place a letter, if that can be.
    pub single_places: bool,
}

impl Request for AddableRequest<'_> {
    type Answer = AutomatonAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<AutomatonAnswer, LabError> {
        let (language, evidence) = match self.moves {
            true => {
                let known = known(self.game, watch)?;
                let moves = added::moves(&of_no_blocking(&known)?.spec, watch);
                (moves.map_err(beyond)?, known.evidence)
            }
            false => vectors(self.game, watch)?,
        };
        let of = match self.moves {
            true => "moves that can be added",
            false => "vectors that can be added",
        };
        spelled(
            self.game.name(),
            of,
            language,
            self.single_places,
            evidence,
            watch,
        )
    }
}

/// The vectors that can be added to a game, and how its P-positions are known.
pub(crate) fn vectors(game: &Game, watch: &dyn Watch) -> Result<(Language, Evidence), LabError> {
    let known = known(game, watch)?;
    let vectors = added::vectors(&of_no_blocking(&known)?.spec, watch);
    Ok((vectors.map_err(beyond)?, known.evidence))
}

fn of_no_blocking(known: &ProvedGame) -> Result<&Opened, LabError> {
    match known.opened.spec.blocking {
        0 => Ok(&known.opened),
        _ => Err(LabError::Beyond(
            discovery::redundant::AddableError::Blocking.to_string(),
        )),
    }
}

/// A game whose P-positions are proved.
struct ProvedGame {
    /// The game with the claim.
    opened: Opened,
    /// The claim, as it is written.
    claim: String,
    /// How it is known.
    evidence: Evidence,
}

/// The game with its own claim, if that is proved; otherwise with one that is discovered.
fn known(game: &Game, watch: &dyn Watch) -> Result<ProvedGame, LabError> {
    let rules = bare_rules(game)?;
    if let (Some(report), Some(opened)) = (game.prove(Claim::PPositions, watch), game.opened()) {
        match &report.outcome {
            ClaimOutcome::Proved => {
                let opened = opened.clone();
                return Ok(ProvedGame {
                    claim: discovery::redundant::claim_of(&opened.tree),
                    opened,
                    evidence: game.evidence_of(Claim::PPositions, watch)?,
                });
            }
            ClaimOutcome::Stopped(stopped) if !stopped.is_too_large() => {
                return Err((*stopped).into());
            }
            _ => {}
        }
    }
    discovered(game, &rules, watch)
}

fn discovered(game: &Game, rules: &BareRules, watch: &dyn Watch) -> Result<ProvedGame, LabError> {
    let options = DiscoveryOptions {
        max: None,
        systems: None,
        play: Play::Normal,
    };
    let answer = discovery::discover(rules, &options, watch).map_err(unsolved)?;
    if let (None, Some(stopped)) = (&answer.found, answer.stopped) {
        return Err(stopped.into());
    }
    let found = answer.found.ok_or_else(|| {
        LabError::Beyond(format!(
            "the P-positions of {} are not known for all positions: no claim of them is proved, and none was discovered",
            game.name()
        ))
    })?;
    let beside = match &found.candidate {
        Candidate::Automaton(automatic) => {
            rules.beside().with(&rules.fresh_file(), &automatic.text)
        }
        Candidate::Formula(_) => rules.beside().clone(),
    };
    let text = rules.with(&found.claim);
    Ok(ProvedGame {
        opened: lang::open_beside(&text, "rules", &beside, |_| Vec::new())?,
        claim: found.claim,
        evidence: Evidence::Proved("discovered from the rules, and proved".to_owned()),
    })
}
