//! What the papers print, as data: the files of `papers/`.
//!
//! A file lists every table, example, lemma, theorem, remark and conjecture of one paper in its order, each with the place
//! where it stands, how it is checked here, and the verdict that was found. What cannot be checked says why.

use games::citation::{self, Work};
use serde::Deserialize;

use super::PaperVerdict;

/// The file of a paper.
pub(crate) struct File {
    /// The name of the paper, as the command line takes it.
    pub(crate) name: &'static str,
    /// What the paper is.
    pub(crate) work: &'static Work,
    /// The text of the file.
    pub(crate) text: &'static str,
}

macro_rules! file {
    ($name:literal, $work:ident) => {
        File {
            name: $name,
            work: &citation::$work,
            text: include_str!(concat!("../../../../papers/", $name, ".toml")),
        }
    };
}

/// The papers, in the order of the documentation.
pub(crate) const FILES: &[File] = &[
    file!("rat", RAT_AND_MOUSE),
    file!("raleigh", RALEIGH),
    file!("frankenstein", FRANKENSTEIN),
    file!("large-rats", LARGE_RATS),
    file!("beta", BEATTY_GAMES),
];

/// What the file of a paper says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paper {
    /// What a reader of the verdicts should know first.
    #[serde(default)]
    pub(crate) about: String,
    /// `let`s, in the rules language, for the sentences of the claims.
    #[serde(default)]
    pub(crate) definitions: String,
    #[serde(rename = "claim")]
    pub(crate) claims: Vec<PrintedClaim>,
}

/// Something that a paper prints.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintedClaim {
    /// Where it stands, which is also its name.
    pub(crate) place: String,
    /// What is printed there, in a line or two.
    pub(crate) printed: String,
    /// The verdict that was found when the file was written.
    pub(crate) verdict: PaperVerdict,
    /// How it is checked; all of it must hold.
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) check: Vec<Check>,
    /// A printed table, compared entry by entry.
    pub(crate) table: Option<Table>,
    /// Why it cannot be checked.
    pub(crate) cannot: Option<String>,
    /// What must stand there instead.
    pub(crate) correct: Option<Correct>,
    /// What part of it the checks cover, if not all.
    pub(crate) only: Option<String>,
    /// What a reader should know besides.
    pub(crate) note: Option<String>,
}

impl PrintedClaim {
    /// Its checks, and those of what must stand there instead.
    pub(crate) fn checks(&self) -> impl Iterator<Item = &Check> {
        let corrections = self.correct.iter().flat_map(|correct| &correct.check);
        self.check.iter().chain(corrections)
    }

    /// A fault of the text that was read which there is nothing to compute about.
    pub(crate) fn is_only_scanned(&self) -> bool {
        self.verdict == PaperVerdict::ScanningAccident
            && self.check.is_empty()
            && self.table.is_none()
    }
}

/// What must stand in place of a claim that fails.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Correct {
    /// In words.
    pub(crate) statement: String,
    /// How that is checked.
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) check: Vec<Check>,
}

/// How a claim is checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(untagged)]
pub(crate) enum Check {
    /// A sentence of the rules language, decided by the prover.
    Sentence(String),
    /// The P-positions that a game of the catalogue claims, decided by the prover.
    Game {
        /// The game with its parameters.
        prove: String,
    },
    /// The claims of rules that are written here: P-positions, nim-values, theorems.
    Rules {
        /// The text of a `.game` file.
        rules: String,
    },
    /// A statement about rat-matrices, for all d up to a bound.
    Matrix {
        /// Where it stands, with a word where several stand there.
        matrix: String,
        /// The largest d.
        d: u32,
    },
    /// The k-invariance number of a game on a board.
    Invariance {
        /// The game with its parameters.
        invariance: String,
        /// The number of classes.
        classes: usize,
        /// The largest pile.
        bound: u32,
    },
    /// A function of this crate.
    Function {
        /// Its name.
        function: String,
        /// How far it looks.
        #[serde(default)]
        bound: u32,
    },
}

/// A printed table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// The function that computes it.
    pub(crate) source: String,
    /// The heads of its columns.
    pub(crate) heads: String,
    /// Its rows as printed; a dot is an empty place.
    pub(crate) rows: String,
    /// What the entries were compared with, in words.
    pub(crate) how: String,
}

impl Table {
    /// The heads.
    pub(crate) fn heads(&self) -> Vec<&str> {
        self.heads.split_whitespace().collect()
    }

    /// The printed entries.
    pub(crate) fn entries(&self) -> Vec<Vec<&str>> {
        let lines = self.rows.lines().filter(|line| !line.trim().is_empty());
        lines
            .map(|line| line.split_whitespace().collect())
            .collect()
    }
}

/// The paper of this file.
pub(crate) fn read(text: &str) -> Result<Paper, toml::de::Error> {
    toml::from_str(text)
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Vec<Check>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        One(Check),
        Many(Vec<Check>),
    }
    Ok(match OneOrMany::deserialize(input)? {
        OneOrMany::One(check) => vec![check],
        OneOrMany::Many(checks) => checks,
    })
}
