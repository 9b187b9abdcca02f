//! A question about a position, and what each of those who are asked knows of it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use logic::watch::{Stopped, Watch};
use numeration::natural::num::logic::traits::SignificantBits;
use proof::Claim;
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::outcome::Play;
use rules::position::Position;
use rules::ruleset::Move;
use rules::spec::Spec;
use strategies::strategy::{StrategyError, StrategyName};

use crate::answer::{Method, Verdict, VisitedMoves};
use crate::error::Error;
use crate::game::{Game, Strategies};
use crate::order::{Order, QUICK, SourceKind};
use crate::source::{
    HeapMoves, KnowledgeSource, Known, MoveTarget, PClaim, SearchSource, SolvedBoard, SplitMoves,
    TheoremSource, ValueClaim, Visit, behind, positions_below,
};
use crate::trust::Trust;
use crate::wording::brief;

/// Larger heaps that split are not searched through in misère play.
const MOST_SEARCHED: u32 = 10_000;

/// Numbers of more binary digits than this are long.
const LONG: u64 = 1 << 13;

/// A question about a position.
pub(crate) struct PositionQuery<'a> {
    pub(crate) game: &'a Game,
    pub(crate) position: &'a Position,
    pub(crate) play: Play,
    pub(crate) watch: &'a dyn Watch,
}

impl<'a> PositionQuery<'a> {
    /// The answer of the first one that knows.
    pub(crate) fn each<T>(
        &self,
        order: Order,
        mut ask: impl FnMut(&dyn KnowledgeSource) -> Known<T>,
    ) -> Result<T, Error> {
        let mut trouble = None;
        for whom in order.iter().copied().flatten() {
            let known = self.ask(*whom, &mut ask);
            match known {
                Ok(Some(known)) => return Ok(known),
                Ok(None) => {}
                // What takes too much memory here may be known to somebody else.
                Err(error @ (Error::Stopped(stopped) | Error::StoppedAfter { stopped, .. }))
                    if !stopped.is_too_large() =>
                {
                    return Err(match (error, self.not_covered(order)) {
                        (Error::Stopped(stopped @ Stopped::Time), Some(reached)) => {
                            Error::StoppedAfter { stopped, reached }
                        }
                        (error, _) => error,
                    });
                }
                Err(error) => trouble = Some(error),
            }
        }
        Err(match trouble {
            None => Error::NobodyKnows(self.position.clone()),
            Some(Error::Beyond(why)) => {
                let not_covered = self.not_covered(order).into_iter();
                let why: Vec<String> = not_covered.chain([self.with_refuted(why)]).collect();
                Error::Beyond(why.join(", and "))
            }
            Some(trouble) => trouble,
        })
    }

    /// Why a theorem that is asked does not speak of this position, if one says so; not where a
    /// claim is false, which is told in any case.
    fn not_covered(&self, order: Order) -> Option<String> {
        let mut asked = order.iter().copied().flatten();
        let is_asked = asked.any(|whom| *whom == SourceKind::Theorems);
        if !is_asked || !self.game.refuted_claims().is_empty() {
            return None;
        }
        let strategies = self.strategies().ok()?;
        let mut fastest_first = strategies.iter().rev();
        fastest_first.find_map(
            |strategy| match strategy.outcome(self.position, self.watch) {
                Err(StrategyError::NotApplicable(why)) => Some(why),
                _ => None,
            },
        )
    }

    /// Why nobody knows, with the claims that would have been asked if they were not false.
    fn with_refuted(&self, why: String) -> String {
        let refuted = self.game.refuted_claims().into_iter();
        let refuted = refuted.map(|claim| claim.to_string());
        refuted
            .filter(|claim| !why.contains(claim))
            .fold(why.clone(), |told, claim| format!("{told}; {claim}"))
    }

    /// Visits the moves to a target, each once.
    pub(crate) fn moves(
        &self,
        order: Order,
        target: MoveTarget<'_>,
        visit: Visit<'_>,
    ) -> Result<VisitedMoves, Error> {
        let target = match target {
            MoveTarget::Value(value) if *value == NimValue::ZERO => MoveTarget::P,
            other => other,
        };
        let mut seen: HashSet<Position> = HashSet::new();
        let (evidence, extent) = self.each(order, |source| {
            // Of a source that gave up, the moves that it found are true all the same.
            let mut once = |option: Move| {
                if seen.insert(option.to.clone()) {
                    visit(option)
                } else {
                    ControlFlow::Continue(())
                }
            };
            let known = source.moves_to(target, self.position, self.watch, &mut once)?;
            let evidence = match target {
                MoveTarget::P => source.evidence(self.position),
                MoveTarget::Value(_) => source.value_evidence(self.position),
            };
            Ok(known.map(|extent| (evidence, extent)))
        })?;
        Ok(VisitedMoves {
            evidence,
            extent,
            refuted: self.game.refuted_claims(),
        })
    }

