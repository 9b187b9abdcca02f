//! Certificates that a forger would write: another structure, two moves in one place, claims that are false or too large.
#![allow(clippy::unwrap_used)]

use logic::Unwatched;
use logic::watch::{Limited, Stopped, Watch};
use rules::spec::Spec;

use crate::meaning::accepts;
use crate::mutations::{BLOCKED, SMALL, certificate, read, rules, strategies, tuples, ways};
use checker::claims::{PILES, VALUES};
use checker::digits::DigitSystem;
use checker::form::TrackSum;
use checker::formula::Formulas;
use checker::statement::{Proposition, Relation, Variable};
use checker::systems::Numeration;
use checker::tree::TableFormula;
use checker::{Certificate, CertifiedClaim, ClaimEvidence, Refusal, Table, check, checksum};
use proof::claim::Claim;
use proof::prove::prove_claim;
use proof::spell::Speller;

/// A certificate of a claim of a game that says that it was computed.
fn claimed(spec: &Spec, claim: Claim, name: &str) -> Certificate {
    let mut claimed = proof::begin_certificate(spec).unwrap();
    claimed.claims.push(CertifiedClaim {
        says: Speller::new(spec).proposition(claim).unwrap(),
        name: name.to_owned(),
        system: Numeration::Base(2),
        periods: Vec::new(),
        evidence: ClaimEvidence::Computed,
    });
    claimed
}

/// Changes that a forger would make to the structure, each refused.
#[test]
fn forged_structure_is_refused() {
    let (_, original) = certificate(
        &rules("mouse"),
        &[],
        &[Claim::PPositions, Claim::Theorem(0)],
    );
    let forge = |what: &str, change: &dyn Fn(&mut Certificate)| {
        let mut forged = original.clone();
        change(&mut forged);
        let forged = read(&forged.to_text());
        let answer = forged.and_then(|forged| check(&forged, &Unwatched));
        assert!(
            matches!(
                answer,
                Err(Refusal::Wrong(_) | Refusal::Damaged(_) | Refusal::NotUnderstood(_))
            ),
            "{what}: {answer:?}"
        );
    };
    forge("positions without piles", &|forged| {
        forged.rules.sorted = 0;
        forged.rules.piles.clear();
        forged.rules.moves.clear();
    });
    for index in 0..ways(&mut original.clone()).len() {
        forge("a part is missing", &|forged| {
            drop(ways(forged).remove(index))
        });
        forge("a part comes twice", &|forged| {
            let again = ways(forged)[index].clone();
            ways(forged).push(again);
        });
        forge("another kind of move", &|forged| {
            ways(forged)[index].rule = 1 - ways(forged)[index].rule
        });
        forge("no kind of move", &|forged| ways(forged)[index].rule = 2);
        forge("another piece", &|forged| {
            ways(forged)[index].piece = 1 - ways(forged)[index].piece
        });
        forge("no piece", &|forged| ways(forged)[index].piece = 2);
        forge("no arrangement", &|forged| {
            ways(forged)[index].order = vec![0, 0]
        });
        forge("an empty table", &|forged| {
            ways(forged)[index].table = Table::constant(2, false)
        });
        forge("a table of everything", &|forged| {
            ways(forged)[index].table = Table::constant(3, true)
        });
        forge("a table of many tracks", &|forged| {
            ways(forged)[index].table.tracks = usize::MAX
        });
        forge("a start elsewhere", &|forged| {
            ways(forged)[index].table.start = 3
        });
        forge("a node beyond the last", &|forged| {
            let nodes = ways(forged)[index].table.rows.len() as u32;
            ways(forged)[index].table.rows[0].next[1] = nodes + 2;
        });
    }
    forge("no parts", &|forged| ways(forged).clear());
    forge("no claim", &|forged| forged.claims.clear());
    forge("another claim", &|forged| {
        forged.claims[0].says = Proposition::NimValues(Vec::new());
        forged.claims[0].name = "nim-values".to_owned();
    });
    for name in [
        "",
        " ",
        "P-positions",
        "nim-values",
        "two\nlines",
        "\u{1b}[2J",
        "\u{202e}",
    ] {
        forge("another name", &|forged| {
            forged.claims[1].name = name.to_owned()
        });
        if !name.ends_with('s') {
            forge("another name of the game", &|forged| {
                forged.rules.game = name.to_owned()
            });
            forge("another kind of move", &|forged| {
                forged.rules.moves[0].0 = name.to_owned()
            });
        }
    }
    forge("a claim twice", &|forged| {
        let again = forged.claims[0].clone();
        forged.claims.push(again);
    });
    forge("a witness", &|forged| {
        forged.claims[1].evidence = ClaimEvidence::Witness(vec![0])
    });
    forge("a name bound twice", &|forged| {
        let again = forged.claims[1].clone();
        forged.claims.push(CertifiedClaim {
            name: "again".to_owned(),
            ..again
        });
    });
    forge("nothing shown", &|forged| {
        forged.claims[0].evidence = ClaimEvidence::Computed
    });
    forge("too much shown", &|forged| {
        forged.claims[1].evidence = ClaimEvidence::Strategies(vec![Vec::new()])
    });
    let quotients = [
        vec![1],
        vec![2],
        vec![0],
        vec![-1],
        vec![201],
        vec![1; 17],
        vec![],
    ];
    let coefficients = [
        vec![1, 1],
        vec![1, 2],
        vec![2],
        vec![1; 7],
        vec![61, 1],
        vec![1, 0],
    ];
    let quotients = quotients.map(Numeration::Ostrowski);
    let coefficients = coefficients.map(Numeration::Recurrence);
    let bases = [3, 4, 1, 0, -1, i64::MIN, 1 << 40].map(Numeration::Base);
    let others = quotients.into_iter().chain(coefficients).chain(bases);
    for system in others.chain([Numeration::TernaryU]) {
        forge("another system", &|forged| {
            forged.claims[0].system.clone_from(&system)
        });
    }
}

