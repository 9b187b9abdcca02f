//! Terms and formulas as the rules language writes them.
//!
//! Names given by `let` are kept. Parentheses stand wherever a reader might hesitate.
//!
//! ```
//! use logic::{Term, Variable};
//! let (x, y) = (Variable::new(0, "x"), Variable::new(1, "y"));
//! let near = (Term::from(y) - x).absolute().less(5);
//! assert_eq!((!near).to_string(), "not |y - x| < 5");
//! ```

use std::fmt::{self, Display, Formatter};

use numeration::abbreviated::abbreviated_integer;
use numeration::natural::{Abs, Integer, One, Zero};
use numeration::real::Real;

use crate::digits::{ConditionKind, DigitCondition};
use crate::formula::{Formula, HowMany, Set};
use crate::term::{RealForm, Term, Variable};

/// How numbers are written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum NumberStyle {
    Full,
    Abbreviated,
}

/// A term or formula with the way in which its numbers are written.
pub(crate) struct Displayed<'a, T>(pub(crate) &'a T, pub(crate) NumberStyle);

impl Display for Displayed<'_, Term> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        FormulaWriter { numbers: self.1 }.term(f, self.0, TermPrecedence::Loose)
    }
}

impl Display for Displayed<'_, Formula> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        FormulaWriter { numbers: self.1 }.formula(f, self.0, FormulaPrecedence::Whole)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Displayed(self, NumberStyle::Full).fmt(f)
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Displayed(self, NumberStyle::Full).fmt(f)
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Display for HowMany {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(k) => write!(f, "at most {k}"),
            Self::Exactly(k) => write!(f, "exactly {k}"),
            Self::AtLeast(k) => write!(f, "at least {k}"),
        }
    }
}

/// What may stand somewhere without parentheses, from everything to almost nothing.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum TermPrecedence {
    Loose,
    Compared,
    Added,
    Multiplied,
    Atom,
}

/// The connectives from the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum FormulaPrecedence {
    Whole,
    Iff,
    Implies,
    Or,
    And,
    Not,
}

struct FormulaWriter {
    numbers: NumberStyle,
}

impl FormulaWriter {
    fn term(&self, f: &mut Formatter<'_>, term: &Term, place: TermPrecedence) -> fmt::Result {
        let tightness = tightness(term);
        if tightness < place {
            f.write_str("(")?;
            self.bare_term(f, term)?;
            return f.write_str(")");
        }
        self.bare_term(f, term)
    }

    fn bare_term(&self, f: &mut Formatter<'_>, term: &Term) -> fmt::Result {
        match term {
            Term::Constant(value) => self.number(f, value),
            Term::Variable(variable) => f.write_str(variable.name()),
            Term::Sum(parts) => self.sum(f, parts),
            Term::Scaled(factor, inner) => self.multiple(f, factor, inner),
            Term::Floor(form) => self.floor(f, form),
            Term::Absolute(inner) => {
                f.write_str("|")?;
                self.term(f, inner, TermPrecedence::Loose)?;
                f.write_str("|")
            }
            Term::Minimum(terms) => self.call(f, "min", terms),
            Term::Maximum(terms) => self.call(f, "max", terms),
            Term::Modulo(inner, modulus) => {
                self.term(f, inner, TermPrecedence::Atom)?;
                write!(f, " mod {modulus}")
            }
            Term::Quotient(inner, divisor) => {
                self.term(f, inner, TermPrecedence::Atom)?;
                write!(f, " div {divisor}")
            }
            Term::NimSum(terms) if terms.is_empty() => f.write_str("0"),
            Term::NimSum(terms) => self.separated(f, terms, " xor ", TermPrecedence::Atom),
            Term::Shift(direction, inner, system) => {
                write!(f, "{}(", direction.word())?;
                self.term(f, inner, TermPrecedence::Loose)?;
                write!(f, ", {system})")
            }
            Term::Choice(condition, yes, no) => {
                f.write_str("if ")?;
                self.formula(f, condition, FormulaPrecedence::Whole)?;
                f.write_str(" then ")?;
                self.term(f, yes, TermPrecedence::Compared)?;
                f.write_str(" else ")?;
                self.term(f, no, TermPrecedence::Loose)
            }
            Term::Named(name, _) => f.write_str(name),
        }
    }

    fn number(&self, f: &mut Formatter<'_>, value: &Integer) -> fmt::Result {
        match self.numbers {
            NumberStyle::Full => write!(f, "{value}"),
            NumberStyle::Abbreviated => f.write_str(&abbreviated_integer(value)),
        }
    }

