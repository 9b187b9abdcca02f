//! Each statement of the paper about its matrices as a function that looks for a counterexample.
//!
//! [`CLAIMS`] lists them in the order of the paper, as printed, with what is known of each. Where a statement is wrong, the
//! repaired one stands after it, and is tested in the same way.
//!
//! ```
//! use numeration::rat_matrix::claims::{CLAIMS, Status};
//!
//! for claim in CLAIMS {
//!     let wrong = matches!(claim.status, Status::Wrong { .. });
//!     assert_eq!(claim.smallest_counterexample(6).is_some(), wrong, "{}", claim.place);
//! }
//! ```

mod fractals;
mod shortcuts;
mod vectors;

use std::fmt;

use super::Dimension;

/// A statement of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Where it stands.
    pub place: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// What is known of it.
    pub status: Status,
    /// For each `d` it is tested for this range of its other variables.
    pub range: &'static str,
    /// The largest `d` for which the test takes no more than a moment.
    pub largest: u32,
    /// Looks for the smallest counterexample for one `d`.
    pub check: Check,
}

/// A test for one `d`: the smallest counterexample, if there is one.
pub type Check = fn(Dimension) -> Option<Counterexample>;

/// What is known of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is true, and proved in the paper.
    Theorem,
    /// It is true; the paper has no proof, this is one.
    Proved(&'static str),
    /// It was tested, and no proof is known here.
    Tested,
    /// It is false as printed.
    Wrong {
        /// What is printed.
        printed: &'static str,
        /// What would be right.
        correct: &'static str,
    },
}

/// Where a statement fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The number of piles.
    pub d: u32,
    /// The other variables, and what happens.
    pub case: String,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d = {}: {}", self.d, self.case)
    }
}

impl Claim {
    /// The smallest counterexample for `d ≤ largest`, and for no more than the test can take.
    pub fn smallest_counterexample(&self, largest: u32) -> Option<Counterexample> {
        let dimensions = (2..=largest.min(self.largest)).filter_map(|d| Dimension::new(d).ok());
        dimensions.into_iter().find_map(self.check)
    }
}

/// A counterexample.
fn found(d: Dimension, case: String) -> Option<Counterexample> {
    Some(Counterexample { d: d.get(), case })
}

/// Why the formulas of the appendix hold for every `d`; docs/shortcut-matrices.md has the details.
const SUCCESSOR: &str = "the digits that change from a row to the next are known";

