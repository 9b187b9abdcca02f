//! Terms and conditions over machine integers.
//!
//! The solver asks the same formulas many million times, so it keeps them without names and with `i64` in
//! place of integers of any size. Every operation is checked: a number that does not fit is an error, never
//! a wrong answer. A quantifier is decided by searching the naturals that [`super::bounds`] cannot exclude.

use std::sync::Arc;

use logic::digits::{DigitCondition, Direction};
use logic::evaluate::Evaluator;
use logic::watch::Stopped;
use numeration::named::NamedSystem;
use numeration::natural::{Integer, Natural};
use numeration::real::{Real, floor_of};
use thiserror::Error;

use super::bounds;
use super::set::UnarySet;

/// Where the value of a variable stands: piles before the move, piles after it, then quantified numbers.
pub(crate) type Slot = usize;

/// An integer-valued term.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Constant(i64),
    Slot(Slot),
    Sum(Vec<Node>),
    Scaled(i64, Box<Node>),
    /// `node div divisor`, rounded down; the divisor is positive. `floor` of a rational form is one, too.
    Quotient(Box<Node>, i64),
    /// `node mod divisor` in `0..divisor`; the divisor is positive.
    Modulo(Box<Node>, i64),
    /// The floor of a form with an irrational coefficient.
    Floor(Arc<Floor>),
    Absolute(Box<Node>),
    Minimum(Vec<Node>),
    Maximum(Vec<Node>),
    NimSum(Vec<Node>),
    /// The digits of a natural number in a system, shifted by one place.
    Shift(Direction, Box<Node>, Arc<NamedSystem>),
    Choice(Box<Test>, Box<Node>, Box<Node>),
}

/// A real-linear form under a floor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Floor {
    pub(crate) parts: Vec<(Coefficient, Node)>,
    pub(crate) constant: Coefficient,
}

/// A real constant with fractions close to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Coefficient {
    pub(crate) real: Real,
    /// The floor of its product with [`Coefficient::SCALE`], if that fits.
    pub(crate) scaled: Option<i64>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    Constant(bool),
    /// The term is at most zero.
    AtMostZero(Node),
    /// The term is zero.
    Zero(Node),
    /// The value of the term belongs to a set.
    Member(Node, Arc<UnarySet>),
    /// The digits of the values satisfy a condition.
    Digits(Vec<Node>, Arc<DigitCondition>),
    Not(Box<Test>),
    And(Vec<Test>),
    Or(Vec<Test>),
    /// Both or neither.
    Same(Box<Test>, Box<Test>),
    /// Some natural number in the slot makes the body true.
    Exists(Slot, Box<Test>),
}

/// Why a term or condition has no value in machine integers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// A number of the rules leaves the range of machine integers on the region that was asked for.
    #[error("a number in the rules is too large for the solver")]
    TooLarge,
    /// `xor` of a negative number.
    #[error("the nim-sum of a negative number is not defined")]
    NegativeNimSum,
    /// Digits of a negative number.
    #[error("the digits of a negative number are not defined")]
    NegativeDigits,
    /// A quantifier whose search cannot be bounded.
    #[error("no bound was found for a number that a rule only says to exist")]
    Unbounded,
    /// A quantifier whose search takes too long.
    #[error("the search for a number that a rule only says to exist takes too long")]
    TooLong,
    /// The work was stopped.
    #[error("{0}")]
    Stopped(Stopped),
    /// A variable that is neither a pile nor quantified.
    #[error("{0} is neither a pile nor a quantified number")]
    Unknown(String),
    /// The floor of a real could not be decided.
    #[error("{0}")]
    Real(String),
}

