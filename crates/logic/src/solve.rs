//! The values of some variables that make a formula true.
//!
//! A search fixes one variable after the other. Before each choice, bounds propagation
//! narrows what is left, and after it the formula is [simplified](crate::simplify), so that equalities fix
//! variables at once and wide stretches without a solution are jumped over.
//!
//! [`Evaluator::solutions`] lists all solutions in lexicographic order; quantifiers are decided by the same
//! means, choosing the variable with the fewest values left.
//!
//! ```
//! use std::ops::ControlFlow;
//! use logic::evaluate::{Assignment, Evaluator};
//! use logic::interval::Interval;
//! use logic::{Term, Variable};
//! use numeration::natural::{Integer, num::arithmetic::traits::Pow};
//!
//! // x < y = 10^100
//! let (x, y) = (Variable::new(0, "x"), Variable::new(1, "y"));
//! let below = Term::from(&x).less(&y);
//! let fixed = Term::from(&y).equals(Integer::from(10).pow(100));
//! let mut seen = Vec::new();
//! let unknowns = [(x.clone(), Interval::naturals()), (y, Interval::naturals())];
//! let _stopped = Evaluator::default()
//!     .solutions(&below.and(fixed), &unknowns, &Assignment::new(), &mut |solution| {
//!         seen.push(solution.get(&x).cloned());
//!         if seen.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//!     })
//!     .expect("nothing is undefined");
//! assert_eq!(seen, [0, 1, 2].map(|value| Some(Integer::from(value))));
//! ```

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use numeration::natural::{Integer, Natural, Zero};

use crate::bounds::VariableBounds;
use crate::evaluate::{Assignment, EvaluationError, Evaluator};
use crate::formula::Formula;
use crate::interval::{Interval, IntervalUnion};
use crate::term::Variable;

/// So many of its smallest values are tried for a quantified variable that nothing bounds.
const TRIES: u64 = 1000;
/// After so many values in a row without a solution the bounds are derived anew.
const PATIENCE: u32 = 4;
/// More unknowns are refused: the search goes one level deeper for each.
const MOST_UNKNOWNS: u32 = 2000;

/// The values of variables for which a claim fails.
pub type Counterexample = Vec<(Variable, Integer)>;

/// Tries a closed sentence `forall s, t, …: F` on all values of its leading universal variables from 0 to a
/// bound, and returns the first counterexample in lexicographic order, if there is one.
///
/// A sentence that does not begin with `forall` is decided as it is; if it is false, the
/// counterexample is empty.
pub fn check_up_to(
    sentence: &Formula,
    bound: &Natural,
) -> Result<Option<Counterexample>, EvaluationError> {
    Evaluator::default().check_up_to(sentence, bound)
}

