//! Deciding sentences for all numbers, and why something cannot be decided.
//!
//! ```
//! use logic::arithmetic::verify::KnownSystems;
//! use logic::decide::{Truth, decide};
//! use logic::{Formula, Term, Unwatched, Variable};
//! // forall n: n + n != 7 is true, forall n: n + n != 8 is not.
//! let n = Variable::new(0, "n");
//! let sentence = |number: i64| Formula::forall(&n, (Term::from(&n) + &n).differs(number));
//! let known = KnownSystems::default();
//! let verdict = |number| decide(&sentence(number), &known, &Unwatched).unwrap().verdict;
//! assert_eq!(verdict(7), Truth::True);
//! let Truth::False(values) = verdict(8) else { panic!() };
//! assert_eq!(values[0].1, 4u32);
//! ```

use std::ops::Add;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

use automata::witness::cheapest;
use automata::{Automaton, Track};
use numeration::abbreviated::abbreviated;
use numeration::natural::{Integer, Natural};
use thiserror::Error;
use watch::locked;

use crate::arithmetic::System;
use crate::arithmetic::verify::{Foundations, KnownSystems};
use crate::compile::Compiler;
use crate::defined;
use crate::evaluate::{self, Assignment};
use crate::formula::Formula;
use crate::lower::{Expression, LoweringContext, TrackLowering};
use crate::small::small_values;
use crate::term::Variable;
use crate::watch::{CaseProgress, Construction, Stopped, Watch};

/// What was found out about a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceDecision {
    /// Whether it is true.
    pub verdict: Truth,
    /// The size of the largest automaton on the way, in nodes.
    pub largest: usize,
    /// What the arithmetic rests on.
    pub foundations: Foundations,
}

/// Whether a sentence is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is.
    True,
    /// It is not. For `forall a, b: …`, the values of a, b with the least sum that make the body false, the
    /// lexicographically least ones among those; nothing for other sentences.
    False(Vec<(Variable, Natural)>),
}

/// Why a sentence was not decided.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecideError {
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// A constant that is neither rational nor quadratic.
    #[error(
        "{0} is neither rational nor quadratic, so that sentences about the floors of its multiples belong to no theory known to be \
         decidable; `prove --max N` compares them with brute force"
    )]
    Constant(String),
    /// Constants of two different fields.
    #[error(
        "the constants involve both the square root of {0} and that of {1}: with two independent irrationals, addition \
         and the floors together are undecidable; `prove --max N` compares them with brute force"
    )]
    TwoFields(String, String),
    /// A nim-sum together with an irrational constant.
    #[error(
        "nim-sums are made of binary digits, and this game's numbers have to be written in another system"
    )]
    NimSum,
    /// Digits of two systems.
    #[error(
        "the claim speaks of the digits in {0} and of those in {1}, and it is read in one system: say it in {0} alone or in {1} \
         alone, or make two claims of it"
    )]
    TwoSystems(String, String),
    /// Digits of one system and floors that need another.
    #[error(
        "the claim speaks of the digits in {0}, and its floors need the digits of a number with the square root of {1}: say it \
         without one of them, or with digits in ostrowski(sqrt({1}))"
    )]
    DigitsAndFloors(String, String),
    /// A numeration system that automata do not read.
    #[error(
        "digits in {0} are not read by the prover: {1}; `prove --max N` compares them with brute force"
    )]
    System(String, &'static str),
    /// A number beyond what an automaton can hold.
    #[error("a coefficient or a number of cases is too large for an automaton")]
    TooLarge,
    /// The automata for sums and floors fail their proof.
    #[error(
        "the arithmetic of the numeration system could not be proved: this is an error of the program"
    )]
    Arithmetic,
    /// A variable without a value.
    #[error("the variable {0} is not bound")]
    Unbound(String),
    /// Something has no truth value.
    #[error("{0}")]
    Undefined(String),
}

/// Decides a closed sentence.
///
/// # Errors
/// If it is outside the decidable theories, has no truth value, or the watch stops the work.
pub fn decide(
    sentence: &Formula,
    known: &KnownSystems,
    watch: &dyn Watch,
) -> Result<SentenceDecision, DecideError> {
    if is_plainly_defined(sentence, &[], &[], known, watch)? {
        return decide_guarded(sentence, known, watch);
    }
    let (mut variables, mut body) = (Vec::new(), sentence.unnamed());
    while let Formula::Forall(variable, inner) = body {
        variables.push(variable);
        body = inner.unnamed();
    }
    let all = |body: Formula| {
        let variables = variables.iter().rev();
        variables.fold(body, |body, variable| Formula::forall(variable, body))
    };
    let not_false = decide_guarded(&all(!defined::is_false(body)), known, watch)?;
    if not_false.verdict != Truth::True {
        return Ok(not_false);
    }
    let decision = decide_guarded(&all(defined::is_true(body)), known, watch)?;
    match &decision.verdict {
        Truth::True => Ok(SentenceDecision {
            largest: decision.largest.max(not_false.largest),
            ..decision
        }),
        Truth::False(values) => Err(undefined(body, values)),
    }
}

