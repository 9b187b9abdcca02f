//! The items of a file: its first line, piles, moves, claims.

use logic::Comparison;

use super::cursor::{Cursor, Parsed};
use super::expression::MOST_VARIABLES;
use super::{report, split, whole};
use crate::ast::{
    Clause, ColumnDecl, Expr, ExprKind, GameFile, IndexBinder, Item, ItemKind, Let, MoveDecl, Name,
    ParameterDecl, PileGroup, PilesDecl,
};
use crate::diagnostic::{Fault, Faults};
use crate::span::Span;
use crate::suggest;
use crate::token::{Lexeme, Token};

/// Reads one item and reports its faults. A move with faults in some of its clauses is still a move.
pub(super) fn read(text: &str, tokens: &[Lexeme], faults: &mut Faults) -> Option<Item> {
    let mut cursor = Cursor::new(text, tokens);
    let kind = match cursor.peek_word() {
        Some("move") => cursor.moves(faults),
        _ => cursor
            .item()
            .and_then(|kind| cursor.end("the end of the item").map(|()| kind)),
    };
    match kind {
        Ok(kind) => Some(Item {
            kind,
            span: whole(tokens),
        }),
        Err(fault) => {
            report(fault, tokens, faults);
            None
        }
    }
}

/// The words that begin an item.
pub(crate) const ITEMS: &[&str] = &[
    "source",
    "piles",
    "positions",
    "require",
    "const",
    "let",
    "set",
    "system",
    "move",
    "ends",
    "blocking",
    "P",
    "misere",
    "nim-value",
    "theorem",
    "columns",
];

