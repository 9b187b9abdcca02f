//! `takeaway play GAME [POSITION]`: a match against the computer, on the whole screen or in lines.

use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lab::{
    Game, GamesRequest, Level, Notation, Partner, PlayRequest, Player, Position, RulesRequest,
};

use super::{ending, only_one};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::sent;
use crate::terminal::face::{self, DisplayMode, TerminalInfo};
use crate::terminal::plain;
use crate::terminal::saved::{LatestMatch, MatchStore, SavedMatch};
use crate::terminal::sheet::{ASCII, UNICODE};
use crate::terminal::words::MessageStyle;
#[cfg(feature = "screen")]
use crate::terminal::{self, screen};

/// Play against the computer
///
/// You and the computer move in turn; whoever cannot move loses, or wins with --misere. In a terminal the match fills the screen:
/// take with the arrow keys or the mouse, or type a move such as "3 from c" or the position you move to; `?` shows what else can be
/// done. Through a pipe, in a terminal that cannot do that (TERM=dumb) and with --plain it is played in lines, with arrow keys
/// and history where they are typed; so it is if a screen reader is likely, by a non-empty ACCESSIBLE, ACCESSIBILITY_ENABLED,
/// GNOME_ACCESSIBILITY or INSIDE_EMACS, or a speaking console. NO_COLOR is respected.
///
/// The computer plays a winning move wherever it knows one, by a theorem or by a short search, unless --level says otherwise. Without
/// a position it deals one that you can win. A match that is played in a terminal is kept after every move: if it is interrupted,
/// --resume goes on with it. Matches played through a pipe are not kept.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway play raleigh
  takeaway play nim 3,5,7 --level casual
  takeaway play rat 10^40,2*10^40,4*10^40 --second
  takeaway play nim 3,5,7 --misere
  takeaway play frankenstein --ascii
  takeaway play --resume
  takeaway play wythoff --plain
  takeaway play wythoff --seed 1 < moves.txt")]
pub(crate) struct PlayArgs {
    /// The game; without one, the games are listed
    game: Option<String>,
    /// The first position; without it, one is dealt
    #[arg(conflicts_with = "resume")]
    position: Option<String>,
    /// More of them, as whoever puts blanks between the piles types
    #[arg(hide = true, conflicts_with = "resume")]
    more: Vec<String>,
    /// Let the computer begin
    #[arg(long, conflicts_with = "resume")]
    second: bool,
    /// Whoever cannot move wins
    #[arg(long, conflicts_with = "resume")]
    misere: bool,
    /// How well the computer plays; it is perfect unless told otherwise
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    level: Option<Level>,
    /// Deal the same positions, and choose the same moves, for the same number
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    seed: Option<u64>,
    /// Go on with the match that was interrupted last, of GAME if one is named
    #[arg(long)]
    resume: bool,
    /// Play in lines, not on the whole screen
    #[arg(long)]
    plain: bool,
    /// Draw with plain letters
    #[arg(long)]
    ascii: bool,
}

/// Lists the games that can be played.
fn list(desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
    if desk.json() {
        let advice = "name the game to play; `takeaway games --json` lists those of the catalogue";
        return Err(Failure::input(advice));
    }
    let answer = desk.ask(&GamesRequest { names: Vec::new() })?;
    let widest = answer.games.iter().map(|game| game.name.len()).max();
    let width = widest.unwrap_or(0);
    for game in &answer.games {
        writeln!(desk.out(), "{:width$}  {}", game.name, game.title)?;
    }
    writeln!(
        desk.out(),
        "`takeaway play NAME` plays one of them, `takeaway play FILE` the rules in a file"
    )?;
    Ok(Exit::Yes)
}

/// An interrupted match that could be resumed.
const INTERRUPTED: &str = "was interrupted: `takeaway play --resume` goes on with it.";

