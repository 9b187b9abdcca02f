//! Texts and positions as 128 bits: the names of units, and P-sets that are compared without being written down.
//!
//! It is the hash of Fowler, Noll and Vo (FNV-1a), the same on every machine. Two things with different digests differ; that two things with
//! one digest are equal is as good as certain, but it is no proof, and nothing here takes it for one.

use std::fmt;

/// 128 bits that stand for some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(u128);

const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

impl Default for Digest {
    /// The digest of nothing.
    fn default() -> Self {
        Self(START)
    }
}

impl Digest {
    /// With these bytes behind the others.
    #[must_use]
    pub fn bytes(self, bytes: &[u8]) -> Self {
        let step = |digest: u128, byte: &u8| (digest ^ u128::from(*byte)).wrapping_mul(PRIME);
        Self(bytes.iter().fold(self.0, step))
    }

    /// With this text behind, and its length, so that "ab", "c" is not "a", "bc".
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.number(i64::try_from(text.len()).unwrap_or(i64::MAX))
            .bytes(text.as_bytes())
    }

    /// With this number behind.
    #[must_use]
    pub fn number(self, number: i64) -> Self {
        self.bytes(&number.to_le_bytes())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn the_published_values() {
        // From the reference code of the authors: the empty text, "a" and "foobar".
        for (text, expected) in [
            ("", "6c62272e07bb014262b821756295c58d"),
            ("a", "d228cb696f1a8caf78912b704e4a8964"),
            ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
        ] {
            assert_eq!(
                Digest::default().bytes(text.as_bytes()).to_string(),
                expected
            );
        }
    }

    #[test]
    fn texts_are_kept_apart() {
        let pair = |one: &str, other: &str| Digest::default().text(one).text(other);
        assert_ne!(pair("ab", "c"), pair("a", "bc"));
    }
}
