//! Fraenkel's systems from a linear recurrence, and the ternary system U of the Frankenstein game.
//!
//! For `1 ≤ b_m ≤ … ≤ b₂ ≤ b₁(n)`, the basis `u₀ = 1`, `uₙ = b₁(n)·uₙ₋₁ + b₂·uₙ₋₂ + … + b_m·uₙ₋ₘ` with
//! given `u₋₁, …, u₋ₘ₊₁ ≥ 0` represents every natural exactly once by digits whose every `m` in a row
//! are lexicographically below `b₁(k+1), b₂, …, b_m`; where these reach below place 0, what the initial
//! values add bounds the last digit ([`SYSTEMS_OF_NUMERATION`](crate::literature::SYSTEMS_OF_NUMERATION), Theorem 2).
//!
//! The ternary system U has the basis `1, 3, 8, 21, 55, …`, `uₙ = 3uₙ₋₁ - uₙ₋₂`, with digits 0, 1, 2 and a
//! 0 between any two 2s (Theorem 4 there).
//!
//! ```
//! use numeration::natural::Natural;
//! use numeration::recurrence::TernaryU;
//! use numeration::system::NumerationSystem;
//!
//! let u = TernaryU::new();
//! assert_eq!(u.represent(&Natural::from(41u32))?.to_string(), "1211");
//! assert_eq!(u.represent(&Natural::from(42u32))?.to_string(), "2000");
//! # Ok::<(), numeration::system::SystemError>(())
//! ```

use std::sync::LazyLock;

use crate::counted::counted;
use crate::ladder::{Grammar, Ladder, LadderSystem, PeriodicSequence};
use crate::natural::{Integer, Natural, One};

/// A numeration system from a recurrence of Fraenkel's form.
#[derive(Debug)]
pub struct Recurrence {
    name: String,
    ladder: Ladder,
}

/// Why a recurrence gives no numeration system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecurrenceError {
    /// No coefficients.
    #[error("a recurrence needs at least one coefficient, such as 1,1 for the Fibonacci numbers")]
    Empty,
    /// More coefficients than are worked with.
    #[error("a recurrence of more than {} terms is refused", MAX_ORDER)]
    TooLong,
    /// A coefficient 0, or one above an earlier one.
    #[error("the coefficient {value} at place {place} is not between 1 and the one before it")]
    NotDecreasing {
        /// Its place, counted from 1.
        place: usize,
        /// The coefficient.
        value: Natural,
    },
    /// The recurrence `uₙ = uₙ₋₁`.
    #[error(
        "the recurrence with the single coefficient 1 does not grow; type a base of at least 2"
    )]
    Constant,
    /// The wrong number of initial values.
    #[error(
        "a recurrence of {} needs {}, but {} given",
        counted(order, "term", "terms"),
        counted(needed, "initial value", "initial values"),
        counted(given, "is", "are")
    )]
    InitialValues {
        /// Terms of the recurrence.
        order: usize,
        /// Initial values it needs.
        needed: usize,
        /// Initial values given.
        given: usize,
    },
    /// The basis stands still or shrinks at the start.
    #[error("with these initial values the basis does not grow: {before} is followed by {after}")]
    NotGrowing {
        /// An element of the basis.
        before: Natural,
        /// The next one.
        after: Natural,
    },
}

/// Longest recurrence.
pub const MAX_ORDER: usize = 16;

impl Recurrence {
    /// The system with the coefficients `b₁, …, b_m` whose basis counts the admissible strings: the one
    /// in which every digit below a bound may stand at the lowest places.
    pub fn new(coefficients: &[Natural]) -> Result<Self, RecurrenceError> {
        check_coefficients(coefficients)?;
        let b = integers(coefficients);
        let mut start = vec![Integer::ONE];
        while start.len() < b.len() {
            let k = start.len();
            start.push((1..=k).fold(Integer::ONE, |sum, j| sum + &b[j - 1] * &start[k - j]));
        }
        Ok(Self::build(listed(coefficients), b, start))
    }

