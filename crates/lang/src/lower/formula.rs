//! Formulas.

use std::sync::Arc;

use logic::{Comparison, Formula, HowMany, Set, Term, Variable};
use numeration::natural::{to_natural, to_usize};
use numeration::real::Irrationality;

use super::linear::RealLinear;
use super::number::real_fault;
use super::{GameLowering, Lowered, ParameterValue};
use crate::ast::{CountBound, Expr, ExprKind, IndexBinder, Name, Quantifier, SetExpr};
use crate::diagnostic::Fault;
use crate::span::Span;

/// Larger numbers of piles that change are taken for this one.
const MOST_CHANGES: usize = u32::MAX as usize;

impl<'a> GameLowering<'a, '_> {
    /// A formula; a constant if it does not depend on anything.
    pub(super) fn formula(&mut self, expr: &'a Expr) -> Lowered<Formula> {
        self.enter(expr.span, 1)?;
        let formula = self.formula_inside(expr)?;
        self.leave(1);
        Ok(formula)
    }

    fn formula_inside(&mut self, expr: &'a Expr) -> Lowered<Formula> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Truth(value) => Ok(Formula::Constant(*value)),
            ExprKind::Name(name) => self.named_formula(name, &[], span),
            ExprKind::Call { name, arguments } => match (name.value.as_str(), arguments.as_slice())
            {
                ("irrational", [number]) => {
                    let value = self.constant(number)?;
                    Ok(Formula::Constant(
                        value.irrationality() != Irrationality::Rational,
                    ))
                }
                ("integer", [number]) => Ok(Formula::Constant(
                    self.constant(number)?.as_integer().is_some(),
                )),
                _ => self.named_formula(&name.value, arguments, span),
            },
            ExprKind::Compare(first, links) => self.comparisons(first, links),
            ExprKind::Member {
                element,
                negated,
                set,
            } => {
                let member = self.membership(element, set, span)?;
                Ok(if *negated { member.negated() } else { member })
            }
            ExprKind::Not(inner) => Ok(self.formula(inner)?.negated()),
            ExprKind::And(parts) => self.all(parts),
            ExprKind::Or(parts) => self.any(parts),
            ExprKind::Implies(left, right) => match self.formula(left)? {
                Formula::Constant(false) => Ok(Formula::Constant(true)),
                Formula::Constant(true) => self.formula(right),
                left => Ok(match self.formula(right)? {
                    Formula::Constant(true) => Formula::Constant(true),
                    Formula::Constant(false) => left.negated(),
                    right => left.implies(right),
                }),
            },
            ExprKind::Iff(left, right) => Ok(match (self.formula(left)?, self.formula(right)?) {
                (Formula::Constant(value), other) | (other, Formula::Constant(value)) => {
                    if value {
                        other
                    } else {
                        other.negated()
                    }
                }
                (left, right) => left.iff(right),
            }),
            ExprKind::Quantified {
                quantifier,
                variables,
                bound,
                body,
            } => {
                let bound = bound
                    .as_ref()
                    .map(|(comparison, term)| (*comparison, &**term));
                self.quantified(*quantifier, variables, bound, body, span)
            }
            ExprKind::ForIndex(quantifier, binder, body) => {
                self.over_indices(*quantifier, binder, body)
            }
            ExprKind::Changes {
                amount,
                count,
                piles,
            } => self.changes(*amount, count, piles),
            ExprKind::Matches {
                number,
                system,
                pattern,
            } => self.matches(number, system, pattern),
            // The parts are variables of the whole move: that they are there says nothing more.
            ExprKind::Becomes { .. } => Ok(Formula::Constant(true)),
            ExprKind::EveryPlace {
                numbers,
                system,
                body,
            } => self.every_place(numbers, system, body),
            _ => Err(Fault::new(
                span,
                "a formula is needed here",
                "not a formula",
            )),
        }
    }

    /// A sentence. If it is false whatever the values of its leading variables, these variables stay: a
    /// counterexample names them.
    pub(super) fn sentence(&mut self, expr: &'a Expr) -> Lowered<Formula> {
        let lowered = self.formula(expr)?;
        if lowered != Formula::Constant(false) {
            return Ok(lowered);
        }
        let (mut leading, mut rest) = (Vec::new(), expr);
        while let ExprKind::Quantified {
            quantifier: Quantifier::Forall,
            variables,
            bound: None,
            body,
        } = &rest.kind
        {
            leading.extend(variables.iter().map(|name| self.fresh(&name.value)));
            rest = body;
        }
        let wrap = |inside, variable| Formula::Forall(variable, Box::new(inside));
        Ok(leading.into_iter().rev().fold(lowered, wrap))
    }

    fn named_formula(
        &mut self,
        name: &'a str,
        arguments: &'a [Expr],
        span: Span,
    ) -> Lowered<Formula> {
        let Some(definition) = self.definition(name) else {
            return Err(Fault::new(
                span,
                format!("`{name}` is not a formula"),
                "not a formula",
            ));
        };
        let (label, formula) = self.expand(definition, arguments, span, |lowering| {
            lowering.formula(&definition.body)
        })?;
        Ok(match formula {
            Formula::Constant(value) => Formula::Constant(value),
            other => Formula::Named(label, Arc::new(other)),
        })
    }

    fn comparisons(
        &mut self,
        first: &'a Expr,
        links: &'a [(Comparison, Expr)],
    ) -> Lowered<Formula> {
        if let Some(formula) = self.compared_words(first, links) {
            return Ok(formula);
        }
        let mut all = ConjunctionBuilder::default();
        let mut left = (first, self.number_in_question(first)?);
        for (comparison, expr) in links {
            let right = self.number_in_question(expr)?;
            all.push(compared(left, *comparison, (expr, right.clone()))?);
            left = (expr, right.with_terms(|term| self.copy_term(term)));
        }
        Ok(all.formula())
    }

    /// `reading = literal`, where one side is a parameter whose value is a word.
    fn compared_words(&self, first: &Expr, links: &[(Comparison, Expr)]) -> Option<Formula> {
        let [(comparison, second)] = links else {
            return None;
        };
        let (ExprKind::Name(left), ExprKind::Name(right)) = (&first.kind, &second.kind) else {
            return None;
        };
        let word = |name: &str| match self.values.get(name) {
            Some(ParameterValue::Word(word)) => Some(word.clone()),
            _ => None,
        };
        if word(left).is_none() && word(right).is_none() {
            return None;
        }
        let value = |name: &String| word(name).unwrap_or_else(|| name.clone());
        Some(Formula::Constant(
            comparison.holds(&value(left), &value(right)),
        ))
    }

    fn all(&mut self, parts: &'a [Expr]) -> Lowered<Formula> {
        let mut all = ConjunctionBuilder::default();
        for part in parts {
            if !all.push(self.formula(part)?) {
                break;
            }
        }
        Ok(all.formula())
    }

    fn any(&mut self, parts: &'a [Expr]) -> Lowered<Formula> {
        let mut any = DisjunctionBuilder::default();
        for part in parts {
            if !any.push(self.formula(part)?) {
                break;
            }
        }
        Ok(any.formula())
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variables: &'a [Name],
        bound: Option<(Comparison, &'a Expr)>,
        body: &'a Expr,
        span: Span,
    ) -> Lowered<Formula> {
        let bound = match bound {
            Some((comparison, expr)) => Some((comparison, self.term(expr)?)),
            None => None,
        };
        let before = self.scope.len();
        let fresh: Vec<Variable> = variables
            .iter()
            .map(|name| self.bind_variable(&name.value))
            .collect();
        self.enter(span, fresh.len())?;
        let body = self.formula(body)?;
        self.leave(fresh.len());
        self.scope.truncate(before);
        let mut bounds = ConjunctionBuilder::default();
        if let Some((comparison, term)) = bound {
            for variable in &fresh {
                bounds.push(Formula::Compare(
                    Term::Variable(variable.clone()),
                    comparison,
                    self.copy_term(term.clone()),
                ));
            }
        }
        Ok(close(quantifier, fresh, bounds.formula(), body))
    }

    fn over_indices(
        &mut self,
        quantifier: Quantifier,
        binder: &'a IndexBinder,
        body: &'a Expr,
    ) -> Lowered<Formula> {
        let (mut all, mut any) = (ConjunctionBuilder::default(), DisjunctionBuilder::default());
        self.for_each_index(binder, |lowering| {
            let formula = lowering.formula(body)?;
            Ok(match quantifier {
                Quantifier::Forall => all.push(formula),
                Quantifier::Exists => any.push(formula),
            })
        })?;
        Ok(match quantifier {
            Quantifier::Forall => all.formula(),
            Quantifier::Exists => any.formula(),
        })
    }

    fn changes(
        &mut self,
        amount: CountBound,
        count: &'a Expr,
        piles: &'a [Expr],
    ) -> Lowered<Formula> {
        let number = self.whole(count, "a number of piles")?;
        let Some(number) = to_natural(&number) else {
            return Err(Fault::new(
                count.span,
                "a number of piles cannot be negative",
                format!("is {number}"),
            ));
        };
        // No game has so many piles, and one more can still be counted.
        let number = to_usize(&number).unwrap_or(MOST_CHANGES).min(MOST_CHANGES);
        let how_many = match amount {
            CountBound::AtMost => HowMany::AtMost(number),
            CountBound::Exactly => HowMany::Exactly(number),
            CountBound::AtLeast => HowMany::AtLeast(number),
        };
        let mut pairs = Vec::new();
        for pile in piles {
            self.changing(pile, &mut pairs)?;
        }
        self.charge(count.span, pairs.len())?;
        Ok(Formula::changes(how_many, pairs))
    }

    fn changing(&mut self, pile: &'a Expr, pairs: &mut Vec<(Variable, Variable)>) -> Lowered<()> {
        let places = match &pile.kind {
            ExprKind::Indexed { name, index, .. } => {
                let index = self.whole(index, "an index")?;
                let before = self.pile(name, Some(index.clone()), false, pile.span)?;
                pairs.push((before, self.pile(name, Some(index), true, pile.span)?));
                return Ok(());
            }
            ExprKind::Name(name) => self.piles.groups.get(name.as_str()),
            _ => None,
        };
        let Some(places) = places else {
            return Err(Fault::new(pile.span, "a pile is needed here", "not a pile"));
        };
        let places = places.start..places.start + places.count;
        pairs.extend(places.map(|place| (self.pile_at(place, false), self.pile_at(place, true))));
        Ok(())
    }

    fn membership(&mut self, element: &'a Expr, set: &'a SetExpr, span: Span) -> Lowered<Formula> {
        let tuple = self.tuple(element)?;
        self.member(tuple, set, span)
    }
}

