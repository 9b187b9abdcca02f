//! The program among other programs: pipes, full disks, interrupts, limits, start-up.

#![allow(clippy::unwrap_used)]

use crate::support;

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use support::patience::{ENDLESS, ENDLESS_BOARD, wait_until, with_enough_time};
use support::{check, folder, run, takeaway};

#[test]
fn a_reader_may_leave() {
    let mut child = takeaway(&["sequence", "n", "--rows", "200000"])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains("value"));
    drop(lines);
    let output = child.wait_with_output().unwrap();
    check(&output, 0, "");
    assert!(output.stderr.is_empty());
}

/// The first rows come long before the last ones, and when their reader leaves, the work ends.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn rows_are_written_as_they_are_found() {
    let questions = [
        "sequence floor(n*phi) --rows 100000000",
        "sequence n --rows 1000000000000000",
        "sequence phi --fraction simple --rows 100000000",
        "table wythoff --rows 100000000",
        "table wythoff --rows 1000000000000 --columns A_n,zeckendorf(B_n)",
        "table nim:m=2 --rows 1000000000000",
        "table heap --rows 1000000",
        "table frankenstein --rows 1000000000000",
        "moves wythoff 100000000,200000000",
        "moves nim 10^30,10^30",
        "moves nim 10^30,10^30 --limit 1000000000000",
    ];
    let formats = ["text", "csv", "latex", "markdown", "bfile --column A_n"];
    for question in questions {
        let layouts: Vec<String> = match question.starts_with("moves") {
            true => vec![String::new()],
            false if question.contains("wythoff --rows") => {
                formats.map(|format| format!(" --format {format}")).into()
            }
            false => formats[..4]
                .iter()
                .map(|format| format!(" --format {format}"))
                .collect(),
        };
        for layout in layouts.iter().map(String::as_str).chain([" --json"]) {
            let line = format!("{question}{layout}");
            let words: Vec<&str> = line.split(' ').collect();
            let mut child = takeaway(&words).spawn().unwrap();
            let mut beginning = [0; 4000];
            child
                .stdout
                .take()
                .unwrap()
                .read_exact(&mut beginning)
                .unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{line}");
            assert!(output.stderr.is_empty(), "{line}");
        }
    }
}

/// Who reads no further may still want the certificate.
#[test]
fn a_certificate_needs_no_reader() {
    let file = folder("unread").join("mouse.certificate");
    let name = file.to_str().unwrap();
    for style in [&[] as &[&str], &["--json"], &["--format", "markdown"]] {
        let arguments = [&["prove", "mouse", "--certificate", name], style].concat();
        let mut child = takeaway(&arguments).spawn().unwrap();
        drop(child.stdout.take());
        check(&child.wait_with_output().unwrap(), 0, "a certificate of");
        fs::remove_file(&file).unwrap();
    }
}

/// Whoever asks without end is left when nobody reads the answers.
#[test]
fn a_batch_ends_when_nobody_reads_it() {
    let mut child = takeaway(&["batch", "raleigh", "outcome"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let asking = std::thread::spawn(move || while input.write_all(b"14,17,20\n").is_ok() {});
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        answers
            .next()
            .unwrap()
            .unwrap()
            .contains("\"outcome\":\"N\"")
    );
    drop(answers);
    let output = child.wait_with_output().unwrap();
    check(&output, 0, "");
    assert!(output.stderr.is_empty());
    asking.join().unwrap();
}

/// Rows that are written are not kept.
#[test]
fn long_tables_take_little_memory() {
    for (line, rows) in [
        ("sequence n --rows 300000 --format csv", 300_000),
        ("table wythoff --rows 20000 --format csv", 20_000),
    ] {
        let words: Vec<&str> = line.split(' ').chain(["--memory-limit", "1MiB"]).collect();
        let output = run(&words);
        check(&output, 0, "");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), rows + 1, "{line}");
    }
}

