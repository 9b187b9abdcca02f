//! Every claim of a game, proved, refuted or stopped.

use logic::Formula;
use logic::arithmetic::System;
use logic::arithmetic::verify::{Foundations, KnownSystems};
use logic::compile::Compiler;
use logic::decide::{DecideError, Gauge, Truth, decide};
use logic::lower::LoweringContext;
use logic::watch::Watch;
use rules::outcome::Play;
use rules::spec::Spec;

use crate::claim::{Claim, ClaimOutcome, Counterexample, Proof, ProofTrace, Report};
use crate::defined::Definedness;
use crate::frame::{FRESH, Frame};
use crate::nim_values::{self, NimValueFinding};
use crate::p_positions;
use crate::small::SmallPositionWatch;

/// Proves claims, and keeps what they have in common: the numeration systems whose arithmetic was proved.
#[derive(Debug, Default)]
pub struct Prover {
    systems: KnownSystems,
}

/// Proves or refutes every claim of a game, in the order P-positions, those of misère play, nim-values, theorems.
pub fn prove(spec: &Spec, watch: &dyn Watch) -> Vec<Report> {
    let prover = Prover::default();
    claims(spec)
        .into_iter()
        .map(|claim| prover.prove_claim(spec, claim, watch))
        .collect()
}

/// The claims of a game.
pub fn claims(spec: &Spec) -> Vec<Claim> {
    let p_positions = spec.p_positions.is_some().then_some(Claim::PPositions);
    let misere = spec.misere_p_positions.as_ref();
    let misere = misere.map(|_| Claim::MiserePPositions);
    let nim_values = (!spec.nim_values.is_empty()).then_some(Claim::NimValues);
    p_positions
        .into_iter()
        .chain(misere)
        .chain(nim_values)
        .chain((0..spec.theorems.len()).map(Claim::Theorem))
        .collect()
}

/// Proves or refutes one claim of a game, with nothing known from before.
///
/// # Panics
/// If the game makes no such claim.
pub fn prove_claim(spec: &Spec, claim: Claim, watch: &dyn Watch) -> Report {
    Prover::default().prove_claim(spec, claim, watch)
}

impl Prover {
    /// Proves or refutes one claim of a game.
    ///
    /// # Panics
    /// If the game makes no such claim.
    pub fn prove_claim(&self, spec: &Spec, claim: Claim, watch: &dyn Watch) -> Report {
        let misere = matches!(claim, Claim::MiserePPositions).then(|| of_misere_play(spec));
        let look = SmallPositionWatch::new(misere.as_ref().unwrap_or(spec), watch);
        let gauge = Gauge::new(&look);
        let defined = Definedness {
            spec,
            systems: &self.systems,
            watch,
        };
        let (mut empty, mut trail) = (false, ProofTrace::Nothing);
        let found = match claim {
            Claim::PPositions => self.on_foundations(spec, &gauge, |frame| {
                defined.rules()?;
                let set = spec
                    .p_positions
                    .as_ref()
                    .expect("the game claims P-positions");
                defined.set(set)?;
                Ok(match p_positions::prove(frame, set, &look)? {
                    p_positions::PPositionFinding::Proved(ways) => {
                        if spec.blocking == 0 {
                            trail = ProofTrace::Ways(ways);
                        }
                        ClaimOutcome::Proved
                    }
                    p_positions::PPositionFinding::Refuted(counterexample) => {
                        ClaimOutcome::Refuted(counterexample)
                    }
                })
            }),
            Claim::MiserePPositions => {
                let misere = misere.as_ref().unwrap_or(spec);
                self.on_foundations_in(misere, Play::Misere, &gauge, |frame| {
                    let set = misere.p_positions.as_ref();
                    let set = set.expect("the game claims P-positions of misère play");
                    defined.rules().and_then(|()| defined.set(set))?;
                    Ok(match p_positions::prove(frame, set, &look)? {
                        p_positions::PPositionFinding::Proved(ways) => {
                            trail = ProofTrace::Ways(ways);
                            ClaimOutcome::Proved
                        }
                        p_positions::PPositionFinding::Refuted(counterexample) => {
                            ClaimOutcome::Refuted(counterexample)
                        }
                    })
                })
            }
            Claim::NimValues => self.on_foundations(spec, &gauge, |frame| {
                defined.rules().and_then(|()| defined.values())?;
                let found = nim_values::prove(frame, &spec.nim_values, watch)?;
                empty = matches!(found, NimValueFinding::Proved { empty: true });
                Ok(match found {
                    NimValueFinding::Proved { .. } => ClaimOutcome::Proved,
                    NimValueFinding::Refuted(counterexample) => {
                        ClaimOutcome::Refuted(counterexample)
                    }
                    NimValueFinding::Open { position, option } => {
                        ClaimOutcome::Open { position, option }
                    }
                })
            }),
            Claim::Theorem(index) => {
                let judged = self.sentence(&spec.theorems[index].sentence, &gauge, watch);
                judged.map(|(outcome, left, foundations)| {
                    trail = left;
                    (outcome, foundations)
                })
            }
        };
        let (outcome, foundations) = match found {
            Ok((open @ ClaimOutcome::Open { .. }, _)) => (open, None),
            Ok((outcome, foundations)) => (outcome, Some(foundations)),
            Err(DecideError::Stopped(reason)) => (ClaimOutcome::Stopped(reason), None),
            Err(other) => (ClaimOutcome::Undecided(other), None),
        };
        let proved = outcome == ClaimOutcome::Proved;
        Report {
            claim,
            name: claim.name(spec).to_owned(),
            outcome,
            largest_automaton: gauge.largest(),
            foundations,
            empty,
            proof: proved.then_some(Proof { claim, trail }),
        }
    }

