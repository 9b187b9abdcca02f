//! Every operation against a naive twin: the language as the set of its short words.
#![allow(clippy::unwrap_used)]

use automata::equivalence::{difference, equivalent};
use automata::learn::learn;
use automata::minimize::minimize;
use automata::product::{Product, conjunction, disjunction, without};
use automata::project::{project, subtract};
use automata::witness::{cheapest, sample, shortest};
use automata::{Alphabet, Automaton, DigitLevel, Successor, Track, Word};
use proptest::prelude::*;
use watch::Unwatched;

/// A small generator of numbers, so that one seed describes one automaton.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn random(seed: u64, alphabet: &Alphabet, tracks: &[Track]) -> Automaton {
    let mut dice = Dice(seed);
    let states = 1 + dice.roll(5);
    let accepting: Vec<bool> = (0..states).map(|_| dice.roll(3) == 0).collect();
    let table: Vec<Successor<u64>> = (0..states * 64)
        .map(|_| match dice.roll(10) {
            0 | 1 => Successor::Dead,
            2 => Successor::True,
            _ => Successor::To(dice.roll(states)),
        })
        .collect();
    Automaton::explore(
        alphabet,
        tracks,
        Successor::To(0),
        |state, level, digit| {
            table[(state * 64 + level.place as u64 * 16 + level.track as u64 * 4) as usize
                + usize::from(digit)]
            .clone()
        },
        |state| accepting[*state as usize],
        &Unwatched,
    )
    .unwrap()
}

/// The same words with and without leading zero letters, decided by the word without them.
fn closed(automaton: &Automaton) -> Automaton {
    let zeros = |word: &Word| {
        let places = automaton.alphabet().places();
        let length = word.first().map_or(0, Vec::len);
        let zero = |letter: &usize| {
            word.iter().all(|d| {
                d[letter * places..(letter + 1) * places]
                    .iter()
                    .all(|&x| x == 0)
            })
        };
        (0..length / places).take_while(zero).count() * places
    };
    let strip = |word: &Word| -> Word {
        word.iter()
            .map(|digits| digits[zeros(word)..].to_vec())
            .collect()
    };
    let tracks = automaton.tracks().len();
    let depth = tracks * automaton.alphabet().places();
    // A state is the word read so far without its leading zeros, folded into a node as soon as it is nonzero.
    let fold = |digits: Vec<u8>| -> Successor<(Option<automata::Node>, Vec<u8>)> {
        if digits.len() < depth {
            return Successor::To((None, digits));
        }
        if digits.iter().all(|&digit| digit == 0) {
            return Successor::To((None, Vec::new()));
        }
        Successor::To((
            Some(digits.iter().fold(automaton.start(), |node, &digit| {
                automaton.next(node, digit)
            })),
            Vec::new(),
        ))
    };
    let result = Automaton::explore(
        automaton.alphabet(),
        automaton.tracks(),
        Successor::To((None, Vec::new())),
        |(node, digits), _, digit| match node {
            Some(node) => Successor::To((Some(automaton.next(*node, digit)), Vec::new())),
            None => fold([digits.as_slice(), &[digit]].concat()),
        },
        |(node, _)| automaton.accepts_at(node.unwrap_or(automaton.start())),
        &Unwatched,
    )
    .unwrap();
    for word in words(automaton.alphabet(), tracks, 2) {
        assert_eq!(result.accepts(&word), automaton.accepts(&strip(&word)));
    }
    minimize(&result)
}

/// All words of at most so many letters.
fn words(alphabet: &Alphabet, tracks: usize, letters: usize) -> Vec<Word> {
    let mut all = vec![vec![Vec::new(); tracks]];
    let mut last = all.clone();
    for place in (0..letters).flat_map(|_| 0..alphabet.places()) {
        for track in 0..tracks {
            last = last
                .iter()
                .flat_map(|word| (0..alphabet.radix(place)).map(move |digit| (word, digit)))
                .map(|(word, digit)| {
                    let mut word: Word = word.clone();
                    word[track].push(digit);
                    word
                })
                .collect();
        }
        if place + 1 == alphabet.places() {
            all.extend(last.iter().cloned());
        }
    }
    all
}

fn pick(word: &Word, tracks: &[usize]) -> Word {
    tracks.iter().map(|&track| word[track].clone()).collect()
}

fn binary() -> Alphabet {
    Alphabet::binary()
}

const X: Track = Track(1);
const Y: Track = Track(2);
const Z: Track = Track(3);

