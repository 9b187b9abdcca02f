//! The units of a search, one after the other.

use std::path::Path;
use std::time::Duration;

use crate::TimeLimit;
use lab::searching::{Results, Search as Plan, Unit};
use lab::{Progress, Request, Stopped, UnitRequest, Unwatched, Watch};

use super::folder::{Folder, read};
use super::{Range, State, UnitJson};
use crate::failure::Failure;
use crate::new_file::{Existing, NewFile};
use crate::watch::Overseer;

/// Units to be worked on.
pub(super) struct Work<'a> {
    pub(super) plan: &'a Plan,
    pub(super) folder: Option<&'a Folder>,
    pub(super) each: Option<Duration>,
}

/// A unit that is to be worked on, or was.
pub(super) struct Todo {
    number: u64,
    unit: Unit,
    /// Are its results there, all of them?
    there: bool,
}

/// What became of a unit; its results, unless they are in a file.
pub(super) type Done = (UnitJson, Option<Results>);

impl Work<'_> {
    /// The units of these numbers.
    pub(super) fn todo(&self, numbers: Range) -> Result<Vec<Todo>, Failure> {
        let plan = self.plan.plan();
        let there = |name: &str| {
            let path = self.folder.map(|folder| folder.whole(name));
            path.is_some_and(|path| Path::new(&path).exists())
        };
        let mut todo = Vec::new();
        for number in numbers.first..=numbers.last {
            if let Some(unit) = self.plan.unit(number) {
                let there = there(&unit.name(&plan));
                todo.push(Todo {
                    number,
                    unit,
                    there,
                });
            }
        }
        // Whether files can be written is found out before the work.
        if let (Some(folder), Some(open)) = (self.folder, todo.iter().find(|one| !one.there)) {
            NewFile::at(&folder.whole(&open.unit.name(&plan)), Existing::Replace)?;
        }
        Ok(todo)
    }

    /// Works on them one after the other, each on all processors, and writes what was found at once.
    pub(super) fn run(&self, todo: Vec<Todo>, watch: &Overseer) -> Result<Vec<Done>, Failure> {
        let open = todo.iter().filter(|one| !one.there);
        let total = open.map(|one| one.unit.count()).sum();
        let plan = self.plan.plan();
        let mut before = 0;
        let mut done = Vec::new();
        for Todo {
            number,
            unit,
            there,
        } in todo
        {
            let name = unit.name(&plan);
            if let (true, Some(folder)) = (there, self.folder) {
                let (file, results) = (folder.whole(&name), read(&folder.whole(&name))?);
                done.push((
                    UnitJson::of(number, State::Kept, Some(file), &results),
                    None,
                ));
                continue;
            }
            let onward = Onward {
                watch,
                before,
                total,
            };
            before += unit.count();
            done.push(self.one(number, unit, &name, &onward)?);
            if watch.check().is_err() {
                break;
            }
        }
        Ok(done)
    }

    /// Works on one unit, and writes what was found.
    fn one(
        &self,
        number: u64,
        unit: Unit,
        name: &str,
        watch: &Onward<'_>,
    ) -> Result<Done, Failure> {
        let before = match self.folder {
            Some(folder) => folder.found_before(name)?,
            None => None,
        };
        let results = self.unit(unit, before.as_ref(), watch)?;
        let state = match results.are_complete() {
            true => State::Done,
            false => State::Stopped,
        };
        Ok(match self.folder {
            Some(folder) => {
                let file = folder.write(&results)?;
                (UnitJson::of(number, state, Some(file), &results), None)
            }
            None => (UnitJson::of(number, state, None, &results), Some(results)),
        })
    }

    fn unit(
        &self,
        unit: Unit,
        before: Option<&Results>,
        watch: &Onward<'_>,
    ) -> Result<Results, Failure> {
        let each = self.each;
        let clock = move || -> Box<dyn Watch> {
            match each {
                Some(time) => Box::new(TimeLimit::new(time)),
                None => Box::new(Unwatched),
            }
        };
        let request = UnitRequest {
            search: self.plan,
            unit,
            before,
            clock: &clock,
        };
        Ok(request.answer(watch)?)
    }
}

/// A watch that counts the members of all units together.
struct Onward<'a> {
    watch: &'a Overseer,
    before: u64,
    total: u64,
}

impl Watch for Onward<'_> {
    fn check(&self) -> Result<(), Stopped> {
        self.watch.check()
    }

    fn memory_limit(&self) -> Option<u64> {
        self.watch.memory_limit()
    }

    fn progress(&self, progress: Progress) {
        self.watch.progress(Progress {
            done: self.before.saturating_add(progress.done),
            total: Some(self.total),
            ..progress
        });
    }
}
