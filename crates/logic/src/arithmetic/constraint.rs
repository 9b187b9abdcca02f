//! Automata for linear constraints, each compiled whole.
//!
//! The digits are read from the most significant one. What has been read of a linear form is worth
//! `p·w_k + q·w_{k−1}`, where `w_k` is the weight of the last place read; reading on with digit sum `e`
//! gives `(a·p + q + e, b·p)`. Finitely many pairs can still decide the constraint either way: the others
//! are DEAD or TRUE. That the digits of each number are admissible is left to
//! [`admissible`], a constraint of its own: merged, it would multiply the states.

use std::cmp::Ordering;

use automata::minimize::minimize_within;
use automata::{Automaton, Successor, Track};
use watch::{Stopped, Watch};

use super::linear::Linear;
use super::system::System;

/// What a linear form is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinearRelation {
    /// It is zero.
    Zero,
    /// It is not negative.
    NotNegative,
}

/// The assignments that satisfy a linear constraint.
///
/// # Errors
/// If the watch says so.
pub fn compare(
    system: &System,
    form: &Linear,
    relation: LinearRelation,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    if let Some(recurrent) = system.as_recurrent() {
        return recurrent.compare_less(system, form, &[], relation, watch);
    }
    let tracks: Vec<Track> = form.parts.keys().copied().collect();
    let walk = FormReader::new(system, form, &tracks);
    let bounds: Vec<PlaceBounds> = (0..system.places.len())
        .map(|place| walk.bounds(place, 0, 0))
        .collect();
    let settle = |pair: Pair, place: usize| match bounds[place].decide(system, pair, relation) {
        Some(true) => Successor::True,
        Some(false) => Successor::Dead,
        None => Successor::To(pair),
    };
    let last = tracks.len().saturating_sub(1);
    let automaton = Automaton::explore(
        &system.alphabet,
        &tracks,
        settle((0, 0), system.places.len() - 1),
        |&pair, level, digit| {
            let pair = walk.step(pair, level.place, level.track, digit);
            if level.track == last {
                settle(pair, level.place)
            } else {
                Successor::To(pair)
            }
        },
        |&pair| match (walk.value(pair), relation) {
            (value, LinearRelation::Zero) => value == 0,
            (value, LinearRelation::NotNegative) => value >= 0,
        },
        watch,
    )?;
    minimize_within(&automaton, watch)
}

/// The assignments for which `form − Σ factor·(part mod modulus)` satisfies a constraint.
///
/// The remainders are followed beside the form; a rounded quotient is a form less a remainder, divided.
///
/// # Errors
/// If the watch says so.
pub fn compare_less(
    system: &System,
    form: &Linear,
    remainders: &[LinearRemainder],
    relation: LinearRelation,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    if let Some(recurrent) = system.as_recurrent() {
        return recurrent.compare_less(system, form, remainders, relation, watch);
    }
    if remainders.is_empty() {
        return compare(system, form, relation, watch);
    }
    let walks = ConstraintReader::new(system, form, remainders);
    let bounds: Vec<PlaceBounds> = (0..system.places.len())
        .map(|place| walks.form.bounds(place, walks.least(), walks.most()))
        .collect();
    let settle = |state: ConstraintState, place: usize| match bounds[place]
        .decide(system, state.pair, relation)
    {
        Some(true) => Successor::True,
        Some(false) => Successor::Dead,
        None => Successor::To(state),
    };
    let last = walks.form.tracks.len().saturating_sub(1);
    let automaton = Automaton::explore(
        &system.alphabet,
        &walks.form.tracks,
        settle(walks.start(), system.places.len() - 1),
        |state, level, digit| {
            let state = walks.step(state, level.place, level.track, digit);
            if level.track == last {
                settle(state, level.place)
            } else {
                Successor::To(state)
            }
        },
        |state| match (walks.value(state), relation) {
            (value, LinearRelation::Zero) => value == 0,
            (value, LinearRelation::NotNegative) => value >= 0,
        },
        watch,
    )?;
    minimize_within(&automaton, watch)
}

/// The assignments for which a linear form leaves a given remainder.
///
/// # Errors
/// If the watch says so.
pub fn congruent(
    system: &System,
    form: &Linear,
    modulus: i64,
    remainder: i64,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    congruent_less(system, form, &[], modulus, remainder, watch)
}

