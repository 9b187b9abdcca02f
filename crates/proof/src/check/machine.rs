//! Machines that read digits, and two searches over their states.
//!
//! A [`Problem`] is a propositional formula over machines: linear constraints, congruences, admissibility, and
//! tables from a certificate. All machines read the same digits in step, one track after the other. There is no
//! minimisation, no product construction and no complement: a state is the list of the machines' states, and
//! both questions are answered by visiting the states that can be reached.

use std::collections::HashSet;
use std::rc::Rc;

/// How numbers are written: base 2 (`None`), or the Ostrowski system of `[a; a, a, …]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digits(pub(super) Option<i64>);

impl Digits {
    pub(super) fn radix(self) -> u8 {
        self.0.map_or(2, |a| a as u8 + 1)
    }

    /// What one more place makes of `p·w_k + q·w_{k-1}`.
    fn advance(self, (p, q): (i64, i64)) -> (i64, i64) {
        match self.0 {
            None => (2 * p, 0),
            Some(a) => (a * p + q, p),
        }
    }

    /// The weight below the last one: Zeckendorf's numbers go on with 1, others with 0.
    fn below(self) -> i64 {
        i64::from(self.0 == Some(1))
    }
}

/// `Σ plain·x + shifted·S(x) + constant` over tracks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) parts: Vec<(usize, i64, i64)>,
    pub(super) constant: i64,
}

/// An automaton from a certificate: for every node its track, whether it accepts, and its successors. Node 0
/// accepts nothing, node 1 everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many tracks it reads.
    pub tracks: usize,
    /// Where it begins.
    pub start: usize,
    /// The nodes from 2 on: the track read next, acceptance (meaningful at track 0), successors.
    pub nodes: Vec<(usize, bool, Vec<usize>)>,
}

#[derive(Clone, Debug)]
pub(super) enum Machine {
    /// The form is zero.
    Zero(Form),
    /// The form is not negative.
    NotNegative(Form),
    /// The form is divisible by the number.
    Divisible(Form, i64),
    /// The digits of a track represent a number.
    Admissible(usize),
    /// A table, and the tracks that it reads.
    Table(Rc<Table>, Vec<usize>),
}

/// A formula over machines.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Constant(bool),
    Leaf(usize),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

/// Machines over some tracks, and a formula over them.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) digits: Digits,
    pub(super) tracks: usize,
    pub(super) machines: Vec<Machine>,
    pub(super) formula: Tree,
    /// How often each machine occurs in the formula.
    pub(super) uses: Vec<usize>,
}

/// The search became too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

type State = Vec<(i64, i64)>;

const MOST_STATES: usize = 20_000_000;
const PLUS: (i64, i64) = (i64::MAX, 0);
const MINUS: (i64, i64) = (i64::MIN, 0);

impl Tree {
    pub(super) fn count(&self, uses: &mut [usize]) {
        match self {
            Self::Constant(_) => {}
            Self::Leaf(index) => uses[*index] += 1,
            Self::Not(inner) => inner.count(uses),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.count(uses)),
        }
    }
}

impl Problem {
    /// Is there no assignment of numbers to the tracks that makes the formula true?
    pub(super) fn is_impossible(&self) -> Result<bool, TooLarge> {
        if self.tracks == 0 {
            return Ok(self.value(&self.formula, &self.start(), true) == Some(false));
        }
        let undecided = |state: &State| self.value(&self.formula, state, false) != Some(false);
        let mut seen: HashSet<(usize, State)> = HashSet::new();
        let mut queue = vec![(0, self.start())];
        while let Some((track, state)) = queue.pop() {
            if track == 0 && self.value(&self.formula, &state, true) == Some(true) {
                return Ok(false);
            }
            let state = if track == 0 {
                self.begin(&state)
            } else {
                state
            };
            for digit in 0..self.digits.radix() {
                let next = self.read(&state, track, digit);
                let last = track + 1 == self.tracks;
                let (track, next) = if last {
                    (0, self.end(next))
                } else {
                    (track + 1, next)
                };
                if undecided(&next) && seen.insert((track, next.clone())) {
                    queue.push((track, next));
                }
            }
            if seen.len() > MOST_STATES {
                return Err(TooLarge);
            }
        }
        Ok(true)
    }

