//! Uses of names: variables, piles, calls and sets.

use super::check::{Checker, LocalMeaning};
use super::{CONSTANTS, Meaning, ParameterKind, Sort, Symbol};
use crate::ast::{Expr, ExprKind, Let, Name};
use crate::diagnostic::{Fault, plural};
use crate::parse::FUNCTIONS;
use crate::print::GREEK;
use crate::span::Span;
use crate::suggest;

impl<'a> Checker<'a, '_> {
    pub(super) fn name(&mut self, name: &'a str, span: Span, want: Sort) {
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
            Meaning::Set(_)
            | Meaning::Automaton(_)
            | Meaning::When(_)
            | Meaning::Parameter(ParameterKind::Set) => {
                let fault = Fault::new(
                    span,
                    format!("`{name}` is a set"),
                    "not a number or formula",
                );
                self.faults.push(fault.help(format!("write `… in {name}`")));
            }
            Meaning::System(_) => {
                let fault = Fault::new(
                    span,
                    format!("`{name}` is a numeration system"),
                    "not a number or formula",
                );
                self.faults
                    .push(fault.help(format!("write `shift(n, {name})`, for example")));
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

    pub(super) fn pile(&mut self, name: &'a str, span: Span, indexed: bool, primed: bool) {
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

    /// What becomes something in a move.
    pub(super) fn heap(&mut self, heap: &'a Name) {
        let (name, span) = (heap.value.as_str(), heap.span);
        let meaning = self.symbols.get(name).map(|symbol| symbol.meaning);
        match meaning.filter(|_| self.local(name).is_none()) {
            Some(Meaning::Pile(_) | Meaning::Broken) => self.pile(name, span, false, false),
            None if self.local(name).is_none() => self.unknown(name, span, "pile"),
            _ => {
                let message = format!("`{name}` is not a pile");
                let fault = Fault::new(span, message, "only a pile becomes something");
                self.faults
                    .push(fault.help("the pile and its parts have names of their own"));
            }
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

    pub(super) fn changing(&mut self, pile: &'a Expr) {
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

    pub(super) fn call(&mut self, name: &'a Name, arguments: &'a [Expr], span: Span, want: Sort) {
        if FUNCTIONS.contains(&name.value.as_str()) {
            return self.function(name, arguments, span, want);
        }
        if self.is_about_digits(name) {
            return self.about_digits(name, arguments, span, want);
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
                let fault = Fault::new(
                    argument.span,
                    "an octal or hexadecimal code is needed here",
                    "not a code",
                );
                self.faults
                    .push(fault.help(
                        "write the name of a parameter whose value is a code such as `0.37`",
                    ));
            }
            self.expr(argument, Sort::Number);
        }
    }

    pub(super) fn arity(&mut self, definition: &Let, given: usize, span: Span) {
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

    pub(super) fn set_name(&mut self, name: &'a Name) {
        let meaning = self.symbols.get(&name.value).map(|symbol| symbol.meaning);
        match meaning {
            Some(
                Meaning::Set(_)
                | Meaning::Automaton(_)
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

    pub(super) fn unknown(&mut self, name: &str, span: Span, what: &str) {
        let message = match what {
            "name" => format!("the name `{name}` is not known"),
            _ => format!("there is no {what} `{name}`"),
        };
        let fault = Fault::new(span, message, "not known");
        let mut known: Vec<&str> = self
            .locals
            .iter()
            .map(|local| local.name)
            .chain(self.symbols.names())
            .collect();
        known.extend(CONSTANTS.iter().chain(FUNCTIONS));
        known.sort_unstable();
        known.truncate(MOST_CANDIDATES);
        let help = suggest::did_you_mean(name, known).unwrap_or_else(|| match what {
            _ if self.alone => self.allowed_alone(),
            "name" if GREEK.iter().any(|(letter, _)| *letter == name) => format!(
                "write `const {name} = …` for a constant, or `({name} = …)` behind the title for a parameter"
            ),
            "name" => format!(
                "write `let {name} = …`, or `exists {name}: …`, or in a set `{{ … | {name} >= 0 }}`"
            ),
            "pile" => "declare it with `piles`".to_owned(),
            "set" => format!("write `set {name} = {{ … }}`"),
            _ => format!("write `let {name}(n) = …`"),
        });
        self.faults.push(fault.help(help));
    }

    fn allowed_alone(&self) -> String {
        let variables: Vec<String> = self
            .locals
            .iter()
            .map(|local| format!("`{}`, ", local.name))
            .collect();
        format!(
            "write {}numbers, `phi`, `pi`, `e`, `sqrt(2)`, …",
            variables.concat()
        )
    }
}

/// An unknown name is compared with no more known ones than this.
const MOST_CANDIDATES: usize = 1000;

const CLOSED: &str = "sets, constants, conditions on parameters and theorems do not depend on a position: use variables, as in `forall n: …`";
