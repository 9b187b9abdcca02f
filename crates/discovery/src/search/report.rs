//! The results of many units, put together.

use std::collections::BTreeMap;

use games::json::Text;
use logic::watch::{Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;

use super::classes::{Alike, Class, Classes, Kinship, Known, Listed, Unknown};
use super::record::{Record, Verdict};
use super::task::What;
use super::unit::{Plan, Results, VERSION};

/// What is known of all members of one or several searches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SearchReport")]
pub struct Report {
    /// The searches.
    pub searches: Vec<SearchSummary>,
    /// Members with the same P-positions, the most interesting first.
    pub classes: Vec<Class>,
    /// Classes with the same automaton in different systems.
    pub alike: Vec<Alike>,
    /// Classes that agree as far as brute force was asked, and are not known to be one.
    pub kin: Vec<Kinship>,
    /// Members that were compared with a target: those with the same P-positions first.
    pub compared: Vec<Compared>,
    /// Members of which nothing was proved.
    pub unknown: Vec<Unknown>,
    /// So many units are of another version of the program, and were left out.
    #[serde(with = "Text")]
    pub other_versions: usize,
}

/// One search in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SearchSummary {
    /// The family as it is typed.
    pub family: String,
    /// What its parameters go over.
    pub over: String,
    /// The command, without a directory.
    pub command: String,
    /// How many members it has.
    #[serde(with = "Text")]
    pub members: u64,
    /// How many members no unit speaks of.
    #[serde(with = "Text")]
    pub missing: u64,
    /// How many members have which verdict.
    pub verdicts: BTreeMap<String, String>,
}

/// A member that was compared with a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Compared {
    /// It.
    #[serde(flatten)]
    pub listed: Listed,
    /// The target.
    pub target: String,
    /// `same`, `agrees` or `different`.
    pub verdict: String,
    /// How that is known.
    pub evidence: String,
    /// The smallest position that is a P-position of one of the two alone.
    pub difference: Option<Vec<String>>,
    /// What else there is to say.
    pub why: Option<String>,
}

/// The members of one search.
struct Merged<'a> {
    plan: &'a Plan,
    records: BTreeMap<u64, &'a Record>,
}

impl Report {
    /// Puts results together. What was stopped in one unit and not in another is taken from the other.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn of(results: &[Results], watch: &dyn Watch) -> Result<Self, Stopped> {
        let current = results.iter().filter(|one| one.plan.version == VERSION);
        let other_versions = results.len() - current.clone().count();
        let merged = merged(current);
        let members: Vec<Known<'_>> = merged.iter().flat_map(Merged::known).collect();
        let classes = Classes::of(&members, watch)?;
        let mut compared: Vec<(Verdict, Compared)> =
            members.iter().filter_map(Compared::of).collect();
        compared.sort_by_key(|(verdict, _)| *verdict);
        Ok(Self {
            searches: merged.iter().map(Merged::summary).collect(),
            classes: classes.classes,
            alike: classes.alike,
            kin: classes.kin,
            compared: compared.into_iter().map(|(_, one)| one).collect(),
            unknown: classes.unknown,
            other_versions,
        })
    }

    /// How many rulesets have proved P-positions.
    pub fn proved(&self) -> usize {
        let proved = self.classes.iter().filter(|class| class.claim.is_some());
        proved.map(|class| class.members.len()).sum()
    }

    /// Is something missing or stopped?
    pub fn is_incomplete(&self) -> bool {
        let open = |search: &SearchSummary| {
            search.missing > 0 || search.verdicts.contains_key(Verdict::Stopped.words())
        };
        self.searches.iter().any(open)
    }
}

/// The searches, by the names of their families, each with its members.
fn merged<'a>(results: impl Iterator<Item = &'a Results>) -> Vec<Merged<'a>> {
    let mut searches: Vec<Merged<'a>> = Vec::new();
    for one in results {
        let place = searches.iter().position(|search| *search.plan == one.plan);
        let place = place.unwrap_or_else(|| {
            searches.push(Merged {
                plan: &one.plan,
                records: BTreeMap::new(),
            });
            searches.len() - 1
        });
        for record in &one.records {
            let kept = searches[place].records.entry(record.member);
            let kept = kept.or_insert(record);
            if kept.verdict == Verdict::Stopped {
                *kept = record;
            }
        }
    }
    searches.sort_by_cached_key(|search| search.plan.search_command());
    searches
}

impl<'a> Merged<'a> {
    fn known(&self) -> impl Iterator<Item = Known<'a>> {
        let plan = self.plan;
        let records = self.records.values();
        records.map(move |record| Known { plan, record })
    }

    fn summary(&self) -> SearchSummary {
        let found = u64::try_from(self.records.len()).unwrap_or(u64::MAX);
        let count = |verdict: Verdict| {
            let having = self.records.values().filter(|one| one.verdict == verdict);
            (verdict.words().to_owned(), having.count())
        };
        let verdicts = Verdict::ALL.map(count).into_iter();
        let verdicts = verdicts.filter(|(_, count)| *count > 0);
        SearchSummary {
            family: self.plan.family.typed(&[]),
            over: self.plan.over.clone(),
            command: self.plan.search_command(),
            members: self.plan.members,
            missing: self.plan.members.saturating_sub(found),
            verdicts: verdicts
                .map(|(words, count)| (words, count.to_string()))
                .collect(),
        }
    }
}

impl Compared {
    fn of(known: &Known<'_>) -> Option<(Verdict, Self)> {
        let What::Compare { target, .. } = &known.plan.task.what else {
            return None;
        };
        let record = known.record;
        let verdict = match record.verdict {
            Verdict::Same => "same",
            Verdict::Agrees => "agrees",
            Verdict::Different => "different",
            _ => return None,
        };
        let compared = Self {
            listed: known.listed(),
            target: target.typed(&[]),
            verdict: verdict.to_owned(),
            evidence: record.evidence.clone().unwrap_or_default(),
            difference: record.difference.clone(),
            why: record.why.clone(),
        };
        Some((record.verdict, compared))
    }
}

impl Plan {
    /// The command that finds again what is known of a member.
    pub fn command(&self, game: &str) -> String {
        let game = quoted(game);
        let misere = if self.task.misere { " --misere" } else { "" };
        match &self.task.what {
            What::Discover { max, systems } => {
                let (max, systems) = (told(" --max ", *max), in_systems(systems));
                format!("takeaway discover {game}{max}{systems}{misere}")
            }
            What::Solve { max } | What::Compare { max, .. } => {
                format!("takeaway solve {game} --max {max}{misere}")
            }
        }
    }

    /// The command of the search, without a directory.
    pub fn search_command(&self) -> String {
        let family = quoted(&self.family.typed(&[]));
        let over = quoted(&self.over);
        let misere = if self.task.misere { " --misere" } else { "" };
        let what = match &self.task.what {
            What::Discover { max, systems } => {
                format!("{}{}", told(" --max ", *max), in_systems(systems))
            }
            What::Solve { max } => format!(" --solve {max}"),
            What::Compare { max, target } => {
                format!(" --target {} --max {max}", quoted(&target.typed(&[])))
            }
        };
        format!("takeaway search {family} --over {over}{what}{misere}")
    }
}

fn told(option: &str, value: Option<u32>) -> String {
    value.map_or_else(String::new, |value| format!("{option}{value}"))
}

fn in_systems(systems: &[String]) -> String {
    let systems: Vec<String> = systems.iter().map(|name| quoted(name)).collect();
    match systems.as_slice() {
        [] => String::new(),
        systems => format!(" --systems {}", systems.join(" ")),
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.,:=/+".contains(sign);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
