//! `takeaway prove GAME`: every claim of a game, for all positions; of a sentence, or of each game of a family, likewise; or
//! compared with brute force up to a bound.

use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lab::searching::ParameterGrid;
use lab::{
    CertifyRequest, ClaimOutcome, ClaimsRequest, CompareRequest, Evidence, Foundations, Game,
    GameReference, NamedClaim, Report, RulesLocation, Stopped,
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::kept_proofs::{CachedReport, ProofCache};
use crate::new_file::{NewFile, OverwritePolicy};
use crate::output::{Reached, or_reached, tell};
use crate::render::{self, Format, Grid};
use crate::sent;

/// Each claim of a game: proved for all positions, or refuted with the smallest counterexample
///
/// A game may claim its P-positions (`P = …`), its nim-values (`nim-value = …`) and theorems (`theorem "…": …`). With
/// rational and quadratic constants such claims are decided by automata that read the digits of the piles: proved for
/// piles of any size, or refuted with the smallest counterexample and exit code 1. What no theory decides, such as claims about
/// floor(n*pi), or what takes too long, can be compared with brute force by --max: it holds up to there, or is refuted.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway prove raleigh
  takeaway prove succinct-rat:d=5 --theorem P-positions
  takeaway prove raleigh --certificate raleigh.proof
  takeaway prove new.game --json
  takeaway prove --formula 'forall n >= 1: floor(n*phi^2) = floor(n*phi) + n'
  takeaway prove wythoff --sweep d=1..10
  takeaway prove beta-nim:beta=pi --max 300
  takeaway prove rat mouse raleigh --format markdown")]
pub(crate) struct ProveArgs {
    /// The games
    #[arg(required_unless_present = "formula", value_name = "GAME")]
    games: Vec<String>,
    /// A sentence of the language in place of a game
    #[arg(long, value_name = "SENTENCE", conflicts_with_all = ["games", "theorem", "sweep"])]
    formula: Option<String>,
    /// Only the claim of this name: P-positions, nim-values, or that of a theorem
    #[arg(long, value_name = "NAME")]
    theorem: Option<String>,
    /// Each game once for every value of a parameter, such as d=1..50
    #[arg(long, value_name = "NAME=A..B")]
    sweep: Option<ParameterSweep>,
    /// Compare with brute force in place of a proof: piles, and the variables of a sentence together, up to N
    #[arg(long, value_name = "N", conflicts_with = "certificate")]
    max: Option<u32>,
    /// Write the proofs to a file that `takeaway check` re-checks; for one game
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Prove everything anew, and keep nothing: otherwise what took long is found again
    #[arg(long)]
    no_cache: bool,
    /// How to write the verdicts
    #[arg(long, value_enum, default_value_t = ProveFormat::Text)]
    format: ProveFormat,
}

/// How verdicts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum ProveFormat {
    /// A line for each claim, as soon as it is decided
    Text,
    /// One JSON object; its numbers are strings
    Json,
    /// A Markdown table
    Markdown,
}

/// What became of one claim.
#[derive(Clone, Serialize, JsonSchema)]
struct Decided {
    game: String,
    #[serde(flatten)]
    report: Arc<Report>,
    #[serde(rename = "seconds", with = "Seconds")]
    time: Duration,
    /// It was proved before, and found again: the time that it took then.
    #[serde(
        rename = "proved_before_in",
        with = "MaybeSeconds",
        skip_serializing_if = "Option::is_none"
    )]
    before: Option<Duration>,
    /// How it is known although it was not decided here.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Evidence>,
    /// Was it compared with brute force, without an automaton?
    #[serde(skip)]
    compared: bool,
}

/// The answer as a program reads it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProveAnswer<'a> {
    claims: &'a [Decided],
    /// The certificate, where no file of it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    certificate: Option<CertificateText>,
}

#[derive(Serialize)]
struct CertificateText {
    text: String,
}

impl<'a> ProveAnswer<'a> {
    fn new(claims: &'a [Decided], certificate: Option<String>) -> Self {
        Self {
            claims,
            certificate: certificate.map(|text| CertificateText { text }),
        }
    }
}

/// A time, exact to a microsecond.
pub(crate) struct Seconds;

lab::described_as!(Seconds => String);

impl Seconds {
    pub(crate) fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:.6}", time.as_secs_f64()))
    }
}

/// The same of something that need not have happened.
struct MaybeSeconds;

lab::described_as!(MaybeSeconds => Option<String>);

impl MaybeSeconds {
    fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => Seconds::serialize(time, serializer),
            None => serializer.serialize_none(),
        }
    }
}

