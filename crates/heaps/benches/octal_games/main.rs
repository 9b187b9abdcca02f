//! The octal codes of up to three digits whose nim-values are proved to be periodic: the table of docs/octal-games.md.
//!
//! `cargo bench -p takeaway-heaps --bench octal_games > docs/octal-games.md` writes the page anew, in some minutes on one core. Whatever it calls
//! periodic is proved while it runs. `printed.csv` has what is in print, as far as it was at hand.
#![allow(clippy::pedantic, clippy::restriction)]

use std::collections::{BTreeMap, BTreeSet};

use heaps::period::{asked_for, of_values};
use heaps::{Code, TakeAndBreak, TakeAndBreakValues};
use logic::Unwatched;
use rules::evidence::Evidence;

const PRINTED: &str = include_str!("printed.csv");

/// Up to these heaps a period is looked for in every code.
const LOOKED_AT: [u32; 3] = [1 << 10, 1 << 12, 1 << 14];
/// Those that are periodic later according to what is in print, and codes that look like them, are followed to here.
const FAR: [u32; 5] = [1 << 17, 1 << 19, 1 << 20, 1 << 21, 4_536_510];
/// All others of different values are followed to here.
const OTHERS: u32 = 1 << 16;
/// At most so many exceptional heaps are listed.
const LISTED: usize = 16;

const HEAD: &str = "\
# Octal games with a proved period

All octal codes d.d1d2d3 of up to three digits after the point whose nim-values are proved to be periodic with a preperiod below ten million, as far as that is known: 0.d1d2d3 and 4.d1d2d3. The page is written by
`cargo bench -p takeaway-heaps --bench octal_games`, which finds all values from the rules and proves every period by the theorem of R. K. Guy and C. A. B. Smith (*The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956), 514-526): if
g(n + p) = g(n) for all n with e <= n < 2e + p + t, where t is the number of digits after the point, then for all n >= e. So the values of all heaps below 2e + 2p + t are asked for (one more if e = 0), and all of these were found.

- *preperiod*: the least e with g(n + p) = g(n) for all n >= e, for the first code of the row.
- *exceptions*: the heaps below the preperiod whose value is not that of the later heaps a number of periods after them, with their values; the last of them, if they are many.
- *same values*: further codes with the same values for all n; behind +1, +2, … codes whose heap n + 1, n + 2, … has the value of heap n, and whose smaller heaps have the value 0, and behind -1, -2, … those to which the first code of the row is so related. Their period is the same, and it is proved for each of these codes by itself.
- *in print*: what was at hand, each time for the code that is named, or for the first of the row. *Czajka*: T. Czajka's tables of trivial and of solved games (github.com/tczajka/octal-games), which verify those of *Winning Ways* and of A. Flammenkamp; *OEIS*: the comments there, mostly after *Winning Ways*, chapter 4, where the preperiod is one more than the last exception;
  *Gangolli and Plambeck*: Internat. J. Game Theory 18 (1989), 311-320, as quoted in the two; *Guy and Smith*: Kayles, Dawson's Kayles and Dawson's chess, as quoted in many books; *Flammenkamp*: his row of 0.45, as quoted. *Winning Ways* and Flammenkamp's pages themselves were not at hand.
";

/// All that is known of the values of a code.
struct Known {
    code: Code,
    rules: TakeAndBreak,
    values: TakeAndBreakValues,
    /// Preperiod and period, if they are proved.
    period: Option<(usize, usize)>,
}

impl Known {
    fn new(code: Code) -> Self {
        let rules = TakeAndBreak::from(&code);
        let mut known = Self {
            values: TakeAndBreakValues::new(rules.clone()),
            rules,
            code,
            period: None,
        };
        known.follow(&LOOKED_AT);
        known
    }

    fn follow(&mut self, bounds: &[u32]) {
        for max in bounds {
            if self.period.is_some() {
                return;
            }
            self.values.extend(*max, &Unwatched).unwrap();
            let found = of_values(&self.values);
            let found = found.filter(|period| matches!(period.evidence, Evidence::Proved(_)));
            self.period = found.map(|period| (period.preperiod as usize, period.period as usize));
        }
    }

    fn value(&self, heap: usize) -> u32 {
        let place = match self.period {
            Some((e, p)) if heap >= e + p => e + (heap - e) % p,
            _ => heap,
        };
        self.values.get(place).unwrap()
    }

