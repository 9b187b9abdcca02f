//! Truth on numbers that fit machine words, for formulas that are asked again and again.
//!
//! The same answers as those of [`evaluate`](crate::evaluate), where there is one: whatever does
//! not fit a machine integer, is not defined or needs a search has none here, and the
//! [`Evaluator`](crate::evaluate::Evaluator) has to be asked. A formula is [`Prepared`] once, in
//! the [core](crate::core) language. A quantified variable is followed only where an equation fixes
//! it.
//!
//! Variables may be left open: then a formula is true or false only if it is so whatever they are.
//!
//! ```
//! use logic::words::{Prepared, WordValues};
//! use logic::{Formula, Term, Variable};
//!
//! let [x, t] = [Variable::new(0, "x"), Variable::new(1, "t")];
//! let even = Formula::exists(&t, Term::from(&x).equals(Term::from(&t).times(2)));
//! let even = Prepared::new(&even);
//! let mut known = WordValues::new();
//! assert_eq!(known.holds(&even), None);
//! known.set(&x, 14);
//! assert_eq!(known.holds(&even), Some(true));
//! known.set(&x, 7);
//! assert_eq!(known.holds(&even), Some(false));
//! ```

use crate::core::{Conditions, OPEN, Quantified, Slot, Test};
use crate::formula::Formula;
use crate::term::Variable;

/// A formula that is ready to be asked about machine words.
#[derive(Clone, Debug)]
pub struct Prepared {
    test: Test,
    /// The free variables by their numbers, each with its slot.
    variables: Vec<(usize, Slot)>,
    slots: usize,
}

/// The values of some variables.
#[derive(Clone, Debug, Default)]
pub struct WordValues {
    /// The values by the numbers of the variables.
    values: Vec<i64>,
    /// The slots of the formula at hand.
    slots: Vec<i64>,
}

/// Variables with larger numbers have no value here.
const MOST_VARIABLES: usize = 1 << 10;

impl Prepared {
    /// Prepares a formula.
    pub fn new(formula: &Formula) -> Self {
        let (test, scope, slots) = Conditions::question(formula);
        let variables = scope.into_iter();
        let variables = variables.filter_map(|(id, slot)| Some((place(id)?, slot)));
        Self {
            test,
            variables: variables.collect(),
            slots,
        }
    }
}

impl WordValues {
    /// No variable has a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// No variable has a value, and there is room for the values of so many.
    pub fn with_room_for(variables: usize) -> Self {
        Self {
            values: vec![OPEN; variables],
            slots: Vec::new(),
        }
    }

    /// Gives a variable a value; one that is too large for a machine integer with a sign is left
    /// open.
    pub fn set(&mut self, variable: &Variable, value: u64) {
        self.set_id(variable.id(), value);
    }

    /// Gives the variable of this number a value, as [`set`](Self::set) does.
    pub fn set_id(&mut self, id: u32, value: u64) {
        self.put(id, i64::try_from(value).unwrap_or(OPEN));
    }

    /// Leaves the variable of this number open.
    pub fn unset_id(&mut self, id: u32) {
        self.put(id, OPEN);
    }

    /// Is the formula true? Nothing if that is not seen here.
    pub fn holds(&mut self, formula: &Prepared) -> Option<bool> {
        self.slots.clear();
        self.slots.resize(formula.slots, OPEN);
        for (place, slot) in &formula.variables {
            self.slots[*slot] = self.values.get(*place).copied().unwrap_or(OPEN);
        }
        formula.test.truth(&mut self.slots, Quantified::Fixed).ok()
    }

    /// Are all of them true?
    pub fn all_hold(&mut self, formulas: &[&Prepared]) -> Option<bool> {
        let mut open = false;
        let refuted = formulas.iter().any(|formula| match self.holds(formula) {
            Some(truth) => !truth,
            None => {
                open = true;
                false
            }
        });
        (refuted || !open).then_some(!refuted)
    }

    fn put(&mut self, id: u32, value: i64) {
        let Some(place) = place(id) else { return };
        if self.values.len() <= place {
            self.values.resize(place + 1, OPEN);
        }
        self.values[place] = value;
    }
}

fn place(id: u32) -> Option<usize> {
    usize::try_from(id).ok().filter(|id| *id < MOST_VARIABLES)
}