impl ProveArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let style = if desk.json() {
            ProveFormat::Json
        } else {
            self.format
        };
        if self.certificate.is_some() && (self.games.len() > 1 || self.sweep.is_some()) {
            return Err(Failure::input(
                "a certificate is about one game: prove one game at a time",
            ));
        }
        let file = self.certificate_file()?;
        // Each file is read once, so that what is certified is what was proved.
        let games = self.open()?;
        let proofs = self.kept_proofs();
        let mut decided = Vec::new();
        for game in &games {
            let named = games.len() > 1;
            self.prove(desk, game, &proofs, named, style, &mut decided)?;
        }
        let write = |desk: &mut CommandContext<'_>, certificate| {
            unless_left(match style {
                ProveFormat::Text => Ok(()),
                ProveFormat::Json => desk.write_json(&ProveAnswer::new(&decided, certificate)),
                ProveFormat::Markdown => write_table(desk, &decided),
            })
        };
        // A certificate in a file may be long in the writing: the verdicts come first.
        let apart = !sent::is_open();
        if apart {
            write(desk, None)?;
        }
        let (whole, certificate) = match (file, games.first()) {
            (Some(file), Some(game)) => self.certify(desk, game, file, &decided)?,
            _ => (true, None),
        };
        if !apart {
            write(desk, certificate)?;
        }
        Ok(match exit(&decided) {
            Exit::Yes if !whole => tell_stop("not every proof could be written down"),
            exit => exit,
        })
    }

    /// Everything that is to be proved, before the work begins.
    fn open(&self) -> Result<Vec<Arc<Game>>, Failure> {
        if let Some(sentence) = &self.formula {
            let sentence = Game::of_sentence(sentence)?;
            return Ok(vec![Arc::new(sentence)]);
        }
        let mut games = Vec::new();
        for name in &self.games {
            match &self.sweep {
                None => games.push(files::open(name)?),
                Some(sweep) => games.append(&mut sweep.games(name)?),
            }
        }
        Ok(games)
    }

    /// Where proofs are kept: what is asked over the network leaves the disk alone.
    fn kept_proofs(&self) -> ProofCache {
        match self.no_cache || sent::is_open() {
            true => ProofCache::none(),
            false => ProofCache::of_user(self.certificate.is_none()),
        }
    }

    /// What becomes of one claim.
    fn decide(
        &self,
        desk: &mut CommandContext<'_>,
        game: &Game,
        claim: &NamedClaim,
        proofs: &ProofCache,
    ) -> Result<CachedReport, Failure> {
        let Some(max) = self.max else {
            return proofs.decide(desk, game, claim);
        };
        let claim = claim.claim;
        let report = Arc::new(desk.ask(&CompareRequest { game, claim, max })?);
        Ok(CachedReport {
            report,
            before: None,
        })
    }

    /// The file for the certificate, which must be there to be written before the work begins.
    fn certificate_file(&self) -> Result<Option<NewFile>, Failure> {
        let Some(name) = &self.certificate else {
            return Ok(None);
        };
        let file = NewFile::at(name, OverwritePolicy::Replace)?;
        let rules = match self.games.first() {
            Some(game) => Some(game.parse::<GameReference>()?.place),
            None => None,
        };
        if let Some(RulesLocation::File(rules)) = rules
            && file.is(&rules)
        {
            return Err(Failure::input(format!(
                "`{name}` holds the rules: name another file for the certificate"
            )));
        }
        Ok(Some(file))
    }

    /// Writes down the proofs; says on standard error what was written, and what was not. Is every proof written
    /// down, and the certificate.
    fn certify(
        &self,
        desk: &mut CommandContext<'_>,
        game: &Game,
        file: NewFile,
        decided: &[Decided],
    ) -> Result<(bool, Option<String>), Failure> {
        let proved = decided
            .iter()
            .filter(|one| matches!(one.report.outcome, ClaimOutcome::Proved));
        let answer = desk.ask(&CertifyRequest {
            game,
            claims: proved.map(|one| one.report.claim).collect(),
        })?;
        tell_left_out(decided);
        for (claim, why) in &answer.refused {
            tell(&format!("{claim} is not in the certificate: {why}"));
        }
        let name = self.certificate.as_deref().unwrap_or_default();
        match &answer.certificate {
            Some(text) => {
                file.write(text.as_bytes())?;
                let claims = lab::counted(answer.certified.len(), "claim", "claims");
                tell(&format!(
                    "{name}: a certificate of {claims}; re-check it with `takeaway check {name}`"
                ));
            }
            None => {
                let why = match answer.refused.is_empty() {
                    true => "nothing was proved",
                    false => "no proof was written down",
                };
                tell(&format!("{why}, so that there is no certificate"));
                if file.exists() {
                    tell(&format!("{name} {}", older(decided)));
                }
            }
        }
        Ok((answer.refused.is_empty(), answer.certificate))
    }

    /// Decides the claims of one game.
    fn prove(
        &self,
        desk: &mut CommandContext<'_>,
        game: &Game,
        proofs: &ProofCache,
        named: bool,
        style: ProveFormat,
        decided: &mut Vec<Decided>,
    ) -> Result<(), Failure> {
        let answer = desk.ask(&ClaimsRequest {
            game,
            only: self.theorem.clone(),
        })?;
        if style == ProveFormat::Text && named {
            unless_left(writeln!(desk.out(), "{}", answer.game).map_err(Failure::from))?;
        }
        let width = answer.claims.iter().map(|claim| claim.name.chars().count());
        let width = width.max().unwrap_or(0);
        for (place, claim) in answer.claims.iter().enumerate() {
            let start = Instant::now();
            let left = (style == ProveFormat::Json && !sent::is_open())
                .then(|| UndecidedClaims::of(&answer.game, decided, &answer.claims[place..]));
            let reached = left.map(|left| -> Reached { Box::new(|why| left.told(why)) });
            let decision = or_reached(reached, || self.decide(desk, game, claim, proofs));
            let CachedReport { report, before } = decision?;
            let is_decided = matches!(
                report.outcome,
                ClaimOutcome::Proved | ClaimOutcome::Refuted(_)
            );
            let known = if is_decided {
                None
            } else {
                game.cited(claim.claim)
            };
            let one = Decided {
                game: answer.game.clone(),
                known,
                report,
                time: start.elapsed(),
                before,
                compared: self.max.is_some(),
            };
            if style == ProveFormat::Text {
                unless_left(write_line(desk, &one, width))?;
            }
            decided.push(one);
        }
        Ok(())
    }
}

