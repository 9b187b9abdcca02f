//! A family of rules with parameters, member by member.
//!
//! The work falls into units, so that it can be interrupted, continued, and shared among machines: [`SearchRequest::search`] plans it, a [`UnitRequest`] works on one unit, and a
//! [`SearchReportRequest`] puts results together. Who asks keeps the texts of the results, under their names.

use std::path::Path;

use discovery::search::{
    Clock, FamilySearch, FamilySource, Origin, PROGRAM, Results, RuleFamily, SearchError,
    SearchPlan, SearchReport, Task, TaskKind, Unit, text,
};
use logic::watch::Watch;
use serde::{Deserialize, Serialize};
use strategies::catalog::{self, RulesSource};

use crate::LabError;
use crate::Request;
use crate::discover::systems;
use crate::guess::unsolved;
use knowledge::{Game, GameSource, RulesLocation};

/// Which family, and what is to be done with its members?
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The family: a game with parameters.
    pub family: GameSource,
    /// What these go over, as typed: `a=1..3, r=0..6`.
    pub over: String,
    /// What is done with each member.
    pub task: SearchTask,
    /// Does whoever cannot move win?
    pub misere: bool,
    /// How many members are a unit, if not as many as usual.
    pub unit_size: Option<u64>,
}

/// What is done with each member.
#[derive(Clone, Debug)]
pub enum SearchTask {
    /// Its P-positions are found and proved.
    Discover {
        /// The largest pile of a board.
        max: Option<u32>,
        /// The systems in which automata are looked for; if there are none, those that the board suggests.
        systems: Vec<String>,
    },
    /// It is solved by brute force.
    Solve {
        /// The largest pile.
        max: u32,
    },
    /// Its P-positions are compared with those of another game.
    Compare {
        /// The largest pile up to which brute force compares them.
        max: Option<u32>,
        /// The other game.
        target: GameSource,
    },
}

/// One unit of a search, please.
pub struct UnitRequest<'a> {
    /// The search.
    pub search: &'a FamilySearch,
    /// The unit.
    pub unit: Unit,
    /// What an earlier run has found, before it was stopped.
    pub before: Option<&'a Results>,
    /// Gives each member a watch of its own.
    pub clock: Clock<'a>,
}

/// A search as data, with the texts of all games: whoever reads it, in another process or on another machine, works on the same units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedSearch {
    plan: SearchPlan,
    #[serde(with = "text")]
    unit_size: u64,
}

/// What do these results say together?
pub struct SearchReportRequest<'a> {
    /// The results.
    pub results: &'a [Results],
    /// Where they come from: what files say is checked.
    pub origin: Origin,
}

/// So far P-positions are compared with those of a target, if nothing is said.
const COMPARED: u32 = 250;

impl SearchRequest {
    /// The plan of the search. Nothing is worked out yet.
    ///
    /// # Errors
    /// If what was typed is at fault, or the family has faults.
    pub fn search(&self) -> Result<FamilySearch, LabError> {
        let family = source(&self.family)?.over(&self.over).map_err(fault)?;
        let mut chosen = None;
        let what = match &self.task {
            SearchTask::Discover {
                max,
                systems: names,
            } => {
                chosen = systems(names)?;
                TaskKind::Discover {
                    max: *max,
                    systems: Vec::new(),
                }
            }
            SearchTask::Solve { max } => TaskKind::Solve { max: *max },
            SearchTask::Compare { max, target } => {
                // What is wrong with the target is told before the work.
                Game::open(target)?;
                TaskKind::Compare {
                    max: max.unwrap_or(COMPARED),
                    target: source(target)?,
                }
            }
        };
        let misere = self.misere;
        let mut search = FamilySearch::new(family, Task { what, misere });
        if let Some(systems) = chosen {
            search = search.in_systems(systems);
        }
        Ok(match self.unit_size {
            Some(size) => search.by(size),
            None => search,
        })
    }
}

