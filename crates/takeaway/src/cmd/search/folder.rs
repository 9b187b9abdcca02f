//! The directory of a search: a file for each unit, there as a whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::plain;
use lab::searching::Results;

use crate::failure::Failure;
use crate::files;
use crate::new_file::{Existing, NewFile, make_directory};

/// A directory with the results of units: `NAME.jsonl`, or `NAME.stopped.jsonl` where a member was stopped.
pub(super) struct Folder(PathBuf);

const WHOLE: &str = ".jsonl";
const STOPPED: &str = ".stopped.jsonl";

impl Folder {
    pub(super) fn named(name: &str) -> Self {
        Self(PathBuf::from(name))
    }

    /// A directory to be written into.
    pub(super) fn made(name: &str) -> Result<Self, Failure> {
        make_directory(name)?;
        Ok(Self::named(name))
    }

    pub(super) fn whole(&self, name: &str) -> String {
        self.path(&format!("{name}{WHOLE}"))
    }

    fn stopped(&self, name: &str) -> String {
        self.path(&format!("{name}{STOPPED}"))
    }

    fn path(&self, file: &str) -> String {
        self.0.join(file).to_string_lossy().into_owned()
    }

    /// What an earlier run has found of a unit before it was stopped.
    pub(super) fn found_before(&self, name: &str) -> Result<Option<Results>, Failure> {
        let path = self.stopped(name);
        match Path::new(&path).exists() {
            true => read(&path).map(Some),
            false => Ok(None),
        }
    }

    /// Writes the results of a unit, whole or not at all; the name of the file.
    pub(super) fn write(&self, results: &Results) -> Result<String, Failure> {
        let name = results.name();
        let (whole, stopped) = (self.whole(&name), self.stopped(&name));
        let path = match results.are_complete() {
            true => &whole,
            false => &stopped,
        };
        NewFile::at(path, Existing::Replace)?.write(results.text().as_bytes())?;
        if results.are_complete() {
            // It may not be there, and who reads prefers what is whole.
            let _ = fs::remove_file(&stopped);
        }
        Ok(path.clone())
    }

    /// All results, in the order of their names.
    pub(super) fn results(&self) -> Result<Vec<Results>, Failure> {
        let fault = |error: std::io::Error| {
            let name = self.0.to_string_lossy();
            Failure::input(format!(
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
        names.sort();
        if names.is_empty() {
            return Err(Failure::input(format!(
                "the directory `{}` holds no results; `takeaway search FAMILY --over VALUES --out {0}` writes them",
                self.0.to_string_lossy()
            )));
        }
        names.iter().map(|name| read(&self.path(name))).collect()
    }
}

/// The results in a file.
pub(super) fn read(path: &str) -> Result<Results, Failure> {
    let text = files::read(path)?;
    Results::read(&text).map_err(|why| {
        Failure::input(format!(
            "`{path}` does not hold the results of a unit: {why}; without it, they are worked out again"
        ))
    })
}
