//! Heaps that split: nim-values by two ways, periods, and work that is taken up again.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use heaps::heaps::{PeriodSearch, SplitHeaps};
use heaps::kept::{CheckpointError, CheckpointedValues};
use heaps::period::{asked_for, of_values};
use heaps::{Code, Leaving, TakeAndBreak, TakeAndBreakValues, plain};
use logic::Unwatched;
use logic::watch::{Limited, Stopped};
use numeration::natural::{Integer, Natural, Pow};
use proptest::prelude::*;
use rules::evidence::Evidence;
use solver::checkpoint::{Checkpoint, SavedState};
use solver::periodicity::Period;

fn code(text: &str) -> TakeAndBreak {
    (&Code::hexadecimal(text).unwrap()).into()
}

fn grundy() -> TakeAndBreak {
    TakeAndBreak::new(vec![Leaving::UNEQUAL], Leaving::default())
}

fn lasker() -> TakeAndBreak {
    TakeAndBreak::new(vec![Leaving::TWO], Leaving::NONE | Leaving::ONE)
}

fn values(rules: &TakeAndBreak, max: u32) -> TakeAndBreakValues {
    let mut values = TakeAndBreakValues::new(rules.clone());
    values.extend(max, &Unwatched).unwrap();
    values
}

fn listed(values: &TakeAndBreakValues) -> Vec<u32> {
    values.iter().collect()
}

/// The nim-value of a collection of heaps by its moves alone: nothing is known of sums.
fn by_recursion(
    rules: &TakeAndBreak,
    heaps: &[usize],
    known: &mut HashMap<Vec<usize>, u32>,
) -> u32 {
    if let Some(value) = known.get(heaps) {
        return *value;
    }
    let mut options = BTreeSet::new();
    for (place, heap) in heaps.iter().enumerate() {
        for parts in splits(rules, *heap) {
            let mut rest = heaps.to_vec();
            rest.remove(place);
            rest.extend(parts);
            rest.sort_unstable();
            options.insert(by_recursion(rules, &rest, known));
        }
    }
    let value = (0..).find(|value| !options.contains(value)).unwrap();
    known.insert(heaps.to_vec(), value);
    value
}

/// Every way to replace a heap, read from the meaning of the rules.
fn splits(rules: &TakeAndBreak, heap: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for left in 0..=heap {
        let leaving = rules.leaving(heap - left);
        for parts in partitions(left, left) {
            let allowed = match parts[..] {
                [] => leaving.allows(Leaving::NONE),
                [_] => leaving.allows(Leaving::ONE),
                [a, b] => {
                    leaving.allows(Leaving::TWO) || a != b && leaving.allows(Leaving::UNEQUAL)
                }
                [_, _, _] => leaving.allows(Leaving::THREE),
                _ => false,
            };
            // A heap that stays as it is was not moved.
            if allowed && parts != [heap] {
                found.push(parts);
            }
        }
    }
    found
}

fn partitions(number: usize, largest: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 1..=number.min(largest) {
        for mut rest in partitions(number - first, first) {
            rest.push(first);
            all.push(rest);
        }
    }
    all
}

fn rules() -> impl Strategy<Value = TakeAndBreak> {
    let leaving = prop::collection::vec(0u8..32, 0..5);
    let set = |bits: u8| {
        let kinds = [
            Leaving::NONE,
            Leaving::ONE,
            Leaving::TWO,
            Leaving::THREE,
            Leaving::UNEQUAL,
        ];
        let chosen = kinds
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| bits >> bit & 1 == 1);
        chosen.fold(Leaving::default(), |set, (_, kind)| set | kind)
    };
    let then = prop_oneof![3 => Just(0u8), 1 => 0u8..32];
    (leaving, then).prop_map(move |(digits, then)| {
        TakeAndBreak::new(digits.into_iter().map(set).collect(), set(then))
    })
}

