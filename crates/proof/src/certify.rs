//! Writing certificates: the search for a proof, once more, with everything kept that the checker needs.
//!
//! While "every other position moves into `S`" is proved, each way that takes positions away gives a part of the
//! strategy: the positions that were open, each with the values of the variables that name its target. Of
//! several values the least stay. The other obligations, and the other kinds of claims, need nothing but the formulas.

use automata::minimize::minimize;
use automata::product::conjunction;
use automata::project::subtract;
use automata::{Automaton, Node, Track};
use games::spec::Spec;
use logic::arithmetic::System;
use logic::decide::{DecideError, Gauge};
use logic::lower::{Expression, Ir};
use logic::watch::Watch;
use rustc_hash::FxHashMap;

use crate::check::{Certificate, Certified, Evidence, Refusal, Row, Table, Way};
use crate::claim::{Claim, Outcome};
use crate::family::Family;
use crate::frame::Frame;
use crate::p_positions::{self, Claimed};
use crate::prove::{prove_claim, with_frame};

/// The tracks of the values of a piece's variables, after all others.
const VALUES: u32 = 1 << 28;
/// The same for rival values.
const RIVALS: u32 = 1 << 29;

/// Why a claim was not certified.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CertifyError {
    /// The claim is false.
    #[error("the claim is false")]
    Refuted,
    /// The claim was not decided.
    #[error("{0}")]
    Undecided(#[from] DecideError),
    /// The claim cannot be written in a certificate.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

impl Certificate {
    /// A certificate without claims. The game is given as the rules and as what they mean with their parameters.
    pub fn new(game: &str, spec: &Spec) -> Self {
        let lines: Vec<&str> = game.trim_end().lines().collect();
        Self {
            game: lines.join("\n") + "\n",
            arguments: spec.parameters.clone(),
            claims: Vec::new(),
        }
    }

    /// Proves a claim and adds it with what shows it.
    ///
    /// # Errors
    /// If the claim is false, cannot be decided or certified, or the watch stops the work.
    ///
    /// # Panics
    /// If the game makes no such claim.
    pub fn certify(
        &mut self,
        spec: &Spec,
        claim: Claim,
        watch: &dyn Watch,
    ) -> Result<(), CertifyError> {
        let (name, system, evidence) = match claim {
            Claim::PPositions => {
                let (system, ways) = strategy(spec, watch)?;
                ("P-positions".to_owned(), system, Evidence::Strategy(ways))
            }
            Claim::NimValues | Claim::Theorem(_) => {
                let report = prove_claim(spec, claim, watch);
                match report.outcome {
                    Outcome::Proved => {}
                    Outcome::Refuted(_) => return Err(CertifyError::Refuted),
                    Outcome::Stopped(reason) => return Err(DecideError::Stopped(reason).into()),
                    Outcome::Undecided(error) => return Err(error.into()),
                }
                let system = match claim {
                    Claim::Theorem(index) => {
                        System::for_formulas([&spec.theorems[index].sentence])?
                    }
                    _ => Frame::system(spec)?,
                };
                (report.name, system.quotients().to_vec(), Evidence::Computed)
            }
        };
        if name.contains(['\n', '\r']) {
            return Err(Refusal::not_understood("a name of more than one line").into());
        }
        self.claims.push(Certified {
            claim,
            name,
            system,
            evidence,
        });
        Ok(())
    }
}

/// The quotients of the numeration system, and a strategy in parts.
fn strategy(spec: &Spec, watch: &dyn Watch) -> Result<(Vec<i64>, Vec<Way>), CertifyError> {
    let gauge = Gauge::new(watch);
    let mut system = Vec::new();
    let found = with_frame(spec, &gauge, |frame| {
        let set = spec
            .p_positions
            .as_ref()
            .expect("the game claims P-positions");
        system = frame.compiler.system().quotients().to_vec();
        let claimed = Claimed::new(frame, Family::of_set(set, &frame.lowering(&[], &[]))?)?;
        let (mut ways, mut open) = (Vec::new(), claimed.outside()?);
        let rest = claimed.without_move(&mut |way, _, _| {
            let family = &claimed.families[way.family];
            let moves = part(frame, way, family, &open)?;
            if moves.is_empty() {
                return Ok(());
            }
            let values: Vec<Track> = moves
                .tracks()
                .iter()
                .copied()
                .filter(|track| track.0 >= VALUES)
                .collect();
            open = minimize(&subtract(&open, &moves, &values, frame.gauge)?);
            ways.push(Way {
                rule: way.rule,
                piece: family.piece,
                order: way.order.clone(),
                table: written(&moves),
            });
            Ok(())
        })?;
        let proved = rest.is_empty() && open.is_empty() && claimed.moves_inside()?.is_empty();
        Ok(proved.then_some(ways))
    });
    let ways = found.map_err(|error| gauge.explain(error))?;
    Ok((system, ways.ok_or(CertifyError::Refuted)?))
}

/// The open positions from which a way leads into its family, each with the least values that do.
fn part(
    frame: &Frame<'_>,
    way: &p_positions::Way,
    family: &Family,
    open: &Automaton,
) -> Result<Automaton, DecideError> {
    let before = Frame::on_tracks(&frame.befores());
    let after: Vec<Expression> = way
        .order
        .iter()
        .map(|&place| family.tuple[place].clone())
        .collect();
    let rule = frame.rule(&frame.spec.moves[way.rule], &before, &after)?;
    let mut parts = vec![open.clone()];
    for condition in Ir::and(vec![family.condition.clone(), rule]).conjuncts() {
        parts.push(frame.compiler.compile(&condition)?);
    }
    for (index, (_, value)) in family.variables.iter().enumerate() {
        let track = Track(VALUES + index as u32);
        parts.push(
            frame
                .compiler
                .compile(&Ir::zero(Expression::track(track).plus(-1, value)?)?)?,
        );
        parts.push(frame.compiler.admissible(track)?);
    }
    let hidden = &family.hidden;
    let all = frame
        .compiler
        .hide(&parts.iter().collect::<Vec<_>>(), hidden)?;
    let mut moves = minimize(&conjunction(&[&all, open], frame.gauge)?);
    for index in 0..family.variables.len() as u32 {
        moves = least(frame, &moves, index, family.variables.len() as u32)?;
    }
    frame.gauge.note(&moves);
    Ok(moves)
}

/// Of several values of a variable, for the same values of those before it, only the least.
fn least(
    frame: &Frame<'_>,
    moves: &Automaton,
    index: u32,
    count: u32,
) -> Result<Automaton, DecideError> {
    let rival = |track: u32| track - VALUES + RIVALS;
    let rivals = moves.renamed(|track| match track.0 {
        later if later >= VALUES + index => Track(rival(later)),
        _ => track,
    });
    let own = VALUES + index;
    let less = Expression::track(Track(own))
        .plus(-1, &Expression::track(Track(rival(own))))?
        .offset(-1)?;
    let less = frame.compiler.compile(&Ir::not_negative(less))?;
    let beaten = minimize(&conjunction(&[&rivals, &less], frame.gauge)?);
    let hidden: Vec<Track> = (index..count).map(|later| Track(RIVALS + later)).collect();
    Ok(minimize(&subtract(moves, &beaten, &hidden, frame.gauge)?))
}

/// The automaton as a canonical table: its nodes in the order in which a breadth-first walk meets them.
fn written(automaton: &Automaton) -> Table {
    let alphabet = automaton.alphabet();
    let tracks = automaton.tracks().len();
    let mut order: Vec<Node> = Vec::new();
    let mut numbers: FxHashMap<Node, u32> = FxHashMap::default();
    let mut visit = |node: Node, order: &mut Vec<Node>| match node {
        Node::DEAD => 0,
        Node::TRUE => 1,
        node => *numbers.entry(node).or_insert_with(|| {
            order.push(node);
            order.len() as u32 + 1
        }),
    };
    let start = visit(automaton.start(), &mut order);
    let mut rows = Vec::new();
    while let Some(&node) = order.get(rows.len()) {
        let level = automaton
            .level(node)
            .map_or(0, |level| level.place * tracks + level.track);
        let digits = 0..alphabet.radix(level / tracks.max(1));
        rows.push(Row {
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
