//! The move that is being chosen on the board: with keys, with the mouse, or as it is typed.
//!
//! What is chosen is a position to move to. Whether that is a move is for the rules to say.

use lab::{BoardView, Natural};

use super::keys::KeyAction;

/// How far a step with Ctrl goes.
const FAR: u32 = 10;

/// What is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveChoice {
    board: BoardView,
    /// The position now.
    now: Vec<Natural>,
    /// The position after the move, pile by pile; on a strip, the squares with coins, from the left.
    then: Vec<Natural>,
    /// The pile that is chosen.
    pile: usize,
    /// The square that is looked at.
    square: Natural,
}

impl MoveChoice {
    /// Nothing is chosen.
    pub(crate) fn new(board: BoardView, now: Vec<Natural>) -> Self {
        let pile = now.iter().rposition(|pile| *pile != 0).unwrap_or(0);
        let square = now.last().cloned().unwrap_or_else(|| Natural::from(1_u8));
        Self {
            board,
            then: now.clone(),
            now,
            pile,
            square,
        }
    }

    /// The position now.
    pub(crate) fn now(&self) -> &[Natural] {
        &self.now
    }

    /// The position after the move.
    pub(crate) fn then(&self) -> &[Natural] {
        &self.then
    }

    /// What lies on the table.
    pub(crate) fn board(&self) -> &BoardView {
        &self.board
    }

    /// The pile that is chosen.
    pub(crate) fn pile(&self) -> usize {
        self.pile
    }

    /// The square that is looked at.
    pub(crate) fn square(&self) -> &Natural {
        &self.square
    }

    /// Is anything chosen?
    pub(crate) fn is_made(&self) -> bool {
        self.then != self.now
    }

    /// Nothing is chosen after all.
    pub(crate) fn take_back(&mut self) {
        self.then.clone_from(&self.now);
    }

    /// Another position: the pile stays chosen as long as there is something to take from it.
    pub(crate) fn start_from(&mut self, board: BoardView, now: Vec<Natural>) {
        let (pile, first) = (self.pile, self.now.is_empty());
        *self = Self::new(board, now);
        if !first && self.now.get(pile).is_some_and(|pile| *pile != 0) {
            self.pile = pile;
        }
    }

    /// The move that was typed, if it can be shown; what cannot is not shown.
    pub(crate) fn show(&mut self, then: Vec<Natural>) {
        self.take_back();
        match self.board {
            BoardView::Strip => self.put_coins(then),
            BoardView::Piles { .. } | BoardView::Heaps { .. } => {
                let (sorted, placed) = match self.board {
                    BoardView::Piles { sorted, placed, .. } => (sorted, placed),
                    _ => (true, 0),
                };
                let mut then = then;
                if then.len() != self.now.len() {
                    return;
                }
                if sorted && !lowers(&self.now, &then) {
                    let sorted = then.len().saturating_sub(placed);
                    then[..sorted].sort_unstable();
                }
                if lowers(&self.now, &then) {
                    let changed = then
                        .iter()
                        .zip(&self.now)
                        .position(|(then, now)| then != now);
                    self.pile = changed.unwrap_or(self.pile);
                    self.then = then;
                }
            }
        }
    }

    /// Does what a key asks for; false if the key means nothing here.
    pub(crate) fn obey(&mut self, deed: KeyAction) -> bool {
        match self.board {
            BoardView::Piles { .. } | BoardView::Heaps { .. } => self.obey_on_piles(deed),
            BoardView::Strip => self.obey_on_strip(deed),
        }
    }

    /// So much stays of a pile.
    pub(crate) fn leave(&mut self, pile: usize, left: Natural) {
        if let Some(size) = self.now.get(pile) {
            self.pile = pile;
            let same = self.then[pile] == left;
            self.then[pile] = if same {
                size.clone()
            } else {
                left.min(size.clone())
            };
        }
    }

    /// Chooses a pile.
    pub(crate) fn choose(&mut self, pile: usize) {
        if pile < self.now.len() {
            self.pile = pile;
        }
    }

    /// Picks up the coin of a square, or puts one down.
    pub(crate) fn toggle(&mut self, square: Natural) {
        if square == 0 {
            return;
        }
        match self.then.iter().position(|coin| *coin == square) {
            Some(place) => {
                self.then.remove(place);
            }
            None => {
                self.then.push(square.clone());
                self.then.sort_unstable();
            }
        }
        self.square = square;
    }

    /// The move as it is typed: the position that it leads to.
    pub(crate) fn line(&self) -> String {
        let piles: Vec<String> = self.then.iter().map(ToString::to_string).collect();
        format!("({})", piles.join(","))
    }

    fn obey_on_piles(&mut self, deed: KeyAction) -> bool {
        let Some(size) = self.now.get(self.pile).cloned() else {
            return false;
        };
        let left = &mut self.then[self.pile];
        match deed {
            KeyAction::Previous => self.pile = self.pile.saturating_sub(1),
            KeyAction::Next => self.pile = (self.pile + 1).min(self.now.len() - 1),
            KeyAction::Left => *left = lowered(left, 1),
            KeyAction::FarLeft => *left = lowered(left, FAR),
            KeyAction::Right => *left = (&*left + Natural::from(1_u8)).min(size),
            KeyAction::FarRight => *left = (&*left + Natural::from(FAR)).min(size),
            KeyAction::LeftEnd => *left = Natural::from(0_u8),
            KeyAction::RightEnd => *left = size,
            _ => return false,
        }
        true
    }

