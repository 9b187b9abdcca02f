//! Who wins, from whatever knows: a theorem, the P-positions that the rules claim, or brute force.
//!
//! Sources are tried from the best to the last resort. A theorem may not cover the parameters or the position; then the
//! next source is asked. Whatever the source, a winning move is shown only if the rules have accepted it.

use std::ops::ControlFlow;

use games::evidence::Evidence;
use games::explanation::{Explanation, Value};
use games::outcome::{Outcome, Play};
use games::position::Position;
use games::ruleset::Move;
use games::strategy::{Checked, Strategy, StrategyError, StrategyName};
use logic::watch::{Stopped, Watch};
use numeration::natural::num::logic::traits::SignificantBits;

use crate::automaton::Automaton;
use crate::brute_force::{BruteForce, filtered_moves, region};
use crate::claim::Claim;
use crate::error::LabError;
use crate::game::Game;
use crate::wording::brief;

/// How an outcome is to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By a theorem, by the claim of the rules, or by brute force: the first of them that can.
    #[default]
    Best,
    /// By the theorem of this name.
    Strategy(StrategyName),
    /// By what the rules claim of their P-positions.
    Claim,
    /// By brute force from the rules alone.
    Search,
}

impl Method {
    /// Its name, as the command line takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Strategy(name) => name.as_str(),
            Self::Claim => "claim",
            Self::Search => "search",
        }
    }
}

/// Who wins, how, and how we know.
pub(crate) struct Verdict {
    pub(crate) outcome: Outcome,
    pub(crate) winning_move: Option<Move>,
    pub(crate) why: Explanation,
    pub(crate) evidence: Evidence,
    pub(crate) method: Method,
}

/// The strategy that a proof of the claim leaves.
const AUTOMATON: Method = Method::Strategy(StrategyName::Automaton);

/// Brute force is quick where there are no more positions than this.
const QUICK: u64 = 1_000_000;

/// Numbers of more binary digits than this are long.
const LONG: u64 = 1 << 13;

/// A question about a position.
pub(crate) struct Oracle<'g> {
    game: &'g Game,
    position: &'g Position,
    play: Play,
    watch: &'g dyn Watch,
}

type Visit<'v> = &'v mut dyn FnMut(Move) -> ControlFlow<()>;

impl<'g> Oracle<'g> {
    /// The question who wins from a position.
    pub(crate) fn new(
        game: &'g Game,
        position: &'g Position,
        play: Play,
        watch: &'g dyn Watch,
    ) -> Self {
        Self {
            game,
            position,
            play,
            watch,
        }
    }

    /// The methods that may answer: theorems from the slowest to the fastest, the claim, brute force.
    pub(crate) fn methods(&self) -> Vec<Method> {
        let mut methods = Vec::new();
        if self.play == Play::Normal {
            let strategies = self.strategies();
            methods.extend(
                strategies
                    .iter()
                    .map(|strategy| Method::Strategy(strategy.name())),
            );
            methods.extend(
                self.game
                    .p_claim()
                    .map(|_| [AUTOMATON, Method::Claim])
                    .into_iter()
                    .flatten(),
            );
        }
        methods.push(Method::Search);
        methods
    }

    /// Who wins and how, by the method that was asked for.
    pub(crate) fn decide(&self, method: Method) -> Result<Verdict, LabError> {
        match method {
            Method::Best => self.by_the_best(),
            Method::Strategy(name) => Ok(self.by_theorem(self.strategy(name)?.as_ref())?),
            Method::Claim => self.by_claim(self.claim()?),
            Method::Search => self.by_brute_force(),
        }
    }

