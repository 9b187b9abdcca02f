//! The values of the parameters: those given as text, and the defaults of the others.

use std::sync::Arc;

use logic::{Formula, Piece, Set, Term};
use rules::spec;
use rules::spec::Setting;

use super::number::is_decimal;
use super::{GameLowering, ParameterValue, reported};
use crate::ast::{Expr, ExprKind, GameFile, ParameterDecl};
use crate::diagnostic::{Fault, Faults, SourceId};
use crate::parse::read_expression;
use crate::print::{self, Notation};
use crate::resolve::{
    Comprehensions, FreeNames, ParameterKind, Symbols, check_set, check_term, parameter_kind,
};
use crate::span::Span;
use crate::suggest;
use crate::visible::legible;

/// A value given for a parameter, as text and parsed.
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) expr: Expr,
    source: SourceId,
}

/// Parses the values given and reports those that fit no parameter.
pub(crate) fn parameters(
    game: &GameFile,
    given: &[(String, String)],
    comprehensions: &mut Comprehensions,
    faults: &mut Faults,
) -> Vec<Argument> {
    let mut arguments: Vec<Argument> = Vec::new();
    for (name, text) in given {
        let Some(index) = game
            .parameters
            .iter()
            .position(|parameter| parameter.name.value == *name)
        else {
            faults.push(unknown(game, name));
            continue;
        };
        if arguments.iter().any(|argument| argument.name == *name) {
            faults.push(Fault::without_place(format!(
                "the parameter `{name}` is given twice"
            )));
            continue;
        }
        let kind = parameter_kind(&game.parameters[index], &game.parameters[..index]);
        let text = &with_capital_digits(text);
        let source = faults.add_source(&format!("parameter {name}"), text);
        let mut inner = faults.of_source(source);
        if holds_a_code(&game.parameters[index])
            && let Some(span) = strange_digit(text)
        {
            inner.push(no_digit(text, span));
            faults.extend(inner);
            continue;
        }
        let expr = read_expression(text, &mut inner);
        if let Some(expr) = expr.filter(|_| inner.is_empty()) {
            comprehensions.extend(check_value(name, &expr, kind, &mut inner));
            arguments.push(Argument {
                name: name.clone(),
                expr,
                source,
            });
        }
        faults.extend(inner);
    }
    for parameter in game
        .parameters
        .iter()
        .filter(|parameter| parameter.default.is_none())
    {
        let name = &parameter.name.value;
        if !given.iter().any(|(given, _)| given == name) {
            let fault = Fault::new(
                parameter.name.span,
                format!("the parameter `{name}` is missing"),
                "has no default",
            );
            faults.push(fault.help(format!("give it a value: `{}:{name}=…`", game.name.value)));
        }
    }
    arguments
}

/// May the value be a code? Its default is one, or a decimal number, which looks the same.
fn holds_a_code(parameter: &ParameterDecl) -> bool {
    let default = parameter.default.as_ref();
    default.is_none_or(|default| matches!(default.kind, ExprKind::Decimal(_)))
}

/// What stands before and behind the point of a text that has the form of a code: digits and letters, and one before the point.
fn code_form(text: &str) -> Option<(&str, &str)> {
    let (before, behind) = text.trim().split_once('.')?;
    let mut characters = before.chars().chain(behind.chars());
    let formed = characters.all(|character| character.is_ascii_alphanumeric());
    (formed && before.len() == 1 && !behind.is_empty()).then_some((before, behind))
}

/// A code may be given with small letters as digits.
fn with_capital_digits(text: &str) -> String {
    let is_code = code_form(text).is_some_and(|(before, behind)| {
        let mut digits = before.chars().chain(behind.chars());
        digits.all(|digit| digit.is_ascii_hexdigit())
    });
    match is_code {
        true => text.to_ascii_uppercase(),
        false => text.to_owned(),
    }
}

/// The first character of a text in the form of a code that is no digit of any code.
fn strange_digit(text: &str) -> Option<Span> {
    code_form(text)?;
    let is_strange = |c: char| c.is_ascii_alphabetic() && !c.is_ascii_hexdigit();
    let start = text.find(is_strange)?;
    Some(Span::new(start, start + 1))
}

fn no_digit(text: &str, span: Span) -> Fault {
    let fault = Fault::new(
        span,
        format!("`{}` is no digit of a code", span.of(text)),
        "not a digit",
    );
    fault.help(
        "an octal code has the digits 0 to 7, a hexadecimal code the digits 0 to 9 and A to F",
    )
}

