//! Numeration systems and what is said about digits.

use numeration::named::{SystemKind, WORDS};

use super::check::{Checker, LocalMeaning};
use super::{Meaning, Sort};
use crate::ast::{AutomatonDecl, Expr, ExprKind, Name};
use crate::beside::is_plain;
use crate::diagnostic::{Fault, plural};
use crate::parse::WITH_SYSTEM;
use crate::span::Span;
use crate::suggest;

impl<'a> Checker<'a, '_> {
    /// Is this `shift`, `unshift` or `digits` of the language, and not of the file?
    pub(super) fn is_about_digits(&self, name: &Name) -> bool {
        WITH_SYSTEM.contains(&name.value.as_str())
            && self.local(&name.value).is_none()
            && self.symbols.get(&name.value).is_none()
    }

    /// `shift(t, S)`, `unshift(t, S)`; `digits(t, S)` without a pattern.
    pub(super) fn about_digits(
        &mut self,
        name: &'a Name,
        arguments: &'a [Expr],
        span: Span,
        want: Sort,
    ) {
        let [number, system] = arguments else {
            let message = format!(
                "`{}` takes a number and a numeration system, not {}",
                name.value,
                plural(arguments.len(), "argument")
            );
            let fault = Fault::new(span, message, "wrong number of arguments");
            let help = format!("write `{}(n, binary)`, for example", name.value);
            return self.faults.push(fault.help(help));
        };
        self.expr(number, Sort::Number);
        self.system(system);
        if name.value == "digits" {
            let fault = Fault::new(span, "digits are no number", "a word of digits");
            let help = "say what they look like: `digits(n, binary) matches \"1(0|1)*\"`";
            return self.faults.push(fault.help(help));
        }
        self.sorted(span, Sort::Number, want);
    }

    /// `in every place of (x, y) in S: F`
    pub(super) fn every_place(&mut self, numbers: &'a [Expr], system: &'a Expr, body: &'a Expr) {
        for number in numbers {
            match &number.kind {
                ExprKind::Name(name) if self.is_family(name) => {
                    self.pile(name, number.span, true, false);
                }
                ExprKind::Name(_) | ExprKind::Primed(_) | ExprKind::Indexed { .. } => {
                    self.expr(number, Sort::Number);
                }
                _ => {
                    let message = "the digits of what has no name cannot be spoken of";
                    let fault = Fault::new(number.span, message, "not a name");
                    let help = "write names, as in `in every place of (x, y) in binary: x + y < 2`";
                    self.faults.push(fault.help(help));
                }
            }
        }
        self.system(system);
        self.expr(body, Sort::Formula);
    }

    /// `automaton "w.aut" in S`
    pub(super) fn automaton(&mut self, set: &'a AutomatonDecl) {
        if !is_plain(&set.file.value) {
            let message = "an automaton lies beside its rules";
            let fault = Fault::new(set.file.span, message, "not the name of a file there");
            let help =
                "put the file beside the rules, and write its name alone, such as `\"w.aut\"`";
            self.faults.push(fault.help(help));
        }
        self.system(&set.system);
    }

    fn is_family(&self, name: &str) -> bool {
        let meaning = self.symbols.get(name).map(|symbol| symbol.meaning);
        self.local(name).is_none()
            && matches!(meaning, Some(Meaning::Pile(group)) if group.range.is_some())
    }

    /// A numeration system: one of the language, or one that the file names.
    pub(super) fn system(&mut self, system: &'a Expr) {
        match &system.kind {
            ExprKind::Name(name) => self.system_name(name, system.span),
            ExprKind::Call { name, arguments } => {
                match SystemKind::of(&name.value) {
                    None => self.unknown_system(&name.value, name.span),
                    Some(kind) if kind.stands_alone() => {
                        let message = format!("`{}` takes no arguments", name.value);
                        let fault = Fault::new(system.span, message, "arguments");
                        self.faults
                            .push(fault.help(format!("write `{}`", name.value)));
                    }
                    Some(SystemKind::Recurrence) => {}
                    Some(_) if arguments.len() == 1 => {}
                    Some(_) => {
                        let message =
                            format!("`{}` takes 1 argument, not {}", name.value, arguments.len());
                        let fault = Fault::new(system.span, message, "wrong number of arguments");
                        self.faults.push(fault);
                    }
                }
                for argument in arguments {
                    self.expr(argument, Sort::Number);
                }
            }
            _ => {
                let message = "a numeration system is needed here";
                let fault = Fault::new(system.span, message, "not a system");
                self.faults.push(fault.help(SYSTEMS));
            }
        }
    }

    fn system_name(&mut self, name: &'a str, span: Span) {
        if let Some(LocalMeaning::Number | LocalMeaning::Let(..)) = self.local(name) {
            return self.not_a_system(name, span);
        }
        match self.symbols.get(name).map(|symbol| symbol.meaning) {
            Some(Meaning::System(_) | Meaning::Broken) => {}
            Some(_) if SystemKind::of(name).is_none() => self.not_a_system(name, span),
            _ => match SystemKind::of(name) {
                None => self.unknown_system(name, span),
                Some(kind) if kind.stands_alone() => {}
                Some(_) => {
                    let fault = Fault::new(
                        span,
                        format!("`{name}` needs to know more"),
                        "a kind of system",
                    );
                    let help = match name {
                        "base" => "write `base(3)`".to_owned(),
                        "recurrence" => "write `recurrence(1, 1, 1)`".to_owned(),
                        _ => format!("write `{name}(7/4)` or `{name}(sqrt(2))`"),
                    };
                    self.faults.push(fault.help(help));
                }
            },
        }
    }

    fn not_a_system(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` is not a numeration system");
        let fault = Fault::new(span, message, "not a system");
        self.faults.push(fault.help(SYSTEMS));
    }

    fn unknown_system(&mut self, name: &str, span: Span) {
        let message = format!("there is no numeration system `{name}`");
        let fault = Fault::new(span, message, "not known");
        let own = self.symbols.systems();
        let known = WORDS.iter().map(|(word, _)| *word).chain(own);
        let help = suggest::did_you_mean(name, known);
        self.faults
            .push(fault.help(help.unwrap_or_else(|| SYSTEMS.to_owned())));
    }
}

const SYSTEMS: &str = "systems are `binary`, `base(3)`, `zeckendorf`, `ostrowski(sqrt(7))`, `p(7/4)`, `q(7/4)`, `ternary_u`, \
                       `recurrence(1, 1, 1)`, and what `system S = …` names";
