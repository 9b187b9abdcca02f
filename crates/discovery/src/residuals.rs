//! Learning an automaton from the words of a finite language: all words up to some length are known.
//!
//! The words that may follow a prefix are its *residual*. Two prefixes are taken for one state if their residuals agree as far as
//! both are known, which must be on the words of at most m letters at least. With the least m for which the automaton accepts the words
//! that are known and no others of that length, no two of its states are the same; whether it is right beyond is for others to
//! prove. The language must not mind zero letters in front of a word.
//!
//! The words of full length are kept as a tree whose equal branches are one, so that a residual is a list
//! of numbers, one for each length, and following a letter is a look-up.

use logic::watch::{Stopped, Watch};
use rustc_hash::{FxHashMap, FxHashSet};

/// One digit for each track, place by place.
pub type Letter = Vec<u8>;

/// Words of one length, which stand for all shorter ones: those with zero letters in front.
#[derive(Clone, Debug)]
pub struct FiniteLanguage {
    /// How many letters a word has.
    length: usize,
    /// The branches: the letters that may follow, in order, and the branch behind each.
    branches: Vec<Vec<(Letter, Branch)>>,
    /// For each length the words that short, as a branch.
    whole: Vec<Branch>,
    words: Vec<Vec<Letter>>,
}

/// A branch of the tree of words.
type Branch = u32;
/// No word.
const NOTHING: Branch = 0;
/// The empty word.
const END: Branch = 1;

/// A deterministic automaton; what no edge says is not accepted. Reading begins in the first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedAutomaton {
    /// The states.
    pub states: Vec<LearnedState>,
    /// Residuals were compared on words of at least this length.
    pub depth: usize,
}

/// A state of a [`LearnedAutomaton`] automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedState {
    /// May a word end here?
    pub accepting: bool,
    /// The letters that lead on, in order, with the number of the state.
    pub edges: Vec<(Letter, usize)>,
}

impl FiniteLanguage {
    /// Words of one length.
    pub fn new(mut words: Vec<Vec<Letter>>, length: usize, zero: &Letter) -> Self {
        words.sort();
        words.dedup();
        let mut tree = BranchInterner::default();
        let root = tree.build(&words, 0, length);
        let mut whole = vec![root];
        for _ in 0..length {
            let last = whole[whole.len() - 1];
            whole.push(child(&tree.branches, last, zero));
        }
        whole.reverse();
        Self {
            length,
            branches: tree.branches,
            whole,
            words,
        }
    }

    /// How many letters the words have.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many residuals there are among the words of at most so many letters, as far as `depth` letters tell them apart.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn residuals(
        &self,
        letters: usize,
        depth: usize,
        watch: &dyn Watch,
    ) -> Result<usize, Stopped> {
        let letters = letters.min(self.length);
        let mut seen: FxHashSet<Vec<Branch>> = FxHashSet::default();
        let mut prefixes: FxHashSet<Vec<Branch>> = FxHashSet::default();
        let mut queue = vec![self.whole[..=letters].to_vec()];
        while let Some(residual) = queue.pop() {
            watch.check()?;
            if residual.len() <= depth || residual.iter().all(|b| *b == NOTHING) {
                continue;
            }
            seen.insert(residual[..=depth].to_vec());
            for letter in self.letters(&residual[1..]) {
                let next = self.behind(&residual, &letter);
                if prefixes.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        Ok(seen.len())
    }

    /// The automaton of the words of at most so many letters, with the least depth; nothing if none is right for all words, or if it
    /// would have more than so many states.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn learn(
        &self,
        letters: usize,
        most_states: usize,
        watch: &dyn Watch,
    ) -> Result<Option<LearnedAutomaton>, Stopped> {
        let letters = letters.min(self.length);
        for depth in 0..letters {
            let learned = self.learn_to(letters, depth, most_states, watch)?;
            let learned = learned.filter(|learned| self.is_language_of(learned));
            if learned.is_some() {
                return Ok(learned);
            }
        }
        Ok(None)
    }

    /// The automaton whose states are the residuals, as far as they are known; nothing if what is known behind a prefix is shorter
    /// than a depth. Prefixes are taken by their length, so that a state is known at least as far as what is compared with it.
    fn learn_to(
        &self,
        letters: usize,
        depth: usize,
        most_states: usize,
        watch: &dyn Watch,
    ) -> Result<Option<LearnedAutomaton>, Stopped> {
        let mut residuals: Vec<Vec<Branch>> = vec![self.whole[..=letters].to_vec()];
        let mut alike: FxHashMap<Vec<Branch>, Vec<usize>> = FxHashMap::default();
        alike.insert(residuals[0][..=depth].to_vec(), vec![0]);
        let mut learned = LearnedAutomaton {
            states: Vec::new(),
            depth,
        };
        while let Some(residual) = residuals.get(learned.states.len()).cloned() {
            watch.check()?;
            if residual.len() < depth + 2 || residuals.len() > most_states {
                return Ok(None);
            }
            let mut edges = Vec::new();
            for letter in self.letters(&residual[1..]) {
                let next = self.behind(&residual, &letter);
                let known = alike.entry(next[..=depth].to_vec()).or_default();
                let same = |state: &&usize| residuals[**state].starts_with(&next);
                let number = match known.iter().find(same) {
                    Some(state) => *state,
                    None => {
                        known.push(residuals.len());
                        residuals.push(next);
                        residuals.len() - 1
                    }
                };
                edges.push((letter, number));
            }
            learned.states.push(LearnedState {
                accepting: residual[0] == END,
                edges,
            });
        }
        Ok(Some(learned))
    }

    /// Does it accept the words and no others of their length?
    pub fn is_language_of(&self, learned: &LearnedAutomaton) -> bool {
        self.words.iter().all(|word| learned.accepts(word))
            && learned.count(self.length) == u128::try_from(self.words.len()).ok()
    }

    /// The letters that begin a word of one of some branches.
    fn letters(&self, branches: &[Branch]) -> Vec<Letter> {
        let below = branches
            .iter()
            .map(|branch| &self.branches[*branch as usize]);
        let mut letters: Vec<Letter> = below.flatten().map(|(letter, _)| letter.clone()).collect();
        letters.sort();
        letters.dedup();
        letters
    }

    /// The residual behind one more letter.
    fn behind(&self, residual: &[Branch], letter: &Letter) -> Vec<Branch> {
        let longer = residual[1..].iter();
        longer
            .map(|branch| child(&self.branches, *branch, letter))
            .collect()
    }
}

