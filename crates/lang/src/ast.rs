//! The syntax tree of a `.game` file: what is written, before anything is known about it.
//!
//! Terms, formulas and tuples are one type, [`Expr`]: `(` may begin any of them, and telling them apart is the
//! work of `resolve`. Chains of one operator are flat, so that the height of a tree is the
//! nesting that was written, which the parser bounds. Two trees are equal if they differ only in their spans.

use numeration::natural::Natural;

pub use logic::Comparison;

use crate::span::{Span, Spanned};

/// A name with its place.
pub type Name = Spanned<String>;

/// A file: one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFile {
    /// The name the command line knows it by, such as `succinct-rat`.
    pub name: Name,
    /// The title.
    pub title: Option<Spanned<String>>,
    /// The parameters with their defaults.
    pub parameters: Vec<ParameterDecl>,
    /// Everything else, in the order of the file.
    pub items: Vec<Item>,
}

/// `beta = 2 + sqrt(2)`: a parameter and its value unless another is given.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterDecl {
    /// Its name.
    pub name: Name,
    /// Its default: a constant, a finite set, a code or a word. Without one, a constant must be given.
    pub default: Option<Expr>,
}

/// One item, with all the lines that belong to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of item.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `source "…"`
    Source(String),
    /// `piles …`
    Piles(PilesDecl),
    /// `require COND "message"`
    Require {
        /// What must hold of the parameters.
        condition: Expr,
        /// What to say if it does not.
        message: String,
    },
    /// `const alpha = …`
    Const {
        /// Its name.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `let A(n) = …`
    Let(Let),
    /// `set B = …`
    Set {
        /// Its name.
        name: Name,
        /// Its members.
        set: SetExpr,
    },
    /// `set W = automaton "w.aut" in zeckendorf`
    Automaton(AutomatonDecl),
    /// `system S = base(3)`
    System {
        /// Its name.
        name: Name,
        /// Which system it is.
        system: Expr,
    },
    /// `move I: …`
    Move(MoveDecl),
    /// `positions when …`
    Positions(Expr),
    /// `ends when …`
    Ends(Expr),
    /// `blocking K`
    Blocking(Expr),
    /// `P = …`
    PPositions(SetExpr),
    /// `P when …`
    PWhen(Expr),
    /// `misere P = …`
    MisereP(SetExpr),
    /// `misere P when …`
    MiserePWhen(Expr),
    /// `nim-value = …`
    NimValue {
        /// The positions it speaks of; all if there is none.
        condition: Option<Expr>,
        /// Their nim-value.
        value: Expr,
    },
    /// `theorem "name": …`
    Theorem {
        /// Its name.
        name: Spanned<String>,
        /// What it says.
        sentence: Expr,
    },
    /// `columns A_n = x, …`
    Columns(Vec<ColumnDecl>),
}

/// The set of the tuples whose digits an automaton accepts.
#[derive(Clone, Debug, PartialEq)]
pub struct AutomatonDecl {
    /// Its name.
    pub name: Name,
    /// The file of the automaton, beside that of the rules.
    pub file: Spanned<String>,
    /// How the numbers are written.
    pub system: Expr,
}

/// The piles of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PilesDecl {
    /// `a <= b <= c` or `x[1..m] sorted`: the order of the piles does not matter.
    pub sorted: bool,
    /// The piles and families of piles.
    pub groups: Vec<PileGroup>,
    /// Behind `;`, after sorted piles: those with a place each.
    pub placed: Vec<PileGroup>,
}

impl PilesDecl {
    /// All piles and families, in the order of their places.
    pub fn all(&self) -> impl Iterator<Item = &PileGroup> {
        self.groups.iter().chain(&self.placed)
    }
}

/// One pile, or a family `x[1..d]`.
#[derive(Clone, Debug, PartialEq)]
pub struct PileGroup {
    /// Its name.
    pub name: Name,
    /// Its indices, for a family.
    pub range: Option<IndexRange>,
}

/// `a..b`, both ends included.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexRange {
    /// The first index.
    pub from: Box<Expr>,
    /// The last one.
    pub to: Box<Expr>,
}

/// `i in a..b`.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexBinder {
    /// The index.
    pub name: Name,
    /// What it runs over.
    pub range: IndexRange,
}

/// A named term or formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// Its name.
    pub name: Name,
    /// Its arguments, if any.
    pub arguments: Vec<Name>,
    /// What it stands for.
    pub body: Expr,
}

/// A kind of move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDecl {
    /// Its name.
    pub kind: Name,
    /// `for t in 2..m`: one kind for each index.
    pub family: Option<IndexBinder>,
    /// What it says in words.
    pub caption: Option<String>,
    /// What must hold, all of it.
    pub clauses: Vec<Clause>,
}

