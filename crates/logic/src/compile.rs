//! Automata of formulas.
//!
//! An automaton made here is right on words whose digit strings are all
//! [admissible](crate::arithmetic::constraint::admissible); on other words it may say anything. So
//! complements are free, and admissibility is asked for once, where a track is hidden or a word is looked for.
//!
//! Floors are eliminated here, at the last moment: one with the factor 1 or −1 for nothing, others by following
//! the remainders beside the linear form.

use std::cell::{OnceCell, RefCell};

use automata::minimize::minimize_within;
use automata::product::{Product, conjunction, disjunction};
use automata::project::project;
use automata::{Automaton, Track};
use numeration::natural::gcd;
use rustc_hash::FxHashMap;
use watch::{Stopped, Watch};

use crate::arithmetic::constraint::{self, LinearRemainder};
use crate::arithmetic::{Linear, LinearRelation, System};
use crate::decide::DecideError;
use crate::lower::{Expression, FloorDivision, Ir, LoweringContext};

/// Compiles formulas to automata, each only once.
pub struct Compiler<'a> {
    system: &'a System,
    watch: &'a dyn Watch,
    known: RefCell<FxHashMap<Ir, Automaton>>,
    /// The admissible digit strings of some track: those of the others differ in its name alone.
    strings: OnceCell<Automaton>,
}

impl<'a> Compiler<'a> {
    /// A compiler that knows nothing yet.
    pub fn new(shared: &'a LoweringContext<'a>, watch: &'a dyn Watch) -> Self {
        Self {
            system: shared.system(),
            watch,
            known: RefCell::default(),
            strings: OnceCell::new(),
        }
    }

    /// The minimal automaton of a formula.
    ///
    /// # Errors
    /// If the watch says so, or a number grows too large.
    pub fn compile(&self, ir: &Ir) -> Result<Automaton, DecideError> {
        if let Some(known) = self.known.borrow().get(ir) {
            return Ok(known.clone());
        }
        let automaton = minimize_within(&self.build(ir)?, self.watch)?;
        self.watch.grow(automaton.size(), automaton.bytes())?;
        self.watch.keep(automaton.bytes());
        self.known
            .borrow_mut()
            .insert(ir.clone(), automaton.clone());
        Ok(automaton)
    }

