//! What is cited: the form of a citation, and every work that speaks of numbers and of games alike.
//!
//! The documentation of a module links to the work here, or spells it out if no other place cites it. The works that speak of
//! games alone are in the crate of games.

use std::fmt;

/// A paper or a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Who wrote it.
    pub authors: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Where it was published, in short: as a theorem is quoted.
    pub short: &'static str,
    /// Where it was published, in full.
    pub published: &'static str,
}

/// A place in a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    work: &'static Work,
    place: Option<&'static str>,
}

impl Work {
    /// A theorem or a section of it.
    pub const fn at(&'static self, place: &'static str) -> Citation {
        Citation {
            work: self,
            place: Some(place),
        }
    }

    /// All of it.
    pub const fn whole(&'static self) -> Citation {
        Citation {
            work: self,
            place: None,
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A bare year belongs to the title.
        let separator = if self.short.starts_with('(') { "" } else { "," };
        write!(
            f,
            "{}, {}{separator} {}",
            self.authors, self.title, self.short
        )
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{}, {place}", self.work),
            None => self.work.fmt(f),
        }
    }
}

/// The paper on the Frankenstein game and the array 𝒜.
pub const FRANKENSTEIN: Work = Work {
    authors: "A. S. Fraenkel",
    title: "Arrays, numeration systems and Frankenstein games",
    short: "Theoret. Comput. Sci. 282 (2002)",
    published: "Theoret. Comput. Sci. 282 (2002), 271-284",
};

/// The paper on the succinct and the grandiose rat game.
pub const LARGE_RATS: Work = Work {
    authors: "A. S. Fraenkel and U. Larsson",
    title: "Playability and arbitrarily large rat games",
    short: "(2017)",
    published: "manuscript of May 24, 2017",
};

/// The paper on d-Wythoff.
pub const THREE_FRONTS: Work = Work {
    authors: "A. S. Fraenkel",
    title: "How to beat your Wythoff games' opponent on three fronts",
    short: "Amer. Math. Monthly 89 (1982)",
    published: "Amer. Math. Monthly 89 (1982), 353-361",
};

/// The paper on numeration systems by recurrences.
pub const SYSTEMS_OF_NUMERATION: Work = Work {
    authors: "A. S. Fraenkel",
    title: "Systems of numeration",
    short: "Amer. Math. Monthly 92 (1985)",
    published: "Amer. Math. Monthly 92 (1985), 105-114",
};

/// The paper on the Rat game and the Mouse game.
pub const RAT_AND_MOUSE: Work = Work {
    authors: "A. S. Fraenkel",
    title: "The Rat game and the Mouse game",
    short: "Games of No Chance 4 (2015)",
    published: "Games of No Chance 4, MSRI Publ. 63 (2015), 95-113",
};

/// The first array of Fibonacci sequences in which every positive integer has one place.
pub const STOLARSKY: Work = Work {
    authors: "K. B. Stolarsky",
    title: "A set of generalized Fibonacci sequences such that each natural number belongs to exactly one",
    short: "Fibonacci Quart. 15 (1977)",
    published: "Fibonacci Quart. 15 (1977), 224",
};
