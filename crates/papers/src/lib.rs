//! What five papers on take-away games print, reproduced: claims as data with a verdict on each,
//! and the arrays, matrices, invariance numbers, dual games and splittings of integers that they
//! speak of, with the commands for them.
//!
//! Requests and answers are as in [`lab`], which does not depend on this crate.
//!
//! ```
//! use lab::{Request, Unwatched};
//! use papers::{PaperListRequest, PapersRequest};
//!
//! let papers = PaperListRequest.answer(&Unwatched)?.papers;
//! assert_eq!(papers.len(), 5);
//! let request = PapersRequest {
//!     name: Some("rat".to_owned()),
//!     claim: Some("Table 1".to_owned()),
//! };
//! assert_eq!(request.answer(&Unwatched)?.papers.len(), 1);
//! # Ok::<(), lab::LabError>(())
//! ```

#![cfg_attr(test, allow(clippy::pedantic, clippy::restriction))]

mod array;
pub mod arrays;
mod claims;
pub mod conflicts;
mod figure;
mod game_invariance;
mod invariance;
mod matrix;
pub mod rat_matrix;
mod split;
pub mod splittings;
mod star;
pub mod star_operator;

pub use array::{ArrayAnswer, ArrayRequest, Located, Property};
pub use claims::{
    ClaimCommand, ClaimReport, PaperListAnswer, PaperListRequest, PaperReport, PaperSummary,
    PaperVerdict, PapersAnswer, PapersRequest, SLIP_RULE, WrongEntry,
};
pub use conflicts::VectorReading;
pub use figure::FigureRequest;
pub use game_invariance::{Blocked, GameInvarianceAnswer, GameInvarianceRequest};
pub use invariance::{Growth, InvarianceAnswer, InvarianceRequest, VariantMove, WhyNotFewer};
pub use matrix::{
    Matrix, MatrixAnswer, MatrixCell, MatrixPlace, MatrixRequest, MatrixView, dimension,
};
pub use numeration::splitting::{SplittingFault, SplittingVerdict};
pub use rat_matrix::{Dimension, RowOrder, TreeNode};
pub use split::{
    FoundSplitting, SequenceStart, SplitAnswer, SplitRequest, SplittingsAnswer, SplittingsRequest,
};
pub use star::{Stage, StarAnswer, StarRequest};
