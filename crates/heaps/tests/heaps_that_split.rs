//! Games in which heaps split, against plain recursion on collections of heaps: random rules with a meaning of their own in Rust,
//! which share nothing with the formulas.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use heaps::{Code, Leaving, TakeAndBreak};
use knowledge::{Extent, Game, GameReference};
use lang::{CompanionFiles, OpenedGame};
use logic::watch::{Limited, Unwatched};
use numeration::natural::Natural;
use proptest::prelude::*;
use rules::nim_value::NimValue;
use rules::outcome::{Outcome, Play};
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::splitting::SplittingSpec;

/// Heaps from the smallest to the largest, none empty.
type Heaps = Vec<u32>;

/// A condition on a heap and its parts, and how it is written.
#[derive(Clone, Debug)]
enum Atom {
    Taken(u32),
    TakenIn(Vec<u32>),
    TakenAtLeast(u32),
    Positive(usize),
    Empty(usize),
    Differ(usize, usize),
    Below(usize, usize),
    AtMost(usize, usize),
    Double(usize, usize),
    Even(usize),
    HeapMod(u32, u32),
    Not(Box<Atom>),
    Either(Box<Atom>, Box<Atom>),
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Atom {
    fn text(&self, parts: usize) -> String {
        let sum = NAMES[..parts].join(" + ");
        let name = |part: &usize| NAMES[part % parts];
        match self {
            Self::Taken(k) => format!("{sum} = n - {k}"),
            Self::TakenIn(set) => {
                let set: Vec<String> = set.iter().map(ToString::to_string).collect();
                let minus = NAMES[..parts].join(" - ");
                format!("n - {minus} in {{{}}}", set.join(", "))
            }
            Self::TakenAtLeast(k) => format!("{sum} + {k} <= n"),
            Self::Positive(part) => format!("{} > 0", name(part)),
            Self::Empty(part) => format!("{} = 0", name(part)),
            Self::Differ(one, two) => format!("{} != {}", name(one), name(two)),
            Self::Below(one, two) => format!("{} < {}", name(one), name(two)),
            Self::AtMost(one, two) => format!("{} <= {}", name(one), name(two)),
            Self::Double(one, two) => format!("{} <= 2*{} + 1", name(one), name(two)),
            Self::Even(part) => format!("{} mod 2 = 0", name(part)),
            Self::HeapMod(modulus, rest) => format!("n mod {modulus} != {rest}"),
            Self::Not(inner) => format!("not ({})", inner.text(parts)),
            Self::Either(one, two) => format!("({} or {})", one.text(parts), two.text(parts)),
        }
    }

    fn holds(&self, heap: u32, parts: &[u32]) -> bool {
        let sum: u32 = parts.iter().sum();
        let part = |part: &usize| parts[part % parts.len()];
        match self {
            Self::Taken(k) => sum + k == heap,
            Self::TakenIn(set) => set.iter().any(|k| sum + k == heap),
            Self::TakenAtLeast(k) => sum + k <= heap,
            Self::Positive(one) => part(one) > 0,
            Self::Empty(one) => part(one) == 0,
            Self::Differ(one, two) => part(one) != part(two),
            Self::Below(one, two) => part(one) < part(two),
            Self::AtMost(one, two) => part(one) <= part(two),
            Self::Double(one, two) => part(one) <= 2 * part(two) + 1,
            Self::Even(one) => part(one) % 2 == 0,
            Self::HeapMod(modulus, rest) => heap % modulus != *rest,
            Self::Not(inner) => !inner.holds(heap, parts),
            Self::Either(one, two) => one.holds(heap, parts) || two.holds(heap, parts),
        }
    }
}

/// A kind of move: so many parts, and what must hold.
#[derive(Clone, Debug)]
struct Rule {
    parts: usize,
    atoms: Vec<Atom>,
}

#[derive(Clone, Debug)]
struct Plain {
    rules: Vec<Rule>,
}

impl Plain {
    fn text(&self) -> String {
        let mut text = "game random \"Random\"\npiles n\n".to_owned();
        for (index, rule) in self.rules.iter().enumerate() {
            let clauses: Vec<String> = rule
                .atoms
                .iter()
                .map(|atom| atom.text(rule.parts))
                .collect();
            let becomes = format!("n becomes ({})", NAMES[..rule.parts].join(", "));
            let all = [vec![becomes], clauses].concat().join(" and ");
            text += &format!("move k{index}: {all}\n");
        }
        text
    }

