//! What the names of a file mean, and every fault that can be seen without the values of the parameters.
//!
//! A name means one thing: nothing may be given a name that is taken where it stands. `let`, `const` and `set`
//! may stand in any order, and none may be defined through itself. Which names are the variables of a set
//! `{ t | conditions }` is decided here, once; `lower` is told ([`Comprehensions`]).

mod check;
mod comprehension;
mod digits;
mod names;
mod splitting;
mod uses;

use std::collections::HashMap;

pub(crate) use check::{CONSTANTS, check_set, check_term};
pub(crate) use comprehension::Comprehensions;
pub(crate) use names::FreeNames;

use crate::ast::{
    AutomatonDecl, Expr, ExprKind, GameFile, Item, ItemKind, Let, Name, ParameterDecl, PileGroup,
    SetExpr,
};
use crate::diagnostic::{Fault, Faults};
use crate::parse::ParsedFile;
use crate::span::Span;

/// Everything that has a name in the whole file.
#[derive(Default)]
pub(crate) struct Symbols<'a> {
    table: HashMap<&'a str, Symbol<'a>>,
    /// The variables of every `{ t | conditions }` of the file.
    pub(crate) comprehensions: Comprehensions,
}

/// Something with a name.
#[derive(Clone, Copy)]
pub(crate) struct Symbol<'a> {
    /// Where it gets its name.
    pub(crate) span: Span,
    pub(crate) meaning: Meaning<'a>,
    /// Whether its meaning depends on the position.
    pub(crate) piles: bool,
    /// Whether its meaning depends on a move.
    pub(crate) primes: bool,
}

/// What a name means.
#[derive(Clone, Copy)]
pub(crate) enum Meaning<'a> {
    Parameter(ParameterKind),
    Const(&'a Expr),
    Let(&'a Let, Sort),
    Set(&'a SetExpr),
    /// A set given by an automaton.
    Automaton(&'a AutomatonDecl),
    /// A numeration system.
    System(&'a Expr),
    /// `P when F`: the set of the positions with a property.
    When(&'a Expr),
    Pile(&'a PileGroup),
    /// Its definition has a fault, which is reported elsewhere.
    Broken,
}

impl Meaning<'_> {
    fn is_word(&self) -> bool {
        matches!(self, Self::Parameter(ParameterKind::Word))
    }
}

/// The values a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    Number,
    Set,
    Word,
}

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Number,
    Formula,
}

impl<'a> Symbols<'a> {
    /// What a name means.
    pub(crate) fn get(&self, name: &str) -> Option<&Symbol<'a>> {
        self.table.get(name)
    }

    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.table.keys().copied()
    }

    /// The names of the numeration systems.
    fn systems(&self) -> Vec<&'a str> {
        let systems = self.table.iter();
        let systems = systems.filter(|(_, symbol)| matches!(symbol.meaning, Meaning::System(_)));
        let mut names: Vec<&str> = systems.map(|(name, _)| *name).collect();
        names.sort_unstable();
        names
    }

    /// The parameters whose values are words.
    fn words(&self) -> Vec<&'a str> {
        let word = Meaning::is_word;
        let words = self
            .table
            .iter()
            .filter(|(_, symbol)| word(&symbol.meaning));
        words.map(|(name, _)| *name).collect()
    }
}

/// Finds the meaning of all names and reports what is wrong with their uses.
pub(crate) fn resolve<'a>(
    game: &'a GameFile,
    reading: &'a ParsedFile,
    faults: &mut Faults,
) -> Symbols<'a> {
    let mut symbols = declare(game, &reading.broken, faults);
    once_each(game, reading, faults);
    for definition in in_order(game, faults) {
        learn(definition, &mut symbols);
    }
    let has_piles = game
        .items
        .iter()
        .any(|item| matches!(item.kind, ItemKind::Piles(_)));
    if has_piles && !reading.broken_piles {
        symbols.comprehensions = check::check(game, &symbols, faults);
        splitting::check(game, faults);
    }
    symbols
}

