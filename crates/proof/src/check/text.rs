//! Certificates and how they are written.
//!
//! A certificate is a text of lines that stands for itself: it holds the game (its rules in the rules language and the
//! values of its parameters), and for every claim its name, the numeration system, and what shows it: for
//! `P = …` a strategy, for the others nothing, because the checker decides them by itself. Every certificate
//! has exactly one text: whatever is written otherwise is refused. The last line is a checksum, which finds
//! accidents; that a certificate is right is found by checking it.
//!
//! ```text
//! takeaway certificate 2
//! argument d = 2
//! game 12
//! …                                  (12 lines)
//! claim P-positions
//! system ostrowski 2                 (or: system base 2)
//! strategy 6
//! way 0 piece 0 order 0 1 tracks 3 nodes 5 start 2
//! - 0 3 0                            (a node where words may end: accepted or not, and the node after each digit)
//! 4 5 0                              (any other node)
//! …
//! claim theorem 0 differences
//! system ostrowski 2
//! computed
//! checksum 0123456789abcdef
//! ```

use std::fmt::Write;
use std::str::{FromStr, Lines};

use super::Refusal;
use super::table::{ALL, Row, Table};
use crate::claim::Claim;

/// No table reads more.
const MOST_TRACKS: usize = 64;

/// A game, claims about it, and what shows that they are true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game in the rules language. It ends with the end of a line.
    pub game: String,
    /// The values of its parameters.
    pub arguments: Vec<(String, String)>,
    /// The claims.
    pub claims: Vec<Certified>,
}

/// A claim and what shows that it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// Which claim.
    pub claim: Claim,
    /// Its name: `P-positions`, `nim-values`, or the theorem's own.
    pub name: String,
    /// The continued fraction, one period, in whose Ostrowski system numbers are written; base 2 if there is none.
    pub system: Vec<i64>,
    /// What shows it.
    pub evidence: Evidence,
}

/// What shows that a claim is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A winning move for every position outside the claimed set, in parts.
    Strategy(Vec<Way>),
    /// Nothing: the checker decides the claim from its formula alone.
    Computed,
}

/// Moves of one kind to one piece of the claimed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The place of the kind of move in the rules.
    pub rule: usize,
    /// The place of the piece in the claimed set.
    pub piece: usize,
    /// Where each pile stands in the position after the move.
    pub order: Vec<usize>,
    /// The piles of the position moved from, then the values of the piece's variables, which give the position moved to.
    pub table: Table,
}

impl Certificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = String::from("takeaway certificate 2\n");
        for (name, value) in &self.arguments {
            let _ = writeln!(text, "argument {name} = {value}");
        }
        let _ = writeln!(
            text,
            "game {}\n{}",
            self.game.lines().count(),
            self.game.trim_end_matches('\n')
        );
        for claim in &self.claims {
            write_claim(&mut text, claim);
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
        let body = text.strip_suffix('\n').and_then(|text| text.rfind('\n'));
        let body = body
            .map(|end| &text[..=end])
            .ok_or_else(|| damaged("it has no last line"))?;
        if text[body.len()..] != format!("checksum {:016x}\n", checksum(body)) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut lines = body.lines();
        if lines.next() != Some("takeaway certificate 2") {
            return Err(damaged("it is not of a kind known here"));
        }
        let mut certificate = Self {
            game: String::new(),
            arguments: Vec::new(),
            claims: Vec::new(),
        };
        let mut line = next(&mut lines)?;
        while let Some((name, value)) = line
            .strip_prefix("argument ")
            .and_then(|rest| rest.split_once(" = "))
        {
            certificate
                .arguments
                .push((name.to_owned(), value.to_owned()));
            line = next(&mut lines)?;
        }
        for _ in 0..number::<usize>(after(line, "game ")?)? {
            certificate.game.push_str(next(&mut lines)?);
            certificate.game.push('\n');
        }
        while let Some(line) = lines.next() {
            certificate.claims.push(read_claim(line, &mut lines)?);
        }
        // One text for each certificate: no other spelling of a number, no other end of a line.
        if certificate.to_text() == text {
            Ok(certificate)
        } else {
            Err(damaged("it is not written as certificates are"))
        }
    }
}

