//! Learning an automaton from answers to "is this word accepted?".
//!
//! Two prefixes are taken for the same state if no test suffix tells them apart. The suffixes start with the
//! words of few letters; whenever the guess errs on a word of the sample, a suffix of that word that
//! tells two merged prefixes apart is added (D. Angluin, *Learning regular sets from queries and
//! counterexamples*, 1987, in the variant of Rivest and Schapire). The result agrees with the oracle on
//! every word of the sample. Whether it is right everywhere has to be proved by other means.

use rustc_hash::FxHashMap;
use watch::{Stopped, Watch};

use crate::alphabet::{Alphabet, Track};
use crate::automaton::{Automaton, Successor, Word};
use crate::minimize::minimize_within;

/// Learns an automaton that agrees with `accepts` on every word of the sample.
///
/// # Errors
/// If the watch says so.
pub fn learn(
    alphabet: &Alphabet,
    tracks: &[Track],
    accepts: &dyn Fn(&Word) -> bool,
    sample: &[Word],
    watch: &dyn Watch,
) -> Result<Automaton, Stopped> {
    let learner = Learner {
        alphabet,
        tracks,
        accepts,
    };
    let mut suffixes: Vec<Vec<u8>> = vec![Vec::new()];
    loop {
        let guess = learner.guess(&suffixes, watch)?;
        let Some(wrong) = sample
            .iter()
            .find(|word| guess.accepts(word) != accepts(word))
        else {
            return minimize_within(&guess, watch);
        };
        let digits = learner.serial(wrong);
        let fresh = (1..=digits.len() / learner.letter())
            .map(|letters| digits[letters * learner.letter()..].to_vec());
        let known = suffixes.len();
        for suffix in fresh {
            if !suffixes.contains(&suffix) {
                suffixes.push(suffix);
            }
        }
        assert!(
            suffixes.len() > known,
            "a word on which the guess errs brings a new suffix"
        );
    }
}

struct Learner<'a> {
    alphabet: &'a Alphabet,
    tracks: &'a [Track],
    accepts: &'a dyn Fn(&Word) -> bool,
}

impl Learner<'_> {
    /// How many digits a letter has.
    fn letter(&self) -> usize {
        self.alphabet.places() * self.tracks.len()
    }

    /// The digits of a word in the order in which they are read.
    fn serial(&self, word: &Word) -> Vec<u8> {
        (0..word.first().map_or(0, Vec::len))
            .flat_map(|place| word.iter().map(move |digits| digits[place]))
            .collect()
    }

    fn ask(&self, digits: &[u8]) -> bool {
        let tracks = self.tracks.len();
        let word = (0..tracks)
            .map(|track| digits.iter().copied().skip(track).step_by(tracks).collect())
            .collect();
        (self.accepts)(&word)
    }

    fn row(&self, prefix: &[u8], suffixes: &[Vec<u8>]) -> Vec<bool> {
        suffixes
            .iter()
            .map(|suffix| self.ask(&[prefix, suffix].concat()))
            .collect()
    }

    /// The automaton whose states are the rows; a row is continued from the first prefix that showed it.
    fn guess(&self, suffixes: &[Vec<u8>], watch: &dyn Watch) -> Result<Automaton, Stopped> {
        let mut known: FxHashMap<Vec<bool>, Vec<u8>> = FxHashMap::default();
        let mut canonical = |prefix: Vec<u8>| {
            let row = self.row(&prefix, suffixes);
            known.entry(row).or_insert(prefix).clone()
        };
        let start = canonical(Vec::new());
        Automaton::explore(
            self.alphabet,
            self.tracks,
            Successor::To(start),
            |prefix, _, digit| {
                let longer = [prefix.as_slice(), &[digit]].concat();
                let whole = longer.len() % self.letter() == 0;
                Successor::To(if whole { canonical(longer) } else { longer })
            },
            |prefix| self.ask(prefix),
            watch,
        )
    }
}
