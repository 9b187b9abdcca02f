//! What the game answers: who wins and how it was found, what a position is worth, which moves were visited.

use rules::evidence::Evidence;
use rules::explanation::Explanation;
use rules::nim_value::NimValue;
use rules::outcome::Outcome;
use rules::ruleset::Move;
use strategies::strategy::StrategyName;

use crate::source::Extent;
use crate::trust::Refuted;

/// How an outcome is to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By whoever knows best.
    #[default]
    Best,
    /// By the theorem of this name.
    Strategy(StrategyName),
    /// By what the rules claim of their P-positions.
    Claim,
    /// By brute force from the rules alone.
    Search,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 9] = [
        Self::Best,
        Self::Strategy(StrategyName::Recursive),
        Self::Strategy(StrategyName::Window),
        Self::Strategy(StrategyName::Array),
        Self::Strategy(StrategyName::Algebraic),
        Self::Strategy(StrategyName::Arithmetic),
        Self::Strategy(StrategyName::Automaton),
        Self::Claim,
        Self::Search,
    ];

    /// The method of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Its name, as the command line takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Strategy(name) => name.as_str(),
            Self::Claim => "claim",
            Self::Search => "search",
        }
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

rules::written_as_text!(Method);

/// Who wins, how, and how we know.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// A winning move that the rules have accepted. There is none from a P-position, and none at the end of a misère game,
    /// which the next player wins without moving.
    pub winning_move: Option<Move>,
    /// The reason.
    pub why: Explanation,
    /// How we know.
    pub evidence: Evidence,
    /// How it was found.
    pub method: Method,
}

/// A verdict, with the claims of the game that were found to be false on the way.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who wins.
    pub verdict: Verdict,
    /// The claims that were not used, because they are false.
    pub refuted: Vec<Refuted>,
}

/// A nim-value and how we know it.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The nim-value.
    pub value: NimValue,
    /// How we know.
    pub evidence: Evidence,
    /// The claims that were not used, because they are false.
    pub refuted: Vec<Refuted>,
}

/// How the moves that were visited are known.
#[derive(Clone, Debug)]
pub struct VisitedMoves {
    /// How we know.
    pub evidence: Evidence,
    /// Were all of them visited?
    pub extent: Extent,
    /// The claims that were not used, because they are false.
    pub refuted: Vec<Refuted>,
}