    fn spec(&self) -> SplittingSpec {
        let text = self.text();
        let opened = lang::open_game(&text, "random.game", &CompanionFiles::default(), |_| {
            Vec::new()
        });
        match opened {
            Ok(OpenedGame::Splitting(opened)) => opened.spec,
            Ok(OpenedGame::Piles(_)) => panic!("heaps split in {text}"),
            Err(faults) => panic!("{faults}\n{text}"),
        }
    }

    /// What a heap can become, with the kinds that allow it.
    fn splits(&self, heap: u32) -> BTreeMap<Heaps, BTreeSet<String>> {
        let mut splits: BTreeMap<Heaps, BTreeSet<String>> = BTreeMap::new();
        for (index, rule) in self.rules.iter().enumerate() {
            let mut parts = vec![0; rule.parts];
            loop {
                let fits = parts.iter().all(|part| *part < heap);
                if fits && rule.atoms.iter().all(|atom| atom.holds(heap, &parts)) {
                    let kinds = splits.entry(sorted(parts.clone())).or_default();
                    kinds.insert(format!("k{index}"));
                }
                let Some(place) = parts.iter().position(|part| part + 1 < heap) else {
                    break;
                };
                parts[..place].fill(0);
                parts[place] += 1;
            }
        }
        splits
    }

    fn options(&self, from: &[u32]) -> BTreeMap<Heaps, BTreeSet<String>> {
        let mut options = BTreeMap::new();
        for place in 0..from.len() {
            for (parts, kinds) in self.splits(from[place]) {
                let others = from.iter().enumerate().filter(|(index, _)| *index != place);
                let after = others.map(|(_, heap)| *heap).chain(parts).collect();
                options.insert(sorted(after), kinds);
            }
        }
        options
    }

    /// Does the next player win? Recursion on collections of heaps.
    fn wins(&self, from: &Heaps, misere: bool, known: &mut HashMap<Heaps, bool>) -> bool {
        if let Some(known) = known.get(from) {
            return *known;
        }
        let options = self.options(from);
        let wins = match options.is_empty() {
            true => misere,
            false => options
                .keys()
                .any(|option| !self.wins(option, misere, known)),
        };
        known.insert(from.clone(), wins);
        wins
    }
}

fn sorted(mut heaps: Heaps) -> Heaps {
    heaps.retain(|heap| *heap > 0);
    heaps.sort_unstable();
    heaps
}

fn position(heaps: &[u32]) -> Position {
    Position::unchecked(heaps.iter().map(|heap| Natural::from(*heap)).collect())
}

fn atom() -> impl Strategy<Value = Atom> {
    let part = || 0..3_usize;
    let leaf = prop_oneof![
        (0..4_u32).prop_map(Atom::Taken),
        proptest::collection::vec(0..5_u32, 1..3).prop_map(Atom::TakenIn),
        (0..3_u32).prop_map(Atom::TakenAtLeast),
        part().prop_map(Atom::Positive),
        part().prop_map(Atom::Empty),
        (part(), part()).prop_map(|(one, two)| Atom::Differ(one, two)),
        (part(), part()).prop_map(|(one, two)| Atom::Below(one, two)),
        (part(), part()).prop_map(|(one, two)| Atom::AtMost(one, two)),
        (part(), part()).prop_map(|(one, two)| Atom::Double(one, two)),
        part().prop_map(Atom::Even),
        (1..4_u32, 0..3_u32).prop_map(|(modulus, rest)| Atom::HeapMod(modulus, rest)),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|one| Atom::Not(Box::new(one))),
            (inner.clone(), inner)
                .prop_map(|(one, two)| Atom::Either(Box::new(one), Box::new(two))),
        ]
    })
}

fn plain() -> impl Strategy<Value = Plain> {
    let taken = prop_oneof![
        (0..4_u32).prop_map(Atom::Taken),
        proptest::collection::vec(0..5_u32, 1..4).prop_map(Atom::TakenIn),
        (0..3_u32).prop_map(Atom::TakenAtLeast),
    ];
    // Most rules bound what is taken, so that plays stay short.
    let rule = (1..4_usize, taken, proptest::collection::vec(atom(), 0..3)).prop_map(
        |(parts, taken, mut atoms)| {
            atoms.insert(0, taken);
            Rule { parts, atoms }
        },
    );
    proptest::collection::vec(rule, 1..3).prop_map(|rules| Plain { rules })
}

