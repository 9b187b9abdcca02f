//! What follows from the P-positions that a game claims.
//!
//! A position is P if it belongs to the claim. For a winning move, the claimed positions are put in place of the piles
//! after the move: `|(y - y') - (x - x')| < 2` with `x' = A(n)` and `y' = B(n)` is a statement about n alone, from which
//! bounds for n follow. So few n are looked at, however large the piles, and no strategy need be known.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::fold::Substitution;
use logic::interval::Interval;
use logic::watch::Watch;
use logic::{Formula, Piece, Set, Term, Variable};
use numeration::natural::{Integer, Natural, to_natural};
use rules::arrangement::in_every_order;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, SentenceValue};
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};
use rules::spec::Spec;

use super::near::{WitnessRow, witness};
use super::{Extent, KnowledgeSource, Known, MoveTarget, Visit, among_all_moves, first};
use crate::answer::{Method, Verdict};
use crate::error::Error;
use crate::reason::NamedRow;
use crate::wording::brief;

/// Beyond so many piles there are too many ways to choose or to arrange them.
const MOST_PILES: usize = 5;

/// A game's claim of its P-positions.
#[derive(Clone)]
pub(crate) struct PClaim<'g> {
    spec: &'g Spec,
    set: &'g Arc<Set>,
    evidence: Evidence,
    play: Play,
}

impl<'g> PClaim<'g> {
    /// What a game claims, if it does, and how well that is known.
    pub(crate) fn new(spec: &'g Spec, evidence: Evidence) -> Option<Self> {
        Some(Self {
            spec,
            set: spec.p_positions.as_ref()?,
            evidence,
            play: Play::Normal,
        })
    }

    /// What a game claims of misère play, if it does, and how well that is known.
    pub(crate) fn of_misere_play(spec: &'g Spec, evidence: Evidence) -> Option<Self> {
        Some(Self {
            spec,
            set: spec.misere_p_positions.as_ref()?,
            evidence,
            play: Play::Misere,
        })
    }

    /// Who wins and how, if the claim is true.
    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Verdict, Error> {
        if let Some(verdict) = self.at_once(position, watch) {
            return Ok(verdict);
        }
        let outcome = self.membership(position, watch)?;
        let mut winning_move = None;
        if outcome == Outcome::N {
            winning_move = first(|visit| self.moves_to(MoveTarget::P, position, watch, visit))?;
            if winning_move.is_none()
                && self.play == Play::Misere
                && self.is_end(position, watch)?
            {
                let mut why = Explanation::default();
                why.say("no move is left, and in misère play that wins", []);
                return Ok(Verdict {
                    outcome,
                    winning_move,
                    why,
                    evidence: self.evidence.clone(),
                    method: self.method(),
                });
            }
            if winning_move.is_none() {
                return Err(Error::Beyond(format!(
                    "the rules claim that {} is an N-position, and no move leads to a P-position that they claim: \
                     the claim is false",
                    brief(position)
                )));
            }
        }
        let target = winning_move
            .as_ref()
            .map_or(position, |winning| &winning.to);
        let row = self.row(target, watch)?;
        Ok(self.explained(position, winning_move, row))
    }

    /// The same by a row near the position, if there is one and the claim is known to be true.
    fn at_once(&self, position: &Position, watch: &dyn Watch) -> Option<Verdict> {
        let known = matches!(self.evidence, Evidence::Proved(_) | Evidence::Theorem(_));
        if !known || self.spec.blocking > 0 {
            return None;
        }
        let WitnessRow { winning_move, row } =
            witness(self.spec, &self.set.pieces, position, watch)?;
        Some(self.explained(position, winning_move, Some(row)))
    }

    /// Is no move left?
    fn is_end(&self, position: &Position, watch: &dyn Watch) -> Result<bool, Error> {
        let mut first = |_| ControlFlow::Break(());
        let flow = self.spec.for_each_move(position, watch, &mut first)?;
        Ok(flow.is_continue())
    }

    /// The outcome of a position.
    fn membership(&self, position: &Position, watch: &dyn Watch) -> Result<Outcome, Error> {
        let piles = (0..self.spec.dimension())
            .map(|index| Term::from(self.spec.before(index)))
            .collect();
        let member = Formula::Member(piles, Arc::clone(self.set));
        let claimed = Evaluator::new(watch).holds(&member, &self.before(position))?;
        Ok(if claimed { Outcome::P } else { Outcome::N })
    }

