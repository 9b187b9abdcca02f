//! The table of docs/octal-games.md: a sample of its rows is found anew.
#![allow(clippy::unwrap_used)]

use heaps::period::{asked_for, of_values};
use heaps::{Code, TakeAndBreak, plain};
use logic::Unwatched;
use rules::evidence::Evidence;

/// Rows that ask for no more heaps than this are found anew.
const SMALL: u64 = 2_000;

struct Row {
    code: Code,
    period: u64,
    preperiod: u64,
    asked: u64,
    exceptions: String,
    same: String,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/octal-games.md");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('.') && !line.contains("code"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        Row {
            code: Code::octal(cells[0]).unwrap(),
            period: cells[1].parse().unwrap(),
            preperiod: cells[2].parse().unwrap(),
            asked: cells[3].parse().unwrap(),
            exceptions: cells[4].to_owned(),
            same: cells[5].to_owned(),
        }
    };
    lines.map(row).collect()
}

fn values(code: &Code, heaps: u64) -> heaps::TakeAndBreakValues {
    let mut values = heaps::TakeAndBreakValues::new(code.into());
    values
        .extend(u32::try_from(heaps - 1).unwrap(), &Unwatched)
        .unwrap();
    values
}

/// Every third row of those that take a moment: the period is proved from as many heaps as the row says, and from no fewer.
#[test]
fn rows_are_proved_by_the_heaps_that_they_name() {
    let rows = rows();
    assert!(rows.len() > 80, "{} rows", rows.len());
    let small: Vec<&Row> = rows.iter().filter(|row| row.asked <= SMALL).collect();
    assert!(small.len() > 60);
    for row in small.iter().step_by(3) {
        let rules = TakeAndBreak::from(&row.code);
        assert_eq!(
            asked_for(&rules, row.preperiod, row.period),
            Some(row.asked),
            "{}",
            row.code
        );
        // A period is not looked for in a few heaps alone.
        let period = of_values(&values(&row.code, row.asked.max(40))).unwrap();
        assert!(
            matches!(period.evidence, Evidence::Proved(_)),
            "{}: {period}",
            row.code
        );
        assert_eq!(
            (u64::from(period.preperiod), u64::from(period.period)),
            (row.preperiod, row.period),
            "{}",
            row.code
        );
    }
}

/// The exceptions and the codes of the same values, by the plain method.
#[test]
fn exceptions_and_equal_codes_are_those_of_the_plain_method() {
    for row in rows()
        .iter()
        .filter(|row| row.asked <= SMALL / 4)
        .step_by(4)
    {
        let (e, p) = (
            usize::try_from(row.preperiod).unwrap(),
            usize::try_from(row.period).unwrap(),
        );
        let values = plain::nim_values(&(&row.code).into(), 3 * (e + p));
        let later = |heap: usize| values[heap + (e - heap).div_ceil(p) * p];
        let wrong: Vec<usize> = (0..e)
            .filter(|heap| values[*heap] != later(*heap))
            .collect();
        let shown: Vec<String> = wrong
            .iter()
            .map(|heap| format!("g({heap}) = {}", values[*heap]))
            .collect();
        let last = shown.last().cloned().unwrap_or_else(|| "none".to_owned());
        assert!(
            row.exceptions.ends_with(&last),
            "{}: {} and {last}",
            row.code,
            row.exceptions
        );
        let listed = row.exceptions.matches("g(").count();
        assert!(
            listed == shown.len() || row.exceptions.starts_with(&shown.len().to_string()),
            "{}",
            row.code
        );
        for group in row.same.split("; ").filter(|group| *group != "-") {
            let (shift, codes) = group.split_once(": ").unwrap_or(("0", group));
            let shift: i64 = shift.parse().unwrap();
            for code in codes.split(", ").step_by(7) {
                let other = plain::nim_values(&(&Code::octal(code).unwrap()).into(), e + p);
                let place =
                    |heap: usize| usize::try_from(i64::try_from(heap).unwrap() - shift).ok();
                for (heap, value) in other.iter().enumerate() {
                    assert_eq!(
                        *value,
                        place(heap).map_or(0, |heap| values[heap]),
                        "{code} and {}",
                        row.code
                    );
                }
            }
        }
    }
}

/// The long ones are there, with the numbers that are in print.
#[test]
fn long_periods_are_in_the_table() {
    for (code, preperiod, period) in [
        ("0.16", 105_351, 149_459),
        ("0.56", 326_640, 144),
        ("0.127", 46_578, 4),
        ("0.376", 2_268_248, 4),
        ("0.356", 7_315, 142),
    ] {
        let row = rows()
            .into_iter()
            .find(|row| row.code.to_string() == code)
            .unwrap();
        assert_eq!((row.preperiod, row.period), (preperiod, period), "{code}");
        let rules = TakeAndBreak::from(&row.code);
        assert_eq!(asked_for(&rules, preperiod, period), Some(row.asked));
    }
}
