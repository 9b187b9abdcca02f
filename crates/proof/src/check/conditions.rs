//! What is said about digits: patterns, what holds in every place, and shifts, as tables of the words of numbers.
//!
//! The tables read digits as they are written, so that the system in which a statement speaks of digits must be the one in
//! which the numbers of the certificate are written; any other is refused, but those of `finite`, whose digits are remainders. A negative number has no digits: no condition on them
//! holds, and a shift of one is refused.

use rustc_hash::FxHashSet;

use super::Refusal;
use super::cases::{Case, Cases, few};
use super::digits::Digits;
use super::form::Form;
use super::formula::Formulas;
use super::pattern::Pattern;
use super::statement::{Formula, Relation, System, Term, Variable};
use super::systems::Numeration;
use super::table::{Step, Table};
use super::tree::Tree;

/// No more tuples of digits of one place are looked at.
const MOST_TUPLES: usize = 1 << 14;

impl Digits {
    /// The word on a track, with so many zeros after it, matches a pattern. Leading zeros are no part of it, and the word of 0
    /// is `0`.
    fn matches(&self, pattern: &Pattern, zeros: usize) -> Result<Table, Refusal> {
        let step = |state: &Option<usize>, _: usize, digit: u8| match (state, digit) {
            (None, 0) => Step::To(None),
            (state, _) => Step::To(Some(pattern.after(state.unwrap_or(0), digit))),
        };
        let accepts = |state: &Option<usize>| {
            let zeros = if state.is_some() { zeros } else { 1 };
            let state = state.unwrap_or(0);
            pattern.ends((0..zeros).fold(state, |state, _| pattern.after(state, 0)))
        };
        Table::explore(&self.radices, 1, None, step, accepts)
    }

    /// The digits of each place, one on each track, are among the allowed ones.
    fn every_place(&self, allowed: &FxHashSet<Vec<u8>>, tracks: usize) -> Result<Table, Refusal> {
        let step = |read: &Vec<u8>, level: usize, digit: u8| {
            let read = [read.as_slice(), &[digit]].concat();
            match (level + 1).is_multiple_of(tracks) {
                false => Step::To(read),
                true if allowed.contains(&read) => Step::To(Vec::new()),
                true => Step::Settled(false),
            }
        };
        // The places before the first digits count, too.
        match allowed.contains(&vec![0; tracks]) {
            true => Table::explore(&self.radices, tracks, Vec::new(), step, |_| true),
            false => Ok(Table::constant(tracks, false)),
        }
    }

    /// The word on the second track is the one on the first without its last digit, which is 0 if that is wanted.
    fn shifted(&self, with_zero: bool) -> Result<Table, Refusal> {
        // The digit of the first track at the place before, and the one at this place once it is read.
        let step = |&(due, own): &(u8, Option<u8>), _: usize, digit: u8| match own {
            None => Step::To((due, Some(digit))),
            Some(own) if digit == due => Step::To((own, None)),
            Some(_) => Step::Settled(false),
        };
        Table::explore(&self.radices, 2, (0, None), step, |&(last, _)| {
            last == 0 || !with_zero
        })
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
    ) -> Result<Tree, Refusal> {
        if let Some(weights) = system.finite_weights() {
            return self.matches_in_finite(term, &weights, pattern);
        }
        let zeros = self.unwritten(system)?;
        let most = self.digits.radices.iter().max().copied().unwrap_or(1);
        let table = self.digits.matches(&Pattern::new(pattern, most)?, zeros)?;
        self.of_numbers(std::slice::from_ref(term), &table)
    }

