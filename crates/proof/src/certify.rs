//! Writing certificates: what a proof leaves, with everything that the checker needs.
//!
//! Each way by which the proof of "every other position moves into `S`" took positions away gives a part of the strategy:
//! the positions that were open, each with the values of the variables that name its target. Of several values the
//! least stay. Where K options may be forbidden there are K + 1 strategies, each of which leaves the moves of those before it out.
//! The other obligations, and the other kinds of claims, need nothing but the formulas.

use automata::product::conjunction;
use automata::project::subtract;
use automata::{Automaton, Node, Track};
use checker::systems::Numeration;
use checker::{Certificate, CertifiedClaim, ClaimEvidence, MoveTable, Refusal, Table, TableNode};
use logic::arithmetic::System;
use logic::decide::{DecideError, Gauge};
use logic::lower::{Expression, Ir};
use logic::watch::Watch;
use numeration::named::SystemForm;
use numeration::natural::Natural;
use rules::outcome::Play;
use rules::spec::Spec;
use rustc_hash::FxHashMap;

use crate::claim::{Claim, Proof, ProofTrace};
use crate::family::TupleFamily;
use crate::frame::{Frame, OTHER_VARIABLES, PILES, VARIABLES};
use crate::p_positions::{ClaimedSet, MovePattern};
use crate::periods;
use crate::prove::{of_misere_play, with_frame_in};
use crate::spell::Speller;

/// An automaton of so many alternatives is not too large. With those of three comparisons between six piles the certificate of the
/// Tribonacci game takes 2.6 GB, and 0.5 GB where they are met one by one.
const FEW: usize = 2;

/// Why a proof was not certified.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CertifyError {
    /// The strategy was not completed.
    #[error("its strategy was not written down: {0}")]
    Undecided(#[from] DecideError),
    /// The claim cannot be written in a certificate.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// A certificate of a game's rules, without claims.
///
/// # Errors
/// If the rules cannot be written in the notation of the checker.
pub fn begin_certificate(spec: &Spec) -> Result<Certificate, Refusal> {
    Ok(Certificate {
        rules: Speller::new(spec).rules()?,
        claims: Vec::new(),
    })
}

/// Adds a claim of a game to its certificate, with what its proof leaves to show it.
///
/// # Errors
/// If the claim cannot be written in a certificate, or the watch stops the work.
///
/// # Panics
/// If it is a proof about another game.
pub fn certify(
    certificate: &mut Certificate,
    spec: &Spec,
    proof: &Proof,
    watch: &dyn Watch,
) -> Result<(), CertifyError> {
    let claim = certified(spec, &mut Speller::after(spec, certificate), proof, watch)?;
    certificate.claims.push(claim);
    Ok(())
}

/// Claims of one game that are certified one after the other, each by itself. Variables have other names in each.
pub struct Certifier<'a> {
    spec: &'a Spec,
    speller: Speller<'a>,
    empty: Certificate,
}

impl<'a> Certifier<'a> {
    /// # Errors
    /// If the rules cannot be written in the notation of the checker.
    pub fn new(spec: &'a Spec) -> Result<Self, Refusal> {
        let empty = begin_certificate(spec)?;
        Ok(Self {
            spec,
            speller: Speller::after(spec, &empty),
            empty,
        })
    }

    /// The certificate of one more claim, alone.
    ///
    /// # Errors
    /// If the claim cannot be written in a certificate, or the watch stops the work.
    ///
    /// # Panics
    /// If it is a proof about another game.
    pub fn alone(&mut self, proof: &Proof, watch: &dyn Watch) -> Result<Certificate, CertifyError> {
        self.speller.begin();
        let claim = certified(self.spec, &mut self.speller, proof, watch)?;
        Ok(Certificate {
            claims: vec![claim],
            ..self.empty.clone()
        })
    }
}

/// What a proof shows, with what shows it.
fn certified(
    spec: &Spec,
    speller: &mut Speller<'_>,
    proof: &Proof,
    watch: &dyn Watch,
) -> Result<CertifiedClaim, CertifyError> {
    let claim = proof.claim;
    let says = speller.proposition(claim)?;
    let periods = periods::of_claim(&says);
    let system = match claim {
        Claim::PPositions | Claim::NimValues => Frame::system(spec)?,
        Claim::MiserePPositions => Frame::system(&of_misere_play(spec))?,
        Claim::Theorem(index) => System::for_formulas([&spec.theorems[index].sentence])?,
    };
    let evidence = match (claim, &proof.trail) {
        (Claim::MiserePPositions, ProofTrace::Ways(ways)) => {
            let misere = of_misere_play(spec);
            ClaimEvidence::Strategies(strategies(&misere, Play::Misere, Some(ways), watch)?)
        }
        (_, ProofTrace::Ways(ways)) => {
            ClaimEvidence::Strategies(strategies(spec, Play::Normal, Some(ways), watch)?)
        }
        (Claim::PPositions, _) => {
            ClaimEvidence::Strategies(strategies(spec, Play::Normal, None, watch)?)
        }
        (_, ProofTrace::Witness(values)) => witness(values),
        (_, ProofTrace::Nothing) => ClaimEvidence::Computed,
    };
    Ok(CertifiedClaim {
        name: claim.name(spec).to_owned(),
        says,
        system: numeration(&system)?,
        periods,
        evidence,
    })
}

