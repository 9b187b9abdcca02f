//! What a file means, whether its piles stay or split.

use lang::{CompanionFiles, OpenedGame};
use rules::spec::Spec;
use rules::splitting::SplittingSpec;

#[derive(Debug, PartialEq)]
#[allow(clippy::large_enum_variant)]
pub(crate) enum Meant {
    Piles(Spec),
    Splitting(SplittingSpec),
}

impl Meant {
    /// The meaning of a text, which has no faults.
    pub(crate) fn of(text: &str, name: &str) -> Self {
        match lang::open_game(text, name, &CompanionFiles::default(), |_| Vec::new()) {
            Ok(OpenedGame::Piles(opened)) => Self::Piles(opened.spec),
            Ok(OpenedGame::Splitting(opened)) => Self::Splitting(opened.spec),
            Err(faults) => panic!("{text}\n{faults}"),
        }
    }

    /// All but the moves.
    pub(crate) fn heading(self) -> Spec {
        match self {
            Self::Piles(spec) => spec,
            Self::Splitting(spec) => spec.heap,
        }
    }
}
