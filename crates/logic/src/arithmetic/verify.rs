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

use std::cell::RefCell;
use std::fmt;
use std::sync::Mutex;

use automata::minimize::minimize_within;
use automata::product::{conjunction, disjunction};
use automata::project::project;
use automata::{Automaton, Track};
use rustc_hash::FxHashMap;
use watch::{Cap, Stopped, Watch, locked};

use super::constraint::{LinearRelation, admissible, compare, lexicographic, rounded_down};
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
        let known = || locked(&self.known);
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
    let laws = ArithmeticLaws::new(system, &cap);
    let proved = laws
        .sums()
        .and_then(|sums| Ok(sums && laws.floors()? && laws.shifts()?));
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
    let defined = compare(system, &equation, LinearRelation::Zero, watch)?;
    let equal = compare(system, &gap, LinearRelation::Zero, watch)?;
    let (x, w) = (admissible(system, x, watch)?, admissible(system, w, watch)?);
    Ok(conjunction(&[&defined, &equal.complement(), &x, &w], watch)?.is_empty())
}

/// Proves that linear constraints add up: `x + 0 = x`, `x + (y + 1) = (x + y) + 1`, and each sum exists once.
///
/// # Errors
/// If the watch says so.
pub fn sums(system: &System, watch: &dyn Watch) -> Result<bool, DecideError> {
    ArithmeticLaws::new(system, watch).sums()
}

/// Proves that `System::floor_by_shift` gives `⌊nα⌋` for `n ≥ 1`, and that [`rounded_down`] says where it is `S(n) − 1`.
///
/// # Errors
/// If the watch says so.
pub fn floors(system: &System, watch: &dyn Watch) -> Result<bool, DecideError> {
    ArithmeticLaws::new(system, watch).floors()
}

/// Proves that `S(n)` is the number whose digits are those of `n` with a 0 appended, where digits are spoken of, and that
/// `unshift_by_shift` drops the last one.
///
/// # Errors
/// If the watch says so.
pub fn shifts(system: &System, watch: &dyn Watch) -> Result<bool, DecideError> {
    ArithmeticLaws::new(system, watch).shifts()
}

/// The tracks of a graph: the number and its value.
const ARGUMENT: Track = Track(0);
const VALUE: Track = Track(1);
/// Tracks for other numbers.
const NEXT: Track = Track(2);
const OTHER: Track = Track(3);
/// The tracks of the notions that are kept.
const FIRST: Track = Track(0);
const SECOND: Track = Track(1);

/// What numbers are, by the order of their digits alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum OrderPredicate {
    Number,
    Zero,
    Equal,
    Less,
    Successor,
}

struct ArithmeticLaws<'a> {
    system: &'a System,
    watch: &'a dyn Watch,
    /// The notions on tracks 0 and 1, by whether the first number is on the first track.
    known: RefCell<FxHashMap<(OrderPredicate, bool), Automaton>>,
}

impl<'a> ArithmeticLaws<'a> {
    fn new(system: &'a System, watch: &'a dyn Watch) -> Self {
        Self {
            system,
            watch,
            known: RefCell::default(),
        }
    }

    fn sums(&self) -> Result<bool, DecideError> {
        let [x, y, z, y1, z1] = [0, 1, 2, 3, 4].map(Track);
        let form = Linear::track(x)
            .plus(1, &Linear::track(y))?
            .plus(-1, &Linear::track(z))?;
        let sum = self.zero_of(&form)?;
        let other = sum.renamed(|track| if track == z { z1 } else { track });
        let after = sum.renamed(|track| if track == x { x } else { Track(track.0 + 2) });
        let zero_added = self.never(&[&self.zero(y)?, &sum, &self.equal(x, z)?.complement()])?
            && self.never(&[&self.zero(y)?, &self.equal(x, z)?, &sum.complement()])?;
        let successor = self.never(&[
            &sum,
            &self.successor(y, y1)?,
            &self.successor(z, z1)?,
            &after.complement(),
        ])?;
        let unique = self.never(&[&sum, &other, &self.equal(z, z1)?.complement()])?;
        let exists = self.always(&[&sum], z)?;
        Ok(zero_added && successor && unique && exists)
    }

