//! From the formulas of a game to conditions over machine integers.
//!
//! Names are dropped, comparisons become "at most zero" and "zero", `at most 2 of x, y, z change` becomes a
//! choice of piles, and each quantified variable gets a slot of its own.

use std::sync::Arc;

use logic::{Comparison, Formula, Piece, RealForm, Set, Term, Variable};
use numeration::natural::{Integer, Natural};
use rustc_hash::FxHashMap;

use super::node::{Coefficient, Floor, Node, Slot, Test, ValueError, moderate};
use super::set::{UnaryPiece, UnarySet};

/// A set with at most so many elements is written out.
const WRITTEN_OUT: usize = 16;
/// With more choices than this, the changed piles are counted instead.
const MOST_CHOICES: usize = 256;

/// Makes conditions from formulas, and hands out slots.
pub(crate) struct Conditions {
    piles: usize,
    /// The slots handed out so far.
    slots: usize,
    scope: FxHashMap<u32, Slot>,
    sets: FxHashMap<*const Set, Arc<UnarySet>>,
    max: u32,
}

impl Conditions {
    /// For a game with this many piles, each at most `max`.
    pub(crate) fn new(piles: usize, max: u32) -> Self {
        let scope = (0..).zip(0..2 * piles).collect();
        Self {
            piles,
            slots: 2 * piles,
            scope,
            sets: FxHashMap::default(),
            max,
        }
    }

