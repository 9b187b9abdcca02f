//! Piles in letters: tokens where they can be counted, a bar and a number where they cannot.
//!
//! A pile is a row, and tokens leave from its right end. Which number of tokens may stay is not known here: whoever draws says
//! so, and it is marked below the pile that is chosen.

use std::ops::Range;

use lab::Natural;

use super::sheet::{SheetRow, Signs, TextRole};
use super::wrap::{clipped, columns};
use crate::render::number;

/// More tokens than this cannot be counted by the eye.
const MOST_TOKENS: u64 = 60;

/// Up to this many tokens stand apart; more stand in groups of five.
const APART: usize = 20;

/// The names of piles take no more columns than this.
const LONGEST_NAME: usize = 12;

/// A bar has at least so many columns.
const SHORTEST_BAR: usize = 8;

/// A bar has at most so many columns.
const LONGEST_BAR: usize = 60;

/// From this size on a pile is not subtracted from in writing.
const LONG: u64 = 1_000_000_000_000;

/// Before a number.
const GAP: usize = 2;

/// Piles, and what is being taken from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PileBoard<'a> {
    /// The names of the piles.
    pub(crate) names: &'a [String],
    /// Their sizes.
    pub(crate) piles: &'a [Natural],
    /// What is left of each if the move that is being chosen is made; as long as the piles.
    pub(crate) left: &'a [Natural],
    /// The pile that is chosen.
    pub(crate) chosen: Option<usize>,
    /// For each number of tokens, whether so many may be left of the chosen pile; empty where that is not known.
    pub(crate) may_leave: &'a [bool],
}

/// A row of a drawn board, and what a finger on it would mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardRow {
    /// What is seen.
    pub(crate) row: SheetRow,
    /// The pile that it belongs to.
    pub(crate) pile: usize,
    /// Does it say what may be left of the pile?
    pub(crate) marks: bool,
    /// Where its tokens or its bar are.
    span: Range<usize>,
    layout: PileLayout,
    size: Natural,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PileLayout {
    /// A blank between tokens.
    Apart,
    /// A blank after every fifth token.
    Fives,
    /// A bar.
    Bar,
}

impl BoardRow {
    /// How much is left of the pile if what stands at this column and behind it goes; none beside the tokens.
    pub(crate) fn left_at(&self, column: usize) -> Option<Natural> {
        if !self.span.contains(&column) {
            return None;
        }
        let offset = column - self.span.start;
        let left = match self.layout {
            PileLayout::Apart => Natural::from(offset.div_ceil(2)),
            PileLayout::Fives => Natural::from(offset - offset / 6),
            PileLayout::Bar => &self.size * Natural::from(offset) / Natural::from(self.span.len()),
        };
        Some(left.min(self.size.clone()))
    }
}

