//! Formulas of a game as problems for machines, straight from their meaning.
//!
//! A floor, a remainder or a rounded quotient becomes a number of its own, on a track of its own, with its
//! definition as a condition; since it exists and is unique, the condition may be added to a formula or its
//! negation alike. `|t|`, `min`, `max` and `if` become cases. A quantified formula is looked up among the tables
//! of the certificate, each of which is checked against its definition. Everything else is refused.

use std::rc::Rc;

use logic::{Comparison, Formula, RealForm, Term, Variable};
use numeration::natural::Integer;

use super::machine::{Digits, Form, Machine, Problem, Table, Tree};
use super::{Definition, Refusal};

/// A problem that is being put together.
pub(super) struct Translation<'a> {
    pub(super) problem: Problem,
    /// What must hold besides the formula: definitions of new numbers, admissible digits.
    pub(super) conditions: Vec<Tree>,
    values: Vec<(u32, usize)>,
    dimension: usize,
    /// Floors that have a track already: what is multiplied by α, or divided and by what.
    multiples: Vec<(Form, Vec<Case>)>,
    quotients: Vec<(Form, i64, Form)>,
    tables: &'a [(Definition, Rc<Table>)],
}

/// What must hold, and the value of a term where it holds.
type Case = (Vec<Tree>, Form);

type Cases = Result<Vec<Case>, Refusal>;

impl<'a> Translation<'a> {
    /// Variables with their tracks, which are the first ones, in order.
    pub(super) fn new(
        digits: Digits,
        dimension: usize,
        variables: &[Variable],
        tables: &'a [(Definition, Rc<Table>)],
    ) -> Self {
        let problem = Problem {
            digits,
            tracks: 0,
            machines: Vec::new(),
            formula: Tree::Constant(true),
            uses: Vec::new(),
        };
        let mut result = Self {
            problem,
            conditions: Vec::new(),
            values: Vec::new(),
            dimension,
            multiples: Vec::new(),
            quotients: Vec::new(),
            tables,
        };
        for variable in variables {
            let track = result.track();
            result.values.push((variable.id(), track));
        }
        result
    }

    /// A new track for a number.
    pub(super) fn track(&mut self) -> usize {
        let track = self.problem.tracks;
        self.problem.tracks += 1;
        let admissible = self.leaf(Machine::Admissible(track));
        self.conditions.push(admissible);
        track
    }

    pub(super) fn leaf(&mut self, machine: Machine) -> Tree {
        self.problem.machines.push(machine);
        Tree::Leaf(self.problem.machines.len() - 1)
    }

    pub(super) fn table(&mut self, table: &Rc<Table>, tracks: Vec<usize>) -> Result<Tree, Refusal> {
        let fits = table.tracks == tracks.len() && tracks.is_sorted_by(|a, b| a < b);
        if !fits {
            return Err(Refusal::new(
                "a table is used on tracks that it cannot read",
            ));
        }
        Ok(self.leaf(Machine::Table(table.clone(), tracks)))
    }

    /// The problem whose formula is this one together with all conditions.
    pub(super) fn finish(mut self, formula: Tree) -> Problem {
        self.conditions.push(formula);
        self.problem.formula = Tree::And(self.conditions);
        self.problem.uses = vec![0; self.problem.machines.len()];
        self.problem.formula.count(&mut self.problem.uses);
        self.problem
    }

    /// The value of a variable.
    pub(super) fn variable(&self, variable: &Variable) -> Result<usize, Refusal> {
        let found = self
            .values
            .iter()
            .rev()
            .find(|(id, _)| *id == variable.id());
        found
            .map(|(_, track)| *track)
            .ok_or_else(|| Refusal::new("a variable without a value"))
    }

