//! Who is asked first: the order of the sources for each kind of question, and the only place that chooses one.
//!
//! A theorem is asked before anybody else, then the claims that are known to be true, then brute force where it is quick.
//! A source that does not know makes room for the next. Whatever the source, a winning move is shown only if the
//! rules have accepted it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use games::evidence::Evidence;
use games::explanation::Explanation;
use games::nim_value::NimValue;
use games::outcome::{Outcome, Play};
use games::position::Position;
use games::ruleset::Move;
use games::spec::Spec;
use games::strategy::{StrategyError, StrategyName};
use logic::watch::Watch;
use numeration::natural::num::logic::traits::SignificantBits;

use crate::error::Error;
use crate::game::{Game, Strategies};
use crate::source::{
    Board, Extent, HeapMoves, Known, PClaim, Search, Source, SplitMoves, Target, Theorem,
    ValueClaim, Visit, behind, positions_below,
};
use crate::trust::{Refuted, Trust};
use crate::wording::brief;

/// How an outcome is to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By whoever knows best.
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

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

games::written_as_text!(Method);

/// Who wins, how, and how we know.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// A winning move that the rules have accepted. There is none from a P-position, and none at the end of a misère game,
    /// which the next player wins without moving.
    pub winning_move: Option<Move>,
    /// The reason.
    pub why: Explanation,
    /// How we know.
    pub evidence: Evidence,
    /// How it was found.
    pub method: Method,
}

/// A verdict, with the claims of the game that were found to be false on the way.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who wins.
    pub verdict: Verdict,
    /// The claims that were not used, because they are false.
    pub refuted: Vec<Refuted>,
}

/// A nim-value and how we know it.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The nim-value.
    pub value: NimValue,
    /// How we know.
    pub evidence: Evidence,
    /// The claims that were not used, because they are false.
    pub refuted: Vec<Refuted>,
}

/// How the moves that were visited are known.
#[derive(Clone, Debug)]
pub struct VisitedMoves {
    /// How we know.
    pub evidence: Evidence,
    /// Were all of them visited?
    pub extent: Extent,
    /// The claims that were not used, because they are false.
    pub refuted: Vec<Refuted>,
}

/// Somebody to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whom {
    /// The theorems, the fastest first.
    Theorems,
    /// The theorems that name the targets of moves without looking at all moves.
    Formulas,
    /// The claimed P-positions, if they are a theorem of the catalogue.
    PTheorem,
    /// The claimed nim-values, if they are a theorem of the catalogue.
    ValueTheorem,
    /// The automata that come with a proof of the claimed P-positions, where the claim is a condition on several piles and the
    /// position is large: to find members among its options is slow, and the automata write one down.
    PAutomaton,
    /// The claimed P-positions, once they are proved.
    PProof,
    /// The claimed P-positions of misère play, once they are proved.
    MisereProof,
    /// The claimed P-positions of misère play, if nobody could decide them.
    MisereConjecture,
    /// The claimed nim-values, once they are proved.
    ValueProof,
    /// The period of a heap; where heaps split, the values of single heaps.
    Period,
    /// The outcomes of a board of at most so many positions.
    Outcomes(u64),
    /// The nim-values of a board of at most so many positions.
    Values(u64),
    /// The claimed P-positions, if nobody could decide them.
    PConjecture,
    /// The claimed nim-values, if nobody could decide them.
    ValueConjecture,
    /// The positions that can be reached, one by one.
    Search,
}

/// Brute force is quick up to so many positions.
const QUICK: u64 = 1_000_000;
/// The same for nim-values.
const QUICK_VALUES: u64 = 100_000;
/// Brute force is preferred to a conjecture up to so many positions.
const BEARABLE: u64 = 1_000_000_000;
/// A whole board is solved up to so many positions.
const MOST: u64 = 100_000_000_000;

/// Somebody to ask after somebody else.
pub(crate) type Order = &'static [&'static [Whom]];