impl Cursor<'_> {
    /// `game NAME "Title" (parameters)`
    pub(super) fn game(&mut self) -> Parsed<GameFile> {
        if self.eat_word("game").is_none() {
            let fault = self.expected("the word `game`");
            return Err(fault.help("a game begins with a line such as `game nim \"Nim\"`"));
        }
        let name = self.hyphenated("a game")?;
        let title = if self.peek() == Some(Token::String) {
            Some(self.string("a title")?)
        } else {
            None
        };
        let mut parameters = Vec::new();
        if let Some(open) = self.eat(Token::OpenParen) {
            parameters.push(self.parameter()?);
            while self.eat(Token::Comma).is_some() {
                parameters.push(self.parameter()?);
            }
            self.close(Token::CloseParen, ")", open)?;
        }
        if self.peek().is_some() {
            return Err(match title {
                Some(_) => self.expected("parameters in brackets or the end of the line"),
                None => self
                    .expected("a title in quotes")
                    .help("write `game nim \"Nim\"`"),
            });
        }
        Ok(GameFile {
            name,
            title,
            parameters,
            items: Vec::new(),
        })
    }

    fn parameter(&mut self) -> Parsed<ParameterDecl> {
        let name = self.name("a parameter")?;
        let default = match self.eat(Token::Equal) {
            Some(_) => Some(self.term()?),
            None => None,
        };
        Ok(ParameterDecl { name, default })
    }

    fn item(&mut self) -> Parsed<ItemKind> {
        let start = self.span();
        if self.eat(Token::NimValue).is_some() {
            return self.nim_value();
        }
        let Some(word) = self.peek_word() else {
            return Err(self.no_item());
        };
        if !ITEMS.contains(&word) {
            return Err(self.no_item());
        }
        self.bump();
        match word {
            "source" => Ok(ItemKind::Source(self.string("a citation in quotes")?.value)),
            "piles" => Ok(ItemKind::Piles(self.piles()?)),
            "require" => self.require(),
            "const" => {
                let name = self.name("a constant")?;
                self.expect(Token::Equal, "`=` and its value")?;
                Ok(ItemKind::Const {
                    name,
                    value: self.expression()?,
                })
            }
            "let" => Ok(ItemKind::Let(self.definition()?)),
            "set" => {
                let name = self.name("a set")?;
                self.expect(Token::Equal, "`=` and a set")?;
                if self.peek_word() == Some("automaton") && self.peeks_string_next() {
                    return Ok(ItemKind::Automaton(self.automaton(name)?));
                }
                Ok(ItemKind::Set {
                    name,
                    set: self.sets()?,
                })
            }
            "positions" => {
                self.expect_word("when")?;
                Ok(ItemKind::Positions(self.expression()?))
            }
            "system" => {
                let name = self.name("a numeration system")?;
                self.expect(Token::Equal, "`=` and a numeration system")?;
                Ok(ItemKind::System {
                    name,
                    system: self.system()?,
                })
            }
            "ends" => {
                self.expect_word("when")?;
                Ok(ItemKind::Ends(self.expression()?))
            }
            "blocking" => Ok(ItemKind::Blocking(self.expression()?)),
            "P" if self.eat_word("when").is_some() => Ok(ItemKind::PWhen(self.expression()?)),
            "P" => {
                self.expect(Token::Equal, "`=` and a set, or `when` and a formula")?;
                self.p_positions()
            }
            "misere" => self.misere(),
            "theorem" => {
                let name = self.string("the theorem's name in quotes")?;
                self.expect(Token::Colon, "`:` and a formula")?;
                Ok(ItemKind::Theorem {
                    name,
                    sentence: self.expression()?,
                })
            }
            "columns" => self.columns(),
            _ => Err(Fault::new(
                start,
                format!("`{word}` cannot stand here"),
                "not an item",
            )),
        }
    }

    /// `P = …` or `P when …`, behind the word `misere`.
    fn misere(&mut self) -> Parsed<ItemKind> {
        self.expect_word("P")?;
        if self.eat_word("when").is_some() {
            return Ok(ItemKind::MiserePWhen(self.expression()?));
        }
        self.expect(Token::Equal, "`=` and a set, or `when` and a formula")?;
        Ok(match self.p_positions()? {
            ItemKind::PPositions(set) => ItemKind::MisereP(set),
            other => other,
        })
    }

    /// The set behind `P =`; a formula there is refused with a word on where it belongs.
    fn p_positions(&mut self) -> Parsed<ItemKind> {
        let mut again = Cursor::new(self.text, self.rest());
        let sets = self.sets();
        if sets.is_ok() && self.peek().is_none() {
            return sets.map(ItemKind::PPositions);
        }
        match again.expression() {
            Ok(formula) if again.peek().is_none() && formula.kind.states() => {
                let fault = Fault::new(
                    formula.span,
                    "`P =` wants a set, and this is a formula",
                    "true or false",
                );
                let written = formula.span.of(self.text);
                Err(fault.help(format!("write `P when {written}`")))
            }
            _ => sets.map(ItemKind::PPositions),
        }
    }

    /// The fault of a line at the margin that begins no item.
    fn no_item(&self) -> Fault {
        let word = self.span().of(self.text);
        let message = format!(
            "no item begins with `{}`",
            word.chars().take(30).collect::<String>()
        );
        let fault = Fault::new(self.span(), message, "expected an item");
        match suggest::did_you_mean(word, ITEMS.iter().copied()) {
            Some(help) => fault.help(help),
            None => fault
                .help(format!("items are {}", ITEMS.join(", ")))
                .help("a line that continues the item above must be indented"),
        }
    }

    fn require(&mut self) -> Parsed<ItemKind> {
        let condition = self.expression()?;
        if self.peek() != Some(Token::String) {
            let fault = self.unexpected("a message in quotes");
            return Err(fault.help("write `require beta > 2 \"beta must be above 2\"`"));
        }
        Ok(ItemKind::Require {
            condition,
            message: self.string("a message")?.value,
        })
    }

    /// `a <= b <= c`, `x, y`, `x[1..d]`, `x[1..d] sorted`, `x <= y; p`
    fn piles(&mut self) -> Parsed<PilesDecl> {
        let mut groups = vec![self.pile()?];
        match self.peek() {
            Some(Token::LessOrEqual) => {
                while self.eat(Token::LessOrEqual).is_some() {
                    groups.push(self.pile()?);
                }
                self.separated(&groups, Token::Comma)?;
                match groups.iter().find(|group| group.range.is_some()) {
                    None => self.sorted_piles(groups),
                    Some(group) => {
                        let fault = Fault::new(
                            group.name.span,
                            "a family cannot be compared",
                            "a family of piles",
                        );
                        Err(fault.help("write `piles x[1..m] sorted` for sorted piles"))
                    }
                }
            }
            Some(Token::Less) => {
                let fault = self.expected("`<=` or `,`");
                Err(fault.help("sorted piles may be equal: write `<=`"))
            }
            Some(Token::Word) if groups[0].range.is_some() => {
                self.expect_word("sorted")?;
                self.sorted_piles(groups)
            }
            _ => {
                while self.eat(Token::Comma).is_some() {
                    groups.push(self.pile()?);
                }
                self.separated(&groups, Token::LessOrEqual)?;
                if self.peek() == Some(Token::Semicolon) {
                    let message = "`;` stands between sorted piles and the others";
                    let fault = Fault::new(self.span(), message, "no sorted piles before it");
                    return Err(fault
                        .help("write `piles x <= y; p`, or `,` between piles with a place each"));
                }
                Ok(PilesDecl {
                    sorted: false,
                    groups,
                    placed: Vec::new(),
                })
            }
        }
    }

    /// Sorted piles, and behind `;` those with a place each.
    fn sorted_piles(&mut self, groups: Vec<PileGroup>) -> Parsed<PilesDecl> {
        let mut placed = Vec::new();
        if self.eat(Token::Semicolon).is_some() {
            placed.push(self.pile()?);
            while self.eat(Token::Comma).is_some() {
                placed.push(self.pile()?);
            }
            if let Some(Token::LessOrEqual | Token::Semicolon) = self.peek() {
                let message = "behind `;` each pile has a place of its own";
                let fault = Fault::new(self.span(), message, "another separator");
                return Err(fault
                    .help("one group of sorted piles stands first: write `piles x <= y; p, q`"));
            }
        }
        Ok(PilesDecl {
            sorted: true,
            groups,
            placed,
        })
    }

    /// Reports a list of piles that goes on with the other separator, or with none.
    fn separated(&self, groups: &[PileGroup], other: Token) -> Parsed<()> {
        let names: Vec<&str> = groups
            .iter()
            .map(|group| group.name.value.as_str())
            .collect();
        let mixed = self.peek() == Some(other);
        let next = if mixed {
            self.peek_second()
        } else {
            self.peek_lexeme()
        };
        let Some(next) = next.filter(|next| next.token == Token::Word) else {
            return Ok(());
        };
        let fault = if mixed {
            let message = "some piles are sorted here, and some are not";
            Fault::new(self.span(), message, "another separator")
        } else {
            self.expected("`,` or `<=` between two piles")
        };
        let all = |between: &str| {
            [names.as_slice(), &[next.of(self.text)]]
                .concat()
                .join(between)
        };
        let fault = fault.help(format!(
            "write `piles {}` for piles with a place each, `piles {}` if their order does not matter",
            all(", "),
            all(" <= ")
        ));
        let (sorted, placed) = match (other, names.as_slice()) {
            _ if !mixed => return Err(fault),
            (Token::Comma, _) => (names.join(" <= "), next.of(self.text).to_owned()),
            (_, [placed @ .., last]) if !placed.is_empty() => {
                let sorted = format!("{last} <= {}", next.of(self.text));
                (sorted, placed.join(", "))
            }
            _ => return Err(fault),
        };
        Err(fault.help(format!(
            "write `piles {sorted}; {placed}` to sort only some of them"
        )))
    }

    fn pile(&mut self) -> Parsed<PileGroup> {
        let name = self.name("a pile")?;
        let range = match self.eat(Token::OpenBracket) {
            Some(open) => {
                let range = self.range()?;
                self.close(Token::CloseBracket, "]", open)?;
                Some(range)
            }
            None => None,
        };
        Ok(PileGroup { name, range })
    }

    /// `A(n) = …`, behind the word `let`.
    fn definition(&mut self) -> Parsed<Let> {
        let name = self.name("a term or formula")?;
        let mut arguments = Vec::new();
        if let Some(open) = self.eat(Token::OpenParen) {
            arguments.push(self.name("an argument")?);
            while self.eat(Token::Comma).is_some() {
                arguments.push(self.name("an argument")?);
            }
            self.close(Token::CloseParen, ")", open)?;
        }
        if arguments.len() > MOST_VARIABLES {
            let message = format!(
                "`{}` has {} arguments, too many",
                name.value,
                arguments.len()
            );
            return Err(Fault::new(
                name.span,
                message,
                format!("at most {MOST_VARIABLES} are allowed"),
            ));
        }
        if self.eat_word("iff").is_none() {
            self.expect(Token::Equal, "`=` and what it stands for")?;
        }
        Ok(Let {
            name,
            arguments,
            body: self.expression()?,
        })
    }

    /// `= TERM` or `if COND = TERM`, behind `nim-value`. The last `=` of the condition's last comparison is
    /// the one that belongs to the item.
    fn nim_value(&mut self) -> Parsed<ItemKind> {
        if self.eat(Token::Equal).is_some() {
            return Ok(ItemKind::NimValue {
                condition: None,
                value: self.expression()?,
            });
        }
        if self.eat_word("if").is_none() {
            return Err(self.expected("`=` and a term, or `if` and a condition"));
        }
        let whole = self.expression()?;
        self.finish("`=` and a term")?;
        let span = whole.span;
        match peel(whole) {
            Some((condition, value)) => Ok(ItemKind::NimValue {
                condition: Some(condition),
                value,
            }),
            None => {
                let fault = Fault::new(
                    span,
                    "this says when, and not what the nim-value is then",
                    "no `=` follows",
                );
                Err(fault.help("write `nim-value if (x = y) = 0`"))
            }
        }
    }

    fn columns(&mut self) -> Parsed<ItemKind> {
        let mut columns = vec![self.column()?];
        while self.eat(Token::Comma).is_some() {
            columns.push(self.column()?);
        }
        Ok(ItemKind::Columns(columns))
    }

    fn column(&mut self) -> Parsed<ColumnDecl> {
        let head = match self.peek() {
            Some(Token::String) => self.string("a head")?,
            _ => self.name("a column")?,
        };
        self.expect(Token::Equal, "`=` and a term")?;
        Ok(ColumnDecl {
            head,
            term: self.term()?,
        })
    }

    /// A whole `move`; faults in its clauses are reported one by one.
    fn moves(&mut self, faults: &mut Faults) -> Parsed<ItemKind> {
        self.bump();
        let (kind, family, caption) = self.move_header()?;
        let rest = self.rest();
        if rest.is_empty() {
            let fault = Fault::new(
                self.previous_span(),
                format!("move {} has no clause", kind.value),
                "nothing follows",
            );
            return Err(fault.help("write what must hold, on this line or on indented lines below"));
        }
        let mut clauses = Vec::new();
        for tokens in clause_lines(self.text, rest) {
            if let Err(fault) = Cursor::new(self.text, tokens).clauses(&mut clauses) {
                report(fault, tokens, faults);
            }
        }
        Ok(ItemKind::Move(MoveDecl {
            kind,
            family,
            caption,
            clauses,
        }))
    }

    fn move_header(&mut self) -> Parsed<(Name, Option<IndexBinder>, Option<String>)> {
        let kind = match self.peek() {
            Some(Token::String | Token::Colon) => {
                let fault = self.expected("the name of this kind of move");
                return Err(fault.help("write `move I:` or `move diagonal \"in words\":`"));
            }
            _ => self.hyphenated("a move")?,
        };
        let family = self.family()?;
        let caption = match self.peek() {
            Some(Token::String) => Some(self.string("a caption")?.value),
            _ => None,
        };
        self.expect(Token::Colon, "`:`")?;
        Ok((kind, family, caption))
    }

    /// One or more clauses up to the end. Of a clause that is followed by a fault only a definition
    /// is kept.
    fn clauses(&mut self, clauses: &mut Vec<Clause>) -> Parsed<()> {
        while self.peek().is_some() {
            let clause = self.clause()?;
            let ended = match self.peek_word() {
                Some("if" | "let" | "to") => Ok(()),
                _ if self.is_prose() => {
                    let fault = self.expected("the end of the clause");
                    Err(fault.help(FORMULAS).help(CAPTION))
                }
                _ => self.end("the end of the clause"),
            };
            if ended.is_ok() || matches!(clause, Clause::Let(_)) {
                clauses.push(clause);
            }
            ended?;
        }
        Ok(())
    }

    /// Says that everything should have been read, and what stands between two formulas.
    fn end(&mut self, what: &str) -> Parsed<()> {
        self.finish(what).map_err(|fault| match self.peek() {
            Some(Token::Comma | Token::Semicolon) if !fault.has_help() => {
                fault.help(match self.peek_second() {
                    Some(_) => "write `and` between two formulas".to_owned(),
                    None => format!("leave out the `{}`", self.span().of(self.text)),
                })
            }
            _ => fault,
        })
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let start = self.span();
        if self.eat_word("let").is_some() {
            return Ok(Clause::Let(self.definition()?));
        }
        if self.eat_word("to").is_some() {
            return Ok(Clause::To(self.expression()?));
        }
        if self.eat_word("if").is_none() {
            return Ok(Clause::Holds(self.expression()?));
        }
        let condition = self.expression()?;
        if self.peek_word() != Some("then") {
            return Ok(Clause::If(condition));
        }
        let kind = self.choice_after(Box::new(condition))?;
        let choice = Expr::new(kind, start.to(self.previous_span()));
        Ok(Clause::Holds(self.continue_formula(choice)?))
    }
}

