//! Numeration systems, and conditions on digits.

use std::sync::Arc;

use logic::digits::{
    AutomatonSet as ReadSet, ConditionKind, DigitCondition, Direction, Pattern, PatternError,
    PlaceCondition,
};
use logic::evaluate::Evaluator;
use logic::visit::free_variables;
use logic::{Formula, Set, Term, Unwatched, Variable};
use numeration::named::{FormError, NamedSystem, SystemForm, SystemKind};
use numeration::natural::{Integer, Natural, to_natural};
use numeration::ostrowski::Side;

use super::linear::RealLinear;
use super::{GameLowering, Lowered, NameBinding};
use crate::ast::{AutomatonDecl, Expr, ExprKind};
use crate::diagnostic::Fault;
use crate::resolve::Meaning;
use crate::span::{Span, Spanned};

impl<'a> GameLowering<'a, '_> {
    /// The numeration system that an expression names.
    pub(super) fn system(&mut self, expr: &'a Expr) -> Lowered<Arc<NamedSystem>> {
        self.enter(expr.span, 1)?;
        let form = match &expr.kind {
            ExprKind::Name(name) => match self.symbols.get(name).map(|symbol| symbol.meaning) {
                Some(Meaning::System(system)) => {
                    let system = self.apart(|lowering| lowering.system(system))?;
                    self.leave(1);
                    return Ok(system);
                }
                _ => self.system_form(name, &[], expr.span)?,
            },
            ExprKind::Call { name, arguments } => {
                self.system_form(&name.value, arguments, expr.span)?
            }
            _ => return Err(no_system(expr.span)),
        };
        self.leave(1);
        if let Some(known) = self.systems.iter().find(|known| *known.form() == form) {
            return Ok(Arc::clone(known));
        }
        self.charge(expr.span, SYSTEM)?;
        let system = NamedSystem::new(form).map_err(|error| form_fault(expr.span, &error))?;
        let system = Arc::new(system);
        self.systems.push(Arc::clone(&system));
        Ok(system)
    }

    fn system_form(
        &mut self,
        word: &str,
        arguments: &'a [Expr],
        span: Span,
    ) -> Lowered<SystemForm> {
        let kind = SystemKind::of(word).ok_or_else(|| no_system(span))?;
        Ok(match (kind, arguments) {
            (SystemKind::Binary, []) => SystemForm::binary(),
            (SystemKind::Zeckendorf, []) => SystemForm::Zeckendorf,
            (SystemKind::TernaryU, []) => SystemForm::TernaryU,
            (SystemKind::Base, [base]) => SystemForm::Base(self.whole_natural(base, "a base")?),
            (SystemKind::P, [constant]) => SystemForm::Ostrowski(self.constant(constant)?, Side::P),
            (SystemKind::Q, [constant]) => SystemForm::Ostrowski(self.constant(constant)?, Side::Q),
            (SystemKind::Recurrence, coefficients) if !coefficients.is_empty() => {
                let mut numbers = Vec::with_capacity(coefficients.len());
                for coefficient in coefficients {
                    numbers.push(self.whole_natural(coefficient, "a coefficient")?);
                }
                SystemForm::Recurrence(numbers, Vec::new())
            }
            _ => return Err(no_system(span)),
        })
    }

    fn whole_natural(&mut self, expr: &'a Expr, what: &str) -> Lowered<Natural> {
        let value = self.whole(expr, what)?;
        to_natural(&value).ok_or_else(|| {
            let message = format!("{what} cannot be negative");
            Fault::new(expr.span, message, format!("is {value}"))
        })
    }

    /// `shift(t, S)`, `unshift(t, S)`
    pub(super) fn shifted(
        &mut self,
        direction: Direction,
        number: &'a Expr,
        system: &'a Expr,
    ) -> Lowered<RealLinear> {
        let term = self.term(number)?;
        let system = self.system(system)?;
        let Term::Constant(value) = term.unnamed() else {
            return Ok(RealLinear::term(Term::Shift(
                direction,
                Box::new(term),
                system,
            )));
        };
        let value = known_natural(value, number.span)?;
        let shifted = direction.of(&value, &system, &Evaluator::default());
        let shifted = shifted
            .map_err(|error| Fault::new(number.span, error.to_string(), "cannot be shifted"))?;
        Ok(RealLinear::integer(Integer::from(shifted)))
    }

    /// `digits(t, S) matches "…"`
    pub(super) fn matches(
        &mut self,
        number: &'a Expr,
        system: &'a Expr,
        pattern: &Spanned<String>,
    ) -> Lowered<Formula> {
        let term = self.term(number)?;
        let system = self.system(system)?;
        self.charge(
            pattern.span,
            pattern.value.chars().count().saturating_mul(PATTERN),
        )?;
        let read = Pattern::new(&pattern.value, system.largest_digit());
        let read = read.map_err(|error| pattern_fault(&error, pattern))?;
        self.condition(
            vec![(number.span, term)],
            system,
            ConditionKind::Matches(read),
        )
    }

    /// `in every place of (x, y) in S: F`: in F, the names of the numbers stand for their digits.
    pub(super) fn every_place(
        &mut self,
        numbers: &'a [Expr],
        system: &'a Expr,
        body: &'a Expr,
    ) -> Lowered<Formula> {
        let system = self.system(system)?;
        let (scope, piles) = (self.scope.len(), self.place_digits.len());
        let (mut terms, mut digits) = (Vec::new(), Vec::new());
        let mut names = Vec::new();
        for number in numbers {
            self.written_number(number, &mut terms, &mut digits, &mut names)?;
        }
        self.charge(body.span, terms.len())?;
        for (binding, digit) in names {
            match binding {
                DigitOperand::Name(name) => self.scope.push(NameBinding {
                    name,
                    value: RealLinear::term(Term::Variable(digit)),
                    size: 1,
                    text: None,
                }),
                DigitOperand::Pile(pile) => self.place_digits.push((pile, digit)),
            }
        }
        let lowered = self.formula(body)?;
        self.scope.truncate(scope);
        self.place_digits.truncate(piles);
        let mut foreign = free_variables(&lowered).into_iter();
        if let Some(other) = foreign.find(|variable| !digits.contains(variable)) {
            let message = format!("`{other}` is no digit of one place");
            let fault = Fault::new(body.span, message, "speaks of a whole number");
            return Err(
                fault.help("only the digits of the numbers behind `of` may be mentioned here")
            );
        }
        let places = PlaceCondition::new(digits, lowered);
        self.condition(terms, system, ConditionKind::EveryPlace(places))
    }

    /// `automaton "w.aut" in S`
    pub(super) fn automaton(&mut self, set: &'a AutomatonDecl) -> Lowered<Arc<Set>> {
        let AutomatonDecl { name, file, system } = set;
        let system = self.system(system)?;
        let shown = &file.value;
        let beside = match self.beside {
            Some(files) => files.text(shown),
            None => Err(NO_FILES.to_owned()),
        };
        let text = beside.map_err(|why| {
            let message = format!("the automaton `{shown}` cannot be read: {why}");
            Fault::new(file.span, message, "no automaton")
                .help("an automaton lies beside the file of the rules")
        })?;
        if text.len() > LONGEST_AUTOMATON {
            let message = format!(
                "the automaton `{shown}` has {} bytes, more than the {LONGEST_AUTOMATON} allowed",
                text.len()
            );
            return Err(Fault::new(file.span, message, "too long"));
        }
        let read = ReadSet::read(text, &system, &Unwatched).map_err(|error| {
            let message = format!("the automaton `{shown}` cannot be used: {error}");
            Fault::new(file.span, message, "no automaton for this set")
        })?;
        self.charge(file.span, read.automaton().size().saturating_mul(NODE))?;
        let first = self.next_variable;
        let arity = u32::try_from(read.arity()).unwrap_or(u32::MAX);
        self.next_variable = first.saturating_add(arity);
        Ok(Arc::new(read.named(&name.value, shown, &system, first)))
    }

    /// A number whose digits are spoken of, or each of a family.
    fn written_number(
        &mut self,
        number: &'a Expr,
        terms: &mut Vec<(Span, Term)>,
        digits: &mut Vec<Variable>,
        names: &mut Vec<(DigitOperand<'a>, Variable)>,
    ) -> Lowered<()> {
        let family = match &number.kind {
            ExprKind::Name(name) if self.binding(name).is_none() => {
                let places = self.piles.groups.get(name.as_str());
                places.filter(|places| places.first.is_some())
            }
            _ => None,
        };
        if let Some(places) = family {
            for place in places.start..places.start + places.count {
                let pile = self.pile_at(place, false);
                let digit = self.fresh(pile.name());
                terms.push((number.span, Term::from(&pile)));
                digits.push(digit.clone());
                names.push((DigitOperand::Pile(pile), digit));
            }
            return Ok(());
        }
        let term = self.term(number)?;
        let (digit, meant) = match (&number.kind, &term) {
            (ExprKind::Name(name), _) => (self.fresh(name), DigitOperand::Name(name)),
            (_, Term::Variable(pile)) => {
                (self.fresh(pile.name()), DigitOperand::Pile(pile.clone()))
            }
            _ => {
                let message = "the digits of what has no name cannot be spoken of";
                return Err(Fault::new(number.span, message, "not a name"));
            }
        };
        terms.push((number.span, term));
        digits.push(digit.clone());
        names.push((meant, digit));
        Ok(())
    }

    /// The condition; a constant if it is about constants.
    fn condition(
        &mut self,
        terms: Vec<(Span, Term)>,
        system: Arc<NamedSystem>,
        kind: ConditionKind,
    ) -> Lowered<Formula> {
        let condition = DigitCondition { system, kind };
        let mut constants = Vec::new();
        for (span, term) in &terms {
            if let Term::Constant(value) = term.unnamed() {
                constants.push(known_natural(value, *span)?);
            }
        }
        let span = terms.first().map_or(Span::default(), |(span, _)| *span);
        if constants.len() == terms.len() {
            let truth = condition.holds(&constants, &Evaluator::default());
            let fault = |error: logic::evaluate::EvaluationError| {
                Fault::new(span, error.to_string(), "cannot be decided")
            };
            return truth.map(Formula::Constant).map_err(fault);
        }
        let terms = terms.into_iter().map(|(_, term)| term).collect();
        Ok(Formula::Digits(terms, Arc::new(condition)))
    }
}

