//! From [`ast`](crate::ast) back to text: as a file, in one canonical form, or as a page for readers.
//!
//! Parsing a printed file gives the same tree, whether its formulas are written in ASCII or with the signs of a page.

mod claims;
mod document;
mod expression;
mod notation;
mod page;

pub use claims::claims;
pub(crate) use expression::{Replacement, expression, set, with_names};
pub use notation::Notation;
pub use notation::spelled_out;
pub(crate) use notation::{GREEK, LOWERED, RAISED};
pub use page::{Remarks, native_page, page};

use crate::ast::{
    Clause, ColumnDecl, Expr, GameFile, ItemKind, Let, MoveDecl, ParameterDecl, PilesDecl,
};
use crate::token::{RESERVED, quote};
use expression::{automaton, binder, range, term};
use notation::SignForms;

/// Lines longer than this are broken where that is possible.
const WIDTH: usize = 100;

/// Between a name and the number it stands for.
const EQUALS: SignForms = SignForms::word(" = ", " = ");
/// Between a name and the statement it stands for.
const MEANS: SignForms = SignForms(" = ", " ⇔ ", " \\Leftrightarrow ");

/// A whole file.
pub fn print(game: &GameFile) -> String {
    print_in(game, Notation::File)
}

/// A whole file whose formulas are written with the signs of a notation; it can be read back if that is
/// [`Notation::File`] or [`Notation::Text`].
pub fn print_in(game: &GameFile, notation: Notation) -> String {
    let file = FilePrinter(notation);
    let mut text = wrapped(&file.first_line(game), 4);
    let mut after_move = false;
    for item in &game.items {
        let is_move = matches!(item.kind, ItemKind::Move(_));
        if is_move || after_move {
            text.push('\n');
        }
        after_move = is_move;
        match &item.kind {
            ItemKind::Move(rule) => text.push_str(&file.move_lines(rule)),
            other => text.push_str(&wrapped(&file.item_line(other), 4)),
        }
    }
    text
}

/// A formula or a term as a file writes it.
pub fn formula(expr: &Expr) -> String {
    expression(Notation::File, expr)
}

/// The piles as the file declares them: `a <= b <= c`, `x[1..d]`.
pub(crate) fn piles(piles: &PilesDecl) -> String {
    FilePrinter(Notation::File).piles(piles)
}

/// The equation of a definition, if the item is one.
fn equation(notation: Notation, item: &ItemKind) -> Option<String> {
    match item {
        ItemKind::Const { name, value } => Some(format!(
            "{} = {}",
            notation.name(&name.value),
            expression(notation, value)
        )),
        ItemKind::System { name, system } => Some(format!(
            "{} = {}",
            notation.name(&name.value),
            expression(notation, system)
        )),
        ItemKind::Automaton(set) => Some(format!(
            "{} = {}",
            notation.name(&set.name.value),
            automaton(notation, set)
        )),
        ItemKind::Let(definition) => Some(names(notation, definition)),
        ItemKind::Set { name, set: members } => Some(format!(
            "{} = {}",
            notation.name(&name.value),
            set(notation, members)
        )),
        _ => None,
    }
}

/// `A(n) = …`; on a page, a statement is not equal but equivalent to what it stands for.
fn names(notation: Notation, definition: &Let) -> String {
    let arguments = definition.arguments.iter();
    let arguments: Vec<String> = arguments.map(|name| notation.name(&name.value)).collect();
    let arguments = match arguments.as_slice() {
        [] => String::new(),
        some => format!("({})", some.join(", ")),
    };
    let sign = if definition.body.kind.states() {
        MEANS
    } else {
        EQUALS
    };
    format!(
        "{}{arguments}{}{}",
        notation.name(&definition.name.value),
        notation.sign(sign),
        expression(notation, &definition.body)
    )
}

/// The lines of a file, with formulas in a notation.
struct FilePrinter(Notation);

impl FilePrinter {
    fn first_line(&self, game: &GameFile) -> String {
        let mut line = format!("game {}", game.name.value);
        if let Some(title) = &game.title {
            line.push_str(&format!(" {}", quote(&title.value)));
        }
        if !game.parameters.is_empty() {
            let parameters = game.parameters.iter();
            let parameters: Vec<String> = parameters.map(|one| self.parameter(one)).collect();
            line.push_str(&format!(" ({})", parameters.join(", ")));
        }
        line
    }

    fn parameter(&self, parameter: &ParameterDecl) -> String {
        let name = self.0.name(&parameter.name.value);
        match &parameter.default {
            Some(default) => format!("{name} = {}", term(self.0, default)),
            None => name,
        }
    }

