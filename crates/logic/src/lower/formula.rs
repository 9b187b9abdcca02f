//! Formulas about variables as formulas about tracks.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use automata::Track;
use rustc_hash::FxHashMap;
use watch::Watch;

use super::expression::{Expression, FloorDivision};
use super::ir::Ir;
use crate::arithmetic::verify::floor_is_linear;
use crate::arithmetic::{Linear, System};
use crate::decide::DecideError;
use crate::formula::{Comparison, Formula, Set};
use crate::term::{Term, Variable};

/// Rewrites formulas, given what each free variable stands for.
#[derive(Clone)]
pub struct TrackLowering<'a> {
    shared: &'a LoweringContext<'a>,
    values: FxHashMap<u32, Expression>,
    /// Whether it is known from elsewhere that no pile grows.
    shrinking: bool,
}

/// What all rewritings in one system share.
pub struct LoweringContext<'a> {
    system: &'a System,
    watch: &'a dyn Watch,
    next: Cell<u32>,
    learned: RefCell<FxHashMap<Linear, Option<Linear>>>,
    /// The tracks on which only numbers below some bound stand.
    remainders: RefCell<FxHashMap<Track, i64>>,
}

impl<'a> LoweringContext<'a> {
    /// Tracks from `first_fresh` on are free for new numbers.
    pub fn new(system: &'a System, first_fresh: Track, watch: &'a dyn Watch) -> Self {
        Self {
            system,
            watch,
            next: Cell::new(first_fresh.0),
            learned: RefCell::default(),
            remainders: RefCell::default(),
        }
    }

    /// The system in which numbers are written.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// From here on no track was used.
    pub fn first_unused(&self) -> Track {
        Track(self.next.get())
    }

    /// A track that was never used.
    pub fn fresh(&self) -> Track {
        let track = Track(self.next.get());
        self.next.set(track.0 + 1);
        track
    }
}

impl LoweringContext<'_> {
    /// A track that was never used, for a number that whoever uses it keeps below the bound.
    pub fn fresh_below(&self, bound: i64) -> Track {
        let track = self.fresh();
        self.remainders.borrow_mut().insert(track, bound);
        track
    }

    /// The quotient, if it is the same for all numbers that may stand on the tracks.
    pub(crate) fn constant_quotient(&self, division: &FloorDivision) -> Option<i64> {
        let known = self.remainders.borrow();
        let (mut least, mut most) = (division.form.constant, division.form.constant);
        for (track, c) in &division.form.parts {
            let greatest = known.get(track)?.checked_sub(1)?.checked_mul(c.plain)?;
            if !c.is_plain() {
                return None;
            }
            least = least.checked_add(greatest.min(0))?;
            most = most.checked_add(greatest.max(0))?;
        }
        let quotient = least.div_euclid(division.divisor);
        (most.div_euclid(division.divisor) == quotient).then_some(quotient)
    }
}

impl<'a> TrackLowering<'a> {
    /// A rewriting in which no variable has a value yet.
    pub fn new(shared: &'a LoweringContext<'a>) -> Self {
        Self {
            shared,
            values: FxHashMap::default(),
            shrinking: false,
        }
    }

    /// The same with a value for a variable.
    #[must_use]
    pub fn with(&self, variable: &Variable, value: Expression) -> Self {
        let mut result = self.clone();
        result.values.insert(variable.id(), value);
        result
    }

    /// The same, where it is known from elsewhere that no pile grows.
    #[must_use]
    pub fn shrinking(mut self) -> Self {
        self.shrinking = true;
        self
    }

    /// A track that was never used.
    pub fn fresh(&self) -> Track {
        self.shared.fresh()
    }