    /// Can every assignment that makes `self` true be extended to one that makes `other` true? `visible` says
    /// which tracks of `other` are those of `self`, in order.
    pub(super) fn extends_to(&self, other: &Self, visible: &[usize]) -> Result<bool, TooLarge> {
        let mut seen: HashSet<(State, Vec<State>)> = HashSet::new();
        let mut queue = vec![(self.start(), other.reached_by_zeros(visible)?)];
        while let Some((state, set)) = queue.pop() {
            let accepted = |state: &State| other.value(&other.formula, state, true) == Some(true);
            if self.value(&self.formula, &state, true) == Some(true) && !set.iter().any(accepted) {
                return Ok(false);
            }
            for (state, set) in self.pairs_after(other, visible, &state, &set) {
                let lost = self.value(&self.formula, &state, false) == Some(false);
                let won = set
                    .iter()
                    .any(|state| other.value(&other.formula, state, false) == Some(true));
                if !lost && !won && seen.insert((state.clone(), set.clone())) {
                    queue.push((state, set));
                }
            }
            if seen.len() > MOST_STATES {
                return Err(TooLarge);
            }
        }
        Ok(true)
    }

    /// After one more place: every state of `self` with the states of `other` for the same visible digits.
    fn pairs_after(
        &self,
        other: &Self,
        visible: &[usize],
        state: &State,
        set: &[State],
    ) -> HashSet<(State, Vec<State>)> {
        let begun = set.iter().map(|state| other.begin(state)).collect();
        let mut pairs: HashSet<(State, Vec<State>)> = HashSet::from([(self.begin(state), begun)]);
        for track in 0..other.tracks {
            let own = visible.iter().position(|&seen| seen == track);
            let mut next = HashSet::new();
            for (state, set) in pairs {
                match own {
                    None => {
                        next.insert((state, other.any_digit(&set, track)));
                    }
                    Some(own) => next.extend((0..self.digits.radix()).map(|digit| {
                        let set = set
                            .iter()
                            .map(|state| other.read(state, track, digit))
                            .collect();
                        (self.read(&state, own, digit), other.tidy(set))
                    })),
                }
            }
            pairs = next;
        }
        let ended = pairs.into_iter().map(|(state, set)| {
            let set = set.into_iter().map(|state| other.end(state)).collect();
            (self.end(state), other.tidy(set))
        });
        ended.collect()
    }

    /// The start with all states that places with zeros on the visible tracks lead to: a number on a hidden
    /// track may be longer than those on the visible ones.
    fn reached_by_zeros(&self, visible: &[usize]) -> Result<Vec<State>, TooLarge> {
        let mut reached: HashSet<State> = HashSet::from([self.start()]);
        let mut fresh: Vec<State> = vec![self.start()];
        while !fresh.is_empty() {
            let mut states: Vec<State> = fresh.iter().map(|state| self.begin(state)).collect();
            for track in 0..self.tracks {
                states = match visible.contains(&track) {
                    true => states
                        .iter()
                        .map(|state| self.read(state, track, 0))
                        .collect(),
                    false => self.any_digit(&states, track),
                };
            }
            let ended = self.tidy(states.into_iter().map(|state| self.end(state)).collect());
            fresh = ended
                .into_iter()
                .filter(|state| reached.insert(state.clone()))
                .collect();
            if reached.len() > MOST_STATES {
                return Err(TooLarge);
            }
        }
        Ok(self.tidy(reached.into_iter().collect()))
    }

    fn any_digit(&self, states: &[State], track: usize) -> Vec<State> {
        let digits = 0..self.digits.radix();
        self.tidy(
            digits
                .flat_map(|digit| {
                    states
                        .iter()
                        .map(move |state| self.read(state, track, digit))
                })
                .collect(),
        )
    }

