//! Sets of numbers and of tuples that an automaton knows by their digits.
//!
//! The automaton reads the digits as the system writes them, the most significant ones first, tuple by tuple: in each place one digit
//! of each number. Shorter numbers have zeros in front, so that it must not matter how many zeros a word begins with.
//!
//! Where a system repeats only after several places, a letter may have that many: then words begin with zeros so that their
//! places come out even. In a text such an automaton has a first line `# letters of 2 places`, and a column for every place of
//! every number, place by place.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use automata::equivalence::difference;
use automata::minimize::minimize_within;
use automata::walnut::{self, TrackDigits, WalnutError};
use automata::{Alphabet, Automaton, Node, Successor, Track, Word};
use numeration::continued_fraction::ContinuedFraction;
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::{Natural, One};
use numeration::ostrowski::Side;
use numeration::system::Representation;
use watch::{Stopped, Watch};

use super::{ConditionKind, DigitCondition};
use crate::formula::{Formula, Piece, Set};
use crate::term::{Term, Variable};

/// Tuples of numbers, given by an automaton that reads their digits. Two are equal if they hold the same words, however
/// their states are numbered.
///
/// ```
/// use logic::digits::AutomatonSet;
/// use logic::Unwatched;
/// use numeration::named::{NamedSystem, SystemForm};
/// // Both numbers are the same.
/// let zeckendorf = NamedSystem::new(SystemForm::Zeckendorf).unwrap();
/// let equal = AutomatonSet::read("msd_fib msd_fib\n0 1\n0 0 -> 0\n1 1 -> 0", &zeckendorf, &Unwatched)?;
/// assert!(equal.holds_words(&[vec![1, 0, 1], vec![1, 0, 1]]));
/// assert!(!equal.holds_words(&[vec![1, 0, 1], vec![1]]));
/// # Ok::<(), logic::digits::AutomatonError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AutomatonSet(Arc<AutomatonSetData>);

#[derive(Debug)]
struct AutomatonSetData {
    /// The smallest one, its nodes in order, one place a letter.
    automaton: Automaton,
    /// All that it is: the same for the same set.
    description: Vec<u32>,
}

/// Why an automaton gives no set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutomatonError {
    /// The text is no automaton.
    #[error(transparent)]
    Text(#[from] WalnutError),
    /// It is written for another system.
    #[error("it is written for `{found}`, which is not {system}")]
    System {
        /// The name in the first line.
        found: String,
        /// The system that was asked for.
        system: String,
    },
    /// The word and the same word with a zero in front are not alike.
    #[error(
        "it must not matter how many zeros the digits begin with, but {without} is {verdict} and {with} is {opposite}",
        without = shown(.word, 0),
        with = shown(.word, *.zeros),
        verdict = if *.accepted { "accepted" } else { "not accepted" },
        opposite = if *.accepted { "not" } else { "accepted" },
    )]
    LeadingZeros {
        /// The word.
        word: Word,
        /// Whether it is accepted without the zero.
        accepted: bool,
        /// How many zeros a letter has on each track.
        zeros: usize,
    },
    /// The tracks are not 0, 1, ….
    #[error("its tracks must be those of a tuple")]
    Tracks,
    /// The columns are not those of letters of so many places.
    #[error("letters of {places} places do not fit to {columns} columns")]
    Columns {
        /// The places of a letter.
        places: usize,
        /// The columns of the text.
        columns: usize,
    },
    /// The watch says so.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// `(10, 01)`, or the empty word.
fn shown(word: &Word, zeros: usize) -> String {
    let digits = |track: &Vec<u8>| {
        let all = std::iter::repeat_n(&0, zeros).chain(track);
        let written: Vec<String> = all.map(ToString::to_string).collect();
        written.join(if track.iter().all(|digit| *digit < 10) {
            ""
        } else {
            "."
        })
    };
    let tracks: Vec<String> = word.iter().map(digits).collect();
    match tracks.as_slice() {
        [only] if only.is_empty() => "the empty word".to_owned(),
        [only] => only.clone(),
        several if several.iter().all(String::is_empty) => "the empty word".to_owned(),
        several => format!("({})", several.join(", ")),
    }
}