    /// How many heaps have the value 0 before the first that has another.
    fn zeros(&self) -> usize {
        self.values.iter().take_while(|value| *value == 0).count()
    }

    /// The values without the zeros at the beginning: the preperiod, the period, and the values until the end of the first period.
    fn shape(&self) -> Option<(usize, usize, Vec<u32>)> {
        let ((e, p), zeros) = (self.period?, self.zeros());
        if zeros == self.values.len() {
            return Some((0, p, Vec::new()));
        }
        let e = e.saturating_sub(zeros);
        let values = (zeros..zeros + e + p).map(|heap| self.value(heap));
        Some((e, p, values.collect()))
    }

    /// Do the values look like those of another code, but for zeros at the beginning?
    fn looks_like(&self, other: &Self) -> bool {
        let mine = self.values.iter().skip(self.zeros());
        let others = other.values.iter().skip(other.zeros());
        mine.zip(others).all(|(a, b)| a == b)
    }

    fn exceptions(&self) -> Vec<usize> {
        let (e, p) = self.period.unwrap();
        let later = |heap: usize| self.value(heap + (e - heap).div_ceil(p) * p);
        (0..e)
            .filter(|heap| self.value(*heap) != later(*heap))
            .collect()
    }
}

fn main() {
    let mut known: Vec<Known> = codes().into_iter().map(Known::new).collect();
    let printed = printed();
    let long: BTreeSet<&str> = printed
        .iter()
        .filter(|row| row.asks_for_many())
        .map(|row| row.code.as_str())
        .collect();
    let models: Vec<usize> = (0..known.len())
        .filter(|place| long.contains(known[*place].code.to_string().as_str()))
        .collect();
    let mut others: Vec<usize> = Vec::new();
    for place in 0..known.len() {
        if known[place].period.is_some() {
            continue;
        }
        if models
            .iter()
            .any(|model| known[*model].looks_like(&known[place]))
        {
            eprintln!("{} far", known[place].code);
            known[place].follow(&FAR);
        }
        let is_new = !others
            .iter()
            .any(|other| known[*other].looks_like(&known[place]));
        if known[place].period.is_none() && is_new {
            eprintln!("{}", known[place].code);
            known[place].follow(&[OTHERS]);
            others.push(place);
        }
    }
    print(&known, &printed, &others);
}

/// All codes, shorter ones first.
fn codes() -> Vec<Code> {
    let mut codes: Vec<Code> = Vec::new();
    for digits in 1..=3usize {
        for before in ["0", "4"] {
            for after in 0..8usize.pow(u32::try_from(digits).unwrap()) {
                let code = Code::octal(&format!("{before}.{after:0digits$o}")).unwrap();
                if code.length() == digits || digits == 1 {
                    codes.push(code);
                }
            }
        }
    }
    assert_eq!(codes.len(), 1024);
    codes
}

/// A row in print.
struct Printed {
    code: String,
    preperiod: usize,
    period: usize,
    source: String,
}

impl Printed {
    fn asks_for_many(&self) -> bool {
        2 * (self.preperiod + self.period) > LOOKED_AT[LOOKED_AT.len() - 1] as usize
            && self.preperiod < 10_000_000
    }

    /// How the row compares with what was found.
    fn compared(&self, known: &Known) -> String {
        let Some((e, p)) = known.period else {
            return format!("{}: not reached here", self.source);
        };
        if (self.preperiod, self.period) == (e, p) {
            let plural = self.source.contains(" and ");
            return format!(
                "{} {}",
                self.source,
                if plural { "agree" } else { "agrees" }
            );
        }
        let fails = (self.preperiod..e + p)
            .find(|heap| known.value(heap + self.period) != known.value(*heap));
        let why = match fails {
            Some(heap) => format!(
                "heap {heap} has the value {}, and heap {} has {}",
                known.value(heap),
                heap + self.period,
                known.value(heap + self.period)
            ),
            None => format!("it holds from {e} on"),
        };
        format!(
            "**{} has {} for {} with period {}: {why}**",
            self.source, self.preperiod, self.code, self.period
        )
    }
}

