//! Files that are written whole or not at all.
//!
//! What is written is put beside its place and then moved there in one step: a full disk, a kill or a loss of power
//! leaves the old file or the new one, never a piece. [`WholeFile::at`] finds out before the work whether that will be
//! possible. What is no regular file, such as `/dev/stdout` or a pipe, cannot be replaced and is written straight.
//! Several threads may write at a time.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use lab::{LabError, locked};

use crate::text_file::plain;

/// What is being written at the moment, to be taken away if the program is ended.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// No more links than this are followed, as the system does.
const MOST_LINKS: usize = 40;

/// So many names are tried. Programs that were killed leave theirs behind, and in a container all have the same few numbers.
const MOST_BESIDE: u32 = 100_000;

/// May a file that is there already be replaced?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverwritePolicy {
    /// Replace it.
    Replace,
    /// Keep it, and do not write.
    Keep,
    /// Replace it by one that only its owner may read and write.
    ReplaceByPrivate,
}

/// Makes a directory for files that will be written, if it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_directory(name: &str) -> Result<(), LabError> {
    fs::create_dir_all(name).map_err(|error| {
        let why = plain(&error);
        LabError::input(format!("the directory `{name}` cannot be made: {why}"))
    })
}

/// Makes a directory in which only its owner may read and write, and those above it, as far as they
/// are not there.
///
/// # Errors
/// If it cannot be made.
pub(crate) fn make_private_directory(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// A file that will be written when the work is done.
///
/// ```
/// use takeaway::{OverwritePolicy, WholeFile};
///
/// let place = std::env::temp_dir().join(format!("whole-file-{}", std::process::id()));
/// let place = place.to_str().expect("a plain name");
/// WholeFile::at(place, OverwritePolicy::Keep)?.write(b"all of it")?;
/// assert_eq!(takeaway::read(place)?, "all of it");
/// assert!(WholeFile::at(place, OverwritePolicy::Keep).is_err());
/// # std::fs::remove_file(place).expect("it was written");
/// # Ok::<(), takeaway::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    /// As the user names it.
    name: String,
    target: WriteTarget,
}

#[derive(Debug)]
enum WriteTarget {
    /// Something that cannot be replaced, opened for writing.
    Stream(File),
    /// A file, to be replaced as a whole; the path of the file itself, not of a link to it.
    File(PathBuf, OverwritePolicy),
}

impl WholeFile {
    /// Looks whether the file can be written, before there is anything to write.
    ///
    /// # Errors
    /// If it cannot.
    pub fn at(name: &str, existing: OverwritePolicy) -> Result<Self, LabError> {
        let target =
            WriteTarget::look(Path::new(name), existing).map_err(|error| fault(name, &error));
        Ok(Self {
            name: name.to_owned(),
            target: target?,
        })
    }

    /// Is there a file now?
    pub fn exists(&self) -> bool {
        match &self.target {
            WriteTarget::Stream(_) => false,
            WriteTarget::File(path, _) => path.exists(),
        }
    }

    /// Is it the file of this path?
    pub fn is(&self, path: &str) -> bool {
        match &self.target {
            WriteTarget::Stream(_) => false,
            WriteTarget::File(own, _) => fs::canonicalize(path).is_ok_and(|path| path == *own),
        }
    }

    /// Writes the file, all of it or nothing.
    ///
    /// # Errors
    /// If it cannot be written: a disk that is full is a [limit](LabError::is_limit).
    pub fn write(self, bytes: &[u8]) -> Result<(), LabError> {
        self.write_parts(&[bytes])
    }

    /// Writes the file from parts that follow each other, all of it or nothing.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    pub fn write_parts(mut self, parts: &[&[u8]]) -> Result<(), LabError> {
        let written = match &mut self.target {
            WriteTarget::Stream(file) => write_all(file, parts).and_then(|()| file.flush()),
            WriteTarget::File(path, existing) => replace(path, *existing, parts),
        };
        match written {
            // Whoever reads a pipe may have seen enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other.map_err(|error| fault(&self.name, &error)),
        }
    }
}

/// Takes away what is half written: the program is about to end.
pub fn discard_unfinished() {
    for path in std::mem::take(&mut *unfinished()) {
        let _ = fs::remove_file(path);
    }
}

