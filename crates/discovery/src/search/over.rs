//! What a search goes over: parameters with their values, `a=1..3, S={1,2},{1,3}, rule=less,more`.
//!
//! A value is whatever a parameter of a file can be given: a number, a set, an octal code, a word. `1..3` stands for 1, 2 and 3, and
//! `subsets(1..4)` for the fifteen sets of such numbers, the empty one left out. What has no `=` is one more value of the parameter before.
//!
//! ```
//! use discovery::search::ParameterGrid;
//!
//! let over: ParameterGrid = "a=1..3, S={1,2},{1,3}".parse()?;
//! assert_eq!(over.count(), 6);
//! let arguments = over.arguments(1).expect("the second of six");
//! assert_eq!(arguments, [("a".into(), "1".into()), ("S".into(), "{1,3}".into())]);
//! # Ok::<(), String>(())
//! ```

use std::fmt;
use std::str::FromStr;

use lang::{spelled_out, split_at_commas};
use serde::{Deserialize, Serialize};

/// Parameters with their values; the last parameter changes first.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ParameterGrid {
    parameters: Vec<ParameterRange>,
    count: u64,
}

/// A parameter with its values, of which there is at least one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
struct ParameterRange {
    name: String,
    values: Vec<ParameterValues>,
}

/// Some values, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
enum ParameterValues {
    /// All whole numbers from the first to the last.
    Range(i64, i64),
    /// All sets but the empty one of the whole numbers from the first to the last.
    Subsets(i64, i64),
    /// One, as it is typed.
    One(String),
}

/// The subsets of more numbers are not listed.
const MOST_SUBSETS: u64 = 20;

const ADVICE: &str = "write a parameter and its values, such as d=1..50";

impl ParameterGrid {
    /// How many combinations of values there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The names of the parameters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parameters
            .iter()
            .map(|parameter| parameter.name.as_str())
    }

    /// One combination, counted from 0.
    pub fn arguments(&self, number: u64) -> Option<Vec<(String, String)>> {
        if number >= self.count {
            return None;
        }
        let mut rest = number;
        let mut arguments = Vec::new();
        for parameter in self.parameters.iter().rev() {
            let count = parameter.count()?;
            let value = parameter.value(rest % count)?;
            arguments.push((parameter.name.clone(), value));
            rest /= count;
        }
        arguments.reverse();
        Some(arguments)
    }
}

impl ParameterRange {
    fn count(&self) -> Option<u64> {
        let mut counts = self.values.iter().map(ParameterValues::count);
        counts.try_fold(0_u64, |sum, count| sum.checked_add(count?))
    }

    fn value(&self, mut number: u64) -> Option<String> {
        for values in &self.values {
            match number.checked_sub(values.count()?) {
                None => return values.value(number),
                Some(rest) => number = rest,
            }
        }
        None
    }
}

impl ParameterValues {
    /// How many they are; nothing if that cannot be counted.
    fn count(&self) -> Option<u64> {
        match self {
            Self::Range(first, last) => last.abs_diff(*first).checked_add(1),
            Self::Subsets(first, last) => Some((2 << last.abs_diff(*first)) - 1),
            Self::One(_) => Some(1),
        }
    }

    fn value(&self, number: u64) -> Option<String> {
        match self {
            Self::Range(first, _) => first.checked_add_unsigned(number).map(|n| n.to_string()),
            Self::Subsets(first, last) => {
                let chosen = number + 1;
                let members = (*first..=*last).filter(|n| chosen >> n.abs_diff(*first) & 1 == 1);
                let members: Vec<String> = members.map(|member| member.to_string()).collect();
                Some(format!("{{{}}}", members.join(",")))
            }
            Self::One(text) => Some(text.clone()),
        }
    }
}

impl FromStr for ParameterGrid {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parameters: Vec<ParameterRange> = Vec::new();
        for part in split_at_commas(text) {
            match (part.split_once('='), parameters.last_mut()) {
                (Some((name, value)), _) => {
                    let name = spelled_out(name.trim()).to_owned();
                    let values = vec![ParameterValues::of(&name, value)?];
                    if name.is_empty() {
                        return Err(ADVICE.to_owned());
                    }
                    if parameters.iter().any(|parameter| parameter.name == name) {
                        return Err(format!("the parameter `{name}` is given twice"));
                    }
                    parameters.push(ParameterRange { name, values });
                }
                (None, Some(parameter)) => {
                    let values = ParameterValues::of(&parameter.name, part)?;
                    parameter.values.push(values);
                }
                (None, None) => return Err(ADVICE.to_owned()),
            }
        }
        let mut counts = parameters.iter().map(ParameterRange::count);
        let count = counts.try_fold(1_u64, |product, count| product.checked_mul(count?));
        let count = count.ok_or("there are more combinations than can be counted")?;
        Ok(Self { parameters, count })
    }
}