impl Node {
    /// The value, with every slot the term mentions filled.
    pub(crate) fn value(&self, slots: &mut [i64]) -> Result<i64, ValueError> {
        Ok(match self {
            Self::Constant(value) => *value,
            Self::Slot(slot) => slots[*slot],
            Self::Sum(parts) => parts
                .iter()
                .try_fold(0i64, |sum, part| add(sum, part.value(slots)?))?,
            Self::Scaled(factor, inner) => times(*factor, inner.value(slots)?)?,
            Self::Quotient(inner, divisor) => inner.value(slots)?.div_euclid(*divisor),
            Self::Modulo(inner, divisor) => inner.value(slots)?.rem_euclid(*divisor),
            Self::Floor(floor) => floor.value(slots)?,
            Self::Absolute(inner) => inner
                .value(slots)?
                .checked_abs()
                .ok_or(ValueError::TooLarge)?,
            Self::Minimum(parts) => extreme(parts, slots, i64::min)?,
            Self::Maximum(parts) => extreme(parts, slots, i64::max)?,
            Self::NimSum(parts) => {
                parts
                    .iter()
                    .try_fold(0i64, |sum, part| match part.value(slots)? {
                        value if value < 0 => Err(ValueError::NegativeNimSum),
                        value => Ok(sum ^ value),
                    })?
            }
            Self::Shift(direction, inner, system) => {
                let number = natural(inner.value(slots)?)?;
                let shifted = direction.of_word(number, system);
                moderate(shifted.and_then(|shifted| i64::try_from(shifted).ok()))?
            }
            Self::Choice(test, yes, no) => {
                if test.holds(slots)? {
                    yes.value(slots)?
                } else {
                    no.value(slots)?
                }
            }
        })
    }

    /// The term that is its negative.
    pub(crate) fn negated(self) -> Self {
        self.scaled(-1)
    }

    /// A multiple.
    pub(crate) fn scaled(self, factor: i64) -> Self {
        if factor == 1 {
            self
        } else {
            Self::Scaled(factor, Box::new(self))
        }
    }

    /// The sum of two terms.
    pub(crate) fn plus(self, other: Self) -> Self {
        match self {
            Self::Sum(mut parts) => {
                parts.push(other);
                Self::Sum(parts)
            }
            first => Self::Sum(vec![first, other]),
        }
    }

    /// Does some slot of the term satisfy the predicate?
    pub(crate) fn mentions(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        match self {
            Self::Constant(_) => false,
            Self::Slot(slot) => which(*slot),
            Self::Scaled(_, inner)
            | Self::Quotient(inner, _)
            | Self::Modulo(inner, _)
            | Self::Absolute(inner)
            | Self::Shift(_, inner, _) => inner.mentions(which),
            Self::Sum(parts)
            | Self::Minimum(parts)
            | Self::Maximum(parts)
            | Self::NimSum(parts) => parts.iter().any(|part| part.mentions(which)),
            Self::Floor(floor) => floor.parts.iter().any(|(_, part)| part.mentions(which)),
            Self::Choice(test, yes, no) => {
                test.mentions(which) || yes.mentions(which) || no.mentions(which)
            }
        }
    }

