//! `solve --checkpoint`: runs that are killed, stopped, out of disk, or two at a time.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::support;

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::{Command, Output};

use lab::searching::Digest;
use support::patience::{ENDLESS_BOARD as LONG, wait_until, with_enough_time};
use support::{check, folder, names, run, takeaway};

/// A search that keeps what it has all the time.
fn solving<'a>(search: &[&'a str], file: &'a Path) -> Vec<&'a str> {
    let file = file.to_str().unwrap();
    let keeping = ["--checkpoint", file, "--checkpoint-every", "5ms"];
    [&["solve"], search, &keeping[..]].concat()
}

/// Kills a search when it has kept something once, then twice, and so on, until it ends before that; its
/// answer.
fn killed(search: &[&str], file: &Path, answer: &Path) -> Vec<u8> {
    let arguments = solving(search, file);
    for run in 0.. {
        let kept = || fs::read(file).ok();
        let (mut last, mut times) = (kept(), 0);
        // A pipe would hold up who writes more than it takes.
        let mut child = takeaway(&arguments)
            .stdout(fs::File::create(answer).unwrap())
            .spawn()
            .unwrap();
        wait_until("something is kept, or the end", || {
            let now = kept();
            times += usize::from(now != last);
            last = now;
            times > run || child.try_wait().unwrap().is_some()
        });
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            return fs::read(answer).unwrap();
        }
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), None, "{error}");
    }
    unreachable!()
}

#[test]
fn a_run_killed_again_and_again_ends_with_the_same_answer() {
    let folder = folder("checkpoints/killed");
    let searches: [&[&str]; 5] = [
        &["kayles", "--max", "400000", "--nim-values", "--json"],
        &["rat", "--max", "400"],
        &["nim:m=4", "--max", "32", "--format", "csv"],
        &["wythoff", "--max", "150", "--nim-values", "--format", "csv"],
        &["blocking-wythoff", "--max", "600", "--json"],
    ];
    for (number, search) in searches.iter().enumerate() {
        let file = folder.join(number.to_string());
        let expected = run(&[&["solve"], *search].concat());
        let answer = killed(search, &file, &folder.join("answer"));
        assert_eq!(answer, expected.stdout, "{search:?}");
        assert!(expected.status.success());
    }
    fs::remove_file(folder.join("answer")).unwrap();
    assert!(
        names(&folder)
            .iter()
            .all(|name| name.starts_with(".takeaway-")),
        "{:?}",
        names(&folder)
    );
}

/// What a stopped search has found is told, kept, and continued.
#[test]
fn a_run_out_of_time_is_continued() {
    let folder = folder("checkpoints/time");
    let file = folder.join("state");
    let search = ["rat", "--max", "900"];
    let expected = run(&[&["solve"], &search[..]].concat());
    for limit in (1..).map(|run| 100 + 50 * run) {
        let limit_text = format!("{limit}ms");
        let arguments = [solving(&search, &file), vec!["--time-limit", &limit_text]].concat();
        let output = run(&arguments);
        if output.status.code() == Some(0) {
            assert_eq!(output.stdout, expected.stdout);
            assert_eq!(names(&folder), [""; 0]);
            return;
        }
        check(&output, 3, "has what was found: the same command goes on");
    }
}

/// A checkpoint of a board that is not finished, with something in its log.
fn begun(file: &Path, search: &[&str]) {
    let ask = |limit: &str| run(&[solving(search, file), vec!["--time-limit", limit]].concat());
    let output = with_enough_time(ask, |_| {
        fs::read(format!("{}.log", file.display())).is_ok_and(|log| log.len() > 100)
    });
    check(&output, 3, "the time limit was reached");
    assert!(file.exists());
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn what_is_damaged_or_of_another_search_is_refused() {
    let folder = folder("checkpoints/damaged");
    let (file, log) = (folder.join("state"), folder.join("state.log"));
    begun(&file, &LONG);
    let (state, found) = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
    let refused = |search: &[&str], why: &str| {
        let output = run(&solving(search, &file));
        check(&output, 2, &format!("cannot be continued: {why}"));
        assert!(output.stdout.is_empty());
    };
    refused(
        &["wythoff", "--max", "100000001"],
        "it is of another search, for the P-positions of wythoff to 100000000",
    );
    refused(
        &[&LONG[..], &["--misere"]].concat(),
        "it is of another search",
    );
    refused(
        &[&LONG[..], &["--nim-values"]].concat(),
        "it is of another search",
    );
    refused(&["raleigh", "--max", "6000"], "it is of another search");
    // Every byte counts.
    let step = (state.len() / 60).max(1);
    for place in (0..state.len()).step_by(step) {
        let mut other = state.clone();
        other[place] ^= 1;
        fs::write(&file, other).unwrap();
        refused(&LONG, "");
    }
    for length in [0, 1, 20, state.len() / 2, state.len() - 1] {
        fs::write(&file, &state[..length]).unwrap();
        refused(&LONG, "it is");
    }
    fs::write(&file, [&state[..], b"x"].concat()).unwrap();
    refused(&LONG, "it is damaged");
    // The form of version 0.1.0.
    let older = String::from_utf8_lossy(&state)
        .replace("\"takeaway_checkpoint\":2", "\"takeaway_checkpoint\":1");
    fs::write(&file, older).unwrap();
    refused(&LONG, "it is of version 1, and this is 2");
    // Whoever changes the first line can set its digest right.
    for (from, to, why) in [
        (
            "\"program\":\"",
            "\"program\":\"9",
            "another build of takeaway began it",
        ),
        ("{", "{\"more\":1,", "it is damaged"),
        ("\"subject\":{", "\"subject\":{\"more\":1,", "it is damaged"),
    ] {
        fs::write(&file, sealed(&state, from, to)).unwrap();
        refused(&LONG, why);
    }
    fs::write(&file, &state).unwrap();
    for (path, mode) in [(&file, 0o620), (&file, 0o602), (&log, 0o620), (&log, 0o602)] {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        refused(&LONG, "somebody else may have written it");
        fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
    }
    if fs::metadata(&file).unwrap().uid() == 0 {
        for path in [&file, &log] {
            chown(path, Some(1), None).unwrap();
            refused(&LONG, "somebody else may have written it");
            chown(path, Some(0), None).unwrap();
        }
    }
    fs::write(&file, &state).unwrap();
    let mut other = found.clone();
    *other.last_mut().unwrap() ^= 1;
    fs::write(&log, other).unwrap();
    refused(&LONG, "its log is damaged");
    fs::write(&log, &found[..found.len() - 1]).unwrap();
    refused(&LONG, "its log is shorter than it should be");
    fs::remove_file(&log).unwrap();
    refused(&LONG, "its log is shorter than it should be");
    // What a run has logged after its last state is cut off.
    fs::write(&log, [&found[..], b"abc"].concat()).unwrap();
    begun(&file, &LONG);
}

/// A state whose first line was changed, under a digest that fits.
fn sealed(state: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = state.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let digest = Digest::default().to_string().len();
    let line = String::from_utf8_lossy(&state[..end]).replacen(from, to, 1);
    let rest = &state[end..state.len() - digest];
    let seal = Digest::default()
        .bytes(line.as_bytes())
        .bytes(rest)
        .to_string();
    [line.as_bytes(), rest, seal.as_bytes()].concat()
}

/// The rules of a file may change under the same name.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn other_rules_are_other_searches() {
    let folder = folder("checkpoints/rules");
    let (rules, file) = (folder.join("own.game"), folder.join("state"));
    let text = |most: u32| {
        format!(
            "game own \"Own\"\npiles x, y, z\nmove I: exactly 1 of x, y, z changes and x - x' <= {most}\n"
        )
    };
    fs::write(&rules, text(70)).unwrap();
    let search = [rules.to_str().unwrap(), "--max", "20000"];
    begun(&file, &search);
    fs::write(&rules, text(71)).unwrap();
    let output = run(&solving(&search, &file));
    check(&output, 2, "the rules of own were others when it was begun");
}

