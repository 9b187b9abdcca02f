//! Checks every use of every name: known, of the right sort, with the right number of arguments, in its place.

use super::names::FreeNames;
use super::{Meaning, ParameterKind, Sort, Symbol, Symbols};
use crate::ast::{
    Clause, Entry, Expr, ExprKind, Game, IndexBinder, IndexRange, ItemKind, Let, Move, Name,
    SetExpr, SetPart,
};
use crate::diagnostic::{Fault, Faults, plural};
use crate::parse::FUNCTIONS;
use crate::span::Span;
use crate::suggest;

/// Constants that need no definition; something else may have their names.
pub(crate) const CONSTANTS: &[&str] = &["phi", "pi", "e"];

/// Checks all items.
pub(super) fn check<'a>(game: &'a Game, symbols: &Symbols<'a>, faults: &mut Faults) {
    let mut checker = Checker {
        symbols,
        faults,
        locals: Vec::new(),
        piles: false,
        primes: false,
    };
    checker.parameters(game);
    for item in &game.items {
        checker.item(&item.kind);
    }
}

/// Checks a term that stands alone, with variables of these names.
pub(crate) fn check_term<'a>(term: &'a Expr, variables: &[&'a str], faults: &mut Faults) {
    let symbols = Symbols::default();
    let local = |name: &&'a str| Local {
        name,
        span: Span::default(),
        meaning: LocalMeaning::Number,
    };
    let locals = variables.iter().map(local).collect();
    let mut checker = Checker {
        symbols: &symbols,
        faults,
        locals,
        piles: false,
        primes: false,
    };
    checker.element_or_set(term);
}

/// A name that holds in a part of the file only.
struct Local<'a> {
    name: &'a str,
    span: Span,
    meaning: LocalMeaning<'a>,
}

#[derive(Clone, Copy)]
enum LocalMeaning<'a> {
    /// A variable, an index or an argument.
    Number,
    /// A `let` inside a move.
    Let(&'a Let, Sort),
}

struct Checker<'a, 'b> {
    symbols: &'b Symbols<'a>,
    faults: &'b mut Faults,
    locals: Vec<Local<'a>>,
    /// May piles be mentioned?
    piles: bool,
    /// May piles after the move be mentioned?
    primes: bool,
}