/// One clause of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `if F`: a guard.
    If(Expr),
    /// `let a = …`: a name for the clauses that follow.
    Let(Let),
    /// `to (t1, …, td)`: where the move leads.
    To(Expr),
    /// A formula.
    Holds(Expr),
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnDecl {
    /// Its head.
    pub head: Spanned<String>,
    /// Its entries.
    pub term: Expr,
}

/// A union of sets.
#[derive(Clone, Debug, PartialEq)]
pub struct SetExpr {
    /// The sets.
    pub parts: Vec<SetPart>,
    /// Where it stands.
    pub span: Span,
}

/// One set.
#[derive(Clone, Debug, PartialEq)]
pub enum SetPart {
    /// A set with a name.
    Named(Name),
    /// `{ 1, 3, 4 }`
    Elements(Vec<Expr>),
    /// `{ (s, t) | n >= 1, … }`
    Comprehension {
        /// The term or tuple.
        element: Expr,
        /// What its variables must satisfy.
        conditions: Vec<Expr>,
    },
}

/// A term, a formula or a tuple.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
    height: u32,
}

/// `n becomes (a, b)` where it stands.
#[derive(Clone, Copy, Debug)]
pub struct HeapReplacement<'a> {
    /// The heap.
    pub heap: &'a Name,
    /// The parts.
    pub parts: &'a [Name],
    /// Where it stands.
    pub span: Span,
}

impl GameFile {
    /// Does some move replace a heap by parts?
    pub fn splits(&self) -> bool {
        self.items.iter().any(|item| match &item.kind {
            ItemKind::Move(rule) => !rule.becomings().is_empty(),
            _ => false,
        })
    }
}

impl MoveDecl {
    /// Every `becomes` of its clauses, in the order of the text.
    pub fn becomings(&self) -> Vec<HeapReplacement<'_>> {
        let mut found = Vec::new();
        for clause in &self.clauses {
            clause.expr().find_becomings(&mut found);
        }
        found
    }
}

impl GameFile {
    /// Is one of these names mentioned anywhere? What an item defines is not mentioned by that.
    pub fn mentions(&self, names: &[&str]) -> bool {
        let defaults = self.parameters.iter();
        let mut defaults = defaults.filter_map(|parameter| parameter.default.as_ref());
        defaults.any(|default| default.mentions(names))
            || self.items.iter().any(|item| item.kind.mentions(names))
    }
}

impl ItemKind {
    fn mentions(&self, names: &[&str]) -> bool {
        let one = |expr: &Expr| expr.mentions(names);
        match self {
            Self::Source(_) => false,
            Self::Piles(piles) => {
                let ranges = piles.all().filter_map(|group| group.range.as_ref());
                ranges.into_iter().any(|range| range.mentions(names))
            }
            Self::Require {
                condition: expr, ..
            }
            | Self::Const { value: expr, .. }
            | Self::System { system: expr, .. }
            | Self::Positions(expr)
            | Self::Ends(expr)
            | Self::Blocking(expr)
            | Self::PWhen(expr)
            | Self::MiserePWhen(expr)
            | Self::Theorem { sentence: expr, .. } => one(expr),
            Self::Let(definition) => one(&definition.body),
            Self::Automaton(set) => one(&set.system),
            Self::Set { set, .. } | Self::PPositions(set) | Self::MisereP(set) => {
                set.mentions(names)
            }
            Self::Move(rule) => {
                let family = rule.family.as_ref();
                family.is_some_and(|family| family.range.mentions(names))
                    || rule.clauses.iter().any(|clause| one(clause.expr()))
            }
            Self::NimValue { condition, value } => {
                one(value) || condition.as_ref().is_some_and(one)
            }
            Self::Columns(columns) => columns.iter().any(|column| one(&column.term)),
        }
    }
}

impl Clause {
    /// What it says, or what its name stands for.
    pub fn expr(&self) -> &Expr {
        match self {
            Self::If(expr) | Self::To(expr) | Self::Holds(expr) => expr,
            Self::Let(definition) => &definition.body,
        }
    }
}

impl Expr {
    /// Is one of these names mentioned in it?
    pub fn mentions(&self, names: &[&str]) -> bool {
        let mut found = match &self.kind {
            ExprKind::Name(name) | ExprKind::Primed(name) | ExprKind::Indexed { name, .. } => {
                names.contains(&name.as_str())
            }
            ExprKind::Call { name, .. } => names.contains(&name.value.as_str()),
            ExprKind::Matches { .. } => names.contains(&"digits"),
            ExprKind::Member { set, .. } | ExprKind::Set(set) => set.names_one_of(names),
            _ => false,
        };
        self.kind
            .for_each_child(|child| found = found || child.mentions(names));
        found
    }

