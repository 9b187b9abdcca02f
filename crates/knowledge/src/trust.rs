//! What a claim of a game is worth: the one rule of trust.
//!
//! A theorem of the catalogue is believed. Any other claim is proved before it is used, unless that is dear. What became
//! of a claim is kept with the game, and a claim is searched for a proof once: verdict, certificate and automaton come
//! from that search.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use logic::watch::{Limited, Watch, locked};
use proof::{Claim, Counterexample, Report};
use rules::evidence::Evidence;
use rules::position::Position;
use rules::spec::Spec;
use rules::splitting::SplittingSpec;
use schemars::JsonSchema;
use serde::Serialize;
use strategies::catalog::{KnownClaim, Reach};

use crate::error::Error;
use crate::game::Game;
use crate::kept::Cached;
use crate::source::{AutomatonStrategy, Effort};
use crate::split_claims::{self, ProvedHeaps};

/// What became of the claims of a game, and what their proofs left.
#[derive(Default)]
pub(crate) struct Verdicts {
    reports: Mutex<HashMap<Claim, Arc<Report>>>,
    automaton: Cached<Arc<AutomatonStrategy>>,
    judged: AtomicBool,
}

impl Verdicts {
    /// Has it been found out what the claims are worth, as far as it can be?
    pub(crate) fn are_judged(&self) -> bool {
        self.judged.load(Ordering::Relaxed)
    }

    /// It has.
    pub(crate) fn set_judged(&self) {
        self.judged.store(true, Ordering::Relaxed);
    }

    fn report(&self, claim: Claim) -> Option<Arc<Report>> {
        self.lock().get(&claim).cloned()
    }

    fn keep(&self, report: Report) -> Arc<Report> {
        let report = Arc::new(report);
        self.lock().insert(report.claim, Arc::clone(&report));
        report
    }

    /// A panic elsewhere leaves whole reports behind, since they are put in place at once.
    fn lock(&self) -> MutexGuard<'_, HashMap<Claim, Arc<Report>>> {
        locked(&self.reports)
    }
}

/// What a claim is worth.
#[derive(Clone, Debug)]
pub(crate) enum Trust {
    /// It is true, and this is how we know.
    Known(Evidence),
    /// It is false.
    Refuted(Arc<Counterexample>),
    /// Nobody knows. It may be used where nobody else can answer, unless it is known to fail for some parameters.
    Undecided { evidence: Evidence, usable: bool },
}

/// The P-positions that the rules claim, as far as they may be listed.
#[derive(Clone, Debug)]
pub struct ListableClaim {
    /// How well they are known.
    pub evidence: Evidence,
    /// Only those with fewer tokens than this position are known to be P-positions.
    pub before: Option<Position>,
}

/// A claim of a game that was found to be false.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Refuted {
    /// Its name: `P-positions`, `misere P-positions` or `nim-values`.
    pub claim: &'static str,
    /// Why it is false.
    #[serde(skip)]
    pub counterexample: Arc<Counterexample>,
}

impl std::fmt::Display for Refuted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the {} that the rules claim are wrong: {}",
            self.claim, self.counterexample
        )
    }
}

/// So far heaps are compared with a claim that no period decides; a twentieth of it where every formula has to be asked.
const FEW_HEAPS: u32 = 2000;

/// What is proved in passing may use this much memory: what needs more is not worth its while.
const LITTLE: u64 = 16 << 20;

impl Game {
    /// Its claims: the P-positions, those of misère play, the nim-values, then the theorems; none if it is not written as formulas.
    pub fn claims(&self) -> Vec<Claim> {
        self.heading().map(proof::claims).unwrap_or_default()
    }

