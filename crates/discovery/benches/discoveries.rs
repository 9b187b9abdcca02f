//! How long a discovery takes: every game is found from its rules alone, and the verdict is asserted.
//!
//! Beside the time of the search stand that of brute force alone, to the size of the board on which the claim was found, and that of the final proof alone, in the
//! same run. For the median of the list, a discovery costs at most ten times brute force plus three times the proof.
#![allow(clippy::pedantic, clippy::restriction)]

use std::time::{Duration, Instant};

use discovery::{BareRules, Board, Candidate, DiscoveryOptions, discover};
use logic::Unwatched;
use proof::{Claim, ClaimOutcome, prove_claim};
use rules::outcome::Play;

const WYTHOFF: &str = include_str!("../../../rules/wythoff.game");
const BETA_WYNIM: &str = include_str!("../../../rules/beta-wynim.game");
const FAT_RAT: &str = include_str!("../../../rules/fat-rat.game");
const SUCCINCT_RAT: &str = include_str!("../../../rules/succinct-rat.game");
const BLOCKING: &str = include_str!("../../../rules/blocking-wythoff.game");

/// What a game may take, unless its proof alone takes long.
const MINUTE: Duration = Duration::from_secs(60);

fn main() {
    let mut games: Vec<(String, String, Play)> = Vec::new();
    let mut add = |text: &str, values: &str, play: Play| {
        games.push((text.to_owned(), values.to_owned(), play));
    };
    for d in 1..=6 {
        add(WYTHOFF, &format!("d={d}"), Play::Normal);
    }
    add(WYTHOFF, "", Play::Misere);
    for beta in [
        "2+sqrt(2)",
        "(5+sqrt(5))/2",
        "(5+sqrt(13))/2",
        "(3+sqrt(17))/2",
        "3+sqrt(3)",
        "1+sqrt(7)",
    ] {
        add(BETA_WYNIM, &format!("beta={beta}"), Play::Normal);
    }
    for values in ["m=2", "m=3"] {
        add(FAT_RAT, values, Play::Normal);
    }
    for values in ["d=2", "d=3"] {
        add(SUCCINCT_RAT, values, Play::Normal);
    }
    for values in ["K=1", "K=2"] {
        add(BLOCKING, values, Play::Normal);
    }
    for text in [
        include_str!("../../../rules/mouse.game"),
        include_str!("../../../rules/rat.game"),
        include_str!("../../../rules/raleigh.game"),
        include_str!("../../../rules/mark.game"),
        include_str!("../../../rules/tribonacci.game"),
        include_str!("../../../docs/tutorial.in/skip.game"),
    ] {
        add(text, "", Play::Normal);
    }
    for k in 1..=12 {
        add(&ended(k), "", Play::Normal);
    }
    println!(
        "{:<34} {:>9} {:>9} {:>9} {:>6}  found",
        "game", "search", "board", "proof", "cost"
    );
    let measured = games
        .iter()
        .map(|(text, values, play)| measure(text, values, *play));
    let mut costs: Vec<u128> = measured.collect();
    costs.sort_unstable();
    let median = costs[costs.len() / 2];
    println!("median cost: {median} % of ten times the board and three times the proof");
    assert!(median <= 100, "the median cost is {median} %");
}

/// Wythoff's game that ends at few tokens.
fn ended(tokens: u32) -> String {
    format!(
        "game ended-at-{tokens}\npiles x <= y\nmove I: exactly 1 of x, y changes\n\
         move II: x' < x and x - x' = y - y'\nends when x + y <= {tokens}"
    )
}

/// The cost of a discovery, in hundredths of ten times brute force and three times the proof.
fn measure(text: &str, values: &str, play: Play) -> u128 {
    let given = values.split_once('=').into_iter();
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let opened = lang::open(text, "bench.game", |_| given.collect()).expect("a correct file");
    let name = opened.spec.name.clone();
    let rules = BareRules::of(&opened).expect("rules stay rules");
    let options = DiscoveryOptions {
        max: None,
        systems: None,
        play,
    };
    let start = Instant::now();
    let answer = discover(&rules, &options, &Unwatched).expect("a game that can be solved");
    let search = start.elapsed();
    let found = answer
        .found
        .unwrap_or_else(|| panic!("{name}: {:#?}", answer.tried));
    let claim = match play {
        Play::Normal => Claim::PPositions,
        Play::Misere => Claim::MiserePPositions,
    };
    let start = Instant::now();
    let report = prove_claim(&found.game, claim, &Unwatched);
    assert_eq!(report.outcome, ClaimOutcome::Proved, "{name}");
    let proof = start.elapsed();
    let start = Instant::now();
    let board = Board::solve(rules.spec(), found.bound, play, &Unwatched);
    let board = board
        .map(|_| start.elapsed())
        .expect("a game that can be solved");
    let cost = 100 * search.as_nanos() / (10 * board + 3 * proof).as_nanos().max(1);
    // Where the proof alone takes long, the search takes little more.
    let allowed = MINUTE.max(4 * proof);
    assert!(
        search < allowed,
        "{name} takes {search:?}, the proof {proof:?}"
    );
    let what = match &found.candidate {
        Candidate::Formula(formula) => formula.claim.clone(),
        Candidate::Automaton(automatic) => {
            format!("{} states in {}", automatic.states(), automatic.named())
        }
    };
    println!(
        "{name:<34} {:>7.2} s {:>7.3} s {:>7.3} s {cost:>4} %  {what}",
        search.as_secs_f64(),
        board.as_secs_f64(),
        proof.as_secs_f64()
    );
    cost
}
