//! Everything up to a bound, by brute force from the rules alone.

use std::fmt;
use std::sync::{Arc, OnceLock};

use discovery::rules::BareRules;
use discovery::search::Digest;
use heaps::TakeAndBreak;
use logic::watch::{Stopped, Watch};
use numeration::natural::Natural;
use rules::evidence::Evidence;
use rules::json::{Complete, Text};
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;
use schemars::JsonSchema;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};
use solver::checkpoint::Checkpoint;
use solver::periodicity::{self, Period};
use solver::plain::{board, ruleset_nim_values, ruleset_outcomes};
use solver::{LoggedPositions, NimValues, PPositions};

use crate::LabError;
use crate::Request;
use crate::columns::Columns;
use crate::single_heaps;
use knowledge::{Game, HeapList};

/// What are the P-positions, or the nim-values, of all positions with every pile at most some number?
#[derive(Clone)]
pub struct SolveRequest<'a> {
    /// The game.
    pub game: &'a Game,
    /// The largest pile.
    pub max: u32,
    /// What is wanted.
    pub wanted: SolveGoal,
    /// Where it is kept on the way, if it is.
    pub checkpoint: Option<Arc<dyn Checkpoint>>,
}

/// All that an answer to a [`SolveRequest`] depends on: a checkpoint is continued only if this is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveSubject {
    /// The game with its parameters.
    pub game: String,
    /// A digest of its rules, without what a file claims of them.
    pub rules: String,
    /// What is wanted.
    pub wanted: String,
    /// The largest pile.
    pub max: String,
}

/// What is wanted of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveGoal {
    /// Its P-positions.
    PPositions(Play),
    /// The nim-values of all its positions.
    NimValues,
}

/// The answer to a [`SolveRequest`].
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SolveAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The names of the piles, or none if their number varies.
    #[serde(skip)]
    pub piles: Option<Vec<String>>,
    /// The columns of the paper, or the piles; none if the number of piles varies.
    #[serde(skip)]
    pub columns: Option<Columns>,
    /// The largest pile that was asked for.
    #[serde(with = "Text")]
    pub max: Natural,
    /// What was found.
    #[serde(flatten)]
    pub found: SolveResult,
    /// The period of the nim-values of a one-pile game, if one is seen, with what is known of it.
    pub period: Option<Period>,
    /// Why that is not all that was asked for.
    #[serde(rename = "complete", with = "Complete")]
    pub stopped: Option<Stopped>,
    /// The region that was looked at.
    pub evidence: Evidence,
}

/// What brute force found.
#[derive(Clone, Debug)]
pub enum SolveResult {
    /// P-positions.
    PPositions(PPositions),
    /// P-positions, which may be in the log of a checkpoint.
    LoggedPositions(LoggedBoard),
    /// Nim-values.
    NimValues(NimValues),
    /// P-positions of a game whose number of piles varies.
    Positions(Vec<Position>),
    /// Nim-values of a game whose number of piles varies.
    Values(Vec<(Position, NimValue)>),
    /// Nim-values of the single heaps of a game in which heaps split.
    Heaps(HeapList),
}

/// P-positions with the checkpoint whose log has them.
#[derive(Clone)]
pub struct LoggedBoard {
    positions: LoggedPositions,
    checkpoint: Arc<dyn Checkpoint>,
    fault: Arc<OnceLock<String>>,
}

impl fmt::Debug for LoggedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.positions.fmt(f)
    }
}

impl SolveResult {
    /// What was wrong when the positions were visited: a log that could not be read.
    pub fn fault(&self) -> Option<&str> {
        match self {
            Self::LoggedPositions(board) => board.fault.get().map(String::as_str),
            _ => None,
        }
    }

    /// Visits the positions in order, with their nim-values if these are known, until there is an error.
    pub fn try_for_each<E>(
        &self,
        mut visit: impl FnMut(&[Natural], Option<NimValue>) -> Result<(), E>,
    ) -> Result<(), E> {
        let wide = |piles: &[u32]| {
            piles
                .iter()
                .map(|pile| Natural::from(*pile))
                .collect::<Vec<_>>()
        };
        match self {
            Self::PPositions(positions) => positions
                .iter()
                .try_for_each(|piles| visit(&wide(piles), None)),
            Self::LoggedPositions(board) => {
                let visited = board
                    .positions
                    .try_for_each(&*board.checkpoint, |piles| visit(&wide(piles), None));
                visited.unwrap_or_else(|why| {
                    let _ = board.fault.set(why);
                    Ok(())
                })
            }
            Self::NimValues(values) => values.try_for_each(|piles, value| {
                visit(&wide(piles), Some(NimValue::from(u64::from(value))))
            }),
            Self::Positions(positions) => positions
                .iter()
                .try_for_each(|position| visit(position.piles(), None)),
            Self::Heaps(heaps) => heaps.iter().enumerate().try_for_each(|(heap, value)| {
                visit(&[Natural::from(heap)], Some(NimValue::from(value)))
            }),
            Self::Values(values) => values
                .iter()
                .try_for_each(|(position, value)| visit(position.piles(), Some(value.clone()))),
        }
    }

