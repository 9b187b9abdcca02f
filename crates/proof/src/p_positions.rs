//! The claim `P = S`: three obligations.
//!
//! Every game here ends, so `S` is the set of P-positions if and only if
//!
//! 1. `S` consists of positions;
//! 2. no move leads from `S` to `S`: a conjunction is empty;
//! 3. every position outside `S` has a move into `S`: nothing remains when the positions with such a
//!    move are taken away, one kind of move and one family of targets after the other.
//!
//! The smallest position at which 2 or 3 fails is also the smallest one on which `S` and the true set of
//! P-positions differ, since on all smaller positions they agree. A position is a member of `S` or not, so that only
//! one of the two can fail there. A member that is not a position has no place among the positions: a failure of 1 is
//! reported whatever else fails, with the smallest values of the set's variables.
//!
//! In misère play whoever cannot move wins: no member is without a move, and of the other positions only those with a move need
//! one into `S`.

use std::sync::Arc;

use automata::Automaton;
use automata::product::disjunction;
use logic::Set;
use logic::decide::{DecideError, least};
use logic::lower::{Expression, Ir};
use logic::watch::Watch;
use numeration::natural::Natural;
use rules::outcome::Play;
use rules::position::Position;

use crate::claim::Counterexample;
use crate::family::TupleFamily;
use crate::frame::Frame;
use crate::small::SmallPositionWatch;
use crate::symmetry::Symmetry;

mod at_once;
mod blocking;
mod descent;
mod inside;
mod into;

pub(crate) use into::MovePattern;

use at_once::OpenObligations;

/// The claimed set, ready for the obligations.
pub(crate) struct ClaimedSet<'a> {
    pub(crate) frame: &'a Frame<'a>,
    pub(crate) families: Vec<TupleFamily>,
    /// The members of each family, over the piles before a move.
    pub(crate) parts: Vec<Automaton>,
    /// All members.
    pub(crate) members: Automaton,
    /// In misère play, the positions without a move: the next player has won there.
    ends: Option<Automaton>,
    symmetry: Symmetry,
}

/// An obligation with a larger automaton is dear: the other one does not wait for it.
const CHEAP: usize = 20_000;

/// What the search for a proof has found.
pub(crate) enum PPositionFinding {
    /// The set is that of the P-positions. These ways together lead into it from every other position; in a blocking game one way
    /// is not enough, and none are kept.
    Proved(Vec<MovePattern>),
    /// It is not.
    Refuted(Counterexample),
}

/// Proves that a set is the set of P-positions, or finds the smallest counterexample. The gauge of the frame tells the watch of its
/// automata: it looks at small positions where these are dear.
pub(crate) fn prove(
    frame: &Frame<'_>,
    set: &Arc<Set>,
    look: &SmallPositionWatch<'_>,
) -> Result<PPositionFinding, DecideError> {
    frame.gauge.begin("the claimed set");
    let families = TupleFamily::of_set(set, &frame.lowering(&[], &[]))?;
    if let Some(counterexample) = not_positions(frame, &families)? {
        return Ok(PPositionFinding::Refuted(counterexample));
    }
    if frame.play == Play::Normal {
        look.at(set);
    }
    let decided = match frame.spec.blocking {
        0 => decide(frame, families),
        _ => blocking::prove(frame, set, families, look),
    };
    match (decided, look.found()) {
        (Err(DecideError::Stopped(_)), Some(found)) => Ok(PPositionFinding::Refuted(found)),
        (decided, _) => decided,
    }
}

/// Decides the obligations 2 and 3.
fn decide(frame: &Frame<'_>, families: Vec<TupleFamily>) -> Result<PPositionFinding, DecideError> {
    let gauge = frame.gauge;
    let (system, piles) = (frame.compiler.system(), frame.befores());
    let smallest = |found: &Automaton| least(system, found, &piles, gauge);
    let claimed = ClaimedSet::new(frame, families)?;
    gauge.begin("no move from a claimed position to a claimed one");
    let inside = || -> Result<_, DecideError> { Ok(smallest(&claimed.faults_inside()?)?) };
    let from = gauge.attempt(CHEAP, inside)?;
    gauge.begin("a move from every other position to a claimed one");
    let OpenObligations {
        from,
        outside,
        ways,
    } = match from {
        Some(from) => claimed.in_turn(from)?,
        None if gauge.side_by_side() => claimed.at_once()?,
        None => claimed.in_turn(inside()?)?,
    };
    let counterexample = claimed.smaller(from, smallest(&outside)?)?;
    Ok(counterexample.map_or(PPositionFinding::Proved(ways), PPositionFinding::Refuted))
}

/// The smallest values of a set's variables that give a member which is not a position.
fn not_positions(
    frame: &Frame<'_>,
    families: &[TupleFamily],
) -> Result<Option<Counterexample>, DecideError> {
    let mut found = Vec::new();
    for family in families {
        found.extend(bad_member(frame, family)?);
    }
    let smallest = found.into_iter().min_by_key(|values| {
        let numbers: Vec<Natural> = values.iter().map(|(_, value)| value.clone()).collect();
        (sum(&numbers), numbers)
    });
    Ok(smallest.map(|values| Counterexample::NotAPosition { values }))
}

