//! Claims about a random game: some read off its first values, so that they may well be true, some off by a little, and
//! some wild.

use super::generate::{Maker, Scope};
use super::table::Table;
use super::tree::*;

/// Gives a game a claim about its P-positions, its nim-values, or both.
pub(crate) fn claim(maker: &mut Maker<'_>) {
    let both = maker.source.once_in(4);
    let nim_values = maker.source.once_in(2);
    let blocking = maker.game.blocking > 0;
    if both || !nim_values || blocking {
        maker.game.p = Some(p_positions(maker));
    }
    if !blocking && maker.source.once_in(3) {
        maker.game.misere = Some(p_positions(maker));
    }
    if (both || nim_values) && !blocking {
        maker.game.nim_values = nim_values_of(maker);
    }
}

fn pile(place: usize) -> Term {
    Term::Pile(Index::Place(place), false)
}

fn p_positions(maker: &mut Maker<'_>) -> PClaim {
    let piles = maker.game.piles.count;
    let plain = maker.game.positions.is_none() && maker.game.blocking == 0;
    if piles == 1 && plain && !maker.source.once_in(4) {
        let values = first_values(maker);
        if let Some((before, period)) = period(
            &values
                .iter()
                .map(|value| i128::from(*value == 0))
                .collect::<Vec<_>>(),
        ) {
            return PClaim::Set(periodic_set(maker, &values, before, period));
        }
    }
    match maker.source.below(4) {
        0 if piles > 1 => PClaim::When(Formula::Compare(
            Term::NimSum,
            vec![(Comparison::Equal, Term::Number(0))],
        )),
        1 if piles > 1 => PClaim::When(Formula::Compare(
            pile(0),
            vec![(Comparison::Equal, pile(1))],
        )),
        0..=2 => PClaim::Set(maker.set(piles, 1, &Scope::closed())),
        _ => PClaim::When(maker.formula(1, &Scope::position())),
    }
}

/// The nim-values of the first heaps of a game with one pile.
fn first_values(maker: &Maker<'_>) -> Vec<i128> {
    let table = Table::new(&maker.game, 24);
    (0..=24).map(|pile| table.value(&[pile])).collect()
}

/// Where a sequence seems to become periodic, and with which period.
fn period(values: &[i128]) -> Option<(usize, usize)> {
    let seems = |before: usize, period: usize| {
        (before..values.len() - period).all(|at| values[at] == values[at + period])
    };
    (0..5).find_map(|before| {
        (1..=6)
            .find(|period| seems(before, *period))
            .map(|period| (before, period))
    })
}

fn periodic_set(maker: &mut Maker<'_>, values: &[i128], before: usize, period: usize) -> Set {
    let mut parts = Vec::new();
    let early: Vec<Vec<Term>> = (0..before)
        .filter(|at| values[*at] == 0)
        .map(|at| vec![Term::Number(at as i128)])
        .collect();
    if !early.is_empty() {
        parts.push(Part::Elements(early));
    }
    for (at, value) in values.iter().enumerate().skip(before).take(period) {
        // Now and then a claim that is wrong at one place.
        if (*value == 0) != maker.source.once_in(12) {
            parts.push(Part::Of(Comprehension {
                variables: vec![Bound {
                    name: "n".into(),
                    least: 0,
                    most: None,
                }],
                element: vec![Entry {
                    growing: vec![(Growth::Times(period as i128), "n".into())],
                    base: Term::Number(at as i128),
                }],
                conditions: Vec::new(),
                bounds_last: false,
            }));
        }
    }
    if parts.is_empty() {
        parts.push(Part::Elements(vec![vec![Term::Number(0)]]));
    }
    parts
}

fn nim_values_of(maker: &mut Maker<'_>) -> Vec<(Option<Formula>, Term)> {
    let piles = maker.game.piles.count;
    let plain = maker.game.positions.is_none() && maker.game.blocking == 0;
    if piles == 1 && plain && !maker.source.once_in(4) {
        let values = first_values(maker);
        if let Some((before, period)) = period(&values) {
            return vec![(None, periodic_value(maker, &values, before, period))];
        }
    }
    let wild = |maker: &mut Maker<'_>| Term::Absolute(Box::new(maker.term(1, &Scope::position())));
    match maker.source.below(3) {
        0 => vec![(None, Term::NimSum)],
        1 => vec![(None, wild(maker))],
        _ => {
            let condition = maker.formula(0, &Scope::position());
            let (yes, no) = (wild(maker), wild(maker));
            let mut claims = vec![(Some(condition.clone()), yes)];
            if maker.source.once_in(2) {
                claims.push((Some(Formula::Not(Box::new(condition))), no));
            }
            claims
        }
    }
}

fn periodic_value(maker: &mut Maker<'_>, values: &[i128], before: usize, period: usize) -> Term {
    let wrong = |maker: &mut Maker<'_>, value: i128| value + i128::from(maker.source.once_in(15));
    let last = wrong(maker, values[before + period - 1]);
    let mut term = Term::Number(last);
    for at in (before..before + period - 1).rev() {
        let rest = Term::Mod(Box::new(pile(0)), period as i128);
        let here = Term::Number((at % period) as i128);
        let condition = Formula::Compare(rest, vec![(Comparison::Equal, here)]);
        let value = Term::Number(wrong(maker, values[at]));
        term = Term::Choice(Box::new(condition), Box::new(value), Box::new(term));
    }
    for at in (0..before).rev() {
        let condition =
            Formula::Compare(pile(0), vec![(Comparison::Equal, Term::Number(at as i128))]);
        let value = Term::Number(wrong(maker, values[at]));
        term = Term::Choice(Box::new(condition), Box::new(value), Box::new(term));
    }
    term
}
