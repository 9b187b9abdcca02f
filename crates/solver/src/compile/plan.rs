//! Plans: branches as nested loops with tight bounds.
//!
//! The piles to be looped over are levels. A literal is used at the level of its last pile: there a linear one
//! is a bound, since everything else in it is known, and any other is a filter. What speaks of the known side
//! only is a guard or a constant, computed once when the known side is given: that makes an [`Instance`].

use std::ops::Range;
use std::sync::Arc;

use logic::core::search::{self, Domain};
use logic::core::{Atom, LinearForm, Slot, Test, UnarySet, ValueError, add, times};
use logic::watch::Watch;

use super::branch::{Branch, Hole};
use super::level::{Bound, BoundKind, Filter, LARGEST, LoopLevel, WIDEST_BAND};
use super::literal::Literal;
use super::tree::Sides;

/// What is done with an instance, while its parameters stand in the slots; `true` stops.
pub(crate) type Visit<'a> = dyn FnMut(&Instance, &mut [i64]) -> Result<bool, ValueError> + 'a;

/// Nested loops for one branch or hole.
#[derive(Clone, Debug)]
pub(crate) struct LoopPlan {
    /// Conditions on the known side.
    guards: Vec<Test>,
    parameters: Vec<Slot>,
    /// All that bounds the parameters.
    search: Test,
    /// Conditions on the known side and the parameters.
    checks: Vec<Test>,
    constants: Vec<ConstantPart>,
    /// One level for each pile.
    pub(crate) levels: Vec<LoopLevel>,
    /// What is excluded.
    pub(crate) holes: Vec<LoopPlan>,
    /// For each level: do later levels or holes depend on it?
    pub(crate) linked: Vec<bool>,
    /// Whether the last pile depends on the one before it through their difference alone.
    slides: bool,
    /// Whether the loops look at the known side or at parameters again.
    needs_known: bool,
}

/// The part of a form that the known side and the parameters give.
#[derive(Clone, Debug)]
struct ConstantPart {
    slots: Vec<(Slot, i64)>,
    terms: Vec<(i64, Atom)>,
    base: i64,
}

/// A plan with its known side given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instance {
    /// The index of the plan.
    pub(crate) plan: usize,
    /// The constants of the plan.
    pub(crate) constants: Vec<i64>,
    /// The holes that can be met.
    pub(crate) holes: Vec<HoleInstance>,
    /// The known piles and the parameters, where the loops need them.
    pub(crate) values: Vec<(Slot, i64)>,
    /// The levels whose bands need no filtering any more, as bits.
    resolved: u32,
}

/// A hole with its known side given.
#[derive(Clone, Debug, Default)]
pub(crate) struct HoleInstance {
    /// The index of the hole in its plan.
    pub(crate) hole: usize,
    /// The constants of the hole.
    pub(crate) constants: Vec<i64>,
    /// Its parameters, where the loops need them.
    pub(crate) values: Vec<(Slot, i64)>,
}

impl LoopPlan {
    /// The loops of a branch over the unknown piles, each at most `max`.
    pub(crate) fn new(branch: &Branch, sides: &Sides, max: u32) -> Result<Self, ValueError> {
        let unknown = &sides.unknown;
        let mut plan = Self::of_literals(&branch.literals, &branch.parameters, sides, max)?;
        for Hole {
            literals,
            parameters,
        } in &branch.holes
        {
            let mut hole = Self::of_literals(literals, parameters, sides, max)?;
            let both = branch
                .literals
                .iter()
                .chain(literals)
                .map(Literal::test)
                .collect();
            hole.search = Test::And(both);
            plan.needs_known |= hole.needs_known;
            plan.holes.push(hole);
        }
        for (index, level) in plan.levels.iter_mut().enumerate() {
            level.find_band(unknown.start + index);
        }
        plan.slides =
            unknown.len() >= 2 && plan.levels[unknown.len() - 1].slides_with(unknown.end - 2);
        Ok(plan)
    }

