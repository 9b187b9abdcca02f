//! Members sorted by what is known of their P-positions.
//!
//! - *The same P-positions.* Two members with one claim, letter by letter, have the same P-positions; of an automaton, its file must be the same too: it is the smallest one, with its states in
//!   the order in which they are reached. Members whose claims differ but whose P-positions agree as far as brute force was asked are put to the prover: the claim of the one
//!   about the rules of the other. If it is proved, the P-positions are the same, since a game has only one such set.
//! - *The same automaton up to the system.* The automata of two classes are equal, letter by letter and state by state, but read in different systems.
//! - *Unknown.* Nothing was proved; what was tried is told, and with which class the member agrees as far as brute force was asked.

use std::collections::BTreeMap;

use games::json::{MaybeText, Text, Texts};
use logic::watch::{Stopped, Watch};
use proof::ClaimOutcome;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::family::Family;
use super::record::{Fingerprint, Record, Verdict};
use super::task::claimed;
use super::unit::Plan;
use super::watches::MemberWatch;
use crate::rules::Rules;

/// Members with the same P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SearchClass")]
pub struct Class {
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
    /// It.
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
pub(super) struct Known<'a> {
    pub(super) plan: &'a Plan,
    pub(super) record: &'a Record,
}

/// All classes, and what is between them.
#[derive(Debug, Default)]
pub(super) struct Classes {
    pub(super) classes: Vec<Class>,
    pub(super) alike: Vec<Alike>,
    pub(super) kin: Vec<Kinship>,
    pub(super) unknown: Vec<Unknown>,
}

impl Classes {
    /// Sorts members.
    pub(super) fn of(members: &[Known<'_>], watch: &dyn Watch) -> Result<Self, Stopped> {
        let mut kin = Vec::new();
        let mut classes = Vec::new();
        for (_, drafts) in groups(members) {
            let mut heads: Vec<Draft<'_>> = Vec::new();
            for draft in drafts {
                watch.check()?;
                place(draft, &mut heads, &mut kin, watch)?;
            }
            classes.extend(heads.iter().map(Draft::class));
        }
        classes.sort_by_cached_key(rank);
        for (class, number) in classes.iter_mut().zip(1..) {
            class.number = number;
        }
        Ok(Self {
            alike: alike(&classes),
            unknown: unknown(members, &classes),
            kin,
            classes,
        })
    }
}

/// Members with one claim, or claims that are proved to be the same.
struct Draft<'a> {
    members: Vec<Known<'a>>,
    /// How many claims it had before they were proved to be the same.
    claims: usize,
}

type Group = (bool, Fingerprint);

/// Members with one claim, together with those that agree with them as far as brute force was asked.
fn groups<'a>(members: &[Known<'a>]) -> BTreeMap<Group, Vec<Draft<'a>>> {
    let mut groups: BTreeMap<Group, Vec<Draft<'a>>> = BTreeMap::new();
    let mut places: FxHashMap<Key<'a>, usize> = FxHashMap::default();
    for known in members {
        let verdict = known.record.verdict;
        let (Verdict::Proved | Verdict::Solved, Some(found)) = (verdict, &known.record.p_set)
        else {
            continue;
        };
        let group = groups
            .entry((known.plan.task.misere, found.clone()))
            .or_default();
        let place = *places.entry(Key::of(known)).or_insert_with(|| {
            group.push(Draft {
                members: Vec::new(),
                claims: 1,
            });
            group.len() - 1
        });
        if let Some(draft) = group.get_mut(place) {
            draft.members.push(*known);
        }
    }
    groups
}

/// What a claim says, letter by letter, about which piles; of what was solved only, the P-positions up to a bound.
#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    misere: bool,
    claim: Option<&'a str>,
    automaton: Option<&'a str>,
    piles: Option<&'a str>,
    found: Option<&'a Fingerprint>,
}

impl<'a> Key<'a> {
    fn of(known: &Known<'a>) -> Self {
        let record = known.record;
        let solved = record.claim.is_none();
        Self {
            misere: known.plan.task.misere,
            claim: record.claim.as_deref(),
            automaton: record.automaton.as_deref(),
            piles: record.piles.as_deref().filter(|_| !solved),
            found: record.p_set.as_ref(),
        }
    }
}

/// Puts a draft to the first one that is proved to be the same, or behind them all.
fn place<'a>(
    draft: Draft<'a>,
    heads: &mut Vec<Draft<'a>>,
    kin: &mut Vec<Kinship>,
    watch: &dyn Watch,
) -> Result<(), Stopped> {
    let mut others = Vec::new();
    for head in heads.iter_mut() {
        match relation(head, &draft, watch)? {
            Relation::Same => {
                head.members.extend(draft.members);
                head.claims += draft.claims;
                return Ok(());
            }
            Relation::Apart => {}
            Relation::Differ(why) => others.push(kinship(head, &draft, true, why)),
            Relation::Open(why) => others.push(kinship(head, &draft, false, why)),
        }
    }
    kin.extend(others.into_iter().flatten());
    heads.push(draft);
    Ok(())
}

enum Relation {
    Same,
    Differ(String),
    Open(String),
    /// One of the two is not proved: nothing was asked.
    Apart,
}

fn kinship(one: &Draft<'_>, other: &Draft<'_>, differ: bool, why: String) -> Option<Kinship> {
    Some(Kinship {
        one: one.members.first()?.record.game.clone(),
        other: other.members.first()?.record.game.clone(),
        differ,
        why,
    })
}

