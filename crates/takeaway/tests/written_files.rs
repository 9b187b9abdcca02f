//! Files that the program writes: whole or not at all, found to be impossible before the work, and never lost.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::support;

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Output};
use std::thread;

use support::{check, folder, names, run, takeaway};

/// A game one of whose claims is proved and two of which are refuted.
const CARELESS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/cmd/prove.in/careless.game"
);

fn certify(path: &Path) -> Output {
    run(&["prove", "mouse", "--certificate", path.to_str().unwrap()])
}

fn draw(path: &Path, more: &[&str]) -> Output {
    let target = ["plot", "array", "--output", path.to_str().unwrap()];
    run(&[&target[..], more].concat())
}

/// Nothing is proved, not even the first claim, if the certificate cannot be written.
#[test]
fn what_cannot_be_written_is_said_before_the_work() {
    let folder = folder("written/before");
    fs::write(folder.join("file"), "precious").unwrap();
    fs::write(folder.join("fixed"), "precious").unwrap();
    fs::set_permissions(folder.join("fixed"), Permissions::from_mode(0o444)).unwrap();
    symlink("circle", folder.join("circle")).unwrap();
    let long = "n".repeat(300);
    for (name, why) in [
        ("nowhere/mouse.proof", "No such file or directory"),
        ("file/mouse.proof", "Not a directory"),
        ("", "it is a directory"),
        ("new/", "it is the name of a directory"),
        ("fixed", "it is read-only"),
        ("circle", "Too many levels of symbolic links"),
        (long.as_str(), "File name too long"),
    ] {
        let output = certify(&folder.join(name));
        check(&output, 2, &format!("cannot be written: {why}"));
        assert!(output.stdout.is_empty(), "{name}: the work was done");
    }
    check(
        &run(&["prove", "mouse", "--certificate", ""]),
        2,
        "it names no file",
    );
    check(
        &certify(Path::new("/proc/mouse.proof")),
        2,
        "cannot be written",
    );
    check(
        &draw(&folder.join("nowhere/a.svg"), &[]),
        2,
        "cannot be written",
    );
    assert_eq!(names(&folder), ["circle", "file", "fixed"]);
    for kept in ["file", "fixed"] {
        assert_eq!(fs::read_to_string(folder.join(kept)).unwrap(), "precious");
    }
}

/// Whether a folder without the right to write refuses depends on who runs the tests: an administrator may.
#[test]
fn a_folder_that_takes_no_file_is_noticed_before_the_work() {
    let folder = folder("written/closed");
    fs::set_permissions(&folder, Permissions::from_mode(0o555)).unwrap();
    let may = fs::write(folder.join("try"), "").is_ok();
    let output = certify(&folder.join("mouse.proof"));
    if may {
        check(&output, 0, "a certificate of 4 claims");
    } else {
        check(&output, 2, "Permission denied");
        assert!(output.stdout.is_empty(), "the work was done");
    }
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
}

/// A limit on the size of files stands for a full disk.
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder("written/full");
    let (proof, picture) = (folder.join("mouse.proof"), folder.join("array.svg"));
    fs::write(&proof, "old proof").unwrap();
    fs::write(&picture, "old picture").unwrap();
    for arguments in [
        [
            "prove",
            "mouse",
            "--certificate",
            proof.to_str().unwrap(),
            "--full",
        ],
        [
            "plot",
            "array",
            "--output",
            picture.to_str().unwrap(),
            "--force",
        ],
    ] {
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_takeaway"))
            .args(arguments)
            .output()
            .unwrap();
        check(&output, 3, "cannot be written: File too large");
    }
    assert_eq!(fs::read_to_string(&proof).unwrap(), "old proof");
    assert_eq!(fs::read_to_string(&picture).unwrap(), "old picture");
    assert_eq!(names(&folder), ["array.svg", "mouse.proof"]);
}

/// Killed at any moment, the program leaves the old file or the new one.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn a_kill_leaves_one_whole_file() {
    let folder = folder("written/kill");
    let picture = folder.join("array.png");
    let name = picture.to_str().unwrap();
    let arguments = ["plot", "array", "--output", name, "--force"];
    check(&run(&arguments), 0, "");
    let new = fs::read(&picture).unwrap();
    for step in 0..30 {
        fs::write(&picture, "old").unwrap();
        let mut child = takeaway(&arguments).spawn().unwrap();
        // At the beginning, when something is being written, and at the end.
        let ended = |child: &mut Child| child.try_wait().unwrap().is_some();
        while step % 3 > 0 && !ended(&mut child) && (step % 3 == 2 || names(&folder).len() < 2) {}
        child.kill().unwrap();
        child.wait().unwrap();
        let left = fs::read(&picture).unwrap();
        assert!(
            left == b"old" || left == new,
            "{} bytes are left",
            left.len()
        );
    }
}