/// The smallest values of the variables of a family that give such a member.
fn bad_member(
    frame: &Frame<'_>,
    family: &TupleFamily,
) -> Result<Option<Vec<(String, Natural)>>, DecideError> {
    let bad = Ir::and(vec![
        family.condition.clone(),
        frame.position(&family.tuple)?.negated()?,
    ]);
    let mut parameters = Vec::new();
    for (_, value) in &family.variables {
        value.tracks(&mut parameters);
    }
    // Numbers that only the terms of the tuple need do not count.
    let hidden = family.hidden.iter().copied();
    let hidden = hidden.filter(|track| !parameters.contains(track)).collect();
    let bad = frame.compiler.compile(&Ir::exists(hidden, bad)?)?;
    let bad = frame.compiler.within_admissible(&bad)?;
    let Some(found) = least(frame.compiler.system(), &bad, &parameters, frame.gauge)? else {
        return Ok(None);
    };
    let value = |expression: &Expression| -> Natural {
        let mut tracks = Vec::new();
        expression.tracks(&mut tracks);
        let offset = Natural::try_from(expression.linear.constant).unwrap_or_default();
        let place = tracks
            .first()
            .and_then(|track| parameters.iter().position(|other| other == track));
        place.map_or(Natural::default(), |place| found[place].clone()) + offset
    };
    let values = family.variables.iter();
    Ok(Some(
        values
            .map(|(variable, expression)| (variable.name().to_owned(), value(expression)))
            .collect(),
    ))
}

impl<'a> ClaimedSet<'a> {
    /// The P-positions that the game claims.
    ///
    /// # Panics
    /// If it claims none.
    pub(crate) fn of(frame: &'a Frame<'a>) -> Result<Self, DecideError> {
        let set = frame.spec.p_positions.as_ref();
        let set = set.expect("whoever has a proof of the claim has the claim");
        Self::new(frame, TupleFamily::of_set(set, &frame.lowering(&[], &[]))?)
    }

    fn new(frame: &'a Frame<'a>, families: Vec<TupleFamily>) -> Result<Self, DecideError> {
        let mut parts = Vec::new();
        let families = families.into_iter().map(TupleFamily::counted);
        let families = families.collect::<Result<Vec<_>, _>>()?;
        for family in &families {
            let mut equations = vec![family.condition.clone()];
            for (pile, component) in family.tuple.iter().enumerate() {
                equations.push(Ir::zero(
                    Expression::track(frame.before(pile)).plus(-1, component)?,
                )?);
            }
            let members = Ir::exists(family.hidden.clone(), Ir::and(equations))?;
            parts.push(frame.members(&members)?);
        }
        let none = Automaton::constant(frame.compiler.system().alphabet(), &frame.befores(), false);
        let all: Vec<&Automaton> = parts.iter().chain([&none]).collect();
        let members = frame.minimal(&disjunction(&all, frame.gauge)?)?;
        frame.gauge.note(&members);
        let ends = match frame.play {
            Play::Normal => None,
            Play::Misere => Some(frame.ends()?),
        };
        Ok(Self {
            frame,
            symmetry: Symmetry::of(frame, &families)?,
            families,
            parts,
            members,
            ends,
        })
    }

    /// The smaller one of the two kinds of counterexample.
    fn smaller(
        &self,
        from: Option<Vec<Natural>>,
        stuck: Option<Vec<Natural>>,
    ) -> Result<Option<Counterexample>, DecideError> {
        let size = |piles: &Vec<Natural>| (sum(piles), piles.clone());
        match (from, stuck) {
            (None, None) => Ok(None),
            (Some(from), stuck) if stuck.as_ref().is_none_or(|stuck| size(&from) < size(stuck)) => {
                let offending = self.offending_move(&from)?;
                let from = Position::unchecked(from);
                match (offending, &self.ends) {
                    (Some((to, kind)), _) => {
                        Ok(Some(Counterexample::MoveInside { from, to, kind }))
                    }
                    (None, Some(_)) => Ok(Some(Counterexample::EndInside { position: from })),
                    (None, None) => Err(DecideError::Arithmetic),
                }
            }
            (_, Some(stuck)) => Ok(Some(Counterexample::NoMoveInto {
                position: Position::unchecked(stuck),
            })),
            (Some(_), None) => Ok(None),
        }
    }
}

/// A number that may stand in a condition: its automaton has about as many nodes.
pub(crate) fn small_constant(number: &Natural) -> Option<i64> {
    const LARGEST: i64 = 1 << 12;
    i64::try_from(number)
        .ok()
        .filter(|&number| number <= LARGEST)
}

/// The number of tokens.
pub(crate) fn sum(piles: &[Natural]) -> Natural {
    piles
        .iter()
        .fold(Natural::default(), |sum, pile| sum + pile)
}
