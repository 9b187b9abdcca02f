//! Moves in words: `3 from c`, `2 from a and all from b`, `c to 5`, `9 to 3`, `7 -> 3,2`.

use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use numeration::natural::num::basic::traits::Zero;

use super::command::PlayCommand;
use crate::LabError;

/// So many from a pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taking {
    /// How many.
    pub amount: TakenAmount,
    /// The name of the pile, or its number from 1, as it was typed.
    pub pile: String,
}

/// How many are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakenAmount {
    /// So many.
    Number(Natural),
    /// All of them.
    All,
}

/// A pile and what is left of it; or a coin on a strip, or a heap that splits, and what replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowering {
    /// The name of the pile, the square of the coin or the size of the heap, as it was typed.
    pub what: String,
    /// What is left of the pile, or the squares or heaps; 0 is the hole, or nothing.
    pub to: Vec<Natural>,
}

/// Words that make a line a move in words.
const SPOKEN: [&str; 6] = ["from", "take", "all", "everything", "to", "and"];
/// Words that say nothing.
const IDLE: [&str; 8] = [
    "take", "the", "pile", "token", "tokens", "coin", "coins", "move",
];

/// Is a line a move in words?
pub(super) fn are_spoken(line: &str) -> bool {
    let mut words = line.split(|sign: char| !sign.is_alphanumeric());
    words.any(|word| SPOKEN.contains(&word.to_ascii_lowercase().as_str()))
        || line.starts_with(char::is_alphabetic) && line.contains(|sign: char| sign.is_numeric())
}

/// The move that a line says.
pub(super) fn read(line: &str) -> Result<PlayCommand, LabError> {
    let pieces = pieces(line);
    if pieces.is_empty() {
        return Err(LabError::input(format!("take what? {HOW}")));
    }
    if pieces.iter().any(|piece| piece.contains(&"to")) {
        lowerings(&pieces).map(PlayCommand::Lower)
    } else {
        let takings = pieces.iter().map(|piece| taking(piece));
        takings.collect::<Result<_, _>>().map(PlayCommand::Take)
    }
}

/// `7 -> 3,2`: what is replaced, and by what. Nothing behind the arrow, or `()`, is nothing.
pub(super) fn replaced(line: &str) -> Option<Result<PlayCommand, LabError>> {
    let (what, to) = line.split_once("->")?;
    let (what, to) = (what.trim().to_owned(), to.trim());
    let to = match to.is_empty() {
        true => Ok(Vec::new()),
        false => knowledge::parse_piles(to),
    };
    Some(to.map(|to| PlayCommand::Lower(vec![Lowering { what, to }])))
}

