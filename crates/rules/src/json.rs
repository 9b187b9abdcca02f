//! Answers as JSON: numbers of any size are strings, and so is whatever has a text of its own.
//!
//! Each type here is named in `#[serde(with = "…")]` on a field of an answer; it writes the field and describes what it
//! writes in the schema of the answer.

use std::fmt::Display;

use numeration::decimal::Decimal;
use numeration::natural::{Natural, to_bytes};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A number, or whatever else has a text: as that text.
#[derive(Debug)]
pub struct Text;

/// The same, or nothing.
#[derive(Debug)]
pub struct MaybeText;

/// A list of texts.
#[derive(Debug)]
pub struct Texts;

/// A natural number: as text.
#[derive(Debug)]
pub struct Number;

/// A list of numbers: as texts, and those that fit a machine word in no time.
#[derive(Debug)]
pub struct Numbers;

/// Lists of texts.
#[derive(Debug)]
pub struct TextRows;

/// Why a list is not the whole list, as the answer to "is it?".
#[derive(Debug)]
pub struct Complete;

/// What was found, or the reason why there is nothing.
#[derive(Debug)]
pub struct FoundOr<T>(std::marker::PhantomData<T>);

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum FoundOrReason<T> {
    Found(T),
    Not { reason: String },
}

/// Writes itself as its text.
struct DisplayText<'a, T>(&'a T);

impl<T: Display> Serialize for DisplayText<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

impl Text {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }
}

impl MaybeText {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(DisplayText).serialize(serializer)
    }
}

impl Texts {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<T: Display, S: Serializer>(
        values: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(DisplayText))
    }
}

impl Number {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<S: Serializer>(number: &Natural, serializer: S) -> Result<S::Ok, S::Error> {
        NaturalDigits(number).serialize(serializer)
    }
}

impl Numbers {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<S: Serializer>(numbers: &[Natural], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(numbers.iter().map(NaturalDigits))
    }
}

/// Writes itself as its digits; for who reads no text, as its bytes, the lowest first, which takes no time to speak of.
struct NaturalDigits<'a>(&'a Natural);

impl Serialize for NaturalDigits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(word) if !serializer.is_human_readable() => serializer.serialize_u64(word),
            Err(_) if !serializer.is_human_readable() => {
                serializer.serialize_bytes(&to_bytes(self.0))
            }
            Ok(word) => serializer.serialize_str(Decimal::of(word).as_str()),
            Err(_) => serializer.collect_str(self.0),
        }
    }
}

impl TextRows {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<T: Display, S: Serializer>(
        rows: &[Vec<T>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        struct TextRow<'a, T>(&'a [T]);
        impl<T: Display> Serialize for TextRow<'_, T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Texts::serialize(self.0, serializer)
            }
        }
        serializer.collect_seq(rows.iter().map(|row| TextRow(row)))
    }
}

impl Complete {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<T, S: Serializer>(
        why_not: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(why_not.is_none())
    }
}

impl<T: Serialize> FoundOr<T> {
    /// Writes a field.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<S: Serializer>(
        found: &Option<Result<T, String>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let found = found.as_ref().map(|found| match found {
            Ok(found) => FoundOrReason::Found(found),
            Err(reason) => FoundOrReason::Not {
                reason: reason.clone(),
            },
        });
        found.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for FoundOr<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        FoundOrReason::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        FoundOrReason::<T>::json_schema(generator)
    }
}

/// Describes a type in a schema as another one, which is how it is written.
#[macro_export]
macro_rules! described_as {
    ($($type:ty => $written:ty),* $(,)?) => {$(
        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$written as schemars::JsonSchema>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$written as schemars::JsonSchema>::json_schema(generator)
            }
        }
    )*};
}

described_as! {
    Text => String,
    MaybeText => Option<String>,
    Texts => Vec<String>,
    Number => String,
    Numbers => Vec<String>,
    TextRows => Vec<Vec<String>>,
    Complete => bool,
}

/// Writes a type as its text, everywhere.
#[macro_export]
macro_rules! written_as_text {
    ($($type:ty),* $(,)?) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::described_as!($type => String);
    )*};
}
