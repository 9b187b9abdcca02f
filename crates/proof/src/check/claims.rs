//! What must be shown for each kind of claim: the frame that all share. Theorems are closed, so that the search leaves
//! nothing but their truth; the other two have files of their own.

use games::spec::{MoveRule, PileOrder, Spec};
use logic::Comparison;
use logic::watch::Watch;

use super::Refusal;
use super::digits::Digits;
use super::form::Form;
use super::formula::Formulas;
use super::text::{Certified, Evidence};
use super::tree::Tree;
use crate::claim::Claim;

/// The tracks of values: of a piece's variables, or of a position. Numbers of variables are smaller.
pub(super) const VALUES: usize = 1 << 33;
/// The tracks of other values for the same position.
pub(super) const OTHERS: usize = 1 << 34;
/// The tracks of a position after a move.
pub(super) const TARGET: usize = 1 << 35;
/// Sorted piles can be arranged in many ways.
const MOST_PILES: usize = 7;

/// Shows one claim, or says why it is not shown. Returns how many states were visited.
pub(super) fn check(
    spec: &Spec,
    certified: &Certified,
    watch: &dyn Watch,
) -> Result<usize, Refusal> {
    if spec.dimension() > MOST_PILES {
        return Err(Refusal::TooLarge);
    }
    let digits = Digits::new(&certified.system)?;
    let formulas = Formulas::new(&digits, watch)?;
    let name = match certified.claim {
        Claim::PPositions => "P-positions",
        Claim::NimValues => "nim-values",
        Claim::Theorem(index) => spec.theorems.get(index).map_or("", |known| &known.name),
    };
    if name != certified.name {
        return Err(wrong("the game makes no such claim"));
    }
    let game = Game { spec, formulas };
    match (certified.claim, &certified.evidence) {
        (Claim::PPositions, Evidence::Strategy(ways)) => game.p_positions()?.won_by(ways)?,
        (Claim::NimValues, Evidence::Computed) => game.nim_values()?,
        (Claim::Theorem(index), Evidence::Computed) => {
            match game.formulas.formula(&spec.theorems[index].sentence)? {
                Tree::Constant(true) => {}
                Tree::Constant(false) => return Err(wrong("the theorem is false")),
                _ => return Err(Refusal::not_understood("a theorem with a free variable")),
            }
        }
        _ => return Err(wrong("this is not what shows such a claim")),
    }
    Ok(game.formulas.states.get())
}

/// A game whose formulas can be translated.
pub(super) struct Game<'a> {
    pub(super) spec: &'a Spec,
    pub(super) formulas: Formulas<'a>,
}

impl Game<'_> {
    /// The tracks of the piles before a move.
    pub(super) fn piles(&self) -> Vec<usize> {
        (0..self.spec.dimension()).collect()
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

    /// Sorted piles are in order.
    pub(super) fn position(&self) -> Result<Tree, Refusal> {
        let mut parts = Vec::new();
        if self.spec.piles.order == PileOrder::Sorted {
            for pile in 1..self.spec.dimension() {
                let step = Form::track(pile).plus(-1, &Form::track(pile - 1))?;
                parts.push(self.formulas.relate(&step, Comparison::GreaterOrEqual)?);
            }
        }
        Ok(Tree::and(parts))
    }

    /// No pile grows, some pile shrinks, the game has not ended, and the rule allows it: on the tracks of the piles
    /// before and after the move.
    pub(super) fn legal(&self, rule: &MoveRule) -> Result<Tree, Refusal> {
        let (mut parts, mut taken) = (Vec::new(), Form::constant(0));
        for pile in self.piles() {
            let after = Form::track(self.spec.dimension() + pile);
            let difference = Form::track(pile).plus(-1, &after)?;
            parts.push(
                self.formulas
                    .relate(&difference, Comparison::GreaterOrEqual)?,
            );
            taken = taken.plus(1, &difference)?;
        }
        parts.push(self.formulas.relate(&taken, Comparison::Greater)?);
        for clause in &rule.clauses {
            parts.push(self.formulas.formula(clause)?);
        }
        if let Some(ends) = &self.spec.ends {
            parts.push(self.formulas.formula(ends)?.negated());
        }
        Ok(Tree::and(parts))
    }

    /// The conditions on a move, where the piles after it stand in this order in the position on the target's tracks.
    pub(super) fn to_target(&self, legal: &Tree, order: &[usize]) -> Vec<Tree> {
        let count = self.spec.dimension();
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
        if self.spec.piles.order == PileOrder::Ordered {
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
