//! One unit: looked up, worked on, written down.

use std::time::Duration;

use lab::searching::{FamilySearch, Results};
use lab::{LabError, Request, UnitRequest, Unwatched, Watch};
use serde::Serialize;

use super::folder::UnitFolder;
use crate::clock::TimeLimit;

/// The units of a search, and where their results are kept.
pub struct Units<'a> {
    /// The search.
    pub search: &'a FamilySearch,
    /// The directory of the results; without one, they are told and not kept.
    pub folder: Option<&'a UnitFolder>,
    /// How long a member may take.
    pub each: Option<Duration>,
}

/// A unit whose results are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitDone {
    /// Its number.
    pub number: u64,
    /// How it came to be.
    pub state: UnitState,
    /// The file with the results.
    pub file: Option<String>,
    /// The results.
    pub results: Results,
}

/// How a unit came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum UnitState {
    /// Its results were there, as found by the run that wrote them; a report looks at them again.
    Kept,
    /// It was worked on, to its end.
    Done,
    /// Some members were stopped.
    Stopped,
}

impl UnitState {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Done => "done",
            Self::Stopped => "stopped",
        }
    }
}

impl Units<'_> {
    /// The results of the unit with this number: from the directory if they are there, whoever has put them there meanwhile; otherwise they are worked out, and
    /// written.
    ///
    /// # Errors
    /// If there is no such unit, a file in the directory is broken, nothing can be written, or the target of the search cannot be solved. A member that
    /// was stopped is part of the results.
    pub fn one(&self, number: u64, watch: &dyn Watch) -> Result<UnitDone, LabError> {
        let unit = self.search.unit(number);
        let unit = unit.ok_or_else(|| no_unit(self.search))?;
        let name = unit.name(&self.search.plan());
        if let Some(folder) = self.folder
            && let Some(kept) = self.kept(folder, number, &name)?
        {
            return Ok(kept);
        }
        let before = match self.folder {
            Some(folder) => folder.found_before(&name)?,
            None => None,
        };
        let each = self.each;
        let clock = move || -> Box<dyn Watch> {
            match each {
                Some(time) => Box::new(TimeLimit::new(time)),
                None => Box::new(Unwatched),
            }
        };
        let request = UnitRequest {
            search: self.search,
            unit,
            before: before.as_ref(),
            clock: &clock,
        };
        let mut results = request.answer(watch)?;
        if let Some(folder) = self.folder
            && !results.are_complete()
            && let Some(kept) = self.kept(folder, number, &name)?
        {
            // Somebody else was not stopped.
            return Ok(kept);
        }
        let mut file = None;
        if let Some(folder) = self.folder {
            let (name, written) = folder.write(results)?;
            (file, results) = (Some(name), written);
        }
        Ok(UnitDone {
            number,
            state: match results.are_complete() {
                true => UnitState::Done,
                false => UnitState::Stopped,
            },
            file,
            results,
        })
    }

    /// A unit whose results are in the directory.
    fn kept(
        &self,
        folder: &UnitFolder,
        number: u64,
        name: &str,
    ) -> Result<Option<UnitDone>, LabError> {
        let found = folder.found(name)?;
        Ok(found.map(|results| UnitDone {
            number,
            state: UnitState::Kept,
            file: Some(folder.whole(name)),
            results,
        }))
    }
}

/// Why a search has no unit of a number.
pub fn no_unit(search: &FamilySearch) -> LabError {
    LabError::input(match search.units().saturating_sub(1) {
        0 => "there is one unit, and its number is 0".to_owned(),
        last => format!("the units have the numbers 0..{last}"),
    })
}
