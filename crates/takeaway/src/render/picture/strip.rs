//! A strip of squares with coins on it, on a page or in letters.

use lab::{Cell, Holds, PlotAnswer, Strip, abbreviated};

use super::drawing::{Anchor, Area, Drawing, PIXEL, Spot, Tenths, tenths};
use super::glyphs;
use super::page::{self, MARGIN, RIGHT, TICK};
use super::palette::{self, FAINT, GREY, INK};

/// The upper edge of the strip.
const TOP: Tenths = 160 * PIXEL;
const LARGEST: Tenths = 150 * PIXEL;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &Strip) -> Drawing {
    let mut page = page::new(answer);
    let count = tenths(picture.cells.len().max(1));
    let side = ((RIGHT - MARGIN) / count).min(LARGEST);
    let size = letters(picture, side);
    for (place, cell) in (0..).zip(&picture.cells) {
        let square = Area::new(Spot::new(MARGIN + side * place, TOP), side, side);
        draw(&mut page, square, cell, size);
    }
    page
}

/// The largest letters with which every number fits its square.
fn letters(picture: &Strip, side: Tenths) -> Tenths {
    let longest = picture
        .cells
        .iter()
        .map(|cell| glyphs::length(&label(cell)))
        .max();
    (side * 9 / 10 * glyphs::EM / longest.unwrap_or(1).max(1)).min(TICK)
}

fn draw(page: &mut Drawing, square: Area, cell: &Cell, size: Tenths) {
    if cell.holds != Holds::LeftOut {
        frame(page, square);
    }
    let middle = square.middle();
    match cell.holds {
        Holds::Hole => page.dots(vec![middle], square.width * 8 / 10, INK),
        Holds::Coin => page.dots(vec![middle], square.width * 7 / 10, palette::series(1)),
        Holds::Nothing => {}
        Holds::LeftOut => {
            let at = Spot::new(middle.x, middle.y + size / 3);
            page.words("…", at, size.max(TICK), Anchor::Middle, GREY);
        }
    }
    let below = Spot::new(middle.x, square.y + square.height + size * 3 / 2);
    page.words(&label(cell), below, size, Anchor::Middle, INK);
}

fn frame(page: &mut Drawing, square: Area) {
    page.area(page::within(square, 0), GREY);
    page.area(page::within(square, 2 * PIXEL), FAINT);
}

fn label(cell: &Cell) -> String {
    match cell.holds {
        Holds::LeftOut => String::new(),
        _ => abbreviated(&cell.square),
    }
}

/// The strip in letters: `O` is a coin, `( )` the hole.
pub(crate) fn in_letters(picture: &Strip) -> String {
    let labels: Vec<String> = picture.cells.iter().map(label).collect();
    let mut lines = [String::new(), String::new(), String::new()];
    for (cell, label) in picture.cells.iter().zip(&labels) {
        let (edge, inside) = match cell.holds {
            Holds::Hole => ("-", "( )"),
            Holds::Coin => ("-", "O"),
            Holds::Nothing => ("-", ""),
            Holds::LeftOut => (" ", "..."),
        };
        let width = label.chars().count().max(3);
        lines[0].push_str(&format!("+{}", edge.repeat(width)));
        lines[1].push_str(&format!("|{inside:^width$}"));
        lines[2].push_str(&format!(" {label:^width$}"));
    }
    let [edge, inside, numbers] = lines;
    format!("{edge}+\n{inside}|\n{edge}+\n{}\n", numbers.trim_end())
}
