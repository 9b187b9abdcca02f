//! From [`ast`](crate::ast) back to text, in one canonical form. Parsing that text gives the same tree.

mod expression;

pub(crate) use expression::{Replaced, Style, expression, range, set, term};

use crate::ast::{Clause, Column, Expr, Game, ItemKind, Let, Move, Parameter, Piles};
use crate::token::{RESERVED, quote};

/// Lines longer than this are broken where that is possible.
const WIDTH: usize = 100;

/// A whole file.
pub fn print(game: &Game) -> String {
    let mut text = wrapped(&first_line(game), 4);
    let mut after_move = false;
    for item in &game.items {
        let is_move = matches!(item.kind, ItemKind::Move(_));
        if is_move || after_move {
            text.push('\n');
        }
        after_move = is_move;
        match &item.kind {
            ItemKind::Move(rule) => text.push_str(&move_lines(rule)),
            other => text.push_str(&wrapped(&item_line(other), 4)),
        }
    }
    text
}

/// The piles as the file declares them: `a <= b <= c`, `x[1..d]`.
pub(crate) fn piles(piles: &Piles) -> String {
    let group = |group: &crate::ast::PileGroup| match &group.range {
        Some(indices) => format!("{}[{}]", group.name.value, range(indices, Style::default())),
        None => group.name.value.clone(),
    };
    let groups: Vec<String> = piles.groups.iter().map(group).collect();
    match (piles.sorted, groups.len()) {
        (true, 1) => format!("{} sorted", groups[0]),
        (true, _) => groups.join(" <= "),
        (false, _) => groups.join(", "),
    }
}

fn first_line(game: &Game) -> String {
    let mut line = format!("game {}", game.name.value);
    if let Some(title) = &game.title {
        line.push_str(&format!(" {}", quote(&title.value)));
    }
    if !game.parameters.is_empty() {
        let parameters: Vec<String> = game.parameters.iter().map(parameter).collect();
        line.push_str(&format!(" ({})", parameters.join(", ")));
    }
    line
}

fn parameter(parameter: &Parameter) -> String {
    match &parameter.default {
        Some(default) => format!(
            "{} = {}",
            parameter.name.value,
            term(default, Style::default())
        ),
        None => parameter.name.value.clone(),
    }
}

fn item_line(item: &ItemKind) -> String {
    match item {
        ItemKind::Source(citation) => format!("source {}", quote(citation)),
        ItemKind::Piles(declared) => format!("piles {}", piles(declared)),
        ItemKind::Require { condition, message } => {
            format!("require {} {}", top(condition), quote(message))
        }
        ItemKind::Const { name, value } => format!("const {} = {}", name.value, top(value)),
        ItemKind::Let(definition) => definition_line(definition),
        ItemKind::Set { name, set: members } => {
            format!("set {} = {}", name.value, set(members, Style::default()))
        }
        ItemKind::Move(_) => String::new(),
        ItemKind::Ends(condition) => format!("ends when {}", top(condition)),
        ItemKind::PPositions(positions) => format!("P = {}", set(positions, Style::default())),
        ItemKind::PWhen(condition) => format!("P when {}", top(condition)),
        ItemKind::NimValue {
            condition: None,
            value,
        } => format!("nim-value = {}", top(value)),
        ItemKind::NimValue {
            condition: Some(condition),
            value,
        } => {
            format!(
                "nim-value if ({}) = {}",
                top(condition),
                term(value, Style::default())
            )
        }
        ItemKind::Theorem { name, sentence } => {
            format!("theorem {}: {}", quote(&name.value), top(sentence))
        }
        ItemKind::Columns(columns) => {
            let columns: Vec<String> = columns.iter().map(column).collect();
            format!("columns {}", columns.join(", "))
        }
    }
}

fn definition_line(definition: &Let) -> String {
    let names: Vec<&str> = definition
        .arguments
        .iter()
        .map(|name| name.value.as_str())
        .collect();
    let arguments = if names.is_empty() {
        String::new()
    } else {
        format!("({})", names.join(", "))
    };
    format!(
        "let {}{arguments} = {}",
        definition.name.value,
        top(&definition.body)
    )
}

fn column(column: &Column) -> String {
    let head = &column.head.value;
    let head = if is_name(head) {
        head.clone()
    } else {
        quote(head)
    };
    format!("{head} = {}", term(&column.term, Style::default()))
}

fn is_name(text: &str) -> bool {
    let word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(word)
        && !RESERVED.contains(&text)
}

fn move_lines(rule: &Move) -> String {
    let mut line = format!("move {}", rule.kind.value);
    if let Some(family) = &rule.family {
        line.push_str(&format!(
            " for {} in {}",
            family.name.value,
            range(&family.range, Style::default())
        ));
    }
    if let Some(caption) = &rule.caption {
        line.push_str(&format!(" {}", quote(caption)));
    }
    line.push(':');
    let clauses = rule
        .clauses
        .iter()
        .map(|clause| wrapped(&format!("    {}", clause_line(clause)), 8));
    std::iter::once(wrapped(&line, 8)).chain(clauses).collect()
}

fn clause_line(clause: &Clause) -> String {
    match clause {
        Clause::If(condition) => format!("if {}", top(condition)),
        Clause::Let(definition) => definition_line(definition),
        Clause::To(target) => format!("to {}", top(target)),
        Clause::Holds(formula) => top(formula),
    }
}

fn top(expr: &Expr) -> String {
    expression(expr, Style::default())
}

/// A line, broken before words that join formulas if it is long; what follows a break is indented.
fn wrapped(line: &str, indent: usize) -> String {
    let mut lines = String::with_capacity(line.len() + 1);
    let mut column = 0;
    for piece in pieces(line) {
        let length = piece.chars().count();
        if column > indent && column + length > WIDTH && piece.starts_with(' ') {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            lines.push_str(&piece[1..]);
            column = indent + length - 1;
        } else {
            lines.push_str(piece);
            column += length;
        }
    }
    lines.push('\n');
    lines
}

/// Cuts a line before ` and `, ` or `, ` implies `, ` iff ` outside strings.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut in_string, mut escaped) = (0, false, false);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b' ' if !in_string
                && [" and ", " or ", " implies ", " iff "]
                    .iter()
                    .any(|word| line[at..].starts_with(word)) =>
            {
                pieces.push(&line[start..at]);
                start = at;
            }
            _ => {}
        }
    }
    pieces.push(&line[start..]);
    pieces
}
