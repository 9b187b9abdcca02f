//! A square of values, each a coloured cell, with a scale.

use std::collections::BTreeMap;

use lab::{HeatMap, PlotAnswer};

use super::drawing::{Anchor, Area, Colour, Drawing, DrawnShape, PIXEL, Spot, Tenths, tenths};
use super::page::{self, BOTTOM, LegendMark, Ruler, TICK, TOP};
use super::palette::{self, INK, SIGNAL};

/// Up to so many cells in a row have their numbers written in them.
const WRITTEN: usize = 16;

/// The colours of a scale.
const STEPS: u64 = 256;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &HeatMap) -> Drawing {
    let mut page = page::new(answer);
    let board = HeatSquare {
        cells: tenths(picture.values.len().max(1)),
        side: BOTTOM - TOP,
        left: page::left_of(&Ruler::new(&picture.y, 0, 0), TICKS),
    };
    let values = picture.values.iter().flatten().flatten();
    let most = values.copied().max().unwrap_or(0);
    for (colour, areas) in board.areas(picture, most) {
        page.shapes.push(DrawnShape::Areas { areas, colour });
    }
    if picture.values.len() <= WRITTEN {
        board.write_values(&mut page, picture, most);
    }
    board.axes(&mut page, picture);
    let beside = page::beside(board.left + board.side);
    match palette::few(most) {
        Some(values) => few(&mut page, picture, values, beside),
        None => scale(&mut page, picture, most, beside),
    }
    page
}

/// About so many numbers stand along an axis.
const TICKS: i64 = 10;

/// The square with its cells.
struct HeatSquare {
    cells: Tenths,
    side: Tenths,
    left: Tenths,
}

impl HeatSquare {
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
                let (left, right) = (
                    self.left + self.edge(across),
                    self.left + self.edge(across + 1),
                );
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
                let at = Spot::new(
                    self.left + self.middle(across),
                    BOTTOM - self.middle(up) + size * 36 / 100,
                );
                let ink = palette::readable_on(colour(*value, most));
                page.words(&value.to_string(), at, size, Anchor::Middle, ink);
            }
        }
    }

    fn axes(&self, page: &mut Drawing, picture: &HeatMap) {
        let across = Ruler::new(&picture.x, 0, 0);
        for tick in across.ticks(TICKS) {
            let (beside, below) = (BOTTOM - self.middle(tick), self.left + self.middle(tick));
            let number = page::grouped(tick);
            let at = Spot::new(below, BOTTOM + 42 * PIXEL);
            page.words(&number, at, TICK, Anchor::Middle, INK);
            let at = Spot::new(self.left - 16 * PIXEL, beside + 10 * PIXEL);
            page.words(&number, at, TICK, Anchor::End, INK);
        }
        let x = Ruler::new(&picture.x, self.left, self.left + self.side);
        let y = Ruler::new(&picture.y, BOTTOM, TOP);
        page::frame(page, &x, &y, [&picture.x.name, &picture.y.name]);
    }
}

/// P-positions stand out. A few other values have a colour each; many grow lighter, in a limited number of steps.
fn colour(value: u64, most: u64) -> Colour {
    if value == 0 {
        return SIGNAL;
    }
    palette::one_of_few(value, most).unwrap_or_else(|| {
        let steps = u128::from(value - 1) * u128::from(STEPS) / u128::from(most.max(2) - 1);
        palette::scale(u64::try_from(steps).unwrap_or(STEPS), STEPS)
    })
}

/// The colours one by one.
fn few(
    page: &mut Drawing,
    picture: &HeatMap,
    values: impl Iterator<Item = (u64, Colour)>,
    corner: Spot,
) {
    page.words(&picture.name, corner, TICK, Anchor::Start, INK);
    let zero = (LegendMark::Patch(SIGNAL), "0, a P-position".to_owned());
    let others = values.map(|(value, colour)| (LegendMark::Patch(colour), value.to_string()));
    let entries: Vec<(LegendMark, String)> = std::iter::once(zero).chain(others).collect();
    let below = Spot::new(corner.x, corner.y + 56 * PIXEL);
    page::legend(page, below, &entries);
}

/// The scale of the colours, from 1 up.
fn scale(page: &mut Drawing, picture: &HeatMap, most: u64, corner: Spot) {
    page.words(&picture.name, corner, TICK, Anchor::Start, INK);
    let below = Spot::new(corner.x, corner.y + 56 * PIXEL);
    let zero = (LegendMark::Patch(SIGNAL), "0, a P-position".to_owned());
    page::legend(page, below, &[zero]);
    let (left, width) = (corner.x, 52 * PIXEL);
    let (top, bottom) = (below.y + 40 * PIXEL, BOTTOM);
    let height = bottom - top;
    let parts = 64;
    for part in 0..parts {
        let [low, high] = [part, part + 1].map(|part| bottom - height * part / parts);
        let colour = palette::scale(part.unsigned_abs(), parts.unsigned_abs() - 1);
        page.area(
            page::whole_pixels((left, left + width), (high, low)),
            colour,
        );
    }
    let ruler = Ruler {
        least: 1,
        greatest: i64::try_from(most.max(2)).unwrap_or(i64::MAX),
        from: bottom,
        to: top,
        inset: 0,
    };
    let ticks = ruler.ticks(8).into_iter().filter(|tick| *tick > 1);
    for tick in std::iter::once(1).chain(ticks) {
        let at = Spot::new(left + width + 16 * PIXEL, ruler.place(tick) + 10 * PIXEL);
        page.words(&page::grouped(tick), at, TICK, Anchor::Start, INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_keeps_its_colour_while_there_are_few() {
        for value in 0..=3 {
            assert_eq!(colour(value, 3), colour(value, 7));
        }
        let many: Vec<Colour> = (0..=80).map(|value| colour(value, 80)).collect();
        for pair in many.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        assert_eq!(colour(u64::MAX, u64::MAX), palette::scale(1, 1));
        assert_eq!(colour(1, u64::MAX), palette::scale(0, 1));
    }
}
