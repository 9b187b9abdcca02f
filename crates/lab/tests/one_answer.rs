//! Nobody contradicts anybody: `outcome`, `moves --winning`, `value`, `solve`, `batch` and the hint of `play`, for every game of the
//! catalogue and for files that users might write, with claims that are true, false or beyond any proof, against a recursion
//! over the moves of the rules and against solved boards. And nobody says to know better than was shown.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use knowledge::{Error, Game, GameReference, GameSource, Method};
use lab::{
    Claim, ClaimOutcome, Evidence, Level, NimValue, Outcome, Partner, Play, PlayRequest, Player,
    Position, Refuted, Request, Saying, Session, SessionAnswer, SessionQuestion, SolveGoal,
    SolveRequest, Unwatched,
};
use play::Adviser;
use rules::spec::PileOrder;
use solver::{PPositions, plain};

fn normal(game: &Game) -> Partner<'_> {
    Partner::new(game, Play::Normal)
}

/// Moves of games with one pile.
const HEAP_MOVES: &[&str] = &[
    "n - n' in {1, 2}",
    "1 <= n - n' <= 3",
    "n - n' in {1, 3, 4}",
    "n' >= n div 2",
    "n' = n - 1 or n' = n div 2",
    "n - n' in {2, 5}",
    "n - n' not in {1, 2}",
    "n - n' = 1 or n' = 0",
    "n - n' in {1, 6}",
];

/// Claims about them: of each game some are true.
const HEAP_CLAIMS: &[&str] = &[
    "",
    "P = { 3*k | k >= 0 }",
    "P = { 4*k | k >= 0 }",
    "P when n mod 7 in {0, 2}",
    "P = { (0) }",
    "P = { floor(k*pi) | k >= 0 }",
    "nim-value = n mod 3",
    "nim-value = n mod 4",
    "nim-value if (n < 2) = n",
    "nim-value = 5",
    "P = { 3*k | k >= 0 }\nnim-value = n mod 3",
];

/// Moves of games with two piles.
const PAIR_MOVES: &[&str] = &[
    "exactly 1 of x, y changes",
    "exactly 1 of x, y changes\nmove both: x' < x and x - x' = y - y'",
    "exactly 1 of x, y changes\nmove knight: (x - x' = 1 and y - y' = 2) or (x - x' = 2 and y - y' = 1)",
    "at most 2 of x, y change",
    "(x - x') + (y - y') <= 2",
    "exactly 1 of x, y changes and (x - x') + (y - y') <= 3",
];

/// Claims about them.
const PAIR_CLAIMS: &[&str] = &[
    "",
    "P when x = y",
    "P when x = 0 and y = 0",
    "P when (x + y) mod 3 = 0",
    "P = { (floor(k*phi), floor(k*phi^2)) | k >= 0 } or { (floor(k*phi^2), floor(k*phi)) | k >= 0 }",
    "P = { (floor(k*pi), floor(k*e)) | k >= 0 }",
    "nim-value = (x + y) mod 3",
    "nim-value if (x = y) = 0",
];

/// How the piles are declared, whether a game ends early, and whether every vector is a position.
const PAIRS: &[&str] = &[
    "piles x, y",
    "piles x <= y",
    "piles x, y\nends when x + y <= 1",
    "piles x, y\npositions when x + y != 3",
];

/// Rules, and a claim about them.
fn texts() -> Vec<(String, &'static str)> {
    let heap = |rule: &&str| format!("game heap \"A heap\"\npiles n\nmove take: {rule}\n");
    let heaps = HEAP_MOVES.iter().map(heap);
    let pair = |(piles, rule): (&str, &&str)| {
        format!("game pair \"Two piles\"\n{piles}\nmove take: {rule}\n")
    };
    let pairs = PAIRS
        .iter()
        .flat_map(|piles| PAIR_MOVES.iter().map(move |rule| pair((*piles, rule))));
    let with = |rules: String, claims: &'static [&'static str]| {
        claims.iter().map(move |claim| (rules.clone(), *claim))
    };
    heaps
        .flat_map(|rules| with(rules, HEAP_CLAIMS))
        .chain(pairs.flat_map(|rules| with(rules, PAIR_CLAIMS)))
        .collect()
}

/// A file with this text.
fn own(text: &str) -> GameSource {
    let reference: GameReference = "own.game".parse().unwrap();
    reference.source(|_| Ok::<_, ()>(text.to_owned())).unwrap()
}

fn listed(name: &str) -> GameSource {
    let reference: GameReference = name.parse().unwrap();
    reference.source(|_| Err(())).unwrap()
}

