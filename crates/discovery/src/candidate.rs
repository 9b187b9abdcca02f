//! Candidates for the P-positions: a game that claims them, and what they should be on a board.

use std::sync::Arc;

use automata::{Automaton, Step, Track};
use games::outcome::Play;
use games::spec::Spec;
use lang::Diagnostics;
use logic::Formula as Condition;
use logic::digits::{AutomatonError, AutomatonSet, ConditionKind, DigitCondition};
use logic::watch::{Stopped, Watch};
use numeration::named::NamedSystem;
use proof::Claim;

use crate::board::Board;
use crate::formulas::Formula;
use crate::pieces::{claimed, tuple};
use crate::residuals::Learned;
use crate::rules::Rules;
use crate::systems::System;

/// A candidate for the P-positions.
#[derive(Clone, Debug)]
pub enum Candidate {
    /// A formula.
    Formula(Formula),
    /// An automaton in a system.
    Automaton(Automatic),
}

/// Positions whose digits an automaton accepts.
#[derive(Clone, Debug)]
pub struct Automatic {
    /// The system.
    pub system: System,
    /// The automaton as it was learned.
    pub learned: Learned,
    /// The same for formulas.
    pub set: AutomatonSet,
}

impl Automatic {
    /// An automaton that was learned from the words of a system.
    ///
    /// # Errors
    /// If the watch says so, or if zeros in front of a word matter to it, which they never do to what was learned.
    pub fn new(
        system: &System,
        learned: Learned,
        piles: usize,
        watch: &dyn Watch,
    ) -> Result<Self, AutomatonError> {
        let automaton = learned.automaton(system, piles, watch)?;
        Ok(Self {
            system: system.clone(),
            learned,
            set: AutomatonSet::new(&automaton, watch)?,
        })
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
    /// The claim as text; of an automaton, with the name of the file that holds it.
    pub fn claim(&self, rules: &Rules, play: Play, file: &str) -> String {
        match self {
            Self::Formula(formula) => formula.claim.clone(),
            Self::Automaton(automatic) => {
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
    pub fn game(&self, rules: &Rules, play: Play, file: &str) -> Result<Spec, Diagnostics> {
        match self {
            Self::Formula(formula) => rules.claiming(&formula.claim),
            Self::Automaton(automatic) => {
                // A condition in whose place the automaton is put.
                let placeholder = format!("{} when true", claimed(play));
                let spec = rules.claiming(&placeholder)?;
                Ok(accepting(spec, play, file, automatic))
            }
        }
    }

    /// Does it agree with brute force?
    pub fn fits(&self, rules: &Rules, board: &Board) -> bool {
        match self {
            Self::Formula(formula) => formula.fits(rules, board),
            Self::Automaton(automatic) => {
                let words = automatic.system.words(board);
                words.is_language_of(&automatic.learned)
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

/// The game with the positions that an automaton accepts in the place of those that meet a condition.
fn accepting(mut spec: Spec, play: Play, file: &str, automatic: &Automatic) -> Spec {
    let claimed = match play {
        Play::Normal => &mut spec.p_positions,
        Play::Misere => &mut spec.misere_p_positions,
    };
    if let Some(set) = claimed {
        let condition = Arc::new(DigitCondition {
            system: Arc::clone(automatic.named()),
            kind: ConditionKind::Automaton(file.into(), automatic.set.clone()),
        });
        let mut accepted = set.as_ref().clone();
        for piece in &mut accepted.pieces {
            piece.condition = Condition::Digits(piece.tuple.clone(), Arc::clone(&condition));
        }
        *set = Arc::new(accepted);
    }
    spec
}

impl Learned {
    /// The automaton that reads digit by digit, with the tracks 0, 1, … for the piles.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn automaton(
        &self,
        system: &System,
        piles: usize,
        watch: &dyn Watch,
    ) -> Result<Automaton, Stopped> {
        let alphabet = system.system.alphabet();
        let tracks: Vec<Track> = (0..).map(Track).take(piles).collect();
        let digits = alphabet.places() * piles;
        Automaton::explore(
            alphabet,
            &tracks,
            Step::To((0usize, Vec::new())),
            |(state, read): &(usize, Vec<u8>), _, digit| {
                let letter = [read.as_slice(), &[digit]].concat();
                if letter.len() < digits {
                    return Step::To((*state, letter));
                }
                let edges = &self.states[*state].edges;
                match edges.binary_search_by(|(known, _)| known.cmp(&letter)) {
                    Ok(place) => Step::To((edges[place].1, Vec::new())),
                    Err(_) => Step::Dead,
                }
            },
            |(state, _)| self.states[*state].accepting,
            watch,
        )
    }
}
