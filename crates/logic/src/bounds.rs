//! Bounds propagation: which values can the unknown variables still have if a formula is to be true?
//!
//! Every comparison narrows the terms in it, every term narrows its operands, a conjunction narrows until
//! nothing moves, a disjunction leaves what any of its parts leaves. This is the hull consistency of
//! finite-domain solvers (Benhamou and others, "Revising hull and box consistency", 1999), with exact floors. What is
//! left contains all solutions; it may contain more.

use std::cell::Cell;
use std::collections::BTreeMap;

use numeration::natural::{Integer, Mod, One, Zero};

use crate::cases;
use crate::changes::RemainingPairs;
use crate::digits::{shift_hull, shift_preimage};
use crate::evaluate::Assignment;
use crate::formula::{Comparison, Formula, HowMany, Set};
use crate::hull::{absolute, maximum, minimum, modulo, nim_sum, quotient};
use crate::interval::{Interval, IntervalUnion};
use crate::real_bounds;
use crate::term::{Term, Variable};

/// What is known of each variable: its value, or the domain in which a solution must have it.
pub(crate) struct VariableBounds<'a> {
    known: &'a Assignment,
    domains: BTreeMap<u32, IntervalUnion>,
    changed: bool,
    work: Cell<u32>,
    depth: Cell<u32>,
}

/// A conjunction is gone through at most this often: `x < y and y < x` would go on for ever.
const MOST_ROUNDS: u32 = 12;
/// After so many steps a propagation rests with what it has: it may always narrow less than it could.
const MOST_WORK: u32 = 20_000;
/// Deeper parts are not looked at.
const DEEPEST: u32 = 300;