/// A comparison; a constant if both sides are.
pub(super) fn compared(
    left: (&Expr, RealLinear),
    comparison: Comparison,
    right: (&Expr, RealLinear),
) -> Lowered<Formula> {
    let span = left.0.span.to(right.0.span);
    let constants = left
        .1
        .as_constant()
        .and_then(|left| Ok((left, right.1.as_constant()?)));
    if let (Some(left), Some(right)) = constants.map_err(|error| real_fault(span, &error))? {
        let order = left
            .compare(&right)
            .map_err(|error| real_fault(span, &error))?;
        return Ok(Formula::Constant(
            comparison.holds(&order, &std::cmp::Ordering::Equal),
        ));
    }
    let left = super::number::whole_valued(left.0, left.1)?;
    let right = super::number::whole_valued(right.0, right.1)?;
    Ok(Formula::Compare(left, comparison, right))
}

/// Quantifies over variables that satisfy their bounds.
pub(super) fn close(
    quantifier: Quantifier,
    variables: Vec<Variable>,
    bounds: Formula,
    body: Formula,
) -> Formula {
    let inside = match (quantifier, bounds, body) {
        (_, Formula::Constant(true), body) => body,
        (Quantifier::Exists, _, Formula::Constant(false)) => return Formula::Constant(false),
        (Quantifier::Forall, _, Formula::Constant(true)) => return Formula::Constant(true),
        (Quantifier::Exists, bounds, body) => {
            let mut all = ConjunctionBuilder::default();
            all.push(bounds);
            all.push(body);
            all.formula()
        }
        (Quantifier::Forall, bounds, body) => bounds.implies(body),
    };
    if let Formula::Constant(_) = inside {
        return inside;
    }
    variables
        .into_iter()
        .rev()
        .fold(inside, |inside, variable| match quantifier {
            Quantifier::Exists => Formula::exists(&variable, inside),
            Quantifier::Forall => Formula::forall(&variable, inside),
        })
}

