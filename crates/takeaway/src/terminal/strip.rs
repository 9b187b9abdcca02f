//! A strip with coins in letters: `( )` is the hole, `[●]` a coin. It goes on in the next rows where it is longer than the
//! screen is wide.

use lab::{Cell, Holds, Natural, Strip};

use super::sheet::{SheetRow, Signs, TextRole};
use super::wrap::{clipped, columns};
use crate::render::number;

/// Coins, and where they are to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coins<'a> {
    /// The squares with coins, from the left.
    pub(crate) now: &'a [Natural],
    /// Those after the move that is being chosen.
    pub(crate) then: &'a [Natural],
    /// The square that is looked at.
    pub(crate) at: Option<&'a Natural>,
    /// The squares on which one more coin would make a legal move.
    pub(crate) may_hold: &'a [Natural],
}

/// A row of a drawn strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StripRow {
    /// What is seen.
    pub(crate) row: SheetRow,
    /// Where each square of the row ends, and which it is.
    ends: Vec<(usize, Option<Natural>)>,
}

impl StripRow {
    /// The square at this column.
    pub(crate) fn square_at(&self, column: usize) -> Option<Natural> {
        let place = self.ends.iter().find(|(end, _)| column < *end);
        place.and_then(|(_, square)| square.clone())
    }
}

impl Coins<'_> {
    /// The strip in at most this many columns, as far as that is possible.
    pub(crate) fn draw(&self, width: usize, signs: &Signs) -> Vec<StripRow> {
        let mut rows = Vec::new();
        let (mut squares, mut numbers, mut ends) =
            (SheetRow::default(), SheetRow::default(), Vec::new());
        for cell in self.cells() {
            let label = self.label(&cell, width.saturating_sub(2).max(2), signs);
            let wide = columns(&label).max(3) + 1;
            if squares.width() + wide > width.max(4) {
                finish(&mut rows, &mut squares, &mut numbers, &mut ends);
            }
            let (ink, sign) = self.square(&cell, signs);
            squares.push(ink, centred(&sign, wide - 1));
            squares.push(TextRole::Plain, " ");
            let ink = self.ink_of_number(&cell);
            numbers.push(ink, format!("{label:<width$}", width = wide - 1));
            numbers.push(TextRole::Plain, " ");
            let known = !matches!(cell.holds, Holds::LeftOut | Holds::Hole);
            ends.push((squares.width(), known.then_some(cell.square)));
        }
        finish(&mut rows, &mut squares, &mut numbers, &mut ends);
        rows
    }

    /// What is seen of the strip: every coin, where one would come, and the square that is looked at.
    fn cells(&self) -> Vec<Cell> {
        let seen = self.now.iter().chain(self.then).chain(self.at);
        let mut seen: Vec<Natural> = seen.filter(|square| **square != 0).cloned().collect();
        seen.sort_unstable();
        seen.dedup();
        Strip::of(&seen).cells
    }

    fn square(&self, cell: &Cell, signs: &Signs) -> (TextRole, String) {
        match cell.holds {
            Holds::Hole => return (TextRole::Strong, "( )".to_owned()),
            Holds::LeftOut => return (TextRole::Faint, signs.left_out.to_string().repeat(3)),
            Holds::Coin | Holds::Nothing => {}
        }
        let (now, then) = (
            self.now.contains(&cell.square),
            self.then.contains(&cell.square),
        );
        match (now, then) {
            (true, true) => (TextRole::Token, format!("[{}]", signs.token)),
            (true, false) => (TextRole::Going, format!("[{}]", signs.going)),
            (false, true) => (TextRole::Good, format!("<{}>", signs.token)),
            (false, false) if self.may_hold.contains(&cell.square) => {
                (TextRole::Legal, format!("[{}]", signs.legal))
            }
            (false, false) => (TextRole::Faint, "[ ]".to_owned()),
        }
    }

    /// The number, with room for a pointer before it.
    fn label(&self, cell: &Cell, width: usize, signs: &Signs) -> String {
        if cell.holds == Holds::LeftOut {
            return String::new();
        }
        let number = clipped(&number::shown(&cell.square, false), width, signs.left_out);
        let pointer = if self.is_looked_at(cell) {
            signs.pointer
        } else {
            ' '
        };
        format!("{pointer}{number}")
    }

    fn is_looked_at(&self, cell: &Cell) -> bool {
        self.at == Some(&cell.square) && cell.holds != Holds::LeftOut
    }

    fn ink_of_number(&self, cell: &Cell) -> TextRole {
        if self.is_looked_at(cell) {
            TextRole::Chosen
        } else {
            TextRole::Plain
        }
    }
}