/// The moves of the rules as formulas, each with its kinds; no move comes twice.
fn moves(spec: &SplittingSpec, from: &[u32]) -> BTreeMap<Heaps, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    let _all = spec
        .for_each_move(&position(from), &Unwatched, &mut |option| {
            let heaps = option.to.piles().iter();
            let heaps: Heaps = heaps
                .map(|heap| u32::try_from(heap).expect("small"))
                .collect();
            let kinds = option.kinds.iter().map(ToString::to_string).collect();
            assert!(found.insert(heaps, kinds).is_none(), "a move comes twice");
            ControlFlow::Continue(())
        })
        .expect("nothing stops it");
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn moves_and_legality_are_those_of_plain_loops(plain in plain()) {
        let spec = plain.spec();
        let positions = [vec![], vec![1], vec![2, 2], vec![3, 5], vec![1, 4, 4], vec![6], vec![7]];
        for from in &positions {
            let expected = plain.options(from);
            prop_assert_eq!(moves(&spec, from), expected.clone(), "{:?} in {}", from, plain.text());
            let mut targets: BTreeSet<Heaps> = expected.keys().cloned().collect();
            targets.extend([vec![], vec![1], vec![2, 3], vec![1, 2, 2], vec![3, 4], vec![4, 4], vec![1, 1, 5]]);
            for to in targets {
                let found = spec.legal(&position(from), &position(&to), &Unwatched).expect("small");
                match (found, expected.get(&to)) {
                    (Ok(kinds), Some(expected)) => {
                        let kinds: BTreeSet<String> = kinds.iter().map(ToString::to_string).collect();
                        prop_assert_eq!(&kinds, expected);
                    }
                    (Err(illegal), None) => prop_assert!(!illegal.reasons.is_empty()),
                    (found, expected) => prop_assert!(
                        false, "{:?} -> {:?}: {:?}, expected {:?} in {}", from, to, found, expected, plain.text()
                    ),
                }
            }
        }
    }
}

/// The nim-value of a position, by recursion on collections of heaps.
fn value(plain: &Plain, from: &Heaps, known: &mut HashMap<Heaps, u32>) -> u32 {
    if let Some(known) = known.get(from) {
        return *known;
    }
    let options: BTreeSet<u32> = { plain.options(from).into_keys() }
        .map(|option| value(plain, &option, known))
        .collect();
    let value = (0..)
        .find(|value| !options.contains(value))
        .expect("finitely many options");
    known.insert(from.clone(), value);
    value
}

/// A game of the text, as everybody asks it.
fn opened(text: &str) -> Game {
    let reference: GameReference = "random.game".parse().expect("a file");
    let source = reference.source(|_| Ok::<_, knowledge::Error>(text.to_owned()));
    Game::open(&source.expect("it is given")).expect("no faults")
}

fn listed(name: &str) -> Game {
    let reference: GameReference = name.parse().expect("a name");
    let source = reference.source(|_| Err(knowledge::Error::input("no files here")));
    Game::open(&source.expect("no file")).expect("a game of the catalogue")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn outcomes_and_values_are_those_of_plain_recursion(plain in plain()) {
        let game = opened(&plain.text());
        let (mut normal, mut misere, mut values) = Default::default();
        for from in [vec![], vec![1], vec![2], vec![4], vec![5], vec![1, 3], vec![2, 2], vec![3, 4], vec![1, 2, 3]] {
            let at = position(&from);
            for play in [Play::Normal, Play::Misere] {
                let (misere_play, known) = match play {
                    Play::Normal => (false, &mut normal),
                    Play::Misere => (true, &mut misere),
                };
                let answer = game.outcome(&at, play, &Unwatched).expect("small").verdict;
                let wins = plain.wins(&from, misere_play, known);
                prop_assert_eq!(answer.outcome == Outcome::N, wins, "{:?} {:?} in {}", play, from, plain.text());
                if let Some(winning) = answer.winning_move {
                    let to = winning.to.piles().iter();
                    let to: Heaps = to.map(|heap| u32::try_from(heap).expect("small")).collect();
                    prop_assert!(plain.options(&from).contains_key(&to));
                    prop_assert!(!plain.wins(&to, misere_play, known));
                }
            }
            let found = game.value(&at, &Unwatched).expect("small").value;
            let expected = value(&plain, &from, &mut values);
            prop_assert_eq!(found, NimValue::from(u64::from(expected)), "{:?} in {}", from, plain.text());
            // Every move to every value, each once.
            for wanted in 0..4_u32 {
                let mut targets = BTreeSet::new();
                let visited = game.for_each_move_to(&NimValue::from(u64::from(wanted)), &at, &Unwatched, &mut |option| {
                    let to = option.to.piles().iter();
                    targets.insert(to.map(|heap| u32::try_from(heap).expect("small")).collect::<Heaps>());
                    ControlFlow::Continue(())
                });
                prop_assert_eq!(visited.expect("small").extent, Extent::All);
                let expected = plain.options(&from).into_keys();
                let expected = expected.filter(|to| value(&plain, to, &mut values) == wanted);
                prop_assert_eq!(targets, expected.collect::<BTreeSet<Heaps>>(), "{:?} to {} in {}", from, wanted, plain.text());
            }
        }
    }

    /// Rules that are recognised as take-and-break rules allow what these allow, and nothing else.
    #[test]
    fn take_and_break_rules_are_recognised_rightly(plain in plain()) {
        let spec = plain.spec();
        if let Some(rules) = TakeAndBreak::of(&spec) {
            for heap in 0..12_u32 {
                let found: BTreeSet<Heaps> = plain.splits(heap).into_keys().collect();
                prop_assert_eq!(left(&rules, heap), found, "{} in {}", heap, plain.text());
            }
        }
    }
}

