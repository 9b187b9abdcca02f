//! The description of the API: the arguments from the definition of the command line, the answers from their types.

use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value, json};

use super::question::{Asked, name_of, shown};
use crate::schemas::Together;

/// The OpenAPI document for these commands.
pub(crate) fn document<'a>(commands: impl Iterator<Item = &'a Asked>) -> Value {
    let mut answers = Together::all();
    let mut paths = Map::new();
    for asked in commands {
        let answer = answers
            .answers()
            .iter()
            .find(|(name, _)| *name == asked.name);
        let answer = answer.map_or(Value::Bool(true), |(_, schema)| schema.clone().to_value());
        paths.insert(
            format!("/api/{}", asked.name),
            json!({ "post": operation(asked, answer) }),
        );
    }
    paths.extend(jobs());
    let mut schemas = answers.shared();
    schemas.insert("Game".to_owned(), game());
    schemas.insert("Text".to_owned(), text());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "takeaway",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "A laboratory for take-away games",
            "description": "Each command of the command line is asked by POST with its arguments as JSON, and answers \
                what `--json` prints. Numbers of any size are texts. A request must carry the header Origin with the server's \
                own address. What takes long is a job.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas, "responses": errors() },
    })
}

fn operation(asked: &Asked, answer: Value) -> Value {
    let about = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string);
    let answer = match asked.reads_lines() {
        true => json!({ "type": "array", "items": answer }),
        false => answer,
    };
    let mut content = json!({
        "application/json": { "schema": answer },
        "text/plain": { "schema": { "type": "string", "description": "What the command prints for a reader, in the format that was asked for." } },
    });
    if asked.name == "plot" {
        content["image/svg+xml"] = json!({ "schema": { "type": "string" } });
        content["image/png"] = json!({});
    }
    let mut responses = json!({ "200": { "description": "The answer.", "content": content } });
    for (status, name) in STATUSES {
        responses[status] = json!({ "$ref": format!("#/components/responses/{name}") });
    }
    json!({
        "operationId": asked.name,
        "summary": about(asked.command.get_about()),
        "description": about(asked.command.get_long_about()),
        "requestBody": { "content": { "application/json": { "schema": request(asked) } } },
        "responses": responses,
    })
}

/// The errors, by the names of their descriptions.
const STATUSES: [(&str, &str); 6] = [
    ("400", "Input"),
    ("403", "Stranger"),
    ("408", "Slow"),
    ("413", "Large"),
    ("422", "Limit"),
    ("429", "Busy"),
];

fn errors() -> Value {
    let error = |description: &str| {
        let schema = json!({ "$ref": "#/components/schemas/ErrorAnswer" });
        json!({ "description": description, "content": { "application/json": { "schema": schema } } })
    };
    let mut busy = error("Nobody is free: try again after the time in Retry-After.");
    busy["headers"] = json!({ "Retry-After": { "schema": { "type": "integer" } } });
    json!({
        "Input": error("What was asked is at fault; the message says what to send instead."),
        "Stranger": error("The server is addressed by a name that is not its own, or the request comes from another page."),
        "Missing": error("There is nothing of this name."),
        "Slow": error("The request did not arrive in time."),
        "Large": error("The request or the answer is too large."),
        "Limit": error("Nobody here knows, or a limit was reached before there was an answer."),
        "Busy": busy,
    })
}

fn request(asked: &Asked) -> Value {
    let kinds = asked.kinds();
    if !kinds.is_empty() {
        let one = |kind: &&Command| {
            let mut object = object(kind);
            object["properties"]["kind"] = json!({ "const": kind.get_name() });
            if let Some(Value::Array(required)) = object.get_mut("required") {
                required.push(json!("kind"));
            }
            object
        };
        return json!({ "oneOf": kinds.iter().map(one).collect::<Vec<_>>() });
    }
    let mut object = object(&asked.command);
    let properties = &mut object["properties"];
    if asked.reads_lines() {
        properties["lines"] = json!({ "type": "array", "items": { "type": "string" }, "description": "What is typed, line by line." });
    }
    if asked.takes_parts() {
        let part = json!({
            "type": "object",
            "properties": { "game": { "$ref": "#/components/schemas/Game" }, "position": NUMBERS },
            "required": ["game", "position"],
            "additionalProperties": false,
        });
        *properties = json!({
            "game": { "$ref": "#/components/schemas/Game" },
            "position": several(&json!({ "type": NUMBERS })),
            "parts": { "type": "array", "items": part, "minItems": 1, "description": "The parts of a sum." },
            "full": { "type": "boolean" },
            "time-limit": { "type": "string" },
        });
        properties["parts"]["items"]["properties"]["position"] = json!({ "type": NUMBERS });
        object["required"] = json!([]);
    }
    object["properties"]["files"] = json!({
        "type": "object",
        "additionalProperties": { "type": "string" },
        "description": "Files that a text names, by their names.",
    });
    object
}

