//! What `games`, `rules`, `table`, `outcome`, `moves` and `prove` say of one claim comes from one
//! place, in the same words, and a list that is false somewhere ends before that.
#![allow(clippy::unwrap_used)]

use lab::{
    Claim, ClaimOutcome, DescribeRequest, Detail, Evidence, Game, GameReference, GamesRequest,
    LabError, Method, MovesRequest, Natural, NimValue, Notation, OutcomeRequest, Play, Position,
    ReasonDetail, Request, RulesRequest, StrategyName, TableAnswer, TableRequest, Unwatched,
};
use proptest::prelude::*;
use strategies::catalog::GAMES;
use strategies::strategy::Targets;

fn open(name: &str) -> Game {
    let reference: GameReference = name.parse().unwrap();
    let source = reference.source(|_| Err(LabError::input("no files")));
    Game::open(&source.unwrap()).unwrap()
}

fn position(piles: &[u64]) -> Position {
    piles.iter().copied().collect()
}

fn outcome(game: &Game, piles: &[u64], method: Method) -> Result<String, LabError> {
    let request = OutcomeRequest {
        game,
        position: position(piles),
        method,
        play: Play::Normal,
        detail: Detail::Brief,
        telling: ReasonDetail::InShort,
    };
    Ok(request.answer(&Unwatched)?.evidence.to_string())
}

fn winning_moves(game: &Game, piles: &[u64]) -> Result<String, LabError> {
    let request = MovesRequest {
        game,
        position: position(piles),
        winning: true,
        limit: None,
        play: Play::Normal,
    };
    Ok(request.answer(&Unwatched)?.evidence.unwrap().to_string())
}

fn table(game: &Game, rows: usize) -> Result<TableAnswer, LabError> {
    let request = TableRequest {
        game,
        rows,
        columns: &[],
    };
    request.answer(&Unwatched)
}

fn rules(game: &Game) -> String {
    let request = RulesRequest {
        game,
        notation: Notation::Text,
    };
    request.answer(&Unwatched).unwrap().rules
}

/// Whatever names the claim of the P-positions says of it what the catalogue says, or that it is
/// false.
fn check(name: &str, piles: &[u64]) {
    let game = open(name);
    let words = game.cited(Claim::PPositions).unwrap().to_string();
    let said = |evidence: &str| assert_eq!(evidence, words, "{name} {piles:?}");
    match table(&game, 12) {
        Ok(table) => {
            said(&table.evidence.to_string());
            check_rows(&game, &table);
        }
        Err(error) => assert!(error.is_beyond(), "{name}: {error}"),
    }
    let wrong = game.refuted_claims();
    let rules = rules(&game);
    match wrong.as_slice() {
        [] => assert!(rules.contains(&words), "{name}\n{rules}"),
        [refuted] => {
            let why = format!("refuted: {}", refuted.counterexample);
            assert!(rules.contains(&why), "{name}\n{rules}");
        }
        _ => panic!("{name}"),
    }
    for method in [Method::Claim, Method::Strategy(StrategyName::Algebraic)] {
        match outcome(&game, piles, method) {
            Ok(evidence) => said(&evidence),
            Err(error) => assert!(error.is_beyond() || error.is_limit(), "{name}: {error}"),
        }
    }
    let found = [
        outcome(&game, piles, Method::Best),
        winning_moves(&game, piles),
    ];
    for evidence in found.into_iter().flatten() {
        if !evidence.starts_with("exhaustive") {
            said(&evidence);
        }
    }
    // What is refuted is known to be false, and nothing else is.
    let is_false = words.contains("is false there");
    assert_eq!(
        is_false,
        !game.refuted_claims().is_empty(),
        "{name}: {words}"
    );
}

/// The rows that are shown are the P-positions of brute force, where it can read the rules.
fn check_rows(game: &Game, table: &TableAnswer) {
    let (spec, rows) = (game.spec().unwrap(), &table.rows);
    let most = rows.iter().flat_map(|row| &row[1..3]).max().unwrap();
    let max = u32::try_from(most).unwrap();
    let Ok(solved) = solver::outcomes(spec, max, Play::Normal, &Unwatched) else {
        return;
    };
    let mut found: Vec<Vec<Natural>> = solved
        .iter()
        .filter(|piles| piles.is_sorted())
        .map(|piles| piles.iter().copied().map(Natural::from).collect())
        .collect();
    found.sort();
    let shown = rows.iter().map(|row| &row[1..3]);
    let shown: Vec<Vec<Natural>> = shown
        .map(|row| {
            row.iter()
                .map(|pile| Natural::try_from(pile.clone()).unwrap())
                .collect()
        })
        .collect();
    found.truncate(shown.len());
    assert_eq!(found, shown, "{}", game.name());
}

