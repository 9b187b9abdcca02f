//! Games as people and papers name them: `Rat`, `β-nim`, `π-Wynim`, `beta^T-Wynim`, `2-Wythoff`,
//! `W(2)`, `Lasker's Nim`.
//!
//! A name is read as its words, and compared with the words of the names and the titles in the
//! catalogue. Case does not matter, nor do *the* and *game*, and Greek letters and superscripts may
//! be written as such. A name with any other mark is nobody's: G⋆ is another game than G, and W(-1)
//! another than W(1).

use super::{Entry, GAMES, find};

/// A game of the catalogue, with the values that its name gives to parameters.
pub type Named = (&'static Entry, Vec<(&'static str, String)>);

/// The game of a name, however it is written.
///
/// ```
/// let (game, parameters) = strategies::catalog::named("2-Wythoff").expect("Wythoff's game with d = 2");
/// assert_eq!((game.name, parameters), ("wythoff", vec![("d", "2".to_owned())]));
/// assert!(strategies::catalog::named("-2-Wythoff").is_none());
/// ```
pub fn named(name: &str) -> Option<Named> {
    if let Some(entry) = find(name) {
        return Some((entry, Vec::new()));
    }
    let words = words(name)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["w"] => Some((find("wythoff")?, Vec::new())),
        ["w", d] => titled(&[d, "wythoff"]),
        [value @ ("pi" | "e"), kind @ ..] => Some((
            joined(&[&["beta"], kind].concat())?,
            vec![("beta", (*value).to_owned())],
        )),
        words => match joined(words) {
            Some(entry) => Some((entry, Vec::new())),
            None => titled(words),
        },
    }
}

/// The game with these words as its name, which may be written as one or apart.
fn joined(words: &[&str]) -> Option<&'static Entry> {
    let name = words.concat();
    let mut games = GAMES.iter();
    games.find(|entry| entry.name.replace('-', "") == name)
}

/// The game with these words as its title, which may have a number, or the name of a parameter,
/// where the title has `{d}`.
fn titled(typed: &[&str]) -> Option<Named> {
    GAMES.iter().find_map(|entry| {
        let title = entry.title();
        let parameter = title
            .split_once('{')
            .and_then(|(_, rest)| Some(rest.split_once('}')?.0));
        let mut given = Vec::new();
        let words = words(&title.replace(['{', '}'], ""))?;
        let mut pairs = words.iter().zip(typed);
        let agree = pairs.all(|(word, typed)| {
            let is_number = typed.bytes().all(|byte| byte.is_ascii_digit());
            match parameter.filter(|parameter| is_number && parameter == word) {
                Some(parameter) => given.push((parameter, (*typed).to_owned())),
                None => return word == typed,
            }
            true
        });
        (agree && words.len() == typed.len()).then_some((entry, given))
    })
}

/// The words of a name, in small ASCII letters where that is possible; nothing if there are marks
/// that are not between words.
pub fn words(name: &str) -> Option<Vec<String>> {
    let mut plain = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            'β' => plain.push_str("beta"),
            'π' => plain.push_str("pi"),
            'ᵀ' => plain.push_str("-t"),
            letter => plain.push(letter),
        }
    }
    let plain = plain.replace("'s", "").replace("’s", "").replace(", ", " ");
    let mut before = ' ';
    for mark in plain.chars() {
        let is_minus = mark == '-' && !before.is_alphanumeric() && before != ')';
        if is_minus || !mark.is_alphanumeric() && !is_between(mark) {
            return None;
        }
        before = mark;
    }
    let words = plain.split(is_between);
    let words = words.filter(|word| !matches!(*word, "" | "the" | "game"));
    Some(words.map(str::to_owned).collect())
}

/// Does this stand between words?
fn is_between(mark: char) -> bool {
    matches!(mark, ' ' | '-' | '_' | '^' | '(' | ')')
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
            ("Wythoff’s game", "wythoff"),
            ("nim pass", "nim-pass"),
            ("Lasker's Nim", "lasker"),
            ("Moore's Nim", "moore"),
            ("Blocking Wythoff Nim", "blocking-wythoff"),
            ("Nim with a pass, two piles", "nim-pass"),
            ("All-but subtraction game", "all-but"),
            ("The 3-pile Fat Rat game", "fat-rat:m=3"),
            ("the m-pile fat rat", "fat-rat"),
            ("Wythoff's game on 4 piles", "n-wythoff:m=4"),
            ("Nim with a pass", ""),
            ("γ-nim", ""),
            ("x-wythoff", ""),
            ("2-nim", ""),
            ("W(-1)", ""),
            ("W( -1)", ""),
            ("W(2.5)", ""),
            ("-2-Wythoff", ""),
            ("-e-nim", ""),
            ("mouse*", ""),
            ("mouse⋆", ""),
            ("rat**", ""),
            ("rat'", ""),
            ("rat,mouse", ""),
            ("", ""),
        ] {
            check(name, expected);
        }
        for entry in GAMES {
            check(entry.name, entry.name);
            check(&entry.name.to_uppercase(), entry.name);
            if !entry.title().contains('{') {
                check(entry.title(), entry.name);
            }
        }
    }
}
