//! Everything a user can see, as a terminal session: `cmd/*.trycmd`, with the files it needs in `cmd/*.in`.

#[test]
fn sessions() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
