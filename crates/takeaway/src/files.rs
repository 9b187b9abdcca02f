//! What a user names is read here: `.game` files, `@FILE` piles, certificates.
//!
//! A game that was opened stays open, with what was found out about it, as long as few others are: a worker of `takeaway
//! serve` is asked about the same games again and again.

use std::sync::{Arc, Mutex};

use lab::{Game, GameReference, GameSource, LabError, Natural, Position, Session, locked};

use crate::failure::Failure;
use crate::kept_proofs;
use crate::sent;

/// So many games stay open.
const OPEN: usize = 24;

/// The games that were asked about last, the latest at the end.
static SESSIONS: Mutex<Vec<(GameSource, Arc<Session>)>> = Mutex::new(Vec::new());

/// A game named on the command line, with the text of its file if it is one.
pub(crate) fn game(text: &str) -> Result<GameSource, Failure> {
    let reference: GameReference = text.parse()?;
    Ok(reference.source(read)?.with_files(beside))
}

/// The same game, for questions about positions with any number of piles.
pub(crate) fn session(text: &str) -> Result<Arc<Session>, Failure> {
    let source = game(text)?;
    let mut sessions = locked(&SESSIONS);
    let open = sessions.iter().position(|(other, _)| *other == source);
    let (source, session) = match open {
        Some(place) => sessions.remove(place),
        None => (
            source.clone(),
            Arc::new(Session::new(source).recalling(kept_proofs::recall)),
        ),
    };
    if sessions.len() == OPEN {
        sessions.remove(0);
    }
    sessions.push((source, session.clone()));
    Ok(session)
}

/// The same game, opened: for questions that are asked one after the other.
pub(crate) fn open(text: &str) -> Result<Arc<Game>, Failure> {
    Ok(session(text)?.game()?)
}

/// The same game with a position of it; the position says how many piles there are where the game leaves that open.
pub(crate) fn open_at(text: &str, typed: &str) -> Result<(Arc<Game>, Position), Failure> {
    Ok(session(text)?.at(&position(typed)?)?)
}

/// A position with each `@FILE` replaced by what the file holds.
pub(crate) fn position(text: &str) -> Result<String, Failure> {
    if !text.contains('@') {
        return Ok(text.to_owned());
    }
    let piles: Result<Vec<String>, Failure> = lab::pile_texts(text).into_iter().map(pile).collect();
    Ok(piles?.join(","))
}

/// A number: what is typed, or what the file after `@` holds.
pub(crate) fn number(text: &str) -> Result<Natural, Failure> {
    Ok(lab::number(&pile(text.trim())?).map_err(LabError::from)?)
}

/// One pile or digits: what is typed, or what the file after `@` holds.
pub(crate) fn pile(text: &str) -> Result<String, Failure> {
    match text.strip_prefix('@') {
        Some(path) => Ok(read(path)?.trim().to_owned()),
        None => Ok(text.to_owned()),
    }
}

/// The text of an automaton that a rule file names: from the disk beside it, or from the request that brought it.
pub(crate) fn beside(path: &str, name: &str) -> Result<String, String> {
    match sent::file(name) {
        Some(sent) => sent.map_err(|_| NOT_SENT.to_owned()),
        None => crate::read_beside(path, name),
    }
}

/// Why an automaton is not there that no request brought.
const NOT_SENT: &str = "no file is read here: send its text, \"files\": {\"NAME\": …}";

/// The text of a file.
pub(crate) fn read(path: &str) -> Result<String, Failure> {
    Ok(match sent::file(path) {
        Some(sent) => sent?,
        None => crate::read(path)?,
    })
}
