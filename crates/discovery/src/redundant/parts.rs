//! The parts of rules that may be superfluous, and the rules without each of them.
//!
//! A kind of move or an alternative `F or …` that goes leaves fewer moves; a condition that goes leaves more (fewer, if it is part
//! of a name that the rule negates). A case is a choice `if F then s else t` that goes in favour of one of its terms. Whatever
//! is left, no pile grows and some pile shrinks: a game without some of its conditions ends as the game does.

use lang::ast::{
    Clause, Comparison, Expr, ExprKind, GameFile, Item, ItemKind, Let, MoveDecl, Quantifier,
};
use lang::print::formula;
use lang::span::Span;
use schemars::JsonSchema;
use serde::Serialize;

/// Something that can be taken from the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct RemovablePart {
    /// What kind of thing it is.
    pub kind: PartKind,
    /// The kind of move that it belongs to.
    pub rule: Option<String>,
    /// What goes, as it is written.
    pub text: String,
    /// The file without it.
    pub rest: GameFile,
}

/// What can be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum PartKind {
    /// A kind of move.
    Move,
    /// `ends when …`
    End,
    /// One of several conditions of which one must hold.
    Alternative,
    /// A choice between two terms.
    Case,
    /// A condition.
    Condition,
}

impl RemovablePart {
    /// Is it the same part, of rules from which another was taken?
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.kind, &self.rule, &self.text) == (other.kind, &other.rule, &other.text)
    }
}

/// Everything that can be taken from the rules of a file, each with the rules that stay, in the order of the file.
pub fn parts(game: &GameFile) -> Vec<RemovablePart> {
    let mut found: Vec<RemovablePart> = Vec::new();
    for (place, item) in game.items.iter().enumerate() {
        for (kind, text, left) in of_item(item) {
            let rule = match &item.kind {
                ItemKind::Move(rule) => Some(rule.kind.value.clone()),
                _ => None,
            };
            let mut rest = game.clone();
            match left {
                Some(left) => rest.items[place].kind = left,
                None => drop(rest.items.remove(place)),
            }
            let part = RemovablePart {
                kind,
                rule,
                text,
                rest,
            };
            let known = |other: &RemovablePart| part.is_like(other) || part.rest == other.rest;
            // A game without a move is none.
            if has_moves(&part.rest) && part.rest != *game && !found.iter().any(known) {
                found.push(part);
            }
        }
    }
    found
}

fn has_moves(game: &GameFile) -> bool {
    { game.items.iter() }.any(|item| matches!(item.kind, ItemKind::Move(_)))
}

/// What can be taken from something, as it is written, and what stays; nothing if all of it goes.
type Taken<T> = (PartKind, String, Option<T>);

fn of_item(item: &Item) -> Vec<Taken<ItemKind>> {
    match &item.kind {
        ItemKind::Move(rule) => {
            let whole = (PartKind::Move, named(rule), None);
            let clauses = of_rule(rule).into_iter();
            let clauses = clauses
                .map(|(kind, text, clauses)| (kind, text, clauses.map(|left| said(rule, left))));
            std::iter::once(whole).chain(clauses).collect()
        }
        ItemKind::Ends(condition) => {
            let text = format!("ends when {}", formula(condition));
            vec![(PartKind::End, text, None)]
        }
        _ => Vec::new(),
    }
}

/// `move II for t in 2..m`
fn named(rule: &MoveDecl) -> String {
    let kind = &rule.kind.value;
    match &rule.caption {
        Some(caption) => format!("move {kind} \"{caption}\""),
        None => format!("move {kind}"),
    }
}

/// The rule with other clauses. Its caption spoke of the old ones, and names that are left unused go too.
fn said(rule: &MoveDecl, mut clauses: Vec<Clause>) -> ItemKind {
    while let Some(unused) = (0..clauses.len()).find(|place| is_unused(&clauses, *place)) {
        clauses.remove(unused);
    }
    if clauses.is_empty() {
        let truth = Expr::new(ExprKind::Truth(true), Span::default());
        clauses.push(Clause::Holds(truth));
    }
    ItemKind::Move(MoveDecl {
        caption: None,
        clauses,
        ..rule.clone()
    })
}