/// The moves, straight from the rules.
fn options(game: &Game, position: &Position) -> Vec<Position> {
    let mut options = Vec::new();
    let _ = game
        .rules()
        .for_each_move(position, &Unwatched, &mut |option| {
            options.push(option.to);
            ControlFlow::Continue(())
        })
        .unwrap();
    options
}

/// Outcome and nim-value straight from their definitions.
#[derive(Default)]
struct Plain {
    values: HashMap<Position, u64>,
    blocked: HashMap<Position, Outcome>,
    misere: HashMap<Position, Outcome>,
}

impl Plain {
    fn value(&mut self, game: &Game, position: &Position) -> u64 {
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        let options = options(game, position);
        let values: Vec<u64> = options.iter().map(|to| self.value(game, to)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.values.insert(position.clone(), value);
        value
    }

    fn outcome(&mut self, game: &Game, position: &Position, play: Play) -> Outcome {
        let wins = match play {
            Play::Normal if game.blocking() > 0 => return self.blocked(game, position),
            Play::Normal => self.value(game, position) != 0,
            Play::Misere => return self.misere(game, position),
        };
        if wins { Outcome::N } else { Outcome::P }
    }

    /// In a blocking game, more options are P than may be forbidden.
    fn blocked(&mut self, game: &Game, position: &Position) -> Outcome {
        if let Some(outcome) = self.blocked.get(position) {
            return *outcome;
        }
        let options = options(game, position);
        let outcomes: Vec<Outcome> = options.iter().map(|to| self.blocked(game, to)).collect();
        let lost = outcomes.iter().filter(|outcome| **outcome == Outcome::P);
        let wins = lost.count() > game.blocking() as usize;
        let outcome = if wins { Outcome::N } else { Outcome::P };
        self.blocked.insert(position.clone(), outcome);
        outcome
    }

    fn misere(&mut self, game: &Game, position: &Position) -> Outcome {
        if let Some(outcome) = self.misere.get(position) {
            return *outcome;
        }
        let options = options(game, position);
        let outcomes: Vec<Outcome> = options.iter().map(|to| self.misere(game, to)).collect();
        let wins = options.is_empty() || outcomes.contains(&Outcome::P);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        self.misere.insert(position.clone(), outcome);
        outcome
    }

    fn winning_moves(
        &mut self,
        game: &Game,
        position: &Position,
        play: Play,
    ) -> BTreeSet<Position> {
        let options = options(game, position).into_iter();
        let lost = |to: &Position| self.outcome(game, to, play) == Outcome::P;
        options.filter(lost).collect()
    }
}

/// How far every position of a game is looked at.
fn small_board(game: &Game) -> u32 {
    match game.rules().pile_names().map(<[_]>::len) {
        Some(1) => 20,
        Some(2) => 6,
        Some(3) => 4,
        Some(_) => 2,
        None => 6,
    }
}

/// A game, who answers about it, and its brute force.
struct Asked {
    label: String,
    game: Game,
    batch: Session,
    plain: Plain,
}

impl Asked {
    fn new(label: &str, source: GameSource) -> Self {
        Self {
            label: label.to_owned(),
            game: Game::open(&source).unwrap(),
            batch: Session::new(source),
            plain: Plain::default(),
        }
    }

    fn check_small(&mut self) {
        let max = small_board(&self.game);
        let positions = plain::board(self.game.rules(), max);
        for position in &positions {
            for play in self.plays() {
                self.check_outcome(position, play);
                self.check_winning_moves(position, play);
            }
            self.check_value(position);
            self.check_hint(position);
            self.check_by_claim(position);
        }
        self.check_solve(max, &positions);
        for play in self.plays() {
            self.check_play(&positions[positions.len() - 1], play);
        }
    }

    /// A blocking game has no misère play.
    fn plays(&self) -> Vec<Play> {
        match self.game.blocking() {
            0 => vec![Play::Normal, Play::Misere],
            _ => vec![Play::Normal],
        }
    }

    fn at(&self, position: &Position) -> String {
        format!("{}\n{position}", self.label)
    }