    pub(super) fn formula(&mut self, formula: &Formula) -> Result<Tree, Refusal> {
        let not = |tree: Tree| Tree::Not(Box::new(tree));
        Ok(match formula {
            Formula::Constant(value) => Tree::Constant(*value),
            Formula::Compare(left, comparison, right) => self.compare(left, *comparison, right)?,
            Formula::Changes(how_many, pairs) => {
                let mut equal = Vec::new();
                for (before, after) in pairs {
                    let form = Form {
                        parts: vec![
                            (self.variable(before)?, 1, 0),
                            (self.variable(after)?, -1, 0),
                        ],
                        constant: 0,
                    };
                    equal.push(self.leaf(Machine::Zero(form)));
                }
                let subsets = (0u32..1 << pairs.len())
                    .filter(|set| how_many.allows(set.count_ones() as usize));
                let exactly = |set: u32| {
                    let each = equal.iter().enumerate();
                    Tree::And(
                        each.map(|(i, tree)| {
                            if set >> i & 1 == 1 {
                                not(tree.clone())
                            } else {
                                tree.clone()
                            }
                        })
                        .collect(),
                    )
                };
                Tree::Or(subsets.map(exactly).collect())
            }
            Formula::Not(inner) => not(self.formula(inner)?),
            Formula::And(parts) => Tree::And(self.formulas(parts)?),
            Formula::Or(parts) => Tree::Or(self.formulas(parts)?),
            Formula::Implies(left, right) => {
                Tree::Or(vec![not(self.formula(left)?), self.formula(right)?])
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                let neither = Tree::And(vec![not(left.clone()), not(right.clone())]);
                Tree::Or(vec![Tree::And(vec![left, right]), neither])
            }
            Formula::Forall(variable, body) => {
                let opposite =
                    Formula::Exists(variable.clone(), Box::new(Formula::Not(body.clone())));
                not(self.quantified(&opposite)?)
            }
            Formula::Exists(..) | Formula::Member(..) => self.quantified(formula)?,
            Formula::Named(_, inner) => self.formula(inner)?,
        })
    }

    fn formulas(&mut self, parts: &[Formula]) -> Result<Vec<Tree>, Refusal> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    /// A quantified formula: one of the tables for each of its parts.
    fn quantified(&mut self, formula: &Formula) -> Result<Tree, Refusal> {
        let mut parts = Vec::new();
        for definition in Definition::of(formula, self.dimension)? {
            let known = self.tables.iter().find(|(known, _)| *known == definition);
            let table = known
                .map(|(_, table)| table.clone())
                .ok_or_else(|| Refusal::new("a table is missing"))?;
            let tracks: Vec<usize> = definition
                .free
                .iter()
                .map(|v| self.variable(v))
                .collect::<Result<_, _>>()?;
            parts.push(self.table(&table, tracks)?);
        }
        Ok(Tree::Or(parts))
    }

    fn compare(
        &mut self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
    ) -> Result<Tree, Refusal> {
        if let (Term::Modulo(inner, modulus), Comparison::Equal, Term::Constant(rest)) =
            (left.unnamed(), comparison, right.unnamed())
        {
            return self.remainder(inner, small(&Integer::from(modulus.clone()))?, small(rest)?);
        }
        let mut alternatives = Vec::new();
        for (guards, form) in self.sum(&[(1, left), (-1, right)])? {
            let relation = self.relate(&form, comparison)?;
            alternatives.push(Tree::And([guards, vec![relation]].concat()));
        }
        Ok(Tree::Or(alternatives))
    }

    /// `t mod k = c`, without a track for the remainder.
    fn remainder(&mut self, inner: &Term, modulus: i64, rest: i64) -> Result<Tree, Refusal> {
        if !(0..modulus).contains(&rest) {
            return Ok(Tree::Constant(false));
        }
        let mut alternatives = Vec::new();
        for (guards, form) in self.term(inner)? {
            let shifted = plus(
                &form,
                -1,
                &Form {
                    parts: Vec::new(),
                    constant: rest,
                },
            )?;
            let divisible = self.leaf(Machine::Divisible(shifted, modulus));
            alternatives.push(Tree::And([guards, vec![divisible]].concat()));
        }
        Ok(Tree::Or(alternatives))
    }

