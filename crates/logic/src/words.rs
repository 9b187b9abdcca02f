//! Truth on numbers that fit machine words, for formulas that are asked again and again.
//!
//! The same answers as those of [`evaluate`](crate::evaluate), where there is one: whatever does not fit a machine integer, is
//! not defined or needs a search has none here, and the [`Evaluator`](crate::evaluate::Evaluator) has to be asked. A formula is
//! [`Prepared`] once: names are looked through, linear terms are collected, and constants become machine integers. A quantified
//! variable is followed only where an equation fixes it.
//!
//! Variables may be left open: then a formula is true or false only if it is so whatever they are.
//!
//! ```
//! use logic::words::{Prepared, Words};
//! use logic::{Formula, Term, Variable};
//!
//! let [x, t] = [Variable::new(0, "x"), Variable::new(1, "t")];
//! let even = Formula::exists(&t, Term::from(&x).equals(Term::from(&t).times(2)));
//! let even = Prepared::new(&even);
//! let mut known = Words::new();
//! assert_eq!(known.holds(&even), None);
//! known.set(&x, 14);
//! assert_eq!(known.holds(&even), Some(true));
//! known.set(&x, 7);
//! assert_eq!(known.holds(&even), Some(false));
//! ```

use std::sync::Arc;

use numeration::named::NamedSystem;
use numeration::natural::{Integer, Natural};

use crate::digits::{DigitCondition, Direction};
use crate::formula::{Comparison, Formula, HowMany, Piece};
use crate::term::{Term, Variable};

/// A formula that is ready to be asked about machine words.
#[derive(Clone, Debug)]
pub struct Prepared(Truth);

/// The values of some variables.
#[derive(Clone, Debug, Default)]
pub struct Words {
    values: Vec<Option<i64>>,
}

/// A formula, as far as machine words can see it.
#[derive(Clone, Debug)]
enum Truth {
    /// Nothing is seen here.
    Open,
    Constant(bool),
    /// How the form compares with 0.
    Compare(Form, Comparison),
    /// How many of these forms are not 0.
    Changes(HowMany, Box<[Form]>),
    Not(Box<Truth>),
    And(Box<[Truth]>),
    Or(Box<[Truth]>),
    Implies(Box<[Truth; 2]>),
    Iff(Box<[Truth; 2]>),
    Exists(Slot, Box<Truth>),
    Member(Box<[Form]>, Box<[Tuple]>),
    Digits(Box<[Form]>, Arc<DigitCondition>),
}

/// A sum of multiples of variables and of other terms, and a constant.
#[derive(Clone, Debug, Default)]
struct Form {
    variables: Vec<(i64, Slot)>,
    others: Vec<(i64, Value)>,
    constant: i64,
}

/// A term that is not linear.
#[derive(Clone, Debug)]
enum Value {
    Absolute(Form),
    Minimum(Box<[Form]>),
    Maximum(Box<[Form]>),
    Modulo(Form, i64),
    Quotient(Form, i64),
    NimSum(Box<[Form]>),
    Shift(Direction, Form, Arc<NamedSystem>),
    Choice(Box<(Truth, Form, Form)>),
}

/// The tuples of a piece of a set with one variable or none.
#[derive(Clone, Debug)]
struct Tuple {
    variable: Option<Slot>,
    entries: Box<[Form]>,
    condition: Truth,
}

/// The place of a variable among the values.
type Slot = usize;

/// Variables with larger numbers have no value here.
const MOST_VARIABLES: usize = 1 << 10;

/// How deep formulas and terms may be nested.
const DEEPEST: u32 = 64;

impl Prepared {
    /// Prepares a formula.
    pub fn new(formula: &Formula) -> Self {
        Self(Truth::of(formula, DEEPEST).unwrap_or(Truth::Open))
    }
}