/// The assignments for which `form − Σ factor·(part mod modulus)` leaves a given remainder.
///
/// # Errors
/// If the watch says so.
pub fn congruent_less(
    system: &System,
    form: &Linear,
    remainders: &[LinearRemainder],
    modulus: i64,
    remainder: i64,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    if let Some(recurrent) = system.as_recurrent() {
        let class = (modulus, remainder);
        return recurrent.congruent_less(system, form, remainders, class, watch);
    }
    let walks = ConstraintReader::new(system, form, remainders);
    let modulus = i128::from(modulus) * i128::from(system.scale);
    let wanted = i128::from(remainder) * i128::from(system.scale);
    let automaton = Automaton::explore(
        &system.alphabet,
        &walks.form.tracks,
        Successor::To(walks.start()),
        |state, level, digit| {
            let mut state = walks.step(state, level.place, level.track, digit);
            state.pair = reduced(state.pair, modulus);
            Successor::To(state)
        },
        |state| (walks.value(state) - wanted).rem_euclid(modulus) == 0,
        watch,
    )?;
    minimize_within(&automaton, watch)
}

/// The digit strings that are the representation of a number.
///
/// # Errors
/// If the watch says so.
pub fn admissible(system: &System, track: Track, watch: &dyn Watch) -> Result<Automaton, Stopped> {
    if let Some(recurrent) = system.as_recurrent() {
        return recurrent.admissible(system, track, watch);
    }
    if system.alpha().is_none() {
        return Ok(Automaton::constant(&system.alphabet, &[track], true));
    }
    // What was read last: is it as large as the period allows, or larger, and may a number end with it?
    let automaton = Automaton::explore(
        &system.alphabet,
        &[track],
        Successor::To((Ordering::Less, true)),
        |&(last, _), level, digit| {
            let (digit, greatest) = (i64::from(digit), system.places[level.place].a);
            match last {
                Ordering::Equal if digit > 0 => Successor::Dead,
                Ordering::Greater => Successor::Dead,
                _ => Successor::To((digit.cmp(&greatest), digit < system.end())),
            }
        },
        |&(_, ends)| ends,
        watch,
    )?;
    minimize_within(&automaton, watch)
}

/// The numbers `n` with `⌊nα⌋ = S(n) − 1`: those whose last nonzero digit belongs to a convergent above α.
/// For all others `⌊nα⌋ = S(n)`. In the ternary system U all quotients of neighbouring weights lie above.
///
/// # Errors
/// If the watch says so.
pub fn rounded_down(
    system: &System,
    track: Track,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let alternating = system.as_recurrent().is_none();
    let automaton = Automaton::explore(
        &system.alphabet,
        &[track],
        Successor::To(None),
        |&above: &Option<bool>, _, digit| {
            Successor::To(if digit > 0 {
                Some(!alternating || system.drops_last())
            } else {
                above.map(|above| above != alternating)
            })
        },
        |&above| above == Some(true),
        watch,
    )?;
    minimize_within(&automaton, watch)
}

/// The binary numbers whose nim-sum is zero.
///
/// # Errors
/// If the watch says so.
pub fn nim_sum_zero(
    system: &System,
    tracks: &[Track],
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let automaton = Automaton::explore(
        &system.alphabet,
        tracks,
        Successor::To(0),
        |&sum: &u8, level, digit| match (sum ^ digit, level.track + 1 == tracks.len()) {
            (1, true) => Successor::Dead,
            (sum, _) => Successor::To(sum),
        },
        |_| true,
        watch,
    )?;
    minimize_within(&automaton, watch)
}

/// `x < y` by the order of the words alone: the first digits that differ decide.
///
/// # Errors
/// If the watch says so.
pub fn lexicographic(
    system: &System,
    x: Track,
    y: Track,
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let flip = x > y;
    let tracks = if flip { [y, x] } else { [x, y] };
    let automaton = Automaton::explore(
        &system.alphabet,
        &tracks,
        Successor::To(None),
        |&first: &Option<u8>, _, digit| match first {
            None => Successor::To(Some(digit)),
            Some(first) if first == digit => Successor::To(None),
            Some(first) if (first < digit) != flip => Successor::True,
            Some(_) => Successor::Dead,
        },
        |_| false,
        watch,
    )?;
    minimize_within(&automaton, watch)
}

/// `factor·(part mod modulus)` with a positive modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRemainder {
    /// How often it counts.
    pub factor: i64,
    /// What is divided.
    pub part: Linear,
    /// By what.
    pub modulus: i64,
}

/// `(p, q)`: what has been read is worth `p·w_k + q·w_{k−1}`.
type Pair = (i128, i128);

