//! Candidates for the P-positions: a game that claims them, and what they should be on a board.

use std::sync::Arc;

use automata::{Automaton, Successor, Track};
use lang::Diagnostics;
use logic::digits::{AutomatonError, AutomatonSet};
use logic::watch::{Stopped, Watch};
use numeration::named::NamedSystem;
use proof::Claim;
use rules::outcome::Play;
use rules::spec::Spec;

use crate::board::Board;
use crate::formulas::FormulaCandidate;
use crate::pieces::{claimed, tuple};
use crate::residuals::LearnedAutomaton;
use crate::rules::BareRules;
use crate::systems::CandidateSystem;

/// A candidate for the P-positions.
#[derive(Clone, Debug)]
pub enum Candidate {
    /// A formula.
    Formula(FormulaCandidate),
    /// An automaton in a system.
    Automaton(AutomaticSet),
}

/// Positions whose digits an automaton accepts.
#[derive(Clone, Debug)]
pub struct AutomaticSet {
    /// The system.
    pub system: CandidateSystem,
    /// The automaton as it was learned.
    pub learned: LearnedAutomaton,
    /// The same for formulas.
    pub set: AutomatonSet,
    /// The same as the text of a file.
    pub text: String,
}

/// An automaton with more letters than this is not written down.
const MOST_LETTERS: usize = 1 << 20;

impl AutomaticSet {
    /// An automaton that was learned from the words of a system; nothing if it cannot be written down.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn new(
        system: &CandidateSystem,
        learned: LearnedAutomaton,
        piles: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, Stopped> {
        let automaton = learned.automaton(system, piles, watch)?;
        let set = match AutomatonSet::new(&automaton, watch) {
            Ok(set) => set,
            Err(AutomatonError::Stopped(stopped)) => return Err(stopped),
            Err(_) => return Ok(None),
        };
        let text = set.written(&system.named, MOST_LETTERS);
        Ok(text.map(|text| Self {
            system: system.clone(),
            learned,
            set,
            text,
        }))
    }

    /// The system by its name.
    pub fn named(&self) -> &Arc<NamedSystem> {
        &self.system.named
    }

    /// How many states the automaton has.
    pub fn states(&self) -> usize {
        self.learned.states.len()
    }
}

impl Candidate {
    /// The claim as text; of an automaton, with the name of the [file](BareRules::fresh_file) that holds it.
    pub fn claim(&self, rules: &BareRules, play: Play) -> String {
        match self {
            Self::Formula(formula) => formula.claim.clone(),
            Self::Automaton(automatic) => {
                let file = rules.fresh_file();
                let set = rules.fresh(&["W", "S", "T", "V"]);
                let piles = tuple(rules.spec().piles.names.iter().map(ToString::to_string));
                let (system, p) = (automatic.named(), claimed(play));
                format!("set {set} = automaton \"{file}\" in {system}\n{p} when {piles} in {set}")
            }
        }
    }

    /// The game that claims this.
    ///
    /// # Errors
    /// If the text of a formula cannot be read.
    pub fn game(&self, rules: &BareRules, play: Play) -> Result<Spec, Diagnostics> {
        match self {
            Self::Formula(formula) => rules.claiming(&formula.claim),
            Self::Automaton(automatic) => {
                let claim = self.claim(rules, play);
                rules.claiming_beside(&claim, &rules.fresh_file(), &automatic.text)
            }
        }
    }

    /// Does it agree with brute force?
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn fits(
        &self,
        rules: &BareRules,
        board: &Board,
        watch: &dyn Watch,
    ) -> Result<bool, Stopped> {
        match self {
            Self::Formula(formula) => formula.fits(rules, board, watch),
            Self::Automaton(automatic) => {
                let words = automatic.system.words(board, watch)?;
                watch.check()?;
                Ok(words.is_language_of(&automatic.learned))
            }
        }
    }
}

/// What is claimed.
pub fn claim_of(play: Play) -> Claim {
    match play {
        Play::Normal => Claim::PPositions,
        Play::Misere => Claim::MiserePPositions,
    }
}

impl LearnedAutomaton {
    /// The automaton that reads digit by digit, with the tracks 0, 1, … for the piles.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn automaton(
        &self,
        system: &CandidateSystem,
        piles: usize,
        watch: &dyn Watch,
    ) -> Result<Automaton, Stopped> {
        let alphabet = system.system.alphabet();
        let tracks: Vec<Track> = (0..).map(Track).take(piles).collect();
        let digits = alphabet.places() * piles;
        Automaton::explore(
            alphabet,
            &tracks,
            Successor::To((0usize, Vec::new())),
            |(state, read): &(usize, Vec<u8>), _, digit| {
                let letter = [read.as_slice(), &[digit]].concat();
                if letter.len() < digits {
                    return Successor::To((*state, letter));
                }
                let edges = &self.states[*state].edges;
                match edges.binary_search_by(|(known, _)| known.cmp(&letter)) {
                    Ok(place) => Successor::To((edges[place].1, Vec::new())),
                    Err(_) => Successor::Dead,
                }
            },
            |(state, _)| self.states[*state].accepting,
            watch,
        )
    }
}
