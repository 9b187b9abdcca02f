//! Files that only the user who runs the program can have written.

use std::fs::Metadata;

/// Whether a file belongs to the user who runs the program, and nobody else may write it.
#[cfg(unix)]
pub(crate) fn is_our_own(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.uid() == rustix::process::geteuid().as_raw() && about.mode() & 0o022 == 0
}

/// Whether only the user who runs the program, and the administrator, may rename and remove their
/// files in a folder.
#[cfg(unix)]
pub(crate) fn is_closed(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    const STICKY: u32 = 0o1000;
    let owner = about.uid();
    let is_ours = owner == 0 || owner == rustix::process::geteuid().as_raw();
    is_ours && (about.mode() & 0o022 == 0 || about.mode() & STICKY != 0)
}

/// Elsewhere the folders of a user are their own.
#[cfg(not(unix))]
pub(crate) fn is_our_own(_about: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
pub(crate) fn is_closed(_about: &Metadata) -> bool {
    true
}
