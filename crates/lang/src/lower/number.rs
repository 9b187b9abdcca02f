//! Numbers: terms, constants and what stands inside `floor`.

use std::cmp::Ordering;

use logic::digits::Direction;
use logic::{Formula, Term};
use numeration::natural::num::logic::traits::SignificantBits;
use numeration::natural::{Integer, Natural, bits, div_mod_floor, floor_div, to_natural};
use numeration::real::{Quadratic, Real, RealError, RealKind};

use super::code::CodeDigits;
use super::linear::RealLinear;
use super::{GameLowering, Lowered, ParameterValue};
use crate::ast::{AddOp, DivisionOp, Expr, ExprKind, IndexBinder, IndexedOp, MulOp, Name};
use crate::diagnostic::Fault;
use crate::resolve::Meaning;
use crate::span::Span;

impl<'a> GameLowering<'a, '_> {
    /// A whole-valued term.
    pub(super) fn term(&mut self, expr: &'a Expr) -> Lowered<Term> {
        let form = self.number(expr)?;
        whole_valued(expr, form)
    }

    /// A real constant.
    pub(super) fn constant(&mut self, expr: &'a Expr) -> Lowered<Real> {
        let form = self.number_in_question(expr)?;
        let constant = form
            .as_constant()
            .map_err(|error| real_fault(expr.span, &error))?;
        constant.ok_or_else(|| {
            let fault = Fault::new(
                expr.span,
                "a constant is needed here",
                "depends on a pile or a variable",
            );
            fault.help("constants are made of numbers, parameters, `const`s and indices")
        })
    }

    /// A whole constant.
    pub(super) fn whole(&mut self, expr: &'a Expr, what: &str) -> Lowered<Integer> {
        let value = self.constant(expr)?;
        value.as_integer().ok_or_else(|| {
            Fault::new(
                expr.span,
                format!("{what} must be a whole number"),
                format!("is {}", value.brief()),
            )
        })
    }

    /// A positive whole constant: what stands behind `mod` and `div`.
    fn divisor(&mut self, expr: &'a Expr) -> Lowered<Natural> {
        let value = self.whole(expr, "a divisor")?;
        let positive = to_natural(&value).filter(|value| *value != 0u32);
        positive.ok_or_else(|| {
            Fault::new(
                expr.span,
                "a divisor must be positive",
                format!("is {value}"),
            )
        })
    }

    /// Any number.
    pub(super) fn number(&mut self, expr: &'a Expr) -> Lowered<RealLinear> {
        self.enter(expr.span, 1)?;
        let form = self.number_inside(expr)?;
        self.charge(expr.span, weight(form.constant_part()))?;
        self.leave(1);
        Ok(form)
    }

    /// A number of which something will be asked that may need a close enclosure.
    pub(super) fn number_in_question(&mut self, expr: &'a Expr) -> Lowered<RealLinear> {
        let form = self.number(expr)?;
        if form.constant_part().kind() == RealKind::Computable {
            self.charge(expr.span, DECISION)?;
        }
        Ok(form)
    }

    fn number_inside(&mut self, expr: &'a Expr) -> Lowered<RealLinear> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(value) => Ok(RealLinear::integer(Integer::from(value.clone()))),
            ExprKind::Decimal(code) if !is_decimal(code) => {
                let fault = Fault::new(span, "a number is needed here", "a code, with letters");
                Err(fault.help("decimal numbers have the digits 0 to 9"))
            }
            ExprKind::Decimal(digits) => constant(decimal(digits), span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Primed(name) => Ok(RealLinear::term(Term::Variable(
                self.pile(name, None, true, span)?,
            ))),
            ExprKind::Indexed {
                name,
                index,
                primed,
            } => {
                let index = self.whole(index, "an index")?;
                Ok(RealLinear::term(Term::Variable(self.pile(
                    name,
                    Some(index),
                    *primed,
                    span,
                )?)))
            }
            ExprKind::Call { name, arguments } => self.call(name, arguments, span),
            ExprKind::Sum(parts) => self.sum(parts, span),
            ExprKind::Product(first, rest) => self.product(first, rest),
            ExprKind::Division(division, left, right) => self.division(*division, left, right),
            ExprKind::Power(base, exponent) => self.power(base, exponent, span),
            ExprKind::Xor(parts) => {
                let terms = parts
                    .iter()
                    .map(|part| self.term(part))
                    .collect::<Lowered<_>>()?;
                nim_sum(terms, span)
            }
            ExprKind::Absolute(inner) => self.absolute(inner),
            ExprKind::Choice(condition, yes, no) => self.choice(condition, yes, no),
            ExprKind::Total(total, binder, body) => self.total(*total, binder, body, span),
            _ => Err(Fault::new(span, "a number is needed here", "not a number")),
        }
    }

    fn name(&mut self, name: &'a str, span: Span) -> Lowered<RealLinear> {
        if let Some((value, size)) = self.binding(name) {
            self.charge(span, size)?;
            return Ok(value);
        }
        if let Some(definition) = self.definition(name) {
            return self.expand_number(definition, &[], span);
        }
        match self.symbols.get(name).map(|symbol| symbol.meaning) {
            Some(Meaning::Pile(_)) => Ok(RealLinear::term(Term::Variable(
                self.pile(name, None, false, span)?,
            ))),
            Some(Meaning::Const(value)) => self.named_constant(name, value),
            Some(Meaning::Parameter(_)) => match self.values.get(name) {
                Some(ParameterValue::Number { value, .. }) => {
                    Ok(RealLinear::constant(value.clone()))
                }
                _ => Err(Fault::new(
                    span,
                    format!("`{name}` is not a number"),
                    "not a number",
                )),
            },
            _ => match name {
                "phi" => Ok(RealLinear::constant(Real::phi())),
                "pi" => Ok(RealLinear::constant(Real::pi())),
                "e" => Ok(RealLinear::constant(Real::e())),
                _ => Err(Fault::new(
                    span,
                    format!("the name `{name}` is not known"),
                    "not known",
                )),
            },
        }
    }

    /// The value of a `const`.
    pub(super) fn named_constant(&mut self, name: &'a str, value: &'a Expr) -> Lowered<RealLinear> {
        if let Some(known) = self.constants.get(name) {
            return Ok(RealLinear::constant(known.clone()));
        }
        let constant = self.apart(|lowering| lowering.constant(value))?;
        self.constants.insert(name, constant.clone());
        Ok(RealLinear::constant(constant))
    }

    fn sum(&mut self, parts: &'a [(AddOp, Expr)], span: Span) -> Lowered<RealLinear> {
        let mut total = RealLinear::integer(0);
        for (sign, part) in parts {
            let factor = Real::from(if *sign == AddOp::Plus { 1 } else { -1 });
            let form = self.number(part)?;
            total
                .add(&factor, form)
                .map_err(|error| real_fault(span, &error))?;
            self.charge(span, weight(total.constant_part()))?;
        }
        Ok(total)
    }

    fn product(&mut self, first: &'a Expr, rest: &'a [(MulOp, Expr)]) -> Lowered<RealLinear> {
        let mut product = self.number(first)?;
        let mut span = first.span;
        for (factor, operand) in rest {
            let form = match factor {
                MulOp::Times => self.number(operand)?,
                MulOp::Over => self.number_in_question(operand)?,
            };
            product = multiplied(product, span, *factor, form, operand.span)?;
            span = span.to(operand.span);
            self.charge(span, weight(product.constant_part()))?;
        }
        Ok(product)
    }

    fn division(
        &mut self,
        division: DivisionOp,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Lowered<RealLinear> {
        let term = self.term(left)?;
        let divisor = self.divisor(right)?;
        let Term::Constant(value) = term.unnamed() else {
            return Ok(RealLinear::term(match division {
                DivisionOp::Mod => Term::Modulo(Box::new(term), divisor),
                DivisionOp::Div => Term::Quotient(Box::new(term), divisor),
            }));
        };
        let divisor = Integer::from(divisor);
        let result = match division {
            DivisionOp::Mod => div_mod_floor(value, &divisor).map(|(_, rest)| rest),
            DivisionOp::Div => floor_div(value, &divisor),
        };
        result
            .map(RealLinear::integer)
            .ok_or_else(|| real_fault(right.span, &RealError::DivisionByZero))
    }

    fn power(&mut self, base: &'a Expr, exponent: &'a Expr, span: Span) -> Lowered<RealLinear> {
        let exponent = self.constant(exponent)?;
        let form = self.number(base)?;
        let Some(value) = form
            .as_constant()
            .map_err(|error| real_fault(span, &error))?
        else {
            let fault = Fault::new(base.span, "only constants have powers", "not a constant");
            return Err(fault.help(LINEAR));
        };
        constant(value.power(&exponent), span)
    }

    fn absolute(&mut self, inner: &'a Expr) -> Lowered<RealLinear> {
        let form = self.number_in_question(inner)?;
        if let Some(value) = form
            .as_constant()
            .map_err(|error| real_fault(inner.span, &error))?
        {
            let negative = value
                .sign()
                .map_err(|error| real_fault(inner.span, &error))?
                == Ordering::Less;
            return Ok(RealLinear::constant(if negative {
                value.neg()
            } else {
                value
            }));
        }
        Ok(RealLinear::term(Term::Absolute(Box::new(whole_valued(
            inner, form,
        )?))))
    }

    fn choice(&mut self, condition: &'a Expr, yes: &'a Expr, no: &'a Expr) -> Lowered<RealLinear> {
        match self.formula(condition)? {
            Formula::Constant(true) => self.number(yes),
            Formula::Constant(false) => self.number(no),
            condition => {
                let (yes, no) = (self.term(yes)?, self.term(no)?);
                Ok(RealLinear::term(Term::Choice(
                    Box::new(condition),
                    Box::new(yes),
                    Box::new(no),
                )))
            }
        }
    }

    fn total(
        &mut self,
        total: IndexedOp,
        binder: &'a IndexBinder,
        body: &'a Expr,
        span: Span,
    ) -> Lowered<RealLinear> {
        let mut sum = RealLinear::integer(0);
        let mut terms = Vec::new();
        self.for_each_index(binder, |lowering| {
            match total {
                IndexedOp::Sum => {
                    let form = lowering.number(body)?;
                    sum.add(&Real::from(1), form)
                        .map_err(|error| real_fault(span, &error))?;
                }
                IndexedOp::Xor => terms.push(lowering.term(body)?),
            }
            Ok(true)
        })?;
        match total {
            IndexedOp::Sum => Ok(sum),
            IndexedOp::Xor => nim_sum(terms, span),
        }
    }

    fn call(&mut self, name: &'a Name, arguments: &'a [Expr], span: Span) -> Lowered<RealLinear> {
        if let Some(definition) = self.definition(&name.value) {
            return self.expand_number(definition, arguments, span);
        }
        let (Some(first), Some(last)) = (arguments.first(), arguments.last()) else {
            return Err(Fault::new(span, "an argument is missing", "no argument"));
        };
        match name.value.as_str() {
            "floor" => self
                .number_in_question(first)?
                .floor()
                .map_err(|error| real_fault(span, &error)),
            "ceil" => {
                let minus = Real::from(-1);
                let floor = self
                    .number_in_question(first)?
                    .scaled(&minus)
                    .and_then(RealLinear::floor);
                floor
                    .and_then(|floor| floor.scaled(&minus))
                    .map_err(|error| real_fault(span, &error))
            }
            "min" | "max" => self.extreme(arguments, name.value == "min", span),
            "shift" => self.shifted(Direction::Left, first, last),
            "unshift" => self.shifted(Direction::Right, first, last),
            "digit" => {
                let place = self.whole(last, "the place of a digit")?;
                Ok(RealLinear::integer(self.code(first)?.digit(&place)))
            }
            "length" => Ok(RealLinear::integer(self.code(first)?.length())),
            "sqrt" => constant(self.constant(first)?.sqrt(), span),
            "cbrt" => constant(self.constant(first)?.cbrt(), span),
            "ln" => constant(self.constant(first)?.ln(), span),
            "exp" => constant(self.constant(first)?.exp(), span),
            "root" => {
                let order = self.whole(first, "the order of a root")?;
                let order = to_natural(&order).and_then(|order| u64::try_from(&order).ok());
                let order = order.ok_or_else(|| {
                    Fault::new(
                        first.span,
                        "there is no root of this order",
                        "not 1, 2, 3, …",
                    )
                })?;
                constant(self.constant(last)?.root(order), span)
            }
            _ => Err(Fault::new(
                name.span,
                format!("there is no function `{}`", name.value),
                "not known",
            )),
        }
    }

    /// The arguments are taken one by one, and what they come to is worked out elsewhere: this calls itself as deep as it is nested,
    /// and must not take much of the stack.
    fn extreme(&mut self, arguments: &'a [Expr], least: bool, span: Span) -> Lowered<RealLinear> {
        let mut forms = Vec::with_capacity(arguments.len());
        for argument in arguments {
            forms.push(self.number_in_question(argument)?);
        }
        Self::extreme_form(arguments, forms, least, span)
    }

    #[inline(never)]
    fn extreme_form(
        arguments: &'a [Expr],
        forms: Vec<RealLinear>,
        least: bool,
        span: Span,
    ) -> Lowered<RealLinear> {
        let constants = forms
            .iter()
            .map(RealLinear::as_constant)
            .collect::<Result<Option<Vec<Real>>, _>>();
        if let Some(constants) = constants.map_err(|error| real_fault(span, &error))? {
            return constant(extreme_of(constants, least), span);
        }
        let terms = arguments
            .iter()
            .zip(forms)
            .map(|(argument, form)| whole_valued(argument, form));
        let mut terms = terms.collect::<Lowered<Vec<Term>>>()?;
        Ok(RealLinear::term(match (terms.len(), least) {
            (1, _) => terms.swap_remove(0),
            (_, true) => Term::Minimum(terms),
            (_, false) => Term::Maximum(terms),
        }))
    }

    /// The code that a parameter holds, or that is written out.
    fn code(&self, expr: &'a Expr) -> Lowered<CodeDigits> {
        let written = match &expr.kind {
            ExprKind::Decimal(digits) => Some(digits.as_str()),
            ExprKind::Name(name) => match self.values.get(name.as_str()) {
                Some(ParameterValue::Number { written, .. }) => written.as_deref(),
                Some(ParameterValue::Word(written)) => Some(written.as_str()),
                _ => None,
            },
            _ => None,
        };
        written.and_then(CodeDigits::new).ok_or_else(|| {
            let fault = Fault::new(
                expr.span,
                "an octal or hexadecimal code is needed here",
                "not a code",
            );
            let fault = fault.note(format!("it is {}", written.unwrap_or("not written as one")));
            fault.help("a code has one digit before the point and others behind it, such as `0.37`, `4.007` or `0.8F`")
        })
    }
}