fn finish(
    rows: &mut Vec<StripRow>,
    squares: &mut SheetRow,
    numbers: &mut SheetRow,
    ends: &mut Vec<(usize, Option<Natural>)>,
) {
    if ends.is_empty() {
        return;
    }
    let ends = std::mem::take(ends);
    for row in [squares, numbers] {
        rows.push(StripRow {
            row: std::mem::take(row),
            ends: ends.clone(),
        });
    }
}

/// A text in the middle of so many columns.
fn centred(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(columns(text));
    let before = blanks / 2;
    format!(
        "{}{text}{}",
        " ".repeat(before),
        " ".repeat(blanks - before)
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::sheet::{ASCII, UNICODE};
    use super::*;

    fn naturals(numbers: &[u64]) -> Vec<Natural> {
        numbers
            .iter()
            .map(|number| Natural::from(*number))
            .collect()
    }

    fn draw(now: &[u64], then: &[u64], width: usize, signs: &Signs) -> Vec<StripRow> {
        let at = Natural::from(4_u8);
        let coins = Coins {
            now: &naturals(now),
            then: &naturals(then),
            at: Some(&at),
            may_hold: &naturals(&[2]),
        };
        coins.draw(width, signs)
    }

    fn check(now: &[u64], then: &[u64], width: usize, signs: &Signs, expected: &[&str]) {
        let rows = draw(now, then, width, signs);
        let texts: Vec<String> = rows.iter().map(|drawn| drawn.row.text()).collect();
        assert_eq!(texts, expected);
        assert!(rows.iter().all(|drawn| drawn.row.width() <= width));
    }

    #[test]
    fn coins_stay_leave_and_come() {
        check(
            &[1, 3, 8],
            &[1, 5, 8],
            40,
            &UNICODE,
            &[
                "( ) [●] [▴] [○] [ ] <●> [ ] [ ] [●] [ ]",
                " 0   1   2   3  ▸4   5   6   7   8   9",
            ],
        );
    }

    #[test]
    fn a_long_strip_goes_on_below() {
        check(
            &[1, 300],
            &[1, 300],
            20,
            &ASCII,
            &[
                "( ) [o] [^] [ ] [ ]",
                " 0   1   2   3  >4",
                "[ ] ~~~ [ ]  [o]",
                " 5       299  300",
                "[ ]",
                " 301",
            ],
        );
    }

    #[test]
    fn a_finger_finds_its_square() {
        let rows = draw(&[1, 300], &[1, 300], 20, &ASCII);
        assert_eq!(rows[0].square_at(1), None, "the hole");
        assert_eq!(rows[0].square_at(5), Some(Natural::from(1_u8)));
        assert_eq!(rows[3].square_at(9), Some(Natural::from(299_u32)));
        assert_eq!(rows[5].square_at(1), Some(Natural::from(301_u32)));
        assert_eq!(rows[3].square_at(5), None, "left out");
        assert_eq!(rows[3].square_at(50), None);
    }

    #[test]
    fn no_width_is_too_small() {
        for width in 0..20 {
            assert!(!draw(&[1, 3, 800], &[], width, &UNICODE).is_empty());
        }
    }
}