/// What has been read of a form, and of the forms whose remainders count.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ConstraintState {
    pair: Pair,
    remainders: Vec<Pair>,
}

/// A linear form and the parts of remainders, read side by side.
struct ConstraintReader<'a> {
    form: FormReader<'a>,
    remainders: Vec<(&'a LinearRemainder, FormReader<'a>)>,
}

impl<'a> ConstraintReader<'a> {
    fn new(system: &'a System, form: &'a Linear, remainders: &'a [LinearRemainder]) -> Self {
        let parts = remainders.iter().map(|remainder| &remainder.part);
        let mut tracks: Vec<Track> = std::iter::once(form)
            .chain(parts)
            .flat_map(|form| form.parts.keys().copied())
            .collect();
        tracks.sort_unstable();
        tracks.dedup();
        let walk = |form| FormReader::new(system, form, &tracks);
        Self {
            form: walk(form),
            remainders: remainders
                .iter()
                .map(|remainder| (remainder, walk(&remainder.part)))
                .collect(),
        }
    }

    fn start(&self) -> ConstraintState {
        ConstraintState {
            pair: (0, 0),
            remainders: vec![(0, 0); self.remainders.len()],
        }
    }

    fn step(
        &self,
        state: &ConstraintState,
        place: usize,
        track: usize,
        digit: u8,
    ) -> ConstraintState {
        let remainders = self.remainders.iter().zip(&state.remainders);
        let step = |((remainder, walk), pair): (&(&LinearRemainder, FormReader<'_>), &Pair)| {
            let pair = walk.step(*pair, place, track, digit);
            reduced(pair, walk.scaled(remainder.modulus))
        };
        ConstraintState {
            pair: self.form.step(state.pair, place, track, digit),
            remainders: remainders.map(step).collect(),
        }
    }

    /// The value, times the scale, if the word ends here.
    fn value(&self, state: &ConstraintState) -> i128 {
        let remainders = self.remainders.iter().zip(&state.remainders);
        let rest = |((remainder, walk), pair): (&(&LinearRemainder, FormReader<'_>), &Pair)| {
            let modulus = walk.scaled(remainder.modulus);
            i128::from(remainder.factor) * walk.value(*pair).rem_euclid(modulus)
        };
        self.form.value(state.pair) - remainders.map(rest).sum::<i128>()
    }

    /// The least that the remainders can add.
    fn least(&self) -> i128 {
        self.extreme(|factor| factor.max(0))
    }

    /// The most that the remainders can add.
    fn most(&self) -> i128 {
        self.extreme(|factor| factor.min(0))
    }

    fn extreme(&self, kept: impl Fn(i64) -> i64) -> i128 {
        let each = |(remainder, walk): &(&LinearRemainder, FormReader<'_>)| {
            i128::from(kept(remainder.factor)) * walk.scaled(remainder.modulus - 1)
        };
        -self.remainders.iter().map(each).sum::<i128>()
    }
}

fn reduced((p, q): Pair, modulus: i128) -> Pair {
    (p.rem_euclid(modulus), q.rem_euclid(modulus))
}

/// A linear form prepared for reading.
struct FormReader<'a> {
    system: &'a System,
    tracks: Vec<Track>,
    /// For each place and track, what one unit of the digit adds.
    units: Vec<Vec<Pair>>,
    form: &'a Linear,
}

impl<'a> FormReader<'a> {
    fn new(system: &'a System, form: &'a Linear, tracks: &[Track]) -> Self {
        let unit = |place: &super::system::LetterPlace, c: super::linear::Coefficient| {
            let (upper, lower) = (i128::from(place.shift.0), i128::from(place.shift.1));
            let (plain, shifted) = (i128::from(c.plain), i128::from(c.shifted));
            let (left, right) = (i128::from(c.left), i128::from(c.right));
            let scale = i128::from(system.scale);
            (
                (plain + left * i128::from(place.a)) * scale + shifted * upper,
                (left * i128::from(place.b) + right) * scale + shifted * lower,
            )
        };
        let units = |place| {
            let each = tracks
                .iter()
                .map(|&track| unit(place, form.coefficient(track)));
            each.collect()
        };
        Self {
            system,
            tracks: tracks.to_vec(),
            units: system.places.iter().map(units).collect(),
            form,
        }
    }

    fn scaled(&self, number: i64) -> i128 {
        i128::from(number) * i128::from(self.system.scale)
    }

