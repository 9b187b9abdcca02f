//! Letters as outlines, for the pictures that have no text: the same on every machine, whatever fonts it has.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The outlines, in units of [`EM`].
static GLYPHS: LazyLock<BTreeMap<char, Glyph>> = LazyLock::new(|| {
    let lines = include_str!("glyphs.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(read)
        .collect()
});

/// The size of a letter in units of its outline.
pub(super) const EM: i64 = 2048;

/// Each curve becomes so many straight lines.
const PIECES: i64 = 6;

/// A letter.
#[derive(Clone, Debug, Default)]
pub(super) struct Glyph {
    /// How far the next letter is.
    pub(super) advance: i64,
    /// Its closed outlines, upwards.
    pub(super) outlines: Vec<Vec<(i64, i64)>>,
}

/// The outline of a letter; letters that are not there look like a question mark.
pub(super) fn glyph(letter: char) -> &'static Glyph {
    static NONE: Glyph = Glyph {
        advance: 0,
        outlines: Vec::new(),
    };
    GLYPHS
        .get(&letter)
        .or_else(|| GLYPHS.get(&'?'))
        .unwrap_or(&NONE)
}

/// How long a text is, in units of [`EM`].
pub(super) fn length(text: &str) -> i64 {
    text.chars().map(|letter| glyph(letter).advance).sum()
}

fn read(line: &str) -> Option<(char, Glyph)> {
    let mut words = line.split(' ');
    let letter = char::from_u32(u32::from_str_radix(words.next()?, 16).ok()?)?;
    let advance = words.next()?.parse().ok()?;
    let mut outlines: Vec<Vec<(i64, i64)>> = Vec::new();
    while let Some(kind) = words.next().filter(|kind| !kind.is_empty()) {
        let mut point = || Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?));
        match kind {
            "M" => outlines.push(vec![point()?]),
            "L" => outlines.last_mut()?.push(point()?),
            _ => {
                let (control, end) = (point()?, point()?);
                let outline = outlines.last_mut()?;
                let start = *outline.last()?;
                outline.extend((1..=PIECES).map(|piece| on_curve(start, control, end, piece)));
            }
        }
    }
    Some((letter, Glyph { advance, outlines }))
}

/// A point of a quadratic curve.
fn on_curve(start: (i64, i64), control: (i64, i64), end: (i64, i64), piece: i64) -> (i64, i64) {
    let (here, there) = (PIECES - piece, piece);
    let mix = |a: i64, b: i64, c: i64| {
        (here * here * a + 2 * here * there * b + there * there * c) / (PIECES * PIECES)
    };
    (
        mix(start.0, control.0, end.0),
        mix(start.1, control.1, end.1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_the_titles_is_there() {
        let letters = (' '..='~').chain("φβτσΔ√·≤²−…×→".chars());
        for letter in letters {
            assert!(GLYPHS.contains_key(&letter), "{letter}");
        }
        assert_eq!(length("  "), 2 * glyph(' ').advance);
        assert_eq!(glyph('\u{1f400}').advance, glyph('?').advance);
    }
}
