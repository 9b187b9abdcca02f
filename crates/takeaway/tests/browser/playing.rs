//! Matches on the page, from the first move to the last.

use serde_json::json;

use super::visit;
use crate::support::browser::Browser;

#[test]
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
#[ignore = "needs a browser: `cargo xtask test` runs it"]
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
