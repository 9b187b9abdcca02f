//! The tests of the package for Python, in an environment of their own below `target/`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::browser::{self, install_from_debian, may_install};
use crate::told;

/// The environment variable that names an interpreter.
const VARIABLE: &str = "TAKEAWAY_PYTHON";

/// Names under which interpreters are on the path, the usual one first.
const NAMES: [&str; 7] = [
    "python3",
    "python3.14",
    "python3.13",
    "python3.12",
    "python3.11",
    "python",
    "py",
];

/// What is said where tests failed.
const FAILED: &str = "tests in Python failed";

/// Prints nothing; fails if the interpreter is too old or cannot make an environment.
const OLD: &str = "import sys; sys.exit(sys.version_info < (3, 11))";
const BARE: &str = "import ensurepip, venv";

/// An environment with the package and what its tests need.
pub(crate) struct Environment {
    root: PathBuf,
    folder: PathBuf,
}

impl Environment {
    /// Makes it, anew if that is wanted, and installs the package as it stands.
    pub(crate) fn prepare(anew: bool) -> Result<Self, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let root = root.canonicalize().map_err(|why| why.to_string())?;
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |folder| root.join(folder));
        let environment = Self {
            folder: target.join("python"),
            root,
        };
        if anew || !environment.interpreter().is_file() {
            let interpreter = find().or_else(|_| install())?;
            println!("the tests in Python use {}", interpreter.display());
            let made = Command::new(interpreter)
                .args(["-m", "venv", "--clear"])
                .arg(&environment.folder)
                .status();
            succeeded(made, "no environment for Python can be made")?;
        }
        environment.install_what_tests_need()?;
        environment.install_package(&target)?;
        Ok(environment)
    }

    /// Where its programs are.
    fn programs(&self) -> PathBuf {
        self.folder
            .join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    /// The interpreter of the environment.
    fn interpreter(&self) -> PathBuf {
        let name = if cfg!(windows) {
            "python.exe"
        } else {
            "python"
        };
        self.programs().join(name)
    }

    fn package(&self) -> PathBuf {
        self.root.join("crates/python")
    }

    /// Its interpreter, in the folder of the package.
    fn command(&self) -> Command {
        let path = env::var_os("PATH").unwrap_or_default();
        let places = std::iter::once(self.programs()).chain(env::split_paths(&path));
        let path = env::join_paths(places).unwrap_or(path.clone());
        let mut command = Command::new(self.interpreter());
        command
            .current_dir(self.package())
            .env("PATH", path)
            .env("VIRTUAL_ENV", &self.folder)
            .env_remove("PYTHONPATH")
            .env_remove("PYTHONHOME");
        command
    }

    fn pip(&self) -> Command {
        let mut command = self.command();
        command.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
        ]);
        command
    }

    /// Installs it once, and again when the list has changed.
    fn install_what_tests_need(&self) -> Result<(), String> {
        let list = self.package().join("tests/requirements.txt");
        let wanted =
            fs::read_to_string(&list).map_err(|why| format!("{}: {why}", list.display()))?;
        let installed = self.folder.join("requirements.txt");
        if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
            return Ok(());
        }
        let done = self.pip().arg("--requirement").arg(&list).status();
        succeeded(done, "what the tests in Python need could not be installed")?;
        fs::write(installed, wanted).map_err(|why| why.to_string())
    }

    /// Installs the package as anybody does, but compiled as the other tests are, and in the same folder.
    fn install_package(&self, target: &Path) -> Result<(), String> {
        let done = self
            .pip()
            .args([
                "--force-reinstall",
                "--no-deps",
                "--no-build-isolation",
                ".",
            ])
            .env("CARGO_TARGET_DIR", target)
            .env("MATURIN_PEP517_ARGS", "--profile dev")
            .status();
        succeeded(
            done,
            "`pip install .` failed in crates/python; with --verbose it says why",
        )
    }

    /// Runs the tests and the examples of the documentation, or what else the arguments of pytest name.
    pub(crate) fn test(&self, arguments: &[&str]) -> Result<(), String> {
        let done = self.tests(arguments).status();
        succeeded(done, FAILED)
    }

    /// Runs all tests, and shows what they say when they have ended.
    pub(crate) fn test_in_one_piece(&self) -> Result<(), String> {
        told(self.tests(&[]).output(), FAILED)
    }

    fn tests(&self, arguments: &[&str]) -> Command {
        const EVERYTHING: [&str; 3] = ["tests", "--pyargs", "takeaway"];
        let arguments = match arguments {
            [] => &EVERYTHING,
            arguments => arguments,
        };
        let mut tests = self.command();
        if let Ok(found) = browser::find() {
            tests.env(browser::VARIABLE, found.program);
        }
        tests.args(["-m", "pytest"]).args(arguments);
        tests
    }

    /// Checks the types of the package and of its tests, and that the stubs say what is there.
    pub(crate) fn check_types(&self) -> Result<(), String> {
        let run = |arguments: &[&str]| self.command().arg("-m").args(arguments).status();
        let types = succeeded(
            run(&["mypy"]),
            "mypy found faults in the package for Python or in its tests",
        );
        let stubs = succeeded(
            run(&["mypy.stubtest", "takeaway._core"]),
            "the stubs of the package for Python do not say what is there",
        );
        types.and(stubs)
    }
}

/// An interpreter that is new enough and can make environments.
fn find() -> Result<PathBuf, String> {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let all = || NAMES.iter().map(PathBuf::from);
    let mut candidates: Box<dyn Iterator<Item = PathBuf>> = match &named {
        Some(named) => Box::new(std::iter::once(named.clone())),
        None => Box::new(all()),
    };
    let runs = |program: &PathBuf, text: &str| {
        let run = Command::new(program)
            .args(["-c", text])
            .stderr(Stdio::null())
            .status();
        run.is_ok_and(|status| status.success())
    };
    candidates
        .find(|program| runs(program, OLD) && runs(program, BARE))
        .ok_or_else(advice)
}

/// Installs Debian's, where there is a Debian and we may.
fn install() -> Result<PathBuf, String> {
    if !may_install() || env::var_os(VARIABLE).is_some() {
        return Err(advice());
    }
    eprintln!("there is no Python for the tests of the package: installing Debian's python3-venv");
    install_from_debian("python3-venv").map_err(|why| format!("{why}; {}", advice()))?;
    find()
}

fn advice() -> String {
    format!(
        "the tests of the package for Python need Python 3.11 or later with venv and pip (on Debian: apt-get install python3-venv), \
         or name an interpreter by {VARIABLE}; `cargo test --workspace` runs those in Rust alone"
    )
}

fn succeeded(
    status: std::io::Result<std::process::ExitStatus>,
    otherwise: &str,
) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(otherwise.to_owned()),
        Err(why) => Err(format!("{otherwise}: {why}")),
    }
}
