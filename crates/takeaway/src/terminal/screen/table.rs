//! The other side of the screen: a thread that holds the match and answers what it is asked, so that the screen never waits.
//!
//! Every question has a number. The screen may give up all questions up to a number; whoever works on one of them is stopped.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use lab::{
    BoardView, Construction, LabError, Level, Match, MatchRecord, Natural, PlayCommand,
    PlayRequest, Progress, Saying, Stopped, Watch, locked,
};

use crate::terminal::saved::MatchStore;

/// Tokens and squares up to this number are looked at one by one.
const MOST: u32 = 60;

/// A question of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ScreenRequest {
    /// A line was typed.
    Line(String),
    /// What do the rules say of a move that is being chosen?
    Look(ChosenMove),
    /// Which move is meant by what is typed so far?
    Mean(String),
}

/// A move that is being chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChosenMove {
    /// The position that it leads to.
    pub(crate) then: Vec<Natural>,
    /// The pile that is chosen; none on a strip.
    pub(crate) pile: Option<usize>,
}

/// An answer to the screen.
#[derive(Debug)]
pub(crate) enum ScreenAnswer {
    /// What was said, and how things stand.
    Said(Vec<Saying>, MatchView),
    /// What the rules say of a move that is being chosen.
    Looked(MovePreview),
    /// The move that is meant; none if it is none, or cannot be told.
    Meant(String, Option<Vec<Natural>>),
    /// The work was stopped. Nothing has changed.
    Stopped(Stopped),
    /// No match could be begun.
    Failed(LabError),
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchView {
    /// What lies on the table.
    pub(crate) board: BoardView,
    /// The position.
    pub(crate) piles: Vec<Natural>,
    /// Is the match over?
    pub(crate) over: bool,
    /// How many moves were made.
    pub(crate) moves: usize,
    /// How well the computer plays.
    pub(crate) level: Level,
    /// Can the match be resumed after an interruption?
    pub(crate) kept: bool,
}

/// What the rules say of a move that is being chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MovePreview {
    /// The move.
    pub(crate) wish: ChosenMove,
    /// The kinds of move that allow it, or the reasons why none does; none if nothing is chosen or it is not known.
    pub(crate) verdict: Option<Result<String, Vec<String>>>,
    /// For each number of tokens, whether so many may be left of the pile that is chosen.
    pub(crate) may_leave: Vec<bool>,
    /// The squares on which one more coin would make a legal move.
    pub(crate) may_hold: Vec<Natural>,
}

/// A watch that the screen can call off.
pub(crate) struct CancellableWatch<'a> {
    watch: &'a (dyn Watch + Sync),
    /// Questions up to this number are given up.
    given_up: AtomicU64,
    /// The number of the question that is being answered.
    current: AtomicU64,
    /// How far the work has got.
    step: Mutex<Option<Progress>>,
}

impl<'a> CancellableWatch<'a> {
    /// Goes on as long as this watch lets it.
    pub(crate) fn new(watch: &'a (dyn Watch + Sync)) -> Self {
        Self {
            watch,
            given_up: AtomicU64::new(0),
            current: AtomicU64::new(0),
            step: Mutex::new(None),
        }
    }

    /// Gives up all questions up to a number.
    pub(crate) fn give_up(&self, number: u64) {
        self.given_up.fetch_max(number, Ordering::Relaxed);
    }

    /// What is being done, in words.
    pub(crate) fn step(&self) -> Option<String> {
        let step = locked(&self.step);
        step.map(|progress| match progress.total {
            Some(total) => format!("{} {} of {total}", progress.step, progress.done),
            None => format!("{} {}", progress.step, progress.done),
        })
    }

    fn begin(&self, number: u64) {
        self.current.store(number, Ordering::Relaxed);
        self.note(None);
    }

    fn note(&self, progress: Option<Progress>) {
        // A report may be dropped while the screen is reading.
        if let Ok(mut step) = self.step.try_lock() {
            *step = progress;
        }
    }
}

impl Watch for CancellableWatch<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn check(&self) -> Result<(), Stopped> {
        let given_up = self.given_up.load(Ordering::Relaxed);
        if self.current.load(Ordering::Relaxed) <= given_up {
            return Err(Stopped::Cancelled);
        }
        self.watch.check()
    }

    fn progress(&self, progress: Progress) {
        self.note(Some(progress));
    }

    fn construction(&self, construction: Construction) {
        self.note(Some(Progress {
            step: construction.step,
            done: construction.states,
            total: None,
        }));
    }
}