/// A certificate has one text: no number and no kind of move is spelled in two ways.
#[test]
fn another_spelling_is_refused() {
    let (_, original) = certificate(&rules("wythoff"), &[], &[Claim::PPositions]);
    let text = original.to_text();
    let root = "floor((1 + 1*sqrt(5))/2 * n + 0/1)";
    for (from, to) in [
        (root, "floor((1 + 1*sqrt(5))/2 * n + 0/2)"),
        (root, "floor((2 + 2*sqrt(5))/4 * n + 0/1)"),
        (root, "floor((1 + 1*sqrt(5))/2 * n + -0/1)"),
        (root, "floor((1 + 1*sqrt(5))/2 * n + 00/1)"),
        (root, "floor((1 + 1*sqrt(5))/2 * n + (0 + 0*sqrt(5))/1)"),
        (root, "floor((1 + 1*sqrt(5))/2 * n + (0 + 0*sqrt(1))/1)"),
        (root, "floor((2 + 1*sqrt(20))/4 * n + 0/1)"),
        ("\nmove II\n", "\nmove x'im\n"),
        ("\nmove II\n", "\nmove II II\n"),
        ("\nmove II\n", "\nmove 2\n"),
    ] {
        assert!(text.contains(from), "{from} is not in\n{text}");
        let body = text.replace(from, to);
        let body = body.split_inclusive("checksum").next().unwrap();
        let body = body.trim_end_matches("checksum");
        let forged = format!("{body}checksum {:016x}\n", checksum(body));
        assert!(
            matches!(read(&forged), Err(Refusal::Damaged(_))),
            "{to} is read"
        );
    }
}

/// Several values may name one target: a part that gives them all makes more than one move.
#[test]
fn two_moves_from_one_position_are_refused() {
    let text = "game zero \"Zero\"\npiles n\nmove take: n' < n\nP = { (k - j) | k >= 0, j = k }\n";
    let (_, original) = certificate(text, &[], &[Claim::PPositions]);
    let digits = DigitSystem::new(&Numeration::Base(2)).unwrap();
    let formulas = Formulas::new(&digits, &Unwatched).unwrap();
    let equal = TrackSum::track(VALUES)
        .plus(-1, &TrackSum::track(VALUES + 1))
        .unwrap();
    let equal = formulas.relate(&equal, Relation::Equal).unwrap();
    let positive = formulas
        .relate(&TrackSum::track(PILES), Relation::Greater)
        .unwrap();
    let all = formulas
        .some(
            &TableFormula::and(vec![positive, equal]),
            &[VALUES, VALUES + 1, PILES],
        )
        .unwrap();
    let TableFormula::Leaf(table, ..) = all else {
        panic!("a table")
    };
    let mut forged = original.clone();
    ways(&mut forged)[0].table = (*table).clone();
    let refusal = check(&forged, &Unwatched).unwrap_err().to_string();
    assert!(refusal.contains("two moves"), "{refusal}");
}