impl PlayArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        match &self.game {
            _ if self.resume => self.resume(desk),
            Some(name) => self.begin(name, desk),
            None => list(desk),
        }
    }

    fn begin(&self, name: &str, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let (game, start) = self.open(name)?;
        let request = PlayRequest {
            partner: Partner::new(&game, ending(self.misere)),
            start,
            first: if self.second {
                Player::Computer
            } else {
                Player::Human
            },
            level: self.level.unwrap_or_default(),
            seed: self.seed.unwrap_or_else(from_the_clock),
        };
        self.sit_down(desk, &request, None)
    }

    fn open(&self, name: &str) -> Result<(Arc<Game>, Option<Position>), Failure> {
        Ok(match &self.position {
            None => (files::open(name)?, None),
            Some(text) => {
                only_one(text, &self.more, "a match begins with one")?;
                let (game, start) = files::open_at(name, text)?;
                (game, Some(start))
            }
        })
    }

    fn resume(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        if sent::is_open() {
            return Err(Failure::input("no match is kept here: send its moves"));
        }
        let saved = match SavedMatch::latest(self.game.as_deref())? {
            LatestMatch::Interrupted(saved) => saved,
            LatestMatch::Played(game) => {
                return Err(Failure::input(format!(
                    "the match of {game} is being played in another terminal: leave it there first"
                )));
            }
            LatestMatch::Nothing => {
                let which = self.game.as_ref().map(|game| format!(" of {game}"));
                return Err(Failure::input(format!(
                    "no match{} was interrupted; `takeaway play GAME` begins one",
                    which.unwrap_or_default()
                )));
            }
        };
        let record = &saved.record;
        let (game, _) = files::open_at(&record.game, &record.start_text())?;
        let mut request = record.request(&game)?;
        request.level = self.level.unwrap_or(request.level);
        self.sit_down(desk, &request, Some(saved))
    }

    fn sit_down(
        &self,
        desk: &mut CommandContext<'_>,
        request: &PlayRequest<'_>,
        saved: Option<SavedMatch>,
    ) -> Result<Exit, Failure> {
        let around = TerminalInfo::look();
        let face = match self.face(&around, desk) {
            // Options are forbidden in lines only.
            DisplayMode::Screen if request.partner.game().blocking() > 0 => {
                DisplayMode::EditedLines
            }
            face => face,
        };
        let voice = MessageStyle {
            full: desk.is_full(),
            signs: if self.ascii { &ASCII } else { &UNICODE },
        };
        let typed = around.typed && !desk.json() && !sent::is_open();
        let greeting = (typed && saved.is_none()).then(interrupted).flatten();
        let resumed = saved.as_ref().map(|saved| saved.record.clone());
        let resumed = resumed.as_ref();
        let keeper = match saved {
            Some(saved) => MatchStore::of(saved),
            None if typed => MatchStore::new(),
            None => MatchStore::idle(),
        };
        let rules = rules(desk, request)?;
        #[cfg(feature = "screen")]
        if face == DisplayMode::Screen {
            desk.out().flush()?;
            let sitting = screen::ScreenMatch {
                request,
                resumed,
                keeper,
                rules,
                voice,
                colours: face::has_colours(&io::stdout()),
                greeting,
            };
            if screen::play(sitting, desk.watch())? {
                for line in terminal::folded(plain::RESUME) {
                    writeln!(desk.out(), "{line}")?;
                }
            }
            return Ok(Exit::Yes);
        }
        let sitting = plain::PlainMatch {
            request,
            resumed,
            keeper,
            rules,
            voice,
            face,
            greeting,
        };
        sitting.play(desk)
    }

    fn face(&self, around: &TerminalInfo, desk: &CommandContext<'_>) -> DisplayMode {
        if desk.json() || sent::is_open() {
            return DisplayMode::PlainLines;
        }
        around.face(self.plain)
    }
}

fn levels() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.map(Level::as_str);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Level>())
}

/// Where a page of rules turns to what is known of the game.
const KNOWN: [&str; 4] = [
    "\nP-positions:",
    "\nP-positions in misère play",
    "\nNim-value\n",
    "\nClaims\n",
];

/// What a page of rules says of the end, and what is true in misère play.
const LOSES: &str = "Whoever cannot move loses";
const WINS: &str = "Whoever cannot move wins";

/// The rules in full, without what is known of the game: that would spoil it.
fn rules(desk: &CommandContext<'_>, request: &PlayRequest<'_>) -> Result<String, Failure> {
    let (game, notation) = (request.partner.game(), Notation::Text);
    let page = desk.ask(&RulesRequest { game, notation })?.rules;
    let known = KNOWN.iter().filter_map(|head| page.find(head)).min();
    let rules = known.and_then(|known| page.get(..known)).unwrap_or(&page);
    Ok(match request.partner.play() {
        lab::Play::Normal => rules.trim_end().to_owned(),
        lab::Play::Misere => rules.trim_end().replace(LOSES, WINS),
    })
}

/// Says that there is an interrupted match. One that cannot be read is told when it is to be resumed.
fn interrupted() -> Option<String> {
    match SavedMatch::latest(None) {
        Ok(LatestMatch::Interrupted(saved)) => {
            Some(format!("A match of {} {INTERRUPTED}", saved.record.game))
        }
        _ => None,
    }
}

/// A number that is different every time.
fn from_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() ^ u64::from(now.subsec_nanos()) << 32)
}
