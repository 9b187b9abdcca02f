//! What a catalogue lists of a file, without the cost of its meaning.

use crate::ast::ItemKind;
use crate::diagnostic::Diagnostics;
use crate::print::{self, Notation};

/// The first things a reader wants to know of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name the command line knows it by.
    pub name: String,
    /// The title.
    pub title: String,
    /// Where the game comes from.
    pub source: Option<String>,
    /// The parameters with their defaults, as the command line takes them; none if there is no default.
    pub parameters: Vec<(String, Option<String>)>,
    /// The piles as the file declares them: `a <= b <= c`, `x[1..d]`.
    pub piles: String,
    /// The names of the kinds of move.
    pub moves: Vec<String>,
    /// What the file claims.
    pub claims: Claims,
}

/// What a file claims about its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Its P-positions?
    pub p_positions: bool,
    /// Nim-values?
    pub nim_values: bool,
    /// The names of the theorems.
    pub theorems: Vec<String>,
}

/// Reads the header of a file. Only the form of the file is looked at.
///
/// ```
/// let header = lang::header("game mark \"Mark\"\npiles n\nmove halve: n' = n div 2")?;
/// assert_eq!((header.name.as_str(), header.piles.as_str()), ("mark", "n"));
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn header(text: &str) -> Result<Header, Diagnostics> {
    let game = crate::parse(text)?;
    let compact = |default| print::expression(Notation::CommandLine, default);
    let mut header = Header {
        title: game
            .title
            .as_ref()
            .map_or_else(|| game.name.value.clone(), |title| title.value.clone()),
        name: game.name.value,
        source: None,
        parameters: game
            .parameters
            .iter()
            .map(|p| (p.name.value.clone(), p.default.as_ref().map(compact)))
            .collect(),
        piles: String::new(),
        moves: Vec::new(),
        claims: Claims::default(),
    };
    for item in game.items {
        match item.kind {
            ItemKind::Source(citation) => header.source = Some(citation),
            ItemKind::Piles(piles) => header.piles = print::piles(&piles),
            ItemKind::Move(rule) => header.moves.push(rule.kind.value),
            ItemKind::PPositions(_) | ItemKind::PWhen(_) => header.claims.p_positions = true,
            ItemKind::NimValue { .. } => header.claims.nim_values = true,
            ItemKind::Theorem { name, .. } => header.claims.theorems.push(name.value),
            _ => {}
        }
    }
    Ok(header)
}