/// The table with one word more, or one less: these numbers, one on each track.
fn with_word(formulas: &Formulas<'_>, table: &Table, numbers: &[u64], more: bool) -> Table {
    let tracks = Vec::from_iter(0..numbers.len());
    let is = |(&track, &number): (&usize, &u64)| {
        let number = TrackSum::constant(-(number as i64));
        let form = TrackSum::track(track).plus(1, &number).unwrap();
        formulas.zero(&form).unwrap()
    };
    let word = TableFormula::and(tracks.iter().zip(numbers).map(is).collect());
    let words = formulas.leaf(table.clone(), tracks.clone()).unwrap();
    let changed = match more {
        true => TableFormula::or(vec![words, word]),
        false => TableFormula::and(vec![words, word.negated()]),
    };
    match formulas.some(&changed, &tracks).unwrap() {
        TableFormula::Leaf(table, ..) => (*table).clone(),
        TableFormula::Constant(value) => Table::constant(tracks.len(), value),
        _ => panic!("a table"),
    }
}

/// Exactly one move from each position is told: without one word a position has none, with one more it has two, or one that it does
/// not need. The projections of both tables to the positions, and of the rules to the values, must show it.
#[test]
fn strategies_with_a_word_too_few_or_too_many_are_refused() {
    let games: [(String, &[(&str, &str)]); 4] = [
        (rules("mouse"), &[]),
        (rules("mark"), &[]),
        (rules("wythoff"), &[("d", "1")]),
        (BLOCKED.to_owned(), &[]),
    ];
    for (text, arguments) in games {
        let (spec, original) = certificate(&text, arguments, &[Claim::PPositions]);
        let numeration = original.claims[0].system.clone();
        let digits = DigitSystem::new(&numeration).unwrap();
        let formulas = Formulas::new(&digits, &Unwatched).unwrap();
        let mut tried = [0, 0];
        for strategy in 0..strategies(&mut original.clone()).len() {
            for way in 0..strategies(&mut original.clone())[strategy].len() {
                let table = strategies(&mut original.clone())[strategy][way]
                    .table
                    .clone();
                let all = tuples(table.tracks, 9).into_iter();
                let (words, others): (Vec<_>, Vec<_>) =
                    all.partition(|numbers| accepts(&table, &numeration, numbers));
                for (more, numbers) in [(false, words), (true, others)] {
                    for numbers in numbers.iter().step_by(numbers.len() / 8 + 1) {
                        let mut forged = original.clone();
                        strategies(&mut forged)[strategy][way].table =
                            with_word(&formulas, &table, numbers, more);
                        let answer = check(&forged, &Unwatched);
                        let refused = matches!(answer, Err(Refusal::Wrong(_)));
                        assert!(refused, "{} {more} {numbers:?}: {answer:?}", spec.name);
                        tried[usize::from(more)] += 1;
                    }
                }
            }
        }
        assert!(tried[0] > 1 && tried[1] > 7, "{}: {tried:?}", spec.name);
    }
}

/// So many sets of states that time runs out while they are looked at, although the states are few: the numbers whose twelfth digit from
/// the right is 1.
#[test]
fn projections_stop_when_time_is_up() {
    let digits = DigitSystem::new(&Numeration::Base(2)).unwrap();
    let project = |watch: &dyn Watch| {
        let formulas = Formulas::new(&digits, watch)?;
        let power = TrackSum::track(1).plus(1, &TrackSum::constant(-(1 << 11)))?;
        let within = digits.every_place(2, |digits| digits != [0, 1])?;
        let within = formulas.leaf(within, vec![0, 1])?;
        formulas.some(
            &TableFormula::and(vec![formulas.zero(&power)?, within]),
            &[0],
        )
    };
    match project(&Unwatched) {
        Ok(TableFormula::Leaf(table, ..)) => assert_eq!(table.rows.len(), 1 << 12),
        _ => panic!("a table"),
    }
    let hurried = project(&Limited::new(&Unwatched).questions(8)).map(drop);
    assert!(
        matches!(hurried, Err(Refusal::Stopped(Stopped::Time))),
        "{hurried:?}"
    );
}

