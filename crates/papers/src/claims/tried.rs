//! Statements that are tried number by number, as the files of `papers/` state them.
//!
//! They are written in the syntax of the rules language and computed as they stand. So variables may be multiplied and stand
//! in exponents, and a `let` may speak of itself: what is tried need not be decidable.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use lab::LabError;
use lang::ast::{
    AddOp, DivisionOp, Expr, ExprKind, IndexBinder, IndexedOp, ItemKind, Let, MulOp, Quantifier,
    SetPart,
};
use logic::watch::Watch;
use numeration::natural::{Abs, Integer, One, Pow, Zero, div_mod_floor};
use numeration::real::Real;
use serde::Deserialize;

use super::finding::Finding;

/// A statement that must hold for all values of its variables up to a bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tried {
    /// What must hold.
    tried: String,
    /// `n in 0..100` for each variable, the outermost first: an end may speak of those before it.
    #[serde(default)]
    over: Vec<String>,
    /// The values of `beta`, if it occurs, in their order; `alpha` is `beta/(beta - 1)`.
    #[serde(default)]
    of: Vec<String>,
    /// What a counterexample is called, with expressions in braces.
    #[serde(default)]
    case: String,
    /// How far it is tried, in words, if not for everything that it speaks of.
    up_to: Option<String>,
    /// What is done, as a clause.
    how: String,
}

impl Tried {
    /// Looks for the first counterexample; `lets` are the definitions of the paper.
    pub(crate) fn check(&self, lets: &str, watch: &dyn Watch) -> Result<Finding, LabError> {
        let finding = Finding::of(self.up_to.as_deref(), &self.how);
        if self.of.is_empty() {
            return Ok(finding.unless(self.counterexample(lets, None, watch)?));
        }
        for beta in &self.of {
            if let Some(case) = self.counterexample(lets, Some(beta), watch)? {
                return Ok(finding.unless(Some(case)));
            }
        }
        Ok(finding)
    }

    fn counterexample(
        &self,
        lets: &str,
        beta: Option<&str>,
        watch: &dyn Watch,
    ) -> Result<Option<String>, LabError> {
        let trial = Trial::new(lets, beta)?;
        let ranges = self.over.iter().map(|range| {
            let (name, ends) = range.split_once(" in ").unwrap_or_default();
            let (from, to) = ends.split_once("..").unwrap_or_default();
            Ok((name, expression(from)?, expression(to)?))
        });
        let ranges: Vec<(&str, Expr, Expr)> = ranges.collect::<Result<_, LabError>>()?;
        let statement = expression(&self.tried)?;
        let mut scope = Scope::default();
        if trial.holds_for_all(&statement, &ranges, &mut scope, watch)? {
            return Ok(None);
        }
        // The scope still has the values for which it failed.
        let mut case = String::new();
        for part in self.case.split('}') {
            let (words, shown) = part.split_once('{').unwrap_or((part, ""));
            case += words;
            case += &match (shown, beta) {
                ("", _) => String::new(),
                ("beta", Some(beta)) => beta.to_owned(),
                _ => trial.value(&expression(shown)?, &mut scope)?.to_string(),
            };
        }
        Ok(Some(case))
    }
}

/// An expression that stands alone.
fn expression(text: &str) -> Result<Expr, LabError> {
    let mut lets = definitions(&format!("let it = {text}"))?;
    lets.pop()
        .map(|definition| definition.body)
        .ok_or_else(|| LabError::input(format!("`{text}` is no expression")))
}

fn definitions(lets: &str) -> Result<Vec<Let>, LabError> {
    let game = lang::parse(&format!("game tried\n{lets}\n"))?;
    let items = game.items.into_iter();
    let definitions = items.filter_map(|item| match item.kind {
        ItemKind::Let(definition) => Some(definition),
        _ => None,
    });
    Ok(definitions.collect())
}

/// The values of the variables, the innermost last.
type Scope = Vec<(String, Integer)>;

/// The definitions with what was computed of them.
struct Trial {
    lets: HashMap<String, Let>,
    constants: HashMap<&'static str, Real>,
    known: RefCell<BTreeMap<(String, Vec<Integer>), Integer>>,
}

impl Trial {
    fn new(lets: &str, beta: Option<&str>) -> Result<Self, LabError> {
        let mut constants = HashMap::new();
        if let Some(beta) = beta {
            constants.insert("beta", lang::constant(beta)?);
            constants.insert("alpha", lang::constant(&format!("({beta})/({beta} - 1)"))?);
        }
        let lets = definitions(lets)?.into_iter();
        Ok(Self {
            lets: lets
                .map(|known| (known.name.value.clone(), known))
                .collect(),
            constants,
            known: RefCell::default(),
        })
    }

