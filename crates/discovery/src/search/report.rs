//! The results of many units, put together.

use std::collections::{BTreeMap, BTreeSet};

use logic::watch::{Stopped, Watch};
use rules::json::Text;
use schemars::JsonSchema;
use serde::Serialize;

use super::classes::{Alike, Kinship, KnownMember, Listed, SearchClass, SearchClasses, Unknown};
use super::family::SearchError;
use super::record::MemberVerdict;
use super::standing::{CheckedRecord, Origin, standings};
use super::task::TaskKind;
use super::unit::{Results, SearchPlan};

/// What is known of all members of one or several searches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SearchReport")]
pub struct SearchReport {
    /// The searches.
    pub searches: Vec<SearchSummary>,
    /// Members with the same P-positions, the most interesting first.
    pub classes: Vec<SearchClass>,
    /// Classes with the same automaton in different systems.
    pub alike: Vec<Alike>,
    /// Classes that agree as far as brute force was asked, and are not known to be one.
    pub kin: Vec<Kinship>,
    /// Members that were compared with a target: those with the same P-positions first.
    pub compared: Vec<Compared>,
    /// Members of which nothing was proved.
    pub unknown: Vec<Unknown>,
    /// So many units are of another build of the program, and were left out.
    #[serde(with = "Text")]
    pub other_versions: usize,
    /// Why less was found out again than could be.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
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
    /// Why members were refused, each reason once.
    pub refused: Vec<String>,
}

/// A member that was compared with a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Compared {
    /// The member.
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

/// What is said of a claim that could not be proved again.
const PROVED_ELSEWHERE: &str = "proved by the run that wrote it";

/// What is said of a member that the rules accept, and that another run could not solve.
const REFUSED_ELSEWHERE: &str = "refused by the run that wrote it";

/// The members of one search.
struct Merged<'a> {
    plan: &'a SearchPlan,
    records: BTreeMap<u64, &'a CheckedRecord>,
}

impl SearchReport {
    /// Puts results together. What was stopped in one unit and not in another is taken from the
    /// other. What files say is found out again as far as that is quick and the watch allows, and
    /// otherwise told as found by the run that wrote it.
    ///
    /// # Errors
    /// If a file says what cannot be true.
    pub fn of(results: &[Results], origin: Origin, watch: &dyn Watch) -> Result<Self, SearchError> {
        let current = results.iter().filter(|one| one.are_of_this_build());
        let current: Vec<(&SearchPlan, Vec<CheckedRecord>)> = current
            .map(|one| Ok((&one.plan, standings(one, origin, watch)?)))
            .collect::<Result<_, SearchError>>()?;
        let other_versions = results.len() - current.len();
        let merged = merged(&current);
        let members: Vec<KnownMember<'_>> = merged.iter().flat_map(Merged::known).collect();
        let classes = SearchClasses::of(&members, watch);
        let mut compared: Vec<(MemberVerdict, Compared)> =
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
            stopped: watch.check().err(),
        })
    }

    /// The classes of which a claim is proved.
    pub fn proved_classes(&self) -> impl Iterator<Item = &SearchClass> {
        let proved = |class: &&SearchClass| class.claim.is_some() && class.is_confirmed();
        self.classes.iter().filter(proved)
    }

    /// How many rulesets have proved P-positions.
    pub fn proved(&self) -> usize {
        let proved = self.proved_classes();
        proved.map(|class| class.members.len()).sum()
    }

    /// Is something missing or stopped?
    pub fn is_incomplete(&self) -> bool {
        let open = |search: &SearchSummary| {
            search.missing > 0 || search.verdicts.contains_key(MemberVerdict::Stopped.words())
        };
        self.searches.iter().any(open)
    }
}

/// The searches, by the names of their families, each with its members.
fn merged<'a>(results: &'a [(&SearchPlan, Vec<CheckedRecord>)]) -> Vec<Merged<'a>> {
    let mut searches: Vec<Merged<'a>> = Vec::new();
    for (plan, standings) in results {
        let place = searches.iter().position(|search| search.plan == *plan);
        let place = place.unwrap_or_else(|| {
            searches.push(Merged {
                plan,
                records: BTreeMap::new(),
            });
            searches.len() - 1
        });
        for standing in standings {
            let kept = searches[place].records.entry(standing.record.member);
            let kept = kept.or_insert(standing);
            if kept.record.verdict == MemberVerdict::Stopped {
                *kept = standing;
            }
        }
    }
    searches.sort_by_cached_key(|search| search.plan.search_command());
    searches
}

impl<'a> Merged<'a> {
    fn known(&self) -> impl Iterator<Item = KnownMember<'a>> {
        let plan = self.plan;
        let records = self.records.values();
        records.map(move |standing| KnownMember {
            plan,
            record: &standing.record,
            confirmed: standing.confirmed,
        })
    }

    fn summary(&self) -> SearchSummary {
        let found = u64::try_from(self.records.len()).unwrap_or(u64::MAX);
        let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
        for CheckedRecord { record, confirmed } in self.records.values() {
            let words = match record.verdict {
                MemberVerdict::Proved if !confirmed => PROVED_ELSEWHERE,
                MemberVerdict::Refused if !confirmed => REFUSED_ELSEWHERE,
                verdict => verdict.words(),
            };
            *verdicts.entry(words.to_owned()).or_default() += 1;
        }
        let records = self.records.values().map(|standing| &standing.record);
        let refused = records.filter(|record| record.verdict == MemberVerdict::Refused);
        let reasons: BTreeSet<&String> = refused.filter_map(|record| record.why.as_ref()).collect();
        SearchSummary {
            family: self.plan.family.typed(&[]),
            over: self.plan.over.clone(),
            command: self.plan.search_command(),
            members: self.plan.members,
            missing: self.plan.members.saturating_sub(found),
            verdicts: verdicts
                .into_iter()
                .map(|(words, count)| (words, count.to_string()))
                .collect(),
            refused: reasons.into_iter().cloned().collect(),
        }
    }
}

impl Compared {
    fn of(known: &KnownMember<'_>) -> Option<(MemberVerdict, Self)> {
        let TaskKind::Compare { target, .. } = &known.plan.task.what else {
            return None;
        };
        let record = known.record;
        let verdict = match record.verdict {
            MemberVerdict::Same => "same",
            MemberVerdict::Agrees => "agrees",
            MemberVerdict::Different => "different",
            _ => return None,
        };
        let compared = Self {
            listed: known.listed(),
            target: target.typed(&[]),
            verdict: verdict.to_owned(),
            evidence: known.told(record.evidence.as_deref().unwrap_or_default()),
            difference: record.difference.clone(),
            why: record.why.clone(),
        };
        Some((record.verdict, compared))
    }
}

impl SearchPlan {
    /// The command that finds again what is known of a member.
    pub fn command(&self, game: &str) -> String {
        let game = quoted(game);
        let misere = if self.task.misere { " --misere" } else { "" };
        match &self.task.what {
            TaskKind::Discover { max, systems } => {
                let (max, systems) = (told(" --max ", *max), in_systems(systems));
                format!("takeaway discover {game}{max}{systems}{misere}")
            }
            TaskKind::Solve { max } | TaskKind::Compare { max, .. } => {
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
            TaskKind::Discover { max, systems } => {
                format!("{}{}", told(" --max ", *max), in_systems(systems))
            }
            TaskKind::Solve { max } => format!(" --solve {max}"),
            TaskKind::Compare { max, target } => {
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
