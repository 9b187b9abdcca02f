//! The Frankenstein game, for any number of coins.
//!
//! [`FRANKENSTEIN_GAME`]: the P-positions are the beginnings
//! `(A_0^n, …, A_(k−1)^n)`, k ≥ 2, of the rows of the array 𝒜, and the empty strip. In 𝒜, `A_0^n` is the least number
//! not in an earlier row, `A_1^n = 2A_0^n + n` and `A_j^n = 3A_(j−1)^n − A_(j−2)^n`. Winning moves follow the proof,
//! part (B), and are named by its cases. The row of the smallest coin is found from the array, row by row ([`FrankensteinArray`]),
//! or in polynomial time from floors of multiples of φ ([`FrankensteinFloors`], Theorem 2) or from digits ([`Ternary`], section 4).
//!
//! Every entry of a row but the first is ⌊mφ²⌋ + 1, where m is the entry before it. So in the order of their largest coins the n-th
//! P-position after the empty strip has its second largest coin on square n: that is how they are listed.
//!
//! A position is the increasing list of the occupied squares, without 0; the empty list is the empty strip.
//!
//! ```
//! use strategies::frankenstein::Frankenstein;
//! use strategies::strategy::Strategy;
//! use logic::Unwatched;
//!
//! let decision = Frankenstein::arithmetic().decide(&[6, 8, 100].into_iter().collect(), &Unwatched)?;
//! assert_eq!(decision.winning_move.expect("an N-position").to, [2, 6].into_iter().collect());
//! # Ok::<(), strategies::strategy::StrategyError>(())
//! ```

use logic::{Stopped, Watch};
use numeration::natural::Natural;
use numeration::natural::num::basic::traits::Zero;

use super::frankenstein_digits::Ternary;
use super::frankenstein_floors::FrankensteinFloors;
use crate::strategy::{
    Decision, PositionList, PositionTable, Strategy, StrategyError, StrategyName,
};
use rules::citation::FRANKENSTEIN_GAME;
use rules::evidence::Evidence;
use rules::explanation::{Explanation, Sentence, SentenceValue};
use rules::narrow;
use rules::position::Position;

/// The Frankenstein game, its rows found in one of three ways.
#[derive(Clone, Debug)]
pub struct Frankenstein<S> {
    rows: S,
}

/// A way to find rows of the array.
pub trait RowFinder: Send + Sync {
    /// How it finds them.
    fn name(&self) -> StrategyName;

    /// Where a positive number is.
    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<Location, StrategyError>;

    /// `A_0^n`, for n ≥ 1.
    fn first(&self, n: &Natural, watch: &dyn Watch) -> Result<Natural, StrategyError>;
}

/// The place of a number in the array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its column, from 0.
    pub column: usize,
    /// The number n of its row.
    pub row: Natural,
    /// `A_0^n`.
    pub first: Natural,
    /// What it is there.
    pub because: Sentence,
    /// How that was found, where it is by digits or floors.
    pub digits: Option<Sentence>,
}

/// The array, row by row: exponential in the number of digits.
#[derive(Clone, Debug)]
pub struct FrankensteinArray;

impl Frankenstein<FrankensteinArray> {
    /// From the array.
    pub fn array() -> Self {
        Self {
            rows: FrankensteinArray,
        }
    }
}

impl Frankenstein<FrankensteinFloors> {
    /// From floors of multiples of φ, in polynomial time.
    pub fn algebraic() -> Self {
        Self {
            rows: FrankensteinFloors::new(),
        }
    }
}

impl Frankenstein<Ternary> {
    /// From the digits over 𝒰, in polynomial time.
    pub fn arithmetic() -> Self {
        Self {
            rows: Ternary::new(),
        }
    }
}

/// Every strategy for the Frankenstein game.
pub fn all() -> Vec<Box<dyn Strategy>> {
    vec![
        Box::new(Frankenstein::array()),
        Box::new(Frankenstein::algebraic()),
        Box::new(Frankenstein::arithmetic()),
    ]
}

impl<S: RowFinder> Strategy for Frankenstein<S> {
    fn name(&self) -> StrategyName {
        self.rows.name()
    }

    fn evidence(&self) -> Evidence {
        Evidence::theorem(FRANKENSTEIN_GAME)
    }

    fn table(&self) -> Option<&dyn PositionTable> {
        Some(self)
    }

    fn list(&self) -> Option<&dyn PositionList> {
        Some(self)
    }

