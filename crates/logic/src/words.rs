//! Truth on numbers that fit machine words, for formulas that are asked again and again.
//!
//! The same answers as those of [`evaluate`](crate::evaluate), where there is one: whatever does not fit a machine integer, is
//! not defined or needs a search has none here, and the [`Evaluator`](crate::evaluate::Evaluator) has to be asked. No formula is
//! prepared or copied. A quantified variable is followed only where an equation fixes it.
//!
//! Variables may be left open: then a formula is true or false only if it is so whatever they are.
//!
//! ```
//! use logic::words::Words;
//! use logic::{Formula, Term, Variable};
//!
//! let [x, t] = [Variable::new(0, "x"), Variable::new(1, "t")];
//! let even = Formula::exists(&t, Term::from(&x).equals(Term::from(&t).times(2)));
//! let mut known = Words::new();
//! assert_eq!(known.holds(&even), None);
//! known.set(&x, 14);
//! assert_eq!(known.holds(&even), Some(true));
//! known.set(&x, u64::MAX);
//! assert_eq!(known.holds(&even), Some(false));
//! ```

use numeration::natural::{Integer, Natural};

use crate::formula::{Comparison, Formula, Piece};
use crate::term::{Term, Variable};

/// The values of some variables.
#[derive(Clone, Debug, Default)]
pub struct Words {
    values: Vec<Option<i128>>,
}

/// Variables with larger numbers have no value here.
const MOST_VARIABLES: usize = 1 << 10;

/// How deep formulas and terms may be nested.
const DEEPEST: u32 = 64;