    /// Visits the moves to P-positions until the visitor breaks, and says how we know.
    pub(crate) fn for_each_winning_move(&self, visit: Visit<'_>) -> Result<Evidence, LabError> {
        if let Some(claim) = self.trusted_claim() {
            claim.for_each_winning_move(self.position, self.watch, visit)?;
            return Ok(self.game.p_evidence());
        }
        for strategy in self.strategies().iter().rev() {
            if strategy.outcome(self.position, self.watch).is_ok() {
                let mut is_p = |to: &Position| Ok(strategy.outcome(to, self.watch)? == Outcome::P);
                filtered_moves(
                    self.game.rules(),
                    self.position,
                    self.watch,
                    &mut is_p,
                    visit,
                )?;
                return Ok(strategy.evidence());
            }
        }
        let mut brute_force = BruteForce::new(self.game, self.position, self.play, self.watch)?;
        brute_force.for_each_winning_move(self.position, self.watch, visit)?;
        Ok(brute_force.evidence(self.position))
    }

    fn by_the_best(&self) -> Result<Verdict, LabError> {
        for strategy in self.strategies().iter().rev() {
            match self.by_theorem(strategy.as_ref()) {
                Err(StrategyError::Stopped(stopped)) => return Err(stopped.into()),
                // The theorem does not cover this, or its proof has a gap here: somebody else may know.
                Err(_) => {}
                Ok(verdict) => return Ok(verdict),
            }
        }
        match self.trusted_claim() {
            Some(claim) if self.game.p_positions_are_proved().is_none() => self.by_own_claim(claim),
            Some(claim) => self.by_claim(claim),
            None => self.by_brute_force(),
        }
    }

    /// By a claim of which nobody knows whether it is true: it is proved first, unless that is dear.
    fn by_own_claim(&self, claim: Claim<'g>) -> Result<Verdict, LabError> {
        let Some(spec) = self.game.spec() else {
            return self.by_claim(claim);
        };
        let report = proof::prove_claim(spec, proof::Claim::PPositions, &Sparing(self.watch));
        match report.outcome {
            proof::Outcome::Proved => {
                let verdict = self.by_claim(claim)?;
                let evidence = Evidence::Proved(format!(
                    "the P-positions that the rules claim are those of all positions, decided just now by automata with up \
                     to {} nodes; `takeaway prove --certificate` writes a proof that can be re-checked",
                    report.largest_automaton
                ));
                Ok(Verdict {
                    evidence,
                    ..verdict
                })
            }
            proof::Outcome::Refuted(counterexample) => Err(LabError::Beyond(format!(
                "the P-positions that the rules claim are wrong: {counterexample}; and too many positions can be \
                 reached from here to look at all of them"
            ))),
            proof::Outcome::Stopped(_) | proof::Outcome::Undecided(_) => self.by_claim(claim),
        }
    }

