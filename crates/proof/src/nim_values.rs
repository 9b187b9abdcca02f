//! The claim `nim-value = g`: no option has the claimed value, and every smaller value is the value of an option.
//!
//! Every game here ends, so these two sentences make `g` the Sprague–Grundy function, by induction. Claims with
//! conditions may leave positions out, if no move leads from a claimed position to one that is left out.
//! The second sentence is proved like "every other position moves into `S`": the pairs of a position and a smaller
//! value are taken away, one way to reach that value after the other, until nothing remains.

use automata::minimize::minimize;
use automata::product::{conjunction, disjunction};
use automata::{Automaton, Track};
use games::position::Position;
use games::spec::NimValueClaim;
use logic::decide::{DecideError, least};
use logic::lower::{Expression, Ir};

use crate::claim::Counterexample;
use crate::disjunct::Disjunct;
use crate::frame::Frame;
use crate::remainder::Remainder;

/// The track of a value.
const VALUE: Track = Track(1 << 15);

/// Proves that the claimed values are the nim-values, or finds the smallest counterexample.
pub(crate) fn prove(
    frame: &Frame<'_>,
    claims: &[NimValueClaim],
) -> Result<Option<Counterexample>, DecideError> {
    let claimed = Values { frame, claims };
    frame.gauge.begin("the claimed values");
    if let Some(position) = claimed.smallest(&claimed.unclear()?)? {
        return Ok(Some(Counterexample::Unclear { position }));
    }
    frame.gauge.begin("no option with the same value");
    if let Some(from) = claimed.smallest(&claimed.same()?)? {
        return Ok(Some(Counterexample::SameValue { from }));
    }
    frame.gauge.begin("an option with every smaller value");
    let missing = claimed.missing()?;
    let order: Vec<Track> = frame.befores().into_iter().chain([VALUE]).collect();
    Ok(
        least(frame.compiler.system(), &missing, &order, frame.gauge)?.map(|mut found| {
            let value = found.pop().unwrap_or_default();
            Counterexample::MissingValue {
                position: Position::new(found),
                value,
            }
        }),
    )
}

struct Values<'a> {
    frame: &'a Frame<'a>,
    claims: &'a [NimValueClaim],
}

