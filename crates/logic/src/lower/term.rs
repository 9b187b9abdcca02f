//! Terms as guarded cases of expressions.

use automata::Track;
use numeration::natural::{Integer, Natural, gcd};
use numeration::real::Real;

use super::expression::{Expression, FloorDivision};
use super::formula::TrackLowering;
use super::ir::Ir;
use crate::arithmetic::{Coefficient, Linear};
use crate::cases::{decided, first_condition};
use crate::decide::DecideError;
use crate::term::{RealForm, Term};

/// Where the guards hold, for some numbers on the hidden tracks, the term has this value.
///
/// The cases of a term exclude each other and leave nothing out, and the hidden numbers are unique: so
/// "in some case, the value compares so" may be negated by negating the comparison alone.
#[derive(Clone, Debug)]
pub(crate) struct GuardedCase {
    pub(crate) guards: Vec<Ir>,
    pub(crate) hidden: Vec<Track>,
    pub(crate) value: Expression,
}

impl GuardedCase {
    pub(super) fn of(value: Expression) -> Self {
        Self {
            guards: Vec::new(),
            hidden: Vec::new(),
            value,
        }
    }

    /// The case in which both cases are, with another value.
    pub(super) fn with(&self, other: &Self, value: Expression) -> Self {
        let guards = [self.guards.as_slice(), &other.guards].concat();
        let hidden = [self.hidden.as_slice(), &other.hidden].concat();
        Self {
            guards,
            hidden,
            value,
        }
    }

    pub(super) fn guarded(mut self, guard: Ir) -> Self {
        self.guards.push(guard);
        self
    }

    fn is_possible(&self) -> bool {
        !self.guards.contains(&Ir::Constant(false))
    }
}

/// Guards, hidden tracks and the value that a term has where the guards hold.
pub type GuardedValue = (Vec<Ir>, Vec<Track>, Expression);

pub(super) type Cases = Result<Vec<GuardedCase>, DecideError>;

