//! Matches that were interrupted, kept on the disk so that they can go on.
//!
//! A match that a person plays is written down after every move, each in a file of its own in the directory for the state of
//! programs (`$XDG_STATE_HOME/takeaway/matches`, or `~/.local/state/takeaway/matches`). It is forgotten when it has been won or
//! lost. A file that cannot be written never disturbs a match; one that cannot be read is told.
//!
//! Whoever plays a match holds a lock beside its file, so that nobody else resumes it meanwhile.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use lab::{GameReference, LabError, Match, MatchRecord, RulesLocation, Saying, Watch};

use crate::failure::Failure;
use crate::new_file::{NewFile, OverwritePolicy};
use crate::user_folders::{self, FolderKind};

/// So many interrupted matches are kept.
const KEPT: usize = 20;

/// A longer file is no match of ours, in bytes.
const LONGEST: u64 = 64 << 20;

/// How the files end.
const EXTENSION: &str = "match";

/// How the locks beside them end.
const LOCK: &str = "lock";

/// Keeps one match.
#[derive(Debug, Default)]
pub(crate) struct MatchStore {
    /// Where it is kept; nowhere if it is not to be kept.
    path: Option<PathBuf>,
    /// What stands there.
    written: Option<MatchRecord>,
    /// Taken with the first move. Without one, on a disk that has no locks, the match is kept all the same.
    lock: Option<Lock>,
}