    fn sum(&self, f: &mut Formatter<'_>, parts: &[Term]) -> fmt::Result {
        if parts.is_empty() {
            return f.write_str("0");
        }
        for (index, part) in parts.iter().enumerate() {
            let (negative, size) = match part {
                Term::Constant(value) if *value < Integer::ZERO => {
                    (true, Term::Constant(value.abs()))
                }
                Term::Scaled(factor, inner) if *factor < Integer::ZERO => {
                    (true, scaled(-factor, inner))
                }
                other => (false, other.clone()),
            };
            match (index, negative) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            self.term(f, &size, TermPrecedence::Multiplied)?;
        }
        Ok(())
    }

    fn multiple(&self, f: &mut Formatter<'_>, factor: &Integer, inner: &Term) -> fmt::Result {
        if *factor == -Integer::ONE {
            f.write_str("-")?;
        } else {
            self.number(f, factor)?;
            f.write_str("*")?;
        }
        self.term(f, inner, TermPrecedence::Atom)
    }

    fn floor(&self, f: &mut Formatter<'_>, form: &RealForm) -> fmt::Result {
        f.write_str("floor(")?;
        for (index, (factor, term)) in form.parts.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            if *factor == Real::from(1) {
                self.term(f, term, TermPrecedence::Multiplied)?;
            } else {
                self.term(f, term, TermPrecedence::Atom)?;
                write!(f, "*{}", constant_factor(factor))?;
            }
        }
        if form.parts.is_empty() {
            write!(f, "{}", form.constant)?;
        } else if form.constant != Real::from(0) {
            write!(f, " + {}", constant_factor(&form.constant))?;
        }
        f.write_str(")")
    }

    fn call(&self, f: &mut Formatter<'_>, name: &str, terms: &[Term]) -> fmt::Result {
        write!(f, "{name}(")?;
        self.separated(f, terms, ", ", TermPrecedence::Loose)?;
        f.write_str(")")
    }

    fn separated<'t>(
        &self,
        f: &mut Formatter<'_>,
        terms: impl IntoIterator<Item = &'t Term>,
        separator: &str,
        place: TermPrecedence,
    ) -> fmt::Result {
        for (index, term) in terms.into_iter().enumerate() {
            if index > 0 {
                f.write_str(separator)?;
            }
            self.term(f, term, place)?;
        }
        Ok(())
    }

    fn formula(
        &self,
        f: &mut Formatter<'_>,
        formula: &Formula,
        place: FormulaPrecedence,
    ) -> fmt::Result {
        if binding(formula) < place {
            f.write_str("(")?;
            self.bare_formula(f, formula)?;
            return f.write_str(")");
        }
        self.bare_formula(f, formula)
    }

    fn bare_formula(&self, f: &mut Formatter<'_>, formula: &Formula) -> fmt::Result {
        match formula {
            Formula::Constant(truth) => write!(f, "{truth}"),
            Formula::Compare(left, comparison, right) => {
                self.term(f, left, TermPrecedence::Compared)?;
                write!(f, " {comparison} ")?;
                self.term(f, right, TermPrecedence::Compared)
            }
            Formula::Changes(how_many, pairs) => {
                write!(f, "{how_many} of ")?;
                let before = pairs.iter().map(|(before, _)| before);
                self.separated(f, before, ", ", TermPrecedence::Atom)?;
                f.write_str(" change")
            }
            Formula::Not(inner) => match inner.as_ref() {
                Formula::Member(terms, set) => self.membership(f, terms, "not in", set),
                inner => {
                    f.write_str("not ")?;
                    self.formula(f, inner, FormulaPrecedence::Not)
                }
            },
            Formula::And(parts) => self.junction(f, parts, "and", "true", FormulaPrecedence::Not),
            Formula::Or(parts) => self.junction(f, parts, "or", "false", FormulaPrecedence::And),
            Formula::Implies(premise, conclusion) => {
                self.formula(f, premise, FormulaPrecedence::Or)?;
                f.write_str(" implies ")?;
                self.formula(f, conclusion, FormulaPrecedence::Implies)
            }
            Formula::Iff(left, right) => {
                self.formula(f, left, FormulaPrecedence::Implies)?;
                f.write_str(" iff ")?;
                self.formula(f, right, FormulaPrecedence::Implies)
            }
            Formula::Exists(variable, body) => self.quantifier(f, "exists", variable, body),
            Formula::Forall(variable, body) => self.quantifier(f, "forall", variable, body),
            Formula::Member(terms, set) => self.membership(f, terms, "in", set),
            Formula::Digits(terms, condition) => self.digits(f, terms, condition),
            Formula::Named(name, _) => f.write_str(name),
        }
    }

    fn digits(
        &self,
        f: &mut Formatter<'_>,
        terms: &[Term],
        condition: &DigitCondition,
    ) -> fmt::Result {
        let system = &condition.system;
        match &condition.kind {
            ConditionKind::Matches(pattern) => {
                f.write_str("digits(")?;
                self.separated(f, terms, ", ", TermPrecedence::Loose)?;
                write!(f, ", {system}) matches {pattern}")
            }
            ConditionKind::EveryPlace(places) => {
                f.write_str("in every place of (")?;
                self.separated(f, terms, ", ", TermPrecedence::Loose)?;
                write!(f, ") in {system}: ")?;
                self.formula(f, places.body(), FormulaPrecedence::Whole)
            }
            ConditionKind::Automaton(file, _) => {
                f.write_str("(")?;
                self.separated(f, terms, ", ", TermPrecedence::Loose)?;
                write!(f, ") in automaton \"{file}\" in {system}")
            }
        }
    }

    fn quantifier(
        &self,
        f: &mut Formatter<'_>,
        word: &str,
        variable: &Variable,
        body: &Formula,
    ) -> fmt::Result {
        write!(f, "{word} {variable}: ")?;
        self.formula(f, body, FormulaPrecedence::Whole)
    }

    fn membership(
        &self,
        f: &mut Formatter<'_>,
        terms: &[Term],
        word: &str,
        set: &Set,
    ) -> fmt::Result {
        if let [term] = terms {
            self.term(f, term, TermPrecedence::Compared)?;
        } else {
            f.write_str("(")?;
            self.separated(f, terms, ", ", TermPrecedence::Loose)?;
            f.write_str(")")?;
        }
        write!(f, " {word} {set}")
    }

    fn junction(
        &self,
        f: &mut Formatter<'_>,
        parts: &[Formula],
        word: &str,
        empty: &str,
        place: FormulaPrecedence,
    ) -> fmt::Result {
        if parts.is_empty() {
            return f.write_str(empty);
        }
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                write!(f, " {word} ")?;
            }
            self.formula(
                f,
                part,
                if parts.len() == 1 {
                    FormulaPrecedence::Whole
                } else {
                    place
                },
            )?;
        }
        Ok(())
    }
}

