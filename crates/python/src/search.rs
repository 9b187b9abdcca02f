//! Searches: planned here, worked on by whoever is asked, and put together again. Which unit is worked on where is decided in Python, by an executor.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lab::searching::{self, Origin, Results, Unit};
use lab::{
    GameSource, LabError, Request, SearchReportRequest, SearchRequest, SearchTask, SharedSearch,
    Stopped, Watch,
};
use pyo3::prelude::*;
use pyo3::types::PyType;
use takeaway::TimeLimit;
use takeaway::search::{UnitFolder, Units, no_unit};

use crate::error::{input_error, limit_error};
use crate::game::{Game, named};
use crate::plain::plain;
use crate::position::or_raise;
use crate::work::{CallLimits, STACK, work};

/// Nobody gets more threads for a unit than this.
const MOST_THREADS: usize = 256;

/// Ends work on units in this process. A copy of it, in another process, is another one.
#[pyclass(frozen, module = "takeaway._core")]
pub(crate) struct Stop(Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self(Arc::default())
    }

    /// Ends the work.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Is the work to end?
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, ()) {
        (py.get_type::<Self>(), ())
    }
}

/// A game that was opened, or its name.
#[derive(FromPyObject)]
pub(crate) enum GameOrName<'py> {
    Game(Bound<'py, Game>),
    Name(String),
}

impl GameOrName<'_> {
    fn source(&self) -> Result<GameSource, LabError> {
        match self {
            Self::Game(game) => Ok(game.get().source.clone()),
            Self::Name(name) => named(name),
        }
    }
}

/// A search that was planned.
#[pyclass(frozen, module = "takeaway._core")]
pub(crate) struct Search {
    search: Arc<searching::FamilySearch>,
}

#[pymethods]
impl Search {
    /// Plans it; numbers are as typed.
    #[new]
    #[pyo3(signature = (family, over, *, solve=None, target=None, misere=false, max=None, systems=Vec::new(), unit_size=None))]
    #[allow(clippy::too_many_arguments)] // they are the options of the command
    fn new(
        py: Python<'_>,
        family: GameOrName<'_>,
        over: String,
        solve: Option<String>,
        target: Option<GameOrName<'_>>,
        misere: bool,
        max: Option<String>,
        systems: Vec<String>,
        unit_size: Option<u64>,
    ) -> PyResult<Self> {
        let largest_pile = |text: String| or_raise(py, lab::largest_pile(&text));
        let task = match (solve, target) {
            (Some(_), Some(_)) => {
                return Err(input_error(py, "either `solve` or `target`, not both"));
            }
            (Some(_), None) if max.is_some() => {
                return Err(input_error(py, "`solve` says how far; leave out `max`"));
            }
            (Some(_), None) | (None, Some(_)) if !systems.is_empty() => {
                return Err(input_error(
                    py,
                    "`systems` is for discoveries, without `solve` and `target`",
                ));
            }
            (Some(max), None) => SearchTask::Solve {
                max: largest_pile(max)?,
            },
            (None, Some(target)) => SearchTask::Compare {
                max: max.map(largest_pile).transpose()?,
                target: or_raise(py, target.source())?,
            },
            (None, None) => SearchTask::Discover {
                max: max.map(largest_pile).transpose()?,
                systems,
            },
        };
        let request = SearchRequest {
            family: or_raise(py, family.source())?,
            over,
            task,
            misere,
            unit_size,
        };
        Ok(Self {
            search: Arc::new(or_raise(py, request.search())?),
        })
    }