    fn check_outcome(&mut self, position: &Position, play: Play) {
        let at = self.at(position);
        let expected = self.plain.outcome(&self.game, position, play);
        let answer = self.game.outcome(position, play, &Unwatched).unwrap();
        let verdict = answer.verdict;
        assert_eq!(verdict.outcome, expected, "{at}");
        if let Some(winning) = &verdict.winning_move {
            let after = self.plain.outcome(&self.game, &winning.to, play);
            assert_eq!(after, Outcome::P, "{at}");
        }
        self.check_evidence(&verdict.evidence, &answer.refuted, position, play);
        let SessionAnswer::Outcome(batch) = self.ask(SessionQuestion::Outcome(play), position)
        else {
            panic!("{at}");
        };
        assert_eq!(batch.outcome, expected, "{at}");
        assert_eq!(batch.winning_move, verdict.winning_move, "{at}");
        self.check_evidence(&batch.evidence, &batch.refuted, position, play);
        let SessionAnswer::Outcome(alone) = self.ask(SessionQuestion::OutcomeAlone(play), position)
        else {
            panic!("{at}");
        };
        assert_eq!(
            (alone.outcome, alone.winning_move),
            (expected, None),
            "{at}"
        );
        self.check_evidence(&alone.evidence, &alone.refuted, position, play);
    }

