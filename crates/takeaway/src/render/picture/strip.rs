//! A strip of squares with coins on it, on a page or in letters.

use lab::{Cell, Holds, PlotAnswer, Strip, abbreviated};

use super::drawing::{Anchor, Area, Colour, Drawing, PIXEL, Shape, Spot, Tenths, tenths};
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
        let square = Area {
            x: MARGIN + side * place,
            y: TOP,
            width: side,
            height: side,
        };
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
    let middle = Spot {
        x: square.x + square.width / 2,
        y: square.y + square.height / 2,
    };
    match cell.holds {
        Holds::Hole => disc(page, middle, square.width * 8 / 10, INK),
        Holds::Coin => disc(page, middle, square.width * 7 / 10, palette::series(1)),
        Holds::Nothing => {}
        Holds::LeftOut => {
            let at = Spot {
                x: middle.x,
                y: middle.y + size / 3,
            };
            page.words("…", at, size.max(TICK), Anchor::Middle, GREY);
        }
    }
    let below = Spot {
        x: middle.x,
        y: square.y + square.height + size * 3 / 2,
    };
    page.words(&label(cell), below, size, Anchor::Middle, INK);
}

fn frame(page: &mut Drawing, square: Area) {
    let gap = 2 * PIXEL;
    let whole = page::whole_pixels(
        (square.x, square.x + square.width),
        (square.y, square.y + square.height),
    );
    page.area(whole, GREY);
    let inner = page::whole_pixels(
        (square.x + gap, square.x + square.width - gap),
        (square.y + gap, square.y + square.height - gap),
    );
    page.area(inner, FAINT);
}

fn disc(page: &mut Drawing, at: Spot, diameter: Tenths, colour: Colour) {
    page.shapes.push(Shape::Dots {
        spots: vec![at],
        diameter,
        colour,
    });
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
