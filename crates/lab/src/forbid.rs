//! Which options the computer forbids before a move of a blocking game.

use knowledge::Partner;
use knowledge::sum::Component;
use logic::watch::Watch;
use play::{BlockedPosition, Level, Strength, forbid};
use rules::outcome::Play;
use rules::position::Position;
use schemars::JsonSchema;
use serde::Serialize;

use crate::play::{blocked::named_options, trouble};
use crate::{LabError, Request};

/// Which options does the computer forbid to whoever moves from here?
#[derive(Clone)]
pub struct ForbidRequest {
    /// The game and the position.
    pub component: Component,
    /// How well the computer plays.
    pub level: Level,
    /// What its choices depend on.
    pub seed: u64,
    /// What a person forbids instead; if nothing is named here, the computer chooses.
    pub named: Vec<String>,
}

/// The answer to a [`ForbidRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ForbidAnswer {
    /// So many may be forbidden before each move.
    pub most: u32,
    /// The options that are forbidden, each of them legal.
    pub forbidden: Vec<Position>,
    /// Is no other option left? Then whoever is to move has lost.
    pub over: bool,
}

impl Request for ForbidRequest {
    type Answer = ForbidAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<ForbidAnswer, LabError> {
        let (game, position) = &self.component;
        let partner = Partner::new(game, Play::Normal);
        let strength = Strength {
            level: self.level,
            seed: self.seed,
        };
        let forbidden = match self.named.as_slice() {
            [] => forbid(game.rules(), &partner, position, strength, watch).map_err(trouble)?,
            options => named_options(game, position, options, watch)?,
        };
        let blocked = BlockedPosition {
            rules: game.rules(),
            adviser: &partner,
            position,
            forbidden: &forbidden,
        };
        let over = !blocked.has_an_option(watch)?;
        Ok(ForbidAnswer {
            most: game.blocking(),
            forbidden,
            over,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::Arc;

    use knowledge::Game;
    use logic::watch::Unwatched;

    use super::*;

    fn answer(position: &str, level: Level, named: &[&str]) -> Result<ForbidAnswer, LabError> {
        let reference: crate::GameReference = "blocking-wythoff".parse().unwrap();
        let source = reference.source(|_| Err(LabError::input("no files")));
        let (game, position) = Game::open_at(&source.unwrap(), position).unwrap();
        let request = ForbidRequest {
            component: (Arc::new(game), position),
            level,
            seed: 5,
            named: named.iter().map(ToString::to_string).collect(),
        };
        request.answer(&Unwatched)
    }

    fn forbidden(answer: &ForbidAnswer) -> Vec<String> {
        answer.forbidden.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_would_win_is_forbidden() {
        let found = answer("4,6", Level::Perfect, &[]).unwrap();
        assert_eq!((found.most, found.over), (1, false));
        assert_eq!(forbidden(&found), ["(1, 3)"]);
        let last = answer("0,1", Level::Perfect, &[]).unwrap();
        assert_eq!(
            (forbidden(&last), last.over),
            (vec!["(0, 0)".to_owned()], true)
        );
    }

    /// A weak player overlooks some of it, but never the move that ends the game.
    #[test]
    fn levels_overlook() {
        let (mut seen, mut asked) = (0, 0);
        for x in 0..12 {
            for y in x..12 {
                let at = format!("{x},{y}");
                let perfect = answer(&at, Level::Perfect, &[]).unwrap();
                let weak = answer(&at, Level::Beginner, &[]).unwrap();
                let ends = |position: &&Position| position.piles().iter().all(|pile| *pile == 0);
                assert_eq!(
                    perfect.forbidden.iter().find(ends),
                    weak.forbidden.iter().find(ends),
                    "{at}"
                );
                asked += perfect.forbidden.len();
                seen += weak.forbidden.len();
            }
        }
        assert!(0 < seen && seen < asked, "{seen} of {asked}");
    }

    #[test]
    fn what_a_person_names_is_checked() {
        let found = answer("4,6", Level::Perfect, &["2,6"]).unwrap();
        assert_eq!(forbidden(&found), ["(2, 6)"]);
        let text = |named: &[&str]| {
            answer("4,6", Level::Perfect, named)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(text(&["4,6"]), "(4, 6) -> (4, 6) is not a legal move");
        assert_eq!(
            text(&["2,6", "3,6"]),
            "at most 1 may be forbidden, and 2 were named"
        );
    }
}