    /// What becomes of a claim when it is to be proved; nothing if the game does not make it.
    ///
    /// A claim that was decided is not decided again.
    pub fn prove(&self, claim: Claim, watch: &dyn Watch) -> Option<Arc<Report>> {
        let spec = self
            .heading()
            .filter(|spec| proof::claims(spec).contains(&claim))?;
        let kept = self.verdicts.report(claim);
        let decided =
            kept.filter(|report| !matches!(report.outcome, proof::ClaimOutcome::Stopped(_)));
        Some(decided.unwrap_or_else(|| {
            let report = match (self.splitting(), claim) {
                (Some(heaps), Claim::PPositions | Claim::MiserePPositions | Claim::NimValues) => {
                    self.prove_of_heaps(heaps, claim, Effort::Full, watch)
                }
                _ => self.prover.prove_claim(spec, claim, watch),
            };
            let false_by_theorem = self.catalogued_counterexample(&report, watch);
            self.verdicts.keep(Report {
                outcome: false_by_theorem.unwrap_or(report.outcome),
                ..report
            })
        }))
    }

    /// The counterexample that the catalogue knows to a claim that nobody could decide here: two
    /// P-positions of the claim, with a move between them that the rules have accepted.
    fn catalogued_counterexample(
        &self,
        report: &Report,
        watch: &dyn Watch,
    ) -> Option<proof::ClaimOutcome> {
        report.outcome.undecided()?;
        let Reach::Before { from, to: Some(to) } = self.catalogued(report.claim)?.reach else {
            return None;
        };
        let kinds = self.rules().legal(&from, &to, watch).ok()?.ok()?;
        let kind = kinds.into_iter().next()?;
        let counterexample = Counterexample::MoveInside { from, to, kind };
        Some(proof::ClaimOutcome::Refuted(counterexample))
    }

    /// What becomes of a claim about the single heaps of a game in which heaps split.
    fn prove_of_heaps(
        &self,
        spec: &SplittingSpec,
        claim: Claim,
        effort: Effort,
        watch: &dyn Watch,
    ) -> Report {
        let found = &self.found.split_heaps;
        match found.proved(spec, effort, watch) {
            Ok(Some(heaps)) => ProvedHeaps { spec, heaps }.decide(claim, &self.prover, watch),
            Ok(None) => self.without_period(spec, claim, watch),
            Err(stopped) => Report {
                outcome: proof::ClaimOutcome::Stopped(stopped),
                ..split_claims::undecided(claim, claim.name(&spec.heap).to_owned(), String::new())
            },
        }
    }

    /// What becomes of a claim about heaps without a proved period: small heaps may refute it, and nothing proves it.
    fn without_period(&self, spec: &SplittingSpec, claim: Claim, watch: &dyn Watch) -> Report {
        let looked_at = self.found.split_heaps.looked_at_for_claims(spec);
        let few = match looked_at {
            Some(_) => FEW_HEAPS,
            None => FEW_HEAPS / 20,
        };
        match self.compare_heaps(claim, few, watch) {
            Ok(report) if matches!(report.outcome, proof::ClaimOutcome::Refuted(_)) => report,
            _ => {
                let name = claim.name(&spec.heap).to_owned();
                let why = split_claims::no_period(spec, looked_at);
                split_claims::undecided(claim, name, why)
            }
        }
    }

    /// A claim about the single heaps of a game in which heaps split, compared with brute force up to a bound.
    ///
    /// # Errors
    /// If heaps do not split in the game, or a formula cannot be evaluated.
    pub fn compare_heaps(
        &self,
        claim: Claim,
        max: u32,
        watch: &dyn Watch,
    ) -> Result<Report, Error> {
        let list = self.heap_values(max, watch)?;
        let name = self
            .heading()
            .map_or("", |spec| claim.name(spec))
            .to_owned();
        let outcome = match (list.stopped, self.splitting()) {
            (Some(stopped), _) => proof::ClaimOutcome::Stopped(stopped),
            (None, Some(spec)) => {
                match split_claims::compare(spec, claim, &list.nim_values(), watch)? {
                    Some(counterexample) => proof::ClaimOutcome::Refuted(counterexample),
                    None => proof::ClaimOutcome::HoldsUpTo(max),
                }
            }
            (None, None) => proof::ClaimOutcome::HoldsUpTo(max),
        };
        Ok(Report {
            outcome,
            ..split_claims::undecided(claim, name, String::new())
        })
    }

