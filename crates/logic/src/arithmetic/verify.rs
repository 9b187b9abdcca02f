//! Proofs that the automata of a system mean what they should, by the same machinery, from definitions.
//!
//! Nothing rests on folklore. The order of the admissible words is the order of their digits, which needs no
//! arithmetic; it gives 0 and the successor. Then, by induction on `y` and on `n`:
//!
//! - [`sums`]: `x + 0 = x` and `x + (y + 1) = (x + y) + 1`, and every sum exists and is unique;
//! - [`floors`]: `F(0) = 0`, and for `n ≥ 1` the number `k = F(n) − a₀·n` satisfies `⌊kα₁⌋ < n ≤ ⌊(k + 1)α₁⌋`
//!   where `α = a₀ + 1/α₁`. If the period is one, then `α₁ = α` and, `k` being less than `n`, this recursion
//!   has one solution, the floors of the multiples of α.

use automata::product::conjunction;
use automata::project::project;
use automata::{Automaton, Budget, OutOfBudget, Track};

use super::constraint::{Relation, admissible, compare, lexicographic};
use super::linear::Linear;
use super::system::System;
use crate::decide::DecideError;

/// Is `⌊qα⌋` the linear form, for all values of the number on track 0? Both are forms in that number.
pub(crate) fn floor_is_linear(
    system: &System,
    q: &Linear,
    form: &Linear,
    budget: &dyn Budget,
) -> Result<bool, DecideError> {
    let (x, w) = (Track(0), Track(1));
    // w + 1 = q, and the floor of (w + 1)α is S(w) + a₀.
    let equation = Linear::track(w).offset(1)?.plus(-1, q)?;
    let gap = Linear::shift(w).offset(system.whole())?.plus(-1, form)?;
    let defined = compare(system, &equation, Relation::Zero, budget)?;
    let equal = compare(system, &gap, Relation::Zero, budget)?;
    let (x, w) = (
        admissible(system, x, budget)?,
        admissible(system, w, budget)?,
    );
    Ok(conjunction(&[&defined, &equal.complement(), &x, &w], budget)?.is_empty())
}

/// Proves that linear constraints add up: `x + 0 = x`, `x + (y + 1) = (x + y) + 1`, and each sum exists once.
///
/// # Errors
/// If the budget says so.
pub fn sums(system: &System, budget: &dyn Budget) -> Result<bool, DecideError> {
    let [x, y, z, y1, z1] = [0, 1, 2, 3, 4].map(Track);
    let laws = Laws { system, budget };
    let sum = |x, y, z| -> Result<Automaton, DecideError> {
        let form = Linear::track(x)
            .plus(1, &Linear::track(y))?
            .plus(-1, &Linear::track(z))?;
        Ok(compare(system, &form, Relation::Zero, budget)?)
    };
    let zero_added = laws.never(&[
        &laws.zero(y)?,
        &sum(x, y, z)?,
        &laws.equal(x, z)?.complement(),
    ])? && laws.never(&[
        &laws.zero(y)?,
        &laws.equal(x, z)?,
        &sum(x, y, z)?.complement(),
    ])?;
    let successor = laws.never(&[
        &sum(x, y, z)?,
        &laws.successor(y, y1)?,
        &laws.successor(z, z1)?,
        &sum(x, y1, z1)?.complement(),
    ])?;
    let unique = laws.never(&[
        &sum(x, y, z)?,
        &sum(x, y, z1)?,
        &laws.equal(z, z1)?.complement(),
    ])?;
    let exists = laws.always(&[&sum(x, y, z)?], z)?;
    Ok(zero_added && successor && unique && exists)
}

/// Proves that `S(n − 1) + a₀` is `⌊nα⌋`, for a system of period one.
///
/// # Errors
/// If the budget says so.
pub fn floors(system: &System, budget: &dyn Budget) -> Result<bool, DecideError> {
    let [a] = system.quotients() else {
        return Ok(false);
    };
    let [m, k, l] = [0, 1, 2].map(Track);
    let laws = Laws { system, budget };
    // n = m + 1 and F(n) = S(m) + a, so that k = S(m) + a - a(m + 1).
    let recursion = Linear::shift(m)
        .plus(-a, &Linear::track(m))?
        .plus(-1, &Linear::track(k))?;
    let recursion = compare(system, &recursion, Relation::Zero, budget)?;
    // F(k + 1) = S(k) + a, and F(k) is 0, or S(l) + a with l + 1 = k.
    let above = compare(
        system,
        &Linear::shift(k)
            .offset(a - 1)?
            .plus(-1, &Linear::track(m))?,
        Relation::NotNegative,
        budget,
    )?;
    let below = compare(
        system,
        &Linear::track(m).offset(-a)?.plus(-1, &Linear::shift(l))?,
        Relation::NotNegative,
        budget,
    )?;
    let total = laws.always(&[&recursion], k)?;
    let upper = laws.never(&[&recursion, &above.complement()])?;
    let lower = laws.never(&[&recursion, &laws.successor(l, k)?, &below.complement()])?;
    Ok(total && upper && lower)
}

struct Laws<'a> {
    system: &'a System,
    budget: &'a dyn Budget,
}

impl Laws<'_> {
    fn zero(&self, x: Track) -> Result<Automaton, OutOfBudget> {
        automata::Automaton::explore(
            self.system.alphabet(),
            &[x],
            automata::Step::To(()),
            |(), _, digit| {
                if digit == 0 {
                    automata::Step::To(())
                } else {
                    automata::Step::Dead
                }
            },
            |()| true,
            self.budget,
        )
    }

    fn equal(&self, x: Track, y: Track) -> Result<Automaton, OutOfBudget> {
        let less = lexicographic(self.system, x, y, self.budget)?.complement();
        let more = lexicographic(self.system, y, x, self.budget)?.complement();
        conjunction(&[&less, &more], self.budget)
    }

    /// `y` is the least number above `x`.
    fn successor(&self, x: Track, y: Track) -> Result<Automaton, OutOfBudget> {
        let between = Track(1000);
        let parts = [
            lexicographic(self.system, x, between, self.budget)?,
            lexicographic(self.system, between, y, self.budget)?,
            admissible(self.system, between, self.budget)?,
        ];
        let something = project(
            &conjunction(&parts.each_ref(), self.budget)?,
            &[between],
            self.budget,
        )?;
        let less = lexicographic(self.system, x, y, self.budget)?;
        conjunction(&[&less, &something.complement()], self.budget)
    }

    /// Do no numbers satisfy all of them?
    fn never(&self, parts: &[&Automaton]) -> Result<bool, OutOfBudget> {
        let mut tracks: Vec<Track> = parts
            .iter()
            .flat_map(|part| part.tracks().iter().copied())
            .collect();
        tracks.sort_unstable();
        tracks.dedup();
        let strings: Vec<Automaton> = tracks
            .into_iter()
            .map(|track| admissible(self.system, track, self.budget))
            .collect::<Result<_, _>>()?;
        Ok(conjunction(
            &parts.iter().copied().chain(&strings).collect::<Vec<_>>(),
            self.budget,
        )?
        .is_empty())
    }

    /// Is there always a number on this track that satisfies all of them?
    fn always(&self, parts: &[&Automaton], track: Track) -> Result<bool, OutOfBudget> {
        let string = admissible(self.system, track, self.budget)?;
        let some = conjunction(
            &parts.iter().copied().chain([&string]).collect::<Vec<_>>(),
            self.budget,
        )?;
        self.never(&[&project(&some, &[track], self.budget)?.complement()])
    }
}
