//! From conditions to trees of literals: absolute values, minima, choices, residues and quotients resolved.
//!
//! One side of a move is known when the loops run (the target while moves into a P-position are marked, the
//! source while options are listed). A term that speaks of the known side only stays whole, whatever it
//! is: it is a constant by then. A term that speaks of a pile to be looped over is taken apart.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use logic::core::{Atom, LinearForm, Relation, Slot, Test, ValueError, add, times};

use super::literal::Literal;

/// Residues are listed up to this modulus.
const LARGEST_MODULUS: i64 = 4096;
/// A residue that meets a term which is not constant is split into cases up to this modulus.
const SPLIT_MODULUS: i64 = 24;

/// Literals joined by "and", "or" and "there is"; negations are inside the literals.
#[derive(Clone, Debug)]
pub(crate) enum LiteralTree {
    Leaf(Literal),
    And(Vec<LiteralTree>),
    Or(Vec<LiteralTree>),
    /// Some natural number in the slot makes the body true, or (`false`) none does.
    Exists(Slot, Box<LiteralTree>, bool),
}

impl LiteralTree {
    /// All of them, flat.
    fn and(parts: Vec<Self>) -> Self {
        let inner = |part| {
            if let Self::And(inner) = part {
                inner
            } else {
                vec![part]
            }
        };
        Self::And(parts.into_iter().flat_map(inner).collect())
    }

    /// At least one of them, flat.
    fn or(parts: Vec<Self>) -> Self {
        let inner = |part| {
            if let Self::Or(inner) = part {
                inner
            } else {
                vec![part]
            }
        };
        Self::Or(parts.into_iter().flat_map(inner).collect())
    }

    /// The tree as a condition.
    pub(crate) fn test(&self) -> Test {
        match self {
            Self::Leaf(literal) => literal.test(),
            Self::And(parts) => Test::And(parts.iter().map(Self::test).collect()),
            Self::Or(parts) => Test::Or(parts.iter().map(Self::test).collect()),
            Self::Exists(slot, body, truth) => Test::exists(*slot, body.test()).signed(*truth),
        }
    }

    fn negated(self) -> Result<Self, ValueError> {
        let all = |parts: Vec<Self>| {
            parts
                .into_iter()
                .map(Self::negated)
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match self {
            Self::Leaf(literal) => Self::Leaf(literal.negated()?),
            Self::And(parts) => Self::or(all(parts)?),
            Self::Or(parts) => Self::and(all(parts)?),
            Self::Exists(slot, body, truth) => Self::Exists(slot, body, !truth),
        })
    }
}

/// Takes conditions apart for loops over the piles in the slots `unknown`; those in `known` are constants.
#[derive(Clone, Debug)]
pub(crate) struct Sides {
    pub(crate) known: Range<Slot>,
    pub(crate) unknown: Range<Slot>,
    /// How many steps may still be made; after that, conditions are left as they stand.
    steps: Cell<u32>,
}

/// Steps that taking apart the rules of a game may cost: cases multiply.
const MOST_STEPS: u32 = 4_000;
/// A number is not put in for a quantified one where that makes a condition longer than this.
const LONGEST: usize = 10_000;

impl Sides {
    /// Of these two sides of a move.
    pub(crate) fn new(known: Range<Slot>, unknown: Range<Slot>) -> Self {
        Self {
            known,
            unknown,
            steps: Cell::new(MOST_STEPS),
        }
    }

    /// May another step be made?
    fn step(&self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        left > 0
    }

    /// The tree of a condition, or of its negation.
    pub(crate) fn tree(&self, test: &Test, truth: bool) -> Result<LiteralTree, ValueError> {
        let is_fixed = || !test.mentions(&|slot| !self.known.contains(&slot));
        if !matches!(test, Test::Constant(_)) && (is_fixed() || !self.step()) {
            return Ok(LiteralTree::Leaf(Literal::Other(
                Arc::new(test.clone()),
                truth,
            )));
        }
        match test {
            Test::Constant(value) => Ok(LiteralTree::Leaf(Literal::Constant(*value == truth))),
            Test::AtMostZero(form) if truth => self.at_most_zero(form.clone()),
            Test::AtMostZero(form) => self.at_most_zero(form.scaled(-1)?.shifted(1)?),
            Test::Zero(form) if truth => self.zero(form.clone()),
            Test::Zero(form) => self.zero(form.clone())?.negated(),
            Test::Related(forms, relation) => {
                Ok(LiteralTree::Leaf(match (relation, forms.as_slice()) {
                    (Relation::Member(set), [form]) => {
                        Literal::Member(form.clone(), Arc::clone(set), truth)
                    }
                    _ => Literal::Other(Arc::new(test.clone()), truth),
                }))
            }
            Test::Unsaid(error) => Err(error.clone()),
            Test::Not(inner) => self.tree(inner, !truth),
            Test::And(parts) | Test::Or(parts) => {
                let trees = parts
                    .iter()
                    .map(|part| self.tree(part, truth))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(if matches!(test, Test::And(_)) == truth {
                    LiteralTree::and(trees)
                } else {
                    LiteralTree::or(trees)
                })
            }
            Test::Same(pair) => {
                let [left, right] = pair.as_ref();
                let both = LiteralTree::and(vec![self.tree(left, true)?, self.tree(right, truth)?]);
                let neither =
                    LiteralTree::and(vec![self.tree(left, false)?, self.tree(right, !truth)?]);
                Ok(LiteralTree::or(vec![both, neither]))
            }
            Test::Exists(slot, body) => self.exists(*slot, body, truth),
        }
    }

