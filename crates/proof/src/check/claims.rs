//! What must be shown for each kind of claim: the frame that all share. Theorems are closed, so that the search leaves
//! nothing but their truth; the other two have files of their own.

use logic::watch::Watch;

use super::Refusal;
use super::digits::Digits;
use super::form::Form;
use super::formula::Formulas;
use super::statement::{Formula, Proposition, Relation, Rules};
use super::text::{Certified, Evidence};
use super::tree::Tree;

/// The tracks of values: of a piece's variables, or of a position. Numbers of variables are smaller.
pub(super) const VALUES: usize = 1 << 33;
/// The tracks of other values for the same position.
pub(super) const OTHERS: usize = 1 << 34;
/// The tracks of a position after a move.
pub(super) const TARGET: usize = 1 << 35;
/// Sorted piles can be arranged in many ways.
const MOST_PILES: usize = 7;

/// Shows one claim, or says why it is not shown. Returns whether it speaks of no position, and how many states were visited.
pub(super) fn check(
    rules: &Rules,
    certified: &Certified,
    watch: &dyn Watch,
) -> Result<(bool, usize), Refusal> {
    if rules.piles.len() > MOST_PILES {
        return Err(Refusal::TooLarge);
    }
    let digits = Digits::new(&certified.system)?;
    let formulas = Formulas::new(&digits, watch)?;
    let game = Game { rules, formulas };
    let empty = match (&certified.says, &certified.evidence) {
        (Proposition::PPositions(pieces), Evidence::Strategy(ways)) => {
            game.p_positions(pieces)?.won_by(ways)?;
            false
        }
        (Proposition::NimValues(values), Evidence::Computed) => game.nim_values(values)?,
        (Proposition::Theorem(sentence), Evidence::Computed) => game.is_true(sentence, &[])?,
        (Proposition::Theorem(sentence), Evidence::Witness(numbers)) => {
            game.is_true(sentence, numbers)?
        }
        _ => return Err(wrong("this is not what shows such a claim")),
    };
    Ok((empty, game.formulas.states.get()))
}

/// A game whose formulas can be translated.
pub(super) struct Game<'a> {
    pub(super) rules: &'a Rules,
    pub(super) formulas: Formulas<'a>,
}

impl Game<'_> {
    /// The tracks of the piles before a move.
    pub(super) fn piles(&self) -> Vec<usize> {
        (0..self.rules.piles.len()).collect()
    }

    /// The table of the numbers on these tracks for which all trees can be satisfied.
    pub(super) fn some(&self, trees: Vec<Tree>, tracks: &[usize]) -> Result<Tree, Refusal> {
        self.formulas.some(&Tree::and(trees), tracks)
    }

    /// Accepts if no numbers satisfy all trees.
    pub(super) fn never(&self, trees: Vec<Tree>, otherwise: &str) -> Result<(), Refusal> {
        match self.formulas.is_impossible(&Tree::and(trees))? {
            true => Ok(()),
            false => Err(wrong(otherwise)),
        }
    }

    /// A sentence is true: no position is spoken of that could be missing. Given are numbers that show it.
    fn is_true(&self, sentence: &Formula, witness: &[i64]) -> Result<bool, Refusal> {
        match self.formulas.with_witness(sentence, witness)? {
            Tree::Constant(true) => Ok(false),
            Tree::Constant(false) => Err(wrong("the theorem is false")),
            _ => Err(Refusal::not_understood("a theorem with a free variable")),
        }
    }

    /// Sorted piles are in order.
    pub(super) fn position(&self) -> Result<Tree, Refusal> {
        let mut parts = Vec::new();
        if self.rules.sorted {
            for pile in 1..self.rules.piles.len() {
                let step = Form::track(pile).plus(-1, &Form::track(pile - 1))?;
                parts.push(self.formulas.relate(&step, Relation::GreaterOrEqual)?);
            }
        }
        Ok(Tree::and(parts))
    }

    /// No pile grows, some pile shrinks, the game has not ended, and the rule allows it: on the tracks of the piles
    /// before and after the move.
    pub(super) fn legal(&self, clauses: &[Formula]) -> Result<Tree, Refusal> {
        let (mut parts, mut taken) = (Vec::new(), Form::constant(0));
        for pile in self.piles() {
            let after = Form::track(self.rules.piles.len() + pile);
            let difference = Form::track(pile).plus(-1, &after)?;
            parts.push(
                self.formulas
                    .relate(&difference, Relation::GreaterOrEqual)?,
            );
            taken = taken.plus(1, &difference)?;
        }
        parts.push(self.formulas.relate(&taken, Relation::Greater)?);
        for clause in clauses {
            parts.push(self.formulas.formula(clause)?);
        }
        if let Some(ends) = &self.rules.ends {
            parts.push(self.formulas.formula(ends)?.negated());
        }
        Ok(Tree::and(parts))
    }

    /// The conditions on a move, where the piles after it stand in this order in the position on the target's tracks.
    pub(super) fn to_target(&self, legal: &Tree, order: &[usize]) -> Vec<Tree> {
        let count = self.rules.piles.len();
        let moved = legal.renamed(&|track| match track.checked_sub(count) {
            Some(pile) if pile < count => TARGET + order[pile],
            _ => track,
        });
        match moved {
            Tree::And(parts) => parts,
            other => vec![other],
        }
    }

    /// Where each pile may stand in the position after a move.
    pub(super) fn orders(&self) -> Vec<Vec<usize>> {
        if !self.rules.sorted {
            return vec![self.piles()];
        }
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for pile in self.piles() {
            let longer = orders.iter().flat_map(|order| {
                (0..=pile).map(|place| [&order[..place], &[pile], &order[place..]].concat())
            });
            orders = longer.collect();
        }
        orders
    }
}

/// The same about the position after a move.
pub(super) fn target(tree: &Tree) -> Tree {
    tree.renamed(&|track| {
        if track < VALUES {
            TARGET + track
        } else {
            track
        }
    })
}

/// The same about other values.
pub(super) fn other(tree: &Tree) -> Tree {
    tree.renamed(&|track| {
        if track < VALUES {
            track
        } else {
            track - VALUES + OTHERS
        }
    })
}

pub(super) fn wrong(reason: &str) -> Refusal {
    Refusal::Wrong(reason.to_owned())
}
