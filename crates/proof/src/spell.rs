//! Spelling out: the rules and the claims of a game in the core notation that the checker reads.
//!
//! Names given by `let` are gone, sets are what their members satisfy, and every variable that is bound anywhere gets a name
//! of its own. This is the one place where the formulas of a game become a statement of the checker.

use std::collections::HashMap;
use std::sync::Arc;

use logic::digits::{ConditionKind, DigitCondition, Direction};
use logic::{Comparison, Formula, HowMany, Set, Term, Variable};
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::{Integer, Natural};
use numeration::ostrowski::Side;
use numeration::real::Real;
use rules::spec::Spec;

use crate::certify::written;
use crate::claim::Claim;
use crate::prove::claims;
use checker::reader::is_name;
use checker::statement::{self as core, Piece, Proposition, Relation, Rules};
use checker::systems::Numeration;
use checker::{Certificate, Refusal};

/// Can the rules and a claim be stated to the checker, so that a proof can be written down?
pub fn can_be_certified(spec: &Spec, claim: Claim) -> bool {
    statement(spec, claim).is_ok()
}

/// The rules and a claim of a game as a certificate of that claim alone would state them: all that the claim depends on.
///
/// # Errors
/// If they cannot be stated to the checker.
///
/// # Panics
/// If the game makes no such claim.
pub fn statement(spec: &Spec, claim: Claim) -> Result<String, Refusal> {
    let mut speller = Speller::new(spec);
    let rules = speller.rules()?;
    let says = speller.proposition(claim)?;
    Ok(checker::stated(&rules, claim.name(spec), &says))
}

/// Statements with more parts than this are not made.
const MOST_PARTS: usize = 1 << 18;

/// More ways to choose the piles that change are not listed.
const MOST_ALTERNATIVES: usize = 1 << 10;

/// Is a certificate about this game: the same rules, and claims that the game makes too? Variables may have other names,
/// and the kinds of move another order.
pub fn is_about(certificate: &Certificate, spec: &Spec) -> bool {
    let mut speller = Speller::new(spec);
    let Ok(rules) = speller.rules() else {
        return false;
    };
    let claims = claims(spec);
    let is_made = |name: &str, says: &Proposition| {
        let claim = claims.iter().find(|claim| claim.name(spec) == name);
        claim.is_some_and(|claim| Speller::new(spec).proposition(*claim).as_ref() == Ok(says))
    };
    rules.is_same(&certificate.rules)
        && certificate
            .claims
            .iter()
            .all(|claim| is_made(&claim.name, &claim.says))
}

/// Are these the rules of the game?
pub fn has_rules_of(certificate: &Certificate, spec: &Spec) -> bool {
    let rules = Speller::new(spec).rules();
    rules.is_ok_and(|rules| rules.is_same(&certificate.rules))
}

/// Writes formulas of one game.
pub struct Speller<'a> {
    spec: &'a Spec,
    /// How often a name was wanted, so that each is given once.
    wanted: HashMap<String, usize>,
    /// What the bound variables of the game are called here, and how many this line has, with its piles.
    bound: Vec<(u32, core::Variable)>,
    count: usize,
    parts: usize,
}

impl<'a> Speller<'a> {
    /// Gives names from the beginning.
    pub fn new(spec: &'a Spec) -> Self {
        let mut speller = Self {
            spec,
            wanted: HashMap::new(),
            bound: Vec::new(),
            count: 0,
            parts: 0,
        };
        for index in 0..spec.dimension() {
            let name = speller.fresh(&spec.piles.names[index]);
            let primed = format!("{name}'").into();
            let variable = |number, name| core::Variable { number, name };
            speller
                .bound
                .push((spec.before(index).id(), variable(index, name)));
            let after = spec.after(index).id();
            speller
                .bound
                .push((after, variable(spec.dimension() + index, primed)));
        }
        speller
    }

    /// Carries on after the names of a certificate, so that none is given twice.
    pub(crate) fn after(spec: &'a Spec, certificate: &Certificate) -> Self {
        let mut speller = Self::new(spec);
        let statement = certificate.statement();
        let words = statement.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in words {
            let (stem, count) = match word.rsplit_once('_') {
                Some((stem, count)) => (stem, count.parse().unwrap_or(1)),
                None => (word, 1),
            };
            let known = speller.wanted.entry(stem.to_owned()).or_insert(0);
            *known = (*known).max(count);
        }
        speller
    }