    /// Decides a sentence. One that says `exists …`, or `not forall …`, is decided by its opposite: numbers that refute that
    /// one show this one.
    fn sentence(
        &self,
        sentence: &Formula,
        gauge: &Gauge<'_>,
        watch: &dyn Watch,
    ) -> Result<(ClaimOutcome, ProofTrace, Foundations), DecideError> {
        let opposite = opposite(sentence);
        let by_opposite = matches!(opposite, Formula::Forall(..));
        let decision = decide(
            if by_opposite { &opposite } else { sentence },
            &self.systems,
            watch,
        )?;
        gauge.note_size(decision.largest);
        let (outcome, trail) = match (decision.verdict, by_opposite) {
            (Truth::True, false) => (ClaimOutcome::Proved, ProofTrace::Nothing),
            (Truth::True, true) => (
                ClaimOutcome::Refuted(Counterexample::Values(Vec::new())),
                ProofTrace::Nothing,
            ),
            (Truth::False(values), true) => {
                let witness = values.into_iter().map(|(_, value)| value);
                (ClaimOutcome::Proved, ProofTrace::Witness(witness.collect()))
            }
            (Truth::False(values), false) => {
                let named = values.into_iter();
                let named = named.map(|(variable, value)| (variable.name().to_owned(), value));
                let counterexample = Counterexample::Values(named.collect());
                (ClaimOutcome::Refuted(counterexample), ProofTrace::Nothing)
            }
        };
        Ok((outcome, trail, decision.foundations))
    }

    /// The same on foundations that are proved first.
    fn on_foundations<T>(
        &self,
        spec: &Spec,
        gauge: &Gauge<'_>,
        work: impl FnOnce(&Frame<'_>) -> Result<T, DecideError>,
    ) -> Result<(T, Foundations), DecideError> {
        self.on_foundations_in(spec, Play::Normal, gauge, work)
    }

    fn on_foundations_in<T>(
        &self,
        spec: &Spec,
        play: Play,
        gauge: &Gauge<'_>,
        work: impl FnOnce(&Frame<'_>) -> Result<T, DecideError>,
    ) -> Result<(T, Foundations), DecideError> {
        let system = Frame::system(spec)?;
        let foundations = gauge.arithmetic(&system, &self.systems)?;
        Ok((in_system(&system, spec, play, gauge, work)?, foundations))
    }
}

/// The negation, where it is not a negation that is hidden behind quantifiers.
fn opposite(sentence: &Formula) -> Formula {
    match sentence.unnamed() {
        Formula::Not(inner) => inner.unnamed().clone(),
        Formula::Exists(variable, body) => Formula::forall(variable, opposite(body)),
        other => !other.clone(),
    }
}

/// The game with its claim about misère play in the place of the one about normal play.
pub(crate) fn of_misere_play(spec: &Spec) -> Spec {
    Spec {
        p_positions: spec.misere_p_positions.clone(),
        ..spec.clone()
    }
}

pub(crate) fn with_frame<T>(
    spec: &Spec,
    gauge: &Gauge<'_>,
    work: impl FnOnce(&Frame<'_>) -> Result<T, DecideError>,
) -> Result<T, DecideError> {
    with_frame_in(spec, Play::Normal, gauge, work)
}

/// The same in either play; of misère play the game is [`of_misere_play`].
pub(crate) fn with_frame_in<T>(
    spec: &Spec,
    play: Play,
    gauge: &Gauge<'_>,
    work: impl FnOnce(&Frame<'_>) -> Result<T, DecideError>,
) -> Result<T, DecideError> {
    in_system(&Frame::system(spec)?, spec, play, gauge, work)
}

fn in_system<T>(
    system: &System,
    spec: &Spec,
    play: Play,
    gauge: &Gauge<'_>,
    work: impl FnOnce(&Frame<'_>) -> Result<T, DecideError>,
) -> Result<T, DecideError> {
    let shared = LoweringContext::new(system, FRESH, gauge);
    let compiler = Compiler::new(&shared, gauge);
    work(&Frame {
        spec,
        play,
        shared: &shared,
        compiler: &compiler,
        gauge,
    })
}
