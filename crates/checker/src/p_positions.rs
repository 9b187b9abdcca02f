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
//!
//! In misère play whoever cannot move wins: no member of `S` is without a move, and positions without a move need none. Where options
//! are forbidden, see `blocking`.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::Refusal;
use super::claims::{CheckedGame, OTHERS, VALUES, other, target, wrong};
use super::form::TrackSum;
use super::statement::{Piece, Relation, Term};
use super::text::MoveTable;
use super::tree::TableFormula;

/// A piece with more variables is not understood.
const MOST_VARIABLES: usize = 1 << 10;

/// A game whose claimed set consists of positions and has no moves inside.
pub struct ClaimedGame<'a> {
    pub(super) game: &'a CheckedGame<'a>,
    pub(crate) pieces: Vec<ClaimedPiece>,
    /// All positions outside the set; in misère play those with a move.
    pub outside: TableFormula,
    held: RefCell<Held>,
}

/// A piece of the claimed set.
pub(super) struct ClaimedPiece {
    /// The tracks of its variables' values, and which values name a member.
    pub(super) values: Vec<usize>,
    named: TableFormula,
    /// Each pile of that member, and the whole.
    piles: Vec<TableFormula>,
    pub(super) graph: TableFormula,
}

/// Piles by their tracks, and which they are for the values of a piece.
type Named = Vec<(usize, TableFormula)>;

/// What must hold for a kind of move to a piece, in an order of the piles: of the position and the values alone.
type Held = FxHashMap<(usize, usize, Vec<usize>), Vec<TableFormula>>;

impl CheckedGame<'_> {
    /// Shows 1 and 2, or what is to be shown in place of 2.
    pub fn p_positions(&self, pieces: &[Piece], misere: bool) -> Result<ClaimedGame<'_>, Refusal> {
        let (mut claims, mut all) = (Vec::new(), Vec::new());
        for piece in pieces {
            if piece.tuple.len() != self.rules.piles.len() {
                return Err(wrong("a member of the set is not a position"));
            }
            if piece.variables.len() > MOST_VARIABLES {
                return Err(Refusal::TooLarge);
            }
            let values = Vec::from_iter(VALUES..VALUES + piece.variables.len());
            let known: Vec<TrackSum> = values.iter().copied().map(TrackSum::track).collect();
            let claim = self.formulas.with(&known, || self.claim(piece, values))?;
            all.push(self.formulas.some(&claim.graph, &self.piles())?);
            claims.push(claim);
        }
        let members = self.some(vec![TableFormula::or(all)], &self.piles())?;
        let mut outside = vec![self.position()?, members.negated()];
        if misere {
            let going_on = self.going_on()?;
            let ended = vec![members.clone(), going_on.negated()];
            self.never(ended, "no move is left at a member of the set, which wins")?;
            outside.push(going_on);
        }
        let claimed = ClaimedGame {
            game: self,
            pieces: claims,
            outside: self.some(outside, &self.piles())?,
            held: RefCell::default(),
        };
        match self.rules.blocking {
            0 => claimed.none_inside(&members)?,
            blocking => self.few_inside(&members, blocking)?,
        }
        Ok(claimed)
    }

    /// The positions with a move.
    fn going_on(&self) -> Result<TableFormula, Refusal> {
        let position = self.position()?;
        let options = self.options(&[position.clone(), target(&position)])?;
        self.some(vec![options], &self.piles())
    }

    /// What a condition on piles says of the values that name some of them. Every value names one pile, so that each table can be
    /// looked at by itself, and what is false of that pile is false of the value.
    fn at_values(&self, condition: &TableFormula, named: &Named) -> Result<TableFormula, Refusal> {
        let all = |parts: &[TableFormula]| {
            let parts = parts.iter().map(|part| self.at_values(part, named));
            parts.collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            TableFormula::Constant(_) => condition.clone(),
            TableFormula::And(parts) => TableFormula::and(all(parts)?),
            TableFormula::Or(parts) => TableFormula::or(all(parts)?),
            TableFormula::Leaf(_, _, false) => {
                self.at_values(&condition.negated(), named)?.negated()
            }
            TableFormula::Leaf(_, tracks, true) => {
                let own = named.iter().filter(|(pile, _)| tracks.contains(pile));
                let (hidden, mut parts): (Vec<usize>, Vec<TableFormula>) = own.cloned().unzip();
                parts.push(condition.clone());
                self.formulas.hiding(&TableFormula::and(parts), &hidden)?
            }
        })
    }

    /// Which values of a piece's variables name a member, and which one, if all of them are positions. One pile after
    /// the other keeps tables small.
    fn claim(&self, piece: &Piece, values: Vec<usize>) -> Result<ClaimedPiece, Refusal> {
        let (formulas, zero) = (&self.formulas, Term::Constant(0));
        let named = formulas.formula(&piece.condition)?;
        let mut bad = Vec::new();
        for term in &piece.tuple {
            bad.push(formulas.compare(term, Relation::Less, &zero)?);
        }
        for pair in piece.tuple[..self.rules.sorted].windows(2) {
            bad.push(formulas.compare(&pair[0], Relation::Greater, &pair[1])?);
        }
        let bad = vec![named.clone(), TableFormula::or(bad)];
        self.never(bad, "a member of the set is not a position")?;
        let (mut graph, mut tracks) = (named.clone(), values.clone());
        let mut piles = Vec::new();
        for (pile, term) in self.piles().into_iter().zip(&piece.tuple) {
            tracks.push(pile);
            let is = formulas.is(pile, term)?;
            graph = self.some(vec![graph, is.clone()], &tracks)?;
            piles.push(is);
        }
        if self.rules.domain.is_some() {
            let bad = vec![graph.clone(), self.position()?.negated()];
            self.never(bad, "a member of the set is not a position")?;
        }
        let named = formulas.some(&named, &values)?;
        Ok(ClaimedPiece {
            values,
            named,
            piles,
            graph,
        })
    }
}

