//! What the computer plays from a position, of one game or of a sum of games.

use knowledge::sum::{Component, SumMove};
use knowledge::{Partner, SumPartner};
use logic::watch::Watch;
use play::{Adviser, BlockedPosition, ComputerReply, Level, OngoingGame, PlayError, Strength};
use rules::outcome::Play;
use rules::position::Position;
use rules::ruleset::{Move, Ruleset};
use schemars::JsonSchema;
use serde::Serialize;

use crate::play::{blocked::named_options, trouble};
use crate::{LabError, Request};

/// Which move does the computer make?
#[derive(Clone)]
pub struct ReplyRequest {
    /// The components, each a game and a position of it; often there is one.
    pub components: Vec<Component>,
    /// Who wins at the end; sums are played in normal play.
    pub play: Play,
    /// How well the computer plays.
    pub level: Level,
    /// What its choices depend on.
    pub seed: u64,
    /// In a blocking game, the options that were forbidden to the computer.
    pub forbidden: Vec<String>,
}

/// The answer to a [`ReplyRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReplyAnswer {
    /// The move, in one of the components; none if no move is left.
    #[serde(rename = "move")]
    pub played: Option<SumMove>,
    /// Does the computer know no winning move here?
    pub resists: bool,
    /// How well it plays.
    pub level: Level,
}

impl Request for ReplyRequest {
    type Answer = ReplyAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<ReplyAnswer, LabError> {
        self.require_a_game_of_its_own()?;
        let (played, resists) = match self.components.as_slice() {
            [(game, position)] => {
                let partner = Partner::new(game, self.play);
                let reply = match game.blocking() {
                    0 => self.reply(game.rules(), &partner, position.clone(), watch)?,
                    _ => self.reply_where_blocked(&partner, position, watch)?,
                };
                let resists = reply.as_ref().is_some_and(|reply| reply.resists);
                let played = reply.map(|reply| SumMove {
                    component: 0,
                    option: option(reply),
                });
                (played, resists)
            }
            _ if self.play == Play::Misere => {
                return Err(LabError::input("sums are played in normal play only"));
            }
            components => {
                let (partner, position) = SumPartner::new(components);
                let reply = self.reply(&partner, &partner, position.clone(), watch)?;
                let resists = reply.as_ref().is_some_and(|reply| reply.resists);
                let played = reply.and_then(|reply| partner.part(&position, option(reply)));
                (played, resists)
            }
        };
        Ok(ReplyAnswer {
            played,
            resists,
            level: self.level,
        })
    }
}

impl ReplyRequest {
    /// A blocking game is played by itself, and options are forbidden in no other.
    fn require_a_game_of_its_own(&self) -> Result<(), LabError> {
        let blocking = |(game, _): &&Component| game.blocking() > 0;
        match self.components.iter().find(blocking) {
            Some((game, _)) if self.components.len() > 1 => Err(LabError::input(format!(
                "{} is a blocking game, and in sums nothing is forbidden: play it by itself",
                game.name()
            ))),
            None if !self.forbidden.is_empty() => Err(LabError::input(
                "options are forbidden in blocking games only",
            )),
            _ => Ok(()),
        }
    }

    fn reply_where_blocked(
        &self,
        partner: &Partner<'_>,
        position: &Position,
        watch: &dyn Watch,
    ) -> Result<Option<ComputerReply>, LabError> {
        let game = partner.game();
        let forbidden = named_options(game, position, &self.forbidden, watch)?;
        let blocked = BlockedPosition {
            rules: game.rules(),
            adviser: partner,
            position,
            forbidden: &forbidden,
        };
        unless_over(blocked.reply(self.strength(), watch))
    }

    fn strength(&self) -> Strength {
        Strength {
            level: self.level,
            seed: self.seed,
        }
    }

    /// The reply, unless no move is left.
    fn reply(
        &self,
        rules: &dyn Ruleset,
        adviser: &dyn Adviser,
        position: Position,
        watch: &dyn Watch,
    ) -> Result<Option<ComputerReply>, LabError> {
        unless_over(OngoingGame::new(rules, adviser, position).reply(self.strength(), watch))
    }
}

/// No reply where the game is over.
fn unless_over(reply: Result<ComputerReply, PlayError>) -> Result<Option<ComputerReply>, LabError> {
    match reply {
        Ok(reply) => Ok(Some(reply)),
        Err(PlayError::Over(_)) => Ok(None),
        Err(error) => Err(trouble(error)),
    }
}

