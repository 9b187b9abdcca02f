//! The claim `nim-value = g`: no option has the claimed value, and every smaller value is the value of an option.
//!
//! Every game here ends, so these two sentences make `g` the Sprague–Grundy function, by induction. The second one is
//! proved like "every other position moves into `S`": the pairs of a position and a smaller value are taken away, one way to
//! reach that value after the other, until nothing remains. The smallest position at which a sentence fails is the
//! smallest whose nim-value is not the claimed one, since all its options have theirs.
//!
//! `nim-value if (C) = t` speaks of the positions with `C` only. An option without a claim is harmless if it has itself an
//! option with the value `t`, for then it has another one. Where that does not help, and where a smaller value may be that
//! of an option without a claim, the induction is open: such positions are decided by brute force if they are small, by
//! the values of the positions without a claim if these are few, by the proved P-positions of value 0, or
//! not at all. Nothing is refuted by what is not claimed.

use automata::Automaton;
use automata::product::conjunction;
use logic::decide::DecideError;
use logic::watch::Watch;
use logic::{Formula, Term};
use numeration::natural::Natural;
use rules::position::Position;
use rules::spec::NimValueClaim;

use crate::claim::Counterexample;
use crate::frame::Frame;
use crate::small::SmallPositionWatch;
use crate::{p_positions, residues};

mod obligations;
mod plain;

use obligations::ClaimedValues;
pub(crate) use plain::BruteForceValues;
use plain::SmallValuesReport;

/// What was found out about claimed nim-values.
pub(crate) enum NimValueFinding {
    /// They are the nim-values; perhaps because nothing is claimed.
    Proved { empty: bool },
    /// The smallest counterexample.
    Refuted(Counterexample),
    /// The induction does not decide this position, because of an option without a claim.
    Open {
        position: Position,
        option: Option<Position>,
    },
}

/// Larger automata are made only after small positions were looked at.
const FIRST_ATTEMPT: usize = 250_000;

/// Proves that the claimed values are the nim-values, or finds the smallest counterexample.
pub(crate) fn prove(
    frame: &Frame<'_>,
    claims: &[NimValueClaim],
    watch: &dyn Watch,
) -> Result<NimValueFinding, DecideError> {
    let plain = BruteForceValues::new(frame.spec, claims, watch);
    let found = by_induction(frame, claims, &plain, watch)?;
    Ok(match found {
        NimValueFinding::Refuted(counterexample) => {
            NimValueFinding::Refuted(plain.explain(counterexample)?)
        }
        other => other,
    })
}

fn by_induction(
    frame: &Frame<'_>,
    claims: &[NimValueClaim],
    plain: &BruteForceValues<'_>,
    watch: &dyn Watch,
) -> Result<NimValueFinding, DecideError> {
    if residues::proves(frame, claims)? {
        return Ok(NimValueFinding::Proved { empty: false });
    }
    let values = ClaimedValues { frame, claims };
    let attempt = || decide(&values, None);
    match frame.gauge.attempt(FIRST_ATTEMPT, attempt)? {
        None | Some(NimValueFinding::Open { .. }) => {}
        Some(found) => return Ok(found),
    }
    frame.gauge.begin("small positions");
    let mut looked = plain.look()?;
    if let Some(wrong) = looked.wrong.take() {
        return Ok(NimValueFinding::Refuted(wrong));
    }
    let found = decide(&values, looked.tokens)?;
    if !matches!(found, NimValueFinding::Open { .. }) {
        return Ok(found);
    }
    let more = match left_out(&values, &looked)? {
        None => p_positions_as_claims(frame, watch)?,
        small => small,
    };
    let Some(more) = more else {
        return Ok(found);
    };
    let claims = &[claims, &more].concat();
    decide(&ClaimedValues { frame, claims }, looked.tokens)
}

/// The nim-values of the positions that no claim speaks of, if they are few and small.
fn left_out(
    values: &ClaimedValues<'_>,
    looked: &SmallValuesReport,
) -> Result<Option<Vec<NimValueClaim>>, DecideError> {
    const FEW: usize = 256;
    let Some(tokens) = looked.tokens else {
        return Ok(None);
    };
    let frame = values.frame;
    let all = values.left_out()?;
    let large = conjunction(&[&all, &values.with_tokens(tokens, true)?], frame.gauge)?;
    if !large.is_empty() || looked.left_out.len() > FEW {
        return Ok(None);
    }
    let known = looked.left_out.iter();
    let claim = |(position, value): &(Position, u64)| {
        let piles = position
            .piles()
            .iter()
            .enumerate()
            .map(|(index, pile)| Term::from(frame.spec.before(index)).equals(pile));
        NimValueClaim {
            condition: Formula::And(piles.collect()),
            value: Term::Constant((*value).into()),
        }
    };
    Ok(Some(known.map(claim).collect()))
}

