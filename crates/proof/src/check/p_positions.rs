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

use super::Refusal;
use super::cases::few;
use super::claims::{Game, OTHERS, VALUES, few_together, other, target, wrong};
use super::form::Form;
use super::statement::{Piece, Relation, Term};
use super::text::Way;
use super::tree::Tree;

/// The tracks of multiples of a period, after those of values: a piece with more variables is not understood.
const MULTIPLES: usize = 1 << 10;

/// A game whose claimed set consists of positions and has no moves inside.
pub(super) struct Claimed<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) pieces: Vec<Claim>,
    /// All positions outside the set; in misère play those with a move.
    pub(super) outside: Tree,
}

/// A piece of the claimed set.
pub(super) struct Claim {
    /// The tracks of its variables' values, which values name a member, and which one.
    pub(super) values: Vec<usize>,
    named: Tree,
    pub(super) graph: Tree,
    /// Its members as the targets of moves.
    targets: Vec<Members>,
}

/// Members of a piece: those where certain conditions hold.
#[derive(Clone)]
struct Members {
    conditions: Vec<Tree>,
    variables: Vec<Form>,
    tuple: Vec<Form>,
}

impl Game<'_> {
    /// Shows 1 and 2, or what is to be shown in place of 2.
    pub(super) fn p_positions(
        &self,
        pieces: &[Piece],
        mut periods: &[i64],
        misere: bool,
    ) -> Result<Claimed<'_>, Refusal> {
        let (mut claims, mut all) = (Vec::new(), Vec::new());
        let (mut sources, mut targets) = (Vec::new(), Vec::new());
        for piece in pieces {
            if piece.tuple.len() != self.rules.piles.len() {
                return Err(wrong("a member of the set is not a position"));
            }
            if piece.variables.len() > MULTIPLES {
                return Err(Refusal::TooLarge);
            }
            let values = Vec::from_iter(VALUES..VALUES + piece.variables.len());
            let known: Vec<Form> = values.iter().copied().map(Form::track).collect();
            let (named, graph) = self.formulas.with(&known, || self.graph(piece, &values))?;
            let positions = self.formulas.some(&graph, &self.piles())?;
            let members = |conditions, after| {
                let (variables, tuple) = (known.clone(), self.forms(after)?);
                Ok::<_, Refusal>(vec![Members {
                    conditions: vec![conditions],
                    variables,
                    tuple,
                }])
            };
            let (own, others) = periods.split_at(periods.len().min(values.len()));
            periods = others;
            let linear = self.linear(piece, VALUES, own)?;
            sources.extend(
                linear
                    .clone()
                    .map_or_else(|| members(positions.clone(), 0), Ok)?,
            );
            let others = self.linear(piece, OTHERS, own)?;
            targets.extend(others.map_or_else(|| members(target(&positions), 1), Ok)?);
            claims.push(Claim {
                values,
                named,
                graph: graph.clone(),
                targets: linear.map_or_else(|| members(target(&graph), 1), Ok)?,
            });
            all.push(positions);
        }
        if !periods.is_empty() {
            return Err(wrong("it has periods of no variables"));
        }
        let members = self.some(vec![Tree::or(all)], &self.piles())?;
        match self.rules.blocking {
            0 => self.none_inside(&sources, &targets)?,
            blocking => self.few_inside(&members, blocking)?,
        }
        let mut outside = vec![self.position()?, members.negated()];
        if misere {
            let going_on = self.going_on()?;
            let ended = vec![members, going_on.negated()];
            self.never(ended, "no move is left at a member of the set, which wins")?;
            outside.push(going_on);
        }
        Ok(Claimed {
            game: self,
            pieces: claims,
            outside: self.some(outside, &self.piles())?,
        })
    }

    /// No move leads from one of these members to another.
    fn none_inside(&self, sources: &[Members], targets: &[Members]) -> Result<(), Refusal> {
        for (from, to) in sources
            .iter()
            .flat_map(|from| targets.iter().map(move |to| (from, to)))
        {
            let both = [from.conditions.as_slice(), &to.conditions].concat();
            for (kind, (name, _)) in self.rules.moves.iter().enumerate() {
                for order in self.orders() {
                    let legal = self.legal(kind, &from.tuple, &to.tuple, &order)?;
                    let inside = [both.as_slice(), &legal].concat();
                    self.never(inside, &format!("{name} leads from the set into it"))?;
                }
            }
        }
        Ok(())
    }

    /// The positions with a move.
    fn going_on(&self) -> Result<Tree, Refusal> {
        let position = self.position()?;
        let options = self.options(&[position.clone(), target(&position)])?;
        self.some(vec![options], &self.piles())
    }

    /// Which values of a piece's variables name a member, and which one, if all of them are positions. One pile after
    /// the other keeps tables small.
    fn graph(&self, piece: &Piece, values: &[usize]) -> Result<(Tree, Tree), Refusal> {
        let (formulas, zero) = (&self.formulas, Term::Constant(0));
        let named = formulas.formula(&piece.condition)?;
        let mut bad = Vec::new();
        for term in &piece.tuple {
            bad.push(formulas.compare(term, Relation::Less, &zero)?);
        }
        for pair in piece.tuple[..self.rules.sorted].windows(2) {
            bad.push(formulas.compare(&pair[0], Relation::Greater, &pair[1])?);
        }
        let bad = vec![named.clone(), Tree::or(bad)];
        self.never(bad, "a member of the set is not a position")?;
        let (mut graph, mut tracks) = (named.clone(), values.to_vec());
        for (pile, term) in self.piles().into_iter().zip(&piece.tuple) {
            tracks.push(pile);
            graph = self.some(vec![graph, formulas.is(pile, term)?], &tracks)?;
        }
        if self.rules.domain.is_some() {
            let bad = vec![graph.clone(), self.position()?.negated()];
            self.never(bad, "a member of the set is not a position")?;
        }
        Ok((formulas.some(&named, values)?, graph))
    }

    /// The members of a piece for each remainder of its variables by their periods, if these are given and the members are then linear in
    /// the multiples of the periods, or in the variables themselves. These stand on tracks from the first one on.
    fn linear(
        &self,
        piece: &Piece,
        first: usize,
        periods: &[i64],
    ) -> Result<Option<Vec<Members>>, Refusal> {
        few_together(periods)?;
        if periods.len() < piece.variables.len() {
            return Ok(None);
        }
        let mut variables: Vec<Vec<Form>> = vec![Vec::new()];
        for (index, &period) in periods.iter().enumerate() {
            let track = match period {
                1 => first + index,
                _ => first + MULTIPLES + index,
            };
            let mut longer = Vec::new();
            for values in &variables {
                for rest in 0..period {
                    let value = Form::constant(rest).plus(period, &Form::track(track))?;
                    longer.push([values.as_slice(), &[value]].concat());
                }
            }
            variables = longer;
        }
        let mut found = Vec::new();
        for values in variables {
            match self
                .formulas
                .with(&values, || self.in_cases(piece, &values))?
            {
                Some(members) => found.extend(members),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// The members that such values name, in cases that are possible; nothing if a case hides a number.
    fn in_cases(&self, piece: &Piece, values: &[Form]) -> Result<Option<Vec<Members>>, Refusal> {
        let mut all = vec![Members {
            conditions: vec![self.formulas.formula(&piece.condition)?],
            variables: values.to_vec(),
            tuple: Vec::new(),
        }];
        for term in &piece.tuple {
            let (cases, mut longer) = (self.formulas.term(term)?, Vec::new());
            few(all.len() * cases.len())?;
            if cases.iter().any(|case| !case.hidden.is_empty()) {
                return Ok(None);
            }
            for mut members in all {
                for case in &cases {
                    let conditions = [members.conditions.as_slice(), &case.conditions].concat();
                    if !self
                        .formulas
                        .is_impossible(&Tree::and(conditions.clone()))?
                    {
                        members.tuple.push(case.value.clone());
                        longer.push(Members {
                            conditions,
                            ..members.clone()
                        });
                        members.tuple.pop();
                    }
                }
            }
            all = longer;
        }
        Ok(Some(all))
    }
}

impl Claimed<'_> {
    /// Shows 3, 4 and 5 for each strategy, and that no two of them make the same move.
    pub(super) fn won_by(&self, strategies: &[Vec<Way>]) -> Result<(), Refusal> {
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
            if !matches!(open, Tree::Constant(false)) {
                return Err(wrong(
                    "the strategy has no move for some position outside the set",
                ));
            }
        }
        self.are_different(strategies)
    }

    /// The positions that are left open by one more part of the strategy, if its moves are winning moves.
    pub(super) fn open_after(&self, way: &Way, open: &Tree) -> Result<Tree, Refusal> {
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
        let never = |trees: Vec<Tree>, otherwise: &str| {
            let trees = [vec![moves.clone()], trees].concat();
            game.never(trees, &format!("the strategy {otherwise}"))
        };
        never(
            vec![open.negated()],
            "moves from a position that needs no move",
        )?;
        let words = formulas.some(&moves, &tracks)?;
        if !matches!(&words, Tree::Leaf(table, ..) if **table == way.table) {
            return Err(wrong(
                "a table of the strategy reads what is not a number, or nothing",
            ));
        }
        never(vec![piece.named.negated()], "moves out of the set")?;
        for members in &piece.targets {
            self.follows(way, &moves, members)?;
        }
        let mut differ = Vec::new();
        for value in &piece.values {
            let difference = Form::track(*value).plus(-1, &Form::track(OTHERS - VALUES + value))?;
            differ.push(formulas.relate(&difference, Relation::NotEqual)?);
        }
        never(
            vec![other(&moves), Tree::or(differ)],
            "makes two moves from one position",
        )?;
        let played = formulas.some(&moves, &game.piles())?;
        game.some(vec![open.clone(), played.negated()], &game.piles())
    }

    /// All moves to such members follow the rules.
    fn follows(&self, way: &Way, moves: &Tree, members: &Members) -> Result<(), Refusal> {
        let (game, mut there) = (self.game, vec![moves.clone()]);
        for (index, value) in members.variables.iter().enumerate() {
            let difference = value.plus(-1, &Form::track(VALUES + index))?;
            there.push(game.formulas.relate(&difference, Relation::Equal)?);
        }
        // Most remainders are those of no move.
        if game.formulas.is_impossible(&Tree::and(there.clone()))? {
            return Ok(());
        }
        let there = Tree::and(there);
        for condition in game.legal(way.rule, &game.forms(0)?, &members.tuple, &way.order)? {
            let broken = [
                members.conditions.as_slice(),
                &[there.clone(), condition.negated()],
            ]
            .concat();
            game.never(
                broken,
                "the strategy makes a move that the rules do not allow",
            )?;
        }
        Ok(())
    }
}
