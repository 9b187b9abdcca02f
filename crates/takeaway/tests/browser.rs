//! The page in a real browser, as people use it. `cargo xtask test` finds the browser, or says what to install.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod support;

use std::time::{Duration, Instant};

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

#[test]
fn a_game_is_won_by_hints() {
    let (_server, mut page) = visit("#play?g=nim&p=1,4,6");
    play_by_hints(&mut page);
    assert!(
        page.text("h1").contains("You win!"),
        "{}",
        page.text("#main")
    );
    page.wait_text(".chip em", "✓ wins");
    page.shot("won");
    page.is_content();
}

/// Takes what the hint says until somebody has won.
fn play_by_hints(page: &mut Browser) {
    for _ in 0..12 {
        page.wait("/Your move|win/.test(document.querySelector('h1').textContent)");
        if page.text("h1").contains("win") {
            return;
        }
        page.press("Hint");
        page.wait_text("#hint", "move to");
        page.wait_text("#legal", "Legal");
        let before = page.js("document.querySelectorAll('.chip').length");
        page.press("Move");
        page.wait(&format!("document.querySelectorAll('.chip').length > {before} && !/thinks/.test(document.querySelector('h1').textContent)"));
    }
}

#[test]
fn a_game_of_heaps_that_split_is_won() {
    let (server, mut page) = visit("#play?g=kayles&p=7");
    page.wait_text(".lead", "Replace one heap as the rules allow");
    page.wait_text(
        "aside",
        "knock down one pin, or two that stand side by side",
    );
    page.write("#try", "7 -> 3,3,1");
    page.wait_text("#illegal", "7 becomes 2 heaps at most, and here 3");
    page.write("#try", "6 -> 3");
    page.wait_text("#verdict", "There is no heap of 6");
    page.write("#try", "7 -> 3,3");
    page.wait_text("#legal", "Legal");
    page.shot("split-typed");
    page.key("Enter");
    page.wait("document.querySelectorAll('.chip').length === 3");
    page.wait_text("#comment", "keeps the win");
    let chip = page.js("document.querySelectorAll('.chip')[1].innerText");
    assert!(chip.as_str().unwrap().contains("(3, 3)"), "{chip}");
    page.shot("split");
    assert_eq!(page.nameless(), [""; 0]);
    play_by_hints(&mut page);
    assert!(
        page.text("h1").contains("You win!"),
        "{}",
        page.text("#main")
    );
    page.shot("split-won");
    // A pin at the end of a row is a click.
    page.open(&format!("{}#play?g=kayles&p=3,5,7", server.address));
    page.wait("document.querySelectorAll('take-board .pile').length === 3");
    page.click("[data-pile='1'] .tokens i:nth-child(5)");
    page.wait_text("#legal", "Legal");
    page.press("Move");
    page.wait("document.querySelectorAll('.chip').length === 3");
    page.wait_text("#comment", "keeps the win");
    play_by_hints(&mut page);
    assert!(
        page.text("h1").contains("You win!"),
        "{}",
        page.text("#main")
    );
    page.is_content();
}

#[test]
fn a_game_is_lost_and_reviewed() {
    let (_server, mut page) = visit("#play?g=nim&p=1,2");
    // The move was 1,1: this gives the win away.
    page.write("#try", "2 from x[2]");
    page.wait_text("#legal", "Legal");
    page.key("Enter");
    page.wait_text("h1", "The computer wins");
    page.wait_text("#comment", "gave the win away. The move was to (1, 1)");
    assert!(
        page.js("document.querySelector('.chip.slip em').textContent")
            .as_str()
            .unwrap()
            .contains("given away")
    );
    page.shot("lost");
    page.press("Review");
    page.wait_text(".lead", "given away once: at move 1");
    page.wait_text("li.lost", "(1, 1) was the move");
    page.wait_text("li.lost", "Why (1, 1)");
    page.wait_text("li.lost", "How we know");
    assert_eq!(page.nameless(), [""; 0]);
    page.shot("review");
    page.press("Try again from here");
    page.wait_text("h1", "Your move");
    page.write("#try", "1,1");
    page.wait_text("#legal", "Legal");
    page.press("Move");
    page.wait_text("#comment", "keeps the win");
    page.is_content();
}

