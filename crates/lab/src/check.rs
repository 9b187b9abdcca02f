//! Certificates, re-checked by code that shares nothing with the search for proofs.

use logic::watch::Watch;
use proof::check::Refusal;
use proof::{Certificate, check};

use crate::Request;
use crate::error::LabError;

/// Does a certificate show what it claims?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRequest {
    /// The text of the certificate.
    pub certificate: String,
}

/// The answer to a [`CheckRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckAnswer {
    /// It does: every claim is true for all positions.
    Accepted {
        /// The game with its parameters.
        game: String,
        /// The rules, as they stand in the certificate: what was checked is a claim about these.
        rules: String,
        /// The claims that it shows.
        claims: Vec<String>,
        /// How many states the checker visited.
        states: usize,
    },
    /// It does not, or the checker does not understand it.
    Refused {
        /// Why not.
        why: String,
    },
}

impl Request for CheckRequest {
    type Answer = CheckAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<CheckAnswer, LabError> {
        match self.check(watch) {
            Err(Refusal::Stopped(stopped)) => Err(stopped.into()),
            Err(Refusal::TooLarge) => Err(LabError::Beyond(Refusal::TooLarge.to_string())),
            Err(refusal) => Ok(CheckAnswer::Refused {
                why: refusal.to_string(),
            }),
            Ok(answer) => Ok(answer),
        }
    }
}

impl CheckRequest {
    fn check(&self, watch: &dyn Watch) -> Result<CheckAnswer, Refusal> {
        let certificate = Certificate::from_text(&self.certificate)?;
        let spec = lang::load(&certificate.game, "certificate", &certificate.arguments).map_err(
            |faults| Refusal::Damaged(format!("its game has faults\n{}", faults.render(false))),
        )?;
        let checked = check(&spec, &certificate, watch)?;
        Ok(CheckAnswer::Accepted {
            game: spec.name.clone(),
            claims: checked.claims.into_iter().map(|(_, name)| name).collect(),
            states: checked.states,
            rules: certificate.game,
        })
    }
}
