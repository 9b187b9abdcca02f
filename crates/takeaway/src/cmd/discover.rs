//! `takeaway discover GAME`: the P-positions, found and proved from the rules alone.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use lab::{
    BesideAHeap, DiscoverAnswer, DiscoverRequest, DiscoverVerdict, DiscoveredFiles, GameReference,
    Tried, TriedVerdict,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::prove::Seconds;
use super::{ending, tell_stop};
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::new_file::{NewFile, OverwritePolicy, make_directory};
use crate::output::tell;
use crate::render::markdown::escaped;

/// The P-positions of a game, found and proved from its rules alone
///
/// Brute force shows a board; formulas that agree with it are put to the prover, then automata in numeration systems. What is refuted is learned
/// from, on a larger board, until a claim is proved or everything was tried. What the file claims, and what is known of the game, is not looked
/// at. With --out, the rules with the claim, the certificate, the automaton and a short account are written into a directory.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway discover wythoff:d=3
  takeaway discover new.game --out found
  takeaway discover mark --systems binary --json
  takeaway discover wythoff --misere
  takeaway discover \"subtraction:set={1,3,4}\" --nim-value 2
  takeaway discover new.game --max 500 --time-limit 1m")]
pub(crate) struct DiscoverArgs {
    /// The game
    game: String,
    /// Write NAME.game, NAME.certificate, NAME.aut and NAME.md into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<String>,
    /// Look for automata in these numeration systems only
    #[arg(long, value_name = "SYSTEM", num_args = 1..)]
    systems: Vec<String>,
    /// The largest pile of a board
    #[arg(long, value_name = "N")]
    max: Option<String>,
    /// Whoever cannot move wins
    #[arg(long)]
    misere: bool,
    /// Find the positions of the nim-values 0 to V: the P-positions of the game beside a Nim heap of at most V tokens
    #[arg(long, value_name = "V", conflicts_with = "misere")]
    nim_value: Option<String>,
}

/// The answer as a program reads it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DiscoverJson {
    #[serde(flatten)]
    answer: DiscoverAnswer,
    /// The file with the rules and the claim.
    file: Option<String>,
    /// The file with the certificate.
    certificate: Option<String>,
    #[serde(rename = "seconds", with = "Seconds")]
    time: Duration,
}

impl DiscoverArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let game = files::open(&self.game)?;
        let name = game.rules().name().split(':').next().unwrap_or_default();
        let name = match &self.nim_value {
            Some(_) => format!("{name}-beside-heap"),
            None => name.to_owned(),
        };
        let place = self.out.as_deref().map(|folder| self.place(folder, &name));
        let place = place.transpose()?;
        let start = Instant::now();
        let answer = desk.ask(&DiscoverRequest {
            game: &game,
            max: self.max.as_deref().map(lab::largest_pile).transpose()?,
            systems: self.systems.clone(),
            play: ending(self.misere),
            nim_value: self
                .nim_value
                .as_deref()
                .map(lab::largest_pile)
                .transpose()?,
            files: place.is_some(),
        })?;
        let time = start.elapsed();
        let (file, certificate) = match (&place, &answer.written) {
            (Some(place), Some(written)) => place.write(written, &account(&answer))?,
            _ => (None, None),
        };
        let answer = DiscoverJson {
            answer,
            file,
            certificate,
            time,
        };
        match desk.json() {
            true => desk.write_json(&answer)?,
            false => write_text(desk, &answer)?,
        }
        Ok(exit(&answer.answer))
    }
}

impl DiscoverArgs {
    /// Where the files go, if they can be written there; the file of the rules is not one of them.
    fn place(&self, folder: &str, name: &str) -> Result<OutputFolder, Failure> {
        make_directory(folder)?;
        let place = OutputFolder {
            folder: folder.to_owned(),
            name: name.to_owned(),
        };
        let rules = self.game.parse::<GameReference>()?.place;
        for ending in ["game", "md", "certificate", "aut"] {
            let path = place.path(&format!("{name}.{ending}"));
            let file = NewFile::at(&path, OverwritePolicy::Replace)?;
            if let lab::RulesLocation::File(rules) = &rules
                && file.is(rules)
            {
                return Err(Failure::input(format!(
                    "`{path}` holds the rules: name another directory"
                )));
            }
        }
        Ok(place)
    }
}

/// Where the files go.
struct OutputFolder {
    folder: String,
    name: String,
}

impl OutputFolder {
    fn path(&self, name: &str) -> String {
        let path = Path::new(&self.folder).join(name);
        path.to_string_lossy().into_owned()
    }

    /// Writes the files; the names of those with the rules and with the certificate.
    fn write(
        &self,
        written: &DiscoveredFiles,
        account: &str,
    ) -> Result<(Option<String>, Option<String>), Failure> {
        for (file, automaton) in &written.automata {
            self.file(file, automaton)?;
        }
        let name = &self.name;
        let game = self.file(&format!("{name}.game"), &written.game)?;
        self.file(&format!("{name}.md"), account)?;
        let certificate = match &written.certificate {
            Ok(text) => Some(self.file(&format!("{name}.certificate"), text)?),
            Err(why) => {
                tell(&format!("there is no certificate: {why}"));
                None
            }
        };
        Ok((Some(game), certificate))
    }