impl PartialEq for AutomatonSet {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for AutomatonSet {}

impl PartialOrd for AutomatonSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AutomatonSet {
    fn cmp(&self, other: &Self) -> Ordering {
        match Arc::ptr_eq(&self.0, &other.0) {
            true => Ordering::Equal,
            false => self.0.description.cmp(&other.0.description),
        }
    }
}

impl Hash for AutomatonSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.description.hash(state);
    }
}

impl AutomatonSet {
    /// The set of an automaton over the tracks 0, 1, …, one for each number of a tuple.
    ///
    /// # Errors
    /// If its tracks are others, if leading zeros matter to it, or if the watch says so.
    pub fn new(automaton: &Automaton, watch: &dyn Watch) -> Result<Self, AutomatonError> {
        let named = (0..).map(Track).zip(automaton.tracks());
        let in_place = { named }.all(|(place, track)| place == *track);
        if !in_place || automaton.tracks().is_empty() {
            return Err(AutomatonError::Tracks);
        }
        let automaton = minimize_within(automaton, watch)?.in_order();
        if let Some(word) = difference(&automaton, &after_zero(&automaton, watch)?) {
            let accepted = automaton.accepts(&word);
            let zeros = automaton.alphabet().places();
            return Err(AutomatonError::LeadingZeros {
                word,
                accepted,
                zeros,
            });
        }
        let description = automaton.description();
        Ok(Self(Arc::new(AutomatonSetData {
            automaton,
            description,
        })))
    }

    /// The same set by an automaton that reads one place at a time. It may be far larger.
    ///
    /// # Errors
    /// If the watch says so.
    pub fn single_places(&self, watch: &dyn Watch) -> Result<Self, AutomatonError> {
        let automaton = self.automaton();
        let (places, tracks) = (self.places(), self.arity());
        if places == 1 {
            return Ok(self.clone());
        }
        let widest = u8::try_from(automaton.alphabet().widest()).unwrap_or(u8::MAX);
        // How many zeros a word needs in front is known at its end only: all numbers of them are followed.
        let start: Vec<Node> = (0..places).map(|zeros| after(automaton, zeros)).collect();
        let single = Automaton::explore(
            &Alphabet::new(&[widest]),
            automaton.tracks(),
            Successor::To((start, 0)),
            |(nodes, read), level, digit| {
                let nodes = nodes.iter().enumerate();
                let step = |(zeros, node): (usize, &Node)| {
                    self.step(*node, (zeros + read) % places, u64::from(digit))
                };
                let next = read + usize::from(level.track + 1 == tracks);
                Successor::To((nodes.map(step).collect(), next % places))
            },
            // So many zeros make the number of places whole.
            |(nodes, read)| automaton.accepts_at(nodes[(places - read) % places]),
            watch,
        )?;
        Self::new(&single, watch)
    }

    /// Reads the text of an automaton for a system, in Walnut's format.
    ///
    /// # Errors
    /// If it is none, if it is for another system, or if leading zeros matter to it.
    pub fn read(
        text: &str,
        system: &NamedSystem,
        watch: &dyn Watch,
    ) -> Result<Self, AutomatonError> {
        let largest = system
            .largest_digit()
            .and_then(|largest| u8::try_from(largest).ok());
        let largest = largest.filter(|largest| *largest < u8::MAX);
        let read = walnut::read(text, largest, watch)?;
        for track in &read.tracks {
            if let TrackDigits::Named(name) = track
                && !fits(name, system)
            {
                return Err(AutomatonError::System {
                    found: name.clone(),
                    system: system.to_string(),
                });
            }
        }
        match places_of_a_letter(text) {
            None => Self::new(&read.automaton, watch),
            Some(places) => Self::new(&in_letters(&read, places, watch)?, watch),
        }
    }

