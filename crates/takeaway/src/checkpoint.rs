//! Checkpoints as files: what a long search keeps, so that a run that was killed goes on where it was.
//!
//! `FILE` has a line that names the search, and its last state; it is written whole or not at all. `FILE.log` has what was found,
//! one after the other; it only grows, and what stands behind the length that `FILE` names is cut off by the next run. Both have a
//! digest, and both are believed only if nobody else can have written them, and by the build that wrote them. Whoever works on a checkpoint holds a lock on its log, which the system gives back however the program ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lab::searching::{Digest, PROGRAM};
use lab::{Checkpoint, SavedState, SolveSubject, locked};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::new_file::{NewFile, OverwritePolicy};
use crate::output::tell;
use crate::own_files::is_our_own;
use crate::plain;
use crate::sent;
use crate::watch::while_keeping;

/// The system takes a while to give back the lock of a large program that was killed: so long it is waited for, in such steps.
const PATIENCE: Duration = Duration::from_secs(3);
const STEP: Duration = Duration::from_millis(20);

/// The version of what is written.
const VERSION: u32 = 2;

/// How a log begins.
const MAGIC: &[u8] = b"the log of a takeaway checkpoint\n";

/// A state is kept so often unless told otherwise.
pub(crate) const OFTEN: Duration = Duration::from_secs(20);

/// Keeping takes at most about this part of the time, where that leaves no more than a minute between two states.
const SHARE: u32 = 20;
const SELDOM: Duration = Duration::from_secs(50);

/// The first line of a checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointHeader {
    takeaway_checkpoint: u32,
    /// The program that wrote it, by its version and its sources.
    program: String,
    subject: SolveSubject,
    /// How many bytes of the log are good, and their digest.
    logged: u64,
    log: String,
    /// How many bytes the state has.
    state: u64,
}

/// A checkpoint in files of this name.
pub(crate) struct CheckpointFile {
    name: String,
    subject: SolveSubject,
    kept: Option<SavedState>,
    inner: Mutex<CheckpointLog>,
    /// When a state is due, in milliseconds from the beginning.
    due: AtomicU64,
    begun: Instant,
    often: Duration,
}

struct CheckpointLog {
    log: File,
    /// How many bytes are logged, without the first line, and their digest.
    logged: u64,
    digest: Digest,
    /// Was it said that something cannot be kept?
    told: bool,
}

impl CheckpointFile {
    /// Opens a checkpoint, which is begun if it is not there.
    pub(crate) fn open(
        name: &str,
        subject: SolveSubject,
        often: Duration,
    ) -> Result<Self, Failure> {
        if sent::is_open() {
            return Err(Failure::input("no checkpoint is kept here"));
        }
        if fs::metadata(name).is_ok_and(|found| !found.is_file()) {
            return Err(Failure::input(format!("`{name}` is not a file")));
        }
        let file = NewFile::at(name, OverwritePolicy::Replace)?;
        let mut log = locked_file(name)?;
        let refused = |why: String| {
            Failure::input(format!(
                "the checkpoint `{name}` cannot be continued: {why}; without it, the search begins anew"
            ))
        };
        let kept = match file.exists() {
            true => Some(read(name, &mut log, &subject).map_err(refused)?),
            false => None,
        };
        let (kept, logged, digest) = match kept {
            Some((kept, digest)) => (Some(kept.clone()), kept.logged, digest),
            None => (None, 0, Digest::default()),
        };
        let begin = |log: &mut File| {
            log.set_len(MAGIC.len() as u64 + logged)?;
            log.seek(SeekFrom::Start(0))?;
            log.write_all(MAGIC)
        };
        begin(&mut log).map_err(|error| unwritten(name, &error))?;
        let checkpoint = Self {
            name: name.to_owned(),
            subject,
            kept,
            inner: Mutex::new(CheckpointLog {
                log,
                logged,
                digest,
                told: false,
            }),
            due: AtomicU64::new(0),
            begun: Instant::now(),
            often,
        };
        checkpoint.wait_for(often);
        Ok(checkpoint)
    }

    /// Was there something to continue?
    pub(crate) fn continues(&self) -> bool {
        self.kept.is_some()
    }

