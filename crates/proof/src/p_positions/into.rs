//! "Every other position moves into `S`": nothing remains.
//!
//! The remainder starts as all positions outside `S`. One disjunct at a time (kind of move × arrangement ×
//! family of targets × alternative), the positions from which it leads into `S` are taken away; the remainder
//! takes part in every construction, so that only what is still open counts. Cheap disjuncts come
//! first, and when nothing remains the others are never looked at. That some pile shrinks need not be asked:
//! from outside `S`, a move into `S` changes something.

use automata::Automaton;
use automata::minimize::minimize;
use automata::product::{Product, conjunction};
use automata::project::subtract;
use logic::decide::DecideError;
use logic::lower::Ir;

use super::Claimed;
use crate::disjunct::Disjunct;
use crate::frame::Frame;

impl Claimed<'_> {
    /// The positions outside the claimed set from which no move leads into it.
    pub(crate) fn without_move(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let outside = conjunction(
            &[&frame.positions()?, &self.members.complement()],
            frame.gauge,
        )?;
        let mut remainder = minimize(&outside);
        for disjunct in self.ways_in()? {
            if remainder.is_empty() {
                break;
            }
            remainder = take_away(frame, &remainder, &disjunct)?;
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

/// The words of the remainder for which the disjunct does not hold.
pub(crate) fn take_away(
    frame: &Frame<'_>,
    remainder: &Automaton,
    way: &Disjunct,
) -> Result<Automaton, DecideError> {
    let mut parts = Vec::new();
    for part in &way.parts {
        let automaton = frame.compiler.compile(part)?;
        if automaton.is_empty() {
            return Ok(remainder.clone());
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
    let hit = product.build(frame.gauge)?;
    frame.gauge.note(&hit);
    if hit.is_empty() {
        return Ok(remainder.clone());
    }
    let rest = minimize(&subtract(
        remainder,
        &minimize(&hit),
        &way.hidden,
        frame.gauge,
    )?);
    frame.gauge.note(&rest);
    Ok(rest)
}
