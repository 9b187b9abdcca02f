//! P-positions: of two piles with their limiting slopes, projections and slices of three piles.
//!
//! The points come from the rules alone, by brute force. The slopes come from the P-positions that the game claims, at a
//! number so large that further digits do not show, if the claim is known to be true; otherwise from all points of a beam,
//! by least squares, where the last ones lie nearly in one direction.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use logic::watch::Watch;
use numeration::natural::{Gcd, Integer, Natural, Pow};
use proof::Claim;
use rules::arrangement::arrangements;
use rules::evidence::Evidence;
use rules::outcome::Play;
use rules::spec::{PileOrder, Spec};

use super::{Axis, Picture, PlotAnswer, Point, Ray, Scatter, Series, Slice, titled};
use crate::LabError;
use crate::p_rows;
use crate::piles::piles_of;
use knowledge::Game;

/// Points of larger boards would lie on top of each other.
const LARGEST: u32 = 4000;

pub(super) fn draw(
    game: &Game,
    max: &Natural,
    slice: Option<&Slice>,
    watch: &dyn Watch,
) -> Result<PlotAnswer, LabError> {
    let spec = spec_of(game)?;
    let max = board(max, LARGEST)?;
    let view = PlotView::new(spec, max, slice)?;
    let solved = solver::outcomes(spec, max, Play::Normal, watch)?;
    let axis = |name: String, greatest: i64| Axis {
        name,
        least: 0,
        greatest,
    };
    let series = view.series(spec, solved.iter());
    let farthest = series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point.x)
        .max();
    let across = match view {
        PlotView::Projections => farthest.unwrap_or(1),
        PlotView::Plane | PlotView::Slices { .. } => i64::from(max),
    };
    let rays = match view {
        PlotView::Slices { .. } => Vec::new(),
        PlotView::Plane | PlotView::Projections => match game.evidence_of(Claim::PPositions, watch)
        {
            Ok(Evidence::Theorem(_) | Evidence::Proved(_)) => slopes(spec, watch)?,
            Err(LabError::Stopped(stopped)) => return Err(stopped.into()),
            _ => view.seen(&series, spec),
        },
    };
    Ok(PlotAnswer {
        title: view.title(game),
        note: format!("brute force from the rules, {}", solved.region),
        evidence: Evidence::Exhaustive(solved.region.to_string()),
        picture: Picture::Scatter(Scatter {
            x: axis(view.across(spec), across),
            y: axis(view.up(spec), i64::from(max)),
            series,
            rays,
        }),
        stopped: solved.stopped,
    })
}

/// Which points are drawn.
enum PlotView {
    /// The positions of two piles.
    Plane,
    /// Each other pile over the first one.
    Projections,
    /// Two piles, the third one having these sizes.
    Slices { piles: SlicePiles, sizes: Vec<u32> },
}

/// The piles of a slice of a game with three piles.
pub(super) struct SlicePiles {
    /// The pile with a fixed size.
    pub(super) fixed: usize,
    /// The piles across and up.
    pub(super) others: [usize; 2],
    /// Their names, the fixed pile last. Where the order of piles does not matter, they are the first, second and third.
    pub(super) names: [String; 3],
    /// Which of them are sorted.
    pub(super) order: PileOrder,
}

impl PlotView {
    fn new(spec: &Spec, max: u32, slice: Option<&Slice>) -> Result<Self, LabError> {
        match (spec.dimension(), slice) {
            (2, None) => Ok(Self::Plane),
            (3, Some(slice)) => Ok(Self::Slices {
                piles: slice_piles(spec, slice)?,
                sizes: sizes(slice, max)?,
            }),
            (_, Some(_)) => Err(LabError::input("a slice is of a game with three piles")),
            (1, None) => Err(LabError::input(
                "a game with one pile has nothing to draw over; `plot values` draws its nim-values",
            )),
            (_, None) => Ok(Self::Projections),
        }
    }

    fn title(&self, game: &Game) -> String {
        let name = titled(game);
        match self {
            Self::Plane => format!("P-positions of {name}"),
            Self::Projections => format!("P-positions of {name}, projected"),
            Self::Slices { piles, sizes } => {
                let list: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                format!(
                    "P-positions of {name}: {} = {}",
                    piles.names[2],
                    list.join(", ")
                )
            }
        }
    }

    fn across(&self, spec: &Spec) -> String {
        match self {
            Self::Plane | Self::Projections => spec.piles.names[0].to_string(),
            Self::Slices { piles, .. } => piles.names[0].clone(),
        }
    }