    pub(super) fn relate(&mut self, form: &Form, comparison: Comparison) -> Result<Tree, Refusal> {
        let up = |form: &Form, offset: i64| {
            plus(
                &Form {
                    parts: Vec::new(),
                    constant: offset,
                },
                1,
                form,
            )
        };
        let down = |form: &Form, offset: i64| {
            plus(
                &Form {
                    parts: Vec::new(),
                    constant: offset,
                },
                -1,
                form,
            )
        };
        Ok(match comparison {
            Comparison::Equal => self.leaf(Machine::Zero(form.clone())),
            Comparison::NotEqual => Tree::Not(Box::new(self.leaf(Machine::Zero(form.clone())))),
            Comparison::GreaterOrEqual => self.leaf(Machine::NotNegative(form.clone())),
            Comparison::Greater => self.leaf(Machine::NotNegative(up(form, -1)?)),
            Comparison::LessOrEqual => self.leaf(Machine::NotNegative(down(form, 0)?)),
            Comparison::Less => self.leaf(Machine::NotNegative(down(form, -1)?)),
        })
    }

    fn sum(&mut self, terms: &[(i64, &Term)]) -> Cases {
        let mut sums = vec![(Vec::new(), Form::default())];
        for (factor, term) in terms {
            let mut next = Vec::new();
            for (guards, form) in self.term(term)? {
                for (known, sum) in &sums {
                    next.push((
                        [known.as_slice(), &guards].concat(),
                        plus(sum, *factor, &form)?,
                    ));
                }
            }
            sums = next;
        }
        Ok(sums)
    }

    /// The values of a term, each with what must hold for it: the cases exclude each other and leave nothing out.
    pub(super) fn term(&mut self, term: &Term) -> Cases {
        match term {
            Term::Constant(number) => Ok(vec![(
                Vec::new(),
                Form {
                    parts: Vec::new(),
                    constant: small(number)?,
                },
            )]),
            Term::Variable(variable) => Ok(vec![(Vec::new(), single(self.variable(variable)?))]),
            Term::Sum(parts) => self.sum(&parts.iter().map(|part| (1, part)).collect::<Vec<_>>()),
            Term::Scaled(factor, inner) => self.sum(&[(small(factor)?, inner)]),
            Term::Absolute(inner) => self.largest(&[(1, inner), (-1, inner)], 1),
            Term::Maximum(terms) => {
                self.largest(&terms.iter().map(|term| (1, term)).collect::<Vec<_>>(), 1)
            }
            Term::Minimum(terms) => {
                self.largest(&terms.iter().map(|term| (1, term)).collect::<Vec<_>>(), -1)
            }
            Term::Choice(condition, yes, no) => {
                let condition = self.formula(condition)?;
                let otherwise = Tree::Not(Box::new(condition.clone()));
                let mut cases = Vec::new();
                for (guard, term) in [(condition, yes), (otherwise, no)] {
                    let chosen = self.term(term)?.into_iter();
                    cases.extend(
                        chosen.map(|(guards, form)| ([guards, vec![guard.clone()]].concat(), form)),
                    );
                }
                Ok(cases)
            }
            Term::Modulo(inner, modulus) => {
                let modulus = small(&Integer::from(modulus.clone()))?;
                let cases = self.term(inner)?;
                self.each(cases, |this, form| {
                    let track = this.track();
                    let rest = Form {
                        parts: vec![(track, -1, 0)],
                        constant: modulus - 1,
                    };
                    let below = this.leaf(Machine::NotNegative(rest));
                    let same =
                        this.leaf(Machine::Divisible(plus(form, -1, &single(track))?, modulus));
                    this.conditions.extend([below, same]);
                    Ok(single(track))
                })
            }
            Term::Quotient(inner, divisor) => {
                let divisor = small(&Integer::from(divisor.clone()))?;
                let cases = self.term(inner)?;
                self.each(cases, |this, form| this.quotient(form, divisor))
            }
            Term::Floor(form) => self.floor(form),
            Term::Named(_, inner) => self.term(inner),
            Term::NimSum(_) => Err(Refusal::new("nim-sums are not understood here")),
        }
    }

