//! What brute force shows: guesses, each with the bound to which it was looked at, and no proof.

use std::collections::BTreeSet;

use logic::watch::{Stopped, Watch};
use numeration::natural::Integer;
use numeration::periodicity::arithmetic_period;
use rules::json::Text;
use rules::outcome::Play;
use rules::spec::Spec;
use schemars::JsonSchema;
use serde::Serialize;
use solver::periodicity::{Period, of_heaps, of_row};

use crate::board::{Board, BoardError, usual_max};
use crate::column::{Offset, quadratic, rational};
use crate::formulas::{FormulaCandidate, SetShape, formulas};
use crate::recursion::{FirstColumnFormula, Splitting, mex_recursion};
use crate::rules::BareRules;
use crate::slope::SlopeBounds;
use crate::systems::{SystemConstraint, candidates};
use numeration::surd::SmallSurd;

/// What a guess is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum GuessTopic {
    /// How steep a column is.
    Slope,
    /// A formula for the P-positions, or for a difference of columns.
    Formula,
    /// A numeration system in which an automaton sees the P-positions.
    System,
    /// Whether the columns split the positive integers.
    Splitting,
    /// How a row follows from those before.
    Recursion,
    /// A period, of P-positions or of nim-values.
    Period,
}

/// Something that brute force shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Guessed")]
pub struct Guess {
    /// What it is about.
    pub kind: GuessTopic,
    /// What it says.
    pub text: String,
    /// The same as a line of a `.game` file.
    pub line: Option<String>,
    /// Piles were looked at up to this.
    #[serde(with = "Text")]
    pub bound: u32,
}

/// A column, or a difference of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnSequence {
    /// What it is: `y - x`.
    pub name: String,
    /// Its terms, row by row.
    pub terms: Vec<i64>,
    /// Its values, if they are few.
    pub values: Option<Vec<i64>>,
}

/// What brute force shows of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guesses {
    /// The largest pile.
    pub max: u32,
    /// The guesses.
    pub guesses: Vec<Guess>,
    /// The columns and their differences.
    pub sequences: Vec<ColumnSequence>,
    /// What ended the work before everything was looked at.
    pub stopped: Option<Stopped>,
}

/// The first board is so many times smaller, and no smaller than this.
const SMALLER: u32 = 8;
const LEAST_BOARD: u32 = 60;
/// A column with more values than this has many.
const FEW: usize = 12;
/// So many formulas are shown.
const MOST_FORMULAS: usize = 3;
/// So many rows of nim-values are looked at, to this pile.
const VALUE_ROWS: u32 = 4;
const VALUE_PILES: u32 = 120;
/// An automaton with more states than this is none that anybody would guess.
const MOST_STATES: usize = 300;

/// Guesses from a board, to a given pile or as far as a few seconds allow. A smaller board is looked at
/// first: if the watch stops the work on the larger one, the guesses are those of the smaller.
///
/// # Errors
/// If the game cannot be solved, or the watch stops the work before it is. A later stop is part of the
/// answer.
pub fn guess(
    rules: &BareRules,
    max: Option<u32>,
    play: Play,
    watch: &dyn Watch,
) -> Result<Guesses, BoardError> {
    let max = max.unwrap_or_else(|| usual_max(rules.spec()));
    let smaller = guess_on(
        rules,
        (max / SMALLER).max(max.min(LEAST_BOARD)),
        play,
        watch,
    )?;
    if smaller.stopped.is_some() || smaller.max == max {
        return Ok(smaller);
    }
    let stopped = match guess_on(rules, max, play, watch) {
        Ok(Guesses {
            stopped: Some(stopped),
            ..
        }) => stopped,
        Err(BoardError::Stopped(stopped)) => stopped,
        decided => return decided,
    };
    Ok(Guesses {
        stopped: Some(stopped),
        ..smaller
    })
}

/// Guesses from one board.
fn guess_on(
    rules: &BareRules,
    max: u32,
    play: Play,
    watch: &dyn Watch,
) -> Result<Guesses, BoardError> {
    let spec = rules.spec();
    let board = Board::solve(spec, max, play, watch)?;
    let ground = SystemConstraint::of(spec);
    let look = Guesser {
        rules,
        board: &board,
        names: spec.piles.names.iter().map(ToString::to_string).collect(),
    };
    let mut found = Guesses {
        max,
        guesses: Vec::new(),
        sequences: look.sequences(),
        stopped: None,
    };
    found.stopped = look.guesses(&mut found, ground, watch).err();
    Ok(found)
}

struct Guesser<'a> {
    rules: &'a BareRules,
    board: &'a Board,
    names: Vec<String>,
}

