//! Frankenstein: coins on a strip of squares 1, 2, 3, … with a hole at 0.
//!
//! [`FRANKENSTEIN`](rules::citation::FRANKENSTEIN). From `k ≥ 2` coins on
//! `x₀ < … < x_{k−1}` there are two types of move.
//!
//! - **I.** (a) Shift some coins to lower free squares or into the hole, at least one of them to a positive square.
//!   (b) Remove the coin on one square `m` and place new coins on free squares whose numbers add up to less
//!   than `m`. A move is (a) or (b) or both.
//! - **II.** Shift all coins, by `0 < n₀ ≤ … ≤ n_{k−1}` with `n_{k−1} ≤ 2n_{k−2} + n_{k−3} + … + n₀`; either all stay on
//!   the strip or all fall into the hole.
//!
//! A single coin, a spinster, is never permitted; the only end is the empty strip.
//!
//! The printed rules are loose. The [strict reading](Reading::Strict) is the one for which the theorem of the paper is true:
//! in type I, parts (a) and (b) together touch at most `k−1` coins, and the coins leave one after the
//! other, from right to left, for squares that are free at that moment; in type II the coins keep their order.
//! The [literal reading](Reading::Literal) lets coins pass each other in type II, as the printed
//! text does; then `(4, 11, 29) → (3, 1, 8)` joins two positions that the theorem calls P.
//!
//! A square occupied before the move is never free for a shifted or new coin: the coin on it leaves
//! later, if at all. So a type I move is told from its ends: the coins on squares of both positions stay, the
//! others leave, and the rest of the target is new. That is what makes legality easy.
//!
//! ```
//! use rules::ruleset::Ruleset;
//! use strategies::rulesets::frankenstein::{FrankensteinRules, Reading};
//! use logic::watch::Unwatched;
//! use numeration::natural::Natural;
//!
//! let game = FrankensteinRules::new(Reading::Strict);
//! let at = |squares: &[u32]| game.position(squares.iter().map(|square| Natural::from(*square)).collect());
//! let legal = game.legal(&at(&[8, 19])?, &at(&[1, 3, 8])?, &Unwatched)?;
//! assert_eq!(legal, Ok(vec!["I".into()]));
//! assert!(at(&[7]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod all_coins;
mod some_coins;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use logic::watch::Watch;
use numeration::abbreviated::abbreviated;
use numeration::natural::{Natural, Zero};

use rules::position::Position;
use rules::ruleset::{
    IllegalMove, Kind, Legality, Move, PositionError, Reason, RulesError, Ruleset,
};

/// How the printed rules are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Moves of all coins keep their order. The theorem of the paper holds.
    #[default]
    Strict,
    /// In a move of all coins they may pass each other.
    Literal,
}

/// The game.
#[derive(Clone, Debug)]
pub struct FrankensteinRules {
    reading: Reading,
    name: String,
    kinds: [Kind; 2],
}

impl FrankensteinRules {
    /// The game in one of its readings.
    pub fn new(reading: Reading) -> Self {
        let name = match reading {
            Reading::Strict => "frankenstein",
            Reading::Literal => "frankenstein:reading=literal",
        };
        Self {
            reading,
            name: name.to_owned(),
            kinds: ["I".into(), "II".into()],
        }
    }

    /// How the rules are read.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Is this a move of type I, in which some coins leave and some stay?
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn moves_some(
        &self,
        from: &[Natural],
        to: &[Natural],
        watch: &dyn Watch,
    ) -> Result<bool, RulesError> {
        some_coins::allows(from, to, watch)
    }

    /// Is this a move of type II, in which all coins leave their squares?
    ///
    /// # Errors
    /// If the watch stops the work, or there are too many ways in which coins could pass each other.
    pub fn moves_all(
        &self,
        from: &[Natural],
        to: &[Natural],
        watch: &dyn Watch,
    ) -> Result<bool, RulesError> {
        all_coins::allows(from, to, self.reading, watch)
    }

    /// The kinds that allow the move, without the reasons why others do not.
    fn allowing(
        &self,
        from: &[Natural],
        to: &[Natural],
        watch: &dyn Watch,
    ) -> Result<Vec<Kind>, RulesError> {
        let [one, two] = &self.kinds;
        let mut kinds = Vec::new();
        if self.moves_some(from, to, watch)? {
            kinds.push(one.clone());
        }
        if self.moves_all(from, to, watch)? {
            kinds.push(two.clone());
        }
        Ok(kinds)
    }

