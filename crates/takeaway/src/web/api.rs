//! The routes: HTTP to a command line and back.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, LOCATION,
    RETRY_AFTER, SET_COOKIE, TRANSFER_ENCODING,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use lab::ErrorKind;
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::guard::{AccessPolicy, HEADERS};
use super::jobs::{JobBegun, Jobs};
use super::pool::{Pool, WorkerReply};
use super::question::{ApiCommand, asked};
use super::wire::{AnswerFormat, WorkerRequest};
use super::{assets, limits, openapi};
use crate::quantity;

/// What the routes share.
pub(crate) struct ApiState {
    guard: AccessPolicy,
    commands: BTreeMap<String, ApiCommand>,
    pool: Pool,
    jobs: Jobs,
    openapi: String,
}

type Shared = State<Arc<ApiState>>;

impl ApiState {
    /// A laboratory behind this guard.
    pub(crate) fn new(guard: AccessPolicy) -> Self {
        let commands = asked().into_iter().map(|one| (one.name.clone(), one));
        let commands: BTreeMap<String, ApiCommand> = commands.collect();
        let openapi = openapi::document(commands.values()).to_string();
        let questions = limits::question_workers();
        Self {
            guard,
            pool: Pool::new(questions, limits::QUESTION_MEMORY, limits::QUEUE),
            jobs: Jobs::new(Pool::new(limits::job_workers(), limits::JOB_MEMORY, 0)),
            openapi,
            commands,
        }
    }
}

/// All routes.
pub(crate) fn routes(lab: Arc<ApiState>) -> Router {
    Router::new()
        .route("/api/openapi.json", get(described))
        .route("/api/jobs", post(begin))
        .route("/api/jobs/{id}", get(status).delete(cancel))
        .route("/api/jobs/{id}/events", get(events))
        .route("/api/jobs/{id}/result", get(result))
        .route("/api/{command}", post(ask).get(not_posted))
        .fallback(get(assets::file))
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::from_fn_with_state(lab.clone(), guarded))
        .with_state(lab)
}

