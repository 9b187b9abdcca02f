//! Claims, certificates and discoveries, with all that can be written down of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use lab::{
    CertifyRequest, ClaimOutcome, ClaimsRequest, CompareRequest, DiscoverAnswer, DiscoverRequest,
    Game, InventAnswer, InventRequest, LabError, Notation, ProveRequest, Report, Request,
    Statement, StatementsRequest, Watch,
};
use serde::Serialize;

/// What became of a claim, with what it says.
#[derive(Serialize)]
pub(crate) struct DecidedClaim {
    game: String,
    #[serde(flatten)]
    report: Arc<Report>,
    /// Its formula, as in a file.
    statement: Option<String>,
    /// The same in LaTeX.
    latex: Option<String>,
    seconds: f64,
}

/// Decides the claims of a game, or one of them.
pub(crate) fn prove(
    game: &Game,
    theorem: Option<String>,
    max: Option<u32>,
    watch: &dyn Watch,
) -> Result<Vec<DecidedClaim>, LabError> {
    let claims = ClaimsRequest {
        game,
        only: theorem,
    }
    .answer(watch)?
    .claims;
    let stated = |notation| StatementsRequest { game, notation }.answer(watch);
    let (statements, latex) = (stated(Notation::File)?, stated(Notation::Latex)?);
    let of = |name: &str, all: &[Statement]| {
        let one = all.iter().find(|one| one.name == name);
        one.map(|one| one.formula.clone())
    };
    let decide = |claim| match max {
        None => ProveRequest { game, claim }.answer(watch),
        Some(max) => CompareRequest { game, claim, max }
            .answer(watch)
            .map(Arc::new),
    };
    let one = |claimed: lab::NamedClaim| {
        let start = Instant::now();
        Ok(DecidedClaim {
            game: game.name().to_owned(),
            report: decide(claimed.claim)?,
            statement: of(&claimed.name, &statements),
            latex: of(&claimed.name, &latex),
            seconds: start.elapsed().as_secs_f64(),
        })
    };
    claims.into_iter().map(one).collect()
}

/// Decides a sentence without a game.
pub(crate) fn prove_sentence(
    sentence: &str,
    max: Option<u32>,
    watch: &dyn Watch,
) -> Result<Vec<DecidedClaim>, LabError> {
    prove(&Game::of_sentence(sentence)?, None, max, watch)
}

/// A certificate, and what is not in it.
#[derive(Serialize)]
pub(crate) struct CertificateAnswer {
    text: Option<String>,
    certified: Vec<String>,
    refused: BTreeMap<String, String>,
}

/// Proves the claims, or one of them, and writes the proofs down.
pub(crate) fn certify(
    game: &Game,
    theorem: Option<String>,
    watch: &dyn Watch,
) -> Result<CertificateAnswer, LabError> {
    let claims = ClaimsRequest {
        game,
        only: theorem,
    }
    .answer(watch)?
    .claims;
    let (mut proved, mut refused) = (Vec::new(), BTreeMap::new());
    for claimed in claims {
        let claim = claimed.claim;
        let report = ProveRequest { game, claim }.answer(watch)?;
        match &report.outcome {
            ClaimOutcome::Proved => proved.push(claim),
            ClaimOutcome::Refuted(_) => {
                drop(refused.insert(claimed.name, "it is refuted".to_owned()))
            }
            open => {
                let why = open.undecided().unwrap_or_default();
                refused.insert(claimed.name, format!("it was not decided: {why}"));
            }
        }
    }
    let answer = CertifyRequest {
        game,
        claims: proved,
    }
    .answer(watch)?;
    refused.extend(answer.refused);
    Ok(CertificateAnswer {
        text: answer.certificate,
        certified: answer.certified,
        refused,
    })
}

/// A discovery, with its files.
#[derive(Serialize)]
pub(crate) struct Discovered {
    #[serde(flatten)]
    answer: DiscoverAnswer,
    /// The rules with the claim.
    rules: Option<String>,
    certificate: Option<String>,
    /// Why there is no certificate.
    uncertified: Option<String>,
    /// The automata that the rules and the claim name.
    automata: BTreeMap<String, String>,
    /// What ended the work.
    stopped: Option<String>,
    seconds: f64,
}

/// Looks for the P-positions.
pub(crate) fn discover(
    request: &DiscoverRequest<'_>,
    watch: &dyn Watch,
) -> Result<Discovered, LabError> {
    let start = Instant::now();
    let mut answer = request.answer(watch)?;
    let written = answer.written.take();
    let certificate = written.as_ref().map(|files| files.certificate.clone());
    let (certificate, uncertified) = either(certificate);
    let stopped = answer.stopped.as_ref().map(ToString::to_string);
    Ok(Discovered {
        answer,
        certificate,
        uncertified,
        stopped,
        automata: written
            .iter()
            .flat_map(|files| files.automata.clone())
            .collect(),
        rules: written.map(|files| files.game),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Rules that were found, with their files.
#[derive(Serialize)]
pub(crate) struct Invented {
    claim: String,
    rulesets: Vec<InventedRules>,
    without: Vec<lab::WithoutRules>,
    complete: bool,
    seconds: f64,
}

/// One of them.
#[derive(Serialize)]
struct InventedRules {
    method: String,
    rules: String,
    verdict: lab::InventedVerdict,
    evidence: String,
    automata: BTreeMap<String, String>,
    certificate: Option<String>,
    uncertified: Option<String>,
}

/// Looks for rules with given P-positions.
pub(crate) fn invent(request: &InventRequest, watch: &dyn Watch) -> Result<Invented, LabError> {
    let start = Instant::now();
    let InventAnswer {
        claim,
        rulesets,
        without,
        stopped,
    } = request.answer(watch)?;
    let one = |ruleset: lab::InventedRuleset| {
        let (certificate, uncertified) = either(
            ruleset
                .written
                .as_ref()
                .map(|files| files.certificate.clone()),
        );
        InventedRules {
            method: ruleset.method,
            rules: ruleset.rules,
            verdict: ruleset.verdict,
            evidence: ruleset.evidence.to_string(),
            automata: ruleset
                .written
                .into_iter()
                .flat_map(|files| files.automata)
                .collect(),
            certificate,
            uncertified,
        }
    };
    Ok(Invented {
        claim,
        rulesets: rulesets.into_iter().map(one).collect(),
        without,
        complete: stopped.is_none(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// What there is, and why there is nothing.
fn either(found: Option<Result<String, String>>) -> (Option<String>, Option<String>) {
    match found {
        Some(Ok(found)) => (Some(found), None),
        Some(Err(why)) => (None, Some(why)),
        None => (None, None),
    }
}