/// Takes away one that will not be finished.
fn discard(beside: &Path) {
    unfinished().remove(beside);
    let _ = fs::remove_file(beside);
}

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    locked(&UNFINISHED)
}

impl WriteTarget {
    fn look(path: &Path, existing: OverwritePolicy) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(said("it is a directory")),
            Ok(_) if existing == OverwritePolicy::Keep => Err(taken()),
            Ok(found) if !found.is_file() => {
                OpenOptions::new().write(true).open(path).map(Self::Stream)
            }
            Ok(found) if found.permissions().readonly() => Err(said("it is read-only")),
            Ok(_) => {
                OpenOptions::new().write(true).open(path)?;
                Self::beside(fs::canonicalize(path)?, existing)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Self::beside(end_of_links(path)?, existing)
            }
            Err(error) => Err(error),
        }
    }

    /// Tries whether a file can be put beside this one.
    fn beside(path: PathBuf, existing: OverwritePolicy) -> io::Result<Self> {
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(said("it is the name of a directory"));
        }
        let (_, beside) = create_beside(&path, existing)?;
        discard(&beside);
        Ok(Self::File(path, existing))
    }
}

/// Writes beside the file, then moves what is written to its place.
fn replace(path: &Path, existing: OverwritePolicy, parts: &[&[u8]]) -> io::Result<()> {
    let (file, beside) = create_beside(path, existing)?;
    let moved =
        write_through(file, path, existing, parts).and_then(|()| put(&beside, path, existing));
    match moved {
        Ok(()) => unfinished().remove(&beside),
        Err(error) => {
            discard(&beside);
            return Err(error);
        }
    };
    // The name of the file reaches the disk with its directory; not every system can say so.
    if let Ok(directory) = File::open(directory(path)) {
        let _ = directory.sync_all();
    }
    Ok(())
}

/// Writes everything onto the disk. A file that is replaced keeps its owner and who may read it.
fn write_through(
    mut file: File,
    path: &Path,
    existing: OverwritePolicy,
    parts: &[&[u8]],
) -> io::Result<()> {
    write_all(&mut file, parts)?;
    if existing != OverwritePolicy::ReplaceByPrivate
        && let Ok(old) = fs::metadata(path)
    {
        keep_owner(&file, &old);
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

fn write_all(file: &mut File, parts: &[&[u8]]) -> io::Result<()> {
    parts.iter().try_for_each(|part| file.write_all(part))
}

/// Only an administrator may give a file away; for all others the owner is the same anyway.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _old: &fs::Metadata) {}

/// Moves a file to its place in one step.
fn put(beside: &Path, path: &Path, existing: OverwritePolicy) -> io::Result<()> {
    if existing != OverwritePolicy::Keep {
        return fs::rename(beside, path);
    }
    // A link is refused if something has come to the place in the meantime. Some disks know no links.
    match fs::hard_link(beside, path) {
        Ok(()) => fs::remove_file(beside),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(taken()),
        Err(_) if fs::symlink_metadata(path).is_ok() => Err(taken()),
        Err(_) => fs::rename(beside, path),
    }
}

/// A new file in the same directory, under a name that nobody else uses.
fn create_beside(path: &Path, existing: OverwritePolicy) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if existing == OverwritePolicy::ReplaceByPrivate {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = existing;
    let mut unfinished = unfinished();
    let process = std::process::id();
    for attempt in 0..MOST_BESIDE {
        let name = format!(".takeaway-{process}-{attempt}.tmp");
        let beside = directory(path).join(name);
        match options.open(&beside) {
            Ok(file) => {
                unfinished.insert(beside.clone());
                return Ok((file, beside));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Where a link to a file that is not there yet leads.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = directory(&path).join(next),
            Err(_) if path.file_name().is_none() => return Err(said("it names no file")),
            Err(_) => return Ok(path),
        }
    }
    Err(said("its links lead in a circle"))
}

fn taken() -> io::Error {
    io::Error::new(
        ErrorKind::AlreadyExists,
        "it exists; add --force to write over it",
    )
}

fn said(why: &str) -> io::Error {
    io::Error::other(why)
}

/// A disk that is full is a limit; any other fault lies in the name that was given.
fn fault(name: &str, error: &io::Error) -> LabError {
    LabError::NotWritten {
        path: name.to_owned(),
        why: plain(error),
        full: matches!(
            error.kind(),
            ErrorKind::StorageFull | ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded
        ),
    }
}
