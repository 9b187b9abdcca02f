//! The page in a real browser, as people use it. `cargo xtask test` finds the browser, or says what to install.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod playing;
use crate::support;

use std::time::Instant;

use serde_json::json;

use support::browser::Browser;
use support::server::Server;

/// A server, a browser, and the address of a view.
fn visit(view: &str) -> (Server, Browser) {
    let server = Server::start(&[]);
    let mut browser = Browser::start();
    browser.open(&format!("{}{view}", server.address));
    (server, browser)
}

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn a_first_visit_explains_itself() {
    let start_server = Server::start(&[]);
    let mut page = Browser::start();
    let start = Instant::now();
    page.open(&start_server.address);
    let taken = start.elapsed();
    assert!(page.text("h1").contains("Your move"));
    page.wait_text("aside", "The Raleigh game");
    page.wait_text(
        "aside",
        "any positive number of tokens from up to two piles",
    );
    page.wait_text("aside", "Where one wants to be");
    // The plain reason first, then the rows that it is about.
    page.press("Why");
    page.wait_text("#panel-why .plain", "from there every move can be answered");
    page.wait("document.querySelectorAll('#panel-why .reasonRows .named').length > 0");
    page.shot("why");
    assert!(page.text(".lead").contains("Whoever cannot move loses"));
    assert_eq!(
        page.js("document.querySelectorAll('take-board .pile').length"),
        json!(3)
    );
    let sizes = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((all, one) => all + one.transferSize, 0)";
    let bytes = page.js(sizes).as_u64().unwrap();
    assert!(bytes > 20_000 && bytes < 300_000, "{bytes} bytes");
    let elsewhere = "performance.getEntriesByType('resource').filter((one) => !one.name.startsWith(location.origin)).length";
    assert_eq!(
        page.js(elsewhere),
        json!(0),
        "something is loaded from elsewhere"
    );
    let ready = page
        .js("performance.getEntriesByType('navigation')[0].loadEventEnd")
        .as_f64()
        .unwrap();
    println!(
        "first visit: {bytes} bytes, loaded after {ready:.0} ms, usable after {taken:.0?} with the test's own looks"
    );
    page.shot("first-visit");
    page.is_content();
}

const WRONG: &str = "game mine \"Mine\"\npiles x, y\nmove I \"one pile\": exactly 1 of x, y changes\nP when x = z\n";

/// From rules without a claim to a proved one, with what brute force shows beside it.
#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn a_claim_is_discovered() {
    let (server, mut page) = visit("#write");
    page.wait_text("#panel-positions", "P-positions with piles up to 40");
    page.js("(() => { const area = document.querySelector('textarea'); area.value = 'game mine \"Mine\"\\npiles x <= y\\nmove I: exactly 1 of x, y changes\\nmove II: x\\' < x and x - x\\' = y - y\\'\\n'; area.dispatchEvent(new Event('input')); })()");
    page.press("Discover");
    page.wait_text("#panel-discover", "the columns split the positive integers");
    page.press("Discover the P-positions");
    page.wait_text("#discovered", "Proved for all positions");
    page.wait_text("#discovered", "floor(n*phi^2)");
    page.shot("discover");
    assert_eq!(page.nameless(), [""; 0]);
    page.press("What can go, and what can be added");
    page.wait_text("#spare", "x' < x");
    page.wait_text("#spare", "cannot be added");
    page.wait("document.querySelector('#spare canvas')");
    page.shot("redundant");
    assert_eq!(page.nameless(), [""; 0]);
    page.js("document.querySelector('#discovered button').click()");
    page.wait("document.querySelector('textarea').value.includes('P = {')");
    page.press("Proof");
    page.press("Prove for all positions");
    page.wait_text("#panel-proof", "✓ Proved");
    page.is_content();
    drop(server);
}

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn a_game_is_written() {
    let (_server, mut page) = visit("#write");
    page.wait_text("#panel-positions", "P-positions with piles up to 40");
    page.wait("document.querySelector('.editor .is-keyword')");
    page.shot("write");
    page.write(".editor textarea", WRONG);
    page.wait_text("#faults", "4:12");
    page.wait_text("#faults", "z");
    page.wait("document.querySelector('.editor .wrong')?.textContent === 'z'");
    page.shot("write-error");
    page.write(".editor textarea", &WRONG.replace("= z", "= w"));
    page.wait("document.querySelector('.editor .wrong')?.textContent === 'w'");
    page.write(".editor textarea", &WRONG.replace("= z", "= y"));
    page.wait("document.querySelector('#faults').children.length === 0");
    page.wait_text("#panel-positions", "P-positions with piles up to 40");
    page.press("Proof");
    page.press("Prove for all positions");
    page.wait_text("#panel-proof", "✓ Proved");
    page.wait_text("#panel-proof", "Save the certificate");
    assert_eq!(page.nameless(), [""; 0]);
    page.shot("proof");
    page.press("Values");
    page.wait("document.querySelector('#panel-values canvas')");
    page.press("Rules as text");
    page.wait_text("#panel-rules", "one pile");
    page.press("Play it");
    page.wait_text("h1", "Your move");
    page.wait_text("aside", "Mine");
    page.press("Hint");
    page.wait_text("#hint", "move to");
    page.is_content();
}