    fn each(
        &mut self,
        cases: Vec<(Vec<Tree>, Form)>,
        mut change: impl FnMut(&mut Self, &Form) -> Result<Form, Refusal>,
    ) -> Cases {
        cases
            .into_iter()
            .map(|(guards, form)| Ok((guards, change(self, &form)?)))
            .collect()
    }

    /// The largest (sign 1) or smallest (sign -1) of some terms: the first one that no other one beats.
    fn largest(&mut self, terms: &[(i64, &Term)], sign: i64) -> Cases {
        let mut all = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            all.extend(self.sum(&[*term])?.into_iter().map(|case| (index, case)));
        }
        let mut cases = Vec::new();
        for (index, (guards, form)) in &all {
            let mut guards = guards.clone();
            for (other, (conditions, rival)) in all.iter().filter(|(other, _)| other != index) {
                let lead = plus(&plus(&Form::default(), sign, form)?, -sign, rival)?;
                let strict = if other < index {
                    Comparison::Greater
                } else {
                    Comparison::GreaterOrEqual
                };
                let wins = self.relate(&lead, strict)?;
                let elsewhere = Tree::Not(Box::new(Tree::And(conditions.clone())));
                guards.push(Tree::Or(vec![elsewhere, wins]));
            }
            cases.push((guards, form.clone()));
        }
        Ok(cases)
    }

    /// `⌊form/divisor⌋`, for a form that is never negative.
    fn quotient(&mut self, form: &Form, divisor: i64) -> Result<Form, Refusal> {
        if divisor == 1 {
            return Ok(form.clone());
        }
        if let Some((.., known)) = self
            .quotients
            .iter()
            .find(|known| known.0 == *form && known.1 == divisor)
        {
            return Ok(known.clone());
        }
        never_negative(form)?;
        let track = self.track();
        self.quotients.push((form.clone(), divisor, single(track)));
        let rest = plus(form, -divisor, &single(track))?;
        let low = self.leaf(Machine::NotNegative(rest.clone()));
        let high = self.relate(
            &plus(
                &rest,
                1,
                &Form {
                    parts: Vec::new(),
                    constant: -divisor,
                },
            )?,
            Comparison::Less,
        )?;
        self.conditions.extend([low, high]);
        Ok(single(track))
    }

    /// `⌊(P + Qα)/r⌋ = ⌊(P + ⌊Qα⌋)/r⌋`.
    fn floor(&mut self, form: &RealForm) -> Cases {
        let mut constants = vec![self.constant(&form.constant)?];
        for (real, _) in &form.parts {
            constants.push(self.constant(real)?);
        }
        let divisor = constants
            .iter()
            .map(|c| c.2)
            .try_fold(1i64, |product, c| product.checked_mul(c));
        let divisor = divisor.ok_or_else(|| Refusal::new("a constant is too large"))?;
        let scaled = |(rational, alpha, by): (i64, i64, i64)| {
            (rational * (divisor / by), alpha * (divisor / by))
        };
        let (rational, alpha) = scaled(constants[0]);
        let start = |constant: i64| Form {
            parts: Vec::new(),
            constant,
        };
        let mut sums = vec![(Vec::new(), start(rational), start(alpha))];
        for ((_, term), constant) in form.parts.iter().zip(&constants[1..]) {
            let (rational, alpha) = scaled(*constant);
            let mut next = Vec::new();
            for (guards, value) in self.term(term)? {
                for (known, p, q) in &sums {
                    next.push((
                        [known.as_slice(), &guards].concat(),
                        plus(p, rational, &value)?,
                        plus(q, alpha, &value)?,
                    ));
                }
            }
            sums = next;
        }
        let mut cases = Vec::new();
        for (guards, p, q) in sums {
            let multiples = if q == Form::default() {
                vec![(Vec::new(), q)]
            } else {
                self.multiple(&q)?
            };
            for (more, floor) in multiples {
                let value = self.quotient(&plus(&p, 1, &floor)?, divisor)?;
                cases.push(([guards.as_slice(), &more].concat(), value));
            }
        }
        Ok(cases)
    }

    /// `⌊qα⌋`: `S(m) + a` where `q = m + 1`, and 0 where `q = 0`.
    fn multiple(&mut self, q: &Form) -> Cases {
        let a = self
            .problem
            .digits
            .0
            .ok_or_else(|| Refusal::new("an irrational constant in base 2"))?;
        if let Some((_, known)) = self.multiples.iter().find(|known| known.0 == *q) {
            return Ok(known.clone());
        }
        never_negative(q)?;
        let m = self.track();
        let before = plus(
            &plus(q, -1, &single(m))?,
            1,
            &Form {
                parts: Vec::new(),
                constant: -1,
            },
        )?;
        let positive = self.leaf(Machine::Zero(before));
        let floor = Form {
            parts: vec![(m, 0, 1)],
            constant: a,
        };
        let mut cases = vec![(vec![positive.clone()], floor)];
        let mut either = vec![positive];
        if q.constant == 0 {
            let zero = Tree::And(vec![
                self.leaf(Machine::Zero(q.clone())),
                self.leaf(Machine::Zero(single(m))),
            ]);
            cases.push((vec![zero.clone()], Form::default()));
            either.push(zero);
        }
        self.conditions.push(Tree::Or(either));
        self.multiples.push((q.clone(), cases.clone()));
        Ok(cases)
    }

    /// A constant as `(rational + alpha·α)/divisor` with `α = [a; a, a, …]`.
    fn constant(&self, real: &numeration::real::Real) -> Result<(i64, i64, i64), Refusal> {
        if let Some((numerator, denominator)) = real.as_rational() {
            return Ok((small(&numerator)?, 0, small(&Integer::from(denominator))?));
        }
        let (Some(x), Some(a)) = (real.as_quadratic(), self.problem.digits.0) else {
            return Err(Refusal::new("a constant that is not quadratic"));
        };
        let d = small(&Integer::from(x.d))?;
        // √(a² + 4) = s·√d, and α = (a + s·√d)/2, so that √d = (2α − a)/s.
        let s = (1..=a + 2)
            .find(|s| s * s * d == a * a + 4)
            .ok_or_else(|| Refusal::new("a constant of another field"))?;
        let (p, q, r) = (small(&x.a)?, small(&x.b)?, small(&Integer::from(x.c))?);
        let (rational, alpha, divisor) = (p * s - q * a, 2 * q, r * s);
        let common = gcd(gcd(rational, alpha), divisor);
        Ok((rational / common, alpha / common, divisor / common))
    }
}

