//! Where the numbers of a game stand: tracks for the piles before and after a move, and the rules over them.

use automata::minimize::minimize_within;
use automata::product::conjunction;
use automata::project::subtract;
use automata::{Automaton, DigitLevel, Successor, Track};
use logic::Formula;
use logic::arithmetic::System;
use logic::compile::Compiler;
use logic::decide::{DecideError, Gauge};
use logic::lower::{Expression, Ir, LoweringContext, TrackLowering};
use numeration::natural::Natural;
use rules::arrangement::orders;
use rules::outcome::Play;
use rules::spec::{MoveRule, Spec};

// Which tracks are whose, in the order in which an automaton reads them. What piles depend on is read before them: once the digits of a
// row's number are known, few digits of its piles are left to choose from, and products have half the nodes. A game has at most 64
// piles, and a set fewer variables than there are tracks for them; as many new numbers as there are tracks would fill any memory.

/// The values of the variables of a piece of a set, from here on.
pub(crate) const VARIABLES: u32 = 0;
/// Other values of the same variables.
pub(crate) const OTHER_VARIABLES: u32 = 1 << 9;
/// Whatever formulas need beside their variables, from here on.
pub(crate) const FRESH: Track = Track(1 << 10);
/// The piles before and after a move.
pub(crate) const PILES: u32 = 1 << 29;
/// A nim-value.
pub(crate) const NIM_VALUE: Track = Track(PILES + (1 << 10));
/// As far after those of the piles: the piles after another move.
pub(crate) const TO_OTHER_PILES: u32 = 1 << 30;

/// A game with the machinery that reads its numbers.
pub(crate) struct Frame<'a> {
    pub(crate) spec: &'a Spec,
    /// Who wins at the end.
    pub(crate) play: Play,
    pub(crate) shared: &'a LoweringContext<'a>,
    pub(crate) compiler: &'a Compiler<'a>,
    pub(crate) gauge: &'a Gauge<'a>,
}

impl<'a> Frame<'a> {
    /// The system in which the rules and the claims about positions can be read.
    pub(crate) fn system(spec: &Spec) -> Result<System, DecideError> {
        let clauses = spec.moves.iter().flat_map(|rule| &rule.clauses);
        let conditions = spec.domain.iter().chain(&spec.ends);
        let mut formulas: Vec<Formula> = clauses.chain(conditions).cloned().collect();
        if let Some(set) = &spec.p_positions {
            formulas.push(Formula::Member(Vec::new(), set.clone()));
        }
        for claim in &spec.nim_values {
            formulas.extend([claim.condition.clone(), claim.value.clone().equals(0)]);
        }
        System::for_formulas(&formulas)
    }

    pub(crate) fn dimension(&self) -> usize {
        self.spec.dimension()
    }

    /// Piles before and after a move alternate.
    pub(crate) fn before(&self, pile: usize) -> Track {
        Track(PILES + 2 * number(pile))
    }

    pub(crate) fn after(&self, pile: usize) -> Track {
        Track(PILES + 2 * number(pile) + 1)
    }

    pub(crate) fn befores(&self) -> Vec<Track> {
        (0..self.dimension())
            .map(|pile| self.before(pile))
            .collect()
    }

    pub(crate) fn afters(&self) -> Vec<Track> {
        (0..self.dimension()).map(|pile| self.after(pile)).collect()
    }

    pub(crate) fn on_tracks(tracks: &[Track]) -> Vec<Expression> {
        tracks
            .iter()
            .map(|&track| Expression::track(track))
            .collect()
    }

    /// The ways in which the piles after a move can stand in a position: `order[i]` is where pile `i` goes.
    pub(crate) fn arrangements(&self) -> Vec<Vec<usize>> {
        orders(self.dimension(), self.spec.piles.order)
    }

    /// The piles after a move, arranged so.
    pub(crate) fn after_in(&self, order: &[usize]) -> Vec<Expression> {
        let tracks = order.iter().map(|&place| self.after(place));
        tracks.map(Expression::track).collect()
    }

    /// The same with the piles of a position, each way to arrange them once: equal piles may stand for each other.
    pub(crate) fn arranged(&self, piles: &[Expression]) -> Vec<(Vec<usize>, Vec<Expression>)> {
        let mut all: Vec<(Vec<usize>, Vec<Expression>)> = Vec::new();
        for order in self.arrangements() {
            let after: Vec<_> = order.iter().map(|&place| piles[place].clone()).collect();
            if all.iter().all(|(_, other)| *other != after) {
                all.push((order, after));
            }
        }
        all
    }

