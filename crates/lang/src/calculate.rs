//! Expressions that stand alone, as on a command line: a constant, a term in `n`, a natural number.

use logic::Term;
use numeration::natural::{Integer, Natural, bits, to_natural};
use numeration::real::Real;

use crate::ast::{Expr, ExprKind, Factor, Sign};
use crate::diagnostic::{Diagnostics, Fault, Faults};
use crate::lower::{Lowered, Lowering};
use crate::parse::{LONGEST_FILE, read_expression};
use crate::resolve::{Symbols, check_term};

/// No number may have more binary digits than this: about 10^8 decimal ones.
const MOST_BITS: u64 = 332_192_810;

/// The value of a constant expression, such as `2+sqrt(2)`.
///
/// ```
/// assert_eq!(lang::constant("phi^2 - phi")?.to_string(), "1");
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn constant(text: &str) -> Result<Real, Diagnostics> {
    let mut faults = Faults::new(None, text);
    let value = lone(text, &[], &mut faults)
        .map(|expr| Lowering::new(&Symbols::default()).lone_constant(&expr));
    finished(value, faults)
}

/// A term in the variable `n`, which has the number 0, such as `floor(n*phi^2)`.
///
/// ```
/// assert!(matches!(lang::term("floor(n*phi^2)")?, logic::Term::Floor(_)));
/// # Ok::<(), lang::Diagnostics>(())
/// ```
pub fn term(text: &str) -> Result<Term, Diagnostics> {
    let mut faults = Faults::new(None, text);
    let value = lone(text, &["n"], &mut faults)
        .map(|expr| Lowering::new(&Symbols::default()).lone_term(&expr, "n"));
    finished(value, faults)
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
    let value = expr
        .filter(|_| faults.is_empty())
        .map(|expr| natural(&expr));
    finished(value, faults)
}

/// An expression in which only these names and constants occur.
fn lone(text: &str, variables: &[&str], faults: &mut Faults) -> Option<Expr> {
    if text.len() > LONGEST_FILE {
        faults.push(Fault::without_place(format!(
            "this is longer than the {LONGEST_FILE} bytes allowed"
        )));
        return None;
    }
    let expr = read_expression(text, faults)?;
    check_term(&expr, variables, faults);
    Some(expr).filter(|_| faults.is_empty())
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

fn natural(expr: &Expr) -> Lowered<Natural> {
    let value = integer(expr)?;
    to_natural(&value).ok_or_else(|| {
        let fault = Fault::new(expr.span, "this number is negative", "below 0");
        fault.help("a pile has 0 or more tokens")
    })
}

fn integer(expr: &Expr) -> Lowered<Integer> {
    match &expr.kind {
        ExprKind::Number(value) => Ok(Integer::from(value.clone())),
        ExprKind::Sum(parts) => {
            let mut sum = Integer::from(0);
            for (sign, part) in parts {
                let value = integer(part)?;
                match sign {
                    Sign::Plus => sum += value,
                    Sign::Minus => sum -= value,
                }
            }
            bounded(bits(&sum), expr)?;
            Ok(sum)
        }
        ExprKind::Product(first, rest) => {
            let mut product = integer(first)?;
            for (factor, operand) in rest {
                if *factor == Factor::Over {
                    return Err(foreign(expr, "a quotient"));
                }
                let value = integer(operand)?;
                bounded(bits(&product) + bits(&value), expr)?;
                product *= value;
            }
            Ok(product)
        }
        ExprKind::Power(base, exponent) => power(integer(base)?, natural(exponent)?, expr),
        ExprKind::Decimal(_) => Err(Fault::new(
            expr.span,
            "this is not a whole number",
            "has a decimal point",
        )),
        ExprKind::Name(name) => {
            Err(Fault::new(expr.span, format!("`{name}` is not a number"), "a word").help(WRITE))
        }
        _ => Err(foreign(expr, "this")),
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

fn power(base: Integer, exponent: Natural, expr: &Expr) -> Lowered<Integer> {
    if exponent == 0u32 || base == 1 {
        return Ok(Integer::from(1));
    }
    if base == 0 {
        return Ok(base);
    }
    if base == -1 {
        let even = &exponent % Natural::from(2u32) == 0u32;
        return Ok(Integer::from(if even { 1 } else { -1 }));
    }
    let exponent = u64::try_from(&exponent).unwrap_or(u64::MAX);
    bounded((bits(&base) - 1).saturating_mul(exponent), expr)?;
    Ok(pow(base, exponent))
}

fn pow(base: Integer, exponent: u64) -> Integer {
    use numeration::natural::num::arithmetic::traits::Pow;
    base.pow(exponent)
}

fn bounded(bits: u64, expr: &Expr) -> Lowered<()> {
    if bits <= MOST_BITS {
        return Ok(());
    }
    let fault = Fault::new(
        expr.span,
        "this number is too large",
        "more than 10^8 decimal digits",
    );
    Err(fault.help("numbers may have up to 10^8 decimal digits"))
}
