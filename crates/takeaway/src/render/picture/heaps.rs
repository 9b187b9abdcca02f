//! Nim-values against the size of the heap, every other period shaded.

use lab::{Heaps, PlotAnswer};

use super::drawing::{Anchor, Colour, Drawing, PIXEL, Spot, Tenths, width_of};
use super::page::{self, BOTTOM, LegendMark, Ruler, TICK, TOP};
use super::palette::{self, BAND, GREY, SIGNAL};
use super::scatter::{INSET, nearest};

/// More periods than this are not shaded one by one.
const MOST: i64 = 150;

/// A few values stand no farther apart than this.
const ROW: Tenths = 120 * PIXEL;

/// The room for the bracket over the first period.
const BRACKET: Tenths = 50 * PIXEL;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &Heaps) -> Drawing {
    let mut page = page::new(answer);
    let most = picture.values.iter().copied().max().unwrap_or(0);
    let mut entries = vec![(LegendMark::Dot(SIGNAL), "0, a P-position".to_owned())];
    if most > 0 {
        entries.extend(others(most));
    }
    let shaded = shading(picture);
    if shaded.is_some() {
        entries.push((LegendMark::Patch(BAND), "every other period".to_owned()));
    }
    let top = TOP + if picture.period.is_some() { BRACKET } else { 0 };
    let rows = i64::try_from(most).unwrap_or(i64::MAX);
    let bottom = rows.saturating_mul(ROW).saturating_add(top + 2 * INSET);
    let y = Ruler::new(&picture.y, bottom.min(BOTTOM), top).inside(INSET);
    let (left, right) = (page::left_of(&y, 8), page::right_beside(&entries));
    let x = Ruler::new(&picture.x, left, right).inside(INSET);
    bands(&mut page, shaded.unwrap_or_default(), &x, &y);
    page::axes(&mut page, &x, &y, [&picture.x.name, &picture.y.name]);
    first_period(&mut page, picture, &x, &y);
    points(&mut page, picture, &x, &y, most);
    page::legend(&mut page, page::beside(right), &entries);
    page
}

/// The colours of the positive values: one each if they are few.
fn others(most: u64) -> Vec<(LegendMark, String)> {
    match palette::few(most) {
        Some(values) => values
            .map(|(value, colour)| (LegendMark::Dot(colour), value.to_string()))
            .collect(),
        None => vec![(LegendMark::Dot(palette::series(0)), "positive".to_owned())],
    }
}

fn points(page: &mut Drawing, picture: &Heaps, x: &Ruler, y: &Ruler, most: u64) {
    let spot = |(heap, value): (i64, u64)| {
        Spot::new(
            x.place(heap),
            y.place(i64::try_from(value).unwrap_or(i64::MAX)),
        )
    };
    let placed: Vec<(u64, Spot)> = (0..)
        .zip(&picture.values)
        .map(|(heap, value)| (*value, spot((heap, *value))))
        .collect();
    let diameter = nearest(placed.iter().map(|(_, spot)| *spot)).clamp(6 * PIXEL, 20 * PIXEL);
    let mut values: Vec<u64> = picture.values.clone();
    values.sort_unstable();
    values.dedup();
    // Positive values first, so that P-positions lie in front.
    for wanted in values.into_iter().rev() {
        let spots = placed.iter().filter(|(value, _)| *value == wanted);
        let spots = spots.map(|(_, spot)| *spot).collect();
        page.dots(spots, diameter, colour(wanted, most));
    }
}

fn colour(value: u64, most: u64) -> Colour {
    if value == 0 {
        return SIGNAL;
    }
    palette::one_of_few(value, most).unwrap_or(palette::series(0))
}

/// Half a heap before a heap, where a period that begins with it has its edge; not outside of the frame.
fn inside(x: &Ruler, heap: i64) -> Tenths {
    let edge = (x.place(heap) + x.place(heap - 1)) / 2;
    edge.clamp(x.from - INSET, x.to + INSET)
}

/// The first heaps of every other period and those after its last ones, unless periods are too narrow.
fn shading(picture: &Heaps) -> Option<Vec<(i64, i64)>> {
    let period = picture.period.as_ref()?;
    let (first, length) = (i64::from(period.preperiod), i64::from(period.period));
    let heaps = picture.x.greatest + 1;
    let starts = (0..).map(|number| first + 2 * number * length);
    let starts = starts.take_while(|start| *start < heaps);
    let wide_enough = length > 0 && heaps / length <= MOST;
    wide_enough.then(|| {
        starts
            .map(|start| (start, (start + length).min(heaps)))
            .collect()
    })
}

fn bands(page: &mut Drawing, shaded: Vec<(i64, i64)>, x: &Ruler, y: &Ruler) {
    for (start, end) in shaded {
        let sides = (inside(x, start), inside(x, end));
        let ends = (y.from + INSET, y.to - INSET);
        page.area(page::whole_pixels(sides, ends), BAND);
    }
}

/// The first period, with a bracket above it and its length.
fn first_period(page: &mut Drawing, picture: &Heaps, x: &Ruler, y: &Ruler) {
    let Some(period) = &picture.period else {
        return;
    };
    let (first, length) = (i64::from(period.preperiod), i64::from(period.period));
    let end = (first + length).min(picture.x.greatest + 1);
    let (left, right) = (inside(x, first), inside(x, end));
    let top = y.to - INSET - 22 * PIXEL;
    let tooth = |at: Tenths| Spot::new(at, top + 14 * PIXEL);
    let corners = [left, right].map(|at| Spot::new(at, top));
    let bracket = [&[tooth(left)], &corners[..], &[tooth(right)]].concat();
    page.path(bracket, 3 * PIXEL, GREY);
    let text = format!("period {length} from {first} on");
    let (room, gap) = (width_of(&text, TICK), 14 * PIXEL);
    // Beside the bracket where there is room, otherwise over its middle.
    let (at, anchor, up) = if right + gap + room <= x.to + INSET {
        (right + gap, Anchor::Start, -9 * PIXEL)
    } else if left - gap - room >= x.from - INSET {
        (left - gap, Anchor::End, -9 * PIXEL)
    } else {
        ((left + right) / 2, Anchor::Middle, 8 * PIXEL)
    };
    page.words(&text, Spot::new(at, top - up), TICK, anchor, GREY);
}