/// What is told if the program must end before these claims are decided.
struct UndecidedClaims {
    game: String,
    decided: Vec<Decided>,
    claims: Vec<NamedClaim>,
}

impl UndecidedClaims {
    fn of(game: &str, decided: &[Decided], claims: &[NamedClaim]) -> Self {
        Self {
            game: game.to_owned(),
            decided: decided.to_vec(),
            claims: claims.to_vec(),
        }
    }

    /// The answer as far as it goes: the other claims were stopped.
    fn told(self, why: Stopped) -> String {
        let Self {
            game,
            mut decided,
            claims,
        } = self;
        decided.extend(
            claims
                .into_iter()
                .map(|NamedClaim { claim, name }| Decided {
                    game: game.clone(),
                    report: Arc::new(Report {
                        claim,
                        name,
                        outcome: ClaimOutcome::Stopped(why),
                        largest_automaton: 0,
                        foundations: None,
                        empty: false,
                        proof: None,
                    }),
                    time: Duration::ZERO,
                    before: None,
                    known: None,
                    compared: false,
                }),
        );
        let mut text = Vec::new();
        match render::json(&mut text, &ProveAnswer::new(&decided, None)) {
            Ok(()) => String::from_utf8(text).unwrap_or_default(),
            Err(_) => String::new(),
        }
    }
}

/// What is to be thought of a certificate that was there before and gets no successor.
fn older(decided: &[Decided]) -> &'static str {
    let refuted = |one: &Decided| matches!(one.report.outcome, ClaimOutcome::Refuted(_));
    if decided.iter().any(refuted) {
        "is out of date: it was there before, and is left as it was"
    } else {
        "was there before, and is left as it was"
    }
}

/// Says which claims cannot be in the certificate, since they are not proved.
fn tell_left_out(decided: &[Decided]) {
    for Decided { report, .. } in decided {
        let why = match report.outcome {
            ClaimOutcome::Proved => continue,
            ClaimOutcome::Refuted(_) => "it is refuted",
            ClaimOutcome::Stopped(_)
            | ClaimOutcome::HoldsUpTo(_)
            | ClaimOutcome::Undecided(_)
            | ClaimOutcome::NoPeriod(_)
            | ClaimOutcome::Open { .. } => "it was not decided",
        };
        tell(&format!("{} is not in the certificate: {why}", report.name));
    }
}

/// A refutation is a no; a claim that was not decided is a limit.
fn exit(decided: &[Decided]) -> Exit {
    let undecided = decided
        .iter()
        .filter(|one| matches!(verdict(&one.report.outcome), "stopped"))
        .count();
    let refuted = |one: &Decided| matches!(one.report.outcome, ClaimOutcome::Refuted(_));
    if decided.iter().any(refuted) {
        Exit::No
    } else if undecided > 0 {
        tell_stop(&format!(
            "{undecided} of {} {} not decided",
            lab::counted(decided.len(), "claim", "claims"),
            if undecided == 1 { "was" } else { "were" }
        ))
    } else {
        Exit::Yes
    }
}

