//! The slope of a sequence: between which fractions it must lie, and the small numbers there.
//!
//! If `c_n = floor(n·α + γ)` for all n, then `(c_m - c_n - 1)/(m - n) < α < (c_m - c_n + 1)/(m - n)` for all `n < m`. With a few
//! hundred terms hardly a small quadratic lies in that interval by chance. A sequence that is a sum of a few such floors stays within a larger
//! distance of a line, its *spread*.

use numeration::surd::SmallSurd;

/// Where the slope of a sequence lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlopeBounds {
    /// It is larger than this fraction.
    pub low: (i64, i64),
    /// It is smaller than this one.
    pub high: (i64, i64),
    /// How far two terms may be from where the slope puts them.
    pub spread: i64,
}

/// So many terms are compared with each other.
const MOST_TERMS: usize = 1200;
/// The largest distance from a line that is looked at.
const MOST_SPREAD: i64 = 4;
/// The numbers under a root, the factors of the root, and the divisors that are tried.
const LARGEST_FIELD: i64 = 140;
const LARGEST_FACTOR: i64 = 4;
const LARGEST_DIVISOR: i64 = 8;

impl SlopeBounds {
    /// The slope of a sequence with the least spread; nothing if it follows no line.
    pub fn of(column: &[i64]) -> Option<Self> {
        (1..=MOST_SPREAD).find_map(|spread| Self::within(column, spread))
    }

    /// The slope of a sequence with a given spread.
    pub fn within(column: &[i64], spread: i64) -> Option<Self> {
        let terms = &column[..column.len().min(MOST_TERMS)];
        let (mut low, mut high) = ((-1, 0), (1, 0));
        for (n, earlier) in terms.iter().enumerate() {
            let mut apart = 0;
            for later in &terms[n + 1..] {
                apart += 1;
                let rise = later - earlier;
                if less(low, (rise - spread, apart)) {
                    low = (rise - spread, apart);
                }
                if less((rise + spread, apart), high) {
                    high = (rise + spread, apart);
                }
            }
        }
        let found = terms.len() > 1 && less(low, high);
        found.then_some(Self { low, high, spread })
    }

    /// Does a number lie there?
    pub fn contains(&self, number: &SmallSurd) -> bool {
        let above = |(p, q): (i64, i64)| number.compare(&SmallSurd::new(p, 0, q, 1));
        above(self.low).is_some_and(std::cmp::Ordering::is_gt)
            && above(self.high).is_some_and(std::cmp::Ordering::is_lt)
    }

    /// The fraction there with the least denominator.
    pub fn simplest(&self) -> Option<SmallSurd> {
        simplest(self.low, self.high).map(|(p, q)| SmallSurd::new(p, 0, q, 1))
    }

    /// Is a quadratic irrational there hardly by chance? About four small ones with a discriminant of
    /// at most `d` lie on each stretch of length `1/d`.
    pub fn singles_out(&self, number: &SmallSurd) -> bool {
        let ((p, q), (r, s)) = (self.low, self.high);
        let [p, q, r, s] = [p, q, r, s].map(i128::from);
        let within = |d: i64| 8 * i128::from(d) * (r * q - p * s) <= q * s;
        number.discriminant().is_some_and(within)
    }

    /// The small quadratic irrationals there, the least discriminant first; of one field, if it is given.
    pub fn quadratics(&self, field: Option<i64>) -> Vec<SmallSurd> {
        let fields: Vec<i64> = match field {
            Some(field) => vec![field],
            None => (2..=LARGEST_FIELD).filter(|d| squarefree(*d)).collect(),
        };
        let mut found: Vec<SmallSurd> = Vec::new();
        for d in fields {
            for c in 1..=LARGEST_DIVISOR {
                for b in (1..=LARGEST_FACTOR).flat_map(|b| [b, -b]) {
                    found.extend(self.with_root(b, c, d));
                }
            }
        }
        found.sort_by_key(|surd| (surd.discriminant(), surd.to_string()));
        found.dedup();
        found
    }

