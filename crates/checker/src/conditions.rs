//! What is said about digits: patterns, what holds in every place, and shifts, as tables of the words of numbers.
//!
//! The tables read digits as they are written, so that the system in which a statement speaks of digits must be the one in
//! which the numbers of the certificate are written; any other is refused, but those of `finite`, whose digits are remainders. A negative number has no digits: no condition on them
//! holds, and a shift of one is refused.

use rustc_hash::FxHashSet;

use super::Refusal;
use super::cases::{Case, Cases, few};
use super::digits::DigitSystem;
use super::form::TrackSum;
use super::formula::Formulas;
use super::pattern::PatternAutomaton;
use super::statement::{Formula, Relation, System, Term, Variable};
use super::systems::Numeration;
use super::table::{Table, Transition};
use super::tree::TableFormula;

/// No more tuples of digits of one place are looked at.
const MOST_TUPLES: usize = 1 << 14;

impl DigitSystem {
    /// The word on a track, with so many zeros after it, matches a pattern. Leading zeros are no part of it, and the word of 0
    /// is `0`.
    fn matches(&self, pattern: &PatternAutomaton, zeros: usize) -> Result<Table, Refusal> {
        let step = |state: &Option<usize>, _: usize, digit: u8| match (state, digit) {
            (None, 0) => Transition::To(None),
            (state, _) => Transition::To(Some(pattern.after(state.unwrap_or(0), digit))),
        };
        let accepts = |state: &Option<usize>| {
            let zeros = if state.is_some() { zeros } else { 1 };
            let state = state.unwrap_or(0);
            pattern.ends((0..zeros).fold(state, |state, _| pattern.after(state, 0)))
        };
        Table::explore(&self.radices, 1, None, step, accepts)
    }

    /// The digits of each place, one on each track, are allowed.
    pub fn every_place(
        &self,
        tracks: usize,
        allowed: impl Fn(&[u8]) -> bool,
    ) -> Result<Table, Refusal> {
        let step = |read: &Vec<u8>, level: usize, digit: u8| {
            let read = [read.as_slice(), &[digit]].concat();
            match (level + 1).is_multiple_of(tracks) {
                false => Transition::To(read),
                true if allowed(&read) => Transition::To(Vec::new()),
                true => Transition::Settled(false),
            }
        };
        // The places before the first digits count, too.
        match allowed(&vec![0; tracks]) {
            true => Table::explore(&self.radices, tracks, Vec::new(), step, |_| true),
            false => Ok(Table::constant(tracks, false)),
        }
    }
}

