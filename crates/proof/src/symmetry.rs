//! Piles that may change places: what holds of a position then holds of the exchanged one as well.
//!
//! Two neighbouring piles may change places if the rules, the positions and the claimed set are written so that exchanging them gives
//! the same formulas. Then of every position and its exchanged ones only the one with these piles in order has to be looked at. It is
//! also the one that comes first, so that a smallest counterexample is among those.

use automata::Track;
use logic::decide::DecideError;
use logic::lower::{Expression, Ir};

use crate::family::TupleFamily;
use crate::frame::Frame;

/// Which neighbouring piles may change places, and what that does to rules and families.
#[derive(Clone)]
pub(crate) struct Symmetry {
    /// The first one of each two piles.
    pub(crate) piles: Vec<usize>,
    /// For each kind of move the ones that it becomes, itself among them.
    rules: Representatives,
    /// The same for the families of the claimed set.
    families: Representatives,
}

impl Symmetry {
    /// The exchanges under which the game and these families stay the same.
    pub(crate) fn of(frame: &Frame<'_>, families: &[TupleFamily]) -> Result<Self, DecideError> {
        let mut found = Self {
            piles: Vec::new(),
            rules: Representatives::new(frame.spec.moves.len()),
            families: Representatives::new(families.len()),
        };
        // Sorted piles stand in order as it is.
        if frame.arrangements().len() > 1 {
            return Ok(found);
        }
        for pile in 1..frame.dimension() {
            if let Some((rules, families)) = exchanged(frame, families, pile - 1)? {
                found.piles.push(pile - 1);
                found.rules.join(&rules);
                found.families.join(&families);
            }
        }
        Ok(found)
    }

    /// May two kinds of moves stand for each other?
    pub(crate) fn alike_rules(&self, one: usize, other: usize) -> bool {
        self.rules.0[one] == self.rules.0[other]
    }

    /// May two families stand for each other?
    pub(crate) fn alike_families(&self, one: usize, other: usize) -> bool {
        self.families.0[one] == self.families.0[other]
    }

    /// Is this the first one of the families that it may stand for?
    pub(crate) fn is_first(&self, family: usize) -> bool {
        self.families.0[family] == family
    }

    /// The positions with these piles in order.
    pub(crate) fn ordered(&self, frame: &Frame<'_>) -> Result<Ir, DecideError> {
        let pair = |&pile: &usize| -> Result<Ir, DecideError> {
            let [low, high] = [pile, pile + 1].map(|pile| Expression::track(frame.before(pile)));
            Ok(Ir::not_negative(high.plus(-1, &low)?))
        };
        let pairs = self.piles.iter().map(pair);
        Ok(Ir::and(pairs.collect::<Result<_, _>>()?))
    }
}

/// For each of some things, the first one that it may stand for.
#[derive(Clone)]
struct Representatives(Vec<usize>);

impl Representatives {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// Puts each into the class of the one it becomes.
    fn join(&mut self, becomes: &[usize]) {
        for (from, &to) in becomes.iter().enumerate() {
            let (one, other) = (self.0[from], self.0[to]);
            let (first, later) = (one.min(other), one.max(other));
            for class in &mut self.0 {
                if *class == later {
                    *class = first;
                }
            }
        }
    }
}

/// What each kind of move becomes, and each family.
type Exchanged = (Vec<usize>, Vec<usize>);

/// What each kind of move and each family becomes when a pile and the next one change places; nothing if the game becomes another.
fn exchanged(
    frame: &Frame<'_>,
    families: &[TupleFamily],
    pile: usize,
) -> Result<Option<Exchanged>, DecideError> {
    let pairs = [
        (frame.before(pile), frame.before(pile + 1)),
        (frame.after(pile), frame.after(pile + 1)),
    ];
    let swap = |track: Track| {
        let other = pairs.iter().find_map(|&(one, other)| match track {
            _ if track == one => Some(other),
            _ if track == other => Some(one),
            _ => None,
        });
        other.unwrap_or(track)
    };
    let same = |track: Track| track;
    let (before, after) = (frame.befores(), frame.afters());
    let (before, after) = (Frame::on_tracks(&before), Frame::on_tracks(&after));
    let positions = frame.position(&before)?;
    if positions.renamed(&swap)? != positions.renamed(&same)? {
        return Ok(None);
    }
    let (mut rules, mut swapped) = (Vec::new(), Vec::new());
    for rule in &frame.spec.moves {
        let moves = frame.rule(rule, &before, &after)?;
        rules.push(moves.renamed(&same)?);
        swapped.push(moves.renamed(&swap)?);
    }
    let Some(rules) = matched(&swapped, &rules) else {
        return Ok(None);
    };
    let plain: Vec<usize> = (0..frame.dimension()).collect();
    let mut order = plain.clone();
    order.swap(pile, pile + 1);
    let named = |order: &[usize]| -> Result<Vec<_>, DecideError> {
        families.iter().map(|f| arranged(f, order)).collect()
    };
    let families = matched(&named(&order)?, &named(&plain)?);
    Ok(families.map(|families| (rules, families)))
}