/// Numbers of which some are irrational, some are not and do not look it, and some nobody knows.
fn numbers() -> impl Strategy<Value = String> {
    let quadratic = (1_i64..9, 1_i64..4, 2_i64..30, 1_i64..4)
        .prop_map(|(a, b, root, c)| format!("({a}+{b}*sqrt({root}))/{c}"));
    let transcendental = (prop::sample::select(vec!["pi", "e", "ln(2)"]), 0_i64..40)
        .prop_map(|(number, tenths)| format!("{number}+{tenths}/10"));
    let open =
        (1_i64..5, 0_i64..30).prop_map(|(times, tenths)| format!("(pi+{times}*e)/2+{tenths}/10"));
    let hidden = prop::sample::select(vec![
        "cbrt(2)*cbrt(4)",
        "ln(4)-2*ln(2)+2",
        "sqrt(pi^2)/pi+1",
    ]);
    let rational = (hidden, 1_i64..20).prop_map(|(two, tenths)| format!("{two}+{tenths}/10"));
    prop_oneof![quadratic, transcendental, open, rational]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn one_claim_one_evidence(
        game in prop::sample::select(vec!["beta-nim", "beta-wynim", "beta-t-wynim"]),
        beta in numbers(),
        piles in prop::array::uniform2(0_u64..40),
    ) {
        let name = format!("{game}:beta={beta}");
        let reference: GameReference = name.parse().unwrap();
        let source = reference.source(|_| Err(LabError::input("no files"))).unwrap();
        // A number that is seen to be rational, or at most 2, makes no game.
        if Game::open(&source).is_ok() {
            check(&name, &piles);
        }
    }
}

/// The same words for every game of the catalogue, where its list says what the game says.
#[test]
fn the_list_of_games_says_what_they_say() {
    let listed = GamesRequest { names: Vec::new() };
    for summary in listed.answer(&Unwatched).unwrap().games {
        let Some(evidence) = summary.evidence.map(|evidence| evidence.to_string()) else {
            continue;
        };
        let game = open(&summary.name);
        assert!(rules(&game).contains(&evidence), "{}", summary.name);
        if game.claims().contains(&Claim::PPositions) && game.splitting().is_none() {
            assert_eq!(table(&game, 1).unwrap().evidence.to_string(), evidence);
            let piles = vec![0; game.rules().pile_names().unwrap().len()];
            assert_eq!(outcome(&game, &piles, Method::Claim).unwrap(), evidence);
        }
    }
    assert!(GAMES.len() > 30);
}

const THEOREM_1: &str = "A. S. Fraenkel and U. Larsson, Take-away games on Beatty's theorem and the notion of k-invariance, \
                         Games of No Chance 5 (2019), Theorem 1";

#[test]
fn a_false_list_ends_where_it_fails() {
    for beta in ["e", "sqrt(5)"] {
        let game = open(&format!("beta-t-wynim:beta={beta}"));
        let shown = table(&game, 21).unwrap();
        assert!(shown.rows.len() < 21 && shown.stopped.is_some(), "{beta}");
        check_rows(&game, &shown);
        let report = game.prove(Claim::PPositions, &Unwatched).unwrap();
        assert!(matches!(report.outcome, ClaimOutcome::Refuted(_)), "{beta}");
    }
    let shown = table(&open("beta-t-wynim:beta=e"), 21).unwrap();
    assert_eq!(shown.rows.len(), 19);
    let words = format!(
        "theorem: {THEOREM_1}, for positions that do not reach (30, 51); it is false there, since the rules allow the move \
         to (26, 46) (docs/beta-triangles.md)"
    );
    assert_eq!(shown.evidence.to_string(), words);
}

#[test]
fn a_theorem_is_cited_where_its_premise_is_known() {
    let theorem = format!("theorem: {THEOREM_1}");
    check("beta-nim:beta=pi", &[1, 3]);
    assert_eq!(
        winning_moves(&open("beta-nim:beta=pi"), &[1, 2]).unwrap(),
        theorem
    );
    let known = "theorem: {}, which is true for this β (docs/beta-triangles.md)";
    let shown = table(&open("beta-t-wynim:beta=pi"), 3).unwrap();
    assert_eq!(shown.evidence.to_string(), known.replace("{}", THEOREM_1));
    for beta in [
        "pi+e",
        "cbrt(2)*cbrt(4)+1/2",
        "ln(4)-2*ln(2)+5/2",
        "sqrt(pi^2)/pi+3/2",
    ] {
        let name = format!("beta-nim:beta={beta}");
        check(&name, &[1, 3]);
        let shown = table(&open(&name), 1).unwrap();
        let words = format!("conjecture: {THEOREM_1}, if {beta} is irrational");
        assert_eq!(
            shown.evidence.to_string().replace(' ', ""),
            words.replace(' ', "")
        );
    }
}

#[test]
fn theorems_whose_printed_proofs_fail_are_cited_with_the_page_that_proves_them() {
    for (name, piles, page) in [
        ("frankenstein", vec![2, 5], "docs/arrays.md"),
        ("succinct-rat", vec![1, 2, 5], "docs/rat-game-values.md"),
        ("grandiose-rat", vec![1, 2, 5], "docs/rat-game-values.md"),
    ] {
        let evidence = outcome(&open(name), &piles, Method::Best).unwrap();
        assert!(evidence.contains(page), "{name}: {evidence}");
    }
}

