//! Proofs that are found again: where they are kept, when they are believed, and what happens when they are not.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::support;

use std::fs::{self, Permissions};
use std::ops::Deref;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use support::{check, takeaway};
use takeaway::lab::searching::Digest;
use takeaway::lab::{
    Claim, CompanionFiles, CoreStatementRequest, Game, GameSource, Request, Unwatched,
};

/// A proof that takes long enough to be kept, however fast the machine.
const DEAR: &str = "succinct-rat:d=6";
const CLAIM: &str = "P-positions";

/// A folder of its own for what programs can find out again, as its user makes it.
fn cache(name: &str) -> Cache {
    let folder = format!("takeaway-kept-proofs-{}-{name}", std::process::id());
    // Not below the checkout, which may lie in a folder that a group shares.
    let folder = std::env::temp_dir().join(folder);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
    Cache(folder)
}

/// It goes with its test.
struct Cache(PathBuf);

impl Deref for Cache {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn prove(cache: &Path, game: &str, more: &[&str]) -> Output {
    let arguments = [&["prove", game, "--json", "--theorem", CLAIM], more].concat();
    takeaway(&arguments)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap()
}

/// The files with proofs.
fn files(cache: &Path) -> Vec<PathBuf> {
    match fs::read_dir(cache.join("takeaway/proofs")) {
        Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
        Err(_) => Vec::new(),
    }
}

fn only_file(cache: &Path) -> PathBuf {
    let files = files(cache);
    assert_eq!(files.len(), 1, "{files:?}");
    files.into_iter().next().unwrap()
}

/// Was the claim found again?
fn found_again(output: &Output) -> bool {
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let claim = &answer["claims"][0];
    assert_eq!(claim["verdict"], "proved");
    claim.get("proved_before_in").is_some()
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn a_dear_proof_is_found_again() {
    let cache = cache("again");
    let first = prove(&cache, DEAR, &[]);
    check(&first, 0, "");
    assert!(!found_again(&first));
    only_file(&cache);
    let second = prove(&cache, DEAR, &[]);
    assert!(second.stderr.is_empty());
    assert!(found_again(&second));
    // All but the times is the same.
    let without_times = |output: &Output| {
        let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let claim = answer["claims"][0].as_object_mut().unwrap();
        claim.remove("seconds");
        claim.remove("proved_before_in");
        answer
    };
    assert_eq!(without_times(&first), without_times(&second));
    assert!(!found_again(&prove(&cache, DEAR, &["--no-cache"])));
    // A certificate needs the proof itself.
    let proof = cache.join("dear.proof");
    let certified = prove(&cache, DEAR, &["--certificate", proof.to_str().unwrap()]);
    check(&certified, 0, "a certificate of 1 claim");
    assert!(!found_again(&certified));
}

#[test]
fn what_is_not_asked_for_or_not_dear_leaves_nothing() {
    let cache = cache("nothing");
    check(&prove(&cache, DEAR, &["--no-cache"]), 0, "");
    check(&prove(&cache, "nim:m=1", &[]), 0, "");
    check(&prove(&cache, "nim:m=2", &["--max", "5"]), 0, "");
    assert_eq!(files(&cache), Vec::<PathBuf>::new());
}

/// A file with other rules or another claim is another statement, whatever it is called.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn whatever_changes_is_proved_anew() {
    let cache = cache("changes");
    let game = cache.join("own.game");
    let text = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../rules/fat-rat.game"
    ))
    .unwrap();
    fs::write(&game, &text).unwrap();
    let name = format!("{}:m=4", game.display());
    let ask = || prove(&cache, &name, &[]);
    assert!(!found_again(&ask()));
    assert!(found_again(&ask()));
    fs::write(&game, format!("# the same rules\n{text}")).unwrap();
    assert!(found_again(&ask()));
    for (place, change) in [
        ("| n >= 0 }", "| n >= 0 and n + 1 > 0 }"),
        ("x[i]' < x[i]", "x[i]' + 1 <= x[i]"),
    ] {
        let changed = text.replacen(place, change, 1);
        assert_ne!(changed, text);
        fs::write(&game, changed).unwrap();
        assert!(!found_again(&ask()), "{change}");
        assert!(found_again(&ask()), "{change}");
    }
}

