//! What is said during a match, in words: the same in plain lines and on the screen.

use lab::{
    Comment, IllegalMove, Judgement, Knowledge, Level, Move, Outcome, Player, Position, Reasons,
    ReviewedMove, Saying, ToldRules,
};

use super::sheet::{Signs, TextRole};
use crate::render::{number, reasons};

/// A paragraph: how it is meant, and its text, which may have several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paragraph {
    /// How it is meant.
    pub(crate) ink: TextRole,
    /// Its lines.
    pub(crate) text: String,
}

impl Paragraph {
    /// A paragraph.
    pub(crate) fn new(ink: TextRole, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { ink, text }
    }
}

/// Can the rules be told in short? Kinds of move without a caption are formulas alone.
pub(crate) fn have_captions(rules: &ToldRules) -> bool {
    rules.kinds.iter().all(|kind| kind.caption.is_some())
}

/// How things are said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessageStyle {
    /// Are long numbers said in full?
    pub(crate) full: bool,
    /// The signs that may be used.
    pub(crate) signs: &'static Signs,
}

const AGAIN: &str = "(review, new, undo or quit)";

impl MessageStyle {
    /// A position.
    pub(crate) fn position(&self, position: &Position) -> String {
        number::position(position, self.full)
    }

    /// A saying, if there is anything to say.
    pub(crate) fn say(&self, saying: &Saying) -> Paragraph {
        let (ink, text) = match saying {
            Saying::Rules(rules) => (TextRole::Plain, self.rules(rules)),
            Saying::YourTurn { position } => (
                TextRole::Strong,
                format!("{}  your move", self.position(position)),
            ),
            Saying::Forbidden { options, .. } => (TextRole::Plain, self.forbidden(options)),
            Saying::YourTurnToForbid { position, most } => (
                TextRole::Strong,
                format!(
                    "{}  forbid up to {most} of the computer's options, such as `forbid 1,2`, or `forbid nothing`",
                    self.position(position)
                ),
            ),
            Saying::Comment(comment) => (ink_of(comment.judgement), self.comment(comment)),
            Saying::Moved {
                from,
                to,
                kinds,
                resists,
                ..
            } => {
                let how = lab::quoted(kinds, ", ");
                let (from, to) = (self.position(from), self.position(to));
                let alas = if *resists {
                    ", and knows no winning move"
                } else {
                    ""
                };
                let text = format!("{from}  the computer moves to {to} ({how}){alas}");
                (TextRole::Plain, text)
            }
            Saying::Illegal(illegal) => (TextRole::Bad, self.refusal(illegal)),
            Saying::Misunderstood { fault } => (TextRole::Bad, fault.trim_end().to_owned()),
            Saying::Hint(knowledge) => (TextRole::Good, self.hint(knowledge)),
            Saying::Why {
                outcome,
                reasons,
                evidence,
                ..
            } => (
                TextRole::Plain,
                self.why(*outcome, reasons, evidence.as_deref()),
            ),
            Saying::Moves { moves, complete } => (TextRole::Plain, self.list(moves, *complete)),
            Saying::Review { moves, level } => (TextRole::Plain, self.review(moves, *level)),
            Saying::Level { level, manner } => (
                TextRole::Plain,
                format!("level {level}: the computer {manner}"),
            ),
            Saying::TakenBack => (TextRole::Plain, "taken back".to_owned()),
            Saying::NothingToTakeBack => {
                (TextRole::Faint, "there is nothing to take back".to_owned())
            }
            Saying::PlayedAgain => (TextRole::Plain, "played again".to_owned()),
            Saying::NothingToPlayAgain => (TextRole::Faint, "nothing was taken back".to_owned()),
            Saying::Help { text } => (TextRole::Plain, (*text).to_owned()),
            Saying::Won { winner } => match winner {
                Player::Human => (TextRole::Good, format!("no move is left: you win! {AGAIN}")),
                Player::Computer => (
                    TextRole::Bad,
                    format!("no move is left: the computer wins. {AGAIN}"),
                ),
            },
            Saying::AlreadyOver => (TextRole::Faint, format!("the match is over. {AGAIN}")),
            Saying::Goodbye => (TextRole::Plain, "goodbye".to_owned()),
        };
        Paragraph::new(ink, text)
    }

    /// The rules for somebody who is about to play.
    fn rules(&self, rules: &ToldRules) -> String {
        let mut lines = vec![format!("{}: {}.", rules.title, rules.goal)];
        lines.extend(rules.kinds.iter().map(|kind| match &kind.caption {
            Some(caption) => format!("  {}: {caption}", kind.name),
            None => format!("  {}", kind.name),
        }));
        lines.join("\n")
    }

