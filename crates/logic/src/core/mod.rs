//! Formulas in machine words: the language in which they are run.
//!
//! The [surface](crate::formula) has what people write, and is what messages quote. Here, names are
//! gone, every comparison is a [`LinearForm`] that is zero or at most zero, and little is left:
//!
//! | on the surface | here |
//! | --- | --- |
//! | constant, variable, sum, multiple | [`LinearForm`] |
//! | `t div k`, the floor of a rational form | [`Atom::Quotient`] |
//! | the floor of any other real form | [`Atom::Floor`] |
//! | <code>&#124;t&#124;</code>, `min`, `max` | [`Atom::Maximum`], of `t` and `-t`, and of the negatives |
//! | `if`, how many piles change where the ways are many | [`Atom::Choice`] |
//! | `implies`, `forall` | [`Test::Or`], [`Test::Exists`] and [`Test::Not`] |
//! | how many piles change, sets | [`Test::Or`] of what is compared, [`Test::Exists`] for the variables of a set |
//! | conditions on digits, sets of numbers that are asked for often | [`Test::Related`] |
//!
//! [`Conditions`] makes it from the surface, once; the loops of the solver are planned with it, and
//! [`words`](crate::words) asks it. Every operation is checked: a number that does not fit is an
//! error, never a wrong answer. A part without a value spoils a condition only if the truth depends
//! on it, as in [`evaluate`](crate::evaluate).

mod making;
pub mod search;
mod table;
mod value;

use std::sync::Arc;

use numeration::named::NamedSystem;
use numeration::natural::{Integer, gcd};
use numeration::real::Real;
use thiserror::Error;
use watch::Stopped;

use crate::digits::{DigitCondition, Direction};

pub use making::Conditions;
pub use table::UnarySet;
pub(crate) use value::{OPEN, Quantified};
pub use value::{add, times};

/// Where the value of a variable stands.
pub type Slot = usize;

/// A sum of multiples of variables and of other terms, and a constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearForm {
    /// Coefficients other than zero, by slot, ascending.
    pub slots: Vec<(Slot, i64)>,
    /// Coefficients of terms that are not linear.
    pub terms: Vec<(i64, Atom)>,
    /// The constant.
    pub constant: i64,
}

/// A term that is not linear.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom {
    /// The form divided by a positive number, rounded down.
    Quotient(LinearForm, i64),
    /// The remainder of the form by a positive number, which is never negative.
    Modulo(LinearForm, i64),
    /// The floor of a form with an irrational coefficient.
    Floor(Arc<Floor>),
    /// The greatest of one or more forms.
    Maximum(Vec<LinearForm>),
    /// The nim-sum of naturals.
    NimSum(Vec<LinearForm>),
    /// The digits of a natural number in a system, shifted by one place.
    Shift(Direction, LinearForm, Arc<NamedSystem>),
    /// One form where the condition is true, another where it is not.
    Choice(Box<(Test, LinearForm, LinearForm)>),
}

/// A real-linear form under a floor.
#[derive(Clone, Debug, PartialEq)]
pub struct Floor {
    /// Real multiples of forms.
    pub parts: Vec<(Coefficient, LinearForm)>,
    /// The constant.
    pub constant: Coefficient,
}

/// A real constant with fractions close to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficient {
    pub(super) real: Real,
    /// The floor of its product with [`Coefficient::SCALE`], if that fits.
    pub(super) scaled: Option<i64>,
}

impl Coefficient {
    /// How finely a coefficient is bracketed.
    const SCALE: i64 = 1 << 24;

    fn new(real: Real) -> Self {
        let scaled = real.floor_multiple(&Integer::from(Self::SCALE)).ok();
        let scaled = scaled.and_then(|floor| i64::try_from(&floor).ok());
        Self { real, scaled }
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// True or false.
    Constant(bool),
    /// What has this error instead of a truth value.
    Unsaid(ValueError),
    /// The form is at most zero.
    AtMostZero(LinearForm),
    /// The form is zero.
    Zero(LinearForm),
    /// The values of some forms are related.
    Related(Vec<LinearForm>, Relation),
    /// Not.
    Not(Box<Test>),
    /// All of them.
    And(Vec<Test>),
    /// At least one of them.
    Or(Vec<Test>),
    /// Both or neither.
    Same(Box<[Test; 2]>),
    /// Some natural number in the slot makes the body true.
    Exists(Slot, Box<Test>),
}

/// A relation between numbers that no form says.
#[derive(Clone, Debug, PartialEq)]
pub enum Relation {
    /// The digits of naturals satisfy a condition.
    Digits(Arc<DigitCondition>),
    /// One number belongs to a set.
    Member(Arc<UnarySet>),
}

/// Why a form or a condition has no value in machine words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// A variable has no value.
    #[error("a variable has no value")]
    Open,
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

impl ValueError {
    /// Errors after which going on makes no sense, whatever else is said.
    fn is_final(&self) -> bool {
        matches!(self, Self::TooLong | Self::Stopped(_))
    }
}

/// A slot where it is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mention {
    /// Nothing around it binds it.
    Free(Slot),
    /// A quantifier binds it, here or further out.
    Bound(Slot),
}

