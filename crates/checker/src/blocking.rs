//! The claim `P = S` where K options may be forbidden before each move. A position is a P-position if and only if at most K of
//! its options are, since these are then forbidden. So in place of 2 (see `p_positions`) it must be shown that no member of `S`
//! has more than K options in `S`, and for every other position the certificate gives K + 1 strategies, no two of which
//! ever make the same move.
//!
//! Options are counted as positions, however many moves lead to them: with any order of the positions, more than k options
//! are in `S` if and only if one of them has at least k of them before it.

use super::Refusal;
use super::claims::{CheckedGame, PILES, target};
use super::form::TrackSum;
use super::p_positions::ClaimedGame;
use super::statement::Relation;
use super::text::MoveTable;
use super::tree::TableFormula;

/// The tracks of other options are so far after those of the position after a move.
const RIVALS: usize = 1 << 36;

impl CheckedGame<'_> {
    /// The tracks of a position and of one after a move, in the order in which they are read.
    fn pairs(&self) -> Vec<usize> {
        let both = |pile| [pile, pile + 1];
        self.piles().into_iter().flat_map(both).collect()
    }

    /// The moves where all this holds, as pairs of positions.
    pub(super) fn options(&self, conditions: &[TableFormula]) -> Result<TableFormula, Refusal> {
        let (before, after) = (self.forms(0)?, self.forms(1)?);
        let mut found = Vec::new();
        for kind in 0..self.rules.moves.len() {
            for order in self.orders() {
                let legal = self.legal(kind, &before, &after, &order)?;
                found.push(self.some([conditions, &legal].concat(), &self.pairs())?);
            }
        }
        self.some(vec![TableFormula::or(found)], &self.pairs())
    }

    /// No member has more than so many options that are members.
    pub(super) fn few_inside(&self, members: &TableFormula, blocking: u32) -> Result<(), Refusal> {
        let inside = self.options(&[members.clone(), target(members)])?;
        // Options with at least so many before them.
        let mut late = inside.clone();
        let rivals = self.before_others()?;
        for _ in 0..blocking {
            if matches!(late, TableFormula::Constant(false)) {
                break;
            }
            let before = vec![inside.clone(), late.renamed(&rival), rivals.clone()];
            late = self.some(before, &self.pairs())?;
        }
        self.never(
            vec![late],
            "a member of the set has more options in it than may be forbidden",
        )
    }

    /// Another position comes before the one after a move: it is smaller in the first pile in which they differ.
    fn before_others(&self) -> Result<TableFormula, Refusal> {
        let (mut found, mut same) = (Vec::new(), Vec::new());
        for pile in self.piles() {
            let lead = TrackSum::track(rival(pile + 1)).plus(-1, &TrackSum::track(pile + 1))?;
            let less = self.formulas.relate(&lead, Relation::Less)?;
            found.push(TableFormula::and([same.as_slice(), &[less]].concat()));
            same.push(self.formulas.relate(&lead, Relation::Equal)?);
        }
        Ok(TableFormula::or(found))
    }
}

impl ClaimedGame<'_> {
    /// No two strategies make the same move anywhere.
    pub(super) fn are_different(&self, strategies: &[Vec<MoveTable>]) -> Result<(), Refusal> {
        let game = self.game;
        if strategies.len() < 2 {
            return Ok(());
        }
        let mut moves: Vec<TableFormula> = Vec::new();
        for ways in strategies {
            let mut parts = Vec::new();
            for way in ways {
                let piece = &self.pieces[way.piece];
                let tracks = [piece.values.as_slice(), &game.piles()].concat();
                let played = game.formulas.leaf(way.table.clone(), tracks)?;
                parts.push(game.some(vec![played, target(&piece.graph)], &game.pairs())?);
            }
            let own = game.some(vec![TableFormula::or(parts)], &game.pairs())?;
            for other in &moves {
                let both = vec![own.clone(), other.clone()];
                game.never(both, "two of the strategies make the same move")?;
            }
            moves.push(own);
        }
        Ok(())
    }
}

/// The tracks of another position after a move.
fn rival(track: usize) -> usize {
    match track >= PILES && track % 2 == 1 {
        true => track + RIVALS,
        false => track,
    }
}