    /// The search that was told by `text`, in another process or on another machine.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        let search = SharedSearch::read(text).and_then(|shared| shared.search());
        Ok(Self {
            search: Arc::new(or_raise(py, search)?),
        })
    }

    /// All that is needed to work on its units elsewhere.
    fn text(&self) -> String {
        SharedSearch::of(&self.search).text()
    }

    /// How many units there are.
    #[getter]
    fn units(&self) -> u64 {
        self.search.units()
    }

    /// How many members there are.
    #[getter]
    fn members(&self) -> u64 {
        self.search.family().count()
    }

    /// The first and the last member of a unit.
    fn range(&self, py: Python<'_>, number: u64) -> PyResult<(u64, u64)> {
        let Unit { first, last } = self.unit(py, number)?;
        Ok((first, last))
    }

    /// The names of the files of a unit: that of all its results, and that of a unit of which some members were stopped.
    fn files(&self, py: Python<'_>, number: u64) -> PyResult<(String, String)> {
        let name = self.unit(py, number)?.name(&self.search.plan());
        Ok(UnitFolder::files(&name))
    }

    /// Works on a unit and writes it into a directory, unless it is there; how it came to be. Without a directory, the results are told.
    #[pyo3(signature = (number, out, *, each, seconds, threads, stop, limits))]
    #[allow(clippy::too_many_arguments)] // a unit, its limits and its place
    fn work(
        &self,
        py: Python<'_>,
        number: u64,
        out: Option<String>,
        each: Option<f64>,
        seconds: Option<f64>,
        threads: usize,
        stop: &Stop,
        limits: CallLimits,
    ) -> PyResult<(&'static str, Option<String>)> {
        let (each, time) = (duration(py, each)?, duration(py, seconds)?);
        let (search, stop) = (self.search.clone(), stop.0.clone());
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.clamp(1, MOST_THREADS))
            .stack_size(STACK)
            .build();
        let pool = pool.map_err(|why| limit_error(py, &format!("no thread can be started: {why}")));
        let pool = pool?;
        work(py, &limits, move |watch| {
            let folder = out.as_deref().map(UnitFolder::named);
            let units = Units {
                search: &search,
                folder: folder.as_ref(),
                each,
            };
            let watch = UnitWatch {
                watch,
                stop: &stop,
                time: time.map(TimeLimit::new),
            };
            match pool.install(|| units.one(number, &watch)) {
                Ok(done) => {
                    let text = folder.is_none().then(|| done.results.text());
                    Ok((done.state.word(), text))
                }
                // The target was not solved in time, so that nothing can be said of any member.
                Err(LabError::Stopped(_)) => Ok(("missing", None)),
                Err(error) => Err(error),
            }
        })
    }

    /// Writes results that were told.
    fn keep(&self, py: Python<'_>, text: &str, out: &str) -> PyResult<()> {
        let results = Results::read(text).ok();
        let results = results.filter(|results| results.plan == self.search.plan());
        let results = results
            .ok_or_else(|| input_error(py, "a worker has sent the results of another search"))?;
        or_raise(py, UnitFolder::named(out).write(results).map(drop))
    }

    /// The results in a directory that belong to this search, put together.
    fn report<'py>(
        &self,
        py: Python<'py>,
        out: String,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let plan = self.search.plan();
        let report = work(py, &limits, move |watch| {
            let results = &UnitFolder::named(&out).results_of(&plan)?;
            let origin = Origin::Files;
            SearchReportRequest { results, origin }.answer(watch)
        });
        plain(py, &report?)
    }
}

impl Search {
    fn unit(&self, py: Python<'_>, number: u64) -> PyResult<Unit> {
        let unit = self.search.unit(number);
        or_raise(py, unit.ok_or_else(|| no_unit(&self.search)))
    }
}

/// All results in a directory, put together.
#[pyfunction]
pub(crate) fn search_report<'py>(
    py: Python<'py>,
    out: String,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let report = work(py, &limits, move |watch| {
        let results = &UnitFolder::named(&out).results()?;
        let origin = Origin::Files;
        SearchReportRequest { results, origin }.answer(watch)
    });
    plain(py, &report?)
}

/// Makes a directory for results, if it is not there.
#[pyfunction]
pub(crate) fn make_directory(py: Python<'_>, name: &str) -> PyResult<()> {
    or_raise(py, takeaway::make_directory(name))
}

fn duration(py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = seconds.map(Duration::try_from_secs_f64).transpose();
    duration.map_err(|_| input_error(py, "a time limit is a number of seconds"))
}

/// The watch over a unit, which others may end, too.
struct UnitWatch<'a> {
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
    time: Option<TimeLimit>,
}

impl Watch for UnitWatch<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Cancelled);
        }
        self.time.as_ref().map_or(Ok(()), Watch::check)?;
        self.watch.check()
    }
}
