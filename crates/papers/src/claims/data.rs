//! What the papers print, as data: the files of `papers/`.
//!
//! A file lists every table, example, lemma, theorem, remark, conjecture and question of one paper in its order, each with the
//! place where it stands, how it is checked here, and the verdict that was found. What cannot be checked says why. Everything
//! that is said of a paper is written from here: `papers` in all its formats, docs/papers.md and docs/errata.md.

use rules::citation::{self, Work};
use serde::Deserialize;

use super::PaperVerdict;
use super::examples::Examples;
use super::tried::Tried;

/// The file of a paper.
pub(crate) struct PaperFile {
    /// The name of the paper, as the command line takes it.
    pub(crate) name: &'static str,
    /// What the paper is.
    pub(crate) work: &'static Work,
    /// The text of the file.
    pub(crate) text: &'static str,
}

macro_rules! file {
    ($name:literal, $work:ident) => {
        PaperFile {
            name: $name,
            work: &citation::$work,
            text: include_str!(concat!("../../../../papers/", $name, ".toml")),
        }
    };
}

/// The papers, in the order of the documentation.
pub(crate) const FILES: &[PaperFile] = &[
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
    /// Which text of it was read.
    #[serde(default)]
    pub(crate) text: String,
    /// What a reader of the verdicts should know first.
    #[serde(default)]
    pub(crate) about: String,
    /// `let`s, in the rules language, for the sentences of the claims.
    #[serde(default)]
    pub(crate) definitions: String,
    /// `let`s for the statements that are tried.
    #[serde(default)]
    pub(crate) trials: String,
    #[serde(rename = "claim")]
    pub(crate) claims: Vec<PrintedClaim>,
}

/// Something that a paper prints.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintedClaim {
    /// Where it stands, the section first; this is also its name.
    pub(crate) place: String,
    /// What is printed there, in a line or two.
    pub(crate) printed: String,
    /// The verdict that was found when the file was written.
    pub(crate) verdict: PaperVerdict,
    /// How it is checked; all of it must hold.
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) check: Vec<ClaimCheck>,
    /// What was computed up to a bound beside checks that prove it: a second way, which must hold too.
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) beside: Vec<ClaimCheck>,
    /// A printed table, compared entry by entry.
    pub(crate) table: Option<PrintedTable>,
    /// Why it cannot be checked.
    pub(crate) cannot: Option<String>,
    /// What must stand there instead.
    pub(crate) correct: Option<Correction>,
    /// What is known of a question.
    pub(crate) answer: Option<String>,
    /// Where an answer is proved for all numbers, if not by the checks.
    pub(crate) proof: Option<String>,
    /// Commands that show it too, besides `takeaway papers NAME PLACE`.
    #[serde(default)]
    pub(crate) run: Vec<VerdictCommand>,
    /// What part of it the checks cover, if not all.
    pub(crate) only: Option<String>,
    /// What a reader should know besides.
    pub(crate) note: Option<String>,
}

impl PrintedClaim {
    /// Its checks, and those of what must stand there instead.
    pub(crate) fn checks(&self) -> impl Iterator<Item = &ClaimCheck> {
        let corrections = self.correct.iter().flat_map(|correct| &correct.check);
        self.check.iter().chain(&self.beside).chain(corrections)
    }

    /// What was only misread: there is nothing to compute about the words that are in the text.
    pub(crate) fn is_only_scanned(&self) -> bool {
        self.verdict == PaperVerdict::ScanningAccident
            && self.check.is_empty()
            && self.table.is_none()
    }
}

/// What must stand in place of a claim that fails.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Correction {
    /// In words.
    pub(crate) statement: String,
    /// How that is checked.
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) check: Vec<ClaimCheck>,
    /// What is changed in the text, sign by sign.
    pub(crate) change: Option<TextChange>,
}

/// The signs that stand in the text, and those that must. By [`super::slip`] they tell the slip of an author from an accident
/// of the extraction.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextChange {
    /// The signs in the text.
    pub(crate) from: String,
    /// Those that must stand there.
    pub(crate) to: String,
    /// In how many places.
    #[serde(default = "once")]
    pub(crate) places: u32,
    /// Is the text damaged there: by what the extraction does all through it, such as max for mex, or by rows that it repeats
    /// or cuts off?
    #[serde(default)]
    pub(crate) damaged: bool,
}

fn once() -> u32 {
    1
}

/// A command that shows a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerdictCommand {
    /// What is typed after `takeaway`.
    pub(crate) command: String,
    /// What stands in its output.
    pub(crate) shows: String,
}

/// How a claim is checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(untagged)]
pub(crate) enum ClaimCheck {
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
    /// Examples of positions and moves.
    Examples(Examples),
    /// A statement that is tried number by number.
    Tried(Tried),
    /// A function of this crate that looks for a counterexample.
    Computed {
        /// Its name.
        computed: String,
        /// How far it looks.
        #[serde(default)]
        bound: u32,
        /// How far that is, in words, if it does not look at everything.
        up_to: Option<String>,
        /// What it does, as a clause.
        how: String,
    },
    /// A function of this crate that says itself what it did.
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
pub(crate) struct PrintedTable {
    /// The function that computes it.
    pub(crate) source: String,
    /// The heads of its columns.
    pub(crate) heads: String,
    /// Its rows as printed; a dot is an empty place.
    pub(crate) rows: String,
    /// What the entries were compared with, in words.
    pub(crate) how: String,
}

impl PrintedTable {
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

fn one_or_many<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Vec<ClaimCheck>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        One(ClaimCheck),
        Many(Vec<ClaimCheck>),
    }
    Ok(match OneOrMany::deserialize(input)? {
        OneOrMany::One(check) => vec![check],
        OneOrMany::Many(checks) => checks,
    })
}
