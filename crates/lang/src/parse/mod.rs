//! From text to [`ast`](crate::ast), by recursive descent.
//!
//! An item begins at the margin, the column of the word `game`; lines that are indented further belong to the
//! item above. So a file falls into items before any of them is parsed, and each item reports its own faults.
//! In a `move`, a line that is indented like the first line of clauses begins another clause, unless it begins
//! with a word or sign that can only continue one (`and`, `or`, `<=`, `+`, …).
//!
//! ```text
//! file      = game item*
//! game      = "game" NAME STRING? ( "(" parameter ("," parameter)* ")" )?
//! parameter = name ( "=" xor )?
//! item      = "source" STRING
//!           | "piles" pile ("," pile)* | "piles" sorted (";" pile ("," pile)*)?
//!           | "positions" "when" expression
//!           | "require" expression STRING
//!           | "const" name "=" expression
//!           | let
//!           | "set" name "=" (sets | "automaton" STRING "in" system)
//!           | "system" name "=" system
//!           | "move" NAME family? STRING? ":" clause+
//!           | "ends" "when" expression
//!           | "blocking" expression
//!           | "misere"? "P" "=" sets | "misere"? "P" "when" expression
//!           | "nim-value" ("if" expression)? "=" expression
//!           | "theorem" STRING ":" expression
//!           | "columns" column ("," column)*
//! sorted    = name ("<=" name)+ | name "[" range "]" "sorted"
//! pile      = name ("[" range "]")?
//! let       = "let" name ("(" name ("," name)* ")")? "=" expression
//! clause    = "if" expression | let | "to" expression | expression
//! column    = (name | STRING) "=" xor
//! family    = "for" name "in" range
//! range     = sum ".." sum
//! sets      = set ("or" set)*
//! system    = name | name "(" xor ("," xor)* ")" | name ":" xor ("," xor)*
//! set       = name | "{" "}" | "{" xor ("," xor)* "}" | "{" xor "|" expression ("," expression)* "}"
//!
//! expression = implies ("iff" implies)?
//! implies    = or ("implies" implies)?
//! or         = and ("or" and)*
//! and        = not ("and" not)*
//! not        = "not" not | compare
//! compare    = xor (("=" | "!=" | "<" | "<=" | ">" | ">=") xor)* | xor "not"? "in" set
//!            | "digits" "(" xor "," system ")" "matches" STRING
//!            | name "becomes" "(" name ("," name)* ")"
//! xor        = sum ("xor" sum)*
//! sum        = "-"? product (("+" | "-") product)*
//! product    = power (("*" | "/") power)* (("mod" | "div") power)?
//! power      = primary ("^" power)?
//! primary    = number | decimal | "true" | "false" | "|" xor "|"
//!            | name | name "'" | name "[" sum "]" "'"? | name "(" expression ("," expression)* ")"
//!            | "(" expression ")" | "(" entry ("," entry)* ")"
//!            | "if" expression "then" xor "else" xor
//!            | ("sum" | "xor") name "in" range ":" sum
//!            | ("exists" | "forall") name ("," name)* (comparison xor)? ":" expression
//!            | ("exists" | "forall") name "in" range ":" expression
//!            | ("at" "most" | "at" "least" | "exactly") sum "of" pile ("," pile)* ("change" | "changes")
//!            | "in" "every" "place" "of" (xor | "(" xor ("," xor)* ")") "in" system ":" expression
//! entry      = expression family?
//! ```
//!
//! NAME is a name in which hyphens may stand; a factor or an exponent may begin with `-`; a call has no blank before
//! its bracket.

mod binder;
mod cursor;
mod digits;
mod expression;
mod item;
mod splitting;

use cursor::Cursor;
pub use expression::{DEEPEST, MOST_VARIABLES};
pub(crate) use expression::{FUNCTIONS, Precedence, WITH_SYSTEM};
pub(crate) use item::ITEMS;

use crate::ast::{GameFile, Item, ItemKind, PilesDecl};
use crate::diagnostic::{Fault, Faults, plural};
use crate::span::{Span, Spanned};
use crate::token::{Lexeme, Token, tokens};

/// No file may be longer than this.
pub const LONGEST_FILE: usize = 1 << 20;

/// What could be read of a file.
pub(crate) struct ParsedFile {
    /// The game, without the items that have faults; none if its first line has faults.
    pub(crate) game: Option<GameFile>,
    /// The names that items with faults would have introduced.
    pub(crate) broken: Vec<String>,
    /// Whether the line `piles` has faults.
    pub(crate) broken_piles: bool,
    /// Whether some `move` has faults.
    pub(crate) broken_move: bool,
}

