//! The formulas of a game as trees over tables, straight from their meaning.
//!
//! A term has a value that is linear in numbers on tracks, perhaps in several cases with conditions. A floor, a
//! rounded quotient or a nim-sum becomes a number on a hidden track, with its definition as a condition: it exists and
//! is unique. Remainders are cases. A comparison with hidden numbers, like a quantified formula, becomes the table of
//! the numbers for which some hidden ones exist.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use logic::watch::Watch;
use logic::{Comparison, Formula, HowMany, RealForm, Set, Term, Variable};
use numeration::natural::{Integer, Natural};
use numeration::real::Real;

use super::Refusal;
use super::digits::{Digits, Form};
use super::search::{Search, Tree};
use super::table::Table;

/// Hidden numbers stand on tracks from here on. A variable that is not quantified stands on the track of its own number.
const FIRST_HIDDEN: usize = 1 << 40;
/// Remainders are cases: no more than this.
const MOST_CASES: usize = 1024;

/// Translates formulas over one numeration system.
pub(super) struct Formulas<'a> {
    pub(super) digits: &'a Digits,
    watch: &'a dyn Watch,
    floor: Option<Table>,
    fresh: Cell<usize>,
    /// The variables that have a value, with their tracks, the innermost last.
    scope: RefCell<Vec<(Variable, usize)>>,
    /// How many states were visited.
    pub(super) states: Cell<usize>,
}

/// The value of a term where some conditions hold.
#[derive(Clone)]
struct Case {
    conditions: Vec<Tree>,
    hidden: Vec<usize>,
    value: Form,
}

/// The cases exclude each other and leave nothing out.
type Cases = Result<Vec<Case>, Refusal>;

impl<'a> Formulas<'a> {
    pub(super) fn new(digits: &'a Digits, watch: &'a dyn Watch) -> Result<Self, Refusal> {
        Ok(Self {
            digits,
            watch,
            floor: digits.floor()?,
            fresh: Cell::new(FIRST_HIDDEN),
            scope: RefCell::default(),
            states: Cell::new(0),
        })
    }

    /// What a translation gives while some variables stand on these tracks.
    pub(super) fn with<T>(&self, values: &[(Variable, usize)], translate: impl FnOnce() -> T) -> T {
        let before = self.scope.borrow().len();
        self.scope.borrow_mut().extend_from_slice(values);
        let result = translate();
        self.scope.borrow_mut().truncate(before);
        result
    }

    /// The track of a variable.
    fn track(&self, variable: &Variable) -> usize {
        let scope = self.scope.borrow();
        let known = scope.iter().rev().find(|(other, _)| other == variable);
        known.map_or(variable.id() as usize, |(_, track)| *track)
    }

    /// New tracks for variables.
    fn bind(&self, variables: &[Variable]) -> Vec<(Variable, usize)> {
        variables
            .iter()
            .map(|variable| (variable.clone(), self.hide()))
            .collect()
    }

    /// Do no numbers satisfy the tree?
    pub(super) fn is_impossible(&self, tree: &Tree) -> Result<bool, Refusal> {
        let mut search = Search::new(self.digits, self.watch, tree, &[])?;
        let answer = search.is_impossible();
        self.states.set(self.states.get() + search.states());
        answer
    }

    /// The table of the numbers on the visible tracks for which some numbers on the others satisfy the tree.
    pub(super) fn some(&self, tree: &Tree, visible: &[usize]) -> Result<Tree, Refusal> {
        let mut search = Search::new(self.digits, self.watch, tree, visible)?;
        let table = search.some();
        self.states.set(self.states.get() + search.states());
        Ok(Tree::leaf(table?, visible.to_vec()))
    }

    pub(super) fn formula(&self, formula: &Formula) -> Result<Tree, Refusal> {
        let all = |parts: &[Formula]| {
            parts
                .iter()
                .map(|part| self.formula(part))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match formula {
            Formula::Constant(value) => Tree::Constant(*value),
            Formula::Compare(left, comparison, right) => self.compare(left, *comparison, right)?,
            Formula::Changes(how_many, pairs) => self.changes(*how_many, pairs)?,
            Formula::Not(inner) => self.formula(inner)?.negated(),
            Formula::And(parts) => Tree::and(all(parts)?),
            Formula::Or(parts) => Tree::or(all(parts)?),
            Formula::Implies(left, right) => {
                Tree::or(vec![self.formula(left)?.negated(), self.formula(right)?])
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                let neither = Tree::and(vec![left.negated(), right.negated()]);
                Tree::or(vec![Tree::and(vec![left, right]), neither])
            }
            Formula::Exists(..) => self.exists(formula)?,
            Formula::Forall(variable, body) => {
                let body = Box::new(Formula::Not(body.clone()));
                self.exists(&Formula::Exists(variable.clone(), body))?
                    .negated()
            }
            Formula::Member(tuple, set) => self.member(tuple, set)?,
            Formula::Named(_, inner) => self.formula(inner)?,
        })
    }

