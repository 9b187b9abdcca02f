//! Searches as processes: interrupted, killed, side by side, and where nothing can be written. Whatever happens, a file of results is there as a whole or not at all,
//! and in the end the bytes are those of a run that nobody disturbed.

#![allow(clippy::unwrap_used)]

use crate::support::patience;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use patience::wait_until;
use takeaway::lab::searching::Digest;

/// Some members take moments, some longer, one is refused.
const FAMILY: &str = "game wide (d = 1, k = 0)
require d >= 1 \"d is at least 1\"
piles x <= y
move one: exactly 1 of x, y changes
move two: x' < x and y' < y and |(x - x') - (y - y')| < d
ends when x + y <= k
";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("takeaway-search-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("wide.game"), FAMILY).unwrap();
        Self(path)
    }

    fn search(&self, out: &str, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
        command.current_dir(&self.0);
        command.args([
            "search",
            "wide.game",
            "--over",
            "d=0..2, k=0..2",
            "--max",
            "250",
        ]);
        command.args(["--unit-size", "2", "--out", out]).args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, out: &str, more: &[&str]) -> Output {
        self.search(out, more).output().unwrap()
    }

    /// The files of results, by their names; nothing else may be there.
    fn files(&self, out: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.0.join(out)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read(&path).unwrap())
            })
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn a_run_that_is_started_again_leaves_out_what_is_there() {
    let folder = Folder::new("again");
    let first = folder.run("a", &[]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let files = folder.files("a");
    assert_eq!(files.len(), 5);
    assert!(files.keys().all(|name| name.len() == 32 + ".jsonl".len()));
    let told = text(&first.stdout);
    assert!(
        told.starts_with("unit 0, members 0 to 1: 2 refused\n"),
        "{told}"
    );
    // By units, in any order, the files are the same.
    for units in ["3..4", "0", "1..2"] {
        assert_eq!(folder.run("b", &["--units", units]).status.code(), Some(0));
    }
    assert_eq!(folder.files("b"), files);
    let again = folder.run("a", &[]);
    let told = text(&again.stdout);
    assert_eq!(
        told.matches(" (was there, as found by the run that wrote it)\n")
            .count(),
        5,
        "{told}"
    );
    assert_eq!(folder.files("a"), files);
    // A range that reaches beyond the last unit does what there is, and says so.
    let beyond = folder.run("c", &["--units", "4..5"]);
    assert_eq!(beyond.status.code(), Some(0));
    assert_eq!(
        text(&beyond.stderr),
        "warning: no unit after 4 exists, and 5 was asked for\n"
    );
    assert_eq!(folder.files("c").len(), 1);
    let nothing = folder.run("c", &["--units", "5..6"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert_eq!(
        text(&nothing.stderr),
        "error: the units have the numbers 0..4\n"
    );
}

#[test]
fn a_killed_run_costs_one_unit() {
    let folder = Folder::new("killed");
    assert_eq!(folder.run("whole", &[]).status.code(), Some(0));
    let whole = folder.files("whole");
    for units in 0..4 {
        let mut child = folder.search("part", &[]).spawn().unwrap();
        wait_until("units, or the end", || {
            let there = folder.0.join("part").exists() && folder.files("part").len() >= units;
            there || units == 0 || child.try_wait().unwrap().is_some()
        });
        child.kill().unwrap();
        child.wait().unwrap();
        if folder.0.join("part").exists() {
            for (name, bytes) in folder.files("part") {
                // What the killed process was writing has a name that nobody reads.
                assert!(
                    name.starts_with('.') || whole.get(&name) == Some(&bytes),
                    "{name}"
                );
            }
        }
    }
    assert_eq!(folder.run("part", &[]).status.code(), Some(0));
    let part: BTreeMap<_, _> = { folder.files("part").into_iter() }
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    assert_eq!(part, whole);
}

#[test]
fn two_processes_on_one_directory_do_no_harm() {
    let folder = Folder::new("two");
    assert_eq!(folder.run("whole", &[]).status.code(), Some(0));
    let both = [folder.search("both", &[]), folder.search("both", &[])];
    let both = both.map(|mut command| command.spawn().unwrap());
    for child in both {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    assert_eq!(folder.files("both"), folder.files("whole"));
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn what_a_clock_stopped_is_tried_again() {
    let folder = Folder::new("clock");
    assert_eq!(folder.run("whole", &[]).status.code(), Some(0));
    let stopped = folder.run("part", &["--each", "0s"]);
    assert_eq!(stopped.status.code(), Some(3));
    let told = text(&stopped.stderr);
    assert!(told.contains("stopped; the same command tries"), "{told}");
    let marked = folder.files("part").into_keys();
    assert!(
        marked
            .filter(|name| name.ends_with(".stopped.jsonl"))
            .count()
            > 0
    );
    assert_eq!(folder.run("part", &[]).status.code(), Some(0));
    assert_eq!(folder.files("part"), folder.files("whole"));
}

#[test]
fn a_place_that_cannot_be_written_is_told_in_a_sentence() {
    let folder = Folder::new("unwritable");
    fs::write(folder.0.join("file"), "").unwrap();
    let output = folder.run("file", &[]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.starts_with("error: the directory `file` cannot be made: "),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1);
    // A disk that takes no more: said as a limit, with nothing half written.
    if Path::new("/dev/full").exists() && Path::new("/bin/sh").exists() {
        let limited = "ulimit -f 0; exec \"$0\" search wide.game --over d=1..2 --max 60 --out full";
        let mut command = Command::new("/bin/sh");
        command.current_dir(&folder.0);
        command.args(["-c", limited, env!("CARGO_BIN_EXE_takeaway")]);
        let output = command.output().unwrap();
        assert_ne!(output.status.code(), Some(0));
        let left = folder.files("full").into_keys();
        assert_eq!(left.filter(|name| !name.starts_with('.')).count(), 0);
    }
}

#[test]
fn results_are_put_together() {
    let folder = Folder::new("report");
    folder.run("found", &["--units", "0..3"]);
    let report = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
        command
            .current_dir(&folder.0)
            .args(["search", "--report", "found"]);
        command.args(more).output().unwrap()
    };
    let told = text(&report(&[]).stdout);
    assert!(told.contains("9 members: "), "{told}");
    assert!(told.contains("1 missing"), "{told}");
    folder.run("found", &[]);
    let json: serde_json::Value = serde_json::from_slice(&report(&["--json"]).stdout).unwrap();
    let classes = json["report"]["classes"].as_array().unwrap();
    let members: usize = { classes.iter() }
        .map(|class| class["members"].as_array().unwrap().len())
        .sum();
    let unknown = json["report"]["unknown"].as_array().unwrap().len();
    assert_eq!(members + unknown, 6);
    assert!(members >= 4);
    assert_eq!(json["report"]["searches"][0]["missing"], "0");
    let page = text(&report(&["--format", "markdown"]).stdout);
    assert!(
        page.contains("`takeaway discover wide.game:d=1,k=0 --max 250`"),
        "{page}"
    );
    // A file that was broken is named.
    let name = folder.files("found").into_keys().next().unwrap();
    fs::write(folder.0.join("found").join(&name), "{\"half\":").unwrap();
    let broken = report(&[]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(
        text(&broken.stderr).contains(&name),
        "{}",
        text(&broken.stderr)
    );
    let empty = Command::new(env!("CARGO_BIN_EXE_takeaway"))
        .args(["search", "--report", "no-such-directory"])
        .output()
        .unwrap();
    assert_eq!(empty.status.code(), Some(2));
}

/// One character of a claim: the seal finds it, and where that is set right the prover does.
#[test]
fn an_edited_unit_is_refused() {
    let folder = Folder::new("edited");
    assert_eq!(folder.run("a", &[]).status.code(), Some(0));
    let report = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_takeaway"));
        command
            .current_dir(&folder.0)
            .args(["search", "--report", out]);
        let output = command.output().unwrap();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (code, told, _) = report("a");
    assert_eq!(code, Some(0));
    assert!(
        told.contains("evidence: proved for all positions"),
        "{told}"
    );
    let files = folder.files("a");
    let (name, unit) = { files.iter() }
        .find(|(_, unit)| text(unit).contains("phi^2"))
        .unwrap();
    let path = folder.0.join("a").join(name);
    let edited = text(unit).replacen("floor(n*phi^2)", "floor(n*phi^3)", 1);
    fs::write(&path, &edited).unwrap();
    let damaged = format!(
        "error: `a/{name}` does not hold the results of a unit: it is damaged: its seal does not fit; without it, they are worked out again\n"
    );
    assert_eq!(report("a"), (Some(2), String::new(), damaged));
    let (start, rest) = edited.split_once("\"seal\":\"").unwrap();
    let (_, rest) = rest.split_once('"').unwrap();
    let lines = rest.lines().skip(1);
    let unit = Digest::default().text(name.trim_end_matches(".jsonl"));
    let seal = lines.fold(unit, |seal, line| seal.text(line));
    fs::write(&path, format!("{start}\"seal\":\"{seal}\"{rest}")).unwrap();
    let (code, told, fault) = report("a");
    assert_eq!((code, told.as_str()), (Some(2), ""));
    assert!(fault.contains("its claim is refuted: "), "{fault}");
    // Under the name of another unit.
    let other = files.keys().find(|other| *other != name).unwrap();
    fs::copy(folder.0.join("a").join(other), &path).unwrap();
    let (code, _, fault) = report("a");
    assert_eq!(code, Some(2));
    assert!(fault.contains("it is the file of another unit"), "{fault}");
}