    fn obey_on_strip(&mut self, deed: KeyAction) -> bool {
        let one = Natural::from(1_u8);
        match deed {
            KeyAction::Left => self.square = lowered(&self.square, 1).max(one),
            KeyAction::FarLeft => self.square = lowered(&self.square, FAR).max(one),
            KeyAction::Right => self.square += one,
            KeyAction::FarRight => self.square += Natural::from(FAR),
            KeyAction::LeftEnd => self.square = one,
            KeyAction::RightEnd => {
                self.square = self.now.last().map_or(one.clone(), |last| last + &one);
            }
            KeyAction::Previous => {
                let before = self.now.iter().rev().find(|coin| **coin < self.square);
                self.square = before.unwrap_or(&self.square).clone();
            }
            KeyAction::Next => {
                let after = self.now.iter().find(|coin| **coin > self.square);
                self.square = after.unwrap_or(&self.square).clone();
            }
            KeyAction::Toggle => self.toggle(self.square.clone()),
            _ => return false,
        }
        true
    }

    fn put_coins(&mut self, mut coins: Vec<Natural>) {
        coins.retain(|coin| *coin != 0);
        coins.sort_unstable();
        coins.dedup();
        self.then = coins;
    }
}

/// Does no pile grow?
fn lowers(now: &[Natural], then: &[Natural]) -> bool {
    now.iter().zip(then).all(|(now, then)| then <= now)
}

fn lowered(number: &Natural, by: u32) -> Natural {
    let by = Natural::from(by);
    if *number <= by {
        Natural::from(0_u8)
    } else {
        number - by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naturals(numbers: &[u32]) -> Vec<Natural> {
        numbers
            .iter()
            .map(|number| Natural::from(*number))
            .collect()
    }

    fn piles(numbers: &[u32]) -> MoveChoice {
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        MoveChoice::new(
            BoardView::Piles {
                names,
                sorted: true,
                placed: 0,
            },
            naturals(numbers),
        )
    }

    fn check(choice: &mut MoveChoice, deeds: &[KeyAction], expected: &str) {
        for deed in deeds {
            assert!(choice.obey(*deed), "{deed:?}");
        }
        assert_eq!(choice.line(), expected);
    }

    #[test]
    fn tokens_are_taken_and_put_back() {
        let mut choice = piles(&[3, 6, 10]);
        check(&mut choice, &[KeyAction::Left, KeyAction::Left], "(3,6,8)");
        check(
            &mut choice,
            &[KeyAction::Right, KeyAction::Right, KeyAction::Right],
            "(3,6,10)",
        );
        assert!(!choice.is_made());
        check(
            &mut choice,
            &[KeyAction::Previous, KeyAction::LeftEnd],
            "(3,0,10)",
        );
        check(
            &mut choice,
            &[KeyAction::Left, KeyAction::FarRight],
            "(3,6,10)",
        );
        check(
            &mut choice,
            &[KeyAction::Next, KeyAction::Next, KeyAction::FarLeft],
            "(3,6,0)",
        );
        choice.leave(0, Natural::from(1_u8));
        assert_eq!(choice.line(), "(1,6,0)");
        choice.leave(0, Natural::from(1_u8));
        choice.leave(7, Natural::from(1_u8));
        assert_eq!(choice.line(), "(3,6,0)", "a second finger takes it back");
        choice.take_back();
        assert!(!choice.is_made() && !choice.obey(KeyAction::Toggle));
    }

    #[test]
    fn coins_are_picked_up_and_put_down() {
        let mut choice = MoveChoice::new(BoardView::Strip, naturals(&[1, 3, 8]));
        check(&mut choice, &[KeyAction::Toggle], "(1,3)");
        check(
            &mut choice,
            &[KeyAction::Left, KeyAction::Left, KeyAction::Toggle],
            "(1,3,6)",
        );
        check(
            &mut choice,
            &[KeyAction::Previous, KeyAction::Toggle],
            "(1,6)",
        );
        check(&mut choice, &[KeyAction::LeftEnd, KeyAction::Toggle], "(6)");
        check(
            &mut choice,
            &[KeyAction::RightEnd, KeyAction::Toggle],
            "(6,9)",
        );
        choice.toggle(Natural::from(0_u8));
        choice.show(naturals(&[5, 2, 0, 2]));
        assert_eq!(choice.line(), "(2,5)");
    }

    #[test]
    fn what_is_typed_is_shown_if_it_can_be() {
        let mut choice = piles(&[3, 6, 10]);
        choice.show(naturals(&[8, 3, 5]));
        assert_eq!(choice.line(), "(3,5,8)");
        assert_eq!(choice.pile(), 1);
        choice.show(naturals(&[3, 7, 10]));
        choice.show(naturals(&[3, 7]));
        assert!(!choice.is_made());
    }

    #[test]
    fn a_board_without_piles_is_harmless() {
        let mut choice = MoveChoice::new(
            BoardView::Piles {
                names: Vec::new(),
                sorted: false,
                placed: 0,
            },
            Vec::new(),
        );
        assert!(!choice.obey(KeyAction::Left));
        choice.leave(0, Natural::from(1_u8));
        assert_eq!(choice.line(), "()");
    }
}
