//! The directory of a search: a file for each unit, there as a whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use lab::LabError;
use lab::searching::{Plan, Results};

use crate::text_file::{plain, read};
use crate::whole_file::{Existing, WholeFile, make_directory};

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
        WholeFile::at(&self.whole(name), Existing::Replace).map(drop)
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

    /// Writes the results of a unit, whole or not at all; the name of the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, results: &Results) -> Result<String, LabError> {
        let name = results.name();
        let (whole, stopped) = (self.whole(&name), self.stopped(&name));
        let path = match results.are_complete() {
            true => &whole,
            false => &stopped,
        };
        WholeFile::at(path, Existing::Replace)?.write(results.text().as_bytes())?;
        if self.has(&name) {
            // It may not be there, and who reads prefers what is whole.
            let _ = fs::remove_file(&stopped);
            return Ok(whole);
        }
        Ok(stopped)
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
    pub fn results_of(&self, plan: &Plan) -> Result<Vec<Results>, LabError> {
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
        let fault = |error: std::io::Error| {
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
        Results::read(&text).map(Some).map_err(|why| {
            LabError::input(format!(
                "`{path}` does not hold the results of a unit: {why}; without it, they are worked out again"
            ))
        })
    }
}