    fn reasons(
        &self,
        from: &[Natural],
        to: &[Natural],
        watch: &dyn Watch,
    ) -> Result<Vec<Reason>, RulesError> {
        if from.is_empty() {
            return Ok(vec![Reason {
                kind: None,
                text: "the strip is empty: the game is over".to_owned(),
            }]);
        }
        if from == to {
            return Ok(vec![Reason {
                kind: None,
                text: "no coin moves".to_owned(),
            }]);
        }
        let [one, two] = &self.kinds;
        let named = |kind: &Kind, texts: Vec<String>| {
            let reason = |text| Reason {
                kind: Some(kind.clone()),
                text,
            };
            texts.into_iter().map(reason).collect::<Vec<_>>()
        };
        let mut reasons = named(one, some_coins::reasons(from, to, watch)?);
        reasons.extend(named(two, all_coins::reasons(from, to, self.reading)));
        Ok(reasons)
    }
}

impl Ruleset for FrankensteinRules {
    fn name(&self) -> &str {
        &self.name
    }

    fn pile_names(&self) -> Option<&[Arc<str>]> {
        None
    }

    /// The squares in any order; nothing, or nothing but zeros, is the empty strip.
    fn position(&self, mut piles: Vec<Natural>) -> Result<Position, PositionError> {
        if piles.iter().all(|square| *square == Natural::ZERO) {
            return Ok(Position::unchecked(Vec::new()));
        }
        piles.sort();
        let repeated = piles
            .windows(2)
            .find(|pair| pair[0] == pair[1])
            .map(|pair| pair[0].clone());
        let reason = match (piles.as_slice(), repeated) {
            ([square], _) => format!(
                "a single coin, on square {}, is a spinster, which is never permitted; the empty strip is 0 or ()",
                Square(square)
            ),
            (squares, _) if squares[0] == Natural::ZERO => {
                "square 0 is the hole: name the squares with coins only, or 0 alone for the empty strip".to_owned()
            }
            (_, Some(square)) => {
                format!("square {} is named twice; a square holds at most one coin", Square(&square))
            }
            _ => return Ok(Position::unchecked(piles)),
        };
        Err(PositionError::NotAPosition {
            reason,
            given: piles,
        })
    }

    fn legal(
        &self,
        from: &Position,
        to: &Position,
        watch: &dyn Watch,
    ) -> Result<Legality, RulesError> {
        let kinds = self.allowing(from.piles(), to.piles(), watch)?;
        if !kinds.is_empty() {
            return Ok(Ok(kinds));
        }
        let reasons = self.reasons(from.piles(), to.piles(), watch)?;
        Ok(Err(IllegalMove {
            from: from.clone(),
            to: to.clone(),
            reasons,
        }))
    }

    /// Order: first the moves of type II, to the empty strip and then by their shifts `(n₀, n₁, …)` in
    /// lexicographic order; then those of type I only, by the number of coins that leave, which coins these are,
    /// the number of new squares, and these squares, each in lexicographic order.
    fn for_each_move(
        &self,
        from: &Position,
        watch: &dyn Watch,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RulesError> {
        let [one, two] = &self.kinds;
        let start = from.piles();
        let flow = all_coins::for_each(start, self.reading, watch, &mut |squares| {
            let mut kinds = vec![two.clone()];
            if some_coins::allows(start, &squares, watch)? {
                kinds.insert(0, one.clone());
            }
            Ok(visit(Move {
                to: Position::unchecked(squares),
                kinds,
            }))
        })?;
        if flow.is_break() {
            return Ok(flow);
        }
        some_coins::for_each(start, watch, &mut |squares| {
            if all_coins::allows(start, &squares, self.reading, watch)? {
                return Ok(ControlFlow::Continue(()));
            }
            Ok(visit(Move {
                to: Position::unchecked(squares),
                kinds: vec![one.clone()],
            }))
        })
    }
}

/// Told each target; may fail itself.
type Visit<'v> = &'v mut dyn FnMut(Vec<Natural>) -> Result<ControlFlow<()>, RulesError>;

/// The number of a square, abbreviated where it is long.
struct Square<'a>(&'a Natural);

impl fmt::Display for Square<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&abbreviated(self.0))
    }
}

/// The first squares of a list, and how many more there are.
fn list<'a>(squares: impl IntoIterator<Item = &'a Natural>) -> String {
    let mut squares = squares.into_iter();
    let mut shown: Vec<String> = squares
        .by_ref()
        .take(8)
        .map(|square| Square(square).to_string())
        .collect();
    match squares.count() {
        0 => {}
        more => shown.push(format!("and {more} more")),
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests;
