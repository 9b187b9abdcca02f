//! Certificates: what the checker needs to see that `P = S` is true.
//!
//! A certificate is a text of lines. It names the numeration system, then gives a table for every quantified
//! formula of the game in the order of [`check::definitions`](crate::check::definitions()), and a table for every
//! way in which the strategy moves; the last line is a checksum. It does not hold the game: what is
//! certified is the game that it is checked against.

use std::fmt::Write;
use std::str::{FromStr, Lines};

use automata::minimize::minimize;
use automata::{Automaton, Node, Track};
use games::spec::Spec;
use logic::decide::{DecideError, Gauge};
use logic::lower::{Expression, Ir, Lowering};
use logic::watch::Watch;

use crate::check::{Definition, Refusal, Table, definitions};
use crate::frame::Frame;
use crate::prove::with_frame;
use crate::strategy::Strategy;

/// Tables that prove a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The system is that of `[a; a, a, …]`, or base 2.
    pub quotient: Option<i64>,
    /// A table for every quantified formula.
    pub tables: Vec<Table>,
    /// The strategy.
    pub parts: Vec<StrategyTable>,
}

/// The moves of one kind and one arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyTable {
    /// The place of the kind of move in the rules.
    pub rule: usize,
    /// Where each pile stands in the position after the move.
    pub order: Vec<usize>,
    /// Over each pile before and after the move.
    pub table: Table,
}

impl Certificate {
    /// Proves the claim about the P-positions of a game and writes down the proof; nothing if the claim is false.
    ///
    /// # Errors
    /// If the claim cannot be decided or certified, or the watch stops the work.
    pub fn of(spec: &Spec, watch: &dyn Watch) -> Result<Option<Self>, CertifyError> {
        let Some(strategy) = Strategy::from_proof(spec, watch)? else {
            return Ok(None);
        };
        let quotient = match strategy.system.quotients() {
            [] => None,
            [a] => Some(*a),
            _ => {
                return Err(CertifyError::Refused(Refusal::new(
                    "certificates know continued fractions of period one only",
                )));
            }
        };
        let gauge = Gauge::new(watch);
        let definitions = definitions(spec)?;
        let made = with_frame(spec, &gauge, |frame| {
            let tables = definitions
                .iter()
                .map(|definition| table_of(frame, definition));
            let tables = tables.collect::<Result<Vec<Table>, DecideError>>()?;
            let mut parts = Vec::new();
            for way in &strategy.ways {
                let moves = by_piles(frame, &way.moves, &way.order)?;
                parts.push(StrategyTable {
                    rule: way.rule,
                    order: way.order.clone(),
                    table: written(&moves),
                });
            }
            Ok(Self {
                quotient,
                tables,
                parts,
            })
        });
        Ok(Some(made.map_err(|error| gauge.explain(error))?))
    }

    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = String::from("takeaway certificate 1\n");
        let system = self
            .quotient
            .map_or_else(|| "base 2".to_owned(), |a| format!("ostrowski {a}"));
        let _ = writeln!(text, "{system}\ntables {}", self.tables.len());
        self.tables
            .iter()
            .for_each(|table| write_table(&mut text, table));
        let _ = writeln!(text, "parts {}", self.parts.len());
        for part in &self.parts {
            let order: Vec<String> = part.order.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "rule {} order {}", part.rule, order.join(" "));
            write_table(&mut text, &part.table);
        }
        let sum = checksum(&text);
        let _ = writeln!(text, "checksum {sum:016x}");
        text
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// If the text is not one, to the last byte.
    pub fn from_text(text: &str) -> Result<Self, Refusal> {
        let damaged = || Refusal::new("the certificate is damaged");
        let body = text
            .trim_end_matches('\n')
            .rfind('\n')
            .map(|end| &text[..=end])
            .ok_or_else(damaged)?;
        if text[body.len()..] != format!("checksum {:016x}\n", checksum(body)) {
            return Err(damaged());
        }
        let mut lines = body.lines();
        if lines.next() != Some("takeaway certificate 1") {
            return Err(Refusal::new("not a certificate of a kind known here"));
        }
        let quotient = match lines.next() {
            Some("base 2") => None,
            Some(line) => Some(after(line, "ostrowski ")?),
            None => return Err(damaged()),
        };
        let count: usize = after(lines.next().ok_or_else(damaged)?, "tables ")?;
        let tables = (0..count)
            .map(|_| read_table(&mut lines))
            .collect::<Result<_, _>>()?;
        let count: usize = after(lines.next().ok_or_else(damaged)?, "parts ")?;
        let parts = (0..count)
            .map(|_| read_part(&mut lines))
            .collect::<Result<_, _>>()?;
        if lines.next().is_some() {
            Err(damaged())
        } else {
            Ok(Self {
                quotient,
                tables,
                parts,
            })
        }
    }
}

