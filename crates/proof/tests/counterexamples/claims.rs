//! What the prover says about made-up claims, held against the plain loop.

use logic::Unwatched;
use numeration::natural::Natural;
use proof::{Claim, ClaimOutcome, Counterexample, Report, compare, prove_claim};
use rules::position::Position;
use rules::spec::Spec;

use super::plain::{Game, Piles};
use super::text;
use super::tree::{Condition, Term};

/// Positions with up to so many tokens are always looked at.
const TOKENS: i64 = 9;

/// A counterexample with more tokens is compared with the plain loop up to this.
const MOST: i64 = 90;

/// How a claim came out.
pub(crate) enum Checked {
    Proved,
    Refuted,
    NotAPosition,
    Open,
}

#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    pub(crate) proved: usize,
    pub(crate) refuted: usize,
    pub(crate) not_positions: usize,
    pub(crate) open: usize,
}

impl Verdicts {
    pub(crate) fn count(&mut self, checked: &Checked) {
        match checked {
            Checked::Proved => self.proved += 1,
            Checked::Refuted => self.refuted += 1,
            Checked::NotAPosition => {
                self.refuted += 1;
                self.not_positions += 1;
            }
            Checked::Open => self.open += 1,
        }
    }
}

fn report(text: &str, claim: Claim) -> Report {
    let spec = lang::load(text, "made.game", &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let report = prove_claim(&spec, claim, &Unwatched);
    check_bounded(&spec, &report);
    report
}

/// Brute force up to a bound sees what the proof sees, as far as it goes.
fn check_bounded(spec: &Spec, proved: &Report) {
    const MAX: u32 = 9;
    let compared = compare(spec, proved.claim, MAX, &Unwatched).unwrap();
    let said = format!("{proved:?}, by brute force {compared:?}");
    match (&proved.outcome, &compared.outcome) {
        (ClaimOutcome::Refuted(one), ClaimOutcome::Refuted(other)) => {
            if is_within(one, MAX) {
                assert_eq!(one.to_string(), other.to_string(), "{said}");
            }
        }
        (ClaimOutcome::Refuted(one), ClaimOutcome::HoldsUpTo(MAX)) => {
            assert!(!is_within(one, MAX), "{said}");
        }
        (ClaimOutcome::Proved | ClaimOutcome::Open { .. }, outcome) => {
            assert_eq!(*outcome, ClaimOutcome::HoldsUpTo(MAX), "{said}");
        }
        _ => panic!("{said}"),
    }
}

/// Is a counterexample on the board?
fn is_within(counterexample: &Counterexample, max: u32) -> bool {
    let small = |position: &Position| position.piles().iter().all(|pile| *pile <= max);
    match counterexample {
        Counterexample::MoveInside { from, .. }
        | Counterexample::TooManyInside { from, .. }
        | Counterexample::SameValue { from, .. } => small(from),
        Counterexample::NoMoveInto { position }
        | Counterexample::EndInside { position }
        | Counterexample::TooFewInto { position, .. }
        | Counterexample::MissingValue { position, .. }
        | Counterexample::Unclear { position, .. } => small(position),
        Counterexample::NotAPosition { values } | Counterexample::Values(values) => {
            values.iter().map(|(_, value)| value).sum::<Natural>() <= max
        }
    }
}

fn piles(position: &Position) -> Piles {
    let pile = |pile: &Natural| i64::try_from(pile).unwrap();
    position.piles().iter().map(pile).collect()
}

fn tokens(position: &Position) -> i64 {
    piles(position).iter().sum()
}

pub(crate) fn check_nim_values(game: &Game, clauses: &[(Condition, Term)]) -> Checked {
    let names = game.names();
    let line = |(condition, value): &(Condition, Term)| match condition {
        Condition::Always => format!("nim-value = {}", value.text(&names)),
        other => format!(
            "nim-value if ({}) = {}",
            other.text(&names),
            value.text(&names)
        ),
    };
    let text = text(
        game,
        &clauses.iter().map(line).collect::<Vec<_>>().join("\n"),
    );
    let claimed = |position: &Piles| -> Vec<i64> {
        let mut values = Vec::new();
        for (_, value) in clauses.iter().filter(|(c, _)| c.holds(position)) {
            let value = value.value(position);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    };
    let report = report(&text, Claim::NimValues);
    let place = match &report.outcome {
        ClaimOutcome::Refuted(
            Counterexample::SameValue { from: position, .. }
            | Counterexample::MissingValue { position, .. }
            | Counterexample::Unclear { position, .. },
        )
        | ClaimOutcome::Open { position, .. } => Some(position.clone()),
        ClaimOutcome::Proved => None,
        other => panic!("{other:?}\n{text}"),
    };
    let mut most = place.as_ref().map_or(0, tokens).max(TOKENS);
    if let ClaimOutcome::Open { .. } = report.outcome {
        most = most.min(MOST);
    }
    assert!(most <= MOST, "{report:?}\n{text}");
    let values = game.values(most);
    let mut all = (0..=most).flat_map(|sum| game.of_sum(sum));
    let wrong = all.find(|position| {
        let claimed = claimed(position);
        !claimed.is_empty() && claimed != [values[position]]
    });
    match &report.outcome {
        ClaimOutcome::Proved => {
            assert_eq!(wrong, None, "{text}");
            let mut all = (0..=most).flat_map(|sum| game.of_sum(sum));
            assert!(
                !report.empty || all.all(|p| claimed(&p).is_empty()),
                "{text}"
            );
            Checked::Proved
        }
        ClaimOutcome::Open { position, option } => {
            // Whatever the loop can refute must not be left open.
            assert_eq!(wrong, None, "{text}");
            let position = piles(position);
            assert!(!claimed(&position).is_empty(), "{position:?}\n{text}");
            let option = piles(option.as_ref().unwrap());
            let options = game.options(&position);
            assert!(options.iter().any(|(to, _)| *to == option), "{text}");
            assert!(claimed(&option).is_empty(), "{text}");
            Checked::Open
        }
        ClaimOutcome::Refuted(found) => {
            let position = wrong.unwrap_or_else(|| panic!("{found:?}\n{text}"));
            assert_eq!(
                piles(place.as_ref().unwrap()),
                position,
                "{found:?}\n{text}"
            );
            let (truth, said) = (values[&position], claimed(&position));
            check_values(game, found, &position, truth, &said, &text, &claimed);
            Checked::Refuted
        }
        other => panic!("{other:?}\n{text}"),
    }
}

/// The fault is the first one that applies, and its numbers are right.
fn check_values(
    game: &Game,
    found: &Counterexample,
    position: &Piles,
    truth: i64,
    said: &[i64],
    text: &str,
    claimed_at: &dyn Fn(&Piles) -> Vec<i64>,
) {
    match found {
        Counterexample::Unclear { claimed, .. } => {
            assert!(said.len() > 1 || said[0] < 0, "{text}");
            assert_eq!(claimed.len(), said.len(), "{text}");
        }
        Counterexample::MissingValue { claimed, value, .. } => {
            assert_eq!(said, [i64::try_from(claimed).unwrap()], "{text}");
            assert_eq!(truth, i64::try_from(value).unwrap(), "{text}");
            assert!(truth < said[0], "{text}");
        }
        Counterexample::SameValue {
            to, claimed, value, ..
        } => {
            assert_eq!(said, [i64::try_from(claimed).unwrap()], "{text}");
            assert!(truth > said[0], "{text}");
            if let Some(value) = value {
                assert_eq!(truth, i64::try_from(value).unwrap(), "{text}");
            }
            let options = game.options(position);
            let values = game.values(position.iter().sum());
            let to = to.as_ref().map(piles).unwrap();
            assert!(options.iter().any(|(option, _)| *option == to), "{text}");
            assert_eq!(values[&to], said[0], "{text}");
            let first = options
                .iter()
                .find(|(option, _)| claimed_at(option) == said);
            assert!(
                first.is_none_or(|(first, _)| *first == to || values[first] == said[0]),
                "{text}"
            );
        }
        other => panic!("{other:?}\n{text}"),
    }
}

/// A claim `P …` whose members `is_member` knows, given a bound on the tokens.
pub(crate) fn check_p_positions(
    game: &Game,
    claim: &str,
    is_member: &dyn Fn(i64, &Piles) -> bool,
) -> Checked {
    let text = text(game, claim);
    let report = report(&text, Claim::PPositions);
    check_p_report(game, &text, &report, is_member)
}

fn check_p_report(
    game: &Game,
    text: &str,
    report: &Report,
    is_member: &dyn Fn(i64, &Piles) -> bool,
) -> Checked {
    let place = match &report.outcome {
        ClaimOutcome::Refuted(
            Counterexample::MoveInside { from: position, .. }
            | Counterexample::NoMoveInto { position },
        ) => Some(piles(position)),
        ClaimOutcome::Proved => None,
        other => panic!("{other:?}\n{text}"),
    };
    let most = place
        .as_ref()
        .map_or(0, |piles| piles.iter().sum())
        .max(TOKENS);
    assert!(most <= MOST, "{report:?}\n{text}");
    let values = game.values(most);
    let mut all = (0..=most).flat_map(|sum| game.of_sum(sum));
    let wrong = all.find(|position| is_member(most, position) != (values[position] == 0));
    assert_eq!(place, wrong, "{report:?}\n{text}");
    match &report.outcome {
        ClaimOutcome::Refuted(Counterexample::MoveInside { from, to, kind }) => {
            let options = game.options(&piles(from));
            let inside = options.iter().find(|(to, _)| is_member(most, to));
            let (first, kinds) = inside.unwrap();
            assert_eq!(*first, piles(to), "{text}");
            assert!(
                kinds.iter().any(|index| format!("m{index}") == **kind),
                "{text}"
            );
            assert!(is_member(most, &piles(from)), "{text}");
            Checked::Refuted
        }
        ClaimOutcome::Refuted(_) => {
            assert!(!is_member(most, place.as_ref().unwrap()), "{text}");
            Checked::Refuted
        }
        _ => Checked::Proved,
    }
}

/// The claim `P = { (…) | n >= 0 }` with terms that grow by at least a token a row, up to a few rows.
pub(crate) fn check_rows(game: &Game, rows: &[Term]) -> Checked {
    let name = vec!["n".to_owned()];
    let tuple: Vec<String> = rows.iter().map(|row| row.text(&name)).collect();
    let text = text(game, &format!("P = {{ ({}) | n >= 0 }}", tuple.join(", ")));
    let member = |n: i64| -> Piles { rows.iter().map(|row| row.value(&[n])).collect() };
    let bad = (0..2 * MOST).find(|&n| !game.is_position(&member(n)));
    let report = report(&text, Claim::PPositions);
    match (&report.outcome, bad) {
        (ClaimOutcome::Refuted(Counterexample::NotAPosition { values }), Some(n)) => {
            let expected = vec![("n".to_owned(), Natural::from(n as u64))];
            assert_eq!(*values, expected, "{text}");
            Checked::NotAPosition
        }
        (other, Some(n)) => panic!("{other:?} for n = {n}\n{text}"),
        (_, None) => check_p_report(game, &text, &report, &|most, position| {
            (0..=most + 20).any(|n| member(n) == *position)
        }),
    }
}

/// `forall a, b, c: …`, against all values of small sum.
pub(crate) fn check_theorem(variables: usize, body: &Condition) -> Checked {
    const SUM: i64 = 12;
    let names: Vec<String> = ["a", "b", "c"][..variables]
        .iter()
        .map(|&name| name.to_owned())
        .collect();
    let text = format!(
        "game made\npiles x\nmove m0: x' < x\ntheorem \"t\": forall {}: {}\n",
        names.join(", "),
        body.text(&names)
    );
    let report = report(&text, Claim::Theorem(0));
    let expected = (0..=SUM)
        .flat_map(|sum| tuples(variables, sum))
        .find(|values| !body.holds(values));
    match &report.outcome {
        ClaimOutcome::Proved => {
            assert_eq!(expected, None, "{text}");
            Checked::Proved
        }
        ClaimOutcome::Refuted(Counterexample::Values(found)) => {
            let values: Vec<i64> = found
                .iter()
                .map(|(_, value)| i64::try_from(value).unwrap())
                .collect();
            let order: Vec<&String> = found.iter().map(|(name, _)| name).collect();
            assert_eq!(order, names.iter().collect::<Vec<_>>(), "{text}");
            assert!(!body.holds(&values), "{found:?}\n{text}");
            match expected {
                Some(expected) => assert_eq!(values, expected, "{text}"),
                None => assert!(values.iter().sum::<i64>() > SUM, "{text}"),
            }
            Checked::Refuted
        }
        other => panic!("{other:?}\n{text}"),
    }
}

/// The tuples of this sum, in lexicographic order.
fn tuples(count: usize, sum: i64) -> Vec<Piles> {
    if count == 1 {
        return vec![vec![sum]];
    }
    (0..=sum)
        .flat_map(|first| {
            tuples(count - 1, sum - first)
                .into_iter()
                .map(move |rest| [&[first], rest.as_slice()].concat())
        })
        .collect()
}
