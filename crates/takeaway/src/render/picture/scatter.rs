//! Points in several colours, with lines through the origin.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use lab::{PlotAnswer, Point, Ray, Scatter, Series};

use super::drawing::{Area, Colour, Drawing, DrawnShape, PIXEL, Spot, Tenths};
use super::page::{self, BOTTOM, LegendMark, Ruler, TOP};
use super::palette;

/// More points than this are drawn as small squares, those that touch as one.
const MANY: usize = 4000;

/// The smallest dots.
const SMALLEST: Tenths = 6 * PIXEL;

/// How far points stay away from the frame.
pub(super) const INSET: Tenths = 16 * PIXEL;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &Scatter) -> Drawing {
    let mut page = page::new(answer);
    let entries = entries(picture);
    let y = Ruler::new(&picture.y, BOTTOM, TOP).inside(INSET);
    let left = page::left_of(&y, 8);
    let right = if is_square(picture) {
        left + BOTTOM - TOP
    } else {
        page::right_beside(&entries)
    };
    let x = Ruler::new(&picture.x, left, right).inside(INSET);
    page::axes(&mut page, &x, &y, [&picture.x.name, &picture.y.name]);
    let behind = page.shapes.len();
    let dense = points(&mut page, &picture.series, &x, &y);
    // Lines lie behind the points, unless these cover them.
    let at = if dense { page.shapes.len() } else { behind };
    let rays = rays(picture, &x, &y);
    page.shapes.splice(at..at, rays);
    page::legend(&mut page, page::beside(right), &entries);
    page
}

/// The points, the kinds of which there are few in front. Are they so dense that they touch?
fn points(page: &mut Drawing, all: &[Series], x: &Ruler, y: &Ruler) -> bool {
    let many = all.iter().map(|series| series.points.len()).sum::<usize>() > MANY;
    let mut order: Vec<(usize, &Series)> = all.iter().enumerate().collect();
    order.sort_by_key(|(_, series)| Reverse(series.points.len()));
    if many {
        for (number, series) in order {
            let colour = palette::series(number);
            page.shapes.push(squares(&series.points, x, y, colour));
        }
        return true;
    }
    let placed: Vec<(Colour, Vec<Spot>)> = order
        .into_iter()
        .map(|(number, series)| {
            let spot = |point: &Point| Spot::new(x.place(point.x), y.place(point.y));
            let spots = series.points.iter().map(spot).collect();
            (palette::series(number), spots)
        })
        .collect();
    let spots = placed.iter().flat_map(|(_, spots)| spots.iter().copied());
    let nearest = nearest(spots);
    dots(page, placed, nearest.clamp(SMALLEST, 22 * PIXEL));
    nearest < SMALLEST
}

/// Dots of several kinds. Where two kinds have the same place, the later one is smaller, so that both are seen.
pub(super) fn dots(page: &mut Drawing, kinds: Vec<(Colour, Vec<Spot>)>, diameter: Tenths) {
    let mut drawn: BTreeMap<Spot, u32> = BTreeMap::new();
    for (colour, spots) in kinds {
        let mut by_size: BTreeMap<u32, Vec<Spot>> = BTreeMap::new();
        for spot in spots {
            let before = drawn.entry(spot).or_default();
            by_size.entry(*before).or_default().push(spot);
            *before += 1;
        }
        for (before, spots) in by_size {
            let diameter = (0..before.min(4)).fold(diameter, |size, _| size * 55 / 100);
            page.dots(spots, diameter, colour);
        }
    }
}

/// The least distance of two different places, along the longer side: discs of this size do not hide each other.
pub(super) fn nearest(spots: impl Iterator<Item = Spot>) -> Tenths {
    let spots: BTreeSet<Spot> = spots.collect();
    let spots: Vec<Spot> = spots.into_iter().collect();
    let mut least = Tenths::MAX;
    for (place, one) in spots.iter().enumerate() {
        for other in &spots[place + 1..] {
            let across = other.x - one.x;
            if across >= least {
                break;
            }
            least = least.min(across.max((other.y - one.y).abs()));
        }
    }
    least
}

/// Have both axes the same numbers? Then lengths can be compared.
fn is_square(picture: &Scatter) -> bool {
    (picture.x.least, picture.x.greatest) == (picture.y.least, picture.y.greatest)
}

