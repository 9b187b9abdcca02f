//! Units: ranges of members that are worked on together, under a name that says what their results depend on.
//!
//! The results of a unit are a text of JSON lines: first its heading, then a line for each member. The
//! heading holds the family and the task, so that a unit can be understood, and its claims proved
//! again, from its text alone. There are no times in it. Its seal finds accidents; what a text says
//! is believed only as far as [`standing`](super::standing) finds it out again.

use logic::watch::{Progress, Unwatched, Watch};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

use super::digest::Digest;
use super::family::{FamilySource, SearchError};
use super::record::{MemberRecord, MemberVerdict};
use super::standing::{Origin, standings};
use super::task::{FamilySearch, Task};
use super::text;

/// All that the results of a search depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchPlan {
    /// The program, by its version and what it was made from.
    pub version: String,
    /// The text with parameters.
    pub family: FamilySource,
    /// What the parameters go over.
    pub over: String,
    /// What is done with each member.
    pub task: Task,
    /// How many members there are in all.
    #[serde(with = "text")]
    pub members: u64,
}

/// A range of members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its first member.
    #[serde(with = "text")]
    pub first: u64,
    /// Its last member.
    #[serde(with = "text")]
    pub last: u64,
}

/// The heading of a text of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    search: SearchPlan,
    unit: Unit,
    /// A digest of all the rest. Version 0.1.0 wrote none.
    #[serde(default)]
    seal: Option<String>,
}

/// What came of the members of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The search.
    pub plan: SearchPlan,
    /// The unit.
    pub unit: Unit,
    /// What came of its members, in their order.
    pub records: Vec<MemberRecord>,
}

/// Gives each member a watch of its own when its turn comes: a clock, say.
pub type Clock<'a> = &'a (dyn Fn() -> Box<dyn Watch> + Sync);

/// This program, by its version and the sources that its answers depend on. The names of units depend
/// on it.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("TAKEAWAY_SOURCES"));

impl FamilySearch {
    /// All that the results depend on.
    pub fn plan(&self) -> SearchPlan {
        SearchPlan {
            version: PROGRAM.to_owned(),
            family: self.family().source().clone(),
            over: self.family().over().to_string(),
            task: self.task().clone(),
            members: self.family().count(),
        }
    }

    /// How many units there are.
    pub fn units(&self) -> u64 {
        self.family().count().div_ceil(self.unit_size())
    }

    /// A unit by its number, from 0.
    pub fn unit(&self, number: u64) -> Option<Unit> {
        let (size, count) = (self.unit_size(), self.family().count());
        let first = number.checked_mul(size).filter(|first| *first < count)?;
        let last = first.saturating_add(size - 1).min(count - 1);
        Some(Unit { first, last })
    }
}

impl Unit {
    /// How many members it has.
    pub fn count(&self) -> u64 {
        (self.last - self.first).saturating_add(1)
    }

    /// The name of its results: the same for the same search, range and version, and for no others.
    pub fn name(&self, plan: &SearchPlan) -> String {
        // What is plain data can be written.
        let plan = serde_json::to_string(plan).unwrap_or_default();
        let digest = Digest::default().text(&plan);
        let digest = digest.bytes(&self.first.to_le_bytes());
        digest.bytes(&self.last.to_le_bytes()).to_string()
    }

    /// Works on all members, on all processors; what an earlier run has found is kept, unless it was stopped.
    ///
    /// # Errors
    /// If there is a target, and it cannot be solved, or if what an earlier run has found is damaged. A
    /// member that was stopped is part of the results.
    pub fn run(
        &self,
        search: &FamilySearch,
        before: Option<&Results>,
        watch: &dyn Watch,
    ) -> Result<Results, SearchError> {
        self.run_with(search, before, watch, &|| Box::new(Unwatched))
    }