fn child(branches: &[Vec<(Letter, Branch)>], branch: Branch, letter: &Letter) -> Branch {
    let edges = &branches[branch as usize];
    let found = edges.binary_search_by(|(known, _)| known.cmp(letter));
    found.map_or(NOTHING, |place| edges[place].1)
}

/// Branches, of which equal ones are one.
struct BranchInterner {
    branches: Vec<Vec<(Letter, Branch)>>,
    known: FxHashMap<Vec<(Letter, Branch)>, Branch>,
}

impl Default for BranchInterner {
    fn default() -> Self {
        Self {
            branches: vec![Vec::new(), Vec::new()],
            known: FxHashMap::default(),
        }
    }
}

impl BranchInterner {
    /// The branch of what follows the first letters of some sorted words, which agree on these.
    fn build(&mut self, words: &[Vec<Letter>], from: usize, length: usize) -> Branch {
        match (words, from == length) {
            ([], _) => return NOTHING,
            (_, true) => return END,
            _ => {}
        }
        let groups = words.chunk_by(|one, other| one[from] == other[from]);
        let edges: Vec<(Letter, Branch)> = groups
            .map(|group| (group[0][from].clone(), self.build(group, from + 1, length)))
            .collect();
        if let Some(branch) = self.known.get(&edges) {
            return *branch;
        }
        let branch = Branch::try_from(self.branches.len()).expect("fewer branches than digits fit");
        self.branches.push(edges.clone());
        self.known.insert(edges, branch);
        branch
    }
}

impl LearnedAutomaton {
    /// Is the word accepted?
    pub fn accepts(&self, word: &[Letter]) -> bool {
        let mut state = 0;
        for letter in word {
            let edges = &self.states[state].edges;
            match edges.binary_search_by(|(known, _)| known.cmp(letter)) {
                Ok(place) => state = edges[place].1,
                Err(_) => return false,
            }
        }
        self.states[state].accepting
    }

    /// How many words of a length it accepts; nothing if these are too many to count.
    fn count(&self, length: usize) -> Option<u128> {
        let mut counts: Vec<u128> = self
            .states
            .iter()
            .map(|s| u128::from(s.accepting))
            .collect();
        for _ in 0..length {
            let next = self.states.iter().map(|state| {
                let edges = state.edges.iter();
                edges
                    .map(|(_, to)| counts[*to])
                    .try_fold(0u128, u128::checked_add)
            });
            counts = next.collect::<Option<_>>()?;
        }
        Some(counts[0])
    }
}