    /// Goes through all values of the variables, and stops at the first for which it fails.
    fn holds_for_all(
        &self,
        statement: &Expr,
        ranges: &[(&str, Expr, Expr)],
        scope: &mut Scope,
        watch: &dyn Watch,
    ) -> Result<bool, LabError> {
        let Some(((name, from, to), inner)) = ranges.split_first() else {
            return self.holds(statement, scope);
        };
        watch.check()?;
        let (mut value, last) = (self.value(from, scope)?, self.value(to, scope)?);
        while value <= last {
            scope.push(((*name).to_owned(), value.clone()));
            if !self.holds_for_all(statement, inner, scope, watch)? {
                return Ok(false);
            }
            scope.pop();
            value += Integer::ONE;
        }
        Ok(true)
    }

    fn holds(&self, formula: &Expr, scope: &mut Scope) -> Result<bool, LabError> {
        Ok(match &formula.kind {
            ExprKind::Truth(truth) => *truth,
            ExprKind::Compare(first, rest) => {
                let mut left = self.value(first, scope)?;
                for (comparison, right) in rest {
                    let right = self.value(right, scope)?;
                    if !comparison.holds(&left, &right) {
                        return Ok(false);
                    }
                    left = right;
                }
                true
            }
            ExprKind::Member {
                element,
                negated,
                set,
            } => {
                let [SetPart::Elements(elements)] = set.parts.as_slice() else {
                    return Err(unknown());
                };
                let value = self.value(element, scope)?;
                let mut found = false;
                for element in elements {
                    found |= self.value(element, scope)? == value;
                }
                found != *negated
            }
            ExprKind::Not(inner) => !self.holds(inner, scope)?,
            ExprKind::And(parts) => self.each(parts, true, scope)?,
            ExprKind::Or(parts) => self.each(parts, false, scope)?,
            ExprKind::Implies(left, right) => {
                !self.holds(left, scope)? || self.holds(right, scope)?
            }
            ExprKind::Iff(left, right) => self.holds(left, scope)? == self.holds(right, scope)?,
            ExprKind::ForIndex(quantifier, binder, body) => {
                let all = *quantifier == Quantifier::Forall;
                let mut found = all;
                self.for_each(binder, scope, |scope| {
                    if found == all {
                        found = self.holds(body, scope)?;
                    }
                    Ok(())
                })?;
                found
            }
            ExprKind::Name(_) | ExprKind::Call { .. } => {
                let (definition, values) = self.called(formula, scope)?;
                self.holds(&definition.body, &mut arguments(definition, values))?
            }
            _ => return Err(unknown()),
        })
    }

    /// Do all hold, or does one?
    fn each(&self, parts: &[Expr], all: bool, scope: &mut Scope) -> Result<bool, LabError> {
        for part in parts {
            if self.holds(part, scope)? != all {
                return Ok(!all);
            }
        }
        Ok(all)
    }

    fn for_each(
        &self,
        binder: &IndexBinder,
        scope: &mut Scope,
        mut visit: impl FnMut(&mut Scope) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let mut value = self.value(&binder.range.from, scope)?;
        let last = self.value(&binder.range.to, scope)?;
        while value <= last {
            scope.push((binder.name.value.clone(), value.clone()));
            visit(scope)?;
            scope.pop();
            value += Integer::ONE;
        }
        Ok(())
    }

    fn value(&self, term: &Expr, scope: &mut Scope) -> Result<Integer, LabError> {
        Ok(match &term.kind {
            ExprKind::Number(value) => Integer::from(value),
            ExprKind::Sum(parts) => {
                let mut sum = Integer::ZERO;
                for (sign, part) in parts {
                    match sign {
                        AddOp::Plus => sum += self.value(part, scope)?,
                        AddOp::Minus => sum -= self.value(part, scope)?,
                    }
                }
                sum
            }
            ExprKind::Product(first, rest) => {
                let mut product = self.value(first, scope)?;
                for (factor, part) in rest {
                    if *factor == MulOp::Over {
                        return Err(unknown());
                    }
                    product *= self.value(part, scope)?;
                }
                product
            }
            ExprKind::Division(division, of, by) => {
                let (of, by) = (self.value(of, scope)?, self.value(by, scope)?);
                let (quotient, rest) = div_mod_floor(&of, &by).ok_or_else(unknown)?;
                match division {
                    DivisionOp::Div => quotient,
                    DivisionOp::Mod => rest,
                }
            }
            ExprKind::Power(base, exponent) => {
                let exponent = u64::try_from(&self.value(exponent, scope)?);
                self.value(base, scope)?
                    .pow(exponent.map_err(|_| unknown())?)
            }
            ExprKind::Absolute(inner) => self.value(inner, scope)?.abs(),
            ExprKind::Choice(condition, yes, no) => {
                let chosen = if self.holds(condition, scope)? {
                    yes
                } else {
                    no
                };
                self.value(chosen, scope)?
            }
            ExprKind::Total(IndexedOp::Sum, binder, body) => {
                let mut sum = Integer::ZERO;
                self.for_each(binder, scope, |scope| {
                    sum += self.value(body, scope)?;
                    Ok(())
                })?;
                sum
            }
            ExprKind::Call { name, arguments } if name.value == "floor" => {
                match arguments.as_slice() {
                    [inner] => self.floor(inner, scope)?,
                    _ => return Err(unknown()),
                }
            }
            ExprKind::Name(name) => match scope.iter().rfind(|(known, _)| known == name) {
                Some((_, value)) => value.clone(),
                None => self.call(term, scope)?,
            },
            ExprKind::Call { .. } => self.call(term, scope)?,
            _ => return Err(unknown()),
        })
    }