    /// What one of those who are to be asked knows.
    fn ask<T>(
        &self,
        whom: SourceKind,
        ask: &mut impl FnMut(&dyn KnowledgeSource) -> Known<T>,
    ) -> Known<T> {
        let Some(spec) = self.game.spec() else {
            return match whom {
                SourceKind::Theorems => self.ask_theorems(|_| true, ask),
                SourceKind::Period => ask_if_any(self.split_heaps()?, ask),
                SourceKind::Search if self.game.splitting().is_some() => {
                    ask_if_any(self.misere_search()?, ask)
                }
                SourceKind::Search => ask(&self.search()),
                _ => Ok(None),
            };
        };
        let small = |most: u64| {
            positions_below(spec, self.position).is_some_and(|positions| positions <= most)
        };
        match whom {
            SourceKind::Theorems => self.ask_theorems(|_| true, ask),
            SourceKind::Formulas => {
                self.ask_theorems(|theorem| theorem.lists_winning_moves(self.position), ask)
            }
            SourceKind::PAutomaton if is_a_condition(spec) && !small(QUICK) => {
                self.ask_automaton(spec, ask)
            }
            SourceKind::PAutomaton => Ok(None),
            SourceKind::PTheorem | SourceKind::PProof | SourceKind::PConjecture => {
                let trust = self.game.trust(Claim::PPositions, self.watch)?;
                let evidence = usable(whom, trust);
                let claim = evidence.and_then(|evidence| PClaim::new(spec, evidence));
                ask_if_any(claim, ask)
            }
            SourceKind::MisereProof | SourceKind::MisereConjecture => {
                let trust = self.game.trust(Claim::MiserePPositions, self.watch)?;
                let evidence = usable(whom, trust);
                let claim = evidence.and_then(|evidence| PClaim::of_misere_play(spec, evidence));
                ask_if_any(claim, ask)
            }
            SourceKind::ValueTheorem | SourceKind::ValueProof | SourceKind::ValueConjecture => {
                let trust = self.game.trust(Claim::NimValues, self.watch)?;
                let evidence = usable(whom, trust);
                let claim = evidence.and_then(|evidence| ValueClaim::new(spec, evidence));
                ask_if_any(claim, ask)
            }
            SourceKind::Period => ask_if_any(self.period(spec)?, ask),
            SourceKind::Outcomes(most) if small(most) => {
                let boards = &self.game.found.boards;
                let board =
                    SolvedBoard::of_outcomes(spec, self.position, self.play, boards, self.watch)?;
                ask_if_any(board, ask)
            }
            SourceKind::Values(most) if small(most) => {
                let boards = &self.game.found.boards;
                let board = SolvedBoard::of_values(spec, self.position, boards, self.watch)?;
                ask_if_any(board, ask)
            }
            SourceKind::Outcomes(_) | SourceKind::Values(_) => Ok(None),
            SourceKind::Search => ask(&self.search()),
        }
    }

