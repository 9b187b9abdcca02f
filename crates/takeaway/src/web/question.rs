//! The body of a request as a command with its arguments.
//!
//! `POST /api/COMMAND` has the arguments of the command as a JSON object. Which there are is asked of the definition of the
//! command line itself, so that there is one list of them. A positional argument goes by its name or by what the help
//! calls it, in lower case; an option by its long name. What is a file on the command line is `{"text": …}` here.

use clap::{Arg, ArgAction, Command, CommandFactory, Parser};
use lab::{ErrorKind, GameReference, RulesLocation};
use serde_json::{Map, Value};

use crate::args::Cli;
use crate::position_json::positions;
use crate::sent::RequestInput;
use crate::web::pool::WorkerReply;
use crate::web::wire::AnswerFormat;

/// Commands that are no questions; a search works on a directory.
const NOT_ASKED: [&str; 5] = ["search", "serve", "worker", "completions", "man"];

/// Options that the server sets itself, that name a file to be written, or that are about a terminal.
const NOT_GIVEN: [&str; 12] = [
    "json",
    "output",
    "out",
    "checkpoint",
    "checkpoint-every",
    "plot",
    "force",
    "help",
    "memory-limit",
    "resume",
    "plain",
    "ascii",
];

/// The most digits of a number in a request.
const MOST_DIGITS: usize = 20_000;

/// A command that can be asked.
pub(crate) struct ApiCommand {
    /// Its name.
    pub(crate) name: String,
    /// Its definition.
    pub(crate) command: Command,
}

/// All commands that can be asked.
pub(crate) fn asked() -> Vec<ApiCommand> {
    let mut all = Cli::command();
    all.build();
    let commands = all.get_subcommands();
    commands
        .filter(|command| !NOT_ASKED.contains(&command.get_name()))
        .filter(|command| command.get_name() != "help")
        .map(|command| ApiCommand {
            name: command.get_name().to_owned(),
            command: command.clone(),
        })
        .collect()
}

/// The definition of the command line does not allow the arguments.
fn refused(refusal: &clap::Error) -> WorkerReply {
    let message = refusal.render().to_string();
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let message = message.split("\n\nUsage:").next().unwrap_or(message);
    input(message.trim_end())
}

fn input(message: impl Into<String>) -> WorkerReply {
    WorkerReply::error(400, ErrorKind::Input, message)
}

impl ApiCommand {
    /// The kinds of the command that have arguments of their own, such as `positions` of `plot`.
    pub(crate) fn kinds(&self) -> Vec<&Command> {
        let kinds = self.command.get_subcommands();
        kinds.filter(|kind| kind.get_name() != "help").collect()
    }

    /// Does the command read lines?
    pub(crate) fn reads_lines(&self) -> bool {
        matches!(self.name.as_str(), "play" | "batch")
    }

    /// Does it take the parts of a sum?
    pub(crate) fn takes_parts(&self) -> bool {
        matches!(self.name.as_str(), "value" | "reply")
    }

    /// The command with the arguments of a body, to be answered in some form, and what comes with it. Inside, why the
    /// definition of the command line does not allow them.
    pub(crate) fn question(
        &self,
        body: &Map<String, Value>,
        form: AnswerFormat,
    ) -> Result<Result<(Cli, RequestInput), WorkerReply>, WorkerReply> {
        let (options, values, sent) = self.arguments(body)?;
        let of_form = match form {
            AnswerFormat::Json | AnswerFormat::Lines => Some("--json"),
            AnswerFormat::File => Some("--output=picture.png"),
            AnswerFormat::Text => None,
        };
        let options = options.iter().map(String::as_str).chain(of_form);
        let values = values.iter().map(String::as_str);
        let words = ["takeaway"]
            .into_iter()
            .chain(options)
            .chain(["--"])
            .chain(values);
        let cli = Cli::try_parse_from(words).map_err(|refusal| refused(&refusal));
        Ok(cli.map(|cli| (cli, sent)))
    }

