//! `takeaway serve` under attack: strangers' pages, hostile and slow clients. Always a clear refusal, never a fall.
#![allow(clippy::unwrap_used)]

use crate::support;

use std::io::{BufReader, Read, Write};

use support::patience::wait_until;
use support::server::{Response, Server, read_response};

const QUESTION: &str = r#"{"game": "nim", "position": "1,2,3"}"#;

fn is_well(server: &Server) {
    assert_eq!(server.post("/api/outcome", QUESTION).status, 200);
}

#[test]
fn a_name_that_was_turned_round_is_refused() {
    let server = Server::start(&[]);
    let port = server.host().rsplit(':').next().unwrap();
    let names = [
        "evil.example",
        "localhost",
        "127.0.0.1:1",
        "localhost.evil.example",
        "0.0.0.0",
    ];
    for name in names
        .map(str::to_owned)
        .into_iter()
        .chain([format!("evil.example:{port}")])
    {
        for path in ["/", "/app.js", "/api/openapi.json", "/api/jobs/0/events"] {
            let response = server.send("GET", path, &[("host", &name)], "");
            assert_eq!(response.status, 403, "{name} {path}");
            assert!(!response.text().contains("<html"), "{name}");
        }
        let origin = format!("http://{name}");
        let headers = [("host", name.as_str()), ("origin", origin.as_str())];
        assert_eq!(
            server
                .send("POST", "/api/outcome", &headers, QUESTION)
                .status,
            403,
            "{name}"
        );
    }
    for name in [format!("localhost:{port}"), format!("[::1]:{port}")] {
        assert_eq!(
            server.send("GET", "/", &[("host", &name)], "").status,
            200,
            "{name}"
        );
    }
    let absolute = format!(
        "GET http://evil.example/ HTTP/1.1\r\nhost: {}\r\n\r\n",
        server.host()
    );
    assert_eq!(server.raw(absolute.as_bytes()).unwrap().status, 403);
    assert_eq!(server.raw(b"GET / HTTP/1.1\r\n\r\n").unwrap().status, 403);
    assert_eq!(server.raw(b"GET / HTTP/1.0\r\n\r\n").unwrap().status, 403);
}

#[test]
fn a_page_of_a_stranger_cannot_write() {
    let server = Server::start(&[]);
    for (method, path) in [
        ("POST", "/api/outcome"),
        ("POST", "/api/jobs"),
        ("DELETE", "/api/jobs/0"),
        ("PUT", "/"),
        ("OPTIONS", "/api/outcome"),
    ] {
        for origin in ["http://evil.example", "null", "https://127.0.0.1", ""] {
            let response = server.send(method, path, &[("origin", origin)], QUESTION);
            assert_eq!(response.status, 403, "{method} {path} {origin}");
            allows_nobody(&response);
        }
        assert_eq!(
            server.send(method, path, &[], QUESTION).status,
            403,
            "{method} {path}"
        );
    }
    allows_nobody(&server.send(
        "GET",
        "/api/openapi.json",
        &[("origin", "http://evil.example")],
        "",
    ));
}

fn allows_nobody(response: &Response) {
    assert!(
        !response
            .head
            .to_ascii_lowercase()
            .contains("access-control"),
        "{}",
        response.head
    );
}

#[test]
fn every_answer_binds_the_browser() {
    let server = Server::start(&[]);
    let answers = [
        server.get("/"),
        server.get("/nothing"),
        server.get("/api/openapi.json"),
        server.post("/api/outcome", QUESTION),
        server.post("/api/outcome", "{"),
        server.send("GET", "/", &[("host", "evil.example")], ""),
        server.send("POST", "/", &[("origin", &server.origin())], ""),
    ];
    for answer in answers {
        let says = |name: &str| answer.header(name).unwrap_or_default();
        assert_eq!(
            says("content-security-policy"),
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            "{answer:?}"
        );
        assert_eq!(says("x-content-type-options"), "nosniff");
        assert_eq!(says("referrer-policy"), "no-referrer");
        assert!(
            !says("content-type").is_empty() || answer.body.is_empty(),
            "{answer:?}"
        );
    }
}