fn unknown(game: &GameFile, name: &str) -> Fault {
    let known: Vec<&str> = game
        .parameters
        .iter()
        .map(|parameter| parameter.name.value.as_str())
        .collect();
    let shown = legible(name);
    let fault = Fault::without_place(format!("`{}` has no parameter `{shown}`", game.name.value));
    match (
        suggest::did_you_mean(name, known.iter().copied()),
        known.is_empty(),
    ) {
        (Some(help), _) => fault.help(help),
        (None, true) => fault.help("it has no parameters"),
        (None, false) => fault.help(format!("its parameters: {}", known.join(", "))),
    }
}

/// Reports a value of the wrong kind; also the variables of the sets in it.
fn check_value(
    name: &str,
    expr: &Expr,
    kind: ParameterKind,
    faults: &mut Faults,
) -> Comprehensions {
    let wrong = |what: &str, example: &str| {
        let fault = Fault::new(
            expr.span,
            format!("the parameter `{name}` is {what}"),
            format!("not {what}"),
        );
        fault.help(format!("write `{name}={example}`, for example"))
    };
    match (kind, &expr.kind) {
        (ParameterKind::Word, ExprKind::Name(_)) => return Comprehensions::default(),
        (ParameterKind::Word, _) => faults.push(wrong("a word", "strict")),
        (ParameterKind::Set, ExprKind::Set(set)) => return check_set(set, faults),
        (ParameterKind::Set, _) => faults.push(wrong("a set", "{1,2,3}")),
        (ParameterKind::Number, ExprKind::Set(_)) => faults.push(wrong("a number", "2+sqrt(2)")),
        (ParameterKind::Number, _) => return check_term(expr, &[], faults),
    }
    Comprehensions::default()
}

/// The game with the values that were given as the defaults of their parameters.
pub(crate) fn with_values(game: &GameFile, arguments: &[Argument]) -> GameFile {
    let mut game = game.clone();
    for parameter in &mut game.parameters {
        let mut given = arguments.iter();
        if let Some(argument) = given.find(|given| given.name == parameter.name.value) {
            parameter.default = Some(argument.expr.clone());
        }
    }
    game
}

/// The text of a value as the command line takes it.
pub(super) fn compact(expr: &Expr) -> String {
    print::expression(Notation::CommandLine, expr)
}

/// Evaluates all parameters in their order.
pub(super) fn evaluate<'a>(
    lowering: &mut GameLowering<'a, '_>,
    game: &'a GameFile,
    arguments: &'a [Argument],
    faults: &mut Faults,
) -> Vec<Setting> {
    let mut settings = Vec::new();
    for (index, parameter) in game.parameters.iter().enumerate() {
        let argument = arguments
            .iter()
            .find(|argument| argument.name == parameter.name.value);
        let Some(expr) = argument
            .map(|argument| &argument.expr)
            .or(parameter.default.as_ref())
        else {
            continue;
        };
        let source = argument.map(|argument| argument.source).unwrap_or_default();
        let kind = parameter_kind(parameter, &game.parameters[..index]);
        let value = value(lowering, expr, kind).map_err(|fault| fault.within(source));
        if let Some(value) = reported(value, faults) {
            settings.push(setting(&parameter.name.value, &value, expr, game));
            lowering.values.insert(&parameter.name.value, value);
        }
    }
    settings
}

/// A parameter with its value. What is said through other parameters is written as the value that it has.
fn setting(name: &str, value: &ParameterValue, expr: &Expr, game: &GameFile) -> Setting {
    let mut names = FreeNames::default();
    names.expr(expr);
    let parameter = |name: &str| game.parameters.iter().any(|other| other.name.value == name);
    let depends = names.names.iter().any(|(name, _)| parameter(name));
    let (value, plain) = match value {
        ParameterValue::Number { value, .. } => {
            (spec::Parameter::Number(value.clone()), value.to_string())
        }
        ParameterValue::Word(word) => (spec::Parameter::Word(word.clone()), word.clone()),
        ParameterValue::Set(set) => match numbers(set) {
            Some(numbers) => {
                let listed: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                let plain = format!("{{{}}}", listed.join(","));
                (spec::Parameter::Set(numbers), plain)
            }
            None => (spec::Parameter::Members(Arc::clone(set)), compact(expr)),
        },
    };
    Setting {
        name: name.to_owned(),
        value,
        written: if depends { plain } else { compact(expr) },
    }
}