fn write_line(desk: &mut CommandContext<'_>, one: &Decided, width: usize) -> Result<(), Failure> {
    let Decided { report, time, .. } = one;
    let (verdict, name) = (verdict(&report.outcome), &report.name);
    write!(desk.out(), "{verdict:8} {name:width$}  {time:.1?}")?;
    if !one.compared {
        let nodes = lab::counted(report.largest_automaton, "node", "nodes");
        write!(desk.out(), ", largest automaton {nodes}")?;
    }
    writeln!(desk.out())?;
    if let Some(why) = why(&report.outcome) {
        writeln!(desk.out(), "         {why}")?;
    }
    if let Some(known) = &one.known {
        writeln!(desk.out(), "         {known}")?;
    }
    if let Some(before) = one.before {
        writeln!(
            desk.out(),
            "         found again: this program proved it before, in {before:.1?}; --no-cache proves it anew"
        )?;
    }
    if report.empty {
        writeln!(desk.out(), "         {EMPTY}")?;
    }
    if let Some(foundations @ Foundations::Trusted) = report.foundations {
        writeln!(desk.out(), "         {foundations}")?;
    }
    Ok(desk.out().flush()?)
}

/// Who reads no further may still want the certificate, or the exit code.
fn unless_left(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(failure) if failure.is_of_reader() => Ok(()),
        written => written,
    }
}

fn write_table(desk: &mut CommandContext<'_>, decided: &[Decided]) -> Result<(), Failure> {
    let heads = ["game", "claim", "verdict", "time", "largest automaton"];
    let row = |index: usize| {
        let Decided {
            game,
            report,
            time,
            before,
            ..
        } = &decided[index];
        let verdict = match why(&report.outcome) {
            Some(why) => format!("{}: {why}", verdict(&report.outcome)),
            None if report.empty => format!("{}, {EMPTY}", verdict(&report.outcome)),
            None if before.is_some() => {
                format!("{}, found again", verdict(&report.outcome))
            }
            None => verdict(&report.outcome).to_owned(),
        };
        let nodes = report.largest_automaton.to_string();
        vec![
            format!("`{game}`"),
            report.name.clone(),
            verdict,
            format!("{time:.1?}"),
            nodes,
        ]
    };
    let grid = Grid::numbered(heads.map(str::to_owned).to_vec(), decided.len(), row);
    render::grid(desk.out(), &grid, Format::Markdown, None)
}

fn verdict(outcome: &ClaimOutcome) -> &'static str {
    match outcome {
        ClaimOutcome::Proved => "proved",
        ClaimOutcome::Refuted(_) => "refuted",
        ClaimOutcome::HoldsUpTo(_) => "holds",
        ClaimOutcome::Stopped(_)
        | ClaimOutcome::Undecided(_)
        | ClaimOutcome::NoPeriod(_)
        | ClaimOutcome::Open { .. } => "stopped",
    }
}

/// What is said of a claim that is true because it speaks of nothing.
const EMPTY: &str = "empty: it speaks of no position";

/// Why a claim was not proved.
fn why(outcome: &ClaimOutcome) -> Option<String> {
    match outcome {
        ClaimOutcome::Refuted(counterexample) => Some(counterexample.to_string()),
        ClaimOutcome::HoldsUpTo(max) => Some(format!(
            "up to {max}, compared with brute force; nothing is proved beyond"
        )),
        other => other.undecided(),
    }
}

/// `d=1..50`: a parameter and its values.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
struct ParameterSweep(ParameterGrid);

/// So many games are proved in one go.
const MOST_VALUES: u64 = 10_000;

impl ParameterSweep {
    /// The game of this name for each value. Its file is read once.
    fn games(&self, name: &str) -> Result<Vec<Arc<Game>>, Failure> {
        let Self(over) = self;
        let source = files::game(name)?;
        let given = &source.reference.arguments;
        if let Some((parameter, _)) = given.iter().find(|(one, _)| over.names().any(|n| n == one)) {
            return Err(Failure::input(format!(
                "`{name}` has a value for {parameter} already: leave it to --sweep"
            )));
        }
        let game = |arguments: Vec<(String, String)>| {
            let mut source = source.clone();
            source.reference.arguments.extend(arguments);
            Ok(Arc::new(Game::open(&source)?))
        };
        let all = (0..over.count()).filter_map(|number| over.arguments(number));
        all.map(game).collect()
    }
}

impl FromStr for ParameterSweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let over: ParameterGrid = text.parse()?;
        match over.count() > MOST_VALUES {
            true => Err(format!("at most {MOST_VALUES} values are tried in one go")),
            false => Ok(Self(over)),
        }
    }
}
