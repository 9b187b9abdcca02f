//! The sentences about claimed values, as automata over positions.

use automata::product::{conjunction, disjunction};
use automata::{Automaton, Track};
use logic::decide::{DecideError, least};
use logic::lower::{Expression, Ir};
use numeration::natural::Natural;
use rules::position::Position;
use rules::spec::NimValueClaim;

use crate::disjunct::Disjunct;
use crate::frame::{Frame, NIM_VALUE};
use crate::remainder::Remainder;

/// The claimed values of a game.
pub(super) struct ClaimedValues<'a> {
    pub(super) frame: &'a Frame<'a>,
    pub(super) claims: &'a [NimValueClaim],
}

impl ClaimedValues<'_> {
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

    /// The positions that some claim speaks of.
    pub(super) fn claimed(&self) -> Result<Automaton, DecideError> {
        self.positions_with(&[self.covered(&self.frame.befores())?])
    }

    /// The positions that no claim speaks of.
    pub(super) fn left_out(&self) -> Result<Automaton, DecideError> {
        self.positions_with(&[self.covered(&self.frame.befores())?.negated()?])
    }

    /// Positions with a negative value, or with two values.
    pub(super) fn unclear(&self) -> Result<Automaton, DecideError> {
        let piles = self.frame.befores();
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
        self.positions_with(&[negative, Ir::exists(vec![one, other], two)?])
    }

    /// Positions with an option of the same value.
    pub(super) fn same(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let hidden = [frame.afters(), vec![NIM_VALUE]].concat();
        let found: Vec<Ir> = self
            .moves_to_the_same_value()?
            .into_iter()
            .map(|moves| Ir::exists(hidden.clone(), moves))
            .collect::<Result<_, _>>()?;
        self.positions_with(&found)
    }

    fn moves_to_the_same_value(&self) -> Result<Vec<Ir>, DecideError> {
        let frame = self.frame;
        let both = Ir::and(vec![
            self.is(&frame.befores(), NIM_VALUE)?,
            self.is(&frame.afters(), NIM_VALUE)?,
        ]);
        let moves = self.moves()?.into_iter();
        Ok(moves
            .map(|moves| Ir::and(vec![moves, both.clone()]))
            .collect())
    }

    /// The least option of a position that has the same value.
    pub(super) fn option_of_the_same_value(
        &self,
        position: &Position,
    ) -> Result<Option<Position>, DecideError> {
        self.least_option(position, self.moves_to_the_same_value()?)
    }

    /// The least option of a claimed position that no claim speaks of.
    pub(super) fn option_without_claim(
        &self,
        position: &Position,
    ) -> Result<Option<Position>, DecideError> {
        self.least_option(position, self.moves_out()?)
    }

    fn least_option(
        &self,
        position: &Position,
        moves: Vec<Ir>,
    ) -> Result<Option<Position>, DecideError> {
        let frame = self.frame;
        let only = frame.only(&frame.befores(), position.piles())?;
        let mut options = Vec::new();
        for moves in moves {
            let moves = frame.compiler.compile(&moves)?;
            let hidden = [frame.befores(), vec![NIM_VALUE]].concat();
            let reached = frame.compiler.hide(&[&only, &moves], &hidden)?;
            let reached = frame.compiler.within_admissible(&reached)?;
            let system = frame.compiler.system();
            options.extend(least(system, &reached, &frame.afters(), frame.gauge)?);
        }
        let options = options.into_iter().map(Position::unchecked);
        Ok(options.min_by_key(super::size))
    }

    /// The value claimed for a position; the least one if there are several.
    pub(super) fn value_of(&self, position: &Position) -> Result<Natural, DecideError> {
        let value = self.is(&self.frame.befores(), NIM_VALUE)?;
        let value = self.frame.compiler.compile(&value)?;
        self.least_value(position, &value)
    }

    /// The least value that a set of pairs has beside a position; 0 if there is none.
    fn least_value(&self, position: &Position, pairs: &Automaton) -> Result<Natural, DecideError> {
        let frame = self.frame;
        let only = frame.only(&frame.befores(), position.piles())?;
        let values = frame.compiler.hide(&[&only, pairs], &frame.befores())?;
        let values = frame.compiler.within_admissible(&values)?;
        let found = least(frame.compiler.system(), &values, &[NIM_VALUE], frame.gauge)?;
        Ok(found.and_then(|mut found| found.pop()).unwrap_or_default())
    }

    /// The smallest position, among those that all of some automata accept, with a value less than its own that
    /// no claimed option has; with the least such value.
    pub(super) fn missing(
        &self,
        among: &[&Automaton],
    ) -> Result<Option<(Position, Natural)>, DecideError> {
        let frame = self.frame;
        let smaller = self.some_value(&frame.befores(), &|value| {
            Ok(Ir::not_negative(
                value.plus(-1, &Expression::track(NIM_VALUE))?.offset(-1)?,
            ))
        })?;
        let mut parts = vec![
            frame.positions()?,
            frame.compiler.admissible(NIM_VALUE)?,
            frame.compiler.compile(&smaller)?,
        ];
        parts.extend(among.iter().copied().cloned());
        let start = frame.minimal(&conjunction(
            &parts.iter().collect::<Vec<_>>(),
            frame.gauge,
        )?)?;
        let mut ways = Vec::new();
        for reached in self.reached()? {
            ways.extend(Disjunct::all(reached)?);
        }
        let pairs = Remainder::new(frame, start).without(ways)?;
        if pairs.is_empty() {
            return Ok(None);
        }
        // Of what remains, only the least value of the smallest position is certain to be missing.
        let positions = frame.on_all_piles(&frame.compiler.hide(&[&pairs], &[NIM_VALUE])?)?;
        let Some(position) = self.smallest(&positions)? else {
            return Ok(None);
        };
        let value = self.least_value(&position, &pairs)?;
        Ok(Some((position, value)))
    }

    /// For each kind of move: some option of the position has the value on the track of values.
    fn reached(&self) -> Result<Vec<Ir>, DecideError> {
        let reached = self.is(&self.frame.afters(), NIM_VALUE)?;
        let moves = self.moves()?.into_iter();
        moves
            .map(|moves| {
                let both = Ir::and(vec![moves, reached.clone()]);
                Ir::exists(self.frame.afters(), both)
            })
            .collect()
    }

    /// For each kind of move: from claimed positions to others.
    fn moves_out(&self) -> Result<Vec<Ir>, DecideError> {
        let frame = self.frame;
        let out = [
            self.covered(&frame.befores())?,
            self.covered(&frame.afters())?.negated()?,
        ];
        let moves = self.moves()?.into_iter();
        Ok(moves
            .map(|moves| Ir::and([vec![moves], out.to_vec()].concat()))
            .collect())
    }

    /// Claimed positions with an option that no claim speaks of.
    pub(super) fn astray(&self) -> Result<Automaton, DecideError> {
        let moves = self.moves_out()?.into_iter();
        let found: Vec<Ir> = moves
            .map(|moves| Ir::exists(self.frame.afters(), moves))
            .collect::<Result<_, _>>()?;
        self.positions_with(&found)
    }

    /// Claimed positions with an option that no claim speaks of and that might have the same value: none of its own
    /// options is claimed to have it.
    pub(super) fn unanswered(&self) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let mut answers = vec![self.none()];
        for reached in self.reached()? {
            answers.push(frame.compiler.compile(&reached)?);
        }
        let answers = disjunction(&answers.iter().collect::<Vec<_>>(), frame.gauge)?;
        let after = |track: Track| {
            if track == NIM_VALUE {
                track
            } else {
                Track(track.0 + 1)
            }
        };
        let unanswered = frame.minimal(&answers.renamed(after).complement())?;
        let value = frame
            .compiler
            .compile(&self.is(&frame.befores(), NIM_VALUE)?)?;
        let hidden = [frame.afters(), vec![NIM_VALUE]].concat();
        let mut found = vec![self.none()];
        for moves in self.moves_out()? {
            let moves = frame.compiler.compile(&moves)?;
            found.push(
                frame
                    .compiler
                    .hide(&[&moves, &value, &unanswered], &hidden)?,
            );
        }
        self.positions_in(&found)
    }

    /// Positions with more tokens than this, or with at most so many.
    pub(super) fn with_tokens(&self, tokens: i64, more: bool) -> Result<Automaton, DecideError> {
        let mut rest = Expression::constant(tokens);
        for pile in self.frame.befores() {
            rest = rest.plus(-1, &Expression::track(pile))?;
        }
        if more {
            rest = rest.times(-1)?.offset(-1)?;
        }
        self.frame.compiler.compile(&Ir::not_negative(rest))
    }

    /// For each kind of move and each arrangement: the moves to a position on the tracks after the move.
    fn moves(&self) -> Result<Vec<Ir>, DecideError> {
        let frame = self.frame;
        let before = Frame::on_tracks(&frame.befores());
        let target = frame.position(&Frame::on_tracks(&frame.afters()))?;
        let mut all = Vec::new();
        for rule in &frame.spec.moves {
            for order in frame.arrangements() {
                let after = frame.after_in(&order);
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

    fn none(&self) -> Automaton {
        let alphabet = self.frame.compiler.system().alphabet();
        Automaton::constant(alphabet, &self.frame.befores(), false)
    }

    fn positions_with(&self, conditions: &[Ir]) -> Result<Automaton, DecideError> {
        let mut automata = vec![self.none()];
        for condition in conditions {
            automata.push(self.frame.compiler.compile(condition)?);
        }
        self.positions_in(&automata)
    }

    /// The positions that some automaton accepts.
    fn positions_in(&self, automata: &[Automaton]) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let some = disjunction(&automata.iter().collect::<Vec<_>>(), frame.gauge)?;
        frame.minimal(&conjunction(&[&frame.positions()?, &some], frame.gauge)?)
    }

    pub(super) fn smallest(&self, positions: &Automaton) -> Result<Option<Position>, DecideError> {
        let frame = self.frame;
        let found = least(
            frame.compiler.system(),
            positions,
            &frame.befores(),
            frame.gauge,
        )?;
        Ok(found.map(Position::unchecked))
    }
}
