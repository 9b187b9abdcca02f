//! The page around a picture: title, note, axes with ticks, legend.

use lab::{Axis, PlotAnswer};

use super::drawing::{
    Anchor, Area, Colour, Drawing, DrawnShape, PIXEL, Spot, Tenths, TextLine, whole, width_of,
};
use super::palette::{FAINT, GREY, INK};

/// Sizes of letters that can be read from the last row.
pub(super) const TITLE: Tenths = 52 * PIXEL;
pub(super) const NOTE: Tenths = 28 * PIXEL;
pub(super) const LABEL: Tenths = 32 * PIXEL;
pub(super) const TICK: Tenths = 28 * PIXEL;

/// Where pictures begin and end.
pub(super) const TOP: Tenths = 160 * PIXEL;
pub(super) const BOTTOM: Tenths = 950 * PIXEL;
pub(super) const RIGHT: Tenths = 1880 * PIXEL;

/// The left edge of everything.
pub(super) const MARGIN: Tenths = 40 * PIXEL;

/// Between the numbers of an axis and the axis, and between them and its name.
const BESIDE: Tenths = 16 * PIXEL;

/// Between a picture and its legend.
const GAP: Tenths = 50 * PIXEL;

/// Between the mark of a legend and what it means.
const MARKED: Tenths = 70 * PIXEL;

/// An empty page for a picture.
pub(super) fn new(answer: &PlotAnswer) -> Drawing {
    Drawing::new(&answer.title, &answer.note)
}

/// The page with its title and note over the picture, and cut to all that.
pub(super) fn headed(mut page: Drawing) -> Drawing {
    /// Shorter lines would look lost.
    const SHORTEST: Tenths = 900 * PIXEL;
    let room = (page.right_end() - MARGIN).clamp(SHORTEST, RIGHT - MARGIN);
    let [title, note] = page.heading_lines.clone();
    let mut y = 120 * PIXEL;
    for (text, size, smallest, colour, gap) in [
        (note, NOTE, 24 * PIXEL, GREY, 48 * PIXEL),
        (title, TITLE, 38 * PIXEL, INK, 0),
    ] {
        let (lines, size) = fitted(&text, size, smallest, room);
        // From the last line up: the picture stays where it is.
        for (place, text) in lines.into_iter().rev().enumerate() {
            y -= if place == 0 { 0 } else { size * 12 / 10 };
            page.heading.push(DrawnShape::Words(TextLine {
                text,
                at: Spot::new(MARGIN, y),
                size,
                anchor: Anchor::Start,
                colour,
                upwards: false,
            }));
        }
        y -= gap;
    }
    page.heading.reverse();
    page.trimmed(MARGIN)
}

/// A text in one line, in letters that are small enough for the room; if they would be too small, in a few lines.
fn fitted(text: &str, size: Tenths, smallest: Tenths, room: Tenths) -> (Vec<String>, Tenths) {
    let length = width_of(text, size).max(1);
    let size = (size * room / length).clamp(smallest, size);
    (wrapped(text, size, room), size)
}

