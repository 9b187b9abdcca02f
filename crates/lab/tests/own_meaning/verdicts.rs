//! What `prove` says of claims, and its counterexamples, against the plain evaluator.
//!
//! The plain evaluator decides nothing for all positions. But what is proved must be true as far as it can look, what is
//! refuted must be false at the counterexample, and nothing smaller may be one.

use proof::{Claim, ClaimOutcome, Counterexample};

use super::compare::{Case, Checked, number, numbers, patience, same};
use super::meaning::evaluate::Place;
use super::meaning::table::Table;
use super::meaning::tree::*;

/// The steps that a proof may take.
const STEPS: u64 = 20_000;

/// Kinds of counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    PPositions,
    NotAPosition,
    NimValues,
    Sentence,
    /// A sentence that is refuted without values of its variables.
    WithoutValues,
}

/// Fails if something smaller than a counterexample is one too.
fn smallest<T: PartialEq + std::fmt::Debug>(kind: Kind, found: T, meant: Option<T>) -> Checked {
    match meant {
        Some(meant) => same(
            || format!("the smallest counterexample ({kind:?})"),
            found,
            meant,
        ),
        None => Ok(()),
    }
}

/// Checks every claim of a game.
pub(crate) fn check(case: &Case<'_>) -> Checked {
    for claim in proof::claims(&case.spec) {
        let report = proof::prove_claim(&case.spec, claim, &patience(STEPS, 16 << 20));
        let checked = match claim {
            Claim::PPositions => p_positions(case, false, &report.outcome),
            Claim::MiserePPositions => p_positions(case, true, &report.outcome),
            Claim::NimValues => nim_values(case, &report.outcome),
            Claim::Theorem(index) => theorem(case, &case.game.theorems[index], &report.outcome),
        };
        checked.map_err(|reason| format!("{}: {reason}\n{:?}", report.name, report.outcome))?;
    }
    Ok(())
}

/// Positions by their sums, then in the order of the alphabet, up to a sum; not more than a few thousand.
fn up_to(game: &Game, sum: i128) -> Option<Vec<Vec<i128>>> {
    let count = game.piles.count;
    let mut all: Vec<Vec<i128>> = tuples(count, sum)?;
    all.retain(|piles| game.is_position(piles));
    Some(all)
}

/// All tuples by their sums, then in the order of the alphabet, up to a sum; not more than a few thousand.
fn tuples(count: usize, sum: i128) -> Option<Vec<Vec<i128>>> {
    let mut all: Vec<Vec<i128>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for front in &all {
            let left = sum - front.iter().sum::<i128>();
            longer.extend((0..=left).map(|last| [front.as_slice(), &[last]].concat()));
            if longer.len() > 4000 {
                return None;
            }
        }
        all = longer;
    }
    all.sort_by_key(|tuple| (tuple.iter().sum::<i128>(), tuple.clone()));
    Some(all)
}

fn claimed(game: &Game, misere: bool, piles: &[i128]) -> bool {
    match if misere { &game.misere } else { &game.p } {
        Some(PClaim::Set(set)) => game.contains(set, piles, &Place::default()),
        Some(PClaim::When(formula)) => {
            game.is_position(piles) && game.holds(formula, &Place::position(piles))
        }
        None => false,
    }
}