/// Reads as much of a file as has no faults.
pub(crate) fn read(text: &str, faults: &mut Faults) -> ParsedFile {
    let mut reading = ParsedFile {
        game: None,
        broken: Vec::new(),
        broken_piles: false,
        broken_move: false,
    };
    if text.len() > LONGEST_FILE {
        let message = format!(
            "this file has {}, more than the {LONGEST_FILE} allowed",
            plural(text.len(), "byte")
        );
        faults.push(Fault::without_place(message));
        return reading;
    }
    let lexemes = tokens(text, faults);
    let items = cut(&lexemes);
    let Some((first, rest)) = items.split_first() else {
        let fault = Fault::without_place("this file is empty");
        faults.push(fault.help("a game begins with a line such as `game nim \"Nim\"`"));
        return reading;
    };
    match Cursor::new(text, first).game() {
        Ok(game) => reading.game = Some(game),
        Err(fault) => report(fault, first, faults),
    }
    for tokens in rest {
        if faults.is_full() {
            break;
        }
        if tokens[0].span.of(text) == "game" {
            let fault = Fault::new(tokens[0].span, "one file holds one game", "a second game");
            faults.push(fault.help("put it into a file of its own"));
            break;
        }
        read_item(text, tokens, &mut reading, faults);
    }
    reading
}

/// Reads a text that is one sentence, as the only theorem of a game in which there is nothing else.
pub(crate) fn read_sentence(text: &str, faults: &mut Faults) -> ParsedFile {
    let mut reading = ParsedFile {
        game: None,
        broken: Vec::new(),
        broken_piles: false,
        // Nobody misses a move.
        broken_move: true,
    };
    if text.len() > LONGEST_FILE {
        faults.push(Fault::without_place(format!(
            "this is longer than the {LONGEST_FILE} bytes allowed"
        )));
        return reading;
    }
    if let Some(sentence) = read_expression(text, faults) {
        let span = sentence.span;
        let name = || Spanned::new("sentence".to_owned(), span);
        let none = ItemKind::Piles(PilesDecl {
            sorted: false,
            groups: Vec::new(),
            placed: Vec::new(),
        });
        let theorem = ItemKind::Theorem {
            name: name(),
            sentence,
        };
        reading.game = Some(GameFile {
            name: name(),
            title: None,
            parameters: Vec::new(),
            items: [none, theorem].map(|kind| Item { kind, span }).into(),
        });
    }
    reading
}

/// Reads a text that is one expression and nothing else.
pub(crate) fn read_expression(text: &str, faults: &mut Faults) -> Option<crate::ast::Expr> {
    let lexemes = tokens(text, faults);
    let mut cursor = Cursor::new(text, &lexemes);
    let expr = cursor
        .expression()
        .and_then(|expr| cursor.finish("the end").map(|()| expr));
    expr.map_err(|fault| report(fault, &lexemes, faults)).ok()
}

fn read_item(text: &str, tokens: &[Lexeme], reading: &mut ParsedFile, faults: &mut Faults) {
    let before = faults.count();
    let item = item::read(text, tokens, faults);
    if faults.count() == before
        && let Some(item) = item
    {
        if let Some(game) = &mut reading.game {
            game.items.push(item);
        }
        return;
    }
    match item.map(|item| item.kind) {
        Some(ItemKind::Move(_)) => reading.broken_move = true,
        _ => note_broken(text, tokens, reading),
    }
}

/// Remembers what an item with faults was about, so that nothing is reported twice.
fn note_broken(text: &str, tokens: &[Lexeme], reading: &mut ParsedFile) {
    match tokens[0].span.of(text) {
        "piles" => reading.broken_piles = true,
        "move" => reading.broken_move = true,
        "P" => reading.broken.push("P".to_owned()),
        _ => {
            let names = tokens
                .iter()
                .skip(1)
                .filter(|lexeme| lexeme.token == Token::Word);
            reading
                .broken
                .extend(names.take(1).map(|lexeme| lexeme.of(text).to_owned()));
        }
    }
}

/// Reports a fault, unless it is a consequence of strange characters that are reported already.
fn report(fault: Fault, tokens: &[Lexeme], faults: &mut Faults) {
    let strange = |lexeme: &Lexeme| matches!(lexeme.token, Token::Strange | Token::OpenString);
    if !tokens.iter().any(strange) || faults.is_empty() {
        faults.push(fault);
    }
}

/// Cuts tokens into items: each begins on a line that is not indented further than the first one.
fn cut(lexemes: &[Lexeme]) -> Vec<&[Lexeme]> {
    let margin = lexemes
        .first()
        .and_then(|lexeme| lexeme.indent)
        .unwrap_or(0);
    split(lexemes, |lexeme| {
        lexeme.indent.is_some_and(|indent| indent <= margin)
    })
}

/// Cuts a list before each token that begins a piece.
fn split(lexemes: &[Lexeme], mut begins: impl FnMut(&Lexeme) -> bool) -> Vec<&[Lexeme]> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (index, lexeme) in lexemes.iter().enumerate() {
        if begins(lexeme) && index > start {
            pieces.push(&lexemes[start..index]);
            start = index;
        }
    }
    if start < lexemes.len() {
        pieces.push(&lexemes[start..]);
    }
    pieces
}

/// Where a list of tokens stands.
fn whole(tokens: &[Lexeme]) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    }
}
