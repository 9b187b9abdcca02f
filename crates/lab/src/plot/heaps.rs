//! Nim-values of a game with one pile against the size of the heap, with their period.

use logic::watch::Watch;
use numeration::natural::Natural;
use rules::evidence::Evidence;
use rules::spec::Spec;
use rules::splitting::SplittingSpec;
use solver::periodicity::{self, Period};

use super::positions::board;
use super::{Axis, Heaps, Picture, PlotAnswer, Slice, titled};
use crate::LabError;
use knowledge::Game;

/// Points of more heaps would lie on top of each other.
const LARGEST: u32 = 4000;

pub(super) fn draw(
    game: &Game,
    spec: &Spec,
    max: &Natural,
    watch: &dyn Watch,
) -> Result<PlotAnswer, LabError> {
    let max = board(max, LARGEST)?;
    let solved = solver::nim_values(spec, max, watch)?;
    let heaps = (0..=max).map_while(|heap| solved.value(&[heap]));
    let values: Vec<u64> = heaps
        .map_while(|value| value.to_string().parse().ok())
        .collect();
    let most = values.iter().copied().max().unwrap_or(0);
    let period = match solved.stopped {
        None => periodicity::of_table(spec, &solved)
            .ok()
            .and_then(|seen| seen.period),
        Some(_) => None,
    };
    Ok(PlotAnswer {
        title: format!("Nim-values of {}", titled(game)),
        note: format!(
            "brute force from the rules, {}; {}",
            solved.region,
            told(period.as_ref())
        ),
        evidence: Evidence::Exhaustive(solved.region.to_string()),
        picture: Picture::Heaps(Heaps {
            x: Axis {
                name: spec.piles.names[0].to_string(),
                least: 0,
                greatest: i64::from(max),
            },
            y: Axis {
                name: "nim-value".to_owned(),
                least: 0,
                greatest: i64::try_from(most).unwrap_or(i64::MAX),
            },
            values,
            period,
        }),
        stopped: solved.stopped,
    })
}

/// The same of single heaps of a game in which heaps split.
pub(super) fn draw_split(
    game: &Game,
    spec: &SplittingSpec,
    max: &Natural,
    slice: Option<&Slice>,
    watch: &dyn Watch,
) -> Result<PlotAnswer, LabError> {
    if slice.is_some() {
        return Err(LabError::input(format!(
            "heaps split in {}: its picture is of single heaps, which have no slice",
            game.name()
        )));
    }
    let max = board(max, LARGEST)?;
    let list = game.heap_values(max, watch)?;
    let values: Vec<u64> = list.iter().collect();
    let most = values.iter().copied().max().unwrap_or(0);
    let name = spec.heap.piles.names.first();
    Ok(PlotAnswer {
        title: format!("Nim-values of {}", titled(game)),
        note: format!(
            "brute force from the rules, {}; {}",
            list.region(),
            told(list.period.as_ref())
        ),
        evidence: Evidence::Exhaustive(list.region()),
        picture: Picture::Heaps(Heaps {
            x: Axis {
                name: name.map_or_else(String::new, ToString::to_string),
                least: 0,
                greatest: i64::from(max),
            },
            y: Axis {
                name: "nim-value".to_owned(),
                least: 0,
                greatest: i64::try_from(most).unwrap_or(i64::MAX),
            },
            values,
            period: list.period,
        }),
        stopped: list.stopped,
    })
}

fn told(period: Option<&Period>) -> String {
    let Some(period) = period else {
        return "no period is seen".to_owned();
    };
    let adds = if period.saltus == 0 {
        String::new()
    } else {
        format!(", each adding {}", period.saltus)
    };
    let known = match period.evidence {
        Evidence::Proved(_) | Evidence::Theorem(_) => "proved",
        Evidence::Exhaustive(_) | Evidence::Conjecture(_) => "as far as seen",
    };
    let Period {
        preperiod, period, ..
    } = period;
    format!("period {period} from {preperiod} on{adds} ({known})")
}
