//! Certificates that are changed, in their tables and in their bytes: refused, or another proof of a true claim.
//!
//! What the checker accepts after a change is looked at by brute force: the strategy of the changed certificate is
//! played from every position of a board, and must make exactly one move, a legal one, to a position that is
//! lost by the solver's count. The changes get past the guards against accidents: tables are made
//! canonical again and checksums are set right, so that it is the mathematics that refuses.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use logic::Unwatched;
use logic::evaluate::{Assignment, holds, value};
use logic::watch::{Limited, Stopped};
use numeration::natural::{Integer, Natural};
use rules::position::Position;
use rules::ruleset::Ruleset;
use rules::spec::Spec;

use crate::meaning::accepts;
use crate::naive::check_true;
use checker::claims::CheckedGame;
use checker::digits::DigitSystem;
use checker::formula::Formulas;
use checker::statement::Proposition;
use checker::{Certificate, ClaimEvidence, MoveTable, Refusal, Table, check, checksum};
use proof::claim::Claim;
use proof::prove::prove_claim;

pub(super) fn rules(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../rules/{name}.game"));
    let text = std::fs::read_to_string(path).unwrap();
    lang::print(&lang::parse(&text).unwrap())
}

pub(super) fn certificate(
    text: &str,
    arguments: &[(&str, &str)],
    claims: &[Claim],
) -> (Spec, Certificate) {
    let arguments: Vec<(String, String)> = arguments
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let spec = lang::load(text, "a game", &arguments).unwrap();
    let mut certificate = proof::begin_certificate(&spec).unwrap();
    for &claim in claims {
        let proof = prove_claim(&spec, claim, &Unwatched).proof.unwrap();
        proof::certify(&mut certificate, &spec, &proof, &Unwatched).unwrap();
    }
    assert!(check(&certificate, &Unwatched).is_ok(), "{}", spec.name);
    (spec, certificate)
}

pub(super) fn strategies(certificate: &mut Certificate) -> &mut Vec<Vec<MoveTable>> {
    match &mut certificate.claims[0].evidence {
        ClaimEvidence::Strategies(strategies) => strategies,
        _ => panic!("a strategy"),
    }
}

pub(super) fn ways(certificate: &mut Certificate) -> &mut Vec<MoveTable> {
    &mut strategies(certificate)[0]
}

/// All positions with piles up to a bound, which of them are lost, by counting back from the end, and which need a move.
struct Board {
    lost: HashMap<Position, bool>,
    moving: HashSet<Position>,
}

impl Board {
    fn new(spec: &Spec, misere: bool, most: u64) -> Self {
        let mut all = vec![Vec::new()];
        for _ in 0..spec.dimension() {
            all = all
                .iter()
                .flat_map(|piles: &Vec<u64>| {
                    (0..=most).map(|pile| [piles.as_slice(), &[pile]].concat())
                })
                .collect();
        }
        all.retain(|piles| spec.has(&piles.iter().copied().collect()));
        all.sort_by_key(|piles| piles.iter().sum::<u64>());
        let mut board = Self {
            lost: HashMap::new(),
            moving: HashSet::new(),
        };
        for piles in all {
            let position: Position = piles.into_iter().collect();
            let (mut options, mut targets) = (0, HashSet::new());
            let _ = spec.for_each_move(&position, &Unwatched, &mut |found| {
                options += 1;
                if board.lost[&found.to] {
                    targets.insert(found.to);
                }
                ControlFlow::Continue(())
            });
            let ended = misere && options == 0;
            let wins = targets.len() > spec.blocking as usize || ended;
            if wins && !ended {
                board.moving.insert(position.clone());
            }
            board.lost.insert(position, !wins);
        }
        board
    }

    /// Are the strategies of the first claim right on the whole board: each moves once from every position that needs a move,
    /// by a legal move to a lost position, and no two make the same move?
    fn is_won_by(&self, spec: &Spec, certificate: &Certificate) -> Result<(), String> {
        let mut certificate = certificate.clone();
        for position in self.lost.keys() {
            let mut targets = HashSet::new();
            let count = strategies(&mut certificate).len();
            for index in 0..count {
                let moves = self.moves(spec, &mut certificate, index, position)?;
                if moves.len() != usize::from(self.moving.contains(position)) {
                    return Err(format!("{} moves from {position}", moves.len()));
                }
                for target in moves {
                    if !targets.insert(target.clone()) {
                        return Err(format!("{position} to {target} twice"));
                    }
                }
            }
        }
        Ok(())
    }