#[test]
fn an_illegal_try_says_why() {
    let (server, mut page) = visit("#play?g=raleigh&p=6,11,16");
    // Two tokens of the first pile, three of the second, four of the third, by clicks.
    for (pile, token) in [(0, 5), (1, 9), (2, 13)] {
        page.click(&format!(
            "[data-pile='{pile}'] .tokens i:nth-child({token})"
        ));
        page.wait(&format!(
            "document.querySelector('[data-pile=\"{pile}\"]').classList.contains('chosen')"
        ));
    }
    assert_eq!(
        page.js("document.querySelector('#try').value"),
        json!("2 from a, 3 from b, 4 from c")
    );
    page.wait_text("#illegal", "III: no t works");
    page.wait_text("#illegal", "I: 3 piles change");
    page.shot("illegal");
    page.press("Move");
    page.wait_text("#live", "Not a legal move");
    assert_eq!(
        page.js("document.querySelectorAll('.chip').length"),
        json!(1)
    );
    // What cannot be read is told, too.
    page.write("#try", "3 from q");
    page.wait_text("#verdict", "not understood");
    page.write("#try", "99 from a");
    page.wait_text("#verdict", "only 6 in a");
    page.write("#try", "6,11,17");
    page.wait_text("#illegal", "Not a legal move");
    // Undo and redo.
    page.write("#try", "1 from c");
    page.wait_text("#legal", "Legal");
    page.press("Move");
    page.wait("document.querySelectorAll('.chip').length === 3");
    page.press("Undo");
    page.wait("document.querySelector('.chip[aria-current]').innerText.includes('(6, 11, 16)')");
    page.press("Redo");
    page.wait("document.querySelectorAll('.chip')[2].getAttribute('aria-current')");
    // The same in another browser, by the address alone.
    let address = page.js("location.href");
    let mut other = Browser::start();
    other.open(address.as_str().unwrap());
    other.wait("document.querySelectorAll('.chip').length === 3");
    assert_eq!(other.text("take-board"), page.text("take-board"));
    // An address with a move that nobody may make.
    other.open(&format!("{}#play?g=nim&p=3,4&m=9,9;1,1", server.address));
    other.wait_text("#verdict", "Move 1 of this link is not legal");
    other.is_content();
    page.is_content();
}

/// Answers whether the page can be used by keys alone.
#[test]
fn the_keyboard_is_enough() {
    let (_server, mut page) = visit("#play?g=nim&p=3,4");
    let mut seen = Vec::new();
    for _ in 0..40 {
        page.key("Tab");
        let at = page.js("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()");
        seen.push(at.as_str().unwrap().to_owned());
        if page.js("document.activeElement.dataset.pile === '1'") == json!(true) {
            break;
        }
    }
    assert!(
        seen.iter().any(|one| one == "Skip to the board"),
        "{seen:?}"
    );
    assert!(seen.iter().any(|one| one == "Review"), "{seen:?}");
    assert!(seen.iter().any(|one| one == "Game"), "{seen:?}");
    page.key("ArrowDown");
    page.wait("document.querySelector('[data-pile=\"1\"]').getAttribute('aria-valuetext') === '3 left, take 1 of 4'");
    page.wait("document.activeElement.dataset.pile === '1'");
    page.wait_text("#legal", "Legal");
    page.key("Enter");
    page.wait("document.querySelectorAll('.chip').length === 3");
    page.wait_text("#live", "The computer moves to");
    page.is_content();
}

#[test]
fn coins_on_a_strip_and_sums_of_games() {
    let (server, mut page) = visit("#play?g=frankenstein&p=1,3,9");
    assert_eq!(
        page.js("document.querySelectorAll('.square.coin').length"),
        json!(3)
    );
    page.click("[data-square='9']");
    page.click("[data-square='8']");
    page.wait_text("#legal", "Legal");
    page.shot("strip");
    assert_eq!(page.nameless(), [""; 0]);
    page.press("Move");
    page.wait("document.querySelectorAll('.chip').length === 3 || /win/.test(document.querySelector('h1').textContent)");
    page.open(&format!(
        "{}#play?g=nim&p=1,4,5&g=mark&p=12",
        server.address
    ));
    page.wait("document.querySelectorAll('take-board').length === 2");
    page.press("Hint");
    page.wait_text("#hint", "in Mark, move to (6)");
    page.wait_text("#legal", "Legal");
    page.press("Move");
    page.wait("document.querySelectorAll('.chip').length === 3");
    page.wait_text("#comment", "keeps the win");
    page.shot("sum");
    page.press("Why");
    page.wait_text("#panel-why", "nim-values");
    page.wait_text("#panel-why", "every move can be answered");
    assert_eq!(page.nameless(), [""; 0]);
    page.is_content();
}

