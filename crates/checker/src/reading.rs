//! Reading certificates: the lines of [`text`](super::text), from the first to the last.

use std::iter::Peekable;
use std::str::FromStr;
use std::sync::Arc;

use watch::Watch;

use super::reader::{LineReader, Names};
use super::statement::{Proposition, Rules};
use super::systems::Numeration;
use super::table::{ALL, Table, TableNode};
use super::text::{Certificate, CertifiedClaim, ClaimEvidence, KIND, MoveTable, VERSION, checksum};
use super::words::damaged;
use super::{Refusal, fits};

/// Names that no theorem may have.
const RESERVED: [&str; 3] = ["P-positions", "misere P-positions", "nim-values"];
/// What a certificate takes in memory, with what it takes to look at its tables, for each byte of its text.
const BYTES_PER_BYTE: u64 = 24;
/// No table reads more.
const MOST_TRACKS: usize = 64;

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    /// If the text is not one, to the last byte, or the watch stops the reading.
    pub fn from_text(text: &str, watch: &dyn Watch) -> Result<Self, Refusal> {
        let body = text.strip_suffix('\n').and_then(|text| text.rfind('\n'));
        let (body, last) = body
            .and_then(|end| text.split_at_checked(end + 1))
            .ok_or_else(|| damaged("it has no last line"))?;
        let version = body.lines().next().and_then(|line| line.strip_prefix(KIND));
        match version {
            Some(VERSION) => {}
            Some(other) if other.bytes().all(|byte| byte.is_ascii_digit()) => {
                return Err(damaged(&format!(
                    "it is of version {other}, and only version {VERSION} is read: make it again with `takeaway prove --certificate`"
                )));
            }
            _ => return Err(damaged("it does not begin as a certificate does")),
        }
        if last != format!("checksum {:016x}\n", checksum(body)) {
            return Err(damaged("its checksum is wrong"));
        }
        if body.contains(is_hidden) {
            return Err(damaged("it has a control character"));
        }
        fits(watch, BYTES_PER_BYTE * text.len() as u64)?;
        let mut lines = CertificateLines {
            lines: body.lines().peekable(),
            names: Names::new(watch),
        };
        lines.next()?;
        let (rules, primed) = read_rules(&mut lines)?;
        let mut claims = Vec::new();
        while lines.lines.peek().is_some() {
            claims.push(read_claim(&mut lines, &primed[..rules.piles.len()])?);
        }
        let about_nothing = rules.piles.is_empty();
        let is_theorem = |claim: &CertifiedClaim| matches!(claim.says, Proposition::Theorem(_));
        if about_nothing && !claims.iter().all(is_theorem) {
            return Err(damaged("it speaks of positions, and there are no piles"));
        }
        let certificate = Self { rules, claims };
        // One text for each certificate: no other spelling of a number, no other end of a line.
        if certificate.to_text() == text {
            Ok(certificate)
        } else {
            Err(damaged("it is not written as certificates are"))
        }
    }
}

/// Characters that do something to a terminal, or to the order of what is read.
fn is_hidden(c: char) -> bool {
    let unseen = |c| {
        matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..)
    };
    c != '\n' && (c.is_control() || unseen(c))
}

/// The lines to come, and the names bound in those before.
struct CertificateLines<'a> {
    lines: Peekable<std::str::Lines<'a>>,
    names: Names<'a>,
}

impl<'a> CertificateLines<'a> {
    fn next(&mut self) -> Result<&'a str, Refusal> {
        self.names.watch.check()?;
        self.lines
            .next()
            .ok_or_else(|| damaged("a line is missing"))
    }

    /// The next line, if it begins like this.
    fn next_if(&mut self, word: &str) -> Option<&'a str> {
        self.lines
            .next_if(|line| line.starts_with(word))
            .and_then(|line| line.strip_prefix(word))
    }

    /// All lines from here on that are part of something larger, each read in the scope of some piles.
    fn inner<T>(
        &mut self,
        piles: &[Arc<str>],
        read: impl Fn(LineReader<'_, 'a>) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        let mut found = Vec::new();
        while let Some(line) = self.next_if("  ") {
            self.names.watch.check()?;
            found.push(read(LineReader::new(line, &mut self.names, piles))?);
        }
        Ok(found)
    }
}

