//! Games for pairs of Beatty sequences that split the positive integers: the table of docs/beatty-pairs.md.
//!
//! `cargo bench -p takeaway-discovery --bench beatty_pairs > docs/beatty-pairs.md` writes the page anew. Whatever it calls proved is
//! proved while it runs; it ends with an error if fewer than a hundred pairs have a proved game.
#![allow(clippy::pedantic, clippy::restriction)]

use std::time::Instant;

use discovery::invent::{DerivedRuleset, InventMethod, Invention, RulesetEvidence, Target, invent};
use logic::watch::{Limited, Unwatched};
use numeration::beatty::Beatty;
use numeration::natural::gcd;
use numeration::splitting::{SplittingVerdict, decide};

const HEAD: &str = "\
# A game for any complementary pair of Beatty sequences

A. S. Fraenkel and U. Larsson (*Take-away games on Beatty's theorem and the notion of k-invariance*) ask for games, short or invariant, whose P-positions are given
complementary Beatty sequences. `takeaway invent --columns \"A, B\"` looks for them, and this page has its answers for the pairs below: two columns that split the positive integers, for n = 1, 2, …, with the row
(0, 0) before them. The page is written by `cargo bench -p takeaway-discovery --bench beatty_pairs`, which proves everything that it calls proved.

- *short*: besides any number from one pile, tokens may be taken from both; the column says which. \"No pile in B\" is the guard of the paper's β-nim and β-Wynim, and B is the second sequence. Without a guard the game is invariant.
- *differences*: the rules of docs/fat-rat.md, proved for this pair by automata, or by the theorem there, whose conditions are then proved by automata; or why they do not apply.
- *invariant*: all vectors may be taken that are no difference of two P-positions. If that game has other P-positions, no invariant game has these. The automaton of the vectors has so many states. For homogeneous pairs ⌊nα⌋, ⌊nβ⌋ with irrational moduli
  U. Larsson, P. Hegarty and A. S. Fraenkel (*Theoret. Comput. Sci.* 412 (2011), 729-735) prove that an invariant game exists; where the automata needed more than 200 MiB, that theorem is cited. For the other pairs the answer is new.
";

/// The most memory of one proof: the table is about many pairs.
const MOST_MEMORY: u64 = 200 << 20;

/// Two columns.
struct Pair {
    columns: [String; 2],
    homogeneous: bool,
}

fn main() {
    let start = Instant::now();
    let pairs = pairs();
    assert!(pairs.len() >= 100, "{} pairs", pairs.len());
    println!("{HEAD}");
    println!("| first sequence | second sequence | short | differences | invariant |");
    println!("| --- | --- | --- | --- | --- |");
    let (mut proved, mut short, mut invariant, mut none) = (0, 0, 0, 0);
    for pair in &pairs {
        let found = invent(
            &target(pair),
            &METHODS,
            &Limited::new(&Unwatched).memory(MOST_MEMORY),
        )
        .unwrap();
        proved += u32::from(found.rulesets.iter().any(is_proved));
        let made = |method| {
            found
                .rulesets
                .iter()
                .any(|r| r.method == method && is_proved(r))
        };
        short += u32::from(made(InventMethod::Short));
        invariant += u32::from(made(InventMethod::Invariant));
        none += u32::from(has_none(&found));
        let [first, second] = &pair.columns;
        println!(
            "| `{first}` | `{second}` | {} | {} | {} |",
            told_short(&found),
            told_differences(&found),
            told_invariant(&found, pair.homogeneous)
        );
        eprintln!("{first}, {second}: {:.1?}", start.elapsed());
    }
    assert!(proved >= 100, "{proved} pairs have a game that is proved");
    println!(
        "\n{} pairs, with a game that is proved for {proved}: a short game is proved for {short}; an invariant game is proved for {invariant} by automata, and for {none} it is proved that there is none.",
        pairs.len()
    );
}

const METHODS: [InventMethod; 3] = [
    InventMethod::Differences,
    InventMethod::Short,
    InventMethod::Invariant,
];

fn target(pair: &Pair) -> Target {
    Target::of_columns(&pair.columns).unwrap_or_else(|error| panic!("{:?}: {error}", pair.columns))
}

fn is_proved(ruleset: &DerivedRuleset) -> bool {
    matches!(ruleset.standing, RulesetEvidence::Proved(_))
}

fn has_none(found: &Invention) -> bool {
    let why = found
        .without
        .iter()
        .find(|(method, _)| *method == InventMethod::Invariant);
    why.is_some_and(|(_, why)| why.starts_with("no invariant game"))
}

fn of(found: &Invention, method: InventMethod) -> Result<&DerivedRuleset, &str> {
    let made = found.rulesets.iter().find(|made| made.method == method);
    made.ok_or_else(|| {
        let why = found.without.iter().find(|(other, _)| *other == method);
        why.map_or("", |(_, why)| why.as_str())
    })
}

fn told_short(found: &Invention) -> String {
    match of(found, InventMethod::Short) {
        Ok(made) if is_proved(made) => {
            let caption = made.text.split("move all \"").nth(1);
            let caption = caption.and_then(|rest| rest.split('"').next());
            let caption = caption.unwrap_or("from one pile only");
            caption.replace("in C", "in B").replace("in T", "in B")
        }
        Ok(_) => "not proved".to_owned(),
        Err(_) => "none found".to_owned(),
    }
}

fn told_differences(found: &Invention) -> String {
    match of(found, InventMethod::Differences) {
        Ok(made) => match made.standing {
            RulesetEvidence::Proved(_) => "proved".to_owned(),
            RulesetEvidence::Theorem(_) => "by the theorem".to_owned(),
            RulesetEvidence::UpTo(bound, _) => format!("not proved; piles up to {bound}"),
        },
        Err(why) => match why.rsplit_once("n = ") {
            Some((before, n)) if before.contains("differences") => {
                format!("they do not increase after n = {n}")
            }
            _ => why.to_owned(),
        },
    }
}

fn told_invariant(found: &Invention, homogeneous: bool) -> String {
    match of(found, InventMethod::Invariant) {
        Ok(made) if is_proved(made) => {
            let automaton = made.beside.files().next().map_or("", |(_, text)| text);
            let states = automaton.lines().filter(|line| is_state(line)).count();
            format!("proved, {states} states")
        }
        Err(why) if has_none(found) => match why.split("from ").nth(1) {
            Some(position) => {
                let position = position.split(" the same").next().unwrap_or(position);
                format!(
                    "**none**: see {}",
                    position.split(':').next().unwrap_or(position)
                )
            }
            None => "**none**".to_owned(),
        },
        _ if homogeneous => "theorem".to_owned(),
        _ => "not decided".to_owned(),
    }
}

/// `3 1`: a state and whether it accepts.
fn is_state(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words.as_slice(), [state, "0" | "1"] if state.chars().all(|c| c.is_ascii_digit()))
}

