//! A game that was opened.

use std::sync::Arc;

use lab::{
    AutomatonOf, CompanionFiles, DescribeRequest, Detail, DiscoverRequest, GameReference,
    GameSource, GuessRequest, LabError, LegalRequest, Method, MovesRequest, Notation,
    OutcomeRequest, Play, PlotRequest, Position, ReasonDetail, RedundantRequest, Request,
    RulesLocation, RulesRequest, Session, Slice, SolveGoal, SolveRequest, StatementsRequest,
    Subject, TableRequest, Unwatched, ValueTableRequest, Watch,
};
use papers::{GameInvarianceRequest, InvarianceRequest, StarRequest, VectorReading};
use pyo3::prelude::*;
use serde::Serialize;

use crate::array::Array;
use crate::batch::{self, Arrays, BatchPositions, BatchQuery};
use crate::board::BoardArrays;
use crate::error::input_error;
use crate::number::{largest_pile, number};
use crate::pictures::{self, WantedAutomaton};
use crate::plain::plain;
use crate::position::{GivenPosition, or_raise};
use crate::proofs;
use crate::work::{CallLimits, work};

/// A game that was opened once, for each number of piles that it is asked about.
#[pyclass(frozen, module = "takeaway._core")]
pub(crate) struct Game {
    pub(crate) session: Arc<Session>,
    pub(crate) source: GameSource,
}

/// Where rules come from, so that they can be opened again elsewhere: `(name, is a file, text, parameters, files beside)`.
type State = (
    String,
    bool,
    Option<String>,
    Vec<(String, String)>,
    Vec<(String, String)>,
);

#[pymethods]
impl Game {
    /// The game of this name or file, as on the command line, with more parameters; or that of a text.
    #[staticmethod]
    #[pyo3(signature = (name, text, parameters))]
    fn open(
        py: Python<'_>,
        name: Option<&str>,
        text: Option<String>,
        parameters: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let mut source = match (name, text) {
            (Some(name), None) => or_raise(py, named(name))?,
            (None, Some(text)) => GameSource {
                reference: GameReference {
                    place: RulesLocation::File("text.game".to_owned()),
                    arguments: Vec::new(),
                },
                text: Some(text),
                beside: CompanionFiles::default(),
            },
            _ => {
                let message =
                    "a game has a name or path, or a text: Game(\"raleigh\"), Game(text=\"…\")";
                return Err(input_error(py, message));
            }
        };
        for (name, value) in parameters {
            let given = source.reference.give(&name, &value);
            given.map_err(|error| input_error(py, &error.to_string()))?;
        }
        Self::of(py, source)
    }

    /// The game that `state` has told of.
    #[staticmethod]
    fn reopen(py: Python<'_>, state: State) -> PyResult<Self> {
        let (name, is_file, text, arguments, files) = state;
        let place = if is_file {
            RulesLocation::File(name)
        } else {
            RulesLocation::Catalogue(name)
        };
        let beside = files
            .iter()
            .fold(CompanionFiles::default(), |beside, (name, text)| {
                beside.with(name, text)
            });
        let reference = GameReference { place, arguments };
        Self::of(
            py,
            GameSource {
                reference,
                text,
                beside,
            },
        )
    }

    /// All that is needed to open it again, in another process or on another machine.
    #[getter]
    fn state(&self) -> State {
        let GameSource {
            reference,
            text,
            beside,
        } = &self.source;
        let (name, is_file) = match &reference.place {
            RulesLocation::Catalogue(name) => (name.clone(), false),
            RulesLocation::File(path) => (path.clone(), true),
        };
        let files = beside
            .files()
            .map(|(name, text)| (name.to_owned(), text.to_owned()));
        (
            name,
            is_file,
            text.clone(),
            reference.arguments.clone(),
            files.collect(),
        )
    }

