//! "No move leads from `S` to `S`": a conjunction is empty.
//!
//! Where `S` consists of rows, with one number for each, this is a question about two numbers. Otherwise a condition that no pair of members meets, on the tracks it needs, settles its conjunction without the
//! others: members are first projected to those tracks. Only what is left after that is multiplied out.

use std::cell::RefCell;

use automata::product::{conjunction, disjunction};
use automata::{Automaton, Track};
use logic::Set;
use logic::decide::{DecideError, least};
use logic::lower::{Expression, Ir};
use numeration::natural::Natural;
use rules::position::Position;
use rules::ruleset::Kind;
use rules::spec::MoveRule;
use rustc_hash::FxHashMap;

use super::ClaimedSet;
use crate::family::TupleFamily;
use crate::frame::Frame;

/// Conditions over members of one family before a move and of one family after it.
struct MemberPairs<'a> {
    frame: &'a Frame<'a>,
    before: &'a Automaton,
    after: Automaton,
    shadows: RefCell<FxHashMap<Vec<Track>, Automaton>>,
    possible: RefCell<FxHashMap<Ir, bool>>,
}

impl ClaimedSet<'_> {
    /// The members from which a move leads to a member, and in misère play those from which none leads anywhere.
    pub(super) fn faults_inside(&self) -> Result<Automaton, DecideError> {
        let moves = self.moves_inside()?;
        let Some(ends) = &self.ends else {
            return Ok(moves);
        };
        let ended = conjunction(&[&self.members, ends], self.frame.gauge)?;
        self.any_of(&[moves, ended])
    }

    /// The members from which a move leads to a member.
    pub(crate) fn moves_inside(&self) -> Result<Automaton, DecideError> {
        let (first, others): (Vec<usize>, Vec<usize>) =
            (0..self.families.len()).partition(|&family| self.symmetry.is_first(family));
        let found = self.moves_inside_from(&first)?;
        // Piles that may change places make the same of other families: where nothing is found, nothing is there.
        if found.is_empty() || others.is_empty() {
            return Ok(found);
        }
        self.any_of(&[found, self.moves_inside_from(&others)?])
    }

    /// The members of some families from which a move leads to a member.
    fn moves_inside_from(&self, from: &[usize]) -> Result<Automaton, DecideError> {
        match &self.frame.spec.p_positions {
            Some(set)
                if self
                    .families
                    .iter()
                    .all(|family| self.has_simple_parameter(family)) =>
            {
                self.moves_between_parameters(from, set)
            }
            _ => self.moves_between_members(from),
        }
    }

    /// The same where the members are rows: whether a move leads from one to another is a question about the
    /// numbers of two rows.
    fn moves_between_parameters(
        &self,
        from: &[usize],
        set: &Set,
    ) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let targets = TupleFamily::of_set(set, &frame.lowering(&[], &[]))?.into_iter();
        let targets = targets
            .map(TupleFamily::counted)
            .collect::<Result<Vec<_>, _>>()?;
        let mut found = vec![self.none()];
        let arranged = targets.iter().map(|to| (to, frame.arranged(&to.tuple)));
        let targets: Vec<_> = arranged.collect();
        let orders: usize = targets.iter().map(|(_, orders)| orders.len()).sum();
        let cases = from.len() * frame.spec.moves.len() * orders;
        let mut done = 0;
        let from = from.iter().map(|&family| &self.families[family]);
        for (from, (to, orders)) in from.flat_map(|from| targets.iter().map(move |to| (from, to))) {
            for rule in &frame.spec.moves {
                for (_, after) in orders {
                    frame.gauge.counted_case(done, cases);
                    done += 1;
                    let moves = frame.compiler.resolve(Ir::and(vec![
                        from.condition.clone(),
                        to.condition.clone(),
                        frame.rule(rule, &from.tuple, after)?,
                        frame.shrinks(&from.tuple, after)?,
                    ]))?;
                    if self.is_satisfiable(&moves)? {
                        let hidden = [from.hidden.as_slice(), &to.hidden].concat();
                        let mut parts = vec![moves];
                        for (pile, component) in from.tuple.iter().enumerate() {
                            let pile = Expression::track(frame.before(pile));
                            parts.push(Ir::zero(pile.plus(-1, component)?)?);
                        }
                        let positions = Ir::exists(hidden, Ir::and(parts))?;
                        found.push(frame.on_all_piles(&frame.compiler.compile(&positions)?)?);
                    }
                }
            }
        }
        self.any_of(&found)
    }

    /// Do some numbers meet a formula? Its parts are looked at one by one.
    fn is_satisfiable(&self, ir: &Ir) -> Result<bool, DecideError> {
        let frame = self.frame;
        let mut automata = Vec::new();
        for part in ir.clone().conjuncts() {
            if part == Ir::Constant(false) {
                return Ok(false);
            }
            let automaton = frame.compiler.compile(&part)?;
            if automaton.is_empty() {
                return Ok(false);
            }
            automata.push(automaton);
        }
        if automata.is_empty() {
            return Ok(true);
        }
        automata.sort_by_key(Automaton::size);
        let both = conjunction(&automata.iter().collect::<Vec<_>>(), frame.gauge)?;
        frame.gauge.note(&both);
        Ok(!frame.compiler.within_admissible(&both)?.is_empty())
    }

    pub(super) fn none(&self) -> Automaton {
        let alphabet = self.frame.compiler.system().alphabet();
        Automaton::constant(alphabet, &self.frame.befores(), false)
    }

    fn any_of(&self, found: &[Automaton]) -> Result<Automaton, DecideError> {
        let found: Vec<&Automaton> = found.iter().collect();
        self.frame.minimal(&disjunction(&found, self.frame.gauge)?)
    }

    fn moves_between_members(&self, from: &[usize]) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        let before = Frame::on_tracks(&frame.befores());
        let mut moves = Vec::new();
        for rule in &frame.spec.moves {
            for order in frame.arrangements() {
                let after = frame.after_in(&order);
                let shrinks = frame.shrinks(&before, &after)?;
                moves.push((frame.rule(rule, &before, &after)?, shrinks));
            }
        }
        let mut found = vec![self.none()];
        let cases = from.len() * self.parts.len() * moves.len();
        let mut done = 0;
        let from = from.iter().map(|&family| &self.parts[family]);
        for (before, after) in
            from.flat_map(|before| self.parts.iter().map(move |after| (before, after)))
        {
            let pairs = MemberPairs::new(frame, before, after);
            for (rule, shrinks) in &moves {
                frame.gauge.counted_case(done, cases);
                done += 1;
                // That some pile shrinks is not looked at by itself: it speaks of all piles, and of many members nothing else is asked
                // by which they would be tied to each other.
                let rule = pairs.pruned(rule.clone())?;
                let joined = pairs.joined(&Ir::and(vec![rule, shrinks.clone()]))?;
                if !joined.is_empty() {
                    found.push(
                        frame.on_all_piles(&frame.compiler.hide(&[&joined], &frame.afters())?)?,
                    );
                }
            }
        }
        self.any_of(&found)
    }

    /// The move from this member to the smallest member that can be reached, with its kind.
    pub(crate) fn offending_move(
        &self,
        from: &[Natural],
    ) -> Result<Option<(Position, Kind)>, DecideError> {
        let frame = self.frame;
        let piles: Option<Vec<i64>> = from.iter().map(super::small_constant).collect();
        // An automaton grows with its constants: large piles are read from their digits.
        let (before, mut parts) = match piles {
            Some(piles) => (
                piles.into_iter().map(Expression::constant).collect(),
                vec![],
            ),
            None => {
                let only = frame.only(&frame.befores(), from)?;
                (Frame::on_tracks(&frame.befores()), vec![only])
            }
        };
        parts.push(MemberPairs::new(frame, &self.members, &self.members).after);
        let mut found: Option<(Vec<Natural>, Kind)> = None;
        for rule in &frame.spec.moves {
            for order in frame.arrangements() {
                let moves = frame
                    .compiler
                    .compile(&self.moves(rule, &order, &before)?)?;
                let all: Vec<&Automaton> = parts.iter().chain([&moves]).collect();
                let reached = frame.compiler.hide(&all, &frame.befores())?;
                let reached = frame.compiler.within_admissible(&reached)?;
                let (system, afters) = (frame.compiler.system(), frame.afters());
                let Some(to) = least(system, &reached, &afters, frame.gauge)? else {
                    continue;
                };
                let size = |to: &Vec<Natural>| (super::sum(to), to.clone());
                if found
                    .as_ref()
                    .is_none_or(|(known, _)| size(&to) < size(known))
                {
                    found = Some((to, rule.kind.clone()));
                }
            }
        }
        Ok(found.map(|(to, kind)| (Position::unchecked(to), kind)))
    }

    /// The moves of one kind to a position on the tracks after the move, with its piles arranged so.
    fn moves(
        &self,
        rule: &MoveRule,
        order: &[usize],
        before: &[Expression],
    ) -> Result<Ir, DecideError> {
        let (frame, after) = (self.frame, self.frame.after_in(order));
        Ok(Ir::and(vec![
            frame.rule(rule, before, &after)?,
            frame.shrinks(before, &after)?,
        ]))
    }
}

