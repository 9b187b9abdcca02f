//! `takeaway invent`: rules for given P-positions.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use lab::{
    GameReference, InventAnswer, InventMethod, InventRequest, InventedRuleset, InventedVerdict,
    RulesLocation, WantedPositions,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::prove::Seconds;
use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::new_file::{NewFile, OverwritePolicy, make_directory};
use crate::output::tell;

/// Rules of games that have given P-positions
///
/// The P-positions are rows whose columns split the positive integers (--splitting), rows with any columns (--columns), or the claim of a file whose moves
/// are not looked at; it may have none. Rules are looked for in four ways: `differences`, the construction of docs/fat-rat.md, where the differences of
/// the columns increase; `short`, a search through short rules; `invariant`, all vectors that are no difference of two P-positions, which decides whether an invariant
/// game has them; `star`, the dual by the star-operator, with fewer moves. Each ruleset that is shown is proved, or says that it is not. Rows are sorted, and
/// the row with the number 0 is that of zeros.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway invent --splitting \"7/4,0 7/2,-1 7,-3\"
  takeaway invent --columns \"floor(n*phi), floor(n*phi^2)\" --out found
  takeaway invent --columns \"floor(3*n/2), 3*n - 1\" --methods short invariant
  takeaway invent wanted.game --json")]
pub(crate) struct InventArgs {
    /// A game whose P-positions are wanted
    #[arg(value_name = "GAME", required_unless_present_any = ["splitting", "columns"])]
    game: Option<String>,
    /// Sequences that split the positive integers, each as A,G for floor(n*A+G), separated by blanks
    #[arg(long, value_name = "SEQUENCES", conflicts_with_all = ["game", "columns"])]
    splitting: Option<String>,
    /// Columns as terms in n
    #[arg(long, value_name = "TERMS", conflicts_with = "game")]
    columns: Option<String>,
    /// Look in these ways only: differences, short, invariant, star
    #[arg(long, value_name = "WAY", num_args = 1.., value_delimiter = ',')]
    methods: Vec<String>,
    /// Write each ruleset, its automata and its certificate into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<String>,
}

/// The answer as a program reads it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct InventJson {
    #[serde(flatten)]
    answer: InventAnswer,
    /// The files that were written.
    files: Vec<String>,
    #[serde(rename = "seconds", with = "Seconds")]
    time: Duration,
}

impl InventArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let methods = self.methods.iter().map(|word| word.parse());
        let methods: Result<Vec<InventMethod>, String> = methods.collect();
        let request = InventRequest {
            wanted: self.wanted()?,
            methods: methods.map_err(Failure::input)?,
            files: self.out.is_some(),
        };
        if let Some(folder) = &self.out {
            make_directory(folder)?;
        }
        let start = Instant::now();
        let answer = desk.ask(&request)?;
        let time = start.elapsed();
        let files = match &self.out {
            Some(folder) => self.write(folder, &answer.rulesets)?,
            None => Vec::new(),
        };
        let answer = InventJson {
            answer,
            files,
            time,
        };
        match desk.json() {
            true => desk.write_json(&answer)?,
            false => write_text(desk, &answer)?,
        }
        Ok(exit(&answer.answer))
    }

    /// Writes the files of all rulesets; their paths. The file that claims the P-positions is not one of them.
    fn write(&self, folder: &str, rulesets: &[InventedRuleset]) -> Result<Vec<String>, Failure> {
        let game = self.game.as_ref().map(|game| game.parse::<GameReference>());
        let rules = game.transpose()?.map(|game| game.place);
        let mut paths = Vec::new();
        for (name, text) in rulesets.iter().flat_map(texts) {
            let path = Path::new(folder).join(name).to_string_lossy().into_owned();
            let file = NewFile::at(&path, OverwritePolicy::Replace)?;
            if let Some(RulesLocation::File(rules)) = &rules
                && file.is(rules)
            {
                return Err(Failure::input(format!(
                    "`{path}` holds the P-positions: name another directory"
                )));
            }
            file.write(text.as_bytes())?;
            paths.push(path);
        }
        Ok(paths)
    }

    fn wanted(&self) -> Result<WantedPositions, Failure> {
        if let Some(columns) = &self.columns {
            return Ok(WantedPositions::Columns(columns.clone()));
        }
        if let Some(game) = &self.game {
            return Ok(WantedPositions::Claim(Box::new(files::game(game)?)));
        }
        let words = self
            .splitting
            .iter()
            .flat_map(|text| text.split_whitespace());
        Ok(WantedPositions::Splitting(
            words.map(str::to_owned).collect(),
        ))
    }
}

/// The files of a ruleset: their names, and what they hold.
fn texts(ruleset: &InventedRuleset) -> Vec<(String, &str)> {
    let Some(files) = &ruleset.written else {
        return Vec::new();
    };
    let mut texts = vec![(format!("{}.game", files.name), ruleset.rules.as_str())];
    let automata = files.automata.iter();
    texts.extend(automata.map(|(name, text)| (name.clone(), text.as_str())));
    match &files.certificate {
        Ok(text) => texts.push((format!("{}.certificate", files.name), text)),
        Err(why) => tell(&format!("{} has no certificate: {why}", files.name)),
    }
    texts
}

fn exit(answer: &InventAnswer) -> Exit {
    let known = |ruleset: &InventedRuleset| ruleset.verdict != InventedVerdict::HoldsUpTo;
    match &answer.stopped {
        Some(stopped) => tell_stop(&stopped.to_string()),
        None if answer.rulesets.iter().any(known) => Exit::Yes,
        None => tell_stop("no rules were found that are proved; what was tried is shown"),
    }
}

fn write_text(desk: &mut CommandContext<'_>, answer: &InventJson) -> Result<(), Failure> {
    for ruleset in &answer.answer.rulesets {
        let comment = |line: String| format!("# {line}\n");
        let head =
            comment(ruleset.method.clone()) + &comment(format!("evidence: {}", ruleset.evidence));
        writeln!(desk.out(), "{head}{}", ruleset.rules)?;
    }
    for without in &answer.answer.without {
        writeln!(desk.out(), "# {}: {}", without.method, without.why)?;
    }
    let unwritten = answer
        .answer
        .rulesets
        .iter()
        .any(|r| !r.automata.is_empty());
    if unwritten && answer.files.is_empty() {
        writeln!(
            desk.out(),
            "# --out DIR writes the rules with the automata that they name"
        )?;
    }
    for file in &answer.files {
        writeln!(desk.out(), "# written: {file}")?;
    }
    Ok(())
}