impl Guesser<'_> {
    /// Adds one guess after the other.
    fn guesses(
        &self,
        found: &mut Guesses,
        ground: SystemConstraint,
        watch: &dyn Watch,
    ) -> Result<(), Stopped> {
        let guesses = &mut found.guesses;
        watch.check()?;
        let formulas = formulas(self.rules, self.board, ground, watch)?;
        let formulas = told(formulas, self.board, ground);
        guesses.extend(self.formulas(&formulas));
        guesses.extend(self.slopes(ground));
        watch.check()?;
        guesses.extend(self.splitting(&formulas));
        guesses.extend(self.recursion());
        watch.check()?;
        guesses.extend(self.differences(&found.sequences, ground));
        guesses.extend(self.systems(ground, watch)?);
        let spec = self.rules.spec();
        if self.board.play == Play::Normal && spec.blocking == 0 {
            guesses.extend(nim_values(spec, self.board.max, watch)?);
        }
        Ok(())
    }

    fn guess(&self, kind: GuessTopic, text: String, line: Option<String>) -> Guess {
        Guess {
            kind,
            text,
            line,
            bound: self.board.max,
        }
    }

    fn formulas(&self, found: &[FormulaCandidate]) -> Vec<Guess> {
        let guess = |formula: &FormulaCandidate| {
            let kind = match formula.shape {
                SetShape::Pieces(_) | SetShape::Shifts(_) => GuessTopic::Formula,
                SetShape::Residues => GuessTopic::Period,
            };
            let text = format!("the P-positions are {}", set(&formula.claim));
            self.guess(kind, text, Some(formula.claim.clone()))
        };
        found.iter().take(MOST_FORMULAS).map(guess).collect()
    }

    /// What the number of a row is called.
    fn row_name(&self) -> &'static str {
        let taken = self.names.iter().any(|name| name == "n");
        if taken { "k" } else { "n" }
    }

    /// The rows without the first few, where exceptions are.
    fn tail(column: &[i64]) -> &[i64] {
        &column[8.min(column.len() / 4)..]
    }

    fn slopes(&self, ground: SystemConstraint) -> Vec<Guess> {
        let columns = self.board.columns();
        let columns = columns.iter().zip(&self.names);
        let slopes = columns.filter_map(|(column, name)| self.slope(column, name, ground));
        slopes.collect()
    }

    fn slope(&self, column: &[i64], name: &str, ground: SystemConstraint) -> Option<Guess> {
        let tail = Self::tail(column);
        let slope = SlopeBounds::of(tail).filter(|_| tail.len() > 8 && grows(tail))?;
        let n = self.row_name();
        let between = format!(
            "{name}_{n}/{n} tends to a number between {}/{} and {}/{}",
            slope.low.0, slope.low.1, slope.high.0, slope.high.1
        );
        let constant = self.rules.fresh(&["alpha", "beta", "gamma", "slope"]);
        let by_floors = rational(tail, &slope, 0).map(|column| column.base.alpha);
        if let Some(value) = by_floors.or_else(|| by_period(tail)) {
            let line = format!("const {constant} = {value}");
            return Some(self.guess(GuessTopic::Slope, format!("{between}: {value}"), Some(line)));
        }
        let small = slope.quadratics(ground.field());
        let sure = |first: &&SmallSurd| ground.field().is_some() || slope.singles_out(first);
        let line = small.first().filter(sure);
        let line = line.map(|first| format!("const {constant} = {first}"));
        let small: Vec<String> = small.iter().take(4).map(ToString::to_string).collect();
        let text = match (small.as_slice(), &line) {
            ([], _) => format!("{between}; no small quadratic lies there"),
            (some, Some(_)) => format!(
                "{between}, where the small quadratics are {}",
                some.join(", ")
            ),
            (some, None) => format!(
                "{between}, where too many small quadratics lie to choose one ({}, …): try a larger --max",
                some.join(", ")
            ),
        };
        Some(self.guess(GuessTopic::Slope, text, line))
    }

    fn splitting(&self, found: &[FormulaCandidate]) -> Option<Guess> {
        if self.board.dimension() < 2 {
            return None;
        }
        let text = match Splitting::of(&self.board.rows)? {
            Splitting::UpTo(bound) => {
                let text = format!("the columns split the positive integers, up to {bound}");
                let line = found
                    .iter()
                    .find_map(|formula| self.splitting_line(formula));
                return Some(self.guess(GuessTopic::Splitting, text, line));
            }
            Splitting::Missed(number) => format!("{number} is in no column"),
            Splitting::Twice(number) => format!("{number} is there twice"),
        };
        let text = format!("the columns do not split the positive integers: {text}");
        Some(self.guess(GuessTopic::Splitting, text, None))
    }

    /// The theorem that the columns of a formula split the positive integers.
    fn splitting_line(&self, formula: &FormulaCandidate) -> Option<String> {
        let pieces = formula.pieces()?;
        let [piece] = pieces.pieces.as_slice() else {
            return None;
        };
        let single = pieces.exceptions.iter().flatten();
        if single.into_iter().any(|pile| *pile != 0) {
            return None;
        }
        let n = self.rules.fresh(&["n", "k", "m", "i", "j"]);
        let t = self.rules.fresh(&["t", "s", "r", "l"]);
        let first = piece
            .first
            .max(i64::from(piece.at(piece.first)?.iter().all(|p| *p == 0)) + piece.first);
        let within: Vec<String> = piece
            .columns
            .iter()
            .map(|column| format!("(exists {n} >= {first}: {t} = {})", column.text(&n)))
            .collect();
        let pairs = (0..within.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let apart = pairs.map(|(i, j)| format!(" and not ({} and {})", within[i], within[j]));
        Some(format!(
            "theorem \"the columns split the positive integers\": forall {t} >= 1: ({}){}",
            within.join(" or "),
            apart.collect::<String>()
        ))
    }

    fn recursion(&self) -> Option<Guess> {
        let others = mex_recursion(&self.board.rows).filter(|others| !others.is_empty())?;
        let n = self.row_name();
        let first = self.names.first()?;
        let equations = others.iter().zip(&self.names[1..]);
        let equations =
            equations.map(|(from, name)| format!("{name}_{n} = {}", equation(from, first, n)));
        let text = format!(
            "{first}_{n} is the least number that is in no row before, {}",
            equations.collect::<Vec<_>>().join(", ")
        );
        Some(self.guess(GuessTopic::Recursion, text, None))
    }

    /// The columns and their differences.
    fn sequences(&self) -> Vec<ColumnSequence> {
        let columns = self.board.columns();
        let mut found: Vec<ColumnSequence> = Vec::new();
        for (name, terms) in self.names.iter().zip(&columns) {
            found.push(sequence(name.clone(), terms.clone()));
        }
        for later in 1..columns.len() {
            for earlier in 0..later {
                let terms = columns[later].iter().zip(&columns[earlier]);
                let name = format!("{} - {}", self.names[later], self.names[earlier]);
                found.push(sequence(name, terms.map(|(l, e)| l - e).collect()));
            }
        }
        found
    }

    /// Formulas for the differences of columns.
    fn differences(&self, sequences: &[ColumnSequence], ground: SystemConstraint) -> Vec<Guess> {
        let n = self.row_name();
        let differences = sequences.iter().filter(|s| s.name.contains(" - "));
        differences
            .filter_map(|sequence| {
                let terms = sequence.terms.get(1..).filter(|terms| terms.len() >= 12)?;
                let slope = SlopeBounds::within(terms, 1)?;
                let column = rational(terms, &slope, 1).or_else(|| {
                    let alphas = slope.quadratics(ground.field());
                    let alphas = alphas.iter();
                    alphas
                        .filter(|alpha| {
                            ground != SystemConstraint::Free || singled_out(alpha, terms.len())
                        })
                        .find_map(|alpha| quadratic(terms, alpha, 1, Offset::Whole))
                })?;
                let text = format!("{} = {} in row {n} >= 1", sequence.name, column.text(n));
                Some(self.guess(GuessTopic::Formula, text, None))
            })
            .collect()
    }

    /// The systems in which an automaton that is learned from smaller numbers is right to the end of the board.
    fn systems(&self, ground: SystemConstraint, watch: &dyn Watch) -> Result<Vec<Guess>, Stopped> {
        let mut found = Vec::new();
        for candidate in candidates(ground, self.board) {
            watch.check()?;
            let words = candidate.words(self.board, watch)?;
            let shorter = words.length().saturating_sub(2);
            if words.is_empty() || shorter < 3 {
                continue;
            }
            let Some(learned) = words.learn(shorter, MOST_STATES, watch)? else {
                continue;
            };
            let states = learned.states.len();
            let name = candidate.named.to_string();
            let text = format!(
                "in {name} the residuals stand still at {states}: an automaton that is learned from words of {shorter} \
                 digits is right for those of {}",
                words.length()
            );
            let system = self.rules.fresh(&["S", "T", "U", "V"]);
            let line = format!("system {system} = {name}");
            found.push((states, self.guess(GuessTopic::System, text, Some(line))));
        }
        found.sort_by_key(|(states, _)| *states);
        Ok(found.into_iter().map(|(_, guess)| guess).collect())
    }
}