/// The members of a finite set of numbers that are not too large.
fn numbers(set: &Set) -> Option<Vec<u64>> {
    let number = |piece: &Piece| match piece.tuple.as_slice() {
        [Term::Constant(number)] if piece.condition == Formula::Constant(true) => {
            u64::try_from(number).ok()
        }
        _ => None,
    };
    set.pieces.iter().map(number).collect()
}

fn value<'a>(
    lowering: &mut GameLowering<'a, '_>,
    expr: &'a Expr,
    kind: ParameterKind,
) -> super::Lowered<ParameterValue> {
    match (kind, &expr.kind) {
        (ParameterKind::Word, ExprKind::Name(word)) => Ok(ParameterValue::Word(word.clone())),
        (_, ExprKind::Decimal(code)) if !is_decimal(code) => Ok(ParameterValue::Word(code.clone())),
        (_, ExprKind::Set(set)) => {
            let set = lowering.apart(|lowering| lowering.set(set, None))?;
            Ok(ParameterValue::Set(set))
        }
        _ => {
            let written = match &expr.kind {
                ExprKind::Decimal(digits) => Some(digits.clone()),
                ExprKind::Name(name) => match lowering.values.get(name.as_str()) {
                    Some(ParameterValue::Number { written, .. }) => written.clone(),
                    Some(ParameterValue::Word(word)) => {
                        return Ok(ParameterValue::Word(word.clone()));
                    }
                    _ => None,
                },
                _ => None,
            };
            Ok(ParameterValue::Number {
                value: lowering.lone_constant(expr, &[])?,
                written,
            })
        }
    }
}

/// The name with the parameters that were given: `succinct-rat:d=4`.
pub(super) fn full_name(game: &GameFile, arguments: &[Argument]) -> String {
    let given = game
        .parameters
        .iter()
        .filter_map(|parameter: &ParameterDecl| {
            let argument = arguments
                .iter()
                .find(|argument| argument.name == parameter.name.value)?;
            Some(format!("{}={}", argument.name, compact(&argument.expr)))
        });
    let given: Vec<String> = given.collect();
    if given.is_empty() {
        game.name.value.clone()
    } else {
        format!("{}:{}", game.name.value, given.join(","))
    }
}

/// Checks a condition on the parameters and reports it with their values if it fails.
pub(super) fn require<'a>(
    lowering: &mut GameLowering<'a, '_>,
    condition: &'a Expr,
    message: &str,
    symbols: &Symbols<'a>,
    faults: &mut Faults,
) -> bool {
    let lowered = lowering.apart(|lowering| lowering.formula(condition));
    lowering.depth = 0;
    match lowered {
        Ok(Formula::Constant(true)) => return true,
        Ok(Formula::Constant(false)) => {
            let label = match values_in(lowering, condition, symbols) {
                values if values.is_empty() => "not true".to_owned(),
                values => format!("not true for {}", values.join(", ")),
            };
            faults.push(Fault::new(condition.span, message, label));
        }
        Ok(_) => {
            let message = "this cannot be decided from the parameters alone";
            let fault = Fault::new(condition.span, message, "depends on all natural numbers");
            faults.push(fault.help("use ranges, as in `forall k in 1..d: …`"));
        }
        Err(fault) => faults.push(fault),
    }
    false
}

/// The parameters and constants that a condition mentions, with their values.
fn values_in(
    lowering: &GameLowering<'_, '_>,
    condition: &Expr,
    symbols: &Symbols<'_>,
) -> Vec<String> {
    let mut names = FreeNames::default();
    names.expr(condition);
    let shown = |(name, _): (&str, crate::span::Span)| {
        symbols.get(name)?;
        let value = match (lowering.values.get(name), lowering.constants.get(name)) {
            (
                Some(ParameterValue::Number {
                    written: Some(written),
                    ..
                }),
                _,
            ) => written.clone(),
            (Some(ParameterValue::Number { value, .. }), _) | (None, Some(value)) => value.brief(),
            (Some(ParameterValue::Set(set)), _) => set.name.to_string(),
            (Some(ParameterValue::Word(word)), _) => word.clone(),
            (None, None) => return None,
        };
        Some(format!("{name} = {value}"))
    };
    names.names.into_iter().filter_map(shown).collect()
}