/// Does a clause give a name that no later one uses?
fn is_unused(clauses: &[Clause], place: usize) -> bool {
    let Clause::Let(defined) = &clauses[place] else {
        return false;
    };
    let mut later = clauses[place + 1..].iter();
    !later.any(|clause| clause.expr().mentions(&[&defined.name.value]))
}

fn of_rule(rule: &MoveDecl) -> Vec<Taken<Vec<Clause>>> {
    let mut found = Vec::new();
    for (place, clause) in rule.clauses.iter().enumerate() {
        for (kind, text, left) in of_clause(clause) {
            let mut clauses = rule.clauses.clone();
            match left {
                Some(left) => clauses[place] = left,
                None => drop(clauses.remove(place)),
            }
            found.push((kind, text, Some(clauses)));
        }
    }
    found
}

fn of_clause(clause: &Clause) -> Vec<Taken<Clause>> {
    let each = |expr: &Expr, again: fn(Expr) -> Clause| {
        let taken = of_formula(expr).into_iter();
        { taken }
            .map(|(kind, text, left)| (kind, text, left.map(again)))
            .collect()
    };
    match clause {
        Clause::If(condition) => each(condition, Clause::If),
        Clause::Holds(condition) => each(condition, Clause::Holds),
        Clause::To(target) => vec![(PartKind::Condition, format!("to {}", formula(target)), None)],
        Clause::Let(defined) => {
            let bodies = match defined.body.kind.states() {
                true => of_parts(&defined.body),
                false => of_term(&defined.body),
            };
            let again = |body| {
                Clause::Let(Let {
                    body,
                    ..defined.clone()
                })
            };
            let named = |text| format!("{}: {text}", defined.name.value);
            let bodies = bodies.into_iter().filter(|(.., left)| left.is_some());
            bodies
                .map(|(kind, text, left)| (kind, named(text), left.map(again)))
                .collect()
        }
    }
}

/// What can be taken from a condition that must hold, and the condition itself.
fn of_formula(expr: &Expr) -> Vec<Taken<Expr>> {
    let whole = (PartKind::Condition, formula(expr), None);
    match &expr.kind {
        // Each of several conditions stands for itself.
        ExprKind::And(_) => of_parts(expr),
        _ => of_parts(expr).into_iter().chain([whole]).collect(),
    }
}

/// What can be taken from a condition that must hold.
fn of_parts(expr: &Expr) -> Vec<Taken<Expr>> {
    let again = |kind| Some(Expr::new(kind, expr.span));
    match &expr.kind {
        ExprKind::And(parts) => {
            let mut found = Vec::new();
            for (place, part) in parts.iter().enumerate() {
                for (kind, text, left) in of_formula(part) {
                    found.push((kind, text, joined(ExprKind::And, parts, place, left)));
                }
            }
            found
        }
        ExprKind::Or(parts) => {
            let mut found = Vec::new();
            for (place, part) in parts.iter().enumerate() {
                let left = joined(ExprKind::Or, parts, place, None);
                found.push((PartKind::Alternative, formula(part), left));
                // An alternative without any condition is the same as no condition at all.
                let inner = of_parts(part).into_iter();
                for (kind, text, left) in inner.filter(|(.., left)| left.is_some()) {
                    found.push((kind, text, joined(ExprKind::Or, parts, place, left)));
                }
            }
            found
        }
        ExprKind::Quantified {
            quantifier,
            variables,
            bound,
            body,
        } => {
            let with = |bound: &Option<_>, body: Expr| {
                again(ExprKind::Quantified {
                    quantifier: *quantifier,
                    variables: variables.clone(),
                    bound: bound.clone(),
                    body: Box::new(body),
                })
            };
            let inner = of_formula(body).into_iter();
            let mut found: Vec<Taken<Expr>> = inner
                .map(|(kind, text, left)| (kind, text, left.and_then(|left| with(bound, left))))
                .collect();
            let bounded = bound.as_ref().filter(|bound| !is_no_bound(bound));
            if let (Quantifier::Exists, Some((relation, number))) = (quantifier, bounded) {
                let names: Vec<&str> = variables.iter().map(|name| &*name.value).collect();
                let text = format!("{} {relation} {}", names.join(", "), formula(number));
                let body = body.as_ref().clone();
                found.push((PartKind::Condition, text, with(&None, body)));
            }
            found
        }
        ExprKind::ForIndex(quantifier, binder, body) => {
            let with = |body| {
                again(ExprKind::ForIndex(
                    *quantifier,
                    binder.clone(),
                    Box::new(body),
                ))
            };
            let inner = of_formula(body).into_iter();
            { inner }
                .map(|(kind, text, left)| (kind, text, left.and_then(with)))
                .collect()
        }
        ExprKind::Compare(first, rest) => of_comparison(expr, first, rest),
        _ => Vec::new(),
    }
}

