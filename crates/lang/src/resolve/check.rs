//! Checks every use of every name: known, of the right sort, with the right number of arguments, in its place.

use super::names::FreeNames;
use super::{Comprehensions, Meaning, ParameterKind, Sort, Symbol, Symbols};
use crate::ast::{
    Clause, Expr, ExprKind, GameFile, IndexBinder, IndexRange, ItemKind, Let, MoveDecl, Name,
    Quantifier, SetExpr, SetPart, TupleEntry,
};
use crate::diagnostic::{Fault, Faults};
use crate::parse::FUNCTIONS;
use crate::print::{self, Notation};
use crate::span::Span;
use crate::suggest;

/// Constants that need no definition; something else may have their names.
pub(crate) const CONSTANTS: &[&str] = &["phi", "pi", "e"];

/// Checks all items.
pub(super) fn check<'a>(
    game: &'a GameFile,
    symbols: &Symbols<'a>,
    faults: &mut Faults,
) -> Comprehensions {
    let mut checker = Checker::new(symbols, faults);
    checker.parameters(game);
    for item in &game.items {
        checker.item(&item.kind);
    }
    checker.comprehensions
}

/// Checks a term that stands alone, with variables of these names.
pub(crate) fn check_term<'a>(
    term: &'a Expr,
    variables: &[&'a str],
    faults: &mut Faults,
) -> Comprehensions {
    let symbols = Symbols::default();
    let mut checker = Checker::new(&symbols, faults);
    checker.alone = true;
    let local = |name: &&'a str| Local::number(name, Span::default());
    checker.locals.extend(variables.iter().map(local));
    checker.expr(term, Sort::Number);
    checker.comprehensions
}

/// Checks a set that stands alone.
pub(crate) fn check_set(set: &SetExpr, faults: &mut Faults) -> Comprehensions {
    let symbols = Symbols::default();
    let mut checker = Checker::new(&symbols, faults);
    checker.alone = true;
    checker.set(set);
    checker.comprehensions
}

/// A name that holds in a part of the file only.
pub(super) struct Local<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    meaning: LocalMeaning<'a>,
    /// The quantifier or set that binds it, if one does.
    pub(super) bound_by: Option<&'static str>,
}

