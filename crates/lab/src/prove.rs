//! Claims about all positions: proved, refuted with the smallest counterexample, or stopped.
//!
//! A game makes claims: its P-positions, its nim-values, its theorems. [`ClaimsRequest`] names them, and [`ProveRequest`]
//! decides one, so that a front end can show each as soon as it is decided.

use games::spec::Spec;
use logic::watch::Watch;
use proof::{Certificate, Claim, Refusal};

use crate::LabError;
use crate::Request;
use knowledge::{Game, GameSource};

/// What does a game claim?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimsRequest {
    /// The game.
    pub game: GameSource,
    /// Only the claim of this name.
    pub only: Option<String>,
}

/// The answer to a [`ClaimsRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimsAnswer {
    /// The game with its parameters.
    pub game: String,
    /// Its claims: the P-positions, the nim-values, then the theorems.
    pub claims: Vec<Claimed>,
}

/// A claim of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// `P-positions`, `nim-values`, or the name of a theorem.
    pub name: String,
    /// Its place among the claims of the game.
    pub place: usize,
}

impl Request for ClaimsRequest {
    type Answer = ClaimsAnswer;

    fn answer(&self, _watch: &dyn Watch) -> Result<ClaimsAnswer, LabError> {
        let game = Game::open(&self.game)?;
        let spec = formulas(&game)?;
        let mut claims: Vec<Claimed> = claims(spec);
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

/// Is a claim of a game true, for all positions?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProveRequest {
    /// The game.
    pub game: GameSource,
    /// The place of the claim among the claims of the game.
    pub claim: usize,
}

impl Request for ProveRequest {
    type Answer = proof::Report;

    fn answer(&self, watch: &dyn Watch) -> Result<proof::Report, LabError> {
        let game = Game::open(&self.game)?;
        let spec = formulas(&game)?;
        let claims = proof::claims(spec);
        let claim = claims.get(self.claim).ok_or_else(|| {
            LabError::input(format!("{} makes {} claims", game.name(), claims.len()))
        })?;
        Ok(proof::prove_claim(spec, *claim, watch))
    }
}

/// Write down proofs of some claims of a game, for the independent checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifyRequest {
    /// The game.
    pub game: GameSource,
    /// The places of the claims among the claims of the game.
    pub claims: Vec<usize>,
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

impl Request for CertifyRequest {
    type Answer = CertifyAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<CertifyAnswer, LabError> {
        let game = Game::open(&self.game)?;
        let spec = formulas(&game)?;
        let mut certificate = Certificate::new(spec);
        let mut answer = CertifyAnswer {
            certificate: None,
            certified: Vec::new(),
            refused: Vec::new(),
        };
        let all = proof::claims(spec);
        for claim in self.claims.iter().filter_map(|&place| all.get(place)) {
            let name = claim.name(spec).to_owned();
            let before = certificate.as_ref().map_err(Refusal::to_string);
            match before.and_then(|before| certified(before, spec, *claim, watch)) {
                Ok(longer) => {
                    certificate = Ok(longer);
                    answer.certified.push(name);
                }
                Err(reason) => answer.refused.push((name, reason)),
            }
        }
        if !answer.certified.is_empty() {
            answer.certificate = certificate.ok().map(|certificate| certificate.to_text());
        }
        Ok(answer)
    }
}

/// The certificate with one more claim, which the checker has accepted; or the reason why not.
fn certified(
    certificate: &Certificate,
    spec: &Spec,
    claim: Claim,
    watch: &dyn Watch,
) -> Result<Certificate, String> {
    // Names of variables go on after those of the claims before.
    let mut alone = certificate.clone();
    let made = alone.certify(spec, claim, watch);
    made.map_err(|reason| reason.to_string())?;
    alone.claims.drain(..certificate.claims.len());
    let accepted = proof::check(&alone, watch);
    accepted.map_err(|refusal| refusal.to_string())?;
    let mut longer = certificate.clone();
    longer.claims.append(&mut alone.claims);
    // What is written must be what is read.
    let read = Certificate::from_text(&longer.to_text(), watch);
    match read.map_err(|refusal| refusal.to_string())? == longer {
        true => Ok(longer),
        false => Err("its statement cannot be written".to_owned()),
    }
}

fn claims(spec: &Spec) -> Vec<Claimed> {
    let claims = proof::claims(spec).into_iter().enumerate();
    claims
        .map(|(place, claim)| Claimed {
            name: claim.name(spec).to_owned(),
            place,
        })
        .collect()
}

/// The formulas of a game; a game without them cannot be proved.
fn formulas(game: &Game) -> Result<&Spec, LabError> {
    game.spec().ok_or_else(|| {
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
