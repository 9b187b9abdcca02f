//! Claims that the prover decides: sentences of the rules language, and the P-positions of games.

use knowledge::Game;
use knowledge::{GameReference, GameSource};
use lab::LabError;
use logic::watch::Watch;
use proof::prove::claims;
use proof::{Claim, ClaimOutcome, Prover};
use rules::spec::Spec;

use super::finding::Finding;

/// A sentence with the definitions it needs.
pub(crate) fn sentence(
    definitions: &str,
    sentence: &str,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let text = format!(
        "game claim\npiles pile\nmove take: exactly 1 of pile changes\n{definitions}\ntheorem \"claim\":\n    {}\n",
        sentence.trim().replace('\n', "\n    ")
    );
    let spec = lang::load(&text, "claim.game", &[])?;
    let how = format!(
        "proved for all numbers by the prover: `{}`",
        one_line(sentence)
    );
    decided(&Prover::default(), &spec, Claim::Theorem(0), how, watch)
}

/// The P-positions that a game of the catalogue claims.
pub(crate) fn game(name: &str, watch: &dyn Watch) -> Result<Finding, LabError> {
    let game = load(name)?;
    let spec = formulas(&game)?;
    let how = format!("proved for all positions by the prover: the P-positions of `{name}`");
    decided(game.prover(), spec, Claim::PPositions, how, watch)
}

/// Everything that rules claim.
pub(crate) fn rules(text: &str, watch: &dyn Watch) -> Result<Finding, LabError> {
    let spec = lang::load(text, "claim.game", &[])?;
    let what = spec.title.clone();
    let (prover, mut all) = (Prover::default(), None);
    for claim in claims(&spec) {
        let (name, how) = match claim {
            Claim::PPositions | Claim::MiserePPositions => {
                ("P-positions", "proved for all positions by the prover")
            }
            Claim::NimValues => ("nim-values", "proved for all positions by the prover"),
            Claim::Theorem(_) => ("theorems", "proved for all numbers by the prover"),
        };
        let finding = decided(
            &prover,
            &spec,
            claim,
            format!("{how}: the {name} of \"{what}\""),
            watch,
        )?;
        if finding.counterexample.is_some() {
            return Ok(finding);
        }
        all = Some(finding);
    }
    all.ok_or_else(|| LabError::input(format!("{what} claims nothing")))
}

/// A game of the catalogue.
pub(crate) fn load(name: &str) -> Result<Game, LabError> {
    Game::open(&source(name)?)
}

/// How it is loaded.
fn source(name: &str) -> Result<GameSource, LabError> {
    let reference: GameReference = name.parse()?;
    reference.source(|path| {
        Err(LabError::input(format!(
            "the claim names the file `{path}`, not a game"
        )))
    })
}

/// The formulas of a game.
pub(crate) fn formulas(game: &Game) -> Result<&Spec, LabError> {
    game.spec()
        .ok_or_else(|| LabError::Beyond(format!("{} is not written as formulas", game.name())))
}

fn decided(
    prover: &Prover,
    spec: &Spec,
    claim: Claim,
    how: String,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    match prover.prove_claim(spec, claim, watch).outcome {
        ClaimOutcome::Proved => Ok(Finding::proved(how)),
        ClaimOutcome::Refuted(counterexample) => {
            let how = how.replacen("proved", "refuted", 1);
            let text = counterexample.to_string();
            let values = text.strip_prefix("it is false for ").unwrap_or(&text);
            Ok(Finding::proved(how).unless(Some(values)))
        }
        ClaimOutcome::Stopped(stopped) => Err(LabError::Stopped(stopped)),
        ClaimOutcome::Undecided(reason) => Err(LabError::Beyond(reason.to_string())),
        open @ (ClaimOutcome::Open { .. }
        | ClaimOutcome::HoldsUpTo(_)
        | ClaimOutcome::NoPeriod(_)) => Err(LabError::Beyond(open.undecided().unwrap_or_default())),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