/// Says that somebody plays a match, until it is dropped or the program ends.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks the match in this file; nothing if somebody else has.
    ///
    /// # Errors
    /// If the disk cannot have a lock there.
    fn of(path: &Path) -> io::Result<Option<Self>> {
        let path = path.with_extension(LOCK);
        let file = File::create(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { path, _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl MatchStore {
    /// Keeps nothing.
    pub(crate) fn idle() -> Self {
        Self::default()
    }

    /// Keeps a new match.
    pub(crate) fn new() -> Self {
        let path = directory().map(|directory| directory.join(new_name()));
        Self {
            path,
            ..Self::default()
        }
    }

    /// Keeps a match that goes on.
    pub(crate) fn of(saved: SavedMatch) -> Self {
        Self {
            path: Some(saved.path),
            written: Some(saved.record),
            lock: saved.lock,
        }
    }

    /// Is the match kept, so that it can be resumed?
    pub(crate) fn keeps(&self) -> bool {
        self.written.is_some()
    }

    /// Answers a line. What the human plays is on the disk before the computer thinks about it.
    pub(crate) fn answer(
        &mut self,
        game: &mut Match<'_>,
        line: &str,
        watch: &dyn Watch,
    ) -> Result<Vec<Saying>, LabError> {
        self.keep_before_the_answer(game, line, watch);
        let said = game.line(line, watch);
        self.follow(game);
        said
    }

    /// Writes down where a match stands; one that was won or lost is forgotten.
    pub(crate) fn follow(&mut self, game: &Match<'_>) {
        if game.winner().is_some() {
            self.forget();
        } else if self.path.is_some() {
            self.keep(game.record());
        }
    }

    fn keep_before_the_answer(&mut self, game: &Match<'_>, line: &str, watch: &dyn Watch) {
        if self.path.is_none() || game.is_over() {
            return;
        }
        let Some(Ok(piles)) = game.meant(line) else {
            return;
        };
        let written = piles.iter().map(ToString::to_string).collect();
        if matches!(game.legality(piles, watch), Ok(Ok(_))) {
            let mut record = game.record();
            record.moves.push(written);
            self.keep(record);
        }
    }

    /// Writes down a match in which somebody has moved, if it has changed.
    fn keep(&mut self, mut record: MatchRecord) {
        record.game = at_home(&record.game);
        if record.moves.is_empty() {
            self.forget();
            return;
        }
        if self.written.as_ref() == Some(&record) {
            return;
        }
        let Some(path) = self.path.as_deref() else {
            return;
        };
        if write(path, &record).is_some() {
            if self.written.is_none() {
                self.lock = Lock::of(path).ok().flatten();
                forget_oldest(path);
            }
            self.written = Some(record);
        }
    }

    /// The match is over.
    pub(crate) fn forget(&mut self) {
        if let Some(path) = self.path.as_deref().filter(|_| self.written.is_some()) {
            let _ = fs::remove_file(path);
        }
        self.written = None;
        self.lock = None;
    }
}

/// A match that was interrupted, and that nobody else resumes.
#[derive(Debug)]
pub(crate) struct SavedMatch {
    path: PathBuf,
    /// What was written down.
    pub(crate) record: MatchRecord,
    lock: Option<Lock>,
}

/// The match that was played last.
#[derive(Debug)]
pub(crate) enum LatestMatch {
    /// It was interrupted.
    Interrupted(SavedMatch),
    /// Somebody plays it, a match of this game, and none was interrupted.
    Played(String),
    /// There is none.
    Nothing,
}

impl SavedMatch {
    /// The match that was interrupted last: of this game, if one is named.
    pub(crate) fn latest(game: Option<&str>) -> Result<LatestMatch, Failure> {
        directory().map_or(Ok(LatestMatch::Nothing), |directory| {
            Self::latest_in(&directory, game)
        })
    }

    fn latest_in(directory: &Path, game: Option<&str>) -> Result<LatestMatch, Failure> {
        let mut found = LatestMatch::Nothing;
        for path in newest_first(directory) {
            let lock = Lock::of(&path);
            let is_played = matches!(lock, Ok(None));
            let record = match read(&path) {
                Err(_) if is_played => continue,
                record => record?,
            };
            // Where there can be no lock, the match can be resumed all the same.
            let lock = lock.ok().flatten();
            let saved = Self { path, record, lock };
            match &found {
                _ if game.is_some_and(|game| !saved.is_of(game)) => {}
                _ if !is_played => return Ok(LatestMatch::Interrupted(saved)),
                LatestMatch::Nothing => found = LatestMatch::Played(saved.record.game),
                _ => {}
            }
        }
        Ok(found)
    }

    /// Is it a match of this game? A name without parameters means every game of that name.
    fn is_of(&self, game: &str) -> bool {
        let (named, own) = (at_home(game), &self.record.game);
        *own == named
            || own
                .strip_prefix(&named)
                .is_some_and(|rest| rest.starts_with(':'))
    }
}

/// The game with the whole path of its file: the match may go on from elsewhere.
fn at_home(game: &str) -> String {
    let Ok(mut reference) = game.parse::<GameReference>() else {
        return game.to_owned();
    };
    if let RulesLocation::File(path) = &reference.place
        && let Ok(whole) = std::path::absolute(path)
        && let Some(whole) = whole.to_str()
    {
        reference.place = RulesLocation::File(whole.to_owned());
    }
    reference.to_string()
}

/// Where matches are kept; nowhere if nobody has a home.
fn directory() -> Option<PathBuf> {
    user_folders::folder(FolderKind::State, "matches")
}

/// A name that no other match has.
fn new_name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos());
    format!("{now:020}-{}.{EXTENSION}", std::process::id())
}

fn write(path: &Path, record: &MatchRecord) -> Option<()> {
    let mut text = serde_json::to_vec(record).ok()?;
    text.push(b'\n');
    if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST) {
        return None;
    }
    fs::create_dir_all(path.parent()?).ok()?;
    let file = NewFile::at(path.to_str()?, OverwritePolicy::Replace).ok()?;
    file.write(&text).ok()
}

fn read(path: &Path) -> Result<MatchRecord, Failure> {
    let fault = |why: &str| {
        Failure::input(format!(
            "the match in `{}` cannot be resumed: {why}; remove the file to forget it",
            path.display()
        ))
    };
    let mut text = Vec::new();
    let file = File::open(path).map_err(|error| fault(&crate::plain(&error)))?;
    let read = file.take(LONGEST + 1).read_to_end(&mut text);
    read.map_err(|error| fault(&crate::plain(&error)))?;
    if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST) {
        return Err(fault("it is too long"));
    }
    serde_json::from_slice(&text).map_err(|error| fault(&format!("it is damaged ({error})")))
}

/// The files of matches, the one that was written last first.
fn newest_first(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            Path::new(&name)
                .extension()
                .is_some_and(|end| end == EXTENSION)
        })
        .filter_map(|entry| {
            let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((about.modified().unwrap_or(UNIX_EPOCH), entry.path()))
        })
        .collect();
    files.sort_unstable();
    files.into_iter().rev().map(|(_, path)| path).collect()
}