#[test]
fn the_computer_plays_at_a_level() {
    // A beginner overlooks the winning move (3, 5, 6) here, with this seed.
    let (_server, mut page) = visit("#play?g=nim&p=3,5,9&me=second&level=beginner&s=1");
    page.wait_text("h1", "Your move");
    page.wait_text(".lead", "plays at the level beginner: it errs now and then");
    page.wait("document.querySelectorAll('.chip').length === 2");
    page.wait_text(".chip em", "✗ win given away");
    page.shot("level");
    page.press("Review");
    page.wait_text("ol.plies", "A slip of its level, beginner");
    page.press("Show on the board");
    page.wait_text("h1", "Your move");
    // From now on it plays well, and the address says so.
    page.js("(() => { const level = document.querySelector('[aria-label=\"How well the computer plays\"]'); level.value = 'perfect'; level.dispatchEvent(new Event('change')); })()");
    page.wait("!location.hash.includes('level=')");
    assert!(!page.text(".lead").contains("errs"));
    assert_eq!(page.nameless(), [""; 0]);
    page.is_content();
}

#[test]
fn a_sum_is_answered_by_the_laboratory() {
    let (server, mut page) = visit("#play?g=nim&p=1,4,5&g=wythoff&p=1,2&me=second");
    // The sum is lost for the computer: it moves all the same, in one of the games.
    page.wait_text("h1", "Your move");
    page.wait("document.querySelectorAll('.chip').length === 2");
    page.wait_text(".chip em", "no win was there");
    let asked = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/api/reply')).length";
    assert_eq!(page.js(asked), json!(1));
    page.press("Hint");
    page.wait_text("#hint", "move to");
    page.wait_text("#legal", "Legal");
    page.press("Move");
    page.wait("document.querySelectorAll('.chip').length >= 3");
    page.wait_text("#comment", "keeps the win");
    page.shot("sum-lost");
    // A sum is dealt so that it can be won.
    page.open(&format!("{}#play?g=nim&p=&g=mark&p=", server.address));
    page.wait("document.querySelectorAll('take-board').length === 2");
    page.press("Hint");
    page.wait_text("#hint", "move to");
    // The same answer for a program.
    let body =
        r#"{"parts": [{"game": "nim", "position": "1,4,5"}, {"game": "mark", "position": "12"}]}"#;
    let answer = server.post("/api/reply", body).json();
    assert_eq!(answer["move"]["component"], json!(1));
    assert_eq!(answer["move"]["to"], json!(["6"]));
    assert_eq!(answer["resists"], json!(false));
    page.is_content();
}