/// At most three lines, at blanks where there are any; what is longer is cut off.
fn wrapped(text: &str, size: Tenths, room: Tenths) -> Vec<String> {
    const MOST: usize = 3;
    let fits = |line: &str| width_of(line, size) <= room;
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines.len() == MOST;
        let Some(line) = lines.last_mut() else {
            return lines;
        };
        let longer = match line.is_empty() {
            true => word.to_owned(),
            false => format!("{line} {word}"),
        };
        if fits(&longer) {
            *line = longer;
        } else if full || !fits(word) {
            *line = cut_off(&longer, size, room);
            break;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// As much of a line as there is room for.
fn cut_off(line: &str, size: Tenths, room: Tenths) -> String {
    let mut left = room - width_of("…", size);
    let fits = |letter: &char| {
        left -= width_of(letter.encode_utf8(&mut [0; 4]), size);
        left >= 0
    };
    let short: String = line.chars().take_while(fits).collect();
    format!("{}…", short.trim_end())
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

/// Where an axis upwards stands, if its numbers and its name begin at the margin.
pub(super) fn left_of(y: &Ruler, most: i64) -> Tenths {
    left_beside(y.ticks(most).into_iter().map(grouped))
}

/// The same for numbers that are written already.
pub(super) fn left_beside(numbers: impl Iterator<Item = String>) -> Tenths {
    let widest = numbers.map(|number| width_of(&number, TICK)).max();
    MARGIN + LABEL + BESIDE + whole(widest.unwrap_or(0)) + BESIDE
}

/// Where a picture ends, if its legend ends at the right edge.
pub(super) fn right_beside(entries: &[(LegendMark, String)]) -> Tenths {
    let widest = entries.iter().map(|(_, text)| width_of(text, TICK)).max();
    widest.map_or(RIGHT, |widest| RIGHT - GAP - MARKED - whole(widest))
}

/// The upper left corner of the legend of a picture that ends here.
pub(super) fn beside(right: Tenths) -> Spot {
    Spot::new(right + GAP, TOP + 40 * PIXEL)
}

/// Draws the lines, the numbers and the names of two axes.
pub(super) fn axes(page: &mut Drawing, x: &Ruler, y: &Ruler, names: [&str; 2]) {
    let ((left, right), (bottom, top)) = (x.ends(), y.ends());
    for tick in x.ticks(8) {
        let at = x.place(tick);
        page.line(Spot::new(at, bottom), Spot::new(at, top), 15, FAINT);
        let below = Spot::new(at, bottom + 42 * PIXEL);
        page.words(&grouped(tick), below, TICK, Anchor::Middle, INK);
    }
    for tick in y.ticks(8) {
        let at = y.place(tick);
        page.line(Spot::new(left, at), Spot::new(right, at), 15, FAINT);
        let beside = Spot::new(left - BESIDE, at + 10 * PIXEL);
        page.words(&grouped(tick), beside, TICK, Anchor::End, INK);
    }
    frame(page, x, y, names);
}

/// Draws the two lines and the names of the axes, that of the axis upwards at the margin.
pub(super) fn frame(page: &mut Drawing, x: &Ruler, y: &Ruler, names: [&str; 2]) {
    let ((left, right), (bottom, top)) = (x.ends(), y.ends());
    let corner = Spot::new(left, bottom);
    page.line(corner, Spot::new(right, bottom), 30, INK);
    page.line(corner, Spot::new(left, top), 30, INK);
    let below = Spot::new((left + right) / 2, bottom + 84 * PIXEL);
    page.words(names[0], below, LABEL, Anchor::Middle, INK);
    page.shapes.push(DrawnShape::Words(TextLine {
        text: names[1].to_owned(),
        at: Spot::new(MARGIN + LABEL * 8 / 10, (bottom + top) / 2),
        size: LABEL,
        anchor: Anchor::Middle,
        colour: INK,
        upwards: true,
    }));
}

/// A line of a legend.
pub(super) enum LegendMark {
    /// A disc.
    Dot(Colour),
    /// A dashed line.
    Dashes(Colour),
    /// A line.
    Line(Colour),
    /// A rectangle.
    Patch(Colour),
}

/// Draws a legend from its upper left corner down.
pub(super) fn legend(page: &mut Drawing, corner: Spot, entries: &[(LegendMark, String)]) {
    for (place, (mark, text)) in (0..).zip(entries) {
        let y = corner.y + place * 52 * PIXEL;
        let middle = y - 10 * PIXEL;
        // Three dashes with their two gaps.
        let line = |colour, dashed| DrawnShape::Line {
            spots: vec![
                Spot::new(corner.x - 5 * PIXEL, middle),
                Spot::new(corner.x + 57 * PIXEL, middle),
            ],
            width: 5 * PIXEL,
            colour,
            dashed,
        };
        page.shapes.push(match mark {
            LegendMark::Dot(colour) => DrawnShape::Dots {
                spots: vec![Spot::new(corner.x + 26 * PIXEL, middle)],
                diameter: 22 * PIXEL,
                colour: *colour,
            },
            LegendMark::Dashes(colour) => line(*colour, true),
            LegendMark::Line(colour) => line(*colour, false),
            LegendMark::Patch(colour) => DrawnShape::Areas {
                areas: vec![Area::new(
                    Spot::new(corner.x, middle - 16 * PIXEL),
                    52 * PIXEL,
                    32 * PIXEL,
                )],
                colour: *colour,
            },
        });
        let at = Spot::new(corner.x + MARKED, y);
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

/// A rectangle on whole pixels, with so much taken off at each side.
pub(super) fn within(area: Area, gap: Tenths) -> Area {
    whole_pixels(
        (area.x + gap, area.x + area.width - gap),
        (area.y + gap, area.y + area.height - gap),
    )
}

/// A rectangle between two corners, on whole pixels.
pub(super) fn whole_pixels(x: (Tenths, Tenths), y: (Tenths, Tenths)) -> Area {
    let snap = |length: Tenths| length.div_euclid(PIXEL) * PIXEL;
    let (left, right) = (snap(x.0.min(x.1)), snap(x.0.max(x.1)));
    let (top, bottom) = (snap(y.0.min(y.1)), snap(y.0.max(y.1)));
    Area::new(
        Spot::new(left, top),
        (right - left).max(PIXEL),
        (bottom - top).max(PIXEL),
    )
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
    fn long_titles_shrink_and_then_are_wrapped_and_cut_off() {
        let room = RIGHT - MARGIN;
        let fit = |text: &str| fitted(text, TITLE, 38 * PIXEL, room);
        assert_eq!(fit("Nim"), (vec!["Nim".to_owned()], TITLE));
        let (lines, size) = fit(&"long ".repeat(16));
        assert_eq!((lines.len(), size < TITLE), (1, true));
        for (text, expected) in [
            ("long ".repeat(40), 3),
            ("long ".repeat(1000), 3),
            ("x".repeat(1000), 1),
        ] {
            let (lines, size) = fit(&text);
            assert_eq!(lines.len(), expected);
            assert!(lines.iter().all(|line| width_of(line, size) <= room));
        }
        assert_eq!(fit("").0, [""]);
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
