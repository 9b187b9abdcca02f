//! Reading the core notation: one line, one formula, term or piece; see [`statement`](super::statement).
//!
//! The reader knows which variables may stand in a line, binds every other one where it is quantified, and refuses a name
//! that is bound twice anywhere in the certificate. The number of a variable is its place: first the piles, then the piles
//! after the move, then what is bound, as it comes.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use watch::Watch;

use super::Refusal;
use super::statement::{Formula, Piece, Relation, Term, Variable};
use super::words::{LineWords, damaged, missing};

/// Nothing may be nested deeper.
const DEEPEST: usize = 800;

/// Words that are no names.
const WORDS: &str = "abs and automaton digits div else exists false floor for forall if iff implies in matches max min \
                     mod not or shift sqrt then true unshift xor";

/// Is this the name of a variable?
pub fn is_name(text: &str) -> bool {
    let first = text.chars().next().is_some_and(char::is_alphabetic);
    first
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && WORDS.split(' ').all(|word| word != text)
}

/// All names that are bound in a certificate so far, and who watches how it is read.
pub(super) struct Names<'a> {
    bound: FxHashSet<Arc<str>>,
    pub(super) watch: &'a dyn Watch,
}

impl<'a> Names<'a> {
    pub(super) fn new(watch: &'a dyn Watch) -> Self {
        Self {
            bound: FxHashSet::default(),
            watch,
        }
    }

    /// Binds a name, here and nowhere else.
    pub(super) fn bind(&mut self, name: &str) -> Result<Arc<str>, Refusal> {
        let name: Arc<str> = name.into();
        match is_name(&name) && self.bound.insert(name.clone()) {
            true => Ok(name),
            false => Err(damaged(&format!("`{name}` is bound twice, or is no name"))),
        }
    }
}

/// A line that is being read.
pub(super) struct LineReader<'a, 'w> {
    pub(super) words: LineWords<'a>,
    names: &'a mut Names<'w>,
    /// The variables that may stand here, and how many have been bound in this line.
    pub(super) scope: Vec<Variable>,
    count: usize,
    depth: usize,
}

/// An operand: what it is shows only when it has been read.
enum Operand {
    Term(Term),
    Formula(Formula),
}

impl<'a, 'w> LineReader<'a, 'w> {
    /// The line in which the piles may stand, before a move or before and after it.
    pub(super) fn new(text: &'a str, names: &'a mut Names<'w>, piles: &[Arc<str>]) -> Self {
        let variable = |(number, name): (usize, &Arc<str>)| Variable {
            number,
            name: name.clone(),
        };
        Self {
            words: LineWords { rest: text },
            names,
            scope: piles.iter().enumerate().map(variable).collect(),
            count: piles.len(),
            depth: 0,
        }
    }

    /// The line is one formula.
    pub(super) fn only_formula(mut self) -> Result<Formula, Refusal> {
        let formula = self.formula()?;
        self.end(formula)
    }

    /// `TERM if FORMULA`.
    pub(super) fn only_value(mut self) -> Result<(Term, Formula), Refusal> {
        let value = self.term()?;
        self.words.expect("if")?;
        let condition = self.formula()?;
        self.end((value, condition))
    }

    /// `(TERM, …) for NAME, …: FORMULA`: the names are bound before the tuple is read.
    pub(super) fn only_piece(mut self) -> Result<Piece, Refusal> {
        let (tuple, rest) = (self.words.rest.split_once(" for ")).ok_or_else(|| missing("for"))?;
        let (names, condition) = (rest.split_once(": ")).ok_or_else(|| missing(":"))?;
        let mut variables = Vec::new();
        for name in names.split(", ").filter(|name| !name.is_empty()) {
            variables.push(self.bind(name)?);
        }
        self.words.rest = tuple;
        let tuple = self.tuple()?;
        let tuple = self.end(tuple)?;
        self.words.rest = condition;
        let condition = self.formula()?;
        self.end(Piece {
            tuple,
            variables,
            condition,
        })
    }

    fn end<T>(&self, read: T) -> Result<T, Refusal> {
        match self.words.rest.is_empty() {
            true => Ok(read),
            false => Err(damaged("a line goes on after its end")),
        }
    }

    pub(super) fn bind(&mut self, name: &str) -> Result<Variable, Refusal> {
        let name = self.names.bind(name)?;
        let variable = Variable {
            number: self.count,
            name,
        };
        self.count += 1;
        self.scope.push(variable.clone());
        Ok(variable)
    }

    pub(super) fn term(&mut self) -> Result<Term, Refusal> {
        match self.operand()? {
            Operand::Term(term) => Ok(term),
            Operand::Formula(_) => Err(missing("a term")),
        }
    }

    pub(super) fn formula(&mut self) -> Result<Formula, Refusal> {
        match self.operand()? {
            Operand::Formula(formula) => Ok(formula),
            Operand::Term(_) => Err(missing("a formula")),
        }
    }

