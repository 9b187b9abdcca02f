//! The line fractals of the shortcut matrix: Figures 1–3 of A. S. Fraenkel and U. Larsson, Playability and arbitrarily
//! large rat games.

use std::collections::BTreeMap;

use lab::{Axis, LabError, Picture, PlotAnswer, Point, Scatter, Series};
use logic::watch::{Progress, Watch};
use numeration::natural::Integer;
use rules::evidence::Evidence;

use crate::rat_matrix::{Differences, Dimension, LineKind, RowOrder, lines_by_formula};

/// The largest `d` that is drawn: 3^13 points are more than any picture shows.
const LARGEST: u32 = 14;

const NAMES: [&str; 4] = [
    "−2·3^(d−2), the base line",
    "3^k",
    "the sequences τ",
    "(3^(d−1) − 1)/2",
];

pub(super) fn draw(
    d: Dimension,
    order: RowOrder,
    non_negative: bool,
    watch: &dyn Watch,
) -> Result<PlotAnswer, LabError> {
    let d = drawable(d)?;
    let points = points(d, order, non_negative, watch)?;
    let values = || points.iter().map(|point| point.y);
    let (least, greatest) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let last = u64::try_from(&d.shortcut_rows()).unwrap_or(u64::MAX) - 1;
    let lines = values().collect::<std::collections::BTreeSet<i64>>().len();
    Ok(PlotAnswer {
        title: format!("Shortcut differences for d = {}", d.get()),
        note: format!(
            "{} rows{}, {lines} different values{}",
            d.shortcut_rows(),
            match order {
                RowOrder::FromLast => "",
                RowOrder::FromFirst => " ordered from the first column on",
            },
            if non_negative {
                ", those from 0 on"
            } else {
                ""
            }
        ),
        evidence: Evidence::Exhaustive("all rows of the matrix".to_owned()),
        picture: Picture::Scatter(Scatter {
            x: Axis {
                name: "row of the shortcut matrix".to_owned(),
                least: 0,
                greatest: i64::try_from(last).unwrap_or(i64::MAX),
            },
            y: Axis {
                name: "next ternary code minus this one".to_owned(),
                least: least.min(0),
                greatest,
            },
            series: series(d, order, points),
            rays: Vec::new(),
        }),
        stopped: None,
    })
}

fn drawable(d: Dimension) -> Result<Dimension, LabError> {
    if d.get() > LARGEST {
        return Err(LabError::Beyond(format!(
            "the {} rows for d = {} are too many for a picture; d may be 2, …, {LARGEST}",
            d.shortcut_rows(),
            d.get()
        )));
    }
    Ok(d)
}

fn points(
    d: Dimension,
    order: RowOrder,
    non_negative: bool,
    watch: &dyn Watch,
) -> Result<Vec<Point>, LabError> {
    let mut points = Vec::new();
    let differences =
        Differences::new(d, order).map_err(|error| LabError::input(error.to_string()))?;
    for (row, (x, y)) in (0..).zip((0_i64..).zip(differences)) {
        if x % 4096 == 0 {
            watch.check()?;
            watch.progress(Progress {
                step: "rows",
                done: row,
                total: u64::try_from(&d.shortcut_rows()).ok(),
            });
        }
        if !non_negative || y >= 0 {
            points.push(Point { x, y });
        }
    }
    Ok(points)
}

/// The points by the kind of their line; in the other order there are no kinds.
fn series(d: Dimension, order: RowOrder, points: Vec<Point>) -> Vec<Series> {
    if order == RowOrder::FromFirst {
        return vec![Series {
            name: "difference".to_owned(),
            points,
        }];
    }
    let place = |kind: LineKind| match kind {
        LineKind::Base => 0,
        LineKind::Power(_) => 1,
        LineKind::Sequence { .. } => 2,
        LineKind::Middle => 3,
    };
    let places: BTreeMap<Integer, usize> = lines_by_formula(d)
        .into_iter()
        .map(|(kind, line)| (line.value, place(kind)))
        .collect();
    let mut series: Vec<Series> = NAMES
        .iter()
        .map(|name| Series {
            name: (*name).to_owned(),
            points: Vec::new(),
        })
        .collect();
    for point in points {
        let place = places.get(&Integer::from(point.y)).copied().unwrap_or(0);
        series[place].points.push(point);
    }
    series.retain(|series| !series.points.is_empty());
    series
}