    /// Another claim is begun: names go on, and nothing else is left of the one before.
    pub(crate) fn begin(&mut self) {
        self.bound.truncate(2 * self.spec.dimension());
        self.parts = 0;
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// If they have a constant that the notation does not know, or are too long.
    pub fn rules(&mut self) -> Result<Rules, Refusal> {
        let spec = self.spec;
        let piles = (0..spec.dimension())
            .map(|index| self.bound[2 * index].1.name.clone())
            .collect();
        let mut moves = Vec::new();
        for rule in &spec.moves {
            let mut clauses = Vec::new();
            for clause in &rule.clauses {
                self.count = 2 * spec.dimension();
                clauses.push(self.formula(clause)?);
            }
            moves.push((rule.kind.to_string(), clauses));
        }
        self.count = spec.dimension();
        let domain = spec.domain.as_ref();
        let domain = domain.map(|domain| self.formula(domain)).transpose()?;
        self.count = spec.dimension();
        let ends = spec
            .ends
            .as_ref()
            .map(|ends| self.formula(ends))
            .transpose()?;
        Ok(Rules {
            game: spec.name.clone(),
            sorted: Some(spec.piles.order.sorted(spec.dimension()))
                .filter(|sorted| *sorted > 1)
                .unwrap_or(0),
            piles,
            domain,
            blocking: spec.blocking,
            moves,
            ends,
        })
    }

    /// What a claim of the game says.
    ///
    /// # Errors
    /// If it has a constant that the notation does not know, or is too long.
    ///
    /// # Panics
    /// If the game makes no such claim.
    pub fn proposition(&mut self, claim: Claim) -> Result<Proposition, Refusal> {
        Ok(match claim {
            Claim::PPositions => Proposition::PPositions(self.pieces(&self.spec.p_positions)?),
            Claim::MiserePPositions => {
                Proposition::MiserePPositions(self.pieces(&self.spec.misere_p_positions)?)
            }
            Claim::NimValues => {
                let mut values = Vec::new();
                for claim in &self.spec.nim_values {
                    self.count = self.spec.dimension();
                    let value = self.term(&claim.value)?;
                    values.push((value, self.formula(&claim.condition)?));
                }
                Proposition::NimValues(values)
            }
            Claim::Theorem(index) => {
                self.count = 0;
                Proposition::Theorem(self.formula(&self.spec.theorems[index].sentence)?)
            }
        })
    }

    fn pieces(&mut self, set: &Option<Arc<Set>>) -> Result<Vec<Piece>, Refusal> {
        let pieces = set.iter().flat_map(|set| &set.pieces);
        pieces.map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, piece: &logic::Piece) -> Result<Piece, Refusal> {
        self.count = 0;
        let before = self.bound.len();
        let variables = piece
            .variables
            .iter()
            .map(|variable| self.bind(variable))
            .collect();
        let tuple = self.terms(&piece.tuple)?;
        let condition = self.formula(&piece.condition)?;
        self.bound.truncate(before);
        Ok(Piece {
            tuple,
            variables,
            condition,
        })
    }

    /// A name that is given nowhere else.
    fn fresh(&mut self, wish: &str) -> Arc<str> {
        let plain = wish.split(|c: char| !c.is_alphanumeric()).next();
        let plain = plain.filter(|name| is_name(name)).unwrap_or("v");
        let count = self.wanted.entry(plain.to_owned()).or_insert(0);
        *count += 1;
        match *count {
            1 => plain.into(),
            count => format!("{plain}_{count}").into(),
        }
    }

    fn bind(&mut self, variable: &Variable) -> core::Variable {
        let name = self.fresh(variable.name());
        let bound = core::Variable {
            number: self.count,
            name,
        };
        self.count += 1;
        self.bound.push((variable.id(), bound.clone()));
        bound
    }

    fn known(&self, variable: &Variable) -> Result<core::Variable, Refusal> {
        let known = self.bound.iter().rev().find(|(id, _)| *id == variable.id());
        let known = known.map(|(_, name)| name.clone());
        known.ok_or_else(|| Refusal::not_understood("a variable that is not bound"))
    }

    fn count_part(&mut self) -> Result<(), Refusal> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            Err(Refusal::TooLarge)
        } else {
            Ok(())
        }
    }

    fn formulas(&mut self, formulas: &[Formula]) -> Result<Vec<core::Formula>, Refusal> {
        formulas
            .iter()
            .map(|formula| self.formula(formula))
            .collect()
    }

    fn formula(&mut self, formula: &Formula) -> Result<core::Formula, Refusal> {
        self.count_part()?;
        let pair = |speller: &mut Self, left, right| {
            Ok::<_, Refusal>(Box::new((speller.formula(left)?, speller.formula(right)?)))
        };
        Ok(match formula {
            Formula::Constant(truth) => core::Formula::Constant(*truth),
            Formula::Compare(left, comparison, right) => {
                core::Formula::Compare(self.term(left)?, relation(*comparison), self.term(right)?)
            }
            Formula::Changes(HowMany::Exactly(k), pairs) => {
                let both = [HowMany::AtMost(*k), HowMany::AtLeast(*k)];
                let both = both.map(|how_many| Formula::Changes(how_many, pairs.clone()));
                joined(self.formulas(&both)?, true)
            }
            Formula::Changes(how_many, pairs) => {
                let changed = Comparison::NotEqual;
                let plain = how_many.spelled_out(pairs, true, changed, MOST_ALTERNATIVES);
                self.formula(&plain.ok_or(Refusal::TooLarge)?)?
            }
            Formula::Not(inner) => core::Formula::Not(Box::new(self.formula(inner)?)),
            Formula::And(parts) => joined(self.formulas(parts)?, true),
            Formula::Or(parts) => joined(self.formulas(parts)?, false),
            Formula::Implies(left, right) => core::Formula::Implies(pair(self, left, right)?),
            Formula::Iff(left, right) => core::Formula::Iff(pair(self, left, right)?),
            Formula::Exists(variable, body) => {
                let (variable, body) = self.quantified(variable, body)?;
                core::Formula::Exists(variable, body)
            }
            Formula::Forall(variable, body) => {
                let (variable, body) = self.quantified(variable, body)?;
                core::Formula::Forall(variable, body)
            }
            Formula::Member(tuple, set) => self.member(tuple, set)?,
            Formula::Digits(terms, condition) => self.digits(terms, condition)?,
            Formula::Named(_, inner) => self.formula(inner)?,
        })
    }

    /// The digits of one place are variables that nothing else speaks of.
    fn digits(
        &mut self,
        terms: &[Term],
        condition: &DigitCondition,
    ) -> Result<core::Formula, Refusal> {
        let named = system(&condition.system)?;
        let mut terms = self.terms(terms)?;
        match &condition.kind {
            ConditionKind::Matches(pattern) => {
                let term = terms.pop().filter(|_| terms.is_empty());
                let term = term.ok_or_else(|| unknown(&condition.system))?;
                let pattern = pattern.source().to_owned();
                Ok(core::Formula::Matches(term, named, pattern))
            }
            ConditionKind::EveryPlace(place) => {
                let before = self.bound.len();
                let digits = place.digits().iter();
                let digits: Vec<_> = digits.map(|digit| self.bind(digit)).collect();
                let body = Box::new(self.formula(place.body())?);
                self.bound.truncate(before);
                Ok(core::Formula::EveryPlace(terms, named, digits, body))
            }
            ConditionKind::Automaton(_, set) => {
                let table = written(set.automaton());
                Ok(core::Formula::Automaton(terms, named, table))
            }
        }
    }

    fn quantified(
        &mut self,
        variable: &Variable,
        body: &Formula,
    ) -> Result<(core::Variable, Box<core::Formula>), Refusal> {
        let variable = self.bind(variable);
        let body = self.formula(body)?;
        self.bound.pop();
        Ok((variable, Box::new(body)))
    }

    /// A tuple belongs to a set if for some piece some values of its variables satisfy its condition and give the tuple.
    fn member(&mut self, tuple: &[Term], set: &Set) -> Result<core::Formula, Refusal> {
        let mut pieces = Vec::new();
        for piece in &set.pieces {
            let before = self.bound.len();
            let variables: Vec<_> = piece
                .variables
                .iter()
                .map(|variable| self.bind(variable))
                .collect();
            let mut parts = vec![self.formula(&piece.condition)?];
            for (given, own) in tuple.iter().zip(&piece.tuple) {
                // The tuple stands outside of the piece: its variables are not those of the piece.
                let inside = self.bound.split_off(before);
                let given = self.term(given)?;
                self.bound.extend(inside);
                parts.push(core::Formula::Compare(
                    given,
                    Relation::Equal,
                    self.term(own)?,
                ));
            }
            self.bound.truncate(before);
            let exists = |body, variable| core::Formula::Exists(variable, Box::new(body));
            pieces.push(
                variables
                    .into_iter()
                    .rev()
                    .fold(joined(parts, true), exists),
            );
        }
        Ok(joined(pieces, false))
    }

    fn terms(&mut self, terms: &[Term]) -> Result<Vec<core::Term>, Refusal> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn term(&mut self, term: &Term) -> Result<core::Term, Refusal> {
        self.count_part()?;
        let boxed = |speller: &mut Self, term| Ok::<_, Refusal>(Box::new(speller.term(term)?));
        Ok(match term {
            Term::Constant(number) => core::Term::Constant(small(number)?),
            Term::Variable(variable) => core::Term::Variable(self.known(variable)?),
            Term::Sum(parts) => several(self.terms(parts)?, core::Term::Sum),
            Term::Scaled(factor, inner) => core::Term::Scaled(small(factor)?, boxed(self, inner)?),
            Term::Absolute(inner) => core::Term::Absolute(boxed(self, inner)?),
            Term::Minimum(terms) => core::Term::Minimum(self.terms(terms)?),
            Term::Maximum(terms) => core::Term::Maximum(self.terms(terms)?),
            Term::Choice(condition, yes, no) => {
                let condition = self.formula(condition)?;
                core::Term::Choice(Box::new((condition, self.term(yes)?, self.term(no)?)))
            }
            Term::Modulo(inner, modulus) => {
                core::Term::Modulo(boxed(self, inner)?, natural(modulus)?)
            }
            Term::Quotient(inner, divisor) => {
                core::Term::Quotient(boxed(self, inner)?, natural(divisor)?)
            }
            Term::Floor(form) => {
                let mut parts = Vec::new();
                for (factor, term) in &form.parts {
                    parts.push((real(factor)?, self.term(term)?));
                }
                core::Term::Floor(parts, real(&form.constant)?)
            }
            Term::NimSum(parts) => several(self.terms(parts)?, core::Term::NimSum),
            Term::Shift(direction, inner, named) => {
                let shifted = match direction {
                    Direction::Left => core::Term::Shift,
                    Direction::Right => core::Term::Unshift,
                };
                shifted(boxed(self, inner)?, system(named)?)
            }
            Term::Named(_, inner) => self.term(inner)?,
        })
    }
}

