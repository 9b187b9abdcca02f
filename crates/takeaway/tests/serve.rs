//! `takeaway serve` as programs meet it: the same answers as the command line, and errors of one shape.
#![allow(clippy::unwrap_used)]

use crate::support;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use serde_json::{Value, json};

use support::patience::wait_until;
use support::server::{Server, read_response};
use support::{check, run, schema::valid, takeaway};

#[test]
fn it_starts_and_stops() {
    for signal in ["INT", "TERM"] {
        let server = Server::start(&[]);
        assert_eq!(server.get("/").status, 200);
        assert_eq!(server.post("/api/games", "{}").status, 200);
        assert_eq!(server.stop(signal), Some(0), "{signal}");
    }
}

#[test]
fn a_port_that_is_taken_is_an_error_if_it_was_asked_for() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = run(&["serve", "--no-open", "--port", &port]);
    check(&output, 2, "cannot listen at 127.0.0.1:");
    check(
        &run(&["serve", "--listen", "here"]),
        2,
        "no address to listen at",
    );
    check(&run(&["serve", "--public", "here"]), 2, "no public address");
}

#[test]
fn the_usual_port_may_be_taken() {
    let start = || {
        let mut child = takeaway(&["serve", "--no-open"]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        (child, line)
    };
    let (mut one, first) = start();
    let (mut two, second) = start();
    assert!(first.starts_with("http://127.0.0.1:") && second.starts_with("http://127.0.0.1:"));
    assert_ne!(first, second);
    for child in [&mut one, &mut two] {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

/// A command line, and the same as a request.
fn same(server: &Server, arguments: &[&str], command: &str, body: &Value) {
    let output = run(&[arguments, &["--json"]].concat());
    let expected = String::from_utf8(output.stdout).unwrap();
    let response = server.post(&format!("/api/{command}"), &body.to_string());
    assert_eq!(response.status, 200, "{body}: {}", response.text());
    assert_eq!(
        response.header("content-type").as_deref(),
        Some("application/json")
    );
    let expected: Value = serde_json::from_str(&expected).unwrap();
    assert_eq!(
        without_times(response.json()),
        without_times(expected),
        "{body}"
    );
}

fn without_times(mut answer: Value) -> Value {
    if let Some(claims) = answer.get_mut("claims").and_then(Value::as_array_mut) {
        for claim in claims {
            claim.as_object_mut().unwrap().remove("seconds");
        }
    }
    answer
}

#[test]
fn the_answers_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    let ask = |line: &str, command: &str, body: Value| {
        same(
            &server,
            &line.split(' ').collect::<Vec<_>>(),
            command,
            &body,
        );
    };
    ask(
        "outcome raleigh 14,17,20",
        "outcome",
        json!({"game": "raleigh", "position": "14,17,20"}),
    );
    ask(
        "outcome mark 12 --misere",
        "outcome",
        json!({"position": 12, "game": "mark", "misere": true}),
    );
    ask(
        "outcome raleigh 1,2,3 4,5,8",
        "outcome",
        json!({"game": "raleigh", "position": ["1,2,3", "4,5,8"]}),
    );
    ask(
        "legal rat 5,9,18 3,6,11",
        "legal",
        json!({"game": "rat", "from": "5,9,18", "to": "3,6,11"}),
    );
    ask(
        "moves nim 10^20,5 --limit 3",
        "moves",
        json!({"game": "nim", "position": "10^20,5", "limit": 3}),
    );
    ask(
        "value wythoff 3,4",
        "value",
        json!({"game": "wythoff", "position": "3,4"}),
    );
    ask(
        "value nim 1,2,3 4,5,6",
        "value",
        json!({"game": "nim", "position": ["1,2,3", "4,5,6"]}),
    );
    ask(
        "table raleigh --rows 5",
        "table",
        json!({"game": "raleigh", "rows": 5}),
    );
    ask(
        "solve wythoff --max 5 --nim-values",
        "solve",
        json!({"game": "wythoff", "max": "5", "nim-values": true}),
    );
    ask("prove mouse", "prove", json!({"game": "mouse"}));
    ask(
        "represent 41 --system ternary-u",
        "represent",
        json!({"n": "41", "system": "ternary-u"}),
    );
    ask(
        "sequence floor(n*phi) --rows 4",
        "sequence",
        json!({"expr": "floor(n*phi)", "rows": 4}),
    );
    ask(
        "split 7/4,0 7/2,-1 7,-2",
        "split",
        json!({"sequences": ["7/4,0", "7/2,-1", "7,-2"]}),
    );
    ask("array --rows 3", "array", json!({"rows": 3}));
    ask(
        "matrix rat --d 3",
        "matrix",
        json!({"matrix": "rat", "d": 3}),
    );
    ask(
        "plot values wythoff --max 4",
        "plot",
        json!({"kind": "values", "game": "wythoff", "max": 4}),
    );
    ask(
        "invariance mouse --max 8",
        "invariance",
        json!({"game": "mouse", "max": 8}),
    );
    ask(
        "star mouse --max 10",
        "star",
        json!({"game": "mouse", "max": 10}),
    );
    ask(
        "guess mouse --max 60",
        "guess",
        json!({"game": "mouse", "max": 60}),
    );
    ask("games rat", "games", json!({"names": ["rat"]}));
    // A worker that has solved a larger board says so: this one has seen nothing yet.
    let server = Server::start(&[]);
    let sum = ["value", "nim 1,4,5", "succinct-rat:d=3 1,4,5"];
    let parts = json!({"parts": [{"game": "nim", "position": "1,4,5"}, {"game": "succinct-rat:d=3", "position": "1,4,5"}]});
    same(&server, &sum, "value", &parts);
}

const TWO: &str =
    "game two \"Two\" (k = 2)\npiles n\nmove take: n - n' in {1, k}\nP when n mod 3 = 0";

#[test]
fn a_game_may_be_sent_as_text() {
    let server = Server::start(&[]);
    let game = json!({"text": TWO, "parameters": {"k": 2}});
    let answer = server
        .post(
            "/api/outcome",
            &json!({"game": game, "position": "10^30"}).to_string(),
        )
        .json();
    assert_eq!(answer["outcome"], "N");
    assert!(
        answer["evidence"].as_str().unwrap().starts_with("proved"),
        "{answer}"
    );
    let proved = server
        .post(
            "/api/prove",
            &json!({"game": game, "certificate": true}).to_string(),
        )
        .json();
    assert_eq!(proved["claims"][0]["verdict"], "proved");
    let certificate = json!({"certificate": proved["certificate"], "against": game});
    let checked = server.post("/api/check", &certificate.to_string()).json();
    assert_eq!(
        (&checked["accepted"], &checked["against"]),
        (&json!(true), &json!("same")),
        "{checked}"
    );
    let parts = json!({"parts": [{"game": game, "position": "7"}, {"game": {"text": TWO.replace("two", "other")}, "position": "4"}]});
    assert_eq!(
        server.post("/api/value", &parts.to_string()).json()["value"],
        "0"
    );
    let lines = json!({"game": "raleigh", "position": "14,17,20", "lines": ["4,5,8"]});
    let said = server.post("/api/play", &lines.to_string()).json();
    let words: Vec<&Value> = said
        .as_array()
        .unwrap()
        .iter()
        .map(|saying| &saying["say"])
        .collect();
    assert_eq!(
        words,
        [
            "rules",
            "your-turn",
            "comment",
            "moved",
            "your-turn",
            "goodbye"
        ]
    );
    let resumed = server.post(
        "/api/play",
        &json!({"game": "raleigh", "resume": true}).to_string(),
    );
    assert_eq!(resumed.status, 400, "matches are kept at a terminal alone");
}

/// The automata that a text names come with the request, and from nowhere else.
#[test]
fn automata_are_sent_beside_a_text() {
    let server = Server::start(&[]);
    let text = "game g \"G\"\npiles x, y\nmove I: exactly 1 of x, y changes\n\
                set W = automaton \"NAME\" in binary\nP when (x, y) in W";
    let ask = |name: &str, files: Value| {
        let game = json!({"text": text.replace("NAME", name)});
        let body = json!({"game": game, "files": files}).to_string();
        server.post("/api/prove", &body)
    };
    let equal = "msd_2 msd_2\n0 1\n0 0 -> 0\n1 1 -> 0\n";
    let proved = ask("w.aut", json!({"w.aut": equal})).json();
    assert_eq!(proved["claims"][0]["verdict"], "proved", "{proved}");
    let other = "msd_2 msd_2\n0 1\n0 0 -> 0\n";
    let refuted = ask("w.aut", json!({"w.aut": other})).json();
    assert_eq!(refuted["claims"][0]["verdict"], "refuted", "{refuted}");
    for (name, files) in [
        ("w.aut", json!({})),
        ("Cargo.toml", json!({"w.aut": equal})),
        ("../w.aut", json!({"../w.aut": equal})),
        ("/etc/passwd", json!({"w.aut": equal})),
    ] {
        let answer = ask(name, files);
        assert_eq!(answer.status, 400, "{name}");
        let message = answer.json()["error"]["message"].to_string();
        assert!(!message.contains("workspace"), "{message}");
    }
}

#[test]
fn pictures_and_tables_for_a_reader() {
    let server = Server::start(&[]);
    let origin = server.origin();
    let as_a = |kind: &str, path: &str, body: &str| {
        server.send("POST", path, &[("origin", &origin), ("accept", kind)], body)
    };
    let plot = r#"{"kind": "positions", "game": "wythoff", "max": 20}"#;
    let picture = as_a("image/png", "/api/plot", plot);
    assert_eq!(
        (picture.status, picture.header("content-type").as_deref()),
        (200, Some("image/png"))
    );
    assert_eq!(&picture.body[1..4], b"PNG");
    let picture = as_a("image/svg+xml", "/api/plot", plot);
    assert!(picture.text().starts_with("<svg"), "{}", picture.text());
    let table = as_a(
        "text/plain",
        "/api/table",
        r#"{"game": "raleigh", "rows": 3, "format": "csv"}"#,
    );
    let expected = run(&["table", "raleigh", "--rows", "3", "--format", "csv"]).stdout;
    assert_eq!(table.body, expected);
    let wrong = as_a(
        "image/png",
        "/api/plot",
        r#"{"kind": "positions", "game": "nobody"}"#,
    );
    assert_eq!(
        (wrong.status, wrong.header("content-type").as_deref()),
        (400, Some("application/json"))
    );
}

#[test]
fn errors_have_one_shape_and_a_status() {
    let server = Server::start(&[]);
    let says = |path: &str, body: &str, status: u16, kind: &str, part: &str| {
        let response = server.post(path, body);
        let error = &response.json()["error"];
        assert_eq!(
            (response.status, error["kind"].as_str()),
            (status, Some(kind)),
            "{body}: {}",
            response.text()
        );
        assert!(
            error["message"].as_str().unwrap().contains(part),
            "{body}: {error}"
        );
        assert!(error.as_object().unwrap().contains_key("at"));
    };
    says("/api/outcome", "{", 400, "input", "no JSON");
    says("/api/outcome", "[]", 400, "input", "a JSON object");
    says(
        "/api/outcome",
        r#"{"game": "raleigh"}"#,
        400,
        "input",
        "`position` is missing",
    );
    says(
        "/api/outcome",
        r#"{"game": "releigh", "position": "1,2,3"}"#,
        400,
        "input",
        "did you mean `raleigh`?",
    );
    says(
        "/api/outcome",
        r#"{"game": "raleigh", "position": "1,2"}"#,
        400,
        "input",
        "3 numbers",
    );
    says(
        "/api/moves",
        r#"{"game": "nim", "position": "1,2", "limit": "x"}"#,
        400,
        "input",
        "invalid value",
    );
    says(
        "/api/outcome",
        r#"{"game": "raleigh", "position": "@/etc/passwd"}"#,
        400,
        "input",
        "no file is read",
    );
    says(
        "/api/rules",
        r#"{"game": "../../etc/passwd"}"#,
        400,
        "input",
        "no file is read",
    );
    says(
        "/api/rules",
        r#"{"game": {"text": "game g"}}"#,
        400,
        "input",
        "",
    );
    says(
        "/api/plot",
        r#"{"kind": "cost", "output": "x.svg"}"#,
        400,
        "input",
        "no file is written",
    );
    says(
        "/api/outcome",
        r#"{"game": "nim", "position": "1", "memory-limit": "9GiB"}"#,
        400,
        "input",
        "set by the server",
    );
    says(
        "/api/outcome",
        r#"{"game": "nim", "position": "1", "time-limit": "1h"}"#,
        400,
        "input",
        "at most 10s",
    );
    says("/api/nothing", "{}", 404, "input", "no such command");
    says("/api/serve", "{}", 404, "input", "no such command");
    says("/api/worker", "{}", 404, "input", "no such command");
    let long = json!({"game": "nim", "position": "9".repeat(30_000)}).to_string();
    says("/api/outcome", &long, 413, "limit", "digits");
    let huge = json!({"game": {"text": " ".repeat(2 << 20)}}).to_string();
    says("/api/rules", &huge, 413, "limit", "bytes");
    says(
        "/api/value",
        r#"{"game": "grundy", "position": "10^50", "time-limit": "1ms"}"#,
        422,
        "limit",
        "",
    );
    says(
        "/api/solve",
        r#"{"game": "nim:m=6", "max": 3000}"#,
        422,
        "limit",
        "",
    );
    let place = server.post(
        "/api/rules",
        &json!({"game": {"text": "game g \"G\"\npiles x\nmove I: x' < y"}}).to_string(),
    );
    assert_eq!(place.json()["error"]["at"]["line"], 3, "{}", place.text());
    let get = server.get("/api/outcome");
    assert_eq!(
        (get.status, get.header("allow").as_deref()),
        (405, Some("POST"))
    );
    // After all this the server is as it was.
    assert_eq!(server.post("/api/games", "").status, 200);
}

/// A job that goes on until it is stopped.
const ENDLESS: &str =
    r#"{"command": "split", "arguments": {"search": 6, "max-numerator": 100000}}"#;

/// Begins a job.
fn begin(server: &Server, job: &str) -> String {
    let begun = server.post("/api/jobs", job);
    assert_eq!(begun.status, 201, "{}", begun.text());
    begun.json()["id"].as_str().unwrap().to_owned()
}

/// Listens to a job; a line each.
fn listen(server: &Server, id: &str) -> BufReader<std::net::TcpStream> {
    let mut stream = server.connect();
    write!(
        stream,
        "GET /api/jobs/{id}/events HTTP/1.1\r\nhost: {}\r\n\r\n",
        server.host()
    )
    .unwrap();
    let mut reader = BufReader::new(stream);
    let head = read_response(&mut reader).unwrap();
    assert_eq!(head.status, 200, "{}", head.text());
    reader
}

/// Reads until there is an event of this name; its data.
fn event(stream: &mut impl BufRead, name: &str) -> Option<Value> {
    let mut line = String::new();
    let mut found = false;
    while stream.read_line(&mut line).ok()? > 0 {
        found |= line.trim_end() == format!("event: {name}");
        if let (true, Some(data)) = (found, line.strip_prefix("data: ")) {
            return serde_json::from_str(data).ok();
        }
        line.clear();
    }
    None
}

#[test]
fn long_work_is_a_job() {
    let server = Server::start(&[]);
    let id = begin(
        &server,
        r#"{"command": "prove", "arguments": {"game": "raleigh", "certificate": true}}"#,
    );
    let answer = event(&mut listen(&server, &id), "answer").unwrap();
    assert_eq!(answer["status"], 200);
    assert_eq!(answer["answer"]["claims"][0]["verdict"], "proved");
    assert!(answer["answer"]["certificate"]["text"].is_string());
    // Its result is kept, for whoever has lost the connection.
    let path = format!("/api/jobs/{id}");
    let again = event(&mut listen(&server, &id), "answer").unwrap();
    assert_eq!(again, answer);
    let status = server.get(&path).json();
    assert_eq!(
        (&status["id"], &status["state"], &status["status"]),
        (&json!(id), &json!("done"), &json!(200))
    );
    let result = server.get(&format!("{path}/result"));
    assert_eq!(
        (result.status, result.json()),
        (200, answer["answer"].clone())
    );
    let origin = server.origin();
    let forget = || {
        server
            .send("DELETE", &path, &[("origin", &origin)], "")
            .status
    };
    assert_eq!((forget(), forget()), (204, 404));
    for path in [&path, &format!("{path}/result"), &format!("{path}/events")] {
        let gone = server.get(path);
        assert_eq!(gone.status, 404, "{path}");
        let message = gone.json()["error"]["message"].to_string();
        assert!(message.contains("there is no such job"), "{message}");
    }
    let id = begin(
        &server,
        r#"{"command": "prove", "arguments": {"game": "nobody"}}"#,
    );
    let answer = event(&mut listen(&server, &id), "answer").unwrap();
    assert_eq!(
        (&answer["status"], &answer["answer"]["error"]["kind"]),
        (&json!(400), &json!("input"))
    );
    let result = server.get(&format!("/api/jobs/{id}/result"));
    assert_eq!(
        (result.status, &result.json()["error"]["kind"]),
        (400, &json!("input"))
    );
    for wrong in [
        r#"{"command": "serve"}"#,
        r#"{"command": "prove", "arguments": 3}"#,
        r#"{"command": "prove", "more": 1}"#,
        "{}",
    ] {
        assert_eq!(server.post("/api/jobs", wrong).status, 400, "{wrong}");
    }
}

#[test]
fn a_job_shows_progress_and_can_be_cancelled() {
    let server = Server::start(&[]);
    let id = begin(&server, ENDLESS);
    let mut events = listen(&server, &id);
    assert!(event(&mut events, "progress").unwrap()["step"].is_string());
    let origin = server.origin();
    let cancel = |origin: &str| {
        server
            .send(
                "DELETE",
                &format!("/api/jobs/{id}"),
                &[("origin", origin)],
                "",
            )
            .status
    };
    assert_eq!(cancel("http://evil.example"), 403);
    // Others may listen and ask as well, and nobody guesses a name.
    let mut others = listen(&server, &id);
    assert!(event(&mut others, "progress").unwrap()["step"].is_string());
    drop(others);
    let status = server.get(&format!("/api/jobs/{id}")).json();
    assert_eq!(
        (&status["state"], &status["status"]),
        (&json!("running"), &Value::Null)
    );
    assert!(status["progress"]["step"].is_string(), "{status}");
    let early = server.get(&format!("/api/jobs/{id}/result"));
    assert_eq!(early.status, 409, "{}", early.text());
    assert_eq!(
        server
            .get(&format!("/api/jobs/{}/events", "0".repeat(32)))
            .status,
        404
    );
    assert_eq!(cancel(&origin), 204);
    assert_eq!(event(&mut events, "cancelled"), Some(json!({})));
    assert_eq!(cancel(&origin), 404);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn a_job_ends_when_its_page_goes_away() {
    let server = Server::start(&[]);
    let mut listening = Vec::new();
    let refused = loop {
        let begun = server.post("/api/jobs", ENDLESS);
        if begun.status != 201 {
            break begun;
        }
        listening.push(listen(&server, begun.json()["id"].as_str().unwrap()));
        assert!(listening.len() < 100, "there is no limit");
    };
    assert_eq!(
        (refused.status, refused.header("retry-after").is_some()),
        (429, true)
    );
    // Others are answered meanwhile.
    assert_eq!(server.post("/api/games", "{}").status, 200);
    drop(listening);
    wait_until("the end of a job", || {
        server.post("/api/jobs", ENDLESS).status == 201
    });
}

/// Positions are taken as answers have them.
#[test]
fn positions_go_round() {
    let server = Server::start(&[]);
    let ask = |command: &str, body: Value| {
        let answer = server.post(&format!("/api/{command}"), &body.to_string());
        assert_eq!(answer.status, 200, "{body}: {}", answer.text());
        answer.json()
    };
    let outcome =
        |position: Value| ask("outcome", json!({"game": "raleigh", "position": position}));
    let told = outcome(json!("14,17,20"));
    for position in [
        told["position"].clone(),
        json!([14, 17, 20]),
        json!([["14", "17", "20"]]),
        json!(["14,17,20"]),
    ] {
        assert_eq!(outcome(position), told);
    }
    let several = outcome(json!([told["position"], [1, 2, 3]]));
    assert_eq!(several, outcome(json!(["14,17,20", "1,2,3"])));
    assert_eq!(several[1]["position"], json!(["1", "2", "3"]));
    let to = &told["move"]["to"];
    let legal = json!({"game": "raleigh", "from": told["position"], "to": to});
    assert_eq!(ask("legal", legal)["legal"], true);
    let lines = json!({"game": "raleigh", "command": "outcome", "lines": ["[14, 17, 20]"]});
    assert_eq!(ask("batch", lines)[0]["position"], told["position"]);
}

/// The description names every route, and generated requests get what it says.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn the_description_is_true() {
    let server = Server::start(&[]);
    let description = server.get("/api/openapi.json").json();
    let (mut asked, mut answered) = (0, 0);
    let mut seed = 17_u64;
    let mut next = move |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for (path, methods) in description["paths"].as_object().unwrap() {
        let Some(operation) = methods
            .get("post")
            .filter(|_| path != "/api/jobs" && path != "/api/papers")
        else {
            continue;
        };
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        for _ in 0..12 {
            let body = generated(schema, &mut next);
            let response = server.post(path, &body.to_string());
            let status = response.status.to_string();
            assert!(
                operation["responses"].get(&status).is_some(),
                "{path} {body}: {status} {}",
                response.text()
            );
            let answer = match response.status {
                200 => &operation["responses"]["200"]["content"]["application/json"]["schema"],
                _ => &description["components"]["schemas"]["ErrorAnswer"],
            };
            if let Err(why) = valid(&description, answer, &response.json()) {
                panic!("{path} {body}: {why}: {}", response.text());
            }
            asked += 1;
            answered += usize::from(response.status == 200);
        }
    }
    assert!(
        asked > 200 && answered > 40,
        "{answered} of {asked} requests made sense"
    );
}

/// A body as the schema says, or nearly so.
fn generated(schema: &Value, next: &mut impl FnMut(usize) -> usize) -> Value {
    let schema = match schema["oneOf"].as_array() {
        Some(kinds) => &kinds[next(kinds.len())],
        None => schema,
    };
    let mut body = serde_json::Map::new();
    for (name, property) in schema["properties"].as_object().unwrap() {
        let required = schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one == name);
        if required && next(12) > 0 || !required && next(6) == 0 {
            body.insert(name.clone(), some(name, property, next));
        }
    }
    Value::Object(body)
}

fn some(name: &str, property: &Value, next: &mut impl FnMut(usize) -> usize) -> Value {
    let mut one = |of: &[Value]| of[next(of.len())].clone();
    match name {
        _ if property["type"] == "boolean" => one(&[json!(true), json!(false)]),
        _ if property["enum"].is_array() => one(property["enum"].as_array().unwrap()),
        _ if property["const"].is_string() => property["const"].clone(),
        "game" | "against" => one(&[
            json!("wythoff"),
            json!("mouse"),
            json!("nobody"),
            json!({"text": TWO}),
        ]),
        "position" | "from" | "to" => one(&[
            json!("3,5"),
            json!("2,3"),
            json!(7),
            json!("x"),
            json!(["1,2", "3,4"]),
            json!(["3", "5"]),
            json!([3, 5]),
            json!([[3, 5], ["2", "3"]]),
        ]),
        "file" => json!({"text": "takeaway certificate 6"}),
        "files" => json!({"a.aut": ""}),
        "parts" => json!([{"game": "nim", "position": "1,2"}]),
        "lines" => one(&[json!([]), json!(["1,2", "hint"])]),
        "names" => json!(["rat"]),
        "system" => json!("zeckendorf"),
        "expr" => json!("floor(n*phi)"),
        "sequences" => json!(["phi", "phi^2"]),
        "time-limit" => json!("2s"),
        "recurrence" => json!("3,-1"),
        _ => one(&[json!(3), json!("4"), json!("x"), json!(6)]),
    }
}

#[test]
fn the_computer_replies_at_a_level() {
    let server = Server::start(&[]);
    let reply = |body: &Value| server.post("/api/reply", &body.to_string());
    let sum =
        json!({"parts": [{"game": "nim", "position": "2,5"}, {"game": "nim", "position": "3,4"}]});
    let answer = reply(&sum).json();
    assert_eq!(answer["resists"], true, "{answer}");
    assert_eq!(answer["level"], "perfect", "{answer}");
    let weak = json!({"game": "nim", "position": "3,5,9", "level": "beginner", "seed": 1});
    let answer = reply(&weak).json();
    assert_eq!(answer["move"]["to"], json!(["0", "5", "9"]), "{answer}");
    let over = reply(&json!({"game": "nim", "position": "0,0"})).json();
    assert_eq!(over["move"], Value::Null);
    let refused = reply(&json!({"game": "nim", "position": "3,5", "level": "god"}));
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert!(refused.text().contains("there is no level `god`"));
}