    /// Neighbouring quantifiers together.
    fn exists(&self, formula: &Formula) -> Result<Tree, Refusal> {
        let (mut variables, mut body) = (Vec::new(), formula);
        while let Formula::Exists(variable, inner) = body.unnamed() {
            variables.push(variable.clone());
            body = inner;
        }
        let values = self.bind(&variables);
        let tree = self.with(&values, || self.formula(body))?;
        self.hiding(
            &tree,
            &values.iter().map(|value| value.1).collect::<Vec<_>>(),
        )
    }

    /// Some numbers on the hidden tracks satisfy the tree.
    fn hiding(&self, tree: &Tree, hidden: &[usize]) -> Result<Tree, Refusal> {
        let mut tracks = BTreeSet::new();
        tree.tracks(&mut tracks);
        let visible: Vec<usize> = tracks
            .iter()
            .copied()
            .filter(|track| !hidden.contains(track))
            .collect();
        if visible.len() == tracks.len() {
            Ok(tree.clone())
        } else {
            self.some(tree, &visible)
        }
    }

    fn member(&self, tuple: &[Term], set: &Set) -> Result<Tree, Refusal> {
        let given = tuple
            .iter()
            .map(|term| self.term(term))
            .collect::<Result<Vec<_>, _>>()?;
        let mut pieces = Vec::new();
        for piece in &set.pieces {
            let values = self.bind(&piece.variables);
            let tree = self.with(&values, || {
                let mut parts = vec![self.formula(&piece.condition)?];
                for (given, own) in given.iter().zip(&piece.tuple) {
                    parts.push(self.related(given, Comparison::Equal, &self.term(own)?)?);
                }
                Ok(Tree::and(parts))
            })?;
            pieces.push(self.hiding(
                &tree,
                &values.iter().map(|value| value.1).collect::<Vec<_>>(),
            )?);
        }
        Ok(Tree::or(pieces))
    }

    /// At most `k` of `m` pairs differ if some `m − k` are equal; at least `k` if some `k` differ.
    fn changes(&self, how_many: HowMany, pairs: &[(Variable, Variable)]) -> Result<Tree, Refusal> {
        let mut equal = Vec::new();
        for (before, after) in pairs {
            let difference =
                Form::track(self.track(before)).plus(-1, &Form::track(self.track(after)))?;
            equal.push(self.zero(&difference)?);
        }
        if equal.len() > 12 {
            return Err(Refusal::TooLarge);
        }
        let some = |count: usize, trees: &[Tree]| {
            let sets = (0u32..1 << trees.len()).filter(|set| set.count_ones() as usize == count);
            let chosen = |set: u32| (0..trees.len()).filter(move |index| set >> index & 1 == 1);
            Tree::or(
                sets.map(|set| Tree::and(chosen(set).map(|index| trees[index].clone()).collect()))
                    .collect(),
            )
        };
        let differ: Vec<Tree> = equal.iter().map(Tree::negated).collect();
        let at_most = |k: usize| {
            equal
                .len()
                .checked_sub(k)
                .map_or(Tree::Constant(true), |count| some(count, &equal))
        };
        let at_least = |k: usize| some(k, &differ);
        Ok(match how_many {
            HowMany::AtMost(k) => at_most(k),
            HowMany::AtLeast(k) => at_least(k),
            HowMany::Exactly(k) => Tree::and(vec![at_most(k), at_least(k)]),
        })
    }

    pub(super) fn compare(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
    ) -> Result<Tree, Refusal> {
        self.related(&self.term(left)?, comparison, &self.term(right)?)
    }

    /// The number on a track is the value of a term.
    pub(super) fn is(&self, track: usize, term: &Term) -> Result<Tree, Refusal> {
        self.related(
            &[Case::plain(Form::track(track))],
            Comparison::Equal,
            &self.term(term)?,
        )
    }

