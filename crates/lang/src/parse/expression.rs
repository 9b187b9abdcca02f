//! Terms and formulas: precedence climbing with a bounded depth.

use logic::Comparison;
use numeration::natural::parse_natural;

use super::cursor::{Cursor, Parsed, STARTERS};
use crate::ast::{
    AddOp, DivisionOp, Expr, ExprKind, IndexBinder, IndexRange, IndexedOp, MulOp, Name, Quantifier,
    TupleEntry,
};
use crate::diagnostic::Fault;
use crate::span::{Span, Spanned};
use crate::suggest;
use crate::token::{Lexeme, RESERVED, Token, full_size};

/// No expression may be nested deeper than this.
pub const DEEPEST: u32 = 200;

/// No list of variables or arguments may be longer than this.
pub const MOST_VARIABLES: usize = 64;

/// How tightly an operator binds, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Xor,
    Sum,
    Product,
    Power,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    Iff,
    Implies,
    Or,
    And,
    Compare(Comparison),
    In,
    NotIn,
    Matches,
    Becomes,
    Xor,
    Sum(AddOp),
    Product(MulOp),
    Division(DivisionOp),
    Power,
}

impl Infix {
    fn level(self) -> Precedence {
        match self {
            Self::Iff => Precedence::Iff,
            Self::Implies => Precedence::Implies,
            Self::Or => Precedence::Or,
            Self::And => Precedence::And,
            Self::Compare(_) | Self::In | Self::NotIn | Self::Matches | Self::Becomes => {
                Precedence::Compare
            }
            Self::Xor => Precedence::Xor,
            Self::Sum(_) => Precedence::Sum,
            Self::Product(_) | Self::Division(_) => Precedence::Product,
            Self::Power => Precedence::Power,
        }
    }
}