    /// Is there no position at all?
    pub fn is_empty(&self) -> bool {
        self.try_for_each(|_, _| Err(())).is_ok()
    }
}

/// What was found as a program reads it; it is written position by position, since there may be millions.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "named in the schema")]
struct SolveResultJson {
    /// The P-positions, or all positions if nim-values were asked for.
    positions: Vec<Vec<String>>,
    /// The nim-values of the positions in their order, if they were asked for.
    values: Option<Vec<String>>,
}

rules::described_as!(SolveResult => SolveResultJson);

impl Serialize for SolveResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let with_values = matches!(self, Self::NimValues(_) | Self::Values(_) | Self::Heaps(_));
        let mut object = serializer.serialize_struct("found", 2)?;
        object.serialize_field("positions", &FoundPositions(self))?;
        object.serialize_field("values", &with_values.then_some(FoundValues(self)))?;
        object.end()
    }
}

struct FoundPositions<'a>(&'a SolveResult);

struct FoundValues<'a>(&'a SolveResult);

impl Serialize for FoundPositions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.0.try_for_each(|piles, _| {
            let piles: Vec<String> = piles.iter().map(Natural::to_string).collect();
            list.serialize_element(&piles)
        })?;
        list.end()
    }
}

impl Serialize for FoundValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.0.try_for_each(|_, value| {
            list.serialize_element(&value.map(|value| value.to_string()))
        })?;
        list.end()
    }
}

impl Request for SolveRequest<'_> {
    type Answer = SolveAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<SolveAnswer, LabError> {
        let (game, max) = (self.game, self.max);
        if let Some(spec) = game.splitting() {
            let checkpoint = self.checkpoint.as_deref();
            return single_heaps::solve(game, spec, self.wanted, max, checkpoint, watch);
        }
        let piles = game
            .rules()
            .pile_names()
            .map(|names| names.iter().map(ToString::to_string).collect());
        let (found, evidence, stopped) = match game.spec() {
            Some(spec) => self.solve_formulas(spec, max, watch)?,
            None => self.solve_coins(game.rules(), max, watch)?,
        };
        let period = match (game.spec(), &found) {
            (Some(spec), SolveResult::NimValues(table)) if stopped.is_none() => {
                let seen = periodicity::of_table(spec, table).ok();
                seen.and_then(|periodicity| periodicity.period)
            }
            _ => None,
        };
        let columns = game.spec().map(Columns::of);
        Ok(SolveAnswer {
            period,
            columns,
            game: game.name().to_owned(),
            piles,
            max: max.into(),
            found,
            evidence,
            stopped,
        })
    }
}

/// The largest pile of a board that brute force can look at, from its text.
///
/// # Errors
/// If it is no number, or too large.
pub fn largest_pile(typed: &str) -> Result<u32, LabError> {
    u32::try_from(&lang::number(typed)?).map_err(|_| {
        LabError::input(format!(
            "piles up to {} are too large for brute force",
            typed.trim()
        ))
    })
}