    /// `(in every place of (t, …) in S with a, …: F)`.
    pub(super) fn every_place(
        &self,
        terms: &[Term],
        system: &System,
        digits: &[Variable],
        body: &Formula,
    ) -> Result<Tree, Refusal> {
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
            let forms: Vec<Form> = tuple
                .iter()
                .map(|&d| Form::constant(i64::from(d)))
                .collect();
            match self.with_values(digits, &forms, || self.formula(body))? {
                Tree::Constant(true) => {
                    allowed.insert(tuple);
                }
                Tree::Constant(false) => {}
                _ => return Err(Refusal::not_understood("a place with a free variable")),
            }
        }
        self.of_numbers(terms, &self.digits.every_place(&allowed, terms.len())?)
    }

    /// `(automaton of (t, …) in S from …)`: the table must be one of such words, and a zero before them must change nothing.
    pub(super) fn automaton(
        &self,
        terms: &[Term],
        system: &System,
        table: &Table,
    ) -> Result<Tree, Refusal> {
        let is_proper = table.is_proper(&self.digits.radices, self.watch)?;
        let fits = self.unwritten(system)? == 0 && table.tracks == terms.len();
        match fits && is_proper {
            true => self.of_numbers(terms, table),
            false => Err(Refusal::not_understood(
                "an automaton that is not canonical, or reads other letters,",
            )),
        }
    }

    /// The table holds of the values of some terms, none of which is negative.
    fn of_numbers(&self, terms: &[Term], table: &Table) -> Result<Tree, Refusal> {
        let mut cases = vec![(Case::plain(Form::default()), Vec::new())];
        for term in terms {
            let (values, mut next) = (self.term(term)?, Vec::new());
            few(cases.len() * values.len())?;
            for (case, tracks) in &cases {
                for value in &values {
                    let (own, track) = self.on_track(value, tracks)?;
                    next.push((case.and(&own), [tracks.as_slice(), &[track]].concat()));
                }
            }
            cases = next;
        }
        let mut found = Vec::new();
        for (case, tracks) in cases {
            let says = self.leaf(table.clone(), tracks)?;
            let tree = Tree::and([case.conditions, vec![says]].concat());
            found.push(self.hiding(&tree, &case.hidden)?);
        }
        self.one_table(Tree::or(found))
    }

    /// The same case with its value on a track, which is none of these.
    fn on_track(&self, case: &Case, taken: &[usize]) -> Result<(Case, usize), Refusal> {
        if let ([(track, 1)], 0) = (&case.value.parts[..], case.value.constant)
            && !taken.contains(track)
        {
            return Ok((case.clone(), *track));
        }
        let track = self.hide();
        let equal = self.zero(&case.value.plus(-1, &Form::track(track))?)?;
        let mut case = case.clone().with(equal, Form::track(track));
        case.hidden.push(track);
        Ok((case, track))
    }

    /// `shift(t, S)` or `unshift(t, S)`: the digits of `t` with a 0 appended, or without the last one.
    ///
    /// In these systems a 0 can stand after any word, so that the number with a 0 appended exists. What is left without the last digit
    /// may be no number's digits in an Ostrowski system `[a; a, …]`; but it is worth `Σ n_k q_{k−1} = Σ n_k (q_{k+1} − a·q_k)`, the
    /// shift of `t` less `a·t`, if the place of `q₀` is a place of `S`.
    pub(super) fn shift(&self, left: bool, term: &Term, system: &System) -> Cases {
        let unwritten = self.unwritten(system)? > 0;
        let less = match &self.digits.numeration {
            _ if self.digits.radices.len() != 1 => {
                let what = format!("a shift in the system {system}");
                return Err(Refusal::not_understood(&what));
            }
            Numeration::Ostrowski(a) if unwritten || !self.digits.drops_last() => Some(a[0]),
            _ => None,
        };
        let table = self.digits.shifted(left || less.is_some())?;
        let mut cases = Vec::new();
        for case in self.term(term)? {
            let below = self.relate(&case.value, Relation::Less)?;
            let below = Tree::and([case.conditions.as_slice(), &[below]].concat());
            if !case.value.is_never_negative() && !self.is_impossible(&below)? {
                return Err(Refusal::not_understood(
                    "a shift of something that might be negative",
                ));
            }
            let (mut case, number) = self.on_track(&case, &[])?;
            let other = self.hide();
            case.hidden.push(other);
            let (tracks, value) = match less {
                _ if left => ([other, number], Form::track(other)),
                None => ([number, other], Form::track(other)),
                Some(a) => {
                    let value = Form::track(other).plus(-a, &Form::track(number))?;
                    ([other, number], value)
                }
            };
            let shifted = self.leaf(table.clone(), tracks.to_vec())?;
            cases.push(case.with(shifted, value));
        }
        self.limited(cases)
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
