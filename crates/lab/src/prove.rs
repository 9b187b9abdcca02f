//! Claims about all positions: proved, refuted with the smallest counterexample, or stopped.
//!
//! A game makes claims: its P-positions, its nim-values, its theorems. [`ClaimsRequest`] names them, [`ProveRequest`]
//! decides one, so that a front end can show each as soon as it is decided, and [`CertifyRequest`] writes down the proofs
//! that were found. All three ask one game that was opened once: it keeps the proofs. [`CompareRequest`] compares a claim with
//! brute force up to a bound instead.

use std::sync::Arc;

use lang::Notation;
use logic::watch::Watch;
use proof::{Certificate, Certifier, Claim, CompareError, Proof, Report};
use rules::spec::Spec;

use crate::LabError;
use crate::Request;
use crate::piles::piles_of;
use knowledge::{Game, WrittenRules};
use serde::Serialize;

/// What does a game claim?
#[derive(Clone)]
pub struct ClaimsRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// Only the claim of this name.
    pub only: Option<String>,
}

/// The answer to a [`ClaimsRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimsAnswer {
    /// The game with its parameters.
    pub game: String,
    /// Its claims: the P-positions, the nim-values, then the theorems.
    pub claims: Vec<NamedClaim>,
}

/// A claim of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedClaim {
    /// `P-positions`, `nim-values`, or the name of a theorem.
    pub name: String,
    /// Which one it is.
    pub claim: Claim,
}

impl Request for ClaimsRequest<'_> {
    type Answer = ClaimsAnswer;

    fn answer(&self, _watch: &dyn Watch) -> Result<ClaimsAnswer, LabError> {
        let game = self.game;
        let mut claims = claims(stated(game)?);
        if claims.is_empty() {
            return Err(LabError::input(format!(
                "the rules of {} claim nothing; write `P = {{ … }}`, `nim-value = …` or `theorem \"…\": …` into a \
                 .game file",
                game.name()
            )));
        }
        if let Some(name) = &self.only {
            let known: Vec<String> = claims.iter().map(|claim| claim.name.clone()).collect();
            claims.retain(|claim| claim.name == *name);
            if claims.is_empty() {
                return Err(unknown(game.name(), name, &known));
            }
        }
        Ok(ClaimsAnswer {
            game: game.name().to_owned(),
            claims,
        })
    }
}

/// What do the claims of a game say?
#[derive(Clone)]
pub struct StatementsRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// How the formulas are written.
    pub notation: Notation,
}

/// A claim with what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// Its name, as in [`NamedClaim`].
    pub name: String,
    /// Its formula.
    pub formula: String,
}

impl Request for StatementsRequest<'_> {
    type Answer = Vec<Statement>;

    fn answer(&self, _watch: &dyn Watch) -> Result<Vec<Statement>, LabError> {
        let WrittenRules::Text(tree) = self.game.written() else {
            return Ok(Vec::new());
        };
        let stated = lang::print::claims(tree, self.notation).into_iter();
        Ok(stated
            .map(|(name, formula)| Statement { name, formula })
            .collect())
    }
}

/// Is a claim of a game true, for all positions?
#[derive(Clone)]
pub struct ProveRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// Which of its claims.
    pub claim: Claim,
}

impl Request for ProveRequest<'_> {
    type Answer = Arc<Report>;

    fn answer(&self, watch: &dyn Watch) -> Result<Arc<Report>, LabError> {
        stated(self.game)?;
        let report = self.game.prove(self.claim, watch);
        report.ok_or_else(|| LabError::input(format!("{} makes no such claim", self.game.name())))
    }
}

/// What does a claim of a game say, with the rules, in the notation of certificates?
#[derive(Clone)]
pub struct CoreStatementRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// Which of its claims.
    pub claim: Claim,
}

impl Request for CoreStatementRequest<'_> {
    /// All that the claim depends on; nothing if that notation has no words for it, as for heaps that split.
    type Answer = Option<String>;

    fn answer(&self, _watch: &dyn Watch) -> Result<Option<String>, LabError> {
        let Ok(spec) = formulas(self.game) else {
            return Ok(None);
        };
        let is_made = proof::claims(spec).contains(&self.claim);
        Ok(is_made
            .then(|| proof::statement(spec, self.claim).ok())
            .flatten())
    }
}

