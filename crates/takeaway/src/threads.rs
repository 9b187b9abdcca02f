//! How many threads share the work.

use std::env;
use std::thread::available_parallelism;

/// Nobody gets more threads than this by asking for them; a machine with more processors uses them all.
const MOST: usize = 64;

/// What the pool of threads would obey as it stands, were it a million.
const ASKED: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// Makes the pool as large as the environment asks, within reason. If nothing is asked, the pool makes itself when it
/// is needed, with a thread a processor.
pub(crate) fn share_work() {
    let asked = ASKED.iter().filter_map(env::var_os).next();
    if let Some(asked) = asked {
        let threads = number(
            asked.to_str(),
            available_parallelism().map_or(1, usize::from),
        );
        // There is no pool yet; threads that the system refuses are missed when they are needed.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global();
    }
}

/// What is no positive number asks for nothing.
fn number(asked: Option<&str>, processors: usize) -> usize {
    let digits = asked.map_or("", str::trim);
    match digits.parse::<usize>() {
        Ok(0) => processors,
        Ok(asked) => asked.min(MOST.max(processors)),
        Err(_) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            MOST.max(processors)
        }
        Err(_) => processors,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_a_million_threads() {
        for (asked, expected) in [
            ("1", 1),
            (" 3 ", 3),
            ("0", 4),
            ("", 4),
            ("-1", 4),
            ("abc", 4),
            ("1000000", MOST),
            ("18446744073709551616", MOST),
        ] {
            assert_eq!(number(Some(asked), 4), expected, "{asked}");
        }
        assert_eq!(number(None, 4), 4);
        assert_eq!(number(Some("1000"), 128), 128);
    }
}