/// The refusal of what is said about the digits of a system that the checker does not know.
fn unknown(system: &NamedSystem) -> Refusal {
    let what = format!("a condition on the digits in {system}");
    Refusal::not_understood(&what)
}

/// A numeration system of the rules in the notation of the checker.
fn system(named: &NamedSystem) -> Result<core::System, Refusal> {
    Ok(match named.form() {
        SystemForm::Base(base) => core::System::Base(natural(base)?),
        SystemForm::Zeckendorf => core::System::Zeckendorf,
        SystemForm::TernaryU => core::System::TernaryU,
        SystemForm::Recurrence(coefficients, initial) if initial.is_empty() => {
            let numbers: Result<Vec<i64>, _> = coefficients.iter().map(natural).collect();
            match numbers?.as_slice() {
                [base] => core::System::Base(*base),
                several => core::System::Recurrence(several.to_vec()),
            }
        }
        SystemForm::Ostrowski(alpha, side) => {
            let alpha = real(alpha).map_err(|_| unknown(named))?;
            let system = match side {
                Side::P => core::System::P(alpha),
                Side::Q => core::System::Q(alpha),
            };
            let known = Numeration::knows(&system);
            known.then_some(system).ok_or_else(|| unknown(named))?
        }
        SystemForm::Recurrence(..) => return Err(unknown(named)),
    })
}

