//! Claims that this program has proved before: `prove` finds them again without the work.
//!
//! One file for each claim, in the directory for what programs can find out again (`$XDG_CACHE_HOME/takeaway/proofs`, or
//! `~/.cache/takeaway/proofs`). It is called by a digest of the program and of the statement, and says both in full: the statement is the
//! rules and the claim in the notation of certificates, and the program is named by the sources that it was made from. So
//! whatever changes, in the rules, in the claim or in the program, the claim is proved anew.
//!
//! A file is not believed because it is there. Nobody but whoever asks, and the administrator, may have been
//! able to write it: it must be theirs, closed to all others, and in folders in which others can replace
//! nothing, up to the root. So it is made. Its seal must fit; it must state, letter by letter, what is asked; and the claim is compared with brute force on a small board, each time. That
//! finds accidents, and forgeries of claims that are false there. Whoever can write such files under somebody's name could also
//! replace the program: against them there are certificates, which need no trust.
//!
//! Nothing here is needed. What cannot be read, written or believed is proved.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use lab::searching::{Digest, PROGRAM};
use lab::{
    Claim, ClaimOutcome, CompareRequest, CoreStatementRequest, Foundations, Game, LabError,
    NamedClaim, ProveRequest, Report, Request, Watch,
};
use serde::{Deserialize, Serialize};

use crate::desk::CommandContext;
use crate::failure::Failure;
use crate::new_file::{NewFile, OverwritePolicy, make_private_directory};
use crate::output::tell;
use crate::own_files::{is_closed, is_our_own};
use crate::plain;
use crate::sent;
use crate::user_folders::{self, FolderKind};

/// The version of what is written.
const VERSION: u32 = 1;

/// What needed no automaton with so many nodes is proved about as fast as it is found. Not the time
/// decides: the same is kept on every machine.
const WORTH_KEEPING: usize = 50_000;

/// So many proofs are kept: a few megabytes.
const MOST: usize = 2_000;

/// How the files end.
const EXTENSION: &str = "proved";

/// So many bytes are written for each of a statement at most, and so many beside it.
const ESCAPED: u64 = 6;
const BESIDE: u64 = 1_000;

/// The claim is compared with brute force on a board of at most so many cells, or with piles up to 1.
const SMALL_BOARD: u32 = 300;

/// The variables of a sentence are compared up to this sum.
const SMALL_SUM: u32 = 8;

/// Where proofs are kept.
#[derive(Debug)]
pub(crate) struct ProofCache {
    /// Nowhere, if they are not to be kept or nobody has a home.
    folder: Option<PathBuf>,
    /// Are proofs looked up, too?
    looks_up: bool,
    /// Why nothing can be kept is said once.
    has_complained: Cell<bool>,
}

/// What became of a claim.
#[derive(Debug)]
pub(crate) struct CachedReport {
    pub(crate) report: Arc<Report>,
    /// How long it took to prove, if that was done before.
    pub(crate) before: Option<Duration>,
}

/// What is written. Whatever is read must be this, and nothing more.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct ProofRecord {
    takeaway_proof: u32,
    program: String,
    statement: String,
    largest_automaton: usize,
    arithmetic_is_proved: bool,
    empty: bool,
    microseconds: u64,
    seal: String,
}

impl ProofRecord {
    /// A digest of all the rest. It finds accidents.
    fn sealed(&self) -> String {
        let rest = Self {
            seal: String::new(),
            ..self.clone()
        };
        let text = serde_json::to_string(&rest).unwrap_or_default();
        Digest::default().text(&text).to_string()
    }

    /// What was found out then.
    fn decision(&self, claim: Claim, name: &str) -> CachedReport {
        let foundations = match self.arithmetic_is_proved {
            true => Foundations::Proved,
            false => Foundations::Trusted,
        };
        let report = Report {
            claim,
            name: name.to_owned(),
            outcome: ClaimOutcome::Proved,
            largest_automaton: self.largest_automaton,
            foundations: Some(foundations),
            empty: self.empty,
            proof: None,
        };
        CachedReport {
            report: Arc::new(report),
            before: Some(Duration::from_micros(self.microseconds)),
        }
    }
}

impl ProofCache {
    /// Those of whoever runs the program. Where the proofs themselves are needed they are kept, and not looked up.
    pub(crate) fn of_user(looks_up: bool) -> Self {
        Self {
            folder: user_folders::folder(FolderKind::Cache, "proofs"),
            looks_up,
            has_complained: Cell::new(false),
        }
    }

    /// None are kept.
    pub(crate) fn none() -> Self {
        Self {
            folder: None,
            looks_up: false,
            has_complained: Cell::new(false),
        }
    }