/// Ctrl-C ends the work: a picture shows what was reached, and nothing is left lying about.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_leaves_no_litter() {
    let folder = folder("written/interrupt");
    // So many moves that brute force takes years.
    let rules = folder.join("three.game");
    let move_ = "x' <= x and y' <= y and z' <= z and (x + y + z - x' - y' - z') mod 3 != 1";
    fs::write(&rules, format!("game g\npiles x, y, z\nmove a: {move_}\n")).unwrap();
    let picture = folder.join("large.svg");
    let name = picture.to_str().unwrap();
    let arguments = [
        "plot",
        "positions",
        rules.to_str().unwrap(),
        "--max",
        "4000",
        "--output",
        name,
    ];
    let child = takeaway(&arguments).spawn().unwrap();
    support::patience::wait_for_work(&child);
    let interrupt = ["-INT", &child.id().to_string()];
    assert!(
        Command::new("kill")
            .args(interrupt)
            .status()
            .unwrap()
            .success()
    );
    check(
        &child.wait_with_output().unwrap(),
        3,
        "stopped: it was interrupted",
    );
    let left = names(&folder);
    assert!(
        left == ["three.game"] || left == ["large.svg", "three.game"],
        "{left:?}"
    );
    let text = fs::read_to_string(&picture).unwrap_or("</svg>\n".to_owned());
    assert!(text.ends_with("</svg>\n"), "half a picture");
}

#[test]
fn what_was_not_decided_leaves_the_old_certificate() {
    let proof = folder("written/undecided").join("pi.proof");
    fs::write(&proof, "old").unwrap();
    let name = proof.to_str().unwrap();
    let output = run(&["prove", "beta-nim:beta=pi", "--certificate", name]);
    check(
        &output,
        3,
        "P-positions is not in the certificate: it was not decided\n",
    );
    check(
        &output,
        3,
        "pi.proof was there before, and is left as it was\n",
    );
    assert_eq!(fs::read_to_string(&proof).unwrap(), "old");
}

#[test]
fn links_and_rights_are_kept() {
    let folder = folder("written/links");
    let (real, link) = (folder.join("real.proof"), folder.join("link.proof"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, Permissions::from_mode(0o640)).unwrap();
    symlink("real.proof", &link).unwrap();
    check(&certify(&link), 0, "link.proof: a certificate of 4 claims");
    assert!(link.is_symlink());
    let text = fs::read_to_string(&real).unwrap();
    assert!(text.contains("claim"), "{text}");
    let mode = fs::metadata(&real).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o640);
    // A link to a file that is not there yet.
    fs::create_dir(folder.join("far")).unwrap();
    let (new, link) = (folder.join("far/new.svg"), folder.join("new.svg"));
    symlink("far/new.svg", &link).unwrap();
    check(&draw(&link, &[]), 0, "");
    assert!(link.is_symlink() && new.is_file());
    let mode = fs::metadata(&new).unwrap().permissions().mode();
    assert_eq!(mode & 0o111, 0, "a picture is no program");
    assert_eq!(names(&folder.join("far")), ["new.svg"]);
}

#[test]
fn a_name_without_a_folder_is_in_this_one() {
    let folder = folder("written/here");
    let arguments = ["prove", "mouse", "--certificate", "mouse.proof"];
    let output = takeaway(&arguments).current_dir(&folder).output().unwrap();
    check(&output, 0, "a certificate of 4 claims");
    assert_eq!(names(&folder), ["mouse.proof"]);
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_file_is_written_straight() {
    let output = certify(Path::new("/dev/stdout"));
    check(&output, 0, "/dev/stdout: a certificate of 4 claims");
    assert!(String::from_utf8_lossy(&output.stdout).contains("claim P-positions"));
    check(
        &certify(Path::new("/dev/null")),
        0,
        "a certificate of 4 claims",
    );
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    check(
        &certify(Path::new("/dev/full")),
        3,
        "No space left on device",
    );
    let pipe = folder("written/pipe").join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    check(&certify(&pipe), 0, "a certificate of 4 claims");
    assert!(reader.join().unwrap().contains("claim P-positions"));
}

#[test]
fn a_refutation_does_not_leave_an_old_certificate_in_silence() {
    let folder = folder("written/refuted");
    let (game, proof) = (folder.join("my.game"), folder.join("my.proof"));
    let rules = "game my\npiles n\nmove take: n - n' in {1, 2}\nP when n mod 3 = ";
    let name = proof.to_str().unwrap();
    let prove = |residue: &str| {
        fs::write(&game, format!("{rules}{residue}\n")).unwrap();
        run(&["prove", game.to_str().unwrap(), "--certificate", name])
    };
    check(&prove("0"), 0, "a certificate of 1 claim");
    let old = fs::read(&proof).unwrap();
    let output = prove("1");
    check(
        &output,
        1,
        "P-positions is not in the certificate: it is refuted",
    );
    check(
        &output,
        1,
        "nothing was proved, so that there is no certificate",
    );
    check(
        &output,
        1,
        "my.proof is out of date: it was there before, and is left as it was",
    );
    assert!(old == fs::read(&proof).unwrap());
    fs::remove_file(&proof).unwrap();
    let output = prove("1");
    check(&output, 1, "there is no certificate");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("out of date"));
}