    /// The claim, unless it is known to fail somewhere or brute force is quick.
    fn trusted_claim(&self) -> Option<Claim<'g>> {
        let claim = self.game.p_claim().filter(|_| self.play == Play::Normal)?;
        let quick = self
            .game
            .spec()
            .and_then(|spec| region(spec, self.position)?.positions());
        let proved = self.game.p_positions_are_proved();
        (proved == Some(true) || proved.is_none() && quick.is_none_or(|count| count > QUICK))
            .then_some(claim)
    }

    /// The strategies, the best one for piles of this size last: for numbers of thousands of digits a formula is faster
    /// than writing them in another numeration system.
    fn strategies(&self) -> Vec<Box<dyn Strategy>> {
        if self.play == Play::Misere {
            return Vec::new();
        }
        let mut strategies = self.game.strategies(self.watch).unwrap_or_default();
        if self
            .position
            .piles()
            .iter()
            .any(|pile| pile.significant_bits() > LONG)
        {
            strategies.sort_by_key(|strategy| strategy.name() == StrategyName::Algebraic);
        }
        strategies
    }

    fn strategy(&self, name: StrategyName) -> Result<Box<dyn Strategy>, LabError> {
        self.require_normal_play()?;
        if name == StrategyName::Automaton
            && let Some(spec) = self.game.spec()
        {
            return Ok(Box::new(Automaton::of(spec, self.watch)?));
        }
        let mut strategies = self.game.strategies(self.watch)?;
        let place = strategies
            .iter()
            .position(|strategy| strategy.name() == name);
        place
            .map(|place| strategies.swap_remove(place))
            .ok_or_else(|| {
                let known: Vec<&str> = self.methods().into_iter().map(Method::name).collect();
                LabError::input(format!(
                    "{} has no {name} strategy; it has: {}",
                    self.game.name(),
                    known.join(", ")
                ))
            })
    }

    fn claim(&self) -> Result<Claim<'g>, LabError> {
        self.require_normal_play()?;
        self.game.p_claim().ok_or_else(|| {
            LabError::input(format!(
                "the rules of {} claim no P-positions; use --strategy search",
                self.game.name()
            ))
        })
    }

    fn require_normal_play(&self) -> Result<(), LabError> {
        match self.play {
            Play::Normal => Ok(()),
            Play::Misere => Err(LabError::input(
                "theorems and claims are about normal play; for misère play use --strategy search",
            )),
        }
    }

    fn by_theorem(&self, strategy: &dyn Strategy) -> Result<Verdict, StrategyError> {
        let checked =
            Checked::new(strategy, self.game.rules()).decide(self.position, self.watch)?;
        let outcome = checked.decision.outcome();
        let winning_move = checked.decision.winning_move.map(|winning| Move {
            to: winning.to,
            kinds: checked.kinds,
        });
        let method = Method::Strategy(strategy.name());
        Ok(Verdict {
            outcome,
            winning_move,
            why: checked.decision.why,
            evidence: strategy.evidence(),
            method,
        })
    }

    fn by_claim(&self, claim: Claim<'g>) -> Result<Verdict, LabError> {
        let outcome = claim.outcome(self.position, self.watch)?;
        let mut winning_move = None;
        if outcome == Outcome::N {
            winning_move =
                first(|visit| claim.for_each_winning_move(self.position, self.watch, visit))?;
            if winning_move.is_none() {
                return Err(LabError::Beyond(format!(
                    "the rules claim that {} is an N-position, and no move leads to a P-position that they claim: \
                     the claim is false",
                    brief(self.position)
                )));
            }
        }
        let why = claim.why(self.position, winning_move.as_ref(), self.watch)?;
        Ok(Verdict {
            outcome,
            winning_move,
            why,
            evidence: self.game.p_evidence(),
            method: Method::Claim,
        })
    }

    fn by_brute_force(&self) -> Result<Verdict, LabError> {
        let mut brute_force = BruteForce::new(self.game, self.position, self.play, self.watch)?;
        let outcome = brute_force.outcome(self.position, self.watch)?;
        let mut why = Explanation::default();
        let mut winning_move = None;
        if outcome == Outcome::P {
            why.say("no move leads to a P-position", []);
        } else {
            winning_move =
                first(|visit| brute_force.for_each_winning_move(self.position, self.watch, visit))?;
            match &winning_move {
                Some(winning) => why.say(
                    "no move from {} leads to a P-position",
                    [Value::from(&winning.to)],
                ),
                None => why.say("no move is left, and in misère play that wins", []),
            }
        }
        Ok(Verdict {
            outcome,
            winning_move,
            why,
            evidence: brute_force.evidence(self.position),
            method: Method::Search,
        })
    }
}

/// A watch that allows little memory: what needs more is not worth its while.
struct Sparing<'w>(&'w dyn Watch);

impl Watch for Sparing<'_> {
    fn check(&self) -> Result<(), Stopped> {
        self.0.check()
    }

    fn memory_limit(&self) -> Option<u64> {
        const LITTLE: u64 = 32 << 20;
        Some(self.0.memory_limit().map_or(LITTLE, |own| own.min(LITTLE)))
    }
}

/// The first move that is visited.
fn first(
    visit_all: impl FnOnce(Visit<'_>) -> Result<(), LabError>,
) -> Result<Option<Move>, LabError> {
    let mut first = None;
    visit_all(&mut |option| {
        first = Some(option);
        ControlFlow::Break(())
    })?;
    Ok(first)
}