/// What take-and-break rules allow of a heap.
fn left(rules: &TakeAndBreak, heap: u32) -> BTreeSet<Heaps> {
    let mut all = BTreeSet::new();
    for taken in 0..=heap {
        let (leaving, total) = (rules.leaving(taken as usize), heap - taken);
        if leaving.allows(Leaving::NONE) && total == 0 && heap > 0 {
            all.insert(vec![]);
        }
        if leaving.allows(Leaving::ONE) && total > 0 && total < heap {
            all.insert(vec![total]);
        }
        for first in 1..=total / 2 {
            let second = total - first;
            let any = leaving.allows(Leaving::TWO);
            if any || leaving.allows(Leaving::UNEQUAL) && first != second {
                all.insert(vec![first, second]);
            }
        }
        if leaving.allows(Leaving::THREE) {
            for first in 1..total {
                for second in first..total.saturating_sub(first) {
                    let third = total - first - second;
                    if third >= second {
                        all.insert(vec![first, second, third]);
                    }
                }
            }
        }
    }
    all
}

#[test]
fn the_games_of_the_catalogue_are_recognised() {
    let rules = |name: &str| {
        let game = listed(name);
        TakeAndBreak::of(game.splitting().expect("heaps split"))
    };
    let code = |text: &str| {
        Some(TakeAndBreak::from(
            &Code::hexadecimal(text).expect("a code"),
        ))
    };
    assert_eq!(rules("kayles"), code("0.77"));
    assert_eq!(rules("dawson-kayles"), code("0.07"));
    assert_eq!(rules("dawson-chess"), code("0.137"));
    assert_eq!(rules("octal:code=4.007"), code("4.007"));
    assert_eq!(rules("octal:code=0.56"), code("0.56"));
    assert_eq!(rules("hexadecimal:code=0.8F"), code("0.8F"));
    assert_eq!(rules("hexadecimal:code=C.00A"), code("C.00A"));
    let grundy = TakeAndBreak::new(vec![Leaving::UNEQUAL], Leaving::default());
    assert_eq!(rules("grundy"), Some(grundy));
    let lasker = TakeAndBreak::new(vec![Leaving::TWO], Leaving::NONE | Leaving::ONE);
    assert_eq!(rules("lasker"), Some(lasker));
}

/// The values of single heaps by two plain loops, from what two parts with a sum may be.
fn by_loops(most: usize, options: impl Fn(usize) -> Vec<(usize, usize)>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=most {
        let reached: BTreeSet<u32> = options(heap)
            .into_iter()
            .map(|(a, b)| values[a] ^ values[b])
            .collect();
        values.push(
            (0..)
                .find(|value| !reached.contains(value))
                .expect("finitely many"),
        );
    }
    values
}

fn pairs(total: Option<usize>) -> Vec<(usize, usize)> {
    let total = total.into_iter();
    total
        .flat_map(|total| (0..=total).map(move |a| (a, total - a)))
        .collect()
}

