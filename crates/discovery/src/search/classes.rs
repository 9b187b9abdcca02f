//! Members sorted by what is known of their P-positions.
//!
//! - *The same P-positions.* Two members with one claim, letter by letter, have the same P-positions; of an automaton, its file must be the same too: it is the smallest one, with its states in
//!   the order in which they are reached. Members whose claims differ but whose P-positions agree as far as brute force was asked are put to the prover: the claim of the one
//!   about the rules of the other. If it is proved, the P-positions are the same, since a game has only one such set.
//! - *The same automaton up to the system.* The automata of two classes are equal, letter by letter and state by state, but read in different systems.
//! - *Unknown.* Nothing was proved; what was tried is told, and with which class the member agrees as far as brute force was asked.

use numeration::counted::counted;
use std::collections::BTreeMap;

use lang::ast::{GameFile, Item, ItemKind, SetPart};
use logic::watch::Watch;
use numeration::registry::SystemName;
use rules::json::{MaybeText, Text, Texts};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::drafts::{Draft, groups, place};
use super::family::RuleFamily;
use super::record::{Fingerprint, MemberRecord, MemberVerdict};
use super::unit::SearchPlan;
use crate::rules::BareRules;

/// Members with the same P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SearchClass")]
pub struct SearchClass {
    /// Its number, from 1, the most interesting first.
    #[serde(with = "Text")]
    pub number: usize,
    /// What kind of set it is.
    pub kind: SetKind,
    /// A claim that is proved of one of them; none if they were solved up to a bound only.
    pub claim: Option<String>,
    /// The system in which the automaton of the P-positions reads.
    pub system: Option<String>,
    /// How many states the automaton has.
    #[serde(with = "MaybeText")]
    pub states: Option<usize>,
    /// How it is known that the P-positions are the same.
    pub evidence: String,
    /// The members.
    pub members: Vec<Listed>,
    #[serde(skip)]
    shape: Option<String>,
    #[serde(skip)]
    fingerprint: Option<Fingerprint>,
    #[serde(skip)]
    misere: bool,
    #[serde(skip)]
    confirmed: bool,
}

/// A member in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Listed {
    /// It as a user types it.
    pub game: String,
    /// The command that finds the same again.
    pub command: String,
}

/// What kind of set the P-positions of a class are, the most interesting first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum SetKind {
    /// An automaton in a system that is no base.
    Automaton,
    /// Rows with irrational numbers of which the rules say nothing.
    Irrational,
    /// Rows by digits.
    Digits,
    /// An automaton in a base.
    AutomatonInBase,
    /// Rows with irrational numbers that stand in the rules.
    IrrationalByRule,
    /// Rows with rational slopes.
    Rational,
    /// Remainders.
    Periodic,
    /// Known up to a bound.
    Solved,
}

/// Classes whose automata are equal and read in different systems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Alike {
    /// How many states the automaton has.
    #[serde(with = "MaybeText")]
    pub states: Option<usize>,
    /// The classes.
    #[serde(with = "Texts")]
    pub classes: Vec<usize>,
    /// Their systems.
    pub systems: Vec<String>,
}

/// Two classes that agree as far as brute force was asked, and are not one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Kinship {
    /// A member of the one.
    pub one: String,
    /// A member of the other.
    pub other: String,
    /// Are they known to differ?
    pub differ: bool,
    /// A position that shows it, or why it is open.
    pub why: String,
}

/// A member of which nothing was proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Unknown {
    /// The member.
    #[serde(flatten)]
    pub listed: Listed,
    /// What was tried.
    pub why: String,
    /// The class with which it agrees as far as brute force was asked.
    #[serde(with = "MaybeText")]
    pub agrees_with: Option<usize>,
    /// So far brute force was asked.
    #[serde(with = "MaybeText")]
    pub agrees_up_to: Option<u32>,
}

/// A member with its search.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownMember<'a> {
    pub(super) plan: &'a SearchPlan,
    pub(super) record: &'a MemberRecord,
    /// Does this program stand for the record?
    pub(super) confirmed: bool,
}

