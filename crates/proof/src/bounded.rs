//! Claims compared with brute force up to a bound: for what no theory decides, or what takes too long to prove.
//!
//! The board is solved from the rules alone, and every position on it is looked up in the claim, the smallest first; what a
//! claim says of variables is looked at for all numbers that are together at most the bound. What is found is a counterexample,
//! or that the claim holds up to the bound: nothing is proved.

use std::sync::Arc;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::watch::{Stopped, Watch};
use logic::{Formula, Set, Term, Variable};
use numeration::natural::{Integer, Natural, to_natural};
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{Kind, RulesError, Ruleset};
use rules::spec::Spec;
use solver::{PPositions, SolveError};
use thiserror::Error;

use crate::claim::{Claim, ClaimOutcome, Counterexample, Report};
use crate::nim_values::BruteForceValues;
use crate::p_positions::sum;
use crate::small::of_sum;

/// Why a claim cannot be compared.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CompareError {
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The board cannot be solved.
    #[error("{0}")]
    Board(#[from] SolveError),
    /// Something in it has no value.
    #[error("{0}")]
    Evaluation(EvaluationError),
    /// The game makes no such claim.
    #[error("there is no such claim")]
    NoClaim,
}

impl From<EvaluationError> for CompareError {
    fn from(error: EvaluationError) -> Self {
        match error {
            EvaluationError::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Evaluation(other),
        }
    }
}

impl From<RulesError> for CompareError {
    fn from(error: RulesError) -> Self {
        match error {
            RulesError::Stopped(stopped) => Self::Stopped(stopped),
            RulesError::Evaluation(error) => error.into(),
        }
    }
}

/// Compares a claim of a game with brute force on all positions whose piles are at most `max`.
///
/// # Errors
/// If the board cannot be solved or the claim cannot be evaluated. A limit is part of the report.
pub fn compare(
    spec: &Spec,
    claim: Claim,
    max: u32,
    watch: &dyn Watch,
) -> Result<Report, CompareError> {
    let bounded = BoundedComparison { spec, max, watch };
    let found = match claim {
        Claim::PPositions => bounded.p_positions(spec.p_positions.as_ref(), Play::Normal),
        Claim::MiserePPositions => {
            bounded.p_positions(spec.misere_p_positions.as_ref(), Play::Misere)
        }
        Claim::NimValues => bounded.nim_values(),
        Claim::Theorem(index) => {
            let theorem = spec.theorems.get(index).ok_or(CompareError::NoClaim)?;
            bounded.sentence(&theorem.sentence)
        }
    };
    let outcome = match found {
        Ok(None) => ClaimOutcome::HoldsUpTo(max),
        Ok(Some(counterexample)) => ClaimOutcome::Refuted(counterexample),
        Err(CompareError::Stopped(reason)) => ClaimOutcome::Stopped(reason),
        Err(other) => return Err(other),
    };
    Ok(Report {
        claim,
        name: claim.name(spec).to_owned(),
        outcome,
        largest_automaton: 0,
        foundations: None,
        empty: false,
        proof: None,
    })
}

/// The smallest counterexample, or nothing if there is none up to the bound.
type Found = Result<Option<Counterexample>, CompareError>;

struct BoundedComparison<'a> {
    spec: &'a Spec,
    max: u32,
    watch: &'a dyn Watch,
}

