//! What is done with each member: its P-positions are discovered, solved up to a bound, or compared with those of a target.

use std::sync::{Arc, Mutex, PoisonError};

use games::outcome::Play;
use games::spec::{PileOrder, Spec};
use logic::digits::AutomatonSet;
use logic::watch::{Cap, Stopped, Watch};
use proof::{ClaimOutcome, Language, Prover};
use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::family::{Family, Member, SearchError, Source};
use super::p_set::{Difference, PSet};
use super::record::{Fingerprint, Record, Verdict};
use super::text;
use super::watches::MemberWatch;
use crate::board::{Board, BoardError};
use crate::candidate::{Candidate, claim_of};
use crate::discover::{self, Attempt, Discovery, Options, discover};
use crate::rules::Rules;
use crate::systems::System;

/// What is done with each member, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What it is.
    pub what: What,
    /// Does whoever cannot move win?
    pub misere: bool,
}

/// What is done with each member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum What {
    /// Its P-positions are found and proved.
    Discover {
        /// The largest pile of a board; the second of the usual boards, if nothing is said.
        #[serde(with = "text::maybe")]
        max: Option<u32>,
        /// The only systems in which automata are looked for, if there are any.
        systems: Vec<String>,
    },
    /// It is solved by brute force.
    Solve {
        /// The largest pile.
        #[serde(with = "text")]
        max: u32,
    },
    /// Its P-positions are compared with those of another game.
    Compare {
        /// The largest pile up to which brute force compares them.
        #[serde(with = "text")]
        max: u32,
        /// The other game.
        target: Source,
    },
}

/// A family and what is done with its members.
#[derive(Debug)]
pub struct Search {
    family: Family,
    task: Task,
    systems: Option<Vec<System>>,
    size: u64,
    aim: Mutex<Option<Arc<Aim>>>,
}

/// What members are compared with.
#[derive(Debug)]
struct Aim {
    p_set: PSet,
    piles: String,
    /// The proved claim of the target, and the file of its automaton.
    claim: Option<(String, Option<String>)>,
}

/// So many members are a unit, if nothing is said: most discoveries take a tenth of a second to ten seconds.
pub const USUAL_SIZE: u64 = 50;
/// An automaton that would need more nodes is not made for its shape alone.
const MOST_NODES: usize = 50_000;
/// An automaton with more letters than this is not written down.
const MOST_LETTERS: usize = 1 << 20;

impl Default for Task {
    /// Discovery, in normal play.
    fn default() -> Self {
        Self {
            what: What::Discover {
                max: None,
                systems: Vec::new(),
            },
            misere: false,
        }
    }
}

impl Task {
    /// Who wins at the end.
    pub fn play(&self) -> Play {
        match self.misere {
            true => Play::Misere,
            false => Play::Normal,
        }
    }
}

impl Search {
    /// A family and a task.
    pub fn new(family: Family, task: Task) -> Self {
        Self {
            family,
            task,
            systems: None,
            size: USUAL_SIZE,
            aim: Mutex::new(None),
        }
    }

    /// The same with automata in these systems only.
    #[must_use]
    pub fn in_systems(mut self, chosen: Vec<System>) -> Self {
        if let What::Discover { systems, .. } = &mut self.task.what {
            *systems = chosen
                .iter()
                .map(|system| system.named.to_string())
                .collect();
            self.systems = Some(chosen);
        }
        self
    }

    /// The same with so many members in a unit, at least one.
    #[must_use]
    pub fn by(mut self, size: u64) -> Self {
        self.size = size.max(1);
        self
    }

    /// The family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// What is done with its members.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// How many members are a unit.
    pub fn unit_size(&self) -> u64 {
        self.size
    }