/// The type of what may be written as a text or as a number.
const NUMBERS: [&str; 2] = ["string", "integer"];

fn object(command: &Command) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for argument in shown(command) {
        let name = name_of(argument);
        if argument.is_required_set() {
            required.push(Value::from(name.clone()));
        }
        properties.insert(name, property(argument));
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(argument: &Arg) -> Value {
    let values = argument.get_possible_values();
    let name = name_of(argument);
    let mut schema = match name.as_str() {
        _ if matches!(argument.get_action(), ArgAction::SetTrue) => json!({ "type": "boolean" }),
        "certificate" => json!({ "type": "boolean" }),
        "game" | "against" => json!({ "$ref": "#/components/schemas/Game" }),
        "file" => json!({ "$ref": "#/components/schemas/Text" }),
        _ if !values.is_empty() => {
            let names: Vec<&str> = values
                .iter()
                .map(clap::builder::PossibleValue::get_name)
                .collect();
            json!({ "enum": names })
        }
        _ => json!({ "type": NUMBERS }),
    };
    let many = argument
        .get_num_args()
        .is_some_and(|number| number.max_values() > 1);
    if many {
        schema = several(&schema);
    }
    if let Some(help) = argument.get_help() {
        schema["description"] = help.to_string().into();
    }
    let default = argument
        .get_default_values()
        .first()
        .and_then(|value| value.to_str());
    if let (Some(default), Some(Value::Null) | None) = (default, schema.get("$ref")) {
        schema["default"] = default.into();
    }
    schema
}

/// One of them, or a list.
fn several(schema: &Value) -> Value {
    json!({ "anyOf": [schema, { "type": "array", "items": schema }] })
}

fn game() -> Value {
    json!({
        "description": "A game of the catalogue by its name, with parameters after a colon, or the text of its rules.",
        "anyOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": {
                    "text": { "type": "string" },
                    "parameters": { "type": "object", "additionalProperties": { "type": NUMBERS } },
                },
                "required": ["text"],
                "additionalProperties": false,
            },
        ],
    })
}

fn text() -> Value {
    json!({
        "description": "What is a file on the command line: its text.",
        "type": "object",
        "properties": { "text": { "type": "string" } },
        "required": ["text"],
        "additionalProperties": false,
    })
}

fn jobs() -> Map<String, Value> {
    let id =
        json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]);
    let error = |name: &str| json!({ "$ref": format!("#/components/responses/{name}") });
    let begun = json!({
        "type": "object",
        "properties": { "id": { "type": "string" }, "events": { "type": "string" } },
        "required": ["id", "events"],
    });
    let job = json!({
        "type": "object",
        "properties": { "command": { "type": "string" }, "arguments": { "type": "object" } },
        "required": ["command"],
        "additionalProperties": false,
    });
    let paths = json!({
        "/api/jobs": { "post": {
            "operationId": "begin-job",
            "summary": "Begins long work: a command with its arguments",
            "description": "Listen to its events: a job to which nobody listens ends.",
            "requestBody": { "content": { "application/json": { "schema": job } } },
            "responses": {
                "201": { "description": "It has begun.", "content": { "application/json": { "schema": begun } } },
                "400": error("Input"), "403": error("Stranger"), "413": error("Large"), "429": error("Busy"),
            },
        } },
        "/api/jobs/{id}/events": { "parameters": id, "get": {
            "operationId": "job-events",
            "summary": "What happens in a job, as server-sent events",
            "description": "Events named progress, with step, done, total and memory; at the end one named answer, with status and answer, or cancelled.",
            "responses": { "200": { "description": "The events.", "content": { "text/event-stream": {} } }, "404": error("Missing") },
        } },
        "/api/jobs/{id}": { "parameters": id, "delete": {
            "operationId": "cancel-job",
            "summary": "Ends a job",
            "responses": { "204": { "description": "It is over." }, "403": error("Stranger"), "404": error("Missing") },
        } },
    });
    match paths {
        Value::Object(paths) => paths,
        _ => Map::new(),
    }
}