impl SolveRequest<'_> {
    /// What the answer depends on.
    ///
    /// # Errors
    /// If the game keeps nothing on the way.
    pub fn subject(&self) -> Result<SolveSubject, LabError> {
        let game = self.game.name().to_owned();
        let digest = self.digest()?;
        let wanted = match self.wanted {
            SolveGoal::PPositions(Play::Normal) => "P-positions",
            SolveGoal::PPositions(Play::Misere) => "P-positions of misère play",
            SolveGoal::NimValues => "nim-values",
        };
        Ok(SolveSubject {
            game,
            rules: digest.to_string(),
            wanted: wanted.to_owned(),
            max: self.max.to_string(),
        })
    }

    /// A digest of the rules, without what a file claims of them.
    fn digest(&self) -> Result<Digest, LabError> {
        let heaps = self.game.splitting().and_then(TakeAndBreak::of);
        let misere = self.wanted == SolveGoal::PPositions(Play::Misere);
        if let (Some(rules), false) = (heaps, misere) {
            return Ok(Digest::default().text(&format!("{rules:?}")));
        }
        let Some(opened) = self.game.opened() else {
            return Err(LabError::input(format!(
                "{} is solved position by position, and keeps no checkpoint",
                self.game.name()
            )));
        };
        let rules = BareRules::of(opened).map_err(LabError::from)?;
        let digest = Digest::default().text(rules.text());
        let files = rules.beside().files();
        Ok(files.fold(digest, |digest, (name, text)| digest.text(name).text(text)))
    }
}

type Solved = (SolveResult, Evidence, Option<Stopped>);

impl SolveRequest<'_> {
    fn solve_formulas(&self, spec: &Spec, max: u32, watch: &dyn Watch) -> Result<Solved, LabError> {
        match self.wanted {
            SolveGoal::PPositions(play) => match &self.checkpoint {
                Some(checkpoint) => {
                    let positions = solver::outcomes_kept(spec, max, play, &**checkpoint, watch)?;
                    let (region, stopped) = (positions.region().to_string(), positions.stopped());
                    let board = LoggedBoard {
                        positions,
                        checkpoint: Arc::clone(checkpoint),
                        fault: Arc::default(),
                    };
                    let found = SolveResult::LoggedPositions(board);
                    Ok((found, Evidence::Exhaustive(region), stopped))
                }
                None => {
                    let solved = solver::outcomes(spec, max, play, watch)?;
                    let (region, stopped) = (solved.region.to_string(), solved.stopped);
                    let found = SolveResult::PPositions(solved);
                    Ok((found, Evidence::Exhaustive(region), stopped))
                }
            },
            SolveGoal::NimValues => {
                let solved = match &self.checkpoint {
                    Some(checkpoint) => solver::nim_values_kept(spec, max, &**checkpoint, watch)?,
                    None => solver::nim_values(spec, max, watch)?,
                };
                let (region, stopped) = (solved.region.to_string(), solved.stopped);
                Ok((
                    SolveResult::NimValues(solved),
                    Evidence::Exhaustive(region),
                    stopped,
                ))
            }
        }
    }

    /// All sets of squares up to `max`, by the sum of their numbers.
    fn solve_coins(
        &self,
        rules: &dyn Ruleset,
        max: u32,
        watch: &dyn Watch,
    ) -> Result<Solved, LabError> {
        within_memory(max, watch)?;
        let board = board(rules, max);
        let total = board.len();
        let (found, looked_at, stopped) = match self.wanted {
            SolveGoal::PPositions(play) => {
                let searched = ruleset_outcomes(rules, &board, play, watch)?;
                let looked_at = searched.answers.len();
                let answered = board.into_iter().zip(searched.answers);
                let positions = answered
                    .filter(|(_, outcome)| *outcome == Outcome::P)
                    .map(|(position, _)| position);
                (
                    SolveResult::Positions(positions.collect()),
                    looked_at,
                    searched.stopped,
                )
            }
            SolveGoal::NimValues => {
                let searched = ruleset_nim_values(rules, &board, watch)?;
                let looked_at = searched.answers.len();
                (
                    SolveResult::Values(board.into_iter().zip(searched.answers).collect()),
                    looked_at,
                    searched.stopped,
                )
            }
        };
        let region = if looked_at == total {
            format!("every square at most {max}")
        } else {
            format!(
                "the first {looked_at} of {total} positions on squares up to {max}, by the sum of the squares"
            )
        };
        Ok((found, Evidence::Exhaustive(region), stopped))
    }
}

/// May all sets of squares up to `max` be listed?
fn within_memory(max: u32, watch: &dyn Watch) -> Result<(), Stopped> {
    // About half of the squares are occupied, and each position is listed and remembered.
    let a_position = 128 + 16 * u64::from(max);
    let needed = 1_u64
        .checked_shl(max)
        .and_then(|sets| sets.checked_mul(a_position));
    let allowed = watch.memory_limit().unwrap_or(1 << 34);
    match needed {
        Some(needed) if needed <= allowed => Ok(()),
        needed => Err(Stopped::Memory {
            needed: needed.unwrap_or(u64::MAX),
            allowed,
        }),
    }
}
