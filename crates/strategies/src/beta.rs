//! β-nim, β-Wynim and β^T-Wynim, for any irrational β > 2.
//!
//! [`BEATTY_GAMES`], Theorem 1: the P-positions of all three are the rows
//! `(⌊nα⌋, ⌊nβ⌋)`, in both orders. For β^T-Wynim that is not so for every β: [`beta_triangles`](super::beta_triangles)
//! says for which.
//!
//! ```
//! use strategies::beta::Beta;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//! use numeration::real::Real;
//!
//! let decision = Beta::wynim(Real::pi())?.decide(&[7, 8].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [0, 0].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use std::fmt::Display;

use logic::Watch;
use numeration::real::Real;

use super::beatty::BeattyRows;
use super::beta_triangles::{Validity, validity};
use super::pair::PilePair;
use super::rows::Rows;
use crate::catalog::{KnownClaim, Reach};
use crate::strategy::{Decision, PositionTable, Strategy, StrategyError, StrategyName};
use rules::citation::{BEATTY_GAMES, Citation};
use rules::evidence::{Evidence, Reference};
use rules::explanation::{Explanation, SentenceValue};
use rules::outcome::Outcome;
use rules::position::Position;

/// A strategy for one of the three games.
#[derive(Clone, Debug)]
pub struct Beta {
    rows: BeattyRows,
    game: BetaGame,
    /// What becomes of the claim about β^T-Wynim; that about the others is true.
    validity: Validity,
}

/// The three games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetaGame {
    /// β-nim.
    Nim,
    /// β-Wynim.
    Wynim,
    /// β^T-Wynim.
    Triangles,
}

const CITATION: Citation = BEATTY_GAMES.at("Theorem 1");

impl BetaGame {
    /// The game of this name in the catalogue.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "beta-nim" => Some(Self::Nim),
            "beta-wynim" => Some(Self::Wynim),
            "beta-t-wynim" => Some(Self::Triangles),
            _ => None,
        }
    }

    /// What is known of the claim that the rows are its P-positions. Nobody is asked whether β is
    /// greater than 2.
    pub fn known(self, beta: &Real) -> KnownClaim {
        match Beta::new(self, beta.clone()) {
            Ok(strategy) => strategy.known(),
            // Some floor cannot be told from an integer, as where β is rational and does not look
            // it.
            Err(_) => match self {
                Self::Nim | Self::Wynim => KnownClaim {
                    evidence: if_irrational(&CITATION, beta),
                    reach: Reach::Everywhere,
                },
                Self::Triangles => KnownClaim {
                    evidence: if_irrational(
                        &format!("{CITATION}, true for some β only (docs/beta-triangles.md)"),
                        beta,
                    ),
                    reach: Reach::Nowhere,
                },
            },
        }
    }
}

/// The theorem, where nobody knows whether its premise holds.
fn if_irrational(theorem: &dyn Display, beta: &Real) -> Evidence {
    Evidence::Conjecture(format!("{theorem}, if {beta} is irrational"))
}

impl Beta {
    /// The strategy for a game with this β. Where the theorem on β^T-Wynim is false, it answers
    /// only positions that cannot reach its first counterexample.
    pub fn new(game: BetaGame, beta: Real) -> Result<Self, StrategyError> {
        let rows = BeattyRows::new(beta)?;
        let validity = match game {
            BetaGame::Nim | BetaGame::Wynim => Validity::True,
            BetaGame::Triangles => validity(&rows)?,
        };
        Ok(Self {
            rows,
            game,
            validity,
        })
    }

    /// β-nim.
    pub fn nim(beta: Real) -> Result<Self, StrategyError> {
        Self::new(BetaGame::Nim, beta)
    }

    /// β-Wynim.
    pub fn wynim(beta: Real) -> Result<Self, StrategyError> {
        Self::new(BetaGame::Wynim, beta)
    }

    /// β^T-Wynim.
    pub fn triangle_wynim(beta: Real) -> Result<Self, StrategyError> {
        Self::new(BetaGame::Triangles, beta)
    }

