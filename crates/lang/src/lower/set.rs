//! Sets of numbers and of tuples.

use std::sync::Arc;

use logic::visit::FormulaPart;
use logic::{Comparison, Formula, Piece, Set, Term, Variable};

use super::formula::{ConjunctionBuilder, DisjunctionBuilder, close, member_of};
use super::{GameLowering, Lowered, ParameterValue};
use crate::ast::{Expr, ExprKind, Name, Quantifier, SetExpr, SetPart};
use crate::diagnostic::{Fault, plural};
use crate::print::{self, Notation};
use crate::resolve::Meaning;
use crate::span::Span;

impl<'a> GameLowering<'a, '_> {
    /// The terms of a tuple; one for a term alone.
    pub(super) fn tuple(&mut self, element: &'a Expr) -> Lowered<Vec<Term>> {
        let ExprKind::Tuple(entries) = &element.kind else {
            return Ok(vec![self.term(element)?]);
        };
        let mut tuple = Vec::new();
        for entry in entries {
            match &entry.family {
                None => tuple.push(self.term(&entry.term)?),
                Some(family) => self.for_each_index(family, |lowering| {
                    tuple.push(lowering.term(&entry.term)?);
                    Ok(true)
                })?,
            }
        }
        Ok(tuple)
    }

    /// The formula that a tuple belongs to a set written in place.
    pub(super) fn member(
        &mut self,
        tuple: Vec<Term>,
        set: &'a SetExpr,
        span: Span,
    ) -> Lowered<Formula> {
        if let [SetPart::Named(name)] = set.parts.as_slice() {
            let set = self.named_set(name)?;
            same_arity(tuple.len(), &set, span)?;
            return Ok(member_of(tuple, set));
        }
        let first_inside = self.next_variable;
        let set = self.set(set, None)?;
        same_arity(tuple.len(), &set, span)?;
        let outside = |part: FormulaPart<'_>| matches!(part, FormulaPart::Term(Term::Variable(variable)) if variable.id() < first_inside);
        let is_closed = |piece: &Piece| {
            let parts = piece.tuple.iter().map(FormulaPart::Term);
            let mut parts = parts.chain([FormulaPart::Formula(&piece.condition)]);
            !parts.any(|part| part.any(outside))
        };
        if set.pieces.iter().all(is_closed) {
            return Ok(member_of(tuple, set));
        }
        let mut any = DisjunctionBuilder::default();
        for piece in &set.pieces {
            let tuple = tuple.iter().cloned().map(|term| self.copy_term(term));
            any.push(is_in_piece(tuple.collect(), piece));
        }
        Ok(any.formula())
    }

    /// The set that a name stands for.
    pub(super) fn named_set(&mut self, name: &'a Name) -> Lowered<Arc<Set>> {
        if let Some(ParameterValue::Set(set)) = self.values.get(name.value.as_str()) {
            return Ok(Arc::clone(set));
        }
        if let Some(set) = self.sets.get(name.value.as_str()) {
            return Ok(Arc::clone(set));
        }
        self.enter(name.span, 1)?;
        let set = match self.symbols.get(&name.value).map(|symbol| symbol.meaning) {
            Some(Meaning::Set(set)) => {
                self.apart(|lowering| lowering.set(set, Some(&name.value)))?
            }
            Some(Meaning::Automaton(set)) => self.apart(|lowering| lowering.automaton(set))?,
            Some(Meaning::When(property)) => self.positions_when(property)?,
            _ => {
                return Err(Fault::new(
                    name.span,
                    format!("there is no set `{}`", name.value),
                    "not a set",
                ));
            }
        };
        self.leave(1);
        self.sets.insert(&name.value, Arc::clone(&set));
        Ok(set)
    }

    /// A union of sets, with its name or, if it has none, as it is written.
    pub(super) fn set(&mut self, set: &'a SetExpr, name: Option<&str>) -> Lowered<Arc<Set>> {
        let mut pieces = Vec::new();
        for part in &set.parts {
            match part {
                SetPart::Named(name) => {
                    for piece in &self.named_set(name)?.pieces {
                        pieces.push(self.copy_piece(piece));
                    }
                }
                SetPart::Elements(elements) => {
                    for element in elements {
                        let tuple = self.tuple(element)?;
                        pieces.push(Piece {
                            tuple,
                            variables: Vec::new(),
                            condition: Formula::Constant(true),
                        });
                    }
                }
                SetPart::Comprehension {
                    element,
                    conditions,
                } => pieces.push(self.piece(element, conditions)?),
            }
            self.charge(set.span, pieces.len())?;
        }
        let arity = pieces.first().map_or(1, |piece| piece.tuple.len());
        if let Some(other) = pieces.iter().find(|piece| piece.tuple.len() != arity) {
            let message = format!(
                "a set cannot hold tuples of {arity} and of {} numbers",
                other.tuple.len()
            );
            return Err(Fault::new(set.span, message, "tuples of different lengths"));
        }
        pieces.retain(|piece| piece.condition != Formula::Constant(false));
        let name = name.map_or_else(|| print::set(Notation::File, set), str::to_owned);
        Ok(Arc::new(Set {
            name: name.into(),
            arity,
            pieces,
        }))
    }

    fn piece(&mut self, element: &'a Expr, conditions: &'a [Expr]) -> Lowered<Piece> {
        let names = self.symbols.comprehensions.variables(element, conditions);
        let before = self.scope.len();
        self.enter(element.span, names.len())?;
        let variables: Vec<Variable> = names.iter().map(|name| self.bind_variable(name)).collect();
        let tuple = self.tuple(element)?;
        let mut all = ConjunctionBuilder::default();
        for condition in conditions {
            all.push(self.formula(condition)?);
        }
        self.leave(names.len());
        self.scope.truncate(before);
        Ok(Piece {
            tuple,
            variables,
            condition: all.formula(),
        })
    }

    /// The set of the positions with a property.
    pub(super) fn positions_when(&mut self, property: &'a Expr) -> Lowered<Arc<Set>> {
        let names = self.piles.names.clone();
        let variables: Vec<Variable> = names.iter().map(|name| self.fresh(name)).collect();
        let outside = self.stand_ins.replace(variables.clone());
        let lowered = self.apart(|lowering| {
            lowering.in_position = true;
            let domain = lowering.domain.map(|domain| lowering.formula(domain));
            Ok((domain.transpose()?, lowering.formula(property)?))
        });
        self.stand_ins = outside;
        let mut all = ConjunctionBuilder::default();
        for pair in variables[..self.order.sorted(variables.len())].windows(2) {
            let (left, right) = (
                Term::Variable(pair[0].clone()),
                Term::Variable(pair[1].clone()),
            );
            all.push(Formula::Compare(left, Comparison::LessOrEqual, right));
        }
        let (domain, property) = lowered?;
        for part in domain.into_iter().chain([property]) {
            all.push(part);
        }
        let tuple = variables.iter().cloned().map(Term::Variable).collect();
        let piece = Piece {
            tuple,
            variables,
            condition: all.formula(),
        };
        Ok(Arc::new(Set {
            name: "P".into(),
            arity: names.len(),
            pieces: vec![piece],
        }))
    }
}

/// Reports a tuple of the wrong length.
fn same_arity(given: usize, set: &Set, span: Span) -> Lowered<()> {
    if set.pieces.is_empty() || set.arity == given {
        return Ok(());
    }
    let wanted = if set.arity == 1 {
        "numbers".to_owned()
    } else {
        format!("tuples of {} numbers", set.arity)
    };
    let message = format!("`{}` is a set of {wanted}", set.name);
    Err(Fault::new(
        span,
        message,
        format!("{} here", plural(given, "number")),
    ))
}

/// The formula that a tuple is in a piece which may mention other variables.
fn is_in_piece(tuple: Vec<Term>, piece: &Piece) -> Formula {
    let mut all = ConjunctionBuilder::default();
    for (left, right) in tuple.into_iter().zip(&piece.tuple) {
        all.push(Formula::Compare(left, Comparison::Equal, right.clone()));
    }
    close(
        Quantifier::Exists,
        piece.variables.clone(),
        piece.condition.clone(),
        all.formula(),
    )
}