    pub(crate) fn visit_slots(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Self::Constant(_) => {}
            Self::Slot(slot) => visit(*slot),
            Self::Scaled(_, inner)
            | Self::Quotient(inner, _)
            | Self::Modulo(inner, _)
            | Self::Absolute(inner)
            | Self::Shift(_, inner, _) => {
                inner.visit_slots(visit);
            }
            Self::Sum(parts)
            | Self::Minimum(parts)
            | Self::Maximum(parts)
            | Self::NimSum(parts) => {
                parts.iter().for_each(|part| part.visit_slots(visit));
            }
            Self::Floor(floor) => floor
                .parts
                .iter()
                .for_each(|(_, part)| part.visit_slots(visit)),
            Self::Choice(test, yes, no) => {
                test.visit_slots(visit);
                yes.visit_slots(visit);
                no.visit_slots(visit);
            }
        }
    }

    /// The term with another term in place of a slot.
    pub(crate) fn substituted(&self, slot: Slot, by: &Node) -> Self {
        let inside = |inner: &Node| Box::new(inner.substituted(slot, by));
        let all = |parts: &[Node]| {
            parts
                .iter()
                .map(|part| part.substituted(slot, by))
                .collect()
        };
        match self {
            Self::Constant(_) => self.clone(),
            Self::Slot(other) if *other == slot => by.clone(),
            Self::Slot(_) => self.clone(),
            Self::Sum(parts) => Self::Sum(all(parts)),
            Self::Scaled(factor, inner) => Self::Scaled(*factor, inside(inner)),
            Self::Quotient(inner, divisor) => Self::Quotient(inside(inner), *divisor),
            Self::Modulo(inner, divisor) => Self::Modulo(inside(inner), *divisor),
            Self::Floor(floor) => {
                let parts = floor
                    .parts
                    .iter()
                    .map(|(c, part)| (c.clone(), part.substituted(slot, by)))
                    .collect();
                Self::Floor(Arc::new(Floor {
                    parts,
                    constant: floor.constant.clone(),
                }))
            }
            Self::Absolute(inner) => Self::Absolute(inside(inner)),
            Self::Minimum(parts) => Self::Minimum(all(parts)),
            Self::Maximum(parts) => Self::Maximum(all(parts)),
            Self::NimSum(parts) => Self::NimSum(all(parts)),
            Self::Shift(direction, inner, system) => {
                Self::Shift(*direction, inside(inner), Arc::clone(system))
            }
            Self::Choice(test, yes, no) => Self::Choice(
                Box::new(test.substituted(slot, by)),
                inside(yes),
                inside(no),
            ),
        }
    }
}

impl Test {
    /// Is it true, with every free slot filled? The slots of its quantifiers are overwritten.
    pub(crate) fn holds(&self, slots: &mut [i64]) -> Result<bool, ValueError> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::AtMostZero(node) => Ok(node.value(slots)? <= 0),
            Self::Zero(node) => Ok(node.value(slots)? == 0),
            Self::Member(node, set) => {
                let value = node.value(slots)?;
                set.contains(value)
            }
            Self::Digits(nodes, condition) => digits_hold(nodes, condition, slots),
            Self::Not(inner) => Ok(!inner.holds(slots)?),
            Self::And(parts) => {
                for part in parts {
                    if !part.holds(slots)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Self::Or(parts) => {
                for part in parts {
                    if part.holds(slots)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Self::Same(left, right) => Ok(left.holds(slots)? == right.holds(slots)?),
            Self::Exists(slot, body) => bounds::exists(*slot, body, slots),
        }
    }

    /// The condition that holds exactly where this one does not.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Does some free slot satisfy the predicate?
    pub(crate) fn mentions(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        match self {
            Self::Constant(_) => false,
            Self::AtMostZero(node) | Self::Zero(node) | Self::Member(node, _) => {
                node.mentions(which)
            }
            Self::Digits(nodes, _) => nodes.iter().any(|node| node.mentions(which)),
            Self::Not(inner) => inner.mentions(which),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(|part| part.mentions(which)),
            Self::Same(left, right) => left.mentions(which) || right.mentions(which),
            Self::Exists(bound, body) => body.mentions(&|slot| slot != *bound && which(slot)),
        }
    }

    /// How many slots are mentioned, each as often as it is; and how often this one.
    pub(crate) fn mentions_count(&self, slot: Slot) -> (usize, usize) {
        let (mut all, mut own) = (0, 0);
        self.visit_slots(&mut |other| {
            all += 1;
            own += usize::from(other == slot);
        });
        (all, own)
    }

    /// One more than the largest slot that occurs, also under quantifiers.
    pub(crate) fn width(&self) -> usize {
        let mut width = 0;
        self.visit_slots(&mut |slot| width = width.max(slot + 1));
        width
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Self::Constant(_) => {}
            Self::AtMostZero(node) | Self::Zero(node) | Self::Member(node, _) => {
                node.visit_slots(visit)
            }
            Self::Digits(nodes, _) => nodes.iter().for_each(|node| node.visit_slots(visit)),
            Self::Not(inner) => inner.visit_slots(visit),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.visit_slots(visit))
            }
            Self::Same(left, right) => {
                left.visit_slots(visit);
                right.visit_slots(visit);
            }
            Self::Exists(slot, body) => {
                visit(*slot);
                body.visit_slots(visit);
            }
        }
    }

    /// The condition with a term in place of a slot.
    pub(crate) fn substituted(&self, slot: Slot, by: &Node) -> Self {
        let all = |parts: &[Test]| {
            parts
                .iter()
                .map(|part| part.substituted(slot, by))
                .collect()
        };
        match self {
            Self::Constant(_) => self.clone(),
            Self::AtMostZero(node) => Self::AtMostZero(node.substituted(slot, by)),
            Self::Zero(node) => Self::Zero(node.substituted(slot, by)),
            Self::Member(node, set) => Self::Member(node.substituted(slot, by), Arc::clone(set)),
            Self::Digits(nodes, condition) => {
                let nodes = nodes.iter().map(|node| node.substituted(slot, by));
                Self::Digits(nodes.collect(), Arc::clone(condition))
            }
            Self::Not(inner) => Self::Not(Box::new(inner.substituted(slot, by))),
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
            Self::Same(left, right) => Self::Same(
                Box::new(left.substituted(slot, by)),
                Box::new(right.substituted(slot, by)),
            ),
            Self::Exists(bound, body) => Self::Exists(*bound, Box::new(body.substituted(slot, by))),
        }
    }
}