    /// Visits the moves into the claim until the visitor breaks. The rules have accepted every move that is visited.
    fn for_each_winning_move(
        &self,
        position: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Known<Extent> {
        let order = self.spec.piles.order;
        if self.spec.dimension() > MOST_PILES {
            return among_all_moves(self, self.spec, MoveTarget::P, position, watch, visit);
        }
        let mut found = MoveSearchState {
            seen: Vec::new(),
            trouble: None,
        };
        for piece in &self.set.pieces {
            for arrangement in in_every_order(&piece.tuple, order) {
                for rule in &self.spec.moves {
                    let candidates = Candidates {
                        claim: self,
                        piece,
                        arrangement: &arrangement,
                        position,
                        watch,
                    };
                    let flow = candidates.visit(&rule.clauses, &mut found, visit)?;
                    if flow.is_break() {
                        return Ok(Some(Extent::All));
                    }
                }
            }
        }
        found
            .trouble
            .map_or(Ok(Some(Extent::All)), |error| Err(error.into()))
    }

    /// The verdict with its reason: the number of the row.
    fn explained(
        &self,
        position: &Position,
        winning_move: Option<Move>,
        row: Option<(String, Natural)>,
    ) -> Verdict {
        let mut why = Explanation::default();
        let target = winning_move
            .as_ref()
            .map_or(position, |winning| &winning.to);
        if winning_move.is_some() {
            why.say("the position is not in the rules' list of P-positions", []);
        }
        match row {
            Some((variable, row)) => {
                why.point_at(&row);
                why.say(
                    "{} is in the list, with {} = {}",
                    [
                        SentenceValue::from(target),
                        SentenceValue::word(variable),
                        SentenceValue::number(row),
                    ],
                );
            }
            None => why.say("{} is in the list", [SentenceValue::from(target)]),
        }
        Verdict {
            outcome: match winning_move {
                Some(_) => Outcome::N,
                None => Outcome::P,
            },
            winning_move,
            why,
            evidence: self.evidence.clone(),
            method: self.method(),
        }
    }

    /// The row of a claimed position: the variable that numbers the rows, and its value.
    fn row(
        &self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Option<(String, Natural)>, Error> {
        for piece in &self.set.pieces {
            let [variable] = piece.variables.as_slice() else {
                continue;
            };
            let equal = piece
                .tuple
                .iter()
                .zip(position.piles())
                .map(|(term, pile)| term.clone().equals(pile));
            let here = Formula::And(equal.chain([piece.condition.clone()]).collect());
            let mut row = None;
            let unknowns = [(variable.clone(), Interval::naturals())];
            let _flow = Evaluator::new(watch).solutions(
                &here,
                &unknowns,
                &Assignment::new(),
                &mut |solution| {
                    row = solution.get(variable).and_then(to_natural);
                    ControlFlow::Break(())
                },
            )?;
            if let Some(row) = row {
                return Ok(Some((variable.name().to_owned(), row)));
            }
        }
        Ok(None)
    }

    /// The row of this number, with the names of the piles, where the claim is one list whose rows are numbered.
    pub(crate) fn row_at(
        &self,
        number: &Natural,
        watch: &dyn Watch,
    ) -> Result<Option<NamedRow>, Error> {
        let [piece] = self.set.pieces.as_slice() else {
            return Ok(None);
        };
        let [variable] = piece.variables.as_slice() else {
            return Ok(None);
        };
        let known = Assignment::from_iter([(variable.clone(), Integer::from(number.clone()))]);
        let evaluator = Evaluator::new(watch);
        if !evaluator.holds(&piece.condition, &known)? {
            return Ok(None);
        }
        let mut row = Vec::with_capacity(piece.tuple.len());
        for term in &piece.tuple {
            let Some(entry) = to_natural(&evaluator.value(term, &known)?) else {
                return Ok(None);
            };
            row.push(entry);
        }
        let names = self.spec.pile_names().unwrap_or_default();
        Ok(Some((names.iter().map(ToString::to_string).collect(), row)))
    }

    /// The piles before a move.
    fn before(&self, position: &Position) -> Assignment {
        let piles = position.piles().iter().enumerate();
        piles
            .map(|(index, pile)| (self.spec.before(index), Integer::from(pile.clone())))
            .collect()
    }
}

impl KnowledgeSource for PClaim<'_> {
    fn method(&self) -> Method {
        Method::Claim
    }

    fn evidence(&self, _: &Position) -> Evidence {
        self.evidence.clone()
    }

    fn outcome(&self, position: &Position, watch: &dyn Watch) -> Known<Outcome> {
        match self.at_once(position, watch) {
            Some(verdict) => Ok(Some(verdict.outcome)),
            None => self.membership(position, watch).map(Some),
        }
    }

    fn verdict(&self, position: &Position, watch: &dyn Watch) -> Known<Verdict> {
        self.decide(position, watch).map(Some)
    }

    fn moves_to(
        &self,
        target: MoveTarget<'_>,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Known<Extent> {
        match target {
            MoveTarget::P => self.for_each_winning_move(position, watch, visit),
            MoveTarget::Value(_) => Ok(None),
        }
    }
}

/// What a search for winning moves has met.
struct MoveSearchState {
    seen: Vec<Position>,
    /// The first question that could not be decided. It matters only if the search goes on to its end.
    trouble: Option<EvaluationError>,
}

/// The claimed positions of one piece, arranged in one way, as targets of moves from a position.
struct Candidates<'a> {
    claim: &'a PClaim<'a>,
    piece: &'a Piece,
    arrangement: &'a [Term],
    position: &'a Position,
    watch: &'a dyn Watch,
}

