//! Terms: linear in numbers on tracks, in cases. A floor, a rounded quotient or a nim-sum becomes a number on a
//! hidden track, with its definition as a condition: it exists and is unique. Remainders, `|t|`, `min`, `max` and
//! `if` are cases.

use super::Refusal;
use super::cases::{Case, Cases, few};
use super::digits::gcd;
use super::form::{CONSTANT, FACTOR, TrackSum, small};
use super::formula::Formulas;
use super::statement::{Real, Relation, Term};
use super::tree::TableFormula;

/// Remainders of which the cases are told apart.
const MOST_REMAINDERS: i64 = 16;
/// A sum with more hidden numbers is given a name.
const MOST_HIDDEN: usize = 3;

impl Formulas<'_> {
    fn sum(&self, terms: &[(i64, &Term)]) -> Cases {
        let mut sums = vec![Case::plain(TrackSum::default())];
        for (factor, term) in terms {
            let cases = self.term(term)?;
            sums = self.product(&sums, &cases, |sum, value| sum.plus(*factor, value))?;
            if sums.iter().any(|sum| sum.hidden.len() > MOST_HIDDEN) {
                sums = self.named(&sums)?;
            }
        }
        Ok(sums)
    }

    pub(super) fn term(&self, term: &Term) -> Cases {
        self.watch.check()?;
        match term {
            Term::Constant(number) => Ok(vec![Case::plain(TrackSum::constant(small(
                *number, CONSTANT,
            )?))]),
            Term::Variable(variable) => Ok(vec![Case::plain(self.value(variable))]),
            Term::Sum(parts) => self.sum(&parts.iter().map(|part| (1, part)).collect::<Vec<_>>()),
            Term::Scaled(factor, inner) => self.sum(&[(small(*factor, FACTOR)?, inner)]),
            Term::Absolute(inner) => self.absolute(&self.term(inner)?),
            Term::Maximum(terms) => self.largest(terms, 1),
            Term::Minimum(terms) => self.largest(terms, -1),
            Term::Choice(parts) => {
                let (condition, yes, no) = &**parts;
                let condition = self.formula(condition)?;
                let (mut cases, mut others) = (self.term(yes)?, self.term(no)?);
                cases
                    .iter_mut()
                    .for_each(|case| case.conditions.push(condition.clone()));
                others
                    .iter_mut()
                    .for_each(|case| case.conditions.push(condition.negated()));
                cases.append(&mut others);
                if cases.iter().all(|case| case.hidden.is_empty()) {
                    self.limited(cases)
                } else {
                    self.named(&cases)
                }
            }
            Term::Modulo(inner, modulus) => {
                self.remainder(&self.term(inner)?, small(*modulus, CONSTANT)?)
            }
            Term::Quotient(inner, divisor) => {
                self.quotients(&self.term(inner)?, small(*divisor, CONSTANT)?)
            }
            Term::Floor(parts, constant) => match self.floor(parts, constant)? {
                plain if plain.iter().all(|case| case.hidden.is_empty()) => Ok(plain),
                cases => self.named(&cases),
            },
            Term::NimSum(parts) => self.nim_sum(parts),
            Term::Shift(inner, system) => self.shift(true, inner, system),
            Term::Unshift(inner, system) => self.shift(false, inner, system),
        }
    }

    /// The value on one hidden track, `t` or, where it is negative, `−t − 1`, with one table that says what it is.
    fn named(&self, cases: &[Case]) -> Cases {
        let mut found = Vec::new();
        for (sign, offset) in [(1, 0), (-1, -1)] {
            let t = self.hide();
            let value = TrackSum::constant(offset).plus(sign, &TrackSum::track(t))?;
            let condition = self.related(&[Case::plain(value.clone())], Relation::Equal, cases)?;
            if !matches!(condition, TableFormula::Constant(false)) {
                found.push(Case {
                    conditions: vec![condition],
                    hidden: vec![t],
                    value,
                });
            }
            if cases.iter().all(|case| case.value.is_never_negative()) {
                break;
            }
        }
        Ok(found)
    }

    fn absolute(&self, cases: &[Case]) -> Cases {
        let mut found = Vec::new();
        for case in cases {
            let (positive, opposite) = (
                self.not_negative(&case.value)?,
                TrackSum::default().plus(-1, &case.value)?,
            );
            found.push(case.clone().with(positive.clone(), case.value.clone()));
            found.push(case.clone().with(positive.negated(), opposite));
        }
        self.limited(found)
    }

    /// The largest (sign 1) or smallest (sign −1) of some terms: the first one that no other one beats.
    fn largest(&self, terms: &[Term], sign: i64) -> Cases {
        let mut best: Vec<Case> = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            let rivals = self.term(term)?;
            if index == 0 {
                best = rivals;
                continue;
            }
            few(best.len() * rivals.len())?;
            let mut next = Vec::new();
            for (case, rival) in best
                .iter()
                .flat_map(|case| rivals.iter().map(move |rival| (case, rival)))
            {
                let lead = TrackSum::default()
                    .plus(sign, &case.value)?
                    .plus(-sign, &rival.value)?;
                self.watch.check()?;
                let leads = self.not_negative(&lead)?;
                let both = case.and(rival);
                next.push(both.clone().with(leads.clone(), case.value.clone()));
                next.push(both.with(leads.negated(), rival.value.clone()));
            }
            best = self.limited(next)?;
        }
        Ok(best)
    }

    /// A case for each small remainder; a number on a hidden track where there are many.
    fn remainder(&self, cases: &[Case], modulus: i64) -> Cases {
        let mut found = Vec::new();
        for case in cases {
            let value = case.value.divided(modulus).1;
            let mut add = |rest: &TrackSum,
                           conditions: Vec<TableFormula>,
                           hidden: Option<usize>| {
                self.watch.check()?;
                let form = value.plus(-1, rest)?;
                let divisible = self.leaf(self.digits.divisible(&form, modulus)?, form.tracks())?;
                let mut case = case.clone().with(divisible, rest.clone());
                case.conditions.extend(conditions);
                case.hidden.extend(hidden);
                found.push(case);
                Ok::<_, Refusal>(())
            };
            if self.is_below(&value, modulus) {
                add(&value, Vec::new(), None)?;
            } else if modulus <= MOST_REMAINDERS {
                (0..modulus)
                    .try_for_each(|rest| add(&TrackSum::constant(rest), Vec::new(), None))?;
            } else {
                let rest = self.hide();
                let form = TrackSum::track(rest);
                let most = form.plus(1, &TrackSum::constant(-modulus))?;
                add(&form, vec![self.relate(&most, Relation::Less)?], Some(rest))?;
            }
        }
        self.limited(found)
    }

    /// `⌊value/divisor⌋`: what can be divided, with `t` for the rest, or `−t − 1` where that is negative.
    pub(super) fn quotients(&self, cases: &[Case], divisor: i64) -> Cases {
        let mut found = Vec::new();
        for case in cases {
            let (whole, rest) = case.value.divided(divisor);
            let mut case = case.clone();
            if self.is_below(&rest, divisor) {
                case.value = whole;
                found.push(case);
                continue;
            }
            let t = self.hide();
            case.hidden.push(t);
            for (sign, offset) in [(1, 0), (-1, -1)] {
                if sign == -1 && rest.is_never_negative() {
                    continue;
                }
                let quotient = TrackSum::constant(offset).plus(sign, &TrackSum::track(t))?;
                let rest = rest.plus(-divisor, &quotient)?;
                let least = self.not_negative(&rest)?;
                let most = self.relate(
                    &rest.plus(1, &TrackSum::constant(-divisor))?,
                    Relation::Less,
                )?;
                let value = whole.plus(1, &quotient)?;
                found.push(
                    case.clone()
                        .with(TableFormula::and(vec![least, most]), value),
                );
            }
        }
        self.limited(found)
    }

    /// `⌊(P + Qα)/r⌋ = ⌊(P + ⌊Qα⌋)/r⌋`.
    fn floor(&self, parts: &[(Real, Term)], constant: &Real) -> Cases {
        let reals = [constant]
            .into_iter()
            .chain(parts.iter().map(|part| &part.0));
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
            let scaled = |number: i64| {
                let scaled = number.checked_mul(divisor / own);
                small(scaled.ok_or(Refusal::TooLarge)?, FACTOR)
            };
            Ok::<_, Refusal>((scaled(rational)?, scaled(alpha)?))
        };
        // Pairs of cases for P and Q, which have the same conditions.
        let (rational, alpha) = scaled(0)?;
        let mut sums = vec![(
            Case::plain(TrackSum::constant(rational)),
            TrackSum::constant(alpha),
        )];
        for (index, (_, term)) in parts.iter().enumerate() {
            let (rational, alpha) = scaled(index + 1)?;
            let terms = self.term(term)?;
            few(sums.len() * terms.len())?;
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
            cases.extend(self.product(&[p], &multiples, |p, multiple| p.plus(1, multiple))?);
        }
        self.quotients(&self.limited(cases)?, divisor)
    }

    /// `⌊qα⌋`, which is `−⌊−qα⌋ − 1` where `q` is negative, since α is irrational.
    fn multiple(&self, q: &TrackSum) -> Cases {
        if *q == TrackSum::default() {
            return Ok(vec![Case::plain(TrackSum::default())]);
        }
        let Some(table) = &self.floor else {
            return Err(Refusal::not_understood(
                "an irrational number outside an Ostrowski system",
            ));
        };
        let (n, m) = (self.hide(), self.hide());
        let mut cases = Vec::new();
        for (sign, offset) in [(1, 0), (-1, -1)] {
            if sign == -1 && q.is_never_negative() {
                continue;
            }
            // Zero belongs to the first case.
            let equal = self.zero(&q.plus(-sign, &TrackSum::track(n))?)?;
            let nonzero =
                self.not_negative(&TrackSum::track(n).plus(1, &TrackSum::constant(offset))?)?;
            let floor = self.leaf(table.clone(), vec![n, m])?;
            let condition = match q.parts[..] {
                [(track, 1)] if q.constant == 0 => self.leaf(table.clone(), vec![track, m])?,
                _ => self.hiding(&TableFormula::and(vec![equal, nonzero, floor]), &[n])?,
            };
            cases.push(Case {
                conditions: vec![condition],
                hidden: vec![m],
                value: TrackSum::constant(offset).plus(sign, &TrackSum::track(m))?,
            });
        }
        Ok(cases)
    }

    /// A constant as `(rational + alpha·α)/divisor`.
    fn constant(&self, real: &Real) -> Result<(i64, i64, i64), Refusal> {
        let (a, b, c) = (
            small(real.a, FACTOR)?,
            small(real.b, FACTOR)?,
            small(real.c, FACTOR)?,
        );
        if b == 0 {
            return Ok((a, 0, c));
        }
        let (u, v, s) = self.digits.root(small(real.d, FACTOR)?).ok_or_else(|| {
            Refusal::not_understood("a constant outside the field of the numeration system")
        })?;
        // (a + b√d)/c with √d = (u + vα)/s.
        let parts = (a.checked_mul(s).zip(b.checked_mul(u))).and_then(|(x, y)| x.checked_add(y));
        let parts = parts.zip(b.checked_mul(v)).zip(c.checked_mul(s));
        let ((rational, alpha), divisor) = parts.ok_or(Refusal::TooLarge)?;
        let common = gcd(gcd(rational, alpha), divisor);
        Ok((rational / common, alpha / common, divisor / common))
    }
}
