//! Small positions, by the rules as they are: the quick way to a counterexample where automata are dear.
//!
//! On smaller positions the claim is right, or a smaller counterexample would have been found; so a position refutes it
//! if it is claimed and has a move to a claimed one, or is not claimed and has none. Where K options may be forbidden, K moves are none.

use logic::evaluate::{Assignment, Evaluator};
use logic::watch::{Construction, Progress, Stopped, Watch};
use logic::{Formula, Set, Term};
use numeration::natural::Integer;
use rules::position::Position;
use rules::ruleset::{Kind, RulesError, Ruleset};
use rules::spec::Spec;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::claim::Counterexample;

/// Larger automata are made only after small positions were looked at.
const LARGEST: u64 = 250_000;

/// A watch that looks at small positions, once, when automata become dear, and stops the work if they refute the claim.
pub(crate) struct SmallPositionWatch<'w> {
    watch: &'w dyn Watch,
    spec: &'w Spec,
    /// The claimed set, from when on it is known to consist of positions.
    set: OnceLock<Arc<Set>>,
    dear: AtomicBool,
    found: OnceLock<Result<Option<Counterexample>, Stopped>>,
}

impl<'w> SmallPositionWatch<'w> {
    /// Nothing is looked at before a set is given.
    pub(crate) fn new(spec: &'w Spec, watch: &'w dyn Watch) -> Self {
        Self {
            watch,
            spec,
            set: OnceLock::new(),
            dear: AtomicBool::new(false),
            found: OnceLock::new(),
        }
    }

    /// From here on this is the claimed set, and consists of positions.
    pub(crate) fn at(&self, set: &Arc<Set>) {
        let _ = self.set.set(Arc::clone(set));
    }

    /// The counterexample that stopped the work.
    pub(crate) fn found(&self) -> Option<Counterexample> {
        self.found.get()?.clone().ok()?
    }
}

impl Watch for SmallPositionWatch<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn check(&self) -> Result<(), Stopped> {
        if let (true, Some(set)) = (self.dear.load(Ordering::Relaxed), self.set.get()) {
            let found = self.found.get_or_init(|| {
                let step = "small positions";
                let (done, total) = (0, None);
                self.watch.progress(Progress { step, done, total });
                counterexample(self.spec, set, self.watch)
            });
            if found.as_ref().map_err(|stopped| *stopped)?.is_some() {
                return Err(Stopped::Cancelled);
            }
        }
        self.watch.check()
    }

    fn construction(&self, construction: Construction) {
        self.dear
            .fetch_or(construction.states > LARGEST, Ordering::Relaxed);
        self.watch.construction(construction);
    }
}

/// How many pairs of positions are looked at.
const PAIRS: usize = 12_000;

/// The smallest counterexample, if it is small; the set consists of positions.
///
/// # Errors
/// If the watch stops the work.
pub(crate) fn counterexample(
    spec: &Spec,
    set: &Arc<Set>,
    watch: &dyn Watch,
) -> Result<Option<Counterexample>, Stopped> {
    let mut claimed: Vec<Position> = Vec::new();
    let mut pairs = 0;
    for sum in 0.. {
        for position in of_sum(spec, sum) {
            if !spec.has(&position) {
                pairs += 1;
                if pairs > PAIRS {
                    return Ok(None);
                }
                continue;
            }
            let Some(member) = is_member(&position, set, watch)? else {
                return Ok(None);
            };
            let mut options: Vec<(Position, Kind)> = Vec::new();
            for target in &claimed {
                pairs += 1;
                match kind(spec, &position, target, watch)? {
                    Some(kind) => options.extend(kind.map(|kind| (target.clone(), kind))),
                    None => return Ok(None),
                }
                // Whoever is told of too many options, or of too few, is told of all.
                if spec.blocking == 0 && !options.is_empty() {
                    break;
                }
            }
            pairs += 1;
            let is_won = options.len() > spec.blocking as usize;
            match (member, is_won) {
                (true, false) => claimed.push(position),
                (false, true) => {}
                (true, true) => return Ok(Some(inside(spec, position, options))),
                (false, false) => return Ok(Some(stuck(spec, position, options))),
            }
            if pairs > PAIRS {
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// A claimed position with too many options that are claimed.
fn inside(spec: &Spec, from: Position, options: Vec<(Position, Kind)>) -> Counterexample {
    let blocking = spec.blocking;
    let mut options = options.into_iter();
    match options.next() {
        Some((to, kind)) if blocking == 0 => Counterexample::MoveInside { from, to, kind },
        first => Counterexample::TooManyInside {
            from,
            options: first.into_iter().chain(options).map(|(to, _)| to).collect(),
            blocking,
        },
    }
}

/// A position with too few of them that is not claimed.
fn stuck(spec: &Spec, position: Position, options: Vec<(Position, Kind)>) -> Counterexample {
    match spec.blocking {
        0 => Counterexample::NoMoveInto { position },
        blocking => Counterexample::TooFewInto {
            position,
            options: options.into_iter().map(|(to, _)| to).collect(),
            blocking,
        },
    }
}

/// Does the set contain the position? Nothing if that cannot be evaluated.
fn is_member(
    position: &Position,
    set: &Arc<Set>,
    watch: &dyn Watch,
) -> Result<Option<bool>, Stopped> {
    let piles = position.piles().iter();
    let tuple = piles.map(|pile| Term::Constant(Integer::from(pile.clone())));
    let member = Formula::Member(tuple.collect(), set.clone());
    watch.check()?;
    Ok(Evaluator::new(watch)
        .holds(&member, &Assignment::new())
        .ok())
}

/// The kind of the move, if there is one; nothing if that cannot be evaluated.
#[allow(clippy::option_option)]
fn kind(
    spec: &Spec,
    from: &Position,
    to: &Position,
    watch: &dyn Watch,
) -> Result<Option<Option<Kind>>, Stopped> {
    match spec.legal(from, to, watch) {
        Ok(Ok(kinds)) => Ok(Some(kinds.into_iter().next())),
        Ok(Err(_)) => Ok(Some(None)),
        Err(RulesError::Stopped(reason)) => Err(reason),
        Err(RulesError::Evaluation(_)) => Ok(None),
    }
}

/// The vectors with so many tokens whose sorted piles are in order, in lexicographic order: the positions, and perhaps others.
pub(crate) fn of_sum(spec: &Spec, sum: u64) -> Vec<Position> {
    let sorted = spec.piles.order.sorted(spec.dimension());
    let mut begun: Vec<(Vec<u64>, u64)> = vec![(Vec::new(), sum)];
    for _ in 1..spec.dimension() {
        let extend = |(piles, rest): &(Vec<u64>, u64)| {
            let least = piles.last().copied();
            let least = least.filter(|_| piles.len() < sorted).unwrap_or(0);
            // The sorted piles that follow are no smaller.
            let as_large = sorted.saturating_sub(piles.len()).max(1) as u64;
            let most = rest / as_large;
            let (piles, rest) = (piles.clone(), *rest);
            (least..=most).map(move |pile| ([piles.as_slice(), &[pile]].concat(), rest - pile))
        };
        begun = begun.iter().flat_map(extend).collect();
    }
    let last = |(piles, rest): (Vec<u64>, u64)| {
        (sorted < spec.dimension() || piles.last().is_none_or(|&pile| pile <= rest))
            .then(|| piles.into_iter().chain([rest]).collect())
    };
    begun.into_iter().filter_map(last).collect()
}