/// Why no certificate was made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CertifyError {
    /// The claim was not decided.
    #[error("{0}")]
    Undecided(#[from] DecideError),
    /// The checker would not understand it.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// The automaton of a definition, over its free variables in order.
fn table_of(frame: &Frame<'_>, definition: &Definition) -> Result<Table, DecideError> {
    let mut lowering = Lowering::new(frame.shared);
    let mut tracks = Vec::new();
    for (index, variable) in definition.free.iter().enumerate() {
        tracks.push(Track(index as u32));
        lowering = lowering.with(variable, Expression::track(Track(index as u32)));
    }
    let ir = lowering.exists(&definition.bound, &|lowering| {
        lowering.formula(&definition.matrix, true)
    })?;
    let automaton = frame.compiler.compile(&ir)?;
    let everything = Automaton::constant(frame.compiler.system().alphabet(), &tracks, true);
    let words = frame.compiler.within_admissible(&everything)?;
    Ok(written(&minimize(&automata::product::conjunction(
        &[&automaton, &words],
        frame.gauge,
    )?)))
}

/// Moves over the piles of a position after the move, as moves over the piles themselves.
fn by_piles(
    frame: &Frame<'_>,
    moves: &Automaton,
    order: &[usize],
) -> Result<Automaton, DecideError> {
    const AWAY: u32 = 1 << 18;
    if order.is_sorted() {
        return Ok(moves.clone());
    }
    let equal = |a: Track, b: Track| -> Result<Automaton, DecideError> {
        frame.compiler.compile(&Ir::zero(
            Expression::track(a).plus(-1, &Expression::track(b))?,
        )?)
    };
    let away = |track: Track| Track(track.0 + AWAY);
    let mut parts = vec![moves.clone()];
    for &after in &frame.afters() {
        parts.push(equal(after, away(after))?);
    }
    let apart = frame
        .compiler
        .hide(&parts.iter().collect::<Vec<_>>(), &frame.afters())?;
    let mut parts = vec![apart];
    for (pile, &place) in order.iter().enumerate() {
        parts.push(equal(frame.after(pile), away(frame.after(place)))?);
    }
    let hidden: Vec<Track> = frame.afters().into_iter().map(away).collect();
    Ok(frame
        .compiler
        .hide(&parts.iter().collect::<Vec<_>>(), &hidden)?)
}

fn written(automaton: &Automaton) -> Table {
    let places: Vec<Node> = automaton.nodes().collect();
    let number = |node: Node| match node {
        Node::DEAD => 0,
        Node::TRUE => 1,
        node => places.binary_search(&node).map_or(0, |place| place + 2),
    };
    let nodes = places.iter().map(|&node| {
        let track = automaton.level(node).map_or(0, |level| level.track);
        let next =
            (0..automaton.alphabet().radix(0)).map(|digit| number(automaton.next(node, digit)));
        (
            track,
            track == 0 && automaton.accepts_at(node),
            next.collect(),
        )
    });
    Table {
        tracks: automaton.tracks().len(),
        start: number(automaton.start()),
        nodes: nodes.collect(),
    }
}

fn write_table(text: &mut String, table: &Table) {
    let _ = writeln!(
        text,
        "table {} {} {}",
        table.tracks,
        table.start,
        table.nodes.len()
    );
    for (track, accepting, next) in &table.nodes {
        let next: Vec<String> = next.iter().map(usize::to_string).collect();
        let _ = writeln!(text, "{track} {} {}", u8::from(*accepting), next.join(" "));
    }
}

fn read_table(lines: &mut Lines<'_>) -> Result<Table, Refusal> {
    let head = numbers(lines.next(), "table ")?;
    let [tracks, start, count] = head[..] else {
        return Err(Refusal::new("a table without a head"));
    };
    let mut nodes = Vec::new();
    for _ in 0..count {
        match numbers(lines.next(), "")?.as_slice() {
            [track, accepting @ (0 | 1), next @ ..] => {
                nodes.push((*track, *accepting == 1, next.to_vec()))
            }
            _ => return Err(Refusal::new("a node that is not one")),
        }
    }
    Ok(Table {
        tracks,
        start,
        nodes,
    })
}

fn read_part(lines: &mut Lines<'_>) -> Result<StrategyTable, Refusal> {
    let line = lines
        .next()
        .and_then(|line| line.strip_prefix("rule "))
        .and_then(|line| line.split_once(" order "));
    let (rule, order) = line.ok_or_else(|| Refusal::new("a part without a rule"))?;
    let rule = after(rule, "")?;
    Ok(StrategyTable {
        rule,
        order: numbers(Some(order), "")?,
        table: read_table(lines)?,
    })
}

fn numbers(line: Option<&str>, prefix: &str) -> Result<Vec<usize>, Refusal> {
    let rest = line
        .and_then(|line| line.strip_prefix(prefix))
        .ok_or_else(|| Refusal::new("a line is missing"))?;
    rest.split(' ').map(|number| after(number, "")).collect()
}

/// The number after a word, in plain digits.
fn after<N: FromStr>(line: &str, prefix: &str) -> Result<N, Refusal> {
    let digits = line
        .strip_prefix(prefix)
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    digits
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| Refusal::new("a number is missing"))
}

/// FNV-1a: finds accidents; that a certificate is right is found by checking it.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
