//! Expressions that stand alone, as on a command line: a constant, a term in `n`, a natural number.

use logic::Term;
use numeration::natural::num::arithmetic::traits::{Parity, Pow};
use numeration::natural::{Integer, Natural, bits, to_natural};
use numeration::real::Real;

use crate::ast::{AddOp, Expr, ExprKind, MulOp};
use crate::diagnostic::{Diagnostics, Fault, Faults};
use crate::lower::{GameLowering, Lowered};
use crate::parse::{LONGEST_FILE, read_expression};
use crate::resolve::{Symbols, check_term};

/// No number may have more binary digits than this: about 10^8 decimal ones.
const MOST_BITS: u64 = 332_192_810;

/// The value of a constant expression, such as `2+sqrt(2)`.
///
/// ```
/// assert_eq!(lang::constant("phi^2 - phi")?.to_string(), "1");
/// assert_eq!(lang::constant("2^(3/2)")?, lang::constant("2*sqrt(2)")?);
/// assert_eq!(lang::constant("e^pi")?.to_string(), "exp(pi)");
/// assert_eq!(lang::constant("2^sqrt(2)")?.to_string(), "exp(sqrt(2)*ln(2))");
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn constant(text: &str) -> Result<Real, Diagnostics> {
    constant_where(text, &[])
}

fn constant_where(text: &str, named: &[(String, Real)]) -> Result<Real, Diagnostics> {
    let mut faults = Faults::new(None, text);
    let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let value = lone(text, &names, &mut faults)
        .map(|(expr, symbols)| GameLowering::new(&symbols).lone_constant(&expr, named));
    finished(value, faults)
}

/// A term in the variable `n`, which has the number 0, such as `floor(n*phi^2)`.
///
/// ```
/// assert!(matches!(lang::term("floor(n*phi^2)")?, logic::Term::Floor(_)));
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn term(text: &str) -> Result<Term, Diagnostics> {
    term_where::<&str>(text, &[])
}

/// A term in the variable `n` with names for constants: each `NAME = CONSTANT` may use those before it.
///
/// ```
/// let term = lang::term_where("floor(n*s)", &["r = sqrt(2)", "s = r + 2"])?;
/// assert_eq!(term, lang::term("floor(n*(sqrt(2) + 2))")?);
/// assert!(lang::term_where("floor(n*pi)", &["pi = 3"]).is_err());
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn term_where<T: AsRef<str>>(text: &str, definitions: &[T]) -> Result<Term, Diagnostics> {
    let mut named: Vec<(String, Real)> = Vec::new();
    for definition in definitions {
        let (name, value) = defined(definition.as_ref(), &named)?;
        named.push((name, constant_where(value, &named)?));
    }
    let mut faults = Faults::new(None, text);
    let names = named.iter().map(|(name, _)| name.as_str());
    let names: Vec<&str> = std::iter::once("n").chain(names).collect();
    let value = lone(text, &names, &mut faults)
        .map(|(expr, symbols)| GameLowering::new(&symbols).lone_term(&expr, "n", &named));
    finished(value, faults)
}

/// The new name and the value of `NAME = CONSTANT`.
fn defined<'t>(text: &'t str, named: &[(String, Real)]) -> Result<(String, &'t str), Diagnostics> {
    let mut faults = Faults::new(None, text);
    let help = "write a new name, `=` and a constant, such as `r = sqrt(2)`";
    let Some((name, value)) = text.split_once('=') else {
        faults.push(Fault::without_place(format!("`{text}` names no constant")).help(help));
        return faults.finish(None);
    };
    let name = name.trim();
    let is_known =
        name == "n" || named.iter().any(|(known, _)| known == name) || constant(name).is_ok();
    let is_name = read_expression(name, &mut Faults::new(None, name))
        .is_some_and(|expr| matches!(expr.kind, ExprKind::Name(_)));
    if is_known || !is_name {
        let why = if is_known {
            "has a meaning already"
        } else {
            "is no name"
        };
        faults.push(Fault::without_place(format!("`{name}` {why}")).help(help));
        return faults.finish(None);
    }
    Ok((name.to_owned(), value))
}

/// The natural number that an expression in `+ - * ^ ( )` stands for, such as `10^100+7`.
///
/// ```
/// assert_eq!(lang::number("2^10 - 24")?, 1000u32);
/// assert!(lang::number("10^10^10").is_err());
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn number(text: &str) -> Result<Natural, Diagnostics> {
    let mut faults = Faults::new(None, text);
    if text.trim().is_empty() {
        let fault = Fault::without_place("a number is missing");
        faults.push(fault.help("write a natural number such as `7` or `10^100+7`"));
    }
    if !faults.is_empty() {
        return faults.finish(None);
    }
    let expr = read_expression(text, &mut faults);
    let value = expr.filter(|_| faults.is_empty()).map(|expr| {
        Evaluation {
            bits_left: 4 * MOST_BITS,
        }
        .natural(&expr)
    });
    finished(value, faults)
}