/// The kind of a parameter, from its default.
pub(crate) fn parameter_kind(
    parameter: &ParameterDecl,
    earlier: &[ParameterDecl],
) -> ParameterKind {
    match parameter.default.as_ref().map(|default| &default.kind) {
        Some(ExprKind::Set(_)) => ParameterKind::Set,
        Some(ExprKind::Name(name)) => {
            let known = CONSTANTS.contains(&name.as_str())
                || earlier.iter().any(|earlier| earlier.name.value == *name);
            if known {
                ParameterKind::Number
            } else {
                ParameterKind::Word
            }
        }
        _ => ParameterKind::Number,
    }
}

/// What a `let` stands for, as far as its outermost operator says.
fn sort_of(expr: &Expr, symbols: &Symbols<'_>) -> Sort {
    match &expr.kind {
        ExprKind::Name(name) => sort_of_name(name, symbols),
        ExprKind::Call { name, .. } if ["irrational", "integer"].contains(&name.value.as_str()) => {
            Sort::Formula
        }
        ExprKind::Call { name, .. } => sort_of_name(&name.value, symbols),
        kind if kind.states() => Sort::Formula,
        _ => Sort::Number,
    }
}

fn sort_of_name(name: &str, symbols: &Symbols<'_>) -> Sort {
    match symbols.get(name).map(|symbol| symbol.meaning) {
        Some(Meaning::Let(_, sort)) => sort,
        _ => Sort::Number,
    }
}

fn declare<'a>(game: &'a GameFile, broken: &'a [String], faults: &mut Faults) -> Symbols<'a> {
    let mut symbols = Symbols::default();
    for (index, parameter) in game.parameters.iter().enumerate() {
        let kind = parameter_kind(parameter, &game.parameters[..index]);
        introduce(
            &mut symbols,
            &parameter.name,
            Meaning::Parameter(kind),
            faults,
        );
    }
    for item in &game.items {
        match &item.kind {
            ItemKind::Piles(piles) => {
                for group in piles.all() {
                    introduce(&mut symbols, &group.name, Meaning::Pile(group), faults);
                }
            }
            ItemKind::Const { name, value } => {
                introduce(&mut symbols, name, Meaning::Const(value), faults)
            }
            ItemKind::Let(definition) => {
                introduce(
                    &mut symbols,
                    &definition.name,
                    Meaning::Let(definition, Sort::Number),
                    faults,
                );
            }
            ItemKind::Set { name, set } => introduce(&mut symbols, name, Meaning::Set(set), faults),
            ItemKind::Automaton(set) => {
                introduce(&mut symbols, &set.name, Meaning::Automaton(set), faults)
            }
            ItemKind::System { name, system } => {
                introduce(&mut symbols, name, Meaning::System(system), faults)
            }
            ItemKind::PPositions(set) => introduce_p(&mut symbols, "P", item, Meaning::Set(set)),
            ItemKind::PWhen(property) => {
                introduce_p(&mut symbols, "P", item, Meaning::When(property));
            }
            ItemKind::MisereP(set) => {
                introduce_p(&mut symbols, MISERE_P, item, Meaning::Set(set));
            }
            ItemKind::MiserePWhen(property) => {
                introduce_p(&mut symbols, MISERE_P, item, Meaning::When(property));
            }
            _ => {}
        }
    }
    for name in broken {
        let symbol = Symbol {
            span: Span::default(),
            meaning: Meaning::Broken,
            piles: false,
            primes: false,
        };
        symbols.table.entry(name).or_insert(symbol);
    }
    symbols
}

fn introduce<'a>(
    symbols: &mut Symbols<'a>,
    name: &'a Name,
    meaning: Meaning<'a>,
    faults: &mut Faults,
) {
    if let Some(earlier) = symbols.table.get(name.value.as_str()) {
        let message = format!("the name `{}` is given twice", name.value);
        let fault = Fault::new(name.span, message, "given again here")
            .also(earlier.span, "given here first");
        faults.push(fault.help("choose another name for one of them"));
        return;
    }
    let piles = matches!(meaning, Meaning::Pile(_));
    symbols.table.insert(
        &name.value,
        Symbol {
            span: name.span,
            meaning,
            piles,
            primes: false,
        },
    );
}

