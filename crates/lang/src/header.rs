//! What a catalogue lists of a file, without the cost of its meaning.

use crate::ast::ItemKind;
use crate::diagnostic::Diagnostics;
use crate::filled::filled;
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
}

/// Reads the header of a file. Only the form is looked at, and nothing that stands behind the first move if source and
/// piles stand before it, as they do in the catalogue: a list of all games takes no longer than their first lines.
///
/// ```
/// let header = lang::header("game mark \"Mark\"\npiles n\nmove halve: n' = n div 2")?;
/// assert_eq!((header.name.as_str(), header.piles.as_str()), ("mark", "n"));
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn header(text: &str) -> Result<Header, Diagnostics> {
    let head = head(text);
    let header = read(head)?;
    if header.is_complete() || head.len() == text.len() {
        return Ok(header);
    }
    read(text)
}

/// What stands before the first line that begins with `move`.
fn head(text: &str) -> &str {
    let end = text.find("\nmove ").unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

fn read(text: &str) -> Result<Header, Diagnostics> {
    let game = crate::parse(text)?;
    let compact = |default| print::expression(Notation::CommandLine, default);
    let defaults = game.parameters.iter();
    let parameters: Vec<(String, Option<String>)> = defaults
        .map(|p| (p.name.value.clone(), p.default.as_ref().map(compact)))
        .collect();
    let mut header = Header {
        title: filled(
            game.title
                .as_ref()
                .map_or(&game.name.value, |title| &title.value),
            |name| {
                let mut parameters = parameters.iter();
                let (_, default) = parameters.find(|(known, _)| known == name)?;
                default.as_deref()
            },
        ),
        name: game.name.value,
        source: None,
        parameters,
        piles: String::new(),
    };
    for item in game.items {
        match item.kind {
            ItemKind::Source(citation) => header.source = Some(citation),
            ItemKind::Piles(piles) => header.piles = print::piles(&piles),
            _ => {}
        }
    }
    Ok(header)
}

impl Header {
    /// Does it tell all that a header can?
    fn is_complete(&self) -> bool {
        self.source.is_some() && !self.piles.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn a_source_and_piles_behind_the_moves_are_found() {
        let text = "game g \"G\"\nmove take: n' < n\npiles n\nsource \"nowhere\"";
        let found = header(text).expect("it has no faults");
        assert_eq!(found.piles, "n");
        assert_eq!(found.source.as_deref(), Some("nowhere"));
    }

    #[test]
    fn faults_before_the_moves_are_told() {
        assert!(header("game g \"G\"\npiles <= n\nmove take: n' < n").is_err());
    }
}
