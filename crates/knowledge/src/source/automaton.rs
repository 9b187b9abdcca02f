//! The strategy that comes with a proof: automata that read the digits of the piles and write those of a winning move.

use logic::decide::DecideError;
use logic::watch::Watch;
use proof::{Claim, Report, WinningAdvice};
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::position::Position;
use rules::spec::Spec;
use strategies::strategy::{Decision, Strategy, StrategyError, StrategyName};

use crate::trust::certificate;

/// A proved strategy, and how its proof can be re-checked.
#[derive(Debug)]
pub(crate) struct AutomatonStrategy(proof::ProvedStrategy, &'static str);

impl AutomatonStrategy {
    /// The one that a proof of the P-positions leaves, given what became of that claim; nothing if there is none.
    pub(crate) fn of(
        spec: &Spec,
        report: Option<&Report>,
        watch: &dyn Watch,
    ) -> Result<Self, StrategyError> {
        let not_applicable = |why: String| Err(StrategyError::NotApplicable(why));
        let name = &spec.name;
        let Some(report) = report else {
            return not_applicable(format!(
                "the rules of {name} claim no P-positions, so that there is nothing to prove"
            ));
        };
        if spec.blocking > 0 {
            return not_applicable(format!(
                "{name} is a blocking game: a proof of its P-positions leaves no single move that wins"
            ));
        }
        let strategy = match (&report.proof, &report.outcome) {
            (Some(proof), _) => proof::ProvedStrategy::from_proof(spec, proof, watch),
            (None, proof::ClaimOutcome::Stopped(stopped)) => return Err((*stopped).into()),
            (None, proof::ClaimOutcome::Undecided(reason)) => {
                return not_applicable(reason.to_string());
            }
            (None, _) => Ok(None),
        };
        match strategy {
            Ok(Some(strategy)) => Ok(Self(strategy, certificate(spec, Claim::PPositions))),
            Ok(None) => not_applicable(format!(
                "the P-positions that the rules of {name} claim are refuted: `takeaway prove` shows the smallest \
                 counterexample"
            )),
            Err(DecideError::Stopped(stopped)) => Err(stopped.into()),
            Err(reason) => not_applicable(reason.to_string()),
        }
    }
}

impl Strategy for AutomatonStrategy {
    fn name(&self) -> StrategyName {
        StrategyName::Automaton
    }

    fn evidence(&self) -> Evidence {
        Evidence::Proved(format!(
            "the P-positions that the rules claim are those of all positions, by automata with {} nodes; {}",
            self.0.size(),
            self.1
        ))
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let mut why = Explanation::default();
        Ok(match self.0.advise(position, watch)? {
            None => {
                return Err(StrategyError::NotApplicable(format!(
                    "the automata have no answer for {position}"
                )));
            }
            Some(WinningAdvice::Lost) => {
                why.say(
                    "the automaton of the P-positions accepts the digits of {}",
                    [SentenceValue::from(position)],
                );
                Decision::p(why)
            }
            Some(WinningAdvice::Move { to, .. }) => {
                why.say(
                    "the automaton of the P-positions rejects the digits of {}, and that of the winning moves \
                     writes those of {} beside them",
                    [SentenceValue::from(position), SentenceValue::from(&to)],
                );
                Decision::n(to, "the automaton", why)
            }
        })
    }
}
