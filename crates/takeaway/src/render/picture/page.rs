//! The page around a picture: title, note, axes with ticks, legend.

use lab::{Axis, PlotAnswer};

use super::drawing::{Anchor, Area, Colour, Drawing, PIXEL, Shape, Spot, Tenths, Words};
use super::palette::{FAINT, GREY, INK};

/// The page, 16:9.
pub(super) const WIDTH: Tenths = 1920 * PIXEL;
pub(super) const HEIGHT: Tenths = 1080 * PIXEL;

/// Sizes of letters that can be read from the last row.
pub(super) const TITLE: Tenths = 52 * PIXEL;
pub(super) const NOTE: Tenths = 28 * PIXEL;
pub(super) const LABEL: Tenths = 32 * PIXEL;
pub(super) const TICK: Tenths = 28 * PIXEL;

/// Where pictures begin and end.
pub(super) const TOP: Tenths = 160 * PIXEL;
pub(super) const LEFT: Tenths = 210 * PIXEL;
/// Where a square picture begins, so that it and its legend are in the middle.
pub(super) const LEFT_OF_SQUARE: Tenths = 330 * PIXEL;
pub(super) const BOTTOM: Tenths = 950 * PIXEL;
pub(super) const RIGHT: Tenths = 1870 * PIXEL;

/// The left edge of a title.
const MARGIN: Tenths = 60 * PIXEL;

/// A page with its title and note.
pub(super) fn new(answer: &PlotAnswer) -> Drawing {
    let mut page = Drawing::new(&answer.title, WIDTH, HEIGHT);
    let spot = |y: Tenths| Spot { x: MARGIN, y };
    page.words(&answer.title, spot(72 * PIXEL), TITLE, Anchor::Start, INK);
    page.words(&answer.note, spot(120 * PIXEL), NOTE, Anchor::Start, GREY);
    page
}

/// The numbers of an axis laid out between two places of the page.
#[derive(Clone, Copy)]
pub(super) struct Ruler {
    pub(super) least: i64,
    pub(super) greatest: i64,
    /// Where the least number stands.
    pub(super) from: Tenths,
    /// Where the greatest number stands.
    pub(super) to: Tenths,
    /// How far the frame is beyond both.
    pub(super) inset: Tenths,
}

impl Ruler {
    pub(super) fn new(axis: &Axis, from: Tenths, to: Tenths) -> Self {
        Self {
            least: axis.least,
            greatest: axis.greatest.max(axis.least + 1),
            from,
            to,
            inset: 0,
        }
    }

    /// The same frame with the numbers farther inside, so that no point touches it.
    pub(super) fn inside(self, inset: Tenths) -> Self {
        let inset = if self.to > self.from { inset } else { -inset };
        Self {
            from: self.from + inset,
            to: self.to - inset,
            inset,
            ..self
        }
    }

    /// The two ends of the frame.
    fn ends(&self) -> (Tenths, Tenths) {
        (self.from - self.inset, self.to + self.inset)
    }

    /// Where a number stands.
    pub(super) fn place(&self, number: i64) -> Tenths {
        let range = i128::from(self.greatest) - i128::from(self.least);
        let part = (i128::from(number) - i128::from(self.least)) * i128::from(self.to - self.from);
        self.from + i64::try_from(part / range).unwrap_or(0)
    }

    /// Round numbers along it, at most about so many.
    pub(super) fn ticks(&self, most: i64) -> Vec<i64> {
        let range = self.greatest.saturating_sub(self.least);
        let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
        let step = steps
            .into_iter()
            .find(|step| range / step <= most)
            .unwrap_or(range);
        let first = self.least.div_euclid(step) + i64::from(self.least.rem_euclid(step) != 0);
        (first..)
            .map_while(|number| number.checked_mul(step))
            .take_while(|number| *number <= self.greatest)
            .collect()
    }
}

/// Draws the lines, the numbers and the names of two axes.
pub(super) fn axes(page: &mut Drawing, x: &Ruler, y: &Ruler, names: [&str; 2]) {
    let ((left, right), (bottom, top)) = (x.ends(), y.ends());
    for tick in x.ticks(8) {
        let at = x.place(tick);
        page.line(Spot { x: at, y: bottom }, Spot { x: at, y: top }, 15, FAINT);
        let below = Spot {
            x: at,
            y: bottom + 42 * PIXEL,
        };
        page.words(&grouped(tick), below, TICK, Anchor::Middle, INK);
    }
    for tick in y.ticks(8) {
        let at = y.place(tick);
        page.line(Spot { x: left, y: at }, Spot { x: right, y: at }, 15, FAINT);
        let beside = Spot {
            x: left - 16 * PIXEL,
            y: at + 10 * PIXEL,
        };
        page.words(&grouped(tick), beside, TICK, Anchor::End, INK);
    }
    frame(page, x, y, names);
}

