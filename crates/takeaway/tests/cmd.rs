//! Everything a user can see, as a terminal session: `cmd/*.trycmd`, with the files it needs in `cmd/*.in`; those in
//! which something is typed are `cmd/*.toml`. The sessions of the README and of docs/ are among them.

#![allow(clippy::unwrap_used)]

use crate::support;

#[test]
fn sessions() {
    let cases = trycmd::TestCases::new();
    for (name, value) in support::HOMELESS {
        cases.env(name, value);
    }
    cases
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md")
        .case("../../docs/invariance.md")
        .case("../../docs/tutorial.md");
}

/// The computer's moves depend on the seed, and without one on the clock: a session that pins them down must name it.
#[test]
fn every_match_names_its_seed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let files = folder.read_dir().unwrap().map(|file| file.unwrap().path());
    let matches: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|end| end == "toml"))
        .filter(|file| {
            file.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("play"))
        })
        .collect();
    assert!(matches.len() >= 8);
    for file in matches {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("\"--seed\""), "{}", file.display());
    }
}
