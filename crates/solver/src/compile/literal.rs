//! The literals that rules are cut into.

use std::sync::Arc;

use logic::core::{Atom, LinearForm, Relation, Slot, Test, UnarySet, ValueError};

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

impl From<Test> for Literal {
    /// A comparison or a constant; anything else stays as it stands.
    fn from(test: Test) -> Self {
        match test {
            Test::Constant(value) => Self::Constant(value),
            Test::AtMostZero(form) => Self::AtMostZero(form),
            Test::Zero(form) => Self::Zero(form),
            other => Self::Other(Arc::new(other), true),
        }
    }
}

impl Literal {
    /// The form is at most zero; decided if the form is constant.
    pub(crate) fn at_most_zero(form: LinearForm) -> Self {
        Test::at_most_zero(form).into()
    }

    /// The form is zero; decided if the form is constant.
    pub(crate) fn zero(form: LinearForm) -> Self {
        Test::zero(form).into()
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
            Self::Other(test, truth) => Self::Other(Arc::new(test.substituted(slot, by)?), *truth),
        })
    }

    /// The literal as a condition.
    pub(crate) fn test(&self) -> Test {
        match self {
            Self::Constant(value) => Test::Constant(*value),
            Self::AtMostZero(form) => Test::AtMostZero(form.clone()),
            Self::Zero(form) => Test::Zero(form.clone()),
            Self::NotZero(form) => Test::Zero(form.clone()).negated(),
            Self::Residue(form, residues) => {
                let modulus = i64::try_from(residues.len()).expect("residues fit in memory");
                let residue = LinearForm::from(Atom::Modulo(form.clone(), modulus));
                let held = (0..).zip(residues.iter()).filter(|(_, held)| **held);
                let is = |value: i64| {
                    Test::Zero(LinearForm {
                        constant: -value,
                        ..residue.clone()
                    })
                };
                Test::Or(held.map(|(value, _)| is(value)).collect())
            }
            Self::Member(form, set, member) => {
                let set = Relation::Member(Arc::clone(set));
                Test::Related(vec![form.clone()], set).signed(*member)
            }
            Self::Other(test, truth) => test.as_ref().clone().signed(*truth),
        }
    }
}