    /// Its name with its parameters.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.opened(py)?.name().to_owned())
    }

    /// Who wins?
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        method: &str,
        moves: bool,
        misere: bool,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let method = method_named(py, method)?;
        let telling = match moves {
            true => ReasonDetail::InParts,
            false => ReasonDetail::WithoutMove,
        };
        self.ask_at(py, position, limits, move |game, position, watch| {
            OutcomeRequest {
                game,
                position,
                method,
                play: ending(misere),
                detail: Detail::Brief,
                telling,
            }
            .answer(watch)
        })
    }

    /// Who wins each of many positions, and by which moves, if these are wanted.
    fn outcomes(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        moves: bool,
        misere: bool,
        limits: CallLimits,
    ) -> PyResult<Arrays> {
        let (session, positions) = (self.session.clone(), BatchPositions::new(positions)?);
        let play = ending(misere);
        let question = BatchQuery { play, moves };
        let answer = work(py, &limits, move |watch| {
            batch::outcomes(&session, &positions, question, watch)
        })?;
        Ok(answer.into_arrays(question))
    }

    /// Is a move legal, and why not?
    fn legal<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        to: &Bound<'py, PyAny>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let to = GivenPosition::new(to)?;
        self.ask_at(py, start, limits, move |game, from, watch| {
            let to = to.in_game(game)?;
            LegalRequest { game, from, to }.answer(watch)
        })
    }

    /// The moves.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        winning: bool,
        limit: Option<usize>,
        misere: bool,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask_at(py, position, limits, move |game, position, watch| {
            MovesRequest {
                game,
                position,
                winning,
                limit,
                play: ending(misere),
            }
            .answer(watch)
        })
    }

    /// All P-positions, or the nim-values of all positions, up to a bound: what was found, and its arrays.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        max: &Bound<'py, PyAny>,
        nim_values: bool,
        misere: bool,
        limits: CallLimits,
    ) -> PyResult<(Bound<'py, PyAny>, Option<Array>, Option<Array>)> {
        let (game, max) = (self.opened(py)?, largest_pile(max)?);
        let wanted = match nim_values {
            true => SolveGoal::NimValues,
            false => SolveGoal::PPositions(ending(misere)),
        };
        let board = work(py, &limits, move |watch| {
            let answer = SolveRequest {
                game: &game,
                max,
                wanted,
                checkpoint: None,
            }
            .answer(watch)?;
            BoardArrays::of(answer, watch)
        })?;
        Ok((plain(py, &board.told)?, board.positions, board.values))
    }

    /// What its claims say, in the notation of LaTeX or of a file.
    fn statements<'py>(&self, py: Python<'py>, latex: bool) -> PyResult<Bound<'py, PyAny>> {
        let notation = if latex {
            Notation::Latex
        } else {
            Notation::File
        };
        let game = self.opened(py)?;
        let answer = StatementsRequest {
            game: &game,
            notation,
        }
        .answer(&Unwatched);
        plain(py, &or_raise(py, answer)?)
    }

    /// What becomes of its claims, or of one of them; by brute force up to `max`, if that is given.
    fn prove<'py>(
        &self,
        py: Python<'py>,
        theorem: Option<String>,
        max: Option<u32>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, limits, move |game, watch| {
            proofs::prove(game, theorem, max, watch)
        })
    }

    /// The certificate of the claims that are proved.
    fn certify<'py>(
        &self,
        py: Python<'py>,
        theorem: Option<String>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, limits, move |game, watch| {
            proofs::certify(game, theorem, watch)
        })
    }

    /// What brute force shows.
    fn guess<'py>(
        &self,
        py: Python<'py>,
        max: Option<Bound<'py, PyAny>>,
        misere: bool,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (max, play) = (max.as_ref().map(largest_pile).transpose()?, ending(misere));
        self.ask(py, limits, move |game, watch| {
            GuessRequest { game, max, play }.answer(watch)
        })
    }

    /// The P-positions, found and proved.
    fn discover<'py>(
        &self,
        py: Python<'py>,
        max: Option<Bound<'py, PyAny>>,
        systems: Vec<String>,
        misere: bool,
        nim_value: Option<Bound<'py, PyAny>>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let max = max.as_ref().map(largest_pile).transpose()?;
        let nim_value = nim_value.as_ref().map(largest_pile).transpose()?;
        self.ask(py, limits, move |game, watch| {
            let request = DiscoverRequest {
                game,
                max,
                systems,
                play: ending(misere),
                nim_value,
                files: true,
            };
            proofs::discover(&request, watch)
        })
    }

    /// What the rules can do without, and what could be added.
    fn redundant<'py>(&self, py: Python<'py>, limits: CallLimits) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, limits, |game, watch| {
            RedundantRequest { game }.answer(watch)
        })
    }

    /// The games whose moves are the P-positions of the one before.
    fn star<'py>(
        &self,
        py: Python<'py>,
        max: Bound<'py, PyAny>,
        times: usize,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let max = largest_pile(&max)?;
        self.ask(py, limits, move |game, watch| {
            StarRequest { game, max, times }.answer(watch)
        })
    }

    /// Into how many classes the positions of a board must be divided.
    fn invariance<'py>(
        &self,
        py: Python<'py>,
        max: Bound<'py, PyAny>,
        growth: bool,
        sorted: bool,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let max = largest_pile(&max)?;
        let reading = match sorted {
            true => VectorReading::Sorted,
            false => VectorReading::Taken,
        };
        self.ask(py, limits, move |game, watch| {
            let request = InvarianceRequest {
                game,
                max,
                growth,
                reading,
            };
            request.answer(watch)
        })
    }

    /// How many classes a game with the same P-positions needs.
    fn game_invariance<'py>(
        &self,
        py: Python<'py>,
        max: Option<Bound<'py, PyAny>>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let max = max.as_ref().map(largest_pile).transpose()?;
        self.ask(py, limits, move |game, watch| {
            GameInvarianceRequest { game, max }.answer(watch)
        })
    }

    /// The automaton of the P-positions, of the winning moves, of a set, or of what can be added: vectors or moves.
    fn automaton<'py>(
        &self,
        py: Python<'py>,
        of: &str,
        set: Option<String>,
        single_places: bool,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let of = match (of, set) {
            (_, Some(set)) => WantedAutomaton::Of(AutomatonOf::Set(set)),
            ("winning moves", None) => WantedAutomaton::Of(AutomatonOf::WinningMoves),
            ("strategy", None) => WantedAutomaton::Of(AutomatonOf::Strategy),
            ("addable vectors", None) => WantedAutomaton::Addable { moves: false },
            ("addable moves", None) => WantedAutomaton::Addable { moves: true },
            _ => WantedAutomaton::Of(AutomatonOf::PPositions),
        };
        self.ask(py, limits, move |game, watch| {
            pictures::automaton(game, of, single_places, watch)
        })
    }

    /// The P-positions in order, as the paper prints them, or a table of nim-values.
    fn table<'py>(
        &self,
        py: Python<'py>,
        rows: usize,
        columns: Vec<String>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, limits, move |game, watch| {
            TableRequest {
                game,
                rows,
                columns: &columns,
            }
            .answer(watch)
        })
    }

    /// A table of nim-values.
    fn value_table<'py>(
        &self,
        py: Python<'py>,
        rows: usize,
        columns: Option<usize>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, limits, move |game, watch| {
            ValueTableRequest {
                game,
                rows,
                columns,
            }
            .answer(watch)
        })
    }

    /// The rules for a reader.
    fn rules<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        let notation = match format {
            "text" => Notation::Text,
            "latex" => Notation::Latex,
            "html" => Notation::Html,
            "game" => Notation::File,
            _ => {
                return Err(input_error(
                    py,
                    "rules are written as text, latex, html or game",
                ));
            }
        };
        let game = self.opened(py)?;
        let answer = RulesRequest {
            game: &game,
            notation,
        }
        .answer(&Unwatched);
        plain(py, &or_raise(py, answer)?)
    }

    /// Its piles, kinds of move, parameters and claims.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.opened(py)?;
        let answer = DescribeRequest { game: &game }.answer(&Unwatched);
        plain(py, &or_raise(py, answer)?)
    }

    /// A picture: of P-positions, of nim-values, or of the vectors that can be added.
    fn plot<'py>(
        &self,
        py: Python<'py>,
        what: &str,
        max: &Bound<'py, PyAny>,
        slice: Option<(String, Vec<Bound<'py, PyAny>>)>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let slice = match slice {
            Some((pile, sizes)) => {
                let sizes = sizes.iter().map(number).collect::<PyResult<_>>()?;
                Some(Slice { pile, sizes })
            }
            None => None,
        };
        let (game, max) = (self.opened(py)?, number(max)?);
        let subject = match what {
            "positions" => Subject::Positions { game, max, slice },
            "values" => Subject::Values { game, max, slice },
            "vectors" => Subject::Vectors { game, max, slice },
            _ => return Err(input_error(py, "a plot is of positions, values or vectors")),
        };
        let answer = work(py, &limits, move |watch| {
            pictures::drawn(&PlotRequest { subject }, watch)
        })?;
        plain(py, &answer)
    }

    /// The picture of a position of a game on a strip.
    fn strip<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        limits: CallLimits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (session, position) = (self.session.clone(), GivenPosition::new(position)?);
        let answer = work(py, &limits, move |watch| {
            let (game, coins) = position.of(&session)?;
            let subject = Subject::Strip { game, coins };
            pictures::drawn(&PlotRequest { subject }, watch)
        })?;
        plain(py, &answer)
    }
}