#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = folder("checkpoints/two");
    let file = folder.join("state");
    let mut first = takeaway(&solving(&LONG, &file)).spawn().unwrap();
    // It has the log for its own before it writes to it.
    wait_until("something in the log", || {
        fs::metadata(folder.join("state.log")).is_ok_and(|log| log.len() > 0)
    });
    let second = run(&solving(&LONG, &file));
    first.kill().unwrap();
    first.wait().unwrap();
    check(&second, 3, "another run works on the checkpoint");
    begun(&file, &LONG);
}

#[test]
fn a_run_waits_for_one_that_is_just_ending() {
    let folder = folder("checkpoints/ending");
    let log = fs::File::create(folder.join("state.log")).unwrap();
    log.lock().unwrap();
    let file = folder.join("state");
    let second = takeaway(&solving(&["wythoff", "--max", "20"], &file));
    let second = { second }.spawn().unwrap();
    // It has opened the log, and waits.
    let open =
        |entry: fs::DirEntry| fs::read_link(entry.path()).is_ok_and(|to| to.ends_with("state.log"));
    wait_until("an open log", || {
        let files = fs::read_dir(format!("/proc/{}/fd", second.id())).unwrap();
        files.flatten().any(open)
    });
    drop(log);
    check(&second.wait_with_output().unwrap(), 0, "");
}

#[test]
fn no_other_file_is_taken_for_a_checkpoint() {
    let folder = folder("checkpoints/other");
    fs::write(folder.join("notes.log"), "precious").unwrap();
    let output = run(&solving(&LONG, &folder.join("notes")));
    check(
        &output,
        2,
        "is not the log of a checkpoint: choose another name",
    );
    assert_eq!(
        fs::read_to_string(folder.join("notes.log")).unwrap(),
        "precious"
    );
    fs::write(folder.join("text"), "precious\n").unwrap();
    let output = run(&solving(&LONG, &folder.join("text")));
    check(&output, 2, "it is no checkpoint");
    assert_eq!(
        fs::read_to_string(folder.join("text")).unwrap(),
        "precious\n"
    );
    check(&run(&solving(&LONG, &folder)), 2, "is not a file");
    check(
        &run(&solving(&LONG, &folder.join("no/such"))),
        2,
        "cannot be written",
    );
    check(
        &run(&solving(
            &["frankenstein", "--max", "5"],
            &folder.join("new"),
        )),
        2,
        "keeps no checkpoint",
    );
    let alone = run(&["solve", "rat", "--max", "5", "--checkpoint-every", "1s"]);
    check(&alone, 2, "--checkpoint <FILE>");
}

/// A limit on the size of files stands for a full disk: the answer is the same, and the last checkpoint is whole.
#[test]
fn a_full_disk_leaves_the_last_checkpoint() {
    let folder = folder("checkpoints/full");
    let file = folder.join("state");
    begun(&file, &LONG);
    let ask = |limit: &str| {
        Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_takeaway"))
            .args(solving(&LONG, &file))
            .args(["--time-limit", limit])
            .output()
            .unwrap()
    };
    let said =
        |output: &Output| String::from_utf8_lossy(&output.stderr).contains("not kept: the file");
    check(&with_enough_time(ask, said), 3, "not kept: the file");
    begun(&file, &LONG);
}
