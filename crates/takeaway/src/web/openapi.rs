//! The description of the API: the arguments from the definition of the command line, the answers from their types.

use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value, json};

use super::jobs::{JobBegun, JobStatus};
use super::question::{ApiCommand, is_position, name_of, shown};
use crate::schemas::SchemaBundle;

/// The OpenAPI document for these commands.
pub(crate) fn document<'a>(commands: impl Iterator<Item = &'a ApiCommand>) -> Value {
    let mut answers = SchemaBundle::all();
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
    answers.add::<JobBegun>();
    answers.add::<JobStatus>();
    let mut schemas = answers.shared();
    for (name, schema) in given() {
        schemas.insert(name.to_owned(), schema);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "takeaway",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "A laboratory for take-away games",
            "description": "Each command of the command line is asked by POST with its arguments as JSON, and answers \
                what `--json` prints. Numbers of any size are texts. A request other than GET must carry the header Origin with \
                the server's own address. A server that listens beyond its machine asks for its token. What takes long is a job.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "security": [{}, { "bearer": [] }, { "address": [] }],
        "components": {
            "schemas": schemas,
            "responses": errors(),
            "parameters": { "Origin": origin() },
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a server that was started with --listen for other machines.",
                },
                "address": {
                    "type": "apiKey",
                    "in": "query",
                    "name": "token",
                    "description": "The token as it stands in the address that the server printed. A GET is sent on to \
                        the address without it, with a cookie in its place.",
                },
            },
        },
    })
}

/// The header that a browser sends by itself.
fn origin() -> Value {
    json!({
        "name": "Origin",
        "in": "header",
        "required": true,
        "description": "The server's own address, such as http://127.0.0.1:12358: pages of others may not ask.",
        "schema": { "type": "string" },
    })
}

fn operation(asked: &ApiCommand, answer: Value) -> Value {
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
        responses[status] = error(name);
    }
    let mut operation = json!({
        "operationId": asked.name,
        "parameters": [{ "$ref": ORIGIN }],
        "requestBody": { "content": { "application/json": { "schema": request(asked) } } },
        "responses": responses,
    });
    let texts = [
        ("summary", asked.command.get_about()),
        ("description", asked.command.get_long_about()),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            operation[name] = text.to_string().into();
        }
    }
    operation
}

const ORIGIN: &str = "#/components/parameters/Origin";

fn error(name: &str) -> Value {
    json!({ "$ref": format!("#/components/responses/{name}") })
}

/// The errors, by the names of their descriptions.
const STATUSES: [(&str, &str); 9] = [
    ("400", "Input"),
    ("401", "Token"),
    ("403", "Stranger"),
    ("408", "Slow"),
    ("413", "Large"),
    ("415", "Coded"),
    ("422", "Limit"),
    ("429", "Busy"),
    ("501", "Coded"),
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
        "Token": error("The token is missing or wrong."),
        "Coded": error("The body is compressed, or sent in a way that is not understood."),
        "Running": error("The job is at work, and has no result yet."),
        "Missing": error("There is nothing of this name."),
        "Slow": error("The request did not arrive in time."),
        "Large": error("The request or the answer is too large."),
        "Limit": error("Nobody here knows, or a limit was reached before there was an answer."),
        "Busy": busy,
    })
}

fn request(asked: &ApiCommand) -> Value {
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
        if let Some(known) = properties.as_object_mut() {
            known.remove("arguments");
        }
        properties["game"] = reference("Game");
        properties["position"] = reference("Positions");
        properties["parts"] = json!({
            "type": "array",
            "items": reference("Part"),
            "minItems": 1,
            "description": "The parts of a sum.",
        });
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
    let flag = matches!(argument.get_action(), ArgAction::SetTrue);
    let many = matches!(argument.get_action(), ArgAction::Append)
        || argument
            .get_num_args()
            .is_some_and(|number| number.max_values() > 1);
    let mut schema = match name.as_str() {
        _ if flag => json!({ "type": "boolean", "default": false }),
        "certificate" => json!({ "type": "boolean" }),
        "game" | "against" => reference("Game"),
        "file" => reference("Text"),
        _ if is_position(argument) => reference(if many { "Positions" } else { "Position" }),
        _ if !values.is_empty() => {
            let names: Vec<&str> = values
                .iter()
                .map(clap::builder::PossibleValue::get_name)
                .collect();
            json!({ "type": "string", "enum": names })
        }
        _ => json!({ "type": NUMBERS }),
    };
    if many && !is_position(argument) {
        schema = several(&schema);
    }
    if let Some(help) = argument.get_help() {
        schema["description"] = help.to_string().into();
    }
    let default = argument.get_default_values().first();
    let default = default.and_then(|value| value.to_str()).filter(|_| !flag);
    if let (Some(default), None) = (default, schema.get("$ref")) {
        schema["default"] = default.into();
    }
    schema
}