impl Cursor<'_> {
    /// A term or formula as long as it goes.
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.operand(Precedence::Iff)
    }

    /// A term, which ends before a comparison.
    pub(crate) fn term(&mut self) -> Parsed<Expr> {
        self.operand(Precedence::Xor)
    }

    /// An expression whose operators bind at least as tightly as `level`.
    pub(super) fn operand(&mut self, level: Precedence) -> Parsed<Expr> {
        self.deeper()?;
        let mut left = self.prefix(level)?;
        let mut closed = None;
        while let Some(infix) = self.infix().filter(|infix| infix.level() >= level) {
            if closed == Some(infix.level()) {
                return Err(self.needs_brackets());
            }
            closed = Some(infix.level());
            left = self.tail(left, infix)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Everything that follows a left operand on one level.
    fn tail(&mut self, left: Expr, infix: Infix) -> Parsed<Expr> {
        let start = left.span;
        let kind = match infix {
            Infix::Iff => {
                self.bump();
                ExprKind::Iff(Box::new(left), Box::new(self.operand(Precedence::Implies)?))
            }
            Infix::Implies => {
                self.bump();
                ExprKind::Implies(Box::new(left), Box::new(self.operand(Precedence::Implies)?))
            }
            Infix::Or => ExprKind::Or(self.chain(left, Infix::Or, Precedence::And)?),
            Infix::And => ExprKind::And(self.chain(left, Infix::And, Precedence::Not)?),
            Infix::Xor => ExprKind::Xor(self.chain(left, Infix::Xor, Precedence::Sum)?),
            Infix::Compare(_) => self.comparisons(left)?,
            Infix::In | Infix::NotIn => self.membership(left, infix == Infix::NotIn)?,
            Infix::Matches => self.pattern_of(left)?,
            Infix::Becomes => self.parts_of(left)?,
            Infix::Sum(_) => ExprKind::Sum(self.summands(vec![(AddOp::Plus, left)])?),
            Infix::Product(_) => self.factors(left)?,
            Infix::Division(division) => {
                self.bump();
                ExprKind::Division(
                    division,
                    Box::new(left),
                    Box::new(self.operand(Precedence::Power)?),
                )
            }
            Infix::Power if self.peek() == Some(Token::Raised) => {
                let exponent = self.small()?;
                ExprKind::Power(Box::new(left), Box::new(exponent))
            }
            Infix::Power => {
                self.bump();
                ExprKind::Power(Box::new(left), Box::new(self.operand(Precedence::Power)?))
            }
        };
        bounded(kind, start.to(self.previous_span()))
    }

    fn chain(&mut self, first: Expr, infix: Infix, operand: Precedence) -> Parsed<Vec<Expr>> {
        let mut parts = vec![first];
        while self.infix() == Some(infix) {
            self.bump();
            parts.push(self.operand(operand)?);
        }
        Ok(parts)
    }

    fn comparisons(&mut self, first: Expr) -> Parsed<ExprKind> {
        let mut links = Vec::new();
        while let Some(Infix::Compare(comparison)) = self.infix() {
            self.bump();
            links.push((comparison, self.operand(Precedence::Xor)?));
        }
        Ok(ExprKind::Compare(Box::new(first), links))
    }

    fn membership(&mut self, element: Expr, negated: bool) -> Parsed<ExprKind> {
        if negated {
            self.bump();
        }
        self.bump();
        let set = Box::new(self.one_set()?);
        Ok(ExprKind::Member {
            element: Box::new(element),
            negated,
            set,
        })
    }

    fn summands(&mut self, mut parts: Vec<(AddOp, Expr)>) -> Parsed<Vec<(AddOp, Expr)>> {
        while let Some(Infix::Sum(sign)) = self.infix() {
            self.bump();
            parts.push((sign, self.operand(Precedence::Product)?));
        }
        Ok(parts)
    }

    /// `a * b / c`, and one `mod` or `div` behind them.
    fn factors(&mut self, first: Expr) -> Parsed<ExprKind> {
        let start = first.span;
        let mut rest = Vec::new();
        while let Some(Infix::Product(factor)) = self.infix() {
            if matches!(self.peek(), Some(Token::Star | Token::Slash)) {
                self.bump();
            } else if matches!(rest.last(), Some((MulOp::Over, _))) {
                return Err(self.needs_brackets());
            }
            rest.push((factor, self.operand(Precedence::Power)?));
        }
        let product = ExprKind::Product(Box::new(first), rest);
        let Some(Infix::Division(division)) = self.infix() else {
            return Ok(product);
        };
        let product = bounded(product, start.to(self.previous_span()))?;
        self.bump();
        Ok(ExprKind::Division(
            division,
            Box::new(product),
            Box::new(self.operand(Precedence::Power)?),
        ))
    }

    /// Does a Greek letter follow without a blank, as in `nφ`?
    fn implied_letter(&self) -> bool {
        let greek = |lexeme: Lexeme| {
            lexeme.word.is_some_and(|word| !RESERVED.contains(&word)) && self.adjacent()
        };
        self.peek_lexeme().is_some_and(greek)
    }

    /// A small number or letter.
    fn small(&mut self) -> Parsed<Expr> {
        let span = self.bump();
        let plain = full_size(span.of(self.text));
        let kind = match parse_natural(&plain) {
            Ok(number) => ExprKind::Number(number),
            Err(_) => ExprKind::Name(plain),
        };
        bounded(kind, span)
    }

    fn needs_brackets(&self) -> Fault {
        let operator = self.span().of(self.text);
        let message = format!("what belongs together around this `{operator}` is not clear");
        Fault::new(self.span(), message, "a second operator of its kind")
            .help("put brackets around what belongs together")
    }

    /// The operator that comes next, if one does.
    pub(super) fn infix(&self) -> Option<Infix> {
        Some(match self.peek()? {
            Token::Equal => Infix::Compare(Comparison::Equal),
            Token::NotEqual => Infix::Compare(Comparison::NotEqual),
            Token::Less => Infix::Compare(Comparison::Less),
            Token::LessOrEqual => Infix::Compare(Comparison::LessOrEqual),
            Token::Greater => Infix::Compare(Comparison::Greater),
            Token::GreaterOrEqual => Infix::Compare(Comparison::GreaterOrEqual),
            Token::Plus => Infix::Sum(AddOp::Plus),
            Token::Minus => Infix::Sum(AddOp::Minus),
            Token::Star => Infix::Product(MulOp::Times),
            Token::Slash => Infix::Product(MulOp::Over),
            Token::Caret | Token::Raised => Infix::Power,
            Token::OpenFloor | Token::OpenCeiling | Token::Root if self.adjacent() => {
                Infix::Product(MulOp::Times)
            }
            Token::Word if self.implied_letter() => Infix::Product(MulOp::Times),
            Token::Word => match self.peek_word()? {
                "iff" => Infix::Iff,
                "implies" => Infix::Implies,
                "or" => Infix::Or,
                "and" => Infix::And,
                "in" => Infix::In,
                "not" if self.peek_second()?.of(self.text) == "in" => Infix::NotIn,
                "matches" => Infix::Matches,
                "becomes" => Infix::Becomes,
                "xor" => Infix::Xor,
                "mod" => Infix::Division(DivisionOp::Mod),
                "div" => Infix::Division(DivisionOp::Div),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// What an expression begins with.
    fn prefix(&mut self, level: Precedence) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.peek() {
            Some(Token::Number) => self.whole_number()?,
            Some(Token::Decimal) => ExprKind::Decimal(self.bump().of(self.text).to_owned()),
            Some(Token::Minus) => self.negation(level)?,
            Some(Token::OpenParen) => return self.bracket(),
            Some(Token::Bar) => self.absolute()?,
            Some(Token::OpenFloor) => self.rounded("floor", Token::CloseFloor, "⌋")?,
            Some(Token::OpenCeiling) => self.rounded("ceil", Token::CloseCeiling, "⌉")?,
            Some(Token::Root) => self.root()?,
            Some(Token::OpenBrace) => ExprKind::Set(Box::new(self.one_set()?)),
            Some(Token::Word) => self.word()?,
            _ => return Err(self.expected_term()),
        };
        bounded(kind, start.to(self.previous_span()))
    }

    fn whole_number(&mut self) -> Parsed<ExprKind> {
        let span = self.bump();
        let digits = span.of(self.text);
        parse_natural(digits)
            .map(ExprKind::Number)
            .map_err(|error| Fault::new(span, error.to_string(), "not a number"))
    }

    fn negation(&mut self, level: Precedence) -> Parsed<ExprKind> {
        self.bump();
        if level > Precedence::Sum {
            return Ok(ExprKind::Sum(vec![(
                AddOp::Minus,
                self.operand(Precedence::Power)?,
            )]));
        }
        let first = self.operand(Precedence::Product)?;
        Ok(ExprKind::Sum(self.summands(vec![(AddOp::Minus, first)])?))
    }

    /// `⌊t⌋`, `⌈t⌉`
    fn rounded(&mut self, name: &str, close: Token, sign: &str) -> Parsed<ExprKind> {
        let open = self.bump();
        let inner = self.expression()?;
        self.close(close, sign, open)?;
        Ok(ExprKind::Call {
            name: Spanned::new(name.to_owned(), open),
            arguments: vec![inner],
        })
    }

    /// `√2`, `√(x + 1)`: the root of the number, name or bracket that follows.
    fn root(&mut self) -> Parsed<ExprKind> {
        let sign = self.bump();
        let name = match sign.of(self.text) {
            "∛" => "cbrt",
            _ => "sqrt",
        };
        if !matches!(
            self.peek(),
            Some(Token::Number | Token::Decimal | Token::Word | Token::OpenParen | Token::Root)
        ) {
            return Err(self.expected("a number, a name or a bracket"));
        }
        self.deeper()?;
        let inner = self.prefix(Precedence::Power)?;
        self.depth -= 1;
        Ok(ExprKind::Call {
            name: Spanned::new(name.to_owned(), sign),
            arguments: vec![inner],
        })
    }

    fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(too_deep(self.span()));
        }
        Ok(())
    }

    fn absolute(&mut self) -> Parsed<ExprKind> {
        let open = self.bump();
        let inner = self.term()?;
        self.close(Token::Bar, "|", open)?;
        Ok(ExprKind::Absolute(Box::new(inner)))
    }

    /// `(F)` or `(s, t, …)`.
    fn bracket(&mut self) -> Parsed<Expr> {
        let open = self.bump();
        let first = self.entry()?;
        if first.family.is_none() && self.peek() != Some(Token::Comma) {
            let close = self.close(Token::CloseParen, ")", open)?;
            return Ok(first.term.at(open.to(close)));
        }
        let mut entries = vec![first];
        while self.eat(Token::Comma).is_some() {
            entries.push(self.entry()?);
        }
        let close = self.close(Token::CloseParen, ")", open)?;
        bounded(ExprKind::Tuple(entries), open.to(close))
    }

    fn entry(&mut self) -> Parsed<TupleEntry> {
        let term = self.expression()?;
        let family = self.family()?;
        Ok(TupleEntry { term, family })
    }

    /// `for i in a..b`, if it follows.
    pub(crate) fn family(&mut self) -> Parsed<Option<IndexBinder>> {
        if self.eat_word("for").is_none() {
            return Ok(None);
        }
        Ok(Some(self.index_binder()?))
    }

    /// `a..b` or `a, …, b`
    pub(crate) fn range(&mut self) -> Parsed<IndexRange> {
        let from = Box::new(self.operand(Precedence::Sum)?);
        self.dots()
            .ok_or_else(|| self.expected("`..` and the last index, as in `1..d`"))?;
        let to = Box::new(self.operand(Precedence::Sum)?);
        Ok(IndexRange { from, to })
    }

    /// `..` or `, …,`
    pub(super) fn dots(&mut self) -> Option<()> {
        if self.eat(Token::DotDot).is_none() {
            self.peek_second()
                .filter(|next| self.peek() == Some(Token::Comma) && next.token == Token::DotDot)?;
            self.bump();
            self.bump();
            self.eat(Token::Comma);
        }
        Some(())
    }

    fn word(&mut self) -> Parsed<ExprKind> {
        let word = self.peek_word().unwrap_or_default();
        match word {
            "true" | "false" => {
                self.bump();
                Ok(ExprKind::Truth(word == "true"))
            }
            "not" => {
                self.bump();
                Ok(ExprKind::Not(Box::new(self.operand(Precedence::Not)?)))
            }
            "for" if self.for_some("some") => self.quantified(Quantifier::Exists),
            "for" if self.for_some("all") => self.quantified(Quantifier::Forall),
            "exists" => self.quantified(Quantifier::Exists),
            "forall" => self.quantified(Quantifier::Forall),
            "sum" => self.total(IndexedOp::Sum),
            "xor" => self.total(IndexedOp::Xor),
            "if" => self.choice(),
            "at" | "exactly" => self.changes(),
            "in" if self.next_is("every") => self.every_place(),
            _ if RESERVED.contains(&word) && !FUNCTIONS.contains(&word) => {
                Err(self.expected_term())
            }
            _ => self.named(),
        }
    }

    /// Is this the word after the next one?
    pub(super) fn next_is(&self, word: &str) -> bool {
        self.peek_second()
            .is_some_and(|next| next.of(self.text) == word)
    }

    /// Reads the first word of `for some` or `for all`, if that follows.
    fn for_some(&mut self, second: &str) -> bool {
        let follows = self.next_is(second);
        if follows {
            self.bump();
        }
        follows
    }

    /// `x`, `x'`, `x[i]`, `x[i]'`, `A(n)`
    fn named(&mut self) -> Parsed<ExprKind> {
        let name = self.peek_word().unwrap_or_default().to_owned();
        let span = self.bump();
        let is_function = FUNCTIONS.contains(&name.as_str());
        match self.peek() {
            Some(Token::OpenParen) if self.adjacent() || is_function => {
                self.call(Spanned::new(name, span))
            }
            _ if is_function => {
                let fault = self.expected(&format!("`(` behind `{name}`"));
                Err(fault.help(format!("write `{name}(…)`")))
            }
            Some(Token::Prime) if self.adjacent() => {
                self.bump();
                Ok(ExprKind::Primed(name))
            }
            Some(Token::OpenBracket | Token::Lowered) if self.adjacent() => self.indexed(name),
            _ => Ok(ExprKind::Name(name)),
        }
    }

    pub(super) fn indexed(&mut self, name: String) -> Parsed<ExprKind> {
        let index = if self.peek() == Some(Token::Lowered) {
            Box::new(self.small()?)
        } else {
            let open = self.bump();
            let index = Box::new(self.operand(Precedence::Sum)?);
            self.close(Token::CloseBracket, "]", open)?;
            index
        };
        let primed = self.adjacent() && self.eat(Token::Prime).is_some();
        Ok(ExprKind::Indexed {
            name,
            index,
            primed,
        })
    }

    fn call(&mut self, name: Name) -> Parsed<ExprKind> {
        let open = self.bump();
        let mut arguments = vec![self.expression()?];
        while self.eat(Token::Comma).is_some() {
            arguments.push(if WITH_SYSTEM.contains(&name.value.as_str()) {
                self.system()?
            } else {
                self.expression()?
            });
        }
        self.close(Token::CloseParen, ")", open)?;
        Ok(ExprKind::Call { name, arguments })
    }

    fn choice(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let condition = Box::new(self.expression()?);
        self.choice_after(condition)
    }

    /// What follows `if F`.
    pub(super) fn choice_after(&mut self, condition: Box<Expr>) -> Parsed<ExprKind> {
        self.eat_word("then")
            .ok_or_else(|| self.unexpected("`then`"))?;
        let yes = Box::new(self.term()?);
        self.eat_word("else")
            .ok_or_else(|| self.unexpected("`else` and what holds otherwise"))?;
        let no = Box::new(self.term()?);
        Ok(ExprKind::Choice(condition, yes, no))
    }

    /// The rest of a formula whose first operand is known.
    pub(super) fn continue_formula(&mut self, mut left: Expr) -> Parsed<Expr> {
        let mut closed = None;
        while let Some(infix) = self.infix() {
            if closed == Some(infix.level()) {
                return Err(self.needs_brackets());
            }
            closed = Some(infix.level());
            left = self.tail(left, infix)?;
        }
        Ok(left)
    }

    /// The fault of finding no term or formula.
    fn expected_term(&self) -> Fault {
        let fault = self.expected("a term or formula");
        if let Some(help) = self.step() {
            return fault.help(help);
        }
        let previous = self.previous_span();
        let pair = if self.adjacent() {
            previous.to(self.span()).of(self.text)
        } else {
            ""
        };
        let help = match pair {
            "==" | ":=" => {
                let message = format!("`{pair}` is not a sign of the language");
                let fault = Fault::new(previous.to(self.span()), message, "one `=` is enough");
                return fault.help("write `=`");
            }
            "=<" => "write `<=`",
            "=>" => "write `>=` for a comparison, `implies` for a consequence",
            "<>" => "write `!=`",
            "**" => "write `^` for a power",
            "||" => "write `or`",
            "//" => "write `div`",
            "()" => "write the elements between the brackets",
            "-=" => return fault.help_if(self.assignment('-')),
            "+=" => return fault.help_if(self.assignment('+')),
            "*=" => return fault.help_if(self.assignment('*')),
            "/=" => "write `!=` for a comparison, or `x' = x div 2` for the pile after the move",
            _ => match self.peek_word() {
                Some(word) => {
                    return fault.help_if(suggest::did_you_mean(word, STARTERS.iter().copied()));
                }
                None => return fault,
            },
        };
        fault.help(help)
    }
}

/// The functions of the language.
pub(crate) const FUNCTIONS: &[&str] = &[
    "floor",
    "ceil",
    "min",
    "max",
    "digit",
    "length",
    "irrational",
    "integer",
    "sqrt",
    "cbrt",
    "root",
    "ln",
    "exp",
];

/// What takes a number and a numeration system. Something else may have these names.
pub(crate) const WITH_SYSTEM: &[&str] = &["digits", "shift", "unshift"];

/// An expression that is not nested too deeply.
pub(super) fn bounded(kind: ExprKind, span: Span) -> Parsed<Expr> {
    let expr = Expr::new(kind, span);
    if expr.height() > DEEPEST {
        Err(too_deep(span))
    } else {
        Ok(expr)
    }
}

fn too_deep(span: Span) -> Fault {
    let fault = Fault::new(
        Span::new(span.start, span.start),
        "this is nested too deeply",
        "too deep from here on",
    );
    fault.help(format!(
        "at most {DEEPEST} expressions may be nested in each other: name the inner ones with `let`"
    ))
}
