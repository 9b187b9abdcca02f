//! Every game of the catalogue loads with its defaults, and printing it changes nothing.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use lang::Notation;
use lang::print::print_in;

use crate::meant::Meant;

fn rules() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "game"))
        .collect();
    files.sort();
    assert!(files.len() > 15, "the rules folder is nearly empty");
    files
        .iter()
        .map(|path| {
            (
                path.display().to_string(),
                std::fs::read_to_string(path).unwrap(),
            )
        })
        .collect()
}

#[test]
fn every_file_loads_and_survives_printing() {
    for (name, text) in rules() {
        let meant = Meant::of(&text, &name);
        let game = lang::parse(&text).unwrap();
        let printed = lang::print(&game);
        assert_eq!(lang::parse(&printed).unwrap(), game, "{printed}");
        assert_eq!(lang::print(&lang::parse(&printed).unwrap()), printed);
        assert_eq!(Meant::of(&printed, &name), meant, "{printed}");
        let signs = print_in(&game, Notation::Text);
        assert_eq!(lang::parse(&signs).unwrap(), game, "{signs}");
    }
}

#[test]
fn headers_agree_with_the_games() {
    for (name, text) in rules() {
        let spec = Meant::of(&text, &name).heading();
        let header = lang::header(&text).unwrap();
        assert_eq!(
            (&header.name, &header.title, &header.source),
            (&spec.name, &spec.title, &spec.source)
        );
        let defaults: Vec<_> = header
            .parameters
            .into_iter()
            .map(|(name, value)| (name, value.unwrap()))
            .collect();
        let settings = spec.parameters.into_iter();
        let settings: Vec<_> = settings.map(|it| (it.name, it.written)).collect();
        assert_eq!(defaults, settings);
    }
}