impl Game {
    fn of(py: Python<'_>, source: GameSource) -> PyResult<Self> {
        let session = Arc::new(Session::new(source.clone()));
        or_raise(py, session.game())?;
        Ok(Self { session, source })
    }

    /// Asks the game, with the piles that it has by itself.
    fn ask<'py, T: Serialize + Send + 'static>(
        &self,
        py: Python<'py>,
        limits: CallLimits,
        question: impl FnOnce(&lab::Game, &dyn Watch) -> Result<T, LabError> + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.opened(py)?;
        let answer = work(py, &limits, move |watch| question(&game, watch))?;
        plain(py, &answer)
    }

    /// Asks the game, with the piles of a position.
    fn ask_at<'py, T: Serialize + Send + 'static>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        limits: CallLimits,
        question: impl FnOnce(&lab::Game, Position, &dyn Watch) -> Result<T, LabError> + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (session, position) = (self.session.clone(), GivenPosition::new(position)?);
        let answer = work(py, &limits, move |watch| {
            let (game, position) = position.of(&session)?;
            question(&game, position, watch)
        })?;
        plain(py, &answer)
    }

    /// Where its rules come from.
    pub(crate) fn source(&self) -> &GameSource {
        &self.source
    }

    /// The game with the piles that it has by itself.
    pub(crate) fn opened(&self, py: Python<'_>) -> PyResult<Arc<lab::Game>> {
        or_raise(py, self.session.game())
    }
}

/// A game as it is named on the command line.
pub(crate) fn named(name: &str) -> Result<GameSource, LabError> {
    let reference: GameReference = name.parse()?;
    Ok(reference
        .source(takeaway::read)?
        .with_files(takeaway::read_beside))
}

/// Who wins at the end.
pub(crate) fn ending(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

/// The method of this name, as on the command line.
fn method_named(py: Python<'_>, name: &str) -> PyResult<Method> {
    Method::named(name).ok_or_else(|| {
        let message = format!(
            "there is no strategy `{name}`; there are best, recursive, window, array, algebraic, arithmetic, automaton, \
             claim and search"
        );
        input_error(py, &message)
    })
}