/// The rules, and the names of the piles before and after a move.
fn read_rules(lines: &mut CertificateLines<'_>) -> Result<(Rules, Vec<Arc<str>>), Refusal> {
    let game = name(after(lines.next()?, "game ")?)?;
    let piles = after(lines.next()?, "piles ")?;
    let (first, placed) = match piles.split_once("; ") {
        Some((first, placed)) => (first, Some(placed)),
        None => (piles, None),
    };
    let sorted = match first.split(" <= ").count() {
        1 => 0,
        several => several,
    };
    let first = first.split(if sorted > 0 { " <= " } else { ", " });
    // A certificate of a sentence alone has a game without piles.
    let piles = first
        .chain(placed.into_iter().flat_map(|placed| placed.split(", ")))
        .filter(|_| !piles.is_empty())
        .map(|pile| lines.names.bind(pile))
        .collect::<Result<Vec<_>, _>>()?;
    let after_move = piles.iter().map(|pile| format!("{pile}'").into());
    let primed: Vec<Arc<str>> = piles.iter().cloned().chain(after_move).collect();
    let domain = lines.next_if("positions when ");
    let domain = domain.map(|domain| {
        LineReader::new(domain, &mut lines.names, &primed[..piles.len()]).only_formula()
    });
    let domain = domain.transpose()?;
    let blocking = lines.next_if("blocking ").map(number);
    let mut moves = Vec::new();
    while let Some(kind) = lines.next_if("move ") {
        moves.push((
            word(kind)?,
            lines.inner(&primed, |line| line.only_formula())?,
        ));
    }
    let ends = lines.next_if("ends when ");
    let ends = ends
        .map(|ends| LineReader::new(ends, &mut lines.names, &primed[..piles.len()]).only_formula());
    let rules = Rules {
        game,
        sorted,
        piles,
        domain,
        blocking: blocking.transpose()?.unwrap_or(0),
        moves,
        ends: ends.transpose()?,
    };
    Ok((rules, primed))
}

/// The name of something: a text that can be seen.
fn name(text: &str) -> Result<String, Refusal> {
    match text.is_empty() || text.trim() != text {
        true => Err(damaged("a name is missing")),
        false => Ok(text.to_owned()),
    }
}

/// The name of a kind of move: a word.
fn word(text: &str) -> Result<String, Refusal> {
    let is_sign = |c: char| c.is_alphanumeric() || c == '_';
    match text.starts_with(char::is_alphabetic) && text.chars().all(is_sign) {
        true => Ok(text.to_owned()),
        false => Err(damaged("the name of a kind of move is no word")),
    }
}

fn read_claim(
    lines: &mut CertificateLines<'_>,
    piles: &[Arc<str>],
) -> Result<CertifiedClaim, Refusal> {
    let line = after(lines.next()?, "claim ")?;
    let (name, says) = match line.strip_prefix("theorem ") {
        Some(own) if RESERVED.contains(&own) => {
            return Err(damaged("the name of a theorem means another claim"));
        }
        Some(own) => {
            let sentence = after(lines.next()?, "  ")?;
            let sentence = LineReader::new(sentence, &mut lines.names, &[]).only_formula()?;
            (name(own)?, Proposition::Theorem(sentence))
        }
        None if RESERVED[..2].contains(&line) => {
            let pieces = lines.inner(&[], |line| line.only_piece())?;
            let claimed = match line == RESERVED[0] {
                true => Proposition::PPositions,
                false => Proposition::MiserePPositions,
            };
            (name(line)?, claimed(pieces))
        }
        None if line == RESERVED[2] => (
            name(line)?,
            Proposition::NimValues(lines.inner(piles, |line| line.only_value())?),
        ),
        None => return Err(damaged("it makes an unknown claim")),
    };
    let system = read_system(after(lines.next()?, "system ")?)?;
    let periods = lines.next_if("periods ").map(numbers);
    let evidence = match lines.next()? {
        "computed" => ClaimEvidence::Computed,
        line => match line.strip_prefix("witness ") {
            Some(witness) => ClaimEvidence::Witness(numbers(witness)?),
            None => {
                let (mut strategies, mut count) = (Vec::new(), Some(after(line, "strategy ")?));
                while let Some(parts) = count {
                    let ways =
                        (0..number::<usize>(parts)?).map(|_| read_way(system.places(), lines));
                    strategies.push(ways.collect::<Result<_, _>>()?);
                    count = lines.next_if("strategy ");
                }
                ClaimEvidence::Strategies(strategies)
            }
        },
    };
    Ok(CertifiedClaim {
        name,
        says,
        system,
        periods: periods.transpose()?.unwrap_or_default(),
        evidence,
    })
}

