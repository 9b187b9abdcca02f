//! Pictures and automata, drawn.

use lab::{
    AddableRequest, AutomatonAnswer, AutomatonOf, AutomatonRequest, Game, LabError, PlotAnswer,
    Request, Watch,
};
use serde::Serialize;
use takeaway::PictureFormat;

/// A picture with what it shows.
#[derive(Serialize)]
pub(crate) struct DrawnPicture {
    svg: String,
    tikz: String,
    /// The same as pixels, in base 16: bytes are numbers on the way to Python.
    png: String,
    note: String,
    evidence: String,
    complete: bool,
    /// What is drawn, in exact numbers.
    data: PlotAnswer,
}

/// Draws what is asked for.
pub(crate) fn drawn(
    request: &impl Request<Answer = PlotAnswer>,
    watch: &dyn Watch,
) -> Result<DrawnPicture, LabError> {
    let data = request.answer(watch)?;
    let bytes = |format| takeaway::picture(&data, format).map_err(LabError::Beyond);
    let text = |format| bytes(format).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let hexadecimal = bytes(PictureFormat::Png)?
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(DrawnPicture {
        svg: text(PictureFormat::Svg)?,
        tikz: text(PictureFormat::Tikz)?,
        png: hexadecimal,
        note: data.note.clone(),
        evidence: data.evidence.to_string(),
        complete: data.stopped.is_none(),
        data,
    })
}

/// Which automaton is wanted.
pub(crate) enum WantedAutomaton {
    /// One of the game.
    Of(AutomatonOf),
    /// Of the vectors, or the moves, that can be added.
    Addable {
        /// The moves?
        moves: bool,
    },
}

/// An automaton, drawn and written.
#[derive(Serialize)]
pub(crate) struct DrawnAutomaton {
    #[serde(flatten)]
    answer: AutomatonAnswer,
    text: String,
    dot: String,
    /// None if it has too many states for a picture.
    svg: Option<String>,
}

/// Makes an automaton.
pub(crate) fn automaton(
    game: &Game,
    of: WantedAutomaton,
    single_places: bool,
    watch: &dyn Watch,
) -> Result<DrawnAutomaton, LabError> {
    let answer = match of {
        WantedAutomaton::Of(of) => AutomatonRequest {
            game,
            of,
            single_places,
        }
        .answer(watch)?,
        WantedAutomaton::Addable { moves } => AddableRequest {
            game,
            moves,
            single_places,
        }
        .answer(watch)?,
    };
    Ok(DrawnAutomaton {
        text: takeaway::automaton_text(&answer),
        dot: takeaway::automaton_dot(&answer),
        svg: takeaway::automaton_svg(&answer).ok(),
        answer,
    })
}
