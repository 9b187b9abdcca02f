//! Colours that everybody can tell apart.
//!
//! Series have the colours of M. Okabe and K. Ito (Color universal design, 2008); values have those of cividis
//! (J. Nuñez, C. Anderton, R. Renslow, PLoS ONE 13 (2018)), which grow steadily lighter and look the same with every kind of
//! colour vision.

use super::drawing::Colour;

pub(super) const PAPER: Colour = Colour(255, 255, 255);
pub(super) const INK: Colour = Colour(20, 20, 20);
pub(super) const GREY: Colour = Colour(90, 90, 90);
pub(super) const FAINT: Colour = Colour(222, 222, 222);
/// For a stretch behind points.
pub(super) const BAND: Colour = Colour(236, 240, 246);
/// For what must stand out: P-positions among nim-values.
pub(super) const SIGNAL: Colour = Colour(213, 94, 0);

const SERIES: [Colour; 7] = [
    Colour(0, 114, 178),
    Colour(213, 94, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(230, 159, 0),
    Colour(86, 180, 233),
    Colour(90, 90, 90),
];

/// The nim-values 1, 2, … where there are few: the same value has the same colour in every picture.
const FEW: [Colour; 7] = [
    Colour(0, 114, 178),
    Colour(86, 180, 233),
    Colour(0, 158, 115),
    Colour(240, 228, 66),
    Colour(204, 121, 167),
    Colour(90, 90, 90),
    Colour(190, 190, 190),
];

const CIVIDIS: [Colour; 9] = [
    Colour(0, 32, 77),
    Colour(0, 51, 111),
    Colour(57, 72, 107),
    Colour(87, 93, 109),
    Colour(112, 113, 115),
    Colour(138, 134, 120),
    Colour(166, 157, 117),
    Colour(196, 181, 108),
    Colour(255, 234, 70),
];

/// The colour of a series.
pub(super) fn series(number: usize) -> Colour {
    SERIES[number % SERIES.len()]
}

/// The values 1, …, `most` with a colour of their own each, if they are so few.
pub(super) fn few(most: u64) -> Option<impl Iterator<Item = (u64, Colour)>> {
    let most = usize::try_from(most).ok();
    let colours = most.and_then(|most| FEW.get(..most))?;
    Some((1..).zip(colours.iter().copied()))
}

/// The colour of a value that has one of its own.
pub(super) fn one_of_few(value: u64, most: u64) -> Option<Colour> {
    let found = few(most)?.find(|(known, _)| *known == value);
    found.map(|(_, colour)| colour)
}

/// The colour of a value between 0 and `most`.
pub(super) fn scale(value: u64, most: u64) -> Colour {
    let most = u128::from(most.max(1));
    let steps = (CIVIDIS.len() - 1) as u128;
    let place = u128::from(value).min(most) * (steps * 256) / most;
    let starts = (0u128..).step_by(256).zip(CIVIDIS.windows(2));
    let pair = starts.take_while(|(start, _)| *start <= place).last();
    let (part, low, high) = match pair {
        Some((start, &[low, high])) => (place - start, low, high),
        _ => (0, CIVIDIS[0], CIVIDIS[0]),
    };
    let part = i64::try_from(part).unwrap_or(256);
    let mix = |low: u8, high: u8| {
        let (low, high) = (i64::from(low), i64::from(high));
        u8::try_from(low + (high - low) * part / 256).unwrap_or(u8::MAX)
    };
    Colour(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}

/// Black or white, whichever can be read on a colour.
pub(super) fn readable_on(ground: Colour) -> Colour {
    let light = 299 * u32::from(ground.0) + 587 * u32::from(ground.1) + 114 * u32::from(ground.2);
    if light > 125_000 { INK } else { PAPER }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_keep_their_colours() {
        let colours = |most: u64| few(most).map(|values| values.collect::<Vec<_>>());
        let (three, seven) = (
            colours(3).unwrap_or_default(),
            colours(7).unwrap_or_default(),
        );
        assert_eq!(three[..], seven[..3]);
        assert_eq!(seven.len(), 7);
        assert_eq!(colours(8), None);
        assert_eq!(colours(u64::MAX), None);
        let mut all: Vec<Colour> = seven.into_iter().map(|(_, colour)| colour).collect();
        all.extend([SIGNAL, PAPER]);
        let far = |one: &Colour, other: &Colour| {
            let distance = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            let parts = [(one.0, other.0), (one.1, other.1), (one.2, other.2)];
            parts.iter().map(|(a, b)| distance(*a, *b)).sum::<u32>() > 60 * 60
        };
        for (place, one) in all.iter().enumerate() {
            assert!(all[..place].iter().all(|other| far(one, other)), "{one:?}");
        }
    }
}
