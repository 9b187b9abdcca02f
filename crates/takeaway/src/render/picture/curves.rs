//! Curves on logarithmic axes.

use lab::{Axis, Curves, PlotAnswer, Point};

use super::drawing::{Anchor, Drawing, PIXEL, Spot, Tenths};
use super::page::{self, BOTTOM, LegendMark, Ruler, TICK, TOP};
use super::palette::{self, FAINT, INK};
use super::scatter::dots;

/// Logarithms are in thousandths.
const ONE: i64 = 1000;

/// Lays it out.
pub(super) fn lay_out(answer: &PlotAnswer, picture: &Curves) -> Drawing {
    let mut page = page::new(answer);
    let numbered = picture.series.iter().enumerate();
    let entries: Vec<(LegendMark, String)> = numbered
        .map(|(number, series)| {
            (
                LegendMark::Line(palette::series(number)),
                series.name.clone(),
            )
        })
        .collect();
    let points = || picture.series.iter().flat_map(|series| &series.points);
    let y = ruler(points().map(|point| point.y), BOTTOM, TOP);
    let left = page::left_beside(decades(&y).map(|_| "1000".to_owned()));
    let right = page::right_beside(&entries);
    let x = ruler(points().map(|point| point.x), left, right);
    for power in decades(&x) {
        let at = x.place(power * ONE);
        page.line(Spot::new(at, y.from), Spot::new(at, y.to), 15, FAINT);
        power_of_ten(
            &mut page,
            Spot::new(at - 20 * PIXEL, BOTTOM + 46 * PIXEL),
            power,
        );
    }
    for power in decades(&y) {
        let at = y.place(power * ONE);
        page.line(Spot::new(x.from, at), Spot::new(x.to, at), 15, FAINT);
        power_of_ten(
            &mut page,
            Spot::new(left - 74 * PIXEL, at + 10 * PIXEL),
            power,
        );
    }
    page::frame(&mut page, &x, &y, [&picture.x, &picture.y]);
    let mut kinds = Vec::new();
    for (number, series) in picture.series.iter().enumerate() {
        let colour = palette::series(number);
        let spot = |point: &Point| Spot::new(x.place(log10(point.x)), y.place(log10(point.y)));
        let spots: Vec<Spot> = series.points.iter().map(spot).collect();
        page.path(spots.clone(), 5 * PIXEL, colour);
        kinds.push((colour, spots));
    }
    dots(&mut page, kinds, 18 * PIXEL);
    page::legend(&mut page, page::beside(right), &entries);
    page
}

/// From the power of ten below the least number to the one above the greatest.
fn ruler(numbers: impl Iterator<Item = i64> + Clone, from: Tenths, to: Tenths) -> Ruler {
    let least = log10(numbers.clone().min().unwrap_or(1)) / ONE * ONE;
    let greatest = (log10(numbers.max().unwrap_or(10)) + ONE - 1) / ONE * ONE;
    let axis = Axis {
        name: String::new(),
        least,
        greatest,
    };
    Ruler::new(&axis, from, to)
}

fn decades(ruler: &Ruler) -> impl Iterator<Item = i64> {
    ruler.least / ONE..=ruler.greatest / ONE
}

/// 10 with an exponent.
fn power_of_ten(page: &mut Drawing, at: Spot, power: i64) {
    page.words("10", at, TICK, Anchor::Start, INK);
    let raised = Spot::new(at.x + 37 * PIXEL, at.y - 13 * PIXEL);
    page.words(&power.to_string(), raised, 20 * PIXEL, Anchor::Start, INK);
}

/// 1000 times the decimal logarithm of a positive number, rounded.
///
/// The binary logarithm comes digit by digit from squaring: squares double it.
fn log10(number: i64) -> i64 {
    const DIGITS: u32 = 24;
    let number = number.max(1).unsigned_abs();
    let whole = number.ilog2();
    // The mantissa, from 1 to 2, with 62 binary places.
    let mut mantissa = u128::from(number) << (62 - whole);
    let mut log2 = u128::from(whole);
    for _ in 0..DIGITS {
        mantissa = (mantissa * mantissa) >> 62;
        log2 <<= 1;
        if mantissa >= 1 << 63 {
            mantissa >>= 1;
            log2 += 1;
        }
    }
    // log10(2) = 0.30102999566398…
    let thousandths = (log2 * 30_102_999_566_398) >> DIGITS;
    i64::try_from((thousandths + 50_000_000_000) / 100_000_000_000).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::log10;

    #[test]
    fn logarithms() {
        for (number, expected) in [
            (1, 0),
            (2, 301),
            (3, 477),
            (7, 845),
            (10, 1000),
            (999, 3000),
            (1000, 3000),
            (1_000_000, 6000),
            (i64::MAX, 18_965),
        ] {
            assert_eq!(log10(number), expected, "{number}");
        }
    }
}
