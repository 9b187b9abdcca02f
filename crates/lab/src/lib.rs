//! The façade that every front end calls: a request in, an answer out.
//!
//! Terminal, web and scripts all join here. A request is plain data: a game that was opened, positions and options. Its
//! answer is plain data too, and says how it is known ([`Evidence`]). There is one file a command, named after it.
//! Nothing here prints, reads files or looks at clocks: limits and progress are the caller's [`Watch`].
//!
//! ```
//! use lab::{Game, GameReference, LegalRequest, Request, Unwatched};
//!
//! let game: GameReference = "nim".parse()?;
//! let game = Game::open(&game.source(|_| Err(lab::LabError::input("no files here")))?)?;
//! let (from, to) = (game.position("1,4,5")?, game.position("1,4,4")?);
//! let request = LegalRequest { game: &game, from, to };
//! assert!(request.answer(&Unwatched)?.legality.is_ok());
//! # Ok::<(), lab::LabError>(())
//! ```

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

mod automaton;
mod beatty;
mod check;
mod column_choice;
mod columns;
mod describe;
mod discover;
mod forbid;
mod fraction;
mod games_list;
mod guess;
mod inspect;
mod invent;
mod legal;
mod moves;
mod outcome;
mod p_rows;
mod piles;
mod play;
mod plot;
mod prove;
mod reasons;
mod redundant;
mod reply;
mod report;
mod represent;
mod rules;
mod search;
mod sequence;
mod session;
mod single_heaps;
mod solve;
mod table;
mod value;
mod value_table;

pub use ::play::{Level, Player, Ply, UnknownLevel};
pub use ::rules::evidence::{Evidence, Reference};
pub use ::rules::explanation::{Detail, Explanation};
pub use ::rules::nim_value::NimValue;
pub use ::rules::outcome::{Outcome, Play};
pub use ::rules::position::Position;
pub use ::rules::ruleset::{IllegalMove, Kind, Legality, Move, Reason, quoted};
pub use ::rules::spec::PileOrder;
pub use ::rules::{described_as, json};
pub use automaton::{
    AutomatonAnswer, AutomatonEdge, AutomatonOf, AutomatonRequest, AutomatonState,
};
pub use beatty::{beatty_formula, beatty_sequences};
pub use check::{CheckAnswer, CheckRequest, ShownClaim};
pub use columns::Columns;
pub use describe::{DescribeAnswer, DescribeRequest, DescribedKind, DescribedParameter};
pub use discover::{
    BesideAHeap, DiscoverAnswer, DiscoverRequest, DiscoverVerdict, DiscoveredAutomaton,
    DiscoveredFiles, Tried, TriedVerdict,
};
/// The plan of a search, its units, and what comes of them.
pub use discovery::search as searching;
pub use discovery::{Guess as Guessed, GuessTopic as GuessKind};
pub use forbid::{ForbidAnswer, ForbidRequest};
pub use fraction::{FractionAnswer, FractionKind, FractionRequest, FractionRow, FractionStream};
pub use games_list::{GameParameter, GameSummary, GamesAnswer, GamesRequest, names_of_games};
pub use guess::{GuessAnswer, GuessRequest, GuessedSequence};
pub use inspect::{InspectAnswer, InspectRequest, InspectedFault, InspectedPlace, InspectedWord};
pub use invent::{
    InventAnswer, InventMethod, InventRequest, InventedFiles, InventedRuleset, InventedVerdict,
    WantedPositions, WithoutRules,
};
pub use knowledge::Error as LabError;
pub use knowledge::sum::{Component, ComponentValue, SumMove};
pub use knowledge::{
    Answer, Extent, Game, GameReference, GameSource, Method, Partner, Refuted, RulesLocation,
    Valued, Verdict, parse_piles, pile_texts, tell_warnings_to,
};
pub use lang::visible::{hides_anything, is_hidden, legible, visible};
pub use lang::{CompanionFiles, Diagnostics, number};
pub use legal::{LegalAnswer, LegalRequest};
pub use logic::arithmetic::verify::Foundations;
pub use logic::watch::{
    CaseProgress, Construction, Limited, Progress, Stopped, Unwatched, Watch, locked,
};
pub use moves::{Incomplete, MovesAnswer, MovesEnd, MovesRequest};
pub use numeration::abbreviated::abbreviated;
pub use numeration::counted::counted;
pub use numeration::natural::{Integer, Natural};
pub use numeration::system::Representation;
pub use outcome::{OutcomeAnswer, OutcomeRequest, ReasonDetail, ShownMove};
pub use piles::piles_of;
pub use play::{
    BoardView, CommandWord, Comment, Judgement, Knowledge, Lowering, Match, MatchRecord,
    PlayCommand, PlayRequest, ReviewedMove, Saying, TakenAmount, Takes, Taking, ToldRules,
};
pub use plot::{
    Axis, Cell, Curves, Heaps, HeatMap, Holds, NumberArray, Picture, PlotAnswer, PlotRequest,
    Point, Ray, Scatter, Series, Slice, Strip, Subject,
};
pub use proof::{Claim, ClaimOutcome, Counterexample, Report};
pub use prove::{
    CertifyAnswer, CertifyRequest, ClaimsAnswer, ClaimsRequest, CompareRequest,
    CoreStatementRequest, NamedClaim, ProveRequest, Statement, StatementsRequest,
};
pub use reasons::{ReasonRow, ReasonTable, Reasons};
pub use redundant::{
    AddableMoves, AddableRequest, AddableVectors, DroppedPart, RedundantAnswer, RedundantRequest,
    ShorterRules,
};
pub use reply::{ReplyAnswer, ReplyRequest};
pub use report::{ErrorAnswer, ErrorKind, ErrorReport, TextPlace};
pub use represent::{NumberOrDigits, RepresentAnswer, RepresentRequest, Shift, Shifted, Written};
pub use rules::{Notation, RulesAnswer, RulesRequest};
pub use search::{SearchReportRequest, SearchRequest, SearchTask, SharedSearch, UnitRequest};
pub use sequence::{SequenceAnswer, SequenceRequest, SequenceStream};
pub use session::{Session, SessionAnswer, SessionQuestion};
pub use solve::{
    LoggedBoard, SolveAnswer, SolveGoal, SolveRequest, SolveResult, SolveSubject, largest_pile,
};
pub use solver::checkpoint::{Checkpoint, SavedState};
pub use solver::periodicity::Period;
pub use solver::{NimValues, PPositions, Reached, Region};
pub use strategies::strategy::StrategyName;
pub use table::{
    DigitColumn, TableAnswer, TableEnd, TableRequest, TableRow, TableRows, TableStream,
};
pub use value::{ValueAnswer, ValueRequest};
pub use value_table::{ValueTable, ValueTableRequest};

/// A question with the type of its answer.
pub trait Request {
    /// What the answer consists of.
    type Answer;

    /// Answers, unless the question is at fault or a limit is reached first.
    fn answer(&self, watch: &dyn Watch) -> Result<Self::Answer, LabError>;
}