#[test]
fn known_values_to_a_thousand() {
    let check = |name: &str, expected: &[u32], first: &[u32]| {
        let game = listed(name);
        let list = game.heap_values(1000, &Unwatched).expect("small");
        let found: Vec<u32> = list
            .iter()
            .map(|value| u32::try_from(value).expect("small"))
            .collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(&found[..first.len()], first, "{name}, as printed");
        // The same for positions: the nim-sum.
        let value = game
            .value(&position(&[17, 500, 999]), &Unwatched)
            .expect("small")
            .value;
        let sum = expected[17] ^ expected[500] ^ expected[999];
        assert_eq!(value, NimValue::from(u64::from(sum)));
    };
    // Winning Ways, chapter 4, tables 6 and 7; OEIS A002186, A002187, A002188.
    let kayles = by_loops(1000, |n| {
        [pairs(n.checked_sub(1)), pairs(n.checked_sub(2))].concat()
    });
    check(
        "kayles",
        &kayles,
        &[
            0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
        ],
    );
    let dawson = by_loops(1000, |n| pairs(n.checked_sub(2)));
    check(
        "dawson-kayles",
        &dawson,
        &[
            0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1,
            0, 4, 5, 2, 7, 4,
        ],
    );
    // Dawson's Chess on n files is Dawson's Kayles on n + 1 pins.
    let chess: Vec<u32> = by_loops(1001, |n| pairs(n.checked_sub(2)))[1..].to_vec();
    check("dawson-chess", &chess, &[0, 1, 1, 2, 0, 3]);
    let grundy = by_loops(1000, |n| {
        pairs(Some(n))
            .into_iter()
            .filter(|(a, b)| *a > 0 && b > a)
            .collect()
    });
    check(
        "grundy",
        &grundy,
        &[
            0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1,
            2, 3, 1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0,
        ],
    );
    let lasker = by_loops(1000, |n| {
        let split = pairs(Some(n)).into_iter().filter(|(a, b)| *a > 0 && *b > 0);
        split.chain((0..n).map(|left| (left, 0))).collect()
    });
    check("lasker", &lasker, &[0, 1, 2, 4, 3, 5, 6, 8, 7]);
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn periods_reach_any_size() {
    let huge = |plus: u32| {
        let power = "1".to_owned() + &"0".repeat(50);
        power.parse::<Natural>().expect("a number") + Natural::from(plus)
    };
    let small = |name: &str, heap: u64| {
        let game = listed(name);
        game.value(&Position::unchecked(vec![Natural::from(heap)]), &Unwatched)
            .expect("small")
            .value
    };
    // 10^50 is 4 modulo 12 and 32 modulo 34.
    for (name, period, rest) in [("kayles", 12_u64, 4_u64), ("dawson-kayles", 34, 32)] {
        let game = listed(name);
        assert_eq!(
            huge(0) % Natural::from(period),
            Natural::from(rest),
            "{name}"
        );
        for plus in 0..40_u32 {
            let at = Position::unchecked(vec![huge(plus)]);
            let found = game.value(&at, &Unwatched).expect("the period is proved");
            let like = period * 100 + rest + u64::from(plus);
            assert_eq!(found.value, small(name, like), "{name} {plus}");
            assert!(
                found.evidence.to_string().starts_with("proved"),
                "{}",
                found.evidence
            );
        }
        // A winning move at any size, which the rules accept.
        let at = Position::unchecked(vec![Natural::from(5_u32), huge(3)]);
        let answer = game
            .outcome(&at, Play::Normal, &Unwatched)
            .expect("the period is proved")
            .verdict;
        let after = answer.winning_move.map(|winning| winning.to);
        assert_eq!(after.is_some(), answer.outcome == Outcome::N);
        if let Some(after) = after {
            assert!(
                game.rules()
                    .legal(&at, &after, &Unwatched)
                    .expect("decided")
                    .is_ok()
            );
            let value = game
                .value(&after, &Unwatched)
                .expect("the period is proved")
                .value;
            assert_eq!(value, NimValue::ZERO);
        }
    }
    // Grundy's game has no known period: that is said.
    let grundy = listed("grundy");
    // A search for a period that is not there ends.
    let watched = Limited::new(&Unwatched).questions(2000);
    let refused = grundy.value(&Position::unchecked(vec![huge(0)]), &watched);
    assert!(refused.is_err_and(|error| error.is_limit()));
}

#[test]
fn any_number_of_heaps_is_a_position() {
    let game = listed("kayles");
    assert_eq!(game.position("0").expect("nothing"), position(&[]));
    assert_eq!(game.position("()").expect("nothing"), position(&[]));
    assert_eq!(
        game.position("7,0,3,5").expect("three"),
        position(&[3, 5, 7])
    );
    let many: Vec<u32> = (0..1000).map(|heap| heap % 7 + 1).collect();
    let made = game
        .rules()
        .position(position(&many).piles().to_vec())
        .expect("a thousand");
    assert_eq!(made.piles().len(), 1000);
    let answer = game
        .outcome(&made, Play::Normal, &Unwatched)
        .expect("small heaps")
        .verdict;
    let moved = answer.winning_move.map(|winning| winning.to);
    if let Some(to) = moved {
        assert!(
            game.rules()
                .legal(&made, &to, &Unwatched)
                .expect("decided")
                .is_ok()
        );
    }
    let empty = game
        .outcome(&position(&[]), Play::Normal, &Unwatched)
        .expect("nothing")
        .verdict;
    assert_eq!(empty.outcome, Outcome::P);
}