    /// In order, none twice, without those that are decided against.
    fn tidy(&self, mut states: Vec<State>) -> Vec<State> {
        states.retain(|state| self.value(&self.formula, state, false) != Some(false));
        states.sort_unstable();
        states.dedup();
        states
    }

    fn start(&self) -> State {
        let start = |machine: &Machine| match machine {
            Machine::Table(table, _) => (table.start as i64, 0),
            _ => (0, 0),
        };
        self.machines.iter().map(start).collect()
    }

    fn begin(&self, state: &State) -> State {
        let begin = |(machine, &pair): (&Machine, &(i64, i64))| match machine {
            Machine::Zero(_) | Machine::NotNegative(_) if pair != PLUS && pair != MINUS => {
                self.digits.advance(pair)
            }
            Machine::Divisible(..) if pair != MINUS => self.digits.advance(pair),
            _ => pair,
        };
        self.machines.iter().zip(state).map(begin).collect()
    }

    fn read(&self, state: &State, track: usize, digit: u8) -> State {
        let read = |(machine, &pair): (&Machine, &(i64, i64))| match machine {
            Machine::Zero(form) | Machine::NotNegative(form) if pair != PLUS && pair != MINUS => {
                self.add(form, pair, track, digit)
            }
            Machine::Divisible(form, by) if pair != MINUS => {
                let (p, q) = self.add(form, pair, track, digit);
                (p.rem_euclid(*by), q.rem_euclid(*by))
            }
            Machine::Admissible(own) if *own == track && pair != MINUS => match self.digits.0 {
                _ if pair.0 == 2 || (pair.0 == 1 && digit > 0) => (2, 0),
                Some(a) => (i64::from(i64::from(digit) == a), 0),
                None => (0, 0),
            },
            Machine::Table(table, tracks) if tracks.contains(&track) && pair.0 > 1 => (
                table.nodes[pair.0 as usize - 2].2[usize::from(digit)] as i64,
                0,
            ),
            _ => pair,
        };
        self.machines.iter().zip(state).map(read).collect()
    }

    fn add(&self, form: &Form, (p, q): (i64, i64), track: usize, digit: u8) -> (i64, i64) {
        let a = self.digits.0.unwrap_or(0);
        form.parts.iter().filter(|part| part.0 == track).fold(
            (p, q),
            |(p, q), &(_, plain, shifted)| {
                // The shift reads w_{k+1} = a·w_k + w_{k-1} for w_k.
                (
                    p + (plain + a * shifted) * i64::from(digit),
                    q + shifted * i64::from(digit),
                )
            },
        )
    }

    /// Ends a place: a linear form that can only be positive, or only negative, from here on is marked so.
    fn end(&self, mut state: State) -> State {
        for (machine, pair) in self.machines.iter().zip(&mut state) {
            let (Machine::Zero(form) | Machine::NotNegative(form)) = machine else {
                continue;
            };
            if *pair == PLUS || *pair == MINUS {
                continue;
            }
            if self.stays_positive(*pair, form, 1) {
                *pair = PLUS;
            } else if self.stays_positive((-pair.0, -pair.1), form, -1) {
                *pair = MINUS;
            }
        }
        self.forget(&self.formula, &mut state);
        state
    }

