//! The statements of the paper that are general in d, each as a function that looks for a counterexample.
//!
//! What is printed, what is right and what is known of it stands in `papers/large-rats.toml`, which names the statements
//! of this table.

use lab::LabError;
use logic::watch::Watch;

use super::{dimension, fractals, shortcuts, vectors};
use crate::claims::finding::Finding;
use crate::rat_matrix::Dimension;

/// A test for one d: the smallest counterexample, if there is one.
type Test = fn(Dimension) -> Option<String>;

/// Where each statement stands, its test, the largest d for which that takes no more than a moment, and the range of the
/// other variables.
#[rustfmt::skip]
const STATEMENTS: &[(&str, Test, u32, &str)] = &[
    ("Theorem 2", vectors::theorem_2, 12, "numbers up to 4·(2^d − 1)"),
    ("Section 4, the number of shortcuts", shortcuts::section_4_shortcuts, 7, "n ≤ 3"),
    ("Section 4, the search", shortcuts::section_4_search, 5, "vectors with s_d ≤ 2·2^(d−1)(2^d − 1) near their halves, and all differences"),
    ("Theorem 4", shortcuts::theorem_4, 6, "differences of r(m), m ≤ 2^d, and all vectors near their halves"),
    ("Theorem 4 for vectors other than 0", shortcuts::theorem_4_without_zero, 6, "differences of r(m), m ≤ 2^d, and all vectors near their halves"),
    ("Lemma 5", shortcuts::lemma_5, 6, "r(m), m ≤ 2^(d−1)"),
    ("Corollary 6(ii)", shortcuts::corollary_6, 4, "x = r(m) + a shortcut, m ≤ 2^(d−1)"),
    ("Example 1", shortcuts::example_1, 4, "this example"),
    ("Theorem 13", vectors::theorem_13, 10, "n ≤ 4·2^(d−1)"),
    ("Equation (11)", shortcuts::equation_11, 6, "all rows"),
    ("Equation (11), repaired", shortcuts::equation_11_repaired, 6, "all rows"),
    ("Theorem 14", shortcuts::theorem_14, 9, "all differences of rat vectors within a period"),
    ("Definition 3", shortcuts::definition_3, 6, "all differences of rat vectors within a period"),
    ("Proof of Theorem 14", shortcuts::theorem_14_classes, 9, "all pairs of rows"),
    ("Theorem 15", shortcuts::theorem_15, 8, "all differences of rat vectors within a period, and all paths"),
    ("Section 7.1", shortcuts::section_7_1, 12, "all entries of σ^d counted, among the differences of rat vectors for d ≤ 9, in the matrix for more; j up to 2^(d−2), not 2^d as printed"),
    ("Proposition 17", vectors::proposition_17, 8, "r(n), n ≤ 2^d, and all vectors that differ from them by 1 in one pile"),
    ("Proposition 17, as a sum", vectors::proposition_17_sum, 8, "r(n), n ≤ 2^d"),
    ("Proposition 17, as a sum, repaired", vectors::proposition_17_sum_repaired, 8, "r(n), n ≤ 2^d"),
    ("Appendix, the number of differences", fractals::number_of_lines, 14, "all rows"),
    ("Appendix, the number of differences as a quotient, repaired", fractals::number_as_quotient_repaired, 14, "all rows"),
    ("Appendix, the smallest and the largest difference", fractals::smallest_and_largest, 14, "all rows"),
    ("Appendix, the first differences", fractals::first_lines, 14, "all rows"),
    ("Appendix, τ", fractals::tau, 14, "all rows"),
    ("Appendix, τ, the lengths", fractals::length_of_tau, 14, "i ≤ d − 4"),
    ("Appendix, τ, the lengths, repaired", fractals::length_of_tau_repaired, 14, "i = d − 4"),
    ("Appendix, the penultimate lines", fractals::penultimate_lines, 12, "all points"),
    ("Appendix, the top line", fractals::top_line, 12, "all points"),
    ("Appendix, a picture from the previous one", fractals::from_previous, 12, "all points"),
    ("Appendix, occurrences", fractals::occurrences, 14, "all rows"),
    ("Remark 1", fractals::remark_1, 14, "all rows"),
];

/// Tests a statement for all d up to a bound.
pub(crate) fn statement(place: &str, bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let found = STATEMENTS.iter().find(|(name, ..)| *name == place);
    let (_, test, largest, range) = *found
        .ok_or_else(|| LabError::input(format!("there is no statement `{place}` on matrices")))?;
    let bound = bound.min(largest);
    let mut failing = None;
    for d in 2..=bound {
        watch.check()?;
        failing = failing.or(test(dimension(d)?));
    }
    let finding = match range {
        "this example" | "d = 4" => Finding::proved("computed"),
        range => Finding::up_to(
            format!("d <= {bound}; {range}"),
            "computed from the vectors",
        ),
    };
    Ok(finding.unless(failing))
}

/// A counterexample.
pub(super) fn found(d: Dimension, case: String) -> Option<String> {
    Some(format!("d = {}: {case}", d.get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statements that are wrong as printed, and where each fails first.
    const WRONG: &[(&str, &str)] = &[
        (
            "Theorem 4",
            "d = 2: (0, 0) has a ternary recurrence, and is not a proper shortcut",
        ),
        (
            "Corollary 6(ii)",
            "d = 2: (2, 5) − (1, 2) = (1, 3) is a proper shortcut",
        ),
        ("Equation (11)", "d = 3: i = 0, k = 1, j = 1: -2 and -4"),
        (
            "Definition 3",
            "d = 2: 0 is in R, so that 2 vectors are left, and F has 3 rows",
        ),
        (
            "Proposition 17, as a sum",
            "d = 3: r(2) = (3, 6, 11), α = 2",
        ),
        ("Appendix, τ, the lengths", "d = 5: sequence 1 is 55, 57"),
    ];

    /// The wrong statements fail where a plain loop says so, and the others do not.
    #[test]
    fn statements() {
        let mut wrong = Vec::new();
        for (place, test, largest, _) in STATEMENTS {
            let dimensions = (2..=12.min(*largest)).filter_map(|d| Dimension::new(d).ok());
            let failing = dimensions.into_iter().find_map(test);
            wrong.extend(failing.map(|failing| (*place, failing)));
        }
        let wrong: Vec<(&str, &str)> = wrong
            .iter()
            .map(|(place, failing)| (*place, failing.as_str()))
            .collect();
        assert_eq!(wrong, WRONG);
    }
}
