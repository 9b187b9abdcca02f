//! What came of one member: a line of JSON, the same on every machine.

use serde::{Deserialize, Serialize};

use super::text;

/// What came of one member. It holds no times: whoever works it out again gets the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberRecord {
    /// Its number.
    #[serde(with = "text")]
    pub member: u64,
    /// It as a user types it.
    pub game: String,
    /// What came of it.
    pub verdict: MemberVerdict,
    /// How that is known.
    pub evidence: Option<String>,
    /// Why there is no more to say: what the rules refuse, what was tried, how two sets differ.
    pub why: Option<String>,
    /// The smallest position in which its P-positions differ from those of the target.
    pub difference: Option<Vec<String>>,
    /// The piles: their names, and which are sorted.
    pub piles: Option<String>,
    /// The claim that is proved.
    pub claim: Option<String>,
    /// The system in which the automaton of the P-positions reads: that of the claim, or one made from its formula.
    pub system: Option<String>,
    /// How many states that automaton has.
    #[serde(with = "text::maybe")]
    pub states: Option<usize>,
    /// A digest of the automaton without the system in which it reads.
    pub shape: Option<String>,
    /// The file of the automaton that the claim names.
    pub automaton: Option<String>,
    /// The P-positions up to a bound, as brute force shows them.
    pub p_set: Option<Fingerprint>,
}

/// What came of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemberVerdict {
    /// Its P-positions are found and proved.
    Proved,
    /// Everything was tried.
    NothingFound,
    /// It is solved up to the bound.
    Solved,
    /// It has the P-positions of the target: that is proved.
    Same,
    /// It has the P-positions of the target up to the bound; beyond, that is open.
    Agrees,
    /// It has other P-positions than the target.
    Different,
    /// It is no game: the rules refuse the parameters, or cannot be solved.
    Refused,
    /// The time was up. A later run tries it again.
    Stopped,
}

/// P-positions up to a bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    /// The largest pile.
    #[serde(with = "text")]
    pub max: u32,
    /// How many there are.
    #[serde(with = "text")]
    pub count: usize,
    /// Their digest.
    pub digest: String,
}

impl MemberRecord {
    /// A record that says no more than this.
    pub fn new(member: u64, game: &str, verdict: MemberVerdict) -> Self {
        Self {
            member,
            game: game.to_owned(),
            verdict,
            evidence: None,
            why: None,
            difference: None,
            piles: None,
            claim: None,
            system: None,
            states: None,
            shape: None,
            automaton: None,
            p_set: None,
        }
    }

    /// The same with a reason.
    #[must_use]
    pub fn because(mut self, why: impl Into<String>) -> Self {
        self.why = Some(why.into());
        self
    }

    /// Is there a set of P-positions that is known for all positions?
    pub fn is_proved(&self) -> bool {
        self.verdict == MemberVerdict::Proved
    }
}

impl MemberVerdict {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 8] = [
        Self::Proved,
        Self::NothingFound,
        Self::Solved,
        Self::Same,
        Self::Agrees,
        Self::Different,
        Self::Refused,
        Self::Stopped,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::NothingFound => "nothing found",
            Self::Solved => "solved",
            Self::Same => "the same P-positions as the target",
            Self::Agrees => "the same P-positions as the target up to the bound",
            Self::Different => "other P-positions than the target",
            Self::Refused => "refused",
            Self::Stopped => "stopped",
        }
    }
}
