//! Games as people and papers name them: `Rat`, `β-nim`, `π-Wynim`, `beta^T-Wynim`, `2-Wythoff`,
//! `W(2)`.
//!
//! A name is read as its words. Case does not matter, nor do the marks between words, *the* and
//! *game*, and Greek letters and superscripts may be written as such.

use super::{Entry, GAMES, find};

/// A game of the catalogue, with the values that its name gives to parameters.
pub type Named = (&'static Entry, Vec<(&'static str, String)>);

/// The game of a name, however it is written.
///
/// ```
/// let (game, parameters) = games::catalog::named("2-Wythoff").expect("Wythoff's game with d = 2");
/// assert_eq!((game.name, parameters), ("wythoff", vec![("d", "2".to_owned())]));
/// ```
pub fn named(name: &str) -> Option<Named> {
    if let Some(entry) = find(name) {
        return Some((entry, Vec::new()));
    }
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let of = |words: &[&str]| {
        let name = words.concat();
        let mut games = GAMES.iter();
        games.find(|entry| entry.name.replace('-', "") == name)
    };
    let with = |entry, name, value: &str| Some((entry, vec![(name, value.to_owned())]));
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words.as_slice() {
        ["d", "wythoff"] | ["w"] => Some((find("wythoff")?, Vec::new())),
        ["w", d] | [d, "wythoff"] if is_number(d) => with(find("wythoff")?, "d", d),
        [value @ ("pi" | "e"), kind @ ..] => with(of(&[&["beta"], kind].concat())?, "beta", value),
        words => Some((of(words)?, Vec::new())),
    }
}

/// The words of a name, in small ASCII letters where that is possible.
pub fn words(name: &str) -> Vec<String> {
    let mut plain = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            'β' => plain.push_str("beta"),
            'π' => plain.push_str("pi"),
            'ᵀ' => plain.push_str("-t"),
            letter => plain.push(letter),
        }
    }
    let words = plain.replace("'s", "");
    let words = words.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !matches!(*word, "" | "the" | "game"));
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &str) {
        let told = named(name).map_or_else(String::new, |(entry, values)| {
            let values = values
                .iter()
                .map(|(name, value)| format!(":{name}={value}"));
            format!("{}{}", entry.name, values.collect::<String>())
        });
        assert_eq!(told, expected, "{name}");
    }

    #[test]
    fn games_are_found_as_the_papers_write_them() {
        for (name, expected) in [
            ("Rat", "rat"),
            ("The Rat game", "rat"),
            ("RALEIGH", "raleigh"),
            ("β-nim", "beta-nim"),
            ("β-Wynim", "beta-wynim"),
            ("π-Wynim", "beta-wynim:beta=pi"),
            ("e-nim", "beta-nim:beta=e"),
            ("beta^T-Wynim", "beta-t-wynim"),
            ("βᵀ-Wynim", "beta-t-wynim"),
            ("π^T-Wynim", "beta-t-wynim:beta=pi"),
            ("2-Wythoff", "wythoff:d=2"),
            ("W(2)", "wythoff:d=2"),
            ("d-Wythoff", "wythoff"),
            ("Wythoff's game", "wythoff"),
            ("n-Wythoff", "n-wythoff"),
            ("Dawson's Kayles", "dawson-kayles"),
            ("γ-nim", ""),
            ("x-wythoff", ""),
            ("2-nim", ""),
            ("", ""),
        ] {
            check(name, expected);
        }
        for entry in GAMES {
            check(entry.name, entry.name);
            check(&entry.name.to_uppercase(), entry.name);
        }
    }
}
