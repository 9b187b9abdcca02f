//! What remains of a set of words when one disjunct after the other is taken away.
//!
//! The remainder takes part in every construction, so that only what is still open counts. Disjuncts that look
//! cheap come first; one that turns out to be dear is put off until all others are done; when nothing
//! remains the others are never looked at.

use std::cell::Cell;

use automata::minimize::minimize;
use automata::product::Product;
use automata::project::subtract;
use automata::{Automaton, Budget, OutOfBudget};
use logic::decide::DecideError;

use crate::disjunct::Disjunct;
use crate::frame::Frame;

/// How many nodes a disjunct may need before it is put off until all cheaper ones are done.
const FIRST_EFFORT: usize = 60_000;

/// A set of admissible words that is being emptied.
pub(crate) struct Remainder<'a> {
    frame: &'a Frame<'a>,
    words: Automaton,
}

impl<'a> Remainder<'a> {
    /// Starts with all of these words; the automaton is minimal.
    pub(crate) fn new(frame: &'a Frame<'a>, words: Automaton) -> Self {
        Self { frame, words }
    }

    /// What remains when the words that meet one of the disjuncts are taken away.
    pub(crate) fn without(self, ways: Vec<Disjunct>) -> Result<Automaton, DecideError> {
        self.without_noting(
            ways.into_iter().map(|way| (way, ())).collect(),
            &mut |(), _, _| Ok(()),
        )
    }

    /// The same, where every disjunct that took something away is noted: its label, the words before, and the disjunct.
    pub(crate) fn without_noting<L>(
        mut self,
        mut ways: Vec<(Disjunct, L)>,
        note: &mut dyn FnMut(&L, &Automaton, &Disjunct) -> Result<(), DecideError>,
    ) -> Result<Automaton, DecideError> {
        ways.sort_by_key(|(way, _)| way.cost());
        let mut kept: Vec<(Disjunct, L)> = Vec::new();
        for (way, label) in ways {
            if !kept.iter().any(|(other, _)| way.implies(other)) {
                kept.push((way, label));
            }
        }
        let mut effort = FIRST_EFFORT;
        while !self.words.is_empty() && !kept.is_empty() {
            let mut postponed = Vec::new();
            for (way, label) in kept {
                if self.words.is_empty() {
                    break;
                }
                match take_away(self.frame, &self.words, &way, effort)? {
                    Taken::Nothing => {}
                    Taken::Some(rest) => {
                        note(&label, &self.words, &way)?;
                        self.words = rest;
                    }
                    Taken::TooDear => postponed.push((way, label)),
                }
            }
            kept = postponed;
            effort *= 8;
        }
        Ok(self.words)
    }
}

/// What became of an attempt.
enum Taken {
    Nothing,
    Some(Automaton),
    TooDear,
}

/// The words of the remainder for which the disjunct does not hold, or nothing if an automaton on the way would
/// have more nodes than the effort allows.
fn take_away(
    frame: &Frame<'_>,
    remainder: &Automaton,
    way: &Disjunct,
    effort: usize,
) -> Result<Taken, DecideError> {
    let mut parts = Vec::new();
    for part in &way.parts {
        let automaton = frame.compiler.compile(part)?;
        if automaton.is_empty() {
            return Ok(Taken::Nothing);
        }
        parts.push(automaton);
    }
    let strings = way
        .hidden
        .iter()
        .map(|&track| frame.compiler.admissible(track))
        .collect::<Result<Vec<_>, _>>()?;
    let product = Product {
        care: Some(remainder),
        parts: &parts.iter().collect::<Vec<_>>(),
        easy: &strings.iter().collect::<Vec<_>>(),
    };
    let cap = Cap {
        budget: frame.gauge,
        most: effort + remainder.size(),
        reached: Cell::new(false),
    };
    let Some(hit) = cap.unless_reached(product.build(&cap))? else {
        return Ok(Taken::TooDear);
    };
    frame.gauge.note(&hit);
    if hit.is_empty() {
        return Ok(Taken::Nothing);
    }
    let rest = subtract(remainder, &minimize(&hit), &way.hidden, &cap);
    let Some(rest) = cap.unless_reached(rest)? else {
        return Ok(Taken::TooDear);
    };
    let rest = minimize(&rest);
    frame.gauge.note(&rest);
    // A single target that makes the remainder more complicated is better taken away after the families.
    let grown = way.hidden.is_empty()
        && effort == FIRST_EFFORT
        && rest.size() > remainder.size() * 3 / 2 + 50;
    Ok(if grown {
        Taken::TooDear
    } else {
        Taken::Some(rest)
    })
}

/// A budget with a limit of its own.
struct Cap<'a> {
    budget: &'a dyn Budget,
    most: usize,
    reached: Cell<bool>,
}

impl Cap<'_> {
    /// Nothing if this limit was reached, an error if the budget's was.
    fn unless_reached(
        &self,
        result: Result<Automaton, OutOfBudget>,
    ) -> Result<Option<Automaton>, DecideError> {
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

    fn keep(&self, nodes: usize) {
        self.budget.keep(nodes);
    }
}
