//! What a certificate claims, in the core notation.
//!
//! Every construct is spelled out and every operation has its own parentheses. Variables run over the natural numbers, terms
//! over the integers. A real constant is `p/q` or `(a + b*sqrt(d))/c`. The piles are `x`, and `x'` after a move. Any
//! other variable is bound at exactly one place of a certificate, and no two have the same name. [`reader`](super::reader)
//! makes sure of all that.
//!
//! ```text
//! game wythoff:d=2
//! piles x, y                                              (sorted piles: x <= y; x <= y; p if p has its place)
//! positions when (y <= 9)                                 (only if not every vector is a position)
//! blocking 1                                              (so many options may be forbidden before each move, if any)
//! move II                                                 (no pile grows, some pile shrinks, and what stands below)
//!   ((x' < x) and (y' < y))
//!   (abs(((x + (-1 * x')) + (-1 * (y + (-1 * y'))))) < 2)
//! ends when (x = 3)
//! claim P-positions
//!   (floor((0 + 1*sqrt(2))/1 * n + 0/1), floor((2 + 1*sqrt(2))/1 * n + 0/1)) for n: (n >= 0)
//! claim misere P-positions                                (whoever cannot move wins)
//!   (0, 1) for : true
//! claim nim-values
//!   (x xor y) if true
//! claim theorem differences
//!   (forall k: (k >= 0))
//! ```

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use super::table::Table;

/// A variable: a pile, numbered from 0, a pile after the move, numbered from there on, or a bound variable.
/// Within one line the bound variables are numbered in the order in which they stand. The name is for the reader.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: Arc<str>,
}

impl PartialEq for Variable {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Variable {}

/// An integer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Term {
    Constant(i64),
    Variable(Variable),
    Sum(Vec<Term>),
    Scaled(i64, Box<Term>),
    Modulo(Box<Term>, i64),
    Quotient(Box<Term>, i64),
    NimSum(Vec<Term>),
    Absolute(Box<Term>),
    Minimum(Vec<Term>),
    Maximum(Vec<Term>),
    Choice(Box<(Formula, Term, Term)>),
    /// The largest integer that is not above a sum of terms with real factors and a real constant.
    Floor(Vec<(Real, Term)>, Real),
    /// The number whose digits are those of another one with a 0 appended.
    Shift(Box<Term>, System),
    /// The same without the last digit.
    Unshift(Box<Term>, System),
}

/// A numeration system that a statement speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum System {
    Base(i64),
    Zeckendorf,
    TernaryU,
    Recurrence(Vec<i64>),
    /// Over the numerators, or over the denominators, of the convergents of a number.
    P(Real),
    Q(Real),
}

/// `(a + b·√d)/c` with `c > 0`; `b = 0` and `d = 1` where it is rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Real {
    pub a: i64,
    pub b: i64,
    pub d: i64,
    pub c: i64,
}

/// How two integers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A statement about natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Formula {
    Constant(bool),
    Compare(Term, Relation, Term),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Box<(Formula, Formula)>),
    Iff(Box<(Formula, Formula)>),
    Exists(Variable, Box<Formula>),
    Forall(Variable, Box<Formula>),
    /// The digits of a number, the highest first, match a regular expression as a whole.
    Matches(Term, System, String),
    /// The digits of some numbers satisfy a formula in every place, also before the first one; it has a variable for each.
    EveryPlace(Vec<Term>, System, Vec<Variable>, Box<Formula>),
    /// The digits of some numbers, side by side, are accepted by an automaton.
    Automaton(Vec<Term>, System, Table),
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What the game calls itself.
    pub game: String,
    /// The names of the piles.
    pub piles: Vec<Arc<str>>,
    /// So many of the first piles, none or at least two, are sorted, from the smallest to the largest.
    pub sorted: usize,
    /// Which vectors are positions, besides that sorted piles are in order; all if nothing is said.
    pub domain: Option<Formula>,
    /// So many options may be forbidden before each move.
    pub blocking: u32,
    /// The kinds of move, each with its name and its conditions.
    pub moves: Vec<(String, Vec<Formula>)>,
    /// Where no move is allowed.
    pub ends: Option<Formula>,
}

/// What is claimed about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposition {
    /// The P-positions are the members of these pieces.
    PPositions(Vec<Piece>),
    /// The same in misère play, in which whoever cannot move wins.
    MiserePPositions(Vec<Piece>),
    /// Where a condition holds, the nim-value is that of the term.
    NimValues(Vec<(Term, Formula)>),
    /// A sentence is true.
    Theorem(Formula),
}

/// The positions that a tuple gives for all values of the variables that satisfy a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Piece {
    pub tuple: Vec<Term>,
    pub variables: Vec<Variable>,
    pub condition: Formula,
}

impl Rules {
    /// Are these the same rules, but for the names of the game and of the variables and the order of the kinds of move?
    pub fn is_same(&self, other: &Self) -> bool {
        let known = |rules: &Self, rule| rules.moves.contains(rule);
        (self.piles.len(), self.sorted, self.blocking)
            == (other.piles.len(), other.sorted, other.blocking)
            && (&self.domain, &self.ends) == (&other.domain, &other.ends)
            && self.moves.len() == other.moves.len()
            && self.moves.iter().all(|rule| known(other, rule))
            && other.moves.iter().all(|rule| known(self, rule))
    }
}

