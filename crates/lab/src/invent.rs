//! Rules for given P-positions.

use discovery::invent::{DerivedRuleset, Invention, RulesetEvidence, Target, TargetError};
use logic::watch::{Stopped, Watch};
use numeration::splitting::{self, SplittingVerdict};
use proof::Certifier;
use rules::evidence::{Evidence, Reference};
use rules::json::Complete;
use schemars::JsonSchema;
use serde::Serialize;

use crate::beatty::{beatty_formula, beatty_sequences};
use crate::piles::piles_of;
use crate::prove::certified;
use crate::{LabError, Request};
use knowledge::{Game, GameSource, RulesLocation, split_at_commas};

pub use discovery::invent::InventMethod;

/// Which rules have these P-positions?
#[derive(Clone, Debug)]
pub struct InventRequest {
    /// The P-positions.
    pub wanted: WantedPositions,
    /// How to look for rules; in every way, if nothing is said.
    pub methods: Vec<InventMethod>,
    /// Are files wanted, with certificates?
    pub files: bool,
}

/// P-positions, as typed.
#[derive(Clone, Debug)]
pub enum WantedPositions {
    /// Rows whose columns floor(n*A+G) split the positive integers, each as `A,G` or `A`.
    Splitting(Vec<String>),
    /// Rows with these columns, terms in n separated by commas.
    Columns(String),
    /// The claim of a game, whose moves are not looked at; its file may have none.
    Claim(Box<GameSource>),
}

/// The answer to an [`InventRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct InventAnswer {
    /// The P-positions, as a line of a file.
    pub claim: String,
    /// The rules that were found.
    pub rulesets: Vec<InventedRuleset>,
    /// The ways that led to none.
    pub without: Vec<WithoutRules>,
    /// What ended the work before every way was tried.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
}

/// Rules that were found.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct InventedRuleset {
    /// How they were found: `differences`, `short`, `invariant` or `star`.
    pub method: String,
    /// The whole file.
    pub rules: String,
    /// Do they have these P-positions?
    pub verdict: InventedVerdict,
    /// How we know.
    pub evidence: Evidence,
    /// The files of automata that the rules name.
    pub automata: Vec<String>,
    /// What can be written down.
    #[serde(skip)]
    pub written: Option<InventedFiles>,
}

/// Do rules have the wanted P-positions?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum InventedVerdict {
    /// That is proved for all positions.
    Proved,
    /// That follows from a theorem whose conditions are proved.
    Theorem,
    /// On a board.
    HoldsUpTo,
}

/// A way that led to no rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WithoutRules {
    /// Which way.
    pub method: String,
    /// Why.
    pub why: String,
}

/// What can be written down of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InventedFiles {
    /// The name of the file without its ending.
    pub name: String,
    /// The automata: their files, and what these hold.
    pub automata: Vec<(String, String)>,
    /// The certificate, or why there is none.
    pub certificate: Result<String, String>,
}

impl Request for InventRequest {
    type Answer = InventAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<InventAnswer, LabError> {
        let target = self.wanted.target()?;
        let methods = match self.methods.as_slice() {
            [] => &InventMethod::ALL,
            some => some,
        };
        let Invention {
            rulesets,
            without,
            stopped,
        } = discovery::invent::invent(&target, methods, watch)?;
        let rulesets = rulesets.iter();
        let rulesets = rulesets.map(|ruleset| self.told(&target, ruleset, watch));
        Ok(InventAnswer {
            claim: target.claim(),
            rulesets: rulesets.collect(),
            without: { without.into_iter() }
                .map(|(method, why)| WithoutRules {
                    method: method.to_string(),
                    why,
                })
                .collect(),
            stopped,
        })
    }
}

impl InventRequest {
    fn told(
        &self,
        target: &Target,
        ruleset: &DerivedRuleset,
        watch: &dyn Watch,
    ) -> InventedRuleset {
        let (verdict, evidence) = standing(&ruleset.standing);
        let named = |file: &str| ruleset.text.contains(&format!("\"{file}\""));
        let automata = ruleset.beside.files().filter(|(file, _)| named(file));
        let automata: Vec<(String, String)> = automata
            .map(|(file, text)| (file.to_owned(), text.to_owned()))
            .collect();
        InventedRuleset {
            method: ruleset.method.to_string(),
            rules: ruleset.text.clone(),
            verdict,
            evidence,
            automata: automata.iter().map(|(file, _)| file.clone()).collect(),
            written: self.files.then(|| InventedFiles {
                name: format!("{}-{}", target.name(), ruleset.method),
                automata,
                certificate: certificate(ruleset, watch),
            }),
        }
    }
}

