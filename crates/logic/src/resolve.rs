//! Numbers that an equation ties to another one without saying so.
//!
//! `exists n: Δ(n) = Δ(k) and φ(n)` with an increasing Δ is `φ(k)`. That the equation has no other solutions than
//! `n = k` is seen from its automaton, which reads two numbers only; that the first solutions suggest a
//! constant difference is a guess, that all solutions have it is proved.
//!
//! Where some conditions leave at most one value for a hidden number, the other conditions can be asked one by
//! one: `exists k: B(k) and C(k) and D(k)` is then `(exists k: B(k) and C(k)) and (exists k: B(k) and D(k))`.

use automata::product::conjunction;
use automata::{Automaton, Track};

use crate::arithmetic::{Linear, LinearRelation};
use crate::compile::Compiler;
use crate::decide::{DecideError, least};
use crate::lower::{Expression, Ir};

/// What an equation says about a hidden number.
enum HiddenValue {
    /// The equation has no solution.
    Impossible,
    /// The number has this value in all solutions.
    Value(Expression),
    /// Nothing so simple.
    Loose,
}

impl Compiler<'_> {
    /// The formula without the quantified numbers that an equation ties to another number or to a constant.
    ///
    /// # Errors
    /// If the watch says so, or a number grows too large.
    pub fn resolve(&self, ir: Ir) -> Result<Ir, DecideError> {
        let all = |parts: Vec<Ir>| {
            parts
                .into_iter()
                .map(|part| self.resolve(part))
                .collect::<Result<Vec<_>, _>>()
        };
        match ir {
            Ir::And(parts) => Ok(Ir::and(all(parts)?)),
            Ir::Or(parts) => Ok(Ir::or(all(parts)?)),
            Ir::Not(inner) => self.resolve(*inner)?.negated(),
            Ir::Exists(tracks, body) => {
                let body = self.resolve(*body)?;
                self.without_tied(tracks, body)
            }
            atom => Ok(atom),
        }
    }

    /// The conditions on a hidden number as conditions without it, if it is seen that some of them, over few
    /// tracks, leave at most one value for it.
    ///
    /// # Errors
    /// If the watch says so, or a number grows too large.
    pub fn decouple(&self, hidden: Track, parts: &[Ir]) -> Result<Option<Vec<Ir>>, DecideError> {
        let (inside, mut result): (Vec<Ir>, Vec<Ir>) = parts
            .iter()
            .cloned()
            .partition(|part| part.mentions(hidden));
        let mut spans: Vec<Vec<Track>> = inside.iter().map(Ir::free_tracks).collect();
        spans.sort_by_key(|span| (span.len(), span.clone()));
        spans.dedup();
        for span in spans.iter().filter(|span| span.len() <= 3) {
            let within = |part: &Ir| part.free_tracks().iter().all(|track| span.contains(track));
            let (key, others): (Vec<Ir>, Vec<Ir>) = inside.iter().cloned().partition(within);
            if key.len() < 2 || !self.leaves_one_value(hidden, &key)? {
                continue;
            }
            let key = Ir::and(key);
            if others.is_empty() {
                result.push(Ir::exists(vec![hidden], key)?);
                return Ok(Some(result));
            }
            for other in others {
                let both = Ir::and(vec![key.clone(), other]);
                result.push(Ir::exists(vec![hidden], both)?);
            }
            return Ok(Some(result));
        }
        Ok(None)
    }

    /// Is there at most one value of the hidden number that meets the conditions, whatever the others are?
    fn leaves_one_value(&self, hidden: Track, parts: &[Ir]) -> Result<bool, DecideError> {
        let copy = Track(u32::MAX);
        let mut automata = Vec::new();
        for part in parts {
            let Some(copied) = part.substitute(hidden, &Expression::track(copy), 1)? else {
                return Ok(false);
            };
            automata.extend([self.compile(part)?, self.compile(&copied)?]);
        }
        let less = Linear::track(copy)
            .offset(-1)?
            .plus(-1, &Linear::track(hidden))?;
        automata.push(self.compile(&Ir::not_negative(less.into()))?);
        let both = conjunction(&automata.iter().collect::<Vec<_>>(), self.watch())?;
        Ok(self.within_admissible(&both)?.is_empty())
    }

    fn without_tied(&self, tracks: Vec<Track>, body: Ir) -> Result<Ir, DecideError> {
        let parts = body.clone().conjuncts();
        for part in &parts {
            let Ir::Compare(_, LinearRelation::Zero) = part else {
                continue;
            };
            let free = part.free_tracks();
            let Some(&hidden) = free.iter().find(|track| tracks.contains(track)) else {
                continue;
            };
            let other = free.iter().copied().find(|&track| track != hidden);
            if free.len() > 2 {
                continue;
            }
            match self.tie(part, hidden, other)? {
                HiddenValue::Impossible => return Ok(Ir::Constant(false)),
                HiddenValue::Loose => {}
                HiddenValue::Value(value) => {
                    if let Some(tied) = body.substitute(hidden, &value, 1)? {
                        let rest = tracks
                            .into_iter()
                            .filter(|&track| track != hidden)
                            .collect();
                        let tied = Ir::and(vec![tied, Ir::not_negative(value)]);
                        return self.resolve(Ir::exists(rest, tied)?);
                    }
                }
            }
        }
        Ir::exists(tracks, body)
    }

    /// What the equation says about the hidden number, given perhaps another one.
    fn tie(
        &self,
        equation: &Ir,
        hidden: Track,
        other: Option<Track>,
    ) -> Result<HiddenValue, DecideError> {
        let solutions = self.within_admissible(&self.compile(equation)?)?;
        let order: Vec<Track> = [hidden].into_iter().chain(other).collect();
        let Some(first) = least(self.system(), &solutions, &order, self.watch())? else {
            return Ok(HiddenValue::Impossible);
        };
        let first: Result<Vec<i64>, _> = first.iter().map(i64::try_from).collect();
        let Ok(first) = first else {
            return Ok(HiddenValue::Loose);
        };
        let value = match (other, first.as_slice()) {
            (Some(other), [hidden, given]) => Linear::track(other).offset(hidden - given)?,
            (_, numbers) => Linear::constant(numbers[0]),
        };
        let differs = Linear::track(hidden).plus(-1, &value)?;
        let differs = self.compile(&Ir::zero(differs.into())?)?.complement();
        let others: Automaton = conjunction(&[&solutions, &differs], self.watch())?;
        Ok(if others.is_empty() {
            HiddenValue::Value(value.into())
        } else {
            HiddenValue::Loose
        })
    }
}
