//! Somebody to play a sum of games with: the games side by side are one game, whose piles are those of its components
//! one after the other.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::watch::Watch;
use numeration::natural::{Natural, to_usize};
use play::{Advice, Adviser, PlayError};
use rules::explanation::{Explanation, SentenceValue};
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::{IllegalMove, Legality, Move, PositionError, Reason, RulesError, Ruleset};

use crate::error::Error;
use crate::game::Game;
use crate::source::Visit;
use crate::sum::{self, Component, SumMove};

/// The games of a sum, in normal play.
#[derive(Clone)]
pub struct SumPartner {
    games: Vec<Arc<Game>>,
}

impl SumPartner {
    /// These games side by side, and the position that is made of theirs.
    pub fn new(components: &[Component]) -> (Self, Position) {
        let games = components.iter().map(|(game, _)| Arc::clone(game));
        let partner = Self {
            games: games.collect(),
        };
        let parts = components.iter().map(|(_, position)| position);
        let position = partner.joined(parts);
        (partner, position)
    }

    /// The move in one component that a move of the sum is.
    pub fn part(&self, from: &Position, option: Move) -> Option<SumMove> {
        let (before, mut after) = (self.parts(from.piles())?, self.parts(option.to.piles())?);
        let component = (0..before.len()).find(|part| before[*part] != after[*part])?;
        let option = Move {
            to: Position::unchecked(after.swap_remove(component)),
            kinds: option.kinds,
        };
        Some(SumMove { component, option })
    }

    /// Puts positions together. Where the number of piles varies it stands in front of them.
    fn joined<'p>(&self, parts: impl IntoIterator<Item = &'p Position>) -> Position {
        let mut piles = Vec::new();
        for (game, part) in self.games.iter().zip(parts) {
            if game.rules().pile_names().is_none() {
                piles.push(Natural::from(part.piles().len()));
            }
            piles.extend_from_slice(part.piles());
        }
        Position::unchecked(piles)
    }

    /// Takes them apart again, unless there are too many or too few piles.
    fn parts(&self, mut piles: &[Natural]) -> Option<Vec<Vec<Natural>>> {
        let mut parts = Vec::with_capacity(self.games.len());
        for game in &self.games {
            let count = match game.rules().pile_names() {
                Some(names) => names.len(),
                None => {
                    let (count, rest) = piles.split_first()?;
                    piles = rest;
                    to_usize(count)?
                }
            };
            let (part, rest) = piles.split_at_checked(count)?;
            parts.push(part.to_vec());
            piles = rest;
        }
        piles.is_empty().then_some(parts)
    }

    fn components(&self, position: &Position) -> Option<Vec<Component>> {
        let parts = self.parts(position.piles())?.into_iter();
        let games = self.games.iter().map(Arc::clone);
        Some(games.zip(parts.map(Position::unchecked)).collect())
    }

    /// The position after a move in one component.
    fn moved(&self, components: &[Component], found: &SumMove) -> Position {
        let parts = components.iter().enumerate().map(|(place, (_, part))| {
            if place == found.component {
                &found.option.to
            } else {
                part
            }
        });
        self.joined(parts)
    }

    /// Who wins, and how, if the nim-value of every component is known.
    fn known(&self, position: &Position, watch: &dyn Watch) -> Result<Option<Advice>, Error> {
        let Some(components) = self.components(position) else {
            return Ok(None);
        };
        let value = sum::value(&components, watch)?;
        let mut winning_move = None;
        sum::for_each_winning_move(&components, &value, watch, &mut |found| {
            winning_move = Some(Move {
                to: self.moved(&components, &found),
                kinds: found.option.kinds,
            });
            ControlFlow::Break(())
        })?;
        let mut why = Explanation::default();
        why.say(
            "the nim-value of the sum is {}",
            [SentenceValue::number(value.value.heap().clone())],
        );
        Ok(Some(Advice {
            outcome: Some(match value.value == NimValue::ZERO {
                true => Outcome::P,
                false => Outcome::N,
            }),
            winning_move,
            why,
            evidence: value.evidence().cloned(),
        }))
    }
}

impl Ruleset for SumPartner {
    fn name(&self) -> &str {
        "a sum of games"
    }

    fn pile_names(&self) -> Option<&[Arc<str>]> {
        None
    }

    fn position(&self, piles: Vec<Natural>) -> Result<Position, PositionError> {
        let Some(parts) = self.parts(&piles) else {
            return Err(PositionError::NotAPosition {
                reason: "these are not the piles of the games of the sum".to_owned(),
                given: piles,
            });
        };
        let made = self.games.iter().zip(parts);
        let made = made.map(|(game, part)| game.rules().position(part));
        let made: Vec<Position> = made.collect::<Result<_, _>>()?;
        Ok(self.joined(&made))
    }

    fn legal(
        &self,
        from: &Position,
        to: &Position,
        watch: &dyn Watch,
    ) -> Result<Legality, RulesError> {
        let illegal = || {
            Ok(Err(IllegalMove {
                from: from.clone(),
                to: to.clone(),
                reasons: vec![Reason {
                    kind: None,
                    text: "a move is made in one of the games".to_owned(),
                }],
            }))
        };
        let (Some(before), Some(after)) = (self.components(from), self.components(to)) else {
            return illegal();
        };
        let mut changed = before
            .iter()
            .zip(&after)
            .filter(|(one, two)| one.1 != two.1);
        match (changed.next(), changed.next()) {
            (Some(((game, from), (_, to))), None) => game.rules().legal(from, to, watch),
            _ => illegal(),
        }
    }

    fn for_each_move(
        &self,
        from: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError> {
        let components = self.components(from).unwrap_or_default();
        for (component, (game, part)) in components.iter().enumerate() {
            let flow = game.rules().for_each_move(part, watch, &mut |option| {
                let found = SumMove { component, option };
                let to = self.moved(&components, &found);
                visit(Move {
                    to,
                    kinds: found.option.kinds,
                })
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Adviser for SumPartner {
    fn advise(&self, position: &Position, watch: &dyn Watch) -> Result<Advice, PlayError> {
        match self.known(position, watch) {
            Ok(Some(advice)) => Ok(advice),
            Ok(None) | Err(_) => {
                watch.check()?;
                Ok(Advice::unknown(
                    "nobody here knows the nim-value of the sum",
                ))
            }
        }
    }

    fn for_each_winning_move(
        &self,
        position: &Position,
        watch: &dyn Watch,
        visit: Visit<'_>,
    ) -> Result<(), PlayError> {
        let components = self.components(position).unwrap_or_default();
        let visited = sum::value(&components, watch).and_then(|value| {
            sum::for_each_winning_move(&components, &value, watch, &mut |found| {
                let to = self.moved(&components, &found);
                visit(Move {
                    to,
                    kinds: found.option.kinds,
                })
            })
        });
        // Whoever knows no more lists no more.
        let _known = visited;
        Ok(watch.check()?)
    }

    fn play(&self) -> Play {
        Play::Normal
    }

    fn knows_any_size(&self, _: &dyn Watch) -> bool {
        false
    }
}
