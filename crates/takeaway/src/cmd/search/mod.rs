//! `takeaway search FAMILY --over …`: a family of rules with parameters, each member discovered, solved or compared with a target.

mod work;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::time::Duration;

use crate::search::{UnitDone, UnitFolder, UnitState, Units, no_unit};
use clap::{Args, ValueEnum};
use lab::searching::{FamilySearch as Plan, MemberVerdict, Origin, Results, SearchReport};
use lab::{SearchReportRequest, SearchRequest, SearchTask};
use schemars::JsonSchema;
use serde::Serialize;

use self::work::UnitRunner;
use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::quantity;
use crate::render::search;
use crate::warnings::warn;

/// A family of rules with parameters: what are the P-positions of each member, and which members have the same?
///
/// FAMILY is a game with parameters. --over says what these go over: numbers (a=1..3), sets (S={1,2},{1,3} or S=subsets(1..5)), or words (rule=less,more);
/// what has no = is one more value of the parameter before. Each member is discovered: its P-positions are found and proved from the rules alone, or what was
/// tried is told. With --solve it is solved up to a bound, with --target its P-positions are compared with those of another game. Members whose parameters the rules
/// do not allow are told as refused.
///
/// With --out the results are written into a directory, a file for each unit of the work, as JSON lines. A file is there as a whole or not at all; a run that
/// is started again leaves out what is there, and several runs, on several machines, may share a directory. --report puts the files together. What is found does not depend on clocks:
/// a member that --each or --time-limit stopped is marked and tried again by the next run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway search wythoff --over d=1..4
  takeaway search subtraction --over 'set=subsets(1..5)'
  takeaway search new.game --over 'a=1..3, r=0..6' --out found
  takeaway search new.game --over 'a=1..3, r=0..6' --out found --units 100..199
  takeaway search new.game --over a=1..9 --target wythoff
  takeaway search new.game --over a=1..9 --solve 100
  takeaway search --report found --format markdown")]
pub(crate) struct SearchArgs {
    /// The family: a game with parameters
    #[arg(required_unless_present = "report")]
    family: Option<String>,
    /// The parameters with their values, such as 'a=1..3, r=0..6'
    #[arg(long, value_name = "VALUES", required_unless_present = "report")]
    over: Option<String>,
    /// Write the results of each unit into this directory, and leave out what is there
    #[arg(long, value_name = "DIR")]
    out: Option<String>,
    /// Only the units of these numbers, from 0
    #[arg(long, value_name = "A..B", requires = "out")]
    units: Option<UnitRange>,
    /// So many members are a unit [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    unit_size: Option<u64>,
    /// The largest pile of a board
    #[arg(long, value_name = "N")]
    max: Option<String>,
    /// Look for automata in these numeration systems only
    #[arg(long, value_name = "SYSTEM", num_args = 1.., conflicts_with_all = ["solve", "target"])]
    systems: Vec<String>,
    /// Solve by brute force up to this pile, in place of a discovery
    #[arg(long, value_name = "N", conflicts_with_all = ["max", "target"])]
    solve: Option<String>,
    /// Compare with the P-positions of this game, in place of a discovery
    #[arg(long, value_name = "GAME")]
    target: Option<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// Stop each member after this time, such as 30s
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    each: Option<Duration>,
    /// Put the results in this directory together
    #[arg(long, value_name = "DIR", conflicts_with_all = ["family", "over", "out", "units", "unit_size", "max", "systems", "solve", "target", "misere", "each"])]
    report: Option<String>,
    /// How to write a report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// For a reader
    Text,
    /// One JSON object; its numbers are strings
    Json,
    /// A Markdown page
    Markdown,
}

/// The answer as a program reads it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SearchJson {
    /// The units that were asked for; none for a report.
    units: Vec<UnitJson>,
    /// What is known of all members; none if the results are in a directory.
    report: Option<SearchReport>,
}

/// A unit of the work.
#[derive(Serialize, JsonSchema)]
struct UnitJson {
    /// Its number.
    unit: String,
    /// Its first member.
    first: String,
    /// Its last member.
    last: String,
    /// Was it there, is it done, or was a member stopped?
    state: UnitState,
    /// The file with its results.
    file: Option<String>,
    /// How many members have which verdict.
    verdicts: BTreeMap<String, String>,
    /// How many members were stopped.
    #[serde(skip)]
    stopped: usize,
}

/// `100..199`, or `7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnitRange {
    first: u64,
    last: u64,
}

impl FromStr for UnitRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<u64>();
            number.map_err(|_| format!("`{text}` is no number of a unit: write 100..199, or 7"))
        };
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let (first, last) = (number(first)?, number(last)?);
        match first <= last {
            true => Ok(Self { first, last }),
            false => Err(format!("there is no unit from {first} to {last}")),
        }
    }
}