    fn up(&self, spec: &Spec) -> String {
        let name = |pile: usize| spec.piles.names[pile].to_string();
        match self {
            Self::Plane => name(1),
            Self::Projections => {
                let names: Vec<String> = (1..spec.dimension()).map(name).collect();
                names.join(", ")
            }
            Self::Slices { piles, .. } => piles.names[1].clone(),
        }
    }

    fn series<'a>(&self, spec: &Spec, positions: impl Iterator<Item = &'a [u32]>) -> Vec<Series> {
        let names: Vec<String> = match self {
            Self::Plane => vec!["P-position".to_owned()],
            Self::Projections => (1..spec.dimension())
                .map(|pile| format!("{} over {}", spec.piles.names[pile], spec.piles.names[0]))
                .collect(),
            Self::Slices { piles, sizes } => sizes
                .iter()
                .map(|size| format!("{} = {size}", piles.names[2]))
                .collect(),
        };
        let mut points = vec![BTreeSet::new(); names.len()];
        for piles in positions {
            self.place(piles, &mut points);
        }
        let named = names.into_iter().zip(points);
        named
            .map(|(name, points)| Series {
                name,
                points: points.into_iter().collect(),
            })
            .collect()
    }

    /// The lines from the origin near which the points are seen to lie, far out.
    fn seen(&self, series: &[Series], spec: &Spec) -> Vec<Ray> {
        let names = &spec.piles.names;
        let beams = series.iter().zip(1..).flat_map(|(series, other)| {
            let (above, below): (Vec<Point>, Vec<Point>) =
                series.points.iter().partition(|point| point.y >= point.x);
            let beams = [above, below].into_iter();
            beams.map(move |points| (points, &names[other]))
        });
        let rays = beams.filter_map(|(points, name)| {
            let through = direction(points)?;
            let slope = quotient(through);
            Some(Ray {
                name: format!("{name} : {} ≈ {slope}, least squares", names[0]),
                through,
            })
        });
        rays.collect()
    }

    fn place(&self, piles: &[u32], points: &mut [BTreeSet<Point>]) {
        let point = |x: usize, y: usize| Point {
            x: i64::from(piles[x]),
            y: i64::from(piles[y]),
        };
        match self {
            Self::Plane => {
                points[0].insert(point(0, 1));
            }
            Self::Projections => {
                for (other, points) in (1..).zip(points) {
                    points.insert(point(0, other));
                }
            }
            Self::Slices {
                piles: slice,
                sizes,
            } => {
                for [fixed, x, y] in slice.ways() {
                    let place = sizes.iter().position(|size| *size == piles[fixed]);
                    if let Some(place) = place {
                        points[place].insert(point(x, y));
                    }
                }
            }
        }
    }
}

impl SlicePiles {
    /// The fixed pile, the one across and the one up; in every way if their order does not matter.
    fn ways(&self) -> Vec<[usize; 3]> {
        let places = [self.fixed, self.others[0], self.others[1]];
        let orders = arrangements(&[0, 1, 2], self.order);
        let mut ways: Vec<[usize; 3]> = orders
            .map(|order| places.map(|place| order[place]))
            .collect();
        ways.sort_unstable();
        ways
    }
}

/// The slopes y : x of the claimed P-positions far out, one ray for each.
fn slopes(spec: &Spec, watch: &dyn Watch) -> Result<Vec<Ray>, LabError> {
    let mut rays: Vec<Ray> = Vec::new();
    let Some(claim) = spec
        .p_positions
        .as_ref()
        .filter(|claim| p_rows::has_numbers(claim))
    else {
        return Ok(rays);
    };
    p_rows::at(claim, &Integer::from(10).pow(12), watch, &mut |piles| {
        for other in 1..piles.len() {
            rays.extend(ray(spec, &piles[0], &piles[other], other));
        }
        ControlFlow::Continue(())
    })?;
    rays.dedup_by(|one, other| one.name == other.name);
    Ok(rays)
}

fn ray(spec: &Spec, x: &Integer, y: &Integer, other: usize) -> Option<Ray> {
    let through = Point {
        x: i64::try_from(x).ok()?,
        y: i64::try_from(y).ok()?,
    };
    let names = &spec.piles.names;
    (through.x > 0).then(|| Ray {
        name: format!("{} : {} → {}", names[other], names[0], quotient(through)),
        through,
    })
}

