//! A browser for the tests of the page.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The environment variable that names a browser, for `cargo xtask test` and for the tests themselves.
pub(crate) const VARIABLE: &str = "TAKEAWAY_BROWSER";

/// Names under which browsers of the family of Chromium are on the path.
const NAMES: [&str; 8] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
];

/// Where they are otherwise.
const PLACES: [&str; 5] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/// A browser that is there.
pub(crate) struct Found {
    pub(crate) program: PathBuf,
}

/// Finds one: that of the variable, one on the path, one in a usual place.
pub(crate) fn find() -> Result<Found, String> {
    if let Some(named) = env::var_os(VARIABLE) {
        let program = PathBuf::from(&named);
        let found = program
            .is_file()
            .then_some(program)
            .or_else(|| on_path(&named));
        return found.map(|program| Found { program }).ok_or_else(|| {
            format!(
                "{VARIABLE} is {}, and there is no such program",
                named.display()
            )
        });
    }
    let named = NAMES.iter().find_map(|name| on_path(name.as_ref()));
    let placed = || {
        PLACES
            .iter()
            .map(PathBuf::from)
            .find(|place| place.is_file())
    };
    let program = named.or_else(placed);
    program.map(|program| Found { program }).ok_or_else(advice)
}

fn on_path(name: &std::ffi::OsStr) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|directory| directory.join(name))
        .find(|program| program.is_file())
}

/// Installs Debian's Chromium, where there is a Debian and we may.
pub(crate) fn install() -> Result<Found, String> {
    if !may_install() || env::var_os(VARIABLE).is_some() {
        return Err(advice());
    }
    eprintln!("there is no browser for the tests of the page: installing Debian's chromium");
    install_from_debian("chromium").map_err(|why| format!("{why}; {}", advice()))?;
    find()
}

/// Is this a Debian on which we may install programs?
pub(crate) fn may_install() -> bool {
    Path::new("/etc/debian_version").is_file() && is_root()
}

/// Installs a package of Debian.
pub(crate) fn install_from_debian(package: &str) -> Result<(), String> {
    for arguments in [
        vec!["update"],
        vec!["install", "--yes", "--no-install-recommends", package],
    ] {
        let status = Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null())
            .status();
        if !status.is_ok_and(|status| status.success()) {
            return Err(format!("{package} could not be installed"));
        }
    }
    Ok(())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn advice() -> String {
    format!(
        "the tests of the page need a browser: install Chromium, Chrome or Edge (on Debian: apt-get install chromium), or name one \
         by {VARIABLE}; `cargo test --workspace` without it fails in the tests of the page and runs all others"
    )
}