/// Squares of three pixels around the points, those in a row joined.
fn squares(points: &[Point], x: &Ruler, y: &Ruler, colour: Colour) -> DrawnShape {
    const SIDE: Tenths = 3 * PIXEL;
    let cell = |place: Tenths| place.div_euclid(SIDE);
    let cells: BTreeSet<(Tenths, Tenths)> = points
        .iter()
        .map(|point| (cell(y.place(point.y)), cell(x.place(point.x))))
        .collect();
    let mut areas: Vec<Area> = Vec::new();
    for (row, column) in cells {
        let (left, top) = (column * SIDE, row * SIDE);
        match areas.last_mut() {
            Some(last) if last.y == top && last.x + last.width == left => last.width += SIDE,
            _ => areas.push(Area::new(Spot::new(left, top), SIDE, SIDE)),
        }
    }
    DrawnShape::Areas { areas, colour }
}

/// Lines from the origin to the edge.
fn rays(picture: &Scatter, x: &Ruler, y: &Ruler) -> Vec<DrawnShape> {
    let rays = picture.rays.iter().enumerate();
    let line = |(number, ray): (usize, &Ray)| DrawnShape::Line {
        spots: vec![Spot::new(x.place(0), y.place(0)), end(picture, ray, x, y)],
        width: 3 * PIXEL,
        colour: ray_colour(picture, number),
        dashed: true,
    };
    rays.map(line).collect()
}

/// The last point of a ray inside, at an edge.
fn end(picture: &Scatter, ray: &Ray, x: &Ruler, y: &Ruler) -> Spot {
    let (across, up) = (
        i128::from(picture.x.greatest),
        i128::from(picture.y.greatest),
    );
    let Point { x: run, y: rise } = ray.through;
    let (run, rise) = (i128::from(run.max(1)), i128::from(rise.max(1)));
    if across * rise <= up * run {
        Spot::new(x.to, part(y, across * rise, run))
    } else {
        Spot::new(part(x, up * run, rise), y.to)
    }
}

/// Where the quotient of two numbers stands, for an axis from 0.
fn part(ruler: &Ruler, numerator: i128, denominator: i128) -> Tenths {
    let length = i128::from(ruler.to - ruler.from);
    let along = numerator * length / (denominator * i128::from(ruler.greatest).max(1));
    ruler.from + i64::try_from(along).unwrap_or(0)
}

/// A ray for each kind of points has its colour; otherwise rays have the colours after those of the points.
fn ray_colour(picture: &Scatter, number: usize) -> Colour {
    let kinds = picture.series.len();
    let one_each = kinds > 1 && kinds == picture.rays.len();
    palette::series(if one_each { number } else { kinds + number })
}

fn entries(picture: &Scatter) -> Vec<(LegendMark, String)> {
    let series = picture.series.iter().enumerate();
    let dots = series.map(|(number, series)| {
        (
            LegendMark::Dot(palette::series(number)),
            series.name.clone(),
        )
    });
    let rays = picture.rays.iter().enumerate();
    let lines = rays.map(|(number, ray)| {
        let colour = ray_colour(picture, number);
        (LegendMark::Dashes(colour), ray.name.clone())
    });
    dots.chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(places: &[(i64, i64)]) -> Vec<Spot> {
        places.iter().map(|&(x, y)| Spot { x, y }).collect()
    }

    #[test]
    fn discs_are_as_large_as_their_neighbours_allow() {
        let check = |places: &[(i64, i64)], expected: Tenths| {
            assert_eq!(nearest(spots(places).into_iter()), expected);
        };
        check(&[(0, 0), (100, 40), (130, 90)], 50);
        check(&[(0, 0), (0, 70), (0, 0)], 70);
        check(&[(5, 5)], Tenths::MAX);
    }

    #[test]
    fn nothing_hides_below_something_else() {
        let mut page = Drawing::new("", "");
        let (one, other) = (palette::series(0), palette::series(1));
        let kinds = vec![
            (one, spots(&[(0, 0), (500, 0)])),
            (other, spots(&[(0, 0), (900, 0)])),
        ];
        dots(&mut page, kinds, 200);
        let drawn: Vec<(Tenths, usize)> = page
            .shapes
            .iter()
            .map(|shape| match shape {
                DrawnShape::Dots {
                    diameter, spots, ..
                } => (*diameter, spots.len()),
                _ => (0, 0),
            })
            .collect();
        assert_eq!(drawn, [(200, 2), (200, 1), (110, 1)]);
    }
}