    /// The value of a definition, which is computed once.
    fn call(&self, term: &Expr, scope: &mut Scope) -> Result<Integer, LabError> {
        let (definition, values) = self.called(term, scope)?;
        let key = (definition.name.value.clone(), values);
        if let Some(value) = self.known.borrow().get(&key) {
            return Ok(value.clone());
        }
        let value = self.value(&definition.body, &mut arguments(definition, key.1.clone()))?;
        self.known.borrow_mut().insert(key, value.clone());
        Ok(value)
    }

    /// A definition with the values of its arguments.
    fn called(&self, expr: &Expr, scope: &mut Scope) -> Result<(&Let, Vec<Integer>), LabError> {
        let (name, given) = match &expr.kind {
            ExprKind::Name(name) => (name, &[][..]),
            ExprKind::Call { name, arguments } => (&name.value, arguments.as_slice()),
            _ => return Err(unknown()),
        };
        let known = self.lets.get(name);
        let fault = || LabError::input(format!("`{name}` has no value"));
        let known = known.filter(|known| known.arguments.len() == given.len());
        let values: Result<_, _> = given.iter().map(|term| self.value(term, scope)).collect();
        Ok((known.ok_or_else(fault)?, values?))
    }

    /// The floor of a term times a constant.
    fn floor(&self, inner: &Expr, scope: &mut Scope) -> Result<Integer, LabError> {
        let ExprKind::Product(term, rest) = &inner.kind else {
            return Err(unknown());
        };
        let [(MulOp::Times, factor)] = rest.as_slice() else {
            return Err(unknown());
        };
        let constant = match &factor.kind {
            ExprKind::Name(name) => self.constants.get(name.as_str()).ok_or_else(unknown)?,
            _ => return Err(unknown()),
        };
        let floor = constant.floor_multiple(&self.value(term, scope)?);
        floor.map_err(|error| LabError::Beyond(error.to_string()))
    }
}

fn arguments(definition: &Let, values: Vec<Integer>) -> Scope {
    let names = definition.arguments.iter().map(|name| name.value.clone());
    names.zip(values).collect()
}

fn unknown() -> LabError {
    LabError::input("what is tried has numbers, `let`s, arithmetic, comparisons and ranges only")
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::watch::Unwatched;

    const LETS: &str = "let u(n) = if n = 0 then 1 else 2*u(n - 1)\n\
                        let A(n) = floor(n*alpha)\n\
                        let even(n) = n mod 2 = 0\n";

    /// What is found for each n from 0 to 9.
    fn check(tried: &str, expected: Result<Option<&str>, &str>) {
        let statement = Tried {
            tried: tried.to_owned(),
            over: vec!["n in 0..9".to_owned()],
            of: vec!["pi".to_owned(), "phi^2".to_owned()],
            case: "{beta}, {n}: {u(n)}".to_owned(),
            up_to: None,
            how: "tried".to_owned(),
        };
        let found = statement.check(LETS, &Unwatched);
        let found = found.map(|finding| finding.counterexample);
        let found = found.map_err(|error| error.to_string());
        let expected = expected.map(|case| case.map(str::to_owned));
        assert_eq!(found, expected.map_err(str::to_owned), "{tried}");
    }

    #[test]
    fn statements_are_computed_as_they_stand() {
        for holds in [
            "u(n) = 2^n and not u(n) < n",
            "n*n >= n and n^2 = n*n and -n = 0 - n",
            "forall m in 0..n: (n - m) div 2 = |m - n| div 2 and 0 <= m <= n",
            "exists m in n..n: m in {n, n + 1} and m not in {n + 2}",
            "even(n) iff (sum k in 1..n: 1) mod 2 = 0",
            "false implies n = 10 or true",
            "A(n) >= n and A(2) in {2, 3}",
        ] {
            check(holds, Ok(None));
        }
    }

    #[test]
    fn the_first_counterexample_is_told() {
        check("n < 5", Ok(Some("pi, 5: 32")));
        check("A(5) = 7", Ok(Some("phi^2, 0: 1")));
        check("exists m in 1..n: m = n", Ok(Some("pi, 0: 1")));
    }

    #[test]
    fn what_cannot_be_computed_is_refused() {
        let write = "what is tried has numbers, `let`s, arithmetic, comparisons and ranges only";
        for other in [
            "exists m: m = n",
            "n/2 = 0",
            "floor(n) = n",
            "n mod 0 = 0",
            "2^(-1) = 0",
        ] {
            check(other, Err(write));
        }
        check("v(n) = 0", Err("`v` has no value"));
        check("u = 0", Err("`u` has no value"));
    }
}