    /// Decides a claim: by a proof that was kept, if it is believed; otherwise by the work, which is then kept.
    pub(crate) fn decide(
        &self,
        desk: &CommandContext<'_>,
        game: &Game,
        claim: &NamedClaim,
    ) -> Result<CachedReport, Failure> {
        let (place, found) = desk.work(|watch| {
            let place = self.place_of(watch, game, claim.claim)?;
            let found = self.found(watch, game, claim, place.as_ref())?;
            Ok((place, found))
        })?;
        if let Some(decision) = found {
            return Ok(decision);
        }
        let claim = claim.claim;
        let start = Instant::now();
        let report = desk.ask(&ProveRequest { game, claim })?;
        if let Some(place) = place
            && let Err(why) = place.keep(&report, start.elapsed())
            && !self.has_complained.replace(true)
        {
            tell(&format!("proofs cannot be kept: {why}"));
        }
        Ok(CachedReport {
            report,
            before: None,
        })
    }

    fn place_of(
        &self,
        watch: &dyn Watch,
        game: &Game,
        claim: Claim,
    ) -> Result<Option<ProofFile>, LabError> {
        let statement = match self.folder {
            Some(_) => CoreStatementRequest { game, claim }.answer(watch)?,
            None => None,
        };
        Ok(statement.and_then(|statement| self.place(statement)))
    }

    /// The proof that is kept there, if it is believed.
    fn found(
        &self,
        watch: &dyn Watch,
        game: &Game,
        claim: &NamedClaim,
        place: Option<&ProofFile>,
    ) -> Result<Option<CachedReport>, LabError> {
        let NamedClaim { claim, name } = claim;
        let Some(place) = place.filter(|_| self.looks_up) else {
            return Ok(None);
        };
        match place.find() {
            Ok(None) => {}
            Ok(Some(record)) => match contradiction(watch, game, *claim)? {
                None => return Ok(Some(record.decision(*claim, name))),
                Some(why) => place.disown(&why),
            },
            Err(why) => place.disown(&why),
        }
        Ok(None)
    }

    fn place(&self, statement: String) -> Option<ProofFile> {
        let name = Digest::default().text(PROGRAM).text(&statement);
        let path = self.folder.as_ref()?.join(format!("{name}.{EXTENSION}"));
        Some(ProofFile { path, statement })
    }
}

/// The proof of a claim that the user has kept, if it is believed. Of a game that was sent nothing is
/// looked up.
pub(crate) fn recall(game: &Game, claim: Claim, watch: &dyn Watch) -> Option<Arc<Report>> {
    if sent::is_open() {
        return None;
    }
    let proofs = ProofCache::of_user(true);
    let place = proofs.place_of(watch, game, claim).ok()?;
    let name = claim.name(game.heading()?).to_owned();
    let claim = NamedClaim { name, claim };
    let found = proofs.found(watch, game, &claim, place.as_ref());
    Some(found.ok()??.report)
}

/// What brute force says against a claim on a small board, if anything.
fn contradiction(watch: &dyn Watch, game: &Game, claim: Claim) -> Result<Option<String>, LabError> {
    let piles = game.heading().map_or(1, |rules| rules.dimension());
    let max = match claim {
        Claim::Theorem(_) => SMALL_SUM,
        _ => (2..SMALL_BOARD)
            .take_while(|max| {
                let cells = (0..piles).try_fold(1_u32, |cells, _| cells.checked_mul(max + 1));
                cells.is_some_and(|cells| cells <= SMALL_BOARD)
            })
            .last()
            .unwrap_or(1),
    };
    let request = CompareRequest { game, claim, max };
    Ok(match request.answer(watch).map(|report| report.outcome) {
        Ok(ClaimOutcome::Refuted(counterexample)) => {
            Some(format!("brute force refutes it: {counterexample}"))
        }
        Ok(ClaimOutcome::Stopped(stopped)) => return Err(LabError::Stopped(stopped)),
        // What brute force cannot compare it does not contradict.
        Ok(_) | Err(_) => None,
    })
}

/// The file for the proof of what is stated.
#[derive(Debug)]
struct ProofFile {
    path: PathBuf,
    statement: String,
}

impl ProofFile {
    /// What is kept there, if it is what is stated, by this program.
    fn find(&self) -> Result<Option<ProofRecord>, String> {
        let Some(text) = self.read()? else {
            return Ok(None);
        };
        let record: ProofRecord =
            serde_json::from_slice(&text).map_err(|error| format!("it is damaged: {error}"))?;
        if record.takeaway_proof != VERSION || record.seal != record.sealed() {
            return Err("it is damaged: its seal does not fit".to_owned());
        }
        if record.program != PROGRAM || record.statement != self.statement {
            return Err("it is about something else".to_owned());
        }
        Ok(Some(record))
    }