    /// What comes of a member. The search may be stopped as a whole, and this member alone.
    ///
    /// # Errors
    /// If the target cannot be solved, or the work on it was stopped.
    pub fn record(
        &self,
        member: &Member,
        search: &dyn Watch,
        own: &dyn Watch,
    ) -> Result<Record, SearchError> {
        let watch = MemberWatch::new(search, own);
        let record = |verdict| Record::new(member.number, &member.game, verdict);
        let stopped = |why: Stopped| record(Verdict::Stopped).because(why.to_string());
        if let Err(why) = watch.check() {
            return Ok(stopped(why));
        }
        let rules = match self.family.rules(member) {
            Ok(rules) => rules,
            Err(faults) => return Ok(record(Verdict::Refused).because(self.told(&faults))),
        };
        let about = About {
            search: self,
            member,
            rules: &rules,
            watch: &watch,
        };
        let done = match &self.task.what {
            What::Discover { max, .. } => about.discovered(*max),
            What::Solve { max } => about.solved(*max),
            What::Compare { max, target } => {
                let aim = self.aim(target, *max, search)?;
                about.compared(*max, &aim)
            }
        };
        Ok(match done {
            _ if watch.said_no() => stopped(watch.check().err().unwrap_or(Stopped::Time)),
            Ok(record) => record,
            Err(error) => record(Verdict::Refused).because(error.to_string()),
        })
    }

    /// The faults of a member in a line.
    fn told(&self, faults: &lang::Diagnostics) -> String {
        let messages = || faults.messages().collect::<Vec<_>>().join("; ");
        self.family.refusal(faults).unwrap_or_else(messages)
    }

    /// What is known of the target, worked out once.
    fn aim(&self, target: &Source, max: u32, watch: &dyn Watch) -> Result<Arc<Aim>, SearchError> {
        let mut known = self.aim.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(aim) = known.as_ref() {
            return Ok(Arc::clone(aim));
        }
        let rules = target.rules().map_err(SearchError::Faults)?;
        let aim = Arc::new(Aim::of(&rules, max, self.task.play(), watch)?);
        *known = Some(Arc::clone(&aim));
        Ok(aim)
    }
}

impl Aim {
    fn of(rules: &Rules, max: u32, play: Play, watch: &dyn Watch) -> Result<Self, SearchError> {
        // The memory of its proofs is counted as that of a member is.
        let watch = MemberWatch::new(watch, &logic::Unwatched);
        let options = Options {
            max: Some(max),
            systems: None,
            play,
        };
        let solved = Board::solve(rules.spec(), max, play, &watch);
        let board = solved.map_err(unsolved)?;
        let found = discover(rules, &options, &watch).map_err(unsolved)?;
        if watch.said_no() {
            return Err(found.stopped.unwrap_or(Stopped::Time).into());
        }
        let claim = found.found.map(|found| {
            let automaton = automaton_file(&found.candidate);
            (found.claim, automaton)
        });
        Ok(Self {
            p_set: PSet::of(rules.spec(), &board),
            piles: piles(rules.spec()),
            claim,
        })
    }
}

fn unsolved(error: BoardError) -> SearchError {
    match error {
        BoardError::Stopped(stopped) => stopped.into(),
        error => SearchError::Board(error),
    }
}

/// A member at work.
struct About<'a> {
    search: &'a Search,
    member: &'a Member,
    rules: &'a Rules,
    watch: &'a MemberWatch<'a>,
}

