//! The schemas of all answers, from their types: `docs/schemas/`, one file a command.

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::cmd::batch::BadLine;
use crate::cmd::comparison::Comparison;
use crate::cmd::papers::PapersJson;
use crate::cmd::prove::ProveAnswer;

/// One answer or another.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "a schema is made from the type alone")]
enum Either<A, B> {
    One(A),
    Other(B),
}

fn schema<T: JsonSchema>(command: &str) -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let title = match command {
        "error" => "What `takeaway … --json` writes to standard error".to_owned(),
        "batch" => "A line of `takeaway batch`".to_owned(),
        "play" => "A line of `takeaway play --json`".to_owned(),
        command => format!("The answer of `takeaway {command} --json`"),
    };
    schema.insert("title".to_owned(), title.into());
    schema
}

fn check<T: JsonSchema>(command: &str) {
    let text = serde_json::to_string_pretty(&schema::<T>(command)).expect("a schema is JSON");
    let file = format!("../../docs/schemas/{command}.json");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("WRITE_SCHEMAS").is_some() {
        std::fs::write(&path, format!("{text}\n")).expect("docs/schemas can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == format!("{text}\n"),
        "docs/schemas/{command}.json is out of date: WRITE_SCHEMAS=1 cargo test -p takeaway schemas"
    );
}

#[test]
fn schemas_are_up_to_date() {
    check::<lab::ArrayAnswer>("array");
    check::<Either<lab::SessionAnswer, BadLine>>("batch");
    check::<lab::CheckAnswer>("check");
    check::<lab::ErrorAnswer>("error");
    check::<lab::GamesAnswer>("games");
    check::<lab::InvarianceAnswer>("invariance");
    check::<lab::LegalAnswer>("legal");
    check::<lab::MatrixAnswer>("matrix");
    check::<lab::MovesAnswer>("moves");
    type Outcomes = Either<lab::OutcomeAnswer, Vec<lab::OutcomeAnswer>>;
    check::<Either<Outcomes, Comparison<'_>>>("outcome");
    check::<PapersJson<'_>>("papers");
    check::<lab::Saying>("play");
    check::<lab::PlotAnswer>("plot");
    check::<ProveAnswer<'_>>("prove");
    check::<lab::RepresentAnswer>("represent");
    check::<lab::RulesAnswer>("rules");
    check::<lab::SequenceAnswer>("sequence");
    check::<lab::SolveAnswer>("solve");
    check::<Either<lab::SplitAnswer, lab::SplittingsAnswer>>("split");
    check::<lab::StarAnswer>("star");
    check::<lab::TableAnswer>("table");
    check::<Either<lab::ValueAnswer, Vec<lab::ValueAnswer>>>("value");
}