/// Forgets all but the latest matches.
fn forget_oldest(path: &Path) {
    let Some(directory) = path.parent() else {
        return;
    };
    for old in newest_first(directory).into_iter().skip(KEPT) {
        let _ = fs::remove_file(old);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("takeaway-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn record(moves: &[&str]) -> MatchRecord {
        let moves: Vec<Vec<&str>> = moves.iter().map(|to| to.split(',').collect()).collect();
        let text = serde_json::json!({
            "game": "nim:m=3", "start": ["3", "5", "7"], "first": "human", "moves": moves,
        });
        serde_json::from_value(text).unwrap()
    }

    fn keeper(path: PathBuf) -> MatchStore {
        MatchStore {
            path: Some(path),
            ..MatchStore::default()
        }
    }

    #[test]
    fn a_match_is_kept_from_the_first_move_to_the_end() {
        let folder = folder("kept");
        let path = folder.join("deep").join("one.match");
        let mut keeper = keeper(path.clone());
        keeper.keep(record(&[]));
        assert!(!keeper.keeps() && !path.exists(), "nothing was played");
        keeper.keep(record(&["3,5,6", "3,5,0"]));
        assert!(keeper.keeps());
        assert_eq!(read(&path).unwrap(), record(&["3,5,6", "3,5,0"]));
        assert_eq!(newest_first(path.parent().unwrap()), [path.as_path()]);
        keeper.keep(record(&[]));
        assert!(!path.exists(), "everything was taken back");
        keeper.keep(record(&["3,5,6"]));
        keeper.forget();
        assert!(!keeper.keeps() && !path.exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_place_that_cannot_be_written_disturbs_nobody() {
        let folder = folder("refused");
        fs::write(&folder, "in the way").unwrap();
        let mut keeper = keeper(folder.join("one.match"));
        keeper.keep(record(&["3,5,6"]));
        keeper.forget();
        assert!(!keeper.keeps());
        assert_eq!(fs::read_to_string(&folder).unwrap(), "in the way");
        fs::remove_file(folder).unwrap();
    }

    #[test]
    fn damaged_files_are_told() {
        let folder = folder("damaged");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("one.match");
        for text in ["", "{", "[1]", "{\"game\":3}", "\u{0}\u{1b}[31m"] {
            fs::write(&path, text).unwrap();
            let failure = read(&path).unwrap_err();
            assert_eq!(failure.code(), 2);
            let said = failure.message();
            assert!(
                said.contains("it is damaged") && said.ends_with("to forget it"),
                "{said}"
            );
        }
        let deep = "[".repeat(100_000);
        fs::write(&path, deep).unwrap();
        assert_eq!(read(&path).unwrap_err().code(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_the_latest_matches_are_kept() {
        let folder = folder("many");
        for number in 0..KEPT + 5 {
            keeper(folder.join(format!("{number:03}.match"))).keep(record(&["3,5,6"]));
        }
        assert_eq!(newest_first(&folder).len(), KEPT);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_match_that_somebody_plays_is_not_resumed() {
        let folder = folder("played");
        let latest = |game| SavedMatch::latest_in(&folder, game).unwrap();
        let resumed = || match latest(None) {
            LatestMatch::Interrupted(saved) => Some(saved),
            _ => None,
        };
        let mut first = keeper(folder.join("1.match"));
        first.keep(record(&["3,5,6"]));
        assert!(resumed().is_none(), "it is still played");
        for (game, name) in [(None, "nim:m=3"), (Some("nim"), "nim:m=3")] {
            assert!(matches!(latest(game), LatestMatch::Played(game) if game == name));
        }
        assert!(matches!(latest(Some("wythoff")), LatestMatch::Nothing));
        drop(first);
        let saved = resumed().expect("it was interrupted");
        assert!(resumed().is_none(), "it was resumed");
        let mut again = MatchStore::of(saved);
        again.keep(record(&["3,5,6", "3,5,0"]));
        assert!(resumed().is_none(), "it is played again");
        drop(again);
        assert_eq!(resumed().unwrap().record, record(&["3,5,6", "3,5,0"]));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no lock is left");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_is_found_by_its_name() {
        let saved = SavedMatch {
            path: PathBuf::new(),
            record: record(&[]),
            lock: None,
        };
        assert!(saved.is_of("nim") && saved.is_of("nim:m=3"));
        assert!(!saved.is_of("ni") && !saved.is_of("nim:m=4"));
        let home = std::env::current_dir().unwrap();
        assert_eq!(
            at_home("a.game:d=2"),
            format!("{}:d=2", home.join("a.game").display())
        );
    }
}
