//! The one list of the games that come with the project.
//!
//! A game is listed by its name and its rules: the text of its file in `rules/`, or, where no formula can say
//! them, the ruleset written in Rust. The list also says what is known of the game and how: the claims of a
//! file are only sentences, and a [`ClaimStatus`] tells whether somebody proved them.
//!
//! ```
//! let rat = strategies::catalog::find("rat").expect("the Rat game is listed");
//! assert!(matches!(rat.p_positions, strategies::catalog::ClaimStatus::Theorem(_)));
//! ```

mod names;
mod strategies;

pub use names::{Named, named, words};
pub use rules::native::{Native, NativeMove, NativeParameter};
pub use rules::spec::Parameter;

use crate::rulesets::frankenstein::{FrankensteinRules, Reading};
use rules::citation::{
    BEATTY_GAMES, BLOCKING_WYTHOFF, Citation, FAT_RAT, HEAP_GAMES, MOORE, NIM, NIM_SUM, NIMHOFF,
    RALEIGH, RAT_AND_MOUSE, RAT_GAMES, THREE_FRONTS, TRIBONACCI_GAME, VILE_AND_DOPEY, WINNING_WAYS,
};
use rules::evidence::Evidence;
use rules::position::Position;

/// A game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, as the command line takes it.
    pub name: &'static str,
    /// Its rules.
    pub rules: RulesSource,
    /// How well the P-positions that its rules claim are known, as far as that does not depend on
    /// its parameters; [`known_p_positions`](Self::known_p_positions) says it for their values.
    pub p_positions: ClaimStatus,
    /// How well the nim-values that its rules claim are known.
    pub nim_values: ClaimStatus,
    /// What is known of it, in one line.
    pub known: &'static str,
}

/// Where the rules of a game are written.
#[derive(Clone, Copy, Debug)]
pub enum RulesSource {
    /// The text of its `.game` file.
    Text(&'static str),
    /// A ruleset in Rust.
    Native(&'static Native),
}

/// How well a claim is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStatus {
    /// The rules claim nothing.
    Unclaimed,
    /// A theorem, with its citation.
    Theorem(Citation),
    /// Not proved, or not for all parameters; with what is known instead.
    Conjecture(&'static str),
}

/// What is known of a claim for some values of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownClaim {
    /// How well it is known.
    pub evidence: Evidence,
    /// Of which positions it may be believed.
    pub reach: Reach,
}

/// Of which positions a claim may be believed, as far as the evidence goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Of all positions.
    Everywhere,
    /// Of the positions that cannot reach `from`: it is false of others.
    Before {
        /// The first P-position of the claim that is not believed.
        from: Position,
        /// Another P-position of the claim, to which the rules allow a move from `from`, where that
        /// is why.
        to: Option<Position>,
    },
    /// Of none, unless it is proved: for some parameters it is false.
    Nowhere,
}

impl ClaimStatus {
    /// What is known of the claim, if there is one.
    pub fn known(self) -> Option<KnownClaim> {
        let (evidence, reach) = match self {
            Self::Unclaimed => return None,
            Self::Theorem(citation) => (Evidence::theorem(citation), Reach::Everywhere),
            Self::Conjecture(why) => (Evidence::Conjecture(why.to_owned()), Reach::Nowhere),
        };
        Some(KnownClaim { evidence, reach })
    }
}

impl Entry {
    /// Its title, with the names of parameters in braces: `{d}-Wythoff`.
    pub fn title(&self) -> &'static str {
        match self.rules {
            RulesSource::Native(native) => native.title,
            RulesSource::Text(text) => {
                let line = text.lines().find(|line| line.starts_with("game "));
                let quoted = line.and_then(|line| line.split('"').nth(1));
                quoted.unwrap_or(self.name)
            }
        }
    }
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name == name)
}

/// The text of a file in `rules/`.
macro_rules! rules {
    ($name:literal) => {
        RulesSource::Text(include_str!(concat!("../../../rules/", $name, ".game")))
    };
}