impl Words {
    /// No variable has a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, variable: &Variable, value: u64) {
        self.put(variable.id(), Some(i128::from(value)));
    }

    /// The same for the variable of this number.
    pub fn set_id(&mut self, id: u32, value: u64) {
        self.put(id, Some(i128::from(value)));
    }

    /// Leaves the variable of this number open.
    pub fn unset_id(&mut self, id: u32) {
        self.put(id, None);
    }

    /// Is the formula true? Nothing if that is not seen here.
    pub fn holds(&mut self, formula: &Formula) -> Option<bool> {
        self.truth(formula, DEEPEST)
    }

    /// Are all of them true?
    pub fn all_hold(&mut self, formulas: &[Formula]) -> Option<bool> {
        self.all(formulas, DEEPEST)
    }

    fn put(&mut self, id: u32, value: Option<i128>) {
        let Some(place) = usize::try_from(id).ok().filter(|id| *id < MOST_VARIABLES) else {
            return;
        };
        if self.values.len() <= place {
            self.values.resize(place + 1, None);
        }
        self.values[place] = value;
    }

    fn get(&self, variable: &Variable) -> Option<i128> {
        let place = usize::try_from(variable.id()).ok()?;
        self.values.get(place).copied().flatten()
    }

    fn truth(&mut self, formula: &Formula, depth: u32) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        match formula {
            Formula::Constant(truth) => Some(*truth),
            Formula::Compare(left, comparison, right) => {
                let (left, right) = (self.value(left, depth)?, self.value(right, depth)?);
                Some(comparison.holds(&left, &right))
            }
            Formula::Changes(how_many, pairs) => {
                let mut changed = 0;
                for (before, after) in pairs {
                    let differ = self.value(before, depth)? != self.value(after, depth)?;
                    changed += usize::from(differ);
                }
                Some(how_many.allows(changed))
            }
            Formula::Not(inner) => self.truth(inner, depth).map(|truth| !truth),
            Formula::And(parts) => self.all(parts, depth),
            Formula::Or(parts) => self.some(parts.iter(), |words, part| words.truth(part, depth)),
            Formula::Implies(premise, conclusion) => {
                match (self.truth(premise, depth), self.truth(conclusion, depth)) {
                    (Some(false), _) | (_, Some(true)) => Some(true),
                    (Some(true), conclusion) => conclusion,
                    (None, _) => None,
                }
            }
            Formula::Iff(left, right) => {
                Some(self.truth(left, depth)? == self.truth(right, depth)?)
            }
            Formula::Exists(variable, body) => self.following(
                variable,
                |words| words.fixed(variable, body, depth),
                |words| words.truth(body, depth),
            ),
            Formula::Forall(..) => None,
            Formula::Member(terms, set) => self.some(set.pieces.iter(), |words, piece| {
                words.member(terms, piece, depth)
            }),
            Formula::Named(_, inner) => self.truth(inner, depth),
        }
    }

    fn all(&mut self, parts: &[Formula], depth: u32) -> Option<bool> {
        let negated = self.some(parts.iter(), |words, part| {
            words.truth(part, depth).map(|truth| !truth)
        });
        negated.map(|truth| !truth)
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
        variable: &Variable,
        fixed: impl FnOnce(&mut Self) -> Option<Fixed>,
        then: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<bool> {
        let outer = self.get(variable);
        self.put(variable.id(), None);
        let truth = match fixed(self) {
            Some(Fixed::To(value)) => {
                self.put(variable.id(), Some(value));
                then(self)
            }
            Some(Fixed::ToNothing) => Some(false),
            None => None,
        };
        self.put(variable.id(), outer);
        truth
    }

    /// What an equation among the conjuncts of a body makes of a variable. One that is false whatever it is leaves nothing.
    fn fixed(&mut self, variable: &Variable, body: &Formula, depth: u32) -> Option<Fixed> {
        let depth = depth.checked_sub(1)?;
        match body {
            Formula::And(parts) => parts
                .iter()
                .find_map(|part| self.fixed(variable, part, depth)),
            Formula::Named(_, inner) => self.fixed(variable, inner, depth),
            Formula::Compare(left, Comparison::Equal, right) => {
                self.solved(variable, left, right, depth)
            }
            Formula::Compare(..) if self.truth(body, depth) == Some(false) => {
                Some(Fixed::ToNothing)
            }
            _ => None,
        }
    }

    /// The natural number for which two terms are equal.
    fn solved(
        &mut self,
        variable: &Variable,
        left: &Term,
        right: &Term,
        depth: u32,
    ) -> Option<Fixed> {
        let (left, right) = (
            self.affine(variable, left, depth)?,
            self.affine(variable, right, depth)?,
        );
        left.meets(&right)
    }

    /// Are these terms a tuple of a piece?
    fn member(&mut self, terms: &[Term], piece: &Piece, depth: u32) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        // The variables of a piece may occur in the terms as others of the same number: their values come first.
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            values.push(self.value(term, depth)?);
        }
        match piece.variables.as_slice() {
            [] => self.is_tuple(&values, piece, depth),
            [variable] => self.following(
                variable,
                |words| words.entry_fixed(variable, &values, piece, depth),
                |words| words.is_tuple(&values, piece, depth),
            ),
            _ => None,
        }
    }

    fn is_tuple(&mut self, values: &[i128], piece: &Piece, depth: u32) -> Option<bool> {
        let mut open = false;
        for (value, entry) in values.iter().zip(&piece.tuple) {
            match self.value(entry, depth) {
                Some(entry) if entry != *value => return Some(false),
                Some(_) => {}
                None => open = true,
            }
        }
        match self.truth(&piece.condition, depth) {
            Some(true) if open => None,
            truth => truth,
        }
    }

    /// What an entry of a tuple makes of the variable of its piece.
    fn entry_fixed(
        &mut self,
        variable: &Variable,
        values: &[i128],
        piece: &Piece,
        depth: u32,
    ) -> Option<Fixed> {
        values.iter().zip(&piece.tuple).find_map(|(value, entry)| {
            let entry = self.affine(variable, entry, depth)?;
            let value = Affine {
                slope: 0,
                constant: *value,
            };
            entry.meets(&value)
        })
    }

    fn value(&mut self, term: &Term, depth: u32) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        match term {
            Term::Constant(value) => word(value),
            Term::Variable(variable) => self.get(variable),
            Term::Sum(parts) => parts.iter().try_fold(0_i128, |sum, part| {
                sum.checked_add(self.value(part, depth)?)
            }),
            Term::Scaled(factor, inner) => {
                let factor = word(factor)?;
                product(self.value(inner, depth)?, factor)
            }
            Term::Floor(_) => None,
            Term::Absolute(inner) => self.value(inner, depth)?.checked_abs(),
            Term::Minimum(terms) => self.extremum(terms, depth, i128::min),
            Term::Maximum(terms) => self.extremum(terms, depth, i128::max),
            Term::Modulo(inner, modulus) => {
                let modulus = positive(modulus)?;
                self.value(inner, depth)?.checked_rem_euclid(modulus)
            }
            Term::Quotient(inner, divisor) => {
                let divisor = positive(divisor)?;
                self.value(inner, depth)?.checked_div_euclid(divisor)
            }
            Term::NimSum(terms) => terms.iter().try_fold(0_i128, |sum, term| {
                let value = self.value(term, depth)?;
                (value >= 0).then_some(sum ^ value)
            }),
            Term::Choice(condition, yes, no) => {
                let branch = if self.truth(condition, depth)? {
                    yes
                } else {
                    no
                };
                self.value(branch, depth)
            }
            Term::Named(_, inner) => self.value(inner, depth),
        }
    }

    fn extremum(
        &mut self,
        terms: &[Term],
        depth: u32,
        better: fn(i128, i128) -> i128,
    ) -> Option<i128> {
        let mut best = None;
        for term in terms {
            let value = self.value(term, depth)?;
            best = Some(best.map_or(value, |best| better(best, value)));
        }
        best
    }

    /// A term as a multiple of a variable that is open and a constant.
    fn affine(&mut self, variable: &Variable, term: &Term, depth: u32) -> Option<Affine> {
        let depth = depth.checked_sub(1)?;
        match term {
            Term::Variable(other) if other == variable => Some(Affine {
                slope: 1,
                constant: 0,
            }),
            Term::Sum(parts) => {
                let nothing = Affine {
                    slope: 0,
                    constant: 0,
                };
                parts.iter().try_fold(nothing, |sum, part| {
                    let part = self.affine(variable, part, depth)?;
                    Some(Affine {
                        slope: sum.slope.checked_add(part.slope)?,
                        constant: sum.constant.checked_add(part.constant)?,
                    })
                })
            }
            Term::Scaled(factor, inner) => {
                let factor = word(factor)?;
                let inner = self.affine(variable, inner, depth)?;
                Some(Affine {
                    slope: product(inner.slope, factor)?,
                    constant: product(inner.constant, factor)?,
                })
            }
            Term::Named(_, inner) => self.affine(variable, inner, depth),
            other => Some(Affine {
                slope: 0,
                constant: self.value(other, depth)?,
            }),
        }
    }
}

