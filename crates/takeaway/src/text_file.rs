//! Files of text, as users name them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use lab::LabError;

/// The longest file that is read, in bytes: a rules file or a number of this length is a mistake.
const LONGEST: u64 = 64 << 20;

/// The text of a file.
///
/// ```
/// match takeaway::read("no-such-file.game") {
///     Err(takeaway::Error::File { path, .. }) => assert_eq!(path, "no-such-file.game"),
///     _ => unreachable!("there is no such file"),
/// }
/// ```
///
/// # Errors
/// If it cannot be read, is no text in UTF-8, or is longer than any file of rules.
pub fn read(path: &str) -> Result<String, LabError> {
    let fault = |why: String| LabError::File {
        path: path.to_owned(),
        why,
    };
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

/// The text of the file of this name in the folder of another one.
///
/// # Errors
/// If it cannot be read; also if the first one is no file of a folder, such as standard input.
pub fn read_beside(path: &str, name: &str) -> Result<String, String> {
    let path = Path::new(path);
    if path.is_absolute() && !path.is_file() {
        return Err("rules that do not come from a file have no file beside them".to_owned());
    }
    let beside = path.with_file_name(name);
    // Nobody waits for a pipe that the rules name.
    if beside.metadata().is_ok_and(|about| !about.is_file()) {
        return Err("it is no file".to_owned());
    }
    match read(&beside.to_string_lossy()) {
        Ok(text) => Ok(text),
        Err(LabError::File { why, .. }) => Err(why),
        Err(other) => Err(other.to_string()),
    }
}

/// What went wrong, without the number of the operating system.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let said = text.split_once(" (os error").map(|(said, _)| said);
    said.unwrap_or(&text).to_owned()
}
