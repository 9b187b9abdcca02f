//! Which move the computer makes: the one that wins, at once if it can; where none wins, the one that is hardest to answer
//! and brings the end nearer; and at the weaker levels now and then another.
//!
//! The work is bounded at any size: moves are sampled, the longer the numbers the fewer, and whoever is asked about them
//! must have patience with few questions.

use std::ops::ControlFlow;

use logic::Watch;
use logic::watch::Limited;
use numeration::natural::Natural;
use numeration::natural::num::logic::traits::SignificantBits;

use super::PlayError;
use super::adviser::{Advice, Adviser, advise_within, patient};
use super::candidates::{candidates, longest, total};
use super::level::{Level, Strength};
use super::random::Random;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};

/// How often those who are asked about the moves from a position may ask whether to go on.
const PATIENCE: u64 = 100_000;
/// The same for those who list winning moves: a formula may take long between two such questions.
const LISTING: u64 = 2_000;
/// Winning answers are listed where no pile has more binary digits than this; elsewhere the one that is known must do.
const LISTED: u64 = 10;
/// The same for winning moves that may end the game: from large piles the end is reached by taking everything, or not at all.
const NEAR_THE_END: u64 = 6;
/// More winning answers than this are all alike: easy to find.
const COUNTED: usize = 4;
/// So many moves are compared by how well they can be answered.
const COMPARED: usize = 16;
/// So many winning moves are looked at for one that ends the game.
const ENDINGS: usize = 24;

/// A move and what can be done against it.
struct MoveProspect {
    option: Move,
    /// What is left after the answer that is known, or after the move if none is.
    left: Natural,
    /// Does no answer win, as far as anybody knows?
    safe: bool,
}

/// Somebody who chooses a move from a position.
pub(super) struct MoveChooser<'c> {
    rules: &'c dyn Ruleset,
    adviser: &'c dyn Adviser,
    position: &'c Position,
    level: Level,
    random: Random,
    patient: Limited<'c>,
    listing: Limited<'c>,
}

impl<'c> MoveChooser<'c> {
    pub(super) fn new(
        rules: &'c dyn Ruleset,
        adviser: &'c dyn Adviser,
        position: &'c Position,
        strength: Strength,
        watch: &'c dyn Watch,
    ) -> Self {
        Self {
            rules,
            adviser,
            position,
            level: strength.level,
            random: Random::at(strength.seed, position),
            patient: patient(watch, PATIENCE),
            listing: patient(watch, LISTING),
        }
    }

    /// The move, given what is known of the position.
    pub(super) fn choose(mut self, advice: &Advice) -> Result<Move, PlayError> {
        match &advice.winning_move {
            Some(winning) if !self.overlooks(winning)? => Ok(winning.clone()),
            Some(winning) => Ok(self.slip()?.unwrap_or_else(|| winning.clone())),
            None => self.resist(),
        }
    }

    /// Is the win overlooked? The more often, the more there is on the table and the fewer moves win; a move that ends
    /// the game is seen by everybody.
    fn overlooks(&mut self, winning: &Move) -> Result<bool, PlayError> {
        if self.level == Level::Perfect || self.ends(&winning.to)? {
            return Ok(false);
        }
        let wins = self.winning_moves(self.position)?;
        let plain = wins.iter().any(|option| is_plain(&option.to));
        let hardness = hardness(self.position, plain, wins.len());
        Ok(overlooks(self.level, hardness, &mut self.random))
    }

    /// A move that does not win and looks as if it might.
    fn slip(&mut self) -> Result<Option<Move>, PlayError> {
        let mut prospects = self.prospects()?;
        prospects.retain(|prospect| !prospect.safe);
        if self.level == Level::Beginner {
            return Ok(self.any(prospects));
        }
        self.hardest(prospects)
    }

    /// A move from a position in which none is known to win.
    fn resist(&mut self) -> Result<Move, PlayError> {
        let all = self.prospects()?;
        let chosen = match self.level {
            Level::Beginner => self.any(all),
            Level::Casual => {
                let brisk = self.brisk(all);
                self.any(brisk)
            }
            Level::Perfect | Level::Strong => {
                let brisk = self.brisk(all);
                self.hardest(brisk)?
            }
        };
        chosen.ok_or_else(|| PlayError::Over(self.position.clone()))
    }

    /// Some moves, with the answer that is known to each.
    fn prospects(&mut self) -> Result<Vec<MoveProspect>, PlayError> {
        let options = candidates(self.rules, self.position, &mut self.random, &self.patient)?;
        let mut prospects: Vec<MoveProspect> = Vec::with_capacity(options.len());
        for option in options {
            if self.patient.is_exhausted() && !prospects.is_empty() {
                break;
            }
            let advice = advise_within(self.adviser, &option.to, &self.patient)?;
            let left = match &advice.winning_move {
                Some(answer) => total(&answer.to),
                None => total(&option.to),
            };
            prospects.push(MoveProspect {
                left,
                safe: advice.outcome == Some(Outcome::P),
                option,
            });
        }
        Ok(prospects)
    }