#[test]
fn what_is_proved_is_certified_and_the_rest_is_named() {
    let proof = folder("written/partly").join("careless.proof");
    let name = proof.to_str().unwrap();
    let output = run(&["prove", CARELESS, "--certificate", name]);
    check(
        &output,
        1,
        "P-positions is not in the certificate: it is refuted\n",
    );
    check(
        &output,
        1,
        "A grows evenly is not in the certificate: it is refuted\n",
    );
    check(&output, 1, "a certificate of 1 claim;");
    check(&run(&["check", name]), 0, "");
}

#[test]
fn a_certificate_does_not_replace_the_rules() {
    let folder = folder("written/rules");
    let game = folder.join("my.game");
    fs::write(&game, "game my\npiles n\nmove take: n' < n\nP when n = 0\n").unwrap();
    symlink("my.game", folder.join("link.game")).unwrap();
    let rules = game.to_str().unwrap();
    for name in [rules, folder.join("link.game").to_str().unwrap()] {
        let output = run(&["prove", rules, "--certificate", name]);
        check(
            &output,
            2,
            "holds the rules: name another file for the certificate",
        );
    }
    assert!(fs::read_to_string(&game).unwrap().starts_with("game my"));
}

/// What is discovered is a file that stands for itself: it is read, proved and checked again.
#[test]
fn a_discovery_is_written_down() {
    let folder = folder("written/discovery");
    let out = folder.join("found");
    let out = out.to_str().unwrap();
    check(&run(&["discover", "mouse", "--out", out]), 0, "");
    check(
        &run(&["discover", "mark", "--systems", "binary", "--out", out]),
        0,
        "",
    );
    let found = folder.join("found");
    let (mouse, mark) = (found.join("mouse.game"), found.join("mark.game"));
    let written = names(&found);
    for name in [
        "mark.aut",
        "mark.game",
        "mark.md",
        "mouse.certificate",
        "mouse.game",
        "mouse.md",
    ] {
        assert!(written.contains(&name.to_owned()), "{written:?}");
    }
    for game in [&mouse, &mark] {
        check(&run(&["prove", game.to_str().unwrap()]), 0, "");
        let text = fs::read_to_string(game).unwrap();
        assert!(
            !text.contains("theorem"),
            "the claims of the catalogue are gone"
        );
    }
    let certificate = found.join("mouse.certificate");
    let against = [
        "check",
        certificate.to_str().unwrap(),
        "--against",
        mouse.to_str().unwrap(),
    ];
    check(&run(&against), 0, "");
    let own = run(&["discover", mouse.to_str().unwrap(), "--out", out]);
    check(&own, 2, "holds the rules: name another directory");
}

/// What is invented is a file that stands for itself, with its automata; the file that asks for it is never replaced.
#[test]
fn an_invention_is_written_down() {
    let folder = folder("written/invention");
    let out = folder.join("found");
    let out = out.to_str().unwrap();
    let columns = "floor(n*phi), floor(n*phi^2)";
    let ways = ["--methods", "short,invariant"];
    let command = [
        &["invent", "--columns", columns, "--out", out],
        ways.as_slice(),
    ]
    .concat();
    check(&run(&command), 0, "");
    let found = folder.join("found");
    assert_eq!(
        names(&found),
        [
            "invented-invariant.aut",
            "invented-invariant.certificate",
            "invented-invariant.game",
            "invented-short.certificate",
            "invented-short.game",
        ]
    );
    for name in ["invented-invariant", "invented-short"] {
        let file = |ending: &str| found.join(format!("{name}.{ending}"));
        let (game, certificate) = (file("game"), file("certificate"));
        let (game, certificate) = (game.to_str().unwrap(), certificate.to_str().unwrap());
        check(&run(&["prove", game]), 0, "");
        check(&run(&["check", certificate, "--against", game]), 0, "");
    }
    let wanted = folder.join("g-short.game");
    let text = "game g\npiles x\nP when x mod 3 = 0\n";
    fs::write(&wanted, text).unwrap();
    let own = run(&[
        "invent",
        wanted.to_str().unwrap(),
        "--methods",
        "short",
        "--out",
        folder.to_str().unwrap(),
    ]);
    check(&own, 2, "holds the P-positions: name another directory");
    assert_eq!(fs::read_to_string(&wanted).unwrap(), text);
}