/// What an equation makes of a variable.
enum Fixed {
    /// Only this value can be meant.
    To(i128),
    /// No natural number can.
    ToNothing,
}

/// `slope·v + constant` for an open variable `v`.
struct Affine {
    slope: i128,
    constant: i128,
}

impl Affine {
    /// The natural number for which two of them are equal; nothing if all are one.
    fn meets(&self, other: &Self) -> Option<Fixed> {
        let slope = self.slope.checked_sub(other.slope)?;
        let rest = other.constant.checked_sub(self.constant)?;
        let value = match slope {
            0 if rest == 0 => return None,
            0 => return Some(Fixed::ToNothing),
            1 => rest,
            -1 => rest.checked_neg()?,
            _ if rest.checked_rem(slope)? == 0 => rest.checked_div(slope)?,
            _ => return Some(Fixed::ToNothing),
        };
        Some(if value >= 0 {
            Fixed::To(value)
        } else {
            Fixed::ToNothing
        })
    }
}

/// A constant of a machine word.
fn word(number: &Integer) -> Option<i128> {
    i64::try_from(number).ok().map(i128::from)
}

/// A product; most are by 1 or -1, and a general one of so many digits takes its time.
fn product(value: i128, factor: i128) -> Option<i128> {
    match factor {
        1 => Some(value),
        -1 => value.checked_neg(),
        _ => value.checked_mul(factor),
    }
}

fn positive(number: &Natural) -> Option<i128> {
    let number = u64::try_from(number).ok().map(i128::from)?;
    (number > 0).then_some(number)
}
