//! A drawing as TikZ, for papers: the same shapes with their colours, in lengths of TeX, and words that LaTeX sets.
//!
//! Title and note are left to the caption of the figure; they stand in comments on top. A quarter of a point is a pixel, so that
//! a page as wide as a slide has 480 pt, and letters of 28 pixels are 7 pt high.

use std::collections::BTreeMap;
use std::fmt::Write;

use lab::Notation;

use super::drawing::{Anchor, Colour, Drawing, DrawnShape, Spot, Tenths, TextLine};

/// So many shapes stand on a line of the file.
const ON_A_LINE: usize = 6;

/// The text of a TikZ picture.
pub(super) fn write(drawing: &Drawing) -> String {
    let colours = colours(drawing);
    let mut tikz = String::from(
        "% Needs \\usepackage{tikz}; \\input this file inside a figure, within \\resizebox{\\textwidth}{!}{...} where it is too wide.\n",
    );
    for line in &drawing.heading_lines {
        let _ = writeln!(tikz, "% {}", line.replace(['\n', '\r'], " "));
    }
    tikz.push_str("\\begin{tikzpicture}[x=0.25pt,y=-0.25pt]\n");
    for (Colour(red, green, blue), name) in &colours {
        let _ = writeln!(
            tikz,
            "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}"
        );
    }
    for shape in &drawing.shapes {
        path(&mut tikz, shape, &|colour| {
            colours.get(&colour).map_or("black", String::as_str)
        });
    }
    tikz.push_str("\\end{tikzpicture}\n");
    tikz
}

/// Names for the colours, which TikZ knows by names only.
fn colours(drawing: &Drawing) -> BTreeMap<Colour, String> {
    let mut colours = BTreeMap::new();
    for shape in &drawing.shapes {
        let colour = match shape {
            DrawnShape::Areas { colour, .. }
            | DrawnShape::Line { colour, .. }
            | DrawnShape::Dots { colour, .. } => *colour,
            DrawnShape::Words(words) => words.colour,
        };
        let Colour(red, green, blue) = colour;
        let name = || format!("takeaway{red:02x}{green:02x}{blue:02x}");
        colours.entry(colour).or_insert_with(name);
    }
    colours
}

fn path<'a>(tikz: &mut String, shape: &DrawnShape, name: &dyn Fn(Colour) -> &'a str) {
    match shape {
        DrawnShape::Areas { areas, colour } => {
            let rectangle = |area: &super::drawing::Area| {
                let far = Spot::new(area.x + area.width, area.y + area.height);
                let near = Spot::new(area.x, area.y);
                format!("{} rectangle {}", spot(near), spot(far))
            };
            let parts: Vec<String> = areas.iter().map(rectangle).collect();
            lines(tikz, &format!("\\fill[{}]", name(*colour)), &parts);
        }
        DrawnShape::Line {
            spots,
            width,
            colour,
            dashed,
        } => {
            let dashes = if *dashed {
                ",dash pattern=on 3.5pt off 2.5pt"
            } else {
                ""
            };
            let spots: Vec<String> = spots.iter().map(|at| spot(*at)).collect();
            let _ = writeln!(
                tikz,
                "\\draw[{},line width={}{dashes}] {};",
                name(*colour),
                points(*width),
                spots.join(" -- ")
            );
        }
        DrawnShape::Dots {
            spots,
            diameter,
            colour,
        } => {
            let radius = points(*diameter / 2);
            let dot = |at: &Spot| format!("{} circle[radius={radius}]", spot(*at));
            let parts: Vec<String> = spots.iter().map(dot).collect();
            lines(tikz, &format!("\\fill[{}]", name(*colour)), &parts);
        }
        DrawnShape::Words(words) => node(tikz, words, name(words.colour)),
    }
}

/// Paths of a few parts each: one path of thousands would be more than TeX can hold.
fn lines(tikz: &mut String, command: &str, parts: &[String]) {
    for parts in parts.chunks(ON_A_LINE) {
        let _ = writeln!(tikz, "{command} {};", parts.join(" "));
    }
}

fn node(tikz: &mut String, words: &TextLine, colour: &str) {
    let anchor = match words.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let turn = if words.upwards { ",rotate=90" } else { "" };
    let (size, skip) = (points(words.size), points(words.size * 12 / 10));
    let text = Notation::Latex.prose(&words.text);
    let _ = writeln!(
        tikz,
        "\\node[inner sep=0pt,anchor={anchor},text={colour}{turn},font=\\fontsize{{{size}}}{{{skip}}}\\selectfont] at {} {{{text}}};",
        spot(words.at)
    );
}

/// A place in pixels.
fn spot(at: Spot) -> String {
    format!("({},{})", decimal(at.x, 10), decimal(at.y, 10))
}

/// A length in points: a tenth of a pixel is a fortieth of one.
fn points(length: Tenths) -> String {
    format!("{}pt", decimal(length * 25, 1000))
}

/// A quotient by a power of ten as a decimal fraction.
fn decimal(number: i64, one: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let (whole, part) = (number.abs() / one, number.abs() % one);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let places = one.ilog10() as usize;
    let part = format!("{part:0places$}");
    format!("{sign}{whole}.{}", part.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        for (number, one, expected) in [
            (0, 10, "0"),
            (15, 10, "1.5"),
            (-3, 10, "-0.3"),
            (7000, 1000, "7"),
            (25, 1000, "0.025"),
            (-1250, 1000, "-1.25"),
        ] {
            assert_eq!(decimal(number, one), expected);
        }
        assert_eq!(points(280), "7pt");
    }
}