impl Candidates<'_> {
    /// Visits those that the clauses of a rule allow and that were not seen before.
    fn visit(
        &self,
        clauses: &[Formula],
        found: &mut MoveSearchState,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let unknowns: Vec<(Variable, Interval)> = self
            .piece
            .variables
            .iter()
            .map(|variable| (variable.clone(), Interval::naturals()))
            .collect();
        let before = self.claim.before(self.position);
        let mut failure = None;
        let solved = Evaluator::new(self.watch).solutions(
            &self.allowed(clauses),
            &unknowns,
            &before,
            &mut |solution| {
                self.target(solution, found).map_or_else(
                    |error| {
                        failure = Some(error);
                        ControlFlow::Break(())
                    },
                    |target| target.map_or(ControlFlow::Continue(()), &mut *visit),
                )
            },
        );
        match (failure, solved) {
            (Some(error), _) => Err(error),
            (None, Ok(flow)) => Ok(flow),
            (None, Err(EvaluationError::Stopped(stopped))) => Err(stopped.into()),
            (None, Err(error)) => {
                found.trouble.get_or_insert(error);
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// "The rule allows the move to the claimed position", as a statement about the variables of the claim.
    fn allowed(&self, clauses: &[Formula]) -> Formula {
        let spec = self.claim.spec;
        let after = (0..spec.dimension()).map(|index| spec.after(index));
        let substitution = Substitution::new(after.zip(self.arrangement.iter().cloned()));
        let not_larger = self
            .arrangement
            .iter()
            .enumerate()
            .map(|(index, pile)| pile.clone().at_most(spec.before(index)));
        let rules = clauses.iter().map(|clause| substitution.formula(clause));
        Formula::And(
            [self.piece.condition.clone()]
                .into_iter()
                .chain(not_larger)
                .chain(rules)
                .collect(),
        )
    }

    /// The move to the position that a solution stands for, if it is new and the rules accept it.
    fn target(
        &self,
        solution: &Assignment,
        found: &mut MoveSearchState,
    ) -> Result<Option<Move>, Error> {
        let evaluator = Evaluator::new(self.watch);
        let mut piles = Vec::with_capacity(self.piece.tuple.len());
        for term in &self.piece.tuple {
            let Some(pile) = to_natural(&evaluator.value(term, solution)?) else {
                return Ok(None);
            };
            piles.push(pile);
        }
        let to = Position::unchecked(piles);
        if found.seen.contains(&to) || !self.claim.spec.has(&to) {
            return Ok(None);
        }
        found.seen.push(to.clone());
        let kinds = self.claim.spec.legal(self.position, &to, self.watch)?.ok();
        Ok(kinds.map(|kinds| Move { to, kinds }))
    }
}
