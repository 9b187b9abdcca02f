//! Periods of nim-values: of the heaps of one-pile games, and of the rows of two-pile games.
//!
//! Nim-values are arithmetically periodic with preperiod `e`, period `p` and saltus `s` if `g(n + p) = g(n) + s`
//! for all `n >= e`. What is seen of a period proves nothing, but for two kinds of one-pile games the
//! next value is a function of a state of bounded size, and a state that comes back proves the period:
//!
//! - *Finitely many numbers may be taken*, perhaps only if that leaves nothing or only if it leaves something
//!   (subtraction games; octal games in which heaps are not split, R. K. Guy and C. A. B. Smith, The G-values of
//!   various games, Proc. Camb. Phil. Soc. 52 (1956), 514-526). If `m` is the largest of them, `g(n)` for
//!   `n > m` is a function of the last `m` values: when those come back, everything does.
//! - *All but finitely many numbers may be taken* (A. N. Siegel, Combinatorial Game Theory (2013), section IV.4).
//!   Let `m` be the largest number that may not be taken and `b` the mex of the values of the heaps before
//!   the last `m`. Then `g(n) - b` is a function of the values above `b` that those heaps have and of the last `m`
//!   values, all relative to `b`. When these come back with a larger `b`, the values are periodic with that saltus.
//!
//! Which kind a game is of is read from its rules. In all other cases the period is reported as observed.
//!
//! ```
//! use solver::periodicity::of_heaps;
//!
//! let game = "game three \"Take one, three or four\"\npiles n\nmove take: n - n' in {1, 3, 4}";
//! let game = lang::load(game, "three.game", &[]).expect("a correct file");
//! let period = of_heaps(&game, 50, &logic::Unwatched).expect("small").period.expect("it is periodic");
//! assert_eq!((period.preperiod, period.period), (0, 7));
//! assert!(period.evidence.to_string().starts_with("proved: "));
//! ```

mod heaps;
mod recurrences;
mod state;

use std::fmt;

use logic::watch::{Stopped, Watch};
use numeration::natural::Integer;
use numeration::periodicity::arithmetic_period;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::takings::{Takings, takings};
use crate::{NimValues, SolveError, first_nim_values, nim_values};
use rules::evidence::Evidence;
use rules::json::Text;
use rules::narrow;
use rules::spec::Spec;

pub use heaps::PeriodicHeaps;
pub use heaps::place;
pub use recurrences::Recurrences;
use state::PeriodState;

/// `g(n + period) = g(n) + saltus` for all `n >= preperiod`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Period {
    /// From which heap on.
    #[serde(with = "Text")]
    pub preperiod: u32,
    /// The length of the period.
    #[serde(with = "Text")]
    pub period: u32,
    /// What each period adds.
    #[serde(with = "Text")]
    pub saltus: Integer,
    /// How we know it: proved, or a conjecture from the heaps that were looked at.
    pub evidence: Evidence,
}

/// What is known about a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// The period, if there is one to see.
    pub period: Option<Period>,
    /// The largest heap that was looked at.
    pub seen: Option<u32>,
    /// Why not more heaps were looked at.
    pub stopped: Option<Stopped>,
}

/// Why there is no answer about a period.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PeriodicityError {
    /// The game could not be solved.
    #[error("{0}")]
    Solve(#[from] SolveError),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
    /// The game has the wrong number of piles.
    #[error("{game} has {piles} piles, and periods of {what} are asked of games with {expected}")]
    Piles {
        /// The game.
        game: String,
        /// How many piles it has.
        piles: usize,
        /// How many it should have.
        expected: usize,
        /// Of what a period was asked.
        what: &'static str,
    },
}

/// A period counts as observed when it was seen this many times.
const REPETITIONS: usize = 3;
/// What is not proved is looked for in so many values; it must hold for all.
const MOST_TERMS: usize = 1 << 14;

/// Is it a one-pile game of one of the two kinds whose period can be proved?
pub fn is_provable(spec: &Spec) -> bool {
    // The rules are read for a board; which takings they allow does not depend on its size.
    takings(spec, 1 << 8).is_some()
}

/// The period of the nim-values of a one-pile game, from its heaps up to `max`.
pub fn of_heaps(spec: &Spec, max: u32, watch: &dyn Watch) -> Result<Periodicity, PeriodicityError> {
    of_table(spec, &nim_values(spec, max, watch)?)
}

/// The same from the nim-values of heaps that were found already.
pub fn of_table(spec: &Spec, table: &NimValues) -> Result<Periodicity, PeriodicityError> {
    piles(spec, 1, "heaps")?;
    if spec.domain.is_some() {
        // Where some heaps are no positions, nothing is known of what comes back.
        return Ok(Periodicity {
            period: None,
            seen: None,
            stopped: table.stopped,
        });
    }
    let values = values_of(table, |heap| vec![heap]);
    let proved = takings(spec, table.region.max).and_then(|takings| match takings {
        Takings::Finite(largest) => finite(&values, largest),
        Takings::AllBut(kept) => all_but(&values, &kept),
    });
    Ok(answer(values, proved, table.stopped, "heap"))
}