#[test]
fn no_path_leads_out() {
    let server = Server::start(&[]);
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/views/../app.js",
        "/api/../app.js",
        "/api/outcome/",
        "/api/",
        "/app.js/",
        "/app.js%00",
        "/views",
        "/.git/config",
        "/api/%2e%2e",
        "/?../../etc/passwd=",
    ] {
        let response = server.get(path);
        assert!(
            matches!(response.status, 200 | 400 | 404 | 405),
            "{path}: {}",
            response.status
        );
        assert!(!response.text().contains("root:"), "{path}");
        assert!(response.status != 200 || path.starts_with("/?"), "{path}");
    }
}

#[test]
fn a_token_is_needed_beyond_this_machine() {
    let server = Server::start(&["--listen", "0.0.0.0"]);
    let token = server.address.rsplit("token=").next().unwrap().to_owned();
    assert_eq!(token.len(), 32, "{}", server.address);
    assert_eq!(server.get("/").status, 401);
    assert_eq!(server.get("/?token=0").status, 401);
    assert_eq!(server.post("/api/outcome", QUESTION).status, 401);
    let entered = server.get(&format!("/?token={token}"));
    assert_eq!(
        (entered.status, entered.header("location").as_deref()),
        (303, Some("/"))
    );
    let entered = server.get(&format!("/app.js?a=1&token={token}&b=2"));
    assert_eq!(
        entered.header("location").as_deref(),
        Some("/app.js?a=1&b=2")
    );
    let path = format!("/api/outcome?token={token}");
    assert_eq!(server.post(&path, QUESTION).json()["outcome"], "P");
    assert_eq!(server.post("/api/outcome?token=0", QUESTION).status, 401);
    let described = server.get(&format!("/api/openapi.json?token={token}"));
    assert!(
        described.json()["openapi"].is_string(),
        "a program keeps no cookies"
    );
    let refused = server.get("/api/openapi.json?token=0");
    assert_eq!(refused.status, 401);
    assert!(refused.json()["error"]["message"].is_string());
    for scheme in ["Bearer", "bearer"] {
        let value = format!("{scheme} {token}");
        let answer = server.send("GET", "/", &[("authorization", &value)], "");
        assert_eq!(answer.status, 200, "{scheme}");
    }
    let cookie = entered.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let port = server.host().rsplit(':').next().unwrap();
    assert_eq!(cookie, format!("takeaway-token-{port}={token}"));
    let several = format!("takeaway-token-{port}=0; {cookie}");
    let answer = server.send("GET", "/", &[("cookie", &several)], "");
    assert_eq!(answer.status, 200);
    assert_eq!(
        server.send("GET", "/", &[("cookie", &cookie)], "").status,
        200
    );
    let origin = server.origin();
    let headers = [("origin", origin.as_str()), ("cookie", &cookie)];
    assert_eq!(
        server
            .send("POST", "/api/outcome", &headers, QUESTION)
            .status,
        200
    );
    assert_eq!(
        server
            .send(
                "GET",
                "/",
                &[("cookie", &cookie), ("host", "evil.example")],
                ""
            )
            .status,
        403
    );
    let open = Server::start(&["--public", "https://games.example.org"]);
    assert_eq!(open.address, "https://games.example.org/");
}