    /// `(a + b√d)/c` there, for whole numbers a.
    fn with_root(&self, b: i64, c: i64, d: i64) -> Vec<SmallSurd> {
        let (p, q) = self.low;
        let root = SmallSurd::new(0, -b, 1, d);
        let lowest = SmallSurd::new(p, 0, q, 1)
            .times(c)
            .and_then(|low| root.floor_at(1, &low));
        let Some(lowest) = lowest else {
            return Vec::new();
        };
        let numbers = (lowest + 1..).map(|a| SmallSurd::new(a, b, c, d));
        numbers.take_while(|n| self.contains(n)).take(4).collect()
    }
}

/// Is the first fraction less? A denominator 0 stands for infinity.
fn less((a, b): (i64, i64), (c, d): (i64, i64)) -> bool {
    i128::from(a) * i128::from(d) < i128::from(c) * i128::from(b)
}

pub(crate) fn squarefree(number: i64) -> bool {
    let squares = (2..).take_while(|k| k * k <= number);
    number > 1 && squares.into_iter().all(|k| number % (k * k) != 0)
}

/// The fraction with the least denominator strictly between two.
fn simplest(low: (i64, i64), high: (i64, i64)) -> Option<(i64, i64)> {
    if low.1 == 0 || high.1 == 0 {
        return None;
    }
    let whole = low.0.div_euclid(low.1);
    if less((whole + 1, 1), high) {
        return Some((whole + 1, 1));
    }
    // Both lie between `whole` and `whole + 1`: the reciprocals of what is left are compared the other way round.
    let (below, above) = (
        (low.0 - whole * low.1, low.1),
        (high.0 - whole * high.1, high.1),
    );
    let upper = if below.0 == 0 {
        // Anything large will do.
        let least = above.1.div_euclid(above.0) + 1;
        return Some((whole * least + 1, least));
    } else {
        (below.1, below.0)
    };
    let (p, q) = simplest((above.1, above.0), upper)?;
    Some((whole.checked_mul(p)?.checked_add(q)?, p))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(alpha: &SmallSurd, gamma: &SmallSurd, terms: i64) -> Vec<i64> {
        let term = |n| alpha.floor_at(n, gamma).expect("small");
        (0..terms).map(term).collect()
    }

    #[test]
    fn the_slope_of_floors_is_found_again() {
        for alpha in [
            SmallSurd::new(1, 1, 2, 5),
            SmallSurd::new(2, 1, 1, 2),
            SmallSurd::new(-4, 2, 2, 10),
            SmallSurd::new(5, 1, 2, 13),
            SmallSurd::new(7, 3, 4, 17),
        ] {
            for gamma in [
                SmallSurd::from(0),
                SmallSurd::new(1, 0, 3, 1),
                SmallSurd::from(-5),
            ] {
                let slope = SlopeBounds::of(&column(&alpha, &gamma, 400)).expect("a line");
                assert_eq!(slope.spread, 1);
                assert!(slope.quadratics(None).contains(&alpha), "{alpha}");
            }
        }
        let phi = SlopeBounds::of(&column(
            &SmallSurd::new(1, 1, 2, 5),
            &SmallSurd::from(0),
            100,
        ));
        assert_eq!(
            phi.expect("a line").quadratics(None)[0],
            SmallSurd::new(1, 1, 2, 5)
        );
    }

    #[test]
    fn the_simplest_fraction_is_simplest() {
        for low in 0..40 {
            for high in low + 1..41 {
                let found = simplest((low, 7), (high, 7)).expect("finite");
                let inside = |p: i64, q: i64| less((low, 7), (p, q)) && less((p, q), (high, 7));
                assert!(inside(found.0, found.1), "{low} {high} {found:?}");
                let smaller = (1..found.1).flat_map(|q| (0..=6 * q).map(move |p| (p, q)));
                assert!(!smaller.into_iter().any(|(p, q)| inside(p, q)));
            }
        }
    }

    #[test]
    fn squares_follow_no_line() {
        let squares: Vec<i64> = (0..50).map(|n| n * n).collect();
        assert_eq!(SlopeBounds::of(&squares), None);
    }
}
