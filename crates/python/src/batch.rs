//! Many outcomes in one call: positions from an array, answers into arrays.

use std::time::Instant;

use lab::{Game, LabError, Method, Natural, Outcome, Play, Position, Session, Stopped, Watch};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use crate::array::{Array, ArrayData};
use crate::buffer::BufferNumbers;
use crate::error::input_error;
use crate::position::{GivenEntries, GivenPosition, or_raise, refused};

/// So many positions are asked about before the watch is.
const CHUNK: usize = 1 << 12;

/// Positions, as they are given.
pub(crate) enum BatchPositions {
    /// The rows of an array of machine integers.
    Table {
        piles: Vec<u64>,
        rows: usize,
        columns: usize,
    },
    /// The items of a sequence.
    List(Vec<GivenPosition>),
}

impl BatchPositions {
    /// Reads an array, or a sequence of positions.
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match GivenEntries::of(given)? {
            Some(GivenEntries::Numbers(BufferNumbers { words, shape })) => {
                let (rows, columns) = match shape.as_slice() {
                    [rows] => (*rows, 1),
                    [rows, columns] => (*rows, *columns),
                    _ => {
                        let why = "positions are the rows of an array with two dimensions, and this one has more";
                        return Err(input_error(given.py(), why));
                    }
                };
                Ok(Self::Table {
                    piles: words,
                    rows,
                    columns,
                })
            }
            Some(GivenEntries::Objects(positions)) => {
                let positions = positions.iter().map(GivenPosition::new);
                Ok(Self::List(positions.collect::<PyResult<_>>()?))
            }
            None => {
                let example = match given.is_instance_of::<PyString>() {
                    true => "[\"1,2\"]",
                    false => "a list of positions, such as [(1, 2), (3, 5)]",
                };
                Err(refused(given, "sequence of positions", example))
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Table { rows, .. } => *rows,
            Self::List(list) => list.len(),
        }
    }
}

/// What is asked about each position.
#[derive(Clone, Copy)]
pub(crate) struct BatchQuery {
    pub(crate) play: Play,
    /// Are winning moves wanted?
    pub(crate) moves: bool,
}

/// Who wins each of many positions.
#[derive(Default)]
pub(crate) struct OutcomeArrays {
    /// `P` or `N` for each; 0 if a limit came first.
    letters: Vec<u32>,
    /// Is there a winning move?
    wins: Vec<u8>,
    /// The positions after winning moves; zeros where there is none.
    moves: Vec<u64>,
    /// How many piles a position has, once that is known.
    columns: Option<usize>,
    /// Why not all of them are answered.
    limit: Option<LabError>,
}

/// Outcomes, is there a winning move, these moves, is it answered, and why not all are.
pub(crate) type Arrays = (Array, Option<Array>, Option<Array>, Array, Option<String>);

impl OutcomeArrays {
    pub(crate) fn into_arrays(self, question: BatchQuery) -> Arrays {
        let (rows, columns) = (self.letters.len(), self.columns.unwrap_or(0));
        let answered = self.letters.iter().map(|letter| u8::from(*letter != 0));
        let answered = Array::list(ArrayData::Truths(answered.collect()));
        let moves = || Array::table(ArrayData::Long(self.moves), rows, columns);
        (
            Array::list(ArrayData::Letters(self.letters)),
            question
                .moves
                .then(|| Array::list(ArrayData::Truths(self.wins))),
            question.moves.then(moves),
            answered,
            self.limit.map(|limit| limit.to_string()),
        )
    }
}

/// Asks about all of them, on all processors. At a limit, what was answered is kept.
pub(crate) fn outcomes(
    session: &Session,
    positions: &BatchPositions,
    question: BatchQuery,
    watch: &dyn Watch,
) -> Result<OutcomeArrays, LabError> {
    let starts: Vec<usize> = (0..positions.len()).step_by(CHUNK).collect();
    let chunk = |start: usize| start..(start + CHUNK).min(positions.len());
    let chunks = starts.into_par_iter().map(chunk);
    let parts: Result<Vec<OutcomeArrays>, LabError> = match positions {
        BatchPositions::Table { columns, piles, .. } => {
            let row = |row: usize| naturals(&piles[row * columns..(row + 1) * columns]);
            if positions.len() == 0 {
                return Ok(OutcomeArrays::default().of_columns(*columns));
            }
            // All rows have as many piles, so that they are positions of one game.
            let (game, _) = session.at_piles(row(0))?;
            let ask = |rows| {
                let part = OutcomeArrays::default().of_columns(*columns);
                part.asked(rows, question, watch, |number| {
                    Ok((&game, game.rules().position(row(number))?))
                })
            };
            chunks.map(ask).collect()
        }
        BatchPositions::List(list) => {
            let ask = |rows| {
                OutcomeArrays::default().asked(rows, question, watch, |number: usize| {
                    list[number].clone().of(session)
                })
            };
            chunks.map(ask).collect()
        }
    };
    joined(parts?)
}