    fn operand(&mut self) -> Result<Operand, Refusal> {
        self.names.watch.check()?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Refusal::TooLarge);
        }
        let found = match self.words.word() {
            "(" => {
                let inside = self.inside()?;
                self.words.expect(")")?;
                inside
            }
            word @ ("true" | "false") => Operand::Formula(Formula::Constant(word == "true")),
            word @ ("abs" | "min" | "max" | "floor" | "shift" | "unshift") => {
                self.words.expect("(")?;
                let value = self.function(word)?;
                self.words.expect(")")?;
                Operand::Term(value)
            }
            word => Operand::Term(match word.parse() {
                Ok(number) => Term::Constant(number),
                Err(_) => Term::Variable(self.known(word)?),
            }),
        };
        self.depth -= 1;
        Ok(found)
    }

    fn known(&self, name: &str) -> Result<Variable, Refusal> {
        let known = self.scope.iter().find(|known| &*known.name == name);
        known
            .cloned()
            .ok_or_else(|| damaged(&format!("`{name}` is not bound where it stands")))
    }

    /// What stands in the parentheses of a function.
    fn function(&mut self, word: &str) -> Result<Term, Refusal> {
        Ok(match word {
            "abs" => Term::Absolute(Box::new(self.term()?)),
            "min" => Term::Minimum(self.list(",", Self::term)?),
            "max" => Term::Maximum(self.list(",", Self::term)?),
            "floor" => self.floor()?,
            _ => {
                let (inner, system) = self.in_system()?;
                match word {
                    "shift" => Term::Shift(Box::new(inner), system),
                    _ => Term::Unshift(Box::new(inner), system),
                }
            }
        })
    }

    /// What stands in parentheses.
    fn inside(&mut self) -> Result<Operand, Refusal> {
        let start = self.words.rest;
        Ok(Operand::Formula(match self.words.word() {
            "not" => Formula::Not(Box::new(self.formula()?)),
            word @ ("exists" | "forall") => {
                let name = self.words.word();
                let variable = self.bind(name)?;
                self.words.expect(":")?;
                let body = Box::new(self.formula()?);
                self.scope.pop();
                match word {
                    "exists" => Formula::Exists(variable, body),
                    _ => Formula::Forall(variable, body),
                }
            }
            "if" => {
                let condition = self.formula()?;
                self.words.expect("then")?;
                let yes = self.term()?;
                self.words.expect("else")?;
                let parts = (condition, yes, self.term()?);
                return Ok(Operand::Term(Term::Choice(Box::new(parts))));
            }
            "digits" => {
                self.words.expect("(")?;
                let (number, system) = self.in_system()?;
                self.words.expect(")")?;
                self.words.expect("matches")?;
                Formula::Matches(number, system, self.words.quoted()?.to_owned())
            }
            "automaton" => self.automaton()?,
            "in" => self.every_place()?,
            _ => {
                self.words.rest = start;
                return match self.operand()? {
                    Operand::Term(first) => self.after_term(first),
                    Operand::Formula(first) => self.after_formula(first).map(Operand::Formula),
                };
            }
        }))
    }

    fn after_term(&mut self, first: Term) -> Result<Operand, Refusal> {
        let word = self.words.word();
        Ok(Operand::Term(match word {
            "+" | "xor" => {
                let mut parts = vec![first];
                parts.append(&mut self.list(word, Self::term)?);
                match word {
                    "+" => Term::Sum(parts),
                    _ => Term::NimSum(parts),
                }
            }
            "*" => match first {
                Term::Constant(factor) => Term::Scaled(factor, Box::new(self.term()?)),
                _ => return Err(missing("a number")),
            },
            "mod" => Term::Modulo(Box::new(first), self.words.positive()?),
            "div" => Term::Quotient(Box::new(first), self.words.positive()?),
            sign => {
                let mut known = Relation::SIGNS.into_iter();
                let relation = known.find(|known| known.0 == sign);
                let (_, relation) = relation.ok_or_else(|| missing("an operator"))?;
                return Ok(Operand::Formula(Formula::Compare(
                    first,
                    relation,
                    self.term()?,
                )));
            }
        }))
    }

    fn after_formula(&mut self, first: Formula) -> Result<Formula, Refusal> {
        Ok(match self.words.word() {
            word @ ("and" | "or") => {
                let mut parts = vec![first];
                parts.append(&mut self.list(word, Self::formula)?);
                match word {
                    "and" => Formula::And(parts),
                    _ => Formula::Or(parts),
                }
            }
            "implies" => Formula::Implies(Box::new((first, self.formula()?))),
            "iff" => Formula::Iff(Box::new((first, self.formula()?))),
            _ => return Err(missing("an operator")),
        })
    }

    /// `(TERM, …)`.
    pub(super) fn tuple(&mut self) -> Result<Vec<Term>, Refusal> {
        self.words.expect("(")?;
        let terms = self.list(",", Self::term)?;
        self.words.expect(")").map(|()| terms)
    }

    /// One thing or more.
    pub(super) fn list<T>(
        &mut self,
        between: &str,
        read: impl Fn(&mut Self) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        let mut found = vec![read(self)?];
        while self.words.has(between) {
            found.push(read(self)?);
        }
        Ok(found)
    }
}
