//! Numbers in JSON are strings, here in both directions: what is written is read again.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serializer, de};

/// Writes a number as text.
///
/// # Errors
/// If it cannot be written.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads a number from text.
///
/// # Errors
/// If it is none.
pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse()
        .map_err(|_| de::Error::custom(format!("`{text}` is no number")))
}

/// The same for a number that may be missing.
pub mod maybe {
    use super::{Deserialize, Deserializer, Display, FromStr, Serializer, de};

    /// Writes a number as text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    /// Reads a number from text.
    ///
    /// # Errors
    /// If it is none.
    pub fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        let number = text.map(|text| {
            text.parse()
                .map_err(|_| de::Error::custom(format!("`{text}` is no number")))
        });
        number.transpose()
    }
}