impl SearchArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        match (&self.report, &self.family) {
            (Some(folder), _) => self.tell_report(desk, folder),
            (None, Some(family)) => self.search(desk, family),
            (None, None) => Err(Failure::input("no family is named")),
        }
    }

    fn search(&self, desk: &mut CommandContext<'_>, family: &str) -> Result<Exit, Failure> {
        let plan = self.plan(family)?;
        let numbers = self.numbers(&plan)?;
        let folder = self.out.as_deref().map(UnitFolder::made).transpose()?;
        let units = Units {
            search: &plan,
            folder: folder.as_ref(),
            each: self.each,
        };
        let work = UnitRunner { units: &units };
        let todo = work.todo(numbers)?;
        let done = desk.work(|watch| Ok(work.run(&todo, watch)))??;
        let stopped: usize = done.iter().map(|(unit, _)| unit.stopped).sum();
        let (units, results): (Vec<UnitJson>, Vec<Option<Results>>) = done.into_iter().unzip();
        let results: Vec<Results> = results.into_iter().flatten().collect();
        match folder {
            Some(_) => tell_units(desk, units)?,
            None => {
                let report = desk.ask(&SearchReportRequest {
                    results: &results,
                    origin: Origin::Run,
                })?;
                self.write(desk, units, report)?;
            }
        }
        Ok(match stopped {
            0 => Exit::Yes,
            1 => tell_stop("one member was stopped; the same command tries it again"),
            stopped => tell_stop(&format!(
                "{stopped} members were stopped; the same command tries them again"
            )),
        })
    }

    fn plan(&self, family: &str) -> Result<Plan, Failure> {
        let max = self.max.as_deref().map(lab::largest_pile).transpose()?;
        let task = match (&self.solve, &self.target) {
            (Some(max), _) => SearchTask::Solve {
                max: lab::largest_pile(max)?,
            },
            (None, Some(target)) => SearchTask::Compare {
                max,
                target: files::game(target)?,
            },
            (None, None) => SearchTask::Discover {
                max,
                systems: self.systems.clone(),
            },
        };
        let request = SearchRequest {
            family: files::game(family)?,
            over: self.over.clone().unwrap_or_default(),
            task,
            misere: self.misere,
            unit_size: self.unit_size,
        };
        Ok(request.search()?)
    }

    /// The units that are wanted, as far as they exist: the last task of an array may reach beyond the end.
    fn numbers(&self, plan: &Plan) -> Result<UnitRange, Failure> {
        let last = plan.units().saturating_sub(1);
        let UnitRange {
            first,
            last: wanted,
        } = self.units.unwrap_or(UnitRange { first: 0, last });
        if first > last {
            return Err(no_unit(plan).into());
        }
        if wanted > last {
            warn(&format!(
                "no unit after {last} exists, and {wanted} was asked for"
            ));
        }
        Ok(UnitRange {
            first,
            last: wanted.min(last),
        })
    }

    fn tell_report(&self, desk: &mut CommandContext<'_>, folder: &str) -> Result<Exit, Failure> {
        let results = UnitFolder::named(folder).results()?;
        let report = desk.ask(&SearchReportRequest {
            results: &results,
            origin: Origin::Files,
        })?;
        let stopped = report.stopped;
        self.write(desk, Vec::new(), report)?;
        Ok(stopped.map_or(Exit::Yes, |stopped| tell_stop(&stopped.to_string())))
    }

    fn write(
        &self,
        desk: &mut CommandContext<'_>,
        units: Vec<UnitJson>,
        report: SearchReport,
    ) -> Result<(), Failure> {
        let full = desk.is_full();
        match self.format {
            _ if desk.json() => desk.write_json(&SearchJson {
                units,
                report: Some(report),
            }),
            ReportFormat::Json => desk.write_json(&SearchJson {
                units,
                report: Some(report),
            }),
            ReportFormat::Text => search::text(desk.out(), &report, full),
            ReportFormat::Markdown => search::markdown(desk.out(), &report),
        }
    }
}

impl UnitJson {
    fn of(done: &UnitDone) -> Self {
        let results = &done.results;
        let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
        for record in &results.records {
            *verdicts
                .entry(record.verdict.words().to_owned())
                .or_default() += 1;
        }
        Self {
            unit: done.number.to_string(),
            first: results.unit.first.to_string(),
            last: results.unit.last.to_string(),
            state: done.state,
            file: done.file.clone(),
            stopped: verdicts
                .get(MemberVerdict::Stopped.words())
                .copied()
                .unwrap_or_default(),
            verdicts: verdicts
                .into_iter()
                .map(|(words, count)| (words, count.to_string()))
                .collect(),
        }
    }
}

/// What became of each unit.
fn tell_units(desk: &mut CommandContext<'_>, units: Vec<UnitJson>) -> Result<(), Failure> {
    if desk.json() {
        return desk.write_json(&SearchJson {
            units,
            report: None,
        });
    }
    for unit in &units {
        let verdicts: Vec<String> = { unit.verdicts.iter() }
            .map(|(words, count)| format!("{count} {words}"))
            .collect();
        let kept = match unit.state {
            UnitState::Kept => " (was there, as found by the run that wrote it)",
            UnitState::Done | UnitState::Stopped => "",
        };
        writeln!(
            desk.out(),
            "unit {}, members {} to {}: {}{kept}",
            unit.unit,
            unit.first,
            unit.last,
            verdicts.join(", ")
        )?;
    }
    Ok(())
}
