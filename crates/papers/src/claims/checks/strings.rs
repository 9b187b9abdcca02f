//! Digit strings under a condition, counted for each number.

use lab::LabError;
use logic::watch::Watch;

/// The elements of a basis up to a bound, from the first two and the one after any two.
pub(super) fn basis(first: [u64; 2], bound: u32, after: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    let elements = std::iter::successors(Some(first), |&[before, last]| {
        Some([last, after(before, last)])
    });
    let elements = elements.map(|[element, _]| element);
    elements.take_while(|u| *u <= u64::from(bound)).collect()
}

/// The first number up to a bound that has not exactly one string, with the number of its strings.
///
/// Digits are chosen from the highest place down. `next` is told whether the string is open, the place and the digit, and says
/// whether it is open then; or nothing if neither this digit nor a larger one may stand there.
pub(super) fn not_unique(
    basis: &[u64],
    bound: u32,
    watch: &dyn Watch,
    next: impl Fn(bool, usize, u64) -> Option<bool>,
) -> Result<Option<(usize, u32)>, LabError> {
    let mut counts = vec![0; bound as usize + 1];
    let mut strings = vec![(basis.len(), u64::from(bound), false)];
    while let Some((place, left, open)) = strings.pop() {
        watch.check()?;
        let Some(place) = place.checked_sub(1) else {
            counts[usize::try_from(u64::from(bound) - left).unwrap_or(0)] += 1;
            continue;
        };
        let digits = 0..=left / basis[place];
        let longer = digits.map_while(|digit| {
            Some((
                place,
                left - digit * basis[place],
                next(open, place, digit)?,
            ))
        });
        strings.extend(longer);
    }
    let mut counts = counts.into_iter().enumerate();
    Ok(counts.find(|(_, count)| *count != 1))
}
