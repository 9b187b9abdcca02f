//! The `.game` language: a take-away game and the claims about it as text.
//!
//! - [`mod@parse`]: text to [`ast`], with the grammar on top;
//! - `resolve`: what the names mean, and every fault that can be seen without the parameters;
//! - `lower`: a tree and the values of the parameters to [`rules::spec::Spec`];
//! - [`mod@print`]: a tree back to text, or to a page in text, LaTeX or HTML;
//! - [`words`]: what the words of a text are, for an editor;
//! - [`diagnostic`]: faults with the line and a caret; `warn`: what an author may not mean.
//!
//! The language is described in `docs/rules-language.md`.
//!
//! ```
//! let nim = "game nim \"Nim\" (m = 3)
//! piles x[1..m] sorted
//! move take: exactly 1 of x changes
//! P when (xor i in 1..m: x[i]) = 0";
//! let spec = lang::load(nim, "nim.game", &[("m".to_owned(), "4".to_owned())])?;
//! assert_eq!(spec.name, "nim:m=4");
//! assert_eq!(spec.dimension(), 4);
//! # Ok::<(), lang::Diagnostics>(())
//! ```

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

pub mod ast;
mod beside;
mod calculate;
mod commas;
pub mod diagnostic;
mod filled;
mod header;
mod lower;
pub mod parse;
pub mod print;
mod resolve;
pub mod span;
pub mod suggest;
mod token;
pub mod visible;
mod warn;
pub mod words;

use std::sync::Arc;

use logic::Set;
use rules::spec::Spec;
use rules::splitting::SplittingSpec;

pub use beside::CompanionFiles;
pub use calculate::{constant, number, term, term_where};
pub use commas::split_at_commas;
pub use diagnostic::Diagnostics;
use diagnostic::{Fault, Faults};
pub use filled::filled;
pub use header::{Header, header};
use lower::LoweredGame;
pub use print::{Notation, print, spelled_out};

/// Parses a file. Only its form is looked at: names may be unknown.
pub fn parse(text: &str) -> Result<ast::GameFile, Diagnostics> {
    let mut faults = Faults::new(None, text);
    let reading = parse::read(text, &mut faults);
    faults.finish(reading.game)
}

/// A file that was read once: its tree, and the game that it means. Piles stay or split.
#[derive(Clone, Debug)]
pub struct Opened<S = Spec> {
    /// The file as it is written, with the values that were given as the defaults of their parameters.
    pub tree: ast::GameFile,
    /// The game.
    pub spec: S,
    /// The sets that it defines, in the order of the file.
    pub sets: Vec<Arc<Set>>,
    /// The automata beside the file.
    pub beside: CompanionFiles,
    /// What was seen on the way.
    noted: Diagnostics,
}

/// A file that was read once, whatever kind of game it means.
#[derive(Clone, Debug)]
pub enum OpenedGame {
    /// A game on piles that stay.
    Piles(Opened),
    /// A game in which heaps split.
    Splitting(Opened<SplittingSpec>),
}

impl OpenedGame {
    /// The game on piles that stay, for whoever can do with no other.
    ///
    /// # Errors
    /// If heaps split in it.
    fn piles(self, file_name: Option<&str>, text: &str) -> Result<Opened, Diagnostics> {
        match self {
            Self::Piles(opened) => Ok(opened),
            Self::Splitting(opened) => {
                let mut faults = Faults::new(file_name, text);
                let message =
                    "heaps split in this game, and what was asked is for games whose piles stay";
                faults.push(Fault::new(
                    opened.tree.name.span,
                    message,
                    "a game with `becomes`",
                ));
                faults.finish(None)
            }
        }
    }
}

