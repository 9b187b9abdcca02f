//! What the digits of numbers say about a condition: a part of [explaining](crate::explain).

use numeration::abbreviated::abbreviated_integer;
use numeration::named::NamedSystem;
use numeration::natural::{Integer, Natural};

use crate::digits::{ConditionKind, DigitCondition, Pattern};
use crate::evaluate::Assignment;
use crate::explain::{Explainer, Reasons, Text, formula_text};
use crate::term::Term;

impl Explainer<'_> {
    /// Why a condition on digits is false.
    pub(crate) fn digits_fail(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        known: &Assignment,
    ) -> Text {
        match &condition.kind {
            ConditionKind::Matches(pattern) => {
                let seen = self.written(terms, condition, known)?;
                let does = self.in_words(terms, condition, pattern, known)?;
                Ok(format!("{seen}, which do not {does}"))
            }
            ConditionKind::Automaton(file, _) => {
                let seen = self.written(terms, condition, known)?;
                Ok(format!(
                    "{seen}, which the automaton \"{file}\" does not accept"
                ))
            }
            ConditionKind::EveryPlace(places) => {
                let numbers = self.evaluator.naturals(terms, known)?;
                let failing = condition.failing_place(&numbers, self.evaluator)?;
                let Some((place, digits)) = failing else {
                    return Ok(formula_text(places.body()));
                };
                let reasons = self.failures(places.body(), &places.at(&digits))?;
                Ok(format!(
                    "in place {place} {} has the {}: {}",
                    self.tuple(terms, known)?,
                    digits_named(&condition.system, &digits),
                    reasons.join(" and ")
                ))
            }
        }
    }

    /// What makes a condition on digits true.
    pub(crate) fn digits_hold(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        known: &Assignment,
    ) -> Text {
        match &condition.kind {
            ConditionKind::Matches(pattern) => {
                let seen = self.written(terms, condition, known)?;
                let does = self.in_words(terms, condition, pattern, known)?;
                Ok(format!("{seen}, which {does}"))
            }
            ConditionKind::Automaton(file, _) => {
                let seen = self.written(terms, condition, known)?;
                Ok(format!("{seen}, which the automaton \"{file}\" accepts"))
            }
            ConditionKind::EveryPlace(places) => Ok(format!(
                "in every place of {} in {}: {}",
                self.tuple(terms, known)?,
                condition.system,
                formula_text(places.body())
            )),
        }
    }

    /// What is true and must not be.
    pub(crate) fn digits_must_not(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        known: &Assignment,
    ) -> Reasons {
        let facts = self.digits_hold(terms, condition, known)?;
        Ok(vec![match &condition.kind {
            ConditionKind::Matches(_) | ConditionKind::Automaton(..) => {
                format!("{facts}, and must not")
            }
            ConditionKind::EveryPlace(_) => format!("it must not be that {facts}"),
        }])
    }

    /// What digits do that match a pattern, in words where there are some and the number is positive.
    fn in_words(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        pattern: &Pattern,
        known: &Assignment,
    ) -> Text {
        let numbers = self.evaluator.naturals(terms, known)?;
        let words = pattern.said(condition.system.largest_digit());
        let words = words.filter(|_| numbers.iter().all(|number| *number != 0));
        Ok(words.map_or_else(|| format!("match {pattern}"), str::to_owned))
    }

    /// What an automaton says of the digits of a tuple: `the digits in zeckendorf are 10, 100, which …`
    pub(crate) fn automaton_says(
        &self,
        terms: &[Term],
        condition: &DigitCondition,
        known: &Assignment,
        accepted: bool,
    ) -> Text {
        let words = self.words(terms, condition, known)?;
        let digits = match condition.system.to_string().as_str() {
            "binary" => format!("the binary digits are {words}"),
            name => format!("the digits in {name} are {words}"),
        };
        let says = if accepted {
            "accepts"
        } else {
            "does not accept"
        };
        let file = match &condition.kind {
            ConditionKind::Automaton(file, _) => format!(" \"{file}\""),
            _ => String::new(),
        };
        Ok(format!("{digits}, which the automaton{file} {says}"))
    }

    /// The digits of some numbers.
    fn words(&self, terms: &[Term], condition: &DigitCondition, known: &Assignment) -> Text {
        let mut words = Vec::with_capacity(terms.len());
        for number in self.evaluator.naturals(terms, known)? {
            words.push(condition.digits(&number, self.evaluator)?.brief());
        }
        Ok(words.join(", "))
    }

    /// `the binary digits of x = 12 are 1100`
    fn written(&self, terms: &[Term], condition: &DigitCondition, known: &Assignment) -> Text {
        let words = self.words(terms, condition, known)?;
        let system = &condition.system;
        Ok(match system.to_string().as_str() {
            "binary" => format!(
                "the binary digits of {} are {}",
                self.tuple(terms, known)?,
                words
            ),
            name => format!(
                "the digits of {} in {name} are {}",
                self.tuple(terms, known)?,
                words
            ),
        })
    }
}

/// `binary digits (1, 0, 1)`
fn digits_named(system: &NamedSystem, digits: &[Natural]) -> String {
    let shown = digits
        .iter()
        .map(|digit| abbreviated_integer(&Integer::from(digit)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let noun = if digits.len() == 1 { "digit" } else { "digits" };
    let shown = if digits.len() == 1 {
        shown
    } else {
        format!("({shown})")
    };
    match system.to_string().as_str() {
        "binary" => format!("binary {noun} {shown}"),
        name => format!("{noun} {shown} in {name}"),
    }
}
