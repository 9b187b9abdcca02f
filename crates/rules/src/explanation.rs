//! Why: sentences with numbers in them, in words that a player understands.
//!
//! A sentence is a text with holes and the values that fill them. Nothing is written out before somebody
//! reads it, so that an explanation costs nothing when only the move is wanted, and a number of a million
//! digits is abbreviated or shown in full at the last moment.
//!
//! ```
//! use rules::explanation::{Detail, Explanation, SentenceValue};
//!
//! let mut why = Explanation::default();
//! why.say("a = {} is the {} A-number", [SentenceValue::number(14u8), SentenceValue::ordinal(6u8)]);
//! why.say("so move to {}", [SentenceValue::piles([4u8, 5, 8])]);
//! assert_eq!(why.render(Detail::Brief), "a = 14 is the 6th A-number; so move to (4, 5, 8)");
//! ```

use std::borrow::Cow;
use std::fmt::Write;

use numeration::abbreviated::abbreviated;
use numeration::decimal::Decimal;
use numeration::natural::Natural;
use numeration::system::Representation;
use numeration::zeckendorf::Zeckendorf;

use crate::position::Position;

/// How much of a long number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// Long numbers and digit strings by their ends and their length.
    #[default]
    Brief,
    /// Everything, however long.
    Full,
}

/// What fills a hole of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentenceValue {
    /// A number.
    Number(Natural),
    /// A number that counts: `6th`.
    Ordinal(Natural),
    /// The piles of a position: `(4, 5, 8)`.
    Piles(Vec<Natural>),
    /// The digits of a number in some system.
    Digits(Representation),
    /// The Zeckendorf digits of a number, which are worked out when they are read.
    Zeckendorf(Natural),
    /// The binary digits of a number.
    Binary(Natural),
    /// So many things, given in the singular: `no 0`, `one 0`, `two 0s`.
    Count(u64, &'static str),
    /// A word, such as the name of a column.
    Word(Cow<'static, str>),
}

/// A text with holes `{}` and the values that fill them in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    text: &'static str,
    values: Vec<SentenceValue>,
}

/// The sentences that justify an answer: what is the case, and behind it the digits by which that was found. Rows of a table
/// that they speak of are named beside them, so that whoever shows the explanation can show the rows too.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Explanation {
    sentences: Vec<Sentence>,
    digits: Vec<Sentence>,
    rows: Vec<Natural>,
}

impl SentenceValue {
    /// A number.
    pub fn number(value: impl Into<Natural>) -> Self {
        Self::Number(value.into())
    }

    /// A number that counts.
    pub fn ordinal(value: impl Into<Natural>) -> Self {
        Self::Ordinal(value.into())
    }

    /// A position.
    pub fn piles<T: Into<Natural>>(piles: impl IntoIterator<Item = T>) -> Self {
        Self::Piles(piles.into_iter().map(Into::into).collect())
    }

    /// A word.
    pub fn word(word: impl Into<Cow<'static, str>>) -> Self {
        Self::Word(word.into())
    }

    fn write(&self, detail: Detail, out: &mut String) {
        match self {
            Self::Number(value) => write_number(value, detail, out),
            Self::Ordinal(value) => {
                let start = out.len();
                write_number(value, detail, out);
                let written = out.get(start..).unwrap_or_default();
                let end = start + written.find(' ').unwrap_or(written.len());
                out.insert_str(end, ordinal_ending(value));
            }
            Self::Piles(piles) => {
                out.push('(');
                for (index, pile) in piles.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    write_number(pile, detail, out);
                }
                out.push(')');
            }
            Self::Digits(digits) => write_digits(&digits.to_string(), detail, out),
            Self::Zeckendorf(value) => {
                write_digits(&Zeckendorf::shared().digits(value).to_string(), detail, out);
            }
            Self::Binary(value) => write_digits(&format!("{value:b}"), detail, out),
            Self::Count(count, thing) => write_count(*count, thing, out),
            Self::Word(word) => out.push_str(word),
        }
    }
}

impl From<&Natural> for SentenceValue {
    fn from(value: &Natural) -> Self {
        Self::Number(value.clone())
    }
}

impl From<Natural> for SentenceValue {
    fn from(value: Natural) -> Self {
        Self::Number(value)
    }
}

impl From<&Position> for SentenceValue {
    fn from(position: &Position) -> Self {
        Self::Piles(position.piles().to_vec())
    }
}

impl Sentence {
    /// A text with a hole `{}` for each of the values.
    pub fn new(text: &'static str, values: impl Into<Vec<SentenceValue>>) -> Self {
        let values = values.into();
        debug_assert_eq!(
            [text.matches("{}").count(), text.matches(HOLE).count()],
            [values.len(); 2],
            "holes and values differ: {text}"
        );
        Self { text, values }
    }

    fn write(&self, detail: Detail, out: &mut String) {
        let mut rest = self.text;
        for value in &self.values {
            let Some((piece, behind)) = rest.split_once(HOLE) else {
                break;
            };
            out.push_str(piece);
            value.write(detail, out);
            rest = behind.strip_prefix(HOLE_END).unwrap_or(behind);
        }
        out.push_str(rest);
    }
}

impl Explanation {
    /// Adds a sentence.
    pub fn say(&mut self, text: &'static str, values: impl Into<Vec<SentenceValue>>) {
        self.push(Sentence::new(text, values));
    }