    fn decide(&self, position: &Position, watch: &dyn Watch) -> Result<Decision, StrategyError> {
        let coins = coins(position)?;
        let mut why = Explanation::default();
        let Some(smallest) = coins.first() else {
            why.say("the strip is empty", []);
            return Ok(Decision::p(why));
        };
        let Location {
            column,
            row: n,
            first,
            because,
            digits,
        } = self.rows.locate(smallest, watch)?;
        why.push(because);
        digits.into_iter().for_each(|digits| why.spell(digits));
        why.point_at(&n);
        let mut row = RowEntries::new(first, &n);
        if column > 0 {
            why.say(
                "the other coins fill the beginning of row {} below it",
                [(&n).into()],
            );
            let target = row.by_ref().take(column + 1).collect();
            return Ok(Decision::n(
                Position::unchecked(target),
                "x_0 = A_j^n with j > 0",
                why,
            ));
        }
        // How many entries of the row, from its first, are occupied; and how many coins, from the first, are them.
        let mut target = Vec::new();
        let mut next = row.next().unwrap_or_default();
        while coins.binary_search(&next).is_ok() {
            target.push(std::mem::replace(&mut next, row.next().unwrap_or_default()));
        }
        let occupied = target.len();
        let leading = coins
            .iter()
            .zip(&target)
            .take_while(|(coin, entry)| coin == entry)
            .count();
        if occupied == coins.len() {
            why.say("the coins are the beginning of row {}", [(&n).into()]);
            return Ok(Decision::p(why));
        }
        let last = &coins[coins.len() - 1];
        if *last > next {
            let parts = vec![
                SentenceValue::number(occupied as u64),
                (&n).into(),
                (&next).into(),
            ];
            why.say(
                "the last coin moves to A_{}^{} = {}, and coins outside the row leave the strip",
                parts,
            );
            let case = if coins[leading] > next {
                "x_j > A_j^n"
            } else if leading == occupied {
                "(ii)(a)"
            } else {
                "(ii)(c)"
            };
            target.push(next);
            return Ok(Decision::n(Position::unchecked(target), case, why));
        }
        if leading + 1 == coins.len() {
            return self.lower_row(&n, &next - last, coins.len(), why, watch);
        }
        why.say(
            "no coin is beyond A_{}^{} = {}, so that all can leave",
            [
                SentenceValue::number(occupied as u64),
                n.into(),
                next.into(),
            ],
        );
        Ok(Decision::n(
            Position::unchecked(Vec::new()),
            if leading == occupied {
                "(ii)(b)"
            } else {
                "(ii)(d)"
            },
            why,
        ))
    }
}

impl<S: RowFinder> PositionList for Frankenstein<S> {
    fn order(&self) -> &'static str {
        "in the order of their largest coins: the second largest of the n-th is on square n, the largest on square floor(n*phi^2) + 1"
    }

    fn at(&self, number: &Natural, watch: &dyn Watch) -> Result<Position, StrategyError> {
        if *number == 0 {
            return Ok(Position::unchecked(Vec::new()));
        }
        let Location {
            column, row, first, ..
        } = self.rows.locate(number, watch)?;
        Ok(Position::unchecked(
            RowEntries::new(first, &row).take(column + 2).collect(),
        ))
    }

    /// Position n has the entries of a row of the array as far as the one behind n. Each column
    /// begins with its smallest entry, so that the positions of the first row are the longest.
    fn most_piles(&self, count: usize, watch: &dyn Watch) -> Result<usize, StrategyError> {
        let (mut number, mut most) = (Natural::from(1_u8), 0);
        while number < count {
            let position = self.at(&number, watch)?;
            most = position.piles().len();
            number = position.piles().last().cloned().unwrap_or(number);
        }
        Ok(most)
    }
}

/// So many entries of a row of the array are shown.
const SHOWN: usize = 5;

impl<S: RowFinder> PositionTable for Frankenstein<S> {
    fn columns(&self, row: &[Natural]) -> Vec<String> {
        (0..row.len())
            .map(|column| format!("A_{column}^n"))
            .collect()
    }

    fn numbered(&self, number: &Natural, watch: &dyn Watch) -> Result<Vec<Natural>, StrategyError> {
        if *number == Natural::ZERO {
            return Ok(Vec::new());
        }
        let first = self.rows.first(number, watch)?;
        Ok(RowEntries::new(first, number).take(SHOWN).collect())
    }
}

impl<S: RowFinder> Frankenstein<S> {
    /// Case (i): all coins but the last are in place, and the last is t short: to row n − t, or off the strip.
    fn lower_row(
        &self,
        n: &Natural,
        t: Natural,
        coins: usize,
        mut why: Explanation,
        watch: &dyn Watch,
    ) -> Result<Decision, StrategyError> {
        let short = SentenceValue::Number(t.clone());
        if t >= *n {
            why.say(
                "the last coin is {} short of its place in row {}, so that all can leave",
                [short, n.into()],
            );
            return Ok(Decision::n(
                Position::unchecked(Vec::new()),
                "(i), t >= n",
                why,
            ));
        }
        let lower = n - t;
        why.point_at(&lower);
        let target = RowEntries::new(self.rows.first(&lower, watch)?, &lower)
            .take(coins)
            .collect();
        let parts = vec![short, n.into(), SentenceValue::Number(lower)];
        why.say(
            "the last coin is {} short of its place in row {}, so that all move to row {}",
            parts,
        );
        Ok(Decision::n(Position::unchecked(target), "(i), t < n", why))
    }
}