/// How a move is said.
const FORMULAS: &str =
    "a formula says what a move does: `x' < x` takes any number from `x`, `x' = x - 1` takes 1";
const CAPTION: &str =
    "words stand in quotes behind the name, as in `move I \"any number from x\": …`";

/// Cuts the body of a move into lines of clauses.
fn clause_lines<'a>(text: &str, body: &'a [Lexeme]) -> Vec<&'a [Lexeme]> {
    let column = body.iter().find_map(|lexeme| lexeme.indent).unwrap_or(0);
    let mut open = 0_usize;
    let mut place = 0_usize;
    split(body, |lexeme| {
        place += 1;
        let word = |place: usize| body.get(place).map_or("", |next| next.of(text));
        let begins = open == 0
            && lexeme.indent.is_some_and(|indent| indent <= column)
            && !continues(
                lexeme.token,
                lexeme.of(text),
                [word(place), word(place + 1)],
            );
        match lexeme.token {
            Token::OpenParen
            | Token::OpenBracket
            | Token::OpenBrace
            | Token::OpenFloor
            | Token::OpenCeiling => open += 1,
            Token::CloseParen
            | Token::CloseBracket
            | Token::CloseBrace
            | Token::CloseFloor
            | Token::CloseCeiling => open = open.saturating_sub(1),
            _ => {}
        }
        begins
    })
}