    /// Adds every `becomes` in it.
    pub fn find_becomings<'a>(&'a self, found: &mut Vec<HeapReplacement<'a>>) {
        if let ExprKind::Becomes { heap, parts } = &self.kind {
            found.push(HeapReplacement {
                heap,
                parts,
                span: self.span,
            });
        }
        self.kind
            .for_each_child(|child| child.find_becomings(found));
    }
}

impl Expr {
    /// An expression and its place.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        let mut height = 0;
        kind.for_each_child(|child| height = height.max(child.height));
        Self {
            kind,
            span,
            height: height + 1,
        }
    }

    /// The same expression at another place, such as with its brackets.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// How many expressions are nested in it, itself included.
    pub fn height(&self) -> u32 {
        self.height
    }
}

/// `+` or `-` before an operand of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// `*` or `/` before an operand of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MulOp {
    /// `*`
    Times,
    /// `/`
    Over,
}

/// `mod` or `div`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DivisionOp {
    /// The remainder.
    Mod,
    /// The quotient.
    Div,
}

/// `exists` or `forall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `exists`
    Exists,
    /// `forall`
    Forall,
}

/// `sum` or `xor` over indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexedOp {
    /// The sum.
    Sum,
    /// The nim-sum.
    Xor,
}

/// `at most`, `exactly` or `at least`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountBound {
    /// `at most`
    AtMost,
    /// `exactly`
    Exactly,
    /// `at least`
    AtLeast,
}

/// An entry of a tuple: a term, or `t for i in a..b`, one for each index.
#[derive(Clone, Debug, PartialEq)]
pub struct TupleEntry {
    /// The term.
    pub term: Expr,
    /// The indices it is repeated for.
    pub family: Option<IndexBinder>,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `17`
    Number(Natural),
    /// `3.5`: an exact rational, or a code such as `0.8F` where one is wanted; the digits as written.
    Decimal(String),
    /// `true` or `false`
    Truth(bool),
    /// A name.
    Name(String),
    /// `x'`: a pile after the move.
    Primed(String),
    /// `x[i]` or `x[i]'`
    Indexed {
        /// The family.
        name: String,
        /// Which of its piles.
        index: Box<Expr>,
        /// After the move?
        primed: bool,
    },
    /// `A(n)`, `floor(t)`, `min(s, t)`, …
    Call {
        /// What is called.
        name: Name,
        /// With what.
        arguments: Vec<Expr>,
    },
    /// `a + b - c`; `-a` is a sum with one operand.
    Sum(Vec<(AddOp, Expr)>),
    /// `a * b / c`: the first factor, and those that follow with their signs.
    Product(Box<Expr>, Vec<(MulOp, Expr)>),
    /// `t mod k`, `t div k`
    Division(DivisionOp, Box<Expr>, Box<Expr>),
    /// `a ^ b`
    Power(Box<Expr>, Box<Expr>),
    /// `s xor t xor …`
    Xor(Vec<Expr>),
    /// `|t|`
    Absolute(Box<Expr>),
    /// `if F then s else t`
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `sum i in a..b: t`, `xor i in a..b: t`
    Total(IndexedOp, IndexBinder, Box<Expr>),
    /// `(s, t, …)`
    Tuple(Vec<TupleEntry>),
    /// `a < b <= c`
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `t in S`, `(s, t) not in S`
    Member {
        /// What.
        element: Box<Expr>,
        /// `not in`?
        negated: bool,
        /// In which set.
        set: Box<SetExpr>,
    },
    /// `not F`
    Not(Box<Expr>),
    /// `F and G and …`
    And(Vec<Expr>),
    /// `F or G or …`
    Or(Vec<Expr>),
    /// `F implies G`
    Implies(Box<Expr>, Box<Expr>),
    /// `F iff G`
    Iff(Box<Expr>, Box<Expr>),
    /// `exists s, t > 0: F`
    Quantified {
        /// Which quantifier.
        quantifier: Quantifier,
        /// The variables.
        variables: Vec<Name>,
        /// What each of them must satisfy.
        bound: Option<(Comparison, Box<Expr>)>,
        /// The body.
        body: Box<Expr>,
    },
    /// `forall i in a..b: F`
    ForIndex(Quantifier, IndexBinder, Box<Expr>),
    /// `at most 2 of a, b, c change`
    Changes {
        /// Which comparison.
        amount: CountBound,
        /// With which number.
        count: Box<Expr>,
        /// The piles: names, families or `x[i]`.
        piles: Vec<Expr>,
    },
    /// `digits(t, S) matches "…"`
    Matches {
        /// The number.
        number: Box<Expr>,
        /// How it is written.
        system: Box<Expr>,
        /// What its digits must look like.
        pattern: Spanned<String>,
    },
    /// `n becomes (a, b)`: in a move, the heap is replaced by these parts.
    Becomes {
        /// The heap.
        heap: Name,
        /// The parts.
        parts: Vec<Name>,
    },
    /// `in every place of (x, y, z) in S: F`
    EveryPlace {
        /// The numbers whose digits are meant: names, piles or a family.
        numbers: Vec<Expr>,
        /// How they are written.
        system: Box<Expr>,
        /// What the digits must satisfy.
        body: Box<Expr>,
    },
    /// `{ 1, 3, 4 }`, as the value of a parameter.
    Set(Box<SetExpr>),
}