impl<'a> VariableBounds<'a> {
    pub(crate) fn new(
        known: &'a Assignment,
        domains: impl IntoIterator<Item = (u32, IntervalUnion)>,
    ) -> Self {
        Self {
            known,
            domains: domains.into_iter().collect(),
            changed: false,
            work: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// The domains as far as narrowed.
    pub(crate) fn into_domains(self) -> BTreeMap<u32, IntervalUnion> {
        self.domains
    }

    /// Narrows the domains until nothing moves. Is a solution still possible?
    pub(crate) fn propagate(&mut self, formula: &Formula) -> bool {
        for _ in 0..MOST_ROUNDS {
            self.changed = false;
            if !self.require(formula, true) {
                return false;
            }
            if !self.changed || self.work.get() > MOST_WORK {
                break;
            }
        }
        true
    }

    /// What the formula leaves if it is true, or if it is false. No if it cannot be.
    fn require(&mut self, formula: &Formula, truth: bool) -> bool {
        if !self.enter() {
            return true;
        }
        let possible = match formula {
            Formula::Constant(constant) => *constant == truth,
            Formula::Compare(left, comparison, right) => {
                let comparison = if truth {
                    *comparison
                } else {
                    comparison.negated()
                };
                self.require_comparison(left, comparison, right)
            }
            Formula::Changes(how_many, pairs) => self.require_changes(*how_many, pairs, truth),
            Formula::Not(inner) => self.require(inner, !truth),
            Formula::And(parts) if truth => self.require_all(parts, true),
            Formula::Or(parts) if !truth => self.require_all(parts, false),
            Formula::And(parts) | Formula::Or(parts) => self
                .require_one(parts.len(), |bounds, index| {
                    bounds.require(&parts[index], truth)
                }),
            Formula::Implies(premise, conclusion) if truth => {
                self.require_one(2, |bounds, index| match index {
                    0 => bounds.require(premise, false),
                    _ => bounds.require(conclusion, true),
                })
            }
            Formula::Implies(premise, conclusion) => {
                self.require(premise, true) && self.require(conclusion, false)
            }
            Formula::Exists(variable, body) if truth => self.require_some(variable, body, true),
            Formula::Forall(variable, body) if !truth => self.require_some(variable, body, false),
            Formula::Iff(..) | Formula::Exists(..) | Formula::Forall(..) | Formula::Digits(..) => {
                true
            }
            Formula::Member(terms, set) => self.require_member(terms, set, truth),
            Formula::Named(_, inner) => self.require(inner, truth),
        };
        self.leave();
        possible
    }

    /// May the work go deeper? If so, [`leave`](Self::leave) must follow.
    fn enter(&self) -> bool {
        self.work.set(self.work.get() + 1);
        let allowed = self.work.get() <= MOST_WORK && self.depth.get() < DEEPEST;
        self.depth.set(self.depth.get() + u32::from(allowed));
        allowed
    }

    fn leave(&self) {
        self.depth.set(self.depth.get() - 1);
    }

    /// Twice, since the second part may narrow what the first one needs.
    fn require_all(&mut self, parts: &[Formula], truth: bool) -> bool {
        let outer = self.changed;
        self.changed = false;
        let mut possible = parts.iter().all(|part| self.require(part, truth));
        if possible && self.changed {
            possible = parts.iter().all(|part| self.require(part, truth));
        }
        self.changed |= outer;
        possible
    }

    /// Leaves what any of the alternatives leaves.
    fn require_one(
        &mut self,
        alternatives: usize,
        mut require: impl FnMut(&mut Self, usize) -> bool,
    ) -> bool {
        let before = self.domains.clone();
        let outer = self.changed;
        let mut left: Option<BTreeMap<u32, IntervalUnion>> = None;
        for index in 0..alternatives {
            if !require(self, index) {
                self.domains.clone_from(&before);
                continue;
            }
            let narrowed = std::mem::replace(&mut self.domains, before.clone());
            left = Some(match left {
                None => narrowed,
                Some(others) => union(others, &narrowed),
            });
        }
        self.changed = outer;
        let Some(left) = left else { return false };
        self.changed |= left != before;
        self.domains = left;
        true
    }

    fn require_some(&mut self, variable: &Variable, body: &Formula, truth: bool) -> bool {
        let shadowed = self
            .domains
            .insert(variable.id(), IntervalUnion::from(Interval::naturals()));
        let outer = self.changed;
        self.changed = false;
        let mut possible = self.require(body, truth);
        if possible && self.changed {
            possible = self.require(body, truth);
        }
        self.changed |= outer;
        self.domains.remove(&variable.id());
        if let Some(domain) = shadowed {
            self.domains.insert(variable.id(), domain);
        }
        possible
    }

    fn require_member(&mut self, terms: &[Term], set: &Set, truth: bool) -> bool {
        if truth {
            return self.require_one(set.pieces.len(), |bounds, index| {
                bounds.require(&set.pieces[index].membership(terms), true)
            });
        }
        let finite = set.pieces.iter().filter(|piece| piece.variables.is_empty());
        let mut finite = finite.filter(|piece| piece.condition == Formula::Constant(true));
        finite.all(|piece| match (terms, piece.tuple.as_slice()) {
            ([term], [entry]) => self.require_comparison(term, Comparison::NotEqual, entry),
            _ => true,
        })
    }

    fn require_changes(&mut self, how_many: HowMany, pairs: &[(Term, Term)], truth: bool) -> bool {
        let mut ranges = how_many.ranges(pairs.len(), truth);
        let range = match (ranges.next(), ranges.next()) {
            (None, _) => return false,
            (Some(_), Some(_)) => return true,
            (Some(range), None) => range,
        };
        let mut changed = 0;
        let mut open = Vec::new();
        for pair in pairs {
            let (before, after) = (self.hull(&pair.0), self.hull(&pair.1));
            if before.intersection(&after).is_empty() {
                changed += 1;
            } else if before.single().is_none() || after.single().is_none() {
                open.push(pair);
            }
        }
        match range.rest(changed, open.len()) {
            RemainingPairs::Decided(truth) => truth,
            RemainingPairs::Open(_) => true,
            RemainingPairs::All(comparison) => open
                .into_iter()
                .all(|(before, after)| self.require_comparison(after, comparison, before)),
        }
    }

    fn require_comparison(&mut self, left: &Term, comparison: Comparison, right: &Term) -> bool {
        let built;
        let difference = match right {
            Term::Constant(zero) if *zero == Integer::ZERO => left,
            _ => {
                built = left.clone() - right.clone();
                &built
            }
        };
        let target = match comparison {
            Comparison::NotEqual => return self.require_nonzero(difference),
            Comparison::Equal => Interval::point(Integer::ZERO),
            Comparison::Less => Interval::at_most(-1),
            Comparison::LessOrEqual => Interval::at_most(0),
            Comparison::Greater => Interval::at_least(1),
            Comparison::GreaterOrEqual => Interval::at_least(0),
        };
        self.narrow(difference, &target)
    }

    fn require_nonzero(&mut self, term: &Term) -> bool {
        let hull = self.hull(term);
        if !hull.contains(&Integer::ZERO) {
            return true;
        }
        if hull.single().is_some() {
            return false;
        }
        if hull.low == Some(Integer::ZERO) {
            return self.narrow(term, &Interval::at_least(1));
        }
        if hull.high == Some(Integer::ZERO) {
            return self.narrow(term, &Interval::at_most(-1));
        }
        match self.only_root(term) {
            Some((variable, root)) => self.remove(&variable, &root),
            None => true,
        }
    }

    /// The variable and its value where a sum with one unknown part, a multiple of a variable, is zero.
    fn only_root(&self, term: &Term) -> Option<(Variable, Integer)> {
        let parts = match term {
            Term::Sum(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut rest = Integer::ZERO;
        let mut unknown = None;
        for part in parts {
            match self.hull(part).single() {
                Some(value) => rest += value,
                None if unknown.is_some() => return None,
                None => unknown = Some(part),
            }
        }
        let (factor, variable) = match unknown? {
            Term::Variable(variable) => (Integer::ONE, variable),
            Term::Scaled(factor, inner) => match inner.as_ref() {
                Term::Variable(variable) => (factor.clone(), variable),
                _ => return None,
            },
            _ => return None,
        };
        let root = Interval::point(-rest).divided(&factor);
        Some((variable.clone(), root.single()?.clone()))
    }

    fn remove(&mut self, variable: &Variable, value: &Integer) -> bool {
        let Some(domain) = self.domains.get_mut(&variable.id()) else {
            return true;
        };
        self.changed |= domain.remove(value);
        !domain.is_empty()
    }

    /// The smallest interval around the domain of a variable.
    pub(crate) fn variable_hull(&self, variable: &Variable) -> Interval {
        match (self.domains.get(&variable.id()), self.known.get(variable)) {
            (Some(domain), _) => domain.hull(),
            (None, Some(value)) => Interval::point(value.clone()),
            (None, None) => Interval::all(),
        }
    }

    /// An interval that contains every value which the term can have.
    pub(crate) fn hull(&self, term: &Term) -> Interval {
        match term {
            Term::Constant(value) => return Interval::point(value.clone()),
            Term::Variable(variable) => return self.variable_hull(variable),
            _ if !self.enter() => return Interval::all(),
            _ => {}
        }
        let hull = self.operation_hull(term);
        self.leave();
        hull
    }

    fn operation_hull(&self, term: &Term) -> Interval {
        match term {
            Term::Constant(value) => Interval::point(value.clone()),
            Term::Variable(variable) => self.variable_hull(variable),
            Term::Sum(parts) => parts
                .iter()
                .fold(Interval::point(Integer::ZERO), |sum, part| {
                    sum.plus(&self.hull(part))
                }),
            Term::Scaled(factor, inner) => self.hull(inner).times(factor),
            Term::Floor(form) => real_bounds::floor_hull(self, form),
            Term::Absolute(inner) => absolute(&self.hull(inner)),
            Term::Minimum(terms) => self.extremum_hull(terms, minimum),
            Term::Maximum(terms) => self.extremum_hull(terms, maximum),
            Term::Modulo(inner, modulus) => modulo(&self.hull(inner), &Integer::from(modulus)),
            Term::Quotient(inner, divisor) => quotient(&self.hull(inner), &Integer::from(divisor)),
            Term::NimSum(terms) => {
                let hulls: Vec<Interval> = terms.iter().map(|term| self.hull(term)).collect();
                nim_sum(&hulls)
            }
            Term::Shift(direction, inner, system) => {
                shift_hull(*direction, &self.hull(inner), system)
            }
            Term::Choice(_, yes, no) => self.hull(yes).hull(&self.hull(no)),
            Term::Named(_, inner) => self.hull(inner),
        }
    }

    fn extremum_hull(
        &self,
        terms: &[Term],
        join: fn(&Interval, &Interval) -> Interval,
    ) -> Interval {
        let hulls = terms.iter().map(|term| self.hull(term));
        hulls
            .reduce(|a, b| join(&a, &b))
            .unwrap_or_else(Interval::all)
    }

    /// What is left if the value of the term lies in the interval. No if it cannot.
    pub(crate) fn narrow(&mut self, term: &Term, target: &Interval) -> bool {
        if !self.enter() {
            return true;
        }
        let hull = self.hull(term);
        let possible = if target.covers(&hull) {
            true
        } else {
            let target = hull.intersection(target);
            !target.is_empty() && self.narrow_operands(term, &target)
        };
        self.leave();
        possible
    }

    fn narrow_operands(&mut self, term: &Term, target: &Interval) -> bool {
        match term {
            Term::Constant(_) => true,
            Term::Variable(variable) => self.narrow_variable(variable, target),
            Term::Sum(parts) => match cases::first_condition(parts) {
                Some(condition) => self.narrow_by_cases(term, condition, target),
                None => self.narrow_sum(parts, target) && real_bounds::relax(self, term, target),
            },
            Term::Scaled(factor, inner) => self.narrow(inner, &target.divided(factor)),
            Term::Floor(form) => {
                real_bounds::narrow_floor(self, form, target)
                    && real_bounds::relax(self, term, target)
            }
            Term::Absolute(inner) => self.narrow_absolute(inner, target),
            Term::Minimum(terms) => self.narrow_minimum(terms, target, false),
            Term::Maximum(terms) => self.narrow_minimum(terms, &target.negated(), true),
            Term::Modulo(inner, modulus) => {
                self.narrow_modulo(inner, &Integer::from(modulus), target)
            }
            Term::Quotient(inner, divisor) => {
                let divisor = Integer::from(divisor);
                let high = target
                    .high
                    .as_ref()
                    .map(|high| (high + Integer::ONE) * &divisor - Integer::ONE);
                self.narrow(
                    inner,
                    &Interval {
                        low: target.low.as_ref().map(|low| low * divisor),
                        high,
                    },
                )
            }
            Term::NimSum(terms) => self.narrow_nim_sum(terms, target),
            Term::Shift(direction, inner, system) => {
                self.narrow(inner, &shift_preimage(*direction, target, system))
            }
            Term::Choice(condition, yes, no) => self.require_one(2, |bounds, index| match index {
                0 => bounds.require(condition, true) && bounds.narrow(yes, target),
                _ => bounds.require(condition, false) && bounds.narrow(no, target),
            }),
            Term::Named(_, inner) => self.narrow(inner, target),
        }
    }

    fn narrow_variable(&mut self, variable: &Variable, target: &Interval) -> bool {
        match self.domains.get_mut(&variable.id()) {
            Some(domain) => {
                self.changed |= domain.intersect(target);
                !domain.is_empty()
            }
            None => self
                .known
                .get(variable)
                .is_none_or(|value| target.contains(value)),
        }
    }

    /// Takes the condition as true and as false, and leaves what either leaves.
    fn narrow_by_cases(&mut self, term: &Term, condition: &Formula, target: &Interval) -> bool {
        self.require_one(2, |bounds, index| {
            let truth = index == 0;
            bounds.require(condition, truth)
                && bounds.narrow(&cases::decided(term, condition, truth), target)
        })
    }

    /// Each part is the target less the others.
    fn narrow_sum(&mut self, parts: &[Term], target: &Interval) -> bool {
        let hulls: Vec<Interval> = parts.iter().map(|part| self.hull(part)).collect();
        let zero = Interval::point(Integer::ZERO);
        let mut after = vec![zero.clone()];
        for hull in hulls.iter().skip(1).rev() {
            let sum = hull.plus(after.last().expect("it starts with zero"));
            after.push(sum);
        }
        let mut before = zero;
        for (part, hull) in parts.iter().zip(&hulls) {
            let others = before.plus(&after.pop().expect("one for each part"));
            if hull.single().is_none() && !self.narrow(part, &target.minus(&others)) {
                return false;
            }
            before = before.plus(hull);
        }
        true
    }

    fn narrow_absolute(&mut self, inner: &Term, target: &Interval) -> bool {
        let negative = target.negated();
        if target.low.as_ref().is_none_or(|low| *low <= Integer::ZERO) {
            return self.narrow(inner, &target.hull(&negative));
        }
        self.require_one(2, |bounds, index| {
            bounds.narrow(inner, if index == 0 { target } else { &negative })
        })
    }

    /// The least of the terms, or of their negatives, lies in the target.
    fn narrow_minimum(&mut self, terms: &[Term], target: &Interval, negate: bool) -> bool {
        let seen = |interval: Interval| if negate { interval.negated() } else { interval };
        let no_less = Interval {
            low: target.low.clone(),
            high: None,
        };
        for term in terms {
            if !self.narrow(term, &seen(no_less.clone())) {
                return false;
            }
        }
        let reaches = |term: &&Term| !target.intersection(&seen(self.hull(term))).is_empty();
        let mut candidates = terms.iter().filter(reaches);
        match (candidates.next(), candidates.next()) {
            (None, _) => false,
            (Some(only), None) => self.narrow(only, &seen(target.clone())),
            _ => true,
        }
    }

    fn narrow_modulo(&mut self, inner: &Term, modulus: &Integer, target: &Interval) -> bool {
        let (Some(low), Some(high)) = (&target.low, &target.high) else {
            return true;
        };
        if *modulus <= Integer::ZERO {
            return true;
        }
        let hull = self.hull(inner);
        let up = hull.low.as_ref().map(|start| {
            let residue = start.mod_op(modulus);
            if residue < *low {
                start + low - residue
            } else if residue > *high {
                start + modulus + low - residue
            } else {
                start.clone()
            }
        });
        let down = hull.high.as_ref().map(|end| {
            let residue = end.mod_op(modulus);
            if residue > *high {
                end + high - residue
            } else if residue < *low {
                end - modulus + high - residue
            } else {
                end.clone()
            }
        });
        self.narrow(
            inner,
            &Interval {
                low: up,
                high: down,
            },
        )
    }

    /// `a xor r` lies between `a - r` and `a + r`, and is exact where all but one operand are known.
    fn narrow_nim_sum(&mut self, terms: &[Term], target: &Interval) -> bool {
        let hulls: Vec<Interval> = terms.iter().map(|term| self.hull(term)).collect();
        if hulls
            .iter()
            .any(|hull| hull.low.as_ref().is_none_or(|low| *low < Integer::ZERO))
        {
            return true;
        }
        (0..terms.len()).all(|index| {
            let others: Vec<Interval> = hulls
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, hull)| hull.clone())
                .collect();
            let rest = nim_sum(&others);
            self.narrow(&terms[index], &nim_sum(&[rest, target.clone()]))
        })
    }
}

fn union(
    mut domains: BTreeMap<u32, IntervalUnion>,
    others: &BTreeMap<u32, IntervalUnion>,
) -> BTreeMap<u32, IntervalUnion> {
    for (id, domain) in &mut domains {
        if let Some(other) = others.get(id)
            && other != domain
        {
            *domain = domain.union(other);
        }
    }
    domains
}
