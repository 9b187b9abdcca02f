//! A position of Frankenstein on its strip, as Figure 1.1 of the paper shows one.

use knowledge::{Game, Outcome, Play, Position};
use logic::watch::Watch;
use numeration::natural::{Natural, One, Zero};

use super::{Cell, Holds, Picture, PlotAnswer, Strip, titled};
use crate::LabError;

/// More cells than this are not legible.
const MOST: usize = 40;

/// A strip with at most so many squares is shown whole.
const WHOLE: u32 = 24;

pub(super) fn draw(
    game: &Game,
    coins: &Position,
    watch: &dyn Watch,
) -> Result<PlotAnswer, LabError> {
    if game.rules().pile_names().is_some() {
        return Err(LabError::input(format!(
            "{} is not played with coins on a strip, as frankenstein is",
            game.name()
        )));
    }
    let cells = cells(coins.piles());
    if cells.len() > MOST {
        return Err(LabError::input(format!(
            "a picture of a strip has at most {MOST} squares, and this one would have {}; show fewer coins",
            cells.len()
        )));
    }
    let verdict = game.outcome(coins, Play::Normal, watch)?.verdict;
    let note = match (verdict.outcome, &verdict.winning_move) {
        (Outcome::N, Some(winning)) => {
            format!("the player to move wins, by the move to {}", winning.to)
        }
        (Outcome::N, None) => "the player to move wins".to_owned(),
        (Outcome::P, _) => "the player to move loses".to_owned(),
    };
    Ok(PlotAnswer {
        title: format!("The position {coins} of {}", titled(game)),
        note,
        evidence: verdict.evidence,
        picture: Picture::Strip(Strip { cells }),
        stopped: None,
    })
}

impl Strip {
    /// The strip with coins on these squares, which grow: from the hole to one square beyond the last coin.
    ///
    /// ```
    /// use lab::{Holds, Natural, Strip};
    ///
    /// let strip = Strip::of(&[Natural::from(1_u8), Natural::from(3_u8)]);
    /// let coins = strip.cells.iter().filter(|cell| cell.holds == Holds::Coin);
    /// assert_eq!((strip.cells.len(), coins.count()), (5, 2));
    /// ```
    pub fn of(coins: &[Natural]) -> Self {
        let cells = cells(coins);
        Self { cells }
    }
}

/// The squares from the hole to one beyond the last coin; of a long stretch without coins only its ends.
fn cells(coins: &[Natural]) -> Vec<Cell> {
    let mut cells = vec![Cell {
        square: Natural::ZERO,
        holds: Holds::Hole,
    }];
    let whole = coins.last().is_none_or(|last| *last < WHOLE);
    let mut next = Natural::ONE;
    for coin in coins {
        empty(&mut cells, &next, coin, whole);
        cells.push(Cell {
            square: coin.clone(),
            holds: Holds::Coin,
        });
        next = coin + Natural::ONE;
    }
    cells.push(Cell {
        square: next,
        holds: Holds::Nothing,
    });
    cells
}

/// The squares without coins from one to before another.
fn empty(cells: &mut Vec<Cell>, from: &Natural, to: &Natural, whole: bool) {
    let cell = |square: Natural, holds| Cell { square, holds };
    let length = to - from;
    if whole || length <= 4 {
        let mut square = from.clone();
        while square < *to {
            cells.push(cell(square.clone(), Holds::Nothing));
            square += Natural::ONE;
        }
        return;
    }
    cells.push(cell(from.clone(), Holds::Nothing));
    cells.push(cell(from + Natural::ONE, Holds::LeftOut));
    cells.push(cell(to - Natural::ONE, Holds::Nothing));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(coins: &[u32], expected: &str) {
        let coins: Vec<Natural> = coins.iter().map(|coin| Natural::from(*coin)).collect();
        let letters = cells(&coins).into_iter().map(|cell| match cell.holds {
            Holds::Hole => "( )".to_owned(),
            Holds::Coin => format!("[{}]", cell.square),
            Holds::Nothing => cell.square.to_string(),
            Holds::LeftOut => "…".to_owned(),
        });
        assert_eq!(letters.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn short_strips_are_shown_whole_and_long_stretches_by_their_ends() {
        check(&[], "( ) 1");
        check(&[1, 3, 8], "( ) [1] 2 [3] 4 5 6 7 [8] 9");
        check(&[2, 7, 100], "( ) 1 [2] 3 4 5 6 [7] 8 … 99 [100] 101");
        check(&[1, 30], "( ) [1] 2 … 29 [30] 31");
    }
}