fn read_system(text: &str) -> Result<Numeration, Refusal> {
    match text.split_once(' ') {
        None if text == "ternary_u" => Ok(Numeration::TernaryU),
        Some(("base", base)) => Ok(Numeration::Base(number(base)?)),
        Some(("ostrowski", quotients)) => Ok(Numeration::Ostrowski(numbers(quotients)?)),
        Some(("recurrence", coefficients)) => Ok(Numeration::Recurrence(numbers(coefficients)?)),
        _ => Err(damaged("a numeration system is missing")),
    }
}

fn read_way(places: usize, lines: &mut CertificateLines<'_>) -> Result<MoveTable, Refusal> {
    let mut rest = after(lines.next()?, "way ")?;
    let mut fields = Vec::new();
    for word in [" piece ", " order ", " tracks ", " nodes ", " start "] {
        let (field, other) = rest
            .split_once(word)
            .ok_or_else(|| damaged("a field is missing"))?;
        fields.push(field);
        rest = other;
    }
    let (tracks, count): (usize, usize) = (number(fields[3])?, number(fields[4])?);
    let start = number(rest)?;
    if tracks > MOST_TRACKS {
        return Err(damaged("a table has too many tracks"));
    }
    let rows = read_rows(places * tracks, start, count, || lines.next())?;
    Ok(MoveTable {
        rule: number(fields[0])?,
        piece: number(fields[1])?,
        order: numbers(fields[2])?,
        table: Table {
            tracks,
            start,
            rows,
        },
    })
}

/// The rows of a table whose letters have so many digits. In a breadth-first numbering the level of a node is known from a node
/// before it.
pub(super) fn read_rows<'a>(
    depth: usize,
    start: u32,
    count: usize,
    mut next_line: impl FnMut() -> Result<&'a str, Refusal>,
) -> Result<Vec<TableNode>, Refusal> {
    let mut levels = std::collections::BTreeMap::from([(start, 0)]);
    let mut rows = Vec::new();
    let end = count.checked_add(2).and_then(|end| u32::try_from(end).ok());
    for node in 2..end.ok_or_else(|| damaged("a table has too many nodes"))? {
        let level = *levels
            .get(&node)
            .ok_or_else(|| damaged("a node cannot be reached"))?;
        let line = next_line()?;
        let (accepts, successors) = match (level, line.split_at_checked(2)) {
            (0, Some(("+ ", rest))) => (true, rest),
            (0, Some(("- ", rest))) => (false, rest),
            (0, _) => return Err(damaged("a node has no mark")),
            _ => (false, line),
        };
        let row = TableNode {
            level,
            accepts,
            next: numbers(successors)?,
        };
        let below = if level + 1 == depth { 0 } else { level + 1 };
        for &next in row.next.iter().filter(|&&next| next > ALL) {
            levels.entry(next).or_insert(below);
        }
        rows.push(row);
    }
    Ok(rows)
}

fn after<'a>(line: &'a str, word: &str) -> Result<&'a str, Refusal> {
    let rest = line.strip_prefix(word);
    rest.ok_or_else(|| damaged(&format!("“{}” is missing", word.trim())))
}

pub(super) fn number<N: FromStr>(text: &str) -> Result<N, Refusal> {
    text.parse().map_err(|_| damaged("a number is missing"))
}

fn numbers<N: FromStr>(text: &str) -> Result<Vec<N>, Refusal> {
    text.split(' ').map(number).collect()
}