/// The name of the claimed P-positions of misère play: nobody can write it.
pub(crate) const MISERE_P: &str = "misere P";

/// The claimed P-positions are a set with the name `P`, unless something else has that name.
fn introduce_p<'a>(
    symbols: &mut Symbols<'a>,
    name: &'static str,
    item: &Item,
    meaning: Meaning<'a>,
) {
    let symbol = Symbol {
        span: item.span,
        meaning,
        piles: false,
        primes: false,
    };
    symbols.table.entry(name).or_insert(symbol);
}

/// Reports items that are there twice or missing.
fn once_each(game: &GameFile, reading: &ParsedFile, faults: &mut Faults) {
    let mut first: HashMap<(&str, &str), Span> = HashMap::new();
    for item in &game.items {
        let (what, name, span) = match &item.kind {
            ItemKind::Source(_) => ("source", "", item.span),
            ItemKind::Piles(_) => ("piles", "", item.span),
            ItemKind::Positions(_) => ("positions when", "", item.span),
            ItemKind::Ends(_) => ("ends when", "", item.span),
            ItemKind::Blocking(_) => ("blocking", "", item.span),
            ItemKind::PPositions(_) | ItemKind::PWhen(_) => ("P", "", item.span),
            ItemKind::MisereP(_) | ItemKind::MiserePWhen(_) => ("misere P", "", item.span),
            ItemKind::Columns(_) => ("columns", "", item.span),
            ItemKind::Move(rule) => ("move", rule.kind.value.as_str(), rule.kind.span),
            ItemKind::Theorem { name, .. } => ("theorem", name.value.as_str(), name.span),
            _ => continue,
        };
        if what == "theorem" {
            proper_name(name, span, faults);
        }
        if let Some(earlier) = first.insert((what, name), span) {
            let message = match what {
                "move" | "theorem" => format!("two {what}s have the name `{name}`"),
                _ => format!("`{what}` is said twice"),
            };
            faults.push(
                Fault::new(span, message, "said again here").also(earlier, "said here first"),
            );
        }
    }
    let has = |what: &str| first.keys().any(|(item, _)| *item == what);
    if !has("piles") && !reading.broken_piles {
        let fault = Fault::new(game.name.span, "the game has no piles", "no item `piles`");
        faults.push(fault.help(
            "write `piles x, y` or, for piles whose order does not matter, `piles a <= b <= c`",
        ));
    }
    if !has("move") && !reading.broken_move {
        let fault = Fault::new(game.name.span, "the game has no move", "no item `move`");
        faults.push(fault.help("write `move I: exactly 1 of x, y changes`, for example"));
    }
}

/// Reports a theorem without a name, or with the name of another claim.
fn proper_name(name: &str, span: Span, faults: &mut Faults) {
    let fault = match name {
        "P-positions" | "misere P-positions" | "nim-values" => {
            let message = format!("no theorem may have the name `{name}`");
            let fault = Fault::new(span, message, "the name of another claim");
            fault.help("`P = …`, `misere P = …` and `nim-value = …` make the claims of these names")
        }
        blank if blank.trim().is_empty() => {
            let fault = Fault::new(
                span,
                "the theorem has no name",
                "nothing between the quotes",
            );
            fault.help("write `theorem \"Lemma 1\": …`, for example")
        }
        _ => return,
    };
    faults.push(fault);
}

/// A definition that may use others.
#[derive(Clone, Copy)]
struct Definition<'a> {
    name: &'a str,
    span: Span,
    body: Body<'a>,
}

