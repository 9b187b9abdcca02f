//! What is cited: every paper and book once.
//!
//! The evidence of an answer, the strategies, the catalogue, the claims of the papers and the documentation of the modules
//! all name their source by an entry of this table, so that it is spelled in one place. Those that
//! also speak of numbers come from [`numeration::literature`].
//!
//! ```
//! use rules::citation::RAT_AND_MOUSE;
//!
//! assert_eq!(
//!     RAT_AND_MOUSE.at("Theorem 2").to_string(),
//!     "A. S. Fraenkel, The Rat game and the Mouse game, Games of No Chance 4 (2015), Theorem 2"
//! );
//! ```

pub use numeration::literature::{
    Citation, FRANKENSTEIN, LARGE_RATS, RAT_AND_MOUSE, STOLARSKY, SYSTEMS_OF_NUMERATION,
    THREE_FRONTS, Work,
};

/// Where the P-positions of the Fat Rat come from, and its rules.
pub const FAT_RAT: Citation = RAT_AND_MOUSE.at("section 8; rules and proof: docs/fat-rat.md");

/// Where the P-positions of the Frankenstein game come from: its rules are printed loosely.
pub const FRANKENSTEIN_GAME: Citation =
    FRANKENSTEIN.at("Theorem 3; rules and proof: docs/arrays.md");

/// Where the P-positions of the succinct and the grandiose rat games come from: the printed proof
/// uses a false corollary.
pub const RAT_GAMES: Citation = LARGE_RATS.at("Theorem 7; proof: docs/rat-game-values.md");

/// The paper on the Raleigh game.
pub const RALEIGH: Work = Work {
    authors: "A. S. Fraenkel",
    title: "The Raleigh game",
    short: "Integers 7(2) (2007), A13",
    published: "Integers 7(2) (2007), A13",
};

/// The paper on β-nim, β-Wynim and β^T-Wynim.
pub const BEATTY_GAMES: Work = Work {
    authors: "A. S. Fraenkel and U. Larsson",
    title: "Take-away games on Beatty's theorem and the notion of k-invariance",
    short: "Games of No Chance 5 (2019)",
    published: "Games of No Chance 5, MSRI Publ. 70 (2019)",
};

/// The paper on Wythoff's game in which options are forbidden.
pub const BLOCKING_WYTHOFF: Work = Work {
    authors: "U. Larsson",
    title: "Blocking Wythoff Nim",
    short: "Electron. J. Combin. 18 (2011)",
    published: "Electron. J. Combin. 18 (2011), P120",
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

/// The paper on the heap games with two parameters.
pub const HEAP_GAMES: Work = Work {
    authors: "A. S. Fraenkel",
    title: "Heap games, numeration systems and sequences",
    short: "Ann. Comb. 2 (1998)",
    published: "Ann. Comb. 2 (1998), 197-210",
};

/// The paper on the Tribonacci game.
pub const TRIBONACCI_GAME: Work = Work {
    authors: "E. Duchêne and M. Rigo",
    title: "A morphic approach to combinatorial games: the Tribonacci case",
    short: "Theor. Inform. Appl. 42 (2008)",
    published: "Theor. Inform. Appl. 42 (2008), 375-393",
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

/// The paper in which octal codes and their periods were found.
pub const G_VALUES: Work = Work {
    authors: "R. K. Guy and C. A. B. Smith",
    title: "The G-values of various games",
    short: "Proc. Camb. Phil. Soc. 52 (1956)",
    published: "Proc. Cambridge Philos. Soc. 52 (1956), 514-526",
};

/// The book on games, with the sparse spaces and the tables of octal games in chapter 4.
pub const WINNING_WAYS: Work = Work {
    authors: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    title: "Winning Ways for your Mathematical Plays",
    short: "vol. 1 (1982)",
    published: "Winning Ways for your Mathematical Plays, vol. 1, Academic Press 1982; second edition, A K Peters 2001",
};

/// The book in which the theory of Welter's game is simplest.
pub const ON_NUMBERS_AND_GAMES: Work = Work {
    authors: "J. H. Conway",
    title: "On Numbers and Games",
    short: "(1976)",
    published: "On Numbers and Games, Academic Press 1976",
};

/// The textbook on combinatorial games.
pub const COMBINATORIAL_GAME_THEORY: Work = Work {
    authors: "A. N. Siegel",
    title: "Combinatorial Game Theory",
    short: "(2013)",
    published: "Combinatorial Game Theory, Graduate Studies in Mathematics 146, Amer. Math. Soc. 2013",
};

/// The thesis on impartial and partisan games, with the arithmetic periods of hexadecimal games.
pub const AUSTIN: Work = Work {
    authors: "R. B. Austin",
    title: "Impartial and partisan games",
    short: "(1976)",
    published: "M.Sc. thesis, University of Calgary, 1976",
};

/// The paper on long periods of octal games.
pub const LONG_PERIODS: Work = Work {
    authors: "A. Gangolli and T. Plambeck",
    title: "A note on periodicity in some octal games",
    short: "Internat. J. Game Theory 18 (1989)",
    published: "Internat. J. Game Theory 18 (1989), 311-320",
};