    fn of_literals(
        literals: &[Literal],
        parameters: &[Slot],
        sides: &Sides,
        max: u32,
    ) -> Result<Self, ValueError> {
        let unknown = &sides.unknown;
        let mut plan = Self {
            guards: Vec::new(),
            parameters: parameters.to_vec(),
            search: Test::And(literals.iter().map(Literal::test).collect()),
            checks: Vec::new(),
            constants: Vec::new(),
            levels: vec![LoopLevel::default(); unknown.len()],
            holes: Vec::new(),
            linked: vec![false; unknown.len()],
            slides: false,
            needs_known: false,
        };
        for literal in literals {
            plan.place(literal, unknown, max)?;
            match literal {
                Literal::AtMostZero(form) => plan.look_ahead(form.clone(), sides, max)?,
                Literal::Zero(form) => {
                    plan.look_ahead(form.clone(), sides, max)?;
                    plan.look_ahead(form.scaled(-1)?, sides, max)?;
                }
                _ => {}
            }
        }
        Ok(plan)
    }

    /// Adds what a bound on a later pile says about the earlier ones: the later one is not below its least value, which
    /// the known side gives. (An upper end of the board would say little, and would hide that there is none.)
    fn look_ahead(
        &mut self,
        mut form: LinearForm,
        sides: &Sides,
        max: u32,
    ) -> Result<(), ValueError> {
        let Sides { known, unknown, .. } = sides;
        if form.terms_mention(&|slot| unknown.contains(&slot)) {
            return Ok(());
        }
        let sources_unknown = unknown.start < known.start;
        loop {
            let mut piles = form
                .slots
                .iter()
                .filter(|(slot, _)| unknown.contains(slot))
                .rev();
            let (Some((last, coefficient)), Some((earlier, _))) = (piles.next(), piles.next())
            else {
                return Ok(());
            };
            let (last, earlier) = (*last, *earlier);
            let across = known.start + (last - unknown.start);
            let extreme = match (*coefficient > 0, sources_unknown) {
                (true, true) | (false, false) => LinearForm::slot(across),
                (true, false) => LinearForm::default(),
                (false, true) => return Ok(()),
            };
            form = form.substituted(last, &extreme)?;
            let bound = self.bound(&form, earlier, false, unknown, max)?;
            self.levels[earlier - unknown.start].bounds.push(bound);
        }
    }

    fn place(
        &mut self,
        literal: &Literal,
        unknown: &Range<Slot>,
        max: u32,
    ) -> Result<(), ValueError> {
        let Some(last) = unknown
            .clone()
            .rev()
            .find(|slot| literal.mentions(&|other| other == *slot))
        else {
            let parameters = &self.parameters;
            let searched = literal.mentions(&|slot| parameters.contains(&slot));
            if searched {
                &mut self.checks
            } else {
                &mut self.guards
            }
            .push(literal.test());
            return Ok(());
        };
        let level = last - unknown.start;
        for earlier in unknown.start..last {
            self.linked[earlier - unknown.start] |= literal.mentions(&|slot| slot == earlier);
        }
        let is_unknown = |slot| unknown.contains(&slot);
        match literal {
            Literal::AtMostZero(form) | Literal::Zero(form)
                if !form.terms_mention(&|slot| slot == last) =>
            {
                let equal = matches!(literal, Literal::Zero(_));
                let bound = self.bound(form, last, equal, unknown, max)?;
                self.levels[level].bounds.push(bound);
            }
            Literal::Residue(form, residues) if !form.terms_mention(&is_unknown) => {
                let (form, constant) = self.split(form, unknown, max)?;
                let filter = Filter::Residue {
                    form,
                    constant,
                    residues: Arc::clone(residues),
                };
                self.levels[level].filters.push(filter);
            }
            Literal::Member(form, set, member) if !form.terms_mention(&is_unknown) => {
                let (form, constant) = self.split(form, unknown, max)?;
                let filter = Filter::Member {
                    form,
                    constant,
                    set: Arc::clone(set),
                    member: *member,
                };
                self.levels[level].filters.push(filter);
            }
            other if !other.mentions(&|slot| slot != last) => {
                let filter = self.tabulated(&other.test(), last, max);
                self.levels[level].filters.push(filter);
            }
            other => {
                self.needs_known = true;
                self.levels[level].filters.push(Filter::Other(other.test()));
            }
        }
        Ok(())
    }

    /// A condition on one pile alone is asked once for each of its values.
    fn tabulated(&mut self, test: &Test, slot: Slot, max: u32) -> Filter {
        match UnarySet::tabulate(test, slot, max) {
            Ok(set) => {
                self.constants.push(ConstantPart {
                    slots: Vec::new(),
                    terms: Vec::new(),
                    base: 0,
                });
                let constant = self.constants.len() - 1;
                Filter::Member {
                    form: vec![(slot, 1)],
                    constant,
                    set: Arc::new(set),
                    member: true,
                }
            }
            Err(_) => Filter::Other(test.clone()),
        }
    }