    /// A word about a move.
    fn comment(&self, comment: &Comment) -> String {
        match (comment.judgement, &comment.better) {
            (Judgement::Kept, _) => "that keeps the win".to_owned(),
            (Judgement::GaveAway, Some(better)) => format!(
                "that gave the win away: the move was to {}",
                self.position(&better.to)
            ),
            (Judgement::GaveAway, None) => "that gave the win away".to_owned(),
            (Judgement::NoWin, _) => "there was no winning move".to_owned(),
            (Judgement::Unknown, _) => "nobody here knows whether that was good".to_owned(),
        }
    }

    fn forbidden(&self, options: &[Position]) -> String {
        let options: Vec<String> = options.iter().map(|option| self.position(option)).collect();
        match options.as_slice() {
            [] => "the computer forbids nothing".to_owned(),
            options => format!("the computer forbids {}", options.join(", ")),
        }
    }

    fn review(&self, moves: &[ReviewedMove], level: Level) -> String {
        if moves.is_empty() {
            return "nothing was played yet".to_owned();
        }
        let lines = (1..)
            .zip(moves)
            .map(|(number, reviewed)| self.reviewed(number, reviewed));
        let lines = lines.collect::<Vec<_>>().join("\n");
        format!("{lines}\nthe computer played at level {level}")
    }

    /// The match in short, when it is over: by which moves a win was given away.
    pub(crate) fn summary(&self, moves: &[ReviewedMove]) -> Paragraph {
        let slips = (1..)
            .zip(moves)
            .filter(|(_, reviewed)| reviewed.comment.judgement == Judgement::GaveAway);
        let slips: Vec<String> = slips
            .map(|(number, reviewed)| self.reviewed(number, reviewed))
            .collect();
        let known = !moves
            .iter()
            .any(|reviewed| reviewed.comment.judgement == Judgement::Unknown);
        let text = match slips.as_slice() {
            [] if known => "Nobody gave a win away.".to_owned(),
            [] => "Nobody gave a win away, as far as it is known.".to_owned(),
            slips => format!("The win changed hands:\n{}", slips.join("\n")),
        };
        Paragraph::new(TextRole::Plain, text)
    }

    fn reviewed(&self, number: usize, reviewed: &ReviewedMove) -> String {
        let who = match reviewed.by {
            Player::Human => "you",
            Player::Computer => "the computer",
        };
        let (from, to) = (self.position(&reviewed.from), self.position(&reviewed.to));
        let arrow = self.signs.arrow;
        let said = match &reviewed.comment.why {
            Some(why) if reviewed.by == Player::Human => format!("that gave the win away: {why}"),
            _ => self.comment(&reviewed.comment),
        };
        format!("{number}. {who}: {from} {arrow} {to}\n   {said}")
    }

    fn hint(&self, knowledge: &Knowledge) -> String {
        match (&knowledge.winning_move, knowledge.outcome) {
            (Some(winning), _) => format!("move to {}", self.position(&winning.to)),
            (None, Some(_)) => "no move wins from here: hope for a mistake".to_owned(),
            (None, None) => "nobody here knows".to_owned(),
        }
    }

    fn why(&self, outcome: Option<Outcome>, reasons: &Reasons, evidence: Option<&str>) -> String {
        let verdict = match outcome {
            Some(Outcome::N) => "you can win",
            Some(Outcome::P) => "whoever moves from here loses against good play",
            None => "nobody here knows who wins from here",
        };
        let mut lines = vec![verdict.to_owned()];
        lines.extend(reasons::lines(reasons, self.full));
        lines.extend(evidence.map(|evidence| format!("evidence: {evidence}")));
        lines.join("\n")
    }

    fn refusal(&self, illegal: &IllegalMove) -> String {
        let (from, to) = (self.position(&illegal.from), self.position(&illegal.to));
        let reasons = illegal
            .reasons
            .iter()
            .map(|reason| format!("\n  {}", reason.to_string().replace('\n', "\n    ")));
        format!("not legal: {from} -> {to}{}", reasons.collect::<String>())
    }

    fn list(&self, moves: &[Move], complete: bool) -> String {
        let moves: Vec<String> = moves
            .iter()
            .map(|option| self.position(&option.to))
            .collect();
        let more = if complete { "" } else { " …" };
        format!("{}{more}", moves.join(" "))
    }
}

fn ink_of(judgement: Judgement) -> TextRole {
    match judgement {
        Judgement::Kept => TextRole::Good,
        Judgement::GaveAway => TextRole::Bad,
        Judgement::NoWin | Judgement::Unknown => TextRole::Faint,
    }
}