    /// The moves of one strategy from a position.
    fn moves(
        &self,
        spec: &Spec,
        certificate: &mut Certificate,
        strategy: usize,
        position: &Position,
    ) -> Result<Vec<Position>, String> {
        let system = certificate.claims[0].system.clone();
        let set = match &certificate.claims[0].says {
            Proposition::MiserePPositions(_) => &spec.misere_p_positions,
            _ => &spec.p_positions,
        };
        let (pieces, mut moves) = (&set.as_ref().unwrap().pieces, Vec::new());
        for way in &strategies(certificate)[strategy] {
            let piece = &pieces[way.piece];
            for values in tuples(piece.variables.len(), 40) {
                let piles = position
                    .piles()
                    .iter()
                    .map(|pile| u64::try_from(pile).unwrap());
                let numbers: Vec<u64> = values.iter().copied().chain(piles).collect();
                if !accepts(&way.table, &system, &numbers) {
                    continue;
                }
                let mut known = Assignment::new();
                for (variable, &value) in piece.variables.iter().zip(&values) {
                    known.set(variable, Integer::from(value));
                }
                let target: Option<Vec<Natural>> = piece
                    .tuple
                    .iter()
                    .map(|term| Natural::try_from(value(term, &known).unwrap()).ok())
                    .collect();
                let target = Position::unchecked(target.ok_or("not a position")?);
                let legal = spec.legal(position, &target, &Unwatched).unwrap();
                if legal.is_err()
                    || !self.lost[&target]
                    || !holds(&piece.condition, &known).unwrap()
                {
                    return Err(format!("{position} to {target}"));
                }
                moves.push(target);
            }
        }
        Ok(moves)
    }
}

pub(super) fn tuples(count: usize, most: u64) -> Vec<Vec<u64>> {
    match count {
        0 => vec![Vec::new()],
        _ => {
            let shorter = tuples(count - 1, most);
            shorter
                .iter()
                .flat_map(|values| (0..=most).map(|value| [values.as_slice(), &[value]].concat()))
                .collect()
        }
    }
}

/// Puts every node of the right level, and the two absorbing ones, in the place of every successor, and turns every
/// mark around. Returns how many different strategies this makes and how many are accepted; every obligation must have
/// refused some of them.
fn change_tables(name: &str, arguments: &[(&str, &str)], step: usize) -> (usize, usize) {
    change_claim(&rules(name), arguments, Claim::PPositions, step)
}

fn change_claim(
    text: &str,
    arguments: &[(&str, &str)],
    claim: Claim,
    step: usize,
) -> (usize, usize) {
    let (spec, original) = certificate(text, arguments, &[claim]);
    let digits = DigitSystem::new(&original.claims[0].system).unwrap();
    let formulas = Formulas::new(&digits, &Unwatched).unwrap();
    let claimed = &original.claims[0].says;
    let game = CheckedGame::new(&original.rules, formulas, 1);
    let misere = matches!(claimed, Proposition::MiserePPositions(_));
    let (Proposition::PPositions(pieces) | Proposition::MiserePPositions(pieces)) = claimed else {
        panic!("P-positions")
    };
    let claimed = game.p_positions(pieces, misere).unwrap();
    let board = Board::new(&spec, misere, 16);
    assert_eq!(board.is_won_by(&spec, &original), Ok(()));
    let (mut changed, mut accepted) = (0, 0);
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    for (number, strategy) in strategies(&mut original.clone()).iter().enumerate() {
        let mut open = claimed.outside.clone();
        for (index, way) in strategy.iter().enumerate() {
            for table in changes(&way.table).step_by(step) {
                let mut mutant = original.clone();
                strategies(&mut mutant)[number][index].table = table.canonical(&Unwatched).unwrap();
                if mutant == original {
                    continue;
                }
                changed += 1;
                // The parts before it are as they were, and need not be checked again.
                let first = claimed.open_after(&strategies(&mut mutant)[number][index], &open);
                match first.and_then(|_| claimed.won_by(strategies(&mut mutant))) {
                    Err(refusal) => *refusals.entry(refusal.to_string()).or_insert(0) += 1,
                    Ok(()) => {
                        accepted += 1;
                        let won = board.is_won_by(&spec, &mutant);
                        assert_eq!(won, Ok(()), "part {index} of {}: {table:?}", spec.name);
                    }
                }
            }
            open = claimed.open_after(way, &open).unwrap();
        }
    }
    println!(
        "{}: {accepted} of {changed} accepted, {refusals:#?}",
        spec.name
    );
    for obligation in ["needs no move", "rules do not allow", "no move for some"] {
        assert!(
            refusals.keys().any(|reason| reason.contains(obligation)),
            "{obligation}"
        );
    }
    (changed, accepted)
}