/// What `prove` has proved is known to all commands.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn every_command_knows_what_was_proved() {
    let cache = cache("known");
    let text = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../rules/succinct-rat.game"
    ));
    // The catalogue's theorem is about its own claim.
    let text = text
        .unwrap()
        .replacen("| n >= 0 }", "| n >= 0 and n + 1 > 0 }", 1);
    let game = cache.join("own.game");
    fs::write(&game, text).unwrap();
    // The proof takes more memory than a command spends on it in passing.
    let name = format!("{}:d=7", game.display());
    let questions: [&[&str]; 3] = [
        &["rules", &name],
        &["table", &name, "--rows", "2"],
        &["outcome", &name, "1,2,4,8,16,32,64"],
    ];
    let told = |question: &[&str]| {
        let mut command = takeaway(question);
        let output = command.env("XDG_CACHE_HOME", &*cache).output().unwrap();
        check(&output, 0, "");
        String::from_utf8(output.stdout).unwrap()
    };
    for question in questions {
        assert!(told(question).contains("not yet proved"), "{question:?}");
    }
    check(&prove(&cache, &name, &[]), 0, "");
    for question in questions {
        let told = told(question);
        assert!(told.contains("decided before by automata"), "{told}");
    }
}

/// Claims about single heaps are decided by their period, if that is found in a moment.
#[test]
fn rules_know_claims_about_heaps() {
    let cache = cache("heaps");
    let text = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../rules/lasker.game"
    ));
    let text = text.unwrap().replacen("game lasker", "game own", 1);
    let game = cache.join("own.game");
    let rules = |text: &str| {
        fs::write(&game, text).unwrap();
        let output = takeaway(&["rules", game.to_str().unwrap()])
            .output()
            .unwrap();
        check(&output, 0, "");
        String::from_utf8(output.stdout).unwrap()
    };
    let told = rules(&text);
    assert!(
        told.contains("proved: the nim-values that the rules claim are those of all heaps"),
        "{told}"
    );
    let (start, _) = text.split_once("nim-value").unwrap();
    let told = rules(&format!("{start}nim-value = n\n"));
    assert!(told.contains("refuted: "), "{told}");
}

/// Every byte of a record matters: a file of which one is changed, or which ends too early, is not believed; it is replaced.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn what_is_damaged_is_told_and_proved_anew() {
    let cache = cache("damaged");
    check(&prove(&cache, DEAR, &[]), 0, "");
    let file = only_file(&cache);
    let good = fs::read(&file).unwrap();
    let mut damaged = vec![Vec::new(), b"{}".to_vec(), vec![b'['; 1 << 20]];
    damaged.push(good[..good.len() / 2].to_vec());
    // Any byte becomes any other.
    let mut seed = 28_u64;
    let mut next = move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    for _ in 0..24 {
        let mut bytes = good.clone();
        let place = usize::try_from(next()).unwrap() % bytes.len();
        bytes[place] ^= u8::try_from(next() % 255 + 1).unwrap();
        damaged.push(bytes);
    }
    for bytes in damaged {
        fs::write(&file, &bytes).unwrap();
        let output = prove(&cache, DEAR, &[]);
        check(&output, 0, "is not believed: it is damaged");
        assert!(!found_again(&output));
        assert!(found_again(&prove(&cache, DEAR, &[])), "it is replaced");
    }
}

/// The record of one claim under the name of another, or what others may write.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn what_somebody_else_may_have_put_there_is_not_believed() {
    let cache = cache("foreign");
    check(&prove(&cache, DEAR, &[]), 0, "");
    let file = only_file(&cache);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&file), 0o600);
    let not_believed = |why: &str| {
        let output = prove(&cache, DEAR, &[]);
        check(&output, 0, why);
        assert!(!found_again(&output));
    };
    for others in [0o606, 0o660, 0o662] {
        fs::set_permissions(&file, Permissions::from_mode(others)).unwrap();
        not_believed("somebody else may have written it");
        assert!(found_again(&prove(&cache, DEAR, &[])), "it is replaced");
        assert_eq!(mode(&file), 0o600);
    }
    // Others may replace the file, or its folder.
    for folder in [file.parent().unwrap(), &cache] {
        let before = mode(folder);
        fs::set_permissions(folder, Permissions::from_mode(0o770)).unwrap();
        let folder = fs::canonicalize(folder).unwrap();
        let shown = folder.display();
        not_believed(&format!(
            "others may write in the folder `{shown}`: `chmod go-w {shown}` closes it to them"
        ));
        fs::set_permissions(folder, Permissions::from_mode(before)).unwrap();
        assert!(found_again(&prove(&cache, DEAR, &[])));
    }
    // Only an administrator can give a file away; everybody else finds one of theirs.
    if chown(&file, Some(1), None).is_err() {
        fs::remove_file(&file).unwrap();
        symlink("/etc/passwd", &file).unwrap();
    }
    not_believed("somebody else may have written it");
    fs::remove_file(&file).unwrap();
    let other = "succinct-rat:d=7";
    check(&prove(&cache, other, &[]), 0, "");
    fs::rename(only_file(&cache), &file).unwrap();
    let output = prove(&cache, DEAR, &[]);
    check(&output, 0, "it is about something else");
    assert!(!found_again(&output));
}

