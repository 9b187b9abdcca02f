//! Eventual periodicity of a finite sequence, as far as it is seen.
//!
//! A sequence is arithmetically periodic with preperiod `e`, period `p` and saltus `s` if
//! `x(i + p) = x(i) + s` for all `i ≥ e`. From finitely many terms this can only be *seen so far*: the answer
//! says over how many terms it held, and nothing is claimed about the next one. (E. R. Berlekamp, J. H. Conway and
//! R. K. Guy, Winning Ways, chapter 4.)
//!
//! ```
//! use numeration::natural::Integer;
//! use numeration::periodicity::arithmetic_period;
//!
//! // floor(7n/4) for n = 1, 2, …
//! let terms: Vec<Integer> = (1..=20).map(|n| Integer::from(7 * n / 4)).collect();
//! let seen = arithmetic_period(&terms, 3).expect("three repetitions are in sight");
//! assert_eq!((seen.preperiod, seen.period, seen.saltus), (0, 4, Integer::from(7)));
//! ```

use crate::natural::Integer;

/// A period that holds from `preperiod` to the end of what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPeriod {
    /// Terms before the periodic part.
    pub preperiod: usize,
    /// Length of the period.
    pub period: usize,
    /// What each period adds; 0 for a purely periodic tail.
    pub saltus: Integer,
    /// How many terms were seen in all.
    pub seen: usize,
}

impl SeenPeriod {
    /// How many whole periods were seen.
    pub fn repetitions(&self) -> usize {
        (self.seen - self.preperiod) / self.period
    }
}

/// The arithmetic period of the tail with the least preperiod and period together.
///
/// The saltus must have been seen at least `repetitions` times (2 or more), so one period more than
/// that. A wrong period nearly always shows at once, at the end, and a multiple of a period that is
/// shorter than what is seen of it has its preperiod: trying all periods is fast.
pub fn arithmetic_period(terms: &[Integer], repetitions: usize) -> Option<SeenPeriod> {
    let (seen, periods) = (terms.len(), repetitions.max(2).saturating_add(1));
    let mut best: Option<SeenPeriod> = None;
    for period in 1..=seen / periods {
        let implied =
            |best: &SeenPeriod| period % best.period == 0 && period < seen - best.preperiod;
        if best.as_ref().is_some_and(implied) {
            continue;
        }
        let saltus = &terms[seen - 1] - &terms[seen - 1 - period];
        let holds = |i: &usize| &terms[i + period] - &terms[*i] == saltus;
        let Some(preperiod) = (0..seen - period).rev().take_while(holds).last() else {
            continue;
        };
        let candidate = SeenPeriod {
            preperiod,
            period,
            saltus,
            seen,
        };
        let better = |best: &SeenPeriod| preperiod + period < best.preperiod + best.period;
        if candidate.repetitions() >= periods && best.as_ref().is_none_or(better) {
            best = Some(candidate);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(terms: &[i64], expected: Option<(usize, usize, i64)>) {
        let terms: Vec<Integer> = terms.iter().copied().map(Integer::from).collect();
        let seen = arithmetic_period(&terms, 2).map(|s| (s.preperiod, s.period, s.saltus));
        assert_eq!(
            seen,
            expected.map(|(e, p, s)| (e, p, Integer::from(s))),
            "{terms:?}"
        );
    }

    #[test]
    fn examples() {
        check(&[], None);
        check(&[5], None);
        check(&[5, 5], None);
        check(&[5, 5, 5], Some((0, 1, 0)));
        check(&[1, 2, 3, 4], Some((0, 1, 1)));
        check(&[9, 9, 0, 1, 0, 1, 0, 1], Some((2, 2, 0)));
        check(&[9, 9, 0, 1, 0, 1, 0], None);
        check(&[0, 1, 4, 9, 16, 25], None);
        check(&[3, 1, 4, 1, 5, 9, 8, 12, 11, 15, 14, 18], Some((4, 2, 3)));
    }

    proptest! {
        /// As if each period were tried.
        #[test]
        fn no_period_is_passed_over(
            start in prop::collection::vec(-1i64..2, 1..8),
            repeated in 1_usize..5,
            length in 1_usize..40,
        ) {
            let mut terms: Vec<Integer> = start.iter().copied().map(Integer::from).collect();
            while terms.len() < length {
                let last = terms.len() - repeated.min(terms.len());
                terms.push(&terms[last] + Integer::from(1));
            }
            let expected = (1..=terms.len() / 3)
                .filter_map(|period| {
                    let saltus = &terms[terms.len() - 1] - &terms[terms.len() - 1 - period];
                    let holds = |i: &usize| &terms[i + period] - &terms[*i] == saltus;
                    let preperiod = (0..terms.len() - period).rev().take_while(holds).last()?;
                    let is_seen = (terms.len() - preperiod) / period >= 3;
                    is_seen.then_some((preperiod + period, period))
                })
                .min();
            let found = arithmetic_period(&terms, 2);
            prop_assert_eq!(found.map(|found| (found.preperiod + found.period, found.period)), expected);
        }

        #[test]
        fn finds_what_was_put_in(
            head in prop::collection::vec(-3i64..3, 0..6),
            body in prop::collection::vec(-3i64..3, 1..6),
            saltus in -3i64..3,
            copies in 4usize..7,
        ) {
            let mut terms = head.clone();
            for copy in 0..copies {
                let lift = saltus * i64::try_from(copy).unwrap_or(0);
                terms.extend(body.iter().map(|x| x + lift));
            }
            let terms: Vec<Integer> = terms.into_iter().map(Integer::from).collect();
            let found = arithmetic_period(&terms, 3);
            prop_assert!(found.is_some());
            let Some(found) = found else { return Ok(()) };
            // Something simpler may be there by chance, but what is claimed holds.
            prop_assert!(found.preperiod + found.period <= head.len() + body.len());
            for i in found.preperiod..terms.len() - found.period {
                prop_assert_eq!(&terms[i + found.period] - &terms[i], found.saltus.clone());
            }
            if found.preperiod > 0 {
                let before = found.preperiod - 1;
                prop_assert_ne!(&terms[before + found.period] - &terms[before], found.saltus.clone());
            }
        }
    }
}