    fn check_winning_moves(&mut self, position: &Position, play: Play) {
        let at = self.at(position);
        let expected = self.plain.winning_moves(&self.game, position, play);
        let question = SessionQuestion::Moves {
            winning: true,
            limit: None,
            play,
        };
        let mut found = BTreeSet::new();
        let answer = self
            .game
            .for_each_winning_move(position, play, &Unwatched, &mut |option| {
                assert!(found.insert(option.to), "each move once");
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(found, expected, "{at}");
        self.check_evidence(&answer.evidence, &answer.refuted, position, play);
        let SessionAnswer::Moves(batch) = self.ask(question, position) else {
            panic!("{at}");
        };
        let found: BTreeSet<Position> = batch.moves.into_iter().map(|option| option.to).collect();
        assert_eq!(found, expected, "{at}");
        let evidence = batch.evidence.unwrap();
        self.check_evidence(&evidence, &batch.refuted, position, play);
    }

    fn check_value(&mut self, position: &Position) {
        let at = self.at(position);
        if self.game.blocking() > 0 {
            assert!(self.game.value(position, &Unwatched).is_err(), "{at}");
            return;
        }
        let expected = NimValue::from(self.plain.value(&self.game, position));
        let answer = self.game.value(position, &Unwatched).unwrap();
        assert_eq!(answer.value, expected, "{at}");
        self.check_evidence(&answer.evidence, &answer.refuted, position, Play::Normal);
        let SessionAnswer::Value(batch) = self.ask(SessionQuestion::Value, position) else {
            panic!("{at}");
        };
        assert_eq!(batch.value, expected, "{at}");
        let moves = batch.moves.iter().map(|winning| winning.option.to.clone());
        let moves: BTreeSet<Position> = moves.collect();
        let expected = self.plain.winning_moves(&self.game, position, Play::Normal);
        assert_eq!(moves, expected, "{at}");
        let evidence = batch.evidence.unwrap();
        self.check_evidence(&evidence, &batch.refuted, position, Play::Normal);
    }

    fn check_hint(&mut self, position: &Position) {
        let at = self.at(position);
        let expected = self.plain.outcome(&self.game, position, Play::Normal);
        let advice = normal(&self.game).advise(position, &Unwatched).unwrap();
        assert_eq!(advice.outcome, Some(expected), "{at}");
        let wins = self.plain.winning_moves(&self.game, position, Play::Normal);
        let hint = advice.winning_move.map(|winning| winning.to);
        assert!(hint.iter().all(|to| wins.contains(to)), "{at}");
        assert_eq!(hint.is_some(), expected == Outcome::N, "{at}");
        let refuted = self.game.refuted_claims();
        self.check_evidence(&advice.evidence.unwrap(), &refuted, position, Play::Normal);
    }

    /// The hint in a match.
    fn check_play(&mut self, position: &Position, play: Play) {
        let request = PlayRequest {
            partner: Partner::new(&self.game, play),
            start: Some(position.clone()),
            first: Player::Human,
            level: Level::Perfect,
            seed: 1,
        };
        let (mut game, said) = request.begin(&Unwatched).unwrap();
        if self.game.blocking() > 0 {
            // What is forbidden is another matter: the tests of matches look at it.
            return;
        }
        if !matches!(said[1], Saying::YourTurn { .. }) {
            assert_eq!(options(&self.game, position), [], "{}", self.at(position));
            return;
        }
        let said = game.line("hint", &Unwatched).unwrap();
        let wins = self.plain.winning_moves(&self.game, position, play);
        match said.as_slice() {
            [Saying::Hint(known)] => match (known.outcome, &known.winning_move) {
                (Some(Outcome::N), Some(winning)) => {
                    assert!(wins.contains(&winning.to), "{}", self.at(position));
                }
                (Some(Outcome::P), None) => assert!(wins.is_empty(), "{}", self.at(position)),
                other => panic!("{}: {other:?}", self.at(position)),
            },
            other => panic!("{}: {other:?}", self.at(position)),
        }
    }

    fn check_solve(&mut self, max: u32, positions: &[Position]) {
        for play in self.plays() {
            let found = self.solve(max, SolveGoal::PPositions(play)).into_keys();
            let lost =
                |position: &&Position| self.plain.outcome(&self.game, position, play) == Outcome::P;
            // Where heaps split, single ones are listed.
            let splits = self.game.splitting().is_some();
            let listed = positions
                .iter()
                .filter(|position| !splits || position.piles().len() <= 1);
            let expected = listed.filter(lost).cloned();
            assert_eq!(
                found.collect::<BTreeSet<_>>(),
                expected.collect::<BTreeSet<_>>(),
                "{} in {play:?} play",
                self.label
            );
        }
        if self.game.blocking() > 0 {
            return;
        }
        for (position, value) in self.solve(max, SolveGoal::NimValues) {
            let expected = NimValue::from(self.plain.value(&self.game, &position));
            assert_eq!(value, Some(expected), "{}", self.at(&position));
        }
    }

    fn solve(&self, max: u32, wanted: SolveGoal) -> BTreeMap<Position, Option<NimValue>> {
        let request = SolveRequest {
            game: &self.game,
            max,
            wanted,
            checkpoint: None,
        };
        let answer = request.answer(&Unwatched).unwrap();
        let told = answer.evidence.to_string();
        assert!(matches!(answer.evidence, Evidence::Exhaustive(_)), "{told}");
        let mut found = BTreeMap::new();
        answer
            .found
            .try_for_each(|piles, value| {
                let position = self.game.rules().position(piles.to_vec()).unwrap();
                found.insert(position, value);
                Ok::<_, ()>(())
            })
            .unwrap();
        found
    }

    /// A claim that is used although it is false must call itself a conjecture.
    fn check_by_claim(&mut self, position: &Position) {
        let expected = self.plain.outcome(&self.game, position, Play::Normal);
        match self
            .game
            .outcome_by(Method::Claim, position, Play::Normal, &Unwatched)
        {
            Ok(answer) => match answer.verdict.evidence {
                Evidence::Conjecture(_) => {}
                _ => assert_eq!(answer.verdict.outcome, expected, "{}", self.at(position)),
            },
            Err(error @ Error::Stopped(_)) => panic!("{error}"),
            Err(_) => {}
        }
    }

    /// Is the evidence no better than what was shown, and are all claims named that were found to be false?
    fn check_evidence(
        &self,
        evidence: &Evidence,
        refuted: &[Refuted],
        position: &Position,
        play: Play,
    ) {
        let at = self.at(position);
        let shown = |claim: Claim| self.game.prove(claim, &Unwatched).unwrap();
        let own = self.game.claims().into_iter();
        let own = own.filter(|claim| !matches!(claim, Claim::Theorem(_)));
        match evidence {
            Evidence::Proved(_) => {
                let mut own = own;
                let proved = |claim| matches!(shown(claim).outcome, ClaimOutcome::Proved);
                assert!(own.any(proved), "{at}: {evidence}");
                assert_eq!(play, Play::Normal, "{at}");
            }
            Evidence::Theorem(_) => {
                let strategies = self.game.strategies(&Unwatched);
                let cited = |claim| matches!(self.game.cited(claim), Some(Evidence::Theorem(_)));
                assert!(
                    strategies.is_ok_and(|strategies| !strategies.is_empty())
                        || cited(Claim::PPositions)
                        || cited(Claim::NimValues),
                    "{at}: {evidence}"
                );
                assert_eq!(play, Play::Normal, "{at}");
            }
            Evidence::Exhaustive(region) => {
                if let Some(max) = region.strip_prefix("every pile at most ") {
                    let max: u64 = max.parse().unwrap();
                    assert!(
                        position.piles().iter().all(|pile| *pile <= max),
                        "{at}: {region}"
                    );
                }
            }
            // Everything is known by brute force on a board this small.
            Evidence::Conjecture(why) => panic!("{at}: {why}"),
        }
        let named: BTreeSet<&str> = refuted.iter().map(|refuted| refuted.claim).collect();
        for refuted in self.game.refuted_claims() {
            assert!(
                named.contains(refuted.claim) || play == Play::Misere,
                "{at}"
            );
        }
    }

    fn ask(&self, question: SessionQuestion, position: &Position) -> SessionAnswer {
        let typed = position.to_string();
        self.batch.ask(question, &typed, "", &Unwatched).unwrap()
    }
}

/// Positions beyond what is quick, where claims come in, against a solved board.
fn check_large(text: &str, game: &Game, board: &mut Option<PPositions>) {
    let spec = game.spec().unwrap();
    let (max, positions): (u32, &[&str]) = match spec.dimension() {
        1 => (1_000_100, &["1000100", "1000001", "1000002"]),
        _ => (
            1_010,
            &["1010,1010", "700,1009", "624,1010", "1010,0", "1,1010"],
        ),
    };
    let board =
        board.get_or_insert_with(|| solver::outcomes(spec, max, Play::Normal, &Unwatched).unwrap());
    for typed in positions {
        let position = game.position(typed).unwrap();
        let piles = position
            .piles()
            .iter()
            .map(|pile| u32::try_from(pile).unwrap());
        let expected = board.outcome(&piles.collect::<Vec<_>>()).unwrap();
        let answer = game.outcome(&position, Play::Normal, &Unwatched).unwrap();
        let conjecture = matches!(answer.verdict.evidence, Evidence::Conjecture(_));
        assert!(
            conjecture || answer.verdict.outcome == expected,
            "{text}\n{position}"
        );
        let advice = normal(game).advise(&position, &Unwatched).unwrap();
        assert_eq!(
            advice.outcome,
            Some(answer.verdict.outcome),
            "{text}\n{position}"
        );
        if let Some(winning) = answer.verdict.winning_move.filter(|_| !conjecture) {
            let piles = winning
                .to
                .piles()
                .iter()
                .map(|pile| u32::try_from(pile).unwrap());
            let after = board.outcome(&piles.collect::<Vec<_>>());
            assert_eq!(
                after,
                Some(Outcome::P),
                "{text}\n{position} -> {}",
                winning.to
            );
        }
        let mut kept = None;
        game.for_each_winning_move(&position, Play::Normal, &Unwatched, &mut |option| {
            kept = Some(option.to);
            ControlFlow::Break(())
        })
        .unwrap();
        assert_eq!(
            kept.is_some(),
            answer.verdict.outcome == Outcome::N,
            "{text}\n{position}"
        );
    }
}

/// What became of the claims of the files.
#[derive(Default)]
struct Kinds {
    proved: usize,
    refuted: usize,
    open: usize,
    p_positions: usize,
    nim_values: usize,
    sorted: usize,
    ordered: usize,
}

impl Kinds {
    fn count(&mut self, game: &Game) {
        for claim in game.claims() {
            match game.prove(claim, &Unwatched).unwrap().outcome {
                ClaimOutcome::Proved => self.proved += 1,
                ClaimOutcome::Refuted(_) => self.refuted += 1,
                _ => self.open += 1,
            }
            match claim {
                Claim::PPositions | Claim::MiserePPositions => self.p_positions += 1,
                Claim::NimValues => self.nim_values += 1,
                Claim::Theorem(_) => {}
            }
        }
        match game.spec().unwrap().piles.order {
            PileOrder::Sorted | PileOrder::Mixed(_) => self.sorted += 1,
            PileOrder::Ordered => self.ordered += 1,
        }
    }

    fn least(&self) -> usize {
        let counts = [
            self.proved,
            self.refuted,
            self.open,
            self.p_positions,
            self.nim_values,
            self.sorted,
            self.ordered,
        ];
        counts.into_iter().min().unwrap()
    }
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn nobody_contradicts_anybody_about_a_file() {
    let texts = texts();
    assert!(texts.len() >= 200);
    let mut kinds = Kinds::default();
    // Files with the same rules stand together.
    let (mut rules_before, mut board) = (String::new(), None);
    for (rules, claim) in texts {
        let text = format!("{rules}{claim}");
        if rules != rules_before {
            (rules_before, board) = (rules, None);
        }
        let mut asked = Asked::new(&text, own(&text));
        asked.check_small();
        check_large(&text, &asked.game, &mut board);
        kinds.count(&asked.game);
    }
    assert!(kinds.least() >= 12, "files of every kind");
}

#[test]
#[ignore = "slow: `cargo xtask test` runs it"]
fn nobody_contradicts_anybody_about_the_catalogue() {
    for name in lab::names_of_games() {
        Asked::new(name, listed(name)).check_small();
    }
}
