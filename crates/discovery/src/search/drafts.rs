//! Classes in the making: members with one claim, and the prover's word on claims that differ.

use std::collections::BTreeMap;

use logic::watch::{Stopped, Watch};
use proof::ClaimOutcome;
use rustc_hash::FxHashMap;

use super::classes::{Kinship, KnownMember};
use super::member::claimed;
use super::record::{Fingerprint, MemberVerdict};
use super::watches::MemberWatch;

/// Members with one claim, or claims that are proved to be the same.
pub(super) struct Draft<'a> {
    pub(super) members: Vec<KnownMember<'a>>,
    /// How many claims it had before they were proved to be the same.
    pub(super) claims: usize,
}

pub(super) type Group = (bool, Fingerprint);

/// Members with one claim, together with those that agree with them as far as brute force was asked.
pub(super) fn groups<'a>(members: &[KnownMember<'a>]) -> BTreeMap<Group, Vec<Draft<'a>>> {
    let mut groups: BTreeMap<Group, Vec<Draft<'a>>> = BTreeMap::new();
    let mut places: FxHashMap<ClaimKey<'a>, usize> = FxHashMap::default();
    for known in members {
        let verdict = known.record.verdict;
        let (MemberVerdict::Proved | MemberVerdict::Solved, Some(found)) =
            (verdict, &known.record.p_set)
        else {
            continue;
        };
        let group = groups
            .entry((known.plan.task.misere, found.clone()))
            .or_default();
        let place = *places.entry(ClaimKey::of(known)).or_insert_with(|| {
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
struct ClaimKey<'a> {
    misere: bool,
    claim: Option<&'a str>,
    automaton: Option<&'a str>,
    piles: Option<&'a str>,
    found: Option<&'a Fingerprint>,
}

impl<'a> ClaimKey<'a> {
    fn of(known: &KnownMember<'a>) -> Self {
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
pub(super) fn place<'a>(
    draft: Draft<'a>,
    heads: &mut Vec<Draft<'a>>,
    kin: &mut Vec<Kinship>,
    watch: &dyn Watch,
) {
    let mut others = Vec::new();
    for head in heads.iter_mut() {
        let relation = relation(head, &draft, watch);
        match relation.unwrap_or_else(|stopped| DraftRelation::Open(stopped.to_string())) {
            DraftRelation::Same => {
                head.members.extend(draft.members);
                head.claims += draft.claims;
                return;
            }
            DraftRelation::Apart => {}
            DraftRelation::Differ(why) => others.push(kinship(head, &draft, true, why)),
            DraftRelation::Open(why) => others.push(kinship(head, &draft, false, why)),
        }
    }
    kin.extend(others.into_iter().flatten());
    heads.push(draft);
}

enum DraftRelation {
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
fn relation(
    one: &Draft<'_>,
    other: &Draft<'_>,
    watch: &dyn Watch,
) -> Result<DraftRelation, Stopped> {
    let (Some(one), Some(other)) = (one.members.first(), other.members.first()) else {
        return Ok(DraftRelation::Apart);
    };
    if one.record.claim.is_none() || other.record.claim.is_none() {
        return Ok(DraftRelation::Apart);
    }
    if one.record.piles != other.record.piles {
        return Ok(DraftRelation::Open(
            "their piles are not declared alike".to_owned(),
        ));
    }
    let mut why = "the claim of neither can be read with the rules of the other".to_owned();
    for (rules, claim) in [(one, other), (other, one)] {
        match said(rules, claim, watch)? {
            Some(ClaimOutcome::Proved) => return Ok(DraftRelation::Same),
            Some(ClaimOutcome::Refuted(counterexample)) => {
                return Ok(DraftRelation::Differ(counterexample.to_string()));
            }
            Some(outcome) => why = outcome.undecided().unwrap_or(why),
            None => {}
        }
    }
    Ok(DraftRelation::Open(why))
}

/// What becomes of the claim of one member about the rules of another.
fn said(
    rules: &KnownMember<'_>,
    claim: &KnownMember<'_>,
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
