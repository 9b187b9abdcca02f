//! The units of a search, one after the other.

use crate::search::Units;
use lab::searching::Results;
use lab::{Progress, Watch};

use super::{UnitJson, UnitRange};
use crate::failure::Failure;
use crate::watch::CommandWatch;

/// Units to be worked on.
pub(super) struct UnitRunner<'a> {
    pub(super) units: &'a Units<'a>,
}

/// A unit that is to be worked on, or was.
pub(super) struct PendingUnit {
    number: u64,
    /// How many of its members are to be worked on: none if its results are there.
    open: u64,
}

/// What became of a unit; its results, unless they are in a file.
pub(super) type Done = (UnitJson, Option<Results>);

impl UnitRunner<'_> {
    /// The units of these numbers.
    pub(super) fn todo(&self, numbers: UnitRange) -> Result<Vec<PendingUnit>, Failure> {
        let (search, folder) = (self.units.search, self.units.folder);
        let plan = search.plan();
        let mut todo = Vec::new();
        let mut tried = false;
        for number in numbers.first..=numbers.last {
            let Some(unit) = search.unit(number) else {
                continue;
            };
            let name = unit.name(&plan);
            let there = folder.is_some_and(|folder| folder.has(&name));
            if let (Some(folder), false, false) = (folder, there, tried) {
                // Whether files can be written is found out before the work.
                folder.try_writing(&name)?;
                tried = true;
            }
            let open = if there { 0 } else { unit.count() };
            todo.push(PendingUnit { number, open });
        }
        Ok(todo)
    }

    /// Works on them one after the other, each on all processors, and writes what was found at once.
    pub(super) fn run(
        &self,
        todo: &[PendingUnit],
        watch: &CommandWatch,
    ) -> Result<Vec<Done>, Failure> {
        let total = todo.iter().map(|one| one.open).sum();
        let mut before = 0;
        let mut done = Vec::new();
        for PendingUnit { number, open } in todo {
            let onward = ProgressWatch {
                watch,
                before,
                total,
            };
            let unit = self.units.one(*number, &onward)?;
            before += open;
            let told = UnitJson::of(&unit);
            let results = self.units.folder.is_none().then_some(unit.results);
            done.push((told, results));
            if *open > 0 && watch.check().is_err() {
                break;
            }
        }
        Ok(done)
    }
}

/// A watch that counts the members of all units together.
struct ProgressWatch<'a> {
    watch: &'a CommandWatch,
    before: u64,
    total: u64,
}

impl Watch for ProgressWatch<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn progress(&self, progress: Progress) {
        self.watch.progress(Progress {
            done: self.before.saturating_add(progress.done),
            total: Some(self.total),
            ..progress
        });
    }
}
