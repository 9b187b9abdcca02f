//! The rules of a game as nested loops.
//!
//! 1. [`logic::core`]: formulas become conditions over machine integers.
//! 2. [`tree`]: maxima, choices, residues and quotients are resolved into literals ([`literal`]).
//! 3. [`branch`]: alternatives, with quantified numbers eliminated ([`search`](logic::core::search) tries the rest).
//! 4. [`plan`]: bounds and filters, [`level`] by level; [`walk`] runs the loops.

mod branch;
mod level;
pub(crate) mod literal;
pub(crate) mod plan;
mod tree;
pub(crate) mod walk;

use std::ops::Range;

use logic::Formula;
pub use logic::core::ValueError;
use logic::core::search::Domain;
use logic::core::{Conditions, Slot, Test};
use logic::watch::Watch;

use rules::spec::{MoveRule, Spec};

use branch::Cutter;
pub(crate) use branch::{Branch, Hole};
use plan::{Instance, LoopPlan};
use tree::Sides;
use walk::{PileWalk, RowVisitor};

/// Which end of a move is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownSide {
    /// The position after the move: the loops list the positions from which it is reached.
    Target,
    /// The position before the move: the loops list its options.
    Source,
}

/// The moves of a game between positions with every pile at most `max`, one end of them given.
#[derive(Clone, Debug)]
pub(crate) struct Loops {
    /// The branches that the plans come from.
    pub(crate) branches: Vec<Branch>,
    /// One plan a branch.
    pub(crate) plans: Vec<LoopPlan>,
    /// The slots of the given piles.
    pub(crate) known: Range<Slot>,
    /// The slots of the piles that are looped over.
    pub(crate) unknown: Range<Slot>,
    /// How many slots there are.
    pub(crate) slots: usize,
    /// So many of the first piles that are looped over are sorted.
    sorted: usize,
    max: u32,
}

impl Loops {
    /// The loops of all moves. With the target given, `ends` is ignored: it is a matter of the source alone; and the target
    /// is a position.
    pub(crate) fn of_moves(spec: &Spec, max: u32, given: KnownSide) -> Result<Self, ValueError> {
        let piles = spec.dimension();
        let mut conditions = Conditions::of_board(piles, max);
        let leads_to_position = spec.leads_to_position();
        let mut rules = Vec::with_capacity(spec.moves.len());
        for MoveRule { clauses, .. } in &spec.moves {
            let mut parts = clauses
                .iter()
                .map(|clause| conditions.test(clause))
                .collect::<Result<Vec<_>, _>>()?;
            if let (KnownSide::Source, Some(ends)) = (given, &spec.ends) {
                parts.insert(0, conditions.test(ends)?.negated());
            }
            if let (KnownSide::Source, Some(there)) = (given, &leads_to_position) {
                parts.push(conditions.test(there)?);
            }
            rules.push(Test::And(parts));
        }
        let sides = match given {
            KnownSide::Target => Sides::new(piles..2 * piles, 0..piles),
            KnownSide::Source => Sides::new(0..piles, piles..2 * piles),
        };
        let sorted = match given {
            KnownSide::Target => spec.piles.order.sorted(piles),
            KnownSide::Source => 0,
        };
        Self::new(&rules, sides, conditions, max, sorted)
    }

    /// The loops over the vectors that `ends when` or `positions when` names.
    pub(crate) fn of_vectors(
        spec: &Spec,
        condition: Option<&Formula>,
        max: u32,
    ) -> Result<Option<Self>, ValueError> {
        let Some(condition) = condition else {
            return Ok(None);
        };
        let piles = spec.dimension();
        let mut conditions = Conditions::of_board(piles, max);
        let condition = conditions.test(condition)?;
        let sides = Sides::new(piles..2 * piles, 0..piles);
        let sorted = spec.piles.order.sorted(piles);
        Self::new(&[condition], sides, conditions, max, sorted).map(Some)
    }

    fn new(
        rules: &[Test],
        sides: Sides,
        mut conditions: Conditions,
        max: u32,
        sorted: usize,
    ) -> Result<Self, ValueError> {
        let mut branches: Vec<Branch> = Vec::new();
        for rule in rules {
            for branch in Cutter::new(sides.clone(), &mut conditions, max).branches(rule)? {
                if !branches.contains(&branch) {
                    branches.push(branch);
                }
            }
        }
        let plans = branches
            .iter()
            .map(|branch| LoopPlan::new(branch, &sides, max))
            .collect::<Result<_, _>>()?;
        let Sides { known, unknown, .. } = sides;
        Ok(Self {
            branches,
            plans,
            known,
            unknown,
            slots: conditions.slots(),
            sorted,
            max,
        })
    }