impl ExprKind {
    /// Does it state something, as far as its outermost operator says, rather than name a number?
    pub fn states(&self) -> bool {
        matches!(
            self,
            Self::Truth(_)
                | Self::Compare(..)
                | Self::Member { .. }
                | Self::Changes { .. }
                | Self::Not(_)
                | Self::And(_)
                | Self::Or(_)
                | Self::Implies(..)
                | Self::Iff(..)
                | Self::Quantified { .. }
                | Self::ForIndex(..)
                | Self::Matches { .. }
                | Self::Becomes { .. }
                | Self::EveryPlace { .. }
        )
    }

    /// Visits the expressions directly inside.
    pub fn for_each_child<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        match self {
            Self::Number(_)
            | Self::Decimal(_)
            | Self::Truth(_)
            | Self::Name(_)
            | Self::Primed(_)
            | Self::Becomes { .. } => {}
            Self::Indexed { index: inner, .. } | Self::Absolute(inner) | Self::Not(inner) => {
                visit(inner)
            }
            Self::Call {
                arguments: parts, ..
            }
            | Self::Xor(parts)
            | Self::And(parts)
            | Self::Or(parts) => {
                parts.iter().for_each(visit);
            }
            Self::Sum(parts) => parts.iter().for_each(|part| visit(&part.1)),
            Self::Product(first, rest) => {
                visit(first);
                rest.iter().for_each(|part| visit(&part.1));
            }
            Self::Compare(first, rest) => {
                visit(first);
                rest.iter().for_each(|part| visit(&part.1));
            }
            Self::Division(_, left, right)
            | Self::Power(left, right)
            | Self::Implies(left, right)
            | Self::Iff(left, right) => {
                visit(left);
                visit(right);
            }
            Self::Choice(condition, yes, no) => {
                visit(condition);
                visit(yes);
                visit(no);
            }
            Self::Total(_, binder, body) | Self::ForIndex(_, binder, body) => {
                binder.range.for_each_child(&mut visit);
                visit(body);
            }
            Self::Tuple(entries) => {
                for entry in entries {
                    visit(&entry.term);
                    if let Some(family) = &entry.family {
                        family.range.for_each_child(&mut visit);
                    }
                }
            }
            Self::Member { element, set, .. } => {
                visit(element);
                set.for_each_child(&mut visit);
            }
            Self::Quantified { bound, body, .. } => {
                if let Some((_, bound)) = bound {
                    visit(bound);
                }
                visit(body);
            }
            Self::Changes { count, piles, .. } => {
                visit(count);
                piles.iter().for_each(visit);
            }
            Self::Matches { number, system, .. } => {
                visit(number);
                visit(system);
            }
            Self::EveryPlace {
                numbers,
                system,
                body,
            } => {
                numbers.iter().for_each(&mut visit);
                visit(system);
                visit(body);
            }
            Self::Set(set) => set.for_each_child(&mut visit),
        }
    }
}

impl IndexRange {
    fn mentions(&self, names: &[&str]) -> bool {
        self.from.mentions(names) || self.to.mentions(names)
    }

    fn for_each_child<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        visit(&self.from);
        visit(&self.to);
    }
}

impl SetExpr {
    fn mentions(&self, names: &[&str]) -> bool {
        let mut found = self.names_one_of(names);
        self.for_each_child(&mut |expr| found = found || expr.mentions(names));
        found
    }

    /// Is one of its parts a set of one of these names?
    fn names_one_of(&self, names: &[&str]) -> bool {
        let mut parts = self.parts.iter();
        parts.any(
            |part| matches!(part, SetPart::Named(name) if names.contains(&name.value.as_str())),
        )
    }

    /// Visits the expressions directly inside.
    pub fn for_each_child<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        for part in &self.parts {
            match part {
                SetPart::Named(_) => {}
                SetPart::Elements(elements) => elements.iter().for_each(&mut *visit),
                SetPart::Comprehension {
                    element,
                    conditions,
                } => {
                    visit(element);
                    conditions.iter().for_each(&mut *visit);
                }
            }
        }
    }
}
