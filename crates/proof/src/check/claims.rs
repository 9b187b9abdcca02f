//! What must be shown for each kind of claim.
//!
//! **`P = S`**, where the certificate gives a strategy in parts, each a table of positions and values of the variables of
//! one piece of `S`:
//!
//! 1. `S` consists of positions;
//! 2. no move leads from `S` to `S`;
//! 3. every part moves, by its kind of move, into `S`, and only from positions that the parts before it left open;
//! 4. for no position does it give two values;
//! 5. nothing is left open by all parts together but `S`.
//!
//! So the parts together give exactly one move for each position outside `S`: a table cannot be changed
//! without taking a move away, unless another winning move is put in its place.
//!
//! **`nim-value = g`**: no value is negative, no position has two; no move leads from a position with a value to one
//! without, or to one with the same value; and for every smaller value there is a move to a position that has it.
//!
//! **Theorems** are closed: the search leaves nothing but their truth.

use games::spec::{MoveRule, PileOrder, Spec};
use logic::watch::Watch;
use logic::{Comparison, Piece, Term, Variable};

use super::Refusal;
use super::digits::{Digits, Form};
use super::formula::Formulas;
use super::search::Tree;
use super::text::{Certified, Evidence, Way};
use crate::claim::Claim;

/// Sorted piles can be arranged in many ways.
const MOST_PILES: usize = 7;
/// The tracks of the values of a piece's variables; numbers of variables are smaller.
const VALUES: usize = 1 << 33;
/// The tracks of other values for the same position.
const OTHERS: usize = 1 << 34;
/// The tracks of a position after a move.
const TARGET: usize = 1 << 35;

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
    let formulas = Formulas::new(&digits, !certified.system.is_empty(), watch)?;
    let name = match certified.claim {
        Claim::PPositions => "P-positions",
        Claim::NimValues => "nim-values",
        Claim::Theorem(index) => spec.theorems.get(index).map_or("", |theorem| &theorem.name),
    };
    if name != certified.name {
        return Err(wrong("the game makes no such claim"));
    }
    let game = Game {
        spec,
        formulas: &formulas,
    };
    match (certified.claim, &certified.evidence) {
        (Claim::PPositions, Evidence::Strategy(ways)) => game.p_positions(ways)?,
        (Claim::NimValues, Evidence::Computed) => game.nim_values()?,
        (Claim::Theorem(index), Evidence::Computed) => {
            match formulas.formula(&spec.theorems[index].sentence)? {
                Tree::Constant(true) => {}
                Tree::Constant(false) => return Err(wrong("the theorem is false")),
                _ => return Err(Refusal::not_understood("a theorem with a free variable")),
            }
        }
        _ => return Err(wrong("this is not what shows such a claim")),
    }
    Ok(formulas.states.get())
}

struct Game<'a> {
    spec: &'a Spec,
    formulas: &'a Formulas<'a>,
}