impl Display for Rules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (sorted, placed) = self.piles.split_at(self.sorted);
        let mut piles = vec![sorted.join(" <= "), placed.join(", ")];
        piles.retain(|some| !some.is_empty());
        writeln!(f, "game {}\npiles {}", self.game, piles.join("; "))?;
        if let Some(domain) = &self.domain {
            writeln!(f, "positions when {domain}")?;
        }
        if self.blocking > 0 {
            writeln!(f, "blocking {}", self.blocking)?;
        }
        for (name, clauses) in &self.moves {
            writeln!(f, "move {name}")?;
            clauses
                .iter()
                .try_for_each(|clause| writeln!(f, "  {clause}"))?;
        }
        match &self.ends {
            Some(ends) => writeln!(f, "ends when {ends}"),
            None => Ok(()),
        }
    }
}

impl Proposition {
    /// What it says, in one line.
    pub fn in_one_line(&self) -> String {
        let text = self.to_string();
        let lines = text.lines().map(str::trim_start);
        match self {
            Self::PPositions(_) | Self::MiserePPositions(_) => {
                let pieces: Vec<String> = lines.map(|line| format!("{{ {line} }}")).collect();
                pieces.join(" or ")
            }
            _ => lines.collect::<Vec<_>>().join("; "),
        }
    }
}

/// Its lines, without the first one, which names it.
impl Display for Proposition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::PPositions(pieces) | Self::MiserePPositions(pieces) => {
                pieces.iter().try_for_each(|piece| writeln!(f, "  {piece}"))
            }
            Self::NimValues(values) => {
                let mut values = values.iter();
                values.try_for_each(|(value, condition)| writeln!(f, "  {value} if {condition}"))
            }
            Self::Theorem(sentence) => writeln!(f, "  {sentence}"),
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(f, "(", &self.tuple, ", ", ") for ")?;
        write!(f, "{}: {}", names(&self.variables), self.condition)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(number) => write!(f, "{number}"),
            Self::Variable(variable) => f.write_str(&variable.name),
            Self::Sum(parts) => list(f, "(", parts, " + ", ")"),
            Self::Scaled(factor, term) => write!(f, "({factor} * {term})"),
            Self::Modulo(term, modulus) => write!(f, "({term} mod {modulus})"),
            Self::Quotient(term, divisor) => write!(f, "({term} div {divisor})"),
            Self::NimSum(parts) => list(f, "(", parts, " xor ", ")"),
            Self::Absolute(term) => write!(f, "abs({term})"),
            Self::Minimum(terms) => list(f, "min(", terms, ", ", ")"),
            Self::Maximum(terms) => list(f, "max(", terms, ", ", ")"),
            Self::Choice(parts) => write!(f, "(if {} then {} else {})", parts.0, parts.1, parts.2),
            Self::Floor(parts, constant) => {
                f.write_str("floor(")?;
                parts
                    .iter()
                    .try_for_each(|(factor, term)| write!(f, "{factor} * {term} + "))?;
                write!(f, "{constant})")
            }
            Self::Shift(term, system) => write!(f, "shift({term}, {system})"),
            Self::Unshift(term, system) => write!(f, "unshift({term}, {system})"),
        }
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(truth) => write!(f, "{truth}"),
            Self::Compare(left, relation, right) => write!(f, "({left} {relation} {right})"),
            Self::Not(inner) => write!(f, "(not {inner})"),
            Self::And(parts) => list(f, "(", parts, " and ", ")"),
            Self::Or(parts) => list(f, "(", parts, " or ", ")"),
            Self::Implies(parts) => write!(f, "({} implies {})", parts.0, parts.1),
            Self::Iff(parts) => write!(f, "({} iff {})", parts.0, parts.1),
            Self::Exists(variable, body) => write!(f, "(exists {}: {body})", variable.name),
            Self::Forall(variable, body) => write!(f, "(forall {}: {body})", variable.name),
            Self::Matches(term, system, pattern) => {
                write!(f, "(digits({term}, {system}) matches \"{pattern}\")")
            }
            Self::EveryPlace(terms, system, digits, body) => {
                list(f, "(in every place of (", terms, ", ", ")")?;
                write!(f, " in {system} with {}: {body})", names(digits))
            }
            Self::Automaton(terms, system, table) => {
                list(f, "(automaton of (", terms, ", ", ")")?;
                write!(f, " in {system} from {}", table.start)?;
                let between = if table.rows.is_empty() { "" } else { ": " };
                list(f, between, &table.rows, "; ", ")")
            }
        }
    }
}

impl Display for System {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(base) => write!(f, "base({base})"),
            Self::Zeckendorf => f.write_str("zeckendorf"),
            Self::TernaryU => f.write_str("ternary_u"),
            Self::Recurrence(coefficients) => list(f, "recurrence(", coefficients, ", ", ")"),
            Self::P(real) => write!(f, "p({real})"),
            Self::Q(real) => write!(f, "q({real})"),
        }
    }
}

impl Display for Real {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self { a, b: 0, c, .. } => write!(f, "{a}/{c}"),
            Self { a, b, d, c } => write!(f, "({a} + {b}*sqrt({d}))/{c}"),
        }
    }
}

impl Relation {
    /// All of them, with their signs.
    pub(super) const SIGNS: [(&str, Self); 6] = [
        ("=", Self::Equal),
        ("!=", Self::NotEqual),
        ("<", Self::Less),
        ("<=", Self::LessOrEqual),
        (">", Self::Greater),
        (">=", Self::GreaterOrEqual),
    ];
}

impl Display for Relation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut own = Self::SIGNS.iter().filter(|known| known.1 == *self);
        own.try_for_each(|(sign, _)| f.write_str(sign))
    }
}

fn names(variables: &[Variable]) -> String {
    let names: Vec<&str> = variables.iter().map(|own| &*own.name).collect();
    names.join(", ")
}

fn list<T: Display>(
    f: &mut Formatter<'_>,
    open: &str,
    parts: &[T],
    between: &str,
    close: &str,
) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        write!(f, "{}{part}", if index == 0 { open } else { between })?;
    }
    f.write_str(close)
}
