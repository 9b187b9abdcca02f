//! Points in several colours, with lines through the origin.

use std::collections::BTreeSet;

use lab::{PlotAnswer, Point, Scatter};

use super::drawing::{Area, Colour, Drawing, PIXEL, Shape, Spot, Tenths};
use super::page::{self, BOTTOM, LEFT, LEFT_OF_SQUARE, Mark, RIGHT, Ruler, TOP};
use super::palette;

/// More points than this are drawn as small squares, those that touch as one.
const MANY: usize = 4000;

/// How far points stay away from the frame.
const INSET: Tenths = 16 * PIXEL;

/// How wide a legend is.
const LEGEND: Tenths = 480 * PIXEL;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &Scatter) -> Drawing {
    let mut page = page::new(answer);
    let square = is_square(picture);
    let (left, right) = if square {
        (LEFT_OF_SQUARE, LEFT_OF_SQUARE + BOTTOM - TOP)
    } else {
        (LEFT, RIGHT - LEGEND)
    };
    let x = Ruler::new(&picture.x, left, right).inside(INSET);
    let y = Ruler::new(&picture.y, BOTTOM, TOP).inside(INSET);
    page::axes(&mut page, &x, &y, [&picture.x.name, &picture.y.name]);
    rays(&mut page, picture, &x, &y);
    let diameter = diameter(picture, &x, square);
    let many = picture
        .series
        .iter()
        .map(|series| series.points.len())
        .sum::<usize>()
        > MANY;
    for (number, series) in picture.series.iter().enumerate() {
        let colour = palette::series(number);
        page.shapes.push(if many {
            squares(&series.points, &x, &y, colour)
        } else {
            let spot = |point: &Point| Spot {
                x: x.place(point.x),
                y: y.place(point.y),
            };
            Shape::Dots {
                spots: series.points.iter().map(spot).collect(),
                diameter,
                colour,
            }
        });
    }
    legend(&mut page, picture, right + 60 * PIXEL);
    page
}

/// Have both axes the same numbers? Then lengths can be compared.
fn is_square(picture: &Scatter) -> bool {
    (picture.x.least, picture.x.greatest) == (picture.y.least, picture.y.greatest)
}

/// Dots that do not touch their neighbours, neither too small to see nor clumsy.
fn diameter(picture: &Scatter, x: &Ruler, square: bool) -> Tenths {
    let most = picture
        .series
        .iter()
        .map(|series| series.points.len())
        .max()
        .unwrap_or(1);
    let places = if square {
        picture.x.greatest
    } else {
        i64::try_from(most).unwrap_or(i64::MAX)
    };
    ((x.to - x.from) * 8 / (10 * places.max(1))).clamp(6 * PIXEL, 22 * PIXEL)
}

/// Squares of three pixels around the points, those in a row joined.
fn squares(points: &[Point], x: &Ruler, y: &Ruler, colour: Colour) -> Shape {
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
            _ => areas.push(Area {
                x: left,
                y: top,
                width: SIDE,
                height: SIDE,
            }),
        }
    }
    Shape::Areas { areas, colour }
}

/// Lines from the origin to the edge.
fn rays(page: &mut Drawing, picture: &Scatter, x: &Ruler, y: &Ruler) {
    for (number, ray) in picture.rays.iter().enumerate() {
        let Point { x: run, y: rise } = ray.through;
        // The last point of the ray inside, at an edge.
        let (across, up) = (
            i128::from(picture.x.greatest),
            i128::from(picture.y.greatest),
        );
        let (run, rise) = (i128::from(run.max(1)), i128::from(rise.max(1)));
        let end = if across * rise <= up * run {
            Spot {
                x: x.to,
                y: part(y, across * rise, run),
            }
        } else {
            Spot {
                x: part(x, up * run, rise),
                y: y.to,
            }
        };
        page.shapes.push(Shape::Line {
            spots: vec![
                Spot {
                    x: x.place(0),
                    y: y.place(0),
                },
                end,
            ],
            width: 3 * PIXEL,
            colour: ray_colour(number),
            dashed: true,
        });
    }
}

/// Where the quotient of two numbers stands, for an axis from 0.
fn part(ruler: &Ruler, numerator: i128, denominator: i128) -> Tenths {
    let length = i128::from(ruler.to - ruler.from);
    let along = numerator * length / (denominator * i128::from(ruler.greatest).max(1));
    ruler.from + i64::try_from(along).unwrap_or(0)
}

/// Rays have the colours after those of the points.
fn ray_colour(number: usize) -> Colour {
    palette::series(number + 3)
}

fn legend(page: &mut Drawing, picture: &Scatter, left: Tenths) {
    let series = picture.series.iter().enumerate();
    let dots =
        series.map(|(number, series)| (Mark::Dot(palette::series(number)), series.name.clone()));
    let rays = picture.rays.iter().enumerate();
    let lines = rays.map(|(number, ray)| (Mark::Dashes(ray_colour(number)), ray.name.clone()));
    let entries: Vec<(Mark, String)> = dots.chain(lines).collect();
    page::legend(
        page,
        Spot {
            x: left,
            y: TOP + 50 * PIXEL,
        },
        &entries,
    );
}
