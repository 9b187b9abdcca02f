//! An array of numbers, a colour for each column, and the first numbers in the colours of their columns.

use lab::{NumberArray, PlotAnswer};

use super::drawing::{Anchor, Area, Colour, Drawing, PIXEL, Spot, Tenths, tenths, width_of};
use super::glyphs;
use super::page::{self, MARGIN, RIGHT, TICK, TOP};
use super::palette::{self, INK};

/// Where the array ends and the numbers begin.
const END: Tenths = 830 * PIXEL;
const STRIP: Tenths = 890 * PIXEL;
const BOTTOM: Tenths = 1050 * PIXEL;

/// The columns after this one have one colour.
const COLOURS: usize = 6;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &NumberArray) -> Drawing {
    let mut page = page::new(answer);
    let columns = tenths(picture.rows.first().map_or(1, Vec::len).max(1));
    let rows = tenths(picture.rows.len().max(1));
    let first = tenths(picture.first);
    let names = (first..first.saturating_add(rows)).map(|number| format!("n = {number}"));
    let widest = names.map(|name| width_of(&name, TICK)).max();
    let left = MARGIN + widest.unwrap_or(0) + 18 * PIXEL;
    let (width, height) = ((RIGHT - left) / columns, (END - TOP - 40 * PIXEL) / rows);
    let size = text_size(picture, width, height);
    for column in 0..columns {
        let at = Spot::new(left + width * column + width / 2, TOP + 25 * PIXEL);
        page.words(&format!("j = {column}"), at, TICK, Anchor::Middle, INK);
    }
    for (place, row) in (0..).zip(&picture.rows) {
        let top = TOP + 40 * PIXEL + height * place;
        let number = first.saturating_add(place);
        let at = Spot::new(left - 18 * PIXEL, top + height / 2 + 10 * PIXEL);
        page.words(
            &format!("n = {number}"),
            at,
            size.min(TICK),
            Anchor::End,
            INK,
        );
        for ((index, column), entry) in (0..).zip(0..).zip(row) {
            let cell = Area::new(Spot::new(left + width * column, top), width, height);
            fill(&mut page, cell, &entry.to_string(), size, colour(index));
        }
    }
    strip(&mut page, &picture.columns_of, left);
    page
}

/// The largest letters with which every number fits its cell.
fn text_size(picture: &NumberArray, width: Tenths, height: Tenths) -> Tenths {
    let entries = picture.rows.iter().flatten();
    let longest = entries
        .map(|entry| glyphs::length(&entry.to_string()))
        .max()
        .unwrap_or(1);
    (width * 9 / 10 * glyphs::EM / longest.max(1))
        .min(height * 7 / 10)
        .min(34 * PIXEL)
}

/// 1, 2, 3, … in two lines.
fn strip(page: &mut Drawing, columns_of: &[usize], left: Tenths) {
    let in_line = columns_of.len().div_ceil(2).max(1);
    let (width, height) = ((RIGHT - left) / tenths(in_line), (BOTTOM - STRIP) / 2);
    for (place, column) in columns_of.iter().enumerate() {
        let (line, across) = (place / in_line, place % in_line);
        let cell = Area::new(
            Spot::new(left + width * tenths(across), STRIP + height * tenths(line)),
            width,
            height,
        );
        fill(
            page,
            cell,
            &(place + 1).to_string(),
            28 * PIXEL,
            colour(*column),
        );
    }
}

fn fill(page: &mut Drawing, cell: Area, text: &str, size: Tenths, colour: Colour) {
    page.area(page::within(cell, 2 * PIXEL), colour);
    let mut middle = cell.middle();
    middle.y += size * 36 / 100;
    page.words(
        text,
        middle,
        size,
        Anchor::Middle,
        palette::readable_on(colour),
    );
}

fn colour(column: usize) -> Colour {
    palette::series(column.min(COLOURS))
}