    /// The name of the command with its options, its positional arguments, and what comes with them.
    fn arguments(
        &self,
        body: &Map<String, Value>,
    ) -> Result<(Vec<String>, Vec<String>, RequestInput), WorkerReply> {
        let mut reader = BodyReader::default();
        let mut arguments = vec![self.name.clone()];
        let command = match self.kinds().as_slice() {
            [] => &self.command,
            kinds => {
                let kind = chosen(kinds, body.get("kind"))?;
                arguments.push(kind.get_name().to_owned());
                kind
            }
        };
        let mut positional: Vec<(&Arg, Vec<String>)> = Vec::new();
        let (mut parts, mut one_game) = (Vec::new(), Vec::new());
        for (name, value) in body {
            match (name.as_str(), value) {
                (_, Value::Null) => {}
                ("kind", _) if !self.kinds().is_empty() => {}
                ("files", files) => reader.files(files)?,
                ("lines", lines) if self.reads_lines() => reader.sent.lines = texts(name, lines)?,
                ("parts", given) if self.takes_parts() => {
                    parts = reader.parts(given)?;
                }
                ("game", game) if self.takes_parts() => {
                    one_game.splice(0..0, reader.values(name, game)?);
                }
                ("position", positions) if self.takes_parts() => {
                    one_game.extend(reader.positions(name, positions)?);
                }
                (name, value) => {
                    let argument =
                        find(command, name).ok_or_else(|| self.unknown(command, name))?;
                    match argument.get_long() {
                        Some(long) => arguments.extend(reader.option(argument, long, value)?),
                        None if is_position(argument) => {
                            positional.push((argument, reader.positions(name, value)?));
                        }
                        None => positional.push((argument, reader.values(name, value)?)),
                    }
                }
            }
        }
        let values = match self.takes_parts() {
            true if !parts.is_empty() => parts,
            true => whole(one_game, body)?,
            false => in_order(command, positional)?,
        };
        Ok((arguments, values, reader.sent))
    }

    fn unknown(&self, command: &Command, name: &str) -> WorkerReply {
        if name == "json" || name == "help" {
            return input("the answers are JSON: `json` is not needed");
        }
        if name == "memory-limit" || name == "memory_limit" {
            return input("how much memory a question may take is set by the server");
        }
        if NOT_GIVEN.contains(&name) {
            return input(format!(
                "`{name}` names a file, and no file is written here"
            ));
        }
        let names: Vec<String> = shown(command).map(name_of).collect();
        input(format!(
            "`{name}` is no argument of {}; its arguments: {}",
            self.name,
            names.join(", ")
        ))
    }
}

/// The arguments that a request may have.
pub(crate) fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    let arguments = command.get_arguments();
    arguments.filter(|argument| {
        let name = argument.get_long().unwrap_or(argument.get_id().as_str());
        !NOT_GIVEN.contains(&name) && name != "version"
    })
}

/// The name of an argument in a request: that of an option, what the help calls a positional one if that is a word, or its
/// name in the definition.
pub(crate) fn name_of(argument: &Arg) -> String {
    if let Some(long) = argument.get_long() {
        return long.to_owned();
    }
    let called = argument.get_value_names().and_then(<[_]>::first);
    match called {
        Some(called) if called.chars().all(|letter| letter.is_ascii_alphabetic()) => {
            called.to_ascii_lowercase()
        }
        _ => argument.get_id().to_string(),
    }
}

/// Are its values positions?
pub(crate) fn is_position(argument: &Arg) -> bool {
    let called = argument.get_value_names().and_then(<[_]>::first);
    called.is_some_and(|called| matches!(called.as_str(), "POSITION" | "FROM" | "TO"))
}

fn find<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let hyphens = name.replace('_', "-");
    // `check` has its certificate in a file: over HTTP it has no file, and the word says what it is.
    let name = match name {
        "certificate" if command.get_name() == "check" => "file",
        name => name,
    };
    shown(command).find(|argument| {
        name_of(argument) == name
            || argument.get_long() == Some(hyphens.as_str())
            || argument.get_long().is_none() && argument.get_id().as_str() == name
    })
}