fn p_positions(case: &Case<'_>, misere: bool, outcome: &ClaimOutcome) -> Checked {
    let game = case.game;
    let fails = |piles: &[i128]| {
        let options = game.options(piles);
        let lost = options.iter().filter(|(to, _)| claimed(game, misere, to));
        let wins = lost.count() > game.blocking || misere && options.is_empty();
        claimed(game, misere, piles) == wins
    };
    let counterexample = match outcome {
        ClaimOutcome::Proved => {
            let wrong = case
                .table
                .positions
                .iter()
                .find(|piles| claimed(game, misere, piles) != case.table.is_p(piles, misere));
            return same(|| "proved, and wrong at".to_owned(), wrong, None);
        }
        ClaimOutcome::Refuted(counterexample) => counterexample,
        ClaimOutcome::HoldsUpTo(_) => {
            return Err("compared, where a proof was asked for".to_owned());
        }
        ClaimOutcome::NoPeriod(why) => return Err(format!("no heap splits here: {why}")),
        ClaimOutcome::Stopped(_) | ClaimOutcome::Undecided(_) | ClaimOutcome::Open { .. } => {
            return Ok(());
        }
    };
    let position = match counterexample {
        Counterexample::NotAPosition { values } => {
            let values: Vec<(String, i128)> = values
                .iter()
                .map(|(name, value)| (name.clone(), number(value)))
                .collect();
            return not_a_position(game, misere, &values);
        }
        Counterexample::MoveInside { from, to, kind } => {
            let from = numbers(from);
            let inside = |to: &[i128]| claimed(game, misere, to);
            let options = game.options(&from);
            let leads = options.iter().any(|(option, kinds)| {
                *option == numbers(to)
                    && inside(option)
                    && kinds.iter().any(|other| **other == **kind)
            });
            same(
                || format!("{kind} leads from {from:?} to {to:?}, both claimed"),
                claimed(game, misere, &from) && leads,
                true,
            )?;
            from
        }
        Counterexample::NoMoveInto { position } | Counterexample::EndInside { position } => {
            numbers(position)
        }
        Counterexample::TooManyInside {
            from: position,
            options,
            ..
        }
        | Counterexample::TooFewInto {
            position, options, ..
        } => {
            let position = numbers(position);
            let all = game.options(&position);
            let lost = all.iter().filter(|(to, _)| claimed(game, misere, to));
            let mut meant: Vec<Vec<i128>> = lost.map(|(to, _)| to.clone()).collect();
            meant.sort_by_key(|to| (to.iter().sum::<i128>(), to.clone()));
            let found: Vec<Vec<i128>> = options.iter().map(numbers).collect();
            same(|| format!("claimed options of {position:?}"), found, meant)?;
            position
        }
        other => return Err(format!("not about P-positions: {other}")),
    };
    same(
        || format!("the claim fails at {position:?}"),
        fails(&position),
        true,
    )?;
    let smaller = up_to(game, position.iter().sum());
    let first = smaller.and_then(|all| all.into_iter().find(|piles| fails(piles)));
    smallest(Kind::PPositions, position, first)
}

/// The sets `{ … | … }` and single tuples of which a claim is made.
fn pieces<'a>(game: &'a Game, set: &'a Set) -> Vec<&'a Part> {
    let named = |part: &'a Part| match part {
        Part::Named(name) => {
            let (_, set) = game
                .sets
                .iter()
                .find(|(other, _)| other == name)
                .expect("a set");
            pieces(game, set)
        }
        other => vec![other],
    };
    set.iter().flat_map(named).collect()
}

/// Is some member of the claimed set with these values of its variables no position?
fn strange(game: &Game, part: &Part, values: &[(String, i128)]) -> bool {
    let no_position =
        |tuple: &[i128]| tuple.iter().any(|value| *value < 0) || !game.is_position(tuple);
    match part {
        Part::Elements(elements) if values.is_empty() => elements.iter().any(|element| {
            let tuple = element
                .iter()
                .map(|term| game.value(term, &Place::default()));
            no_position(&tuple.collect::<Vec<_>>())
        }),
        Part::Of(set) if set.variables.len() == values.len() => {
            let mut place = Place::default();
            for (name, value) in values {
                let Some(bound) = set.variables.iter().find(|bound| bound.name == *name) else {
                    return false;
                };
                let most = bound
                    .most
                    .as_ref()
                    .map(|most| game.value(most, &Place::default()));
                if *value < bound.least || most.is_some_and(|most| *value > most) {
                    return false;
                }
                place = place.with(name, *value);
            }
            let tuple: Vec<i128> = set
                .element
                .iter()
                .map(|entry| game.entry(entry, &place))
                .collect();
            no_position(&tuple)
                && set
                    .conditions
                    .iter()
                    .all(|condition| game.holds(condition, &place))
        }
        _ => false,
    }
}

fn not_a_position(game: &Game, misere: bool, values: &[(String, i128)]) -> Checked {
    let Some(PClaim::Set(set)) = (if misere { &game.misere } else { &game.p }) else {
        return Err("a claim by a condition has positions only".into());
    };
    let parts = pieces(game, set);
    let real = parts.iter().any(|part| strange(game, part, values));
    same(|| format!("no position for {values:?}"), real, true)?;
    // Of the sets with these variables, since values of other variables cannot be compared with these.
    let sum: i128 = values.iter().map(|(_, value)| value).sum();
    let named = |tuple: Vec<i128>| -> Vec<(String, i128)> {
        let names = values.iter().map(|(name, _)| name.clone());
        names.zip(tuple).collect()
    };
    let smaller = tuples(values.len(), sum).unwrap_or_default();
    let mut smaller = smaller.into_iter().map(named);
    let first = smaller.find(|tuple| parts.iter().any(|part| strange(game, part, tuple)));
    smallest(Kind::NotAPosition, values.to_vec(), first)
}

