//! `takeaway play GAME [POSITION]`: a match against the computer, in plain lines.

use std::io::ErrorKind;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use lab::{
    Board, IllegalMove, Knowledge, LabError, Move, Outcome, PlayRequest, Player, Saying, Stopped,
};

use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::lines::Lines;

/// Play against the computer
///
/// You and the computer move in turn; whoever cannot move loses. Type the position you move to, such as 3,5,8, or one of
/// the words hint, why, moves, undo, new, help, quit. The computer plays a winning move wherever it knows one, by
/// a theorem or by a short search. Where it cannot win it resists: it makes the move after which your best
/// answer leaves most on the table. Without a position it deals one that you can win.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway play raleigh
  takeaway play nim 3,5,7
  takeaway play rat 10^40,2*10^40,4*10^40 --second
  takeaway play wythoff --seed 1 < moves.txt")]
pub(crate) struct Play {
    /// The game
    game: String,
    /// The first position; without it, one is dealt
    position: Option<String>,
    /// Let the computer begin
    #[arg(long)]
    second: bool,
    /// Deal the same positions for the same number
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Play {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let position = self.position.as_deref().map(files::position).transpose()?;
        let board = PlayRequest {
            game: files::game(&self.game)?,
            position,
            first: if self.second {
                Player::Computer
            } else {
                Player::Human
            },
            seed: self.seed.unwrap_or_else(from_the_clock),
        }
        .set_up()?;
        play(desk, &board)
    }
}

fn play(desk: &mut Desk<'_>, board: &Board) -> Result<Exit, Failure> {
    let watch = desk.watch();
    let (mut game, said) = match board.start(watch) {
        Err(LabError::Stopped(stopped)) => return leave(desk, stopped),
        other => other?,
    };
    watch.clear();
    if !desk.json() {
        writeln!(
            desk.out(),
            "{}: whoever cannot move loses. Type the position you move to, or `help`.",
            board.name()
        )?;
    }
    say_all(desk, &said)?;
    let lines = Lines::of_stdin();
    loop {
        if !prompt(desk, &lines)? {
            return Ok(Exit::Yes);
        }
        let line = match lines.next(watch) {
            Ok(Some(line)) => line,
            Ok(None) => return say(desk, &Saying::Goodbye).map(|()| Exit::Yes),
            Err(stopped) => return leave(desk, stopped),
        };
        if !desk.json() && !lines.are_typed() {
            writeln!(desk.out(), "> {line}")?;
        }
        let said = match game.line(&line, watch) {
            Err(LabError::Stopped(stopped)) => return leave(desk, stopped),
            other => other?,
        };
        watch.clear();
        say_all(desk, &said)?;
        if said.contains(&Saying::Goodbye) {
            return Ok(Exit::Yes);
        }
    }
}

/// Ctrl-C is a way to say goodbye; a limit is an answer of its own.
fn leave(desk: &mut Desk<'_>, stopped: Stopped) -> Result<Exit, Failure> {
    match stopped {
        Stopped::Cancelled => {
            writeln!(desk.out())?;
            say(desk, &Saying::Goodbye)?;
            Ok(Exit::Yes)
        }
        limit => Err(LabError::Stopped(limit).into()),
    }
}

/// Asks for a line in a terminal; through a pipe, each line is shown once it has come. False if nobody listens any more.
fn prompt(desk: &mut Desk<'_>, lines: &Lines) -> Result<bool, Failure> {
    if !desk.json() && lines.are_typed() {
        write!(desk.out(), "> ")?;
    }
    match desk.out().flush() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        written => Ok(written.map(|()| true)?),
    }
}

fn say_all(desk: &mut Desk<'_>, said: &[Saying]) -> Result<(), Failure> {
    said.iter().try_for_each(|saying| say(desk, saying))
}

fn say(desk: &mut Desk<'_>, saying: &Saying) -> Result<(), Failure> {
    if desk.json() {
        return desk.write_json(saying);
    }
    let text = in_words(desk, saying);
    writeln!(desk.out(), "{text}")?;
    Ok(())
}

/// A saying for a reader.
fn in_words(desk: &Desk<'_>, saying: &Saying) -> String {
    match saying {
        Saying::YourTurn { position } => format!("{}  your move", desk.position(position)),
        Saying::Moved {
            from, to, kinds, ..
        } => format!(
            "{}  the computer moves to {} ({})",
            desk.position(from),
            desk.position(to),
            lab::quoted(kinds, ", ")
        ),
        Saying::Illegal(illegal) => refusal(desk, illegal),
        Saying::Misunderstood { fault } => fault.trim_end().to_owned(),
        Saying::Hint(knowledge) => hint(desk, knowledge),
        Saying::Why {
            outcome,
            why,
            evidence,
        } => {
            let verdict = match outcome {
                Some(Outcome::N) => "you can win: ",
                Some(Outcome::P) => "whoever moves from here loses against good play: ",
                None => "",
            };
            let evidence = evidence.as_ref().map(|text| format!("\n  [{text}]"));
            format!("{verdict}{why}{}", evidence.unwrap_or_default())
        }
        Saying::Moves { moves, complete } => list(desk, moves, *complete),
        Saying::TakenBack => "taken back".to_owned(),
        Saying::NothingToTakeBack => "there is nothing to take back".to_owned(),
        Saying::Help { text } => (*text).to_owned(),
        Saying::Won { winner } => {
            let winner = match winner {
                Player::Human => "you win!",
                Player::Computer => "the computer wins.",
            };
            format!("no move is left: {winner} {AGAIN}")
        }
        Saying::AlreadyOver => format!("the match is over. {AGAIN}"),
        Saying::Goodbye => "goodbye".to_owned(),
    }
}

const AGAIN: &str = "(new, undo or quit)";

fn hint(desk: &Desk<'_>, knowledge: &Knowledge) -> String {
    match (&knowledge.winning_move, knowledge.outcome) {
        (Some(winning), _) => format!("move to {}", desk.position(&winning.to)),
        (None, Some(_)) => "no move wins from here: hope for a mistake".to_owned(),
        (None, None) => "nobody here knows".to_owned(),
    }
}

fn refusal(desk: &Desk<'_>, illegal: &IllegalMove) -> String {
    let (from, to) = (desk.position(&illegal.from), desk.position(&illegal.to));
    let reasons = illegal
        .reasons
        .iter()
        .map(|reason| format!("\n  {}", reason.to_string().replace('\n', "\n    ")));
    format!("not legal: {from} -> {to}{}", reasons.collect::<String>())
}

fn list(desk: &Desk<'_>, moves: &[Move], complete: bool) -> String {
    let moves: Vec<String> = moves
        .iter()
        .map(|option| desk.position(&option.to))
        .collect();
    let more = if complete { "" } else { " …" };
    format!("{}{more}", moves.join(" "))
}

/// A number that is different every time.
fn from_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() ^ u64::from(now.subsec_nanos()) << 32)
}