    /// The text of the automaton in Walnut's format; nothing if it has more than so many lines of letters.
    pub fn written(&self, system: &NamedSystem, most: usize) -> Option<String> {
        let letters = self.automaton().letters(most)?;
        let alphabet = self.automaton().alphabet();
        let digits = |place: usize| TrackDigits::Listed((0..alphabet.radix(place)).collect());
        let (places, arity) = (self.places(), self.arity());
        if places == 1 {
            let digits = walnut_name(system).map_or_else(|| digits(0), TrackDigits::Named);
            return Some(walnut::write(&letters, &vec![digits; arity]));
        }
        let columns = (0..places).flat_map(|place| vec![digits(place); arity]);
        let text = walnut::write(&letters, &columns.collect::<Vec<_>>());
        Some(format!("{LETTERS}{places}{PLACES}\n{text}"))
    }

    /// The automaton: the smallest one, its nodes in the order in which they are reached, over the tracks 0, 1, ….
    pub fn automaton(&self) -> &Automaton {
        &self.0.automaton
    }

    /// How many numbers a tuple has.
    pub fn arity(&self) -> usize {
        self.automaton().tracks().len()
    }

    /// How many places a letter has: the digits of a number are read in groups of so many.
    pub fn places(&self) -> usize {
        self.automaton().alphabet().places()
    }

    /// Before the first digits.
    pub fn start(&self) -> Node {
        self.automaton().start()
    }

    /// After one more digit, in this place of a letter.
    pub fn step(&self, node: Node, place: usize, digit: u64) -> Node {
        let radix = self.automaton().alphabet().radix(place);
        match u8::try_from(digit) {
            Ok(digit) if digit < radix => self.automaton().next(node, digit),
            _ => Node::DEAD,
        }
    }

    /// Is the tuple with these digits in the set, the highest digits first?
    pub fn holds_words(&self, words: &[Vec<u64>]) -> bool {
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |number: usize, place: usize| {
            let word: &Vec<u64> = &words[number];
            let index = word.len().checked_sub(place + 1);
            index.map_or(0, |index| word[index])
        };
        words.len() == self.arity() && self.reads(length, digit)
    }

    /// Is the tuple of numbers with these digits in the set?
    pub fn holds(&self, numbers: &[Representation]) -> bool {
        let length = numbers.iter().map(Representation::len).max().unwrap_or(0);
        let digit = |number: usize, place: usize| {
            u64::try_from(&numbers[number].digit(place)).unwrap_or(u64::MAX)
        };
        numbers.len() == self.arity() && self.reads(length, digit)
    }

    /// Is the word accepted whose digits are given by number and place, the lowest place first?
    fn reads(&self, length: usize, digit: impl Fn(usize, usize) -> u64) -> bool {
        let places = self.places();
        let mut node = self.start();
        for place in (0..length.next_multiple_of(places)).rev() {
            for number in 0..self.arity() {
                let in_letter = places - 1 - place % places;
                node = self.step(node, in_letter, digit(number, place));
            }
        }
        self.automaton().accepts_at(node)
    }

    /// The set with a name, as formulas speak of it. The variables get numbers from `first` on; `file` is what the automaton
    /// is called.
    pub fn named(&self, name: &str, file: &str, system: &Arc<NamedSystem>, first: u32) -> Set {
        let numbers = (first..).zip(0..self.arity());
        let variable = |(id, place): (u32, usize)| Variable::new(id, format!("n{}", place + 1));
        let variables: Vec<Variable> = numbers.map(variable).collect();
        let tuple: Vec<Term> = variables.iter().map(Term::from).collect();
        let condition = DigitCondition {
            system: Arc::clone(system),
            kind: ConditionKind::Automaton(file.into(), self.clone()),
        };
        Set {
            name: name.into(),
            arity: self.arity(),
            pieces: vec![Piece {
                condition: Formula::Digits(tuple.clone(), Arc::new(condition)),
                tuple,
                variables,
            }],
        }
    }
}