/// What stands between commas, semicolons and the word `and`, without idle words.
fn pieces(line: &str) -> Vec<Vec<&str>> {
    let mut pieces = vec![Vec::new()];
    let spaced = line.split_inclusive([',', ';']);
    for part in spaced {
        for word in part.split_whitespace() {
            let (word, ends) = match word.strip_suffix([',', ';']) {
                Some(word) => (word, true),
                None => (word, false),
            };
            let lower = word.to_ascii_lowercase();
            match lower.as_str() {
                "and" => pieces.push(Vec::new()),
                "" => {}
                idle if IDLE.contains(&idle) => {}
                "from" => push(&mut pieces, "from"),
                "to" => push(&mut pieces, "to"),
                "all" | "everything" => push(&mut pieces, "all"),
                _ => push(&mut pieces, word),
            }
            if ends {
                pieces.push(Vec::new());
            }
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn push<'a>(pieces: &mut [Vec<&'a str>], word: &'a str) {
    if let Some(last) = pieces.last_mut() {
        last.push(word);
    }
}

/// `3 from c`, `3 c` or `c 3`.
fn taking(piece: &[&str]) -> Result<Taking, LabError> {
    let (amount, pile) = match piece {
        [amount @ .., "from", pile] => (amount.join(""), *pile),
        [pile, amount] if starts_with_a_letter(pile) && *pile != "all" => {
            ((*amount).to_owned(), *pile)
        }
        [amount, pile] => ((*amount).to_owned(), *pile),
        other => return Err(not_understood(other)),
    };
    let amount = match amount.as_str() {
        "all" => TakenAmount::All,
        typed => TakenAmount::Number(number(typed, piece)?),
    };
    let pile = pile.to_owned();
    Ok(Taking { amount, pile })
}

fn starts_with_a_letter(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
}

/// `c to 5`, `9 to 3`, `9 to 1 and 3`: what names no pile or coin is a further square.
fn lowerings(pieces: &[Vec<&str>]) -> Result<Vec<Lowering>, LabError> {
    let mut lowerings: Vec<Lowering> = Vec::new();
    for piece in pieces {
        match (piece.as_slice(), lowerings.last_mut()) {
            ([what, "to", target], _) => lowerings.push(Lowering {
                what: (*what).to_owned(),
                to: vec![square(target, piece)?],
            }),
            ([target], Some(last)) => last.to.push(square(target, piece)?),
            (other, _) => return Err(not_understood(other)),
        }
    }
    Ok(lowerings)
}

fn square(typed: &str, piece: &[&str]) -> Result<Natural, LabError> {
    if typed.eq_ignore_ascii_case("hole") {
        return Ok(Natural::ZERO);
    }
    number(typed, piece)
}

fn number(typed: &str, piece: &[&str]) -> Result<Natural, LabError> {
    if starts_with_a_letter(typed) {
        return Err(not_understood(piece));
    }
    let mut numbers = knowledge::parse_piles(typed)?.into_iter();
    match (numbers.next(), numbers.next()) {
        (Some(number), None) => Ok(number),
        _ => Err(not_understood(piece)),
    }
}

const HOW: &str =
    "say how many from which pile, such as 3 from c, or type the position you move to";

fn not_understood(piece: &[&str]) -> LabError {
    let piece: String = piece.join(" ").chars().take(60).collect();
    LabError::input(format!("`{piece}` is not understood; {HOW}"))
}

/// The piles after something was taken from them.
pub(super) fn take(
    names: &[String],
    piles: &[Natural],
    takings: &[Taking],
) -> Result<Vec<Natural>, LabError> {
    let mut left = piles.to_vec();
    for Taking { amount, pile } in takings {
        let place = place(names, pile)?;
        left[place] = match amount {
            TakenAmount::All => Natural::ZERO,
            TakenAmount::Number(amount) => (&left[place]).checked_sub(amount).ok_or_else(|| {
                let there = numeration::abbreviated::abbreviated(&left[place]);
                LabError::input(format!("there are only {there} in {}", names[place]))
            })?,
        };
    }
    Ok(left)
}

/// The piles after some were lowered.
pub(super) fn lower(
    names: &[String],
    piles: &[Natural],
    lowerings: &[Lowering],
) -> Result<Vec<Natural>, LabError> {
    let mut left = piles.to_vec();
    for Lowering { what, to } in lowerings {
        let place = place(names, what)?;
        let [target] = to.as_slice() else {
            return Err(LabError::input(format!(
                "one number is left of the pile {}: {} to 5",
                names[place], names[place]
            )));
        };
        left[place] = target.clone();
    }
    Ok(left)
}

/// The squares after coins were moved, or the heaps after some were replaced.
pub(super) fn shift(
    thing: &str,
    coins: &[Natural],
    lowerings: &[Lowering],
) -> Result<Vec<Natural>, LabError> {
    let mut left = coins.to_vec();
    for Lowering { what, to } in lowerings {
        let square = number(what, &[what])?;
        let Some(place) = left.iter().position(|coin| *coin == square) else {
            let square = numeration::abbreviated::abbreviated(&square);
            return Err(LabError::input(format!("there is no {thing} {square}")));
        };
        left.remove(place);
        left.extend(to.iter().filter(|square| **square != 0).cloned());
    }
    Ok(left)
}

/// The pile of a name, or of a number from 1.
fn place(names: &[String], typed: &str) -> Result<usize, LabError> {
    let plain = |name: &str| name.replace(['[', ']', '_'], "").to_lowercase();
    let exact = names.iter().position(|name| name == typed);
    let named = || {
        let mut names = names.iter();
        names.position(|name| plain(name) == plain(typed))
    };
    let counted = || {
        let number: usize = typed.parse().ok()?;
        number.checked_sub(1).filter(|place| *place < names.len())
    };
    exact.or_else(named).or_else(counted).ok_or_else(|| {
        let typed: String = typed.chars().take(40).collect();
        LabError::input(format!(
            "there is no pile `{typed}`; the piles are {}",
            shown(names)
        ))
    })
}

/// The names of the piles for a reader; of many, the ends.
fn shown(names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > 12 => format!("{first} to {last}"),
        names => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const PILES: [u32; 3] = [4, 9, 12];

    fn played(line: &str) -> Result<Vec<Natural>, LabError> {
        let names = ["a", "b", "x[3]"].map(str::to_owned);
        let piles = PILES.map(Natural::from);
        match line.parse()? {
            PlayCommand::Take(takings) => take(&names, &piles, &takings),
            PlayCommand::Lower(lowerings) => lower(&names, &piles, &lowerings),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn check(line: &str, expected: [u32; 3]) {
        let left = played(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(left, expected.map(Natural::from), "{line}");
    }

    fn check_fault(line: &str, expected: &str) {
        assert_eq!(played(line).unwrap_err().to_string(), expected, "{line}");
    }

    fn check_strip(coins: &[u32], line: &str, expected: &[u32]) {
        let naturals = |squares: &[u32]| squares.iter().copied().map(Natural::from).collect();
        let coins: Vec<Natural> = naturals(coins);
        let PlayCommand::Lower(lowerings) = line.parse().unwrap() else {
            panic!("{line}")
        };
        let expected: Vec<Natural> = naturals(expected);
        assert_eq!(
            shift("coin on", &coins, &lowerings).unwrap(),
            expected,
            "{line}"
        );
    }

    #[test]
    fn from_piles() {
        check("3 from a", [1, 9, 12]);
        check("take 3 tokens from the pile a", [1, 9, 12]);
        check("3 from A and 2 from b", [1, 7, 12]);
        check("3 from a, 2 from b", [1, 7, 12]);
        check("2 from a; 2 from a", [0, 9, 12]);
        check("all from b", [4, 0, 12]);
        check("everything from b and 1 from a", [3, 0, 12]);
        check("2^3 from x[3]", [4, 9, 4]);
        check("1+2 from x3", [4, 9, 9]);
        check("2 from pile 2", [4, 7, 12]);
        check("b 4", [4, 5, 12]);
        check("all b", [4, 0, 12]);
        check("b to 5", [4, 5, 12]);
        check("a to 3 and b to 8", [3, 8, 12]);
    }

    #[test]
    fn faults() {
        check_fault("5 from a", "there are only 4 in a");
        check_fault("5 from d", "there is no pile `d`; the piles are a, b, x[3]");
        check_fault("5 from 4", "there is no pile `4`; the piles are a, b, x[3]");
        check_fault(
            "take",
            "take what? say how many from which pile, such as 3 from c, or type the position you move to",
        );
        check_fault(
            "many from a",
            "`many from a` is not understood; say how many from which pile, such as 3 from c, or type the position \
             you move to",
        );
    }

    #[test]
    fn on_a_strip() {
        check_strip(&[3, 8, 19], "8 to 5", &[3, 19, 5]);
        check_strip(&[3, 8, 19], "19 to hole", &[3, 8]);
        check_strip(&[3, 8, 19], "19 to 1 and 2", &[3, 8, 1, 2]);
        check_strip(&[3, 8, 19], "8 to 5, 19 to 4", &[3, 5, 4]);
    }
}
