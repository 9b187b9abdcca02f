//! The units of a search, worked on and kept in a directory: by the command `search`, and by whoever shares the work among processes and machines.
//!
//! A unit is worked on by [`Units::one`], whoever asks: the same file, the same bytes. What is there is left out, what was stopped is tried again,
//! and what is found is written at once, whole or not at all.
//!
//! ```
//! use takeaway::lab::{GameReference, SearchRequest, SearchTask, Unwatched};
//! use takeaway::search::{UnitFolder, UnitState, Units};
//!
//! let family: GameReference = "subtraction".parse()?;
//! let request = SearchRequest {
//!     family: family.source(takeaway::read)?,
//!     over: "set=subsets(1..3)".to_owned(),
//!     task: SearchTask::Solve { max: 20 },
//!     misere: false,
//!     unit_size: Some(4),
//! };
//! let search = request.search()?;
//! let place = std::env::temp_dir().join(format!("takeaway-units-{}", std::process::id()));
//! let folder = UnitFolder::made(&place.to_string_lossy())?;
//! let units = Units { search: &search, folder: Some(&folder), each: None };
//! assert_eq!(units.one(1, &Unwatched)?.state, UnitState::Done);
//! assert_eq!(units.one(1, &Unwatched)?.state, UnitState::Kept);
//! # std::fs::remove_dir_all(place).expect("it was made");
//! # Ok::<(), takeaway::Error>(())
//! ```

mod folder;
mod units;

pub use folder::UnitFolder;
pub use units::{UnitDone, UnitState, Units, no_unit};
