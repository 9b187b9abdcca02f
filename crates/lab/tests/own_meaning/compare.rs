//! The program against the plain evaluator, on one game.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use lab::{
    Detail, GameReference, GameSource, LegalRequest, Limited, Method, MovesRequest, Natural,
    Outcome, OutcomeRequest, Play, Position, Request, RulesLocation, SolveGoal, SolveRequest,
    Stopped, Unwatched, ValueRequest,
};
use rules::ruleset::Ruleset;
use rules::spec::Spec;

use super::meaning::table::Table;
use super::meaning::tree::Game;
use super::meaning::{About, print};
use super::verdicts;

/// What is compared went well, or what differs.
pub(crate) type Checked = Result<(), String>;

/// Lets work go on for so many steps: the same on every machine.
pub(crate) fn patience(steps: u64, memory: u64) -> Limited<'static> {
    let limited = Limited::new(&Unwatched).questions(steps).memory(memory);
    limited.stopping(Stopped::Cancelled)
}

/// The memory that work may use.
const MEMORY: u64 = 256 << 20;

/// The steps that a question about one game may take.
pub(crate) const STEPS: u64 = 2_000_000;

/// A game with all that the comparison needs.
pub(crate) struct Case<'a> {
    pub game: &'a Game,
    pub text: String,
    pub spec: Spec,
    pub table: Table,
    pub most: i128,
    source: GameSource,
}

pub(crate) fn number(value: &Natural) -> i128 {
    value.to_string().parse().unwrap_or(i128::MAX)
}

pub(crate) fn numbers(position: &Position) -> Vec<i128> {
    position.piles().iter().map(number).collect()
}

fn shown(piles: &[i128]) -> String {
    let piles: Vec<String> = piles.iter().map(ToString::to_string).collect();
    piles.join(",")
}

/// Fails with a sentence unless two things are equal.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: impl Fn() -> String,
    found: T,
    meant: T,
) -> Checked {
    if found == meant {
        return Ok(());
    }
    Err(format!("{}: found {found:?}, meant {meant:?}", what()))
}

impl<'a> Case<'a> {
    /// Reads the game as text.
    pub(crate) fn new(game: &'a Game) -> Result<Self, String> {
        let text = print::game(game);
        let arguments: Vec<(String, String)> = game
            .arguments
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect();
        let spec = lang::load(&text, "own.game", &arguments)
            .map_err(|faults| format!("refused:\n{faults}"))?;
        let reference = GameReference {
            place: RulesLocation::File("own.game".into()),
            arguments,
        };
        let most = match game.piles.count {
            1 => 8,
            2 => 3,
            _ => 2,
        };
        Ok(Self {
            game,
            spec,
            most,
            table: Table::new(game, most),
            source: GameSource {
                reference,
                text: Some(text.clone()),
                beside: lab::CompanionFiles::default(),
            },
            text,
        })
    }

    /// Compares everything.
    pub(crate) fn check(&self, about: About) -> Checked {
        self.reading()?;
        if about != About::Theorems {
            self.legality()?;
            self.solutions()?;
            self.answers()?;
        }
        verdicts::check(self)
    }

    fn position(&self, piles: &[i128]) -> Position {
        let piles = piles
            .iter()
            .map(|pile| Natural::from(*pile as u64))
            .collect();
        self.spec.position(piles).expect("a position")
    }

    /// Every variable is bound once, and what is printed means the same.
    fn reading(&self) -> Checked {
        self.spec
            .check_binding()
            .map_err(|error| error.to_string())?;
        let tree = lang::parse(&self.text).map_err(|faults| faults.to_string())?;
        let printed = lang::print(&tree);
        let again = lang::load(&printed, "own.game", &self.source.reference.arguments)
            .map_err(|faults| format!("what is printed is refused:\n{printed}\n{faults}"))?;
        if again != self.spec {
            return Err(format!("what is printed means something else:\n{printed}"));
        }
        Ok(())
    }

