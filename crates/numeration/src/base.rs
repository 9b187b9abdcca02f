//! Base `k`: the basis `1, k, k², …` with digits below `k`.
//!
//! ```
//! use numeration::base::Base;
//! use numeration::natural::Natural;
//! use numeration::system::NumerationSystem;
//!
//! let binary = Base::new(Natural::from(2u32))?;
//! assert_eq!(binary.represent(&Natural::from(10u32))?.to_string(), "1010");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::ladder::{Grammar, Ladder, LadderSystem, PeriodicSequence};
use crate::natural::{Integer, Natural, One};

/// Base `k ≥ 2`.
#[derive(Debug)]
pub struct Base {
    base: Natural,
    ladder: Ladder,
}

/// A base below 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("base {0} writes no numbers; type a base that is at least 2")]
pub struct BaseTooSmall(pub Natural);

impl Base {
    /// Base `base`, which is at least 2.
    pub fn new(base: Natural) -> Result<Self, BaseTooSmall> {
        if base < 2 {
            return Err(BaseTooSmall(base));
        }
        let first = PeriodicSequence::constant(Integer::from(&base));
        let ladder = Ladder::new(
            first,
            Vec::new(),
            vec![Integer::ONE],
            Grammar::Lexicographic,
        );
        Ok(Self { base, ladder })
    }
}

impl LadderSystem for Base {
    fn label(&self) -> String {
        format!("base:{}", self.base)
    }

    fn ladder(&self) -> &Ladder {
        &self.ladder
    }
}
