//! Where `becomes` may stand, and what a game in which heaps split cannot say.
//!
//! `n becomes (a, b)` names the parts of a heap for a whole move. It is no condition that could fail, so that it stands where a
//! move states something: as a clause, or behind `and`, `or` and `exists`.

use crate::ast::{
    Clause, Expr, ExprKind, GameFile, HeapReplacement, Item, ItemKind, MoveDecl, PilesDecl,
    Quantifier,
};
use crate::diagnostic::{Fault, Faults};
use crate::span::Span;

/// Reports every `becomes` at a wrong place, and what cannot stand beside one.
pub(super) fn check(game: &GameFile, faults: &mut Faults) {
    for item in &game.items {
        match &item.kind {
            ItemKind::Move(rule) => in_move(rule, faults),
            _ => elsewhere(item, faults),
        }
    }
    if game.splits() {
        piles(game, faults);
        for item in &game.items {
            beside(item, faults);
        }
    }
}

/// Reports a `becomes` of a move that does not state what happens, and parts with several names.
fn in_move(rule: &MoveDecl, faults: &mut Faults) {
    for clause in &rule.clauses {
        match clause {
            Clause::Holds(expr) => stated(expr, faults),
            Clause::If(expr) | Clause::To(expr) => conditional(expr, faults),
            Clause::Let(definition) => conditional(&definition.body, faults),
        }
    }
    let all = rule.becomings();
    let Some((first, others)) = all.split_first() else {
        return;
    };
    let names = |becoming: &HeapReplacement<'_>| -> Vec<String> {
        let parts = becoming.parts.iter();
        parts.map(|part| part.value.clone()).collect()
    };
    if let Some(other) = others.iter().find(|other| names(other) != names(first)) {
        let message = "a move has one list of parts";
        let fault = Fault::new(other.span, message, "other parts").also(first.span, "named here");
        let heap = &first.heap.value;
        faults.push(fault.help(format!(
            "write `{heap} becomes ({})` here too, or another `move`; parts that are 0 vanish",
            names(first).join(", ")
        )));
    }
}

/// Looks through what a clause states.
fn stated(expr: &Expr, faults: &mut Faults) {
    match &expr.kind {
        ExprKind::Becomes { .. } => {}
        ExprKind::And(parts) | ExprKind::Or(parts) => {
            parts.iter().for_each(|part| stated(part, faults));
        }
        ExprKind::Quantified {
            quantifier: Quantifier::Exists,
            body,
            ..
        }
        | ExprKind::ForIndex(Quantifier::Exists, _, body) => stated(body, faults),
        _ => conditional(expr, faults),
    }
}

/// Reports every `becomes` in something that need not hold.
fn conditional(expr: &Expr, faults: &mut Faults) {
    let mut found = Vec::new();
    expr.find_becomings(&mut found);
    for becoming in found {
        let message = "`becomes` says what happens in a move, and is no condition";
        let fault = Fault::new(becoming.span, message, "not stated here");
        faults.push(
            fault.help("let it be a clause of the move, or stand behind `and`, `or` or `exists`"),
        );
    }
}

/// Reports every `becomes` outside a move.
fn elsewhere(item: &Item, faults: &mut Faults) {
    let mut found = Vec::new();
    let mut look = |expr: &Expr| {
        let mut inside = Vec::new();
        expr.find_becomings(&mut inside);
        found.extend(inside.iter().map(|becoming| becoming.span));
    };
    match &item.kind {
        ItemKind::Source(_)
        | ItemKind::Piles(_)
        | ItemKind::Move(_)
        | ItemKind::Automaton(_)
        | ItemKind::System { .. } => {}
        ItemKind::Require {
            condition: expr, ..
        }
        | ItemKind::Const { value: expr, .. }
        | ItemKind::Positions(expr)
        | ItemKind::Ends(expr)
        | ItemKind::Blocking(expr)
        | ItemKind::PWhen(expr)
        | ItemKind::MiserePWhen(expr)
        | ItemKind::Theorem { sentence: expr, .. } => look(expr),
        ItemKind::Let(definition) => look(&definition.body),
        ItemKind::Set { set, .. } | ItemKind::PPositions(set) | ItemKind::MisereP(set) => {
            set.for_each_child(&mut look);
        }
        ItemKind::NimValue { condition, value } => {
            condition.iter().chain([value]).for_each(look);
        }
        ItemKind::Columns(columns) => columns.iter().for_each(|column| look(&column.term)),
    }
    for span in found {
        let message = "`becomes` says what a move does, and there is no move here";
        faults.push(Fault::new(span, message, "only inside `move`"));
    }
}

