//! Many outcomes in one call: positions from an array, answers into arrays.

use std::time::Instant;

use lab::{Game, LabError, Natural, Outcome, Play, Position, Session, Watch};
use pyo3::buffer::{Element, PyBuffer, PyUntypedBuffer};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::array::{Array, Cells};
use crate::error::input_error;
use crate::position::{Given, or_raise};

/// So many positions are asked about before the watch is.
const CHUNK: usize = 1 << 12;

/// Positions, as they are given.
pub(crate) enum Positions {
    /// The rows of an array of machine integers.
    Table { piles: Vec<u64>, columns: usize },
    /// Whatever else is iterated over.
    List(Vec<Given>),
}

impl Positions {
    /// Reads an array, or iterates over positions.
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let buffer = match PyUntypedBuffer::get(given) {
            Ok(buffer) if (1..=2).contains(&buffer.dimensions()) => buffer,
            _ => return Self::iterated(given),
        };
        let columns = match buffer.shape() {
            [_, columns] => *columns,
            _ => 1,
        };
        match piles(given)? {
            Some(piles) => Ok(Self::Table { piles, columns }),
            None => Self::iterated(given),
        }
    }

    fn iterated(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let positions = given.try_iter()?.map(|position| Given::new(&position?));
        Ok(Self::List(positions.collect::<PyResult<_>>()?))
    }
}

/// The numbers of an array of machine integers; nothing if it holds something else.
fn piles(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u64>>> {
    let words = None
        .or_else(|| read::<u64>(given))
        .or_else(|| read::<i64>(given))
        .or_else(|| read::<u32>(given))
        .or_else(|| read::<i32>(given))
        .or_else(|| read::<u16>(given))
        .or_else(|| read::<i16>(given))
        .or_else(|| read::<u8>(given))
        .or_else(|| read::<i8>(given));
    let Some(words) = words else { return Ok(None) };
    words?.map(Some).ok_or_else(|| {
        input_error(
            given.py(),
            "a number is negative; only 0, 1, 2, … are allowed",
        )
    })
}

/// The numbers of an array of this type; nothing among them if one is negative.
fn read<T: Element + TryInto<u64>>(given: &Bound<'_, PyAny>) -> Option<PyResult<Option<Vec<u64>>>> {
    let buffer = PyBuffer::<T>::get(given).ok()?;
    let numbers = buffer.to_vec(given.py());
    Some(numbers.map(|numbers| {
        numbers
            .into_iter()
            .map(|number| number.try_into().ok())
            .collect()
    }))
}

/// Who wins each of many positions.
pub(crate) struct Outcomes {
    /// `P` or `N` for each.
    letters: Vec<u32>,
    /// Is there a winning move?
    wins: Vec<u8>,
    /// The positions after winning moves; zeros where there is none.
    moves: Vec<u64>,
    /// How many piles a position has.
    columns: usize,
}

impl Outcomes {
    pub(crate) fn into_arrays(self) -> (Array, Array, Array) {
        (
            Array::list(Cells::Letters(self.letters)),
            Array::list(Cells::Truths(self.wins)),
            Array::table(Cells::Long(self.moves), self.columns),
        )
    }
}

/// Asks about all of them, on all processors.
pub(crate) fn outcomes(
    session: &Session,
    positions: &Positions,
    play: Play,
    watch: &dyn Watch,
) -> Result<Outcomes, LabError> {
    let parts: Result<Vec<Outcomes>, LabError> = match positions {
        Positions::Table { piles, columns } => {
            let width = (*columns).max(1);
            let Some(first) = piles.get(..width) else {
                return Ok(Outcomes::empty(*columns));
            };
            // All rows have as many piles, so that they are positions of one game.
            let (game, _) = session.at_piles(naturals(first))?;
            let chunks = piles.par_chunks(CHUNK * width);
            chunks
                .map(|chunk| {
                    let mut part = Outcomes::empty(*columns);
                    for row in chunk.chunks(width) {
                        let position = game.rules().position(naturals(row))?;
                        part.ask(&game, &position, play, watch)?;
                    }
                    Ok(part)
                })
                .collect()
        }
        Positions::List(list) => {
            let chunks = list.par_chunks(CHUNK);
            chunks
                .map(|chunk| {
                    let mut part = Outcomes::empty(0);
                    for given in chunk {
                        let (game, position) = given.clone().of(session)?;
                        part.ask(&game, &position, play, watch)?;
                    }
                    Ok(part)
                })
                .collect()
        }
    };
    joined(parts?)
}

fn naturals(row: &[u64]) -> Vec<Natural> {
    row.iter().map(|pile| Natural::from(*pile)).collect()
}

impl Outcomes {
    fn empty(columns: usize) -> Self {
        Self {
            letters: Vec::new(),
            wins: Vec::new(),
            moves: Vec::new(),
            columns,
        }
    }

    fn ask(
        &mut self,
        game: &Game,
        position: &Position,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<(), LabError> {
        let verdict = game.outcome(position, play, watch)?.verdict;
        let letter = match verdict.outcome {
            Outcome::P => 'P',
            Outcome::N => 'N',
        };
        let piles = position.piles().len();
        if self.letters.is_empty() {
            self.columns = piles;
        } else if self.columns != piles {
            return Err(LabError::input(format!(
                "one position has {} piles and another has {piles}: ask about positions of one length",
                self.columns
            )));
        }
        self.letters.push(letter.into());
        self.wins.push(verdict.winning_move.is_some().into());
        match &verdict.winning_move {
            Some(winning) => {
                for pile in winning.to.piles() {
                    self.moves.push(word(pile)?);
                }
            }
            None => self.moves.extend(std::iter::repeat_n(0, piles)),
        }
        Ok(())
    }
}

/// A pile as a machine word.
fn word(pile: &Natural) -> Result<u64, LabError> {
    u64::try_from(pile).map_err(|_| {
        LabError::Beyond(
            "a pile after a winning move does not fit into 64 bits, so that no array can hold it: ask about this position alone"
                .to_owned(),
        )
    })
}

/// All parts in one.
fn joined(parts: Vec<Outcomes>) -> Result<Outcomes, LabError> {
    let columns = parts.first().map_or(0, |part| part.columns);
    let mut all = Outcomes::empty(columns);
    for part in parts {
        if part.columns != columns {
            return Err(LabError::input(
                "the positions have different numbers of piles: ask about positions of one length",
            ));
        }
        all.letters.extend(part.letters);
        all.wins.extend(part.wins);
        all.moves.extend(part.moves);
    }
    Ok(all)
}

/// How many seconds the rows of an array take in a plain loop of the Rust library, in one thread, and how many of them are
/// P-positions: what [`outcomes`] is measured against.
#[pyfunction]
pub(crate) fn time_of_a_loop(
    py: Python<'_>,
    name: &str,
    positions: &Bound<'_, PyAny>,
) -> PyResult<(f64, usize)> {
    let Positions::Table { piles, columns } = Positions::new(positions)? else {
        return Err(input_error(py, "the loop is measured with an array"));
    };
    let game = takeaway::Game::open(name);
    let measured = game.and_then(|game| {
        let (start, mut lost) = (Instant::now(), 0);
        for row in piles.chunks(columns.max(1)) {
            let position = game.position_of(row.iter().copied())?;
            lost += usize::from(game.outcome(&position)?.verdict.outcome == Outcome::P);
        }
        Ok((start.elapsed().as_secs_f64(), lost))
    });
    or_raise(py, measured)
}