const LINEAR: &str = "numbers of the language are linear in the piles and variables";

fn multiplied(
    left: RealLinear,
    at: Span,
    factor: MulOp,
    right: RealLinear,
    operand: Span,
) -> Lowered<RealLinear> {
    let whole = at.to(operand);
    let constant = right
        .as_constant()
        .map_err(|error| real_fault(operand, &error))?;
    let product = match (factor, constant) {
        (MulOp::Times, Some(constant)) => left.scaled(&constant),
        (MulOp::Times, None) => {
            match left.as_constant().map_err(|error| real_fault(at, &error))? {
                Some(constant) => right.scaled(&constant),
                None => {
                    let fault = Fault::new(
                        whole,
                        "a product needs a constant factor",
                        "neither factor is a constant",
                    );
                    return Err(fault.help(LINEAR));
                }
            }
        }
        (MulOp::Over, Some(constant)) => Real::from(1)
            .div(&constant)
            .and_then(|inverse| left.scaled(&inverse)),
        (MulOp::Over, None) => {
            return Err(
                Fault::new(operand, "only a constant may divide", "not a constant").help(LINEAR),
            );
        }
    };
    product.map_err(|error| real_fault(whole, &error))
}

fn extreme_of(constants: Vec<Real>, least: bool) -> Result<Real, RealError> {
    let mut best = Real::from(0);
    for (index, value) in constants.into_iter().enumerate() {
        if index == 0 || (value.compare(&best)? == Ordering::Less) == least {
            best = value;
        }
    }
    Ok(best)
}

