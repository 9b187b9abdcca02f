//! Proofs that the automata of a system mean what they should, by the same machinery, from definitions.
//!
//! Nothing rests on folklore. The order of the admissible words is the order of their digits, which needs no
//! arithmetic; it gives 0 and the successor. Then, by induction on `y` and on `n`:
//!
//! - [`sums`]: `x + 0 = x` and `x + (y + 1) = (x + y) + 1`, and every sum exists and is unique;
//! - [`shifts`]: where digits are spoken of, `S(n)` is the number whose digits are those of `n` with a 0 appended;
//! - [`floors`]: the continued fraction of α says what `⌊nα⌋` is. With `α_i = a_i + 1/α_{i+1}`, the function
//!   `h_i(n) = ⌊nα_i⌋ − a_i·n` counts the multiples of `α_{i+1}` below `n`, so that `⌊kα_{i+1}⌋` is the greatest `n` with
//!   `h_i(n) < k`. From the graph that is used for `⌊nα⌋` the graphs for `α₁, α₂, …` are made in this way;
//!   after one period the first graph of the period must come back.
//!
//! Why that suffices: let `G_i` be functions with `G_i(0) = 0` and `G_i(n) − a_i·n = h_i(n)` in `0..n` for `n ≥ 1`, not
//! decreasing, and `G_{i+1}(k)` the greatest `n` with `h_i(n) < k`, where `G_p` is `G₀` again. Suppose all agree with the
//! floors below `n`, and let `k = h_i(n)`, `l = ⌊nα_i⌋ − a_i·n`. If `k > l`, then `n > G_{i+1}(k) = ⌊kα_{i+1}⌋ ≥
//! ⌊(l + 1)α_{i+1}⌋ ≥ n`; if `k < l`, then `n ≤ G_{i+1}(k + 1) = ⌊(k + 1)α_{i+1}⌋ ≤ ⌊lα_{i+1}⌋ < n`. So `k = l`. Before the
//! period the same step leads back: if `G_{i+1}` agrees with its floors, `G_i` does.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use automata::minimize::minimize_within;
use automata::product::{conjunction, disjunction};
use automata::project::project;
use automata::{Automaton, Track};
use watch::{Cap, Stopped, Watch};

use super::constraint::{Relation, admissible, compare, lexicographic, rounded_down};
use super::digits::DigitWords;
use super::linear::Linear;
use super::system::System;
use crate::decide::DecideError;
use crate::digits::Pattern;

/// What the arithmetic of a system rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foundations {
    /// [`sums`] and [`floors`] were proved.
    Proved,
    /// They were not: the automata would have been too large. The theorems that they instantiate are trusted.
    Trusted,
}

impl fmt::Display for Foundations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Proved => "sums and floors were proved from their definitions",
            Self::Trusted => {
                "sums and floors were not proved from their definitions, which would need too large \
                 automata: the theorems on Ostrowski numeration are trusted"
            }
        })
    }
}

/// The systems whose arithmetic was looked at. Whoever decides more than one sentence keeps it, so that each is proved once.
#[derive(Debug, Default)]
pub struct KnownSystems {
    known: Mutex<Vec<(System, Foundations)>>,
}

impl KnownSystems {
    /// Proves the [`sums`] and [`floors`] of a system, unless that is too dear or was done before.
    ///
    /// # Errors
    /// If the watch says so, or the automata turn out to be wrong.
    pub fn foundations(
        &self,
        system: &System,
        watch: &dyn Watch,
    ) -> Result<Foundations, DecideError> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known().iter().find(|(other, _)| other == system) {
            return Ok(*found);
        }
        let found = foundations(system, watch)?;
        known().push((system.clone(), found));
        Ok(found)
    }
}

fn foundations(system: &System, watch: &dyn Watch) -> Result<Foundations, DecideError> {
    let cap = Cap::new(watch, LARGEST);
    let proved = sums(system, &cap)
        .and_then(|sums| Ok(sums && floors(system, &cap)? && shifts(system, &cap)?));
    match cap.unless_reached(proved)? {
        None => Ok(Foundations::Trusted),
        Some(true) => Ok(Foundations::Proved),
        Some(false) => Err(DecideError::Arithmetic),
    }
}