    /// Takes the files away: the work is done.
    pub(crate) fn remove(&self) {
        // Whoever cannot take them away leaves a checkpoint that can be continued; a quick search has kept no state at all.
        match fs::remove_file(&self.name) {
            Err(error) if error.kind() != ErrorKind::NotFound => {}
            _ => {
                let _ = fs::remove_file(log_name(&self.name));
            }
        }
    }

    fn wait_for(&self, time: Duration) {
        let due = self.begun.elapsed().saturating_add(time).as_millis();
        let due = u64::try_from(due).unwrap_or(u64::MAX);
        self.due.store(due, Ordering::Relaxed);
    }

    fn write(&self, inner: &mut CheckpointLog, state: &[u8]) -> Result<(), Failure> {
        let synced = inner.log.sync_data();
        synced.map_err(|error| unwritten(&log_name(&self.name), &error))?;
        let head = CheckpointHeader {
            takeaway_checkpoint: VERSION,
            program: PROGRAM.to_owned(),
            subject: self.subject.clone(),
            logged: inner.logged,
            log: inner.digest.to_string(),
            state: state.len() as u64,
        };
        let mut head = serde_json::to_vec(&head).map_err(io::Error::from)?;
        head.push(b'\n');
        let digest = Digest::default().bytes(&head).bytes(state).to_string();
        let parts = [&head, state, digest.as_bytes()];
        NewFile::at(&self.name, OverwritePolicy::ReplaceByPrivate)?.write_parts(&parts)
    }
}

impl Checkpoint for CheckpointFile {
    fn kept(&self) -> Option<SavedState> {
        self.kept.clone()
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), String> {
        let log = &mut locked(&self.inner).log;
        let start = SeekFrom::Start(MAGIC.len() as u64 + at);
        let read = log.seek(start).and_then(|_| log.read_exact(bytes));
        read.map_err(|error| format!("its log cannot be read: {}", plain(&error)))
    }

    fn log(&self, more: &[u8]) -> bool {
        let inner = &mut *locked(&self.inner);
        let end = MAGIC.len() as u64 + inner.logged;
        let start = inner.log.seek(SeekFrom::Start(end));
        if let Err(error) = start.and_then(|_| inner.log.write_all(more)) {
            let _ = inner.log.set_len(end);
            let name = log_name(&self.name);
            inner.tell(&unwritten(&name, &error));
            return false;
        }
        inner.logged += more.len() as u64;
        inner.digest = inner.digest.bytes(more);
        true
    }

    fn is_due(&self) -> bool {
        self.begun.elapsed().as_millis() >= u128::from(self.due.load(Ordering::Relaxed))
    }

    fn keep(&self, state: &[u8]) -> bool {
        let inner = &mut *locked(&self.inner);
        let begun = Instant::now();
        let written = while_keeping(|| self.write(inner, state));
        let seldom = SELDOM.max(self.often);
        self.wait_for(
            begun
                .elapsed()
                .saturating_mul(SHARE)
                .clamp(self.often, seldom),
        );
        match written {
            Ok(()) => {
                inner.told = false;
                true
            }
            Err(failure) => {
                inner.tell(&failure);
                false
            }
        }
    }
}

impl CheckpointLog {
    /// The search goes on without what cannot be kept.
    fn tell(&mut self, failure: &Failure) {
        if !self.told {
            let why = failure.message();
            let why = why.split_once(": ").map_or(why.as_str(), |(_, why)| why);
            tell(&format!("not kept: {why}; the search goes on"));
        }
        self.told = true;
    }
}

fn log_name(name: &str) -> String {
    format!("{name}.log")
}

fn unwritten(name: &str, error: &io::Error) -> Failure {
    let why = plain(error);
    Failure::input(format!("the file `{name}` cannot be written: {why}"))
}