fn changes(table: &Table) -> impl Iterator<Item = Table> + '_ {
    let depth = 1 + table.rows.iter().map(|row| row.level).max().unwrap_or(0);
    table.rows.iter().enumerate().flat_map(move |(index, row)| {
        let below = (row.level + 1) % depth;
        let nodes = (0..table.rows.len()).filter(move |&other| table.rows[other].level == below);
        let nodes: Vec<u32> = nodes.map(|node| node as u32 + 2).chain([0, 1]).collect();
        let entries = (0..row.next.len())
            .flat_map(move |digit| nodes.clone().into_iter().map(move |node| (digit, node)));
        let marks = (row.level == 0).then(|| {
            let mut changed = table.clone();
            changed.rows[index].accepts = !row.accepts;
            changed
        });
        let successors = entries.map(move |(digit, node)| {
            let mut changed = table.clone();
            changed.rows[index].next[digit] = node;
            changed
        });
        successors.chain(marks)
    })
}

#[test]
fn every_change_of_a_table_of_the_mouse_is_refused_or_another_strategy() {
    let (changed, accepted) = change_tables("mouse", &[], 1);
    assert!(
        changed > 1000 && accepted * 20 < changed,
        "{accepted} of {changed}"
    );
}

#[test]
fn changes_of_the_tables_of_wythoff_are_refused_or_another_strategy() {
    let (changed, accepted) = change_tables("wythoff", &[("d", "1")], 29);
    assert!(
        changed > 1000 && accepted * 20 < changed,
        "{accepted} of {changed}"
    );
}

/// Members that are looked at for each remainder of their variable.
#[test]
fn changes_of_the_tables_of_the_succinct_rat_are_refused_or_another_strategy() {
    let (changed, accepted) = change_tables("succinct-rat", &[("d", "2")], 5);
    assert!(
        changed > 100 && accepted * 20 < changed,
        "{accepted} of {changed}"
    );
}

/// The parts of misère play, in which positions without a move need none.
#[test]
fn changes_of_the_tables_of_misere_play_are_refused_or_another_strategy() {
    let (changed, accepted) = change_claim(&rules("nim-pass"), &[], Claim::MiserePPositions, 7);
    assert!(
        changed > 200 && accepted * 20 < changed,
        "{accepted} of {changed}"
    );
}

/// Take one to three, where one option may be forbidden: of the options that are left, two are winning.
pub(super) const BLOCKED: &str = "game blocked \"Blocked\"
piles n
blocking 1

move take: n - n' <= 3

P = { (4*k) | k >= 0 } or { (4*k + 1) | k >= 0 }
";

/// Each of two strategies, which must never make the same move.
#[test]
fn changes_of_the_tables_of_a_blocking_game_are_refused_or_other_strategies() {
    let (changed, accepted) = change_claim(BLOCKED, &[], Claim::PPositions, 1);
    assert!(
        changed > 200 && accepted * 20 < changed,
        "{accepted} of {changed}"
    );
    let (changed, accepted) = change_claim(
        &rules("blocking-wythoff"),
        &[("K", "2")],
        Claim::PPositions,
        97,
    );
    assert!(
        changed > 100 && accepted * 20 < changed,
        "{accepted} of {changed}"
    );
}

/// Claims in binary digits, in those of Fibonacci, and in those of a recurrence with its shifts.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn changes_of_the_tables_of_games_in_digits_are_refused_or_another_strategy() {
    let (changed, accepted) = change_tables("mark", &[], 1);
    assert!(
        changed > 20 && accepted * 5 < changed,
        "{accepted} of {changed}"
    );
    for system in ["zeckendorf", "recurrence(1, 1)", "recurrence(2, 1)"] {
        let text = in_digits(system);
        let (changed, accepted) = change_claim(&text, &[], Claim::PPositions, 41);
        assert!(
            changed > 50 && accepted * 10 < changed,
            "{accepted} of {changed}"
        );
    }
}

/// Wythoff's game, or one with a smaller diagonal, in the digits of a system of two terms.
fn in_digits(system: &str) -> String {
    let (most, digits) = match system {
        "recurrence(2, 1)" => (1, "12"),
        _ => (0, "1"),
    };
    format!(
        "game digits \"Digits\"
piles x <= y

system S = {system}

move I: exactly 1 of x, y changes

move II:
    x' < x and y' < y
    |(x - x') - (y - y')| <= {most}

P when x = 0 and y = 0 or digits(x, S) matches \".*[{digits}](00)*\" and y = shift(x, S)
"
    )
}

/// The certificate with its checksum set right.
fn signed(text: &str) -> String {
    let body = &text[..text
        .trim_end_matches('\n')
        .rfind('\n')
        .map_or(0, |end| end + 1)];
    format!("{body}checksum {:016x}\n", checksum(body))
}

/// Every byte of a small certificate, changed to several others: refused, first by the checksum, and with the
/// checksum set right by what it says, unless it says something else that is true, which is then not the game it was made for.
#[test]
fn every_byte_matters() {
    change_bytes(SMALL, Claim::PPositions, b"0123456789+- \nankP=<>(*");
    change_bytes(BLOCKED, Claim::PPositions, b"0123456789+- \nankP=<>(*");
}