    /// How many slots there are.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// A slot that nobody else uses.
    pub(crate) fn fresh(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// The formula as a condition.
    pub(crate) fn test(&mut self, formula: &Formula) -> Result<Test, ValueError> {
        Ok(match formula {
            Formula::Constant(value) => Test::Constant(*value),
            Formula::Compare(left, relation, right) => {
                let (left, right) = (self.node(left)?, self.node(right)?);
                compare(left, *relation, right)
            }
            Formula::Changes(many, pairs) => {
                // No pile grows, so that a changed pile is a smaller one.
                let changed = if pairs.iter().all(|pair| self.is_pile(pair)) {
                    Comparison::Less
                } else {
                    Comparison::NotEqual
                };
                let plain = many.spelled_out(pairs, true, changed, MOST_CHOICES);
                self.test(&plain.unwrap_or_else(|| many.counted(pairs)))?
            }
            Formula::Not(inner) => self.test(inner)?.negated(),
            Formula::And(parts) => Test::And(self.tests(parts)?),
            Formula::Or(parts) => Test::Or(self.tests(parts)?),
            Formula::Implies(left, right) => {
                Test::Or(vec![self.test(left)?.negated(), self.test(right)?])
            }
            Formula::Iff(left, right) => {
                Test::Same(Box::new(self.test(left)?), Box::new(self.test(right)?))
            }
            Formula::Exists(variable, body) => self.quantified(variable, |this| this.test(body))?,
            Formula::Forall(variable, body) => self
                .quantified(variable, |this| Ok(this.test(body)?.negated()))?
                .negated(),
            Formula::Member(terms, set) => self.member(terms, set)?,
            Formula::Digits(terms, condition) => {
                Test::Digits(self.nodes(terms)?, Arc::clone(condition))
            }
            Formula::Named(_, inner) => self.test(inner)?,
        })
    }

    fn tests(&mut self, parts: &[Formula]) -> Result<Vec<Test>, ValueError> {
        parts.iter().map(|part| self.test(part)).collect()
    }

    fn quantified(
        &mut self,
        variable: &Variable,
        body: impl FnOnce(&mut Self) -> Result<Test, ValueError>,
    ) -> Result<Test, ValueError> {
        let slot = self.fresh();
        let hidden = self.scope.insert(variable.id(), slot);
        let body = body(self);
        self.restore(variable, hidden);
        Ok(Test::Exists(slot, Box::new(body?)))
    }

    fn restore(&mut self, variable: &Variable, hidden: Option<Slot>) {
        match hidden {
            Some(slot) => self.scope.insert(variable.id(), slot),
            None => self.scope.remove(&variable.id()),
        };
    }

    fn slot(&self, variable: &Variable) -> Result<Slot, ValueError> {
        self.scope
            .get(&variable.id())
            .copied()
            .ok_or_else(|| ValueError::Unknown(variable.name().to_owned()))
    }

    /// Are these a pile before the move and after it?
    fn is_pile(&self, pair: &(Term, Term)) -> bool {
        let (Term::Variable(before), Term::Variable(after)) = pair else {
            return false;
        };
        match (self.slot(before), self.slot(after)) {
            (Ok(before), Ok(after)) => before < self.piles && after == before + self.piles,
            _ => false,
        }
    }

    fn member(&mut self, terms: &[Term], set: &Arc<Set>) -> Result<Test, ValueError> {
        if terms.len() != set.arity {
            return Ok(Test::Constant(false));
        }
        let nodes = terms
            .iter()
            .map(|term| self.node(term))
            .collect::<Result<Vec<_>, _>>()?;
        let [node] = nodes.as_slice() else {
            return self.written_out(&nodes, set);
        };
        let explicit = set.pieces.iter().all(|piece| piece.variables.is_empty());
        if explicit && set.pieces.len() <= WRITTEN_OUT {
            return self.written_out(&nodes, set);
        }
        match self.unary_set(set)? {
            Some(table) => Ok(Test::Member(node.clone(), table)),
            None => self.written_out(&nodes, set),
        }
    }

    /// `(s, t) in { (f, g) | n, F }` as `exists n: F and s = f and t = g`.
    fn written_out(&mut self, nodes: &[Node], set: &Set) -> Result<Test, ValueError> {
        let mut pieces = Vec::with_capacity(set.pieces.len());
        for piece in &set.pieces {
            let (variables, hidden) = self.enter(piece);
            let lowered = self.piece_body(nodes, piece);
            self.leave(piece, hidden);
            pieces.push(
                variables
                    .into_iter()
                    .rev()
                    .fold(lowered?, |body, slot| Test::Exists(slot, Box::new(body))),
            );
        }
        Ok(Test::Or(pieces))
    }

    fn piece_body(&mut self, nodes: &[Node], piece: &Piece) -> Result<Test, ValueError> {
        let mut parts = vec![self.test(&piece.condition)?];
        for (node, term) in nodes.iter().zip(&piece.tuple) {
            parts.push(Test::Zero(difference(node.clone(), self.node(term)?)));
        }
        Ok(Test::And(parts))
    }

    fn enter(&mut self, piece: &Piece) -> (Vec<Slot>, Vec<Option<Slot>>) {
        let slots: Vec<Slot> = piece.variables.iter().map(|_| self.fresh()).collect();
        let places = piece.variables.iter().zip(&slots);
        let hidden = places
            .map(|(variable, slot)| self.scope.insert(variable.id(), *slot))
            .collect();
        (slots, hidden)
    }

    fn leave(&mut self, piece: &Piece, hidden: Vec<Option<Slot>>) {
        for (variable, hidden) in piece.variables.iter().zip(hidden).rev() {
            self.restore(variable, hidden);
        }
    }

    /// The table of a set, unless its description speaks of piles or of numbers quantified outside.
    fn unary_set(&mut self, set: &Arc<Set>) -> Result<Option<Arc<UnarySet>>, ValueError> {
        let key = Arc::as_ptr(set);
        if let Some(known) = self.sets.get(&key) {
            return Ok(Some(Arc::clone(known)));
        }
        let mut pieces = Vec::with_capacity(set.pieces.len());
        for piece in &set.pieces {
            let (variables, hidden) = self.enter(piece);
            let value = piece
                .tuple
                .first()
                .map_or(Ok(Node::Constant(0)), |term| self.node(term));
            let condition = self.test(&piece.condition);
            self.leave(piece, hidden);
            let (value, condition) = (value?, condition?);
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
        let lowered = Arc::new(UnarySet::new(pieces, self.slots, self.max)?);
        self.sets.insert(key, Arc::clone(&lowered));
        Ok(Some(lowered))
    }

    fn node(&mut self, term: &Term) -> Result<Node, ValueError> {
        Ok(match term {
            Term::Constant(value) => Node::Constant(machine(value)?),
            Term::Variable(variable) => Node::Slot(self.slot(variable)?),
            Term::Sum(parts) => Node::Sum(self.nodes(parts)?),
            Term::Scaled(factor, inner) => self.node(inner)?.scaled(machine(factor)?),
            Term::Floor(form) => self.floor(form)?,
            Term::Absolute(inner) => Node::Absolute(Box::new(self.node(inner)?)),
            Term::Minimum(parts) => Node::Minimum(self.nodes(parts)?),
            Term::Maximum(parts) => Node::Maximum(self.nodes(parts)?),
            Term::Modulo(inner, divisor) => {
                Node::Modulo(Box::new(self.node(inner)?), positive(divisor)?)
            }
            Term::Quotient(inner, divisor) => {
                Node::Quotient(Box::new(self.node(inner)?), positive(divisor)?)
            }
            Term::NimSum(parts) => Node::NimSum(self.nodes(parts)?),
            Term::Shift(direction, inner, system) => {
                Node::Shift(*direction, Box::new(self.node(inner)?), Arc::clone(system))
            }
            Term::Choice(test, yes, no) => Node::Choice(
                Box::new(self.test(test)?),
                Box::new(self.node(yes)?),
                Box::new(self.node(no)?),
            ),
            Term::Named(_, inner) => self.node(inner)?,
        })
    }

    fn nodes(&mut self, parts: &[Term]) -> Result<Vec<Node>, ValueError> {
        parts.iter().map(|part| self.node(part)).collect()
    }

    /// A rational form is a quotient of integers; only an irrational one needs exact reals.
    fn floor(&mut self, form: &RealForm) -> Result<Node, ValueError> {
        if let Some(node) = self.rational_floor(form)? {
            return Ok(node);
        }
        let mut parts = Vec::with_capacity(form.parts.len());
        for (coefficient, part) in &form.parts {
            parts.push((Coefficient::new(coefficient.clone()), self.node(part)?));
        }
        let floor = Floor {
            parts,
            constant: Coefficient::new(form.constant.clone()),
        };
        let node = Node::Floor(Arc::new(floor));
        if form.parts.is_empty() {
            Ok(Node::Constant(node.value(&mut [])?))
        } else {
            Ok(node)
        }
    }

    fn rational_floor(&mut self, form: &RealForm) -> Result<Option<Node>, ValueError> {
        let reals = form
            .parts
            .iter()
            .map(|(coefficient, _)| coefficient)
            .chain([&form.constant]);
        let Some(ratios) = reals
            .map(|real| real.as_rational())
            .collect::<Option<Vec<_>>>()
        else {
            return Ok(None);
        };
        let mut fractions = Vec::with_capacity(ratios.len());
        for (numerator, denominator) in &ratios {
            fractions.push((machine(numerator)?, positive(denominator)?));
        }
        let common = fractions
            .iter()
            .try_fold(1i64, |common, (_, denominator)| {
                least_common(common, *denominator)
            })?;
        let mut parts = Vec::with_capacity(fractions.len());
        for (index, (numerator, denominator)) in fractions.iter().enumerate() {
            let factor = numerator
                .checked_mul(common / denominator)
                .ok_or(ValueError::TooLarge)?;
            parts.push(match form.parts.get(index) {
                Some((_, part)) => self.node(part)?.scaled(factor),
                None => Node::Constant(factor),
            });
        }
        let sum = Node::Sum(parts);
        Ok(Some(if common == 1 {
            sum
        } else {
            Node::Quotient(Box::new(sum), common)
        }))
    }
}

/// `left - right`.
pub(crate) fn difference(left: Node, right: Node) -> Node {
    left.plus(right.negated())
}

fn compare(left: Node, relation: Comparison, right: Node) -> Test {
    let below = |small: Node, large: Node, gap: i64| {
        let difference = difference(small, large);
        Test::AtMostZero(if gap == 0 {
            difference
        } else {
            difference.plus(Node::Constant(gap))
        })
    };
    match relation {
        Comparison::Equal => Test::Zero(difference(left, right)),
        Comparison::NotEqual => Test::Zero(difference(left, right)).negated(),
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

fn least_common(a: i64, b: i64) -> Result<i64, ValueError> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    moderate((a / x).checked_mul(b))
}
