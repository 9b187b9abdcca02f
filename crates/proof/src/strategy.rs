//! Winning moves from a proof: an automaton of (position, winning move).
//!
//! While "every other position moves into `S`" is proved, each way that is used (a kind of move, an arrangement
//! of the piles, a family of targets) gives an automaton over the piles before and after the move. Each
//! covers the positions that the ways before it left open, and is made single-valued: of several targets the
//! one whose digits come first stays. Together they play any position, of any size, in time linear in its
//! digits: forward through the digits of the position with the set of nodes that can be reached, then backward
//! along one path, which spells the target.

use std::ops::Range;

use automata::product::{conjunction, disjunction};
use automata::project::subtract;
use automata::{Automaton, Node, Successor, Track};
use logic::arithmetic::System;
use logic::decide::{DecideError, Gauge};
use logic::lower::Expression;
use logic::watch::{Stopped, Watch};
use rules::position::Position;
use rules::ruleset::Kind;
use rules::spec::Spec;

use crate::claim::{Claim, Proof, ProofTrace};
use crate::frame::{Frame, TO_OTHER_PILES};
use crate::p_positions::{ClaimedSet, MovePattern};
use crate::prove::with_frame;

/// A strategy for all positions of a game.
#[derive(Debug)]
pub struct ProvedStrategy {
    system: System,
    /// The P-positions, over the tracks of the piles before a move.
    pub(crate) members: Automaton,
    pub(crate) ways: Vec<MoveAutomaton>,
}

/// The moves of one kind to one family of targets.
#[derive(Clone, Debug)]
pub(crate) struct MoveAutomaton {
    pub(crate) kind: Kind,
    /// Over the piles before and after the move, alternating.
    pub(crate) moves: Automaton,
}

/// The answer to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinningAdvice {
    /// It is a P-position: every move loses.
    Lost,
    /// It is an N-position: this move, of this kind, wins.
    Move {
        /// The position to move to.
        to: Position,
        /// The kind of move.
        kind: Kind,
    },
}