fn option(reply: ComputerReply) -> Move {
    Move {
        to: reply.ply.to,
        kinds: reply.ply.kinds,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::Arc;

    use knowledge::{Game, sum};
    use logic::watch::Unwatched;
    use rules::nim_value::NimValue;

    use super::*;

    fn component(game: &str, position: &str) -> Component {
        let reference: crate::GameReference = game.parse().unwrap();
        let source = reference.source(|_| Err(LabError::input("no files")));
        let (game, position) = Game::open_at(&source.unwrap(), position).unwrap();
        (Arc::new(game), position)
    }

    /// The answer; a move is legal, and wins wherever the sum can be won.
    fn check(components: &[Component], level: Level, seed: u64) -> ReplyAnswer {
        let request = ReplyRequest {
            components: components.to_vec(),
            play: Play::Normal,
            level,
            seed,
            forbidden: Vec::new(),
        };
        let answer = request.answer(&Unwatched).unwrap();
        assert_eq!(
            answer,
            request.answer(&Unwatched).unwrap(),
            "the same for a seed"
        );
        let before = sum::value(components, &Unwatched).unwrap().value;
        let resists = before == NimValue::ZERO && answer.played.is_some();
        assert_eq!(answer.resists, resists);
        if let Some(played) = &answer.played {
            let (game, from) = &components[played.component];
            let legal = game.rules().legal(from, &played.option.to, &Unwatched);
            assert_eq!(legal.unwrap().unwrap(), played.option.kinds);
            let mut after = components.to_vec();
            after[played.component].1 = played.option.to.clone();
            let after = sum::value(&after, &Unwatched).unwrap().value;
            assert!(level != Level::Perfect || answer.resists || after == NimValue::ZERO);
        }
        answer
    }

    #[test]
    fn a_sum_is_won_wherever_it_can_be() {
        let won = [component("nim", "1,4,5"), component("wythoff", "3,4")];
        assert!(check(&won, Level::Perfect, 0).played.is_some());
        let lost = [component("nim", "2,5"), component("nim", "3,4")];
        for level in Level::ALL {
            for seed in 0..5 {
                assert!(check(&lost, level, seed).played.is_some());
            }
        }
    }

    #[test]
    fn coins_on_a_strip_beside_piles() {
        let sum = [component("frankenstein", "1,3,9"), component("mark", "6")];
        assert!(check(&sum, Level::Perfect, 1).played.is_some());
    }

    #[test]
    fn at_the_end_there_is_no_move() {
        let over = [component("nim", "0,0,0"), component("frankenstein", "0")];
        let answer = check(&over, Level::Perfect, 0);
        assert_eq!((answer.played, answer.resists), (None, false));
        assert_eq!(check(&over[..1], Level::Casual, 0).played, None);
    }

    /// From every small position of a blocking game, whatever is forbidden: a move that is not, into P if one is left.
    #[test]
    fn forbidden_options_are_not_played() {
        for x in 0..7 {
            for y in x..7 {
                let (game, position) = component("blocking-wythoff", &format!("{x},{y}"));
                let mut options = Vec::new();
                let visit = &mut |option: Move| {
                    options.push(option.to);
                    std::ops::ControlFlow::Continue(())
                };
                let walked = game.rules().for_each_move(&position, &Unwatched, visit);
                assert!(walked.unwrap().is_continue());
                for forbidden in &options {
                    let request = ReplyRequest {
                        components: vec![(Arc::clone(&game), position.clone())],
                        play: Play::Normal,
                        level: Level::Perfect,
                        seed: 0,
                        forbidden: vec![forbidden.to_string()],
                    };
                    let is_p = |at: &Position| {
                        let answer = game.outcome(at, Play::Normal, &Unwatched).unwrap();
                        answer.verdict.outcome == rules::outcome::Outcome::P
                    };
                    let free = options.iter().filter(|option| *option != forbidden);
                    let wins = free.clone().any(is_p);
                    let answer = request.answer(&Unwatched).unwrap();
                    assert_eq!(answer.played.is_none(), free.count() == 0);
                    if let Some(played) = answer.played {
                        assert_ne!(played.option.to, *forbidden);
                        assert!(options.contains(&played.option.to));
                        assert_eq!((is_p(&played.option.to), !answer.resists), (wins, wins));
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_forbidden_elsewhere() {
        let refused = |components: Vec<Component>| {
            let request = ReplyRequest {
                components,
                play: Play::Normal,
                level: Level::Perfect,
                seed: 0,
                forbidden: vec!["1,1".to_owned()],
            };
            request.answer(&Unwatched).unwrap_err().to_string()
        };
        let plain = vec![component("wythoff", "3,4")];
        assert_eq!(
            refused(plain),
            "options are forbidden in blocking games only"
        );
        let sum = vec![
            component("nim", "1,2"),
            component("blocking-wythoff", "3,4"),
        ];
        assert!(refused(sum).ends_with("in sums nothing is forbidden: play it by itself"));
    }
}