    /// The formula, or its negation.
    ///
    /// # Errors
    /// If it cannot be said in this system.
    pub fn formula(&self, formula: &Formula, positive: bool) -> Result<Ir, DecideError> {
        self.shared.watch.check()?;
        let all = |parts: &[Formula], positive: bool| {
            parts
                .iter()
                .map(|part| self.formula(part, positive))
                .collect::<Result<Vec<_>, _>>()
        };
        match formula {
            Formula::Constant(value) => Ok(Ir::Constant(*value == positive)),
            Formula::Compare(left, comparison, right) => {
                let comparison = if positive {
                    *comparison
                } else {
                    comparison.negated()
                };
                self.compare(left, comparison, right)
            }
            Formula::Changes(how_many, pairs) => {
                let changed = if self.shrinking {
                    Comparison::Less
                } else {
                    Comparison::NotEqual
                };
                let plain = how_many.spelled_out(pairs, positive, changed, MOST_ALTERNATIVES);
                self.formula(&plain.ok_or(DecideError::TooLarge)?, true)
            }
            Formula::Not(inner) => self.formula(inner, !positive),
            Formula::And(parts) => Ok(if positive {
                Ir::and(all(parts, true)?)
            } else {
                Ir::or(all(parts, false)?)
            }),
            Formula::Or(parts) => Ok(if positive {
                Ir::or(all(parts, true)?)
            } else {
                Ir::and(all(parts, false)?)
            }),
            Formula::Implies(left, right) => {
                let parts = vec![
                    self.formula(left, !positive)?,
                    self.formula(right, positive)?,
                ];
                Ok(if positive {
                    Ir::or(parts)
                } else {
                    Ir::and(parts)
                })
            }
            Formula::Iff(left, right) => {
                let both = Ir::and(vec![
                    self.formula(left, true)?,
                    self.formula(right, positive)?,
                ]);
                let neither = Ir::and(vec![
                    self.formula(left, false)?,
                    self.formula(right, !positive)?,
                ]);
                Ok(Ir::or(vec![both, neither]))
            }
            Formula::Exists(variable, body) => self.quantified(variable, body, true, positive),
            Formula::Forall(variable, body) => self.quantified(variable, body, false, !positive),
            Formula::Member(tuple, set) => self.member(tuple, set, positive),
            Formula::Digits(terms, condition) => self.digits(terms, condition, positive),
            Formula::Named(_, inner) => self.formula(inner, positive),
        }
    }

    pub(crate) fn system(&self) -> &System {
        self.shared.system
    }

    /// The expression without the quotients that are known to be constant.
    pub(crate) fn with_known_quotients(
        &self,
        mut value: Expression,
    ) -> Result<Expression, DecideError> {
        for (times, division) in std::mem::take(&mut value.quotients) {
            let quotient = match self.shared.constant_quotient(&division) {
                Some(known) => Expression::constant(known),
                None => Expression {
                    linear: Linear::default(),
                    quotients: vec![(1, division)],
                },
            };
            value = value.plus(times, &quotient)?;
        }
        Ok(value)
    }

    pub(crate) fn value(&self, variable: &Variable) -> Result<Expression, DecideError> {
        self.values
            .get(&variable.id())
            .cloned()
            .ok_or_else(|| DecideError::Unbound(variable.name().to_owned()))
    }