/// Are the P-positions of two drafts the same? The prover says.
fn relation(one: &Draft<'_>, other: &Draft<'_>, watch: &dyn Watch) -> Result<Relation, Stopped> {
    let (Some(one), Some(other)) = (one.members.first(), other.members.first()) else {
        return Ok(Relation::Apart);
    };
    if one.record.claim.is_none() || other.record.claim.is_none() {
        return Ok(Relation::Apart);
    }
    if one.record.piles != other.record.piles {
        return Ok(Relation::Open(
            "their piles are not declared alike".to_owned(),
        ));
    }
    let mut why = "the claim of neither can be read with the rules of the other".to_owned();
    for (rules, claim) in [(one, other), (other, one)] {
        match said(rules, claim, watch)? {
            Some(ClaimOutcome::Proved) => return Ok(Relation::Same),
            Some(ClaimOutcome::Refuted(counterexample)) => {
                return Ok(Relation::Differ(counterexample.to_string()));
            }
            Some(outcome) => why = outcome.undecided().unwrap_or(why),
            None => {}
        }
    }
    Ok(Relation::Open(why))
}

/// What becomes of the claim of one member about the rules of another.
fn said(
    rules: &Known<'_>,
    claim: &Known<'_>,
    watch: &dyn Watch,
) -> Result<Option<ClaimOutcome>, Stopped> {
    watch.check()?;
    let member = MemberWatch::new(watch, &logic::Unwatched);
    let (Some(rules), Some(text)) = (rules.rules(), &claim.record.claim) else {
        return Ok(None);
    };
    let automaton = claim.record.automaton.as_deref();
    let play = claim.plan.task.play();
    let outcome = claimed(&rules, text, automaton, play, &member);
    watch.check()?;
    Ok(outcome)
}

impl Known<'_> {
    /// The rules of a member, from the text of its search.
    fn rules(&self) -> Option<Rules> {
        let over = self.plan.over.parse().ok()?;
        let family = Family::new(self.plan.family.clone(), over).ok()?;
        family.rules(&family.member(self.record.member)?).ok()
    }

    pub(super) fn listed(&self) -> Listed {
        Listed {
            game: self.record.game.clone(),
            command: self.plan.command(&self.record.game),
        }
    }

    fn kind(&self) -> SetKind {
        let irrational = |text: &str| text.contains("sqrt") || text.contains("phi");
        let Some(claim) = &self.record.claim else {
            return SetKind::Solved;
        };
        let system = self.record.system.as_deref().unwrap_or_default();
        match self.record.automaton {
            Some(_) if system.starts_with("binary") || system.starts_with("base") => {
                SetKind::AutomatonInBase
            }
            Some(_) => SetKind::Automaton,
            None if irrational(claim) => {
                match irrational(&self.plan.family.text) || irrational(&self.record.game) {
                    true => SetKind::IrrationalByRule,
                    false => SetKind::Irrational,
                }
            }
            None if claim.contains("digits(") || claim.contains("shift(") => SetKind::Digits,
            None if claim.contains('|') => SetKind::Rational,
            None => SetKind::Periodic,
        }
    }
}

impl Draft<'_> {
    fn class(&self) -> Class {
        let first = self.members.first();
        let record = first.map(|known| known.record);
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
        Class {
            number: 0,
            kind: first.map_or(SetKind::Solved, Known::kind),
            claim: record.and_then(|record| record.claim.clone()),
            system: record.and_then(|record| record.system.clone()),
            states: record.and_then(|record| record.states),
            evidence,
            members: self.members.iter().map(Known::listed).collect(),
            shape: record.and_then(|record| record.shape.clone()),
            fingerprint: record.and_then(|record| record.p_set.clone()),
            misere: first.is_some_and(|known| known.plan.task.misere),
        }
    }
}

impl Class {
    /// Its P-positions in a line: the claim, or what reads them.
    pub fn told(&self) -> String {
        let automaton = self
            .claim
            .as_deref()
            .is_some_and(|c| c.contains("= automaton \""));
        match (&self.claim, self.states, &self.system, &self.fingerprint) {
            (Some(_), Some(states), Some(system), _) if automaton => {
                format!("an automaton with {states} states in {system}")
            }
            (Some(claim), ..) => claim.replace('\n', "; "),
            (None, _, _, Some(found)) => {
                format!("{} positions with piles up to {}", found.count, found.max)
            }
            (None, ..) => String::new(),
        }
    }
}

impl SetKind {
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

/// The more interesting kinds first; automata by their states, all others by the number of their members.
fn rank(class: &Class) -> impl Ord + use<> {
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
fn alike(classes: &[Class]) -> Vec<Alike> {
    let mut shapes: BTreeMap<&str, Vec<&Class>> = BTreeMap::new();
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
fn unknown(members: &[Known<'_>], classes: &[Class]) -> Vec<Unknown> {
    let known: FxHashMap<(bool, &Fingerprint), usize> = { classes.iter().rev() }
        .filter_map(|class| Some(((class.misere, class.fingerprint.as_ref()?), class.number)))
        .collect();
    let members = members
        .iter()
        .filter(|known| known.record.verdict == Verdict::NothingFound);
    members
        .map(|member| {
            let found = member.record.p_set.as_ref();
            let class = found.and_then(|found| known.get(&(member.plan.task.misere, found)));
            Unknown {
                listed: member.listed(),
                why: member.record.why.clone().unwrap_or_default(),
                agrees_with: class.copied(),
                agrees_up_to: class.and(found).map(|found| found.max),
            }
        })
        .collect()
}