/// All of them, in the order of the paper.
pub const CLAIMS: &[Claim] = &[
    Claim {
        place: "Section 2, play example",
        statement: "(1, 3, 7) satisfies b(ii) since 2s_(i−1) = s_i + 1 for i = 2, 3",
        status: Status::Wrong {
            printed: "2s_(i−1) = s_i + 1",
            correct: "2s_(i−1) = s_i − 1",
        },
        range: "this example",
        largest: 3,
        check: vectors::play_example,
    },
    Claim {
        place: "Section 3, after equation (1)",
        statement: "column i is arithmetic periodic with saltus 2^d − 1 and period 2^(d−i)",
        status: Status::Theorem,
        range: "n ≤ 4·2^(d−1)",
        largest: 10,
        check: vectors::columns_are_arithmetic_periodic,
    },
    Claim {
        place: "Theorem 2",
        statement: "the columns of the rat vectors split the positive integers",
        status: Status::Theorem,
        range: "numbers up to 4·(2^d − 1)",
        largest: 12,
        check: vectors::theorem_2,
    },
    Claim {
        place: "Section 4, first item",
        statement: "2^(d−1)n rat vectors have coordinates up to 2^(d−1)(2^d − 1)n",
        status: Status::Theorem,
        range: "n ≤ 5",
        largest: 12,
        check: vectors::section_4_rat_vectors,
    },
    Claim {
        place: "Section 4, second item",
        statement: "3^(d−1)n proper shortcuts have coordinates up to 2^(d−1)(2^d − 1)n",
        status: Status::Theorem,
        range: "n ≤ 3",
        largest: 7,
        check: shortcuts::section_4_shortcuts,
    },
    Claim {
        place: "Section 4, second item",
        statement: "3^(d−1) < 2·C(2^(d−1), 2)",
        status: Status::Wrong {
            printed: "for d ≥ 2",
            correct: "for d ≥ 3; for d = 2 there are 3 shortcuts, and 2·C(2, 2) = 2",
        },
        range: "all",
        largest: 40,
        check: shortcuts::section_4_inequality,
    },
    Claim {
        place: "Lemma 3",
        statement: "0 ≤ ⌊y⌋/2 − ⌊y/2⌋ ≤ 1/2",
        status: Status::Theorem,
        range: "y = −8, …, 8 in steps of 1/d",
        largest: 40,
        check: vectors::lemma_3,
    },
    Claim {
        place: "Theorem 4",
        statement: "a vector is a proper shortcut if and only if it has a ternary recurrence",
        status: Status::Wrong {
            printed: "every vector",
            correct: "every vector but 0, which has a ternary recurrence and is no proper shortcut, being in R",
        },
        range: "differences of r(m), m ≤ 2^d, and all vectors near their halves",
        largest: 6,
        check: shortcuts::theorem_4,
    },
    Claim {
        place: "Theorem 4 for vectors other than 0",
        statement: "a vector is a proper shortcut if and only if it has a ternary recurrence",
        status: Status::Theorem,
        range: "differences of r(m), m ≤ 2^d, and all vectors near their halves",
        largest: 6,
        check: shortcuts::theorem_4_without_zero,
    },
    Claim {
        place: "Lemma 5",
        statement: "r + r' ≠ s − s' for r in R and r', s, s' in R without 0",
        status: Status::Theorem,
        range: "r(m), m ≤ 2^(d−1)",
        largest: 6,
        check: shortcuts::lemma_5,
    },
    Claim {
        place: "Corollary 6(ii)",
        statement: "if x is not in R and r ≠ 0 is, then x − r is not a proper shortcut",
        status: Status::Wrong {
            printed: "for all x and r",
            correct: "for some r: r(1) or 0 can be reached from every x that is not in R",
        },
        range: "x = r(m) + a shortcut, m ≤ 2^(d−1)",
        largest: 4,
        check: shortcuts::corollary_6,
    },
    Claim {
        place: "Example 1",
        statement: "from (7, 13, 27, 53), n = 1 and 2 give shortcuts, n = 3 the move (2, 3, 8, 15) to (5, 10, 19, 38)",
        status: Status::Theorem,
        range: "this example",
        largest: 4,
        check: shortcuts::example_1,
    },
    Claim {
        place: "Lemma 9",
        statement: "⌊x/y⌋ − ⌊(x − 1)/y⌋ is 1 if y divides x, else 0",
        status: Status::Theorem,
        range: "x ≤ 100, y = d",
        largest: 40,
        check: vectors::lemma_9,
    },
    Claim {
        place: "Lemma 10",
        statement: "Δ_j(n) = 2^j − 1 if n ≡ 0 (mod 2^(d−j)), else 2^j",
        status: Status::Wrong {
            printed: "n ≡ 0 (mod 2^(d−j))",
            correct: "n ≡ 1 (mod 2^(d−j))",
        },
        range: "2 ≤ n ≤ 4·2^(d−1)",
        largest: 10,
        check: vectors::lemma_10,
    },
    Claim {
        place: "Lemma 10, repaired",
        statement: "Δ_j(n) = 2^j − 1 if n ≡ 1 (mod 2^(d−j)), else 2^j",
        status: Status::Proved("r_j(n) = 2^j n − ⌈n/2^(d−j)⌉ − 2^(j−1) + 1"),
        range: "2 ≤ n ≤ 4·2^(d−1)",
        largest: 10,
        check: vectors::lemma_10_repaired,
    },
    Claim {
        place: "Example 2",
        statement: "the columns are periodic with modulus 15j, j = 1, 2, 3, 4",
        status: Status::Wrong {
            printed: "15j",
            correct: "15·2^(j−1)",
        },
        range: "d = 4",
        largest: 4,
        check: vectors::example_2_modulus,
    },
    Claim {
        place: "Footnote 5",
        statement: "row n of Example 2 has t = ⌊n/8⌋",
        status: Status::Wrong {
            printed: "t = ⌊n/8⌋",
            correct: "t = ⌊(n − 1)/8⌋",
        },
        range: "n ≤ 32",
        largest: 4,
        check: vectors::footnote_5,
    },
    Claim {
        place: "Lemma 11",
        statement: "r_j(n) ≡ r_j(n + 2^(d−j)) (mod 2^d − 1), and r(n) ≡ r(n + 2^(d−1)) (mod 2^d − 1)_2",
        status: Status::Theorem,
        range: "n ≤ 4·2^(d−1)",
        largest: 10,
        check: vectors::lemma_11,
    },
    Claim {
        place: "Lemma 12",
        statement: "Σ_(j=2…d) 2^(d−j+1)Δ_(j−1)(n) − 2^(d−j)Δ_j(n) = 1 for n ≥ 2",
        status: Status::Wrong {
            printed: "for all n ≥ 2",
            correct: "for n ≢ 1 (mod 2^(d−1)); else the sum is 1 − 2^(d−1)",
        },
        range: "2 ≤ n ≤ 4·2^(d−1)",
        largest: 10,
        check: vectors::lemma_12,
    },
    Claim {
        place: "Lemma 12, repaired",
        statement: "the sum is 1 − 2^(d−1) if n ≡ 1 (mod 2^(d−1)), else 1",
        status: Status::Proved("the sum telescopes to 2^(d−1)Δ_1(n) − Δ_d(n)"),
        range: "2 ≤ n ≤ 4·2^(d−1)",
        largest: 10,
        check: vectors::lemma_12_repaired,
    },
    Claim {
        place: "Theorem 13",
        statement: "r(n) is row (n − 1) mod 2^(d−1) of the rat-matrix with t = ⌊(n − 1)/2^(d−1)⌋",
        status: Status::Theorem,
        range: "n ≤ 4·2^(d−1)",
        largest: 10,
        check: vectors::theorem_13,
    },
    Claim {
        place: "Equation (11)",
        statement: "R_(i+1,j) − R_(k+1,j) = 2(R_(i,j) − R_(k,j)) + b_(i,j) − b_(k,j)",
        status: Status::Wrong {
            printed: "R_(i+1,j) − R_(k+1,j) = 2(r_j(i) − R_(k,j)) + b_(i,j) − b_(k,j)",
            correct: "R_(i,j) − R_(k,j) = 2(R_(i,j−1) − R_(k,j−1)) − (b_(i,d−j) − b_(k,d−j))",
        },
        range: "all rows",
        largest: 6,
        check: shortcuts::equation_11,
    },
    Claim {
        place: "Equation (11), repaired",
        statement: "R_(i,j) − R_(k,j) = 2(R_(i,j−1) − R_(k,j−1)) − (b_(i,d−j) − b_(k,d−j))",
        status: Status::Proved("Definition 2, twice"),
        range: "all rows",
        largest: 6,
        check: shortcuts::equation_11_repaired,
    },
    Claim {
        place: "Theorem 14",
        statement: "the shortcut matrix has 3^(d−1) rows, one for each ternary code",
        status: Status::Theorem,
        range: "all rows",
        largest: 12,
        check: shortcuts::theorem_14,
    },
    Claim {
        place: "Proof of Theorem 14",
        statement: "a code with u digits 1 comes from 2^u pairs of rows",
        status: Status::Theorem,
        range: "all pairs of rows",
        largest: 9,
        check: shortcuts::theorem_14_classes,
    },
    Claim {
        place: "Theorem 15",
        statement: "the paths of the trees T^d are the rows of the shortcut matrix, in order",
        status: Status::Theorem,
        range: "all rows",
        largest: 9,
        check: shortcuts::theorem_15,
    },
    Claim {
        place: "Section 7.1",
        statement: "σ^d_1 = σ^(d−1)_1 + 1, σ^(d+1)_(2j) = σ^d_j, σ^(d+1)_(2j+1) = σ^d_j + σ^d_(j+1)",
        status: Status::Proved("σ^d_k is Stern's diatomic number s(2^(d−1) + k)"),
        range: "all entries of σ^d, for j up to 2^(d−2), not 2^d as printed",
        largest: 18,
        check: shortcuts::section_7_1,
    },
    Claim {
        place: "Proposition 17",
        statement: "x ≠ 0 is in R if and only if φ(x_i + 1) = x_(i−1) and α(2^d − 1) ≡ x_d − 2^(d−1), α = ξ(x_2 + 1)…ξ(x_d + 1)",
        status: Status::Theorem,
        range: "r(n), n ≤ 2^d, and all vectors that differ from them by 1 in one pile",
        largest: 8,
        check: vectors::proposition_17,
    },
    Claim {
        place: "Proposition 17, as a sum",
        statement: "α = Σ 2^(i−2)ξ(x_i + 1)",
        status: Status::Wrong {
            printed: "Σ 2^(i−2)ξ(x_i + 1)",
            correct: "Σ 2^(d−i)ξ(x_i + 1)",
        },
        range: "r(n), n ≤ 2^d",
        largest: 8,
        check: vectors::proposition_17_sum,
    },
    Claim {
        place: "Appendix, standard form for d = 4",
        statement: "the last entry is 15n − 5",
        status: Status::Wrong {
            printed: "15n − 5",
            correct: "15n − 7",
        },
        range: "n ≤ 8",
        largest: 4,
        check: vectors::appendix_standard_form,
    },
    Claim {
        place: "Appendix, observations",
        statement: "the number of differences is 2 + C(d−1, 2)",
        status: Status::Proved(SUCCESSOR),
        range: "all rows",
        largest: 14,
        check: fractals::number_of_lines,
    },
    Claim {
        place: "Appendix, observations",
        statement: "2 + C(d−1, 2) = (d² − 3d + 3)/2",
        status: Status::Wrong {
            printed: "(d² − 3d + 3)/2",
            correct: "(d² − 3d + 6)/2",
        },
        range: "all",
        largest: 40,
        check: fractals::number_as_quotient,
    },
    Claim {
        place: "Appendix, observations",
        statement: "the smallest is −2·3^(d−2), the largest 2·3^(d−2) + 3^(d−4) for d ≥ 4",
        status: Status::Proved(SUCCESSOR),
        range: "all rows",
        largest: 14,
        check: fractals::smallest_and_largest,
    },
    Claim {
        place: "Appendix, observations",
        statement: "the 2nd to the (d−1)th are 1, 3, …, 3^(d−3), then come (3^(d−1) − 1)/2, and that plus 6, 15, 17",
        status: Status::Proved(SUCCESSOR),
        range: "all rows",
        largest: 14,
        check: fractals::first_lines,
    },
    Claim {
        place: "Appendix, τ",
        statement: "τ_0 = (3^(d−1) − 1)/2 + 6, τ_i = τ_(i−1) + 3^(i+1), and the sequence τ^i is τ_i − 1 + 3^0, …, τ_i − 1 + 3^i",
        status: Status::Proved(SUCCESSOR),
        range: "all rows",
        largest: 14,
        check: fractals::tau,
    },
    Claim {
        place: "Appendix, τ",
        statement: "the ith sequence has i elements",
        status: Status::Wrong {
            printed: "i",
            correct: "i + 1: τ_i − 1 + 3^0, …, τ_i − 1 + 3^i",
        },
        range: "i ≤ d − 4",
        largest: 14,
        check: fractals::length_of_tau,
    },
    Claim {
        place: "Appendix, occurrences",
        statement: "the numbers in brackets: 3^(d−2); 2·3^i; 2^(d−1); 2^(d−3−i)·3^k",
        status: Status::Proved(SUCCESSOR),
        range: "all rows",
        largest: 14,
        check: fractals::occurrences,
    },
    Claim {
        place: "Remark 1",
        statement: "ordered from the first column on there are ((d−1)³ − 3(d−1)² + 8(d−1) + 6)/6 differences (OEIS A011826)",
        status: Status::Proved(SUCCESSOR),
        range: "all rows",
        largest: 14,
        check: fractals::remark_1,
    },
];
