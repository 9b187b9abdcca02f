//! Numeration systems in which the P-positions may be seen by an automaton.

use std::sync::Arc;

use logic::Formula;
use logic::arithmetic;
use logic::watch::{Stopped, Watch};
use numeration::named::{NamedSystem, SystemForm};
use numeration::natural::Natural;
use numeration::ostrowski::Side;
use numeration::real::Real;
use rules::spec::Spec;

use crate::board::Board;
use crate::residuals::{FiniteLanguage, Letter};
use crate::slope::SlopeBounds;

/// A system by its name, and as automata read it.
#[derive(Clone, Debug)]
pub struct CandidateSystem {
    /// The name.
    pub named: Arc<NamedSystem>,
    /// How automata read it.
    pub system: arithmetic::System,
}

/// What the rules say about the system: constants of one field, or digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemConstraint {
    /// Any system will do.
    Free,
    /// The rules have irrational constants of this field.
    Field(i64),
    /// The rules speak of digits, or of constants of which nothing can be proved.
    Bound,
}

/// No more words than this are learned from.
const MOST_WORDS: usize = 1 << 20;
/// Periods are rotated so often.
const MOST_ROTATIONS: usize = 16;
/// So many fields of quadratic irrationals are tried.
const MOST_FIELDS: usize = 5;

impl CandidateSystem {
    /// The system of this form, if automata can read it.
    pub fn new(form: SystemForm) -> Option<Self> {
        let named = Arc::new(NamedSystem::new(form).ok()?);
        let system = arithmetic::System::of_digits(&named).ok()?;
        Some(Self { named, system })
    }

    /// The system of the field of √d.
    pub fn quadratic(d: i64) -> Option<Self> {
        if d == 5 {
            return Self::new(SystemForm::Zeckendorf);
        }
        let alpha = arithmetic::System::quadratic(d).ok()?.alpha()?;
        let under = Natural::from(alpha.d.unsigned_abs());
        let mut alpha = Real::quadratic(alpha.rational, alpha.root, under, alpha.divisor).ok()?;
        // Another rotation of the period, if the lowest digit would always be 0.
        for _ in 0..MOST_ROTATIONS {
            let found = Self::new(SystemForm::Ostrowski(alpha.clone(), Side::Q))?;
            if !found.system.drops_last() {
                return Some(found);
            }
            let rest = alpha.sub(&Real::from(alpha.floor().ok()?)).ok()?;
            alpha = Real::from(1).div(&rest).ok()?;
        }
        None
    }

    /// The P-positions of a board as words, as long as all words of that length lie on the board. Of a
    /// dense set only smaller positions are taken, which show as much.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn words(&self, board: &Board, watch: &dyn Watch) -> Result<FiniteLanguage, Stopped> {
        let places = self.system.alphabet().places();
        let bound = u64::from(board.max) + 1;
        let weights = self.weights(bound);
        let mut letters = (1..)
            .take_while(|letters| weights.get(letters * places).is_some_and(|w| *w <= bound))
            .count();
        let inside = |letters: usize| {
            let end = weights.get(letters * places).copied().unwrap_or(0);
            let inside = move |piles: &&[u32]| piles.iter().all(|pile| u64::from(*pile) < end);
            board.p_positions().filter(inside)
        };
        while inside(letters).nth(MOST_WORDS).is_some() {
            watch.check()?;
            letters -= 1;
        }
        let words = inside(letters).map(|piles| {
            watch.check()?;
            Ok(self.word(piles, letters))
        });
        let words = words.collect::<Result<_, Stopped>>()?;
        let zero = vec![0; places * board.dimension()];
        Ok(FiniteLanguage::new(words, letters, &zero))
    }

    /// The weights of the places up to the first above a bound.
    fn weights(&self, bound: u64) -> Vec<u64> {
        let mut count = 8;
        loop {
            let weights: Vec<u128> = self
                .system
                .weights::<WideInteger>(count)
                .into_iter()
                .map(|w| w.0)
                .collect();
            if weights.last().is_none_or(|last| *last > u128::from(bound)) || count > 80 {
                let small = weights.into_iter().map_while(|w| u64::try_from(w).ok());
                return small.collect();
            }
            count += 8;
        }
    }

    /// A position as a word of so many letters, place by place.
    fn word(&self, piles: &[u32], letters: usize) -> Vec<Letter> {
        let places = self.system.alphabet().places();
        let digits: Vec<Vec<u8>> = piles
            .iter()
            .map(|pile| {
                let short = self.system.writer().digits(&Natural::from(*pile));
                let zeros = (letters * places).saturating_sub(short.len());
                [vec![0; zeros], short].concat()
            })
            .collect();
        let letter = |number: usize| {
            let place = |place: usize| digits.iter().map(move |d| d[number * places + place]);
            (0..places).flat_map(place).collect()
        };
        (0..letters).map(letter).collect()
    }
}