/// The period of the nim-values of `(row, 0), (row, 1), …` in a two-pile game, from piles up to `max`.
pub fn of_row(
    spec: &Spec,
    row: u32,
    max: u32,
    watch: &dyn Watch,
) -> Result<Periodicity, PeriodicityError> {
    piles(spec, 2, "rows")?;
    let table = first_nim_values(spec, max.max(row), row, watch)?;
    let position = |pile: u32| {
        let mut piles = vec![row, pile];
        spec.piles.order.sort(&mut piles);
        piles
    };
    let values = values_of(&table, position);
    Ok(answer(values, None, table.stopped, "pile"))
}

fn piles(spec: &Spec, expected: usize, what: &'static str) -> Result<(), PeriodicityError> {
    if spec.dimension() == expected {
        return Ok(());
    }
    Err(PeriodicityError::Piles {
        game: spec.name.clone(),
        piles: spec.dimension(),
        expected,
        what,
    })
}

fn values_of(table: &NimValues, position: impl Fn(u32) -> Vec<u32>) -> Vec<u32> {
    let heaps = 0..=table.region.max;
    heaps
        .map_while(|pile| table.heap(&position(pile)))
        .collect()
}

fn answer(
    values: Vec<u32>,
    proved: Option<Period>,
    stopped: Option<Stopped>,
    what: &str,
) -> Periodicity {
    let seen = u32::try_from(values.len())
        .ok()
        .and_then(|count| count.checked_sub(1));
    let period = proved.or_else(|| observed(&values, what));
    Periodicity {
        period,
        seen,
        stopped,
    }
}

fn observed(values: &[u32], what: &str) -> Option<Period> {
    let first = values.iter().take(MOST_TERMS);
    let terms: Vec<Integer> = first.map(|value| Integer::from(*value)).collect();
    let seen = arithmetic_period(&terms, REPETITIONS)?;
    let saltus = i64::try_from(&seen.saltus).ok()?;
    let holds = is_period(values, seen.period, saltus);
    let last = values.len() - 1;
    (seen.preperiod..values.len() - seen.period)
        .all(|n| holds(&n))
        .then(|| Period {
            preperiod: narrow::count(seen.preperiod),
            period: narrow::count(seen.period),
            saltus: seen.saltus,
            evidence: Evidence::Conjecture(format!("observed: every {what} at most {last}")),
        })
}

/// The last `largest` values come back.
fn finite(values: &[u32], largest: u32) -> Option<Period> {
    let length = largest as usize;
    if length == 0 {
        return Some(proved(0, 1, 0, "no move is ever possible".into()));
    }
    // Heaps from 1 on: what may be taken from larger ones may leave nothing of the first.
    let count = values.len().checked_sub(1).filter(|n| *n >= length)?;
    let from_end = |place: usize| values[count - place];
    let period = Recurrences::new(&from_end, length, count).next()?;
    let preperiod = least(values, values.len() - period - length, period, 0);
    let (before, start) = (preperiod.max(1), preperiod.max(1) + period);
    let how = format!(
        "the values of the {length} heaps from {before} and from {start} on are the same, and no more than {largest} may be taken"
    );
    Some(proved(preperiod, period, 0, how))
}

/// The values of the last heaps, and those of all others above their mex, come back relative to that mex.
fn all_but(values: &[u32], kept: &[u32]) -> Option<Period> {
    let recent = kept.iter().max().map_or(0, |largest| *largest as usize);
    let mut places: FxHashMap<(u64, u64), (usize, u32)> = FxHashMap::default();
    let mut state = PeriodState::first(values, recent)?;
    loop {
        let (next, mex) = state.place();
        let earlier = places.insert(state.fingerprint(), (next, mex));
        if let Some((before, old)) = earlier.filter(|place| state.is_that_of(*place)) {
            let (period, saltus) = (next - before, i64::from(mex - old));
            let how = format!(
                "the state before heap {next} is that before heap {before}, raised by {saltus}"
            );
            let preperiod = least(values, before, period, saltus);
            return Some(proved(preperiod, period, saltus, how));
        }
        state.advance()?;
    }
}

/// The least preperiod of a period that is known to hold from `start` on.
fn least(values: &[u32], start: usize, period: usize, saltus: i64) -> usize {
    let holds = is_period(values, period, saltus);
    (0..start).rev().take_while(holds).last().unwrap_or(start)
}

/// Is the value of a heap, raised by the saltus, that of the heap a period later?
fn is_period(values: &[u32], period: usize, saltus: i64) -> impl Fn(&usize) -> bool + '_ {
    move |n| {
        values
            .get(n + period)
            .is_some_and(|later| i64::from(*later) == i64::from(values[*n]) + saltus)
    }
}

fn proved(preperiod: usize, period: usize, saltus: i64, how: String) -> Period {
    Period {
        preperiod: narrow::count(preperiod),
        period: narrow::count(period),
        saltus: Integer::from(saltus),
        evidence: Evidence::Proved(how),
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            preperiod,
            period,
            saltus,
            evidence,
        } = self;
        write!(
            f,
            "preperiod {preperiod}, period {period}, saltus {saltus} ({evidence})"
        )
    }
}