/// FNV-1a. It finds accidents, not forgeries.
pub fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn write_claim(text: &mut String, certified: &Certified) {
    let _ = match certified.claim {
        Claim::PPositions | Claim::NimValues => writeln!(text, "claim {}", certified.name),
        Claim::Theorem(index) => writeln!(text, "claim theorem {index} {}", certified.name),
    };
    let _ = match certified.system.as_slice() {
        [] => writeln!(text, "system base 2"),
        quotients => writeln!(text, "system ostrowski {}", joined(quotients)),
    };
    let Evidence::Strategy(ways) = &certified.evidence else {
        text.push_str("computed\n");
        return;
    };
    let _ = writeln!(text, "strategy {}", ways.len());
    for Way {
        rule,
        piece,
        order,
        table,
    } in ways
    {
        let (tracks, nodes, start) = (table.tracks, table.rows.len(), table.start);
        let order = joined(order);
        let _ = writeln!(
            text,
            "way {rule} piece {piece} order {order} tracks {tracks} nodes {nodes} start {start}"
        );
        for row in &table.rows {
            let mark = match (row.level, row.accepts) {
                (0, true) => "+ ",
                (0, false) => "- ",
                _ => "",
            };
            let _ = writeln!(text, "{mark}{}", joined(&row.next));
        }
    }
}

fn read_claim(line: &str, lines: &mut Lines<'_>) -> Result<Certified, Refusal> {
    let name = after(line, "claim ")?;
    let (claim, name) = match name
        .strip_prefix("theorem ")
        .and_then(|rest| rest.split_once(' '))
    {
        Some((index, name)) => (Claim::Theorem(number(index)?), name),
        None if name == "P-positions" => (Claim::PPositions, name),
        None if name == "nim-values" => (Claim::NimValues, name),
        None => return Err(damaged("it makes an unknown claim")),
    };
    let system = match after(next(lines)?, "system ")? {
        "base 2" => Vec::new(),
        other => numbers(after(other, "ostrowski ")?)?,
    };
    let evidence = match next(lines)? {
        "computed" => Evidence::Computed,
        line => {
            let count: usize = number(after(line, "strategy ")?)?;
            let ways = (0..count).map(|_| read_way(system.len().max(1), lines));
            Evidence::Strategy(ways.collect::<Result<_, _>>()?)
        }
    };
    Ok(Certified {
        claim,
        name: name.to_owned(),
        system,
        evidence,
    })
}

fn read_way(places: usize, lines: &mut Lines<'_>) -> Result<Way, Refusal> {
    let mut rest = after(next(lines)?, "way ")?;
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
    // In a breadth-first numbering the level of a node is known from a node before it.
    let mut levels = std::collections::BTreeMap::from([(start, 0)]);
    let mut rows = Vec::new();
    for node in 2..count.saturating_add(2) as u32 {
        let level = *levels
            .get(&node)
            .ok_or_else(|| damaged("a node cannot be reached"))?;
        let line = next(lines)?;
        let (accepts, successors) = match (level, line.split_at_checked(2)) {
            (0, Some(("+ ", rest))) => (true, rest),
            (0, Some(("- ", rest))) => (false, rest),
            (0, _) => return Err(damaged("a node has no mark")),
            _ => (false, line),
        };
        let row = Row {
            level,
            accepts,
            next: numbers(successors)?,
        };
        let below = if level + 1 == places * tracks {
            0
        } else {
            level + 1
        };
        for &next in row.next.iter().filter(|&&next| next > ALL) {
            levels.entry(next).or_insert(below);
        }
        rows.push(row);
    }
    Ok(Way {
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

fn next<'a>(lines: &mut Lines<'a>) -> Result<&'a str, Refusal> {
    lines.next().ok_or_else(|| damaged("a line is missing"))
}

fn after<'a>(line: &'a str, word: &str) -> Result<&'a str, Refusal> {
    let rest = line.strip_prefix(word);
    rest.ok_or_else(|| damaged(&format!("“{}” is missing", word.trim())))
}

fn number<N: FromStr>(text: &str) -> Result<N, Refusal> {
    text.parse().map_err(|_| damaged("a number is missing"))
}

fn numbers<N: FromStr>(text: &str) -> Result<Vec<N>, Refusal> {
    text.split(' ').map(number).collect()
}

fn joined<N: ToString>(numbers: &[N]) -> String {
    let texts: Vec<String> = numbers.iter().map(N::to_string).collect();
    texts.join(" ")
}

fn damaged(how: &str) -> Refusal {
    Refusal::Damaged(how.to_owned())
}