    /// `⌊nα⌋`.
    pub(crate) fn multiple(&self, n: i64) -> Result<i64, DecideError> {
        if n == 0 {
            return Ok(0);
        }
        // The largest whole number not above nα, by bisection on the exact sign.
        let system = self.system();
        let bound = n
            .unsigned_abs()
            .checked_mul(system.whole().unsigned_abs().saturating_add(1))
            .and_then(|bound| i64::try_from(bound).ok())
            .filter(|bound| *bound < i64::MAX / 2);
        let (mut low, mut high) = bound
            .map(|bound| (-bound, bound))
            .ok_or(DecideError::TooLarge)?;
        while low < high {
            let middle = low + (high - low + 1) / 2;
            if system.sign(-middle, n) >= 0 {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Ok(low)
    }

    /// `⌊qα⌋` as a linear form in the number on the track, guessed from its first values and then proved.
    pub(crate) fn learned_floor(
        &self,
        track: Track,
        q: &Linear,
    ) -> Result<Option<Linear>, DecideError> {
        let neutral = Linear {
            parts: q.parts.values().map(|c| (Track(0), *c)).collect(),
            constant: q.constant,
        };
        let known = self.shared.learned.borrow().get(&neutral).cloned();
        let answer = match known {
            Some(answer) => answer,
            None => {
                let answer = self.guess_floor(&neutral)?;
                self.shared
                    .learned
                    .borrow_mut()
                    .insert(neutral, answer.clone());
                answer
            }
        };
        Ok(answer.map(|form| Linear {
            parts: form.parts.values().map(|c| (track, *c)).collect(),
            constant: form.constant,
        }))
    }

    fn guess_floor(&self, q: &Linear) -> Result<Option<Linear>, DecideError> {
        // S(x) is close to αx. If α² = aα + 1, then αS(x) is close to a·S(x) + x.
        let [a] = self.system().quotients() else {
            return Ok(None);
        };
        let c = q.coefficient(Track(0));
        if !q.is_never_negative() || q.constant < 1 {
            return Ok(None);
        }
        let shift = Linear::shift(Track(0)).times(
            c.shifted
                .checked_mul(*a)
                .and_then(|s| s.checked_add(c.plain))
                .ok_or(DecideError::TooLarge)?,
        )?;
        let form = shift.plus(c.shifted, &Linear::track(Track(0)))?;
        let form = form.offset(self.multiple(q.constant)?)?;
        let proved = floor_is_linear(self.system(), q, &form, self.shared.watch)?;
        Ok(proved.then_some(form))
    }

    fn compare(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
    ) -> Result<Ir, DecideError> {
        let (plain_left, plain_right) = (left.unnamed(), right.unnamed());
        if let Some(ir) = self.remainder(plain_left, comparison, right)? {
            return Ok(ir);
        }
        if let Some(ir) = self.remainder(plain_right, comparison.flipped(), left)? {
            return Ok(ir);
        }
        match (plain_left, plain_right) {
            (Term::Absolute(inner), _) => self.absolute(inner, comparison, right),
            (_, Term::Absolute(inner)) => self.absolute(inner, comparison.flipped(), left),
            _ => {
                let cases = self.difference(left, right)?;
                self.some_case(cases, |value| relate(value, comparison))
            }
        }
    }

    /// `|t|` compared with something: both signs must be small enough, or one must be large enough.
    fn absolute(
        &self,
        inner: &Term,
        comparison: Comparison,
        right: &Term,
    ) -> Result<Ir, DecideError> {
        let mut alternatives = Vec::new();
        for bound in self.term(right)? {
            let cases = self.term(inner)?.into_iter().map(|mut case| {
                case.guards.extend(bound.guards.iter().cloned());
                case.hidden.extend(&bound.hidden);
                case
            });
            let constant = bound.value.as_constant().is_some();
            alternatives.push(self.some_case(cases.collect(), |value| {
                let sides = [1, -1]
                    .map(|sign| relate(&value.times(sign)?.plus(-1, &bound.value)?, comparison));
                let [plus, minus] = sides;
                match comparison {
                    Comparison::Less | Comparison::LessOrEqual if constant => {
                        Ok(Ir::and(vec![plus?, minus?]))
                    }
                    // The side on which it lies often makes one of the bounds simpler, and the other idle.
                    Comparison::Less | Comparison::LessOrEqual => {
                        let above = Ir::not_negative(value.clone());
                        let below = above.clone().negated()?;
                        let above = Ir::and(vec![above, plus?]);
                        Ok(Ir::or(vec![above, Ir::and(vec![below, minus?])]))
                    }
                    Comparison::NotEqual => {
                        let negative = Ir::not_negative(bound.value.clone()).negated()?;
                        Ok(Ir::or(vec![negative, Ir::and(vec![plus?, minus?])]))
                    }
                    Comparison::Greater | Comparison::GreaterOrEqual => {
                        Ok(Ir::or(vec![plus?, minus?]))
                    }
                    Comparison::Equal => {
                        let sign = Ir::not_negative(bound.value.clone());
                        Ok(Ir::and(vec![sign, Ir::or(vec![plus?, minus?])]))
                    }
                }
            })?);
        }
        Ok(Ir::or(alternatives))
    }

    /// `t mod k` compared with a constant: the remainders for which it holds.
    fn remainder(
        &self,
        left: &Term,
        comparison: Comparison,
        right: &Term,
    ) -> Result<Option<Ir>, DecideError> {
        let Term::Modulo(inner, modulus) = left else {
            return Ok(None);
        };
        let bounds = self.term(right)?;
        let [bound] = bounds.as_slice() else {
            return Ok(None);
        };
        let (Some(bound), Ok(modulus)) = (bound.value.as_constant(), i64::try_from(modulus)) else {
            return Ok(None);
        };
        if modulus > 1 << 16 {
            return Ok(None);
        }
        let (fitting, others): (Vec<i64>, Vec<i64>) =
            (0..modulus).partition(|remainder| comparison.holds(remainder, &bound));
        let few = fitting.len() <= others.len();
        let listed = if few { fitting } else { others };
        if listed.len() > MOST_REMAINDERS {
            return Ok(None);
        }
        let cases = self.term(inner)?;
        let ir = self.some_case(cases, |value| {
            let each = listed
                .iter()
                .map(|&remainder| Ir::congruent(value, modulus, remainder, few))
                .collect();
            Ok(if few { Ir::or(each) } else { Ir::and(each) })
        })?;
        Ok(Some(ir))
    }

    pub(super) fn some_case(
        &self,
        cases: Vec<super::term::GuardedCase>,
        mut holds: impl FnMut(&Expression) -> Result<Ir, DecideError>,
    ) -> Result<Ir, DecideError> {
        let mut alternatives = Vec::new();
        for case in cases {
            let body = Ir::and([case.guards, vec![holds(&case.value)?]].concat());
            alternatives.push(Ir::exists(case.hidden, body)?);
        }
        Ok(Ir::or(alternatives))
    }

    /// `exists v: body` (or `exists v: not body`), or its negation.
    fn quantified(
        &self,
        variable: &Variable,
        body: &Formula,
        as_is: bool,
        positive: bool,
    ) -> Result<Ir, DecideError> {
        let found = self.exists(std::slice::from_ref(variable), &|lowering| {
            lowering.formula(body, as_is)
        })?;
        if positive { Ok(found) } else { found.negated() }
    }

    /// `exists v₁, …, vₖ: body`, with each number split into 0 and the others, counted from 1: that folds
    /// bounds such as `n >= 1`, gives the first row of a table a case of its own, and makes `⌊nα⌋` a shift.
    pub fn exists(
        &self,
        variables: &[Variable],
        body: &dyn Fn(&Self) -> Result<Ir, DecideError>,
    ) -> Result<Ir, DecideError> {
        let Some((variable, rest)) = variables.split_first() else {
            return body(self);
        };
        let inner = |lowering: &Self| lowering.exists(rest, body);
        let zero = inner(&self.with(variable, Expression::constant(0)))?;
        let track = self.fresh();
        let positive = inner(&self.with(variable, Expression::track(track).offset(1)?))?;
        Ok(Ir::or(vec![zero, Ir::exists(vec![track], positive)?]))
    }

    fn member(&self, tuple: &[Term], set: &Arc<Set>, positive: bool) -> Result<Ir, DecideError> {
        let mut pieces = Vec::new();
        for piece in &set.pieces {
            pieces.push(self.exists(&piece.variables, &|lowering| {
                let mut parts = vec![lowering.formula(&piece.condition, true)?];
                for (given, wanted) in tuple.iter().zip(&piece.tuple) {
                    parts.push(lowering.compare(given, Comparison::Equal, wanted)?);
                }
                Ok(Ir::and(parts))
            })?);
        }
        let found = Ir::or(pieces);
        if positive { Ok(found) } else { found.negated() }
    }
}

/// More ways to choose the piles that change are not listed.
const MOST_ALTERNATIVES: usize = 1 << 14;

/// More remainders than this are not listed one by one: followed as a number, the remainder takes one automaton.
const MOST_REMAINDERS: usize = 16;

/// A difference compared with zero.
fn relate(value: &Expression, comparison: Comparison) -> Result<Ir, DecideError> {
    Ok(match comparison {
        Comparison::Equal => Ir::zero(value.clone())?,
        Comparison::NotEqual => Ir::zero(value.clone())?.negated()?,
        Comparison::Less => Ir::not_negative(value.times(-1)?.offset(-1)?),
        Comparison::LessOrEqual => Ir::not_negative(value.times(-1)?),
        Comparison::Greater => Ir::not_negative(value.offset(-1)?),
        Comparison::GreaterOrEqual => Ir::not_negative(value.clone()),
    })
}
