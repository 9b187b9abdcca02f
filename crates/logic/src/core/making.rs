//! From the surface to machine words.
//!
//! Names are dropped, comparisons become "at most zero" and "zero", `at most 2 of x, y, z change`
//! becomes a choice of piles, and each quantified variable gets a slot of its own.

use std::sync::Arc;

use numeration::natural::{Integer, Natural, gcd};
use rustc_hash::FxHashMap;

use super::table::UnaryPiece;
use super::value::moderate;
use super::{Atom, Coefficient, Floor, LinearForm, Relation, Slot, Test, UnarySet, ValueError};
use crate::formula::{Comparison, Formula, Piece, Set};
use crate::term::{RealForm, Term, Variable};

/// A set with at most so many elements is written out.
const WRITTEN_OUT: usize = 16;
/// With more choices than this, the changed piles are counted instead.
const MOST_CHOICES: usize = 256;
/// No formula that is asked about single numbers may be nested deeper.
const DEEPEST: usize = 64;

/// Makes conditions from formulas, and hands out slots.
pub struct Conditions {
    /// The board, if the conditions are for loops over one. Otherwise they are asked about numbers
    /// some of which may be open: what cannot be said is left open, too.
    board: Option<Board>,
    /// The slots handed out so far.
    slots: usize,
    scope: FxHashMap<u32, Slot>,
    sets: FxHashMap<*const Set, Arc<UnarySet>>,
    depth: usize,
}

/// So many piles, each at most `max`.
#[derive(Clone, Copy)]
struct Board {
    piles: usize,
    max: u32,
}

impl Conditions {
    /// For loops over the moves of a game with this many piles, each at most `max`. The piles
    /// before the move have the first slots, those after it the next ones.
    pub fn of_board(piles: usize, max: u32) -> Self {
        Self {
            board: Some(Board { piles, max }),
            slots: 2 * piles,
            scope: (0..).zip(0..2 * piles).collect(),
            ..Self::of_numbers()
        }
    }

    fn of_numbers() -> Self {
        Self {
            board: None,
            slots: 0,
            scope: FxHashMap::default(),
            sets: FxHashMap::default(),
            depth: 0,
        }
    }

