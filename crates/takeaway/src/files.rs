//! What a user names is read here: `.game` files, `@FILE` piles, certificates.

use std::fs::File;
use std::io::{self, Read};

use lab::{Game, GameReference, GameSource};

use crate::failure::Failure;

/// The longest file that is read, in bytes: a rules file or a number of this length is a mistake.
const LONGEST: u64 = 64 << 20;

/// A game named on the command line, with the text of its file if it is one.
pub(crate) fn game(text: &str) -> Result<GameSource, Failure> {
    let reference: GameReference = text.parse()?;
    reference.source(read)
}

/// The same game, opened: for questions that are asked one after the other.
pub(crate) fn open(text: &str) -> Result<Game, Failure> {
    Ok(Game::open(&game(text)?)?)
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
    let fault = |why: String| Failure::input(format!("the file `{path}` cannot be read: {why}"));
    let file = File::open(path).map_err(|error| fault(plain(&error)))?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| fault(plain(&error)))?;
    if bytes.len() as u64 > LONGEST {
        return Err(fault(format!("it is longer than {} MiB", LONGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| fault("it is not text in UTF-8".to_owned()))
}

/// What went wrong, without the number of the operating system.
pub(crate) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let said = text.split_once(" (os error").map(|(said, _)| said);
    said.unwrap_or(&text).to_owned()
}
