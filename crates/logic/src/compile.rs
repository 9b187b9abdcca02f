//! Automata of formulas.
//!
//! An automaton made here is right on words whose digit strings are all
//! [admissible](crate::arithmetic::constraint::admissible); on other words it may say anything. So
//! complements are free, and admissibility is asked for once, where a track is hidden or a word is looked for.
//!
//! Floors are eliminated here, at the last moment: one with the factor 1 or −1 for nothing, others by a new
//! number that is hidden again at once, inside the atom.

use std::cell::RefCell;

use automata::minimize::minimize;
use automata::product::{Product, conjunction, disjunction};
use automata::project::project;
use automata::{Automaton, Budget, OutOfBudget, Track};
use rustc_hash::FxHashMap;

use crate::arithmetic::{Linear, Relation, System, constraint};
use crate::decide::DecideError;
use crate::lower::{Division, Expression, Ir, Lowering, Shared};

/// Compiles formulas to automata, each only once.
pub struct Compiler<'a> {
    system: &'a System,
    budget: &'a dyn Budget,
    shared: &'a Shared<'a>,
    known: RefCell<FxHashMap<Ir, Automaton>>,
}

impl<'a> Compiler<'a> {
    /// A compiler that knows nothing yet.
    pub fn new(shared: &'a Shared<'a>, budget: &'a dyn Budget) -> Self {
        Self {
            system: shared.system(),
            budget,
            shared,
            known: RefCell::default(),
        }
    }

    /// The minimal automaton of a formula.
    ///
    /// # Errors
    /// If the budget says so, or a number grows too large.
    pub fn compile(&self, ir: &Ir) -> Result<Automaton, DecideError> {
        if let Some(known) = self.known.borrow().get(ir) {
            return Ok(known.clone());
        }
        let automaton = minimize(&self.build(ir)?);
        self.budget.spend(automaton.size(), 0)?;
        self.budget.keep(automaton.size());
        self.known
            .borrow_mut()
            .insert(ir.clone(), automaton.clone());
        Ok(automaton)
    }

    /// The admissible digit strings of a track.
    ///
    /// # Errors
    /// If the budget says so.
    pub fn admissible(&self, track: Track) -> Result<Automaton, OutOfBudget> {
        constraint::admissible(self.system, track, self.budget)
    }

    /// The automaton restricted to words that are admissible on all its tracks.
    ///
    /// # Errors
    /// If the budget says so.
    pub fn within_admissible(&self, automaton: &Automaton) -> Result<Automaton, OutOfBudget> {
        let tracks = automaton.tracks().to_vec();
        let strings: Vec<Automaton> = tracks
            .into_iter()
            .map(|track| self.admissible(track))
            .collect::<Result<_, _>>()?;
        conjunction(
            &std::iter::once(automaton)
                .chain(&strings)
                .collect::<Vec<_>>(),
            self.budget,
        )
    }

    /// Hides tracks of a conjunction of automata.
    ///
    /// # Errors
    /// If the budget says so.
    pub fn hide(&self, parts: &[&Automaton], hidden: &[Track]) -> Result<Automaton, OutOfBudget> {
        let strings: Vec<Automaton> = hidden
            .iter()
            .map(|&track| self.admissible(track))
            .collect::<Result<_, _>>()?;
        let product = Product {
            care: None,
            parts,
            easy: &strings.iter().collect::<Vec<_>>(),
        }
        .build(self.budget)?;
        Ok(minimize(&project(
            &minimize(&product),
            hidden,
            self.budget,
        )?))
    }

