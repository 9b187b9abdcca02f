//! Speed of the nim-values of heaps that split, as ratios to other programs that run here, too; all values are compared by a check sum.
//!
//! `cargo bench -p takeaway-heaps --bench splitting`. The plain quadratic method in C (`quadratic.c`, compiled here by `cc -O3 -march=native`) always runs
//! along. A public solver does if it is there: `cargo install ogsolve` (P. Beling, GPL-3.0; compile it with `RUSTFLAGS="-C target-cpu=native"`, as its page says) and
//! `OGSOLVE=PATH`, of whose methods the fastest counts. Times are those of the processor, the best of three runs each, one after the other.
#![allow(clippy::pedantic, clippy::restriction)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use heaps::period::of_values;
use heaps::{Code, Leaving, TakeAndBreak, TakeAndBreakValues};
use logic::Unwatched;

/// A code, or Grundy's game, the largest heap, and whether the quadratic method gets there in seconds.
const CASES: [(&str, u32, bool); 12] = [
    ("0.77", 20_000, true),
    ("0.07", 20_000, true),
    ("0.165", 20_000, true),
    ("0.04", 20_000, true),
    ("0.6", 30_000, true),
    ("grundy", 30_000, true),
    ("0.16", 509_621, false),
    ("0.56", 653_600, false),
    ("0.127", 100_000, false),
    ("0.6", 200_000, false),
    ("0.04", 100_000, false),
    ("0.376", 1_000_000, false),
];

fn main() {
    let c = compile();
    let public = std::env::var_os("OGSOLVE").map(PathBuf::from);
    println!(
        "{:<10} {:>9} {:>10} {:>10} {:>8} {:>10} {:>8}",
        "code", "max", "here, s", "C, s", "ratio", "ogsolve, s", "ratio"
    );
    for (code, max, quadratic) in CASES {
        let rules = rules(code);
        let mut sum = 0;
        let here = best(|| {
            let start = processor();
            let values = nim_values(&rules, max);
            let time = processor() - start;
            sum = check_sum(&values);
            time
        });
        let by_c = quadratic.then(|| best(|| run_c(&c, code, max, sum)));
        let by_public = public.as_deref().filter(|_| code != "grundy");
        let by_public = by_public.map(|path| {
            let methods = if quadratic {
                &["naive", "rc", "rc2"][..]
            } else {
                &["rc", "rc2"]
            };
            let times = methods
                .iter()
                .map(|method| best(|| run_public(path, code, max, method, sum)));
            times.fold(f64::INFINITY, f64::min)
        });
        let shown = |time: Option<f64>| {
            time.map_or(["-".to_owned(), "-".to_owned()], |time| {
                [format!("{time:.3}"), format!("{:.3}", here / time)]
            })
        };
        let ([c, c_ratio], [public, public_ratio]) = (shown(by_c), shown(by_public));
        println!(
            "{code:<10} {max:>9} {here:>10.3} {c:>10} {c_ratio:>8} {public:>10} {public_ratio:>8}"
        );
    }
    let period = of_values(&nim_values(&rules("0.16"), 509_621)).unwrap();
    assert_eq!((period.preperiod, period.period), (105_351, 149_459));
    println!("0.16: {period}");
}

fn rules(code: &str) -> TakeAndBreak {
    if code == "grundy" {
        return TakeAndBreak::new(vec![Leaving::UNEQUAL], Leaving::default());
    }
    (&Code::octal(code).unwrap()).into()
}

fn nim_values(rules: &TakeAndBreak, max: u32) -> TakeAndBreakValues {
    let mut values = TakeAndBreakValues::new(rules.clone());
    values.extend(max, &Unwatched).unwrap();
    values
}

fn best(mut run: impl FnMut() -> f64) -> f64 {
    (0..3).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// The seconds of the processor that this thread used, or those of the clock where the system does not say.
fn processor() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let stated = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stated.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |time| time / 1e9)
}

/// The check sum that the public solver prints, which the program in C prints, too.
fn check_sum(values: &TakeAndBreakValues) -> u32 {
    let (mut low, mut high) = (0u16, 0u16);
    for value in values.iter() {
        low = low.wrapping_add(u16::try_from(value).unwrap());
        high = high.wrapping_add(low);
    }
    u32::from(high) << 16 | u32::from(low)
}

fn compile() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/splitting/quadratic.c");
    let program = std::env::temp_dir().join(format!("quadratic-{}", std::process::id()));
    let mut cc = Command::new("cc");
    let done = cc
        .args(["-O3", "-march=native", "-o"])
        .arg(&program)
        .arg(source)
        .status();
    assert!(done.unwrap().success(), "cc must be there");
    program
}

fn run_c(program: &Path, code: &str, max: u32, sum: u32) -> f64 {
    let output = Command::new(program)
        .args([code, &max.to_string()])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (found, seconds) = text.trim().split_once(' ').unwrap();
    assert_eq!(found, format!("{sum:X}"), "{code}");
    seconds.parse().unwrap()
}

fn run_public(program: &Path, code: &str, max: u32, method: &str, sum: u32) -> f64 {
    let mut bash = Command::new("bash");
    let line = format!(
        "TIMEFORMAT=%U; time {} {code} -n {max} -m {method}",
        program.display()
    );
    let output = bash.args(["-c", &line]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains(&format!("checksum: {sum:X}\n")),
        "{code}: {text}"
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    errors.trim().parse().unwrap()
}