impl ParameterValues {
    /// Those of the parameter of this name.
    fn of(name: &str, text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some((first, last)) = dashed(text) {
            return Err(format!(
                "`{text}` is one number; write {name}={first}..{last} for all from {first} to {last}"
            ));
        }
        if text.is_empty() {
            return Err(ADVICE.to_owned());
        }
        let inner = text
            .strip_prefix("subsets(")
            .and_then(|text| text.strip_suffix(')'));
        let Some(inner) = inner else {
            return match range(text) {
                Some(range) => range.map(|(first, last)| Self::Range(first, last)),
                None => Ok(Self::One(text.to_owned())),
            };
        };
        let advice = || format!("`{text}` is no list of sets; write subsets(1..6)");
        let (first, last) = range(inner.trim()).ok_or_else(advice)??;
        if last.abs_diff(first) >= MOST_SUBSETS {
            return Err(format!(
                "the subsets of at most {MOST_SUBSETS} numbers are listed"
            ));
        }
        Ok(Self::Subsets(first, last))
    }
}

/// `3..8`, if it is whole numbers with dots between.
fn range(text: &str) -> Option<Result<(i64, i64), String>> {
    let (first, last) = text.split_once("..")?;
    let number = |text: &str| {
        let number = text.trim().parse::<i64>();
        number.map_err(|_| format!("`{text}` is no end of a range: {ADVICE}"))
    };
    let ends = number(first).and_then(|first| Ok((first, number(last)?)));
    Some(ends.and_then(|(first, last)| match first <= last {
        true => Ok((first, last)),
        false => Err(format!("there is no value from {first} to {last}")),
    }))
}

/// The ends of `1-3`, which is meant as a range by whoever types it. `5-2` is the number 3.
fn dashed(text: &str) -> Option<(u64, u64)> {
    let (first, last) = text.split_once('-')?;
    let ends = (first.parse().ok()?, last.parse().ok()?);
    (ends.0 < ends.1).then_some(ends)
}

/// As it can be typed.
impl fmt::Display for ParameterGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, parameter) in self.parameters.iter().enumerate() {
            let before = if place == 0 { "" } else { ", " };
            write!(f, "{before}{}=", parameter.name)?;
            for (place, values) in parameter.values.iter().enumerate() {
                let before = if place == 0 { "" } else { "," };
                write!(f, "{before}{values}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for ParameterValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(first, last) => write!(f, "{first}..{last}"),
            Self::Subsets(first, last) => write!(f, "subsets({first}..{last})"),
            Self::One(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ParameterGrid;

    fn all(text: &str) -> Vec<String> {
        let over: ParameterGrid = text.parse().expect("values");
        assert_eq!(
            over.to_string().parse::<ParameterGrid>().as_ref(),
            Ok(&over)
        );
        assert_eq!(over.arguments(over.count()), None);
        (0..over.count())
            .map(|number| {
                let arguments = over.arguments(number).expect("a combination");
                let arguments = arguments
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"));
                arguments.collect::<Vec<_>>().join(",")
            })
            .collect()
    }

    #[test]
    fn the_last_parameter_changes_first() {
        assert_eq!(
            all("a=1..2, r=0..2"),
            [
                "a=1,r=0", "a=1,r=1", "a=1,r=2", "a=2,r=0", "a=2,r=1", "a=2,r=2"
            ]
        );
        assert_eq!(all("a=-1..1"), ["a=-1", "a=0", "a=1"]);
    }

    #[test]
    fn sets_words_and_constants_are_values() {
        assert_eq!(
            all("S={1,2},{1,3},rule=less,more"),
            [
                "S={1,2},rule=less",
                "S={1,2},rule=more",
                "S={1,3},rule=less",
                "S={1,3},rule=more"
            ]
        );
        assert_eq!(all("beta=2+sqrt(2), 7/2"), ["beta=2+sqrt(2)", "beta=7/2"]);
        assert_eq!(all("a=5,1..2"), ["a=5", "a=1", "a=2"]);
        assert_eq!(all("a=5-sqrt(2),-1"), ["a=5-sqrt(2)", "a=-1"]);
        assert_eq!(all("d=5-2,3-3"), ["d=5-2", "d=3-3"]);
        assert_eq!(all("β=3,γ=4"), ["beta=3,gamma=4"]);
        assert_eq!(all("S=subsets(2..3)"), ["S={2}", "S={3}", "S={2,3}"]);
    }

    #[test]
    fn faults_say_what_to_type() {
        let advice = "write a parameter and its values, such as d=1..50";
        for (text, expected) in [
            ("", advice),
            ("d", advice),
            ("d=", advice),
            ("=3", advice),
            ("a=1,,b=2", advice),
            ("d=3..1", "there is no value from 3 to 1"),
            ("a=1,a=2", "the parameter `a` is given twice"),
            (
                "d=1..x",
                "`x` is no end of a range: write a parameter and its values, such as d=1..50",
            ),
            (
                "d=1-3",
                "`1-3` is one number; write d=1..3 for all from 1 to 3",
            ),
            (
                "a=1, d=2, 4-6",
                "`4-6` is one number; write d=4..6 for all from 4 to 6",
            ),
            (
                "S=subsets(3)",
                "`subsets(3)` is no list of sets; write subsets(1..6)",
            ),
            (
                "S=subsets(1..21)",
                "the subsets of at most 20 numbers are listed",
            ),
            (
                "a=1..9223372036854775807,b=1..4",
                "there are more combinations than can be counted",
            ),
        ] {
            assert_eq!(
                text.parse::<ParameterGrid>(),
                Err(expected.to_owned()),
                "{text}"
            );
        }
        assert!(
            "a=-9223372036854775808..9223372036854775807"
                .parse::<ParameterGrid>()
                .is_err()
        );
    }
}
