//! A real browser, driven through a pipe by its own protocol: no driver, no port, no package of anybody else.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::patience::PATIENCE;

/// How the browser is started: nothing of the user's, nothing over the network, no window.
const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
];

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    session: Option<String>,
    number: u64,
    profile: PathBuf,
    /// What the page complained of.
    complaints: Vec<String>,
    /// The names of the files that the page began to save, by the browser's name for the download.
    begun: HashMap<String, String>,
    /// The downloads that are complete, by the browser's name for them, not yet taken away.
    complete: VecDeque<String>,
}

impl Browser {
    /// Starts the browser that `TAKEAWAY_BROWSER` names, or Chromium.
    pub(crate) fn start() -> Self {
        let program = std::env::var_os("TAKEAWAY_BROWSER").unwrap_or_else(|| "chromium".into());
        let profile = fresh_directory();
        // The browser reads the protocol from descriptor 3 and writes it to 4.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null",
                "sh",
            ])
            .arg(&program)
            .args(ARGUMENTS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut browser = Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            session: None,
            number: 0,
            profile,
            complaints: Vec::new(),
            begun: HashMap::new(),
            complete: VecDeque::new(),
        };
        let saving = json!({
            "behavior": "allowAndName",
            "downloadPath": browser.saved_files(),
            "eventsEnabled": true,
        });
        browser.call("Browser.setDownloadBehavior", &saving);
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser.size(1280, 860);
        browser
    }

    /// Calls the protocol.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let mut message = json!({"id": self.number, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let input = self.input.as_mut().unwrap();
        input.write_all(message.to_string().as_bytes()).unwrap();
        input.write_all(b"\0").unwrap();
        input.flush().unwrap();
        loop {
            let message = self.receive(method);
            if message["id"] == json!(self.number) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.hear(&message);
        }
    }

    fn receive(&mut self, method: &str) -> Value {
        let mut bytes = Vec::new();
        let read = self.output.read_until(0, &mut bytes).unwrap();
        assert!(
            read > 0,
            "{method}: the browser is gone. `cargo xtask test` finds one, or says what to install"
        );
        bytes.pop();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Remembers complaints of the page, and what it saved.
    fn hear(&mut self, message: &Value) {
        let parameters = &message["params"];
        let download = || parameters["guid"].as_str().unwrap().to_owned();
        match message["method"].as_str() {
            Some("Browser.downloadWillBegin") => {
                let name = parameters["suggestedFilename"].as_str().unwrap();
                self.begun.insert(download(), name.to_owned());
            }
            Some("Browser.downloadProgress") if parameters["state"] == "completed" => {
                self.complete.push_back(download());
            }
            _ => {}
        }
        let wrong = match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                matches!(parameters["type"].as_str(), Some("error" | "warning"))
            }
            // A refusal of the server that the page asked about is an answer.
            Some("Log.entryAdded") => {
                let entry = &parameters["entry"];
                entry["level"] == "error" && entry["source"] != "network"
            }
            _ => false,
        };
        if wrong {
            self.complaints.push(parameters.to_string());
        }
    }

    /// The page never complained.
    pub(crate) fn is_content(&mut self) {
        self.js("0");
        assert!(self.complaints.is_empty(), "{:#?}", self.complaints);
    }

    /// The size of the window.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// What the user's system prefers: `("prefers-color-scheme", "dark")`.
    pub(crate) fn prefer(&mut self, feature: &str, value: &str) {
        let features = json!({"features": [{"name": feature, "value": value}]});
        self.call("Emulation.setEmulatedMedia", &features);
    }

    /// Opens an address, anew.
    pub(crate) fn open(&mut self, address: &str) {
        self.call("Page.navigate", &json!({"url": "about:blank"}));
        self.call("Page.navigate", &json!({"url": address}));
        self.wait("document.readyState === 'complete' && document.querySelector('#main h1')");
        self.wait(
            "!/One moment/.test(document.querySelector('#main h1')?.textContent ?? 'One moment')",
        );
    }

    /// The value of an expression.
    pub(crate) fn js(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.call("Runtime.evaluate", &asked);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {result}"
        );
        result["result"]["value"].clone()
    }

    /// The text of what a selector finds.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let found = self.js(&format!(
            "document.querySelector({})?.innerText ?? ''",
            json!(selector)
        ));
        found.as_str().unwrap().to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        while self.js(&format!("Boolean({expression})")) != json!(true) {
            if start.elapsed() > PATIENCE {
                let shown = self.text("body");
                self.shot("waiting");
                panic!("waited in vain for {expression}; the page says: {shown}");
            }
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Waits until a text stands somewhere.
    pub(crate) fn wait_text(&mut self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.wait(&format!("[...document.querySelectorAll({selector})].some((one) => one.innerText.includes({text}))"));
    }

    /// Clicks what a selector finds, where it is, as a mouse does.
    pub(crate) fn click(&mut self, selector: &str) {
        self.click_on(&format!("document.querySelector({})", json!(selector)));
    }

    /// Clicks the button, tab or link with this text.
    pub(crate) fn press(&mut self, text: &str) {
        let found = format!(
            "[...document.querySelectorAll('button, a, summary')].find((one) => one.textContent.trim() === {} && !one.disabled && one.checkVisibility())",
            json!(text)
        );
        self.click_on(&found);
    }

    fn click_on(&mut self, found: &str) {
        self.wait(found);
        self.js(&format!(
            "({found})?.scrollIntoView({{block: 'center', behavior: 'instant'}})"
        ));
        let middle = format!(
            "(() => {{ const box = ({found})?.getBoundingClientRect(); return box ? [box.x + box.width / 2, box.y + box.height / 2] : null; }})()"
        );
        let place = self.at_rest(&middle);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// The value of an expression once it has stayed the same for a moment: answers that arrive move what stands below them.
    fn at_rest(&mut self, expression: &str) -> Value {
        let start = Instant::now();
        let mut seen = Vec::new();
        loop {
            seen.push(self.js(expression));
            let at_rest = seen
                .last_chunk::<4>()
                .is_some_and(|last| !last[0].is_null() && last.iter().all(|one| *one == last[0]));
            if at_rest {
                return seen.pop().unwrap_or_default();
            }
            assert!(start.elapsed() < PATIENCE, "{expression} does not rest");
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Moves the pointer.
    pub(crate) fn point(&mut self, x: f64, y: f64) {
        self.call(
            "Input.dispatchMouseEvent",
            &json!({"type": "mouseMoved", "x": x, "y": y}),
        );
    }

    /// Types a text where the focus is.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }

    /// Presses a key, such as `Enter`, `Tab` or `ArrowDown`.
    pub(crate) fn key(&mut self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            " " => (32, " "),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            other => panic!("the key {other} is not known to the tests"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event =
                json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Writes into a field anew.
    pub(crate) fn write(&mut self, selector: &str, text: &str) {
        let selector = json!(selector);
        self.wait(&format!(
            "document.querySelector({selector}) && !document.querySelector({selector}).disabled"
        ));
        self.js(&format!("(() => {{ const field = document.querySelector({selector}); field.focus(); field.select(); }})()"));
        self.type_text(text);
    }

    /// Where the page saves files.
    fn saved_files(&self) -> PathBuf {
        self.profile.join("saved")
    }

    /// Presses something that saves a file, and takes the file away: its name and what is in it.
    pub(crate) fn save(&mut self, text: &str) -> (String, Vec<u8>) {
        self.press(text);
        let start = Instant::now();
        // A file that has its name may still be empty: the browser tells when it is complete.
        let download = loop {
            self.js("0");
            if let Some(download) = self.complete.pop_front() {
                break download;
            }
            assert!(start.elapsed() < PATIENCE, "{text} saves nothing");
            std::thread::sleep(Duration::from_millis(25));
        };
        let path = self.saved_files().join(&download);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        (self.begun.remove(&download).unwrap(), bytes)
    }

    /// Keeps a picture of the page in the directory that `SCREENSHOTS` names.
    pub(crate) fn shot(&mut self, name: &str) {
        let Some(directory) = std::env::var_os("SCREENSHOTS") else {
            return;
        };
        let picture = self.call("Page.captureScreenshot", &json!({"format": "png"}));
        let bytes = from_base64(picture["data"].as_str().unwrap());
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(Path::new(&directory).join(format!("{name}.png")), bytes).unwrap();
    }

    /// Everything that can be used or seen has a name for those who hear the page; the nodes without one.
    pub(crate) fn nameless(&mut self) -> Vec<String> {
        let tree = self.call("Accessibility.getFullAXTree", &json!({}));
        let needs = [
            "button",
            "link",
            "textbox",
            "combobox",
            "slider",
            "spinbutton",
            "tab",
            "checkbox",
            "image",
            "img",
            "searchbox",
            "progressbar",
            "dialog",
        ];
        let nodes = tree["nodes"].as_array().unwrap().iter();
        let nameless = nodes.filter(|node| {
            let role = node["role"]["value"].as_str().unwrap_or_default();
            let name = node["name"]["value"].as_str().unwrap_or_default();
            node["ignored"] != json!(true) && needs.contains(&role) && name.trim().is_empty()
        });
        nameless.map(Value::to_string).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends when its pipe does.
        drop(self.input.take());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) && matches!(self.child.try_wait(), Ok(None))
        {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn fresh_directory() -> PathBuf {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    let thread = std::thread::current().id();
    let name = format!(
        "takeaway-browser-{}-{}-{thread:?}",
        std::process::id(),
        now.as_nanos()
    );
    let directory = std::env::temp_dir().join(name.replace(['(', ')'], ""));
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| -> Option<u32> {
        Some(u32::from(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        }))
    };
    let digits: Vec<u32> = text.bytes().filter_map(value).collect();
    let mut bytes = Vec::new();
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        let all = [bits >> 16, bits >> 8, bits].map(|byte| byte.to_le_bytes()[0]);
        bytes.extend_from_slice(&all[..four.len() - 1]);
    }
    bytes
}