    fn related(
        &self,
        left: &[Case],
        comparison: Comparison,
        right: &[Case],
    ) -> Result<Tree, Refusal> {
        let (mut alternatives, mut hidden) = (Vec::new(), Vec::new());
        for case in product(left, right, |left, right| left.plus(-1, right))? {
            let relation = self.relate(&case.value, comparison)?;
            hidden.extend(case.hidden);
            alternatives.push(Tree::and([vec![relation], case.conditions].concat()));
        }
        self.hiding(&Tree::or(alternatives), &hidden)
    }

    /// A form compared with 0.
    pub(super) fn relate(&self, form: &Form, comparison: Comparison) -> Result<Tree, Refusal> {
        Ok(match comparison {
            Comparison::Equal => self.zero(form)?,
            Comparison::NotEqual => self.zero(form)?.negated(),
            Comparison::GreaterOrEqual => self.not_negative(form)?,
            Comparison::Less => self.not_negative(form)?.negated(),
            Comparison::LessOrEqual => self.not_negative(&Form::default().plus(-1, form)?)?,
            Comparison::Greater => self
                .not_negative(&Form::default().plus(-1, form)?)?
                .negated(),
        })
    }

    fn zero(&self, form: &Form) -> Result<Tree, Refusal> {
        Ok(Tree::leaf(self.digits.compare(form, true)?, tracks(form)))
    }

    fn not_negative(&self, form: &Form) -> Result<Tree, Refusal> {
        Ok(Tree::leaf(self.digits.compare(form, false)?, tracks(form)))
    }

    fn hide(&self) -> usize {
        self.fresh.replace(self.fresh.get() + 1)
    }

    fn sum(&self, terms: &[(i64, &Term)]) -> Cases {
        let mut sums = vec![Case::plain(Form::default())];
        for (factor, term) in terms {
            let cases = self.term(term)?;
            sums = product(&sums, &cases, |sum, value| sum.plus(*factor, value))?;
        }
        Ok(sums)
    }