/// A forgery with a seal that fits: brute force finds out where the claim is false on a small board.
#[test]
fn what_brute_force_refutes_is_not_believed() {
    let cache = cache("forged");
    check(&prove(&cache, DEAR, &[]), 0, "");
    let file = only_file(&cache);
    let record: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    fs::remove_file(&file).unwrap();
    let text = "game odd\npiles x, y\nmove take: x' <= x and y' <= y and x' + y' < x + y\nP = { (n, n) | n >= 0 }\n";
    let game = cache.join("odd.game");
    fs::write(&game, text).unwrap();
    let source = GameSource {
        reference: game.to_str().unwrap().parse().unwrap(),
        text: Some(text.to_owned()),
        beside: CompanionFiles::default(),
    };
    let odd = Game::open(&source).unwrap();
    let claim = Claim::PPositions;
    let statement = CoreStatementRequest { game: &odd, claim };
    let statement = statement.answer(&Unwatched).unwrap().unwrap();
    let program = record["program"].as_str().unwrap();
    let mut forged = record.clone();
    forged["statement"] = statement.as_str().into();
    // The keys as they are written.
    let written = |forged: &Value, seal: &str| {
        let keys = [
            "takeaway_proof",
            "program",
            "statement",
            "largest_automaton",
            "arithmetic_is_proved",
            "empty",
            "microseconds",
        ];
        let entries = keys.map(|key| format!("\"{key}\":{}", forged[key]));
        format!("{{{},\"seal\":\"{seal}\"}}", entries.join(","))
    };
    let seal = |forged: &Value| {
        let text = written(forged, "");
        Digest::default().text(&text).to_string()
    };
    assert_eq!(record["seal"], seal(&record), "the seal is known");
    // Another build has other proofs, and another version another form.
    let another = [
        (
            "program",
            Value::from("0.1.0 0123456789abcdef0123456789abcdef"),
            "it is about something else",
        ),
        (
            "program",
            Value::from("0.1.0"),
            "it is about something else",
        ),
        (
            "takeaway_proof",
            Value::from(2),
            "it is damaged: its seal does not fit",
        ),
        (
            "statement",
            Value::from("game nim"),
            "it is about something else",
        ),
    ];
    for (field, value, why) in another {
        let mut changed = record.clone();
        changed[field] = value;
        fs::write(&file, written(&changed, &seal(&changed))).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        let output = prove(&cache, DEAR, &[]);
        check(&output, 0, why);
        assert!(!found_again(&output));
    }
    let name = Digest::default().text(program).text(&statement);
    let forged_file = file.with_file_name(format!("{name}.proved"));
    fs::write(&forged_file, written(&forged, &seal(&forged))).unwrap();
    fs::set_permissions(&forged_file, Permissions::from_mode(0o600)).unwrap();
    let output = prove(&cache, game.to_str().unwrap(), &[]);
    check(
        &output,
        1,
        "is not believed: brute force refutes it: (1, 1)",
    );
}

/// Nobody needs a cache: where none can be written the claim is proved, and that is said once.
#[test]
fn what_cannot_be_written_is_no_failure() {
    let cache = cache("unwritable");
    fs::write(cache.join("takeaway"), "a file, and no folder").unwrap();
    let output = prove(&cache, DEAR, &[]);
    check(&output, 0, "proofs cannot be kept");
    assert!(!found_again(&output));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
}