/// Who wins?
const TO_DECIDE: Order = &[
    &[
        Whom::Theorems,
        Whom::PAutomaton,
        Whom::PTheorem,
        Whom::ValueTheorem,
    ],
    BEYOND_THEOREMS,
];

/// Which moves win? What lists them by a formula comes before what looks at every move.
const TO_WIN: Order = &[
    &[
        Whom::Formulas,
        Whom::PTheorem,
        Whom::ValueTheorem,
        Whom::Theorems,
    ],
    BEYOND_THEOREMS,
];

/// Where no theorem knows: what can be proved here and what can be looked at, the quick before the slow.
const BEYOND_THEOREMS: &[Whom] = &[
    Whom::Outcomes(QUICK),
    Whom::PProof,
    Whom::ValueProof,
    Whom::Period,
    Whom::Outcomes(BEARABLE),
    Whom::PConjecture,
    Whom::ValueConjecture,
    Whom::Outcomes(MOST),
    Whom::Search,
];

/// What is a position worth, and which moves lead to a value? Whoever knows that a position is P knows its value.
const TO_VALUE: Order = &[&[
    Whom::Values(QUICK_VALUES),
    Whom::Theorems,
    Whom::ValueTheorem,
    Whom::PTheorem,
    Whom::ValueProof,
    Whom::PProof,
    Whom::Period,
    Whom::Values(BEARABLE),
    Whom::ValueConjecture,
    Whom::Search,
]];

/// In misère play no theorem speaks, and of the claims only the one about it.
const IN_MISERE: Order = &[&[
    Whom::Outcomes(QUICK),
    Whom::MisereProof,
    Whom::Outcomes(BEARABLE),
    Whom::MisereConjecture,
    Whom::Outcomes(MOST),
    Whom::Search,
]];

/// The same by brute force alone.
const IN_MISERE_BY_BRUTE_FORCE: Order = &[&[Whom::Outcomes(MOST), Whom::Search]];

/// In a blocking game what is known of nim-values, of periods and of games without blocking does not count.
const WHERE_BLOCKED: Order = &[&[
    Whom::PTheorem,
    Whom::Outcomes(QUICK),
    Whom::PProof,
    Whom::Outcomes(BEARABLE),
    Whom::PConjecture,
    Whom::Outcomes(MOST),
    Whom::Search,
]];

/// By what the rules claim.
pub(crate) const BY_CLAIM: Order = &[&[Whom::PTheorem, Whom::PProof, Whom::PConjecture]];

/// By brute force alone.
const BY_BRUTE_FORCE: Order = &[&[Whom::Period, Whom::Outcomes(MOST), Whom::Search]];

/// Larger heaps that split are not searched through in misère play.
const MOST_SEARCHED: u32 = 10_000;

/// Numbers of more binary digits than this are long.
const LONG: u64 = 1 << 13;