/// The proved P-positions have the nim-value 0.
fn p_positions_as_claims(
    frame: &Frame<'_>,
    watch: &dyn Watch,
) -> Result<Option<Vec<NimValueClaim>>, DecideError> {
    let Some(set) = &frame.spec.p_positions else {
        return Ok(None);
    };
    let look = SmallPositionWatch::new(frame.spec, watch);
    if let p_positions::PPositionFinding::Refuted(_) = p_positions::prove(frame, set, &look)? {
        return Ok(None);
    }
    let piles = (0..frame.dimension()).map(|pile| Term::from(frame.spec.before(pile)));
    Ok(Some(vec![NimValueClaim {
        condition: Formula::Member(piles.collect(), set.clone()),
        value: Term::integer(0),
    }]))
}

/// Decides by induction. All claims about positions with no more than `checked` tokens are known to be right.
fn decide(
    values: &ClaimedValues<'_>,
    checked: Option<i64>,
) -> Result<NimValueFinding, DecideError> {
    let gauge = values.frame.gauge;
    gauge.begin("the claimed values");
    let empty = values.claimed()?.is_empty();
    let unclear = values.smallest(&values.unclear()?)?;
    gauge.begin("no option with the same value");
    let same = values.smallest(&values.same()?)?;
    let first = smaller(unclear.clone(), same);
    let mut among = Vec::new();
    if let Some(tokens) = first.as_ref().and_then(tokens) {
        among.push(values.with_tokens(tokens, false)?);
    }
    let (missing, open) = missing(values, among, checked)?;
    let place = missing.as_ref().map(|(position, _)| position.clone());
    let fault = smaller(place, first);
    let position = match (fault, open) {
        (None, None) => return Ok(NimValueFinding::Proved { empty }),
        (Some(fault), None) => fault,
        (Some(fault), Some(open)) if size(&fault) <= size(&open) => fault,
        (_, Some(position)) => {
            let option = values.option_without_claim(&position)?;
            return Ok(NimValueFinding::Open { position, option });
        }
    };
    Ok(NimValueFinding::Refuted(match missing {
        _ if unclear.as_ref() == Some(&position) => Counterexample::Unclear {
            position,
            claimed: Vec::new(),
        },
        Some((at, value)) if at == position => Counterexample::MissingValue {
            claimed: values.value_of(&position)?,
            value,
            position,
        },
        _ => Counterexample::SameValue {
            claimed: values.value_of(&position)?,
            to: values.option_of_the_same_value(&position)?,
            from: position,
            value: None,
        },
    }))
}

/// A position with a value that it lacks.
type Missing = Option<(Position, Natural)>;

/// The smallest position that lacks a smaller value for certain, and the smallest one that was not checked and where the
/// induction is open.
fn missing(
    values: &ClaimedValues<'_>,
    among: Vec<Automaton>,
    checked: Option<i64>,
) -> Result<(Missing, Option<Position>), DecideError> {
    let gauge = values.frame.gauge;
    let with = |more: &[&Automaton]| -> Result<Missing, DecideError> {
        gauge.begin("an option with every smaller value");
        values.missing(&among.iter().chain(more.iter().copied()).collect::<Vec<_>>())
    };
    if values.left_out()?.is_empty() {
        return Ok((with(&[])?, None));
    }
    gauge.begin("options without a claim");
    let mut astray = values.astray()?;
    let certain = with(&[&astray.complement()])?;
    let mut unanswered = values.unanswered()?;
    if let Some(tokens) = checked {
        let larger = values.with_tokens(tokens, true)?;
        astray = conjunction(&[&astray, &larger], gauge)?;
        unanswered = conjunction(&[&unanswered, &larger], gauge)?;
    }
    let lacking = with(&[&values.frame.minimal(&astray)?])?.map(|(position, _)| position);
    let open = smaller(lacking, values.smallest(&unanswered)?);
    Ok((certain, open))
}

/// The smaller one of two positions.
fn smaller(one: Option<Position>, other: Option<Position>) -> Option<Position> {
    one.into_iter().chain(other).min_by_key(size)
}

/// What positions are compared by: the number of tokens, then the piles.
fn size(position: &Position) -> (Natural, Vec<Natural>) {
    (
        p_positions::sum(position.piles()),
        position.piles().to_vec(),
    )
}

/// The number of tokens, if it is small.
fn tokens(position: &Position) -> Option<i64> {
    p_positions::small_constant(&p_positions::sum(position.piles()))
}
