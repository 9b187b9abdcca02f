//! What is cited: every paper and book once.
//!
//! The evidence of an answer, the strategies, the catalogue, the claims of the papers and the documentation of the modules
//! all name their source by an entry of this table, so that it is spelled in one place.
//!
//! ```
//! use games::citation::RAT_AND_MOUSE;
//!
//! assert_eq!(
//!     RAT_AND_MOUSE.at("Theorem 2").to_string(),
//!     "A. S. Fraenkel, The Rat game and the Mouse game, Games of No Chance 4 (2015), Theorem 2"
//! );
//! ```

use std::fmt;

use crate::evidence::Evidence;

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

    /// The evidence of a theorem that stands at a place of it.
    pub fn theorem(&self, place: &str) -> Evidence {
        Evidence::Theorem(format!("{self}, {place}"))
    }
}

impl Citation {
    /// The evidence of a theorem that stands there.
    pub fn theorem(self) -> Evidence {
        Evidence::Theorem(self.to_string())
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

/// The paper on the Rat game and the Mouse game.
pub const RAT_AND_MOUSE: Work = Work {
    authors: "A. S. Fraenkel",
    title: "The Rat game and the Mouse game",
    short: "Games of No Chance 4 (2015)",
    published: "Games of No Chance 4, MSRI Publ. 63 (2015), 95-113",
};

/// Where the P-positions of the Fat Rat come from, and its rules.
pub const FAT_RAT: Citation = RAT_AND_MOUSE.at("section 8; rules and proof: docs/fat-rat.md");

/// The paper on the Raleigh game.
pub const RALEIGH: Work = Work {
    authors: "A. S. Fraenkel",
    title: "The Raleigh game",
    short: "Integers 7(2) (2007), A13",
    published: "Integers 7(2) (2007), A13",
};

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

/// The paper on β-nim, β-Wynim and β^T-Wynim.
pub const BEATTY_GAMES: Work = Work {
    authors: "A. S. Fraenkel and U. Larsson",
    title: "Take-away games on Beatty's theorem and the notion of k-invariance",
    short: "Games of No Chance 5 (2019)",
    published: "Games of No Chance 5, MSRI Publ. 70 (2019)",
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

/// The paper on Nimhoff games.
pub const NIMHOFF: Work = Work {
    authors: "A. S. Fraenkel and M. Lorberbom",
    title: "Nimhoff games",
    short: "J. Combin. Theory Ser. A 58 (1991)",
    published: "J. Combin. Theory Ser. A 58 (1991), 1-25",
};

/// The paper on Mark.
pub const VILE_AND_DOPEY: Work = Work {
    authors: "A. S. Fraenkel",
    title: "The vile, dopey, evil and odious game players",
    short: "Discrete Math. 312 (2012)",
    published: "Discrete Math. 312 (2012), 42-46",
};

/// The paper on subtraction games.
pub const TAKE_AWAY: Work = Work {
    authors: "S. W. Golomb",
    title: "A mathematical investigation of games of take-away",
    short: "J. Combin. Theory 1 (1966)",
    published: "J. Combin. Theory 1 (1966), 443-458",
};

/// The paper on Nim.
pub const NIM: Work = Work {
    authors: "C. L. Bouton",
    title: "Nim, a game with a complete mathematical theory",
    short: "Ann. of Math. 3 (1901)",
    published: "Ann. of Math. 3 (1901), 35-39",
};

/// The paper on Moore's Nim.
pub const MOORE: Work = Work {
    authors: "E. H. Moore",
    title: "A generalization of the game called Nim",
    short: "Ann. of Math. 11 (1910)",
    published: "Ann. of Math. 11 (1910), 93-94",
};

/// The paper on nim-values, which P. M. Grundy found again in 1939.
pub const NIM_VALUES: Work = Work {
    authors: "R. P. Sprague",
    title: "Über mathematische Kampfspiele",
    short: "Tôhoku Math. J. 41 (1935)",
    published: "Tôhoku Math. J. 41 (1935), 438-444",
};

/// Why the nim-value of Nim is the nim-sum.
pub const NIM_SUM: Citation = NIM_VALUES.at("and P. M. Grundy 1939: the nim-value is the nim-sum");