/// Divisors of floors up to this are told apart by their remainders; beside an irrational number they have names.
const LARGEST_DIVISOR: i64 = 32;

impl ClaimedSet<'_> {
    /// Are the members rows, given by at most one number, with floors that are easily followed?
    fn has_simple_parameter(&self, family: &TupleFamily) -> bool {
        let quotients = family
            .tuple
            .iter()
            .flat_map(|component| &component.quotients);
        let mut divisors = quotients.map(|(_, division)| division.divisor);
        let irrational = self.frame.compiler.system().alpha().is_some();
        family.hidden.len() <= 1 && divisors.all(|divisor| irrational || divisor <= LARGEST_DIVISOR)
    }
}

impl<'a> MemberPairs<'a> {
    fn new(frame: &'a Frame<'a>, before: &'a Automaton, after: &Automaton) -> Self {
        let after = after.renamed(|track| Track(track.0 + 1));
        Self {
            frame,
            before,
            after,
            shadows: RefCell::default(),
            possible: RefCell::default(),
        }
    }

    /// The formula without alternatives that no pair of members meets.
    fn pruned(&self, ir: Ir) -> Result<Ir, DecideError> {
        Ok(match ir {
            Ir::And(mut parts) => {
                parts.sort_by_cached_key(|part| {
                    (matches!(part, Ir::Or(_)), part.free_tracks().len())
                });
                let mut kept = Vec::new();
                for part in parts {
                    match self.pruned(part)? {
                        Ir::Constant(false) => return Ok(Ir::Constant(false)),
                        part => kept.push(part),
                    }
                }
                Ir::and(kept)
            }
            Ir::Or(parts) => Ir::or(
                parts
                    .into_iter()
                    .map(|part| self.pruned(part))
                    .collect::<Result<_, _>>()?,
            ),
            atom if self.is_possible(&atom)? => atom,
            _ => Ir::Constant(false),
        })
    }