impl Game<'_> {
    fn p_positions(&self, ways: &[Way]) -> Result<(), Refusal> {
        let set = self
            .spec
            .p_positions
            .as_ref()
            .ok_or_else(|| wrong("the game claims no P-positions"))?;
        let (mut graphs, mut members) = (Vec::new(), Vec::new());
        for piece in &set.pieces {
            self.members_are_positions(piece)?;
            let graph = self.graph(piece)?;
            let targets: Vec<usize> = self.piles().iter().map(|pile| TARGET + pile).collect();
            members.push(self.formulas.some(&graph, &targets)?);
            graphs.push((self.values(piece), graph));
        }
        let members = Tree::or(members).renamed(&|track| track - TARGET);
        let members = self.formulas.some(&members, &self.piles())?;
        let rules = self
            .spec
            .moves
            .iter()
            .map(|rule| self.legal(rule))
            .collect::<Result<Vec<_>, _>>()?;
        for (rule, legal) in self.spec.moves.iter().zip(&rules) {
            for order in self.orders() {
                let inside = [
                    vec![members.clone(), target(&members)],
                    self.to_target(legal, &order),
                ]
                .concat();
                if !self.formulas.is_impossible(&Tree::and(inside))? {
                    return Err(wrong(&format!(
                        "{} leads from the set into the set",
                        rule.kind
                    )));
                }
            }
        }
        let mut open = Tree::and(vec![self.position()?, members.negated()]);
        open = self.formulas.some(&open, &self.piles())?;
        for way in ways {
            open = self.open_after(way, &graphs, &rules, &open)?;
        }
        match open {
            Tree::Constant(false) => Ok(()),
            _ => Err(wrong(
                "the strategy has no move for some position outside the set",
            )),
        }
    }

    /// No values of the variables give a negative number, or piles out of order.
    fn members_are_positions(&self, piece: &Piece) -> Result<(), Refusal> {
        let mut bad = Vec::new();
        for term in &piece.tuple {
            bad.push(
                self.formulas
                    .compare(term, Comparison::Less, &Term::integer(0))?,
            );
        }
        if self.spec.piles.order == PileOrder::Sorted {
            for pair in piece.tuple.windows(2) {
                bad.push(
                    self.formulas
                        .compare(&pair[0], Comparison::Greater, &pair[1])?,
                );
            }
        }
        let member = self.formulas.formula(&piece.condition)?;
        if self
            .formulas
            .is_impossible(&Tree::and(vec![member, Tree::or(bad)]))?
        {
            Ok(())
        } else {
            Err(wrong("a member of the set is not a position"))
        }
    }

    /// The values of a piece's variables with the position that they name. One pile after the other: that keeps tables small.
    fn graph(&self, piece: &Piece) -> Result<Tree, Refusal> {
        let mut tracks = self.values(piece);
        let named: Vec<(Variable, usize)> = piece
            .variables
            .iter()
            .cloned()
            .zip(tracks.clone())
            .collect();
        self.formulas.with(&named, || {
            let mut graph = self.formulas.formula(&piece.condition)?;
            for (pile, term) in piece.tuple.iter().enumerate() {
                tracks.push(TARGET + pile);
                let equal = self.formulas.is(TARGET + pile, term)?;
                graph = self
                    .formulas
                    .some(&Tree::and(vec![graph, equal]), &tracks)?;
            }
            Ok(graph)
        })
    }

    /// The positions that are left open by one more part of the strategy, if its moves are winning moves.
    fn open_after(
        &self,
        way: &Way,
        graphs: &[(Vec<usize>, Tree)],
        rules: &[Tree],
        open: &Tree,
    ) -> Result<Tree, Refusal> {
        let (Some(rule), Some((values, graph))) = (rules.get(way.rule), graphs.get(way.piece))
        else {
            return Err(wrong(
                "the strategy has an unknown kind of move or piece of the set",
            ));
        };
        if !self.orders().contains(&way.order) {
            return Err(wrong("the strategy arranges the piles in an unknown way"));
        }
        let tracks = [self.piles(), values.clone()].concat();
        if way.table.tracks != tracks.len() || !way.table.is_proper(&self.formulas.digits.radices) {
            return Err(wrong("a table of the strategy is not a canonical table"));
        }
        let moves = Tree::leaf(way.table.clone(), tracks.clone());
        let words = self.formulas.some(&moves, &tracks)?;
        if !matches!(&words, Tree::Leaf(table, ..) if **table == way.table) {
            return Err(wrong(
                "a table of the strategy reads what is not a number, or nothing",
            ));
        }
        let never = |condition: Tree, reason: &str| {
            let wrong = || wrong(&format!("the strategy {reason}"));
            let found = self
                .formulas
                .is_impossible(&Tree::and(vec![moves.clone(), condition]))?;
            if found { Ok(()) } else { Err(wrong()) }
        };
        never(open.negated(), "moves from a position that needs no move")?;
        let named = self.formulas.some(graph, values)?;
        never(named.negated(), "moves out of the set")?;
        for condition in self.to_target(rule, &way.order) {
            let broken = Tree::and(vec![graph.clone(), condition.negated()]);
            never(broken, "makes a move that the rules do not allow")?;
        }
        let other = |track: usize| {
            if track >= VALUES {
                track - VALUES + OTHERS
            } else {
                track
            }
        };
        let mut differ = Vec::new();
        for &value in values {
            let difference = Form::track(value).plus(-1, &Form::track(other(value)))?;
            differ.push(self.formulas.relate(&difference, Comparison::NotEqual)?);
        }
        never(
            Tree::and(vec![moves.renamed(&other), Tree::or(differ)]),
            "makes two moves from one position",
        )?;
        let played = self.formulas.some(&moves, &self.piles())?;
        self.formulas.some(
            &Tree::and(vec![open.clone(), played.negated()]),
            &self.piles(),
        )
    }

    fn nim_values(&self) -> Result<(), Refusal> {
        if self.spec.nim_values.is_empty() {
            return Err(wrong("the game claims no nim-values"));
        }
        let (mut values, mut negative, mut covered) = (Vec::new(), Vec::new(), Vec::new());
        for claim in &self.spec.nim_values {
            let condition = self.formulas.formula(&claim.condition)?;
            let below = self
                .formulas
                .compare(&claim.value, Comparison::Less, &Term::integer(0))?;
            values.push(Tree::and(vec![
                condition.clone(),
                self.formulas.is(VALUES, &claim.value)?,
            ]));
            negative.push(Tree::and(vec![condition.clone(), below]));
            covered.push(condition);
        }
        let (position, covered) = (self.position()?, Tree::or(covered));
        let pair = [self.piles(), vec![VALUES]].concat();
        let value = self
            .formulas
            .some(&Tree::and(vec![position.clone(), Tree::or(values)]), &pair)?;
        let rename = |track: usize| if track == VALUES { OTHERS } else { track };
        let smaller = Form::track(VALUES).plus(-1, &Form::track(OTHERS))?;
        let smaller = self.formulas.relate(&smaller, Comparison::Less)?;
        let claimed = Tree::and(vec![value.renamed(&rename), smaller]);
        let never = |parts: Vec<Tree>, reason: &str| {
            let tree = Tree::and([parts, vec![position.clone()]].concat());
            if self.formulas.is_impossible(&tree)? {
                Ok(())
            } else {
                Err(wrong(reason))
            }
        };
        never(vec![Tree::or(negative)], "a value is negative")?;
        never(
            vec![value.clone(), claimed.clone()],
            "a position has two values",
        )?;
        // The pairs of a position and a smaller value to which no move is known yet.
        let mut open = self
            .formulas
            .some(&Tree::and(vec![position.clone(), claimed]), &pair)?;
        for rule in &self.spec.moves {
            let legal = self.legal(rule)?;
            for order in self.orders() {
                let moves =
                    Tree::and([self.to_target(&legal, &order), vec![target(&position)]].concat());
                let uncovered = vec![covered.clone(), moves.clone(), target(&covered).negated()];
                never(uncovered, "a move leads to a position without a value")?;
                let same = vec![value.clone(), moves.clone(), target(&value)];
                never(same, "a move leads to a position with the same value")?;
                let reached = Tree::and(vec![open.clone(), moves, target(&value)]);
                let reached = self.formulas.some(&reached, &pair)?;
                open = self
                    .formulas
                    .some(&Tree::and(vec![open, reached.negated()]), &pair)?;
            }
        }
        match open {
            Tree::Constant(false) => Ok(()),
            _ => Err(wrong(
                "a smaller value cannot be reached from some position",
            )),
        }
    }

    /// The tracks of the values of a piece's variables.
    fn values(&self, piece: &Piece) -> Vec<usize> {
        (0..piece.variables.len())
            .map(|index| VALUES + index)
            .collect()
    }

    /// The tracks of the piles before a move.
    fn piles(&self) -> Vec<usize> {
        (0..self.spec.dimension()).collect()
    }

    /// Sorted piles are in order.
    fn position(&self) -> Result<Tree, Refusal> {
        let mut parts = Vec::new();
        if self.spec.piles.order == PileOrder::Sorted {
            for pile in 1..self.spec.dimension() {
                let step = Form::track(pile).plus(-1, &Form::track(pile - 1))?;
                parts.push(self.formulas.relate(&step, Comparison::GreaterOrEqual)?);
            }
        }
        Ok(Tree::and(parts))
    }

    /// No pile grows, some pile shrinks, the game has not ended, and the rule allows it: on the tracks of the piles before
    /// and after the move.
    fn legal(&self, rule: &MoveRule) -> Result<Tree, Refusal> {
        let (mut parts, mut taken) = (Vec::new(), Form::constant(0));
        for pile in self.piles() {
            let difference =
                Form::track(pile).plus(-1, &Form::track(self.spec.dimension() + pile))?;
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
    fn to_target(&self, legal: &Tree, order: &[usize]) -> Vec<Tree> {
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
    fn orders(&self) -> Vec<Vec<usize>> {
        if self.spec.piles.order == PileOrder::Ordered {
            return vec![self.piles()];
        }
        let mut orders = vec![Vec::new()];
        for _ in self.piles() {
            let longer = orders.iter().flat_map(|order: &Vec<usize>| {
                let free = self
                    .piles()
                    .into_iter()
                    .filter(|place| !order.contains(place));
                free.map(|place| [order.as_slice(), &[place]].concat())
                    .collect::<Vec<_>>()
            });
            orders = longer.collect();
        }
        orders
    }
}

/// The same about the position after a move.
fn target(tree: &Tree) -> Tree {
    tree.renamed(&|track| {
        if track < VALUES {
            TARGET + track
        } else {
            track
        }
    })
}

fn wrong(reason: &str) -> Refusal {
    Refusal::Wrong(reason.to_owned())
}
