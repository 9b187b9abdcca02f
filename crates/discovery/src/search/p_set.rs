//! P-positions up to a bound, as brute force shows them, to be compared with those of other games.

use std::collections::BTreeSet;

use rules::arrangement::arrangements;
use rules::spec::{PileOrder, Spec};

use super::digest::Digest;
use crate::board::Board;

/// The P-positions with piles up to a bound. Where the order of the piles does not matter, by the rules or as it turns out, they are sorted: so the same set
/// is the same, whether the rules sort the piles or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PSet {
    /// How many piles there are.
    pub piles: usize,
    /// The largest pile.
    pub max: u32,
    order: PileOrder,
    rows: Vec<Vec<i64>>,
}

/// Which piles have a place of their own.
/// How two sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// They have other numbers of piles.
    Piles(String),
    /// This position is in one alone; none with smaller piles is.
    Position(Vec<i64>),
}

impl PSet {
    /// What a board shows.
    pub fn of(spec: &Spec, board: &Board) -> Self {
        let order = match spec.piles.order {
            _ if spec.dimension() == 1 || board.symmetric => PileOrder::Sorted,
            order => order,
        };
        Self {
            piles: spec.dimension(),
            max: board.max,
            order,
            rows: board.rows.clone(),
        }
    }

    /// How many positions there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The same for equal sets.
    pub fn digest(&self) -> Digest {
        let order = match self.order {
            PileOrder::Sorted => -1,
            PileOrder::Ordered => 0,
            PileOrder::Mixed(sorted) => i64::try_from(sorted).unwrap_or(i64::MAX),
        };
        let piles = i64::try_from(self.piles).unwrap_or(i64::MAX);
        let start = Digest::default()
            .number(piles)
            .number(i64::from(self.max))
            .number(order);
        let rows = self.rows.iter().flatten();
        rows.fold(start, |digest, pile| digest.number(*pile))
    }

    /// How two sets with the same bound differ: the position whose largest pile is smallest, and the first of these.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        if self.piles != other.piles {
            let (one, other) = (self.piles, other.piles);
            return Some(Difference::Piles(format!(
                "the numbers of piles differ: {one} and {other}"
            )));
        }
        let (one, two) = match self.order == other.order {
            true => (self.rows(), other.rows()),
            false => (self.arrangements(), other.arrangements()),
        };
        let alone = one.symmetric_difference(&two);
        let smallest = alone.min_by_key(|row| (row.iter().max().copied(), (*row).clone()));
        smallest.cloned().map(Difference::Position)
    }

    fn rows(&self) -> BTreeSet<Vec<i64>> {
        self.rows.iter().cloned().collect()
    }

    /// Every position with every order of its piles that stands for the same.
    fn arrangements(&self) -> BTreeSet<Vec<i64>> {
        let rows = self.rows.iter();
        rows.flat_map(|row| arrangements(row, self.order)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::Unwatched;
    use rules::outcome::Play;

    fn p_set(text: &str) -> PSet {
        let spec = lang::load(text, "test.game", &[]).expect("a correct file");
        let board = Board::solve(&spec, 20, Play::Normal, &Unwatched).expect("a small board");
        PSet::of(&spec, &board)
    }

    const NIM: &str = "game nim\npiles x, y\nmove take: exactly 1 of x, y changes";

    #[test]
    fn sorted_or_not_is_the_same_set() {
        let (nim, sorted) = (p_set(NIM), p_set(&NIM.replace("x, y\n", "x <= y\n")));
        assert_eq!(
            (nim.digest(), nim.difference(&sorted)),
            (sorted.digest(), None)
        );
        let left = p_set("game left\npiles x, y\nmove take: x' < x and y' = y");
        let first = Some(Difference::Position(vec![0, 1]));
        assert_eq!(left.difference(&nim), first);
        assert_eq!(sorted.difference(&left), first);
        assert_ne!(left.digest(), nim.digest());
    }

    #[test]
    fn the_smallest_difference_is_told() {
        let wythoff = p_set(&format!("{NIM}\nmove both: x' < x and x - x' = y - y'"));
        let found = wythoff.difference(&p_set(NIM));
        assert_eq!(found, Some(Difference::Position(vec![1, 1])));
        let one = p_set("game one\npiles x\nmove take: x' < x");
        assert_eq!(
            one.difference(&wythoff),
            Some(Difference::Piles(
                "the numbers of piles differ: 1 and 2".to_owned()
            ))
        );
    }
}
