//! "Every other position moves into `S`": nothing remains.
//!
//! The remainder starts as all positions outside `S`. One disjunct at a time (kind of move × arrangement ×
//! family of targets × alternative), the positions from which it leads into `S` are taken away; the remainder
//! takes part in every construction, so that only what is still open counts. Cheap disjuncts come
//! first, and when nothing remains the others are never looked at. That some pile shrinks need not be asked:
//! from outside `S`, a move into `S` changes something.

use std::cell::Cell;

use automata::minimize::minimize;
use automata::product::{Product, conjunction};
use automata::project::subtract;
use automata::{Automaton, Budget, OutOfBudget};
use logic::decide::DecideError;
use logic::lower::Ir;

use super::Claimed;
use crate::disjunct::Disjunct;
use crate::frame::Frame;

/// How many nodes a disjunct may need before it is put off until all cheaper ones are done.
const FIRST_EFFORT: usize = 60_000;

impl Claimed<'_> {
    /// The positions outside the claimed set from which no move leads into it.
    pub(crate) fn without_move(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let outside = conjunction(&[&frame.positions()?, &self.members.complement()], frame.gauge)?;
        let mut remainder = minimize(&outside);
        let mut ways = self.ways_in()?;
        let mut effort = FIRST_EFFORT;
        while !remainder.is_empty() && !ways.is_empty() {
            let mut postponed = Vec::new();
            for way in ways {
                match take_away(frame, &remainder, &way, effort)? {
                    Some(rest) => remainder = rest,
                    None => postponed.push(way),
                }
                if remainder.is_empty() {
                    break;
                }
            }
            ways = postponed;
            effort *= 8;
        }
        Ok(remainder)
    }

    /// All ways to move into the set, cheap ones first.
    fn ways_in(&self) -> Result<Vec<Disjunct>, DecideError> {
        let frame = self.frame;
        let before = Frame::on_tracks(&frame.befores());
        let mut ways: Vec<Disjunct> = Vec::new();
        for family in &self.families {
            for order in frame.arrangements() {
                let after: Vec<_> = order
                    .iter()
                    .map(|&place| family.tuple[place].clone())
                    .collect();
                for rule in &frame.spec.moves {
                    let body = Ir::and(vec![
                        family.condition.clone(),
                        frame.rule(rule, &before, &after)?,
                    ]);
                    ways.extend(Disjunct::all(Ir::exists(family.hidden.clone(), body)?)?);
                }
            }
        }
        ways.sort_by_key(Disjunct::cost);
        let mut kept: Vec<Disjunct> = Vec::new();
        for way in ways {
            if !kept.iter().any(|other| way.implies(other)) {
                kept.push(way);
            }
        }
        Ok(kept)
    }
}

/// The words of the remainder for which the disjunct does not hold, or nothing if an automaton on the way would
/// have more nodes than the effort allows.
pub(crate) fn take_away(
    frame: &Frame<'_>,
    remainder: &Automaton,
    way: &Disjunct,
    effort: usize,
) -> Result<Option<Automaton>, DecideError> {
    let mut parts = Vec::new();
    for part in &way.parts {
        let automaton = frame.compiler.compile(part)?;
        if automaton.is_empty() {
            return Ok(Some(remainder.clone()));
        }
        parts.push(automaton);
    }
    let strings = way.hidden.iter().map(|&track| frame.compiler.admissible(track)).collect::<Result<Vec<_>, _>>()?;
    let product = Product {
        care: Some(remainder),
        parts: &parts.iter().collect::<Vec<_>>(),
        easy: &strings.iter().collect::<Vec<_>>(),
    };
    let cap = Cap { budget: frame.gauge, most: effort + remainder.size(), reached: Cell::new(false) };
    let Some(hit) = cap.unless_reached(product.build(&cap))? else { return Ok(None) };
    frame.gauge.note(&hit);
    if hit.is_empty() {
        return Ok(Some(remainder.clone()));
    }
    let rest = subtract(remainder, &minimize(&hit), &way.hidden, &cap);
    let Some(rest) = cap.unless_reached(rest)? else { return Ok(None) };
    let rest = minimize(&rest);
    frame.gauge.note(&rest);
    // A single target that makes the remainder more complicated is better taken away after the families.
    let grown = way.hidden.is_empty() && effort == FIRST_EFFORT && rest.size() > remainder.size() * 3 / 2 + 50;
    Ok((!grown).then_some(rest))
}

/// A budget with a limit of its own.
struct Cap<'a> {
    budget: &'a dyn Budget,
    most: usize,
    reached: Cell<bool>,
}

impl Cap<'_> {
    /// Nothing if this limit was reached, an error if the budget's was.
    fn unless_reached(&self, result: Result<Automaton, OutOfBudget>) -> Result<Option<Automaton>, DecideError> {
        match result {
            Ok(automaton) => Ok(Some(automaton)),
            Err(_) if self.reached.get() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Budget for Cap<'_> {
    fn spend(&self, nodes: usize, words: usize) -> Result<(), OutOfBudget> {
        if nodes > self.most {
            self.reached.set(true);
            return Err(OutOfBudget);
        }
        self.budget.spend(nodes, words)
    }
}
