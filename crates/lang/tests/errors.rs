//! Every message a user can see: one small input each, and a snapshot of exactly what is shown.
//!
//! A first line `# with d=5/2 …` gives values of parameters, a line `# w.aut: …` is a file beside the rules. The end of a file's name says what reads it.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

#[test]
fn every_fault_is_shown_as_agreed() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end != "snap" && end != "new")
        })
        .collect();
    files.sort();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let kind = path.extension().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let shown = fault(&format!("{name}.{kind}"), &kind, &text);
        insta::with_settings!({ snapshot_path => "errors", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
    }
}

#[test]
fn a_text_may_be_too_long() {
    let long = "#".repeat(lang::parse::LONGEST_FILE + 1);
    let faults = lang::load(&long, "long.game", &[]).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "error: this file has 1048577 bytes, more than the 1048576 allowed"
    );
    let faults = lang::constant(&long).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "error: this is longer than the 1048576 bytes allowed"
    );
}

#[test]
fn colour_changes_nothing_but_colour() {
    let faults = lang::load("game g\npiles x\nmove I: x' < z", "g.game", &[]).unwrap_err();
    let coloured = faults.render(true);
    assert!(coloured.contains("\u{1b}["));
    let mut plain = String::new();
    let mut escape = false;
    for character in coloured.chars() {
        match character {
            '\u{1b}' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            other => plain.push(other),
        }
    }
    assert_eq!(plain, faults.to_string());
}

/// What is shown for an input that has faults.
fn fault(name: &str, kind: &str, text: &str) -> String {
    let faults = match kind {
        "number" => lang::number(text).map(drop),
        "constant" => lang::constant(text).map(drop),
        "term" => lang::term(text).map(drop),
        _ => lang::open_beside(text, name, &beside(text), |_| arguments(text)).map(drop),
    };
    faults.expect_err(name).to_string()
}

/// The files beside a text: a line `# w.aut: msd_2 / 0 1 / 0 -> 0` is one of them.
fn beside(text: &str) -> lang::CompanionFiles {
    lang::CompanionFiles::of(text, |name| {
        let head = format!("# {name}: ");
        let line = text.lines().find_map(|line| line.strip_prefix(&head));
        let lines = line.ok_or("there is no such file")?;
        Ok(lines.split(" / ").collect::<Vec<_>>().join("\n"))
    })
}

fn arguments(text: &str) -> Vec<(String, String)> {
    let Some(line) = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("# with "))
    else {
        return Vec::new();
    };
    let pair = |pair: &str| {
        pair.split_once('=')
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .unwrap()
    };
    line.split(' ').map(pair).collect()
}

#[test]
fn an_automaton_hides_nothing() {
    let text =
        "game g\npiles x\nmove a: x' < x\nset W = automaton \"w.aut\" in binary\nP when x in W";
    let opened = |automaton: &str| {
        let beside = lang::CompanionFiles::of(text, |_| Ok(automaton.to_owned()));
        lang::open_beside(text, "g.game", &beside, |_| Vec::new()).map(drop)
    };
    let plain = "msd_2\r\n0 1\r\n0 -> 0\r\n";
    assert!(opened(plain).is_ok());
    assert!(opened(&format!("\u{feff}{plain}")).is_ok());
    let fault = opened("msd_2\n0 1 \u{200f}\n0 -> 0\n").unwrap_err();
    let says = "`w.aut` cannot be read: line 2: `U+200F` is a character that cannot be seen";
    assert!(fault.to_string().contains(says), "{fault}");
}
