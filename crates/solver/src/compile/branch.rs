//! Branches: a rule as alternatives, each a conjunction of literals with holes.
//!
//! A rule such as "any vector except (a) or (b)" is one branch with two holes, not the product of all the ways
//! in which (a) and (b) can fail. Numbers that a rule says to exist are eliminated where an equation or bounds
//! allow it; otherwise they are parameters of the branch, to be searched when its known side is known.

use logic::core::search::{self, Domain};
use logic::core::{Conditions, LinearForm, Slot, Test, ValueError};

use super::literal::Literal;
use super::tree::{LiteralTree, Sides, solved};

/// More alternatives than this are not made: the condition is evaluated as it stands.
const MOST_BRANCHES: usize = 512;
/// Literals are compared with each other while there are fewer than this.
const MOST_COMPARED: usize = 64;

/// The literals hold, and no hole does, for some values of the parameters.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Branch {
    pub(crate) literals: Vec<Literal>,
    pub(crate) holes: Vec<Hole>,
    pub(crate) parameters: Vec<Slot>,
}

/// Literals that must not hold together, for any values of the parameters.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Hole {
    pub(crate) literals: Vec<Literal>,
    pub(crate) parameters: Vec<Slot>,
}

/// Cuts conditions into branches.
pub(crate) struct Cutter<'a> {
    pub(crate) sides: Sides,
    pub(crate) conditions: &'a mut Conditions,
    pub(crate) max: u32,
    /// How many quantifiers are around the part at hand.
    depth: usize,
}

impl<'a> Cutter<'a> {
    pub(crate) fn new(sides: Sides, conditions: &'a mut Conditions, max: u32) -> Self {
        Self {
            sides,
            conditions,
            max,
            depth: 0,
        }
    }

    /// The branches of a condition.
    pub(crate) fn branches(&mut self, test: &Test) -> Result<Vec<Branch>, ValueError> {
        let tree = self.sides.tree(test, true)?;
        self.cut(&tree)
    }

    fn cut(&mut self, tree: &LiteralTree) -> Result<Vec<Branch>, ValueError> {
        match tree {
            LiteralTree::Leaf(literal) => Ok(leaf(literal.clone())),
            LiteralTree::And(parts) => self.all(parts),
            LiteralTree::Or(parts) => self.any(parts),
            LiteralTree::Exists(slot, body, truth) => self.exists(*slot, body, *truth),
        }
    }

    fn all(&mut self, parts: &[LiteralTree]) -> Result<Vec<Branch>, ValueError> {
        let mut cuts = parts
            .iter()
            .map(|part| Ok((self.cut(part)?, part)))
            .collect::<Result<Vec<_>, ValueError>>()?;
        cuts.sort_by_key(|(branches, _)| branches.len());
        let mut product = vec![Branch::default()];
        for (branches, part) in cuts {
            let branches = if product.len() * branches.len() > MOST_BRANCHES {
                as_it_stands(part)
            } else {
                branches
            };
            let mut next: Vec<Branch> = Vec::with_capacity(product.len() * branches.len());
            for left in &product {
                for right in &branches {
                    if let Some(joined) = self.join(left, right)?
                        && !next.contains(&joined)
                    {
                        next.push(joined);
                    }
                }
            }
            product = next;
        }
        Ok(product)
    }

    fn any(&mut self, parts: &[LiteralTree]) -> Result<Vec<Branch>, ValueError> {
        if let Some(hole) = as_hole(parts)? {
            return Ok(vec![Branch {
                holes: vec![hole],
                ..Branch::default()
            }]);
        }
        let mut branches: Vec<Branch> = Vec::new();
        for part in parts {
            for branch in self.cut(part)? {
                if branch == Branch::default() {
                    return Ok(vec![branch]);
                }
                if !branches.contains(&branch) {
                    branches.push(branch);
                }
            }
        }
        if branches.len() > MOST_BRANCHES {
            return Ok(as_it_stands(&LiteralTree::Or(parts.to_vec())));
        }
        Ok(branches)
    }