impl Game {
    /// Who wins from a position, by a move that the rules have accepted, why, and how we know.
    ///
    /// # Errors
    /// If nobody knows, or the watch stops the work.
    pub fn outcome(
        &self,
        position: &Position,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Answer, Error> {
        let order = match play {
            Play::Normal if self.blocking() > 0 => WHERE_BLOCKED,
            Play::Normal => TO_DECIDE,
            Play::Misere => IN_MISERE,
        };
        let asked = self.asked(position, play, watch)?;
        self.judge_own_claims(play, watch)?;
        let verdict = asked.each(order, |source| source.verdict(position, watch))?;
        Ok(self.answer(asked.where_blocked(verdict, order)?))
    }

    /// The same by one method, or why it does not know.
    ///
    /// # Errors
    /// If it does not know, or the watch stops the work.
    pub fn outcome_by(
        &self,
        method: Method,
        position: &Position,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Answer, Error> {
        let asked = self.asked(position, play, watch)?;
        let verdict = match method {
            Method::Best => return self.outcome(position, play, watch),
            Method::Strategy(name) => asked.by_strategy(name)?,
            Method::Claim => asked.where_blocked(asked.by_claim()?, WHERE_BLOCKED)?,
            Method::Search if play == Play::Normal => {
                let verdict =
                    asked.each(BY_BRUTE_FORCE, |source| source.verdict(position, watch))?;
                asked.where_blocked(verdict, BY_BRUTE_FORCE)?
            }
            Method::Search => asked.each(IN_MISERE_BY_BRUTE_FORCE, |source| {
                source.verdict(position, watch)
            })?,
        };
        Ok(self.answer(verdict))
    }

    /// The methods that may answer: theorems from the slowest to the fastest, the claim, brute force.
    pub fn methods(&self, play: Play, watch: &dyn Watch) -> Vec<Method> {
        let mut methods = Vec::new();
        if play == Play::Normal {
            let strategies = self.strategies(watch).unwrap_or_default();
            methods.extend(
                strategies
                    .iter()
                    .map(|strategy| Method::Strategy(strategy.name())),
            );
            if self.spec().is_some_and(|spec| spec.p_positions.is_some()) {
                if self.blocking() == 0 {
                    methods.push(Method::Strategy(StrategyName::Automaton));
                }
                methods.push(Method::Claim);
            }
        }
        methods.push(Method::Search);
        methods
    }

    /// Visits the moves after which the opponent loses against good play.
    ///
    /// # Errors
    /// If nobody knows them, or the watch stops the work.
    pub fn for_each_winning_move(
        &self,
        position: &Position,
        play: Play,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Result<VisitedMoves, Error> {
        let order = match play {
            Play::Normal if self.blocking() > 0 => WHERE_BLOCKED,
            Play::Normal => TO_WIN,
            Play::Misere => IN_MISERE,
        };
        let asked = self.asked(position, play, watch)?;
        self.judge_own_claims(play, watch)?;
        asked.moves(order, Target::P, visit)
    }

    /// The nim-value of a position in normal play.
    ///
    /// # Errors
    /// If nobody knows it, or the watch stops the work.
    pub fn value(&self, position: &Position, watch: &dyn Watch) -> Result<Valued, Error> {
        self.require_nim_values()?;
        self.judge_own_claims(Play::Normal, watch)?;
        let asked = self.asked(position, Play::Normal, watch)?;
        let (value, evidence) = asked.each(TO_VALUE, |source| {
            let value = source.value(position, watch)?;
            Ok(value.map(|value| (value, source.value_evidence(position))))
        })?;
        Ok(Valued {
            value,
            evidence,
            refuted: self.refuted_claims(),
        })
    }

    /// Visits the moves to positions of a nim-value.
    ///
    /// # Errors
    /// If nobody knows them, or the watch stops the work.
    pub fn for_each_move_to(
        &self,
        value: &NimValue,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Result<VisitedMoves, Error> {
        self.require_nim_values()?;
        self.asked(position, Play::Normal, watch)?
            .moves(TO_VALUE, Target::Value(value), visit)
    }

    fn asked<'a>(
        &'a self,
        position: &'a Position,
        play: Play,
        watch: &'a dyn Watch,
    ) -> Result<Asked<'a>, Error> {
        self.admit(position)?;
        if play == Play::Misere {
            self.require_misere()?;
        }
        Ok(Asked {
            game: self,
            position,
            play,
            watch,
        })
    }

    fn answer(&self, verdict: Verdict) -> Answer {
        Answer {
            verdict,
            refuted: self.refuted_claims(),
        }
    }

    /// Finds out what the claims of a file that nobody vouches for are worth, so that every answer can tell.
    fn judge_own_claims(&self, play: Play, watch: &dyn Watch) -> Result<(), Error> {
        if play == Play::Misere {
            self.trust_in_misere(watch)?;
        } else if !self.verdicts.are_judged() {
            self.trust_in_p_positions(watch)?;
            self.trust_in_nim_values(watch)?;
            self.verdicts.set_judged();
        }
        Ok(())
    }
}

/// A question about a position.
pub(crate) struct Asked<'a> {
    pub(crate) game: &'a Game,
    pub(crate) position: &'a Position,
    play: Play,
    watch: &'a dyn Watch,
}

impl<'a> Asked<'a> {
    /// The answer of the first one that knows.
    fn each<T>(
        &self,
        order: Order,
        mut ask: impl FnMut(&dyn Source) -> Known<T>,
    ) -> Result<T, Error> {
        let mut trouble = None;
        for whom in order.iter().copied().flatten() {
            let known = self.ask(*whom, &mut ask);
            match known {
                Ok(Some(known)) => return Ok(known),
                Ok(None) => {}
                Err(error @ Error::Stopped(_)) => return Err(error),
                Err(error) => trouble = Some(error),
            }
        }
        Err(trouble.unwrap_or_else(|| Error::NobodyKnows(self.position.clone())))
    }

