//! What failed, and how to run that alone.

/// A part that failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Failure {
    what: String,
    again: String,
}

impl Failure {
    /// What failed, and the command that runs it alone.
    pub(crate) fn new(what: &str, again: &str) -> Self {
        Self {
            what: what.to_owned(),
            again: again.to_owned(),
        }
    }
}

/// All that failed, each with its command.
pub(crate) fn summary(failed: &[Failure]) -> String {
    let parts = if failed.len() == 1 { "part" } else { "parts" };
    let lines = failed
        .iter()
        .map(|Failure { what, again }| format!("\n  {what}\n      {again}"));
    format!(
        "{} {parts} failed; to run each alone:{}",
        failed.len(),
        lines.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_has_its_command() {
        let one = Failure::new("lab/tests/hostile.rs", "cargo test -p lab --test hostile");
        assert_eq!(
            summary(std::slice::from_ref(&one)),
            "1 part failed; to run each alone:\n  lab/tests/hostile.rs\n      cargo test -p lab --test hostile"
        );
        let two = [
            one,
            Failure::new("tests in Python failed", "cargo xtask python"),
        ];
        let said = summary(&two);
        assert!(said.starts_with("2 parts failed"), "{said}");
        assert!(said.ends_with("\n      cargo xtask python"), "{said}");
    }
}