    /// What becomes of a claim that is wanted on the way to something else, with little memory. If it
    /// needs more, it is looked up among those that were proved before, and not tried again.
    fn prove_in_passing(&self, claim: Claim, watch: &dyn Watch) -> Option<Arc<Report>> {
        let needs_more = |report: &Arc<Report>| matches!(report.outcome, proof::ClaimOutcome::Stopped(stopped) if stopped.is_too_large());
        if let Some(kept) = self.verdicts.report(claim).filter(needs_more) {
            return Some(kept);
        }
        let report = self.prove(claim, &Limited::new(watch).memory(LITTLE))?;
        if needs_more(&report)
            && let Some(recall) = self.recall
            && let Some(known) = recall(self, claim, watch)
        {
            self.verdicts.lock().insert(claim, Arc::clone(&known));
            return Some(known);
        }
        Some(report)
    }

    /// The claims that are known to be false by now.
    pub fn refuted_claims(&self) -> Vec<Refuted> {
        let claims = [Claim::PPositions, Claim::MiserePPositions, Claim::NimValues];
        let reports = self.verdicts.lock();
        let refuted = claims
            .into_iter()
            .filter_map(|claim| match &reports.get(&claim)?.outcome {
                proof::ClaimOutcome::Refuted(counterexample) => Some(Refuted {
                    claim: name(claim),
                    counterexample: Arc::new(counterexample.clone()),
                }),
                _ => None,
            });
        refuted.collect()
    }

    /// How well a claim of the rules is known, once somebody has tried to prove it.
    ///
    /// # Errors
    /// If it is false, or the watch stops the work.
    pub fn evidence_of(&self, claim: Claim, watch: &dyn Watch) -> Result<Evidence, Error> {
        let trust = match self.splitting() {
            Some(heaps) => self.trust_of_heaps(heaps, claim, watch),
            None => self.trust(claim, watch)?,
        };
        match trust {
            Some(Trust::Known(evidence) | Trust::Undecided { evidence, .. }) => Ok(evidence),
            Some(Trust::Refuted(counterexample)) => Err(Error::Refuted(Refuted {
                claim: name(claim),
                counterexample,
            })),
            None => Ok(self.unproved(claim)),
        }
    }

    /// How well the P-positions that the rules claim are known where they are listed: if they are
    /// false somewhere, then only those with fewer tokens than the smallest counterexample are
    /// listed.
    ///
    /// # Errors
    /// If they are false, and not from a position on, or the watch stops the work.
    pub fn listed_p_positions(&self, watch: &dyn Watch) -> Result<ListableClaim, Error> {
        let known = self.catalogued(Claim::PPositions);
        let refuted = match self.evidence_of(Claim::PPositions, watch) {
            Ok(evidence) => {
                let before = match known.map(|known| known.reach) {
                    Some(Reach::Before { from, .. }) => Some(from),
                    _ => None,
                };
                return Ok(ListableClaim { evidence, before });
            }
            Err(Error::Refuted(refuted)) => refuted,
            Err(error) => return Err(error),
        };
        let Some(position) = refuted.counterexample.position() else {
            return Err(Error::Refuted(refuted));
        };
        let evidence = match known {
            Some(known) if known.reach != Reach::Nowhere => known.evidence,
            _ => Evidence::Proved(format!(
                "the claim of the rules is true of positions with fewer tokens than {position}, decided just now by automata"
            )),
        };
        Ok(ListableClaim {
            evidence,
            before: Some(position.clone()),
        })
    }

    /// How well a claim is known that is not proved here.
    pub(crate) fn unproved(&self, claim: Claim) -> Evidence {
        let known = self.catalogued(claim).map(|known| known.evidence);
        known.unwrap_or_else(|| {
            Evidence::Conjecture(format!(
                "not yet proved: run `takeaway prove {}`",
                self.reference()
            ))
        })
    }

    /// The automaton that a proof of the claimed P-positions leaves.
    pub(crate) fn automaton(
        &self,
        spec: &Spec,
        watch: &dyn Watch,
    ) -> Result<Arc<AutomatonStrategy>, Error> {
        self.verdicts.automaton.get(|| {
            let report = self.prove(Claim::PPositions, watch);
            Ok(Arc::new(AutomatonStrategy::of(
                spec,
                report.as_deref(),
                watch,
            )?))
        })
    }

