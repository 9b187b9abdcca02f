//! Everything a user can see, as a terminal session: `cmd/*.trycmd`, with the files it needs in `cmd/*.in`; those in
//! which something is typed are `cmd/*.toml`. The sessions of the README and of docs/ are among them.

#[test]
fn sessions() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md")
        .case("../../docs/invariance.md")
        .case("../../docs/tutorial.md");
}