/// Every game: those of the papers first, then their neighbours.
pub const GAMES: &[Entry] = &[
    Entry {
        name: "rat",
        rules: rules!("rat"),
        p_positions: ClaimStatus::Theorem(RAT_AND_MOUSE.at("Theorem 2")),
        known: "P-positions by recursion, in windows, by a formula and by the p-system of 7/4",
        ..UNCLAIMED
    },
    Entry {
        name: "mouse",
        rules: rules!("mouse"),
        p_positions: ClaimStatus::Theorem(RAT_AND_MOUSE.at("Theorem 7")),
        known: "P-positions by recursion, in windows, by a formula and by the p-system of 3/2",
        ..UNCLAIMED
    },
    Entry {
        name: "fat-rat",
        rules: rules!("fat-rat"),
        p_positions: ClaimStatus::Theorem(FAT_RAT),
        known: "P-positions by recursion, in windows, by a formula and by a p-system, for every number of piles",
        ..UNCLAIMED
    },
    Entry {
        name: "raleigh",
        rules: rules!("raleigh"),
        p_positions: ClaimStatus::Theorem(RALEIGH.at("Theorem 2")),
        known: "P-positions by recursion, by the golden section and by the Zeckendorf system",
        ..UNCLAIMED
    },
    Entry {
        name: "frankenstein",
        rules: RulesSource::Native(&FRANKENSTEIN),
        known: "P-positions from the array A, by floors and by the ternary system U (Theorem 3) for reading=strict, from a table for reading=literal",
        ..UNCLAIMED
    },
    Entry {
        name: "succinct-rat",
        rules: rules!("succinct-rat"),
        p_positions: ClaimStatus::Theorem(RAT_GAMES),
        known: "P-positions by a formula, for every number of piles; the same game as grandiose-rat, unless rule=printed",
        ..UNCLAIMED
    },
    Entry {
        name: "grandiose-rat",
        rules: rules!("grandiose-rat"),
        p_positions: ClaimStatus::Theorem(RAT_GAMES),
        known: "P-positions by a formula, for every number of piles; the same game as succinct-rat",
        ..UNCLAIMED
    },
    Entry {
        name: "beta-nim",
        rules: rules!("beta-nim"),
        p_positions: BEATTY,
        known: "P-positions are a pair of Beatty sequences, for every irrational beta > 2",
        ..UNCLAIMED
    },
    Entry {
        name: "beta-wynim",
        rules: rules!("beta-wynim"),
        p_positions: BEATTY,
        known: "P-positions are a pair of Beatty sequences, for every irrational beta > 2",
        ..UNCLAIMED
    },
    Entry {
        name: "beta-t-wynim",
        rules: rules!("beta-t-wynim"),
        p_positions: BEATTY,
        known: "P-positions are a pair of Beatty sequences for every beta > 3 and some below, which docs/beta-triangles.md names",
        ..UNCLAIMED
    },
    Entry {
        name: "blocking-wythoff",
        rules: rules!("blocking-wythoff"),
        p_positions: ClaimStatus::Theorem(BLOCKING_WYTHOFF.whole()),
        known: "P-positions for K = 1 and K = 2, which are k = 2 and k = 3 in the paper",
        ..UNCLAIMED
    },
    Entry {
        name: "any-blocking-wythoff",
        rules: rules!("any-blocking-wythoff"),
        known: "the paper has conjectures for K from 3 to 19",
        ..UNCLAIMED
    },
    Entry {
        name: "ended-wythoff",
        rules: rules!("ended-wythoff"),
        p_positions: ClaimStatus::Conjecture(
            "not in print; `takeaway prove ended-wythoff` proves it",
        ),
        known: "P-positions by a formula, proved here",
        ..UNCLAIMED
    },
    Entry {
        name: "nim-pass",
        rules: rules!("nim-pass"),
        p_positions: ClaimStatus::Conjecture("not in print; `takeaway prove nim-pass` proves it"),
        known: "P-positions by a formula, proved here",
        ..UNCLAIMED
    },
    Entry {
        name: "nim-pass-3",
        rules: rules!("nim-pass-3"),
        known: "nothing but brute force",
        ..UNCLAIMED
    },
    Entry {
        name: "trivial",
        rules: rules!("trivial"),
        p_positions: ClaimStatus::Theorem(BEATTY_GAMES.at("section 4")),
        known: "P-positions are a pair of Beatty sequences, by the rules themselves",
        ..UNCLAIMED
    },
    Entry {
        name: "wythoff",
        rules: rules!("wythoff"),
        p_positions: ClaimStatus::Theorem(THREE_FRONTS.at("section 2")),
        known: "P-positions by recursion, by a pair of Beatty sequences and by a numeration system, for every d",
        ..UNCLAIMED
    },
    Entry {
        name: "nim",
        rules: rules!("nim"),
        p_positions: ClaimStatus::Theorem(NIM.whole()),
        nim_values: ClaimStatus::Theorem(NIM_SUM),
        known: "the nim-value is the nim-sum of the piles",
    },
    Entry {
        name: "mark",
        rules: rules!("mark"),
        p_positions: ClaimStatus::Theorem(VILE_AND_DOPEY.whole()),
        known: "aperiodic; P-positions are 0 and the numbers whose binary digits end in an odd number of zeros",
        ..UNCLAIMED
    },
    Entry {
        name: "moore",
        rules: rules!("moore"),
        p_positions: ClaimStatus::Theorem(MOORE.whole()),
        known: "P-positions: in binary, every place has a number of ones divisible by k + 1",
        ..UNCLAIMED
    },
    Entry {
        name: "n-wythoff",
        rules: rules!("n-wythoff"),
        known: "open from three piles on: conjectures of A. S. Fraenkel on the two largest piles",
        ..UNCLAIMED
    },
    Entry {
        name: "heap",
        rules: rules!("heap"),
        p_positions: ClaimStatus::Theorem(HEAP_GAMES.whole()),
        known: "P-positions by recursion and by a numeration system",
        ..UNCLAIMED
    },
    Entry {
        name: "tribonacci",
        rules: rules!("tribonacci"),
        p_positions: ClaimStatus::Theorem(TRIBONACCI_GAME.whole()),
        known: "P-positions by the Tribonacci word, and by shifts in the Tribonacci system",
        ..UNCLAIMED
    },
    Entry {
        name: "cyclic-nimhoff",
        rules: rules!("cyclic-nimhoff"),
        nim_values: ClaimStatus::Theorem(NIMHOFF.at("cyclic Nimhoff")),
        known: "nim-values by a formula",
        ..UNCLAIMED
    },
    Entry {
        name: "subtraction",
        rules: rules!("subtraction"),
        known: "nim-values of every finite set are periodic in the end",
        ..UNCLAIMED
    },
    Entry {
        name: "all-but",
        rules: rules!("all-but"),
        known: "nim-values of every finite set are arithmetic periodic in the end",
        ..UNCLAIMED
    },
    Entry {
        name: "octal",
        rules: rules!("octal"),
        known: "with digits up to 3 a finite subtraction game with endings: nim-values are periodic in the end",
        ..UNCLAIMED
    },
    Entry {
        name: "hexadecimal",
        rules: rules!("hexadecimal"),
        known: "nim-values of heaps, whose period is proved where one is found",
        ..UNCLAIMED
    },
    Entry {
        name: "kayles",
        rules: rules!("kayles"),
        known: "nim-values have period 12 from 71 on (0.77)",
        ..UNCLAIMED
    },
    Entry {
        name: "dawson-kayles",
        rules: rules!("dawson-kayles"),
        known: "nim-values have period 34 from 53 on (0.07)",
        ..UNCLAIMED
    },
    Entry {
        name: "dawson-chess",
        rules: rules!("dawson-chess"),
        known: "nim-values have period 34 from 52 on (0.137)",
        ..UNCLAIMED
    },
    Entry {
        name: "grundy",
        rules: rules!("grundy"),
        known: "open: no period of the nim-values is known",
        ..UNCLAIMED
    },
    Entry {
        name: "lasker",
        rules: rules!("lasker"),
        nim_values: ClaimStatus::Theorem(WINNING_WAYS.at("chapter 4")),
        known: "nim-values of heaps by a formula, arithmetic periodic with period 4 and saltus 4",
        ..UNCLAIMED
    },
    Entry {
        name: "welter",
        rules: rules!("welter"),
        known: "nim-values by Welter's function",
        ..UNCLAIMED
    },
];