impl SharedSearch {
    /// This search as data.
    pub fn of(search: &FamilySearch) -> Self {
        Self {
            plan: search.plan(),
            unit_size: search.unit_size(),
        }
    }

    /// As JSON.
    pub fn text(&self) -> String {
        // What is plain data can be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what was written.
    ///
    /// # Errors
    /// If it is no search.
    pub fn read(text: &str) -> Result<Self, LabError> {
        serde_json::from_str(text)
            .map_err(|why| LabError::input(format!("this is no search that was planned: {why}")))
    }

    /// The search.
    ///
    /// # Errors
    /// If this program would find other results, or give them other names: it is of another version, say.
    pub fn search(&self) -> Result<FamilySearch, LabError> {
        let SearchPlan {
            version,
            family,
            over,
            task,
            ..
        } = &self.plan;
        if version != PROGRAM {
            return Err(LabError::input(format!(
                "the search was planned by takeaway {version}, and this is takeaway {PROGRAM}: install the same build everywhere"
            )));
        }
        let over = over.parse().map_err(LabError::input)?;
        let family = RuleFamily::new(family.clone(), over).map_err(fault)?;
        let mut search = FamilySearch::new(family, task.clone()).by(self.unit_size);
        if let TaskKind::Discover { systems: names, .. } = &task.what
            && let Some(systems) = systems(names)?
        {
            search = search.in_systems(systems);
        }
        match search.plan() == self.plan {
            true => Ok(search),
            false => Err(LabError::input(
                "the search was planned by another program: install the same build everywhere",
            )),
        }
    }
}

impl Request for UnitRequest<'_> {
    type Answer = Results;

    fn answer(&self, watch: &dyn Watch) -> Result<Results, LabError> {
        let (unit, search) = (&self.unit, self.search);
        unit.run_with(search, self.before, watch, self.clock)
            .map_err(fault)
    }
}

impl Request for SearchReportRequest<'_> {
    type Answer = SearchReport;

    fn answer(&self, watch: &dyn Watch) -> Result<SearchReport, LabError> {
        for results in self.results.iter().filter(|one| one.are_of_this_build()) {
            let Task { what, .. } = &results.plan.task;
            let target = match what {
                TaskKind::Compare { target, .. } => Some(target),
                TaskKind::Discover { .. } | TaskKind::Solve { .. } => None,
            };
            for game in std::iter::once(&results.plan.family).chain(target) {
                if !is_what_it_is_called(game) {
                    return Err(LabError::input(format!(
                        "the results of the unit `{}` are damaged: the rules in it are not those of `{}`; \
                         without its file, they are worked out again",
                        results.name(),
                        game.name
                    )));
                }
            }
        }
        SearchReport::of(self.results, self.origin, watch).map_err(fault)
    }
}

/// A game as text.
fn source(game: &GameSource) -> Result<FamilySource, LabError> {
    let (name, text) = match (&game.reference.place, &game.text) {
        (RulesLocation::File(path), text) => {
            let name = Path::new(path).file_name();
            let name = name.map(|name| name.to_string_lossy().into_owned());
            let mut name = name.unwrap_or_default();
            if catalog::find(&name).is_some() {
                name.insert_str(0, "./");
            }
            (name, text.clone().unwrap_or_default())
        }
        (RulesLocation::Catalogue(name), _) => (name.clone(), catalogued(name, game)?.to_owned()),
    };
    let files = game.beside.files();
    Ok(FamilySource {
        files: files
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect(),
        arguments: game.reference.arguments.clone(),
        name,
        text,
    })
}

/// Whether a game with the name of one of the catalogue has its rules. The name of a file says nothing.
fn is_what_it_is_called(game: &FamilySource) -> bool {
    catalog::find(&game.name).is_none_or(|entry| match entry.rules {
        RulesSource::Text(text) => game.text == text && game.files.is_empty(),
        RulesSource::Native(_) => false,
    })
}