/// Is a claim of a game true as far as brute force goes?
#[derive(Clone)]
pub struct CompareRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// Which of its claims.
    pub claim: Claim,
    /// The largest pile; for a sentence, what its variables are together at most.
    pub max: u32,
}

impl Request for CompareRequest<'_> {
    type Answer = Report;

    fn answer(&self, watch: &dyn Watch) -> Result<Report, LabError> {
        if self.game.splitting().is_some() && !matches!(self.claim, Claim::Theorem(_)) {
            return self.game.compare_heaps(self.claim, self.max, watch);
        }
        let compared = proof::compare(stated(self.game)?, self.claim, self.max, watch);
        compared.map_err(|reason| match reason {
            CompareError::Stopped(stopped) => LabError::Stopped(stopped),
            CompareError::Board(_) | CompareError::NoClaim => LabError::input(reason.to_string()),
            CompareError::Evaluation(_) => LabError::Beyond(reason.to_string()),
        })
    }
}

/// Write down proofs of some claims of a game, for the independent checker.
#[derive(Clone)]
pub struct CertifyRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// Which of its claims: those that are proved.
    pub claims: Vec<Claim>,
}

/// The answer to a [`CertifyRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifyAnswer {
    /// The certificate, if it shows at least one claim.
    pub certificate: Option<String>,
    /// The claims that it shows.
    pub certified: Vec<String>,
    /// The others, each with the reason.
    pub refused: Vec<(String, String)>,
}

impl Request for CertifyRequest<'_> {
    type Answer = CertifyAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<CertifyAnswer, LabError> {
        let spec = formulas(self.game)?;
        let mut certifier = Certifier::new(spec);
        let mut whole: Option<Certificate> = None;
        let mut answer = CertifyAnswer {
            certificate: None,
            certified: Vec::new(),
            refused: Vec::new(),
        };
        let reports = self.claims.iter();
        for report in reports.filter_map(|&claim| self.game.prove(claim, watch)) {
            let name = report.name.clone();
            let Some(proof) = &report.proof else {
                answer.refused.push((name, "it is not proved".to_owned()));
                continue;
            };
            let certifier = certifier.as_mut().map_err(|refusal| refusal.to_string());
            match certifier.and_then(|certifier| certified(certifier, proof, watch)) {
                Ok(mut alone) => {
                    match &mut whole {
                        None => whole = Some(alone),
                        Some(whole) => whole.claims.append(&mut alone.claims),
                    }
                    answer.certified.push(name);
                }
                Err(reason) => answer.refused.push((name, reason)),
            }
        }
        answer.certificate = whole.map(|whole| whole.to_text());
        Ok(answer)
    }
}

/// The certificate of a claim alone, which the checker has accepted; or the reason why not.
pub(crate) fn certified(
    certifier: &mut Certifier<'_>,
    proof: &Proof,
    watch: &dyn Watch,
) -> Result<Certificate, String> {
    let alone = certifier.alone(proof, watch);
    let alone = alone.map_err(|reason| reason.to_string())?;
    let accepted = proof::check(&alone, watch);
    accepted.map_err(|refusal| refusal.to_string())?;
    // What is written must be what is read.
    let read = Certificate::from_text(&alone.to_text(), watch);
    match read.map_err(|refusal| refusal.to_string())? == alone {
        true => Ok(alone),
        false => Err("its statement cannot be written".to_owned()),
    }
}

fn claims(spec: &Spec) -> Vec<NamedClaim> {
    let claims = proof::claims(spec).into_iter();
    claims
        .map(|claim| NamedClaim {
            name: claim.name(spec).to_owned(),
            claim,
        })
        .collect()
}

/// The formulas of a game whose piles stay: certificates are about them.
fn formulas(game: &Game) -> Result<&Spec, LabError> {
    piles_of(game, "a certificate is about games whose piles stay")?;
    stated(game)
}

/// What a game states, of single heaps where heaps split; a game without formulas states nothing.
fn stated(game: &Game) -> Result<&Spec, LabError> {
    game.heading().ok_or_else(|| {
        LabError::input(format!(
            "the rules of {} are written in Rust and not as formulas, so that nothing can be proved from them here; \
             `takeaway solve` compares with brute force up to a bound",
            game.name()
        ))
    })
}

/// There is no claim of this name.
fn unknown(game: &str, name: &str, known: &[String]) -> LabError {
    let advice = match lang::suggest::nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it claims: {}", known.join("; ")),
    };
    LabError::input(format!("{game} makes no claim `{name}`; {advice}"))
}
