//! A game that was opened, and all that is known of it.
//!
//! [`Game::open`] reads a game once. Who wins, what a position is worth and which moves win is then asked of the
//! game, which asks its *sources*: a theorem of a paper, a claim that was proved here, the automaton of a proof, the
//! period of a heap, a solved board, a search. [`order`] says who is asked first; nobody else chooses a source.
//!
//! **The rule of trust.** A claim of a file is proved before it is used. One that is refuted is never used, by nobody: the
//! answer comes from the next source, and says that the claim is false. One that could not be decided is used only
//! where nobody else can answer, and the answer is then a conjecture.
//!
//! What was found stays with the game: a verdict, an automaton, a solved board, a period. Asking twice costs once.
//!
//! ```
//! use knowledge::{Game, GameReference, Play, Unwatched};
//!
//! let text = "game skip \"Take one or two\"
//! piles n
//! move take: n - n' in {1, 2}
//! P = { 3*m | m >= 0 }";
//! let reference: GameReference = "skip.game".parse()?;
//! let game = Game::open(&reference.source(|_| Ok::<_, knowledge::Error>(text.to_owned()))?)?;
//! let position = game.position("10^40+1")?;
//! let answer = game.outcome(&position, Play::Normal, &Unwatched)?;
//! assert_eq!(answer.verdict.outcome, knowledge::Outcome::N);
//! assert!(answer.verdict.evidence.to_string().starts_with("proved"));
//! # Ok::<(), knowledge::Error>(())
//! ```

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

mod answer;
mod asked;
mod blocked;
mod error;
mod game;
mod heap_list;
mod kept;
mod limits;
pub mod order;
mod partner;
mod position_text;
mod reason;
mod reference;
mod source;
mod split_claims;
pub mod sum;
mod sum_partner;
mod trust;
mod wording;

pub use answer::{Answer, Method, Valued, Verdict, VisitedMoves};
pub use error::Error;
pub use game::{Game, Recall, WrittenRules, tell_warnings_to, unknown};
pub use heap_list::HeapList;
pub use limits::{MemoryBudget, size_of_integers, size_of_naturals};
pub use logic::watch::{Stopped, Unwatched, Watch};
pub use partner::Partner;
pub use position_text::{parse_piles, pile_texts};
pub use reason::{ExcerptRow, TableExcerpt, VerdictReason};
pub use reference::{GameReference, GameSource, RulesLocation, split_at_commas};
pub use rules::evidence::{Evidence, Reference};
pub use rules::nim_value::NimValue;
pub use rules::outcome::{Outcome, Play};
pub use rules::position::Position;
pub use source::{Extent, Visit};
pub use sum_partner::SumPartner;
pub use trust::{ListableClaim, Refuted};
pub use wording::brief;