impl Floor {
    fn value(&self, slots: &mut [i64]) -> Result<i64, ValueError> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for (coefficient, part) in &self.parts {
            parts.push((coefficient.real.clone(), Integer::from(part.value(slots)?)));
        }
        let floor = floor_of(&parts, &self.constant.real)
            .map_err(|error| ValueError::Real(error.to_string()))?;
        moderate(i64::try_from(&floor).ok())
    }
}

impl Coefficient {
    /// How finely a coefficient is bracketed.
    pub(crate) const SCALE: i64 = 1 << 24;

    pub(crate) fn new(real: Real) -> Self {
        let scaled = real.floor_multiple(&Integer::from(Self::SCALE)).ok();
        let scaled = scaled.and_then(|floor| i64::try_from(&floor).ok());
        Self { real, scaled }
    }
}

/// Is a condition true of the digits of some values? What machine words do not show is worked out at any size.
fn digits_hold(
    nodes: &[Node],
    condition: &DigitCondition,
    slots: &mut [i64],
) -> Result<bool, ValueError> {
    let mut numbers = Vec::with_capacity(nodes.len());
    for node in nodes {
        numbers.push(natural(node.value(slots)?)?);
    }
    if let Some(truth) = condition.holds_words(&numbers) {
        return Ok(truth);
    }
    let numbers: Vec<Natural> = numbers.into_iter().map(Natural::from).collect();
    let truth = condition.holds(&numbers, &Evaluator::default());
    truth.map_err(|error| ValueError::Real(error.to_string()))
}

fn natural(value: i64) -> Result<u64, ValueError> {
    u64::try_from(value).map_err(|_| ValueError::NegativeDigits)
}

fn extreme(
    parts: &[Node],
    slots: &mut [i64],
    better: fn(i64, i64) -> i64,
) -> Result<i64, ValueError> {
    let mut best = None;
    for part in parts {
        let value = part.value(slots)?;
        best = Some(best.map_or(value, |best| better(best, value)));
    }
    best.ok_or(ValueError::TooLarge)
}

/// Numbers stay below this, so that their negatives and small sums fit.
const LARGEST: u64 = 1 << 62;

/// The number, if it is small enough.
pub(crate) fn moderate(value: Option<i64>) -> Result<i64, ValueError> {
    value
        .filter(|value| value.unsigned_abs() < LARGEST)
        .ok_or(ValueError::TooLarge)
}

/// The checked sum.
pub(crate) fn add(left: i64, right: i64) -> Result<i64, ValueError> {
    moderate(left.checked_add(right))
}

/// The checked product.
pub(crate) fn times(left: i64, right: i64) -> Result<i64, ValueError> {
    moderate(left.checked_mul(right))
}