/// Answers until nobody asks any more. The first question, number 1, is to begin.
pub(crate) fn serve(
    request: &PlayRequest<'_>,
    resumed: Option<&MatchRecord>,
    mut keeper: MatchStore,
    attention: &CancellableWatch<'_>,
    asked: &Receiver<(u64, ScreenRequest)>,
    answers: &Sender<(u64, ScreenAnswer)>,
) {
    attention.begin(1);
    let begun = match resumed {
        None => request.begin(attention),
        Some(record) => request.resume(record, attention),
    };
    let mut table = match begun {
        Ok((game, said)) => {
            keeper.follow(&game);
            let view = view(&game, &keeper);
            let _ = answers.send((1, ScreenAnswer::Said(said, view)));
            game
        }
        Err(error) => {
            let _ = answers.send((1, ScreenAnswer::Failed(error)));
            return;
        }
    };
    for (number, ask) in asked {
        attention.begin(number);
        let answer = answer(&mut table, ask, &mut keeper, attention);
        if answers.send((number, answer)).is_err() {
            return;
        }
    }
}

/// Answers a question.
pub(super) fn answer(
    game: &mut Match<'_>,
    ask: ScreenRequest,
    keeper: &mut MatchStore,
    watch: &dyn Watch,
) -> ScreenAnswer {
    match ask {
        ScreenRequest::Line(line) => obey(game, &line, keeper, watch),
        ScreenRequest::Look(wish) => ScreenAnswer::Looked(look(game, wish, watch)),
        ScreenRequest::Mean(line) => {
            let meant = game.meant(&line).and_then(Result::ok);
            ScreenAnswer::Meant(line, meant)
        }
    }
}

fn obey(
    game: &mut Match<'_>,
    line: &str,
    keeper: &mut MatchStore,
    watch: &dyn Watch,
) -> ScreenAnswer {
    match keeper.answer(game, line, watch) {
        Ok(mut said) => {
            if said
                .iter()
                .any(|saying| matches!(saying, Saying::Won { .. }))
            {
                said.extend(game.obey(PlayCommand::Review, watch).unwrap_or_default());
            }
            ScreenAnswer::Said(said, view(game, keeper))
        }
        Err(LabError::Stopped(stopped) | LabError::StoppedAfter { stopped, .. }) => {
            ScreenAnswer::Stopped(stopped)
        }
        Err(error) => {
            let fault = error.render(false);
            let said = vec![Saying::Misunderstood { fault }];
            ScreenAnswer::Said(said, view(game, keeper))
        }
    }
}

/// How things stand.
pub(super) fn view(game: &Match<'_>, keeper: &MatchStore) -> MatchView {
    MatchView {
        board: game.board(),
        piles: game.position().piles().to_vec(),
        over: game.is_over(),
        moves: game.plies().len(),
        level: game.level(),
        kept: keeper.keeps(),
    }
}

/// Asks the rules about a move that is being chosen, and about its neighbours.
fn look(game: &Match<'_>, wish: ChosenMove, watch: &dyn Watch) -> MovePreview {
    let now = game.position().piles();
    let chosen = wish.then != now;
    let verdict = chosen
        .then(|| match game.legality(wish.then.clone(), watch) {
            Ok(Ok(kinds)) => Some(Ok(lab::quoted(&kinds, ", "))),
            Ok(Err(illegal)) => Some(Err(illegal
                .reasons
                .iter()
                .map(ToString::to_string)
                .collect())),
            Err(LabError::Stopped(_)) => None,
            Err(error) => Some(Err(vec![error.to_string()])),
        })
        .flatten();
    let is_legal = |piles: Vec<Natural>| matches!(game.legality(piles, watch), Ok(Ok(_)));
    let may_leave = wish
        .pile
        .map(|pile| leave(now, &wish.then, pile, &is_legal));
    let may_hold = match (wish.pile, chosen) {
        (None, true) => hold(now, &wish.then, &is_legal),
        _ => Vec::new(),
    };
    MovePreview {
        verdict,
        may_leave: may_leave.unwrap_or_default(),
        may_hold,
        wish,
    }
}

fn leave(
    now: &[Natural],
    then: &[Natural],
    pile: usize,
    is_legal: &dyn Fn(Vec<Natural>) -> bool,
) -> Vec<bool> {
    let Some(size) = now.get(pile).filter(|size| **size <= MOST) else {
        return Vec::new();
    };
    let mut left = Natural::from(0_u8);
    let mut may = Vec::new();
    while left < *size {
        let mut piles = then.to_vec();
        piles[pile] = left.clone();
        may.push(is_legal(piles));
        left += Natural::from(1_u8);
    }
    may
}

fn hold(
    now: &[Natural],
    then: &[Natural],
    is_legal: &dyn Fn(Vec<Natural>) -> bool,
) -> Vec<Natural> {
    let last = now.last().cloned().unwrap_or_default();
    let mut may = Vec::new();
    for square in (1..=MOST)
        .map(Natural::from)
        .take_while(|square| *square <= last)
    {
        if then.contains(&square) || now.contains(&square) {
            continue;
        }
        let mut piles = then.to_vec();
        piles.push(square.clone());
        if is_legal(piles) {
            may.push(square);
        }
    }
    may
}