/// One short question for each command.
const QUESTIONS: &[&str] = &[
    "games",
    "rules raleigh",
    "legal rat 5,9,18 3,6,11",
    "moves nim 20,30",
    "outcome raleigh 14,17,20",
    "outcome raleigh 14,17,20 --strategy all",
    "value nim 1,4,5",
    "table rat --rows 50",
    "solve wythoff --max 20",
    "prove mouse",
    "prove mouse --format markdown",
    "invariance wythoff --max 5",
    "star wythoff --max 5",
    "sequence n --rows 10",
    "papers raleigh --time-limit 1ms",
    "represent 41 --system zeckendorf",
    "split 2,1 2",
    "array",
    "matrix rat --d 3",
    "plot array",
    "play wythoff 3,6",
    "--help",
    "prove --help",
    "--version",
];

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_by_every_command() {
    for question in QUESTIONS {
        let words: Vec<&str> = question.split(' ').collect();
        let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = takeaway(&words).stdout(full()).output().unwrap();
        check(
            &output,
            3,
            "error: the answer could not be written: No space left on device\n",
        );
        // If nothing can be said at all, the exit code still speaks.
        let output = takeaway(&words).stdout(full()).stderr(full()).output();
        assert_eq!(output.unwrap().status.code(), Some(3), "{question}");
    }
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = takeaway(&["nonsense"]).stderr(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// The reader is gone before anything is written.
#[test]
#[cfg(unix)]
fn every_command_may_lose_its_reader() {
    for question in QUESTIONS {
        let words: Vec<&str> = question.split(' ').collect();
        let mut child = takeaway(&words).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            matches!(output.status.code(), Some(0 | 1 | 3)),
            "{question}"
        );
        assert!(!error.contains("ipe"), "{question}: {error}");
        assert!(
            error.is_empty() || error.starts_with("stopped: "),
            "{question}: {error}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = takeaway(&["sequence", "n", "--rows", "10"])
        .stdout(full)
        .output()
        .unwrap();
    check(
        &output,
        3,
        "error: the answer could not be written: No space left on device",
    );
}

#[test]
fn limits_end_the_work_with_what_was_reached() {
    // A billion values.
    let values = "sequence floor(n*pi) --rows 1000000000 --memory-limit 100TiB --format bfile";
    let values: Vec<&str> = values.split(' ').collect();
    let ask = |limit: &str| run(&[&values[..], &["--time-limit", limit]].concat());
    let output = with_enough_time(ask, |output| output.stdout.len() > 100);
    check(&output, 3, "stopped: the time limit was reached; ");
    assert!(output.stdout.starts_with(b"0 0\n1 3\n2 6\n3 9\n"));
    check(
        &run(&["array", "--rows", "1000000", "--memory-limit", "1MiB"]),
        3,
        "of memory, and 1 MiB are allowed",
    );
}

/// A limit ends the work on one question, and what was found out before it is written.
#[test]
fn what_was_reached_is_written() {
    let two = [&ENDLESS[..2], &["5", ENDLESS[2], "--json"]].concat();
    let star = ["star", ENDLESS_BOARD[0], ENDLESS_BOARD[1], ENDLESS_BOARD[2]];
    let beginnings = [(&two[..], "[{\"value\":\"2\""), (&star[..], "wythoff: ")];
    for (question, beginning) in beginnings {
        let ask = |limit: &str| run(&[question, &["--time-limit", limit]].concat());
        let output = with_enough_time(ask, |output| output.stdout.len() > 100);
        check(&output, 3, "the time limit was reached");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.starts_with(beginning), "{told}");
    }
}

/// Digits of a number of ten million digits in the system of pi are one long computation.
#[test]
fn a_limit_holds_for_work_that_cannot_ask() {
    let output = run(&[
        "represent",
        "10^10000000",
        "--system",
        "q:pi",
        "--time-limit",
        "100ms",
    ]);
    check(&output, 3, "stopped: ");
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_stops_cleanly() {
    let child = takeaway(&ENDLESS).spawn().unwrap();
    support::patience::wait_for_work(&child);
    interrupt(&child);
    check(
        &child.wait_with_output().unwrap(),
        3,
        "stopped: it was interrupted",
    );
}

/// A match that waits for a move.
fn waiting_match() -> (Child, BufReader<ChildStdout>) {
    let mut child = takeaway(&["play", "wythoff", "3,6"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("your move") {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "{line}");
    }
    (child, said)
}

fn rest(mut said: BufReader<ChildStdout>) -> String {
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    rest
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_a_match() {
    let (child, said) = waiting_match();
    interrupt(&child);
    assert_eq!(rest(said), "\ngoodbye\n");
    check(&child.wait_with_output().unwrap(), 0, "");
}

#[test]
fn the_end_of_the_input_leaves_a_match() {
    let (mut child, said) = waiting_match();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"hint\n").unwrap();
    drop(typed);
    assert_eq!(rest(said), "> hint\nmove to (3, 5)\ngoodbye\n");
    check(&child.wait_with_output().unwrap(), 0, "");
}

#[test]
fn a_match_ends_when_nobody_reads_it() {
    let (mut child, said) = waiting_match();
    drop(said);
    let mut typed = child.stdin.take().unwrap();
    // The input stays open: the match must end because nobody sees it.
    wait_until("the end of the match", || {
        let _ = typed.write_all(b"hint\n");
        child.try_wait().unwrap().is_some()
    });
    let output = child.wait_with_output().unwrap();
    check(&output, 0, "");
    assert!(output.stderr.is_empty());
}

#[test]
fn a_limit_ends_a_match() {
    let output = run_typing(&["play", "wythoff", "3,6", "--time-limit", "200ms"]);
    check(&output, 3, "stopped: the time limit was reached");
}

/// Runs with an input that stays open.
fn run_typing(arguments: &[&str]) -> Output {
    let mut child = takeaway(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let typed = child.stdin.take().unwrap();
    let output = child.wait_with_output().unwrap();
    drop(typed);
    output
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// The session files cannot hold LaTeX: there, a backslash reads as the separator of a path.
#[test]
fn latex_goes_into_a_document() {
    let output = run(&["table", "rat", "--rows", "2", "--format", "latex"]);
    check(&output, 0, "");
    let table = "\\begin{tabular}{rrrrrrr}\n\\toprule\n\
        $n$ & $A_{n}$ & $d_{n}$ & $B_{n}$ & $\\delta_{n}$ & $C_{n}$ & $\\Delta_{n}$ \\\\\n\\midrule\n\
        $0$ & $0$ & $0$ & $0$ & $0$ & $0$ & $0$ \\\\\n\
        $1$ & $1$ & $1$ & $2$ & $2$ & $4$ & $3$ \\\\\n\\bottomrule\n\\end{tabular}\n";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), table);
    let output = run(&["rules", "mark", "--format", "latex"]);
    check(&output, 0, "");
    let rules = String::from_utf8(output.stdout).unwrap();
    assert!(
        rules.contains(
            "\\item[{halve}] leave half, rounded down\\newline\n  $n' = n \\mathbin{\\mathrm{div}} 2$\n"
        ),
        "{rules}"
    );
}

/// The same table as LaTeX, Markdown, CSV and, column by column, as a b-file of the OEIS.
#[test]
fn tables_are_read_back() {
    for command in [
        "matrix shortcut --d 4 --codes",
        "matrix rat --d 5",
        "matrix shortcut --d 7 --differences",
        "matrix shortcut --d 6 --sigma",
        "array --rows 5",
        "table rat --rows 5",
    ] {
        let read = |format: &str| {
            let arguments: Vec<&str> = command.split(' ').chain(format.split(' ')).collect();
            let output = run(&[&arguments[..1], &arguments[1..]].concat());
            check(&output, 0, "");
            String::from_utf8(output.stdout).unwrap()
        };
        let csv = read("--format csv");
        // What a spreadsheet would run has a quote before it.
        let unquoted = |cell: String| match cell.strip_prefix('\'') {
            Some(formula) => formula.to_owned(),
            None => cell,
        };
        let cells = |line: &str| split(line, ",").into_iter().map(unquoted).collect();
        let mut rows: Vec<Vec<String>> = csv.lines().map(cells).collect();
        let heads = rows.remove(0);
        let latex = read("--format latex");
        let body = latex
            .split_once("\\midrule\n")
            .and_then(|(_, rest)| rest.split_once("\\bottomrule"))
            .unwrap()
            .0;
        let cells = |line: &str| -> Vec<String> {
            let line = line.strip_suffix(" \\\\").unwrap();
            split(line, " & ").iter().map(|cell| plain(cell)).collect()
        };
        assert!(body.lines().map(cells).eq(rows.iter().cloned()), "{latex}");
        assert!(latex.starts_with(&format!(
            "\\begin{{tabular}}{{{}}}\n",
            "r".repeat(heads.len())
        )));
        let markdown = read("--format markdown").replace("\\*", "*");
        let lines = markdown.lines().skip(2);
        let cells = |line: &str| split(line.trim_matches(['|', ' ']), " | ");
        assert!(lines.map(cells).eq(rows.iter().cloned()), "{markdown}");
        for (place, head) in heads.iter().enumerate().skip(1) {
            if head == "formula" || head == "code" {
                continue;
            }
            let bfile = read(&format!("--format bfile --column {head}"));
            assert!(bfile.is_ascii() && bfile.ends_with('\n') && !bfile.contains('\r'));
            let expected = rows
                .iter()
                .map(|row| vec![row[0].clone(), row[place].clone()]);
            assert!(
                bfile.lines().map(|line| split(line, " ")).eq(expected),
                "{bfile}"
            );
        }
    }
}

/// Titles are somebody's: no reader of Markdown takes them for markup, and no spreadsheet runs them.
#[test]
fn titles_of_columns_are_text() {
    let file = folder("titles").join("titles.game");
    let rules = r#"game titles "Titles"
piles x, y
columns "<img src=x onerror=alert(1)>" = x, "[a](javascript:alert(1))" = y, "a\\|b" = x, "=1+1" = y, "@a" = x - y - 1, "-a" = 1
move I: exactly 1 of x, y changes
P = { (n, n) | n >= 0 }
"#;
    fs::write(&file, rules).unwrap();
    let table = |format: &str| {
        let name = file.to_str().unwrap();
        let output = run(&["table", name, "--rows", "1", "--format", format]);
        check(&output, 0, "");
        String::from_utf8(output.stdout).unwrap()
    };
    let expected = r"| n | \<img src=x onerror=alert(1)\> | \[a\](javascript:alert(1)) | a\\\|b | =1+1 | @a | -a |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 0 | 0 | 0 | 0 | 0 | -1 | 1 |
";
    assert_eq!(table("markdown"), expected);
    let expected = r"n,<img src=x onerror=alert(1)>,[a](javascript:alert(1)),a\|b,'=1+1,'@a,'-a
0,0,0,0,0,-1,1
";
    assert_eq!(table("csv"), expected);
}

fn split(line: &str, separator: &str) -> Vec<String> {
    line.split(separator).map(str::to_owned).collect()
}

/// A cell of a LaTeX table as the other formats write it.
fn plain(cell: &str) -> String {
    let cell = cell.trim_matches('$').replace("\\cdot ", "*");
    let mut text = String::new();
    for piece in cell.split("^{") {
        match piece.split_once('}') {
            None => text.push_str(piece),
            Some((exponent, rest)) if exponent.contains('d') => {
                text.push_str(&format!("^({exponent}){rest}"))
            }
            Some((exponent, rest)) => text.push_str(&format!("^{exponent}{rest}")),
        }
    }
    text
}

/// The pictures of docs/pictures.md, drawn again. `PICTURES=overwrite` accepts what is drawn now.
#[test]
fn the_gallery_is_drawn_again() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
    let gallery = fs::read_to_string(folder.join("pictures.md")).unwrap();
    let commands: Vec<&str> = gallery
        .lines()
        .filter_map(|line| line.trim().strip_prefix("takeaway plot "))
        .collect();
    assert!(commands.len() >= 17, "{commands:?}");
    for command in commands {
        let (arguments, name) = command.split_once(" --output ").unwrap();
        let mut words = vec!["plot"];
        words.extend(arguments.split(' ').map(|word| word.trim_matches('"')));
        let output = run(&words);
        check(&output, 0, "");
        let file = folder.join(name);
        if std::env::var("PICTURES").is_ok_and(|wish| wish == "overwrite") {
            fs::write(&file, &output.stdout).unwrap();
        }
        let kept = fs::read(&file).unwrap_or_default();
        assert!(
            kept == output.stdout,
            "{name} is drawn differently; look at it"
        );
        assert!(
            gallery.contains(&format!("]({name})")),
            "{name} is not shown"
        );
    }
}

/// What packagers install: the shell reads the script, which knows the games, and every command has its page.
#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        check(&output, 0, "");
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["outcome", "time-limit"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        let names_games = matches!(shell, "bash" | "zsh" | "fish");
        assert_eq!(script.contains("beta-t-wynim"), names_games, "{shell}");
        if shell == "bash" {
            let mut bash = Command::new("bash");
            let mut bash = bash.arg("-n").stdin(Stdio::piped()).spawn().unwrap();
            let mut input = bash.stdin.take().unwrap();
            input.write_all(script.as_bytes()).unwrap();
            drop(input);
            assert!(bash.wait().unwrap().success());
        }
    }
    let page = |words: &[&str]| {
        let output = run(words);
        check(&output, 0, "");
        String::from_utf8(output.stdout).unwrap()
    };
    let all = page(&["man"]);
    assert!(all.contains(".TH takeaway 1") && all.contains("takeaway\\-outcome(1)"));
    let one = page(&["man", "outcome"]);
    assert!(one.contains(".TH takeaway-outcome 1") && one.contains("misere"));
    check(&run(&["man", "outcom"]), 2, "no command `outcom`");
}

/// The size and the pixels of a PNG file.
fn pixels(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut buffer).unwrap();
    let pixels = buffer[..info.buffer_size()].chunks(3);
    let pixels = pixels.map(|pixel| pixel.try_into().unwrap()).collect();
    (info.width, info.height, pixels)
}

#[test]
fn pictures_have_pixels() {
    let folder = folder("pixels");
    let file = folder.join("values.png");
    let name = file.to_str().unwrap();
    let arguments = ["plot", "values", "wythoff", "--max", "14", "--output", name];
    check(&run(&arguments), 0, "");
    let first = fs::read(&file).unwrap();
    check(&run(&[&arguments[..], &["--force"]].concat()), 0, "");
    assert!(
        first == fs::read(&file).unwrap(),
        "the same from run to run"
    );
    let (width, height, pixels) = pixels(&first);
    // The drawing has a size of its own; in pixels it is 1920 wide.
    let svg = String::from_utf8(run(&arguments[..5]).stdout).unwrap();
    let attribute = |name: &str| -> f64 {
        let (_, rest) = svg.split_once(&format!("{name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let scale = 1920.0 / attribute("width");
    assert_eq!(width, 1920);
    assert!((f64::from(height) - attribute("height") * scale).abs() < 2.0);
    // Eleven cells of a board of 15 are P-positions, with a 0 written in each, and there is one more patch in the legend.
    let cell = (790.0 / 15.0 * scale).powi(2);
    let signal = pixels.iter().filter(|pixel| **pixel == [213, 94, 0]);
    let cells = signal.count() as f64 / cell;
    assert!((9.5..11.8).contains(&cells), "{cells}");
    // A margin all around, and nothing but a margin.
    let ink = |x: u32, y: u32| pixels[(y * width + x) as usize] != [255; 3];
    let (inks_across, inks_down): (Vec<u32>, Vec<u32>) = (
        (0..width)
            .filter(|x| (0..height).any(|y| ink(*x, y)))
            .collect(),
        (0..height)
            .filter(|y| (0..width).any(|x| ink(x, *y)))
            .collect(),
    );
    let margins = [
        inks_across[0],
        width - inks_across[inks_across.len() - 1],
        inks_down[0],
        height - inks_down[inks_down.len() - 1],
    ];
    for margin in margins {
        assert!((20..90).contains(&margin), "{margins:?}");
    }
}

/// The pictures of the gallery as TikZ, each kind once: a reader that knows only what TikZ takes, and LaTeX where there is one.
#[test]
fn tikz_is_read() {
    let folder = folder("tikz");
    let mut document =
        "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n".to_owned();
    for (place, command) in [
        "positions wythoff --max 20",
        "values wythoff --max 8",
        "values subtraction:set={2,5,7} --max 40",
        "positions rat --max 30",
        "shortcuts --d 4",
        "array --rows 3 --columns 4",
        "strip frankenstein 1,3,8",
        "cost",
    ]
    .into_iter()
    .enumerate()
    {
        let words: Vec<&str> = std::iter::once("plot").chain(command.split(' ')).collect();
        let svg = String::from_utf8(run(&words).stdout).unwrap();
        let name = folder.join(format!("picture{place}.tikz"));
        let written = [&words[..], &["--force", "--output", name.to_str().unwrap()]].concat();
        check(&run(&written), 0, "");
        let tikz = fs::read_to_string(&name).unwrap();
        let output = run(&[&words[..], &["--format", "tikz"]].concat());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), tikz);
        read_tikz(&tikz);
        // The caption says the title and the note.
        let texts = svg.matches("<text ").count() - tikz.matches("\\node[").count();
        assert_eq!(texts, 2, "{command}");
        document.push_str(&format!("\\input{{picture{place}.tikz}}\\par\n"));
    }
    document.push_str("\\end{document}\n");
    fs::write(folder.join("main.tex"), document).unwrap();
    let latex = Command::new("pdflatex")
        .args([
            "-draftmode",
            "-interaction=nonstopmode",
            "-halt-on-error",
            "main.tex",
        ])
        .current_dir(&folder)
        .output();
    if let Ok(latex) = latex {
        assert!(
            latex.status.success(),
            "{}",
            String::from_utf8_lossy(&latex.stdout)
        );
    }
}

/// Reads a TikZ picture line by line: comments, colours, then fills, lines and nodes in colours that are known, at coordinates that
/// TeX can hold.
fn read_tikz(tikz: &str) {
    let begin = "\\begin{tikzpicture}[x=0.25pt,y=-0.25pt]";
    let (head, body) = tikz.split_once(begin).unwrap();
    assert!(head.lines().all(|line| line.starts_with("% ")), "{head}");
    let body = body.strip_suffix("\\end{tikzpicture}\n").unwrap();
    let mut colours = Vec::new();
    for line in body.lines().filter(|line| !line.is_empty()) {
        let opened = line.matches(['{', '[', '(']).count();
        let closed = line.matches(['}', ']', ')']).count();
        let escaped = line.matches("\\{").count() + line.matches("\\}").count();
        assert!(opened == closed || escaped > 0, "{line}");
        if let Some(colour) = line.strip_prefix("\\definecolor{") {
            let (name, rgb) = colour.split_once("}{RGB}{").unwrap();
            let parts = rgb.trim_end_matches('}').split(',');
            let parts: Vec<u8> = parts.map(|part| part.parse().unwrap()).collect();
            assert_eq!(parts.len(), 3);
            colours.push(name.to_owned());
            continue;
        }
        assert!(line.ends_with(';'), "{line}");
        let named = line.split("takeaway").nth(1).unwrap();
        let name: String = named.chars().take(6).collect();
        assert!(colours.contains(&format!("takeaway{name}")), "{line}");
        let known = ["\\fill[", "\\draw[", "\\node["];
        assert!(known.iter().any(|known| line.starts_with(known)), "{line}");
        let before_text = line.split(" {").next().unwrap();
        for place in before_text.split('(').skip(1) {
            let (place, _) = place.split_once(')').unwrap();
            let (x, y) = place.split_once(',').unwrap();
            for number in [x, y] {
                let number: f64 = number.parse().unwrap();
                assert!((0.0..4000.0).contains(&number), "{line}");
            }
        }
    }
}

#[test]
fn pictures_are_written_with_care() {
    let folder = folder("care");
    let file = folder.join("picture.svg");
    let name = file.to_str().unwrap();
    let draw = |target: &str, more: &[&str]| {
        let arguments = ["plot", "shortcuts", "--d", "2", "--output", target];
        run(&[&arguments[..], more].concat())
    };
    fs::write(&file, "precious").unwrap();
    check(&draw(name, &[]), 2, "exists; add --force to write over it");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    check(&draw(name, &["--force"]), 0, "");
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg "));
    let nowhere = folder.join("nowhere/picture.png");
    check(
        &draw(nowhere.to_str().unwrap(), &[]),
        2,
        "cannot be written: No such file or directory",
    );
    check(
        &draw(folder.to_str().unwrap(), &[]),
        2,
        "ends in none of .svg, .png, .tikz and .tex",
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_picture_on_a_full_disk_is_reported() {
    let link = folder("full").join("full.png");
    std::os::unix::fs::symlink("/dev/full", &link).unwrap();
    let arguments = [
        "plot",
        "array",
        "--force",
        "--output",
        link.to_str().unwrap(),
    ];
    check(&run(&arguments), 3, "No space left on device");
    assert!(link.is_symlink(), "what is no picture stays");
}