    /// A runner with its own memory.
    pub(crate) fn runner<'a>(&'a self, watch: &'a dyn Watch) -> Runner<'a> {
        let max = i64::from(self.max);
        let walk = PileWalk::new(self.unknown.clone(), self.sorted, max, watch);
        let mut domains = vec![Domain::NATURALS; self.slots];
        let piles = self.known.end.max(self.unknown.end);
        domains[..piles].fill(Domain {
            low: 0,
            high: Some(i64::from(self.max)),
        });
        Runner {
            loops: self,
            walk,
            domains,
            slots: vec![0; self.slots],
            scratch: Instance::default(),
        }
    }
}

/// Runs the loops, with memory that is reused.
pub(crate) struct Runner<'a> {
    pub(crate) loops: &'a Loops,
    walk: PileWalk<'a>,
    domains: Vec<Domain>,
    slots: Vec<i64>,
    scratch: Instance,
}

impl Runner<'_> {
    /// Visits every instance for the given piles, unless the visitor stops with `true`.
    pub(crate) fn instances(
        &mut self,
        given: &[u32],
        visit: &mut dyn FnMut(&Instance) -> Result<bool, ValueError>,
    ) -> Result<bool, ValueError> {
        self.instances_of(given, |_| true, visit)
    }

    /// The same for some of the plans.
    pub(crate) fn instances_of(
        &mut self,
        given: &[u32],
        wanted: impl Fn(usize) -> bool,
        visit: &mut dyn FnMut(&Instance) -> Result<bool, ValueError>,
    ) -> Result<bool, ValueError> {
        let Loops { plans, known, .. } = self.loops;
        for (slot, pile) in known.clone().zip(given) {
            self.slots[slot] = i64::from(*pile);
            self.domains[slot] = Domain::point(i64::from(*pile));
        }
        for (index, plan) in plans.iter().enumerate().filter(|(index, _)| wanted(*index)) {
            self.scratch.plan = index;
            let stopped = plan.instances(
                &mut self.slots,
                &mut self.domains,
                known,
                &mut self.scratch,
                self.walk.watch,
                &mut |instance, _| visit(instance),
            )?;
            if stopped {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Can the instance be met at all, as far as the bounds on single piles tell?
    pub(crate) fn is_feasible(
        &self,
        instance: &Instance,
        limits: impl Iterator<Item = (i64, i64)>,
    ) -> Result<bool, ValueError> {
        let mut least = 0;
        let levels = self.loops.plans[instance.plan].levels.iter();
        for (index, (level, (low, high))) in levels.zip(limits).enumerate() {
            let low = if index < self.loops.sorted {
                low.max(least)
            } else {
                low
            };
            let (low, high) = level.own_range(&instance.constants, low, high)?;
            if low > high {
                return Ok(false);
            }
            least = low;
        }
        Ok(true)
    }

    /// The values of the first pile with which the instance can be met.
    pub(crate) fn first_range(
        &mut self,
        instance: &Instance,
        limits: (i64, i64),
    ) -> Result<(i64, i64), ValueError> {
        for (slot, value) in &instance.values {
            self.slots[*slot] = *value;
        }
        let level = &self.loops.plans[instance.plan].levels[0];
        level.range(&instance.constants, &mut self.slots, limits.0, limits.1)
    }

    /// Drops the holes that cannot be met from a first pile on.
    pub(crate) fn drop_holes(&self, instance: &mut Instance, first: u32) -> Result<(), ValueError> {
        let plan = &self.loops.plans[instance.plan];
        let limits = (i64::from(first), i64::from(self.loops.max));
        let mut error = None;
        instance.holes.retain(|hole| {
            let level = &plan.holes[hole.hole].levels[0];
            match level.own_range(&hole.constants, limits.0, limits.1) {
                Ok((low, high)) => low <= high,
                Err(found) => {
                    error = Some(found);
                    true
                }
            }
        });
        error.map_or(Ok(()), Err)
    }

    /// How an instance in two piles slides from a first pile on: the range of the last pile there.
    pub(crate) fn sliding_range(
        &mut self,
        instance: &Instance,
        first: u32,
        limits: impl Iterator<Item = (i64, i64)>,
    ) -> Result<Option<(i64, i64)>, ValueError> {
        if self.loops.unknown.len() != 2 || !instance.holes.is_empty() {
            return Ok(None);
        }
        for (place, limit) in self.walk.limits.iter_mut().zip(limits) {
            *place = limit;
        }
        for (slot, value) in &instance.values {
            self.slots[*slot] = *value;
        }
        self.slots[self.loops.unknown.start] = i64::from(first);
        self.walk
            .sliding_range(&self.loops.plans[instance.plan], instance, &mut self.slots)
    }

    /// Walks through the rows of an instance with the first piles fixed and the others within the limits.
    pub(crate) fn walk<R: RowVisitor>(
        &mut self,
        instance: &Instance,
        fixed: &[u32],
        limits: impl Iterator<Item = (i64, i64)>,
        rows: &mut R,
    ) -> Result<bool, ValueError> {
        for (place, limit) in self.walk.limits.iter_mut().zip(limits) {
            *place = limit;
        }
        for (slot, pile) in self.loops.unknown.clone().zip(fixed) {
            self.slots[slot] = i64::from(*pile);
        }
        let plan = &self.loops.plans[instance.plan];
        self.walk
            .run(plan, instance, fixed.len(), &mut self.slots, rows)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use logic::core::LinearForm;

    use super::literal::Literal;
    use super::walk::Pieces;
    use super::*;

    /// Move III of `rules/rat.game`.
    const RULE: &str = "game rat \"Rat, move III\"
piles x <= y <= z
move III:
    let u = x'
    let w = z'
    let l = x - x'
    let k = z - z'
    let b = if w = u then 3 else if (w - u) mod 7 = 4 then 6 else 5
    x' < x and y' < y and z' < z
    |k - l| < b
    x' <= y' <= z'";

    /// A literal with the names of the piles; a term that is kept whole is `…`.
    fn shown(literal: &Literal) -> String {
        let form = |form: &LinearForm| {
            let names = ["x", "y", "z", "x'", "y'", "z'"];
            let mut parts: Vec<String> = Vec::new();
            for (slot, coefficient) in &form.slots {
                parts.push(format!("{coefficient:+}{}", names[*slot]));
            }
            parts.extend(form.terms.iter().map(|(factor, _)| format!("{factor:+}…")));
            parts.push(format!("{:+}", form.constant));
            parts.join(" ")
        };
        match literal {
            Literal::AtMostZero(linear) => format!("{} <= 0", form(linear)),
            Literal::Zero(linear) => format!("{} = 0", form(linear)),
            _ => "about the target alone".to_owned(),
        }
    }

    /// Keeps the rows and strips that it is told of.
    #[derive(Default)]
    struct RowRecorder(Vec<String>);

    impl RowVisitor for RowRecorder {
        const STRIPS: bool = true;

        fn row(&mut self, slots: &[i64], pieces: &Pieces) -> bool {
            self.0.push(format!("row y = {}: {pieces:?}", slots[1]));
            false
        }

        fn strip(&mut self, slots: &[i64], pieces: &Pieces, slides: bool) -> bool {
            self.0
                .push(format!("strip from y = {}: {pieces:?} {slides}", slots[1]));
            false
        }
    }

    /// The numbers of docs/solver.md.
    #[test]
    fn a_rule_of_rat_through_its_forms() {
        let spec = lang::load(RULE, "rat.game", &[]).unwrap();
        let mut conditions = Conditions::of_board(3, 15);
        let clauses = spec.moves[0].clauses.iter();
        let parts = clauses.map(|clause| conditions.test(clause).unwrap());
        let rule = Test::And(parts.collect());
        let sides = Sides::new(3..6, 0..3);
        let loops = Loops::new(&[rule], sides, conditions, 15, 3).unwrap();
        let [branch] = loops.branches.as_slice() else {
            panic!("{} branches", loops.branches.len());
        };
        assert!(branch.holes.is_empty() && branch.parameters.is_empty());
        let mut literals: Vec<String> = branch.literals.iter().map(shown).collect();
        literals.sort();
        assert_eq!(
            literals,
            [
                "+1x -1z -1x' +1z' -1… +1 <= 0",
                "-1x +1x' +1 <= 0",
                "-1x +1z +1x' -1z' -1… +1 <= 0",
                "-1y +1y' +1 <= 0",
                "-1z +1z' +1 <= 0",
                "about the target alone",
                "about the target alone",
            ]
        );
        let target = [1, 2, 4];
        let (mut maker, mut runner) = (
            loops.runner(&logic::Unwatched),
            loops.runner(&logic::Unwatched),
        );
        let mut seen = RowRecorder::default();
        maker
            .instances(&target, &mut |instance| {
                assert_eq!(runner.first_range(instance, (1, 15))?, (2, 15));
                let limits = target.iter().map(|pile| (i64::from(*pile), 15));
                runner.walk(instance, &[5], limits, &mut seen)
            })
            .unwrap();
        assert_eq!(seen.0, ["strip from y = 5: [(5, 12)] false"]);
    }
}