impl About<'_> {
    fn record(&self, verdict: Verdict) -> Record {
        let mut record = Record::new(self.member.number, &self.member.game, verdict);
        record.piles = Some(piles(self.rules.spec()));
        record
    }

    fn p_set(&self, max: u32) -> Result<PSet, BoardError> {
        let spec = self.rules.spec();
        let board = Board::solve(spec, max, self.search.task.play(), self.watch)?;
        Ok(PSet::of(spec, &board))
    }

    fn solved(&self, max: u32) -> Result<Record, BoardError> {
        let p_set = self.p_set(max)?;
        Ok(Record {
            evidence: Some(format!("brute force, piles up to {max}")),
            p_set: Some(Fingerprint::of(&p_set)),
            ..self.record(Verdict::Solved)
        })
    }

    fn discovered(&self, max: Option<u32>) -> Result<Record, BoardError> {
        let spec = self.rules.spec();
        let options = Options {
            max: Some(max.unwrap_or_else(|| discover::second_bound(spec))),
            systems: self.search.systems.clone(),
            play: self.search.task.play(),
        };
        let answer = discover(self.rules, &options, self.watch)?;
        let p_set = Fingerprint::of(&self.p_set(fingerprint_max(spec))?);
        let Some(found) = &answer.found else {
            return Ok(Record {
                why: Some(tried(&answer)),
                p_set: Some(p_set),
                ..self.record(Verdict::NothingFound)
            });
        };
        let (system, set) = match &found.candidate {
            Candidate::Automaton(automatic) => {
                let system = automatic.named().to_string();
                Some((system, automatic.set.clone())).unzip()
            }
            Candidate::Formula(_) => self.automaton(&found.game).unzip(),
        };
        let (states, shape) = set.as_ref().and_then(described).unzip();
        Ok(Record {
            evidence: Some(format!(
                "proved for all positions; found on a board up to {}, compared with brute force up to {}",
                found.bound, found.compared
            )),
            claim: Some(found.claim.clone()),
            system,
            states,
            shape,
            automaton: automaton_file(&found.candidate),
            p_set: Some(p_set),
            ..self.record(Verdict::Proved)
        })
    }

    /// The automaton of a formula for the P-positions, if it is small, with its system.
    fn automaton(&self, game: &Spec) -> Option<(String, AutomatonSet)> {
        let cap = Cap::new(self.watch, MOST_NODES);
        let language = Language::p_positions(game, &cap).ok()??;
        Some((language.system.to_string(), language.set))
    }

    fn compared(&self, max: u32, aim: &Aim) -> Result<Record, BoardError> {
        let p_set = self.p_set(max)?;
        let fingerprint = Some(Fingerprint::of(&p_set));
        let by_board = format!("brute force, piles up to {max}");
        let (verdict, evidence, why, difference) = match p_set.difference(&aim.p_set) {
            Some(Difference::Piles(why)) => {
                (Verdict::Different, "the rules".to_owned(), Some(why), None)
            }
            Some(Difference::Position(piles)) => {
                let piles: Vec<String> = piles.iter().map(i64::to_string).collect();
                (Verdict::Different, by_board, None, Some(piles))
            }
            None => match self.claims(aim) {
                Ok(ClaimOutcome::Proved) => {
                    let evidence =
                        "proved for all positions: it is the claim that is proved of the target";
                    (Verdict::Same, evidence.to_owned(), None, None)
                }
                Ok(ClaimOutcome::Refuted(counterexample)) => {
                    let evidence = "the claim that is proved of the target is refuted here";
                    let why = counterexample.to_string();
                    (Verdict::Different, evidence.to_owned(), Some(why), None)
                }
                other => {
                    let undecided = |outcome: ClaimOutcome| outcome.undecided().unwrap_or_default();
                    let why = other.map_or_else(str::to_owned, undecided);
                    (Verdict::Agrees, by_board, Some(why), None)
                }
            },
        };
        Ok(Record {
            evidence: Some(evidence),
            why,
            difference,
            p_set: fingerprint,
            ..self.record(verdict)
        })
    }

    /// What becomes of the claim of the target for this member, or why there is none.
    fn claims(&self, aim: &Aim) -> Result<ClaimOutcome, &'static str> {
        let claim = aim.claim.as_ref();
        let (claim, automaton) = claim.ok_or("no claim is proved of the target")?;
        if aim.piles != piles(self.rules.spec()) {
            return Err("no proof was tried, since the piles of the target are not declared alike");
        }
        let play = self.search.task.play();
        claimed(self.rules, claim, automaton.as_deref(), play, self.watch)
            .ok_or("the claim of the target cannot be read with these rules")
    }
}