/// An expression in which only these names and constants occur, and the variables of the sets in it.
fn lone(text: &str, variables: &[&str], faults: &mut Faults) -> Option<(Expr, Symbols<'static>)> {
    if text.len() > LONGEST_FILE {
        faults.push(Fault::without_place(format!(
            "this is longer than the {LONGEST_FILE} bytes allowed"
        )));
        return None;
    }
    let expr = read_expression(text, faults)?;
    let mut symbols = Symbols::default();
    symbols.comprehensions = check_term(&expr, variables, faults);
    Some((expr, symbols)).filter(|_| faults.is_empty())
}

fn finished<T>(value: Option<Lowered<T>>, mut faults: Faults) -> Result<T, Diagnostics> {
    match value {
        Some(Ok(value)) => faults.finish(Some(value)),
        Some(Err(fault)) => {
            faults.push(fault);
            faults.finish(None)
        }
        None => faults.finish(None),
    }
}

/// The evaluation of one number, with what it may still cost.
struct Evaluation {
    bits_left: u64,
}

impl Evaluation {
    fn natural(&mut self, expr: &Expr) -> Lowered<Natural> {
        let value = self.integer(expr)?;
        to_natural(&value).ok_or_else(|| {
            let fault = Fault::new(expr.span, "this number is negative", "below 0");
            fault.help("only 0, 1, 2, … are allowed")
        })
    }

    fn integer(&mut self, expr: &Expr) -> Lowered<Integer> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(Integer::from(value.clone())),
            ExprKind::Sum(parts) => {
                let mut sum = Integer::from(0);
                for (sign, part) in parts {
                    let value = self.integer(part)?;
                    self.spend(bits(&sum).max(bits(&value)), expr)?;
                    match sign {
                        AddOp::Plus => sum += value,
                        AddOp::Minus => sum -= value,
                    }
                }
                Ok(sum)
            }
            ExprKind::Product(first, rest) => {
                let mut product = self.integer(first)?;
                for (factor, operand) in rest {
                    if *factor == MulOp::Over {
                        return Err(foreign(expr, "a quotient"));
                    }
                    let value = self.integer(operand)?;
                    self.spend(bits(&product) + bits(&value), expr)?;
                    product *= value;
                }
                Ok(product)
            }
            ExprKind::Power(base, exponent) => {
                let base = self.integer(base)?;
                let exponent = self.natural(exponent)?;
                self.power(base, &exponent, expr)
            }
            ExprKind::Decimal(_) => Err(Fault::new(
                expr.span,
                "this is not a whole number",
                "has a decimal point",
            )),
            ExprKind::Name(name) => {
                Err(
                    Fault::new(expr.span, format!("`{name}` is not a number"), "a word")
                        .help(WRITE),
                )
            }
            _ => Err(foreign(expr, "this")),
        }
    }

    fn power(&mut self, base: Integer, exponent: &Natural, expr: &Expr) -> Lowered<Integer> {
        if *exponent == 0u32 || base == 1 {
            return Ok(Integer::from(1));
        }
        if base == 0 {
            return Ok(base);
        }
        if base == -1 {
            return Ok(Integer::from(if exponent.even() { 1 } else { -1 }));
        }
        let exponent = u64::try_from(exponent).unwrap_or(u64::MAX);
        self.spend((bits(&base) - 1).saturating_mul(exponent), expr)?;
        Ok(base.pow(exponent))
    }

    /// Refuses a result of so many binary digits if it is too long, or if too much has been computed.
    fn spend(&mut self, bits: u64, expr: &Expr) -> Lowered<()> {
        if bits > MOST_BITS {
            let fault = Fault::new(
                expr.span,
                "this number is too large",
                "more than 10^8 decimal digits",
            );
            return Err(fault.help("numbers may have up to 10^8 decimal digits"));
        }
        // Small steps are free, so that only their number, which the text bounds, limits them.
        match self.bits_left.checked_sub(bits / 64 * 64) {
            Some(left) => self.bits_left = left,
            None => {
                return Err(Fault::new(
                    expr.span,
                    "this number is too long to compute",
                    "too many large numbers",
                ));
            }
        }
        Ok(())
    }
}

const WRITE: &str = "write a natural number such as `7` or `10^100+7`, with `+ - * ^ ( )` only";

fn foreign(expr: &Expr, what: &str) -> Fault {
    Fault::new(
        expr.span,
        format!("{what} cannot stand in a number"),
        "not allowed here",
    )
    .help(WRITE)
}
