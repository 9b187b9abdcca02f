//! Hostile files: nothing panics, overflows a small stack or takes long, whatever is written.
#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The size of most files; some are as large as a file may be.
const SIZE: usize = 1 << 17;
const LARGEST: usize = 1 << 20;

/// The time that processors have spent on this thread, where that is known: other programs add nothing to it.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = spent.and_then(|text| text.split_whitespace().next()?.parse().ok());
    spent.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Loads a text on a small stack, and answers how long that took and whether there was a fault.
fn load(text: String) -> (Duration, bool) {
    let work = move || {
        let start = now();
        let loaded = lang::load(&text, "hostile.game", &[]);
        let failed = loaded.is_err();
        if let Err(faults) = &loaded {
            assert!(!faults.to_string().is_empty());
        }
        drop(loaded);
        if let Ok(game) = lang::parse(&text) {
            let printed = lang::print(&game);
            assert!(printed.len() > LARGEST || lang::parse(&printed).unwrap() == game);
        }
        (now().saturating_sub(start), failed)
    };
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(work)
        .unwrap()
        .join()
        .unwrap()
}

/// A file whose last item repeats something until the file has its size.
fn repeated(start: &str, unit: &str, end: &str) -> String {
    repeated_up_to(SIZE, start, unit, end)
}

fn repeated_up_to(size: usize, start: &str, unit: &str, end: &str) -> String {
    let head = format!("game g\npiles x, y\nmove I: x' < x\n{start}");
    let room = size - head.len() - end.len();
    format!("{head}{}{end}", unit.repeat(room / unit.len()))
}

fn numbered(line: impl Fn(usize) -> String) -> String {
    let mut text = "game g\npiles x, y\nmove I: x' < x\n".to_owned();
    for number in 0.. {
        let line = line(number);
        if text.len() + line.len() > SIZE {
            return text;
        }
        text.push_str(&line);
    }
    text
}

