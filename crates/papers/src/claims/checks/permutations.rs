//! Which permutations of the Rat game are forced: its rules with one permitted more, or one less, solved by brute force.

use lab::LabError;
use logic::watch::Watch;
use strategies::catalog::{self, RulesSource};

use super::Told;
use super::board::{p_positions, shown};
use crate::claims::finding::Finding;

pub(super) const CHECKS: &[(&str, Told)] = &[
    ("rat_permutation_needed", needed),
    ("rat_rearrangement_needed", rearrangement_needed),
    ("rat_permutation_forbidden", forbidden),
];

/// The orders of the piles that are left, as the rules write them. In (II) the first two are permitted, in (III) the first.
const KEPT: &str = "x' <= y' <= z'";
const PERMITTED: &str = "z' <= x' <= y'";
const OTHERS: [&str; 4] = [
    "x' <= z' <= y'",
    "y' <= x' <= z'",
    "y' <= z' <= x'",
    "z' <= y' <= x'",
];

/// Without the permutation of (II) there is another P-position.
fn needed(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let rules = rules(&[KEPT], &[KEPT])?;
    first_difference("without it", &rules, "(3, 5, 11)", bound, watch)
}

/// Without rearrangements in (I) there is another P-position.
fn rearrangement_needed(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let any = "at most 2 of x, y, z change";
    let rules = rules(&[KEPT, PERMITTED], &[KEPT])?;
    let ordered = rules.replacen(any, &format!("{any}\n    {KEPT}"), 1);
    first_difference("without it", &ordered, "(2, 4, 10)", bound, watch)
}

/// With x → u, y → w, z → v in (II) a P-position is lost.
fn forbidden(bound: u32, watch: &dyn Watch) -> Result<Finding, LabError> {
    let rules = rules(&[KEPT, PERMITTED, OTHERS[0]], &[KEPT])?;
    first_difference("with it", &rules, "(3, 6, 11)", bound, watch)
}

/// Is this the first position of which these rules say something else than the printed ones?
fn first_difference(
    what: &str,
    varied: &str,
    expected: &str,
    bound: u32,
    watch: &dyn Watch,
) -> Result<Finding, LabError> {
    let first = differing(varied, bound, watch)?;
    let failing = (first.as_deref() != Some(expected)).then(|| {
        let first = first.as_deref().unwrap_or("none");
        format!("{what}, the first position that differs is {first}")
    });
    let how = format!("the rules {what} solved by brute force, piles up to {bound}");
    Ok(Finding::proved(how).unless(failing))
}

/// The first position with every pile at most `bound` of which these rules say something else.
fn differing(varied: &str, bound: u32, watch: &dyn Watch) -> Result<Option<String>, LabError> {
    let printed = solved(&rules(&[KEPT, PERMITTED], &[KEPT])?, bound, watch)?;
    let varied = solved(varied, bound, watch)?;
    let lost = printed.iter().filter(|position| !varied.contains(position));
    let new = varied.iter().filter(|position| !printed.contains(position));
    let first = lost
        .chain(new)
        .min_by_key(|position| (position.iter().sum::<u32>(), (*position).clone()));
    Ok(first.map(|position| shown(position)))
}

/// The P-positions of these rules.
fn solved(rules: &str, bound: u32, watch: &dyn Watch) -> Result<Vec<Vec<u32>>, LabError> {
    p_positions(&lang::load(rules, "rat.game", &[])?, bound, watch)
}

/// The rules of the Rat game with these orders; the smallest and the largest pile that are left say what b is in (III).
fn rules(two: &[&str], three: &[&str]) -> Result<String, LabError> {
    let Some(RulesSource::Text(text)) = catalog::find("rat").map(|entry| &entry.rules) else {
        return Err(LabError::Beyond("the Rat game has no rules".to_owned()));
    };
    let (head, _) = text
        .split_once("let A(n)")
        .ok_or_else(|| LabError::Beyond("the Rat game claims nothing".to_owned()))?;
    let permitted = format!("{KEPT} or {PERMITTED}");
    let varied = head.replacen(&permitted, &two.join(" or "), 1).replacen(
        "let u = x'\n    let w = z'\n",
        "let u = if x' <= y' and x' <= z' then x' else if y' <= z' then y' else z'\n    \
             let w = if x' >= y' and x' >= z' then x' else if y' >= z' then y' else z'\n",
        1,
    );
    let (before, after) = varied
        .rsplit_once(KEPT)
        .ok_or_else(|| LabError::Beyond("(III) has no order".to_owned()))?;
    Ok(format!("{before}{}{after}", three.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::watch::Unwatched;

    fn check(two: &[&str], three: &[&str], expected: Option<&str>) {
        let rules = rules(two, three).expect("the rules are found");
        let first = differing(&rules, 20, &Unwatched).expect("the board is small");
        assert_eq!(first.as_deref(), expected, "{two:?}, {three:?}");
    }

    /// All permutations but one are harmless, each alone and all together: by brute force what the prover says.
    #[test]
    fn one_permutation_must_be_forbidden() {
        let permitted = [KEPT, PERMITTED];
        check(&permitted, &[KEPT], None);
        for other in &OTHERS[1..] {
            check(&[KEPT, PERMITTED, other], &[KEPT], None);
        }
        for other in OTHERS.iter().chain([&PERMITTED]) {
            check(&permitted, &[KEPT, other], None);
        }
        let two = [KEPT, PERMITTED, OTHERS[1], OTHERS[2], OTHERS[3]];
        let three = [KEPT, PERMITTED, OTHERS[0], OTHERS[1], OTHERS[2], OTHERS[3]];
        check(&two, &three, None);
        check(&three, &[KEPT], Some("(3, 6, 11)"));
    }
}