impl Truth {
    /// Nothing if the formula cannot be seen at all: it is too deep, or one of its numbers does not fit.
    fn of(formula: &Formula, depth: u32) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        let part = |part: &Formula| Self::of(part, depth).unwrap_or(Self::Open);
        let pair = |left: &Formula, right: &Formula| Box::new([part(left), part(right)]);
        Some(match formula {
            Formula::Constant(truth) => Self::Constant(*truth),
            Formula::Compare(left, comparison, right) => {
                Self::Compare(Form::difference(left, right, depth)?, *comparison)
            }
            Formula::Changes(how_many, pairs) => {
                let pairs = pairs.iter();
                let forms = pairs.map(|(before, after)| Form::difference(before, after, depth));
                Self::Changes(*how_many, forms.collect::<Option<_>>()?)
            }
            Formula::Not(inner) => Self::Not(Box::new(part(inner))),
            Formula::And(parts) => Self::And(parts.iter().map(part).collect()),
            Formula::Or(parts) => Self::Or(parts.iter().map(part).collect()),
            Formula::Implies(premise, conclusion) => Self::Implies(pair(premise, conclusion)),
            Formula::Iff(left, right) => Self::Iff(pair(left, right)),
            Formula::Exists(variable, body) => Self::Exists(slot(variable)?, Box::new(part(body))),
            Formula::Forall(..) => return None,
            Formula::Member(terms, set) => {
                let forms = terms.iter().map(|term| Form::of(term, depth));
                let tuples = set.pieces.iter().map(|piece| Tuple::of(piece, depth));
                Self::Member(
                    forms.collect::<Option<_>>()?,
                    tuples.collect::<Option<_>>()?,
                )
            }
            Formula::Digits(terms, condition) => {
                let forms = terms.iter().map(|term| Form::of(term, depth));
                Self::Digits(forms.collect::<Option<_>>()?, Arc::clone(condition))
            }
            Formula::Named(_, inner) => Self::of(inner, depth)?,
        })
    }
}

impl Tuple {
    fn of(piece: &Piece, depth: u32) -> Option<Self> {
        let variable = match piece.variables.as_slice() {
            [] => None,
            [variable] => Some(slot(variable)?),
            _ => return None,
        };
        let entries = piece.tuple.iter().map(|entry| Form::of(entry, depth));
        Some(Self {
            variable,
            entries: entries.collect::<Option<_>>()?,
            condition: Truth::of(&piece.condition, depth)?,
        })
    }
}

impl Form {
    fn of(term: &Term, depth: u32) -> Option<Self> {
        let mut form = Self::default();
        form.add(1, term, depth)?;
        Some(form)
    }

    /// The first term less the second.
    fn difference(left: &Term, right: &Term, depth: u32) -> Option<Self> {
        let mut form = Self::of(left, depth)?;
        form.add(-1, right, depth)?;
        Some(form)
    }

    fn add(&mut self, factor: i64, term: &Term, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match term {
            Term::Constant(value) => {
                let value = product(word(value)?, factor)?;
                self.constant = self.constant.checked_add(value)?;
            }
            Term::Variable(variable) => self.variables.push((factor, slot(variable)?)),
            Term::Sum(parts) => {
                for part in parts {
                    self.add(factor, part, depth)?;
                }
            }
            Term::Scaled(scale, inner) => {
                self.add(product(factor, word(scale)?)?, inner, depth)?;
            }
            Term::Named(_, inner) => self.add(factor, inner, depth)?,
            other => self.others.push((factor, Value::of(other, depth)?)),
        }
        Some(())
    }
}

impl Value {
    /// A term that is not linear.
    fn of(term: &Term, depth: u32) -> Option<Self> {
        let form = |term: &Term| Form::of(term, depth);
        let forms = |terms: &[Term]| terms.iter().map(form).collect::<Option<Box<[_]>>>();
        Some(match term {
            Term::Absolute(inner) => Self::Absolute(form(inner)?),
            Term::Minimum(terms) => Self::Minimum(forms(terms)?),
            Term::Maximum(terms) => Self::Maximum(forms(terms)?),
            Term::Modulo(inner, modulus) => Self::Modulo(form(inner)?, positive(modulus)?),
            Term::Quotient(inner, divisor) => Self::Quotient(form(inner)?, positive(divisor)?),
            Term::NimSum(terms) => Self::NimSum(forms(terms)?),
            Term::Shift(direction, inner, system) => {
                Self::Shift(*direction, form(inner)?, Arc::clone(system))
            }
            Term::Choice(condition, yes, no) => {
                let condition = Truth::of(condition, depth)?;
                Self::Choice(Box::new((condition, form(yes)?, form(no)?)))
            }
            Term::Floor(_)
            | Term::Constant(_)
            | Term::Variable(_)
            | Term::Sum(_)
            | Term::Scaled(..)
            | Term::Named(..) => return None,
        })
    }
}

impl Words {
    /// No variable has a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, with room for the values of so many variables.
    pub fn with_room_for(variables: usize) -> Self {
        Self {
            values: vec![None; variables],
        }
    }

    /// Gives a variable a value; one that is too large for a machine integer with a sign is left open.
    pub fn set(&mut self, variable: &Variable, value: u64) {
        self.set_id(variable.id(), value);
    }

    /// The same for the variable of this number.
    pub fn set_id(&mut self, id: u32, value: u64) {
        if let Some(slot) = slot_of(id) {
            self.put(slot, i64::try_from(value).ok());
        }
    }

