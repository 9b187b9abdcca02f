//! Warnings of the files that are opened, on standard error, each once. They change no answer and no exit code.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};

use lab::Diagnostics;
use serde::Serialize;

use crate::output::{tell, tell_as_it_is};

/// What was said already: a command may open a file several times.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Shows the warnings of every file from now on; with `--json` as JSON, one object a line.
pub(crate) fn show(json: bool) {
    lab::tell_warnings_to(if json { as_json } else { as_text });
}

fn as_text(warnings: &Diagnostics) {
    if warnings.is_empty() || !is_new(warnings) {
        return;
    }
    if io::stderr().is_terminal() {
        tell_as_it_is(warnings.render(true).trim_end());
    } else {
        tell(warnings.render(false).trim_end());
    }
}

fn as_json(warnings: &Diagnostics) {
    #[derive(Serialize)]
    struct Line<'a> {
        warning: Warning<'a>,
    }
    #[derive(Serialize)]
    struct Warning<'a> {
        message: &'a str,
    }
    if !is_new(warnings) {
        return;
    }
    for message in warnings.messages() {
        let warning = Warning { message };
        if let Ok(line) = serde_json::to_string(&Line { warning }) {
            tell(&line);
        }
    }
}

fn is_new(warnings: &Diagnostics) -> bool {
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    said.insert(warnings.to_string())
}