    /// What is known of the claim that the rows are the P-positions.
    fn known(&self) -> KnownClaim {
        let (told, reach) = match &self.validity {
            Validity::True if self.game != BetaGame::Triangles => {
                (Reference::Cited(CITATION), Reach::Everywhere)
            }
            Validity::True => (
                Reference::Told(format!(
                    "{CITATION}, which is true for this β (docs/beta-triangles.md)"
                )),
                Reach::Everywhere,
            ),
            Validity::False { from, to } => (
                Reference::Told(format!(
                    "{CITATION}, for positions that do not reach {}; it is false there, since the rules allow the move to {} (docs/beta-triangles.md)",
                    from.position(),
                    to.position()
                )),
                Reach::Before {
                    from: from.position(),
                    to: Some(to.position()),
                },
            ),
            Validity::Open { through } => (
                Reference::Told(format!(
                    "{CITATION}, for positions that do not reach {}; the rows are checked up to there (docs/beta-triangles.md)",
                    through.position()
                )),
                Reach::Before {
                    from: through.position(),
                    to: None,
                },
            ),
        };
        let evidence = match self.rows.is_certain() {
            true => Evidence::Theorem(told),
            false => if_irrational(&told, self.rows.beta()),
        };
        KnownClaim { evidence, reach }
    }

    /// Is the theorem known for everything that can be reached from here?
    fn require_covered(&self, pair: &PilePair<'_>) -> Result<(), StrategyError> {
        let (row, reason) = match &self.validity {
            Validity::False { from, .. } => (from, "is false"),
            Validity::Open { through } => (through, "is not known"),
            Validity::True => return Ok(()),
        };
        if *pair.low < row.entries[0] || *pair.high < row.entries[1] {
            return Ok(());
        }
        Err(StrategyError::NotApplicable(format!(
            "the theorem on β^T-Wynim {reason} for β = {} from {} on",
            self.rows.beta(),
            row.position()
        )))
    }
}

impl Strategy for Beta {
    fn name(&self) -> StrategyName {
        StrategyName::Algebraic
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(&self.rows)
    }

    fn evidence(&self) -> Evidence {
        self.known().evidence
    }

    fn outcome(&self, position: &Position, _: &dyn Watch) -> Result<Outcome, StrategyError> {
        let pair = PilePair::new(position)?;
        self.require_covered(&pair)?;
        Ok(if self.rows.is_row(pair.low, pair.high)? {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let pair = PilePair::new(position)?;
        self.require_covered(&pair)?;
        let mut why = Explanation::default();
        if let Some(decision) = pair.decide_by_nim_move(&self.rows, &mut why, watch)? {
            return Ok(decision);
        }
        let other = self.rows.locate(pair.high, watch)?;
        let (column, other) = other.told(&mut why);
        if column == 1 {
            return self.lower_to_partner(&pair, &other.entries[0], why, position);
        }
        let row = match self.game {
            BetaGame::Nim => self.rows.row(&self.rows.count(pair.high)?, watch)?,
            _ => self
                .rows
                .last_within(0, 1, &(pair.high - pair.low), watch)?,
        };
        let i = SentenceValue::Number(row.index.clone());
        let target = pair.to(&row.entries[0], &row.entries[1]);
        why.point_at(&row.index);
        let to = SentenceValue::from(&target);
        match self.game {
            BetaGame::Nim => why.say(
                "no pile is in B, and B_{} is the last of B below the larger pile, so move to {}",
                [i, to],
            ),
            _ => why.say(
                "no pile is in B, and the difference exceeds B_{} - A_{} by less than ⌊β⌋, so move to {}",
                [i.clone(), i, to],
            ),
        }
        Ok(Decision::n(target, "both in A", why))
    }
}

impl Beta {
    /// The larger pile is some `B_m`, and the smaller one `A_n` with `high < B_n`, so that `m < n` and the smaller
    /// pile can be lowered to `A_m`.
    fn lower_to_partner(
        &self,
        pair: &PilePair<'_>,
        partner: &numeration::natural::Natural,
        mut why: Explanation,
        position: &Position,
    ) -> Result<Decision, StrategyError> {
        if partner >= pair.low {
            return Err(StrategyError::NoWinningMove(position.clone()));
        }
        why.say("the smaller pile can be lowered to {}", [partner.into()]);
        Ok(Decision::n(pair.to(partner, pair.high), "high = B_m", why))
    }
}