/// The values that are claimed for a position.
fn claimed_values(game: &Game, piles: &[i128]) -> Vec<i128> {
    let place = Place::position(piles);
    let claims = game.nim_values.iter();
    let speaking = claims.filter(|(condition, _)| {
        condition
            .as_ref()
            .is_none_or(|condition| game.holds(condition, &place))
    });
    speaking
        .map(|(_, value)| game.value(value, &place))
        .collect()
}

fn nim_values(case: &Case<'_>, outcome: &ClaimOutcome) -> Checked {
    let game = case.game;
    let wrong = |table: &Table, piles: &[i128]| {
        let claims = claimed_values(game, piles);
        claims.iter().any(|value| *value != table.value(piles))
    };
    let counterexample = match outcome {
        ClaimOutcome::Proved => {
            let mut positions = case.table.positions.iter();
            let wrong = positions.find(|piles| wrong(&case.table, piles));
            return same(|| "proved, and wrong at".to_owned(), wrong, None);
        }
        ClaimOutcome::Refuted(counterexample) => counterexample,
        ClaimOutcome::HoldsUpTo(_) => {
            return Err("compared, where a proof was asked for".to_owned());
        }
        ClaimOutcome::NoPeriod(why) => return Err(format!("no heap splits here: {why}")),
        ClaimOutcome::Stopped(_) | ClaimOutcome::Undecided(_) | ClaimOutcome::Open { .. } => {
            return Ok(());
        }
    };
    let position = match counterexample {
        Counterexample::SameValue { from: position, .. }
        | Counterexample::MissingValue { position, .. }
        | Counterexample::Unclear { position, .. } => numbers(position),
        other => return Err(format!("not about nim-values: {other}")),
    };
    // Whatever has no larger sum has no larger pile than that.
    let most = position.iter().sum();
    if most > 60 / game.piles.count as i128 {
        return Err(format!("too large to look at: {position:?}"));
    }
    let table = Table::new(game, most);
    let mut positions = table.positions.iter();
    let first = positions.find(|piles| wrong(&table, piles)).cloned();
    same(
        || format!("the value claimed for {position:?} is wrong"),
        wrong(&table, &position),
        true,
    )?;
    same(
        || format!("what is said of {position:?} is true: {counterexample}"),
        is_true(game, counterexample, &table),
        true,
    )?;
    smallest(Kind::NimValues, position, first)
}

/// Are the values that a counterexample to nim-values names the claimed ones and the true ones?
fn is_true(game: &Game, counterexample: &Counterexample, table: &Table) -> bool {
    let claims = |position: &[i128], value| claimed_values(game, position).contains(&value);
    match counterexample {
        Counterexample::SameValue {
            from,
            to,
            claimed,
            value,
        } => {
            let (from, claimed) = (numbers(from), number(claimed));
            let known = value.as_ref().map(number);
            let option = to.as_ref().map(numbers);
            claims(&from, claimed)
                && known.is_none_or(|value| value == table.value(&from))
                && option.is_none_or(|to| {
                    let mut options = game.options(&from).into_iter();
                    options.any(|(option, _)| option == to) && table.value(&to) == claimed
                })
        }
        Counterexample::MissingValue {
            position,
            claimed,
            value,
        } => {
            let (position, claimed) = (numbers(position), number(claimed));
            let value = number(value);
            claims(&position, claimed) && value < claimed && value == table.value(&position)
        }
        Counterexample::Unclear { position, .. } => {
            let own = claimed_values(game, &numbers(position));
            own.iter().any(|value| *value < 0 || *value != own[0])
        }
        _ => false,
    }
}

/// The variables of the quantifiers `forall` at the head of a sentence.
fn leading(formula: &Formula) -> Vec<String> {
    match formula {
        Formula::All {
            exists: false,
            names,
            body,
        }
        | Formula::Below {
            exists: false,
            names,
            body,
            ..
        } => names.iter().cloned().chain(leading(body)).collect(),
        Formula::Guarded {
            exists: false,
            name,
            body,
            ..
        } => [name.clone()].into_iter().chain(leading(body)).collect(),
        _ => Vec::new(),
    }
}

