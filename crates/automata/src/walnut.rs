//! The text format of Walnut's automata (H. Mousavi, *Automatic theorem proving in Walnut*, 2016), read and written.
//!
//! ```text
//! msd_fib msd_fib        how each track is written: the name of a system, or its digits: {0, 1}
//!
//! 0 1                    a state and its output: 1 if a word may end there; the first state is where reading begins
//! 0 0 -> 0               a letter, one digit for each track (* is any), and the state it leads to
//! 0 1 -> 1
//! ```
//!
//! A letter without a line leads nowhere. Blank lines and lines that begin with `#` count for nothing.

use std::cell::Cell;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use watch::{Stopped, Watch};

use crate::alphabet::{Alphabet, Track};
use crate::automaton::{Automaton, Successor};
use crate::letters::Letters;

/// The most states that a text may have.
pub const MOST_STATES: usize = 1 << 16;

/// The most tracks that a text may have.
pub const MOST_TRACKS: usize = 64;

/// How the digits of a track are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrackDigits {
    /// `{0, 1, 2}`: these digits.
    Listed(Vec<u8>),
    /// `msd_fib`: those of a system, the most significant one first.
    Named(String),
}

/// What a text says.
#[derive(Clone, Debug)]
pub struct Walnut {
    /// How each track is written.
    pub tracks: Vec<TrackDigits>,
    /// The automaton over the tracks 0, 1, …
    pub automaton: Automaton,
}

/// Why a text is no automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalnutError {
    /// Something is wrong in a line.
    #[error("line {line}: {message}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The watch says so.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The text of an automaton whose tracks are written so.
pub fn write(letters: &Letters, tracks: &[TrackDigits]) -> String {
    let heads: Vec<String> = tracks.iter().map(ToString::to_string).collect();
    let mut text = format!("{}\n", heads.join(" "));
    for (number, state) in letters.states.iter().enumerate() {
        let _ = writeln!(text, "\n{number} {}", u8::from(state.accepting));
        for (letter, next) in &state.edges {
            for digit in letter {
                let _ = write!(text, "{digit} ");
            }
            let _ = writeln!(text, "-> {next}");
        }
    }
    text
}

impl std::fmt::Display for TrackDigits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Listed(digits) => {
                let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
                write!(f, "{{{}}}", digits.join(", "))
            }
        }
    }
}

/// Reads a text. No digit is above `largest`, if it is given.
///
/// # Errors
/// If it is no automaton, or the watch says so.
pub fn read(text: &str, largest: Option<u8>, watch: &dyn Watch) -> Result<Walnut, WalnutError> {
    let numbered = text.lines().enumerate();
    let lines = numbered.map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let Some((number, head)) = lines.next() else {
        return Err(wrong(1, HEAD));
    };
    let tracks = head_line(head).map_err(|message| wrong(number, message))?;
    let mut reading = WalnutReader {
        largest: largest.unwrap_or(u8::MAX - 1),
        tracks: &tracks,
        states: Vec::new(),
        numbers: FxHashMap::default(),
    };
    for (number, line) in lines {
        watch.check()?;
        let read = match line.split_once("->") {
            Some((letter, next)) => reading.edge(number, letter, next),
            None => reading.state(line),
        };
        read.map_err(|message| wrong(number, message))?;
    }
    if reading.states.is_empty() {
        return Err(wrong(number, "no state follows"));
    }
    let automaton = reading.automaton(largest, watch)?;
    Ok(Walnut { tracks, automaton })
}

const HEAD: &str = "the first line must say how each number is written, such as `msd_fib msd_fib` or `{0, 1} {0, 1}`";

fn wrong(line: usize, message: impl Into<String>) -> WalnutError {
    WalnutError::Line {
        line,
        message: message.into(),
    }
}

/// A state as it is written.
struct DeclaredState {
    accepting: bool,
    edges: Vec<Edge>,
}

/// A line of a letter: the digit of each track, nothing for any.
struct Edge {
    line: usize,
    letter: Vec<Option<u8>>,
    next: u32,
}

