//! Values of forms and truth of conditions.

use std::mem;

use numeration::natural::{Integer, Natural};
use numeration::real::floor_of;

use super::{Atom, Floor, LinearForm, Relation, Slot, Test, ValueError, search};
use crate::digits::DigitCondition;
use crate::evaluate::Evaluator;

/// What stands in the slot of a variable that has no value.
pub(crate) const OPEN: i64 = i64::MIN;

/// How quantifiers are decided, and digits that machine words do not show.
#[derive(Clone, Copy)]
pub(crate) enum Quantified {
    /// The naturals that cannot be excluded are tried.
    Searched,
    /// Only where an equation leaves one number: nothing takes long.
    Fixed,
}

/// What an equation makes of a variable: only this value can be meant, or no natural number can.
type Root = Option<i64>;

impl LinearForm {
    /// The value, with every slot that the form mentions filled.
    #[inline]
    pub fn value(&self, slots: &mut [i64]) -> Result<i64, ValueError> {
        self.at(slots, Quantified::Searched)
    }

    fn at(&self, slots: &mut [i64], how: Quantified) -> Result<i64, ValueError> {
        self.without(None, slots, how)
    }

    /// The value without the multiple of a slot itself.
    fn without(
        &self,
        left_out: Option<Slot>,
        slots: &mut [i64],
        how: Quantified,
    ) -> Result<i64, ValueError> {
        let mut sum = self.constant;
        for (slot, factor) in &self.slots {
            match slots[*slot] {
                _ if Some(*slot) == left_out => {}
                OPEN => return Err(ValueError::Open),
                value => sum = added(sum, *factor, value)?,
            }
        }
        for (factor, atom) in &self.terms {
            sum = added(sum, *factor, atom.at(slots, how)?)?;
        }
        Ok(sum)
    }
}

impl Atom {
    /// The value, with every slot that the term mentions filled.
    #[inline]
    pub fn value(&self, slots: &mut [i64]) -> Result<i64, ValueError> {
        self.at(slots, Quantified::Searched)
    }

    fn at(&self, slots: &mut [i64], how: Quantified) -> Result<i64, ValueError> {
        Ok(match self {
            Self::Quotient(form, divisor) => form.at(slots, how)?.div_euclid(*divisor),
            Self::Modulo(form, divisor) => form.at(slots, how)?.rem_euclid(*divisor),
            Self::Floor(floor) => floor.at(slots, how)?,
            Self::Maximum(forms) => {
                let mut best = None;
                for form in forms {
                    best = best.max(Some(form.at(slots, how)?));
                }
                best.ok_or(ValueError::TooLarge)?
            }
            Self::NimSum(forms) => {
                let mut sum = 0;
                for form in forms {
                    match form.at(slots, how)? {
                        value if value < 0 => return Err(ValueError::NegativeNimSum),
                        value => sum ^= value,
                    }
                }
                sum
            }
            Self::Shift(direction, form, system) => {
                let number = natural(form.at(slots, how)?)?;
                let shifted = direction.of_word(number, system);
                moderate(shifted.and_then(|shifted| i64::try_from(shifted).ok()))?
            }
            Self::Choice(parts) => {
                let (test, yes, no) = parts.as_ref();
                let branch = if test.truth(slots, how)? { yes } else { no };
                branch.at(slots, how)?
            }
        })
    }
}

impl Floor {
    fn at(&self, slots: &mut [i64], how: Quantified) -> Result<i64, ValueError> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for (factor, form) in &self.parts {
            parts.push((factor.real.clone(), Integer::from(form.at(slots, how)?)));
        }
        let floor = floor_of(&parts, &self.constant.real)
            .map_err(|error| ValueError::Real(error.to_string()))?;
        moderate(i64::try_from(&floor).ok())
    }
}

impl Test {
    /// Is it true, with every free slot filled? The slots of its quantifiers are overwritten.
    #[inline]
    pub fn holds(&self, slots: &mut [i64]) -> Result<bool, ValueError> {
        self.truth(slots, Quantified::Searched)
    }

    /// Are all of them true?
    pub fn all_hold(tests: &[Self], slots: &mut [i64]) -> Result<bool, ValueError> {
        all(tests.iter(), slots, Quantified::Searched)
    }