impl PileBoard<'_> {
    /// The board in at most this many columns, as far as that is possible.
    pub(crate) fn draw(&self, width: usize, signs: &Signs) -> Vec<BoardRow> {
        let names: Vec<String> = self
            .names
            .iter()
            .map(|name| clipped(name, LONGEST_NAME, signs.left_out))
            .collect();
        let counts: Vec<String> = (0..self.piles.len()).map(|pile| self.count(pile)).collect();
        let head = 2 + names.iter().map(|name| columns(name)).max().unwrap_or(0) + 1;
        let tail = counts.iter().map(|count| columns(count)).max().unwrap_or(0);
        let beside = width.saturating_sub(head + GAP + tail);
        let (layout, room, below) = self.layout(beside, width.saturating_sub(head));
        let mut rows = Vec::new();
        for (pile, (name, count)) in names.iter().zip(&counts).enumerate() {
            let mut row = self.head(pile, name, head, signs);
            let drawn = self.tokens(pile, layout, room, signs, &mut row);
            let here = |row, marks| BoardRow {
                row,
                pile,
                marks,
                span: head..head + drawn,
                layout,
                size: self.piles[pile].clone(),
            };
            let number = match below {
                true => SheetRow::of(TextRole::Plain, " ".repeat(head) + count),
                false => {
                    row.push(TextRole::Plain, " ".repeat(room - drawn + GAP));
                    row.push(self.ink_of(pile), format!("{count:>tail$}"));
                    SheetRow::default()
                }
            };
            rows.push(here(row, false));
            if let Some(marks) = self.marks(pile, layout, head, signs) {
                rows.push(here(marks, true));
            }
            if below {
                rows.push(here(number, false));
            }
        }
        rows
    }

    /// How the piles are drawn, the columns for the largest one, and whether the numbers stand below the bars.
    fn layout(&self, beside: usize, alone: usize) -> (PileLayout, usize, bool) {
        let largest = self.piles.iter().max().cloned().unwrap_or_default();
        if largest <= MOST_TOKENS {
            let tokens = usize::try_from(&largest).unwrap_or(0);
            let apart = (2 * tokens).saturating_sub(1);
            if tokens <= APART && apart <= beside {
                return (PileLayout::Apart, apart, false);
            }
            let fives = tokens + tokens.saturating_sub(1) / 5;
            if fives <= beside {
                return (PileLayout::Fives, fives, false);
            }
        }
        let below = beside < SHORTEST_BAR;
        let room = if below { alone } else { beside };
        (PileLayout::Bar, room.min(LONGEST_BAR), below)
    }

    fn is_chosen(&self, pile: usize) -> bool {
        self.chosen == Some(pile)
    }

    fn ink_of(&self, pile: usize) -> TextRole {
        if self.is_chosen(pile) {
            TextRole::Chosen
        } else {
            TextRole::Plain
        }
    }

    /// The pointer and the name.
    fn head(&self, pile: usize, name: &str, head: usize, signs: &Signs) -> SheetRow {
        let pointer = if self.is_chosen(pile) {
            signs.pointer
        } else {
            ' '
        };
        let mut row = SheetRow::of(self.ink_of(pile), format!("{pointer} {name}"));
        let blanks = head.saturating_sub(row.width());
        row.push(TextRole::Plain, " ".repeat(blanks));
        row
    }

    /// The size, and what is left of it.
    fn count(&self, pile: usize) -> String {
        let (size, left) = (&self.piles[pile], &self.left[pile]);
        if left >= size {
            return number::shown(size, false);
        }
        let shown = |number: &Natural| number::shown(number, false);
        if *size >= LONG {
            return format!("{} left", shown(left));
        }
        format!(
            "{} - {} = {}",
            shown(size),
            shown(&(size - left)),
            shown(left)
        )
    }

    /// The tokens or the bar of a pile; how many columns they take.
    fn tokens(
        &self,
        pile: usize,
        layout: PileLayout,
        room: usize,
        signs: &Signs,
        row: &mut SheetRow,
    ) -> usize {
        let (size, left) = (&self.piles[pile], &self.left[pile]);
        let before = row.width();
        if layout == PileLayout::Bar {
            let largest = self.piles.iter().max().unwrap_or(size);
            let whole = part(size, largest, room);
            let stays = part(left, largest, room).min(whole);
            row.push(TextRole::Token, signs.bar.to_string().repeat(stays));
            row.push(
                TextRole::Going,
                signs.going_bar.to_string().repeat(whole - stays),
            );
            return whole;
        }
        let (size, left) = (small(size), small(left));
        for token in 0..size {
            if token > 0 && (layout == PileLayout::Apart || token % 5 == 0) {
                row.push(TextRole::Plain, " ");
            }
            let (ink, sign) = if token < left {
                (TextRole::Token, signs.token)
            } else {
                (TextRole::Going, signs.going)
            };
            row.push(ink, sign.to_string());
        }
        row.width() - before
    }

    /// A mark below each token that may be the first to go.
    fn marks(
        &self,
        pile: usize,
        layout: PileLayout,
        head: usize,
        signs: &Signs,
    ) -> Option<SheetRow> {
        let known = self.is_chosen(pile) && layout != PileLayout::Bar;
        if !known || !self.may_leave.contains(&true) {
            return None;
        }
        let mut marks = " ".repeat(head);
        for token in 0..small(&self.piles[pile]) {
            if token > 0 && (layout == PileLayout::Apart || token % 5 == 0) {
                marks.push(' ');
            }
            let may = self.may_leave.get(token).copied().unwrap_or(false);
            marks.push(if may { signs.legal } else { ' ' });
        }
        Some(SheetRow::of(TextRole::Legal, marks.trim_end()))
    }
}

/// Numbers in a sentence, neighbours joined: `0-4, 7`. At most this many pieces, then a sign.
pub(crate) fn ranges(numbers: &[usize], most: usize, signs: &Signs) -> String {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match pieces.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => pieces.push((*number, *number)),
        }
    }
    let more = pieces.len() > most;
    let shown = pieces.iter().take(most).map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if more {
        text.push_str(&format!(", {}", signs.left_out));
    }
    text
}