fn pairs() -> Vec<Pair> {
    let roots = (5..=24_u32).filter(|n| n.isqrt().pow(2) != *n);
    let mut betas: Vec<String> = roots.map(|n| format!("sqrt({n})")).collect();
    betas.extend(QUADRATICS.iter().map(|beta| format!("({beta})")));
    let mut pairs: Vec<Pair> = betas
        .iter()
        .map(|beta| Pair {
            columns: [
                format!("floor(n*{beta}/({beta} - 1))"),
                format!("floor(n*{beta})"),
            ],
            homogeneous: true,
        })
        .collect();
    pairs.extend(rational_pairs());
    pairs
}

/// Quadratic β > 2 beside the roots.
const QUADRATICS: [&str; 30] = [
    "phi^2",
    "2+sqrt(2)",
    "1+sqrt(2)",
    "1+sqrt(3)",
    "2+sqrt(3)",
    "(3+sqrt(13))/2",
    "(1+sqrt(13))/2",
    "(5+sqrt(13))/2",
    "(1+sqrt(17))/2",
    "(3+sqrt(17))/2",
    "(1+sqrt(21))/2",
    "(3+sqrt(21))/2",
    "(5+sqrt(5))/2",
    "(7+sqrt(5))/2",
    "(7+sqrt(5))/4",
    "1+sqrt(5)",
    "2+sqrt(5)",
    "1+sqrt(6)",
    "(2+sqrt(6))/2",
    "1+sqrt(7)",
    "(3+sqrt(7))/2",
    "(4+sqrt(10))/3",
    "(5+sqrt(17))/2",
    "(1+sqrt(29))/2",
    "(3+sqrt(29))/2",
    "(5+sqrt(3))/2",
    "(4+sqrt(2))/2",
    "(6+sqrt(2))/3",
    "3+sqrt(2)",
    "(3+sqrt(5))/2 + 1",
];

/// Inhomogeneous sequences with rational moduli p/q and p/(p - q): all with small shifts that split.
fn rational_pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for p in 3..=13_i64 {
        for q in (p / 2 + 1..p).filter(|q| gcd(p, *q) == 1) {
            let shifts = (-p..=0).flat_map(|r| (-p..=0).map(move |s| (r, s)));
            let splitting = shifts.filter(|&(r, s)| splits([(p, q, r), (p, p - q, s)]));
            pairs.extend(splitting.take(2).map(|(r, s)| Pair {
                columns: [column(p, q, r), column(p, p - q, s)],
                homogeneous: false,
            }));
        }
    }
    pairs
}

/// `floor((7*n - 2)/4)`.
fn column(p: i64, q: i64, r: i64) -> String {
    let shift = match r {
        0 => String::new(),
        r => format!(" - {}", -r),
    };
    match q {
        1 => format!("{p}*n{shift}"),
        _ => format!("floor(({p}*n{shift})/{q})"),
    }
}

/// Do the sequences ⌊(pn + r)/q⌋ split the positive integers, with the first below the second?
fn splits(sequences: [(i64, i64, i64); 2]) -> bool {
    let rows = |n: i64| sequences.map(|(p, q, r)| (p * n + r).div_euclid(q));
    let sorted = (1..40).all(|n| {
        let [first, second] = rows(n);
        0 < first && first < second
    });
    let beatty: Option<Vec<Beatty>> = sequences
        .iter()
        .map(|(p, q, r)| {
            let alpha = lang::constant(&format!("{p}/{q}")).ok()?;
            let gamma = lang::constant(&format!("-({}/{q})", -r)).ok()?;
            Beatty::new(alpha, gamma).ok()
        })
        .collect();
    let verdict = beatty.and_then(|both| decide(&both, 1_000).ok());
    sorted && matches!(verdict, Some(SplittingVerdict::Splits(_)))
}
