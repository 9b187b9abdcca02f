//! LinearForm forms, and the literals that rules are cut into.

use std::sync::Arc;

use super::node::{Node, Slot, Test, ValueError, add, times};
use super::set::UnarySet;

/// `Σ c·slot + Σ c·term + constant`, where the terms are not linear.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct LinearForm {
    /// Coefficients other than zero, by slot, ascending.
    pub(crate) slots: Vec<(Slot, i64)>,
    /// Coefficients of terms that are not linear.
    pub(crate) terms: Vec<(i64, Node)>,
    /// The constant.
    pub(crate) constant: i64,
}

impl LinearForm {
    /// The linear form of a term.
    pub(crate) fn new(node: &Node) -> Result<Self, ValueError> {
        let mut form = Self::default();
        form.collect(1, node)?;
        Ok(form)
    }

    fn collect(&mut self, factor: i64, node: &Node) -> Result<(), ValueError> {
        match node {
            Node::Constant(value) => self.constant = add(self.constant, times(factor, *value)?)?,
            Node::Slot(slot) => self.add_slot(*slot, factor)?,
            Node::Sum(parts) => parts
                .iter()
                .try_for_each(|part| self.collect(factor, part))?,
            Node::Scaled(other, inner) => self.collect(times(factor, *other)?, inner)?,
            _ if factor == 0 => {}
            other => self.terms.push((factor, other.clone())),
        }
        Ok(())
    }

    fn add_slot(&mut self, slot: Slot, factor: i64) -> Result<(), ValueError> {
        match self.slots.binary_search_by_key(&slot, |(slot, _)| *slot) {
            Ok(index) => {
                self.slots[index].1 = add(self.slots[index].1, factor)?;
                if self.slots[index].1 == 0 {
                    self.slots.remove(index);
                }
            }
            Err(index) if factor != 0 => self.slots.insert(index, (slot, factor)),
            Err(_) => {}
        }
        Ok(())
    }

    /// The sum with a multiple of another form.
    pub(crate) fn plus(mut self, factor: i64, other: &Self) -> Result<Self, ValueError> {
        for (slot, coefficient) in &other.slots {
            self.add_slot(*slot, times(factor, *coefficient)?)?;
        }
        for (coefficient, node) in &other.terms {
            self.terms
                .push((times(factor, *coefficient)?, node.clone()));
        }
        self.constant = add(self.constant, times(factor, other.constant)?)?;
        Ok(self)
    }

    /// The sum with a constant.
    pub(crate) fn shifted(mut self, by: i64) -> Result<Self, ValueError> {
        self.constant = add(self.constant, by)?;
        Ok(self)
    }

    /// A multiple.
    pub(crate) fn scaled(&self, factor: i64) -> Result<Self, ValueError> {
        Self::default().plus(factor, self)
    }

    /// The coefficient of a slot.
    pub(crate) fn coefficient(&self, slot: Slot) -> i64 {
        self.slots
            .iter()
            .find(|(other, _)| *other == slot)
            .map_or(0, |(_, coefficient)| *coefficient)
    }

    /// The form with another one in place of a slot, also inside its terms.
    pub(crate) fn substituted(&self, slot: Slot, by: &Self) -> Result<Self, ValueError> {
        let node = by.node();
        let mut form = Self {
            slots: self.slots.clone(),
            terms: Vec::new(),
            constant: self.constant,
        };
        for (coefficient, term) in &self.terms {
            form.collect(*coefficient, &term.substituted(slot, &node))?;
        }
        let factor = self.coefficient(slot);
        form.slots.retain(|(other, _)| *other != slot);
        form.plus(factor, by)
    }

    /// Does it have neither slots nor terms?
    pub(crate) fn is_constant(&self) -> bool {
        self.slots.is_empty() && self.terms.is_empty()
    }

    /// Does some slot satisfy the predicate, also inside its terms?
    pub(crate) fn mentions(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        self.slots.iter().any(|(slot, _)| which(*slot)) || self.terms_mention(which)
    }

    /// Does some slot inside its terms satisfy the predicate?
    pub(crate) fn terms_mention(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        self.terms.iter().any(|(_, term)| term.mentions(which))
    }

    /// The form as a term.
    pub(crate) fn node(&self) -> Node {
        let slots = self
            .slots
            .iter()
            .map(|(slot, factor)| Node::Slot(*slot).scaled(*factor));
        let terms = self
            .terms
            .iter()
            .map(|(factor, term)| term.clone().scaled(*factor));
        Node::Sum(
            slots
                .chain(terms)
                .chain([Node::Constant(self.constant)])
                .collect(),
        )
    }
}

