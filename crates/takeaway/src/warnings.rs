//! Warnings of the files that are opened, on standard error, each once. They change no answer and no exit code.

use std::collections::BTreeSet;
use std::sync::Mutex;

use lab::{Diagnostics, locked};
use serde::Serialize;

use crate::failure::speaks_json;
use crate::output::{tell, tell_faults};

/// What was said already: a command may open a file several times.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Shows the warnings of every file from now on; with `--json` as JSON, one object a line.
pub(crate) fn show(json: bool) {
    lab::tell_warnings_to(if json { as_json } else { as_text });
}

fn as_text(warnings: &Diagnostics) {
    if !warnings.is_empty() && is_new(warnings) {
        tell_faults(|colours| warnings.render(colours));
    }
}

fn as_json(warnings: &Diagnostics) {
    if is_new(warnings) {
        warnings.messages().for_each(tell_json);
    }
}

fn tell_json(message: &str) {
    #[derive(Serialize)]
    struct WarningLine<'a> {
        warning: Warning<'a>,
    }
    #[derive(Serialize)]
    struct Warning<'a> {
        message: &'a str,
    }
    let warning = Warning { message };
    if let Ok(line) = serde_json::to_string(&WarningLine { warning }) {
        tell(&line);
    }
}

/// A warning about what was asked for.
pub(crate) fn warn(message: &str) {
    if speaks_json() {
        tell_json(message);
    } else {
        tell(&format!("warning: {message}"));
    }
}

fn is_new(warnings: &Diagnostics) -> bool {
    let mut said = locked(&SAID);
    said.insert(warnings.to_string())
}