/// The node after so many places of zeros.
fn after(automaton: &Automaton, zeros: usize) -> Node {
    let steps = zeros * automaton.tracks().len();
    (0..steps).fold(automaton.start(), |node, _| automaton.next(node, 0))
}

/// The words that are accepted with a letter of zeros in front.
fn after_zero(automaton: &Automaton, watch: &dyn Watch) -> Result<Automaton, Stopped> {
    Automaton::explore(
        automaton.alphabet(),
        automaton.tracks(),
        Successor::To(after(automaton, automaton.alphabet().places())),
        |node, _, digit| Successor::To(automaton.next(*node, digit)),
        |node| automaton.accepts_at(*node),
        watch,
    )
}

/// The first line of a text whose letters have several places.
const LETTERS: &str = "# letters of ";
const PLACES: &str = " places";

fn places_of_a_letter(text: &str) -> Option<usize> {
    let first = text.lines().next()?.trim_end();
    let number = first.strip_prefix(LETTERS)?.strip_suffix(PLACES)?;
    number.parse().ok()
}

/// The automaton whose columns are the places of letters.
fn in_letters(
    read: &walnut::Walnut,
    places: usize,
    watch: &dyn Watch,
) -> Result<Automaton, AutomatonError> {
    let columns = read.tracks.len();
    let wrong = AutomatonError::Columns { places, columns };
    let arity = columns.checked_div(places);
    let arity = arity.filter(|arity| arity * places == columns);
    let arity = arity.and_then(|arity| u32::try_from(arity).ok());
    let tracks: Vec<Track> = (0..arity.ok_or(wrong)?).map(Track).collect();
    let radix = |column: usize| match &read.tracks[column] {
        TrackDigits::Listed(digits) => digits.last().map_or(1, |most| most.saturating_add(1)),
        TrackDigits::Named(_) => read.automaton.alphabet().radix(0),
    };
    let widest = |place: usize| {
        let columns = place * tracks.len()..(place + 1) * tracks.len();
        columns.map(radix).max().unwrap_or(1)
    };
    let radices: Vec<u8> = (0..places).map(widest).collect();
    Ok(Automaton::explore(
        &Alphabet::new(&radices),
        &tracks,
        Successor::To(read.automaton.start()),
        |node: &Node, _, digit| Successor::To(read.automaton.next(*node, digit)),
        |node| read.automaton.accepts_at(*node),
        watch,
    )?)
}

/// The name that Walnut has for a system.
pub fn walnut_name(system: &NamedSystem) -> Option<String> {
    let one = Natural::ONE;
    let two = Natural::from(2u32);
    let name = match system.form() {
        SystemForm::Base(k) => k.to_string(),
        SystemForm::Zeckendorf => "fib".to_owned(),
        SystemForm::Recurrence(coefficients, initial) if initial.is_empty() => {
            match coefficients.as_slice() {
                [k] => k.to_string(),
                [a, b] if [a, b] == [&one; 2] => "fib".to_owned(),
                [a, b, c] if [a, b, c] == [&one; 3] => "trib".to_owned(),
                _ => return None,
            }
        }
        SystemForm::Ostrowski(alpha, Side::Q) => {
            let fraction = ContinuedFraction::of(alpha).ok()?;
            let (start, period) = fraction.periodic()?;
            let pell = start.len() <= 1 && matches!(period, [only] if *only == two);
            return pell.then(|| "msd_pell".to_owned());
        }
        SystemForm::Recurrence(..) | SystemForm::Ostrowski(..) | SystemForm::TernaryU => {
            return None;
        }
    };
    Some(format!("msd_{name}"))
}

/// Can a name of Walnut's be that of the system? Names that a user gave there say nothing.
fn fits(name: &str, system: &NamedSystem) -> bool {
    let word = name.strip_prefix("msd_").unwrap_or(name);
    let known =
        word.bytes().all(|byte| byte.is_ascii_digit()) || ["fib", "trib", "pell"].contains(&word);
    !known || walnut_name(system).as_deref() == Some(name)
}
