//! A drawing as SVG: plain shapes, words, so that it can be searched, edited and scaled.

use std::fmt::Write;

use super::drawing::{Anchor, Colour, Drawing, DrawnShape, Tenths, TextLine};
use super::palette::PAPER;

/// The text of an SVG file.
pub(super) fn write(drawing: &Drawing) -> String {
    let (width, height) = (pixels(drawing.width), pixels(drawing.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans, Verdana, Helvetica, sans-serif\" role=\"img\">\n<title>{}</title>\n",
        escaped(&drawing.heading_lines[0])
    );
    let _ = writeln!(
        svg,
        "<path fill=\"{}\" d=\"M0 0h{width}v{height}h-{width}z\"/>",
        hex(PAPER)
    );
    for shape in drawing.heading.iter().chain(&drawing.shapes) {
        svg.push_str(&element(shape));
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

fn element(shape: &DrawnShape) -> String {
    let mut path = String::new();
    match shape {
        DrawnShape::Areas { areas, colour } => {
            for area in areas {
                let (x, y) = (pixels(area.x), pixels(area.y));
                let (w, h) = (pixels(area.width), pixels(area.height));
                let _ = write!(path, "M{x} {y}h{w}v{h}h-{w}z");
            }
            format!("<path fill=\"{}\" d=\"{path}\"/>", hex(*colour))
        }
        DrawnShape::Line {
            spots,
            width,
            colour,
            dashed,
        } => {
            for (place, spot) in spots.iter().enumerate() {
                let letter = if place == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{letter}{} {}", pixels(spot.x), pixels(spot.y));
            }
            let dashes = if *dashed {
                " stroke-dasharray=\"14 10\""
            } else {
                ""
            };
            format!(
                "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dashes} d=\"{path}\"/>",
                hex(*colour),
                pixels(*width)
            )
        }
        DrawnShape::Dots {
            spots,
            diameter,
            colour,
        } => {
            for spot in spots {
                let _ = write!(path, "M{} {}h0", pixels(spot.x), pixels(spot.y));
            }
            format!(
                "<path stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"{path}\"/>",
                hex(*colour),
                pixels(*diameter)
            )
        }
        DrawnShape::Words(words) => text(words),
    }
}

fn text(words: &TextLine) -> String {
    let (x, y) = (pixels(words.at.x), pixels(words.at.y));
    let anchor = match words.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let turn = if words.upwards {
        format!(" transform=\"rotate(-90 {x} {y})\"")
    } else {
        String::new()
    };
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\"{turn}>{}</text>",
        pixels(words.size),
        hex(words.colour),
        escaped(&words.text)
    )
}

/// A length in pixels, with one decimal place where it is needed.
fn pixels(length: Tenths) -> String {
    let sign = if length < 0 { "-" } else { "" };
    let (whole, tenth) = (length.abs() / 10, length.abs() % 10);
    match tenth {
        0 => format!("{sign}{whole}"),
        tenth => format!("{sign}{whole}.{tenth}"),
    }
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{escaped, pixels};

    #[test]
    fn lengths_and_words() {
        for (length, expected) in [
            (0, "0"),
            (10, "1"),
            (15, "1.5"),
            (-3, "-0.3"),
            (-120, "-12"),
        ] {
            assert_eq!(pixels(length), expected);
        }
        assert_eq!(escaped("a <= b & c"), "a &lt;= b &amp; c");
    }
}