/// A number in proportion: at least one column unless it is nothing.
fn part(number: &Natural, largest: &Natural, room: usize) -> usize {
    if *number == 0 || *largest == 0 {
        return 0;
    }
    let columns = number * Natural::from(room) / largest;
    small(&columns).clamp(1, room.max(1))
}

fn small(number: &Natural) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::sheet::{ASCII, UNICODE};
    use super::*;

    fn naturals(numbers: &[&str]) -> Vec<Natural> {
        let read = |text: &&str| match text.strip_prefix("10^") {
            Some(power) => {
                let zeros = "0".repeat(power.parse().unwrap());
                format!("1{zeros}").parse().unwrap()
            }
            None => text.parse().unwrap(),
        };
        numbers.iter().map(read).collect()
    }

    fn draw(piles: &[&str], left: &[&str], width: usize, signs: &Signs) -> Vec<BoardRow> {
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned)[..piles.len()].to_vec();
        let board = PileBoard {
            names: &names,
            piles: &naturals(piles),
            left: &naturals(left),
            chosen: Some(1),
            may_leave: &[true, false, true],
        };
        board.draw(width, signs)
    }

    fn check(piles: &[&str], left: &[&str], width: usize, signs: &Signs, expected: &[&str]) {
        let rows = draw(piles, left, width, signs);
        let texts: Vec<String> = rows.iter().map(|drawn| drawn.row.text()).collect();
        assert_eq!(texts, expected);
        assert!(rows.iter().all(|drawn| drawn.row.width() <= width));
    }

    #[test]
    fn small_piles_are_tokens() {
        check(
            &["3", "5", "10"],
            &["3", "3", "10"],
            40,
            &UNICODE,
            &[
                "  a ● ● ●                        3",
                "▸ b ● ● ● ○ ○            5 - 2 = 3",
                "    ▴   ▴",
                "  c ● ● ● ● ● ● ● ● ● ●         10",
            ],
        );
        check(
            &["0", "7"],
            &["0", "7"],
            18,
            &ASCII,
            &["  a           0", "> b ooooo oo  7", "    ^ ^"],
        );
    }

    #[test]
    fn large_piles_are_bars() {
        check(
            &["1", "500", "1000"],
            &["1", "250", "1000"],
            40,
            &ASCII,
            &[
                "  a #                                  1",
                "> b ####-----            500 - 250 = 250",
                "  c ###################             1000",
            ],
        );
    }

    #[test]
    fn numbers_of_a_hundred_digits_stay_legible() {
        let expected = [
            "  a █",
            "    7",
            "▸ b ██████████████████████████████",
            "    100000…000000 (101 digits)",
        ];
        check(&["7", "10^100"], &["7", "10^100"], 34, &UNICODE, &expected);
        let expected = [
            "  a █                            7",
            "▸ b █░░░░░░░░░░░░░░░░░░░░░  3 left",
        ];
        check(&["7", "10^100"], &["7", "3"], 34, &UNICODE, &expected);
    }

    #[test]
    fn no_width_is_too_small() {
        for width in 0..60 {
            for piles in [["0", "0"], ["3", "60"], ["61", "10^100"]] {
                assert!(draw(&piles, &piles, width, &UNICODE).len() >= 2);
            }
        }
    }

    #[test]
    fn a_finger_on_a_token_takes_it_and_those_behind_it() {
        let left = |piles: &[&str], row: usize, column: usize| {
            let rows = draw(piles, piles, 40, &UNICODE);
            rows[row].left_at(column).map(|left| left.to_string())
        };
        let piles = ["3", "5", "10"];
        assert_eq!(left(&piles, 0, 4).unwrap(), "0");
        assert_eq!(left(&piles, 0, 5).unwrap(), "1");
        assert_eq!(left(&piles, 0, 8).unwrap(), "2");
        assert_eq!(left(&piles, 0, 9), None);
        assert_eq!(left(&piles, 0, 3), None);
        let piles = ["3", "5", "25"];
        assert_eq!(left(&piles, 3, 8).unwrap(), "4");
        assert_eq!(left(&piles, 3, 10).unwrap(), "5");
        let piles = ["3", "5", "1000"];
        assert_eq!(left(&piles, 2, 4).unwrap(), "0");
    }

    #[test]
    fn neighbours_are_joined() {
        assert_eq!(ranges(&[0, 1, 2, 4], 5, &ASCII), "0-2, 4");
        assert_eq!(ranges(&[0, 2, 4], 2, &ASCII), "0, 2, ~");
        assert_eq!(ranges(&[], 2, &ASCII), "");
    }
}