/// The formulas that are told: an irrational one only if no rational one fits, and if there are enough
/// rows; and of those only the first, which has the smallest numbers.
fn told(
    mut found: Vec<FormulaCandidate>,
    board: &Board,
    ground: SystemConstraint,
) -> Vec<FormulaCandidate> {
    let is_rational = |formula: &FormulaCandidate| match formula.shape {
        SetShape::Pieces(_) => irrationals(formula).next().is_none(),
        SetShape::Residues => true,
        SetShape::Shifts(_) => false,
    };
    let mut wanted = !found.iter().any(is_rational);
    let rows = board.rows.len();
    let sure = |alpha: &SmallSurd| ground.field().is_some() || singled_out(alpha, rows);
    found.retain(|formula| {
        let alphas: Vec<SmallSurd> = irrationals(formula).collect();
        let kept = alphas.is_empty() || wanted && alphas.iter().all(sure);
        wanted &= alphas.is_empty() || !kept;
        kept
    });
    found
}

/// The irrational slopes of a formula.
fn irrationals(formula: &FormulaCandidate) -> impl Iterator<Item = SmallSurd> + '_ {
    let pieces = formula.pieces().into_iter().flat_map(|p| &p.pieces);
    let columns = pieces.flat_map(|piece| &piece.columns);
    columns.map(|c| c.base.alpha).filter(|a| !a.is_rational())
}