    /// What a claim about single heaps is worth, as far as a moment tells; nothing if the catalogue
    /// knows it.
    fn trust_of_heaps(
        &self,
        heaps: &SplittingSpec,
        claim: Claim,
        watch: &dyn Watch,
    ) -> Option<Trust> {
        if self.cited(claim).is_some() || !proof::claims(&heaps.heap).contains(&claim) {
            return None;
        }
        let little = Limited::new(watch).memory(LITTLE);
        let report = self.verdicts.report(claim).unwrap_or_else(|| {
            Arc::new(self.prove_of_heaps(heaps, claim, Effort::InPassing, &little))
        });
        match &report.outcome {
            proof::ClaimOutcome::Proved => Some(Trust::Known(Evidence::Proved(format!(
                "the {} that the rules claim are those of all heaps, decided just now by the period of their nim-values",
                report.name
            )))),
            proof::ClaimOutcome::Refuted(counterexample) => {
                Some(Trust::Refuted(Arc::new(counterexample.clone())))
            }
            _ => None,
        }
    }

    /// What a claim is worth; nothing if the game does not make it.
    pub(crate) fn trust(&self, claim: Claim, watch: &dyn Watch) -> Result<Option<Trust>, Error> {
        let Some(spec) = self.spec() else {
            return Ok(None);
        };
        let claimed = match claim {
            Claim::PPositions => spec.p_positions.is_some(),
            Claim::MiserePPositions => spec.misere_p_positions.is_some(),
            Claim::NimValues => !spec.nim_values.is_empty(),
            Claim::Theorem(index) => index < spec.theorems.len(),
        };
        if !claimed {
            return Ok(None);
        }
        let reach = match self.catalogued(claim) {
            Some(KnownClaim {
                evidence: evidence @ Evidence::Theorem(_),
                reach: Reach::Everywhere,
            }) => return Ok(Some(Trust::Known(evidence))),
            known => known.map_or(Reach::Everywhere, |known| known.reach),
        };
        let Some(report) = self.prove_in_passing(claim, watch) else {
            return Ok(None);
        };
        Ok(Some(match &report.outcome {
            proof::ClaimOutcome::Proved => Trust::Known(Evidence::Proved(format!(
                "the {} that the rules claim are those of all positions, decided {} by automata with up to {} \
                 nodes; {}",
                report.name,
                if report.proof.is_some() {
                    "just now"
                } else {
                    "before"
                },
                report.largest_automaton,
                certificate(spec, claim)
            ))),
            proof::ClaimOutcome::Refuted(counterexample) => {
                Trust::Refuted(Arc::new(counterexample.clone()))
            }
            proof::ClaimOutcome::Stopped(stopped) if !stopped.is_too_large() => {
                return Err((*stopped).into());
            }
            proof::ClaimOutcome::Stopped(_)
            | proof::ClaimOutcome::HoldsUpTo(_)
            | proof::ClaimOutcome::Undecided(_)
            | proof::ClaimOutcome::NoPeriod(_)
            | proof::ClaimOutcome::Open { .. } => Trust::Undecided {
                evidence: self.unproved(claim),
                usable: reach == Reach::Everywhere,
            },
        }))
    }
}

/// The name of a claim about positions.
fn name(claim: Claim) -> &'static str {
    match claim {
        Claim::PPositions => "P-positions",
        Claim::MiserePPositions => "misere P-positions",
        Claim::NimValues => "nim-values",
        Claim::Theorem(_) => "theorem",
    }
}

/// How a proof can be re-checked, in words.
pub(crate) fn certificate(spec: &Spec, claim: Claim) -> &'static str {
    if proof::can_be_certified(spec, claim) {
        "`takeaway prove --certificate` writes a proof that can be re-checked"
    } else {
        "`takeaway prove` decides it again; there is no certificate, since the checker does not read what is claimed"
    }
}