    fn term(&self, term: &Term) -> Cases {
        let each = |terms: &'_ [Term], sign| {
            self.largest(
                &terms.iter().map(|term| (1, term)).collect::<Vec<_>>(),
                sign,
            )
        };
        match term {
            Term::Constant(number) => Ok(vec![Case::plain(Form::constant(small(number)?))]),
            Term::Variable(variable) => Ok(vec![Case::plain(Form::track(self.track(variable)))]),
            Term::Sum(parts) => self.sum(&parts.iter().map(|part| (1, part)).collect::<Vec<_>>()),
            Term::Scaled(factor, inner) => self.sum(&[(small(factor)?, inner)]),
            Term::Absolute(inner) => self.largest(&[(1, inner), (-1, inner)], 1),
            Term::Maximum(terms) => each(terms, 1),
            Term::Minimum(terms) => each(terms, -1),
            Term::Choice(condition, yes, no) => {
                let condition = self.formula(condition)?;
                let (mut cases, mut others) = (self.term(yes)?, self.term(no)?);
                cases
                    .iter_mut()
                    .for_each(|case| case.conditions.push(condition.clone()));
                others
                    .iter_mut()
                    .for_each(|case| case.conditions.push(condition.negated()));
                cases.append(&mut others);
                Ok(cases)
            }
            Term::Modulo(inner, modulus) => self.remainder(&self.term(inner)?, natural(modulus)?),
            Term::Quotient(inner, divisor) => self.quotients(&self.term(inner)?, natural(divisor)?),
            Term::Floor(form) => self.named(&self.floor(form)?),
            Term::NimSum(parts) => self.nim_sum(parts),
            Term::Named(_, inner) => self.term(inner),
        }
    }

    /// The value on one hidden track, `t` or, where it is negative, `−t − 1`, with one table that says what it is.
    fn named(&self, cases: &[Case]) -> Cases {
        let mut found = Vec::new();
        for (sign, offset) in [(1, 0), (-1, -1)] {
            let t = self.hide();
            let value = Form::constant(offset).plus(sign, &Form::track(t))?;
            let condition =
                self.related(&[Case::plain(value.clone())], Comparison::Equal, cases)?;
            found.push(Case {
                conditions: vec![condition],
                hidden: vec![t],
                value,
            });
            if cases.iter().all(|case| case.value.is_never_negative()) {
                break;
            }
        }
        Ok(found)
    }

    /// The largest (sign 1) or smallest (sign −1) of some terms: the first one that no other one beats.
    fn largest(&self, terms: &[(i64, &Term)], sign: i64) -> Cases {
        let mut best: Vec<Case> = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            let rivals = self.sum(&[*term])?;
            if index == 0 {
                best = rivals;
                continue;
            }
            let mut next = Vec::new();
            for (case, rival) in best
                .iter()
                .flat_map(|case| rivals.iter().map(move |rival| (case, rival)))
            {
                let lead = Form::default()
                    .plus(sign, &case.value)?
                    .plus(-sign, &rival.value)?;
                let leads = self.not_negative(&lead)?;
                let both = case.and(rival);
                next.push(both.clone().with(leads.clone(), case.value.clone()));
                next.push(both.with(leads.negated(), rival.value.clone()));
            }
            best = limited(next)?;
        }
        Ok(best)
    }

    fn remainder(&self, cases: &[Case], modulus: i64) -> Cases {
        let mut found = Vec::new();
        for (case, rest) in cases
            .iter()
            .flat_map(|case| (0..modulus.min(MOST_CASES as i64 + 1)).map(move |rest| (case, rest)))
        {
            let form = case.value.plus(1, &Form::constant(-rest))?;
            let divisible = Tree::leaf(self.digits.divisible(&form, modulus)?, tracks(&form));
            found.push(case.clone().with(divisible, Form::constant(rest)));
        }
        limited(found)
    }

    /// `⌊value/divisor⌋` is `t`, or `−t − 1` where the value is negative.
    fn quotients(&self, cases: &[Case], divisor: i64) -> Cases {
        let mut found = Vec::new();
        for case in cases {
            if divisor == 1 {
                found.push(case.clone());
                continue;
            }
            let t = self.hide();
            let mut case = case.clone();
            case.hidden.push(t);
            for (sign, offset) in [(1, 0), (-1, -1)] {
                if sign == -1 && case.value.is_never_negative() {
                    continue;
                }
                let quotient = Form::constant(offset).plus(sign, &Form::track(t))?;
                let rest = case.value.plus(-divisor, &quotient)?;
                let least = self.not_negative(&rest)?;
                let most =
                    self.relate(&rest.plus(1, &Form::constant(-divisor))?, Comparison::Less)?;
                found.push(case.clone().with(Tree::and(vec![least, most]), quotient));
            }
        }
        limited(found)
    }

    fn nim_sum(&self, parts: &[Term]) -> Cases {
        let value = self.hide();
        let start = Case {
            conditions: Vec::new(),
            hidden: vec![value],
            value: Form::track(value),
        };
        let (mut cases, mut all) = (vec![start], vec![value]);
        for part in parts {
            let track = self.hide();
            all.push(track);
            let terms = self.term(part)?;
            let mut next = Vec::new();
            for (case, term) in cases
                .iter()
                .flat_map(|case| terms.iter().map(move |term| (case, term)))
            {
                if !term.value.is_never_negative() {
                    return Err(Refusal::not_understood(
                        "a nim-sum of something that might be negative",
                    ));
                }
                let equal = self.zero(&term.value.plus(-1, &Form::track(track))?)?;
                let mut both = case.and(term).with(equal, Form::track(value));
                both.hidden.push(track);
                next.push(both);
            }
            cases = limited(next)?;
        }
        let sum = Tree::leaf(self.digits.nim_sum(all.len())?, all);
        Ok(cases
            .into_iter()
            .map(|case| case.with(sum.clone(), Form::track(value)))
            .collect())
    }

    /// `⌊(P + Qα)/r⌋ = ⌊(P + ⌊Qα⌋)/r⌋`.
    fn floor(&self, form: &RealForm) -> Cases {
        let reals = [&form.constant]
            .into_iter()
            .chain(form.parts.iter().map(|part| &part.0));
        let constants = reals
            .map(|real| self.constant(real))
            .collect::<Result<Vec<_>, _>>()?;
        let divisor = constants
            .iter()
            .try_fold(1i64, |product, constant| product.checked_mul(constant.2));
        let divisor = divisor
            .filter(|divisor| *divisor < 1 << 24)
            .ok_or(Refusal::TooLarge)?;
        let scaled = |index: usize| {
            let (rational, alpha, own) = constants[index];
            (rational * (divisor / own), alpha * (divisor / own))
        };
        // Pairs of cases for P and Q, which have the same conditions.
        let (rational, alpha) = scaled(0);
        let mut sums = vec![(
            Case::plain(Form::constant(0).plus(rational, &Form::constant(1))?),
            Form::constant(alpha),
        )];
        for (index, (_, term)) in form.parts.iter().enumerate() {
            let (rational, alpha) = scaled(index + 1);
            let terms = self.term(term)?;
            let mut next = Vec::new();
            for ((p, q), term) in sums
                .iter()
                .flat_map(|sum| terms.iter().map(move |term| (sum, term)))
            {
                let mut both = p.and(term);
                both.value = p.value.plus(rational, &term.value)?;
                next.push((both, q.plus(alpha, &term.value)?));
            }
            sums = next;
        }
        let mut cases = Vec::new();
        for (p, q) in sums {
            let multiples = self.multiple(&q)?;
            cases.extend(product(&[p], &multiples, |p, multiple| {
                p.plus(1, multiple)
            })?);
        }
        self.quotients(&limited(cases)?, divisor)
    }

    /// `⌊qα⌋`, which is `−⌊−qα⌋ − 1` where `q` is negative, since α is irrational.
    fn multiple(&self, q: &Form) -> Cases {
        if *q == Form::default() {
            return Ok(vec![Case::plain(Form::default())]);
        }
        let Some(table) = &self.floor else {
            return Err(Refusal::not_understood("an irrational number in base 2"));
        };
        let (n, m) = (self.hide(), self.hide());
        let mut cases = Vec::new();
        for (sign, offset) in [(1, 0), (-1, -1)] {
            if sign == -1 && q.is_never_negative() {
                continue;
            }
            // Zero belongs to the first case.
            let equal = self.zero(&q.plus(-sign, &Form::track(n))?)?;
            let nonzero = self.not_negative(&Form::track(n).plus(1, &Form::constant(offset))?)?;
            let floor = Tree::leaf(table.clone(), vec![n, m]);
            cases.push(Case {
                conditions: vec![equal, nonzero, floor],
                hidden: vec![n, m],
                value: Form::constant(offset).plus(sign, &Form::track(m))?,
            });
        }
        Ok(cases)
    }

    /// A constant as `(rational + alpha·α)/divisor`.
    fn constant(&self, real: &Real) -> Result<(i64, i64, i64), Refusal> {
        if let Some((numerator, denominator)) = real.as_rational() {
            return Ok((small(&numerator)?, 0, natural(&denominator)?));
        }
        let number = real
            .as_quadratic()
            .ok_or_else(|| Refusal::not_understood("a constant that is not quadratic"))?;
        let (u, v, s) = self.digits.root(natural(&number.d)?).ok_or_else(|| {
            Refusal::not_understood("a constant outside the field of the numeration system")
        })?;
        // (a + b√d)/c with √d = (u + vα)/s.
        let (a, b, c) = (small(&number.a)?, small(&number.b)?, natural(&number.c)?);
        let parts = (a.checked_mul(s).zip(b.checked_mul(u))).and_then(|(x, y)| x.checked_add(y));
        let parts = parts.zip(b.checked_mul(v)).zip(c.checked_mul(s));
        let ((rational, alpha), divisor) = parts.ok_or(Refusal::TooLarge)?;
        let common = super::digits::gcd(super::digits::gcd(rational, alpha), divisor);
        Ok((rational / common, alpha / common, divisor / common))
    }
}