#[test]
fn a_start_that_accepts_nothing_is_minimised_to_nothing() {
    let hopeless = Automaton::explore(
        &binary(),
        &[X],
        Successor::To(0),
        |state: &u32, _, digit| {
            if *state == 7 {
                Successor::Dead
            } else {
                Successor::To((state + u32::from(digit)) % 7)
            }
        },
        |_| false,
        &Unwatched,
    )
    .unwrap();
    let least = minimize(&hopeless);
    assert!(least.is_empty());
    assert_eq!(least.size(), 0);
    assert!(shortest(&least, &Unwatched).unwrap().is_none());
    let everything = minimize(&hopeless.complement());
    assert!(everything.is_everything());
}

#[test]
fn witnesses_longer_than_the_word_are_found_by_projection() {
    // x is any string, y has a nonzero digit one letter before the first nonzero digit of x.
    let longer = Automaton::explore(
        &binary(),
        &[X, Y],
        Successor::To((0u8, false)),
        |(stage, bit), level, digit| match (stage, level.track) {
            (0, 0) => Successor::To((if digit == 1 { 9 } else { 0 }, *bit)),
            (0, _) => Successor::To((digit, *bit)),
            (1, 0) => {
                if digit == 1 {
                    Successor::To((2, *bit))
                } else {
                    Successor::Dead
                }
            }
            (2, _) => Successor::To((3, *bit)),
            (3, _) => Successor::To((3, *bit)),
            _ => Successor::Dead,
        },
        |(stage, _)| *stage == 3,
        &Unwatched,
    )
    .unwrap();
    let shadow = project(&longer, &[Y], &Unwatched).unwrap();
    assert!(
        shadow.accepts(&[vec![1]]),
        "the witness 10 is longer than the word 1"
    );
    assert!(!shadow.accepts(&[vec![0]]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn complement_and_minimise(seed: u64, wide: bool, single: bool) {
        let alphabet = if wide { Alphabet::new(&[3, 2]) } else { binary() };
        let tracks = if single { &[X][..] } else { &[X, Y] };
        let automaton = random(seed, &alphabet, tracks);
        let least = minimize(&automaton);
        let not = automaton.complement();
        prop_assert!(least.size() <= automaton.size());
        for word in words(&alphabet, tracks.len(), if wide { 2 } else { 4 }) {
            prop_assert_eq!(least.accepts(&word), automaton.accepts(&word));
            prop_assert_eq!(not.accepts(&word), !automaton.accepts(&word));
        }
        prop_assert!(equivalent(&least, &automaton));
        prop_assert_eq!(minimize(&not.complement()).size(), least.size());
        prop_assert_eq!(naive_size(&automaton), least.size());
        // What is as small as can be stays so, and is not taken for it where it is not.
        let other = |track: Track| Track(track.0 + 5);
        prop_assert_eq!(minimize(&least.complement().renamed(other)).size(), least.size());
        prop_assert_eq!(minimize(&least.in_order()).size(), least.size());
        prop_assert_eq!(minimize(&conjunction(&[&least, &least], &Unwatched).unwrap()).size(), least.size());
    }

    /// Remainders, of which some are told apart late and some not at all.
    #[test]
    fn larger_automata_are_minimised(modulus in 2u64..60, wanted in 2u64..12, tracks in 1usize..3) {
        let step = |rest: &u64, level: DigitLevel, digit: u8| {
            let before = if level.track == 0 { 2 * rest } else { *rest };
            Successor::To((before + u64::from(digit)) % modulus)
        };
        let ends = |rest: &u64| rest.is_multiple_of(wanted);
        let automaton =
            Automaton::explore(&binary(), &[X, Y][..tracks], Successor::To(0), step, ends, &Unwatched);
        let automaton = automaton.unwrap();
        let least = minimize(&automaton);
        prop_assert_eq!(naive_size(&automaton), least.size());
        prop_assert!(equivalent(&least, &automaton));
    }

    #[test]
    fn products(a: u64, b: u64, c: u64) {
        let (left, middle, right) = (random(a, &binary(), &[X, Y]), random(b, &binary(), &[Y, Z]), random(c, &binary(), &[X, Z]));
        let both = conjunction(&[&left, &middle, &right], &Unwatched).unwrap();
        let some = disjunction(&[&left, &middle], &Unwatched).unwrap();
        let within = Product { care: Some(&left), parts: &[&middle, &right], easy: &[] }.build(&Unwatched).unwrap();
        for word in words(&binary(), 3, 3) {
            let answers = [left.accepts(&pick(&word, &[0, 1])), middle.accepts(&pick(&word, &[1, 2])), right.accepts(&pick(&word, &[0, 2]))];
            prop_assert_eq!(both.accepts(&word), answers.iter().all(|&yes| yes));
            prop_assert_eq!(some.accepts(&word), answers[0] || answers[1]);
            if answers[0] {
                prop_assert_eq!(within.accepts(&word), answers[1] && answers[2]);
            }
        }
    }

    #[test]
    fn words_without_those_of_parts(a: u64, b: u64, c: u64, everything: bool) {
        let (all, tracks) = (Automaton::constant(&binary(), &[X, Y, Z], true), [X, Y, Z]);
        let from = if everything { all } else { random(a, &binary(), &tracks) };
        let (left, right) = (random(b, &binary(), &[X, Z]), random(c, &binary(), &[Y]));
        let both = conjunction(&[&left, &right], &Unwatched).unwrap();
        let taken = conjunction(&[&from, &both], &Unwatched).unwrap();
        let expected = conjunction(&[&from, &both.complement()], &Unwatched).unwrap();
        match without(&from, &[&left, &right], &Unwatched).unwrap() {
            Some(rest) => prop_assert_eq!(difference(&rest, &expected), None),
            None => prop_assert!(taken.is_empty()),
        }
        prop_assert_eq!(without(&from, &[&left, &right], &Unwatched).unwrap().is_none(), taken.is_empty());
    }

    #[test]
    fn projections(seed: u64, hidden in 0usize..3) {
        let tracks = [X, Y, Z];
        let automaton = random(seed, &binary(), &tracks);
        let kept: Vec<usize> = (0..3).filter(|&track| track != hidden).collect();
        let shadow = project(&automaton, &[tracks[hidden]], &Unwatched).unwrap();
        // At most five states times three levels: a longer witness can be cut short.
        let zeros = 6;
        for word in words(&binary(), 2, 2) {
            let length = word[0].len();
            let expected = (0..=zeros).any(|zeros| exists(&automaton, &word, &kept, hidden, zeros, length));
            prop_assert_eq!(shadow.accepts(&word), expected);
        }
    }

    #[test]
    fn differences_with_hidden_tracks(a: u64, b: u64) {
        let from = closed(&random(a, &binary(), &[X, Z]));
        let automaton = random(b, &binary(), &[X, Y, Z]);
        let rest = subtract(&from, &automaton, &[Y], &Unwatched).unwrap();
        let shadow = project(&automaton, &[Y], &Unwatched).unwrap();
        let expected = conjunction(&[&from, &shadow.complement()], &Unwatched).unwrap();
        prop_assert_eq!(difference(&rest, &expected), None);
        let within = Product { care: Some(&from), parts: &[&automaton], easy: &[] }.build(&Unwatched).unwrap();
        let again = subtract(&from, &within, &[Y], &Unwatched).unwrap();
        prop_assert_eq!(difference(&again, &expected), None);
    }

    #[test]
    fn witnesses(seed: u64) {
        let automaton = random(seed, &binary(), &[X, Y]);
        let all = words(&binary(), 2, 5);
        let expected = all.iter().find(|word| automaton.accepts(word));
        let found = shortest(&automaton, &Unwatched).unwrap();
        prop_assert_eq!(found.as_ref().map(|word| word[0].len()), expected.map(|word| word[0].len()));
        prop_assert!(found.is_none_or(|word| automaton.accepts(&word)));
        // The cheapest word, where the digit 1 costs its place value.
        let value = |digits: &Vec<u8>| digits.iter().fold(0u64, |value, &digit| 2 * value + u64::from(digit));
        let automaton = closed(&automaton);
        let cost = |_: usize, place: usize, digit: u8| u64::from(digit) << place;
        let best = cheapest(&automaton, &0, cost, |letters, cost| 1u64 << letters > *cost, &Unwatched).unwrap();
        let expected = all.iter().filter(|word| automaton.accepts(word)).map(|word| value(&word[0]) + value(&word[1])).min();
        prop_assert_eq!(best.map(|(cost, word)| { assert!(automaton.accepts(&word)); cost }), expected);
    }

    #[test]
    fn samples(seed: u64, wide: bool, letters in 0usize..4) {
        let alphabet = if wide { Alphabet::new(&[2, 3]) } else { binary() };
        let automaton = random(seed, &alphabet, &[X, Y]);
        let length = letters * alphabet.places();
        let all = words(&alphabet, 2, letters);
        let all: Vec<&Word> = all.iter().filter(|word| word[0].len() == length && automaton.accepts(word)).collect();
        let drawn = sample(&automaton, letters, 40, &Unwatched).unwrap();
        prop_assert_eq!(drawn.is_empty(), all.is_empty());
        prop_assert!(drawn.iter().all(|word| all.contains(&word)));
        prop_assert!(drawn.is_sorted_by(|a, b| a < b));
        // Chosen by chance from all of them: of few words none is missed.
        prop_assert!(all.len() > 3 || drawn.len() == all.len());
    }

    #[test]
    fn learning(seed: u64) {
        let automaton = random(seed, &binary(), &[X, Y]);
        let sample = words(&binary(), 2, 4);
        let learned = learn(&binary(), &[X, Y], &|word| automaton.accepts(word), &sample, &Unwatched).unwrap();
        for word in &sample {
            prop_assert_eq!(learned.accepts(word), automaton.accepts(word));
        }
        prop_assert!(learned.states() <= minimize(&automaton).states().max(1) + 1);
    }
}

/// Is there a string on the hidden track, with so many leading zero letters before the word?
fn exists(
    automaton: &Automaton,
    word: &Word,
    kept: &[usize],
    hidden: usize,
    zeros: usize,
    length: usize,
) -> bool {
    (0..1u32 << (zeros + length)).any(|bits| {
        let mut full = vec![Vec::new(); 3];
        for (&track, digits) in kept.iter().zip(word) {
            full[track] = [vec![0; zeros], digits.clone()].concat();
        }
        full[hidden] = (0..zeros + length)
            .map(|place| (bits >> place & 1) as u8)
            .collect();
        automaton.accepts(&full)
    })
}

/// Nodes of the minimal automaton, counted by comparing what nodes accept, pair by pair.
fn naive_size(automaton: &Automaton) -> usize {
    let automaton = automaton.simplified();
    let mut classes: Vec<automata::Node> = Vec::new();
    let level = |node| automaton.level(node);
    for node in automaton.nodes() {
        let same = |other: &&automata::Node| {
            level(**other) == level(node) && alike(&automaton, **other, node)
        };
        if !classes.iter().any(|other| same(&other)) {
            classes.push(node);
        }
    }
    classes.len()
}

fn alike(automaton: &Automaton, left: automata::Node, right: automata::Node) -> bool {
    let mut seen = vec![(left, right)];
    let mut done = 0;
    while done < seen.len() {
        let (a, b) = seen[done];
        done += 1;
        let between = |node| {
            automaton
                .level(node)
                .is_none_or(|level| level.place == 0 && level.track == 0)
        };
        if a.is_absorbing() != b.is_absorbing() || (a.is_absorbing() && a != b) {
            return false;
        }
        if between(a) && automaton.accepts_at(a) != automaton.accepts_at(b) {
            return false;
        }
        if a.is_absorbing() {
            continue;
        }
        let place = automaton.level(a).unwrap().place;
        for digit in 0..automaton.alphabet().radix(place) {
            let pair = (automaton.next(a, digit), automaton.next(b, digit));
            if !seen.contains(&pair) {
                seen.push(pair);
            }
        }
    }
    true
}

/// More levels than can be counted are refused, not miscounted.
#[test]
fn too_many_tracks_are_refused() {
    let tracks = |from: u32| (from..from + 40_000).map(Track).collect::<Vec<_>>();
    let everything = |tracks: &[Track]| {
        let step = |(): &(), _, _| Successor::To(());
        Automaton::explore(
            &Alphabet::binary(),
            tracks,
            Successor::To(()),
            step,
            |()| true,
            &Unwatched,
        )
    };
    let (one, other) = (
        everything(&tracks(0)).unwrap(),
        everything(&tracks(40_000)).unwrap(),
    );
    assert!(conjunction(&[&one, &other], &Unwatched).is_err());
    assert!(everything(&[tracks(0), tracks(40_000)].concat()).is_err());
}

/// A tuple of nodes of many parts takes several machine words, some of them full.
#[test]
fn products_of_many_parts() {
    let ones = |word: &Word| word[0].iter().filter(|&&digit| digit == 1).count() as u64;
    let differs = |modulus: u64, remainder: u64| {
        Automaton::explore(
            &binary(),
            &[X],
            Successor::To(0u64),
            move |seen, _, digit| Successor::To((seen + u64::from(digit)) % modulus),
            move |seen| *seen != remainder,
            &Unwatched,
        )
        .unwrap()
    };
    let forbidden: Vec<(u64, u64)> = [6, 14, 30, 3]
        .into_iter()
        .flat_map(|modulus| {
            (0..modulus)
                .step_by(2)
                .take(7)
                .map(move |remainder| (modulus, remainder))
        })
        .collect();
    let parts: Vec<Automaton> = forbidden.iter().map(|&(m, r)| differs(m, r)).collect();
    let product = conjunction(&parts.iter().collect::<Vec<_>>(), &Unwatched).unwrap();
    let (mut yes, mut no) = (0, 0);
    for word in words(&binary(), 1, 9) {
        let expected = forbidden.iter().all(|(m, r)| ones(&word) % m != *r);
        assert_eq!(product.accepts(&word), expected, "{word:?}");
        if expected { yes += 1 } else { no += 1 }
    }
    assert!(yes > 0 && no > 0, "both kinds of words were seen");
}
