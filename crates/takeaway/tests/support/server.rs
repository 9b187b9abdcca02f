//! A server for one test, at a free port of this machine alone, and a plain client.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::patience::{PATIENCE, wait_until};
use super::takeaway;

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// As it was printed: `http://127.0.0.1:4242/`.
    pub(crate) address: String,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find_map(|(known, value)| known.eq_ignore_ascii_case(name).then(|| value.to_owned()))
    }
}

impl Server {
    /// Starts one with these further arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut command = takeaway(&["serve", "--no-open", "--port", "0"]);
        let mut child = command.args(arguments).spawn().unwrap();
        let mut address = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut address).unwrap();
        Self {
            child,
            address: address.trim_end().to_owned(),
        }
    }

    /// `127.0.0.1:4242`.
    pub(crate) fn host(&self) -> &str {
        let rest = self.address.strip_prefix("http://").unwrap();
        rest.split('/').next().unwrap()
    }

    /// A connection that waits a while for its answers.
    pub(crate) fn connect(&self) -> TcpStream {
        let address: SocketAddr = self.host().parse().unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads what comes until the server closes or has answered once.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        // A server that has refused already may have closed.
        let _ = stream.write_all(bytes);
        read_response(&mut BufReader::new(stream))
    }

    /// A request with these headers besides `Host`.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        let host = headers
            .iter()
            .find(|(name, _)| *name == "host")
            .map_or(self.host(), |(_, host)| host);
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n",
            body.len()
        );
        for (name, value) in headers.iter().filter(|(name, _)| *name != "host") {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("connection: close\r\n\r\n");
        text.push_str(body);
        self.raw(text.as_bytes()).expect("an answer")
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], "")
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.host())
    }

    /// A question of our own page.
    pub(crate) fn post(&self, path: &str, body: &str) -> Response {
        self.send("POST", path, &[("origin", &self.origin())], body)
    }

    /// Asks the server to stop, by the name of a signal; its exit code.
    pub(crate) fn stop(mut self, signal: &str) -> Option<i32> {
        let process = self.child.id().to_string();
        let sent = Command::new("kill")
            .args(["-s", signal, &process])
            .stdin(Stdio::null())
            .status();
        assert!(sent.unwrap().success());
        wait_until("the end of the server", || {
            self.child.try_wait().unwrap().is_some()
        });
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads one response; none if the server closes without a word.
pub(crate) fn read_response(stream: &mut impl BufRead) -> Option<Response> {
    let mut head = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        head.push_str(&line);
    }
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.parse().ok())?
    });
    let mut body = Vec::new();
    match length {
        Some(length) => {
            body.resize(length, 0);
            stream.read_exact(&mut body).ok()?;
        }
        None if status == 204 || status == 304 => {}
        None if head.contains("text/event-stream") => {}
        None => {
            stream.read_to_end(&mut body).ok()?;
        }
    }
    Some(Response { status, head, body })
}
