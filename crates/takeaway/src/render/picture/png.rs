//! A drawing as PNG: every shape becomes polygons, letters included.

use super::drawing::{Anchor, Area, Drawing, DrawnShape, Spot, Tenths, TextLine};
use super::glyphs::{self, EM};
use super::raster::{Corner, Raster, UNIT};

/// Why a picture could not be packed; its size is always sound, so that only memory can fail.
pub(super) type PngError = png::EncodingError;

/// How wide every picture is.
const WIDTH: Tenths = 1920 * super::drawing::PIXEL;

/// The bytes of a PNG file.
pub(super) fn write(drawing: &Drawing) -> Result<Vec<u8>, PngError> {
    let drawing = drawing.clone().scaled_to(WIDTH);
    let size = |length: Tenths| {
        usize::try_from(length / super::drawing::PIXEL)
            .unwrap_or(1)
            .max(1)
    };
    let mut raster = Raster::new(size(drawing.width), size(drawing.height));
    for shape in drawing.heading.iter().chain(&drawing.shapes) {
        paint(&mut raster, shape);
    }
    encode(raster)
}

fn encode(raster: Raster) -> Result<Vec<u8>, PngError> {
    let (width, height, bytes) = raster.into_parts();
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side(width), side(height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(file)
}

fn paint(raster: &mut Raster, shape: &DrawnShape) {
    match shape {
        DrawnShape::Areas { areas, colour } => {
            for area in areas {
                raster.fill(&[corners(area)], *colour);
            }
        }
        DrawnShape::Line {
            spots,
            width,
            colour,
            dashed,
        } => {
            for pair in spots.windows(2) {
                for (from, to) in dashes(pair[0], pair[1], *dashed) {
                    raster.fill(&[thick(from, to, units(*width))], *colour);
                }
            }
            if spots.len() > 2 {
                // Bends are round, so that thick lines have no gaps.
                for spot in &spots[1..spots.len() - 1] {
                    raster.fill(&[disc(*spot, *width)], *colour);
                }
            }
        }
        DrawnShape::Dots {
            spots,
            diameter,
            colour,
        } => {
            for spot in spots {
                raster.fill(&[disc(*spot, *diameter)], *colour);
            }
        }
        DrawnShape::Words(words) => raster.fill(&letters(words), words.colour),
    }
}

fn units(length: Tenths) -> i64 {
    (length * UNIT).div_euclid(super::drawing::PIXEL)
}

fn corner(spot: Spot) -> Corner {
    (units(spot.x), units(spot.y))
}

fn corners(area: &Area) -> Vec<Corner> {
    let (left, top) = (units(area.x), units(area.y));
    let (right, bottom) = (units(area.x + area.width), units(area.y + area.height));
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// A line cut into dashes of 14 and gaps of 10 pixels.
fn dashes(from: Spot, to: Spot, dashed: bool) -> Vec<(Corner, Corner)> {
    let (start, end) = (corner(from), corner(to));
    let length = (square(end.0 - start.0) + square(end.1 - start.1)).isqrt();
    if !dashed || length == 0 {
        return vec![(start, end)];
    }
    let at = |along: i64| {
        let along = along.min(length);
        let part = |a: i64, b: i64| a + (b - a) * along / length;
        (part(start.0, end.0), part(start.1, end.1))
    };
    let (dash, step) = (14 * UNIT, 24 * UNIT);
    let starts = (0..).map(|number| number * step);
    starts
        .take_while(|along| *along < length)
        .map(|along| (at(along), at(along + dash)))
        .collect()
}

fn square(n: i64) -> i64 {
    n * n
}

/// The rectangle around a line.
fn thick(from: Corner, to: Corner, width: i64) -> Vec<Corner> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (square(dx) + square(dy)).isqrt().max(1);
    let (across, along) = (-dy * width / (2 * length), dx * width / (2 * length));
    vec![
        (from.0 + across, from.1 + along),
        (to.0 + across, to.1 + along),
        (to.0 - across, to.1 - along),
        (from.0 - across, from.1 - along),
    ]
}

/// A circle as a polygon, so fine that the largest looks round.
///
/// Its corners are the rational points `((N² - k²)/(N² + k²), 2kN/(N² + k²))` of a quarter, turned three times.
fn disc(centre: Spot, diameter: Tenths) -> Vec<Corner> {
    const QUARTER: i64 = 20;
    let (x, y) = corner(centre);
    let radius = units(diameter) / 2;
    let quarter = (0..QUARTER).map(|k| {
        let whole = square(QUARTER) + square(k);
        let across = radius * (square(QUARTER) - square(k)) / whole;
        let up = radius * 2 * k * QUARTER / whole;
        (across, up)
    });
    let quarter: Vec<Corner> = quarter.collect();
    let turns: [fn(Corner) -> Corner; 4] = [
        |(a, b)| (a, b),
        |(a, b)| (-b, a),
        |(a, b)| (-a, -b),
        |(a, b)| (b, -a),
    ];
    let corners = turns
        .iter()
        .flat_map(|turn| quarter.iter().map(|point| turn(*point)));
    corners.map(|(across, up)| (x + across, y + up)).collect()
}

/// The outlines of a line of text.
fn letters(words: &TextLine) -> Vec<Vec<Corner>> {
    let size = units(words.size);
    let length = glyphs::length(&words.text);
    let mut pen = match words.anchor {
        Anchor::Start => 0,
        Anchor::Middle => -length / 2,
        Anchor::End => -length,
    };
    let (x, y) = corner(words.at);
    let mut outlines = Vec::new();
    for letter in words.text.chars() {
        let glyph = glyphs::glyph(letter);
        for outline in &glyph.outlines {
            let place = |&(across, up): &(i64, i64)| {
                let (across, up) = ((pen + across) * size / EM, up * size / EM);
                if words.upwards {
                    (x - up, y - across)
                } else {
                    (x + across, y - up)
                }
            };
            outlines.push(outline.iter().map(place).collect());
        }
        pen += glyph.advance;
    }
    outlines
}