fn nim_sum(mut terms: Vec<Term>, span: Span) -> Lowered<RealLinear> {
    let constant = |term: &Term| match term.unnamed() {
        Term::Constant(value) => Some(value.clone()),
        _ => None,
    };
    if terms.iter().filter_map(constant).any(|value| value < 0) {
        return Err(Fault::new(
            span,
            "a nim-sum needs numbers that are not negative",
            "has a negative operand",
        ));
    }
    let constants: Option<Vec<Natural>> = terms
        .iter()
        .map(|term| constant(term).and_then(|value| to_natural(&value)))
        .collect();
    if let Some(constants) = constants {
        let sum = constants
            .into_iter()
            .fold(Natural::from(0u32), |sum, next| sum ^ next);
        return Ok(RealLinear::integer(Integer::from(sum)));
    }
    Ok(RealLinear::term(if terms.len() == 1 {
        terms.swap_remove(0)
    } else {
        Term::NimSum(terms)
    }))
}

/// A decimal as the rational it is: `3.5` is 7/2.
/// Is it a decimal number, and not a code with letters?
pub(super) fn is_decimal(digits: &str) -> bool {
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn decimal(digits: &str) -> Result<Real, RealError> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = numeration::natural::parse_natural(&format!("{whole}{fraction}"));
    let power = Real::from(10).pow(&Integer::from(fraction.len()))?;
    Real::from(digits.map_err(|_| RealError::TooLarge)?).div(&power)
}