fn printed() -> Vec<Printed> {
    let rows = PRINTED.lines().skip(1).map(|line| {
        let [code, preperiod, period, source] =
            line.split(',').collect::<Vec<_>>().try_into().unwrap();
        Printed {
            code: code.to_owned(),
            preperiod: preperiod.parse().unwrap(),
            period: period.parse().unwrap(),
            source: source.to_owned(),
        }
    });
    rows.collect()
}

fn print(known: &[Known], printed: &[Printed], others: &[usize]) {
    let mut classes: BTreeMap<(usize, usize, Vec<u32>), Vec<&Known>> = BTreeMap::new();
    for known in known {
        if let Some(shape) = known.shape() {
            classes.entry(shape).or_default().push(known);
        }
    }
    let periodic: usize = classes.values().map(Vec::len).sum();
    let mut rows: Vec<Vec<&Known>> = classes.into_values().collect();
    rows.sort_by_key(|row| known.iter().position(|known| known.code == row[0].code));
    println!("{HEAD}");
    println!(
        "{periodic} of the 1,024 codes are proved to be periodic, with {} different rows of values. The others are at the end.\n",
        rows.len()
    );
    println!(
        "| code | period | preperiod | heaps asked for | exceptions | same values | in print |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for row in &rows {
        println!("{}", line(row, printed));
    }
    let undecided: Vec<&Known> = known
        .iter()
        .filter(|known| known.period.is_none())
        .collect();
    println!("\n## Not decided\n");
    println!(
        "{} codes were followed without a proof of a period: one code of each kind of values (as far as {} heaps tell) to {OTHERS} heaps, the others to {}. In print, periods are known of some of them that begin later, among them 0.354 (period 1180 after 10,061,916, A. Flammenkamp 2002).\n",
        undecided.len(),
        LOOKED_AT[LOOKED_AT.len() - 1],
        LOOKED_AT[LOOKED_AT.len() - 1]
    );
    for place in others {
        let like: Vec<String> = undecided
            .iter()
            .filter(|code| known[*place].looks_like(code) && code.code != known[*place].code)
            .map(|code| code.code.to_string())
            .collect();
        let like = if like.is_empty() {
            String::new()
        } else {
            format!(" (and {})", like.join(", "))
        };
        println!("- {}{like}", known[*place].code);
    }
}

fn line(row: &[&Known], printed: &[Printed]) -> String {
    let first = row[0];
    let (e, p) = first.period.unwrap();
    let asked = asked_for(&first.rules, e as u64, p as u64).unwrap();
    let prints: Vec<String> = row
        .iter()
        .flat_map(|known| printed.iter().map(move |row| (known, row)))
        .filter(|(known, row)| row.code == known.code.to_string())
        .map(|(known, row)| {
            let told = row.compared(known);
            let itself = known.code == first.code;
            if itself {
                told
            } else {
                format!("{}: {told}", row.code)
            }
        })
        .collect();
    format!(
        "| {} | {p} | {e} | {asked} | {} | {} | {} |",
        first.code,
        exceptions(first),
        same(row),
        if prints.is_empty() {
            "-".to_owned()
        } else {
            prints.join("; ")
        }
    )
}

fn exceptions(known: &Known) -> String {
    let heaps = known.exceptions();
    if heaps.is_empty() {
        return "none".to_owned();
    }
    let shown = heaps.iter().skip(heaps.len().saturating_sub(LISTED));
    let shown: Vec<String> = shown
        .map(|heap| format!("g({heap}) = {}", known.value(*heap)))
        .collect();
    let more = heaps.len() > LISTED;
    let head = if more {
        format!("{}, the last: ", heaps.len())
    } else {
        String::new()
    };
    format!("{head}{}", shown.join(", "))
}

fn same(row: &[&Known]) -> String {
    let mut by_shift: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    let zeros = |known: &Known| i64::try_from(known.zeros()).unwrap();
    let constant = row[0].zeros() == row[0].values.len();
    for known in &row[1..] {
        let shift = if constant {
            0
        } else {
            zeros(known) - zeros(row[0])
        };
        by_shift
            .entry(shift)
            .or_default()
            .push(known.code.to_string());
    }
    let parts = by_shift.into_iter().map(|(shift, codes)| match shift {
        0 => codes.join(", "),
        shift => format!("{shift:+}: {}", codes.join(", ")),
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        "-".to_owned()
    } else {
        parts.join("; ")
    }
}
