//! Nim-values that repeat with a large period: every pile as a multiple of the period and a residue.
//!
//! Read as one binary number, a pile and a value less than `x mod m` need more than `m` states, by a factor that grows
//! with `m`. Read as `x = m·q + r` with `r < m`, the remainder is a number of its own, the equations between remainders
//! are solved before anything is compiled, and what is left are linear constraints of about `m` states.
//!
//! This way only proves. A claim that it does not prove is left to the general way, which finds the counterexample.

use std::convert::Infallible;
use std::ops::ControlFlow;

use automata::Track;
use automata::product::conjunction;
use logic::decide::DecideError;
use logic::lower::{Expression, Ir};
use logic::visit::{FormulaPart, Visitor};
use logic::{Formula, Term};
use rules::spec::NimValueClaim;

use crate::disjunct::Disjunct;
use crate::frame::Frame;
use crate::remainder::Remainder;

/// Shorter periods are as well read in the ordinary way, longer ones are too long for automata.
const PERIODS: std::ops::RangeInclusive<i64> = 64..=1 << 20;

/// Are these the nim-values, as far as this way can see?
pub(crate) fn proves(frame: &Frame<'_>, claims: &[NimValueClaim]) -> Result<bool, DecideError> {
    let [claim] = claims else { return Ok(false) };
    let period = match period(&claim.value) {
        Some(period) if claim.condition == Formula::Constant(true) => period,
        _ => return Ok(false),
    };
    if !frame.compiler.system().is_binary() || !PERIODS.contains(&period) {
        return Ok(false);
    }
    frame.gauge.begin("the claimed values by residues");
    let before = ResidueSplit::new(frame, period)?;
    let near = |by: i64| {
        let multiples = before.tracks[frame.dimension()..].iter();
        let shifted = multiples.map(|&track| Expression::track(track).offset(by));
        ResidueSplit::of(frame, period, &shifted.collect::<Result<Vec<_>, _>>()?)
    };
    let values = PeriodicValueCheck {
        frame,
        value: &claim.value,
        nearby: vec![near(0)?, near(-1)?],
        before,
        after: ResidueSplit::new(frame, period)?,
        claimed: frame.shared.fresh(),
    };
    Ok(!values.some_negative()? && !values.some_same()? && !values.some_missing()?)
}

/// The piles of a position as multiples of a period with residues.
struct ResidueSplit {
    /// The residues, and the multiples where they are free.
    tracks: Vec<Track>,
    piles: Vec<Expression>,
    /// The residues are less than the period, and this is a position.
    domain: Ir,
}

impl ResidueSplit {
    /// Piles of any size.
    fn new(frame: &Frame<'_>, period: i64) -> Result<Self, DecideError> {
        let multiples: Vec<Track> = (0..frame.dimension())
            .map(|_| frame.shared.fresh())
            .collect();
        let mut split = Self::of(frame, period, &Frame::on_tracks(&multiples))?;
        split.tracks.extend(multiples);
        Ok(split)
    }

    /// Piles with these multiples and any residues.
    fn of(frame: &Frame<'_>, period: i64, multiples: &[Expression]) -> Result<Self, DecideError> {
        let (mut tracks, mut piles, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for multiple in multiples {
            let residue = frame.shared.fresh_below(period);
            let residue_pile = Expression::track(residue);
            parts.push(Ir::not_negative(
                residue_pile.times(-1)?.offset(period - 1)?,
            ));
            piles.push(residue_pile.plus(period, multiple)?);
            tracks.push(residue);
        }
        parts.push(frame.position(&piles)?);
        let domain = Ir::and(parts);
        Ok(Self {
            tracks,
            piles,
            domain,
        })
    }
}

struct PeriodicValueCheck<'a> {
    frame: &'a Frame<'a>,
    value: &'a Term,
    before: ResidueSplit,
    after: ResidueSplit,
    /// Positions after a move within the same multiples of the period, and within the ones before: where the options
    /// with smaller values most often lie, and cheap to look at.
    nearby: Vec<ResidueSplit>,
    /// The track of a value.
    claimed: Track,
}

