//! The directory of a search: a file for each unit, there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

use lab::LabError;
use lab::searching::{Results, SearchPlan};

use crate::text_file::{plain, read};
use crate::whole_file::{OverwritePolicy, WholeFile, make_directory};

/// A directory with the results of units: `NAME.jsonl`, or `NAME.stopped.jsonl` where a member was stopped.
///
/// Several programs may write into it at a time: whatever they do, a reader finds each unit once and whole.
#[derive(Clone, Debug)]
pub struct UnitFolder(PathBuf);

const WHOLE: &str = ".jsonl";
const STOPPED: &str = ".stopped.jsonl";

impl UnitFolder {
    /// A directory to be read.
    pub fn named(name: &str) -> Self {
        Self(PathBuf::from(name))
    }

    /// A directory to be written into.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn made(name: &str) -> Result<Self, LabError> {
        make_directory(name)?;
        Ok(Self::named(name))
    }

    /// The file of a unit of which no member was stopped.
    pub fn whole(&self, name: &str) -> String {
        self.path(&format!("{name}{WHOLE}"))
    }

    fn stopped(&self, name: &str) -> String {
        self.path(&format!("{name}{STOPPED}"))
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_string_lossy().into_owned()
    }

    /// The names of the files of a unit, for all its results and for those of a unit that was stopped.
    pub fn files(name: &str) -> (String, String) {
        (format!("{name}{WHOLE}"), format!("{name}{STOPPED}"))
    }

    /// Are the results of a unit there, all of them?
    pub fn has(&self, name: &str) -> bool {
        Path::new(&self.whole(name)).exists()
    }

    /// Finds out whether the results of a unit could be written, before the work.
    ///
    /// # Errors
    /// If they could not.
    pub fn try_writing(&self, name: &str) -> Result<(), LabError> {
        WholeFile::at(&self.whole(name), OverwritePolicy::Replace).map(drop)
    }

    /// The results of a unit, if they are there, all of them.
    ///
    /// # Errors
    /// If the file is broken.
    pub fn found(&self, name: &str) -> Result<Option<Results>, LabError> {
        self.read(&self.whole(name))
    }

    /// What an earlier run has found of a unit before it was stopped.
    ///
    /// # Errors
    /// If the file is broken.
    pub fn found_before(&self, name: &str) -> Result<Option<Results>, LabError> {
        self.read(&self.stopped(name))
    }

    /// Writes the results of a unit, whole or not at all, with what others have found meanwhile of the members that were stopped; the name of the file, and
    /// what it holds.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, mut results: Results) -> Result<(String, Results), LabError> {
        let name = results.name();
        let (whole, stopped) = (self.whole(&name), self.stopped(&name));
        if !results.are_complete() {
            results = self.add_to(&stopped, results)?;
        }
        if results.are_complete() {
            WholeFile::at(&whole, OverwritePolicy::Replace)?.write(results.text().as_bytes())?;
        }
        match self.found(&name)? {
            Some(all) => {
                // It may not be there, and who reads prefers what is whole.
                let _ = fs::remove_file(&stopped);
                Ok((whole, all))
            }
            None => Ok((stopped, results)),
        }
    }

    /// Adds what was found to a file to which others may add at the same time; all that it holds.
    ///
    /// A file that is there is replaced under its lock, and only by one that says more: whoever has the lock, and finds the text of the locked file still in its
    /// place, knows all. Where the disk has no locks, two that write in the same moment may lose what one of them has found; then it is worked out again.
    fn add_to(&self, path: &str, own: Results) -> Result<Results, LabError> {
        let fault = |error: Error| {
            let why = plain(&error);
            LabError::input(format!("`{path}` cannot be read: {why}"))
        };
        loop {
            let mut file = match OpenOptions::new().read(true).write(true).open(path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    let file = WholeFile::at(path, OverwritePolicy::Keep);
                    match file.and_then(|file| file.write(own.text().as_bytes())) {
                        // Somebody was faster.
                        Err(_) if Path::new(path).exists() => continue,
                        written => return written.map(|()| own),
                    }
                }
                Err(error) => return Err(fault(error)),
            };
            lock(&file);
            let mut locked = Vec::new();
            file.read_to_end(&mut locked).map_err(fault)?;
            if fs::read(path).is_ok_and(|newest| newest == locked) {
                // What nobody can read is no loss.
                let there = std::str::from_utf8(&locked).ok();
                let there = there.and_then(|text| Results::read(text).ok());
                let all = match there.filter(|there| there.are_of_the_unit_of(&own)) {
                    Some(there) => there.or(&own),
                    None => own,
                };
                let text = all.text();
                if text.as_bytes() != locked {
                    WholeFile::at(path, OverwritePolicy::Replace)?.write(text.as_bytes())?;
                }
                return Ok(all);
            }
        }
    }

    /// All results, in the order of the names of their files.
    ///
    /// # Errors
    /// If the directory cannot be read, holds no results, or holds a file that is broken.
    pub fn results(&self) -> Result<Vec<Results>, LabError> {
        let all = self.all()?;
        if all.is_empty() {
            return Err(LabError::input(format!(
                "the directory `{}` holds no results; `takeaway search FAMILY --over VALUES --out {0}` writes them",
                self.0.to_string_lossy()
            )));
        }
        Ok(all)
    }

    /// The results of one search; there may be none.
    ///
    /// # Errors
    /// If the directory cannot be read, or holds a file that is broken.
    pub fn results_of(&self, plan: &SearchPlan) -> Result<Vec<Results>, LabError> {
        let mut all = self.all()?;
        all.retain(|results| results.plan == *plan);
        Ok(all)
    }

    fn all(&self) -> Result<Vec<Results>, LabError> {
        let mut names = self.names()?;
        names.sort();
        let mut all = Vec::new();
        for name in &names {
            let mut found = self.read(&self.path(name))?;
            // Who has worked on the rest of a unit meanwhile has put it into another file.
            if let (None, Some(name)) = (&found, name.strip_suffix(STOPPED)) {
                found = self.found(name)?;
            }
            all.extend(found);
        }
        Ok(all)
    }

    /// The names of the files with results.
    fn names(&self) -> Result<Vec<String>, LabError> {
        let fault = |error: Error| {
            let name = self.0.to_string_lossy();
            LabError::input(format!(
                "the directory `{name}` cannot be read: {}",
                plain(&error)
            ))
        };
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(fault)? {
            let name = entry.map_err(fault)?.file_name();
            let name = name.to_string_lossy().into_owned();
            if name.ends_with(WHOLE) && !name.starts_with('.') {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// The results in a file, if it is there.
    fn read(&self, path: &str) -> Result<Option<Results>, LabError> {
        let text = match read(path) {
            Ok(text) => text,
            Err(_) if !Path::new(path).exists() => return Ok(None),
            Err(error) => return Err(error),
        };
        let results = Results::read(&text).and_then(|results| {
            let (whole, stopped) = Self::files(&results.name());
            match results.are_of_this_build()
                && ![whole, stopped].iter().any(|name| path.ends_with(name))
            {
                true => Err("it is the file of another unit".to_owned()),
                false => Ok(results),
            }
        });
        results.map(Some).map_err(|why| {
            LabError::input(format!(
                "`{path}` does not hold the results of a unit: {why}; without it, they are worked out again"
            ))
        })
    }
}

/// Waits until nobody else has the lock of a file; it is given back with the file, or with the end of the program.
#[cfg(unix)]
fn lock(file: &File) {
    let _ = file.lock();
}

/// Elsewhere a file that is locked can be neither read nor replaced.
#[cfg(not(unix))]
fn lock(_file: &File) {}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::searching::{MemberRecord, MemberVerdict};
    use lab::{GameReference, Request, SearchRequest, SearchTask, UnitRequest, Unwatched};

    /// A directory, a unit of eight members, and the same unit as those leave it who were stopped after one of them.
    fn stopped(name: &str) -> (PathBuf, Results, Vec<Results>) {
        let family: GameReference = "subtraction".parse().expect("a name");
        let family = family.source(crate::read).expect("a game");
        let request = SearchRequest {
            family,
            over: "set={1},{2},{3},{4},{1,2},{1,3},{1,4},{2,3}".to_owned(),
            task: SearchTask::Solve { max: 20 },
            misere: false,
            unit_size: Some(8),
        };
        let search = request.search().expect("a search");
        let request = UnitRequest {
            search: &search,
            unit: search.unit(0).expect("a unit"),
            before: None,
            clock: &|| Box::new(Unwatched),
        };
        let whole = request.answer(&Unwatched).expect("small games");
        let only = |found: usize| {
            let mut part = whole.clone();
            for (number, record) in part.records.iter_mut().enumerate() {
                if number != found {
                    *record =
                        MemberRecord::new(record.member, &record.game, MemberVerdict::Stopped)
                            .because(format!("it was stopped after {found}"));
                }
            }
            part
        };
        let parts = (0..8).map(only).collect();
        let place = format!("takeaway-folder-{name}-{}", std::process::id());
        let place = std::env::temp_dir().join(place);
        fs::create_dir_all(&place).expect("a folder");
        (place, whole, parts)
    }

    #[test]
    fn what_one_run_found_is_not_lost_by_another_that_is_stopped() {
        let (place, whole, parts) = stopped("two");
        let folder = UnitFolder(place.clone());
        for part in &parts[..7] {
            let (file, _) = folder.write(part.clone()).expect("a place");
            assert!(file.ends_with(STOPPED));
        }
        let found = folder.found_before(&whole.name()).expect("a file");
        let found = found.expect("a unit that was stopped");
        assert_eq!(found.records[..7], whole.records[..7]);
        assert!(!found.are_complete());
        // Together they have found all.
        let (file, all) = folder.write(parts[7].clone()).expect("a place");
        assert_eq!((file, &all), (folder.whole(&whole.name()), &whole));
        assert_eq!(folder.names().expect("a folder").len(), 1);
        fs::remove_dir_all(place).expect("it was made");
    }

    #[test]
    fn runs_that_are_stopped_in_the_same_moment_lose_nothing() {
        let (place, whole, parts) = stopped("many");
        let folder = UnitFolder(place.clone());
        for _ in 0..20 {
            std::thread::scope(|scope| {
                for part in &parts {
                    let folder = &folder;
                    scope.spawn(move || folder.write(part.clone()).expect("a place"));
                }
            });
            let found = folder.found(&whole.name()).expect("a file");
            assert_eq!(found.as_ref(), Some(&whole));
            fs::remove_file(folder.whole(&whole.name())).expect("it is there");
        }
        fs::remove_dir_all(place).expect("it was made");
    }

    #[test]
    fn what_cannot_be_understood_is_replaced() {
        let (place, whole, parts) = stopped("broken");
        let folder = UnitFolder(place.clone());
        for broken in [&b"{}"[..], b"", b"\xff\xfe"] {
            fs::write(folder.stopped(&whole.name()), broken).expect("a place");
            let (_, found) = folder.write(parts[0].clone()).expect("a place");
            assert_eq!(found, parts[0]);
        }
        fs::remove_dir_all(place).expect("it was made");
    }
}