    fn piles(&self, piles: &PilesDecl) -> String {
        let group = |group: &crate::ast::PileGroup| {
            let name = self.0.name(&group.name.value);
            match &group.range {
                Some(indices) => format!("{name}[{}]", range(self.0, indices)),
                None => name,
            }
        };
        let groups: Vec<String> = piles.groups.iter().map(group).collect();
        let sorted = match (piles.sorted, groups.as_slice()) {
            (true, [family]) => format!("{family} sorted"),
            (true, _) => groups.join(" <= "),
            (false, _) => groups.join(", "),
        };
        if piles.placed.is_empty() {
            return sorted;
        }
        let placed: Vec<String> = piles.placed.iter().map(group).collect();
        format!("{sorted}; {}", placed.join(", "))
    }

    fn item_line(&self, item: &ItemKind) -> String {
        let word = match item {
            ItemKind::Const { .. } => "const",
            ItemKind::Let(_) => "let",
            ItemKind::Set { .. } | ItemKind::Automaton(_) => "set",
            ItemKind::System { .. } => "system",
            _ => "",
        };
        if let Some(equation) = equation(self.0, item) {
            return format!("{word} {equation}");
        }
        match item {
            ItemKind::Source(citation) => format!("source {}", quote(citation)),
            ItemKind::Piles(declared) => format!("piles {}", self.piles(declared)),
            ItemKind::Require { condition, message } => {
                format!("require {} {}", self.top(condition), quote(message))
            }
            ItemKind::Positions(condition) => format!("positions when {}", self.top(condition)),
            ItemKind::Ends(condition) => format!("ends when {}", self.top(condition)),
            ItemKind::Blocking(number) => format!("blocking {}", self.top(number)),
            ItemKind::PPositions(positions) => format!("P = {}", set(self.0, positions)),
            ItemKind::PWhen(condition) => format!("P when {}", self.top(condition)),
            ItemKind::MisereP(positions) => format!("misere P = {}", set(self.0, positions)),
            ItemKind::MiserePWhen(condition) => format!("misere P when {}", self.top(condition)),
            ItemKind::NimValue {
                condition: None,
                value,
            } => format!("nim-value = {}", self.top(value)),
            ItemKind::NimValue {
                condition: Some(condition),
                value,
            } => format!(
                "nim-value if ({}) = {}",
                self.top(condition),
                term(self.0, value)
            ),
            ItemKind::Theorem { name, sentence } => {
                format!("theorem {}: {}", quote(&name.value), self.top(sentence))
            }
            ItemKind::Columns(columns) => {
                let columns: Vec<String> = columns.iter().map(|one| self.column(one)).collect();
                format!("columns {}", columns.join(", "))
            }
            ItemKind::Const { .. }
            | ItemKind::Let(_)
            | ItemKind::Set { .. }
            | ItemKind::Automaton(_)
            | ItemKind::System { .. }
            | ItemKind::Move(_) => String::new(),
        }
    }

    fn column(&self, column: &ColumnDecl) -> String {
        let head = &column.head.value;
        let term = term(self.0, &column.term);
        if is_name(head) {
            format!("{head} = {term}")
        } else {
            format!("{} = {term}", quote(head))
        }
    }

    fn move_lines(&self, rule: &MoveDecl) -> String {
        let mut line = format!("move {}", rule.kind.value);
        if let Some(family) = &rule.family {
            line.push_str(&format!(" for {}", binder(self.0, family)));
        }
        if let Some(caption) = &rule.caption {
            line.push_str(&format!(" {}", quote(caption)));
        }
        line.push(':');
        let clauses = rule
            .clauses
            .iter()
            .map(|clause| wrapped(&format!("    {}", self.clause_line(clause)), 8));
        std::iter::once(wrapped(&line, 8)).chain(clauses).collect()
    }

    fn clause_line(&self, clause: &Clause) -> String {
        match clause {
            Clause::If(condition) => format!("if {}", self.top(condition)),
            Clause::Let(definition) => format!("let {}", names(self.0, definition)),
            Clause::To(target) => format!("to {}", self.top(target)),
            Clause::Holds(formula) => self.top(formula),
        }
    }

    fn top(&self, expr: &Expr) -> String {
        expression(self.0, expr)
    }
}

fn is_name(text: &str) -> bool {
    let word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(word)
        && !RESERVED.contains(&text)
}

/// A line, broken before words that join formulas if it is long; what follows a break is indented.
fn wrapped(line: &str, indent: usize) -> String {
    let mut lines = String::with_capacity(line.len() + 1);
    let mut column = 0;
    for piece in pieces(line) {
        let length = piece.chars().count();
        if column > indent
            && column + length > WIDTH
            && let Some(piece) = piece.strip_prefix(' ')
        {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            lines.push_str(piece);
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
                    .any(|word| line.get(at..).is_some_and(|rest| rest.starts_with(word))) =>
            {
                pieces.extend(line.get(start..at));
                start = at;
            }
            _ => {}
        }
    }
    pieces.extend(line.get(start..));
    pieces
}