impl ClaimedGame<'_> {
    /// No move leads from a member to a member.
    fn none_inside(&self, members: &TableFormula) -> Result<(), Refusal> {
        let (before, after) = (self.game.forms(0)?, self.game.forms(1)?);
        for (index, piece) in self.pieces.iter().enumerate() {
            for (kind, (name, _)) in self.game.rules.moves.iter().enumerate() {
                for order in self.game.orders() {
                    let mut inside = self.held(kind, index, &order)?;
                    let taken = self.game.taken(&before, &after, &order)?;
                    let taken = self.game.at_values(&taken, &self.named(index))?;
                    inside.extend([members.clone(), piece.named.clone(), taken]);
                    let otherwise = format!("{name} leads from the set into it");
                    self.game.never(inside, &otherwise)?;
                }
            }
        }
        Ok(())
    }

    /// Shows 3, 4 and 5 for each strategy, and that no two of them make the same move.
    pub fn won_by(&self, strategies: &[Vec<MoveTable>]) -> Result<(), Refusal> {
        let blocking = self.game.rules.blocking;
        if strategies.len() as u64 != u64::from(blocking) + 1 {
            return Err(wrong(
                "it has not one strategy more than options may be forbidden",
            ));
        }
        for ways in strategies {
            let mut open = self.outside.clone();
            for way in ways {
                open = self.open_after(way, &open)?;
            }
            if !matches!(open, TableFormula::Constant(false)) {
                return Err(wrong(
                    "the strategy has no move for some position outside the set",
                ));
            }
        }
        self.are_different(strategies)
    }

    /// The positions that are left open by one more part of the strategy, if its moves are winning moves.
    pub fn open_after(
        &self,
        way: &MoveTable,
        open: &TableFormula,
    ) -> Result<TableFormula, Refusal> {
        let (game, formulas) = (self.game, &self.game.formulas);
        let (rule, piece) = (game.rules.moves.get(way.rule), self.pieces.get(way.piece));
        let (Some(_), Some(piece)) = (rule, piece) else {
            return Err(wrong(
                "the strategy has an unknown kind of move or piece of the set",
            ));
        };
        if !game.orders().contains(&way.order) {
            return Err(wrong("the strategy arranges the piles in an unknown way"));
        }
        let tracks = [piece.values.as_slice(), &game.piles()].concat();
        let radices = &formulas.digits.radices;
        if way.table.tracks != tracks.len() || !way.table.is_proper(radices, formulas.watch)? {
            return Err(wrong("a table of the strategy is not canonical"));
        }
        let moves = formulas.leaf(way.table.clone(), tracks.clone())?;
        let never = |trees: Vec<TableFormula>, otherwise: &str| {
            let trees = [vec![moves.clone()], trees].concat();
            game.never(trees, &format!("the strategy {otherwise}"))
        };
        never(
            vec![open.negated()],
            "moves from a position that needs no move",
        )?;
        let words = formulas.some(&moves, &tracks)?;
        if !matches!(&words, TableFormula::Leaf(table, ..) if **table == way.table) {
            return Err(wrong(
                "a table of the strategy reads what is not a number, or nothing",
            ));
        }
        never(vec![piece.named.negated()], "moves out of the set")?;
        for held in self.held(way.rule, way.piece, &way.order)? {
            let otherwise = "makes a move that the rules do not allow";
            never(vec![held.negated()], otherwise)?;
        }
        let mut differ = Vec::new();
        for value in &piece.values {
            let difference =
                TrackSum::track(*value).plus(-1, &TrackSum::track(OTHERS - VALUES + value))?;
            differ.push(formulas.relate(&difference, Relation::NotEqual)?);
        }
        never(
            vec![other(&moves), TableFormula::or(differ)],
            "makes two moves from one position",
        )?;
        let played = formulas.some(&moves, &game.piles())?;
        game.some(vec![open.clone(), played.negated()], &game.piles())
    }

    /// The piles after a move to a member of a piece.
    fn named(&self, piece: usize) -> Named {
        let piles = self.game.piles().into_iter().zip(&self.pieces[piece].piles);
        piles.map(|(pile, is)| (pile + 1, target(is))).collect()
    }

    /// The rules of a kind of move to a member of a piece, said of the position and the values that name the member. That it takes
    /// something goes without saying where it leads into the set from outside.
    fn held(
        &self,
        kind: usize,
        piece: usize,
        order: &[usize],
    ) -> Result<Vec<TableFormula>, Refusal> {
        let (game, key) = (self.game, (kind, piece, order.to_vec()));
        if let Some(known) = self.held.borrow().get(&key) {
            return Ok(known.clone());
        }
        let named = self.named(piece);
        let allowed = game.allowed(kind, &game.forms(0)?, &game.forms(1)?, order)?;
        let held = allowed
            .iter()
            .map(|condition| game.at_values(condition, &named));
        let held = held.collect::<Result<Vec<_>, _>>()?;
        Ok(self.held.borrow_mut().entry(key).or_insert(held).clone())
    }
}
