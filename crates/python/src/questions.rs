//! Questions without a game, or about several.

use ::papers::{
    ArrayRequest, Dimension, FigureRequest, Matrix, MatrixRequest, MatrixView, PaperListRequest,
    PapersRequest, RowOrder, SplitRequest, SplittingsRequest,
};
use lab::{
    CheckRequest, FractionKind, FractionRequest, GamesRequest, InventMethod, InventRequest,
    LabError, NumberOrDigits, RepresentRequest, Request, SequenceRequest, Shift, Unwatched,
    ValueRequest, WantedPositions, Watch,
};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::input_error;
use crate::game::Game;
use crate::number::{self, typed};
use crate::pictures;
use crate::plain::plain;
use crate::position::{GivenPosition, or_raise};
use crate::proofs;
use crate::work::{CallLimits, work};

/// Asks, and makes plain objects of the answer.
fn ask<'py, T: Serialize + Send + 'static>(
    py: Python<'py>,
    limits: &CallLimits,
    question: impl FnOnce(&dyn Watch) -> Result<T, LabError> + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &work(py, limits, question)?)
}

/// The nim-value of a sum of games, each with its position, and the moves that win it.
#[pyfunction]
pub(crate) fn value<'py>(
    py: Python<'py>,
    components: Vec<(Bound<'py, Game>, Bound<'py, PyAny>)>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let given = components.iter().map(|(game, position)| {
        let session = game.get().session.clone();
        Ok((session, GivenPosition::new(position)?))
    });
    let given: Vec<_> = given.collect::<PyResult<_>>()?;
    ask(py, &limits, move |watch| {
        let components = given
            .into_iter()
            .map(|(session, position)| position.of(&session));
        let components = components.collect::<Result<_, _>>()?;
        let limit = None;
        ValueRequest { components, limit }.answer(watch)
    })
}

/// The catalogue, or some games of it.
#[pyfunction]
pub(crate) fn games<'py>(py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
    plain(
        py,
        &or_raise(py, GamesRequest { names }.answer(&Unwatched))?,
    )
}

/// A sentence without a game: true or false?
#[pyfunction]
pub(crate) fn prove<'py>(
    py: Python<'py>,
    sentence: String,
    max: Option<u32>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    ask(py, &limits, move |watch| {
        proofs::prove_sentence(&sentence, max, watch)
    })
}

/// Is a certificate right?
#[pyfunction]
pub(crate) fn check<'py>(
    py: Python<'py>,
    certificate: String,
    against: Option<Bound<'py, Game>>,
    statement: bool,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let against = against.map(|game| game.get().opened(py)).transpose()?;
    ask(py, &limits, move |watch| {
        let against = against.as_deref();
        CheckRequest {
            certificate,
            against,
            statement,
        }
        .answer(watch)
    })
}

/// Rules for given P-positions: of a splitting, of columns, or those that a game claims.
#[pyfunction]
pub(crate) fn invent<'py>(
    py: Python<'py>,
    splitting: Option<Vec<String>>,
    columns: Option<String>,
    game: Option<Bound<'py, Game>>,
    methods: Vec<String>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let wanted = match (splitting, columns, game) {
        (Some(sequences), None, None) => WantedPositions::Splitting(sequences),
        (None, Some(columns), None) => WantedPositions::Columns(columns),
        (None, None, Some(game)) => WantedPositions::Claim(Box::new(game.get().source().clone())),
        _ => {
            let message =
                "rules are invented for one of: a splitting, columns, or the claim of a game";
            return Err(input_error(py, message));
        }
    };
    let methods: Result<Vec<InventMethod>, String> =
        methods.iter().map(|word| word.parse()).collect();
    let methods = methods.map_err(|why| input_error(py, &why))?;
    let request = InventRequest {
        wanted,
        methods,
        files: true,
    };
    ask(py, &limits, move |watch| proofs::invent(&request, watch))
}

/// Digits of a number, or the number of digits.
#[pyfunction]
pub(crate) fn represent<'py>(
    py: Python<'py>,
    system: String,
    number: Option<Bound<'py, PyAny>>,
    digits: Option<String>,
    shift: Option<&str>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let given = match (number, digits) {
        (Some(number), None) => NumberOrDigits::Number(number::number(&number)?),
        (None, Some(digits)) => or_raise(py, NumberOrDigits::digits(&digits))?,
        _ => {
            return Err(input_error(
                py,
                "a number or digits are written: one of the two",
            ));
        }
    };
    let shift = match shift {
        None => None,
        Some("left") => Some(Shift::Left),
        Some("right") => Some(Shift::Right),
        Some(_) => return Err(input_error(py, "digits are shifted left or right")),
    };
    let request = RepresentRequest {
        system,
        given,
        shift,
    };
    ask(py, &limits, move |watch| request.answer(watch))
}

/// Do sequences split the positive integers?
#[pyfunction]
pub(crate) fn split<'py>(
    py: Python<'py>,
    sequences: Vec<String>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    ask(py, &limits, move |watch| {
        SplitRequest { sequences }.answer(watch)
    })
}