    /// Adds a sentence made elsewhere.
    pub fn push(&mut self, sentence: Sentence) {
        self.sentences.push(sentence);
    }

    /// Adds a sentence about digits, which is shown last.
    pub fn spell(&mut self, sentence: Sentence) {
        self.digits.push(sentence);
    }

    /// The sentences speak of the row of this number.
    pub fn point_at(&mut self, row: &Natural) {
        if !self.rows.contains(row) {
            self.rows.push(row.clone());
        }
    }

    /// The sentences that say what is the case.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// The numbers of the rows of which they speak.
    pub fn rows(&self) -> &[Natural] {
        &self.rows
    }

    /// What is the case, in words separated by semicolons.
    pub fn case(&self, detail: Detail) -> String {
        written(&self.sentences, detail)
    }

    /// The digits by which that was found, in the same way; empty if they do not matter.
    pub fn digits(&self, detail: Detail) -> String {
        written(&self.digits, detail)
    }

    /// All sentences in words, separated by semicolons.
    pub fn render(&self, detail: Detail) -> String {
        written(self.sentences.iter().chain(&self.digits), detail)
    }
}

fn written<'s>(sentences: impl IntoIterator<Item = &'s Sentence>, detail: Detail) -> String {
    let mut out = String::with_capacity(USUAL);
    for (index, sentence) in sentences.into_iter().enumerate() {
        out.push_str(if index > 0 { "; " } else { "" });
        sentence.write(detail, &mut out);
    }
    out
}

/// A hole in a text is these two signs; neither stands in it elsewhere.
const HOLE: char = '{';
const HOLE_END: char = '}';

/// So many bytes are enough for most explanations.
const USUAL: usize = 256;

/// Digit strings that are longer are abbreviated in a brief explanation.
const SHORT: usize = 48;
/// How many digits of the start of an abbreviated digit string are shown; of its end, twice as many.
const END: usize = 6;

fn write_number(value: &Natural, detail: Detail, out: &mut String) {
    let _ = match (detail, u64::try_from(value)) {
        (_, Ok(word)) => out.write_str(Decimal::of(word).as_str()),
        (Detail::Full, _) => write!(out, "{value}"),
        (Detail::Brief, _) => write!(out, "{}", abbreviated(value)),
    };
}

fn write_digits(digits: &str, detail: Detail, out: &mut String) {
    if detail == Detail::Full || digits.len() <= SHORT || !digits.is_ascii() {
        out.push_str(digits);
    } else {
        let tail = digits.get(digits.len() - 2 * END..).unwrap_or_default();
        let _ = write!(out, "{digits:.END$}…{tail} ({} digits)", digits.len());
    }
}

fn write_count(count: u64, thing: &str, out: &mut String) {
    const WORDS: [&str; 10] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    let ending = if count > 1 { "s" } else { "" };
    let _ = match usize::try_from(count)
        .ok()
        .and_then(|count| WORDS.get(count))
    {
        Some(word) => write!(out, "{word} {thing}{ending}"),
        None => write!(out, "{count} {thing}{ending}"),
    };
}

fn ordinal_ending(value: &Natural) -> &'static str {
    let last_two = u64::try_from(&(value % Natural::from(100u8))).expect("below 100");
    match (last_two / 10, last_two % 10) {
        (1, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use numeration::natural::Pow;

    fn check(value: SentenceValue, brief: &str) {
        let mut why = Explanation::default();
        why.say("{}", [value]);
        assert_eq!(why.render(Detail::Brief), brief);
    }

    #[test]
    fn ordinals() {
        for (n, text) in [
            (1u64, "1st"),
            (2, "2nd"),
            (3, "3rd"),
            (4, "4th"),
            (11, "11th"),
            (13, "13th"),
            (21, "21st"),
            (112, "112th"),
        ] {
            check(SentenceValue::ordinal(n), text);
        }
        check(
            SentenceValue::Ordinal(Natural::from(10u8).pow(40u64) + Natural::from(2u8)),
            "100000…000002nd (41 digits)",
        );
    }

    #[test]
    fn counts() {
        for (count, text) in [(0, "no 0"), (1, "one 0"), (2, "two 0s"), (12, "12 0s")] {
            check(SentenceValue::Count(count, "0"), text);
        }
    }

    #[test]
    fn long_numbers_are_abbreviated_and_short_ones_are_not() {
        let power = |n: u64| Natural::from(10u8).pow(n);
        check(SentenceValue::Number(power(23)), "100000000000000000000000");
        check(
            SentenceValue::Number(power(24)),
            "100000…000000 (25 digits)",
        );
        check(
            SentenceValue::Number(power(24) - Natural::from(1u8)),
            "999999999999999999999999",
        );
        check(
            SentenceValue::Number(power(1000) - Natural::from(1u8)),
            "999999…999999 (1000 digits)",
        );
        check(
            SentenceValue::Number(power(1000) + Natural::from(12u8)),
            "100000…000012 (1001 digits)",
        );
        check(
            SentenceValue::Digits("10".repeat(30).parse().unwrap()),
            "101010…101010101010 (60 digits)",
        );
    }

    #[test]
    fn full_detail_shows_everything() {
        let mut why = Explanation::default();
        let number = Natural::from(10u8).pow(100u64);
        why.say("{}", [SentenceValue::Number(number.clone())]);
        assert_eq!(why.render(Detail::Full), number.to_string());
    }
}