/// An entry whose rules claim nothing.
const UNCLAIMED: Entry = Entry {
    name: "",
    rules: RulesSource::Text(""),
    p_positions: ClaimStatus::Unclaimed,
    nim_values: ClaimStatus::Unclaimed,
    known: "",
};

/// What paper and parameters the Beatty games share.
const BEATTY: ClaimStatus = ClaimStatus::Theorem(BEATTY_GAMES.at("Theorem 1"));

/// Frankenstein: coins come and go, so that a position is a set of any size, and no formula over fixed piles says it.
const FRANKENSTEIN: Native = Native {
    title: "The Frankenstein game",
    source: "A. S. Fraenkel, Arrays, numeration systems and Frankenstein games, \
             Theoret. Comput. Sci. 282 (2002), 271-284",
    parameters: &[NativeParameter {
        name: "reading",
        values: &["strict", "literal"],
    }],
    piles: "any number of coins but one, on squares 1, 2, 3, …, at most one a square",
    moves: &[
        NativeMove {
            kind: "I",
            caption: "move or break up some of the coins, but not all, one after the other from right to left",
            clauses: &[
                "(a) shift coins to free squares with lower numbers, at least one to a positive square",
                "(b) break up one coin: it leaves its square m, and new coins come on free squares with a sum below m",
                "(a) or (b) or both",
            ],
        },
        NativeMove {
            kind: "II",
            caption: "move all k coins, by 0 < n_0 <= … <= n_(k-1) squares from left to right",
            clauses: &[
                "n_(k-1) <= 2 n_(k-2) + n_(k-3) + … + n_0",
                "all coins stay on the strip, or all leave it",
                "reading=strict: the coins keep their order",
            ],
        },
    ],
    remarks: &[
        "Square 0 is a hole, through which coins leave. A single coin is never left on the strip.",
        "Whoever cannot move loses: the strip is empty then.",
        "The printed rule is loose: reading=strict is that under which the theorem of the paper is true. With \
         reading=literal the P-positions differ from (4, 11, 29) on.",
    ],
    build: |values| {
        let reading = if values == ["literal"] {
            Reading::Literal
        } else {
            Reading::Strict
        };
        Box::new(FrankensteinRules::new(reading))
    },
};

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    /// The text names the game it is listed under, and claims what the list judges.
    fn check(entry: &Entry, text: &str) {
        let claims = |word: &str| text.lines().any(|line| line.starts_with(word));
        assert!(
            text.lines()
                .any(|line| line.starts_with(&format!("game {} ", entry.name))),
            "{}",
            entry.name
        );
        assert_eq!(
            claims("P "),
            entry.p_positions != ClaimStatus::Unclaimed,
            "P-positions of {}",
            entry.name
        );
        assert_eq!(
            claims("nim-value "),
            entry.nim_values != ClaimStatus::Unclaimed,
            "nim-values of {}",
            entry.name
        );
    }

    #[test]
    fn the_list_agrees_with_the_texts() {
        for entry in GAMES {
            if let RulesSource::Text(text) = entry.rules {
                check(entry, text);
            }
        }
    }

    #[test]
    fn every_file_is_listed_once() {
        let files: BTreeSet<String> =
            fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"))
                .unwrap()
                .map(|file| file.unwrap().file_name().into_string().unwrap())
                .collect();
        let listed: Vec<String> = GAMES
            .iter()
            .filter(|entry| matches!(entry.rules, RulesSource::Text(_)))
            .map(|entry| format!("{}.game", entry.name))
            .collect();
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), files);
        assert_eq!(listed.len(), files.len());
    }
}
