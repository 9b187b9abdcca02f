//! Which results this program stands for, and not only the file in which they are.
//!
//! Units are shared among people and machines, so that a file may say anything, under a seal that fits.
//! What is said to be proved is proved again: the proof of a claim that is known takes a fraction of
//! what its discovery took. The P-positions on the small board are counted again, and the automaton
//! is made again. A record that says something else is damaged, and no report is made of it. All
//! else (boards that somebody solved, comparisons, what was tried in vain) would take as long as the
//! search; it is told as found by the run that wrote it.

use logic::watch::Watch;
use proof::ClaimOutcome;
use rayon::prelude::*;

use super::family::{RuleFamily, SearchError};
use super::member::{MemberWork, claimed, piles};
use super::record::{MemberRecord, MemberVerdict};
use super::task::FamilySearch;
use super::unit::Results;
use super::watches::MemberWatch;

/// Where results come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// This run has found them.
    Run,
    /// They were read.
    Files,
}

/// A record, and whether this program stands for it.
#[derive(Clone, Debug)]
pub(super) struct CheckedRecord {
    pub(super) record: MemberRecord,
    pub(super) confirmed: bool,
}

/// What this program can say of some results.
///
/// # Errors
/// If a record says what cannot be true.
pub(super) fn standings(
    results: &Results,
    origin: Origin,
    watch: &dyn Watch,
) -> Result<Vec<CheckedRecord>, SearchError> {
    let records = &results.records;
    if origin == Origin::Run {
        let stands = |record: &MemberRecord| CheckedRecord {
            record: record.clone(),
            confirmed: true,
        };
        return Ok(records.iter().map(stands).collect());
    }
    let plan = &results.plan;
    let damaged = |why: String| {
        SearchError::Input(format!(
            "the results of the unit `{}` are damaged: {why}; without its file, they are worked out again",
            results.name()
        ))
    };
    let over = plan.over.parse().map_err(damaged)?;
    let family = RuleFamily::new(plan.family.clone(), over);
    let family = family.map_err(|why| damaged(why.to_string()))?;
    let search = FamilySearch::new(family, plan.task.clone());
    let stands = |record: &MemberRecord| {
        standing(&search, record, watch)
            .map_err(|why| damaged(format!("member {}, {}: {why}", record.member, record.game)))
    };
    records.par_iter().map(stands).collect()
}

/// What this program can say of a record, or what is wrong with it.
fn standing(
    search: &FamilySearch,
    record: &MemberRecord,
    watch: &dyn Watch,
) -> Result<CheckedRecord, String> {
    let member = search.family().member(record.member);
    let member = member.filter(|member| member.game == record.game);
    let member = member.ok_or("there is no such member")?;
    let as_found = |confirmed: bool| CheckedRecord {
        record: record.clone(),
        confirmed,
    };
    if !search.task().can_end_in(record.verdict) {
        return Err(format!(
            "the search never ends in `{}`",
            record.verdict.words()
        ));
    }
    if record.claim.is_some() != record.is_proved() {
        return Err("its verdict and its claim do not agree".to_owned());
    }
    let rules = match (search.family().rules(&member), record.verdict) {
        (Ok(_), MemberVerdict::Stopped) => return Ok(as_found(true)),
        (Ok(rules), _) => rules,
        (Err(faults), MemberVerdict::Refused) if record.why == Some(search.told(&faults)) => {
            return Ok(as_found(true));
        }
        (Err(_), MemberVerdict::Stopped) => return Ok(as_found(true)),
        (Err(_), _) => return Err("the rules refuse its parameters".to_owned()),
    };
    if record
        .piles
        .as_ref()
        .is_some_and(|told| *told != piles(rules.spec()))
    {
        return Err("its piles are others".to_owned());
    }
    let watch = MemberWatch::new(watch, &logic::Unwatched);
    let about = MemberWork {
        search,
        member: &member,
        rules: &rules,
        watch: &watch,
    };
    match record.verdict {
        MemberVerdict::Proved => proved(&about, record),
        _ => Ok(as_found(false)),
    }
}

/// Proves the claim of a record again.
fn proved(about: &MemberWork<'_>, record: &MemberRecord) -> Result<CheckedRecord, String> {
    let claim = record.claim.as_deref().ok_or("it has no claim")?;
    if !about.rules.are_only_claimed_by(claim) {
        return Err("what it claims is not one set of P-positions".to_owned());
    }
    let automaton = record.automaton.as_deref();
    let play = about.search.task().play();
    let outcome = claimed(about.rules, claim, automaton, play, about.watch);
    let as_found = CheckedRecord {
        record: record.clone(),
        confirmed: false,
    };
    match outcome {
        None => Err("its claim cannot be read".to_owned()),
        Some(ClaimOutcome::Refuted(counterexample)) => {
            Err(format!("its claim is refuted: {counterexample}"))
        }
        Some(ClaimOutcome::Proved) => match about.fingerprint() {
            Ok(found) if record.p_set.as_ref() != Some(&found) => {
                Err("brute force finds other P-positions".to_owned())
            }
            Ok(_) => Ok(CheckedRecord {
                record: about.described_again(record, claim, automaton),
                confirmed: true,
            }),
            Err(_) => Ok(as_found),
        },
        Some(_) => Ok(as_found),
    }
}