/// The entries of a row, without end.
struct RowEntries {
    current: Natural,
    next: Natural,
}

impl RowEntries {
    fn new(first: Natural, n: &Natural) -> Self {
        let next = (&first << 1) + n;
        Self {
            current: first,
            next,
        }
    }
}

impl Iterator for RowEntries {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let after = &self.next * Natural::from(3u8) - &self.current;
        Some(std::mem::replace(
            &mut self.current,
            std::mem::replace(&mut self.next, after),
        ))
    }
}

/// The squares of a position: increasing, positive, and not just one.
pub(super) fn coins(position: &Position) -> Result<&[Natural], StrategyError> {
    let refuse = |reason| {
        Err(StrategyError::NotAPosition {
            position: position.clone(),
            reason,
        })
    };
    let coins = position.piles();
    if coins.len() == 1 {
        return refuse("a single coin is never left alone");
    }
    if !coins.is_sorted_by(|left, right| left < right) {
        return refuse("its squares are shown in increasing order, one coin on each");
    }
    if coins.first().is_some_and(|coin| *coin == Natural::ZERO) {
        return refuse("a coin on square 0 has left the strip");
    }
    Ok(coins)
}

impl RowFinder for FrankensteinArray {
    fn name(&self) -> StrategyName {
        StrategyName::Array
    }

    fn locate(&self, value: &Natural, watch: &dyn Watch) -> Result<Location, StrategyError> {
        let wanted = small(value, watch)?;
        let mut rows = ArrayRows::new(wanted, watch)?;
        loop {
            let (n, first) = rows.next_row(watch)?;
            let mut row = RowEntries::new(Natural::from(first), &Natural::from(n));
            if let Some(column) = (0..)
                .zip(&mut row)
                .take_while(|(_, entry)| entry <= value)
                .find(|(_, entry)| entry == value)
            {
                let column = column.0;
                let parts = vec![
                    value.into(),
                    SentenceValue::number(column as u64),
                    SentenceValue::number(n),
                ];
                let because =
                    Sentence::new("{} is A_{}^{}, found in the array built row by row", parts);
                return Ok(Location {
                    column,
                    row: Natural::from(n),
                    first: Natural::from(first),
                    because,
                    digits: None,
                });
            }
        }
    }

    fn first(&self, n: &Natural, watch: &dyn Watch) -> Result<Natural, StrategyError> {
        let wanted = small(n, watch)?;
        // A_0^n < 2n, since at least every second number is in the first column.
        let mut rows = ArrayRows::new(2 * wanted, watch)?;
        loop {
            let (n, first) = rows.next_row(watch)?;
            if n == wanted {
                return Ok(Natural::from(first));
            }
        }
    }
}

/// The first entries of the rows, in order, with a mark on every number up to a bound that has occurred.
struct ArrayRows {
    seen: Vec<bool>,
    last: u64,
    n: u64,
}

impl ArrayRows {
    fn new(bound: u64, watch: &dyn Watch) -> Result<Self, StrategyError> {
        let cells = narrow::cells(bound) + 2;
        // Zeros take no memory before they are changed; a system that refuses them would end the program.
        if Vec::<bool>::new().try_reserve_exact(cells).is_err() {
            let allowed = watch.memory_limit().unwrap_or(MEMORY);
            let needed = bound;
            return Err(Stopped::Memory { needed, allowed }.into());
        }
        Ok(Self {
            seen: vec![false; cells],
            last: 0,
            n: 0,
        })
    }

    fn next_row(&mut self, watch: &dyn Watch) -> Result<(u64, u64), StrategyError> {
        if self.n.is_multiple_of(4096) {
            watch.check()?;
        }
        self.n += 1;
        self.last += 1;
        while self.seen.get(narrow::cells(self.last)) == Some(&true) {
            self.last += 1;
        }
        let (mut current, mut next) = (self.last, 2 * self.last + self.n);
        while let Some(seen) = usize::try_from(current)
            .ok()
            .and_then(|n| self.seen.get_mut(n))
        {
            *seen = true;
            (current, next) = (next, 3 * next - current);
        }
        Ok((self.n, self.last))
    }
}

/// The most bytes the array may use where nobody sets a limit.
const MEMORY: u64 = 1 << 30;

fn small(value: &Natural, watch: &dyn Watch) -> Result<u64, StrategyError> {
    let allowed = watch.memory_limit().unwrap_or(MEMORY);
    let needed = u64::try_from(value).unwrap_or(u64::MAX);
    if needed > (allowed / 2).min(1 << 60) {
        return Err(Stopped::Memory { needed, allowed }.into());
    }
    Ok(needed)
}