    /// The admissible digit strings of a track.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn admissible(&self, track: Track) -> Result<Automaton, Stopped> {
        let strings = match self.strings.get() {
            Some(known) => known,
            None => {
                let made = constraint::admissible(self.system, track, self.watch)?;
                self.strings.get_or_init(|| made)
            }
        };
        Ok(strings.renamed(|_| track))
    }

    /// The automaton restricted to words that are admissible on all its tracks.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn within_admissible(&self, automaton: &Automaton) -> Result<Automaton, Stopped> {
        let tracks = automaton.tracks().to_vec();
        let strings: Vec<Automaton> = tracks
            .into_iter()
            .map(|track| self.admissible(track))
            .collect::<Result<_, _>>()?;
        conjunction(
            &std::iter::once(automaton)
                .chain(&strings)
                .collect::<Vec<_>>(),
            self.watch,
        )
    }

    /// Hides tracks of a conjunction of automata.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn hide(&self, parts: &[&Automaton], hidden: &[Track]) -> Result<Automaton, Stopped> {
        let strings: Vec<Automaton> = hidden
            .iter()
            .map(|&track| self.admissible(track))
            .collect::<Result<_, _>>()?;
        let product = Product {
            care: None,
            parts,
            easy: &strings.iter().collect::<Vec<_>>(),
        };
        let product = minimize_within(&product.build(self.watch)?, self.watch)?;
        minimize_within(&project(&product, hidden, self.watch)?, self.watch)
    }

    /// The watch of all constructions.
    pub fn watch(&self) -> &'a dyn Watch {
        self.watch
    }

    /// The system in which numbers are written.
    pub fn system(&self) -> &'a System {
        self.system
    }

    fn build(&self, ir: &Ir) -> Result<Automaton, DecideError> {
        match ir {
            Ir::Constant(value) => Ok(Automaton::constant(self.system.alphabet(), &[], *value)),
            Ir::Compare(expression, relation) => self.compare(expression, *relation),
            Ir::Congruent(expression, modulus, remainder, yes) => {
                let (factor, form, rests) = whole(expression)?;
                let scaled = |number: i64| number.checked_mul(factor).ok_or(DecideError::TooLarge);
                let automaton = constraint::congruent_less(
                    self.system,
                    &form,
                    &rests,
                    scaled(*modulus)?,
                    scaled(*remainder)?,
                    self.watch,
                )?;
                Ok(if *yes {
                    automaton
                } else {
                    automaton.complement()
                })
            }
            Ir::RoundedDown(track, yes) => {
                let automaton = constraint::rounded_down(self.system, *track, self.watch)?;
                Ok(if *yes {
                    automaton
                } else {
                    automaton.complement()
                })
            }
            Ir::Digits(tracks, words, yes) => {
                let automaton = words.automaton(self.system, tracks, self.watch)?;
                Ok(if *yes {
                    automaton
                } else {
                    automaton.complement()
                })
            }
            Ir::NimSumZero(tracks) => {
                Ok(constraint::nim_sum_zero(self.system, tracks, self.watch)?)
            }
            Ir::Not(inner) => Ok(self.compile(inner)?.complement()),
            Ir::And(parts) => {
                let parts = self.each(parts)?;
                Ok(conjunction(&parts.iter().collect::<Vec<_>>(), self.watch)?)
            }
            Ir::Or(parts) => {
                let parts = self.each(parts)?;
                Ok(disjunction(&parts.iter().collect::<Vec<_>>(), self.watch)?)
            }
            Ir::Exists(tracks, body) => {
                let parts = self.each(&body.as_ref().clone().conjuncts())?;
                Ok(self.hide(&parts.iter().collect::<Vec<_>>(), tracks)?)
            }
        }
    }

    /// The automata of the parts, small ones first.
    fn each(&self, parts: &[Ir]) -> Result<Vec<Automaton>, DecideError> {
        let mut automata: Vec<Automaton> = parts
            .iter()
            .map(|part| self.compile(part))
            .collect::<Result<_, _>>()?;
        automata.sort_by_key(Automaton::size);
        Ok(automata)
    }

    fn compare(
        &self,
        expression: &Expression,
        relation: LinearRelation,
    ) -> Result<Automaton, DecideError> {
        if let [(times @ (1 | -1), division)] = expression.quotients.as_slice() {
            return self.rounded(&expression.linear, *times, division, relation);
        }
        if let ([(times, division)], LinearRelation::Zero) =
            (expression.quotients.as_slice(), relation)
            && division.divisor >= LARGE
            && let Ok(parts) = multiple_of_quotient(&expression.linear, *times, division)
        {
            return self.compile(&parts);
        }
        let (_, form, rests) = whole(expression)?;
        Ok(constraint::compare_less(
            self.system,
            &form,
            &rests,
            relation,
            self.watch,
        )?)
    }

    /// `L ± ⌊G/r⌋` compared with zero, without the floor.
    fn rounded(
        &self,
        linear: &Linear,
        times: i64,
        division: &FloorDivision,
        relation: LinearRelation,
    ) -> Result<Automaton, DecideError> {
        let FloorDivision { form, divisor } = division;
        let above = |linear: &Linear, times: i64| -> Result<Ir, DecideError> {
            let scaled = linear.times(*divisor)?;
            let offset = if times > 0 { 0 } else { divisor - 1 };
            Ok(Ir::not_negative(
                scaled.offset(offset)?.plus(times, form)?.into(),
            ))
        };
        let up = above(linear, times)?;
        match relation {
            LinearRelation::NotNegative => self.compile(&up),
            LinearRelation::Zero => {
                self.compile(&Ir::and(vec![up, above(&linear.times(-1)?, -times)?]))
            }
        }
    }
}

/// From this divisor on, an equation with a remainder is taken apart.
const LARGE: i64 = 32;

/// `L + t·⌊G/r⌋ = 0` without the floor: `L` is a multiple of `t`, and `G` lies within the step of the quotient. Followed
/// beside the form, the remainder would take as many states as divisor times form.
fn multiple_of_quotient(
    linear: &Linear,
    times: i64,
    FloorDivision { form, divisor }: &FloorDivision,
) -> Result<Ir, DecideError> {
    let by = times.checked_abs().ok_or(DecideError::TooLarge)?;
    let above = form.times(by)?.plus(
        divisor
            .checked_mul(times.signum())
            .ok_or(DecideError::TooLarge)?,
        linear,
    )?;
    let room = by.checked_mul(divisor - 1).ok_or(DecideError::TooLarge)?;
    let below = above.times(-1)?.offset(room)?;
    Ok(Ir::and(vec![
        Ir::congruent(&linear.clone().into(), by, 0, true),
        Ir::not_negative(above.into()),
        Ir::not_negative(below.into()),
    ]))
}

/// A multiple of an expression, as a linear form less remainders: `r·⌊G/r⌋` is `G − (G mod r)`.
fn whole(expression: &Expression) -> Result<(i64, Linear, Vec<LinearRemainder>), DecideError> {
    let product = |a: i64, b: i64| a.checked_mul(b).ok_or(DecideError::TooLarge);
    let mut factor = 1;
    for (_, FloorDivision { divisor, .. }) in &expression.quotients {
        factor = product(factor, divisor / gcd(factor, *divisor))?;
    }
    let mut form = expression.linear.times(factor)?;
    let mut rests = Vec::new();
    for (times, division) in &expression.quotients {
        let factor = product(*times, factor / division.divisor)?;
        form = form.plus(factor, &division.form)?;
        rests.push(LinearRemainder {
            factor,
            part: division.form.clone(),
            modulus: division.divisor,
        });
    }
    Ok((factor, form, rests))
}