/// All classes, and what is between them.
#[derive(Debug, Default)]
pub(super) struct SearchClasses {
    pub(super) classes: Vec<SearchClass>,
    pub(super) alike: Vec<Alike>,
    pub(super) kin: Vec<Kinship>,
    pub(super) unknown: Vec<Unknown>,
}

impl SearchClasses {
    /// Sorts members. Classes of which the watch lets nobody find out whether they are one stay apart,
    /// and it is said why.
    pub(super) fn of(members: &[KnownMember<'_>], watch: &dyn Watch) -> Self {
        let mut kin = Vec::new();
        let mut classes = Vec::new();
        for (_, drafts) in groups(members) {
            let mut heads: Vec<Draft<'_>> = Vec::new();
            for draft in drafts {
                place(draft, &mut heads, &mut kin, watch);
            }
            classes.extend(heads.iter().map(Draft::class));
        }
        classes.sort_by_cached_key(rank);
        for (class, number) in classes.iter_mut().zip(1..) {
            class.number = number;
        }
        Self {
            alike: alike(&classes),
            unknown: unknown(members, &classes),
            kin,
            classes,
        }
    }
}

impl KnownMember<'_> {
    /// The rules of a member, from the text of its search.
    pub(super) fn rules(&self) -> Option<BareRules> {
        let over = self.plan.over.parse().ok()?;
        let family = RuleFamily::new(self.plan.family.clone(), over).ok()?;
        family.rules(&family.member(self.record.member)?).ok()
    }

    pub(super) fn listed(&self) -> Listed {
        Listed {
            game: self.record.game.clone(),
            command: self.plan.command(&self.record.game),
        }
    }

    /// Evidence, or a reason, with whoever stands for it.
    pub(super) fn told(&self, evidence: &str) -> String {
        match self.confirmed {
            true => evidence.to_owned(),
            false => as_found(evidence),
        }
    }

    fn kind(&self) -> SetKind {
        let Some(claim) = &self.record.claim else {
            return SetKind::Solved;
        };
        if self.record.automaton.is_some() {
            let system = self.record.system.as_deref().map(str::parse);
            return match system {
                Some(Ok(SystemName::Base(_))) => SetKind::AutomatonInBase,
                _ => SetKind::Automaton,
            };
        }
        match self.rules().and_then(|rules| rules.read_with(claim)) {
            Some((rules, claim)) => SetKind::of_formula(&rules, &claim),
            None => SetKind::Periodic,
        }
    }
}

/// What only the run stands for that wrote it down.
fn as_found(evidence: &str) -> String {
    format!("as found by the run that wrote it: {evidence}")
}

impl SearchClass {
    /// Does this program stand for it, and not only the run that wrote it down?
    pub fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    /// Its P-positions in a line: the claim, or what reads them.
    pub fn told(&self) -> String {
        let automaton = matches!(self.kind, SetKind::Automaton | SetKind::AutomatonInBase);
        match (&self.claim, self.states, &self.system, &self.fingerprint) {
            (Some(_), Some(states), Some(system), _) if automaton => {
                let states = counted(states, "state", "states");
                format!("an automaton with {states} in {system}")
            }
            (Some(claim), ..) => claim.replace('\n', "; "),
            (None, _, _, Some(found)) => {
                let positions = counted(found.count, "position", "positions");
                format!("{positions} with piles up to {}", found.max)
            }
            (None, ..) => String::new(),
        }
    }
}

impl SetKind {
    /// The kind of a set that a formula claims behind some rules.
    fn of_formula(rules: &GameFile, claim: &GameFile) -> Self {
        const IRRATIONAL: [&str; 2] = ["sqrt", "phi"];
        let in_rows = |item: &Item| match &item.kind {
            ItemKind::PPositions(set) | ItemKind::MisereP(set) => {
                { set.parts.iter() }.any(|part| matches!(part, SetPart::Comprehension { .. }))
            }
            _ => false,
        };
        match (claim.mentions(&IRRATIONAL), rules.mentions(&IRRATIONAL)) {
            (true, true) => Self::IrrationalByRule,
            (true, false) => Self::Irrational,
            _ if claim.mentions(&["digits", "shift"]) => Self::Digits,
            _ if claim.items.iter().any(in_rows) => Self::Rational,
            _ => Self::Periodic,
        }
    }