    fn floors(&self) -> Result<bool, DecideError> {
        if self.system.alpha().is_none() {
            return Ok(true);
        }
        let graph = self.multiples(self.system.floor_by_shift())?;
        Ok(self.comes_back(&graph)? && self.rounds(&graph)?)
    }

    fn shifts(&self) -> Result<bool, DecideError> {
        let system = self.system;
        let shifting = system.as_recurrent().is_some() || system.quotients().len() == 1;
        if !system.digits || !shifting {
            return Ok(true);
        }
        let (number, shifted) = (ARGUMENT, VALUE);
        let value = Linear::shift(number).plus(-1, &Linear::track(shifted))?;
        let value = self.zero_of(&value)?;
        let whole = self.unshifted(shifted, number)?;
        let ends = Pattern::new(".*0", None).map_err(|_| DecideError::Arithmetic)?;
        let ends = DigitWords::Matches(ends, 0).automaton(system, &[shifted], self.watch)?;
        let digits = self.and(&[&whole, &ends])?;
        Ok(self.same(&value, &digits)? && self.unshifts()?)
    }

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
            &self.less(VALUE, ARGUMENT)?.complement(),
        ])?;
        let falls = self.less(OTHER, VALUE)?;
        let growing = self.never(&[&excess, &next, &at_next, &falls])?;
        if !(function && origin && natural && smaller && growing) {
            return Ok(None);
        }
        // The greatest n with h(n) < k, as pairs of k on the track of numbers and n on that of values.
        let below = self.moved(&excess, VALUE, OTHER)?;
        let below = self.moved(&below, ARGUMENT, VALUE)?;
        let less = self.less(OTHER, ARGUMENT)?;
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
        let less = self.less(VALUE, OTHER)?;
        Ok(self.never(&[graph, &other, &less])?)
    }

    /// Do two automata agree on all numbers?
    fn same(&self, one: &Automaton, other: &Automaton) -> Result<bool, Stopped> {
        Ok(self.never(&[one, &other.complement()])? && self.never(&[other, &one.complement()])?)
    }

    fn zero_of(&self, form: &Linear) -> Result<Automaton, Stopped> {
        compare(self.system, form, LinearRelation::Zero, self.watch)
    }

    fn and(&self, parts: &[&Automaton]) -> Result<Automaton, Stopped> {
        minimize_within(&conjunction(parts, self.watch)?, self.watch)
    }

    fn either(&self, one: &Automaton, other: &Automaton) -> Result<Automaton, Stopped> {
        minimize_within(&disjunction(&[one, other], self.watch)?, self.watch)
    }

    /// Some number on the track makes all of them true.
    fn hide(&self, parts: &[&Automaton], track: Track) -> Result<Automaton, Stopped> {
        let string = self.number(track)?;
        let all = parts.iter().copied().chain([&string]).collect::<Vec<_>>();
        minimize_within(
            &project(&self.and(&all)?, &[track], self.watch)?,
            self.watch,
        )
    }

    /// The same with a number on another track, which the automaton does not read.
    fn moved(&self, automaton: &Automaton, from: Track, to: Track) -> Result<Automaton, Stopped> {
        let name = |track| if track == from { to } else { track };
        let names = automaton.tracks().iter().map(|&track| name(track));
        if names.is_sorted() {
            // Only numbers are moved: words that stand for none would make what is built of it larger.
            return self.and(&[&automaton.renamed(name), &self.number(to)?]);
        }
        self.hide(&[automaton, &self.equal(from, to)?], from)
    }

    /// A notion on some tracks, which is made once: on other tracks it is the same but for their names.
    fn notion(
        &self,
        notion: OrderPredicate,
        [x, y]: [Track; 2],
        make: impl FnOnce([Track; 2]) -> Result<Automaton, Stopped>,
    ) -> Result<Automaton, Stopped> {
        let (low, in_order) = (x.min(y), x <= y);
        let name = |track: Track| if track == FIRST { low } else { x.max(y) };
        if let Some(known) = self.known.borrow().get(&(notion, in_order)) {
            return Ok(known.renamed(name));
        }
        let tracks = if in_order {
            [FIRST, SECOND]
        } else {
            [SECOND, FIRST]
        };
        let made = minimize_within(&make(tracks)?, self.watch)?;
        let renamed = made.renamed(name);
        self.known.borrow_mut().insert((notion, in_order), made);
        Ok(renamed)
    }

    /// The words that stand for numbers.
    fn number(&self, x: Track) -> Result<Automaton, Stopped> {
        self.notion(OrderPredicate::Number, [x, x], |[x, _]| {
            admissible(self.system, x, self.watch)
        })
    }

    fn zero(&self, x: Track) -> Result<Automaton, Stopped> {
        self.notion(OrderPredicate::Zero, [x, x], |[x, _]| {
            automata::Automaton::explore(
                self.system.alphabet(),
                &[x],
                automata::Successor::To(()),
                |(), _, digit| {
                    if digit == 0 {
                        automata::Successor::To(())
                    } else {
                        automata::Successor::Dead
                    }
                },
                |()| true,
                self.watch,
            )
        })
    }

    fn less(&self, x: Track, y: Track) -> Result<Automaton, Stopped> {
        self.notion(OrderPredicate::Less, [x, y], |[x, y]| {
            lexicographic(self.system, x, y, self.watch)
        })
    }

    fn equal(&self, x: Track, y: Track) -> Result<Automaton, Stopped> {
        self.notion(OrderPredicate::Equal, [x, y], |[x, y]| {
            let less = self.less(x, y)?.complement();
            let more = self.less(y, x)?.complement();
            conjunction(&[&less, &more], self.watch)
        })
    }

    /// `y` is the least number above `x`.
    fn successor(&self, x: Track, y: Track) -> Result<Automaton, Stopped> {
        self.notion(OrderPredicate::Successor, [x, y], |[x, y]| {
            let between = Track(1000);
            let parts = [
                self.less(x, between)?,
                self.less(between, y)?,
                self.number(between)?,
            ];
            let something = project(
                &conjunction(&parts.each_ref(), self.watch)?,
                &[between],
                self.watch,
            )?;
            conjunction(&[&self.less(x, y)?, &something.complement()], self.watch)
        })
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
            .map(|track| self.number(track))
            .collect::<Result<_, _>>()?;
        Ok(conjunction(
            &parts.iter().copied().chain(&strings).collect::<Vec<_>>(),
            self.watch,
        )?
        .is_empty())
    }

    /// Is there always a number on this track that satisfies all of them?
    fn always(&self, parts: &[&Automaton], track: Track) -> Result<bool, Stopped> {
        let string = self.number(track)?;
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
    use automata::equivalence::equivalent;
    use numeration::named::{NamedSystem, SystemForm};
    use watch::Unwatched;

    /// A graph that is off by one somewhere is not accepted for the floors.
    #[test]
    fn wrong_graphs_are_found_out() {
        let fields = [5, 2, 3, 7].map(|d| System::quadratic(d).expect("a small field"));
        let ternary = NamedSystem::new(SystemForm::TernaryU).expect("it is a system");
        let ternary = System::of_digits(&ternary).expect("it is read");
        for system in fields.into_iter().chain([ternary]) {
            let laws = ArithmeticLaws::new(&system, &Unwatched);
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

    /// What is kept is the same on any tracks as what is made for them.
    #[test]
    fn notions_are_moved_to_other_tracks() {
        let system = System::quadratic(2).expect("a small field");
        let laws = ArithmeticLaws::new(&system, &Unwatched);
        let (low, high) = (Track(5), Track(9));
        for [x, y] in [[low, high], [high, low], [Track(0), Track(3)]] {
            let made = lexicographic(&system, x, y, &Unwatched).expect("no limit");
            let kept = laws.less(x, y).expect("no limit");
            assert!(equivalent(&made, &kept));
            let form = Linear::track(x).offset(1).expect("small");
            let form = form.plus(-1, &Linear::track(y)).expect("small");
            let next = laws.zero_of(&form).expect("no limit");
            let kept = laws.successor(x, y).expect("no limit");
            assert!(laws.same(&next, &kept).expect("no limit"));
            let moved = laws.moved(&kept, x, Track(7)).expect("no limit");
            let made = laws.successor(Track(7), y).expect("no limit");
            assert!(laws.same(&moved, &made).expect("no limit"));
        }
        let made = admissible(&system, high, &Unwatched).expect("no limit");
        assert!(equivalent(&made, &laws.number(high).expect("no limit")));
        assert_eq!(laws.zero(low).expect("no limit").tracks(), [low]);
    }
}