/// The direction of the line that fits all points best by least squares, worked out in whole numbers;
/// if there are enough points, and those of the last quarter lie within a twentieth of that direction.
fn direction(mut points: Vec<Point>) -> Option<Point> {
    const ENOUGH: usize = 12;
    points.sort_by_key(|point| (point.x + point.y, point.x));
    let last = points.get(points.len() - points.len() / 4..)?;
    let fit = least_squares(&points).filter(|_| points.len() >= ENOUGH)?;
    let near = |point: &Point| {
        let across = |one: &Point, other: &Point| i128::from(one.x) * i128::from(other.y);
        let (one, other) = (across(&fit, point), across(point, &fit));
        20 * (one - other).abs() <= one.max(other)
    };
    last.iter().all(near).then_some(fit)
}

/// How far the line of least squares runs and rises, in lowest terms; nothing if it is upright.
fn least_squares(points: &[Point]) -> Option<Point> {
    let sum = |term: &dyn Fn(&Point) -> i64| points.iter().map(|p| i128::from(term(p))).sum();
    let count: i128 = sum(&|_| 1);
    let (x, y): (i128, i128) = (sum(&|p| p.x), sum(&|p| p.y));
    let (xx, xy): (i128, i128) = (sum(&|p| p.x * p.x), sum(&|p| p.x * p.y));
    let (run, rise) = (count * xx - x * x, count * xy - x * y);
    let common = run.unsigned_abs().gcd(rise.unsigned_abs());
    let common = i128::try_from(common).ok()?.max(1);
    let part = |whole: i128| i64::try_from(whole / common).ok();
    let (x, y) = (part(run)?, part(rise)?);
    (x > 0).then_some(Point { x, y })
}

/// A slope with four decimal places, or none if it is whole.
fn quotient(Point { x, y }: Point) -> String {
    let rounded = (i128::from(y) * 20_000 / i128::from(x).max(1) + 1) / 2;
    match (rounded / 10_000, rounded % 10_000) {
        (whole, 0) => whole.to_string(),
        (whole, part) => format!("{whole}.{part:04}"),
    }
}

/// The formulas of a game; only games written as formulas are drawn.
pub(super) fn spec_of(game: &Game) -> Result<&Spec, LabError> {
    let spec = piles_of(
        game,
        "this picture is of games whose piles stay; `plot values` draws the nim-values of single heaps",
    )?;
    spec.ok_or_else(|| {
        LabError::input(format!(
            "the number of piles of {} varies; pictures are of games with a fixed number of piles",
            game.name()
        ))
    })
}

/// The largest pile of a picture, which must not be above some number.
pub(super) fn board(max: &Natural, largest: u32) -> Result<u32, LabError> {
    u32::try_from(max)
        .ok()
        .filter(|max| (1..=largest).contains(max))
        .ok_or_else(|| {
            LabError::input(format!(
                "this picture shows piles up to a number from 1 to {largest}"
            ))
        })
}

/// The pile of a slice, and the two others.
pub(super) fn slice_piles(spec: &Spec, slice: &Slice) -> Result<SlicePiles, LabError> {
    let names: Vec<String> = spec.piles.names.iter().map(ToString::to_string).collect();
    let fixed = names.iter().position(|name| *name == slice.pile);
    let fixed = fixed.ok_or_else(|| {
        LabError::input(format!(
            "there is no pile `{}`; the piles are {}",
            slice.pile,
            names.join(", ")
        ))
    })?;
    let others = match fixed {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    };
    let order = spec.piles.order;
    let sorted = ["first pile", "second pile", "third pile"];
    let name = |pile: usize, place: usize| {
        if pile < order.sorted(names.len()) {
            sorted[place].to_owned()
        } else {
            names[pile].clone()
        }
    };
    Ok(SlicePiles {
        fixed,
        others,
        names: [name(others[0], 0), name(others[1], 1), name(fixed, 2)],
        order,
    })
}

/// The sizes of a slice.
pub(super) fn sizes(slice: &Slice, max: u32) -> Result<Vec<u32>, LabError> {
    let size = |number: &Natural| {
        u32::try_from(number)
            .ok()
            .filter(|size| *size <= max)
            .ok_or_else(|| {
                LabError::input(format!(
                    "the slice {number} is beyond the board: piles go up to {max}"
                ))
            })
    };
    slice.sizes.iter().map(size).collect()
}