/// More variables than there are tracks for them, where others would be read instead.
#[test]
fn a_set_with_too_many_variables_is_refused() {
    let (_, mut forged) = certificate(SMALL, &[], &[Claim::PPositions]);
    let Proposition::PPositions(pieces) = &mut forged.claims[0].says else {
        panic!("a set")
    };
    let first = pieces[0].variables[0].clone();
    pieces[0].variables.extend((0..2000).map(|index| Variable {
        number: first.number + index + 1,
        name: format!("v{index}").into(),
    }));
    assert_eq!(check(&forged, &Unwatched), Err(Refusal::TooLarge));
}

/// Cases that would multiply beyond all memory are refused before they do.
#[test]
fn claims_in_too_many_cases_are_refused_at_once() {
    let digits = |letters: &str| {
        let digit =
            |(place, letter): (u32, char)| format!("{}*({letter} mod 16)", 16_u32.pow(place));
        let digits: Vec<String> = (0..).zip(letters.chars()).map(digit).collect();
        digits.join(" + ")
    };
    for sentence in [
        format!("forall a, b, c, d, e: floor(({})/2) >= 0", digits("abcde")),
        format!(
            "forall a, b, c, d, e: (({}) xor ({})) >= 0",
            digits("ab"),
            digits("cde")
        ),
    ] {
        let text = format!("{SMALL}theorem \"large\": {sentence}\n");
        let spec = lang::load(&text, "a game", &[]).unwrap();
        let large = claimed(&spec, Claim::Theorem(1), "large");
        assert_eq!(check(&large, &Unwatched), Err(Refusal::TooLarge), "{text}");
    }
}

/// Whole claims that are false, with what would show them if they were true.
#[test]
fn false_claims_are_refused() {
    let check_refused = |text: &str, claim: Claim, name: &str| {
        let spec = lang::load(text, "a game", &[]).unwrap();
        assert_eq!(prove_claim(&spec, claim, &Unwatched).proof, None);
        let mut forged = claimed(&spec, claim, name);
        let told = proof::periods::of_claim(&forged.claims[0].says);
        let mut all = vec![told];
        if let Claim::Theorem(_) = claim {
            all.push(vec![2, 3]);
        }
        for periods in all {
            forged.claims[0].periods = periods;
            let answer = check(&forged, &Unwatched);
            assert!(
                matches!(answer, Err(Refusal::Wrong(_))),
                "{text}: {answer:?}"
            );
        }
    };
    let theorem = |sentence: &str| format!("{SMALL}theorem \"false\": {sentence}\n");
    for sentence in [
        "forall n: exists k: n = 3*k or n = 3*k + 1",
        "exists n: n mod 2 = 0 and n mod 4 = 1",
        "forall n: forall k: floor(n/2) + floor(k/2) = floor((n + k)/2)",
        "forall n: floor((n - 7)/2) >= 0",
        "forall n: forall k: |n - k| <= max(n, k) - 1",
        "forall n: n mod 24 <= 22",
        "forall n: n < 1000 or floor(7*n/4) + floor(n/4) < 2*n",
        "exists n: floor(7*n/4) = 7*(n div 4) + 4",
        "forall n: exists k: k div 5 = n mod 3 and k mod 5 = n mod 7",
    ] {
        check_refused(&theorem(sentence), Claim::Theorem(1), "false");
    }
    let nim = |value: &str| {
        format!(
            "game nim \"Nim\"\npiles x, y\nmove nim: exactly 1 of x, y changes\nnim-value = {value}\n"
        )
    };
    for value in ["x + y", "x xor y xor 1", "0", "x - y"] {
        check_refused(&nim(value), Claim::NimValues, "nim-values");
    }
    let periodic = |value: &str| {
        format!("game g \"G\"\npiles x\nmove take: x - x' <= 70\nnim-value = {value}\n")
    };
    for value in [
        "x mod 70",
        "x mod 72",
        "(x + 1) mod 71",
        "(x mod 71) div 2",
        "if x < 500 then x mod 71 else (x + 1) mod 71",
    ] {
        check_refused(&periodic(value), Claim::NimValues, "nim-values");
    }
    let (_, large) = certificate(&periodic("x mod 71"), &[], &[Claim::NimValues]);
    assert!(check(&large, &Unwatched).is_ok());
    let (_, certificate) = certificate(&nim("x xor y"), &[], &[Claim::NimValues]);
    assert!(check(&certificate, &Unwatched).is_ok());
}

