//! Small values of the leading variables of a sentence, before anything dear.
//!
//! `forall a, b: …` is false if its body is false for some small numbers, and `exists a, b: …` is true if it is true
//! for some. The numbers are tried by their sum and lexicographically, so the first that refute a sentence are
//! its smallest counterexample. A body that is settled neither by evaluation nor with small automata is left to the general way.

use std::cell::Cell;

use numeration::natural::{Integer, Natural};

use crate::compile::Compiler;
use crate::decide::{DecideError, Gauge, Truth};
use crate::evaluate::{Assignment, EvaluationError, Evaluator};
use crate::formula::Formula;
use crate::lower::{Expression, Ir, TrackLowering};
use crate::term::Variable;

/// How many tuples of numbers are tried.
const TUPLES: usize = 48;

/// The steps that the evaluation of one of them may take.
const STEPS: u64 = 2_000;

/// How many of them may need an automaton.
const COMPILED: usize = 6;

/// The nodes that such an automaton may have.
const NODES: usize = 2_000;

/// What small values of its leading variables, all of one kind, say about a sentence.
pub(crate) fn small_values(
    sentence: &Formula,
    lowering: &TrackLowering<'_>,
    compiler: &Compiler<'_>,
    gauge: &Gauge<'_>,
) -> Result<Option<Truth>, DecideError> {
    let (positive, quantified) = without_not(sentence);
    let (every, variables, body) = leading(quantified);
    if variables.is_empty() {
        return Ok(None);
    }
    let compiled = Cell::new(0);
    let tuples = (0..).flat_map(|sum| of_sum(variables.len(), sum));
    for tuple in tuples.take(TUPLES) {
        let mut values = lowering.clone();
        for (variable, &number) in variables.iter().zip(&tuple) {
            values = values.with(variable, Expression::constant(number));
        }
        let by_automata = || match values.formula(body, !every)? {
            Ir::Constant(truth) => Ok(Some(truth)),
            _ if compiled.replace(compiled.get() + 1) == COMPILED => Ok(None),
            ir => Ok(Some(!compiler.compile(&ir)?.is_empty())),
        };
        let settled = match evaluated(body, &variables, &tuple, gauge)? {
            Some(truth) => Ok(Some(Some(truth != every))),
            None => gauge.attempt(NODES, by_automata),
        };
        let settled = match settled {
            Ok(settled) => settled.flatten(),
            Err(stopped @ DecideError::Stopped(_)) => return Err(stopped),
            // Whatever else is wrong with the sentence, the general way says it.
            Err(_) => None,
        };
        match settled {
            Some(true) if every && positive => {
                let numbers = tuple.iter().map(|&n| Natural::from(n.unsigned_abs()));
                let variables = variables.into_iter().cloned();
                return Ok(Some(Truth::False(variables.zip(numbers).collect())));
            }
            Some(true) if every != positive => return Ok(Some(Truth::True)),
            Some(true) => return Ok(Some(Truth::False(Vec::new()))),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// Is the body true for these numbers, if a short evaluation tells?
fn evaluated(
    body: &Formula,
    variables: &[&Variable],
    tuple: &[i64],
    gauge: &Gauge<'_>,
) -> Result<Option<bool>, DecideError> {
    let mut known = Assignment::new();
    for (variable, number) in variables.iter().zip(tuple) {
        known.set(variable, Integer::from(*number));
    }
    let evaluator = Evaluator::new(gauge).with_limit(STEPS);
    match evaluator.holds(body, &known) {
        Ok(truth) => Ok(Some(truth)),
        Err(EvaluationError::Stopped(stopped)) => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

/// The sentence, or what it is the negation of, and which of them it is.
fn without_not(sentence: &Formula) -> (bool, &Formula) {
    let (mut positive, mut body) = (true, sentence.unnamed());
    while let Formula::Not(inner) = body {
        (positive, body) = (!positive, inner.unnamed());
    }
    (positive, body)
}

/// The variables that a sentence begins with, whether they are bound by `forall`, and what follows them.
fn leading(sentence: &Formula) -> (bool, Vec<&Variable>, &Formula) {
    let mut body = sentence;
    let every = matches!(body, Formula::Forall(..));
    let mut variables = Vec::new();
    loop {
        body = match (body, every) {
            (Formula::Forall(variable, inner), true)
            | (Formula::Exists(variable, inner), false) => {
                variables.push(variable);
                inner.unnamed()
            }
            _ => return (every, variables, body),
        };
    }
}

/// The tuples of so many numbers with this sum, in lexicographic order.
fn of_sum(length: usize, sum: i64) -> Vec<Vec<i64>> {
    let mut begun = vec![(Vec::with_capacity(length), sum)];
    for _ in 1..length {
        begun = begun
            .into_iter()
            .flat_map(|(tuple, rest)| {
                (0..=rest)
                    .map(move |number| ([tuple.as_slice(), &[number]].concat(), rest - number))
            })
            .collect();
    }
    begun
        .into_iter()
        .map(|(tuple, rest)| [tuple.as_slice(), &[rest]].concat())
        .collect()
}