fn check(name: &str, text: String, faulty: bool) {
    let size = text.len();
    let (time, failed) = load(text);
    println!("{name}: {size} bytes, {time:?}");
    assert_eq!(failed, faulty, "{name}");
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn cost_grows_like_the_length() {
    for (start, unit, end) in [
        ("ends when ", "(", ""),
        ("ends when x = 1", "+x", ""),
        ("ends when x = 1", "+q", ""),
        ("", "let a = 1\n", ""),
        ("", "@\n", ""),
        ("move II:", "\n x'<x", ""),
    ] {
        let cost = |size| load(repeated_up_to(size, start, unit, end)).0;
        // Sixteen times the length costs about 16 times as much; a square would cost 256 times as much. The
        // bound is far from both, whatever else the machine does.
        let once = || cost(LARGEST) < 96 * cost(LARGEST / 16).max(Duration::from_millis(5));
        let linear = (0..5).any(|_| once());
        assert!(linear, "{unit:?} costs more than its length");
    }
}

#[test]
fn nested_brackets_and_signs() {
    for unit in [
        "(",
        "|",
        "[",
        "{",
        "not ",
        "-",
        "if ",
        "x[",
        "floor(",
        "exists n: ",
        "forall i in 1..2: ",
        "2^",
        "x=x implies ",
    ] {
        check(unit, repeated("ends when ", unit, "x = 1"), true);
    }
    for unit in [
        "x'",
        "'",
        ")",
        "}",
        "]",
        ",",
        "..",
        "@",
        "≤",
        "\"",
        "x ",
        "x in ",
        "= ",
        "x mod 2 ",
        "at most ",
        "sum i in ",
    ] {
        check(unit, repeated("ends when ", unit, "x = 1"), true);
    }
}

#[test]
fn the_deepest_that_is_allowed_fits_a_small_stack() {
    for (open, inside, close) in [
        ("|", "x", "|"),
        ("(1 + ", "x", ")"),
        ("floor(1/2 + ", "x", ")"),
        ("min(y, ", "x", ")"),
        ("(if x = 1 then 2 else ", "x", ")"),
        ("(x xor ", "x", ")"),
        ("(if not (x = 1 or y = ", "x", ") then 1 else 2)"),
        ("(if exists n: n = ", "x", " then 1 else 2)"),
    ] {
        let mut deepest = 0;
        for depth in (10..=200).step_by(10) {
            // Every quantifier has a variable of its own: names cannot be given twice.
            let opened: String = (0..depth)
                .map(|level| open.replace(" n", &format!(" n{level}")))
                .collect();
            let opened = if open.contains("exists") {
                opened
            } else {
                open.repeat(depth)
            };
            let text = format!(
                "game g\npiles x, y\nmove I: x' < x\nends when 1 = {opened}{inside}{}",
                close.repeat(depth)
            );
            if !load(text).1 {
                deepest = depth;
            }
        }
        assert!(deepest >= 30, "{open} only {deepest} deep");
    }
}

#[test]
fn long_chains() {
    check("sum", repeated("ends when x = 1", " + 1", ""), false);
    check("sum of piles", repeated("ends when x = 1", "+x", ""), false);
    check("and", repeated("ends when x=1", " and x=1", ""), false);
    check("chain", repeated("ends when x", "<x", ""), false);
    check("product", repeated("ends when x = 2", "*2", ""), true);
    check("roots", repeated("const c = 1", "+sqrt(x)", ""), true);
    check("set", repeated("set B = {1", ",1", "}"), false);
    check("tuple", repeated("P = {(1", ",1", ")}"), true);
    check("min", repeated("ends when x = min(1", ",y", ")"), false);
    check("digits", repeated("ends when x = 1", "7", ""), false);
    check(
        "decimal",
        repeated("ends when x < floor(0.1", "7", ")"),
        false,
    );
    check("clauses", repeated("move II:", "\n x'<x", ""), false);
    check("lines", repeated("", "\n", ""), false);
    check("comments", repeated("#", "#", ""), false);
    check("string", repeated("source \"", "a", "\""), false);
    check("iff", repeated("ends when x=1", " iff x=1", ""), true);
}

#[test]
fn many_names() {
    check("unknown names", repeated("ends when x = 1", "+q", ""), true);
    check(
        "many unknown names",
        numbered(|n| format!("let a{n} = b{n}\n")),
        true,
    );
    check("unknown items", repeated("", "itme\n", ""), true);
    check("lets", numbered(|n| format!("let a{n} = {n}\n")), false);
    check(
        "let chain",
        numbered(|n| format!("let a{} = a{n}+1\n", n + 1)),
        true,
    );
    check(
        "let chain down",
        numbered(|n| format!("let a{n} = a{}+1\n", n + 1)),
        true,
    );
    check(
        "let cycles",
        numbered(|n| format!("let a{n} = a{}+a0\n", n + 1)),
        true,
    );
    check(
        "let doubling",
        numbered(|n| format!("let b{}(n) = b{n}(b{n}(n))\n", n + 1))
            .replace("let b1(", "let b0(n) = |n|+|n|\nlet b1("),
        false,
    );
    check(
        "let doubling used",
        "game g\npiles x\nmove I: x'<x\nlet a0 = x\n".to_owned()
            + &(0..60)
                .map(|n| format!("let a{}=a{n}+a{n}\n", n + 1))
                .collect::<String>(),
        true,
    );
    check(
        "const chain",
        numbered(|n| format!("const a{} = a{n}+1\n", n + 1)),
        true,
    );
    check(
        "set chain",
        numbered(|n| format!("set a{} = a{n} or {{1}}\n", n + 1))
            .replace("set a1 ", "set a0 = {1}\nset a1 "),
        true,
    );
    check(
        "variables",
        numbered(|n| {
            if n == 0 {
                "ends when exists v".into()
            } else {
                format!(",v{n}")
            }
        }) + ": x = 1",
        true,
    );
    check("moves", numbered(|n| format!("move M{n}: y'<y\n")), false);
    check("duplicates", repeated("", "let a = 1\n", ""), true);
    check(
        "theorems",
        numbered(|n| format!("theorem \"{n}\": forall n: n>=0\n")),
        false,
    );
}

#[test]
fn long_ranges() {
    let file = |text: &str| format!("game g\npiles x, y\nmove I: x' < x\n{text}\n");
    check(
        "huge range",
        file("ends when forall i in 1..10^18: x = i"),
        true,
    );
    check(
        "nested ranges",
        file("ends when forall i in 1..1000: forall j in 1..1000: forall k in 1..1000: x = i"),
        true,
    );
    check(
        "empty inside",
        file("ends when forall i in 1..1000000: forall j in 1..0: x = i"),
        true,
    );
    check("sum", file("ends when x = sum i in 1..1000000: i"), true);
    check(
        "long sum",
        file("ends when x = sum i in 1..300000: i"),
        false,
    );
    check(
        "move family",
        file("move II for t in 1..10^6: x' < x - t"),
        true,
    );
    check(
        "tuple family",
        file("P = { (n for i in 1..900000) | n >= 0 }"),
        true,
    );
    check(
        "piles",
        "game g\npiles x[1..10^6]\nmove I: at most 1 of x change".into(),
        true,
    );
}

#[test]
fn costly_constants() {
    let file = |text: &str| format!("game g\npiles x, y\nmove I: x' < x\n{text}\n");
    check("tower", file("const c = 2^2^2^2^99"), true);
    check("large power", file("const c = 10^9999999999"), true);
    check("negative power", file("const c = 10^(-9999999999)"), true);
    check("small power of phi", file("const c = phi^99999999"), true);
    check(
        "undecided",
        numbered(|n| format!("const c{n} = if ln(6) - ln(2) = ln(3) then 1 else 2\n")),
        true,
    );
    check(
        "close",
        numbered(|n| format!("const c{n} = floor(2^9999*pi+{n})\n")),
        true,
    );
    check(
        "large products",
        numbered(|n| {
            if n == 0 {
                "const c0 = 3^2000000\n".into()
            } else {
                format!("const c{n} = c0*c0+{n}\n")
            }
        }),
        true,
    );
    check(
        "roots",
        numbered(|n| {
            if n == 0 {
                "const c = 1".into()
            } else {
                format!("+sqrt({})", n + 1)
            }
        }),
        true,
    );
    check(
        "deep roots",
        file(&format!(
            "const c = {}2{}",
            "sqrt(1+".repeat(90),
            ")".repeat(90)
        )),
        true,
    );
    check(
        "logarithms",
        file(&format!(
            "const c = {}2{}",
            "ln(9+".repeat(60),
            ")".repeat(60)
        )),
        true,
    );
    check(
        "floors of pi",
        numbered(|n| {
            if n == 0 {
                "ends when x = 0".into()
            } else {
                format!("+floor({n}*pi)")
            }
        }),
        true,
    );
}

#[test]
fn numbers() {
    for (text, fails) in [
        ("9".repeat(3_000_000), false),
        (
            format!("{}7{}", "(".repeat(1_000_000), ")".repeat(1_000_000)),
            true,
        ),
        (format!("7{}", "+7".repeat(500_000)), false),
        (format!("7{}", "*7".repeat(100_000)), true),
        (format!("7{}", "^7".repeat(500_000)), true),
        ("2^2^2^2^99".to_owned(), true),
        ("10^10^10".to_owned(), true),
        ("0^10^10^2 + 1^10^99 + (0-1)^10^50".to_owned(), false),
        ("10^3000000".to_owned(), false),
        (
            format!("2^90000000{}", "*2^90000000-2^90000000".repeat(1_000)),
            true,
        ),
        (format!("1{}", "+2^300000000".repeat(100)), true),
    ] {
        let shown: String = text.chars().take(40).collect();
        let result = std::thread::Builder::new()
            .stack_size(1 << 20)
            .spawn(move || {
                lang::number(&text)
                    .map_err(|faults| faults.to_string())
                    .is_err()
            })
            .unwrap();
        assert_eq!(result.join().unwrap(), fails, "{shown}");
    }
}