fn chosen<'a>(kinds: &[&'a Command], given: Option<&Value>) -> Result<&'a Command, WorkerReply> {
    let found = kinds
        .iter()
        .find(|kind| given.and_then(Value::as_str) == Some(kind.get_name()));
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.get_name()).collect();
        input(format!("`kind` is one of {}", names.join(", ")))
    })
}

/// The positional arguments in the order of the command line; one that is missing must not let the next take its place.
fn in_order(
    command: &Command,
    mut given: Vec<(&Arg, Vec<String>)>,
) -> Result<Vec<String>, WorkerReply> {
    let mut missing = None;
    let mut ordered = Vec::new();
    for argument in command.get_positionals() {
        let place = given
            .iter()
            .position(|(one, _)| one.get_id() == argument.get_id());
        match place {
            Some(_) if missing.is_some() => break,
            Some(place) => ordered.extend(given.swap_remove(place).1),
            None if argument.is_required_set() => return Err(lacks(&name_of(argument))),
            None => missing = Some(name_of(argument)),
        }
    }
    match (given.is_empty(), missing) {
        (false, Some(missing)) => Err(lacks(&missing)),
        _ => Ok(ordered),
    }
}

fn lacks(name: &str) -> WorkerReply {
    input(format!("`{name}` is missing"))
}

/// A game and its positions, which `value` has in one list.
fn whole(one_game: Vec<String>, body: &Map<String, Value>) -> Result<Vec<String>, WorkerReply> {
    let missing = ["game", "position"]
        .into_iter()
        .find(|name| !body.contains_key(*name));
    match missing {
        Some(missing) => Err(lacks(missing)),
        None => Ok(one_game),
    }
}

/// Reads the values of a body.
#[derive(Default)]
struct BodyReader {
    sent: RequestInput,
    /// How many files were sent in place of their names.
    texts: usize,
}

impl BodyReader {
    /// An option with its value.
    fn option(
        &mut self,
        argument: &Arg,
        long: &str,
        value: &Value,
    ) -> Result<Vec<String>, WorkerReply> {
        let flag = matches!(argument.get_action(), ArgAction::SetTrue);
        match (flag, value) {
            (true, Value::Bool(given)) => {
                Ok(given.then(|| format!("--{long}")).into_iter().collect())
            }
            (true, _) => Err(input(format!("`{long}` is true or false"))),
            // The certificate comes with the answer.
            (false, Value::Bool(given)) if long == "certificate" => Ok(given
                .then(|| format!("--{long}={long}"))
                .into_iter()
                .collect()),
            (false, _) if long == "certificate" => Err(input(
                "`certificate` is true or false: no file is written here, it comes with the answer",
            )),
            (false, value) => {
                let none = value.as_array().is_some_and(Vec::is_empty);
                let values = match is_position(argument) && !none {
                    true => self.positions(long, value)?,
                    false => self.values(long, value)?,
                };
                Ok(values
                    .iter()
                    .map(|value| format!("--{long}={value}"))
                    .collect())
            }
        }
    }

    /// Positions, each as text.
    fn positions(&mut self, name: &str, value: &Value) -> Result<Vec<String>, WorkerReply> {
        let fault = || {
            input(format!(
                "`{name}` is a text such as \"1,4,5\", a list of piles such as [1, 4, 5], or a list of such lists or texts; \
                 numbers that need more than 64 bits are texts"
            ))
        };
        let positions = positions(value).ok_or_else(fault)?;
        let texts = positions.into_iter().map(Value::from);
        texts.map(|text| self.value(name, &text)).collect()
    }

    /// The values of an argument as text.
    fn values(&mut self, name: &str, value: &Value) -> Result<Vec<String>, WorkerReply> {
        match value {
            Value::Array(values) => values.iter().map(|one| self.value(name, one)).collect(),
            one => Ok(vec![self.value(name, one)?]),
        }
    }