/// All splittings into so many rational sequences.
#[pyfunction]
pub(crate) fn splittings<'py>(
    py: Python<'py>,
    sequences: usize,
    max_numerator: u64,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let request = SplittingsRequest {
        sequences,
        max_numerator,
    };
    ask(py, &limits, move |watch| request.answer(watch))
}

/// The array of the Frankenstein paper and its kin.
#[pyfunction]
pub(crate) fn array<'py>(
    py: Python<'py>,
    recurrence: String,
    initial: Option<String>,
    start: &Bound<'py, PyAny>,
    size: (usize, usize),
    locate: Option<Bound<'py, PyAny>>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let locate = locate.as_ref().map(number::number).transpose()?;
    let (rows, columns) = size;
    let request = ArrayRequest {
        recurrence,
        initial,
        from: number::number(start)?,
        rows: if locate.is_some() { 0 } else { rows },
        columns,
        locate,
    };
    ask(py, &limits, move |watch| request.answer(watch))
}

/// The number of piles of a matrix.
fn dimension(given: &Bound<'_, PyAny>) -> PyResult<Dimension> {
    or_raise(given.py(), ::papers::dimension(&typed(given)?))
}

/// The rat-matrix and the shortcut matrix.
#[pyfunction]
pub(crate) fn matrix<'py>(
    py: Python<'py>,
    name: &str,
    d: &Bound<'py, PyAny>,
    view: (String, Option<Bound<'py, PyAny>>),
    rows: (Bound<'py, PyAny>, Option<usize>, Bound<'py, PyAny>, bool),
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let matrix = match name {
        "rat" => Matrix::Rat,
        "shortcut" => Matrix::Shortcut,
        _ => {
            return Err(input_error(
                py,
                "there is the matrix rat, and the matrix shortcut",
            ));
        }
    };
    let given = |given: Option<Bound<'py, PyAny>>| {
        given.ok_or_else(|| input_error(py, "a number is missing"))
    };
    let view = match (view.0.as_str(), view.1) {
        ("locate", vector) => {
            MatrixView::Locate(or_raise(py, GivenPosition::new(&given(vector)?)?.piles())?)
        }
        ("differences", _) => MatrixView::Differences(RowOrder::FromLast),
        ("differences from first", _) => MatrixView::Differences(RowOrder::FromFirst),
        ("baseline", _) => MatrixView::Baseline,
        ("sigma", _) => MatrixView::Sigma,
        ("tree", root) => MatrixView::Tree(number::number(&given(root)?)?),
        _ => {
            let (from, rows, copy, codes) = rows;
            MatrixView::Rows {
                from: number::number(&from)?,
                rows,
                copy: number::number(&copy)?,
                codes,
            }
        }
    };
    let request = MatrixRequest {
        matrix,
        d: dimension(d)?,
        view,
    };
    ask(py, &limits, move |watch| request.answer(watch))
}

/// The values of a term in n.
#[pyfunction]
pub(crate) fn sequence<'py>(
    py: Python<'py>,
    term: String,
    rows: usize,
    start: &Bound<'py, PyAny>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let request = SequenceRequest {
        term,
        definitions: Vec::new(),
        from: number::number(start)?,
        rows,
    };
    ask(py, &limits, move |watch| request.answer(watch))
}

/// The continued fraction of a constant.
#[pyfunction]
pub(crate) fn fraction<'py>(
    py: Python<'py>,
    constant: String,
    kind: &str,
    rows: usize,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = match kind {
        "simple" => FractionKind::Simple,
        "quasi-regular" => FractionKind::QuasiRegular,
        _ => {
            return Err(input_error(
                py,
                "a continued fraction is simple or quasi-regular",
            ));
        }
    };
    let request = FractionRequest {
        constant,
        kind,
        rows,
    };
    ask(py, &limits, move |watch| request.answer(watch))
}

/// Claims of the papers against the engines.
#[pyfunction]
pub(crate) fn papers<'py>(
    py: Python<'py>,
    name: Option<String>,
    claim: Option<String>,
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = work(py, &limits, move |watch| {
        PapersRequest { name, claim }.answer(watch)
    })?;
    plain(py, &takeaway::papers_json(&answer))
}

/// The papers.
#[pyfunction]
pub(crate) fn paper_list(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    plain(py, &or_raise(py, PaperListRequest.answer(&Unwatched))?)
}

/// A picture of something that is no game: the shortcut fractals, the array, or what the strategies cost.
#[pyfunction]
pub(crate) fn plot<'py>(
    py: Python<'py>,
    what: &str,
    d: Option<Bound<'py, PyAny>>,
    flags: (bool, bool),
    size: (usize, usize),
    limits: CallLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let (non_negative, from_first) = flags;
    let (rows, columns) = size;
    let figure = match (what, d) {
        ("shortcuts", Some(d)) => FigureRequest::Shortcuts {
            d: dimension(&d)?,
            order: if from_first {
                RowOrder::FromFirst
            } else {
                RowOrder::FromLast
            },
            non_negative,
        },
        ("array", _) => FigureRequest::Array { rows, columns },
        ("cost", _) => FigureRequest::Cost,
        _ => {
            return Err(input_error(
                py,
                "a plot is of shortcuts (with d), array or cost",
            ));
        }
    };
    ask(py, &limits, move |watch| pictures::drawn(&figure, watch))
}