    fn file(&self, name: &str, text: &str) -> Result<String, Failure> {
        let path = self.path(name);
        NewFile::at(&path, OverwritePolicy::Replace)?.write(text.as_bytes())?;
        Ok(path)
    }
}

fn exit(answer: &DiscoverAnswer) -> Exit {
    match (answer.verdict, &answer.stopped) {
        (DiscoverVerdict::Proved, _) => Exit::Yes,
        (_, Some(stopped)) => tell_stop(&stopped.to_string()),
        (_, None) => tell_stop("nothing was found; what was tried is shown"),
    }
}

fn write_text(desk: &mut CommandContext<'_>, answer: &DiscoverJson) -> Result<(), Failure> {
    let found = &answer.answer;
    if found.verdict == DiscoverVerdict::Proved {
        match &found.claim {
            Some(claim) => writeln!(desk.out(), "{claim}")?,
            None => writeln!(
                desk.out(),
                "the P-positions are those whose digits an automaton accepts; --out writes it down"
            )?,
        }
        if let (Some(system), Some(automaton)) = (&found.system, &found.automaton) {
            let states = lab::counted(automaton.states, "state", "states");
            writeln!(desk.out(), "automaton: {states}, in {system}")?;
        }
        if let Some(values) = &found.values {
            writeln!(desk.out(), "{}", beside(values))?;
        }
        writeln!(desk.out(), "evidence: {}", evidence(found))?;
    }
    for tried in found
        .tried
        .iter()
        .filter(|t| t.verdict != TriedVerdict::Proved)
    {
        writeln!(desk.out(), "tried: {}", told(tried))?;
    }
    if found.verdict == DiscoverVerdict::Stopped && found.tried.is_empty() {
        writeln!(desk.out(), "nothing was tried before the limit")?;
    }
    if let Some(file) = &answer.file {
        writeln!(desk.out(), "written: {file}")?;
    }
    if let Some(certificate) = &answer.certificate {
        writeln!(desk.out(), "written: {certificate}")?;
    }
    Ok(())
}

/// What the claim says of nim-values.
fn beside(values: &BesideAHeap) -> String {
    let BesideAHeap { heap, most, .. } = values;
    format!(
        "nim-values: {heap} is a Nim heap beside the game; a position has the nim-value {heap} <= {most} if and only if it is a P-position beside the heap"
    )
}

fn evidence(found: &DiscoverAnswer) -> String {
    let (bound, compared) = found.bounds.unwrap_or_default();
    format!(
        "proved: for all positions; found on a board with piles up to {bound}, compared with brute force up to {compared}"
    )
}

/// An attempt in a line.
fn told(tried: &Tried) -> String {
    let (system, bound) = (&tried.system, tried.bound);
    let states = tried.states.as_deref().unwrap_or("0");
    let what = match (&tried.claim, tried.system.as_str()) {
        (Some(claim), "formula") => claim.clone(),
        (Some(_), _) => {
            let states = lab::counted(states, "state", "states");
            format!("an automaton with {states} in {system}")
        }
        (None, _) => {
            let residuals = lab::counted(states, "residual", "residuals");
            return format!(
                "{system}: no automaton is right for piles up to {bound}; {residuals} by then"
            );
        }
    };
    let verdict = match tried.verdict {
        TriedVerdict::Proved => "proved",
        TriedVerdict::Refuted => "refuted",
        TriedVerdict::Undecided | TriedVerdict::Grows => "undecided",
    };
    let why = tried.why.as_deref().unwrap_or_default();
    format!("{what}, from piles up to {bound}: {verdict}: {why}")
}

/// What was found and how, as a page.
fn account(found: &DiscoverAnswer) -> String {
    let mut text = format!(
        "# {}\n\nThe P-positions, found from the rules alone.\n\n",
        escaped(&found.game)
    );
    if let Some(claim) = &found.claim {
        let lines: Vec<String> = claim.lines().map(|line| format!("    {line}\n")).collect();
        text.push_str(&lines.concat());
    }
    if let (Some(system), Some(automaton)) = (&found.system, &found.automaton) {
        let states = lab::counted(automaton.states, "state", "states");
        text.push_str(&format!(
            "\nThe automaton has {states} and reads {}.\n",
            escaped(system)
        ));
    }
    if let Some(values) = &found.values {
        text.push_str(&format!("\n{}.\n", escaped(&beside(values))));
    }
    text.push_str(&format!("\nEvidence: {}.\n", evidence(found)));
    let failed: Vec<&Tried> = found
        .tried
        .iter()
        .filter(|tried| tried.verdict != TriedVerdict::Proved)
        .collect();
    if !failed.is_empty() {
        text.push_str("\nTried before:\n\n");
        let lines: Vec<String> = failed
            .iter()
            .map(|tried| format!("- {}\n", escaped(&told(tried))))
            .collect();
        text.push_str(&lines.concat());
    }
    text
}
