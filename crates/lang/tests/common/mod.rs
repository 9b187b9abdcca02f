//! What must hold of any text whatever, for the tests and for the fuzz target.

/// Reads a text in every way; panics if something that must hold does not.
pub(crate) fn exercise(text: &str) {
    let short: String = text.chars().take(300).collect();
    for faults in [
        lang::constant(&short).err(),
        lang::term(&short).err(),
        lang::number(&short).err(),
    ] {
        assert!(faults.is_none_or(|faults| faults.render(false).starts_with("error: ")));
    }
    let loaded = lang::load(text, "any.game", &[]);
    if let Ok(spec) = &loaded {
        assert_eq!(spec.check_binding(), Ok(()), "{text}");
    }
    exercise_splitting(text);
    let header = lang::header(text);
    match lang::parse(text) {
        Err(faults) => {
            assert!(faults.render(false).starts_with("error: "));
            assert!(loaded.is_err());
        }
        Ok(game) => {
            assert!(header.is_ok());
            let printed = lang::print(&game);
            assert_eq!(
                lang::parse(&printed).expect("printed text"),
                game,
                "{printed}"
            );
            assert_eq!(lang::print(&game), printed);
            let again = lang::load(&printed, "any.game", &[]);
            assert_eq!(loaded.ok(), again.ok(), "{printed}");
        }
    }
}

/// The same for a text in which heaps split.
fn exercise_splitting(text: &str) {
    let read = |text: &str| {
        let beside = lang::CompanionFiles::default();
        match lang::open_game(text, "any.game", &beside, |_| Vec::new()) {
            Ok(lang::OpenedGame::Splitting(opened)) => Some(opened),
            _ => None,
        }
    };
    let Some(opened) = read(text) else {
        return;
    };
    assert_eq!(opened.spec.check_binding(), Ok(()), "{text}");
    let printed = lang::print(&opened.tree);
    let again = read(&printed).map(|again| again.spec);
    assert_eq!(again, Some(opened.spec), "{printed}");
}
