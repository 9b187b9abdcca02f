//! A family of rules with parameters, member by member: discovered, solved, or compared with the P-positions of another game.
//!
//! A search is a [`RuleFamily`] (a text with parameters, and the values that these go [over](ParameterGrid)) and a [`Task`]. Its members are counted from 0.
//! A [unit](FamilySearch::unit) is a range of them, so many that it is worth some seconds or minutes; its name is a digest of all that its results depend on:
//! the family, the task, the range and the program. So whoever finds the results of a unit under its name need not work them out again, and two who
//! work on the same unit write the same bytes.
//!
//! - [`over`]: the values of the parameters; [`family`]: the members.
//! - [`task`]: what is done with each; [`record`]: what came of it, a line of JSON; [`p_set`]: P-positions that are compared.
//! - [`unit`](mod@unit): ranges, their names, and their results as text.
//! - [`standing`]: which results of files this program stands for.
//! - [`report`]: results of many units put together; [`classes`]: members with the same P-positions, and with the same automaton up to the system.
//!
//! No files are written here, and no clock is looked at: a front end gives each member a watch, and keeps the texts. Everything that decides about the answer for a member
//! is counted: the size of boards, and the memory of automata by their sizes. A member that a watch stopped is marked, so that
//! a later run tries it again.
//!
//! ```
//! use discovery::search::{FamilySearch, FamilySource, Task};
//! use logic::Unwatched;
//!
//! let text = "game few (k = 1)\npiles n\nmove take: n - n' <= k";
//! let family = FamilySource::new("few.game", text).over("k=1..3")?;
//! let search = FamilySearch::new(family, Task::default());
//! let results = search.unit(0).expect("the first unit").run(&search, None, &Unwatched)?;
//! assert_eq!(results.records[2].claim.as_deref(), Some("P when n mod 4 = 0"));
//! # Ok::<(), discovery::search::SearchError>(())
//! ```

pub mod classes;
pub mod digest;
mod drafts;
pub mod family;
mod member;
pub mod over;
pub mod p_set;
pub mod record;
pub mod report;
pub mod standing;
pub mod task;
pub mod text;
pub mod unit;
mod watches;

pub use classes::{Alike, Kinship, Listed, SearchClass, SetKind, Unknown};
pub use digest::Digest;
pub use family::{FamilySource, Member, RuleFamily, SearchError};
pub use over::ParameterGrid;
pub use p_set::PSet;
pub use record::{Fingerprint, MemberRecord, MemberVerdict};
pub use report::{Compared, SearchReport, SearchSummary};
pub use standing::Origin;
pub use task::{FamilySearch, Task, TaskKind};
pub use unit::{Clock, PROGRAM, Results, SearchPlan, Unit};
