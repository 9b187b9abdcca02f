//! A laboratory for take-away games, as a library.
//!
//! A [`Game`] is opened once: from the catalogue, from a `.game` file, or from text. It makes [`Position`]s, which nobody
//! else can get wrong, and answers about them. The command `takeaway` answers from the same place and in the same way.
//!
//! ```
//! use takeaway::{Game, Outcome};
//!
//! let raleigh = Game::open("raleigh")?;
//! let position = raleigh.position("14,17,20")?;
//! let answer = raleigh.outcome(&position)?;
//! assert_eq!(answer.verdict.outcome, Outcome::N);
//! let winning = answer.verdict.winning_move.expect("whoever wins can move");
//! assert_eq!(winning.to, raleigh.position_of([4_u32, 5, 8])?);
//! # Ok::<(), takeaway::Error>(())
//! ```
//!
//! # How an answer is known
//!
//! Every answer carries its [`Evidence`], as data: a theorem with its citation, a proof that was found here, everything up to a
//! bound, or a conjecture. A claim of a file of your own is proved before it is used; one that is false is never used, and the
//! answer names it.
//!
//! ```
//! use takeaway::{Evidence, Game, Reference};
//!
//! let raleigh = Game::open("raleigh")?;
//! let answer = raleigh.outcome(&raleigh.position("1,2,3")?)?;
//! let Evidence::Theorem(Reference::Cited(citation)) = answer.verdict.evidence else {
//!     panic!("Raleigh has a theorem");
//! };
//! assert!(citation.to_string().starts_with("A. S. Fraenkel, The Raleigh game"));
//!
//! let skip = Game::from_text(
//!     "game skip \"Take one or two\"\npiles n\nmove take: n - n' in {1, 2}\nP = { 3*m | m >= 0 }",
//! )?;
//! let answer = skip.outcome(&skip.position("10^40+1")?)?;
//! assert!(matches!(answer.verdict.evidence, Evidence::Proved(_)));
//! # Ok::<(), takeaway::Error>(())
//! ```
//!
//! # Rules, values, sums
//!
//! ```
//! use takeaway::Game;
//!
//! let wythoff = Game::open("wythoff")?;
//! let from = wythoff.position("3,5")?;
//! // The rules say every reason why a move is not legal.
//! let refused = wythoff.legal(&from, &wythoff.position("2,3")?)?.expect_err("2 and 1 are not the same");
//! assert!(!refused.reasons.is_empty());
//! assert_eq!(wythoff.moves(&from, None)?.moves.len(), 3 + 5 + 3);
//! assert!(wythoff.winning_moves(&from, None)?.moves.is_empty());
//! assert_eq!(wythoff.value(&from)?.value.to_string(), "0");
//! // All P-positions with piles up to 10, by brute force.
//! let mut lost = 0;
//! wythoff.solve(10)?.found.try_for_each(|_, _| {
//!     lost += 1;
//!     Ok::<_, takeaway::Error>(())
//! })?;
//! assert_eq!(lost, 9);
//!
//! // The sum of games, each with its position.
//! let nim = Game::open("nim:m=2")?;
//! let sum = takeaway::value_of_sum(&[(&nim, nim.position("1,3")?), (&wythoff, from)])?;
//! assert_eq!(sum.value.to_string(), "2");
//! # Ok::<(), takeaway::Error>(())
//! ```
//!
//! # Limits, misère play, threads
//!
//! A question may take long. [`Game::within`] gives each question a time, [`Game::watched`] hands it to a [`Watch`] of your own
//! that can stop it and is told how far it has got; a limit is an answer ([`Error::Stopped`]). [`Game::misere`] asks about the play in
//! which whoever cannot move wins. All of these share the opened game and what it has found out, and so do clones, in any
//! thread.
//!
//! ```
//! use std::time::Duration;
//! use takeaway::{Game, Outcome};
//!
//! let mark = Game::open("mark")?.within(Duration::from_secs(10));
//! let misere = mark.clone().misere();
//! let position = mark.position("2")?;
//! let other = std::thread::spawn({
//!     let (mark, position) = (mark.clone(), position.clone());
//!     move || mark.outcome(&position).map(|answer| answer.verdict.outcome)
//! });
//! assert_eq!(other.join().expect("nothing panics")?, Outcome::P);
//! assert_eq!(misere.outcome(&position)?.verdict.outcome, Outcome::N);
//! # Ok::<(), takeaway::Error>(())
//! ```
//!
//! # Errors
//!
//! An [`Error`] is data and has a sentence that says what to do instead.
//!
//! ```
//! use takeaway::{Error, Game};
//!
//! match Game::open("releigh") {
//!     Err(Error::UnknownGame { nearest, .. }) => assert_eq!(nearest, ["raleigh"]),
//!     _ => unreachable!("there is no such game"),
//! }
//! let nim = Game::open("nim")?;
//! assert!(matches!(nim.position("1,2"), Err(Error::Position(_))));
//! # Ok::<(), takeaway::Error>(())
//! ```
//!
//! Whatever else the commands do (tables, plots, arrays, splittings, …) is a request of [`lab`]. The command line itself is a
//! function ([`run_command_line`]), which the binary and the package for Python call. Files, clocks, signals and the
//! terminal are known here and nowhere below.
//!
//! # Features
//!
//! - `serve`: `takeaway serve`, with the web server that it needs;
//! - `screen`: matches on the whole screen of a terminal, and lines that are edited as they are typed.
//!
//! Both are on by default; a program that only asks needs neither.

#![cfg_attr(
    not(all(feature = "serve", feature = "screen")),
    allow(
        dead_code,
        unused_imports,
        clippy::infallible_destructuring_match,
        reason = "the server and the screen use it"
    )
)]
#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

mod args;
mod blocks;
mod checkpoint;
mod clock;
mod cmd;
mod command_line;
mod crash;
mod desk;
mod failure;
mod files;
mod game;
mod kept_proofs;
mod lines;
mod memory;
mod new_file;
mod output;
mod own_files;
mod pace;
mod position_json;
mod program;
mod quantity;
mod render;
mod schemas;
pub mod search;
mod sent;
mod terminal;
mod text_file;
mod threads;
mod user_folders;
mod warnings;
mod watch;
mod web;
mod whole_file;

pub use clock::TimeLimit;
pub use cmd::automaton::automaton_svg;
pub use cmd::papers::{PapersJson, papers_json};
pub use command_line::run_command_line;
pub use game::{Game, value_of_sum};
pub use lab;
pub use lab::{
    Answer, Claim, ClaimOutcome, Evidence, Explanation, Extent, IllegalMove, Kind,
    LabError as Error, Legality, Method, Move, MovesAnswer, Natural, NimValue, Outcome, Play,
    Position, Progress, Reason, Reference, Refuted, Report, SolveAnswer, Stopped, Unwatched,
    ValueAnswer, Valued, Verdict, Watch,
};
pub use memory::resident;
pub use program::Program;
pub use render::automaton::{dot as automaton_dot, text as automaton_text};
pub use render::picture::{PictureFormat, picture};
pub use text_file::{plain, read, read_beside};
pub use whole_file::{OverwritePolicy, WholeFile, discard_unfinished, make_directory};
