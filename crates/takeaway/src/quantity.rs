//! Times and sizes as a user types them: `30s`, `2m`, `512MiB`, `2GiB`.

use std::time::Duration;

/// Units of time with their milliseconds.
const TIMES: &[(&str, u64)] = &[
    ("ms", 1),
    ("s", 1_000),
    ("m", 60_000),
    ("min", 60_000),
    ("h", 3_600_000),
];

/// Units of memory with their bytes.
const SIZES: &[(&str, u64)] = &[
    ("B", 1),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
];

/// Reads a time such as `30s`, `1.5m` or `500ms`; a bare number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    read(text, TIMES, 1_000)
        .map(Duration::from_millis)
        .ok_or_else(|| "a time is a number with ms, s, m or h, such as 30s or 2m".to_owned())
}

/// More memory than any machine has: as much as an address of 48 bits can name.
const MOST_MEMORY: u64 = 1 << 48;

/// Reads a size such as `2GiB`, `1.5GB` or `512MiB`; the unit is required, since a bare number would be a guess. More than there can
/// be is as much as there can be, so that what is too large to count is too large for every limit.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    read(text, SIZES, 0)
        .map(|bytes| bytes.min(MOST_MEMORY))
        .ok_or_else(|| "a size is a number with KiB, MiB or GiB, such as 2GiB".to_owned())
}

/// A decimal number and a unit, in the smallest unit; `bare` is the factor of a number without unit, or 0.
fn read(text: &str, units: &[(&str, u64)], bare: u64) -> Option<u64> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let unit = unit.trim();
    let factor = match unit {
        "" => bare,
        _ => {
            units
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(unit))?
                .1
        }
    };
    if factor == 0 {
        return None;
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let whole: u64 = whole.parse().ok()?;
    let places = u32::try_from(fraction.len()).ok()?;
    let fraction: u64 = fraction.parse().ok()?;
    let part = u128::from(fraction) * u128::from(factor) / 10_u128.checked_pow(places)?;
    whole
        .checked_mul(factor)?
        .checked_add(u64::try_from(part).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_time(text: &str, milliseconds: Option<u64>) {
        assert_eq!(
            time(text).ok(),
            milliseconds.map(Duration::from_millis),
            "{text}"
        );
    }

    fn check_size(text: &str, bytes: Option<u64>) {
        assert_eq!(size(text).ok(), bytes, "{text}");
    }

    #[test]
    fn times() {
        check_time("30s", Some(30_000));
        check_time("30", Some(30_000));
        check_time("500ms", Some(500));
        check_time("1.5m", Some(90_000));
        check_time(" 2 h ", Some(7_200_000));
        check_time("0s", Some(0));
        for wrong in [
            "",
            "s",
            "-1s",
            "1d",
            "1..2s",
            ".5s",
            "1e3s",
            "99999999999999999999s",
            "18446744073709551615h",
        ] {
            check_time(wrong, None);
        }
    }

    #[test]
    fn sizes() {
        check_size("2GiB", Some(2 << 30));
        check_size("2gib", Some(2 << 30));
        check_size("1.5MB", Some(1_500_000));
        check_size("0.25KiB", Some(256));
        check_size("18446744073709551615B", Some(1 << 48));
        for wrong in ["", "2", "GiB", "-1GiB", "2 apples", "17179869184GiB"] {
            check_size(wrong, None);
        }
    }
}