    /// Do some pairs of members, on the tracks that the atom needs, meet it?
    fn is_possible(&self, atom: &Ir) -> Result<bool, DecideError> {
        if let Some(&known) = self.possible.borrow().get(atom) {
            return Ok(known);
        }
        let frame = self.frame;
        if atom.free_tracks().len() > 4 {
            return Ok(true);
        }
        let automaton = frame.compiler.compile(atom)?;
        let before = self.shadow(self.before, automaton.tracks())?;
        let after = self.shadow(&self.after, automaton.tracks())?;
        let possible = !conjunction(&[&automaton, &before, &after], frame.gauge)?.is_empty();
        self.possible.borrow_mut().insert(atom.clone(), possible);
        Ok(possible)
    }

    /// The members on some of their tracks.
    fn shadow(&self, members: &Automaton, wanted: &[Track]) -> Result<Automaton, DecideError> {
        let (kept, hidden): (Vec<Track>, Vec<Track>) = members
            .tracks()
            .iter()
            .partition(|track| wanted.contains(track));
        let key = if kept.is_empty() {
            vec![members.tracks()[0]; 2]
        } else {
            kept
        };
        if let Some(known) = self.shadows.borrow().get(&key) {
            return Ok(known.clone());
        }
        let shadow = self.frame.minimal(&automata::project::project(
            members,
            &hidden,
            self.frame.gauge,
        )?)?;
        self.shadows.borrow_mut().insert(key, shadow.clone());
        Ok(shadow)
    }