/// What stands for a digit.
enum DigitOperand<'a> {
    Name(&'a str),
    Pile(Variable),
}

/// Why rules that stand alone have no automata.
const NO_FILES: &str = "these rules came without files";

/// The longest text of an automaton, in bytes.
const LONGEST_AUTOMATON: usize = 4 << 20;

/// What a node of an automaton counts for among the parts of a game.
const NODE: usize = 1;

/// What a system counts for among the parts of a game.
const SYSTEM: usize = 1000;

/// What each character of a pattern counts for among the parts of a game.
const PATTERN: usize = 100;

fn known_natural(value: &Integer, span: Span) -> Lowered<Natural> {
    to_natural(value).ok_or_else(|| {
        let message = "only numbers that are not negative have digits";
        Fault::new(span, message, format!("is {value}"))
    })
}

fn no_system(span: Span) -> Fault {
    Fault::new(span, "a numeration system is needed here", "not a system")
}

fn form_fault(span: Span, error: &FormError) -> Fault {
    Fault::new(span, error.to_string(), "no such system")
}

/// The fault of a pattern at the characters of the string that are wrong.
fn pattern_fault(error: &PatternError, pattern: &Spanned<String>) -> Fault {
    let byte = |count: usize| {
        let before = pattern.value.chars().take(count);
        // In the file, a quote and a backslash have a backslash before them.
        before
            .map(|sign| sign.len_utf8() + usize::from(matches!(sign, '"' | '\\')))
            .sum::<usize>()
    };
    let start = pattern.span.start + 1 + byte(error.start);
    let end = pattern.span.start + 1 + byte(error.start + error.length);
    let span = Span::new(start, end.max(start));
    let fault = Fault::new(span, error.message.clone(), error.label.clone());
    fault.help_if(error.help.clone())
}