/// The same of conditions on digits: the signs of patterns, the names of systems and the tuples of places.
#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn every_byte_of_what_is_said_about_digits_matters() {
    change_bytes(VILE, Claim::PPositions, b"0123456789+-.*|?()[]{},nb");
    change_bytes(PLACES, Claim::Theorem(0), b"0123456789+-.*|?()<=>,abe");
    change_bytes(SHIFTS, Claim::Theorem(0), b"0123456789+-.*|?()<=>,abe");
}

/// Changes every byte of the certificate of a claim of a game, and of its first theorem if there is one.
fn change_bytes(game: &str, claim: Claim, others: &[u8]) {
    let claims = match (claim, game.contains("theorem")) {
        (Claim::PPositions, true) => vec![claim, Claim::Theorem(0)],
        _ => vec![claim],
    };
    let (spec, original) = certificate(game, &[], &claims);
    let text = original.to_text();
    let board = Board::new(&spec, false, 16);
    let (mut readable, mut accepted) = (0, 0);
    for place in 0..text.trim_end_matches('\n').rfind('\n').unwrap() {
        for &byte in others {
            let mut bytes = text.clone().into_bytes();
            if std::mem::replace(&mut bytes[place], byte) == byte {
                continue;
            }
            let Ok(damaged) = String::from_utf8(bytes) else {
                continue;
            };
            assert!(read(&damaged).is_err(), "byte {place}");
            let Ok(mutant) = read(&signed(&damaged)) else {
                continue;
            };
            readable += 1;
            if check(&mutant, &Unwatched).is_err() {
                continue;
            }
            accepted += 1;
            let stated = mutant.statement() != original.statement();
            let same = proof::is_about(&mutant, &spec);
            if same && claim == Claim::PPositions {
                // Other names of the game or of variables, or another strategy.
                assert_eq!(board.is_won_by(&spec, &mutant), Ok(()), "byte {place}");
            } else {
                assert!(stated || same, "byte {place}");
                check_true(&mutant, &damaged);
            }
        }
    }
    println!("{accepted} of {readable} readable changes accepted");
    // A theorem needs no strategy: whatever else is true is accepted.
    let refused = match claim {
        Claim::PPositions => 2 * accepted < readable,
        _ => accepted + 20 < readable,
    };
    assert!(readable > 100 && refused, "{accepted} of {readable}");
}

pub(super) fn read(text: &str) -> Result<Certificate, Refusal> {
    Certificate::from_text(text, &Unwatched)
}

/// Take one, or leave half.
const VILE: &str = "game vile \"Vile\"
piles n

move one: n' = n - 1
move half: n' = n div 2

P when digits(n, binary) matches \".*1(00)*0|0\"
";

const PLACES: &str = "game places \"Places\"
piles n

move one: n' = n - 1

theorem \"sums\": forall n: forall m: (in every place of (n, m) in binary: n + m <= 1) implies (n xor m) = n + m
";

const SHIFTS: &str = "game shifts \"Shifts\"
piles n

move one: n' = n - 1

theorem \"shifts\": forall n: digits(shift(n, recurrence(1, 1, 1)), recurrence(1, 1, 1)) matches \".*0\" and unshift(shift(n, recurrence(1, 1, 1)), recurrence(1, 1, 1)) = n
";

/// Take one or two.
pub(super) const SMALL: &str = "game small \"Small\"
piles n

move take: n - n' <= 2

P = { (3*k) | k >= 0 }

theorem \"third\": forall n: exists k: n = 3*k or n = 3*k + 1 or n = 3*k + 2
";

#[test]
fn the_watch_is_obeyed() {
    let (_, certificate) = certificate(&rules("wythoff"), &[("d", "2")], &[Claim::PPositions]);
    let unlimited = || Limited::new(&Unwatched);
    let stopped = |watch: Limited<'_>| match check(&certificate, &watch) {
        Err(Refusal::Stopped(reason)) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        stopped(unlimited().questions(0).stopping(Stopped::Cancelled)),
        Stopped::Cancelled
    );
    assert!(matches!(
        stopped(unlimited().memory(1000)),
        Stopped::Memory { allowed: 1000, .. }
    ));
}

/// The checker knows its own notation, and nothing of the rules language, the formulas of a game or the search.
/// The compiler sees to it that the checker uses nothing but `watch` and a hash map, if nobody adds a
/// dependency.
#[test]
fn the_checker_shares_no_code_with_the_search() {
    let manifest = include_str!("../Cargo.toml");
    let (_, rest) = manifest.split_once("[dependencies]\n").unwrap();
    let (dependencies, _) = rest.split_once("\n\n").unwrap();
    let names: Vec<&str> = dependencies
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(names, ["rustc-hash", "watch"]);
}