    fn exists(
        &mut self,
        slot: Slot,
        body: &LiteralTree,
        truth: bool,
    ) -> Result<Vec<Branch>, ValueError> {
        self.depth += 1;
        let eliminated = self.eliminated(slot, body);
        self.depth -= 1;
        let branches = eliminated?;
        let searchable = self.depth > 0 || branches.iter().all(|branch| self.is_bounded(branch));
        let stands = || {
            Ok(as_it_stands(&LiteralTree::Exists(
                slot,
                Box::new(body.clone()),
                truth,
            )))
        };
        if !searchable {
            return stands();
        }
        if truth {
            return Ok(branches);
        }
        if branches.iter().any(|branch| !branch.holes.is_empty()) {
            return stands();
        }
        let holes: Vec<Hole> = branches
            .into_iter()
            .map(|branch| Hole {
                literals: branch.literals,
                parameters: branch.parameters,
            })
            .collect();
        if holes.iter().any(|hole| hole.literals.is_empty()) {
            return Ok(Vec::new());
        }
        Ok(vec![Branch {
            holes,
            ..Branch::default()
        }])
    }

    fn eliminated(&mut self, slot: Slot, body: &LiteralTree) -> Result<Vec<Branch>, ValueError> {
        let mut branches = Vec::new();
        for branch in self.cut(body)? {
            branches.extend(eliminate(branch, slot)?);
        }
        Ok(branches)
    }

    fn is_bounded(&self, branch: &Branch) -> bool {
        let whole = |literals: &[Literal]| Test::And(literals.iter().map(Literal::test).collect());
        let mut domains = self.domains();
        search::bounded(&branch.parameters, &whole(&branch.literals), &mut domains)
            && branch.holes.iter().all(|hole| {
                let both: Vec<Literal> = branch
                    .literals
                    .iter()
                    .chain(&hole.literals)
                    .cloned()
                    .collect();
                search::bounded(&hole.parameters, &whole(&both), &mut domains.clone())
            })
    }

    /// Piles up to the greatest one, everything else a natural number.
    fn domains(&self) -> Vec<Domain> {
        let piles = self.sides.known.end.max(self.sides.unknown.end);
        let mut domains = vec![Domain::NATURALS; self.conditions.slots()];
        domains[..piles].fill(Domain {
            low: 0,
            high: Some(i64::from(self.max)),
        });
        domains
    }

    /// Both branches at once, with parameters kept apart.
    fn join(&mut self, left: &Branch, right: &Branch) -> Result<Option<Branch>, ValueError> {
        let mut right = right.clone();
        for slot in right.parameters.clone() {
            if left.parameters.contains(&slot) {
                right = self.renamed(right, slot)?;
            }
        }
        let mut joined = left.clone();
        for literal in right.literals {
            let few = joined.literals.len() < MOST_COMPARED;
            if few && joined.literals.contains(&literal.negated()?) {
                return Ok(None);
            }
            if !few || !joined.literals.contains(&literal) {
                joined.literals.push(literal);
            }
        }
        for hole in right.holes {
            if !joined.holes.contains(&hole) {
                joined.holes.push(hole);
            }
        }
        joined.parameters.extend(right.parameters);
        Ok(Some(joined))
    }

    fn renamed(&mut self, branch: Branch, slot: Slot) -> Result<Branch, ValueError> {
        let fresh = self.conditions.fresh();
        let mut renamed = substituted(&branch, slot, &LinearForm::slot(fresh))?;
        renamed.parameters = branch
            .parameters
            .iter()
            .map(|other| if *other == slot { fresh } else { *other })
            .collect();
        Ok(renamed)
    }
}

fn leaf(literal: Literal) -> Vec<Branch> {
    match literal {
        Literal::Constant(true) => vec![Branch::default()],
        Literal::Constant(false) => Vec::new(),
        Literal::NotZero(form) => {
            let hole = Hole {
                literals: vec![Literal::Zero(form)],
                parameters: Vec::new(),
            };
            vec![Branch {
                holes: vec![hole],
                ..Branch::default()
            }]
        }
        literal => vec![Branch {
            literals: vec![literal],
            ..Branch::default()
        }],
    }
}

fn as_it_stands(tree: &LiteralTree) -> Vec<Branch> {
    leaf(Literal::Other(std::sync::Arc::new(tree.test()), true))
}

/// "One of many" as "not all fail", where no alternative is thin, but what is excluded may be.
fn as_hole(parts: &[LiteralTree]) -> Result<Option<Hole>, ValueError> {
    let mut literals = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            LiteralTree::Leaf(Literal::Zero(_) | Literal::Constant(_)) => return Ok(None),
            LiteralTree::Leaf(literal) => literals.push(literal.negated()?),
            _ => return Ok(None),
        }
    }
    let thin = literals
        .iter()
        .any(|literal| matches!(literal, Literal::Zero(_)));
    let hole = Hole {
        literals,
        parameters: Vec::new(),
    };
    Ok((parts.len() >= 3 || (thin && parts.len() == 2)).then_some(hole))
}

