//! What is written about the papers is the same everywhere.

use std::path::Path;
use std::sync::OnceLock;

use lab::{Request, Unwatched};
use papers::{PapersAnswer, PapersRequest};

use super::{document, errata, json, text};

fn answer() -> &'static PapersAnswer {
    static ANSWER: OnceLock<PapersAnswer> = OnceLock::new();
    ANSWER.get_or_init(|| {
        let answer = PapersRequest::default().answer(&Unwatched);
        answer.expect("the papers can be checked")
    })
}

type Write = fn(&mut dyn std::io::Write, &PapersAnswer) -> std::io::Result<()>;

fn written(write: Write) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes, answer()).expect("memory can be written");
    String::from_utf8(bytes).expect("it is text")
}

/// The document is what the command writes.
fn check(name: &str, format: &str, write: Write) {
    let new = written(write);
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name);
    let old = std::fs::read_to_string(path).unwrap_or_default();
    let differing = new.lines().zip(old.lines()).find(|(new, old)| new != old);
    assert!(
        new == old,
        "docs/{name} is not up to date; write it again by `takeaway papers --format {format} > docs/{name}`. \
         The first line that differs: {differing:?}"
    );
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn the_documents_are_up_to_date() {
    check("papers.md", "markdown", document::write);
    check("errata.md", "errata", errata::write);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn all_formats_have_one_number_of_claims() {
    let claims = answer().claims().count();
    let json = serde_json::to_value(json::of(answer())).expect("it is JSON");
    assert_eq!(json["claims"].as_array().map(Vec::len), Some(claims));
    let text = written(text::write);
    assert!(text.contains(&format!("in all: {claims} claims")), "{text}");
    let document = written(document::write);
    assert!(document.contains(&format!("In all {claims} claims")));
    let heads = document.lines().filter(|line| line.starts_with("**"));
    assert_eq!(heads.count(), claims);
}

/// Every error has its entry among the errata, and nothing else has.
#[test]
fn the_errata_are_the_errors() {
    let errata = written(errata::write);
    let entries: Vec<&str> = errata
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("** ("))
        .map(|(place, _)| place)
        .collect();
    for paper in &answer().papers {
        for claim in &paper.claims {
            let is_listed = entries.contains(&claim.place.as_str());
            let name = &paper.name;
            assert!(
                is_listed || !claim.verdict.is_error(),
                "{name}: {}",
                claim.place
            );
        }
    }
    let wrong = |claim: &&papers::ClaimReport| {
        claim.verdict.is_error() || claim.verdict == papers::PaperVerdict::ScanningAccident
    };
    let claims = answer().papers.iter().flat_map(|paper| &paper.claims);
    assert_eq!(entries.len(), claims.filter(wrong).count());
}