/// The log of a checkpoint, for this run alone.
fn locked_file(name: &str) -> Result<File, Failure> {
    let path = log_name(name);
    let fault = |error: io::Error| unwritten(&path, &error);
    let begun = Instant::now();
    loop {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut log = options.open(&path).map_err(fault)?;
        match log.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                thread::sleep(STEP);
                continue;
            }
            Err(TryLockError::WouldBlock) => {
                let why = format!("another run works on the checkpoint `{name}`");
                return Err(Failure::Limit(why));
            }
            Err(TryLockError::Error(error)) => return Err(fault(error)),
        }
        // A run that has just ended may have taken the file away before we had the lock.
        if !is_at(&log, Path::new(&path)) {
            continue;
        }
        let mut start = Vec::new();
        let beginning = (&mut log).take(MAGIC.len() as u64).read_to_end(&mut start);
        beginning.map_err(fault)?;
        if !MAGIC.starts_with(&start) {
            return Err(Failure::input(format!(
                "`{path}` is not the log of a checkpoint: choose another name than `{name}`"
            )));
        }
        return Ok(log);
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |data: fs::Metadata| (data.dev(), data.ino());
    let (own, there) = (file.metadata().map(place), fs::metadata(path).map(place));
    own.is_ok_and(|own| there.is_ok_and(|there| own == there))
}

#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// What a checkpoint keeps, if it is whole and of this search, and the digest of its log.
fn read(
    name: &str,
    log: &mut File,
    subject: &SolveSubject,
) -> Result<(SavedState, Digest), String> {
    let unread = |error: io::Error| format!("it cannot be read: {}", plain(&error));
    let mut file = File::open(name).map_err(unread)?;
    for about in [file.metadata(), log.metadata()] {
        if !is_our_own(&about.map_err(unread)?) {
            return Err("somebody else may have written it".to_owned());
        }
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unread)?;
    let (head, state) = whole(&bytes)?;
    if head.program != PROGRAM {
        return Err("another build of takeaway began it".to_owned());
    }
    if head.subject != *subject {
        return Err(other(&head.subject, subject));
    }
    let digest = digest(log, head.logged).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => "its log is shorter than it should be".to_owned(),
        _ => format!("its log cannot be read: {}", plain(&error)),
    })?;
    if digest.to_string() != head.log {
        return Err("its log is damaged".to_owned());
    }
    let kept = SavedState {
        state: state.to_vec(),
        logged: head.logged,
    };
    Ok((kept, digest))
}

/// The head and the state of a file that is whole.
fn whole(bytes: &[u8]) -> Result<(CheckpointHeader, &[u8]), String> {
    const DAMAGED: &str = "it is damaged";
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let end = end.ok_or("it is no checkpoint")? + 1;
    let line: serde_json::Value =
        serde_json::from_slice(&bytes[..end]).map_err(|_| "it is no checkpoint")?;
    match line.get("takeaway_checkpoint") {
        Some(version) if *version == VERSION => {}
        Some(version) => return Err(format!("it is of version {version}, and this is {VERSION}")),
        None => return Err("it is no checkpoint".to_owned()),
    }
    let head: CheckpointHeader = serde_json::from_value(line).map_err(|_| DAMAGED)?;
    let length = usize::try_from(head.state).map_err(|_| DAMAGED)?;
    let (state, digest) = bytes[end..].split_at_checked(length).ok_or(DAMAGED)?;
    let expected = Digest::default().bytes(&bytes[..end]).bytes(state);
    match digest == expected.to_string().as_bytes() {
        true => Ok((head, state)),
        false => Err(DAMAGED.to_owned()),
    }
}

/// The digest of so many bytes of a log.
fn digest(log: &mut File, length: u64) -> io::Result<Digest> {
    log.seek(SeekFrom::Start(MAGIC.len() as u64))?;
    let mut digest = Digest::default();
    let mut left = length;
    let mut piece = vec![0; 1 << 16];
    while left > 0 {
        let size = usize::try_from(left).unwrap_or(usize::MAX).min(piece.len());
        log.read_exact(&mut piece[..size])?;
        digest = digest.bytes(&piece[..size]);
        left -= size as u64;
    }
    Ok(digest)
}

/// Of which other search a checkpoint is.
fn other(there: &SolveSubject, here: &SolveSubject) -> String {
    let SolveSubject {
        game, wanted, max, ..
    } = there;
    if (game, wanted, max) == (&here.game, &here.wanted, &here.max) {
        return format!("the rules of {game} were others when it was begun");
    }
    format!("it is of another search, for the {wanted} of {game} to {max}")
}