struct WalnutReader<'t> {
    largest: u8,
    tracks: &'t [TrackDigits],
    states: Vec<DeclaredState>,
    /// The place of each state by its written number.
    numbers: FxHashMap<u32, usize>,
}

/// What was read of a letter in a state: the lines that begin so.
#[derive(Clone, PartialEq, Eq, Hash)]
struct LetterPrefix {
    state: usize,
    lines: Option<Vec<usize>>,
}

impl WalnutReader<'_> {
    fn state(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [number, output] = words.as_slice() else {
            return Err(format!(
                "`{line}` is neither a state, such as `0 1`, nor a letter, such as `0 1 -> 2`"
            ));
        };
        let number: u32 = number
            .parse()
            .map_err(|_| format!("`{number}` is no number of a state"))?;
        let accepting = match *output {
            "0" => false,
            "1" => true,
            other => return Err(format!("the output of a state is 0 or 1 here, not {other}")),
        };
        if self.states.len() == MOST_STATES {
            return Err(format!("there are more than {MOST_STATES} states"));
        }
        if self.numbers.insert(number, self.states.len()).is_some() {
            return Err(format!("the state {number} is there twice"));
        }
        self.states.push(DeclaredState {
            accepting,
            edges: Vec::new(),
        });
        Ok(())
    }

    fn edge(&mut self, line: usize, letter: &str, next: &str) -> Result<(), String> {
        let words: Vec<&str> = letter.split_whitespace().collect();
        if words.len() != self.tracks.len() {
            return Err(format!(
                "a letter has one digit for each track, {} in all, not {}",
                self.tracks.len(),
                words.len()
            ));
        }
        let digits = words.into_iter().zip(self.tracks);
        let letter = digits.map(|(word, track)| self.digit(word, track));
        let letter = letter.collect::<Result<Vec<_>, _>>()?;
        let next: Vec<&str> = next.split_whitespace().collect();
        let next =
            match next.as_slice() {
                [only] => only
                    .parse()
                    .map_err(|_| format!("`{only}` is no number of a state"))?,
                [] => return Err("a letter must lead to a state".to_owned()),
                _ => return Err(
                    "a letter may lead to one state only: make the automaton deterministic first"
                        .to_owned(),
                ),
            };
        let Some(state) = self.states.last_mut() else {
            return Err(
                "a state, such as `0 1`, must come before the letters that leave it".to_owned(),
            );
        };
        state.edges.push(Edge { line, letter, next });
        Ok(())
    }

    fn digit(&self, word: &str, track: &TrackDigits) -> Result<Option<u8>, String> {
        if word == "*" {
            return Ok(None);
        }
        let digit: u8 = word.parse().map_err(|_| format!("`{word}` is no digit"))?;
        let known = match track {
            TrackDigits::Listed(digits) => digits.contains(&digit),
            TrackDigits::Named(_) => true,
        };
        if !known || digit > self.largest {
            return Err(format!("there is no digit {digit} here"));
        }
        Ok(Some(digit))
    }

    /// The number of digits of a place: as many as are spoken of, if nothing else is known.
    fn radix(&self) -> u8 {
        let edges = self.states.iter().flat_map(|state| &state.edges);
        let written = edges.flat_map(|edge| edge.letter.iter().flatten());
        let listed = self.tracks.iter().flat_map(|track| match track {
            TrackDigits::Listed(digits) => digits.as_slice(),
            TrackDigits::Named(_) => &[],
        });
        written
            .chain(listed)
            .max()
            .map_or(1, |most| most.saturating_add(1))
            .max(2)
    }

    fn automaton(&self, largest: Option<u8>, watch: &dyn Watch) -> Result<Automaton, WalnutError> {
        for state in &self.states {
            if let Some(edge) = state
                .edges
                .iter()
                .find(|edge| !self.numbers.contains_key(&edge.next))
            {
                return Err(wrong(edge.line, format!("there is no state {}", edge.next)));
            }
        }
        let radix = largest.map_or_else(|| self.radix(), |largest| largest.saturating_add(1));
        let count = u32::try_from(self.tracks.len()).unwrap_or(u32::MAX);
        let tracks: Vec<Track> = (0..count).map(Track).collect();
        let twice: Cell<Option<(usize, usize)>> = Cell::new(None);
        let start = LetterPrefix {
            state: 0,
            lines: None,
        };
        let automaton = Automaton::explore(
            &Alphabet::new(&[radix]),
            &tracks,
            Successor::To(start),
            |begun, level, digit| self.step(begun, level.track, digit, &twice),
            |begun| self.states[begun.state].accepting,
            watch,
        )?;
        match twice.get() {
            None => Ok(automaton),
            Some((line, first)) => {
                let message = format!("line {first} says where this letter leads already");
                Err(wrong(line, message))
            }
        }
    }

    fn step(
        &self,
        begun: &LetterPrefix,
        track: usize,
        digit: u8,
        twice: &Cell<Option<(usize, usize)>>,
    ) -> Successor<LetterPrefix> {
        let edges = &self.states[begun.state].edges;
        if matches!(&self.tracks[track], TrackDigits::Listed(digits) if !digits.contains(&digit)) {
            return Successor::Dead;
        }
        let fits = |line: &usize| edges[*line].letter[track].is_none_or(|own| own == digit);
        let lines: Vec<usize> = match &begun.lines {
            None => (0..edges.len()).filter(fits).collect(),
            Some(lines) => lines.iter().copied().filter(fits).collect(),
        };
        let Some((first, others)) = lines.split_first() else {
            return Successor::Dead;
        };
        if track + 1 < self.tracks.len() {
            return Successor::To(LetterPrefix {
                state: begun.state,
                lines: Some(lines),
            });
        }
        let first = &edges[*first];
        if let Some(other) = others.iter().find(|line| edges[**line].next != first.next) {
            twice.set(Some((edges[*other].line, first.line)));
        }
        let state = self.numbers.get(&first.next).copied().unwrap_or(0);
        Successor::To(LetterPrefix { state, lines: None })
    }
}