impl Mention {
    /// The slot.
    fn slot(self) -> Slot {
        match self {
            Self::Free(slot) | Self::Bound(slot) => slot,
        }
    }
}

impl From<i64> for LinearForm {
    fn from(constant: i64) -> Self {
        Self {
            constant,
            ..Self::default()
        }
    }
}

impl From<Atom> for LinearForm {
    fn from(atom: Atom) -> Self {
        Self {
            terms: vec![(1, atom)],
            ..Self::default()
        }
    }
}

impl LinearForm {
    /// The variable in a slot.
    pub fn slot(slot: Slot) -> Self {
        Self {
            slots: vec![(slot, 1)],
            ..Self::default()
        }
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
    pub fn plus(mut self, factor: i64, other: &Self) -> Result<Self, ValueError> {
        for (slot, coefficient) in &other.slots {
            self.add_slot(*slot, times(factor, *coefficient)?)?;
        }
        for (coefficient, atom) in other.terms.iter().filter(|_| factor != 0) {
            self.terms
                .push((times(factor, *coefficient)?, atom.clone()));
        }
        self.constant = add(self.constant, times(factor, other.constant)?)?;
        Ok(self)
    }

    /// The sum with a constant.
    pub fn shifted(mut self, by: i64) -> Result<Self, ValueError> {
        self.constant = add(self.constant, by)?;
        Ok(self)
    }

    /// A multiple.
    pub fn scaled(&self, factor: i64) -> Result<Self, ValueError> {
        Self::default().plus(factor, self)
    }

    /// The coefficient of a slot.
    pub fn coefficient(&self, slot: Slot) -> i64 {
        let found = self.slots.iter().find(|(other, _)| *other == slot);
        found.map_or(0, |(_, coefficient)| *coefficient)
    }

    /// The form with another one in place of a slot, also inside its terms.
    pub fn substituted(&self, slot: Slot, by: &Self) -> Result<Self, ValueError> {
        let terms = self.terms.iter();
        let terms = terms.map(|(factor, atom)| Ok((*factor, atom.substituted(slot, by)?)));
        let slots = self.slots.iter().copied();
        let rest = Self {
            slots: slots.filter(|(other, _)| *other != slot).collect(),
            terms: terms.collect::<Result<_, ValueError>>()?,
            constant: self.constant,
        };
        rest.plus(self.coefficient(slot), by)
    }

    /// Does it have neither slots nor terms?
    pub fn is_constant(&self) -> bool {
        self.slots.is_empty() && self.terms.is_empty()
    }

    /// Does some slot satisfy the predicate, also inside its terms?
    pub fn mentions(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        self.any(&mut free(which))
    }

    /// Does some slot inside its terms satisfy the predicate?
    pub fn terms_mention(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        self.terms.iter().any(|(_, atom)| atom.mentions(which))
    }

    /// How many slots are mentioned, each as often as it is.
    pub fn length(&self) -> usize {
        let mut length = 0;
        self.any(&mut |_| {
            length += 1;
            false
        });
        length
    }

    /// The form that is at most zero for the same values, with the smallest coefficients.
    fn reduced(mut self) -> Self {
        let slots = self.slots.iter_mut().map(|(_, factor)| factor);
        let terms = self.terms.iter_mut().map(|(factor, _)| factor);
        let mut factors: Vec<&mut i64> = slots.chain(terms).collect();
        let common = factors
            .iter()
            .fold(0, |common, factor| gcd(common, **factor));
        if common > 1 {
            factors.iter_mut().for_each(|factor| **factor /= common);
            self.constant = -(-self.constant).div_euclid(common);
        }
        self
    }

    fn any(&self, which: &mut dyn FnMut(Mention) -> bool) -> bool {
        let mut slots = self.slots.iter();
        slots.any(|(slot, _)| which(Mention::Free(*slot)))
            || self.terms.iter().any(|(_, atom)| atom.any(which))
    }
}

impl Atom {
    /// Does some slot of the term satisfy the predicate?
    pub fn mentions(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        self.any(&mut free(which))
    }

    fn any(&self, which: &mut dyn FnMut(Mention) -> bool) -> bool {
        match self {
            Self::Quotient(form, _) | Self::Modulo(form, _) | Self::Shift(_, form, _) => {
                form.any(which)
            }
            Self::Floor(floor) => floor.parts.iter().any(|(_, form)| form.any(which)),
            Self::Maximum(forms) | Self::NimSum(forms) => forms.iter().any(|form| form.any(which)),
            Self::Choice(parts) => {
                let (test, yes, no) = parts.as_ref();
                test.any(which) || yes.any(which) || no.any(which)
            }
        }
    }