    fn value(&mut self, name: &str, value: &Value) -> Result<String, WorkerReply> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_u64() => number.to_string(),
            Value::Object(object) => return self.text(name, object),
            _ => {
                return Err(input(format!(
                    "`{name}` is a text, a natural number, or a list of them"
                )));
            }
        };
        bounded(name, &text)?;
        if matches!(name, "game" | "games" | "against")
            && let Ok(reference) = text.parse::<GameReference>()
            && let RulesLocation::File(path) = &reference.place
            && !self.sent.files.contains_key(path)
        {
            return Err(input(format!(
                "`{path}` is a path, and no file is read here: send its text, {{\"text\": …}}"
            )));
        }
        if text.contains('@') {
            return Err(input(format!(
                "`{name}` names a file by @, and no file is read here: send the number itself"
            )));
        }
        Ok(text)
    }

    /// A file that is sent: its name, with the parameters of a game.
    fn text(&mut self, name: &str, object: &Map<String, Value>) -> Result<String, WorkerReply> {
        let Some(Value::String(text)) = object.get("text") else {
            return Err(input(format!("`{name}` is a text, or {{\"text\": …}}")));
        };
        if let Some(other) = object
            .keys()
            .find(|key| !matches!(key.as_str(), "text" | "parameters"))
        {
            return Err(input(format!(
                "`{other}` is not understood in `{name}`: there is `text`, and `parameters` of a game"
            )));
        }
        self.texts += 1;
        let ending = if self.texts == 1 {
            String::new()
        } else {
            format!("-{}", self.texts)
        };
        let file = match name {
            "file" | "certificate" => format!("certificate{ending}"),
            _ => format!("text{ending}.game"),
        };
        let mut reference = file.clone();
        self.sent.files.insert(file, text.clone());
        if let Some(parameters) = object.get("parameters") {
            reference.push_str(&parameters_of(parameters)?);
        }
        Ok(reference)
    }

    fn files(&mut self, files: &Value) -> Result<(), WorkerReply> {
        let fault = || input("`files` is an object: the text of each file by its name");
        for (name, text) in files.as_object().ok_or_else(fault)? {
            let text = text.as_str().ok_or_else(fault)?;
            self.sent.files.insert(name.clone(), text.to_owned());
        }
        Ok(())
    }

    /// The parts of a sum, each as `GAME POSITION`.
    fn parts(&mut self, parts: &Value) -> Result<Vec<String>, WorkerReply> {
        let fault = || input("`parts` is a list of {\"game\": …, \"position\": …}");
        let parts = parts
            .as_array()
            .filter(|parts| !parts.is_empty())
            .ok_or_else(fault)?;
        let mut arguments = Vec::new();
        for part in parts {
            let part = part.as_object().ok_or_else(fault)?;
            let (Some(game), Some(position)) = (part.get("game"), part.get("position")) else {
                return Err(fault());
            };
            let game = self.value("game", game)?;
            let [position] = &self.positions("position", position)?[..] else {
                return Err(input("a part of a sum has one position"));
            };
            if game.trim().contains(char::is_whitespace) {
                return Err(input("the name of a game in a sum has no blanks"));
            }
            arguments.push(format!("{} {position}", game.trim()));
        }
        Ok(arguments)
    }
}

/// `:d=4,k=2`.
fn parameters_of(parameters: &Value) -> Result<String, WorkerReply> {
    let fault = || input("`parameters` is an object: the value of each parameter by its name");
    let mut list = Vec::new();
    for (name, value) in parameters.as_object().ok_or_else(fault)? {
        let value = match value {
            Value::String(value) => value.clone(),
            Value::Number(number) if number.is_u64() => number.to_string(),
            _ => return Err(fault()),
        };
        bounded(name, &value)?;
        list.push(format!("{name}={value}"));
    }
    Ok(if list.is_empty() {
        String::new()
    } else {
        format!(":{}", list.join(","))
    })
}