pub(super) fn single(track: usize) -> Form {
    Form {
        parts: vec![(track, 1, 0)],
        constant: 0,
    }
}

/// `left + factor·right`.
pub(super) fn plus(left: &Form, factor: i64, right: &Form) -> Result<Form, Refusal> {
    let add = |a: i64, b: i64| {
        let sum = factor
            .checked_mul(b)
            .and_then(|b| a.checked_add(b))
            .filter(|sum| sum.abs() < 1 << 40);
        sum.ok_or_else(|| Refusal::new("a coefficient is too large"))
    };
    let mut result = Form {
        parts: left.parts.clone(),
        constant: add(left.constant, right.constant)?,
    };
    for &(track, plain, shifted) in &right.parts {
        match result.parts.iter_mut().find(|part| part.0 == track) {
            Some(part) => *part = (track, add(part.1, plain)?, add(part.2, shifted)?),
            None => result.parts.push((track, add(0, plain)?, add(0, shifted)?)),
        }
    }
    result.parts.retain(|part| part.1 != 0 || part.2 != 0);
    Ok(result)
}

fn never_negative(form: &Form) -> Result<(), Refusal> {
    let positive = form.constant >= 0 && form.parts.iter().all(|part| part.1 >= 0 && part.2 >= 0);
    if positive {
        Ok(())
    } else {
        Err(Refusal::new("a floor of something that might be negative"))
    }
}

fn small(number: &Integer) -> Result<i64, Refusal> {
    i64::try_from(number)
        .ok()
        .filter(|n| n.abs() < 1 << 30)
        .ok_or_else(|| Refusal::new("a number is too large"))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 {
        a.abs().max(1)
    } else {
        gcd(b, a % b)
    }
}