    /// `exists t: x' = x - t and F(t)` is `F(x - x') and x - x' >= 0`.
    fn exists(&self, slot: Slot, body: &Test, truth: bool) -> Result<LiteralTree, ValueError> {
        if let Test::Or(parts) = body {
            let parts = parts
                .iter()
                .map(|part| Test::exists(slot, part.clone()))
                .collect();
            return self.tree(&Test::Or(parts), truth);
        }
        let mut parts = Vec::new();
        flatten(body, &mut parts);
        for (index, part) in parts.iter().enumerate() {
            let Test::Zero(form) = part else { continue };
            let coefficient = form.coefficient(slot);
            if coefficient.abs() != 1 || form.terms_mention(&|other| other == slot) {
                continue;
            }
            let by = solved(form, slot)?;
            let (all, own) = body.mentions_count(slot);
            if own.saturating_mul(by.length()).saturating_add(all) > LONGEST {
                continue;
            }
            let mut rest = vec![Test::at_most_zero(by.scaled(-1)?)];
            for (_, other) in parts
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
            {
                rest.push(other.substituted(slot, &by)?);
            }
            return self.tree(&Test::And(rest), truth);
        }
        Ok(LiteralTree::Exists(
            slot,
            Box::new(self.tree(body, true)?),
            truth,
        ))
    }

    fn at_most_zero(&self, form: LinearForm) -> Result<LiteralTree, ValueError> {
        let Some((factor, term, rest)) = self.splittable(&form) else {
            return Ok(LiteralTree::Leaf(Literal::at_most_zero(form)));
        };
        match &term {
            Atom::Maximum(parts) => {
                let cases = parts
                    .iter()
                    .map(|part| self.at_most_zero(rest.clone().plus(factor, part)?))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(if factor > 0 {
                    LiteralTree::and(cases)
                } else {
                    LiteralTree::or(cases)
                })
            }
            Atom::Choice(parts) => self.choice(parts, |branch| {
                self.at_most_zero(rest.clone().plus(factor, branch)?)
            }),
            Atom::Modulo(inner, modulus) => {
                self.residues(inner, *modulus, factor, &rest, |value| value <= 0, false)
            }
            Atom::Quotient(inner, divisor) => self.quotient_at_most(inner, *divisor, factor, &rest),
            _ => Ok(LiteralTree::Leaf(Literal::at_most_zero(form))),
        }
    }

    fn zero(&self, form: LinearForm) -> Result<LiteralTree, ValueError> {
        let Some((factor, term, rest)) = self.splittable(&form) else {
            return Ok(LiteralTree::Leaf(Literal::zero(form)));
        };
        match &term {
            Atom::Maximum(parts) => {
                let mut cases = Vec::with_capacity(parts.len());
                for (index, chosen) in parts.iter().enumerate() {
                    let mut case = vec![self.zero(rest.clone().plus(factor, chosen)?)?];
                    for (other, rival) in
                        parts.iter().enumerate().filter(|(_, part)| *part != chosen)
                    {
                        // Of equal parts the first one is chosen.
                        let excess = rival.clone().plus(-1, chosen)?;
                        case.push(self.at_most_zero(excess.shifted(i64::from(other < index))?)?);
                    }
                    cases.push(LiteralTree::and(case));
                }
                Ok(LiteralTree::or(cases))
            }
            Atom::Choice(parts) => self.choice(parts, |branch| {
                self.zero(rest.clone().plus(factor, branch)?)
            }),
            Atom::Modulo(inner, modulus) => {
                self.residues(inner, *modulus, factor, &rest, |value| value == 0, true)
            }
            Atom::Quotient(inner, divisor) => Ok(LiteralTree::and(vec![
                self.quotient_at_most(inner, *divisor, factor, &rest)?,
                self.quotient_at_most(inner, *divisor, -factor, &rest.scaled(-1)?)?,
            ])),
            Atom::NimSum(parts) => self.nim_sum(parts, -factor * rest.constant),
            _ => Ok(LiteralTree::Leaf(Literal::zero(form))),
        }
    }

    /// The condition with one branch, or its negation with the other one.
    fn choice(
        &self,
        parts: &(Test, LinearForm, LinearForm),
        with: impl Fn(&LinearForm) -> Result<LiteralTree, ValueError>,
    ) -> Result<LiteralTree, ValueError> {
        let (test, yes, no) = parts;
        let yes = LiteralTree::and(vec![self.tree(test, true)?, with(yes)?]);
        let no = LiteralTree::and(vec![self.tree(test, false)?, with(no)?]);
        Ok(LiteralTree::or(vec![yes, no]))
    }