/// A condition that loops can use.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    /// True or false.
    Constant(bool),
    /// The form is at most zero.
    AtMostZero(LinearForm),
    /// The form is zero.
    Zero(LinearForm),
    /// The form is not zero.
    NotZero(LinearForm),
    /// The residue of the form is one of those marked; there are as many as the modulus.
    Residue(LinearForm, Arc<[bool]>),
    /// The value of the form belongs to the set, or does not.
    Member(LinearForm, Arc<UnarySet>, bool),
    /// Anything else: evaluated as it stands.
    Other(Arc<Test>, bool),
}

impl Literal {
    /// The form is at most zero; decided if the form is constant.
    pub(crate) fn at_most_zero(form: LinearForm) -> Self {
        if form.is_constant() {
            Self::Constant(form.constant <= 0)
        } else {
            Self::AtMostZero(form)
        }
    }

    /// The form is zero; decided if the form is constant.
    pub(crate) fn zero(form: LinearForm) -> Self {
        if form.is_constant() {
            Self::Constant(form.constant == 0)
        } else {
            Self::Zero(form)
        }
    }

    /// The literal that holds exactly where this one does not.
    pub(crate) fn negated(&self) -> Result<Self, ValueError> {
        Ok(match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::AtMostZero(form) => Self::at_most_zero(form.scaled(-1)?.shifted(1)?),
            Self::Zero(form) => Self::NotZero(form.clone()),
            Self::NotZero(form) => Self::Zero(form.clone()),
            Self::Residue(form, residues) => {
                Self::Residue(form.clone(), residues.iter().map(|held| !held).collect())
            }
            Self::Member(form, set, member) => Self::Member(form.clone(), Arc::clone(set), !member),
            Self::Other(test, truth) => Self::Other(Arc::clone(test), !truth),
        })
    }

    /// Does some slot satisfy the predicate?
    pub(crate) fn mentions(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        match self {
            Self::Constant(_) => false,
            Self::Other(test, _) => test.mentions(which),
            Self::AtMostZero(form)
            | Self::Zero(form)
            | Self::NotZero(form)
            | Self::Residue(form, _)
            | Self::Member(form, ..) => form.mentions(which),
        }
    }

    /// The literal with a form in place of a slot.
    pub(crate) fn substituted(&self, slot: Slot, by: &LinearForm) -> Result<Self, ValueError> {
        Ok(match self {
            Self::Constant(_) => self.clone(),
            Self::AtMostZero(form) => Self::at_most_zero(form.substituted(slot, by)?),
            Self::Zero(form) => Self::zero(form.substituted(slot, by)?),
            Self::NotZero(form) => Self::zero(form.substituted(slot, by)?).negated()?,
            Self::Residue(form, residues) => {
                Self::Residue(form.substituted(slot, by)?, Arc::clone(residues))
            }
            Self::Member(form, set, member) => {
                Self::Member(form.substituted(slot, by)?, Arc::clone(set), *member)
            }
            Self::Other(test, truth) => {
                Self::Other(Arc::new(test.substituted(slot, &by.node())), *truth)
            }
        })
    }

    /// The literal as a condition.
    pub(crate) fn test(&self) -> Test {
        match self {
            Self::Constant(value) => Test::Constant(*value),
            Self::AtMostZero(form) => Test::AtMostZero(form.node()),
            Self::Zero(form) => Test::Zero(form.node()),
            Self::NotZero(form) => Test::Zero(form.node()).negated(),
            Self::Residue(form, residues) => {
                let modulus = i64::try_from(residues.len()).expect("residues fit in memory");
                let residue = Node::Modulo(Box::new(form.node()), modulus);
                let held = (0..).zip(residues.iter()).filter(|(_, held)| **held);
                Test::Or(
                    held.map(|(value, _)| Test::Zero(residue.clone().plus(Node::Constant(-value))))
                        .collect(),
                )
            }
            Self::Member(form, set, member) => {
                let test = Test::Member(form.node(), Arc::clone(set));
                if *member { test } else { test.negated() }
            }
            Self::Other(test, truth) => {
                if *truth {
                    test.as_ref().clone()
                } else {
                    test.as_ref().clone().negated()
                }
            }
        }
    }
}
