//! `takeaway represent N --system SYS`: the digits of a number, and back.

use clap::{Args, ValueEnum};
use lab::{NumberOrDigits, RepresentAnswer, RepresentRequest, Shift, Written};

use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// The digits of a number in a numeration system, and back
///
/// Systems: zeckendorf; ternary-u, the system of the Frankenstein game (basis 1, 3, 8, 21, …); base:2; p:7/4 and
/// q:7/4, the numerators and denominators of the convergents of a constant (p:phi, q:sqrt(2), p:pi);
/// recurrence:2,1 with the basis u_n = 2u_(n-1) + u_(n-2). The words of the rules language name the same systems: binary,
/// base(2), p(7/4), ternary_u, recurrence(2, 1). Digits that no number has are answered with the reason;
/// the exit code is 1 then.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway represent 41 --system ternary-u
  takeaway represent 10^100+7 --system zeckendorf --shift left
  takeaway represent --digits 1211 --system ternary-u
  takeaway represent @number.txt --system p:7/4 --json")]
pub(crate) struct RepresentArgs {
    /// The number, such as 41, 10^100+7 or @FILE
    #[arg(value_name = "N", required_unless_present = "digits")]
    number: Option<String>,
    /// The numeration system
    #[arg(long, value_name = "SYS")]
    system: String,
    /// Show the number with a 0 appended to its digits, or with its last digit dropped
    #[arg(long, value_enum)]
    shift: Option<ShiftArg>,
    /// Find the number of these digits, such as 1211, or (1,12,0) if some are above 9
    #[arg(
        long,
        value_name = "DIGITS",
        conflicts_with = "number",
        allow_hyphen_values = true
    )]
    digits: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum ShiftArg {
    /// Append a 0
    Left,
    /// Drop the last digit, and say which it was
    Right,
}

impl RepresentArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let given = match (&self.number, &self.digits) {
            (_, Some(digits)) => NumberOrDigits::digits(&files::pile(digits.trim())?)?,
            (Some(number), None) => NumberOrDigits::Number(files::number(number)?),
            (None, None) => return Err(Failure::input("type a number, or --digits")),
        };
        let answer = desk.ask(&RepresentRequest {
            system: self.system.clone(),
            given,
            shift: self.shift.map(Into::into),
        })?;
        if desk.json() {
            desk.write_json(&answer)?;
        } else {
            self.write_text(desk, &answer)?;
        }
        let no = answer.refused.is_some() || matches!(answer.shifted, Some(Err(_)));
        Ok(if no { Exit::No } else { Exit::Yes })
    }

    fn write_text(
        &self,
        desk: &mut CommandContext<'_>,
        answer: &RepresentAnswer,
    ) -> Result<(), Failure> {
        if let Some((digits, reason)) = &answer.refused {
            let digits = desk.digits(digits);
            writeln!(
                desk.out(),
                "{digits} is not the representation of a number in {}: {reason}",
                answer.system
            )?;
        }
        let Some(written) = &answer.written else {
            return Ok(());
        };
        let (number, digits) = (desk.number(&written.number), desk.digits(&written.digits));
        match (&answer.refused, &self.digits) {
            (Some(_), _) => writeln!(
                desk.out(),
                "it would add up to {number}, whose digits are {digits}"
            )?,
            (None, Some(_)) => writeln!(desk.out(), "{digits} is {number} in {}", answer.system)?,
            (None, None) => writeln!(desk.out(), "{number} is {digits} in {}", answer.system)?,
        }
        if !answer.basis.is_empty() {
            writeln!(desk.out(), "{number} = {}", sum(answer, written))?;
        }
        match &answer.shifted {
            Some(Ok(shifted)) => {
                let Written { number, digits } = &shifted.written;
                let (number, digits) = (desk.number(number), desk.digits(digits));
                let note = if shifted.admissible {
                    ""
                } else {
                    ", though these are not its digits"
                };
                let dropped = match &shifted.dropped {
                    Some(digit) => format!("; the last digit, {digit}, is dropped"),
                    None => String::new(),
                };
                writeln!(
                    desk.out(),
                    "shifted: {digits} adds up to {number}{note}{dropped}"
                )?;
            }
            Some(Err(reason)) => writeln!(desk.out(), "not shifted: {reason}")?,
            None => {}
        }
        Ok(())
    }
}

/// The digits with what they stand for: `1*21 + 2*8 + 1*3 + 1*1`.
fn sum(answer: &RepresentAnswer, written: &Written) -> String {
    let mut parts: Vec<String> = written
        .digits
        .digits()
        .zip(&answer.basis)
        .filter(|(digit, _)| *digit != 0)
        .map(|(digit, unit)| format!("{digit}*{unit}"))
        .collect();
    parts.reverse();
    parts.join(" + ")
}

impl From<ShiftArg> for Shift {
    fn from(shift: ShiftArg) -> Self {
        match shift {
            ShiftArg::Left => Self::Left,
            ShiftArg::Right => Self::Right,
        }
    }
}