    /// A term to take apart, with its factor and the rest of the form.
    fn splittable(&self, form: &LinearForm) -> Option<(i64, Atom, LinearForm)> {
        if form.terms.is_empty() || !self.step() {
            return None;
        }
        let is_unknown = |slot| self.unknown.contains(&slot);
        let index = form.terms.iter().position(|(factor, term)| {
            let rest_is_constant = form.slots.is_empty() && form.terms.len() == 1;
            term.mentions(&is_unknown)
                && match term {
                    Atom::Modulo(inner, modulus) => {
                        self.is_linear(inner)
                            && *modulus
                                <= if rest_is_constant {
                                    LARGEST_MODULUS
                                } else {
                                    SPLIT_MODULUS
                                }
                    }
                    Atom::Quotient(..) => factor.abs() == 1 || rest_is_constant,
                    Atom::NimSum(parts) => {
                        rest_is_constant && factor.abs() == 1 && self.last_alone(parts).is_some()
                    }
                    Atom::Floor(_) | Atom::Shift(..) => false,
                    _ => true,
                }
        })?;
        let mut rest = form.clone();
        let (factor, term) = rest.terms.remove(index);
        Some((factor, term, rest))
    }

    fn is_linear(&self, form: &LinearForm) -> bool {
        !form.terms_mention(&|slot| self.unknown.contains(&slot))
    }

    /// `factor*(inner mod modulus) + rest` meets the relation.
    fn residues(
        &self,
        form: &LinearForm,
        modulus: i64,
        factor: i64,
        rest: &LinearForm,
        holds: fn(i64) -> bool,
        equal: bool,
    ) -> Result<LiteralTree, ValueError> {
        if rest.is_constant() {
            let mut residues = Vec::new();
            for residue in 0..modulus {
                residues.push(holds(add(times(factor, residue)?, rest.constant)?));
            }
            return Ok(LiteralTree::Leaf(Literal::Residue(
                form.clone(),
                residues.into(),
            )));
        }
        let mut cases = Vec::new();
        for residue in 0..modulus {
            let residues = (0..modulus).map(|other| other == residue).collect();
            let rest = rest.clone().shifted(times(factor, residue)?)?;
            let rest = if equal {
                self.zero(rest)?
            } else {
                self.at_most_zero(rest)?
            };
            cases.push(LiteralTree::and(vec![
                LiteralTree::Leaf(Literal::Residue(form.clone(), residues)),
                rest,
            ]));
        }
        Ok(LiteralTree::or(cases))
    }

    /// `factor*(inner div divisor) + rest <= 0`: a bound on `inner`.
    fn quotient_at_most(
        &self,
        inner: &LinearForm,
        divisor: i64,
        factor: i64,
        rest: &LinearForm,
    ) -> Result<LiteralTree, ValueError> {
        let (bound, upper) = if rest.is_constant() {
            let bound = if factor > 0 {
                (-rest.constant).div_euclid(factor)
            } else {
                -(-rest.constant).div_euclid(-factor)
            };
            (bound.into(), factor > 0)
        } else {
            (rest.scaled(-factor)?, factor > 0)
        };
        self.at_most_zero(if upper {
            inner.clone().plus(-divisor, &bound)?.shifted(1 - divisor)?
        } else {
            bound.scaled(divisor)?.plus(-1, inner)?
        })
    }

    /// The nim-sum is the value: one part is the nim-sum of the value and the other parts.
    fn nim_sum(&self, parts: &[LinearForm], value: i64) -> Result<LiteralTree, ValueError> {
        let Some(alone) = self.last_alone(parts).filter(|_| value >= 0) else {
            return Ok(LiteralTree::Leaf(Literal::Constant(false)));
        };
        let others = parts
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != alone);
        let mut summed: Vec<LinearForm> = others.map(|(_, part)| part.clone()).collect();
        summed.push(value.into());
        let form = parts[alone]
            .clone()
            .plus(-1, &Atom::NimSum(summed).into())?;
        Ok(LiteralTree::Leaf(Literal::zero(form)))
    }

    /// The only part that mentions the last of the piles to be looped over, if it is linear.
    fn last_alone(&self, parts: &[LinearForm]) -> Option<usize> {
        let last = self.unknown.clone().rev().find(|slot| {
            parts
                .iter()
                .any(|part| part.mentions(&|other| other == *slot))
        })?;
        let mut with =
            (0..parts.len()).filter(|index| parts[*index].mentions(&|slot| slot == last));
        let alone = with.next()?;
        (with.next().is_none() && self.is_linear(&parts[alone])).then_some(alone)
    }
}

/// The slot expressed by the rest of a form that is zero and has the coefficient 1 or -1 at it.
pub(crate) fn solved(form: &LinearForm, slot: Slot) -> Result<LinearForm, ValueError> {
    let coefficient = form.coefficient(slot);
    let mut rest = form.clone();
    rest.slots.retain(|(other, _)| *other != slot);
    rest.scaled(-coefficient)
}

fn flatten(test: &Test, parts: &mut Vec<Test>) {
    match test {
        Test::And(inner) => inner.iter().for_each(|part| flatten(part, parts)),
        other => parts.push(other.clone()),
    }
}