/// One part stands for itself, and none for 0.
fn several(mut parts: Vec<core::Term>, join: impl Fn(Vec<core::Term>) -> core::Term) -> core::Term {
    match parts.len() {
        0 => core::Term::Constant(0),
        1 => parts.remove(0),
        _ => join(parts),
    }
}

/// The conjunction of some formulas, or their disjunction.
fn joined(mut parts: Vec<core::Formula>, all: bool) -> core::Formula {
    match parts.len() {
        0 => core::Formula::Constant(all),
        1 => parts.remove(0),
        _ if all => core::Formula::And(parts),
        _ => core::Formula::Or(parts),
    }
}

fn relation(comparison: Comparison) -> Relation {
    match comparison {
        Comparison::Equal => Relation::Equal,
        Comparison::NotEqual => Relation::NotEqual,
        Comparison::Less => Relation::Less,
        Comparison::LessOrEqual => Relation::LessOrEqual,
        Comparison::Greater => Relation::Greater,
        Comparison::GreaterOrEqual => Relation::GreaterOrEqual,
    }
}

fn real(real: &Real) -> Result<core::Real, Refusal> {
    if let Some((numerator, denominator)) = real.as_rational() {
        let (a, c) = (small(&numerator)?, natural(&denominator)?);
        return Ok(core::Real { a, b: 0, d: 1, c });
    }
    let number = real.as_quadratic();
    let number =
        number.ok_or_else(|| Refusal::not_understood("a constant that is not quadratic"))?;
    Ok(core::Real {
        a: small(&number.a)?,
        b: small(&number.b)?,
        d: natural(&number.d)?,
        c: natural(&number.c)?,
    })
}

fn small(number: &Integer) -> Result<i64, Refusal> {
    i64::try_from(number).map_err(|_| Refusal::TooLarge)
}

fn natural(number: &Natural) -> Result<i64, Refusal> {
    small(&Integer::from(number.clone()))
}
