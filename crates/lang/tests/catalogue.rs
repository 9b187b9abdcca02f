//! Every game of the catalogue loads with its defaults, and printing it changes nothing.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use lang::Notation;
use lang::print::print_in;

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
        let spec = lang::load(&text, &name, &[]).unwrap_or_else(|faults| panic!("{faults}"));
        let game = lang::parse(&text).unwrap();
        let printed = lang::print(&game);
        assert_eq!(lang::parse(&printed).unwrap(), game, "{printed}");
        assert_eq!(lang::print(&lang::parse(&printed).unwrap()), printed);
        assert_eq!(lang::load(&printed, &name, &[]).unwrap(), spec, "{printed}");
        let signs = print_in(&game, Notation::Text);
        assert_eq!(lang::parse(&signs).unwrap(), game, "{signs}");
    }
}

#[test]
fn headers_agree_with_the_games() {
    for (name, text) in rules() {
        let spec = lang::load(&text, &name, &[]).unwrap();
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