fn octal() -> impl Strategy<Value = TakeAndBreak> {
    (prop::bool::ANY, prop::collection::vec(0u32..8, 1..5)).prop_map(|(splits, digits)| {
        let digits: String = digits.iter().map(u32::to_string).collect();
        code(&format!("{}.{digits}", if splits { 4 } else { 0 }))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn collections_have_the_nim_sum_of_their_heaps(rules in rules(), others in prop::collection::vec(1usize..5, 0..3)) {
        let values = values(&rules, 9);
        let mut known = HashMap::new();
        for heap in 0..=9 {
            let single = by_recursion(&rules, &[heap], &mut known);
            prop_assert_eq!(values.get(heap), Some(single), "{:?} at {}", rules, heap);
            let mut heaps = others.clone();
            heaps.push(heap.min(6));
            heaps.sort_unstable();
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ values.get(*heap).unwrap());
            prop_assert_eq!(by_recursion(&rules, &heaps, &mut known), sum);
        }
    }

    #[test]
    fn the_methods_agree_on_random_rules(rules in rules()) {
        prop_assert_eq!(listed(&values(&rules, 150)), plain::nim_values(&rules, 150));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn the_methods_agree_on_random_codes(rules in octal()) {
        prop_assert_eq!(listed(&values(&rules, 2_600)), plain::nim_values(&rules, 2_600));
    }

    #[test]
    fn proved_periods_hold_far_beyond_their_proof(rules in octal()) {
        if let Some(heaps) = SplitHeaps::of_values(&values(&rules, 600)) {
            let plain = plain::nim_values(&rules, 2_600);
            for (heap, value) in plain.into_iter().enumerate() {
                prop_assert_eq!(heaps.value(&Natural::from(heap)), u64::from(value).into());
            }
        }
    }
}

/// The values of games with a name, by loops of their own.
#[test]
fn known_games_to_a_thousand() {
    fn by_loop(options: impl Fn(usize) -> Vec<(usize, usize)>) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..=1000 {
            let mut seen = [false; 256];
            for (a, b) in options(heap) {
                seen[(values[a] ^ values[b]) as usize] = true;
            }
            values.push(u32::try_from(seen.iter().position(|seen| !seen).unwrap()).unwrap());
        }
        values
    }
    let kayles = by_loop(|pins| {
        let rows = (1..=pins.min(2))
            .flat_map(|hit| (0..=pins - hit).map(move |left| (left, pins - hit - left)));
        rows.collect()
    });
    assert_eq!(kayles[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert_eq!(listed(&values(&code("0.77"), 1000)), kayles);
    let dawson = by_loop(|row| match row.checked_sub(2) {
        Some(rest) => (0..=rest).map(|left| (left, rest - left)).collect(),
        None => Vec::new(),
    });
    assert_eq!(dawson[..12], [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
    assert_eq!(listed(&values(&code("0.07"), 1000)), dawson);
    let unequal = by_loop(|heap| {
        (1..heap.div_ceil(2))
            .map(|part| (part, heap - part))
            .collect()
    });
    assert_eq!(unequal[..12], [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
    assert_eq!(listed(&values(&grundy(), 1000)), unequal);
}

/// Sparse spaces of both kinds, values of two bytes, and pairs without a sparse space, far enough for each to be used.
#[test]
fn long_rows_of_values() {
    for text in ["0.6", "0.16", "0.127", "0.165", "4.04", "0.56"] {
        let rules = code(text);
        assert_eq!(
            listed(&values(&rules, 5_000)),
            plain::nim_values(&rules, 5_000),
            "{text}"
        );
    }
    assert_eq!(
        listed(&values(&grundy(), 5_000)),
        plain::nim_values(&grundy(), 5_000)
    );
}

fn proved(rules: &TakeAndBreak, max: u32) -> Period {
    let period = of_values(&values(rules, max)).unwrap();
    assert!(matches!(period.evidence, Evidence::Proved(_)), "{period}");
    period
}

#[test]
fn known_periods_are_proved_from_the_bound_on() {
    for (text, preperiod, period) in [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.45", 498, 20),
        ("0.156", 3_479, 349),
        ("0.17", 33, 34),
    ] {
        let rules = code(text);
        let asked = asked_for(&rules, preperiod.into(), period.into()).unwrap();
        let digits = u64::try_from(text.len() - 2).unwrap();
        assert_eq!(asked, u64::from(2 * preperiod + 2 * period) + digits);
        let last = u32::try_from(asked - 1).unwrap();
        let found = proved(&rules, last);
        assert_eq!(
            (found.preperiod, found.period),
            (preperiod, period),
            "{text}"
        );
        let before = of_values(&values(&rules, last - 1)).unwrap();
        assert!(
            matches!(before.evidence, Evidence::Conjecture(_)),
            "{text}: {before}"
        );
    }
}

#[test]
fn a_long_period_is_seen_long_before_it_is_proved() {
    let mut values = values(&code("0.16"), 260_000);
    for max in [260_000, 500_000, 509_620] {
        values.extend(max, &Unwatched).unwrap();
        let seen = of_values(&values).unwrap();
        assert_eq!((seen.preperiod, seen.period), (105_351, 149_459));
        let Evidence::Conjecture(words) = &seen.evidence else {
            panic!("{max}: {seen}");
        };
        assert!(
            words.contains("seen and not proved") && words.contains("509622"),
            "{words}"
        );
    }
    values.extend(509_621, &Unwatched).unwrap();
    let heaps = SplitHeaps::of_values(&values).unwrap();
    assert_eq!(
        (heaps.period().preperiod, heaps.period().period),
        (105_351, 149_459)
    );
    let far = Natural::from(10u32).pow(50);
    let like = 105_351
        + usize::try_from(&((&far - Natural::from(105_351u32)) % Natural::from(149_459u32)))
            .unwrap();
    assert_eq!(
        heaps.value(&far),
        u64::from(values.get(like).unwrap()).into()
    );
}

#[test]
fn nothing_is_seen_where_nothing_is() {
    assert_eq!(of_values(&values(&grundy(), 3_000)), None);
    assert_eq!(of_values(&values(&code("0.6"), 3_000)), None);
    assert_eq!(of_values(&TakeAndBreakValues::new(grundy())), None);
}

#[test]
fn heaps_that_are_never_split_or_never_moved() {
    for text in ["0.0", "0.1", "0.2", "0.3", "0.03", "0.1013", "0.33"] {
        let rules = code(text);
        let heaps = SplitHeaps::find(&rules, 1 << 12, &Unwatched)
            .unwrap()
            .unwrap();
        for (heap, value) in plain::nim_values(&rules, 300).into_iter().enumerate() {
            assert_eq!(
                heaps.value(&Natural::from(heap)),
                u64::from(value).into(),
                "{text} at {heap}"
            );
        }
    }
}

#[test]
fn arithmetic_periods_are_proved() {
    let period = proved(&lasker(), 300);
    assert_eq!(
        (period.preperiod, period.period, period.saltus),
        (1, 4, Integer::from(4))
    );
    let heaps = SplitHeaps::find(&lasker(), 1 << 12, &Unwatched)
        .unwrap()
        .unwrap();
    let far = Natural::from(10u32).pow(50);
    // 4k + 1 and 4k + 2 have their own value, 4k + 3 and 4k + 4 change places.
    assert_eq!(heaps.value(&far).heap(), &(far - Natural::from(1u32)));
    let nim = TakeAndBreak::new(Vec::new(), Leaving::NONE | Leaving::ONE);
    let period = proved(&nim, 300);
    assert_eq!(
        (period.preperiod, period.period, period.saltus),
        (0, 1, Integer::from(1))
    );
}

/// Whatever is proved of random rules with three parts, or with any number taken, is true of five times as many heaps.
#[test]
fn what_is_proved_of_growing_values_is_true() {
    let mut proved = 0;
    let hexadecimal = [
        "0.8", "0.A", "0.C", "0.E", "0.F", "0.1A", "0.28", "0.3F", "0.B8", "8.1", "C.3", "0.88",
    ];
    let others = [vec![1], vec![1, 2], vec![1, 3], vec![4, 4], vec![0, 2, 4]];
    let lists = others.map(|digits| {
        let set = |digit: u32| match digit {
            0 => Leaving::default(),
            1 => Leaving::TWO,
            2 => Leaving::ONE,
            3 => Leaving::TWO | Leaving::NONE,
            _ => Leaving::THREE,
        };
        TakeAndBreak::new(
            digits.into_iter().map(set).collect(),
            Leaving::NONE | Leaving::ONE,
        )
    });
    for rules in hexadecimal.map(code).into_iter().chain(lists) {
        if let Some(heaps) = SplitHeaps::of_values(&values(&rules, 120)) {
            proved += 1;
            for (heap, value) in values(&rules, 600).iter().enumerate() {
                assert_eq!(
                    heaps.value(&Natural::from(heap)),
                    u64::from(value).into(),
                    "{rules:?} at {heap}"
                );
            }
        }
    }
    assert!(proved > 4, "{proved}");
}

/// Rules whose nim-values may grow: three parts, or any number taken; two parts that must differ are not among them.
fn growing() -> impl Strategy<Value = TakeAndBreak> {
    let kinds = [Leaving::NONE, Leaving::ONE, Leaving::TWO, Leaving::THREE];
    let set = move |bits: u8| {
        let chosen = (0..4usize).filter(|bit| bits >> bit & 1 == 1);
        chosen.fold(Leaving::default(), |set, bit| set | kinds[bit])
    };
    let digits = prop::collection::vec(0u8..16, 1..4);
    (digits, 0u8..4).prop_map(move |(digits, then)| {
        TakeAndBreak::new(digits.into_iter().map(set).collect(), set(then))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Wherever the criterion for values that grow says yes, it is right about ten times as many heaps as it has seen.
    #[test]
    fn what_is_proved_of_random_growing_values_is_true(rules in growing()) {
        if let Some(heaps) = SplitHeaps::of_values(&values(&rules, 100)) {
            for (heap, value) in values(&rules, 1_000).iter().enumerate() {
                prop_assert_eq!(heaps.value(&Natural::from(heap)), u64::from(value).into());
            }
        }
    }
}

#[test]
fn a_period_that_is_seen_is_followed_to_the_bound_of_the_theorem() {
    // Its period is 1550 from 5181 on.
    let mut search = PeriodSearch::new(values(&code("0.165"), 8_000));
    assert!(search.run(8_000, &Unwatched).unwrap().is_none());
    let seen = search.seen().unwrap();
    assert!(matches!(seen.evidence, Evidence::Conjecture(_)));
    let heaps = search.run(1 << 20, &Unwatched).unwrap().unwrap();
    assert_eq!(
        (heaps.period().preperiod, heaps.period().period),
        (5_181, 1_550)
    );
    assert_eq!(search.values().len(), 2 * (5_181 + 1_550) + 3);
}

#[test]
fn a_search_for_a_period_goes_on_where_it_was_stopped() {
    let rules = code("0.165");
    let mut search = PeriodSearch::new(TakeAndBreakValues::new(rules.clone()));
    let mut known = 0;
    let heaps = loop {
        match search.run(
            1 << 20,
            &Limited::new(&Unwatched)
                .questions(8)
                .stopping(Stopped::Cancelled),
        ) {
            Ok(heaps) => break heaps.unwrap(),
            Err(stopped) => assert_eq!(stopped, Stopped::Cancelled),
        }
        assert!(search.values().len() > known);
        known = search.values().len();
    };
    let whole = SplitHeaps::find(&rules, 1 << 20, &Unwatched).unwrap();
    assert_eq!(heaps.period(), whole.unwrap().period());
    // Of Grundy's game no period is known.
    let mut search = PeriodSearch::new(TakeAndBreakValues::new(grundy()));
    assert!(search.run(3_000, &Unwatched).unwrap().is_none());
    assert_eq!(search.values().len(), 3_001);
    assert!(search.seen().is_none());
}

/// A checkpoint in memory; from some time on nothing more is kept, as if the program had been killed.
#[derive(Default)]
struct Memory {
    log: Mutex<Vec<u8>>,
    kept: Mutex<Option<SavedState>>,
    asked: AtomicU32,
    left: AtomicU32,
}

impl Checkpoint for Memory {
    fn kept(&self) -> Option<SavedState> {
        self.kept.lock().unwrap().clone()
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), String> {
        let start = usize::try_from(at).unwrap();
        bytes.copy_from_slice(&self.log.lock().unwrap()[start..start + bytes.len()]);
        Ok(())
    }

    fn log(&self, more: &[u8]) -> bool {
        self.log.lock().unwrap().extend_from_slice(more);
        true
    }

    fn is_due(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) % 5 == 4
    }

    fn keep(&self, state: &[u8]) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        if left == 0 {
            return false;
        }
        let (state, logged) = (state.to_vec(), self.log.lock().unwrap().len() as u64);
        *self.kept.lock().unwrap() = Some(SavedState { state, logged });
        true
    }
}

impl Memory {
    /// What the next run finds: whatever was not kept is gone.
    fn after_a_kill(&self) -> Self {
        let kept = self.kept();
        let logged = kept.as_ref().map_or(0, |kept| kept.logged);
        let log = self.log.lock().unwrap()[..usize::try_from(logged).unwrap()].to_vec();
        Self {
            log: Mutex::new(log),
            kept: Mutex::new(kept),
            asked: AtomicU32::new(0),
            left: AtomicU32::new(3),
        }
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn a_run_that_was_killed_goes_on_where_it_was() {
    let lasting = TakeAndBreak::new(vec![Leaving::TWO], Leaving::ONE);
    for (rules, max, checks) in [
        (code("0.6"), 20_000, 40),
        (code("0.8F"), 700, 2),
        (grundy(), 20_000, 40),
        (lasting, 3_000, 2),
    ] {
        let mut memory = Memory::default();
        let mut times = 0;
        loop {
            memory = memory.after_a_kill();
            let mut kept = CheckpointedValues::resume(&rules, &memory, &Unwatched).unwrap();
            let before = kept.values().len();
            let end = kept.extend(
                max,
                &Limited::new(&Unwatched)
                    .questions(checks)
                    .stopping(Stopped::Cancelled),
            );
            if end.is_ok() {
                assert_eq!(listed(kept.values()), listed(&values(&rules, max)));
                break;
            }
            assert!(times == 0 || before > 0, "{rules:?} began anew");
            times += 1;
        }
        assert!(times > 0, "{rules:?} was not stopped");
        let mut whole = Memory::default().after_a_kill();
        whole.left = AtomicU32::new(u32::MAX);
        let mut kept = CheckpointedValues::resume(&rules, &whole, &Unwatched).unwrap();
        kept.extend(max, &Unwatched).unwrap();
        assert!(
            whole
                .log
                .lock()
                .unwrap()
                .starts_with(&memory.log.lock().unwrap())
        );
    }
}

#[test]
fn what_is_not_kept_whole_is_refused() {
    let rules = code("0.77");
    let memory = Memory::default().after_a_kill();
    let mut kept = CheckpointedValues::resume(&rules, &memory, &Unwatched).unwrap();
    kept.extend(3_000, &Unwatched).unwrap();
    let refused = |rules: &TakeAndBreak, memory: &Memory, why: &str| {
        let Err(CheckpointError::Checkpoint(told)) =
            CheckpointedValues::resume(rules, memory, &Unwatched)
        else {
            panic!("{why}: it was taken");
        };
        assert!(told.contains(why), "{told}");
    };
    refused(&code("0.07"), &memory, "another game");
    for place in [0, 100, 3_000] {
        let damaged = memory.after_a_kill();
        damaged.log.lock().unwrap()[place] ^= 1;
        refused(&rules, &damaged, "damaged");
    }
    let damaged = memory.after_a_kill();
    *damaged.log.lock().unwrap().last_mut().unwrap() = u8::MAX;
    refused(&rules, &damaged, "ends within a value");
    let damaged = memory.after_a_kill();
    damaged.kept.lock().unwrap().as_mut().unwrap().state.pop();
    refused(&rules, &damaged, "damaged");
}

#[test]
fn memory_is_asked_for_before_it_is_used() {
    let mut values = TakeAndBreakValues::new(code("0.77"));
    let stopped = values
        .extend(1 << 20, &Limited::new(&Unwatched).memory(1 << 16))
        .unwrap_err();
    assert!(matches!(
        stopped,
        Stopped::Memory {
            allowed: 65_536,
            ..
        }
    ));
    values
        .extend(60_000, &Limited::new(&Unwatched).memory(1 << 16))
        .unwrap();
    assert_eq!(values.len(), 60_001);
    assert!(values.extend(u32::MAX, &Unwatched).is_err());
}