/// A weight as `System::weights` makes it.
#[derive(Clone, Copy)]
struct WideInteger(u128);

impl From<u64> for WideInteger {
    fn from(number: u64) -> Self {
        Self(u128::from(number))
    }
}

impl std::ops::Add for WideInteger {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::ops::Mul for WideInteger {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0.saturating_mul(other.0))
    }
}

impl SystemConstraint {
    /// What the rules say.
    pub fn of(spec: &Spec) -> Self {
        let clauses = spec.moves.iter().flat_map(|rule| rule.clauses.iter());
        let conditions = spec.domain.iter().chain(&spec.ends);
        let formulas: Vec<&Formula> = clauses.chain(conditions).collect();
        match arithmetic::System::for_formulas(formulas.iter().copied()) {
            Err(_) => Self::Bound,
            Ok(system) => match system.alpha() {
                Some(alpha) if system.recurrence().is_none() => Self::Field(alpha.d),
                None if system == arithmetic::System::binary() => Self::Free,
                _ => Self::Bound,
            },
        }
    }

    /// The field that constants of a formula must have, if the rules say so.
    pub fn field(self) -> Option<i64> {
        match self {
            Self::Field(d) => Some(d),
            Self::Free | Self::Bound => None,
        }
    }
}

/// The systems of longer recurrences that are tried.
pub(crate) fn recurrences() -> Vec<CandidateSystem> {
    let coefficients: [&[u32]; 2] = [&[1, 1, 1], &[1, 1, 1, 1]];
    let number = |c: &u32| Natural::from(*c);
    let forms = coefficients
        .into_iter()
        .map(|c| SystemForm::Recurrence(c.iter().map(number).collect(), Vec::new()));
    forms.filter_map(CandidateSystem::new).collect()
}

/// The systems to try for a board, in the order of trust: those of the slopes of its columns, small bases, recurrences.
pub fn candidates(ground: SystemConstraint, board: &Board) -> Vec<CandidateSystem> {
    if let SystemConstraint::Field(d) = ground {
        return CandidateSystem::quadratic(d).into_iter().collect();
    }
    let mut found: Vec<CandidateSystem> = Vec::new();
    let base = |k: u32| SystemForm::Base(Natural::from(k));
    let fields = [5, 2, 3, 13].into_iter().chain(fields(board));
    let forms = [base(2), base(3)];
    let all = forms
        .into_iter()
        .filter_map(CandidateSystem::new)
        .chain(fields.filter_map(CandidateSystem::quadratic))
        .chain(recurrences());
    for candidate in all {
        if !found.iter().any(|known| known.named == candidate.named) {
            found.push(candidate);
        }
    }
    found
}

/// The fields of the small quadratics that the slopes of the columns may be.
fn fields(board: &Board) -> Vec<i64> {
    let mut surds = Vec::new();
    for column in board.columns() {
        let rest = &column[column.len().min(8)..];
        let slope = (1..=3).find_map(|spread| SlopeBounds::within(rest, spread));
        surds.extend(slope.into_iter().flat_map(|slope| slope.quadratics(None)));
    }
    surds.sort_by_key(|surd| surd.discriminant());
    let mut fields: Vec<i64> = Vec::new();
    for surd in surds {
        if !fields.contains(&surd.field()) {
            fields.push(surd.field());
        }
    }
    fields.truncate(MOST_FIELDS);
    fields
}