    /// `legal` and `moves` on the whole board.
    fn legality(&self) -> Checked {
        for from in &self.table.positions {
            let options = self.table.options(from);
            let mut listed: Vec<(Vec<i128>, Vec<String>)> = Vec::new();
            let visited = self.spec.for_each_move(
                &self.position(from),
                &patience(STEPS, MEMORY),
                &mut |option| {
                    let kinds = option.kinds.iter().map(ToString::to_string).collect();
                    listed.push((numbers(&option.to), kinds));
                    ControlFlow::Continue(())
                },
            );
            visited
                .map(drop)
                .map_err(|error| format!("moves from {from:?}: {error}"))?;
            listed.sort();
            same(
                || format!("moves from {from:?}"),
                listed.as_slice(),
                options,
            )?;
            // Every legal move, and some of the others: saying why a move is not legal takes long.
            let others = self
                .table
                .positions
                .iter()
                .skip(from.len() % 3)
                .step_by((self.table.positions.len() / 3).max(1));
            for to in options.iter().map(|(to, _)| to).chain(others) {
                let legal = self
                    .spec
                    .legal(
                        &self.position(from),
                        &self.position(to),
                        &patience(STEPS, MEMORY),
                    )
                    .map_err(|error| format!("legal {from:?} {to:?}: {error}"))?;
                let found: Vec<String> = legal
                    .map(|kinds| kinds.iter().map(ToString::to_string).collect())
                    .unwrap_or_default();
                let meant = options
                    .iter()
                    .find(|(option, _)| option == to)
                    .map(|(_, kinds)| kinds.clone());
                same(
                    || format!("legal {from:?} {to:?}"),
                    found,
                    meant.unwrap_or_default(),
                )?;
            }
        }
        Ok(())
    }

    /// `solve`: P-positions in normal and misère play, and nim-values.
    fn solutions(&self) -> Checked {
        for play in self.plays() {
            let mut found = BTreeSet::new();
            self.solve(SolveGoal::PPositions(play), |piles, _| {
                found.insert(piles);
            })?;
            let positions = self.table.positions.iter();
            let meant = positions.filter(|piles| self.table.is_p(piles, play == Play::Misere));
            same(
                || format!("P-positions in {play:?} play"),
                found,
                meant.cloned().collect(),
            )?;
        }
        let mut found = BTreeSet::new();
        if self.game.blocking > 0 {
            let refused = self.solve(SolveGoal::NimValues, |_, _| {});
            return same(|| "nim-values".to_owned(), refused.is_err(), true);
        }
        self.solve(SolveGoal::NimValues, |piles, value| {
            found.insert((piles, value));
        })?;
        let positions = self.table.positions.iter();
        let meant = positions.map(|piles| (piles.clone(), Some(self.table.value(piles))));
        same(|| "nim-values".to_owned(), found, meant.collect())
    }

    /// A blocking game has no misère play.
    fn plays(&self) -> Vec<Play> {
        match self.game.blocking {
            0 => vec![Play::Normal, Play::Misere],
            _ => vec![Play::Normal],
        }
    }

    fn solve(&self, wanted: SolveGoal, mut visit: impl FnMut(Vec<i128>, Option<i128>)) -> Checked {
        let game = lab::Game::open(&self.source).map_err(|error| format!("solve: {error}"))?;
        let request = SolveRequest {
            game: &game,
            max: u32::try_from(self.most).expect("a small board"),
            wanted,
            checkpoint: None,
        };
        let answer = request
            .answer(&patience(STEPS, MEMORY))
            .map_err(|error| format!("solve: {error}"))?;
        if let Some(stopped) = answer.stopped {
            return Err(format!("solve: {stopped}"));
        }
        let each = answer.found.try_for_each::<()>(|piles, value| {
            let value = value.map(|value| value.to_string().parse().unwrap_or(i128::MAX));
            visit(piles.iter().map(number).collect(), value);
            Ok(())
        });
        each.map_err(|()| "solve".to_owned())
    }