    fn bound(
        &mut self,
        form: &LinearForm,
        last: Slot,
        equal: bool,
        unknown: &Range<Slot>,
        max: u32,
    ) -> Result<Bound, ValueError> {
        let is_unknown = |slot| unknown.contains(&slot);
        let (moving, fixed): (Vec<_>, Vec<_>) = form
            .terms
            .iter()
            .cloned()
            .partition(|(_, term)| term.mentions(&is_unknown));
        self.needs_known |= !moving.is_empty();
        let form = LinearForm {
            terms: fixed,
            ..form.clone()
        };
        let (mut earlier, constant) = self.split(&form, unknown, max)?;
        let own = form.coefficient(last);
        earlier.retain(|(slot, _)| *slot != last);
        Ok(Bound {
            own,
            earlier,
            terms: moving,
            constant,
            equal,
        })
    }

    /// The part of a form in the unknown piles, and the index of the constant that is the rest.
    fn split(
        &mut self,
        form: &LinearForm,
        unknown: &Range<Slot>,
        max: u32,
    ) -> Result<(Vec<(Slot, i64)>, usize), ValueError> {
        let (moving, fixed): (Vec<_>, Vec<_>) = form
            .slots
            .iter()
            .partition(|(slot, _)| unknown.contains(slot));
        let mut reach = 0i64;
        for (_, coefficient) in &moving {
            let coefficient = coefficient.checked_abs().ok_or(ValueError::TooLarge)?;
            reach = add(reach, times(coefficient, i64::from(max))?)?;
        }
        if reach >= LARGEST {
            return Err(ValueError::TooLarge);
        }
        self.constants.push(ConstantPart {
            slots: fixed,
            terms: form.terms.clone(),
            base: form.constant,
        });
        Ok((moving, self.constants.len() - 1))
    }

    /// Visits every instance of the plan, which `scratch` names, for the known side in `slots`, unless the
    /// visitor stops with `true`.
    ///
    /// `domains` says where the unknown piles lie; those of the known side must be points.
    pub(crate) fn instances(
        &self,
        slots: &mut [i64],
        domains: &mut [Domain],
        known: &Range<Slot>,
        scratch: &mut Instance,
        watch: &dyn Watch,
        visit: &mut Visit<'_>,
    ) -> Result<bool, ValueError> {
        for guard in &self.guards {
            if !guard.holds(slots)? {
                return Ok(false);
            }
        }
        if self.parameters.is_empty() {
            return self.instance(slots, domains, known, scratch, watch, visit);
        }
        let mut inner = domains.to_vec();
        search::enumerate(
            &self.parameters,
            &self.search,
            domains,
            slots,
            watch,
            &mut |slots| {
                for slot in &self.parameters {
                    inner[*slot] = Domain::point(slots[*slot]);
                }
                if Test::all_hold(&self.checks, slots)? {
                    self.instance(slots, &mut inner, known, scratch, watch, visit)
                } else {
                    Ok(false)
                }
            },
        )
    }

    fn instance(
        &self,
        slots: &mut [i64],
        domains: &mut [Domain],
        known: &Range<Slot>,
        scratch: &mut Instance,
        watch: &dyn Watch,
        visit: &mut Visit<'_>,
    ) -> Result<bool, ValueError> {
        self.fill_constants(slots, &mut scratch.constants)?;
        scratch.values.clear();
        if self.needs_known {
            let kept = known.clone().chain(self.parameters.iter().copied());
            scratch.values.extend(kept.map(|slot| (slot, slots[slot])));
        }
        scratch.holes.clear();
        for (index, hole) in self.holes.iter().enumerate() {
            if Test::all_hold(&hole.guards, slots)? {
                hole.hole_instances(index, slots, domains, watch, &mut scratch.holes)?;
            }
        }
        if scratch
            .holes
            .iter()
            .any(|hole| self.holes[hole.hole].is_empty())
        {
            return Ok(false);
        }
        scratch.resolved = 0;
        self.resolve_bands(0, scratch, slots, visit)
    }

