//! Certificates and how they are written.
//!
//! A certificate is a text of lines that stands for itself: it holds the rules of a game in the core notation, and for every
//! claim its name, what it says in the same notation, the numeration system, and what shows it: for `P-positions` a
//! strategy, or several where options may be forbidden, for a sentence that some numbers exist perhaps such numbers, and otherwise nothing, because the checker
//! decides it by itself. Every certificate has exactly one text: whatever is written otherwise is refused. The last line
//! is a checksum, which finds accidents; that a certificate is right is found by checking it.
//!
//! ```text
//! takeaway certificate 6
//! game …                             (the rules and the claims: see `statement`)
//! claim P-positions
//!   …
//! system ostrowski 2                 (or: base 2, recurrence 1 1 1, ternary_u)
//! strategy 6
//! way 0 piece 0 order 0 1 tracks 3 nodes 5 start 2
//! - 0 3 0                            (a node where words may end: accepted or not, and the node after each digit)
//! 4 5 0                              (any other node)
//! …
//! claim theorem differences
//!   …
//! system ostrowski 2
//! periods 2 3                        (if any: what numbers are divided by, case by case)
//! computed                           (or: witness 3 5)
//! checksum 0123456789abcdef
//! ```

use std::fmt::Write;

use super::statement::{Proposition, Rules};
use super::systems::Numeration;
use super::table::Table;

/// The first line: the kind of text that this is, and its version.
pub(super) const KIND: &str = "takeaway certificate ";
pub(super) const VERSION: &str = "6";

/// A game, claims about it, and what shows that they are true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules of the game.
    pub rules: Rules,
    /// The claims.
    pub claims: Vec<CertifiedClaim>,
}

/// A claim and what shows that it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedClaim {
    /// Its name: `P-positions`, `misere P-positions`, `nim-values`, or the theorem's own.
    pub name: String,
    /// What it says.
    pub says: Proposition,
    /// How numbers are written.
    pub system: Numeration,
    /// Numbers `p` for which the checker looks at `p·q + r` for each `r < p` in place of a number: those of the bound variables of a theorem, of
    /// the variables of all pieces of a set, or of all piles for nim-values. Where none is given, it is 1.
    pub periods: Vec<i64>,
    /// What shows it.
    pub evidence: ClaimEvidence,
}

/// What shows that a claim is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimEvidence {
    /// Strategies, one more than options may be forbidden: each has a winning move for every position that needs one, in parts.
    Strategies(Vec<Vec<MoveTable>>),
    /// Numbers for the variables of the first quantifiers.
    Witness(Vec<i64>),
    /// Nothing: the checker decides the claim from its formula alone.
    Computed,
}

/// Moves of one kind to one piece of the claimed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTable {
    /// The place of the kind of move in the rules.
    pub rule: usize,
    /// The place of the piece in the claimed set.
    pub piece: usize,
    /// Where each pile stands in the position after the move.
    pub order: Vec<usize>,
    /// The values of the piece's variables, which give the position moved to, then the piles of the position moved from.
    pub table: Table,
}

impl Certificate {
    /// What it claims, in the core notation.
    pub fn statement(&self) -> String {
        let mut text = self.rules.to_string();
        for claim in &self.claims {
            write_statement(&mut text, &claim.name, &claim.says);
        }
        text
    }

    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{KIND}{VERSION}\n{}", self.rules);
        for claim in &self.claims {
            write_claim(&mut text, claim);
        }
        let sum = checksum(&text);
        let _ = writeln!(text, "checksum {sum:016x}");
        text
    }
}

/// FNV-1a. It finds accidents, not forgeries.
pub fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What a certificate of one claim would state: the rules, and the claim.
pub fn stated(rules: &Rules, name: &str, says: &Proposition) -> String {
    let mut text = rules.to_string();
    write_statement(&mut text, name, says);
    text
}

fn write_statement(text: &mut String, name: &str, says: &Proposition) {
    let kind = match says {
        Proposition::Theorem(_) => "theorem ",
        _ => "",
    };
    let _ = write!(text, "claim {kind}{name}\n{says}");
}

fn write_claim(text: &mut String, certified: &CertifiedClaim) {
    write_statement(text, &certified.name, &certified.says);
    let _ = writeln!(text, "system {}", certified.system);
    if !certified.periods.is_empty() {
        let _ = writeln!(text, "periods {}", joined(&certified.periods));
    }
    match &certified.evidence {
        ClaimEvidence::Strategies(strategies) => {
            strategies
                .iter()
                .for_each(|ways| write_strategy(text, ways));
        }
        ClaimEvidence::Witness(numbers) => {
            let _ = writeln!(text, "witness {}", joined(numbers));
        }
        ClaimEvidence::Computed => text.push_str("computed\n"),
    }
}

fn write_strategy(text: &mut String, ways: &[MoveTable]) {
    let _ = writeln!(text, "strategy {}", ways.len());
    for MoveTable {
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
            let _ = writeln!(text, "{row}");
        }
    }
}

fn joined<N: ToString>(numbers: &[N]) -> String {
    let texts: Vec<String> = numbers.iter().map(N::to_string).collect();
    texts.join(" ")
}