/// The largest automaton in the proof of a system's arithmetic.
const LARGEST: usize = 500_000;

/// Is `⌊qα⌋` the linear form, for all values of the number on track 0? Both are forms in that number.
pub(crate) fn floor_is_linear(
    system: &System,
    q: &Linear,
    form: &Linear,
    watch: &dyn Watch,
) -> Result<bool, DecideError> {
    let (x, w) = (Track(0), Track(1));
    // w + 1 = q, and the floor of (w + 1)α is S(w) + a₀.
    let equation = Linear::track(w).offset(1)?.plus(-1, q)?;
    let gap = Linear::shift(w).offset(system.whole())?.plus(-1, form)?;
    let defined = compare(system, &equation, Relation::Zero, watch)?;
    let equal = compare(system, &gap, Relation::Zero, watch)?;
    let (x, w) = (admissible(system, x, watch)?, admissible(system, w, watch)?);
    Ok(conjunction(&[&defined, &equal.complement(), &x, &w], watch)?.is_empty())
}

/// Proves that linear constraints add up: `x + 0 = x`, `x + (y + 1) = (x + y) + 1`, and each sum exists once.
///
/// # Errors
/// If the watch says so.
pub fn sums(system: &System, watch: &dyn Watch) -> Result<bool, DecideError> {
    let [x, y, z, y1, z1] = [0, 1, 2, 3, 4].map(Track);
    let laws = Laws { system, watch };
    let sum = |x, y, z| -> Result<Automaton, DecideError> {
        let form = Linear::track(x)
            .plus(1, &Linear::track(y))?
            .plus(-1, &Linear::track(z))?;
        Ok(compare(system, &form, Relation::Zero, watch)?)
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

/// Proves that `System::floor_by_shift` gives `⌊nα⌋` for `n ≥ 1`, and that [`rounded_down`] says where it is `S(n) − 1`.
///
/// # Errors
/// If the watch says so.
pub fn floors(system: &System, watch: &dyn Watch) -> Result<bool, DecideError> {
    let laws = Laws { system, watch };
    if system.alpha().is_none() {
        return Ok(true);
    }
    let graph = laws.multiples(system.floor_by_shift())?;
    Ok(laws.comes_back(&graph)? && laws.rounds(&graph)?)
}

/// Proves that `S(n)` is the number whose digits are those of `n` with a 0 appended, where digits are spoken of, and that
/// `unshift_by_shift` drops the last one.
///
/// # Errors
/// If the watch says so.
pub fn shifts(system: &System, watch: &dyn Watch) -> Result<bool, DecideError> {
    let shifting = system.as_recurrent().is_some() || system.quotients().len() == 1;
    if !system.digits || !shifting {
        return Ok(true);
    }
    let laws = Laws { system, watch };
    let (number, shifted) = (ARGUMENT, VALUE);
    let value = Linear::shift(number).plus(-1, &Linear::track(shifted))?;
    let value = laws.zero_of(&value)?;
    let whole = laws.unshifted(shifted, number)?;
    let ends = Pattern::new(".*0", None).map_err(|_| DecideError::Arithmetic)?;
    let ends = DigitWords::Matches(ends, 0).automaton(system, &[shifted], watch)?;
    let digits = laws.and(&[&whole, &ends])?;
    Ok(laws.same(&value, &digits)? && laws.unshifts()?)
}

/// The tracks of a graph: the number and its value.
const ARGUMENT: Track = Track(0);
const VALUE: Track = Track(1);
/// Tracks for other numbers.
const NEXT: Track = Track(2);
const OTHER: Track = Track(3);

struct Laws<'a> {
    system: &'a System,
    watch: &'a dyn Watch,
}

impl Laws<'_> {
    /// The graph that is used for `⌊nα⌋`: `0`, and `S(n − before) + offset` for other `n`.
    fn multiples(&self, (before, offset): (i64, i64)) -> Result<Automaton, DecideError> {
        let shift = Linear::shift(OTHER).offset(offset)?;
        let value = self.zero_of(&shift.plus(-1, &Linear::track(VALUE))?)?;
        let argument = match before {
            0 => self.equal(OTHER, ARGUMENT)?,
            _ => self.successor(OTHER, ARGUMENT)?,
        };
        let positive = self.zero(ARGUMENT)?.complement();
        let above = self.hide(&[&value, &argument, &positive], OTHER)?;
        let origin = self.and(&[&self.zero(ARGUMENT)?, &self.zero(VALUE)?])?;
        Ok(self.either(&origin, &above)?)
    }

    /// Do the graphs that are made from this one along the continued fraction of α come back after a period?
    fn comes_back(&self, graph: &Automaton) -> Result<bool, DecideError> {
        let Some((before, period)) = self.system.expansion() else {
            return Ok(false);
        };
        let Some(first) = self.along(graph, before)? else {
            return Ok(false);
        };
        let again = self.along(&first, period)?;
        Ok(again.map_or(Ok(false), |again| self.same(&first, &again))?)
    }

    /// The graph after some quotients; nothing if one on the way is not what it should be.
    fn along(
        &self,
        graph: &Automaton,
        quotients: &[i64],
    ) -> Result<Option<Automaton>, DecideError> {
        let mut graph = graph.clone();
        for &quotient in quotients {
            match self.next_graph(&graph, quotient)? {
                Some(next) => graph = next,
                None => return Ok(None),
            }
        }
        Ok(Some(graph))
    }

    /// From the graph for `α_i` the one for `α_{i+1}`; nothing if the former is not what it should be.
    fn next_graph(
        &self,
        graph: &Automaton,
        quotient: i64,
    ) -> Result<Option<Automaton>, DecideError> {
        // k = G(n) − a·n.
        let excess = Linear::track(OTHER)
            .plus(-quotient, &Linear::track(ARGUMENT))?
            .plus(-1, &Linear::track(VALUE))?;
        let moved = self.moved(graph, VALUE, OTHER)?;
        let excess = self.hide(&[&self.zero_of(&excess)?, &moved], OTHER)?;
        let at_next = self.moved(&self.moved(&excess, ARGUMENT, NEXT)?, VALUE, OTHER)?;
        let next = self.successor(ARGUMENT, NEXT)?;
        let function = self.always(&[graph], VALUE)? && self.single(graph)?;
        let origin = self.never(&[
            &self.zero(ARGUMENT)?,
            graph,
            &self.zero(VALUE)?.complement(),
        ])?;
        let natural = self.always(&[&excess], VALUE)?;
        let smaller = self.never(&[
            &excess,
            &self.zero(ARGUMENT)?.complement(),
            &lexicographic(self.system, VALUE, ARGUMENT, self.watch)?.complement(),
        ])?;
        let falls = lexicographic(self.system, OTHER, VALUE, self.watch)?;
        let growing = self.never(&[&excess, &next, &at_next, &falls])?;
        if !(function && origin && natural && smaller && growing) {
            return Ok(None);
        }
        // The greatest n with h(n) < k, as pairs of k on the track of numbers and n on that of values.
        let below = self.moved(&excess, VALUE, OTHER)?;
        let below = self.moved(&below, ARGUMENT, VALUE)?;
        let less = lexicographic(self.system, OTHER, ARGUMENT, self.watch)?;
        let reached = self.hide(&[&below, &less], OTHER)?;
        let after = self.successor(VALUE, NEXT)?;
        let above = self.moved(&self.moved(&excess, VALUE, OTHER)?, ARGUMENT, NEXT)?;
        let passed = self.hide(&[&above, &less.complement()], OTHER)?;
        let passed = self.hide(&[&after, &passed], NEXT)?;
        let positive = self.and(&[&self.zero(ARGUMENT)?.complement(), &reached, &passed])?;
        let origin = self.and(&[&self.zero(ARGUMENT)?, &self.zero(VALUE)?])?;
        Ok(Some(self.either(&origin, &positive)?))
    }

    /// Does the last nonzero digit of a number say whether the floor is the shift or one less?
    fn rounds(&self, graph: &Automaton) -> Result<bool, DecideError> {
        let down = rounded_down(self.system, ARGUMENT, self.watch)?;
        let shift = Linear::shift(ARGUMENT).plus(-1, &Linear::track(VALUE))?;
        let (equal, less) = (self.zero_of(&shift)?, self.zero_of(&shift.offset(-1)?)?);
        Ok(self.never(&[graph, &down, &less.complement()])?
            && self.never(&[graph, &down.complement(), &equal.complement()])?)
    }

    /// In the system of `[a; a, …]` with all its places: is `S(n) − a·n` the number `n` without its last digit?
    fn unshifts(&self) -> Result<bool, DecideError> {
        let [a] = *self.system.quotients() else {
            return Ok(true);
        };
        let value = Linear::shift(ARGUMENT).plus(-a, &Linear::track(ARGUMENT))?;
        let value = self.zero_of(&value.plus(-1, &Linear::track(VALUE))?)?;
        let (same, more) = match self.system.drops_last() {
            true => self.left_of_unwritten()?,
            false => self.left_of_written(a)?,
        };
        let more = self.hide(&[&more, &self.successor(OTHER, VALUE)?], OTHER)?;
        let dropped = self.either(&same, &more)?;
        Ok(self.same(&value, &dropped)?)
    }

    /// What is left of a number without its last digit, and the cases in which it is one more than another number: if it would end in
    /// `a`, which no number does, it is one more than what is left of `n − a`.
    fn left_of_written(&self, a: i64) -> Result<(Automaton, Automaton), DecideError> {
        let before = Linear::track(ARGUMENT).plus(-1, &Linear::track(NEXT))?;
        let before = self.zero_of(&before.offset(-a)?)?;
        let less = self.hide(&[&self.unshifted(NEXT, OTHER)?, &before], NEXT)?;
        let word = self.hide(&[&self.unshifted(ARGUMENT, OTHER)?], OTHER)?;
        let more = self.and(&[&word.complement(), &less])?;
        Ok((self.unshifted(ARGUMENT, VALUE)?, more))
    }

    /// The same where the digit of `q₀ = 1`, always 0, is not written: then a last written 1 comes in its place.
    fn left_of_unwritten(&self) -> Result<(Automaton, Automaton), DecideError> {
        let one = Pattern::new(".*1", None).map_err(|_| DecideError::Arithmetic)?;
        let one = DigitWords::Matches(one, 0).automaton(self.system, &[ARGUMENT], self.watch)?;
        let same = self.and(&[&self.unshifted(ARGUMENT, VALUE)?, &one.complement()])?;
        let more = self.and(&[&self.unshifted(ARGUMENT, OTHER)?, &one])?;
        Ok((same, more))
    }

    fn unshifted(&self, whole: Track, rest: Track) -> Result<Automaton, Stopped> {
        DigitWords::Unshift.automaton(self.system, &[whole, rest], self.watch)
    }

    /// Has every number at most one value?
    fn single(&self, graph: &Automaton) -> Result<bool, DecideError> {
        let other = self.moved(graph, VALUE, OTHER)?;
        let less = lexicographic(self.system, VALUE, OTHER, self.watch)?;
        Ok(self.never(&[graph, &other, &less])?)
    }

    /// Do two automata agree on all numbers?
    fn same(&self, one: &Automaton, other: &Automaton) -> Result<bool, Stopped> {
        Ok(self.never(&[one, &other.complement()])? && self.never(&[other, &one.complement()])?)
    }

    fn zero_of(&self, form: &Linear) -> Result<Automaton, Stopped> {
        compare(self.system, form, Relation::Zero, self.watch)
    }

    fn and(&self, parts: &[&Automaton]) -> Result<Automaton, Stopped> {
        minimize_within(&conjunction(parts, self.watch)?, self.watch)
    }

    fn either(&self, one: &Automaton, other: &Automaton) -> Result<Automaton, Stopped> {
        minimize_within(&disjunction(&[one, other], self.watch)?, self.watch)
    }

    /// Some number on the track makes all of them true.
    fn hide(&self, parts: &[&Automaton], track: Track) -> Result<Automaton, Stopped> {
        let string = admissible(self.system, track, self.watch)?;
        let all = parts.iter().copied().chain([&string]).collect::<Vec<_>>();
        minimize_within(
            &project(&self.and(&all)?, &[track], self.watch)?,
            self.watch,
        )
    }

    /// The same with a number on another track, which the automaton does not read.
    fn moved(&self, automaton: &Automaton, from: Track, to: Track) -> Result<Automaton, Stopped> {
        self.hide(&[automaton, &self.equal(from, to)?], from)
    }

    fn zero(&self, x: Track) -> Result<Automaton, Stopped> {
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
            self.watch,
        )
    }

    fn equal(&self, x: Track, y: Track) -> Result<Automaton, Stopped> {
        let less = lexicographic(self.system, x, y, self.watch)?.complement();
        let more = lexicographic(self.system, y, x, self.watch)?.complement();
        conjunction(&[&less, &more], self.watch)
    }

    /// `y` is the least number above `x`.
    fn successor(&self, x: Track, y: Track) -> Result<Automaton, Stopped> {
        let between = Track(1000);
        let parts = [
            lexicographic(self.system, x, between, self.watch)?,
            lexicographic(self.system, between, y, self.watch)?,
            admissible(self.system, between, self.watch)?,
        ];
        let something = project(
            &conjunction(&parts.each_ref(), self.watch)?,
            &[between],
            self.watch,
        )?;
        let less = lexicographic(self.system, x, y, self.watch)?;
        conjunction(&[&less, &something.complement()], self.watch)
    }

    /// Do no numbers satisfy all of them?
    fn never(&self, parts: &[&Automaton]) -> Result<bool, Stopped> {
        let mut tracks: Vec<Track> = parts
            .iter()
            .flat_map(|part| part.tracks().iter().copied())
            .collect();
        tracks.sort_unstable();
        tracks.dedup();
        let strings: Vec<Automaton> = tracks
            .into_iter()
            .map(|track| admissible(self.system, track, self.watch))
            .collect::<Result<_, _>>()?;
        Ok(conjunction(
            &parts.iter().copied().chain(&strings).collect::<Vec<_>>(),
            self.watch,
        )?
        .is_empty())
    }

    /// Is there always a number on this track that satisfies all of them?
    fn always(&self, parts: &[&Automaton], track: Track) -> Result<bool, Stopped> {
        let string = admissible(self.system, track, self.watch)?;
        let some = conjunction(
            &parts.iter().copied().chain([&string]).collect::<Vec<_>>(),
            self.watch,
        )?;
        self.never(&[&project(&some, &[track], self.watch)?.complement()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use numeration::named::{NamedSystem, SystemForm};
    use watch::Unwatched;

    /// A graph that is off by one somewhere is not accepted for the floors.
    #[test]
    fn wrong_graphs_are_found_out() {
        let fields = [5, 2, 3, 7].map(|d| System::quadratic(d).expect("a small field"));
        let ternary = NamedSystem::new(SystemForm::TernaryU).expect("it is a system");
        let ternary = System::of_digits(&ternary).expect("it is read");
        for system in fields.into_iter().chain([ternary]) {
            let laws = Laws {
                system: &system,
                watch: &Unwatched,
            };
            let accepted = |graph: &Automaton| laws.comes_back(graph).expect("no limit");
            let (before, offset) = system.floor_by_shift();
            let graph = |before, offset| laws.multiples((before, offset)).expect("no limit");
            assert!(accepted(&graph(before, offset)));
            assert!(!accepted(&graph(before, offset + 1)));
            assert!(!accepted(&graph(before, offset - 1)));
            assert!(!accepted(&graph(1 - before, offset)));
            // S(n) instead of S(n − 1) + a₀.
            let shift = Linear::shift(ARGUMENT).plus(-1, &Linear::track(VALUE));
            let shift = laws.zero_of(&shift.expect("small")).expect("no limit");
            assert!(!accepted(&shift));
        }
    }
}