impl Evaluator<'_> {
    /// Visits all values of the unknowns, each within its range, for which the formula is true: in
    /// lexicographic order, each once, until the visitor breaks. What it visits has the known values too.
    ///
    /// An infinite range is gone through upwards; it must have a lower end.
    pub fn solutions(
        &self,
        formula: &Formula,
        unknowns: &[(Variable, Interval)],
        known: &Assignment,
        visit: &mut dyn FnMut(&Assignment) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, EvaluationError> {
        if unknowns.len() > MOST_UNKNOWNS as usize {
            return Err(EvaluationError::TooDeep {
                limit: MOST_UNKNOWNS,
            });
        }
        let mut known = known.clone();
        for (variable, _) in unknowns {
            known.unset(variable);
        }
        let formula = self.simplify(formula, &known)?;
        let variables: Vec<Variable> = unknowns
            .iter()
            .map(|(variable, _)| variable.clone())
            .collect();
        let domain = |(variable, range): &(Variable, Interval)| {
            (variable.id(), IntervalUnion::from(range.clone()))
        };
        let domains = unknowns.iter().map(domain).collect();
        let flow = self.enumerate(&variables, formula, domains, &mut known, visit)?;
        Ok(match flow {
            ControlFlow::Break(()) => ControlFlow::Break(()),
            ControlFlow::Continue(_) => ControlFlow::Continue(()),
        })
    }

    /// See [`check_up_to`].
    pub fn check_up_to(
        &self,
        sentence: &Formula,
        bound: &Natural,
    ) -> Result<Option<Counterexample>, EvaluationError> {
        let failure = self.simplify_negated(sentence, &Assignment::new())?;
        let (variables, body) = existential_block(failure);
        if variables.is_empty() {
            return Ok(self.holds(&body, &Assignment::new())?.then(Vec::new));
        }
        let range = Interval::between(0, bound.clone());
        let unknowns: Vec<(Variable, Interval)> = variables
            .iter()
            .map(|variable| (variable.clone(), range.clone()))
            .collect();
        let mut first = None;
        let _stopped = self.solutions(&body, &unknowns, &Assignment::new(), &mut |solution| {
            let value =
                |variable: &Variable| Some((variable.clone(), solution.get(variable)?.clone()));
            first = variables.iter().map(value).collect();
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// Goes on with the first variable. Tells whether it visited anything.
    fn enumerate(
        &self,
        variables: &[Variable],
        formula: Formula,
        mut domains: BTreeMap<u32, IntervalUnion>,
        known: &mut Assignment,
        visit: &mut dyn FnMut(&Assignment) -> ControlFlow<()>,
    ) -> Result<ControlFlow<(), bool>, EvaluationError> {
        let Some((variable, rest)) = variables.split_first() else {
            return self.visit_if_true(&formula, known, visit);
        };
        let mut found = false;
        let mut fruitless = PATIENCE;
        loop {
            if fruitless >= PATIENCE {
                fruitless = 0;
                let Some(narrowed) = self.narrowed(&formula, domains, known)? else {
                    break;
                };
                domains = narrowed;
            }
            let domain = domains
                .get_mut(&variable.id())
                .expect("every unknown has a domain");
            if domain.is_empty() {
                break;
            }
            let value = domain
                .pop_first()
                .ok_or_else(|| unbounded(variable, &formula, 0))?;
            known.set(variable, value);
            let flow = if rest.is_empty() {
                self.visit_if_true(&formula, known, visit)
            } else {
                let simple = self.simplify(&formula, known)?;
                match simple {
                    Formula::Constant(false) => Ok(ControlFlow::Continue(false)),
                    simple => {
                        self.enumerate(rest, simple, without(&domains, variable), known, visit)
                    }
                }
            };
            known.unset(variable);
            match flow? {
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
                ControlFlow::Continue(true) => (found, fruitless) = (true, 0),
                ControlFlow::Continue(false) => fruitless += 1,
            }
        }
        Ok(ControlFlow::Continue(found))
    }

    fn visit_if_true(
        &self,
        formula: &Formula,
        known: &Assignment,
        visit: &mut dyn FnMut(&Assignment) -> ControlFlow<()>,
    ) -> Result<ControlFlow<(), bool>, EvaluationError> {
        if !self.holds(formula, known)? {
            return Ok(ControlFlow::Continue(false));
        }
        self.rest()?;
        Ok(match visit(known) {
            ControlFlow::Break(()) => ControlFlow::Break(()),
            ControlFlow::Continue(()) => ControlFlow::Continue(true),
        })
    }

    /// The domains that the formula leaves, or none if it cannot be true.
    fn narrowed(
        &self,
        formula: &Formula,
        domains: BTreeMap<u32, IntervalUnion>,
        known: &Assignment,
    ) -> Result<Option<BTreeMap<u32, IntervalUnion>>, EvaluationError> {
        self.step()?;
        if let Formula::Constant(truth) = formula {
            return Ok(truth.then_some(domains));
        }
        let mut bounds = VariableBounds::new(known, domains);
        Ok(bounds.propagate(formula).then(|| bounds.into_domains()))
    }

    /// Is the formula, which begins with `exists` or `not forall`, true?
    pub(crate) fn exists(
        &self,
        formula: &Formula,
        known: &Assignment,
    ) -> Result<bool, EvaluationError> {
        let (variables, body) = existential_block(self.simplify(formula, known)?);
        let mut known = known.clone();
        for variable in &variables {
            known.unset(variable);
        }
        let naturals =
            |variable: &Variable| (variable.id(), IntervalUnion::from(Interval::naturals()));
        let domains = variables.iter().map(naturals).collect();
        self.satisfiable(&variables, body, domains, &mut known)
    }

    /// Do some values of the variables, within their domains, make the formula true?
    fn satisfiable(
        &self,
        variables: &[Variable],
        formula: Formula,
        domains: BTreeMap<u32, IntervalUnion>,
        known: &mut Assignment,
    ) -> Result<bool, EvaluationError> {
        let _level = self.deeper()?;
        if let Formula::Or(parts) = formula {
            let mut trouble = None;
            for part in parts {
                match self.satisfiable(variables, part, domains.clone(), known) {
                    Ok(false) => {}
                    Err(error) if !error.is_final() => trouble = trouble.or(Some(error)),
                    decided => return decided,
                }
            }
            return trouble.map_or(Ok(false), Err);
        }
        let Some(domains) = self.narrowed(&formula, domains, known)? else {
            return Ok(false);
        };
        let single = |variable: &&Variable| domains[&variable.id()].single().is_some();
        let (fixed, open): (Vec<&Variable>, Vec<&Variable>) = variables.iter().partition(single);
        if fixed.is_empty() {
            return self.branch(variables, formula, domains, known);
        }
        for variable in &fixed {
            known.set(
                variable,
                domains[&variable.id()]
                    .single()
                    .cloned()
                    .unwrap_or(Integer::ZERO),
            );
        }
        let open: Vec<Variable> = open.into_iter().cloned().collect();
        let answer = self.simplify(&formula, known).and_then(|simple| {
            let domains = open
                .iter()
                .map(|variable| (variable.id(), domains[&variable.id()].clone()))
                .collect();
            if open.is_empty() {
                self.holds(&simple, known)
            } else {
                self.satisfiable(&open, simple, domains, known)
            }
        });
        for variable in fixed {
            known.unset(variable);
        }
        answer
    }

    /// Tries the values of the variable that has the fewest.
    fn branch(
        &self,
        variables: &[Variable],
        formula: Formula,
        mut domains: BTreeMap<u32, IntervalUnion>,
        known: &mut Assignment,
    ) -> Result<bool, EvaluationError> {
        let Some(variable) = fewest_values(variables, &domains) else {
            return self.holds(&formula, known);
        };
        if self.certain(&formula, &domains, known)? {
            return Ok(true);
        }
        let rest: Vec<Variable> = variables
            .iter()
            .filter(|other| *other != variable)
            .cloned()
            .collect();
        let mut tried = 0;
        let mut trouble = None;
        loop {
            let domain = domains
                .get_mut(&variable.id())
                .expect("every variable has a domain");
            if domain.is_empty() {
                break;
            }
            if tried >= TRIES && domain.size().is_none() {
                return Err(unbounded(variable, &formula, tried));
            }
            let value = domain
                .pop_first()
                .ok_or_else(|| unbounded(variable, &formula, tried))?;
            known.set(variable, value);
            let answer = self.simplify(&formula, known).and_then(|simple| {
                if rest.is_empty() {
                    return self.holds(&simple, known);
                }
                self.satisfiable(&rest, simple, without(&domains, variable), known)
            });
            known.unset(variable);
            match answer {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) if error.is_final() => return Err(error),
                Err(error) => trouble = trouble.or(Some(error)),
            }
            tried += 1;
            if tried % u64::from(PATIENCE) == 0 {
                let Some(narrowed) = self.narrowed(&formula, domains, known)? else {
                    break;
                };
                domains = narrowed;
            }
        }
        trouble.map_or(Ok(false), Err)
    }

    /// Is the formula true wherever the variables lie in their domains?
    fn certain(
        &self,
        formula: &Formula,
        domains: &BTreeMap<u32, IntervalUnion>,
        known: &Assignment,
    ) -> Result<bool, EvaluationError> {
        let negated = self.simplify_negated(formula, known)?;
        Ok(self.narrowed(&negated, domains.clone(), known)?.is_none())
    }
}

/// The variables of the leading existential quantifiers, also of those within conjunctions, and the rest.
fn existential_block(mut formula: Formula) -> (Vec<Variable>, Formula) {
    let mut variables: Vec<Variable> = Vec::new();
    let mut parts = Vec::new();
    let mut waiting = Vec::new();
    loop {
        match formula {
            Formula::Exists(variable, body) if !variables.contains(&variable) => {
                variables.push(variable);
                waiting.push(*body);
            }
            Formula::And(conjuncts) => waiting.extend(conjuncts.into_iter().rev()),
            other => parts.push(other),
        }
        match waiting.pop() {
            Some(next) => formula = next,
            None => break,
        }
    }
    (variables, Formula::all(parts))
}

fn fewest_values<'v>(
    variables: &'v [Variable],
    domains: &BTreeMap<u32, IntervalUnion>,
) -> Option<&'v Variable> {
    variables.iter().min_by_key(|variable| {
        let size = domains[&variable.id()].size();
        (size.is_none(), size)
    })
}

fn without(
    domains: &BTreeMap<u32, IntervalUnion>,
    variable: &Variable,
) -> BTreeMap<u32, IntervalUnion> {
    let mut others = domains.clone();
    others.remove(&variable.id());
    others
}

fn unbounded(variable: &Variable, formula: &Formula, tried: u64) -> EvaluationError {
    EvaluationError::Unbounded {
        variable: variable.name().to_owned(),
        formula: formula.to_string(),
        tried,
    }
}