/// For each of some things its place among others, each of which is there once; nothing if one has no place.
fn matched<T: PartialEq>(these: &[T], those: &[T]) -> Option<Vec<usize>> {
    let mut free: Vec<bool> = vec![true; those.len()];
    let place = |this: &T| {
        let place = (0..those.len()).find(|&place| free[place] && those[place] == *this)?;
        free[place] = false;
        Some(place)
    };
    these.iter().map(place).collect()
}

/// What a family says, with its components in this order and its hidden numbers named in the order in which they come.
fn arranged(family: &TupleFamily, order: &[usize]) -> Result<(Ir, Vec<Expression>), DecideError> {
    let tuple = order.iter().map(|&place| &family.tuple[place]);
    let mut tracks = Vec::new();
    tuple
        .clone()
        .for_each(|component| component.tracks(&mut tracks));
    tracks.extend(&family.hidden);
    let mut names: Vec<Track> = Vec::new();
    for track in tracks {
        if !names.contains(&track) {
            names.push(track);
        }
    }
    let name = |track: Track| {
        let places = (0..).zip(&names);
        let place = places.into_iter().find(|(_, other)| **other == track);
        place.map_or(track, |(place, _)| Track(place))
    };
    let tuple = tuple.map(|component| component.renamed(&name));
    Ok((family.condition.renamed(&name)?, tuple.collect()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use logic::Unwatched;
    use logic::decide::Gauge;

    use super::*;
    use crate::prove::with_frame;

    fn piles_of(text: &str) -> Vec<usize> {
        let spec = lang::load(text, "g.game", &[]).unwrap();
        let gauge = Gauge::new(&Unwatched);
        let set = spec.p_positions.clone().unwrap();
        with_frame(&spec, &gauge, |frame| {
            let families = TupleFamily::of_set(&set, &frame.lowering(&[], &[]))?;
            Ok(Symmetry::of(frame, &families)?.piles)
        })
        .unwrap()
    }

    const WYTHOFF: &str = "move a: exactly 1 of x, y changes\nmove b: x - x' = y - y'\n";
    const ROWS: &str = "P = { (floor(n*phi), floor(n*phi) + n) | n >= 0 } or \
                        { (floor(n*phi) + n, floor(n*phi)) | n >= 0 }\n";

    #[test]
    fn piles_that_may_change_places() {
        let game = |rest: &str| piles_of(&format!("game g\npiles x, y\n{rest}"));
        assert_eq!(game(&format!("{WYTHOFF}{ROWS}")), [0]);
        let apart = "move a: x' < x and y' = y\nmove b: y' < y and x' = x\nP when x = y\n";
        assert_eq!(game(apart), [0]);
        let three = "game g\npiles x, y, z\nmove a: exactly 1 of x, y, z changes\nP when (x + y + z) mod 2 = 0\n";
        assert_eq!(piles_of(three), [0, 1]);
    }

    /// Each of these is the same game but for one thing, on which side it matters.
    #[test]
    fn piles_that_may_not() {
        let game = |rest: &str| piles_of(&format!("game g\npiles x, y\n{rest}"));
        let half = "P = { (floor(n*phi), floor(n*phi) + n) | n >= 0 }\n";
        assert!(game(&format!("{WYTHOFF}{half}")).is_empty());
        let lame = "move a: exactly 1 of x, y changes\nmove b: x - x' = 2*(y - y')\n";
        assert!(game(&format!("{lame}{ROWS}")).is_empty());
        let ending = format!("{WYTHOFF}ends when x = 3\n{ROWS}");
        assert!(game(&ending).is_empty());
        let domain = format!("positions when x >= y or x = 0\n{WYTHOFF}{ROWS}");
        assert!(game(&domain).is_empty());
        let sorted = format!("game g\npiles x <= y\n{WYTHOFF}P when x = y\n");
        assert!(piles_of(&sorted).is_empty());
    }
}
