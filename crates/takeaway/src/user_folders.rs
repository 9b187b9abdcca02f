//! Where programs keep things for whoever runs them: by the rules of XDG, in their home, or by those of Windows.

use std::ffi::OsString;
use std::path::PathBuf;

/// What is kept, and so where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FolderKind {
    /// What would be missed.
    State,
    /// What can be found out again.
    Cache,
}

/// The folder of this name among those of this program; nothing if nobody has a home.
pub(crate) fn folder(kind: FolderKind, name: &str) -> Option<PathBuf> {
    folder_by(kind, name, |variable| std::env::var_os(variable))
}

fn folder_by(
    kind: FolderKind,
    name: &str,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(variable(name)?);
        path.is_absolute().then_some(path)
    };
    let at_home = |home: PathBuf| match kind {
        FolderKind::State => home.join(".local").join("state"),
        FolderKind::Cache => home.join(".cache"),
    };
    let of_its_kind = match kind {
        FolderKind::State => "XDG_STATE_HOME",
        FolderKind::Cache => "XDG_CACHE_HOME",
    };
    let all = absolute(of_its_kind)
        .or_else(|| absolute("HOME").map(at_home))
        .or_else(|| absolute("LOCALAPPDATA"))?;
    Some(all.join("takeaway").join(name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn everything_has_a_place() {
        let of = |kind, variables: &[(&str, &str)]| {
            let variable = |name: &str| {
                let found = variables.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| OsString::from(value))
            };
            folder_by(kind, "matches", variable).map(|path| path.display().to_string())
        };
        let home = ("HOME", "/home/me");
        for (kind, variable, below) in [
            (FolderKind::State, "XDG_STATE_HOME", ".local/state"),
            (FolderKind::Cache, "XDG_CACHE_HOME", ".cache"),
        ] {
            let at_home = format!("/home/me/{below}/takeaway/matches");
            assert_eq!(of(kind, &[home]).unwrap(), at_home);
            let named = of(kind, &[home, (variable, "/named")]);
            assert_eq!(named.unwrap(), "/named/takeaway/matches");
            assert_eq!(of(kind, &[home, (variable, "named")]).unwrap(), at_home);
            assert_eq!(of(kind, &[(variable, "named")]), None);
        }
    }
}
