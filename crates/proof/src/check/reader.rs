//! Reading the core notation: one line, one formula, term or piece; see [`statement`](super::statement).
//!
//! The reader knows which variables may stand in a line, binds every other one where it is quantified, and refuses a name
//! that is bound twice anywhere in the certificate. The number of a variable is its place: first the piles, then the piles
//! after the move, then what is bound, as it comes.

use std::sync::Arc;

use logic::watch::Watch;
use rustc_hash::FxHashSet;

use super::Refusal;
use super::statement::{Formula, Piece, Relation, Term, Variable};
use super::words::{Words, damaged, missing};

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
pub(super) struct Line<'a, 'w> {
    pub(super) words: Words<'a>,
    names: &'a mut Names<'w>,
    /// The variables that may stand here, and how many have been bound in this line.
    pub(super) scope: Vec<Variable>,
    count: usize,
    depth: usize,
}

/// An operand: what it is shows only when it has been read.
enum Either {
    Term(Term),
    Formula(Formula),
}

impl<'a, 'w> Line<'a, 'w> {
    /// The line in which the piles may stand, before a move or before and after it.
    pub(super) fn new(text: &'a str, names: &'a mut Names<'w>, piles: &[Arc<str>]) -> Self {
        let variable = |(number, name): (usize, &Arc<str>)| Variable {
            number,
            name: name.clone(),
        };
        Self {
            words: Words { rest: text },
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
        self.words.expect("(")?;
        let tuple = self.separated(",", ")", Self::term)?;
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
            Either::Term(term) => Ok(term),
            Either::Formula(_) => Err(missing("a term")),
        }
    }

    pub(super) fn formula(&mut self) -> Result<Formula, Refusal> {
        match self.operand()? {
            Either::Formula(formula) => Ok(formula),
            Either::Term(_) => Err(missing("a formula")),
        }
    }

    fn operand(&mut self) -> Result<Either, Refusal> {
        self.names.watch.check()?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Refusal::TooLarge);
        }
        let word = self.words.word();
        let term = |term| Ok(Either::Term(term));
        let found = match word {
            "(" => self.inside(),
            "true" | "false" => Ok(Either::Formula(Formula::Constant(word == "true"))),
            "abs" => {
                self.words.expect("(")?;
                let inner = self.term()?;
                self.words.expect(")")?;
                term(Term::Absolute(Box::new(inner)))
            }
            "min" | "max" => {
                self.words.expect("(")?;
                let terms = self.separated(",", ")", Self::term)?;
                term(if word == "min" {
                    Term::Minimum(terms)
                } else {
                    Term::Maximum(terms)
                })
            }
            "floor" => self.floor().map(Either::Term),
            "shift" | "unshift" => {
                let (inner, system) = self.in_system()?;
                let shifted = match word {
                    "shift" => Term::Shift,
                    _ => Term::Unshift,
                };
                term(shifted(Box::new(inner), system))
            }
            _ => match word.parse() {
                Ok(number) => term(Term::Constant(number)),
                Err(_) => self
                    .known(word)
                    .map(|variable| Either::Term(Term::Variable(variable))),
            },
        };
        self.depth -= 1;
        found
    }

    fn known(&self, name: &str) -> Result<Variable, Refusal> {
        let known = self.scope.iter().find(|known| &*known.name == name);
        known
            .cloned()
            .ok_or_else(|| damaged(&format!("`{name}` is not bound where it stands")))
    }

    /// What stands in parentheses, after the first one.
    fn inside(&mut self) -> Result<Either, Refusal> {
        let formula = |formula| Ok(Either::Formula(formula));
        for word in ["not", "exists", "forall", "if"] {
            if !self.words.has(word) {
                continue;
            }
            let variable = match word {
                "exists" | "forall" => {
                    let name = self.words.word();
                    self.words.expect(":")?;
                    Some(self.bind(name)?)
                }
                _ => None,
            };
            let body = self.formula()?;
            let Some(variable) = variable else {
                if word == "if" {
                    return self.choice(body).map(Either::Term);
                }
                self.words.expect(")")?;
                return formula(Formula::Not(Box::new(body)));
            };
            self.scope.pop();
            self.words.expect(")")?;
            let quantified = if word == "exists" {
                Formula::Exists
            } else {
                Formula::Forall
            };
            return formula(quantified(variable, Box::new(body)));
        }
        if self.words.has("digits") {
            let (number, system) = self.in_system()?;
            self.words.expect("matches")?;
            let pattern = self.words.quoted()?.to_owned();
            self.words.expect(")")?;
            return formula(Formula::Matches(number, system, pattern));
        }
        if self.words.has("automaton") {
            return self.automaton().map(Either::Formula);
        }
        if self.words.has("in") {
            return self.every_place().map(Either::Formula);
        }
        match self.operand()? {
            Either::Term(first) => self.after_term(first),
            Either::Formula(first) => self.after_formula(first).map(Either::Formula),
        }
    }

    fn choice(&mut self, condition: Formula) -> Result<Term, Refusal> {
        self.words.expect("then")?;
        let yes = self.term()?;
        self.words.expect("else")?;
        let no = self.term()?;
        self.words.expect(")")?;
        Ok(Term::Choice(Box::new((condition, yes, no))))
    }

    fn after_term(&mut self, first: Term) -> Result<Either, Refusal> {
        let word = self.words.word();
        let relation = match word {
            "+" | "xor" => {
                let mut parts = vec![first];
                parts.append(&mut self.separated(word, ")", Self::term)?);
                let joined = if word == "+" { Term::Sum } else { Term::NimSum };
                return Ok(Either::Term(joined(parts)));
            }
            "*" => {
                let Term::Constant(factor) = first else {
                    return Err(missing("a number"));
                };
                let term = self.term()?;
                self.words.expect(")")?;
                return Ok(Either::Term(Term::Scaled(factor, Box::new(term))));
            }
            "mod" | "div" => {
                let number = self.words.positive()?;
                self.words.expect(")")?;
                let divided = if word == "mod" {
                    Term::Modulo
                } else {
                    Term::Quotient
                };
                return Ok(Either::Term(divided(Box::new(first), number)));
            }
            "=" => Relation::Equal,
            "!=" => Relation::NotEqual,
            "<" => Relation::Less,
            "<=" => Relation::LessOrEqual,
            ">" => Relation::Greater,
            ">=" => Relation::GreaterOrEqual,
            _ => return Err(missing("an operator")),
        };
        let right = self.term()?;
        self.words.expect(")")?;
        Ok(Either::Formula(Formula::Compare(first, relation, right)))
    }

    fn after_formula(&mut self, first: Formula) -> Result<Formula, Refusal> {
        let word = self.words.word();
        if !["and", "or", "implies", "iff"].contains(&word) {
            return Err(missing("an operator"));
        }
        let mut others = self.separated(word, ")", Self::formula)?;
        if word == "and" || word == "or" {
            others.insert(0, first);
            return Ok(if word == "and" {
                Formula::And(others)
            } else {
                Formula::Or(others)
            });
        }
        match (others.pop(), others.is_empty()) {
            (Some(second), true) if word == "iff" => Ok(Formula::Iff(Box::new((first, second)))),
            (Some(second), true) => Ok(Formula::Implies(Box::new((first, second)))),
            _ => Err(missing(")")),
        }
    }

    /// One thing or more, up to the end.
    pub(super) fn separated<T>(
        &mut self,
        between: &str,
        end: &str,
        read: impl Fn(&mut Self) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        let mut found = vec![read(self)?];
        while !self.words.has(end) {
            self.words.expect(between)?;
            found.push(read(self)?);
        }
        Ok(found)
    }
}