    /// The pairs of members that meet a formula.
    fn joined(&self, ir: &Ir) -> Result<Automaton, DecideError> {
        let frame = self.frame;
        if *ir == Ir::Constant(false) {
            return Ok(Automaton::constant(
                frame.compiler.system().alphabet(),
                &[],
                false,
            ));
        }
        let conditions: Vec<Automaton> = ir
            .clone()
            .conjuncts()
            .iter()
            .map(|part| frame.compiler.compile(part))
            .collect::<Result<_, _>>()?;
        let parts: Vec<&Automaton> = [self.before, &self.after]
            .into_iter()
            .chain(&conditions)
            .collect();
        let joined = conjunction(&parts, frame.gauge)?;
        frame.gauge.note(&joined);
        Ok(joined)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use automata::equivalence::equivalent;
    use logic::Unwatched;
    use logic::decide::Gauge;

    use super::*;
    use crate::prove::with_frame;

    /// Piles of any size have their move named, of the kind that it is.
    #[test]
    fn a_move_between_huge_positions() {
        let text = "game g\npiles n\nmove a: n - n' = 1\nmove b: n - n' = 2\nP when n mod 3 != 1\n";
        let spec = lang::load(text, "g.game", &[]).unwrap();
        let gauge = Gauge::new(&Unwatched);
        let set = spec.p_positions.as_ref().unwrap();
        with_frame(&spec, &gauge, |frame| {
            let families = TupleFamily::of_set(set, &frame.lowering(&[], &[]))?;
            let claimed = ClaimedSet::new(frame, families)?;
            for small in [3u64, 3 << 40] {
                let from = Natural::from(small) * Natural::from(1u64 << 40) + Natural::from(2u32);
                let found = claimed.offending_move(std::slice::from_ref(&from))?;
                let (to, kind) = found.unwrap();
                assert_eq!(to.piles(), [from - Natural::from(2u32)]);
                assert_eq!(&*kind, "b");
            }
            Ok(())
        })
        .unwrap();
    }

    /// Members with a move inside, where no condition is looked at by itself.
    fn plainly(claimed: &ClaimedSet<'_>) -> Result<Automaton, DecideError> {
        let frame = claimed.frame;
        let pairs = MemberPairs::new(frame, &claimed.members, &claimed.members);
        let mut found = vec![claimed.none()];
        for rule in &frame.spec.moves {
            let order: Vec<usize> = (0..frame.dimension()).collect();
            let moves = claimed.moves(rule, &order, &Frame::on_tracks(&frame.befores()))?;
            let joined = pairs.joined(&moves)?;
            let from = frame.compiler.hide(&[&joined], &frame.afters())?;
            found.push(frame.on_all_piles(&from)?);
        }
        claimed.any_of(&found)
    }

    #[test]
    fn nothing_else_is_found_than_plainly() {
        let rows = "{ (floor(n*phi), floor(n*phi) + n) | n >= 0 } or { (floor(n*phi) + n, floor(n*phi)) | n >= 0 }";
        let sets = [rows, "{ (7, 9) }", "{ (3, 5) } or { (2, 2) }"];
        for set in sets.map(|set| format!("{rows} or {set}")) {
            let text = format!(
                "game g\npiles x, y\nmove a: exactly 1 of x, y changes\nmove b: x - x' = y - y'\nP = {set}\n"
            );
            let spec = lang::load(&text, "g.game", &[]).unwrap();
            with_frame(&spec, &Gauge::new(&Unwatched), |frame| {
                let claimed = ClaimedSet::of(frame)?;
                let all: Vec<usize> = (0..claimed.families.len()).collect();
                let found = claimed.moves_between_members(&all)?;
                assert!(equivalent(&found, &plainly(&claimed)?), "{set}");
                assert_eq!(found.is_empty(), !set.ends_with(") }"), "{set}");
                Ok(())
            })
            .unwrap();
        }
    }

    /// That some pile shrinks would take millions of nodes by itself.
    #[test]
    fn members_that_nothing_ties_to_each_other_are_not_compared() {
        let text = std::fs::read_to_string("../../rules/beta-nim.game").unwrap();
        let beta = [("beta".to_owned(), "4 + sqrt(2)".to_owned())];
        let spec = lang::load(&text, "beta-nim.game", &beta).unwrap();
        let gauge = Gauge::new(&Unwatched);
        with_frame(&spec, &gauge, |frame| {
            let found = gauge.attempt(30_000, || ClaimedSet::of(frame)?.moves_inside())?;
            assert!(found.is_some_and(|found| found.is_empty()));
            Ok(())
        })
        .unwrap();
    }
}