impl Formulas<'_> {
    /// How many zeros stand after the words in which numbers are written, as a system of the statement writes them.
    fn unwritten(&self, system: &System) -> Result<usize, Refusal> {
        let known = Numeration::of(system);
        let known = known.filter(|(numeration, _)| is_same(numeration, &self.digits.numeration));
        known.map(|(_, zeros)| zeros).ok_or_else(|| {
            let (own, system) = (&self.digits.numeration, system);
            Refusal::not_understood(&format!(
                "the system {system} where numbers are written in {own}"
            ))
        })
    }

    /// `(digits(t, S) matches "…")`.
    pub(super) fn matches(
        &self,
        term: &Term,
        system: &System,
        pattern: &str,
    ) -> Result<TableFormula, Refusal> {
        if let Some(weights) = system.finite_weights() {
            return self.matches_in_finite(term, &weights, pattern);
        }
        let zeros = self.unwritten(system)?;
        let most = self.digits.radices.iter().max().copied().unwrap_or(1);
        let table = self
            .digits
            .matches(&PatternAutomaton::new(pattern, most)?, zeros)?;
        self.reads(std::slice::from_ref(term), &table)
    }

    /// `(in every place of (t, …) in S with a, …: F)`.
    pub(super) fn every_place(
        &self,
        terms: &[Term],
        system: &System,
        digits: &[Variable],
        body: &Formula,
    ) -> Result<TableFormula, Refusal> {
        if let Some(weights) = system.finite_weights() {
            return self.every_place_in_finite(terms, &weights, digits, body);
        }
        self.unwritten(system)?;
        let most = self.digits.radices.iter().max().copied().unwrap_or(1);
        let mut tuples: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in terms {
            if tuples.len() * usize::from(most) > MOST_TUPLES {
                return Err(Refusal::TooLarge);
            }
            let longer = tuples.iter().flat_map(|tuple| {
                (0..most).map(move |digit| [tuple.as_slice(), &[digit]].concat())
            });
            tuples = longer.collect();
        }
        let mut allowed = FxHashSet::default();
        for tuple in tuples {
            let forms: Vec<TrackSum> = tuple
                .iter()
                .map(|&d| TrackSum::constant(i64::from(d)))
                .collect();
            match self.with_values(digits, &forms, || self.formula(body))? {
                TableFormula::Constant(true) => {
                    allowed.insert(tuple);
                }
                TableFormula::Constant(false) => {}
                _ => return Err(Refusal::not_understood("a place with a free variable")),
            }
        }
        let table = self
            .digits
            .every_place(terms.len(), |digits| allowed.contains(digits))?;
        self.reads(terms, &table)
    }

    /// `(automaton of (t, …) in S from …)`: the table must be one of such words, and a zero before them must change nothing.
    pub(super) fn automaton(
        &self,
        terms: &[Term],
        system: &System,
        table: &Table,
    ) -> Result<TableFormula, Refusal> {
        let is_proper = table.is_proper(&self.digits.radices, self.watch)?;
        let fits = self.unwritten(system)? == 0 && table.tracks == terms.len();
        match fits && is_proper {
            true => self.reads(terms, table),
            false => Err(Refusal::not_understood(
                "an automaton that is not canonical, or reads other letters,",
            )),
        }
    }

    /// A table holds of the values of some terms, none of which is negative.
    fn reads(&self, terms: &[Term], table: &Table) -> Result<TableFormula, Refusal> {
        self.of_numbers(terms, |tracks| self.leaf(table.clone(), tracks))
    }

    /// What is said of the numbers on some tracks holds of the values of some terms, none of which is negative.
    pub(super) fn of_numbers(
        &self,
        terms: &[Term],
        says: impl Fn(Vec<usize>) -> Result<TableFormula, Refusal>,
    ) -> Result<TableFormula, Refusal> {
        let mut found = Vec::new();
        for (case, tracks) in self.on_tracks(terms, None)? {
            let says = says(tracks)?;
            let tree = TableFormula::and([case.conditions, vec![says]].concat());
            found.push(self.hiding(&tree, &case.hidden)?);
        }
        self.one_table(TableFormula::or(found))
    }

    /// The cases in which no term is negative, with the values on tracks, none of them twice. If there must be no other cases,
    /// this is the word for what the terms are operands of.
    pub(super) fn on_tracks(
        &self,
        terms: &[Term],
        operation: Option<&str>,
    ) -> Result<Vec<(Case, Vec<usize>)>, Refusal> {
        let mut cases = vec![(Case::plain(TrackSum::default()), Vec::new())];
        for term in terms {
            let (values, mut next) = (self.term(term)?, Vec::new());
            if let Some(operation) = operation {
                self.are_natural(&values, operation)?;
            }
            few(cases.len() * values.len())?;
            for (case, tracks) in &cases {
                for value in &values {
                    let (own, track) = self.on_track(value, tracks)?;
                    next.push((case.and(&own), [tracks.as_slice(), &[track]].concat()));
                }
            }
            cases = next;
        }
        Ok(cases)
    }

    fn are_natural(&self, cases: &[Case], operation: &str) -> Result<(), Refusal> {
        for case in cases.iter().filter(|case| !case.value.is_never_negative()) {
            let below = self.relate(&case.value, Relation::Less)?;
            let below = TableFormula::and([case.conditions.as_slice(), &[below]].concat());
            if !self.is_impossible(&below)? {
                let what = format!("{operation} of something that might be negative");
                return Err(Refusal::not_understood(&what));
            }
        }
        Ok(())
    }

    /// The value that a table gives, on its last track, for the values of some terms.
    fn given_by(&self, table: &Table, terms: &[Term], operation: &str) -> Cases {
        let mut cases = Vec::new();
        for (mut case, tracks) in self.on_tracks(terms, Some(operation))? {
            let value = self.hide();
            case.hidden.push(value);
            let given = self.leaf(table.clone(), [tracks, vec![value]].concat())?;
            cases.push(case.with(given, TrackSum::track(value)));
        }
        self.limited(cases)
    }

    pub(super) fn nim_sum(&self, parts: &[Term]) -> Cases {
        if self.digits.numeration != Numeration::Base(2) {
            return Err(Refusal::not_understood(
                "a nim-sum of numbers that are not binary",
            ));
        }
        let is_zero = |digits: &[u8]| digits.iter().fold(0, |sum, digit| sum ^ digit) == 0;
        let table = self.digits.every_place(parts.len() + 1, is_zero)?;
        self.given_by(&table, parts, "a nim-sum")
    }

    /// The same case with its value on a track, which is none of these.
    fn on_track(&self, case: &Case, taken: &[usize]) -> Result<(Case, usize), Refusal> {
        if let ([(track, 1)], 0) = (&case.value.parts[..], case.value.constant)
            && !taken.contains(track)
        {
            return Ok((case.clone(), *track));
        }
        let track = self.hide();
        let equal = self.zero(&case.value.plus(-1, &TrackSum::track(track))?)?;
        let mut case = case.clone().with(equal, TrackSum::track(track));
        case.hidden.push(track);
        Ok((case, track))
    }

    /// `shift(t, S)` or `unshift(t, S)`: what the digits of `t` are worth with a 0 appended, or without the last one. These may be no
    /// number's digits, where every place has its own bound; they are worth something all the same.
    pub(super) fn shift(&self, left: bool, term: &Term, system: &System) -> Cases {
        if let Some(weights) = system.finite_weights() {
            return self.shift_in_finite(left, term, &weights);
        }
        // Where a 0 is not written after the words, that is the last digit.
        let written = self.unwritten(system)? == 0;
        if let Numeration::Base(base) = self.digits.numeration {
            let values = self.term(term)?;
            self.are_natural(&values, "a shift")?;
            let zero = [Case::plain(TrackSum::default())];
            return match left {
                true => self.product(&zero, &values, |zero, value| zero.plus(base, value)),
                false => self.quotients(&values, base),
            };
        }
        let table = self.digits.shifted(left, written)?;
        self.given_by(&table, std::slice::from_ref(term), "a shift")
    }
}

/// Are these the same system? Periods may be written out more than once.
fn is_same(one: &Numeration, other: &Numeration) -> bool {
    match (one, other) {
        (Numeration::Ostrowski(one), Numeration::Ostrowski(other)) => {
            let count = one.len() + other.len();
            let (one, other) = (one.iter().cycle(), other.iter().cycle());
            one.take(count).eq(other.take(count))
        }
        _ => one == other,
    }
}