impl BoundedComparison<'_> {
    /// Every question has steps of its own: a board has any number of positions.
    fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(self.watch)
    }

    fn p_positions(&self, set: Option<&Arc<Set>>, play: Play) -> Found {
        let set = set.ok_or(CompareError::NoClaim)?;
        if let Some(values) = self.not_a_position(set)? {
            return Ok(Some(Counterexample::NotAPosition { values }));
        }
        let board = solver::outcomes(self.spec, self.max, play, self.watch)?;
        if let Some(stopped) = board.stopped {
            return Err(stopped.into());
        }
        self.first(|position, piles| {
            let tuple = position.piles().iter().map(constant).collect();
            let member = Formula::Member(tuple, set.clone());
            let claimed = self.evaluator().holds(&member, &Assignment::new())?;
            match (claimed, board.outcome(piles)) {
                (true, Some(Outcome::N)) => self.wrongly_claimed(position, &board).map(Some),
                (false, Some(Outcome::P)) => self.not_claimed(position, &board).map(Some),
                _ => Ok(None),
            }
        })
    }

    /// Why an N-position is no P-position: below it the claim is right.
    fn wrongly_claimed(
        &self,
        from: &Position,
        board: &PPositions,
    ) -> Result<Counterexample, CompareError> {
        let (from, mut options) = (from.clone(), self.options_in_p(from, board)?);
        if self.spec.blocking > 0 {
            let options = options.into_iter().map(|(to, _)| to).collect();
            let blocking = self.spec.blocking;
            return Ok(Counterexample::TooManyInside {
                from,
                options,
                blocking,
            });
        }
        Ok(if options.is_empty() {
            Counterexample::EndInside { position: from }
        } else {
            let (to, kind) = options.swap_remove(0);
            Counterexample::MoveInside { from, to, kind }
        })
    }

    /// Why a P-position is one: below it the claim is right.
    fn not_claimed(
        &self,
        position: &Position,
        board: &PPositions,
    ) -> Result<Counterexample, CompareError> {
        let (position, blocking) = (position.clone(), self.spec.blocking);
        if blocking == 0 {
            return Ok(Counterexample::NoMoveInto { position });
        }
        let options = self.options_in_p(&position, board)?.into_iter();
        Ok(Counterexample::TooFewInto {
            options: options.map(|(to, _)| to).collect(),
            position,
            blocking,
        })
    }

    /// The P-positions to which moves lead, the smallest first.
    fn options_in_p(
        &self,
        from: &Position,
        board: &PPositions,
    ) -> Result<Vec<(Position, Kind)>, CompareError> {
        let mut options = Vec::new();
        for to in board.iter() {
            let to: Position = to.iter().copied().map(u64::from).collect();
            if let Ok(kinds) = self.spec.legal(from, &to, self.watch)?
                && let Some(kind) = kinds.into_iter().next()
            {
                options.push((to, kind));
            }
        }
        options.sort_by_cached_key(|(to, _)| (sum(to.piles()), to.clone()));
        Ok(options)
    }

    /// Values of the variables of a claimed set that give a member which is not a position.
    fn not_a_position(&self, set: &Set) -> Result<Option<Vec<(String, Natural)>>, CompareError> {
        for piece in &set.pieces {
            let found = self.first_values(&piece.variables, |known| {
                let evaluator = self.evaluator();
                if !evaluator.holds(&piece.condition, known)? {
                    return Ok(false);
                }
                let entries = piece.tuple.iter();
                let entries: Vec<Integer> = entries
                    .map(|entry| evaluator.value(entry, known))
                    .collect::<Result<_, _>>()?;
                let piles: Option<Vec<Natural>> = entries.iter().map(to_natural).collect();
                Ok(!piles.is_some_and(|piles| self.spec.has(&Position::unchecked(piles))))
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn nim_values(&self) -> Found {
        let board = solver::nim_values(self.spec, self.max, self.watch)?;
        if let Some(stopped) = board.stopped {
            return Err(stopped.into());
        }
        let plain = BruteForceValues::new(self.spec, &self.spec.nim_values, self.watch);
        let value_of = |position: &Position| {
            let value = board.value(&words(position)?)?;
            u64::try_from(value.heap()).ok()
        };
        self.first(|position, _| Ok(plain.refuted_by(position, value_of)?))
    }

    /// The values of its leading variables for which a sentence is false.
    fn sentence(&self, sentence: &Formula) -> Found {
        let (mut variables, mut body) = (Vec::new(), sentence.unnamed());
        while let Formula::Forall(variable, inner) = body {
            variables.push(variable.clone());
            body = inner.unnamed();
        }
        let found = self.first_values(&variables, |known| {
            Ok(!self.evaluator().holds(body, known)?)
        })?;
        Ok(found.map(Counterexample::Values))
    }

    /// The first position on the board about which something is found, the smallest first.
    fn first(&self, mut look: impl FnMut(&Position, &[u32]) -> Found) -> Found {
        let most = u64::from(self.max) * self.spec.dimension() as u64;
        for sum in 0..=most {
            for position in of_sum(self.spec, sum) {
                let on_board = |piles: &Vec<u32>| piles.iter().all(|pile| *pile <= self.max);
                self.watch.check()?;
                let Some(piles) = words(&position).filter(on_board) else {
                    continue;
                };
                if !self.spec.has(&position) {
                    continue;
                }
                let found = look(&position, &piles)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// The first numbers for some variables with a property: those with the least sum, and of these in lexicographic order.
    fn first_values(
        &self,
        variables: &[Variable],
        mut has: impl FnMut(&Assignment) -> Result<bool, CompareError>,
    ) -> Result<Option<Vec<(String, Natural)>>, CompareError> {
        let sums = if variables.is_empty() { 0 } else { self.max };
        for sum in 0..=sums {
            let mut numbers = vec![0; variables.len()];
            if let Some(last) = numbers.last_mut() {
                *last = sum;
            }
            loop {
                self.watch.check()?;
                let mut known = Assignment::new();
                for (variable, number) in variables.iter().zip(&numbers) {
                    known.set(variable, Integer::from(*number));
                }
                if has(&known)? {
                    let named = variables.iter().zip(&numbers);
                    let named = named.map(|(variable, number)| {
                        (variable.name().to_owned(), Natural::from(*number))
                    });
                    return Ok(Some(named.collect()));
                }
                if !next_with_same_sum(&mut numbers) {
                    break;
                }
            }
        }
        Ok(None)
    }
}

/// Steps to the next numbers with the same sum in lexicographic order; `false` after the last ones.
fn next_with_same_sum(numbers: &mut [u32]) -> bool {
    let Some(last) = numbers.len().checked_sub(1) else {
        return false;
    };
    let Some(place) = (1..=last).rev().find(|place| numbers[*place] > 0) else {
        return false;
    };
    let rest = numbers[place] - 1;
    numbers[place] = 0;
    numbers[place - 1] += 1;
    numbers[last] = rest;
    true
}

fn words(position: &Position) -> Option<Vec<u32>> {
    let piles = position.piles().iter();
    piles.map(|pile| u32::try_from(pile).ok()).collect()
}

fn constant(pile: &Natural) -> Term {
    Term::Constant(Integer::from(pile.clone()))
}