    /// The same with a watch for each member.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn run_with(
        &self,
        search: &FamilySearch,
        before: Option<&Results>,
        watch: &dyn Watch,
        clock: Clock<'_>,
    ) -> Result<Results, SearchError> {
        let plan = search.plan();
        let before = before.filter(|before| before.plan == plan);
        if let Some(before) = before {
            // A file says what was found: what it calls proved is proved again.
            standings(before, Origin::Files, watch)?;
        }
        let done = AtomicU64::new(0);
        let work = |number: u64| {
            let kept = before.and_then(|before| before.record(number));
            let record = match (kept, search.family().member(number)) {
                (Some(kept), _) => Some(Ok(kept.clone())),
                (None, Some(member)) => Some(search.record(&member, watch, clock().as_ref())),
                (None, None) => None,
            };
            watch.progress(Progress {
                step: "members of the family",
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                total: Some(self.count()),
            });
            record
        };
        let numbers: Vec<u64> = (self.first..=self.last).collect();
        let records = numbers.into_par_iter().filter_map(work);
        Ok(Results {
            plan,
            unit: self.clone(),
            records: records.collect::<Result<_, _>>()?,
        })
    }
}

impl Results {
    /// What came of a member, if it is there and was not stopped.
    pub fn record(&self, number: u64) -> Option<&MemberRecord> {
        let found = self.records.iter().find(|record| record.member == number);
        found.filter(|record| record.verdict != MemberVerdict::Stopped)
    }

    /// Are both of one unit of one search?
    pub fn are_of_the_unit_of(&self, other: &Self) -> bool {
        self.plan == other.plan && self.unit == other.unit
    }

    /// The same with what others have found of the members that were stopped here.
    #[must_use]
    pub fn or(mut self, others: &Self) -> Self {
        for record in &mut self.records {
            if record.verdict == MemberVerdict::Stopped
                && let Some(found) = others.record(record.member)
            {
                record.clone_from(found);
            }
        }
        self
    }

    /// Was no member stopped?
    pub fn are_complete(&self) -> bool {
        let stopped = |record: &MemberRecord| record.verdict == MemberVerdict::Stopped;
        !self.records.iter().any(stopped)
    }

    /// The name under which they are kept.
    pub fn name(&self) -> String {
        self.unit.name(&self.plan)
    }

    /// As JSON lines.
    pub fn text(&self) -> String {
        let heading = Heading {
            search: self.plan.clone(),
            unit: self.unit.clone(),
            seal: Some(self.seal()),
        };
        // What is plain data can be written.
        let heading = serde_json::to_string(&heading).unwrap_or_default();
        [heading]
            .into_iter()
            .chain(self.lines())
            .map(|line| line + "\n")
            .collect()
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let records = self.records.iter();
        records.map(|record| serde_json::to_string(record).unwrap_or_default())
    }

    /// A digest of all that is written.
    fn seal(&self) -> String {
        let start = Digest::default().text(&self.name());
        self.lines()
            .fold(start, |digest, line| digest.text(&line))
            .to_string()
    }

    /// Did this very program write them?
    pub fn are_of_this_build(&self) -> bool {
        self.plan.version == PROGRAM
    }

    /// Reads what was written.
    ///
    /// # Errors
    /// If it is no text of results, or not the whole of it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate();
        let (_, heading) = lines.next().ok_or("it is empty")?;
        let heading: Heading = parsed(0, heading)?;
        let records = lines.map(|(place, line)| parsed(place, line));
        let records: Vec<MemberRecord> = records.collect::<Result<_, _>>()?;
        let Heading { search, unit, seal } = heading;
        let members = records.iter().map(|record| record.member);
        if unit.last < unit.first || unit.last >= search.members {
            return Err("its unit is no range of members".to_owned());
        }
        if !members.eq(unit.first..=unit.last) {
            return Err("it does not hold a line for each member of its unit".to_owned());
        }
        let results = Self {
            plan: search,
            unit,
            records,
        };
        match seal {
            None if !results.are_of_this_build() => Ok(results),
            Some(seal) if seal == results.seal() => Ok(results),
            _ => Err("it is damaged: its seal does not fit".to_owned()),
        }
    }
}

/// A line of results.
fn parsed<'t, T: Deserialize<'t>>(place: usize, line: &'t str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| {
        let column = error.column();
        let error = error.to_string();
        let why = error.split(" at line ").next().unwrap_or_default();
        format!("line {}, column {column}: {why}", place + 1)
    })
}
