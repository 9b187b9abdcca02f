//! A square of values, each a coloured cell, with a scale.

use std::collections::BTreeMap;

use lab::{HeatMap, PlotAnswer};

use super::drawing::{Anchor, Area, Colour, Drawing, PIXEL, Shape, Spot, Tenths, tenths};
use super::page::{self, BOTTOM, LEFT_OF_SQUARE as LEFT, Mark, Ruler, TICK, TOP};
use super::palette::{self, INK, SIGNAL};

/// Up to so many cells in a row have their numbers written in them.
const WRITTEN: usize = 16;

/// The colours of the scale.
const STEPS: u64 = 64;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &HeatMap) -> Drawing {
    let mut page = page::new(answer);
    let board = Board {
        cells: tenths(picture.values.len().max(1)),
        side: BOTTOM - TOP,
    };
    let most = picture
        .values
        .iter()
        .flatten()
        .flatten()
        .copied()
        .max()
        .unwrap_or(0);
    for (colour, areas) in board.areas(picture, most) {
        page.shapes.push(Shape::Areas { areas, colour });
    }
    if picture.values.len() <= WRITTEN {
        board.write_values(&mut page, picture, most);
    }
    board.axes(&mut page, picture);
    scale(&mut page, picture, most, LEFT + board.side + 90 * PIXEL);
    page
}

/// The square with its cells.
struct Board {
    cells: Tenths,
    side: Tenths,
}

impl Board {
    /// The edge before a cell, on a whole pixel.
    fn edge(&self, cell: Tenths) -> Tenths {
        (self.side * cell / self.cells).div_euclid(PIXEL) * PIXEL
    }

    fn middle(&self, cell: Tenths) -> Tenths {
        (self.edge(cell) + self.edge(cell + 1)) / 2
    }

    /// The cells by their colours, those side by side joined.
    fn areas(&self, picture: &HeatMap, most: u64) -> BTreeMap<Colour, Vec<Area>> {
        let mut areas: BTreeMap<Colour, Vec<Area>> = BTreeMap::new();
        for (up, row) in (0..).zip(&picture.values) {
            let (top, bottom) = (BOTTOM - self.edge(up + 1), BOTTOM - self.edge(up));
            for (across, value) in (0..).zip(row) {
                let Some(value) = value else { continue };
                let (left, right) = (LEFT + self.edge(across), LEFT + self.edge(across + 1));
                let same = areas.entry(colour(*value, most)).or_default();
                match same.last_mut() {
                    Some(last) if last.y == top && last.x + last.width == left => {
                        last.width += right - left;
                    }
                    _ => same.push(page::whole_pixels((left, right), (top, bottom))),
                }
            }
        }
        areas
    }

    fn write_values(&self, page: &mut Drawing, picture: &HeatMap, most: u64) {
        let size = (self.side / self.cells * 45 / 100).min(30 * PIXEL);
        for (up, row) in (0..).zip(&picture.values) {
            for (across, value) in (0..).zip(row) {
                let Some(value) = value else { continue };
                let at = Spot {
                    x: LEFT + self.middle(across),
                    y: BOTTOM - self.middle(up) + size * 36 / 100,
                };
                let ink = palette::readable_on(colour(*value, most));
                page.words(&value.to_string(), at, size, Anchor::Middle, ink);
            }
        }
    }

    fn axes(&self, page: &mut Drawing, picture: &HeatMap) {
        let across = Ruler::new(&picture.x, 0, 0);
        for tick in across.ticks(10) {
            let (beside, below) = (BOTTOM - self.middle(tick), LEFT + self.middle(tick));
            let number = page::grouped(tick);
            let at = Spot {
                x: below,
                y: BOTTOM + 42 * PIXEL,
            };
            page.words(&number, at, TICK, Anchor::Middle, INK);
            let at = Spot {
                x: LEFT - 16 * PIXEL,
                y: beside + 10 * PIXEL,
            };
            page.words(&number, at, TICK, Anchor::End, INK);
        }
        let x = Ruler::new(&picture.x, LEFT, LEFT + self.side);
        let y = Ruler::new(&picture.y, BOTTOM, TOP);
        page::frame(page, &x, &y, [&picture.x.name, &picture.y.name]);
    }
}

/// P-positions stand out; other values grow lighter, in a limited number of steps.
fn colour(value: u64, most: u64) -> Colour {
    if value == 0 {
        return SIGNAL;
    }
    palette::scale(value.saturating_mul(STEPS) / most.max(1), STEPS)
}

/// The scale of the colours.
fn scale(page: &mut Drawing, picture: &HeatMap, most: u64, left: Tenths) {
    let entry = (Mark::Dot(SIGNAL), "0, a P-position".to_owned());
    page::legend(
        page,
        Spot {
            x: left - 15 * PIXEL,
            y: TOP + 50 * PIXEL,
        },
        &[entry],
    );
    let at = Spot {
        x: left,
        y: TOP + 130 * PIXEL,
    };
    page.words(&picture.name, at, TICK, Anchor::Start, INK);
    let (top, bottom, width) = (TOP + 160 * PIXEL, BOTTOM, 52 * PIXEL);
    let height = bottom - top;
    for (step, value) in (0..).zip(0..STEPS) {
        let (low, high) = (
            bottom - height * step / 64,
            bottom - height * (step + 1) / 64,
        );
        page.area(
            page::whole_pixels((left, left + width), (high, low)),
            palette::scale(value, STEPS),
        );
    }
    let ruler = Ruler {
        least: 0,
        greatest: i64::try_from(most.max(1)).unwrap_or(i64::MAX),
        from: bottom,
        to: top,
        inset: 0,
    };
    for tick in ruler.ticks(8).into_iter().filter(|tick| *tick > 0) {
        let at = Spot {
            x: left + width + 16 * PIXEL,
            y: ruler.place(tick) + 10 * PIXEL,
        };
        page.words(&page::grouped(tick), at, TICK, Anchor::Start, INK);
    }
}