/// What is saved is what the commands write.
#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn everything_can_be_saved() {
    let (server, mut page) = visit("#play?g=wythoff&p=9,12");
    page.wait_text("aside", "rule file");
    let (name, rules) = page.save("rule file");
    assert_eq!(name, "wythoff.game");
    let printed = support::run(&["rules", "wythoff", "--format", "game"]).stdout;
    assert_eq!(String::from_utf8(rules), String::from_utf8(printed));
    page.open(&format!("{}#explore?g=wythoff&p=&max=8", server.address));
    page.wait_text("#panel-map", "Save the picture");
    let (name, picture) = page.save("SVG");
    assert!(
        name.ends_with(".svg") && picture.starts_with(b"<svg"),
        "{name}"
    );
    let (name, picture) = page.save("PNG");
    assert!(
        name.ends_with(".png") && picture.starts_with(b"\x89PNG"),
        "{name}"
    );
    let (name, picture) = page.save("TikZ");
    let picture = String::from_utf8(picture).unwrap();
    assert!(
        name.ends_with(".tikz") && picture.contains("tikzpicture"),
        "{name}"
    );
    page.press("Rows");
    page.wait_text("#panel-rows", "Save the table");
    for (format, ending) in [("csv", "csv"), ("latex", "tex"), ("markdown", "md")] {
        let (name, table) = page.save(format);
        assert_eq!(name, format!("table.{ending}"));
        let command = ["table", "wythoff", "--rows", "40", "--format", format];
        assert_eq!(table, support::run(&command).stdout, "{format}");
    }
    page.open(&format!("{}#write", server.address));
    page.write(".editor textarea", &WRONG.replace("= z", "= y"));
    page.wait("document.querySelector('#faults').children.length === 0");
    page.press("Proof");
    page.press("Prove for all positions");
    page.wait_text("#panel-proof", "Save the certificate");
    let (_, certificate) = page.save("Save the certificate");
    let text = String::from_utf8(certificate).unwrap();
    let checked = server.post(
        "/api/check",
        &json!({"certificate": {"text": text}}).to_string(),
    );
    assert_eq!(checked.json()["accepted"], true, "{}", checked.text());
    page.is_content();
}

