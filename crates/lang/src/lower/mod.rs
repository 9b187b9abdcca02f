//! From [`ast`](crate::ast) and the values of the parameters to [`rules::spec::Spec`], or to
//! [`rules::splitting::SplittingSpec`] where heaps split.
//!
//! Families and index ranges are expanded, a `let` is replaced by what it stands for and keeps its name for
//! explanations, and what is constant is computed. Clauses that are not needed any more once the constants are
//! known are not looked at: in `i = 1 or x[i-1] < x[i]` nothing is wrong for `i = 1`.
//!
//! Nested definitions can stand for exponentially long formulas, so the size and the depth of what is made are
//! bounded.

mod code;
mod copy;
mod digits;
mod formula;
mod game;
mod linear;
mod number;
mod parameters;
mod set;
mod size;

use std::collections::HashMap;
use std::sync::Arc;

use logic::{Set, Term, Variable};
use numeration::named::NamedSystem;
use numeration::natural::{Integer, to_natural, to_usize};
use numeration::real::Real;
use rules::spec::PileOrder;

pub(crate) use game::{LoweredGame, lower};
pub(crate) use parameters::{parameters, with_values};

use crate::ast::{Expr, IndexBinder, IndexRange, Let, Name};
use crate::beside::CompanionFiles;
use crate::diagnostic::{Fault, Faults};
use crate::print::{self, Replacement};
use crate::resolve::{Meaning, Symbols};
use crate::span::Span;
use linear::RealLinear;

/// The most parts that a game may have once everything is expanded.
const LARGEST: usize = 1_000_000;

/// The deepest nesting once everything is expanded.
const DEEPEST: usize = 250;

/// The most piles.
const MOST_PILES: usize = 64;

/// Something, or the fault that prevents it.
pub(crate) type Lowered<T> = Result<T, Fault>;

/// The value of a parameter.
#[derive(Clone, Debug)]
pub(crate) enum ParameterValue {
    /// A number, with its digits if it was written as a decimal.
    Number {
        value: Real,
        written: Option<String>,
    },
    /// A finite set.
    Set(Arc<Set>),
    /// A word.
    Word(String),
}

/// What a name stands for in a part of the file.
#[derive(Clone)]
struct NameBinding<'a> {
    name: &'a str,
    value: RealLinear,
    /// How many parts the value has.
    size: usize,
    /// How an explanation writes it, unless by its name.
    text: Option<Replacement>,
}

/// The work of lowering one game.
pub(crate) struct GameLowering<'a, 'b> {
    symbols: &'b Symbols<'a>,
    /// The files beside the rules.
    beside: Option<&'b CompanionFiles>,
    values: HashMap<&'a str, ParameterValue>,
    constants: HashMap<&'a str, Real>,
    sets: HashMap<&'a str, Arc<Set>>,
    /// The numeration systems met so far.
    systems: Vec<Arc<NamedSystem>>,
    /// The digits that stand for piles where a place of numbers is spoken of.
    place_digits: Vec<(Variable, Variable)>,
    piles: PileTable<'a>,
    /// Which piles of a position are sorted.
    order: PileOrder,
    /// Which vectors are positions.
    domain: Option<&'a Expr>,
    /// The variables that stand for the piles before a move, if others than those of the position do.
    stand_ins: Option<Vec<Variable>>,
    /// Whether there is a position to speak of.
    in_position: bool,
    scope: Vec<NameBinding<'a>>,
    /// How many of the bindings belong to the whole move.
    outer: usize,
    locals: Vec<&'a Let>,
    /// The parts that each move so far has named; none where piles stay.
    parts: Vec<Vec<Variable>>,
    next_variable: u32,
    size: usize,
    depth: usize,
}

/// The piles with their places.
#[derive(Clone, Default)]
struct PileTable<'a> {
    names: Vec<Arc<str>>,
    groups: HashMap<&'a str, PilePlaces>,
}