impl PeriodicValueCheck<'_> {
    /// The value of a position stands in this relation.
    fn value(
        &self,
        position: &ResidueSplit,
        relation: &dyn Fn(&Expression) -> Result<Ir, DecideError>,
    ) -> Result<Ir, DecideError> {
        let lowering = self.frame.lowering(&position.piles, &[]);
        let mut alternatives = Vec::new();
        for (guards, hidden, value) in lowering.cases(self.value)? {
            let body = Ir::and([guards, vec![relation(&value)?]].concat());
            alternatives.push(Ir::exists(hidden, body)?);
        }
        Ok(Ir::or(alternatives))
    }

    /// The value of a position is the number on the track of a value.
    fn is_claimed(&self, position: &ResidueSplit) -> Result<Ir, DecideError> {
        self.value(position, &|value| {
            Ir::zero(value.plus(-1, &Expression::track(self.claimed))?)
        })
    }

    /// For each kind of move and each arrangement: the moves to such a position.
    fn moves(&self, to: &ResidueSplit) -> Result<Vec<Ir>, DecideError> {
        let frame = self.frame;
        let mut all = Vec::new();
        for rule in &frame.spec.moves {
            for order in frame.arrangements() {
                let arranged = order.iter().map(|&place| to.piles[place].clone());
                let after: Vec<Expression> = arranged.collect();
                all.push(Ir::and(vec![
                    frame.rule(rule, &self.before.piles, &after)?,
                    frame.shrinks(&self.before.piles, &after)?,
                    to.domain.clone(),
                ]));
            }
        }
        Ok(all)
    }

    fn some_negative(&self) -> Result<bool, DecideError> {
        let negative = self.value(&self.before, &|value| {
            Ok(Ir::not_negative(value.times(-1)?.offset(-1)?))
        })?;
        self.is_possible(vec![self.before.domain.clone(), negative])
    }

    /// Has some position an option with its own value?
    fn some_same(&self) -> Result<bool, DecideError> {
        for moves in self.moves(&self.after)? {
            let same = vec![
                self.before.domain.clone(),
                moves,
                self.is_claimed(&self.before)?,
                self.is_claimed(&self.after)?,
            ];
            if self.is_possible(same)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is some number less than the value of a position the value of none of its options?
    fn some_missing(&self) -> Result<bool, DecideError> {
        let compiler = self.frame.compiler;
        let smaller = self.value(&self.before, &|value| {
            let less = value.plus(-1, &Expression::track(self.claimed))?;
            Ok(Ir::not_negative(less.offset(-1)?))
        })?;
        let tracks: Vec<Track> = self
            .before
            .tracks
            .iter()
            .copied()
            .chain([self.claimed])
            .collect();
        let everything =
            automata::Automaton::constant(compiler.system().alphabet(), &sorted(tracks), true);
        let pairs = compiler.compile(&Ir::and(vec![self.before.domain.clone(), smaller]))?;
        let start = self
            .frame
            .minimal(&conjunction(&[&everything, &pairs], self.frame.gauge)?)?;
        let mut ways = Vec::new();
        for to in self.nearby.iter().chain([&self.after]) {
            for moves in self.moves(to)? {
                let reached = Ir::and(vec![moves, self.is_claimed(to)?]);
                ways.extend(Disjunct::all(Ir::exists(to.tracks.clone(), reached)?)?);
            }
        }
        let rest = Remainder::new(self.frame, start).without(ways)?;
        Ok(!rest.is_empty())
    }

    /// Do some numbers meet all conditions?
    fn is_possible(&self, conditions: Vec<Ir>) -> Result<bool, DecideError> {
        let body = Ir::and(conditions);
        let closed = Ir::exists(body.free_tracks(), body)?;
        Ok(!self.frame.compiler.compile(&closed)?.is_empty())
    }
}

fn sorted(mut tracks: Vec<Track>) -> Vec<Track> {
    tracks.sort_unstable();
    tracks
}

/// The least common multiple of the moduli in a term; nothing if there is none, or it is huge.
fn period(term: &Term) -> Option<i64> {
    let mut found = Moduli(Vec::new());
    let ControlFlow::Continue(()) = found.term(term);
    let together = |period: i64, &modulus: &i64| {
        (period / numeration::natural::gcd(period, modulus)).checked_mul(modulus)
    };
    found.0.iter().try_fold(1, together)
}

/// The moduli of a term outside of floors and conditions.
struct Moduli(Vec<i64>);

impl<'t> Visitor<'t> for Moduli {
    type Break = Infallible;

    fn term(&mut self, term: &'t Term) -> ControlFlow<Infallible> {
        match term {
            Term::Floor(_) => return ControlFlow::Continue(()),
            Term::Modulo(_, modulus) | Term::Quotient(_, modulus) => {
                self.0.push(i64::try_from(modulus).unwrap_or(i64::MAX));
            }
            _ => {}
        }
        FormulaPart::Term(term).visit_parts(self)
    }

    fn formula(&mut self, _condition: &'t Formula) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}
