//! What the strategies cost against the number of digits.
//!
//! A picture must be the same from run to run, so the times are not measured when it is drawn: they stand in
//! `strategy-cost.csv`, which `cargo bench -p takeaway-strategies --bench cost` writes.

use lab::{Curves, LabError, Picture, PlotAnswer, Point, Series};
use rules::evidence::Evidence;

/// Strategy, digits, nanoseconds.
const MEASURED: &str = include_str!("strategy-cost.csv");

pub(super) fn draw() -> Result<PlotAnswer, LabError> {
    let mut series: Vec<Series> = Vec::new();
    for line in MEASURED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
    {
        let Some((name, point)) = read(line) else {
            return Err(LabError::Beyond(format!("`{line}` is no measurement")));
        };
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series {
                name: name.to_owned(),
                points: vec![point],
            }),
        }
    }
    Ok(PlotAnswer {
        title: "Cost of the strategies for the Raleigh game".to_owned(),
        note: "outcome and winning move, measured once on one core (cargo bench -p takeaway-strategies --bench cost)".to_owned(),
        evidence: Evidence::Exhaustive("one measurement for each point".to_owned()),
        picture: Picture::Curves(Curves {
            x: "decimal digits of the piles".to_owned(),
            y: "nanoseconds".to_owned(),
            series,
        }),
        stopped: None,
    })
}

fn read(line: &str) -> Option<(&str, Point)> {
    let mut cells = line.split(',');
    let (name, x, y) = (cells.next()?, cells.next()?, cells.next()?);
    Some((
        name,
        Point {
            x: x.parse().ok()?,
            y: y.parse().ok()?,
        },
    ))
}
