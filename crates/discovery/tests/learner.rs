//! Automata read off residuals, against random automata and against a learner with a table.

use automata::equivalence::difference;
use automata::learn::learn;
use automata::minimize::minimize;
use automata::{Alphabet, Automaton, Successor, Track, Word};
use discovery::residuals::{FiniteLanguage, LearnedAutomaton, Letter};
use logic::Unwatched;
use proptest::prelude::*;

/// Long enough to tell all states of the machines here apart, and to see where every letter leads.
const LETTERS: usize = 8;

/// A machine over letters of two binary digits, in which zeros at the start lead nowhere.
#[derive(Clone, Debug)]
struct Machine {
    next: Vec<[usize; 4]>,
    accepting: Vec<bool>,
}

fn machine() -> impl Strategy<Value = Machine> {
    (1usize..=4).prop_flat_map(|states| {
        let next = proptest::collection::vec(proptest::array::uniform4(0..states), states);
        let accepting = proptest::collection::vec(any::<bool>(), states);
        (next, accepting).prop_map(|(mut next, accepting)| {
            next[0][0] = 0;
            Machine { next, accepting }
        })
    })
}

impl Machine {
    fn accepts(&self, word: &[Letter]) -> bool {
        let step = |state: usize, letter: &Letter| {
            self.next[state][usize::from(letter[0]) * 2 + usize::from(letter[1])]
        };
        self.accepting[word.iter().fold(0, step)]
    }

    fn words(&self) -> Vec<Vec<Letter>> {
        let letter = |code: u32| vec![(code >> 1 & 1) as u8, (code & 1) as u8];
        let word = |code: u32| -> Vec<Letter> {
            (0..LETTERS)
                .map(|place| letter(code >> (2 * place) & 3))
                .collect()
        };
        let all = (0..1u32 << (2 * LETTERS)).map(word);
        all.filter(|word| self.accepts(word)).collect()
    }

    fn automaton(&self) -> Automaton {
        explored(
            |state, letter| {
                let to = self.next[state][usize::from(letter[0]) * 2 + usize::from(letter[1])];
                Some(to)
            },
            |state| self.accepting[state],
        )
    }
}

/// The automaton with these steps, from state 0.
fn explored(
    step: impl Fn(usize, &[u8]) -> Option<usize>,
    accepts: impl Fn(usize) -> bool,
) -> Automaton {
    let found = Automaton::explore(
        &Alphabet::binary(),
        &[Track(0), Track(1)],
        Successor::To((0usize, None)),
        |&(state, first): &(usize, Option<u8>), _, digit| match first {
            None => Successor::To((state, Some(digit))),
            Some(first) => match step(state, &[first, digit]) {
                Some(next) => Successor::To((next, None)),
                None => Successor::Dead,
            },
        },
        |&(state, _)| accepts(state),
        &Unwatched,
    );
    found.expect("nobody watches")
}

fn automaton(learned: &LearnedAutomaton) -> Automaton {
    explored(
        |state, letter| {
            let edges = &learned.states[state].edges;
            edges
                .iter()
                .find(|(known, _)| known == letter)
                .map(|(_, to)| *to)
        },
        |state| learned.states[state].accepting,
    )
}

/// The same by a table of prefixes and suffixes, with more words as long as one shows a difference.
fn by_table(machine: &Machine) -> Automaton {
    let letters = |word: &Word| -> Vec<Letter> {
        let places = word.first().map_or(0, Vec::len);
        (0..places)
            .map(|place| word.iter().map(|track| track[place]).collect())
            .collect()
    };
    let mut sample: Vec<Word> = (0..1u32 << 10)
        .map(|code| {
            let digits = |bit: u32| {
                (0..5)
                    .map(|place| (code >> (2 * place + bit) & 1) as u8)
                    .collect()
            };
            vec![digits(0), digits(1)]
        })
        .collect();
    let accepts = |word: &Word| machine.accepts(&letters(word));
    loop {
        let tracks = [Track(0), Track(1)];
        let learned = learn(&Alphabet::binary(), &tracks, &accepts, &sample, &Unwatched);
        let learned = learned.expect("nobody watches");
        match difference(&learned, &machine.automaton()) {
            None => return learned,
            Some(word) => sample.push(word),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    #[ignore = "slow: `cargo xtask test` runs it"]
    fn residuals_give_the_machine_back(machine in machine()) {
        let words = FiniteLanguage::new(machine.words(), LETTERS, &vec![0, 0]);
        let learned = words.learn(LETTERS, 1000, &Unwatched).expect("nobody stops it");
        let learned = learned.expect("words of this length tell the states apart");
        let found = automaton(&learned);
        prop_assert_eq!(difference(&found, &machine.automaton()), None);
        prop_assert_eq!(difference(&found, &by_table(&machine)), None);
        // One state for each state of the smallest automaton; DEAD is none.
        let smallest = minimize(&machine.automaton());
        prop_assert_eq!(learned.states.len(), smallest.letters(1 << 20).expect("small").states.len());
    }
}

#[test]
fn a_language_without_words_is_learned() {
    let words = FiniteLanguage::new(Vec::new(), 4, &vec![0]);
    let learned = words
        .learn(4, 10, &Unwatched)
        .expect("nobody stops it")
        .expect("an automaton without edges");
    assert!(words.is_empty() && !learned.accepts(&[]));
    assert_eq!(learned.states.len(), 1);
}

#[test]
fn what_is_not_regular_is_not_learned() {
    // Squares in binary.
    let word = |number: u32| -> Vec<Letter> {
        let digits = (0..14).rev().map(|place| (number >> place & 1) as u8);
        digits.map(|digit| vec![digit]).collect()
    };
    let squares = (0u32..128).map(|n| word(n * n)).collect();
    let words = FiniteLanguage::new(squares, 14, &vec![0]);
    assert_eq!(words.learn(13, 60, &Unwatched), Ok(None));
    let residuals = |letters: usize| {
        let counted = words.residuals(letters, 4, &Unwatched);
        counted.expect("nobody stops it")
    };
    assert!(residuals(14) > residuals(9));
}
