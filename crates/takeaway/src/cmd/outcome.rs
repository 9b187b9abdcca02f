//! `takeaway outcome GAME POSITION`: who wins, by which move, and why.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lab::{Method, OutcomeAnswer, OutcomeRequest, ReasonDetail, Request, Session};

use super::comparison::{self, MethodTrial};
use super::{ending, one_by_one, tell_refuted};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;

/// How long each method may take when all are asked.
const A_METHOD: Duration = Duration::from_secs(10);

/// Who wins, a winning move, and the reason in words
///
/// P: the previous player wins, whoever moves now loses against good play. N: the next player wins. A winning
/// move is shown only after the rules have accepted it.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway outcome raleigh 3,6,10
  takeaway outcome raleigh 1,2,3 4,5,8
  takeaway outcome rat 10^100,2*10^100,3*10^100
  takeaway outcome wythoff 1000,2000 --strategy all
  takeaway outcome beta-nim:beta=pi 100,213
  takeaway outcome mark 12 --misere")]
pub(crate) struct OutcomeArgs {
    /// The game
    game: String,
    /// The positions; with --json several are answered with an array
    #[arg(required = true, value_name = "POSITION")]
    positions: Vec<String>,
    /// How to find the answer
    #[arg(long, value_enum, default_value_t = StrategyArg::Best)]
    strategy: StrategyArg,
    /// Whoever cannot move wins; answered by search
    #[arg(long)]
    misere: bool,
    /// Only say who wins: no winning move is looked for
    #[arg(long)]
    no_move: bool,
}

/// How to find the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum StrategyArg {
    /// A theorem where one is known, else the claim of the rules, else search
    Best,
    /// The table of P-positions from the start, by the mex rule
    Recursive,
    /// The mex rule in windows around a linear estimate
    Window,
    /// The rows of an array from the start
    Array,
    /// A closed formula
    Algebraic,
    /// The digits of the piles in a numeration system
    Arithmetic,
    /// The automaton of a proof that the P-positions are those that the rules claim
    Automaton,
    /// What the rules claim of their P-positions
    Claim,
    /// Brute force from the rules alone
    Search,
    /// Each of them that can, with the time it takes; the time limit is for each, 10s if none is given
    All,
}

impl StrategyArg {
    /// The method, or none for all of them.
    fn method(self) -> Option<Method> {
        Method::named(self.to_possible_value()?.get_name())
    }
}

impl OutcomeArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let session = files::session(&self.game)?;
        let positions = self.positions.iter().map(|text| files::position(text));
        let positions: Vec<String> = positions.collect::<Result<_, _>>()?;
        let Some(method) = self.strategy.method() else {
            return self.compare(desk, &session, &positions);
        };
        let telling = self.telling(ReasonDetail::InParts);
        let ask = |desk: &mut CommandContext<'_>, position: &String| {
            let detail = desk.detail();
            desk.work(|watch| {
                let (game, position) = session.at(position)?;
                let request = OutcomeRequest {
                    game: &game,
                    position,
                    method,
                    play: ending(self.misere),
                    detail,
                    telling,
                };
                request.answer(watch)
            })
        };
        one_by_one(desk, &positions, ask, write_text)?;
        Ok(Exit::Yes)
    }

    /// Asks every method that may know.
    fn compare(
        &self,
        desk: &mut CommandContext<'_>,
        session: &Session,
        positions: &[String],
    ) -> Result<Exit, Failure> {
        let [position] = positions else {
            return Err(Failure::input(
                "--strategy all compares the methods for one position at a time",
            ));
        };
        let (game, position) = desk.work(|_| session.at(position))?;
        let limit = desk.time_limit().unwrap_or(A_METHOD);
        let mut request = OutcomeRequest {
            game: &game,
            position,
            method: Method::Best,
            play: ending(self.misere),
            detail: desk.detail(),
            telling: self.telling(ReasonDetail::InShort),
        };
        let mut trials = Vec::new();
        for method in desk.work(|watch| Ok(game.methods(request.play, watch)))? {
            let start = Instant::now();
            request.method = method;
            let answer = desk.work_within(limit, |watch| request.answer(watch));
            trials.push(MethodTrial {
                method,
                answer,
                time: start.elapsed(),
            });
        }
        comparison::write(desk, &trials)
    }

    fn telling(&self, with_move: ReasonDetail) -> ReasonDetail {
        match self.no_move {
            true => ReasonDetail::WithoutMove,
            false => with_move,
        }
    }

    /// Is every method to be asked? Then the time limit is for each of them.
    pub(crate) fn asks_all(&self) -> bool {
        self.strategy == StrategyArg::All
    }
}

fn write_text(desk: &mut CommandContext<'_>, answer: &OutcomeAnswer) -> Result<(), Failure> {
    let position = desk.position(&answer.position);
    let winner = match answer.outcome {
        lab::Outcome::P => "P, the player to move loses",
        lab::Outcome::N => "N, the player to move wins",
    };
    let conjecture = match answer.evidence {
        lab::Evidence::Conjecture(_) => "conjecture: ",
        _ => "",
    };
    writeln!(desk.out(), "{conjecture}{position}: {winner}")?;
    if let Some(winning) = &answer.winning_move {
        let (to, kinds) = (
            desk.position(&winning.to),
            lab::quoted(&winning.kinds, " or "),
        );
        writeln!(desk.out(), "move: to {to}, kind {kinds}")?;
    }
    let reasons = answer.reasons.as_ref();
    for line in reasons.map_or_else(Vec::new, |reasons| desk.reasons(reasons)) {
        writeln!(desk.out(), "{line}")?;
    }
    writeln!(
        desk.out(),
        "evidence: {} [{}]",
        answer.evidence,
        answer.method.name()
    )?;
    tell_refuted(desk.out(), &answer.refuted)
}