/// What becomes of a claim that was proved of another game with the same piles; nothing if it cannot be read here. The P-positions are the only set for which such a
/// claim holds: if it is proved of both games, they are the same.
pub(super) fn claimed(
    rules: &Rules,
    claim: &str,
    automaton: Option<&str>,
    play: Play,
    watch: &dyn Watch,
) -> Option<ClaimOutcome> {
    let game = match automaton {
        None => rules.claiming(claim),
        Some(text) => rules.claiming_beside(claim, claim.split('"').nth(1)?, text),
    };
    let report = Prover::default().prove_claim(&game.ok()?, claim_of(play), watch);
    Some(report.outcome)
}

/// The file of an automaton.
fn automaton_file(candidate: &Candidate) -> Option<String> {
    match candidate {
        Candidate::Automaton(automatic) => Some(automatic.text.clone()),
        Candidate::Formula(_) => None,
    }
}

/// How many states an automaton has, and a digest of it that does not know the system. It is the smallest one, with its states in the
/// order in which they are reached: equal digests are equal automata.
fn described(set: &AutomatonSet) -> Option<(usize, String)> {
    let letters = set.automaton().letters(MOST_LETTERS)?;
    let digest = letters
        .states
        .iter()
        .fold(Digest::default(), |digest, state| {
            let digest = digest.number(i64::from(state.accepting));
            let edges = state.edges.iter();
            edges.fold(digest, |digest, (letter, to)| {
                let to = i64::try_from(*to).unwrap_or(i64::MAX);
                digest.text(&format!("{letter:?}")).number(to)
            })
        });
    Some((letters.states.len(), digest.to_string()))
}

impl Fingerprint {
    /// Of some P-positions.
    pub fn of(p_set: &PSet) -> Self {
        Self {
            max: p_set.max,
            count: p_set.count(),
            digest: p_set.digest().to_string(),
        }
    }
}

/// The largest pile of the boards on which members are compared with each other.
fn fingerprint_max(spec: &Spec) -> u32 {
    let sizes: [u32; 4] = [600, 150, 40, 16];
    let size = sizes.get(spec.dimension().saturating_sub(1));
    size.copied().unwrap_or(8)
}

/// The piles as a file declares them.
fn piles(spec: &Spec) -> String {
    let sorted = match spec.piles.order {
        PileOrder::Ordered => 0,
        PileOrder::Sorted => spec.dimension(),
        PileOrder::Mixed(sorted) => sorted,
    };
    let names = spec.piles.names.iter().enumerate();
    let names = names.map(|(place, name)| match place {
        0 => name.to_string(),
        _ if place < sorted => format!(" <= {name}"),
        _ if place == sorted => format!("; {name}"),
        _ => format!(", {name}"),
    });
    names.collect()
}

/// What was tried in vain, with figures.
fn tried(answer: &Discovery) -> String {
    let count =
        |wanted: fn(&Attempt) -> bool| answer.tried.iter().filter(|one| wanted(one)).count();
    let refuted = count(|one| matches!(one.verdict, discover::Verdict::Refuted(_)));
    let undecided = count(|one| matches!(one.verdict, discover::Verdict::Undecided(_)));
    let bound = answer.tried.iter().map(|one| one.bound).max();
    let last = answer.tried.iter().filter(|one| Some(one.bound) == bound);
    let grows: Vec<String> = last
        .filter_map(|one| match (&one.system, &one.verdict) {
            (Some(system), discover::Verdict::Grows(residuals)) => {
                Some(format!("{residuals} in {system}"))
            }
            _ => None,
        })
        .collect();
    let mut told = format!("{refuted} claims refuted, {undecided} undecided");
    if let (false, Some(bound)) = (grows.is_empty(), bound) {
        told.push_str(&format!("; residuals up to {bound}: {}", grows.join(", ")));
    }
    if let Some(stopped) = &answer.stopped {
        told.push_str(&format!("; {stopped}"));
    }
    told
}