/// One of them, or a list.
fn several(schema: &Value) -> Value {
    json!({ "anyOf": [schema, { "type": "array", "items": schema }] })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// What the arguments of several commands are, each with its name.
fn given() -> [(&'static str, Value); 6] {
    let object = |description: &str, properties: Value, required: Value| {
        json!({
            "description": description,
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    };
    let number = json!({ "type": NUMBERS });
    let piles = json!({ "type": "array", "items": number });
    let position = json!({
        "description": "A position: a text such as \"1,4,5\", a list of its piles such as [1, 4, 5] or, as answers have it, \
            [\"1\", \"4\", \"5\"], or the number of one pile. Numbers that need more than 64 bits are texts.",
        "anyOf": [{ "type": "string" }, { "type": "integer" }, piles],
    });
    let positions = json!({
        "description": "A position, or several: a list of lists of piles, or of texts with commas. A list of numbers, or of \
            texts without commas, is one position.",
        "anyOf": [
            { "type": "string" },
            { "type": "integer" },
            { "type": "array", "items": { "anyOf": [{ "type": "string" }, { "type": "integer" }, piles] } },
        ],
    });
    let game = json!({
        "description": "A game of the catalogue by its name, with parameters after a colon, or the text of its rules.",
        "anyOf": [{ "type": "string" }, reference("GameText")],
    });
    let parameters = json!({ "type": "object", "additionalProperties": number });
    let text = json!({ "type": "string" });
    [
        ("Position", position),
        ("Positions", positions),
        ("Game", game),
        (
            "GameText",
            object(
                "A game by the text of its rules, with the values of its parameters.",
                json!({ "text": text, "parameters": parameters }),
                json!(["text"]),
            ),
        ),
        (
            "Text",
            object(
                "What is a file on the command line: its text.",
                json!({ "text": text }),
                json!(["text"]),
            ),
        ),
        (
            "Part",
            object(
                "A part of a sum.",
                json!({ "game": reference("Game"), "position": reference("Position") }),
                json!(["game", "position"]),
            ),
        ),
    ]
}

fn jobs() -> Map<String, Value> {
    let id =
        json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
    let reading = json!([id]);
    let writing = json!([{ "$ref": ORIGIN }, id]);
    let is = |name: &str| json!({ "application/json": { "schema": reference(name) } });
    let job = json!({
        "type": "object",
        "properties": {
            "command": { "type": "string", "description": "The command, such as prove." },
            "arguments": { "type": "object", "description": "What would be POSTed to it." },
        },
        "required": ["command"],
        "additionalProperties": false,
    });
    let paths = json!({
        "/api/jobs": { "post": {
            "operationId": "begin-job",
            "summary": "Begins long work: a command with its arguments",
            "description": "A job ends when nobody listens to its events, or asks how far it is, for 15 seconds. Its result is \
                kept for ten minutes, or until many others have ended.",
            "parameters": [{ "$ref": ORIGIN }],
            "requestBody": { "required": true, "content": { "application/json": { "schema": job } } },
            "responses": {
                "201": { "description": "It has begun.", "content": is("JobBegun") },
                "400": error("Input"), "401": error("Token"), "403": error("Stranger"), "408": error("Slow"),
                "413": error("Large"), "415": error("Coded"), "429": error("Busy"), "501": error("Coded"),
            },
        } },
        "/api/jobs/{id}": {
            "get": {
                "operationId": "job-status",
                "summary": "How far a job is",
                "parameters": reading,
                "responses": {
                    "200": { "description": "How far it is.", "content": is("JobStatus") },
                    "401": error("Token"), "403": error("Stranger"), "404": error("Missing"),
                },
            },
            "delete": {
                "operationId": "cancel-job",
                "summary": "Ends a job, or forgets its result",
                "parameters": writing,
                "responses": {
                    "204": { "description": "It is over." },
                    "401": error("Token"), "403": error("Stranger"), "404": error("Missing"),
                },
            },
        },
        "/api/jobs/{id}/result": { "get": {
            "operationId": "job-result",
            "summary": "The result of a job",
            "description": "What the command itself would have answered, with its status.",
            "parameters": reading,
            "responses": {
                "200": { "description": "The answer of the command.", "content": { "application/json": { "schema": {} } } },
                "400": error("Input"), "401": error("Token"), "403": error("Stranger"), "404": error("Missing"),
                "409": error("Running"), "413": error("Large"), "422": error("Limit"), "429": error("Busy"),
            },
        } },
        "/api/jobs/{id}/events": { "get": {
            "operationId": "job-events",
            "summary": "What happens in a job, as server-sent events",
            "description": "Events named progress, with step, done, total and memory; at the end one named answer, with status \
                and answer, or cancelled. A broken connection may be made again.",
            "parameters": reading,
            "responses": {
                "200": { "description": "The events.", "content": { "text/event-stream": { "schema": { "type": "string" } } } },
                "401": error("Token"), "403": error("Stranger"), "404": error("Missing"),
            },
        } },
    });
    match paths {
        Value::Object(paths) => paths,
        _ => Map::new(),
    }
}
