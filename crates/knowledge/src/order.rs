//! Who is asked first: the order of the sources for each kind of question, and the only place that chooses one.
//!
//! A theorem is asked before anybody else, then the claims that are known to be true, then brute force where it is quick.
//! A source that does not know makes room for the next. Whatever the source, a winning move is shown only if the
//! rules have accepted it.

use logic::watch::Watch;
use proof::Claim;
use rules::nim_value::NimValue;
use rules::outcome::Play;
use rules::position::Position;
use strategies::strategy::StrategyName;

use crate::answer::{Answer, Method, Valued, Verdict, VisitedMoves};
use crate::asked::PositionQuery;
use crate::error::Error;
use crate::game::Game;
use crate::source::{MoveTarget, Visit};

/// Somebody to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceKind {
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
pub(crate) const QUICK: u64 = 1_000_000;
/// The same for nim-values.
const QUICK_VALUES: u64 = 100_000;
/// Brute force is preferred to a conjecture up to so many positions.
const BEARABLE: u64 = 1_000_000_000;
/// A whole board is solved up to so many positions.
const MOST: u64 = 100_000_000_000;

/// Somebody to ask after somebody else.
pub(crate) type Order = &'static [&'static [SourceKind]];

/// Who wins?
const TO_DECIDE: Order = &[
    &[
        SourceKind::Theorems,
        SourceKind::PAutomaton,
        SourceKind::PTheorem,
        SourceKind::ValueTheorem,
    ],
    BEYOND_THEOREMS,
];

/// Which moves win? What lists them by a formula comes before what looks at every move.
const TO_WIN: Order = &[
    &[
        SourceKind::Formulas,
        SourceKind::PTheorem,
        SourceKind::ValueTheorem,
        SourceKind::Theorems,
    ],
    BEYOND_THEOREMS,
];

/// Where no theorem knows: what can be proved here and what can be looked at, the quick before the slow.
const BEYOND_THEOREMS: &[SourceKind] = &[
    SourceKind::Outcomes(QUICK),
    SourceKind::PProof,
    SourceKind::ValueProof,
    SourceKind::Period,
    SourceKind::Outcomes(BEARABLE),
    SourceKind::PConjecture,
    SourceKind::ValueConjecture,
    SourceKind::Outcomes(MOST),
    SourceKind::Search,
];

/// What is a position worth, and which moves lead to a value? Whoever knows that a position is P knows its value.
const TO_VALUE: Order = &[&[
    SourceKind::Values(QUICK_VALUES),
    SourceKind::Theorems,
    SourceKind::ValueTheorem,
    SourceKind::PTheorem,
    SourceKind::ValueProof,
    SourceKind::PProof,
    SourceKind::Period,
    SourceKind::Values(BEARABLE),
    SourceKind::ValueConjecture,
    SourceKind::Search,
]];

/// In misère play no theorem speaks, and of the claims only the one about it.
const IN_MISERE: Order = &[&[
    SourceKind::Outcomes(QUICK),
    SourceKind::MisereProof,
    SourceKind::Outcomes(BEARABLE),
    SourceKind::MisereConjecture,
    SourceKind::Outcomes(MOST),
    SourceKind::Search,
]];

/// The same by brute force alone.
const IN_MISERE_BY_BRUTE_FORCE: Order = &[&[SourceKind::Outcomes(MOST), SourceKind::Search]];

/// In a blocking game what is known of nim-values, of periods and of games without blocking does not count.
const WHERE_BLOCKED: Order = &[&[
    SourceKind::PTheorem,
    SourceKind::Outcomes(QUICK),
    SourceKind::PProof,
    SourceKind::Outcomes(BEARABLE),
    SourceKind::PConjecture,
    SourceKind::Outcomes(MOST),
    SourceKind::Search,
]];

/// By what the rules claim.
pub(crate) const BY_CLAIM: Order = &[&[
    SourceKind::PTheorem,
    SourceKind::PProof,
    SourceKind::PConjecture,
]];

/// By brute force alone.
const BY_BRUTE_FORCE: Order = &[&[
    SourceKind::Period,
    SourceKind::Outcomes(MOST),
    SourceKind::Search,
]];

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
        self.outcome_by(Method::Best, position, play, watch)
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
        let order = self.order_for(method, play);
        let verdict = asked.by(method, order, |source| source.verdict(position, watch))?;
        let verdict = match (method, play) {
            (Method::Strategy(_), _) | (_, Play::Misere) => verdict,
            (Method::Best | Method::Claim | Method::Search, Play::Normal) => {
                asked.where_blocked(verdict, order)?
            }
        };
        Ok(self.answer(verdict))
    }

    /// Who wins, and no more: no move is looked for, which may take far longer.
    ///
    /// # Errors
    /// As for [`outcome_by`](Self::outcome_by).
    pub fn outcome_alone(
        &self,
        method: Method,
        position: &Position,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Answer, Error> {
        let asked = self.asked(position, play, watch)?;
        let order = self.order_for(method, play);
        let verdict = asked.by(method, order, |source| {
            source.outcome_alone(position, watch)
        })?;
        Ok(self.answer(verdict))
    }

    /// Who is asked by a method.
    fn order_for(&self, method: Method, play: Play) -> Order {
        match (method, play) {
            (Method::Search, Play::Normal) => BY_BRUTE_FORCE,
            (Method::Search, Play::Misere) => IN_MISERE_BY_BRUTE_FORCE,
            (_, Play::Normal) if self.blocking() > 0 => WHERE_BLOCKED,
            (_, Play::Normal) => TO_DECIDE,
            (_, Play::Misere) => IN_MISERE,
        }
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
        } else if (self.spec()).is_some_and(|spec| spec.misere_p_positions.is_some()) {
            methods.push(Method::Claim);
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
        asked.moves(order, MoveTarget::P, visit)
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
            .moves(TO_VALUE, MoveTarget::Value(value), visit)
    }

    fn asked<'a>(
        &'a self,
        position: &'a Position,
        play: Play,
        watch: &'a dyn Watch,
    ) -> Result<PositionQuery<'a>, Error> {
        self.admit(position)?;
        if play == Play::Misere {
            self.require_misere()?;
        }
        Ok(PositionQuery {
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
    pub(crate) fn judge_own_claims(&self, play: Play, watch: &dyn Watch) -> Result<(), Error> {
        if play == Play::Misere {
            self.trust(Claim::MiserePPositions, watch)?;
        } else if !self.verdicts.are_judged() {
            self.trust(Claim::PPositions, watch)?;
            self.trust(Claim::NimValues, watch)?;
            self.verdicts.set_judged();
        }
        Ok(())
    }
}