/// Does it follow from sentences about linear forms that a formula has a truth value for all values of its variables for which something is
/// given? If not, it may have one all the same.
///
/// # Errors
/// If the watch stops the work.
pub fn is_plainly_defined(
    formula: &Formula,
    variables: &[Variable],
    given: &[Formula],
    known: &KnownSystems,
    watch: &dyn Watch,
) -> Result<bool, DecideError> {
    let Some(obligations) = defined::obligations(formula, given) else {
        return Ok(false);
    };
    for obligation in obligations {
        let variables = variables.iter().rev();
        let sentence = variables.fold(obligation, |body, own| Formula::forall(own, body));
        match decide_guarded(&sentence, known, watch) {
            Ok(decision) if decision.verdict == Truth::True => {}
            Err(stopped @ DecideError::Stopped(_)) => return Err(stopped),
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Why a formula has no truth value for these values of its variables.
pub fn undefined(formula: &Formula, values: &[(Variable, Natural)]) -> DecideError {
    let mut known = Assignment::new();
    for (variable, value) in values {
        known.set(variable, Integer::from(value));
    }
    let why = match evaluate::holds(formula, &known) {
        Err(why) => why.to_string(),
        Ok(_) => "the digits, a shift or a nim-sum of a negative number would be needed".to_owned(),
    };
    let values = values.iter();
    let values = values.map(|(variable, value)| format!("{variable} = {}", abbreviated(value)));
    let values: Vec<String> = values.collect();
    DecideError::Undefined(match values.is_empty() {
        true => why,
        false => format!("for {}, {why}", values.join(", ")),
    })
}

/// Decides a closed sentence in which whatever might have no value stands beside the condition under which it has one (see
/// [`defined`]).
///
/// # Errors
/// If it is outside the decidable theories, or the watch stops the work.
pub fn decide_guarded(
    sentence: &Formula,
    known: &KnownSystems,
    watch: &dyn Watch,
) -> Result<SentenceDecision, DecideError> {
    let gauge = Gauge::new(watch);
    let system = System::for_formulas([sentence])?;
    let decided = gauge.arithmetic(&system, known).and_then(|foundations| {
        let verdict = decide_in(&system, sentence, &gauge)?;
        Ok((verdict, foundations))
    });
    let (verdict, foundations) = decided?;
    Ok(SentenceDecision {
        verdict,
        largest: gauge.largest(),
        foundations,
    })
}

fn decide_in(system: &System, sentence: &Formula, gauge: &Gauge<'_>) -> Result<Truth, DecideError> {
    gauge.begin("deciding a sentence");
    let shared = LoweringContext::new(system, Track(0), gauge);
    let compiler = Compiler::new(&shared, gauge);
    let lowering = TrackLowering::new(&shared);
    let general = || decide_by_automata(&shared, sentence, &lowering, &compiler, gauge);
    if let Some(verdict) = gauge.attempt(FIRST_ATTEMPT, general)? {
        return Ok(verdict);
    }
    match small_values(sentence, &lowering, &compiler, gauge)? {
        Some(verdict) => Ok(verdict),
        None => general(),
    }
}

/// Larger automata are made only after small values were tried.
const FIRST_ATTEMPT: usize = 4_000;

fn decide_by_automata(
    shared: &LoweringContext<'_>,
    sentence: &Formula,
    lowering: &TrackLowering<'_>,
    compiler: &Compiler<'_>,
    gauge: &Gauge<'_>,
) -> Result<Truth, DecideError> {
    if !compiler
        .compile(&lowering.formula(sentence, true)?)?
        .is_empty()
    {
        return Ok(Truth::True);
    }
    let (mut variables, mut body, mut values) = (Vec::new(), sentence.unnamed(), lowering.clone());
    while let Formula::Forall(variable, inner) = body {
        let track = shared.fresh();
        values = values.with(variable, Expression::track(track));
        variables.push((variable.clone(), track));
        body = inner.unnamed();
    }
    if variables.is_empty() {
        return Ok(Truth::False(Vec::new()));
    }
    let counterexamples =
        compiler.within_admissible(&compiler.compile(&values.formula(body, false)?)?)?;
    let tracks: Vec<Track> = variables.iter().map(|(_, track)| *track).collect();
    let found = least(shared.system(), &counterexamples, &tracks, gauge)?
        .expect("a false sentence has a counterexample");
    Ok(Truth::False(
        variables
            .into_iter()
            .map(|(variable, _)| variable)
            .zip(found)
            .collect(),
    ))
}

/// The numbers on the given tracks that an automaton accepts with the least sum, the lexicographically least
/// ones among those; tracks that it does not read are 0. The automaton accepts admissible words only.
///
/// # Errors
/// If the watch says so.
pub fn least(
    system: &System,
    automaton: &Automaton,
    order: &[Track],
    watch: &dyn Watch,
) -> Result<Option<Vec<Natural>>, Stopped> {
    let ranks: Vec<usize> = automaton
        .tracks()
        .iter()
        .map(|track| order.iter().position(|other| other == track).unwrap_or(0))
        .collect();
    let weights: std::cell::RefCell<Vec<Natural>> = std::cell::RefCell::default();
    let weight = |place: usize| {
        let mut weights = weights.borrow_mut();
        if weights.len() <= place {
            *weights = system.weights(2 * place + 8);
        }
        weights[place].clone()
    };
    let nothing = Sizes(vec![Natural::from(0u32); order.len() + 1]);
    let cost = |track: usize, place: usize, digit: u8| {
        let mut sizes = nothing.clone();
        let value = weight(place) * Natural::from(digit);
        sizes.0[ranks[track] + 1] = value.clone();
        sizes.0[0] = value;
        sizes
    };
    let places = system.alphabet().places();
    let enough = |letters: usize, sizes: &Sizes| weight(letters * places) > sizes.0[0];
    let found = cheapest(automaton, &nothing, cost, enough, watch)?;
    Ok(found.map(|(sizes, _)| sizes.0[1..].to_vec()))
}

/// A sum of numbers, followed by the numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Sizes(Vec<Natural>);

impl Add for Sizes {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(
            self.0
                .into_iter()
                .zip(other.0)
                .map(|(a, b)| a + b)
                .collect(),
        )
    }
}

/// A watch that measures automata: it remembers the largest one, and turns nodes into bytes for the watch that it stands for.
pub struct Gauge<'a> {
    watch: &'a dyn Watch,
    step: Mutex<&'static str>,
    case: Mutex<Option<CaseProgress>>,
    largest: AtomicUsize,
    /// The bytes of all automata that are kept.
    kept: AtomicU64,
    /// The largest automaton of an attempt, and whether it would have been larger.
    most: AtomicUsize,
    given_up: AtomicBool,
    /// The bytes that this work holds, and that work beside it does.
    held: AtomicU64,
    beside: AtomicU64,
    /// Does work beside this one make it stop?
    interrupted: AtomicBool,
}

impl<'a> Gauge<'a> {
    /// Nothing was measured yet.
    pub fn new(watch: &'a dyn Watch) -> Self {
        Self {
            watch,
            step: Mutex::new("starting"),
            case: Mutex::new(None),
            largest: AtomicUsize::new(0),
            kept: AtomicU64::new(0),
            most: AtomicUsize::new(usize::MAX),
            given_up: AtomicBool::new(false),
            held: AtomicU64::new(0),
            beside: AtomicU64::new(0),
            interrupted: AtomicBool::new(false),
        }
    }

    /// Makes the work stop as soon as it asks, or lets it go on again.
    pub fn interrupt(&self, stop: bool) {
        self.interrupted.store(stop, Relaxed);
    }

    /// Is it to stop?
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// Whoever watches from outside.
    pub(crate) fn outside(&self) -> &dyn Watch {
        self.watch
    }

    /// The bytes that the work holds.
    pub(crate) fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    /// Work beside this one has made an automaton of so many nodes.
    pub(crate) fn tell_beside(&self, nodes: u64) {
        let memory = self.held().saturating_add(self.beside.load(Relaxed));
        self.tell(usize::try_from(nodes).unwrap_or(usize::MAX), memory);
    }

    /// Work beside this one holds so many bytes.
    pub(crate) fn hold_beside(&self, bytes: u64) {
        self.beside.store(bytes, Relaxed);
    }

    /// Says what is being done from here on.
    pub fn begin(&self, step: &'static str) {
        *locked(&self.step) = step;
        *locked(&self.case) = None;
        self.tell(0, self.with_kept(0));
    }

    /// Says which case of the step is looked at from here on, the first being 0, and how many there are as far as known.
    pub fn case(&self, done: usize, of: usize) {
        self.tell_case(done, of, false);
    }

    /// The same where all of so many cases are looked at, and no others.
    pub fn counted_case(&self, done: usize, of: usize) {
        self.tell_case(done, of, true);
    }

    fn tell_case(&self, done: usize, of: usize, counted: bool) {
        let case = CaseProgress {
            number: done as u64 + 1,
            of: of as u64,
            counted,
        };
        *locked(&self.case) = Some(case);
        self.tell(0, self.with_kept(0));
    }

    /// Proves the arithmetic of a system, unless that is too dear or was done before.
    ///
    /// # Errors
    /// If the watch stops the work, or the automata turn out to be wrong.
    pub fn arithmetic(
        &self,
        system: &System,
        known: &KnownSystems,
    ) -> Result<Foundations, DecideError> {
        self.begin("the arithmetic of the numeration system");
        let found = known.foundations(system, self);
        self.largest.store(0, Relaxed);
        found
    }

    /// Does some work unless an automaton grows larger than this on the way. Of attempts inside each other the one with the
    /// smaller limit is given up.
    ///
    /// # Errors
    /// As the work.
    pub fn attempt<T>(
        &self,
        largest: usize,
        work: impl FnOnce() -> Result<T, DecideError>,
    ) -> Result<Option<T>, DecideError> {
        let outer = self.most.fetch_min(largest, Relaxed);
        let result = work();
        self.most.store(outer, Relaxed);
        match result {
            Err(DecideError::Stopped(_))
                if largest < outer && self.given_up.swap(false, Relaxed) =>
            {
                Ok(None)
            }
            other => other.map(Some),
        }
    }

    /// Does some work while so many bytes are held beside it that it does not know of.
    pub fn while_held<T>(&self, bytes: usize, work: impl FnOnce() -> T) -> T {
        self.kept.fetch_add(bytes as u64, Relaxed);
        let result = work();
        self.kept.fetch_sub(bytes as u64, Relaxed);
        result
    }

    /// Remembers an automaton that was made.
    pub fn note(&self, automaton: &Automaton) {
        self.note_size(automaton.size());
    }

    /// Remembers that an automaton of this many nodes was made.
    pub fn note_size(&self, nodes: usize) {
        self.largest.fetch_max(nodes, Relaxed);
    }

    /// The size of the largest automaton, in nodes.
    pub fn largest(&self) -> usize {
        self.largest.load(Relaxed)
    }

    /// The bytes of a construction together with those of the automata that are kept.
    fn with_kept(&self, bytes: usize) -> u64 {
        self.kept.load(Relaxed).saturating_add(bytes as u64)
    }

    fn tell(&self, nodes: usize, memory: u64) {
        self.watch.construction(Construction {
            step: *locked(&self.step),
            states: nodes as u64,
            memory,
            case: *locked(&self.case),
        });
    }
}

impl Watch for Gauge<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn check(&self) -> Result<(), Stopped> {
        if self.is_interrupted() {
            return Err(Stopped::Cancelled);
        }
        self.watch.check()
    }

    fn grow(&self, nodes: usize, bytes: usize) -> Result<(), Stopped> {
        if nodes > self.most.load(Relaxed) {
            self.given_up.store(true, Relaxed);
            return Err(Stopped::Size {
                allowed: self.most.load(Relaxed),
            });
        }
        self.note_size(nodes);
        let own = self.with_kept(bytes);
        self.held.store(own, Relaxed);
        let needed = own.saturating_add(self.beside.load(Relaxed));
        self.tell(nodes, needed);
        match self.watch.memory_limit() {
            Some(allowed) if needed > allowed => Err(Stopped::Memory { needed, allowed }),
            _ if self.is_interrupted() => Err(Stopped::Cancelled),
            _ => self
                .watch
                .grow(nodes, usize::try_from(needed).unwrap_or(usize::MAX)),
        }
    }

    /// What is kept is part of the bytes of every construction from now on: it is told outside by
    /// [`grow`](Watch::grow), and would be counted twice if it were told alone as well.
    fn keep(&self, bytes: usize) {
        self.kept.fetch_add(bytes as u64, Relaxed);
    }
}