    /// Visits the moves to a target, each once.
    pub(crate) fn moves(
        &self,
        order: Order,
        target: Target<'_>,
        visit: Visit<'_>,
    ) -> Result<VisitedMoves, Error> {
        let target = match target {
            Target::Value(value) if *value == NimValue::ZERO => Target::P,
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
                Target::P => source.evidence(self.position),
                Target::Value(_) => source.value_evidence(self.position),
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
    fn ask<T>(&self, whom: Whom, ask: &mut impl FnMut(&dyn Source) -> Known<T>) -> Known<T> {
        let Some(spec) = self.game.spec() else {
            return match whom {
                Whom::Theorems => self.ask_theorems(|_| true, ask),
                Whom::Period => ask_if_any(self.split_heaps()?, ask),
                Whom::Search if self.game.splitting().is_some() => {
                    ask_if_any(self.misere_search()?, ask)
                }
                Whom::Search => ask(&self.search()),
                _ => Ok(None),
            };
        };
        let small = |most: u64| {
            positions_below(spec, self.position).is_some_and(|positions| positions <= most)
        };
        match whom {
            Whom::Theorems => self.ask_theorems(|_| true, ask),
            Whom::Formulas => {
                self.ask_theorems(|theorem| theorem.lists_winning_moves(self.position), ask)
            }
            Whom::PAutomaton if is_a_condition(spec) && !small(QUICK) => {
                self.ask_automaton(spec, ask)
            }
            Whom::PAutomaton => Ok(None),
            Whom::PTheorem | Whom::PProof | Whom::PConjecture => {
                let trust = self.game.trust_in_p_positions(self.watch)?;
                let evidence = usable(whom, trust, "P-positions");
                let claim = evidence.and_then(|evidence| PClaim::new(spec, evidence));
                ask_if_any(claim, ask)
            }
            Whom::MisereProof | Whom::MisereConjecture => {
                let trust = self.game.trust_in_misere(self.watch)?;
                let evidence = usable(whom, trust, "P-positions of misère play");
                let claim = evidence.and_then(|evidence| PClaim::of_misere_play(spec, evidence));
                ask_if_any(claim, ask)
            }
            Whom::ValueTheorem | Whom::ValueProof | Whom::ValueConjecture => {
                let trust = self.game.trust_in_nim_values(self.watch)?;
                let evidence = usable(whom, trust, "nim-values");
                let claim = evidence.and_then(|evidence| ValueClaim::new(spec, evidence));
                ask_if_any(claim, ask)
            }
            Whom::Period => ask_if_any(self.period(spec)?, ask),
            Whom::Outcomes(most) if small(most) => {
                let boards = &self.game.found.boards;
                let board = Board::of_outcomes(spec, self.position, self.play, boards, self.watch)?;
                ask_if_any(board, ask)
            }
            Whom::Values(most) if small(most) => {
                let boards = &self.game.found.boards;
                let board = Board::of_values(spec, self.position, boards, self.watch)?;
                ask_if_any(board, ask)
            }
            Whom::Outcomes(_) | Whom::Values(_) => Ok(None),
            Whom::Search => ask(&self.search()),
        }
    }

    /// What the first of these theorems knows, the fastest first.
    fn ask_theorems<T>(
        &self,
        admitted: impl Fn(&Theorem<'_>) -> bool,
        ask: &mut impl FnMut(&dyn Source) -> Known<T>,
    ) -> Known<T> {
        for strategy in self.strategies()?.iter().rev() {
            let theorem = Theorem::new(self.game.rules(), Arc::clone(strategy));
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
        ask: &mut impl FnMut(&dyn Source) -> Known<T>,
    ) -> Known<T> {
        match self.game.automaton(spec, self.watch) {
            Ok(automaton) => ask(&Theorem::new(self.game.rules(), automaton)),
            Err(stopped @ Error::Stopped(_)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }

    fn search(&self) -> Search<'a> {
        Search::new(self.game.rules(), self.play, &self.game.found.searched)
    }

    fn period(&self, spec: &Spec) -> Result<Option<HeapMoves<'a>>, Error> {
        let kept = &self.game.found.heaps;
        let Some(heaps) = behind(spec, self.position, kept, self.watch)? else {
            return Ok(None);
        };
        Ok(Some(HeapMoves::new(self.game.rules(), heaps)))
    }

    /// A search where heaps split: in misère play, of which their nim-values tell nothing, and if it may come to an end.
    fn misere_search(&self) -> Known<Search<'a>> {
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

    fn by_strategy(&self, name: StrategyName) -> Result<Verdict, Error> {
        self.require_normal_play()?;
        let rules = self.game.rules();
        if name == StrategyName::Automaton
            && let Some(spec) = self.game.spec()
        {
            let automaton = self.game.automaton(spec, self.watch)?;
            return Ok(Theorem::new(rules, automaton).decide(self.position, self.watch)?);
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
        Ok(Theorem::new(rules, strategy).decide(self.position, self.watch)?)
    }

    /// By the claim of the rules, which must not be known to be false.
    fn by_claim(&self) -> Result<Verdict, Error> {
        if self.play == Play::Misere
            && let Some(spec) = self.game.spec()
        {
            let evidence = self.game.evidence_of_misere(self.watch)?;
            if let Some(claim) = PClaim::of_misere_play(spec, evidence) {
                return claim.decide(self.position, self.watch);
            }
        }
        self.require_normal_play()?;
        let evidence = self.game.evidence_of_p_positions(self.watch)?;
        let claim = self
            .game
            .spec()
            .and_then(|spec| PClaim::new(spec, evidence))
            .ok_or_else(|| {
                Error::input(format!(
                    "the rules of {} claim no P-positions; use --strategy search",
                    self.game.name()
                ))
            })?;
        claim.decide(self.position, self.watch)
    }

    fn require_normal_play(&self) -> Result<(), Error> {
        match self.play {
            Play::Normal => Ok(()),
            Play::Misere => Err(Error::input(
                "theorems and claims are about normal play; for misère play use --strategy search",
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
fn usable(whom: Whom, trust: Option<Trust>, what: &str) -> Option<Evidence> {
    match (whom, trust?) {
        (Whom::PTheorem | Whom::ValueTheorem, Trust::Known(evidence @ Evidence::Theorem(_))) => {
            Some(evidence)
        }
        (
            Whom::PProof | Whom::MisereProof | Whom::ValueProof,
            Trust::Known(evidence @ Evidence::Proved(_)),
        ) => Some(evidence),
        (
            Whom::PConjecture | Whom::MisereConjecture | Whom::ValueConjecture,
            Trust::Undecided { usable: true },
        ) => Some(Evidence::Conjecture(format!(
            "the rules claim these {what}, and nobody proved it here"
        ))),
        _ => None,
    }
}

/// What a source knows, if there is one.
fn ask_if_any<T>(
    source: Option<impl Source>,
    ask: &mut impl FnMut(&dyn Source) -> Known<T>,
) -> Known<T> {
    match source {
        Some(source) => ask(&source),
        None => Ok(None),
    }
}