impl<'a> Local<'a> {
    /// A variable, an index or an argument.
    pub(super) fn number(name: &'a str, span: Span) -> Self {
        Self {
            name,
            span,
            meaning: LocalMeaning::Number,
            bound_by: Some("set"),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum LocalMeaning<'a> {
    /// A variable, an index or an argument.
    Number,
    /// A `let` inside a move.
    Let(&'a Let, Sort),
}

pub(super) struct Checker<'a, 'b> {
    pub(super) symbols: &'b Symbols<'a>,
    pub(super) faults: &'b mut Faults,
    pub(super) locals: Vec<Local<'a>>,
    /// May piles be mentioned?
    pub(super) piles: bool,
    /// May piles after the move be mentioned?
    pub(super) primes: bool,
    /// Is there no file around it?
    pub(super) alone: bool,
    /// The variables of the sets seen so far.
    pub(super) comprehensions: Comprehensions,
}

impl<'a, 'b> Checker<'a, 'b> {
    fn new(symbols: &'b Symbols<'a>, faults: &'b mut Faults) -> Self {
        Self {
            symbols,
            faults,
            locals: Vec::new(),
            piles: false,
            primes: false,
            alone: false,
            comprehensions: Comprehensions::default(),
        }
    }
}

impl<'a> Checker<'a, '_> {
    fn parameters(&mut self, game: &'a GameFile) {
        for (index, parameter) in game.parameters.iter().enumerate() {
            let Some(default) = &parameter.default else {
                continue;
            };
            if super::parameter_kind(parameter, &game.parameters[..index]) == ParameterKind::Word {
                continue;
            }
            let mut names = FreeNames::default();
            names.expr(default);
            for (name, span) in names.names {
                let earlier = game.parameters[..index]
                    .iter()
                    .any(|earlier| earlier.name.value == name);
                if !earlier && !CONSTANTS.contains(&name) && !FUNCTIONS.contains(&name) {
                    let known = CONSTANTS.iter().chain(FUNCTIONS).copied();
                    let fault = Fault::new(
                        span,
                        format!("`{name}` is not known here"),
                        "not a constant",
                    );
                    let help = suggest::did_you_mean(name, known);
                    self.faults.push(
                        fault
                            .help_if(help)
                            .note("a default may use the parameters before it"),
                    );
                }
            }
        }
    }

    fn item(&mut self, item: &'a ItemKind) {
        match item {
            ItemKind::Source(_) => {}
            ItemKind::Piles(piles) => {
                for range in piles.all().filter_map(|group| group.range.as_ref()) {
                    self.range(range);
                }
            }
            ItemKind::Require { condition, .. } => self.expr(condition, Sort::Formula),
            ItemKind::Const { value, .. } | ItemKind::Blocking(value) => {
                self.expr(value, Sort::Number);
            }
            ItemKind::Let(definition) => {
                self.within(true, true, |checker| checker.definition(definition))
            }
            ItemKind::Set { set, .. } | ItemKind::PPositions(set) | ItemKind::MisereP(set) => {
                self.set(set);
            }
            ItemKind::Automaton(set) => self.automaton(set),
            ItemKind::System { system, .. } => self.system(system),
            ItemKind::Move(rule) => self.within(true, true, |checker| checker.rule(rule)),
            ItemKind::Positions(condition)
            | ItemKind::Ends(condition)
            | ItemKind::PWhen(condition)
            | ItemKind::MiserePWhen(condition) => {
                self.within(true, false, |checker| {
                    checker.expr(condition, Sort::Formula)
                });
            }
            ItemKind::NimValue { condition, value } => self.within(true, false, |checker| {
                if let Some(condition) = condition {
                    checker.expr(condition, Sort::Formula);
                }
                checker.expr(value, Sort::Number);
            }),
            ItemKind::Theorem { sentence, .. } => self.expr(sentence, Sort::Formula),
            ItemKind::Columns(columns) => self.within(true, false, |checker| {
                columns
                    .iter()
                    .for_each(|column| checker.expr(&column.term, Sort::Number));
            }),
        }
    }

    /// Checks something where piles may or may not be mentioned; names introduced there end with it.
    pub(super) fn within(&mut self, piles: bool, primes: bool, body: impl FnOnce(&mut Self)) {
        let outside = (self.piles, self.primes, self.locals.len());
        (self.piles, self.primes) = (piles, primes);
        body(self);
        (self.piles, self.primes) = (outside.0, outside.1);
        self.locals.truncate(outside.2);
    }

    /// Checks something in which some names stand for numbers.
    fn binding(&mut self, names: impl IntoIterator<Item = &'a Name>, body: impl FnOnce(&mut Self)) {
        let before = self.locals.len();
        for name in names {
            self.introduce(name, LocalMeaning::Number);
        }
        body(self);
        self.locals.truncate(before);
    }

    fn introduce(&mut self, name: &'a Name, meaning: LocalMeaning<'a>) {
        let local = self
            .locals
            .iter()
            .rev()
            .find(|local| local.name == name.value)
            .map(|local| local.span);
        let global = || {
            self.symbols
                .get(&name.value)
                .filter(|symbol| self.in_sight(symbol))
                .map(|symbol| symbol.span)
        };
        if let Some(taken) = local.or_else(global) {
            let message = format!("the name `{}` is taken", name.value);
            let fault =
                Fault::new(name.span, message, "a second meaning").also(taken, "its first meaning");
            self.faults.push(fault.help("choose another name here"));
        }
        self.locals.push(Local {
            name: &name.value,
            span: name.span,
            meaning,
            bound_by: None,
        });
    }

    /// Does a name of the whole file count here? Piles do not where none may be mentioned.
    fn in_sight(&self, symbol: &Symbol<'a>) -> bool {
        match symbol.meaning {
            Meaning::Pile(_) => self.piles,
            Meaning::Broken | Meaning::When(_) => false,
            _ => true,
        }
    }

    fn definition(&mut self, definition: &'a Let) {
        let sort = self.sort_of(&definition.body);
        self.binding(&definition.arguments, |checker| {
            checker.expr(&definition.body, sort)
        });
    }

    fn rule(&mut self, rule: &'a MoveDecl) {
        if let Some(family) = &rule.family {
            self.range(&family.range);
            self.introduce(&family.name, LocalMeaning::Number);
        }
        // The parts of a heap have their names in the whole move.
        if let Some(first) = rule.becomings().first() {
            for part in first.parts {
                self.introduce(part, LocalMeaning::Number);
            }
        }
        for clause in &rule.clauses {
            match clause {
                Clause::If(condition) | Clause::Holds(condition) => {
                    self.expr(condition, Sort::Formula)
                }
                Clause::Let(definition) => {
                    let sort = self.sort_of(&definition.body);
                    self.definition(definition);
                    self.introduce(&definition.name, LocalMeaning::Let(definition, sort));
                }
                Clause::To(target) => self.element(target),
            }
        }
    }

    fn sort_of(&self, expr: &Expr) -> Sort {
        let name = match &expr.kind {
            ExprKind::Name(name) => name,
            ExprKind::Call { name, .. } => &name.value,
            _ => return super::sort_of(expr, self.symbols),
        };
        match self.local(name) {
            Some(LocalMeaning::Let(_, sort)) => sort,
            Some(LocalMeaning::Number) => Sort::Number,
            None => super::sort_of(expr, self.symbols),
        }
    }

    pub(super) fn local(&self, name: &str) -> Option<LocalMeaning<'a>> {
        self.locals
            .iter()
            .rev()
            .find(|local| local.name == name)
            .map(|local| local.meaning)
    }

    pub(super) fn expr(&mut self, expr: &'a Expr, want: Sort) {
        if self.faults.is_full() {
            return;
        }
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span, want),
            ExprKind::Primed(name) => {
                self.number(expr, want);
                self.pile(name, expr.span, false, true);
            }
            ExprKind::Indexed {
                name,
                index,
                primed,
            } => {
                self.number(expr, want);
                self.pile(name, expr.span, true, *primed);
                self.expr(index, Sort::Number);
            }
            ExprKind::Call { name, arguments } => self.call(name, arguments, expr.span, want),
            ExprKind::Tuple(entries) => {
                let fault = Fault::new(expr.span, "a tuple cannot stand here", "a tuple");
                self.faults
                    .push(fault.help("tuples stand before `in`, in sets and behind `to`"));
                self.entries(entries);
            }
            ExprKind::Set(set) => {
                let fault = Fault::new(expr.span, "a set cannot stand here", "a set");
                self.faults.push(fault.help(
                    "sets stand behind `in`, `set NAME =`, `P =` and as values of parameters",
                ));
                self.set(set);
            }
            _ if self.sort_of(expr) == Sort::Formula => {
                if want == Sort::Number {
                    self.wrong_sort(expr.span, want);
                }
                self.formula(expr);
            }
            _ => {
                self.number(expr, want);
                self.term(expr);
            }
        }
    }

    fn formula(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Compare(first, links) => {
                if self.compares_word(first, links.as_slice()) {
                    return;
                }
                self.expr(first, Sort::Number);
                links
                    .iter()
                    .for_each(|link| self.expr(&link.1, Sort::Number));
            }
            ExprKind::Member { element, set, .. } => {
                self.element(element);
                self.set(set);
            }
            ExprKind::Quantified {
                quantifier,
                variables,
                bound,
                body,
            } => {
                if let Some((_, bound)) = bound {
                    self.expr(bound, Sort::Number);
                }
                self.binding(variables, |checker| {
                    let word = match quantifier {
                        Quantifier::Exists => "exists",
                        Quantifier::Forall => "forall",
                    };
                    let new = checker.locals.len() - variables.len();
                    for local in &mut checker.locals[new..] {
                        local.bound_by = Some(word);
                    }
                    checker.expr(body, Sort::Formula);
                });
            }
            ExprKind::ForIndex(_, binder, body) => self.indexed(binder, body, Sort::Formula),
            ExprKind::Changes { count, piles, .. } => {
                self.expr(count, Sort::Number);
                piles.iter().for_each(|pile| self.changing(pile));
            }
            ExprKind::Matches { number, system, .. } => {
                self.expr(number, Sort::Number);
                self.system(system);
            }
            ExprKind::Becomes { heap, .. } => self.heap(heap),
            ExprKind::EveryPlace {
                numbers,
                system,
                body,
            } => self.every_place(numbers, system, body),
            ExprKind::Or(parts) if self.lists_numbers(parts) => {}
            other => other.for_each_child(|child| self.expr(child, Sort::Formula)),
        }
    }

    /// Reports `t = 1 or 3 or 4`, which means a set.
    fn lists_numbers(&mut self, parts: &'a [Expr]) -> bool {
        let [first, others @ ..] = parts else {
            return false;
        };
        let ExprKind::Compare(left, links) = &first.kind else {
            return false;
        };
        let [(logic::Comparison::Equal, value)] = links.as_slice() else {
            return false;
        };
        if !others
            .iter()
            .all(|part| matches!(part.kind, ExprKind::Number(_)))
        {
            return false;
        }
        self.expr(first, Sort::Formula);
        let written = |expr| print::expression(Notation::File, expr);
        let values: Vec<String> = [value].into_iter().chain(others).map(written).collect();
        let span = others
            .iter()
            .fold(others[0].span, |span, part| span.to(part.span));
        let message = "`or` stands between formulas, and this is a number";
        let fault = Fault::new(span, message, "a number");
        let (left, values) = (written(left), values.join(", "));
        self.faults
            .push(fault.help(format!("write `{left} in {{{values}}}`")));
        true
    }

    fn term(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Choice(condition, yes, no) => {
                self.expr(condition, Sort::Formula);
                self.expr(yes, Sort::Number);
                self.expr(no, Sort::Number);
            }
            ExprKind::Total(_, binder, body) => self.indexed(binder, body, Sort::Number),
            other => other.for_each_child(|child| self.expr(child, Sort::Number)),
        }
    }

    /// `reading = literal`, where `reading` is a parameter whose values are words.
    fn compares_word(&self, first: &Expr, links: &[(logic::Comparison, Expr)]) -> bool {
        let [(comparison, second)] = links else {
            return false;
        };
        let equality = matches!(
            comparison,
            logic::Comparison::Equal | logic::Comparison::NotEqual
        );
        let names = matches!(
            (&first.kind, &second.kind),
            (ExprKind::Name(_), ExprKind::Name(_))
        );
        equality && names && (self.is_word(first) || self.is_word(second))
    }

    fn is_word(&self, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else {
            return false;
        };
        let meaning = self.symbols.get(name).map(|symbol| symbol.meaning);
        matches!(meaning, Some(Meaning::Parameter(ParameterKind::Word)))
            && self.local(name).is_none()
    }

    fn number(&mut self, expr: &Expr, want: Sort) {
        if want == Sort::Formula {
            self.wrong_sort(expr.span, want);
        }
    }

    fn wrong_sort(&mut self, span: Span, want: Sort) {
        let fault = match want {
            Sort::Formula => Fault::new(
                span,
                "a formula is needed here, and this is a number",
                "a number",
            )
            .help("compare it with something, as in `… = 0`"),
            Sort::Number => Fault::new(
                span,
                "a number is needed here, and this is a formula",
                "true or false",
            ),
        };
        self.faults.push(fault);
    }

    pub(super) fn sorted(&mut self, span: Span, found: Sort, want: Sort) {
        if found != want {
            self.wrong_sort(span, want);
        }
    }

    /// What may stand before `in`, in a set or behind `to`: a term or a tuple of terms.
    pub(super) fn element(&mut self, element: &'a Expr) {
        match &element.kind {
            ExprKind::Tuple(entries) => self.entries(entries),
            _ => self.expr(element, Sort::Number),
        }
    }

    fn entries(&mut self, entries: &'a [TupleEntry]) {
        for entry in entries {
            match &entry.family {
                Some(family) => self.indexed(family, &entry.term, Sort::Number),
                None => self.expr(&entry.term, Sort::Number),
            }
        }
    }

    fn indexed(&mut self, binder: &'a IndexBinder, body: &'a Expr, want: Sort) {
        self.range(&binder.range);
        self.binding([&binder.name], |checker| checker.expr(body, want));
    }

    fn range(&mut self, range: &'a IndexRange) {
        self.expr(&range.from, Sort::Number);
        self.expr(&range.to, Sort::Number);
    }

    fn set(&mut self, set: &'a SetExpr) {
        for part in &set.parts {
            match part {
                SetPart::Named(name) => self.set_name(name),
                SetPart::Elements(elements) => {
                    elements.iter().for_each(|element| self.element(element))
                }
                SetPart::Comprehension {
                    element,
                    conditions,
                } => self.comprehension(element, conditions),
            }
        }
    }
}