    /// Where one part decides a conjunction or disjunction, the machines of the other parts are stopped: their
    /// answers no longer matter, and states that differ in them alone become one.
    fn forget(&self, tree: &Tree, state: &mut State) {
        let (parts, deciding) = match tree {
            Tree::Constant(_) | Tree::Leaf(_) => return,
            Tree::Not(inner) => return self.forget(inner, state),
            Tree::And(parts) => (parts, false),
            Tree::Or(parts) => (parts, true),
        };
        match parts
            .iter()
            .position(|part| self.value(part, state, false) == Some(deciding))
        {
            Some(decided) => {
                let others = parts
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| *index != decided);
                others.for_each(|(_, part)| self.stop(part, state));
                self.forget(&parts[decided], state);
            }
            None => parts.iter().for_each(|part| self.forget(part, state)),
        }
    }

    /// Stops the machines of a formula that occur nowhere else.
    fn stop(&self, tree: &Tree, state: &mut State) {
        match tree {
            Tree::Constant(_) => {}
            Tree::Leaf(index) if self.uses[*index] == 1 => {
                state[*index] = if matches!(self.machines[*index], Machine::Table(..)) {
                    (0, 0)
                } else {
                    MINUS
                };
            }
            Tree::Leaf(_) => {}
            Tree::Not(inner) => self.stop(inner, state),
            Tree::And(parts) | Tree::Or(parts) => {
                parts.iter().for_each(|part| self.stop(part, state))
            }
        }
    }

    /// Is the form, times the sign, positive whatever follows?
    ///
    /// What is to come of a number is at most `w_k - 1`, and of its shift less than `(a + 1)·w_k`. The ratio of
    /// `w_{k-1}` to `w_k` lies between 1/2 and 1 if `a = 1`, and between 0 and `1/a` if not.
    fn stays_positive(&self, (p, q): (i64, i64), form: &Form, sign: i64) -> bool {
        let (least, scale) = match self.digits.0 {
            None => (p, 1),
            Some(1) => ((2 * p + q).min(2 * p + 2 * q), 2),
            Some(a) => ((a * p).min(a * p + q), a),
        };
        let a = self.digits.0.unwrap_or(0);
        let (mut to_come, mut spared) = (0, 0);
        for &(_, plain, shifted) in &form.parts {
            let (plain, shifted) = ((-sign * plain).max(0), (-sign * shifted).max(0));
            to_come += plain + (a + 1) * shifted;
            spared += plain;
        }
        // The value is at least (least/scale - to_come)·w_k + spared + constant, and w_k is at least 1.
        let margin = least - scale * to_come;
        margin >= 0 && margin + scale * (spared + sign * form.constant) > 0
    }

    /// The truth of a formula if the word ends here, or, with `ends` false, its truth whatever follows, if that is
    /// decided.
    fn value(&self, tree: &Tree, state: &State, ends: bool) -> Option<bool> {
        match tree {
            Tree::Constant(value) => Some(*value),
            Tree::Leaf(index) => self.machine_value(&self.machines[*index], state[*index], ends),
            Tree::Not(inner) => self.value(inner, state, ends).map(|value| !value),
            Tree::And(parts) => self.all(parts, state, ends, false),
            Tree::Or(parts) => self.all(parts, state, ends, true),
        }
    }

    fn all(&self, parts: &[Tree], state: &State, ends: bool, deciding: bool) -> Option<bool> {
        let mut result = Some(!deciding);
        for part in parts {
            match self.value(part, state, ends) {
                Some(value) if value == deciding => return Some(deciding),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }

    fn machine_value(&self, machine: &Machine, pair: (i64, i64), ends: bool) -> Option<bool> {
        let value = |form: &Form| pair.0 + pair.1 * self.digits.below() + form.constant;
        match machine {
            Machine::Zero(_) if pair == PLUS || pair == MINUS => Some(false),
            Machine::NotNegative(_) if pair == PLUS || pair == MINUS => Some(pair == PLUS),
            Machine::Zero(form) => ends.then(|| value(form) == 0),
            Machine::NotNegative(form) => ends.then(|| value(form) >= 0),
            Machine::Divisible(..) | Machine::Admissible(_) if pair == MINUS => Some(false),
            Machine::Divisible(form, by) => ends.then(|| value(form).rem_euclid(*by) == 0),
            Machine::Admissible(_) if pair.0 == 2 => Some(false),
            Machine::Admissible(_) => ends.then(|| pair.0 == 0 || self.digits.0 == Some(1)),
            Machine::Table(..) if pair.0 < 2 => Some(pair.0 == 1),
            Machine::Table(table, _) => ends.then(|| table.nodes[pair.0 as usize - 2].1),
        }
    }
}