/// Numbers are at least 0 whether that is said or not.
fn is_no_bound((relation, number): &(Comparison, Box<Expr>)) -> bool {
    let zero = matches!(&number.kind, ExprKind::Number(number) if *number == 0u32);
    zero && *relation == Comparison::GreaterOrEqual
}

/// The links of a chain `a < b <= c`, and the cases of its terms.
fn of_comparison(expr: &Expr, first: &Expr, rest: &[(Comparison, Expr)]) -> Vec<Taken<Expr>> {
    let chain = |first: &Expr, rest: &[(Comparison, Expr)]| {
        let kind = ExprKind::Compare(Box::new(first.clone()), rest.to_vec());
        Expr::new(kind, expr.span)
    };
    let mut found = Vec::new();
    let terms: Vec<&Expr> = std::iter::once(first)
        .chain(rest.iter().map(|(_, term)| term))
        .collect();
    for (place, (relation, right)) in rest.iter().enumerate() {
        if rest.len() == 1 {
            break;
        }
        let text = format!("{} {relation} {}", formula(terms[place]), formula(right));
        let (before, after) = (&rest[..place], &rest[place + 1..]);
        let mut sides = Vec::new();
        if !before.is_empty() {
            sides.push(chain(first, before));
        }
        if !after.is_empty() {
            sides.push(chain(right, after));
        }
        let left = match sides.len() {
            1 => sides.pop(),
            _ => Some(Expr::new(ExprKind::And(sides), expr.span)),
        };
        found.push((PartKind::Condition, text, left));
    }
    for (place, term) in terms.iter().enumerate() {
        for (kind, text, left) in of_term(term) {
            let Some(left) = left else { continue };
            let (mut first, mut rest) = (first.clone(), rest.to_vec());
            match place.checked_sub(1) {
                None => first = left,
                Some(place) => rest[place].1 = left,
            }
            found.push((kind, text, Some(chain(&first, &rest))));
        }
    }
    found
}

/// The choices of a term, each with one of its two terms in its place.
fn of_term(term: &Expr) -> Vec<Taken<Expr>> {
    let ExprKind::Choice(condition, yes, no) = &term.kind else {
        return Vec::new();
    };
    let always = |taken: &Expr| {
        let text = format!("{} instead of {}", formula(taken), formula(term));
        (PartKind::Case, text, Some(taken.clone()))
    };
    let mut found = vec![always(yes), always(no)];
    let again = |yes: &Expr, no: &Expr| {
        let kind = ExprKind::Choice(
            condition.clone(),
            Box::new(yes.clone()),
            Box::new(no.clone()),
        );
        Expr::new(kind, term.span)
    };
    for (kind, text, left) in of_term(yes) {
        found.push((kind, text, left.map(|left| again(&left, no))));
    }
    for (kind, text, left) in of_term(no) {
        found.push((kind, text, left.map(|left| again(yes, &left))));
    }
    found
}