/// Can a line that begins so only continue the line above? It depends on the next two words as well.
fn continues(token: Token, word: &str, next: [&str; 2]) -> bool {
    match token {
        Token::Word => match (word, next) {
            ("not", ["in", after]) => after != "every",
            ("not", _) => false,
            ("in", [next, _]) => next != "every",
            _ => [
                "and", "or", "implies", "iff", "then", "else", "mod", "div", "of", "change",
                "changes", "matches", "becomes",
            ]
            .contains(&word),
        },
        Token::Equal
        | Token::NotEqual
        | Token::Less
        | Token::LessOrEqual
        | Token::Greater
        | Token::GreaterOrEqual
        | Token::Plus
        | Token::Star
        | Token::Slash
        | Token::Caret
        | Token::Comma
        | Token::Colon
        | Token::DotDot
        | Token::CloseParen
        | Token::CloseBracket
        | Token::CloseBrace
        | Token::CloseFloor
        | Token::CloseCeiling
        | Token::Union => true,
        _ => false,
    }
}

/// Takes the last `= TERM` off a formula.
fn peel(formula: Expr) -> Option<(Expr, Expr)> {
    let span = formula.span;
    let (kind, value) = match formula.kind {
        ExprKind::Compare(first, mut links) => {
            let (comparison, value) = links.pop()?;
            if comparison != Comparison::Equal {
                return None;
            }
            if links.is_empty() {
                return Some((*first, value));
            }
            (ExprKind::Compare(first, links), value)
        }
        ExprKind::And(mut parts) => {
            let (last, value) = peel(parts.pop()?)?;
            parts.push(last);
            (ExprKind::And(parts), value)
        }
        ExprKind::Or(mut parts) => {
            let (last, value) = peel(parts.pop()?)?;
            parts.push(last);
            (ExprKind::Or(parts), value)
        }
        ExprKind::Not(inner) => {
            let (inner, value) = peel(*inner)?;
            (ExprKind::Not(Box::new(inner)), value)
        }
        ExprKind::Implies(left, right) => {
            let (right, value) = peel(*right)?;
            (ExprKind::Implies(left, Box::new(right)), value)
        }
        ExprKind::Iff(left, right) => {
            let (right, value) = peel(*right)?;
            (ExprKind::Iff(left, Box::new(right)), value)
        }
        ExprKind::ForIndex(quantifier, binder, body) => {
            let (body, value) = peel(*body)?;
            (
                ExprKind::ForIndex(quantifier, binder, Box::new(body)),
                value,
            )
        }
        ExprKind::Quantified {
            quantifier,
            variables,
            bound,
            body,
        } => {
            let (body, value) = peel(*body)?;
            (
                ExprKind::Quantified {
                    quantifier,
                    variables,
                    bound,
                    body: Box::new(body),
                },
                value,
            )
        }
        _ => return None,
    };
    Some((
        Expr::new(
            kind,
            Span::new(span.start, value.span.start.max(span.start)),
        ),
        value,
    ))
}