    /// Leaves the variable of this number open.
    pub fn unset_id(&mut self, id: u32) {
        if let Some(slot) = slot_of(id) {
            self.put(slot, None);
        }
    }

    /// Is the formula true? Nothing if that is not seen here.
    pub fn holds(&mut self, formula: &Prepared) -> Option<bool> {
        self.truth(&formula.0)
    }

    /// Are all of them true?
    pub fn all_hold(&mut self, formulas: &[&Prepared]) -> Option<bool> {
        self.all(formulas.iter().map(|formula| &formula.0))
    }

    fn put(&mut self, slot: Slot, value: Option<i64>) {
        if self.values.len() <= slot {
            self.values.resize(slot + 1, None);
        }
        self.values[slot] = value;
    }

    fn get(&self, slot: Slot) -> Option<i64> {
        self.values.get(slot).copied().flatten()
    }

    fn truth(&mut self, formula: &Truth) -> Option<bool> {
        match formula {
            Truth::Open => None,
            Truth::Constant(truth) => Some(*truth),
            Truth::Compare(form, comparison) => Some(comparison.holds(&self.value(form)?, &0)),
            Truth::Changes(how_many, forms) => {
                let mut changed = 0;
                for form in forms {
                    changed += usize::from(self.value(form)? != 0);
                }
                Some(how_many.allows(changed))
            }
            Truth::Not(inner) => self.truth(inner).map(|truth| !truth),
            Truth::And(parts) => self.all(parts.iter()),
            Truth::Or(parts) => self.some(parts.iter(), Self::truth),
            Truth::Implies(parts) => {
                let [premise, conclusion] = parts.as_ref();
                match (self.truth(premise), self.truth(conclusion)) {
                    (Some(false), _) | (_, Some(true)) => Some(true),
                    (Some(true), conclusion) => conclusion,
                    (None, _) => None,
                }
            }
            Truth::Iff(parts) => {
                let [left, right] = parts.as_ref();
                Some(self.truth(left)? == self.truth(right)?)
            }
            Truth::Exists(slot, body) => self.following(
                *slot,
                |words| words.fixed(*slot, body),
                |words| words.truth(body),
            ),
            Truth::Member(terms, tuples) => {
                self.some(tuples.iter(), |words, tuple| words.member(terms, tuple))
            }
            Truth::Digits(forms, condition) => {
                let mut numbers = Vec::with_capacity(forms.len());
                for form in forms {
                    numbers.push(u64::try_from(self.value(form)?).ok()?);
                }
                condition.holds_words(&numbers)
            }
        }
    }