/// Draws the two lines and the names of the axes.
pub(super) fn frame(page: &mut Drawing, x: &Ruler, y: &Ruler, names: [&str; 2]) {
    let ((left, right), (bottom, top)) = (x.ends(), y.ends());
    let corner = Spot { x: left, y: bottom };
    page.line(
        corner,
        Spot {
            x: right,
            y: bottom,
        },
        30,
        INK,
    );
    page.line(corner, Spot { x: left, y: top }, 30, INK);
    let below = Spot {
        x: (left + right) / 2,
        y: bottom + 96 * PIXEL,
    };
    page.words(names[0], below, LABEL, Anchor::Middle, INK);
    page.shapes.push(Shape::Words(Words {
        text: names[1].to_owned(),
        at: Spot {
            x: left - 145 * PIXEL,
            y: (bottom + top) / 2,
        },
        size: LABEL,
        anchor: Anchor::Middle,
        colour: INK,
        upwards: true,
    }));
}

/// A line of a legend.
pub(super) enum Mark {
    /// A disc.
    Dot(Colour),
    /// A dashed line.
    Dashes(Colour),
    /// A line.
    Line(Colour),
}

/// Draws a legend from its upper left corner down.
pub(super) fn legend(page: &mut Drawing, corner: Spot, entries: &[(Mark, String)]) {
    for (place, (mark, text)) in (0..).zip(entries) {
        let y = corner.y + place * 52 * PIXEL;
        let middle = y - 10 * PIXEL;
        let line = |colour, dashed| Shape::Line {
            spots: vec![
                Spot {
                    x: corner.x,
                    y: middle,
                },
                Spot {
                    x: corner.x + 52 * PIXEL,
                    y: middle,
                },
            ],
            width: 5 * PIXEL,
            colour,
            dashed,
        };
        page.shapes.push(match mark {
            Mark::Dot(colour) => Shape::Dots {
                spots: vec![Spot {
                    x: corner.x + 26 * PIXEL,
                    y: middle,
                }],
                diameter: 22 * PIXEL,
                colour: *colour,
            },
            Mark::Dashes(colour) => line(*colour, true),
            Mark::Line(colour) => line(*colour, false),
        });
        let at = Spot {
            x: corner.x + 70 * PIXEL,
            y,
        };
        page.words(text, at, TICK, Anchor::Start, INK);
    }
}

/// A number with a thin gap before every three digits, and a true minus sign.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        let left = digits.len() - place;
        if place > 0 && left.is_multiple_of(3) && digits.len() > 4 {
            text.push(' ');
        }
        text.push(digit);
    }
    if number < 0 {
        format!("−{text}")
    } else {
        text
    }
}

/// A rectangle between two corners, on whole pixels.
pub(super) fn whole_pixels(x: (Tenths, Tenths), y: (Tenths, Tenths)) -> Area {
    let snap = |length: Tenths| length.div_euclid(PIXEL) * PIXEL;
    let (left, right) = (snap(x.0.min(x.1)), snap(x.0.max(x.1)));
    let (top, bottom) = (snap(y.0.min(y.1)), snap(y.0.max(y.1)));
    Area {
        x: left,
        y: top,
        width: (right - left).max(PIXEL),
        height: (bottom - top).max(PIXEL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(least: i64, greatest: i64, most: i64, expected: &[i64]) {
        let ruler = Ruler {
            least,
            greatest,
            from: 0,
            to: 1000,
            inset: 0,
        };
        assert_eq!(ruler.ticks(most), expected);
        for tick in expected {
            assert!((0..=1000).contains(&ruler.place(*tick)));
        }
    }

    #[test]
    fn ticks_are_round() {
        check(0, 100, 10, &[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
        check(0, 7, 10, &[0, 1, 2, 3, 4, 5, 6, 7]);
        check(-18, 19, 8, &[-15, -10, -5, 0, 5, 10, 15]);
        check(0, 1, 8, &[0, 1]);
        check(0, i64::MAX, 2, &[0, 5_000_000_000_000_000_000]);
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, expected) in [
            (0, "0"),
            (-54, "−54"),
            (9841, "9841"),
            (118_098, "118 098"),
            (-1_000_000, "−1 000 000"),
        ] {
            assert_eq!(grouped(number), expected);
        }
    }
}