impl Case {
    fn plain(value: Form) -> Self {
        Self {
            conditions: Vec::new(),
            hidden: Vec::new(),
            value,
        }
    }

    /// Both cases; the value is that of the first.
    fn and(&self, other: &Self) -> Self {
        Self {
            conditions: [self.conditions.as_slice(), &other.conditions].concat(),
            hidden: [self.hidden.as_slice(), &other.hidden].concat(),
            value: self.value.clone(),
        }
    }

    fn with(mut self, condition: Tree, value: Form) -> Self {
        self.conditions.push(condition);
        self.value = value;
        self
    }
}

fn product(
    left: &[Case],
    right: &[Case],
    value: impl Fn(&Form, &Form) -> Result<Form, Refusal>,
) -> Cases {
    let mut cases = Vec::new();
    for (one, other) in left
        .iter()
        .flat_map(|one| right.iter().map(move |other| (one, other)))
    {
        let mut both = one.and(other);
        both.value = value(&one.value, &other.value)?;
        cases.push(both);
    }
    limited(cases)
}

fn limited(cases: Vec<Case>) -> Cases {
    if cases.len() > MOST_CASES {
        Err(Refusal::TooLarge)
    } else {
        Ok(cases)
    }
}

fn tracks(form: &Form) -> Vec<usize> {
    form.parts.iter().map(|part| part.0).collect()
}

fn small(number: &Integer) -> Result<i64, Refusal> {
    let number = i64::try_from(number)
        .ok()
        .filter(|number| number.abs() < 1 << 24);
    number.ok_or(Refusal::TooLarge)
}

fn natural(number: &Natural) -> Result<i64, Refusal> {
    small(&Integer::from(number.clone()))
}