    fn all<'f>(&mut self, mut parts: impl Iterator<Item = &'f Truth>) -> Option<bool> {
        let mut open = false;
        let refuted = parts.any(|part| match self.truth(part) {
            Some(truth) => !truth,
            None => {
                open = true;
                false
            }
        });
        match (refuted, open) {
            (true, _) => Some(false),
            (false, open) => (!open).then_some(true),
        }
    }

    /// Is one of the answers yes? An open one counts only if none is.
    fn some<T>(
        &mut self,
        parts: impl Iterator<Item = T>,
        mut ask: impl FnMut(&mut Self, T) -> Option<bool>,
    ) -> Option<bool> {
        let mut open = false;
        for part in parts {
            match ask(self, part) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => open = true,
            }
        }
        (!open).then_some(false)
    }

    /// The truth of what follows for the only value that a variable can have.
    fn following(
        &mut self,
        slot: Slot,
        fixed: impl FnOnce(&mut Self) -> Option<Fixed>,
        then: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<bool> {
        let outer = self.get(slot);
        self.put(slot, None);
        let truth = match fixed(self) {
            Some(Fixed::To(value)) => {
                self.put(slot, Some(value));
                then(self)
            }
            Some(Fixed::ToNothing) => Some(false),
            None => None,
        };
        self.put(slot, outer);
        truth
    }

    /// What an equation among the conjuncts of a body makes of a variable. One that is false whatever it is leaves nothing.
    fn fixed(&mut self, slot: Slot, body: &Truth) -> Option<Fixed> {
        match body {
            Truth::And(parts) => parts.iter().find_map(|part| self.fixed(slot, part)),
            Truth::Compare(form, Comparison::Equal) => self.root(slot, form, 0),
            Truth::Compare(..) if self.truth(body) == Some(false) => Some(Fixed::ToNothing),
            _ => None,
        }
    }

    /// Are these terms a tuple of a piece?
    fn member(&mut self, terms: &[Form], tuple: &Tuple) -> Option<bool> {
        // The variables of a piece may occur in the terms as others of the same number: their values come first.
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            values.push(self.value(term)?);
        }
        match tuple.variable {
            None => self.is_tuple(&values, tuple),
            Some(slot) => self.following(
                slot,
                |words| {
                    let mut entries = values.iter().zip(&tuple.entries);
                    entries.find_map(|(value, entry)| words.root(slot, entry, *value))
                },
                |words| words.is_tuple(&values, tuple),
            ),
        }
    }

    fn is_tuple(&mut self, values: &[i64], tuple: &Tuple) -> Option<bool> {
        let mut open = false;
        for (value, entry) in values.iter().zip(&tuple.entries) {
            match self.value(entry) {
                Some(entry) if entry != *value => return Some(false),
                Some(_) => {}
                None => open = true,
            }
        }
        match self.truth(&tuple.condition) {
            Some(true) if open => None,
            truth => truth,
        }
    }

    fn value(&mut self, form: &Form) -> Option<i64> {
        let mut sum = form.constant;
        for (factor, slot) in &form.variables {
            sum = sum.checked_add(product(self.get(*slot)?, *factor)?)?;
        }
        for (factor, other) in &form.others {
            sum = sum.checked_add(product(self.other(other)?, *factor)?)?;
        }
        Some(sum)
    }

    fn other(&mut self, value: &Value) -> Option<i64> {
        match value {
            Value::Absolute(inner) => self.value(inner)?.checked_abs(),
            Value::Minimum(forms) => self.extremum(forms, i64::min),
            Value::Maximum(forms) => self.extremum(forms, i64::max),
            Value::Modulo(inner, modulus) => self.value(inner)?.checked_rem_euclid(*modulus),
            Value::Quotient(inner, divisor) => self.value(inner)?.checked_div_euclid(*divisor),
            Value::NimSum(forms) => forms.iter().try_fold(0_i64, |sum, form| {
                let value = self.value(form)?;
                (value >= 0).then_some(sum ^ value)
            }),
            Value::Shift(direction, inner, system) => {
                let number = u64::try_from(self.value(inner)?).ok()?;
                i64::try_from(direction.of_word(number, system)?).ok()
            }
            Value::Choice(parts) => {
                let (condition, yes, no) = parts.as_ref();
                let branch = if self.truth(condition)? { yes } else { no };
                self.value(branch)
            }
        }
    }

    fn extremum(&mut self, forms: &[Form], better: fn(i64, i64) -> i64) -> Option<i64> {
        let mut best = None;
        for form in forms {
            let value = self.value(form)?;
            best = Some(best.map_or(value, |best| better(best, value)));
        }
        best
    }

    /// The natural number that an open variable must be for a form to have a value; nothing if it may be any.
    fn root(&mut self, slot: Slot, form: &Form, value: i64) -> Option<Fixed> {
        let (mut slope, mut rest) = (0_i64, value.checked_sub(form.constant)?);
        for (factor, other) in &form.variables {
            if *other == slot {
                slope = slope.checked_add(*factor)?;
            } else {
                rest = rest.checked_sub(product(self.get(*other)?, *factor)?)?;
            }
        }
        for (factor, other) in &form.others {
            rest = rest.checked_sub(product(self.other(other)?, *factor)?)?;
        }
        let root = match slope {
            0 if rest == 0 => return None,
            0 => return Some(Fixed::ToNothing),
            1 => rest,
            -1 => rest.checked_neg()?,
            _ if rest.checked_rem(slope)? == 0 => rest.checked_div(slope)?,
            _ => return Some(Fixed::ToNothing),
        };
        Some(if root >= 0 {
            Fixed::To(root)
        } else {
            Fixed::ToNothing
        })
    }
}

/// What an equation makes of a variable.
enum Fixed {
    /// Only this value can be meant.
    To(i64),
    /// No natural number can.
    ToNothing,
}

fn slot(variable: &Variable) -> Option<Slot> {
    slot_of(variable.id())
}

fn slot_of(id: u32) -> Option<Slot> {
    usize::try_from(id).ok().filter(|id| *id < MOST_VARIABLES)
}

/// A constant of a machine word.
fn word(number: &Integer) -> Option<i64> {
    i64::try_from(number).ok()
}

/// A product; most are by 1 or -1.
fn product(value: i64, factor: i64) -> Option<i64> {
    match factor {
        1 => Some(value),
        -1 => value.checked_neg(),
        _ => value.checked_mul(factor),
    }
}

fn positive(number: &Natural) -> Option<i64> {
    let number = i64::try_from(number).ok()?;
    (number > 0).then_some(number)
}