#[derive(Clone, Copy)]
enum Body<'a> {
    Expr(&'a Expr),
    Set(&'a SetExpr),
}

fn definition(item: &Item) -> Option<Definition<'_>> {
    fn named(name: &Name) -> (Span, &str) {
        (name.span, &name.value)
    }
    let ((span, name), body) = match &item.kind {
        ItemKind::Const { name, value } => (named(name), Body::Expr(value)),
        ItemKind::Let(definition) => (named(&definition.name), Body::Expr(&definition.body)),
        ItemKind::Set { name, set } => (named(name), Body::Set(set)),
        ItemKind::PPositions(set) => ((item.span, "P"), Body::Set(set)),
        ItemKind::PWhen(property) => ((item.span, "P"), Body::Expr(property)),
        ItemKind::MisereP(set) => ((item.span, MISERE_P), Body::Set(set)),
        ItemKind::MiserePWhen(property) => ((item.span, MISERE_P), Body::Expr(property)),
        _ => return None,
    };
    Some(Definition { name, span, body })
}

fn names_in(body: Body<'_>) -> FreeNames<'_> {
    let mut names = FreeNames::default();
    match body {
        Body::Expr(expr) => names.expr(expr),
        Body::Set(set) => names.set(set),
    }
    names
}

/// All definitions, each behind those that it uses; those defined through themselves are reported and left out.
fn in_order<'a>(game: &'a GameFile, faults: &mut Faults) -> Vec<Definition<'a>> {
    let all: Vec<Definition<'a>> = game.items.iter().filter_map(definition).collect();
    let index: HashMap<&str, usize> = all
        .iter()
        .enumerate()
        .map(|(at, it)| (it.name, at))
        .collect();
    let uses = |at: usize| -> Vec<usize> {
        names_in(all[at].body)
            .names
            .iter()
            .filter_map(|(name, _)| index.get(name).copied())
            .collect()
    };
    let mut order = Vec::new();
    let mut finished = vec![false; all.len()];
    let mut open = vec![false; all.len()];
    let mut reported = vec![false; all.len()];
    for start in 0..all.len() {
        if finished[start] {
            continue;
        }
        open[start] = true;
        let mut path = vec![(start, uses(start).into_iter())];
        while let Some((at, next)) = path.last_mut() {
            let at = *at;
            match next.next() {
                Some(used) if open[used] && reported[used] => {}
                Some(used) if open[used] => {
                    reported[used] = true;
                    let cycle = path.iter().map(|(at, _)| *at).skip_while(|at| *at != used);
                    let cycle: Vec<Definition<'_>> = cycle.map(|at| all[at]).collect();
                    faults.push(recursion(&cycle));
                }
                Some(used) if finished[used] => {}
                Some(used) => {
                    open[used] = true;
                    path.push((used, uses(used).into_iter()));
                }
                None => {
                    open[at] = false;
                    finished[at] = true;
                    order.push(all[at]);
                    path.pop();
                }
            }
        }
    }
    order
}

fn recursion(cycle: &[Definition<'_>]) -> Fault {
    let first = cycle[0];
    let message = format!("`{}` is defined through itself", first.name);
    let fault = Fault::new(first.span, message, "defined here");
    let shown = cycle
        .iter()
        .take(8)
        .map(|definition| format!("`{}`", definition.name));
    let mut chain: Vec<String> = shown.collect();
    if cycle.len() > 8 {
        chain.push("…".to_owned());
    }
    chain.push(format!("`{}`", first.name));
    let fault = if cycle.len() > 1 {
        fault.note(chain.join(" uses "))
    } else {
        fault
    };
    fault.help("a name stands for what is written behind it, and cannot be recursive")
}

/// Notes what is known of a definition once those that it uses are known.
fn learn<'a>(definition: Definition<'a>, symbols: &mut Symbols<'a>) {
    let names = names_in(definition.body);
    let used: Vec<Symbol<'a>> = names
        .names
        .iter()
        .filter_map(|(name, _)| symbols.get(name).copied())
        .collect();
    let sort = match definition.body {
        Body::Expr(expr) => sort_of(expr, symbols),
        Body::Set(_) => Sort::Number,
    };
    let Some(symbol) = symbols.table.get_mut(definition.name) else {
        return;
    };
    if let Meaning::Let(body, _) = symbol.meaning {
        symbol.meaning = Meaning::Let(body, sort);
        symbol.piles = used.iter().any(|symbol| symbol.piles);
        symbol.primes = names.primes || used.iter().any(|symbol| symbol.primes);
    }
}
