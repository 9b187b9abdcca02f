//! The work on one member.

use logic::digits::AutomatonSet;
use logic::watch::{Cap, Stopped, Watch};
use numeration::counted::counted;
use proof::{ClaimOutcome, Language, Prover};
use rules::outcome::Play;
use rules::spec::{PileOrder, Spec};

use super::digest::Digest;
use super::family::{Member, SearchError};
use super::p_set::{Difference, PSet};
use super::record::{Fingerprint, MemberRecord, MemberVerdict};
use super::task::FamilySearch;
use super::watches::MemberWatch;
use crate::board::{Board, BoardError};
use crate::candidate::{Candidate, claim_of};
use crate::discover::{self, Attempt, Discovery, DiscoveryOptions, discover};
use crate::rules::BareRules;

/// What members are compared with.
#[derive(Debug)]
pub(super) struct ComparisonTarget {
    p_set: PSet,
    piles: String,
    /// The proved claim of the target, and the file of its automaton.
    claim: Option<(String, Option<String>)>,
}

/// An automaton that would need more nodes is not made for its shape alone.
const MOST_NODES: usize = 50_000;
/// An automaton with more letters than this is not written down.
const MOST_LETTERS: usize = 1 << 20;

impl ComparisonTarget {
    pub(super) fn of(
        rules: &BareRules,
        max: u32,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Self, SearchError> {
        // The memory of its proofs is counted as that of a member is.
        let watch = MemberWatch::new(watch, &logic::Unwatched);
        let options = DiscoveryOptions {
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
pub(super) struct MemberWork<'a> {
    pub(super) search: &'a FamilySearch,
    pub(super) member: &'a Member,
    pub(super) rules: &'a BareRules,
    pub(super) watch: &'a MemberWatch<'a>,
}

impl MemberWork<'_> {
    fn record(&self, verdict: MemberVerdict) -> MemberRecord {
        let mut record = MemberRecord::new(self.member.number, &self.member.game, verdict);
        record.piles = Some(piles(self.rules.spec()));
        record
    }

    fn p_set(&self, max: u32) -> Result<PSet, BoardError> {
        let spec = self.rules.spec();
        let board = Board::solve(spec, max, self.search.task().play(), self.watch)?;
        Ok(PSet::of(spec, &board))
    }

    pub(super) fn solved(&self, max: u32) -> Result<MemberRecord, BoardError> {
        let p_set = self.p_set(max)?;
        Ok(MemberRecord {
            evidence: Some(format!("brute force, piles up to {max}")),
            p_set: Some(Fingerprint::of(&p_set)),
            ..self.record(MemberVerdict::Solved)
        })
    }

    pub(super) fn discovered(&self, max: Option<u32>) -> Result<MemberRecord, BoardError> {
        let spec = self.rules.spec();
        let options = DiscoveryOptions {
            max: Some(max.unwrap_or_else(|| discover::second_bound(spec))),
            systems: self.search.systems(),
            play: self.search.task().play(),
        };
        let answer = discover(self.rules, &options, self.watch)?;
        let p_set = self.fingerprint()?;
        let Some(found) = &answer.found else {
            return Ok(MemberRecord {
                why: Some(tried(&answer)),
                p_set: Some(p_set),
                ..self.record(MemberVerdict::NothingFound)
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
        Ok(MemberRecord {
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
            ..self.record(MemberVerdict::Proved)
        })
    }

    /// The P-positions on the board on which members are compared with each other.
    pub(super) fn fingerprint(&self) -> Result<Fingerprint, BoardError> {
        let max = fingerprint_max(self.rules.spec());
        Ok(Fingerprint::of(&self.p_set(max)?))
    }

    /// The record of a claim that was proved again, with what is known of its automaton now.
    pub(super) fn described_again(
        &self,
        record: &MemberRecord,
        claim: &str,
        automaton: Option<&str>,
    ) -> MemberRecord {
        let game = claiming(self.rules, claim, automaton);
        let (system, set) = game.and_then(|game| self.automaton(&game)).unzip();
        let (states, shape) = set.as_ref().and_then(described).unzip();
        MemberRecord {
            system,
            states,
            shape,
            ..record.clone()
        }
    }

    /// The automaton of a formula for the P-positions, if it is small, with its system.
    fn automaton(&self, game: &Spec) -> Option<(String, AutomatonSet)> {
        let cap = Cap::new(self.watch, MOST_NODES);
        let language = Language::p_positions(game, &cap).ok()??;
        Some((language.system.to_string(), language.set))
    }

    pub(super) fn compared(
        &self,
        max: u32,
        aim: &ComparisonTarget,
    ) -> Result<MemberRecord, BoardError> {
        let p_set = self.p_set(max)?;
        let fingerprint = Some(Fingerprint::of(&p_set));
        let by_board = format!("brute force, piles up to {max}");
        let (verdict, evidence, why, difference) = match p_set.difference(&aim.p_set) {
            Some(Difference::Piles(why)) => (
                MemberVerdict::Different,
                "the rules".to_owned(),
                Some(why),
                None,
            ),
            Some(Difference::Position(piles)) => {
                let piles: Vec<String> = piles.iter().map(i64::to_string).collect();
                (MemberVerdict::Different, by_board, None, Some(piles))
            }
            None => match self.claims(aim) {
                Ok(ClaimOutcome::Proved) => {
                    let evidence =
                        "proved for all positions: it is the claim that is proved of the target";
                    (MemberVerdict::Same, evidence.to_owned(), None, None)
                }
                Ok(ClaimOutcome::Refuted(counterexample)) => {
                    let evidence = "the claim that is proved of the target is refuted here";
                    let why = counterexample.to_string();
                    (
                        MemberVerdict::Different,
                        evidence.to_owned(),
                        Some(why),
                        None,
                    )
                }
                other => {
                    let undecided = |outcome: ClaimOutcome| outcome.undecided().unwrap_or_default();
                    let why = other.map_or_else(str::to_owned, undecided);
                    (MemberVerdict::Agrees, by_board, Some(why), None)
                }
            },
        };
        Ok(MemberRecord {
            evidence: Some(evidence),
            why,
            difference,
            p_set: fingerprint,
            ..self.record(verdict)
        })
    }

    /// What becomes of the claim of the target for this member, or why there is none.
    fn claims(&self, aim: &ComparisonTarget) -> Result<ClaimOutcome, &'static str> {
        let claim = aim.claim.as_ref();
        let (claim, automaton) = claim.ok_or("no claim is proved of the target")?;
        if aim.piles != piles(self.rules.spec()) {
            return Err("no proof was tried, since the piles of the target are not declared alike");
        }
        let play = self.search.task().play();
        claimed(self.rules, claim, automaton.as_deref(), play, self.watch)
            .ok_or("the claim of the target cannot be read with these rules")
    }
}

/// What becomes of a claim that was proved of another game with the same piles; nothing if it cannot be read here. The P-positions are the only set for which such a
/// claim holds: if it is proved of both games, they are the same.
pub(super) fn claimed(
    rules: &BareRules,
    claim: &str,
    automaton: Option<&str>,
    play: Play,
    watch: &dyn Watch,
) -> Option<ClaimOutcome> {
    let game = claiming(rules, claim, automaton)?;
    let report = Prover::default().prove_claim(&game, claim_of(play), watch);
    Some(report.outcome)
}

/// The game that makes a claim, if it can be read.
fn claiming(rules: &BareRules, claim: &str, automaton: Option<&str>) -> Option<Spec> {
    let game = match automaton {
        None => rules.claiming(claim),
        Some(text) => rules.claiming_beside(claim, claim.split('"').nth(1)?, text),
    };
    game.ok()
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
pub(super) fn piles(spec: &Spec) -> String {
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
    let refuted = count(|one| matches!(one.verdict, discover::AttemptVerdict::Refuted(_)));
    let undecided = count(|one| matches!(one.verdict, discover::AttemptVerdict::Undecided(_)));
    let bound = answer.tried.iter().map(|one| one.bound).max();
    let last = answer.tried.iter().filter(|one| Some(one.bound) == bound);
    let grows: Vec<String> = last
        .filter_map(|one| match (&one.system, &one.verdict) {
            (Some(system), discover::AttemptVerdict::Grows(residuals)) => {
                Some(format!("{residuals} in {system}"))
            }
            _ => None,
        })
        .collect();
    let mut told = format!(
        "{} refuted, {undecided} undecided",
        counted(refuted, "claim", "claims")
    );
    if let (false, Some(bound)) = (grows.is_empty(), bound) {
        told.push_str(&format!("; residuals up to {bound}: {}", grows.join(", ")));
    }
    if let Some(stopped) = &answer.stopped {
        told.push_str(&format!("; {stopped}"));
    }
    told
}
