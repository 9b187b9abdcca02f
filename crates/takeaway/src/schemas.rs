//! The schemas of all answers, from their types: `docs/schemas/`, one file a command, and the description of the API.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use crate::cmd::batch::BadLine;
use crate::cmd::comparison::Comparison;
use crate::cmd::discover::DiscoverJson;
use crate::cmd::invent::InventJson;
use crate::cmd::papers::PapersJson;
use crate::cmd::prove::ProveAnswer;
use crate::cmd::search::SearchJson;

/// One answer or another.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "a schema is made from the type alone")]
enum EitherAnswer<A, B> {
    One(A),
    Other(B),
}

type Outcomes = EitherAnswer<lab::OutcomeAnswer, Vec<lab::OutcomeAnswer>>;

/// What is made of the type of each answer.
pub(crate) trait AnswerVisitor {
    /// Visits the answer of a command.
    fn visit<T: JsonSchema>(&mut self, command: &'static str);
}

/// Visits the type of every answer: the only list of them.
pub(crate) fn visit(visitor: &mut impl AnswerVisitor) {
    visitor.visit::<papers::ArrayAnswer>("array");
    visitor.visit::<lab::AutomatonAnswer>("automaton");
    visitor.visit::<EitherAnswer<lab::SessionAnswer, BadLine>>("batch");
    visitor.visit::<lab::CheckAnswer>("check");
    visitor.visit::<lab::DescribeAnswer>("describe");
    visitor.visit::<DiscoverJson>("discover");
    visitor.visit::<lab::ErrorAnswer>("error");
    visitor.visit::<lab::GamesAnswer>("games");
    visitor.visit::<lab::GuessAnswer>("guess");
    visitor.visit::<lab::InspectAnswer>("inspect");
    visitor.visit::<EitherAnswer<papers::InvarianceAnswer, papers::GameInvarianceAnswer>>(
        "invariance",
    );
    visitor.visit::<InventJson>("invent");
    visitor.visit::<lab::LegalAnswer>("legal");
    visitor.visit::<papers::MatrixAnswer>("matrix");
    visitor.visit::<lab::MovesAnswer>("moves");
    visitor.visit::<EitherAnswer<Outcomes, Comparison<'_>>>("outcome");
    visitor.visit::<EitherAnswer<PapersJson<'_>, papers::PaperListAnswer>>("papers");
    visitor.visit::<lab::Saying>("play");
    visitor.visit::<lab::PlotAnswer>("plot");
    visitor.visit::<ProveAnswer<'_>>("prove");
    visitor.visit::<EitherAnswer<lab::RedundantAnswer, lab::AutomatonAnswer>>("redundant");
    visitor.visit::<lab::ForbidAnswer>("forbid");
    visitor.visit::<lab::ReplyAnswer>("reply");
    visitor.visit::<lab::RepresentAnswer>("represent");
    visitor.visit::<lab::RulesAnswer>("rules");
    visitor.visit::<SearchJson>("search");
    visitor.visit::<EitherAnswer<lab::SequenceAnswer, lab::FractionAnswer>>("sequence");
    visitor.visit::<lab::SolveAnswer>("solve");
    visitor.visit::<EitherAnswer<papers::SplitAnswer, papers::SplittingsAnswer>>("split");
    visitor.visit::<papers::StarAnswer>("star");
    visitor.visit::<lab::TableAnswer>("table");
    visitor.visit::<EitherAnswer<lab::ValueAnswer, Vec<lab::ValueAnswer>>>("value");
}

/// The schemas of all answers in one document, with what they share under `/components/schemas`.
pub(crate) struct SchemaBundle {
    generator: SchemaGenerator,
    answers: Vec<(&'static str, Schema)>,
}

impl SchemaBundle {
    /// All of them.
    pub(crate) fn all() -> Self {
        let mut settings = SchemaSettings::draft2020_12().for_serialize();
        settings.definitions_path = "/components/schemas".into();
        let settings = settings.with_transform(RecursiveTransform(list_words));
        let mut together = Self {
            generator: settings.into_generator(),
            answers: Vec::new(),
        };
        visit(&mut together);
        together
    }

    /// The schema of each command's answer.
    pub(crate) fn answers(&self) -> &[(&'static str, Schema)] {
        &self.answers
    }

    /// Adds what is no answer of a command to what they share.
    pub(crate) fn add<T: JsonSchema>(&mut self) {
        self.generator.subschema_for::<T>();
    }

    /// What they share.
    pub(crate) fn shared(&mut self) -> serde_json::Map<String, serde_json::Value> {
        self.generator.take_definitions(true)
    }
}

/// Puts a plain list of words in place of one schema for each word: generators of clients read no others. What each word means
/// goes into the description.
fn list_words(schema: &mut Schema) {
    let Some(ways) = schema.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let (mut words, mut told) = (Vec::new(), Vec::new());
    for way in ways {
        let alone = way.get("const").into_iter();
        let several = way.get("enum").and_then(Value::as_array);
        let some: Vec<&Value> = alone.chain(several.into_iter().flatten()).collect();
        if some.is_empty() || !some.iter().all(|word| word.is_string()) {
            return;
        }
        if let ([Value::String(word)], Some(Value::String(text))) =
            (&some[..], way.get("description"))
        {
            told.push(format!("{word}: {text}"));
        }
        words.extend(some.into_iter().cloned());
    }
    let known = schema.get("description").and_then(Value::as_str);
    let told: Vec<String> = known.map(str::to_owned).into_iter().chain(told).collect();
    schema.remove("oneOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), words.into());
    if !told.is_empty() {
        schema.insert("description".to_owned(), told.join("\n").into());
    }
}

impl AnswerVisitor for SchemaBundle {
    fn visit<T: JsonSchema>(&mut self, command: &'static str) {
        let schema = self.generator.subschema_for::<T>();
        self.answers.push((command, schema));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

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

    struct UpToDate;

    impl AnswerVisitor for UpToDate {
        fn visit<T: JsonSchema>(&mut self, command: &'static str) {
            let schema = schema::<T>(command);
            let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
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
    }

    #[test]
    fn schemas_are_up_to_date() {
        visit(&mut UpToDate);
    }
}
