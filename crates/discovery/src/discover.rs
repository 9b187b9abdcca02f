//! From rules to a proved claim: guess, prove, and learn from the smallest counterexample.
//!
//! Boards grow. On each, the formulas that agree with it are put to the prover, the nicest first; then the automata that were learned
//! from smaller numbers and are right to the end of the board, the smallest first. A candidate that is refuted is wrong at its smallest
//! counterexample and nowhere below; the next board is large enough to show it. Before the proof, a candidate is compared with brute
//! force on a larger board than that on which it was found: most wrong ones end there. Everything is decided by counting, nothing by a clock: the same rules give the same answer.

use logic::watch::{Limited, Stopped, Watch};
use proof::{ClaimOutcome, Counterexample, Prover, Report};
use rules::outcome::Play;
use rules::spec::Spec;

use crate::board::{Board, BoardError};
use crate::candidate::{AutomaticSet, Candidate, claim_of};
use crate::formulas::formulas;
use crate::rules::BareRules;
use crate::systems::{CandidateSystem, SystemConstraint, candidates};

/// What to look for, and how far.
#[derive(Clone, Debug)]
pub struct DiscoveryOptions {
    /// The largest pile of a board; some seconds' worth, if nothing is said.
    pub max: Option<u32>,
    /// The only systems in which automata are looked for.
    pub systems: Option<Vec<CandidateSystem>>,
    /// Who wins at the end.
    pub play: Play,
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The candidate that is proved.
    pub found: Option<ProvedCandidate>,
    /// What ended the work before everything was tried.
    pub stopped: Option<Stopped>,
    /// What was tried, in this order.
    pub tried: Vec<Attempt>,
}

/// A candidate that is proved.
#[derive(Clone, Debug)]
pub struct ProvedCandidate {
    /// What it is.
    pub candidate: Candidate,
    /// The claim, as text.
    pub claim: String,
    /// The game that claims it.
    pub game: Spec,
    /// The proof.
    pub report: Report,
    /// It was found on a board with this largest pile.
    pub bound: u32,
    /// It agrees with brute force up to this.
    pub compared: u32,
}

/// Something that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The system of an automaton; nothing for a formula.
    pub system: Option<String>,
    /// The claim, if there was one to prove.
    pub claim: Option<String>,
    /// How many states the automaton has, if there was one.
    pub states: Option<usize>,
    /// The largest pile of the board.
    pub bound: u32,
    /// What became of it.
    pub verdict: AttemptVerdict,
}

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// It is proved.
    Proved,
    /// It is false, and this is why.
    Refuted(String),
    /// The prover could not say: it would have needed more memory than it may use, or more than it knows.
    Undecided(String),
    /// Nothing was there to be proved: the number of residuals grows with the board, here to this.
    Grows(usize),
}

/// The most memory that the automata of one proof may take, by their sizes.
pub(crate) const MOST_MEMORY: u64 = 900 << 20;
/// An automaton with more states is not put to the prover.
const MOST_STATES: usize = 400;
/// So many formulas, and so many automata, are put to the prover on one board.
const MOST_FORMULAS: usize = 6;
const MOST_AUTOMATA: usize = 3;

/// Looks for the P-positions of a game.
///
/// # Errors
/// If the game cannot be solved by brute force. A limit is part of the answer.
pub fn discover(
    rules: &BareRules,
    options: &DiscoveryOptions,
    watch: &dyn Watch,
) -> Result<Discovery, BoardError> {
    let mut search = DiscoverySearch {
        rules,
        options,
        watch,
        ground: SystemConstraint::of(rules.spec()),
        prover: Prover::default(),
        tried: Vec::new(),
    };
    let (found, stopped) = match search.run() {
        Ok(found) => (found, None),
        Err(BoardError::Stopped(stopped)) => (None, Some(stopped)),
        Err(error) => return Err(error),
    };
    Ok(Discovery {
        found,
        stopped,
        tried: search.tried,
    })
}