/// What the list of games announces is there, and what is there is announced.
#[test]
fn what_is_announced_is_there() {
    let words: [(StrategyName, &[&str]); 5] = [
        (StrategyName::Recursive, &["recursion", "from a table"]),
        (StrategyName::Window, &["in windows"]),
        (StrategyName::Array, &["array"]),
        (
            StrategyName::Algebraic,
            &["formula", "Beatty", "golden section", "floors"],
        ),
        (
            StrategyName::Arithmetic,
            &[
                "system",
                "binary",
                "nim-sum",
                "Welter's function",
                "periodic",
            ],
        ),
    ];
    for entry in GAMES {
        let game = open(entry.name);
        let strategies = game.strategies(&Unwatched).unwrap();
        let claims = game.claims();
        for (name, words) in words {
            let is_there = strategies.iter().any(|strategy| strategy.name() == name);
            let is_announced = words.iter().any(|word| entry.known.contains(word));
            let by_claim =
                claims.contains(&Claim::PPositions) || claims.contains(&Claim::NimValues);
            let by_values = entry.known.contains("nim-values");
            let is_elsewhere = match name {
                StrategyName::Recursive => entry.known.contains("reading=literal"),
                StrategyName::Algebraic | StrategyName::Arithmetic => by_claim || by_values,
                _ => false,
            };
            assert!(is_announced || !is_there, "{}: {name}", entry.name);
            assert!(
                is_there || !is_announced || is_elsewhere,
                "{}: {name}",
                entry.name
            );
        }
    }
}

/// No caption and no title has a parameter whose value it does not tell.
#[test]
fn captions_tell_the_values_of_parameters() {
    for entry in GAMES {
        let game = open(entry.name);
        let described = DescribeRequest { game: &game };
        let described = described.answer(&Unwatched).unwrap();
        let captions = described
            .kinds
            .iter()
            .filter_map(|kind| kind.caption.as_ref());
        for text in captions.chain([&described.title]) {
            let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
            let untold = words.find(|word| {
                let mut parameters = described.parameters.iter();
                let parameter = parameters.find(|parameter| parameter.name == *word);
                parameter.is_some_and(|parameter| {
                    !text.contains(&format!("{word} = {}", parameter.value))
                })
            });
            // Games are called after their parameter.
            let is_name = text.starts_with("beta");
            assert!(untold.is_none() || is_name, "{}: {text}", entry.name);
        }
    }
    let kinds = open("wythoff:d=2").kinds();
    assert!(kinds[1].1.as_ref().unwrap().ends_with("|s - t| < 2"));
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn welters_function_answers_at_any_size() {
    let game = open("welter:m=3");
    let value = game
        .value(&position(&[1000, 2000, 3000]), &Unwatched)
        .unwrap();
    assert!(matches!(value.evidence, Evidence::Theorem(_)));
    // On a board, where brute force can tell: every value, and every move to every value.
    for m in 1..=4 {
        let game = open(&format!("welter:m={m}"));
        let strategies = game.strategies(&Unwatched).unwrap();
        let solved = solver::nim_values(game.spec().unwrap(), 12, &Unwatched).unwrap();
        for piles in
            (0..13_u64.pow(m)).map(|code| (0..m).map(move |place| code / 13_u64.pow(place) % 13))
        {
            let piles: Vec<u64> = piles.collect();
            if piles.windows(2).any(|pair| pair[0] >= pair[1]) {
                continue;
            }
            let at = |piles: &[u64]| {
                let piles: Vec<u32> = piles.iter().map(|pile| *pile as u32).collect();
                solved.value(&piles).unwrap()
            };
            let told = strategies[0].nim_value(&position(&piles)).unwrap();
            assert_eq!(told, Some(at(&piles)), "{piles:?}");
            for wanted in 0..14_u64 {
                let wanted = NimValue::from(wanted);
                let Some(Targets::All(mut told)) =
                    strategies[0].targets(&position(&piles), &wanted).unwrap()
                else {
                    panic!("{piles:?}");
                };
                let mut options = Vec::new();
                let walked =
                    game.rules()
                        .for_each_move(&position(&piles), &Unwatched, &mut |option| {
                            let to: Vec<u64> = option
                                .to
                                .piles()
                                .iter()
                                .map(|pile| u64::try_from(pile).unwrap())
                                .collect();
                            if at(&to) == wanted {
                                options.push(option.to);
                            }
                            std::ops::ControlFlow::Continue(())
                        });
                assert!(walked.unwrap().is_continue());
                told.sort();
                options.sort();
                assert_eq!(told, options, "{piles:?} to {wanted:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_searched_is_not_begun() {
    let game = open("beta-t-wynim:beta=e");
    let far = game.position("10^30,10^30+5").unwrap();
    let error = game.outcome(&far, Play::Normal, &Unwatched).unwrap_err();
    assert!(error.is_beyond(), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("too many positions can be reached"),
        "{error}"
    );
    // What is known of the claim is told: it would have been asked, if it were true.
    let known = "the P-positions that the rules claim are wrong: (30, 51) and (26, 46)";
    assert!(error.to_string().contains(known), "{error}");
}