/// How the numbers of a proof are written.
fn numeration(system: &System) -> Result<Numeration, Refusal> {
    let unknown = || Refusal::not_understood("a numeration system");
    match (system.as_base(), system.recurrence()) {
        (Some(base), _) => Ok(Numeration::Base(base)),
        (None, None) if system.quotients().is_empty() => Err(unknown()),
        (None, None) => Ok(Numeration::Ostrowski(system.quotients().to_vec())),
        (None, Some(SystemForm::TernaryU)) => Ok(Numeration::TernaryU),
        (None, Some(SystemForm::Recurrence(coefficients, initial))) if initial.is_empty() => {
            let numbers = coefficients.iter().map(|c| i64::try_from(c).ok());
            let numbers = numbers.collect::<Option<_>>().ok_or_else(unknown)?;
            Ok(Numeration::Recurrence(numbers))
        }
        (None, Some(_)) => Err(unknown()),
    }
}

/// Numbers that show a sentence, if they are small; the checker decides any other sentence by itself.
fn witness(values: &[Natural]) -> ClaimEvidence {
    let small = |value: &Natural| i64::try_from(value).ok().filter(|value| *value < 1 << 20);
    let values: Option<Vec<i64>> = values.iter().map(small).collect();
    match values {
        Some(values) if !values.is_empty() => ClaimEvidence::Witness(values),
        _ => ClaimEvidence::Computed,
    }
}

/// The strategies of a game, by these ways or by all there are.
fn strategies(
    spec: &Spec,
    play: Play,
    used: Option<&[MovePattern]>,
    watch: &dyn Watch,
) -> Result<Vec<Vec<MoveTable>>, CertifyError> {
    let gauge = Gauge::new(watch);
    let found = with_frame_in(spec, play, &gauge, |frame| {
        let claimed = ClaimedSet::of(frame)?;
        let used = used.map_or_else(|| claimed.patterns(), <[MovePattern]>::to_vec);
        let (mut strategies, mut taken) = (Vec::new(), Vec::new());
        for _ in 0..=spec.blocking {
            let (ways, moves) = strategy(&claimed, &used, &taken)?;
            strategies.push(ways);
            taken.extend(moves);
        }
        Ok(strategies)
    });
    Ok(found?)
}

/// A strategy in parts, one for each way, without the moves that others have taken; and its moves as pairs of positions, where
/// another one follows.
fn strategy(
    claimed: &ClaimedSet<'_>,
    used: &[MovePattern],
    taken: &[Automaton],
) -> Result<(Vec<MoveTable>, Vec<Automaton>), DecideError> {
    let frame = claimed.frame;
    let (mut ways, mut all, mut open) = (Vec::new(), Vec::new(), claimed.outside()?);
    for way in used {
        let family = &claimed.families[way.family];
        let moves = part(frame, way, family, &open, taken)?;
        if moves.is_empty() {
            continue;
        }
        let values = moves.tracks().iter().copied();
        let values: Vec<Track> = values.filter(|track| track.0 < PILES).collect();
        open = frame.minimal(&subtract(&open, &moves, &values, frame.gauge)?)?;
        if frame.spec.blocking > 0 {
            let named = named(frame, family)?;
            all.push(frame.compiler.hide(&[&moves, &named], &values)?);
        }
        ways.push(MoveTable {
            rule: way.rule,
            piece: family.piece,
            order: way.order.clone(),
            table: written(&moves),
        });
    }
    match open.is_empty() {
        true => Ok((ways, all)),
        false => Err(DecideError::Arithmetic),
    }
}

/// The members of a family after a move, each with the values that name it.
fn named(frame: &Frame<'_>, family: &TupleFamily) -> Result<Automaton, DecideError> {
    let mut parts = values(frame, family)?;
    for condition in family.condition.clone().conjuncts() {
        parts.push(frame.compiler.compile(&condition)?);
    }
    for (pile, component) in family.tuple.iter().enumerate() {
        let own = Expression::track(frame.after(pile)).plus(-1, component)?;
        parts.push(frame.compiler.compile(&Ir::zero(own)?)?);
        parts.push(frame.compiler.admissible(frame.after(pile))?);
    }
    let parts: Vec<&Automaton> = parts.iter().collect();
    Ok(frame.compiler.hide(&parts, &family.hidden)?)
}

/// The values of the variables of a family, on their tracks.
fn values(frame: &Frame<'_>, family: &TupleFamily) -> Result<Vec<Automaton>, DecideError> {
    let mut parts = Vec::new();
    for (index, (_, value)) in (0..).zip(&family.variables) {
        let track = Track(VARIABLES + index);
        let own = Expression::track(track).plus(-1, value)?;
        parts.push(frame.compiler.compile(&Ir::zero(own)?)?);
        parts.push(frame.compiler.admissible(track)?);
    }
    Ok(parts)
}