/// The first line: `msd_fib msd_fib`, `{0, 1} {0, 1}`, also in the short forms `fib`, `msd`, `2`.
fn head_line(line: &str) -> Result<Vec<TrackDigits>, String> {
    if line == "true" || line == "false" {
        return Err(format!(
            "`{line}` is an automaton that reads nothing, and so no set"
        ));
    }
    let mut tracks = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (track, behind) = match rest.strip_prefix('{') {
            Some(inside) => {
                let (digits, behind) = inside.split_once('}').ok_or("`{` is never closed")?;
                (listed(digits)?, behind)
            }
            None => {
                let end = rest.find(|sign: char| sign.is_whitespace() || sign == '{');
                let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
                (named(word)?, behind)
            }
        };
        tracks.push(track);
        rest = behind.trim_start();
        if tracks.len() > MOST_TRACKS {
            return Err(format!("there are more than {MOST_TRACKS} tracks"));
        }
    }
    Ok(tracks)
}

fn listed(digits: &str) -> Result<TrackDigits, String> {
    let digit = |word: &str| {
        let digit = word
            .trim()
            .parse::<u8>()
            .ok()
            .filter(|digit| *digit < u8::MAX);
        digit.ok_or_else(|| format!("`{}` is no digit from 0 to {}", word.trim(), u8::MAX - 1))
    };
    let mut digits = digits
        .split(',')
        .map(digit)
        .collect::<Result<Vec<u8>, _>>()?;
    digits.sort_unstable();
    digits.dedup();
    Ok(TrackDigits::Listed(digits))
}

fn named(word: &str) -> Result<TrackDigits, String> {
    let is_word = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if !is_word(word) {
        return Err(HEAD.to_owned());
    }
    if word.starts_with("lsd") {
        return Err(format!(
            "`{word}` reads the least significant digit first; write the automaton for `msd`"
        ));
    }
    let name = match word.strip_prefix("msd") {
        Some("") => "2",
        Some(name) => name.strip_prefix('_').unwrap_or(name),
        None => word,
    };
    Ok(TrackDigits::Named(format!("msd_{name}")))
}