    pub(crate) fn truth(&self, slots: &mut [i64], how: Quantified) -> Result<bool, ValueError> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Unsaid(error) => Err(error.clone()),
            Self::AtMostZero(form) => Ok(form.at(slots, how)? <= 0),
            Self::Zero(form) => Ok(form.at(slots, how)? == 0),
            Self::Related(forms, relation) => relation.holds(forms, slots, how),
            Self::Not(inner) => Ok(!inner.truth(slots, how)?),
            Self::And(parts) => all(parts.iter(), slots, how),
            Self::Or(parts) => junction(parts.iter(), true, slots, how),
            Self::Same(pair) => {
                let [left, right] = pair.as_ref();
                Ok(left.truth(slots, how)? == right.truth(slots, how)?)
            }
            Self::Exists(slot, body) => body.holds_somewhere(*slot, slots, how),
        }
    }

    /// Does some natural number in the slot make it true?
    fn holds_somewhere(
        &self,
        slot: Slot,
        slots: &mut [i64],
        how: Quantified,
    ) -> Result<bool, ValueError> {
        let outer = mem::replace(&mut slots[slot], OPEN);
        let truth = match (self.root(slot, slots, how), how) {
            (Some(Some(value)), _) => {
                slots[slot] = value;
                self.truth(slots, how)
            }
            (Some(None), _) => Ok(false),
            (None, Quantified::Searched) => search::exists(slot, self, slots),
            (None, Quantified::Fixed) => Err(ValueError::Open),
        };
        slots[slot] = outer;
        truth
    }

    /// What one of the conjuncts makes of the open variable in a slot, if it leaves at most one
    /// value.
    fn root(&self, slot: Slot, slots: &mut [i64], how: Quantified) -> Option<Root> {
        match self {
            Self::And(parts) => parts.iter().find_map(|part| part.root(slot, slots, how)),
            Self::Zero(form) => form.root(slot, slots, how),
            Self::AtMostZero(form) if form.at(slots, how).is_ok_and(|value| value > 0) => {
                Some(None)
            }
            _ => None,
        }
    }
}

impl LinearForm {
    /// The natural number that an open variable must be for the form to be zero; nothing if it may
    /// be any.
    fn root(&self, slot: Slot, slots: &mut [i64], how: Quantified) -> Option<Root> {
        let rest = self.without(Some(slot), slots, how).ok()?;
        let slope = self.coefficient(slot);
        if slope == 0 {
            return (rest != 0).then_some(None);
        }
        let root = -rest / slope;
        Some((root >= 0 && root * slope == -rest).then_some(root))
    }
}

impl Relation {
    fn holds(
        &self,
        forms: &[LinearForm],
        slots: &mut [i64],
        how: Quantified,
    ) -> Result<bool, ValueError> {
        match (self, forms) {
            (Self::Member(set), [form]) => set.contains(form.at(slots, how)?),
            (Self::Member(_), _) => Ok(false),
            (Self::Digits(condition), forms) => {
                let mut numbers = Vec::with_capacity(forms.len());
                for form in forms {
                    numbers.push(natural(form.at(slots, how)?)?);
                }
                match (condition.holds_words(&numbers), how) {
                    (Some(truth), _) => Ok(truth),
                    (None, Quantified::Searched) => at_any_size(condition, numbers),
                    (None, Quantified::Fixed) => Err(ValueError::TooLarge),
                }
            }
        }
    }
}

/// Is a condition true of the digits of numbers? What machine words do not show is worked out at
/// any size.
fn at_any_size(condition: &DigitCondition, numbers: Vec<u64>) -> Result<bool, ValueError> {
    let numbers: Vec<Natural> = numbers.into_iter().map(Natural::from).collect();
    let truth = condition.holds(&numbers, &Evaluator::default());
    truth.map_err(|error| ValueError::Real(error.to_string()))
}

/// Are all of them true?
pub(crate) fn all<'t>(
    parts: impl Iterator<Item = &'t Test>,
    slots: &mut [i64],
    how: Quantified,
) -> Result<bool, ValueError> {
    junction(parts, false, slots, how)
}

/// The decisive truth if a part has it, and the other one if none has. An error counts only if no
/// part decides.
fn junction<'t>(
    parts: impl Iterator<Item = &'t Test>,
    decisive: bool,
    slots: &mut [i64],
    how: Quantified,
) -> Result<bool, ValueError> {
    let mut trouble = None;
    for part in parts {
        match part.truth(slots, how) {
            Ok(truth) if truth == decisive => return Ok(decisive),
            Ok(_) => {}
            Err(error) if error.is_final() => return Err(error),
            Err(error) => trouble = trouble.or(Some(error)),
        }
    }
    trouble.map_or(Ok(!decisive), Err)
}

fn natural(value: i64) -> Result<u64, ValueError> {
    u64::try_from(value).map_err(|_| ValueError::NegativeDigits)
}

/// The number, if it fits and its negative does, too.
pub(super) fn moderate(value: Option<i64>) -> Result<i64, ValueError> {
    value
        .filter(|value| *value != OPEN)
        .ok_or(ValueError::TooLarge)
}

/// The checked sum.
pub fn add(left: i64, right: i64) -> Result<i64, ValueError> {
    moderate(left.checked_add(right))
}

/// The checked product.
pub fn times(left: i64, right: i64) -> Result<i64, ValueError> {
    moderate(left.checked_mul(right))
}

/// The checked sum with a multiple; most are by 1 or -1.
#[inline]
fn added(sum: i64, factor: i64, value: i64) -> Result<i64, ValueError> {
    moderate(match factor {
        1 => sum.checked_add(value),
        -1 => sum.checked_sub(value),
        _ => value
            .checked_mul(factor)
            .and_then(|value| sum.checked_add(value)),
    })
}
