//! Zeckendorf's system: the Fibonacci numbers `1, 2, 3, 5, 8, …`, digits 0 and 1, no two 1s in a row.
//!
//! E. Zeckendorf, Représentation des nombres naturels par une somme de nombres de Fibonacci ou de nombres
//! de Lucas, Bull. Soc. Roy. Sci. Liège 41 (1972) 179–182. The system of Wythoff's game and of the
//! Raleigh game.
//!
//! ```
//! use numeration::natural::Natural;
//! use numeration::system::NumerationSystem;
//! use numeration::zeckendorf::Zeckendorf;
//!
//! assert_eq!(Zeckendorf::new().represent(&Natural::from(30u32))?.to_string(), "1010001");
//! # Ok::<(), numeration::system::SystemError>(())
//! ```

use std::sync::LazyLock;

use crate::ladder::{Grammar, Ladder, LadderSystem, Quotients};
use crate::natural::{Integer, One, Two};

/// The Fibonacci numeration system.
#[derive(Debug)]
pub struct Zeckendorf {
    ladder: Ladder,
}

impl Zeckendorf {
    /// The system.
    pub fn new() -> Self {
        let first = Quotients::constant(Integer::ONE);
        let start = vec![Integer::ONE, Integer::TWO];
        Self {
            ladder: Ladder::new(first, vec![Integer::ONE], start, Grammar::Lexicographic),
        }
    }

    /// The system, shared by all who ask, so that what it learns about its basis is kept.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Zeckendorf> = LazyLock::new(Zeckendorf::new);
        &SHARED
    }
}

impl Default for Zeckendorf {
    fn default() -> Self {
        Self::new()
    }
}

impl LadderSystem for Zeckendorf {
    fn label(&self) -> String {
        "zeckendorf".to_owned()
    }

    fn ladder(&self) -> &Ladder {
        &self.ladder
    }
}