    /// The condition that a formula is for numbers some of which may be open, the slots of its
    /// variables, and how many slots it needs.
    pub(crate) fn question(formula: &Formula) -> (Test, FxHashMap<u32, Slot>, usize) {
        let mut conditions = Self::of_numbers();
        let test = conditions.test(formula).unwrap_or_else(Test::Unsaid);
        (test, conditions.scope, conditions.slots)
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// A slot that nobody else uses.
    pub fn fresh(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// The formula as a condition.
    ///
    /// # Errors
    /// If it cannot be said in machine words.
    pub fn test(&mut self, formula: &Formula) -> Result<Test, ValueError> {
        self.depth += 1;
        let test = match self.board {
            None if self.depth > DEEPEST => Err(ValueError::TooLarge),
            _ => self.made(formula),
        };
        self.depth -= 1;
        match self.board {
            Some(_) => test,
            None => Ok(test.unwrap_or_else(Test::Unsaid)),
        }
    }

    fn made(&mut self, formula: &Formula) -> Result<Test, ValueError> {
        Ok(match formula {
            Formula::Constant(value) => Test::Constant(*value),
            Formula::Compare(left, relation, right) => {
                compared(&self.form(left)?, *relation, &self.form(right)?)?
            }
            Formula::Changes(many, pairs) => {
                // No pile grows, so that a changed pile is a smaller one.
                let changed = if pairs.iter().all(|pair| self.is_pile(pair)) {
                    Comparison::Less
                } else {
                    Comparison::NotEqual
                };
                let most = self.board.map_or(0, |_| MOST_CHOICES);
                let plain = many.spelled_out(pairs, true, changed, most);
                self.test(&plain.unwrap_or_else(|| many.counted(pairs)))?
            }
            Formula::Not(inner) => self.test(inner)?.negated(),
            Formula::And(parts) => Test::And(self.tests(parts)?),
            Formula::Or(parts) => Test::Or(self.tests(parts)?),
            Formula::Implies(left, right) => {
                Test::Or(vec![self.test(left)?.negated(), self.test(right)?])
            }
            Formula::Iff(left, right) => {
                Test::Same(Box::new([self.test(left)?, self.test(right)?]))
            }
            Formula::Exists(variable, body) => self.some(variable, body, true)?,
            Formula::Forall(variable, body) => self.some(variable, body, false)?.negated(),
            Formula::Member(terms, set) => self.member(terms, set)?,
            Formula::Digits(terms, condition) => {
                let digits = Relation::Digits(Arc::clone(condition));
                Test::Related(self.forms(terms)?, digits)
            }
            Formula::Named(_, inner) => self.made(inner)?,
        })
    }

    fn tests(&mut self, parts: &[Formula]) -> Result<Vec<Test>, ValueError> {
        parts.iter().map(|part| self.test(part)).collect()
    }

    /// Some value of the variable makes the body true, or false.
    fn some(
        &mut self,
        variable: &Variable,
        body: &Formula,
        truth: bool,
    ) -> Result<Test, ValueError> {
        let variables = std::slice::from_ref(variable);
        let (slots, body) = self.within(variables, |this| this.test(body))?;
        Ok(existing(slots, body.signed(truth)))
    }

    /// What is made where variables are bound, and the slots of these.
    fn within<T>(
        &mut self,
        variables: &[Variable],
        make: impl FnOnce(&mut Self) -> Result<T, ValueError>,
    ) -> Result<(Vec<Slot>, T), ValueError> {
        let slots: Vec<Slot> = variables.iter().map(|_| self.fresh()).collect();
        let places = variables.iter().zip(&slots);
        let hidden: Vec<Option<Slot>> = places
            .map(|(variable, slot)| self.scope.insert(variable.id(), *slot))
            .collect();
        let made = make(self);
        for (variable, hidden) in variables.iter().zip(hidden).rev() {
            match hidden {
                Some(slot) => self.scope.insert(variable.id(), slot),
                None => self.scope.remove(&variable.id()),
            };
        }
        Ok((slots, made?))
    }

    fn slot(&mut self, variable: &Variable) -> Result<Slot, ValueError> {
        match self.scope.get(&variable.id()) {
            Some(slot) => Ok(*slot),
            None if self.board.is_some() => Err(ValueError::Unknown(variable.name().to_owned())),
            None => {
                let slot = self.fresh();
                self.scope.insert(variable.id(), slot);
                Ok(slot)
            }
        }
    }

    /// Are these a pile before the move and after it?
    fn is_pile(&self, pair: &(Term, Term)) -> bool {
        let (Term::Variable(before), Term::Variable(after), Some(board)) =
            (&pair.0, &pair.1, self.board)
        else {
            return false;
        };
        let slots = [before, after].map(|variable| self.scope.get(&variable.id()));
        matches!(slots, [Some(before), Some(after)]
            if *before < board.piles && *after == before + board.piles)
    }

    fn member(&mut self, terms: &[Term], set: &Arc<Set>) -> Result<Test, ValueError> {
        if terms.len() != set.arity {
            return Ok(Test::Constant(false));
        }
        let forms = self.forms(terms)?;
        let explicit = set.pieces.iter().all(|piece| piece.variables.is_empty());
        let (1, Some(board)) = (forms.len(), self.board) else {
            return self.written_out(&forms, set);
        };
        if explicit && set.pieces.len() <= WRITTEN_OUT {
            return self.written_out(&forms, set);
        }
        match self.unary_set(set, board)? {
            Some(table) => Ok(Test::Related(forms, Relation::Member(table))),
            None => self.written_out(&forms, set),
        }
    }

    /// `(s, t) in { (f, g) | n, F }` as `exists n: F and s = f and t = g`.
    fn written_out(&mut self, forms: &[LinearForm], set: &Set) -> Result<Test, ValueError> {
        let mut pieces = Vec::with_capacity(set.pieces.len());
        for piece in &set.pieces {
            let (slots, body) =
                self.within(&piece.variables, |this| this.piece_body(forms, piece))?;
            pieces.push(existing(slots, body));
        }
        Ok(Test::Or(pieces))
    }

    fn piece_body(&mut self, forms: &[LinearForm], piece: &Piece) -> Result<Test, ValueError> {
        let mut parts = vec![self.test(&piece.condition)?];
        for (form, term) in forms.iter().zip(&piece.tuple) {
            parts.push(Test::zero(form.clone().plus(-1, &self.form(term)?)?));
        }
        Ok(Test::And(parts))
    }

    /// The table of a set, unless its description speaks of piles or of numbers quantified outside.
    fn unary_set(
        &mut self,
        set: &Arc<Set>,
        board: Board,
    ) -> Result<Option<Arc<UnarySet>>, ValueError> {
        let key = Arc::as_ptr(set);
        if let Some(known) = self.sets.get(&key) {
            return Ok(Some(Arc::clone(known)));
        }
        let mut pieces = Vec::with_capacity(set.pieces.len());
        for piece in &set.pieces {
            let (variables, (value, condition)) = self.within(&piece.variables, |this| {
                let value = piece.tuple.first().map(|term| this.form(term));
                let value = value.unwrap_or(Ok(LinearForm::default()));
                Ok((value?, this.test(&piece.condition)?))
            })?;
            let foreign = |slot| !variables.contains(&slot);
            if value.mentions(&foreign) || condition.mentions(&foreign) {
                return Ok(None);
            }
            pieces.push(UnaryPiece {
                variables,
                value,
                condition,
            });
        }
        let made = Arc::new(UnarySet::new(pieces, self.slots, board.max)?);
        self.sets.insert(key, Arc::clone(&made));
        Ok(Some(made))
    }

    fn form(&mut self, term: &Term) -> Result<LinearForm, ValueError> {
        Ok(match term {
            Term::Constant(value) => machine(value)?.into(),
            Term::Variable(variable) => LinearForm::slot(self.slot(variable)?),
            Term::Sum(parts) => {
                let mut sum = LinearForm::default();
                for part in parts {
                    sum = sum.plus(1, &self.form(part)?)?;
                }
                sum
            }
            Term::Scaled(factor, inner) => self.form(inner)?.scaled(machine(factor)?)?,
            Term::Floor(form) => self.floor(form)?,
            Term::Absolute(inner) => {
                let inner = self.form(inner)?;
                let opposite = inner.scaled(-1)?;
                Atom::Maximum(vec![inner, opposite]).into()
            }
            Term::Maximum(parts) => Atom::Maximum(self.forms(parts)?).into(),
            Term::Minimum(parts) => {
                let forms = self.forms(parts)?;
                let opposite = forms.iter().map(|form| form.scaled(-1));
                let greatest = Atom::Maximum(opposite.collect::<Result<_, _>>()?);
                LinearForm::from(greatest).scaled(-1)?
            }
            Term::Modulo(inner, divisor) => {
                Atom::Modulo(self.form(inner)?, positive(divisor)?).into()
            }
            Term::Quotient(inner, divisor) => {
                Atom::Quotient(self.form(inner)?, positive(divisor)?).into()
            }
            Term::NimSum(parts) => Atom::NimSum(self.forms(parts)?).into(),
            Term::Shift(direction, inner, system) => {
                Atom::Shift(*direction, self.form(inner)?, Arc::clone(system)).into()
            }
            Term::Choice(test, yes, no) => {
                let parts = (self.test(test)?, self.form(yes)?, self.form(no)?);
                Atom::Choice(Box::new(parts)).into()
            }
            Term::Named(_, inner) => self.form(inner)?,
        })
    }

    fn forms(&mut self, parts: &[Term]) -> Result<Vec<LinearForm>, ValueError> {
        parts.iter().map(|part| self.form(part)).collect()
    }

    /// A rational form is a quotient of integers; only an irrational one needs exact reals.
    fn floor(&mut self, form: &RealForm) -> Result<LinearForm, ValueError> {
        let terms: Vec<&Term> = form.parts.iter().map(|(_, term)| term).collect();
        if let Some(fractions) = fractions(form)? {
            let mut denominators = fractions.iter().map(|(_, denominator)| *denominator);
            let common = denominators.try_fold(1_i64, |common, denominator| {
                moderate((common / gcd(common, denominator)).checked_mul(denominator))
            })?;
            let mut sum = LinearForm::default();
            for (index, (numerator, denominator)) in fractions.into_iter().enumerate() {
                let part = match terms.get(index) {
                    Some(term) => self.form(term)?,
                    None => 1.into(),
                };
                let factor = numerator.checked_mul(common / denominator);
                sum = sum.plus(factor.ok_or(ValueError::TooLarge)?, &part)?;
            }
            return Ok(match common {
                1 => sum,
                _ => Atom::Quotient(sum, common).into(),
            });
        }
        let mut parts = Vec::with_capacity(form.parts.len());
        for (factor, term) in &form.parts {
            parts.push((Coefficient::new(factor.clone()), self.form(term)?));
        }
        let floor = Atom::Floor(Arc::new(Floor {
            parts,
            constant: Coefficient::new(form.constant.clone()),
        }));
        Ok(if form.parts.is_empty() {
            floor.value(&mut [])?.into()
        } else {
            floor.into()
        })
    }
}

/// The coefficients of a form and its constant as fractions, if they are rational.
fn fractions(form: &RealForm) -> Result<Option<Vec<(i64, i64)>>, ValueError> {
    let factors = form.parts.iter().map(|(factor, _)| factor);
    let reals = factors.chain([&form.constant]);
    let ratios: Option<Vec<_>> = reals.map(|real| real.as_rational()).collect();
    let Some(ratios) = ratios else {
        return Ok(None);
    };
    let words = ratios
        .iter()
        .map(|(numerator, denominator)| Ok((machine(numerator)?, positive(denominator)?)));
    words.collect::<Result<_, _>>().map(Some)
}

/// Some numbers in the slots make the body true.
pub(super) fn existing(slots: Vec<Slot>, body: Test) -> Test {
    let slots = slots.into_iter().rev();
    slots.fold(body, |body, slot| Test::exists(slot, body))
}

fn compared(
    left: &LinearForm,
    relation: Comparison,
    right: &LinearForm,
) -> Result<Test, ValueError> {
    let below = |small: &LinearForm, large: &LinearForm, gap: i64| {
        let difference = small.clone().plus(-1, large)?.shifted(gap)?;
        Ok(Test::at_most_zero(difference))
    };
    let equal = || Ok(Test::zero(left.clone().plus(-1, right)?));
    match relation {
        Comparison::Equal => equal(),
        Comparison::NotEqual => equal().map(Test::negated),
        Comparison::Less => below(left, right, 1),
        Comparison::LessOrEqual => below(left, right, 0),
        Comparison::Greater => below(right, left, 1),
        Comparison::GreaterOrEqual => below(right, left, 0),
    }
}

fn machine(value: &Integer) -> Result<i64, ValueError> {
    moderate(i64::try_from(value).ok())
}

fn positive(value: &Natural) -> Result<i64, ValueError> {
    moderate(i64::try_from(value).ok().filter(|value| *value > 0))
}
