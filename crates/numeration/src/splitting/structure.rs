//! What a splitting is made of: integer moduli, Fraenkel's family, a Rayleigh pair, a composition.

use std::fmt;

use crate::beatty::{Beatty, irrational_above};
use crate::natural::{Integer, Lcm, Natural, One, Zero};
use crate::real::{Real, RealError, RealKind};

/// Why sequences split the positive integers.
#[derive(Clone, Debug, PartialEq)]
pub enum Structure {
    /// All positive integers in one sequence.
    Everything,
    /// Arithmetic progressions: an exact covering system.
    Progressions,
    /// The moduli `(2^m - 1)/2^(m-k)`, `k = 1, …, m`, `m ≥ 2`: the rat vectors.
    Fraenkel {
        /// `m`.
        sequences: usize,
    },
    /// Rational moduli: one period was checked.
    Rational {
        /// The period.
        period: Natural,
    },
    /// Two sequences with irrational moduli, `1/α + 1/β = 1`.
    Pair,
    /// Integer splittings composed with a pair (Graham).
    Composition(Box<Composition>),
    /// Quadratic moduli whose fractional parts balance in another way.
    Balanced,
}

/// Integer splittings composed with the pair `α, β`, `1/α + 1/β = 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Composition {
    /// `α`, split by `first`.
    pub alpha: Real,
    /// `β`, split by `second`.
    pub beta: Real,
    /// The sequences that make up the multiples of `α`.
    pub first: Vec<Multiple>,
    /// The sequences that make up the multiples of `β`.
    pub second: Vec<Multiple>,
}

/// A sequence that is every `modulus`-th term of a pair's sequence: the terms with index
/// `modulus·n + residue`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// Which of the given sequences, counted from 1.
    pub sequence: usize,
    /// The factor of `n`.
    pub modulus: Integer,
    /// The addend.
    pub residue: Integer,
}

/// The structure of sequences that are known to split.
pub(super) fn recognise(sequences: &[Beatty]) -> Result<Structure, RealError> {
    let moduli: Vec<&Real> = sequences.iter().map(Beatty::alpha).collect();
    if sequences.len() == 1 {
        return Ok(Structure::Everything);
    }
    if moduli.iter().all(|alpha| alpha.as_integer().is_some()) {
        return Ok(Structure::Progressions);
    }
    if moduli
        .iter()
        .all(|alpha| alpha.kind() == RealKind::Rational)
    {
        return Ok(if is_fraenkel(&moduli)? {
            Structure::Fraenkel {
                sequences: moduli.len(),
            }
        } else {
            Structure::Rational {
                period: period(&moduli),
            }
        });
    }
    if moduli.len() == 2 {
        return Ok(Structure::Pair);
    }
    Ok(composition(sequences)?.unwrap_or(Structure::Balanced))
}

/// The pair `floor(nα)`, `floor(nβ)` with `1/α + 1/β = 1` and `α` known to be irrational.
pub(super) fn homogeneous_pair(sequences: &[Beatty]) -> Result<Option<Structure>, RealError> {
    let [first, second] = sequences else {
        return Ok(None);
    };
    for (alpha, beta) in [(first, second), (second, first)] {
        if irrational_above(alpha.alpha(), 1).is_ok()
            && alpha
                .complement()
                .is_ok_and(|complement| complement.alpha() == beta.alpha())
            && beta.gamma() == &Real::from(0)
        {
            return Ok(Some(Structure::Pair));
        }
    }
    Ok(None)
}

fn is_fraenkel(moduli: &[&Real]) -> Result<bool, RealError> {
    let m = u64::try_from(moduli.len()).unwrap_or(u64::MAX);
    let top = (Natural::ONE << m) - Natural::ONE;
    for k in 1..=m {
        let modulus = Real::ratio(Integer::from(&top), Integer::ONE << (m - k))?;
        if moduli.iter().filter(|alpha| ***alpha == modulus).count() != 1 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The common numerator of rational moduli.
fn period(moduli: &[&Real]) -> Natural {
    let numerators = moduli.iter().filter_map(|alpha| alpha.as_rational());
    numerators.fold(Natural::ONE, |period, (n, _)| {
        period.lcm(n.unsigned_abs_ref())
    })
}

/// Graham's decomposition: the sequences whose density grows with the root are multiples of one
/// modulus, the others of the other.
fn composition(sequences: &[Beatty]) -> Result<Option<Structure>, RealError> {
    let rising = |s: &Beatty| s.density().as_quadratic().is_some_and(|q| q.b > 0);
    let (first, second): (Vec<usize>, Vec<usize>) =
        (0..sequences.len()).partition(|i| rising(&sequences[*i]));
    let (Some((alpha, first)), Some((beta, second))) = (
        multiples(sequences, &first)?,
        multiples(sequences, &second)?,
    ) else {
        return Ok(None);
    };
    let composition = Composition {
        alpha,
        beta,
        first,
        second,
    };
    Ok(Some(Structure::Composition(Box::new(composition))))
}

/// The modulus of which all these sequences are integer multiples, with factors and addends.
fn multiples(
    sequences: &[Beatty],
    group: &[usize],
) -> Result<Option<(Real, Vec<Multiple>)>, RealError> {
    let density = group
        .iter()
        .try_fold(Real::from(0), |sum, i| sum.add(sequences[*i].density()))?;
    if density == Real::from(0) {
        return Ok(None);
    }
    let modulus = Real::from(1).div(&density)?;
    let mut found = Vec::new();
    for i in group {
        let Some(factor) = sequences[*i].alpha().div(&modulus)?.as_integer() else {
            return Ok(None);
        };
        // The place of the first term among all terms of the group.
        let start = sequences[*i].term(&Integer::ONE)?;
        let place = group.iter().try_fold(Integer::ZERO, |sum, j| {
            Ok::<_, RealError>(sum + sequences[*j].count_up_to(&start)?)
        })?;
        found.push(Multiple {
            sequence: i + 1,
            residue: place - &factor,
            modulus: factor,
        });
    }
    Ok(Some((modulus, found)))
}

impl fmt::Display for Multiple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.residue < 0 { "" } else { "+" };
        match &self.residue {
            r if *r == 0 => write!(f, "{}n", self.modulus),
            r => write!(f, "{}n{sign}{r}", self.modulus),
        }
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |multiples: &[Multiple]| {
            multiples
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        match self {
            Self::Everything => write!(f, "one sequence of all of them"),
            Self::Progressions => write!(f, "an exact covering system of arithmetic progressions"),
            Self::Fraenkel { sequences: m } => {
                write!(
                    f,
                    "the moduli (2^{m}-1)/2^({m}-k), k = 1, …, {m}, of Fraenkel's conjecture"
                )
            }
            Self::Rational { period } => {
                write!(f, "rational moduli, checked over the period {period}")
            }
            Self::Pair => write!(f, "two irrational moduli with 1/alpha + 1/beta = 1"),
            Self::Composition(c) => write!(
                f,
                "a composition of the pair alpha = {}, beta = {} with the integer splittings {} and {}",
                c.alpha,
                c.beta,
                list(&c.first),
                list(&c.second)
            ),
            Self::Balanced => write!(f, "quadratic moduli whose fractional parts balance"),
        }
    }
}
