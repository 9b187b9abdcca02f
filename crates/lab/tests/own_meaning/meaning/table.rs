//! Outcomes and nim-values of a board, position by position, from the options that the plain evaluator finds.

use std::collections::{BTreeMap, BTreeSet};

use super::evaluate::below;
use super::tree::Game;

/// A position with the kinds of move that lead to it.
pub(crate) type Option_ = (Vec<i128>, Vec<String>);

/// Everything about the positions with no pile above a bound.
pub(crate) struct Table {
    /// The positions, by their sums and then in the order of the alphabet.
    pub positions: Vec<Vec<i128>>,
    options: BTreeMap<Vec<i128>, Vec<Option_>>,
    values: BTreeMap<Vec<i128>, i128>,
    /// Is it a P-position of normal play?
    normal: BTreeMap<Vec<i128>, bool>,
    /// Who wins if the last move loses: is it the player who moved before?
    misere: BTreeMap<Vec<i128>, bool>,
}

impl Table {
    /// The table of a game up to a largest pile.
    pub(crate) fn new(game: &Game, most: i128) -> Self {
        let mut positions = below(&vec![most; game.piles.count]);
        positions.retain(|piles| game.is_position(piles));
        positions.sort_by_key(|piles| (piles.iter().sum::<i128>(), piles.clone()));
        let mut table = Self {
            positions: Vec::new(),
            options: BTreeMap::new(),
            values: BTreeMap::new(),
            normal: BTreeMap::new(),
            misere: BTreeMap::new(),
        };
        for piles in positions {
            let options = game.options(&piles);
            let taken: BTreeSet<i128> = options.iter().map(|(to, _)| table.values[to]).collect();
            let value = (0..)
                .find(|value| !taken.contains(value))
                .expect("a least value");
            let misere = !options.is_empty() && options.iter().all(|(to, _)| !table.misere[to]);
            let lost = options.iter().filter(|(to, _)| table.normal[to]).count();
            table.normal.insert(piles.clone(), lost <= game.blocking);
            table.values.insert(piles.clone(), value);
            table.misere.insert(piles.clone(), misere);
            table.options.insert(piles.clone(), options);
            table.positions.push(piles);
        }
        table
    }

    pub(crate) fn options(&self, piles: &[i128]) -> &[Option_] {
        &self.options[piles]
    }

    pub(crate) fn value(&self, piles: &[i128]) -> i128 {
        self.values[piles]
    }

    /// Is it a P-position?
    pub(crate) fn is_p(&self, piles: &[i128], misere: bool) -> bool {
        if misere {
            self.misere[piles]
        } else {
            self.normal[piles]
        }
    }
}
