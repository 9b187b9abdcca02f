//! Games as trees that say of every variable who binds it.
//!
//! This is not the syntax tree of `lang`: it is the meaning that a reader of the page has in mind, made before there is
//! any text. A set lists its variables, a growing part says why finitely many values suffice, a quantifier over all
//! naturals carries the guard that bounds it.

/// A game with its claims.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Parameters with their defaults.
    pub parameters: Vec<(String, i128)>,
    /// Values given for some of them, as on a command line.
    pub arguments: Vec<(String, i128)>,
    pub(crate) consts: Vec<(String, Real)>,
    pub piles: Piles,
    pub lets: Vec<Let>,
    pub sets: Vec<(String, Set)>,
    pub moves: Vec<Move>,
    /// Which vectors are positions.
    pub positions: Option<Formula>,
    pub ends: Option<Formula>,
    /// So many options may be forbidden before each move.
    pub blocking: usize,
    pub p: Option<PClaim>,
    /// The same for misère play.
    pub misere: Option<PClaim>,
    pub nim_values: Vec<(Option<Formula>, Term)>,
    pub theorems: Vec<Formula>,
}

#[derive(Clone, Debug)]
pub(crate) struct Piles {
    /// So many of the first piles are sorted.
    pub sorted: usize,
    /// The name of each pile, or of the family.
    pub names: Vec<String>,
    /// For a family: how its last index is written.
    pub family: Option<Term>,
    pub count: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum PClaim {
    Set(Set),
    When(Formula),
}

/// `(a + b*sqrt(root))/c`, with a square-free root; `b = 0` for a rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Real {
    pub a: i128,
    pub b: i128,
    pub root: i128,
    pub c: i128,
}

#[derive(Clone, Debug)]
pub(crate) enum Factor {
    Written(Real),
    Const(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Let {
    pub name: String,
    pub arguments: Vec<String>,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    Term(Term),
    Formula(Formula),
}

#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub kind: String,
    /// `for t in 1..3`
    pub family: Option<(String, i128, i128)>,
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug)]
pub(crate) enum Clause {
    If(Formula),
    Let(Let),
    To(Vec<Term>),
    Holds(Formula),
}

/// Which pile: by its place, or by an index variable of a family and an offset.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    Place(usize),
    Variable(String),
}

#[derive(Clone, Debug)]
pub(crate) enum Term {
    Number(i128),
    /// A variable, an index, an argument or a parameter.
    Name(String),
    Pile(Index, bool),
    Call(String, Vec<Term>),
    /// The sign of each part: is it added?
    Sum(Vec<(bool, Term)>),
    Times(i128, Box<Term>),
    /// `floor(t*c + p/q)` or `ceil(…)`
    Round {
        up: bool,
        factor: Factor,
        inner: Box<Term>,
        plus: (i128, i128),
    },
    Mod(Box<Term>, i128),
    Div(Box<Term>, i128),
    Absolute(Box<Term>),
    Least(Vec<Term>),
    Greatest(Vec<Term>),
    Choice(Box<Formula>, Box<Term>, Box<Term>),
    /// `sum i in a..b: t`
    Total(String, i128, Box<Term>, Box<Term>),
    /// The nim-sum of all piles.
    NimSum,
    /// `shift(t, S)`, with a 0 appended to the digits of `t`, or `unshift(t, S)`, without the last one.
    Shifted {
        left: bool,
        inner: Box<Term>,
        numerals: Numerals,
    },
}

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numerals {
    Binary,
    Fibonacci,
    Tribonacci,
}

/// What the digits of a number look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An even number of zeros after the last 1.
    EvenEnding,
    OddEnding,
    /// Two neighbouring 1s somewhere.
    Pair,
    /// So many digits.
    Length(usize, usize),
    /// Nothing but 1s.
    Ones,
    EndsIn(i128),
}

/// What the digits of two numbers satisfy in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceRule {
    SumAtMost(i128),
    SumEven,
    /// The first is at most the second.
    Rising,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    AtMost,
    Exactly,
    AtLeast,
}

#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Truth(bool),
    Compare(Term, Vec<(Comparison, Term)>),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    In {
        tuple: Vec<Term>,
        negated: bool,
        set: Set,
    },
    /// `exists m, n < t: F`, each below the bound, or at most it.
    Below {
        exists: bool,
        names: Vec<String>,
        strict: bool,
        bound: Term,
        body: Box<Formula>,
    },
    /// `exists n: a*n + b <= t and F`, `forall n: a*n + b <= t implies F`, with `a >= 1`.
    Guarded {
        exists: bool,
        name: String,
        a: i128,
        b: i128,
        bound: Term,
        body: Box<Formula>,
    },
    /// `exists n: F`, `forall m, n: F` over all naturals: at the head of a theorem only.
    All {
        exists: bool,
        names: Vec<String>,
        body: Box<Formula>,
    },
    /// `forall i in a..b: F`
    Over {
        exists: bool,
        name: String,
        from: i128,
        to: Box<Term>,
        body: Box<Formula>,
    },
    /// `at most k of … change`: the piles at these places, or the whole family if there are none.
    Changes(Amount, usize, Vec<usize>),
    Call(String, Vec<Term>),
    /// `digits(t, S) matches "…"`
    Digits(Box<Term>, Numerals, Shape),
    /// `in every place of (x, y) in S: …`, of two numbers with a name.
    EveryPlace(Box<[Term; 2]>, Numerals, PlaceRule),
}

/// A union.
pub(crate) type Set = Vec<Part>;

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Named(String),
    Elements(Vec<Vec<Term>>),
    Of(Comprehension),
}

/// `{ (e1, …) | m >= 0, n <= 5, F, … }`
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub variables: Vec<Bound>,
    pub element: Vec<Entry>,
    pub conditions: Vec<Formula>,
    /// Whether what bounds the variables is written behind the other conditions.
    pub bounds_last: bool,
}

/// `n >= least`, or `least <= n <= most`. Without `most`, the variable makes some entry grow.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub name: String,
    pub least: i128,
    pub most: Option<Term>,
}

/// Growing parts and a term in which no variable of the set occurs.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub growing: Vec<(Growth, String)>,
    pub base: Term,
}

/// A function with `f(n) >= n`.
#[derive(Clone, Debug)]
pub(crate) enum Growth {
    Times(i128),
    Floor(Factor),
    /// `f(n) = -n`, for variables with a largest value.
    Minus,
}