    fn step(&self, (p, q): Pair, place: usize, track: usize, digit: u8) -> Pair {
        let weights = &self.system.places[place];
        let (p, q) = match track {
            0 => (i128::from(weights.a) * p + q, i128::from(weights.b) * p),
            _ => (p, q),
        };
        let (upper, lower) = self.units[place][track];
        (p + upper * i128::from(digit), q + lower * i128::from(digit))
    }

    /// The value of the form, times the scale, if the word ends here.
    fn value(&self, (p, q): Pair) -> i128 {
        p + q * i128::from(self.system.below)
            + i128::from(self.form.constant) * i128::from(self.system.scale)
    }

    /// The least and the greatest that the digits to come after a place can add, as `(p, q, constant)`, where
    /// something between two more numbers is added.
    ///
    /// A number to come is less than `w_k`. Its shift differs by less than 1 from α times the number, and
    /// `S`'s weight at `w_k` by less than 1 from `α·w_k`. One place lower its digits are worth no more than the number, and one place
    /// higher no more than its product with the largest radix.
    fn bounds(&self, place: usize, least: i128, most: i128) -> PlaceBounds {
        let scale = i128::from(self.system.scale);
        let constant = i128::from(self.form.constant) * scale;
        let (mut low, mut high) = ((0, 0, constant + least), (0, 0, constant + most));
        for (index, &track) in self.tracks.iter().enumerate() {
            let c = self.form.coefficient(track);
            let slack = 2 * i128::from(c.shifted).abs() * scale;
            let (upper, lower) = self.units[place][index];
            let weights = &self.system.places[place];
            let (left, right) = (i128::from(c.left) * scale, i128::from(c.right) * scale);
            let upper = upper - left * i128::from(weights.a);
            let lower = lower - left * i128::from(weights.b) - right;
            let widest = i128::try_from(self.system.alphabet.widest()).unwrap_or(i128::MAX);
            high.0 += left.max(0) * widest + right.max(0);
            low.0 += left.min(0) * widest + right.min(0);
            let positive = self.system.sign(c.plain, c.shifted) > 0;
            let exact = if c.shifted == 0 {
                i128::from(c.plain) * scale
            } else {
                0
            };
            let side = if positive { &mut high } else { &mut low };
            *side = (side.0 + upper, side.1 + lower, side.2 - exact);
            high.2 += slack;
            low.2 -= slack;
        }
        PlaceBounds { place, low, high }
    }
}

struct PlaceBounds {
    /// The place that was read last.
    place: usize,
    low: (i128, i128, i128),
    high: (i128, i128, i128),
}

impl PlaceBounds {
    fn decide(&self, system: &System, (p, q): Pair, relation: LinearRelation) -> Option<bool> {
        let above = |(p0, q0, constant): (i128, i128, i128)| (p + p0, q + q0, constant);
        if always_negative(system, self.place, above(self.high)) {
            return Some(false);
        }
        let (p1, q1, least) = above(self.low);
        match relation {
            // The value is an integer times the scale: above -1 it is not negative.
            LinearRelation::NotNegative => {
                always_negative(system, self.place, (-p1, -q1, -least - 1)).then_some(true)
            }
            LinearRelation::Zero => {
                always_negative(system, self.place, (-p1, -q1, -least)).then_some(false)
            }
        }
    }
}

/// Is `p·w_k + q·w_{k−1} + constant` negative wherever a place like this one stands in a word?
fn always_negative(system: &System, place: usize, (p, q, constant): (i128, i128, i128)) -> bool {
    let below = i128::from(system.below);
    // The weights of places are at least 1, and the one below them is never counted alone.
    if p <= 0 && q <= 0 && p + (q * below).max(0) + constant < 0 {
        return true;
    }
    if p >= 0 && q >= 0 {
        // With more letters it grows, unless it is the constant alone.
        return p == 0 && q == 0 && constant < 0;
    }
    let Some(mut pair) = system.rest_of_letter(place, (p, q)) else {
        return false;
    };
    loop {
        if pair.0 + pair.1 * below + constant >= 0 {
            return false;
        }
        // After one more place the weights are at least 1, and grow.
        if pair.0 <= 0 && pair.1 <= 0 && pair.0 + pair.1 + constant < 0 {
            return true;
        }
        if pair.0 >= 0 && pair.1 >= 0 {
            return false;
        }
        match system.letter(pair) {
            Some(next) => pair = next,
            None => return false,
        }
    }
}
