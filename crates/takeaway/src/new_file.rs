//! Files that a command writes: onto the disk as [`WholeFile`]s, or into the answer to a request, where nothing is written on the disk.

use crate::whole_file::WholeFile;
pub(crate) use crate::whole_file::{
    OverwritePolicy, discard_unfinished, make_directory, make_private_directory,
};

use crate::failure::Failure;
use crate::sent;

/// A file that will be written when the work is done.
#[derive(Debug)]
pub(crate) enum NewFile {
    /// A part of the answer to a request.
    Answer,
    /// A file on the disk.
    Disk(WholeFile),
}

impl NewFile {
    /// Looks whether the file can be written, before there is anything to write.
    pub(crate) fn at(name: &str, existing: OverwritePolicy) -> Result<Self, Failure> {
        match sent::is_open() {
            true => Ok(Self::Answer),
            false => Ok(Self::Disk(WholeFile::at(name, existing)?)),
        }
    }

    /// Is there a file now?
    pub(crate) fn exists(&self) -> bool {
        match self {
            Self::Answer => false,
            Self::Disk(file) => file.exists(),
        }
    }

    /// Is it the file of this path?
    pub(crate) fn is(&self, path: &str) -> bool {
        match self {
            Self::Answer => false,
            Self::Disk(file) => file.is(path),
        }
    }

    /// Writes the file, all of it or nothing.
    pub(crate) fn write(self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_parts(&[bytes])
    }

    /// Writes the file from parts that follow each other, all of it or nothing.
    pub(crate) fn write_parts(self, parts: &[&[u8]]) -> Result<(), Failure> {
        match self {
            Self::Answer => {
                sent::keep(parts.concat());
                Ok(())
            }
            Self::Disk(file) => Ok(file.write_parts(parts)?),
        }
    }
}
