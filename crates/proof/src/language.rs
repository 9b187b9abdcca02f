//! What a game speaks of as automata that read digits: its claimed P-positions, its winning moves, its sets.

use std::sync::Arc;

use automata::product::disjunction;
use automata::{Automaton, Track};
use logic::arithmetic::System;
use logic::compile::Compiler;
use logic::decide::{DecideError, Gauge};
use logic::digits::{AutomatonError, AutomatonSet};
use logic::lower::{Expression, LoweringContext, TrackLowering};
use logic::watch::Watch;
use logic::{Formula, Set, Term, Variable};
use numeration::named::NamedSystem;
use rules::spec::Spec;

use crate::frame::FRESH;
use crate::p_positions::ClaimedSet;
use crate::prove::with_frame;
use crate::strategy::{ProvedStrategy, winning_moves};

/// Tuples of numbers, as an automaton that reads their digits.
#[derive(Clone, Debug)]
pub struct Language {
    /// The tuples.
    pub set: AutomatonSet,
    /// How their numbers are written.
    pub system: Arc<NamedSystem>,
    /// What each number of a tuple is called.
    pub numbers: Vec<String>,
}

impl Language {
    /// The P-positions that a game claims, whether it is right or not; nothing if it claims none.
    ///
    /// # Errors
    /// If the claim is outside the decidable theories, or the watch stops the work.
    pub fn p_positions(spec: &Spec, watch: &dyn Watch) -> Result<Option<Self>, DecideError> {
        if spec.p_positions.is_none() {
            return Ok(None);
        }
        let gauge = Gauge::new(watch);
        with_frame(spec, &gauge, |frame| {
            let members = ClaimedSet::of(frame)?.members;
            let piles = (0..spec.dimension()).map(|pile| spec.before(pile));
            let numbers = piles.map(|pile| pile.name().to_owned()).collect();
            Self::new(&members, frame.compiler.system(), numbers, watch).map(Some)
        })
    }

    /// All winning moves, if the P-positions are those that the game claims: each pile before the
    /// move, and after it.
    ///
    /// # Errors
    /// If the claim or a rule is outside the decidable theories, or the watch stops the work.
    pub fn winning_moves(spec: &Spec, watch: &dyn Watch) -> Result<Self, DecideError> {
        let gauge = Gauge::new(watch);
        with_frame(spec, &gauge, |frame| {
            let moves = winning_moves(&ClaimedSet::of(frame)?)?;
            Self::of_moves(spec, &moves, frame.compiler.system(), watch)
        })
    }

    /// The moves of a proved strategy, one from every N-position: each pile before the move, and
    /// after it.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn strategy(
        spec: &Spec,
        strategy: &ProvedStrategy,
        watch: &dyn Watch,
    ) -> Result<Self, DecideError> {
        let ways: Vec<&Automaton> = strategy.ways.iter().map(|way| &way.moves).collect();
        let moves = match ways.as_slice() {
            [] => return Err(DecideError::TooLarge),
            ways => disjunction(ways, watch)?,
        };
        Self::of_moves(spec, &moves, strategy.system(), watch)
    }

    fn of_moves(
        spec: &Spec,
        moves: &Automaton,
        system: &System,
        watch: &dyn Watch,
    ) -> Result<Self, DecideError> {
        let piles = (0..spec.dimension()).flat_map(|pile| [spec.before(pile), spec.after(pile)]);
        let numbers = piles.map(|pile| pile.name().to_owned()).collect();
        Self::new(moves, system, numbers, watch)
    }

    /// The members of a set.
    ///
    /// # Errors
    /// If the set is outside the decidable theories, or the watch stops the work.
    pub fn of_set(set: &Arc<Set>, watch: &dyn Watch) -> Result<Self, DecideError> {
        let gauge = Gauge::new(watch);
        let numbers: Vec<Variable> = (0..set.arity)
            .zip(1u32 << 30..)
            .map(|(place, id)| Variable::new(id, name(place, set.arity)))
            .collect();
        let terms: Vec<Term> = numbers.iter().map(Term::from).collect();
        let member = Formula::Member(terms, Arc::clone(set));
        let system = System::for_formulas([&member])?;
        let shared = LoweringContext::new(&system, FRESH, &gauge);
        let compiler = Compiler::new(&shared, &gauge);
        let tracks: Vec<Track> = { 0u32.. }.take(set.arity).map(Track).collect();
        let mut lowering = TrackLowering::new(&shared);
        for (number, track) in numbers.iter().zip(&tracks) {
            lowering = lowering.with(number, Expression::track(*track));
        }
        let members = compiler.compile(&lowering.formula(&member, true)?)?;
        let everything = Automaton::constant(system.alphabet(), &tracks, true);
        let everything = compiler.within_admissible(&everything)?;
        let members = automata::product::conjunction(&[&everything, &members], &gauge)?;
        let numbers = numbers.iter().map(|number| number.name().to_owned());
        Self::new(&members, &system, numbers.collect(), watch)
    }

    fn new(
        automaton: &Automaton,
        system: &System,
        numbers: Vec<String>,
        watch: &dyn Watch,
    ) -> Result<Self, DecideError> {
        let tracks = automaton.tracks();
        let place = |track: Track| {
            let place = tracks.iter().position(|other| *other == track).unwrap_or(0);
            Track(u32::try_from(place).unwrap_or(u32::MAX))
        };
        let set = AutomatonSet::new(&automaton.renamed(place), watch);
        let set = set.map_err(|error| match error {
            AutomatonError::Stopped(stopped) => stopped.into(),
            _ => DecideError::Arithmetic,
        })?;
        let system = system.named().ok_or(DecideError::TooLarge)?;
        Ok(Self {
            set,
            system: Arc::new(system),
            numbers,
        })
    }
}

/// `n`, or `n1`, `n2`, … where there are several.
fn name(place: usize, of: usize) -> String {
    match of {
        1 => "n".to_owned(),
        _ => format!("n{}", place + 1),
    }
}
