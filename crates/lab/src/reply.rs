//! What the computer plays from a position, of one game or of a sum of games.

use games::outcome::Play;
use games::play::{Adviser, Level, PlayError, Reply, Strength, Table};
use games::position::Position;
use games::ruleset::{Move, Ruleset};
use knowledge::sum::{Component, SumMove};
use knowledge::{Partner, SumPartner};
use logic::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

use crate::play::trouble;
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
        if let Some((game, _)) = self.components.iter().find(|(game, _)| game.blocking() > 0) {
            return Err(LabError::input(format!(
                "{} is a blocking game: a reply needs to know which options are forbidden, and only `takeaway play` \
                 asks for them",
                game.name()
            )));
        }
        let (played, resists) = match self.components.as_slice() {
            [(game, position)] => {
                let partner = Partner::new(game, self.play);
                let reply = self.reply(game.rules(), &partner, position.clone(), watch)?;
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
    /// The reply, unless no move is left.
    fn reply(
        &self,
        rules: &dyn Ruleset,
        adviser: &dyn Adviser,
        position: Position,
        watch: &dyn Watch,
    ) -> Result<Option<Reply>, LabError> {
        let strength = Strength {
            level: self.level,
            seed: self.seed,
        };
        match Table::new(rules, adviser, position).reply(strength, watch) {
            Ok(reply) => Ok(Some(reply)),
            Err(PlayError::Over(_)) => Ok(None),
            Err(error) => Err(trouble(error)),
        }
    }
}

fn option(reply: Reply) -> Move {
    Move {
        to: reply.ply.to,
        kinds: reply.ply.kinds,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::Arc;

    use games::nim_value::NimValue;
    use knowledge::{Game, sum};
    use logic::watch::Unwatched;

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
}