    /// The system with the coefficients `b₁, …, b_m` and the initial values `u₋₁, …, u₋ₘ₊₁`.
    pub fn with_initial(
        coefficients: &[Natural],
        initial: &[Natural],
    ) -> Result<Self, RecurrenceError> {
        check_coefficients(coefficients)?;
        let (order, given) = (coefficients.len(), initial.len());
        if given + 1 != order {
            return Err(RecurrenceError::InitialValues {
                order,
                needed: order - 1,
                given,
            });
        }
        let b = integers(coefficients);
        let mut line: Vec<Integer> = initial.iter().rev().map(Integer::from).collect();
        line.push(Integer::ONE);
        while line.len() < 2 * order {
            let n = line.len();
            line.push(
                (1..=order.min(n)).fold(Integer::from(0), |sum, j| sum + &b[j - 1] * &line[n - j]),
            );
        }
        let start = line[order - 1..2 * order].to_vec();
        check_growth(&start)?;
        let name = format!("{};{}", listed(coefficients), listed(initial));
        Ok(Self::build(name, b, start[..order].to_vec()))
    }

    fn build(name: String, b: Vec<Integer>, start: Vec<Integer>) -> Self {
        let first = PeriodicSequence::constant(b[0].clone());
        let ladder = Ladder::new(first, b[1..].to_vec(), start, Grammar::Lexicographic);
        Self {
            name: format!("recurrence:{name}"),
            ladder,
        }
    }
}

/// The ternary system U.
#[derive(Debug)]
pub struct TernaryU {
    ladder: Ladder,
}

impl TernaryU {
    /// The system.
    pub fn new() -> Self {
        let three = Integer::from(3);
        let first = PeriodicSequence::constant(three.clone());
        let start = vec![Integer::ONE, three];
        Self {
            ladder: Ladder::new(
                first,
                vec![Integer::from(-1)],
                start,
                Grammar::ZeroBetweenTwos,
            ),
        }
    }

    /// The system, shared by all who ask, so that what it learns about its basis is kept.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<TernaryU> = LazyLock::new(TernaryU::new);
        &SHARED
    }
}

impl Default for TernaryU {
    fn default() -> Self {
        Self::new()
    }
}

impl LadderSystem for Recurrence {
    fn label(&self) -> String {
        self.name.clone()
    }

    fn ladder(&self) -> &Ladder {
        &self.ladder
    }
}

impl LadderSystem for TernaryU {
    fn label(&self) -> String {
        "ternary-u".to_owned()
    }

    fn ladder(&self) -> &Ladder {
        &self.ladder
    }
}

fn integers(numbers: &[Natural]) -> Vec<Integer> {
    numbers.iter().map(Integer::from).collect()
}

fn listed(numbers: &[Natural]) -> String {
    numbers
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

fn check_coefficients(coefficients: &[Natural]) -> Result<(), RecurrenceError> {
    if coefficients.is_empty() {
        return Err(RecurrenceError::Empty);
    }
    if coefficients.len() > MAX_ORDER {
        return Err(RecurrenceError::TooLong);
    }
    let mut before: Option<&Natural> = None;
    for (i, b) in coefficients.iter().enumerate() {
        if *b == 0 || before.is_some_and(|before| b > before) {
            return Err(RecurrenceError::NotDecreasing {
                place: i + 1,
                value: b.clone(),
            });
        }
        before = Some(b);
    }
    if coefficients.len() == 1 && coefficients[0] == 1 {
        return Err(RecurrenceError::Constant);
    }
    Ok(())
}

/// `u₀ ≤ u₁ < u₂ < …`: once two elements grow, the recurrence keeps them growing.
fn check_growth(start: &[Integer]) -> Result<(), RecurrenceError> {
    for (i, pair) in start.windows(2).enumerate() {
        if pair[0] > pair[1] || (i > 0 && pair[0] == pair[1]) {
            let natural = |n: &Integer| n.unsigned_abs_ref().clone();
            return Err(RecurrenceError::NotGrowing {
                before: natural(&pair[0]),
                after: natural(&pair[1]),
            });
        }
    }
    Ok(())
}
