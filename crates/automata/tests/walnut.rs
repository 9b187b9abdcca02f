//! The text format of Walnut's automata: written, read again, and refused where it is no automaton.
#![allow(clippy::unwrap_used)]

use automata::equivalence::{difference, equivalent};
use automata::minimize::minimize;
use automata::walnut::{TrackDigits, WalnutError, read, write};
use automata::{Alphabet, Automaton, Successor, Track};
use proptest::prelude::*;
use watch::Unwatched;

/// An automaton whose steps are given by numbers: for each state and digit tuple the next state, or nothing.
fn automaton(radix: u8, tracks: usize, states: usize, table: &[u16]) -> Automaton {
    let letters = usize::from(radix).pow(u32::try_from(tracks).unwrap());
    let cell = |index: usize| usize::from(table[index % table.len()]);
    let names: Vec<Track> = (0..tracks as u32).map(Track).collect();
    Automaton::explore(
        &Alphabet::new(&[radix]),
        &names,
        Successor::To((0, 0)),
        |&(state, letter), level, digit| {
            let letter = letter * usize::from(radix) + usize::from(digit);
            if level.track + 1 < tracks {
                return Successor::To((state, letter));
            }
            match cell(state * letters + letter) % (states + 2) {
                next if next < states => Successor::To((next, 0)),
                next if next == states => Successor::Dead,
                _ => Successor::True,
            }
        },
        |&(state, _)| cell(state * 7 + 3).is_multiple_of(2),
        &Unwatched,
    )
    .unwrap()
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        radix in 2u8..5, tracks in 1usize..4, states in 1usize..7,
        table in prop::collection::vec(any::<u16>(), 1..400),
        named in any::<bool>(),
    ) {
        let automaton = automaton(radix, tracks, states, &table);
        let digits = match named {
            true => TrackDigits::Named(format!("msd_{radix}")),
            false => TrackDigits::Listed((0..radix).collect()),
        };
        let text = write(&automaton.letters(100_000).unwrap(), &vec![digits.clone(); tracks]);
        let again = read(&text, Some(radix - 1), &Unwatched).unwrap();
        prop_assert_eq!(&again.tracks, &vec![digits; tracks]);
        prop_assert!(equivalent(&automaton, &again.automaton), "{}", text);
    }

    /// Minimal automata in order are alike exactly if their languages are.
    #[test]
    fn descriptions_tell_languages_apart(
        states in 1usize..4,
        one in prop::collection::vec(0u16..6, 8), other in prop::collection::vec(0u16..6, 8),
    ) {
        let [one, other] = [one, other].map(|table| automaton(2, 1, states, &table));
        let [left, right] = [&one, &other].map(|automaton| minimize(automaton).in_order().description());
        prop_assert_eq!(left == right, difference(&one, &other).is_none());
    }

    #[test]
    fn no_text_is_too_much(text in "[{}0-9msdfiblu_*# ,\n>-]{0,80}") {
        let _ = read(&text, None, &Unwatched);
    }
}

#[test]
fn letters_are_spelled_out_only_so_far() {
    let everything = Automaton::constant(&Alphabet::new(&[10]), &[0, 1, 2].map(Track), true);
    assert_eq!(everything.letters(999), None);
    assert_eq!(everything.letters(1000).unwrap().edges, 1000);
    let nothing = Automaton::constant(&Alphabet::binary(), &[Track(0)], false);
    assert_eq!(
        write(
            &nothing.letters(9).unwrap(),
            &[TrackDigits::Named("msd_2".into())]
        ),
        "msd_2\n\n0 0\n"
    );
}

/// Walnut's own short forms, stars, comments and missing letters.
#[test]
fn short_forms_are_read() {
    let text = "# the second number has a 1 where the first has one\nfib msd_fib\n\n0 1\n0 * -> 0\n 1 1 -> 0 \n";
    let found = read(text, None, &Unwatched).unwrap();
    assert_eq!(found.tracks, vec![TrackDigits::Named("msd_fib".into()); 2]);
    assert!(found.automaton.accepts(&[vec![1, 0], vec![1, 1]]));
    assert!(!found.automaton.accepts(&[vec![1, 1], vec![1, 0]]));
    for head in ["msd", "msd2", "2", "msd_2"] {
        let found = read(&format!("{head}\n0 1"), None, &Unwatched).unwrap();
        assert_eq!(found.tracks, [TrackDigits::Named("msd_2".into())], "{head}");
    }
    let found = read("{1,0}{0 , 1, 2}\n7 0\n1 2 -> 3\n3 1", None, &Unwatched).unwrap();
    assert_eq!(
        found.tracks,
        [
            TrackDigits::Listed(vec![0, 1]),
            TrackDigits::Listed(vec![0, 1, 2])
        ]
    );
    assert!(found.automaton.accepts(&[vec![1], vec![2]]));
}

#[test]
fn what_is_no_automaton_is_refused_at_its_line() {
    let says = |text: &str| match read(text, Some(2), &Unwatched) {
        Err(WalnutError::Line { line, message }) => format!("{line}: {message}"),
        other => panic!("{text}: {other:?}"),
    };
    let head = "the first line must say how each number is written, such as `msd_fib msd_fib` or `{0, 1} {0, 1}`";
    assert_eq!(says(""), format!("1: {head}"));
    assert_eq!(says("msd_2, msd_2\n0 1"), format!("1: {head}"));
    assert_eq!(
        says("\n\ntrue"),
        "3: `true` is an automaton that reads nothing, and so no set"
    );
    assert_eq!(
        says("lsd_2\n0 1"),
        "1: `lsd_2` reads the least significant digit first; write the automaton for `msd`"
    );
    assert_eq!(says("{0, -1}\n0 1"), "1: `-1` is no digit from 0 to 254");
    assert_eq!(says("{0, 1\n0 1"), "1: `{` is never closed");
    assert_eq!(says("msd_2"), "1: no state follows");
    assert_eq!(
        says("msd_2\n0 2"),
        "2: the output of a state is 0 or 1 here, not 2"
    );
    assert_eq!(says("msd_2\n0 1\n0 1"), "3: the state 0 is there twice");
    assert_eq!(says("msd_2\nq 1"), "2: `q` is no number of a state");
    assert_eq!(
        says("msd_2\n0 1 1"),
        "2: `0 1 1` is neither a state, such as `0 1`, nor a letter, such as `0 1 -> 2`"
    );
    assert_eq!(
        says("msd_2\n0 -> 1"),
        "2: a state, such as `0 1`, must come before the letters that leave it"
    );
    assert_eq!(
        says("msd_2\n0 1\n0 0 -> 0"),
        "3: a letter has one digit for each track, 1 in all, not 2"
    );
    assert_eq!(says("msd_2\n0 1\n3 -> 0"), "3: there is no digit 3 here");
    assert_eq!(says("{0, 1}\n0 1\n2 -> 0"), "3: there is no digit 2 here");
    assert_eq!(says("msd_2\n0 1\n1 -> 4"), "3: there is no state 4");
    assert_eq!(
        says("msd_2\n0 1\n1 -> 0 0"),
        "3: a letter may lead to one state only: make the automaton deterministic first"
    );
    assert_eq!(
        says("msd_2\n0 1\n1 -> "),
        "3: a letter must lead to a state"
    );
    assert_eq!(
        says("msd_2\n0 1\n* -> 0\n1 -> 1\n1 1"),
        "4: line 3 says where this letter leads already"
    );
}