/// Lets in who may ask, and tells the browser what it must not do with the answer.
async fn guarded(State(lab): Shared, request: Request, next: Next) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = match lab.guard.check(&method, &uri, request.headers()) {
        Err(refused) => {
            let reply = WorkerReply::error(refused.status(), ErrorKind::Input, refused.message());
            answer(reply, JSON)
        }
        Ok(()) => match (
            lab.guard.redirection(&method, &uri),
            readable(request.headers()),
        ) {
            (Some([place, cookie]), _) => {
                let headers = [(LOCATION, place), (SET_COOKIE, cookie)];
                (StatusCode::SEE_OTHER, headers).into_response()
            }
            (None, Err(reply)) => answer(reply, JSON),
            (None, Ok(())) => next.run(request).await,
        },
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

const JSON: &str = "application/json";

/// A reply as a response. An error is JSON whatever was wanted.
fn answer(reply: WorkerReply, kind: &'static str) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    let kind = if status == StatusCode::OK { kind } else { JSON };
    let mut response = (status, [(CONTENT_TYPE, kind)], Body::from(reply.bytes)).into_response();
    if status == StatusCode::TOO_MANY_REQUESTS {
        let headers = response.headers_mut();
        headers.insert(RETRY_AFTER, HeaderValue::from(limits::RETRY_AFTER));
    }
    response
}

/// A value as a response.
fn written(value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    ([(CONTENT_TYPE, JSON)], text).into_response()
}

/// There is nothing of this name.
pub(crate) fn nothing(message: &str) -> Response {
    answer(WorkerReply::error(404, ErrorKind::Input, message), JSON)
}

async fn not_allowed(method: Method) -> Response {
    let message = format!("{method} is not understood here");
    answer(WorkerReply::error(405, ErrorKind::Input, message), JSON)
}

/// A command was asked for by GET.
async fn not_posted(State(lab): Shared, Path(name): Path<String>) -> Response {
    if !lab.commands.contains_key(&name) {
        return nothing("there is no such command: /api/openapi.json lists them");
    }
    let message = format!("POST the arguments of {name} as JSON");
    let mut response = answer(WorkerReply::error(405, ErrorKind::Input, message), JSON);
    let headers = response.headers_mut();
    headers.insert(ALLOW, HeaderValue::from_static("POST"));
    response
}

async fn described(State(lab): Shared) -> Response {
    ([(CONTENT_TYPE, JSON)], lab.openapi.clone()).into_response()
}

/// `POST /api/COMMAND`.
async fn ask(State(lab): Shared, Path(name): Path<String>, request: Request) -> Response {
    let Some(asked) = lab.commands.get(&name) else {
        return nothing("there is no such command: /api/openapi.json lists them");
    };
    let wanted = ResponseKind::of(asked, request.headers().get(ACCEPT));
    let order = match body(request).await {
        Ok(body) => wanted.order(asked, &body, limits::QUESTION_TIME),
        Err(reply) => Err(reply),
    };
    let reply = match order.flatten() {
        Ok(order) => lab.pool.ask(&order, None).await,
        Err(reply) => reply,
    };
    answer(reply, wanted.kind)
}

/// `POST /api/jobs`: `{"command": "prove", "arguments": {…}}`.
async fn begin(State(lab): Shared, request: Request) -> Response {
    match ordered(&lab, request)
        .await
        .and_then(|order| lab.jobs.begin(order))
    {
        Err(reply) => answer(reply, JSON),
        Ok(id) => {
            let place = format!("/api/jobs/{id}");
            let begun = JobBegun {
                id,
                events: format!("{place}/events"),
                result: format!("{place}/result"),
            };
            (StatusCode::CREATED, [(LOCATION, place)], written(&begun)).into_response()
        }
    }
}

async fn ordered(
    lab: &ApiState,
    request: Request,
) -> Result<Result<WorkerRequest, WorkerReply>, WorkerReply> {
    let mut body = body(request).await?;
    let fault = |message: &str| WorkerReply::error(400, ErrorKind::Input, message);
    let name = body.remove("command");
    let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
    let asked = lab.commands.get(name).ok_or_else(|| {
        fault("a job is {\"command\": …, \"arguments\": {…}}, with a command of /api/openapi.json")
    })?;
    let arguments = match body.remove("arguments") {
        None => Map::new(),
        Some(Value::Object(arguments)) => arguments,
        Some(_) => return Err(fault("`arguments` is an object: those of the command")),
    };
    if let Some(other) = body.keys().next() {
        return Err(fault(&format!(
            "`{other}` is not understood: a job has `command` and `arguments`"
        )));
    }
    ResponseKind::of(asked, None).order(asked, &arguments, limits::JOB_TIME)
}

fn no_such_job() -> Response {
    nothing(
        "there is no such job: it was never begun here, it was ended, or its result is no longer kept",
    )
}

async fn cancel(State(lab): Shared, Path(id): Path<String>) -> Response {
    match lab.jobs.cancel(&id) {
        true => StatusCode::NO_CONTENT.into_response(),
        false => no_such_job(),
    }
}

async fn status(State(lab): Shared, Path(id): Path<String>) -> Response {
    match lab.jobs.status(&id) {
        Some(status) => written(&status),
        None => no_such_job(),
    }
}

/// What the command itself would have answered.
async fn result(State(lab): Shared, Path(id): Path<String>) -> Response {
    match lab.jobs.result(&id) {
        Some(Some(reply)) => answer(WorkerReply::clone(&reply), JSON),
        Some(None) => {
            let message = format!("the job is at work: GET /api/jobs/{id} says how far it is");
            answer(WorkerReply::error(409, ErrorKind::Input, message), JSON)
        }
        None => no_such_job(),
    }
}

async fn events(State(lab): Shared, Path(id): Path<String>) -> Response {
    match lab.jobs.events(&id) {
        Some(events) => {
            let alive = KeepAlive::new().interval(Duration::from_secs(5));
            Sse::new(events).keep_alive(alive).into_response()
        }
        None => no_such_job(),
    }
}

/// Can the body be read, as far as the headers tell? Whoever asks first, by `Expect`, hears it before sending the body.
fn readable(headers: &HeaderMap) -> Result<(), WorkerReply> {
    let codings = |name| {
        let values = headers.get_all(name).iter();
        let texts = values.map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        texts.flat_map(|text| text.split(',')).map(str::trim)
    };
    let refused = |status, message| Err(WorkerReply::error(status, ErrorKind::Input, message));
    if codings(EXPECT).any(|expected| !expected.eq_ignore_ascii_case("100-continue")) {
        return refused(417, "the only expectation that is met is `100-continue`");
    }
    let transfers: Vec<&str> = codings(TRANSFER_ENCODING).collect();
    if !matches!(transfers[..], [] | [_])
        || transfers
            .iter()
            .any(|coding| !coding.eq_ignore_ascii_case("chunked"))
    {
        return refused(
            501,
            "the only transfer coding that is understood is `chunked`",
        );
    }
    if codings(CONTENT_ENCODING).any(|coding| !coding.eq_ignore_ascii_case("identity")) {
        return refused(
            415,
            "send the body as it is: no content coding is understood",
        );
    }
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match length {
        Some(length) if length > limits::BODY as u64 => Err(too_long()),
        _ => Ok(()),
    }
}

fn too_long() -> WorkerReply {
    let message = format!("a request has at most {} bytes", limits::BODY);
    WorkerReply::error(413, ErrorKind::Limit, message)
}

/// The body as an object, within its limits.
async fn body(request: Request) -> Result<Map<String, Value>, WorkerReply> {
    let fault =
        |status, message: String| Err(WorkerReply::error(status, ErrorKind::Input, message));
    let arriving = to_bytes(request.into_body(), limits::BODY);
    let bytes = match timeout(limits::BODY_TIME, arriving).await {
        Err(_) => return fault(408, "the request did not arrive in time".to_owned()),
        Ok(Err(error)) if is_too_long(&error) => return Err(too_long()),
        Ok(Err(_)) => return fault(400, "the request did not arrive whole".to_owned()),
        Ok(Ok(bytes)) => bytes,
    };
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Map::new());
    }
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(body)) => Ok(body),
        Ok(_) => fault(400, "the arguments are a JSON object".to_owned()),
        Err(error) => fault(400, format!("that is no JSON: {error}")),
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.to_string().contains("length limit exceeded") {
            return true;
        }
        cause = error.source();
    }
    false
}