#[derive(Clone)]
struct PilePlaces {
    start: usize,
    count: usize,
    /// The index of the first one, for a family.
    first: Option<Integer>,
}

impl<'a, 'b> GameLowering<'a, 'b> {
    /// Nothing lowered yet, no parameter known.
    pub(crate) fn new(symbols: &'b Symbols<'a>) -> Self {
        Self {
            symbols,
            beside: None,
            values: HashMap::new(),
            constants: HashMap::new(),
            sets: HashMap::new(),
            systems: Vec::new(),
            place_digits: Vec::new(),
            piles: PileTable::default(),
            order: PileOrder::Ordered,
            domain: None,
            stand_ins: None,
            in_position: false,
            scope: Vec::new(),
            outer: 0,
            locals: Vec::new(),
            parts: Vec::new(),
            next_variable: 0,
            size: 0,
            depth: 0,
        }
    }

    /// A constant that stands alone, in which these names stand for constants.
    pub(crate) fn lone_constant(
        &mut self,
        expr: &'a Expr,
        named: &'a [(String, Real)],
    ) -> Lowered<Real> {
        self.apart(|lowering| {
            lowering.bind_constants(named);
            lowering.constant(expr)
        })
    }

    /// A term that stands alone, in one variable, which has the number 0.
    pub(crate) fn lone_term(
        &mut self,
        expr: &'a Expr,
        variable: &'a str,
        named: &'a [(String, Real)],
    ) -> Lowered<Term> {
        self.apart(|lowering| {
            lowering.bind_variable(variable);
            lowering.bind_constants(named);
            lowering.term(expr)
        })
    }

    fn bind_constants(&mut self, named: &'a [(String, Real)]) {
        self.scope
            .extend(named.iter().map(|(name, value)| NameBinding {
                name,
                value: RealLinear::constant(value.clone()),
                size: 1,
                text: None,
            }));
    }

    /// Lowers something in which no name of the surroundings holds.
    fn apart<T>(&mut self, body: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let scope = std::mem::take(&mut self.scope);
        let locals = std::mem::take(&mut self.locals);
        let (outer, in_position) = (self.outer, self.in_position);
        (self.outer, self.in_position) = (0, false);
        let result = body(self);
        (self.scope, self.locals, self.outer, self.in_position) =
            (scope, locals, outer, in_position);
        result
    }

    /// One step deeper and one part more.
    fn enter(&mut self, span: Span, levels: usize) -> Lowered<()> {
        self.charge(span, 1)?;
        self.depth += levels;
        if self.depth > DEEPEST {
            let fault = Fault::new(
                span,
                "this is nested too deeply once every name is expanded",
                "too deep here",
            );
            let help = format!("at most {DEEPEST} expressions may be nested in each other");
            return Err(fault.help(help).last());
        }
        Ok(())
    }

    fn leave(&mut self, levels: usize) {
        self.depth -= levels;
    }

    /// So many parts more.
    fn charge(&mut self, span: Span, parts: usize) -> Lowered<()> {
        self.size = self.size.saturating_add(parts);
        if self.size <= LARGEST {
            return Ok(());
        }
        let message = format!("the game has more than {LARGEST} parts once everything is expanded");
        Err(Fault::new(span, message, "too many here")
            .help("use smaller ranges, or fewer `let`s inside each other")
            .last())
    }

    fn fresh(&mut self, name: &str) -> Variable {
        let variable = Variable::new(self.next_variable, name);
        self.next_variable += 1;
        variable
    }

    fn bind_variable(&mut self, name: &'a str) -> Variable {
        let variable = self.fresh(name);
        let value = RealLinear::term(Term::Variable(variable.clone()));
        self.scope.push(NameBinding {
            name,
            value,
            size: 1,
            text: None,
        });
        variable
    }

    fn bind_index(&mut self, name: &'a str, value: &Integer) {
        let text = Some(Replacement {
            text: value.to_string(),
            atomic: *value >= 0,
        });
        self.scope.push(NameBinding {
            name,
            value: RealLinear::integer(value.clone()),
            size: 1,
            text,
        });
    }

