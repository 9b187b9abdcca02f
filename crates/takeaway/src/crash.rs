//! A fault of the program itself: one honest sentence instead of a trace, and nothing half written.
//!
//! No input should lead here. If one does, the whole program ends with [`CODE`], whichever thread fell, so that no
//! answer is given that was worked out by halves.

use std::panic::{self, PanicHookInfo};
use std::process;

use crate::new_file;
use crate::output::tell;
use crate::terminal::taken;

/// The exit code of a program that is at fault itself: `EX_SOFTWARE` of BSD, far from the codes of an answer.
const CODE: i32 = 70;

/// From now on a panic is told in one sentence, as JSON if that was asked for, and ends the program.
pub(crate) fn prepare(json: bool) {
    panic::set_hook(Box::new(move |panic| {
        taken::give_back();
        tell(&sentence(panic, json));
        new_file::discard_unfinished();
        process::exit(CODE);
    }));
}

/// What is said. The message of a panic is a theorem of ours that turned out false.
fn sentence(panic: &PanicHookInfo<'_>, json: bool) -> String {
    let payload = panic.payload();
    let plain = payload.downcast_ref::<&str>().copied();
    let made = payload.downcast_ref::<String>().map(String::as_str);
    let what = plain.or(made).unwrap_or("no reason is known");
    let place = panic.location().map_or(String::new(), |place| {
        format!(" ({}:{})", place.file(), place.line())
    });
    let message = format!(
        "{what}{place}; the fault is in takeaway {}, not in what was typed: please report it with the command",
        env!("CARGO_PKG_VERSION"),
    );
    if json {
        let error = serde_json::json!({ "kind": "internal", "message": message, "at": null });
        serde_json::json!({ "error": error }).to_string()
    } else {
        format!("internal error: {message}")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::process::{Command, Output};
    use std::{env, thread};

    use super::*;

    /// Tells the test below that it runs in a process of its own, and how it is to fall.
    const FALL: &str = "TAKEAWAY_TEST_FALL";

    fn falls(how: &str) -> Output {
        let name = "crash::tests::a_fall_is_told_and_ends_the_program";
        Command::new(env::current_exe().unwrap())
            .args([name, "--exact", "--nocapture"])
            .env(FALL, how)
            .env("RUST_BACKTRACE", "full")
            .output()
            .unwrap()
    }

    fn check(how: &str, expected: &str) {
        let output = falls(how);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(CODE), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    #[expect(clippy::panic, reason = "falling is what is tested")]
    fn a_fall_is_told_and_ends_the_program() {
        match env::var(FALL).as_deref() {
            Ok("thread") => {
                prepare(false);
                let _ = thread::spawn(|| panic!("the\u{1b} {} coin", 3)).join();
            }
            Ok(how) => {
                prepare(how == "json");
                panic!("below the period");
            }
            Err(_) => {
                let place = "(crates/takeaway/src/crash.rs:";
                check("text", &format!("internal error: below the period {place}"));
                check(
                    "thread",
                    &format!("internal error: theU+001B 3 coin {place}"),
                );
                check(
                    "json",
                    "{\"error\":{\"at\":null,\"kind\":\"internal\",\"message\":\"below",
                );
            }
        }
    }
}