/// What the client wants the answer to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ResponseKind {
    form: AnswerFormat,
    kind: &'static str,
}

impl ResponseKind {
    /// JSON, unless the client asks for something else by name.
    fn of(asked: &ApiCommand, accept: Option<&HeaderValue>) -> Self {
        let accept = accept
            .and_then(|accept| accept.to_str().ok())
            .unwrap_or_default();
        let first = accept.split([',', ';']).next().unwrap_or_default().trim();
        let picture = asked.name == "plot";
        let (form, kind) = match first {
            "image/svg+xml" if picture => (AnswerFormat::Text, "image/svg+xml"),
            "image/png" if picture => (AnswerFormat::File, "image/png"),
            "text/plain" => (AnswerFormat::Text, "text/plain; charset=utf-8"),
            _ if asked.reads_lines() => (AnswerFormat::Lines, JSON),
            _ => (AnswerFormat::Json, JSON),
        };
        Self { form, kind }
    }

    /// The order for a worker. Inside, the reply to arguments that the command line does not allow: a job that has them
    /// begins, and ends with it.
    fn order(
        self,
        asked: &ApiCommand,
        body: &Map<String, Value>,
        most: Duration,
    ) -> Result<Result<WorkerRequest, WorkerReply>, WorkerReply> {
        let time = time_of(body, most)?;
        let question = asked.question(body, self.form)?;
        Ok(question.map(|(question, sent)| WorkerRequest {
            question,
            sent,
            form: self.form,
            time: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            about: about(body),
        }))
    }
}

/// What a question is about: its games, and the texts that it brings.
fn about(body: &Map<String, Value>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for name in ["game", "parts", "files"] {
        body.get(name).hash(&mut hasher);
    }
    hasher.finish()
}

/// The time limit that is asked for, which may be no longer than this server gives.
fn time_of(body: &Map<String, Value>, most: Duration) -> Result<Duration, WorkerReply> {
    let fault = |message: String| WorkerReply::error(400, ErrorKind::Input, message);
    let given = body.get("time-limit").or_else(|| body.get("time_limit"));
    let time = match given {
        None | Some(Value::Null) => return Ok(most),
        Some(Value::String(text)) => quantity::time(text).map_err(fault)?,
        Some(_) => return Err(fault("`time-limit` is a text such as \"5s\"".to_owned())),
    };
    if time > most {
        return Err(fault(format!(
            "the time limit here is at most {most:?}; what takes longer is for a job (600s) or for the command line"
        )));
    }
    Ok(time)
}
