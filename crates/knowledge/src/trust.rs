//! What a claim of a game is worth: the one rule of trust.
//!
//! A theorem of the catalogue is believed. Any other claim is proved before it is used, unless that is dear; the verdict is
//! kept with the game.

use std::sync::Arc;

use games::catalog::Standing;
use games::evidence::Evidence;
use games::spec::Spec;
use logic::watch::{Construction, Progress, Stopped, Watch};
use proof::{Claim, Counterexample};

use crate::error::Error;
use crate::game::Game;
use crate::kept::Kept;
use crate::source::Automaton;

/// What became of the claims of a game, and what their proofs left.
#[derive(Default)]
pub(crate) struct Verdicts {
    p_positions: Kept<Trust>,
    nim_values: Kept<Trust>,
    automaton: Kept<Arc<Automaton>>,
}

/// What a claim is worth.
#[derive(Clone, Debug)]
pub(crate) enum Trust {
    /// It is true, and this is how we know.
    Known(Evidence),
    /// It is false.
    Refuted(Arc<Counterexample>),
    /// Nobody knows. It may be used where nobody else can answer, unless it is known to fail for some parameters.
    Undecided { usable: bool },
}

/// A claim of a game that was found to be false.
#[derive(Clone, Debug, PartialEq)]
pub struct Refuted {
    /// Its name: `P-positions` or `nim-values`.
    pub claim: &'static str,
    /// Why it is false.
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

/// What is proved in passing may use this much memory: what needs more is not worth its while.
const LITTLE: u64 = 32 << 20;

impl Game {
    /// What the claim of its P-positions is worth; nothing if it makes none.
    pub(crate) fn trust_in_p_positions(&self, watch: &dyn Watch) -> Result<Option<Trust>, Error> {
        match self.spec() {
            Some(spec) if spec.p_positions.is_some() => {
                let standing = self.standing_of_p_positions();
                let kept = &self.verdicts.p_positions;
                trust(kept, standing, spec, Claim::PPositions, watch).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What the claim of its nim-values is worth; nothing if it makes none.
    pub(crate) fn trust_in_nim_values(&self, watch: &dyn Watch) -> Result<Option<Trust>, Error> {
        match self.spec() {
            Some(spec) if !spec.nim_values.is_empty() => {
                let standing = self.standing_of_nim_values();
                let kept = &self.verdicts.nim_values;
                trust(kept, standing, spec, Claim::NimValues, watch).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The claims that are known to be false by now.
    pub fn refuted_claims(&self) -> Vec<Refuted> {
        let kept = [
            ("P-positions", self.verdicts.p_positions.peek()),
            ("nim-values", self.verdicts.nim_values.peek()),
        ];
        let refuted = kept.into_iter().filter_map(|(claim, trust)| match trust {
            Some(Trust::Refuted(counterexample)) => Some(Refuted {
                claim,
                counterexample,
            }),
            _ => None,
        });
        refuted.collect()
    }

    /// How well the P-positions that the rules claim are known, once somebody has tried to prove them.
    ///
    /// # Errors
    /// If they are false, or the watch stops the work.
    pub fn evidence_of_p_positions(&self, watch: &dyn Watch) -> Result<Evidence, Error> {
        match self.trust_in_p_positions(watch)? {
            Some(Trust::Known(evidence)) => Ok(evidence),
            Some(Trust::Refuted(counterexample)) => {
                let claim = "P-positions";
                let refuted = Refuted {
                    claim,
                    counterexample,
                };
                Err(Error::Beyond(refuted.to_string()))
            }
            Some(Trust::Undecided { .. }) | None => Ok(self.p_evidence()),
        }
    }

    /// The automaton that a proof of the claimed P-positions leaves.
    pub(crate) fn automaton(
        &self,
        spec: &Spec,
        watch: &dyn Watch,
    ) -> Result<Arc<Automaton>, Error> {
        self.verdicts
            .automaton
            .get(|| Ok(Arc::new(Automaton::of(spec, watch)?)))
    }
}

fn trust(
    kept: &Kept<Trust>,
    standing: Standing,
    spec: &Spec,
    claim: Claim,
    watch: &dyn Watch,
) -> Result<Trust, Error> {
    if let Standing::Theorem(_) = standing {
        let evidence = standing.evidence().into_iter();
        return Ok(evidence
            .map(Trust::Known)
            .next()
            .unwrap_or(Trust::Undecided { usable: false }));
    }
    kept.get(|| {
        let report = proof::prove_claim(spec, claim, &Sparing(watch));
        Ok(match report.outcome {
            proof::Outcome::Proved => Trust::Known(Evidence::Proved(format!(
                "the {} that the rules claim are those of all positions, decided just now by automata with up to {} \
                 nodes; `takeaway prove --certificate` writes a proof that can be re-checked",
                claim.name(spec),
                report.largest_automaton
            ))),
            proof::Outcome::Refuted(counterexample) => Trust::Refuted(Arc::new(counterexample)),
            proof::Outcome::Stopped(stopped @ (Stopped::Time | Stopped::Cancelled)) => {
                return Err(stopped.into());
            }
            proof::Outcome::Stopped(_)
            | proof::Outcome::Undecided(_)
            | proof::Outcome::Open { .. } => Trust::Undecided {
                usable: standing == Standing::Unclaimed,
            },
        })
    })
}

/// A watch that allows little memory.
struct Sparing<'w>(&'w dyn Watch);

impl Watch for Sparing<'_> {
    fn check(&self) -> Result<(), Stopped> {
        self.0.check()
    }

    fn memory_limit(&self) -> Option<u64> {
        Some(self.0.memory_limit().map_or(LITTLE, |own| own.min(LITTLE)))
    }

    fn progress(&self, progress: Progress) {
        self.0.progress(progress);
    }

    fn construction(&self, construction: Construction) {
        self.0.construction(construction);
    }
}
