//! A game beside a Nim heap, in which single nim-values are P-positions.
//!
//! A position has the nim-value v if and only if it is a P-position together with a heap of v tokens. So let positions have one more pile
//! of at most V tokens; a move is one of the game, with that pile as it is, or takes from that pile alone. The P-positions of
//! this game are the positions of the other with each nim-value up to V beside it: the sets of positions with the
//! values 0, …, V, to be found and proved as any P-positions.

use lang::Diagnostics;
use lang::ast::{
    Clause, Comparison, Expr, ExprKind, GameFile, Item, ItemKind, MoveDecl, PileGroup, TupleEntry,
};
use lang::print::formula;
use lang::span::{Span, Spanned};
use numeration::natural::Natural;
use thiserror::Error;

use crate::rules::BareRules;

/// A game beside a heap.
#[derive(Clone, Debug)]
pub struct HeapSum {
    /// Its rules.
    pub rules: BareRules,
    /// The name of the heap.
    pub heap: String,
}

/// Why there is none.
#[derive(Clone, Debug, Error)]
pub enum HeapError {
    /// Nim-values are of games in which every move can be made.
    #[error("a blocking game has no nim-values")]
    Blocking,
    /// The rules cannot be read with the heap.
    #[error("{0}")]
    Read(#[from] Diagnostics),
}

impl HeapSum {
    /// A game beside a heap of at most so many tokens.
    ///
    /// # Errors
    /// If it is a blocking game, or if the rules cannot be read with one more pile.
    pub fn of(rules: &BareRules, most: u32) -> Result<Self, HeapError> {
        if rules.spec().blocking > 0 {
            return Err(HeapError::Blocking);
        }
        let heap = rules.fresh(&["p", "h", "q", "w"]);
        let mut game = lang::parse(rules.text())?;
        game.name.value = format!("{}-beside-heap", game.name.value);
        if let Some(title) = &mut game.title {
            title.value = format!("{}, beside a heap of at most {most}", title.value);
        }
        let ends = taken_out(&mut game);
        for item in &mut game.items {
            match &mut item.kind {
                ItemKind::Piles(piles) => {
                    let place = if piles.sorted {
                        &mut piles.placed
                    } else {
                        &mut piles.groups
                    };
                    place.push(PileGroup {
                        name: spanned(&heap),
                        range: None,
                    });
                }
                ItemKind::Move(rule) => beside(rule, &heap, &ends),
                _ => {}
            }
        }
        at_most(&mut game, &heap, most);
        let text = format!("{}\n{}", lang::print(&game), heap_move(&game, rules, &heap));
        let opened = lang::open_beside(&text, "rules", rules.beside(), |_| Vec::new())?;
        Ok(Self {
            rules: BareRules::of(&opened)?,
            heap,
        })
    }
}

fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

fn spanned(name: &str) -> Spanned<String> {
    Spanned {
        value: name.to_owned(),
        span: Span::default(),
    }
}

/// The conditions under which the game ends. The heap can still be played with there: they become conditions of its moves.
fn taken_out(game: &mut GameFile) -> Vec<Expr> {
    let (ends, rest): (Vec<Item>, Vec<Item>) =
        { game.items.drain(..) }.partition(|item| matches!(item.kind, ItemKind::Ends(_)));
    game.items = rest;
    let condition = |item: Item| match item.kind {
        ItemKind::Ends(condition) => Some(condition),
        _ => None,
    };
    ends.into_iter().filter_map(condition).collect()
}

/// A move of the game leaves the heap as it is.
fn beside(rule: &mut MoveDecl, heap: &str, ends: &[Expr]) {
    let name = || expr(ExprKind::Name(heap.to_owned()));
    for clause in &mut rule.clauses {
        if let Clause::To(target) = clause {
            let entry = |term: Expr| TupleEntry { term, family: None };
            let mut entries = match &target.kind {
                ExprKind::Tuple(entries) => entries.clone(),
                _ => vec![entry(target.clone())],
            };
            entries.push(entry(name()));
            *target = expr(ExprKind::Tuple(entries));
        }
    }
    let primed = Box::new(expr(ExprKind::Primed(heap.to_owned())));
    let same = expr(ExprKind::Compare(primed, vec![(Comparison::Equal, name())]));
    let goes_on = ends.iter().map(|end| {
        let not = ExprKind::Not(Box::new(end.clone()));
        Clause::If(expr(not))
    });
    let first: Vec<Clause> = goes_on.chain([Clause::Holds(same)]).collect();
    rule.clauses.splice(0..0, first);
}

/// `positions when … and p <= V`
fn at_most(game: &mut GameFile, heap: &str, most: u32) {
    let name = Box::new(expr(ExprKind::Name(heap.to_owned())));
    let number = expr(ExprKind::Number(Natural::from(most)));
    let small = expr(ExprKind::Compare(
        name,
        vec![(Comparison::LessOrEqual, number)],
    ));
    for item in &mut game.items {
        if let ItemKind::Positions(condition) = &mut item.kind {
            *condition = expr(ExprKind::And(vec![condition.clone(), small]));
            return;
        }
    }
    game.items.push(Item {
        kind: ItemKind::Positions(small),
        span: Span::default(),
    });
}

/// The move that takes from the heap alone.
fn heap_move(game: &GameFile, rules: &BareRules, heap: &str) -> String {
    let kind = rules.fresh(&["heap", "beside"]);
    let index = rules.fresh(&["i", "j", "k"]);
    let mut text = format!("\nmove {kind}:\n    {heap}' < {heap}\n");
    for item in &game.items {
        let ItemKind::Piles(piles) = &item.kind else {
            continue;
        };
        for group in piles.all().filter(|group| group.name.value != heap) {
            let name = &group.name.value;
            text.push_str(&match &group.range {
                None => format!("    {name}' = {name}\n"),
                Some(range) => format!(
                    "    forall {index} in {}..{}: {name}[{index}]' = {name}[{index}]\n",
                    formula(&range.from),
                    formula(&range.to)
                ),
            });
        }
    }
    text
}
