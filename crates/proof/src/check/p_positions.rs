//! The claim `P = S`. The certificate gives a strategy in parts, each a table of positions with values of the variables
//! of one piece of `S`, which name the position moved to. What must be shown:
//!
//! 1. `S` consists of positions;
//! 2. no move leads from `S` to `S`;
//! 3. every part moves, by its kind of move, into `S`, and only from positions that the parts before it left open;
//! 4. from no position does it move twice;
//! 5. nothing is left open by all parts together but `S`.
//!
//! So the parts together give exactly one move for each position outside `S`: a table cannot be changed
//! without taking a move away, unless another winning move is put in its place.

use super::Refusal;
use super::claims::{Game, TARGET, VALUES, other, target, wrong};
use super::form::Form;
use super::statement::{Piece, Relation, Term};
use super::text::Way;
use super::tree::Tree;

/// A game whose claimed set consists of positions and has no moves inside.
pub(super) struct Claimed<'a> {
    game: &'a Game<'a>,
    /// For every piece, the tracks of its variables' values, and these values with the position that they name.
    graphs: Vec<(Vec<usize>, Tree)>,
    /// For every kind of move, what it must satisfy.
    rules: Vec<Tree>,
    /// All positions outside the set.
    pub(super) outside: Tree,
}

impl Game<'_> {
    /// Shows 1 and 2.
    pub(super) fn p_positions(&self, pieces: &[Piece]) -> Result<Claimed<'_>, Refusal> {
        let targets: Vec<usize> = self.piles().iter().map(|pile| TARGET + pile).collect();
        let (mut graphs, mut members) = (Vec::new(), Vec::new());
        for piece in pieces {
            if piece.tuple.len() != self.rules.piles.len() {
                return Err(wrong("a member of the set is not a position"));
            }
            self.members_are_positions(piece)?;
            let (values, graph) = self.graph(piece)?;
            members.push(self.formulas.some(&graph, &targets)?);
            graphs.push((values, graph));
        }
        let members = Tree::or(members).renamed(&|track| track - TARGET);
        let members = self.formulas.some(&members, &self.piles())?;
        let mut rules = Vec::new();
        for (kind, clauses) in &self.rules.moves {
            let legal = self.legal(clauses)?;
            for order in self.orders() {
                let mut inside = self.to_target(&legal, &order);
                inside.extend([members.clone(), target(&members)]);
                self.never(inside, &format!("{kind} leads from the set into it"))?;
            }
            rules.push(legal);
        }
        let outside = self.some(vec![self.position()?, members.negated()], &self.piles())?;
        Ok(Claimed {
            game: self,
            graphs,
            rules,
            outside,
        })
    }

    /// No values of the variables give a negative number, or piles out of order.
    fn members_are_positions(&self, piece: &Piece) -> Result<(), Refusal> {
        let (mut bad, zero) = (Vec::new(), Term::Constant(0));
        for term in &piece.tuple {
            bad.push(self.formulas.compare(term, Relation::Less, &zero)?);
        }
        if self.rules.sorted {
            for pair in piece.tuple.windows(2) {
                bad.push(
                    self.formulas
                        .compare(&pair[0], Relation::Greater, &pair[1])?,
                );
            }
        }
        let member = self.formulas.formula(&piece.condition)?;
        self.never(
            vec![member, Tree::or(bad)],
            "a member of the set is not a position",
        )
    }

    /// The values of a piece's variables, with the position that they name. One pile after the other keeps tables small.
    fn graph(&self, piece: &Piece) -> Result<(Vec<usize>, Tree), Refusal> {
        let values: Vec<usize> = (0..piece.variables.len())
            .map(|index| VALUES + index)
            .collect();
        let mut tracks = values.clone();
        let on_values = |tree: Tree| {
            tree.renamed(&|track| {
                track
                    .checked_add(VALUES)
                    .filter(|_| track < values.len())
                    .unwrap_or(track)
            })
        };
        let mut graph = on_values(self.formulas.formula(&piece.condition)?);
        for (pile, term) in piece.tuple.iter().enumerate() {
            tracks.push(TARGET + pile);
            let named = on_values(self.formulas.is(TARGET + pile, term)?);
            graph = self.some(vec![graph, named], &tracks)?;
        }
        Ok((values, graph))
    }
}

impl Claimed<'_> {
    /// Shows 3, 4 and 5.
    pub(super) fn won_by(&self, ways: &[Way]) -> Result<(), Refusal> {
        let mut open = self.outside.clone();
        for way in ways {
            open = self.open_after(way, &open)?;
        }
        match open {
            Tree::Constant(false) => Ok(()),
            _ => Err(wrong(
                "the strategy has no move for some position outside the set",
            )),
        }
    }

    /// The positions that are left open by one more part of the strategy, if its moves are winning moves.
    pub(super) fn open_after(&self, way: &Way, open: &Tree) -> Result<Tree, Refusal> {
        let game = self.game;
        let (rule, graph) = (self.rules.get(way.rule), self.graphs.get(way.piece));
        let (Some(rule), Some((values, graph))) = (rule, graph) else {
            return Err(wrong(
                "the strategy has an unknown kind of move or piece of the set",
            ));
        };
        if !game.orders().contains(&way.order) {
            return Err(wrong("the strategy arranges the piles in an unknown way"));
        }
        let tracks = [game.piles(), values.clone()].concat();
        let radices = &game.formulas.digits.radices;
        let is_proper = way
            .table
            .is_proper(radices, game.formulas.watch)
            .map_err(Refusal::Stopped)?;
        if way.table.tracks != tracks.len() || !is_proper {
            return Err(wrong("a table of the strategy is not canonical"));
        }
        let moves = game.formulas.leaf(way.table.clone(), tracks.clone())?;
        let never = |trees: Vec<Tree>, otherwise: &str| {
            game.never(
                [vec![moves.clone()], trees].concat(),
                &format!("the strategy {otherwise}"),
            )
        };
        never(
            vec![open.negated()],
            "moves from a position that needs no move",
        )?;
        let words = game.formulas.some(&moves, &tracks)?;
        if !matches!(&words, Tree::Leaf(table, ..) if **table == way.table) {
            return Err(wrong(
                "a table of the strategy reads what is not a number, or nothing",
            ));
        }
        let named = game.formulas.some(graph, values)?;
        never(vec![named.negated()], "moves out of the set")?;
        for condition in game.to_target(rule, &way.order) {
            let broken = vec![graph.clone(), condition.negated()];
            never(broken, "makes a move that the rules do not allow")?;
        }
        let mut differ = Vec::new();
        for (index, &value) in values.iter().enumerate() {
            let difference =
                Form::track(value).plus(-1, &Form::track(super::claims::OTHERS + index))?;
            differ.push(game.formulas.relate(&difference, Relation::NotEqual)?);
        }
        never(
            vec![other(&moves), Tree::or(differ)],
            "makes two moves from one position",
        )?;
        let played = game.formulas.some(&moves, &game.piles())?;
        game.some(vec![open.clone(), played.negated()], &game.piles())
    }
}