/// No number is longer than what a request may ask about.
fn bounded(name: &str, text: &str) -> Result<(), WorkerReply> {
    let mut digits = text.split(|letter: char| !letter.is_ascii_digit());
    match digits.any(|digits| digits.len() > MOST_DIGITS) {
        true => Err(WorkerReply::error(
            413,
            ErrorKind::Limit,
            format!(
                "a number in `{name}` has more than {MOST_DIGITS} digits: larger ones are for the command line"
            ),
        )),
        false => Ok(()),
    }
}

fn texts(name: &str, value: &Value) -> Result<Vec<String>, WorkerReply> {
    let fault = || input(format!("`{name}` is a list of texts"));
    let values = value.as_array().ok_or_else(fault)?;
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(fault);
    values.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    fn question(command: &str, body: &Value) -> Result<(Vec<String>, RequestInput), WorkerReply> {
        let asked = asked().into_iter().find(|one| one.name == command).unwrap();
        let (mut arguments, values, sent) = asked.arguments(body.as_object().unwrap())?;
        arguments.push("--".to_owned());
        arguments.extend(values);
        Ok((arguments, sent))
    }

    fn check(command: &str, body: &Value, expected: &[&str]) {
        assert_eq!(question(command, body).unwrap().0, expected, "{body}");
    }

    fn check_refused(command: &str, body: &Value, expected: &str) {
        let said = String::from_utf8(question(command, body).unwrap_err().bytes).unwrap();
        assert!(said.contains(expected), "{body}: {said}");
    }

    #[test]
    fn arguments_in_any_order_become_a_command_line() {
        let body = json!({"position": "14,17,20", "game": "raleigh", "misere": true});
        check(
            "outcome",
            &body,
            &["outcome", "--misere", "--", "raleigh", "14,17,20"],
        );
        let body = json!({"game": "nim", "position": ["1,2", "3,4"], "strategy": "all"});
        check(
            "outcome",
            &body,
            &["outcome", "--strategy=all", "--", "nim", "1,2", "3,4"],
        );
        let body = json!({"to": "1,2", "from": "1,3", "game": "nim"});
        check("legal", &body, &["legal", "--", "nim", "1,3", "1,2"]);
        let body = json!({"kind": "values", "game": "wythoff", "max": 9});
        check(
            "plot",
            &body,
            &["plot", "values", "--max=9", "--", "wythoff"],
        );
        let body = json!({"n": "-3", "system": "zeckendorf"});
        check(
            "represent",
            &body,
            &["represent", "--system=zeckendorf", "--", "-3"],
        );
        let body = json!({"game": "rat", "time_limit": "5s", "certificate": true});
        check(
            "prove",
            &body,
            &[
                "prove",
                "--certificate=certificate",
                "--time-limit=5s",
                "--",
                "rat",
            ],
        );
        let body =
            json!({"parts": [{"game": "nim", "position": "1,2"}, {"game": "mark", "position": 7}]});
        check("value", &body, &["value", "--", "nim 1,2", "mark 7"]);
        let body = json!({"game": "nim", "position": ["1,2", "3"]});
        check("value", &body, &["value", "--", "nim", "1,2", "3"]);
    }

    #[test]
    fn positions_are_as_answers_have_them() {
        for (given, expected) in [
            (json!(["14", "17", "20"]), &["14,17,20"] as &[&str]),
            (json!([14, 17, 20]), &["14,17,20"]),
            (json!([[1, 2, 3], ["4", "5", "8"]]), &["1,2,3", "4,5,8"]),
            (json!(["1,2,3", "4,5,8"]), &["1,2,3", "4,5,8"]),
        ] {
            for (command, game) in [("outcome", "raleigh"), ("value", "nim")] {
                let body = json!({"game": game, "position": given});
                check(command, &body, &[&[command, "--", game], expected].concat());
            }
        }
        let body = json!({"game": "rat", "from": [5, 9, 18], "to": ["3", "6", "11"]});
        check("legal", &body, &["legal", "--", "rat", "5,9,18", "3,6,11"]);
        let body = json!({"parts": [{"game": "nim", "position": [1, 2]}]});
        check("value", &body, &["value", "--", "nim 1,2"]);
        let body = json!({"parts": [{"game": "nim", "position": ["1,2", "3"]}]});
        check_refused("value", &body, "one position");
        // An option that may be repeated is left out by an empty list.
        for (forbidden, expected) in [
            (json!([]), &["reply", "--", "nim 1,2"] as &[&str]),
            (
                json!(["0,1"]),
                &["reply", "--forbidden=0,1", "--", "nim 1,2"],
            ),
        ] {
            let body =
                json!({"parts": [{"game": "nim", "position": "1,2"}], "forbidden": forbidden});
            check("reply", &body, expected);
        }
        let body = json!({"game": "nim", "position": [1.5]});
        check_refused("outcome", &body, "a list of piles");
        let body = json!({"game": "nim", "position": ["@/etc/passwd", 1]});
        check_refused("outcome", &body, "by @");
        let body = json!({"expr": "n", "from": "7"});
        check("sequence", &body, &["sequence", "--from=7", "--", "n"]);
    }

    #[test]
    fn texts_are_sent_in_place_of_files() {
        let body = json!({"game": {"text": "game g", "parameters": {"k": 2, "beta": "pi"}}, "position": "1"});
        let asked = question("outcome", &body).unwrap();
        assert_eq!(asked.0, ["outcome", "--", "text.game:beta=pi,k=2", "1"]);
        assert_eq!(asked.1.files["text.game"], "game g");
        let body = json!({"certificate": {"text": "proof"}, "against": {"text": "game g"}});
        let asked = question("check", &body).unwrap();
        assert_eq!(asked.0.len(), 4, "{:?}", asked.0);
        assert_eq!(asked.1.files.len(), 2);
        let body = json!({"game": "nim", "position": "1,2", "lines": ["hint", "0,2"]});
        assert_eq!(question("play", &body).unwrap().1.lines, ["hint", "0,2"]);
    }

    #[test]
    fn what_names_a_file_or_nothing_is_refused() {
        check_refused(
            "outcome",
            &json!({"game": "/etc/passwd", "position": "1"}),
            "a path",
        );
        check_refused(
            "outcome",
            &json!({"game": "a.game", "position": "1"}),
            "a path",
        );
        check_refused(
            "outcome",
            &json!({"game": "nim", "position": "@/etc/passwd"}),
            "by @",
        );
        check_refused(
            "plot",
            &json!({"kind": "cost", "output": "x.svg"}),
            "no file is written",
        );
        check_refused(
            "prove",
            &json!({"game": "rat", "certificate": "x"}),
            "no file is written",
        );
        check_refused(
            "outcome",
            &json!({"gaem": "nim"}),
            "its arguments: game, position",
        );
        check_refused(
            "legal",
            &json!({"game": "nim", "to": "1,2"}),
            "`from` is missing",
        );
        check_refused("outcome", &json!({"position": "1,2"}), "`game` is missing");
        check_refused("value", &json!({"game": "nim"}), "`position` is missing");
        check_refused("value", &json!({"parts": []}), "`parts` is a list");
        check_refused(
            "outcome",
            &json!({"game": 1.5, "position": "1"}),
            "a text, a natural",
        );
        check_refused(
            "outcome",
            &json!({"game": "nim", "position": "1", "misere": 1}),
            "true or false",
        );
        check_refused(
            "plot",
            &json!({"game": "nim"}),
            "`kind` is one of positions",
        );
        let long = "9".repeat(MOST_DIGITS + 1);
        check_refused(
            "outcome",
            &json!({"game": "nim", "position": long}),
            "more than 20000 digits",
        );
    }
}