/// Links that people have, from version 0.1.0, still show what they showed.
#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn old_links_open() {
    let (server, mut page) = visit("");
    for line in include_str!("../frozen/links.txt").lines() {
        let (link, shown) = line.split_once(' ').unwrap();
        page.open(&format!("{}{link}", server.address));
        let shown = json!(shown);
        page.wait(&format!(
            "document.body.innerText.includes({shown}) || [...document.querySelectorAll('textarea')].some((one) => one.value.includes({shown}))"
        ));
    }
    page.is_content();
}

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn a_refuted_claim_is_shown_on_the_board() {
    let (_server, mut page) = visit("#write");
    page.write(".editor textarea", &WRONG.replace("x = z", "x = y + 1"));
    page.wait("document.querySelector('#faults').children.length === 0 && !document.querySelector('.push .main').disabled");
    page.press("Proof");
    page.press("Prove for all positions");
    page.wait_text("#panel-proof", "✗ Refuted");
    page.shot("refuted");
    page.press("Show on the board");
    page.wait_text("aside", "Mine");
    page.wait("document.querySelector('take-board .pile')");
    page.wait_text("#note", "Counterexample");
    page.shot("counterexample");
    page.is_content();
}

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn a_proof_is_cancelled() {
    let (server, mut page) = visit("#write");
    let rules = server
        .post(
            "/api/rules",
            r#"{"game": "succinct-rat", "format": "game"}"#,
        )
        .json();
    let text = rules["rules"]
        .as_str()
        .unwrap()
        .replace("(d = 3", "(d = 14");
    assert!(text.contains("(d = 14"), "the proof would end: {text}");
    page.write(".editor textarea", &text);
    page.wait("!document.querySelector('.push .main').disabled && document.querySelector('#faults').children.length === 0");
    page.press("Proof");
    page.press("Prove for all positions");
    page.wait(
        "/[0-9.]+ s$/.test(document.querySelector('#panel-proof .box .small')?.innerText ?? '')",
    );
    page.shot("proving");
    page.press("Stop");
    page.wait_text("#cancelled", "Stopped");
    // The job is over: as many can begin as before.
    page.press("Prove again");
    page.wait_text("#panel-proof", "Proving");
    page.press("Stop");
    page.wait_text("#cancelled", "Stopped");
    page.is_content();
}

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn the_map_shows_and_moves() {
    let (server, mut page) = visit("#explore?g=wythoff&p=");
    page.wait_text("#panel-map", "How we know");
    let corner = page.js("(() => { const box = document.querySelector('canvas').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })()");
    let at = |part: usize| corner[part].as_f64().unwrap();
    page.point(at(0) + at(2) * 0.5, at(1) + at(3) * 0.6);
    page.wait_text("#under", "nim-value");
    page.wait_text("#under", "Wins: to");
    page.shot("map");
    // A thousand by a thousand values: each step of a pan takes less than a frame.
    page.open(&format!("{}#explore?g=nim:m=2&p=&max=1000", server.address));
    page.wait_text("#panel-map", "How we know");
    let frames = page.js(
        "(async () => { const { PositionMap } = await import('/map.js'); \
         const rows = Array.from({ length: 1001 }, (_, y) => Array.from({ length: 1001 }, (_, x) => String(x ^ y))); \
         const map = new PositionMap(document.querySelector('canvas'), { rows, x: 'x', y: 'y' }); map.draw(); \
         const start = performance.now(); for (let step = 0; step < 60; step += 1) { map.pan(3, 2); map.draw(); map.context.getImageData(0, 0, 1, 1); } \
         return (performance.now() - start) / 60; })()",
    );
    println!(
        "a step of a pan at 1000 x 1000 values takes {:.1} ms",
        frames.as_f64().unwrap()
    );
    for (tab, panel, text) in [
        ("Rows", "rows", "How we know"),
        ("Digits", "numbers", "zeckendorf"),
        ("Arrays", "array", "Save the table"),
        ("Fractals", "shortcuts", "How we know"),
    ] {
        page.press(tab);
        page.wait_text(&format!("#panel-{panel}"), text);
        assert_eq!(page.nameless(), [""; 0], "{tab}");
    }
    page.shot("fractals");
    // A game with one pile has its picture too, and every picture is there for papers.
    page.open(&format!("{}#explore?g=mark&p=", server.address));
    page.wait_text("#panel-map", "TikZ");
    let tikz = page.js(
        "(async () => { const { askPicture } = await import('/api.js'); \
         const asked = { kind: 'values', game: 'mark', max: 20, format: 'tikz' }; \
         return (await askPicture(asked, 'text/plain')).text(); })()",
    );
    assert!(tikz.as_str().unwrap().contains("\\begin{tikzpicture}"));
    page.is_content();
}

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn a_paper_is_reproduced() {
    let (_server, mut page) = visit("#papers?paper=raleigh");
    page.press("Reproduce");
    page.wait_text(".claim", "proved for all numbers");
    assert!(
        page.js("document.querySelectorAll('.claim').length")
            .as_u64()
            .unwrap()
            > 20
    );
    assert_eq!(page.nameless(), [""; 0]);
    page.shot("papers");
    page.is_content();
}

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
fn phones_both_themes_and_the_description() {
    let server = Server::start(&[]);
    let mut page = Browser::start();
    for (width, height) in [(1280, 860), (375, 720), (320, 640)] {
        page.size(width, height);
        for scheme in ["light", "dark"] {
            page.prefer("prefers-color-scheme", scheme);
            for view in [
                "#play?g=raleigh&p=6,11,16",
                "#review?g=nim&p=1,2&m=1,0;0,0",
                "#explore?g=wythoff&p=",
                "#write",
                "#papers",
                "#api",
                "#play?g=frankenstein&p=1,3,9",
                "#play?g=nim&p=1,4,5&g=mark&p=12",
            ] {
                page.open(&format!("{}{view}", server.address));
                let wide = page.js(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
                );
                assert!(
                    wide.as_i64().unwrap() <= 0,
                    "{view} at {width}: {wide} pixels too wide"
                );
                assert_eq!(page.nameless(), [""; 0], "{view}");
                let name: String = view
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .take(12)
                    .collect();
                page.shot(&format!("{name}-{width}-{scheme}"));
            }
        }
    }
    page.prefer("prefers-reduced-motion", "reduce");
    page.open(&format!("{}#play", server.address));
    page.open(&format!("{}#api", server.address));
    page.wait_text("#main", "POST /api/outcome");
    page.is_content();
}