/// Reports piles that cannot split.
fn piles(game: &GameFile, faults: &mut Faults) {
    let declared = game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Piles(piles) => Some((piles, item.span)),
        _ => None,
    });
    let Some((piles, span)) = declared.filter(|(piles, _)| !is_one(piles)) else {
        return;
    };
    let becomes = game.items.iter().find_map(|item| match &item.kind {
        ItemKind::Move(rule) => rule.becomings().first().map(|first| first.span),
        _ => None,
    });
    let message = "heaps split in a game of one pile only";
    let first = piles.all().next();
    let name = first.map_or("n", |group| group.name.value.as_str());
    faults.push(
        Fault::new(span, message, "several piles")
            .also_if_few(becomes.unwrap_or(span), "a heap is replaced here")
            .help(format!(
                "write `piles {name}`: the rules speak of one heap, and a position has any number of them"
            )),
    );
}

fn is_one(piles: &PilesDecl) -> bool {
    let mut all = piles.all();
    matches!((all.next(), all.next()), (Some(one), None) if one.range.is_none())
}

/// Reports what cannot stand in a game in which heaps split.
fn beside(item: &Item, faults: &mut Faults) {
    let (what, help) = match &item.kind {
        ItemKind::Move(rule) => return move_beside(rule, faults),
        ItemKind::Let(definition) => return primes(&definition.body, faults),
        ItemKind::Positions(_) => ("`positions when`", "let the moves say what may be left"),
        ItemKind::Ends(_) => (
            "`ends when`",
            "let the moves say from which heaps there is one",
        ),
        ItemKind::Blocking(_) => ("`blocking`", "take the line out"),
        ItemKind::MisereP(_) | ItemKind::MiserePWhen(_) => (
            "a claim about misère play",
            "a position of several heaps does not follow from its heaps in misère play; take the claim out",
        ),
        ItemKind::Columns(_) => (
            "`columns`",
            "a table of heaps has the columns of its own; take the line out",
        ),
        _ => return,
    };
    let message = format!("{what} cannot stand in a game in which heaps split");
    faults.push(Fault::new(item.span, message, "not in such a game").help(help));
}

fn move_beside(rule: &MoveDecl, faults: &mut Faults) {
    let mut primed = false;
    for clause in &rule.clauses {
        match clause {
            Clause::If(expr) | Clause::Holds(expr) => primed |= prime_in(expr).is_some(),
            Clause::Let(definition) => primed |= prime_in(&definition.body).is_some(),
            Clause::To(target) => {
                primed = true;
                let message = "`to` cannot stand in a game in which heaps split";
                let fault = Fault::new(target.span, message, "where the whole position goes");
                faults.push(fault.help("write `n becomes (a, b)` and what a and b are"));
            }
        }
        if let Clause::If(expr) | Clause::Holds(expr) = clause {
            primes(expr, faults);
        } else if let Clause::Let(definition) = clause {
            primes(&definition.body, faults);
        }
    }
    if rule.becomings().is_empty() && !primed {
        let message = format!(
            "move {} does not say what the heap becomes",
            rule.kind.value
        );
        let fault = Fault::new(rule.kind.span, message, "no `becomes`");
        faults.push(fault.help(
            "heaps split in this game, so that every move names what is left: `n becomes (a)` for one heap",
        ));
    }
}

/// Reports a pile after the move.
fn primes(expr: &Expr, faults: &mut Faults) {
    let Some((span, written)) = prime_in(expr) else {
        return;
    };
    let message = format!("{written} cannot stand in a game in which heaps split");
    let fault = Fault::new(span, message, "the pile after the move");
    faults.push(fault.help(
        "a heap may become several: name its parts, `n becomes (a)` for one heap, and speak of `a`",
    ));
}

/// The first mention of a pile after the move, as it is written.
fn prime_in(expr: &Expr) -> Option<(Span, String)> {
    match &expr.kind {
        ExprKind::Primed(name) => return Some((expr.span, format!("`{name}'`"))),
        ExprKind::Indexed {
            name, primed: true, ..
        } => return Some((expr.span, format!("`{name}[…]'`"))),
        ExprKind::Changes { .. } => return Some((expr.span, "`… change`".to_owned())),
        _ => {}
    }
    let mut found = None;
    expr.kind.for_each_child(|child| {
        if found.is_none() {
            found = prime_in(child);
        }
    });
    found
}
