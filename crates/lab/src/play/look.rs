//! What a front end that draws wants to know of a match.

use logic::watch::Watch;
use numeration::natural::Natural;
use numeration::natural::num::arithmetic::traits::CheckedSub;
use play::{Level, MoveRefusal, Player, Ply};
use rules::outcome::Play;
use rules::position::Position;
use rules::ruleset::{Legality, Move};

use super::record::{self, MatchRecord};
use super::saying::{Saying, ToldRules};
use super::{Match, PlayCommand, PlayRequest};
use crate::LabError;
use crate::describe::describe;

/// How many may be taken from a pile alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takes {
    /// The numbers, from the smallest.
    pub amounts: Vec<Natural>,
    /// Were all numbers tried?
    pub complete: bool,
}

/// What lies on the table, for a front end that draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardView {
    /// Piles of tokens with their names; in a sorted game from the smallest to the largest, whichever was which.
    Piles {
        /// The names, in the order of the position.
        names: Vec<String>,
        /// Are they sorted?
        sorted: bool,
        /// So many of the last ones have a place of their own, although others are sorted.
        placed: usize,
    },
    /// Coins on the squares of a strip, which the position lists; 0 is the hole.
    Strip,
    /// Heaps that may split, from the smallest to the largest, with their numbers for names: they come and go.
    Heaps {
        /// The names, in the order of the position.
        names: Vec<String>,
    },
}

impl BoardView {
    /// The names of what is drawn in rows, and whether they are sorted; none on a strip.
    pub fn rows(&self) -> Option<&[String]> {
        match self {
            Self::Piles { names, .. } | Self::Heaps { names } => Some(names),
            Self::Strip => None,
        }
    }
}

impl Match<'_> {
    /// The position now.
    pub fn position(&self) -> &Position {
        self.table.position()
    }

    /// The position at the start.
    pub fn first_position(&self) -> &Position {
        self.table.start()
    }

    /// What was played.
    pub fn plies(&self) -> &[Ply] {
        self.table.plies()
    }

    /// Is the match over?
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || self.left
    }

    /// Who has won, once no move is left.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// Who is to move; nobody at the end.
    pub fn to_move(&self) -> Option<Player> {
        (!self.is_over()).then_some(Player::Human)
    }

    /// How well the computer plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The request that it began with.
    pub fn request(&self) -> &PlayRequest<'_> {
        self.request
    }

    /// What lies on the table.
    pub fn board(&self) -> BoardView {
        let described = describe(self.request.partner.game());
        match described.piles {
            Some(names) => BoardView::Piles {
                names,
                sorted: described.sorted,
                placed: described.placed,
            },
            None if described.splits => {
                let heaps = 1..=self.position().piles().len();
                BoardView::Heaps {
                    names: heaps.map(|heap| heap.to_string()).collect(),
                }
            }
            None => BoardView::Strip,
        }
    }

    /// How many may be taken from one pile alone, of the first so many numbers.
    ///
    /// # Errors
    /// If the rules cannot tell, or the watch stops the work.
    pub fn takes(&self, pile: usize, limit: u64, watch: &dyn Watch) -> Result<Takes, LabError> {
        let piles = self.position().piles();
        let Some(size) = piles.get(pile) else {
            return Ok(Takes {
                amounts: Vec::new(),
                complete: true,
            });
        };
        let mut amounts = Vec::new();
        for amount in (1..=limit).map(Natural::from) {
            let Some(left) = size.checked_sub(&amount) else {
                break;
            };
            let mut to = piles.to_vec();
            to[pile] = left;
            if self.legality(to, watch).is_ok_and(|legal| legal.is_ok()) {
                amounts.push(amount);
            }
            watch.check()?;
        }
        Ok(Takes {
            amounts,
            complete: *size <= limit,
        })
    }

    /// Would a move to these piles be legal, and if not, why?
    ///
    /// # Errors
    /// If it is no position of the game, the rules cannot tell, or the watch stops the work.
    pub fn legality(&self, piles: Vec<Natural>, watch: &dyn Watch) -> Result<Legality, LabError> {
        match self.table.try_move(piles, watch) {
            Ok((_, kinds)) => Ok(Ok(kinds)),
            Err(MoveRefusal::Illegal(illegal)) => Ok(Err(*illegal)),
            Err(MoveRefusal::NotAPosition(error)) => Err(error.into()),
            Err(MoveRefusal::Undecided(error)) => Err(error.into()),
        }
    }

    /// Up to `limit` moves from here, and whether these are all.
    ///
    /// # Errors
    /// If the rules cannot tell, or the watch stops the work.
    pub fn moves(&self, limit: usize, watch: &dyn Watch) -> Result<(Vec<Move>, bool), LabError> {
        let options = self.table.moves(limit, watch)?;
        Ok((options.moves, options.complete))
    }

    /// The piles after the move that a line says, if it says one: to be shown before it is played.
    pub fn meant(&self, line: &str) -> Option<Result<Vec<Natural>, LabError>> {
        match line.parse() {
            Ok(PlayCommand::Move(piles)) => Some(Ok(piles)),
            Ok(PlayCommand::Take(takings)) => Some(self.taken(&takings)),
            Ok(PlayCommand::Lower(lowerings)) => Some(self.lowered(&lowerings)),
            Ok(_) => None,
            Err(error) => Some(Err(error)),
        }
    }

    /// The match as it is written down.
    pub fn record(&self) -> MatchRecord {
        let request = self.request;
        let moves = self.plies().iter().map(|ply| record::written(&ply.to));
        MatchRecord {
            game: request.partner.game().reference().to_string(),
            start: record::written(self.table.start()),
            first: self.plies().first().map_or(request.first, |ply| ply.by),
            misere: request.partner.play() == Play::Misere,
            level: self.level,
            seed: self.seed,
            moves: moves.collect(),
        }
    }

    /// The rules, for the start and for whoever asks.
    pub fn rules(&self) -> Saying {
        let described = describe(self.request.partner.game());
        Saying::Rules(ToldRules {
            game: described.game,
            title: described.title,
            piles: described.piles,
            splits: described.splits,
            sorted: described.sorted,
            placed: described.placed,
            kinds: described.kinds,
            goal: match self.request.partner.play() {
                Play::Normal if self.blocking() > 0 => {
                    "options are forbidden before each move, and whoever has none left loses"
                }
                Play::Normal => "whoever cannot move loses",
                Play::Misere => "whoever cannot move wins",
            },
            level: self.level,
        })
    }
}