    /// A rewriting in which the piles before and after a move have these values.
    pub(crate) fn lowering(
        &self,
        before: &[Expression],
        after: &[Expression],
    ) -> TrackLowering<'a> {
        let mut lowering = TrackLowering::new(self.shared).shrinking();
        for (pile, value) in before.iter().enumerate() {
            lowering = lowering.with(&self.spec.before(pile), value.clone());
        }
        for (pile, value) in after.iter().enumerate() {
            lowering = lowering.with(&self.spec.after(pile), value.clone());
        }
        lowering
    }

    /// So many of the first piles are sorted.
    fn sorted(&self) -> usize {
        self.spec.piles.order.sorted(self.dimension())
    }

    /// Is this a position: no pile negative, sorted piles in order, and what `positions when` says?
    pub(crate) fn position(&self, piles: &[Expression]) -> Result<Ir, DecideError> {
        let mut parts: Vec<Ir> = piles.iter().cloned().map(Ir::not_negative).collect();
        for pair in piles[..self.sorted()].windows(2) {
            parts.push(Ir::not_negative(pair[1].plus(-1, &pair[0])?));
        }
        if let Some(domain) = &self.spec.domain {
            let lowering = TrackLowering::new(self.shared);
            let piles = piles.iter().enumerate();
            let lowering = piles.fold(lowering, |lowering, (pile, value)| {
                lowering.with(&self.spec.before(pile), value.clone())
            });
            parts.push(lowering.formula(domain, true)?);
        }
        Ok(Ir::and(parts))
    }

    /// Does this kind of move lead from `before` to `after`? That some pile shrinks is left out.
    pub(crate) fn rule(
        &self,
        rule: &MoveRule,
        before: &[Expression],
        after: &[Expression],
    ) -> Result<Ir, DecideError> {
        let lowering = self.lowering(before, after);
        let mut parts = Vec::new();
        for (old, new) in before.iter().zip(after) {
            parts.push(Ir::not_negative(old.plus(-1, new)?));
        }
        for clause in &rule.clauses {
            parts.push(lowering.formula(clause, true)?);
        }
        if let Some(ends) = &self.spec.ends {
            parts.push(lowering.formula(ends, false)?);
        }
        Ok(Ir::and(parts))
    }

    /// Does some pile shrink, given that none grows?
    pub(crate) fn shrinks(
        &self,
        before: &[Expression],
        after: &[Expression],
    ) -> Result<Ir, DecideError> {
        let mut taken = Expression::constant(-1);
        for (old, new) in before.iter().zip(after) {
            taken = taken.plus(1, old)?.plus(-1, new)?;
        }
        Ok(Ir::not_negative(taken))
    }

    /// All positions, as admissible words over the piles before a move.
    pub(crate) fn positions(&self) -> Result<Automaton, DecideError> {
        let domain = self
            .compiler
            .compile(&self.position(&Self::on_tracks(&self.befores()))?)?;
        self.on_all_piles(&domain)
    }

    /// The positions from which there is no move.
    pub(crate) fn ends(&self) -> Result<Automaton, DecideError> {
        let before = Self::on_tracks(&self.befores());
        let afters = self.afters();
        let target = self.position(&Self::on_tracks(&afters))?;
        // Without a condition on positions, the piles after a move are one in whichever order.
        let orders = match self.spec.domain {
            Some(_) => self.arrangements(),
            None => vec![(0..self.dimension()).collect()],
        };
        let mut ended = self.positions()?;
        for rule in &self.spec.moves {
            for order in &orders {
                let after = self.after_in(order);
                let mut parts = vec![
                    self.rule(rule, &before, &after)?,
                    self.shrinks(&before, &after)?,
                ];
                if self.spec.domain.is_some() {
                    parts.push(target.clone());
                }
                let moves = Ir::exists(afters.clone(), Ir::and(parts))?;
                let moves = self.on_all_piles(&self.compiler.compile(&moves)?)?;
                let rest = conjunction(&[&ended, &moves.complement()], self.gauge)?;
                ended = self.minimal(&rest)?;
            }
        }
        Ok(ended)
    }

    /// The piles before a move that meet a formula, as admissible words. Hidden numbers are looked for beside admissible piles only.
    pub(crate) fn members(&self, formula: &Ir) -> Result<Automaton, DecideError> {
        let Ir::Exists(hidden, body) = formula else {
            return self.on_all_piles(&self.compiler.compile(formula)?);
        };
        let everything =
            Automaton::constant(self.compiler.system().alphabet(), &self.befores(), true);
        let words = self.minimal(&self.compiler.within_admissible(&everything)?)?;
        let parts = body.as_ref().clone().conjuncts();
        let parts = parts.iter().map(|part| self.compiler.compile(part));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        for &track in hidden {
            parts.push(self.compiler.admissible(track)?);
        }
        let all: Vec<&Automaton> = std::iter::once(&words).chain(&parts).collect();
        let product = self.minimal(&conjunction(&all, self.gauge)?)?;
        let none = subtract(&words, &product, hidden, self.gauge)?;
        self.minimal(&conjunction(&[&words, &none.complement()], self.gauge)?)
    }

    /// These numbers alone.
    pub(crate) fn only(
        &self,
        tracks: &[Track],
        numbers: &[Natural],
    ) -> Result<Automaton, DecideError> {
        let system = self.compiler.system();
        let places = system.alphabet().places();
        let digits: Vec<Vec<u8>> = numbers.iter().map(|n| system.writer().digits(n)).collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |track: usize, place: usize| {
            (place + digits[track].len())
                .checked_sub(length)
                .map_or(0, |place| digits[track][place])
        };
        let all_zero = numbers.iter().all(|number| *number == 0u32);
        // A state: the letter, whether it may be a leading zero, whether it may be the letter of the word.
        let step = |&(letter, zero, own): &(usize, bool, bool), level: DigitLevel, seen: u8| {
            let place = letter * places + level.place;
            let own = own && place < length && seen == digit(level.track, place);
            let zero = zero && seen == 0;
            let ends = level.track + 1 == tracks.len() && level.place + 1 == places;
            match (zero, own) {
                (false, false) => Successor::Dead,
                (true, _) if ends => Successor::To((0, true, !all_zero)),
                (false, true) if ends => Successor::To((letter + 1, false, true)),
                (zero, own) => Successor::To((letter, zero, own)),
            }
        };
        let automaton = Automaton::explore(
            system.alphabet(),
            tracks,
            Successor::To((0, true, !all_zero)),
            step,
            |&(letter, ..)| all_zero || letter * places == length,
            self.gauge,
        )?;
        self.minimal(&automaton)
    }

    /// The smallest automaton with the same language.
    pub(crate) fn minimal(&self, automaton: &Automaton) -> Result<Automaton, DecideError> {
        Ok(minimize_within(automaton, self.gauge)?)
    }

    /// The automaton on admissible words over all piles before a move.
    pub(crate) fn on_all_piles(&self, automaton: &Automaton) -> Result<Automaton, DecideError> {
        let everything =
            Automaton::constant(self.compiler.system().alphabet(), &self.befores(), true);
        let words = self.compiler.within_admissible(&everything)?;
        let product = conjunction(&[automaton, &words], self.gauge)?;
        self.minimal(&product)
    }
}

/// Piles are named by their place.
fn number(pile: usize) -> u32 {
    u32::try_from(pile).expect("a game has at most 64 piles")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use logic::Unwatched;

    use super::*;
    use crate::prove::with_frame;

    #[test]
    fn equal_piles_are_arranged_once() {
        let text =
            "game g\npiles x <= y <= z\nmove a: exactly 1 of x, y, z changes\nP when x = y\n";
        let spec = lang::load(text, "g.game", &[]).unwrap();
        let count = |piles: [u32; 3]| {
            with_frame(&spec, &Gauge::new(&Unwatched), |frame| {
                let piles = Frame::on_tracks(&piles.map(Track));
                let arranged = frame.arranged(&piles);
                for (order, after) in &arranged {
                    let plain: Vec<Expression> =
                        order.iter().map(|&place| piles[place].clone()).collect();
                    assert_eq!(*after, plain);
                }
                Ok(arranged.len())
            })
        };
        assert_eq!(count([1, 2, 3]), Ok(6));
        assert_eq!(count([1, 2, 2]), Ok(3));
        assert_eq!(count([4, 4, 4]), Ok(1));
    }
}