impl ProvedStrategy {
    /// The winning moves that a proof of the claim `P = S` leaves; nothing for a proof of another kind of claim.
    ///
    /// # Errors
    /// If the watch stops the work.
    ///
    /// # Panics
    /// If it is a proof about another game.
    pub fn from_proof(
        spec: &Spec,
        proof: &Proof,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, DecideError> {
        let (Claim::PPositions, ProofTrace::Ways(ways)) = (proof.claim, &proof.trail) else {
            return Ok(None);
        };
        let gauge = Gauge::new(watch);
        with_frame(spec, &gauge, |frame| {
            Self::build(&ClaimedSet::of(frame)?, ways).map(Some)
        })
    }

    /// The system in which it reads the piles.
    pub(crate) fn system(&self) -> &System {
        &self.system
    }

    /// How many nodes its automata have together.
    pub fn size(&self) -> usize {
        self.members.size() + self.ways.iter().map(|way| way.moves.size()).sum::<usize>()
    }

    /// What to do in a position, given by its piles in the game's order; nothing for what is no position of the game.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn advise(
        &self,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Option<WinningAdvice>, Stopped> {
        if position.piles().len() != self.members.tracks().len() {
            return Ok(None);
        }
        let digits = self.digits(position);
        if self.members.accepts(&digits) {
            return Ok(Some(WinningAdvice::Lost));
        }
        for way in &self.ways {
            if let Some(target) = target(&way.moves, &digits, watch)? {
                let piles = target
                    .iter()
                    .map(|digits| self.system.writer().number(digits));
                return Ok(Some(WinningAdvice::Move {
                    to: Position::unchecked(piles.collect()),
                    kind: way.kind.clone(),
                }));
            }
        }
        Ok(None)
    }

    fn digits(&self, position: &Position) -> Vec<Vec<u8>> {
        let digits: Vec<Vec<u8>> = position
            .piles()
            .iter()
            .map(|pile| self.system.writer().digits(pile))
            .collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        digits
            .into_iter()
            .map(|digits| [vec![0; length - digits.len()], digits].concat())
            .collect()
    }

    fn build(claimed: &ClaimedSet<'_>, ways: &[MovePattern]) -> Result<Self, DecideError> {
        let frame = claimed.frame;
        let (mut parts, mut open) = (Vec::new(), claimed.outside()?);
        for way in ways {
            let part = part(claimed, way, &open)?;
            open = frame.minimal(&subtract(&open, &part.moves, &frame.afters(), frame.gauge)?)?;
            parts.push(part);
        }
        // The proof says so; that every step from its ways to single moves kept it is seen here.
        if !open.is_empty() {
            return Err(DecideError::Arithmetic);
        }
        Ok(Self {
            system: frame.compiler.system().clone(),
            members: claimed.members.clone(),
            ways: parts,
        })
    }
}

/// The moves of one way from the positions that are still open, one for each.
fn part(
    claimed: &ClaimedSet<'_>,
    way: &MovePattern,
    open: &Automaton,
) -> Result<MoveAutomaton, DecideError> {
    let frame = claimed.frame;
    let all = moves(
        frame,
        way.rule,
        &way.order,
        open,
        &claimed.parts[way.family],
    )?;
    let moves = single_valued(&all, frame)?;
    frame.gauge.note(&moves);
    Ok(MoveAutomaton {
        kind: frame.spec.moves[way.rule].kind.clone(),
        moves,
    })
}

/// The moves from all other positions into the claimed set.
pub(crate) fn winning_moves(claimed: &ClaimedSet<'_>) -> Result<Automaton, DecideError> {
    let (frame, outside) = (claimed.frame, claimed.outside()?);
    let mut all: Option<Automaton> = None;
    for rule in 0..frame.spec.moves.len() {
        for order in frame.arrangements() {
            let found = moves(frame, rule, &order, &outside, &claimed.members)?;
            all = Some(match all {
                Some(all) => frame.minimal(&disjunction(&[&all, &found], frame.gauge)?)?,
                None => found,
            });
        }
    }
    all.ok_or(DecideError::TooLarge)
}

/// The moves by one rule, with the piles after them arranged in one way, from some positions to others;
/// both are given over the piles before a move, and have no position in common.
fn moves(
    frame: &Frame<'_>,
    rule: usize,
    order: &[usize],
    from: &Automaton,
    to: &Automaton,
) -> Result<Automaton, DecideError> {
    let before = Frame::on_tracks(&frame.befores());
    let after = frame.after_in(order);
    let targets = to.renamed(|track| Track(track.0 + 1));
    let mut automata = vec![from.clone(), targets];
    let rule = &frame.spec.moves[rule];
    for part in frame.rule(rule, &before, &after)?.conjuncts() {
        automata.push(frame.compiler.compile(&part)?);
    }
    let all: Vec<&Automaton> = automata.iter().collect();
    frame.minimal(&conjunction(&all, frame.gauge)?)
}

/// Of several targets of one position, only the one whose digits come first.
fn single_valued(moves: &Automaton, frame: &Frame<'_>) -> Result<Automaton, DecideError> {
    let afters = frame.afters();
    let others: Vec<Track> = afters
        .iter()
        .map(|track| Track(track.0 + TO_OTHER_PILES))
        .collect();
    let rival = with_rivals(moves, &afters, TO_OTHER_PILES, frame)?;
    let earlier = earlier(frame, &others, &afters)?;
    // A rival is a number as it is written: other digits of the same value come before those and would beat
    // every target.
    let mut parts = vec![rival, earlier];
    for &other in &others {
        parts.push(frame.compiler.admissible(other)?);
    }
    let beaten = conjunction(&parts.iter().collect::<Vec<_>>(), frame.gauge)?;
    let beaten = frame.minimal(&beaten)?;
    frame.minimal(&subtract(moves, &beaten, &others, frame.gauge)?)
}

/// The same language with the tracks after the move renamed to tracks that are read last.
pub(crate) fn with_rivals(
    moves: &Automaton,
    afters: &[Track],
    by: u32,
    frame: &Frame<'_>,
) -> Result<Automaton, DecideError> {
    let equal = |a: Track, b: Track| -> Result<Automaton, DecideError> {
        let difference = Expression::track(a).plus(-1, &Expression::track(b))?;
        frame.compiler.compile(&logic::lower::Ir::zero(difference)?)
    };
    let mut parts = vec![moves.clone()];
    for &after in afters {
        parts.push(equal(after, Track(after.0 + by))?);
    }
    Ok(frame
        .compiler
        .hide(&parts.iter().collect::<Vec<_>>(), afters)?)
}

/// The digits on `others` come before those on `afters`, place by place and track by track.
pub(crate) fn earlier(
    frame: &Frame<'_>,
    others: &[Track],
    afters: &[Track],
) -> Result<Automaton, DecideError> {
    let mut tracks: Vec<Track> = afters.iter().chain(others).copied().collect();
    tracks.sort_unstable();
    let count = afters.len();
    let alphabet = frame.compiler.system().alphabet();
    // The digits of the targets come first in a letter, those of the rivals last.
    Ok(Automaton::explore(
        alphabet,
        &tracks,
        Successor::To(Vec::new()),
        |seen: &Vec<u8>, level, digit| {
            let mut seen = seen.clone();
            if level.track < count {
                seen.push(digit);
                return Successor::To(seen);
            }
            match digit.cmp(&seen.remove(0)) {
                std::cmp::Ordering::Less => Successor::True,
                std::cmp::Ordering::Greater => Successor::Dead,
                std::cmp::Ordering::Equal => Successor::To(seen),
            }
        },
        |_| false,
        frame.gauge as &dyn Watch,
    )?)
}

/// The digits after the move that some accepted word has beside these digits before it.
///
/// The target is never longer than the position: no pile grows. Forward, only the nodes that can be reached before each
/// place are kept; the way back goes through one place at a time.
fn target(
    moves: &Automaton,
    position: &[Vec<u8>],
    watch: &dyn Watch,
) -> Result<Option<Vec<Vec<u8>>>, Stopped> {
    const PLACES_BETWEEN_CHECKS: usize = 1 << 12;
    let length = position.first().map_or(0, Vec::len);
    let mut reached = ReachableNodes::from(moves.start());
    for place in 0..length {
        if place % PLACES_BETWEEN_CHECKS == 0 {
            watch.check()?;
        }
        let after = through(moves, position, place, reached.before(place)).pop();
        match after.filter(|nodes| !nodes.is_empty()) {
            Some(nodes) => reached.push(&nodes),
            None => return Ok(None),
        }
    }
    let last = reached.before(length).iter();
    let Some(mut node) = last.copied().find(|&node| moves.accepts_at(node)) else {
        return Ok(None);
    };
    let mut target = vec![vec![0; length]; position.len()];
    for place in (0..length).rev() {
        let sets = through(moves, position, place, reached.before(place));
        for (track, set) in sets[..moves.tracks().len()].iter().enumerate().rev() {
            let mut steps = set.iter().flat_map(|&from| {
                digits_at(moves, position, place, track).map(move |digit| (from, digit))
            });
            let Some((from, digit)) = steps.find(|&(from, digit)| moves.next(from, digit) == node)
            else {
                return Ok(None);
            };
            if track % 2 == 1 {
                target[track / 2][place] = digit;
            }
            node = from;
        }
    }
    Ok(Some(target))
}

/// The nodes that can be reached from some nodes by reading one place, before each of its tracks and after the last.
fn through(moves: &Automaton, position: &[Vec<u8>], place: usize, from: &[Node]) -> Vec<Vec<Node>> {
    let mut sets = vec![from.to_vec()];
    for track in 0..moves.tracks().len() {
        let mut next: Vec<Node> = sets[track]
            .iter()
            .flat_map(|&node| {
                digits_at(moves, position, place, track).map(move |digit| moves.next(node, digit))
            })
            .filter(|&node| node != Node::DEAD)
            .collect();
        next.sort_unstable();
        next.dedup();
        sets.push(next);
    }
    sets
}

/// The digits that may stand at a place of a track: that of the position, or any after the move.
fn digits_at(moves: &Automaton, position: &[Vec<u8>], place: usize, track: usize) -> Range<u8> {
    if track.is_multiple_of(2) {
        let digit = position[track / 2][place];
        digit..digit + 1
    } else {
        0..moves.alphabet().radix(place % moves.alphabet().places())
    }
}

/// For each place, the nodes that can be reached before it.
struct ReachableNodes {
    nodes: Vec<Node>,
    ends: Vec<usize>,
}

impl ReachableNodes {
    fn from(start: Node) -> Self {
        Self {
            nodes: vec![start],
            ends: vec![0, 1],
        }
    }

    fn before(&self, place: usize) -> &[Node] {
        &self.nodes[self.ends[place]..self.ends[place + 1]]
    }

    fn push(&mut self, nodes: &[Node]) {
        self.nodes.extend_from_slice(nodes);
        self.ends.push(self.nodes.len());
    }
}
