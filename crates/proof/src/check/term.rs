//! Terms: linear in numbers on tracks, in cases. A floor, a rounded quotient or a nim-sum becomes a number on a
//! hidden track, with its definition as a condition: it exists and is unique. Remainders, `|t|`, `min`, `max` and
//! `if` are cases.

use logic::{Comparison, RealForm, Term};
use numeration::natural::{Integer, Natural};
use numeration::real::Real;

use super::Refusal;
use super::digits::gcd;
use super::form::Form;
use super::formula::Formulas;
use super::tree::Tree;

/// No more cases than this.
const MOST_CASES: usize = 1024;

/// The value of a term where some conditions hold.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) conditions: Vec<Tree>,
    pub(super) hidden: Vec<usize>,
    pub(super) value: Form,
}

/// The cases exclude each other and leave nothing out.
pub(super) type Cases = Result<Vec<Case>, Refusal>;

impl Formulas<'_> {
    fn sum(&self, terms: &[(i64, &Term)]) -> Cases {
        let mut sums = vec![Case::plain(Form::default())];
        for (factor, term) in terms {
            let cases = self.term(term)?;
            sums = product(&sums, &cases, |sum, value| sum.plus(*factor, value))?;
        }
        Ok(sums)
    }

    pub(super) fn term(&self, term: &Term) -> Cases {
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
            Term::Modulo(inner, modulus) => self.remainder(&self.term(inner)?, positive(modulus)?),
            Term::Quotient(inner, divisor) => {
                self.quotients(&self.term(inner)?, positive(divisor)?)
            }
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
            let divisible = Tree::leaf(self.digits.divisible(&form, modulus)?, form.tracks());
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
            return Ok((small(&numerator)?, 0, positive(&denominator)?));
        }
        let number = real
            .as_quadratic()
            .ok_or_else(|| Refusal::not_understood("a constant that is not quadratic"))?;
        let (u, v, s) = self.digits.root(positive(&number.d)?).ok_or_else(|| {
            Refusal::not_understood("a constant outside the field of the numeration system")
        })?;
        // (a + b√d)/c with √d = (u + vα)/s.
        let (a, b, c) = (small(&number.a)?, small(&number.b)?, positive(&number.c)?);
        let parts = (a.checked_mul(s).zip(b.checked_mul(u))).and_then(|(x, y)| x.checked_add(y));
        let parts = parts.zip(b.checked_mul(v)).zip(c.checked_mul(s));
        let ((rational, alpha), divisor) = parts.ok_or(Refusal::TooLarge)?;
        let common = gcd(gcd(rational, alpha), divisor);
        Ok((rational / common, alpha / common, divisor / common))
    }
}

impl Case {
    pub(super) fn plain(value: Form) -> Self {
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

pub(super) fn product(
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

fn small(number: &Integer) -> Result<i64, Refusal> {
    let number = i64::try_from(number)
        .ok()
        .filter(|number| number.abs() < 1 << 24);
    number.ok_or(Refusal::TooLarge)
}

/// A number that is not 0.
fn positive(number: &Natural) -> Result<i64, Refusal> {
    match small(&Integer::from(number.clone()))? {
        0 => Err(Refusal::not_understood("a division by 0")),
        number => Ok(number),
    }
}