/// Nothing is believed of periods: a true claim is shown with any others, and those that are none are refused.
#[test]
fn periods_are_not_believed() {
    let (_, original) = certificate(SMALL, &[], &[Claim::PPositions, Claim::Theorem(0)]);
    let with = |claim: usize, periods: &[i64]| {
        let mut changed = original.clone();
        changed.claims[claim].periods = periods.to_vec();
        let changed = read(&changed.to_text());
        changed
            .and_then(|changed| check(&changed, &Unwatched))
            .is_ok()
    };
    for claim in 0..2 {
        // Sets of positions have none.
        for periods in [&[1][..], &[2], &[3], &[7], &[3, 1]] {
            assert_eq!(with(claim, periods), claim == 1, "{claim}: {periods:?}");
        }
        assert!(with(claim, &[]));
        for periods in [
            &[0][..],
            &[-1],
            &[-2, -2],
            &[65],
            &[9, 9],
            &[i64::MIN],
            &[i64::MAX, i64::MAX],
        ] {
            assert!(!with(claim, periods), "{claim}: {periods:?}");
        }
    }
    let text = "game g \"G\"\npiles x\nmove take: x - x' <= 70\nnim-value = x mod 71\n";
    let (_, mut values) = certificate(text, &[], &[Claim::NimValues]);
    assert_eq!(values.claims[0].periods, [71]);
    for (period, accepted) in [(142, true), (0, false), (-71, false), (1 << 21, false)] {
        values.claims[0].periods = vec![period];
        let answer = check(&values, &Unwatched);
        assert_eq!(answer.is_ok(), accepted, "{period}: {answer:?}");
    }
}

/// The strategies of a blocking game in other numbers and places, and one that makes the moves of another.
#[test]
fn forged_strategies_of_a_blocking_game_are_refused() {
    let (_, original) = certificate(BLOCKED, &[], &[Claim::PPositions]);
    let forge = |what: &str, change: &dyn Fn(&mut Certificate)| {
        let mut forged = original.clone();
        change(&mut forged);
        let forged = read(&forged.to_text());
        let answer = forged.and_then(|forged| check(&forged, &Unwatched));
        assert!(
            matches!(answer, Err(Refusal::Wrong(_))),
            "{what}: {answer:?}"
        );
    };
    let twice = "the first strategy twice";
    forge(twice, &|forged| {
        strategies(forged)[1] = strategies(forged)[0].clone()
    });
    forge("one strategy", &|forged| drop(strategies(forged).pop()));
    forge("a third strategy", &|forged| {
        let again = strategies(forged)[0].clone();
        strategies(forged).push(again);
    });
    forge("no moves", &|forged| strategies(forged)[1].clear());
    forge("all moves in one", &|forged| {
        let second = strategies(forged).remove(1);
        strategies(forged)[0].extend(second);
        strategies(forged).push(Vec::new());
    });
    for blocking in [0, 2, 3, u32::MAX] {
        forge("another number", &|forged| forged.rules.blocking = blocking);
    }
    let mut swapped = original.clone();
    strategies(&mut swapped).swap(0, 1);
    assert!(
        check(&swapped, &Unwatched).is_ok(),
        "the order says nothing"
    );
    for says in [
        Proposition::NimValues(Vec::new()),
        Proposition::MiserePPositions(Vec::new()),
    ] {
        let mut forged = original.clone();
        forged.claims[0].says = says;
        forged.claims[0].periods.clear();
        let answer = check(&forged, &Unwatched);
        assert!(
            matches!(answer, Err(Refusal::NotUnderstood(_))),
            "{answer:?}"
        );
    }
}