/// Are there so many rows that hardly another number as small would do?
fn singled_out(alpha: &SmallSurd, rows: usize) -> bool {
    let squared = rows.saturating_mul(rows);
    let enough = |d: i64| i64::try_from(squared / 64).is_ok_and(|rows| rows >= d);
    alpha.discriminant().is_some_and(enough)
}

/// The slope of a column whose steps come back, over at least half of it.
fn by_period(column: &[i64]) -> Option<SmallSurd> {
    let terms: Vec<Integer> = column.iter().copied().map(Integer::from).collect();
    let seen = arithmetic_period(&terms, 3)?;
    let (rise, run) = (
        i64::try_from(&seen.saltus).ok()?,
        i64::try_from(seen.period).ok()?,
    );
    (2 * seen.preperiod <= seen.seen).then(|| SmallSurd::new(rise, 0, run, 1))
}

/// Does a column grow, with few equal entries?
fn grows(column: &[i64]) -> bool {
    let equal = column.windows(2).filter(|pair| pair[0] == pair[1]).count();
    column.is_sorted() && 2 * equal <= column.len()
}

/// What stands behind `P =` or `P when`.
fn set(claim: &str) -> String {
    match (claim.split_once(" = "), claim.split_once(" when ")) {
        (_, Some((head, condition))) if head.ends_with('P') => format!("those with {condition}"),
        (Some((_, set)), _) => set.to_owned(),
        _ => claim.to_owned(),
    }
}

fn equation(from: &FirstColumnFormula, first: &str, n: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let times = |factor: i64, name: String| match factor {
        1 => name,
        -1 => format!("-{name}"),
        factor => format!("{factor}*{name}"),
    };
    if from.times != 0 {
        parts.push(times(from.times, format!("{first}_{n}")));
    }
    if from.slope != 0 {
        parts.push(times(from.slope, n.to_owned()));
    }
    if from.constant != 0 || parts.is_empty() {
        parts.push(from.constant.to_string());
    }
    parts.join(" + ").replace("+ -", "- ")
}

fn sequence(name: String, terms: Vec<i64>) -> ColumnSequence {
    let values: BTreeSet<i64> = terms.iter().copied().collect();
    let values = (values.len() <= FEW).then(|| values.into_iter().collect());
    ColumnSequence {
        name,
        terms,
        values,
    }
}

/// Periods of nim-values: of one pile, or of the first rows of two.
fn nim_values(spec: &Spec, max: u32, watch: &dyn Watch) -> Result<Vec<Guess>, Stopped> {
    let periods: Vec<(String, u32, Option<Period>)> = match spec.dimension() {
        1 => {
            let bound = max.min(2000);
            let found = of_heaps(spec, bound, watch).ok();
            vec![(
                "the nim-values have".to_owned(),
                bound,
                found.and_then(|f| f.period),
            )]
        }
        2 => {
            let bound = max.min(VALUE_PILES);
            let row = |row: u32| {
                let found = of_row(spec, row, bound, watch).ok();
                let name = format!("the nim-values of ({row}, 0), ({row}, 1), … have");
                (name, bound, found.and_then(|f| f.period))
            };
            (0..VALUE_ROWS.min(bound)).map(row).collect()
        }
        _ => Vec::new(),
    };
    watch.check()?;
    let guesses = periods.into_iter().filter_map(|(name, bound, period)| {
        Some(Guess {
            kind: GuessTopic::Period,
            text: format!("{name} {}", period?),
            line: None,
            bound,
        })
    });
    Ok(guesses.collect())
}
