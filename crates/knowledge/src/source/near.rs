//! Rows of a claim near a position, by which most questions are answered at once.
//!
//! A claim that is known to be true needs no search where there is a witness: a row that is the position shows that it is P, and a
//! row into which the rules allow a move shows that it is N. Most moves keep a pile or the difference of two piles, and the columns
//! of a claim grow about evenly, so that the row with such an entry is soon found by its slope. Nothing follows where none is
//! found: then the claim is [searched](super::PClaim), which takes ten times as long.

use logic::evaluate::{Assignment, Evaluator};
use logic::watch::Watch;
use logic::{Piece, Term, Variable};
use numeration::natural::{Integer, Natural};
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};
use rules::spec::Spec;

/// So often the number of a row is corrected.
const STEPS: usize = 6;

/// Beyond so many piles there are too many entries to look for.
const MOST_PILES: usize = 4;

/// A row that answers a question.
pub(super) struct WitnessRow {
    /// The move to it; none if it is the position itself.
    pub(super) winning_move: Option<Move>,
    /// The variable that numbers the rows, and its value.
    pub(super) row: (String, Natural),
}

/// A position whose piles fit machine words.
struct MachinePosition<'a> {
    spec: &'a Spec,
    position: &'a Position,
    piles: Vec<i64>,
    evaluator: Evaluator<'a>,
}

/// A row that shows who wins, if there is one near the position.
pub(super) fn witness(
    spec: &Spec,
    pieces: &[Piece],
    position: &Position,
    watch: &dyn Watch,
) -> Option<WitnessRow> {
    let piles = position.piles().iter().map(|pile| i64::try_from(pile).ok());
    let near = MachinePosition {
        spec,
        position,
        piles: piles.collect::<Option<_>>()?,
        evaluator: Evaluator::new(watch),
    };
    if near.piles.len() > MOST_PILES {
        return None;
    }
    let numbered = pieces
        .iter()
        .filter_map(|piece| match piece.variables.as_slice() {
            [variable] => Some((piece, variable)),
            _ => None,
        });
    let rows: Vec<_> = numbered.collect();
    let entry = |column| rows.iter().find_map(|row| near.by_entry(*row, column));
    let columns = 0..near.piles.len();
    columns.clone().find_map(entry).or_else(|| {
        let pairs = columns.flat_map(|high| (0..high).map(move |low| (high, low)));
        let mut differences = pairs.flat_map(|pair| rows.iter().map(move |row| (*row, pair)));
        differences.find_map(|(row, pair)| near.by_difference(row, pair))
    })
}

/// A piece of the claim, and the variable that numbers its rows.
type Rows<'a> = (&'a Piece, &'a Variable);

impl MachinePosition<'_> {
    /// The row with an entry that is a pile.
    fn by_entry(&self, rows: Rows<'_>, column: usize) -> Option<WitnessRow> {
        let term = &rows.0.tuple[column];
        let places = self.places(column);
        places.into_iter().find_map(|place| {
            let number = self.number(self.piles[place], |n| self.value(rows, term, n))?;
            self.judge(rows, number)
        })
    }

    /// The row with two entries that differ as two piles do.
    fn by_difference(&self, rows: Rows<'_>, (high, low): (usize, usize)) -> Option<WitnessRow> {
        let (more, less) = (&rows.0.tuple[high], &rows.0.tuple[low]);
        let difference = |n| {
            let value = self.value(rows, more, n)?;
            value.checked_sub(self.value(rows, less, n)?)
        };
        let places = self.places(high).into_iter().flat_map(|high| {
            let lower = self.places(low).into_iter();
            lower.map(move |low| (high, low))
        });
        let mut distinct = places.filter(|(high, low)| high != low);
        distinct.find_map(|(high, low)| {
            let number = self.number(self.piles[high].checked_sub(self.piles[low])?, difference)?;
            self.judge(rows, number)
        })
    }

    /// The piles that an entry may come from: where piles are sorted, they may change places.
    fn places(&self, column: usize) -> Vec<usize> {
        let sorted = self.spec.piles.order.sorted(self.piles.len());
        match column < sorted {
            true => (0..sorted).collect(),
            false => vec![column],
        }
    }

    /// Where a column that grows about evenly has a value.
    fn number(&self, value: i64, column: impl Fn(i64) -> Option<i64>) -> Option<i64> {
        // The slope is that from 0 to a row that lies at least as far.
        let far = value.unsigned_abs().max(1 << 10);
        let far = i64::try_from(far).ok()?;
        let rise = i128::from(column(far)?);
        let step = |missing: i128| {
            let step = (missing * i128::from(far)).checked_div(rise)?;
            let least = missing.signum() * rise.signum();
            i64::try_from(if step == 0 { least } else { step }).ok()
        };
        let mut number = step(value.into())?;
        for _ in 0..STEPS {
            number = number.max(0);
            match i128::from(value) - i128::from(column(number)?) {
                0 => return Some(number),
                missing => number = number.checked_add(step(missing)?)?,
            }
        }
        None
    }

    fn known(rows: Rows<'_>, number: i64) -> Assignment {
        Assignment::from_iter([(rows.1.clone(), Integer::from(number))])
    }

    fn value(&self, rows: Rows<'_>, term: &Term, number: i64) -> Option<i64> {
        let value = self
            .evaluator
            .value(term, &Self::known(rows, number))
            .ok()?;
        i64::try_from(&value).ok()
    }

    /// What the row of this number shows.
    fn judge(&self, rows: Rows<'_>, number: i64) -> Option<WitnessRow> {
        let (piece, variable) = rows;
        let condition = self
            .evaluator
            .holds(&piece.condition, &Self::known(rows, number));
        if !condition.is_ok_and(|holds| holds) {
            return None;
        }
        let entries = piece
            .tuple
            .iter()
            .map(|term| self.value(rows, term, number));
        let piles: Option<Vec<i64>> = entries.collect();
        let piles = piles.filter(|piles| piles.iter().all(|pile| *pile >= 0))?;
        let winning_move = if piles == self.piles {
            None
        } else {
            let piles = piles.iter().map(|pile| Natural::from(pile.unsigned_abs()));
            let to = Position::unchecked(piles.collect());
            let kinds = self.spec.kinds_on_words(self.position, &to)?;
            let allowed = !kinds.is_empty() && self.spec.has(&to);
            Some(allowed.then_some(Move { to, kinds })?)
        };
        Some(WitnessRow {
            winning_move,
            row: (
                variable.name().to_owned(),
                Natural::from(number.unsigned_abs()),
            ),
        })
    }
}
