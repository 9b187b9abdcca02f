//! Every example of docs/rules-language.md loads, and its grammar is the one on top of the parser.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use crate::meant::Meant;

fn file(path: &str) -> String {
    std::fs::read_to_string(
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(path),
    )
    .unwrap()
}

/// The games among the indented blocks of a page; blocks between fences are something else.
fn games(page: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    for text in page.split("```").step_by(2) {
        let mut inside = false;
        for line in text.lines().filter(|line| !line.is_empty()) {
            let code = line.strip_prefix("    ");
            if let Some(code) = code.filter(|code| code.starts_with("game ")) {
                inside = true;
                games.push(format!("{code}\n"));
            } else if let (Some(code), true, Some(game)) = (code, inside, games.last_mut()) {
                game.push_str(&format!("{code}\n"));
            } else {
                inside = false;
            }
        }
    }
    games
}

#[test]
fn every_example_loads_and_survives_printing() {
    let games = games(&file("docs/rules-language.md"));
    assert_eq!(games.len(), 16);
    for text in games {
        let meant = Meant::of(&text, "example.game");
        let printed = lang::print(&lang::parse(&text).unwrap());
        assert_eq!(Meant::of(&printed, "example.game"), meant);
    }
}

#[test]
fn the_grammar_is_the_one_of_the_parser() {
    let page = file("docs/rules-language.md");
    let page = page.split("## Grammar").nth(1).unwrap();
    let grammar = page
        .split("```")
        .nth(1)
        .unwrap()
        .strip_prefix("text\n")
        .unwrap();
    let source = file("crates/lang/src/parse/mod.rs");
    let source: Vec<&str> = source
        .lines()
        .map(|line| line.strip_prefix("//!").unwrap_or(""))
        .collect();
    let source: Vec<&str> = source
        .iter()
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    assert!(source.join("\n").contains(grammar.trim_end()), "{grammar}");
}

#[test]
fn the_functions_of_the_page_are_those_of_the_language() {
    let page = file("docs/rules-language.md");
    for function in [
        "floor",
        "ceil",
        "min",
        "max",
        "digit",
        "length",
        "irrational",
        "integer",
        "sqrt",
        "cbrt",
        "root",
        "ln",
        "exp",
    ] {
        assert!(page.contains(&format!("`{function}(")), "{function}");
        let wrong = lang::constant(&format!("{function}(1, 2, 3, zz)"))
            .unwrap_err()
            .to_string();
        assert!(!wrong.contains("there is no function"), "{wrong}");
    }
}