/// The text of a game of the catalogue.
fn catalogued(name: &str, game: &GameSource) -> Result<&'static str, LabError> {
    match catalog::find(name).map(|entry| entry.rules) {
        Some(RulesSource::Text(text)) => Ok(text),
        Some(RulesSource::Native(_)) => Err(LabError::input(format!(
            "the rules of {name} are written in Rust and not as formulas, so that they are no family"
        ))),
        // Whoever opens it knows what to say.
        None => Err(Game::open(game)
            .err()
            .unwrap_or_else(|| LabError::input(format!("there is no game `{name}`")))),
    }
}

/// Why there is no search, or no result.
fn fault(error: SearchError) -> LabError {
    match error {
        SearchError::Input(message) => LabError::input(message),
        SearchError::Faults(faults) => faults.into(),
        SearchError::Board(error) => unsolved(error),
        SearchError::Stopped(stopped) => stopped.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knowledge::GameReference;
    use logic::Unwatched;

    fn planned(task: SearchTask) -> FamilySearch {
        let family: GameReference = "wythoff".parse().expect("a name");
        let family = family.source(|_| Err(LabError::input("no files here")));
        let request = SearchRequest {
            family: family.expect("a game"),
            over: "d= 1..4,7".to_owned(),
            task,
            misere: false,
            unit_size: Some(2),
        };
        request.search().expect("a search")
    }

    #[test]
    fn a_search_that_was_shared_has_the_same_units() {
        let systems = ["zeckendorf", "base:3", "recurrence:1,1,1"].map(str::to_owned);
        let target: GameReference = "wythoff:d=2".parse().expect("a name");
        let target = target.source(|_| Err(LabError::input("no files here")));
        for task in [
            SearchTask::Solve { max: 20 },
            SearchTask::Discover {
                max: None,
                systems: systems.to_vec(),
            },
            SearchTask::Compare {
                max: None,
                target: target.expect("a game"),
            },
        ] {
            let search = planned(task);
            let shared = SharedSearch::read(&SharedSearch::of(&search).text()).expect("a search");
            let again = shared.search().expect("the same version");
            assert_eq!(again.units(), 3);
            for number in 0..3 {
                let name = |search: &FamilySearch| {
                    search.unit(number).map(|unit| unit.name(&search.plan()))
                };
                assert_eq!(name(&again), name(&search));
            }
        }
    }

    /// The heading of a unit may say that rules of its own are those of the catalogue.
    #[test]
    fn rules_under_the_name_of_a_known_game_are_its_own() {
        let search = planned(SearchTask::Solve { max: 20 });
        let unit = search.unit(0).expect("a unit");
        let mut results = unit.run(&search, None, &Unwatched).expect("results");
        let report = |results: &Results| {
            let results = [results.clone()];
            let origin = Origin::Files;
            let request = SearchReportRequest {
                results: &results,
                origin,
            };
            request
                .answer(&Unwatched)
                .map_err(|fault| fault.to_string())
        };
        assert!(report(&results).is_ok());
        results
            .plan
            .family
            .text
            .push_str("\nmove z: x' = 0 and y' = 0\n");
        let fault = report(&results).expect_err("another game");
        assert!(
            fault.contains("the rules in it are not those of `wythoff`"),
            "{fault}"
        );
    }

    #[test]
    fn another_version_refuses() {
        let search = planned(SearchTask::Solve { max: 20 });
        let mut shared = SharedSearch::of(&search);
        shared.plan.version = "0.0.1".to_owned();
        let fault = shared.search().expect_err("another version").to_string();
        assert!(
            fault.contains("install the same build everywhere"),
            "{fault}"
        );
        let mut shared = SharedSearch::of(&search);
        shared.plan.members = 6;
        assert!(shared.search().is_err(), "there are five");
        assert!(SharedSearch::read("{}").is_err());
    }
}