fn naturals(row: &[u64]) -> Vec<Natural> {
    row.iter().map(|pile| Natural::from(*pile)).collect()
}

impl OutcomeArrays {
    fn of_columns(self, columns: usize) -> Self {
        Self {
            columns: Some(columns),
            ..self
        }
    }

    /// Asks about the positions of these numbers.
    fn asked<G: AsRef<Game>>(
        mut self,
        numbers: std::ops::Range<usize>,
        question: BatchQuery,
        watch: &dyn Watch,
        position: impl Fn(usize) -> Result<(G, Position), LabError>,
    ) -> Result<Self, LabError> {
        for number in numbers {
            let answered = watch.check().map_err(LabError::from).and_then(|()| {
                let (game, position) = position(number)?;
                self.measure(position.piles().len())?;
                self.ask(game.as_ref(), &position, question, watch)
            });
            match answered {
                Ok(()) => {}
                Err(LabError::Stopped(Stopped::Cancelled)) => {
                    return Err(Stopped::Cancelled.into());
                }
                Err(limit) if limit.is_limit() => {
                    self.letters.push(0);
                    self.wins.push(0);
                    self.limit.get_or_insert(limit);
                }
                Err(error) => return Err(error),
            }
            self.moves
                .resize(self.letters.len() * self.columns.unwrap_or(0), 0);
        }
        Ok(self)
    }

    /// All positions have as many piles as the first one.
    fn measure(&mut self, piles: usize) -> Result<(), LabError> {
        match self.columns.replace(piles) {
            Some(columns) if columns != piles => Err(LabError::input(format!(
                "one position has {columns} piles and another has {piles}: ask about positions of one length"
            ))),
            _ => Ok(()),
        }
    }

    fn ask(
        &mut self,
        game: &Game,
        position: &Position,
        question: BatchQuery,
        watch: &dyn Watch,
    ) -> Result<(), LabError> {
        let verdict = match question.moves {
            true => game.outcome(position, question.play, watch)?.verdict,
            false => {
                game.outcome_alone(Method::Best, position, question.play, watch)?
                    .verdict
            }
        };
        let letter = match verdict.outcome {
            Outcome::P => 'P',
            Outcome::N => 'N',
        };
        if let Some(winning) = &verdict.winning_move {
            let piles = winning.to.piles().iter().map(word);
            self.moves.extend(piles.collect::<Result<Vec<u64>, _>>()?);
        }
        self.letters.push(letter.into());
        self.wins.push(verdict.winning_move.is_some().into());
        Ok(())
    }
}

/// A pile as a machine word.
fn word(pile: &Natural) -> Result<u64, LabError> {
    u64::try_from(pile).map_err(|_| {
        LabError::Beyond(
            "a pile after a winning move does not fit into 64 bits, so that no array can hold it: ask about this \
             position alone, or with moves=False"
                .to_owned(),
        )
    })
}

/// All parts in one; a limit, if nothing was answered before it.
fn joined(parts: Vec<OutcomeArrays>) -> Result<OutcomeArrays, LabError> {
    let mut all = OutcomeArrays::default();
    for part in &parts {
        if let Some(columns) = part.columns {
            all.measure(columns)?;
        }
    }
    for part in parts {
        all.letters.extend(part.letters);
        all.wins.extend(part.wins);
        all.moves.extend(part.moves);
        all.moves
            .resize(all.letters.len() * all.columns.unwrap_or(0), 0);
        all.limit = all.limit.or(part.limit);
    }
    match all.limit {
        Some(limit) if all.letters.iter().all(|letter| *letter == 0) => Err(limit),
        limit => Ok(OutcomeArrays { limit, ..all }),
    }
}

/// How many seconds the rows of an array take in a plain loop of the Rust library, in one thread, and how many of them are
/// P-positions: what [`outcomes`] is measured against.
#[pyfunction]
pub(crate) fn time_of_a_loop(
    py: Python<'_>,
    name: &str,
    positions: &Bound<'_, PyAny>,
) -> PyResult<(f64, usize)> {
    let BatchPositions::Table { piles, columns, .. } = BatchPositions::new(positions)? else {
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