impl Values<'_> {
    /// `relation` of the claimed value of the position on these tracks, for some claim.
    fn some_value(
        &self,
        piles: &[Track],
        relation: &dyn Fn(&Expression) -> Result<Ir, DecideError>,
    ) -> Result<Ir, DecideError> {
        let lowering = self.frame.lowering(&Frame::on_tracks(piles), &[]);
        let mut alternatives = Vec::new();
        for claim in self.claims {
            let condition = lowering.formula(&claim.condition, true)?;
            for (guards, hidden, value) in lowering.cases(&claim.value)? {
                let parts = [vec![condition.clone(), relation(&value)?], guards].concat();
                alternatives.push(Ir::exists(hidden, Ir::and(parts))?);
            }
        }
        Ok(Ir::or(alternatives))
    }

    /// The value of the position on these tracks is the number on a track.
    fn is(&self, piles: &[Track], track: Track) -> Result<Ir, DecideError> {
        self.some_value(piles, &|value| {
            Ir::zero(value.plus(-1, &Expression::track(track))?)
        })
    }

    /// Some claim speaks of the position on these tracks.
    fn covered(&self, piles: &[Track]) -> Result<Ir, DecideError> {
        let lowering = self.frame.lowering(&Frame::on_tracks(piles), &[]);
        let conditions = self
            .claims
            .iter()
            .map(|claim| lowering.formula(&claim.condition, true));
        Ok(Ir::or(conditions.collect::<Result<_, _>>()?))
    }

    /// Positions with a negative value, with two values, or with an option without a value.
    fn unclear(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let piles = frame.befores();
        let negative = self.some_value(&piles, &|value| {
            Ok(Ir::not_negative(value.times(-1)?.offset(-1)?))
        })?;
        let (one, other) = (self.frame.shared.fresh(), self.frame.shared.fresh());
        let differ = Ir::not_negative(
            Expression::track(other)
                .plus(-1, &Expression::track(one))?
                .offset(-1)?,
        );
        let two = Ir::and(vec![self.is(&piles, one)?, self.is(&piles, other)?, differ]);
        let mut found = vec![negative, Ir::exists(vec![one, other], two)?];
        let left_out = self.covered(&frame.afters())?.negated()?;
        if left_out != Ir::Constant(false) {
            let reached = Ir::and(vec![self.covered(&piles)?, left_out]);
            for moves in self.moves()? {
                found.push(Ir::exists(
                    frame.afters(),
                    Ir::and(vec![moves, reached.clone()]),
                )?);
            }
        }
        self.positions_with(&found)
    }

    /// Positions with an option of the same value.
    fn same(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let value = self.frame.shared.fresh();
        let both = Ir::and(vec![
            self.is(&frame.befores(), value)?,
            self.is(&frame.afters(), value)?,
        ]);
        let hidden = [frame.afters(), vec![value]].concat();
        let moves = self.moves()?.into_iter();
        let found: Vec<Ir> = moves
            .map(|moves| Ir::exists(hidden.clone(), Ir::and(vec![moves, both.clone()])))
            .collect::<Result<_, _>>()?;
        self.positions_with(&found)
    }

    /// Pairs of a position and a value less than its own that no option has.
    fn missing(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let smaller = self.some_value(&frame.befores(), &|value| {
            Ok(Ir::not_negative(
                value.plus(-1, &Expression::track(VALUE))?.offset(-1)?,
            ))
        })?;
        let pairs = frame.compiler.compile(&smaller)?;
        let value = frame.compiler.admissible(VALUE)?;
        let start = minimize(&conjunction(
            &[&frame.positions()?, &value, &pairs],
            frame.gauge,
        )?);
        let mut ways = Vec::new();
        let reached = self.is(&frame.afters(), VALUE)?;
        for moves in self.moves()? {
            ways.extend(Disjunct::all(Ir::exists(
                frame.afters(),
                Ir::and(vec![moves, reached.clone()]),
            )?)?);
        }
        Remainder::new(frame, start).without(ways)
    }

    /// For each kind of move and each arrangement: the moves to a position on the tracks after the move.
    fn moves(&self) -> Result<Vec<Ir>, DecideError> {
        let frame = self.frame;
        let before = Frame::on_tracks(&frame.befores());
        let target = frame.position(&Frame::on_tracks(&frame.afters()))?;
        let mut all = Vec::new();
        for rule in &frame.spec.moves {
            for order in frame.arrangements() {
                let after: Vec<Expression> = order
                    .iter()
                    .map(|&place| Expression::track(frame.after(place)))
                    .collect();
                let parts = vec![
                    frame.rule(rule, &before, &after)?,
                    frame.shrinks(&before, &after)?,
                    target.clone(),
                ];
                all.push(Ir::and(parts));
            }
        }
        Ok(all)
    }

    fn positions_with(&self, conditions: &[Ir]) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let mut automata = vec![Automaton::constant(
            frame.compiler.system().alphabet(),
            &frame.befores(),
            false,
        )];
        for condition in conditions {
            automata.push(frame.compiler.compile(condition)?);
        }
        let some = disjunction(&automata.iter().collect::<Vec<_>>(), frame.gauge)?;
        Ok(minimize(&conjunction(
            &[&frame.positions()?, &some],
            frame.gauge,
        )?))
    }

    fn smallest(&self, positions: &Automaton) -> Result<Option<Position>, DecideError> {
        let frame = self.frame;
        let found = least(
            frame.compiler.system(),
            positions,
            &frame.befores(),
            frame.gauge,
        )?;
        Ok(found.map(Position::new))
    }
}