/// The branch without the quantified slot; without a branch if it cannot hold.
fn eliminate(branch: Branch, slot: Slot) -> Result<Option<Branch>, ValueError> {
    let is_slot = |other: Slot| other == slot;
    let in_literals = branch
        .literals
        .iter()
        .any(|literal| literal.mentions(&is_slot));
    let in_holes = branch
        .holes
        .iter()
        .flat_map(|hole| &hole.literals)
        .any(|literal| literal.mentions(&is_slot));
    if !in_literals && !in_holes {
        return Ok(Some(branch));
    }
    let equation = branch.literals.iter().position(|literal| match literal {
        Literal::Zero(form) => form.coefficient(slot).abs() == 1 && !form.terms_mention(&is_slot),
        _ => false,
    });
    if let Some(index) = equation {
        let mut rest = branch;
        let Literal::Zero(form) = rest.literals.remove(index) else {
            return Ok(Some(rest));
        };
        let by = solved(&form, slot)?;
        let mut result = substituted(&rest, slot, &by)?;
        result.literals.push(Literal::at_most_zero(by.scaled(-1)?));
        return Ok(simplified(result));
    }
    if !in_holes && only_in_bounds(&branch, slot) {
        return Ok(simplified(between_bounds(branch, slot)?));
    }
    let mut kept = branch;
    kept.parameters.push(slot);
    Ok(Some(kept))
}

fn only_in_bounds(branch: &Branch, slot: Slot) -> bool {
    let is_slot = |other: Slot| other == slot;
    branch
        .literals
        .iter()
        .filter(|literal| literal.mentions(&is_slot))
        .all(|literal| match literal {
            Literal::AtMostZero(form) => {
                form.coefficient(slot).abs() == 1 && !form.terms_mention(&is_slot)
            }
            _ => false,
        })
}

/// A number between bounds exists if every lower bound is at most every upper one (Fourier and Motzkin; exact
/// for integers, since the coefficients are 1 and -1).
fn between_bounds(branch: Branch, slot: Slot) -> Result<Branch, ValueError> {
    let mut lower = vec![LinearForm::default()];
    let mut upper = Vec::new();
    let mut rest = Branch {
        literals: Vec::new(),
        ..branch
    };
    for literal in branch.literals {
        match literal {
            Literal::AtMostZero(form) if form.coefficient(slot) != 0 => {
                let into = if form.coefficient(slot) < 0 {
                    &mut lower
                } else {
                    &mut upper
                };
                into.push(solved(&form, slot)?);
            }
            other => rest.literals.push(other),
        }
    }
    for low in &lower {
        for high in &upper {
            rest.literals
                .push(Literal::at_most_zero(low.clone().plus(-1, high)?));
        }
    }
    Ok(rest)
}

fn substituted(branch: &Branch, slot: Slot, by: &LinearForm) -> Result<Branch, ValueError> {
    let all = |literals: &[Literal]| {
        literals
            .iter()
            .map(|literal| literal.substituted(slot, by))
            .collect::<Result<Vec<_>, ValueError>>()
    };
    let mut holes = Vec::with_capacity(branch.holes.len());
    for hole in &branch.holes {
        holes.push(Hole {
            literals: all(&hole.literals)?,
            parameters: hole.parameters.clone(),
        });
    }
    Ok(Branch {
        literals: all(&branch.literals)?,
        holes,
        parameters: branch.parameters.clone(),
    })
}

/// The branch without decided literals; nothing if it cannot hold.
fn simplified(mut branch: Branch) -> Option<Branch> {
    if branch.literals.contains(&Literal::Constant(false)) {
        return None;
    }
    branch
        .literals
        .retain(|literal| *literal != Literal::Constant(true));
    branch
        .holes
        .retain(|hole| !hole.literals.contains(&Literal::Constant(false)));
    for hole in &mut branch.holes {
        hole.literals
            .retain(|literal| *literal != Literal::Constant(true));
        if hole.literals.is_empty() {
            return None;
        }
    }
    Some(branch)
}