impl<'a> Checker<'a, '_> {
    fn parameters(&mut self, game: &'a Game) {
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
                for range in piles.groups.iter().filter_map(|group| group.range.as_ref()) {
                    self.range(range);
                }
            }
            ItemKind::Require { condition, .. } => self.expr(condition, Sort::Formula),
            ItemKind::Const { value, .. } => self.expr(value, Sort::Number),
            ItemKind::Let(definition) => {
                self.within(true, true, |checker| checker.definition(definition))
            }
            ItemKind::Set { set, .. } | ItemKind::PPositions(set) => self.set(set),
            ItemKind::Move(rule) => self.within(true, true, |checker| checker.rule(rule)),
            ItemKind::Ends(condition) | ItemKind::PWhen(condition) => {
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
    fn within(&mut self, piles: bool, primes: bool, body: impl FnOnce(&mut Self)) {
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

    fn rule(&mut self, rule: &'a Move) {
        if let Some(family) = &rule.family {
            self.range(&family.range);
            self.introduce(&family.name, LocalMeaning::Number);
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

    fn local(&self, name: &str) -> Option<LocalMeaning<'a>> {
        self.locals
            .iter()
            .rev()
            .find(|local| local.name == name)
            .map(|local| local.meaning)
    }

    fn expr(&mut self, expr: &'a Expr, want: Sort) {
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
                variables,
                bound,
                body,
                ..
            } => {
                if let Some((_, bound)) = bound {
                    self.expr(bound, Sort::Number);
                }
                self.binding(variables, |checker| checker.expr(body, Sort::Formula));
            }
            ExprKind::ForIndex(_, binder, body) => self.indexed(binder, body, Sort::Formula),
            ExprKind::Changes { count, piles, .. } => {
                self.expr(count, Sort::Number);
                piles.iter().for_each(|pile| self.changing(pile));
            }
            other => other.for_each_child(|child| self.expr(child, Sort::Formula)),
        }
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

    fn name(&mut self, name: &'a str, span: Span, want: Sort) {
        match self.local(name) {
            Some(LocalMeaning::Number) => return self.sorted(span, Sort::Number, want),
            Some(LocalMeaning::Let(definition, sort)) => {
                self.arity(definition, 0, span);
                return self.sorted(span, sort, want);
            }
            None => {}
        }
        let Some(symbol) = self.symbols.get(name).copied() else {
            if CONSTANTS.contains(&name) {
                return self.sorted(span, Sort::Number, want);
            }
            return self.unknown(name, span, "name");
        };
        match symbol.meaning {
            Meaning::Broken => {}
            Meaning::Pile(group) => {
                self.pile(name, span, false, false);
                if group.range.is_none() {
                    self.sorted(span, Sort::Number, want);
                }
            }
            Meaning::Let(definition, sort) => {
                self.arity(definition, 0, span);
                self.sorted(span, sort, want);
                self.reaches(name, symbol, span);
            }
            Meaning::Set(_) | Meaning::When(_) | Meaning::Parameter(ParameterKind::Set) => {
                let fault = Fault::new(
                    span,
                    format!("`{name}` is a set"),
                    "not a number or formula",
                );
                self.faults.push(fault.help(format!("write `… in {name}`")));
            }
            Meaning::Parameter(ParameterKind::Word) => {
                let fault = Fault::new(
                    span,
                    format!("`{name}` is a word"),
                    "not a number or formula",
                );
                self.faults
                    .push(fault.help(format!("compare it: `{name} = …`")));
            }
            Meaning::Const(_) | Meaning::Parameter(ParameterKind::Number) => {
                self.sorted(span, Sort::Number, want)
            }
        }
    }

    fn sorted(&mut self, span: Span, found: Sort, want: Sort) {
        if found != want {
            self.wrong_sort(span, want);
        }
    }

    /// Reports a `let` about piles where there are none, or about a move where there is none.
    fn reaches(&mut self, name: &str, symbol: Symbol<'a>, span: Span) {
        if symbol.primes && !self.primes {
            let message = format!("`{name}` speaks of a move, and there is none here");
            let fault = Fault::new(span, message, "used outside a move");
            self.faults
                .push(fault.also(symbol.span, "mentions piles after a move"));
        } else if symbol.piles && !self.piles {
            let message = format!("`{name}` speaks of piles, and there are none here");
            let fault = Fault::new(span, message, "used where no position is given");
            self.faults
                .push(fault.also(symbol.span, "mentions piles").help(CLOSED));
        }
    }

    fn pile(&mut self, name: &'a str, span: Span, indexed: bool, primed: bool) {
        let Some(symbol) = self
            .symbols
            .get(name)
            .filter(|_| self.local(name).is_none())
            .copied()
        else {
            if self.local(name).is_some() || CONSTANTS.contains(&name) {
                return self.not_a_pile(name, span, indexed);
            }
            return self.unknown(name, span, "pile");
        };
        let group = match symbol.meaning {
            Meaning::Broken => return,
            Meaning::Pile(group) => group,
            _ => return self.not_a_pile(name, span, indexed),
        };
        if indexed != group.range.is_some() {
            let prime = if primed { "'" } else { "" };
            let fault = if indexed {
                Fault::new(
                    span,
                    format!("`{name}` is one pile, not a family"),
                    "has no index",
                )
                .help(format!("write `{name}{prime}`"))
            } else {
                Fault::new(
                    span,
                    format!("`{name}` is a family of piles"),
                    "which of them?",
                )
                .help(format!("write `{name}[i]{prime}`"))
            };
            self.faults.push(fault.also(symbol.span, "declared here"));
        }
        if !self.piles {
            let message = format!("the pile `{name}` cannot be mentioned here");
            self.faults
                .push(Fault::new(span, message, "no position is given here").help(CLOSED));
        } else if primed && !self.primes {
            let message = format!("`{name}'` is a pile after a move, and there is no move here");
            self.faults
                .push(Fault::new(span, message, "only inside `move`"));
        }
    }

    fn not_a_pile(&mut self, name: &str, span: Span, indexed: bool) {
        let what = if indexed { "an index" } else { "a prime" };
        let fault = Fault::new(
            span,
            format!("`{name}` is not a pile"),
            format!("cannot have {what}"),
        );
        let fault = if indexed {
            fault.help(format!("call a `let` with round brackets: `{name}(…)`"))
        } else {
            fault.help("only piles have a value after the move")
        };
        self.faults.push(fault);
    }

    fn changing(&mut self, pile: &'a Expr) {
        match &pile.kind {
            ExprKind::Indexed { name, index, .. } => {
                self.pile(name, pile.span, true, true);
                self.expr(index, Sort::Number);
            }
            ExprKind::Name(name) => {
                let family = matches!(
                    self.symbols.get(name).map(|symbol| symbol.meaning),
                    Some(Meaning::Pile(group)) if group.range.is_some()
                );
                self.pile(name, pile.span, family, true);
            }
            _ => {}
        }
    }

    fn call(&mut self, name: &'a Name, arguments: &'a [Expr], span: Span, want: Sort) {
        if FUNCTIONS.contains(&name.value.as_str()) {
            return self.function(name, arguments, span, want);
        }
        arguments
            .iter()
            .for_each(|argument| self.expr(argument, Sort::Number));
        match self.local(&name.value) {
            Some(LocalMeaning::Let(definition, sort)) => {
                self.arity(definition, arguments.len(), span);
                return self.sorted(span, sort, want);
            }
            Some(LocalMeaning::Number) => return self.not_callable(name),
            None => {}
        }
        match self.symbols.get(&name.value).copied() {
            None if CONSTANTS.contains(&name.value.as_str()) => self.not_callable(name),
            None => self.unknown(&name.value, name.span, "function"),
            Some(symbol) => match symbol.meaning {
                Meaning::Let(definition, sort) => {
                    self.arity(definition, arguments.len(), span);
                    self.sorted(span, sort, want);
                    self.reaches(&name.value, symbol, span);
                }
                Meaning::Broken => {}
                _ => self.not_callable(name),
            },
        }
    }

    fn not_callable(&mut self, name: &Name) {
        let fault = Fault::new(
            name.span,
            format!("`{}` cannot be called", name.value),
            "not a `let` with arguments",
        );
        self.faults
            .push(fault.help(format!("write `{}*(…)` for a product", name.value)));
    }

    fn function(&mut self, name: &'a Name, arguments: &'a [Expr], span: Span, want: Sort) {
        let (least, most) = match name.value.as_str() {
            "digit" | "root" => (2, 2),
            "min" | "max" => (1, usize::MAX),
            _ => (1, 1),
        };
        if arguments.len() < least || arguments.len() > most {
            let message = format!(
                "`{}` takes {}, not {}",
                name.value,
                plural(least, "argument"),
                arguments.len()
            );
            self.faults
                .push(Fault::new(span, message, "wrong number of arguments"));
        }
        let formula = matches!(name.value.as_str(), "irrational" | "integer");
        self.sorted(
            span,
            if formula { Sort::Formula } else { Sort::Number },
            want,
        );
        let code = matches!(name.value.as_str(), "digit" | "length");
        for (index, argument) in arguments.iter().enumerate() {
            if code
                && index == 0
                && !matches!(argument.kind, ExprKind::Name(_) | ExprKind::Decimal(_))
            {
                let fault = Fault::new(argument.span, "an octal code is needed here", "not a code");
                self.faults
                    .push(fault.help(
                        "write the name of a parameter whose value is a code such as `0.37`",
                    ));
            }
            self.expr(argument, Sort::Number);
        }
    }

    fn arity(&mut self, definition: &Let, given: usize, span: Span) {
        let wanted = definition.arguments.len();
        if wanted == given {
            return;
        }
        let name = &definition.name.value;
        let names: Vec<&str> = definition
            .arguments
            .iter()
            .map(|name| name.value.as_str())
            .collect();
        let message = format!("`{name}` takes {}, not {given}", plural(wanted, "argument"));
        let fault = Fault::new(span, message, "wrong number of arguments")
            .also(definition.name.span, "defined here");
        let usage = if wanted == 0 {
            name.clone()
        } else {
            format!("{name}({})", names.join(", "))
        };
        self.faults.push(fault.help(format!("write `{usage}`")));
    }

    /// What may stand before `in`, in a set or behind `to`: a term or a tuple of terms.
    fn element(&mut self, element: &'a Expr) {
        match &element.kind {
            ExprKind::Tuple(entries) => self.entries(entries),
            _ => self.expr(element, Sort::Number),
        }
    }

    fn element_or_set(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Set(set) => self.set(set),
            _ => self.expr(expr, Sort::Number),
        }
    }

    fn entries(&mut self, entries: &'a [Entry]) {
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

    fn set_name(&mut self, name: &'a Name) {
        let meaning = self.symbols.get(&name.value).map(|symbol| symbol.meaning);
        match meaning {
            Some(
                Meaning::Set(_)
                | Meaning::When(_)
                | Meaning::Broken
                | Meaning::Parameter(ParameterKind::Set),
            ) => {}
            None if self.local(&name.value).is_none() => {
                self.unknown(&name.value, name.span, "set")
            }
            _ => {
                let fault = Fault::new(
                    name.span,
                    format!("`{}` is not a set", name.value),
                    "not a set",
                );
                self.faults
                    .push(fault.help(format!("for one number, write `= {}`", name.value)));
            }
        }
    }

    /// The variables of a comprehension are the names behind its `|` that are otherwise unknown.
    fn comprehension(&mut self, element: &'a Expr, conditions: &'a [Expr]) {
        let known =
            |name: &str| self.local(name).is_some() || is_known(self.symbols, name, self.piles);
        let variables = comprehension_variables(conditions, known);
        self.within(self.piles, self.primes, |checker| {
            for (name, span) in variables {
                checker.locals.push(Local {
                    name,
                    span,
                    meaning: LocalMeaning::Number,
                });
            }
            checker.element(element);
            conditions
                .iter()
                .for_each(|condition| checker.expr(condition, Sort::Formula));
        });
    }

    fn unknown(&mut self, name: &str, span: Span, what: &str) {
        let message = match what {
            "name" => format!("the name `{name}` is not known"),
            _ => format!("there is no {what} `{name}`"),
        };
        let fault = Fault::new(span, message, "not known");
        if self.faults.is_full() {
            return self.faults.push(fault);
        }
        let mut known: Vec<&str> = self
            .locals
            .iter()
            .map(|local| local.name)
            .chain(self.symbols.names())
            .collect();
        known.extend(CONSTANTS.iter().chain(FUNCTIONS));
        known.sort_unstable();
        let help = suggest::did_you_mean(name, known).unwrap_or_else(|| match what {
            "name" => format!(
                "write `let {name} = …`, or `exists {name}: …`, or in a set `{{ … | {name} >= 0 }}`"
            ),
            "pile" => "declare it with `piles`".to_owned(),
            "set" => format!("write `set {name} = {{ … }}`"),
            _ => format!("write `let {name}(n) = …`"),
        });
        self.faults.push(fault.help(help));
    }
}

/// The names that run over the naturals in `{ … | conditions }`.
pub(crate) fn comprehension_variables(
    conditions: &[Expr],
    known: impl Fn(&str) -> bool,
) -> Vec<(&str, Span)> {
    let mut names = FreeNames::default();
    conditions
        .iter()
        .for_each(|condition| names.expr(condition));
    names.names.retain(|(name, _)| !known(name));
    names.names
}

/// Does a name mean something inside a set? Piles do only where there is a position.
pub(crate) fn is_known(symbols: &Symbols<'_>, name: &str, piles: bool) -> bool {
    match symbols.get(name).map(|symbol| symbol.meaning) {
        Some(Meaning::Pile(_)) => piles,
        Some(_) => true,
        None => CONSTANTS.contains(&name) || FUNCTIONS.contains(&name),
    }
}

const CLOSED: &str = "sets, constants, conditions on parameters and theorems do not depend on a position: use variables, as in `forall n: …`";