#[test]
fn what_is_no_request_is_refused() {
    let server = Server::start(&[]);
    let host = format!("host: {}\r\norigin: {}\r\n", server.host(), server.origin());
    let requests: Vec<Vec<u8>> = vec![
        b"\0\0\0\0\r\n\r\n".to_vec(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(40),
        b"GET\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(200_000)).into_bytes(),
        format!("GET / HTTP/1.1\r\n{host}x: {}\r\n\r\n", "a".repeat(200_000)).into_bytes(),
        format!("GET / HTTP/1.1\r\n{host}{}\r\n", "a: b\r\n".repeat(5_000)).into_bytes(),
        format!("POST /api/outcome HTTP/1.1\r\n{host}content-length: -1\r\n\r\n{{}}").into_bytes(),
        format!("POST /api/outcome HTTP/1.1\r\n{host}content-length: 99999999999999999999\r\n\r\n{{}}").into_bytes(),
        format!("POST /api/outcome HTTP/1.1\r\n{host}content-length: 2\r\ncontent-length: 3\r\n\r\n{{}}x").into_bytes(),
        format!("POST /api/outcome HTTP/1.1\r\n{host}content-length: 5000000000\r\n\r\n{{}}").into_bytes(),
        format!("POST /api/outcome HTTP/1.1\r\n{host}transfer-encoding: chunked\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n").into_bytes(),
    ];
    for request in requests {
        if let Some(response) = server.raw(&request) {
            let shown = String::from_utf8_lossy(&request[..request.len().min(80)]).into_owned();
            assert!(
                (400..500).contains(&response.status),
                "{shown:?}: {}",
                response.status
            );
            let why = response.json()["error"]["message"].clone();
            assert!(why.is_string(), "{shown:?}: {}", response.text());
        }
    }
    for body in [
        "nul",
        "\u{0}",
        "{\"game\":",
        "\"\\ud800\"",
        &"[".repeat(100_000),
        &format!("{{\"game\":{}", "{\"text\":".repeat(50_000)),
    ] {
        let response = server.post("/api/outcome", body);
        assert_eq!(response.status, 400, "{}", response.text());
    }
    is_well(&server);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn bodies_that_cannot_be_read_are_refused_at_once() {
    let server = Server::start(&[]);
    let ask = |headers: &str, body: &str| {
        let (host, origin) = (server.host(), server.origin());
        let request = format!(
            "POST /api/outcome HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\n{headers}\r\n\r\n{body}"
        );
        server.raw(request.as_bytes()).unwrap()
    };
    let chunks = format!("{:x}\r\n{QUESTION}\r\n0\r\n\r\n", QUESTION.len());
    let length = format!("content-length: {}", QUESTION.len());
    for (headers, body, status) in [
        ("transfer-encoding: chunked", &*chunks, 200),
        ("transfer-encoding: gzip, chunked", &chunks, 501),
        (
            "transfer-encoding: gzip\r\ntransfer-encoding: chunked",
            &chunks,
            501,
        ),
        (&length, QUESTION, 200),
        (
            &format!("{length}\r\ncontent-encoding: identity"),
            QUESTION,
            200,
        ),
        (
            &format!("{length}\r\ncontent-encoding: gzip"),
            QUESTION,
            415,
        ),
        (
            &format!("{length}\r\ncontent-encoding: identity, gzip"),
            QUESTION,
            415,
        ),
        ("content-length: 2000000\r\nexpect: 100-continue", "", 413),
        ("content-length: 2000000", "", 413),
        (&format!("{length}\r\nexpect: more"), QUESTION, 417),
        (
            &format!("{length}\r\nexpect: 100-continue, more"),
            QUESTION,
            417,
        ),
        // Without `chunked` at the end nobody can tell where such a body ends.
        ("transfer-encoding: gzip", &chunks, 400),
        ("transfer-encoding: identity", &chunks, 400),
        ("transfer-encoding: x", &chunks, 400),
    ] {
        let response = ask(headers, body);
        assert_eq!(response.status, status, "{headers}: {}", response.text());
        if status != 200 {
            assert!(response.json()["error"]["message"].is_string(), "{headers}");
        }
    }
    let invited = ask(&format!("{length}\r\nexpect: 100-continue"), QUESTION);
    assert_eq!(invited.status, 100);
    is_well(&server);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn hostile_games_and_numbers_are_bounded() {
    let server = Server::start(&[]);
    let text =
        |text: String| serde_json::json!({"game": {"text": text}, "position": "9,9"}).to_string();
    let deep = format!(
        "game g \"G\"\npiles x, y\nmove I: {}x' < x{}",
        "(".repeat(50_000),
        ")".repeat(50_000)
    );
    for (path, body) in [
        ("/api/outcome", text(deep)),
        (
            "/api/inspect",
            serde_json::json!({"game": {"text": "\u{202e}\u{0}game".repeat(10_000)}}).to_string(),
        ),
        (
            "/api/outcome",
            r#"{"game": "nim", "position": "9^9^9^9^9,1"}"#.to_owned(),
        ),
        (
            "/api/outcome",
            r#"{"game": "rat", "position": "10^30000000,1,1"}"#.to_owned(),
        ),
        (
            "/api/outcome",
            format!(
                r#"{{"game": "nim", "position": "{}1"}}"#,
                "1,".repeat(100_000)
            ),
        ),
        (
            "/api/moves",
            r#"{"game": "nim", "position": "10^9,10^9,10^9", "time-limit": "1s"}"#.to_owned(),
        ),
        (
            "/api/table",
            r#"{"game": "raleigh", "rows": 100000000, "time-limit": "1s"}"#.to_owned(),
        ),
        (
            "/api/array",
            r#"{"rows": 1000000, "columns": 1000000, "time-limit": "1s"}"#.to_owned(),
        ),
        (
            "/api/matrix",
            r#"{"matrix": "shortcut", "d": 100000, "time-limit": "1s"}"#.to_owned(),
        ),
        (
            "/api/plot",
            r#"{"kind": "values", "game": "wythoff", "max": 1000000, "time-limit": "1s"}"#
                .to_owned(),
        ),
        (
            "/api/outcome",
            r#"{"game": "succinct-rat:d=100000000", "position": "1"}"#.to_owned(),
        ),
    ] {
        let response = server.post(path, &body);
        let shown = &body[..body.len().min(90)];
        assert!(
            response.status == 200 || (400..500).contains(&response.status),
            "{shown}: {}",
            response.status
        );
        let kind = response.json()["error"]["kind"].clone();
        assert!(kind != "internal", "{shown}: {}", response.text());
    }
    is_well(&server);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn slow_clients_hold_nothing_for_long() {
    let server = Server::start(&[]);
    let head = format!(
        "POST /api/outcome HTTP/1.1\r\nhost: {}\r\norigin: {}\r\ncontent-length: 100\r\n\r\n{{",
        server.host(),
        server.origin()
    );
    let mut slow_body = server.connect();
    slow_body.write_all(head.as_bytes()).unwrap();
    let mut slow_head = server.connect();
    slow_head.write_all(b"GET / HT").unwrap();
    is_well(&server);
    let response = read_response(&mut BufReader::new(slow_body)).unwrap();
    assert_eq!(response.status, 408);
    // The connection without a request is closed, with a word or without.
    let mut rest = Vec::new();
    slow_head.read_to_end(&mut rest).unwrap();
    is_well(&server);
}

/// As many connections as this process may open, ten thousand at most, and all at once; none of them says a word.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn many_connections_are_turned_away_politely() {
    let server = Server::start(&[]);
    let most = 10_000_usize.min(open_files().saturating_sub(400));
    let mut idle = Vec::with_capacity(most);
    while idle.len() < most {
        idle.push(server.connect());
    }
    // One more is answered: by the question's answer, or by a 429 with the time after which to try again.
    let mut asking = server.connect();
    let request = format!("GET / HTTP/1.1\r\nhost: {}\r\n\r\n", server.host());
    let _ = asking.write_all(request.as_bytes());
    let response = read_response(&mut BufReader::new(asking)).unwrap();
    match response.status {
        200 => {}
        429 => assert!(response.header("retry-after").is_some()),
        other => panic!("status {other}"),
    }
    drop(idle);
    wait_until("a free place", || server.get("/").status == 200);
    is_well(&server);
}

/// How many files this process may open, as Linux says; elsewhere few.
fn open_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    soft.unwrap_or(700)
}

#[test]
#[cfg(target_os = "linux")]
fn workers_die_with_their_server() {
    let mut server = Server::start(&[]);
    is_well(&server);
    let parent = server.child.id();
    let workers = children_of(parent);
    assert!(!workers.is_empty());
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let lives = |worker: &u32| {
        std::fs::exists(format!("/proc/{worker}/exe")).unwrap_or(false) && is_alive(*worker)
    };
    wait_until("the end of the workers", || !workers.iter().any(lives));
}

#[cfg(target_os = "linux")]
fn children_of(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |process: &u32| status_of(*process).is_some_and(|(_, of)| of == parent);
    numbers.filter(is_child).collect()
}

#[cfg(target_os = "linux")]
fn is_alive(process: u32) -> bool {
    status_of(process).is_some_and(|(state, _)| state != "Z")
}

/// The state of a process, and its parent.
#[cfg(target_os = "linux")]
fn status_of(process: u32) -> Option<(String, u32)> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace();
    Some((fields.next()?.to_owned(), fields.next()?.parse().ok()?))
}
