//! How many things there are, for a reader: one in the singular, any other number of them in the plural.
//!
//! ```
//! use numeration::counted::counted;
//!
//! assert_eq!(counted(1, "state", "states"), "1 state");
//! assert_eq!(counted(0, "row was", "rows were"), "0 rows were");
//! ```

use std::fmt::Display;

/// A number with what it counts.
pub fn counted(number: impl Display, one: &str, several: &str) -> String {
    let number = number.to_string();
    let things = if number == "1" { one } else { several };
    format!("{number} {things}")
}