/// Does a sentence hold for these values of its leading variables?
fn holds_for<'a>(game: &'a Game, formula: &'a Formula, values: &[i128], place: &Place<'a>) -> bool {
    match formula {
        _ if values.is_empty() => game.holds(formula, place),
        Formula::All {
            exists: false,
            names,
            body,
        } => {
            let (place, rest) = given(names, values, place);
            holds_for(game, body, rest, &place)
        }
        Formula::Below {
            exists: false,
            names,
            strict,
            bound,
            body,
        } => {
            let end = game.value(bound, place) + i128::from(!strict);
            let (inner, rest) = given(names, values, place);
            values.iter().take(names.len()).any(|value| *value >= end)
                || holds_for(game, body, rest, &inner)
        }
        Formula::Guarded {
            exists: false,
            name,
            a,
            b,
            bound,
            body,
        } => {
            let allowed = a * values[0] + b <= game.value(bound, place);
            !allowed || holds_for(game, body, &values[1..], &place.with(name, values[0]))
        }
        other => game.holds(other, place),
    }
}

fn given<'a, 'v>(
    names: &'a [String],
    values: &'v [i128],
    place: &Place<'a>,
) -> (Place<'a>, &'v [i128]) {
    let mut place = place.clone();
    for (name, value) in names.iter().zip(values) {
        place = place.with(name, *value);
    }
    (place, &values[names.len().min(values.len())..])
}

fn theorem(case: &Case<'_>, sentence: &Formula, outcome: &ClaimOutcome) -> Checked {
    let game = case.game;
    let Formula::All {
        exists,
        names,
        body,
    } = sentence
    else {
        return Err("a theorem begins with a quantifier".into());
    };
    let most = if names.len() == 1 { 40 } else { 12 };
    let tuples_to = |sum| tuples(names.len(), sum).unwrap_or_default();
    let holds = |tuple: &Vec<i128>| game.holds(body, &given(names, tuple, &Place::default()).0);
    match (outcome, exists) {
        (ClaimOutcome::Stopped(_) | ClaimOutcome::Undecided(_) | ClaimOutcome::Open { .. }, _)
        | (ClaimOutcome::Proved, true) => Ok(()),
        (ClaimOutcome::Proved, false) => {
            let wrong = tuples_to(most).into_iter().find(|tuple| !holds(tuple));
            same(|| "proved, and false for".to_owned(), wrong, None)
        }
        (ClaimOutcome::Refuted(Counterexample::Values(_)), true) => {
            let right = tuples_to(most).into_iter().find(holds);
            same(|| "refuted, and true for".to_owned(), right, None)
        }
        (ClaimOutcome::Refuted(Counterexample::Values(values)), false) => {
            let names: Vec<String> = values.iter().map(|(name, _)| name.clone()).collect();
            let values: Vec<i128> = values.iter().map(|(_, value)| number(value)).collect();
            refuted(game, sentence, &names, &values, most)
        }
        (ClaimOutcome::HoldsUpTo(_), _) => Err("compared, where a proof was asked for".to_owned()),
        (ClaimOutcome::NoPeriod(why), _) => Err(format!("no heap splits here: {why}")),
        (ClaimOutcome::Refuted(other), _) => Err(format!("not about a sentence: {other}")),
    }
}

/// A sentence with `forall` in front is false for these values, and for none smaller.
fn refuted(
    game: &Game,
    sentence: &Formula,
    names: &[String],
    values: &[i128],
    most: i128,
) -> Checked {
    let place = Place::default();
    let leading = leading(sentence);
    if names.is_empty() {
        // No values are shown: the sentence must be false all the same.
        let all = tuples(leading.len(), most).unwrap_or_default();
        let first = all
            .into_iter()
            .find(|tuple| !holds_for(game, sentence, tuple, &place));
        return match first {
            Some(first) => smallest(Kind::WithoutValues, Vec::new(), Some(first)),
            None => Err("refuted without values, and true as far as was looked".into()),
        };
    }
    let known = names.len().min(leading.len());
    same(
        || "the variables".to_owned(),
        &names[..known],
        &leading[..known],
    )?;
    let false_here = !holds_for(game, sentence, &values[..known], &place);
    same(|| format!("false for {values:?}"), false_here, true)?;
    if known < names.len() {
        return Ok(());
    }
    let smaller = tuples(known, values.iter().sum());
    let first = smaller.and_then(|all| {
        all.into_iter()
            .find(|tuple| !holds_for(game, sentence, tuple, &place))
    });
    smallest(Kind::Sentence, values.to_vec(), first)
}