fn constant(value: Result<Real, RealError>, span: Span) -> Lowered<RealLinear> {
    value
        .map(RealLinear::constant)
        .map_err(|error| real_fault(span, &error))
}

/// The form as a term, unless it need not be a whole number.
pub(super) fn whole_valued(expr: &Expr, form: RealLinear) -> Lowered<Term> {
    form.into_term().map_err(|form| {
        let message = "a whole number is needed here";
        match form.as_constant() {
            Ok(Some(value)) => Fault::new(expr.span, message, format!("is {}", value.brief()))
                .help("write `floor(…)` around it"),
            _ => Fault::new(expr.span, message, "need not be a whole number")
                .help("write `floor(…)` around it, or `t div k` for a quotient rounded down"),
        }
    })
}

/// How many parts of a game a constant counts for, beyond one: long numbers and those that are known by
/// enclosures only are costly.
fn weight(value: &Real) -> usize {
    let numbers = match (value.as_rational(), value.as_quadratic()) {
        (Some((numerator, denominator)), _) => bits(&numerator) + denominator.significant_bits(),
        (None, Some(Quadratic { a, b, c, d })) => {
            bits(&a) + bits(&b) + c.significant_bits() + d.significant_bits()
        }
        (None, None) => return COMPUTABLE,
    };
    usize::try_from(numbers / 64).unwrap_or(usize::MAX)
}

/// What a constant that is neither rational nor quadratic counts for.
const COMPUTABLE: usize = 100;

/// What a question about such a constant counts for: its sign, its floor, a comparison.
const DECISION: usize = 10_000;

/// A fault of the arithmetic of constants.
pub(super) fn real_fault(span: Span, error: &RealError) -> Fault {
    let fault = Fault::new(span, error.to_string(), "cannot be computed");
    match error {
        RealError::Undecided { .. } => fault.last(),
        _ => fault,
    }
}