struct DiscoverySearch<'a> {
    rules: &'a BareRules,
    options: &'a DiscoveryOptions,
    watch: &'a dyn Watch,
    ground: SystemConstraint,
    prover: Prover,
    tried: Vec<Attempt>,
}

impl DiscoverySearch<'_> {
    fn run(&mut self) -> Result<Option<ProvedCandidate>, BoardError> {
        let mut bounds = bounds(self.rules.spec(), self.options.max);
        if self.ground == SystemConstraint::Bound && self.options.max.is_none() {
            // Hardly anything can be proved of such rules.
            bounds.truncate(2);
        }
        let mut needed = 0;
        for (place, &max) in bounds.iter().enumerate() {
            let last = place + 1 == bounds.len();
            // A board that does not show the last counterexample shows nothing new.
            if max < needed && !last {
                continue;
            }
            let mut boards = BoardPair {
                board: self.solve(max)?,
                larger: None,
            };
            if let Some(found) = self.on_board(&mut boards, &mut needed)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn solve(&self, max: u32) -> Result<Board, BoardError> {
        Board::solve(self.rules.spec(), max, self.options.play, self.watch)
    }

    fn on_board(
        &mut self,
        boards: &mut BoardPair,
        needed: &mut u32,
    ) -> Result<Option<ProvedCandidate>, BoardError> {
        let found = formulas(self.rules, &boards.board, self.ground, self.watch)?;
        for formula in found.into_iter().take(MOST_FORMULAS) {
            let candidate = Candidate::Formula(formula);
            if let Some(found) = self.attempt(candidate, boards, needed)? {
                return Ok(Some(found));
            }
        }
        for automatic in self.automata(&boards.board)? {
            let candidate = Candidate::Automaton(automatic);
            if let Some(found) = self.attempt(candidate, boards, needed)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The automata that were learned from smaller numbers and are right to the end of the board, the smallest first.
    fn automata(&mut self, board: &Board) -> Result<Vec<AutomaticSet>, BoardError> {
        let systems = match &self.options.systems {
            Some(systems) => systems.clone(),
            None => candidates(self.ground, board),
        };
        let mut found = Vec::new();
        for system in systems {
            self.watch.check()?;
            let words = system.words(board, self.watch)?;
            let shorter = words.length().saturating_sub(1);
            match words.learn(shorter, MOST_STATES, self.watch)? {
                Some(learned) if !words.is_empty() => {
                    let piles = board.dimension();
                    found.extend(AutomaticSet::new(&system, learned, piles, self.watch)?);
                }
                _ => self.tried.push(Attempt {
                    system: Some(system.named.to_string()),
                    claim: None,
                    states: None,
                    bound: board.max,
                    verdict: AttemptVerdict::Grows(words.residuals(
                        words.length(),
                        4,
                        self.watch,
                    )?),
                }),
            }
        }
        found.sort_by_key(AutomaticSet::states);
        found.truncate(MOST_AUTOMATA);
        Ok(found)
    }

    /// Puts a candidate to the prover, unless that was done before.
    fn attempt(
        &mut self,
        candidate: Candidate,
        boards: &mut BoardPair,
        needed: &mut u32,
    ) -> Result<Option<ProvedCandidate>, BoardError> {
        let play = self.options.play;
        let claim = candidate.claim(self.rules, play);
        let Ok(game) = candidate.game(self.rules, play) else {
            return Ok(None);
        };
        let (system, states) = match &candidate {
            Candidate::Formula(_) => (None, None),
            Candidate::Automaton(automatic) => {
                let system = automatic.named().to_string();
                (Some(system), Some(automatic.states()))
            }
        };
        if self.was_tried(system.as_deref(), &claim, states) {
            return Ok(None);
        }
        let (bound, compared) = (boards.board.max, beyond(&boards.board));
        let mut attempt = Attempt {
            system,
            claim: Some(claim.clone()),
            states,
            bound,
            verdict: AttemptVerdict::Refuted(format!(
                "brute force shows other P-positions with piles up to {compared}"
            )),
        };
        if boards.larger.is_none() {
            boards.larger = Some(self.solve(compared)?);
        }
        let fits = match &boards.larger {
            Some(larger) => candidate.fits(self.rules, larger, self.watch)?,
            None => false,
        };
        if !fits {
            self.tried.push(attempt);
            return Ok(None);
        }
        let report = self.prove(&game)?;
        attempt.verdict = self.verdict(&report, needed);
        let proved = attempt.verdict == AttemptVerdict::Proved;
        self.tried.push(attempt);
        Ok(proved.then_some(ProvedCandidate {
            candidate,
            claim,
            game,
            report,
            bound,
            compared,
        }))
    }

    fn was_tried(&self, system: Option<&str>, claim: &str, states: Option<usize>) -> bool {
        self.tried.iter().any(|attempt| {
            attempt.claim.as_deref() == Some(claim)
                && attempt.system.as_deref() == system
                && attempt.states == states
                && !matches!(attempt.verdict, AttemptVerdict::Grows(_))
        })
    }

    fn prove(&self, game: &Spec) -> Result<Report, Stopped> {
        self.watch.check()?;
        let budget = Limited::new(self.watch).memory(MOST_MEMORY);
        let claim = claim_of(self.options.play);
        let report = self.prover.prove_claim(game, claim, &budget);
        match report.outcome {
            // What a proof may take ends this attempt alone.
            ClaimOutcome::Stopped(stopped) if !stopped.is_too_large() => Err(stopped),
            _ => Ok(report),
        }
    }

    /// What became of a candidate. The next board shows the counterexample.
    fn verdict(&self, report: &Report, needed: &mut u32) -> AttemptVerdict {
        match &report.outcome {
            ClaimOutcome::Proved => AttemptVerdict::Proved,
            ClaimOutcome::Refuted(counterexample) => {
                *needed = (*needed).max(largest_pile(counterexample));
                AttemptVerdict::Refuted(counterexample.to_string())
            }
            other => AttemptVerdict::Undecided(other.undecided().unwrap_or_default()),
        }
    }
}

/// The board on which candidates are found, and a larger one on which they are compared with brute force before they are proved.
struct BoardPair {
    board: Board,
    larger: Option<Board>,
}

/// The largest pile of the larger board.
fn beyond(board: &Board) -> u32 {
    let more = match (board.dimension(), board.max) {
        (1, _) | (2, ..1_001) => board.max.saturating_mul(3),
        (2, ..4_001) | (3, ..101) => board.max,
        _ => board.max / 3,
    };
    board.max.saturating_add(more)
}

/// The largest pile of a counterexample, as far as boards go.
fn largest_pile(counterexample: &Counterexample) -> u32 {
    let position = match counterexample {
        Counterexample::MoveInside { from, .. } | Counterexample::TooManyInside { from, .. } => {
            from
        }
        Counterexample::NoMoveInto { position }
        | Counterexample::EndInside { position }
        | Counterexample::TooFewInto { position, .. } => position,
        _ => return 0,
    };
    let largest = position.piles().iter().max();
    largest.map_or(0, |pile| u32::try_from(pile).unwrap_or(u32::MAX))
}

/// The largest pile of the second of the usual boards: as far as one goes where there are many games.
pub(crate) fn second_bound(spec: &Spec) -> u32 {
    let bounds = bounds(spec, None);
    bounds.get(1).or(bounds.first()).copied().unwrap_or(8)
}

/// The largest piles of the boards, one after the other.
fn bounds(spec: &Spec, max: Option<u32>) -> Vec<u32> {
    let usual: &[u32] = match (spec.dimension(), spec.blocking) {
        (1, _) => &[500, 5_000, 20_000],
        (2, 0) => &[250, 1_000, 4_000, 12_000],
        (2, _) => &[150, 400, 1_200],
        (3, _) => &[90, 220, 510],
        (4, _) => &[36, 70, 135],
        (5, _) => &[16, 24],
        _ => &[8, 12],
    };
    match max {
        None => usual.to_vec(),
        Some(max) => {
            let smaller = usual.iter().copied().filter(|bound| *bound < max);
            smaller.chain([max]).collect()
        }
    }
}