    /// What stands there; nothing if there is no file, or none that can be opened.
    fn read(&self) -> Result<Option<Vec<u8>>, String> {
        // What is no file may keep whoever opens it waiting.
        if fs::metadata(&self.path).is_ok_and(|about| !about.is_file()) {
            return Err("it is no file".to_owned());
        }
        let Ok(file) = File::open(&self.path) else {
            return Ok(None);
        };
        let about = file.metadata().map_err(|error| plain(&error))?;
        if !about.is_file() || !is_our_own(&about) {
            return Err("somebody else may have written it".to_owned());
        }
        self.is_in_our_own_folders()?;
        let length = u64::try_from(self.statement.len()).unwrap_or(u64::MAX);
        let longest = length.saturating_mul(ESCAPED).saturating_add(BESIDE);
        let mut text = Vec::new();
        let read = file.take(longest).read_to_end(&mut text);
        read.map_err(|error| plain(&error))?;
        Ok(Some(text))
    }

    /// May nobody else replace files in its folder, or replace the folder?
    fn is_in_our_own_folders(&self) -> Result<(), String> {
        let folder = self.path.parent().unwrap_or(&self.path);
        let folder = fs::canonicalize(folder).map_err(|error| plain(&error))?;
        let open = { folder.ancestors() }
            .find(|folder| fs::metadata(folder).is_ok_and(|about| !is_closed(&about)));
        match open {
            None => Ok(()),
            Some(open) => Err(format!(
                "others may write in the folder `{0}`: `chmod go-w {0}` closes it to them",
                open.display()
            )),
        }
    }

    /// Says what is wrong with what stands there.
    fn disown(&self, why: &str) {
        let path = self.path.display();
        tell(&format!(
            "the proof kept in `{path}` is not believed: {why}; the claim is proved anew"
        ));
    }

    /// Keeps a proof that took some time.
    fn keep(&self, report: &Report, took: Duration) -> Result<(), String> {
        let Some(foundations) = report.foundations else {
            return Ok(());
        };
        let worth = report.largest_automaton >= WORTH_KEEPING;
        if report.outcome != ClaimOutcome::Proved || !worth {
            return Ok(());
        }
        let mut record = ProofRecord {
            takeaway_proof: VERSION,
            program: PROGRAM.to_owned(),
            statement: self.statement.clone(),
            largest_automaton: report.largest_automaton,
            arithmetic_is_proved: foundations == Foundations::Proved,
            empty: report.empty,
            microseconds: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            seal: String::new(),
        };
        record.seal = record.sealed();
        self.write(&record).map_err(|failure| {
            let message = failure.message();
            let why = message.strip_prefix("error: ").unwrap_or(&message);
            why.to_owned()
        })
    }

    fn write(&self, record: &ProofRecord) -> Result<(), Failure> {
        let (Some(folder), Some(name)) = (self.path.parent(), self.path.to_str()) else {
            return Err(Failure::input("the name of their folder is no text"));
        };
        let mut text = serde_json::to_vec(record)
            .map_err(|error| Failure::input(format!("nothing was written: {error}")))?;
        text.push(b'\n');
        make_private_directory(folder).map_err(|error| {
            let (folder, why) = (folder.display(), plain(&error));
            Failure::input(format!("the directory `{folder}` cannot be made: {why}"))
        })?;
        self.is_in_our_own_folders().map_err(Failure::input)?;
        NewFile::at(name, OverwritePolicy::ReplaceByPrivate)?.write(&text)?;
        forget_oldest(folder);
        Ok(())
    }
}

/// Forgets all but the latest proofs.
fn forget_oldest(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let ours = entries.flatten().map(|entry| entry.path());
    let ours = ours.filter(|path| path.extension().is_some_and(|end| end == EXTENSION));
    let ours: Vec<PathBuf> = ours.collect();
    let Some(too_many) = ours.len().checked_sub(MOST).filter(|count| *count > 0) else {
        return;
    };
    let written = |path: &PathBuf| {
        let about = fs::metadata(path).and_then(|about| about.modified());
        about.unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let mut by_age: Vec<(SystemTime, PathBuf)> = ours
        .into_iter()
        .map(|path| (written(&path), path))
        .collect();
    by_age.sort_unstable();
    for (_, old) in by_age.into_iter().take(too_many) {
        let _ = fs::remove_file(old);
    }
}