    /// The moves after which the end is near: two thirds of what is there are left at most, or in a large game of its
    /// digits; otherwise those that leave least.
    fn brisk(&self, mut prospects: Vec<MoveProspect>) -> Vec<MoveProspect> {
        let now = total(self.position);
        let is_brisk = |prospect: &MoveProspect| {
            let left = &prospect.left;
            left * Natural::from(3_u8) <= &now << 1
                && (now.significant_bits() <= SMALL
                    || left.significant_bits() * 3 <= now.significant_bits() * 2)
        };
        if prospects.iter().any(is_brisk) {
            prospects.retain(is_brisk);
            return prospects;
        }
        prospects.sort_by(|one, other| one.left.cmp(&other.left));
        let few = prospects.len().div_ceil(4);
        prospects.truncate(few);
        prospects
    }

    /// The move to which the fewest answers win; of several, one whose answer is not plain to see.
    fn hardest(&mut self, mut prospects: Vec<MoveProspect>) -> Result<Option<Move>, PlayError> {
        self.random.pick(&mut prospects, COMPARED);
        let mut best: Option<((bool, usize, bool), Move)> = None;
        for MoveProspect { option, .. } in prospects {
            if self.listing.is_exhausted() && best.is_some() {
                break;
            }
            let answers = self.winning_moves(&option.to)?;
            let plain = answers.iter().any(|answer| is_plain(&answer.to));
            // Where no answer is found the search gave up: it may be easy all the same.
            let rank = (answers.is_empty(), answers.len(), plain);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, option));
            }
        }
        Ok(best.map(|(_, option)| option))
    }

    fn any(&mut self, mut prospects: Vec<MoveProspect>) -> Option<Move> {
        let place = self.random.below(prospects.len());
        (!prospects.is_empty()).then(|| prospects.swap_remove(place).option)
    }

    fn winning_moves(&self, position: &Position) -> Result<Vec<Move>, PlayError> {
        if longest(position) > LISTED {
            let known = advise_within(self.adviser, position, &self.patient)?;
            return Ok(known.winning_move.into_iter().collect());
        }
        winning_moves(self.adviser, position, COUNTED, &self.listing)
    }

    fn ends(&self, position: &Position) -> Result<bool, PlayError> {
        is_end(self.rules, position, &self.patient.unhurried())
    }
}

/// How hard it is to see a win: hardly, if it is plain; otherwise the more there is on the table and the fewer ways there are.
pub(super) fn hardness(position: &Position, plain: bool, ways: usize) -> u64 {
    if plain {
        return 1;
    }
    total(position).significant_bits().min(10) + [4, 4, 2, 1][ways.min(3)]
}

/// Does a player of this level overlook what is so hard to see?
pub(super) fn overlooks(level: Level, hardness: u64, random: &mut Random) -> bool {
    let slope = match level {
        Level::Perfect => return false,
        Level::Strong => 12,
        Level::Casual => 45,
        Level::Beginner => 85,
    };
    random.next() % 1000 < (slope * hardness).min(950)
}

/// What is there counts as small up to so many binary digits.
const SMALL: u64 = 12;

/// In normal play, a winning move after which no move is left.
pub(super) fn finishing_move(
    rules: &dyn Ruleset,
    adviser: &dyn Adviser,
    position: &Position,
    known: &Move,
    watch: &dyn Watch,
) -> Result<Option<Move>, PlayError> {
    if adviser.play() == Play::Misere {
        return Ok(None);
    }
    if is_end(rules, &known.to, watch)? {
        return Ok(Some(known.clone()));
    }
    let patient = patient(watch, LISTING);
    let nothing = position.piles().iter().map(|_| Natural::from(0_u8));
    if let Ok(to) = rules.position(nothing.collect())
        && let Ok(kinds) = rules.legal(position, &to, watch)?
        && is_end(rules, &to, watch)?
    {
        return Ok(Some(Move { to, kinds }));
    }
    if longest(position) > NEAR_THE_END {
        return Ok(None);
    }
    for option in winning_moves(adviser, position, ENDINGS, &patient)? {
        if is_end(rules, &option.to, watch)? {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

/// The winning moves that are found before patience is lost.
pub(super) fn winning_moves(
    adviser: &dyn Adviser,
    position: &Position,
    limit: usize,
    patient: &Limited<'_>,
) -> Result<Vec<Move>, PlayError> {
    let mut found = Vec::new();
    let visited = adviser.for_each_winning_move(position, patient, &mut |option| {
        found.push(option);
        if found.len() < limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    match visited {
        Err(PlayError::Stopped(_)) => {
            patient.outer().check()?;
            Ok(found)
        }
        other => other.map(|()| found),
    }
}

pub(super) fn is_end(
    rules: &dyn Ruleset,
    position: &Position,
    watch: &dyn Watch,
) -> Result<bool, PlayError> {
    let mut first = |_| ControlFlow::Break(());
    Ok(rules
        .for_each_move(position, watch, &mut first)?
        .is_continue())
}

/// Does a person see that whoever leaves this wins? Nothing, one thing, or two of the same are left.
pub(super) fn is_plain(position: &Position) -> bool {
    let piles: Vec<&Natural> = position.piles().iter().filter(|pile| **pile != 0).collect();
    match piles.as_slice() {
        [] | [_] => true,
        [one, other] => one == other,
        _ => false,
    }
}