    /// In words, as a heading.
    pub fn words(self) -> &'static str {
        match self {
            Self::Automaton => "Automata in systems that are no base",
            Self::Irrational => "Rows with irrational numbers of which the rules say nothing",
            Self::Digits => "Rows by digits",
            Self::AutomatonInBase => "Automata in a base",
            Self::IrrationalByRule => "Rows with irrational numbers that stand in the rules",
            Self::Rational => "Rows with rational slopes",
            Self::Periodic => "Remainders",
            Self::Solved => "Solved up to a bound",
        }
    }
}

impl Draft<'_> {
    fn class(&self) -> SearchClass {
        let first = self.members.first();
        let record = first.map(|known| known.record);
        let confirmed = self.members.iter().all(|known| known.confirmed);
        let evidence = match (record.and_then(|record| record.claim.as_ref()), self.claims) {
            (None, _) => {
                "brute force: a digest of the P-positions up to the bound is the same".to_owned()
            }
            (Some(_), 1) if self.members.len() == 1 => "proved for all positions".to_owned(),
            (Some(_), 1) => "each is proved, and the claim is the same".to_owned(),
            (Some(_), claims) => format!(
                "each is proved; of {claims} claims, the prover says that they are about one set"
            ),
        };
        SearchClass {
            number: 0,
            kind: first.map_or(SetKind::Solved, KnownMember::kind),
            claim: record.and_then(|record| record.claim.clone()),
            system: record.and_then(|record| record.system.clone()),
            states: record.and_then(|record| record.states),
            evidence: match confirmed {
                true => evidence,
                false => as_found(&evidence),
            },
            confirmed,
            members: self.members.iter().map(KnownMember::listed).collect(),
            shape: record.and_then(|record| record.shape.clone()),
            fingerprint: record.and_then(|record| record.p_set.clone()),
            misere: first.is_some_and(|known| known.plan.task.misere),
        }
    }
}

/// The more interesting kinds first; automata by their states, all others by the number of their members.
fn rank(class: &SearchClass) -> impl Ord + use<> {
    let members = class.members.len();
    let states = class.states.unwrap_or(0);
    let (first, second) = match class.kind {
        SetKind::Automaton | SetKind::AutomatonInBase => (states, members),
        _ => (members, states),
    };
    let order = std::cmp::Reverse((first, second));
    let game = class.members.first().map(|member| member.game.clone());
    (class.kind, order, class.claim.clone(), game, class.misere)
}

/// Classes with one automaton in several systems.
fn alike(classes: &[SearchClass]) -> Vec<Alike> {
    let mut shapes: BTreeMap<&str, Vec<&SearchClass>> = BTreeMap::new();
    for class in classes {
        if let (Some(shape), Some(_)) = (&class.shape, &class.system) {
            shapes.entry(shape).or_default().push(class);
        }
    }
    let mut alike: Vec<Alike> = shapes
        .into_values()
        .map(|classes| Alike {
            states: classes.first().and_then(|class| class.states),
            classes: classes.iter().map(|class| class.number).collect(),
            systems: {
                let mut systems: Vec<String> =
                    classes.iter().filter_map(|c| c.system.clone()).collect();
                systems.sort();
                systems.dedup();
                systems
            },
        })
        .filter(|alike| alike.systems.len() > 1)
        .collect();
    alike.sort_by_key(|alike| alike.classes.first().copied());
    alike
}

/// The members of which nothing was proved.
fn unknown(members: &[KnownMember<'_>], classes: &[SearchClass]) -> Vec<Unknown> {
    let known: FxHashMap<(bool, &Fingerprint), usize> = { classes.iter().rev() }
        .filter_map(|class| Some(((class.misere, class.fingerprint.as_ref()?), class.number)))
        .collect();
    let members = members
        .iter()
        .filter(|known| known.record.verdict == MemberVerdict::NothingFound);
    members
        .map(|member| {
            let found = member.record.p_set.as_ref();
            let class = found.and_then(|found| known.get(&(member.plan.task.misere, found)));
            Unknown {
                listed: member.listed(),
                why: member.told(member.record.why.as_deref().unwrap_or_default()),
                agrees_with: class.copied(),
                agrees_up_to: class.and(found).map(|found| found.max),
            }
        })
        .collect()
}