    fn substituted(&self, slot: Slot, by: &LinearForm) -> Result<Self, ValueError> {
        let inside = |form: &LinearForm| form.substituted(slot, by);
        let all = |forms: &[LinearForm]| forms.iter().map(inside).collect::<Result<_, _>>();
        Ok(match self {
            Self::Quotient(form, divisor) => Self::Quotient(inside(form)?, *divisor),
            Self::Modulo(form, divisor) => Self::Modulo(inside(form)?, *divisor),
            Self::Floor(floor) => {
                let parts = floor.parts.iter();
                let parts = parts.map(|(factor, form)| Ok((factor.clone(), inside(form)?)));
                Self::Floor(Arc::new(Floor {
                    parts: parts.collect::<Result<_, ValueError>>()?,
                    constant: floor.constant.clone(),
                }))
            }
            Self::Maximum(forms) => Self::Maximum(all(forms)?),
            Self::NimSum(forms) => Self::NimSum(all(forms)?),
            Self::Shift(direction, form, system) => {
                Self::Shift(*direction, inside(form)?, Arc::clone(system))
            }
            Self::Choice(parts) => {
                let (test, yes, no) = parts.as_ref();
                let test = test.substituted(slot, by)?;
                Self::Choice(Box::new((test, inside(yes)?, inside(no)?)))
            }
        })
    }
}

impl Test {
    /// The form is at most zero; decided if the form is constant.
    pub fn at_most_zero(form: LinearForm) -> Self {
        if form.is_constant() {
            Self::Constant(form.constant <= 0)
        } else {
            Self::AtMostZero(form.reduced())
        }
    }

    /// The form is zero; decided if the form is constant.
    pub fn zero(form: LinearForm) -> Self {
        if form.is_constant() {
            Self::Constant(form.constant == 0)
        } else {
            Self::Zero(form)
        }
    }

    /// Some natural number in the slot makes the body true.
    pub fn exists(slot: Slot, body: Self) -> Self {
        Self::Exists(slot, Box::new(body))
    }

    /// The condition that holds exactly where this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// The condition, or its negation.
    #[must_use]
    pub fn signed(self, truth: bool) -> Self {
        if truth { self } else { self.negated() }
    }

    /// Does some free slot satisfy the predicate?
    pub fn mentions(&self, which: &dyn Fn(Slot) -> bool) -> bool {
        self.any(&mut free(which))
    }

    /// How many slots are mentioned, each as often as it is; and how often this one.
    pub fn mentions_count(&self, slot: Slot) -> (usize, usize) {
        let (mut all, mut own) = (0, 0);
        self.any(&mut |mention| {
            all += 1;
            own += usize::from(mention.slot() == slot);
            false
        });
        (all, own)
    }

    /// One more than the largest slot that occurs, also under quantifiers.
    pub fn width(&self) -> usize {
        let mut width = 0;
        self.any(&mut |mention| {
            width = width.max(mention.slot() + 1);
            false
        });
        width
    }

    fn any(&self, which: &mut dyn FnMut(Mention) -> bool) -> bool {
        match self {
            Self::Constant(_) | Self::Unsaid(_) => false,
            Self::AtMostZero(form) | Self::Zero(form) => form.any(which),
            Self::Related(forms, _) => forms.iter().any(|form| form.any(which)),
            Self::Not(inner) => inner.any(which),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(|part| part.any(which)),
            Self::Same(pair) => pair.iter().any(|part| part.any(which)),
            Self::Exists(bound, body) => {
                which(Mention::Bound(*bound))
                    || body.any(&mut |mention| match mention {
                        Mention::Free(slot) if slot == *bound => which(Mention::Bound(slot)),
                        mention => which(mention),
                    })
            }
        }
    }

    /// The condition with a form in place of a slot.
    pub fn substituted(&self, slot: Slot, by: &LinearForm) -> Result<Self, ValueError> {
        let inside = |test: &Self| test.substituted(slot, by);
        let all = |parts: &[Self]| parts.iter().map(inside).collect::<Result<_, _>>();
        Ok(match self {
            Self::Constant(_) | Self::Unsaid(_) => self.clone(),
            Self::AtMostZero(form) => Self::at_most_zero(form.substituted(slot, by)?),
            Self::Zero(form) => Self::zero(form.substituted(slot, by)?),
            Self::Related(forms, relation) => {
                let forms = forms.iter().map(|form| form.substituted(slot, by));
                Self::Related(forms.collect::<Result<_, _>>()?, relation.clone())
            }
            Self::Not(inner) => inside(inner)?.negated(),
            Self::And(parts) => Self::And(all(parts)?),
            Self::Or(parts) => Self::Or(all(parts)?),
            Self::Same(pair) => {
                let [left, right] = pair.as_ref();
                Self::Same(Box::new([inside(left)?, inside(right)?]))
            }
            Self::Exists(bound, body) => Self::exists(*bound, inside(body)?),
        })
    }
}

fn free(which: &dyn Fn(Slot) -> bool) -> impl FnMut(Mention) -> bool {
    move |mention| matches!(mention, Mention::Free(slot) if which(slot))
}