fn standing(standing: &RulesetEvidence) -> (InventedVerdict, Evidence) {
    match standing {
        RulesetEvidence::Proved(report) => {
            let nodes = report.largest_automaton;
            let how =
                format!("for all positions, decided just now by automata with up to {nodes} nodes");
            (InventedVerdict::Proved, Evidence::Proved(how))
        }
        RulesetEvidence::Theorem(theorem) => {
            let reference = Reference::Told((*theorem).to_owned());
            (InventedVerdict::Theorem, Evidence::Theorem(reference))
        }
        RulesetEvidence::UpTo(bound, why) => {
            let region = format!("every pile at most {bound}; it is not proved: {why}");
            (InventedVerdict::HoldsUpTo, Evidence::Exhaustive(region))
        }
    }
}

/// The certificate, which the checker has accepted.
fn certificate(ruleset: &DerivedRuleset, watch: &dyn Watch) -> Result<String, String> {
    let RulesetEvidence::Proved(report) = &ruleset.standing else {
        return Err("it is not proved by automata".to_owned());
    };
    let mut certifier = Certifier::new(&ruleset.game).map_err(|refusal| refusal.to_string())?;
    let proof = report.proof.as_ref();
    let proof = proof.ok_or_else(|| "it is not proved".to_owned())?;
    Ok(certified(&mut certifier, proof, watch)?.to_text())
}

/// So many numbers are looked at before the theory says whether sequences split.
const FIRST_LIMIT: u64 = 10_000;

impl WantedPositions {
    fn target(&self) -> Result<Target, LabError> {
        let target = match self {
            Self::Splitting(sequences) => Target::of_columns(&splitting(sequences)?),
            Self::Columns(text) => {
                let columns = split_at_commas(text).into_iter();
                let columns: Vec<String> = columns.map(str::to_owned).collect();
                Target::of_columns(&columns)
            }
            Self::Claim(source) => return claim(source),
        };
        target.map_err(refused)
    }
}

/// The columns of sequences that split the positive integers.
fn splitting(sequences: &[String]) -> Result<Vec<String>, LabError> {
    let sequences = beatty_sequences(sequences)?;
    let verdict = splitting::decide(&sequences, FIRST_LIMIT);
    let why = match verdict.map_err(|error| LabError::input(error.to_string()))? {
        SplittingVerdict::Splits(_) => return Ok(sequences.iter().map(beatty_formula).collect()),
        SplittingVerdict::Fails(fault) => {
            format!("these sequences do not split the positive integers: {fault}")
        }
        SplittingVerdict::FailsLater(why) => {
            format!("these sequences do not split the positive integers: {why}")
        }
        SplittingVerdict::NoFaultUpTo(bound) => format!(
            "nobody knows whether these sequences split the positive integers; there is no fault up to {bound}"
        ),
    };
    Err(LabError::input(format!(
        "{why}; rows with other columns are asked for by --columns"
    )))
}

/// The claim of a game or of a file, which may have no moves.
fn claim(source: &GameSource) -> Result<Target, LabError> {
    let (RulesLocation::File(path), Some(text)) = (&source.reference.place, &source.text) else {
        let game = Game::open(source)?;
        piles_of(
            &game,
            "rules are invented for P-positions that are vectors of piles that stay",
        )?;
        let opened = game.opened().ok_or_else(|| {
            LabError::input(format!(
                "the rules of {} are written in Rust, and its P-positions are no vectors of piles",
                game.name()
            ))
        })?;
        return Target::of_tree(&opened.tree, &opened.beside).map_err(refused);
    };
    let tree = lang::parse(text)?;
    let is_move = |item: &lang::ast::Item| matches!(item.kind, lang::ast::ItemKind::Move(_));
    let text = match tree.items.iter().any(is_move) {
        true => text.clone(),
        false => format!("{text}\nmove none: false\n"),
    };
    let arguments = source.reference.arguments.clone();
    let opened = lang::open_beside(&text, path, &source.beside, |_| arguments)?;
    Target::of_tree(&opened.tree, &opened.beside).map_err(refused)
}

fn refused(error: TargetError) -> LabError {
    match error {
        TargetError::Unreadable(faults) => faults.into(),
        other => LabError::input(other.to_string()),
    }
}