/// What is said about digits where numbers are written otherwise, or in a way that is not understood.
#[test]
fn digits_of_other_systems_are_refused() {
    let text = |sentence: &str| format!("{SMALL}theorem \"digits\": {sentence}\n");
    let even = |system: &str| {
        text(&format!(
            "forall n: digits(2*n, {system}) matches \".*0\" or n = n"
        ))
    };
    let systems = [
        ("binary", Numeration::Base(2)),
        ("base(4)", Numeration::Base(4)),
        ("zeckendorf", Numeration::Ostrowski(vec![1])),
        ("q(sqrt(3))", Numeration::Ostrowski(vec![2, 1])),
        ("p((1 + sqrt(3))/2)", Numeration::Ostrowski(vec![2, 1])),
        ("recurrence(1, 1)", Numeration::Recurrence(vec![1, 1])),
        ("recurrence(1, 1, 1)", Numeration::Recurrence(vec![1, 1, 1])),
        ("ternary_u", Numeration::TernaryU),
    ];
    for (name, own) in &systems {
        let spec = lang::load(&even(name), "a game", &[]).unwrap();
        let mut claimed = claimed(&spec, Claim::Theorem(1), "digits");
        for (_, system) in &systems {
            claimed.claims[0].system = system.clone();
            let answer = check(&claimed, &Unwatched);
            match own == system {
                true => assert!(answer.is_ok(), "{name}: {answer:?}"),
                false => assert!(
                    matches!(answer, Err(Refusal::NotUnderstood(_))),
                    "{name} in {system}: {answer:?}"
                ),
            }
        }
    }
    for sentence in [
        "forall n: shift(n - 1, binary) = 2*n - 2",
        "forall n: shift(n, q(sqrt(7))) >= n",
        "forall n: unshift(n, q(sqrt(7))) <= n",
        "forall n: shift(n, p(7/4)) >= n",
        "forall n: digits(n, q(1 + sqrt(7)/3)) matches \".*\"",
    ] {
        let spec = lang::load(&text(sentence), "a game", &[]).unwrap();
        if let Ok(says) = Speller::new(&spec).proposition(Claim::Theorem(1)) {
            for (_, system) in &systems {
                let mut claimed = claimed(&spec, Claim::Theorem(0), "digits");
                claimed.claims[0].says = says.clone();
                claimed.claims[0].system = system.clone();
                let answer = check(&claimed, &Unwatched);
                assert!(
                    matches!(answer, Err(Refusal::NotUnderstood(_))),
                    "{sentence}: {answer:?}"
                );
            }
        }
    }
}

/// Patterns that are none, or too long, and numbers that are read but have no digits.
#[test]
fn strange_patterns_are_refused() {
    let spec = lang::load(
        &format!("{SMALL}theorem \"digits\": forall n: digits(n, binary) matches \".*\"\n"),
        "a game",
        &[],
    )
    .unwrap();
    let original = claimed(&spec, Claim::Theorem(1), "digits");
    let with = |pattern: &str| {
        let mut changed = original.clone();
        let Proposition::Theorem(checker::statement::Formula::Forall(_, body)) =
            &mut changed.claims[0].says
        else {
            panic!("a sentence")
        };
        let checker::statement::Formula::Matches(_, _, said) = &mut **body else {
            panic!("digits")
        };
        *said = pattern.to_owned();
        read(&changed.to_text()).and_then(|changed| check(&changed, &Unwatched))
    };
    assert!(with(".*").is_ok() && with("0|1(0|1)*").is_ok() && with("0|1.{0,}").is_ok());
    let deep = "(".repeat(100_000);
    for pattern in [
        "",
        "(",
        ")",
        "()",
        "|",
        "0|",
        "[",
        "[]",
        "[0",
        "*",
        "0**",
        "0{",
        "0{}",
        "0{2",
        "0{2,1}",
        "<",
        "<>",
        "<1",
        "a",
        "0 ",
        "\\d",
        "é",
        "0{99999999999999999999}",
        ".{3000}",
        "(((.{50}){50}){50}){50}",
        &deep,
        ".*\" or true) or (digits(n, base(2)) matches \".*",
    ] {
        let answer = with(pattern);
        assert!(
            matches!(answer, Err(Refusal::Damaged(_) | Refusal::TooLarge)),
            "{pattern:.30}: {answer:?}"
        );
    }
    for pattern in [
        "1.*",
        "0",
        ".*0",
        "(..)*",
        ".{0,6}",
        "<2>*|.*1",
        "0|1.{0,5}",
    ] {
        assert!(matches!(with(pattern), Err(Refusal::Wrong(_))), "{pattern}");
    }
}
