//! What is done with each member: its P-positions are discovered, solved up to a bound, or compared with those of a target.

use std::sync::{Arc, Mutex};

use logic::watch::{Stopped, Watch, locked};
use rules::outcome::Play;
use serde::{Deserialize, Serialize};

use super::family::{FamilySource, Member, RuleFamily, SearchError};
use super::member::{ComparisonTarget, MemberWork};
use super::record::{MemberRecord, MemberVerdict};
use super::text;
use super::watches::MemberWatch;
use crate::systems::CandidateSystem;

/// What is done with each member, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What it is.
    pub what: TaskKind,
    /// Does whoever cannot move win?
    pub misere: bool,
}

/// What is done with each member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum TaskKind {
    /// Its P-positions are found and proved.
    Discover {
        /// The largest pile of a board; the second of the usual boards, if nothing is said.
        #[serde(with = "text::maybe")]
        max: Option<u32>,
        /// The only systems in which automata are looked for, if there are any.
        systems: Vec<String>,
    },
    /// It is solved by brute force.
    Solve {
        /// The largest pile.
        #[serde(with = "text")]
        max: u32,
    },
    /// Its P-positions are compared with those of another game.
    Compare {
        /// The largest pile up to which brute force compares them.
        #[serde(with = "text")]
        max: u32,
        /// The other game.
        target: FamilySource,
    },
}

/// A family and what is done with its members.
#[derive(Debug)]
pub struct FamilySearch {
    family: RuleFamily,
    task: Task,
    systems: Option<Vec<CandidateSystem>>,
    size: u64,
    aim: Mutex<Option<Arc<ComparisonTarget>>>,
}

/// So many members are a unit, if nothing is said: most discoveries take a tenth of a second to ten seconds.
pub const USUAL_SIZE: u64 = 50;

impl Default for Task {
    /// Discovery, in normal play.
    fn default() -> Self {
        Self {
            what: TaskKind::Discover {
                max: None,
                systems: Vec::new(),
            },
            misere: false,
        }
    }
}

impl Task {
    /// Whether the work on a member can have this verdict.
    pub(super) fn can_end_in(&self, verdict: MemberVerdict) -> bool {
        match verdict {
            MemberVerdict::Refused | MemberVerdict::Stopped => true,
            MemberVerdict::Proved | MemberVerdict::NothingFound => {
                matches!(self.what, TaskKind::Discover { .. })
            }
            MemberVerdict::Solved => matches!(self.what, TaskKind::Solve { .. }),
            MemberVerdict::Same | MemberVerdict::Agrees | MemberVerdict::Different => {
                matches!(self.what, TaskKind::Compare { .. })
            }
        }
    }

    /// Who wins at the end.
    pub fn play(&self) -> Play {
        match self.misere {
            true => Play::Misere,
            false => Play::Normal,
        }
    }
}

impl FamilySearch {
    /// A family and a task.
    pub fn new(family: RuleFamily, task: Task) -> Self {
        Self {
            family,
            task,
            systems: None,
            size: USUAL_SIZE,
            aim: Mutex::new(None),
        }
    }

    /// The same with automata in these systems only.
    #[must_use]
    pub fn in_systems(mut self, chosen: Vec<CandidateSystem>) -> Self {
        if let TaskKind::Discover { systems, .. } = &mut self.task.what {
            *systems = chosen
                .iter()
                .map(|system| system.named.to_string())
                .collect();
            self.systems = Some(chosen);
        }
        self
    }

    /// The same with so many members in a unit, at least one.
    #[must_use]
    pub fn by(mut self, size: u64) -> Self {
        self.size = size.max(1);
        self
    }

    /// The family.
    pub fn family(&self) -> &RuleFamily {
        &self.family
    }

    /// What is done with its members.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The only systems in which automata are looked for.
    pub(super) fn systems(&self) -> Option<Vec<CandidateSystem>> {
        self.systems.clone()
    }

    /// How many members are a unit.
    pub fn unit_size(&self) -> u64 {
        self.size
    }

    /// What comes of a member. The search may be stopped as a whole, and this member alone.
    ///
    /// # Errors
    /// If the target cannot be solved, or the work on it was stopped.
    pub fn record(
        &self,
        member: &Member,
        search: &dyn Watch,
        own: &dyn Watch,
    ) -> Result<MemberRecord, SearchError> {
        let watch = MemberWatch::new(search, own);
        let record = |verdict| MemberRecord::new(member.number, &member.game, verdict);
        let stopped = |why: Stopped| record(MemberVerdict::Stopped).because(why.to_string());
        if let Err(why) = watch.check() {
            return Ok(stopped(why));
        }
        let rules = match self.family.rules(member) {
            Ok(rules) => rules,
            Err(faults) => return Ok(record(MemberVerdict::Refused).because(self.told(&faults))),
        };
        let about = MemberWork {
            search: self,
            member,
            rules: &rules,
            watch: &watch,
        };
        let done = match &self.task.what {
            TaskKind::Discover { max, .. } => about.discovered(*max),
            TaskKind::Solve { max } => about.solved(*max),
            TaskKind::Compare { max, target } => {
                let aim = self.aim(target, *max, search)?;
                about.compared(*max, &aim)
            }
        };
        Ok(match done {
            _ if watch.said_no() => stopped(watch.check().err().unwrap_or(Stopped::Time)),
            Ok(record) => record,
            Err(error) => record(MemberVerdict::Refused).because(error.to_string()),
        })
    }

    /// The faults of a member in a line.
    pub(super) fn told(&self, faults: &lang::Diagnostics) -> String {
        let messages = || faults.messages().collect::<Vec<_>>().join("; ");
        self.family.refusal(faults).unwrap_or_else(messages)
    }

    /// What is known of the target, worked out once.
    fn aim(
        &self,
        target: &FamilySource,
        max: u32,
        watch: &dyn Watch,
    ) -> Result<Arc<ComparisonTarget>, SearchError> {
        let mut known = locked(&self.aim);
        if let Some(aim) = known.as_ref() {
            return Ok(Arc::clone(aim));
        }
        let rules = target.rules().map_err(SearchError::Faults)?;
        let aim = Arc::new(ComparisonTarget::of(&rules, max, self.task.play(), watch)?);
        *known = Some(Arc::clone(&aim));
        Ok(aim)
    }
}
