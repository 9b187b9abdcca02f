//! What a user names is read here: `.game` files, `@FILE` piles, certificates.

use lab::{Game, GameReference, GameSource, Position};

use crate::failure::Failure;

/// A game named on the command line, with the text of its file if it is one.
pub(crate) fn game(text: &str) -> Result<GameSource, Failure> {
    let reference: GameReference = text.parse()?;
    reference.source(read)
}

/// The same game, opened: for questions that are asked one after the other.
pub(crate) fn open(text: &str) -> Result<Game, Failure> {
    Ok(Game::open(&game(text)?)?)
}

/// The same game with a position of it; the position says how many piles there are where the game leaves that open.
pub(crate) fn open_at(text: &str, typed: &str) -> Result<(Game, Position), Failure> {
    let source = game(text)?;
    Ok(Game::open_at(&source, &position(typed)?)?)
}

/// A position with each `@FILE` replaced by what the file holds.
pub(crate) fn position(text: &str) -> Result<String, Failure> {
    if !text.contains('@') {
        return Ok(text.to_owned());
    }
    let piles: Result<Vec<String>, Failure> = lab::pile_texts(text).into_iter().map(pile).collect();
    Ok(piles?.join(","))
}

/// A number or digits: what is typed, or what the file after `@` holds.
pub(crate) fn number(text: &str) -> Result<String, Failure> {
    pile(text.trim())
}

/// One pile: what is typed, or what the file after `@` holds.
fn pile(text: &str) -> Result<String, Failure> {
    match text.strip_prefix('@') {
        Some(path) => Ok(read(path)?.trim().to_owned()),
        None => Ok(text.to_owned()),
    }
}

/// The text of a file.
pub(crate) fn read(path: &str) -> Result<String, Failure> {
    Ok(takeaway::read(path)?)
}