impl TrackLowering<'_> {
    /// The cases of a term.
    pub(crate) fn term(&self, term: &Term) -> Cases {
        match term {
            Term::Constant(number) => {
                Ok(vec![GuardedCase::of(Expression::constant(small(number)?))])
            }
            Term::Variable(variable) => Ok(vec![GuardedCase::of(self.value(variable)?)]),
            Term::Sum(parts) => self.sum(parts),
            Term::Scaled(factor, inner) => {
                let factor = small(factor)?;
                self.map(self.term(inner)?, |value| value.times(factor))
            }
            Term::Floor(form) => self.floor(form),
            Term::Absolute(inner) => self.extreme(&[(1, &**inner), (-1, &**inner)], 1),
            Term::Minimum(terms) => {
                self.extreme(&terms.iter().map(|term| (1, term)).collect::<Vec<_>>(), -1)
            }
            Term::Maximum(terms) => {
                self.extreme(&terms.iter().map(|term| (1, term)).collect::<Vec<_>>(), 1)
            }
            Term::Modulo(inner, modulus) => {
                let modulus = small_natural(modulus)?;
                let whole = self.divided(self.term(inner)?, modulus)?;
                whole
                    .into_iter()
                    .map(|(case, rest)| {
                        Ok(GuardedCase {
                            value: rest.plus(-modulus, &case.value)?,
                            ..case
                        })
                    })
                    .collect()
            }
            Term::Quotient(inner, divisor) => {
                let whole = self.divided(self.term(inner)?, small_natural(divisor)?)?;
                Ok(whole.into_iter().map(|(case, _)| case).collect())
            }
            Term::NimSum(terms) => self.nim_sum(terms),
            Term::Choice(condition, yes, no) => {
                let mut cases = Vec::new();
                for (holds, term) in [(true, yes), (false, no)] {
                    let guard = self.formula(condition, holds)?;
                    if guard != Ir::Constant(false) {
                        cases.extend(
                            self.term(term)?
                                .into_iter()
                                .map(|case| case.guarded(guard.clone())),
                        );
                    }
                }
                Ok(cases)
            }
            Term::Shift(direction, inner, system) => self.shifted(*direction, inner, system),
            Term::Named(_, inner) => self.term(inner),
        }
    }

    /// The cases of a term: guards, hidden tracks, value.
    ///
    /// # Errors
    /// If it cannot be said in this system.
    pub fn cases(&self, term: &Term) -> Result<Vec<GuardedValue>, DecideError> {
        Ok(self
            .term(term)?
            .into_iter()
            .map(|case| (case.guards, case.hidden, case.value))
            .collect())
    }

    /// The cases of a difference of two terms. A condition that occurs in several places is asked once.
    pub(crate) fn difference(&self, left: &Term, right: &Term) -> Cases {
        let terms = [left.clone(), right.clone()];
        let Some(condition) = first_condition(&terms) else {
            let (left, right) = (self.term(left)?, self.term(right)?);
            return combine(&left, &right, |a, b| a.plus(-1, b));
        };
        let mut cases = Vec::new();
        for truth in [true, false] {
            let guard = self.formula(condition, truth)?;
            if guard != Ir::Constant(false) {
                let [left, right] = terms.each_ref().map(|term| decided(term, condition, truth));
                let inside = self.difference(&left, &right)?.into_iter();
                cases.extend(inside.map(|case| case.guarded(guard.clone())));
            }
        }
        Ok(cases)
    }

    /// The case's value as a linear form: every quotient gets a name of its own.
    pub(crate) fn linear(
        &self,
        case: GuardedCase,
    ) -> Result<Vec<(GuardedCase, Linear)>, DecideError> {
        let mut results = vec![(
            GuardedCase {
                value: Expression::default(),
                ..case.clone()
            },
            case.value.linear.clone(),
        )];
        for (times, division) in &case.value.quotients {
            let mut next = Vec::new();
            for name in self.name_quotient(division)? {
                for (case, linear) in &results {
                    let form = name.value.as_linear().expect("a name is linear");
                    next.push((
                        case.with(&name, Expression::default()),
                        linear.plus(*times, form)?,
                    ));
                }
            }
            results = next;
        }
        results.retain(|(case, _)| case.is_possible());
        Ok(results)
    }

    /// A new number that is a quotient; two cases where its sign is not known.
    pub(crate) fn name_quotient(&self, division: &FloorDivision) -> Cases {
        let FloorDivision { form, divisor } = division;
        let name = self.fresh();
        let case = |value: Linear| -> Result<GuardedCase, DecideError> {
            let above = form.plus(-divisor, &value)?;
            let below = value.times(*divisor)?.offset(divisor - 1)?.plus(-1, form)?;
            let guards = vec![
                Ir::not_negative(above.into()),
                Ir::not_negative(below.into()),
            ];
            Ok(GuardedCase {
                guards,
                hidden: vec![name],
                value: value.into(),
            })
        };
        let growing = |c: &Coefficient| c.factors().iter().all(|factor| *factor >= 0);
        let growing = form.parts.values().all(growing);
        if growing {
            // The least value is that of the constant: counted from there, the quotient is a natural number.
            let least = form.constant.div_euclid(*divisor).min(0);
            return Ok(vec![case(Linear::track(name).offset(least)?)?]);
        }
        Ok(vec![
            case(Linear::track(name))?,
            case(Linear::track(name).times(-1)?.offset(-1)?)?,
        ])
    }

    pub(super) fn map(
        &self,
        cases: Vec<GuardedCase>,
        f: impl Fn(&Expression) -> Result<Expression, DecideError>,
    ) -> Cases {
        cases
            .into_iter()
            .map(|case| {
                Ok(GuardedCase {
                    value: f(&case.value)?,
                    ..case
                })
            })
            .collect()
    }

    fn sum(&self, parts: &[Term]) -> Cases {
        let mut sum = vec![GuardedCase::of(Expression::constant(0))];
        for part in parts {
            sum = combine(&sum, &self.term(part)?, |a, b| a.plus(1, b))?;
        }
        Ok(sum)
    }

    /// The greatest (`sign` 1) or least (`sign` -1) of some terms with factors.
    fn extreme(&self, terms: &[(i64, &Term)], sign: i64) -> Cases {
        let mut lowered = Vec::new();
        for (factor, term) in terms {
            lowered.push(self.map(self.term(term)?, |value| value.times(*factor))?);
        }
        let mut results = Vec::new();
        for chosen in 0..lowered.len() {
            let mut cases = lowered[chosen].clone();
            for (other, others) in lowered
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != chosen)
            {
                let mut next = Vec::new();
                for (case, rival) in cases
                    .iter()
                    .flat_map(|case| others.iter().map(move |rival| (case, rival)))
                {
                    let lead = case
                        .value
                        .plus(-1, &rival.value)?
                        .times(sign)?
                        .offset(if other < chosen { -1 } else { 0 })?;
                    let both = case
                        .with(rival, case.value.clone())
                        .guarded(Ir::not_negative(lead));
                    next.extend(both.is_possible().then_some(both));
                }
                cases = next;
            }
            results.extend(cases);
        }
        Ok(results)
    }

    /// Each case with its rounded quotient, and with what was divided.
    pub(super) fn divided(
        &self,
        cases: Vec<GuardedCase>,
        divisor: i64,
    ) -> Result<Vec<(GuardedCase, Expression)>, DecideError> {
        let mut results = Vec::new();
        for case in cases {
            for (case, linear) in self.linear(case)? {
                let value = self.with_known_quotients(Expression::quotient(&linear, divisor)?)?;
                results.push((GuardedCase { value, ..case }, linear.into()));
            }
        }
        Ok(results)
    }

    fn nim_sum(&self, terms: &[Term]) -> Cases {
        if !self.system().is_binary() {
            return Err(DecideError::NimSum);
        }
        let mut results = vec![(GuardedCase::of(Expression::constant(0)), Vec::new())];
        for term in terms {
            let mut next = Vec::new();
            for operand in self.term(term)? {
                for (case, tracks) in &results {
                    let mut tracks: Vec<Track> = tracks.clone();
                    let mut both = case.with(&operand, Expression::constant(0));
                    let name = self.fresh();
                    both.hidden.push(name);
                    both.guards
                        .push(Ir::zero(operand.value.plus(-1, &Expression::track(name))?)?);
                    tracks.push(name);
                    next.push((both, tracks));
                }
            }
            results = next;
        }
        let name = self.fresh();
        let finish = |(mut case, mut tracks): (GuardedCase, Vec<Track>)| {
            tracks.push(name);
            tracks.sort_unstable();
            case.hidden.push(name);
            case.value = Expression::track(name);
            case.guarded(Ir::NimSumZero(tracks))
        };
        Ok(results.into_iter().map(finish).collect())
    }

    /// `⌊(P + Qα)/r⌋` as `⌊(P + ⌊Qα⌋)/r⌋`.
    fn floor(&self, form: &RealForm) -> Cases {
        let mut parts = vec![self.constant(&form.constant)?];
        for (coefficient, _) in &form.parts {
            parts.push(self.constant(coefficient)?);
        }
        let divisor = parts.iter().try_fold(1i64, |lcm, part| {
            lcm.checked_mul(part.divisor / gcd(lcm, part.divisor))
        });
        let divisor = divisor.ok_or(DecideError::TooLarge)?;
        let scaled = |part: &FieldConstant| -> Result<(i64, i64), DecideError> {
            let factor = divisor / part.divisor;
            let times = |number: i64| number.checked_mul(factor).ok_or(DecideError::TooLarge);
            Ok((times(part.rational)?, times(part.alpha)?))
        };
        let (rational, alpha) = scaled(&parts[0])?;
        let mut sums = vec![(
            GuardedCase::of(Expression::default()),
            Linear::constant(rational),
            Linear::constant(alpha),
        )];
        for ((_, term), part) in form.parts.iter().zip(&parts[1..]) {
            let (rational, alpha) = scaled(part)?;
            let mut next = Vec::new();
            for case in self.term(term)? {
                for (case, linear) in self.linear(case)? {
                    for (sum, p, q) in &sums {
                        let both = sum.with(&case, Expression::default());
                        next.push((both, p.plus(rational, &linear)?, q.plus(alpha, &linear)?));
                    }
                }
            }
            sums = next;
        }
        let mut results = Vec::new();
        for (case, p, q) in sums {
            for floor in self.floor_of_multiple(&q)? {
                let whole = p.plus(
                    1,
                    floor
                        .value
                        .as_linear()
                        .expect("floors of multiples of alpha are linear"),
                )?;
                let both = case.with(&floor, Expression::quotient(&whole, divisor)?);
                results.extend(both.is_possible().then_some(both));
            }
        }
        Ok(results)
    }

    /// `⌊qα⌋` for a linear form `q`.
    fn floor_of_multiple(&self, q: &Linear) -> Cases {
        if q.is_constant() {
            return Ok(vec![GuardedCase::of(Expression::constant(
                self.multiple(q.constant)?,
            ))]);
        }
        match self.floor_by_shift(q)? {
            Some(cases) => Ok(cases),
            None => self.floor_by_name(q),
        }
    }

    /// The same without a new number, where that is possible: for a number, or the one after it, or the opposite of one of them.
    fn floor_by_shift(&self, q: &Linear) -> Result<Option<Vec<GuardedCase>>, DecideError> {
        let (before, offset) = self.system().floor_by_shift();
        let mut entries = q.parts.iter();
        let (Some((&track, &coefficient)), None) = (entries.next(), entries.next()) else {
            return Ok(None);
        };
        let sign = coefficient.plain;
        let plain = Coefficient {
            plain: sign,
            ..Coefficient::default()
        };
        let shift = Linear::shift(track);
        // A multiple of α that is not 0 is no whole number: ⌊−nα⌋ is −⌊nα⌋ − 1.
        let signed = |floor: Linear| -> Result<GuardedCase, DecideError> {
            let down = i64::from(sign < 0);
            Ok(GuardedCase::of(floor.times(sign)?.offset(-down)?.into()))
        };
        let is_itself = coefficient == plain && sign.abs() == 1;
        if is_itself && q.constant == sign && before == 1 {
            return Ok(Some(vec![signed(shift.offset(offset)?)?]));
        }
        if is_itself && q.constant == 0 {
            let rounded = |yes| Ir::RoundedDown(track, yes);
            let down = signed(shift.offset(-1)?)?.guarded(rounded(true));
            let even = signed(shift)?.guarded(rounded(false));
            if sign > 0 {
                return Ok(Some(vec![even, down]));
            }
            let positive = Linear::track(track).offset(-1)?;
            let zero = Ir::zero(Linear::track(track).into())?;
            return Ok(Some(vec![
                even.guarded(Ir::not_negative(positive.into())),
                down,
                GuardedCase::of(Expression::default()).guarded(zero),
            ]));
        }
        let learned = self.learned_floor(track, q)?;
        Ok(learned.map(|linear| vec![GuardedCase::of(linear.into())]))
    }

    /// `⌊qα⌋` through a new number: `w + k = q`, or `w + k = −q`, or `q = 0`, where `⌊(w + k)α⌋` is a shift.
    fn floor_by_name(&self, q: &Linear) -> Cases {
        let (before, offset) = self.system().floor_by_shift();
        let name = self.fresh();
        let argument = Linear::track(name).offset(before)?;
        let positive = Ir::not_negative(argument.offset(-1)?.into());
        let positive = (positive != Ir::Constant(true)).then_some(positive);
        let named = |sign: i64, value: Linear| -> Result<GuardedCase, DecideError> {
            let equal = Ir::zero(argument.plus(-sign, q)?.into())?;
            Ok(GuardedCase {
                guards: [equal].into_iter().chain(positive.clone()).collect(),
                hidden: vec![name],
                value: value.into(),
            })
        };
        let up = Linear::shift(name).offset(offset)?;
        let mut cases = vec![named(1, up.clone())?];
        if !(q.is_never_negative() && q.constant > 0) {
            cases.push(
                GuardedCase::of(Expression::constant(0)).guarded(Ir::zero(q.clone().into())?),
            );
        }
        if !q.is_never_negative() {
            cases.push(named(-1, up.times(-1)?.offset(-1)?)?);
        }
        cases.retain(GuardedCase::is_possible);
        Ok(cases)
    }

    fn constant(&self, real: &Real) -> Result<FieldConstant, DecideError> {
        if let Some((numerator, denominator)) = real.as_rational() {
            return Ok(FieldConstant {
                rational: small(&numerator)?,
                alpha: 0,
                divisor: small_natural(&denominator)?,
            });
        }
        let quadratic = real
            .as_quadratic()
            .ok_or_else(|| DecideError::Constant(real.to_string()))?;
        let alpha = self
            .system()
            .alpha()
            .ok_or_else(|| DecideError::Constant(real.to_string()))?;
        if small_natural(&quadratic.d)? != alpha.d {
            return Err(DecideError::TwoFields(
                alpha.d.to_string(),
                quadratic.d.to_string(),
            ));
        }
        // √d = (divisor·α − rational)/root.
        let (a, b, c) = (
            small(&quadratic.a)?,
            small(&quadratic.b)?,
            small_natural(&quadratic.c)?,
        );
        let exact = || {
            let rational = a
                .checked_mul(alpha.root)?
                .checked_sub(b.checked_mul(alpha.rational)?)?;
            Some((
                rational,
                b.checked_mul(alpha.divisor)?,
                c.checked_mul(alpha.root)?,
            ))
        };
        let (rational, factor, divisor) = exact().ok_or(DecideError::TooLarge)?;
        let common = gcd(gcd(rational, factor), divisor) * divisor.signum();
        Ok(FieldConstant {
            rational: rational / common,
            alpha: factor / common,
            divisor: divisor / common,
        })
    }
}

/// `(rational + alpha·α)/divisor`.
struct FieldConstant {
    rational: i64,
    alpha: i64,
    divisor: i64,
}

fn combine(
    left: &[GuardedCase],
    right: &[GuardedCase],
    f: impl Fn(&Expression, &Expression) -> Result<Expression, DecideError>,
) -> Cases {
    let mut results = Vec::new();
    for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
        let both = a.with(b, f(&a.value, &b.value)?);
        results.extend(both.is_possible().then_some(both));
    }
    if results.len() > 10_000 {
        Err(DecideError::TooLarge)
    } else {
        Ok(results)
    }
}

fn small(number: &Integer) -> Result<i64, DecideError> {
    crate::arithmetic::linear::in_range(i64::try_from(number).ok())
}

fn small_natural(number: &Natural) -> Result<i64, DecideError> {
    i64::try_from(number).map_err(|_| DecideError::TooLarge)
}
