//! Sequences floor(n*A+G) as they are typed, and as they are written in the rules language.

use knowledge::split_at_commas;
use numeration::beatty::Beatty;

use crate::LabError;

/// The sequences floor(n*A+G) that are typed as `A,G`, or `A` alone.
///
/// # Errors
/// If some cannot be read, with the faults of all of them.
pub fn beatty_sequences(texts: &[String]) -> Result<Vec<Beatty>, LabError> {
    let (mut sequences, mut faults) = (Vec::new(), Vec::new());
    for text in texts {
        match sequence(text) {
            Ok(sequence) => sequences.push(sequence),
            Err(LabError::Faults(some)) => faults.extend(some),
            Err(other) => return Err(other),
        }
    }
    if faults.is_empty() {
        Ok(sequences)
    } else {
        Err(LabError::Faults(faults))
    }
}

/// The sequence that is typed as `A,G` or `A`.
fn sequence(text: &str) -> Result<Beatty, LabError> {
    let (alpha, gamma) = match split_at_commas(text).as_slice() {
        [alpha] => (*alpha, "0"),
        [alpha, gamma] => (*alpha, *gamma),
        _ => {
            return Err(LabError::input(format!(
                "`{text}` is no sequence; type A,G for floor(n*A+G), such as 7/2,-1"
            )));
        }
    };
    let constants = [alpha, gamma].map(|text| lang::constant(text.trim()));
    let [alpha, gamma] = match constants {
        [Ok(alpha), Ok(gamma)] => [alpha, gamma],
        other => {
            return Err(LabError::Faults(
                other.into_iter().filter_map(Result::err).collect(),
            ));
        }
    };
    Beatty::new(alpha, gamma).map_err(|error| LabError::input(error.to_string()))
}

/// A sequence as a term, such as `floor(n*7/2 - 1)`.
pub fn beatty_formula(sequence: &Beatty) -> String {
    let alpha = sequence.alpha().to_string();
    let alpha = if alpha.contains(['+', '-']) {
        format!("({alpha})")
    } else {
        alpha
    };
    let gamma = sequence.gamma();
    let shift = gamma.to_string();
    match shift.strip_prefix('-') {
        Some(positive) if gamma.as_rational().is_some() => format!("floor(n*{alpha} - {positive})"),
        Some(_) => format!("floor(n*{alpha} + ({shift}))"),
        None if shift == "0" => format!("floor(n*{alpha})"),
        None => format!("floor(n*{alpha} + {shift})"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn formulas_are_read_back() {
        for (text, expected) in [
            ("7/2,-1", "floor(n*7/2 - 1)"),
            ("7/4", "floor(n*7/4)"),
            ("2+sqrt(2),1/2", "floor(n*(2+sqrt(2)) + 1/2)"),
        ] {
            assert_eq!(beatty_formula(&sequence(text).unwrap()), expected);
            assert!(lang::term(expected).is_ok());
        }
    }
}
