//! "Did you mean": the known name that is nearest to one that is not known.
//!
//! Nearness is the optimal string alignment distance: the number of letters to insert, delete, change or swap.

/// Names longer than this are not compared.
const LONGEST: usize = 40;

/// Advice for an unknown name, if some known one is near.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// The nearest of the known names, unless all are too far away; the first one of several.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = name.chars().count().div_ceil(3);
    let near = known.into_iter().filter(|candidate| *candidate != name);
    let near = near.filter_map(|candidate| Some((distance(name, candidate, allowed)?, candidate)));
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The distance of two names if it is at most `allowed`. A change of case alone counts as one.
fn distance(left: &str, right: &str, allowed: usize) -> Option<usize> {
    if left.eq_ignore_ascii_case(right) {
        return Some(1);
    }
    if left.len() > LONGEST || right.len() > LONGEST {
        return None;
    }
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let distance = alignment(&left, &right);
    // A name of one letter is near to every other such name, and that is no help.
    (distance <= allowed && distance < left.len().max(right.len()) && left.len() > 1)
        .then_some(distance)
}

fn alignment(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for i in 1..=left.len() {
        let mut next = vec![i];
        for j in 1..=right.len() {
            let change = row[j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut best = change.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, known: &[&str], expected: Option<&str>) {
        assert_eq!(nearest(name, known.iter().copied()), expected, "{name}");
    }

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        check("flor", &["ceil", "floor", "min"], Some("floor"));
        check("mvoe", &["move", "theorem"], Some("move"));
        check("Beta", &["alpha", "beta"], Some("beta"));
        check("y", &["x", "z"], None);
        check("b", &["B"], Some("B"));
        check("wholly", &["floor", "min"], None);
    }

    #[test]
    fn the_distance_is_a_metric_on_short_words() {
        let words: Vec<Vec<char>> = ["", "a", "b", "ab", "ba", "abc", "acb", "cab"]
            .iter()
            .map(|word| word.chars().collect())
            .collect();
        for left in &words {
            for right in &words {
                assert_eq!(alignment(left, right), alignment(right, left));
                assert_eq!(alignment(left, right) == 0, left == right);
                assert!(alignment(left, right) <= left.len().max(right.len()));
            }
        }
    }
}