/// A blocking game from the first move to the last: the computer forbids, a person forbids, and both keep to it.
#[test]
fn options_are_forbidden_before_each_move() {
    let (server, mut page) = visit("#play?g=blocking-wythoff&p=4,6");
    page.wait_text("h1", "Your move");
    page.wait_text(".lead", "Forbidden: (1, 3).");
    page.js("(() => { const input = document.querySelector('#try'); input.value = '1,3'; input.dispatchEvent(new Event('input')); })()");
    page.wait_text("#illegal", "it is forbidden");
    page.press("Move");
    page.wait_text("#illegal", "it is forbidden");
    page.js("(() => { const input = document.querySelector('#try'); input.value = '2,6'; input.dispatchEvent(new Event('input')); })()");
    page.press("Move");
    page.wait_text("h1", "You forbid one option");
    page.shot("forbid");
    assert_eq!(page.nameless(), [""; 0]);
    page.press("Hint");
    page.wait_text("#hint", "Hint: forbid");
    page.wait_text("#legal", "Legal");
    page.press("Forbid");
    page.wait("document.querySelectorAll('.chip').length === 3");
    page.wait_text("h1", "Your move");
    let address = page.js("location.hash");
    assert!(
        address.as_str().unwrap().contains("m=2,6!1,3;"),
        "{address}"
    );
    // The same match from its link, to its end: a person who forbids nothing, and takes what the hint says.
    page.open(&format!("{}{}", server.address, address.as_str().unwrap()));
    page.wait("document.querySelectorAll('.chip').length === 3");
    let stage =
        "document.querySelectorAll('.chip').length + document.querySelector('h1').innerText";
    for _ in 0..12 {
        page.wait("/Your move|You forbid|win/.test(document.querySelector('h1').innerText)");
        let before = page.js(stage);
        if page.text("h1").contains("win") {
            break;
        }
        if page.text("h1").contains("forbid") {
            page.press("Forbid nothing");
        } else {
            page.press("Moves");
            page.wait("document.querySelector('#panel-moves .moves button')");
            page.js("[...document.querySelectorAll('#panel-moves .moves button')].find((one) => !document.querySelector('.lead').innerText.includes(one.innerText)).click()");
            page.wait_text("#legal", "Legal");
            page.press("Move");
        }
        page.wait(&format!("{stage} !== {before}"));
    }
    assert!(page.text("h1").contains("win"), "{}", page.text("#main"));
    page.press("Review");
    page.wait_text("ol.plies", "forbidden: (1, 3)");
    // Two people: the second player forbids before the first move.
    page.open(&format!(
        "{}#play?g=blocking-wythoff&p=1,2&me=both",
        server.address
    ));
    page.wait_text("h1", "The second player forbids one option");
    page.press("Forbid nothing");
    page.wait_text("h1", "The first player’s move");
    page.wait_text(".lead", "Nothing is forbidden");
    // A link that plays what it forbids is cut there.
    page.open(&format!(
        "{}#play?g=blocking-wythoff&p=4,6&m=1,3!1,3",
        server.address
    ));
    page.wait_text("#verdict", "Move 1 of this link is not legal");
    page.is_content();
}

#[test]
fn every_game_can_be_played() {
    let (server, mut page) = visit("");
    let games = server.post("/api/games", "{}").json();
    for game in games["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        page.open(&format!("{}#play?g={name}&p=", server.address));
        page.wait(
            "document.querySelector('take-board .pile, take-strip .square, take-strip .coins')",
        );
        page.wait(&format!(
            "document.querySelector('aside .rules')?.innerText.includes({})",
            game["title"]
        ));
        assert!(
            page.text("h1").contains("Your move"),
            "{name}: {}",
            page.text("#main")
        );
        if name.contains("blocking") {
            page.wait("/orbidden/.test(document.querySelector('.lead').innerText)");
        }
        page.open(&format!("{}#explore?g={name}&p=&max=8", server.address));
        page.wait("/How we know/.test(document.querySelector('#panel-map').innerText)");
        page.is_content();
    }
    page.open(&format!(
        "{}#play?g=rat&p=10^40,2*10^40,4*10^40",
        server.address
    ));
    page.press("Hint");
    page.wait_text("#hint", "move to");
    page.wait_text("#legal", "Legal");
    page.shot("large");
    page.is_content();
}

const WRONG: &str = "game mine \"Mine\"\npiles x, y\nmove I \"one pile\": exactly 1 of x, y changes\nP when x = z\n";

/// From rules without a claim to a proved one, with what brute force shows beside it.
#[test]
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
    // The error is there soon after it was typed.
    let start = Instant::now();
    page.write(".editor textarea", &WRONG.replace("= z", "= w"));
    page.wait("document.querySelector('.editor .wrong')?.textContent === 'w'");
    println!("an error appears after {:.0?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(3));
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

#[test]
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
fn a_proof_is_cancelled() {
    let (server, mut page) = visit("#write");
    let rules = server
        .post(
            "/api/rules",
            r#"{"game": "succinct-rat", "format": "game"}"#,
        )
        .json();
    let text = rules["rules"].as_str().unwrap().replace("(d = 3", "(d = 9");
    assert!(text.contains("(d = 9"), "the proof would be short: {text}");
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
fn a_paper_is_reproduced() {
    let (_server, mut page) = visit("#papers?paper=raleigh");
    page.press("Reproduce");
    page.wait_text("#main", "Checking");
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