/// Reads a file whose piles stay. The values of its parameters are given as text, `("beta", "2+sqrt(2)")`, `("d", "7")`,
/// `("set", "{1,3,4}")`, `("code", "0.37")`, by whoever has seen the tree.
pub fn open(
    text: &str,
    file_name: &str,
    arguments: impl FnOnce(&ast::GameFile) -> Vec<(String, String)>,
) -> Result<Opened, Diagnostics> {
    open_beside(text, file_name, &CompanionFiles::default(), arguments)
}

/// Reads a file whose piles stay, with the automata that lie beside it.
pub fn open_beside(
    text: &str,
    file_name: &str,
    beside: &CompanionFiles,
    arguments: impl FnOnce(&ast::GameFile) -> Vec<(String, String)>,
) -> Result<Opened, Diagnostics> {
    open_game(text, file_name, beside, arguments)?.piles(Some(file_name), text)
}

/// Reads a file, with the automata that lie beside it.
///
/// ```
/// let kayles = "game kayles \"Kayles\"
/// piles n
/// move bowl: exists k in 1..2: n becomes (a, b) and a + b = n - k";
/// let opened = lang::open_game(kayles, "kayles.game", &lang::CompanionFiles::default(), |_| Vec::new())?;
/// assert!(matches!(opened, lang::OpenedGame::Splitting(_)));
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn open_game(
    text: &str,
    file_name: &str,
    beside: &CompanionFiles,
    arguments: impl FnOnce(&ast::GameFile) -> Vec<(String, String)>,
) -> Result<OpenedGame, Diagnostics> {
    let mut faults = Faults::new(Some(file_name), text);
    let reading = parse::read(text, &mut faults);
    understood(&reading, faults, beside, arguments)
}

/// Reads a closed sentence that stands alone. It becomes the theorem `sentence` of a game without piles and moves.
///
/// ```
/// let opened = lang::open_sentence("forall n: floor(n*phi) <= 2*n")?;
/// assert_eq!(opened.spec.theorems[0].name, "sentence");
/// assert!(lang::open_sentence("n = n").is_err());
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn open_sentence(text: &str) -> Result<Opened, Diagnostics> {
    let mut faults = Faults::new(None, text);
    let reading = parse::read_sentence(text, &mut faults);
    understood(&reading, faults, &CompanionFiles::default(), |_| Vec::new())?.piles(None, text)
}

/// What was read, if it has no faults.
fn understood(
    reading: &parse::ParsedFile,
    mut faults: Faults,
    beside: &CompanionFiles,
    arguments: impl FnOnce(&ast::GameFile) -> Vec<(String, String)>,
) -> Result<OpenedGame, Diagnostics> {
    let Some(game) = &reading.game else {
        return faults.finish(None);
    };
    let mut symbols = resolve::resolve(game, reading, &mut faults);
    let given = arguments(game);
    let arguments = lower::parameters(game, &given, &mut symbols.comprehensions, &mut faults);
    if !faults.is_empty() {
        return faults.finish(None);
    }
    let lowered = lower::lower(game, &arguments, &symbols, beside, &mut faults);
    debug_assert_eq!(
        lowered
            .as_ref()
            .map_or(Ok(()), |(meant, _)| meant.check_binding()),
        Ok(())
    );
    let opened = lowered.map(|(meant, sets)| {
        let tree = lower::with_values(game, &arguments);
        let (beside, noted) = (beside.clone(), faults.warnings());
        match meant {
            LoweredGame::Piles(spec) => OpenedGame::Piles(Opened {
                tree,
                spec,
                sets,
                beside,
                noted,
            }),
            LoweredGame::Splitting(spec) => OpenedGame::Splitting(Opened {
                tree,
                spec,
                sets,
                beside,
                noted,
            }),
        }
    });
    faults.finish(opened)
}

/// Makes the game that a file means when its parameters have these values.
pub fn load(
    text: &str,
    file_name: &str,
    arguments: &[(String, String)],
) -> Result<Spec, Diagnostics> {
    open(text, file_name, |_| arguments.to_vec()).map(|opened| opened.spec)
}