    /// The value that a variable, index or argument has here, with its size.
    fn binding(&mut self, name: &str) -> Option<(RealLinear, usize)> {
        let mut named = self.scope.iter().rev();
        let binding = named.find(|binding| binding.name == name)?;
        let (value, size) = (binding.value.clone(), binding.size);
        Some((value.with_terms(|term| self.copy_term(term)), size))
    }

    /// The `let` of this name that holds here.
    fn definition(&self, name: &str) -> Option<&'a Let> {
        let local = self
            .locals
            .iter()
            .rev()
            .find(|definition| definition.name.value == name);
        local
            .copied()
            .or_else(|| match self.symbols.get(name)?.meaning {
                Meaning::Let(definition, _) => Some(definition),
                _ => None,
            })
    }

    /// Where a `let` stands among those of the move, if it is one of them.
    fn local_place(&self, definition: &Let) -> Option<usize> {
        self.locals
            .iter()
            .position(|local| std::ptr::eq(*local, definition))
    }

    fn expand_number(
        &mut self,
        definition: &'a Let,
        arguments: &'a [Expr],
        span: Span,
    ) -> Lowered<RealLinear> {
        let (label, form) = self.expand(definition, arguments, span, |lowering| {
            lowering.number(&definition.body)
        })?;
        Ok(form.named(label))
    }

    /// Lowers the body of a `let` for given arguments; also the text of the call.
    fn expand<T>(
        &mut self,
        definition: &'a Let,
        arguments: &'a [Expr],
        span: Span,
        body: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(Arc<str>, T)> {
        let mut bindings = Vec::with_capacity(arguments.len());
        for (name, argument) in definition.arguments.iter().zip(arguments) {
            bindings.push(self.argument(name, argument)?);
        }
        let label = label(&definition.name.value, &bindings);
        // In a `let` of a move hold the index of the move and the `let`s before it, not those between it and its use.
        let local = self.local_place(definition);
        let kept = if local.is_some() { self.outer } else { 0 };
        let mut inner: Vec<NameBinding<'a>> = self.scope[..kept].to_vec();
        inner.append(&mut bindings);
        let scope = std::mem::replace(&mut self.scope, inner);
        let earlier = self.locals[..local.unwrap_or(0)].to_vec();
        let locals = std::mem::replace(&mut self.locals, earlier);
        let result = body(self);
        (self.scope, self.locals) = (scope, locals);
        let used = |fault: Fault| {
            fault.also_if_few(span, format!("`{}` is used here", definition.name.value))
        };
        result.map(|value| (label, value)).map_err(used)
    }

    fn argument(&mut self, name: &'a Name, argument: &'a Expr) -> Lowered<NameBinding<'a>> {
        let value = self.number(argument)?;
        let measure = size::of_terms(value.terms());
        if measure.height > DEEPEST {
            let message = "this is nested too deeply once every name is expanded";
            return Err(Fault::new(argument.span, message, "too deep here").last());
        }
        let constant = value.as_constant().ok().flatten();
        let text = match constant {
            Some(constant) => {
                let text = constant.brief();
                Replacement {
                    atomic: text.bytes().all(|byte| byte.is_ascii_digit()),
                    text,
                }
            }
            None => self.written(argument),
        };
        Ok(NameBinding {
            name: &name.value,
            value,
            size: measure.size,
            text: Some(text),
        })
    }

    /// An argument as an explanation writes it: with the values of indices and arguments put in.
    fn written(&self, argument: &Expr) -> Replacement {
        let names = |name: &str| {
            self.scope
                .iter()
                .rev()
                .find(|binding| binding.name == name)?
                .text
                .clone()
        };
        let text = print::with_names(argument, &names);
        if text.chars().count() > LONGEST_TEXT {
            return Replacement {
                text: "…".to_owned(),
                atomic: true,
            };
        }
        let atomic = text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_'[]".contains(&byte));
        Replacement { text, atomic }
    }

    /// Lowers something for each index of a range, until it says that the rest does not matter.
    fn for_each_index(
        &mut self,
        binder: &'a IndexBinder,
        mut body: impl FnMut(&mut Self) -> Lowered<bool>,
    ) -> Lowered<()> {
        let name = &binder.name.value;
        for index in self.indices(&binder.range)? {
            self.charge(binder.name.span, 1)?;
            self.bind_index(name, &index);
            let go_on =
                body(self).map_err(|fault| fault.note_if_few(format!("for {name} = {index}")))?;
            self.scope.pop();
            if !go_on {
                break;
            }
        }
        Ok(())
    }

    /// The whole numbers of a range.
    fn indices(&mut self, range: &'a IndexRange) -> Lowered<impl Iterator<Item = Integer> + use<>> {
        let from = self.whole(&range.from, "the first index")?;
        let to = self.whole(&range.to, "the last index")?;
        let count = to_natural(&(&to - &from + Integer::from(1)));
        let count = match count {
            None => 0,
            Some(count) => to_usize(&count)
                .filter(|count| *count <= LARGEST)
                .ok_or_else(|| {
                    let message = format!("the range {from}..{to} is too long");
                    let span = range.from.span.to(range.to.span);
                    Fault::new(
                        span,
                        message,
                        format!("at most {LARGEST} indices are allowed"),
                    )
                    .help("for all naturals, write `forall n: …` without a range")
                })?,
        };
        Ok((0..count).map(move |offset| &from + Integer::from(offset)))
    }

    /// The variable of a pile, before or after the move.
    fn pile(
        &self,
        name: &str,
        index: Option<Integer>,
        primed: bool,
        span: Span,
    ) -> Lowered<Variable> {
        let Some(places) = self.piles.groups.get(name) else {
            return Err(Fault::new(
                span,
                format!("there is no pile `{name}`"),
                "not a pile",
            ));
        };
        let offset = match (&places.first, &index) {
            (Some(first), Some(index)) => {
                let offset = to_natural(&(index - first)).and_then(|offset| to_usize(&offset));
                let offset = offset.filter(|offset| *offset < places.count);
                offset.ok_or_else(|| {
                    let last = first + Integer::from(places.count) - Integer::from(1);
                    let fault = Fault::new(
                        span,
                        format!("there is no pile `{name}[{index}]`"),
                        "out of range",
                    );
                    fault.note(format!("`{name}` has the indices {first}..{last}"))
                })?
            }
            _ => 0,
        };
        let pile = self.pile_at(places.start + offset, primed);
        let digits = self.place_digits.iter().rev();
        let mut here = digits.filter(|(number, _)| *number == pile);
        Ok(here.next().map_or(pile, |(_, digit)| digit.clone()))
    }

    fn pile_at(&self, place: usize, primed: bool) -> Variable {
        let name = &self.piles.names[place];
        match (&self.stand_ins, primed) {
            (Some(stand_ins), false) => stand_ins[place].clone(),
            (None, false) => Variable::new(number_of(place), Arc::clone(name)),
            (_, true) => Variable::new(
                number_of(self.piles.names.len() + place),
                format!("{name}'"),
            ),
        }
    }
}

/// No argument is written out in an explanation if it is longer than this.
const LONGEST_TEXT: usize = 40;

/// The text of a call.
fn label(name: &str, arguments: &[NameBinding<'_>]) -> Arc<str> {
    if arguments.is_empty() {
        return name.into();
    }
    let texts: Vec<&str> = arguments
        .iter()
        .filter_map(|binding| Some(binding.text.as_ref()?.text.as_str()))
        .collect();
    format!("{name}({})", texts.join(", ")).into()
}

/// The number of a variable; there are never more than the parts of a game.
fn number_of(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// Reports the fault of something that could not be lowered.
fn reported<T>(result: Lowered<T>, faults: &mut Faults) -> Option<T> {
    result.map_err(|fault| faults.push(fault)).ok()
}