    /// The budget of all constructions.
    pub fn budget(&self) -> &'a dyn Budget {
        self.budget
    }

    /// The system in which numbers are written.
    pub fn system(&self) -> &'a System {
        self.system
    }

    fn build(&self, ir: &Ir) -> Result<Automaton, DecideError> {
        match ir {
            Ir::Constant(value) => Ok(Automaton::constant(self.system.alphabet(), &[], *value)),
            Ir::Compare(expression, relation) => self.compare(expression, *relation),
            Ir::Congruent(expression, modulus, remainder, yes) => {
                let automaton = match expression.as_linear() {
                    Some(linear) => constraint::congruent(
                        self.system,
                        linear,
                        *modulus,
                        *remainder,
                        self.budget,
                    )?,
                    None => self.name_all(expression, |linear| {
                        Ir::congruent(&linear.into(), *modulus, *remainder, true)
                    })?,
                };
                Ok(if *yes {
                    automaton
                } else {
                    automaton.complement()
                })
            }
            Ir::RoundedDown(track, yes) => {
                let automaton = constraint::rounded_down(self.system, *track, self.budget)?;
                Ok(if *yes {
                    automaton
                } else {
                    automaton.complement()
                })
            }
            Ir::NimSumZero(tracks) => {
                Ok(constraint::nim_sum_zero(self.system, tracks, self.budget)?)
            }
            Ir::Not(inner) => Ok(self.compile(inner)?.complement()),
            Ir::And(parts) => {
                let parts = self.each(parts)?;
                Ok(conjunction(&parts.iter().collect::<Vec<_>>(), self.budget)?)
            }
            Ir::Or(parts) => {
                let parts = self.each(parts)?;
                Ok(disjunction(&parts.iter().collect::<Vec<_>>(), self.budget)?)
            }
            Ir::Exists(tracks, body) => {
                let parts = self.each(&body.as_ref().clone().conjuncts())?;
                Ok(self.hide(&parts.iter().collect::<Vec<_>>(), tracks)?)
            }
        }
    }

    /// The automata of the parts, small ones first.
    fn each(&self, parts: &[Ir]) -> Result<Vec<Automaton>, DecideError> {
        let mut automata: Vec<Automaton> = parts
            .iter()
            .map(|part| self.compile(part))
            .collect::<Result<_, _>>()?;
        automata.sort_by_key(Automaton::size);
        Ok(automata)
    }

    fn compare(
        &self,
        expression: &Expression,
        relation: Relation,
    ) -> Result<Automaton, DecideError> {
        let unit = expression
            .quotients
            .iter()
            .position(|(times, _)| times.abs() == 1);
        match (expression.as_linear(), unit) {
            (Some(linear), _) => Ok(constraint::compare(
                self.system,
                linear,
                relation,
                self.budget,
            )?),
            (None, Some(index)) if expression.quotients.len() == 1 => {
                self.rounded(&expression.linear, &expression.quotients[index], relation)
            }
            (None, Some(index)) => {
                let mut rest = expression.clone();
                let kept = rest.quotients.remove(index);
                self.name_all(&rest, |linear| {
                    Ir::Compare(
                        Expression {
                            linear,
                            quotients: vec![kept.clone()],
                        },
                        relation,
                    )
                })
            }
            (None, None) => self.name_all(expression, |linear| match relation {
                Relation::Zero => Ir::zero(linear.into()).unwrap_or(Ir::Constant(false)),
                Relation::NotNegative => Ir::not_negative(linear.into()),
            }),
        }
    }

    /// `L ± ⌊G/r⌋` compared with zero, without the floor.
    fn rounded(
        &self,
        linear: &Linear,
        (times, division): &(i64, Division),
        relation: Relation,
    ) -> Result<Automaton, DecideError> {
        let Division { form, divisor } = division;
        let above = |linear: &Linear, times: i64| -> Result<Ir, DecideError> {
            let scaled = linear.times(*divisor)?;
            let offset = if times > 0 { 0 } else { divisor - 1 };
            Ok(Ir::not_negative(
                scaled.offset(offset)?.plus(times, form)?.into(),
            ))
        };
        let up = above(linear, *times)?;
        match relation {
            Relation::NotNegative => self.compile(&up),
            Relation::Zero => self.compile(&Ir::and(vec![up, above(&linear.times(-1)?, -times)?])),
        }
    }

    /// Gives every quotient a name, and hides the names again.
    fn name_all(
        &self,
        expression: &Expression,
        atom: impl Fn(Linear) -> Ir,
    ) -> Result<Automaton, DecideError> {
        let mut alternatives = Vec::new();
        for (case, linear) in Lowering::new(self.shared).named(expression)? {
            let parts = [case.guards, vec![atom(linear)]].concat();
            alternatives.push(Ir::exists(case.hidden, Ir::and(parts))?);
        }
        self.compile(&Ir::or(alternatives))
    }
}