fn scaled(factor: Integer, inner: &Term) -> Term {
    if factor == Integer::ONE {
        inner.clone()
    } else {
        inner.clone().times(factor)
    }
}

fn tightness(term: &Term) -> TermPrecedence {
    match term {
        Term::Choice(..) => TermPrecedence::Loose,
        Term::Modulo(..) | Term::Quotient(..) => TermPrecedence::Compared,
        Term::NimSum(terms) if terms.len() > 1 => TermPrecedence::Compared,
        Term::NimSum(_) => TermPrecedence::Atom,
        Term::Sum(parts) if !parts.is_empty() => TermPrecedence::Added,
        Term::Constant(value) if *value < Integer::ZERO => TermPrecedence::Added,
        Term::Scaled(factor, _) if *factor < Integer::ZERO => TermPrecedence::Added,
        Term::Scaled(..) => TermPrecedence::Multiplied,
        _ => TermPrecedence::Atom,
    }
}

/// A quantifier's body goes as far as it can, so a quantifier stands alone.
fn binding(formula: &Formula) -> FormulaPrecedence {
    match formula {
        Formula::Exists(..) | Formula::Forall(..) => FormulaPrecedence::Whole,
        Formula::Digits(_, condition) => match condition.kind {
            ConditionKind::Matches(_) | ConditionKind::Automaton(..) => FormulaPrecedence::Not,
            ConditionKind::EveryPlace(_) => FormulaPrecedence::Whole,
        },
        Formula::Iff(..) => FormulaPrecedence::Iff,
        Formula::Implies(..) => FormulaPrecedence::Implies,
        Formula::And(parts) | Formula::Or(parts) if parts.len() == 1 => binding(&parts[0]),
        Formula::Or(parts) if !parts.is_empty() => FormulaPrecedence::Or,
        Formula::And(parts) if !parts.is_empty() => FormulaPrecedence::And,
        _ => FormulaPrecedence::Not,
    }
}

/// A real constant as a factor: the golden section by its name, a sum in parentheses.
fn constant_factor(real: &Real) -> String {
    if *real == Real::phi() {
        return "phi".to_owned();
    }
    let text = real.to_string();
    let mut depth = 0;
    let is_sum = text.char_indices().any(|(index, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0 && (letter == '+' || letter == '-' || (letter == ' ' && index > 0))
    });
    if is_sum { format!("({text})") } else { text }
}