    /// The game, opened anew, and a position of it.
    fn open_at(&self, piles: &[i128]) -> Result<(lab::Game, Position), String> {
        lab::Game::open_at(&self.source, &shown(piles))
            .map_err(|error| format!("{piles:?}: {error}"))
    }

    /// `legal`, `moves`, `outcome` and `value` as a user asks them, at the largest position.
    fn answers(&self) -> Checked {
        let last = &self.table.positions[self.table.positions.len() - 1];
        self.outcome(last)?;
        let (game, position) = self.open_at(last)?;
        let request = ValueRequest {
            components: vec![(Arc::new(game), position)],
            limit: None,
        };
        let answer = request.answer(&patience(STEPS, MEMORY));
        if self.game.blocking > 0 {
            same(|| format!("value {last:?}"), answer.is_err(), true)?;
        } else {
            same(
                || format!("value {last:?}"),
                answer
                    .map_err(|error| format!("value {last:?}: {error}"))?
                    .value
                    .to_string(),
                self.table.value(last).to_string(),
            )?;
        }
        let (game, position) = self.open_at(last)?;
        let request = MovesRequest {
            game: &game,
            position,
            winning: true,
            limit: None,
            play: Play::Normal,
        };
        let answer = request
            .answer(&patience(STEPS, MEMORY))
            .map_err(|error| format!("moves: {error}"))?;
        let mut found: Vec<Vec<i128>> = answer
            .moves
            .iter()
            .map(|option| numbers(&option.to))
            .collect();
        found.sort();
        let options = self.table.options(last).iter().map(|(to, _)| to);
        let mut meant: Vec<Vec<i128>> = options
            .filter(|to| self.table.is_p(to, false))
            .cloned()
            .collect();
        meant.sort();
        same(|| format!("winning moves from {last:?}"), found, meant)?;
        let first = &self.table.positions[0];
        let (game, from) = self.open_at(last)?;
        let to = game.position(&shown(first));
        let to = to.map_err(|error| format!("{first:?}: {error}"))?;
        let request = LegalRequest {
            game: &game,
            from,
            to,
        };
        let answer = request
            .answer(&patience(STEPS, MEMORY))
            .map_err(|error| format!("legal: {error}"))?;
        let meant = self.table.options(last).iter().any(|(to, _)| to == first);
        same(
            || format!("legal {last:?} {first:?}"),
            answer.legality.is_ok(),
            meant,
        )
    }

    fn outcome(&self, piles: &[i128]) -> Checked {
        let ways = [
            (Method::Best, Play::Normal),
            (Method::Search, Play::Misere),
            (Method::Best, Play::Misere),
        ];
        let known = self.plays();
        for (method, play) in ways.into_iter().filter(|(_, play)| known.contains(play)) {
            let what = || format!("outcome {piles:?} in {play:?} play by {}", method.name());
            let (game, position) = self.open_at(piles)?;
            let request = OutcomeRequest {
                game: &game,
                position,
                method,
                play,
                detail: Detail::Brief,
                telling: lab::ReasonDetail::InShort,
            };
            let answer = request
                .answer(&patience(STEPS, MEMORY))
                .map_err(|error| format!("{}: {error}", what()))?;
            let misere = play == Play::Misere;
            // What rests on an unproved claim may be wrong, and says so.
            if matches!(answer.evidence, lab::Evidence::Conjecture(_)) {
                continue;
            }
            same(
                what,
                answer.outcome == Outcome::P,
                self.table.is_p(piles, misere),
            )?;
            if let Some(option) = &answer.winning_move {
                let to = numbers(&option.to);
                let known = self
                    .table
                    .options(piles)
                    .iter()
                    .any(|(other, _)| *other == to);
                same(
                    || format!("{}: a move to {to:?} wins", what()),
                    known && self.table.is_p(&to, misere),
                    true,
                )?;
            }
        }
        Ok(())
    }
}