/// The open positions from which a way leads into its family by a move that is not taken, each with the least values that do.
fn part(
    frame: &Frame<'_>,
    way: &MovePattern,
    family: &TupleFamily,
    open: &Automaton,
    taken: &[Automaton],
) -> Result<Automaton, DecideError> {
    let before = Frame::on_tracks(&frame.befores());
    let after: Vec<Expression> = way
        .order
        .iter()
        .map(|&place| family.tuple[place].clone())
        .collect();
    let rule = frame.rule(&frame.spec.moves[way.rule], &before, &after)?;
    let (mut parts, mut choices) = (vec![open.clone()], Vec::new());
    for condition in Ir::and(vec![family.condition.clone(), rule]).conjuncts() {
        match condition {
            Ir::Or(alternatives) if alternatives.len() > FEW => choices.push(alternatives),
            condition => parts.push(frame.compiler.compile(&condition)?),
        }
    }
    parts.extend(values(frame, family)?);
    if !choices.is_empty() {
        for &track in &family.hidden {
            parts.push(frame.compiler.admissible(track)?);
        }
        let mut all = frame.minimal(&conjunction(
            &parts.iter().collect::<Vec<_>>(),
            frame.gauge,
        )?)?;
        for alternatives in choices {
            all = with_one_of(frame, &all, alternatives)?;
        }
        parts = vec![all];
    }
    let parts: Vec<&Automaton> = parts.iter().collect();
    let all = frame.compiler.hide(&parts, &family.hidden)?;
    let mut moves = frame.minimal(&conjunction(&[&all, open], frame.gauge)?)?;
    if !taken.is_empty() {
        let named = named(frame, family)?;
        for taken in taken {
            let same = frame.minimal(&conjunction(&[taken, &named], frame.gauge)?)?;
            moves = frame.minimal(&subtract(&moves, &same, &frame.afters(), frame.gauge)?)?;
        }
    }
    let count = u32::try_from(family.variables.len()).map_err(|_| DecideError::TooLarge)?;
    for index in 0..count {
        moves = least(frame, &moves, index, count)?;
    }
    frame.gauge.note(&moves);
    Ok(moves)
}

/// The words that meet one of the alternatives: those that meet none are taken away, since an automaton of all alternatives, whatever
/// the words, would often be much larger.
fn with_one_of(
    frame: &Frame<'_>,
    words: &Automaton,
    alternatives: Vec<Ir>,
) -> Result<Automaton, DecideError> {
    let mut parts = vec![words.clone()];
    for alternative in alternatives {
        parts.push(frame.compiler.compile(&alternative.negated()?)?);
    }
    let none = conjunction(&parts.iter().collect::<Vec<_>>(), frame.gauge)?;
    frame.minimal(&subtract(words, &frame.minimal(&none)?, &[], frame.gauge)?)
}

/// Of several values of a variable, for the same values of those before it, only the least.
fn least(
    frame: &Frame<'_>,
    moves: &Automaton,
    index: u32,
    count: u32,
) -> Result<Automaton, DecideError> {
    let rival = |track: u32| track - VARIABLES + OTHER_VARIABLES;
    let rivals = moves.renamed(|track| match track.0 {
        later if (VARIABLES + index..OTHER_VARIABLES).contains(&later) => Track(rival(later)),
        _ => track,
    });
    let own = VARIABLES + index;
    let less = Expression::track(Track(own))
        .plus(-1, &Expression::track(Track(rival(own))))?
        .offset(-1)?;
    let less = frame.compiler.compile(&Ir::not_negative(less))?;
    let beaten = frame.minimal(&conjunction(&[&rivals, &less], frame.gauge)?)?;
    let hidden: Vec<Track> = (index..count)
        .map(|later| Track(OTHER_VARIABLES + later))
        .collect();
    frame.minimal(&subtract(moves, &beaten, &hidden, frame.gauge)?)
}

/// The automaton as a canonical table: its nodes in the order in which a breadth-first walk meets them.
pub(crate) fn written(automaton: &Automaton) -> Table {
    let alphabet = automaton.alphabet();
    let tracks = automaton.tracks().len();
    let mut order: Vec<Node> = Vec::new();
    let mut numbers: FxHashMap<Node, u32> = FxHashMap::default();
    let mut visit = |node: Node, order: &mut Vec<Node>| match node {
        Node::DEAD => 0,
        Node::TRUE => 1,
        node => *numbers.entry(node).or_insert_with(|| {
            order.push(node);
            u32::try_from(order.len() + 1).expect("a node of an automaton has a number below 2^32")
        }),
    };
    let start = visit(automaton.start(), &mut order);
    let mut rows = Vec::new();
    while let Some(&node) = order.get(rows.len()) {
        let level = automaton
            .level(node)
            .map_or(0, |level| level.place * tracks + level.track);
        let digits = 0..alphabet.radix(level / tracks.max(1));
        rows.push(TableNode {
            level,
            accepts: level == 0 && automaton.accepts_at(node),
            next: digits
                .map(|digit| visit(automaton.next(node, digit), &mut order))
                .collect(),
        });
    }
    Table {
        tracks,
        start,
        rows,
    }
}