/// Some conditions with another one in this place, or without it; nothing if none is left.
fn joined(
    join: fn(Vec<Expr>) -> ExprKind,
    parts: &[Expr],
    place: usize,
    left: Option<Expr>,
) -> Option<Expr> {
    let mut parts = parts.to_vec();
    let span = parts.get(place).map_or(Span::default(), |part| part.span);
    match left {
        Some(left) => parts[place] = left,
        None => drop(parts.remove(place)),
    }
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(Expr::new(join(parts), span)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(PartKind, String)> {
        let game = lang::parse(text).expect("a correct file");
        let parts = parts(&game);
        for part in &parts {
            let read = lang::open(&lang::print(&part.rest), "rest", |_| Vec::new());
            assert!(read.is_ok(), "{part:?}\n{read:?}");
        }
        parts
            .into_iter()
            .map(|part| (part.kind, part.text))
            .collect()
    }

    fn texts(text: &str) -> Vec<String> {
        told(text).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn every_condition_that_must_hold_is_a_part() {
        let text = "game g\npiles x, y\nmove a: exactly 1 of x, y changes\nmove b \"both\":\n    if x < y\n    \
                    exists t > 0: x' = x - t and y' = y - t and not (y' < x' and t = 3)\n    0 <= x' < y' <= y";
        assert_eq!(
            texts(text),
            [
                "move a",
                "exactly 1 of x, y changes",
                "move b \"both\"",
                "x < y",
                "x' = x - t",
                "y' = y - t",
                "not (y' < x' and t = 3)",
                "t > 0",
                "exists t > 0: x' = x - t and y' = y - t and not (y' < x' and t = 3)",
                "0 <= x'",
                "x' < y'",
                "y' <= y",
                "0 <= x' < y' <= y",
            ]
        );
    }

    #[test]
    fn alternatives_and_cases_are_parts() {
        let text = "game g\npiles x, y\nmove a:\n    let a = if x = y then 2 else if x < y then 3 else 1\n    \
                    |(x - x') - (y - y')| < a\n    x' < x or y' < y";
        use PartKind::{Alternative, Case, Condition};
        let expected = [
            (
                Case,
                "a: 2 instead of if x = y then 2 else if x < y then 3 else 1",
            ),
            (
                Case,
                "a: if x < y then 3 else 1 instead of if x = y then 2 else if x < y then 3 else 1",
            ),
            (Case, "a: 3 instead of if x < y then 3 else 1"),
            (Case, "a: 1 instead of if x < y then 3 else 1"),
            (Condition, "|(x - x') - (y - y')| < a"),
            (Alternative, "x' < x"),
            (Alternative, "y' < y"),
            (Condition, "x' < x or y' < y"),
        ];
        let expected: Vec<(PartKind, String)> = expected
            .iter()
            .map(|(kind, text)| (*kind, (*text).to_owned()))
            .collect();
        assert_eq!(told(text), expected);
    }

    #[test]
    fn what_is_left_says_what_was_left_and_nothing_else() {
        let text = "game g\npiles x, y\nmove a \"words\":\n    let l = x - x'\n    l > 0\n    y' = y\nends when x = 1";
        let game = lang::parse(text).expect("a correct file");
        let rests: Vec<String> = parts(&game)
            .iter()
            .map(|part| lang::print(&part.rest))
            .collect();
        let expected = [
            "game g\npiles x, y\n\nmove a:\n    y' = y\n\nends when x = 1\n",
            "game g\npiles x, y\n\nmove a:\n    let l = x - x'\n    l > 0\n\nends when x = 1\n",
            "game g\npiles x, y\n\nmove a \"words\":\n    let l = x - x'\n    l > 0\n    y' = y\n",
        ];
        assert_eq!(rests, expected);
    }

    #[test]
    fn the_only_move_stays() {
        assert_eq!(texts("game g\npiles x\nmove a: x' < x"), ["x' < x"]);
    }
}