    /// Splits an instance into those whose bands have no gaps.
    fn resolve_bands(
        &self,
        from: usize,
        scratch: &mut Instance,
        slots: &mut [i64],
        visit: &mut Visit<'_>,
    ) -> Result<bool, ValueError> {
        let bands = self.levels.iter().enumerate().skip(from);
        let Some((index, band)) = bands
            .filter_map(|(index, level)| Some((index, level.band.as_ref()?)))
            .next()
        else {
            return visit(scratch, slots);
        };
        let Some((low, high)) = band
            .width(&scratch.constants)
            .filter(|(low, high)| high - low < WIDEST_BAND)
        else {
            return self.resolve_bands(index + 1, scratch, slots, visit);
        };
        let kept: Vec<i64> = band
            .ends
            .iter()
            .map(|(_, constant)| scratch.constants[*constant])
            .collect();
        let mut value = low;
        let mut stopped = false;
        while value <= high && !stopped {
            if !band.accepts(value, &scratch.constants)? {
                value += 1;
                continue;
            }
            let start = value;
            while value < high && band.accepts(value + 1, &scratch.constants)? {
                value += 1;
            }
            for (end, constant) in &band.ends {
                match end {
                    BoundKind::Upper => scratch.constants[*constant] = -value,
                    BoundKind::Lower => scratch.constants[*constant] = start,
                    BoundKind::Fixed | BoundKind::FixedNegative => {}
                }
            }
            scratch.resolved |= 1 << index;
            stopped = self.resolve_bands(index + 1, scratch, slots, visit)?;
            scratch.resolved &= !(1 << index);
            for ((_, constant), value) in band.ends.iter().zip(&kept) {
                scratch.constants[*constant] = *value;
            }
            value += 2;
        }
        Ok(stopped)
    }

    fn hole_instances(
        &self,
        index: usize,
        slots: &mut [i64],
        domains: &mut [Domain],
        watch: &dyn Watch,
        into: &mut Vec<HoleInstance>,
    ) -> Result<(), ValueError> {
        search::enumerate(
            &self.parameters,
            &self.search,
            domains,
            slots,
            watch,
            &mut |slots| {
                if Test::all_hold(&self.checks, slots)? {
                    let mut hole = HoleInstance {
                        hole: index,
                        ..HoleInstance::default()
                    };
                    self.fill_constants(slots, &mut hole.constants)?;
                    if self.needs_known {
                        hole.values
                            .extend(self.parameters.iter().map(|slot| (*slot, slots[*slot])));
                    }
                    into.push(hole);
                }
                Ok(false)
            },
        )?;
        Ok(())
    }

    fn fill_constants(&self, slots: &mut [i64], into: &mut Vec<i64>) -> Result<(), ValueError> {
        into.clear();
        for constant in &self.constants {
            let mut value = constant.base;
            for (slot, coefficient) in &constant.slots {
                value = add(value, times(*coefficient, slots[*slot])?)?;
            }
            for (coefficient, term) in &constant.terms {
                value = add(value, times(*coefficient, term.value(slots)?)?)?;
            }
            if value.unsigned_abs() >= LARGEST.unsigned_abs() {
                return Err(ValueError::TooLarge);
            }
            into.push(value);
        }
        Ok(())
    }

    /// Does it say nothing about the unknown piles?
    fn is_empty(&self) -> bool {
        self.levels.iter().all(LoopLevel::is_empty)
    }

    /// Does some literal at this level or later depend on the pile of this level?
    pub(crate) fn uses(&self, level: usize) -> bool {
        self.linked[level] || !self.levels[level].is_empty()
    }

    /// Are the loops after this level the same for all its values between its bounds?
    pub(crate) fn is_free(&self, instance: &Instance, level: usize) -> bool {
        !self.linked[level] && !self.levels[level].has_filters(instance.resolved(level))
    }

    /// Does the last pile depend on the one before it through their difference alone, and on nothing but bounds?
    pub(crate) fn slides(&self, instance: &Instance) -> bool {
        let last = self.levels.len() - 1;
        let filtered = |level: usize| self.levels[level].has_filters(instance.resolved(level));
        self.slides && !filtered(last - 1) && !filtered(last)
    }

    /// Are there no conditions after this level?
    pub(crate) fn ends_by(&self, level: usize) -> bool {
        self.levels[level + 1..].iter().all(LoopLevel::is_empty)
    }
}

impl Instance {
    /// Does the band of the level need no filtering any more?
    #[inline]
    pub(crate) fn resolved(&self, level: usize) -> bool {
        self.resolved >> level & 1 == 1
    }
}