    /// What the first of these theorems knows, the fastest first.
    fn ask_theorems<T>(
        &self,
        admitted: impl Fn(&TheoremSource<'_>) -> bool,
        ask: &mut impl FnMut(&dyn KnowledgeSource) -> Known<T>,
    ) -> Known<T> {
        for strategy in self.strategies()?.iter().rev() {
            let theorem = TheoremSource::new(self.game.rules(), Arc::clone(strategy));
            if admitted(&theorem)
                && let Some(known) = ask(&theorem)?
            {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// What the automata of a proof know, if the claim is proved.
    fn ask_automaton<T>(
        &self,
        spec: &Spec,
        ask: &mut impl FnMut(&dyn KnowledgeSource) -> Known<T>,
    ) -> Known<T> {
        match self.game.automaton(spec, self.watch) {
            Ok(automaton) => ask(&TheoremSource::new(self.game.rules(), automaton)),
            Err(stopped @ Error::Stopped(_)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }

    fn search(&self) -> SearchSource<'a> {
        SearchSource::new(self.game.rules(), self.play, &self.game.found.searched)
    }

    fn period(&self, spec: &Spec) -> Result<Option<HeapMoves<'a>>, Error> {
        let kept = &self.game.found.heaps;
        let Some(heaps) = behind(spec, self.position, kept, self.watch)? else {
            return Ok(None);
        };
        Ok(Some(HeapMoves::new(self.game.rules(), heaps)))
    }

    /// A search where heaps split: in misère play, of which their nim-values tell nothing, and if it may come to an end.
    fn misere_search(&self) -> Known<SearchSource<'a>> {
        if self.play == Play::Normal {
            return Ok(None);
        }
        let mut heaps = self.position.piles().iter();
        if heaps.any(|heap| *heap > MOST_SEARCHED) {
            return Err(Error::Beyond(format!(
                "misère play of heaps that split is only searched through here, and {} is too large for that",
                brief(self.position)
            )));
        }
        let why = "; misère play of heaps that split is only searched through here";
        Ok(Some(self.search().because(why)))
    }

    /// The values of single heaps, where heaps split.
    fn split_heaps(&self) -> Known<SplitMoves<'a>> {
        let Some(spec) = self.game.splitting() else {
            return Ok(None);
        };
        let found = &self.game.found.split_heaps;
        SplitMoves::behind(spec, self.position, found, self.watch).map(Some)
    }

    /// The strategies, the best one for piles of this size last: for numbers of thousands of digits a formula is faster
    /// than writing them in another numeration system.
    fn strategies(&self) -> Result<Strategies, Error> {
        let strategies = match self.game.strategies(self.watch) {
            Err(StrategyError::Stopped(stopped)) => return Err(stopped.into()),
            other => other.unwrap_or_default(),
        };
        let mut piles = self.position.piles().iter();
        if !piles.any(|pile| pile.significant_bits() > LONG) {
            return Ok(strategies);
        }
        let mut sorted = strategies.to_vec();
        sorted.sort_by_key(|strategy| strategy.name() == StrategyName::Algebraic);
        Ok(sorted.into())
    }

    /// What a method knows.
    pub(crate) fn by(
        &self,
        method: Method,
        order: Order,
        mut ask: impl FnMut(&dyn KnowledgeSource) -> Known<Verdict>,
    ) -> Result<Verdict, Error> {
        let known = match method {
            Method::Best => {
                self.game.judge_own_claims(self.play, self.watch)?;
                return self.each(order, ask);
            }
            Method::Search => return self.each(order, ask),
            Method::Strategy(name) => ask(&self.strategy(name)?)?,
            Method::Claim => ask(&self.claim()?)?,
        };
        known.ok_or_else(|| Error::NobodyKnows(self.position.clone()))
    }

    /// The theorem of this name.
    fn strategy(&self, name: StrategyName) -> Result<TheoremSource<'a>, Error> {
        self.require_normal_play()?;
        let rules = self.game.rules();
        if name == StrategyName::Automaton
            && let Some(spec) = self.game.spec()
        {
            let automaton = self.game.automaton(spec, self.watch)?;
            return Ok(TheoremSource::new(rules, automaton).alone());
        }
        let strategies = self.game.strategies(self.watch)?;
        let strategy = strategies.iter().find(|strategy| strategy.name() == name);
        let strategy = strategy.cloned().ok_or_else(|| {
            let known = self.game.methods(self.play, self.watch).into_iter();
            Error::input(format!(
                "{} has no {name} strategy; it has: {}",
                self.game.name(),
                known.map(Method::name).collect::<Vec<_>>().join(", ")
            ))
        })?;
        Ok(TheoremSource::new(rules, strategy).alone())
    }

    /// The claim of the rules, which must not be known to be false.
    fn claim(&self) -> Result<PClaim<'a>, Error> {
        if self.play == Play::Misere
            && let Some(spec) = self.game.spec()
        {
            let evidence = self.game.evidence_of(Claim::MiserePPositions, self.watch)?;
            if let Some(claim) = PClaim::of_misere_play(spec, evidence) {
                return Ok(claim);
            }
        }
        self.require_normal_play()?;
        let evidence = self.game.evidence_of(Claim::PPositions, self.watch)?;
        let claim = self.game.spec();
        let claim = claim.and_then(|spec| PClaim::new(spec, evidence));
        claim.ok_or_else(|| {
            Error::input(format!(
                "the rules of {} claim no P-positions; use --strategy search",
                self.game.name()
            ))
        })
    }

    fn require_normal_play(&self) -> Result<(), Error> {
        match self.play {
            Play::Normal => Ok(()),
            Play::Misere => Err(Error::input(
                match self
                    .game
                    .spec()
                    .and_then(|spec| spec.misere_p_positions.as_ref())
                {
                    Some(_) => {
                        "theorems and automata are about normal play; for misère play use --strategy claim or --strategy search"
                    }
                    None => {
                        "theorems and claims are about normal play; for misère play use --strategy search"
                    }
                },
            )),
        }
    }
}

/// Are the P-positions claimed by a condition on several piles, rather than by rows with a number each?
fn is_a_condition(spec: &Spec) -> bool {
    let pieces = spec.p_positions.iter().flat_map(|set| &set.pieces);
    pieces.into_iter().any(|piece| piece.variables.len() > 1)
}

/// How well a claim is known, if this is the turn to use it.
fn usable(whom: SourceKind, trust: Option<Trust>) -> Option<Evidence> {
    match (whom, trust?) {
        (
            SourceKind::PTheorem | SourceKind::ValueTheorem,
            Trust::Known(evidence @ Evidence::Theorem(_)),
        ) => Some(evidence),
        (
            SourceKind::PProof | SourceKind::MisereProof | SourceKind::ValueProof,
            Trust::Known(evidence @ Evidence::Proved(_)),
        ) => Some(evidence),
        (
            SourceKind::PConjecture | SourceKind::MisereConjecture | SourceKind::ValueConjecture,
            Trust::Undecided {
                evidence,
                usable: true,
            },
        ) => Some(evidence),
        _ => None,
    }
}

/// What a source knows, if there is one.
fn ask_if_any<T>(
    source: Option<impl KnowledgeSource>,
    ask: &mut impl FnMut(&dyn KnowledgeSource) -> Known<T>,
) -> Known<T> {
    match source {
        Some(source) => ask(&source),
        None => Ok(None),
    }
}
