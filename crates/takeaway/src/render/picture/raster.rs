//! Polygons on pixels, with smooth edges, in whole numbers: every machine paints the same.
//!
//! Corners are in 64ths of a pixel. A pixel is covered by four scan lines; along each, the covered part is exact.

use super::drawing::{Colour, tenths};

/// So many units are a pixel.
pub(super) const UNIT: i64 = 64;

/// Scan lines in a pixel.
const LINES: i64 = 4;

/// A picture of coloured pixels.
pub(super) struct Raster {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel, row by row.
    bytes: Vec<u8>,
    /// How much of each pixel of a row is covered; all 0 between two rows.
    covered: Vec<i64>,
}

/// A corner of a polygon, in units.
pub(super) type Corner = (i64, i64);

impl Raster {
    /// A white picture.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            bytes: vec![255; 3 * width * height],
            covered: vec![0; width],
        }
    }

    /// Its size and its bytes.
    pub(super) fn into_parts(self) -> (usize, usize, Vec<u8>) {
        (self.width, self.height, self.bytes)
    }

    /// Fills closed outlines; where two of them overlap in opposite directions there is a hole.
    pub(super) fn fill(&mut self, outlines: &[Vec<Corner>], colour: Colour) {
        let edges: Vec<(Corner, Corner)> =
            outlines.iter().flat_map(|outline| edges(outline)).collect();
        let heights = || edges.iter().flat_map(|(from, to)| [from.1, to.1]);
        let (Some(top), Some(bottom)) = (heights().min(), heights().max()) else {
            return;
        };
        let last = (bottom / UNIT).min(tenths(self.height) - 1);
        let mut covered = std::mem::take(&mut self.covered);
        for row in (top / UNIT).max(0)..=last {
            let mut touched = (self.width, 0);
            for line in 0..LINES {
                let y = row * UNIT + (2 * line + 1) * UNIT / (2 * LINES);
                for (from, to) in spans(&edges, y) {
                    cover(&mut covered, from, to, &mut touched);
                }
            }
            let columns = touched.0..touched.1.max(touched.0);
            for (x, amount) in columns.clone().zip(&mut covered[columns]) {
                let amount = std::mem::take(amount).min(LINES * UNIT);
                self.blend(x, place(row), colour, amount);
            }
        }
        self.covered = covered;
    }

    /// Mixes a colour into a pixel; `LINES * UNIT` covers it.
    fn blend(&mut self, x: usize, y: usize, Colour(red, green, blue): Colour, amount: i64) {
        let place = 3 * (y * self.width + x);
        for (byte, new) in self.bytes[place..place + 3]
            .iter_mut()
            .zip([red, green, blue])
        {
            let (old, new, all) = (i64::from(*byte), i64::from(new), LINES * UNIT);
            *byte = u8::try_from((old * (all - amount) + new * amount + all / 2) / all)
                .unwrap_or(u8::MAX);
        }
    }
}

fn edges(outline: &[Corner]) -> impl Iterator<Item = (Corner, Corner)> + '_ {
    let next = outline.iter().cycle().skip(1);
    outline.iter().copied().zip(next.copied())
}

/// The parts of a scan line inside the outlines: where they wind around it.
fn spans(edges: &[(Corner, Corner)], y: i64) -> Vec<(i64, i64)> {
    let mut crossings: Vec<(i64, i64)> = edges
        .iter()
        .filter(|(from, to)| (from.1 <= y) != (to.1 <= y))
        .map(|&((x0, y0), (x1, y1))| {
            let x = x0 + (y - y0) * (x1 - x0) / (y1 - y0);
            (x, if y1 > y0 { 1 } else { -1 })
        })
        .collect();
    crossings.sort_unstable();
    let (mut winding, mut spans) = (0, Vec::new());
    for pair in crossings.windows(2) {
        winding += pair[0].1;
        if winding != 0 && pair[1].0 > pair[0].0 {
            spans.push((pair[0].0, pair[1].0));
        }
    }
    spans
}

/// A row or a column of the picture.
fn place(pixels: i64) -> usize {
    usize::try_from(pixels).expect("what lies left of the picture or above it is cut off")
}

/// Adds the covered part of each pixel.
fn cover(covered: &mut [i64], from: i64, to: i64, touched: &mut (usize, usize)) {
    let (from, to) = (from.max(0), to.min(tenths(covered.len()) * UNIT));
    if from >= to {
        return;
    }
    let (first, last) = (place(from / UNIT), place((to - 1) / UNIT));
    for (x, amount) in (from / UNIT..).zip(&mut covered[first..=last]) {
        let left = x * UNIT;
        *amount += to.min(left + UNIT) - from.max(left);
    }
    *touched = (touched.0.min(first), touched.1.max(last + 1));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(outline: &[Corner], expected: [u8; 4]) {
        let mut raster = Raster::new(2, 2);
        raster.fill(&[outline.to_vec()], Colour(0, 0, 0));
        let (_, _, bytes) = raster.into_parts();
        assert_eq!([bytes[0], bytes[3], bytes[6], bytes[9]], expected);
    }

    #[test]
    fn pixels_are_covered_by_their_share() {
        check(&[(0, 0), (64, 0), (64, 64), (0, 64)], [0, 255, 255, 255]);
        check(
            &[(32, 0), (96, 0), (96, 64), (32, 64)],
            [128, 128, 255, 255],
        );
        check(
            &[(0, 32), (64, 32), (64, 96), (0, 96)],
            [128, 255, 128, 255],
        );
        check(
            &[(-500, -500), (500, -500), (500, 500), (-500, 500)],
            [0; 4],
        );
        check(&[(0, 0), (128, 0), (0, 128)], [0, 128, 128, 255]);
    }

    #[test]
    fn opposite_outlines_leave_a_hole() {
        let square = |a: i64, b: i64| vec![(a, a), (b, a), (b, b), (a, b)];
        let mut hole = square(64, 128);
        hole.reverse();
        let mut raster = Raster::new(3, 3);
        raster.fill(&[square(0, 192), hole], Colour(0, 0, 0));
        let (_, _, bytes) = raster.into_parts();
        let dark = bytes.chunks(3).filter(|pixel| pixel[0] == 0).count();
        assert_eq!((dark, bytes[3 * 4]), (8, 255));
    }
}