/// A set with no free variables as a formula about a tuple; a constant if everything is constant.
pub(super) fn member_of(tuple: Vec<Term>, set: Arc<Set>) -> Formula {
    let constant = |term: &Term| matches!(term.unnamed(), Term::Constant(_));
    let known = |piece: &logic::Piece| {
        piece.condition == Formula::Constant(true) && piece.tuple.iter().all(constant)
    };
    let finite = set.pieces.iter().all(known) && tuple.iter().all(constant);
    if !(finite || set.pieces.is_empty()) {
        return Formula::Member(tuple, set);
    }
    let same = |piece: &logic::Piece| {
        piece
            .tuple
            .iter()
            .zip(&tuple)
            .all(|(left, right)| left.unnamed() == right.unnamed())
    };
    Formula::Constant(set.pieces.iter().any(same))
}

/// A conjunction in the making: flat, without what is always true.
#[derive(Default)]
pub(super) struct ConjunctionBuilder {
    parts: Vec<Formula>,
    failed: bool,
}

impl ConjunctionBuilder {
    /// Adds a part; false if the rest no longer matters.
    pub(super) fn push(&mut self, part: Formula) -> bool {
        match part {
            Formula::Constant(value) => self.failed |= !value,
            Formula::And(parts) => self.parts.extend(parts),
            other => self.parts.push(other),
        }
        !self.failed
    }

    /// The parts one by one.
    pub(super) fn parts(self) -> Vec<Formula> {
        if self.failed {
            vec![Formula::Constant(false)]
        } else {
            self.parts
        }
    }

    /// All parts.
    pub(super) fn formula(mut self) -> Formula {
        match self.parts.len() {
            _ if self.failed => Formula::Constant(false),
            0 => Formula::Constant(true),
            1 => self.parts.swap_remove(0),
            _ => Formula::And(self.parts),
        }
    }
}

/// A disjunction in the making: flat, without what is never true.
#[derive(Default)]
pub(super) struct DisjunctionBuilder {
    parts: Vec<Formula>,
    holds: bool,
}

impl DisjunctionBuilder {
    /// Adds a part; false if the rest no longer matters.
    pub(super) fn push(&mut self, part: Formula) -> bool {
        match part {
            Formula::Constant(value) => self.holds |= value,
            Formula::Or(parts) => self.parts.extend(parts),
            other => self.parts.push(other),
        }
        !self.holds
    }

    /// Any part.
    pub(super) fn formula(self) -> Formula {
        if self.holds {
            return Formula::Constant(true);
        }
        Formula::any(self.parts)
    }
}
